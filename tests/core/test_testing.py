"""`swenv.testing.check_game`: all games pass, and whatever breaks a promise is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import swenv
from randomplay import SOME_MIXES, board_game, busy_walk, some_game
from swenv import testing
from swenv.core.game import State
from swenv.core.vector import Vector


@pytest.mark.slow
@pytest.mark.parametrize("key", SOME_MIXES)
def test_every_game_passes(key: str) -> None:
    testing.check_game(some_game(key), games=2, seed=5)


@pytest.mark.parametrize("key", SOME_MIXES)
def test_positions_of_play_have_no_problems(key: str) -> None:
    assert [each for state, _ in busy_walk(some_game(key), seed=3) for each in state.problems()] == []


def with_dice(self: State, seat: int | None = None) -> np.ndarray:
    return np.frombuffer(self.record.tobytes(), np.int8)[-self.game.observation_size :].copy()


def counting(self: State) -> dict[str, Any]:
    return {**WRITE(self), "seed": COUNTER.append(0) or len(COUNTER)}


def forgetful(self: State) -> dict[str, Any]:
    document = WRITE(self)
    document["seats"][0]["coins"] = 0
    return document


ACTIONS = board_game(2).num_actions
COUNTER: list[int] = []
WRITE, APPLY, STEP, SEEN = State.to_position, State.apply, Vector.step, State.observation


def careless(self: State, action: Any) -> None:
    if isinstance(action, str) or self.mask()[action]:
        APPLY(self, action)
    else:
        self.record["coins"] += 1
        raise swenv.IllegalAction("x", "y", "SW-TURN-1")


FAULTS: list[tuple[str, type, str, Callable[..., Any]]] = [
    ("no action is legal, and the game is not over", State, "mask", lambda self, *_: np.zeros(ACTIONS, dtype=bool)),
    ("IllegalAction|differ", State, "mask", lambda self, *_: np.ones(ACTIONS, dtype=bool)),
    ("shares memory with the state|changes nothing", State, "copy", lambda self: self),
    ("was refused and changed the state", State, "apply", careless),
    ("has the shape", State, "observation", lambda self, seat=None: np.zeros(3, np.int8)),
    ("depends on what it cannot know|declares no", State, "observation", with_dice),
    ("the layout declares no 2 at", State, "observation", lambda self, seat=None: 2 * SEEN(self, seat)),
    ("another position document", State, "to_position", counting),
    ("is another state", State, "to_position", forgetful),
    ("returns before the game is over", State, "returns", lambda self: np.ones(2)),
    ("do not sum to 0", State, "returns", lambda self: np.full(2, float(self.is_over))),
    ("depends on what it cannot know|who is to act", State, "sample_hidden", lambda self, *_: self.game.new_state(9)),
    ("in a batch", Vector, "step", lambda self, actions: STEP(self, self.masks.argmax(1))),
]


@pytest.mark.parametrize(("says", "kind", "method", "fault"), FAULTS)
def test_a_broken_promise_is_named(monkeypatch: Any, says: str, kind: type, method: str, fault: Any) -> None:
    monkeypatch.setattr(kind, method, fault)
    with pytest.raises(AssertionError, match=says) as found:
        testing.check_game(board_game(2), games=2)
    assert "seed" in str(found.value) and "step" in str(found.value)


@pytest.mark.parametrize("numbers", [{"games": 0}, {"games": 1.5}, {"seed": -1}])
def test_the_numbers_are_checked(numbers: dict[str, Any]) -> None:
    with pytest.raises((ValueError, TypeError)):
        testing.check_game(board_game(2), **numbers)
