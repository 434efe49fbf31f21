"""The engines never loop forever: a record that no play leads to ends in an error."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import swenv
from swenv.smallworld.rules.record import NO_ROW


def nobody_can_pick(g: Any) -> None:
    """One combo in the column, and nothing to fill it with."""
    g.column_race[1:], g.column_power[1:] = NO_ROW, NO_ROW
    g.num_rows, g.num_race_stack, g.num_power_stack, g.num_discard = 1, 0, 0, 0


def nothing_can_be_laid(g: Any) -> None:
    """No cell is beside the islands."""
    g.frontier[:] = 0


BREAKS: list[tuple[str, dict[str, Any], str, Callable[[Any], None]]] = [
    ("smallworld", {}, "pick", nobody_can_pick),
    ("underground", {}, "pick", nobody_can_pick),
    ("warcraft", {}, "pick", nobody_can_pick),
    ("islands", {}, "hand", nothing_can_be_laid),
]


def broken(name: str, options: dict[str, Any], phase: str, damage: Callable[[Any], None]) -> swenv.State:
    """A state before a decision of that phase, damaged."""
    state = swenv.load(name, num_players=2, **options).new_state(seed=4)
    while state.phase != phase:
        state.apply(int(state.legal_actions()[0]))
    damage(state.record[0])
    return state


def go_on(state: swenv.State) -> None:
    """Play until something goes wrong."""
    for _ in range(100):
        state.apply(int(state.legal_actions()[-1]))


@pytest.mark.parametrize(("name", "options", "phase", "damage"), BREAKS, ids=[name for name, *_ in BREAKS])
def test_a_game_in_which_nobody_can_go_on_ends_in_an_error(
    name: str, options: dict[str, Any], phase: str, damage: Callable[[Any], None]
) -> None:
    state = broken(name, options, phase, damage)
    start = time.process_time()
    with pytest.raises(RuntimeError, match="nobody has a decision any more"):
        go_on(state)
    assert time.process_time() - start < 1


def test_a_batch_ends_in_the_same_error() -> None:
    vector = swenv.load("smallworld", num_players=2).vector(3, seed=1)
    nobody_can_pick(vector.records[1])
    with pytest.raises(RuntimeError, match="nobody has a decision any more"):
        for _ in range(100):
            vector.step(np.array([np.flatnonzero(mask)[-1] for mask in vector.masks]))
