"""Righteous Relics (UG-RELIC), claim by claim."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import markers, price, refused, tray, verbs
from underground_chapters import PLACES, conquering, declining, gain, hold, in_hand, lying, relics_in

import swenv
from support import MONSTERS, active, declined, legal, legal_words, play, region, rolled, seat, tokens

MIMES = "shadow_mimes"
LAND_AND_RIVER = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 15, 16, 17]
CONQUEST_RELICS = ["doormat", "orb", "socks", "sword"]
LIZARDMEN = active("lizardmen")
OLD = [declined("mummies")]


def mine(tokens: int = 1, *relics: str, place: str | None = None, **markers: int) -> dict[str, Any]:
    """A region of the Shadow Mimes of seat 0."""
    return hold(0, MIMES, tokens, place, relics, **markers)


def old(tokens: int = 1, *relics: str) -> dict[str, Any]:
    """A region of seat 0's Mummies in decline."""
    return hold(0, "mummies", tokens, None, relics)


def theirs(tokens: int = 1, *relics: str, place: str | None = None, **markers: int) -> dict[str, Any]:
    """A region of the Lizardmen of seat 1."""
    return hold(1, "lizardmen", tokens, place, relics, **markers)


def coins_of(state: swenv.State, number: int = 0) -> int:
    return int(state.coins[number])


# Common rules


@pytest.mark.rule("UG-RELIC-0")
@pytest.mark.parametrize("relic", CONQUEST_RELICS)
def test_a_relic_serves_the_active_race_that_holds_its_region(relic: str) -> None:
    state = conquering(9, {0: mine(1, relic), 5: theirs()}, LIZARDMEN)
    assert legal_words(state, "use") == {relic}


@pytest.mark.rule("UG-RELIC-0", "UG-INT-68")
@pytest.mark.parametrize("relic", CONQUEST_RELICS)
@pytest.mark.parametrize(
    "where",
    [
        pytest.param(lambda relic: {0: mine(), 5: theirs(), 1: lying(None, [relic])}, id="unheld"),
        pytest.param(lambda relic: {0: mine(), 5: theirs(), 1: theirs(1, relic)}, id="an opponent's"),
        pytest.param(lambda relic: {0: mine(), 5: theirs(), 1: old(1, relic)}, id="under the own declined race"),
        pytest.param(lambda relic: {5: theirs(), 1: lying(None, [relic])}, id="before the first conquest"),
    ],
)
def test_a_relic_serves_nobody_else(relic: str, where: Any) -> None:
    regions = where(relic)
    own = OLD if regions[1].get("race") == "mummies" else []
    assert legal_words(conquering(9, regions, LIZARDMEN, own=own), "use") == set()


@pytest.mark.rule("UG-RELIC-0", "UG-RELIC-SCEPTER", "UG-RELIC-RING")
@pytest.mark.parametrize("relic", ["scepter", "ring"])
@pytest.mark.parametrize("there", ["old", "theirs", "nobody"])
def test_scepter_and_ring_serve_the_active_race_that_holds_their_region(relic: str, there: str) -> None:
    entry = {"old": old(1, relic), "theirs": theirs(1, relic), "nobody": lying(None, [relic])}[there]
    own = OLD if there == "old" else []
    state = play(conquering(0, {0: mine(), 1: entry}, LIZARDMEN, own=own), "finish")
    assert state.turn == 1  # nothing was offered


@pytest.mark.rule("UG-RELIC-0")
def test_the_use_of_a_relic_is_optional() -> None:
    state = conquering(9, {0: mine(1, "sword"), 5: theirs()}, LIZARDMEN)
    assert price(state, 5) == 3
    play(state, "conquer 5")
    assert (relics_in(state, 0), relics_in(state, 5)) == (["sword"], [])
    assert legal_words(state, "use") == {"sword"}


@pytest.mark.rule("UG-RELIC-0")
def test_a_relic_taken_up_must_be_used() -> None:
    state = play(conquering(9, {0: mine(1, "sword", "socks"), 5: theirs()}, LIZARDMEN), "use sword")
    assert verbs(state) == {"conquer", "use"}
    assert legal_words(state, "use") == {"socks"}
    assert refused(state, "finish")
    assert refused(state, "use sword")


