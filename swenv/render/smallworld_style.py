"""Colours, textures and icons for Small World, all of them this project's own."""

from __future__ import annotations

# --- colours --------------------------------------------------------------------------------------
# Terrains differ in lightness as well as in hue, and seats are spread over blue, orange, green, purple and
# yellow, so that both stay apart for colour-blind eyes. tests/test_render.py checks the distances.

TERRAINS: dict[str, str] = {
    "farmland": "#f3e2a0",
    "forest": "#4f8a55",
    "hill": "#d29d5f",
    "swamp": "#7b6690",
    "mountain": "#cbc7c2",
    "sea": "#4f97c9",
    "lake": "#93cdea",
}
SHALLOWS = "#d8eef8"

SEATS: tuple[str, ...] = ("#1f5fbf", "#d9540b", "#7a1f5c", "#0b7f61", "#f2b705")
SEAT_TEXT: tuple[str, ...] = ("#ffffff", "#ffffff", "#ffffff", "#ffffff", "#2b2620")
FADED_TEXT = "#3a342c"

PAPER, CARD, LINE, INK, SOFT_INK = "#f7f2e6", "#fffdf7", "#3d3427", "#2b2620", "#6f6557"
GOLD, GOLD_RIM, STONE, PALE, RULE = "#f6c945", "#9a6b00", "#fff8e6", "#e4dfd6", "#ddd4c1"

# --- words ----------------------------------------------------------------------------------------

SHORT_RACES: dict[str, str] = {
    "amazons": "Amaz",
    "dwarves": "Dwarf",
    "elves": "Elf",
    "ghouls": "Ghoul",
    "giants": "Giant",
    "halflings": "Half",
    "humans": "Hum",
    "orcs": "Orc",
    "ratmen": "Rat",
    "skeletons": "Skel",
    "sorcerers": "Sorc",
    "tritons": "Trit",
    "trolls": "Troll",
    "wizards": "Wiz",
}

PHASES: dict[str, str] = {
    "pick": "picks a combo",
    "choose": "expands or declines",
    "ghoul_ready": "makes its Ghouls ready",
    "ghoul_conquest": "conquers with Ghouls",
    "ghoul_deploy": "redeploys its Ghouls",
    "ready": "makes ready",
    "conquest": "conquers",
    "deploy": "redeploys",
    "markers": "places markers",
    "stout": "may decline now (Stout)",
    "peace": "offers peace",
    "withdrawn": "places withdrawn tokens",
    "over": "game over",
}

MARKERS: tuple[str, ...] = ("fortress", "lair", "encampment", "hole", "hero", "dragon")
DEFENDING: frozenset[str] = frozenset({"fortress", "lair", "encampment"})
"""Markers that count like a token in an attack (SW-CONQ-1); the others make a region immune (SW-CONQ-6)."""


def words(name: str | None) -> str:
    """A name of the documents as a person writes it: `dragon_master` is `Dragon Master`."""
    return (name or "").replace("_", " ").title()


def short_race(name: str) -> str:
    """At most five letters for a stack of tokens."""
    return SHORT_RACES.get(name, words(name)[:4])


# --- textures: the inside of an SVG pattern, its width and height ---------------------------------

TEXTURES: dict[str, tuple[int, int, str]] = {
    "forest": (
        34,
        30,
        '<g fill="#2f5e36" fill-opacity=".38"><path d="M8 3L13 12H3Z"/><path d="M8 7L14 17H2Z"/>'
        '<path d="M25 17L30 26H20Z"/><path d="M25 12L29 19H21Z"/></g>',
    ),
    "farmland": (
        26,
        26,
        '<g stroke="#b3922f" stroke-width="1.6" stroke-opacity=".36" fill="none">'
        '<path d="M-2 8Q6 4 13 8T28 8"/><path d="M-2 21Q6 17 13 21T28 21"/></g>',
    ),
    "hill": (
        36,
        28,
        '<g stroke="#7a4a1a" stroke-width="1.7" stroke-opacity=".4" fill="none" stroke-linecap="round">'
        '<path d="M3 12Q10 2 17 12"/><path d="M20 25Q27 15 34 25"/></g>',
    ),
    "swamp": (
        34,
        30,
        '<g stroke="#3d2d55" stroke-width="1.7" stroke-opacity=".5" stroke-linecap="round" fill="none">'
        '<path d="M7 12V4M4 12L2.5 7M10 12L11.5 7M1 13.5H13"/>'
        '<path d="M24 27V19M21 27L19.5 22M27 27L28.5 22M18 28.5H30"/></g>',
    ),
    "mountain": (
        36,
        28,
        '<g stroke="#6c6660" stroke-width="1.7" stroke-opacity=".42" fill="none" stroke-linejoin="round">'
        '<path d="M3 13L9 4L15 13"/><path d="M9 4L11 10"/><path d="M20 26L27 16L34 26"/>'
        '<path d="M27 16L29.5 22"/></g>',
    ),
    "sea": (
        40,
        24,
        '<g stroke="#ffffff" stroke-width="1.6" stroke-opacity=".34" fill="none" stroke-linecap="round">'
        '<path d="M3 7q4 -4 8 0t8 0"/><path d="M22 19q4 -4 8 0t8 0"/></g>',
    ),
    "lake": (
        44,
        30,
        '<g stroke="#ffffff" stroke-width="1.6" stroke-opacity=".55" fill="none" stroke-linecap="round">'
        '<path d="M5 9h14"/><path d="M26 24h12"/></g>',
    ),
}

