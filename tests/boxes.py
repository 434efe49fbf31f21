"""The contents of the boxes: the numbers of docs/rules/, written out a second time for the tests.

The engine is not asked about itself: tests compare it with these tables.
"""

from __future__ import annotations

from collections.abc import Collection

BASE_TRAY = {
    "amazons": 15,
    "dwarves": 8,
    "elves": 11,
    "ghouls": 10,
    "giants": 11,
    "halflings": 11,
    "humans": 10,
    "orcs": 10,
    "ratmen": 13,
    "skeletons": 20,
    "sorcerers": 18,
    "tritons": 11,
    "trolls": 10,
    "wizards": 10,
}
"""Tokens of each race in the base box (SW-SETUP-10)."""

BASE_BANNER = {
    "amazons": 6,
    "dwarves": 3,
    "elves": 6,
    "ghouls": 5,
    "giants": 6,
    "halflings": 6,
    "humans": 5,
    "orcs": 5,
    "ratmen": 8,
    "skeletons": 6,
    "sorcerers": 5,
    "tritons": 6,
    "trolls": 5,
    "wizards": 5,
}
"""Tokens that a banner of the base box is worth (SW-SETUP-10)."""

BASE_BADGE = {
    "alchemist": 4,
    "berserk": 4,
    "bivouacking": 5,
    "commando": 4,
    "diplomat": 5,
    "dragon_master": 5,
    "flying": 5,
    "forest": 4,
    "fortified": 3,
    "heroic": 5,
    "hill": 4,
    "merchant": 2,
    "mounted": 5,
    "pillaging": 5,
    "seafaring": 5,
    "spirit": 5,
    "stout": 4,
    "swamp": 4,
    "underworld": 5,
    "wealthy": 4,
}
"""Tokens that a badge of the base box is worth (SW-SETUP-11)."""

UNDERGROUND_TRAY = {
    "cultists": 10,
    "drow": 9,
    "flames": 9,
    "gnomes": 11,
    "iron_dwarves": 12,
    "kraken": 10,
    "liches": 10,
    "lizardmen": 12,
    "mudmen": 12,
    "mummies": 15,
    "ogres": 10,
    "shadow_mimes": 12,
    "shrooms": 10,
    "spiderines": 12,
    "will_o_wisps": 11,
}
"""Tokens of each race in the box of Underground, 165 in all (chapter 1.2)."""

UNDERGROUND_BANNER = {
    "cultists": 5,
    "drow": 4,
    "flames": 4,
    "gnomes": 6,
    "iron_dwarves": 7,
    "kraken": 5,
    "liches": 5,
    "lizardmen": 7,
    "mudmen": 5,
    "mummies": 10,
    "ogres": 5,
    "shadow_mimes": 7,
    "shrooms": 5,
    "spiderines": 7,
    "will_o_wisps": 6,
}
"""Tokens that a banner of Underground is worth (chapter 1.2)."""

UNDERGROUND_BADGE = {
    "adventurous": 5,
    "fisher": 4,
    "flocking": 5,
    "frightened": 4,
    "immortal": 4,
    "magic": 5,
    "martyr": 4,
    "mining": 4,
    "muddy": 3,
    "mystic": 4,
    "quarreling": 3,
    "reborn": 5,
    "royal": 5,
    "shield": 3,
    "stone": 4,
    "thieving": 4,
    "tomb": 5,
    "vampire": 5,
    "vanishing": 5,
    "vengeful": 4,
    "wise": 4,
}
"""Tokens that a badge of Underground is worth (chapter 1.3)."""

TRAYS = {"base": BASE_TRAY, "underground": UNDERGROUND_TRAY}
BADGES = {"base": BASE_BADGE, "underground": UNDERGROUND_BADGE}
TRAY = BASE_TRAY | UNDERGROUND_TRAY
BANNER = BASE_BANNER | UNDERGROUND_BANNER
BADGE = BASE_BADGE | UNDERGROUND_BADGE

KEPT = {"muddy", "reborn", "royal", "shield", "tomb", "wise"}
"""Badges of Underground that stay with a declined race (UG-SETUP-18); Vanishing leaves once it has acted."""

PLACES = {"altar", "crypt", "diamond", "pipe", "fountain", "keep", "mine", "stonehedge", "pentacle"}
"""The Popular Places (UG-SETUP-7)."""
CONQUEST_RELICS = {"doormat", "orb", "socks", "sword"}
"""The Righteous Relics that help a conquest."""
MARKER_RELICS = {"scepter", "ring"}
"""The Righteous Relics that are placed at the end of a turn."""
RELICS = CONQUEST_RELICS | MARKER_RELICS
"""The Righteous Relics (UG-SETUP-8)."""

