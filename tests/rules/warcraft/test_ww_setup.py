"""Components (WW-COMP) and set-up (WW-SETUP) of Warcraft, and what is not in this game (WW-TEAM)."""

from __future__ import annotations

import json
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from chapters import in_hand, lay_out, markers, price, tray, where
from ww_play import (
    ARTIFACTS,
    BADGE,
    IDLE,
    PLACES,
    TRAY,
    VALUE,
    conquering,
    declining,
    gain,
    hold,
    holds_harmony,
    lying,
    start,
)
from ww_races import picked

import swenv
from support import MURLOC, WX2, active, declined, game, legal, play, race, region, seat, tokens, warcraft
from swenv import maps
from swenv.smallworld.board import Board, Region

PLAYERS = pytest.mark.parametrize("players", [2, 3, 4, 5])
SIZES = {2: "LS", 3: "LMS", 4: "LMMS", 5: "LLMSS"}
ROUNDS = {2: 10, 3: 10, 4: 9, 5: 8}
LAND = {"farmland", "forest", "hill", "swamp", "mountain"}
FACES = [f"{size}{number}{side}" for size in "LMS" for number in "12" for side in "ab"]


def tables(players: int) -> tuple[Board, ...]:
    """All tables of that number of players."""
    found: tuple[Board, ...] = game(players, None, name="warcraft").boards  # type: ignore[attr-defined]
    return found


def table_of(state: swenv.State) -> Board:
    """The table that a game was dealt."""
    found: Board = state.game.board_of(state.record)  # type: ignore[attr-defined]
    return found


@lru_cache(maxsize=1)
def sides() -> dict[str, list[Region]]:
    """The regions of every side of a board, as they are on some table."""
    found: dict[str, list[Region]] = {}
    for players in (2, 3, 4, 5):
        for table in tables(players):
            for number, face in enumerate(table.faces):
                found.setdefault(face, [place for place in table.regions if place.board == number])
    return found


def own_table(**changes: Any) -> swenv.Game:
    """The fixture boards for two, with other fields in region 2 (a plain Mountain) of the large one."""
    large, small = (json.loads(Path(path).read_text()) for path in WX2)
    large["regions"][2].update(changes)
    return swenv.load("warcraft", num_players=2, boards=[large, small])


# Components


@pytest.mark.rule("WW-COMP-1", "WW-DIFF-1")
def test_six_boards_have_twelve_sides_and_a_table_shows_one_side_of_a_board() -> None:
    assert sorted(sides()) == FACES
    for players in (2, 3, 4, 5):
        for table in tables(players):
            boards = [face[:2] for face in table.faces]
            assert len(set(boards)) == len(boards)


@pytest.mark.rule("WW-COMP-1")
def test_two_sides_of_one_board_cannot_be_in_play() -> None:
    assert swenv.load("warcraft", num_players=5, boards=["L1a", "L2b", "M1a", "S1a", "S2a"])
    for boards in (["L1a", "L1b", "M1a", "S1a", "S2a"], ["L1a", "L2b", "M1a", "S1a", "S1b"]):
        with pytest.raises(ValueError):
            swenv.load("warcraft", num_players=5, boards=boards)


@pytest.mark.rule("WW-COMP-2", "WW-DIFF-15")
def test_sixteen_banners_and_twenty_badges() -> None:
    found = game(2, None, name="warcraft")
    assert sorted(entry.name for entry in found.races) == sorted(VALUE)
    assert sorted(entry.name for entry in found.powers) == sorted(BADGE)
    assert (len(VALUE), len(BADGE)) == (16, 20)


@pytest.mark.rule("WW-COMP-2")
def test_one_banner_serves_both_lives_of_its_race() -> None:
    state = declining([active("orcs", "miners")], {0: hold(0, "orcs")})
    assert race(state, 0, "orcs")["status"] == "decline"
    document = state.to_position()
    assert "orcs" not in [row["race"] for row in document["column"]] + document["race_stack"]


