"""The reward phase (SI-REW) and the building of houses (SI-HOUSE)."""

from __future__ import annotations

from typing import Any

import pytest
from archipelago import (
    data,
    examples,
    house,
    island_at,
    on_missions,
    plays,
    position,
    scene,
    seat_of,
    ship,
    stocked,
    tiles,
    unbuilt,
    ways,
)
from chapters import refused, verbs

import swenv
from support import legal_words, play

PAIR = tiles("CC1@8,8r2", "CD1@9,8r0")
"""One island of two tiles: three lotus, a temple, a port, two sites. M01 pays 4 and M04 5; no other mission is met."""
TRIPLE = tiles("CC1@8,8r2", "SC1@9,8r0", "CC2@10,8r0")
"""One island: three lotus, a dragon fruit, three temples, two ports, three sites. It meets M01, M04, M05 and M12."""
SINGLE = tiles("CA1@8,8r2", "CB1@9,8r0")
"""One island with two lotus, a dragon fruit and one site, on (8, 8). It meets M04 and M05."""
BESIDE = tiles("CA3@8,9r2", "CB3@9,9r0")
"""An island to the east of those: two laurel, a lotus, a site on (8, 9). It meets M04 and M06."""
ROW = [*PAIR, *tiles("CB3@8,9r2", "SC3@9,9r0"), *tiles("CD2@8,10r2", "CB2@9,10r0")]
"""Three islands side by side: lotus; laurel and a lotus, with its site on (9, 9); dragon fruit and a laurel."""
EQUAL = [
    ("SA1", "CB1"),
    ("SA2", "CB2"),
    ("SA3", "CB3"),
    ("CA1", "CA2"),
    ("CA3", "CC1"),
    ("CC2", "CC3"),
    ("SC2", "CD1"),
    ("SC3", "CD2"),
    ("SC1", "CD3"),
]
"""Tiles that make islands of two resources in equal number (G06), none of the third (so G04 is not met)."""


def pairs(number: int) -> list[dict[str, Any]]:
    """Islands of `EQUAL` side by side, named by (8, 8), (8, 9), ...; the upper tiles have a site each."""
    board = []
    for column, (upper, lower) in enumerate(EQUAL[:number], start=8):
        board.append({"tile": upper, "r": 8, "c": column, "rot": 2 if upper.startswith("C") else 0})
        board.append({"tile": lower, "r": 9, "c": column, "rot": 0})
    return board


def advanced(goal: str, card: str, **fields: Any) -> dict[str, Any]:
    """A seat with its current goal and reward card."""
    return {"goals": {"current": goal}, "rewards": {"current": card}, **fields}


EQUALS = advanced("G06", "R08")
"""A seat that may build on all islands of `pairs`, for six points each."""
UNMET = advanced("G04", "R12")
"""A seat that may build on none of them."""


def reward(board: list[dict[str, Any]], *seats: dict[str, Any], turn: int = 0, **fields: Any) -> swenv.State:
    """The reward turn of a seat that has docked beside (8, 8), with the cards of all seats."""
    mode = "advanced" if "goals" in seats[0] else "standard"
    stated: dict[str, Any] = {"ships": [ship(8, 7)], "turn_state": {"docker": turn}, **fields}
    return position("house", len(seats), mode, tiles=board, turn=turn, seats=list(seats), **stated)


def docked(board: list[dict[str, Any]], *seats: dict[str, Any], turn: int = 0, **fields: Any) -> swenv.State:
    """After a seat has docked a grey ship beside (8, 8); who can build is asked."""
    mode = "advanced" if "goals" in seats[0] else "standard"
    state = position("turn", len(seats), mode, tiles=board, turn=turn, seats=list(seats), **fields)
    return play(state, "dock_grey 8 7")


def houses(state: swenv.State) -> list[tuple[Any, int, int]]:
    """Seat and cell of every house on the board, in order."""
    found = state.to_position()["houses"]
    return sorted((entry["seat"], entry["r"], entry["c"]) for entry in found)


