"""Peace when other rules meet it (SW-INT-120 to SW-INT-127)."""

from __future__ import annotations

import pytest

import swenv
from support import TRIBE, active, declined, held, legal, play, position, region, seat

IDLE = seat(active("tritons", "underworld"))
"""A seat whose active race has no token left, so that `finish` is its whole turn."""


def ally(state: swenv.State, of: int) -> int | None:
    """The seat that is bound by the peace this Diplomat granted."""
    granted: int | None = state.to_position()["seats"][of]["peace"]
    return granted


@pytest.mark.rule("SW-INT-120")
@pytest.mark.parametrize(
    ("target", "eligible"), [(0, [1, 2]), (5, [1, 2]), (3, [2])], ids=["declined", "Lost Tribe", "active"]
)
def test_only_an_attack_on_an_active_race_rules_out_peace(target: int, eligible: list[int]) -> None:
    state = position(
        num_players=3,
        phase="conquest",
        seats=[
            seat(active("ratmen", "diplomat", hand=9)),
            seat(active("humans", "hill"), declined("giants")),
            IDLE,
        ],
        regions={4: held(0, "ratmen"), 0: held(1, "giants"), 3: held(1, "humans"), 5: TRIBE},
    )
    play(state, f"conquer {target}", "finish", "deploy_rest 4")
    assert state.phase == "peace"
    assert legal(state, "peace") == eligible
    assert legal(state, "finish") == [0]


@pytest.mark.rule("SW-INT-121")
def test_an_attack_by_the_diplomats_ghouls_does_not_rule_out_peace() -> None:
    state = position(
        phase="ghoul_conquest",
        seats=[
            seat(active("ratmen", "diplomat"), declined("ghouls", hand=3)),
            seat(active("humans", "hill")),
        ],
        regions={4: held(0, "ghouls"), 1: held(0, "ratmen"), 0: held(1, "humans"), 2: held(1, "humans")},
    )
    play(state, "conquer 0", "deploy_rest 4", "finish")
    assert region(state, 0)["race"] == "ghouls"
    assert state.phase == "peace"
    assert legal(state, "peace") == [1]


@pytest.mark.rule("SW-INT-122")
@pytest.mark.parametrize(("choice", "targets"), [("peace 1", [4, 8]), ("finish", [0, 1, 4, 8])])
def test_an_ally_without_an_active_race_binds_the_race_he_picks(choice: str, targets: list[int]) -> None:
    state = position(
        phase="peace",
        seats=[seat(active("ratmen", "diplomat")), seat()],
        regions={0: held(0, "ratmen"), 1: held(0, "ratmen")},
        column=[{"race": "humans", "power": "hill", "coins": 0}],
    )
    play(state, choice, "pick 0")
    assert legal(state, "conquer") == targets


@pytest.mark.rule("SW-INT-123")
def test_peace_forbids_dragon_sorcery_and_die_too() -> None:
    def attack(*, peace: bool) -> swenv.State:
        diplomat = seat(active("ratmen", "diplomat"), peace=0) if peace else seat(active("ratmen", "diplomat"))
        return position(
            phase="conquest",
            seats=[seat(active("sorcerers", "dragon_master", hand=2)), diplomat],
            regions={4: held(0, "sorcerers"), 0: held(1, "ratmen")},
        )

    # Region 0 costs 3 with 2 in hand: the die.
    for verb, targets in (("conquer", [0, 3, 5]), ("dragon", [0, 3, 5]), ("convert", [0])):
        assert legal(attack(peace=False), verb) == targets
        assert legal(attack(peace=True), verb) == targets[1:]
    for action in ("conquer 0", "dragon 0", "convert 0"):
        with pytest.raises(swenv.IllegalAction):
            attack(peace=True).apply(action)


@pytest.mark.rule("SW-INT-124")
def test_peace_does_not_cover_the_diplomats_race_in_decline() -> None:
    state = position(
        phase="conquest",
        seats=[
            seat(active("orcs", "hill", hand=5)),
            seat(active("ratmen", "diplomat"), declined("giants"), peace=0),
        ],
        regions={4: held(0, "orcs"), 0: held(1, "giants"), 3: held(1, "ratmen")},
    )
    assert legal(state, "conquer") == [0, 5]


@pytest.mark.rule("SW-INT-125")
def test_the_diplomat_may_attack_his_ally_but_not_choose_him_again_that_turn() -> None:
    state = position(
        num_players=3,
        turn=2,
        phase="choose",
        seats=[seat(active("ratmen", "diplomat"), peace=1), seat(active("humans", "hill")), IDLE],
        regions={4: held(0, "ratmen", 6), 0: held(1, "humans"), 2: held(1, "humans")},
    )
    assert ally(state, 0) == 1
    play(state, "finish")
    assert (state.turn, ally(state, 0)) == (0, None)
    assert legal(state, "conquer") == [0, 3, 5]
    play(state, "conquer 0", "finish", "deploy_rest 4")
    assert state.phase == "peace"
    assert legal(state, "peace") == [2]


@pytest.mark.rule("SW-INT-126")
def test_peace_works_between_two_players() -> None:
    state = position(
        phase="peace",
        seats=[seat(active("ratmen", "diplomat")), seat(active("humans", "hill"))],
        regions={4: held(0, "ratmen"), 0: held(1, "humans", 5)},
    )
    assert legal(state, "peace") == [1]
    play(state, "peace 1")
    assert (state.turn, ally(state, 0)) == (1, 1)
    assert legal(state, "conquer") == [1]
    play(state, "finish", "deploy_rest 0")
    assert (state.turn, ally(state, 0)) == (0, None)
    # Renewed for nobody, it is over.
    play(state, "finish")
    assert state.phase == "peace"
    play(state, "finish")
    assert state.turn == 1
    assert legal(state, "conquer") == [1, 4]


@pytest.mark.rule("SW-INT-127")
def test_a_diplomat_who_declines_grants_no_peace() -> None:
    state = position(
        turn=1,
        phase="choose",
        seats=[seat(active("ratmen", "diplomat"), peace=1), seat(active("humans", "hill"))],
        regions={4: held(0, "ratmen"), 0: held(1, "humans", 5)},
    )
    assert legal(state, "conquer") == [1]
    play(state, "finish", "deploy_rest 0", "decline")
    assert (state.turn, state.phase, ally(state, 0)) == (1, "choose", None)
    assert legal(state, "conquer") == [1, 4]
