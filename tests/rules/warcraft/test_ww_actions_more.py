"""What a player may decide (rules of Warcraft, section 8), WW-ACT-16 to 30: what is offered when, what is not asked."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import coins, in_hand, lay_out, markers, place_in, price, refused, tray, turn_state, verbs
from ww_play import ARTIFACTS, PLACES, artifacts_in, attacking, declining, hold, lying, offered
from ww_races import picked

import swenv
from support import (
    MURLOC,
    WX2,
    active,
    declined,
    held,
    legal,
    legal_words,
    play,
    race,
    region,
    seat,
    tokens,
    warcraft,
)

KOBOLDS = active("kobolds", "sailors")

# WW-ACT-16, -17: Champion and Beasts


def ready_champion(first: dict[str, Any], **fields: Any) -> swenv.State:
    """Champion Dwarves in regions 0 and 1 choose; region 0 is `first`, three stand in region 1."""
    regions = {0: first, 1: held(0, "dwarves", 3)}
    return attacking("dwarves", "champions", 0, regions, KOBOLDS, **{"phase": "choose", **fields})


@pytest.mark.rule("WW-ACT-16")
@pytest.mark.parametrize("count", [1, 3])
def test_the_champion_is_gathered_or_left(count: int) -> None:
    state = ready_champion(held(0, "dwarves", count, champion=1))
    assert {"abandon", "champion", "conquer", "decline", "finish", "leave_champion"} == verbs(state)
    gathered = play(state.copy(), "champion 2")
    assert (tokens(gathered, 0), in_hand(gathered, 0, "dwarves")) == (1, count - 1 + 2)
    assert markers(gathered, 0) == {}
    play(state, "leave_champion")
    assert (state.phase, verbs(state)) == ("ready", {"abandon", "conquer", "finish"})
    assert (tokens(state, 0), markers(state, 0)) == (0, {"champion": 1})
    assert in_hand(state, 0, "dwarves") == count + 2


@pytest.mark.rule("WW-ACT-16")
def test_a_champion_alone_stays_unless_his_region_is_abandoned() -> None:
    state = ready_champion(held(0, "dwarves", 0, champion=1))
    assert (legal(state, "leave_champion"), legal(state, "champion")) == ([], [])
    play(state, "abandon 0")
    assert (region(state, 0), legal(state, "leave_champion")) == ({}, [])
    assert legal(state, "champion") == [0, 2, 5]


@pytest.mark.rule("WW-ACT-16")
def test_the_champion_is_left_only_before_the_conquests() -> None:
    state = ready_champion(held(0, "dwarves", 2, champion=1))
    play(state, "conquer 4")
    assert (state.phase, legal(state, "leave_champion")) == ("conquest", [])
    # Who was in hand all the time has no place to be left in.
    assert legal(ready_champion(held(0, "dwarves", 2)), "leave_champion") == []
    assert legal(picked("dwarves", "champions"), "leave_champion") == []


@pytest.mark.rule("WW-ACT-16", "WW-CLAR-9")
@pytest.mark.parametrize("count", [1, 2])
def test_the_champion_of_tauren_is_gathered_from_among_three(count: int) -> None:
    regions = {0: held(0, "tauren", count, champion=1), 1: held(0, "tauren", 5)}
    state = attacking("tauren", "champions", 0, regions, KOBOLDS, phase="choose")
    gathered = count == 2
    assert (legal(state, "leave_champion"), legal(state, "champion")) == (([0], [2, 4, 5]) if gathered else ([], []))
    if gathered:
        play(state, "leave_champion")
        assert (tokens(state, 0), markers(state, 0), in_hand(state, 0, "tauren")) == (1, {"champion": 1}, 4)


def beasts(count: int) -> swenv.State:
    """Beastmasters in regions 0 and 4 have ended their conquests with one token and some Beasts in hand."""
    regions = {0: held(0, "kobolds"), 4: held(0, "kobolds")}
    state = attacking("kobolds", "beastmasters", 1, regions, active("orcs", "miners"), fields={"beasts": count})
    return play(state, "finish")


@pytest.mark.rule("WW-ACT-17")
def test_beasts_and_tokens_are_laid_out_until_every_region_is_held() -> None:
    state = beasts(2)
    everywhere = [0, 4]
    assert offered(state) == {"beast": everywhere, "deploy": everywhere, "deploy_rest": everywhere}
    play(state, "beast 0", "beast 0")
    assert (markers(state, 0), tokens(state, 0)) == ({"beasts": 2}, 0)
    # All three may go to region 4, but not all to region 0.
    assert offered(state) == {"deploy": everywhere, "deploy_rest": [4]}
    play(state, "deploy 0", "deploy 0")
    assert offered(state) == {"deploy": [4], "deploy_rest": [4]}
    play(state, "deploy 4")
    assert state.turn == 1
    assert [(tokens(state, number), markers(state, number)) for number in everywhere] == [(2, {"beasts": 2}), (1, {})]


@pytest.mark.rule("WW-ACT-17")
def test_a_beast_may_hold_a_region_alone() -> None:
    state = play(beasts(1), "beast 0", "deploy_rest 4")
    assert (state.turn, tokens(state, 0), markers(state, 0), tokens(state, 4)) == (1, 0, {"beasts": 1}, 3)
    assert region(state, 0)["owner"] == 0


@pytest.mark.rule("WW-ACT-17")
def test_the_champion_is_laid_out_too() -> None:
    regions = {0: held(0, "dwarves"), 4: held(0, "dwarves")}
    state = play(attacking("dwarves", "champions", 1, regions, KOBOLDS), "finish")
    assert offered(state) == {"deploy": [0, 4], "deploy_rest": [0, 4], "post": [0, 4]}
    play(state, "post 0", "deploy_rest 4")
    assert (state.turn, tokens(state, 0), markers(state, 0), tokens(state, 4)) == (1, 0, {"champion": 1}, 3)


@pytest.mark.rule("WW-ACT-17")
def test_what_is_withdrawn_goes_to_regions_of_the_race() -> None:
    regions = {
        0: held(0, "orcs"),
        1: held(1, "kobolds", 2, beasts=3),
        17: held(1, "kobolds"),
        6: held(1, "kobolds"),
        3: held(1, "gnomes"),
    }
    theirs = (active("kobolds", "beastmasters"), declined("gnomes"))
    state = attacking("orcs", "miners", 8, regions, *theirs)
    lay_out(play(state, "conquer 1"), 0)
    assert (state.phase, state.to_act) == ("withdrawn", 1)
    assert offered(state) == {"beast": [6, 17], "deploy": [6, 17], "deploy_rest": [6, 17]}
    play(state, "beast 6", "beast 17")
    assert (markers(state, 6), markers(state, 17)) == ({"beasts": 1}, {"beasts": 1})
    assert offered(state) == {"deploy": [6, 17], "deploy_rest": [6, 17]}
    play(state, "deploy_rest 6")
    assert (state.turn, tokens(state, 6)) == (1, 3)


# WW-ACT-18, -19: placements


@pytest.mark.rule("WW-ACT-18", "WW-ACT-19")
@pytest.mark.parametrize("artifact", ["aegis", "heart"])
def test_the_holder_must_put_aegis_and_heart_into_one_of_his_regions(artifact: str) -> None:
    regions = {0: hold(0, "draenei", artifacts=[artifact]), 5: held(0, "draenei"), 17: held(0, "draenei")}
    regions |= {3: held(0, "trolls"), 16: held(1, "kobolds")}
    state = attacking("draenei", "miners", 0, regions, active("kobolds", "farmers"), own=[declined("trolls")])
    play(state, "finish")
    assert (state.phase, offered(state)) == (artifact, {artifact: [0, 5, 17]})
    assert refused(state, "finish") and refused(state, f"{artifact} 3") and refused(state, f"{artifact} 16")
    play(state, f"{artifact} 17")
    assert (state.turn, artifacts_in(state, 17), artifacts_in(state, 0)) == (1, [artifact], [])


@pytest.mark.rule("WW-ACT-18", "WW-ACT-19")
@pytest.mark.parametrize("artifact", ["aegis", "heart"])
@pytest.mark.parametrize("there", [lying(), held(0, "trolls"), held(1, "kobolds")])
def test_nobody_places_what_he_does_not_hold(artifact: str, there: dict[str, Any]) -> None:
    regions = {0: held(0, "draenei"), 5: held(0, "draenei"), 6: {**there, "artifacts": [artifact]}}
    state = attacking("draenei", "miners", 0, regions, active("kobolds", "farmers"), own=[declined("trolls")])
    assert play(state, "finish").turn == 1


@pytest.mark.rule("WW-ACT-18", "WW-ACT-19", "WW-TURN-2")
def test_the_aegis_comes_before_the_heart() -> None:
    regions = {0: hold(0, "draenei", artifacts=["heart", "aegis"]), 17: held(0, "draenei")}
    state = play(attacking("draenei", "miners", 0, regions, KOBOLDS), "finish")
    assert offered(state) == {"aegis": [0, 17]}
    assert offered(play(state, "aegis 17")) == {"heart": [0, 17]}
    assert play(state, "heart 0").turn == 1


# WW-ACT-20: Objectives


@pytest.mark.rule("WW-ACT-20")
def test_humans_place_two_objectives_off_the_alliance() -> None:
    regions = {
        0: held(0, "humans"),
        1: held(1, "gnomes"),
        2: held(0, "trolls"),
        4: held(1, "dwarves"),
        5: held(2, "kobolds", 1, tower=1),
        6: held(2, "orcs"),
        8: MURLOC,
        12: lying(objective=1),
    }
    rest = [seat(active("kobolds", "defenders"), declined("orcs"))]
    theirs = (active("gnomes", "miners"), declined("dwarves"))
    state = attacking("humans", "farmers", 0, regions, *theirs, own=[declined("trolls")], rest=rest)
    play(state, "finish")
    allowed = [number for number in range(24) if number not in (0, 1, 4, 5)]
    assert (state.phase, offered(state)) == ("objectives", {"objective": allowed})
    assert refused(state, "finish") and refused(state, "objective 5")
    assert not region(state, 12).get("objective")
    play(state, "objective 10")
    assert offered(state) == {"objective": [number for number in allowed if number != 10]}
    play(state, "objective 2")
    assert state.turn == 1
    assert [number for number in range(24) if region(state, number).get("objective")] == [2, 10]


@pytest.mark.rule("WW-ACT-20")
def test_humans_place_what_is_possible() -> None:
    # The Alliance holds all but the lake 5.
    land = [number for number in range(19) if number != 5]
    regions = {number: held(0, "humans") for number in land[:9]} | {number: held(1, "gnomes") for number in land[9:]}
    boards = ["L1a", "S2b"]
    state = attacking("humans", "farmers", 0, regions, active("gnomes", "miners"), boards=boards)
    assert offered(play(state, "finish")) == {"objective": [5]}
    assert play(state, "objective 5").turn == 1


@pytest.mark.rule("WW-ACT-20")
def test_only_active_humans_place_objectives() -> None:
    state = attacking("draenei", "miners", 0, {0: held(0, "draenei"), 1: held(0, "humans")}, own=[declined("humans")])
    assert play(state, "finish").turn == 1


# WW-ACT-21, -22: Bombs


def goblins(stack: list[str], **fields: Any) -> swenv.State:
    """Goblins in regions 1 and 4, their neighbours are 0, 2, 5 and 8."""
    regions = {
        1: held(0, "goblins"),
        4: held(0, "goblins"),
        0: held(1, "kobolds"),
        2: held(1, "kobolds") | {"bomb": "dud"},
        5: held(1, "kobolds", 1, tower=1),
        8: held(1, "gnomes"),
        9: held(1, "kobolds"),
        **fields.pop("regions", {}),
    }
    theirs = (active("kobolds", "defenders"), declined("gnomes"))
    own = [declined("trolls")] if any(entry.get("race") == "trolls" for entry in regions.values()) else []
    return attacking("goblins", "miners", 0, regions, *theirs, own=own, bomb_stack=stack, **fields)


@pytest.mark.rule("WW-ACT-21")
def test_goblins_plant_beside_them_under_active_races_that_are_open() -> None:
    state = goblins(["live", "dud", "live"])
    assert legal(state, "bomb") == []
    play(state, "finish")
    # Not under their bomb, not under the Watch Tower, not under the race in decline.
    assert (state.phase, offered(state)) == ("bombs", {"bomb": [0], "finish": []})


@pytest.mark.rule("WW-ACT-21")
def test_goblins_plant_one_after_the_other_and_may_stop() -> None:
    two = {2: held(1, "kobolds"), 8: held(0, "trolls")}
    state = play(goblins(["live", "dud", "live"], regions=two), "finish")
    assert offered(state) == {"bomb": [0, 2], "finish": []}
    stopped = play(state.copy(), "bomb 2", "finish")
    assert (stopped.turn, "bomb" in region(stopped, 0), region(stopped, 2)["bomb"]) == (1, False, "live")
    play(state, "bomb 2")
    assert offered(state) == {"bomb": [0], "finish": []}
    play(state, "bomb 0")
    assert (state.turn, [region(state, number)["bomb"] for number in (2, 0)]) == (1, ["live", "dud"])


@pytest.mark.rule("WW-ACT-21")
@pytest.mark.parametrize("stack", [[], ["live"]])
def test_goblins_plant_no_more_than_the_stack_holds(stack: list[str]) -> None:
    state = play(goblins(stack, regions={2: held(1, "kobolds")}), "finish")
    assert legal(state, "bomb") == ([0, 2] if stack else [])
    if stack:
        play(state, "bomb 0")
    assert state.turn == 1


@pytest.mark.rule("WW-ACT-21")
def test_others_plant_no_bombs() -> None:
    state = attacking("orcs", "miners", 0, {1: held(0, "orcs"), 2: held(1, "kobolds")}, KOBOLDS)
    assert play(state, "finish").turn == 1


def revealing(purse: int, name: str = "pandaren") -> swenv.State:
    """Seat 1's turn ends, then bombs of the Goblins come to light in its regions 1 and 2."""
    return warcraft(
        turn=1,
        seats=[seat(active("goblins", "farmers"), coins=purse), seat(active(name, "miners"), coins=0)],
        regions={
            4: held(0, "goblins"),
            1: held(1, name) | {"bomb": "live"},
            2: held(1, name) | {"bomb": "live"},
            17: held(1, name),
        },
        bomb_stack=["dud", "dud"],
    )


