"""Reach, price and final die of a conquest (WW-INT-1 to WW-INT-16)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import in_hand, price
from ww_interactions import attack
from ww_play import hold

import swenv
from support import MURLOC, active, declined, held, legal, legal_words, play, rolled, tokens

ANCHORS = [0, 9, 12, 15]
"""The anchors of WX2: 0 farmland and 9 mountain on the large board, 12 farmland and 15 swamp on the small one."""
FAR = {3: held(0, "blood_elves")}
"""A region of seat 0 that touches no anchor, only 2 and 7."""


def elves(regions: dict[int, Any], *others: dict[str, Any], **fields: Any) -> swenv.State:
    """Blood Elves, who pay the plain price, with 9 tokens in hand less those on the map."""
    on_map = sum(there.get("tokens", 0) for there in regions.values() if there.get("race") == "blood_elves")
    return attack("blood_elves", fields.pop("power", "archaeologists"), 9 - on_map, regions, *others, **fields)


@pytest.mark.rule("WW-INT-1")
def test_an_anchor_beside_the_own_race_costs_no_travel() -> None:
    state = elves({5: held(0, "blood_elves"), 1: held(0, "blood_elves")})
    assert price(state, 0) == 2
    assert price(state, 9) == 2 + 1


@pytest.mark.rule("WW-INT-2")
def test_the_own_race_in_decline_spares_no_travel() -> None:
    regions = {17: held(0, "blood_elves"), 1: held(0, "kobolds"), 5: held(0, "kobolds")}
    state = elves(regions, declined=[declined("kobolds")])
    assert price(state, 0) == 2 + 1
    assert price(state, 9) == 2 + 1 + 1
    # Nor does it reach anything: 2, 4 and 6 border it.
    assert not {2, 4, 6} & set(legal(state, "conquer"))


@pytest.mark.rule("WW-INT-3")
def test_an_anchor_of_the_own_board_may_be_used_from_afar_for_travel() -> None:
    state = elves(FAR)
    assert price(state, 0) == 2 + 1
    assert price(state, 9) == 2 + 1 + 1


@pytest.mark.rule("WW-INT-3")
def test_an_anchor_of_another_board_may_be_used_for_travel() -> None:
    state = elves(FAR)
    assert price(state, 12) == 2 + 1
    assert price(state, 15) == 2 + 1


@pytest.mark.rule("WW-INT-4")
def test_nothing_is_reached_but_neighbours_and_anchors() -> None:
    assert legal(elves(FAR), "conquer") == [0, 2, 7, 9, 12, 15]


@pytest.mark.rule("WW-INT-5")
def test_a_first_conquest_takes_an_anchor_for_three() -> None:
    state = elves({})
    assert legal(state, "conquer") == ANCHORS
    assert price(state, 0) == 3
    assert price(state, 12) == 3


@pytest.mark.rule("WW-INT-5")
def test_a_mountain_or_a_murloc_makes_the_first_conquest_cost_four() -> None:
    state = elves({0: MURLOC})
    assert price(state, 9) == 4
    assert price(state, 0) == 4


@pytest.mark.rule("WW-INT-8")
def test_the_meeting_stone_spares_travel_to_every_board() -> None:
    # The Stone lies on the small board, all else is on the large one.
    state = elves({3: held(0, "blood_elves"), 17: hold(0, "blood_elves", place="meeting_stone")})
    assert price(state, 0) == 2
    assert price(state, 12) == 2
    alone = elves({17: hold(0, "blood_elves", place="meeting_stone")})
    assert price(alone, 0) == 2


@pytest.mark.rule("WW-INT-8")
def test_a_meeting_stone_given_up_spares_nothing() -> None:
    regions = {3: held(0, "blood_elves"), 17: hold(0, "blood_elves", place="meeting_stone")}
    state = elves(regions, phase="choose")
    assert price(state, 0) == 2
    assert price(state, 0, "abandon 17") == 3


@pytest.mark.rule("WW-INT-8")
@pytest.mark.parametrize("there", [{}, held(1, "trolls"), held(0, "orcs")], ids=["nobody", "others", "in decline"])
def test_a_meeting_stone_that_the_active_race_does_not_hold_spares_nothing(there: dict[str, Any]) -> None:
    regions = {**FAR, 16: held(0, "orcs"), 17: there | {"place": "meeting_stone"}}
    state = elves(regions, active("trolls", "miners"), declined=[declined("orcs")])
    assert price(state, 0) == 3


@pytest.mark.rule("WW-INT-14")
@pytest.mark.parametrize(("in_hand", "armable"), [(1, set()), (2, {"doomhammer"})])
def test_doomhammer_never_rolls(in_hand: int, armable: set[str]) -> None:
    # Two Tauren or none: one missing is not rolled for.
    regions = {1: hold(0, "tauren", 2, artifacts=["doomhammer"])}
    state = attack("tauren", "archaeologists", in_hand, regions, coins=2)
    assert legal_words(state, "arm") == armable


@pytest.mark.rule("WW-INT-14")
def test_doomhammer_takes_any_defence_with_one_token_and_no_roll() -> None:
    regions = {1: hold(0, "blood_elves", artifacts=["doomhammer"]), 5: held(1, "kobolds", 4), 13: held(1, "kobolds")}
    state = attack("blood_elves", "archaeologists", 3, regions, active("kobolds", "miners"), coins=2)
    play(state, "arm doomhammer", "conquer 5")
    assert state.last_roll is None
    assert (tokens(state, 5), in_hand(state, 0, "blood_elves"), state.phase) == (1, 2, "conquest")


@pytest.mark.rule("WW-INT-14")
def test_the_champion_never_rolls() -> None:
    state = attack("blood_elves", "champions", 0, {1: held(0, "blood_elves")})
    # Neither for the empty neighbours, at two tokens, nor for anchors.
    assert legal(state, "conquer") == []
    assert legal(state, "champion") == [0, 2, 5]
    play(state, "champion 2")
    assert state.last_roll is None
    tauren = attack("tauren", "champions", 0, {1: held(0, "tauren", 2), 13: held(0, "tauren", 2)})
    assert legal(tauren, "champion") == []


@pytest.mark.rule("WW-INT-15")
def test_the_final_die_is_not_rolled_with_tokens_enough() -> None:
    regions = {1: held(0, "blood_elves"), 5: held(1, "kobolds", 2), 13: held(1, "kobolds")}
    state = attack("blood_elves", "archaeologists", 4, regions, active("kobolds", "miners"))
    play(state, "conquer 5")
    assert state.last_roll is None
    assert tokens(state, 5) >= 1
    one_more = attack("blood_elves", "archaeologists", 5, regions, active("kobolds", "miners"))
    play(one_more, "conquer 5")
    assert one_more.last_roll is None
    assert (tokens(one_more, 5), one_more.phase) == (4, "conquest")


@pytest.mark.rule("WW-INT-16")
def test_tokens_of_a_failed_first_conquest_stay_in_hand_for_another_first_conquest() -> None:
    state = attack("blood_elves", "archaeologists", 1, {}, active("kobolds", "miners"))
    state = rolled(state, "conquer 12", 1)
    assert state.turn == 1
    assert in_hand(state, 0, "blood_elves") == 1
    assert tokens(state, 12) == 0
    # The Kobolds are wiped out.
    play(state, "finish")
    assert (state.turn, in_hand(state, 0, "blood_elves")) == (0, 1)
    assert legal(state, "conquer") == ANCHORS
