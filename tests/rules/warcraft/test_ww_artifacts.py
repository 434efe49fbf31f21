"""Artifacts of Warcraft (WW-ART): common rules, then one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from chapters import coins, in_hand, lay_out, markers, place_in, price, turn_state, verbs
from ww_play import ARTIFACTS, PLACES, artifacts_in, conquering, hold, lying, orcs, raiding, trolls

import swenv
from support import MURLOC, active, declined, legal, legal_words, play, region, rolled, seat, tokens, warcraft

TROLLS = active("trolls", "farmers")
OLD = declined("goblins")
ARMED = ["ashes", "doomhammer", "frostmourne"]
"""The Artifacts that serve a conquest."""
LAND = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 14, 15, 16, 17]


def goblins(tokens: int = 1, **what: Any) -> dict[str, Any]:
    """A region of seat 0's Goblins in decline."""
    return hold(0, "goblins", tokens, **what)


def protected(state: swenv.State) -> bool:
    """Whether the protection of the Aegis stands."""
    return bool(state.to_position().get("aegis_up", False))


def where(state: swenv.State, artifact: str) -> list[int]:
    """The regions in which an Artifact lies."""
    return [number for number in range(18) if artifact in artifacts_in(state, number)]


# WW-ART-1: face down until its region is conquered


@pytest.mark.rule("WW-ART-1")
@pytest.mark.parametrize("artifact", ARMED)
def test_an_artifact_found_in_a_conquest_serves_the_next(artifact: str) -> None:
    state = raiding(9, {6: orcs(), 5: lying(face_down=artifact)})
    assert legal_words(state, "arm") == set()
    play(state, "conquer 5")
    assert (artifacts_in(state, 5), legal_words(state, "arm")) == ([artifact], {artifact})


@pytest.mark.rule("WW-ART-1")
@pytest.mark.parametrize("artifact", ["aegis", "heart"])
def test_aegis_and_heart_found_in_the_turn_are_placed_at_its_end(artifact: str) -> None:
    state = play(raiding(2, {6: orcs(), 5: lying(face_down=artifact)}), "conquer 5", "deploy_rest 6")
    assert (state.phase, legal(state, artifact)) == (artifact, [5, 6])


@pytest.mark.rule("WW-ART-1")
@pytest.mark.parametrize("artifact", ARTIFACTS)
def test_an_artifact_face_up_stays_so_when_it_is_captured(artifact: str) -> None:
    state = play(raiding(9, {6: orcs(), 5: trolls(artifacts=[artifact])}, TROLLS), "conquer 5")
    assert (artifacts_in(state, 5), region(state, 5)["owner"]) == ([artifact], 0)
    assert "face_down" not in region(state, 5)


# WW-ART-2: it lies where it was last used


@pytest.mark.rule("WW-ART-2")
@pytest.mark.parametrize("artifact", ARMED)
def test_an_artifact_used_for_a_conquest_moves_there(artifact: str) -> None:
    state = raiding(9, {6: orcs(artifacts=[artifact]), 5: trolls()}, TROLLS)
    play(state, f"arm {artifact}", "conquer 5")
    assert where(state, artifact) == [5]
    play(state, "finish", "deploy_rest 6")
    assert where(state, artifact) == [5]


@pytest.mark.rule("WW-ART-2", "WW-ART-6")
@pytest.mark.parametrize("artifact", ARTIFACTS)
def test_an_artifact_that_is_not_used_stays(artifact: str) -> None:
    state = raiding(9, {6: orcs(artifacts=[artifact]), 5: trolls()}, TROLLS)
    play(state, "conquer 5")
    assert where(state, artifact) == [6]


@pytest.mark.rule("WW-ART-2")
@pytest.mark.parametrize(("artifact", "there"), [("frostmourne", 3), ("ashes", 1)])
def test_after_a_failed_attempt_the_artifact_stays_and_is_spent(artifact: str, there: int) -> None:
    # Region 5 costs 3; two tokens are in hand.
    state = raiding(2, {6: orcs(artifacts=[artifact]), 5: trolls(there), 7: trolls()}, TROLLS)
    play(state, f"arm {artifact}")
    failed = rolled(state, "conquer 5", 0)
    assert (failed.phase, where(failed, artifact), turn_state(failed, "effects_used")) == ("deploy", [6], [artifact])
    taken = rolled(state, "conquer 5", 1)
    assert (taken.phase, where(taken, artifact)) == ("deploy", [5])