@pytest.mark.rule("WW-ACT-22")
def test_goblins_pay_the_harmony_or_lose_the_bomb() -> None:
    state = play(revealing(2), "finish")
    assert (state.turn, state.phase, offered(state)) == (0, "reveal", {"finish": [], "pay": []})
    assert refused(state, "conquer 1") and refused(state, "decline")
    paid = play(state.copy(), "pay")
    # Paid once, both are revealed.
    assert (paid.phase, coins(paid)) == ("choose", [0, 3 + 2])
    assert ([region(paid, number) for number in (1, 2)], tray(paid, "pandaren")) == ([{}, {}], 10 - 1)
    play(state, "finish")
    assert (state.phase, coins(state)) == ("reveal", [2, 3])
    assert ("bomb" in region(state, 1), "bomb" in region(state, 2)) == (False, True)
    play(state, "finish")
    assert (state.phase, coins(state), tray(state, "pandaren")) == ("choose", [2, 3], 10 - 3)
    # The bombs are out of the game.
    assert state.to_position()["bomb_stack"] == ["dud", "dud"]
    assert [region(state, number) for number in (1, 2)] == [{"owner": 1, "race": "pandaren", "tokens": 1}] * 2


@pytest.mark.rule("WW-ACT-22")
def test_goblins_who_cannot_pay_are_not_asked() -> None:
    state = play(revealing(1), "finish")
    assert (state.turn, state.phase, coins(state)) == (0, "choose", [1, 3])
    assert region(state, 1) == {"owner": 1, "race": "pandaren", "tokens": 1}