@pytest.mark.rule("UG-RELIC-0", "UG-RELIC-00")
@pytest.mark.parametrize("relic", CONQUEST_RELICS)
def test_a_relic_moves_to_the_conquered_region_and_is_spent_for_the_turn(relic: str) -> None:
    state = conquering(9, {0: mine(1, relic), 5: theirs(), 6: theirs(), 1: mine()}, LIZARDMEN)
    play(state, f"use {relic}", "conquer 5")
    assert (relics_in(state, 0), relics_in(state, 5), legal_words(state, "use")) == ([], [relic], set())
    play(state, "finish", "deploy_rest 0")
    assert (relics_in(state, 0), relics_in(state, 5)) == ([], [relic])


@pytest.mark.rule("UG-RELIC-0")
def test_a_relic_stays_behind_in_an_abandoned_region() -> None:
    state = conquering(9, {0: mine(1, "sword"), 1: mine()}, phase="ready")
    assert legal_words(state, "use") == {"sword"}
    play(state, "abandon 0")
    assert (region(state, 0), legal_words(state, "use")) == ({"relics": ["sword"]}, set())
    play(state, "conquer 0")
    assert legal_words(state, "use") == {"sword"}


@pytest.mark.rule("UG-RELIC-0", "UG-RIVER-5")
def test_a_relic_stays_behind_in_an_emptied_river_region() -> None:
    state = play(conquering(5, {1: mine(1, "sword")}), "use sword", "conquer 2", "finish")
    play(state, "deploy_rest 1")
    assert (state.turn, region(state, 2)) == (1, {"relics": ["sword"]})


@pytest.mark.rule("UG-RELIC-0")
def test_a_relic_stays_where_its_holder_is_conquered() -> None:
    state = play(conquering(9, {0: mine(), 5: theirs(3, "sword", "ring")}, LIZARDMEN), "conquer 5")
    assert sorted(relics_in(state, 5)) == ["ring", "sword"]
    assert region(state, 5)["owner"] == 0


@pytest.mark.rule("UG-RELIC-0")
def test_a_relic_comes_into_use_when_the_active_race_takes_the_region_from_the_declined_one() -> None:
    state = conquering(9, {0: mine(), 5: old(1, "sword")}, own=OLD)
    assert legal_words(state, "use") == set()
    assert legal_words(play(state, "conquer 5"), "use") == {"sword"}


@pytest.mark.rule("UG-RELIC-00")
@pytest.mark.parametrize("relic", CONQUEST_RELICS)
def test_a_found_relic_can_be_used_at_once(relic: str) -> None:
    state = conquering(9, {6: mine(), 9: MONSTERS, 15: theirs()}, LIZARDMEN, places_stack=[relic])
    play(state, "conquer 9")
    assert (relics_in(state, 9), legal_words(state, "use")) == ([relic], {relic})


@pytest.mark.rule("UG-RELIC-00")
@pytest.mark.parametrize("relic", CONQUEST_RELICS)
def test_a_captured_relic_can_be_used_at_once_unless_it_was_used_this_turn(relic: str) -> None:
    regions = {6: mine(), 9: theirs(1, relic), 15: theirs()}
    state = play(conquering(9, regions, LIZARDMEN), "conquer 9")
    assert legal_words(state, "use") == {relic}
    state = play(conquering(9, regions, LIZARDMEN, turn_state={"used": [relic]}), "conquer 9")
    assert legal_words(state, "use") == set()


@pytest.mark.rule("UG-RELIC-00")
def test_once_a_turn_counts_for_each_relic_by_itself() -> None:
    state = conquering(9, {0: mine(1, "sword", "socks"), 5: theirs(2), 6: theirs(2)}, LIZARDMEN)
    play(state, "use sword", "conquer 5")
    assert legal_words(state, "use") == {"socks"}
    play(state, "use socks", "conquer 6")
    assert (relics_in(state, 5), relics_in(state, 6), legal_words(state, "use")) == (["sword"], ["socks"], set())


@pytest.mark.rule("UG-RELIC-00", "UG-EX-45")
@pytest.mark.parametrize(("relic", "there"), [("doormat", 1), ("socks", 1), ("sword", 3)])
def test_the_relic_of_a_failed_attempt_stays_where_it_was(relic: str, there: int) -> None:
    # Mountain 6: 3 with the Socks, 4 otherwise; with 2 in hand the die must help.
    regions = {5: mine(1, relic), 6: theirs(there), 3: mine()}
    state = play(conquering(2, regions, LIZARDMEN), f"use {relic}")
    failed = rolled(state, "conquer 6", 0)
    assert failed.phase == "deploy"
    assert (relics_in(failed, 5), relics_in(failed, 6)) == ([relic], [])
    taken = rolled(state, "conquer 6", 3)
    assert (relics_in(taken, 5), relics_in(taken, 6)) == ([], [relic])