@pytest.mark.rule("WW-ART-2")
def test_artifacts_used_together_move_together() -> None:
    regions = {6: orcs(artifacts=["ashes", "heart"]), 1: orcs(artifacts=["frostmourne"]), 17: trolls(3)}
    state = raiding(9, regions, TROLLS)
    play(state, "arm ashes", "arm frostmourne", "conquer 17")
    assert (artifacts_in(state, 17), artifacts_in(state, 6), artifacts_in(state, 1)) == (
        ["ashes", "frostmourne"], ["heart"], [],
    )  # fmt: skip
    assert (tokens(state, 17), legal_words(state, "arm")) == (3, set())


@pytest.mark.rule("WW-ART-2")
def test_aegis_and_heart_move_by_their_own_placement() -> None:
    state = play(raiding(0, {6: orcs(artifacts=["aegis", "heart"]), 5: orcs(), 1: orcs()}), "finish", "aegis 5")
    assert (where(state, "aegis"), where(state, "heart"), state.phase) == ([5], [6], "heart")
    play(state, "heart 1")
    assert (where(state, "aegis"), where(state, "heart"), state.turn) == ([5], [1], 1)


# WW-ART-3: a Place never moves


@pytest.mark.rule("WW-ART-3")
@pytest.mark.parametrize("place", [name for name in PLACES if name != "well"])
def test_a_place_stays_where_it_is(place: str) -> None:
    # A swap, a conquest, the end of a turn.
    regions = {7: orcs(2, place=place, artifacts=["frostmourne"]), 14: trolls(), 3: trolls()}
    state = play(raiding(6, regions, TROLLS, power="portal_mages"), "portal 7", "portal 14")
    assert (place_in(state, 7), place_in(state, 14)) == (place, None)
    assert (artifacts_in(state, 7), artifacts_in(state, 14)) == ([], ["frostmourne"])
    play(state, "conquer 17")
    assert (place_in(state, 7), place_in(state, 17)) == (place, None)


@pytest.mark.rule("WW-ART-3")
@pytest.mark.parametrize("place", [name for name in PLACES if name != "well"])
def test_ethereals_take_no_place(place: str) -> None:
    regions = {6: hold(0, "ethereals"), 5: trolls(place=place, artifacts=["heart"])}
    assert legal_words(conquering(1, regions, TROLLS), "take") == {"heart"}


# WW-ART-4: it belongs to whoever holds the region


@pytest.mark.rule("WW-ART-4")
@pytest.mark.parametrize("artifact", ARMED)
@pytest.mark.parametrize(
    "where_it_lies", ["an opponent's", "nobody's", "under the own race in decline", "under a Murloc"]
)
def test_an_artifact_serves_nobody_but_its_holder(artifact: str, where_it_lies: str) -> None:
    there = {
        "an opponent's": trolls(artifacts=[artifact]),
        "nobody's": lying(artifacts=[artifact]),
        "under the own race in decline": goblins(artifacts=[artifact]),
        "under a Murloc": lying(murloc=1, artifacts=[artifact]),
    }[where_it_lies]
    state = raiding(9, {6: orcs(), 5: there, 3: trolls(), 1: goblins()}, TROLLS, own=[OLD])
    assert legal_words(state, "arm") == set()
    assert legal_words(play(state, "conquer 5"), "arm") == {artifact}


@pytest.mark.rule("WW-ART-4")
def test_in_an_empty_region_an_artifact_waits() -> None:
    state = raiding(5, {6: orcs(artifacts=["frostmourne"]), 5: orcs()}, phase="ready")
    assert legal_words(state, "arm") == {"frostmourne"}
    play(state, "abandon 6")
    assert (region(state, 6), legal_words(state, "arm")) == ({"artifacts": ["frostmourne"]}, set())
    play(state, "conquer 6")
    assert legal_words(state, "arm") == {"frostmourne"}


@pytest.mark.rule("WW-ART-4")
def test_an_artifact_goes_with_a_swap_and_with_ethereals() -> None:
    state = raiding(9, {7: orcs(artifacts=["frostmourne"]), 17: trolls(2)}, TROLLS, power="portal_mages")
    play(state, "portal 7", "portal 17")
    assert (artifacts_in(state, 17), legal_words(state, "arm")) == (["frostmourne"], {"frostmourne"})
    state = raiding(9, {7: orcs(), 17: trolls(2, artifacts=["frostmourne"])}, TROLLS, power="portal_mages")
    play(state, "portal 7", "portal 17")
    assert (artifacts_in(state, 7), legal_words(state, "arm")) == (["frostmourne"], set())
    state = conquering(9, {6: hold(0, "ethereals"), 5: trolls(artifacts=["frostmourne"])}, TROLLS)
    play(state, "take frostmourne", "put 6")
    assert (artifacts_in(state, 6), legal_words(state, "arm")) == (["frostmourne"], {"frostmourne"})


