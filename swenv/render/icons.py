"""Textures and small icons, from `icons.svg`; and the outlines of pieces that have the colour of a seat."""

from __future__ import annotations

import re
from importlib.resources import files

_DRAWN = files("swenv.render").joinpath("icons.svg").read_text(encoding="utf-8")

TEXTURES: dict[str, tuple[int, int, str]] = {
    name: (int(width), int(height), inside)
    for name, width, height, inside in re.findall(
        r'<pattern id="fill-(\w+)" width="(\d+)" height="(\d+)" patternUnits="userSpaceOnUse">(.*)</pattern>', _DRAWN
    )
}
"""By terrain, the width and height of a pattern, and its inside."""


def _icons(box: str) -> dict[str, str]:
    return dict(re.findall(rf'<g id="{box}-(\w+)">(.*)</g></g>', _DRAWN))


BASE, UNDERGROUND, WARCRAFT, ISLANDS = map(_icons, ("base", "underground", "warcraft", "islands"))
"""The icons of each box, in a box from -10 to 10; a legend can name them, but for the gull of the start tiles."""
SMALLWORLD = BASE | UNDERGROUND | WARCRAFT

HOUSE = "M-8.6 9V-1.6L0 -9.6L8.6 -1.6V9Z"
"""Outline of a house, filled with its seat's colour."""
HULL, SAIL = "M-9.4 4H9.4L6.4 9H-6.4Z", "M-.8 2.6V-10Q8.6 -5.6 8.4 2.6Z"
JIB = "M-2.2 2.6V-7.4Q-7 -3 -7.6 2.6Z"
"""Parts of a ship; the sails have its owner's colour."""
