"""Warcraft: boards, pieces and set-up (WW-COMP, WW-SETUP), and what is not in this game (WW-TEAM)."""

from __future__ import annotations

import json
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from ww_play import ARTIFACTS, BADGE, IDLE, PLACES, VALUE, conquering, hold, lying, start

import swenv
from support import MURLOC, TRIBE, WX2, active, declined, game, held, play, position, seat, warcraft
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
    for players in SIZES:
        for table in tables(players):
            for number, face in enumerate(table.faces):
                found.setdefault(face, [place for place in table.regions if place.board == number])
    return found


def own_table(large: dict[int, dict[str, Any]], small: dict[int, dict[str, Any]] | None = None) -> swenv.Game:
    """The fixture boards for two, with other fields in some regions; a field that is None is taken away."""
    boards = [json.loads(Path(path).read_text()) for path in WX2]
    for board, changes in zip(boards, (large, small or {}), strict=True):
        for number, fields in changes.items():
            there = {**board["regions"][number], **fields}
            board["regions"][number] = {name: value for name, value in there.items() if value is not None}
    return swenv.load("warcraft", num_players=2, boards=boards)


def dealt(state: swenv.State) -> dict[int, str]:
    """The face-down markers of a game, by region."""
    found = state.to_position()["regions"].items()
    return {int(number): entry["face_down"] for number, entry in found if "face_down" in entry}


# Boards


@pytest.mark.rule("WW-COMP-1", "WW-SETUP-1", "WW-SETUP-2", "WW-DIFF-1")
@pytest.mark.parametrize(("players", "number"), [(2, 16), (3, 64), (4, 64), (5, 64)])
def test_a_table_shows_one_side_of_each_of_its_boards(players: int, number: int) -> None:
    found = tables(players)
    assert len(found) == len({table.faces for table in found}) == number
    assert sorted(sides()) == FACES
    for table in found:
        assert "".join(face[0] for face in table.faces) == SIZES[players]
        assert len({face[:2] for face in table.faces}) == players
        assert table.rounds == ROUNDS[players]
        for place in table.regions:
            assert {table.regions[other].board for other in place.neighbors} == {place.board}
        # Ten Mountains and fifteen Murlocs are in the box.
        assert players <= sum(place.terrain == "mountain" for place in table.regions) <= 10
        assert 0 < sum(place.murloc for place in table.regions) <= 15


@pytest.mark.rule("WW-COMP-7", "WW-COMP-8", "WW-CONQ-14")
@pytest.mark.parametrize("face", FACES)
def test_a_region_is_what_its_board_says(face: str) -> None:
    document = json.loads(maps.path(f"warcraft-{face}").read_text(encoding="utf-8"))
    places = sides()[face]
    first = places[0].id
    for place, entry in zip(places, document["regions"], strict=True):
        assert (place.terrain, sorted(place.symbols)) == (entry["terrain"], sorted(entry["symbols"]))
        flags = [place.anchor, place.murloc, place.marker]
        assert flags == [entry.get(flag, False) for flag in ("anchor", "murloc", "marker")]
        assert [number - first for number in place.neighbors] == entry["neighbors"]
        assert place.terrain in LAND | {"sea", "lake"}
        assert set(place.symbols) <= {"cavern", "magic"}
        assert place.is_land or not (place.symbols or any(flags))
    assert sum(place.marker for place in places) == 1
    assert any(place.anchor for place in places)


@pytest.mark.rule("WW-COMP-7", "WW-COMP-8")
@pytest.mark.parametrize(
    ("large", "small"),
    [
        ({2: {"terrain": "mud"}}, {}),
        ({2: {"terrain": "river"}}, {}),
        ({2: {"terrain": "sea", "anchor": True}}, {}),
        ({2: {"terrain": "lake", "murloc": True}}, {}),
        ({2: {"neighbors": [1, 3]}}, {}),
        ({2: {"neighbors": [1, 3, 6, 12]}}, {}),
        ({2: {"marker": True}}, {}),
        ({5: {"marker": None}}, {}),
        ({}, {0: {"anchor": None}, 3: {"anchor": None}}),
    ],
    ids=[
        "mud", "river", "anchor on water", "murloc on water", "one-way border", "border to another board", "two icons",
        "no icon", "no starting region",
    ],
)  # fmt: skip
def test_a_board_with_a_wrong_region_is_refused(
    large: dict[int, dict[str, Any]], small: dict[int, dict[str, Any]]
) -> None:
    assert own_table({}).boards[0].regions[2].terrain == "mountain"  # type: ignore[attr-defined]
    with pytest.raises(ValueError):
        own_table(large, small)