@pytest.mark.rule("WW-ART-4")
@pytest.mark.parametrize(("artifact", "holder"), [("aegis", 5), ("aegis", 1), ("heart", 5), ("heart", 1)])
def test_aegis_and_heart_of_somebody_else_are_not_asked_for(artifact: str, holder: int) -> None:
    regions = {6: orcs(), 5: trolls(), 1: lying()}
    regions[holder] = {**regions[holder], "artifacts": [artifact]}
    state = play(raiding(0, regions, TROLLS), "finish")
    assert (state.turn, where(state, artifact)) == (1, [holder])


# WW-ART-5: a race in decline uses nothing


@pytest.mark.rule("WW-ART-5")
@pytest.mark.parametrize("artifact", ["aegis", "heart"])
def test_the_race_in_decline_places_nothing(artifact: str) -> None:
    state = play(raiding(0, {6: orcs(), 5: goblins(artifacts=[artifact])}, own=[OLD]), "finish")
    assert (state.turn, where(state, artifact)) == (1, [5])


@pytest.mark.rule("WW-ART-5")
@pytest.mark.parametrize("artifact", ARTIFACTS)
def test_in_a_turn_of_decline_no_artifact_is_used(artifact: str) -> None:
    regions = {6: orcs(2, artifacts=[artifact]), 5: orcs(), 1: trolls()}
    state = play(raiding(0, regions, TROLLS, phase="choose"), "decline")
    assert (state.turn, where(state, artifact), coins(state)) == (1, [6], [5 + 2, 5])


@pytest.mark.rule("WW-ART-5")
def test_the_own_race_in_decline_lends_no_artifact() -> None:
    # Ethereals may take it from there; it is their own from then on.
    regions = {6: hold(0, "ethereals"), 5: goblins(artifacts=["frostmourne"])}
    state = conquering(9, regions, own=[OLD])
    assert legal_words(state, "arm") == set()
    play(state, "take frostmourne", "put 6")
    assert legal_words(state, "arm") == {"frostmourne"}


# WW-ART-6: once a turn, if the holder likes


@pytest.mark.rule("WW-ART-6")
@pytest.mark.parametrize("artifact", ARMED)
def test_an_artifact_serves_once_a_turn(artifact: str) -> None:
    state = raiding(9, {6: orcs(artifacts=[artifact]), 7: trolls()}, TROLLS, coins=[9, 5])
    play(state, f"arm {artifact}", "conquer 5")
    assert legal_words(state, "arm") == set()
    assert price(state, 7) == 3


@pytest.mark.rule("WW-ART-6")
@pytest.mark.parametrize("artifact", ARMED)
def test_it_counts_for_the_artifact_whoever_has_it(artifact: str) -> None:
    regions = {6: orcs(), 5: trolls(artifacts=[artifact]), 7: trolls()}
    state = play(raiding(9, regions, TROLLS, turn_state={"effects_used": [artifact]}), "conquer 5")
    assert legal_words(state, "arm") == set()


@pytest.mark.rule("WW-ART-6")
def test_each_artifact_counts_for_itself() -> None:
    regions = {6: orcs(artifacts=ARMED), 5: trolls(), 7: trolls(), 2: trolls()}
    state = raiding(9, regions, TROLLS, coins=[9, 5])
    left = set(ARMED)
    assert legal_words(state, "arm") == left
    for artifact, number in (("ashes", 5), ("frostmourne", 7), ("doomhammer", 2)):
        play(state, f"arm {artifact}", f"conquer {number}")
        left.remove(artifact)
        assert legal_words(state, "arm") == left


@pytest.mark.rule("WW-ART-6")
@pytest.mark.parametrize("artifact", ARMED)
def test_in_the_next_turn_an_artifact_serves_again(artifact: str) -> None:
    state = raiding(8, {6: orcs(artifacts=[artifact])}, active("kobolds", "miners"), coins=[9, 5])
    play(state, f"arm {artifact}", "conquer 5", "finish", "deploy_rest 6", "finish")
    assert (state.turn, legal_words(state, "arm")) == (0, {artifact})


@pytest.mark.rule("WW-ART-6")
def test_a_captured_artifact_serves_its_new_holder_in_his_turn() -> None:
    # Seat 0 uses Frostmourne; in the next turn seat 1 conquers its region, and uses it too.
    regions = {6: orcs(artifacts=["frostmourne"]), 1: trolls(7)}
    state = play(raiding(3, regions, TROLLS), "arm frostmourne", "conquer 5", "finish", "deploy_rest 6")
    assert (state.turn, where(state, "frostmourne"), legal_words(state, "arm")) == (1, [5], set())
    play(state, "conquer 5")
    assert legal_words(state, "arm") == {"frostmourne"}