def points(state: swenv.State) -> list[int]:
    """The prestige points of all seats."""
    return [int(coins) for coins in state.coins]


def stock(state: swenv.State, seat: int = 0) -> tuple[int, int]:
    """Pool and personal reserve of a seat."""
    entry = seat_of(state, seat)
    return entry["pool"], entry["reserve"]


def revealed(state: swenv.State) -> list[bool]:
    """Whose mission lies open."""
    return [bool(entry["revealed"]) for entry in state.to_position()["seats"]]


# The reward phase


@pytest.mark.rule("SI-REW-1")
@pytest.mark.parametrize("docker", [0, 1, 2])
def test_who_docked_is_first_and_the_others_follow_clockwise(docker: int) -> None:
    state = docked(TRIPLE, *on_missions("M01", "M04", "M12"), turn=docker)
    order = []
    while state.phase == "house":
        order.append(state.turn)
        play(state, "pass")
    assert order == [docker, (docker + 1) % 3, (docker + 2) % 3]


@pytest.mark.rule("SI-REW-1", "SI-REW-4", "SI-REW-5")
def test_each_seat_ends_its_whole_turn_before_the_next_begins() -> None:
    state = docked(TRIPLE, *on_missions("M01", "M04", "M05"), turn=1)
    play(state, "house 8 8")
    assert (state.phase, state.turn) == ("house", 2)
    assert points(state) == [0, 5, 0]  # M04: three lotus and two
    assert stock(state, 1) == (4, 3)  # refilled already


@pytest.mark.rule("SI-REW-1")
def test_a_seat_that_cannot_build_is_not_asked() -> None:
    state = docked(TRIPLE, *on_missions("M01", "M06", "M04"))
    assert (state.phase, state.turn) == ("house", 0)
    play(state, "pass")
    assert (state.phase, state.turn) == ("house", 2)


@pytest.mark.rule("SI-REW-2", "SI-INFO-2")
def test_the_current_mission_is_revealed_in_the_own_reward_turn() -> None:
    state = position("turn", 3, turn=1, tiles=TRIPLE, seats=on_missions("M01", "M04", "M05"))
    assert revealed(state) == [False, False, False]
    play(state, "dock_grey 8 7")
    shown = []
    while state.phase == "house":
        shown.append(revealed(state))
        play(state, "pass")
    assert shown == [[False, True, False], [False, True, True], [True, True, True]]
    assert revealed(state) == [False, False, False]  # the next round


@pytest.mark.rule("SI-REW-2")
def test_a_mission_that_no_island_meets_is_revealed_too() -> None:
    state = docked(TRIPLE, *on_missions("M06", "M01", "M04"))
    assert (state.turn, revealed(state)) == (1, [True, True, False])


@pytest.mark.rule("SI-REW-2", "SI-REW-3")
def test_in_advanced_mode_goal_and_reward_are_the_mission() -> None:
    state = docked(TRIPLE, advanced("G01", "R08"), advanced("G05", "R04"))
    assert revealed(state) == [True, False]
    play(state, "house 8 8", "house 9 8")
    assert points(state) == [6, 8]  # a flat six; three temples at two points, and two


@pytest.mark.rule("SI-REW-3", "SI-HOUSE-8")
def test_no_house_need_be_built() -> None:
    state = reward(PAIR, *on_missions("M01", "M05"))
    assert verbs(state) == {"pass", "house"}
    play(state, "pass")
    assert state.phase == "prep_pick"
    assert (houses(state), points(state), stock(state)) == ([], [0, 0], (4, 4))