@pytest.mark.rule("WW-COMP-3")
def test_the_tray_holds_182_tokens_at_the_start() -> None:
    supply = start(2).to_position()["tray"]
    assert supply == TRAY
    assert sum(supply.values()) == 182


@pytest.mark.rule("WW-COMP-3", "WW-TURN-3")
@pytest.mark.parametrize("name", sorted(VALUE))
def test_a_badge_of_five_takes_every_token_of_every_race_but_the_forsaken(name: str) -> None:
    state = picked(name, "archaeologists")
    assert in_hand(state, 0, name) == VALUE[name] + 5
    assert tray(state, name) == TRAY[name] - VALUE[name] - 5 == (9 if name == "forsaken" else 0)


@pytest.mark.rule("WW-COMP-2", "WW-TURN-3")
@pytest.mark.parametrize("power", sorted(BADGE))
def test_the_badge_gives_its_number_of_tokens(power: str) -> None:
    assert in_hand(picked("kobolds", power), 0, "kobolds") == 6 + BADGE[power]


@pytest.mark.rule("WW-COMP-3")
def test_fifteen_murlocs_are_all_there_are() -> None:
    def with_murlocs(number: int) -> swenv.State:
        land = [place.id for place in table_of(warcraft(5, seats=[seat()] * 5)).regions if place.is_land]
        return warcraft(5, seats=[seat()] * 5, regions=dict.fromkeys(land[:number], MURLOC))

    found = with_murlocs(15).to_position()["regions"]
    assert sum(entry.get("murloc", 0) for entry in found.values()) == 15
    with pytest.raises(ValueError):
        with_murlocs(16)


NINE = [0, 1, 2, 4, 5, 6, 9, 12, 13]
TEN = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]


@pytest.mark.rule("WW-COMP-4")
@pytest.mark.parametrize(("walls", "placed"), [(9, 0), (8, 1)])
def test_nine_wisp_walls(walls: int, placed: int) -> None:
    regions = {number: hold(0, "night_elves", 1, wall=int(k < walls)) for k, number in enumerate(NINE)}
    state = conquering(0, regions, name="night_elves", power="champions")
    play(state, "champion 3")
    assert markers(state, 3).get("wall", 0) == placed
    assert len(where(state, "wall")) == walls + placed


@pytest.mark.rule("WW-COMP-4", "WW-COMP-8")
@pytest.mark.parametrize(("forts", "placed"), [(10, 0), (9, 1)])
def test_ten_forts(forts: int, placed: int) -> None:
    regions = {number: hold(0, "forsaken", 1, fortress=int(k < forts)) for k, number in enumerate(TEN)}
    state = conquering(4, regions, name="forsaken", power="sentinels")
    play(state, "conquer 12")
    assert markers(state, 12).get("fortress", 0) == placed
    assert len(where(state, "fortress")) == forts + placed


def fields_and_neighbours() -> tuple[list[int], list[int]]:
    """The ten Farmlands of the table for five, and a land region beside each."""
    regions = table_of(warcraft(5, seats=[seat()] * 5)).regions
    fields = [place.id for place in regions if place.terrain == "farmland"]
    beside = [next(other for other in regions[field].neighbors if regions[other].is_land) for field in fields]
    return fields, beside


@pytest.mark.rule("WW-COMP-4")
def test_six_watch_towers() -> None:
    fields, beside = fields_and_neighbours()
    assert len(fields) > 6
    regions = {number: hold(0, "forsaken") for number in {*fields, *beside}}
    seats = [seat(active("forsaken", "defenders")), *([seat()] * 4)]
    state = play(warcraft(5, phase="conquest", seats=seats, regions=regions), "finish")
    assert (state.turn, where(state, "tower")) == (1, fields[:6])
    for number in fields[:7]:
        regions[number] = hold(0, "forsaken", 1, tower=1)
    with pytest.raises(ValueError):
        warcraft(5, phase="conquest", seats=seats, regions=regions)


