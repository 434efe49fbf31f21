"""Immunity (UG-IMM): Balrog, Great Ancient, Queen and Ghost."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import markers, price, verbs
from underground_chapters import conquering, declining, gain, hold, lying

import swenv
from support import MONSTERS, active, declined, legal, legal_words, play, race, region, seat, tokens, underground

MIMES = "shadow_mimes"
LIZARDMEN = active("lizardmen")
ROYAL = active("lizardmen", "royal")

MARKED = {
    "balrog": (lying(balrog=1), LIZARDMEN),
    "ancient": (hold(1, "cultists", 1, ancient=1), active("cultists")),
    "queen": (hold(1, "lizardmen", 1, queen=1), ROYAL),
    "frozen queen": (hold(1, "lizardmen", 1, queen=1), declined("lizardmen", "royal")),
    "ghost": (hold(1, "lizardmen", 1, ghost=1), LIZARDMEN),
}
"""Each marker with a region that it makes immune to seat 0, and the race of seat 1 in it."""
each_marker = pytest.mark.parametrize("marker", MARKED)


def mine(tokens: int = 1, *relics: str, place: str | None = None, **markers: int) -> dict[str, Any]:
    """A region of the Shadow Mimes of seat 0."""
    return hold(0, MIMES, tokens, place, relics, **markers)


def theirs(tokens: int = 1, **markers: int) -> dict[str, Any]:
    """A region of the Lizardmen of seat 1."""
    return hold(1, "lizardmen", tokens, **markers)


def attacking(marker: str, regions: dict[int, Any], hand: int = 9, **fields: Any) -> swenv.State:
    """Seat 0 with the marker of seat 1 in region 5, and one more region of seat 1's race, unprotected, in 17."""
    there, owner = MARKED[marker]
    named = {17: hold(1, owner["race"]), 5: there, **regions}
    return conquering(hand, named, owner, **fields)


# What an immune region is safe from


@pytest.mark.rule("UG-IMM-1", "UG-IMM-2", "UG-IMM-3", "UG-IMM-4", "UG-IMM-5", "UG-IMM-7")
@each_marker
def test_an_immune_region_cannot_be_conquered(marker: str) -> None:
    assert legal(attacking(marker, {6: mine(), 1: mine()}), "conquer") == [0, 2, 7, 9]


@pytest.mark.rule("UG-IMM-5", "UG-IMM-7")
@each_marker
@pytest.mark.parametrize("relic", ["sword", "socks", "doormat"])
def test_no_relic_opens_an_immune_region(marker: str, relic: str) -> None:
    state = play(attacking(marker, {6: mine(1, relic)}), f"use {relic}")
    assert 7 in legal(state, "conquer")
    assert 5 not in legal(state, "conquer")


@pytest.mark.rule("UG-IMM-5", "UG-IMM-7")
@each_marker
def test_no_substitution_in_an_immune_region(marker: str) -> None:
    state = attacking(marker, {6: mine(1, "orb")}, power="vampire")
    assert (legal(state, "vampire"), legal_words(state, "use")) == ([], set())
    open_one = conquering(9, {6: mine(1, "orb"), 5: theirs()}, LIZARDMEN, power="vampire")
    assert (legal(open_one, "vampire"), legal_words(open_one, "use")) == ([5], {"orb"})


@pytest.mark.rule("UG-IMM-7")
@each_marker
def test_the_pipe_and_spiders_do_not_reach_an_immune_region(marker: str) -> None:
    assert legal(attacking(marker, {15: mine(place="pipe")}), "conquer") == [1, 9]
    spider = attacking(marker, {3: hold(0, "spiderines")}, name="spiderines", power="tomb")
    assert legal(spider, "conquer") == [0, 2, 4, 6, 8, 9, 15, 16, 17]


@pytest.mark.rule("UG-IMM-7", "UG-IMM-9")
@pytest.mark.parametrize("marker", ["ancient", "queen", "frozen queen", "ghost"])
def test_the_balrog_does_not_enter_an_immune_region(marker: str) -> None:
    state = attacking(marker, {9: mine(place="pentacle"), 6: lying(balrog=1)})
    assert legal(state, "balrog") == [7, 9]


@pytest.mark.rule("UG-IMM-7")
@pytest.mark.parametrize("river", [lying(balrog=1), lying(ghost=1), hold(1, "kraken", 1, queen=1)])
def test_lizardmen_do_not_pass_through_an_immune_river_region(river: dict[str, Any]) -> None:
    # The river runs from 2 through 7 to 13.
    def reach(middle: dict[str, Any]) -> list[int]:
        regions = {1: hold(0, "lizardmen"), 7: middle, 4: hold(1, "kraken")}
        return legal(conquering(9, regions, active("kraken", "royal"), name="lizardmen", power="tomb"), "conquer")

    assert reach({}) == reach(hold(1, "kraken")) == [0, 2, 3, 5, 6, 7, 8, 9, 11, 12, 13]
    assert reach(river) == [0, 2, 3, 5, 8]


