"""Bonus coins and their limits (WW-INT-17 to WW-INT-22, WW-INT-32 to WW-INT-36, WW-INT-78, WW-INT-79, WW-INT-82)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import coins, column, lay_out
from ww_interactions import attack
from ww_play import IDLE, hold

from support import active, declined, held, play, seat, warcraft


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
