"""What Alexis may join and where he builds (SI-SOLO-7, SI-SOLO-12, SI-INT-41, SI-INT-44)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest
from archipelago import deck, expeditions, tiles, ways
from chapters import refused, verbs
from si_solo import (
    CHAIN,
    COLUMNS,
    IDLE,
    LONE,
    MARKET,
    MET,
    SITES,
    added,
    alexis,
    before_alexis,
    board,
    his,
    houses,
    solo,
)

import swenv
from support import play

# East of KA1 the cell (8, 9) continues its island; to the east or to the south another island waits for the same cell.
WEST = tiles("CC2@7,8r2", "KA1@8,8r0")
HIS_WEST = his((7, 8))
EAST = tiles("CB2@7,9r0", "CB3@7,10r0", "KA2@8,10r2", "CA1@9,10r0")
SOUTH = tiles("CB1@9,8r3", "KA2@9,9r0", "CA1@9,10r3")
# Three quarters of a ring around (6, 6).
RING = tiles("KB1@5,5r1", "KA1@5,6r2", "KC1@6,5r0")


def turned(name: str, lies: list[dict[str, Any]], last: tuple[int, int], owners: list[dict[str, Any]]) -> swenv.State:
    """After the turn of Alexis with this tile; he looks east first, north next and south last."""
    state = before_alexis("X02", lies=lies, last=last, market=("CD1", name, "CD2"), houses=owners)
    return play(state, "pass")


def cells(islands: Collection[str]) -> set[tuple[int, int]]:
    """The lowest site of each of these islands of `COLUMNS`."""
    return {SITES[island] for island in islands}


def rewarded(card: str, **fields: Any) -> swenv.State:
    """After the reward phase that the human opens by docking, up to the turning over of this card by Alexis."""
    fields = {"tiles": COLUMNS, "market": MARKET, "seats": [IDLE], "alexis": {"deck": deck(card)}, **fields}
    return play(solo("turn", **fields), "dock_grey 4 4")


def chained(number: int) -> list[dict[str, Any]]:
    """His houses on the first sites of `CHAIN`."""
    return his(*((tile["r"], tile["c"]) for tile in CHAIN[:number]))


# Joining


@pytest.mark.rule("SI-SOLO-7")
@pytest.mark.parametrize("owners", [HIS_WEST, his((8, 10)), [*HIS_WEST, *his((8, 10))]])
def test_he_joins_no_island_with_one_that_carries_his_house(owners: list[dict[str, Any]]) -> None:
    lies = [*WEST, *EAST]
    before = turned("SA1", lies, (8, 8), [])
    assert before.phase == "turn" and board(before)[8, 9] == ("SA1", 1)
    state = turned("SA1", lies, (8, 8), owners)
    assert (8, 9) not in board(state) and board(state)[8, 11] == ("SA1", 0), "he looks further east"


@pytest.mark.rule("SI-SOLO-7")
def test_houses_of_the_human_do_not_hinder_him() -> None:
    state = turned("SA1", [*WEST, *EAST], (8, 8), his((7, 8), (8, 10), seat=0))
    assert board(state)[8, 9] == ("SA1", 1)


@pytest.mark.rule("SI-SOLO-7")
def test_he_may_extend_a_single_island_with_his_house() -> None:
    # Without an island in the east, SA1 continues the one in the west.
    state = turned("SA1", WEST, (8, 8), HIS_WEST)
    assert board(state)[8, 9] == ("SA1", 1)


@pytest.mark.rule("SI-SOLO-7")
def test_a_split_tile_between_two_islands_joins_nothing() -> None:
    # The pieces of BA1, turned once, look east and south, and west.
    state = turned("BA1", [*WEST, *EAST], (8, 8), [*HIS_WEST, *his((8, 10))])
    assert board(state)[8, 9] == ("BA1", 1)


@pytest.mark.rule("SI-SOLO-7")
@pytest.mark.parametrize(("owners", "rotations"), [([], {0, 1, 2, 3}), (HIS_WEST, {1, 3}), (his((9, 9)), {1, 3})])
def test_of_the_rotations_of_a_cell_only_those_that_join_are_forbidden(
    owners: list[dict[str, Any]], rotations: set[int]
) -> None:
    # West and south are land. YA1 joins them in the rotations in which one piece looks both ways.
    state = turned("YA1", [*WEST, *SOUTH], (8, 8), owners)
    assert state.phase == "alexis_place"
    assert ways(state, "place") == {(8, 9, rot) for rot in rotations}
    for rot in {0, 1, 2, 3} - rotations:
        assert refused(state, f"place 8 9 {rot}") == "SI-SOLO-7"
    # BA1 fits in rotations 1 and 2, and joins them in the second.
    state = turned("BA1", [*WEST, *SOUTH], (8, 8), owners)
    if owners:
        assert board(state)[8, 9] == ("BA1", 1)
    else:
        assert ways(state, "place") == {(8, 9, 1), (8, 9, 2)}


@pytest.mark.rule("SI-SOLO-7")
def test_both_ends_of_one_island_are_one_island() -> None:
    # XA1 touches the island of the house in the north and in the west: nothing is joined with another.
    for owners in ([], his((5, 5))):
        state = play(before_alexis("X06", lies=RING, last=(6, 5), market=("CD1", "CD2", "XA1"), houses=owners), "pass")
        assert board(state)[6, 6] == ("XA1", 0)
        state = play(before_alexis("X06", lies=RING, last=(6, 5), market=("CD1", "CD2", "YA1"), houses=owners), "pass")
        assert ways(state, "place") == {(6, 6, rot) for rot in range(4)}


@pytest.mark.rule("SI-SOLO-7", "SI-SOLO-8")
def test_a_tile_that_could_only_join_leaves_the_game() -> None:
    # XA1 wants land on every side it touches; only between the two islands it finds it.
    lies = [*WEST, *SOUTH]
    state = turned("XA1", lies, (8, 8), [])
    assert board(state)[8, 9] == ("XA1", 0)
    state = turned("XA1", lies, (8, 8), HIS_WEST)
    assert (8, 9) not in board(state)
    assert state.to_position()["removed"] == ["XA1"] and alexis(state)["prestige"] == 1


# Houses


@pytest.mark.rule("SI-SOLO-12")
@pytest.mark.parametrize("card", MET)
def test_he_builds_on_every_island_that_meets_the_goal(card: str) -> None:
    state = rewarded(card)
    assert houses(state) == cells(MET[card])
    assert (state.phase, state.round) == ("prep_pick", 2)
    assert alexis(state)["prestige"] == 0, "he scores nothing now"


@pytest.mark.rule("SI-SOLO-12")
def test_the_conditions_of_houses_hold_for_him() -> None:
    # The human took the only site of D and one of two of A. On C Alexis has a house.
    owners = [*his((6, 7), (5, 4), seat=0), *his((6, 6))]
    state = rewarded("X04", houses=owners)
    assert houses(state) == {(6, 6), (6, 4), *cells("BE")}
    assert houses(state, 0) == {(6, 7), (5, 4)}


@pytest.mark.rule("SI-SOLO-12")
@pytest.mark.parametrize(("more", "built"), [((), set()), (("CB2@8,10r3",), {(8, 9)})])
def test_he_builds_on_no_island_of_a_single_tile(more: tuple[str, ...], built: set[tuple[int, int]]) -> None:
    lies = [*LONE, *tiles("CD1@8,9r1", *more)]
    state = solo("turn", tiles=lies, market=MARKET, seats=[IDLE], alexis={"deck": deck("X11")})
    play(state, "dock_grey 7 8")
    assert houses(state) == built


@pytest.mark.rule("SI-SOLO-12")
def test_then_all_cards_are_shuffled() -> None:
    own = deck("X08")
    tops = set()
    for seed in range(20):
        state = rewarded("X08", alexis={"deck": own[:3], "played": own[3:]}, seed=seed)
        assert sorted(alexis(state)["deck"]) == sorted(own) and alexis(state)["played"] == []
        tops.add(alexis(state)["deck"][0])
    assert len(tops) > 4


@pytest.mark.rule("SI-SOLO-12")
def test_the_cards_are_shuffled_before_the_human_builds_when_alexis_docked() -> None:
    state = before_alexis(
        "X13", "X08", lies=COLUMNS, last=(5, 9), navigation=0, human={"missions": {"held": ["M01"], "current": "M12"}}
    )
    play(state, "pass")
    assert state.phase == "house"
    assert sorted(alexis(state)["deck"]) == sorted(deck("X13", "X08")) and alexis(state)["played"] == []


@pytest.mark.rule("SI-SOLO-12", "SI-SOLO-5")
def test_an_empty_deck_is_shuffled_before_the_card_for_the_houses() -> None:
    goals = set()
    for seed in range(20):
        state = rewarded("X08", alexis={"deck": [], "played": deck()}, seed=seed)
        built = houses(state)
        goals |= {card for card in deck() if cells(MET[card]) == built}
    assert len(goals) > 4, "any card of the deck may come"


@pytest.mark.rule("SI-SOLO-12")
def test_the_human_chooses_when_there_are_more_islands_than_houses() -> None:
    owners = chained(6)
    state = rewarded("X11", tiles=[*COLUMNS, *CHAIN[:6]], houses=owners)
    assert (state.phase, state.to_act) == ("alexis_house", 0)
    assert verbs(state) == {"house"}, "building is compulsory"
    assert ways(state, "house") == cells("CDE")
    assert refused(state, "pass") and refused(state, "house 5 4") and refused(state, "house 8 4")
    play(state, "house 6 7")
    assert state.phase == "alexis_house" and ways(state, "house") == cells("CE")
    play(state, "house 6 8")
    assert len(houses(state)) == 8 and cells("DE") < houses(state) and SITES["C"] not in houses(state)
    assert (state.phase, state.round) == ("prep_pick", 2)


@pytest.mark.rule("SI-SOLO-12", "SI-SOLO-13")
def test_the_human_chooses_for_alexis_before_the_own_turn_when_alexis_docked() -> None:
    choosing = {"missions": {"held": ["M01"], "current": "M12"}}
    lies = [*COLUMNS, *CHAIN[:6]]
    state = before_alexis("X13", "X11", lies=lies, last=(5, 9), navigation=0, houses=chained(6), human=choosing)
    play(state, "pass")
    assert state.phase == "alexis_house" and ways(state, "house") == cells("CDE")
    assert state.game.from_position(state.to_position()) == state
    play(state, "house 5 6", "house 6 7")
    assert (state.phase, ways(state, "house")) == ("house", cells("AB")), "now the human builds"
    play(state, "pass")
    assert (state.phase, state.round, len(houses(state))) == ("prep_pick", 2, 8)


@pytest.mark.rule("SI-SOLO-12")
def test_with_houses_enough_the_human_is_not_asked() -> None:
    owners = chained(6)
    state = rewarded("X12", tiles=[*COLUMNS, *CHAIN[:6]], houses=owners)
    assert state.phase == "prep_pick" and houses(state) == {(house["r"], house["c"]) for house in owners} | cells("EF")


@pytest.mark.rule("SI-SOLO-12")
def test_without_houses_left_he_builds_nothing() -> None:
    owners = chained(8)
    state = rewarded("X11", tiles=[*COLUMNS, *CHAIN], houses=owners)
    assert state.phase == "prep_pick" and len(houses(state)) == 8


@pytest.mark.rule("SI-INT-41")
def test_he_builds_more_than_four_in_one_phase_from_one_pool_of_eight() -> None:
    assert len(houses(rewarded("X04"))) == 5
    state = rewarded("X04", tiles=[*COLUMNS, *CHAIN[:3]], houses=chained(3))
    assert state.phase == "prep_pick" and len(houses(state)) == 8, "three before and five now"
    state = rewarded("X04", tiles=[*COLUMNS, *CHAIN[:4]], houses=chained(4))
    assert state.phase == "alexis_house" and ways(state, "house") == cells("ABCDE"), "four are left for five islands"


@pytest.mark.rule("SI-INT-41")
def test_his_houses_take_sites() -> None:
    # D has a single site, A a second one.
    choosing = {"missions": {"held": ["M01"], "current": "M04"}}
    free = solo("turn", tiles=COLUMNS, seats=[choosing])
    assert ways(play(free, "dock_grey 4 4"), "house") == cells("ABCDE")
    taken = solo("turn", tiles=COLUMNS, seats=[choosing], houses=his((6, 7), (5, 4)))
    assert ways(play(taken, "dock_grey 4 4"), "house") == {(6, 4), *cells("BCE")}


@pytest.mark.rule("SI-INT-41")
@pytest.mark.parametrize("before", [[], his((5, 4))], ids=["alone", "beside his house"])
def test_his_houses_count_for_the_reward_for_building_sites(before: list[dict[str, Any]]) -> None:
    # A has two sites: one free and one house, or two houses.
    human = {"goals": {"held": ["G01"], "current": "G05"}, "rewards": {"held": ["R01"], "current": "R12"}}
    state = solo("turn", "advanced", tiles=COLUMNS, seats=[human], houses=before, alexis={"deck": deck("X08")})
    play(state, "dock_grey 4 4", "house 6 4" if before else "house 5 4", "pass")
    assert state.coins.tolist() == [2] and state.round == 2


@pytest.mark.rule("SI-INT-44")
def test_the_houses_follow_a_new_card_and_not_the_one_of_his_turn() -> None:
    assert expeditions()["X13"]["goal"]["symbols"] == {"laurel": 2}
    state = play(before_alexis("X13", "X12", lies=COLUMNS, last=(5, 9), navigation=0), "pass")
    assert houses(state) == cells(MET["X12"]), "not C and D, where two laurels grow"


@pytest.mark.rule("SI-INT-44")
def test_slot_and_directions_of_that_card_are_ignored() -> None:
    before = before_alexis("X13", "X12", lies=COLUMNS, last=(5, 9), navigation=0)
    state = play(before.copy(), "pass")
    assert not added(state, before) and len(state.to_position()["ships"]) == 1
    assert state.to_position()["market"] == list(MARKET)