@pytest.mark.rule("WW-ACT-22")
def test_bombs_under_others_explode_without_a_question() -> None:
    state = play(revealing(5, "kobolds"), "finish")
    assert (state.turn, state.phase, coins(state)[0]) == (0, "choose", 5)
    assert [region(state, number) for number in (1, 2)] == [{}, {}]


# WW-ACT-23: the Well


@pytest.mark.rule("WW-ACT-23")
def test_who_finds_the_well_chooses_a_water_of_that_board() -> None:
    regions = {0: held(0, "draenei"), 5: lying(face_down="well"), 4: held(0, "draenei")}
    state = attacking("draenei", "miners", 4, regions, KOBOLDS, rest=[seat()])
    play(state, "conquer 5")
    assert (state.phase, offered(state)) == ("well", {"well": [10, 11]})
    play(state, "well 11")
    assert (state.phase, place_in(state, 11), place_in(state, 5)) == ("conquest", "well", None)
    assert region(state, 5)["race"] == "draenei"


@pytest.mark.rule("WW-ACT-23")
def test_the_well_on_a_board_with_one_water() -> None:
    regions = {12: held(0, "draenei"), 15: lying(face_down="well")}
    state = attacking("draenei", "miners", 5, regions, KOBOLDS, boards=[WX2[0], "S1a"])
    assert offered(play(state, "conquer 15")) == {"well": [19]}


