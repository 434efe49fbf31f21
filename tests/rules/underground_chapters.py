"""What the tests of the chapters of Underground share, besides `support` and `chapters`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chapters import markers

import swenv
from support import active, held, legal, play, race, region, seat, underground

PLACES = ["altar", "crypt", "diamond", "pipe", "fountain", "keep", "mine", "stonehedge", "pentacle"]
RELICS = ["doormat", "ring", "scepter", "orb", "socks", "sword"]


def hold(
    owner: int, name: str, tokens: int = 1, place: str | None = None, relics: Sequence[str] = (), **markers: int
) -> dict[str, Any]:
    """As `support.held`, with the Place and the Relics that lie there."""
    return {**held(owner, name, tokens, **markers), **lying(place, relics)}


def lying(place: str | None = None, relics: Sequence[str] = (), **markers: int) -> dict[str, Any]:
    """A region where nobody is, with what lies there: `lying("keep")`, `lying(balrog=1)`."""
    found: dict[str, Any] = {"markers": markers} if markers else {}
    if place:
        found["place"] = place
    if relics:
        found["relics"] = list(relics)
    return found


def conquering(
    hand: int,
    regions: dict[int, Any],
    *others: dict[str, Any],
    name: str = "shadow_mimes",
    power: str = "martyr",
    own: Sequence[dict[str, Any]] = (),
    rest: Sequence[dict[str, Any]] = (),
    fields: dict[str, Any] | None = None,
    **more: Any,
) -> swenv.State:
    """Seat 0 conquers, by default with Martyr Shadow Mimes, who pay the plain price and earn nothing.

    `regions` are all regions of the position, `others` the races of seat 1, `rest` the seats after it, `own` the other
    races of seat 0, `fields` what more its active race has. The purses of seats 0 and 1 are `coins`, by default 5.
    """
    purses = more.pop("coins", [5, 5])
    return underground(
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


def gain(races: list[dict[str, Any]], regions: dict[int, Any], *more: str, **fields: Any) -> int:
    """Coins for a turn of seat 0 that ends its conquests here and then does `more`."""
    seats = [seat(*races, coins=0), *fields.pop("others", [seat()])]
    state = underground(len(seats), phase="conquest", seats=seats, regions=regions, **fields)
    play(state, "finish", *more)
    assert state.turn == 1
    return int(state.coins[0])


def declining(races: list[dict[str, Any]], regions: dict[int, Any], *more: str, **fields: Any) -> swenv.State:
    """After seat 0, with an empty purse, has declared a decline and then done `more`."""
    seats = [seat(*races, coins=0), *fields.pop("others", [seat()])]
    state = underground(len(seats), phase="choose", seats=seats, regions=regions, **fields)
    assert legal(state, "decline") == [0]
    return play(state, "decline", *more)


def in_hand(state: swenv.State, owner: int, name: str) -> int:
    """Tokens of a race in the hand of its owner."""
    return int(race(state, owner, name).get("hand", 0))


def place_in(state: swenv.State, number: int) -> str | None:
    """The Place in a region."""
    found: str | None = region(state, number).get("place")
    return found


def relics_in(state: swenv.State, number: int) -> list[str]:
    """The Relics in a region, by the alphabet."""
    return sorted(region(state, number).get("relics", []))


def races_of(state: swenv.State, number: int = 0) -> list[str]:
    """The races of a seat, the active one first."""
    return [entry["race"] for entry in state.to_position()["seats"][number]["races"]]


def where(state: swenv.State, marker: str) -> list[int]:
    """The regions in which a marker lies."""
    return [int(number) for number in state.to_position()["regions"] if marker in markers(state, int(number))]


def avenged(state: swenv.State, number: int) -> bool:
    """Whether a seat holds a Vengeance marker."""
    return bool(state.to_position()["seats"][number].get("vengeance", False))
