"""Reach, price and final die of a conquest (WW-INT-1 to WW-INT-16)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import in_hand, price, turn_state
from ww_interactions import attack
from ww_play import artifacts_in, hold, lying

import swenv
from support import MURLOC, active, declined, held, legal, legal_words, play, rolled, seat, tokens, warcraft

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


@pytest.mark.rule("WW-INT-6")
def test_a_first_conquest_of_sailors_costs_no_travel() -> None:
    state = elves({}, power="sailors")
    assert legal(state, "conquer") == ANCHORS
    assert price(state, 12) == 2
    assert price(state, 9) == 2 + 1


def abandoned(name: str, hand: int = 5) -> swenv.State:
    """The race has just abandoned its only region, 1, and has that many tokens in hand."""
    state = attack(name, "archaeologists", hand - 1, {1: held(0, name)}, phase="choose")
    return play(state, "abandon 1")


@pytest.mark.rule("WW-INT-7")
def test_kobolds_come_back_by_a_cavern() -> None:
    state = abandoned("kobolds")
    assert legal(state, "conquer") == sorted([*ANCHORS, 6])
    assert price(state, 6) == 2
    assert price(state, 15) == 2
    assert price(state, 0) == 3


@pytest.mark.rule("WW-INT-7")
def test_naga_come_back_by_any_water() -> None:
    state = attack("naga", "archaeologists", 5, {1: held(0, "naga")}, phase="choose")
    assert not {10, 11} & set(legal(state, "conquer"))
    play(state, "abandon 1")
    assert legal(state, "conquer") == sorted([*ANCHORS, 10, 11])
    assert price(state, 10) == 2


@pytest.mark.rule("WW-INT-7")
def test_gnomes_come_back_by_air() -> None:
    state = abandoned("gnomes")
    assert legal(state, "conquer") == ANCHORS
    play(state, "arm air_strike")
    assert legal(state, "conquer") == [number for number in range(18) if number not in (10, 11)]
    assert price(state, 17) == 2


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


@pytest.mark.rule("WW-INT-9")
def test_discounts_stop_at_one_token() -> None:
    # 2 + 1 - 1 - 2, and with Frostmourne 2 less.
    state = attack("dwarves", "blacksmiths", 5, {1: hold(0, "dwarves", artifacts=["frostmourne"])})
    assert price(state, 2) == 1
    assert price(state, 2, "arm frostmourne") == 1


@pytest.mark.rule("WW-INT-9")
def test_discounts_stop_at_two_tauren() -> None:
    state = attack("tauren", "blacksmiths", 5, {1: hold(0, "tauren", 2, artifacts=["frostmourne"])})
    assert price(state, 0) == 2
    assert price(state, 0, "arm frostmourne") == 2


@pytest.mark.rule("WW-INT-9")
def test_a_conquest_for_nothing_still_needs_a_token_in_hand() -> None:
    regions = {1: hold(0, "dwarves", artifacts=["frostmourne"])}
    assert legal(attack("dwarves", "blacksmiths", 1, regions), "conquer") == [0, 2, 5, 9, 12, 15]
    state = attack("dwarves", "blacksmiths", 0, regions)
    assert legal(state, "conquer") == []
    assert legal_words(state, "arm") == set()


SUMS = {
    "blacksmith trolls": ("trolls", "blacksmiths", 5, None, (), 2 + 5 - 1 - 1),
    "frostmourne too": ("trolls", "blacksmiths", 5, None, ("arm frostmourne",), 2 + 5 - 1 - 1 - 2),
    "worgen form": ("worgen", "blacksmiths", 5, "worgen", ("arm frostmourne",), 2 + 5 - 1 - 1 - 2),
    "human form": ("worgen", "blacksmiths", 5, "human", ("arm frostmourne",), 2 + 5 - 1 - 2),
    "night elves": ("night_elves", "blacksmiths", 7, None, ("arm frostmourne",), 2 + 5 - 1 - 1 - 2),
    "dwarves": ("dwarves", "blacksmiths", 2, None, ("arm frostmourne",), 2 + 5 + 1 - 1 - 2 - 2),
    "ethereals": ("ethereals", "blacksmiths", 5, None, ("arm frostmourne", "arm discount"), 2 + 5 - 1 - 2 - 2),
}


@pytest.mark.rule("WW-INT-10")
@pytest.mark.parametrize(("name", "power", "target", "form", "armed", "expected"), SUMS.values(), ids=SUMS)
def test_discounts_add_up(
    name: str, power: str, target: int, form: str | None, armed: tuple[str, ...], expected: int
) -> None:
    # Region 6 borders 2 (mountain), 5 (farmland) and 7 (forest).
    regions = {
        6: hold(0, name, artifacts=["frostmourne"]),
        target: hold(1, "kobolds", 5, place="dark_portal"),
        17: held(1, "kobolds"),
    }
    state = attack(name, power, 7, regions, active("kobolds", "miners"), turn_state={"form": form}, coins=3, purse=0)
    assert price(state, target, *armed) == expected


OCCUPIED = {
    "a murloc": MURLOC,
    "a race in decline": held(1, "orcs"),
    "the Champion alone": held(1, "kobolds", 0, champion=1),
    "Beasts alone": held(2, "pandaren", 0, beasts=1),
    "an active race": held(1, "kobolds"),
}


@pytest.mark.rule("WW-INT-11")
@pytest.mark.parametrize("there", OCCUPIED.values(), ids=OCCUPIED)
def test_trolls_pay_less_for_whatever_holds_a_region(there: dict[str, Any]) -> None:
    def asked(name: str) -> int:
        regions = {1: held(0, name), 0: there, 12: held(1, "orcs"), 14: held(1, "kobolds"), 17: held(2, "pandaren")}
        seats = [
            seat(active(name, "archaeologists", hand=7), coins=0),
            seat(active("kobolds", "champions"), declined("orcs")),
            seat(active("pandaren", "beastmasters")),
        ]
        state = warcraft(3, phase="conquest", seats=seats, regions=regions)
        return price(state, 0)

    assert asked("trolls") == 2 + 1 - 1
    assert asked("blood_elves") == 2 + 1


@pytest.mark.rule("WW-INT-11")
@pytest.mark.parametrize(("target", "expected"), [(0, 2), (2, 3)])
def test_trolls_pay_the_whole_price_of_a_region_that_nobody_holds(target: int, expected: int) -> None:
    state = attack("trolls", "archaeologists", 7, {1: held(0, "trolls"), 0: lying(place="dark_portal")})
    assert price(state, target) == expected


@pytest.mark.rule("WW-INT-12")
def test_dwarves_pay_for_the_mountain_before_they_get_two_back() -> None:
    regions = {1: held(0, "dwarves"), 2: held(1, "kobolds", 2), 17: held(1, "kobolds")}
    state = attack("dwarves", "archaeologists", 8, regions, active("kobolds", "miners"))
    assert price(state, 2) == 2 + 1 + 2 - 2
    assert price(attack("dwarves", "archaeologists", 8, {1: held(0, "dwarves")}), 2) == 1
    assert price(state, 0) == 2


def short(artifact: str, target: int, defenders: int, hand: int) -> swenv.State:
    """Blood Elves with that Artifact in region 1, and Kobolds in the target."""
    regions = {
        1: hold(0, "blood_elves", artifacts=[artifact]),
        target: held(1, "kobolds", defenders),
        13: held(1, "kobolds"),
    }
    return attack("blood_elves", "archaeologists", hand, regions, active("kobolds", "miners"))


@pytest.mark.rule("WW-INT-13")
def test_the_final_die_works_with_frostmourne() -> None:
    # 2 + 4 - 2 = 4, and 1 in hand.
    state = play(short("frostmourne", 5, 4, 1), "arm frostmourne")
    won = rolled(state, "conquer 5", 3)
    assert artifacts_in(won, 5) == ["frostmourne"]
    lost = rolled(state, "conquer 5", 2)
    assert tokens(lost, 5) == 4
    assert artifacts_in(lost, 1) == ["frostmourne"]
    assert turn_state(lost, "effects_used") == ["frostmourne"]
    assert lost.phase != "conquest"


@pytest.mark.rule("WW-INT-13")
def test_the_final_die_works_with_the_ashes() -> None:
    state = play(short("ashes", 17, 3, 3), "arm ashes")
    won = rolled(state, "conquer 17", 2)
    assert artifacts_in(won, 17) == ["ashes"]
    lost = rolled(state, "conquer 17", 1)
    assert tokens(lost, 17) == 3
    assert artifacts_in(lost, 1) == ["ashes"]
    assert turn_state(lost, "effects_used") == ["ashes"]


@pytest.mark.rule("WW-INT-13")
def test_the_final_die_works_with_the_discount_of_ethereals() -> None:
    regions = {1: held(0, "ethereals"), 5: hold(1, "kobolds", 4, place="dark_portal"), 13: held(1, "kobolds")}
    state = attack("ethereals", "archaeologists", 1, regions, active("kobolds", "miners"))
    assert 5 not in legal(state, "conquer")
    play(state, "arm discount")
    assert legal(state, "conquer") == [5]
    won = rolled(state, "conquer 5", 3)
    assert (won.to_position()["regions"]["5"]["owner"], in_hand(won, 1, "kobolds")) == (0, 3)
    lost = rolled(state, "conquer 5", 0)
    assert (tokens(lost, 5), turn_state(lost, "effects_used")) == (4, ["discount"])


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
