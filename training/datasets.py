"""Corpora as datasets of other libraries: Parquet for analysis, Minari for offline reinforcement learning."""

from __future__ import annotations

import json
import re
import shutil
import warnings
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np

from swenv.core.corpus import Block, Corpus
from swenv.envs import IDS

ID = re.compile(r"([\w-]{2,}/)*[\w-]+-v\d+", re.ASCII)
"""Of a Minari dataset."""


def to_parquet(corpus: Corpus, path: Path, observations: bool = False) -> int:
    """Write a corpus as a Parquet file, block by block; returns its rows.

    A row is a game: `seed`, and by seat `players`, `coins` and `returns`, and `actions`, a list. With `observations`,
    it is a decision: `game`, the number of the game, `step`, `seat`, `player`, `observation`, a list of
    `observation_size` numbers, `mask`, a list of `num_actions` truth values, `action`, and `return`, the seat's at the
    end. The header of the corpus is in the metadata of the schema, as "swenv".

    Args:
        corpus: The games.
        path: The file, which is replaced.
        observations: See above.

    Raises:
        ImportError: pyarrow is not installed.
        ValueError: a block is damaged, or a game does not play back.
        OSError: a file cannot be read or written.
    """
    import pyarrow
    from pyarrow import parquet

    game, about = corpus.game, {b"swenv": json.dumps(corpus.header).encode()}
    if observations:
        fields = [
            ("game", pyarrow.int64()), ("step", pyarrow.int32()), ("seat", pyarrow.int8()),
            ("player", pyarrow.string()), ("observation", pyarrow.list_(pyarrow.int8(), game.observation_size)),
            ("mask", pyarrow.list_(pyarrow.bool_(), game.num_actions)), ("action", pyarrow.uint16()),
            ("return", pyarrow.float64()),
        ]  # fmt: skip
        tables = _decisions(corpus)
    else:
        fields = [
            ("seed", pyarrow.int64()), ("players", pyarrow.list_(pyarrow.string())),
            ("coins", pyarrow.list_(pyarrow.int32())), ("returns", pyarrow.list_(pyarrow.float64())),
            ("actions", pyarrow.list_(pyarrow.uint16())),
        ]  # fmt: skip
        tables = map(_games, corpus.checked())
    schema, rows = pyarrow.schema(fields, metadata=about), 0
    half = path.with_name(f"{path.name}.half")
    try:
        with parquet.ParquetWriter(half, schema, compression="zstd") as writer:
            for columns in tables:
                arrays = [_column(columns[field.name], field.type) for field in schema]
                table = pyarrow.Table.from_arrays(arrays, schema=schema)
                writer.write_table(table)
                rows += len(table)
        half.replace(path)
    finally:
        half.unlink(missing_ok=True)
    return rows


def _column(values: Any, kind: Any) -> Any:
    """A column of a Parquet file; an array of rows becomes one of lists."""
    import pyarrow

    if isinstance(values, np.ndarray) and values.ndim == 2:
        flat = pyarrow.array(np.ascontiguousarray(values).reshape(-1), kind.value_type)
        if hasattr(kind, "list_size"):
            return pyarrow.FixedSizeListArray.from_arrays(flat, kind.list_size)
        starts = np.arange(len(values) + 1, dtype=np.int32) * values.shape[1]
        return pyarrow.ListArray.from_arrays(starts, flat)
    return pyarrow.array(values, kind)


def _games(block: Block) -> dict[str, Any]:
    """The columns of some games."""
    starts = block.starts
    return {
        "seed": block.seeds,
        "players": [list(block.names(i)) for i in range(len(block))],
        "coins": block.coins,
        "returns": block.returns,
        "actions": np.split(block.actions, starts[1:-1]),
    }


