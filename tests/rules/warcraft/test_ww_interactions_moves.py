"""Strongmen and Portal Mages (WW-INT-57 to WW-INT-65)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import coins, in_hand, lay_out, markers, price, races_of, tray, turn_state
from ww_interactions import attack, holder
from ww_play import artifacts_in, hold

import swenv
from support import MURLOC, active, declined, held, legal, play, region, rolled, seat, tokens, warcraft

KOBOLDS = active("kobolds", "miners")


def strongmen(name: str, regions: dict[int, Any], *others: dict[str, Any], hand: int = 7, **fields: Any) -> swenv.State:
    """Strongmen of seat 0 in 1, beside 0, 2 and 5."""
    return attack(name, "strongmen", hand, {1: held(0, name), **regions}, *others, **fields)


@pytest.mark.rule("WW-INT-57")
def test_the_second_tauren_of_a_region_follows_the_first_into_the_hand() -> None:
    regions = {0: held(1, "tauren", 2), 17: held(1, "tauren", 2)}
    state = strongmen("forsaken", regions, active("tauren", "miners"))
    play(state, "push 0", "push_to 17")
    assert (region(state, 0), tokens(state, 17)) == ({}, 3)
    assert (in_hand(state, 1, "tauren"), tray(state, "tauren")) == (1, 16 - 4)
    assert turn_state(state, "inflicted") == 0
    lay_out(state, 1)
    assert (state.phase, state.to_act, legal(state, "deploy")) == ("withdrawn", 1, [17])


@pytest.mark.rule("WW-INT-57")
def test_three_tauren_lose_one_and_stay() -> None:
    regions = {0: held(1, "tauren", 3), 17: held(1, "tauren", 2)}
    state = play(strongmen("forsaken", regions, active("tauren", "miners")), "push 0", "push_to 17")
    assert (tokens(state, 0), tokens(state, 17), in_hand(state, 1, "tauren")) == (2, 3, 0)


@pytest.mark.rule("WW-INT-58")
def test_a_pile_in_decline_defends_with_every_token_and_is_destroyed_whole() -> None:
    regions = {0: held(1, "trolls"), 2: held(1, "trolls"), 5: held(1, "trolls"), 17: held(1, "trolls")}
    state = strongmen("blood_elves", regions, declined("trolls"))
    play(state, "push 0", "push_to 5", "push 2", "push_to 5")
    assert (region(state, 0), region(state, 2), tokens(state, 5)) == ({}, {}, 3)
    assert price(state, 5) == 2 + 3
    play(state, "conquer 5")
    assert tray(state, "trolls") == 11 - 1
    assert in_hand(state, 1, "trolls") == 0
    assert lay_out(state, 1).phase != "withdrawn"


LOSSES = {
    "a Murloc": (MURLOC, 1),
    "a lone token": (held(1, "trolls"), 1),
    "a Fort": (held(1, "kobolds", fortress=1), 0),
}


@pytest.mark.rule("WW-INT-59")
@pytest.mark.parametrize(("there", "inflicted"), LOSSES.values(), ids=LOSSES)
def test_forsaken_recruit_what_strongmen_discard(there: dict[str, Any], inflicted: int) -> None:
    others = [active("kobolds", "sentinels"), *([declined("trolls")] if there.get("race") == "trolls" else [])]
    regions = {0: there, 17: held(1, "kobolds")}
    state = play(strongmen("forsaken", regions, *others, coins=5), "push 0")
    assert state.phase == "conquest"
    assert turn_state(state, "inflicted") == inflicted
    play(state, "finish")
    assert (state.phase == "recruit") == bool(inflicted)
    assert legal(state, "buy") == [0] * inflicted


@pytest.mark.rule("WW-INT-59")
def test_the_lone_token_of_a_race_in_decline_goes_to_the_tray_and_the_race_leaves() -> None:
    state = strongmen("forsaken", {0: held(1, "trolls"), 17: held(1, "kobolds")}, KOBOLDS, declined("trolls"))
    play(state, "push 0")
    assert (region(state, 0), tray(state, "trolls"), races_of(state, 1)) == ({}, 11, ["kobolds"])


@pytest.mark.rule("WW-INT-60")
def test_strongmen_move_naga_off_the_water_beside_them() -> None:
    # Lake 10 borders 6, sea 11 does not; 12 is on the other board.
    regions = {6: held(0, "blood_elves"), 10: held(1, "naga", 2), 11: held(1, "naga"), 12: held(1, "naga")}
    state = strongmen("blood_elves", regions, active("naga", "miners"))
    assert legal(state, "push") == [10]
    play(state, "push 10")
    assert legal(state, "push_to") == [11, 12]
    play(state, "push_to 11")
    assert (tokens(state, 10), tokens(state, 11)) == (1, 2)
    play(state, "push 10", "push_to 12")
    assert (region(state, 10), tokens(state, 12)) == ({}, 2)
    # Emptied, the lake is for Naga only.
    assert 10 not in legal(state, "conquer")


@pytest.mark.rule("WW-INT-61")
@pytest.mark.parametrize("face", [0, 3])
def test_strongmen_do_nothing_after_the_final_die(face: int) -> None:
    regions = {0: held(1, "kobolds"), 5: held(1, "kobolds"), 17: held(1, "kobolds")}
    state = strongmen("blood_elves", regions, KOBOLDS, hand=1)
    assert legal(state, "push") == [0, 5]
    state = rolled(state, "conquer 0", face)
    assert (holder(state, 0) == (0, "blood_elves")) == (face == 3)
    assert state.phase != "conquest"
    assert legal(state, "push") == []


def mages(regions: dict[int, Any], *others: dict[str, Any], name: str = "blood_elves", **fields: Any) -> swenv.State:
    """Portal Mages of seat 0 with 7 tokens in hand; the magic regions are 7, 8, 14 and 17."""
    return attack(name, "portal_mages", 7, regions, *others, **fields)


@pytest.mark.rule("WW-INT-62")
def test_a_swap_between_two_opponents_gives_each_the_place_of_the_other() -> None:
    seats = [
        seat(active("blood_elves", "portal_mages", hand=7), coins=0),
        seat(KOBOLDS, coins=0),
        seat(active("trolls", "herbalists"), coins=0),
    ]
    # Of three boards: forest 7 and hill 20 are magic.
    regions = {1: held(0, "blood_elves"), 7: held(1, "kobolds", 2), 20: hold(2, "trolls", 3, artifacts=["ashes"])}
    state = warcraft(3, phase="conquest", seats=seats, regions=regions)
    trays = tray(state, "kobolds"), tray(state, "trolls")
    play(state, "portal 7")
    assert state.phase == "portal"
    play(state, "portal 20")
    assert state.phase == "conquest"
    assert (holder(state, 7), tokens(state, 7), artifacts_in(state, 7)) == ((2, "trolls"), 3, ["ashes"])
    assert (holder(state, 20), tokens(state, 20), artifacts_in(state, 20)) == ((1, "kobolds"), 2, [])
    assert (tray(state, "kobolds"), tray(state, "trolls")) == trays
    assert coins(state) == [0, 0, 0]


@pytest.mark.rule("WW-INT-63")
def test_a_swap_changes_at_once_what_is_reached() -> None:
    state = mages({14: held(0, "blood_elves"), 1: held(0, "blood_elves")})
    assert legal(state, "conquer") == [0, 2, 5, 9, 12, 13, 15, 17]
    play(state, "portal 14", "portal 7")
    # From 7: 3 and 6. 13 and 17 are out of reach.
    assert legal(state, "conquer") == [0, 2, 3, 5, 6, 9, 12, 15]
    assert price(state, 3) == 2


@pytest.mark.rule("WW-INT-64")
def test_a_swapped_race_lives_on_its_new_board_and_travels_from_there() -> None:
    state = mages({17: held(0, "blood_elves"), 8: held(1, "kobolds", 2)}, KOBOLDS)
    assert (price(state, 9), price(state, 16)) == (4, 3)
    play(state, "portal 17", "portal 8")
    # Beside 8 lies mountain 9, an anchor; 12 and 15 are far away now.
    assert legal(state, "conquer") == [0, 4, 9, 12, 15]
    assert (price(state, 9), price(state, 4), price(state, 12)) == (3, 2, 3)
    assert (holder(state, 17), tokens(state, 17)) == ((1, "kobolds"), 2)


@pytest.mark.rule("WW-INT-64")
def test_a_swap_costs_no_token_and_leaves_the_hand_alone() -> None:
    state = play(mages({17: held(0, "blood_elves", 2)}), "portal 17", "portal 8")
    assert (in_hand(state, 0, "blood_elves"), tokens(state, 8)) == (7, 2)
    lay_out(state, 8)
    # One region, and that is magic.
    assert coins(state)[0] == 1 + 1


@pytest.mark.rule("WW-INT-65")
def test_a_fort_moves_with_its_race_and_the_mountain_stays() -> None:
    # On three boards mountain 17 is magic, beside forest 14.
    seats = [
        seat(active("blood_elves", "portal_mages", hand=8), coins=0),
        seat(active("kobolds", "sentinels"), coins=0),
        seat(active("naga", "herbalists"), coins=0),
    ]
    regions = {
        3: held(0, "blood_elves"),
        14: held(0, "blood_elves"),
        17: held(1, "kobolds", 2, fortress=1),
        0: held(1, "kobolds"),
    }
    state = warcraft(3, phase="conquest", seats=seats, regions=regions)
    assert price(state, 17) == 2 + 1 + 1 + 2
    play(state, "portal 17", "portal 7")
    assert (markers(state, 7), markers(state, 17)) == ({"fortress": 1}, {})
    assert price(state, 7) == 2 + 1 + 2
    assert price(state, 17) == 2 + 1
