"""Helpers for the tests of pictures and pages of text."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import swenv
from swenv import render

SVG = "{http://www.w3.org/2000/svg}"
ANSI = re.compile(r"\x1b\[[0-9;]*m")
_ICON = re.compile("#s[wi]-icon-")
_MOVES = re.compile(r"(\w+)\(([^)]+)\)")


def after(state: swenv.State, steps: int, seed: int = 1) -> swenv.State:
    """Play random actions, at most to the end of the game; changes and returns the state."""
    dice = random.Random(seed)
    for _ in range(steps):
        if state.is_over:
            break
        state.apply(int(dice.choice(state.legal_actions().tolist())))
    return state


def parsed(picture: str) -> ElementTree.Element:
    """Parse an SVG document."""
    return ElementTree.fromstring(picture)


def words_in(picture: str) -> list[str]:
    """All texts in a picture."""
    return [element.text or "" for element in parsed(picture).iter(f"{SVG}text")]


def tips_in(picture: str) -> set[str]:
    """All tooltips of a picture, including its title."""
    return {element.text or "" for element in parsed(picture).iter(f"{SVG}title")}


def icons_in(picture: str) -> set[str]:
    """The icons that are drawn, not only defined."""
    drawn = {element.get("href", "") for element in parsed(picture).iter(f"{SVG}use")}
    return {_ICON.sub("", name) for name in drawn if _ICON.match(name)}


@dataclass(frozen=True)
class TextBox:
    """A text of a picture, and the rectangle that it occupies in the units of the picture."""

    words: str
    left: float
    right: float
    top: float
    bottom: float

    def overlaps(self, other: TextBox) -> bool:
        """Whether the two overlap; a text drawn twice, with its halo below it, does not overlap itself."""
        apart = self.right <= other.left or other.right <= self.left or self.bottom <= other.top
        return not apart and self.top < other.bottom and self != other


def text_boxes(picture: str) -> list[TextBox]:
    """Every text of a picture with its stated width, whatever the font."""
    return list(_text_boxes(parsed(picture), (0.0, 0.0, 1.0)))


def _text_boxes(element: ElementTree.Element, place: tuple[float, float, float]) -> Iterator[TextBox]:
    """The texts inside an element, given its position and scale: x, y, factor."""
    x, y, zoom = place
    for child in element:
        if child.tag == f"{SVG}text" and child.text:
            wide, size = float(child.get("textLength", "nan")), float(child.get("font-size", "nan"))
            share = {"start": 0.0, "middle": 0.5, "end": 1.0}[child.get("text-anchor", "start")]
            left, base = float(child.get("x", 0)) - share * wide, float(child.get("y", 0))
            right, top = left + wide, base - 0.66 * size  # as high as a capital
            yield TextBox(child.text, x + zoom * left, x + zoom * right, y + zoom * top, y + zoom * base)
        elif child.tag == f"{SVG}g":
            moved = dict(_MOVES.findall(child.get("transform", "")))
            dx, dy = (float(part) for part in moved.get("translate", "0 0").split())
            yield from _text_boxes(child, (x + zoom * dx, y + zoom * dy, zoom * float(moved.get("scale", 1))))


def check_self_contained(picture: str) -> None:
    """Check that a picture is self-contained and inert: it refers only to its own parts, and has no scripts."""
    root = parsed(picture)
    assert root.tag == f"{SVG}svg"
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    used = [element.get("href", "") for element in root.iter(f"{SVG}use")]
    used += re.findall(r"url\((#[^)]+)\)", picture)
    assert {name.removeprefix("#") for name in used} <= set(ids)
    assert all(name.startswith("#") for name in used)
    assert not re.search(r"<(script|style|image|foreignObject)|\son\w+=|@import|data:", picture)
    assert picture.count("http") == 1  # the name of the SVG namespace
    assert "nan" not in picture
    assert "inf" not in picture


def check_stored(name: str, state: swenv.State, seat: int | None = None) -> None:
    """Check that text and picture say what a reviewed file has; with SWENV_REWRITE=1 in the environment, write it."""
    picture, path = render.svg(state, seat=seat), Path(__file__).parent / "data" / "pages" / f"{name}.txt"
    found = [render.text(state, seat=seat), " | ".join(words_in(picture)), " ".join(sorted(icons_in(picture)))]
    page = "\n\n".join([*found, "\n".join(sorted(tips_in(picture)))]) + "\n"
    if os.environ.get("SWENV_REWRITE"):
        path.write_text(page, encoding="utf-8")
    assert page == path.read_text(encoding="utf-8")
