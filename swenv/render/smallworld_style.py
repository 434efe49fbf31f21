"""Colours and words for the boards of Small World, Underground and Warcraft."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from swenv.smallworld.board import Region

# --- colours --------------------------------------------------------------------------------------
# Terrains differ in lightness as well as in hue, so that colour-blind people can tell them apart.
# tests/render/test_render.py checks the distances.

TERRAINS: dict[str, str] = {
    "farmland": "#f3e2a0",
    "forest": "#4f8a55",
    "hill": "#d29d5f",
    "swamp": "#7b6690",
    "mushroom": "#74ab69",
    "mud": "#7d5c49",
    "crystal": "#e2aee0",
    "mine": "#dca245",
    "mountain": "#cbc7c2",
    "sea": "#4f97c9",
    "lake": "#93cdea",
    "river": "#3f86c2",
    "chasm": "#332f39",
}
BOARDS: dict[str, tuple[str, ...]] = {
    "smallworld": ("farmland", "forest", "hill", "swamp", "mountain", "sea", "lake"),
    "underground": ("mushroom", "mud", "crystal", "mine", "mountain", "river", "chasm"),
    "warcraft": ("farmland", "forest", "hill", "swamp", "mountain", "sea", "lake"),
}
"""The terrains of each game's boards. Those that are never on one board need not differ in colour."""

WATERS = ("sea", "lake", "river")
SHALLOWS = "#d8eef8"
OPEN_SEA = "#bcd3de"
"""The sea around the boards of Warcraft. It is not a region, and paler than the seas and lakes that are."""

FADED_TEXT = "#3a342c"
FACTIONS: dict[str, tuple[str, str]] = {
    "alliance": ("#2b5fa8", "A"),
    "horde": ("#a3271f", "H"),
    "neutral": ("#7a7264", "N"),
}
"""The colour and letter of each faction's sign."""

# --- words ----------------------------------------------------------------------------------------

PHASES: dict[str, str] = {
    "pick": "picks a combo",
    "swap": "may swap badges",
    "volcano": "puts down the Volcano",
    "choose": "expands or declines",
    "reborn": "may bring a race back (Reborn)",
    "ancient": "may move the Great Ancient",
    "ghoul_ready": "readies its Ghouls",
    "ghoul_conquest": "conquers with Ghouls",
    "ghoul_deploy": "redeploys its Ghouls",
    "ready": "readies its troops",
    "conquest": "conquers",
    "balrog": "sends the Balrog",
    "deploy": "redeploys",
    "markers": "places markers",
    "tomb": "redeploys once more (Tomb)",
    "altar": "may use the Altar of Souls",
    "stout": "may decline now (Stout)",
    "peace": "offers peace",
    "withdrawn": "places withdrawn tokens",
    "reveal": "pays for a Bomb, or removes it",
    "form": "chooses a form (Worgen)",
    "portal": "names the other region to swap",
    "push": "says where the pushed token goes",
    "put": "puts down the Artifact it took",
    "strike": "rolls once more, or gives the strike up",
    "well": "puts the Well of Eternity into water",
    "recruit": "may buy tokens (Forsaken)",
    "aegis": "puts down the Aegis of Aggramar",
    "heart": "puts down the Heart of Azeroth",
    "objectives": "puts down Military Objectives",
    "bombs": "may plant Bombs",
    "over": "game over",
}

MARKERS: tuple[str, ...] = (
    "fortress", "lair", "encampment", "hole", "hero", "dragon",
    "armor", "queen", "ancient", "ghost", "balrog", "bag", "volcano",
    "tower", "wall", "champion", "beasts", "objective", "bomb",
)  # fmt: skip
IMMUNE: frozenset[str] = frozenset({"hole", "hero", "dragon", "queen", "ancient", "ghost", "balrog", "tower"})
"""Markers that keep other seats out of a region (SW-CONQ-6, UG-IMM-5, WW-CONQ-10)."""
DEFENDING: frozenset[str] = frozenset({"fortress", "lair", "encampment", "armor", "wall", "champion", "beasts"})
"""Markers that count like a token in defence (SW-CONQ-1, UG-CONQ-5, WW-CONQ-4)."""

RELICS: frozenset[str] = frozenset({"doormat", "ring", "scepter", "orb", "socks", "sword"})
ARTIFACTS: frozenset[str] = frozenset({"aegis", "frostmourne", "ashes", "heart", "doomhammer"})

PRINTED: dict[str, str] = {
    "will_o_wisps": "Will-o'-Wisps",
    "altar": "Altar of Souls",
    "crypt": "Crypt of the Tomb-Raider",
    "diamond": "Diamond Fields",
    "pipe": "Great Brass Pipe",
    "fountain": "Fountain of Youth",
    "keep": "Keep on the Motherland",
    "lost_mine": "Mine of the Lost Dwarf",
    "pentacle": "Wickedest Pentacle",
    "doormat": "Flying Doormat",
    "ring": "Froggy's Ring",
    "scepter": "Scepter of Avarice",
    "orb": "Shiny Orb",
    "socks": "Stinky Troll's Socks",
    "sword": "Sword of the Killer Rabbit",
    "armor": "Mushroom Armor",
    "ancient": "Great Ancient",
    "bag": "Bag-o'-Many-Things",
    "aegis": "Aegis of Aggramar",
    "ashes": "Ashes of Al'ar",
    "heart": "Heart of Azeroth",
    "chapel": "Light's Hope Chapel",
    "well": "Well of Eternity",
    "face_down": "face-down marker",
    "tribe": "Lost Tribe",
    "monster": "Monsters",
    "tower": "Watch Tower",
    "wall": "Wisp Wall",
    "site": "Volcano Site",
    "anchor": "Start",
}
"""Printed names that do not just have capitals and spaces for underscores."""


def words(name: str | None) -> str:
    """A document name as people write it: `dragon_master` becomes `Dragon Master`."""
    return PRINTED.get(name or "", (name or "").replace("_", " ").title())


def place(region: Region) -> str:
    """A region as people name it, by its terrain and its number: "hill 7"."""
    return f"{words(region.terrain).lower()} {region.id}"


def short_race(name: str) -> str:
    """Shorten the name of a race without a glyph to four letters, for a stack of tokens."""
    return words(name)[:4]
