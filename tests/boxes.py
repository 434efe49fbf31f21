"""The contents of the boxes: the numbers of docs/rules/, written out a second time for the tests."""

from __future__ import annotations


def table(text: str) -> dict[str, list[int]]:
    """Rows of numbers, by the names in the first column."""
    rows = (row.split() for row in text.split(";"))
    return {name: [int(number) for number in numbers] for name, *numbers in rows}


def column(rows: dict[str, list[int]], number: int = 0) -> dict[str, int]:
    return {name: numbers[number] for name, numbers in rows.items()}


# Races: what the banner is worth, and tokens in the box (SW-SETUP-10, chapter 1.2 of UG, chapter 3.1 of WW). Badges:
# what they are worth (SW-SETUP-11, chapter 1.3 of UG, chapter 3.3 of WW).
BASE_RACES = table("""
amazons 6 15; dwarves 3 8; elves 6 11; ghouls 5 10; giants 6 11; halflings 6 11; humans 5 10; orcs 5 10; ratmen 8
13; skeletons 6 20; sorcerers 5 18; tritons 6 11; trolls 5 10; wizards 5 10
""")
BASE_BADGE = column(
    table("""
alchemist 4; berserk 4; bivouacking 5; commando 4; diplomat 5; dragon_master 5; flying 5; forest 4; fortified 3;
heroic 5; hill 4; merchant 2; mounted 5; pillaging 5; seafaring 5; spirit 5; stout 4; swamp 4; underworld 5; wealthy
4
""")
)
BASE_BANNER, BASE_TRAY = column(BASE_RACES), column(BASE_RACES, 1)

UNDERGROUND_RACES = table("""
cultists 5 10; drow 4 9; flames 4 9; gnomes 6 11; iron_dwarves 7 12; kraken 5 10; liches 5 10; lizardmen 7 12;
mudmen 5 12; mummies 10 15; ogres 5 10; shadow_mimes 7 12; shrooms 5 10; spiderines 7 12; will_o_wisps 6 11
""")
UNDERGROUND_BADGE = column(
    table("""
adventurous 5; fisher 4; flocking 5; frightened 4; immortal 4; magic 5; martyr 4; mining 4; muddy 3; mystic 4;
quarreling 3; reborn 5; royal 5; shield 3; stone 4; thieving 4; tomb 5; vampire 5; vanishing 5; vengeful 4; wise 4
""")
)
UNDERGROUND_BANNER, UNDERGROUND_TRAY = column(UNDERGROUND_RACES), column(UNDERGROUND_RACES, 1)

WARCRAFT_RACES = table("""
blood_elves 5 10; draenei 7 12; dwarves 5 10; ethereals 5 10; forsaken 6 20; gnomes 5 10; goblins 6 11; humans 5 10;
kobolds 6 11; naga 6 11; night_elves 4 9; orcs 6 11; pandaren 5 10; tauren 11 16; trolls 6 11; worgen 5 10
""")
WARCRAFT_BADGE = column(
    table("""
archaeologists 5; battlemasters 5; beastmasters 4; blacksmiths 4; champions 5; conquerors 5; defenders 5; explorers
4; farmers 4; fishers 4; herbalists 4; marshdwellers 5; miners 4; mountaineers 4; portal_mages 5; sailors 5;
sentinels 3; strongmen 4; swampwalkers 4; trackers 4
""")
)
WARCRAFT_BANNER, WARCRAFT_TRAY = column(WARCRAFT_RACES), column(WARCRAFT_RACES, 1)


ALLIANCE = {"draenei", "dwarves", "gnomes", "humans", "night_elves", "worgen"}
LASTING = {"sentinels", "marshdwellers"}
"""Badges of Warcraft that stay with a declined race (WW-DECL-4)."""
ARTIFACTS = {"aegis", "frostmourne", "ashes", "heart", "doomhammer"}
LEGENDARY = {"meeting_stone", "chapel", "karazhan", "dark_portal", "battleground", "well", "spirit_healer"}
"""The Legendary Places (chapter 4.3)."""
PIECES = {"fortress": 10, "wall": 9, "tower": 6, "beasts": 5, "champion": 1}
"""Pieces in regions: Forts, Wisp Walls, Watch Towers, Beasts, the Champion (WW-COMP-4)."""
ROUNDS = {2: 10, 3: 10, 4: 9, 5: 8}
SIZES = {2: "LS", 3: "LMS", 4: "LMMS", 5: "LLMSS"}
"""The sizes of the boards on a table, by number of players (WW-SETUP-1)."""
