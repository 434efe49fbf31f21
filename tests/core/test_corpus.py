"""Files of games: written while games are played, read back in compiled code, and never trusted."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import swenv
from randomplay import walk
from support import Here, play
from swenv.agents import make
from swenv.agents.learned import Trained
from swenv.core import corpus as corpora
from swenv.core.corpus import Corpus, CorpusWriter, Played, merge
from swenv.training import study as studies
from swenv.training.arena import match
from swenv.training.league import League, Terms
from swenv.training.progress import Progress
from swenv.training.study import Study

SHORT = {"rounds": 1}
QUIET = Progress(shown=False)


def written(path: Path, game: swenv.Game, games: int = 6, seed: int = 0, blocks: int = 1) -> list[Played]:
    """Append games of `random` to a file; returns them."""
    played: list[Played] = []
    for block in range(blocks):
        with CorpusWriter(path, game) as writer:

            def add(*each: Any, writer: CorpusWriter = writer) -> None:
                played.append(each)
                writer.add(*each)

            match(game, [make("random") for _ in range(game.num_players)], games, seed + block, record=add)
    return played


@pytest.fixture
def game() -> swenv.Game:
    return swenv.load("smallworld", num_players=2, **SHORT)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "x.games"


def number_in(path: Path, **options: Any) -> int:
    return sum(map(len, Corpus(path, **options).blocks()))


@pytest.mark.parametrize(("name", "seats"), [("smallworld", 3), ("underground", 2), ("warcraft", 2), ("islands", 2)])
def test_games_are_read_back_as_they_were_played(path: Path, name: str, seats: int) -> None:
    game = swenv.load(name, num_players=seats)
    played = written(path, game, games=2 * seats)
    seen = 0
    for batch in Corpus(path).decisions(rows=500):
        rows = zip(batch.game, batch.seats, batch.observations, batch.masks, batch.actions, batch.returns, strict=True)
        for i in range(len(batch.games)):
            seed, players, actions = played[seen]
            state = game.new_state(seed)
            assert (batch.games.seeds[i], batch.games.names(i)) == (seed, tuple(players))
            after = play(state.copy(), *actions.tolist())
            for action in actions.tolist():
                number, to_act, observation, mask, chosen, result = next(rows)
                assert (number, to_act, chosen, result) == (i, state.to_act, action, after.returns()[state.to_act])
                assert (observation == state.observation()).all() and (mask == state.mask()).all()
                state.apply(action)
            assert batch.games.coins[i].tolist() == state.coins.tolist()
            assert batch.games.returns[i].tolist() == state.returns().tolist()
            assert all((batch.at_end(seat)[i] == state.observation(seat)).all() for seat in range(seats))
            seen += 1
    assert seen == len(played) == 2 * seats


def test_the_number_of_threads_changes_nothing(path: Path, game: swenv.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    written(path, game, games=40)
    monkeypatch.setattr(corpora, "FOR_A_THREAD", 50)
    seen = []
    for threads in (1, 2, 7):
        monkeypatch.setattr(corpora, "processors", lambda number=threads: number)
        (batch,) = Corpus(path).decisions(rows=10_000)
        arrays = (batch.seats, batch.observations, batch.masks, batch.actions, batch.returns, batch.ends)
        seen.append([each.tobytes() for each in arrays])
        assert sum(map(len, Corpus(path).checked())) == 40
    assert seen[0] == seen[1] == seen[2]
    for wrong in (3, 31):  # of the games that differ, the first is named
        damaged = path.with_name(f"{wrong}.games")
        shutil.copy(path, damaged)
        add_changed(damaged, game, lambda parts, wrong=wrong: parts["coins"].__setitem__([wrong, 35], 7))
        for threads in (1, 7):
            monkeypatch.setattr(corpora, "processors", lambda number=threads: number)
            with pytest.raises(ValueError, match=f"game {40 + wrong}: it does not end"):
                list(Corpus(damaged).decisions(rows=10_000))


def test_batches_have_whole_games_and_share_their_memory(path: Path, game: swenv.Game) -> None:
    written(path, game, games=40)
    sizes, memory = [], set()
    for batch in Corpus(path).decisions(rows=30):
        sizes.append(len(batch.games))
        memory.add(batch.observations.ctypes.data)
        assert len(batch.actions) <= 30 or len(batch.games) == 1
    assert sum(sizes) == 40 and max(sizes) > 1 and len(memory) <= 2


def test_a_file_cut_short_keeps_whole_blocks_and_is_mended_by_the_next_writer(path: Path, game: swenv.Game) -> None:
    written(path, game, games=4)
    whole = path.read_bytes()
    written(path, game, games=4, seed=1)
    data = path.read_bytes()
    for end in (len(whole) + 1, len(whole) + 19, len(whole) + 30, len(data) - 1):
        path.write_bytes(data[:end])
        corpus = Corpus(path)
        assert sum(map(len, corpus.blocks())) == 4 and corpus.left_out == end - len(whole)
    written(path, game, games=4, seed=1)
    assert path.read_bytes() == data


def test_damage_is_named_and_can_be_skipped(path: Path, game: swenv.Game) -> None:
    written(path, game, games=4, blocks=3)
    data, dice = path.read_bytes(), random.Random(0)
    begin = data.index(b"\n") + 1
    for _ in range(20):
        where = dice.randrange(begin, len(data))
        path.write_bytes(data[:where] + bytes([data[where] ^ dice.randrange(1, 256)]) + data[where + 1 :])
        with pytest.raises(ValueError, match="at byte"):
            list(Corpus(path).blocks())
        assert number_in(path, skip_damaged=True) == 8


def add_changed(path: Path, game: swenv.Game, change: Callable[[dict[str, Any]], Any]) -> None:
    """Add to a file of one block that block with changed parts."""
    (block,) = Corpus(path).blocks()
    parts = {name: np.copy(each) if isinstance(each, np.ndarray) else each for name, each in vars(block).items()}
    change(parts)
    with CorpusWriter(path, game) as writer:
        writer.add_block(corpora.Block(**parts))


LIES: list[tuple[Callable[[dict[str, Any]], Any], str]] = [
    (lambda parts: parts["actions"].fill(60_000), "out of range"),
    (lambda parts: parts["seeds"].fill(-1), "out of range"),
    (
        lambda parts: parts.update(
            lengths=np.array([70_000], dtype=np.uint32),
            actions=np.zeros(70_000, dtype=np.uint16),
            **{name: parts[name][:1] for name in ("seeds", "seating", "coins", "returns")},
        ),
        "out of range",
    ),
    (lambda parts: parts["seating"].fill(9), "out of range"),
    (lambda parts: parts["returns"].fill(np.nan), "out of range"),
    (lambda parts: parts["lengths"].fill(1), "out of range"),
    (lambda parts: parts.update(players=()), "no names"),
    (lambda parts: parts.update(players=("x" * 301,)), "no names"),
    (lambda parts: parts["actions"].fill(3), "decision 1: illegal action"),
    (lambda parts: parts["coins"].fill(1), "does not end as it did"),
    (lambda parts: parts.update(returns=-2 * parts["returns"]), "does not end as it did"),
    (lambda parts: parts["seeds"].fill(5), "game 6: "),
]


@pytest.mark.parametrize(("lie", "why"), LIES)
def test_a_block_that_lies_is_refused_when_it_is_read_or_played_back(
    path: Path, game: swenv.Game, lie: Callable[[dict[str, Any]], Any], why: str
) -> None:
    written(path, game)
    add_changed(path, game, lie)
    with pytest.raises(ValueError, match=why):
        list(Corpus(path).decisions())


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"format": "swenv-games/2"}, "another version, swenv-games/2"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"options": {"map": "../x.json"}}, r"field 'options\.map'"),
        ({"run": "rm"}, "no such field"),
        ({"rules": "0" * 16}, "other rules"),
    ],
)
def test_a_wrong_header_is_refused(path: Path, game: swenv.Game, fields: dict[str, Any], why: str) -> None:
    written(path, game)
    line, _, rest = path.read_bytes().partition(b"\n")
    path.write_bytes(json.dumps({**json.loads(line), **fields}).encode() + b"\n" + rest)
    with pytest.raises(ValueError, match=why):
        list(Corpus(path).decisions())


def test_a_block_of_names_without_end_is_refused_before_they_are_read(path: Path, game: swenv.Game) -> None:
    CorpusWriter(path, game).close()
    body = zlib.compress(b"[" + b"[]," * (8 << 20) + b"[]]")
    head = corpora.HEAD.pack(b"SWGB", 1, 1 << 24, len(body), zlib.crc32(body), 0)[:-4]
    with path.open("ab") as file:
        file.write(head + zlib.crc32(head).to_bytes(4, "little") + body)
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match="its size is wrong"):
            list(Corpus(path).blocks())
        assert tracemalloc.get_traced_memory()[1] < 150e6
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("content", [b"", b"{", b"[]\n", b"\xff\n", b'{"format": "swenv-replay/1"}\n'])
def test_what_is_no_file_of_games_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"x\.games"):
        Corpus(path)


@pytest.mark.slow
def test_a_writer_takes_whole_games_of_its_game_alone(path: Path, game: swenv.Game) -> None:
    (seed, players, actions), *_ = written(path, game)
    with pytest.raises(ValueError, match="has games with rounds 1, not 2, use another file"):
        CorpusWriter(path, swenv.load("smallworld", num_players=2, rounds=2))
    before = path.read_bytes()
    with pytest.raises(ValueError, match="do not lead to its end"), CorpusWriter(path, game) as writer:
        writer.add(seed, players, actions[:-1])
    with pytest.raises(ValueError, match="2 names"), CorpusWriter(path, game) as writer:
        writer.add(seed, ["a"], actions)
    assert path.read_bytes() == before and [*path.parent.iterdir()] == [path]


def test_games_of_few_players_are_kept_without_names_of_others(path: Path, tmp_path: Path, game: swenv.Game) -> None:
    with CorpusWriter(path, game) as writer:
        for seed, _, actions in written(tmp_path / "y.games", game, games=4):
            writer.add(seed, ["a", f"b{seed}"], actions)
    (block,) = Corpus(path).blocks()
    part = block.part(np.array([3, 1]))
    assert [part.names(0), part.names(1)] == [block.names(3), block.names(1)]
    assert block.part(np.array([3])).players == block.names(3) and len(block.players) == 3


def test_a_writer_takes_any_name_and_only_actions_that_exist(path: Path, tmp_path: Path, game: swenv.Game) -> None:
    (seed, _, actions), *_ = written(tmp_path / "y.games", game)
    with CorpusWriter(path, game) as writer:
        writer.add(seed, ["runs/\udcff", "x" * 5000], actions.tolist())
    (block,) = Corpus(path).blocks()
    assert block.names(0) == ("runs/?", "x" * 300)
    before = path.read_bytes()
    for wrong in (-1, 1 << 16, int(actions[0]) + (1 << 16), game.num_actions):
        with pytest.raises(ValueError, match="do not lead to its end"), CorpusWriter(path, game) as writer:
            writer.add(seed, ["a", "b"], [wrong, *actions[1:].tolist()])
    with pytest.raises(ValueError, match=r"65,536 at most, not 70,000"), CorpusWriter(path, game) as writer:
        writer.add(seed, ["a", "b"], [0] * 70_000)
    assert path.read_bytes() == before


def test_a_writer_that_is_stopped_writes_the_games_when_it_is_closed(
    path: Path, tmp_path: Path, game: swenv.Game, monkeypatch: Any
) -> None:
    played = written(tmp_path / "y.games", game, games=4)
    writer = CorpusWriter(path, game)
    for each in played:
        writer.add(*each)
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(corpora.zlib, "compress", stopped)
        writer._flush()
    writer.close()
    assert path.read_bytes() == (tmp_path / "y.games").read_bytes()


def stopped(*_: Any) -> Any:
    raise KeyboardInterrupt


@pytest.mark.parametrize("cut", [0, 1, 100, -1])
def test_a_header_that_was_cut_short_is_written_again(path: Path, game: swenv.Game, cut: int) -> None:
    CorpusWriter(path, game).close()
    line = path.read_bytes()
    path.write_bytes(line[:cut])
    CorpusWriter(path, game).close()
    assert path.read_bytes() == line


def test_a_file_by_two_names_has_one_writer(path: Path, game: swenv.Game, monkeypatch: Any) -> None:
    monkeypatch.setattr(corpora, "PATIENCE", 0)
    link = path.with_name("link.games")
    link.symlink_to(path.name)
    with CorpusWriter(path, game), pytest.raises(ValueError, match="another process is writing"):
        CorpusWriter(link, game)


def test_a_pipe_is_not_waited_for(path: Path, game: swenv.Game) -> None:
    os.mkfifo(path)
    with pytest.raises(ValueError, match="devices and pipes"):
        CorpusWriter(path, game)


def test_a_writer_looks_at_no_more_than_the_heads_of_blocks(path: Path, game: swenv.Game, monkeypatch: Any) -> None:
    written(path, game, games=4, blocks=3)
    with monkeypatch.context() as patched:
        patched.setattr(corpora.zlib, "decompressobj", stopped)
        written(path, game, games=4)
    assert number_in(path) == 16


FULL = """
import resource, signal, sys, swenv
from swenv.agents import make
from swenv.core.corpus import CorpusWriter
from swenv.training.arena import match
game = swenv.load("smallworld", num_players=2, rounds=1)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
writer = CorpusWriter(sys.argv[1], game)
match(game, [make("random"), make("random")], 300, record=writer.add)
most = resource.getrlimit(resource.RLIMIT_FSIZE)
size = writer.path.stat().st_size
resource.setrlimit(resource.RLIMIT_FSIZE, (size + 500, most[1]))
try:
    match(game, [make("random"), make("random")], 300, seed=1, record=writer.add)
    print("all is written")
