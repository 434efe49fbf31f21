"""Popular Places (UG-PLACE), claim by claim."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from chapters import markers, price, refused, tray, verbs
from underground_chapters import conquering, declining, gain, hold, in_hand, lying, place_in, races_of, relics_in

import swenv
from support import (
    MONSTERS,
    UX18,
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
    underground,
)

MIMES = "shadow_mimes"
ROWS = ["fisher", "flocking", "frightened", "quarreling", "thieving", "vampire"]
"""Six badges to fill the column, so that those after them in a stack are hidden."""


def mine(tokens: int = 1, place: str | None = None, *relics: str, **markers: int) -> dict[str, Any]:
    """A region of the Shadow Mimes of seat 0."""
    return hold(0, MIMES, tokens, place, relics, **markers)


def old(tokens: int = 1, place: str | None = None, *relics: str, **markers: int) -> dict[str, Any]:
    """A region of seat 0's Mummies in decline."""
    return hold(0, "mummies", tokens, place, relics, **markers)


def theirs(tokens: int = 1, place: str | None = None, *relics: str, **markers: int) -> dict[str, Any]:
    """A region of the Lizardmen of seat 1."""
    return hold(1, "lizardmen", tokens, place, relics, **markers)


BOTH = [active(MIMES, "martyr"), declined("mummies")]
LIZARDMEN = active("lizardmen")


def coins_of(state: swenv.State, number: int = 0) -> int:
    return int(state.coins[number])


# Common rules


@pytest.mark.rule("UG-PLACE-0")
def test_a_place_stays_and_serves_whoever_holds_its_region_at_once() -> None:
    state = conquering(9, {1: mine(), 5: theirs(1, "pipe")}, LIZARDMEN)
    assert legal(state, "conquer") == [0, 2, 5]
    play(state, "conquer 5")
    assert place_in(state, 5) == "pipe"
    assert legal(state, "conquer") == [0, 2, 6, 7, 15]


@pytest.mark.rule("UG-PLACE-0")
def test_a_place_does_not_go_with_a_relic_that_was_used_from_its_region() -> None:
    state = play(conquering(9, {1: mine(1, "keep", "sword")}), "use sword", "conquer 5")
    assert (place_in(state, 1), relics_in(state, 1)) == ("keep", [])
    assert (place_in(state, 5), relics_in(state, 5)) == (None, ["sword"])


@pytest.mark.rule("UG-PLACE-0")
def test_a_place_is_live_from_the_moment_it_is_revealed() -> None:
    state = conquering(9, {6: mine(), 9: MONSTERS}, places_stack=["pipe"])
    assert legal(state, "conquer") == [5, 7, 9]
    play(state, "conquer 9")
    assert place_in(state, 9) == "pipe"
    assert legal(state, "conquer") == [4, 5, 7, 13, 15, 16]


@pytest.mark.rule("UG-PLACE-0")
def test_a_place_revealed_in_a_turn_pays_at_its_end() -> None:
    state = conquering(4, {6: mine(), 9: MONSTERS}, places_stack=["mine"], coins=[0, 5])
    play(state, "conquer 9", "deploy_rest 6")
    assert coins_of(state) == 2 + 2


@pytest.mark.rule("UG-PLACE-0", "UG-PLACE-PIPE", "UG-PLACE-CRYPT", "UG-PLACE-PENTACLE")
def test_a_declined_holder_and_its_owner_cannot_use_a_place() -> None:
    regions = {5: mine(), 1: old(1, "pipe"), 0: old(1, "crypt"), 3: old(1, "pentacle"), 8: lying(balrog=1)}
    state = conquering(9, regions, own=[declined("mummies")])
    assert legal(state, "conquer") == [0, 1, 2, 6, 7]
    assert legal(state, "balrog") == []
    play(state, "finish", "deploy_rest 5")
    assert state.turn == 1  # no Ghost was offered


@pytest.mark.rule("UG-PLACE-0")
def test_an_opponents_place_cannot_be_used() -> None:
    regions = {5: mine(), 15: theirs(1, "pipe"), 3: theirs(1, "crypt"), 4: theirs(1, "pentacle"), 8: lying(balrog=1)}
    state = conquering(9, regions, LIZARDMEN)
    assert legal(state, "conquer") == [0, 1, 2, 6, 7]
    assert legal(state, "balrog") == []
    play(state, "finish", "deploy_rest 5")
    assert state.turn == 1


@pytest.mark.rule("UG-PLACE-0")
def test_nobody_uses_a_place_in_an_empty_region() -> None:
    state = conquering(9, {0: mine(), 1: mine(1, "pipe")}, phase="ready")
    assert legal(state, "conquer") == [2, 5, 15]
    play(state, "abandon 1")
    assert (place_in(state, 1), legal(state, "conquer")) == ("pipe", [1, 5])


@pytest.mark.rule("UG-PLACE-0")
def test_nobody_uses_a_place_under_the_balrog() -> None:
    state = conquering(9, {0: mine(), 1: mine(1, "pipe"), 5: mine(1, "pentacle"), 2: lying(balrog=1)})
    assert legal(state, "conquer") == [6, 7, 15]
    play(state, "balrog 1")
    assert (place_in(state, 1), legal(state, "conquer")) == ("pipe", [2, 6, 7])


@pytest.mark.rule("UG-PLACE-0")
def test_a_place_found_by_one_player_pays_the_next_holder_alone() -> None:
    assert gain([active(MIMES, "martyr")], {1: mine(), 5: lying("keep")}) == 1
    assert gain([active(MIMES, "martyr")], {1: mine(), 5: theirs(1, "keep")}, others=[seat(LIZARDMEN)]) == 1


@pytest.mark.rule("UG-PLACE-00")
def test_bonus_tokens_come_from_the_tray_first() -> None:
    state = conquering(2, {5: mine(1, None, "orb"), 6: theirs()}, LIZARDMEN)
    before = tray(state, MIMES)
    play(state, "use orb", "conquer 6")
    assert (tokens(state, 6), in_hand(state, 0, MIMES), tray(state, MIMES)) == (1, 2, before - 1)


@pytest.mark.rule("UG-PLACE-00")
def test_bonus_tokens_come_from_hand_when_the_tray_is_empty() -> None:
    state = conquering(2, {5: mine(10, None, "orb"), 6: theirs()}, LIZARDMEN)
    assert tray(state, MIMES) == 0
    play(state, "use orb", "conquer 6")
    assert (tokens(state, 6), in_hand(state, 0, MIMES), tray(state, MIMES)) == (1, 1, 0)


@pytest.mark.rule("UG-PLACE-000", "UG-CLAR-2")
@pytest.mark.parametrize("relic", ["doormat", "orb", "socks", "sword"])
def test_no_relic_helps_against_active_gnomes_or_immune_regions(relic: str) -> None:
    regions = {
        0: mine(),
        6: mine(1, None, relic),
        1: hold(1, "gnomes"),
        5: hold(2, "lizardmen"),
        9: hold(2, "lizardmen", 1, queen=1),
        15: hold(1, "gnomes"),
    }
    state = conquering(9, regions, active("gnomes"), rest=[seat(active("lizardmen", "royal"))])
    assert legal(state, "conquer") == [1, 5, 7]
    play(state, f"use {relic}")
    assert 5 in legal(state, "conquer")
    for closed in (1, 9, 15):
        assert closed not in legal(state, "conquer")
        assert refused(state, f"conquer {closed}")


