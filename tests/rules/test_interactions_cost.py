"""What a conquest costs when several rules meet (SW-INT-30 to SW-INT-44)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from interactions import price

import swenv
from support import TRIBE, active, declined, held, legal, play, position, seat

TWO_PEAKS = str(Path(__file__).parent.parent / "data" / "twopeaks.json")


def conquest(*races: dict[str, Any], other: dict[str, Any] | None = None, **fields: Any) -> swenv.State:
    """Seat 0 with these races in its conquests; seat 1 is `other`, or has nothing."""
    return position(phase="conquest", seats=[seat(*races, coins=0), other or seat()], **fields)


@pytest.mark.rule("SW-INT-30")
@pytest.mark.parametrize(
    ("name", "power", "cost"),
    [("ratmen", "hill", 2), ("ratmen", "commando", 1), ("tritons", "hill", 1), ("tritons", "commando", 1)],
)
def test_discounts_never_bring_the_price_under_one(name: str, power: str, cost: int) -> None:
    assert price(conquest(active(name, power, hand=9)), 0) == cost


@pytest.mark.rule("SW-INT-30")
def test_race_discount_and_power_discount_add_up() -> None:
    state = conquest(
        active("tritons", "commando", hand=9),
        other=seat(active("humans", "merchant")),
        regions={4: held(0, "tritons"), 0: held(1, "humans", 3)},
    )
    assert price(state, 0) == 2 + 3 - 1 - 1


@pytest.mark.rule("SW-INT-31")
def test_an_empty_mountain_costs_three_and_gives_no_credit() -> None:
    state = conquest(active("orcs", "pillaging", hand=6), regions={4: held(0, "orcs")})
    assert price(state, 3) == 3
    play(state, "conquer 3")
    assert state.to_position()["turn_state"]["nonempty_conquered"] == 0
    play(state, "finish", "deploy_rest 4")
    assert state.coins[0] == 2


@pytest.mark.rule("SW-INT-32")
@pytest.mark.parametrize("tokens", [1, 3])
def test_a_mountain_defends_its_new_owner(tokens: int) -> None:
    state = conquest(
        active("ratmen", "hill", hand=9),
        other=seat(active("humans", "merchant")),
        regions={4: held(0, "ratmen"), 3: held(1, "humans", tokens)},
    )
    assert price(state, 3) == 2 + tokens + 1


@pytest.mark.rule("SW-INT-33")
def test_a_fortified_troll_on_a_mountain_costs_six() -> None:
    state = conquest(
        active("ratmen", "hill", hand=9),
        other=seat(active("trolls", "fortified")),
        regions={4: held(0, "ratmen"), 3: held(1, "trolls", 1, lair=1, fortress=1)},
    )
    assert price(state, 3) == 6


@pytest.mark.rule("SW-INT-34")
@pytest.mark.parametrize(
    "mountain",
    [{}, {3: held(1, "humans")}, {3: held(0, "dwarves")}],
    ids=["empty", "an opponent's", "own in decline"],
)
def test_giants_gain_nothing_from_a_mountain_they_do_not_hold(mountain: dict[int, Any]) -> None:
    state = conquest(
        active("giants", "hill", hand=9),
        declined("dwarves"),
        other=seat(active("humans", "swamp")),
        regions={4: held(0, "giants"), 1: held(1, "humans"), 8: held(0, "dwarves"), **mountain},
    )
    assert price(state, 5) == 2


@pytest.mark.rule("SW-INT-35")
def test_giants_gain_from_a_mountain_taken_in_the_same_turn() -> None:
    state = conquest(active("giants", "hill", hand=9), regions={4: held(0, "giants"), 5: TRIBE})
    assert price(state, 5) == 3
    play(state, "conquer 3")
    assert price(state, 5) == 2


@pytest.mark.rule("SW-INT-36")
def test_giants_who_abandon_their_only_mountain_lose_the_discount() -> None:
    state = position(
        phase="ready",
        seats=[seat(active("giants", "hill", hand=5)), seat()],
        regions={3: held(0, "giants"), 4: held(0, "giants")},
    )
    assert price(state, 5) == 1
    play(state, "abandon 3")
    assert price(state, 5) == 2


@pytest.mark.rule("SW-INT-37")
@pytest.mark.parametrize(("name", "mountain", "farmland"), [("giants", 2, 1), ("ratmen", 3, 2)])
def test_giants_pay_less_for_a_mountain_next_to_theirs(name: str, mountain: int, farmland: int) -> None:
    state = conquest(active(name, "hill", hand=6), regions={0: held(0, name)}, map=TWO_PEAKS)
    assert price(state, 1) == mountain
    assert price(state, 2) == farmland


@pytest.mark.rule("SW-INT-38")
@pytest.mark.parametrize(("name", "cost"), [("giants", 2), ("ratmen", 3)])
def test_all_caverns_are_next_to_the_cavern_mountain_of_underworld_giants(name: str, cost: int) -> None:
    # 2 and two enemy tokens, less 1 for Underworld, less 1 for Giants.
    state = conquest(
        active(name, "underworld", hand=9),
        other=seat(active("humans", "merchant")),
        regions={3: held(0, name), 8: held(1, "humans", 2)},
    )
    assert 8 in legal(state, "conquer")
    assert price(state, 8) == cost


@pytest.mark.rule("SW-INT-39")
def test_flying_gives_giants_reach_but_no_discount() -> None:
    state = conquest(active("giants", "flying", hand=9), regions={3: held(0, "giants")})
    assert {number: price(state, number) for number in (0, 1, 2, 4, 5, 8)} == {
        0: 2,
        1: 2,
        2: 1,
        4: 1,
        5: 1,
        8: 2,
    }


@pytest.mark.rule("SW-INT-40")
def test_the_shore_of_the_lake_is_coast_for_tritons() -> None:
    # Regions 2 and 3 lie on the Lake alone, region 4 on no water.
    state = conquest(active("tritons", "flying", hand=9))
    assert [price(state, number) for number in (2, 3, 4)] == [1, 2, 2]


@pytest.mark.rule("SW-INT-41")
def test_water_itself_is_no_coast_for_seafaring_tritons() -> None:
    state = conquest(active("tritons", "seafaring", hand=9), regions={0: held(0, "tritons"), 2: held(0, "tritons")})
    assert price(state, 6) == 2
    assert price(state, 7) == 2


@pytest.mark.rule("SW-INT-42")
def test_mounted_pays_less_on_hill_and_farmland_alone() -> None:
    regions = {4: held(0, "ratmen"), 2: held(0, "ratmen")}
    state = conquest(active("ratmen", "mounted", hand=9), regions=regions)
    # Farmland, hill; mountain, swamp.
    assert [price(state, number) for number in (0, 1)] == [1, 1]
    assert [price(state, number) for number in (3, 5)] == [3, 2]
    forest = conquest(active("ratmen", "mounted", hand=9), regions={0: held(0, "ratmen")})
    assert price(forest, 4) == 2


@pytest.mark.rule("SW-INT-43")
def test_a_lost_tribe_costs_one_more_and_is_not_empty() -> None:
    regions = {4: held(0, "ratmen"), 5: TRIBE}
    state = conquest(active("ratmen", "hill", hand=9), regions=regions)
    assert price(state, 5) == 3
    assert price(state, 0) == 2
    play(state, "conquer 5")
    assert state.to_position()["turn_state"]["nonempty_conquered"] == 1


@pytest.mark.rule("SW-INT-43")
def test_a_lost_tribe_cannot_be_converted() -> None:
    state = conquest(active("sorcerers", "hill", hand=9), regions={4: held(0, "sorcerers"), 5: TRIBE})
    assert 5 in legal(state, "conquer")
    assert legal(state, "convert") == []


@pytest.mark.rule("SW-INT-43")
def test_a_lost_tribe_has_no_effect_on_peace() -> None:
    state = conquest(
        active("ratmen", "diplomat", hand=9),
        other=seat(active("humans", "merchant")),
        regions={4: held(0, "ratmen"), 5: TRIBE, 1: held(1, "humans")},
    )
    play(state, "conquer 5", "finish", "deploy_rest 4")
    assert state.phase == "peace"
    assert legal(state, "peace") == [1]


@pytest.mark.rule("SW-INT-44")
def test_tokens_in_decline_defend_their_water() -> None:
    state = conquest(
        active("humans", "seafaring", hand=8),
        other=seat(declined("ratmen")),
        regions={2: held(0, "humans"), 0: held(0, "humans"), 6: held(1, "ratmen")},
    )
    assert price(state, 6) == 3
    assert price(state, 7) == 2
