"""The clarifications of Warcraft (its rules, section 11): the ruling of each, in play.

Races and badges that a test does not name in its title cannot touch it.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from chapters import coins, in_hand, lay_out, markers, place_in, price, refused, tray, turn_state
from ww_play import IDLE, artifacts_in, attacking, hold, holds_harmony, lying, offered
from ww_races import end_turn

import swenv
from support import (
    MURLOC,
    WX2,
    active,
    declined,
    held,
    legal,
    legal_words,
    play,
    race,
    region,
    rolled,
    seat,
    tokens,
    warcraft,
)

KOBOLDS = active("kobolds", "sailors")


@pytest.mark.rule("WW-CLAR-1")
@pytest.mark.parametrize(("name", "cost"), [("trolls", 1), ("draenei", 2)])
def test_trolls_take_their_discount_against_the_own_race_in_decline(name: str, cost: int) -> None:
    regions = {0: held(0, name), 1: held(0, "gnomes")}
    assert price(attacking(name, "farmers", 4, regions, KOBOLDS, own=[declined("gnomes")]), 1) == cost


# WW-CLAR-2: past the Aegis


def under_aegis(name: str, power: str, purse: int, *, count: int = 9, **fields: Any) -> swenv.State:
    """Two Orcs of seat 1 under the Aegis in the forest 7; seat 0 beside them in 6, with what `artifacts` names."""
    own = hold(0, name, artifacts=fields.pop("artifacts", []))
    regions = {6: own, 7: hold(1, "orcs", 2, artifacts=["aegis"]), 17: held(1, "orcs"), **fields.pop("regions", {})}
    theirs = active("orcs", "farmers")
    return attacking(name, power, count, regions, theirs, coins=purse, aegis_up=True, **fields)


def open_now(state: swenv.State) -> bool:
    """Whether the Aegis protects nobody."""
    return not state.to_position().get("aegis_up", False)


@pytest.mark.rule("WW-CLAR-2")
@pytest.mark.parametrize(
    ("name", "power", "fields", "actions", "due"),
    [
        ("draenei", "miners", {}, ["conquer 7"], 2),
        ("draenei", "champions", {}, ["champion 7"], 2),
        ("gnomes", "miners", {}, ["arm air_strike", "conquer 7"], 2),
        ("gnomes", "miners", {}, ["arm air_strike", "roll_for 7"], 2),
        ("draenei", "miners", {"artifacts": ["doomhammer"]}, ["arm doomhammer", "conquer 7"], 4),
    ],
)
def test_every_conquest_pays_the_aegis(
    name: str, power: str, fields: dict[str, Any], actions: list[str], due: int
) -> None:
    poor = play(under_aegis(name, power, due - 1, **fields), *actions[:-1])
    assert 7 not in legal(poor, actions[-1].split()[0])
    state = play(under_aegis(name, power, due, **fields), *actions)
    assert (region(state, 7)["race"], coins(state), open_now(state)) == (name, [0, 5 + due], True)


@pytest.mark.rule("WW-CLAR-2")
@pytest.mark.parametrize("purse", [1, 2])
def test_ethereals_pay_the_aegis_for_what_they_take_from_it(purse: int) -> None:
    state = under_aegis("ethereals", "miners", purse, count=1)
    assert legal_words(state, "take") == ({"aegis"} if purse > 1 else set())
    if purse > 1:
        play(state, "take aegis", "put 6")
        assert (coins(state), open_now(state), artifacts_in(state, 6)) == ([0, 7], True, ["aegis"])


@pytest.mark.rule("WW-CLAR-2")
@pytest.mark.parametrize("purse", [1, 2])
def test_strongmen_pay_the_aegis_once(purse: int) -> None:
    state = under_aegis("draenei", "strongmen", purse, count=1)
    assert legal(state, "push") == ([7] if purse > 1 else [])
    if purse > 1:
        play(state, "push 7", "push_to 17")
        assert (coins(state), open_now(state), tokens(state, 17)) == ([0, 7], True, 2)
        assert legal(state, "push") == [7]


@pytest.mark.rule("WW-CLAR-2")
@pytest.mark.parametrize("purse", [1, 2])
def test_portal_mages_pay_the_aegis(purse: int) -> None:
    state = under_aegis("draenei", "portal_mages", purse, count=1, regions={14: held(0, "draenei")})
    assert legal(state, "portal") == ([7, 8, 14, 17] if purse > 1 else [8, 14, 17])
    if purse > 1:
        play(state, "portal 14", "portal 7")
        assert (coins(state), open_now(state), region(state, 14)["race"]) == ([0, 7], True, "orcs")


@pytest.mark.rule("WW-CLAR-2")
def test_no_bomb_is_planted_past_the_aegis() -> None:
    regions = {2: held(1, "orcs")}
    state = play(under_aegis("goblins", "miners", 9, count=0, regions=regions, bomb_stack=["live"]), "finish")
    assert (offered(state), coins(state)) == ({"bomb": [2], "finish": []}, [9, 5])


@pytest.mark.rule("WW-CLAR-2", "WW-CLAR-17")
@pytest.mark.parametrize(("up", "there"), [(True, 2), (False, 0)])
def test_no_bomb_explodes_under_the_aegis_and_the_bomb_is_gone(up: bool, there: int) -> None:
    state = warcraft(
        3,
        turn=2,
        seats=[
            seat(active("goblins", "miners"), coins=9),
            seat(active("orcs", "farmers"), coins=5),
            seat(active("kobolds", "sailors")),
        ],
        regions={6: held(0, "goblins"), 7: hold(1, "orcs", 2, artifacts=["aegis"], bomb="live"), 3: held(1, "orcs")},
        aegis_up=up,
        bomb_stack=["dud", "live"],
    )
    play(state, "finish")
    assert (state.turn, tokens(state, 7), coins(state)[:2]) == (0, there, [9, 5])
    assert "bomb" not in region(state, 7)
    assert state.to_position()["bomb_stack"] == ["dud", "live"]


@pytest.mark.rule("WW-CLAR-2")
def test_no_objective_is_placed_past_the_aegis() -> None:
    state = play(under_aegis("humans", "miners", 9, count=0), "finish")
    placed = legal(state, "objective")
    assert (7 in placed, 17 in placed) == (False, True)


@pytest.mark.rule("WW-CLAR-2")
def test_no_coins_open_a_watch_tower() -> None:
    regions = {4: held(0, "draenei"), 5: held(1, "orcs", 1, tower=1)}
    state = attacking("draenei", "strongmen", 9, regions, active("orcs", "defenders"), coins=9)
    assert (5 in legal(state, "conquer"), legal(state, "push")) == (False, [])


@pytest.mark.rule("WW-CLAR-3")
@pytest.mark.parametrize(("power", "paid"), [("conquerors", 0), ("battlemasters", 1)])
def test_the_own_race_in_decline_pays_battlemasters_but_no_conquerors(power: str, paid: int) -> None:
    regions = {0: held(0, "draenei"), 1: held(0, "tauren", 2)}
    state = attacking("draenei", power, 5, regions, KOBOLDS, own=[declined("tauren")])
    assert price(state, 1) == 2
    assert coins(play(state, "conquer 1"))[0] == paid


@pytest.mark.rule("WW-CLAR-4")
@pytest.mark.parametrize("face", [0, 3])
def test_a_failed_last_conquest_is_an_attack(face: int) -> None:
    regions = {0: held(0, "pandaren"), 1: held(1, "kobolds", 3), 4: held(2, "orcs")}
    rest = [seat(active("orcs", "farmers"))]
    state = attacking("pandaren", "miners", 2, regions, KOBOLDS, rest=rest)
    state = lay_out(rolled(state, "conquer 1", face), 0)
    assert region(state, 1)["race"] == ("pandaren" if face else "kobolds")
    assert [holds_harmony(state, other) for other in (1, 2)] == [False, True]


@pytest.mark.rule("WW-CLAR-4", "WW-CONQ-9")
def test_the_toll_of_a_failed_last_conquest_is_paid() -> None:
    regions = {0: held(0, "draenei"), 4: held(1, "orcs", 2)}
    state = attacking("draenei", "miners", 2, regions, active("orcs", "marshdwellers"), coins=1)
    assert coins(rolled(state, "conquer 4", 0)) == [0, 6]


@pytest.mark.rule("WW-CLAR-5")
def test_harmony_is_due_for_a_pushed_token_not_for_a_fort() -> None:
    regions = {0: held(0, "draenei"), 1: held(1, "pandaren", 2, fortress=1), 17: held(1, "pandaren")}
    theirs = active("pandaren", "sentinels")
    poor = play(attacking("draenei", "strongmen", 1, regions, theirs, coins=1, harmony=True), "push 1")
    assert (markers(poor, 1), coins(poor), legal(poor, "push")) == ({}, [1, 5], [])
    rich = play(attacking("draenei", "strongmen", 1, regions, theirs, coins=3, harmony=True), "push 1")
    assert coins(rich) == [3, 5]
    play(rich, "push 1", "push_to 17", "push 1", "push_to 17")
    assert (coins(rich), tokens(rich, 17)) == ([1, 7], 3)


@pytest.mark.rule("WW-CLAR-5")
@pytest.mark.parametrize("pushes", [1, 2])
def test_pandaren_who_push_off_a_fort_have_attacked_nobody(pushes: int) -> None:
    regions = {0: held(0, "pandaren"), 1: held(1, "kobolds", 2, fortress=1)}
    state = attacking("pandaren", "strongmen", 0, regions, active("kobolds", "sentinels"))
    end_turn(play(state, *["push 1"] * pushes))
    assert holds_harmony(state, 1) == (pushes == 1)


# WW-CLAR-6: caverns


@pytest.mark.rule("WW-CLAR-6")
@pytest.mark.parametrize(("regions", "targets"), [({0: held(0, "kobolds")}, [1, 4, 6, 15]), ({}, [])])
def test_the_champion_of_kobolds_goes_through_caverns(regions: dict[int, Any], targets: list[int]) -> None:
    state = attacking("kobolds", "champions", 1, regions, active("orcs", "miners"))
    assert legal(state, "champion") == targets


@pytest.mark.rule("WW-CLAR-6")
def test_kobold_strongmen_push_over_borders_only() -> None:
    regions = {0: held(0, "kobolds"), 1: MURLOC, 6: MURLOC, 15: MURLOC}
    assert legal(attacking("kobolds", "strongmen", 3, regions, active("orcs", "miners")), "push") == [1]


@pytest.mark.rule("WW-CLAR-6")
def test_the_heart_of_kobolds_takes_coins_over_borders_only() -> None:
    regions = {12: hold(0, "kobolds", artifacts=["heart"]), 15: held(0, "kobolds"), 6: held(1, "orcs")}
    state = attacking("kobolds", "farmers", 0, regions, active("orcs", "miners"))
    play(state, "finish", "heart 15")
    # Two regions, one of them farmland.
    assert (state.turn, coins(state)) == (1, [3, 5])


@pytest.mark.rule("WW-CLAR-6")
def test_the_watch_towers_of_kobolds_look_over_borders_only() -> None:
    regions = {5: held(0, "kobolds"), 15: held(0, "kobolds")}
    state = play(attacking("kobolds", "defenders", 0, regions, active("orcs", "miners")), "finish")
    assert (state.turn, markers(state, 5)) == (1, {})


# WW-CLAR-7: a race without a token


def wiped_out(name: str, power: str, regions: dict[int, Any] | None = None, **fields: Any) -> swenv.State:
    """Seat 0 chooses; its race has nothing left. Kobolds of seat 1 hold region 17."""
    there = {17: held(1, "kobolds"), **(regions or {})}
    return attacking(name, power, 0, there, KOBOLDS, phase="choose", **fields)


@pytest.mark.rule("WW-CLAR-7")
@pytest.mark.parametrize("turns", [1, 2])
def test_wiped_out_worgen_take_their_coins_each_turn(turns: int) -> None:
    state = wiped_out("worgen", "miners")
    for number in range(turns):
        assert (state.turn, offered(state)["form"]) == (0, ["human", "worgen"] if number else ["human"])
        play(state, "form human")
        if state.turn == 0:
            end_turn(state)
        end_turn(state)
    assert coins(state)[0] == 2 * turns


@pytest.mark.rule("WW-CLAR-7", "WW-CLAR-21")
def test_wiped_out_humans_place_their_objectives() -> None:
    state = play(wiped_out("humans", "miners", {3: lying(objective=1)}), "finish")
    assert (state.phase, offered(state)) == ("objectives", {"objective": list(range(18))})


@pytest.mark.rule("WW-CLAR-7")
def test_wiped_out_pandaren_give_harmony() -> None:
    assert holds_harmony(play(wiped_out("pandaren", "miners"), "finish"), 1)


@pytest.mark.rule("WW-CLAR-7")
def test_wiped_out_portal_mages_swap_what_others_hold() -> None:
    state = wiped_out("draenei", "portal_mages")
    assert offered(state) == {"decline": [], "finish": [], "portal": [7, 8, 14, 17]}
    play(state, "portal 17", "portal 8")
    assert (region(state, 8)["race"], region(state, 17)) == ("kobolds", {})
    assert refused(state, "decline")


@pytest.mark.rule("WW-CLAR-7")
def test_portal_mages_swap_before_their_first_conquest() -> None:
    state = warcraft(
        phase="pick",
        seats=[seat(), seat(KOBOLDS)],
        column=[{"race": "draenei", "power": "portal_mages", "coins": 0}],
        regions={17: held(1, "kobolds")},
    )
    play(state, "pick 0")
    assert legal(state, "portal") == [7, 8, 14, 17]
    play(state, "portal 7", "portal 17")
    assert region(state, 7)["race"] == "kobolds"
    assert legal(state, "conquer") == [0, 9, 12, 15]


@pytest.mark.rule("WW-CLAR-8")
def test_the_champion_does_not_roll() -> None:
    state = attacking("draenei", "champions", 0, {0: held(0, "draenei")}, KOBOLDS)
    assert offered(state) == {"champion": [1, 4], "finish": []}
    assert legal(attacking("draenei", "champions", 1, {0: held(0, "draenei")}, KOBOLDS), "conquer") == [1, 4, 9, 12, 15]


# WW-CLAR-9: Tauren


@pytest.mark.rule("WW-CLAR-9")
def test_a_tauren_who_loses_his_beast_at_the_start_of_the_turn_comes_to_hand() -> None:
    state = warcraft(
        turn=1,
        seats=[seat(active("tauren", "beastmasters")), IDLE],
        regions={0: held(0, "tauren", 1, beasts=1), 4: held(0, "tauren", 2), 1: held(0, "tauren", 2, beasts=1)},
    )
    play(state, "finish")
    assert (state.turn, region(state, 0), tokens(state, 4), tokens(state, 1)) == (0, {}, 2, 2)
    assert (in_hand(state, 0, "tauren"), race(state, 0, "tauren")["beasts"]) == (1, 1)


@pytest.mark.rule("WW-CLAR-9")
def test_tauren_and_beast_together_are_enough() -> None:
    regions = {0: held(0, "tauren", 2), 4: held(0, "tauren", 2)}
    state = attacking("tauren", "beastmasters", 0, regions, KOBOLDS, fields={"beasts": 1})
    play(state, "finish", "beast 0", "deploy 0", "deploy_rest 4")
    assert (state.turn, tokens(state, 0), markers(state, 0), tokens(state, 4)) == (1, 1, {"beasts": 1}, 3)


@pytest.mark.rule("WW-CLAR-9")
@pytest.mark.parametrize(
    ("there", "left", "back"),
    [
        (held(1, "tauren", 2), {}, {"hand": 1}),
        (held(1, "tauren", 1, beasts=1), {}, {"beasts": 1}),
        (held(1, "tauren", 3), {"tokens": 2}, {}),
        (held(1, "tauren", 1, beasts=2), {"beasts": 2}, {}),
    ],
)
def test_what_is_left_alone_of_active_tauren_comes_to_hand(
    there: dict[str, Any], left: dict[str, int], back: dict[str, int]
) -> None:
    regions = {0: held(0, "draenei"), 1: there, 17: held(1, "tauren", 2)}
    state = attacking("draenei", "strongmen", 1, regions, active("tauren", "beastmasters"))
    play(state, "push 1", "push_to 17")
    assert tokens(state, 17) == 3
    assert (tokens(state, 1), markers(state, 1).get("beasts", 0)) == (left.get("tokens", 0), left.get("beasts", 0))
    assert bool(region(state, 1)) == bool(left)
    entry = race(state, 1, "tauren")
    assert (entry.get("hand", 0), entry.get("beasts", 0)) == (back.get("hand", 0), back.get("beasts", 0))


@pytest.mark.rule("WW-CLAR-9")
def test_a_lone_tauren_in_decline_stays() -> None:
    regions = {0: held(0, "draenei"), 1: held(1, "tauren", 2), 17: held(1, "tauren", 2)}
    state = attacking("draenei", "strongmen", 1, regions, KOBOLDS, declined("tauren"))
    play(state, "push 1", "push_to 17")
    assert (tokens(state, 1), tokens(state, 17)) == (1, 3)


# WW-CLAR-10: magic water


@lru_cache
def magic_lake() -> swenv.Game:
    """The table for two with a magic lake 10."""
    face = json.loads(Path(WX2[0]).read_text())
    face["regions"][10]["symbols"] = ["magic"]
    return swenv.load("warcraft", num_players=2, boards=[{**face, "name": "wx-l-magic"}, WX2[1]])


@pytest.mark.rule("WW-CLAR-10")
@pytest.mark.parametrize(
    ("name", "there", "others"),
    [
        ("draenei", {}, [8, 14, 17]),
        ("naga", {}, [8, 10, 14, 17]),
        ("naga", {10: held(0, "naga", 2)}, [8, 10, 14, 17]),
        ("draenei", {10: held(1, "naga")}, [8, 14, 17]),
        ("naga", {7: MURLOC, 10: held(0, "naga", 2)}, [8, 14, 17]),
    ],
)
def test_no_swap_puts_anything_but_naga_on_water(name: str, there: dict[int, Any], others: list[int]) -> None:
    theirs = active("orcs", "miners") if name == "naga" else active("naga", "miners")
    regions = {7: held(0, name), **there}
    state = magic_lake().from_position(
        {
            "format": "swenv-position/1",
            "game": "warcraft",
            "phase": "conquest",
            "seats": [seat(active(name, "portal_mages", hand=3)), seat(theirs)],
            "regions": {str(number): content for number, content in regions.items()},
        }
    )
    assert legal(play(state, "portal 7"), "portal") == others


# WW-CLAR-11, -12: the air strike


def marsh_strike(purse: int, defenders: int = 3) -> swenv.State:
    """Gnomes with Frostmourne in 12, two in hand; Marshdwellers in the swamp 4."""
    regions = {12: hold(0, "gnomes", artifacts=["frostmourne"]), 4: held(1, "orcs", defenders)}
    return attacking("gnomes", "miners", 2, regions, active("orcs", "marshdwellers"), coins=purse)


@pytest.mark.rule("WW-CLAR-11")
def test_the_toll_of_an_air_strike_must_be_there_and_is_paid_at_the_conquest() -> None:
    poor = play(marsh_strike(0), "arm air_strike")
    assert (4 in legal(poor, "roll_for"), 4 in legal(poor, "conquer"), 5 in legal(poor, "roll_for")) == (
        False,
        False,
        True,
    )
    short = rolled(play(marsh_strike(1), "arm air_strike"), "roll_for 4", 1)
    assert (short.phase, coins(short)) == ("strike", [1, 5])
    assert coins(play(short.copy(), "finish")) == [1, 5]
    assert coins(rolled(short, "conquer 4", 0)) == [0, 6]
    assert coins(rolled(play(marsh_strike(1), "arm air_strike"), "roll_for 4", 3)) == [0, 6]


@pytest.mark.rule("WW-CLAR-11")
def test_frostmourne_is_not_spent_with_an_air_strike_that_is_given_up() -> None:
    state = play(marsh_strike(1, 6), "arm air_strike", "arm frostmourne")
    state = play(rolled(state, "roll_for 4", 1), "finish")
    assert (state.phase, in_hand(state, 0, "gnomes"), coins(state)) == ("conquest", 2, [1, 5])
    assert legal_words(state, "arm") == {"frostmourne"}
    play(state, "arm frostmourne", "conquer 13")
    assert (tokens(state, 13), artifacts_in(state, 13)) == (1, ["frostmourne"])


@pytest.mark.rule("WW-CLAR-12")
@pytest.mark.parametrize(
    ("name", "words", "number"),
    [
        ("gnomes", ["air_strike", "doomhammer"], 17),
        ("gnomes", ["ashes", "doomhammer"], 17),
        ("gnomes", ["ashes"], 4),
        ("gnomes", ["air_strike"], 4),
    ],
)
def test_one_reach_a_conquest_with_the_doomhammer_and_where_a_border_is_too(
    name: str, words: list[str], number: int
) -> None:
    regions = {0: hold(0, name, artifacts=["ashes", "doomhammer"])}
    state = play(attacking(name, "miners", 4, regions, KOBOLDS, coins=2), *(f"arm {word}" for word in words))
    other = "ashes" if words[0] == "air_strike" else "air_strike"
    assert other not in legal_words(state, "arm")
    assert refused(state, f"arm {other}")
    play(state, f"conquer {number}")
    assert artifacts_in(state, number) == sorted(set(words) & {"ashes", "doomhammer"})
    assert words[0] in turn_state(state, "effects_used")


# WW-CLAR-13, -14


@pytest.mark.rule("WW-CLAR-13")
def test_ethereals_name_the_artifact_and_leave_their_own_alone() -> None:
    regions = {
        0: hold(0, "ethereals", artifacts=["aegis"]),
        1: held(0, "ethereals"),
        2: hold(1, "kobolds", artifacts=["ashes", "heart"]),
    }
    state = attacking("ethereals", "miners", 1, regions, KOBOLDS)
    assert legal_words(state, "take") == {"ashes", "heart"}
    play(state, "take heart", "put 1")
    assert (artifacts_in(state, 1), artifacts_in(state, 2), artifacts_in(state, 0)) == (["heart"], ["ashes"], ["aegis"])


@pytest.mark.rule("WW-CLAR-14")
@pytest.mark.parametrize("bought", [0, 1])
def test_forsaken_buy_before_the_spirit_healer_gives(bought: int) -> None:
    regions = {0: hold(0, "forsaken", 18, place="spirit_healer"), 1: held(0, "forsaken")}
    state = attacking("forsaken", "miners", 0, regions, KOBOLDS, coins=5, turn_state={"inflicted": 3})
    play(state, "finish")
    assert (state.phase, tray(state, "forsaken")) == ("recruit", 1)
    play(state, "buy" if bought else "finish")
    assert (state.phase, coins(state)[0], tray(state, "forsaken")) == ("deploy", 5 - bought, 0)


# WW-CLAR-15: occupied


HELD_BY = [held(1, "gnomes", 0, beasts=1), held(1, "gnomes", 0, champion=1), held(1, "gnomes", 1)]
"""Regions held by a Beast, by the Champion, by a token."""


def alone(there: dict[str, Any], name: str, power: str) -> swenv.State:
    """Seat 0 in region 0 has conquered region 1, where Gnomes were held as `there` says."""
    badge = "champions" if there["markers"].get("champion") else "beastmasters"
    regions = {0: held(0, name), 1: there, 17: held(1, "gnomes")}
    return play(attacking(name, power, 6, regions, active("gnomes", badge)), "conquer 1")


@pytest.mark.rule("WW-CLAR-15")
@pytest.mark.parametrize("there", HELD_BY)
def test_a_region_held_by_beast_or_champion_is_occupied(there: dict[str, Any]) -> None:
    ransom = there["markers"].get("champion", 0)
    assert coins(alone(there, "draenei", "battlemasters"))[0] == 1 + ransom
    # Trolls: 2 + 1 - 1.
    assert tokens(alone(there, "trolls", "miners"), 1) == 2
    orcs = lay_out(alone(there, "orcs", "miners"), 0)
    assert coins(orcs)[0] == ransom + 2 + 1 + 1


@pytest.mark.rule("WW-CLAR-16")
@pytest.mark.parametrize(("name", "least"), [("draenei", 1), ("tauren", 2)])
def test_all_above_the_minimum_is_gathered(name: str, least: int) -> None:
    regions = {0: held(0, name, 5), 1: held(0, name, 3), 5: held(0, name, least)}
    state = attacking(name, "miners", 0, regions, KOBOLDS, phase="choose")
    play(state, "conquer 4")
    assert [tokens(state, number) for number in regions] == [least] * 3
    assert in_hand(state, 0, name) == 8 - 2 * least - 2


@pytest.mark.rule("WW-CLAR-16", "WW-ACT-16")
def test_the_champion_is_gathered_unless_he_is_left_for_a_token() -> None:
    regions = {0: held(0, "draenei", 1, champion=1), 1: held(0, "draenei", 3)}
    state = attacking("draenei", "champions", 0, regions, KOBOLDS, phase="choose")
    gathered = play(state.copy(), "conquer 4")
    assert (markers(gathered, 0), tokens(gathered, 0), in_hand(gathered, 0, "draenei")) == ({}, 1, 0)
    left = play(state.copy(), "leave_champion")
    assert (markers(left, 0), tokens(left, 0), in_hand(left, 0, "draenei")) == ({"champion": 1}, 0, 3)


# WW-CLAR-18, -19: swaps


@pytest.mark.rule("WW-CLAR-18")
def test_who_swaps_an_opponent_onto_the_well_chooses_its_water() -> None:
    regions = {0: held(0, "draenei"), 17: held(1, "kobolds", 2), 8: lying(face_down="well")}
    state = attacking("draenei", "portal_mages", 1, regions, KOBOLDS)
    play(state, "portal 17", "portal 8")
    assert (state.phase, state.to_act, offered(state)) == ("well", 0, {"well": [10, 11]})
    play(state, "well 10")
    assert (place_in(state, 10), region(state, 8)["race"], state.phase) == ("well", "kobolds", "conquest")


@pytest.mark.rule("WW-CLAR-19")
@pytest.mark.parametrize(
    ("first", "second", "changes"),
    [
        (held(1, "orcs", 2), held(1, "orcs", 2), False),
        (held(1, "orcs", 2), held(1, "orcs", 1), True),
        (held(1, "orcs", 2), held(1, "orcs", 2, fortress=1), True),
        (held(1, "orcs", 2) | {"bomb": "live"}, held(1, "orcs", 2) | {"bomb": "dud"}, False),
        (held(1, "orcs", 2) | {"bomb": "live"}, held(1, "orcs", 2), True),
        (held(1, "orcs", 2), hold(1, "orcs", 2, place="karazhan"), False),
        (held(1, "orcs", 2), hold(1, "orcs", 2, artifacts=["heart"]), True),
        (lying(), lying(face_down="karazhan"), False),
        (lying(), lying(place="karazhan"), False),
        (lying(), lying(objective=1), True),
        (MURLOC, MURLOC, False),
    ],
)
def test_a_swap_must_change_what_can_be_seen(first: dict[str, Any], second: dict[str, Any], changes: bool) -> None:
    # Four players: the hills of the small board have the number 12 + 10 + 11 + 2.
    regions = {35: held(0, "draenei"), 7: first, 8: second}
    rest = [seat(active("goblins", "miners")), seat(active("humans", "farmers"))]
    boards = [WX2[0], "M1a", "M2a", WX2[1]]
    theirs = active("orcs", "sentinels")
    state = attacking("draenei", "portal_mages", 1, regions, theirs, rest=rest, boards=boards)
    assert (8 in legal(play(state, "portal 7"), "portal")) == changes


# WW-CLAR-20 to -23


@pytest.mark.rule("WW-CLAR-20")
@pytest.mark.parametrize(
    ("there", "badge", "offers"),
    [
        (held(1, "gnomes", 0, beasts=2), "beastmasters", False),
        (held(1, "gnomes", 0, champion=1), "champions", False),
        (held(1, "gnomes", 1, beasts=2), "beastmasters", True),
    ],
)
def test_strongmen_cannot_push_beasts_or_the_champion(there: dict[str, Any], badge: str, offers: bool) -> None:
    regions = {0: held(0, "draenei"), 1: there, 17: held(1, "gnomes")}
    state = attacking("draenei", "strongmen", 1, regions, active("gnomes", badge))
    assert legal(state, "push") == ([1] if offers else [])


@pytest.mark.rule("WW-CLAR-21")
def test_objectives_are_taken_back_and_put_down_again_every_turn() -> None:
    # Gnomes have come to region 4 since: it is no place for the token any more.
    regions = {0: held(0, "humans"), 4: held(1, "gnomes") | {"objective": 1}, 8: {**MURLOC, "objective": 1}}
    state = play(attacking("humans", "farmers", 0, regions, active("gnomes", "miners")), "finish")
    assert state.phase == "objectives"
    assert (4 in legal(state, "objective"), 8 in legal(state, "objective")) == (False, True)
    play(state, "objective 8", "objective 9")
    assert [number for number in range(18) if region(state, number).get("objective")] == [8, 9]


@pytest.mark.rule("WW-CLAR-21")
def test_objectives_stay_where_a_race_leaves() -> None:
    there = held(1, "trolls") | {"objective": 1}
    pushed = attacking(
        "draenei", "strongmen", 1, {0: held(0, "draenei"), 1: there}, active("humans", "miners"), declined("trolls")
    )
    assert region(play(pushed, "push 1"), 1) == {"objective": 1}
    regions = {0: held(0, "orcs") | {"objective": 1}, 1: held(0, "orcs", 2)}
    left = attacking("orcs", "farmers", 0, regions, active("humans", "miners"), phase="choose")
    assert region(play(left, "abandon 0"), 0) == {"objective": 1}
    exploded = warcraft(
        turn=1,
        seats=[seat(active("goblins", "farmers")), seat(active("humans", "miners"), declined("trolls"))],
        regions={0: held(0, "goblins"), 1: there | {"bomb": "live"}, 16: held(1, "humans")},
        bomb_stack=["live"],
    )
    play(exploded, "finish", "objective 1", "objective 2")
    assert (exploded.turn, region(exploded, 1)) == (0, {"objective": 1})


@pytest.mark.rule("WW-CLAR-22")
@pytest.mark.parametrize(("declining_race", "extra"), [("gnomes", 2), ("kobolds", 0)])
def test_orcs_are_paid_for_the_own_alliance_race_in_decline(declining_race: str, extra: int) -> None:
    regions = {0: held(0, "orcs"), 1: held(0, declining_race), 4: held(0, declining_race)}
    state = attacking("orcs", "miners", 4, regions, active("naga", "sailors"), own=[declined(declining_race)])
    lay_out(play(state, "conquer 1"), 0)
    assert coins(state)[0] == 3 + extra


@pytest.mark.rule("WW-CLAR-23")
def test_beasts_must_be_laid_out_too() -> None:
    regions = {0: held(0, "kobolds"), 4: held(0, "kobolds")}
    state = attacking("kobolds", "beastmasters", 0, regions, active("orcs", "miners"), fields={"beasts": 2})
    play(state, "finish", "deploy 0", "deploy 4")
    assert offered(state) == {"beast": [0, 4]}
    assert refused(state, "finish")
    play(state, "beast 4", "beast 4")
    assert (state.turn, markers(state, 4)) == (1, {"beasts": 2})


@pytest.mark.rule("WW-CLAR-23")
def test_the_champion_must_be_laid_out_too_and_may_stand_alone() -> None:
    regions = {0: held(0, "draenei"), 4: held(0, "draenei")}
    state = play(attacking("draenei", "champions", 0, regions, KOBOLDS), "finish")
    play(state, "deploy 0", "deploy 0")
    assert (state.phase, offered(state)) == ("deploy", {"post": [4]})
    play(state, "post 4")
    assert (state.turn, tokens(state, 4), markers(state, 4), coins(state)[0]) == (1, 0, {"champion": 1}, 2)


@pytest.mark.rule("WW-CLAR-24")
@pytest.mark.parametrize(("own", "tower"), [([5, 6], {"tower": 1}), ([5, 0], {}), ([5], {})])
def test_a_watch_tower_needs_a_neighbour_of_its_own(own: list[int], tower: dict[str, int]) -> None:
    regions = {number: held(0, "draenei") for number in own}
    state = play(attacking("draenei", "defenders", 0, regions, KOBOLDS), "finish")
    assert (state.turn, markers(state, 5)) == (1, tower)


@pytest.mark.rule("WW-CLAR-25")
@pytest.mark.parametrize("harmony", [True, False])
def test_a_toll_can_pay_the_ransom(harmony: bool) -> None:
    regions = {0: held(0, "draenei"), 1: held(1, "pandaren", 1, champion=1), 17: held(1, "pandaren")}
    theirs = active("pandaren", "champions")
    state = attacking("draenei", "miners", 5, regions, theirs, coins=2, purse=0, harmony=harmony)
    play(state, "conquer 1")
    assert coins(state) == ([0 + 1, 2 - 1] if harmony else [2, 0])
    assert bool(race(state, 1, "pandaren").get("champion_lost", False)) == (not harmony)


@pytest.mark.rule("WW-CLAR-25")
def test_the_doomhammer_can_pay_the_ransom() -> None:
    regions = {0: hold(0, "draenei", artifacts=["doomhammer"]), 1: held(1, "orcs", 1, champion=1)}
    state = attacking("draenei", "miners", 5, regions, active("orcs", "champions"), coins=2, purse=0)
    play(state, "arm doomhammer", "conquer 1")
    assert (coins(state), race(state, 1, "orcs").get("champion_lost", False)) == ([1, 1], False)


@pytest.mark.rule("WW-CLAR-26")
def test_a_champion_without_a_race_can_pass_or_decline() -> None:
    regions = {1: held(1, "kobolds"), 3: held(0, "trolls")}
    state = attacking("draenei", "champions", 0, regions, KOBOLDS, own=[declined("trolls")], phase="choose")
    assert offered(state) == {"decline": [], "finish": []}
    play(state, "finish")
    assert (state.turn, coins(state)[0]) == (1, 1)