@pytest.mark.rule("UG-PLACE-000", "UG-CLAR-2")
def test_a_relic_cannot_be_taken_up_when_gnomes_are_all_there_is() -> None:
    gnomes = {1: hold(1, "gnomes"), 5: hold(1, "gnomes")}
    state = conquering(9, {0: mine(1, None, "sword", "socks", "orb"), **gnomes}, active("gnomes"))
    assert (legal(state, "conquer"), legal_words(state, "use")) == ([1, 5], set())


@pytest.mark.rule("UG-PLACE-000", "UG-PLACE-PIPE")
def test_the_pipe_does_not_reach_active_gnomes() -> None:
    gnomes = {15: hold(1, "gnomes"), 5: hold(1, "gnomes", 2)}
    state = conquering(9, {1: mine(1, "pipe"), **gnomes}, active("gnomes"))
    assert legal(state, "conquer") == [0, 2, 5]
    assert price(state, 5) == 4
    old_gnomes = conquering(9, {1: mine(1, "pipe"), **gnomes}, declined("gnomes"))
    assert legal(old_gnomes, "conquer") == [0, 2, 5, 15]


@pytest.mark.rule("UG-PLACE-000", "UG-PLACE-PIPE")
def test_the_pipe_does_not_open_an_immune_region() -> None:
    state = conquering(9, {1: mine(1, "pipe"), 15: theirs(1, queen=1)}, active("lizardmen", "royal"))
    assert legal(state, "conquer") == [0, 2, 5]


@pytest.mark.rule("UG-PLACE-000", "UG-PLACE-KEEP")
@pytest.mark.parametrize(
    "place", ["altar", "crypt", "diamond", "pipe", "fountain", "keep", "mine", "stonehedge", "pentacle"]
)
def test_no_place_but_the_keep_raises_the_defence(place: str) -> None:
    state = conquering(9, {0: mine(), 1: theirs(1, place)}, LIZARDMEN)
    more = 1 if place == "keep" else 0
    assert price(state, 1) == 3 + more


@pytest.mark.rule("UG-PLACE-000")
def test_no_relic_raises_the_defence_where_it_lies() -> None:
    relics = ("doormat", "ring", "scepter", "orb", "socks", "sword")
    state = conquering(9, {0: mine(), 1: theirs(2, None, *relics)}, LIZARDMEN)
    assert price(state, 1) == 4


@pytest.mark.rule("UG-PLACE-000")
def test_a_token_is_single_beside_a_place_and_relics() -> None:
    regions = {0: mine(1, None, "orb"), 1: theirs(1, "keep", "sword", "ring"), 5: theirs(2)}
    state = play(conquering(1, regions, LIZARDMEN), "use orb")
    assert legal(state, "conquer") == [1]


# Altar of Souls


@pytest.mark.rule("UG-PLACE-ALTAR")
def test_the_altar_turns_a_declined_token_into_three_coins_after_scoring() -> None:
    state = conquering(0, {1: mine(1, "altar"), 3: old(), 9: old()}, own=[declined("mummies")], coins=[0, 5])
    play(state, "finish")
    assert (state.phase, coins_of(state)) == ("altar", 3)
    assert legal(state, "altar") == [3, 9]
    box = tray(state, "mummies")
    play(state, "altar 3")
    assert (state.turn, coins_of(state)) == (1, 3 + 3)
    assert (region(state, 3), tokens(state, 9), tray(state, "mummies")) == ({}, 1, box + 1)


@pytest.mark.rule("UG-PLACE-ALTAR", "UG-PLACE-0")
def test_the_altar_need_not_be_used() -> None:
    state = conquering(0, {1: mine(1, "altar"), 3: old()}, own=[declined("mummies")], coins=[0, 5])
    play(state, "finish", "finish")
    assert (state.turn, coins_of(state), tokens(state, 3)) == (1, 2, 1)


@pytest.mark.rule("UG-PLACE-ALTAR")
@pytest.mark.parametrize(
    "regions",
    [
        pytest.param({1: mine(), 3: old(), 5: lying("altar")}, id="unheld"),
        pytest.param({1: mine(), 3: old(), 5: theirs(1, "altar")}, id="an opponent's"),
    ],
)
def test_no_altar_without_holding_it(regions: dict[int, Any]) -> None:
    state = conquering(0, regions, LIZARDMEN, own=[declined("mummies")], coins=[0, 5])
    play(state, "finish")
    assert (state.turn, coins_of(state)) == (1, 2)


@pytest.mark.rule("UG-PLACE-ALTAR")
def test_the_altar_takes_neither_active_tokens_nor_an_opponents() -> None:
    regions = {1: mine(1, "altar"), 3: hold(1, "mummies")}
    state = play(conquering(0, regions, declined("mummies"), coins=[0, 5]), "finish")
    assert (state.turn, coins_of(state)) == (1, 1)


# Crypt of the Tomb-Raider


@pytest.mark.rule("UG-PLACE-CRYPT")
def test_the_ghost_goes_to_any_region_but_chasm_crypt_and_balrog() -> None:
    regions = {5: mine(1, "crypt"), 1: theirs(), 3: old(), 9: MONSTERS, 6: lying(balrog=1), 4: lying("keep")}
    state = conquering(0, regions, LIZARDMEN, own=[declined("mummies")])
    play(state, "finish")
    assert state.phase == "markers"
    assert legal(state, "ghost") == [0, 1, 2, 3, 4, 7, 8, 9, 11, 12, 13, 15, 16, 17]


@pytest.mark.rule("UG-PLACE-CRYPT")
@pytest.mark.parametrize("target", [1, 2, 3, 4, 9])
def test_the_ghost_protects_whatever_is_there(target: int) -> None:
    # Held by its master, an empty River region, an empty Mine, a declined token and Monsters.
    regions = {5: mine(1, "crypt"), 1: mine(), 4: old(), 9: MONSTERS, 8: theirs(4), 0: theirs(1), 6: theirs(1)}
    state = conquering(0, regions, LIZARDMEN, own=[declined("mummies")])
    play(state, "finish", f"ghost {target}")
    assert (state.turn, markers(state, target)["ghost"]) == (1, 1)
    others = {1, 2, 3, 4, 9} - {target}
    assert target not in legal(state, "conquer")
    assert others <= set(legal(state, "conquer"))


@pytest.mark.rule("UG-PLACE-CRYPT", "UG-PLACE-0")
def test_the_ghost_may_stay_where_it_is_or_off_the_map() -> None:
    state = play(conquering(0, {5: mine(1, "crypt"), 1: mine(1, ghost=1)}), "finish", "finish")
    assert (state.turn, markers(state, 1)) == (1, {"ghost": 1})
    state = play(conquering(0, {5: mine(1, "crypt"), 1: mine()}), "finish", "finish")
    assert (state.turn, markers(state, 1)) == (1, {})


