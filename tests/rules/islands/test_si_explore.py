"""Exploring (rules of Small Islands, section 2.3): SI-EXPL-1 to 9 and the rulings SI-INT-3 to SI-INT-9.

Also the worked examples SI-EX-15, 30, 33, 34, 36, 37 and 44.
"""

from __future__ import annotations

from typing import Any

import pytest
from archipelago import (
    examples,
    explored,
    first_of,
    island_at,
    land,
    on_missions,
    picked,
    plays,
    position,
    scene,
    seat_of,
    ship,
    stocked,
    tiles,
    ways,
)
from chapters import refused, verbs

import swenv
from support import legal, play
from swenv.islands import islands

BOARD = tiles("ST1A@8,8r0")
"""One start tile on the centre: land to N and E, sea to S and W."""
EDGE_CASE = tiles("KA2@0,0r2", "SA2@0,1r0", "CB2@0,2r0", "CA2@1,2r1", "CA1@1,0r0", "KB2@2,0r2", "CD2@2,1r0")
"""A window of 3 with two empty cells: (1, 1) has land to N and S, sea to E and W; (2, 2) has sea to N and W."""

STOCKLESS: dict[str, list[str]] = {"navigation": [], "reserve": []}
"""Both stacks are empty."""
HANDS = [["CA1", "KA1"], ["CA2", "KA2"], ["CA3", "KA3"], ["CB1", "CB2"]]
"""The hands of four seats."""


def market(state: swenv.State) -> list[str | None]:
    """The three slots of the market."""
    return list(state.to_position()["market"])


def hand(state: swenv.State, seat: int = 0) -> list[str]:
    """The tiles that a seat holds."""
    return list(seat_of(state, seat)["hand"])


def stacks(state: swenv.State) -> tuple[int, int]:
    """Sizes of the navigation stack and of the reserve."""
    document = state.to_position()
    return len(document["navigation"]), len(document["reserve"])


def exploring(**fields: Any) -> swenv.State:
    """Seat 0 begins a turn; all tiles are stated, and those that are named nowhere are out of the game."""
    stated = {
        "hands": [["CA1", "KA1"], ["CA2", "KA2"]],
        "market": ["CB1", "CB2", "CB3"],
        "navigation": ["SA1", "SA2"],
        "reserve": ["SB1", "SB2", "SB3"],
        **fields,
    }
    return stocked("turn", tiles=stated.pop("tiles", BOARD), **stated)


def unmarked(state: swenv.State, *actions: str) -> swenv.State:
    """End the turn with those actions and without a marker, which may not be asked for."""
    play(state, *actions)
    return play(state, "pass") if state.phase == "marker" else state


# SI-EXPL-1 to SI-EXPL-4: the steps of a turn


