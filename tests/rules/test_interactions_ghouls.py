"""Ghouls in decline and the Spirit slot (SW-INT-89 to SW-INT-100)."""

from __future__ import annotations

from typing import Any

import pytest
from interactions import price, verbs

import swenv
from support import TRIBE, active, declined, held, legal, play, position, race, region, rolled, seat, tokens

NEXT = [{"race": "ratmen", "power": "hill", "coins": 0}]
"""The top of the column where a test picks."""

IDLE = seat(active("tritons", "underworld"))
"""A seat whose active race has no token left, so that `finish` is its whole turn."""


def at(phase: str, *races: dict[str, Any], other: dict[str, Any] | None = None, **fields: Any) -> swenv.State:
    """Seat 0 with these races in that phase; seat 1 is `other`, or idle."""
    return position(phase=phase, seats=[seat(*races, coins=0), other or IDLE], **fields)


@pytest.mark.rule("SW-INT-89")
def test_ghouls_in_decline_leave_without_acting_when_another_race_declines() -> None:
    state = at(
        "choose",
        active("ratmen", "hill"),
        declined("ghouls"),
        regions={
            0: held(0, "ratmen", 3),
            2: held(0, "ratmen"),
            4: held(0, "ghouls", 3),
            5: held(0, "ghouls"),
        },
    )
    play(state, "decline")
    document = state.to_position()
    assert (state.turn, state.coins[0]) == (1, 2)
    assert region(state, 4) == region(state, 5) == {}
    assert document["tray"]["ghouls"] == 10
    assert document["race_stack"][-1] == "ghouls"
    assert [entry["race"] for entry in document["seats"][0]["races"]] == ["ratmen"]


@pytest.mark.rule("SW-INT-90")
def test_spirit_ghouls_decline_beside_another_race_in_decline_with_all_tokens() -> None:
    state = at(
        "choose",
        active("ghouls", "spirit"),
        declined("elves"),
        regions={4: held(0, "ghouls", 3), 5: held(0, "ghouls", 2), 0: held(0, "elves")},
    )
    play(state, "decline")
    assert [tokens(state, number) for number in (4, 5, 0)] == [3, 2, 1]
    assert state.coins[0] == 3
    assert race(state, 0, "ghouls")["power"] == "spirit"


@pytest.mark.rule("SW-INT-90")
def test_spirit_ghouls_conquer_every_expand_turn() -> None:
    state = at(
        "choose",
        active("ratmen", "hill"),
        declined("elves"),
        declined("ghouls", "spirit"),
        regions={1: held(0, "ratmen"), 0: held(0, "elves"), 4: held(0, "ghouls", 6)},
    )
    for target in (5, 8):
        play(state, f"conquer {target}", "finish", f"deploy_rest {target}", "finish")
        assert region(state, target)["race"] == "ghouls"
        assert state.turn == 1
        play(state, "finish")
    assert [tokens(state, number) for number in (4, 5, 8, 0)] == [1, 1, 4, 1]


@pytest.mark.rule("SW-INT-91")
def test_spirit_ghouls_do_not_act_on_a_decline_turn() -> None:
    state = at(
        "choose",
        active("ratmen", "hill"),
        declined("ghouls", "spirit"),
        regions={0: held(0, "ratmen"), 4: held(0, "ghouls", 4)},
    )
    acting = play(state.copy(), "conquer 5")
    assert acting.phase == "ghoul_conquest"
    assert legal(acting, "decline") == []
    play(state, "decline")
    assert (state.turn, state.phase, state.coins[0]) == (1, "choose", 2)
    assert tokens(state, 4) == 4


@pytest.mark.rule("SW-INT-92")
def test_a_spirit_race_declines_beside_an_ordinary_race_which_the_next_decline_removes() -> None:
    state = at(
        "choose",
        active("elves", "spirit"),
        declined("giants"),
        regions={
            0: held(0, "elves", 2),
            1: held(0, "elves"),
            2: held(0, "elves"),
            4: held(0, "giants"),
            3: held(0, "giants"),
        },
        column=NEXT,
    )
    play(state, "decline")
    assert (state.turn, state.coins[0]) == (1, 3 + 2)
    # The Ratmen enter in region 8 and take region 5.
    play(state, "finish", "pick 0", "conquer 8", "conquer 5", "finish", "deploy_rest 5")
    assert (state.turn, state.coins[0]) == (1, 5 + 3 + 2 + 2 + 1)
    play(state, "finish", "decline")
    assert (state.turn, state.coins[0]) == (1, 13 + 3 + 2)
    assert {entry["race"] for entry in state.to_position()["seats"][0]["races"]} == {"elves", "ratmen"}
    assert region(state, 3) == region(state, 4) == {}


