"""Text in pictures: as wide as the layout assumed, whatever fonts there are, and without overlaps."""

from __future__ import annotations

import itertools
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import swenv
from everygame import QUICK_TABLES, TABLES
from facts_boards import stand
from pictures import after, text_boxes
from swenv import maps, render
from swenv.render import letters

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
    states = [
        after(swenv.load(name, num_players=players).new_state(seed=3), 40) for name, players in sorted(QUICK_TABLES)
    ]
    pictures = [render.svg(state) for state in states]
    planned = []
    for picture in pictures:
        unit = 1000 / float(re.search(r'viewBox="0 0 (\S+)', picture).group(1))
        planned += [(unit * text.left, unit * text.right, text.words) for text in text_boxes(picture)]
    found = measured([re.sub('font-family="[^"]*"', f'font-family="{font}"', each) for each in pictures], tmp_path)
    assert [words for *_, words in found] == [words for *_, words in planned]
    for (left, right, words), (left_edge, right_edge, _) in zip(found, planned, strict=True):
        assert (left, right) == pytest.approx((left_edge, right_edge), abs=1), words
