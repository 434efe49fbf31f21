"""Fits the weights of the evaluation: `python -m swenv.training.fit_evaluation smallworld --num-players 3`.

Games are played in rounds: first by `greedy`, then by `greedy` and searches that use the weights of the round before,
or, in half of the games, the player named by `--player`, such as a champion. After each round, the weights are fitted
to the games of all rounds, by ridge regression of the coins still to be earned on the features of
`swenv.core.evaluation`, and stored beside the engine, which reads them. The rounds matter: weights fitted only to games
of `greedy` misjudge positions that `greedy` avoids, and a search steers towards those (Ross et al., 2011).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from swenv.agents import make
from swenv.agents.base import Player
from swenv.core.evaluation import FILE
from swenv.core.game import Game, State
from swenv.core.machine import processors
from swenv.core.registry import games, load
from swenv.core.search import favouring, search
from swenv.training.processes import Processes
from swenv.training.progress import Progress

SIMULATIONS = (30, 100, 300)
"""Of searches, drawn for each game."""
TRUSTS = (0.0, 0.3, 0.7)
"""Priors of the action of `greedy` in searches, drawn for each game."""
SLIPS = (0.0, 0.0, 0.05)
"""Shares of random actions, drawn for each game."""
THINKERS = 0.7
"""Share of seats that think, after the first round."""
PLAYERS = 0.5
"""Share of games in which those who think are the named player, if there is one; in the others, they search."""
RIDGE = 20.0
"""Penalty on squared weights."""
CHUNK = 20
"""Games that a process plays at once."""
DIGITS = 3
_LINE = re.compile(r"\[[^\[\]]*\]")

Positions = tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]
"""Features (n, contenders, features), stages, coins then and coins at the end, all (n, contenders)."""


def play(name: str, num_players: int, seeds: Sequence[int], thinking: bool, player: str = "") -> Positions:
    """Play games, one for each seed, and return the positions in which turns begin."""
    game = load(name, num_players=num_players)
    named = make(player) if player and thinking else None
    return joined([_play_one(game, seed, thinking, named) for seed in seeds])


def joined(parts: Sequence[Positions]) -> Positions:
    """The positions of all parts."""
    features, stages, coins, ends = (np.concatenate(each) for each in zip(*parts, strict=True))
    return features, stages, coins, ends


def _play_one(game: Game, seed: int, thinking: bool, named: Player | None) -> Positions:
    rng = np.random.default_rng(seed)
    thinkers = rng.random(game.num_players) < THINKERS * thinking
    simulations, trust, slips = (rng.choice(values) for values in (SIMULATIONS, TRUSTS, SLIPS))
    turns = int(rng.integers(1, 3))
    if named is not None and rng.random() < PLAYERS:
        named.reset(game, seed=seed)
    else:
        named = None
    greedy, state = make("greedy"), game.new_state(seed=seed)
    greedy.reset(game)
    records = []
    while not state.is_over:
        records.append(state.record.copy())
        legal = state.legal_actions()
        if len(legal) == 1 or rng.random() < slips:
            action = int(rng.choice(legal))
        elif not thinkers[state.to_act]:
            action = greedy.act(state)
        elif named is not None:
            action = named.act(state)
        else:
            priors = favouring(game, greedy.act(state), float(trust)) if trust else None
            chance = int(rng.integers(2**62))
            action = search(state, int(simulations), None, None, chance, priors=priors, turns=turns).action
        state.apply(action)
    return _positions_among(game, np.concatenate(records), state)


def _positions_among(game: Game, records: NDArray[np.void], end: State) -> Positions:
    """The positions among these records in which turns begin."""
    everybody = game.contenders
    begins, stages = np.zeros(len(records), dtype=np.bool_), np.zeros((len(records), everybody), dtype=np.int64)
    features = np.zeros((len(records), everybody, game.evaluated[1]))
    game.engine.features_batch(records, game.tables, begins, features, stages)
    coins = records["coins"][begins, :everybody].astype(np.float64)
    ends = np.broadcast_to(end.record["coins"][0, :everybody].astype(np.float64), coins.shape)
    return features[begins], stages[begins], coins, ends


def fit(positions: Positions, stages: int) -> NDArray[np.float64]:
    """The weights, (stages, 2 * features), that predict these positions best.

    Stages without positions have the weights of the one before, so that games of more rounds are judged sensibly.
    """
    features, stage_of, coins, ends = positions
    columns = _columns(features)
    weights = np.zeros((stages, columns.shape[-1]))
    for stage in range(stages):
        x, y = columns[stage_of == stage], (ends - coins)[stage_of == stage]
        if not len(x):
            weights[stage] = weights[max(stage - 1, 0)]
            continue
        weights[stage] = np.linalg.solve(x.T @ x + RIDGE * np.eye(x.shape[1]), x.T @ y)
    return weights


def explained(positions: Positions, weights: NDArray[np.float64]) -> float:
    """The share of the variance of leads at the end that weights explain."""
    features, stages, coins, ends = positions
    expected = coins + (_columns(features) * weights[stages]).sum(axis=2)
    error = _leads(expected) - _leads(ends)
    return float(1 - (error**2).mean() / _leads(ends).var())


def _columns(features: NDArray[np.float64]) -> NDArray[np.float64]:
    """The features of each contender, and the mean of the others'."""
    others = (features.sum(axis=1, keepdims=True) - features) / (features.shape[1] - 1)
    return np.concatenate([features, others], axis=2)