@pytest.mark.rule("WW-COMP-4")
def test_two_military_objectives() -> None:
    def with_objectives(*numbers: int) -> swenv.State:
        regions = {0: hold(0, "humans"), **{number: lying(objective=1) for number in numbers}}
        return warcraft(phase="conquest", seats=[seat(active("humans", "miners")), seat()], regions=regions)

    state = with_objectives(3, 7)
    assert [number for number in range(18) if region(state, number).get("objective")] == [3, 7]
    with pytest.raises(ValueError):
        with_objectives(3, 7, 13)


@pytest.mark.rule("WW-COMP-4")
def test_one_champion() -> None:
    def with_champions(*numbers: int) -> swenv.State:
        regions = {number: hold(0, "orcs", 1, champion=int(number in numbers)) for number in (0, 1, 4)}
        return warcraft(phase="conquest", seats=[seat(active("orcs", "champions")), seat()], regions=regions)

    assert where(with_champions(1), "champion") == [1]
    with pytest.raises(ValueError):
        with_champions(1, 4)


@pytest.mark.rule("WW-COMP-4")
def test_five_beasts() -> None:
    hills = [place.id for place in table_of(warcraft(5, seats=[seat()] * 5)).regions if place.terrain == "hill"]
    assert len(hills) > 6
    seats = [seat(active("orcs", "beastmasters")), seat(), seat(), seat(), IDLE]
    state = warcraft(5, turn=4, phase="conquest", seats=seats, regions={r: hold(0, "orcs") for r in hills[:7]})
    play(state, "finish")
    assert (state.turn, race(state, 0, "orcs")["beasts"]) == (0, 5)
    with pytest.raises(ValueError):
        conquering(0, {0: hold(0, "orcs", 1, beasts=6)}, name="orcs", power="beastmasters")


@pytest.mark.rule("WW-COMP-4")
def test_harmony_tokens_for_all_four_opponents() -> None:
    seats = [seat(active("pandaren", "miners")), *([seat()] * 4)]
    state = play(warcraft(5, phase="conquest", seats=seats, regions={0: hold(0, "pandaren")}), "finish")
    assert [holds_harmony(state, number) for number in range(5)] == [False, True, True, True, True]


@pytest.mark.rule("WW-COMP-4")
def test_six_bombs_that_explode_and_six_duds() -> None:
    stacks = [picked("goblins", "miners", seed=seed).to_position()["bomb_stack"] for seed in range(8)]
    assert all(Counter(stack) == {"live": 6, "dud": 6} for stack in stacks)
    assert len({tuple(stack) for stack in stacks}) > 4


def dealt(state: swenv.State) -> dict[int, str]:
    """The face-down markers of a game, by region."""
    found = state.to_position()["regions"].items()
    return {int(number): entry["face_down"] for number, entry in found if "face_down" in entry}


@pytest.mark.rule("WW-COMP-4", "WW-SETUP-7")
def test_five_artifacts_and_seven_places_are_shuffled_together() -> None:
    deals = [tuple(dealt(start(5, seed)).values()) for seed in range(60)]
    assert all(len(deal) == len(set(deal)) == 5 for deal in deals)
    assert {name for deal in deals for name in deal} == {*ARTIFACTS, *PLACES}
    assert (len(ARTIFACTS), len(PLACES)) == (5, 7)
    mixed = [deal for deal in deals if 0 < sum(name in ARTIFACTS for name in deal) < 5]
    assert len(mixed) > 50  # 97 in 100 are expected to hold both kinds
    assert len(set(deals)) > 55


@pytest.mark.rule("WW-COMP-5", "WW-DIFF-18")
def test_the_bank_pays_even_the_owner_of_all_its_coins() -> None:
    everything = 35 * 1 + 20 * 3 + 25 * 5 + 30 * 10
    state = conquering(0, {0: hold(0, "ethereals"), 3: hold(0, "ethereals")}, coins=[everything, 5])
    play(state, "finish")
    assert state.coins.tolist() == [520 + 2, 5]