@pytest.mark.rule("WW-ACT-23")
def test_the_well_of_a_dry_board_asks_nothing() -> None:
    regions = {12: held(0, "draenei"), 13: lying(face_down="well")}
    state = play(attacking("draenei", "miners", 5, regions, KOBOLDS), "conquer 13")
    assert (state.phase, state.to_position()["gone"]) == ("conquest", ["well"])
    assert place_in(state, 13) in set(PLACES) - {"well"}


@pytest.mark.rule("WW-ACT-23")
@pytest.mark.parametrize("marker", [*ARTIFACTS, *PLACES])
def test_only_the_well_asks_where_it_goes(marker: str) -> None:
    state = attacking("draenei", "miners", 5, {4: held(0, "draenei"), 5: lying(face_down=marker)}, KOBOLDS)
    play(state, "conquer 5")
    assert state.phase == ("well" if marker == "well" else "conquest")
    assert "face_down" not in region(state, 5)


# WW-ACT-24: withdrawn tokens


@pytest.mark.rule("WW-ACT-24")
def test_losers_place_their_tokens_clockwise_on_regions_of_the_same_race() -> None:
    regions = {
        0: held(0, "draenei"),
        1: held(2, "orcs", 3),
        4: held(1, "kobolds", 2),
        17: held(1, "kobolds"),
        3: held(2, "orcs"),
        12: held(2, "orcs"),
        14: held(2, "gnomes"),
    }
    rest = [seat(active("orcs", "miners"), declined("gnomes"))]
    state = attacking("draenei", "farmers", 10, regions, active("kobolds", "sailors"), rest=rest)
    lay_out(play(state, "conquer 1", "conquer 4"), 0)
    assert (state.phase, state.to_act, offered(state)) == ("withdrawn", 1, {"deploy": [17], "deploy_rest": [17]})
    play(state, "deploy 17")
    assert (state.phase, state.to_act) == ("withdrawn", 2)
    assert offered(state) == {"deploy": [3, 12], "deploy_rest": [3, 12]}
    play(state, "deploy 3", "deploy 12")
    assert (state.turn, state.phase, tokens(state, 3), tokens(state, 12)) == (1, "choose", 2, 2)


