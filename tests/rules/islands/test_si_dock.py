"""Ships (SI-DOCK): where they may lie, which may be taken, what docking ends and what ports pay."""

from __future__ import annotations

from typing import Any

import pytest
from archipelago import (
    examples,
    marker,
    on_missions,
    picked,
    plays,
    position,
    printed,
    scene,
    ship,
    stocked,
    tiles,
    unbuilt,
    ways,
)
from chapters import refused, verbs

import swenv
from support import play

# ST1A has land N and E, CA1 turned three times closes it in the east.
BAY = tiles("ST1A@8,8r0", "CA1@8,9r3")
BAY_SHIPS = {(9, 8), (8, 7), (7, 9), (9, 9), (8, 10)}
"""The cells beside `BAY` that it meets with sea; (7, 8) lies against land."""
ISLAND = tiles("CC1@8,8r2", "CD1@9,8r0")
"""One island of two tiles with one temple, three lotus, one port and two sites: M01 and M04 are met."""
RING = tiles("CA2@7,9r0", "CA3@7,10r0", "CB1@8,10r1", "CB2@9,10r2", "CB3@9,9r2", "CC1@9,8r2")
"""Six caps with their land outwards; with a cap on (7, 8) they ring the empty cells (8, 8) and (8, 9)."""


def turn(players: int = 2, *ships: dict[str, Any], **fields: Any) -> swenv.State:
    """A turn of seat 0 with an empty navigation stack, in the round that the ships on the board tell."""
    stated: dict[str, Any] = {"tiles": BAY, "round": 1 + len(ships), "ships": list(ships), **fields}
    return position("turn", players, **stated)


def docks(state: swenv.State, side: str = "grey") -> set[tuple[Any, ...]]:
    """The cells on which a ship may be docked now."""
    return ways(state, f"dock_{side}")


def last_dock(tiles: list[dict[str, Any]], *ships: dict[str, Any], at: tuple[int, int], **fields: Any) -> swenv.State:
    """The end of a game of two: the fourth ship, a grey one, comes to `at`, and nobody builds."""
    state = turn(2, *ships, tiles=tiles, **fields)
    return unbuilt(play(state, f"dock_grey {at[0]} {at[1]}"))


# When


@pytest.mark.rule("SI-DOCK-1")
def test_no_docking_while_a_tile_lies_on_the_navigation_tile() -> None:
    state = turn(navigation=["CB3"])
    assert verbs(state) == {"take"}
    assert refused(state, "dock_own 9 8") == "SI-DOCK-1"
    assert refused(state, "dock_grey 8 7") == "SI-DOCK-1"
    assert verbs(turn(navigation=[])) == {"take", "dock_own", "dock_grey"}


@pytest.mark.rule("SI-DOCK-1")
def test_the_navigation_stack_is_looked_at_when_the_turn_begins() -> None:
    state = turn(navigation=["CB3"], market=["CA2", "CA3", "CB1"])
    play(state, "take 0", "hand 2", "place 9 9 1", "pass")
    assert state.to_position()["navigation"] == []
    assert state.turn == 1  # the turn in which the stack ran out has ended without a ship
    assert docks(state, "own") == docks(state, "grey") != set()


@pytest.mark.rule("SI-DOCK-1", "SI-EXPL-1")
def test_who_has_taken_a_tile_docks_no_more_in_this_turn() -> None:
    state = plays(turn(), "take 0")
    assert state.phase == "hand"
    assert not docks(state, "own") | docks(state)
    with pytest.raises(swenv.IllegalAction):
        state.apply("dock_own 9 8")


# Which ship


@pytest.mark.rule("SI-DOCK-2")
def test_a_player_takes_the_own_ship_or_a_grey_one() -> None:
    state = turn()
    assert docks(state, "own") == docks(state, "grey") == BAY_SHIPS
    own = plays(state, "dock_own 9 8").to_position()["ships"]
    grey = plays(state, "dock_grey 9 8").to_position()["ships"]
    assert own == [{"r": 9, "c": 8, "owner": 0}]
    assert grey == [{"r": 9, "c": 8, "owner": "grey"}]