except OSError as error:
    print(error.filename)
assert writer.path.stat().st_size == size
resource.setrlimit(resource.RLIMIT_FSIZE, most)
match(game, [make("random"), make("random")], 300, seed=2, record=writer.add)
writer.close()
"""


@pytest.mark.slow
def test_a_disk_that_gets_full_leaves_whole_blocks_and_the_games_are_written_when_there_is_room(path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", FULL, str(path)], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, f"{path}\n"), done.stderr
    assert number_in(path) == 512 + 300  # two blocks were full when the disk was


@pytest.mark.parametrize("recent", [1, 1 << 20])
def test_merging_keeps_each_game_once(tmp_path: Path, game: swenv.Game, monkeypatch: Any, recent: int) -> None:
    monkeypatch.setattr(corpora, "RECENT", recent)
    one, other, out = (tmp_path / f"{name}.games" for name in ("one", "other", "out"))
    written(one, game, games=6)
    written(other, game, games=6)
    written(other, game, games=4, seed=9)
    assert merge(out, [Corpus(one), Corpus(other)]) == (10, 6)
    assert merge(out, [Corpus(one), Corpus(other)]) == (0, 16)
    assert number_in(out) == 10
    written(tmp_path / "more.games", swenv.load("smallworld", num_players=2, rounds=2))
    before = out.read_bytes()
    with pytest.raises(ValueError, match="cannot be merged"):
        merge(out, [Corpus(one), Corpus(tmp_path / "more.games")])
    assert out.read_bytes() == before


def test_commands_write_count_filter_and_merge_games(tmp_path: Path, run: Any, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    played = run("match", "--seats", "random,greedy", "--games", 6, "--games", "x.games", "--option", "rounds=1")
    assert played.status == 0 and "6 games" in played.out
    header, *players = run("games", "stats", "x.games", "--json").objects
    assert (header["games"], header["options"]["rounds"]) == (6, 1)
    assert [(each["player"], each["games"]) for each in players] == [("random", 6), ("greedy", 6)]
    won = run("games", "stats", "x.games", "--json").objects[2]["wins"]
    assert run("games", "filter", "x.games", "--winner", "greedy", "--out", "w.games").out == f"{won:.0f} games\n"
    again = run("games", "filter", "x.games", "--winner", "greedy", "--out", "w.games").out  # as one that was stopped
    assert again == f"0 games; {won:.0f} were there already\n"
    assert run("games", "filter", "x.games", "--player", "nobody", "--out", "n.games").out == "0 games\n"
    assert run("games", "filter", "x.games", "--sample", 2, "--out", "s.games").out == "2 games\n"
    assert run("games", "merge", "s.games", "x.games", "--out", "m.games").out == "6 games; 2 were there already\n"
    assert "6 games of smallworld" in run("games", "stats", "m.games").out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("match", "--games", "six"), "whole number, not 'six'"),
        (("train", "--games", "six"), "ends in .games, unlike 'six'"),
        (("games", "stats", "none.games"), "no file 'none.games'"),
        (("games", "filter", "x.games"), "needs --out"),
        (("games", "filter", "x.games", "--out", "x.txt"), "ends in .games"),
        (("games", "filter", "x.games", "--out", "x.games"), "is read"),
        (("games", "stats", "x.games", "x.games"), "one file, not 2"),
        (("games", "stats", "x.games", "--player", "random"), "--player is for filter, not for stats"),
        (("games", "merge", "x.games", "--out", "y.games", "--sample", 3), "--sample is for filter, not for merge"),
        (("games", "filter", "x.games", "--out", "y.games", "--json"), "--json is for stats, not for filter"),
        (("games", "export", "x.parquet", "--out", "x.parquet"), "is read"),
        (("games", "export", "x.games", "--out", "folder.parquet"), "is a directory"),
        (("games", "export", "x.games", "--out", "no/x.parquet"), "no folder 'no'"),
        (("match", "--games", "x.parquet/x.games"), "x.parquet': "),
        (("serve", "--games", "x.parquet/x.games"), "x.parquet': "),
    ],
)
def test_wrong_commands_are_refused(
    path: Path, run: Any, monkeypatch: Any, game: swenv.Game, arguments: tuple[str, ...], why: str
) -> None:
    monkeypatch.chdir(path.parent)
    written(path, game)
    shutil.copy(path, "x.parquet")
    Path("folder.parquet").mkdir()
    refused = run(*arguments)
    assert refused.status == 2 and why in refused.err


def test_a_damaged_file_fails_in_a_sentence_and_the_rest_can_be_kept(path: Path, run: Any, game: swenv.Game) -> None:
    written(path, game, games=4, blocks=2)
    data = bytearray(path.read_bytes())
    data[-5] ^= 1
    path.write_bytes(data)
    failed = run("games", "stats", path)
    assert failed.status == 1 and "a damaged block" in failed.err
    kept = run("games", "merge", "--skip-damaged", path, "--out", path.with_name("y.games"))
    assert kept.status == 0 and kept.out.startswith("4 games\nleft out ")


def test_games_are_filtered_while_others_are_written(path: Path, run: Any, game: swenv.Game, monkeypatch: Any) -> None:
    written(path, game, games=4)

    class Growing(CorpusWriter):
        def __init__(self, to: Path, game: swenv.Game) -> None:
            written(path, game, games=4)
            super().__init__(to, game)

    monkeypatch.setattr("swenv.core.corpus.CorpusWriter", Growing)
    assert run("games", "filter", path, "--out", path.with_name("y.games")).out == "4 games\n"


def test_a_win_shared_by_two_players_is_one_of_each(path: Path, run: Any, game: swenv.Game) -> None:
    for seed in range(10_000):  # until neither wins
        *played, (last, _) = walk(game, seed)
        if not last.returns().any():
            break
    with CorpusWriter(path, game) as writer:
        writer.add(seed, ["a", "b"], [action for _, action in played])
    for player in ("a", "b"):
        out = path.with_name(f"{player}.games")
        assert run("games", "filter", path, "--winner", player, "--out", out).out == "1 games\n"


def test_players_without_games_are_not_counted(path: Path, tmp_path: Path, run: Any, game: swenv.Game) -> None:
    with CorpusWriter(path, game) as writer:
        for k, (seed, _, actions) in enumerate(written(tmp_path / "y.games", game, games=4)):
            writer.add(seed, ["a", "b\nc" if k % 2 else "c"], actions)
    add_changed(path, game, lambda parts: parts.update(players=(*parts["players"], "nobody")))
    counted = run("games", "stats", path)
    assert counted.status == 0 and "b\\nc" in counted.out and "nobody" not in counted.out


@pytest.mark.slow
def test_leagues_and_studies_write_what_they_play_now(path: Path, tmp_path: Path, game: swenv.Game) -> None:
    league = League(tmp_path / "league", Terms("smallworld", 2, SHORT, seed=3))
    study = Study(tmp_path / "study", studies.Terms("smallworld", 2, SHORT, 3, ["random", "random"]))
    for _ in range(2):  # the second time, all games are there
        with CorpusWriter(path, game) as writer:
            assert league.play(["random", "greedy"], 20, Here(), QUIET, writer)
            assert study.play(1, Here(), QUIET, writer)
    names = [block.names(i) for block in Corpus(path).blocks() for i in range(len(block))]
    assert (len(names), sum("greedy" in each for each in names)) == (20 + study.size, 20)


@pytest.mark.slow
@pytest.mark.parametrize("learner", ["ppo", "sb3"])
def test_training_writes_games_of_self_play(path: Path, run: Any, learner: str) -> None:
    folder = path.with_name("run")
    sizes = ("num_envs=8", "num_steps=64", "evaluation_games=2", "snapshot_every=9")
    more = [word for each in sizes for word in ("--set", each)]
    common = ("--imitate", 0, "--evaluate", "random", "--games", path, "--run-dir", folder, "--learner", learner)
    assert "a cluster do not write games" in run("train", *common, "--cluster", "local").err
    assert run("train", "--frames", 512, *common, *more, "--option", "rounds=2").status == 0
    first = number_in(path)
    assert run("train", "--resume", "--run-dir", folder, "--frames", 1024, "--games", path).status == 0
    assert sum(len(each.games) for each in Corpus(path).decisions()) == number_in(path) > first > 0
    assert "run" in {name for each in Corpus(path).blocks() for name in each.players}


@pytest.mark.slow
def test_a_corpus_becomes_parquet(path: Path, tmp_path: Path, run: Any, game: swenv.Game) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    played = written(path, game)
    assert run("games", "export", path, "--out", tmp_path / "g.parquet").out == "6 games\n"
    rows = parquet.read_table(tmp_path / "g.parquet").to_pylist()
    assert [(row["seed"], row["players"], row["actions"]) for row in rows] == [
        (seed, list(players), actions.tolist()) for seed, players, actions in played
    ]
    assert run("games", "export", path, "--out", tmp_path / "d.parquet", "--observations").status == 0
    table = parquet.read_table(tmp_path / "d.parquet")
    assert json.loads(table.schema.metadata[b"swenv"])["game"] == "smallworld"
    rows = table.to_pylist()
    assert [row["action"] for row in rows] == [action for *_, actions in played for action in actions]
    state = game.new_state(played[0][0])
    assert rows[0]["observation"] == state.observation().tolist() and rows[0]["mask"] == state.mask().tolist()


@pytest.fixture
def minari(tmp_path: Path, monkeypatch: Any) -> Any:
    """The library, with a folder of its own for its datasets."""
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    return pytest.importorskip("minari")


@pytest.mark.slow
def test_a_corpus_becomes_a_minari_dataset(path: Path, run: Any, game: swenv.Game, minari: Any) -> None:
    played = written(path, game, games=4)
    made = run("games", "export", path, "--out", "swenv/tiny-v0")
    assert made.status == 0 and made.out.startswith("8 episodes"), made.err
    dataset = minari.load_dataset("swenv/tiny-v0")
    env = dataset.recover_environment()
    assert env.observation_space == dataset.observation_space and env.unwrapped.game == game
    assert dataset.total_steps == sum(len(actions) for *_, actions in played)
    for episode in dataset.iterate_episodes():
        masks = episode.observations["action_mask"]
        assert masks[np.arange(len(episode.actions)), episode.actions].all() and not masks[-1].any()
        assert episode.terminations.sum() == episode.terminations[-1] == 1
        assert abs(episode.rewards[-1]) <= 1 and not episode.rewards[:-1].any()
    assert run("games", "export", path, "--out", "swenv/tiny-v0").status == 1


@pytest.mark.slow
@pytest.mark.parametrize("out", ["o.parquet", "swenv/tiny-v0"])
@pytest.mark.usefixtures("minari")
def test_an_export_checks_all_games_and_leaves_nothing_if_one_is_wrong(
    path: Path, tmp_path: Path, run: Any, game: swenv.Game, monkeypatch: Any, out: str
) -> None:
    monkeypatch.chdir(tmp_path)
    written(path, game)
    add_changed(path, game, lambda parts: parts["coins"].fill(1))
    failed = run("games", "export", path, "--out", out)
    assert failed.status == 1 and "game 6: it does not end as it did" in failed.err
    assert not list(tmp_path.glob("*.parquet*")) and not (tmp_path / "minari" / "swenv" / "tiny-v0").exists()


@pytest.mark.slow
@pytest.mark.parametrize("out", ["all.parq", "swenv/tiny", "../tiny-v0", "/tmp/tiny-v0", ""])
@pytest.mark.usefixtures("minari")
def test_what_is_no_dataset_is_refused_before_any_is_made(path: Path, run: Any, game: swenv.Game, out: str) -> None:
    written(path, game, games=2)
    failed = run("games", "export", path, "--out", out)
    assert failed.status == 1 and "nor the id of a Minari dataset" in failed.err
    assert [*path.parent.iterdir()] == [path]


@pytest.mark.slow
@pytest.mark.long
def test_a_clone_is_a_player(path: Path, game: swenv.Game) -> None:
    written(path, game, games=64)
    clone, recipe = path.with_name("clone"), [sys.executable, "-m", "swenv.training.recipes.cloning", str(path)]
    flags = ["--out", str(clone), "--player", "random", "--evaluation-games", "4", "--epochs", "1"]
    done = subprocess.run([*recipe, *flags], capture_output=True, text=True)
    assert done.returncode == 0 and "games against greedy" in done.stdout, done.stderr
    match(game, [make(str(clone)), make("random")], 2)
    assert Trained.at(clone).reward == "win"  # what it learned to expect: a search counts on it
    for wrong, why in ((flags, "is there already"), (["--player", "nobody"], "no games of nobody")):
        refused = subprocess.run([*recipe, *wrong], capture_output=True, text=True)
        assert refused.returncode == 2 and why in refused.stderr and "Traceback" not in refused.stderr