@pytest.mark.rule("WW-ACT-24")
def test_a_loser_without_a_region_keeps_his_tokens_in_hand() -> None:
    regions = {0: held(0, "draenei"), 1: held(1, "orcs", 3), 14: held(1, "gnomes")}
    state = attacking("draenei", "farmers", 6, regions, active("orcs", "miners"), declined("gnomes"))
    lay_out(play(state, "conquer 1"), 1)
    assert (state.turn, state.phase, in_hand(state, 1, "orcs")) == (1, "choose", 2)
    assert legal(state, "conquer") == [0, 9, 12, 15]


# WW-ACT-25 to -27


def arsenal(name: str, **fields: Any) -> swenv.State:
    """That race in region 5 with three Artifacts, a Place beside it in region 4."""
    regions = {5: hold(0, name, artifacts=["frostmourne", "ashes", "doomhammer"]), 4: lying(place="chapel")}
    return attacking(name, "miners", 5, regions, KOBOLDS, **{"coins": 2, **fields})


@pytest.mark.rule("WW-ACT-25")
@pytest.mark.parametrize(
    ("name", "first", "more"),
    [
        ("ethereals", "frostmourne", {"ashes", "discount"}),
        ("ethereals", "discount", {"frostmourne", "ashes"}),
        ("ethereals", "ashes", {"frostmourne", "discount", "doomhammer"}),
        ("ethereals", "doomhammer", {"ashes"}),
        ("gnomes", "frostmourne", {"ashes", "air_strike"}),
        ("gnomes", "ashes", {"frostmourne", "doomhammer"}),
        ("gnomes", "doomhammer", {"ashes", "air_strike"}),
        ("gnomes", "air_strike", {"frostmourne", "doomhammer"}),
    ],
)
def test_discounts_and_reaches_are_armed_together(name: str, first: str, more: set[str]) -> None:
    state = arsenal(name)
    special = "discount" if name == "ethereals" else "air_strike"
    assert legal_words(state, "arm") == {"frostmourne", "ashes", "doomhammer", special}
    play(state, f"arm {first}")
    assert legal_words(state, "arm") == more
    assert verbs(state) <= {"arm", "conquer", "roll_for"}
    assert turn_state(state, "armed_effects") == [first]