@pytest.mark.rule("SI-DOCK-2", "SI-SETUP-5")
@pytest.mark.parametrize(("players", "grey"), [(2, 2), (3, 1), (4, 0)])
def test_grey_ships_are_those_of_absent_players(players: int, grey: int) -> None:
    cells = [(9, 8), (8, 7)]
    state = turn(players, *(ship(*cell) for cell in cells[:grey]))
    assert docks(state, "own")
    assert not docks(state, "grey")
    assert refused(state, "dock_grey 8 10") == "SI-DOCK-2"
    if grey:
        assert docks(turn(players, *(ship(*cell) for cell in cells[: grey - 1])), "grey")


@pytest.mark.rule("SI-DOCK-2", "SI-INT-11")
def test_ships_of_other_players_cannot_be_taken() -> None:
    state = turn(4, ship(9, 8, 0))  # three ships in the supply, all of other players
    assert verbs(state) == {"take"}
    assert refused(state, "dock_own 8 7") == "SI-DOCK-2"
    assert refused(state, "dock_grey 8 7") == "SI-DOCK-2"
    other = turn(4, ship(9, 8, 0), turn=1)
    assert docks(other, "own") == BAY_SHIPS - {(9, 8)} | {(10, 8), (9, 7)}


@pytest.mark.rule("SI-INT-11")
def test_a_player_docks_again_only_with_a_grey_ship() -> None:
    state = turn(3, ship(9, 8, 0))
    assert not docks(state, "own")
    assert (8, 7) in docks(state)
    assert refused(state, "dock_own 8 7") == "SI-DOCK-2"
    without = turn(3, ship(9, 8, 0), ship(8, 7))
    assert verbs(without) == {"take"}


@pytest.mark.rule("SI-INT-12", "SI-ROUND-2", "SI-REW-1")
def test_a_grey_ship_may_be_chosen_although_the_own_is_there() -> None:
    state = turn(3, tiles=ISLAND, turn=2, seats=on_missions("M01", "M05", "M04"))
    assert docks(state, "own") == docks(state)
    grey = plays(state, "dock_grey 8 7")
    assert (grey.phase, grey.turn, grey.round) == ("house", 2, 1)  # the phase has ended, seat 2 is first in the order
    play(grey, "pass")
    assert (grey.phase, grey.turn) == ("house", 0)
    after = unbuilt(grey)
    assert (after.round, after.turn, after.to_position()["first"]) == (2, 0, 0)
    assert docks(turn(3, ship(8, 7), turn=2, tiles=ISLAND), "own")  # the own ship is still to be had


# Where


@pytest.mark.rule("SI-DOCK-3")
def test_a_ship_touches_a_tile_and_has_sea_on_every_side_that_touches() -> None:
    assert docks(turn(), "own") == BAY_SHIPS
    with_corner = turn(tiles=[*BAY, *tiles("KA1@7,8r1")])  # its land in the east and south: it shuts (7, 9)
    assert docks(with_corner) == BAY_SHIPS - {(7, 9)} | {(6, 8), (7, 7)}


@pytest.mark.rule("SI-DOCK-3")
@pytest.mark.parametrize(
    ("cell", "why"),
    [
        ((8, 8), "a tile lies there"),
        ((7, 8), "land in the south"),
        ((7, 7), "it touches a corner only"),
        ((9, 7), "it touches a corner only"),
        ((3, 3), "it touches nothing"),
    ],
)
def test_where_no_ship_may_lie(cell: tuple[int, int], why: str) -> None:
    assert refused(turn(), f"dock_own {cell[0]} {cell[1]}") == "SI-DOCK-3", why
    assert refused(turn(), f"dock_grey {cell[0]} {cell[1]}") == "SI-DOCK-3", why


@pytest.mark.rule("SI-DOCK-3", "SI-ACT-10")
def test_a_ship_lies_inside_the_window_and_may_lie_on_its_edge() -> None:
    state = turn(tiles=tiles("WB1@0,15r0"))
    assert docks(state) == {(0, 14), (0, 16), (1, 15)}
    corner = turn(tiles=tiles("WB1@16,16r0"))
    assert docks(corner) == {(15, 16), (16, 15)}