@pytest.mark.rule("WW-SETUP-1", "WW-COMP-1")
@pytest.mark.parametrize(
    ("players", "boards"),
    [
        (2, ["L1a"]),
        (2, ["L1a", "M1a"]),
        (2, ["L1a", "S1a", "S2a"]),
        (3, ["L1a", "S1a", "S2a"]),
        (4, ["L1a", "L2a", "M1a", "S1a"]),
        (5, ["L1a", "M1a", "M2a", "S1a", "S2a"]),
        (5, ["L1a", "L1b", "M1a", "S1a", "S2a"]),
        (5, ["L1a", "L2b", "M1a", "S1a", "S1b"]),
    ],
)
def test_boards_of_other_sizes_or_two_sides_of_one_are_refused(players: int, boards: list[str]) -> None:
    assert swenv.load("warcraft", num_players=5, boards=["L1a", "L2b", "M1a", "S1a", "S2a"])
    with pytest.raises(ValueError):
        swenv.load("warcraft", num_players=players, boards=boards)


@pytest.mark.rule("WW-SETUP-2")
def test_the_order_in_which_boards_are_named_means_nothing() -> None:
    one, other = (
        swenv.load("warcraft", num_players=3, boards=boards)
        for boards in (["L2b", "M1a", "S2a"], ["S2a", "L2b", "M1a"])
    )
    assert one == other
    assert one.boards == other.boards  # type: ignore[attr-defined]


@pytest.mark.rule("WW-SETUP-1", "WW-DIFF-1", "WW-EX-49")
def test_boards_and_sides_are_drawn_at_random_and_no_map_is_named() -> None:
    drawn = Counter(table_of(start(2, seed)).faces for seed in range(320))
    # 20 expected of each of the 16 tables with a standard deviation of 4.3
    assert len(drawn) == 16
    assert max(drawn.values()) <= 44
    for players in (3, 4, 5):
        assert len({table_of(start(players, seed)).faces for seed in range(60)}) > 25  # 39 expected
    with pytest.raises(ValueError, match="map"):
        swenv.load("warcraft", num_players=2, map="smallworld-2p")


# Pieces


@pytest.mark.rule("WW-COMP-3", "WW-COMP-4")
@pytest.mark.parametrize(
    ("name", "power", "piece", "number", "at_most"),
    [
        ("forsaken", "sentinels", "fortress", 1, 10),
        ("forsaken", "defenders", "tower", 1, 6),
        ("orcs", "beastmasters", "beasts", 5, 1),
        ("orcs", "beastmasters", "beasts", 1, 5),
        ("orcs", "champions", "champion", 1, 1),
        ("humans", "miners", "objective", 1, 2),
        ("humans", "miners", "murloc", 1, 15),
    ],
)
def test_more_pieces_than_the_box_has_are_refused(name: str, power: str, piece: str, number: int, at_most: int) -> None:
    table = table_of(warcraft(5, seats=[seat()] * 5)).regions
    land = sorted((place for place in table if place.is_land), key=lambda place: place.terrain != "farmland")

    def lay(count: int) -> swenv.State:
        there = lying(**{piece: number}) if piece in ("murloc", "objective") else hold(0, name, 1, **{piece: number})
        regions = {land[-1].id: hold(0, name), **{place.id: there for place in land[:count]}}
        seats = [seat(active(name, power)), *([seat()] * 4)]
        return warcraft(5, phase="conquest", seats=seats, regions=regions)

    lay(at_most)
    with pytest.raises(ValueError):
        lay(at_most + 1)


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


# The beginning


@pytest.mark.rule("WW-SETUP-1", "WW-TEAM-3")
@pytest.mark.parametrize("players", [1, 6])
def test_two_to_five_can_play(players: int) -> None:
    with pytest.raises(ValueError, match="num_players"):
        swenv.load("warcraft", num_players=players)


