"""Text and pictures of a state: they show everything on the table, are self-contained and reproducible."""

from __future__ import annotations

import itertools
import json
import math
import random
import re
import sys
import time
import tracemalloc
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import swenv
from everygame import GAMES, QUICK_TABLES, TABLES
from facts_boards import stand
from hidden import unseen
from pictures import ANSI, SVG, after, check_self_contained, check_stored, icons_in, parsed, words_in
from randomplay import SOME_MIXES, busy_walk, sample, some_game
from support import MONSTERS, TRIBE, active, game, held, position, seat
from swenv import maps, render
from swenv.core import telling
from swenv.render import canvas, phrases, raster, shapes, smallworld
from swenv.render.phrases import PHRASES, hidden_phrase, phrase, verb_title
from swenv.render.smallworld_style import words
from swenv.smallworld import warcraft_boards
from swenv.smallworld.board import Board, load_board


def played(num_players: int, steps: int = 60, seed: int = 1, **options: Any) -> swenv.State:
    """A state of a random game on the board for so many; `name` for the other games."""
    loaded = swenv.load(num_players=num_players, **{"name": "smallworld", **options})
    return after(loaded.new_state(seed=seed), steps, seed)


PLAYED = [
    pytest.param(partial(played, n, name=name), marks=[] if (name, n) in QUICK_TABLES else pytest.mark.slow)
    for name, n in TABLES
]


def rich() -> swenv.State:
    """Three seats with all that can lie on a board."""
    seats = """trolls heroic hand 4, declined orcs, declined ghouls spirit hand 2, coins 17
        | halflings dragon_master, coins 109 | tritons bivouacking, coins 8"""
    board = """0 trolls*3 lair hero; 1 tribe; 2 halflings*2 hole; 3 orcs fortress; 4 halflings dragon; 5 ghouls*2;
        8 tritons*2 encampment*3"""
    return stand("smallworld", seats, board, "round 3")


def caves() -> swenv.State:
    """Two seats of Underground with all that can lie on a board."""
    seats = """iron_dwarves magic hand 4 hammers 2, declined ogres shield, coins 17, vengeance
        | cultists vengeful, declined will_o_wisps muddy, coins 109"""
    board = """0 iron_dwarves*3 bag keep sword scepter; 1 iron_dwarves*2 mine socks; 3 ogres armor*2; 6 altar ring;
        4 cultists*2 ancient; 5 stonehedge orb; 8 cultists*2 queen fountain; 9 monsters; 10 volcano; 11 balrog pentacle;
        12 will_o_wisps ghost pipe; 15 diamond; 16 crypt doormat"""
    more = "round 3; stonehedge royal; crypt_master 1; this_turn used sword; this_turn armed sword"
    return stand("underground", seats, board, more)


def azeroth() -> swenv.State:
    """Three seats of Warcraft with all that can lie on its boards."""
    seats = """goblins beastmasters hand 4 beasts 2, declined orcs sentinels, coins 17, harmony
        | humans champions, declined night_elves, coins 109 | pandaren defenders, declined kobolds, coins 8"""
    board = """0 goblins*3 beasts*2 frostmourne doomhammer; 1 humans*2 champion bomb=live; 2 orcs fortress;
        3 night_elves wall; 4 ashes karazhan; 5 face_down=heart; 6 goblins aegis chapel; 7 meeting_stone; 8 murloc;
        9 dark_portal objective=1; 10 well; 13 face_down=spirit_healer; 14 objective=1;
        18 pandaren tower battleground bomb=dud; 20 kobolds"""
    more = "round 3; bomb_stack dud live dud; aegis_up yes; this_turn armed_effects frostmourne"
    return stand("warcraft", seats, board, more)


def crowded() -> swenv.State:
    """A region with more than there is room for round its tokens."""
    board = "5 ogres*3 bag ghost crypt doormat orb ring scepter socks sword"
    return stand("underground", "ogres magic hand 4, coins 5 | coins 5", board)


def worgen() -> swenv.State:
    """A form, a Champion in hand, and a region of Warcraft with more than there is room for."""
    seats = "worgen champions hand 3, coins 5 | night_elves portal_mages, coins 5"
    board = "0 worgen; 4 night_elves*2 wall aegis ashes doomhammer frostmourne heart karazhan"
    return stand("warcraft", seats, board, "this_turn form worgen")


def mixed() -> swenv.State:
    """Both boxes on a printed board, with coins on the column and a die that was rolled."""
    column = [{"race": "orcs", "power": "hill", "coins": 7}, {"race": "elves", "power": "swamp"}]
    seats = [seat(active("ogres", "heroic", hand=1)), seat(active("trolls", "royal"))]
    regions = {1: held(0, "ogres", 2, hero=1), 2: held(1, "trolls", 1, lair=1, queen=1), 5: MONSTERS, 6: TRIBE}
    turn = {"phase": "conquest", "column": column, "last_roll": 3}
    return position(map=None, options=MIXED, seats=seats, regions=regions, **turn)


MIXED = {"boxes": ("base", "underground"), "places": True}
SCENES = (rich, caves, azeroth, crowded, worgen, mixed)


@pytest.mark.parametrize("scene", SCENES)
def test_text_and_picture_show_everything_on_the_table(scene: Callable[[], swenv.State]) -> None:
    check_stored(scene.__name__, scene())