@pytest.mark.rule("UG-RELIC-00", "UG-INT-64")
def test_relics_used_together_move_together_or_stay() -> None:
    state = conquering(2, {1: mine(1, "doormat", "sword"), 5: mine(1, "socks"), 12: theirs(4, place="keep")}, LIZARDMEN)
    play(state, "use doormat", "use sword", "use socks")
    assert legal_words(state, "use") == set()
    taken = play(state.copy(), "conquer 12")  # 2 + mountain + Keep - 2, the Lizardmen as if they were not there
    assert (taken.last_roll, sorted(relics_in(taken, 12))) == (None, ["doormat", "socks", "sword"])
    play(state, "conquer 17")
    assert sorted(relics_in(state, 17)) == ["doormat", "socks", "sword"]


@pytest.mark.rule("UG-RELIC-00")
def test_relics_used_together_stay_together_after_a_failure() -> None:
    state = conquering(1, {1: mine(1, "doormat"), 5: mine(1, "socks"), 12: theirs(4)}, LIZARDMEN)
    failed = rolled(play(state, "use doormat", "use socks"), "conquer 12", 1)
    assert (relics_in(failed, 1), relics_in(failed, 5), relics_in(failed, 12)) == (["doormat"], ["socks"], [])


@pytest.mark.rule("UG-RELIC-00", "UG-CLAR-23")
@pytest.mark.parametrize(("relic", "target"), [("doormat", 1), ("sword", 2), ("socks", 1)])
def test_a_relic_without_benefit_is_spent_all_the_same(relic: str, target: int) -> None:
    state = play(conquering(9, {5: mine(1, relic)}), f"use {relic}", f"conquer {target}")
    assert (relics_in(state, target), legal_words(state, "use")) == ([relic], set())


@pytest.mark.rule("UG-RELIC-00")
def test_a_relic_can_be_used_again_on_the_next_turn() -> None:
    state = play(conquering(3, {0: mine(1, "sword"), 3: theirs()}, LIZARDMEN), "use sword", "conquer 1", "finish")
    play(state, "deploy_rest 1", "finish")
    assert state.turn == 0
    assert legal_words(state, "use") == {"sword"}


# Flying Doormat


@pytest.mark.rule("UG-RELIC-DOORMAT")
def test_the_doormat_takes_one_conquest_anywhere() -> None:
    state = conquering(9, {1: mine(1, "doormat")})
    assert legal(state, "conquer") == [0, 2, 5]
    play(state, "use doormat")
    assert legal(state, "conquer") == [r for r in LAND_AND_RIVER if r != 1]
    play(state, "conquer 17")
    assert (relics_in(state, 17), legal_words(state, "use")) == (["doormat"], set())
    assert legal(state, "conquer") == [0, 2, 5, 11, 16]


@pytest.mark.rule("UG-RELIC-DOORMAT")
def test_the_doormats_conquest_costs_as_usual() -> None:
    regions = {1: mine(1, "doormat"), 12: theirs(2), 11: MONSTERS, 16: old()}
    state = conquering(9, regions, LIZARDMEN, own=OLD, places_stack=["sword"])
    play(state, "use doormat")
    assert {r: price(state, r) for r in (0, 11, 12, 13, 16)} == {0: 2, 11: 4, 12: 5, 13: 1, 16: 2}


@pytest.mark.rule("UG-RELIC-DOORMAT", "UG-EX-45")
def test_the_doormat_serves_the_final_attempt() -> None:
    state = play(conquering(2, {1: mine(1, "doormat")}), "use doormat")
    failed = rolled(state, "conquer 12", 0)
    assert (failed.phase, relics_in(failed, 1), tokens(failed, 12)) == ("deploy", ["doormat"], 0)
    taken = rolled(state, "conquer 12", 1)
    assert (relics_in(taken, 12), region(taken, 12)["owner"]) == (["doormat"], 0)


@pytest.mark.rule("UG-RELIC-DOORMAT")
def test_the_doormat_does_not_open_an_immune_region_or_gnomes() -> None:
    regions = {1: mine(1, "doormat"), 17: theirs(1, queen=1), 9: lying(balrog=1), 15: hold(2, "gnomes")}
    state = conquering(9, regions, active("lizardmen", "royal"), rest=[seat(active("gnomes"))])
    play(state, "use doormat")
    assert legal(state, "conquer") == [r for r in LAND_AND_RIVER if r not in (1, 9, 15, 17)]


