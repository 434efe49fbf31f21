"""Text and pictures of Small Islands: they show everything on the table, and to a seat only what it knows."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from typing import Any

import numpy as np
import pytest

import swenv
from archipelago import SIDES, fresh, game, plays, position, printed, tiles
from facts_islands import stand
from pictures import after, check_self_contained, check_stored, words_in
from randomplay import one_of_each_phase
from swenv import render
from swenv.islands import islands
from swenv.islands.content import EXPEDITIONS, GOALS, MISSIONS, REWARD_CARDS
from swenv.render import canvas, islands_coasts, islands_grid, islands_tiles, islands_words, phrases, shapes
from swenv.render.islands_gains import gains, standing
from swenv.render.islands_view import Lying, bare, lying

SEATS = (1, 2, 3, 4)
TILES = tuple(printed())
"""The ids of the 56 land tiles and of the 8 start faces."""


def rich(seats: str = "", more: str = "") -> swenv.State:
    """Two seats, and everything that can be on the table."""
    lying = """YA1@6,9r0 CC1@7,8r2 ST2B@7,9r0 WA1@8,7r0 ST1A@8,8r0 KC1@8,9r3 WB1@9,8r0 house0@8,8 house1@7,9 ship0@9,9
        grey@10,8 laurel@7,8.0 port@8,8.0/1 lotus@8,9.2/1any"""
    seats = (
        seats
        or """points 17, hand CA2 XA1, known CA2, tokens 7 5, mission M10, held M11
        | points 4, hand TB1 SB2, known SB2, tokens 8, mission M02, held M07"""
    )
    table = "phase score; round 2; last 8,9; market TD1 - BA2; navigation -; reserve -; docker 0; built 8,8;"
    return stand("islands", seats, lying, table + (more or "discoveries 3 4 4 5 6 6 7; drawn 2 3"))


def solo() -> swenv.State:
    """The human against Alexis, who has a house."""
    alexis = "prestige 6; card X12; deck X01 X02 X04 X03 X06 X07 X08 X11; played X12 X05"
    return stand("islands", "-", "ST1A@8,8r0 CC1@7,8r2 alexis@7,8", f"level 3; {alexis}")


def marking() -> swenv.State:
    return stand("islands", board="ST2B@8,8r0 CA2@7,8r2", more="phase mark_target; marker laurel")


def starting() -> swenv.State:
    return plays(fresh(2), "start_face ST2A", "place 8 8 1", "start_face ST4B")


def many() -> swenv.State:
    """More tokens than there is room for."""
    return rich("tokens 2 3 3 4 4 5 5 6 6 7, mission M10 | -", "discoveries -; drawn 7 8")


def over() -> swenv.State:
    """The end of a game, at which tokens are shown to all."""
    return stand("islands", "tokens 7 5 | -", "CC1@8,8r2 CD1@9,8r0 grey@8,7", "phase over; reserve -")


@pytest.mark.parametrize("looking", [None, 1])
@pytest.mark.parametrize("scene", [rich, solo, marking, starting, many, over])
def test_text_and_picture_show_everything_on_the_table_that_a_seat_knows(scene: Any, looking: int | None) -> None:
    state = scene()
    if state.game.num_players == 1:
        looking = 0
    check_stored(f"islands-{scene.__name__}{'' if looking is None else f'-{looking}'}", state, looking)
    check_self_contained(render.svg(state, seat=looking))


@pytest.mark.parametrize("num_players", SEATS)
def test_text_fits_a_terminal_at_any_time_of_a_game(num_players: int) -> None:
    state = fresh(num_players, "advanced", seed=num_players)
    for _ in range(12):
        lines = render.text(state).splitlines()
        assert max(map(len, lines)) <= 105
        after(state, 20)
    assert state.is_over


def test_a_table_that_is_wider_than_a_terminal_is_drawn_in_parts() -> None:
    names = [f"{kind}{copy}" for kind in ("SA", "SB", "SC", "TA", "TB") for copy in (1, 2, 3)]
    row = [f"{name}@8,{column}r{3 if name[0] == 'T' else 1}" for column, name in enumerate(names)]
    page = render.text(position("turn", tiles=tiles(*row)))
    heads = [line.split() for line in page.splitlines() if re.fullmatch(" {5,}[0-9][ 0-9]*", line)]
    assert heads == [[str(column) for column in range(13)], ["13", "14", "15"]]
    assert max(map(len, page.splitlines())) <= 105


def symbols(tile: Lying) -> Counter[str]:
    entry = printed()[tile.tile.id]
    shown: Counter[str] = Counter()
    for piece in entry["pieces"]:
        for letter, name in zip("LDRT", ("lotus", "dragonfruit", "laurel", "temple"), strict=True):
            shown[letter] += piece[name]
        shown["P"] += piece["ports"]
        shown["h"] += piece["house_site"]
    return +shown


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
def test_every_tile_is_written_and_drawn_with_all_its_symbols(rot: int) -> None:
    names = {"L": "lotus", "D": "dragonfruit", "R": "laurel", "T": "temple", "P": "port", "h": "site"}
    for name in TILES:
        tile, full = bare(name, rot), filled(name, rot)
        lines = islands_grid.tile_lines(tile)
        assert [len(line) for line in lines] == [7, 7, 7]
        assert Counter(re.findall("[A-Za-z]", "".join(lines))) == symbols(tile)
        middles = (lines[0][3], lines[1][6], lines[2][3], lines[1][0])  # N, E, S, W
        land = [printed()[name]["edges"][(side - rot) % 4] == "land" for side in range(4)]
        assert [letter != "~" for letter in middles] == land
        drawn = Counter(re.findall(r'<use href="#si-icon-(\w+)"', drawing(tile)))
        assert bool(drawn.pop("gull", 0)) == name.startswith("ST")
        assert drawn == Counter({names[letter]: number for letter, number in symbols(tile).items()})
        ports, slots, house = sum(map(len, full.ports)), len(full.slots), full.house is not None
        written, picture = "".join(islands_grid.tile_lines(full)), drawing(full)
        assert [len(re.findall(letter, written)) for letter in ("P", "[LDR]", "A", "h")] == [ports, slots, house, 0]
        assert [picture.count(f"#si-icon-{what}") for what in ("port", "laurel")] == [ports, slots]
        assert picture.count(">A</text>") == house


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
    assert np.abs(shapes._depth(coast.outline, coast.ports)).max() < 20, "a port lies on its coast"
    for number, spots in coast.spots.items():
        assert len(spots) == number
        assert not number or shapes._depth(coast.outline, spots).min() > 8
        for one, two in itertools.combinations([*spots, coast.ports[0]], 2):
            assert np.hypot(*np.subtract(one, two)) > 19


def test_every_shape_has_its_coasts_and_sea_separates_the_two_pieces_of_a_tile() -> None:
    for tile in printed().values():
        coasts = islands_coasts.COASTS[tile["shape"]]
        assert len(coasts) == len(tile["pieces"])
        if len(coasts) == 2:
            one, two = ([*zip(*outline(coast), strict=True)] for coast in coasts)
            gaps = np.hypot(np.subtract.outer(one[0], two[0]), np.subtract.outer(one[1], two[1]))
            assert gaps.min() > 6


def outline(coast: islands_coasts.Coast) -> list[tuple[float, float]]:
    """Points of the rounded outline, read from its path."""
    points: list[Any] = []
    for command, numbers in re.findall(r"([MLQ])([-0-9. ]+)", shapes.rounded(coast.outline, coast.soft)):
        at = np.array(numbers.split(), dtype=float).reshape(-1, 2)
        if command == "Q":
            points += [(1 - t) ** 2 * points[-1] + 2 * t * (1 - t) * at[0] + t**2 * at[1] for t in np.arange(1, 8) / 8]
        points.append(at[-1])
    return points


def drawing(tile: Lying) -> str:
    drawn = canvas.Canvas()
    islands_tiles.draw(drawn, tile, (0, 0), 100, "")
    return drawn.document(100, 100, 100, "")


def test_every_phase_is_described_and_the_winner_named() -> None:
    assert set(islands_words.PHASES) | {"over"} == set(game(2).phases)
    assert len(set(islands_words.PHASES.values())) == len(islands_words.PHASES)
    met = one_of_each_phase(game(2), games=4)
    over, lost = (after(fresh(number, level=level), 10_000) for number, level in ((2, 1), (1, 6)))
    assert len(met) >= 10 and lost.returns()[0] < 0
    said = {state: f"Seat {state.to_act} {islands_words.PHASES[phase]}" for phase, state in met.items()}
    said |= {over: f"Game over: seat {over.returns().argmax()} wins", lost: "Game over: Alexis wins"}
    for state, headline in said.items():
        assert headline == islands_words.headline(state)
        assert headline in words_in(render.svg(state)) and headline in render.text(state)


def test_a_house_or_a_resource_pays_what_is_said_before() -> None:
    kept, scored = [], []
    for seed in range(6):
        state = fresh(2, ("standard", "advanced")[seed % 2], seed=seed)
        while not state.is_over:
            before, said = state.copy(), gains(state, state.to_position())
            action = next(iter(said), state.legal_actions()[0])
            state.apply(action)
            paid = state.to_act != before.to_act and not state.is_over
            if paid and before.phase == "score" and action in said:
                scored.append(int(said[action]) == (state.coins - before.coins)[before.to_act])
            if paid and before.phase == "house" and not before.record["num_built"] and "+" in said[action]:
                kept.append(int(said[action]) == (state.coins - before.coins)[before.to_act])
    assert len(kept) > 8 and all(kept)
    assert len(scored) > 1 and all(scored)
    board = "CC1@8,7r2 BA1@9,7r2 CC2@8,9r2 BA2@9,9r2 WB1@8,8r0 house0@8,7 house0@8,9"
    two = stand("islands", "goal G01, reward R11 | -", board, "phase score; docker 0; built 8,7 8,9; scored 0")
    assert {*gains(two, two.to_position()).values()} == {"+1"}  # for the first of the two islands alone
    assert phrases.phrase(two, two.legal_actions()[0]) == "score lotus for the island at 8 7"


def test_docking_says_how_many_tokens_a_house_draws_from() -> None:
    """SI-CARD-R2: as many discovery tokens as there are temples; one is kept."""
    said = Counter[str]()
    for seed in range(3, 7):
        state, rng = fresh(2, "advanced", seed=seed), random.Random(seed)
        while not state.is_over:
            for action, gain in gains(state, state.to_position()).items() if state.phase == "turn" else ():
                docked = state.copy()
                docked.apply(action)
                builds = docked.phase == "house" and docked.to_act == state.to_act
                houses = {*gains(docked, docked.to_position()).values()} if builds else set()
                for words, token in (("a token", "token"), ("one of 2 tokens", "token: 1 of 2")):
                    assert (words in gain) == (token in houses)
                    said[words] += words in gain
            state.apply(rng.choice(state.legal_actions().tolist()))
    assert len(said) == 2 and min(said.values()) > 0


def test_docking_says_what_the_ports_around_the_own_ship_will_pay() -> None:
    """SI-SCORE-1: one for each port on the eight cells around it; a grey ship pays nothing."""
    counted = []
    for seed in range(4):
        state = fresh(2, seed=seed)
        while not state.is_over:
            document = state.to_position()
            table = lying(document)
            for action, said in gains(state, document).items():
                done = state.game.action(action)
                if done.verb.startswith("dock"):
                    r, c = map(int, done.args)
                    near = itertools.product(range(r - 1, r + 2), range(c - 1, c + 2))
                    ports = sum(len(owners) for cell in near if cell in table for owners in table[cell].ports)
                    ports = ports if done.verb == "dock_own" else 0
                    counted.append(ports)
                    assert (f"+{ports} at the end" in said) if ports else "at the end" not in said
            state.apply(state.legal_actions()[-1])
    assert {0, 1, 2} <= {*counted}


def test_a_tile_says_which_islands_it_joins_and_whether_a_house_of_ones_own_is_there() -> None:
    """SI-ISLE-1, SI-INT-32."""
    found = Counter[tuple[int, bool]]()
    for seed in range(8):
        state, rng = fresh(2, seed=seed), random.Random(seed)
        while not state.is_over:
            action = rng.choice(state.legal_actions().tolist())
            said = gains(state, state.to_position())[action] if state.phase == "place" else None
            before, cell = islands(state), tuple(map(int, state.game.action(action).args[:2])) if said else ()
            seat = state.to_act
            state.apply(action)
            expected = []
            for island in islands(state) if said else ():
                old = [each for each in before if {*each.pieces} < {*island.pieces}]
                if old and cell in [piece[:2] for piece in island.pieces]:
                    mine = {seat in each.houses for each in old}
                    found[len(old), len(mine) > 1] += 1
                    joined = f"joins {len(old)} islands into one" if len(old) > 1 else "an island"
                    expected.append(f"{joined} of {island.size} tiles" + ", where you have a house" * (len(mine) > 1))
            assert sorted((said or "").split("; ")) == sorted("; ".join(expected).split("; "))
    assert {(1, False), (2, False), (2, True)} <= found.keys()


def test_a_card_says_so_far_what_docking_at_once_would_let_its_houses_pay() -> None:
    compared = Counter[str]()
    for seed, mode in itertools.product(range(6), ("standard", "advanced")):
        state, rng = fresh(2, seed=seed, mode=mode), random.Random(seed)
        while not state.is_over:
            said = gains(state, state.to_position()) if state.phase == "turn" else {}
            docking = next((words for words in said.values() if "token" not in words), "")
            now, _ = standing(state, state.to_act)
            if docking:
                paid = re.search(r"build for ([^a-z]+\d)", docking)
                compared[mode] += paid is not None
                assert sorted((paid[1] if paid else "").split(", ")) == sorted(now.replace("nothing", "").split(", "))
            if state.phase.startswith("prep"):
                first, _ = phrases.pair(state, state.legal_actions()[0], state.to_position()) or ("", "")
                compared["chosen"] += re.search(r"so far (nothing|\d island|(about )?\+)", first) is not None
            state.apply(rng.choice(state.legal_actions().tolist()))
    assert min(compared[each] for each in ("standard", "advanced", "chosen")) > 3


def test_what_lies_beside_the_table_has_words_for_cards_ships_and_the_end() -> None:
    assert [line.note for line in render.summary(rich()).seats[0].lines] == ["now", "kept"]
    built = render.summary(stand("islands", board="CC1@8,8r2 CD1@9,8r0 house0@8,8"))
    free = render.summary(over())
    assert built.tables[0].rows[0][0] == free.tables[0].rows[0][0] == "8 8"
    assert "1 grey" in free.notes[-1] and "none are left" in free.ended
    said = islands_words.source_words("+15 prestige (14 card M08, 1 ports), has 31")
    assert said == "+15 prestige (14 for “1 per commonest resource + 2”, 1 for ports), has 31"


def test_tiles_until_ships_may_dock_are_those_that_the_next_turn_finds() -> None:
    state, left, found = fresh(2, seed=3), "", set()
    while not state.is_over:
        counted = re.match(r"\d+|ships", render.summary(state).clock)
        if state.phase == "turn":
            assert counted is not None and left in ("", counted[0])
            assert (counted[0] == "ships") == any(
                "dock" in state.game.action(each).verb for each in state.legal_actions()
            )
        left = counted[0] if counted and state.phase in ("hand", "place", "marker") else ""
        found.add(left)
        state.apply(state.legal_actions()[0])
    assert found >= {"", "ships", "1", "4"}


def test_no_two_cards_read_alike() -> None:
    words = [[tuple(islands_words.halves([card.id])) for card in kind] for kind in (MISSIONS, GOALS, REWARD_CARDS)]
    assert all(len(set(kind)) == len(kind) for kind in words)
    assert len({islands_words.expedition_words(card.id) for card in EXPEDITIONS}) == len(EXPEDITIONS)
    assert SIDES == islands_words.SIDES


def test_everything_that_alexis_lays_by_himself_is_said() -> None:
    state, dice, said, chosen = swenv.load("islands", num_players=1).new_state(3), random.Random(1), "", Counter()
    while not state.is_over:
        before, action = state.copy(), dice.choice(state.legal_actions().tolist())
        chosen[f"{state.game.action(action).verb} {'alexis' in state.phase}"] += 1
        state.apply(action)
        said += phrases.by_alexis(before, state, action)
    lies = state.to_position()
    built = sum(house["seat"] == "alexis" for house in lies["houses"]) - chosen["house True"]
    laid = len(lies["tiles"]) - chosen["place False"] - chosen["place True"]
    assert said.count("builds on") == built > 0 and said.count("lays a tile") == laid > 0
