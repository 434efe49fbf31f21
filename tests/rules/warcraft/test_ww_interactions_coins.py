"""Bonus coins and their limits (WW-INT-17 to WW-INT-22, WW-INT-32 to WW-INT-36, WW-INT-78, WW-INT-79, WW-INT-82)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import coins, column, in_hand, lay_out, price, tray, turn_state
from ww_interactions import attack
from ww_play import IDLE, hold

import swenv
from support import active, declined, held, legal, play, region, seat, tokens, warcraft

OBJECTIVE = {"objective": 1}


def over_own(name: str, power: str, weak: str, badge: str | None = None, **fields: Any) -> swenv.State:
    """Seat 0's race in region 1 is about to conquer region 4 out of 0; its race in decline holds 4 and 17."""
    regions = {0: held(0, name), 4: held(0, weak, 2), 17: held(0, weak, 2)}
    return attack(name, power, 5, regions, active("kobolds", "miners"), declined=[declined(weak, badge)], **fields)


@pytest.mark.rule("WW-INT-17")
def test_own_tokens_in_decline_add_nothing_to_the_price_and_are_lost() -> None:
    state = over_own("blood_elves", "archaeologists", "tauren")
    before = tray(state, "tauren")
    assert price(state, 4) == 2
    play(state, "conquer 4")
    assert tray(state, "tauren") == before + 2
    assert (region(state, 4)["race"], in_hand(state, 0, "tauren")) == ("blood_elves", 0)
    # No withdrawal follows the score.
    lay_out(state, 0)
    assert (state.turn, state.phase) == (1, "choose")
    assert tokens(state, 17) == 2


@pytest.mark.rule("WW-INT-17")
@pytest.mark.parametrize(("power", "bonus"), [("battlemasters", 1), ("archaeologists", 0)])
def test_battlemasters_earn_one_from_their_own_race_in_decline(power: str, bonus: int) -> None:
    state = play(over_own("blood_elves", power, "tauren"), "conquer 4")
    assert coins(state) == [bonus, 5]


@pytest.mark.rule("WW-INT-17")
def test_own_tokens_in_decline_are_not_recruited() -> None:
    state = play(over_own("forsaken", "archaeologists", "tauren", coins=5), "conquer 4")
    assert turn_state(state, "inflicted") == 0
    play(state, "finish")
    assert state.phase == "deploy"


@pytest.mark.rule("WW-INT-17")
def test_nobody_pays_the_toll_of_his_own_marsh() -> None:
    state = over_own("blood_elves", "archaeologists", "trolls", "marshdwellers", coins=1)
    play(state, "conquer 4")
    assert coins(state) == [1, 5]
    assert 4 in legal(over_own("blood_elves", "archaeologists", "trolls", "marshdwellers"), "conquer")


def horde(name: str, *captures: int, rest: tuple[dict[str, Any], ...] = (), **fields: Any) -> int:
    """Coins of seat 0's Horde race beyond a coin a region, when it goes out from region 1 and makes those captures."""
    regions = {1: held(0, name), **fields.pop("regions")}
    state = attack(name, "sailors", 10, regions, *fields.pop("others"), rest=rest, **fields)
    play(state, *(f"conquer {number}" for number in captures))
    lay_out(state, captures[0])
    assert state.turn == 1 or state.phase == "withdrawn"
    return coins(state)[0] - 1 - len(captures)


ACTIVE_AND_DECLINED = {
    "others": [active("humans", "miners"), declined("gnomes")],
    "regions": {
        0: held(1, "humans"),
        5: held(1, "humans"),
        4: held(1, "gnomes"),
        6: held(1, "gnomes"),
        16: held(1, "humans"),
        17: held(1, "gnomes"),
    },
}


@pytest.mark.rule("WW-INT-18")
@pytest.mark.parametrize(("captures", "bonus"), [((0, 5, 4), 2), ((0, 5), 1), ((0, 4), 2), ((5, 4, 6), 2)])
def test_the_faction_bonus_counts_each_opposing_race_once(captures: tuple[int, ...], bonus: int) -> None:
    assert horde("trolls", *captures, **ACTIVE_AND_DECLINED) == bonus


@pytest.mark.rule("WW-INT-19")
def test_the_faction_bonus_counts_races_of_two_opponents() -> None:
    rest = (seat(active("dwarves", "herbalists"), coins=0),)
    regions = {0: held(1, "humans"), 5: held(2, "dwarves"), 4: held(1, "humans"), 12: held(1, "humans")}
    regions[14] = held(2, "dwarves")
    others = [active("humans", "miners")]
    assert horde("trolls", 0, 5, rest=rest, regions=regions, others=others) == 2
    assert horde("trolls", 0, 4, rest=rest, regions=regions, others=others) == 1