@pytest.mark.rule("SI-DOCK-3", "SI-TILE-6", "SI-INT-14")
def test_tiles_beside_a_ship_meet_four_sea_sides() -> None:
    state = position("place", tiles=BAY, round=2, ships=[ship(9, 8)], turn_state={"chosen": "CB2"})
    beside = {(r, c, rot) for r, c, rot in ways(state, "place") if (r, c) == (10, 8)}
    assert beside == {(10, 8, 1), (10, 8, 2), (10, 8, 3)}  # the ship is all that it touches; land must not face it
    assert refused(state, "place 10 8 0") == "SI-EXPL-7"


@pytest.mark.rule("SI-EX-38", "SI-DOCK-3")
def test_example_38_ship_fit() -> None:
    sea = [*tiles("CA1@7,8r0"), *RING]
    assert (8, 8) in docks(turn(tiles=sea))
    land = [*tiles("CA1@7,8r2"), *RING]
    assert (8, 8) not in docks(turn(tiles=land))
    assert refused(turn(tiles=land), "dock_own 8 8") == "SI-DOCK-3"
    beside_ship = turn(2, ship(8, 10))
    assert (8, 11) in docks(beside_ship)


@pytest.mark.rule("SI-DOCK-4", "SI-INT-13")
def test_a_ship_may_lie_beside_a_ship_and_beside_nothing_else() -> None:
    state = turn(2, ship(8, 7))
    assert {(7, 7), (9, 7), (8, 6)} <= docks(state)  # cells that touch the ship alone
    assert (9, 8) in docks(state)
    state = plays(state, "dock_own 8 6")
    assert state.to_position()["ships"][-1] == {"r": 8, "c": 6, "owner": 0}


@pytest.mark.rule("SI-DOCK-4")
def test_two_ships_may_share_a_side_beside_tiles() -> None:
    state = turn(2, ship(9, 8))
    assert (9, 9) in docks(state)  # the ship in the west, CA1 in the north


@pytest.mark.rule("SI-DOCK-5")
def test_a_ship_needs_no_port() -> None:
    assert not any(piece["ports"] for piece in printed()["CB1"]["pieces"])
    state = turn(tiles=tiles("CB1@8,8r0"))
    assert docks(state, "own") == docks(state, "grey") == {(8, 7), (9, 8), (8, 9)}


# When there is none


@pytest.mark.rule("SI-DOCK-6")
def test_without_a_ship_of_its_own_or_grey_the_player_explores() -> None:
    state = turn(4, ship(9, 8, 0), navigation=[])
    assert verbs(state) == {"take"}
    assert ways(state, "take") == {(0,), (1,), (2,)}


@pytest.mark.rule("SI-DOCK-6")
def test_without_a_cell_for_a_ship_the_player_explores() -> None:
    state = turn(tiles=tiles("XA1@8,8r0"))  # land on all sides
    assert verbs(state) == {"take"}
    assert refused(state, "dock_own 7 8") == "SI-DOCK-3"
    assert refused(state, "dock_grey 8 9") == "SI-DOCK-3"


@pytest.mark.rule("SI-DOCK-6", "SI-ACT-10")
def test_the_end_of_the_window_may_leave_no_cell_for_a_ship() -> None:
    state = turn(window=3, tiles=tiles("XA1@0,0r0"))
    assert verbs(state) == {"take"}


# What it ends


@pytest.mark.rule("SI-DOCK-7")
@pytest.mark.parametrize("side", ["own", "grey"])
def test_docking_ends_the_exploration_at_once(side: str) -> None:
    state = turn(
        3, tiles=ISLAND, turn=1, market=["CA2", None, "KB2"], reserve=[], seats=on_missions("M01", "M04", "M10")
    )
    before = state.to_position()
    play(state, f"dock_{side} 8 7")
    after = state.to_position()
    assert (state.phase, state.turn, after["turn_state"]["docker"]) == ("house", 1, 1)
    for field in ("market", "reserve", "navigation", "tiles", "markers", "removed"):
        assert after[field] == before[field]
    assert [entry["hand"] for entry in after["seats"]] == [entry["hand"] for entry in before["seats"]]


@pytest.mark.rule("SI-DOCK-7", "SI-MARK-1")
def test_no_marker_in_the_turn_of_a_docking() -> None:
    state = turn(tiles=ISLAND, seats=on_missions("M01", "M04"))
    play(state, "dock_own 8 7")
    while state.phase == "house":
        assert "marker_mode" not in verbs(state)
        play(state, "pass")
    assert state.phase == "prep_pick"  # the next round
    assert state.to_position()["markers"] == []


