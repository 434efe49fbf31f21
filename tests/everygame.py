"""Parameters for tests of every game: numbers of players, adapters, and short or unusual options."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest

import swenv
from swenv.core import registry

GAMES = swenv.games()
SOME_GAMES = [
    name if name in {"smallworld", "islands"} else pytest.param(name, marks=pytest.mark.slow) for name in GAMES
]
"""All of `GAMES`; one board game and the tile game are quick, the others are marked slow."""
ONE_GAME = [name if name == "smallworld" else pytest.param(name, marks=pytest.mark.slow) for name in GAMES]
"""All of `GAMES`; one is quick, the others are marked slow."""
SEATS = {name: registry.kind(name).seats for name in GAMES}
"""The numbers of players of each game."""
TABLES = [(name, number) for name in GAMES for number in SEATS[name]]
"""Each game with each number of players."""
QUICK_TABLES = [(name, (min if name in {"smallworld", "islands"} else max)(SEATS[name])) for name in GAMES]
"""Each game once, with its smallest or its largest number of players."""
SOME_TABLES = [table if table in QUICK_TABLES else pytest.param(*table, marks=pytest.mark.slow) for table in TABLES]
"""All of `TABLES`; all but the quick ones are marked slow."""
MODULES = {name: import_module(f"swenv.{name}_v0") for name in GAMES}
"""The PettingZoo module of each game."""
IDS = {name: f"swenv/{registry.kind(name).__name__}-v0" for name in GAMES}
"""The Gymnasium id of each game."""

_BOARDS = {
    2: ["L1b", "S2a"],
    3: ["L2b", "M1b", "S1a"],
    4: ["L1a", "M1a", "M2b", "S2b"],
    5: ["L1b", "L2a", "M2a", "S1b", "S2b"],
}


def short(name: str, rounds: int) -> dict[str, Any]:
    """Options that end a game after this many rounds, if it has such options."""
    return {} if name == "islands" else {"rounds": rounds}


def unusual(name: str, num_players: int) -> dict[str, Any]:
    """Options for an unusual variant of a game: both boxes mixed, chosen boards, other cards and another window."""
    if name == "islands":
        return {"mode": "advanced", "window": 15}
    return (
        {"boards": _BOARDS[num_players]} if name == "warcraft" else {"boxes": ["base", "underground"], "places": True}
    )


def same(one: Any, other: Any) -> bool:
    """Whether two observations, infos or steps are equal, in every key, shape and dtype."""
    if isinstance(one, dict):
        return isinstance(other, dict) and one.keys() == other.keys() and all(same(one[k], other[k]) for k in one)
    if isinstance(one, list | tuple) or (isinstance(one, np.ndarray) and one.dtype == object):
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
    if one is None or other is None:
        return one is other
    return np.asarray(one).dtype == np.asarray(other).dtype and np.array_equal(one, other)


def middle(name: str = "smallworld", **options: Any) -> dict[str, Any]:
    """The document of a position in the middle of a game."""
    state = swenv.load(name, num_players=2, **options).new_state(seed=7)
    for _ in range(12):
        state.apply(int(state.legal_actions()[-1]))
    return state.to_position()
