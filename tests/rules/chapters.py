"""What the tests of the chapters of the rules share, besides `support`."""

from __future__ import annotations

from typing import Any

import pytest

import support
import swenv
from support import FX9, legal, play, region, tokens


def position(
    num_players: int = 2,
    map: str | None = FX9,
    options: dict[str, Any] | None = None,
    regions: dict[int, Any] | None = None,
    **fields: Any,
) -> swenv.State:
    """As `support.position`, with the regions by number."""
    named = {str(number): content for number, content in (regions or {}).items()}
    return support.position(num_players, map, options, regions=named, **fields)


def verbs(state: swenv.State) -> set[str]:
    """The verbs that are legal now."""
    return {state.game.action(index).verb for index in state.legal_actions()}


def price(state: swenv.State, number: int, *before: str) -> int:
    """Tokens that a conquest puts in the region after the actions `before`; the hand must be larger than that."""
    after = play(state.copy(), *before, f"conquer {number}")
    assert after.phase in ("conquest", "ghoul_conquest")
    return tokens(after, number)


def refused(state: swenv.State, action: str) -> str:
    """The rule that forbids the action; the state must stay as it was."""
    before = state.to_position()
    with pytest.raises(swenv.IllegalAction) as caught:
        state.apply(action)
    assert state.to_position() == before
    return str(caught.value.rule)


def tray(state: swenv.State, name: str) -> int:
    """Tokens of a race in the tray."""
    return int(state.to_position()["tray"][name])


def markers(state: swenv.State, number: int) -> dict[str, int]:
    """The markers that lie in a region."""
    return {name: count for name, count in region(state, number).get("markers", {}).items() if count}


def gain(races: list[dict[str, Any]], regions: dict[int, Any], nonempty: int = 0, *more: str) -> int:
    """Coins for a turn of seat 0 that ends its conquests here; every region needs just one token."""
    state = position(
        phase="conquest",
        seats=[support.seat(*races, coins=0), support.seat()],
        regions=regions,
        turn_state={"nonempty_conquered": nonempty},
    )
    play(state, "finish", *more)
    assert state.turn == 1
    return int(state.coins[0])


def declining(races: list[dict[str, Any]], regions: dict[int, Any], **fields: Any) -> swenv.State:
    """After seat 0, with an empty purse, has spent its turn on a decline."""
    seats = [support.seat(*races, coins=0), support.seat()]
    state = position(phase="choose", seats=seats, regions=regions, **fields)
    assert legal(state, "decline") == [0]
    return play(state, "decline")
