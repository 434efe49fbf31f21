"""Glyphs of races and powers in one colour, from `glyphs.svg`."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING

from swenv.render.canvas import Canvas, number

if TYPE_CHECKING:
    from swenv.render.shapes import Point

_DRAWN = files("swenv.render").joinpath("glyphs.svg").read_text(encoding="utf-8")
_STYLE = re.findall(r'<svg .*viewBox="[^"]*" (.*)>', _DRAWN)[0]
"""What holds for every glyph, such as that it has the colour of its surroundings."""


def _glyphs(kind: str) -> dict[str, str]:
    return dict(re.findall(rf'<g id="{kind}-(\w+)">(.*)</g></g>', _DRAWN))


RACES, POWERS = map(_glyphs, ("race", "power"))
"""The glyphs by name, in a box from -10 to 10; races and powers that people add have none."""
_KINDS = {"race": RACES, "power": POWERS}


def glyph(name: str) -> str | None:
    """See `swenv.render.glyph`."""
    inside = RACES.get(name) or POWERS.get(name)
    return inside and f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 20 20" {_STYLE}>{inside}</svg>'


def define(canvas: Canvas, races: set[str], powers: set[str]) -> None:
    """Define the glyphs of these races and powers, as far as there are any, for `draw`."""
    with canvas.inside("defs"):
        for kind, names in (("race", races), ("power", powers)):
            for name, inside in _KINDS[kind].items():
                if name in names:
                    canvas.raw(f'<g id="sw-{kind}-{name}" {_STYLE}>{inside}</g>')


def draw(canvas: Canvas, kind: str, name: str, at: Point, side: float, color: str) -> bool:
    """Draw the glyph of a "race" or "power" in a square around a point; returns whether it has one."""
    if name not in _KINDS[kind]:
        return False
    place = f"translate({number(at[0])} {number(at[1])}) scale({side / 20:.2f})"
    # The page takes a `use` that is the child of a named element for its outline.
    with canvas.inside("g", transform=place, color=color):
        canvas.add("use", href=f"#sw-{kind}-{name}")
    return True
