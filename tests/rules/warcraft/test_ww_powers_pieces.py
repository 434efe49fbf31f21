"""The powers of Warcraft that change the price or bring pieces of their own (WW-POWER), claim by claim."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import coins, in_hand, lay_out, markers, price, tray, verbs, where
from ww_play import IDLE, artifacts_in, attacking, declining, hold, offered
from ww_races import end_turn, picked

import swenv
from support import (
    MURLOC,
    active,
    declined,
    held,
    legal,
    legal_words,
    play,
    race,
    region,
    rolled,
    seat,
    tokens,
    warcraft,
)
from swenv.smallworld import Race

FARMLAND = 5
"""A Farmland between four regions: 1, 4, 6 and the Mountain 9."""


def stands(state: swenv.State, number: int) -> tuple[int, dict[str, int]]:
    """Race tokens and pieces in a region."""
    return tokens(state, number), markers(state, number)


# Champions


def champion(
    hand: int, regions: dict[int, Any], *others: dict[str, Any], name: str = "orcs", **fields: Any
) -> swenv.State:
    """Seat 0 conquers with Champion Orcs, the Champion in hand unless he stands in a region."""
    return attacking(name, "champions", hand, regions, *others, **fields)


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-EX-34", "WW-INT-49", "WW-INT-51", "WW-ACT-3")
def test_the_champion_conquers_alone_whatever_defends_the_region() -> None:
    regions = {5: held(0, "orcs", 2), 9: held(1, "kobolds", 5, fortress=1), 12: held(1, "kobolds")}
    state = champion(2, regions, active("kobolds", "sentinels"))
    assert legal(state, "champion") == [1, 4, 6, 9]
    play(state, "champion 9")
    assert region(state, 9)["owner"] == 0
    assert (in_hand(state, 1, "kobolds"), tray(state, "kobolds")) == (4, 11 - 6 + 1)
    assert (state.phase, stands(state, 9), in_hand(state, 0, "orcs")) == ("conquest", (0, {"champion": 1}), 2)


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-EX-34", "WW-FACTION-5")
def test_a_conquest_of_the_champion_counts_for_the_faction_bonus() -> None:
    regions = {5: held(0, "dwarves"), 9: held(1, "orcs", 5, fortress=1), 12: held(1, "orcs")}
    state = champion(0, regions, active("orcs", "sentinels"), name="dwarves")
    end_turn(play(state, "champion 9"))
    assert coins(state)[0] == 2 + 1


@pytest.mark.rule("WW-POWER-CHAMPIONS")
def test_the_champion_conquers_once_a_turn() -> None:
    regions = {5: held(0, "orcs"), 9: held(1, "kobolds", 2), 12: held(1, "kobolds")}
    state = champion(4, regions, active("kobolds", "farmers"))
    play(state, "champion 9")
    assert legal(state, "champion") == []
    used = champion(4, regions, active("kobolds", "farmers"), turn_state={"champion_used": True})
    assert legal(used, "champion") == []


@pytest.mark.rule("WW-POWER-CHAMPIONS")
def test_the_champion_conquers_again_in_the_next_turn() -> None:
    regions = {5: held(0, "orcs", 2), 9: held(1, "kobolds", 2)}
    state = champion(0, regions, active("kobolds", "farmers"), turn_state={"champion_used": True})
    play(state, "finish", "post 5", "deploy_rest 5")
    end_turn(state)
    assert (state.turn, state.phase, legal(state, "champion")) == (0, "choose", [1, 4, 6, 9])


@pytest.mark.rule("WW-POWER-CHAMPIONS")
@pytest.mark.parametrize("phase", ["choose", "ready", "conquest"])
def test_the_champion_may_make_the_first_conquest_of_the_turn(phase: str) -> None:
    state = champion(0, {5: held(0, "orcs", 3), 9: held(1, "kobolds", 2)}, active("kobolds", "farmers"), phase=phase)
    assert 9 in legal(state, "champion")
    assert region(play(state, "champion 9"), 9)["owner"] == 0


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-INT-51")
def test_the_champion_may_make_the_last_conquest_with_an_empty_hand() -> None:
    state = champion(2, {5: held(0, "orcs"), 9: held(1, "kobolds", 2)}, active("kobolds", "farmers"))
    play(state, "conquer 4")
    assert (state.phase, in_hand(state, 0, "orcs"), legal(state, "champion")) == ("conquest", 0, [0, 1, 6, 8, 9])
    play(state, "champion 8")
    assert (state.phase, region(state, 8)["owner"]) == ("deploy", 0)


@pytest.mark.rule("WW-POWER-CHAMPIONS")
def test_the_champion_makes_no_first_conquest_of_a_race_without_regions() -> None:
    state = champion(9, {4: held(0, "trolls")}, own=[declined("trolls")])
    assert (legal(state, "champion"), legal(state, "conquer")) == ([], [0, 9, 12, 15])
    assert legal(play(state, "conquer 9"), "champion") == [5, 8]


@pytest.mark.rule("WW-POWER-CHAMPIONS")
@pytest.mark.parametrize("face", [0, 1])
def test_the_champion_does_not_conquer_after_the_final_die(face: int) -> None:
    state = champion(1, {5: held(0, "orcs", 2), 1: held(0, "orcs")})
    after = rolled(state, "conquer 4", face)
    assert (after.phase, legal(after, "champion")) == ("deploy", [])
    assert (4 in legal(after, "post")) == (face == 1)


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-CONQ-2")
def test_the_champion_conquers_beside_his_race_only() -> None:
    # Neither a starting region elsewhere, nor water, nor a neighbour of the race in decline.
    regions = {7: held(0, "orcs"), 3: held(0, "orcs"), 1: held(0, "trolls")}
    state = champion(5, regions, own=[declined("trolls")])
    assert legal(state, "champion") == [2, 6]


@pytest.mark.rule("WW-POWER-CHAMPIONS")
def test_the_champion_may_conquer_the_owners_race_in_decline_and_an_empty_region() -> None:
    regions = {0: held(0, "orcs"), 1: held(0, "trolls", 1)}
    state = champion(5, regions, own=[declined("trolls")])
    assert legal(state, "champion") == [1, 4]
    play(state, "champion 1")
    assert (stands(state, 1), tray(state, "trolls")) == ((0, {"champion": 1}), 11)


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-RACE-NAGA")
def test_the_champion_of_naga_may_conquer_water() -> None:
    assert legal(champion(5, {9: held(0, "naga")}, name="naga"), "champion") == [5, 8, 10]


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-CLAR-6")
def test_caverns_count_as_adjacent_for_the_champion_of_kobolds() -> None:
    assert legal(champion(5, {0: held(0, "kobolds")}, name="kobolds"), "champion") == [1, 4, 6, 15]
    assert legal(champion(5, {}, name="kobolds"), "champion") == []


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-INT-49", "WW-CONQ-10")
def test_an_immune_region_is_no_target_of_the_champion() -> None:
    regions = {1: held(0, "orcs"), 5: held(1, "kobolds", 1, tower=1), 2: held(1, "kobolds")}
    assert legal(champion(5, regions, active("kobolds", "defenders")), "champion") == [0, 2]


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-INT-42", "WW-CONQ-11")
@pytest.mark.parametrize("purse", [0, 1])
def test_the_marsh_toll_is_due_for_the_champion(purse: int) -> None:
    regions = {0: held(0, "orcs"), 4: held(1, "kobolds"), 12: held(1, "kobolds")}
    state = champion(5, regions, active("kobolds", "marshdwellers"), coins=purse)
    assert legal(state, "champion") == ([1, 4] if purse else [1])
    if purse:
        assert coins(play(state, "champion 4")) == [0, 6]


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-RACE-PANDAREN")
@pytest.mark.parametrize("purse", [1, 2])
def test_harmony_is_due_for_the_champion(purse: int) -> None:
    regions = {0: held(0, "orcs"), 4: held(1, "pandaren"), 12: held(1, "pandaren")}
    seats = [seat(active("orcs", "champions"), coins=purse, harmony=True), seat(active("pandaren", "farmers"))]
    state = warcraft(phase="conquest", seats=seats, regions=regions)
    assert legal(state, "champion") == ([1, 4] if purse == 2 else [1])


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-CONQ-11", "WW-CLAR-2")
@pytest.mark.parametrize("purse", [1, 2])
def test_the_toll_of_the_aegis_is_due_for_the_champion(purse: int) -> None:
    regions = {0: held(0, "orcs"), 4: hold(1, "kobolds", artifacts=["aegis"]), 12: held(1, "kobolds")}
    state = champion(2, regions, active("kobolds", "farmers"), coins=purse, aegis_up=True)
    assert legal(state, "champion") == ([1, 4] if purse == 2 else [1])
    if purse == 2:
        play(state, "champion 4")
        assert (coins(state), artifacts_in(state, 4)) == ([0, 7], ["aegis"])


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-CONQ-12")
def test_the_champion_turns_up_a_marker() -> None:
    state = champion(2, {1: held(0, "orcs"), 5: {"face_down": "frostmourne"}})
    play(state, "champion 5")
    assert (artifacts_in(state, 5), legal_words(state, "arm")) == (["frostmourne"], {"frostmourne"})


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-ACT-25")
def test_the_champion_takes_no_part_in_an_armed_conquest() -> None:
    state = champion(5, {0: hold(0, "orcs", artifacts=["frostmourne", "doomhammer"])}, coins=5)
    for artifact in ("frostmourne", "doomhammer"):
        assert "champion" not in verbs(play(state.copy(), f"arm {artifact}"))


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-CONQ-4", "WW-EX-34")
@pytest.mark.parametrize(("number", "count", "cost"), [(4, 0, 3), (4, 1, 4), (9, 2, 6)])
def test_the_champion_defends_as_one_token(number: int, count: int, cost: int) -> None:
    regions = {5: held(0, "kobolds"), number: held(1, "orcs", count, champion=1), 12: held(1, "orcs")}
    state = attacking("kobolds", "farmers", 9, regions, active("orcs", "champions"))
    assert price(state, number) == cost


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-CONQ-7", "WW-EX-34", "WW-INT-50")
@pytest.mark.parametrize("count", [0, 2, 3])
def test_a_captured_champion_is_ransomed_and_no_token_is_lost(count: int) -> None:
    regions = {5: held(0, "kobolds"), 9: held(1, "orcs", count, champion=1), 12: held(1, "orcs")}
    state = attacking("kobolds", "farmers", 10, regions, active("orcs", "champions"))
    play(state, "conquer 9")
    assert coins(state) == [1, 4]
    assert (in_hand(state, 1, "orcs"), tray(state, "orcs"), where(state, "champion")) == (count, 11 - count - 1, [])
    lay_out(state, 5)
    assert (state.phase, state.to_act, legal(state, "post")) == ("withdrawn", 1, [12])
    assert legal(state, "deploy") == ([12] if count else [])
    play(state, "post 12", *(["deploy_rest 12"] if count else []))
    assert (state.turn, stands(state, 12)) == (1, (1 + count, {"champion": 1}))


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-CONQ-7", "WW-SCORE-4")
def test_without_a_coin_the_champion_is_out_of_the_game() -> None:
    regions = {5: held(0, "kobolds"), 9: held(1, "orcs", 2, champion=1), 12: held(1, "orcs")}
    state = attacking("kobolds", "farmers", 10, regions, active("orcs", "champions"), purse=0)
    play(state, "conquer 9")
    assert (coins(state), in_hand(state, 1, "orcs"), tray(state, "orcs")) == ([0, 0], 2, 8)
    assert race(state, 1, "orcs")["champion_lost"]
    lay_out(state, 5)
    assert offered(state) == {"deploy": [12], "deploy_rest": [12]}
    play(state, "deploy_rest 12")
    assert (state.turn, legal(state, "champion"), legal(state, "conquer")) == (1, [], [0, 9, 13, 15])
    # Not even with coins again, turns later.
    end_turn(end_turn(state))
    assert (state.turn, coins(state)[1] > 0, legal(state, "champion")) == (1, True, [])


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-CONQ-7")
def test_the_next_champions_have_their_champion_again() -> None:
    races = ["kobolds", "trolls", "tauren", "naga", "dwarves", "gnomes"]
    powers = ["farmers", "miners", "fishers", "trackers", "sailors", "explorers"]
    column = [{"race": name, "power": power, "coins": 0} for name, power in zip(races, powers, strict=True)]
    lost = active("orcs", "champions", champion_lost=True)
    state = warcraft(
        phase="choose", seats=[seat(lost, coins=9), seat()], regions={4: held(0, "orcs", 3)},
        column=column, power_stack=[], discarded_powers=[],
    )  # fmt: skip
    # The badge is the only one left for the row that opens.
    end_turn(play(state, "decline", "pick 0", "conquer 9"))
    assert [row["power"] for row in state.to_position()["column"]][5] == "champions"
    play(state, "pick 5", "conquer 0")
    assert legal(state, "champion") == [1, 4]


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-CLAR-25", "WW-CONQ-8")
def test_coins_received_for_the_same_conquest_pay_the_ransom() -> None:
    regions = {
        5: hold(0, "kobolds", artifacts=["doomhammer"]), 9: held(1, "orcs", 2, champion=1), 12: held(1, "orcs")
    }  # fmt: skip
    state = attacking("kobolds", "farmers", 10, regions, active("orcs", "champions"), coins=2, purse=0)
    play(state, "arm doomhammer", "conquer 9")
    assert (coins(state), race(state, 1, "orcs").get("champion_lost", False)) == ([1, 1], False)


@pytest.mark.rule("WW-POWER-CHAMPIONS")
def test_a_ransomed_champion_without_a_region_waits_in_hand() -> None:
    regions = {5: held(0, "kobolds"), 4: held(1, "orcs", 2, champion=1)}
    state = attacking("kobolds", "farmers", 5, regions, active("orcs", "champions"))
    lay_out(play(state, "conquer 4"), 5)
    assert (state.turn, in_hand(state, 1, "orcs"), where(state, "champion"), legal(state, "champion")) == (1, 2, [], [])
    # He pays no part of the first conquest either: need 3, one short.
    won = rolled(state, "conquer 0", 1)
    assert (won.phase, legal(won, "post"), legal(rolled(state, "conquer 0", 0), "post")) == ("deploy", [0], [])


@pytest.mark.rule("WW-POWER-CHAMPIONS")
def test_the_champion_is_in_hand_from_the_pick_on() -> None:
    state = play(picked("orcs", "champions"), "conquer 0")
    assert (in_hand(state, 0, "orcs"), legal(state, "champion")) == (11 - 3, [1, 4])


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-CLAR-8")
def test_the_champion_pays_no_part_of_a_conquest() -> None:
    regions = {0: held(0, "orcs"), 4: {}}
    # One token short, and the die decides.
    assert region(rolled(champion(1, regions), "conquer 4", 0), 4) == {}
    state = play(champion(3, regions), "conquer 4")
    assert (stands(state, 4), legal(state, "champion")) == ((2, {}), [1, 5, 8])


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-CLAR-8", "WW-CONQ-5")
def test_the_champion_alone_in_hand_rolls_no_die() -> None:
    state = champion(0, {0: held(0, "orcs")})
    assert (legal(state, "conquer"), legal(state, "champion")) == ([], [1, 4])


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-RACE-TAUREN")
def test_the_champion_of_tauren_takes_a_tauren_along() -> None:
    regions = {0: held(0, "tauren", 2), 4: held(1, "kobolds", 4), 12: held(1, "kobolds")}
    assert legal(champion(0, regions, active("kobolds", "farmers"), name="tauren"), "champion") == []
    state = champion(3, regions, active("kobolds", "farmers"), name="tauren")
    play(state, "champion 4")
    assert (stands(state, 4), in_hand(state, 0, "tauren")) == ((1, {"champion": 1}), 2)


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-ACT-16", "WW-CLAR-16")
@pytest.mark.parametrize(("count", "left", "came"), [(1, 1, 0), (3, 1, 2)])
def test_the_champion_is_gathered_where_a_token_stays(count: int, left: int, came: int) -> None:
    regions = {0: held(0, "orcs", count, champion=1), 12: held(0, "orcs", 3)}
    state = champion(0, regions, phase="choose")
    assert legal(state, "champion") == [1, 4, 13, 15]
    play(state, "champion 13")
    assert (stands(state, 0), stands(state, 12), stands(state, 13)) == ((left, {}), (1, {}), (0, {"champion": 1}))
    assert in_hand(state, 0, "orcs") == came + 2


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-ACT-16", "WW-CLAR-16")
def test_the_champion_may_be_left_in_the_place_of_a_token() -> None:
    regions = {0: held(0, "orcs", 1, champion=1), 12: held(0, "orcs", 1)}
    state = champion(0, regions, phase="choose")
    # One token and the die against an empty region: only with the Champion left behind.
    assert (legal(state, "conquer"), "leave_champion" in verbs(state)) == ([], True)
    play(state, "leave_champion")
    assert (stands(state, 0), in_hand(state, 0, "orcs"), legal(state, "champion")) == ((0, {"champion": 1}), 1, [])
    assert (4 in legal(state, "conquer"), "leave_champion" in verbs(state)) == (True, False)


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-CLAR-16")
def test_a_champion_that_stands_alone_is_gathered_by_abandoning_his_region() -> None:
    regions = {0: held(0, "orcs", 0, champion=1), 1: held(0, "orcs", 3)}
    state = champion(0, regions, phase="choose")
    assert (legal(state, "champion"), legal(state, "abandon")) == ([], [0, 1])
    play(state, "abandon 0")
    assert (region(state, 0), legal(state, "champion")) == ({}, [0, 2, 5])


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-ACT-17", "WW-CLAR-23")
def test_an_unused_champion_is_placed_like_a_token() -> None:
    state = play(champion(0, {0: held(0, "orcs"), 1: held(0, "orcs")}), "finish")
    assert (state.phase, legal(state, "post"), "finish" in verbs(state)) == ("deploy", [0, 1], False)
    play(state, "deploy 1", "deploy 1")
    assert offered(state) == {"post": [0]}
    play(state, "post 0")
    assert (state.turn, stands(state, 0), stands(state, 1), coins(state)[0]) == (1, (0, {"champion": 1}), (2, {}), 2)


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-ACT-17")
def test_a_used_champion_is_placed_anew_and_his_conquest_must_be_kept() -> None:
    state = champion(0, {0: held(0, "orcs", 2), 1: held(0, "orcs")})
    play(state, "champion 4")
    assert (state.phase, legal(state, "post")) == ("deploy", [0, 1, 4])
    play(state, "post 1", "deploy 0", "deploy 0")
    assert offered(state) == {"deploy": [4], "deploy_rest": [4]}
    play(state, "deploy 4")
    assert [stands(state, number) for number in (0, 1, 4)] == [(2, {}), (0, {"champion": 1}), (1, {})]


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-DECL-4", "WW-INT-52")
@pytest.mark.parametrize(("count", "paid"), [(0, 1), (1, 2), (3, 2)])
def test_the_champion_leaves_at_the_decline(count: int, paid: int) -> None:
    regions = {0: held(0, "orcs", count, champion=1), 1: held(0, "orcs", 2)}
    state = declining([active("orcs", "champions")], regions)
    assert (where(state, "champion"), coins(state)[0], tokens(state, 1)) == ([], paid, 1)
    assert stands(state, 0) == ((1, {}) if count else (0, {}))
    assert bool(region(state, 0)) == bool(count)


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-CLAR-26")
def test_a_champion_without_tokens_and_regions_can_only_pass_or_decline() -> None:
    state = champion(0, {}, phase="choose")
    assert offered(state) == {"decline": [], "finish": []}
    assert play(state, "finish").turn == 1


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-RACE-NIGHTELVES")
def test_a_forest_that_the_champion_of_night_elves_conquers_gets_a_wall() -> None:
    state = play(champion(2, {2: held(0, "night_elves")}, name="night_elves"), "champion 3")
    assert stands(state, 3) == (0, {"champion": 1, "wall": 1})


# Defenders


def after_turn(regions: dict[int, Any], *others: dict[str, Any], **fields: Any) -> swenv.State:
    """Seat 0 has done nothing in its turn but to end it, with Defender Kobolds."""
    state = end_turn(attacking("kobolds", "defenders", 0, regions, *others, **fields))
    assert state.turn == 1
    return state


def around(own: list[int], **others: list[int]) -> dict[int, Any]:
    """The Farmland with a token of the Defenders, and who holds the regions around it."""
    regions: dict[int, Any] = {number: held(0, "kobolds") for number in [FARMLAND, *own]}
    regions |= {number: dict(MURLOC) for number in others.pop("murlocs", [])}
    for name, places in others.items():
        regions |= {number: held(0 if name == "forsaken" else 1, name) for number in places}
    return regions


SLOTS = [active("orcs", "farmers"), declined("trolls")]
SURROUNDINGS = [
    pytest.param(around([1, 4], murlocs=[6]), True, id="more than Murlocs"),
    pytest.param(around([1, 4], orcs=[6, 9]), False, id="as many as the Orcs"),
    pytest.param(around([1]), True, id="alone"),
    pytest.param(around([]), False, id="nobody"),
    pytest.param(around([1, 4], orcs=[6], trolls=[9]), True, id="races of one opponent apart"),
    pytest.param(around([1, 4], murlocs=[6, 9]), False, id="as many as Murlocs"),
    pytest.param(around([1], trolls=[4]), False, id="as many as a race in decline"),
    pytest.param(around([1], forsaken=[4]), False, id="as many as the own race in decline"),
    pytest.param(around([1, 4], forsaken=[6]), True, id="more than the own race in decline"),
    pytest.param(around([1, 4, 6], orcs=[9]), True, id="three to one"),
    pytest.param(around([1], orcs=[4, 6, 9]), False, id="one to three"),
]


@pytest.mark.rule("WW-POWER-DEFENDERS", "WW-EX-38", "WW-CLAR-24", "WW-INT-83")
@pytest.mark.parametrize(("regions", "built"), SURROUNDINGS)
@pytest.mark.parametrize("stood", [False, True])
def test_a_tower_stands_where_most_regions_around_are_the_defenders(
    regions: dict[int, Any], built: bool, stood: bool
) -> None:
    if stood:
        regions = {**regions, FARMLAND: held(0, "kobolds", 1, tower=1)}
    far = {12: held(1, "orcs"), 13: held(1, "trolls"), 14: held(0, "forsaken")}
    state = after_turn({**regions, **far}, *SLOTS, own=[declined("forsaken")])
    assert where(state, "tower") == ([FARMLAND] if built else [])


@pytest.mark.rule("WW-POWER-DEFENDERS")
def test_each_opponent_counts_alone_for_the_tower() -> None:
    regions = {**around([1, 4], orcs=[6]), 9: held(2, "trolls")}
    state = after_turn(regions, active("orcs", "farmers"), rest=[seat(active("trolls", "miners"))])
    assert where(state, "tower") == [FARMLAND]


@pytest.mark.rule("WW-POWER-DEFENDERS")
def test_towers_stand_on_all_farmland_that_qualifies_and_on_nothing_else() -> None:
    regions = {number: held(0, "kobolds") for number in (0, 1, 2, 3, 12, 13, 15, 16)} | {5: held(1, "orcs")}
    state = after_turn(regions, active("orcs", "farmers"))
    assert where(state, "tower") == [0, 12]


@pytest.mark.rule("WW-POWER-DEFENDERS", "WW-INT-69")
@pytest.mark.parametrize("lake", [False, True])
def test_naga_on_the_water_count_for_the_tower(lake: bool) -> None:
    # On L1a the Farmland 10 borders 9 and the lake 5.
    regions = {9: held(0, "kobolds"), 10: held(0, "kobolds"), 12: held(1, "naga")}
    if lake:
        regions[5] = held(1, "naga")
    state = after_turn(regions, active("naga", "farmers"), boards=["L1a", "S1a"])
    assert where(state, "tower") == ([] if lake else [10])


@pytest.mark.rule("WW-POWER-DEFENDERS")
def test_a_tower_is_built_on_a_conquest_at_the_end_of_the_turn() -> None:
    state = attacking("kobolds", "defenders", 3, {1: held(0, "kobolds"), 4: held(0, "kobolds")})
    play(state, "conquer 5")
    assert (state.phase, where(state, "tower")) == ("conquest", [])
    lay_out(state, 5)
    assert (state.turn, where(state, "tower")) == (1, [5])


@pytest.mark.rule("WW-POWER-DEFENDERS")
@pytest.mark.parametrize(("standing", "expected"), [([], [8, 10, 12, 21, 25, 33]), ([34, 40], [8, 10, 12, 21, 34, 40])])
def test_there_are_six_towers(standing: list[int], expected: list[int]) -> None:
    # Eight Farmlands qualify on the table for five.
    farmland = [8, 10, 12, 21, 25, 33, 34, 40]
    regions = {number: held(0, "forsaken") for number in [*farmland, 9, 17, 29, 37]}
    regions |= {number: held(0, "forsaken", 1, tower=1) for number in standing}
    seats = [seat(active("forsaken", "defenders")), seat(), seat(), seat(), seat()]
    state = end_turn(warcraft(5, phase="conquest", seats=seats, regions=regions))
    assert where(state, "tower") == expected


@pytest.mark.rule("WW-POWER-DEFENDERS", "WW-INT-70")
def test_a_tower_stays_until_the_next_own_turn_ends() -> None:
    regions = {0: held(1, "orcs", 4), **around([1])} | {5: held(0, "kobolds", 1, tower=1)}
    seats = [seat(active("kobolds", "defenders")), seat(active("orcs", "farmers", hand=5))]
    state = warcraft(turn=1, phase="conquest", seats=seats, regions=regions)
    end_turn(play(state, "conquer 1"))
    assert (state.turn, where(state, "tower")) == (0, [5])
    end_turn(state)
    assert (state.turn, where(state, "tower")) == (1, [])


@pytest.mark.rule("WW-POWER-DEFENDERS", "WW-CONQ-10")
def test_a_region_with_a_tower_cannot_be_conquered() -> None:
    artifacts = ["ashes", "doomhammer", "frostmourne"]
    regions = {1: hold(0, "orcs", artifacts=artifacts), 5: held(1, "kobolds", 1, tower=1), 4: held(1, "kobolds")}
    state = attacking("orcs", "farmers", 9, regions, active("kobolds", "defenders"), coins=9)
    assert legal(state, "conquer") == [0, 2, 9, 12, 15]
    for artifact in artifacts:
        reached = legal(play(state.copy(), f"arm {artifact}"), "conquer")
        assert (5 in reached, 4 in reached) == (False, artifact == "ashes")


@pytest.mark.rule("WW-POWER-DEFENDERS", "WW-CONQ-10")
@pytest.mark.parametrize(
    ("name", "power", "verb"),
    [
        ("orcs", "champions", "champion"),
        ("orcs", "strongmen", "push"),
        ("orcs", "portal_mages", "portal"),
        ("gnomes", "farmers", "roll_for"),
        ("gnomes", "farmers", "conquer"),
        ("goblins", "farmers", "bomb"),
        ("humans", "farmers", "objective"),
    ],
)
def test_no_effect_of_an_opponent_reaches_a_region_with_a_tower(name: str, power: str, verb: str) -> None:
    seen = []
    for pieces in ({}, {"tower": 1}):
        regions = {14: held(0, name, 2), 17: held(1, "kobolds", 2, **pieces), 16: held(1, "kobolds"), 7: MURLOC}
        stack = {"bomb_stack": ["live"]} if name == "goblins" else {}
        state = attacking(name, power, 6, regions, active("kobolds", "defenders"), **stack)
        if name == "gnomes":
            play(state, "arm air_strike")
        if verb in ("bomb", "objective"):
            lay_out(state, 14)
        seen.append(17 in legal(state, verb))
    assert seen == [True, False]


@pytest.mark.rule("WW-POWER-DEFENDERS", "WW-CONQ-10", "WW-RACE-ETHEREALS")
@pytest.mark.parametrize("pieces", [{}, {"tower": 1}])
def test_ethereals_take_no_artifact_from_a_region_with_a_tower(pieces: dict[str, int]) -> None:
    regions = {14: held(0, "ethereals"), 17: hold(1, "kobolds", artifacts=["ashes"], **pieces)}
    state = attacking("ethereals", "farmers", 5, regions, active("kobolds", "defenders"), coins=5)
    assert legal_words(state, "take") == (set() if pieces else {"ashes"})


@pytest.mark.rule("WW-POWER-DEFENDERS", "WW-CONQ-10")
def test_the_tower_does_not_stop_its_owner() -> None:
    regions = around([1]) | {5: {**held(0, "kobolds", 1, tower=1), "artifacts": ["aegis"]}}
    state = play(attacking("kobolds", "defenders", 0, regions), "finish")
    assert legal(state, "aegis") == [1, 5]


@pytest.mark.rule("WW-POWER-DEFENDERS", "WW-INT-71", "WW-DECL-5")
def test_towers_leave_at_the_decline() -> None:
    regions = around([1]) | {5: held(0, "kobolds", 1, tower=1), 4: held(1, "orcs", 5)}
    state = declining([active("kobolds", "defenders")], regions, others=[seat(active("orcs", "farmers"))])
    assert (where(state, "tower"), coins(state)[0]) == ([], 2)
    assert 5 in legal(state, "conquer")


@pytest.mark.rule("WW-POWER-DEFENDERS", "WW-TURN-6")
def test_the_tower_of_an_abandoned_region_is_removed() -> None:
    regions = around([1]) | {5: held(0, "kobolds", 1, tower=1)}
    state = attacking("kobolds", "defenders", 0, regions, phase="choose")
    assert region(play(state, "abandon 5"), 5) == {}


@pytest.mark.rule("WW-POWER-DEFENDERS")
def test_only_defenders_build_towers() -> None:
    regions = around([1])
    state = end_turn(attacking("kobolds", "farmers", 0, regions))
    assert where(state, "tower") == []
    later = {**around([1]), 12: held(0, "orcs")}
    state = end_turn(attacking("orcs", "farmers", 0, later, own=[declined("kobolds")]))
    assert where(state, "tower") == []


# Marshdwellers


def marsh(slot: dict[str, Any], purse: int, free: int = 9, **fields: Any) -> swenv.State:
    """Kobolds of seat 0 beside Swamps of Orcs of seat 1 (4, then 8) and a Hill of theirs (1)."""
    regions = {0: held(0, "kobolds"), 4: held(1, "orcs"), 8: held(1, "orcs"), 1: held(1, "orcs")}
    return attacking("kobolds", "farmers", free, regions, slot, coins=purse, **fields)


MARSHDWELLERS = pytest.mark.parametrize(
    "slot", [active("orcs", "marshdwellers"), declined("orcs", "marshdwellers")], ids=["active", "declined"]
)


@pytest.mark.rule("WW-POWER-MARSHDWELLERS", "WW-CONQ-11", "WW-EX-41")
@MARSHDWELLERS
def test_each_conquest_of_a_swamp_of_marshdwellers_costs_a_coin(slot: dict[str, Any]) -> None:
    state = marsh(slot, 2)
    play(state, "conquer 4")
    assert (tokens(state, 4), coins(state)) == (3, [1, 6])
    assert coins(play(state, "conquer 8")) == [0, 7]


@pytest.mark.rule("WW-POWER-MARSHDWELLERS", "WW-EX-41")
@MARSHDWELLERS
@pytest.mark.parametrize("free", [9, 2])
def test_without_a_coin_a_swamp_of_marshdwellers_cannot_be_conquered(slot: dict[str, Any], free: int) -> None:
    # With two tokens it would be the final conquest.
    assert (4 in legal(marsh(slot, 0, free), "conquer"), 4 in legal(marsh(slot, 1, free), "conquer")) == (
        False,
        True,
    )


@pytest.mark.rule("WW-POWER-MARSHDWELLERS")
@MARSHDWELLERS
def test_other_land_of_marshdwellers_costs_no_coin(slot: dict[str, Any]) -> None:
    state = marsh(slot, 0)
    assert 1 in legal(state, "conquer")
    assert coins(play(state, "conquer 1")) == [0, 5]


@pytest.mark.rule("WW-POWER-MARSHDWELLERS")
@pytest.mark.parametrize("content", [{}, MURLOC, held(1, "trolls")], ids=["empty", "murloc", "other race"])
def test_a_swamp_that_marshdwellers_do_not_hold_costs_no_coin(content: dict[str, Any]) -> None:
    regions = {0: held(0, "kobolds"), 4: content, 8: held(1, "orcs"), 12: held(1, "trolls")}
    for slots in (
        [active("orcs", "marshdwellers"), declined("trolls")],
        [active("trolls", "miners"), declined("orcs", "marshdwellers")],
    ):
        state = attacking("kobolds", "farmers", 9, regions, *slots)
        assert coins(play(state, "conquer 4")) == [0, 5]


@pytest.mark.rule("WW-POWER-MARSHDWELLERS", "WW-INT-17")
def test_the_owner_pays_no_toll_for_his_own_race_in_decline() -> None:
    regions = {0: held(0, "kobolds"), 4: held(0, "orcs")}
    state = attacking("kobolds", "farmers", 9, regions, own=[declined("orcs", "marshdwellers")])
    assert coins(play(state, "conquer 4")) == [0, 5]


@pytest.mark.rule("WW-POWER-MARSHDWELLERS")
def test_the_toll_goes_to_the_player_of_the_marshdwellers() -> None:
    regions = {0: held(0, "kobolds"), 4: held(2, "orcs")}
    rest = [seat(active("trolls", "miners"), declined("orcs", "marshdwellers"))]
    state = attacking("kobolds", "farmers", 9, regions, rest=rest, coins=3)
    assert coins(play(state, "conquer 4")) == [2, 5, 6]


@pytest.mark.rule("WW-POWER-MARSHDWELLERS", "WW-CONQ-9")
def test_the_toll_is_paid_before_the_final_die_and_not_given_back() -> None:
    state = marsh(active("orcs", "marshdwellers"), 3, 2)
    after = rolled(state, "conquer 4", 0)
    assert (region(after, 4)["race"], after.phase, coins(after)) == ("orcs", "deploy", [2, 6])


@pytest.mark.rule("WW-POWER-MARSHDWELLERS", "WW-CONQ-11")
def test_coins_of_the_conquest_itself_do_not_pay_its_toll() -> None:
    regions = {0: held(0, "kobolds"), 4: held(1, "orcs", 3)}
    state = attacking("kobolds", "conquerors", 9, regions, active("orcs", "marshdwellers"))
    assert 4 not in legal(state, "conquer")


@pytest.mark.rule("WW-POWER-MARSHDWELLERS", "WW-INT-42")
def test_strongmen_and_portal_mages_pay_no_marsh_toll() -> None:
    regions = {0: held(0, "kobolds"), 4: held(1, "orcs", 2), 8: held(1, "orcs"), 7: MURLOC}
    pushed = attacking("kobolds", "strongmen", 2, regions, active("orcs", "marshdwellers"))
    play(pushed, "push 4", "push_to 8")
    assert (tokens(pushed, 4), tokens(pushed, 8), coins(pushed)) == (1, 2, [0, 5])
    swapped = attacking("kobolds", "portal_mages", 2, regions, active("orcs", "marshdwellers"))
    play(swapped, "portal 7", "portal 8")
    assert (region(swapped, 7)["race"], coins(swapped)) == ("orcs", [0, 5])


@pytest.mark.rule("WW-POWER-MARSHDWELLERS", "WW-INT-42")
def test_a_bomb_in_a_swamp_of_marshdwellers_costs_no_coin() -> None:
    regions = {0: held(0, "goblins", 2), 4: held(1, "orcs", 2) | {"bomb": "live"}, 12: held(1, "orcs")}
    seats = [seat(active("goblins", "farmers"), coins=3), seat(active("orcs", "marshdwellers"), coins=3)]
    state = end_turn(warcraft(turn=1, phase="conquest", seats=seats, regions=regions))
    # The Orcs of seat 1 are paid for their two regions before the bomb goes off.
    assert (state.turn, region(state, 4), coins(state)) == (0, {}, [3, 3 + 2])


@pytest.mark.rule("WW-POWER-MARSHDWELLERS", "WW-INT-42")
@pytest.mark.parametrize("purse", [0, 1])
def test_the_marsh_toll_is_due_for_an_air_strike(purse: int) -> None:
    regions = {0: held(0, "gnomes"), 8: held(1, "orcs"), 12: held(1, "orcs")}
    state = attacking("gnomes", "farmers", 9, regions, active("orcs", "marshdwellers"), coins=purse)
    play(state, "arm air_strike")
    assert (8 in legal(state, "conquer"), 8 in legal(state, "roll_for")) == (purse == 1, purse == 1)
    if purse:
        assert coins(play(state, "conquer 8")) == [0, 6]


@pytest.mark.rule("WW-POWER-MARSHDWELLERS", "WW-INT-41")
@pytest.mark.parametrize("purse", [2, 3])
def test_the_marsh_toll_is_due_beside_the_price_of_the_doomhammer(purse: int) -> None:
    regions = {0: hold(0, "kobolds", artifacts=["doomhammer"]), 4: held(1, "orcs", 4), 1: held(1, "orcs")}
    state = attacking("kobolds", "farmers", 3, regions, active("orcs", "marshdwellers"), coins=purse)
    play(state, "arm doomhammer")
    assert (1 in legal(state, "conquer"), 4 in legal(state, "conquer")) == (True, purse == 3)
    if purse == 3:
        assert coins(play(state, "conquer 4")) == [0, 5 + 3]


@pytest.mark.rule("WW-POWER-MARSHDWELLERS", "WW-EX-51", "WW-INT-41")
@pytest.mark.parametrize("purse", [4, 5])
def test_marsh_harmony_and_aegis_are_all_due(purse: int) -> None:
    regions = {
        0: held(0, "kobolds"), 4: hold(1, "pandaren", artifacts=["aegis"]), 12: held(1, "pandaren")
    }  # fmt: skip
    seats = [
        seat(active("kobolds", "farmers", hand=9), coins=purse, harmony=True),
        seat(active("pandaren", "marshdwellers"), coins=0),
    ]
    state = warcraft(phase="conquest", seats=seats, regions=regions, aegis_up=True)
    assert (4 in legal(state, "conquer")) == (purse == 5)
    if purse == 5:
        play(state, "conquer 4")
        assert (tokens(state, 4), coins(state)) == (3, [0, 5])


# Sentinels


@pytest.mark.rule("WW-POWER-SENTINELS", "WW-CONQ-13", "WW-CONQ-8")
@pytest.mark.parametrize("content", [{}, MURLOC, held(1, "orcs", 2), held(0, "trolls")])
def test_each_conquest_of_sentinels_gets_a_fort_at_once(content: dict[str, Any]) -> None:
    regions = {5: held(0, "kobolds"), 4: content, 9: content, 12: held(1, "orcs"), 14: held(0, "trolls")}
    state = attacking("kobolds", "sentinels", 10, regions, active("orcs", "farmers"), own=[declined("trolls")])
    play(state, "conquer 4")
    assert (markers(state, 4), where(state, "fortress")) == ({"fortress": 1}, [4])
    play(state, "conquer 9")
    assert where(state, "fortress") == [4, 9]


@pytest.mark.rule("WW-POWER-SENTINELS")
def test_the_first_conquest_of_sentinels_gets_a_fort() -> None:
    state = play(picked("kobolds", "sentinels"), "conquer 12")
    assert where(state, "fortress") == [12]
    end_turn(state)
    # No coin for it.
    assert (where(state, "fortress"), coins(state)[0]) == ([12], 5 + 1)


@pytest.mark.rule("WW-POWER-SENTINELS", "WW-INT-68", "WW-CONQ-13")
def test_every_region_of_sentinels_has_a_fort_when_they_have_redeployed() -> None:
    others, own = [active("orcs", "farmers")], [declined("trolls")]
    regions = {0: held(0, "kobolds", 1, fortress=1), 1: held(0, "kobolds"), 5: held(0, "kobolds")}
    regions |= {4: held(1, "orcs"), 12: held(0, "trolls"), 9: MURLOC}
    state = attacking("kobolds", "sentinels", 3, regions, *others, own=own)
    play(state, "finish")
    assert (state.phase, where(state, "fortress")) == ("deploy", [0])
    play(state, "deploy 0")
    assert where(state, "fortress") == [0]
    play(state, "deploy_rest 0")
    # They pay nothing, and the player's race in decline and others have none.
    assert (where(state, "fortress"), coins(state)[0]) == ([0, 1, 5], 3 + 1)


@pytest.mark.rule("WW-POWER-SENTINELS", "WW-POWER-STRONGMEN")
def test_a_fort_that_was_pushed_away_comes_back_at_the_end_of_the_own_redeployment() -> None:
    regions = {5: held(0, "orcs", 2), 6: held(1, "kobolds", 2, fortress=1), 7: held(1, "kobolds", 1, fortress=1)}
    state = attacking("orcs", "strongmen", 0, regions, active("kobolds", "sentinels"))
    end_turn(play(state, "push 6"))
    # Not in the turn of another, not when tokens are taken up, and not when conquests end.
    assert (state.turn, state.phase, where(state, "fortress")) == (1, "choose", [7])
    play(state, "finish")
    assert (state.phase, where(state, "fortress")) == ("deploy", [7])
    play(state, "deploy_rest 6")
    assert (state.turn, where(state, "fortress")) == (0, [6, 7])


@pytest.mark.rule("WW-POWER-SENTINELS", "WW-INT-65")
def test_a_region_that_a_portal_brought_gets_a_fort_at_the_end_of_the_redeployment() -> None:
    # Kobolds without a Fort, such as those for whom there was none, are moved from 7 to 8.
    regions = {0: held(0, "orcs"), 7: held(1, "kobolds", 2), 12: held(1, "kobolds", 1, fortress=1)}
    state = attacking("orcs", "portal_mages", 0, regions, active("kobolds", "sentinels"))
    end_turn(play(state, "portal 7", "portal 8"))
    assert (region(state, 8)["race"], where(state, "fortress")) == ("kobolds", [12])
    play(state, "finish", "deploy_rest 8")
    assert (state.turn, where(state, "fortress")) == (0, [8, 12])


@pytest.mark.rule("WW-POWER-SENTINELS", "WW-DECL-7")
def test_sentinels_in_decline_keep_their_forts_and_get_no_more() -> None:
    regions = {0: held(0, "orcs", 2), 4: held(0, "kobolds", 1, fortress=1), 12: held(0, "kobolds")}
    state = attacking("orcs", "farmers", 0, regions, own=[declined("kobolds", "sentinels")])
    assert where(end_turn(state), "fortress") == [4]
    # Nor on the turn of the decline, which has no redeployment.
    state = declining([active("orcs", "sentinels")], {0: held(0, "orcs", 3), 4: held(0, "orcs")}, others=[IDLE])
    assert where(state, "fortress") == []


@pytest.mark.rule("WW-POWER-SENTINELS", "WW-POWER-CHAMPIONS", "WW-CONQ-3")
def test_a_banner_of_ones_own_brings_forts_also_where_only_a_beast_or_the_champion_stands() -> None:
    wardens = Race(name="wardens", tokens=5, fort_on_conquest=True)
    regions = {0: held(0, "wardens", 1), 1: held(0, "wardens", 0, champion=1)}
    seats = [seat(active("wardens", "champions")), seat()]
    state = warcraft(phase="conquest", seats=seats, regions=regions, options={"extra_races": (wardens,)})
    play(state, "finish", "deploy 0", "post 1")
    assert (where(state, "fortress"), tokens(state, 1)) == ([0, 1], 0)


@pytest.mark.rule("WW-POWER-SENTINELS", "WW-CONQ-9")
def test_the_final_conquest_of_sentinels_gets_a_fort_if_it_succeeds() -> None:
    state = attacking("kobolds", "sentinels", 1, {0: held(0, "kobolds", 2)})
    assert where(rolled(state, "conquer 4", 1), "fortress") == [4]
    assert where(rolled(state, "conquer 4", 0), "fortress") == []


@pytest.mark.rule("WW-POWER-SENTINELS", "WW-INT-68")
def test_there_are_ten_forts() -> None:
    places = [0, 1, 2, 3, 4, 6, 7, 8, 9, 12]
    regions = {number: held(0, "forsaken", 1, fortress=1) for number in places}
    state = attacking("forsaken", "sentinels", 5, regions, phase="choose")
    none = play(state.copy(), "conquer 5")
    assert (region(none, 5)["race"], where(none, "fortress")) == ("forsaken", places)
    assert where(end_turn(none), "fortress") == places
    # An abandoned region frees one, for the next conquest.
    freed = play(state, "abandon 12", "conquer 5", "conquer 15")
    assert where(freed, "fortress") == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]


@pytest.mark.rule("WW-POWER-SENTINELS", "WW-INT-68")
def test_a_fort_set_free_goes_to_the_next_conquest_or_else_to_the_lowest_region_without() -> None:
    places = [0, 1, 2, 3, 4, 7, 8, 9, 12, 16]
    regions = {number: held(0, "forsaken", 1, fortress=1) for number in places}
    regions |= {5: held(0, "forsaken", 3), 6: held(0, "forsaken", 1)}
    state = attacking("forsaken", "sentinels", 0, regions, phase="choose")
    play(state, "abandon 12")
    freed = sorted({*places} - {12})
    assert where(state, "fortress") == freed
    conquered = end_turn(play(state.copy(), "conquer 15"))
    assert (conquered.turn, where(conquered, "fortress")) == (1, sorted([*freed, 15]))
    end_turn(state)
    assert (state.turn, where(state, "fortress")) == (1, sorted([*freed, 5]))


@pytest.mark.rule("WW-POWER-SENTINELS", "WW-TURN-6")
def test_a_fort_goes_with_an_abandoned_region_and_comes_back_with_a_new_conquest() -> None:
    regions = {0: held(0, "kobolds", 4), 4: held(0, "kobolds", 1, fortress=1)}
    state = attacking("kobolds", "sentinels", 0, regions, phase="choose")
    play(state, "abandon 4")
    assert region(state, 4) == {}
    play(state, "conquer 4")
    assert (tokens(state, 4), markers(state, 4)) == (2, {"fortress": 1})


@pytest.mark.rule("WW-POWER-SENTINELS", "WW-CONQ-13", "WW-DECL-5")
@pytest.mark.parametrize(
    "slot", [active("orcs", "sentinels"), declined("orcs", "sentinels")], ids=["active", "declined"]
)
@pytest.mark.parametrize(("number", "cost"), [(4, 4), (9, 5)])
def test_a_fort_defends_with_one_and_goes_when_the_region_falls(slot: dict[str, Any], number: int, cost: int) -> None:
    regions = {5: held(0, "kobolds"), number: held(1, "orcs", 1, fortress=1), 12: held(1, "orcs")}
    state = attacking("kobolds", "farmers", 9, regions, slot)
    play(state, f"conquer {number}")
    assert stands(state, number) == (cost, {})


@pytest.mark.rule("WW-POWER-SENTINELS", "WW-DECL-5", "WW-DECL-6")
def test_forts_stay_in_decline_and_pay_nothing() -> None:
    regions = {0: held(0, "orcs", 3, fortress=1), 4: held(0, "orcs", 1, fortress=1), 1: held(0, "orcs")}
    state = declining([active("orcs", "sentinels")], regions, others=[IDLE])
    assert (where(state, "fortress"), coins(state)[0]) == ([0, 4], 3)
    play(state, "finish")
    assert where(state, "fortress") == [0, 4]


@pytest.mark.rule("WW-POWER-SENTINELS", "WW-INT-17", "WW-CONQ-4")
def test_the_fort_counts_when_the_owner_takes_his_own_race_in_decline() -> None:
    regions = {0: held(0, "orcs"), 4: held(0, "kobolds", 1, fortress=1), 12: held(0, "kobolds", 1, fortress=1)}
    state = attacking("orcs", "farmers", 9, regions, own=[declined("kobolds", "sentinels")])
    play(state, "conquer 4")
    # The new race is no race of Sentinels.
    assert (stands(state, 4), where(state, "fortress")) == ((3, {}), [12])


@pytest.mark.rule("WW-POWER-SENTINELS", "WW-INT-67", "WW-DECL-2")
def test_forts_leave_with_the_race_at_the_next_decline() -> None:
    regions = {0: held(0, "orcs"), 4: held(0, "kobolds", 1, fortress=1)}
    state = declining([active("orcs", "farmers"), declined("kobolds", "sentinels")], regions)
    assert (region(state, 4), where(state, "fortress")) == ({}, [])
