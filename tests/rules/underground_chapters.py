"""What the tests of the chapters of Underground share, besides `support` and `chapters`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from chapters import conquering_in, in_hand
from support import held, underground

__all__ = [
    "PLACES", "RELICS", "conquering", "hold", "in_hand", "lying",
]  # fmt: skip

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


conquering = partial(conquering_in, underground, name="shadow_mimes", power="martyr")
"""Seat 0 conquers, by default with Martyr Shadow Mimes, who pay the plain price and earn nothing."""
