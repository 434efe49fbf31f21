"""How large islands get in Small Islands, how many houses are built, and how rare each achievement is.

The tiles were calibrated with it (`docs/rules/islands.md`, section 12):

    python benchmarks/achieved.py planner --num-players 2 --games 100 --seed 1
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

import swenv
from swenv.agents import make
from swenv.core.machine import processors
from swenv.islands import achievements, islands
from swenv.islands.content import DATA
from swenv.training.processes import Processes

PERCENTILES = (5, 50, 95, 99)
"""Of the points of a seat."""


@dataclass(frozen=True)
class Ending:
    """What is counted at the end of a game.

    Attributes:
        sizes: The numbers of tiles of all islands of at least two, the largest last.
        houses: Houses built by each seat.
        points: Points of each seat.
        achieved: The achievements of the winner; None if there is no winner.
    """

    sizes: tuple[int, ...]
    houses: tuple[int, ...]
    points: tuple[int, ...]
    achieved: tuple[str, ...] | None


def play(player: str, num_players: int, mode: str, seed: int) -> Ending:
    """Play a game of one player against itself to the end."""
    game = swenv.load("islands", num_players=num_players, mode=mode)
    state, everybody = game.new_state(seed=seed), make(player)
    everybody.reset(game, seed=seed)
    while not state.is_over:
        state.apply(everybody.act(state))
    final = islands(state)
    seats = range(num_players)
    won = any(worth == 1 for worth in state.returns()[:num_players])
    return Ending(
        tuple(sorted(island.size for island in final if island.size > 1)),
        tuple(sum(island.houses.get(seat, 0) for island in final) for seat in seats),
        tuple(int(state.coins[seat]) for seat in seats),
        achievements(state) if won else None,
    )


def summary(endings: Sequence[Ending], mode: str) -> str:
    """The figures of some games, for people."""
    sizes = Counter(size for ending in endings for size in ending.sizes)
    largest = np.array([ending.sizes[-1] if ending.sizes else 1 for ending in endings])
    houses = Counter(built for ending in endings for built in ending.houses)
    points = np.array([ending.points for ending in endings])
    wins = [ending.achieved for ending in endings if ending.achieved is not None]
    spread = ", ".join(f"{value:.0f}" for value in np.percentile(points, PERCENTILES))
    achieved = {entry["id"]: sum(entry["id"] in win for win in wins) for entry in DATA["achievements"][mode]}
    return "\n".join(
        [
            f"largest island: mean {largest.mean():.1f}, median {np.median(largest):.0f}, most {largest.max()}; "
            f"12 or more tiles in {(largest >= 12).mean():.1%} of the games",
            f"islands of at least 2 tiles: {sum(sizes.values()) / len(endings):.1f} a game, of "
            f"{np.mean([size for ending in endings for size in ending.sizes]):.1f} tiles",
            f"their sizes: {_shares(sizes)}",
            f"houses of a seat: {np.mean([ending.houses for ending in endings]):.2f}; {_shares(houses)}",
            f"points of a seat: {points.mean():.1f}; {spread} at the percentiles {PERCENTILES}; most {points.max()}; "
            f"winners {points.max(axis=1).mean():.1f}",
            f"achievements of {len(wins)} winners: "
            + ", ".join(f"{name} {count / max(len(wins), 1):.1%}" for name, count in achieved.items()),
        ]
    )


def _shares(counts: Counter[int]) -> str:
    return ", ".join(f"{value}: {count / sum(counts.values()):.1%}" for value, count in sorted(counts.items()))


def main(arguments: Sequence[str] | None = None) -> None:
    """Play games, and print their figures."""
    parser = argparse.ArgumentParser(description="Measure what a player achieves against itself in Small Islands.")
    parser.add_argument("player", nargs="?", default="planner", help="the player of all seats (default: planner)")
    parser.add_argument("--num-players", type=int, default=2, metavar="N", help="number of seats, 1 to 4 (default: 2)")
    parser.add_argument("--mode", choices=tuple(DATA["achievements"])[:2], default="standard", help="of the cards")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="default: 200")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game (default: 1)")
    parser.add_argument("--jobs", type=int, default=processors(), metavar="N", help="processes")
    args = parser.parse_args(arguments)
    seeds = range(args.seed, args.seed + args.games)
    endings: list[Ending] = []
    work = [(args.player, args.num_players, args.mode, seed) for seed in seeds]
    if Processes(args.jobs).run(play, work, endings.append):
        print(summary(endings, args.mode))


if __name__ == "__main__":
    main()
