"""Glyphs: one for each race and power of the boxes, all different, inside their box, and readable."""

from __future__ import annotations

import itertools
import re
from importlib.resources import files

import numpy as np
import pytest

import swenv
from pictures import parsed
from swenv import render
from swenv.render import glyphs

BOXES = ("smallworld", "underground", "warcraft")
ALL = {**glyphs.RACES, **glyphs.POWERS}


def ink(name: str, side: int = 80) -> np.ndarray:
    """How black each pixel of a glyph is, from 0 to 1."""
    from swenv.render.raster import pixels

    markup = render.glyph(name)
    assert markup is not None
    return 1 - pixels(markup.replace("<svg ", '<svg color="#000000" '), side).mean(axis=2) / 255


def test_every_race_and_power_of_the_boxes_has_a_glyph_and_every_glyph_an_owner() -> None:
    games = [swenv.load(name, num_players=2) for name in BOXES]
    races, powers = ({each.name for game in games for each in getattr(game, kind)} for kind in ("races", "powers"))
    assert glyphs.RACES.keys() == races and glyphs.POWERS.keys() == powers
    assert not races & powers, "one name is enough to find a glyph"


def test_the_file_is_small_and_has_no_colors() -> None:
    drawn = files("swenv.render").joinpath("glyphs.svg").read_bytes()
    assert len(drawn) < 60_000
    assert not re.search(rb"#[0-9a-f]{3}|rgb|opacity", drawn)
    assert set(re.findall(rb'(?:fill|stroke)="([^"]*)"', drawn)) == {b"currentColor", b"none"}


def test_glyphs_stand_by_themselves() -> None:
    for name in ALL:
        markup = render.glyph(name)
        assert markup == render.glyph(name) and markup is not None and "\n" not in markup
        root = parsed(markup)
        assert root.get("viewBox") == "-10 -10 20 20" and root.get("fill") == "currentColor"
        assert not any(element.get("id") or element.get("href") for element in root.iter())
    assert render.glyph("frogs") is render.glyph("") is None


def test_glyphs_are_inside_their_box_and_neither_thin_nor_blots() -> None:
    pytest.importorskip("resvg_py", reason="needs the extra `view`")
    for name in ALL:
        drawn = ink(name)
        rim = np.concatenate([drawn[:1], drawn[-1:], drawn[:, :1].T, drawn[:, -1:].T], axis=1)
        assert rim.max() < 0.02, f"{name} leaves its box"
        assert 0.15 < drawn.mean() < 0.75, f"{name}: {drawn.mean():.2f}"
        lines, columns = (np.flatnonzero(drawn.max(axis=axis) > 0.5) for axis in (1, 0))
        assert max(np.ptp(lines), np.ptp(columns)) > 70, f"{name} does not fill its box"


def test_no_two_glyphs_are_alike_even_when_small() -> None:
    pytest.importorskip("resvg_py", reason="needs the extra `view`")
    paths = [tuple(re.findall(r' d="([^"]*)"', inside)) for inside in ALL.values()]
    assert len(set(paths)) == len(paths)
    small = {name: ink(name, 16) for name in ALL}
    for (one, first), (two, second) in itertools.combinations(small.items(), 2):
        assert np.abs(first - second).mean() > 0.15, f"{one} and {two}"