@pytest.mark.rule("UG-PLACE-CRYPT")
def test_the_ghost_moves_once_a_turn_and_frees_its_old_region() -> None:
    state = play(conquering(0, {5: mine(1, "crypt"), 1: mine(1, ghost=1)}), "finish", "ghost 9")
    assert (state.turn, markers(state, 1), markers(state, 9)) == (1, {}, {"ghost": 1})


@pytest.mark.rule("UG-PLACE-CRYPT", "UG-CLAR-41")
def test_the_ghost_may_be_put_where_it_is_but_not_back_to_the_crypt() -> None:
    state = play(conquering(0, {5: mine(1, "crypt"), 1: mine(1, ghost=1)}), "finish")
    assert 1 in legal(state, "ghost")
    assert 5 not in legal(state, "ghost")


@pytest.mark.rule("UG-PLACE-CRYPT", "UG-CLAR-9")
@pytest.mark.parametrize(("name", "power", "marker"), [("lizardmen", "royal", "queen"), ("cultists", None, "ancient")])
def test_the_ghost_may_join_an_opponents_queen_or_ancient(name: str, power: str | None, marker: str) -> None:
    there = hold(1, name, 1, **{marker: 1})
    state = conquering(0, {5: mine(1, "crypt"), 1: there}, active(name, power))
    play(state, "finish", "ghost 1")
    assert markers(state, 1) == {marker: 1, "ghost": 1}


@pytest.mark.rule("UG-PLACE-CRYPT")
def test_the_ghost_is_placed_before_scoring() -> None:
    # It keeps even its master's Thieving away from the tokens it stands with.
    regions = {1: mine(), 5: mine(1, "crypt"), 0: theirs()}
    state = conquering(0, regions, LIZARDMEN, power="thieving", coins=[0, 5])
    assert play(state.copy(), "finish", "ghost 9").coins.tolist()[:2] == [2 + 1, 4]
    assert play(state.copy(), "finish", "ghost 0").coins.tolist()[:2] == [2, 5]


@pytest.mark.rule("UG-PLACE-CRYPT")
def test_a_declined_holder_cannot_move_the_ghost_but_it_still_protects() -> None:
    regions = {5: old(1, "crypt"), 1: old(1, ghost=1), 3: mine(), 0: theirs(5)}
    state = conquering(0, regions, LIZARDMEN, own=[declined("mummies")], crypt_master=0)
    play(state, "finish")
    assert (state.turn, markers(state, 1)) == (1, {"ghost": 1})
    assert legal(state, "conquer") == [5]


@pytest.mark.rule("UG-PLACE-CRYPT")
def test_the_ghost_stays_when_its_master_declines() -> None:
    state = declining([active(MIMES, "martyr")], {5: mine(1, "crypt"), 1: mine(1, ghost=1)})
    assert (state.turn, markers(state, 1)) == (1, {"ghost": 1})


@pytest.mark.rule("UG-PLACE-CRYPT")
def test_the_ghost_stays_when_the_crypt_is_abandoned() -> None:
    state = conquering(9, {0: mine(), 5: mine(1, "crypt"), 1: lying(ghost=1)}, phase="ready")
    play(state, "abandon 5")
    assert markers(state, 1) == {"ghost": 1}
    assert legal(state, "conquer") == [1, 5]  # the last Active holder is the Ghost's master


@pytest.mark.rule("UG-PLACE-CRYPT", "UG-CLAR-31")
@pytest.mark.parametrize(("master", "left"), [(0, {"ghost": 1}), (1, {})])
def test_an_unheld_crypt_recalls_the_ghost_for_anyone_but_its_last_master(master: int, left: dict[str, int]) -> None:
    state = conquering(9, {0: mine(), 5: lying("crypt"), 1: lying(ghost=1)}, LIZARDMEN, crypt_master=master)
    play(state, "conquer 5")
    assert markers(state, 1) == left


@pytest.mark.rule("UG-PLACE-CRYPT", "UG-CLAR-4")
def test_the_balrog_recalls_the_ghost_from_an_opponents_crypt() -> None:
    regions = {0: mine(1, "pentacle"), 1: lying(balrog=1), 5: theirs(1, "crypt"), 3: theirs(1, ghost=1)}
    state = play(conquering(9, regions, LIZARDMEN), "balrog 5")
    assert (markers(state, 5), markers(state, 3)) == ({"balrog": 1}, {})
    assert state.to_position()["crypt_master"] == 1


@pytest.mark.rule("UG-PLACE-CRYPT", "UG-CLAR-4")
def test_the_balrog_of_the_crypts_own_holder_leaves_the_ghost() -> None:
    regions = {0: mine(1, "pentacle"), 1: lying(balrog=1), 5: mine(1, "crypt"), 3: theirs(1, ghost=1)}
    state = play(conquering(9, regions, LIZARDMEN), "balrog 5")
    assert (markers(state, 5), markers(state, 3)) == ({"balrog": 1}, {"ghost": 1})


# Diamond Fields


@pytest.mark.rule("UG-PLACE-DIAMOND")
def test_the_diamond_fields_do_not_pay_for_others_and_empty_regions() -> None:
    assert gain(BOTH, {4: mine(1, "diamond"), 16: theirs()}, others=[seat(LIZARDMEN)]) == 1 + 1
    assert gain(BOTH, {4: theirs(1, "diamond"), 16: mine()}, others=[seat(LIZARDMEN)]) == 1
    assert gain(BOTH, {4: lying("diamond"), 16: mine()}) == 1


@pytest.mark.rule("UG-PLACE-DIAMOND")
def test_the_diamond_fields_pay_a_declined_holder() -> None:
    assert gain(BOTH, {4: old(1, "diamond"), 16: mine()}) == 2 + 2
    state = declining([active(MIMES, "martyr")], {4: mine(1, "diamond"), 16: mine(), 3: mine()})
    assert coins_of(state) == 3 + 2


@pytest.mark.rule("UG-PLACE-DIAMOND", "UG-ED-4")
def test_with_the_switch_the_diamond_fields_pay_for_the_holders_race_alone() -> None:
    switch = {"diamond_scope": "race"}
    assert gain(BOTH, {4: mine(1, "diamond"), 16: mine(), 9: old()}, options=switch) == 3 + 2
    assert gain(BOTH, {4: old(1, "diamond"), 16: mine(), 9: old()}, options=switch) == 3 + 2


# Great Brass Pipe


@pytest.mark.rule("UG-PLACE-PIPE")
@pytest.mark.parametrize(
    ("start", "reach"),
    [(1, [0, 2, 5, 15]), (3, [2, 4, 8]), (17, [0, 11, 16]), (6, [5, 7, 9, 12]), (4, [3, 8, 9, 16])],
)
def test_the_pipe_makes_its_whole_terrain_reachable(start: int, reach: list[int]) -> None:
    assert legal(conquering(9, {start: mine(1, "pipe")}), "conquer") == reach


@pytest.mark.rule("UG-PLACE-PIPE")
def test_the_pipe_reaches_from_every_region_but_only_its_own_terrain() -> None:
    state = conquering(9, {1: mine(1, "pipe"), 4: mine()})
    assert legal(state, "conquer") == [0, 2, 3, 5, 8, 15, 16]
    assert price(state, 15) == 2