@pytest.mark.rule("SI-REW-3", "SI-HOUSE-8")
def test_any_number_of_houses_one_on_an_island() -> None:
    state = reward(pairs(4), EQUALS, UNMET)
    assert ways(state, "house") == {(8, 8), (8, 9), (8, 10), (8, 11)}
    play(state, "house 8 11")
    assert ways(state, "house") == {(8, 8), (8, 9), (8, 10)}  # a site is free on (9, 11), but that is the same island
    assert refused(state, "house 9 11") in ("SI-REW-3", "SI-HOUSE-4")
    assert "pass" in verbs(state)
    two = unbuilt(plays(state, "house 8 9"))
    assert (houses(two), points(two)) == ([(0, 8, 9), (0, 8, 11)], [12, 0])
    all_four = plays(state, "house 8 10", "house 8 8", "house 8 9")
    assert all_four.phase == "prep_pick"  # with nothing left to build the seat is not asked
    assert (len(houses(all_four)), points(all_four)) == (4, [24, 0])


@pytest.mark.rule("SI-REW-3", "SI-HOUSE-4")
def test_free_sites_of_an_island_give_no_second_house() -> None:
    state = reward(TRIPLE, *on_missions("M01", "M04"))
    play(state, "house 8 8")
    assert state.turn == 1  # two sites are free, but not for seat 0
    assert houses(state) == [(0, 8, 8)]


@pytest.mark.rule("SI-REW-3", "SI-ACT-3")
def test_building_ends_with_the_pool() -> None:
    built = [house(0, 8, column) for column in (11, 12, 13, 14, 15)]
    turn = {"docker": 0, "built": [[8, 14], [8, 15]]}
    state = reward(pairs(9), {**EQUALS, "pool": 2, "reserve": 1}, UNMET, houses=built, turn_state=turn)
    assert ways(state, "house") == {(8, 8), (8, 9), (8, 10), (8, 16)}
    play(state, "house 8 8")
    assert stock(state) == (1, 1)  # not refilled while the seat builds
    play(state, "house 8 9")
    assert state.phase == "prep_pick"  # two more islands were to be had, but there was no house left
    assert len(houses(state)) == 7


@pytest.mark.rule("SI-REW-4", "SI-INT-31")
def test_islands_with_older_houses_do_not_score_again() -> None:
    state = reward(pairs(2), EQUALS, UNMET, houses=[house(0, 8, 8)])
    assert ways(state, "house") == {(8, 9)}
    assert points(plays(state, "house 8 9")) == [6, 0]  # both islands meet the goal
    assert points(plays(state, "pass")) == [0, 0]


@pytest.mark.rule("SI-REW-4", "SI-INT-31")
def test_houses_of_rivals_score_for_nobody_else() -> None:
    state = reward(TRIPLE, *on_missions("M01", "M04"), houses=[house(1, 8, 8)])
    play(state, "house 9 8")
    assert state.phase == "prep_pick"  # seat 1 has a house there from before: it builds and scores nothing
    assert points(state) == [6, 0]


@pytest.mark.rule("SI-REW-5", "SI-INT-36")
@pytest.mark.parametrize(("before", "after"), [((4, 4), (4, 3)), ((4, 1), (4, 0)), ((4, 0), (3, 0)), ((1, 0), (0, 0))])
def test_the_pool_is_refilled_to_four_as_far_as_the_reserve_lasts(
    before: tuple[int, int], after: tuple[int, int]
) -> None:
    built = [house(0, 8, 9 + number) for number in range(8 - sum(before))]
    seat = {**EQUALS, "pool": before[0], "reserve": before[1]}
    state = reward(pairs(9), seat, UNMET, houses=built)
    state = unbuilt(play(state, "house 8 8"))
    assert stock(state) == after
    assert len(houses(state)) == len(built) + 1


@pytest.mark.rule("SI-REW-5", "SI-INT-36", "SI-END-3")
def test_the_pool_is_refilled_after_the_last_round_too() -> None:
    ships = [ship(8, 7), ship(9, 7), ship(10, 7, 1), ship(7, 7, 0)]
    state = reward(PAIR, *on_missions("M01", "M05"), round=4, ships=ships)
    play(state, "house 8 8")
    assert state.phase == "over"
    assert stock(state) == (4, 3)