# Froggy's Ring


RING = {1: mine(1, "ring"), 3: mine(), 0: theirs(), 8: theirs(), 5: hold(2, "kraken")}
"""Region 1 borders seats 1 and 2, region 3 seat 1 alone."""


def ringing(regions: dict[int, Any], *more: str, coins: int = 5, status: str = "active") -> list[int]:
    """Purses after a turn of seat 0, from 0, 5 and `coins`."""
    kraken = active("kraken") if status == "active" else declined("kraken")
    state = conquering(0, regions, LIZARDMEN, rest=[seat(kraken, coins=coins)], coins=[0, 5])
    play(state, "finish", *more)
    assert state.turn == 1
    return [int(purse) for purse in state.coins[:3]]


@pytest.mark.rule("UG-RELIC-RING")
def test_the_ring_takes_a_coin_from_each_opponent_beside_its_region() -> None:
    assert ringing(RING, "ring 1") == [2 + 2, 4, 4]
    assert ringing(RING, "ring 3") == [2 + 1, 4, 5]


@pytest.mark.rule("UG-RELIC-RING")
def test_the_ring_takes_one_coin_however_many_regions_border() -> None:
    assert ringing({**RING, 5: theirs(), 4: hold(2, "kraken")}, "ring 1") == [2 + 1, 4, 5]


@pytest.mark.rule("UG-RELIC-RING")
def test_the_ring_takes_nothing_from_an_empty_purse() -> None:
    assert ringing(RING, "ring 1", coins=0) == [2 + 1, 4, 0]


@pytest.mark.rule("UG-RELIC-RING", "UG-CLAR-18")
def test_the_ring_does_nothing_where_it_lies() -> None:
    assert ringing(RING, "finish") == [2, 5, 5]


@pytest.mark.rule("UG-RELIC-RING", "UG-RELIC-0")
def test_the_ring_goes_to_any_region_of_the_active_race_and_lies_there() -> None:
    state = conquering(0, {**RING, 6: old(), 5: theirs()}, LIZARDMEN, own=OLD)
    play(state, "finish")
    assert (state.phase, legal(state, "ring")) == ("markers", [1, 3])
    play(state, "ring 3")
    assert (state.turn, relics_in(state, 1), relics_in(state, 3)) == (1, [], ["ring"])


@pytest.mark.rule("UG-RELIC-RING", "UG-EX-27")
def test_the_ring_and_thieving_hit_the_same_opponent() -> None:
    state = conquering(0, {1: mine(1, "ring"), 0: theirs()}, LIZARDMEN, power="thieving", coins=[0, 5])
    assert play(state, "finish", "ring 1").coins.tolist()[:2] == [1 + 2, 3]


# Scepter of Avarice


DOUBLED = [
    pytest.param(MIMES, "martyr", 1, None, 1, id="the region itself"),
    pytest.param("shrooms", "martyr", 1, None, 2, id="shrooms"),
    pytest.param("drow", "martyr", 1, None, 2, id="drow"),
    pytest.param(MIMES, "muddy", 0, None, 2, id="muddy"),
    pytest.param(MIMES, "mystic", 4, None, 2, id="mystic"),
    pytest.param(MIMES, "stone", 6, None, 2, id="stone"),
    pytest.param(MIMES, "adventurous", 1, "fountain", 2, id="adventurous"),
    pytest.param(MIMES, "martyr", 1, "keep", 2, id="keep"),
    pytest.param(MIMES, "martyr", 1, "diamond", 2, id="diamond fields"),
    pytest.param("shrooms", "adventurous", 1, "keep", 4, id="all together"),
]


@pytest.mark.rule("UG-RELIC-SCEPTER")
@pytest.mark.parametrize(("name", "power", "number", "place", "plain"), DOUBLED)
def test_the_scepter_doubles_what_its_region_earns(
    name: str, power: str, number: int, place: str | None, plain: int
) -> None:
    regions = {number: hold(0, name, 1, place, ["scepter"]), 17: hold(0, name)}
    more = 2 if name == "drow" else 1  # what region 17 pays
    if power == "muddy":
        more = 2
    assert gain([active(name, power)], regions, f"scepter {number}") == 2 * plain + more
    assert gain([active(name, power)], regions, "finish") == plain + more


