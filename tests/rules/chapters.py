"""What the tests of the chapters of the rules share, besides `support`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

import swenv
from support import active, play, race, region, seat, tokens


def parts(text: str, mark: str = ";") -> list[str]:
    """The parts of a line of a fact."""
    return [part.strip() for part in text.split(mark) if part.strip()]


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


# The same for any game: `make` states a position of it, as `support.underground` does.


def conquering_in(
    make: Callable[..., swenv.State],
    hand: int,
    regions: dict[int, Any],
    *others: dict[str, Any],
    name: str,
    power: str,
    own: Sequence[dict[str, Any]] = (),
    rest: Sequence[dict[str, Any]] = (),
    fields: dict[str, Any] | None = None,
    **more: Any,
) -> swenv.State:
    """Seat 0 conquers.

    `regions` are all regions of the position, `others` the races of seat 1, `rest` the seats after it, `own` the other
    races of seat 0, `fields` what more its active race has. The purses of seats 0 and 1 are `coins`, by default 5.
    """
    purses = more.pop("coins", [5, 5])
    return make(
        2 + len(rest),
        phase=more.pop("phase", "conquest"),
        seats=[
            seat(active(name, power, hand=hand, **(fields or {})), *own, coins=purses[0]),
            seat(*others, coins=purses[1]),
            *rest,
        ],
        regions=regions,
        **more,
    )


def in_hand(state: swenv.State, owner: int, name: str) -> int:
    """Tokens of a race in the hand of its owner."""
    return int(race(state, owner, name).get("hand", 0))


def where(state: swenv.State, marker: str) -> list[int]:
    """The regions in which a marker lies."""
    return [int(number) for number in state.to_position()["regions"] if marker in markers(state, int(number))]


def column(state: swenv.State) -> list[tuple[str, str, int]]:
    """The rows of the column: race, power, coins."""
    return [(row["race"], row["power"], row["coins"]) for row in state.to_position()["column"]]
