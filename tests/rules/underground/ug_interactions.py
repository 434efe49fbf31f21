"""What the tests of Underground's interactions (section 7 of its rules) share beyond support.py."""

from __future__ import annotations

from typing import Any

import swenv
from support import play, region, seat, underground

EDGES = [0, 1, 2, 3, 4, 11, 13, 15, 17]
"""The regions of UX18 that touch the map edge, chasms left out, both ends of the River among them."""


def opening(phase: str, *races: dict[str, Any], other: dict[str, Any] | None = None, **fields: Any) -> swenv.State:
    """Seat 0 with these races and `coins` (none) in that phase of its turn; seat 1 is `other`, or has nothing."""
    coins = fields.pop("coins", 0)
    return underground(phase=phase, seats=[seat(*races, coins=coins), other or seat(coins=0)], **fields)


def conquest(*races: dict[str, Any], other: dict[str, Any] | None = None, **fields: Any) -> swenv.State:
    """As `opening`, in the conquests of seat 0."""
    return opening("conquest", *races, other=other, **fields)


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


def holder(state: swenv.State, number: int) -> tuple[int, str] | None:
    """Seat and race of the tokens in a region, or None."""
    there = region(state, number)
    return (there["owner"], there["race"]) if there.get("tokens") else None