@pytest.mark.rule("WW-ACT-25")
def test_the_next_conquest_clears_what_was_armed() -> None:
    state = play(arsenal("ethereals"), "arm frostmourne", "arm discount", "conquer 4")
    assert (tokens(state, 4), turn_state(state, "armed_effects")) == (1, [])
    assert legal_words(state, "arm") == {"ashes", "doomhammer"}
    assert artifacts_in(state, 4) == ["frostmourne"]
    # The next one pays its price.
    assert price(state, 1) == 2


@pytest.mark.rule("WW-ACT-25")
def test_there_is_no_roll_first_for_the_doomhammer() -> None:
    state = play(arsenal("gnomes"), "arm air_strike", "arm doomhammer")
    assert (legal(state, "roll_for"), 17 in legal(state, "conquer")) == ([], True)


@pytest.mark.rule("WW-ACT-25", "WW-ACT-10")
@pytest.mark.parametrize(("blade", "first"), [(True, {"discount", "frostmourne"}), (False, set())])
def test_an_effect_that_needs_another_one_is_offered_with_it(blade: bool, first: set[str]) -> None:
    # Seven Kobolds on the only Place: with 2 in hand, 9 - 2 - 2 is in reach of the die, 9 - 2 is not.
    own = hold(0, "ethereals", artifacts=["frostmourne"] if blade else [])
    state = attacking("ethereals", "miners", 2, {5: own, 6: hold(1, "kobolds", 7, place="chapel")}, KOBOLDS)
    assert legal_words(state, "arm") == first
    if blade:
        assert offered(play(state, "arm discount")) == {"arm": ["frostmourne"]}
        assert offered(play(state, "arm frostmourne")) == {"conquer": [6]}


@pytest.mark.rule("WW-ACT-25")
def test_nothing_is_armed_for_the_champion() -> None:
    champion = attacking("dwarves", "champions", 3, {5: hold(0, "dwarves", artifacts=["frostmourne"])}, KOBOLDS)
    play(champion, "arm frostmourne")
    assert verbs(champion) == {"conquer"}


@pytest.mark.rule("WW-ACT-26")
def test_no_use_is_spent_that_was_not_armed() -> None:
    there = {5: hold(0, "gnomes", artifacts=["frostmourne", "ashes"])}
    state = attacking("gnomes", "miners", 7, there, KOBOLDS)
    play(state, "conquer 12")
    # The anchor of the other board costs the travel.
    assert (tokens(state, 12), artifacts_in(state, 5)) == (3, ["ashes", "frostmourne"])
    assert legal_words(state, "arm") == {"frostmourne", "ashes", "air_strike"}


@pytest.mark.rule("WW-ACT-26", "WW-ACT-10")
def test_the_discount_of_ethereals_is_not_spent_unarmed() -> None:
    regions = {5: held(0, "ethereals"), 6: lying(place="chapel"), 4: lying(place="karazhan")}
    state = play(attacking("ethereals", "miners", 5, regions, KOBOLDS), "conquer 6")
    assert (tokens(state, 6), legal_words(state, "arm")) == (2, {"discount"})


@pytest.mark.rule("WW-ACT-26")
@pytest.mark.parametrize(("name", "cost"), [("kobolds", 2), ("draenei", 3)])
def test_of_several_reaches_the_cheapest_counts(name: str, cost: int) -> None:
    # Region 15 is an anchor and a cavern.
    state = attacking(name, "farmers", 5, {5: held(0, name)}, active("orcs", "miners"))
    assert price(state, 15) == cost


