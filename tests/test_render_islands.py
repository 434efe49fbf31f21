"""Text and pictures of Small Islands: they show everything on the table, and to a seat only what it knows."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from typing import Any

import numpy as np
import pytest
from archipelago import SIDES, fresh, game, house, marker, plays, position, printed, ship, tiles

import swenv
from pictures import ANSI, SVG, after, check_self_contained, icons_in, parsed, tips_in, until, words_in
from swenv import render
from swenv.islands.content import EXPEDITIONS, GOALS, MISSIONS, REWARD_CARDS
from swenv.render import canvas, islands_coasts, islands_grid, islands_tiles, islands_view, islands_words, shapes
from swenv.render.islands_view import Lying, bare

SEATS = (1, 2, 3, 4)
PHASES = (
    *("start_pick", "start_place", "prep_pick", "turn", "hand", "place", "marker", "mark_target", "house"),
    *("score", "over"),
)
"""Phases that random games of two players reach."""
TILES = tuple(printed())
"""The ids of the 56 land tiles and of the 8 start faces."""


def rich(**fields: Any) -> swenv.State:
    """Two seats, and everything that can be on the table."""
    full: dict[str, Any] = dict(
        round=2,
        turn=0,
        tiles=tiles(
            *("YA1@6,9r0", "CC1@7,8r2", "OA1@7,9r0", "WA1@8,7r0", "ST1A@8,8r0", "KC1@8,9r3", "WB1@9,8r0"),
        ),
        markers=[
            marker("laurel", 7, 8, slot=0),
            marker("port", 8, 8, piece=0, seat=1),
            marker("lotus", 8, 9, slot=2, seat=1, marker="any"),
        ],
        houses=[house(0, 8, 8), house(1, 7, 9)],
        ships=[ship(9, 9, 0), ship(10, 8)],
        last=[8, 9],
        market=["DA1", None, "BA2"],
        navigation=[],
        reserve=[],
        discoveries=[3, 4, 4, 5, 6, 6, 7],
        drawn=[2, 3],
        seats=[
            {
                "prestige": 17,
                "hand": ["CA2", "XA1"],
                "known": ["CA2"],
                "tokens": [7, 5],
                "missions": {"current": "M10", "held": ["M11"]},
            },
            {
                "prestige": 4,
                "hand": ["TB1", "SB2"],
                "known": ["SB2"],
                "tokens": [8],
                "missions": {"current": "M02", "held": ["M07"]},
            },
        ],
        turn_state={"docker": 0, "built": [[8, 8]]},
    )
    return position("score", 2, **{**full, **fields})


DECK = ["X01", "X02", "X04", "X03", "X06", "X07", "X08", "X11"]


def solo(**fields: Any) -> swenv.State:
    """The human against Alexis, who has a house."""
    full: dict[str, Any] = dict(
        tiles=tiles("ST1A@8,8r0", "CC1@7,8r2"),
        houses=[house("alexis", 7, 8)],
        level=3,
        alexis={"prestige": 6, "card": "X12", "deck": DECK, "played": ["X12", "X05"]},
    )
    return position("turn", 1, **{**full, **fields})


def grid_of(page: str) -> list[str]:
    """The grid of cells in a text: the line of column numbers, and the lines of all rows."""
    lines = page.splitlines()
    end = lines.index(islands_grid.LEGEND[0])
    return lines[3 : end - 1]


# --- text -----------------------------------------------------------------------------------------


def test_text_draws_the_cells_with_their_numbers() -> None:
    assert grid_of(render.text(rich())) == [
        "       6      7      8      9     10",
        "",
        "  5    ·      ·      ·      ·      ·",
        "",
        "                         ~~~...~",
        "  6    ·      ·      ·   DP~~~Lh   ·",
        "                         ~...~~~",
        "                  ~~~~~~~~LL...~",
        "  7    ·      ·   ~RT.hP~~~~~~~~   ·",
        "                  ~~...~~~T1P..~",
        "           ~~~~~~~~~...~~+~...~+",
        "  8    ·   ~.P.P.~~L0.PP..LLLhP~   ·",
        "           ~~~~~~~~~~~~~~+~~~~~+",
        "                  ~~~~~~~~~~|\\~~",
        "  9    ·      ·   ~~~~~~~~~~|0\\~   ·",
        "                  ~~~~~~~~\\___/~",
        "                  ~~~|\\~~",
        " 10    ·      ·   ~~~| \\~   ·      ·",
        "                  ~\\___/~",
        "",
        " 11    ·      ·      ·      ·      ·",
        "",
    ]


def test_text_shows_what_the_seats_have() -> None:
    page = render.text(rich())
    lines = page.splitlines()
    assert lines[:2] == [
        "Small Islands · round 2 of 4 · turn of seat 0 · phase score",
        "Seat 0 scores an island",
    ]
    assert "market    0 DA1 N:Lh E:DP · 1 none · 2 BA2 NE:Dh S:TP" in lines
    assert "stacks    navigation 0 · reserve 0 · discovery tokens 7 ·" in lines
    assert "ships     seat 1, grey" in lines
    first, second = (
        lines.index("> seat 0  17 prestige · houses 3 + 4 · markers lotus, dragon fruit, any · tokens 5 7"),
        lines.index("  seat 1  4 prestige · houses 4 + 3 · markers dragon fruit, laurel · tokens 8"),
    )
    assert lines[first + 1 : second] == [
        "    hand  0 CA2 N:DhP · 1 XA1 NESW:LDTh",
        "    now   M10: two resources equal → 1 of as many tokens as temples",
        "    kept  M11: 1 lotus + 1 dragon fruit + 1 laurel → 4/6/8/10 for 3/6/9/12 tiles",
        "    drawn 0: 2 · 1: 3",
    ]
    assert "    hand  0 TB1 NES:LTh · 1 SB2 NS:DTPP" in lines[second:]
    assert lines[-4:] == [
        "",
        "markers   seat 0 laurel at 7 8 slot 0 · seat 1 port at 8 8 piece 0 · seat 1 lotus at 8 9 slot 2",
        "islands    7 8  4 tiles L4 R1 T2 P5, sites 2/4, houses 01",
        "           6 9  2 tiles L2 D1 P1, sites 0/0",
    ]


def test_text_shows_the_state_of_alexis() -> None:
    page = render.text(solo())
    assert "  Alexis  6 prestige · houses 7 · deck 8 · played 2" in page
    assert "    level 3: at the end 30 + 1 per house + ports at grey ships" in page
    assert "    card  X12: docks, or slot 2, looks W S N; his goal on it: 2 dragon fruit" in page
    assert re.search(r"~\w+\.?AP", "".join(grid_of(page)))


def test_text_names_the_slots_and_pieces_where_a_marker_may_go() -> None:
    state = position("mark_target", tiles=tiles("ST2B@8,8r0", "CA2@7,8r2"), turn_state={"marker": "laurel"})
    page = render.text(state)
    wanted = "targets   mark_slot 7 8 0 (dragon fruit) · mark_slot 8 8 0 (dragon fruit) · mark_slot 8 8 2 (lotus)"
    assert wanted in page
    state = position("mark_target", tiles=tiles("ST2B@8,8r0"), turn_state={"marker": "port_any"})
    assert "mark_piece 8 8 0 (piece of ST2B N:DRh S:LP)" in render.text(state)


def test_text_and_picture_show_the_start_tiles_that_are_left() -> None:
    state = plays(fresh(2), "start_face ST2A", "place 8 8 1", "start_face ST4B")
    page = render.text(state)
    assert "start     ST1A NE:LhP · ST1B N:LDh S:RP · ST3A NE:RhP · ST3B N:RLh S:DP" in page
    assert "    place ST4B N:Th E:P" in page
    written = words_in(render.svg(state))
    assert {"ST1A", "ST1B", "ST3A", "ST3B", "places ST4B", "start tiles"} <= set(written)
    assert "ST2B" not in written


@pytest.mark.parametrize("num_players", SEATS)
def test_text_fits_a_terminal_at_any_time_of_a_game(num_players: int) -> None:
    state = fresh(num_players, "advanced", seed=num_players)
    for _ in range(12):
        lines = render.text(state).splitlines()
        assert max(map(len, lines)) <= 105
        after(state, 20)
    assert state.is_over


def test_a_table_that_is_wider_than_a_terminal_is_drawn_in_parts() -> None:
    names = [f"S{kind}{copy}" for kind in "ABC" for copy in (1, 2, 3)]
    names += [f"T{kind}{copy}" for kind in "AB" for copy in (1, 2, 3)]
    row = [f"{name}@8,{column}r{3 if name[0] == 'T' else 1}" for column, name in enumerate(names)]
    page = render.text(position("turn", tiles=tiles(*row)))
    heads = [line.split() for line in grid_of(page) if re.fullmatch(" {5,}[0-9][ 0-9]*", line)]
    assert heads == [[str(column) for column in range(13)], ["13", "14", "15"]]
    assert max(map(len, page.splitlines())) <= 105


@pytest.mark.parametrize("draw", [rich, solo])
def test_colors_do_not_change_the_text(draw: Any) -> None:
    painted = render.text(draw(), color=True)
    assert ANSI.search(painted)
    assert ANSI.sub("", painted).splitlines() == [line.rstrip() for line in render.text(draw()).splitlines()]


# --- tiles in letters -----------------------------------------------------------------------------


def symbols(tile: Lying) -> Counter[str]:
    """The letters that a tile must show."""
    entry = printed()[tile.tile.id]
    shown: Counter[str] = Counter()
    for piece in entry["pieces"]:
        for letter, name in zip("LDRT", ("lotus", "dragonfruit", "laurel", "temple"), strict=True):
            shown[letter] += piece[name]
        shown["P"] += piece["ports"]
        shown["h"] += piece["house_site"]
    return +shown


@pytest.mark.parametrize("rot", range(4))
def test_a_tile_as_text_shows_its_symbols_and_edges(rot: int) -> None:
    for name in TILES:
        lines = islands_grid.tile_lines(bare(name, rot))
        assert [len(line) for line in lines] == [7, 7, 7]
        assert Counter(re.findall("[A-Za-z]", "".join(lines))) == symbols(bare(name, rot))
        middles = (lines[0][3], lines[1][6], lines[2][3], lines[1][0])  # N, E, S, W
        land = [printed()[name]["edges"][(side - rot) % 4] == "land" for side in range(4)]
        assert [letter != "~" for letter in middles] == land


@pytest.mark.parametrize("rot", range(4))
@pytest.mark.parametrize("name", [name for name in TILES if len(printed()[name]["pieces"]) == 2])
def test_two_pieces_as_text_do_not_touch(name: str, rot: int) -> None:
    tile = bare(name, rot)
    places = islands_grid.side_by_side(tile.edges_of(0), tile.edges_of(1))
    spots = [[(r, c) for r in range(3) for c in range(7) if places[r][c] == str(piece)] for piece in (0, 1)]
    for one, two in itertools.product(*spots):
        assert max(abs(one[0] - two[0]), abs(one[1] - two[1])) > 1
    for piece, own in enumerate(spots):
        reached = own[:1]
        for row, column in reached:
            reached += [spot for spot in own if spot not in reached and abs(spot[0] - row) + abs(spot[1] - column) == 1]
        assert sorted(reached) == sorted(own), "a piece is in one piece"
        # Room for all that is printed, and for the port markers that the tile can still take (SI-MARK-4).
        entry = printed()[name]["pieces"]
        free = 2 - sum(each["ports"] for each in entry)
        filled = len(entry[piece]["resource_slots"]) + entry[piece]["temple"] + entry[piece]["house_site"]
        assert filled + entry[piece]["ports"] + free <= len(own)
        middles = {0: (0, 3), 1: (1, 6), 2: (2, 3), 3: (1, 0)}
        assert {side for side, spot in middles.items() if spot in own} == tile.edges_of(piece)


@pytest.mark.parametrize("rot", range(4))
def test_a_full_tile_as_text_shows_everything_on_it(rot: int) -> None:
    for name in TILES:
        tile = filled(name, rot)
        lines = "".join(islands_grid.tile_lines(tile))
        assert lines.count("P") == sum(map(len, tile.ports))
        assert lines.count("A") == (tile.house is not None)
        assert lines.count("h") == 0
        assert len(re.findall("[LDR]", lines)) == len(tile.slots)


def filled(name: str, rot: int = 0) -> Lying:
    """A tile with a house of Alexis, a marker on every slot, and as many ports as it can take."""
    tile = bare(name, rot)
    if any(piece.site for piece in tile.tile.pieces):
        tile.house = "alexis"
    tile.slots = [("laurel", 1) for _ in tile.slots]
    for ports, piece in zip(tile.ports, tile.tile.pieces, strict=True):
        while piece.coast and sum(map(len, tile.ports)) < 2:
            ports.append(2)
    return tile


# --- coasts ---------------------------------------------------------------------------------------

COASTS = [(shape, piece) for shape, pieces in islands_coasts.COASTS.items() for piece in range(len(pieces))]


@pytest.mark.parametrize(("shape", "piece"), COASTS)
def test_a_coast_leaves_every_land_edge_alike(shape: str, piece: int) -> None:
    """SI-TILE-1: one profile, symmetric about the middle of the edge, so that any two land edges match."""
    coast = islands_coasts.COASTS[shape][piece]
    (entry,) = {tuple(tile["pieces"][piece]["edges"]) for tile in printed().values() if tile["shape"] == shape}
    for side, (axis, rim) in {"N": (1, 0), "E": (0, 100), "S": (1, 100), "W": (0, 0)}.items():
        crossed = sorted(point[1 - axis] for point in coast.outline if point[axis] == rim)
        assert crossed == ([22, 78] if side in entry else [])
    assert all(0 < value < 100 for point in coast.soft for value in point)
    for shore in coast.shores:
        for end, beside in ((shore[0], shore[1]), (shore[-1], shore[-2])):
            assert end in coast.rim
            along = 0 if end[1] in (0, 100) else 1
            assert end[along] == beside[along], "a coast meets the edge at a right angle"


@pytest.mark.parametrize(("shape", "piece"), COASTS)
def test_symbols_are_on_their_piece_without_overlap(shape: str, piece: int) -> None:
    coast = islands_coasts.COASTS[shape][piece]
    known = [tile["pieces"][piece] for tile in printed().values() if tile["shape"] == shape]
    needed = {len(each["resource_slots"]) + each["temple"] + each["house_site"] for each in known}
    assert needed <= set(coast.spots)
    for number, spots in coast.spots.items():
        assert len(spots) == number
        if number:
            assert shapes._depth(coast.outline, spots).min() > 8
        assert np.abs(shapes._depth(coast.outline, coast.ports)).max() < 20, "a port lies on its coast"
        for one, two in itertools.combinations([*spots, coast.ports[0]], 2):
            assert np.hypot(one[0] - two[0], one[1] - two[1]) > 19


@pytest.mark.parametrize("shape", [shape for shape, pieces in islands_coasts.COASTS.items() if len(pieces) == 2])
def test_sea_separates_the_two_pieces_of_a_tile(shape: str) -> None:
    one, two = ([*zip(*outline(shape, piece), strict=True)] for piece in (0, 1))
    gaps = np.hypot(np.subtract.outer(one[0], two[0]), np.subtract.outer(one[1], two[1]))
    assert gaps.min() > 6


def outline(shape: str, piece: int) -> list[tuple[float, float]]:
    """Points of the rounded outline, read from its path."""
    coast = islands_coasts.COASTS[shape][piece]
    path = shapes.rounded(coast.outline, coast.soft)
    points: list[tuple[float, float]] = []
    for command, numbers in re.findall(r"([MLQ])([-0-9. ]+)", path):
        at = [float(number) for number in numbers.split()]
        end = (at[-2], at[-1])
        if command == "Q":
            (x, y), steps = points[-1], np.linspace(0, 1, 9)[1:]
            points += [
                (
                    float((1 - t) ** 2 * x + 2 * t * (1 - t) * at[0] + t**2 * end[0]),
                    float((1 - t) ** 2 * y + 2 * t * (1 - t) * at[1] + t**2 * end[1]),
                )
                for t in steps
            ]
        else:
            points.append(end)
    return points


def test_every_shape_of_the_box_has_its_coasts() -> None:
    for tile in printed().values():
        assert len(islands_coasts.COASTS[tile["shape"]]) == len(tile["pieces"])


# --- pictures -------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", [rich, solo])
def test_a_picture_is_a_self_contained_document(state: Any) -> None:
    check_self_contained(render.svg(state()))


def test_a_picture_shows_everything_on_the_table() -> None:
    picture = render.svg(rich())
    written = words_in(picture)
    assert {"Small Islands", "Round 2 of 4", "Seat 0 scores an island", "Seat 0", "Seat 1", "17", "4"} <= set(written)
    assert {"0 · DA1", "2 · BA2", "0 · CA2", "1 · XA1", "0 · TB1", "1 · SB2"} <= set(written)
    assert {"navigation 0", "reserve 0", "tokens left 7", "4 + 3"} <= set(written)
    assert {"two resources equal", "1 of as many tokens as temples", "0: 2 · 1: 3"} <= set(written)
    assert {"1 temple + 2 dragon fruit", "1 per temple + 1 per dragon fruit"} <= set(written)
    rims = Counter(word for word in written if word in {str(number) for number in range(5, 12)})
    assert all(rims[str(number)] >= 2 for number in range(5, 12)), "rows and columns are numbered on both sides"
    everything = {"lotus", "dragonfruit", "laurel", "temple", "site", "port", "any", "gull"}
    assert icons_in(picture) == everything
    tips = tips_in(picture)
    assert "Small Islands, round 2. Seat 0 scores an island" in tips
    assert (
        "Cell 8 9: KC1, rot 3; piece 0 NW: lotus (slot 0), lotus (slot 1), lotus (slot 2, of seat 1), "
        "port, free building site" in tips
    )
    assert "Cell 8 8: ST1A, rot 0; piece 0 NE: lotus (slot 0), port, port of seat 1, house of seat 0" in tips
    assert "Cell 8 7: WA1, rot 0; piece 0 (no edge): port, port" in tips
    assert "Cell 9 8: WB1, rot 0" in tips
    assert "Cell 9 9: ship of seat 0" in tips
    assert "Cell 10 8: ship of nobody" in tips


def test_seats_are_labelled_with_their_numbers() -> None:
    """Every house, ship and marker bears the number of its seat."""
    written = Counter(words_in(render.svg(rich())))
    table = rich(houses=[house(0, 8, 8)], markers=[], ships=[ship(10, 8)], round=1)
    bare_table = Counter(words_in(render.svg(table)))
    assert written["1"] >= bare_table["1"] + 3  # a house, two markers
    assert written["0"] >= bare_table["0"] + 1  # a marker, and a ship instead of that in the supply


def test_a_picture_shows_the_state_of_alexis() -> None:
    written = words_in(render.svg(solo()))
    assert {"Alexis", "A", "6", "7", "level 3: at the end 30 + 1 per house + ports at grey ships"} <= set(written)
    assert {"turned X12: docks, or slot 2, looks W S N", "his goal on it: 2 dragon fruit"} <= set(written)
    assert "expedition cards: 8 in the deck, 2 played" in written


@pytest.mark.parametrize("rot", range(4))
def test_every_tile_is_drawn_with_all_its_symbols(rot: int) -> None:
    for name in TILES:
        wanted = symbols(bare(name, rot))
        names = {"L": "lotus", "D": "dragonfruit", "R": "laurel", "T": "temple", "P": "port", "h": "site"}
        drawn = Counter(re.findall(r'<use href="#si-icon-(\w+)"', drawing(bare(name, rot))))
        del drawn["gull"]
        assert drawn == Counter({names[letter]: number for letter, number in wanted.items()})
        full = drawing(filled(name, rot))
        assert full.count("#si-icon-laurel") == len(filled(name, rot).slots)
        assert full.count("#si-icon-port") == sum(map(len, filled(name, rot).ports))
        assert full.count(">A</text>") == (filled(name, rot).house is not None)


def drawing(tile: Lying) -> str:
    drawn = canvas.Canvas()
    islands_tiles.draw(drawn, tile, (0, 0), 100, "")
    return drawn.document(100, 100, 100, "")


def test_gulls_mark_the_start_tiles() -> None:
    assert "gull" in icons_in(drawing(bare("ST4A")))
    assert "gull" not in icons_in(drawing(bare("TA1")))


def test_land_goes_on_from_tile_to_tile() -> None:
    """Where two land edges meet there is land in the picture, and no coast."""
    picture = render.svg(position("turn", tiles=tiles("SA1@8,8r0", "SB2@9,8r0")), width=2000)
    from swenv.render.raster import pixels

    land = np.array([int(islands_tiles.LAND[i : i + 2], 16) for i in (1, 3, 5)])
    (group,) = (
        group
        for group in parsed(picture).iter(f"{SVG}g")
        if (group.findtext(f"{SVG}title") or "").startswith("Cell 9 8:")
    )
    left, top, scale = map(float, re.findall(r"[-\d.]+", group.get("transform", "")))
    root = parsed(picture)
    zoom = 2000 / float(root.get("viewBox", "").split()[2])
    offset = 16.0  # the margin of the whole drawing
    x, y = ((offset + left + 50 * scale) * zoom, (offset + top) * zoom)
    colors = pixels(picture, 2000)[int(y) - 12 : int(y) + 12, int(x) - 20 : int(x) + 20].astype(int)
    assert np.abs(colors - land).max() < 25


def test_the_last_placement_and_the_choices_are_framed() -> None:
    state = until(fresh(2), lambda state: state.phase == "place" and state.round == 1)
    last = state.to_position()["last"]
    choices = {action.args[:2] for action in map(state.game.action, state.legal_actions())}
    frames = Counter(element.get("stroke-dasharray") for element in framed(render.svg(state)))
    assert frames[None] == 2  # the cell and the legend
    assert frames["6 4"] == len(choices)
    assert last is not None
    before = plays(fresh(2), "start_face ST1A")
    assert Counter(element.get("stroke-dasharray") for element in framed(render.svg(before))) == {
        None: 1,  # nothing was placed yet
        "6 4": 1,  # the centre
        "4 3": 1,
    }


def framed(picture: str) -> list[Any]:
    """The frames of a picture: squares with nothing inside."""
    return [element for element in parsed(picture).iter(f"{SVG}rect") if element.get("fill") == "none"]


@pytest.mark.parametrize("window", [3, 17])
def test_the_edge_of_the_table_is_drawn_where_it_is_near(window: int) -> None:
    middle = window // 2
    state = position("turn", tiles=tiles(f"WA1@{middle},{middle}r0"), window=window)
    thick = [line for line in parsed(render.svg(state)).iter(f"{SVG}line") if line.get("stroke-width") == "5"]
    assert len(thick) == (4 if window == 3 else 0)
    assert islands_view.window(state.to_position()).rows == range(middle - 1, middle + 2)


@pytest.mark.parametrize("phase", PHASES)
def test_every_phase_is_described(phase: str) -> None:
    state = until(fresh(2, seed=3), lambda state: state.phase == phase, seed=3)
    written = words_in(render.svg(state))
    said = islands_words.headline(state)
    assert said in written
    assert said in render.text(state)
    assert said == f"Seat {state.to_act} {islands_words.PHASES[phase]}" if phase != "over" else said.endswith("wins")


def test_phase_descriptions_differ() -> None:
    assert set(islands_words.PHASES) | {"over"} == set(game(2).phases)
    assert len(set(islands_words.PHASES.values())) == len(islands_words.PHASES)


@pytest.mark.parametrize("mode", ["standard", "advanced"])
@pytest.mark.parametrize("num_players", SEATS)
def test_the_layout_is_the_same_throughout_a_game(num_players: int, mode: str) -> None:
    state, sizes, places = fresh(num_players, mode, seed=5), set(), set()
    while True:
        root = parsed(render.svg(state))
        sizes.add(root.get("viewBox"))
        last = next(name for name in root.iter(f"{SVG}text") if name.text == f"Seat {num_players - 1}")
        places.add((last.get("x"), last.get("y")))
        if state.is_over:
            break
        after(state, 25)
    assert len(sizes) == len(places) == 1


def test_pixels_of_a_picture() -> None:
    picture = render.rgb_array(rich(), width=500)
    assert picture.dtype == np.uint8
    assert picture.shape[1:] == (500, 3)
    assert (picture == render.rgb_array(rich(), width=500)).all()


# --- what a seat knows ----------------------------------------------------------------------------


def test_hands_cards_and_tokens_are_shown_only_to_their_owner() -> None:
    state = rich()
    hidden = {0: ("XA1", "two resources equal"), 1: ("TB1", "1 temple + 2 dragon fruit")}
    for seat, words in hidden.items():
        for word in words:
            for draw in (render.text, render.svg):
                assert word in draw(state)
                assert word in draw(state, seat=seat)
        others = render.text(state, seat=1 - seat), render.svg(state, seat=1 - seat)
        assert all(words[0] not in page for page in others), "a tile of the dealt hand"
        # The mission of seat 0 has been revealed by its reward turn (SI-REW-2).
        assert all((words[1] in page) is (seat == 0) for page in others)
        assert all({"SB2", "CA2"} <= set(re.findall(r"\w+", page)) for page in others), "taken from the market"
    assert "tokens ?" in render.text(state, seat=0)
    assert "tokens ? ?" in render.text(state, seat=1)
    assert "drawn 2 face down" in render.text(state, seat=1)
    assert "2 face down" in words_in(render.svg(state, seat=1))
    assert words_in(render.svg(state, seat=1)).count("?") == 2


def test_many_tokens_are_written_as_text() -> None:
    many = rich(
        discoveries=[],
        drawn=[7, 8],
        seats=[{"tokens": [2, 3, 3, 4, 4, 5, 5, 6, 6, 7], "missions": {"current": "M10"}}, {}],
    )
    assert "tokens 2 3 3 4 4 5 5 6 6 7" in words_in(render.svg(many, seat=0))
    assert "tokens ? ? ? ? ? ? ? ? ? ?" in words_in(render.svg(many, seat=1))


@pytest.mark.parametrize("stack", ["reserve", "navigation", "discoveries", "decks"])
def test_nobody_sees_into_the_stacks(stack: str) -> None:
    state = until(fresh(2, seed=2), lambda state: state.phase == "turn" and state.round == 1)
    document = state.to_position()
    if stack == "decks":
        document["decks"]["missions"].reverse()
    else:
        document[stack] = document[stack][::-1]
    other = state.game.from_position(document)
    for seat in (None, 0, 1):
        assert render.svg(state, seat=seat) == render.svg(other, seat=seat)
        assert render.text(state, seat=seat) == render.text(other, seat=seat)


@pytest.mark.parametrize(
    ("num_players", "mode"),
    [
        (1, "advanced"),
        (2, "advanced"),
        *(pytest.param(number, "standard", marks=pytest.mark.slow) for number in (1, 2, 3, 4)),
        *(pytest.param(number, "advanced", marks=pytest.mark.slow) for number in (3, 4)),
    ],
)
def test_hidden_information_does_not_change_what_a_seat_sees(num_players: int, mode: str) -> None:
    state = fresh(num_players, mode, seed=7)
    dice, differs = random.Random(7), 0
    while not state.is_over:
        after(state, dice.randrange(8, 24), seed=dice.randrange(1000))
        whole = render.text(state)
        for seat in range(num_players):
            other = state.sample_hidden(seat, seed=dice.randrange(1000))
            assert render.svg(state, seat=seat) == render.svg(other, seat=seat)
            assert render.text(state, seat=seat) == render.text(other, seat=seat)
            differs += whole != render.text(other)
    assert bool(differs) is (num_players > 1), "with one seat there is nobody with a secret"


def test_tokens_are_shown_to_all_at_the_end() -> None:
    lying = tiles("CC1@8,8r2", "CD1@9,8r0")
    over = position("over", 2, tiles=lying, ships=[ship(8, 7)], reserve=[], seats=[{"tokens": [7, 5]}, {}])
    assert "tokens 5 7" in render.text(over, seat=1)


# --- words ----------------------------------------------------------------------------------------


def test_cards_in_words() -> None:
    names = [[card.id for card in MISSIONS], [card.id for card in GOALS], [card.id for card in REWARD_CARDS]]
    words = {name: islands_words.halves([name]) for kind in names for name in kind}
    assert words["M01"] == ["1 temple + 2 lotus", "1 per temple + 1 per lotus"]
    assert words["M05"] == ["more dragon fruit than laurel", "1 per dragon fruit + 2"]
    assert words["M08"] == ["dragon fruit equals lotus or laurel", "1 per commonest resource + 2"]
    assert words["M12"] == ["2 ports", "1 per chosen resource + 1 per 2 ports"]
    assert words["G06"] == ["two resources equal"]
    assert words["R04"] == ["2 per temple + 2"]
    assert words["R05"] == ["1 per port + 2"]
    assert words["R07"] == ["2 per rarest resource + 2"]
    assert words["R08"] == ["6 prestige"]
    assert words["R12"] == ["1 per site"]
    for kind in names:
        assert len({tuple(words[name]) for name in kind}) == len(kind), "no two cards read alike"
    assert len({islands_words.expedition_words(card.id) for card in EXPEDITIONS}) == len(EXPEDITIONS)


def test_the_winner_is_named() -> None:
    over = after(fresh(3, seed=4), 10_000)
    best = int(over.returns().argmax())
    assert islands_words.headline(over) == f"Game over: seat {best} wins"
    lost = after(fresh(1, seed=1, level=6), 10_000)
    assert lost.returns()[0] < 0
    assert islands_words.headline(lost) == "Game over: Alexis wins"
    assert SIDES == islands_words.SIDES
