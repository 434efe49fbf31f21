"""Bombs of the Goblins (WW-INT-23 to WW-INT-31)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import in_hand, lay_out, tray
from ww_play import hold

import swenv
from support import active, declined, held, play, seat, warcraft

GOBLINS = active("goblins", "archaeologists")


def fuse(regions: dict[int, Any], *others: dict[str, Any], **fields: Any) -> swenv.State:
    """Seat 1 is about to choose; after its turn Goblins in region 1 see what became of their bombs. No stack is left.

    By name: `coins` of seat 0, and fields of the position.
    """
    seats = [seat(GOBLINS, coins=fields.pop("coins", 0)), seat(*others)]
    there = {1: held(0, "goblins"), **regions}
    return warcraft(**{"turn": 1, "phase": "choose", "seats": seats, "regions": there, "bomb_stack": [], **fields})


def revealed(regions: dict[int, Any], *others: dict[str, Any], **fields: Any) -> swenv.State:
    """As `fuse`, when seat 1 has passed, all its spare tokens put into region 0."""
    state = lay_out(fuse(regions, *others, **fields), 0)
    assert state.turn == 0
    return state


def bombs(state: swenv.State) -> dict[int, str]:
    """The bombs on the map by region."""
    regions = state.to_position()["regions"]
    return {int(number): there["bomb"] for number, there in regions.items() if "bomb" in there}


def stack(state: swenv.State) -> list[str]:
    """The bombs that can be planted, top first."""
    return list(state.to_position()["bomb_stack"])


def bomb(owner: int, name: str, number: int = 1, kind: str = "live", **what: Any) -> dict[str, Any]:
    """A region held by a race, and a bomb."""
    return hold(owner, name, number, bomb=kind, **what)


@pytest.mark.rule("WW-INT-30")
@pytest.mark.parametrize(("chapel", "saved"), [(0, 1), (5, 2)])
def test_bombs_are_revealed_by_ascending_region(chapel: int, saved: int) -> None:
    # The Chapel saves the token of its own region, and after that it is lost.
    regions = {0: bomb(1, "kobolds"), 5: bomb(1, "kobolds"), 17: held(1, "kobolds")}
    regions[chapel]["place"] = "chapel"
    state = revealed(regions, active("kobolds", "miners"))
    assert (in_hand(state, 1, "kobolds"), tray(state, "kobolds")) == (saved, 11 - 1 - saved)


@pytest.mark.rule("WW-INT-30")
def test_bombs_given_back_together_go_on_the_stack_by_ascending_region() -> None:
    regions = {
        0: bomb(1, "tauren", 2),
        5: bomb(1, "tauren", 2, "dud"),
        9: bomb(1, "tauren", 2, "dud"),
        17: held(1, "kobolds"),
    }
    state = fuse(regions, active("kobolds", "miners"), declined("tauren"), bomb_stack=["live", "live"])
    play(state, "decline")
    assert bombs(state) == {}
    assert stack(state) == ["dud", "dud", "live", "live", "live"]