@pytest.mark.rule("UG-RELIC-SCEPTER", "UG-EX-28")
def test_the_scepter_doubles_the_coins_of_frightened() -> None:
    regions = {1: hold(0, "shrooms", 3, "keep", ["scepter"])}
    assert gain([active("shrooms", "frightened")], regions, "deploy_rest 1", "scepter 1") == (1 + 1 + 1 + 1) * 2


NOT_DOUBLED = [
    pytest.param([active(MIMES, "fisher")], {1: mine(1, "scepter"), 5: mine()}, 2 + 1, id="fisher"),
    pytest.param([active(MIMES, "flocking")], {1: mine(1, "scepter")}, 1 + 2, id="flocking"),
    pytest.param([active(MIMES, "quarreling")], {1: mine(1, "scepter"), 3: mine()}, 2 + 2, id="quarreling"),
    pytest.param([active(MIMES), declined("mummies", "wise")], {1: mine(1, "scepter"), 3: old()}, 2 + 2, id="wise"),
]


@pytest.mark.rule("UG-RELIC-SCEPTER")
@pytest.mark.parametrize(("races", "regions", "plain"), NOT_DOUBLED)
def test_the_scepter_does_not_double_coins_tied_to_no_region(
    races: list[dict[str, Any]], regions: dict[int, Any], plain: int
) -> None:
    assert gain(races, regions, "finish") == plain
    assert gain(races, regions, "scepter 1") == plain + 1  # the region's own coin


@pytest.mark.rule("UG-RELIC-SCEPTER")
def test_the_scepter_does_not_double_the_altars_coins() -> None:
    races = [active(MIMES), *OLD]
    regions = {1: mine(1, "scepter", place="altar"), 3: old()}
    assert gain(races, regions, "scepter 1", "altar 3") == 2 + 1 + 3


@pytest.mark.rule("UG-RELIC-SCEPTER")
def test_the_scepter_never_doubles_coins_from_players() -> None:
    regions = {1: mine(1, "scepter", "ring"), 0: theirs()}
    state = conquering(0, regions, LIZARDMEN, power="thieving", coins=[0, 5])
    play(state, "finish", "scepter 1", "ring 1")
    assert state.coins.tolist()[:2] == [2 + 1 + 1, 3]


@pytest.mark.rule("UG-RELIC-SCEPTER", "UG-CLAR-18")
def test_the_scepter_does_nothing_where_it_lies() -> None:
    assert gain([active(MIMES)], {1: mine(1, "scepter")}, "finish") == 1


@pytest.mark.rule("UG-RELIC-SCEPTER", "UG-RELIC-0")
def test_the_scepter_goes_to_any_region_of_the_active_race_and_lies_there() -> None:
    state = conquering(0, {1: mine(1, "scepter"), 4: mine(), 6: old(), 0: theirs()}, LIZARDMEN, own=OLD)
    play(state, "finish")
    assert legal(state, "scepter") == [1, 4]
    play(state, "scepter 4")
    assert (state.turn, relics_in(state, 1), relics_in(state, 4)) == (1, [], ["scepter"])


@pytest.mark.rule("UG-RELIC-SCEPTER", "UG-RELIC-0")
def test_nobody_uses_scepter_or_ring_on_the_turn_of_a_decline() -> None:
    state = declining([active(MIMES)], {1: mine(1, "scepter", "ring"), 4: mine()})
    assert (state.turn, coins_of(state)) == (1, 2)


# Shiny Orb


@pytest.mark.rule("UG-RELIC-ORB")
def test_the_orb_replaces_a_single_active_token_of_an_opponent() -> None:
    regions = {
        5: mine(1, "orb"),
        0: hold(1, "mummies"),  # declined
        1: theirs(2),
        2: lying(None, ["sword"]),  # empty
        6: theirs(1, place="keep"),
        9: theirs(1),  # out of reach
    }
    state = conquering(1, regions, LIZARDMEN, declined("mummies"))
    play(state, "use orb")
    assert legal(state, "conquer") == [6]
    box, lost = tray(state, MIMES), tray(state, "lizardmen")
    play(state, "conquer 6")
    assert (state.last_roll, region(state, 6)["owner"], relics_in(state, 6)) == (None, 0, ["orb"])
    assert (tray(state, MIMES), tray(state, "lizardmen")) == (box - 1, lost + 1)
    assert in_hand(state, 1, "lizardmen") == 0


