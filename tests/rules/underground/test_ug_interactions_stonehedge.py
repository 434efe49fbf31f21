"""Stonehedge, Pentacle and Balrog (UG-INT-86, -88 to UG-INT-92)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import price, tray
from ug_interactions import conquest, holder
from underground_chapters import where

import swenv
from support import MONSTERS, active, held, legal, play, race, region, rolled, seat, tokens

BALROG = {"markers": {"balrog": 1}}
STONEHEDGE = {"place": "stonehedge"}
PENTACLE = {"place": "pentacle"}


@pytest.mark.rule("UG-INT-86")
@pytest.mark.parametrize(("power", "lost"), [("immortal", 0), ("mining", 1)])
def test_immortality_by_stonehedge_counts_for_its_own_fall(power: str, lost: int) -> None:
    state = conquest(
        active("ogres", "wise", hand=9),
        other=seat(active("kraken", "tomb")),
        regions={5: held(0, "ogres"), 0: held(1, "kraken", 3) | STONEHEDGE, 17: held(1, "kraken")},
        stonehedge=power,
    )
    play(state, "conquer 0")
    assert holder(state, 0) == (0, "ogres")
    assert race(state, 1, "kraken")["hand"] == 3 - lost
    assert tray(state, "kraken") == 10 - 4 + lost


@pytest.mark.rule("UG-INT-88")
def test_a_new_holder_of_stonehedge_gets_the_same_power() -> None:
    state = conquest(
        active("ogres", "wise", hand=3),
        other=seat(active("kraken", "tomb")),
        regions={5: held(0, "ogres"), 3: held(0, "ogres"), 0: held(1, "kraken") | STONEHEDGE, 17: held(1, "kraken")},
        stonehedge="mining",
    )
    hidden = state.to_position()["power_stack"]
    play(state, "conquer 0")
    assert state.to_position()["stonehedge"] == "mining"
    assert state.to_position()["power_stack"] == hidden
    play(state, "finish", "deploy_rest 5")
    # Three regions, and mine 3.
    assert (state.turn, state.coins[0]) == (1, 3 + 1)


def pentacle(hand: int, regions: dict[int, Any], **fields: Any) -> swenv.State:
    """Seat 0's Ogres hold the Pentacle in region 5; seat 1 has Kraken in region 17."""
    return conquest(
        active("ogres", "wise", hand=hand),
        other=seat(active("kraken", "tomb")),
        regions={5: held(0, "ogres") | PENTACLE, 17: held(1, "kraken"), **regions},
        **fields,
    )


@pytest.mark.rule("UG-INT-89")
def test_monsters_killed_by_the_balrog_leave_their_place_or_relic_undrawn() -> None:
    state = pentacle(1, {6: BALROG, 9: MONSTERS}, places_stack=["keep"])
    play(state, "balrog 9")
    assert region(state, 9) == BALROG
    assert state.to_position()["places_stack"] == ["keep"]
    # Nor is it drawn when the region is conquered later.
    play(state, "finish", "deploy_rest 5", "finish")
    assert (state.turn, state.phase) == (0, "choose")
    state = _with_more_ogres(state)
    play(state, "balrog 15", "conquer 6", "conquer 9")
    assert holder(state, 9) == (0, "ogres")
    assert "place" not in region(state, 9)
    assert state.to_position()["places_stack"] == ["keep"]


def _with_more_ogres(state: swenv.State) -> swenv.State:
    """The same position with more Ogres in region 5."""
    document = state.to_position()
    document["regions"]["5"]["tokens"] += 4
    document["tray"]["ogres"] -= 4
    return state.game.from_position(document)


@pytest.mark.rule("UG-INT-90")
def test_the_region_the_balrog_leaves_is_empty_and_open() -> None:
    state = pentacle(4, {6: BALROG})
    assert 6 not in legal(state, "conquer")
    play(state, "balrog 9")
    assert region(state, 6) == {}
    assert 6 in legal(state, "conquer")
    assert price(state, 6) == 2 + 1 - 1


def dug_up(item: str, face: int) -> swenv.State:
    """After an attempt with the die on the Monsters of crystals 9, out of region 6; `item` lies below."""
    state = conquest(
        active("ogres", "wise", hand=2),
        other=seat(active("kraken", "tomb")),
        regions={6: held(0, "ogres"), 9: MONSTERS, 17: held(1, "kraken")},
        places_stack=[item],
    )
    # 2 and two Monsters, less 1: 3.
    return rolled(state, "conquer 9", face)


@pytest.mark.rule("UG-INT-91")
def test_a_pentacle_found_by_the_final_die_still_sends_the_balrog() -> None:
    state = dug_up("pentacle", 1)
    assert (region(state, 9)["place"], state.phase) == ("pentacle", "balrog")
    # The neighbours of 9 without the chasm.
    assert legal(state, "balrog") == [6, 7, 13, 15]
    play(state, "balrog 7")
    assert where(state, "balrog") == [7]
    assert state.phase == "deploy"


@pytest.mark.rule("UG-INT-91")
def test_stonehedge_found_by_the_final_die_still_draws_its_power() -> None:
    state = dug_up("stonehedge", 2)
    assert region(state, 9)["place"] == "stonehedge"
    assert state.phase == "deploy"
    drawn = state.to_position()["stonehedge"]
    assert drawn is not None
    assert drawn not in state.to_position()["power_stack"]
    assert drawn not in [row["power"] for row in state.to_position()["column"]]


@pytest.mark.rule("UG-INT-91")
def test_nothing_is_found_when_the_final_die_fails() -> None:
    state = dug_up("stonehedge", 0)
    assert region(state, 9) == MONSTERS
    assert state.to_position()["stonehedge"] is None
    assert state.to_position()["places_stack"] == ["stonehedge"]


@pytest.mark.rule("UG-INT-92")
def test_the_balrog_takes_two_of_ones_own_tokens_and_the_rest_waits() -> None:
    state = pentacle(0, {6: BALROG, 9: held(0, "ogres", 5)})
    play(state, "balrog 9")
    assert holder(state, 9) is None
    assert tray(state, "ogres") == 10 - 6 + 2
    assert race(state, 0, "ogres")["hand"] == 3
    # They do not fight on: conquests are over.
    assert (state.phase, legal(state, "deploy_rest")) == ("deploy", [5])
    play(state, "deploy_rest 5")
    assert tokens(state, 5) == 1 + 3


@pytest.mark.rule("UG-INT-92")
@pytest.mark.parametrize("stack", [1, 2])
def test_the_balrog_takes_all_of_a_small_own_stack(stack: int) -> None:
    state = pentacle(3, {6: BALROG, 9: held(0, "ogres", stack)})
    play(state, "balrog 9")
    assert tray(state, "ogres") == 10 - 3 - 1
    assert race(state, 0, "ogres")["hand"] == 3
    # The 3 tokens that were in hand before go on fighting.
    assert 6 in legal(state, "conquer")


@pytest.mark.rule("UG-INT-92", "UG-CLAR-1")
def test_the_balrog_does_not_enter_ones_own_gnomes() -> None:
    state = conquest(
        active("gnomes", "wise", hand=3),
        regions={5: held(0, "gnomes") | PENTACLE, 6: BALROG, 9: held(0, "gnomes", 3)},
    )
    # Mountain 6 borders 5, river 7, 9 and a chasm.
    assert legal(state, "balrog") == [7]