# Fountain of Youth


@pytest.mark.rule("UG-PLACE-FOUNTAIN", "UG-EX-44")
def test_the_fountain_gives_a_token_at_the_start_of_the_turn() -> None:
    state = conquering(0, {1: mine(1, "fountain"), 5: mine()}, phase="choose")
    before = tray(state, MIMES)
    play(state, "finish", "deploy_rest 5")
    assert (tray(state, MIMES), tokens(state, 1), tokens(state, 5)) == (before - 1, 1, 2)


@pytest.mark.rule("UG-PLACE-FOUNTAIN")
def test_the_fountains_token_conquers_in_the_same_turn() -> None:
    for place, rolls in (("fountain", False), ("mine", True)):
        state = conquering(0, {1: mine(2, place)}, phase="choose")
        play(state, "conquer 0")  # a Mudpool for 2
        assert (state.last_roll is not None) == rolls


@pytest.mark.rule("UG-PLACE-FOUNTAIN", "UG-EX-44", "UG-PLACE-00")
def test_the_fountain_gives_nothing_from_an_empty_tray() -> None:
    state = conquering(0, {1: mine(11, "fountain"), 5: mine()}, phase="choose")
    assert tray(state, MIMES) == 0
    play(state, "finish", "deploy_rest 1")
    assert (tokens(state, 1), tokens(state, 5), tray(state, MIMES)) == (11, 1, 0)


@pytest.mark.rule("UG-PLACE-FOUNTAIN")
def test_the_fountain_gives_a_declined_holder_nothing() -> None:
    state = conquering(0, {1: old(1, "fountain"), 5: mine(2)}, phase="choose", own=[declined("mummies")])
    before = [tray(state, name) for name in (MIMES, "mummies")]
    play(state, "finish", "deploy_rest 5")
    assert ([tray(state, name) for name in (MIMES, "mummies")], tokens(state, 5)) == (before, 2)


# Keep on the Motherland


@pytest.mark.rule("UG-PLACE-KEEP")
def test_the_keep_adds_to_a_black_mountain() -> None:
    assert price(conquering(9, {5: mine(), 6: lying("keep")}), 6) == 4


@pytest.mark.rule("UG-PLACE-KEEP")
def test_the_keep_pays_one_coin_to_either_race_of_its_holder() -> None:
    assert gain(BOTH, {1: mine(1, "keep"), 5: old()}) == 2 + 1
    assert gain(BOTH, {1: mine(), 5: old(1, "keep")}) == 2 + 1
    assert coins_of(declining([active(MIMES, "martyr")], {1: mine(1, "keep"), 5: mine()})) == 2 + 1


# Mine of the Lost Dwarf


@pytest.mark.rule("UG-PLACE-MINE")
def test_the_mine_of_the_lost_dwarf_pays_two_coins_to_either_race_of_its_holder() -> None:
    assert gain(BOTH, {1: mine(1, "mine"), 5: old()}) == 2 + 2
    assert gain(BOTH, {1: mine(), 5: old(1, "mine")}) == 2 + 2
    assert coins_of(declining([active(MIMES, "martyr")], {1: mine(1, "mine"), 5: mine()})) == 2 + 2


@pytest.mark.rule("UG-PLACE-MINE", "UG-RELIC-SCEPTER")
@pytest.mark.parametrize("void", ["mine_terrain_and_place", "place"])
def test_the_scepter_does_nothing_in_the_mine_of_the_lost_dwarf(void: str) -> None:
    regions = {1: mine(1, "mine", "scepter"), 5: mine()}
    assert gain(BOTH[:1], regions, "scepter 1", options={"scepter_void": void}) == 2 + 2
    assert gain(BOTH[:1], regions, "scepter 5", options={"scepter_void": void}) == 2 + 2 + 1


# Stonehedge


def found_stonehedge(hidden: list[str], **fields: Any) -> swenv.State:
    """After the conquest of region 9, where Stonehedge was found; `hidden` are the badges below the column."""
    regions = {6: mine(), 9: MONSTERS}
    state = conquering(9, regions, places_stack=["stonehedge"], power_stack=[*ROWS, *hidden], **fields)
    assert state.to_position()["power_stack"] == hidden
    return play(state, "conquer 9")


@pytest.mark.rule("UG-PLACE-STONEHEDGE")
def test_stonehedge_draws_a_hidden_badge_and_brings_no_tokens() -> None:
    state = found_stonehedge(["mining"])
    document = state.to_position()
    assert (document["stonehedge"], document["power_stack"]) == ("mining", [])
    assert [row["power"] for row in document["column"]] == ROWS
    assert in_hand(state, 0, MIMES) == 9 - 4


@pytest.mark.rule("UG-PLACE-STONEHEDGE", "UG-CLAR-30")
def test_stonehedge_draws_at_random_below_the_column() -> None:
    hidden = ["mining", "stone", "muddy", "mystic"]
    drawn = set()
    for seed in range(30):
        document = found_stonehedge(hidden, seed=seed).to_position()
        assert sorted([document["stonehedge"], *document["power_stack"]]) == sorted(hidden)
        drawn.add(document["stonehedge"])
    assert len(drawn) > 2


@pytest.mark.rule("UG-PLACE-STONEHEDGE", "UG-CLAR-30")
def test_stonehedge_draws_from_the_discards_when_no_badge_is_hidden() -> None:
    document = found_stonehedge([], discarded_powers=["mining", "stone"]).to_position()
    assert document["discarded_powers"] == []
    assert sorted([document["stonehedge"], *document["power_stack"]]) == ["mining", "stone"]


@pytest.mark.rule("UG-PLACE-STONEHEDGE")
def test_stonehedge_has_no_power_when_there_is_no_badge() -> None:
    state = found_stonehedge([])
    assert (place_in(state, 9), state.to_position()["stonehedge"]) == ("stonehedge", None)


@pytest.mark.rule("UG-PLACE-STONEHEDGE")
def test_stonehedge_works_from_its_discovery() -> None:
    state = conquering(
        5, {8: mine(), 12: MONSTERS}, places_stack=["stonehedge"], power_stack=[*ROWS, "mining"], coins=[0, 5]
    )
    play(state, "conquer 12", "deploy_rest 8")
    assert coins_of(state) == 2 + 1


@pytest.mark.rule("UG-PLACE-STONEHEDGE", "UG-EX-52")
def test_the_active_holder_of_stonehedge_has_its_power_besides_his_own() -> None:
    regions = {0: mine(1, "stonehedge"), 3: mine(), 8: mine(), 4: mine()}
    assert gain([active(MIMES, "mystic")], regions, stonehedge="mining") == 4 + 2 + 1
    elsewhere = {**regions, 0: mine(), 17: lying("stonehedge")}
    assert gain([active(MIMES, "mystic")], elsewhere, stonehedge="mining") == 4 + 1