@pytest.mark.rule("UG-RELIC-ORB")
def test_the_orb_does_not_take_monsters() -> None:
    state = conquering(9, {6: mine(1, "orb"), 9: {"monsters": 2}}, places_stack=["sword"])
    assert legal_words(state, "use") == set()


@pytest.mark.rule("UG-RELIC-ORB", "UG-CLAR-20")
def test_sword_and_socks_do_not_go_with_the_orb() -> None:
    regions = {5: mine(1, "orb", "sword", "socks", "doormat"), 6: theirs()}
    state = conquering(9, regions, LIZARDMEN)
    assert legal_words(play(state.copy(), "use orb"), "use") == {"doormat"}
    assert legal_words(play(state.copy(), "use sword"), "use") == {"socks", "doormat"}
    assert legal_words(play(state.copy(), "use socks"), "use") == {"sword", "doormat"}


# Stinky Troll's Socks


@pytest.mark.rule("UG-RELIC-SOCKS", "UG-EX-18")
def test_socks_treat_the_region_as_empty_and_nobody_is_lost() -> None:
    regions = {5: mine(1, "socks"), 6: theirs(3, place="keep", armor=2), 3: theirs()}
    state = conquering(11, regions, active("lizardmen", "shield"))
    assert price(state, 6) == 2 + 1 + 1 + 3 + 2
    before = tray(state, "lizardmen")
    play(state, "use socks")
    assert price(state, 6) == 2 + 1 + 1
    play(state, "conquer 6")
    assert (in_hand(state, 1, "lizardmen"), tray(state, "lizardmen"), markers(state, 6)) == (3, before, {})
    assert relics_in(state, 6) == ["socks"]


@pytest.mark.rule("UG-RELIC-SOCKS", "UG-CLAR-12")
def test_socks_on_an_own_declined_region_save_its_token() -> None:
    state = conquering(2, {5: mine(1, "socks"), 1: old(), 3: old()}, own=OLD)
    play(state, "use socks", "conquer 1", "deploy_rest 5")
    assert (state.phase, state.to_act, legal(state, "deploy")) == ("withdrawn", 0, [3])
    assert tokens(play(state, "deploy 3"), 3) == 2


# Sword of the Killer Rabbit


@pytest.mark.rule("UG-RELIC-SWORD", "UG-EX-16")
@pytest.mark.parametrize(("name", "plain", "with_sword"), [(MIMES, 5, 3), ("ogres", 4, 2), ("mummies", 6, 4)])
def test_the_sword_saves_two_tokens(name: str, plain: int, with_sword: int) -> None:
    state = conquering(8, {8: hold(0, name, 1, None, ["sword"]), 12: MONSTERS}, name=name, places_stack=["ring"])
    assert price(state, 12) == plain
    play(state, "use sword")
    assert price(state, 12) == with_sword
    assert price(state, 2) == 1  # never less than 1
    play(state, "conquer 12")
    assert sorted(relics_in(state, 12)) == ["ring", "sword"]


# Bag-o'-Many-Things


def magic(hand: int, regions: dict[int, Any], *others: dict[str, Any], **fields: Any) -> swenv.State:
    return conquering(hand, regions, *others, power="magic", **fields)


@pytest.mark.rule("UG-RELIC-BAG")
def test_the_bag_copies_any_relic_that_lies_on_the_map() -> None:
    regions = {
        5: mine(1, "sword"),
        3: old(1, "socks"),
        8: theirs(1, "doormat"),
        9: lying(None, ["orb", "ring", "scepter"]),
        6: theirs(),
    }
    assert legal_words(magic(9, regions, LIZARDMEN, own=OLD), "bag") == {"sword", "socks", "doormat", "orb"}
    assert legal_words(conquering(9, regions, LIZARDMEN, own=OLD), "bag") == set()  # not without Magic
    regions[9], regions[8] = lying(), theirs()
    assert legal_words(magic(9, regions, LIZARDMEN, own=OLD), "bag") == {"sword", "socks"}


@pytest.mark.rule("UG-RELIC-BAG")
def test_the_bag_copies_no_relic_that_is_still_hidden() -> None:
    state = magic(9, {6: mine(), 9: MONSTERS}, places_stack=["sword"])
    assert legal_words(state, "bag") == set()
    assert legal_words(play(state, "conquer 9"), "bag") == {"sword"}