@pytest.mark.rule("WW-INT-20")
@pytest.mark.parametrize(
    ("name", "place", "captures", "bonus"),
    [
        ("orcs", "battleground", (0,), 1 + 1),
        ("orcs", "battleground", (0, 5), 2 + 2),
        ("orcs", "battleground", (0, 5, 4), 2 + 3),
        ("orcs", "karazhan", (0, 5), 1 + 2),
        ("trolls", "battleground", (0, 5), 2),
        ("trolls", "karazhan", (0, 5), 1),
    ],
)
def test_orcs_faction_and_battleground_pay_for_the_same_conquest(
    name: str, place: str, captures: tuple[int, ...], bonus: int
) -> None:
    # Karazhan lies on the only hill held and pays nothing.
    regions = {number: held(1, "humans") for number in (0, 5, 4, 16)}
    regions[1] = hold(0, name, place=place)
    assert horde(name, *captures, regions=regions, others=[active("humans", "miners")]) == bonus


@pytest.mark.rule("WW-INT-21")
def test_a_region_emptied_by_strongmen_pays_no_bonus() -> None:
    regions = {1: held(0, "orcs"), 0: held(1, "humans"), 9: held(0, "orcs")}
    state = attack("orcs", "strongmen", 5, regions, active("humans", "miners"))
    plain = play(state.copy(), "conquer 0")
    assert coins(lay_out(plain, 0))[0] == 3 + 1 + 1
    play(state, "push 0")
    assert region(state, 0) == {}
    assert price(state, 0) == 2
    play(state, "conquer 0")
    assert coins(lay_out(state, 0))[0] == 3


def bombed(power: str, kind: str) -> swenv.State:
    """Seat 0's turn begins: Goblins with that badge in 1, and a bomb of that kind under 3 Dwarves in 0."""
    state = warcraft(
        turn=1,
        phase="conquest",
        seats=[seat(active("goblins", power), coins=0), seat(active("dwarves", "herbalists"), coins=0)],
        regions={1: held(0, "goblins", 7), 0: held(1, "dwarves", 3) | {"bomb": kind}, 17: held(1, "dwarves")},
        bomb_stack=[],
    )
    return lay_out(state, 0)


@pytest.mark.rule("WW-INT-21")
@pytest.mark.parametrize(("power", "kept"), [("battlemasters", 1), ("conquerors", 3), ("archaeologists", 0)])
def test_a_region_emptied_by_a_bomb_pays_no_bonus(power: str, kept: int) -> None:
    after = bombed(power, "live")
    assert "owner" not in region(after, 0)
    play(after, "conquer 0")
    assert coins(after)[0] == 0
    assert lay_out(after, 0).phase == "withdrawn"
    assert coins(after)[0] == 2
    # A dud leaves the Dwarves where they are, and the conquest pays everything.
    dud = play(bombed(power, "dud"), "conquer 0")
    assert coins(dud)[0] == kept
    lay_out(dud, 0)
    assert coins(dud)[0] == kept + 2 + 1


@pytest.mark.rule("WW-INT-22")
@pytest.mark.parametrize("power", ["battlemasters", "conquerors", "archaeologists"])
def test_an_explosion_pays_neither_badge_nor_faction(power: str) -> None:
    state = bombed(power, "live")
    assert coins(state)[0] == 0
    assert not turn_state(state, "beaten")
    lay_out(state, 1)
    assert coins(state)[0] == 1


@pytest.mark.rule("WW-INT-22")
def test_an_explosion_in_a_turn_of_decline_pays_nothing() -> None:
    state = play(bombed("battlemasters", "live"), "decline")
    assert coins(state)[0] == 1


def objective(name: str, regions: dict[int, Any] | None = None, **fields: Any) -> swenv.State:
    """Seat 0's race in 1 beside an Objective in the empty region 0; the Humans of seat 1 hold 5 and 17."""
    there = {0: OBJECTIVE, 1: held(0, name), 5: held(1, "humans"), 17: held(1, "humans"), **(regions or {})}
    return attack(name, "sailors", 7, there, active("humans", "miners"), purse=0, **fields)


@pytest.mark.rule("WW-INT-32")
def test_a_neutral_conqueror_of_an_objective_and_the_humans_get_two_each() -> None:
    state = play(objective("kobolds"), "conquer 0")
    assert coins(state) == [2, 2]
    assert "objective" not in region(state, 0)


@pytest.mark.rule("WW-INT-33")
def test_humans_get_two_for_their_own_objective() -> None:
    regions = {0: OBJECTIVE, 1: held(0, "humans")}
    state = play(attack("humans", "archaeologists", 5, regions, active("kobolds", "miners")), "conquer 0")
    assert coins(state) == [2, 5]
    assert "objective" not in region(state, 0)


