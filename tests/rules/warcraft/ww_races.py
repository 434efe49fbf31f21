"""What the tests of Warcraft share about picks and turns, besides `ww_play`."""

from __future__ import annotations

from typing import Any

import swenv
from support import play, seat, warcraft


def picked(name: str, power: str, **fields: Any) -> swenv.State:
    """Seat 0, with 5 coins, has just picked that race and badge on an empty table."""
    column = [{"race": name, "power": power, "coins": 0}]
    return play(warcraft(**{"phase": "pick", "column": column, "seats": [seat(), seat()], **fields}), "pick 0")


def end_turn(state: swenv.State) -> swenv.State:
    """Do only what must be done until another seat has its turn: `finish`, else the first legal action."""
    turn, finish = state.turn, state.game.parse("finish")
    while state.turn == turn and not state.is_over:
        actions = [int(action) for action in state.legal_actions()]
        state.apply(finish if finish in actions else actions[0])
    return state