@pytest.mark.rule(
    "WW-SETUP-3", "WW-SETUP-5", "WW-SETUP-7", "WW-SETUP-8", "WW-SETUP-9", "WW-DIFF-2", "WW-DIFF-9", "WW-EX-49"
)
@PLAYERS
def test_a_game_begins_with_murlocs_markers_and_five_coins_each(players: int) -> None:
    for seed in range(3):
        state = start(players, seed)
        document, table = state.to_position(), table_of(state)
        found = document["regions"]
        assert (state.round, document["rounds"], state.to_act) == (1, ROUNDS[players], 0)
        assert [(entry["coins"], entry["races"]) for entry in document["seats"]] == [(5, [])] * players
        murlocs = [int(number) for number, entry in found.items() if entry.get("murloc")]
        assert murlocs == [place.id for place in table.regions if place.murloc]
        hidden = dealt(state)
        assert sorted(hidden) == [place.id for place in table.regions if place.marker]
        assert len(set(hidden.values())) == len({table.regions[number].board for number in hidden}) == players
        assert not any(entry.get(name) for entry in found.values() for name in ("owner", "place", "artifacts"))


@pytest.mark.rule("WW-SETUP-3", "WW-SETUP-9")
@PLAYERS
def test_the_game_ends_with_the_last_space_of_the_track(players: int) -> None:
    for number in (ROUNDS[players] - 1, ROUNDS[players]):
        seats = [*([seat()] * (players - 1)), IDLE]
        state = warcraft(players, round=number, turn=players - 1, phase="conquest", seats=seats, regions={})
        assert play(state, "finish").is_over == (number == ROUNDS[players])


@pytest.mark.rule("WW-SETUP-4")
def test_the_column_has_six_pairs_over_two_stacks_shuffled_separately() -> None:
    pairs, orders = set(), set()
    for seed in range(12):
        document = start(2, seed).to_position()
        assert [row["coins"] for row in document["column"]] == [0] * 6
        assert (len(document["race_stack"]), len(document["power_stack"])) == (10, 14)
        races = [row["race"] for row in document["column"]] + document["race_stack"]
        powers = [row["power"] for row in document["column"]] + document["power_stack"]
        assert (sorted(races), sorted(powers)) == (sorted(VALUE), sorted(BADGE))
        assert document["discarded_powers"] == []
        orders |= {tuple(races), tuple(powers)}
        pairs |= {(row["race"], row["power"]) for row in document["column"]}
    assert len(orders) == 24
    assert len(pairs) > 40  # 72 rows, of 320 pairs


@pytest.mark.rule("WW-TURN-4")
def test_the_discarded_badges_are_shuffled_when_they_become_the_stack() -> None:
    races, powers = sorted(VALUE), sorted(BADGE)
    orders = set()
    for seed in range(8):
        state = warcraft(
            phase="pick",
            seats=[seat(), seat()],
            column=[{"race": races[k], "power": powers[k]} for k in range(6)],
            race_stack=races[6:],
            power_stack=[],
            discarded_powers=powers[6:],
            seed=seed,
        )
        document = play(state, "pick 0").to_position()
        drawn = [document["column"][-1]["power"], *document["power_stack"]]
        assert (sorted(drawn), document["discarded_powers"]) == (powers[6:], [])
        orders.add(tuple(drawn))
    assert len(orders) > 4


# What is hidden


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


@pytest.mark.rule("WW-COMP-4", "WW-SETUP-7")
def test_five_artifacts_and_seven_places_are_shuffled_together() -> None:
    deals = [tuple(dealt(start(5, seed)).values()) for seed in range(60)]
    assert all(len(deal) == len(set(deal)) == 5 for deal in deals)
    assert {name for deal in deals for name in deal} == {*ARTIFACTS, *PLACES}
    assert (len(ARTIFACTS), len(PLACES)) == (5, 7)
    mixed = [deal for deal in deals if 0 < sum(name in ARTIFACTS for name in deal) < 5]
    assert len(mixed) > 50  # 97 in 100 are expected to hold both kinds
    assert len(set(deals)) > 55


@pytest.mark.rule("WW-SETUP-7", "WW-PLACE-WELL")
def test_any_place_that_is_not_open_comes_for_the_well_on_a_board_without_water() -> None:
    regions = {
        12: hold(0, "ethereals"),
        13: lying(face_down="well"),
        5: lying(place="karazhan"),
        4: lying(place="chapel"),
    }
    found = {
        str(play(conquering(9, regions, seed=seed), "conquer 13").to_position()["regions"]["13"]["place"])
        for seed in range(30)
    }
    assert found == {"battleground", "dark_portal", "meeting_stone", "spirit_healer"}


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