@pytest.mark.rule("SW-INT-93")
@pytest.mark.parametrize("power", ["commando", "flying", "berserk", "mounted", "dragon_master"])
def test_the_badge_ghouls_had_does_not_help_them_in_decline(power: str) -> None:
    state = at("choose", active("ghouls", power), regions={4: held(0, "ghouls", 5)}, column=NEXT)
    play(state, "decline", "finish", "pick 0")
    assert state.phase == "ghoul_ready"
    assert legal(state, "conquer") == [0, 3, 5]
    assert [price(state, number) for number in (0, 3, 5)] == [2, 3, 2]
    assert verbs(state) == {"abandon", "conquer", "finish"}


@pytest.mark.rule("SW-INT-93")
def test_ghouls_in_decline_keep_water_but_take_no_more() -> None:
    state = at(
        "ghoul_conquest",
        active("ratmen", "hill"),
        declined("ghouls", hand=4),
        regions={7: held(0, "ghouls"), 2: held(0, "ghouls")},
    )
    assert legal(state, "conquer") == [0, 1, 3, 8]


@pytest.mark.rule("SW-INT-93")
def test_a_fortress_of_ghouls_defends_in_decline() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "hill", hand=9)), seat(declined("ghouls"))],
        regions={0: held(0, "ratmen"), 4: held(1, "ghouls", 2, fortress=1)},
    )
    assert price(state, 4) == 2 + 2 + 1


@pytest.mark.rule("SW-INT-94")
def test_an_ally_attacks_the_diplomat_with_ghouls_in_decline_alone() -> None:
    diplomat = seat(active("ratmen", "diplomat"), peace=0)
    ghouls = at(
        "ghoul_conquest",
        active("orcs", "hill"),
        declined("ghouls", hand=4),
        other=diplomat,
        regions={4: held(0, "ghouls"), 0: held(1, "ratmen")},
    )
    assert legal(ghouls, "conquer") == [0, 3, 5]
    orcs = at(
        "conquest",
        active("orcs", "hill", hand=4),
        other=diplomat,
        regions={4: held(0, "orcs"), 0: held(1, "ratmen")},
    )
    assert legal(orcs, "conquer") == [3, 5]


@pytest.mark.rule("SW-INT-95")
def test_ghouls_beaten_in_decline_withdraw_to_their_other_regions() -> None:
    state = at(
        "conquest",
        active("ratmen", "hill", hand=9),
        other=seat(declined("ghouls")),
        regions={3: held(0, "ratmen"), 4: held(1, "ghouls", 3), 0: held(1, "ghouls"), 8: held(1, "ghouls")},
    )
    play(state, "conquer 4")
    assert race(state, 1, "ghouls")["hand"] == 2
    assert state.to_position()["tray"]["ghouls"] == 10 - 4
    play(state, "finish", "deploy_rest 3")
    assert (state.phase, state.to_act) == ("withdrawn", 1)
    assert legal(state, "deploy") == [0, 8]
    play(state, "deploy_rest 0")
    assert (tokens(state, 0), tokens(state, 8)) == (3, 1)


@pytest.mark.rule("SW-INT-95")
def test_ghouls_driven_out_in_decline_enter_anew_in_their_next_phase() -> None:
    state = at(
        "conquest",
        active("ratmen", "hill", hand=6),
        other=seat(active("orcs", "merchant"), declined("ghouls")),
        regions={3: held(0, "ratmen"), 4: held(1, "ghouls", 3), 2: held(1, "orcs")},
    )
    play(state, "conquer 4", "finish", "deploy_rest 3")
    assert (state.turn, state.phase) == (1, "choose")
    assert race(state, 1, "ghouls")["hand"] == 2
    assert legal(state, "conquer") == [0, 1, 4, 8]
    play(state, "conquer 0", "deploy_rest 0")
    assert (region(state, 0)["race"], tokens(state, 0)) == ("ghouls", 2)


