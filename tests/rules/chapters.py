"""What the tests of the chapters of the rules share, besides `support`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

import support
import swenv
from support import FX9, active, legal, play, race, region, seat, tokens


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


def gain_in(
    make: Callable[..., swenv.State], races: list[dict[str, Any]], regions: dict[int, Any], *more: str, **fields: Any
) -> int:
    """Coins for a turn of seat 0 that ends its conquests here and then does `more`."""
    seats = [seat(*races, coins=0), *fields.pop("others", [seat()])]
    state = make(len(seats), phase="conquest", seats=seats, regions=regions, **fields)
    play(state, "finish", *more)
    assert state.turn == 1
    return int(state.coins[0])


def declining_in(
    make: Callable[..., swenv.State], races: list[dict[str, Any]], regions: dict[int, Any], *more: str, **fields: Any
) -> swenv.State:
    """After seat 0, with an empty purse, has declared a decline and then done `more`."""
    seats = [seat(*races, coins=0), *fields.pop("others", [seat()])]
    state = make(len(seats), phase="choose", seats=seats, regions=regions, **fields)
    assert legal(state, "decline") == [0]
    return play(state, "decline", *more)


def in_hand(state: swenv.State, owner: int, name: str) -> int:
    """Tokens of a race in the hand of its owner."""
    return int(race(state, owner, name).get("hand", 0))


def place_in(state: swenv.State, number: int) -> str | None:
    """The Place in a region."""
    found: str | None = region(state, number).get("place")
    return found


def races_of(state: swenv.State, number: int = 0) -> list[str]:
    """The races of a seat, the active one first."""
    return [entry["race"] for entry in state.to_position()["seats"][number]["races"]]


def where(state: swenv.State, marker: str) -> list[int]:
    """The regions in which a marker lies."""
    return [int(number) for number in state.to_position()["regions"] if marker in markers(state, int(number))]


def coins(state: swenv.State) -> list[int]:
    """The purses."""
    return [int(purse) for purse in state.coins]


def column(state: swenv.State) -> list[tuple[str, str, int]]:
    """The rows of the column: race, power, coins."""
    return [(row["race"], row["power"], row["coins"]) for row in state.to_position()["column"]]


def turn_state(state: swenv.State, field: str) -> Any:
    """A field of what the turn remembers."""
    return state.to_position()["turn_state"][field]


def lay_out(state: swenv.State, number: int) -> swenv.State:
    """End the conquests of this turn, if they have not ended, and put all that is in hand into one region."""
    if state.phase in ("choose", "ready", "conquest"):
        play(state, "finish")
    if state.phase == "deploy":
        play(state, f"deploy_rest {number}")
    return state
