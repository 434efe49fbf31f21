"""What a step pays: functions of the states before and after it, one number a seat.

The three that the option `reward` names are paid by the compiled batch as well; here they are in words.
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
    """At the end +1 to the winner, shared when tied; the losers share -1. Who plays alone gets +1 or -1."""
    return after.returns()


def margin(before: State, after: State) -> NDArray[np.float64]:
    """At the end the own coins less the best other's, as a part of the greater of the two: from -1 to 1.

    Who plays alone is compared with whom the game puts against it.
    """
    return after.game.margins(after.record) if after.is_over else np.zeros(after.game.num_players)


def coins(before: State, after: State) -> NDArray[np.float64]:
    """At every step what each purse gained or lost."""
    return (after.coins - before.coins).astype(np.float64)


REWARDS: dict[str, RewardFn] = {"win": win, "margin": margin, "coins": coins}
"""The values of the option `reward`."""
