"""The six Alliance races of Warcraft (WW-RACE), claim by claim, on the boards WX2 and WX3."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import coins, in_hand, markers, price, tray, turn_state, verbs
from ww_play import conquering, declining, hold, lying
from ww_races import end_turn, faction_bonuses, picked, starting, starts_with_value_and_badge

import swenv
from support import MURLOC, active, declined, legal, legal_words, play, race, region, rolled, seat, tokens, warcraft

LAND = [*range(10), *range(12, 18)]
"""The regions of WX2 that are not water."""


@pytest.mark.parametrize(
    ("name", "value", "supply"),
    [
        pytest.param("draenei", 7, 12, marks=pytest.mark.rule("WW-RACE-DRAENEI"), id="draenei"),
        pytest.param("dwarves", 5, 10, marks=pytest.mark.rule("WW-RACE-DWARVES"), id="dwarves"),
        pytest.param("gnomes", 5, 10, marks=pytest.mark.rule("WW-RACE-GNOMES"), id="gnomes"),
        pytest.param("humans", 5, 10, marks=pytest.mark.rule("WW-RACE-HUMANS"), id="humans"),
        pytest.param("night_elves", 4, 9, marks=pytest.mark.rule("WW-RACE-NIGHTELVES"), id="night_elves"),
        pytest.param("worgen", 5, 10, marks=pytest.mark.rule("WW-RACE-WORGEN"), id="worgen"),
    ],
)
def test_an_alliance_race_has_its_value_its_tray_and_its_faction(name: str, value: int, supply: int) -> None:
    assert starts_with_value_and_badge(name, value, supply)
    assert faction_bonuses(name) == ([0, 1, 0], [0, 1, 0])


# Draenei


def raid(hand: int, regions: dict[int, Any], *others: dict[str, Any], **more: Any) -> swenv.State:
    """Seat 0 conquers with Blood Elves, who pay the full price, from region 0."""
    power = more.pop("power", "sailors")
    named = {0: hold(0, "blood_elves"), **regions}
    return conquering(hand, named, *others, name="blood_elves", power=power, **more)


@pytest.mark.rule("WW-RACE-DRAENEI", "WW-EX-20")
def test_the_first_draenei_token_lost_in_a_turn_is_saved_and_the_later_ones_are_not() -> None:
    regions = {1: hold(1, "draenei", 3), 4: hold(1, "draenei"), 12: hold(1, "draenei")}
    state = raid(9, regions, active("draenei", "farmers"))
    play(state, "conquer 1")
    assert (in_hand(state, 1, "draenei"), tray(state, "draenei")) == (3, 7)
    play(state, "conquer 4")
    assert (in_hand(state, 1, "draenei"), tray(state, "draenei")) == (3, 8)


@pytest.mark.rule("WW-RACE-DRAENEI")
def test_a_saved_draenei_token_is_placed_with_the_withdrawn_ones() -> None:
    regions = {1: hold(1, "draenei"), 4: hold(1, "draenei"), 12: hold(1, "draenei")}
    state = play(raid(5, regions, active("draenei", "farmers")), "conquer 1", "finish", "deploy_rest 0")
    assert (state.phase, state.to_act, legal(state, "deploy")) == ("withdrawn", 1, [4, 12])
    play(state, "deploy 12")
    assert (state.turn, tokens(state, 12)) == (1, 2)


@pytest.mark.rule("WW-RACE-DRAENEI")
def test_a_saved_draenei_token_without_a_region_waits_in_hand() -> None:
    state = end_turn(play(raid(5, {1: hold(1, "draenei")}, active("draenei", "farmers")), "conquer 1"))
    assert (state.turn, state.phase, in_hand(state, 1, "draenei"), tray(state, "draenei")) == (1, "choose", 1, 11)


@pytest.mark.rule("WW-RACE-DRAENEI")
def test_a_token_is_saved_again_in_the_turn_of_the_next_opponent() -> None:
    regions = {
        1: hold(2, "draenei"),
        4: hold(2, "draenei"),
        5: hold(2, "draenei"),
        18: hold(2, "draenei"),
        9: hold(1, "kobolds", 11),
    }
    state = raid(9, regions, active("kobolds", "miners"), rest=[seat(active("draenei", "farmers"))])
    play(state, "conquer 1", "conquer 4")
    assert (in_hand(state, 2, "draenei"), tray(state, "draenei")) == (1, 9)
    play(state, "finish", "deploy_rest 0", "deploy_rest 18", "conquer 5")
    assert (state.turn, in_hand(state, 2, "draenei"), tray(state, "draenei")) == (1, 1, 9)
    play(state, "conquer 18")
    assert (in_hand(state, 2, "draenei"), tray(state, "draenei")) == (1 + 1, 10)


@pytest.mark.rule("WW-RACE-DRAENEI")
def test_a_token_is_saved_again_in_the_next_turn_of_the_same_opponent() -> None:
    regions = {0: hold(0, "blood_elves", 5), 1: hold(1, "draenei"), 4: hold(1, "draenei"), 12: hold(1, "draenei")}
    state = raid(4, regions, active("draenei", "farmers"))
    play(state, "conquer 1", "finish", "deploy_rest 0", "deploy_rest 12", "finish", "deploy_rest 12")
    assert (state.turn, tray(state, "draenei")) == (0, 9)
    play(state, "conquer 4")
    assert (in_hand(state, 1, "draenei"), tray(state, "draenei")) == (1, 9)


@pytest.mark.rule("WW-RACE-DRAENEI")
@pytest.mark.parametrize(("saved", "lost"), [(False, 0), (True, 1)])
def test_a_turn_remembers_that_its_draenei_token_was_saved(saved: bool, lost: int) -> None:
    regions = {1: hold(1, "draenei"), 4: hold(1, "draenei")}
    state = raid(5, regions, active("draenei", "farmers"), turn_state={"saved": saved})
    play(state, "conquer 1")
    assert (in_hand(state, 1, "draenei"), tray(state, "draenei")) == (1 - lost, 10 + lost)


@pytest.mark.rule("WW-RACE-DRAENEI", "WW-INT-28")
def test_bombs_of_the_start_and_conquests_share_the_one_saved_token_of_a_turn() -> None:
    regions = {
        0: hold(0, "goblins", 6),
        1: hold(1, "draenei", 3, bomb="live"),
        4: hold(1, "draenei", 2, bomb="live"),
        18: hold(1, "draenei"),
    }
    state = starting(regions, [active("goblins", "farmers")], active("draenei", "miners"))
    # Region 1 loses nothing, region 4 one token.
    assert (in_hand(state, 1, "draenei"), tray(state, "draenei")) == (4, 6 + 1)
    play(state, "conquer 18")
    assert (in_hand(state, 1, "draenei"), tray(state, "draenei")) == (4, 6 + 2)


@pytest.mark.rule("WW-RACE-DRAENEI")
@pytest.mark.parametrize(("saved", "lost"), [(False, 0), (True, 1)])
def test_a_token_that_strongmen_would_discard_is_saved(saved: bool, lost: int) -> None:
    state = raid(
        5, {1: hold(1, "draenei")}, active("draenei", "farmers"), power="strongmen", turn_state={"saved": saved}
    )
    play(state, "push 1")
    assert (region(state, 1), in_hand(state, 1, "draenei"), tray(state, "draenei")) == ({}, 1 - lost, 11 + lost)


@pytest.mark.rule("WW-RACE-DRAENEI")
def test_a_token_that_strongmen_only_move_does_not_use_up_the_save() -> None:
    regions = {1: hold(1, "draenei"), 12: hold(1, "draenei")}
    state = raid(9, regions, active("draenei", "farmers"), power="strongmen")
    play(state, "push 1", "push_to 12", "conquer 12")
    assert (in_hand(state, 1, "draenei"), tray(state, "draenei")) == (2, 10)


@pytest.mark.rule("WW-RACE-DRAENEI")
def test_a_token_that_the_champion_drives_out_is_saved() -> None:
    state = raid(5, {1: hold(1, "draenei", 3)}, active("draenei", "farmers"), power="champions")
    play(state, "champion 1")
    assert (in_hand(state, 1, "draenei"), tray(state, "draenei")) == (3, 9)


@pytest.mark.rule("WW-RACE-DRAENEI")
@pytest.mark.parametrize(
    ("first", "others"),
    [
        (hold(1, "naga"), [active("draenei", "farmers"), declined("naga")]),
        (hold(1, "draenei", 1, beasts=1), [active("draenei", "beastmasters")]),
        (hold(1, "draenei", 1, champion=1), [active("draenei", "champions")]),
    ],
    ids=["race in decline", "beast", "champion"],
)
def test_the_loss_of_anything_but_a_draenei_token_does_not_use_up_the_save(
    first: dict[str, Any], others: list[dict[str, Any]]
) -> None:
    state = raid(9, {1: first, 4: hold(1, "draenei")}, *others)
    before = tray(state, "draenei")
    play(state, "conquer 1", "conquer 4")
    assert tray(state, "draenei") == before


@pytest.mark.rule("WW-RACE-DRAENEI")
def test_draenei_in_decline_save_nothing() -> None:
    regions = {1: hold(1, "draenei"), 4: hold(1, "draenei")}
    state = play(raid(5, regions, active("orcs", "farmers"), declined("draenei")), "conquer 1")
    assert (in_hand(state, 1, "draenei"), tray(state, "draenei")) == (0, 11)


# Dwarves


@pytest.mark.rule("WW-RACE-DWARVES", "WW-INT-12")
def test_mountain_regions_cost_dwarves_two_less() -> None:
    regions = {1: hold(0, "dwarves"), 5: hold(0, "dwarves")}
    state = conquering(8, regions, name="dwarves", power="miners")
    # Mountains 2 and 9, then a Hill and a Swamp of the same board.
    assert [price(state, number) for number in (2, 9, 6, 4)] == [2 + 1 - 2, 2 + 1 - 2, 2, 2]


@pytest.mark.rule("WW-RACE-DWARVES")
def test_any_conquest_of_a_mountain_region_is_cheaper_the_first_one_too() -> None:
    state = conquering(8, {}, name="dwarves", power="miners")
    assert [price(state, number) for number in (9, 0)] == [2 + 1 + 1 - 2, 2 + 1]


@pytest.mark.rule("WW-RACE-DWARVES", "WW-EX-14")
def test_the_discount_of_dwarves_holds_against_defenders_and_adds_to_others() -> None:
    regions = {1: hold(0, "dwarves", artifacts=["frostmourne"]), 2: hold(1, "orcs", 2, fortress=1)}
    others = [active("orcs", "sentinels")]
    state = conquering(8, regions, *others, name="dwarves", power="miners")
    assert (price(state, 2), price(state, 2, "arm frostmourne")) == (2 + 1 + 1 + 2 - 2, 2)
    assert price(conquering(8, regions, *others, name="dwarves", power="blacksmiths"), 2) == 3


@pytest.mark.rule("WW-RACE-DWARVES")
def test_dwarves_pay_one_token_at_least() -> None:
    state = conquering(8, {1: hold(0, "dwarves")}, name="dwarves", power="blacksmiths")
    assert price(state, 2) == 1


@pytest.mark.rule("WW-RACE-DWARVES")
@pytest.mark.parametrize(("name", "asked"), [("dwarves", True), ("blood_elves", False)])
def test_the_discount_of_dwarves_counts_for_the_final_attempt(name: str, asked: bool) -> None:
    # Mountain 2 costs 2 + 1 + 4, and 2 are in hand.
    state = conquering(
        2, {1: hold(0, name), 2: hold(1, "orcs", 4)}, active("orcs", "farmers"), name=name, power="miners"
    )
    assert (2 in legal(state, "conquer")) == asked
    if asked:
        assert region(rolled(state, "conquer 2", 3), 2)["race"] == "dwarves"


@pytest.mark.rule("WW-RACE-DWARVES")
def test_dwarves_in_decline_make_no_mountain_cheaper() -> None:
    state = raid(8, {1: hold(0, "blood_elves"), 3: hold(0, "dwarves")}, own=[declined("dwarves")])
    assert price(state, 2) == 2 + 1


# Gnomes


def flying(hand: int, regions: dict[int, Any] | None = None, *others: dict[str, Any], **more: Any) -> swenv.State:
    """Seat 0 conquers with Gnomes who hold region 0."""
    power = more.pop("power", "farmers")
    named = {0: hold(0, "gnomes"), **(regions or {})}
    return conquering(hand, named, *others, name="gnomes", power=power, **more)


@pytest.mark.rule("WW-RACE-GNOMES", "WW-ACT-4")
def test_an_air_strike_reaches_every_land_region_of_every_board() -> None:
    # Of those that others hold, a Murloc's and that of the own race in decline too; not the own active one.
    regions = {6: hold(0, "naga"), 7: hold(1, "orcs"), 8: MURLOC, 16: hold(1, "trolls")}
    state = flying(8, regions, active("orcs", "miners"), declined("trolls"), own=[declined("naga")])
    assert legal(state, "conquer") == [1, 4, 9, 12, 15]
    assert legal_words(state, "arm") == {"air_strike"}
    play(state, "arm air_strike")
    assert verbs(state) == {"conquer", "roll_for"}
    assert legal(state, "conquer") == legal(state, "roll_for") == [number for number in LAND if number]


@pytest.mark.rule("WW-RACE-GNOMES")
def test_the_target_of_an_air_strike_counts_as_adjacent() -> None:
    # An anchor of another board, a plain region, a mountain, a Murloc, two defenders.
    state = flying(8, {8: MURLOC, 17: hold(1, "orcs", 2)}, active("orcs", "miners"))
    assert price(state, 12) == 2 + 1
    assert [price(state, number, "arm air_strike") for number in (12, 14, 16, 8, 17)] == [2, 2, 2 + 1, 2 + 1, 2 + 2]


@pytest.mark.rule("WW-RACE-GNOMES")
def test_an_air_strike_does_not_reach_an_immune_region() -> None:
    state = flying(8, {5: hold(1, "orcs", 1, tower=1), 6: hold(1, "orcs")}, active("orcs", "defenders"))
    play(state, "arm air_strike")
    assert (5 in legal(state, "conquer"), 5 in legal(state, "roll_for"), 6 in legal(state, "conquer")) == (
        False, False, True,
    )  # fmt: skip


@pytest.mark.rule("WW-RACE-GNOMES")
def test_there_is_one_air_strike_in_a_turn() -> None:
    state = play(flying(8), "arm air_strike", "conquer 14")
    assert (state.phase, legal_words(state, "arm"), tokens(state, 14)) == ("conquest", set(), 2)
    # 3 lies far from Gnomes in 0 and 14.
    assert 3 not in legal(state, "conquer")
    end_turn(end_turn(state))
    assert (state.turn, legal_words(state, "arm")) == (0, {"air_strike"})


@pytest.mark.rule("WW-RACE-GNOMES", "WW-ACT-5")
@pytest.mark.parametrize(("face", "paid"), [(0, 5), (1, 4), (2, 3), (3, 2)])
def test_the_die_of_an_air_strike_is_subtracted_before_tokens_are_committed(face: int, paid: int) -> None:
    state = play(flying(8, {17: hold(1, "orcs", 3)}, active("orcs", "miners")), "arm air_strike")
    after = rolled(state, "roll_for 17", face)
    assert (after.phase, tokens(after, 17), in_hand(after, 0, "gnomes")) == ("conquest", paid, 8 - paid)


@pytest.mark.rule("WW-RACE-GNOMES", "WW-INT-76")
@pytest.mark.parametrize("target", [14, 16])
def test_an_air_strike_takes_one_token_at_least(target: int) -> None:
    after = rolled(play(flying(8), "arm air_strike"), f"roll_for {target}", 3)
    assert tokens(after, target) == 1


@pytest.mark.rule("WW-RACE-GNOMES")
def test_the_roll_of_an_air_strike_is_optional() -> None:
    state = play(flying(8, {17: hold(1, "orcs", 3)}, active("orcs", "miners")), "arm air_strike", "conquer 17")
    assert (state.last_roll, tokens(state, 17), state.phase) == (None, 5, "conquest")


@pytest.mark.rule("WW-RACE-GNOMES", "WW-EX-30", "WW-ACT-6")
def test_after_a_short_roll_the_gnomes_roll_again_or_give_up() -> None:
    # Need 2 + 1 + 2, hand 2.
    state = play(flying(2, {16: hold(1, "orcs", 2)}, active("orcs", "miners")), "arm air_strike")
    short = rolled(state, "roll_for 16", 2)
    assert (short.phase, verbs(short), legal(short, "conquer")) == ("strike", {"conquer", "finish"}, [16])
    won = rolled(short, "conquer 16", 1)
    assert (region(won, 16)["race"], won.phase, legal(won, "conquer")) == ("gnomes", "deploy", [])
    lost = rolled(short, "conquer 16", 0)
    assert (region(lost, 16)["race"], in_hand(lost, 0, "gnomes"), lost.phase) == ("orcs", 2, "deploy")
    at_once = rolled(state, "roll_for 16", 3)
    assert (region(at_once, 16)["race"], at_once.phase) == ("gnomes", "deploy")


@pytest.mark.rule("WW-RACE-GNOMES", "WW-INT-77")
def test_a_given_up_air_strike_is_spent_and_conquests_go_on_without_its_die() -> None:
    state = play(flying(3, {16: hold(1, "orcs", 3)}, active("orcs", "miners")), "arm air_strike")
    short = play(rolled(state, "roll_for 16", 2), "finish")
    assert (short.phase, in_hand(short, 0, "gnomes"), legal_words(short, "arm")) == ("conquest", 3, set())
    assert legal(short, "conquer") == [1, 4, 9, 12, 15]
    play(short, "conquer 1")
    assert (tokens(short, 1), in_hand(short, 0, "gnomes"), short.last_roll) == (2, 1, None)


@pytest.mark.rule("WW-RACE-GNOMES")
def test_after_a_short_roll_with_more_than_three_missing_the_air_strike_is_over() -> None:
    # Need 2 + 1 + 4, hand 1.
    state = play(flying(1, {16: hold(1, "orcs", 4)}, active("orcs", "miners")), "arm air_strike")
    short = rolled(state, "roll_for 16", 0)
    assert (short.phase, legal_words(short, "arm"), legal(short, "conquer")) == ("conquest", set(), [1, 4, 9, 12, 15])
    assert rolled(state, "roll_for 16", 3).phase == "strike"


@pytest.mark.rule("WW-RACE-GNOMES")
@pytest.mark.parametrize(("hand", "defenders", "asked"), [(1, 4, True), (1, 5, False), (2, 5, True), (2, 6, False)])
def test_a_roll_needs_two_dice_that_could_succeed(hand: int, defenders: int, asked: bool) -> None:
    # Mountain 16 costs 2 + 1 + defenders; two dice give 6.
    state = play(flying(hand, {16: hold(1, "orcs", defenders)}, active("orcs", "miners")), "arm air_strike")
    assert (16 in legal(state, "roll_for")) == asked


@pytest.mark.rule("WW-RACE-GNOMES")
def test_an_air_strike_needs_a_token_in_hand() -> None:
    assert legal_words(flying(0), "arm") == set()
    assert legal_words(flying(1), "arm") == {"air_strike"}


@pytest.mark.rule("WW-RACE-GNOMES")
@pytest.mark.parametrize(("face", "taken"), [(0, 0), (1, 1)])
def test_an_air_strike_without_a_first_roll_can_be_the_final_attempt(face: int, taken: int) -> None:
    after = rolled(play(flying(1), "arm air_strike"), "conquer 14", face)
    assert (tokens(after, 14), legal(after, "conquer")) == (taken, [])


@pytest.mark.rule("WW-RACE-GNOMES")
def test_an_air_strike_may_be_the_first_conquest() -> None:
    state = conquering(9, {}, name="gnomes", power="farmers")
    assert legal(state, "conquer") == [0, 9, 12, 15]
    assert [price(state, number, "arm air_strike") for number in (14, 0)] == [2, 2]
    assert legal(play(state, "arm air_strike"), "conquer") == LAND


@pytest.mark.rule("WW-RACE-GNOMES", "WW-CLAR-11", "WW-INT-42")
def test_the_toll_of_an_air_strike_is_due_when_tokens_are_committed() -> None:
    # Swamp 8 costs 4, and 1 is in hand: a blank leaves 3 missing.
    others = [active("orcs", "marshdwellers")]
    poor = play(flying(1, {8: hold(1, "orcs", 2)}, *others, coins=[0, 5]), "arm air_strike")
    assert (8 in legal(poor, "conquer"), 8 in legal(poor, "roll_for")) == (False, False)
    state = play(flying(1, {8: hold(1, "orcs", 2)}, *others, coins=[1, 5]), "arm air_strike")
    short = rolled(state, "roll_for 8", 0)
    assert (short.phase, coins(short)) == ("strike", [1, 5])
    assert coins(play(short.copy(), "finish")) == [1, 5]
    assert coins(rolled(short, "conquer 8", 0))[1] == 6
    taken = rolled(state, "roll_for 8", 3)
    assert (tokens(taken, 8), coins(taken)[1]) == (1, 6)


@pytest.mark.rule("WW-RACE-GNOMES")
def test_gnomes_in_decline_have_no_air_strike() -> None:
    state = raid(8, {1: hold(0, "gnomes")}, own=[declined("gnomes")])
    assert (legal_words(state, "arm"), legal(state, "conquer")) == (set(), [1, 4, 9, 12, 15])


# Humans


def laying(regions: dict[int, Any], *others: dict[str, Any], **more: Any) -> swenv.State:
    """The Humans of seat 0 have ended their conquests; they hold region 0."""
    state = conquering(0, {0: hold(0, "humans"), **regions}, *others, name="humans", power="farmers", **more)
    return play(state, "finish")


def objectives(state: swenv.State) -> list[int]:
    """Where the Objectives lie."""
    return [int(number) for number, found in state.to_position()["regions"].items() if found.get("objective")]


@pytest.mark.rule("WW-RACE-HUMANS", "WW-ACT-20")
def test_humans_put_both_objectives_on_different_regions() -> None:
    state = laying({})
    assert (state.phase, verbs(state)) == ("objectives", {"objective"})
    play(state, "objective 4")
    assert (state.phase, verbs(state), 4 in legal(state, "objective")) == ("objectives", {"objective"}, False)
    play(state, "objective 14")
    assert (state.turn, objectives(state)) == (1, [4, 14])


@pytest.mark.rule("WW-RACE-HUMANS")
def test_an_objective_lies_in_any_region_that_no_alliance_race_holds() -> None:
    # Not: own Humans in 0, own declined Worgen in 5, Gnomes in 1, declined Draenei in 4. The rest is empty, water, a
    # Murloc's, or that of a Horde or neutral race.
    regions = {5: hold(0, "worgen"), 1: hold(1, "gnomes"), 4: hold(1, "draenei"), 8: MURLOC}
    state = laying(regions, active("gnomes", "miners"), declined("draenei"), own=[declined("worgen")])
    assert legal(state, "objective") == [2, 3, *range(6, 18)]
    regions = {5: hold(0, "naga"), 10: hold(0, "naga"), 1: hold(1, "orcs"), 4: hold(1, "ethereals"), 8: MURLOC}
    state = laying(regions, active("orcs", "miners"), declined("ethereals"), own=[declined("naga")])
    assert legal(state, "objective") == list(range(1, 18))


@pytest.mark.rule("WW-RACE-HUMANS", "WW-CONQ-10")
def test_no_objective_lies_in_an_immune_region_of_another_player() -> None:
    regions = {5: hold(1, "orcs", 1, tower=1), 6: hold(1, "orcs")}
    state = laying(regions, active("orcs", "defenders"))
    assert legal(state, "objective") == [1, 2, 3, 4, *range(6, 18)]


@pytest.mark.rule("WW-RACE-HUMANS")
def test_with_a_single_region_left_one_objective_is_placed() -> None:
    # Alliance races hold all land, the Naga in the Lake are immune: the Sea is left.
    regions = {number: hold(0, "humans") for number in range(1, 8)}
    regions |= {number: hold(0, "draenei") for number in (8, 9, *range(12, 18))}
    regions |= {10: hold(1, "naga", artifacts=["aegis"])}
    state = laying(regions, active("naga", "miners"), own=[declined("draenei")], aegis_up=True)
    assert (state.phase, legal(state, "objective")) == ("objectives", [11])
    play(state, "objective 11")
    assert (state.turn, objectives(state)) == (1, [11])


@pytest.mark.rule("WW-RACE-HUMANS")
def test_objectives_on_the_map_are_taken_back_and_put_down_again() -> None:
    state = laying({4: lying(objective=1), 8: lying(objective=1)})
    assert (state.phase, {4, 8} <= set(legal(state, "objective"))) == ("objectives", True)
    play(state, "objective 4", "objective 5")
    assert (state.turn, objectives(state)) == (1, [4, 5])


@pytest.mark.rule("WW-RACE-HUMANS", "WW-EX-23", "WW-INT-32", "WW-INT-36")
@pytest.mark.parametrize(
    ("name", "paid"), [("worgen", True), ("kobolds", True), ("trolls", False)], ids=["alliance", "neutral", "horde"]
)
@pytest.mark.parametrize("below", [{}, MURLOC])
def test_a_conqueror_who_is_not_horde_and_the_humans_get_two_coins_each(
    name: str, paid: bool, below: dict[str, Any]
) -> None:
    state = conquering(
        5, {0: hold(0, name), 1: {**below, "objective": 1}}, active("humans", "farmers"), name=name, power="miners"
    )
    play(state, "conquer 1")
    assert (coins(state), objectives(state)) == (([7, 7], []) if paid else ([5, 5], [1]))


@pytest.mark.rule("WW-RACE-HUMANS", "WW-INT-33")
def test_humans_who_conquer_their_own_objective_get_two_coins() -> None:
    state = conquering(5, {0: hold(0, "humans"), 1: lying(objective=1)}, name="humans", power="farmers")
    play(state, "conquer 1")
    assert (coins(state), objectives(state)) == ([7, 5], [])


@pytest.mark.rule("WW-RACE-HUMANS")
def test_a_third_player_gets_nothing_for_an_objective() -> None:
    rest = [seat(active("humans", "farmers"), coins=5)]
    regions = {0: hold(0, "kobolds"), 1: hold(1, "orcs", objective=1)}
    state = conquering(5, regions, active("orcs", "miners"), name="kobolds", power="herbalists", rest=rest)
    assert coins(play(state, "conquer 1")) == [7, 5, 7]


@pytest.mark.rule("WW-RACE-HUMANS", "WW-INT-34")
def test_an_objective_that_horde_left_pays_a_later_conqueror() -> None:
    regions = {0: hold(0, "trolls"), 1: lying(objective=1), 5: hold(1, "kobolds", 9)}
    rest = [seat(active("humans", "farmers"), coins=5)]
    state = conquering(2, regions, active("kobolds", "herbalists"), name="trolls", power="miners", rest=rest)
    end_turn(play(state, "conquer 1"))
    assert (state.turn, region(state, 1)["objective"], coins(state)[2]) == (1, 1, 5)
    play(state, "conquer 1")
    assert (coins(state)[1:], objectives(state)) == ([7, 7], [])


@pytest.mark.rule("WW-RACE-HUMANS")
def test_an_objective_that_came_back_is_placed_again_in_the_next_turn_of_the_humans() -> None:
    regions = {0: hold(0, "kobolds"), 1: lying(objective=1), 5: lying(objective=1), 12: hold(1, "humans")}
    state = conquering(5, regions, active("humans", "farmers"), name="kobolds", power="miners")
    end_turn(play(state, "conquer 1"))
    assert objectives(state) == [5]
    play(state, "finish", "objective 3", "objective 11")
    assert (state.turn, objectives(state)) == (0, [3, 11])


@pytest.mark.rule("WW-RACE-HUMANS")
def test_a_final_attempt_pays_for_an_objective_only_when_it_succeeds() -> None:
    regions = {0: hold(0, "kobolds"), 1: lying(objective=1)}
    state = conquering(1, regions, active("humans", "farmers"), name="kobolds", power="miners")
    lost, won = rolled(state, "conquer 1", 0), rolled(state, "conquer 1", 1)
    assert (coins(lost)[1], objectives(lost), coins(won)[1], objectives(won)) == (5, [1], 7, [])


@pytest.mark.rule("WW-RACE-HUMANS", "WW-DECL-5")
def test_both_objectives_leave_when_the_humans_decline() -> None:
    regions = {0: hold(0, "humans"), 4: lying(objective=1), 8: lying(objective=1)}
    state = declining([active("humans", "farmers")], regions)
    assert (state.turn, coins(state)[0], objectives(state)) == (1, 1, [])


@pytest.mark.rule("WW-RACE-HUMANS")
def test_humans_in_decline_place_no_objectives() -> None:
    state = play(raid(0, {1: hold(0, "humans")}, own=[declined("humans")]), "finish")
    assert (state.turn, objectives(state)) == (1, [])


# Night Elves


def wooded(hand: int, regions: dict[int, Any], *others: dict[str, Any], **more: Any) -> swenv.State:
    """Seat 0 conquers with Night Elves who hold Mountain 2, beside Forest 3 and the Hills 1 and 6."""
    power = more.pop("power", "farmers")
    named = {2: hold(0, "night_elves"), **regions}
    return conquering(hand, named, *others, name="night_elves", power=power, **more)


@pytest.mark.rule("WW-RACE-NIGHTELVES", "WW-EX-31")
def test_forests_cost_night_elves_one_less() -> None:
    state = wooded(7, {})
    assert [price(state, number) for number in (3, 1, 6)] == [1, 2, 2]
    state = wooded(7, {3: hold(1, "orcs", 2), 1: hold(1, "orcs", 2)}, active("orcs", "miners"))
    assert [price(state, number) for number in (3, 1)] == [2 + 2 - 1, 2 + 2]


@pytest.mark.rule("WW-RACE-NIGHTELVES")
def test_night_elves_pay_one_token_at_least() -> None:
    assert price(wooded(7, {}, power="blacksmiths"), 3) == 1


@pytest.mark.rule("WW-RACE-NIGHTELVES")
def test_each_forest_that_night_elves_conquer_gets_one_wisp_wall() -> None:
    state = play(wooded(7, {7: MURLOC}), "conquer 3", "conquer 7", "conquer 6")
    assert [markers(state, number) for number in (3, 7, 6)] == [{"wall": 1}, {"wall": 1}, {}]


@pytest.mark.rule("WW-RACE-NIGHTELVES")
def test_other_races_get_no_wisp_wall() -> None:
    state = conquering(7, {2: hold(0, "trolls")}, own=[declined("night_elves")], name="trolls", power="farmers")
    assert (price(state, 3), markers(play(state, "conquer 3"), 3)) == (2, {})


@pytest.mark.rule("WW-RACE-NIGHTELVES", "WW-INT-66")
def test_a_forest_that_was_abandoned_gets_a_new_wisp_wall() -> None:
    regions = {2: hold(0, "night_elves", 5), 3: hold(0, "night_elves", 1, wall=1)}
    state = wooded(0, regions, phase="choose")
    play(state, "abandon 3")
    assert region(state, 3) == {}
    play(state, "conquer 3")
    assert markers(state, 3) == {"wall": 1}


@pytest.mark.rule("WW-RACE-NIGHTELVES")
@pytest.mark.parametrize(("walls", "placed"), [(9, 0), (8, 1)])
def test_the_box_holds_nine_wisp_walls(walls: int, placed: int) -> None:
    # All nine tokens lie behind a wall: the Champion conquers the Forest.
    held = [0, 1, 2, 4, 5, 6, 8, 9, 12]
    regions = {number: hold(0, "night_elves", 1, wall=1) for number in held[:walls]}
    regions |= {number: hold(0, "night_elves") for number in held[walls:]}
    state = play(wooded(0, regions, power="champions"), "champion 3")
    assert (region(state, 3)["race"], markers(state, 3).get("wall", 0)) == ("night_elves", placed)


@pytest.mark.rule("WW-RACE-NIGHTELVES", "WW-EX-31", "WW-CONQ-13")
@pytest.mark.parametrize(
    "others", [[active("night_elves", "farmers")], [active("orcs", "farmers"), declined("night_elves")]]
)
def test_a_wisp_wall_defends_in_decline_too_until_its_region_is_conquered(others: list[dict[str, Any]]) -> None:
    regions = {2: hold(0, "blood_elves"), 3: hold(1, "night_elves", 1, wall=1), 7: hold(1, "night_elves")}
    state = raid(7, regions, *others)
    assert price(state, 3) == 2 + 1 + 1
    play(state, "conquer 3")
    assert (region(state, 3)["race"], markers(state, 3)) == ("blood_elves", {})


@pytest.mark.rule("WW-RACE-NIGHTELVES", "WW-DECL-5")
def test_wisp_walls_stay_at_the_decline() -> None:
    regions = {2: hold(0, "night_elves"), 3: hold(0, "night_elves", 3, wall=1)}
    state = declining([active("night_elves", "farmers")], regions)
    assert (coins(state)[0], tokens(state, 3), markers(state, 3)) == (2, 1, {"wall": 1})


@pytest.mark.rule("WW-RACE-NIGHTELVES", "WW-INT-67")
def test_wisp_walls_leave_with_the_race() -> None:
    regions = {0: hold(0, "orcs"), 3: hold(0, "night_elves", 1, wall=1)}
    state = declining([active("orcs", "farmers"), declined("night_elves")], regions)
    assert region(state, 3) == {}


# Worgen


def changing(worgen: int, coins: int, regions: dict[int, Any] | None = None, power: str = "farmers") -> swenv.State:
    """Seat 0 begins a turn with Worgen in region 1."""
    return warcraft(
        phase="choose",
        seats=[seat(active("worgen", power), coins=coins), seat()],
        regions={1: hold(0, "worgen", worgen), **(regions or {})},
    )


@pytest.mark.rule("WW-RACE-WORGEN", "WW-ACT-1")
def test_worgen_choose_their_form_before_anything_else() -> None:
    state = changing(8, 3)
    assert (verbs(state), legal_words(state, "form")) == ({"decline", "form"}, {"human", "worgen"})
    play(state, "form human")
    assert (state.phase, {"form", "decline"} & verbs(state), "conquer" in verbs(state)) == ("ready", set(), True)


@pytest.mark.rule("WW-RACE-WORGEN")
def test_the_human_form_gives_two_coins_at_once_and_no_discount() -> None:
    state = play(changing(8, 3), "form human")
    assert coins(state) == [5, 5]
    assert [price(state, number) for number in (5, 2, 12)] == [2, 3, 3]


@pytest.mark.rule("WW-RACE-WORGEN")
def test_the_worgen_form_costs_a_coin_and_makes_every_conquest_cheaper() -> None:
    state = play(changing(8, 3, {4: MURLOC}), "form worgen")
    assert coins(state) == [2, 5]
    assert [price(state, number) for number in (5, 2, 12)] == [2 - 1, 3 - 1, 3 - 1]
    play(state, "conquer 5")
    assert [price(state, number) for number in (4, 6)] == [3 - 1, 2 - 1]


@pytest.mark.rule("WW-RACE-WORGEN")
def test_the_worgen_form_counts_for_the_final_attempt() -> None:
    # Hand 1; Mountain 2 with 2 Orcs costs 5, less 1.
    def asked(form: str) -> bool:
        state = warcraft(
            phase="choose",
            seats=[seat(active("worgen", "farmers"), coins=1), seat(active("orcs", "miners"))],
            regions={1: hold(0, "worgen", 2), 2: hold(1, "orcs", 2)},
        )
        return 2 in legal(play(state, f"form {form}"), "conquer")

    assert (asked("worgen"), asked("human")) == (True, False)


@pytest.mark.rule("WW-RACE-WORGEN")
def test_worgen_pay_one_token_at_least() -> None:
    state = play(changing(8, 3, power="blacksmiths"), "form worgen")
    assert [price(state, number) for number in (5, 2)] == [1, 1]


@pytest.mark.rule("WW-RACE-WORGEN", "WW-EX-39")
def test_without_a_coin_there_is_only_the_human_form() -> None:
    state = changing(8, 0)
    assert legal_words(state, "form") == {"human"}
    play(state, "form human")
    assert coins(state)[0] == 2
    state = play(changing(8, 1, {5: MURLOC}), "form worgen")
    assert (coins(state)[0], price(state, 5), price(state, 0)) == (0, 2, 1)


@pytest.mark.rule("WW-RACE-WORGEN")
def test_worgen_choose_their_form_in_the_turn_in_which_they_are_picked_too() -> None:
    state = picked("worgen", "farmers")
    assert (state.phase, verbs(state), legal_words(state, "form")) == ("form", {"form"}, {"human", "worgen"})
    human, worgen = play(state.copy(), "form human"), play(state.copy(), "form worgen")
    assert (coins(human)[0], price(human, 0)) == (7, 3)
    assert (coins(worgen)[0], price(worgen, 0)) == (4, 2)


@pytest.mark.rule("WW-RACE-WORGEN")
@pytest.mark.parametrize(("lying_there", "words"), [(0, {"human"}), (1, {"human", "worgen"})])
def test_a_coin_that_came_with_the_combo_can_pay_for_the_form(lying_there: int, words: set[str]) -> None:
    column = [{"race": "worgen", "power": "farmers", "coins": lying_there}]
    state = warcraft(phase="pick", column=column, seats=[seat(coins=0), seat()])
    assert legal_words(play(state, "pick 0"), "form") == words


@pytest.mark.rule("WW-RACE-WORGEN")
def test_the_form_is_chosen_anew_every_turn() -> None:
    state = play(changing(8, 3), "form worgen")
    end_turn(end_turn(state))
    assert (state.turn, verbs(state), turn_state(state, "form")) == (0, {"decline", "form"}, None)
    play(state, "form human")
    assert price(state, 5) == 2


@pytest.mark.rule("WW-RACE-WORGEN")
def test_a_decline_turn_has_no_form() -> None:
    state = declining([active("worgen", "farmers")], {1: hold(0, "worgen", 3), 5: hold(0, "worgen")})
    assert (state.turn, coins(state)[0]) == (1, 2)


@pytest.mark.rule("WW-RACE-WORGEN")
def test_worgen_in_decline_have_no_form() -> None:
    state = warcraft(
        phase="choose",
        seats=[seat(active("orcs", "farmers"), declined("worgen"), coins=5), seat()],
        regions={1: hold(0, "orcs", 8), 4: hold(0, "worgen")},
    )
    assert ("form" in verbs(state), price(state, 5), coins(state)[0]) == (False, 2, 5)
    assert race(state, 0, "worgen")["status"] == "decline"