@pytest.mark.rule("SI-EX-32", "SI-REW-5", "SI-INT-36")
def test_example_32_pools() -> None:
    berths = [(8, 7), (9, 7), (7, 7), (10, 7)]
    lying = [ship(8, 7, 1), ship(9, 7, 0), ship(7, 7)]
    stocks = (4, 4)
    built: list[dict[str, Any]] = []
    flow = [(3, (1, 4), (4, 1)), (2, (2, 1), (3, 0)), (3, (0, 0), (0, 0)), (0, (0, 0), (0, 0))]
    for number, (wanted, emptied, refilled) in enumerate(flow, start=1):
        state = position(
            "turn",
            mode="advanced",
            tiles=pairs(9),
            round=number,
            seats=[{**EQUALS, "pool": stocks[0], "reserve": stocks[1]}, UNMET],
            houses=built,
            ships=lying[: number - 1],
        )
        row, column = berths[number - 1]
        play(state, f"dock_grey {row} {column}")
        assert (state.phase == "house") == (wanted > 0)  # in round 4 none can be built, though one island is left
        pool = stocks[0]
        for row, column in sorted(ways(state, "house"))[:wanted]:
            pool = stock(state)[0]
            play(state, f"house {row} {column}")
        if wanted:
            assert pool - 1 == emptied[0]
        state = unbuilt(state)
        stocks, built = stock(state), state.to_position()["houses"]
        assert stocks == refilled
    assert len(built) == 8
    assert state.phase == "over"


@pytest.mark.rule("SI-REW-6", "SI-ROUND-1", "SI-INV-5")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_used_missions_are_shuffled_in_before_the_next_preparation(players: int) -> None:
    used = ["M01", "M04", "M05", "M12"][:players]
    state = position("turn", players, tiles=PAIR, seats=on_missions(*used))
    kept = [entry["missions"]["held"] for entry in state.to_position()["seats"]]
    state = unbuilt(play(state, "dock_own 8 7"))
    assert (state.phase, state.round) == ("prep_pick", 2)
    document = state.to_position()
    held = [entry["missions"]["held"] for entry in document["seats"]]
    assert [cards[:1] for cards in held] == kept
    assert [len(cards) for cards in held] == [3] * players
    everything = sorted([*document["decks"]["missions"], *(card for cards in held for card in cards)])
    assert everything == [card["id"] for card in data()["mission_cards"]]  # with four players all twelve are held


@pytest.mark.rule("SI-REW-6", "SI-ROUND-1", "SI-INV-5")
def test_used_goals_and_rewards_go_back_to_their_decks() -> None:
    seats = [EQUALS, UNMET, advanced("G01", "R06"), advanced("G02", "R01")]
    state = position("turn", 4, "advanced", tiles=pairs(2), seats=seats)
    state = unbuilt(play(state, "dock_own 8 7"))
    assert (state.phase, state.round) == ("prep_pick", 2)
    document = state.to_position()
    for field, cards in (("goals", "goal_cards"), ("rewards", "reward_cards")):
        held = sorted(card for entry in document["seats"] for card in entry[field]["held"])
        assert held == [card["id"] for card in data()[cards]]
        assert document["decks"][field] == []


# Where a house may be built


@pytest.mark.rule("SI-HOUSE-1")
@pytest.mark.parametrize(
    ("mission", "expected"),
    [
        ("M01", {(8, 8)}),
        ("M04", {(8, 8), (9, 9)}),
        ("M05", {(8, 10)}),
        ("M06", {(9, 9), (8, 10)}),
        ("M03", {(9, 9)}),
    ],
)
def test_only_on_islands_that_meet_the_goal(mission: str, expected: set[tuple[int, int]]) -> None:
    state = reward(ROW, *on_missions(mission, "M11"))
    assert ways(state, "house") == expected
    for row, column in {(8, 8), (9, 9), (8, 10)} - expected:
        assert refused(state, f"house {row} {column}") == "SI-HOUSE-1"