@pytest.mark.rule("WW-ART-6")
@pytest.mark.parametrize("artifact", ARMED)
def test_no_artifact_must_be_used_for_a_conquest(artifact: str) -> None:
    state = raiding(9, {6: orcs(artifacts=[artifact])})
    assert verbs(state) == {"arm", "conquer", "finish"}
    assert price(state, 5) == 2


@pytest.mark.rule("WW-ART-6")
@pytest.mark.parametrize("artifact", ["aegis", "heart"])
def test_aegis_and_heart_must_be_placed(artifact: str) -> None:
    state = play(raiding(0, {6: orcs(artifacts=[artifact]), 5: orcs()}), "finish")
    assert (state.phase, verbs(state)) == (artifact, {artifact})


# WW-ART-7: no defence


@pytest.mark.rule("WW-ART-7")
@pytest.mark.parametrize("name", [*ARTIFACTS, *(name for name in PLACES if name != "well")])
def test_a_marker_adds_nothing_to_the_defence(name: str) -> None:
    marker: dict[str, Any] = {"artifacts": [name]} if name in ARTIFACTS else {"place": name}
    state = raiding(9, {6: orcs(), 5: lying(**marker)})
    assert price(state, 5) == 2
    state = raiding(9, {6: orcs(), 5: trolls(2, **marker)}, TROLLS)
    assert price(state, 5) == 2 + 2


@pytest.mark.rule("WW-ART-7")
def test_several_markers_lie_in_one_region() -> None:
    state = raiding(9, {6: orcs(), 5: trolls(place="karazhan", artifacts=ARTIFACTS)}, TROLLS, coins=[9, 5])
    assert price(state, 5) == 3
    play(state, "conquer 5")
    assert (artifacts_in(state, 5), place_in(state, 5)) == (ARTIFACTS, "karazhan")
    assert legal_words(state, "arm") == set(ARMED)
    lay_out(state, 6)
    assert state.phase == "aegis"
    assert play(state, "aegis 5").phase == "heart"


# WW-ART-8: names


@pytest.mark.rule("WW-ART-8")
def test_five_artifacts_go_by_their_names() -> None:
    assert ARTIFACTS == ["aegis", "ashes", "doomhammer", "frostmourne", "heart"]
    state = raiding(9, {6: orcs(artifacts=ARTIFACTS)})
    assert artifacts_in(state, 6) == ARTIFACTS
    with pytest.raises(ValueError, match="sword"):
        raiding(9, {6: orcs(artifacts=["sword"])})


# Aegis of Aggramar


def guards(
    turn: int, hand: int, *, elves: int = 1, standing: bool = True, purses: Sequence[int] = (2, 2, 0)
) -> swenv.State:
    """The turn of one of three seats, with that hand: Orcs on 6, Blood Elves on 1 (`elves`) and 2, Trolls on 4 and 5.

    The Aegis lies on 5.
    """
    hands = [hand if number == turn else 0 for number in range(3)]
    seats = [
        seat(active("orcs", "miners", hand=hands[0]), coins=purses[0]),
        seat(active("blood_elves", "trackers", hand=hands[1]), coins=purses[1]),
        seat(active("trolls", "farmers", hand=hands[2]), coins=purses[2]),
    ]
    regions = {
        6: orcs(),
        1: hold(1, "blood_elves", elves),
        2: hold(1, "blood_elves"),
        4: hold(2, "trolls"),
        5: hold(2, "trolls", 2, artifacts=["aegis"]),
    }
    return warcraft(3, phase="conquest", turn=turn, seats=seats, regions=regions, aegis_up=standing)


@pytest.mark.rule("WW-ART-AEGIS")
def test_the_aegis_goes_to_any_own_active_region_or_stays() -> None:
    regions = {6: orcs(artifacts=["aegis"]), 14: orcs(), 5: goblins(), 1: trolls()}
    state = play(raiding(0, regions, TROLLS, own=[OLD]), "finish")
    assert (state.phase, legal(state, "aegis"), verbs(state)) == ("aegis", [6, 14], {"aegis"})
    for number in (6, 14):
        after = play(state.copy(), f"aegis {number}")
        assert (after.turn, where(after, "aegis"), protected(after)) == (1, [number], True)


@pytest.mark.rule("WW-ART-AEGIS")
@pytest.mark.parametrize(("purse", "able"), [(1, False), (2, True)])
def test_the_region_of_the_aegis_is_immune_until_somebody_pays(purse: int, able: bool) -> None:
    regions = {6: orcs(artifacts=["aegis"]), 5: orcs(), 1: trolls(7), 2: trolls()}
    state = play(raiding(0, regions, TROLLS, coins=[5, purse]), "finish", "aegis 5")
    assert (state.turn, 5 in legal(state, "conquer"), 6 in legal(state, "conquer")) == (1, able, True)
    if able:
        play(state, "conquer 5")
        assert (coins(state), protected(state)) == ([5 + 2 + 2, 0], False)