@pytest.mark.parametrize("draw", [*SCENES, *PLAYED])
def test_pictures_are_self_contained_and_reproducible_and_text_fits_a_terminal(draw: Callable[[], swenv.State]) -> None:
    state = draw()
    lines = render.text(state).splitlines()
    assert (draw in SCENES or max(map(len, lines)) <= 105) and not any(map(ANSI.search, lines))
    if state.game.name != "islands":
        rows = [line for line in lines if re.match(r" *\d+  [a-z]", line)]
        assert len(rows) == len(state.game.board_of(state.record).regions)
    picture = render.svg(state)
    check_self_contained(picture)
    assert picture == render.svg(draw()) == state._repr_svg_() and str(state) == render.text(state)
    assert (picture == render.svg(after(state.copy(), 1))) == state.is_over
    small, large = (parsed(render.svg(state, width=width)) for width in (400, 1600))
    assert small.get("viewBox") == large.get("viewBox")
    assert (small.get("width"), large.get("width")) == ("400", "1600")
    painted = render.text(state, color=True)
    assert ANSI.search(painted)
    assert ANSI.sub("", painted).splitlines() == [line.rstrip() for line in lines]


@pytest.mark.parametrize("draw", [render.text, lambda *args, **named: " ".join(words_in(render.svg(*args, **named)))])
def test_hidden_purses_are_shown_only_to_their_owner(draw: Callable[..., str]) -> None:
    seats = [seat(coins=17), seat(coins=43)]
    state = position(options={"hide_coins": True}, seats=seats)
    for looking, shown in ((None, ["17", "43"]), (0, ["17"]), (1, ["43"]), (render.NOBODY, [])):
        said = draw(state, seat=looking)
        assert re.findall(r"\b(?:17|43)\b", said) == shown and ("?" in said) == (len(shown) < 2)
    assert re.search(r"\b43\b", draw(position(seats=seats), seat=0))


@pytest.mark.parametrize("key", [*SOME_MIXES, "secret"])
def test_what_a_seat_is_shown_or_told_says_nothing_that_it_cannot_know(key: str) -> None:
    loaded = swenv.load("smallworld", num_players=3, hide_coins=True) if key == "secret" else some_game(key)
    dice, differs = random.Random(1), 0
    for number, state in enumerate(sample(loaded, 1, 8, by=busy_walk)):
        for looking in range(loaded.num_players):
            other = unseen(state, looking, dice.randrange(1000))
            for draw in (render.words, render.text, render.svg) if number == looking else (render.words, render.text):
                assert draw(state, seat=looking) == draw(other, seat=looking)
            differs += render.text(state) != render.text(other)
    assert differs or key not in ("secret", "islands-2"), "the whole page does change"


def test_the_end_names_the_winners() -> None:
    for coins, told in ((17, "Game over: seat 1 wins"), (43, "Game over: seat 0 and seat 1 win")):
        over = position(phase="over", round=10, seats=[seat(coins=coins), seat(coins=43)])
        assert told in render.text(over) and told in words_in(render.svg(over))


@pytest.mark.parametrize("looking", [None, 0, 1, 2])
def test_face_down_markers_and_kinds_of_bombs_are_not_shown(looking: int | None) -> None:
    one = azeroth()
    document = one.to_position()
    regions = document["regions"]
    regions["5"]["face_down"], regions["13"]["face_down"] = "spirit_healer", "heart"
    regions["1"]["bomb"], regions["18"]["bomb"] = "dud", "live"
    other = one.game.from_position({**document, "bomb_stack": ["live", "dud", "dud"]})
    assert other != one
    for draw in (render.svg, render.text):
        assert draw(one, seat=looking) == draw(other, seat=looking)
        for secret in ("Heart of Azeroth", "spirit healer", "Spirit Healer", 'sw-icon-heart"/', "live", "dud"):
            assert secret not in draw(one, seat=looking)


def test_only_what_is_in_use_is_drawn_and_a_die_when_it_was_rolled() -> None:
    pictures = [render.svg(position(regions={}, last_roll=roll)) for roll in (None, 3)]
    assert [icons_in(picture) for picture in pictures] == 2 * [{"cavern", "magic", "mine", "mountain"}]
    before, after = (len(list(parsed(picture).iter(f"{SVG}circle"))) for picture in pictures)
    assert after == before + 3
    one, two = (set(re.findall(r'id="(b[^"]*)"', render.svg(played(n, steps=0)))) for n in (2, 3))
    assert one and two and not one & two, "pictures of two boards can share a page"


@pytest.mark.parametrize(
    "options",
    [{"name": name, "num_players": n} for name, n in QUICK_TABLES] + [MIXED, {"name": "islands", "mode": "advanced"}],
    ids=str,
)
def test_the_layout_is_the_same_throughout_a_game(options: dict[str, Any]) -> None:
    state, sizes, places = played(**{"num_players": 2, "steps": 0, **options}), set(), set()
    while not state.is_over:
        root = parsed(render.svg(after(state, 20)))
        sizes.add(root.get("viewBox"))
        if all(len(entry.get("races", ())) < 3 for entry in state.to_position()["seats"]):
            last = next(name for name in root.iter(f"{SVG}text") if name.text == f"Seat {state.game.num_players - 1}")
            places.add((last.get("x"), last.get("y")))
    assert len(sizes) == len(places) == 1


def test_no_text_can_break_out_of_the_markup() -> None:
    evil = """a"'><script>alert(1)</script>&\x00\n\ud800"""
    drawn = canvas.Canvas()
    drawn.add("title", evil, id=evil)
    drawn.text(1, 2, evil, 3)
    picture = drawn.document(10, 10, 10, evil)
    picture.encode("utf-8")
    root = parsed(picture)
    clean = evil.replace("\x00", "\ufffd").replace("\ud800", "\ufffd").replace("\n", " ")
    assert [element.text for element in root] == [clean, clean, clean]
    assert root[1].get("id") == clean
    assert "<script" not in picture