@pytest.mark.rule("SI-HOUSE-1", "SI-INT-23")
def test_the_goal_is_tested_on_the_whole_island() -> None:
    # M01 wants a temple and two lotus: CC1 has the temple and one lotus, the others lie on the next tile
    assert ways(reward(PAIR, *on_missions("M01", "M05")), "house") == {(8, 8)}


@pytest.mark.rule("SI-HOUSE-2", "SI-ISLE-6")
def test_an_island_has_at_least_two_tiles() -> None:
    state = reward([*PAIR, *tiles("CA1@8,9r0")], *on_missions("M04", "M05"))  # CA1 has a lotus and a site
    assert island_at(state, 8, 9).name == (8, 9)
    assert ways(state, "house") == {(8, 8)}
    assert refused(state, "house 8 9") == "SI-HOUSE-2"


@pytest.mark.rule("SI-HOUSE-2", "SI-ISLE-2")
def test_both_pieces_of_a_tile_are_one_tile() -> None:
    # the two lone pieces of DA1 are islands of one tile each, one with a lotus and a site
    state = reward([*PAIR, *tiles("DA1@8,9r0")], *on_missions("M04", "M05"))
    assert ways(state, "house") == {(8, 8)}
    assert refused(state, "house 8 9") == "SI-HOUSE-2"


@pytest.mark.rule("SI-HOUSE-3")
def test_an_island_without_a_site_takes_no_house() -> None:
    state = reward([*PAIR, *tiles("SB1@8,9r0", "CB1@9,9r0")], *on_missions("M04", "M06"))
    assert ways(state, "house") == {(8, 8)}  # two lotus and a dragon fruit on the other, but no site
    assert refused(state, "house 8 9") == "SI-HOUSE-3"
    assert refused(state, "house 9 9") == "SI-HOUSE-3"


@pytest.mark.rule("SI-HOUSE-3", "SI-INT-22")
def test_one_site_holds_one_house() -> None:
    state = reward([*SINGLE, *BESIDE], *on_missions("M04", "M05"), houses=[house(1, 8, 8)])
    assert ways(state, "house") == {(8, 9)}
    assert refused(state, "house 8 8") in ("SI-HOUSE-3", "SI-INT-22")


@pytest.mark.rule("SI-EX-39", "SI-HOUSE-3", "SI-INT-22")
def test_example_39_last_site() -> None:
    state = reward(SINGLE, *on_missions("M04", "M05"))
    assert island_at(state, 8, 8).sites == 1
    left = plays(state, "pass")
    assert (left.phase, left.turn, ways(left, "house")) == ("house", 1, {(8, 8)})
    taken = plays(state, "house 8 8")
    assert taken.phase == "prep_pick"  # player 1 meets the goal, but there is no site
    assert houses(taken) == [(0, 8, 8)]


@pytest.mark.rule("SI-HOUSE-4", "SI-HOUSE-3")
@pytest.mark.parametrize("cell", [(8, 8), (9, 8), (10, 8)])
def test_an_own_house_of_any_round_bars_the_island(cell: tuple[int, int]) -> None:
    state = reward([*TRIPLE, *BESIDE], *on_missions("M04", "M11"), houses=[house(0, *cell)], round=1)
    name = min({(8, 8), (9, 8), (10, 8)} - {cell})
    assert island_at(state, 8, 8).name == name
    assert ways(state, "house") == {(8, 9)}
    assert refused(state, f"house {name[0]} {name[1]}") == "SI-HOUSE-4"


@pytest.mark.rule("SI-HOUSE-5")
def test_houses_of_different_colours_share_an_island() -> None:
    state = reward(TRIPLE, *on_missions("M01", "M04", "M05"), houses=[house(1, 8, 8)])
    play(state, "house 9 8")
    assert state.turn == 2
    play(state, "house 10 8")
    assert houses(state) == [(0, 9, 8), (1, 8, 8), (2, 10, 8)]
    assert island_at(state, 8, 8).free_sites == 0


