"""What a player may decide (rules of Warcraft, section 8), WW-ACT-1 to 15: what is offered when, what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import coins, in_hand, lay_out, markers, refused, tray, turn_state, verbs
from ww_play import artifacts_in, attacking, hold, lying, offered
from ww_races import picked

import swenv
from support import (
    MURLOC,
    active,
    declined,
    held,
    legal,
    legal_words,
    play,
    region,
    rolled,
    seat,
    tokens,
)

KOBOLDS = active("kobolds", "sailors")
LAND = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 14, 15, 16, 17]
"""The regions of WX2 but its lake and its sea."""


def arms(state: swenv.State) -> set[str]:
    """What may be armed now."""
    return legal_words(state, "arm")


def without(*numbers: int) -> list[int]:
    """LAND less those regions."""
    return [number for number in LAND if number not in numbers]


# WW-ACT-1


@pytest.mark.rule("WW-ACT-1")
@pytest.mark.parametrize(("purse", "forms"), [(0, ["human"]), (1, ["human", "worgen"])])
def test_worgen_choose_their_form_right_after_the_pick(purse: int, forms: list[str]) -> None:
    state = picked("worgen", "miners", seats=[seat(coins=purse), seat()])
    assert (state.phase, offered(state)) == ("form", {"form": forms})
    assert refused(state, "conquer 0") and refused(state, "finish")
    play(state, "form human")
    assert offered(state) == {"conquer": [0, 9, 12, 15], "finish": []}


@pytest.mark.rule("WW-ACT-1")
def test_worgen_choose_their_form_before_anything_else_of_their_turn() -> None:
    state = attacking("worgen", "miners", 0, {0: held(0, "worgen", 4)}, phase="choose", coins=1)
    assert offered(state) == {"decline": [], "form": ["human", "worgen"]}
    assert refused(state, "conquer 1") and refused(state, "abandon 0")
    play(state, "form worgen")
    assert (state.phase, offered(state)) == (
        "ready",
        {"abandon": [0], "conquer": [1, 4, 9, 12, 15], "finish": []},
    )


@pytest.mark.rule("WW-ACT-1")
def test_worgen_choose_anew_each_turn_and_nobody_else_does() -> None:
    regions = {0: held(0, "worgen"), 12: held(1, "kobolds", 2)}
    state = attacking("worgen", "miners", 0, regions, KOBOLDS, phase="choose")
    play(state, "form human", "finish")
    assert (state.turn, legal_words(state, "form")) == (1, set())
    assert {"decline", "conquer", "finish"} <= set(offered(state))
    lay_out(state, 12)
    assert (state.turn, offered(state)) == (0, {"decline": [], "form": ["human", "worgen"]})


@pytest.mark.rule("WW-ACT-1")
def test_worgen_that_decline_choose_no_form() -> None:
    state = attacking("worgen", "miners", 0, {0: held(0, "worgen", 3)}, KOBOLDS, phase="choose", coins=1)
    play(state, "decline")
    assert (state.turn, coins(state)[0]) == (1, 1 + 1)


# WW-ACT-2


def short(in_hand: int) -> swenv.State:
    """In region 1 stand three Kobolds, in region 4 four; the anchors 9, 12 and 15 are empty."""
    regions = {0: held(0, "draenei"), 1: held(1, "kobolds", 3), 4: held(1, "kobolds", 4)}
    return attacking("draenei", "miners", in_hand, regions, KOBOLDS)


@pytest.mark.rule("WW-ACT-2")
@pytest.mark.parametrize(("in_hand", "targets"), [(1, [9, 12, 15]), (2, [1, 9, 12, 15]), (3, [1, 4, 9, 12, 15])])
def test_the_final_die_reaches_regions_that_lack_up_to_three(in_hand: int, targets: list[int]) -> None:
    assert legal(short(in_hand), "conquer") == targets


@pytest.mark.rule("WW-ACT-2")
def test_nobody_rolls_without_a_token() -> None:
    assert offered(short(0)) == {"finish": []}


@pytest.mark.rule("WW-ACT-2")
@pytest.mark.parametrize("face", [0, 3])
def test_the_final_die_is_rolled_once_and_ends_the_conquests(face: int) -> None:
    state = rolled(short(2), "conquer 1", face)
    assert region(state, 1)["race"] == ("draenei" if face else "kobolds")
    assert (state.phase, verbs(state)) == ("deploy", {"deploy", "deploy_rest"})
    assert refused(state, "conquer 12")


@pytest.mark.rule("WW-ACT-2")
def test_the_die_is_not_rolled_where_the_tokens_suffice() -> None:
    state = play(short(4), "conquer 12")
    assert (state.last_roll, state.phase) == (None, "conquest")


# WW-ACT-3


def champions(in_hand: int, name: str = "dwarves", each: int = 1, **fields: Any) -> swenv.State:
    """Regions 4 and 6 are own; 0 is held by the own race in decline, 5 has a Watch Tower, 1 is not adjacent."""
    regions = {4: held(0, name, each), 6: held(0, name, each), 0: held(0, "trolls"), 5: held(1, "kobolds", 2, tower=1)}
    theirs = active("kobolds", "defenders")
    return attacking(name, "champions", in_hand, regions, theirs, own=[declined("trolls")], **fields)


@pytest.mark.rule("WW-ACT-3")
def test_the_champion_conquers_any_adjacent_region_without_a_token() -> None:
    state = champions(0)
    assert offered(state) == {"champion": [0, 2, 7, 8], "finish": []}


@pytest.mark.rule("WW-ACT-3")
def test_the_champion_conquers_once_a_turn() -> None:
    state = champions(3)
    assert legal(state, "champion") == [0, 2, 7, 8]
    play(state, "champion 2")
    assert (state.phase, legal(state, "champion"), in_hand(state, 0, "dwarves")) == ("conquest", [], 3)


@pytest.mark.rule("WW-ACT-3")
def test_no_champion_conquers_after_the_final_die() -> None:
    state = rolled(champions(1), "conquer 8", 0)
    assert (state.phase, legal(state, "champion")) == ("deploy", [])


@pytest.mark.rule("WW-ACT-3")
def test_a_champion_out_of_the_game_conquers_nothing() -> None:
    assert legal(champions(3, fields={"champion_lost": True}), "champion") == []


@pytest.mark.rule("WW-ACT-3")
def test_no_champion_makes_the_first_conquest() -> None:
    state = attacking("dwarves", "champions", 5, {}, KOBOLDS)
    assert offered(state) == {"conquer": [0, 9, 12, 15], "finish": []}


@pytest.mark.rule("WW-ACT-3")
def test_other_races_have_no_champion() -> None:
    assert legal(attacking("dwarves", "miners", 3, {4: held(0, "dwarves")}, KOBOLDS), "champion") == []


@pytest.mark.rule("WW-ACT-3")
@pytest.mark.parametrize(("in_hand", "targets"), [(0, []), (3, [0, 2, 7, 8])])
def test_the_champion_of_tauren_takes_one_along(in_hand: int, targets: list[int]) -> None:
    state = champions(in_hand, "tauren", 2)
    assert legal(state, "champion") == targets
    if targets:
        play(state, "champion 2")
        assert (state.phase, tokens(state, 2), markers(state, 2)) == ("conquest", 1, {"champion": 1})


# WW-ACT-4, -5, -6


def gnomes(count: int, regions: dict[int, Any] | None = None, **fields: Any) -> swenv.State:
    """Gnomes in region 0 with that many in hand."""
    there = {0: held(0, "gnomes"), **(regions or {})}
    return attacking("gnomes", fields.pop("power", "miners"), count, there, KOBOLDS, **fields)


@pytest.mark.rule("WW-ACT-4")
def test_the_air_strike_reaches_all_land_of_all_boards() -> None:
    state = gnomes(5)
    assert offered(state) == {"arm": ["air_strike"], "conquer": [1, 4, 9, 12, 15], "finish": []}
    play(state, "arm air_strike")
    assert offered(state) == {"conquer": without(0), "roll_for": without(0)}


@pytest.mark.rule("WW-ACT-4")
def test_the_air_strike_may_be_the_first_conquest() -> None:
    state = play(attacking("gnomes", "miners", 5, {}, KOBOLDS), "arm air_strike")
    assert legal(state, "conquer") == LAND
    assert tokens(play(state, "conquer 3"), 3) == 2


@pytest.mark.rule("WW-ACT-4")
@pytest.mark.parametrize("actions", [["conquer 17"], ["roll_for 17"]])
def test_there_is_one_air_strike_a_turn(actions: list[str]) -> None:
    state = play(gnomes(6), "arm air_strike", *actions)
    assert (state.phase, region(state, 17)["race"], arms(state)) == ("conquest", "gnomes", set())
    assert 3 not in legal(state, "conquer")


@pytest.mark.rule("WW-ACT-4")
def test_the_air_strike_is_for_gnomes_who_can_use_it() -> None:
    assert arms(short(5)) == set()
    assert arms(gnomes(0)) == set()
    assert offered(gnomes(0)) == {"finish": []}


@pytest.mark.rule("WW-ACT-4")
def test_the_air_strike_does_not_hit_an_immune_region() -> None:
    regions = {0: held(0, "gnomes"), 5: held(1, "kobolds", 1, tower=1)}
    state = attacking("gnomes", "miners", 6, regions, active("kobolds", "defenders"))
    play(state, "arm air_strike")
    assert (legal(state, "conquer"), legal(state, "roll_for")) == (without(0, 5), without(0, 5))


@pytest.mark.rule("WW-ACT-5")
@pytest.mark.parametrize(
    ("defenders", "plain", "roll"),
    [(0, True, True), (3, True, True), (4, False, True), (6, False, True), (7, False, False)],
)
def test_whether_to_roll_before_an_air_strike_is_a_choice(defenders: int, plain: bool, roll: bool) -> None:
    # Two Gnomes in hand: one die covers three missing tokens, two dice six.
    there = {17: held(1, "kobolds", defenders)} if defenders else {}
    state = play(gnomes(2, there), "arm air_strike")
    assert (17 in legal(state, "conquer"), 17 in legal(state, "roll_for")) == (plain, roll)


@pytest.mark.rule("WW-ACT-5")
def test_only_an_air_strike_rolls_first() -> None:
    assert legal(gnomes(5), "roll_for") == []
    there = {0: hold(0, "gnomes", artifacts=["frostmourne"])}
    assert legal(play(gnomes(5, there), "arm frostmourne"), "roll_for") == []


@pytest.mark.rule("WW-ACT-6")
@pytest.mark.parametrize("face", [0, 1, 2])
def test_after_a_short_roll_the_final_die_or_giving_up(face: int) -> None:
    state = rolled(play(gnomes(2, {17: held(1, "kobolds", 3)}), "arm air_strike"), "roll_for 17", face)
    assert (state.phase, offered(state)) == ("strike", {"conquer": [17], "finish": []})
    assert refused(state, "conquer 9")


@pytest.mark.rule("WW-ACT-6")
def test_after_a_roll_that_no_die_can_mend_the_turn_goes_on() -> None:
    state = rolled(play(gnomes(2, {17: held(1, "kobolds", 6)}), "arm air_strike"), "roll_for 17", 2)
    assert (state.phase, in_hand(state, 0, "gnomes"), arms(state)) == ("conquest", 2, set())
    assert legal(state, "conquer") == [1, 4, 9, 12, 15]


# WW-ACT-7, -8, -9


def armed_with(artifact: str, count: int = 5, **fields: Any) -> swenv.State:
    """Draenei in region 5 with that Artifact."""
    regions = {5: hold(0, "draenei", artifacts=[artifact]), **fields.pop("regions", {})}
    return attacking("draenei", "miners", count, regions, KOBOLDS, **{"coins": 2, **fields})


@pytest.mark.rule("WW-ACT-7", "WW-ACT-8", "WW-ACT-9")
@pytest.mark.parametrize(
    ("artifact", "targets"),
    [
        ("frostmourne", [0, 1, 4, 6, 9, 12, 15]),
        ("ashes", without(5)),
        ("doomhammer", [0, 1, 4, 6, 9, 12, 15]),
    ],
)
@pytest.mark.parametrize("phase", ["ready", "conquest"])
def test_an_artifact_is_armed_for_one_conquest_of_the_turn(artifact: str, targets: list[int], phase: str) -> None:
    state = armed_with(artifact, phase=phase)
    assert {"conquer", "finish"} <= verbs(state) and arms(state) == {artifact}
    play(state, f"arm {artifact}")
    assert offered(state) == {"conquer": targets}
    assert turn_state(state, "armed_effects") == [artifact]
    play(state, "conquer 9")
    assert (state.phase, artifacts_in(state, 9), arms(state)) == ("conquest", [artifact], set())
    assert 3 not in legal(state, "conquer")


@pytest.mark.rule("WW-ACT-7", "WW-ACT-8", "WW-ACT-9", "WW-ART-5")
@pytest.mark.parametrize("artifact", ["frostmourne", "ashes", "doomhammer"])
@pytest.mark.parametrize("there", [lying(), held(0, "trolls"), held(1, "kobolds")])
def test_only_the_active_holder_arms_an_artifact(artifact: str, there: dict[str, Any]) -> None:
    regions = {5: held(0, "draenei"), 6: {**there, "artifacts": [artifact]}}
    state = attacking("draenei", "miners", 5, regions, KOBOLDS, own=[declined("trolls")], coins=5)
    assert arms(state) == set()
    # Found by a conquest it may be used at once.
    assert arms(play(state, "conquer 6")) == {artifact}


@pytest.mark.rule("WW-ACT-7", "WW-ACT-8", "WW-ACT-9")
@pytest.mark.parametrize("artifact", ["frostmourne", "ashes", "doomhammer"])
def test_nothing_is_armed_without_a_token_or_after_the_die(artifact: str) -> None:
    assert offered(armed_with(artifact, 0)) == {"finish": []}
    state = armed_with(artifact, 1, regions={6: held(1, "kobolds", 2)})
    assert arms(rolled(state, "conquer 6", 0)) == set()


@pytest.mark.rule("WW-ACT-7")
def test_the_die_rolls_for_frostmourne_too() -> None:
    # One token in hand, needed are 4 and 5.
    for defenders, offers in ((4, True), (5, False)):
        state = armed_with("frostmourne", 1, regions={6: held(1, "kobolds", defenders)})
        play(state, "arm frostmourne")
        assert (6 in legal(state, "conquer")) == offers


@pytest.mark.rule("WW-ACT-8")
def test_naga_ride_the_ashes_over_water() -> None:
    state = attacking("naga", "miners", 5, {5: hold(0, "naga", artifacts=["ashes"])}, KOBOLDS)
    play(state, "arm ashes")
    assert legal(state, "conquer") == sorted([*without(5), 10, 11])


@pytest.mark.rule("WW-ACT-9")
@pytest.mark.parametrize(("purse", "count", "words"), [(1, 5, set()), (2, 0, set()), (2, 1, {"doomhammer"})])
def test_the_doomhammer_wants_two_coins_and_a_token(purse: int, count: int, words: set[str]) -> None:
    state = armed_with("doomhammer", count, coins=purse)
    assert arms(state) == words


@pytest.mark.rule("WW-ACT-9")
@pytest.mark.parametrize(("count", "words"), [(1, set()), (2, {"doomhammer"})])
def test_tauren_swing_the_doomhammer_with_two(count: int, words: set[str]) -> None:
    regions = {5: {**held(0, "tauren", 2), "artifacts": ["doomhammer"]}, 9: held(1, "kobolds", 4)}
    state = attacking("tauren", "miners", count, regions, KOBOLDS, coins=2)
    assert arms(state) == words
    if words:
        assert 9 in legal(play(state, "arm doomhammer"), "conquer")


@pytest.mark.rule("WW-ACT-9")
def test_the_doomhammer_hits_whatever_stands_there() -> None:
    state = armed_with("doomhammer", 1, regions={6: held(1, "kobolds", 11)})
    assert 6 not in legal(state, "conquer")
    play(state, "arm doomhammer")
    assert legal(state, "conquer") == [0, 1, 4, 6, 9, 12, 15]


# WW-ACT-10, -11


def ethereals(regions: dict[int, Any], count: int = 5, **fields: Any) -> swenv.State:
    """Ethereals in regions 5 and 1."""
    there = {5: held(0, "ethereals"), 1: held(0, "ethereals"), **regions}
    own = [declined("trolls")]
    return attacking("ethereals", "miners", count, there, KOBOLDS, own=own, **fields)


@pytest.mark.rule("WW-ACT-10")
def test_ethereals_choose_the_discount_for_an_adjacent_place() -> None:
    regions = {
        4: lying(place="chapel"),
        9: held(1, "kobolds") | lying(place="karazhan"),
        15: lying(place="dark_portal"),
    }
    state = ethereals({**regions, 6: lying(face_down="battleground"), 2: lying(artifacts=["heart"])})
    assert arms(state) == {"discount"}
    play(state, "arm discount")
    # Not the anchor 15, which no border touches; not a marker that nobody has seen; not an Artifact.
    assert offered(state) == {"conquer": [4, 9]}
    play(state, "conquer 9")
    assert (tokens(state, 9), arms(state), legal_words(state, "take")) == (2 + 1 + 1 - 2, set(), set())


@pytest.mark.rule("WW-ACT-10")
@pytest.mark.parametrize("there", [{}, {6: lying(face_down="chapel")}, {7: lying(place="chapel")}])
def test_ethereals_have_no_discount_without_an_adjacent_place(there: dict[int, Any]) -> None:
    assert arms(ethereals(there)) == set()


@pytest.mark.rule("WW-ACT-10")
def test_only_ethereals_have_the_discount() -> None:
    assert arms(attacking("draenei", "miners", 5, {5: held(0, "draenei"), 4: lying(place="chapel")}, KOBOLDS)) == set()


@pytest.mark.rule("WW-ACT-11")
def test_ethereals_take_an_adjacent_artifact_into_a_region_beside_it() -> None:
    regions = {
        0: lying(artifacts=["heart"]),
        6: held(1, "kobolds") | lying(artifacts=["ashes"]),
        4: held(0, "trolls") | lying(artifacts=["doomhammer"]),
        7: lying(artifacts=["aegis"]),
        2: lying(face_down="frostmourne"),
    }
    state = ethereals(regions)
    assert legal_words(state, "take") == {"heart", "ashes", "doomhammer"}
    # Region 0 touches region 1 alone, 6 touches 5 alone.
    for artifact, own in (("heart", [1]), ("ashes", [5]), ("doomhammer", [5])):
        after = play(state.copy(), f"take {artifact}")
        assert (after.phase, offered(after)) == ("put", {"put": own})
        play(after, f"put {own[0]}")
        assert (artifacts_in(after, own[0]), after.phase) == ([artifact], "conquest")
        assert (legal_words(after, "take"), arms(after) & {"discount"}) == (set(), set())


@pytest.mark.rule("WW-ACT-11")
def test_ethereals_choose_where_to_put_the_artifact() -> None:
    regions = {0: held(0, "ethereals"), 4: held(1, "kobolds") | lying(artifacts=["ashes"]), 8: held(0, "ethereals")}
    state = play(ethereals(regions), "take ashes")
    assert offered(state) == {"put": [0, 5, 8]}
    assert refused(state, "put 1") and refused(state, "finish")


@pytest.mark.rule("WW-ACT-10", "WW-ACT-11")
def test_taking_an_artifact_uses_up_the_discount() -> None:
    state = ethereals({0: lying(artifacts=["heart"]), 4: lying(place="chapel")})
    assert (arms(state), legal_words(state, "take")) == ({"discount"}, {"heart"})
    play(state, "take heart", "put 1")
    assert (arms(state), legal_words(state, "take")) == (set(), set())


@pytest.mark.rule("WW-ACT-11")
def test_ethereals_take_without_a_token_in_hand_but_not_after_the_die() -> None:
    regions = {6: held(1, "kobolds", 2) | lying(artifacts=["ashes"])}
    assert offered(ethereals(regions, 0)) == {"finish": [], "take": ["ashes"]}
    assert legal_words(rolled(ethereals(regions, 1), "conquer 6", 0), "take") == set()


@pytest.mark.rule("WW-ACT-11")
def test_only_ethereals_take_artifacts() -> None:
    regions = {5: held(0, "draenei"), 4: lying(artifacts=["ashes"])}
    assert legal_words(attacking("draenei", "miners", 5, regions, KOBOLDS), "take") == set()


# WW-ACT-12


def mages(regions: dict[int, Any], count: int = 0, *theirs: dict[str, Any], **fields: Any) -> swenv.State:
    """Portal Mages in region 7; magic are also 8, 14 and 17."""
    there = {7: held(0, "draenei"), **regions}
    return attacking("draenei", "portal_mages", count, there, *(theirs or (KOBOLDS,)), **fields)


@pytest.mark.rule("WW-ACT-12")
def test_a_portal_joins_two_magic_regions() -> None:
    state = mages({8: held(1, "kobolds", 2)})
    assert offered(state) == {"finish": [], "portal": [7, 8, 14, 17]}
    # Between the empty regions 14 and 17 nothing would change.
    for first, others in ((7, [8, 14, 17]), (8, [7, 14, 17]), (14, [7, 8])):
        after = play(state.copy(), f"portal {first}")
        assert (after.phase, offered(after)) == ("portal", {"portal": others})


@pytest.mark.rule("WW-ACT-12")
def test_there_are_two_portals_a_turn() -> None:
    state = mages({0: held(0, "draenei")}, 5)
    play(state, "portal 7", "portal 14")
    assert (state.phase, legal(state, "portal")) == ("conquest", [7, 8, 14, 17])
    play(state, "portal 14", "portal 8")
    assert (state.phase, legal(state, "portal"), region(state, 8)["race"]) == ("conquest", [], "draenei")


@pytest.mark.rule("WW-ACT-12")
def test_no_portal_opens_on_an_immune_region() -> None:
    there = {17: held(1, "kobolds", 1, tower=1)}
    state = mages(there, 0, active("kobolds", "defenders"))
    assert legal(state, "portal") == [7, 8, 14]


@pytest.mark.rule("WW-ACT-12")
def test_no_portal_where_all_magic_regions_are_empty_or_for_others() -> None:
    state = attacking("draenei", "portal_mages", 0, {0: held(0, "draenei")}, KOBOLDS)
    assert offered(state) == {"finish": []}
    assert legal(attacking("draenei", "miners", 2, {7: held(0, "draenei")}, KOBOLDS), "portal") == []


@pytest.mark.rule("WW-ACT-12")
def test_no_portal_opens_after_the_final_die() -> None:
    state = mages({6: held(1, "kobolds", 2)}, 2)
    assert legal(rolled(state, "conquer 6", 0), "portal") == []


# WW-ACT-13, -14


def strongmen(regions: dict[int, Any], count: int = 0, **fields: Any) -> swenv.State:
    """Strongmen in regions 5 and 6; their neighbours are 1, 2, 4, 7, 9 and the lake 10."""
    there = {5: held(0, "orcs"), 6: held(0, "orcs"), **regions}
    theirs = fields.pop("theirs", [active("naga", "sentinels"), declined("gnomes")])
    return attacking("orcs", "strongmen", count, there, *theirs, own=[declined("trolls")], **fields)


@pytest.mark.rule("WW-ACT-13")
def test_strongmen_push_the_adjacent_regions_of_others() -> None:
    regions = {
        1: held(1, "naga", 2),
        2: held(1, "gnomes", 2),
        4: MURLOC,
        7: held(0, "trolls"),
        10: held(1, "naga"),
        0: held(1, "naga"),
        9: lying(place="chapel"),
    }
    assert offered(strongmen(regions)) == {"finish": [], "push": [1, 2, 4, 10]}


@pytest.mark.rule("WW-ACT-13")
def test_strongmen_do_not_push_an_immune_region() -> None:
    there = {1: held(0, "orcs"), 0: held(1, "kobolds", 1, tower=1), 2: held(1, "kobolds")}
    state = attacking("orcs", "strongmen", 0, there, active("kobolds", "defenders"))
    assert legal(state, "push") == [2]


@pytest.mark.rule("WW-ACT-13")
def test_strongmen_push_three_times() -> None:
    theirs = [active("naga", "miners"), declined("gnomes", "sentinels")]
    state = strongmen({1: held(1, "gnomes", 5, fortress=1)}, 4, theirs=theirs)
    for _ in range(3):
        assert legal(state, "push") == [1]
        play(state, "push 1")
    assert (tokens(state, 1), markers(state, 1), legal(state, "push"), state.phase) == (3, {}, [], "conquest")


@pytest.mark.rule("WW-ACT-13")
def test_strongmen_do_not_push_after_the_final_die_and_nobody_else_pushes() -> None:
    regions = {1: held(1, "gnomes", 3), 2: MURLOC}
    assert legal(rolled(strongmen(regions, 2), "conquer 1", 0), "push") == []
    assert legal(attacking("orcs", "miners", 3, {5: held(0, "orcs"), 4: MURLOC}, KOBOLDS), "push") == []


@pytest.mark.rule("WW-ACT-14")
def test_the_pushed_token_goes_to_any_other_region_of_its_race() -> None:
    regions = {1: held(1, "naga", 2), 10: held(1, "naga"), 17: held(1, "naga"), 2: held(1, "gnomes")}
    state = play(strongmen(regions), "push 1")
    assert (state.phase, offered(state)) == ("push", {"push_to": [10, 17]})
    assert refused(state, "push_to 2") and refused(state, "finish")
    play(state, "push_to 17")
    assert [tokens(state, number) for number in (1, 10, 17)] == [1, 1, 2]


@pytest.mark.rule("WW-ACT-14", "WW-CONQ-10")
def test_an_immune_region_may_receive_the_pushed_token() -> None:
    regions = {4: held(0, "orcs"), 8: held(1, "kobolds", 2), 17: held(1, "kobolds", 1, tower=1)}
    state = attacking("orcs", "strongmen", 0, regions, active("kobolds", "defenders"))
    assert offered(play(state, "push 8")) == {"push_to": [17]}


@pytest.mark.rule("WW-ACT-14")
@pytest.mark.parametrize(
    ("there", "left"),
    [
        (held(1, "naga", 2, fortress=1), held(1, "naga", 2)),
        (MURLOC, {}),
        (held(1, "gnomes", 2), held(1, "gnomes", 1)),
    ],
)
def test_a_piece_a_murloc_and_a_token_without_another_region_ask_nothing(
    there: dict[str, Any], left: dict[str, Any]
) -> None:
    state = play(strongmen({1: there, 17: held(1, "naga"), 16: held(1, "naga")}, 2), "push 1")
    assert state.phase == "conquest"
    assert (tokens(state, 1), markers(state, 1)) == (left.get("tokens", 0), left.get("markers", {}))
    assert not region(state, 1).get("murloc")


@pytest.mark.rule("WW-ACT-3", "WW-ACT-7", "WW-ACT-11", "WW-ACT-12", "WW-ACT-13", "WW-TURN-2")
@pytest.mark.parametrize(
    ("name", "power", "there", "action"),
    [
        ("draenei", "champions", {}, "champion 6"),
        ("draenei", "miners", {}, "conquer 6"),
        ("draenei", "portal_mages", {}, "portal 7"),
        ("draenei", "strongmen", {6: MURLOC}, "push 6"),
        ("ethereals", "miners", {6: lying(artifacts=["heart"])}, "take heart"),
        ("draenei", "miners", {2: lying(artifacts=["heart"])}, "arm frostmourne"),
    ],
)
def test_an_action_of_the_conquests_ends_the_gathering(
    name: str, power: str, there: dict[int, Any], action: str
) -> None:
    own = {7: held(0, name, 4), 3: {**held(0, name, 2), "artifacts": ["frostmourne"]}}
    state = attacking(name, power, 0, {**own, **there}, KOBOLDS, phase="choose")
    assert (legal(state, "decline"), legal(state, "abandon")) == ([0], [3, 7])
    # First the action that begins the turn, then what it asks.
    play(state, action)
    if state.phase in ("portal", "put"):
        play(state, "portal 14" if state.phase == "portal" else "put 7")
    assert (legal(state, "decline"), legal(state, "abandon")) == ([], [])
    assert state.phase == "conquest"


# WW-ACT-15


@pytest.mark.rule("WW-ACT-15")
@pytest.mark.parametrize(
    ("losses", "purse", "count", "most"), [(2, 5, 5, 2), (5, 3, 5, 3), (5, 9, 18, 1), (0, 5, 5, 0)]
)
def test_forsaken_buy_as_many_as_losses_coins_and_tray_allow(losses: int, purse: int, count: int, most: int) -> None:
    regions = {0: held(0, "forsaken", count), 1: held(0, "forsaken")}
    state = attacking("forsaken", "miners", 0, regions, KOBOLDS, coins=purse, turn_state={"inflicted": losses})
    assert legal(state, "buy") == []
    play(state, "finish")
    for _ in range(most):
        assert (state.phase, offered(state)) == ("recruit", {"buy": [], "finish": []})
        play(state, "buy")
    assert (state.phase, coins(state)[0], tray(state, "forsaken")) == ("deploy", purse - most, 20 - count - 1 - most)


@pytest.mark.rule("WW-ACT-15")
def test_forsaken_may_buy_less_and_others_buy_nothing() -> None:
    regions = {0: held(0, "forsaken", 5)}
    state = attacking("forsaken", "miners", 0, regions, KOBOLDS, coins=5, turn_state={"inflicted": 3})
    play(state, "finish", "buy", "finish")
    assert (state.phase, coins(state)[0]) == ("deploy", 4)
    other = attacking("orcs", "miners", 0, {0: held(0, "orcs", 5)}, KOBOLDS, coins=5, turn_state={"inflicted": 3})
    assert play(other, "finish").phase == "deploy"
