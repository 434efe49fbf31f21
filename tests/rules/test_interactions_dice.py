"""The final attempt and Berserk when other rules meet them (SW-INT-45 to SW-INT-56)."""

from __future__ import annotations

from typing import Any

import pytest
from interactions import price, verbs

import swenv
from support import TRIBE, active, declined, held, legal, play, position, race, region, rolled, seat, tokens


def conquest(*races: dict[str, Any], other: dict[str, Any] | None = None, **fields: Any) -> swenv.State:
    """Seat 0 with these races in its conquests; seat 1 is `other`, or has nothing."""
    return position(phase="conquest", seats=[seat(*races, coins=0), other or seat()], **fields)


def against_humans(*races: dict[str, Any], defenders: int, **fields: Any) -> swenv.State:
    """Seat 0's first race alone in region 4, with that many active Humans of seat 1 in region 0 beside it."""
    regions = {4: held(0, races[0]["race"]), 0: held(1, "humans", defenders)}
    return conquest(*races, other=seat(active("humans", "merchant")), regions=regions, **fields)


@pytest.mark.rule("SW-INT-45")
@pytest.mark.parametrize("name", ["sorcerers", "ratmen"])
def test_without_a_token_in_hand_nothing_can_be_conquered(name: str) -> None:
    with_one = against_humans(active(name, "dragon_master", hand=1), defenders=1)
    # Short by 2, by 2 and by 1; the dragon takes all three; sorcery takes the lone Human.
    assert legal(with_one, "conquer") == [0, 3, 5]
    assert legal(with_one, "dragon") == [0, 3, 5]
    assert legal(with_one, "convert") == ([0] if name == "sorcerers" else [])
    assert verbs(against_humans(active(name, "dragon_master", hand=0), defenders=1)) == {"finish"}


@pytest.mark.rule("SW-INT-45")
def test_a_berserk_race_without_a_token_in_hand_does_not_roll() -> None:
    assert "roll" in verbs(against_humans(active("orcs", "berserk", hand=1), defenders=1))
    assert verbs(against_humans(active("orcs", "berserk", hand=0), defenders=1)) == {"finish"}


@pytest.mark.rule("SW-INT-46")
@pytest.mark.parametrize(("defenders", "targets"), [(3, [0, 3, 5]), (4, [3, 5])])
def test_a_target_four_tokens_too_dear_cannot_be_attempted(defenders: int, targets: list[int]) -> None:
    # 2 in hand against a price of 5, then of 6.
    state = against_humans(active("ratmen", "hill", hand=2), defenders=defenders)
    assert legal(state, "conquer") == targets


@pytest.mark.rule("SW-INT-47")
@pytest.mark.parametrize("face", [0, 1, 2])
def test_the_die_may_go_for_a_dearer_region_and_ends_the_conquests_when_it_fails(face: int) -> None:
    # 5 in hand: region 5 costs 2, region 0 costs 8.
    state = against_humans(active("ratmen", "hill", hand=5), defenders=6)
    assert legal(state, "conquer") == [0, 3, 5]
    state = rolled(state, "conquer 0", face)
    assert region(state, 0) == {**region(state, 0), "owner": 1, "tokens": 6}
    assert state.phase == "deploy"
    assert legal(state, "conquer") == []
    assert race(state, 0, "ratmen")["hand"] == 5


@pytest.mark.rule("SW-INT-47")
def test_the_die_may_go_for_a_dearer_region_and_ends_the_conquests_when_it_succeeds() -> None:
    state = rolled(against_humans(active("ratmen", "hill", hand=5), defenders=6), "conquer 0", 3)
    assert region(state, 0)["owner"] == 0
    assert state.phase == "deploy"
    assert legal(state, "conquer") == []
    # All 5 went in; 4 of them are free for the new layout.
    assert race(state, 0, "ratmen")["hand"] == 4


@pytest.mark.rule("SW-INT-48")
def test_a_region_that_can_be_bought_is_bought_without_the_die() -> None:
    state = play(against_humans(active("ratmen", "hill", hand=4), defenders=1), "conquer 0")
    assert state.last_roll is None
    assert tokens(state, 0) == 3
    assert state.phase == "conquest"
    assert legal(state, "roll") == []


@pytest.mark.rule("SW-INT-49")
def test_a_first_conquest_that_fails_leaves_all_tokens_in_hand_for_the_next_one() -> None:
    state = conquest(
        active("ratmen", "hill", hand=2),
        other=seat(active("humans", "merchant")),
        regions={1: held(1, "humans", 2)},
    )
    state = rolled(state, "conquer 1", 1)
    assert (state.turn, state.phase) == (1, "choose")
    assert state.coins[0] == 0
    assert race(state, 0, "ratmen")["hand"] == 2
    play(state, "decline")
    assert (state.turn, state.phase) == (0, "choose")
    assert legal(state, "conquer") == [0, 1, 4, 8]


@pytest.mark.rule("SW-INT-50")
def test_the_die_is_measured_against_the_discounted_price() -> None:
    # 2 and one Human, less 1 for the coast: 2. With 1 in hand a face of 1 is enough.
    state = rolled(against_humans(active("tritons", "hill", hand=1), defenders=1), "conquer 0", 1)
    assert region(state, 0)["owner"] == 0