@pytest.mark.rule("WW-ART-AEGIS")
def test_after_one_payment_the_protection_is_down_for_everybody() -> None:
    state = rolled(guards(0, 2, elves=9, purses=(2, 0, 0)), "conquer 5", 0)
    assert (coins(state), protected(state)) == ([0, 0, 2], False)
    lay_out(state, 6)
    assert state.turn == 1
    play(state, "conquer 5")
    assert (coins(state)[1:], region(state, 5)["owner"]) == ([0, 2], 1)


@pytest.mark.rule("WW-ART-AEGIS")
def test_the_protection_is_renewed_at_the_holders_next_end_of_turn() -> None:
    state = rolled(guards(0, 2, purses=(3, 0, 0)), "conquer 5", 0)
    lay_out(state, 6)
    play(state, "finish")
    assert (state.turn, protected(state)) == (2, False)
    play(state, "finish", "deploy_rest 4", "aegis 5")
    assert (state.turn, protected(state)) == (0, True)
    # One coin was left; a region with a cavern brought two. The region of the Aegis costs two again.
    assert coins(state)[0] == 3
    play(state, "conquer 5")
    assert coins(state)[0] == 1


@pytest.mark.rule("WW-ART-AEGIS")
def test_a_captured_aegis_does_not_protect_before_the_end_of_the_turn() -> None:
    state = play(guards(0, 9), "conquer 5")
    assert (artifacts_in(state, 5), protected(state)) == (["aegis"], False)
    play(state, "finish", "deploy_rest 6")
    assert (state.phase, protected(state), legal(state, "aegis")) == ("aegis", False, [5, 6])
    play(state, "aegis 6")
    assert protected(state)


@pytest.mark.rule("WW-ART-AEGIS")
def test_an_aegis_taken_by_ethereals_does_not_protect_before_the_end_of_the_turn() -> None:
    regions = {6: hold(0, "ethereals"), 5: trolls(artifacts=["aegis"])}
    state = conquering(1, regions, TROLLS, aegis_up=True, coins=[2, 0])
    play(state, "take aegis", "put 6")
    assert (artifacts_in(state, 6), protected(state), coins(state)) == (["aegis"], False, [0, 2])
    lay_out(state, 6)
    assert (state.phase, protected(play(state, "aegis 6"))) == ("aegis", True)


@pytest.mark.rule("WW-ART-AEGIS")
def test_an_aegis_that_is_not_up_stops_nobody() -> None:
    state = play(guards(0, 9, standing=False, purses=(0, 0, 0)), "conquer 5")
    assert coins(state) == [0, 0, 0]


@pytest.mark.rule("WW-ART-AEGIS")
def test_the_decline_of_its_holder_ends_the_protection_and_leaves_the_aegis() -> None:
    regions = {6: orcs(artifacts=["aegis"]), 5: trolls(6)}
    state = raiding(0, regions, TROLLS, phase="choose", aegis_up=True, coins=[5, 0])
    play(state, "decline")
    assert (state.turn, protected(state), where(state, "aegis")) == (1, False, [6])
    play(state, "conquer 6")
    assert (region(state, 6)["owner"], artifacts_in(state, 6), coins(state)[1]) == (1, ["aegis"], 0)


@pytest.mark.rule("WW-ART-AEGIS", "WW-ART-4")
def test_an_aegis_that_its_holder_abandons_protects_nothing_and_waits() -> None:
    regions = {6: orcs(artifacts=["aegis"]), 14: orcs(), 5: trolls(6)}
    state = raiding(1, regions, TROLLS, phase="ready", aegis_up=True, coins=[0, 0])
    play(state, "abandon 6")
    assert (protected(state), region(state, 6)) == (False, {"artifacts": ["aegis"]})
    lay_out(state, 14)
    assert state.turn == 1
    play(state, "conquer 6")
    assert (artifacts_in(state, 6), region(state, 6)["owner"]) == (["aegis"], 1)


@pytest.mark.rule("WW-ART-AEGIS")
def test_the_aegis_protects_one_region() -> None:
    state = guards(0, 9, purses=(0, 0, 0))
    assert legal(state, "conquer") == [0, 2, 7, 9, 12, 18, 21]
    state = guards(1, 8, purses=(0, 0, 0))
    assert 5 not in legal(state, "conquer")
    assert 0 in legal(state, "conquer")