@pytest.mark.rule("WW-SETUP-10")
def test_purses_can_be_hidden_from_opponents() -> None:
    def seen(number: int, coins: int, **options: Any) -> list[int]:
        state = warcraft(options=options, phase="pick", seats=[seat(), seat(coins=coins)], regions={})
        return [int(value) for value in state.observation(number)]

    assert seen(0, 5) != seen(0, 9)
    assert seen(0, 5, hide_coins=True) == seen(0, 9, hide_coins=True)
    assert seen(1, 5, hide_coins=True) != seen(1, 9, hide_coins=True)


# What is not in this game


@pytest.mark.rule("WW-DIFF-15")
@pytest.mark.parametrize(
    ("name", "boxes"),
    [
        ("warcraft", ["base"]),
        ("warcraft", ["warcraft", "base"]),
        ("warcraft", ["underground"]),
        ("warcraft", ["warcraft", "underground"]),
        ("smallworld", ["warcraft"]),
        ("underground", ["warcraft"]),
    ],
)
def test_nothing_of_another_box_is_in_play(name: str, boxes: list[str]) -> None:
    found = game(2, None, name="warcraft")
    assert len({entry.name for entry in (*found.races, *found.powers)}) == 36  # type: ignore[attr-defined]
    with pytest.raises(ValueError):
        swenv.load(name, num_players=2, boxes=boxes)


@pytest.mark.rule("WW-DIFF-5", "WW-DIFF-7", "WW-DIFF-14", "WW-DECL-2")
def test_pieces_of_another_box_and_a_second_race_in_decline_are_refused() -> None:
    trolls = [seat(active("trolls", "miners")), seat()]
    old = [seat(active("ethereals", "farmers"), declined("orcs"), declined("trolls")), seat()]
    three = {0: hold(0, "ethereals"), 4: hold(0, "orcs"), 5: hold(0, "trolls")}
    for marker in ("lair", "encampment", "hole", "hero", "dragon"):
        with pytest.raises(ValueError):
            warcraft(seats=trolls, regions={0: held(0, "trolls", 1, **{marker: 1})})
    for make, seats, regions in (
        (warcraft, [seat(), seat()], {8: TRIBE}),
        (position, [seat(), seat()], {8: MURLOC}),
        (warcraft, old, three),
    ):
        with pytest.raises(ValueError):
            make(seats=seats, regions=regions)


@pytest.mark.rule("WW-TEAM-1", "WW-TEAM-2", "WW-DIFF-20")
@pytest.mark.parametrize(("purses", "winner"), [([9, 8, 7, 1], 0), ([9, 20, 7, 1], 1), ([9, 8, 7, 30], 3)])
def test_one_of_four_wins_alone(purses: list[int], winner: int) -> None:
    named = zip(["humans", "gnomes", "orcs", "trolls"], ["miners", "fishers", "farmers", "herbalists"], strict=True)
    seats = [seat(active(*names), coins=purse) for names, purse in zip(named, purses, strict=True)]
    state = play(warcraft(4, round=9, turn=3, phase="conquest", seats=seats, regions={}), "finish")
    assert state.is_over
    returns = state.returns().tolist()
    assert [number for number in range(4) if returns[number] == max(returns)] == [winner]


@pytest.mark.rule("WW-TEAM-1", "WW-TEAM-2", "WW-DIFF-20")
@pytest.mark.parametrize("option", ["teams", "team", "battle_for_azeroth"])
def test_there_is_no_option_for_teams(option: str) -> None:
    with pytest.raises(ValueError, match=option):
        swenv.load("warcraft", num_players=4, **{option: True})


@pytest.mark.rule("WW-PLACE-NAMES", "WW-ART-8")
@pytest.mark.parametrize("other", [{"place": "keep"}, {"artifacts": ["sword"]}])
def test_seven_places_and_five_artifacts_go_by_their_names(other: dict[str, Any]) -> None:
    assert PLACES == ["battleground", "chapel", "dark_portal", "karazhan", "meeting_stone", "spirit_healer", "well"]
    assert ARTIFACTS == ["aegis", "ashes", "doomhammer", "frostmourne", "heart"]
    with pytest.raises(ValueError, match=r"keep|sword"):
        conquering(9, {6: hold(0, "ethereals", 1, **other)})
