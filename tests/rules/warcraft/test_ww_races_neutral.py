"""The four neutral races of Warcraft (WW-RACE), claim by claim, on the boards WX2 and WX3."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import coins, in_hand, place_in, price, tray, verbs
from ww_play import artifacts_in, conquering, declining, gain, hold, holds_harmony, lying
from ww_races import end_turn, faction_bonuses, starting, starts_with_value_and_badge

import swenv
from support import MURLOC, active, declined, legal, legal_words, play, region, rolled, seat, tokens, warcraft


@pytest.mark.parametrize(
    ("name", "value", "supply"),
    [
        pytest.param("ethereals", 5, 10, marks=pytest.mark.rule("WW-RACE-ETHEREALS"), id="ethereals"),
        pytest.param("kobolds", 6, 11, marks=pytest.mark.rule("WW-RACE-KOBOLDS"), id="kobolds"),
        pytest.param("naga", 6, 11, marks=pytest.mark.rule("WW-RACE-NAGA"), id="naga"),
        pytest.param("pandaren", 5, 10, marks=pytest.mark.rule("WW-RACE-PANDAREN"), id="pandaren"),
    ],
)
def test_a_neutral_race_has_its_value_its_tray_and_no_faction(name: str, value: int, supply: int) -> None:
    assert starts_with_value_and_badge(name, value, supply)
    assert faction_bonuses(name) == ([0, 0, 0], [0, 0, 0])


# Ethereals


def seizing(hand: int, regions: dict[int, Any], *others: dict[str, Any], **more: Any) -> swenv.State:
    """Seat 0 conquers with Ethereals who hold region 0, beside 1 and 4."""
    named = {0: hold(0, "ethereals"), **regions}
    return conquering(hand, named, *others, name="ethereals", power="miners", **more)


ORCS = [active("orcs", "farmers")]


@pytest.mark.rule("WW-RACE-ETHEREALS", "WW-ACT-11")
@pytest.mark.parametrize("destination", [1, 4])
def test_ethereals_take_an_artifact_into_one_of_their_regions_beside_its_own(destination: int) -> None:
    # Region 5 borders the Ethereals in 1 and 4, not those in 0.
    regions = {1: hold(0, "ethereals"), 4: hold(0, "ethereals"), 5: hold(1, "orcs", 3, artifacts=["frostmourne"])}
    state = seizing(5, regions, *ORCS)
    assert legal_words(state, "take") == {"frostmourne"}
    play(state, "take frostmourne")
    assert (state.phase, verbs(state), legal(state, "put")) == ("put", {"put"}, [1, 4])
    play(state, f"put {destination}")
    assert (state.phase, artifacts_in(state, destination), artifacts_in(state, 5)) == ("conquest", ["frostmourne"], [])
    assert (tokens(state, 5), in_hand(state, 1, "orcs"), in_hand(state, 0, "ethereals")) == (3, 0, 5)


@pytest.mark.rule("WW-RACE-ETHEREALS")
def test_a_taken_artifact_may_be_used_at_once() -> None:
    state = seizing(6, {4: hold(1, "orcs", 3, artifacts=["frostmourne"])}, *ORCS)
    play(state, "take frostmourne", "put 0")
    assert legal_words(state, "arm") == {"frostmourne"}
    assert (price(state, 4), price(state, 4, "arm frostmourne")) == (2 + 3, 2 + 3 - 2)


@pytest.mark.rule("WW-RACE-ETHEREALS", "WW-INT-45")
@pytest.mark.parametrize(
    "source",
    [lying(), MURLOC, hold(1, "orcs", 3), hold(1, "trolls"), hold(0, "naga")],
    ids=["empty", "murloc", "active", "in decline", "own race in decline"],
)
def test_an_artifact_may_be_taken_from_anyone(source: dict[str, Any]) -> None:
    regions = {12: hold(1, "orcs"), 17: hold(1, "trolls"), 14: hold(0, "naga"), 4: {**source, "artifacts": ["heart"]}}
    state = seizing(3, regions, *ORCS, declined("trolls"), own=[declined("naga")])
    play(state, "take heart", "put 0")
    assert (artifacts_in(state, 0), artifacts_in(state, 4), coins(state)) == (["heart"], [], [5, 5])


@pytest.mark.rule("WW-RACE-ETHEREALS", "WW-CLAR-13")
@pytest.mark.parametrize(
    ("regions", "power"),
    [
        ({2: lying(artifacts=["frostmourne"])}, "farmers"),
        ({9: lying(artifacts=["frostmourne"])}, "farmers"),
        ({12: lying(artifacts=["frostmourne"])}, "farmers"),
        ({4: lying(face_down="frostmourne")}, "farmers"),
        ({4: hold(1, "orcs", 1, place="karazhan")}, "farmers"),
        ({1: hold(0, "ethereals", 1, artifacts=["frostmourne"])}, "farmers"),
        ({1: hold(0, "ethereals"), 5: hold(1, "orcs", 1, artifacts=["frostmourne"], tower=1)}, "defenders"),
    ],
    ids=["far", "anchor", "other board", "face down", "place", "own", "watch tower"],
)
def test_ethereals_take_only_open_artifacts_across_a_border(regions: dict[int, Any], power: str) -> None:
    assert legal_words(seizing(5, regions, active("orcs", power)), "take") == set()


@pytest.mark.rule("WW-RACE-ETHEREALS", "WW-INT-45", "WW-CLAR-2")
def test_the_aegis_that_protects_its_region_is_taken_for_two_coins() -> None:
    regions = {4: hold(1, "orcs", 3, artifacts=["aegis"])}
    assert legal_words(seizing(5, regions, *ORCS, aegis_up=True, coins=[1, 5]), "take") == set()
    state = seizing(5, regions, *ORCS, aegis_up=True, coins=[2, 5])
    play(state, "take aegis", "put 0")
    assert (artifacts_in(state, 0), coins(state), bool(state.to_position()["aegis_up"])) == (["aegis"], [0, 7], False)
    free = play(seizing(5, regions, *ORCS, aegis_up=False, coins=[1, 5]), "take aegis", "put 0")
    assert coins(free) == [1, 5]


@pytest.mark.rule("WW-RACE-ETHEREALS")
def test_taking_an_artifact_is_no_attack_and_costs_no_toll() -> None:
    state = warcraft(
        phase="conquest",
        seats=[
            seat(active("ethereals", "miners", hand=5), coins=0, harmony=True),
            seat(active("pandaren", "marshdwellers"), coins=5),
        ],
        regions={0: hold(0, "ethereals"), 4: hold(1, "pandaren", 1, artifacts=["frostmourne"])},
    )
    assert 4 not in legal(state, "conquer")
    play(state, "take frostmourne", "put 0")
    assert (coins(state), holds_harmony(state, 0), artifacts_in(state, 0)) == ([0, 5], True, ["frostmourne"])


@pytest.mark.rule("WW-RACE-ETHEREALS", "WW-CLAR-13", "WW-ACT-11")
def test_of_two_artifacts_in_a_region_the_named_one_is_taken() -> None:
    state = seizing(5, {4: lying(artifacts=["frostmourne", "ashes"])})
    assert legal_words(state, "take") == {"frostmourne", "ashes"}
    play(state, "take ashes", "put 0")
    assert (artifacts_in(state, 0), artifacts_in(state, 4)) == (["ashes"], ["frostmourne"])


RICH = {1: hold(1, "orcs", 1, place="karazhan"), 4: hold(1, "orcs", 1, artifacts=["heart", "aegis"])}
"""A Legendary Place and two Artifacts beside the Ethereals."""


@pytest.mark.rule("WW-RACE-ETHEREALS", "WW-INT-47")
@pytest.mark.parametrize("actions", [["take heart", "put 0"], ["arm discount", "conquer 1"]])
def test_ethereals_do_one_of_the_two_once_in_a_turn(actions: list[str]) -> None:
    state = seizing(6, RICH, *ORCS)
    assert (legal_words(state, "take"), legal_words(state, "arm")) == ({"heart", "aegis"}, {"discount"})
    play(state, *actions)
    assert (state.phase, legal_words(state, "take"), legal_words(state, "arm")) == ("conquest", set(), set())
    end_turn(end_turn(state))
    assert (state.turn, "aegis" in legal_words(state, "take")) == (0, True)


@pytest.mark.rule("WW-RACE-ETHEREALS")
def test_a_conquest_at_the_full_price_leaves_the_use_open() -> None:
    state = seizing(6, RICH, *ORCS)
    play(state, "conquer 1")
    assert (tokens(state, 1), legal_words(state, "take")) == (3, {"heart", "aegis"})


@pytest.mark.rule("WW-RACE-ETHEREALS", "WW-ACT-10")
@pytest.mark.parametrize(
    ("there", "full", "paid"),
    [(lying(), 2, 1), (MURLOC, 3, 1), (hold(1, "orcs", 2), 4, 2), (hold(1, "trolls"), 3, 1), (hold(0, "naga"), 2, 1)],
    ids=["empty", "murloc", "active", "in decline", "own race in decline"],
)
def test_an_adjacent_region_with_an_open_place_costs_ethereals_two_less_once(
    there: dict[str, Any], full: int, paid: int
) -> None:
    regions = {12: hold(1, "orcs"), 17: hold(1, "trolls"), 14: hold(0, "naga"), 4: {**there, "place": "karazhan"}}
    state = seizing(6, regions, *ORCS, declined("trolls"), own=[declined("naga")])
    assert (price(state, 4), price(state, 4, "arm discount")) == (full, paid)
    assert legal(play(state, "arm discount"), "conquer") == [4]
    assert place_in(play(state, "conquer 4"), 4) == "karazhan"


@pytest.mark.rule("WW-RACE-ETHEREALS", "WW-INT-46")
@pytest.mark.parametrize(
    "regions",
    [
        {4: lying(face_down="karazhan")},
        {4: hold(1, "orcs", 1, artifacts=["heart"])},
        {12: lying(place="karazhan")},
        {9: lying(place="karazhan")},
        {5: hold(1, "orcs", 1, place="karazhan")},
        {1: hold(0, "ethereals", 1, place="karazhan")},
    ],
    ids=["face down", "artifact", "anchor of another board", "anchor", "far", "own"],
)
def test_nothing_else_is_cheaper_for_ethereals(regions: dict[int, Any]) -> None:
    assert legal_words(seizing(6, regions, *ORCS), "arm") == set()


@pytest.mark.rule("WW-RACE-ETHEREALS", "WW-INT-10", "WW-ACT-25")
def test_the_discount_of_ethereals_adds_to_frostmourne() -> None:
    regions = {0: hold(0, "ethereals", 1, artifacts=["frostmourne"]), 4: hold(1, "orcs", 4, place="karazhan")}
    state = seizing(8, regions, *ORCS)
    assert price(state, 4, "arm discount", "arm frostmourne") == 6 - 2 - 2


@pytest.mark.rule("WW-RACE-ETHEREALS", "WW-INT-13")
@pytest.mark.parametrize(("face", "owner"), [(1, "orcs"), (2, "ethereals")])
def test_the_discount_of_ethereals_counts_for_the_final_attempt(face: int, owner: str) -> None:
    # Need 2 + 3 - 2, hand 1.
    state = seizing(1, {4: hold(1, "orcs", 3, place="karazhan")}, *ORCS)
    assert 4 not in legal(state, "conquer")
    assert region(rolled(play(state, "arm discount"), "conquer 4", face), 4)["race"] == owner


@pytest.mark.rule("WW-RACE-ETHEREALS")
def test_ethereals_in_decline_take_nothing_and_pay_the_full_price() -> None:
    regions = {0: hold(0, "kobolds"), 12: hold(0, "ethereals"), 13: lying(artifacts=["frostmourne"]), **RICH}
    state = conquering(6, regions, *ORCS, own=[declined("ethereals")], name="kobolds", power="sailors")
    assert (legal_words(state, "take"), legal_words(state, "arm"), price(state, 1)) == (set(), set(), 3)


# Kobolds


def digging(hand: int, regions: dict[int, Any], *others: dict[str, Any], **more: Any) -> swenv.State:
    """Seat 0 conquers with Kobolds; the caverns are Hill 6 and the anchor Swamp 15 of the other board."""
    return conquering(hand, regions, *others, name="kobolds", power=more.pop("power", "miners"), **more)


@pytest.mark.rule("WW-RACE-KOBOLDS", "WW-EX-33")
def test_caverns_count_as_adjacent_for_kobolds() -> None:
    state = digging(8, {0: hold(0, "kobolds")})
    assert legal(state, "conquer") == [1, 4, 6, 9, 12, 15]
    # No travel to a cavern, also where it has an anchor.
    assert [price(state, number) for number in (6, 15, 12)] == [2, 2, 2 + 1]
    held = digging(8, {0: hold(0, "kobolds"), 6: hold(1, "orcs", 2)}, *ORCS)
    assert price(held, 6) == 2 + 2


@pytest.mark.rule("WW-RACE-KOBOLDS", "WW-EX-33", "WW-CONQ-2")
def test_kobolds_may_start_in_a_cavern_without_travel() -> None:
    state = digging(9, {6: MURLOC})
    assert legal(state, "conquer") == [0, 6, 9, 12, 15]
    assert [price(state, number) for number in (6, 15, 0)] == [2 + 1, 2, 2 + 1]


@pytest.mark.rule("WW-RACE-KOBOLDS", "WW-INT-7")
def test_kobolds_that_gave_up_all_regions_start_in_a_cavern_again() -> None:
    state = warcraft(
        phase="choose", seats=[seat(active("kobolds", "farmers")), seat()], regions={3: hold(0, "kobolds", 5)}
    )
    play(state, "abandon 3")
    assert (legal(state, "conquer"), price(state, 6)) == ([0, 6, 9, 12, 15], 2)


@pytest.mark.rule("WW-RACE-KOBOLDS")
def test_other_races_do_not_reach_a_cavern_from_afar() -> None:
    state = conquering(8, {0: hold(0, "orcs")}, name="orcs", power="miners")
    assert (legal(state, "conquer"), price(state, 15)) == ([1, 4, 9, 12, 15], 3)


@pytest.mark.rule("WW-RACE-KOBOLDS", "WW-CLAR-6")
def test_the_champion_of_kobolds_reaches_caverns_once_they_hold_a_region() -> None:
    assert legal(digging(3, {0: hold(0, "kobolds")}, power="champions"), "champion") == [1, 4, 6, 15]
    assert legal(digging(3, {}, power="champions"), "champion") == []


@pytest.mark.rule("WW-RACE-KOBOLDS", "WW-CLAR-6")
def test_a_cavern_is_no_neighbour_for_anything_but_conquests() -> None:
    regions = {0: hold(0, "kobolds"), 1: hold(1, "orcs"), 6: hold(1, "orcs"), 15: hold(1, "orcs")}
    assert legal(digging(3, regions, *ORCS, power="strongmen"), "push") == [1]


@pytest.mark.rule("WW-RACE-KOBOLDS")
def test_kobolds_in_decline_open_no_cavern() -> None:
    regions = {0: hold(0, "orcs"), 12: hold(0, "kobolds")}
    state = conquering(8, regions, own=[declined("kobolds")], name="orcs", power="miners")
    assert (6 in legal(state, "conquer"), price(state, 15)) == (False, 3)


# Naga


def diving(hand: int, regions: dict[int, Any], *others: dict[str, Any], **more: Any) -> swenv.State:
    """Seat 0 conquers with Naga; water is Lake 10, beside 6, 9 and 11, and Sea 11, beside 7 and 10."""
    return conquering(hand, regions, *others, name="naga", power=more.pop("power", "farmers"), **more)


@pytest.mark.rule("WW-RACE-NAGA", "WW-EX-32", "WW-CONQ-2")
def test_naga_may_start_in_any_water_of_any_board_without_travel() -> None:
    assert legal(diving(9, {}), "conquer") == [0, 9, 10, 11, 12, 15]
    # On the boards for three: water 15 and 16 of the middle board, anchors 0, 9, 12, 18 and 21.
    state = diving(9, {}, rest=[seat()])
    assert legal(state, "conquer") == [0, 9, 10, 11, 12, 15, 16, 18, 21]
    assert [price(state, number) for number in (10, 11, 15, 16, 0)] == [2, 2, 2, 2, 3]


@pytest.mark.rule("WW-RACE-NAGA", "WW-EX-32")
@pytest.mark.parametrize(
    ("own", "targets"),
    [
        (0, [1, 4, 9, 12, 15]),
        (9, [0, 5, 8, 10, 12, 15]),
        (10, [0, 6, 9, 11, 12, 15]),
        (11, [0, 7, 9, 10, 12, 15]),
        (7, [0, 3, 6, 9, 11, 12, 15]),
    ],
)
def test_later_water_must_be_adjacent(own: int, targets: list[int]) -> None:
    assert legal(diving(9, {own: hold(0, "naga")}), "conquer") == targets


@pytest.mark.rule("WW-RACE-NAGA")
def test_water_costs_naga_two_with_the_usual_additions() -> None:
    state = diving(9, {10: hold(0, "naga")})
    # The Sea; the anchor Mountain 9 without travel; the anchor 0 with it.
    assert [price(state, number) for number in (11, 9, 0)] == [2, 2 + 1, 2 + 1]
    assert price(diving(9, {10: hold(0, "naga")}, power="blacksmiths"), 11) == 1
    assert region(rolled(diving(1, {10: hold(0, "naga")}), "conquer 11", 1), 11)["race"] == "naga"


@pytest.mark.rule("WW-RACE-NAGA", "WW-INT-7")
def test_naga_that_gave_up_all_regions_start_in_any_water_again() -> None:
    state = warcraft(phase="choose", seats=[seat(active("naga", "farmers")), seat()], regions={1: hold(0, "naga", 5)})
    assert 11 not in legal(state, "conquer")
    play(state, "abandon 1")
    assert price(state, 11) == 2


@pytest.mark.rule("WW-RACE-NAGA")
def test_water_scores_one_coin_for_naga() -> None:
    assert gain([active("naga", "sailors")], {number: hold(0, "naga") for number in (0, 10, 11)}) == 3


@pytest.mark.rule("WW-RACE-NAGA", "WW-EX-32")
def test_naga_in_decline_stay_on_water_and_keep_scoring() -> None:
    regions = {10: hold(0, "naga", 3), 11: hold(0, "naga"), 9: hold(0, "naga")}
    state = declining([active("naga", "sailors")], regions)
    assert (coins(state)[0], [tokens(state, number) for number in (9, 10, 11)]) == (3, [1, 1, 1])
    regions = {10: hold(0, "naga"), 11: hold(0, "naga"), 0: hold(0, "orcs")}
    assert gain([active("orcs", "sailors"), declined("naga")], regions) == 3


@pytest.mark.rule("WW-RACE-NAGA", "WW-CONQ-14")
@pytest.mark.parametrize(
    ("others", "own", "water"),
    [
        ([], [], {}),
        ([active("naga", "farmers")], [], {10: hold(1, "naga")}),
        ([], [declined("naga")], {10: hold(0, "naga")}),
    ],
    ids=["empty", "naga", "own naga in decline"],
)
def test_nobody_else_conquers_water(
    others: list[dict[str, Any]], own: list[dict[str, Any]], water: dict[int, Any]
) -> None:
    # With the Champion and with Ashes of Al'ar neither.
    regions = {9: hold(0, "orcs", 1, artifacts=["ashes"]), **water}
    state = conquering(8, regions, *others, own=own, name="orcs", power="champions")
    assert legal(state, "champion") == [5, 8]
    assert {10, 11} & set(legal(state, "conquer")) == set()
    assert {10, 11} & set(legal(play(state, "arm ashes"), "conquer")) == set()


@pytest.mark.rule("WW-RACE-NAGA", "WW-CONQ-14")
def test_naga_in_decline_let_no_other_race_into_the_water() -> None:
    regions = {9: hold(0, "orcs"), 12: hold(0, "naga")}
    state = conquering(8, regions, own=[declined("naga")], name="orcs", power="sailors")
    assert {10, 11} & set(legal(state, "conquer")) == set()
    first = conquering(8, {12: hold(0, "naga")}, own=[declined("naga")], name="orcs", power="sailors")
    assert {10, 11} & set(legal(first, "conquer")) == set()


@pytest.mark.rule("WW-RACE-NAGA", "WW-ART-ASHES", "WW-CONQ-2")
def test_with_the_ashes_naga_reach_any_water() -> None:
    state = diving(8, {0: hold(0, "naga", 1, artifacts=["ashes"])})
    assert 11 not in legal(state, "conquer")
    assert price(state, 11, "arm ashes") == 2


@pytest.mark.rule("WW-RACE-NAGA")
@pytest.mark.parametrize(("naga", "kept"), [(active("naga", "farmers"), 1), (declined("naga"), 0)])
def test_a_bomb_drives_naga_out_of_the_water(naga: dict[str, Any], kept: int) -> None:
    regions = {9: hold(0, "goblins", 3), 10: hold(1, "naga", 2, bomb="live"), 11: hold(1, "naga")}
    state = starting(regions, [active("goblins", "miners")], naga)
    assert (region(state, 10), tray(state, "naga")) == ({}, 11 - 3 + 2 - kept)
    assert in_hand(state, 1, "naga") == kept


@pytest.mark.rule("WW-RACE-NAGA", "WW-INT-60")
@pytest.mark.parametrize("naga", [active("naga", "farmers"), declined("naga")])
def test_strongmen_push_naga_out_of_the_water(naga: dict[str, Any]) -> None:
    regions = {9: hold(0, "orcs"), 10: hold(1, "naga"), 11: hold(1, "naga"), 0: hold(1, "naga")}
    state = conquering(3, regions, naga, name="orcs", power="strongmen")
    assert legal(state, "push") == [10]
    play(state, "push 10")
    assert legal(state, "push_to") == [0, 11]
    play(state, "push_to 11")
    assert (region(state, 10), tokens(state, 11)) == ({}, 2)


@pytest.mark.rule("WW-RACE-NAGA", "WW-DECL-2")
def test_a_later_decline_takes_naga_out_of_the_water() -> None:
    regions = {10: hold(0, "naga"), 0: hold(0, "orcs")}
    state = declining([active("orcs", "sailors"), declined("naga")], regions)
    assert (region(state, 10), coins(state)[0], tray(state, "naga")) == ({}, 1, 11)


# Pandaren


def resting(hand: int, regions: dict[int, Any], *others: dict[str, Any], **more: Any) -> swenv.State:
    """Seat 0 conquers with Pandaren who hold region 0; there is a third seat without a race."""
    named = {0: hold(0, "pandaren"), **regions}
    power = more.pop("power", "miners")
    return conquering(hand, named, *others, name="pandaren", power=power, rest=[seat()], **more)


def harmony(state: swenv.State) -> list[int]:
    """The seats that hold a Harmony token."""
    return [number for number in range(state.game.num_players) if holds_harmony(state, number)]


@pytest.mark.rule("WW-RACE-PANDAREN")
def test_pandaren_give_harmony_to_every_opponent_whom_they_left_in_peace() -> None:
    # Also to one who has no race yet.
    state = resting(4, {1: hold(1, "orcs")}, *ORCS)
    assert harmony(state) == []
    end_turn(state)
    assert (state.turn, harmony(state)) == (1, [1, 2])


@pytest.mark.rule("WW-RACE-PANDAREN", "WW-INT-40")
@pytest.mark.parametrize(
    ("target", "given"),
    [(hold(1, "orcs", 2), [2]), (hold(1, "trolls"), [1, 2]), (MURLOC, [1, 2])],
    ids=["active", "in decline", "murloc"],
)
def test_an_opponent_whose_active_race_was_attacked_gets_no_harmony(target: dict[str, Any], given: list[int]) -> None:
    state = resting(6, {1: target, 18: hold(1, "orcs"), 23: hold(1, "trolls")}, *ORCS, declined("trolls"))
    end_turn(play(state, "conquer 1"))
    assert (state.turn, harmony(state)) == (1, given)


@pytest.mark.rule("WW-RACE-PANDAREN", "WW-CLAR-4")
def test_a_failed_final_attempt_is_an_attack() -> None:
    after = rolled(resting(2, {1: hold(1, "orcs")}, *ORCS), "conquer 1", 0)
    assert harmony(end_turn(after)) == [2]


@pytest.mark.rule("WW-RACE-PANDAREN", "WW-CLAR-5")
@pytest.mark.parametrize(
    ("pieces", "actions", "given"),
    [({}, ["push 1", "push_to 18"], [2]), ({"fortress": 1}, ["push 1"], [1, 2])],
    ids=["token", "fort"],
)
def test_moving_a_race_token_is_an_attack_and_discarding_a_fort_is_none(
    pieces: dict[str, int], actions: list[str], given: list[int]
) -> None:
    regions = {1: hold(1, "orcs", 2, **pieces), 18: hold(1, "orcs")}
    state = play(resting(3, regions, active("orcs", "sentinels"), power="strongmen"), *actions)
    assert harmony(end_turn(state)) == given


@pytest.mark.rule("WW-RACE-PANDAREN")
def test_with_five_players_four_harmony_tokens_are_given() -> None:
    column = [{"race": "pandaren", "power": "farmers", "coins": 0}]
    state = warcraft(5, phase="pick", column=column, seats=[seat() for _ in range(5)])
    assert harmony(end_turn(play(state, "pick 0"))) == [1, 2, 3, 4]


@pytest.mark.rule("WW-RACE-PANDAREN")
def test_harmony_tokens_come_back_at_the_start_of_the_next_pandaren_turn() -> None:
    state = warcraft(
        turn=1,
        phase="choose",
        seats=[seat(active("pandaren", "miners")), seat(active("orcs", "farmers"), harmony=True)],
        regions={0: hold(0, "pandaren"), 12: hold(1, "orcs")},
    )
    assert harmony(state) == [1]
    play(state, "finish")
    assert (state.turn, harmony(state)) == (0, [])


@pytest.mark.rule("WW-RACE-PANDAREN")
def test_a_decline_turn_gives_no_harmony_and_the_race_is_attacked_for_nothing() -> None:
    regions = {0: hold(0, "pandaren"), 1: hold(1, "orcs", 9)}
    state = declining([active("pandaren", "miners")], regions, others=[seat(*ORCS, coins=0)])
    assert (state.turn, harmony(state)) == (1, [])
    play(state, "conquer 0")
    assert (coins(state), region(state, 0)["race"]) == ([1, 0], "orcs")


PEACEFUL = {1: hold(0, "pandaren"), 6: hold(0, "pandaren")}


def attacking(
    purse: int, regions: dict[int, Any] | None = None, power: str = "farmers", holder: bool = True
) -> swenv.State:
    """Orcs of seat 1 conquer beside the Pandaren of seat 0, who have 5 coins; their Trolls in decline hold region 3."""
    return warcraft(
        turn=1,
        phase="conquest",
        seats=[
            seat(active("pandaren", "miners"), declined("trolls"), coins=5),
            seat(active("orcs", power, hand=9), coins=purse, harmony=holder),
        ],
        regions={2: hold(1, "orcs"), 3: hold(0, "trolls"), **(regions or PEACEFUL)},
    )


@pytest.mark.rule("WW-RACE-PANDAREN", "WW-EX-24", "WW-INT-37")
def test_the_holder_of_harmony_pays_two_coins_before_the_first_attack_alone() -> None:
    state = attacking(3)
    play(state, "conquer 1")
    assert (coins(state), harmony(state)) == ([7, 1], [])
    play(state, "conquer 6")
    assert coins(state) == [7, 1]


@pytest.mark.rule("WW-RACE-PANDAREN", "WW-EX-24", "WW-INT-39")
@pytest.mark.parametrize(("purse", "holder", "targets"), [(1, True, []), (2, True, [1, 6]), (0, False, [1, 6])])
def test_a_holder_without_two_coins_attacks_no_pandaren(purse: int, holder: bool, targets: list[int]) -> None:
    state = attacking(purse, holder=holder)
    assert [number for number in legal(state, "conquer") if number in (1, 6)] == targets
    assert 3 in legal(state, "conquer")


@pytest.mark.rule("WW-RACE-PANDAREN")
def test_who_holds_no_harmony_pays_nothing() -> None:
    assert coins(play(attacking(5, holder=False), "conquer 1", "conquer 6")) == [5, 5]


@pytest.mark.rule("WW-RACE-PANDAREN", "WW-INT-38")
def test_an_attack_on_the_race_in_decline_of_the_pandaren_player_is_free() -> None:
    state = play(attacking(3), "conquer 3")
    assert (coins(state), harmony(state)) == ([5, 3], [1])


@pytest.mark.rule("WW-RACE-PANDAREN", "WW-CLAR-4")
def test_harmony_is_paid_before_the_roll_of_a_final_attempt() -> None:
    state = attacking(3, {1: hold(0, "pandaren", 9)})
    after = rolled(state, "conquer 1", 0)
    assert (coins(after)[0], region(after, 1)["race"]) == (7, "pandaren")


@pytest.mark.rule("WW-RACE-PANDAREN", "WW-POWER-STRONGMEN")
@pytest.mark.parametrize(
    ("power", "verb", "more"), [("strongmen", "push", ["push_to 6"]), ("champions", "champion", [])]
)
def test_every_kind_of_attack_on_the_pandaren_is_paid(power: str, verb: str, more: list[str]) -> None:
    assert (1 in legal(attacking(1, power=power), verb), 1 in legal(attacking(2, power=power), verb)) == (False, True)
    assert coins(play(attacking(3, power=power), f"{verb} 1", *more)) == [7, 1]


@pytest.mark.rule("WW-RACE-PANDAREN")
def test_a_paid_harmony_token_is_given_again_after_a_turn_in_peace() -> None:
    state = play(attacking(3, {1: hold(0, "pandaren"), 12: hold(0, "pandaren")}), "conquer 1")
    assert harmony(end_turn(state)) == []
    assert (harmony(end_turn(state)), state.turn) == ([1], 1)


@pytest.mark.rule("WW-RACE-PANDAREN")
def test_pandaren_without_a_region_give_harmony_all_the_same() -> None:
    state = conquering(3, {12: hold(1, "orcs", 2)}, *ORCS, name="pandaren", power="miners")
    assert (harmony(end_turn(state)), state.turn) == ([1], 1)