@pytest.mark.rule("SI-HOUSE-6", "SI-INT-32")
def test_two_own_houses_after_a_merge_stay_and_bar_a_third() -> None:
    merged = [house(0, 8, 8), house(0, 10, 8)]
    state = reward([*TRIPLE, *BESIDE], *on_missions("M04", "M05"), houses=merged)
    assert island_at(state, 8, 8).houses[0] == 2
    assert ways(state, "house") == {(8, 9)}
    assert refused(state, "house 9 8") in ("SI-HOUSE-4", "SI-HOUSE-6")
    play(state, "pass")
    assert houses(state) == [(0, 8, 8), (0, 10, 8)]
    assert (state.turn, ways(state, "house")) == (1, {(9, 8)})  # a rival may


@pytest.mark.rule("SI-INT-32", "SI-HOUSE-4")
def test_a_merge_shuts_out_whoever_has_a_house_on_either_part() -> None:
    # the house stands on SA2, south of the gap (10, 8); open sea in the east holds the tiles together
    board = [*tiles("CC1@8,8r2", "SC1@9,8r0", "SA2@11,8r0", "CB2@12,8r0", "WB1@10,9r0", "WA1@11,9r0"), *BESIDE]
    seats = on_missions("M04", "M01")
    own = [house(0, 11, 8)]
    apart = docked(board, *seats, turn=1, houses=own)
    assert ways(plays(apart, "pass"), "house") == {(8, 8), (8, 9)}
    joined = docked([*board, *tiles("SC3@10,8r0")], *seats, turn=1, houses=own)
    assert ways(joined, "house") == {(8, 8)}  # the rival
    assert ways(plays(joined, "pass"), "house") == {(8, 9)}


@pytest.mark.rule("SI-HOUSE-7")
def test_neither_a_complete_island_nor_a_ship_nearby_is_needed() -> None:
    state = reward(pairs(9), EQUALS, UNMET)  # the ship lies on (8, 7)
    far = island_at(state, 8, 16)
    assert not far.complete
    assert (8, 16) in ways(state, "house")
    assert (0, 8, 16) in houses(plays(state, "house 8 16"))


@pytest.mark.rule("SI-HOUSE-9", "SI-ISLE-4")
@pytest.mark.parametrize(
    ("taken", "site"), [([], (8, 8)), ([(8, 8)], (9, 8)), ([(9, 8)], (8, 8)), ([(8, 8), (9, 8)], (10, 8))]
)
def test_the_lowest_free_site_is_used(taken: list[tuple[int, int]], site: tuple[int, int]) -> None:
    seats = on_missions("M01", "M04", "M05")
    built = [house(seat, *cell) for seat, cell in enumerate(taken, start=1)]
    state = reward(TRIPLE, *seats, houses=built)
    assert ways(state, "house") == {site}
    play(state, f"house {site[0]} {site[1]}")
    assert (0, *site) in houses(state)


@pytest.mark.rule("SI-HOUSE-9")
def test_a_house_stands_on_a_site_not_on_the_first_tile() -> None:
    board = tiles("CB1@8,8r2", "CC1@9,8r0")  # no site on CB1
    state = reward(board, *on_missions("M01", "M06"))
    assert refused(state, "house 8 8") == "SI-HOUSE-3"
    assert houses(plays(state, "house 9 8")) == [(0, 9, 8)]


# Order of building and scoring


@pytest.mark.rule("SI-INT-23")
def test_houses_change_free_sites_and_no_symbols() -> None:
    state = docked(TRIPLE, *on_missions("M01", "M12"))
    before = island_at(state, 8, 8)
    play(state, "house 8 8")
    after = island_at(state, 8, 8)
    assert after.symbols == before.symbols
    assert (before.free_sites, after.free_sites) == (3, 2)
    assert (state.turn, ways(state, "house")) == (1, {(9, 8)})


