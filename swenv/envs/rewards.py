"""Rewards: functions of the states before and after a step that return one number per seat.

The compiled batch also pays the three values of the option `reward`; this is their plain Python version.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from swenv.core.game import State

Pay = Sequence[float] | NDArray[Any]
"""(num_players,) numbers."""
RewardFn = Callable[[State, State], Pay]
"""Called with the states before and after a step."""


def win(before: State, after: State) -> NDArray[np.float64]:
    """At the end: +1 to the winner, shared when tied; the losers share -1. In solo play, +1 or -1."""
    return after.returns()


def margin(before: State, after: State) -> NDArray[np.float64]:
    """At the end: own coins minus the best other seat's, divided by the larger of the two: from -1 to 1.

    In solo play, the other side is the game's own opponent.
    """
    return after.game.margins(after.record) if after.is_over else np.zeros(after.game.num_players)


def coins(before: State, after: State) -> NDArray[np.float64]:
    """At every step: the change in each seat's coins."""
    return (after.coins - before.coins).astype(np.float64)


REWARDS: dict[str, RewardFn] = {"win": win, "margin": margin, "coins": coins}
"""The values of the option `reward`."""