@pytest.mark.rule("WW-COMP-6")
def test_the_die_has_three_blank_faces_and_one_two_three() -> None:
    faces: Counter[int | None] = Counter()
    state = conquering(1, {5: hold(0, "ethereals")})
    for seed in range(600):
        faces[play(state.sample_hidden(0, seed), "conquer 1").last_roll] += 1
    assert set(faces) == {0, 1, 2, 3}
    # 300 expected with a standard deviation of 12, and 100 with one of 9: five of them either way.
    assert 240 <= faces[0] <= 360
    assert all(54 <= faces[face] <= 146 for face in (1, 2, 3))


@pytest.mark.rule("WW-COMP-7")
@pytest.mark.parametrize("face", FACES)
def test_a_region_carries_what_its_board_says(face: str) -> None:
    document = json.loads(maps.path(f"warcraft-{face}").read_text(encoding="utf-8"))
    places = sides()[face]
    assert len(places) == len(document["regions"])
    first = places[0].id
    for place, entry in zip(places, document["regions"], strict=True):
        assert (place.terrain, sorted(place.symbols)) == (entry["terrain"], sorted(entry["symbols"]))
        flags = [entry.get(flag, False) for flag in ("anchor", "murloc", "marker")]
        assert [place.anchor, place.murloc, place.marker] == flags
        assert [number - first for number in place.neighbors] == entry["neighbors"]


@pytest.mark.rule("WW-COMP-7", "WW-CONQ-14")
@pytest.mark.parametrize("face", FACES)
def test_every_region_has_one_of_seven_terrains_and_water_carries_no_mark(face: str) -> None:
    for place in sides()[face]:
        assert place.terrain in LAND | {"sea", "lake"}
        assert set(place.symbols) <= {"cavern", "magic"}
        if not place.is_land:
            assert not (place.symbols or place.anchor or place.murloc or place.marker)


@pytest.mark.rule("WW-COMP-7")
@pytest.mark.parametrize(
    "changes",
    [
        {"terrain": "mud"},
        {"terrain": "river"},
        {"terrain": "sea", "anchor": True},
        {"terrain": "lake", "murloc": True},
        {"neighbors": [1, 3]},
        {"neighbors": [1, 3, 6, 12]},
    ],
    ids=["mud", "river", "anchor on water", "murloc on water", "one-way border", "border to another board"],
)
def test_a_board_that_lacks_an_attribute_is_refused(changes: dict[str, Any]) -> None:
    assert own_table().boards[0].regions[2].terrain == "mountain"  # type: ignore[attr-defined]
    with pytest.raises(ValueError):
        own_table(**changes)


@pytest.mark.rule("WW-COMP-8")
@pytest.mark.parametrize("face", FACES)
def test_a_board_has_one_size_icon_and_a_starting_region(face: str) -> None:
    assert sum(place.marker for place in sides()[face]) == 1
    assert any(place.anchor for place in sides()[face])


@pytest.mark.rule("WW-COMP-8", "WW-COMP-3", "WW-COMP-4")
@PLAYERS
def test_no_table_needs_more_than_ten_mountains_and_fifteen_murlocs(players: int) -> None:
    for table in tables(players):
        assert sum(place.terrain == "mountain" for place in table.regions) <= 10
        assert sum(place.murloc for place in table.regions) <= 15


@pytest.mark.rule("WW-COMP-8")
def test_a_board_without_icon_or_with_two_is_refused() -> None:
    with pytest.raises(ValueError):
        own_table(marker=True)
    large, small = (json.loads(Path(path).read_text()) for path in WX2)
    del large["regions"][5]["marker"]
    with pytest.raises(ValueError):
        swenv.load("warcraft", num_players=2, boards=[large, small])


@pytest.mark.rule("WW-COMP-8")
def test_a_board_without_a_starting_region_is_refused() -> None:
    large, small = (json.loads(Path(path).read_text()) for path in WX2)
    for number in (0, 3):
        del small["regions"][number]["anchor"]
    with pytest.raises(ValueError):
        swenv.load("warcraft", num_players=2, boards=[large, small])


# Set-up


@pytest.mark.rule("WW-SETUP-1")
def test_two_to_five_can_play() -> None:
    assert [len(start(players).coins) for players in (2, 3, 4, 5)] == [2, 3, 4, 5]
    for players in (1, 6):
        with pytest.raises(ValueError, match="num_players"):
            swenv.load("warcraft", num_players=players)