@pytest.mark.rule("UG-RELIC-BAG", "UG-CLAR-10")
@pytest.mark.parametrize(
    "entry", [lying(None, ["sword"], balrog=1), theirs(1, "sword", queen=1), lying(None, ["sword"], ghost=1)]
)
def test_the_bag_copies_a_relic_in_an_immune_region(entry: dict[str, Any]) -> None:
    state = magic(9, {5: mine(), 3: entry, 17: theirs()}, active("lizardmen", "royal"))
    assert legal_words(state, "bag") == {"sword"}


@pytest.mark.rule("UG-RELIC-BAG")
def test_the_bag_lies_where_it_was_used_and_the_relic_where_it_was() -> None:
    state = magic(9, {5: mine(), 0: mine(1, bag=1), 3: theirs(1, "sword"), 6: theirs(2)}, LIZARDMEN)
    play(state, "bag sword")
    assert (verbs(state) <= {"conquer", "use"}, price(state, 6)) == (True, 2 + 1 + 2 - 2)
    play(state, "conquer 6")
    assert (markers(state, 0), markers(state, 6)) == ({}, {"bag": 1})
    assert (relics_in(state, 3), relics_in(state, 6)) == (["sword"], [])
    assert legal_words(state, "bag") == set()  # once a turn
    play(state, "finish", "deploy_rest 5")
    assert markers(state, 6) == {"bag": 1}


@pytest.mark.rule("UG-RELIC-BAG")
def test_the_copied_relic_keeps_its_use_for_its_owner() -> None:
    state = magic(2, {5: mine(), 3: theirs(3, "sword"), 6: theirs(1)}, LIZARDMEN)
    play(state, "bag sword", "conquer 6", "deploy_rest 5")
    assert (state.turn, legal_words(state, "use")) == (1, {"sword"})


@pytest.mark.rule("UG-RELIC-BAG", "UG-ED-7")
def test_the_relic_and_its_copy_do_not_serve_on_the_same_region() -> None:
    state = magic(9, {5: mine(1, "sword", "socks"), 6: theirs(2)}, LIZARDMEN)
    armed = play(state.copy(), "use sword")
    assert (legal_words(armed, "bag"), legal_words(armed, "use")) == ({"socks"}, {"socks"})
    copied = play(state.copy(), "bag sword")
    assert (legal_words(copied, "bag"), legal_words(copied, "use")) == (set(), {"socks"})
    play(copied, "use socks")
    assert price(copied, 6) == 1  # Black Mountain 3, less 2


@pytest.mark.rule("UG-RELIC-BAG", "UG-RELIC-ORB")
def test_the_bag_as_orb_replaces_a_token() -> None:
    state = magic(1, {5: mine(), 9: lying(None, ["orb"]), 6: theirs(), 1: theirs(2)}, LIZARDMEN)
    play(state, "bag orb")
    assert legal(state, "conquer") == [6]
    play(state, "conquer 6")
    assert (region(state, 6)["owner"], markers(state, 6), relics_in(state, 9)) == (0, {"bag": 1}, ["orb"])


@pytest.mark.rule("UG-RELIC-BAG", "UG-CLAR-20")
def test_the_bag_as_doormat_carries_the_real_orb() -> None:
    regions = {5: mine(1, "orb"), 9: lying(None, ["doormat"]), 17: theirs()}
    state = play(magic(1, regions, LIZARDMEN), "bag doormat", "use orb")
    assert legal(state, "conquer") == [17]
    play(state, "conquer 17")
    assert (markers(state, 17), relics_in(state, 17), relics_in(state, 9)) == ({"bag": 1}, ["orb"], ["doormat"])


@pytest.mark.rule("UG-RELIC-BAG", "UG-RELIC-SOCKS")
def test_the_bag_as_socks_saves_the_victims_tokens() -> None:
    state = magic(9, {5: mine(), 9: lying(None, ["socks"]), 6: theirs(3), 3: theirs()}, LIZARDMEN)
    play(state, "bag socks")
    assert price(state, 6) == 3
    assert in_hand(play(state, "conquer 6"), 1, "lizardmen") == 3


@pytest.mark.rule("UG-RELIC-BAG")
def test_the_bag_as_ring_takes_coins() -> None:
    regions = {1: mine(), 0: theirs(), 9: lying(None, ["ring"])}
    state = play(magic(0, regions, LIZARDMEN, coins=[0, 5]), "finish", "bag ring", "ring 1")
    assert (state.coins.tolist()[:2], markers(state, 1)) == ([2, 4], {"bag": 1})


