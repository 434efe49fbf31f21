"""Bombs of the Goblins (WW-INT-23 to WW-INT-31)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import coins, in_hand, lay_out, markers, races_of, tray, verbs
from ww_interactions import attack, holder
from ww_play import hold

import swenv
from support import active, declined, held, legal, play, region, seat, tokens, warcraft

GOBLINS = active("goblins", "archaeologists")


def fuse(regions: dict[int, Any], *others: dict[str, Any], **fields: Any) -> swenv.State:
    """Seat 1 is about to choose; after its turn Goblins in region 1 see what became of their bombs. No stack is left.

    By name: `coins` of seat 0, and fields of the position.
    """
    seats = [seat(GOBLINS, coins=fields.pop("coins", 0)), seat(*others)]
    there = {1: held(0, "goblins"), **regions}
    return warcraft(**{"turn": 1, "phase": "choose", "seats": seats, "regions": there, "bomb_stack": [], **fields})


def revealed(regions: dict[int, Any], *others: dict[str, Any], **fields: Any) -> swenv.State:
    """As `fuse`, when seat 1 has passed, all its spare tokens put into region 0."""
    state = lay_out(fuse(regions, *others, **fields), 0)
    assert state.turn == 0
    return state


def bombs(state: swenv.State) -> dict[int, str]:
    """The bombs on the map by region."""
    regions = state.to_position()["regions"]
    return {int(number): there["bomb"] for number, there in regions.items() if "bomb" in there}


def stack(state: swenv.State) -> list[str]:
    """The bombs that can be planted, top first."""
    return list(state.to_position()["bomb_stack"])


def bomb(owner: int, name: str, number: int = 1, kind: str = "live", **what: Any) -> dict[str, Any]:
    """A region held by a race, and a bomb."""
    return hold(owner, name, number, bomb=kind, **what)


@pytest.mark.rule("WW-INT-23")
@pytest.mark.parametrize(("kind", "left"), [("live", 0), ("dud", 1)])
def test_a_bomb_under_a_race_that_declined_is_still_revealed(kind: str, left: int) -> None:
    state = fuse({0: bomb(1, "kobolds", 3, kind), 17: held(1, "kobolds")}, active("kobolds", "miners"))
    play(state, "decline")
    assert (state.turn, tokens(state, 0)) == (0, left)
    assert bombs(state) == {}
    assert tray(state, "kobolds") == 11 - 1 - left
    assert tokens(state, 17) == 1


@pytest.mark.rule("WW-INT-23")
def test_an_explosion_under_a_race_in_decline_destroys_all_its_tokens() -> None:
    regions = {0: bomb(1, "tauren", 2), 5: held(1, "tauren", 2), 17: held(1, "kobolds")}
    state = revealed(regions, active("kobolds", "miners"), declined("tauren"))
    assert region(state, 0) == {}
    assert tray(state, "tauren") == 16 - 2
    # Nothing of it is withdrawn.
    assert lay_out(state, 1).phase == "choose"
    assert tokens(state, 5) == 2


@pytest.mark.rule("WW-INT-23")
def test_the_last_region_of_a_race_in_decline_blown_up_ends_the_race() -> None:
    state = revealed(
        {0: bomb(1, "trolls", 1, fortress=1), 17: held(1, "kobolds")},
        active("kobolds", "miners"),
        declined("trolls", "sentinels"),
    )
    assert region(state, 0) == {}
    assert races_of(state, 1) == ["kobolds"]


@pytest.mark.rule("WW-INT-24")
def test_a_bomb_hits_the_third_player_who_conquered_the_region_meanwhile() -> None:
    seats = [
        seat(GOBLINS, coins=0),
        seat(active("kobolds", "miners")),
        seat(active("naga", "herbalists"), coins=0),
    ]
    regions = {1: held(0, "goblins"), 0: bomb(1, "kobolds"), 4: held(2, "naga", 5), 14: held(1, "kobolds")}
    state = warcraft(3, turn=2, phase="choose", seats=seats, regions=regions, bomb_stack=[])
    play(state, "conquer 0")
    assert bombs(state) == {0: "live"}
    lay_out(state, 4)
    assert state.turn == 0
    assert region(state, 0) == {}
    # The token of the explosion, besides those in 4.
    assert tray(state, "naga") == 11 - 4
    assert tray(state, "kobolds") == 11 - 1


@pytest.mark.rule("WW-INT-25")
def test_an_abandoned_region_gives_its_bomb_back_at_once() -> None:
    state = fuse(
        {0: bomb(1, "kobolds"), 4: held(1, "kobolds", 5)}, active("kobolds", "miners"), bomb_stack=["dud", "dud"]
    )
    play(state, "abandon 0")
    assert bombs(state) == {}
    assert stack(state) == ["live", "dud", "dud"]
    # Retaken in the same turn it does not explode.
    play(state, "conquer 0")
    lay_out(state, 0)
    assert (state.turn, holder(state, 0)) == (0, (1, "kobolds"))


@pytest.mark.rule("WW-INT-25")
def test_whoever_takes_an_abandoned_region_is_safe() -> None:
    seats = [
        seat(active("goblins", "archaeologists"), coins=0),
        seat(active("kobolds", "miners")),
        seat(active("naga", "herbalists"), coins=0),
    ]
    regions = {1: held(0, "goblins"), 0: bomb(1, "kobolds"), 14: held(1, "kobolds"), 4: held(2, "naga", 5)}
    state = warcraft(3, turn=1, phase="choose", seats=seats, regions=regions, bomb_stack=["dud"])
    play(state, "abandon 0")
    lay_out(state, 14)
    assert state.turn == 2
    play(state, "conquer 0")
    lay_out(state, 4)
    assert (state.turn, holder(state, 0), stack(state)) == (0, (2, "naga"), ["live", "dud"])


@pytest.mark.rule("WW-INT-26")
def test_goblins_that_decline_have_seen_their_last_bombs_explode() -> None:
    regions = {0: bomb(1, "kobolds"), 5: bomb(1, "kobolds", kind="dud"), 17: held(1, "kobolds")}
    state = revealed(regions, active("kobolds", "miners"))
    assert (state.phase, legal(state, "decline")) == ("choose", [0])
    assert (region(state, 0), bombs(state)) == ({}, {})
    play(state, "decline")
    assert (state.turn, tokens(state, 0), tokens(state, 5)) == (1, 0, 1)


@pytest.mark.rule("WW-INT-27")
def test_an_explosion_under_a_champion_costs_a_ransom_and_no_token() -> None:
    regions = {0: bomb(1, "kobolds", 2, champion=1), 17: held(1, "kobolds")}
    state = warcraft(
        turn=1,
        phase="conquest",
        seats=[seat(GOBLINS, coins=0), seat(active("kobolds", "champions"), coins=3)],
        regions={1: held(0, "goblins"), **regions},
        bomb_stack=[],
    )
    # Champion and tokens come to hand and go back where they were.
    play(state, "finish", "post 0", "deploy 0", "deploy 0", "deploy 17")
    assert (state.turn, state.phase, region(state, 0)) == (0, "choose", {})
    assert coins(state) == [1, 3 + 2 - 1]
    assert tray(state, "kobolds") == 11 - 3
    lay_out(state, 1)
    assert (state.phase, state.to_act, legal(state, "post")) == ("withdrawn", 1, [17])
    assert in_hand(state, 1, "kobolds") == 2


@pytest.mark.rule("WW-INT-28")
def test_the_first_draenei_of_the_turn_survives_a_bomb() -> None:
    regions = {0: bomb(1, "draenei"), 5: bomb(1, "draenei"), 17: held(1, "draenei")}
    state = revealed(regions, active("draenei", "miners"))
    assert (region(state, 0), region(state, 5)) == ({}, {})
    assert in_hand(state, 1, "draenei") == 1
    assert tray(state, "draenei") == 12 - 2


@pytest.mark.rule("WW-INT-28")
def test_a_draenei_saved_from_a_bomb_uses_up_the_save_of_the_turn() -> None:
    regions = {0: bomb(1, "draenei"), 1: held(0, "goblins", 6), 5: held(1, "draenei"), 17: held(1, "draenei")}
    state = revealed(regions, active("draenei", "miners"))
    assert in_hand(state, 1, "draenei") == 1
    play(state, "conquer 5")
    assert (in_hand(state, 1, "draenei"), tray(state, "draenei")) == (1, 12 - 2)


def under_pandaren(purse: int, *numbers: int, harmony: bool = True, spare: int = 0) -> swenv.State:
    """Goblins with that purse come to their bombs under single Pandaren, who gave them a Harmony token, or not."""
    regions = {number: bomb(1, "pandaren") for number in numbers}
    state = warcraft(
        turn=1,
        phase="conquest",
        seats=[seat(GOBLINS, coins=purse), seat(active("pandaren", "miners"))],
        regions={1: held(0, "goblins", 1 + spare), **regions, 17: held(1, "pandaren"), 2: held(1, "pandaren")},
        turn_state={"attacked": [] if harmony else [0]},
        bomb_stack=[],
    )
    return lay_out(state, 17)


@pytest.mark.rule("WW-INT-29")
def test_a_holder_of_harmony_pays_once_for_all_bombs_under_pandaren() -> None:
    state = under_pandaren(4, 0, 5)
    assert (state.turn, state.phase, verbs(state)) == (0, "reveal", {"pay", "finish"})
    before = coins(state)[1]
    play(state, "pay")
    assert coins(state) == [2, before + 2]
    assert (region(state, 0), region(state, 5)) == ({}, {})
    assert state.phase == "choose"


@pytest.mark.rule("WW-INT-29", "WW-INT-37")
def test_harmony_paid_for_a_bomb_covers_the_conquests_of_the_turn() -> None:
    state = play(under_pandaren(2, 0, spare=6), "pay")
    before = coins(state)
    assert before[0] == 0
    play(state, "conquer 2")
    assert (holder(state, 2), coins(state)) == ((0, "goblins"), before)


@pytest.mark.rule("WW-INT-29")
def test_a_bomb_that_is_not_paid_for_is_removed_unseen() -> None:
    state = under_pandaren(4, 0, 5)
    play(state, "finish")
    assert (state.phase, bombs(state)) == ("reveal", {5: "live"})
    assert tokens(state, 0) == 1
    play(state, "pay")
    assert (region(state, 5), tokens(state, 0), coins(state)[0]) == ({}, 1, 2)
    assert stack(state) == []


@pytest.mark.rule("WW-INT-29")
def test_a_holder_of_harmony_without_two_coins_loses_his_bombs_under_pandaren() -> None:
    state = under_pandaren(1, 0, 5)
    assert (state.phase, bombs(state), stack(state)) == ("choose", {}, [])
    assert (tokens(state, 0), tokens(state, 5), coins(state)[0]) == (1, 1, 1)


@pytest.mark.rule("WW-INT-29")
def test_without_a_harmony_token_bombs_under_pandaren_are_free() -> None:
    state = under_pandaren(0, 0, harmony=False)
    assert (state.phase, region(state, 0), coins(state)[0]) == ("choose", {}, 0)


@pytest.mark.rule("WW-INT-30")
@pytest.mark.parametrize(("chapel", "saved"), [(0, 1), (5, 2)])
def test_bombs_are_revealed_by_ascending_region(chapel: int, saved: int) -> None:
    # The Chapel saves the token of its own region, and after that it is lost.
    regions = {0: bomb(1, "kobolds"), 5: bomb(1, "kobolds"), 17: held(1, "kobolds")}
    regions[chapel]["place"] = "chapel"
    state = revealed(regions, active("kobolds", "miners"))
    assert (in_hand(state, 1, "kobolds"), tray(state, "kobolds")) == (saved, 11 - 1 - saved)


@pytest.mark.rule("WW-INT-30")
def test_bombs_given_back_together_go_on_the_stack_by_ascending_region() -> None:
    regions = {
        0: bomb(1, "tauren", 2),
        5: bomb(1, "tauren", 2, "dud"),
        9: bomb(1, "tauren", 2, "dud"),
        17: held(1, "kobolds"),
    }
    state = fuse(regions, active("kobolds", "miners"), declined("tauren"), bomb_stack=["live", "live"])
    play(state, "decline")
    assert bombs(state) == {}
    assert stack(state) == ["dud", "dud", "live", "live", "live"]


@pytest.mark.rule("WW-INT-31")
def test_goblins_plant_no_bomb_in_a_region_that_is_immune() -> None:
    regions = {
        1: held(0, "goblins"),
        0: held(1, "kobolds", tower=1),
        2: held(1, "kobolds"),
        5: hold(1, "kobolds", artifacts=["aegis"]),
    }
    kobolds = active("kobolds", "defenders")
    state = attack("goblins", "archaeologists", 0, regions, kobolds, coins=9, aegis_up=True, bomb_stack=["dud"] * 3)
    play(state, "finish")
    assert (state.phase, legal(state, "bomb")) == ("bombs", [2])
    down = attack("goblins", "archaeologists", 0, regions, kobolds, bomb_stack=["dud"] * 3)
    assert legal(play(down, "finish"), "bomb") == [2, 5]


@pytest.mark.rule("WW-INT-31")
def test_a_bomb_in_a_region_that_became_immune_is_removed_without_effect() -> None:
    # Holding 13 the Kobolds keep their tower in 12.
    regions = {12: bomb(1, "kobolds", 2, tower=1), 13: held(1, "kobolds"), 2: bomb(1, "kobolds")}
    seats = [seat(GOBLINS, coins=9), seat(active("kobolds", "defenders"))]
    there = {1: held(0, "goblins"), **regions}
    state = warcraft(turn=1, phase="conquest", seats=seats, regions=there, bomb_stack=["dud"])
    lay_out(state, 12)
    assert (state.turn, bombs(state), stack(state)) == (0, {}, ["dud"])
    assert (tokens(state, 12), markers(state, 12)) == (2, {"tower": 1})
    assert region(state, 2) == {}
    assert coins(state)[0] == 9


@pytest.mark.rule("WW-INT-31")
def test_a_bomb_under_the_aegis_is_removed_without_effect_or_payment() -> None:
    regions = {0: bomb(1, "kobolds", artifacts=["aegis"]), 17: held(1, "kobolds")}
    state = fuse(regions, active("kobolds", "miners"), coins=9, bomb_stack=["dud"])
    play(state, "finish", "aegis 0")
    assert (state.turn, state.phase, bombs(state), stack(state)) == (0, "choose", {}, ["dud"])
    assert (tokens(state, 0), coins(state)[0]) == (1, 9)