@pytest.mark.rule("UG-PLACE-STONEHEDGE")
@pytest.mark.parametrize("power", ["mining", "muddy"])
def test_a_declined_holder_of_stonehedge_does_not_have_its_power(power: str) -> None:
    # Not even that of Muddy, whose own badge works in decline.
    regions = {0: old(1, "stonehedge"), 3: mine()}
    assert gain(BOTH, regions, stonehedge=power) == 2
    assert coins_of(declining([active(MIMES, "martyr")], {0: mine(1, "stonehedge"), 3: mine()}, stonehedge=power)) == 2


@pytest.mark.rule("UG-PLACE-STONEHEDGE")
def test_stonehedge_keeps_its_power_when_its_holder_declines() -> None:
    state = declining([active(MIMES, "mystic")], {0: mine(1, "stonehedge")}, stonehedge="mining")
    document = state.to_position()
    assert (document["stonehedge"], document["discarded_powers"]) == ("mining", ["mystic"])


@pytest.mark.rule("UG-PLACE-STONEHEDGE")
def test_wise_by_stonehedge_pays_for_the_declined_race_whichever_race_holds_it() -> None:
    assert gain(BOTH, {1: mine(1, "stonehedge"), 5: old()}, stonehedge="wise") == 2 + 2
    assert gain(BOTH, {1: mine(), 5: old(1, "stonehedge")}, stonehedge="wise") == 2 + 2
    assert gain(BOTH[:1], {1: mine(1, "stonehedge")}, stonehedge="wise") == 1
    state = declining([active(MIMES, "martyr")], {1: mine(1, "stonehedge"), 5: mine()}, stonehedge="wise")
    assert coins_of(state) == 2 + 2


@pytest.mark.rule("UG-PLACE-STONEHEDGE", "UG-ED-5")
def test_with_the_switch_wise_by_stonehedge_needs_a_declined_holder() -> None:
    switch = {"stonehedge_decline_powers": "declined_holder"}
    assert gain(BOTH, {1: mine(1, "stonehedge"), 5: old()}, stonehedge="wise", options=switch) == 2
    assert gain(BOTH, {1: mine(), 5: old(1, "stonehedge")}, stonehedge="wise", options=switch) == 2 + 2


@pytest.mark.rule("UG-PLACE-STONEHEDGE", "UG-ED-5")
@pytest.mark.parametrize(("holder", "any_holder", "declined_holder"), [("mine", [5, 9], []), ("old", [5, 9], [5, 9])])
def test_reborn_by_stonehedge_serves_the_declined_race(
    holder: str, any_holder: list[int], declined_holder: list[int]
) -> None:
    here = "stonehedge"
    regions = {1: mine(1, here if holder == "mine" else None), 5: old(1, here if holder == "old" else None), 9: old()}
    for switch, expected in (("any_holder", any_holder), ("declined_holder", declined_holder)):
        state = conquering(
            0, regions, own=[declined("mummies")], phase="choose", stonehedge="reborn",
            options={"stonehedge_decline_powers": switch},
        )  # fmt: skip
        assert legal(state, "reborn") == expected


@pytest.mark.rule("UG-PLACE-STONEHEDGE")
def test_vanishing_by_stonehedge_may_be_used_at_the_decline() -> None:
    regions = {1: mine(3, "stonehedge"), 5: mine()}
    state = conquering(0, regions, phase="choose", stonehedge="vanishing", coins=[0, 5])
    assert legal(state, "decline") == legal(state, "decline_by_stonehedge") == [0]
    kept = play(state.copy(), "decline")
    assert (coins_of(kept), tokens(kept, 1), tokens(kept, 5)) == (2, 1, 1)
    gone = play(state.copy(), "decline_by_stonehedge")
    assert (coins_of(gone), tokens(gone, 1), tokens(gone, 5), races_of(gone)) == (4, 0, 0, [])
    assert place_in(gone, 1) == "stonehedge"
    assert gone.to_position()["stonehedge"] == "vanishing"


@pytest.mark.rule("UG-PLACE-STONEHEDGE")
@pytest.mark.parametrize("power", ["vanishing", "tomb"])
def test_declining_by_stonehedge_needs_the_active_race_there(power: str) -> None:
    state = conquering(
        0, {1: mine(), 5: old(1, "stonehedge")}, own=[declined("mummies")], phase="choose", stonehedge=power
    )
    assert (legal(state, "decline"), legal(state, "decline_by_stonehedge")) == ([0], [])


@pytest.mark.rule("UG-PLACE-STONEHEDGE")
def test_other_powers_of_stonehedge_change_nothing_at_the_decline() -> None:
    state = conquering(0, {1: mine(3, "stonehedge")}, phase="choose", stonehedge="mining")
    assert (legal(state, "decline"), legal(state, "decline_by_stonehedge")) == ([0], [])


@pytest.mark.rule("UG-PLACE-STONEHEDGE")
def test_tomb_by_stonehedge_is_optional_and_its_tokens_outlast_it() -> None:
    regions = {1: mine(3, "stonehedge"), 5: mine(2), 0: theirs(5)}
    state = conquering(0, regions, LIZARDMEN, phase="choose", stonehedge="tomb", coins=[0, 5])
    plain = play(state.copy(), "decline")
    assert (tokens(plain, 1), tokens(plain, 5)) == (1, 1)
    play(state, "decline_by_stonehedge")
    assert state.phase == "tomb"
    play(state, "deploy_rest 5")
    assert (state.turn, coins_of(state), tokens(state, 1), tokens(state, 5)) == (1, 2, 1, 4)
    play(state, "conquer 1")  # Stonehedge is lost
    assert (region(state, 1)["owner"], tokens(state, 5)) == (1, 4)


@pytest.mark.rule("UG-PLACE-STONEHEDGE")
def test_the_queen_leaves_when_stonehedge_falls() -> None:
    regions = {0: mine(), 1: theirs(1, "stonehedge"), 5: theirs(1, queen=1)}
    state = conquering(9, regions, LIZARDMEN, stonehedge="royal")
    assert legal(state, "conquer") == [1]
    play(state, "conquer 1")
    assert (markers(state, 5), 5 in legal(state, "conquer")) == ({}, True)


@pytest.mark.rule("UG-PLACE-STONEHEDGE", "UG-CLAR-28")
def test_a_frozen_queen_leaves_when_stonehedge_falls() -> None:
    regions = {0: mine(), 1: theirs(1, "stonehedge"), 5: theirs(1, queen=1)}
    state = conquering(9, regions, declined("lizardmen"), stonehedge="royal")
    assert legal(state, "conquer") == [1]
    play(state, "conquer 1")
    assert (markers(state, 5), 5 in legal(state, "conquer")) == ({}, True)


@pytest.mark.rule("UG-PLACE-STONEHEDGE", "UG-CLAR-28")
def test_the_queen_leaves_when_stonehedge_is_abandoned_or_taken_by_the_balrog() -> None:
    regions = {1: mine(1, "stonehedge"), 5: mine(1, queen=1)}
    state = play(conquering(9, regions, phase="ready", stonehedge="royal"), "abandon 1")
    assert markers(state, 5) == {}
    regions = {0: mine(1, "pentacle"), 2: lying(balrog=1), 1: theirs(1, "stonehedge"), 5: theirs(1, queen=1)}
    state = play(conquering(9, regions, LIZARDMEN, stonehedge="royal"), "balrog 1")
    assert markers(state, 5) == {}


