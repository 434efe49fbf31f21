"""What the tests of the sixteen races of Warcraft share, besides `ww_play`."""

from __future__ import annotations

from typing import Any

from chapters import in_hand, tray
from ww_play import ALLIANCE, HORDE, NEUTRAL, TRAY, VALUE, conquering, hold

import swenv
from support import active, play, seat, warcraft


def picked(name: str, power: str, **fields: Any) -> swenv.State:
    """Seat 0, with 5 coins, has just picked that race and badge on an empty table."""
    column = [{"race": name, "power": power, "coins": 0}]
    return play(warcraft(**{"phase": "pick", "column": column, "seats": [seat(), seat()], **fields}), "pick 0")


def starts_with_value_and_badge(name: str, value: int, supply: int) -> bool:
    """Whether the race starts with its value and that of its badge, from a tray of that size (badges of 4 and 5)."""
    assert (VALUE[name], TRAY[name]) == (value, supply)
    starts = [picked(name, power) for power in ("farmers", "sailors")]
    found = [(in_hand(state, 0, name), tray(state, name)) for state in starts]
    return found == [(value + badge, supply - value - badge) for badge in (4, 5)]


def end_turn(state: swenv.State) -> swenv.State:
    """Do only what must be done until another seat has its turn: `finish`, else the first legal action."""
    turn, finish = state.turn, state.game.parse("finish")
    while state.turn == turn and not state.is_over:
        actions = [int(action) for action in state.legal_actions()]
        state.apply(finish if finish in actions else actions[0])
    return state


def faction_bonus(name: str, defender: str) -> int:
    """Faction coins of seat 0 for the conquest of one region of an active race, without the bonus of Orcs."""
    regions = {0: hold(0, name, 2), 1: hold(1, defender, 2)}
    state = conquering(5, regions, active(defender, "miners"), name=name, power="sailors", coins=[0, 5])
    end_turn(play(state, "conquer 1"))
    return int(state.coins[0]) - 2 - (name == "orcs" and defender in ALLIANCE)


def faction_bonuses(name: str) -> tuple[list[int], list[int]]:
    """Faction coins against an Alliance, a Horde and a neutral race, and those that such races get against this one."""
    others = [next(other for other in races if other != name) for races in (ALLIANCE, HORDE, NEUTRAL)]
    return [faction_bonus(name, other) for other in others], [faction_bonus(other, name) for other in others]


def starting(
    regions: dict[int, Any], races: list[dict[str, Any]], *others: dict[str, Any], idle: str = "kobolds", **fields: Any
) -> swenv.State:
    """The turn of seat 0 has just started, at a table of 3; seat 2 has a race without tokens.

    `races` are those of seat 0, `others` those of seat 1. Seat 0 has no coins unless `coins` says so, seat 1 has 5.
    """
    seats = [seat(*races, coins=fields.pop("coins", 0)), seat(*others, coins=5), seat(active(idle, None), coins=0)]
    state = play(warcraft(3, turn=2, phase="choose", seats=seats, regions=regions, **fields), "finish")
    assert state.turn == 0
    return state