@pytest.mark.rule("SI-DOCK-7")
def test_with_nothing_to_build_docking_leads_to_the_next_round() -> None:
    state = plays(turn(tiles=tiles("WB1@8,8r0")), "dock_own 8 7")
    assert (state.phase, state.round) == ("prep_pick", 2)


# What ports pay at the end


@pytest.mark.rule("SI-EX-2", "SI-SCORE-1", "SI-SCORE-3", "SI-INT-38")
def test_example_2_final_ship_scoring() -> None:
    (example,) = examples("SI-EX-2")
    fields = scene(example)
    state = last_dock(fields["tiles"], *fields["ships"], ship(3, 1), at=(3, 2), markers=fields["markers"])
    assert state.phase == "over"
    assert [int(total) for total in state.coins] == example["expect_ship_ports"] == [8, 6]


@pytest.mark.rule("SI-INT-37")
def test_a_port_beside_two_ships_counts_for_both() -> None:
    # WA1 with two ports between the ships, all of it in the corner of the window
    state = last_dock(tiles("WA1@0,1r0"), ship(0, 0, 0), ship(0, 2, 1), ship(1, 1), at=(1, 0))
    assert [int(total) for total in state.coins] == [2, 2]


@pytest.mark.rule("SI-INT-37", "SI-SCORE-2")
def test_grey_ships_pay_nothing_and_ships_hold_no_ports() -> None:
    # with the stacks empty the game ends after this reward phase; the ship of seat 1 lies two cells from the ports
    state = stocked(
        "turn",
        tiles=tiles("WA1@8,8r0", "WB1@8,7r0"),
        hands=[["CA1", "CA2"], ["CA3", "CB1"]],
        seats=[{"prestige": 3}, {"prestige": 5}],
        ships=[ship(8, 6, 1)],
        round=2,
    )
    grey, own = (plays(state, f"dock_{side} 8 9") for side in ("grey", "own"))
    assert grey.phase == own.phase == "over"
    assert [int(total) for total in grey.coins] == [3, 5]  # seat 0 has no ship on the board
    assert [int(total) for total in own.coins] == [5, 5]


@pytest.mark.rule("SI-INT-38")
@pytest.mark.parametrize("owner", [0, 1])
def test_diagonal_ports_count_whoever_placed_them(owner: int) -> None:
    board = tiles("CB1@8,8r0", "WB1@8,9r0", "CB2@8,7r0")
    placed = [marker("port", 8, 8, piece=0, seat=owner), marker("port", 8, 7, piece=0, seat=owner)]
    state = last_dock(board, ship(9, 9, 0), ship(8, 10, 1), ship(7, 9), at=(7, 10), markers=placed)
    assert [int(total) for total in state.coins] == [
        1,
        0,
    ]  # (8, 8) is at a corner of the own ship, (8, 7) too far


@pytest.mark.rule("SI-INT-21", "SI-SCORE-3")
@pytest.mark.parametrize("piece", [0, 1])
def test_for_a_ship_only_the_tile_of_a_port_matters(piece: int) -> None:
    board = tiles("DA1@8,8r0")  # piece 0 in the north, piece 1 with a port in the east
    state = last_dock(
        board, ship(9, 8, 0), ship(9, 9, 1), ship(8, 7), at=(7, 7), markers=[marker("port", 8, 8, piece=piece)]
    )
    assert [int(total) for total in state.coins] == [2, 2]


# Who begins the reward phase


@pytest.mark.rule("SI-EX-31", "SI-REW-1", "SI-ROUND-2")
def test_example_31_reward_order() -> None:
    board = tiles("CC1@8,8r2", "SC1@9,8r0", "CC2@10,8r0")  # three sites for three seats
    state = turn(3, tiles=board, turn=2, seats=on_missions("M01", "M04", "M12"))
    play(state, "dock_own 8 7")
    order = []
    while state.phase == "house":
        order.append(state.turn)
        play(state, "pass")
    assert order == [2, 0, 1]
    assert (state.phase, state.round, state.turn, state.to_position()["first"]) == ("prep_pick", 2, 0, 0)
    assert picked(state).turn == 0