@pytest.mark.rule("UG-RELIC-BAG")
def test_the_bag_copies_one_relic_a_turn() -> None:
    regions = {5: mine(), 9: lying(None, ["sword", "scepter"]), 6: theirs()}
    state = play(magic(2, regions, LIZARDMEN), "bag sword", "conquer 6", "deploy_rest 5")
    assert state.turn == 1  # no Scepter by the Bag


@pytest.mark.rule("UG-RELIC-BAG", "UG-CLAR-5", "UG-RELIC-00")
def test_a_failed_attempt_uses_the_bag_up_and_leaves_it_where_it_was() -> None:
    regions = {5: mine(), 3: mine(1, bag=1), 9: lying(None, ["sword", "scepter"]), 6: theirs(3)}
    state = play(magic(2, regions, LIZARDMEN), "bag sword")
    failed = rolled(state, "conquer 6", 0)
    assert (markers(failed, 3), markers(failed, 6)) == ({"bag": 1}, {})
    play(failed, "deploy_rest 5")
    assert failed.turn == 1


@pytest.mark.rule("UG-RELIC-BAG")
def test_the_bag_is_not_captured_and_comes_back() -> None:
    regions = {0: mine(), 5: theirs(1, bag=1), 15: theirs(3), 9: lying(None, ["sword"])}
    state = conquering(3, regions, active("lizardmen", "magic"))
    play(state, "conquer 5")
    assert (markers(state, 5), legal_words(state, "bag")) == ({}, set())
    play(state, "deploy_rest 0")
    assert (state.turn, legal_words(state, "bag")) == (1, {"sword"})


@pytest.mark.rule("UG-RELIC-BAG")
def test_the_bag_comes_back_from_an_abandoned_region() -> None:
    regions = {0: mine(), 5: mine(1, bag=1), 9: lying(None, ["sword"])}
    state = play(magic(9, regions, phase="ready"), "abandon 5")
    assert (region(state, 5), legal_words(state, "bag")) == ({}, {"sword"})


@pytest.mark.rule("UG-RELIC-BAG", "UG-RIVER-3")
def test_the_bag_comes_back_from_an_emptied_river_region() -> None:
    regions = {1: mine(), 9: lying(None, ["sword"])}
    state = play(magic(5, regions), "bag sword", "conquer 2")
    assert markers(state, 2) == {"bag": 1}
    play(state, "finish", "deploy_rest 1")
    assert (state.turn, region(state, 2)) == (1, {})


@pytest.mark.rule("UG-RELIC-BAG", "UG-PLACE-PENTACLE")
def test_the_bag_comes_back_from_the_balrog() -> None:
    regions = {9: mine(place="pentacle"), 5: lying(balrog=1), 6: mine(1, bag=1), 3: lying(None, ["sword"])}
    state = play(magic(5, regions), "balrog 6")
    assert (markers(state, 6), legal_words(state, "bag")) == ({"balrog": 1}, {"sword"})


@pytest.mark.rule("UG-RELIC-00", "UG-RELIC-SCEPTER", "UG-RELIC-RING")
@pytest.mark.parametrize(("relic", "coins"), [("scepter", 3), ("ring", 3)])
def test_scepter_and_ring_serve_on_the_turn_they_are_captured(relic: str, coins: int) -> None:
    regions = {0: mine(), 5: theirs(1, relic), 1: theirs()}
    state = conquering(3, regions, LIZARDMEN, coins=[0, 5])
    play(state, "conquer 5", "deploy_rest 0")
    assert (state.phase, legal(state, relic)) == ("markers", [0, 5])
    assert coins_of(play(state, f"{relic} 0")) == coins


@pytest.mark.rule("UG-RELIC-BAG", "UG-POWER-MAGIC")
def test_the_bag_goes_to_the_box_at_the_decline() -> None:
    state = declining([active(MIMES, "magic")], {0: mine(), 5: mine(1, bag=1)})
    assert (tokens(state, 5), markers(state, 5)) == (1, {})


@pytest.mark.rule("UG-RELIC-0", "UG-PLACE-0")
@pytest.mark.parametrize("place", PLACES)
def test_relics_and_a_place_share_a_region(place: str) -> None:
    state = conquering(9, {0: mine(1, "sword", place=place), 5: theirs()}, LIZARDMEN)
    play(state, "use sword", "conquer 5")
    assert (region(state, 0).get("place"), relics_in(state, 0), relics_in(state, 5)) == (place, [], ["sword"])