@pytest.mark.rule("UG-PLACE-STONEHEDGE")
def test_the_bag_goes_back_when_stonehedge_falls() -> None:
    regions = {0: mine(), 1: theirs(1, "stonehedge"), 5: theirs(1, bag=1)}
    state = conquering(9, regions, LIZARDMEN, stonehedge="magic")
    assert markers(state, 5) == {"bag": 1}
    play(state, "conquer 1")
    assert (markers(state, 5), markers(state, 1)) == ({}, {})


@pytest.mark.rule("UG-PLACE-STONEHEDGE")
def test_magic_by_stonehedge_gives_the_bag() -> None:
    state = conquering(9, {1: mine(1, "stonehedge"), 9: lying(None, ["sword"])}, stonehedge="magic")
    assert legal_words(state, "bag") == {"sword"}
    play(state, "bag sword", "conquer 0")
    assert (tokens(state, 0), markers(state, 0)) == (1, {"bag": 1})


@pytest.mark.rule("UG-PLACE-STONEHEDGE", "UG-CLAR-29")
def test_the_vengeance_markers_go_back_when_stonehedge_falls() -> None:
    def marked(state: swenv.State) -> bool:
        return bool(state.to_position()["seats"][0]["vengeance"])

    regions = {0: mine(), 1: theirs(1, "stonehedge"), 5: theirs()}
    state = conquering(9, regions, LIZARDMEN, stonehedge="vengeful")
    assert not marked(state)
    play(state, "conquer 5")
    assert marked(state)
    play(state, "conquer 1")
    assert not marked(state)


@pytest.mark.rule("UG-PLACE-STONEHEDGE", "UG-POWER-SHIELD")
def test_armors_stay_when_stonehedge_falls() -> None:
    regions = {0: mine(), 1: theirs(1, "stonehedge"), 5: theirs(1, armor=2)}
    state = play(conquering(11, regions, LIZARDMEN, stonehedge="shield"), "conquer 1")
    assert (markers(state, 5), price(state, 5)) == ({"armor": 2}, 2 + 1 + 2)


@pytest.mark.rule("UG-PLACE-STONEHEDGE")
def test_the_queen_and_armors_stay_when_the_holder_of_stonehedge_declines() -> None:
    regions = {1: mine(1, "stonehedge"), 5: mine(1, queen=1), 0: theirs(6)}
    state = conquering(0, regions, LIZARDMEN, phase="choose", stonehedge="royal")
    play(state, "decline")
    assert (markers(state, 5), legal(state, "conquer")) == ({"queen": 1}, [1])
    regions = {1: mine(1, "stonehedge"), 5: mine(1, armor=2)}
    state = play(conquering(0, regions, phase="choose", stonehedge="shield"), "decline")
    assert markers(state, 5) == {"armor": 2}


@pytest.mark.rule("UG-PLACE-STONEHEDGE")
def test_the_bag_goes_when_the_holder_of_stonehedge_declines() -> None:
    regions = {1: mine(1, "stonehedge"), 5: mine(1, bag=1)}
    state = play(conquering(0, regions, phase="choose", stonehedge="magic"), "decline")
    assert (tokens(state, 5), markers(state, 5)) == (1, {})


@pytest.mark.rule("UG-PLACE-STONEHEDGE", "UG-CLAR-29")
def test_martyr_by_stonehedge_pays_for_its_own_fall() -> None:
    regions = {0: mine(), 1: theirs(1, "stonehedge")}
    state = play(conquering(9, regions, LIZARDMEN, power="tomb", stonehedge="martyr"), "conquer 1")
    assert coins_of(state, 1) == 5 + 1


@pytest.mark.rule("UG-PLACE-STONEHEDGE", "UG-CLAR-30")
def test_a_race_that_vanishes_by_its_own_badge_is_not_asked_about_tomb() -> None:
    state = conquering(
        0, {1: mine(3, "stonehedge")}, power="vanishing", phase="choose", stonehedge="tomb", coins=[0, 5]
    )
    assert legal(state, "decline_by_stonehedge") == []
    play(state, "decline")
    assert (coins_of(state), tokens(state, 1), races_of(state)) == (2, 0, [])


@pytest.mark.rule("UG-PLACE-STONEHEDGE")
def test_a_tomb_race_may_vanish_by_stonehedge() -> None:
    regions = {1: mine(3, "stonehedge"), 5: mine()}
    state = conquering(0, regions, power="tomb", phase="choose", stonehedge="vanishing", coins=[0, 5])
    kept = play(state.copy(), "decline")
    assert (kept.phase, tokens(kept, 1) + tokens(kept, 5) + in_hand(kept, 0, MIMES)) == ("tomb", 4)
    gone = play(state, "decline_by_stonehedge")
    assert (coins_of(gone), tokens(gone, 1), races_of(gone)) == (4, 0, [])


@pytest.mark.rule("UG-PLACE-STONEHEDGE")
@pytest.mark.parametrize(
    ("power", "number", "more"),
    [
        ("adventurous", 17, 1),  # Stonehedge is itself a Place
        ("fisher", 5, 1),
        ("flocking", 5, 0),
        ("flocking", 0, 2),
        ("mining", 3, 1),
        ("muddy", 0, 1),
        ("mystic", 4, 1),
        ("quarreling", 17, 2),
        ("stone", 6, 1),
        ("immortal", 5, 0),
    ],
)
def test_stonehedge_pays_by_any_power(power: str, number: int, more: int) -> None:
    # Region 1 borders the River, 0, 2 and 5; the others lie apart from it.
    regions = {1: mine(1, "stonehedge"), number: mine()}
    if power == "flocking" and more == 0:
        regions = {1: mine(1, "stonehedge"), 6: mine()}
    assert gain([active(MIMES, "martyr")], regions, stonehedge=power) == 2 + more


@pytest.mark.rule("UG-PLACE-STONEHEDGE")
def test_stonehedge_gives_armors_and_the_queen() -> None:
    regions = {1: mine(1, "stonehedge"), 5: mine(), 0: mine()}
    state = play(conquering(0, regions, stonehedge="shield"), "finish")
    assert legal(state, "armor") == [0, 1, 5]
    play(state, "armor 0", "armor 0")  # two Mushroom Forests
    assert (state.turn, markers(state, 0)) == (1, {"armor": 2})
    state = play(conquering(0, regions, stonehedge="royal"), "finish")
    assert (legal(state, "queen"), "finish" in verbs(state)) == ([0, 1, 5], False)
    state = conquering(1, {1: mine(1, "stonehedge"), 5: theirs()}, LIZARDMEN, stonehedge="vampire")
    assert legal(state, "vampire") == [5]


@pytest.mark.rule("UG-PLACE-STONEHEDGE", "UG-CLAR-28")
def test_a_frozen_queen_leaves_when_the_altar_takes_the_token_of_stonehedge() -> None:
    regions = {1: old(1, "stonehedge"), 5: old(1, queen=1), 3: mine(1, "altar")}
    state = play(conquering(0, regions, own=[declined("mummies")], stonehedge="royal"), "finish")
    other = play(state.copy(), "finish")
    assert markers(other, 5) == {"queen": 1}
    play(state, "altar 1")
    assert (tokens(state, 5), markers(state, 5)) == (1, {})


