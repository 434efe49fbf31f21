"""What the recipes share: their options, and the win rate of what they trained."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

import swenv
from swenv.agents import Player, make
from swenv.core.game import Game
from swenv.envs import IDS
from swenv.training.arena import match

Choose = Callable[[NDArray[np.float32], NDArray[np.bool_]], Any]
"""Takes observations (n, observation_size) and masks (n, num_actions); returns n actions."""


def options(description: str, steps: int = 100_000) -> argparse.Namespace:
    """Read the command line; adds `id`, the Gymnasium id of the game."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--game", default=swenv.games()[0], choices=swenv.games())
    parser.add_argument("--num-players", type=int, default=2)
    parser.add_argument("--steps", type=int, default=steps, help="decisions to learn from")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--games", type=int, default=400, help="games of the evaluation")
    args = parser.parse_args()
    args.id = next(f"swenv/{name}" for name, game in IDS.items() if game == args.game)
    return args


class Trained(Player):
    """A player that asks a function."""

    def __init__(self, name: str, choose: Choose) -> None:
        self.name, self._choose = name, choose

    def act_batch(self, observations: NDArray[np.int8], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """See `Player.act_batch`."""
        chosen: NDArray[np.int64] = np.asarray(self._choose(observations.astype(np.float32), masks), dtype=np.int64)
        return chosen


class Clock:
    """Measures how many decisions a second are learned from."""

    def __init__(self) -> None:
        self._start = time.perf_counter()

    def report(self, args: argparse.Namespace, name: str, choose: Choose, steps: int | None = None) -> None:
        """Print the speed, and the win rate against `random` with its 95 % interval."""
        seconds = time.perf_counter() - self._start
        total = args.steps if steps is None else steps
        game: Game = swenv.load(args.game, num_players=args.num_players)
        players = [Trained(name, choose), *(make("random") for _ in range(args.num_players - 1))]
        score = match(game, players, games=args.games, seed=args.seed + 1).tallies[0]
        print(
            f"{name}: {total:,} steps in {seconds:.0f} s, {total / seconds:,.0f} per second; won "
            f"{score.rate:.1%} ({score.low:.1%} to {score.high:.1%}) of {score.games} games against random"
        )