def _leads(coins: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far the first contender is ahead of the best other one."""
    leads: NDArray[np.float64] = coins[:, 0] - coins[:, 1:].max(axis=1)
    return leads


def beside_engine(game: Game) -> Path:
    """The file from which the engine of a game reads its weights."""
    package = str(game.engine.__name__).rsplit(".rules", 1)[0]
    return Path(str(files(package).joinpath(FILE)))


def store(path: Path, game: Game, weights: NDArray[np.float64]) -> None:
    """Write the weights of a game into a file, one line a stage; those of other games stay."""
    document = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    document.setdefault(game.name, {})[str(game.num_players)] = np.round(weights, DIGITS).tolist()
    half = path.with_suffix(".part")
    half.write_text(_LINE.sub(_joined, json.dumps(document, indent=0)) + "\n", encoding="utf-8")
    half.replace(path)


def _joined(match: re.Match[str]) -> str:
    return match.group().replace("\n", "").replace(",", ", ")


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit the weights of one game for one number of players; 1 if stopped."""
    parser = argparse.ArgumentParser(
        prog="python -m swenv.training.fit_evaluation",
        description="Fit the weights of the evaluation of a game, and store them beside the engine.",
        allow_abbrev=False,
    )
    parser.add_argument("game", choices=games())
    parser.add_argument("--num-players", type=int, default=2, metavar="N", help="number of seats (default: 2)")
    parser.add_argument("--games", type=int, default=600, metavar="N", help="games of each round (default: 600)")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="rounds (default: 5)")
    parser.add_argument(
        "--player", default="", metavar="P", help='also plays after the first round, such as "champion"'
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of all chance (default: 0)")
    parser.add_argument("--jobs", type=int, default=processors(), metavar="N", help="processes")
    args = parser.parse_args(arguments)
    game = load(args.game, num_players=args.num_players)
    if args.player:
        try:
            make(args.player).reset(game)
        except (ImportError, OSError, ValueError) as error:
            parser.error(str(error))
    progress = Progress()
    parts: list[Positions] = []
    for round_number in range(args.rounds):
        first = args.seed + round_number * args.games
        chunks = [range(at, min(at + CHUNK, first + args.games)) for at in range(first, first + args.games, CHUNK)]
        progress.begin(f"round {round_number + 1}", "games", args.games)
        before = len(parts)

        def keep(part: Positions, before: int = before) -> None:
            parts.append(part)
            progress.update(min((len(parts) - before) * CHUNK, args.games), {})

        work = [(args.game, args.num_players, list(chunk), round_number > 0, args.player) for chunk in chunks]
        finished = Processes(args.jobs).run(play, work, keep)
        progress.end()
        if not finished:
            return 1
        positions = joined(parts)
        weights = fit(positions, game.evaluated[0])
        store(beside_engine(game), game, weights)
        print(f"{len(positions[0]):,} positions, {explained(positions, weights):.1%} of the leads explained")
    return 0


if __name__ == "__main__":
    sys.exit(main())