@pytest.mark.rule("WW-SETUP-1")
@pytest.mark.parametrize(("players", "number"), [(2, 16), (3, 64), (4, 64), (5, 64)])
def test_the_boards_by_number_of_players(players: int, number: int) -> None:
    found = [table.faces for table in tables(players)]
    assert len(found) == len(set(found)) == number
    assert {"".join(face[0] for face in faces) for faces in found} == {SIZES[players]}
    assert len(SIZES[players]) == players
    assert {table.rounds for table in tables(players)} == {ROUNDS[players]}


@pytest.mark.rule("WW-SETUP-1", "WW-DIFF-1")
def test_boards_and_sides_are_drawn_at_random() -> None:
    drawn = Counter(table_of(start(2, seed)).faces for seed in range(320))
    # 20 expected of each of the 16 tables with a standard deviation of 4.3
    assert len(drawn) == 16
    assert max(drawn.values()) <= 44
    for players in (3, 4, 5):
        assert len({table_of(start(players, seed)).faces for seed in range(60)}) > 25  # 39 expected


@pytest.mark.rule("WW-SETUP-1")
@pytest.mark.parametrize(
    ("players", "boards"),
    [
        (2, ["L1a"]),
        (2, ["L1a", "M1a"]),
        (2, ["L1a", "S1a", "S2a"]),
        (3, ["L1a", "S1a", "S2a"]),
        (4, ["L1a", "L2a", "M1a", "S1a"]),
        (5, ["L1a", "M1a", "M2a", "S1a", "S2a"]),
    ],
)
def test_a_table_of_other_sizes_is_refused(players: int, boards: list[str]) -> None:
    with pytest.raises(ValueError):
        swenv.load("warcraft", num_players=players, boards=boards)


@pytest.mark.rule("WW-SETUP-2")
@PLAYERS
def test_no_border_leads_to_another_board(players: int) -> None:
    for table in tables(players):
        for place in table.regions:
            assert {table.regions[other].board for other in place.neighbors} == {place.board}


@pytest.mark.rule("WW-SETUP-2")
def test_the_order_in_which_boards_are_named_means_nothing() -> None:
    one = swenv.load("warcraft", num_players=3, boards=["L2b", "M1a", "S2a"])
    other = swenv.load("warcraft", num_players=3, boards=["S2a", "L2b", "M1a"])
    assert one == other
    assert one.boards == other.boards  # type: ignore[attr-defined]


@pytest.mark.rule("WW-SETUP-2", "WW-DIFF-1")
def test_other_boards_are_reached_only_through_their_starting_regions() -> None:
    whole = {number: hold(0, "forsaken") for number in range(10)}
    state = warcraft(3, phase="conquest", seats=[seat(active("forsaken", "miners", hand=9))], regions=whole)
    assert legal(state, "conquer") == [12, 18, 21]


@pytest.mark.rule("WW-SETUP-2")
def test_the_water_of_two_boards_is_not_one_sea() -> None:
    water = {10: hold(0, "naga"), 11: hold(0, "naga")}
    state = warcraft(3, phase="conquest", seats=[seat(active("naga", "farmers", hand=8))], regions=water)
    assert legal(state, "conquer") == [0, 6, 7, 9, 12, 18, 21]


@pytest.mark.rule("WW-SETUP-3", "WW-SETUP-1")
@PLAYERS
def test_the_round_marker_starts_on_one_and_the_game_ends_with_the_last_space(players: int) -> None:
    state = start(players)
    assert (state.round, state.to_position()["rounds"]) == (1, ROUNDS[players])
    for number in (ROUNDS[players] - 1, ROUNDS[players]):
        seats = [*([seat()] * (players - 1)), IDLE]
        state = warcraft(players, round=number, turn=players - 1, phase="conquest", seats=seats, regions={})
        assert play(state, "finish").is_over == (number == ROUNDS[players])


