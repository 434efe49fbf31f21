"""What the tests of Warcraft's interactions (section 6 of its rules) share beyond ww_play.py and chapters.py."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ww_play import conquering

import swenv
from support import WX2


def attack(
    name: str, power: str, hand: int, regions: dict[int, Any], *others: dict[str, Any], **fields: Any
) -> swenv.State:
    """As `conquering`, the race named first; seat 0 has no coins, or `coins`, seat 1 has 5, or `purse`.

    `declined` are more races of seat 0, `own` what more its active race has.
    """
    purses = [fields.pop("coins", 0), fields.pop("purse", 5)]
    races = {"name": name, "power": power, "own": fields.pop("declined", []), "fields": fields.pop("own", {})}
    return conquering(hand, regions, *others, coins=purses, **races, **fields)


def holder(state: swenv.State, number: int) -> tuple[int, str] | None:
    """Seat and race of whatever holds a region, or None."""
    there = state.to_position()["regions"].get(str(number), {})
    return (there["owner"], there["race"]) if "owner" in there else None


def on_faces(changes: dict[str, dict[int, dict[str, Any]]], **fields: Any) -> swenv.State:
    """As `support.warcraft` for 2 players, with `changes` to regions of the fixture faces: `{"l": {0: {...}}}`."""
    boards = []
    for size, path in zip("ls", WX2, strict=True):
        face = json.loads(Path(path).read_text())
        for number, changed in changes.get(size, {}).items():
            face["regions"][number] |= changed
        if size in changes:
            face["name"] += "-changed"
        boards.append(face)
    regions = {str(number): entry for number, entry in fields.pop("regions").items()}
    document = {"format": "swenv-position/1", "game": "warcraft", "regions": regions, **fields}
    return swenv.load("warcraft", num_players=2, boards=boards).from_position(document)