@pytest.mark.rule("WW-ART-AEGIS")
def test_the_conquests_of_its_holder_are_not_hindered() -> None:
    state = play(guards(2, 8), "conquer 6")
    assert (region(state, 6)["owner"], protected(state), coins(state)) == (2, True, [2, 2, 0])


# Frostmourne


@pytest.mark.rule("WW-ART-FROSTMOURNE")
def test_frostmourne_takes_two_off_and_not_below_one() -> None:
    regions = {6: orcs(artifacts=["frostmourne"]), 5: trolls(), 7: trolls(3), 2: trolls(2)}
    state = raiding(9, regions, TROLLS)
    assert [price(state, number) for number in (5, 7, 2)] == [3, 5, 5]
    assert [price(state, number, "arm frostmourne") for number in (5, 7, 2)] == [1, 3, 3]
    empty = raiding(9, {6: orcs(artifacts=["frostmourne"])})
    assert [price(empty, number, "arm frostmourne") for number in (5, 2)] == [1, 1]


@pytest.mark.rule("WW-ART-FROSTMOURNE")
def test_frostmourne_serves_every_reach() -> None:
    regions = {6: orcs(artifacts=["frostmourne", "ashes"]), 12: trolls(3), 17: trolls(3)}
    state = raiding(9, regions, TROLLS)
    assert price(state, 12, "arm frostmourne") == 2 + 1 + 3 - 2
    assert price(state, 17, "arm frostmourne", "arm ashes") == 2 + 3 - 2
    assert price(state, 12, "arm ashes", "arm frostmourne") == 2 + 3 - 2
    regions = {6: hold(0, "gnomes", artifacts=["frostmourne"]), 17: trolls(3)}
    state = conquering(9, regions, TROLLS, name="gnomes", power="marshdwellers")
    assert price(state, 17, "arm frostmourne", "arm air_strike") == 2 + 3 - 2


@pytest.mark.rule("WW-ART-FROSTMOURNE")
def test_frostmourne_extends_no_reach() -> None:
    state = raiding(9, {6: orcs(artifacts=["frostmourne"])})
    before = legal(state, "conquer")
    assert legal(play(state, "arm frostmourne"), "conquer") == before


@pytest.mark.rule("WW-ART-FROSTMOURNE")
def test_what_is_armed_must_be_used() -> None:
    state = play(raiding(9, {6: orcs(artifacts=["frostmourne"])}), "arm frostmourne")
    assert verbs(state) == {"conquer"}


@pytest.mark.rule("WW-ART-FROSTMOURNE")
def test_frostmourne_brings_a_region_within_the_reach_of_the_die() -> None:
    # Mountain 2 with 3 Trolls costs 6.
    state = raiding(1, {6: orcs(artifacts=["frostmourne"]), 2: trolls(3)}, TROLLS)
    assert 2 not in legal(state, "conquer")
    play(state, "arm frostmourne")
    assert 2 in legal(state, "conquer")
    assert where(rolled(state, "conquer 2", 3), "frostmourne") == [2]


# Ashes of Al'ar


@pytest.mark.rule("WW-ART-ASHES")
def test_the_ashes_reach_every_board_at_the_price_without_travel() -> None:
    regions = {6: orcs(artifacts=["ashes"]), 17: trolls(2), 8: MURLOC, 14: goblins()}
    state = raiding(9, regions, TROLLS, own=[OLD])
    play(state, "arm ashes")
    assert legal(state, "conquer") == [number for number in LAND if number != 6]
    found = {number: price(state, number) for number in (0, 4, 8, 9, 12, 14, 16, 17)}
    assert found == {0: 2, 4: 2, 8: 3, 9: 3, 12: 2, 14: 2, 16: 3, 17: 4}


@pytest.mark.rule("WW-ART-ASHES")
def test_the_ashes_reach_every_board_of_three() -> None:
    seats = [seat(active("orcs", "miners", hand=9)), seat(), seat()]
    state = warcraft(3, phase="conquest", seats=seats, regions={6: orcs(artifacts=["ashes"])})
    play(state, "arm ashes")
    water = (10, 11, 15, 16)
    assert legal(state, "conquer") == [number for number in range(24) if number not in (6, *water)]


@pytest.mark.rule("WW-ART-ASHES")
def test_the_ashes_serve_where_the_race_could_go_anyway() -> None:
    state = play(raiding(9, {6: orcs(artifacts=["ashes"])}), "arm ashes", "conquer 5")
    assert (tokens(state, 5), where(state, "ashes")) == (2, [5])


