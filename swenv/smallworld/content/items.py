"""Content besides races and powers: Places, Relics, Artifacts and pieces, each described in a line."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Thing:
    """A Place, Relic, Artifact or piece, described for players; the rules are code."""

    kind: str
    name: str
    about: str
    rule: str

    def to_dict(self) -> dict[str, Any]:
        """Return the thing as plain JSON types."""
        return {key: value for key, value in asdict(self).items() if key != "kind"}


def _things(kind: str, *entries: tuple[str, str, str]) -> tuple[Thing, ...]:
    return tuple(Thing(kind, name, about, rule) for name, rule, about in entries)


TREASURES = (
    *_things(
        "place",
        ("altar", "UG-PLACE-ALTAR", "Altar of Souls: after scoring, a declined token may be discarded for 3 coins"),
        ("crypt", "UG-PLACE-CRYPT", "Crypt of the Tomb-Raider: its holder puts the Ghost into any other region"),
        ("diamond", "UG-PLACE-DIAMOND", "Diamond Fields: 1 coin, and 1 for each other held region of the same terrain"),
        ("pipe", "UG-PLACE-PIPE", "Great Brass Pipe: for its holder, all regions of its terrain are adjacent"),
        ("fountain", "UG-PLACE-FOUNTAIN", "Fountain of Youth: a race token from the tray at the start of a turn"),
        ("keep", "UG-PLACE-KEEP", "Keep on the Motherland: 1 coin; its region costs 1 more, whoever holds it"),
        ("mine", "UG-PLACE-MINE", "Mine of the Lost Dwarf: 2 coins; the Scepter does nothing there"),
        ("stonehedge", "UG-PLACE-STONEHEDGE", "Stonehedge: lends its active holder the power that was drawn for it"),
        ("pentacle", "UG-PLACE-PENTACLE", "Wickedest Pentacle: its holder sends the Balrog to a neighbouring region"),
    ),
    *_things(
        "relic",
        (
            "doormat",
            "UG-RELIC-DOORMAT",
            "Flying Doormat: once a turn, a conquest of any region at the usual cost; the Doormat moves there",
        ),
        (
            "orb",
            "UG-RELIC-ORB",
            "Shiny Orb: once a turn, replaces an opponent's lone active token with one's own; it moves there",
        ),
        (
            "socks",
            "UG-RELIC-SOCKS",
            "Stinky Troll's Socks: once a turn, a conquest as if the region were empty; it moves there",
        ),
        (
            "sword",
            "UG-RELIC-SWORD",
            "Sword of the Killer Rabbit: once a turn, a conquest for 2 tokens less; it moves there",
        ),
        ("ring", "UG-RELIC-RING", "Froggy's Ring: put on a region, opponents with an active race beside it pay 1"),
        ("scepter", "UG-RELIC-SCEPTER", "Scepter of Avarice: put on a region, it doubles the coins earned there"),
    ),
)
FINDS = (
    *_things(
        "artifact",
        ("aegis", "WW-ART-AEGIS", "Aegis of Aggramar: protects a region until an opponent pays its holder 2 coins"),
        ("frostmourne", "WW-ART-FROSTMOURNE", "Frostmourne: once a turn, a conquest for 2 tokens less; it moves there"),
        (
            "ashes",
            "WW-ART-ASHES",
            "Ashes of Al'ar: once a turn, a conquest of any region as if it were adjacent; it moves there",
        ),
        ("heart", "WW-ART-HEART", "Heart of Azeroth: put on a region, opponents with an active race beside it pay 1"),
        (
            "doomhammer",
            "WW-ART-DOOMHAMMER",
            "Doomhammer: once a turn, a conquest for 1 token and 2 coins to the victim or the bank; it moves there",
        ),
    ),
    *_things(
        "legendary place",
        ("meeting_stone", "WW-PLACE-MEETINGSTONE", "Meeting Stone: its holder pays no travel token"),
        ("chapel", "WW-PLACE-CHAPEL", "Light's Hope Chapel: its holder loses no token when attacked"),
        ("karazhan", "WW-PLACE-KARAZHAN", "Karazhan: 1 coin for each other active region of the same terrain"),
        ("dark_portal", "WW-PLACE-DARKPORTAL", "Dark Portal: 2 coins"),
        ("battleground", "WW-PLACE-BATTLEGROUND", "Battleground: its holder's faction bonus counts 2 regions a race"),
        ("well", "WW-PLACE-WELL", "Well of Eternity: put on water, 2 coins to the holder of most regions beside it"),
        ("spirit_healer", "WW-PLACE-SPIRITHEALER", "Spirit Healer: a race token from the tray after the conquests"),
    ),
)
PIECES = {
    "base": _things(
        "piece",
        ("tribe", "SW-SETUP-14", "Lost Tribe: nobody's token, the region costs 1 more until it is conquered"),
        ("lair", "SW-RACE-TROLLS", "Troll lair: the region costs 1 more, in decline too"),
        ("fortress", "SW-POWER-FORTIFIED", "fortress: the region costs 1 more, and pays 1 coin while active"),
        ("encampment", "SW-POWER-BIVOUACKING", "encampment: the region costs 1 more for each"),
        ("hole", "SW-RACE-HALFLINGS", "hole: the region is immune"),
        ("hero", "SW-POWER-HEROIC", "hero: the region is immune"),
        ("dragon", "SW-POWER-DRAGON-MASTER", "dragon: the region is immune"),
    ),
    "underground": _things(
        "piece",
        ("monsters", "UG-SETUP-23", "Monsters: two on a region, 1 token more each; a Place or Relic lies below them"),
        ("armor", "UG-POWER-SHIELD", "Mushroom Armor: the region costs 1 more for each"),
        ("queen", "UG-POWER-ROYAL", "Queen: the region is immune, in decline too"),
        ("ancient", "UG-RACE-CULTISTS", "Great Ancient: its region is immune, those beside it cost Cultists 1 less"),
        ("ghost", "UG-PLACE-CRYPT", "Ghost of the Tomb-Raider: the region is immune"),
        ("balrog", "UG-PLACE-PENTACLE", "Balrog: drives out whoever is there; the region is immune and pays nobody"),
        ("bag", "UG-POWER-MAGIC", "Bag-o'-Many-Things: once a turn, does what a face-up Relic does"),
        ("volcano", "UG-RACE-FLAMES", "Volcano: for Flames, the regions near it cost as if they were empty"),
        ("vengeance", "UG-POWER-VENGEFUL", "Vengeance marker: the regions of the seat that has it cost 1 less"),
        ("hammers", "UG-RACE-DWARVES", "Silver Hammers: Iron Dwarves pay with them as with tokens"),
    ),
    "warcraft": _things(
        "piece",
        ("murloc", "WW-SETUP-5", "Murloc: a race in decline that nobody owns, the region costs 1 more"),
        ("wall", "WW-RACE-NIGHTELVES", "Wisp Wall: the region costs 1 more, in decline too"),
        ("fortress", "WW-POWER-SENTINELS", "Fort: the region costs 1 more, in decline too"),
        ("tower", "WW-POWER-DEFENDERS", "Watch Tower: the region is immune"),
        ("beasts", "WW-POWER-BEASTMASTERS", "Beasts: one for each Hills held; they count as race tokens for a turn"),
        ("champion", "WW-POWER-CHAMPIONS", "Champion: takes an adjacent region alone, once a turn; counts as a token"),
        ("objective", "WW-RACE-HUMANS", "Military Objective: 2 coins to whoever conquers the region, except the Horde"),
        ("bomb", "WW-RACE-GOBLINS", "Bomb: on the Goblins' next turn it empties the region, or is a dud"),
        ("harmony", "WW-RACE-PANDAREN", "Harmony token: its holder pays 2 coins before attacking Pandaren"),
    ),
}
"""The pieces of each box."""