@pytest.mark.rule("UG-IMM-7")
def test_a_token_beside_the_immune_region_still_costs_its_owner_a_coin() -> None:
    regions = {1: mine(1, "ring"), 5: theirs(1, queen=1), 0: theirs()}
    state = conquering(0, regions, ROYAL, coins=[0, 5])
    assert play(state, "finish", "ring 1").coins.tolist()[:2] == [2, 4]


@pytest.mark.rule("UG-IMM-7")
def test_will_o_wisps_cannot_roll_for_an_immune_region() -> None:
    regions = {6: hold(0, "will_o_wisps"), 9: theirs(1, queen=1), 17: theirs()}
    state = conquering(5, regions, ROYAL, name="will_o_wisps")
    assert (legal(state, "roll_for"), legal(state, "conquer")) == ([], [5, 7])


# What immunity leaves alone


@pytest.mark.rule("UG-IMM-8")
@pytest.mark.parametrize("marker", ["ancient", "queen", "frozen queen", "ghost"])
def test_drow_see_the_tokens_of_an_immune_region(marker: str) -> None:
    there, owner = MARKED[marker]
    drow = [active("drow", "tomb")]
    assert gain(drow, {1: hold(0, "drow"), 5: there}, others=[seat(owner)]) == 1
    assert gain(drow, {1: hold(0, "drow"), 9: there}, others=[seat(owner)]) == 1 + 1


@pytest.mark.rule("UG-IMM-8")
def test_the_holder_of_an_immune_region_scores_it_and_uses_his_own_effects_there() -> None:
    regions = {1: hold(0, "shrooms", 1, "keep", ["scepter"], queen=1)}
    state = conquering(0, regions, name="shrooms", power="royal", coins=[0, 5])
    play(state, "finish")
    for action in ("scepter 1", "queen 1"):
        play(state, action)
    assert (state.turn, int(state.coins[0])) == (1, 2 * (1 + 1 + 1))


@pytest.mark.rule("UG-IMM-8", "UG-IMM-1")
def test_the_balrogs_region_pays_nobody() -> None:
    regions = {9: mine(place="pentacle"), 5: lying(balrog=1), 6: mine(place="keep")}
    state = play(conquering(0, regions, coins=[0, 5]), "balrog 6")
    while state.turn == 0:
        play(state, "finish")
    assert (int(state.coins[0]), region(state, 6)) == (1, {"place": "keep", "markers": {"balrog": 1}})


# To whom


@pytest.mark.rule("UG-IMM-6", "UG-IMM-1")
def test_the_balrog_closes_its_region_to_its_mover_too() -> None:
    state = play(conquering(9, {9: mine(place="pentacle"), 6: lying(balrog=1)}), "balrog 7")
    assert legal(state, "conquer") == [6, 13, 15]


@pytest.mark.rule("UG-IMM-6", "UG-IMM-4")
def test_the_ghost_on_own_tokens_does_not_stop_their_owner() -> None:
    regions = {1: mine(), 5: hold(0, "mummies", 1, ghost=1)}
    assert 5 in legal(conquering(9, regions, own=[declined("mummies")]), "conquer")


@pytest.mark.rule("UG-IMM-6", "UG-IMM-4")
@pytest.mark.parametrize(("master", "reach"), [(0, [0, 2, 5]), (1, [0, 2])])
@pytest.mark.parametrize("there", [lying(ghost=1), {"monsters": 2, "markers": {"ghost": 1}}])
def test_without_tokens_the_ghost_lets_in_the_crypts_master_alone(
    there: dict[str, Any], master: int, reach: list[int]
) -> None:
    regions = {1: mine(), 5: there, 17: lying("crypt")}
    state = conquering(9, regions, LIZARDMEN, crypt_master=master, places_stack=["sword"])
    assert legal(state, "conquer") == reach


@pytest.mark.rule("UG-IMM-6", "UG-IMM-4")
def test_the_ghost_keeps_its_own_master_off_an_opponents_tokens() -> None:
    regions = {1: mine(), 5: theirs(1, ghost=1), 17: mine(place="crypt")}
    assert legal(conquering(9, regions, LIZARDMEN), "conquer") == [0, 2, 11, 16]


# Each marker