@pytest.mark.rule("WW-SETUP-4")
def test_the_column_has_six_pairs_over_two_stacks() -> None:
    document = start(2, 5).to_position()
    assert [row["coins"] for row in document["column"]] == [0] * 6
    assert (len(document["race_stack"]), len(document["power_stack"])) == (10, 14)
    races = [row["race"] for row in document["column"]] + document["race_stack"]
    powers = [row["power"] for row in document["column"]] + document["power_stack"]
    assert (sorted(races), sorted(powers)) == (sorted(VALUE), sorted(BADGE))
    assert document["discarded_powers"] == []


@pytest.mark.rule("WW-SETUP-4")
def test_banners_and_badges_are_shuffled_separately() -> None:
    starts = [start(2, seed).to_position() for seed in range(12)]
    races = [tuple(row["race"] for row in entry["column"]) + tuple(entry["race_stack"]) for entry in starts]
    powers = [tuple(row["power"] for row in entry["column"]) + tuple(entry["power_stack"]) for entry in starts]
    assert len(set(races)) == len(set(powers)) == 12
    pairs = {(row["race"], row["power"]) for entry in starts for row in entry["column"]}
    assert len(pairs) > 40  # 72 rows, of 320 pairs


@pytest.mark.rule("WW-SETUP-4")
def test_the_top_is_free_and_the_sixth_costs_five() -> None:
    for row in range(6):
        assert play(start(2), f"pick {row}").coins[0] == 5 - row
    poor = warcraft(phase="pick", seats=[seat(coins=0), seat()], regions={})
    assert legal(poor, "pick") == [0]


@pytest.mark.rule("WW-SETUP-4")
def test_the_order_below_the_tops_is_hidden() -> None:
    state = start(2, 3)
    document = state.to_position()
    orders = set()
    for seed in range(6):
        drawn = state.sample_hidden(0, seed).to_position()
        assert drawn["column"] == document["column"]
        for stack in ("race_stack", "power_stack"):
            assert sorted(drawn[stack]) == sorted(document[stack])
            orders.add((stack, *drawn[stack]))
    assert len(orders) > 8


@pytest.mark.rule("WW-SETUP-5")
@PLAYERS
def test_a_murloc_lies_on_every_region_with_its_symbol_and_belongs_to_nobody(players: int) -> None:
    for seed in range(3):
        state = start(players, seed)
        printed = [place.id for place in table_of(state).regions if place.murloc]
        assert printed
        found = state.to_position()["regions"]
        assert [int(number) for number, entry in found.items() if entry.get("murloc")] == printed
        assert not any("owner" in entry for entry in found.values())


@pytest.mark.rule("WW-SETUP-5", "WW-DIFF-5")
def test_a_murloc_is_conquered_like_a_race_in_decline() -> None:
    state = conquering(5, {4: hold(0, "ethereals"), 8: MURLOC})
    assert price(state, 8) == 2 + 1
    play(state, "conquer 8")
    # It goes to the box: nothing is withdrawn, and no Murloc is left.
    lay_out(state, 4)
    assert (state.turn, state.phase) == (1, "pick")
    assert not any(entry.get("murloc") for entry in state.to_position()["regions"].values())


@pytest.mark.rule("WW-SETUP-6")
@PLAYERS
def test_every_mountain_region_has_a_mountain(players: int) -> None:
    board = table_of(warcraft(players, seats=[seat()] * players)).regions
    peaks = [place for place in board if place.terrain == "mountain"]
    assert len(peaks) >= players
    for peak in peaks:
        base = next(other for other in peak.neighbors if board[other].is_land)
        seats = [seat(active("ethereals", "archaeologists", hand=9)), *([seat()] * (players - 1))]
        state = warcraft(players, phase="conquest", seats=seats, regions={base: hold(0, "ethereals")})
        assert price(state, peak.id) == 2 + 1


