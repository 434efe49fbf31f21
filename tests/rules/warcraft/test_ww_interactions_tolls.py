"""Harmony, marsh, Aegis, Ethereals and the Heart (WW-INT-37 to WW-INT-49, WW-INT-84, WW-INT-85)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import coins, in_hand, lay_out, price, turn_state
from ww_interactions import attack, holder
from ww_play import artifacts_in, hold, holds_harmony

import swenv
from support import active, declined, held, legal, legal_words, play, region, rolled, seat, tokens, warcraft

ARCHAEOLOGISTS = "archaeologists"
PANDAREN = active("pandaren", "miners")
KOBOLDS = active("kobolds", "miners")


def peaceful(purse: int, *others: dict[str, Any], power: str = ARCHAEOLOGISTS, **fields: Any) -> swenv.State:
    """Seat 0, with that purse and a Harmony token, has Blood Elves in 1 and 16; Pandaren hold 0, 5 and 13.

    The other races of seat 1 are `others`, and `regions` has more regions.
    """
    regions = {number: held(1, "pandaren") for number in (0, 5, 13)}
    regions |= {1: held(0, "blood_elves"), 16: held(0, "blood_elves"), **fields.pop("regions", {})}
    return warcraft(
        phase="conquest",
        seats=[
            seat(active("blood_elves", power, hand=8), coins=purse, harmony=True),
            seat(PANDAREN, *others, coins=0),
        ],
        regions=regions,
        **fields,
    )


@pytest.mark.rule("WW-INT-37")
def test_harmony_is_paid_once_a_turn() -> None:
    state = peaceful(3)
    play(state, "conquer 0")
    assert coins(state) == [1, 2]
    play(state, "conquer 5")
    assert coins(state) == [1, 2]
    assert (holder(state, 5), holds_harmony(state, 0)) == ((0, "blood_elves"), False)


@pytest.mark.rule("WW-INT-37")
def test_harmony_paid_for_strongmen_covers_a_conquest() -> None:
    state = peaceful(2, power="strongmen")
    play(state, "push 0", "push_to 13")
    assert coins(state) == [0, 2]
    play(state, "push 5", "push_to 13", "conquer 13")
    assert (coins(state), holder(state, 13)) == ([0, 2], (0, "blood_elves"))


@pytest.mark.rule("WW-INT-38")
def test_the_race_in_decline_of_the_pandaren_player_is_not_protected() -> None:
    regions = {2: held(1, "kobolds")}
    state = peaceful(0, declined("kobolds"), regions=regions)
    assert 2 in legal(state, "conquer")
    assert 0 not in legal(state, "conquer")
    rich = play(peaceful(5, declined("kobolds"), regions=regions), "conquer 2")
    assert coins(rich) == [5, 0]
    assert holds_harmony(rich, 0)


@pytest.mark.rule("WW-INT-39")
@pytest.mark.parametrize(("purse", "open_to"), [(1, set()), (2, {0, 5, 13})])
def test_a_holder_of_harmony_with_one_coin_may_not_attack_pandaren(purse: int, open_to: set[int]) -> None:
    for power, verb in (("archaeologists", "conquer"), ("champions", "champion")):
        possible = set(legal(peaceful(purse, power=power), verb))
        assert possible & {0, 5, 13} == open_to
        assert 2 in possible
    assert set(legal(peaceful(purse, power="strongmen"), "push")) == open_to


def attacked(*captures: int) -> swenv.State:
    """After a turn of the Pandaren of seat 0 with those conquests; seat 2 has no race yet."""
    seats = [seat(active("pandaren", ARCHAEOLOGISTS, hand=9), coins=0), seat(KOBOLDS, declined("trolls")), seat()]
    regions = {1: held(0, "pandaren"), 0: held(1, "trolls"), 5: held(1, "kobolds"), 14: held(1, "kobolds")}
    state = warcraft(3, phase="conquest", seats=seats, regions=regions)
    play(state, *(f"conquer {number}" for number in captures))
    return lay_out(state, 1)


@pytest.mark.rule("WW-INT-40")
@pytest.mark.parametrize(("captures", "given"), [((), True), ((0,), True), ((5,), False), ((0, 5), False)])
def test_only_an_attack_on_the_active_race_forfeits_harmony(captures: tuple[int, ...], given: bool) -> None:
    state = attacked(*captures)
    assert holds_harmony(state, 1) == given
    assert holds_harmony(state, 2)


def fortified(purse: int, hammer: bool = False) -> swenv.State:
    """Pandaren Marshdwellers in swamp 4 under the Aegis, and an attacker in 0 who holds a Harmony token."""
    regions = {
        0: hold(0, "blood_elves", artifacts=["doomhammer"] if hammer else []),
        4: hold(1, "pandaren", artifacts=["aegis"]),
        17: held(1, "pandaren"),
    }
    return warcraft(
        phase="conquest",
        seats=[
            seat(active("blood_elves", ARCHAEOLOGISTS, hand=8), coins=purse, harmony=True),
            seat(active("pandaren", "marshdwellers"), coins=0),
        ],
        regions=regions,
        aegis_up=True,
    )


@pytest.mark.rule("WW-INT-41")
def test_marsh_harmony_and_aegis_are_all_due() -> None:
    assert 4 not in legal(fortified(4), "conquer")
    state = fortified(5)
    play(state, "conquer 4")
    assert (coins(state), tokens(state, 4)) == ([0, 5], 3)


@pytest.mark.rule("WW-INT-41")
def test_the_doomhammer_is_paid_on_top_of_every_toll() -> None:
    assert 4 not in legal(play(fortified(6, hammer=True), "arm doomhammer"), "conquer")
    state = fortified(7, hammer=True)
    play(state, "arm doomhammer", "conquer 4")
    assert (coins(state), tokens(state, 4)) == ([0, 7], 1)


def marsh(name: str, power: str, purse: int, hand: int = 6) -> swenv.State:
    """Seat 0 in 0 beside swamp 4, which Kobold Marshdwellers hold, as they hold 8 and 17."""
    regions = {
        0: held(0, name),
        4: held(1, "kobolds"),
        8: held(1, "kobolds", 2),
        17: held(1, "kobolds"),
        14: held(0, name),
    }
    marshdwellers = active("kobolds", "marshdwellers")
    return attack(name, power, hand, regions, marshdwellers, coins=purse, purse=0)


@pytest.mark.rule("WW-INT-42")
def test_the_champion_pays_the_marsh_toll() -> None:
    assert legal(marsh("blood_elves", "champions", 0), "champion") == [1, 13, 17]
    state = play(marsh("blood_elves", "champions", 1), "champion 4")
    assert (coins(state), holder(state, 4)) == ([0, 1], (0, "blood_elves"))


@pytest.mark.rule("WW-INT-42")
def test_an_air_strike_pays_the_marsh_toll() -> None:
    poor = play(marsh("gnomes", ARCHAEOLOGISTS, 0), "arm air_strike")
    assert 8 not in legal(poor, "conquer")
    assert 8 not in legal(poor, "roll_for")
    assert 6 in legal(poor, "roll_for")
    armed = play(marsh("gnomes", ARCHAEOLOGISTS, 1), "arm air_strike")
    assert coins(play(armed.copy(), "conquer 8")) == [0, 1]
    # 4 less 1, with 6 in hand.
    assert coins(rolled(armed, "roll_for 8", 1)) == [0, 1]


@pytest.mark.rule("WW-INT-42", "WW-CLAR-11")
def test_an_air_strike_given_up_pays_no_marsh_toll() -> None:
    # 4 less 1, with 1 in hand.
    state = rolled(play(marsh("gnomes", ARCHAEOLOGISTS, 1, hand=1), "arm air_strike"), "roll_for 8", 1)
    assert (state.phase, coins(state)) == ("strike", [1, 0])
    assert coins(play(state.copy(), "finish")) == [1, 0]
    assert coins(rolled(state, "conquer 8", 0))[1] == 1


@pytest.mark.rule("WW-INT-42")
def test_strongmen_pay_no_marsh_toll() -> None:
    state = play(marsh("blood_elves", "strongmen", 0), "push 4", "push_to 17")
    assert (coins(state), region(state, 4)) == ([0, 0], {})


@pytest.mark.rule("WW-INT-42")
def test_a_swap_pays_no_marsh_toll() -> None:
    state = play(marsh("blood_elves", "portal_mages", 0), "portal 8", "portal 14")
    assert coins(state) == [0, 0]
    assert (holder(state, 8), holder(state, 14)) == ((0, "blood_elves"), (1, "kobolds"))


@pytest.mark.rule("WW-INT-42")
def test_an_explosion_pays_no_marsh_toll() -> None:
    regions = {1: held(0, "goblins"), 4: hold(1, "kobolds", bomb="live"), 17: held(1, "kobolds")}
    seats = [seat(active("goblins", ARCHAEOLOGISTS), coins=3), seat(active("kobolds", "marshdwellers"), coins=0)]
    state = lay_out(warcraft(turn=1, phase="conquest", seats=seats, regions=regions, bomb_stack=[]), 17)
    assert (state.turn, region(state, 4), coins(state)) == (0, {}, [3, 2])


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


SOURCES = {
    "an enemy": held(1, "kobolds"),
    "an enemy in decline": held(1, "trolls"),
    "their own race in decline": held(0, "orcs"),
    "nobody": {},
}


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


@pytest.mark.rule("WW-INT-45")
@pytest.mark.parametrize("there", SOURCES.values(), ids=SOURCES)
def test_ethereals_take_an_artifact_from_whatever_borders_them(there: dict[str, Any]) -> None:
    state = ethereals({5: there | {"artifacts": ["frostmourne"]}})
    assert legal_words(state, "take") == {"frostmourne"}
    play(state, "take frostmourne", "put 1")
    assert (artifacts_in(state, 1), artifacts_in(state, 5)) == (["frostmourne"], [])
    assert holder(state, 5) == ((there["owner"], there["race"]) if there else None)
    assert legal_words(state, "arm") == {"frostmourne"}


@pytest.mark.rule("WW-INT-45")
def test_ethereals_take_no_artifact_from_afar() -> None:
    assert legal_words(ethereals({6: hold(1, "kobolds", artifacts=["frostmourne"])}), "take") == set()


@pytest.mark.rule("WW-INT-45")
def test_ethereals_pay_for_the_aegis_that_protects_its_region() -> None:
    regions = {5: hold(1, "kobolds", artifacts=["aegis", "frostmourne"])}
    assert legal_words(ethereals(regions, 1, aegis_up=True), "take") == set()
    for artifact in ("aegis", "frostmourne"):
        state = play(ethereals(regions, 2, aegis_up=True), f"take {artifact}", "put 1")
        assert (coins(state), artifacts_in(state, 1)) == ([0, 2], [artifact])
    # Once it is down they take it for nothing.
    state = play(ethereals(regions), "take aegis", "put 1")
    assert (coins(state), artifacts_in(state, 1)) == ([0, 0], ["aegis"])


@pytest.mark.rule("WW-INT-46")
@pytest.mark.parametrize(
    ("marker", "armable"), [({"face_down": "dark_portal"}, set()), ({"place": "dark_portal"}, {"discount"})]
)
def test_the_discount_of_ethereals_needs_a_place_that_is_face_up(marker: dict[str, Any], armable: set[str]) -> None:
    assert legal_words(ethereals({5: marker}), "arm") == armable


BOTH = {5: {"place": "dark_portal", "artifacts": ["frostmourne"]}, 0: {"artifacts": ["doomhammer"]}}
"""A region with a Place and an Artifact, and another Artifact beside the Ethereals."""


@pytest.mark.rule("WW-INT-47")
def test_ethereals_choose_between_the_artifact_and_the_discount_of_a_region() -> None:
    state = ethereals(BOTH)
    assert legal_words(state, "arm") == {"discount"}
    assert legal_words(state, "take") == {"frostmourne", "doomhammer"}


@pytest.mark.rule("WW-INT-47")
def test_after_taking_an_artifact_ethereals_have_no_discount() -> None:
    state = play(ethereals(BOTH), "take frostmourne", "put 1")
    assert legal_words(state, "arm") == {"frostmourne"}
    assert legal_words(state, "take") == set()


@pytest.mark.rule("WW-INT-47")
def test_after_the_discount_ethereals_take_no_artifact() -> None:
    state = ethereals({**BOTH, 5: BOTH[5] | held(1, "kobolds", 2)})
    assert price(state, 5, "arm discount") == 2 + 2 - 2
    play(state, "arm discount", "conquer 5")
    assert legal_words(state, "take") == set()


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


@pytest.mark.rule("WW-INT-49")
def test_the_champion_may_not_attack_below_a_watch_tower() -> None:
    regions = {1: held(0, "blood_elves"), 0: held(1, "kobolds", tower=1), 5: held(1, "kobolds")}
    state = attack("blood_elves", "champions", 4, regions, active("kobolds", "defenders"))
    assert legal(state, "champion") == [2, 5]


@pytest.mark.rule("WW-INT-49")
def test_the_champion_takes_five_tokens_on_a_fort_for_nothing() -> None:
    regions = {1: held(0, "blood_elves"), 2: held(1, "kobolds", 5, fortress=1), 17: held(1, "kobolds")}
    state = attack("blood_elves", "champions", 4, regions, active("kobolds", "sentinels"))
    play(state, "champion 2")
    assert in_hand(state, 0, "blood_elves") == 4
    assert region(state, 2) == held(0, "blood_elves", 0, champion=1)
    assert in_hand(state, 1, "kobolds") == 4


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