# Wickedest Pentacle


def finding(regions: dict[int, Any], *others: dict[str, Any], **fields: Any) -> swenv.State:
    """After the conquest of region 9, where the Pentacle was found, from region 6."""
    state = conquering(9, {6: mine(), 9: MONSTERS, **regions}, *others, places_stack=["pentacle"], **fields)
    return play(state, "conquer 9")


@pytest.mark.rule("UG-PLACE-PENTACLE")
def test_the_finder_of_the_pentacle_must_send_the_balrog_next_to_it() -> None:
    state = finding({})
    assert (state.phase, verbs(state), legal(state, "balrog")) == ("balrog", {"balrog"}, [6, 7, 13, 15])
    play(state, "balrog 13")
    assert (state.phase, markers(state, 13)) == ("conquest", {"balrog": 1})
    assert legal(state, "balrog") == []  # that was this turn's move


@pytest.mark.rule("UG-PLACE-PENTACLE")
def test_the_holder_of_the_pentacle_moves_the_balrog_to_a_neighbor_of_its_region_once_a_turn() -> None:
    state = conquering(9, {9: mine(1, "pentacle"), 5: lying(balrog=1)})
    assert legal(state, "balrog") == [0, 1, 2, 6, 7]
    play(state, "balrog 2")
    assert (markers(state, 5), markers(state, 2), legal(state, "balrog")) == ({}, {"balrog": 1}, [])


@pytest.mark.rule("UG-PLACE-PENTACLE", "UG-PLACE-0")
def test_the_balrog_need_not_be_moved() -> None:
    state = play(conquering(0, {9: mine(1, "pentacle"), 5: lying(balrog=1)}), "finish")
    assert (state.turn, markers(state, 5)) == (1, {"balrog": 1})


@pytest.mark.rule("UG-PLACE-PENTACLE")
def test_the_balrog_moves_again_on_the_next_turn() -> None:
    regions = {9: mine(1, "pentacle"), 5: lying(balrog=1), 3: theirs()}
    state = conquering(0, regions, LIZARDMEN)
    play(state, "balrog 2")
    while state.turn == 0:
        play(state, "finish")
    while state.turn == 1:
        play(state, "finish")
    assert legal(state, "balrog") == [1, 3, 5, 7, 8]


@pytest.mark.rule("UG-PLACE-PENTACLE")
def test_the_balrog_moves_between_conquests_and_ends_the_time_of_abandoning() -> None:
    regions = {9: mine(1, "pentacle"), 6: mine(3), 3: lying(balrog=1)}
    state = conquering(0, regions, phase="choose")
    assert (legal(state, "balrog"), legal(state, "abandon")) == ([2, 4, 8], [6, 9])
    play(state, "balrog 2")
    assert (state.phase, legal(state, "abandon")) == ("conquest", [])
    later = play(conquering(4, regions), "conquer 7")
    assert legal(later, "balrog") == [2, 4, 8]
    assert legal(play(later, "finish"), "balrog") == []


@pytest.mark.rule("UG-PLACE-PENTACLE")
@pytest.mark.parametrize(
    ("there", "race", "coins", "open_to_it"),
    [
        pytest.param(hold(1, "gnomes"), active("gnomes"), 5, False, id="active gnomes"),
        pytest.param(hold(1, "gnomes"), declined("gnomes"), 5, True, id="declined gnomes"),
        pytest.param(hold(1, "liches"), active("liches"), 0, False, id="liches without a coin"),
        pytest.param(hold(1, "liches"), declined("liches"), 0, False, id="declined liches without a coin"),
        pytest.param(hold(1, "liches"), declined("liches"), 1, True, id="liches with a coin"),
        pytest.param(hold(1, "lizardmen", 1, queen=1), active("lizardmen", "royal"), 5, False, id="queen"),
        pytest.param(hold(1, "cultists", 1, ancient=1), active("cultists"), 5, False, id="ancient"),
        pytest.param(hold(1, "lizardmen", 1, ghost=1), active("lizardmen"), 5, False, id="ghost"),
        pytest.param(lying(ghost=1), active("lizardmen"), 5, False, id="ghost alone"),
        pytest.param(hold(1, "lizardmen", 3), active("lizardmen"), 5, True, id="tokens"),
    ],
)
def test_where_the_balrog_may_not_go(there: dict[str, Any], race: dict[str, Any], coins: int, open_to_it: bool) -> None:
    regions = {9: mine(1, "pentacle"), 5: lying(balrog=1), 6: there, 3: hold(1, race["race"])}
    state = conquering(9, regions, race, coins=[coins, 5])
    assert legal(state, "balrog") == ([0, 1, 2, 6, 7] if open_to_it else [0, 1, 2, 7])


@pytest.mark.rule("UG-PLACE-PENTACLE", "UG-CLAR-1")
def test_the_balrog_does_not_go_to_its_movers_own_gnomes() -> None:
    regions = {9: hold(0, "gnomes", 1, "pentacle"), 6: hold(0, "gnomes"), 5: lying(balrog=1)}
    assert legal(conquering(3, regions, name="gnomes"), "balrog") == [0, 1, 2, 7]


@pytest.mark.rule("UG-PLACE-PENTACLE", "UG-IMM-9")
def test_the_balrog_does_not_go_to_its_movers_own_queen() -> None:
    regions = {9: mine(1, "pentacle"), 6: mine(1, queen=1), 5: lying(balrog=1)}
    assert legal(conquering(3, regions, power="royal"), "balrog") == [0, 1, 2, 7]


def one_way_out() -> dict[str, Any]:
    """UX18 with Monsters in the edge region 15, which borders region 9 and a Chasm alone."""
    board: dict[str, Any] = json.loads(Path(UX18).read_text(encoding="utf-8"))
    board["name"] = "ux18-15"
    board["regions"][15]["monster"] = True
    return board


@pytest.mark.rule("UG-PLACE-PENTACLE", "UG-CLAR-19", "UG-CLAR-11")
def test_without_a_place_to_go_the_balrog_comes_later_next_to_the_pentacle() -> None:
    state = conquering(
        12, {15: MONSTERS, 9: hold(1, "gnomes"), 3: hold(1, "gnomes")}, active("gnomes"),
        map=one_way_out(), phase="ready", places_stack=["pentacle"],
    )  # fmt: skip
    play(state, "conquer 15")
    assert (place_in(state, 15), state.phase, legal(state, "balrog")) == ("pentacle", "conquest", [])
    play(state, "conquer 9")
    assert legal(state, "balrog") == [9]  # the move of this turn is not gone
    later = conquering(9, {15: mine(1, "pentacle")}, map=one_way_out())
    assert legal(later, "balrog") == [9]


