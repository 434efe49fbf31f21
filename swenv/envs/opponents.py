"""Who plays the seats that the learner does not."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from swenv.core.game import MAX_SEED, Game, State
from swenv.core.random import mixed


class Opponent(Protocol):
    """What an environment asks of a player; `swenv.agents.Player` has it."""

    def reset(self, game: Game, seat: int, seed: int) -> None:
        """Make ready to play; seat -1 for one that serves many games."""

    def act(self, state: State) -> int:
        """The index of the action to take."""

    def act_batch(self, observations: NDArray[np.int8], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """An action for each of many games."""


def names_of(opponents: str | Sequence[str], number: int) -> list[str]:
    """One name for each of `number` opponents, in the order in which they play after the learner.

    Args:
        opponents: One name for all of them, or a name for each.
        number: How many there are.

    Raises:
        ValueError: there are too many or too few names.
        TypeError: a name is none. Names keep an environment's spec JSON-friendly.
    """
    names = [opponents] * number if isinstance(opponents, str) else list(opponents)
    if len(names) != number:
        raise ValueError(f"option 'opponents': {number} names are needed, or one for all, not {len(names)}")
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"option 'opponents': a name or the path of a checkpoint is needed, not {name!r}")
    return names


def make(name: str) -> Opponent:
    """The player of a name, see `swenv.agents.make`.

    The players' room lies above this one: imports run downwards only, so it is looked up by its name, and only when an
    environment with opponents is made.

    Raises:
        ValueError: there is no such player; the message names the nearest.
    """
    player: Opponent = import_module("swenv.agents").make(name)
    return player


def check_seat(seat: int | None, num_players: int) -> int | None:
    """The seat option itself.

    Raises:
        ValueError: there is no such seat.
    """
    if seat is not None and (not hasattr(seat, "__index__") or not 0 <= seat < num_players):
        raise ValueError(f"option 'seat': 0 to {num_players - 1}, or None to draw it for each game, not {seat!r}")
    return seat


def seat_of(seed: int, num_players: int) -> int:
    """The learner's seat in the game of a seed when it is drawn: the same in a batch of any size, or alone."""
    return mixed(seed ^ _SEAT_STREAM) % num_players


def seeds(generator: np.random.Generator, number: int) -> list[int]:
    """Seeds drawn from the environment's own generator."""
    return [int(seed) for seed in generator.integers(MAX_SEED, size=number)]


_SEAT_STREAM = 0x5EA7  # apart from the stream of the stacks, which begins with mixed(seed)

POLICIES = ("raise", "random_legal", "lose")
"""What an illegal action of the learner leads to."""
