"""Islands (SI-ISLE): what belongs together, what is counted, and how an island is named."""

from __future__ import annotations

from typing import Any

import pytest
from archipelago import data, house, island_at, marker, on_missions, plays, position, scene, ship, tiles, ways
from chapters import refused, verbs

import swenv
from support import play
from swenv.islands import Island, islands

BOARDS = [entry for entry in data()["examples"] if entry["kind"] == "board"]
RING = tiles("YA1@9,9r0", "KA1@8,9r2", "KB1@8,8r1", "KC1@9,8r0")
"""SI-EX-18, away from the edge of the window: both pieces of YA1 belong to one island of four tiles."""
SPLIT = tiles("OA1@9,8r0", "CA2@8,8r2", "CB3@10,8r0")
"""SI-EX-19: two islands of two tiles that share the tile in the middle."""


def at_turn(board: list[dict[str, Any]], **fields: Any) -> swenv.State:
    """A turn with these tiles on the board."""
    return position("turn", tiles=board, **fields)


def pieces(state: swenv.State) -> list[set[tuple[int, int, int]]]:
    """The pieces of every island, in the order of the islands."""
    return [set(island.pieces) for island in islands(state)]


def counts(island: Island) -> dict[str, Any]:
    """What the worked examples say of an island."""
    return {
        "symbols": dict(island.symbols),
        "size": island.size,
        "sites": island.sites,
        "free_sites": island.free_sites,
        "open_land_edges": island.open_land_edges,
    }


@pytest.mark.rule("SI-ISLE-1", "SI-ISLE-2", "SI-ISLE-3", "SI-EX-1", "SI-EX-2", "SI-EX-14", "SI-EX-17", "SI-EX-18")
@pytest.mark.parametrize("example", BOARDS, ids=lambda entry: str(entry["id"]))
def test_islands_of_the_worked_examples(example: dict[str, Any]) -> None:
    fields = scene(example, 4, 5)  # off the edge of the window, where land would count as closed
    state = position("turn", round=1 + len(fields["ships"]), **fields)
    for expected in example["expect_islands"]:
        stated = {name: value for name, value in expected.items() if name != "at"}
        row, column, piece = expected["at"]
        assert counts(island_at(state, row + 4, column + 5, piece)) == stated


# What belongs together


@pytest.mark.rule("SI-ISLE-1")
def test_pieces_that_meet_on_a_land_edge_are_one_island() -> None:
    state = at_turn(tiles("CC1@8,8r2", "SA1@9,8r0", "CA2@8,9r0", "CA3@10,8r0"))
    assert pieces(state) == [{(8, 8, 0), (9, 8, 0), (10, 8, 0)}, {(8, 9, 0)}]


@pytest.mark.rule("SI-ISLE-1")
def test_neither_a_sea_edge_nor_a_corner_joins() -> None:
    state = at_turn(tiles("CA1@8,8r0", "CA2@8,9r0", "CA3@9,9r2"))
    assert pieces(state) == [{(8, 8, 0)}, {(8, 9, 0)}, {(9, 9, 0)}]


@pytest.mark.rule("SI-ISLE-1", "SI-TILE-4")
def test_rotation_moves_the_pieces_of_a_split_tile() -> None:
    # DA1: piece 0 in the north, piece 1 in the east; turned once: piece 0 in the east, piece 1 in the south
    upright = at_turn(tiles("DA1@8,8r0", "CB1@7,8r2", "CB2@8,9r3"))
    assert pieces(upright) == [{(7, 8, 0), (8, 8, 0)}, {(8, 8, 1), (8, 9, 0)}]
    turned = at_turn(tiles("DA1@8,8r1", "CB1@8,9r3", "CB2@9,8r0"))
    assert pieces(turned) == [{(8, 8, 0), (8, 9, 0)}, {(8, 8, 1), (9, 8, 0)}]


