"""What the tests of Underground's interactions (section 7 of its rules) share beyond support.py."""

from __future__ import annotations

from typing import Any

import swenv
from support import play, region, seat, tokens, underground

EDGES = [0, 1, 2, 3, 4, 11, 13, 15, 17]
"""The regions of UX18 that touch the map edge, chasms left out, both ends of the River among them."""


def opening(phase: str, *races: dict[str, Any], other: dict[str, Any] | None = None, **fields: Any) -> swenv.State:
    """Seat 0 with these races and `coins` (none) in that phase of its turn; seat 1 is `other`, or has nothing."""
    coins = fields.pop("coins", 0)
    return underground(phase=phase, seats=[seat(*races, coins=coins), other or seat(coins=0)], **fields)


def conquest(*races: dict[str, Any], other: dict[str, Any] | None = None, **fields: Any) -> swenv.State:
    """As `opening`, in the conquests of seat 0."""
    return opening("conquest", *races, other=other, **fields)


def price(state: swenv.State, number: int, *before: str) -> int:
    """Race tokens that a conquest puts in the region after the actions `before`; the hand must be larger."""
    after = play(state.copy(), *before, f"conquer {number}")
    assert after.phase == "conquest"
    assert after.last_roll is None
    return tokens(after, number)


def gain(
    races: list[dict[str, Any]],
    regions: dict[int, Any],
    *more: str,
    other: dict[str, Any] | None = None,
    **fields: Any,
) -> int:
    """Coins for a turn of seat 0 that ends its conquests here and goes on with `more`."""
    state = play(conquest(*races, other=other, regions=regions, **fields), "finish", *more)
    assert state.turn == 1
    return int(state.coins[0])


def marker(state: swenv.State, number: int, name: str) -> int:
    """Markers of that name in a region."""
    return int(region(state, number).get("markers", {}).get(name, 0))


def found(state: swenv.State, name: str) -> list[int]:
    """The regions where a marker of that name lies."""
    return sorted(int(number) for number in state.to_position()["regions"] if marker(state, int(number), name))


def relics(state: swenv.State, number: int) -> list[str]:
    """The Relics in a region, by the alphabet."""
    return sorted(region(state, number).get("relics", []))


def holder(state: swenv.State, number: int) -> tuple[int, str] | None:
    """Seat and race of the tokens in a region, or None."""
    there = region(state, number)
    return (there["owner"], there["race"]) if there.get("tokens") else None


def tray(state: swenv.State, name: str) -> int:
    """Tokens of a race in the tray."""
    return int(state.to_position()["tray"][name])


def avenged(state: swenv.State, number: int) -> bool:
    """Whether that seat holds a Vengeance marker."""
    return bool(state.to_position()["seats"][number].get("vengeance", False))


def verbs(state: swenv.State) -> set[str]:
    """The verbs that are legal now."""
    return {state.game.action(index).verb for index in state.legal_actions()}