@pytest.mark.rule("WW-SETUP-6")
def test_a_mountain_serves_each_holder_and_is_never_removed() -> None:
    regions = {1: hold(0, "ethereals"), 2: hold(1, "orcs"), 4: hold(1, "orcs")}
    state = conquering(5, regions, active("orcs", "miners"), coins=[5, 5])
    play(state, "conquer 2")
    assert tokens(state, 2) == 2 + 1 + 1
    abandoned = conquering(0, {1: hold(0, "ethereals", 4), 2: hold(0, "ethereals")}, phase="choose")
    play(abandoned, "abandon 2")
    assert price(abandoned, 2) == 2 + 1


@pytest.mark.rule("WW-SETUP-7", "WW-DIFF-9")
@PLAYERS
def test_one_marker_lies_face_down_on_each_board(players: int) -> None:
    for seed in range(3):
        state = start(players, seed)
        found = dealt(state)
        regions = table_of(state).regions
        assert sorted(found) == [place.id for place in regions if place.marker]
        assert len(set(found.values())) == len({regions[number].board for number in found}) == players
        assert not any("place" in entry or entry.get("artifacts") for entry in state.to_position()["regions"].values())


@pytest.mark.rule("WW-SETUP-7")
def test_nobody_sees_which_markers_lie_there_and_which_are_in_the_box() -> None:
    def with_markers(large: str, small: str) -> swenv.State:
        return warcraft(seats=[seat(), seat()], regions={5: lying(face_down=large), 13: lying(face_down=small)})

    one, other = with_markers("aegis", "karazhan"), with_markers("dark_portal", "heart")
    for number in (0, 1):
        assert one.observation(number).tolist() == other.observation(number).tolist()
    samples = [dealt(one.sample_hidden(0, seed)) for seed in range(60)]
    assert all(sorted(deal) == [5, 13] for deal in samples)
    assert {name for deal in samples for name in deal.values()} == {*ARTIFACTS, *PLACES}


@pytest.mark.rule("WW-SETUP-7")
def test_an_open_marker_is_never_drawn_again() -> None:
    regions = {0: hold(0, "orcs", 1, place="karazhan", artifacts=["heart"]), 13: lying(face_down="aegis")}
    state = warcraft(seats=[seat(active("orcs", "miners")), seat()], regions=regions)
    samples = {dealt(state.sample_hidden(1, seed))[13] for seed in range(60)}
    assert samples == {*ARTIFACTS, *PLACES} - {"karazhan", "heart"}


@pytest.mark.rule("WW-SETUP-8")
@PLAYERS
def test_everybody_starts_with_five_coins_and_no_race(players: int) -> None:
    state = start(players)
    assert state.coins.tolist() == [5] * players
    assert [entry["races"] for entry in state.to_position()["seats"]] == [[]] * players


@pytest.mark.rule("WW-SETUP-9")
@PLAYERS
def test_the_first_seat_begins_and_play_goes_clockwise(players: int) -> None:
    order = []
    names = [name for name in sorted(VALUE) if name not in ("humans", "pandaren", "worgen")]
    column = [{"race": name, "power": power} for name, power in zip(names, sorted(BADGE)[5:11], strict=False)]
    state = warcraft(players, phase="pick", column=column, seats=[seat()] * players, regions={})
    for _ in range(players + 1):
        order.append((state.round, state.to_act))
        if state.round == 1:
            play(state, "pick 0", "finish")
    assert order == [(1, number) for number in range(players)] + [(2, 0)]
    assert start(players).to_act == 0


@pytest.mark.rule("WW-SETUP-10")
def test_purses_can_be_hidden_from_opponents() -> None:
    def seen(number: int, coins: int, **options: Any) -> list[int]:
        state = warcraft(options=options, phase="pick", seats=[seat(), seat(coins=coins)], regions={})
        return [int(value) for value in state.observation(number)]

    assert seen(0, 5) != seen(0, 9)
    assert seen(0, 5, hide_coins=True) == seen(0, 9, hide_coins=True)
    assert seen(1, 5, hide_coins=True) != seen(1, 9, hide_coins=True)


# What is not in this game

FOUR = [
    seat(active("humans", "miners", hand=8)),
    seat(active("gnomes", "fishers")),
    seat(active("orcs", "farmers")),
    seat(active("trolls", "herbalists")),
]


