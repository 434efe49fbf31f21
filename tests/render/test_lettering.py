"""Text in pictures, as wide as the layout assumed, and glyphs: all different, inside their box, and readable."""

from __future__ import annotations

import itertools
import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import swenv
from everygame import QUICK_TABLES, TABLES
from facts_boards import stand
from pictures import SVG, after, check_self_contained, parsed, text_boxes, words_in
from support import active, declined, game, held, position, seat
from swenv import maps, render
from swenv.render import glyphs, letters
from swenv.render.parts import SEATS
from swenv.render.raster import pixels
from swenv.smallworld import Power, Race

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-quic",
)  # fmt: skip


@pytest.mark.parametrize(("weight", "name"), [(400, "Regular"), (600, "Semibold"), (700, "Bold")])
def test_widths_are_those_of_the_font(weight: int, name: str) -> None:
    pytest.importorskip("font_source_sans_pro", reason="the fonts come with the extra view")
    fonts = pytest.importorskip("PIL.ImageFont", reason="Pillow comes with the extra view")
    path = files("font_source_sans_pro") / "files" / f"SourceSansPro-{name}.ttf"
    font = fonts.truetype(str(path), 1000, layout_engine=fonts.Layout.BASIC)
    for letter in (*map(chr, range(32, 127)), "·", "×"):
        assert letters.width(letter, 1000, weight) == pytest.approx(font.getlength(letter), rel=0.005)


def test_letters_missing_from_the_font_have_a_width() -> None:
    assert letters.width("Гном", 10) == 24
    assert letters.width("矮人", 10) == 20
    assert letters.width("e\u0301", 10) == letters.width("e", 10)


LONG_NAMES = {
    "smallworld": "halflings dragon_master hand 1, declined ghouls spirit hand 2",
    "underground": "iron_dwarves quarreling hand 1 hammers 4, declined will_o_wisps shield",
    "warcraft": "goblins beastmasters hand 1 beasts 2, declined night_elves marshdwellers",
}
"""The races of a seat of which much is told in long words."""


def long_names(name: str) -> swenv.State:
    own, other = re.findall(r"(?:^|declined )(\w+)", LONG_NAMES[name])
    return stand(name, f"{LONG_NAMES[name]}, coins 109 | coins 5 | coins 5", f"2 {own}*7; 3 {other}*5")


def of_board(name: str) -> str:
    return render.board_svg(swenv.load(name.split("-")[0], num_players=int(name[-2])).board)


PICTURES: list[Any] = [
    *(
        pytest.param(
            lambda name=name, players=players, steps=steps: render.svg(
                after(swenv.load(name, num_players=players).new_state(seed=steps), steps)
            ),
            id=f"{name}-{players}-after-{steps}",
            marks=[] if (name, players) in QUICK_TABLES and steps == 40 else pytest.mark.slow,
        )
        for (name, players), steps in itertools.product(TABLES, (40, 1000))
    ),
    *(pytest.param(lambda name=name: render.svg(long_names(name)), id=f"{name}-in-long-words") for name in LONG_NAMES),
    *(pytest.param(lambda name=name: of_board(name), id=name, marks=pytest.mark.slow) for name in maps.names()),
]


@pytest.mark.parametrize("picture", PICTURES)
def test_texts_in_a_picture_neither_overlap_nor_leave_it(picture: Callable[[], str]) -> None:
    drawn = picture()
    written = text_boxes(drawn)
    wide, high = map(float, re.search(r'viewBox="0 0 (\S+) (\S+)"', drawn).groups())
    outside = [text for text in written if text.left < 0 or text.right > wide or text.top < 0 or text.bottom > high]
    assert written and not outside
    assert not [(a, b) for a, b in itertools.combinations(written, 2) if a.overlaps(b)]


def measured(pictures: list[str], folder: Path) -> list[list[Any]]:
    """Left, right and words of every text, as a browser draws the pictures; each picture is 1,000 pixels wide."""
    page = folder / "page.html"
    page.write_text(f"<!DOCTYPE html><meta charset=utf-8>{''.join(pictures)}<pre></pre><script>{MEASURE}</script>")
    command = [BROWSER, *QUIET, f"--user-data-dir={folder / 'browser'}", "--dump-dom", page.as_uri()]
    dumped = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    return json.loads(re.search(r"<pre>(.*)</pre>", dumped).group(1).replace("&lt;", "<").replace("&amp;", "&"))