@pytest.mark.rule("SI-ISLE-1")
def test_open_sea_and_ships_are_no_island() -> None:
    state = at_turn(tiles("CB1@8,8r0", "WB1@9,8r0"), ships=[ship(8, 7)], round=2)
    assert pieces(state) == [{(8, 8, 0)}]


@pytest.mark.rule("SI-ISLE-1")
def test_the_islands_are_told_by_their_smallest_piece() -> None:
    state = at_turn(tiles("DA1@8,8r0", "CB1@7,8r2", "WA1@8,7r0"))
    assert pieces(state) == [{(7, 8, 0), (8, 8, 0)}, {(8, 7, 0)}, {(8, 8, 1)}]


@pytest.mark.rule("SI-INT-34", "SI-EX-19")
def test_example_19_two_pieces_of_one_tile_belong_to_two_islands() -> None:
    state = at_turn(SPLIT)
    upper, lower = island_at(state, 9, 8, 0), island_at(state, 9, 8, 1)
    assert set(upper.pieces) == {(8, 8, 0), (9, 8, 0)}
    assert set(lower.pieces) == {(9, 8, 1), (10, 8, 0)}
    assert upper.symbols == {"lotus": 2, "dragonfruit": 1, "laurel": 0, "temple": 0, "ports": 1}
    assert lower.symbols == {"lotus": 1, "dragonfruit": 0, "laurel": 1, "temple": 1, "ports": 1}
    assert (upper.size, upper.sites, upper.name) == (2, 1, (8, 8))
    assert (lower.size, lower.sites, lower.name) == (2, 1, (9, 8))


@pytest.mark.rule("SI-INT-35")
def test_a_tile_may_enlarge_an_island_start_one_or_join_several() -> None:
    # three islands with land towards (8, 9), and sea and an islet between them
    board = tiles("CB1@8,8r1", "CB2@9,9r0", "CB3@8,10r3", "WB1@9,8r0", "WA1@9,10r0")
    state = position("place", tiles=board, turn_state={"chosen": "TA1"})
    assert len(islands(state)) == 4
    joined = plays(state, "place 8 9 1")  # land in the east, south and west
    assert pieces(joined) == [{(8, 8, 0), (8, 9, 0), (8, 10, 0), (9, 9, 0)}, {(9, 10, 0)}]
    alone = plays(state, "place 7 8 3")  # it meets sea only: an island of its own
    assert {(7, 8, 0)} in pieces(alone)
    assert len(islands(alone)) == 5
    assert refused(state, "place 8 9 0") == "SI-EXPL-7"  # sea where the west has land


@pytest.mark.rule("SI-INT-35")
def test_a_tile_that_continues_one_island_leaves_the_others() -> None:
    state = position("place", tiles=tiles("SA1@8,8r0", "CA2@8,9r0"), turn_state={"chosen": "SB3"})
    after = plays(state, "place 9 8 0")
    assert pieces(after) == [{(8, 8, 0), (9, 8, 0)}, {(8, 9, 0)}]
    apart = plays(state, "place 8 7 0")
    assert pieces(apart) == [{(8, 7, 0)}, {(8, 8, 0)}, {(8, 9, 0)}]


# What is counted


@pytest.mark.rule("SI-ISLE-2", "SI-INT-33", "SI-EX-18")
def test_example_18_a_ring_counts_its_split_tile_once() -> None:
    (ring,) = islands(at_turn(RING))
    assert set(ring.pieces) == {(8, 8, 0), (8, 9, 0), (9, 8, 0), (9, 9, 0), (9, 9, 1)}
    assert ring.size == 4
    assert ring.symbols == {"lotus": 5, "dragonfruit": 3, "laurel": 0, "temple": 1, "ports": 3}
    assert (ring.sites, ring.free_sites, ring.open_land_edges, ring.complete) == (4, 4, 2, False)


@pytest.mark.rule("SI-ISLE-2")
def test_start_tiles_count() -> None:
    (island,) = islands(at_turn(tiles("ST1A@8,8r0", "CB1@8,9r3", "CB2@7,8r2")))
    assert island.size == 3
    assert (island.symbols["lotus"], island.symbols["ports"], island.sites) == (2, 1, 1)