@pytest.mark.rule("SW-INT-50")
@pytest.mark.parametrize(("name", "targets"), [("tritons", [0, 3, 5]), ("ratmen", [3, 5])])
def test_the_discount_decides_what_the_die_can_reach(name: str, targets: list[int]) -> None:
    # Region 0: 4 with the discount, within 3 of the hand; 5 without.
    state = against_humans(active(name, "hill", hand=1), defenders=3)
    assert legal(state, "conquer") == targets


@pytest.mark.rule("SW-INT-51")
@pytest.mark.parametrize(("action", "eligible"), [("conquer 0", [2]), ("conquer 3", [1, 2])])
def test_a_failed_attempt_is_an_attack(action: str, eligible: list[int]) -> None:
    state = position(
        num_players=3,
        phase="conquest",
        seats=[
            seat(active("ratmen", "diplomat", hand=2)),
            seat(active("humans", "hill")),
            seat(active("orcs", "swamp")),
        ],
        regions={4: held(0, "ratmen"), 0: held(1, "humans", 2), 8: held(2, "orcs")},
    )
    state = rolled(state, action, 0)
    assert race(state, 0, "ratmen")["hand"] == 2
    play(state, "deploy_rest 4")
    assert state.phase == "peace"
    assert legal(state, "peace") == eligible


@pytest.mark.rule("SW-INT-52")
def test_a_berserk_roll_never_makes_a_region_free() -> None:
    state = conquest(
        active("ratmen", "berserk", hand=4),
        regions={4: held(0, "ratmen"), 5: TRIBE},
        turn_state={"pending_roll": 3},
    )
    # 3 less the roll of 3.
    play(state, "conquer 5")
    assert tokens(state, 5) == 1
    assert race(state, 0, "ratmen")["hand"] == 3


@pytest.mark.rule("SW-INT-53")
def test_a_new_berserk_roll_may_come_before_each_conquest() -> None:
    state = conquest(active("ratmen", "berserk", hand=9), regions={4: held(0, "ratmen"), 5: TRIBE})
    state = rolled(state, "roll", 2)
    assert state.to_position()["turn_state"]["pending_roll"] == 2
    assert legal(state, "roll") == []
    play(state, "conquer 5")
    assert tokens(state, 5) == 1
    assert legal(state, "roll") == [0]
    state = rolled(state, "roll", 1)
    play(state, "conquer 3")
    assert tokens(state, 3) == 2
    # Without a roll the next one has its full price.
    assert price(state, 0) == 2


@pytest.mark.rule("SW-INT-54")
@pytest.mark.parametrize("face", [0, 1])
def test_a_berserk_roll_that_makes_nothing_affordable_ends_the_conquests(face: int) -> None:
    # Prices 4, 3 and 3: nothing to be had for 1 token, with a roll of 1 neither.
    state = conquest(
        active("ratmen", "berserk", hand=1),
        other=seat(active("humans", "merchant")),
        regions={4: held(0, "ratmen"), 0: held(1, "humans", 2), 5: TRIBE},
    )
    state = rolled(state, "roll", face)
    assert (state.turn, state.phase) == (0, "deploy")
    assert race(state, 0, "ratmen")["hand"] == 1
    play(state, "deploy_rest 4")
    assert tokens(state, 4) == 2
    assert region(state, 5)["tribe"] == 1


@pytest.mark.rule("SW-INT-55")
def test_a_berserk_race_has_no_other_final_attempt_than_its_roll() -> None:
    # Region 0 costs 4, regions 3 and 5 cost 3 and 2.
    state = against_humans(active("ratmen", "berserk", hand=1), defenders=2)
    assert legal(state, "conquer") == []
    assert legal(state, "roll") == [0]
    state = rolled(state, "roll", 1)
    assert legal(state, "conquer") == [5]
    assert legal(against_humans(active("ratmen", "hill", hand=1), defenders=2), "conquer") == [0, 3, 5]


@pytest.mark.rule("SW-INT-56")
def test_berserk_sorcerers_convert_before_the_roll_or_after_its_conquest() -> None:
    state = against_humans(active("sorcerers", "berserk", hand=5), defenders=1)
    assert legal(state, "convert") == [0]
    state = rolled(state, "roll", 1)
    assert legal(state, "convert") == []
    play(state, "conquer 5")
    assert tokens(state, 5) == 1
    assert legal(state, "convert") == [0]


@pytest.mark.rule("SW-INT-46", "SW-INT-48")
def test_only_shortfalls_of_one_to_three_are_left_to_the_die() -> None:
    # 2 in hand; prices of the regions: 0: 3, 1: 4, 2: 5, 5: 6, 3: 3 and 8: 2.
    state = conquest(
        active("ratmen", "flying", hand=2),
        other=seat(active("humans", "merchant"), declined("ghouls")),
        regions={
            4: held(0, "ratmen"),
            0: held(1, "humans", 1),
            1: held(1, "humans", 2),
            2: held(1, "humans", 3),
            5: held(1, "ghouls", 4),
        },
    )
    assert legal(state, "conquer") == [0, 1, 2, 3, 8]
    bought = play(state.copy(), "conquer 8")
    assert bought.last_roll is None
    assert region(bought, 8)["owner"] == 0
    assert play(state.copy(), "conquer 2").last_roll in (0, 1, 2, 3)
