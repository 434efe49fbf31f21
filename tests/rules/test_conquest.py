"""Conquest: where and at what price (SW-CONQ), and the final attempt with the die (SW-DIE)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from chapters import markers, position, price, refused

import swenv
from support import TRIBE, active, declined, held, legal, play, race, region, rolled, seat, tokens


def conquering(
    hand: int,
    regions: dict[int, Any],
    *others: dict[str, Any],
    own: list[dict[str, Any]] | None = None,
    **fields: Any,
) -> swenv.State:
    """Seat 0 conquers with Forest Ratmen that hold region 4; `others` are the races of seat 1."""
    return position(
        phase="conquest",
        seats=[seat(active("ratmen", "forest", hand=hand), *(own or [])), seat(*others)],
        regions={4: held(0, "ratmen"), **regions},
        **fields,
    )


# Where and at what price


@pytest.mark.rule("SW-CONQ-0")
def test_each_conquest_is_judged_on_the_position_left_by_the_one_before() -> None:
    state = conquering(9, {})
    assert legal(state, "conquer") == [0, 3, 5]
    play(state, "conquer 5")
    assert legal(state, "conquer") == [0, 3, 8]
    play(state, "conquer 8")
    assert legal(state, "conquer") == [0, 3]


@pytest.mark.rule("SW-CONQ-1")
@pytest.mark.parametrize(
    ("number", "content", "other", "expected"),
    [
        (0, {}, [], 2),
        (3, {}, [], 2 + 1),
        (5, TRIBE, [], 2 + 1),
        (0, held(1, "orcs", 2), [active("orcs", "hill")], 2 + 2),
        (0, held(1, "orcs"), [declined("orcs")], 2 + 1),
        (0, held(1, "orcs", 1, fortress=1), [declined("orcs")], 2 + 1 + 1),
        (0, held(1, "trolls", 1, lair=1), [declined("trolls")], 2 + 1 + 1),
        (0, held(1, "wizards", 1, encampment=3), [active("wizards", "bivouacking")], 2 + 1 + 3),
        (3, held(1, "trolls", 2, lair=1, fortress=1), [active("trolls", "fortified")], 2 + 2 + 1 + 1 + 1),
    ],
    ids=["plain", "mountain", "tribe", "tokens", "declined", "fortress", "lair", "camps", "all"],
)
def test_the_price_of_a_region(
    number: int, content: dict[str, Any], other: list[dict[str, Any]], expected: int
) -> None:
    assert price(conquering(11, {number: content}, *other), number) == expected


@pytest.mark.rule("SW-CONQ-1")
def test_own_tokens_add_nothing_to_the_price_but_own_markers_do() -> None:
    own = [declined("trolls")]
    assert price(conquering(9, {0: held(0, "trolls")}, own=own), 0) == 2
    assert price(conquering(9, {3: held(0, "trolls", 1, lair=1)}, own=own), 3) == 2 + 1 + 1


@pytest.mark.rule("SW-CONQ-1")
def test_the_discounts_of_race_and_power_add_up_and_stop_at_one_token() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("tritons", "commando", hand=9)), seat(active("orcs", "hill"))],
        regions={4: held(0, "tritons"), 5: held(1, "orcs", 3)},
    )
    assert price(state, 5) == 2 + 3 - 1 - 1
    assert price(state, 3) == 2 + 1 - 1 - 1
    assert price(state, 0) == 1
    play(state, "conquer 3")
    assert price(state, 2) == 1


@pytest.mark.rule("SW-CONQ-2")
def test_a_conquest_must_meet_every_condition() -> None:
    # 0 and 2 are immune, 5 is short by 3 (the die), 1 and 8 out of reach, 6 is water, 3 and 4 are his own.
    heroic = active("orcs", "heroic")
    regions = {0: held(1, "orcs", 1, hero=1), 5: held(1, "orcs", 6), 3: held(0, "ratmen")}
    state = conquering(5, {**regions, 2: held(1, "orcs", 1, hero=1)}, heroic)
    assert legal(state, "conquer") == [5]
    del regions[0]
    assert legal(conquering(5, regions, heroic), "conquer") == [0, 2, 5]


@pytest.mark.rule("SW-CONQ-3")
def test_a_race_does_not_conquer_its_own_region() -> None:
    state = conquering(9, {3: held(0, "ratmen", 2)})
    assert legal(state, "conquer") == [0, 2, 5]
    assert refused(state, "conquer 3") == "SW-CONQ-3"


@pytest.mark.rule("SW-CONQ-4")
def test_water_is_closed_but_to_an_active_seafaring_race() -> None:
    state = conquering(9, {5: held(0, "ratmen"), 0: held(0, "ratmen")})
    assert not {6, 7} & set(legal(state, "conquer"))
    assert refused(state, "conquer 6") == "SW-CONQ-4"
    sailors = position(
        phase="conquest",
        seats=[seat(active("ratmen", "seafaring", hand=9)), seat()],
        regions={5: held(0, "ratmen"), 0: held(0, "ratmen")},
    )
    assert {6, 7} <= set(legal(sailors, "conquer"))


@pytest.mark.rule("SW-CONQ-4")
def test_seafaring_ghouls_in_decline_take_no_new_water() -> None:
    state = position(
        phase="ghoul_conquest",
        seats=[seat(active("orcs", "hill"), declined("ghouls", hand=5)), seat()],
        regions={7: held(0, "ghouls"), 2: held(0, "ghouls"), 4: held(0, "orcs")},
    )
    assert legal(state, "conquer") == [0, 1, 3, 8]


@pytest.mark.rule("SW-CONQ-5")
@pytest.mark.parametrize(
    ("race_name", "power", "targets"),
    [
        ("ratmen", "hill", [0, 1, 4, 8]),
        ("ratmen", "underworld", [0, 1, 4, 8]),
        ("halflings", "hill", [0, 1, 2, 3, 4, 5, 8]),
        ("ratmen", "flying", [0, 1, 2, 3, 4, 5, 8]),
    ],
)
def test_first_conquest_starts_at_an_entry_region(race_name: str, power: str, targets: list[int]) -> None:
    state = position(phase="ready", seats=[seat(active(race_name, power, hand=9)), seat()])
    assert legal(state, "conquer") == targets


@pytest.mark.rule("SW-CONQ-5")
@pytest.mark.parametrize(
    ("power", "start", "targets"),
    [
        ("hill", 4, [0, 3, 5]),
        ("hill", 1, [0, 2]),
        ("flying", 1, [0, 2, 3, 4, 5, 8]),
        ("underworld", 3, [2, 4, 5, 8]),
        ("underworld", 8, [3, 5]),
        ("underworld", 4, [0, 3, 5]),
    ],
)
def test_later_conquests_need_a_border_wings_or_a_cavern_link(power: str, start: int, targets: list[int]) -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", power, hand=9)), seat()],
        regions={start: held(0, "ratmen")},
    )
    assert legal(state, "conquer") == targets


@pytest.mark.rule("SW-CONQ-5")
def test_only_regions_of_the_conquering_race_give_reach() -> None:
    state = conquering(9, {8: held(0, "elves")}, own=[declined("elves")])
    play(state, "conquer 0")
    assert legal(state, "conquer") == [1, 3, 5]
    assert refused(state, "conquer 2") == "SW-CONQ-5"
    alone = position(
        phase="ready",
        seats=[seat(active("ratmen", "hill", hand=9), declined("elves")), seat()],
        regions={2: held(0, "elves")},
    )
    assert legal(alone, "conquer") == [0, 1, 4, 8]
    assert refused(alone, "conquer 3") == "SW-CONQ-5"


@pytest.mark.rule("SW-CONQ-6")
@pytest.mark.parametrize(("power", "marker"), [("heroic", "hero"), ("dragon_master", "dragon")])
def test_an_immune_region_of_another_player_cannot_be_conquered(power: str, marker: str) -> None:
    state = conquering(9, {0: held(1, "orcs", 1, **{marker: 1}), 3: held(1, "orcs")}, active("orcs", power))
    assert legal(state, "conquer") == [3, 5]
    assert refused(state, "conquer 0") == "SW-CONQ-6"


@pytest.mark.rule("SW-CONQ-6")
def test_an_owner_is_not_kept_out_by_his_own_hero() -> None:
    state = position(
        phase="ghoul_conquest",
        seats=[seat(active("orcs", "heroic"), declined("ghouls", hand=5)), seat()],
        regions={4: held(0, "ghouls"), 0: held(0, "orcs", 1, hero=1), 8: held(0, "orcs")},
    )
    assert legal(state, "conquer") == [0, 3, 5]
    play(state, "conquer 0")
    assert region(state, 0)["race"] == "ghouls"
    assert region(state, 0)["tokens"] == 2


@pytest.mark.rule("SW-CONQ-7")
def test_an_ally_cannot_take_regions_of_the_diplomats_active_race_by_any_means() -> None:
    state = position(
        turn=1,
        phase="conquest",
        seats=[
            seat(active("ratmen", "diplomat"), declined("elves"), peace=1),
            seat(active("sorcerers", "dragon_master", hand=9)),
        ],
        regions={4: held(1, "sorcerers"), 0: held(0, "ratmen"), 3: held(0, "elves")},
    )
    assert legal(state, "conquer") == legal(state, "dragon") == [3, 5]
    assert legal(state, "convert") == []
    assert refused(state, "conquer 0") == "SW-CONQ-7"


@pytest.mark.rule("SW-CONQ-7")
def test_peace_binds_the_chosen_ally_alone() -> None:
    state = position(
        3,
        turn=2,
        phase="conquest",
        seats=[
            seat(active("ratmen", "diplomat"), peace=1),
            seat(),
            seat(active("sorcerers", "hill", hand=9)),
        ],
        regions={4: held(2, "sorcerers"), 0: held(0, "ratmen")},
    )
    assert legal(state, "conquer") == [0, 3, 5]
    assert legal(state, "convert") == [0]


@pytest.mark.rule("SW-CONQ-8")
def test_an_ordinary_conquest_needs_its_price_in_hand() -> None:
    state = conquering(2, {5: held(1, "orcs", 4)}, active("orcs", "hill"))
    assert legal(state, "conquer") == [0, 3]  # 3 by the die; region 5 costs 6
    assert refused(state, "conquer 5") in {"SW-CONQ-8", "SW-DIE-1"}
    play(state, "conquer 0")
    assert tokens(state, 0) == 1  # two, one of them taken up again for REDEPLOY
    assert (state.phase, race(state, 0, "ratmen")["hand"]) == ("deploy", 1)


@pytest.mark.rule("SW-CONQ-8")
def test_dragon_and_sorcery_need_one_token_in_hand() -> None:
    def wizardry(hand: int) -> swenv.State:
        return position(
            phase="conquest",
            seats=[seat(active("sorcerers", "dragon_master", hand=hand)), seat(active("orcs", "hill"))],
            regions={4: held(0, "sorcerers", 3), 0: held(1, "orcs"), 3: held(1, "orcs", 7)},
        )

    assert legal(wizardry(0), "dragon") == legal(wizardry(0), "convert") == legal(wizardry(0), "conquer") == []
    assert legal(wizardry(1), "dragon") == [0, 3, 5]
    assert legal(wizardry(1), "convert") == [0]


@pytest.mark.rule("SW-CONQ-9")
def test_a_race_that_abandoned_everything_makes_a_first_conquest() -> None:
    state = position(
        phase="choose",
        seats=[seat(active("orcs", "swamp")), seat()],
        regions={1: held(0, "orcs", 2), 2: held(0, "orcs", 3)},
    )
    play(state, "abandon 1")
    assert legal(state, "conquer") == [1, 3]
    play(state, "abandon 2")
    assert race(state, 0, "orcs")["hand"] == 5
    assert legal(state, "conquer") == [0, 1, 4, 8]
    assert price(state, 1) == 2


@pytest.mark.rule("SW-CONQ-9")
def test_a_race_driven_out_with_tokens_in_hand_makes_a_first_conquest() -> None:
    state = position(phase="choose", seats=[seat(active("orcs", "swamp", hand=4)), seat()], regions={5: TRIBE})
    assert legal(state, "conquer") == [0, 1, 4, 8]


@pytest.mark.rule("SW-CONQ-10")
def test_a_conquest_removes_what_was_there_and_counts() -> None:
    # Halflings against two Trolls with lair and fortress on a mountain: 2 + 2 + 1 + 1 + 1 = 7.
    state = position(
        phase="conquest",
        seats=[seat(active("halflings", "hill", hand=9)), seat(active("trolls", "fortified"))],
        regions={
            4: held(0, "halflings"),
            3: held(1, "trolls", 2, lair=1, fortress=1),
            1: held(1, "trolls", 1, lair=1),
        },
    )
    play(state, "conquer 3")
    found = region(state, 3)
    assert (found["owner"], found["race"], found["tokens"]) == (0, "halflings", 7)
    assert markers(state, 3) == {"hole": 1}
    assert race(state, 0, "halflings")["hand"] == 2
    assert race(state, 1, "trolls")["hand"] == 1
    assert state.to_position()["tray"]["trolls"] == 10 - 2
    assert state.to_position()["turn_state"]["nonempty_conquered"] == 1
    assert state.to_position()["turn_state"]["attacked"] == [1]


@pytest.mark.rule("SW-CONQ-10")
def test_a_conquered_tribe_leaves_the_game_and_attacks_nobody() -> None:
    state = play(conquering(9, {5: TRIBE}), "conquer 5")
    assert "tribe" not in region(state, 5) or region(state, 5)["tribe"] == 0
    assert region(state, 5)["tokens"] == 3
    assert state.to_position()["turn_state"]["nonempty_conquered"] == 1
    assert state.to_position()["turn_state"]["attacked"] == []


@pytest.mark.rule("SW-CONQ-10")
def test_lair_and_dragon_are_placed_at_once() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("trolls", "dragon_master", hand=5)), seat()],
        regions={4: held(0, "trolls", 1, lair=1)},
    )
    play(state, "dragon 3")
    assert (region(state, 3)["markers"]["lair"], region(state, 3)["markers"]["dragon"]) == (1, 1)
    play(state, "conquer 5")
    assert region(state, 5)["markers"]["lair"] == 1


@pytest.mark.rule("SW-CONQ-11")
@pytest.mark.parametrize(("number", "cost"), [(0, 2), (3, 3), (5, 4)])
def test_a_conquest_takes_exactly_its_price_from_the_hand(number: int, cost: int) -> None:
    state = conquering(9, {5: held(1, "orcs", 2)}, active("orcs", "hill"))
    play(state, f"conquer {number}")
    assert tokens(state, number) == cost
    assert race(state, 0, "ratmen")["hand"] == 9 - cost


@pytest.mark.rule("SW-CONQ-12")
def test_tokens_on_the_map_cannot_be_used_again() -> None:
    # Ten tokens lie on the map; the one in hand pays for nothing that costs more than 4.
    state = conquering(1, {0: held(0, "ratmen", 9), 3: held(1, "orcs", 3)}, active("orcs", "hill"))
    assert legal(state, "conquer") == [1, 5]
    assert refused(state, "conquer 3") in {"SW-CONQ-8", "SW-DIE-1"}
    spent = play(conquering(3, {}), "conquer 3")
    assert (spent.phase, legal(spent, "conquer")) == ("deploy", [])


# The final attempt

FLYING = active("ratmen", "flying", hand=2)
DEFENDED = {4: held(0, "ratmen"), 0: held(1, "orcs", 2), 5: held(1, "orcs", 3), 8: held(1, "orcs", 4)}


def attempt(hand: int, cost: int, **fields: Any) -> swenv.State:
    """Ratmen in region 4 with this hand; region 0 costs `cost`, others lie about for REDEPLOY."""
    other = [active("orcs", "hill")] if cost > 2 else []
    regions = {0: held(1, "orcs", cost - 2)} if cost > 2 else {}
    return conquering(hand, {**regions, 4: held(0, "ratmen", 3)}, *other, **fields)


@pytest.mark.rule("SW-DIE-1")
def test_the_die_can_be_short_by_one_to_three() -> None:
    # Prices: 3, 4, 5 and 6 for regions 3, 0, 5 and 8; 2 for the empty 1 and 2.
    state = position(phase="conquest", seats=[seat(FLYING), seat(active("orcs", "hill"))], regions=DEFENDED)
    assert legal(state, "conquer") == [0, 1, 2, 3, 5]
    assert refused(state, "conquer 8") in {"SW-CONQ-8", "SW-DIE-1"}


@pytest.mark.rule("SW-DIE-1")
def test_the_die_needs_a_token_in_hand() -> None:
    assert legal(attempt(0, 2), "conquer") == []
    assert legal(attempt(1, 2), "conquer") == [0, 3, 5]


@pytest.mark.rule("SW-DIE-1")
def test_the_die_needs_a_target_in_reach() -> None:
    state = attempt(1, 2)
    assert refused(state, "conquer 8") == "SW-CONQ-5"
    assert refused(state, "conquer 4") == "SW-CONQ-3"


@pytest.mark.rule("SW-DIE-2")
def test_the_named_target_need_not_be_the_cheapest() -> None:
    state = position(phase="conquest", seats=[seat(FLYING), seat(active("orcs", "hill"))], regions=DEFENDED)
    after = rolled(state, "conquer 5", 3)
    assert region(after, 5)["owner"] == 0
    after = rolled(state, "conquer 5", 2)  # enough for 0 and for 3, which were not named
    assert [region(after, number).get("owner") for number in (0, 3, 5)] == [1, None, 1]


@pytest.mark.rule("SW-DIE-3")
@pytest.mark.parametrize("short", [1, 2, 3])
@pytest.mark.parametrize("face", [0, 1, 2, 3])
def test_an_attempt_succeeds_when_hand_and_face_reach_the_price(short: int, face: int) -> None:
    after = rolled(attempt(2, 2 + short), "conquer 0", face)
    assert (region(after, 0).get("owner") == 0) == (face >= short)


@pytest.mark.rule("SW-DIE-3")
def test_a_conquest_that_the_hand_can_pay_rolls_nothing() -> None:
    assert play(attempt(2, 2), "conquer 0").last_roll is None
    assert play(attempt(2, 3), "conquer 0").last_roll in (0, 1, 2, 3)


@pytest.mark.rule("SW-DIE-4")
def test_the_chances_are_a_half_a_third_and_a_sixth() -> None:
    wins: Counter[int] = Counter()
    for short in (1, 2, 3):
        before = attempt(2, 2 + short)
        for seed in range(240):
            after = play(before.sample_hidden(0, 1000 * short + seed), "conquer 0")
            wins[short] += region(after, 0)["owner"] == 0
    # 120, 80 and 40 are expected with standard deviations of 7.7, 7.3 and 5.8: five of them either way.
    assert 82 <= wins[1] <= 158
    assert 44 <= wins[2] <= 116
    assert 11 <= wins[3] <= 69


@pytest.mark.rule("SW-DIE-5")
def test_success_puts_the_whole_hand_into_the_region_and_loses_nothing() -> None:
    # Region 4 holds one token and region 0 all five of the hand: what REDEPLOY takes up tells where they lay.
    state = conquering(5, {0: held(1, "orcs", 6)}, active("orcs", "hill"))
    after = rolled(state, "conquer 0", 3)
    assert (after.phase, tokens(after, 0), tokens(after, 4)) == ("deploy", 1, 1)
    assert race(after, 0, "ratmen")["hand"] == 4
    assert after.to_position()["tray"]["ratmen"] == 13 - 6
    assert race(after, 1, "orcs")["hand"] == 5


@pytest.mark.rule("SW-DIE-6")
def test_failure_loses_no_token_and_leaves_the_hand_for_redeployment() -> None:
    after = rolled(attempt(2, 5), "conquer 0", 1)
    assert (tokens(after, 0), region(after, 0)["owner"]) == (3, 1)
    assert (after.phase, race(after, 0, "ratmen")["hand"]) == ("deploy", 2 + 2)
    play(after, "deploy_rest 4")
    assert tokens(after, 4) == 5


@pytest.mark.rule("SW-DIE-6")
def test_failure_without_a_region_leaves_the_tokens_in_hand() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "swamp", hand=2), coins=0), seat(active("orcs", "hill"))],
        regions={number: held(1, "orcs", 2) for number in (0, 1, 4, 8)},
    )
    after = rolled(state, "conquer 4", 1)
    assert (after.to_act, after.coins[0], race(after, 0, "ratmen")["hand"]) == (1, 0, 2)
    play(after, "decline")
    assert legal(after, "conquer") == [0, 1, 4, 8]


@pytest.mark.rule("SW-DIE-7")
@pytest.mark.parametrize("face", [0, 3])
def test_conquests_end_after_the_attempt_sorcery_and_dragon_included(face: int) -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("sorcerers", "dragon_master", hand=1)), seat(active("orcs", "hill"))],
        regions={4: held(0, "sorcerers", 3), 0: held(1, "orcs"), 5: held(1, "orcs")},
    )
    assert legal(state, "dragon") == [0, 3, 5]
    after = rolled(state, "conquer 0", face)
    assert after.phase == "deploy"
    assert legal(after, "dragon") == legal(after, "convert") == legal(after, "conquer") == []


@pytest.mark.rule("SW-DIE-8")
def test_ghouls_and_the_active_race_have_an_attempt_each() -> None:
    state = position(
        phase="ghoul_conquest",
        seats=[seat(active("ratmen", "swamp"), declined("ghouls", hand=1)), seat()],
        regions={4: held(0, "ghouls", 2), 8: held(0, "ratmen", 2)},
    )
    after = rolled(state, "conquer 0", 0)
    assert after.phase == "ghoul_deploy"
    play(after, "deploy_rest 4")
    assert (after.phase, race(after, 0, "ratmen")["hand"]) == ("ready", 1)
    assert legal(after, "conquer") == [5]
    again = rolled(after, "conquer 5", 0)
    assert (again.phase, tokens(again, 5)) == ("deploy", 0)


@pytest.mark.rule("SW-DIE-8")
def test_a_berserk_race_has_no_attempt_but_its_own_roll() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "berserk", hand=2)), seat()],
        regions={4: held(0, "ratmen")},
    )
    assert legal(state, "conquer") == [0, 5]  # mountain 3 costs 3
    assert legal(state, "roll") == [0]


@pytest.mark.rule("SW-DIE-9")
def test_leftover_tokens_may_be_redeployed_without_an_attempt() -> None:
    state = attempt(2, 3)
    assert {0, 3} <= set(legal(state, "conquer"))
    play(state, "finish")
    assert (state.last_roll, state.phase, race(state, 0, "ratmen")["hand"]) == (None, "deploy", 4)