@pytest.mark.rule("SI-ISLE-3")
def test_an_island_counts_what_its_slots_show_and_all_its_ports() -> None:
    laid = [
        marker("laurel", 8, 8, slot=0, seat=1),
        marker("dragonfruit", 9, 8, slot=1),
        marker("port", 9, 8, piece=0, seat=1),
    ]
    state = at_turn(tiles("CC1@8,8r2", "CD1@9,8r0"), markers=laid)
    assert island_at(state, 8, 8).symbols == {"lotus": 1, "dragonfruit": 1, "laurel": 1, "temple": 1, "ports": 2}


@pytest.mark.rule("SI-ISLE-3", "SI-HOUSE-3")
def test_a_site_with_a_house_is_not_free() -> None:
    state = at_turn(tiles("CC1@8,8r2", "SC1@9,8r0", "CB1@10,8r0"), houses=[house(1, 9, 8)])
    island = island_at(state, 10, 8)
    assert (island.sites, island.free_sites) == (2, 1)


# Houses and names


@pytest.mark.rule("SI-ISLE-4")
def test_houses_on_the_sites_of_an_island_are_its_houses() -> None:
    board = [*tiles("CC1@8,8r2", "SC1@9,8r0", "CC3@10,8r0"), *tiles("CA1@8,9r2", "CB1@9,9r0")]
    state = at_turn(board, houses=[house(0, 8, 8), house(1, 10, 8), house(1, 8, 9)])
    assert {seat: number for seat, number in island_at(state, 8, 8).houses.items() if number} == {0: 1, 1: 1}
    assert {seat: number for seat, number in island_at(state, 8, 9).houses.items() if number} == {1: 1}


@pytest.mark.rule("SI-ISLE-4")
@pytest.mark.parametrize(
    ("houses", "name"),
    [
        ([], (8, 8)),
        ([(8, 8)], (9, 8)),
        ([(9, 8)], (8, 8)),
        ([(8, 8), (9, 8)], (10, 8)),
        ([(8, 8), (9, 8), (10, 8)], None),
    ],
)
def test_an_island_is_named_by_its_smallest_cell_with_a_free_site(
    houses: list[tuple[int, int]], name: tuple[int, int] | None
) -> None:
    board = tiles("CC1@8,8r2", "SC1@9,8r0", "CC3@10,8r0")
    state = at_turn(board, houses=[house(seat % 2, *cell) for seat, cell in enumerate(houses)])
    assert island_at(state, 8, 8).name == name


@pytest.mark.rule("SI-ISLE-4")
def test_a_cell_without_a_site_names_no_island() -> None:
    state = at_turn(tiles("CB1@8,8r2", "CC1@9,8r0"))  # no site on CB1
    assert island_at(state, 8, 8).name == (9, 8)
    lone = at_turn(tiles("SB1@8,8r0"))
    assert island_at(lone, 8, 8).name is None


@pytest.mark.rule("SI-ISLE-4")
def test_a_split_tile_names_only_the_island_that_has_its_site() -> None:
    state = at_turn(tiles("OA1@8,8r0", "CB1@7,8r2", "CB2@9,8r0"))  # the site of OA1 is on its southern piece
    assert island_at(state, 8, 8, 0).name is None
    assert island_at(state, 8, 8, 1).name == (8, 8)


# Complete islands


@pytest.mark.rule("SI-ISLE-5")
def test_an_island_is_complete_when_no_land_faces_an_empty_cell() -> None:
    closed = at_turn(tiles("CC1@8,8r2", "CD1@9,8r0"))
    assert (island_at(closed, 8, 8).open_land_edges, island_at(closed, 8, 8).complete) == (0, True)
    opened = at_turn(tiles("CC1@8,8r2", "SC1@9,8r0"))
    assert (island_at(opened, 8, 8).open_land_edges, island_at(opened, 8, 8).complete) == (1, False)


