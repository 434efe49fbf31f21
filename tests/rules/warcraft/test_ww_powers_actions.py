"""Portal Mages and Strongmen, who act between conquests (WW-POWER), claim by claim."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import coins, in_hand, lay_out, markers, price, races_of, tray, turn_state, verbs, where
from ww_play import IDLE, artifacts_in, attacking, declining, hold, lying, offered
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

# Portal Mages: magic are 7 (forest) and 8 (swamp) on the large board, 14 (hill) and 17 (farmland) on the small one.


def mages(
    hand: int, regions: dict[int, Any], *others: dict[str, Any], name: str = "orcs", **fields: Any
) -> swenv.State:
    """Seat 0 conquers with Portal Mage Orcs and an empty purse."""
    return attacking(name, "portal_mages", hand, regions, *others, **fields)


CONTENTS = [
    pytest.param(MURLOC, [], id="murloc"),
    pytest.param(held(1, "trolls", 3), [active("trolls", "miners")], id="tokens"),
    pytest.param(held(1, "trolls", 2), [declined("trolls")], id="tokens in decline"),
    pytest.param(held(1, "trolls", 2, fortress=1), [active("trolls", "sentinels")], id="fort"),
    pytest.param(held(1, "night_elves", 1, wall=1), [active("night_elves", "miners")], id="wall"),
    pytest.param(held(1, "trolls", 1, beasts=2), [active("trolls", "beastmasters")], id="beasts"),
    pytest.param(held(1, "trolls", 0, beasts=1), [active("trolls", "beastmasters")], id="beast alone"),
    pytest.param(held(1, "trolls", 1, champion=1), [active("trolls", "champions")], id="champion"),
    pytest.param(lying(objective=1, murloc=1), [active("humans", "miners")], id="objective"),
    pytest.param(lying(artifacts=["ashes", "heart"]), [], id="artifacts"),
    pytest.param(held(0, "orcs", 3), [], id="own tokens"),
]


@pytest.mark.rule("WW-POWER-PORTALMAGES", "WW-INT-62", "WW-INT-65")
@pytest.mark.parametrize(("content", "others"), CONTENTS)
def test_a_swap_exchanges_everything(content: dict[str, Any], others: list[dict[str, Any]]) -> None:
    regions = {7: content, 17: held(0, "orcs", 2), 0: held(0, "orcs")}
    state = mages(5, regions, *others)
    before = [region(state, number) for number in (7, 17)]
    play(state, "portal 17", "portal 7")
    assert [region(state, number) for number in (17, 7)] == before
    assert (state.phase, coins(state), in_hand(state, 0, "orcs")) == ("conquest", [0, 5], 5)


@pytest.mark.rule("WW-POWER-PORTALMAGES")
@pytest.mark.parametrize(("content", "others"), CONTENTS)
def test_a_swap_with_an_empty_region_leaves_the_other_empty(
    content: dict[str, Any], others: list[dict[str, Any]]
) -> None:
    state = mages(5, {8: content, 0: held(0, "orcs")}, *others)
    before = region(state, 8)
    play(state, "portal 8", "portal 14")
    assert (region(state, 14), region(state, 8)) == (before, {})


@pytest.mark.rule("WW-POWER-PORTALMAGES", "WW-INT-62")
def test_two_opponents_can_be_swapped() -> None:
    regions = {0: held(0, "orcs"), 7: held(1, "kobolds", 2), 20: held(2, "trolls", 3)}
    state = mages(5, regions, active("kobolds", "miners"), rest=[seat(active("trolls", "farmers"))])
    play(state, "portal 7", "portal 20")
    assert [(region(state, number)["race"], tokens(state, number)) for number in (7, 20)] == [
        ("trolls", 3), ("kobolds", 2)
    ]  # fmt: skip
    assert [tray(state, name) for name in ("kobolds", "trolls")] == [9, 8]


@pytest.mark.rule("WW-POWER-PORTALMAGES", "WW-INT-35")
def test_bombs_and_objectives_go_along_without_effect() -> None:
    regions = {
        0: held(0, "goblins"), 7: held(1, "trolls", 2) | {"bomb": "live", "objective": 1}, 12: held(1, "trolls")
    }  # fmt: skip
    state = mages(5, regions, active("trolls", "miners"), name="goblins", rest=[seat(active("humans", "farmers"))])
    play(state, "portal 7", "portal 23")
    moved = region(state, 23)
    assert (moved["tokens"], moved["bomb"], moved["objective"]) == (2, "live", 1)
    assert (region(state, 7), coins(state)) == ({}, [0, 5, 5])


@pytest.mark.rule("WW-POWER-PORTALMAGES", "WW-EX-29", "WW-INT-65")
def test_the_mountain_stays_and_no_coin_is_earned() -> None:
    # At the table for three 17 is a magic Mountain beside the Forest 14.
    regions = {
        14: held(0, "dwarves"), 17: held(0, "dwarves"), 7: hold(1, "orcs", 3, artifacts=["frostmourne"])
    }  # fmt: skip
    state = mages(7, regions, active("orcs", "miners"), name="dwarves", rest=[seat()])
    play(state, "portal 17", "portal 7")
    assert (region(state, 17)["race"], tokens(state, 17), artifacts_in(state, 17)) == ("orcs", 3, ["frostmourne"])
    assert (region(state, 7)["race"], tokens(state, 7), artifacts_in(state, 7)) == ("dwarves", 1, [])
    # 2 + 1 + 3, and 2 less for Dwarves on a Mountain.
    assert (coins(state)[0], price(state, 17)) == (0, 6 - 2)
    end_turn(state)
    assert coins(state)[0] == 2


@pytest.mark.rule("WW-POWER-PORTALMAGES", "WW-ART-3")
def test_legendary_places_stay_where_they_are() -> None:
    regions = {0: held(0, "orcs"), 7: hold(1, "trolls", 2, place="karazhan", artifacts=["ashes"])}
    state = play(mages(5, regions, active("trolls", "miners")), "portal 7", "portal 14")
    assert region(state, 7) == lying(place="karazhan")
    assert (region(state, 14).get("place"), artifacts_in(state, 14)) == (None, ["ashes"])


@pytest.mark.rule("WW-POWER-PORTALMAGES")
@pytest.mark.parametrize(
    ("content", "others", "revealed"),
    [
        (held(1, "trolls", 2), [active("trolls", "miners")], True),
        (held(0, "orcs", 2), [], True),
        (held(1, "trolls", 2), [declined("trolls")], False),
        (MURLOC, [], False),
        (lying(artifacts=["heart"]), [], False),
    ],
    ids=["active", "own", "declined", "murloc", "nobody"],
)
def test_a_face_down_marker_stays_and_is_revealed_under_an_active_race(
    content: dict[str, Any], others: list[dict[str, Any]], revealed: bool
) -> None:
    regions = {0: held(0, "orcs"), 7: {"face_down": "ashes"}, 14: content}
    state = play(mages(5, regions, *others), "portal 7", "portal 14")
    assert region(state, 14) == {}
    assert ("ashes" in artifacts_in(state, 7)) == revealed
    assert region(state, 7).get("face_down") == (None if revealed else "ashes")


@pytest.mark.rule("WW-POWER-PORTALMAGES", "WW-CLAR-18", "WW-ACT-23")
def test_the_well_that_a_swap_reveals_is_placed_by_the_mages() -> None:
    regions = {0: held(0, "orcs"), 7: {"face_down": "well"}, 14: held(1, "trolls", 2)}
    state = play(mages(5, regions, active("trolls", "miners")), "portal 7", "portal 14")
    assert (state.phase, state.to_act, offered(state)) == ("well", 0, {"well": [10, 11]})
    play(state, "well 11")
    assert (region(state, 11)["place"], state.phase) == ("well", "conquest")


@pytest.mark.rule("WW-POWER-PORTALMAGES", "WW-ACT-12")
def test_there_are_two_swaps_a_turn() -> None:
    regions = {0: held(0, "orcs", 2), 7: MURLOC, 14: held(1, "trolls", 2)}
    state = mages(5, regions, active("trolls", "miners"))
    play(state, "portal 7", "portal 8")
    assert (turn_state(state, "swaps"), legal(state, "portal")) == (1, [7, 8, 14, 17])
    play(state, "portal 14", "portal 17")
    assert (turn_state(state, "swaps"), legal(state, "portal")) == (2, [])
    # Conquests go on, and the next turn has two swaps again.
    assert legal(state, "conquer") == [1, 4, 9, 12, 15]
    end_turn(end_turn(state))
    assert (state.turn, turn_state(state, "swaps"), legal(state, "portal")) == (0, 0, [7, 8, 14, 17])


@pytest.mark.rule("WW-POWER-PORTALMAGES", "WW-ACT-12")
def test_only_two_different_magic_regions_can_be_swapped() -> None:
    regions = {0: held(0, "orcs", 2), 6: MURLOC, 7: held(0, "orcs", 2), 14: held(1, "trolls")}
    state = mages(5, regions, active("trolls", "miners"))
    assert legal(state, "portal") == [7, 8, 14, 17]
    play(state, "portal 14")
    assert (state.phase, offered(state)) == ("portal", {"portal": [7, 8, 17]})


@pytest.mark.rule("WW-POWER-PORTALMAGES", "WW-CLAR-19")
@pytest.mark.parametrize(
    ("first", "second", "changes"),
    [
        ({}, {}, False),
        (MURLOC, MURLOC, False),
        (held(0, "goblins", 2), held(0, "goblins", 2), False),
        (held(0, "goblins", 2), held(0, "goblins", 1), True),
        (held(1, "trolls", 2), held(0, "goblins", 2), True),
        (held(1, "trolls"), held(1, "trolls", 1, fortress=1), True),
        (held(1, "trolls"), held(1, "trolls") | {"bomb": "dud"}, True),
        (held(1, "trolls") | {"bomb": "live"}, held(1, "trolls") | {"bomb": "dud"}, False),
        (lying(place="chapel"), {}, False),
        ({"face_down": "ashes"}, {}, False),
        (lying(artifacts=["ashes"]), {}, True),
        (hold(0, "goblins", 1, place="chapel"), held(0, "goblins", 1), False),
    ],
)
def test_a_swap_that_changes_nothing_is_illegal(first: dict[str, Any], second: dict[str, Any], changes: bool) -> None:
    # 7 and 8 have Murlocs here, so that only the two regions of the small board are in question.
    regions = {0: held(0, "goblins"), 7: MURLOC, 8: MURLOC, 14: first, 17: second, 12: held(1, "trolls")}
    state = mages(5, regions, active("trolls", "sentinels"), name="goblins")
    possible = 14 in legal(state, "portal") and 17 in legal(play(state, "portal 14"), "portal")
    assert possible == changes


@pytest.mark.rule("WW-POWER-PORTALMAGES", "WW-CLAR-19")
@pytest.mark.parametrize("content", [{}, MURLOC], ids=["empty", "murloc"])
def test_without_a_change_to_make_there_is_no_swap(content: dict[str, Any]) -> None:
    regions = {0: held(0, "orcs"), **{number: content for number in (7, 8, 14, 17)}}
    assert legal(mages(5, regions), "portal") == []


@pytest.mark.rule("WW-POWER-PORTALMAGES", "WW-FACTION-5")
def test_a_swap_costs_no_tokens_and_is_no_conquest() -> None:
    regions = {0: held(0, "dwarves"), 7: held(0, "dwarves", 2), 14: held(1, "orcs", 4), 12: held(1, "orcs")}
    state = mages(3, regions, active("orcs", "marshdwellers"), name="dwarves")
    play(state, "portal 7", "portal 14", "portal 8", "portal 7")
    # The Swamp 8 now has the Orcs.
    assert (tokens(state, 8), tray(state, "orcs"), tray(state, "dwarves"), in_hand(state, 0, "dwarves")) == (4, 6, 4, 3)
    assert in_hand(state, 1, "orcs") == 0
    end_turn(state)
    assert (state.turn, coins(state)[0]) == (1, 2)


@pytest.mark.rule("WW-POWER-PORTALMAGES", "WW-CONQ-11", "WW-RACE-PANDAREN")
def test_harmony_is_due_for_moved_pandaren() -> None:
    regions = {
        0: held(0, "orcs"), 7: held(1, "pandaren"), 14: held(1, "pandaren", 2), 8: MURLOC
    }  # fmt: skip
    for purse in (1, 2, 3):
        state = mages(5, regions, active("pandaren", "miners"), coins=purse, purse=0, harmony=True)
        assert legal(state, "portal") == ([8, 17] if purse == 1 else [7, 8, 14, 17])
        if purse > 1:
            play(state, "portal 7", "portal 14")
            assert coins(state) == [purse - 2, 2]
            # The payment covers the turn.
            play(state, "portal 7", "portal 8")
            assert coins(state) == [purse - 2, 2]


@pytest.mark.rule("WW-POWER-PORTALMAGES", "WW-RACE-PANDAREN")
def test_no_harmony_is_due_where_no_pandaren_move() -> None:
    regions = {0: held(0, "orcs"), 7: held(1, "pandaren"), 8: MURLOC}
    state = mages(5, regions, active("pandaren", "miners"), harmony=True)
    play(state, "portal 8", "portal 14")
    assert (region(state, 14), coins(state)) == (MURLOC, [0, 5])


@pytest.mark.rule("WW-POWER-PORTALMAGES", "WW-CONQ-10")
def test_a_region_with_a_tower_is_not_swapped() -> None:
    regions = {0: held(0, "orcs"), 17: held(1, "kobolds", 1, tower=1), 14: held(1, "kobolds", 2)}
    state = mages(5, regions, active("kobolds", "defenders"), coins=9)
    assert legal(state, "portal") == [7, 8, 14]
    assert legal(play(state, "portal 14"), "portal") == [7, 8]


@pytest.mark.rule("WW-POWER-PORTALMAGES", "WW-CONQ-10", "WW-CLAR-2")
@pytest.mark.parametrize("purse", [1, 2])
def test_a_swap_past_the_aegis_costs_its_toll(purse: int) -> None:
    regions = {0: held(0, "orcs"), 14: hold(1, "trolls", artifacts=["aegis"]), 8: MURLOC}
    state = mages(5, regions, active("trolls", "miners"), coins=purse, purse=0, aegis_up=True)
    assert (14 in legal(state, "portal")) == (purse == 2)
    if purse == 2:
        play(state, "portal 8", "portal 14")
        assert (artifacts_in(state, 8), coins(state)) == (["aegis"], [0, 2])
        assert not state.to_position().get("aegis_up", False)


@pytest.mark.rule("WW-POWER-PORTALMAGES", "WW-CONQ-10")
def test_the_mages_swap_their_own_protected_region_for_nothing() -> None:
    regions = {0: held(0, "orcs"), 14: hold(0, "orcs", artifacts=["aegis"])}
    state = mages(5, regions, aegis_up=True)
    play(state, "portal 14", "portal 8")
    assert (artifacts_in(state, 8), coins(state)) == (["aegis"], [0, 5])


@pytest.mark.rule("WW-POWER-PORTALMAGES", "WW-INT-63", "WW-INT-64", "WW-ACT-26")
def test_tokens_that_were_moved_have_new_neighbours() -> None:
    state = mages(9, {14: held(0, "orcs")})
    assert legal(state, "conquer") == [0, 9, 12, 13, 15, 17]
    play(state, "portal 14", "portal 8")
    assert legal(state, "conquer") == [0, 4, 9, 12, 15]
    # Next door now: no travel to the starting region 9, but to those of the old board.
    assert (price(state, 9), price(state, 12)) == (2 + 1, 2 + 1)


@pytest.mark.rule("WW-POWER-PORTALMAGES", "WW-CLAR-7")
def test_a_race_without_regions_may_swap_too() -> None:
    state = mages(5, {7: MURLOC})
    assert legal(state, "portal") == [7, 8, 14, 17]
    play(state, "portal 7", "portal 14")
    assert (region(state, 14), legal(state, "conquer")) == (MURLOC, [0, 9, 12, 15])
    assert legal(picked("orcs", "portal_mages", regions={7: MURLOC}), "portal") == [7, 8, 14, 17]
    assert offered(mages(0, {7: MURLOC}, phase="choose")) == {"decline": [], "finish": [], "portal": [7, 8, 14, 17]}


@pytest.mark.rule("WW-POWER-PORTALMAGES")
def test_a_swap_needs_no_token_in_hand_and_ends_the_gathering() -> None:
    regions = {0: held(0, "orcs", 3), 4: held(0, "orcs", 1), 7: MURLOC}
    state = mages(0, regions, phase="choose")
    assert (legal(state, "abandon"), legal(state, "portal")) == ([0, 4], [7, 8, 14, 17])
    play(state, "portal 7", "portal 8")
    assert (in_hand(state, 0, "orcs"), legal(state, "abandon"), state.phase) == (2, [], "conquest")


@pytest.mark.rule("WW-POWER-PORTALMAGES", "WW-CLAR-16", "WW-CLAR-19")
def test_own_regions_that_differ_only_until_the_tokens_are_gathered_are_not_swapped() -> None:
    regions = {7: held(0, "orcs", 3), 14: held(0, "orcs", 1)}
    assert legal(play(mages(0, regions, phase="choose"), "portal 7"), "portal") == [8, 17]
    assert legal(play(mages(0, regions), "portal 7"), "portal") == [8, 14, 17]


@pytest.mark.rule("WW-POWER-PORTALMAGES")
@pytest.mark.parametrize("face", [0, 2])
def test_there_is_no_swap_after_the_final_die(face: int) -> None:
    regions = {0: held(0, "orcs", 2), 1: held(0, "orcs"), 7: MURLOC}
    state = rolled(mages(1, regions), "conquer 4", face)
    assert (state.phase, legal(state, "portal")) == ("deploy", [])


@pytest.mark.rule("WW-POWER-PORTALMAGES", "WW-ACT-25")
def test_there_is_no_swap_while_an_effect_is_armed() -> None:
    regions = {0: hold(0, "orcs", artifacts=["frostmourne"]), 7: MURLOC}
    assert "portal" not in verbs(play(mages(5, regions), "arm frostmourne"))


@pytest.mark.rule("WW-POWER-PORTALMAGES", "WW-ART-4")
def test_an_artifact_that_moved_with_its_holders_is_still_theirs() -> None:
    regions = {7: hold(0, "orcs", artifacts=["frostmourne"]), 14: MURLOC}
    state = play(mages(5, regions), "portal 7", "portal 14")
    assert (artifacts_in(state, 14), legal_words(state, "arm")) == (["frostmourne"], {"frostmourne"})


@pytest.mark.rule("WW-POWER-PORTALMAGES")
def test_the_next_race_of_portal_mages_swaps_nothing() -> None:
    column = [{"race": "orcs", "power": "farmers", "coins": 0}]
    state = declining(
        [active("pandaren", "portal_mages")], {0: held(0, "pandaren"), 7: MURLOC}, others=[IDLE], column=column
    )
    assert legal(play(state, "finish", "pick 0"), "portal") == []


# Strongmen


def strongmen(
    hand: int, regions: dict[int, Any], *others: dict[str, Any], name: str = "orcs", **fields: Any
) -> swenv.State:
    """Seat 0 conquers with Strongmen Orcs and an empty purse."""
    return attacking(name, "strongmen", hand, regions, *others, **fields)


@pytest.mark.rule("WW-POWER-STRONGMEN", "WW-ACT-13", "WW-ACT-14")
def test_strongmen_discard_the_wall_then_the_fort_then_move_a_token() -> None:
    regions = {5: held(0, "orcs"), 6: held(1, "night_elves", 2, wall=1, fortress=1), 12: held(1, "night_elves")}
    state = strongmen(4, regions, active("night_elves", "sentinels"))
    play(state, "push 6")
    assert (state.phase, markers(state, 6), tokens(state, 6)) == ("conquest", {"fortress": 1}, 2)
    play(state, "push 6")
    assert (state.phase, markers(state, 6), tokens(state, 6)) == ("conquest", {}, 2)
    play(state, "push 6")
    assert (state.phase, state.to_act, offered(state)) == ("push", 0, {"push_to": [12]})
    play(state, "push_to 12")
    assert (tokens(state, 6), tokens(state, 12), in_hand(state, 1, "night_elves")) == (1, 2, 0)
    assert (tray(state, "night_elves"), in_hand(state, 0, "orcs"), coins(state)) == (9 - 3, 4, [0, 5])


@pytest.mark.rule("WW-POWER-STRONGMEN", "WW-EX-27", "WW-INT-21", "WW-FACTION-5")
def test_a_region_that_strongmen_empty_is_conquered_as_an_empty_one() -> None:
    regions = {0: held(0, "dwarves"), 4: held(1, "orcs", 2, fortress=1), 12: held(1, "orcs")}
    state = strongmen(2, regions, active("orcs", "sentinels"), name="dwarves")
    play(state, "push 4", "push 4", "push_to 12", "push 4", "push_to 12")
    assert (region(state, 4), tokens(state, 12), legal(state, "push")) == ({}, 3, [])
    end_turn(play(state, "conquer 4"))
    # Two regions and no faction bonus.
    assert (state.turn, coins(state)[0]) == (1, 2)


@pytest.mark.rule("WW-POWER-STRONGMEN", "WW-ACT-13")
def test_strongmen_act_three_times_a_turn() -> None:
    regions = {
        5: held(0, "orcs", 2), 1: held(1, "trolls", 2), 4: MURLOC, 6: held(1, "trolls", 2), 12: held(1, "trolls")
    }  # fmt: skip
    state = strongmen(4, regions, active("trolls", "miners"))
    assert legal(state, "push") == [1, 4, 6]
    play(state, "push 1", "push_to 12", "push 4")
    assert (legal(state, "push"), turn_state(state, "pushes")) == ([1, 6], 2)
    play(state, "push 6", "push_to 1")
    assert (legal(state, "push"), turn_state(state, "pushes"), state.phase) == ([], 3, "conquest")
    assert [tokens(state, number) for number in (1, 6, 12)] == [2, 1, 2]
    end_turn(end_turn(state))
    assert (state.turn, turn_state(state, "pushes"), legal(state, "push")) == (0, 0, [1, 6])


@pytest.mark.rule("WW-POWER-STRONGMEN")
def test_strongmen_discard_a_murloc() -> None:
    state = strongmen(2, {0: held(0, "orcs"), 4: MURLOC, 1: MURLOC})
    play(state, "push 4")
    assert (region(state, 4), region(state, 1), state.phase) == ({}, MURLOC, "conquest")


@pytest.mark.rule("WW-POWER-STRONGMEN")
@pytest.mark.parametrize("slot", [active("trolls", "miners"), declined("trolls")], ids=["active", "declined"])
def test_a_token_with_nowhere_to_go_is_discarded(slot: dict[str, Any]) -> None:
    # 12 is held by another race of the same player.
    other = declined("kobolds") if slot["status"] == "active" else active("kobolds", "miners")
    regions = {0: held(0, "orcs"), 4: held(1, "trolls", 2), 12: held(1, "kobolds")}
    state = strongmen(2, regions, slot, other)
    play(state, "push 4")
    assert (state.phase, tokens(state, 4), tray(state, "trolls"), tokens(state, 12)) == ("conquest", 1, 10, 1)


@pytest.mark.rule("WW-POWER-STRONGMEN", "WW-EX-28", "WW-DECL-7")
def test_the_last_token_of_a_race_in_decline_takes_its_banner_along() -> None:
    regions = {0: held(0, "orcs"), 4: held(1, "trolls")}
    state = strongmen(2, regions, active("kobolds", "miners"), declined("trolls"))
    play(state, "push 4")
    assert (region(state, 4), tray(state, "trolls"), races_of(state, 1)) == ({}, 11, ["kobolds"])
    assert state.to_position()["race_stack"][-1] == "trolls"


@pytest.mark.rule("WW-POWER-STRONGMEN", "WW-TURN-8")
def test_the_last_token_of_an_active_race_may_be_discarded() -> None:
    state = strongmen(2, {0: held(0, "orcs"), 4: held(1, "trolls")}, active("trolls", "miners"))
    play(state, "push 4")
    assert (region(state, 4), tray(state, "trolls"), races_of(state, 1)) == ({}, 11, ["trolls"])


@pytest.mark.rule("WW-POWER-STRONGMEN")
def test_strongmen_act_only_across_a_border_on_murlocs_and_opponents() -> None:
    regions = {
        0: held(0, "orcs"), 5: held(0, "trolls"), 4: held(0, "trolls"), 12: MURLOC, 8: MURLOC, 6: held(1, "kobolds"),
        1: held(1, "kobolds"),
    }  # fmt: skip
    state = strongmen(5, regions, active("kobolds", "miners"), own=[declined("trolls")])
    # 4 is the owner's race in decline, 6 borders only that; 12 is a starting region.
    assert legal(state, "push") == [1]
    assert legal(strongmen(5, {0: held(0, "orcs")}), "push") == []


@pytest.mark.rule("WW-POWER-STRONGMEN", "WW-CLAR-6")
def test_caverns_are_not_next_door_for_strongmen_kobolds() -> None:
    state = strongmen(5, {0: held(0, "kobolds"), 6: MURLOC, 15: MURLOC, 1: MURLOC}, name="kobolds")
    assert (legal(state, "push"), legal(state, "conquer")) == ([1], [1, 4, 6, 9, 12, 15])


@pytest.mark.rule("WW-POWER-STRONGMEN")
def test_strongmen_without_a_region_do_nothing() -> None:
    assert legal(strongmen(5, {4: MURLOC, 12: MURLOC}), "push") == []


@pytest.mark.rule("WW-POWER-STRONGMEN", "WW-INT-60")
def test_strongmen_act_on_naga_in_the_water() -> None:
    regions = {9: held(0, "orcs"), 10: held(1, "naga"), 11: held(1, "naga"), 12: held(1, "naga")}
    state = strongmen(5, regions, active("naga", "miners"))
    assert legal(state, "push") == [10]
    play(state, "push 10")
    assert legal(state, "push_to") == [11, 12]
    play(state, "push_to 11")
    assert (region(state, 10), tokens(state, 11)) == ({}, 2)


@pytest.mark.rule("WW-POWER-STRONGMEN", "WW-CONQ-10", "WW-ACT-14")
def test_the_token_moves_to_any_other_region_of_its_race_even_an_immune_one() -> None:
    regions = {
        0: held(0, "orcs"), 4: held(1, "trolls", 2), 17: held(1, "trolls", 1, tower=1), 14: held(1, "trolls"),
        16: held(1, "kobolds"), 8: held(1, "trolls"),
    }  # fmt: skip
    state = strongmen(5, regions, active("trolls", "defenders"), declined("kobolds"))
    play(state, "push 4")
    assert legal(state, "push_to") == [8, 14, 17]
    play(state, "push_to 17")
    assert (tokens(state, 4), tokens(state, 17)) == (1, 2)


@pytest.mark.rule("WW-POWER-STRONGMEN", "WW-CONQ-10")
def test_strongmen_take_nothing_from_a_region_with_a_tower() -> None:
    regions = {1: held(0, "orcs"), 5: held(1, "kobolds", 2, tower=1), 2: held(1, "kobolds")}
    assert legal(strongmen(5, regions, active("kobolds", "defenders"), coins=9), "push") == [2]


@pytest.mark.rule("WW-POWER-STRONGMEN", "WW-CLAR-2")
@pytest.mark.parametrize("purse", [1, 2])
def test_strongmen_pay_to_act_on_the_region_of_the_aegis(purse: int) -> None:
    regions = {0: held(0, "orcs"), 4: hold(1, "trolls", 3, artifacts=["aegis"]), 12: held(1, "trolls")}
    state = strongmen(5, regions, active("trolls", "miners"), coins=purse, purse=0, aegis_up=True)
    assert legal(state, "push") == ([4] if purse == 2 else [])
    if purse == 2:
        play(state, "push 4", "push_to 12", "push 4", "push_to 12")
        assert (coins(state), tokens(state, 4), artifacts_in(state, 4)) == ([0, 2], 1, ["aegis"])


@pytest.mark.rule("WW-POWER-STRONGMEN", "WW-CLAR-20")
@pytest.mark.parametrize(("power", "piece"), [("beastmasters", "beasts"), ("champions", "champion")])
def test_strongmen_move_neither_beasts_nor_the_champion(power: str, piece: str) -> None:
    regions = {0: held(0, "orcs"), 4: held(1, "trolls", 1, **{piece: 1}), 12: held(1, "trolls")}
    state = strongmen(5, regions, active("trolls", power))
    assert legal(state, "push") == [4]
    play(state, "push 4", "push_to 12")
    # The piece goes on holding the region, and there is nothing left to move.
    assert (region(state, 4)["owner"], tokens(state, 4), markers(state, 4)) == (1, 0, {piece: 1})
    assert (tokens(state, 12), legal(state, "push")) == (2, [])


@pytest.mark.rule("WW-POWER-STRONGMEN", "WW-CLAR-20")
def test_a_wall_beside_beasts_alone_can_be_discarded() -> None:
    regions = {2: held(0, "orcs"), 3: held(1, "night_elves", 0, beasts=1, wall=1), 12: held(1, "night_elves")}
    state = strongmen(5, regions, active("night_elves", "beastmasters"))
    play(state, "push 3")
    assert (markers(state, 3), legal(state, "push")) == ({"beasts": 1}, [])


@pytest.mark.rule("WW-POWER-STRONGMEN", "WW-RACE-GOBLINS", "WW-CLAR-21")
def test_what_lies_in_a_region_that_strongmen_empty() -> None:
    regions = {
        0: held(0, "goblins"),
        4: {**hold(1, "trolls", place="karazhan", artifacts=["ashes"]), "bomb": "live", "objective": 1},
        12: held(1, "trolls"),
    }
    state = strongmen(
        5, regions, active("trolls", "miners"), name="goblins", bomb_stack=["dud"],
        rest=[seat(active("humans", "farmers"))],
    )  # fmt: skip
    play(state, "push 4", "push_to 12")
    # Places, Artifacts and Objectives stay; the Bomb goes back onto the stack.
    assert region(state, 4) == lying(place="karazhan", artifacts=["ashes"], objective=1)
    assert (tokens(state, 12), state.to_position()["bomb_stack"]) == (2, ["live", "dud"])


@pytest.mark.rule("WW-POWER-STRONGMEN", "WW-CONQ-11", "WW-RACE-PANDAREN", "WW-CLAR-5")
@pytest.mark.parametrize("purse", [1, 2, 3])
def test_harmony_is_due_when_a_pandaren_leaves_but_not_for_a_fort(purse: int) -> None:
    regions = {0: held(0, "orcs"), 4: held(1, "pandaren", 3, fortress=1), 12: held(1, "pandaren")}
    state = strongmen(5, regions, active("pandaren", "sentinels"), coins=purse, purse=0, harmony=True)
    play(state, "push 4")
    assert (markers(state, 4), coins(state)) == ({}, [purse, 0])
    assert legal(state, "push") == ([4] if purse > 1 else [])
    if purse > 1:
        play(state, "push 4", "push_to 12")
        assert coins(state) == [purse - 2, 2]
        play(state, "push 4", "push_to 12")
        assert coins(state) == [purse - 2, 2]


@pytest.mark.rule("WW-POWER-STRONGMEN", "WW-INT-61")
@pytest.mark.parametrize("face", [0, 2])
def test_strongmen_do_nothing_after_the_final_die(face: int) -> None:
    regions = {0: held(0, "orcs", 2), 1: held(0, "orcs"), 2: MURLOC}
    state = strongmen(1, regions)
    assert legal(state, "push") == [2]
    after = rolled(state, "conquer 4", face)
    assert (after.phase, legal(after, "push")) == ("deploy", [])


@pytest.mark.rule("WW-POWER-STRONGMEN")
def test_strongmen_need_no_token_in_hand_and_end_the_gathering() -> None:
    regions = {0: held(0, "orcs", 3), 12: held(0, "orcs"), 4: MURLOC, 1: MURLOC}
    state = strongmen(0, regions, phase="choose")
    assert (legal(state, "abandon"), legal(state, "push")) == ([0, 12], [1, 4])
    play(state, "push 4")
    assert (in_hand(state, 0, "orcs"), legal(state, "abandon"), state.phase) == (2, [], "conquest")
    empty = play(strongmen(0, {0: held(0, "orcs"), 4: MURLOC, 1: MURLOC}), "push 4")
    assert (empty.phase, legal(empty, "push")) == ("conquest", [1])


@pytest.mark.rule("WW-POWER-STRONGMEN", "WW-ACT-25")
def test_strongmen_do_nothing_while_an_effect_is_armed() -> None:
    regions = {0: hold(0, "orcs", artifacts=["frostmourne"]), 4: MURLOC}
    assert "push" not in verbs(play(strongmen(5, regions), "arm frostmourne"))


@pytest.mark.rule("WW-POWER-STRONGMEN", "WW-INT-57", "WW-RACE-TAUREN")
def test_a_tauren_that_strongmen_leave_alone_comes_to_hand() -> None:
    regions = {0: held(0, "orcs", 2), 4: held(1, "tauren", 2), 12: held(1, "tauren", 2)}
    state = strongmen(5, regions, active("tauren", "miners"))
    play(state, "push 4", "push_to 12")
    assert (region(state, 4), tokens(state, 12), in_hand(state, 1, "tauren"), tray(state, "tauren")) == ({}, 3, 1, 12)
    lay_out(state, 0)
    assert (state.phase, state.to_act, legal(state, "deploy")) == ("withdrawn", 1, [12])
    assert tokens(play(state, "deploy 12"), 12) == 4


@pytest.mark.rule("WW-POWER-STRONGMEN", "WW-INT-57")
@pytest.mark.parametrize(("count", "left", "came"), [(4, 3, 0), (3, 2, 0), (2, 0, 1)])
def test_two_tauren_still_hold_a_region_against_strongmen(count: int, left: int, came: int) -> None:
    regions = {0: held(0, "orcs"), 4: held(1, "tauren", count)}
    state = play(strongmen(5, regions, active("tauren", "miners")), "push 4")
    assert (tokens(state, 4), in_hand(state, 1, "tauren"), tray(state, "tauren")) == (left, came, 16 - left - came)


@pytest.mark.rule("WW-POWER-STRONGMEN", "WW-CLAR-9")
def test_a_beast_whose_tauren_was_moved_away_comes_to_hand() -> None:
    regions = {0: held(0, "orcs"), 4: held(1, "tauren", 1, beasts=1), 12: held(1, "tauren", 2)}
    state = strongmen(5, regions, active("tauren", "beastmasters"))
    play(state, "push 4", "push_to 12")
    assert (region(state, 4), tokens(state, 12), tray(state, "tauren")) == ({}, 3, 13)
    assert race(state, 1, "tauren")["beasts"] == 1


@pytest.mark.rule("WW-POWER-STRONGMEN", "WW-CLAR-9")
def test_a_lone_tauren_in_decline_may_stay() -> None:
    regions = {0: held(0, "orcs"), 4: held(1, "tauren", 2), 12: held(1, "tauren", 2)}
    state = strongmen(5, regions, declined("tauren"))
    play(state, "push 4", "push_to 12")
    assert (tokens(state, 4), tokens(state, 12), tray(state, "tauren")) == (1, 3, 12)


@pytest.mark.rule("WW-POWER-STRONGMEN", "WW-INT-58", "WW-CONQ-15", "WW-DIFF-10")
def test_tokens_in_decline_can_be_piled_up_and_are_all_destroyed() -> None:
    regions = {0: held(0, "orcs"), 4: held(1, "trolls", 2), 1: held(1, "trolls"), 12: held(1, "trolls")}
    state = strongmen(6, regions, declined("trolls"))
    play(state, "push 4", "push_to 1", "push 4", "push_to 1")
    assert (tokens(state, 1), region(state, 4), price(state, 1)) == (3, {}, 2 + 3)
    play(state, "conquer 1")
    assert (tray(state, "trolls"), tokens(state, 12)) == (10, 1)


@pytest.mark.rule("WW-POWER-STRONGMEN", "WW-INT-59", "WW-RACE-FORSAKEN")
def test_what_strongmen_forsaken_discard_can_be_recruited() -> None:
    regions = {
        0: held(0, "forsaken"), 4: MURLOC, 1: held(1, "trolls", 2), 13: held(1, "kobolds"), 12: held(0, "forsaken"),
        15: held(1, "kobolds"),
    }  # fmt: skip
    state = strongmen(3, regions, active("trolls", "miners"), declined("kobolds"), name="forsaken", coins=5)
    play(state, "push 4")
    assert turn_state(state, "inflicted") == 1
    play(state, "push 1")
    assert turn_state(state, "inflicted") == 2
    # A token that only moves is not lost.
    play(state, "push 13", "push_to 15", "finish")
    assert (turn_state(state, "inflicted"), state.phase) == (2, "recruit")
    play(state, "buy", "buy")
    assert (state.phase, coins(state)[0], in_hand(state, 0, "forsaken")) == ("deploy", 3, 3 + 2)


@pytest.mark.rule("WW-POWER-STRONGMEN", "WW-RACE-DRAENEI")
def test_the_first_draenei_that_strongmen_would_discard_comes_to_hand() -> None:
    state = strongmen(2, {0: held(0, "orcs"), 4: held(1, "draenei", 3)}, active("draenei", "miners"))
    play(state, "push 4")
    assert (tokens(state, 4), in_hand(state, 1, "draenei"), tray(state, "draenei")) == (2, 1, 9)
    play(state, "push 4")
    assert (tokens(state, 4), in_hand(state, 1, "draenei"), tray(state, "draenei")) == (1, 1, 10)


@pytest.mark.rule("WW-POWER-STRONGMEN", "WW-PLACE-CHAPEL")
def test_the_chapel_saves_what_strongmen_would_discard() -> None:
    state = strongmen(2, {0: held(0, "orcs"), 4: hold(1, "trolls", 3, place="chapel")}, active("trolls", "miners"))
    play(state, "push 4", "push 4")
    assert (tokens(state, 4), in_hand(state, 1, "trolls"), tray(state, "trolls")) == (1, 2, 8)


@pytest.mark.rule("WW-POWER-STRONGMEN", "WW-CONQ-13")
def test_a_fort_that_strongmen_discard_is_in_the_supply_again_and_the_mountain_stays() -> None:
    regions = {5: held(0, "orcs"), 9: held(1, "trolls", 1, fortress=1), 12: held(1, "trolls")}
    state = strongmen(6, regions, active("trolls", "sentinels"))
    assert price(state, 9) == 2 + 1 + 1 + 1
    play(state, "push 9")
    assert (price(state, 9), where(state, "fortress")) == (2 + 1 + 1, [])


@pytest.mark.rule("WW-POWER-STRONGMEN")
def test_the_next_race_of_strongmen_moves_nothing() -> None:
    column = [{"race": "orcs", "power": "farmers", "coins": 0}]
    regions = {0: held(0, "pandaren"), 5: MURLOC, 8: MURLOC}
    state = declining([active("pandaren", "strongmen")], regions, others=[IDLE], column=column)
    play(state, "finish", "pick 0", "conquer 9")
    assert legal(state, "push") == []


@pytest.mark.rule("WW-POWER-STRONGMEN", "WW-POWER-PORTALMAGES", "WW-DECL-1")
@pytest.mark.parametrize("power", ["strongmen", "portal_mages"])
def test_a_turn_of_decline_has_neither_pushes_nor_swaps(power: str) -> None:
    regions = {0: held(0, "orcs"), 4: MURLOC, 7: MURLOC}
    state = attacking("orcs", power, 0, regions, phase="choose")
    assert {"push", "portal"} & verbs(state)
    play(state, "decline")
    assert (state.turn, region(state, 4), region(state, 7)) == (1, MURLOC, MURLOC)


@pytest.mark.rule("WW-POWER-STRONGMEN")
def test_strongmen_of_seat_one_act_on_all_opponents() -> None:
    regions = {0: held(1, "orcs"), 4: held(0, "kobolds", 2), 1: held(2, "trolls", 2), 12: held(2, "trolls")}
    seats = [
        seat(active("kobolds", "miners")),
        seat(active("orcs", "strongmen", hand=3)),
        seat(active("trolls", "farmers")),
    ]
    state = warcraft(3, turn=1, phase="conquest", seats=seats, regions=regions)
    assert legal(state, "push") == [1, 4]
    play(state, "push 1", "push_to 12", "push 4")
    assert [tokens(state, number) for number in (1, 12, 4)] == [1, 2, 1]
