"""Every refusal names a rule of the game that is played, and one that its page has."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import swenv
from rulebook import known_ids
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