@pytest.mark.rule("SI-ISLE-5")
def test_an_islet_without_land_edges_is_complete() -> None:
    (islet,) = islands(at_turn(tiles("WA1@8,8r0")))
    assert (islet.open_land_edges, islet.complete) == (0, True)


@pytest.mark.rule("SI-ISLE-5", "SI-EX-44")
def test_land_that_faces_the_outside_counts_as_closed() -> None:
    state = at_turn(tiles("SC1@0,8r0", "CD1@1,8r0"))
    assert (island_at(state, 0, 8).open_land_edges, island_at(state, 0, 8).complete) == (0, True)
    corner = at_turn(tiles("XA1@16,16r0"))
    assert (island_at(corner, 16, 16).open_land_edges, island_at(corner, 16, 16).complete) == (2, False)


@pytest.mark.rule("SI-ISLE-5", "SI-HOUSE-7")
def test_completeness_has_no_effect_on_building() -> None:
    # the same two tiles with a house to win, once open in the south and once closed
    for board in (tiles("CC1@8,8r2", "SC1@9,8r0"), tiles("CC1@8,8r2", "CD1@9,8r0")):
        state = at_turn(board, seats=on_missions("M01", "M05"))
        play(state, "dock_own 8 7")
        assert ways(state, "house") == {(8, 8)}


# Single pieces


@pytest.mark.rule("SI-ISLE-6")
def test_a_lone_piece_is_an_island_of_one_tile() -> None:
    state = at_turn(tiles("CA1@8,8r0", "WA1@8,9r0"))
    assert [(island.size, island.symbols["ports"]) for island in islands(state)] == [(1, 1), (1, 2)]


@pytest.mark.rule("SI-ISLE-6", "SI-HOUSE-2")
def test_a_lone_piece_may_take_a_port_but_no_house() -> None:
    board = tiles("CA1@8,8r0")  # one lotus and a site: M04 asks for more lotus than dragon fruit
    marking = position("marker", tiles=board)
    play(marking, "marker_mode port_any", "mark_piece 8 8 0")
    assert island_at(marking, 8, 8).symbols["ports"] == 2
    reward = at_turn(board, seats=on_missions("M04", "M05"))
    play(reward, "dock_own 8 7")
    assert reward.phase == "prep_pick"  # nobody was asked to build
    assert not reward.to_position()["houses"]


# Merges


@pytest.mark.rule("SI-EX-17", "SI-INT-32", "SI-HOUSE-6")
def test_example_17_merge() -> None:
    before, after = (entry for entry in BOARDS if entry["id"].startswith("SI-EX-17"))
    fields = scene(before)
    state = position("place", turn=1, turn_state={"chosen": "SC1"}, **fields)
    play(state, "place 2 0 0")
    merged = island_at(state, 0, 0)
    (expected,) = after["expect_islands"]
    assert counts(merged) == {name: value for name, value in expected.items() if name != "at"}
    assert merged.houses[0] == after["expect_player0_houses_on_island"] == 2
    assert {(0, 0, 0), (4, 0, 0)} <= set(merged.pieces)


@pytest.mark.rule("SI-EX-17", "SI-INT-32", "SI-HOUSE-4", "SI-HOUSE-6")
def test_example_17_only_the_other_player_builds_there() -> None:
    (after,) = (entry for entry in BOARDS if entry["id"] == "SI-EX-17b")
    seats = on_missions("M01", "M04")  # both are met: 2 temples, 4 lotus, 2 dragon fruit
    state = position("turn", turn=0, seats=seats, **scene(after))
    row, column = min(ways(state, "dock_own"))
    play(state, f"dock_own {row} {column}")
    assert (state.phase, state.turn) == ("house", 1)  # seat 0 may not build and is not asked
    assert after["expect_player0_may_build"] is False
    assert ways(state, "house") == {(2, 0)}  # the smallest cell with a free site
    play(state, "house 2 0")
    assert "house" not in verbs(state)
    assert [entry["seat"] for entry in state.to_position()["houses"]].count(0) == 2  # both old houses stay