@pytest.mark.rule("SI-EXPL-1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_turns_go_clockwise_from_the_first_player(players: int) -> None:
    first = players - 1
    state = position("turn", players, tiles=BOARD, first=first, turn=first)
    order = []
    for _ in range(2 * players):
        order.append(state.turn)
        state = explored(state)
    assert order == [(first + step) % players for step in range(2 * players)]


@pytest.mark.rule("SI-EXPL-1")
def test_a_turn_is_to_explore_or_to_dock_and_there_is_no_pass() -> None:
    assert verbs(exploring()) == {"take"}
    state = exploring(navigation=[])
    assert verbs(state) == {"take", "dock_own", "dock_grey"}
    assert refused(state, "pass")
    assert refused(state, "hand 0")
    assert refused(state, "place 7 8 0")


@pytest.mark.rule("SI-EXPL-1")
def test_who_explores_does_not_dock_in_the_same_turn() -> None:
    state = play(exploring(navigation=[]), "take 0")
    while state.turn == 0:
        assert not verbs(state) & {"dock_own", "dock_grey", "take"}
        play(state, first_of(state, min(verbs(state) - {"marker_mode"})))
    assert verbs(state) == {"take", "dock_own", "dock_grey"}


@pytest.mark.rule("SI-EXPL-2")
@pytest.mark.parametrize("slot", range(3))
def test_the_market_tile_taken_is_the_third_in_hand(slot: int) -> None:
    state = exploring()
    assert legal(state, "take") == [0, 1, 2]
    play(state, f"take {slot}")
    names: list[str | None] = ["CB1", "CB2", "CB3"]
    assert hand(state) == ["CA1", "KA1", names[slot]]
    names[slot] = None  # refilled in the last step
    assert market(state) == names
    assert (state.phase, verbs(state), legal(state, "hand")) == ("hand", {"hand"}, [0, 1, 2])
    assert refused(state, f"take {slot}")
    assert refused(state, f"take {(slot + 1) % 3}")


@pytest.mark.rule("SI-EXPL-3")
@pytest.mark.parametrize(("number", "kept"), [(0, ["KA1", "CB2"]), (1, ["CA1", "CB2"]), (2, ["CA1", "KA1"])])
def test_any_of_the_three_tiles_is_placed_and_the_others_stay(number: int, kept: list[str]) -> None:
    state = play(exploring(), "take 1")
    chosen = hand(state)[number]
    play(state, f"hand {number}")
    assert (state.phase, verbs(state)) == ("place", {"place"})
    assert state.to_position()["turn_state"]["chosen"] == chosen
    row, column, rot = min(ways(state, "place"))
    play(state, f"place {row} {column} {rot}", "pass")
    assert {"tile": chosen, "r": row, "c": column, "rot": rot} in state.to_position()["tiles"]
    assert hand(state) == kept
    assert hand(state, 1) == ["CA2", "KA2"]


@pytest.mark.rule("SI-EXPL-3")
def test_a_tile_that_fits_nowhere_cannot_be_chosen() -> None:
    cells = {"tiles": EDGE_CASE, "window": 3}
    state = play(
        exploring(hands=[["XA1", "SA1"], ["CA3", "CB1"]], market=["XA2", None, None], **STOCKLESS, **cells), "take 0"
    )
    assert legal(state, "hand") == [1]
    assert refused(state, "hand 0")
    assert refused(state, "hand 2")


@pytest.mark.rule("SI-EXPL-4")
def test_a_marker_is_optional_and_there_is_at_most_one() -> None:
    state = play(exploring(), "take 0", "hand 0", "place 7 8 2")
    assert state.phase == "marker" and {"pass", "marker_mode"} == verbs(state)
    passed = plays(state, "pass")
    assert (passed.phase, passed.turn, passed.to_position()["markers"]) == ("turn", 1, [])
    marked = plays(state, "marker_mode dragonfruit", "mark_slot 7 8 0")
    assert (marked.phase, marked.turn, len(marked.to_position()["markers"])) == ("turn", 1, 1)
    assert refused(marked, "marker_mode laurel")
    assert refused(plays(state, "marker_mode dragonfruit"), "pass")


# SI-EXPL-5: the market


@pytest.mark.rule("SI-EXPL-5")
@pytest.mark.parametrize("slot", range(3))
def test_the_emptied_slot_is_refilled_from_the_navigation_stack(slot: int) -> None:
    state = explored(exploring(), slot)
    names = ["CB1", "CB2", "CB3"]
    names[slot] = "SA1"
    assert market(state) == names
    assert (state.to_position()["navigation"], state.to_position()["reserve"]) == (["SA2"], ["SB1", "SB2", "SB3"])


@pytest.mark.rule("SI-EXPL-5")
def test_the_market_is_refilled_after_the_marker() -> None:
    state = play(exploring(), "take 1", "hand 0", "place 7 8 2")
    assert market(state) == ["CB1", None, "CB3"]
    play(state, "marker_mode dragonfruit")
    assert market(state) == ["CB1", None, "CB3"]
    play(state, "mark_slot 7 8 0")
    assert market(state) == ["CB1", "SA1", "CB3"]


@pytest.mark.rule("SI-EXPL-5")
def test_after_the_navigation_stack_comes_the_reserve_and_then_nothing() -> None:
    state = exploring(navigation=["SA1"], reserve=["SB1"])
    assert stacks(state) == (1, 1)
    state = explored(state, 2)
    assert (market(state), stacks(state)) == (["CB1", "CB2", "SA1"], (0, 1))
    state = explored(state, 2)
    assert (market(state), stacks(state)) == (["CB1", "CB2", "SB1"], (0, 0))
    state = explored(state, 1)
    assert (market(state), stacks(state)) == (["CB1", None, "SB1"], (0, 0))
    assert legal(state, "take") == [0, 2]
    state = explored(state, 0)
    assert (market(state), legal(state, "take")) == ([None, None, "SB1"], [2])


# SI-EXPL-6 to SI-EXPL-8: where a tile goes


def placing(tile: str, *board: str, **fields: Any) -> swenv.State:
    """Seat 0 places a tile."""
    return position("place", tiles=tiles(*board), turn_state={"chosen": tile}, **fields)


@pytest.mark.rule("SI-EXPL-6")
def test_a_tile_is_turned_freely_and_touches_a_full_side() -> None:
    state = placing("KA1", "ST1A@8,8r0")
    assert ways(state, "place") == {
        *((7, 8, rot) for rot in (1, 2)),  # land to the south
        *((8, 9, rot) for rot in (2, 3)),  # land to the west
        *((9, 8, rot) for rot in (1, 2)),  # sea to the north
        *((8, 7, rot) for rot in (2, 3)),  # sea to the east
    }
    for cell in ("7 7", "7 9", "9 7", "9 9", "6 8", "8 10", "0 0", "16 16"):
        for rot in range(4):
            assert refused(state, f"place {cell} {rot}")


@pytest.mark.rule("SI-EXPL-6")
def test_it_need_not_touch_the_tile_placed_last() -> None:
    cells = {(row, column) for row, column, _ in ways(placing("WB1", "ST1A@8,8r0", "CA1@7,8r2"), "place")}
    assert cells == {(9, 8), (8, 7), (6, 8), (7, 7), (7, 9)}


@pytest.mark.rule("SI-EXPL-7")
def test_every_touching_side_must_continue_the_picture() -> None:
    # Cell (8, 8) has land to its north and west, sea to its east, nothing to its south.
    board = ("CA1@7,8r2", "CA2@8,7r1", "CA3@8,9r1", "WB1@7,7r0", "CB3@7,9r0")
    legal_turns = {
        "KA1": {3},
        "KB2": {3},
        "DA1": {3},
        "TA1": {2},
        "BA1": {2},
        "SA1": set(),
        "XA1": set(),
        "CB1": set(),
    }
    for tile, rots in legal_turns.items():
        state = placing(tile, *board)
        assert {rot for row, column, rot in ways(state, "place") if (row, column) == (8, 8)} == rots, tile
        for rot in {0, 1, 2, 3} - rots:
            assert refused(state, f"place 8 8 {rot}")


@pytest.mark.rule("SI-EXPL-8", "SI-EX-44")
def test_land_may_face_the_edge_of_the_table() -> None:
    state = placing("SA1", "SA2@1,5r0")
    assert (0, 5, 0) in ways(state, "place")
    with pytest.raises(ValueError):
        state.apply("place -1 5 0")
    play(state, "place 0 5 0")
    # Nothing can continue it to the north: its other sides are sea.
    later = placing("XA1", "SA2@1,5r0", "SA1@0,5r0")
    assert ways(later, "place") == {(2, 5, 0)}
    island = island_at(later, 0, 5)
    assert (island.size, set(island.pieces)) == (2, {(0, 5, 0), (1, 5, 0)})


@pytest.mark.rule("SI-EXPL-8")
@pytest.mark.parametrize("window", [15, 17, 21])
def test_the_table_is_a_window_of_cells(window: int) -> None:
    last = window - 1
    corner = placing("XA1", f"XA2@{last},{last}r0", window=window)
    assert ways(corner, "place") == {(last - 1, last, 0), (last, last - 1, 0)}
    with pytest.raises(ValueError):
        corner.apply(f"place {window} {last} 0")
    assert ways(placing("XA1", "XA2@0,0r0", window=window), "place") == {(0, 1, 0), (1, 0, 0)}
    with pytest.raises(ValueError):
        placing("XA1", f"XA2@{window},0r0", window=window)


@pytest.mark.rule("SI-EX-15")
def test_a_tile_enlarges_an_island_or_discovers_one() -> None:
    (example,) = examples("SI-EX-15")
    board = scene(example, 5, 5)["tiles"]
    state = position("place", tiles=board[:1], turn_state={"chosen": "SA1"})
    assert (6, 5, 0) in ways(state, "place")
    state = play(position("place", tiles=board[:2], turn_state={"chosen": "CA2"}), "place 5 6 0")
    assert len(islands(state)) == 2
    for wanted in example["expect_islands"]:
        row, column, piece = wanted["at"]
        island = island_at(state, 5 + row, 5 + column, piece)
        assert island.symbols == wanted["symbols"]
        assert (island.size, island.sites, island.free_sites) == (
            wanted["size"],
            wanted["sites"],
            wanted["free_sites"],
        )
        assert island.open_land_edges == wanted["open_land_edges"]


# SI-EXPL-9: a blocked hand


def blocked(**fields: Any) -> swenv.State:
    """Seat 0 has taken WA1 and can place none of its tiles: SI-EX-37."""
    (example,) = examples("SI-EX-37")
    stated = {
        "hands": [["XA1", "YA2"], ["CA2", "CA3"]],
        "market": ["WA1", "CB1", "CB3"],
        "reserve": ["KA3", "SA3"],
        "navigation": [],
        **fields,
    }
    state = stocked("turn", tiles=stated.pop("tiles", example["tiles"]), window=3, **stated)
    return play(state, "take 0")


@pytest.mark.rule("SI-EX-37", "SI-EXPL-9")
def test_a_blocked_hand_removes_a_tile_and_draws_another() -> None:
    (example,) = examples("SI-EX-37")
    state = blocked()
    assert (state.phase, state.turn, hand(state)) == ("blocked", 0, example["hand"])
    assert (verbs(state), legal(state, "hand")) == ({"hand"}, [0, 1, 2])
    gone = set(state.to_position()["removed"])
    play(state, f"hand {example['hand'].index(example['removed'])}")
    assert set(state.to_position()["removed"]) - gone == {example["removed"]}
    assert (state.phase, hand(state)) == ("hand", ["XA1", "YA2", example["drawn"]])
    assert legal(state, "hand") == [2]
    play(state, "hand 2")
    assert ways(state, "place") == {tuple(way) for way in example["expect_placements_of_drawn"]}
    unmarked(state, "place 2 2 0")
    assert (state.turn, hand(state)) == (1, ["XA1", "YA2"])
    assert market(state) == ["SA3", "CB1", "CB3"]


@pytest.mark.rule("SI-EXPL-9")
@pytest.mark.parametrize("number", range(3))
def test_which_tile_is_removed_is_the_players_choice(number: int) -> None:
    state = blocked()
    held = hand(state)
    play(state, f"hand {number}")
    assert held[number] in state.to_position()["removed"]
    held[number] = "KA3"
    assert (hand(state), legal(state, "hand")) == (held, [number])


@pytest.mark.rule("SI-EXPL-9")
def test_tiles_are_removed_until_one_fits() -> None:
    state = blocked(reserve=["XA2", "YA1", "KA3", "SA3"])
    play(state, "hand 0")
    assert (state.phase, hand(state)) == ("blocked", ["XA2", "YA2", "WA1"])
    play(state, "hand 2")
    assert (state.phase, hand(state)) == ("blocked", ["XA2", "YA2", "YA1"])
    play(state, "hand 1")
    assert (state.phase, hand(state), legal(state, "hand")) == ("hand", ["XA2", "KA3", "YA1"], [1])
    assert {"XA1", "WA1", "YA2"} <= set(state.to_position()["removed"])
    assert stacks(state) == (0, 1)


@pytest.mark.rule("SI-EXPL-9")
@pytest.mark.parametrize(("number", "kept"), [(0, ["YA2", "WA1"]), (1, ["XA1", "WA1"]), (2, ["XA1", "YA2"])])
def test_with_empty_stacks_a_tile_is_removed_and_the_placement_skipped(number: int, kept: list[str]) -> None:
    state = blocked(reserve=[])
    count = len(state.to_position()["tiles"])
    play(state, f"hand {number}")
    assert (state.phase, state.turn, hand(state)) == ("marker", 0, kept)
    assert len(state.to_position()["tiles"]) == count
    assert verbs(state) == {"pass", "marker_mode"}
    play(state, "pass")
    assert (state.turn, market(state), hand(state)) == (1, [None, "CB1", "CB3"], kept)


@pytest.mark.rule("SI-EXPL-9")
def test_a_hand_is_not_blocked_while_one_tile_fits() -> None:
    state = blocked(hands=[["XA1", "KA3"], ["CA2", "CA3"]], reserve=["SA3"])
    assert (state.phase, legal(state, "hand")) == ("hand", [1])
    assert "WA1" not in state.to_position()["removed"]


@pytest.mark.rule("SI-INT-8")
def test_replacements_come_from_the_reserve_first_and_refills_from_the_navigation_stack() -> None:
    state = blocked(reserve=["KA3", "SA3"], navigation=["SB1", "SB3"])
    play(state, "hand 2")
    assert hand(state) == ["XA1", "YA2", "KA3"]
    assert stacks(state) == (2, 1)
    unmarked(state, "hand 2", "place 2 2 0")
    assert market(state)[0] == "SB1"
    assert stacks(state) == (1, 1)


@pytest.mark.rule("SI-INT-8")
def test_a_replacement_can_empty_the_navigation_stack_and_open_docking() -> None:
    # Cell (2, 2), with sea to its north and west, can take a ship; the crosses and the split cross fit nowhere.
    stated = {"hands": [["XA1", "YA1"], ["CA3", "CB1"]], "market": ["XA2", "CC1", "CC2"], "reserve": []}
    state = blocked(tiles=EDGE_CASE, navigation=["SA1"], **stated)
    assert (state.phase, stacks(state)) == ("blocked", (1, 0))
    play(state, "hand 0")
    assert (hand(state), stacks(state)) == (["SA1", "YA1", "XA2"], (0, 0))
    unmarked(state, "hand 0", "place 1 1 0")
    assert (state.turn, market(state)) == (1, [None, "CC1", "CC2"])
    assert ways(state, "dock_own") == ways(state, "dock_grey") == {(2, 2)}


@pytest.mark.rule("SI-INT-9")
def test_removed_tiles_never_return() -> None:
    more = [tile for tile in land() if tile[:2] in ("KC", "KD", "SB", "SC", "TA")]
    state = blocked(
        tiles=EDGE_CASE, hands=[["XA1", "YA1"], ["CA3", "CB1"]], market=["XA2", "CC1", "CC2"], reserve=["SA1", *more]
    )
    unmarked(state, "hand 1", "hand 1", "place 1 1 0")
    assert "YA1" in state.to_position()["removed"]
    play(state, "dock_own 2 2")
    while state.phase == "house":
        play(state, "pass")
    state = picked(state)
    document = state.to_position()
    assert (state.round, state.phase, len(document["navigation"])) == (2, "turn", 6)
    assert "YA1" in document["removed"]
    assert "YA1" not in [
        *document["market"],
        *document["navigation"],
        *document["reserve"],
        *hand(state),
        *hand(state, 1),
    ]


# Docking and the end of the stacks


@pytest.mark.rule("SI-EX-30", "SI-INT-7", "SI-EXPL-1", "SI-EXPL-5")
def test_a_round_of_three_opens_docking_on_the_seventh_turn() -> None:
    navigation = ["CA1", "CB1", "CC1", "KA1", "KB1", "SA1"]
    state = position("turn", 3, tiles=BOARD, first=1, turn=1, navigation=navigation)
    order = []
    for number in range(6):
        assert (verbs(state), stacks(state)[0]) == ({"take"}, 6 - number)
        assert refused(state, "dock_own 9 8")
        order.append(state.turn)
        state = explored(state)
    assert order == [1, 2, 0, 1, 2, 0]
    assert (state.turn, stacks(state)[0], verbs(state)) == (1, 0, {"take", "dock_own", "dock_grey"})


@pytest.mark.rule("SI-INT-7")
def test_the_last_navigation_tile_opens_docking_for_the_next_player_only() -> None:
    state = exploring(navigation=["SA1"])
    assert verbs(state) == {"take"}
    play(state, "take 0", "hand 0", "place 7 8 2")
    assert refused(state, "dock_own 9 8")
    play(state, "pass")
    assert (state.turn, stacks(state)[0]) == (1, 0)
    assert verbs(state) == {"take", "dock_own", "dock_grey"}


@pytest.mark.rule("SI-EX-33")
def test_a_reserve_of_five_ends_the_game_in_the_preparation() -> None:
    docked = [ship(9, 8, 0), ship(10, 8, "grey")]
    state = exploring(
        navigation=[], reserve=["SA1", "SA2", "SA3", "SB1", "SB2"], ships=docked, round=3, turn=1, first=1
    )
    play(state, "dock_own 11 8")  # one ship is left in the supply
    assert state.is_over and state.phase == "over"
    assert (state.round, stacks(state)) == (3, (0, 5))
    assert sorted(state.returns()) == [-1, 1]


@pytest.mark.rule("SI-EX-34", "SI-EXPL-5")
def test_the_last_six_tiles_keep_the_market_full_and_then_it_shrinks() -> None:
    reserve = ["CC1", "CC2", "CC3", "KB1", "KB2", "KB3"]
    state = picked(play(exploring(navigation=[], reserve=reserve), "dock_grey 9 8"))
    assert (state.phase, state.round, stacks(state)) == ("turn", 2, (6, 0))
    for _ in range(6):
        state = explored(state)
        assert all(market(state))
    assert stacks(state) == (0, 0)
    sizes = []
    for _ in range(3):
        state = explored(state)
        sizes.append(sum(tile is not None for tile in market(state)))
    assert sizes == [2, 1, 0]


@pytest.mark.rule("SI-INT-3")
def test_with_an_empty_market_nobody_explores_although_tiles_are_held() -> None:
    state = exploring(market=[None, None, None], **STOCKLESS)
    assert hand(state) == ["CA1", "KA1"]
    assert verbs(state) == {"dock_own", "dock_grey"}
    for action in ("take 0", "take 1", "take 2", "hand 0", "hand 1", "place 7 8 2"):
        assert refused(state, action)


def of_four(turn: int, market: list[str | None], *docked: int) -> swenv.State:
    """Four players, both stacks empty, the ships of those seats docked in a row south of the start tile."""
    ships = [ship(9 + number, 8, owner) for number, owner in enumerate(docked)]
    seats = on_missions("M01", "M02", "M03", "M05")
    return stocked(
        "turn", 4, tiles=BOARD, hands=HANDS, market=market, ships=ships, round=1 + len(ships), turn=turn, seats=seats
    )


@pytest.mark.rule("SI-EX-36", "SI-INT-4")
def test_with_an_empty_market_docking_is_compulsory() -> None:
    state = of_four(0, [None, None, None], 3)
    assert verbs(state) == {"dock_own"}
    assert refused(state, "pass")
    assert ways(state, "dock_own") == {(8, 7), (9, 7), (9, 9), (10, 8)}


@pytest.mark.rule("SI-INT-5")
@pytest.mark.parametrize(("docked", "goes_on"), [((2, 3), False), ((0, 2), True)])
def test_a_seat_that_can_neither_explore_nor_dock_ends_the_game(docked: tuple[int, ...], goes_on: bool) -> None:
    # Seat 2 takes the last tile; the ship of seat 1 is in the supply, that of seat 3 only in the second case.
    state = of_four(2, [None, "SA1", None], *docked)
    assert verbs(state) == {"take"}
    state = explored(state)
    if goes_on:
        assert (state.turn, verbs(state)) == (3, {"dock_own"})
    else:
        assert state.is_over  # no island has two tiles with a site that meets a mission
        assert len(state.to_position()["ships"]) == 2


@pytest.mark.rule("SI-INT-5")
def test_the_next_seat_could_have_docked_but_the_reward_phase_has_begun() -> None:
    # As above, but an island meets the mission of seat 3: it is asked for houses, then the others, and then all ends.
    board = tiles("ST1A@8,8r0", "CC3@7,8r2", "CD3@8,9r3")  # one temple, three laurel, one lotus, two ports
    seats = on_missions("M12", "M06", "M02", "M03")
    docked = [ship(9, 8, 3), ship(10, 8, 2)]
    fields: dict[str, Any] = {"market": [None, "SA1", None], "ships": docked, "round": 3, "turn": 2, "seats": seats}
    state = explored(stocked("turn", 4, tiles=board, hands=HANDS, **fields))
    order = []
    while not state.is_over:
        now = state.to_position()["turn_state"]
        assert (state.phase, now["docker"], now["stuck"]) == ("house", 3, True)
        order.append(state.turn)
        play(state, "pass")
    assert order == [3, 0, 1]  # the mission of seat 2 is not met, so it is not asked


@pytest.mark.rule("SI-INT-6")
@pytest.mark.parametrize(
    ("row", "slots"), [([None, "SA1", None], [1]), (["SA1", None, "SA2"], [0, 2]), (["SA1", "SA2", None], [0, 1])]
)
def test_with_one_or_two_market_tiles_the_choice_is_among_these(row: list[str | None], slots: list[int]) -> None:
    state = exploring(market=row, **STOCKLESS)
    assert legal(state, "take") == slots
    for slot in {0, 1, 2} - set(slots):
        assert refused(state, f"take {slot}")
    assert "dock_own" in verbs(state)
