"""Every action in the mask is legal; every other action is refused by a rule and changes nothing."""

from __future__ import annotations

import numpy as np
import pytest

import swenv
from maskcheck import hold_the_mask_to_its_word, hold_the_mask_to_the_reference
from randomplay import BOARDS, SOME_BOARDS, SOME_MIXES, board_game, busy_walk, sample, some_game, walk
from reference import Position
from support import many


@pytest.mark.parametrize("key", SOME_MIXES)
def test_every_action_in_the_mask_applies_and_every_other_is_refused_by_a_rule(key: str) -> None:
    for state in sample(some_game(key), games=3, per_game=4, seed=11, by=busy_walk):
        hold_the_mask_to_its_word(state)


def test_an_action_is_refused_the_same_way_as_index_text_and_object() -> None:
    game = board_game(2)
    state = game.new_state(seed=1)
    index = game.parse("decline")
    rules = set()
    for form in (index, "decline", game.action(index), np.int64(index)):
        with pytest.raises(swenv.IllegalAction) as refused:
            state.apply(form)
        rules.add((refused.value.rule, refused.value.action, str(refused.value)))
    assert len(rules) == 1
    assert state == game.new_state(seed=1)


def test_the_mask_is_a_copy() -> None:
    state = board_game(2).new_state(seed=1)
    mask = state.mask()
    mask[:] = True
    assert not state.mask().all()


@pytest.mark.parametrize("num_players", SOME_BOARDS)
def test_the_mask_agrees_with_the_reference(num_players: int) -> None:
    for seed in range(3):
        for state, action in walk(board_game(num_players), seed=seed + 70):
            if action >= 0:
                hold_the_mask_to_the_reference(state)


@pytest.mark.parametrize("num_players", SOME_BOARDS)
def test_conquests_cost_what_the_reference_says(num_players: int) -> None:
    """While the conquests go on: the tokens used, the hand left, and what the defender loses and takes back."""
    game = board_game(num_players)
    seen = 0
    for seed in range(8):
        before, attacker, target = None, {}, -1
        for state, action in walk(game, seed=seed + 90):
            if before is not None and state.phase.endswith("conquest"):
                seen += 1
                after = Position(state.to_position(), game.board)
                cost = max(1, before.formula(attacker, target) - (before.turn["pending_roll"] or 0))
                assert after.places[target]["tokens"] == cost
                (now,) = (entry for entry in after.entries(after.seat) if entry["race"] == attacker["race"])
                assert now["hand"] == before.in_hand(attacker) - cost
                place = before.places.get(target, {})
                if place.get("owner") is not None:
                    name, count = place["race"], place["tokens"]
                    old_entry = before.active(place["owner"])
                    elves = name == "elves" and old_entry is not None and old_entry["race"] == "elves"
                    lost = after.document["tray"][name] - before.document["tray"][name]
                    assert lost == (0 if elves else 1), f"{lost} of {count} {name} lost"
            before = None
            if action >= 0 and game.action(action).verb == "conquer":
                (target,) = game.action(action).args
                before = Position(state.to_position(), game.board)
                attacker = before.acting()
    assert seen > 100


OPTIONS = {"own_decline_defends": True, "substitution_needs_hand": False}


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, OPTIONS], ids=["defaults", "options"])
@pytest.mark.parametrize("num_players", BOARDS)
def test_the_mask_agrees_with_the_reference_in_many_games(num_players: int, options: dict[str, bool]) -> None:
    game = swenv.load("smallworld", num_players=num_players, **options)
    for seed in range(many(4)):
        for state, action in walk(game, seed=seed + 500):
            if action >= 0:
                hold_the_mask_to_the_reference(state)
