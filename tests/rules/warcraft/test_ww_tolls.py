"""Coins that must be paid to act (WW-CONQ-11): Harmony, marsh, Aegis, Doomhammer."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import coins, refused, verbs
from ww_play import artifacts_in, conquering, hold, holds_harmony, lying, orcs, raiding, trolls

import swenv
from support import MURLOC, active, declined, legal, legal_words, play, region, rolled, seat, tokens, warcraft

PANDAREN = active("pandaren", "trackers")
MARSH = active("trolls", "marshdwellers")


def pandaren(tokens: int = 1, **what: Any) -> dict[str, Any]:
    """A region of the Pandaren of seat 1."""
    return hold(1, "pandaren", tokens, **what)


def pledged(
    purse: int,
    hand: int,
    regions: dict[int, Any],
    *others: dict[str, Any],
    name: str = "orcs",
    power: str = "miners",
    harmony: bool = True,
    **fields: Any,
) -> swenv.State:
    """As `conquering`, where seat 0 holds a Harmony token; `others` are the races of seat 1, by default Pandaren."""
    seats = [
        seat(active(name, power, hand=hand), coins=purse, harmony=harmony),
        seat(*(others or [PANDAREN]), coins=5),
    ]
    return warcraft(phase="conquest", seats=seats, regions=regions, **fields)


# Harmony


@pytest.mark.rule("WW-CONQ-11")
def test_the_first_attack_on_pandaren_costs_two_coins_and_the_next_none() -> None:
    state = pledged(3, 9, {6: orcs(), 5: pandaren(), 7: pandaren(), 14: pandaren()})
    play(state, "conquer 5")
    assert (coins(state), holds_harmony(state, 0)) == ([1, 7], False)
    play(state, "conquer 7")
    assert coins(state) == [1, 7]


@pytest.mark.rule("WW-CONQ-11")
@pytest.mark.parametrize(("purse", "able"), [(0, False), (1, False), (2, True)])
def test_without_two_coins_pandaren_cannot_be_attacked(purse: int, able: bool) -> None:
    regions = {6: orcs(), 5: pandaren(2), 7: pandaren(), 2: pandaren(), 14: pandaren(3)}
    assert (5 in legal(pledged(purse, 9, regions), "conquer")) == able
    assert (5 in legal(pledged(purse, 9, regions, power="champions"), "champion")) == able
    assert bool(legal(pledged(purse, 9, regions, power="strongmen"), "push")) == able
    swaps = legal(play(pledged(purse, 9, {**regions, 7: orcs()}, power="portal_mages"), "portal 7"), "portal")
    assert (14 in swaps) == able


@pytest.mark.rule("WW-CONQ-11")
def test_whoever_holds_no_harmony_token_pays_nothing() -> None:
    state = pledged(0, 9, {6: orcs(), 5: pandaren(), 7: pandaren()}, harmony=False)
    assert coins(play(state, "conquer 5")) == [0, 5]


@pytest.mark.rule("WW-CONQ-11")
def test_harmony_protects_the_active_pandaren_alone() -> None:
    state = pledged(0, 9, {6: orcs(), 5: hold(1, "kobolds"), 7: pandaren()}, PANDAREN, declined("kobolds"))
    assert 7 not in legal(state, "conquer")
    play(state, "conquer 5")
    assert (coins(state), holds_harmony(state, 0)) == ([0, 5], True)


@pytest.mark.rule("WW-CONQ-11")
@pytest.mark.parametrize(
    ("power", "actions"),
    [
        ("champions", ["champion 5"]),
        ("strongmen", ["push 5", "push_to 7"]),
        ("portal_mages", ["portal 14", "portal 8"]),
    ],
)
def test_harmony_is_due_for_every_kind_of_attack_once(power: str, actions: list[str]) -> None:
    regions = {6: orcs(), 2: orcs(), 5: pandaren(), 7: pandaren(), 14: pandaren(2)}
    state = play(pledged(2, 8, regions, power=power), *actions)
    assert (coins(state), holds_harmony(state, 0)) == ([0, 7], False)
    play(state, "conquer 7")
    assert coins(state) == [0, 7]


@pytest.mark.rule("WW-CONQ-11")
def test_harmony_is_due_for_an_air_strike_and_for_doomhammer() -> None:
    state = pledged(2, 8, {6: hold(0, "gnomes"), 14: pandaren()}, name="gnomes")
    assert coins(play(state, "arm air_strike", "conquer 14")) == [0, 7]
    regions = {6: orcs(artifacts=["doomhammer"]), 5: pandaren(3)}
    state = pledged(4, 8, regions)
    assert coins(play(state, "arm doomhammer", "conquer 5")) == [0, 5 + 2 + 2]
    state = play(pledged(3, 8, {**regions, 7: MURLOC}), "arm doomhammer")
    assert 5 not in legal(state, "conquer")
    assert 7 in legal(state, "conquer")


@pytest.mark.rule("WW-CONQ-11")
@pytest.mark.parametrize("face", [0, 3])
def test_harmony_is_paid_before_the_die(face: int) -> None:
    after = rolled(pledged(2, 2, {6: orcs(), 5: pandaren(), 7: pandaren()}), "conquer 5", face)
    assert (coins(after), holds_harmony(after, 0)) == ([0, 7], False)


@pytest.mark.rule("WW-CONQ-11")
def test_no_harmony_is_due_where_no_race_token_leaves() -> None:
    # Strongmen take the Fort; Ethereals take an Artifact.
    sentinels = active("pandaren", "sentinels")
    state = pledged(0, 1, {6: orcs(), 5: pandaren(1, fortress=1), 1: pandaren()}, sentinels, power="strongmen")
    assert legal(state, "push") == [5]
    assert (coins(play(state, "push 5")), holds_harmony(state, 0)) == ([0, 5], True)
    assert legal(state, "push") == []
    regions = {6: hold(0, "ethereals"), 5: pandaren(artifacts=["heart"])}
    state = play(pledged(0, 1, regions, name="ethereals"), "take heart", "put 6")
    assert (coins(state), holds_harmony(state, 0), artifacts_in(state, 6)) == ([0, 5], True, ["heart"])


@pytest.mark.rule("WW-CONQ-11")
def test_harmony_is_due_again_with_a_new_token() -> None:
    # Pandaren give a token at the end of their own turn; it was spent in the turn before.
    state = pledged(4, 9, {6: orcs(), 5: pandaren(), 7: pandaren(), 14: pandaren()})
    play(state, "conquer 5", "finish", "deploy_rest 6", "finish")
    assert (state.turn, holds_harmony(state, 0)) == (0, True)
    purses = coins(state)
    play(state, "conquer 7")
    assert coins(state) == [purses[0] - 2, purses[1] + 2]


# Marsh


@pytest.mark.rule("WW-CONQ-11")
@pytest.mark.parametrize("defender", [MARSH, declined("trolls", "marshdwellers")], ids=["active", "decline"])
def test_each_swamp_of_marshdwellers_costs_a_coin(defender: dict[str, Any]) -> None:
    state = raiding(9, {5: orcs(), 4: trolls(), 8: trolls(), 1: trolls()}, defender, power="miners")
    assert coins(play(state, "conquer 4")) == [4, 6]
    assert coins(play(state, "conquer 8")) == [3, 7]


@pytest.mark.rule("WW-CONQ-11")
@pytest.mark.parametrize("defender", [MARSH, declined("trolls", "marshdwellers")], ids=["active", "decline"])
def test_without_a_coin_a_swamp_of_marshdwellers_is_no_target(defender: dict[str, Any]) -> None:
    regions = {5: orcs(), 4: trolls(), 1: trolls()}
    assert legal(raiding(9, regions, defender, power="miners", coins=[0, 5]), "conquer") == [0, 1, 6, 9, 12, 15]
    assert 4 in legal(raiding(9, regions, defender, power="miners", coins=[1, 5]), "conquer")


@pytest.mark.rule("WW-CONQ-11")
def test_the_marsh_toll_is_for_swamps_of_marshdwellers_of_others() -> None:
    # A region that is no Swamp; a Swamp of a race without the badge; a Swamp of the own race in decline.
    state = raiding(9, {5: orcs(), 1: trolls()}, MARSH, power="miners", coins=[0, 5])
    assert coins(play(state, "conquer 1")) == [0, 5]
    state = raiding(9, {5: orcs(), 4: trolls()}, active("trolls", "farmers"), power="miners", coins=[0, 5])
    assert coins(play(state, "conquer 4")) == [0, 5]
    own = [declined("trolls", "marshdwellers")]
    state = raiding(9, {5: orcs(), 4: hold(0, "trolls")}, power="miners", coins=[0, 5], own=own)
    assert coins(play(state, "conquer 4")) == [0, 5]


@pytest.mark.rule("WW-CONQ-11")
def test_the_badge_of_one_race_protects_no_other_of_its_player() -> None:
    races = [active("trolls", "farmers"), declined("kobolds", "marshdwellers")]
    state = raiding(9, {5: orcs(), 4: trolls(), 8: hold(1, "kobolds")}, *races, power="miners")
    assert coins(play(state, "conquer 4")) == [5, 5]
    assert coins(play(state, "conquer 8")) == [4, 6]


@pytest.mark.rule("WW-CONQ-11")
def test_the_marsh_toll_is_due_for_every_kind_of_conquest() -> None:
    regions = {5: orcs(), 4: trolls(3), 1: trolls()}
    state = raiding(1, regions, MARSH, power="champions", coins=[0, 5])
    assert legal(state, "champion") == [1, 6, 9]
    state = raiding(1, regions, MARSH, power="champions", coins=[1, 5])
    assert coins(play(state, "champion 4")) == [0, 6]
    state = conquering(
        9, {12: hold(0, "gnomes"), 4: trolls(), 1: trolls()}, MARSH, name="gnomes", power="miners", coins=[1, 5]
    )  # fmt: skip
    assert coins(play(state, "arm air_strike", "conquer 4")) == [0, 6]
    regions = {12: orcs(artifacts=["ashes"]), 4: trolls(), 1: trolls()}
    state = raiding(9, regions, MARSH, power="miners", coins=[0, 5])
    assert 4 not in legal(play(state, "arm ashes"), "conquer")


@pytest.mark.rule("WW-CONQ-11")
def test_the_marsh_toll_is_for_conquests_only() -> None:
    regions = {5: orcs(), 4: trolls(2), 1: trolls()}
    state = raiding(0, regions, MARSH, power="strongmen", coins=[0, 5])
    assert coins(play(state, "push 4", "push_to 1")) == [0, 5]
    state = raiding(0, {7: orcs(), 8: trolls(2)}, MARSH, power="portal_mages", coins=[0, 5])
    assert coins(play(state, "portal 7", "portal 8")) == [0, 5]


# Aegis


def guarded(purse: int, hand: int, regions: dict[int, Any], number: int = 5, **fields: Any) -> swenv.State:
    """As `conquering`, where the Trolls of seat 1 hold the region `number` under the Aegis, 2 tokens by default."""
    there = trolls(fields.pop("there", 2), artifacts=["aegis", *fields.pop("artifacts", [])])
    named = {"name": "orcs", "power": "miners", **fields}
    return conquering(
        hand, {**regions, number: there}, active("trolls", "farmers"), coins=[purse, 5], aegis_up=True, **named
    )  # fmt: skip


def protected(state: swenv.State) -> bool:
    """Whether the protection of the Aegis stands."""
    return bool(state.to_position().get("aegis_up", False))


@pytest.mark.rule("WW-CONQ-11")
def test_two_coins_open_the_region_of_the_aegis() -> None:
    state = guarded(2, 9, {6: orcs()})
    play(state, "conquer 5")
    assert (coins(state), tokens(state, 5), protected(state)) == ([0, 7], 4, False)
    assert 5 not in legal(guarded(1, 9, {6: orcs()}), "conquer")


@pytest.mark.rule("WW-CONQ-11")
def test_the_aegis_is_paid_once() -> None:
    # Four uses on the same region: three of the Strongmen, then the conquest.
    state = guarded(2, 9, {6: orcs(), 1: trolls(), 14: trolls()}, power="strongmen", there=3)
    play(state, "push 5", "push_to 14")
    assert (coins(state), protected(state)) == ([0, 7], False)
    play(state, "push 5", "push_to 1")
    assert coins(play(state, "conquer 5")) == [0, 7]


@pytest.mark.rule("WW-CONQ-11", "WW-CONQ-10")
def test_swaps_champions_ethereals_and_strongmen_pay_for_the_aegis() -> None:
    regions = {6: orcs(), 14: orcs()}
    assert legal(guarded(2, 1, regions, power="champions"), "champion") == [2, 5, 7, 13, 17]
    assert coins(play(guarded(2, 1, regions, power="champions"), "champion 5")) == [0, 7]
    state = play(guarded(2, 0, regions, 7, power="portal_mages"), "portal 7", "portal 14")
    assert (coins(state), protected(state), region(state, 14)["owner"]) == ([0, 7], False, 1)
    state = guarded(2, 1, {6: hold(0, "ethereals")}, name="ethereals", artifacts=["heart"])
    assert legal_words(state, "take") == {"aegis", "heart"}
    play(state, "take heart", "put 6")
    assert (coins(state), protected(state), artifacts_in(state, 5)) == ([0, 7], False, ["aegis"])


@pytest.mark.rule("WW-CONQ-11")
@pytest.mark.parametrize("face", [0, 3])
def test_the_aegis_is_paid_before_the_die(face: int) -> None:
    after = rolled(guarded(2, 2, {6: orcs()}), "conquer 5", face)
    assert (coins(after), protected(after)) == ([0, 7], False)


@pytest.mark.rule("WW-CONQ-11")
def test_the_other_regions_of_its_holder_cost_nothing() -> None:
    state = guarded(0, 9, {6: orcs(), 7: trolls()})
    play(state, "conquer 7")
    assert (coins(state), protected(state)) == ([0, 5], True)


# Doomhammer


@pytest.mark.rule("WW-CONQ-11")
@pytest.mark.parametrize(
    ("content", "races", "own", "expected"),
    [
        (hold(1, "goblins", 3), [active("goblins", "farmers")], [], [3, 7]),
        (hold(1, "goblins", 1), [declined("goblins")], [], [3, 7]),
        ({}, [], [], [3, 5]),
        (MURLOC, [], [], [3, 5]),
        (hold(0, "goblins", 1), [], [declined("goblins")], [3, 5]),
    ],
    ids=["active", "decline", "empty", "murloc", "own decline"],
)
def test_doomhammer_costs_two_coins_for_the_holder_or_the_bank(
    content: dict[str, Any], races: list[dict[str, Any]], own: list[dict[str, Any]], expected: list[int]
) -> None:
    state = raiding(9, {6: orcs(artifacts=["doomhammer"]), 5: content}, *races, own=own)
    assert coins(play(state, "arm doomhammer", "conquer 5")) == expected


@pytest.mark.rule("WW-CONQ-11")
@pytest.mark.parametrize(("purse", "words"), [(0, set()), (1, set()), (2, {"doomhammer"})])
def test_without_two_coins_doomhammer_is_not_used(purse: int, words: set[str]) -> None:
    state = raiding(9, {6: orcs(artifacts=["doomhammer"])}, coins=[purse, 5])
    assert legal_words(state, "arm") == words


# Together


def besieged(purse: int) -> swenv.State:
    """Pandaren Marshdwellers of seat 1 hold Swamp 4 under the Aegis; seat 0 holds a Harmony token."""
    regions = {5: orcs(artifacts=["doomhammer"]), 4: pandaren(1, artifacts=["aegis"]), 0: pandaren()}
    return pledged(purse, 9, regions, active("pandaren", "marshdwellers"), aegis_up=True)


@pytest.mark.rule("WW-CONQ-11")
@pytest.mark.parametrize(("purse", "able"), [(4, False), (5, True)])
def test_all_tolls_of_a_conquest_are_due_together(purse: int, able: bool) -> None:
    state = besieged(purse)
    assert (4 in legal(state, "conquer")) == able
    if able:
        play(state, "conquer 4")
        assert (coins(state), tokens(state, 4), protected(state), holds_harmony(state, 0)) == ([0, 10], 3, False, False)
    else:
        assert refused(state, "conquer 4")


@pytest.mark.rule("WW-CONQ-11")
@pytest.mark.parametrize(("purse", "able"), [(6, False), (7, True)])
def test_doomhammer_comes_on_top_of_all_other_tolls(purse: int, able: bool) -> None:
    state = play(besieged(purse), "arm doomhammer")
    assert (4 in legal(state, "conquer")) == able
    if able:
        assert coins(play(state, "conquer 4")) == [0, 5 + 7]


@pytest.mark.rule("WW-CONQ-11")
def test_tolls_go_to_the_player_whom_each_concerns() -> None:
    # Three seats: the Pandaren of seat 2 do not have the coins that are paid for the Aegis of seat 1.
    seats = [
        seat(active("orcs", "miners", hand=9), coins=4, harmony=True),
        seat(active("trolls", "farmers"), coins=0),
        seat(PANDAREN, coins=0),
    ]
    regions = {6: orcs(), 5: trolls(artifacts=["aegis"]), 7: hold(2, "pandaren"), 3: hold(2, "pandaren")}
    state = warcraft(3, phase="conquest", seats=seats, regions=regions, aegis_up=True)
    assert coins(play(state, "conquer 5")) == [2, 2, 0]
    assert coins(play(state, "conquer 7")) == [0, 2, 2]


@pytest.mark.rule("WW-CONQ-11")
def test_coins_earned_in_the_turn_pay_tolls() -> None:
    state = raiding(9, {5: orcs(), 1: MURLOC, 4: trolls()}, MARSH, power="battlemasters", coins=[0, 5])
    assert 4 not in legal(state, "conquer")
    play(state, "conquer 1")
    assert coins(play(state, "conquer 4")) == [0 + 1 - 1 + 1, 6]


@pytest.mark.rule("WW-CONQ-11")
def test_the_last_coin_is_enough_for_one_of_two_swamps() -> None:
    state = raiding(9, {5: orcs(), 4: trolls(), 8: trolls()}, MARSH, power="miners", coins=[1, 5])
    play(state, "conquer 4")
    assert 8 not in legal(state, "conquer")
    assert verbs(state) == {"conquer", "finish"}


@pytest.mark.rule("WW-CONQ-11")
def test_empty_swamps_and_markers_cost_nothing() -> None:
    state = raiding(9, {5: orcs(), 4: lying(artifacts=["aegis", "doomhammer"])}, power="miners", coins=[0, 5])
    assert coins(play(state, "conquer 4")) == [0, 5]
