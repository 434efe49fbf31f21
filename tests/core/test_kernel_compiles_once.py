"""One compilation serves all games of an engine, every number of players, map and window: sizes are data, not types."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest
from numba.core.dispatcher import Dispatcher

import swenv
from randomplay import BOTH, walk
from support import FX9

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="NUMBA_DISABLE_JIT is set")


def signatures() -> dict[str, list[Any]]:
    """Those of the compiled functions that Python calls, whose machine code is cached on disk."""
    found = {}
    for module in [module for name, module in sys.modules.items() if name.startswith("swenv.")]:
        for value in list(vars(module).values()):
            if isinstance(value, Dispatcher) and value.stats.cache_path is not None:
                found[f"{value.py_func.__module__}.{value.py_func.__name__}"] = list(value.signatures)
    return found


LAYOUTS: tuple[Callable[[Any], Any], ...] = (
    lambda array: array.astype(np.int16 if array.dtype != np.bool_ else np.bool_),
    lambda array: array.astype(array.dtype.newbyteorder(">")),
    lambda array: np.repeat(array, 2)[::2],
    lambda array: np.asfortranarray(np.stack([array, array]))[0],
    lambda array: np.frombuffer(array.tobytes(), dtype=array.dtype),  # which cannot be written
    list,
)
"""Ways to pass an array; numba would compile for each of them."""


def play_everything(game: swenv.Game) -> None:
    """Call every entry, from Python and in a batch, with one thread and with two."""
    for state, _ in walk(game, seed=1):
        state.observation(0)
        state.copy().sample_hidden(0, 1)
        for action in state.legal_actions()[:1]:
            game.accounts(state.record, int(action))
    game.from_position(state.to_position()).returns()
    for threads in (1, 2):
        vec = game.vector(num_games=8, seed=1, threads=threads)
        for _ in range(20):
            vec.step(np.argmax(vec.masks, axis=1))
        for layout in LAYOUTS:
            vec.step(layout(np.argmax(vec.masks, axis=1)), where=layout(np.ones(8, dtype=np.bool_)))
        vec.reset()


SETTINGS = {"hide_coins": True, "reward": "coins", "own_decline_defends": True, "substitution_needs_hand": False}
GAMES: dict[str, list[dict[str, Any]]] = {
    "boards": [
        {"name": "smallworld"},
        {"name": "smallworld", "num_players": 5},
        {"name": "smallworld", "map": FX9, "rounds": 3, **SETTINGS},
        {"name": "underground", "num_players": 5, "boxes": BOTH, "places": False},
        {"name": "smallworld", "num_players": 3, "boxes": BOTH, "places": True},
    ],
    "islands": [
        {"name": "islands"},
        {"name": "islands", "num_players": 1, "mode": "advanced", "level": 6, "reward": "margin"},
        {"name": "islands", "num_players": 3, "window": 15, "start_layout": "random"},
        {"name": "islands", "num_players": 4, "mode": "advanced", "start_layout": "fixed"},
        {"name": "islands", "window": 21, "best_resource": True, "best_token": True, "reward": "coins"},
        {"name": "islands", "window": 5},
    ],
}


@pytest.mark.parametrize("engine", GAMES)
def test_one_compilation_serves_all_games_of_an_engine(engine: str) -> None:
    first: dict[str, Any] = {}
    for options in GAMES[engine]:
        play_everything(swenv.load(**options))
        first = first or signatures()
    assert first, "no compiled entry was found"
    assert signatures() == first, "another box, mode, map, window or number of players compiled something again"
    assert max(map(len, first.values())) == 1


def test_the_games_of_an_engine_share_one_dtype() -> None:
    # numba takes four times as long over a step when each game has an equal dtype of its own
    games = [swenv.load(name, num_players=3) for name in ("smallworld", "underground", "warcraft")]
    assert len({id(game.blank.dtype) for game in games}) == len({id(game.tables.dtype) for game in games}) == 1
    assert swenv.load("islands").blank.dtype is swenv.load("islands", num_players=3).blank.dtype