@pytest.mark.rule("UG-IMM-1")
def test_a_declined_holder_of_the_pentacle_cannot_move_the_balrog() -> None:
    regions = {9: hold(0, "mummies", 1, "pentacle"), 6: lying(balrog=1), 1: mine()}
    assert legal(conquering(9, regions, own=[declined("mummies")]), "balrog") == []


@pytest.mark.rule("UG-IMM-1")
def test_the_balrog_stays_when_the_holder_of_the_pentacle_declines() -> None:
    state = declining([active(MIMES)], {9: mine(place="pentacle"), 6: lying(balrog=1)})
    assert markers(state, 6) == {"balrog": 1}


def cultists(hand: int, regions: dict[int, Any], *others: dict[str, Any], **fields: Any) -> swenv.State:
    """Seat 0 has Cultists; their Great Ancient has been placed before when it is in a region or `placed`."""
    placed = fields.pop("placed", any(entry.get("markers", {}).get("ancient") for entry in regions.values()))
    return conquering(hand, regions, *others, name="cultists", fields={"ancient_placed": placed}, **fields)


def chosen(tokens: int = 1, **markers: int) -> dict[str, Any]:
    return hold(0, "cultists", tokens, **markers)


@pytest.mark.rule("UG-IMM-2")
def test_the_first_region_of_the_cultists_gets_the_great_ancient() -> None:
    state = cultists(9, {}, LIZARDMEN, phase="ready")
    play(state, "conquer 1", "conquer 5")
    assert (markers(state, 1), markers(state, 5)) == ({"ancient": 1}, {})
    assert race(state, 0, "cultists")["ancient_placed"] is True


@pytest.mark.rule("UG-IMM-2", "UG-ACT-4")
def test_the_cultists_move_the_great_ancient_at_the_start_of_a_turn() -> None:
    regions = {1: chosen(3, ancient=1), 5: chosen(), 6: chosen(), 0: hold(0, "mummies")}
    state = cultists(0, regions, phase="choose", own=[declined("mummies")])
    assert legal(state, "ancient") == [5, 6]
    moved = play(state.copy(), "ancient 6")
    assert (markers(moved, 1), markers(moved, 6), legal(moved, "ancient")) == ({}, {"ancient": 1}, [])
    stays = play(state, "finish")
    assert (markers(stays, 1), legal(stays, "ancient")) == ({"ancient": 1}, [])


@pytest.mark.rule("UG-IMM-2")
def test_the_great_ancient_leaves_at_the_decline() -> None:
    state = declining([active("cultists")], {1: chosen(1, ancient=1)})
    assert (state.turn, tokens(state, 1), markers(state, 1)) == (1, 1, {})


@pytest.mark.rule("UG-IMM-3")
def test_the_queen_is_put_on_a_held_region_at_the_end_of_every_turn() -> None:
    regions = {1: mine(queen=1), 5: mine(), 0: hold(0, "mummies")}
    state = conquering(0, regions, own=[declined("mummies")], power="royal")
    play(state, "finish")
    assert (state.phase, legal(state, "queen"), "finish" in verbs(state)) == ("markers", [1, 5], False)
    moved = play(state.copy(), "queen 5")
    assert (moved.turn, markers(moved, 1), markers(moved, 5)) == (1, {}, {"queen": 1})
    stays = play(state, "queen 1")
    assert (stays.turn, markers(stays, 1)) == (1, {"queen": 1})


@pytest.mark.rule("UG-IMM-3")
def test_the_queen_freezes_at_the_decline() -> None:
    state = declining([active(MIMES, "royal")], {1: mine(queen=1), 5: mine()}, others=[seat(LIZARDMEN)])
    assert (state.turn, markers(state, 1)) == (1, {"queen": 1})
    column = [{"race": "ogres", "power": "martyr", "coins": 0}]
    regions = {1: hold(0, MIMES, 1, queen=1), 5: hold(0, MIMES)}
    later = underground(phase="pick", column=column, seats=[seat(declined(MIMES, "royal"))], regions=regions)
    play(later, "pick 0", "conquer 3", "finish", "deploy_rest 3")
    assert (later.turn, markers(later, 1)) == (1, {"queen": 1})


@pytest.mark.rule("UG-IMM-3")
def test_the_queen_of_an_abandoned_region_is_placed_anew() -> None:
    state = play(conquering(0, {1: mine(queen=1), 5: mine()}, power="royal", phase="ready"), "abandon 1")
    assert region(state, 1) == {}
    play(state, "finish", "deploy_rest 5")
    assert legal(state, "queen") == [5]


