"""The schema of a game's position documents: `schema/position.json` without what only other boxes have."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from swenv.core import schemas
from swenv.smallworld.consistency import GHOUL_PHASES, PHASE_OF
from swenv.smallworld.position import ITEMS
from swenv.smallworld.reader import NOT_OF_WARCRAFT, OF_WARCRAFT, foreign_fields
from swenv.smallworld.rules.fields import FIELDS
from swenv.smallworld.rules.record import ARTIFACTS, FINDS, LEGENDS, PLACES, RELICS, UNDERGROUND_PHASES, Trait
from swenv.smallworld.rules.underground import fields as underground_fields

if TYPE_CHECKING:
    from swenv.smallworld.game import SmallWorld

OF_UNDERGROUND = tuple(phase.name.lower() for phase in UNDERGROUND_PHASES)
NEEDED = {**PHASE_OF, **{phase.name.lower(): Trait.ACTS_IN_DECLINE for phase in GHOUL_PHASES}}
"""The trait that each of these phases needs."""
COUNTED = {"encampment": "encampments", "hero": "heroes", "hole": "holes"}
"""Markers of which a race or power brings a number, with the name of these numbers."""
UNDERGROUND_ALONE = {
    "document": ("places_stack", "stonehedge", "crypt_master"),
    "regions": ("monsters", "place", "relics"),
}
"""By part, what only documents of games with Underground's box use besides fields of the record."""


def schema_of(game: SmallWorld) -> dict[str, Any]:
    """The schema for forms and programs that write documents: it lists the names of the game's races, powers and items.

    The reader takes some documents that do not conform: those that state a default of another box, as `write` does.
    """
    schema = schemas.schema(game.position_schema)
    top = schema["properties"]
    seat = top["seats"]["items"]
    region = top["regions"]["additionalProperties"]
    race, power = ({"enum": list(names)} for names in game.picked.values())
    _narrow(game, schema)
    schema["definitions"]["seat"]["maximum"] = game.num_players - 1
    for entry in (top["column"]["items"], seat["properties"]["races"]["items"], region):
        entry["properties"]["race"] = race
    top["column"]["items"]["properties"]["power"] = power
    seat["properties"]["races"]["items"]["properties"]["power"] = {"enum": [*power["enum"], None]}
    top["tray"]["properties"] = dict.fromkeys(race["enum"], top["tray"]["additionalProperties"])
    for fields, name, known in (
        (top, "race_stack", race["enum"]),
        (top, "power_stack", power["enum"]),
        (top, "discarded_powers", power["enum"]),
        (top, "places_stack", ITEMS),
        (top, "gone", FINDS),
        (region["properties"], "relics", RELICS),
        (region["properties"], "artifacts", ARTIFACTS),
    ):
        if name in fields:
            fields[name] = {"type": "array", "items": {"enum": list(known)}, "uniqueItems": True}
    for fields, name, known in (
        (top, "stonehedge", power["enum"]),
        (region["properties"], "place", LEGENDS if game.tables[0].warcraft else PLACES),
        (region["properties"], "face_down", FINDS),
    ):
        if name in fields:
            fields[name] = {"enum": [*known, None]}
    return schema


def _narrow(game: SmallWorld, schema: dict[str, Any]) -> None:
    """Remove the fields and phases of boxes that are not in play, and what needs a race or power that is not."""
    top = schema["properties"]
    seat, region = top["seats"]["items"]["properties"], top["regions"]["additionalProperties"]["properties"]
    t = game.plain_tables(0)
    traits = functools.reduce(operator.or_, t.traits)
    foreign, phases = foreign_fields(game.name), set(NOT_OF_WARCRAFT if t.warcraft else OF_WARCRAFT)
    phases |= {phase for phase, trait in NEEDED.items() if not traits >> trait & 1}
    for each in FIELDS:
        if each.part and each.trait is not None and not traits >> each.trait & 1:
            foreign[each.part].add(each.word)
    foreign["markers"] |= {
        name
        for name, comes in (
            ("lair", traits >> Trait.LAIRS & 1),
            ("fortress", traits >> Trait.FORTRESSES & 1 or traits >> Trait.FORT_ON_CONQUEST & 1),
            ("dragon", traits >> Trait.DRAGON & 1),
            *((name, any(t[numbers])) for name, numbers in COUNTED.items()),
        )
        if not comes
    }
    if not t.warcraft and not t.underground:
        phases |= set(OF_UNDERGROUND)
        for part, names in _of_underground().items():
            foreign[part] |= names
    for part, fields in (
        ("document", top),
        ("turn_state", top["turn_state"]["properties"]),
        ("seats", seat),
        ("races", seat["races"]["items"]["properties"]),
        ("regions", region),
        ("markers", region["markers"]["properties"]),
    ):
        for name in foreign[part] & fields.keys():
            del fields[name]
    top["phase"] = {"enum": [phase for phase in top["phase"]["enum"] if phase not in phases]}
    top["game"] = {"enum": [game.name]}


def _of_underground() -> dict[str, set[str]]:
    """By part, the fields that documents without Underground's box do not use."""
    declared: Iterable[Any] = (each for shown in underground_fields.ALL for each in shown if getattr(each, "games", ()))
    by_part: dict[str, set[str]] = {part: set(names) for part, names in UNDERGROUND_ALONE.items()}
    for each in declared:
        part = "races" if each.part == "active_race" else each.part
        if part:
            by_part.setdefault(part, set()).add(each.word)
    return by_part