@pytest.mark.rule("UG-PLACE-PENTACLE", "UG-EX-42")
@pytest.mark.parametrize(("there", "lost", "pending"), [(1, 1, 0), (2, 2, 0), (3, 2, 1), (4, 2, 2)])
def test_the_balrog_costs_a_holder_up_to_two_tokens(there: int, lost: int, pending: int) -> None:
    regions = {9: mine(1, "pentacle"), 5: lying(balrog=1), 6: theirs(there, "keep", "sword"), 3: theirs()}
    state = conquering(9, regions, LIZARDMEN)
    before = tray(state, "lizardmen")
    play(state, "balrog 6")
    assert (tray(state, "lizardmen") - before, in_hand(state, 1, "lizardmen")) == (lost, pending)
    assert region(state, 6) == {"place": "keep", "relics": ["sword"], "markers": {"balrog": 1}}


@pytest.mark.rule("UG-PLACE-PENTACLE")
def test_the_balrog_destroys_armors() -> None:
    regions = {9: mine(1, "pentacle"), 5: lying(balrog=1), 6: theirs(1, armor=2), 3: theirs()}
    state = play(conquering(9, regions, active("lizardmen", "shield")), "balrog 6")
    assert markers(state, 6) == {"balrog": 1}


@pytest.mark.rule("UG-PLACE-PENTACLE")
def test_the_balrogs_victims_are_laid_out_at_the_end_of_the_turn() -> None:
    regions = {9: mine(1, "pentacle"), 5: lying(balrog=1), 6: theirs(4), 3: theirs()}
    state = play(conquering(0, regions, LIZARDMEN), "balrog 6")
    while state.phase != "withdrawn":
        play(state, "finish")
    assert (state.to_act, legal(state, "deploy")) == (1, [3])
    play(state, "deploy_rest 3")
    assert tokens(state, 3) == 3


@pytest.mark.rule("UG-PLACE-PENTACLE")
def test_the_balrog_removes_monsters_and_nothing_is_found() -> None:
    regions = {6: mine(1, "pentacle"), 7: lying(balrog=1), 9: MONSTERS}
    state = play(conquering(9, regions, places_stack=["sword"]), "balrog 9")
    assert region(state, 9) == {"markers": {"balrog": 1}}
    assert state.to_position()["places_stack"] == ["sword"]


@pytest.mark.rule("UG-PLACE-PENTACLE", "UG-POWER-MARTYR")
def test_martyr_is_paid_for_the_balrog() -> None:
    regions = {9: mine(1, "pentacle"), 5: lying(balrog=1), 6: theirs()}
    state = play(conquering(9, regions, active("lizardmen", "martyr"), power="tomb"), "balrog 6")
    assert coins_of(state, 1) == 5 + 1


@pytest.mark.rule("UG-PLACE-PENTACLE", "UG-RACE-LICHES")
def test_the_mover_of_the_balrog_pays_declined_liches() -> None:
    regions = {9: mine(1, "pentacle"), 5: lying(balrog=1), 6: hold(1, "liches")}
    state = play(conquering(9, regions, declined("liches")), "balrog 6")
    assert [coins_of(state, number) for number in (0, 1)] == [4, 6]


@pytest.mark.rule("UG-PLACE-PENTACLE", "UG-POWER-VENGEFUL")
def test_the_balrogs_attack_earns_a_vengeance_marker() -> None:
    regions = {9: mine(1, "pentacle"), 5: lying(balrog=1), 6: theirs()}
    state = play(conquering(9, regions, active("lizardmen", "vengeful")), "balrog 6")
    assert state.to_position()["seats"][0]["vengeance"] is True


@pytest.mark.rule("UG-PLACE-PENTACLE")
def test_a_new_holder_of_the_pentacle_may_move_the_balrog_at_once() -> None:
    regions = {6: mine(), 9: theirs(1, "pentacle"), 5: lying(balrog=1)}
    state = conquering(9, regions, LIZARDMEN)
    assert legal(state, "balrog") == []
    play(state, "conquer 9")
    assert (markers(state, 5), legal(state, "balrog")) == ({"balrog": 1}, [0, 1, 2, 6, 7])


@pytest.mark.rule("UG-PLACE-PENTACLE")
def test_a_new_holder_cannot_move_a_balrog_that_moved_this_turn() -> None:
    regions = {6: mine(), 9: theirs(1, "pentacle"), 5: lying(balrog=1)}
    state = conquering(9, regions, LIZARDMEN, turn_state={"balrog_moved": True})
    assert legal(play(state, "conquer 9"), "balrog") == []


@pytest.mark.rule("UG-PLACE-PENTACLE", "UG-CLAR-39")
def test_the_balrog_may_go_onto_the_pentacle_and_then_stays() -> None:
    regions = {9: mine(1, "pentacle"), 6: mine(), 7: lying(balrog=1)}
    state = conquering(9, regions)
    assert 9 in legal(state, "balrog")
    play(state, "balrog 9")
    assert (place_in(state, 9), tokens(state, 9), markers(state, 9)) == ("pentacle", 0, {"balrog": 1})
    later = conquering(9, {6: mine(), 9: lying("pentacle", balrog=1)})
    assert (legal(later, "balrog"), legal(later, "conquer")) == ([], [5, 7])


@pytest.mark.rule("UG-PLACE-PENTACLE", "UG-INT-2", "UG-CLAR-14")
def test_the_balrog_on_an_own_declined_stack_leaves_the_rest_for_the_end_of_the_turn() -> None:
    regions = {9: mine(1, "pentacle"), 5: lying(balrog=1), 6: old(3), 3: old()}
    state = conquering(0, regions, own=[declined("mummies", "tomb")])
    before = tray(state, "mummies")
    play(state, "balrog 6")
    while state.phase != "withdrawn":
        play(state, "finish")
    assert (tray(state, "mummies"), state.to_act, legal(state, "deploy")) == (before + 2, 0, [3])
    assert tokens(play(state, "deploy 3"), 3) == 2


@pytest.mark.rule("UG-PLACE-PENTACLE", "UG-CLAR-37", "UG-CLAR-38")
def test_the_balrog_on_the_own_last_region_means_a_first_conquest() -> None:
    state = conquering(3, {9: mine(4, "pentacle"), 6: lying(balrog=1)})
    play(state, "balrog 9")
    assert legal(state, "conquer") == [0, 1, 2, 3, 4, 11, 13, 15, 17]
    play(state, "finish")
    assert (state.turn, in_hand(state, 0, MIMES)) == (1, 3 + 2)


@pytest.mark.rule("UG-SCORE-2")
def test_a_power_of_ones_own_that_stonehedge_lends_counts_like_a_badge() -> None:
    smiths = {"name": "smiths", "tokens": 4, "hammers": ["mine"], "roll_first": ["magic"]}
    state = underground(
        map=json.loads(Path(UX18).read_text(encoding="utf-8")),
        options={"extra_powers": [smiths]},
        phase="conquest",
        seats=[seat(active("ogres", "wise", hand=2)), seat()],
        regions={3: {**held(0, "ogres"), "place": "stonehedge"}},
        stonehedge="smiths",
    )
    assert legal(state, "roll_for") == [4]
    play(state, "finish", "deploy_rest 3")
    assert race(state, 0, "ogres")["hammers"] == 1