MEASURE = """
const found = [...document.querySelectorAll("text")].filter(text => text.textContent).map(text => {
  const box = text.getBoundingClientRect(), left = text.ownerSVGElement.getBoundingClientRect().left;
  return [box.left - left, box.right - left, text.textContent];
});
document.querySelector("pre").textContent = JSON.stringify(found);
"""


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="there is no Chromium on this machine to measure with")
@pytest.mark.parametrize("font", ["serif", "monospace"])
def test_a_browser_draws_every_text_as_wide_as_planned_with_any_font(font: str, tmp_path: Path) -> None:
    states = [after(swenv.load(name, num_players=players).new_state(seed=3), 40) for name, players in QUICK_TABLES]
    pictures = [render.svg(state) for state in states]
    planned = []
    for picture in pictures:
        unit = 1000 / float(re.search(r'viewBox="0 0 (\S+)', picture).group(1))
        planned += [(unit * text.left, unit * text.right, text.words) for text in text_boxes(picture)]
    found = measured([re.sub('font-family="[^"]*"', f'font-family="{font}"', each) for each in pictures], tmp_path)
    assert [words for *_, words in found] == [words for *_, words in planned]
    for (left, right, words), (left_edge, right_edge, _) in zip(found, planned, strict=True):
        assert (left, right) == pytest.approx((left_edge, right_edge), abs=1), words


# Glyphs

BOXES = ("smallworld", "underground", "warcraft")
ALL = {**glyphs.RACES, **glyphs.POWERS}


def ink(name: str, side: int = 80) -> np.ndarray:
    """How black each pixel of a glyph is, from 0 to 1."""
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


def drawn_in(element: ElementTree.Element) -> list[str]:
    used = [use.get("href", "") for use in element.iter(f"{SVG}use")]
    return [name[4:] for name in used if name.startswith(("#sw-race-", "#sw-power-"))]


def named(picture: str, attribute: str) -> Iterator[ElementTree.Element]:
    """The groups of a picture that say so what they are."""
    return (group for group in parsed(picture).iter(f"{SVG}g") if group.get(attribute) is not None)


def test_stacks_combos_and_cards_have_the_glyphs_of_their_races_and_powers() -> None:
    seats = "trolls heroic hand 1, declined orcs, coins 17 | halflings dragon_master, coins 5"
    picture = render.svg(stand("smallworld", seats, "0 trolls*3; 1 tribe; 2 halflings*10; 3 orcs", "round 3"))
    check_self_contained(picture)
    found = {group.get("data-names", ""): drawn_in(group) for group in named(picture, "data-names")}
    assert found["trolls"] == ["race-trolls"] and found["orcs"] == ["race-orcs"]
    assert found["trolls heroic"] == ["power-heroic", "race-trolls"]
    assert "Troll" not in words_in(picture)
    rows = list(named(picture, "data-row"))
    assert len(rows) == 6
    for row in rows:
        race, power = row.get("data-names", "").split()
        assert drawn_in(row) == [f"power-{power}", f"race-{race}"]
        assert row.find(f"{SVG}use") is None, "a page would take it for the outline of the row"


def test_races_and_powers_that_people_add_are_named_in_letters() -> None:
    extra = {"extra_races": (Race(name="frogs", tokens=6),), "extra_powers": (Power(name="loud", tokens=4),)}
    seats = [seat(active("frogs", "loud", hand=1), declined("orcs")), seat(active("trolls", "hill"))]
    column = [{"race": "elves", "power": "swamp"}]
    state = position(options=extra, phase="conquest", seats=seats, regions={1: held(0, "frogs", 2)}, column=column)
    picture = render.svg(state)
    found = {group.get("data-names", ""): drawn_in(group) for group in named(picture, "data-names")}
    assert found["frogs"] == found["frogs loud"] == [] and found["trolls hill"] == ["power-hill", "race-trolls"]
    assert {"Frog", "Loud Frogs"} <= set(words_in(picture))
    assert not drawn_in(parsed(render.board_svg(game().board)))


def test_seats_differ_in_shape_as_well_as_in_color() -> None:
    races = ("orcs", "elves", "trolls", "giants", "wizards")
    seats = [seat(active(race, power)) for race, power in zip(races, glyphs.POWERS, strict=False)]
    regions = {k: held(k, race, 1) for k, race in enumerate(races)}
    picture = render.svg(position(5, options={}, phase="conquest", seats=seats, regions=regions))
    stacks = {group.get("data-names", ""): group for group in named(picture, "data-names")}
    shapes = [[mark.get("d") for mark in stacks[race].iter(f"{SVG}path")] for race in races]
    assert [len(each) for each in shapes] == [0, 2, 2, 2, 2], "a disc, and shapes with a rim, each of two paths"
    assert len(set(map(tuple, shapes))) == len(races) == len(SEATS)