def _decisions(corpus: Corpus) -> Iterator[dict[str, Any]]:
    """The columns of all decisions, batch by batch."""
    first = 0
    for batch in corpus.decisions():
        games, names = batch.games, np.array(batch.games.players, dtype=object)
        yield {
            "game": first + batch.game,
            "step": np.arange(len(batch.game)) - games.starts[batch.game],
            "seat": batch.seats,
            "player": names[games.seating[batch.game, batch.seats]],
            "observation": batch.observations,
            "mask": batch.masks,
            "action": batch.actions,
            "return": batch.returns,
        }
        first += len(games)


def to_minari(corpus: Corpus, dataset: str) -> int:
    """Make a Minari dataset of a corpus; returns its episodes.

    An episode is what a seat saw and did in a game. Observations have the environment's form "dict", and the last one
    is the seat's view of the end; the reward, the return of the game, comes with the last action. The `infos` have the
    player's name, its seat and the seed of the game. `recover_environment` gives the Gymnasium environment of the game,
    with `greedy` as opponents.

    Args:
        corpus: The games.
        dataset: Its id, such as "swenv/smallworld/champion-v0".

    Raises:
        ImportError: minari is not installed.
        ValueError: the id is invalid, the dataset already exists, a block is damaged, or a game does not play
            back. No part of a dataset is left.
        OSError: a file cannot be read or written.
    """
    import gymnasium
    import minari
    from minari.storage.datasets_root_dir import get_dataset_path

    if not ID.fullmatch(dataset):  # Minari would create the folder before it complains
        raise ValueError(f"'{dataset}' is neither a file.parquet nor the id of a Minari dataset, such as swenv/mine-v0")
    game = corpus.game
    name = next(name for name, engine in IDS.items() if engine == game.name)
    options = {key: value for key, value in game.rule_options.items() if value is not None}
    spec = gymnasium.make(f"swenv/{name}", num_players=game.num_players, observation="dict", **options).spec
    assert spec is not None
    folder = get_dataset_path(dataset)
    if folder.exists():
        raise ValueError(f"there is a Minari dataset {dataset} already, choose another version")
    with warnings.catch_warnings(), ExitStack() as failed:
        failed.callback(shutil.rmtree, folder, ignore_errors=True)
        warnings.simplefilter("ignore", UserWarning)  # the missing author and permanent link
        made = minari.create_dataset_from_buffers(
            dataset,
            _episodes(corpus),  # Minari takes them one by one
            env=spec,
            algorithm_name="swenv",
            description=f"Games of {game.name} for {game.num_players}, an episode for each seat of each game.",
            requirements=[f"swenv-rl=={corpus.header['versions'].get('swenv', '')}"],
        )
        failed.pop_all()
    return int(made.total_episodes)


def _episodes(corpus: Corpus) -> Iterator[Any]:
    """The episodes of all seats of all games."""
    from minari.data_collector import EpisodeBuffer

    number, nothing = 0, np.zeros(corpus.game.num_actions, dtype=np.int8)
    for batch in corpus.decisions():
        games = batch.games
        ends = [batch.at_end(seat) for seat in range(corpus.game.num_players)]
        for i, start in enumerate(games.starts[:-1].tolist()):
            rows = np.arange(start, start + int(games.lengths[i]))
            for seat, end in enumerate(ends):
                mine = rows[batch.seats[rows] == seat]
                if not len(mine):
                    continue  # as can happen in a short game of Small Islands
                last = np.arange(len(mine)) == len(mine) - 1
                yield EpisodeBuffer(
                    id=number,
                    seed=int(games.seeds[i]),
                    observations={
                        "observation": np.concatenate([batch.observations[mine], end[i : i + 1]]),
                        "action_mask": np.concatenate([batch.masks[mine].astype(np.int8), nothing[np.newaxis]]),
                    },
                    actions=batch.actions[mine].astype(np.int64),
                    rewards=(last * games.returns[i, seat]).tolist(),
                    terminations=last.tolist(),
                    truncations=[False] * len(mine),
                )
                number += 1