@pytest.mark.rule("WW-ART-ASHES")
def test_the_ashes_lead_nowhere_without_a_region() -> None:
    assert legal_words(raiding(9, {5: lying(artifacts=["ashes"])}), "arm") == set()


@pytest.mark.rule("WW-ART-ASHES")
def test_the_new_region_of_the_ashes_opens_what_borders_it() -> None:
    state = play(raiding(9, {3: orcs(artifacts=["ashes"])}), "arm ashes", "conquer 17")
    assert legal(state, "conquer") == [0, 2, 7, 9, 12, 14, 15, 16]


@pytest.mark.rule("WW-ART-ASHES")
def test_ashes_and_air_strike_do_not_serve_one_conquest() -> None:
    state = conquering(9, {6: hold(0, "gnomes", artifacts=["ashes"])}, name="gnomes", power="marshdwellers")
    assert legal_words(state, "arm") == {"ashes", "air_strike"}
    assert legal_words(play(state.copy(), "arm ashes"), "arm") == set()
    assert legal_words(play(state.copy(), "arm air_strike"), "arm") == set()
    play(state, "arm ashes", "conquer 17")
    assert legal_words(state, "arm") == {"air_strike"}


# Heart of Azeroth


def heartbeat(regions: dict[int, Any], number: int, *, purse: int = 5, **fields: Any) -> list[int]:
    """Purses from 0, 5 and `purse` after a turn of the Orcs of seat 0, who put the Heart on that region."""
    seats = [
        seat(active("orcs", "marshdwellers"), coins=0),
        seat(active("trolls", "farmers"), *fields.get("more", []), coins=5),
        seat(active("humans", "trackers"), coins=purse),
    ]
    state = warcraft(3, phase="conquest", seats=seats, regions=regions)
    play(state, "finish", f"heart {number}")
    assert (state.turn, where(state, "heart")) == (1, [number])
    return coins(state)


HEART = {6: orcs(artifacts=["heart"]), 1: orcs(), 5: trolls(), 2: hold(2, "humans")}
"""Regions 6 and 1 border both others."""


@pytest.mark.rule("WW-ART-HEART")
def test_every_opponent_beside_the_heart_pays_a_coin() -> None:
    assert heartbeat(HEART, 6) == [2 + 2, 4, 4]
    assert heartbeat(HEART, 1) == [2 + 2, 4, 4]


@pytest.mark.rule("WW-ART-HEART")
def test_only_the_region_where_it_is_put_counts() -> None:
    regions = {6: orcs(artifacts=["heart"]), 0: orcs(), 5: trolls(), 4: hold(2, "humans"), 3: hold(2, "humans")}
    assert heartbeat(regions, 6) == [2 + 1, 4, 5]
    assert heartbeat(regions, 0) == [2 + 1, 5, 4]


@pytest.mark.rule("WW-ART-HEART")
def test_one_coin_however_many_regions_border() -> None:
    assert heartbeat({**HEART, 7: trolls(), 5: trolls(3)}, 6) == [2 + 2, 4, 4]


@pytest.mark.rule("WW-ART-HEART")
def test_who_has_no_coin_pays_none() -> None:
    assert heartbeat(HEART, 6, purse=0) == [2 + 1, 4, 0]
    assert heartbeat(HEART, 6, purse=1) == [2 + 2, 4, 0]


@pytest.mark.rule("WW-ART-HEART")
def test_a_race_in_decline_beside_the_heart_pays_nothing() -> None:
    regions = {6: orcs(artifacts=["heart"]), 5: hold(1, "kobolds"), 9: trolls()}
    assert heartbeat(regions, 6, more=[declined("kobolds")]) == [1, 5, 5]


@pytest.mark.rule("WW-ART-HEART")
def test_murlocs_and_own_regions_pay_nothing() -> None:
    state = raiding(0, {6: orcs(artifacts=["heart"]), 5: MURLOC, 2: goblins()}, own=[OLD], coins=[0, 5])
    assert coins(play(state, "finish", "heart 6")) == [2, 5]


@pytest.mark.rule("WW-ART-HEART")
def test_naga_on_bordering_water_pay() -> None:
    state = raiding(0, {6: orcs(artifacts=["heart"]), 10: hold(1, "naga")}, active("naga", "farmers"), coins=[0, 5])
    assert coins(play(state, "finish", "heart 6")) == [1 + 1, 4]


@pytest.mark.rule("WW-ART-HEART")
def test_the_heart_goes_to_any_own_active_region() -> None:
    state = play(raiding(0, {6: orcs(artifacts=["heart"]), 14: orcs(), 5: goblins()}, own=[OLD]), "finish")
    assert (state.phase, legal(state, "heart"), verbs(state)) == ("heart", [6, 14], {"heart"})


