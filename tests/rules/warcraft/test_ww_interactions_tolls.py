"""Harmony, marsh, Aegis, Ethereals and the Heart (WW-INT-37 to WW-INT-49, WW-INT-84, WW-INT-85)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import coins, lay_out, price, turn_state
from ww_interactions import attack, holder
from ww_play import artifacts_in, hold, holds_harmony

import swenv
from support import active, declined, held, legal, legal_words, play, rolled, seat, tokens, warcraft

ARCHAEOLOGISTS = "archaeologists"
PANDAREN = active("pandaren", "miners")
KOBOLDS = active("kobolds", "miners")


def paid_for() -> swenv.State:
    """Seat 0 has paid for the Aegis of seat 2 in region 0 and failed its final die; it is seat 1's turn."""
    regions = {
        0: hold(2, "kobolds", 2, artifacts=["aegis"]),
        14: held(2, "kobolds"),
        1: held(0, "blood_elves"),
        4: held(1, "trolls", 5),
    }
    seats = [
        seat(active("blood_elves", ARCHAEOLOGISTS, hand=2), coins=2),
        seat(active("trolls", "herbalists"), coins=0),
        seat(KOBOLDS, coins=0),
    ]
    state = warcraft(3, phase="conquest", seats=seats, regions=regions, aegis_up=True)
    state = rolled(state, "conquer 0", 1)
    assert (coins(state), tokens(state, 0)) == ([0, 0, 2], 2)
    lay_out(state, 1)
    assert state.turn == 1
    return state


@pytest.mark.rule("WW-INT-43")
def test_the_aegis_once_paid_is_down_for_everybody() -> None:
    state = paid_for()
    assert state.to_position()["aegis_up"] is False
    # One of the two defenders is withdrawn.
    play(state, "conquer 0")
    assert (holder(state, 0), coins(state)) == ((1, "trolls"), [1, 0, 2])


@pytest.mark.rule("WW-INT-43")
def test_the_aegis_is_up_again_after_the_next_turn_of_its_holder() -> None:
    state = lay_out(paid_for(), 4)
    assert state.turn == 2
    lay_out(state, 0)
    play(state, "aegis 0")
    assert state.turn == 0
    # Seat 0 has the coin of its own region.
    assert (coins(state)[0], legal(state, "conquer").count(0)) == (1, 0)


@pytest.mark.rule("WW-INT-44")
def test_the_holder_of_the_aegis_conquers_out_of_its_region_as_always() -> None:
    regions = {1: hold(0, "blood_elves", 2, artifacts=["aegis"]), 0: held(1, "kobolds"), 17: held(1, "kobolds")}
    state = attack("blood_elves", ARCHAEOLOGISTS, 7, regions, KOBOLDS, aegis_up=True)
    assert price(state, 0) == 3
    assert price(state, 2) == 3
    play(state, "conquer 0")
    assert (coins(state), artifacts_in(state, 1)) == ([0, 5], ["aegis"])
    assert state.to_position()["aegis_up"] is True


def ethereals(
    regions: dict[int, Any], purse: int = 0, name: str = "ethereals", hand: int = 6, **fields: Any
) -> swenv.State:
    """Ethereals in 1, and races in decline of both seats far away."""
    there = {1: held(0, name), 17: held(1, "kobolds"), 13: held(1, "trolls"), 15: held(0, "orcs"), **regions}
    return attack(
        name,
        ARCHAEOLOGISTS,
        hand,
        there,
        KOBOLDS,
        declined("trolls"),
        declined=[declined("orcs")],
        coins=purse,
        purse=0,
        **fields,
    )


@pytest.mark.rule("WW-INT-48")
@pytest.mark.parametrize(("used", "armable"), [([], {"frostmourne"}), (["frostmourne"], set())])
@pytest.mark.parametrize("actions", [("take frostmourne", "put 1"), ("conquer 5",)], ids=["taken", "conquered"])
def test_an_artifact_used_this_turn_is_not_used_again_when_it_comes_back(
    used: list[str], armable: set[str], actions: tuple[str, ...]
) -> None:
    regions = {5: hold(1, "kobolds", artifacts=["frostmourne"])}
    state = play(ethereals(regions, turn_state={"effects_used": used}), *actions)
    assert legal_words(state, "arm") == armable


@pytest.mark.rule("WW-INT-48")
def test_frostmourne_used_and_swapped_to_another_region_is_not_used_again() -> None:
    # It goes to 7, and with the swap to 14, where Kobolds were.
    regions = {
        6: hold(0, "blood_elves", artifacts=["frostmourne"]),
        14: held(1, "kobolds"),
        17: held(1, "kobolds"),
    }
    state = attack("blood_elves", "portal_mages", 8, regions, KOBOLDS)
    play(state, "arm frostmourne", "conquer 7", "portal 7", "portal 14")
    assert artifacts_in(state, 14) == ["frostmourne"]
    assert legal_words(state, "arm") == set()
    assert turn_state(state, "effects_used") == ["frostmourne"]


def heart(there: dict[str, Any]) -> list[int]:
    """The purses when seat 0 has put the Heart into region 1, beside `there` in region 0; seat 1 is active in 17."""
    regions = {1: hold(0, "blood_elves", artifacts=["heart"]), 0: there, 17: held(1, "kobolds")}
    others = [declined("trolls")] if there["race"] == "trolls" else []
    state = attack("blood_elves", "sailors", 0, regions, KOBOLDS, *others)
    play(state, "finish", "heart 1")
    assert state.turn == 1
    return coins(state)


@pytest.mark.rule("WW-INT-84")
def test_a_race_in_decline_pays_nothing_to_the_heart() -> None:
    assert heart(held(1, "trolls")) == [1, 5]
    assert heart(held(1, "kobolds")) == [2, 4]


@pytest.mark.rule("WW-INT-85")
def test_a_race_without_regions_still_receives_harmony() -> None:
    regions = {1: held(0, "pandaren")}
    state = attack("pandaren", ARCHAEOLOGISTS, 0, regions, active("kobolds", "miners", hand=4))
    lay_out(state, 1)
    assert state.turn == 1
    assert holds_harmony(state, 1)


@pytest.mark.rule("WW-INT-85")
@pytest.mark.parametrize(("purse", "reached"), [(0, False), (1, True)])
def test_a_race_without_regions_pays_the_marsh_toll(purse: int, reached: bool) -> None:
    regions = {15: held(1, "trolls"), 1: held(1, "trolls")}
    state = attack("blood_elves", ARCHAEOLOGISTS, 8, regions, active("trolls", "marshdwellers"), coins=purse, purse=0)
    assert (15 in legal(state, "conquer")) == reached
    if reached:
        assert coins(play(state, "conquer 15")) == [0, 1]


@pytest.mark.rule("WW-INT-85")
@pytest.mark.parametrize(("purse", "reached"), [(1, False), (2, True)])
def test_a_race_without_regions_pays_harmony(purse: int, reached: bool) -> None:
    seats = [seat(active("blood_elves", ARCHAEOLOGISTS, hand=8), coins=purse, harmony=True), seat(PANDAREN, coins=0)]
    state = warcraft(phase="conquest", seats=seats, regions={12: held(1, "pandaren"), 5: held(1, "pandaren")})
    assert (12 in legal(state, "conquer")) == reached
    if reached:
        assert coins(play(state, "conquer 12")) == [0, 2]