@pytest.mark.rule("SW-INT-96")
def test_in_a_turn_with_a_pick_the_ghouls_act_after_it() -> None:
    state = at("pick", declined("ghouls"), regions={4: held(0, "ghouls", 5)}, column=NEXT)
    assert verbs(state) == {"pick"}
    play(state, "pick 0")
    assert (state.phase, race(state, 0, "ghouls")["hand"]) == ("ghoul_ready", 4)
    play(state, "conquer 5", "finish", "deploy_rest 4")
    assert (state.phase, race(state, 0, "ratmen")["hand"]) == ("ready", 8 + 4)


@pytest.mark.rule("SW-INT-97")
def test_ghouls_and_the_active_race_have_a_final_attempt_each() -> None:
    state = at(
        "ghoul_conquest",
        active("humans", "hill"),
        declined("ghouls", hand=1),
        other=seat(active("orcs", "swamp")),
        regions={4: held(0, "ghouls"), 8: held(0, "humans", 2), 0: held(1, "orcs")},
    )
    state = rolled(state, "conquer 0", 0)
    assert region(state, 0)["owner"] == 1
    assert state.phase == "ghoul_deploy"
    play(state, "deploy_rest 4")
    assert (state.phase, legal(state, "conquer")) == ("ready", [5])
    state = rolled(state, "conquer 5", 1)
    assert region(state, 5)["race"] == "humans"


@pytest.mark.rule("SW-INT-98")
def test_conquests_of_ghouls_pay_neither_orcs_nor_pillaging() -> None:
    state = at(
        "ghoul_conquest",
        active("orcs", "pillaging"),
        declined("ghouls", hand=3),
        other=seat(active("humans", "merchant")),
        regions={4: held(0, "ghouls"), 1: held(0, "orcs"), 5: TRIBE},
    )
    play(state, "conquer 5", "deploy_rest 4", "finish")
    # Two regions of Ghouls and one of Orcs.
    assert (state.turn, state.coins[0]) == (1, 3)


@pytest.mark.rule("SW-INT-98")
def test_conquests_of_ghouls_raise_no_skeletons() -> None:
    state = at(
        "ghoul_conquest",
        active("skeletons", "hill"),
        declined("ghouls", hand=6),
        other=seat(active("orcs", "swamp")),
        regions={4: held(0, "ghouls"), 1: held(0, "skeletons"), 5: TRIBE, 0: held(1, "orcs")},
    )
    play(state, "conquer 5", "conquer 0", "deploy_rest 4", "finish")
    assert state.turn == 1
    assert state.to_position()["tray"]["skeletons"] == 19


@pytest.mark.rule("SW-INT-98")
def test_the_race_trait_and_power_beside_them_do_not_help_ghouls() -> None:
    state = at(
        "ghoul_conquest",
        active("giants", "commando"),
        declined("ghouls", hand=6),
        regions={4: held(0, "ghouls"), 3: held(0, "giants")},
    )
    assert [price(state, number) for number in (0, 5)] == [2, 2]


@pytest.mark.rule("SW-INT-99")
def test_ghouls_are_laid_out_before_the_active_race_moves() -> None:
    state = at(
        "choose",
        active("ratmen", "hill"),
        declined("ghouls"),
        regions={4: held(0, "ghouls", 4), 1: held(0, "ratmen", 4)},
    )
    play(state, "conquer 5", "finish")
    assert (state.phase, legal(state, "deploy")) == ("ghoul_deploy", [4, 5])
    assert tokens(state, 1) == 4
    play(state, "deploy 5", "deploy 4")
    assert (state.phase, race(state, 0, "ratmen")["hand"]) == ("ready", 3)
    play(state, "finish")
    assert (state.phase, legal(state, "deploy")) == ("deploy", [1])
    assert (tokens(state, 4), tokens(state, 5)) == (2, 2)


@pytest.mark.rule("SW-INT-100")
def test_ghouls_that_decline_without_a_region_vanish() -> None:
    state = at("choose", active("ghouls", "hill", hand=4), regions={})
    play(state, "decline")
    document = state.to_position()
    assert (state.turn, state.coins[0]) == (1, 0)
    assert document["seats"][0]["races"] == []
    assert document["tray"]["ghouls"] == 10
    assert document["race_stack"][-1] == "ghouls"
