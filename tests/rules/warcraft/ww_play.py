"""What the tests of Warcraft share, besides `support` and `chapters`."""

from __future__ import annotations

from functools import partial
from typing import Any

import boxes
import swenv
from chapters import conquering_in
from support import game, warcraft

ARTIFACTS, PLACES = sorted(boxes.ARTIFACTS), sorted(boxes.LEGENDARY)
PIECES = tuple(boxes.PIECES)
"""What `markers` of a region names; what else lies there has its own field."""


def lying(**what: Any) -> dict[str, Any]:
    """A region where nobody is, with what lies there: `lying(murloc=1, place="karazhan", artifacts=["aegis"])`."""
    pieces = {name: count for name, count in what.items() if name in PIECES}
    rest = {name: content for name, content in what.items() if name not in PIECES}
    return {**rest, "markers": pieces} if pieces else rest


def hold(owner: int, name: str, tokens: int = 1, **what: Any) -> dict[str, Any]:
    """A region held by a race, with what else lies there: `hold(1, "orcs", 2, fortress=1, bomb="dud")`."""
    return {"owner": owner, "race": name, "tokens": tokens, **lying(**what)}


conquering = partial(conquering_in, warcraft, name="ethereals", power="archaeologists")
"""Seat 0 conquers, by default with Archaeologist Ethereals, whom only Artifacts and Places concern."""


def start(players: int, seed: int = 1, **options: Any) -> swenv.State:
    """A new game on a table drawn from all."""
    return game(players, None, name="warcraft", **options).new_state(seed=seed)
