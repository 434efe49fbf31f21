"""Every refusal names a rule of the game that is played, and one that its page has."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from chapters import refused

import swenv
from rulebook import known_ids
from support import active, held, position, seat, underground, warcraft
from swenv.core.reason import Reason, by_number
from swenv.islands.reasons import IslandsReason
from swenv.smallworld.game import REASONS
from swenv.smallworld.rules.reasons import SmallWorldReason

BOTH = ("base", "underground")
GAMES: list[tuple[str, dict[str, Any], set[str]]] = [
    ("smallworld", {}, {"SW"}),
    ("underground", {}, {"SW", "UG"}),  # what is the same in both boxes goes by the base game's rule
    ("smallworld", {"boxes": BOTH}, {"SW", "UG"}),
    ("smallworld", {"boxes": BOTH, "places": True}, {"SW", "UG"}),
    ("underground", {"boxes": BOTH}, {"SW", "UG"}),
    ("warcraft", {}, {"WW"}),
]


@pytest.mark.parametrize("num_players", [2, 5])
@pytest.mark.parametrize(("name", "options", "pages"), GAMES)
def test_whatever_is_refused_is_refused_by_a_rule_of_the_game(
    name: str, options: dict[str, Any], pages: set[str], num_players: int
) -> None:
    game = swenv.load(name, num_players=num_players, **options)
    rng = np.random.default_rng(num_players)
    named = set()
    for seed in range(6):
        state = game.new_state(seed=seed)
        while not state.is_over:
            mask = state.mask()
            named |= {game.reason(state.record, int(action))[0] for action in rng.choice(np.flatnonzero(~mask), 12)}
            state.apply(int(rng.choice(np.flatnonzero(mask))))
    assert named <= known_ids()
    assert {rule.partition("-")[0] for rule in named} <= pages


@pytest.mark.parametrize("reason", [*REASONS.values(), *IslandsReason], ids=repr)
def test_every_reason_names_a_rule_and_ends_without_a_full_stop(reason: Reason) -> None:
    assert reason.rule in known_ids()
    assert reason.sentence == reason.sentence.strip().removesuffix(".")


def test_boxes_whose_reasons_have_the_same_numbers_are_noticed() -> None:
    class Other(Reason):
        NOT_HELD = "SW-TERM-7", "the race that acts does not hold that region"

    with pytest.raises(ValueError, match="Other, SmallWorldReason: two reasons have the same number"):
        by_number(Other, SmallWorldReason)


@pytest.mark.rule("SW-TERM-7")
@pytest.mark.parametrize("name", ["smallworld", "underground"])
def test_on_the_turn_of_the_pick_too_a_region_that_is_not_held_cannot_be_given_up(name: str) -> None:
    state = swenv.load(name, num_players=2).new_state(seed=5)
    while state.phase != "ready":
        state.apply(int(state.legal_actions()[0]))
    assert state.to_position()["turn_state"]["picked"]
    assert refused(state, "abandon 1") == "SW-TERM-7"


@pytest.mark.rule("SW-DECL-1")
def test_without_an_active_race_there_is_nothing_to_decline() -> None:
    assert refused(position(phase="pick"), "decline") == "SW-DECL-1"


@pytest.mark.rule("UG-PLACE-FOUNTAIN", "SW-DIE-1")
def test_a_token_of_the_fountain_that_is_to_come_is_a_token_in_hand() -> None:
    state = underground(
        phase="choose",
        seats=[seat(active("drow", "stone")), seat(active("gnomes", "muddy"))],
        regions={5: {**held(0, "drow"), "place": "fountain"}, 6: held(1, "gnomes", 2)},
    )
    assert refused(state, "conquer 6") == "SW-DIE-1"  # a mountain with two tokens: 5, and one token to come


@pytest.mark.rule("UG-CLAR-30")
def test_a_vanishing_race_has_no_use_for_the_tomb_that_stonehedge_lends() -> None:
    state = underground(
        phase="choose",
        stonehedge="tomb",
        seats=[seat(active("drow", "vanishing")), seat(active("gnomes", "muddy"))],
        regions={5: {**held(0, "drow"), "place": "stonehedge"}},
    )
    assert refused(state, "decline_by_stonehedge") == "UG-CLAR-30"


@pytest.mark.rule("UG-ACT-10")
def test_the_bag_is_no_scepter_before_the_score() -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("drow", "magic", hand=5)), seat(active("gnomes", "muddy"))],
        regions={5: held(0, "drow"), 1: {"relics": ["scepter"]}},
    )
    assert refused(state, "bag scepter") == "UG-ACT-10"


@pytest.mark.rule("UG-RACE-WISPS", "WW-RACE-GNOMES")
def test_who_may_not_roll_first_is_told_so_wherever_the_region_lies() -> None:
    seats = [seat(active("drow", "stone", hand=5)), seat(active("gnomes", "muddy"))]
    state = underground(phase="conquest", seats=seats, regions={5: held(0, "drow")})
    assert refused(state, "roll_for 16") == "UG-RACE-WISPS"
    seats = [seat(active("trolls", "farmers", hand=5)), seat(active("gnomes", "miners"))]
    assert refused(warcraft(phase="conquest", seats=seats), "roll_for 16") == "WW-RACE-GNOMES"


@pytest.mark.rule("SW-TERM-7")
def test_before_the_pick_there_is_no_race_whose_regions_could_be_abandoned() -> None:
    assert refused(swenv.load("smallworld", num_players=2).new_state(seed=1), "abandon 3") == "SW-TERM-7"