@pytest.mark.rule("UG-IMM-4")
def test_the_ghost_protects_no_region_of_the_crypt() -> None:
    regions = {1: mine(), 5: hold(1, "lizardmen", 1, "crypt")}
    assert 5 in legal(conquering(9, regions, LIZARDMEN), "conquer")
    state = play(conquering(0, {5: mine(place="crypt")}), "finish")
    assert 5 not in legal(state, "ghost")


# Markers together


@pytest.mark.rule("UG-IMM-9")
def test_queen_and_ghost_share_a_region_and_each_protects_alone() -> None:
    regions = {1: mine(place="crypt"), 3: mine(), 17: theirs(5)}
    state = conquering(0, regions, LIZARDMEN, power="royal")
    play(state, "finish", "queen 3", "ghost 3")
    assert markers(state, 3) == {"queen": 1, "ghost": 1}
    for left in ({"queen": 1}, {"ghost": 1}, {"queen": 1, "ghost": 1}):
        attacked = {2: mine(), 3: theirs(1, **left), 17: hold(1, "lizardmen", 1, "crypt")}
        assert 3 not in legal(conquering(9, attacked, ROYAL), "conquer")


@pytest.mark.rule("UG-IMM-9")
def test_no_marker_is_placed_with_the_balrog() -> None:
    state = play(conquering(0, {5: mine(place="crypt"), 6: lying(balrog=1)}), "finish")
    assert 6 not in legal(state, "ghost")


@pytest.mark.rule("UG-IMM-9")
@pytest.mark.parametrize("marker", ["queen", "ghost", "ancient"])
def test_the_balrog_does_not_enter_its_movers_own_immune_region(marker: str) -> None:
    name = "cultists" if marker == "ancient" else MIMES
    regions = {9: hold(0, name, 1, "pentacle"), 6: hold(0, name, 1, **{marker: 1}), 5: lying(balrog=1)}
    fields = {"ancient_placed": True} if marker == "ancient" else {}
    state = conquering(3, regions, name=name, power="royal" if marker == "queen" else "tomb", fields=fields)
    assert legal(state, "balrog") == [0, 1, 2, 7]


@pytest.mark.rule("UG-IMM-10")
def test_immunity_ends_when_the_balrog_leaves() -> None:
    state = conquering(9, {9: mine(place="pentacle"), 6: lying(balrog=1)})
    assert 6 not in legal(state, "conquer")
    play(state, "balrog 5")
    assert price(state, 6) == 3


@pytest.mark.rule("UG-IMM-10")
def test_immunity_ends_when_the_ghost_is_recalled() -> None:
    regions = {0: mine(), 1: hold(1, "lizardmen", 1, "crypt"), 5: theirs(1, ghost=1)}
    state = conquering(9, regions, LIZARDMEN)
    assert 5 not in legal(state, "conquer")
    play(state, "conquer 1")
    assert (5 in legal(state, "conquer"), price(state, 5)) == (True, 3)


@pytest.mark.rule("UG-IMM-10")
def test_immunity_ends_when_the_queen_moves_on() -> None:
    regions = {1: mine(queen=1), 5: mine(), 2: hold(1, "kraken", 5)}
    state = conquering(0, regions, active("kraken"), power="royal")
    play(state, "finish", "queen 5")
    assert legal(state, "conquer") == [1, 3, 7, 8]


@pytest.mark.rule("UG-IMM-11")
def test_gnomes_may_be_attacked_plainly_in_contrast_to_an_immune_region() -> None:
    regions = {1: mine(), 0: hold(1, "gnomes", 2), 5: hold(2, "lizardmen", 2, queen=1)}
    state = conquering(9, regions, active("gnomes"), rest=[seat(ROYAL)])
    assert legal(state, "conquer") == [0, 2]
    assert price(state, 0) == 4


@pytest.mark.rule("UG-IMM-11")
def test_the_coins_of_gnomes_are_not_protected() -> None:
    regions = {1: mine(1, "ring"), 0: hold(1, "gnomes")}
    state = conquering(0, regions, active("gnomes"), power="thieving", coins=[0, 5])
    assert play(state, "finish", "ring 1").coins.tolist()[:2] == [1 + 2, 3]


@pytest.mark.rule("UG-IMM-5", "UG-IMM-4")
def test_monsters_under_the_ghost_stay_as_they_are() -> None:
    regions = {6: mine(), 9: {**MONSTERS, "markers": {"ghost": 1}}, 17: lying("crypt")}
    state = conquering(9, regions, LIZARDMEN, crypt_master=1, places_stack=["sword"])
    assert legal(state, "conquer") == [5, 7]
    assert region(state, 9)["monsters"] == 2
