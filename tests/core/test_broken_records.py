"""The engines never loop forever: a record that no play leads to ends in an error."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

import swenv
from swenv.smallworld.rules.record import NO_ROW

ERROR = "nobody has a decision any more"


def nobody_can_go_on(g: Any) -> None:
    """No cell is beside the islands; or the column has one combo, and there is nothing to fill it with."""
    if "frontier" in g.dtype.names:
        g.frontier[:] = 0
    else:
        g.column_race[1:], g.column_power[1:] = NO_ROW, NO_ROW
        g.num_rows, g.num_race_stack, g.num_power_stack, g.num_discard = 1, 0, 0, 0


@pytest.mark.parametrize("name", swenv.games())
def test_a_game_in_which_nobody_can_go_on_ends_in_an_error(name: str) -> None:
    state = swenv.load(name).new_state(seed=4)
    while state.phase not in ("pick", "hand"):
        state.apply(state.legal_actions()[0])
    nobody_can_go_on(state.record[0])
    start = time.process_time()
    with pytest.raises(RuntimeError, match=ERROR):
        for _ in range(100):
            state.apply(state.legal_actions()[-1])
    assert time.process_time() - start < 1


def test_a_batch_ends_in_the_same_error() -> None:
    vector = swenv.load("smallworld").vector(3, seed=1)
    nobody_can_go_on(vector.records[1])
    with pytest.raises(RuntimeError, match=ERROR):
        for _ in range(100):
            vector.step(np.array([np.flatnonzero(mask)[-1] for mask in vector.masks]))