@pytest.mark.rule("SI-INT-24", "SI-REW-4")
@pytest.mark.parametrize("order", [(8, 9), (9, 8)])
def test_all_houses_are_built_then_scored_in_building_order(order: tuple[int, int]) -> None:
    words = {8: {"lotus", "dragonfruit"}, 9: {"dragonfruit", "laurel"}}  # what R11 may choose on each island
    state = reward(pairs(2), advanced("G06", "R11"), UNMET)
    play(state, f"house 8 {order[0]}")
    assert (state.phase, points(state)) == ("house", [0, 0])
    play(state, f"house 8 {order[1]}")
    assert (state.phase, state.turn) == ("score", 0)
    turn_state = state.to_position()["turn_state"]
    assert (turn_state["built"], turn_state["scored"]) == ([[8, order[0]], [8, order[1]]], 0)
    assert legal_words(state, "resource") == words[order[0]]
    play(state, "resource dragonfruit")
    assert points(state) == [2, 0]
    assert legal_words(state, "resource") == words[order[1]]
    play(state, "resource dragonfruit")
    assert points(state) == [4, 0]


@pytest.mark.rule("SI-EX-1", "SI-HOUSE-1", "SI-HOUSE-4", "SI-REW-4")
def test_example_1_houses() -> None:
    (example,) = examples("SI-EX-1")
    fields = scene(example)
    seats = on_missions(example["mission_card"], "M06")
    state = reward(fields["tiles"], *seats, houses=fields["houses"], ships=[ship(3, 1)])
    expected = zip(example["expect_islands"], example["expect_goal"], example["expect_pp"], strict=True)
    allowed = {island_at(state, *island["at"]).name: pp for island, goal, pp in expected if goal}
    assert ways(state, "house") == set(allowed) == {(0, 0), (0, 1)}
    for cell, pp in allowed.items():
        assert cell is not None
        assert points(unbuilt(plays(state, f"house {cell[0]} {cell[1]}"))) == [pp, 0]
    both = plays(state, "house 0 0", "house 0 1")
    assert points(both) == [example["expect_total"], 0] == [9, 0]


@pytest.mark.rule("SI-EX-14", "SI-HOUSE-5", "SI-CARD-R8")
def test_example_14_sites_and_houses() -> None:
    (example,) = examples("SI-EX-14")
    old, new = scene(example)["houses"]
    seats = [advanced("G01", "R08"), advanced("G04", example["reward_card"])]
    state = reward(example["tiles"], *seats, turn=example["player"], houses=[old], ships=[ship(3, 1)])
    play(state, f"house {new['r']} {new['c']}")
    assert houses(state) == [(0, 0, 1), (1, 1, 1)]
    assert points(state) == [0, example["expect_total"]] == [0, 3]


# No reward phase


@pytest.mark.rule("SI-INT-10", "SI-END-1")
def test_when_no_stack_can_be_formed_nothing_is_dealt_built_or_paid() -> None:
    seats = [
        {"prestige": prestige, "missions": {"current": current, "held": [kept]}}
        for prestige, current, kept in ((3, "M06", "M01"), (5, "M09", "M04"))  # the island meets the cards kept
    ]
    state = stocked(
        "turn",
        tiles=TRIPLE,
        hands=[["CA1", "CA2"], ["CA3", "CB1"]],
        market=["CB2", "CB3", "CC3"],
        reserve=["KA1", "KA2", "KA3", "KB1", "KB2"],
        seats=seats,
    )
    before = state.to_position()
    play(state, "dock_grey 8 7")
    assert state.phase == "over"
    assert (points(state), houses(state)) == ([3, 5], [])  # held tiles and all markers are worth nothing
    after = state.to_position()
    for entry, old in zip(after["seats"], before["seats"], strict=True):
        assert entry["hand"] == old["hand"]
        assert entry["missions"]["held"] == old["missions"]["held"]  # nothing was dealt
    assert after["navigation"] == []
