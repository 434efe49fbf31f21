"""The players of the seats that are not the learner's."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from swenv.core.game import MAX_SEED, Game, State
from swenv.core.plain import plain
from swenv.core.random import mixed
from swenv.core.vector import Vector


class Opponent(Protocol):
    """What an environment needs from a player; `swenv.agents.Player` provides it."""

    def reset(self, game: Game, seat: int, seed: int) -> None:
        """Prepare to play; seat -1 for a player that serves many games."""

    def act(self, state: State) -> int:
        """Return the index of an action."""

    def act_in(self, vector: Vector, games: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return an action for each of these games of a batch."""


def names_of(opponents: str | Sequence[str], number: int) -> list[str]:
    """One name for each of `number` opponents, in the order in which they play after the learner.

    Args:
        opponents: One name for all of them, or a name for each.
        number: The number of opponents.

    Raises:
        ValueError: there are too many or too few names.
        TypeError: a name is not a string. Strings keep an environment's spec JSON-friendly.
    """
    names = [opponents] * number if isinstance(opponents, str) else list(opponents)
    if len(names) != number:
        raise ValueError(f"option 'opponents': takes one name for all, or a list of {number}, not of {len(names)}")
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"option 'opponents': takes names or paths of trained agents, not {name!r}")
    return names


def make(name: str) -> Opponent:
    """Make a player by name, see `swenv.agents.make`.

    The package of players is above this one, and imports only run downwards, so it is looked up by name, and only when
    an environment with opponents is created.

    Raises:
        ValueError: there is no such player; the message suggests the nearest name.
    """
    player: Opponent = import_module("swenv.agents").make(name)
    return player


def check_seat(seat: int | None, num_players: int) -> int | None:
    """Return the option `seat` if it is valid.

    Raises:
        ValueError: there is no such seat.
    """
    seat = plain(seat)
    if seat is not None and (type(seat) is not int or not 0 <= seat < num_players):
        raise ValueError(f"option 'seat': 0 to {num_players - 1}, or None to draw it for each game, not {seat!r}")
    return seat


def seat_of(seed: int, num_players: int) -> int:
    """The learner's random seat in the game of a seed: the same alone and in a batch of any size."""
    return mixed(seed ^ _SEAT_STREAM) % num_players


def seeds(generator: np.random.Generator, number: int) -> list[int]:
    """Draw seeds from the environment's own generator."""
    return [int(seed) for seed in generator.integers(MAX_SEED, size=number)]


_SEAT_STREAM = 0x5EA7  # apart from the stream of the stacks, which begins with mixed(seed)