@pytest.mark.rule("WW-TEAM-1", "WW-TEAM-2", "WW-DIFF-20")
def test_four_players_play_each_for_himself() -> None:
    # Two races of the Alliance and two of the Horde: the Humans may attack the Gnomes, for no bonus.
    board = table_of(warcraft(4, seats=[seat()] * 4)).regions
    home = next(place for place in board if place.is_land and sum(board[n].is_land for n in place.neighbors) >= 3)
    targets = [number for number in home.neighbors if board[number].is_land][:3]
    names = ["gnomes", "orcs", "trolls"]
    regions = {home.id: hold(0, "humans")}
    regions |= {number: hold(k, name) for k, (number, name) in enumerate(zip(targets, names, strict=True), start=1)}
    state = warcraft(4, phase="conquest", seats=FOUR, regions=regions)
    assert set(targets) <= set(legal(state, "conquer"))


@pytest.mark.rule("WW-TEAM-1", "WW-TEAM-2", "WW-DIFF-20")
@pytest.mark.parametrize(("purses", "winner"), [([9, 8, 7, 1], 0), ([9, 20, 7, 1], 1), ([9, 8, 7, 30], 3)])
def test_one_of_four_wins_alone(purses: list[int], winner: int) -> None:
    named = zip(["humans", "gnomes", "orcs", "trolls"], ["miners", "fishers", "farmers", "herbalists"], strict=True)
    races = [active(name, power) for name, power in named]
    seats = [seat(entry, coins=purse) for entry, purse in zip(races, purses, strict=True)]
    state = play(warcraft(4, round=9, turn=3, phase="conquest", seats=seats, regions={}), "finish")
    assert state.is_over
    returns = state.returns().tolist()
    assert [number for number in range(4) if returns[number] == max(returns)] == [winner]


@pytest.mark.rule("WW-TEAM-1", "WW-TEAM-2", "WW-DIFF-20")
@pytest.mark.parametrize("option", ["teams", "team", "battle_for_azeroth"])
def test_there_is_no_option_for_teams(option: str) -> None:
    with pytest.raises(ValueError, match=option):
        swenv.load("warcraft", num_players=4, **{option: True})


@pytest.mark.rule("WW-TEAM-3")
def test_murlocs_have_no_turn_and_no_faction() -> None:
    # The table of two players lasts ten rounds, and after both seats comes the next round.
    state = warcraft(seats=[IDLE, seat(active("orcs", "farmers"))], phase="conquest", regions={8: MURLOC})
    assert [(state.turn, state.round), state.to_position()["rounds"]] == [(0, 1), 10]
    play(state, "finish")
    assert (state.turn, state.round) == (1, 1)
    play(state, "finish")
    assert (state.turn, state.round) == (0, 2)
    assert region(state, 8) == MURLOC
    for name in ("orcs", "humans", "kobolds"):
        state = conquering(3, {4: hold(0, name), 8: MURLOC}, name=name, power="explorers", coins=[0, 5])
        play(state, "conquer 8")
        while state.turn == 0:
            verb = "objective" if legal(state, "objective") else "deploy_rest" if legal(state, "deploy_rest") else ""
            play(state, f"{verb} {legal(state, verb)[0]}" if verb else "finish")
        assert state.coins[0] == 2 + 1  # two regions, one board


@pytest.mark.rule("WW-TEAM-3")
def test_two_players_play_against_each_other() -> None:
    with pytest.raises(ValueError, match="num_players"):
        swenv.load("warcraft", num_players=1)
    seats = [seat(active("orcs", "miners"), coins=9), seat(active("gnomes", "farmers"), coins=3)]
    state = play(warcraft(round=10, turn=1, phase="conquest", seats=seats, regions={8: MURLOC}), "finish")
    assert state.returns().tolist() == [1, -1]


@pytest.mark.rule("WW-SETUP-5")
def test_a_murloc_pays_nobody() -> None:
    own = [active("orcs", "miners"), declined("kobolds")]
    regions = {0: hold(0, "orcs"), 4: hold(0, "kobolds"), 8: MURLOC}
    assert gain(own, regions) == 2