LAKES = {"sea", "lake"}
"""Water of the base boards: closed except to Seafaring races and Kraken."""
WET = LAKES | {"river"}
"""What counts as water for effects (UG-MIX-6)."""
TERRAINS = {
    "forest": {"forest", "mushroom"},
    "swamp": {"swamp", "mud"},
    "hill": {"hill"},
    "farmland": {"farmland"},
    "mountain": {"mountain"},
    "mine": {"mine"},
    "magic": {"crystal"},
}
"""The terrains of both kinds of boards that match a term of the base game (UG-MIX-1 to -5, UG-MIX-8)."""

IMMUNITY = ("balrog", "ancient", "queen", "ghost", "hole", "hero", "dragon")
"""Markers that make a region immune (section 5; SW-CONQ-6)."""


def in_play(boxes: Collection[str], game: str, places: bool) -> tuple[dict[str, int], dict[str, int]]:
    """Return the trays and badges of a game: of its boxes, those with a meaning on its board (UG-MIX-10, section 6.2).

    Args:
        boxes: One or both of base and underground.
        game: The game of the board: smallworld or underground.
        places: Whether Places and Relics are in play.
    """
    races = {name: tokens for box in boxes for name, tokens in TRAYS[box].items()}
    badges = {name: tokens for box in boxes for name, tokens in BADGES[box].items()}
    out = {"flames", "spiderines"} if game == "smallworld" else {"humans", "hill", "mounted", "underworld"}
    if not places:
        out |= {"adventurous", "magic"}
    return (
        {name: tokens for name, tokens in races.items() if name not in out},
        {name: tokens for name, tokens in badges.items() if name not in out},
    )


# Small World of Warcraft: the other boxes are never in play with it (WW-DIFF-15); races of the same name differ

WARCRAFT_TRAY = {
    "blood_elves": 10,
    "draenei": 12,
    "dwarves": 10,
    "ethereals": 10,
    "forsaken": 20,
    "gnomes": 10,
    "goblins": 11,
    "humans": 10,
    "kobolds": 11,
    "naga": 11,
    "night_elves": 9,
    "orcs": 11,
    "pandaren": 10,
    "tauren": 16,
    "trolls": 11,
    "worgen": 10,
}
"""Tokens of each race in the box of Warcraft, 182 in all (WW-COMP-3, chapter 3.1)."""

WARCRAFT_BANNER = {
    "blood_elves": 5,
    "draenei": 7,
    "dwarves": 5,
    "ethereals": 5,
    "forsaken": 6,
    "gnomes": 5,
    "goblins": 6,
    "humans": 5,
    "kobolds": 6,
    "naga": 6,
    "night_elves": 4,
    "orcs": 6,
    "pandaren": 5,
    "tauren": 11,
    "trolls": 6,
    "worgen": 5,
}
"""Tokens that a banner of Warcraft is worth (chapter 3.1)."""

WARCRAFT_BADGE = {
    "archaeologists": 5,
    "battlemasters": 5,
    "beastmasters": 4,
    "blacksmiths": 4,
    "champions": 5,
    "conquerors": 5,
    "defenders": 5,
    "explorers": 4,
    "farmers": 4,
    "fishers": 4,
    "herbalists": 4,
    "marshdwellers": 5,
    "miners": 4,
    "mountaineers": 4,
    "portal_mages": 5,
    "sailors": 5,
    "sentinels": 3,
    "strongmen": 4,
    "swampwalkers": 4,
    "trackers": 4,
}
"""Tokens that a badge of Warcraft is worth (chapter 3.3)."""

ALLIANCE = {"draenei", "dwarves", "gnomes", "humans", "night_elves", "worgen"}
HORDE = {"blood_elves", "forsaken", "goblins", "orcs", "tauren", "trolls"}
"""The factions; the other four races are neutral (chapter 3.1)."""

LASTING = {"sentinels", "marshdwellers"}
"""Badges of Warcraft that stay with a declined race (WW-DECL-4)."""

ARTIFACTS = {"aegis", "frostmourne", "ashes", "heart", "doomhammer"}
LEGENDARY = {"meeting_stone", "chapel", "karazhan", "dark_portal", "battleground", "well", "spirit_healer"}
"""The Legendary Places (chapter 4.3)."""

PIECES = {"fortress": 10, "wall": 9, "tower": 6, "beasts": 5, "champion": 1}
"""Pieces in regions: Forts, Wisp Walls, Watch Towers, Beasts, the Champion (WW-COMP-4)."""
OBJECTIVES = 2
BOMBS = {"live": 6, "dud": 6}
ROUNDS = {2: 10, 3: 10, 4: 9, 5: 8}
SIZES = {2: "LS", 3: "LMS", 4: "LMMS", 5: "LLMSS"}
"""The sizes of the boards on a table, by number of players (WW-SETUP-1)."""