# Doomhammer


@pytest.mark.rule("WW-ART-DOOMHAMMER")
@pytest.mark.parametrize(("name", "power", "expected"), [("orcs", "blacksmiths", 1), ("tauren", "blacksmiths", 2)])
def test_doomhammer_conquers_for_two_coins_and_a_fixed_price(name: str, power: str, expected: int) -> None:
    regions = {6: hold(0, name, 2, artifacts=["doomhammer"]), 2: trolls(4, fortress=1), 14: trolls()}
    state = conquering(5, regions, active("trolls", "sentinels"), name=name, power=power, coins=[2, 5])
    play(state, "arm doomhammer", "conquer 2")
    assert (tokens(state, 2), in_hand(state, 0, name), coins(state)) == (expected, 5 - expected, [0, 7])
    assert where(state, "doomhammer") == [2]


@pytest.mark.rule("WW-ART-DOOMHAMMER")
def test_doomhammer_changes_the_price_and_not_the_reach() -> None:
    state = raiding(9, {6: orcs(artifacts=["doomhammer"]), 12: trolls(3), 17: trolls()}, TROLLS)
    play(state, "arm doomhammer")
    assert legal(state, "conquer") == [0, 2, 5, 7, 9, 12, 15]
    # The travel is swallowed.
    assert price(state, 12) == 1


@pytest.mark.rule("WW-ART-DOOMHAMMER")
@pytest.mark.parametrize(("name", "hand", "able"), [("orcs", 1, True), ("tauren", 1, False), ("tauren", 2, True)])
def test_doomhammer_never_rolls(name: str, hand: int, able: bool) -> None:
    regions = {6: hold(0, name, 2, artifacts=["doomhammer"]), 2: trolls(4)}
    state = conquering(hand, regions, TROLLS, name=name, power="marshdwellers")
    assert (legal_words(state, "arm") == {"doomhammer"}) == able
    if able:
        play(state, "arm doomhammer", "conquer 2")
        assert (state.last_roll, region(state, 2)["owner"]) == (None, 0)


@pytest.mark.rule("WW-ART-DOOMHAMMER")
def test_no_discount_goes_with_doomhammer_but_ashes_and_air_strike_do() -> None:
    regions = {6: hold(0, "gnomes", artifacts=ARMED), 17: trolls(4)}
    state = conquering(8, regions, TROLLS, name="gnomes", power="marshdwellers")
    assert legal_words(play(state.copy(), "arm doomhammer"), "arm") == {"ashes", "air_strike"}
    assert legal_words(play(state.copy(), "arm frostmourne"), "arm") == {"ashes", "air_strike"}
    struck = play(state.copy(), "arm doomhammer", "arm air_strike")
    assert verbs(struck) == {"conquer"}
    assert price(struck, 17) == 1
    play(state, "arm ashes", "arm doomhammer", "conquer 17")
    assert (tokens(state, 17), artifacts_in(state, 17)) == (1, ["ashes", "doomhammer"])


@pytest.mark.rule("WW-ART-DOOMHAMMER")
def test_doomhammer_does_not_go_with_the_discount_of_ethereals() -> None:
    regions = {6: hold(0, "ethereals", artifacts=["doomhammer"]), 5: trolls(3, place="karazhan")}
    state = conquering(8, regions, TROLLS)
    assert legal_words(state, "arm") == {"discount", "doomhammer"}
    assert legal_words(play(state.copy(), "arm doomhammer"), "arm") == set()
    assert legal_words(play(state.copy(), "arm discount"), "arm") == set()


@pytest.mark.rule("WW-ART-DOOMHAMMER")
@pytest.mark.parametrize(("name", "hand", "beasts"), [("orcs", 0, 1), ("tauren", 1, 1), ("tauren", 0, 2)])
def test_a_beast_serves_as_the_token_of_doomhammer(name: str, hand: int, beasts: int) -> None:
    regions = {6: hold(0, name, 2, artifacts=["doomhammer"]), 2: trolls(4), 7: hold(0, name, 2)}
    state = conquering(hand, regions, TROLLS, name=name, power="beastmasters", fields={"beasts": beasts + 2})
    play(state, "arm doomhammer", "conquer 2")
    assert (tokens(state, 2), markers(state, 2)) == (hand, {"beasts": beasts})


@pytest.mark.rule("WW-ART-DOOMHAMMER")
def test_the_losses_are_those_of_any_conquest() -> None:
    state = raiding(9, {6: orcs(artifacts=["doomhammer"]), 5: trolls(3), 14: trolls()}, TROLLS)
    play(state, "arm doomhammer", "conquer 5")
    assert in_hand(state, 1, "trolls") == 2
