"""The boards: read from their documents, as people draw them."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MAPS = Path(__file__).parents[2] / "maps"

ALIASES = {
    "sea": "water",
    "lake": "water",
    "river": "water",  # UG-MIX-6
    "mud": "swamp",  # UG-MIX-2
    "mushroom": "forest",  # UG-MIX-3
    "crystal": "magic",  # UG-MIX-5
}
"""What else a terrain counts as. Mines and mountains have the same name in both boxes (UG-MIX-1, UG-MIX-4)."""


@dataclass(frozen=True)
class Site:
    """What a board says of a region."""

    number: int
    terrain: str
    kinds: frozenset[str]
    """Its terrain, what that counts as, and its symbols."""
    edge: bool
    borders: frozenset[int]
    printed: Mapping[str, Any]
    """All other fields of the region: `tribe`, `monster`, `volcano`, `anchor` and so on."""
    board: int
    """Which of several boards it is on."""


def sites(document: Mapping[str, Any], options: Mapping[str, Any]) -> tuple[Site, ...]:
    """The regions of the board or boards that a position, or else an option, names."""
    if isinstance(options.get("map"), Mapping):
        return read([options["map"]])
    names = [f"warcraft/warcraft-{name}" for name in document["boards"]] if "boards" in document else [document["map"]]
    own = {board["name"]: board for board in options.get("boards") or () if isinstance(board, Mapping)}
    if own:
        return read([own.get(name.split("-", 1)[1]) or stored(name) for name in names])
    return of_the_box(tuple(names))


@functools.cache
def of_the_box(names: tuple[str, ...]) -> tuple[Site, ...]:
    return read([stored(name) for name in names])


@functools.cache
def stored(name: str) -> Any:
    return json.loads((MAPS / f"{name}.json").read_text())


def read(boards: list[Mapping[str, Any]]) -> tuple[Site, ...]:
    """The regions of some boards; those of the second follow those of the first, and so on."""
    found: list[Site] = []
    for index, board in enumerate(boards):
        first = len(found)
        for region in board["regions"]:
            terrain = region["terrain"]
            kinds = frozenset({terrain, ALIASES.get(terrain, terrain), *region["symbols"]})
            borders = frozenset(first + other for other in region["neighbors"])
            fields = {**dict.fromkeys(("tribe", "anchor", "murloc", "marker"), False), **region}
            found.append(Site(first + region["id"], terrain, kinds, region["edge"], borders, fields, index))
    return tuple(found)