@pytest.mark.rule("WW-INT-34")
def test_an_objective_that_the_horde_left_alone_pays_the_next_conqueror() -> None:
    seats = [
        seat(active("humans", "miners"), coins=0),
        seat(active("trolls", "archaeologists", hand=3), coins=0),
        seat(active("worgen", "herbalists"), coins=0),
    ]
    regions = {0: OBJECTIVE, 1: held(1, "trolls"), 4: held(2, "worgen", 7), 14: held(0, "humans")}
    state = warcraft(3, turn=1, phase="conquest", seats=seats, regions=regions)
    play(state, "conquer 0")
    assert coins(state) == [0, 0, 0]
    assert region(state, 0)["objective"] == 1
    lay_out(state, 1)
    assert (state.turn, coins(state)) == (2, [0, 2, 0])
    play(state, "form human")
    assert coins(state) == [0, 2, 2]
    play(state, "conquer 0")
    assert coins(state) == [2, 2, 4]
    assert "objective" not in region(state, 0)


@pytest.mark.rule("WW-INT-35")
def test_an_objective_moves_with_a_swap_and_pays_nothing() -> None:
    # Magic regions 7 and 14.
    regions = {7: OBJECTIVE, 14: held(0, "kobolds"), 17: held(1, "humans")}
    state = attack("kobolds", "portal_mages", 3, regions, active("humans", "miners"), purse=0)
    play(state, "portal 7", "portal 14")
    assert region(state, 7)["race"] == "kobolds"
    assert "objective" not in region(state, 7)
    assert region(state, 14) == OBJECTIVE
    assert coins(state) == [0, 0]


@pytest.mark.rule("WW-INT-35")
def test_an_objective_stays_on_a_region_that_explodes_and_pays_nothing() -> None:
    seats = [
        seat(active("goblins", "archaeologists"), coins=0),
        seat(active("humans", "miners"), coins=0),
        seat(active("naga", "herbalists"), coins=0),
    ]
    regions = {
        1: held(0, "goblins"),
        0: held(2, "naga") | {"bomb": "live"} | OBJECTIVE,
        4: held(2, "naga"),
        14: held(1, "humans"),
    }
    state = lay_out(warcraft(3, turn=2, phase="conquest", seats=seats, regions=regions, bomb_stack=[]), 0)
    assert state.turn == 0
    assert region(state, 0) == OBJECTIVE
    assert coins(state)[:2] == [0, 0]


@pytest.mark.rule("WW-INT-36")
def test_a_neutral_holder_of_the_battleground_is_not_horde_for_an_objective() -> None:
    # He scores against the Humans as Horde.
    state = objective("kobolds", {1: hold(0, "kobolds", place="battleground")})
    play(state, "conquer 5", "conquer 0")
    assert coins(state) == [2, 2]
    lay_out(state, 1)
    assert coins(state)[0] == 2 + 3 + 1


def recruiting(purse: int, on_map: int, inflicted: int) -> swenv.State:
    """Forsaken with that purse in 1, 4 and 6, most of them in 1, who have made others lose that many tokens."""
    regions = {1: held(0, "forsaken", on_map - 2), 4: held(0, "forsaken"), 6: held(0, "forsaken")}
    turn = {"inflicted": inflicted}
    return attack("forsaken", "archaeologists", 0, regions, coins=purse, turn_state=turn)


@pytest.mark.rule("WW-INT-78")
def test_forsaken_buy_before_they_score() -> None:
    state = play(recruiting(1, 8, 3), "finish")
    assert state.phase == "recruit"
    play(state, "buy")
    # Three more coins are on their way, and two more tokens could be bought.
    assert (state.phase, legal(state, "buy")) == ("deploy", [])
    assert tray(state, "forsaken") == 20 - 8 - 1
    poor = play(recruiting(0, 8, 3), "finish")
    assert poor.phase == "deploy"


@pytest.mark.rule("WW-INT-79")
@pytest.mark.parametrize(("on_map", "buys"), [(20, 0), (19, 1), (18, 2)])
def test_forsaken_buy_only_what_is_in_the_tray(on_map: int, buys: int) -> None:
    state = play(recruiting(9, on_map, 5), "finish")
    for _ in range(buys):
        assert state.phase == "recruit"
        play(state, "buy")
    assert state.phase == "deploy"
    assert coins(state)[0] == 9 - buys


@pytest.mark.rule("WW-INT-82")
def test_coins_below_the_picked_combo_slide_up_with_it() -> None:
    rows = [("trolls", "sailors", 1), ("orcs", "fishers", 2), ("naga", "farmers", 3), ("tauren", "trackers", 4)]
    state = warcraft(
        phase="pick",
        seats=[seat(coins=5), IDLE],
        column=[{"race": race, "power": power, "coins": there} for race, power, there in rows],
    )
    play(state, "pick 1")
    assert column(state)[:3] == [("trolls", "sailors", 2), ("naga", "farmers", 3), ("tauren", "trackers", 4)]
    assert coins(state)[0] == 5 - 1 + 2