@pytest.mark.rule("WW-ACT-27")
@pytest.mark.parametrize("purse", [0, 1, 2, 3])
def test_tolls_are_part_of_the_price(purse: int) -> None:
    regions = {
        0: held(0, "draenei"),
        1: held(1, "pandaren"),
        4: held(1, "orcs"),
        12: hold(1, "pandaren", artifacts=["aegis"]),
    }
    theirs = (active("pandaren", "miners"), declined("orcs", "marshdwellers"))
    state = attacking("draenei", "farmers", 9, regions, *theirs, coins=purse, harmony=True, aegis_up=True)
    # The swamp is a coin, the Pandaren are two, under the Aegis four.
    assert offered(state) == {
        "conquer": [1] * (purse >= 2) + [4] * (purse >= 1) + [9, 15],
        "finish": [],
    }
    if purse == 3:
        play(state, "conquer 1")
        assert (coins(state), legal(state, "conquer")) == ([1, 7], [2, 4, 5, 9, 15])


# WW-ACT-28 to -30: nobody is asked


@pytest.mark.rule("WW-ACT-28")
def test_tauren_in_decline_stay_two_by_two_without_a_question() -> None:
    regions = {0: held(0, "tauren", 5), 1: held(0, "tauren", 2)}
    state = declining([active("tauren", "miners")], regions)
    assert (state.turn, tokens(state, 0), tokens(state, 1)) == (1, 2, 2)


@pytest.mark.rule("WW-ACT-29")
@pytest.mark.parametrize(("beaten", "extra"), [({"humans": 2, "orcs": 1}, 2), ({"orcs": 2, "trolls": 2}, 4)])
def test_the_battleground_takes_the_better_side_by_itself(beaten: dict[str, int], extra: int) -> None:
    regions = {0: hold(0, "naga", place="battleground")}
    state = attacking("naga", "miners", 0, regions, KOBOLDS, turn_state={"beaten": beaten})
    play(state, "finish")
    assert (state.turn, coins(state)[0]) == (1, 1 + extra)


@pytest.mark.rule("WW-ACT-30")
@pytest.mark.parametrize(
    ("name", "power", "number", "piece"),
    [("night_elves", "miners", 7, "wall"), ("orcs", "sentinels", 7, "fortress"), ("orcs", "miners", 7, None)],
)
def test_walls_and_forts_are_built_without_a_question(name: str, power: str, number: int, piece: str | None) -> None:
    state = attacking(name, power, 4, {6: held(0, name)}, KOBOLDS)
    play(state, f"conquer {number}")
    assert (state.phase, markers(state, number)) == ("conquest", {piece: 1} if piece else {})


@pytest.mark.rule("WW-ACT-30")
@pytest.mark.parametrize(
    ("theirs", "there", "kept"),
    [
        (active("draenei", "miners"), {}, 1),
        (active("orcs", "miners"), {"place": "chapel"}, 1),
        (active("orcs", "miners"), {}, 0),
    ],
)
def test_losses_are_saved_without_a_question(theirs: dict[str, Any], there: dict[str, Any], kept: int) -> None:
    name = theirs["race"]
    regions = {0: held(0, "kobolds"), 1: held(1, name) | there, 17: held(1, name)}
    state = play(attacking("kobolds", "farmers", 5, regions, theirs), "conquer 1")
    assert (state.phase, in_hand(state, 1, name)) == ("conquest", kept)


@pytest.mark.rule("WW-ACT-30")
@pytest.mark.parametrize(("purse", "lost"), [(1, False), (0, True)])
def test_the_ransom_is_paid_without_a_question(purse: int, lost: bool) -> None:
    regions = {0: held(0, "kobolds"), 1: held(1, "orcs", 1, champion=1), 17: held(1, "orcs")}
    state = attacking("kobolds", "farmers", 6, regions, active("orcs", "champions"), purse=purse)
    play(state, "conquer 1")
    assert (state.phase, coins(state)) == ("conquest", [purse, 0])
    assert bool(race(state, 1, "orcs").get("champion_lost", False)) == lost


@pytest.mark.rule("WW-ACT-30")
def test_harmony_towers_and_the_spirit_healer_ask_nothing() -> None:
    regions = {5: hold(0, "pandaren", place="spirit_healer"), 4: held(0, "pandaren")}
    state = attacking("pandaren", "defenders", 0, regions, KOBOLDS)
    lay_out(state, 4)
    assert (state.turn, markers(state, 5), tokens(state, 4)) == (1, {"tower": 1}, 2)
    assert state.to_position()["seats"][1]["harmony"] is True