# --- icons: drawn round (0, 0), from -10 to 10 ----------------------------------------------------

ICONS: dict[str, str] = {
    "cavern": (
        '<path fill="#6b5b4b" d="M-9 7.5C-9 -3 -4 -8.5 0 -8.5S9 -3 9 7.5Z"/>'
        '<path fill="#17120d" d="M-4.5 7.5C-4.5 0 -2.5 -3.5 0 -3.5S4.5 0 4.5 7.5Z"/>'
    ),
    "magic": (
        '<path fill="#6a2fa0" d="M-1 -9L1.2 -2.2L8 0L1.2 2.2L-1 9L-3.2 2.2L-10 0L-3.2 -2.2Z"/>'
        '<path fill="#6a2fa0" d="M6.5 -9.5l1 3l3 1l-3 1l-1 3l-1 -3l-3 -1l3 -1Z"/>'
    ),
    "mine": (
        '<g fill="none" stroke-linecap="round">'
        '<path stroke="#8a5a24" stroke-width="2.6" d="M-6.5 8L3.5 -4"/>'
        '<path stroke="#3c4650" stroke-width="3" d="M-5 -7Q5 -8.5 8 4.5"/></g>'
    ),
    "mountain": (
        '<path fill="#6f6862" d="M-11 8.5L-3 -8.5L1 -1.5L4 -5.5L11 8.5Z"/>'
        '<path fill="#ffffff" d="M-3 -8.5L-6.3 -1.5L-4.2 -2.8L-2.6 -.8L-.9 -2.4L.3 -2.7Z"/>'
    ),
    "tribe": (
        '<path fill="#7b4f26" d="M-7 -8H7V1C7 6 3 9 0 9S-7 6 -7 1Z"/>'
        '<path fill="#fff3d6" d="M-4.8 -3.5L-1.2 -2.3V-.5L-4.8 -1.7Z"/>'
        '<path fill="#fff3d6" d="M4.8 -3.5L1.2 -2.3V-.5L4.8 -1.7Z"/>'
        '<path fill="#fff3d6" d="M-3 3.5H3L0 6Z"/>'
    ),
    "fortress": (
        '<path fill="#3f4750" d="M-6.5 8.5V-2.5H6.5V8.5Z"/>'
        '<path fill="#3f4750" d="M-8.5 -2V-8.5H-5.2V-6H-1.7V-8.5H1.7V-6H5.2V-8.5H8.5V-2Z"/>'
        '<path fill="#fff8e6" d="M-2.4 8.5V3.5A2.4 2.4 0 0 1 2.4 3.5V8.5Z"/>'
    ),
    "lair": (
        '<g fill="#5a4632"><circle cx="-6.2" cy="3.6" r="2.9"/><circle cx="-3.6" cy="6.2" r="2.9"/>'
        '<circle cx="6.2" cy="-3.6" r="2.9"/><circle cx="3.6" cy="-6.2" r="2.9"/></g>'
        '<path stroke="#5a4632" stroke-width="3.6" d="M-5 5L5 -5"/>'
    ),
    "encampment": (
        '<path fill="#a8321f" d="M-9.5 7.5L0 -8L9.5 7.5Z"/><path fill="#fff8e6" d="M0 -1.5L3.4 7.5H-3.4Z"/>'
    ),
    "hole": (
        '<circle r="8.5" fill="#4f3a22"/><circle r="6" fill="#2f7d4f"/>'
        '<path stroke="#1d4d30" stroke-width="1.2" d="M0 -6V6"/>'
        '<circle cx="2.5" cy=".5" r="1.2" fill="#f6c945"/>'
    ),
    "hero": (
        '<path fill="#1f4e8c" d="M-7.5 -8H7.5V0C7.5 5 3 8.5 0 9.5C-3 8.5 -7.5 5 -7.5 0Z"/>'
        '<path fill="#f6c945" d="M0 -6l1.6 4.4H6l-3.5 2.8l1.2 4.3L0 3l-3.7 2.5l1.2 -4.3L-6 -1.6h4.4Z"/>'
    ),
    "dragon": (
        '<path fill="#b3261e" d="M-9 9.5C-9 2 -7.5 -3 -3.5 -5L-7.5 -9.5L1 -7C5 -7 8.5 -4.5 10 -1.5L9.5 1.2'
        'L3 .6L8.5 3.6C5 5.6 2 5.2 .3 4.6C.3 6.5 1.5 8 2.5 9.5Z"/>'
        '<circle cx="2.6" cy="-3" r="1.4" fill="#fff8e6"/>'
    ),
}