@pytest.mark.parametrize("name", GAMES)
def test_wrong_seats_and_widths_are_refused(name: str) -> None:
    state = played(3, name=name)
    for draw in (render.text, render.svg, render.rgb_array):
        with pytest.raises(ValueError, match="no seat 3: seats are 0 to 2"):
            draw(state, seat=3)
    with pytest.raises(TypeError, match="seat: a whole number is needed, not True"):
        render.svg(state, seat=True)
    for draw in (render.svg, render.rgb_array, lambda state, width: render.board_svg(game().board, width)):
        with pytest.raises(ValueError, match="width must be at least 1, not 0"):
            draw(state, width=0)
        with pytest.raises(TypeError, match="width: a whole number is needed, not nan"):
            draw(state, width=math.nan)
    with pytest.raises(ValueError, match="width must be at most 8000, not 8001"):
        render.rgb_array(state, width=8001)


def drawing_of(board) -> shapes.Drawing:
    places = (shapes.Place(each.polygon, each.label, each.neighbors, 2, each.board) for each in board.regions)
    return shapes.drawing(tuple(places), shapes.Sea(board.size, board.outlines) if board.faces else None)


def boards_of(name: str, num_players: int) -> list[Board]:
    """The board for so many players; of Warcraft some tables with every face that they can have."""
    boards = game(num_players, None, name=name).boards
    return [boards[k] for k in sorted({0, len(boards) // 3, len(boards) - 1})]


@pytest.mark.parametrize(("name", "num_players"), [("smallworld", 5), ("underground", 5), ("warcraft", 3)])
def test_what_lies_in_a_region_is_inside_it_without_overlap(name: str, num_players: int) -> None:
    state = played(num_players, steps=0, name=name)
    root = parsed(render.svg(state))
    unit = 1000 / float(root.get("viewBox", "").split()[2])
    ids = {str(region.id) for region in state.game.board_of(state.record).regions}
    sizes = [float(text.get("font-size", 0)) for text in root.iter(f"{SVG}text") if text.text in ids]
    assert min(sizes[: len(ids)]) * unit > 8.9
    for board in boards_of(name, num_players):
        drawing = smallworld._drawing(board)
        assert not drawing.links
        zoom, scale = drawing.width / board.size[0], drawing.scale
        reach = 6.5 * drawing.name_scale
        for region, shape in zip(board.regions, drawing.shapes, strict=True):
            outline = tuple((x * zoom, y * zoom) for x, y in region.polygon)
            spots = [shape.center, shape.name_at, *shape.spots]
            assert shape.radius > shapes.TOKEN * scale + 5
            assert shapes._depth(outline, spots).min() > 0.6 * shapes.NAME * scale
            assert shapes._depth(outline, shape.badges).min() > 10.5 * scale
            assert gaps(spots).min() > 1.2 * shapes.ICON * scale
            assert len(shape.badges) == 6 and gaps(shape.badges).min() > 14 * scale
            named = np.subtract([*shape.spots, *shape.badges[:4]], shape.name_at)
            assert np.hypot(*named.T).min() > reach + 10.5 * scale
            assert np.hypot(*np.subtract(shape.center, shape.name_at)) > reach + shapes.TOKEN * scale
            last = np.subtract(shape.badges, shape.name_at)  # the last two may meet a corner of it
            assert np.hypot(*last.T).min() > 0.9 * reach + 7 * scale


def gaps(points: Sequence[tuple[float, float]]) -> np.ndarray:
    one, two = np.array(list(itertools.combinations(points, 2))).transpose(1, 2, 0)
    return np.hypot(*(one - two))


def test_the_boards_of_a_table_are_drawn_apart_with_their_names() -> None:
    num_players = 3
    for board in boards_of("warcraft", num_players):
        drawing = drawing_of(board)
        assert len(drawing.islands) == len(board.faces) == num_players
        zoom = drawing.width / board.size[0]
        shores = [[(x * zoom, y * zoom) for x, y in outline] for outline in board.outlines]
        for island, shore in zip(drawing.islands, shores, strict=True):
            assert island.path
            x, y = island.name_at
            assert 20 < x < drawing.width - 20
            assert max(y for _, y in shore) + 5 * drawing.scale < y < drawing.height - 6
            assert all(shapes._depth(tuple(each), [island.name_at])[0] < -5 * drawing.scale for each in shores)
        for region, shape in zip(board.regions, drawing.shapes, strict=True):
            inside = [shapes._depth(tuple(shore), [shape.center])[0] > 0 for shore in shores]
            assert inside == [number == region.board for number in range(num_players)]


@pytest.mark.parametrize("num_players", [2, 3, 4, 5])
def test_the_islands_of_a_table_fill_the_picture(num_players: int) -> None:
    for board in boards_of("warcraft", num_players):
        drawing = drawing_of(board)
        land = sum(area(outline) for outline in board.outlines) * (drawing.width / board.size[0]) ** 2
        assert land > 0.38 * drawing.width * drawing.height


def area(outline: Sequence[tuple[float, float]]) -> float:
    x, y = np.transpose(outline)
    return abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2


@pytest.mark.parametrize("board", [game().board, azeroth().game.boards[0]], ids=["region", "table"])
def test_boards_without_polygons_are_laid_out_each_in_its_own_place(board: Board) -> None:
    drawing = drawing_of(board)
    assert sorted(drawing.links) == [(a.id, b) for a in board.regions for b in a.neighbors if a.id < b]
    for a, b in itertools.combinations(drawing.shapes, 2):
        assert np.hypot(*np.subtract(a.center, b.center)) > a.radius + b.radius
    right = 0.0
    for number in range(len(board.faces) or 1):
        own = [shape for region, shape in zip(board.regions, drawing.shapes, strict=True) if region.board == number]
        assert min(s.center[0] - s.radius for s in own) >= right
        right = max(s.center[0] + s.radius for s in own)
        bottom = drawing.islands[number].name_at[1] if board.faces else drawing.height
        assert all(s.radius <= s.center[1] <= bottom - s.radius for s in own)
    assert right <= drawing.width and min(shape.radius for shape in drawing.shapes) > (15 if board.faces else 30)


@pytest.mark.parametrize("name", maps.faces())
def test_a_single_face_is_drawn_as_before_a_game(name: str) -> None:
    face = warcraft_boards.load_face(name)
    board = Board(face.name, "warcraft", 0, 0, face.regions, face.size, face.document, (name,), (face.outline,))
    picture, page = render.board_svg(board), render.board_text(board)
    assert {name, *(str(region.id) for region in face.regions)} <= set(words_in(picture))
    assert {"murloc", "face_down", "anchor", "cavern", "magic", "mountain"} == icons_in(picture)
    assert page.count("Murloc") == sum(region.murloc for region in face.regions) and page.count("face-down") == 1


def test_label_and_size_of_a_board_may_be_left_out() -> None:
    document = json.loads(json.dumps(dict(game(2, None).board.document)))
    del document["size"]
    for region in document["regions"]:
        del region["label"]
        region["polygon"] = [[x / 10 - 20, y / 10 + 5] for x, y in region["polygon"]]
    drawing = drawing_of(swenv.load("smallworld", num_players=2, map=document).board)
    printed = drawing_of(game(2, None).board)
    assert (drawing.width, drawing.height) == pytest.approx((printed.width, printed.height))
    for found, known in zip(drawing.shapes, printed.shapes, strict=True):
        assert found.radius > 0.9 * known.radius


OUTLINES = {
    "tiny": [[1000, 0], [1000.001, 0], [1000, 0.001]],
    "flat": [[1000, 0], [9000, 0], [9000, 1], [1000, 1]],
    "crossing itself": [[0, 0], [1000, 1000], [1000, 0], [0, 900]],
}


@pytest.mark.parametrize("shape", OUTLINES)
def test_a_region_is_drawn_however_small_or_odd_its_outline_is(shape: str) -> None:
    regions = [
        {"id": k, "terrain": "hill", "symbols": ["mine"], "edge": True, "neighbors": [1 - k], "polygon": each}
        for k, each in enumerate(([[0, 0], [1000, 0], [1000, 1000], [0, 1000]], OUTLINES[shape]))
    ]
    board = load_board({"name": "two", "game": "smallworld", "players": 2, "rounds": 3, "regions": regions})
    assert render.board_svg(board).count("<use") > 2


def heavy(regions: int) -> tuple[shapes.Place, ...]:
    """Regions whose outlines cross themselves and have as many corners as a board may, one of them tiny.

    Pieces are drawn to fit into the tiny one, so the others have the finest grids.
    """
    number = min(500, 3900 // regions)
    outline = tuple((1000.0 * (k * 37 % number) / number, 1000.0 * (k * k % number) / number) for k in range(number))
    tiny = tuple((x / 1e6, y / 1e6) for x, y in outline)
    return tuple(shapes.Place(outline if k else tiny, None, (), 3) for k in range(regions))


def test_a_drawing_takes_bounded_time_and_memory_whatever_the_outlines_are() -> None:
    start = time.process_time()
    shapes.drawing(heavy(5))
    assert time.process_time() - start < 10
    tracemalloc.start()
    try:
        shapes.drawing(heavy(2))
        assert tracemalloc.get_traced_memory()[1] < 100e6
    finally:
        tracemalloc.stop()


def test_pixels_are_a_new_array_of_colors_and_letters_need_no_installed_font() -> None:
    picture = render.svg(rich(), width=600)
    found, again = (render.rgb_array(rich(), width=600) for _ in range(2))
    assert found.dtype == np.uint8 and found.shape[1:] == (600, 3)
    assert found.shape[0] - int(parsed(picture).get("height", 0)) in (0, 1)
    assert found.flags.writeable and (found == again).all() and not np.shares_memory(found, again)
    wordless = re.sub(r"<text.*?</text>", "", picture)
    changed = (raster.pixels(picture, 600) != raster.pixels(wordless, 600)).any(axis=2)
    assert changed.sum() > 3000 and changed[:, :400].any() and changed[:, 440:].any(), "on the board and the panel"


def test_both_sides_of_pixels_are_even_as_video_needs() -> None:
    state = played(2, steps=0)
    for width in (401, 3, 1):
        picture = render.rgb_array(state, width=width)
        assert picture.shape[1] == width + width % 2 and picture.shape[0] % 2 == 0
        assert width != 401 or not (picture[-1] == 255).all(), "the row below goes on as the one above"


def test_regions_of_a_printed_board_leave_no_gap() -> None:
    picture = render.svg(game(5, None).from_position({"format": "swenv-position/1", "game": "smallworld"}))
    fills = "".join(re.findall(r'<use href="#b[^"]*" fill="#[^>]*>', picture))
    outlines = "".join(re.findall(r'<path id="b[^>]*>', picture))
    bare = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 700"><defs>{outlines}</defs>{fills}</svg>'
    inside = raster.pixels(bare, 1000)[3:-3, 3:-3].astype(int)
    assert (inside.sum(axis=2) < 3 * 250).all()


@pytest.mark.parametrize("missing", ["resvg_py", "font_source_sans_pro", "PIL.Image"])
def test_a_missing_library_is_named_and_only_pixels_need_it(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    raster._fonts.cache_clear()
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(ImportError, match=rf"{missing}.*pip install swenv-rl\[view\]"):
        render.rgb_array(rich())
    assert all(draw(played(2, name=name)) for name in GAMES for draw in (render.svg, render.text))


def test_a_gif_shows_every_state(tmp_path: Path) -> None:
    from PIL import Image

    states = [played(2, steps=steps) for steps in (0, 20, 40)]
    render.gif(iter(states), tmp_path / "game.gif", width=300, seconds=0.5, last=2)
    times = []
    with Image.open(tmp_path / "game.gif") as picture:
        assert picture.n_frames == 3 and picture.info["loop"] == 0
        for frame, state in enumerate(states):
            picture.seek(frame)
            times.append(picture.info["duration"])
            assert np.abs(np.asarray(picture.convert("RGB")).astype(int) - render.rgb_array(state, 300)).mean() < 6
    assert times == [500, 500, 2000]


def read(folder: Path, states: Sequence[swenv.State], **options: Any) -> tuple[str, dict[str, Any]]:
    """A page without its data, and its data."""
    render.html(iter(states), folder / "game.html", **options)
    page = (folder / "game.html").read_text(encoding="utf-8")
    data = re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert data is not None and "<" not in data[1] and page.count("<script") == 2
    return page.replace(data[0], ""), json.loads(data[1])


@pytest.mark.parametrize("name", GAMES)
def test_an_html_page_is_self_contained_and_has_every_state(name: str, tmp_path: Path) -> None:
    states = [played(2, steps=steps, name=name) for steps in (0, 20, 40)]
    captions = ["start", "</script><script>alert(1)</script>", "conquer 7"]
    page, content = read(tmp_path, states, title="<b>A & B</b>", captions=captions, seconds=0.25)
    pictures = ["\n".join(content["lines"][line] for line in frame) + "\n" for frame in content["frames"]]
    assert pictures == [render.svg(state) for state in states]
    assert content["captions"] == captions and content["pause"] == 250
    assert 'id="plot"' not in page and content["notes"] == content["marks"] == []
    assert "<title>&lt;b&gt;A &amp; B&lt;/b&gt;</title>" in page
    assert not re.search(r"\b(src|href)=[\"'](?!#)|@import|url\(\s*[\"']?http", page)


def test_a_page_has_notes_and_curves(tmp_path: Path) -> None:
    states = [played(2, steps=steps) for steps in (0, 20, 40, 60)]
    notes = [render.Note(["</script>"], ("action", "value"), [("conquer <7>", "0.5")]), render.Note(["end"])]
    chart = render.Chart("A & B", ["<a>", "b"], [[0, 0.25, None, 1], [1, 0.75, None, None]], {1: 1}, "slip")
    page, content = read(tmp_path, states, notes=notes, chart=chart)
    assert content["notes"] == [
        {"lines": ["</script>"], "headers": ["action", "value"], "rows": [["conquer <7>", "0.5"]]},
        {"lines": ["end"], "headers": [], "rows": []},
    ]
    assert content["marks"] == [1]
    assert re.findall(r'class="curve"[^>]* d="([^"]*)"', page)[2:] == ["M0 100L333.3 75M1000 0", "M0 0L333.3 25"]
    assert re.findall(r'class="mark" d="([^"]*)"', page) == ["M15 5h0", "M333.3 25h0"]
    assert "<b>A &amp; B</b>" in page and "</svg> &lt;a&gt;</span>" in page and "</svg> slip</span>" in page


def test_an_empty_replay_or_an_odd_pause_is_refused(tmp_path: Path) -> None:
    refused = ([], 1, "no state"), ([rich()], 0, "seconds: 0 is not positive"), ([rich()], math.inf, "the most is 600")
    for write, (states, seconds, told) in itertools.product((render.gif, render.html), refused):
        with pytest.raises(ValueError, match=told):
            write(states, tmp_path / "file", seconds=seconds)
    assert not (tmp_path / "file").exists()


@pytest.mark.parametrize("name", GAMES)
def test_whatever_a_person_can_point_at_is_named_in_the_picture(name: str) -> None:
    pointed_at = set()
    for steps in (0, 1, 2, 3, 5, 8, 13, 40):
        state = played(2, steps=steps, name=name)
        named = [
            {(key.removeprefix("data-"), value) for key, value in element.items() if key.startswith("data-")}
            for element in parsed(render.svg(state, seat=state.to_act)).iter(f"{SVG}g")
        ]
        for index in state.legal_actions().tolist():
            action = state.game.action(index)
            (verb,) = (each for each in state.game.verbs if each.name == action.verb)
            given = tuple(zip(verb.arguments, map(str, action.args), strict=True))
            place = given[:2] if verb.arguments[:1] == ("r",) else given[:1]
            if verb.arguments[:1] and verb.arguments[0] in ("region", "row", "seat", "slot", "place", "face", "r"):
                assert any(set(place) <= each for each in named), f"{action} in {state.phase}"
                pointed_at.add(verb.arguments[0])
    assert len(pointed_at) > 1


# Actions in people's words


@pytest.mark.parametrize("game", GAMES)
def test_every_verb_has_a_phrase_in_each_phase_and_secret_ones_one_without_the_choice(game: str) -> None:
    """Whatever is legal in a phase, a phrase for the verb or for the verb in that phase exists."""
    loaded = swenv.load(game, num_players=2)
    assert not any(re.search(r"\d", hidden_phrase(f"{verb} 0 1", 1)) for verb in loaded.secret_verbs)
    assert hidden_phrase("card_pair 0 1", 4) == "choose a card"
    for verb in loaded.verbs:
        for phase in chain.from_iterable(phases.split() for phases in verb.uses.values()):
            assert verb.name in PHRASES or f"{verb.name} {phase}" in PHRASES, (verb.name, phase)
        assert re.fullmatch("[a-zA-Z' ]+", verb_title(verb.name, game))


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_action_of_a_game_is_said_without_its_codes(game: str) -> None:
    loaded = swenv.load(game, num_players=2)
    for state, _ in busy_walk(loaded, 3):
        document = state.to_position()
        said = [phrase(state, action, document) for action in state.legal_actions().tolist()]
        assert not any(re.search(r"[_{}]", each) for each in said), said
        assert len(set(said)) == len(said), "no two actions read the same"


@pytest.mark.parametrize("name", GAMES)
def test_captions_are_in_plain_words(name: str) -> None:
    recorder = swenv.Recorder(swenv.load(name, num_players=2), seed=1)
    while not recorder.state.is_over:
        recorder.apply(int(recorder.state.legal_actions()[-1]))
    replay = recorder.replay
    said = render.captions(list(replay.states()), replay)
    assert len(said) == len(replay.moves) + 1 and all(re.match("seat [01] [a-z]+s ", each) for each in said[1:])
    assert not any("_" in each or re.search(r"\b(pick|place) \d", each) for each in said)
    assert name == "islands" or any(re.search(r" takes [A-Z][^;]* for [1-5]$", each) for each in said)


def test_a_phrase_names_combos_regions_and_cards() -> None:
    state = swenv.load("smallworld", num_players=2).new_state(7)
    top = state.to_position()["column"][0]
    assert phrase(state, 0).lower() == f"take {top['power']} {top['race']}".replace("_", " ")
    state.apply("pick 0")
    region = state.legal_actions().tolist()[0]
    assert re.fullmatch(r"conquer [a-z]+ \d+", phrase(state, region))
    islands = swenv.load("islands", num_players=2, start_layout="fixed").new_state(1)
    assert re.fullmatch("use “.+: .+” now, keep “.+: .+”", phrase(islands, islands.legal_actions().tolist()[0]))


@pytest.mark.parametrize(
    ("game", "seats", "board", "said"),
    [
        ("smallworld", "orcs | -", "0 orcs*3", "conquer nothing this turn"),
        ("smallworld", "orcs, declined ghouls | -", "0 orcs*3; 5 ghouls*3", "leave the Ghouls in place"),
        ("underground", "cultists ancient_placed | -", "0 cultists ancient; 1 cultists",
         "leave the Great Ancient in place"),
    ],
)  # fmt: skip
def test_a_turn_begun_with_nothing_says_what_it_leaves(game: str, seats: str, board: str, said: str) -> None:
    state = stand(game, seats, board, "phase choose")
    assert phrase(state, state.game.parse("finish")) == said


@pytest.mark.parametrize(
    ("power", "made", "name", "said"),
    [
        ("strongmen", "pushes 1", "push", "2 more this turn"),
        ("strongmen", "pushes 2", "push", "once more this turn"),
        ("strongmen", "pushes 1; this_turn chosen 4; phase push", "push_to", "pushed out of swamp 4"),
        ("portal_mages", "swaps 1", "portal", "once more this turn"),
        ("portal_mages", "chosen 4; phase portal", "portal", "exchange with swamp 4"),
    ],
)
def test_a_hint_says_how_often_a_power_can_still_be_used_and_what_is_pushed(
    power: str, made: str, name: str, said: str
) -> None:
    state = stand("warcraft", f"orcs {power} | trolls", "0 orcs*3; 1 trolls; 4 trolls*2", f"this_turn {made}")
    assert said in phrases.hint(next(verb for verb in state.game.verbs if verb.name == name), state)


@pytest.mark.parametrize(
    ("name", "verbs"),
    [
        ("smallworld", {"conquer", "dragon"}),
        ("underground", {"conquer", "roll_for", "balrog"}),
        ("warcraft", {"conquer", "roll_for", "champion"}),
    ],
)
def test_what_takes_a_region_names_ones_own_people_there_and_says_whether_a_roll_failed(
    name: str, verbs: set[str]
) -> None:
    met, won, in_vain = set(), 0, 0
    for state, action in chain.from_iterable(busy_walk(swenv.load(name), seed) for seed in range(50)):
        regions = state.to_position()["regions"]
        for choice in state.legal_actions().tolist():
            chosen = state.game.action(choice)
            theirs = regions.get(str(chosen.args[0]), {}) if chosen.verb in verbs else {}
            own = theirs.get("owner") == state.turn
            assert own == ("from your own" in phrase(state, choice))
            met |= {chosen.verb} if own else set()
        if action < 0 or state.game.action(action).verb not in verbs:
            continue
        after_it, region = state.copy(), str(state.game.action(action).args[0])
        after_it.apply(action)
        now, before = after_it.to_position()["regions"].get(region, {}), regions.get(region, {})
        if state.game.action(action).verb == "roll_for" and after_it.phase != "strike":
            assert (now != before) == ("successfully" in phrases.report(state, after_it, action))
            won, in_vain = won + (now != before), in_vain + (now == before)
    assert met == verbs and ("roll_for" not in verbs or won)
    assert in_vain or name != "underground"


@pytest.mark.parametrize(
    ("name", "verbs"),
    [
        ("smallworld", {"conquer", "dragon", "convert"}),
        ("underground", {"conquer", "roll_for", "vampire"}),
        ("warcraft", {"conquer", "champion", "portal", "push_to"}),
    ],
)
def test_whatever_takes_a_region_from_somebody_says_from_whom(name: str, verbs: set[str]) -> None:
    met = set()
    for state, action in chain.from_iterable(busy_walk(swenv.load(name), seed) for seed in range(50)):
        if action < 0:
            continue
        after_it = state.copy()
        after_it.apply(action)
        before, now = (each.to_position()["regions"] for each in (state, after_it))
        moved = state.game.action(action)
        for number, region in before.items():
            seat, race = region.get("owner"), region.get("race")
            left = now.get(number, {})
            taken = moved.verb in phrases.TAKING and str(moved.args[0]) == number
            lost = (left.get("owner") != seat and (taken or seat != state.to_act)) or (
                taken and left.get("race") != race
            )
            said = [each for each in phrases.lost(state, after_it, action) if each[1].split()[-1] == number]
            assert [who for who, _ in said] == [seat] * (seat is not None and lost)
            met |= {moved.verb} if said else set()
    assert met >= verbs


@pytest.mark.parametrize("name", ["smallworld", "underground", "warcraft"])
def test_a_decline_says_which_race_leaves_the_map(name: str) -> None:
    left = 0
    for state, action in chain.from_iterable(busy_walk(swenv.load(name), seed) for seed in range(30)):
        verb = state.game.action(action).verb if action >= 0 else ""
        gone = phrases.given_up(state, action) if verb else []
        old = [race["race"] for race in state.to_position()["seats"][state.turn]["races"] if race["status"] != "active"]
        assert not gone or verb.startswith("decline")
        if verb == "decline" and old:
            after_it = state.copy()
            after_it.apply(action)
            there = {each["race"] for each in after_it.to_position()["seats"][state.turn]["races"]}
            assert gone == sorted(words(race) for race in old if race not in there)
            left += bool(gone)
    assert left


@pytest.mark.parametrize(
    ("name", "action", "said"),
    [
        ("smallworld", "pick 1", "take a combo"),
        ("islands", "take 0", "take a tile"),
        ("warcraft", "take doomhammer", "take Doomhammer"),
        ("warcraft", "form human", "take Human form"),
        ("underground", "swap 2", "swap the badge"),
        ("islands", "start_face ST4B", "choose a start tile"),
        ("smallworld", "conquer 1", "conquer farmland 1"),
    ],
)
def test_a_later_decision_is_told_without_what_may_have_changed_by_then(name: str, action: str, said: str) -> None:
    state = swenv.load(name).new_state(1)
    assert phrases.phrase_anywhere(state, state.game.parse(action), state.to_position()) == said


def test_a_hand_tells_what_is_set_aside_from_what_can_be_placed() -> None:
    assert render.summary(stand("smallworld", "amazons hand 6 reserve 4 | -")).seats[0].notes == [
        "2 in hand",
        "4 set aside",
    ]


def test_tokens_that_can_be_taken_up_include_the_one_from_the_fountain() -> None:
    """UG-PLACE-FOUNTAIN."""
    state = stand("underground", "kraken | -", "5 kraken*4 fountain; 6 kraken", more="phase choose")
    (race, *_) = render.summary(state).seats[0].lines
    assert race.note == "5 in 2 regions, 4 free, 1 of them from the Fountain of Youth"
    state.apply("finish")
    assert render.summary(state).seats[0].notes == ["4 in hand"]


def test_a_badge_that_can_be_swapped_says_how_many_tokens_it_would_bring() -> None:
    """UG-RACE-MIMES."""
    column = "column gnomes stone 1, kraken martyr, ogres muddy, drow fisher, flames wise, cultists tomb"
    state = stand("underground", "shadow_mimes mining | -", more=f"phase swap; {column}")
    offers = render.summary(state).offers
    assert [(each.cost, each.coins) for each in offers] == [(None, 0)] * 6
    assert offers[0].note == "11 tokens with this badge"


def test_stonehedge_says_what_the_power_does_that_was_drawn_for_it() -> None:
    """UG-PLACE-STONEHEDGE."""
    state = stand("underground", "cultists hand 2 | -", "5 cultists stonehedge", more="stonehedge wise")
    told = next(line.note for line in render.summary(state).seats[0].lines if "stonehedge" in line.names)
    assert re.search(r": Wise\. .*coin", told)


@pytest.mark.parametrize(
    ("game", "seats", "board"),
    [
        ("underground", "cultists hand 2, declined ogres | -", "5 cultists socks; 6 ogres doormat"),
        ("warcraft", "goblins hand 2, declined orcs | -", "5 goblins doomhammer; 6 orcs frostmourne"),
        ("warcraft", "goblins hand 2, declined orcs | -", "5 goblins chapel; 6 orcs meeting_stone"),
    ],
)
def test_what_a_race_in_decline_holds_but_cannot_use_says_so(game: str, seats: str, board: str) -> None:
    """UG-RELIC-0, WW-DECL-5."""
    held = [line for line in render.summary(stand(game, seats, board)).seats[0].lines if line.note[0].isalpha()]
    assert [line.note.endswith("; of no use to a race in decline") for line in held] == [False, True]
    assert [line.faded for line in held] == [False, True]


@pytest.mark.parametrize(("left", "told"), [(2, "2 hammers"), (1, "1 of 2 hammers")])
def test_hammers_that_are_spent_are_told_from_those_left(left: int, told: str) -> None:
    turn = f"phase conquest; this_turn hammers_left {left}"
    state = stand("underground", "iron_dwarves hand 4 hammers 2 | -", more=turn)
    assert render.summary(state).seats[0].notes == ["4 in hand", told]


def test_tokens_that_can_be_taken_up_include_those_that_only_conquer() -> None:
    """SW-REDEP-5."""
    state = stand("smallworld", "amazons hand 4 reserve 4 | -", "5 amazons*8; 6 amazons", more="phase choose")
    seat = render.summary(state).seats[0]
    assert seat.lines[0].note.endswith("11 free, 4 of them only to conquer") and not seat.notes


@pytest.mark.parametrize(
    ("game", "seats", "board", "turn"),
    [
        ("underground", "will_o_wisps hand 2 | ogres", "9 will_o_wisps; 15 ogres*2", "phase conquest"),
        ("warcraft", "gnomes hand 2 | orcs", "0 gnomes; 1 orcs; 4 orcs*2", "this_turn armed_effects air_strike"),
    ],
)
def test_who_rolls_first_is_told_with_how_many_faces_of_the_die_that_succeeds(
    game: str, seats: str, board: str, turn: str
) -> None:
    """UG-RACE-WISPS, WW-RACE-GNOMES."""
    state = stand(game, seats, board, turn)
    remarks, told = state.game.remarks(state.observation(), state.mask()), set()
    for action in state.legal_actions().tolist():
        if state.game.action(action).verb == "roll_for":
            succeeds = {}
            for seed in range(40):
                world = state.sample_hidden(state.to_act, seed)
                world.apply(action)
                owner = world.record["owner"][0][state.game.action(action).args[0]]
                succeeds[world.last_roll] = owner == 3 * state.to_act
            chance = np.mean([succeeds[face] for face in (0, 0, 0, 1, 2, 3)])
            told.add(f"{chance:.0%}")
            assert (f", die {chance:.0%}".replace("%", " %") in remarks[action]) == (chance < 1)
    assert told == {"100%", "50%", "33%"}


def test_tokens_that_can_be_taken_up_are_those_of_ghouls_if_they_conquer_first() -> None:
    """SW-RACE-GHOULS."""
    state = stand("smallworld", "orcs, declined ghouls | -", "0 orcs*3; 5 ghouls*3; 6 ghouls", "phase choose")
    assert [line.note for line in render.summary(state).seats[0].lines] == ["3 in 1 region", "4 in 2 regions, 2 free"]


def test_encampments_that_are_left_are_told() -> None:
    """SW-POWER-BIVOUACKING."""
    state = stand("smallworld", "orcs bivouacking | -", "5 orcs*4; 6 orcs", more="phase markers")
    state.apply("encamp 5")
    encamp = next(verb for verb in state.game.verbs if verb.name == "encamp")
    assert phrases.hint(encamp, state) == "Click a region to put an encampment there; 4 left."


def test_a_race_with_tokens_that_only_conquer_tells_how_many_regions_it_can_hold() -> None:
    """SW-REDEP-5."""
    held = [stand("smallworld", f"amazons {tokens} | -") for tokens in ("hand 7", "hand 6 reserve 4", "hand 3")]
    assert [render.summary(each).seats[0].lines[0].note for each in held] == [
        f"no region, can hold up to {most}" for most in (3, 2, 0)
    ]


@pytest.mark.parametrize(
    ("name", "sources", "seat", "said"),
    [
        ("underground", {"conquer": 2, "roll for": 4}, 0, {"for conquests": 6}),
        ("underground", {"conquer": 2, "roll for": 4}, 1, {"for conquests by others": 6}),
        ("underground", {"frightened": 1, "mine": 2}, 0, {"for Frightened": 1, "for the Mine of the Lost Dwarf": 2}),
        ("warcraft", {"regions": 3, "blood elves": 1}, 0, {"for regions": 3, "for Blood Elves": 1}),
        ("islands", {"card M08": 3, "ports": 1}, 0, {"for “1 per commonest resource + 2”": 3, "for ports": 1}),
    ],
)
def test_coins_are_told_by_what_paid_them(name: str, sources: dict[str, int], seat: int, said: dict[str, int]) -> None:
    payment = telling.Payment(seat, sum(sources.values()), sources, "")
    assert phrases.said_of(payment, swenv.load(name), mover=0).sources == said


@pytest.mark.parametrize(
    ("order", "report"),
    [
        ("take Forest Amazons", "takes Forest Amazons"),
        ("lay the tile on cell 8 9, half a turn", "lays the tile on cell 8 9"),
        ("push the token to hill 4", "pushes the token to hill 4"),
        ("dock your ship on cell 1 2", "docks their ship on cell 1 2"),
        ("pay Harmony to Pandaren", "pays Harmony to Pandaren"),
        ("bury it", "buries it"),
    ],
)
def test_an_order_becomes_a_report(order: str, report: str) -> None:
    assert phrases.told(order) == report
