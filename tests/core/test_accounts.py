"""The breakdown of what a turn paid: its parts are those of the rules and add up to the coins that change hands."""

from __future__ import annotations

from typing import Any

import pytest

import swenv
from archipelago import plays
from randomplay import walk
from support import active, declined, held, position, seat

GAMES: dict[str, dict[str, Any]] = {
    "smallworld": {"rounds": 6},
    "underground": {"rounds": 6},
    "warcraft": {"boards": ["L1a", "S2b"], "rounds": 6},
    "mixed": {"name": "smallworld", "boxes": ["base", "underground"], "places": True, "rounds": 6},
    "islands": {"window": 9},
    "advanced": {"name": "islands", "window": 9, "mode": "advanced"},
}


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 12))])
@pytest.mark.parametrize("name", GAMES)
def test_the_parts_add_up_to_the_coins_paid(name: str, seed: int) -> None:
    game = swenv.load(**{"name": name, **GAMES[name]})
    told = 0
    for state, action in walk(game, seed):
        if action < 0:
            break
        kept = state.copy()
        paid, after = game.accounts(state.record, action), plays(state, action)
        assert state == kept
        assert [sum(parts.values()) for parts in paid] == (after.coins - state.coins).tolist()
        assert all(0 not in parts.values() for parts in paid)
        told += any(len(parts) > 1 or "regions" in parts or "ports" in parts for parts in paid)
        if "regions" in paid[state.turn] and game.name == "smallworld" and game.options["boxes"] == ["base"]:
            owners = [region.get("owner") for region in after.to_position()["regions"].values()]
            assert paid[state.turn]["regions"] == owners.count(state.turn)
    assert told > 5 or game.name == "islands"


@pytest.mark.rule("SW-SCORE-1", "SW-SCORE-2", "SW-SCORE-3")
def test_a_turn_is_broken_down_by_regions_race_and_power() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("humans", "alchemist", hand=1), declined("dwarves")), seat(active("elves", "swamp"))],
        regions={**dict.fromkeys((0, 1, 2), held(0, "humans")), **dict.fromkeys((5, 8), held(0, "dwarves"))},
    )
    state.apply("finish")
    paid = state.game.accounts(state.record, state.game.parse("deploy_rest 0"))
    assert paid == ({"regions": 5, "humans": 2, "alchemist": 2, "dwarves": 1}, {})  # farmland 0 and 2, the mine of 5


@pytest.mark.rule("SW-COL-1")
def test_coins_outside_scoring_are_attributed_to_the_verb() -> None:
    state = swenv.load("smallworld").new_state(seed=1)
    assert state.game.accounts(state.record, state.game.parse("pick 2")) == ({"pick": -2}, {})
