"""Warcraft: boards, pieces and set-up (WW-COMP, WW-SETUP), and what is not in this game (WW-TEAM)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import swenv
from boxes import SIZES
from facts_boards import ARTIFACTS, LEGENDARY, stand
from support import WX2, game, play
from swenv.smallworld.board import Board

LAND = {"farmland", "forest", "hill", "swamp", "mountain"}


def start(players: int, seed: int = 1) -> swenv.State:
    """A new game on a table drawn from all."""
    return game(players, None, name="warcraft").new_state(seed=seed)


def tables(players: int) -> tuple[Board, ...]:
    """All tables of that number of players."""
    found: tuple[Board, ...] = game(players, None, name="warcraft").boards  # type: ignore[attr-defined]
    return found


def table_of(state: swenv.State) -> Board:
    """The table that a game was dealt."""
    found: Board = state.game.board_of(state.record)  # type: ignore[attr-defined]
    return found


def dealt(state: swenv.State) -> dict[int, str]:
    """The face-down markers of a game, by region."""
    found = state.to_position()["regions"].items()
    return {int(number): entry["face_down"] for number, entry in found if "face_down" in entry}


# Boards


@pytest.mark.rule("WW-COMP-1", "WW-COMP-7", "WW-COMP-8", "WW-CONQ-14", "WW-SETUP-1", "WW-SETUP-2", "WW-DIFF-1")
@pytest.mark.parametrize(("players", "number"), [(2, 16), (3, 64), (4, 64), (5, 64)])
def test_a_table_shows_one_side_of_each_of_its_boards(players: int, number: int) -> None:
    found = tables(players)
    assert len(found) == len({table.faces for table in found}) == number
    for table in found:
        assert "".join(face[0] for face in table.faces) == SIZES[players]
        assert len({face[:2] for face in table.faces}) == players
        flags = [(place.board, place.marker) for place in table.regions if place.marker]
        assert flags == [(number, True) for number in range(players)]
        for place in table.regions:
            assert {table.regions[other].board for other in place.neighbors} == {place.board}
            assert place.terrain in LAND | {"sea", "lake"} and set(place.symbols) <= {"cavern", "magic"}
            assert place.is_land or not (place.symbols or place.anchor or place.murloc or place.marker)
        # Ten Mountains and fifteen Murlocs are in the box.
        assert players <= sum(place.terrain == "mountain" for place in table.regions) <= 10
        assert 0 < sum(place.murloc for place in table.regions) <= 15


@pytest.mark.rule("WW-COMP-7", "WW-COMP-8")
def test_a_board_with_a_wrong_region_is_refused() -> None:
    large, small = (json.loads(Path(path).read_text()) for path in WX2)
    swenv.load("warcraft", boards=[large, small])
    for number, fields in (
        (2, {"terrain": "river"}),
        (2, {"terrain": "sea", "anchor": True}),
        (2, {"terrain": "lake", "murloc": True}),
        (2, {"neighbors": [1, 3]}),
        (2, {"neighbors": [1, 3, 6, 12]}),
        (2, {"marker": True}),
        (5, {"marker": False}),
    ):
        regions = [entry | fields if at == number else entry for at, entry in enumerate(large["regions"])]
        with pytest.raises(ValueError):
            swenv.load("warcraft", boards=[large | {"regions": regions}, small])


@pytest.mark.rule("WW-SETUP-1", "WW-COMP-1")
@pytest.mark.parametrize(
    ("players", "boards"),
    [
        (2, ["L1a"]),
        (3, ["L1a", "S1a", "S2a"]),
        (5, ["L1a", "L1b", "M1a", "S1a", "S2a"]),
    ],
)
def test_boards_of_other_sizes_or_two_sides_of_one_are_refused(players: int, boards: list[str]) -> None:
    assert swenv.load("warcraft", num_players=5, boards=["L1a", "L2b", "M1a", "S1a", "S2a"])
    with pytest.raises(ValueError):
        swenv.load("warcraft", num_players=players, boards=boards)


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
    table = table_of(stand("warcraft", "- | - | - | - | -", more="phase pick")).regions
    land = sorted((place for place in table if place.is_land), key=lambda place: place.terrain != "farmland")

    def lay(count: int) -> swenv.State:
        there = {"murloc": "murloc", "objective": "objective=1"}.get(piece, f"{name} {piece}*{number}")
        board = [f"{land[-1].id} {name}", *(f"{place.id} {there}" for place in land[:count])]
        return stand("warcraft", f"{name} {power} | - | - | - | -", "; ".join(board))

    lay(at_most)
    with pytest.raises(ValueError):
        lay(at_most + 1)


# What is hidden


@pytest.mark.rule("WW-COMP-4", "WW-SETUP-7")
def test_five_artifacts_and_seven_places_are_shuffled_together() -> None:
    deals = [tuple(dealt(start(5, seed)).values()) for seed in range(60)]
    assert all(len(deal) == len(set(deal)) == 5 for deal in deals)
    assert {name for deal in deals for name in deal} == {*ARTIFACTS, *LEGENDARY}
    assert (len(ARTIFACTS), len(LEGENDARY)) == (5, 7)
    mixed = [deal for deal in deals if 0 < sum(name in ARTIFACTS for name in deal) < 5]
    assert len(mixed) > 50  # 97 in 100 are expected to hold both kinds
    assert len(set(deals)) > 55


@pytest.mark.rule("WW-SETUP-7", "WW-PLACE-WELL")
def test_any_place_that_is_not_open_comes_for_the_well_on_a_board_without_water() -> None:
    seats, board = "ethereals archaeologists hand 9 | -", "12 ethereals; 13 face_down=well; 5 karazhan; 4 chapel"
    found = {
        play(stand("warcraft", seats, board, f"seed {seed}"), "conquer 13").to_position()["regions"]["13"]["place"]
        for seed in range(30)
    }
    assert found == {"battleground", "dark_portal", "meeting_stone", "spirit_healer"}


@pytest.mark.rule("WW-SETUP-7")
def test_nobody_sees_which_markers_lie_there_and_which_are_in_the_box() -> None:
    one, other = (
        stand("warcraft", board=f"5 face_down={large}; 13 face_down={small}; phase pick")
        for large, small in (("aegis", "karazhan"), ("dark_portal", "heart"))
    )
    for number in (0, 1):
        assert one.observation(number).tolist() == other.observation(number).tolist()


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


@pytest.mark.rule("WW-TEAM-1", "WW-TEAM-2", "WW-DIFF-20")
@pytest.mark.parametrize("option", ["teams", "team", "battle_for_azeroth"])
def test_there_is_no_option_for_teams(option: str) -> None:
    with pytest.raises(ValueError, match=option):
        swenv.load("warcraft", num_players=4, **{option: True})
