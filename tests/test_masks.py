"""What is in the mask can be done; what is not in it is refused by a rule and changes nothing."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import swenv
from randomplay import BOARDS, board_game, one_of_each_phase, sample
from rulebook import known_ids


def hold_the_mask_to_its_word(state: swenv.State) -> None:
    """Try every action on a copy."""
    game = state.game
    mask = state.mask()
    assert mask.shape == (game.num_actions,) and mask.dtype == np.bool_
    assert state.legal_actions().tolist() == np.flatnonzero(mask).tolist()
    before, frozen = state.copy(), pickle.dumps(state)
    for index in range(game.num_actions):
        action = game.action(index)
        trial = state.copy()
        if mask[index]:
            trial.apply(index)
            assert trial != before, f"{action} changed nothing in {before.to_position()}"
            continue
        with pytest.raises(swenv.IllegalAction) as refused:
            trial.apply(index)
        assert refused.value.rule in known_ids(), f"{action}: {refused.value}"
        assert refused.value.action == str(action)
        assert str(refused.value).startswith(f"illegal action '{action}': ")
        assert str(refused.value).endswith(f"({refused.value.rule})")
        assert trial == before and hash(trial) == hash(before), f"a refused {action} changed the state"
        assert pickle.dumps(trial) == frozen, f"a refused {action} changed the state"
    assert state == before and pickle.dumps(state) == frozen


@pytest.mark.parametrize("num_players", BOARDS)
def test_every_action_in_the_mask_applies_and_every_other_is_refused_by_a_rule(num_players: int) -> None:
    for state in sample(board_game(num_players), games=6, per_game=4, seed=11):
        hold_the_mask_to_its_word(state)


@pytest.mark.slow
@pytest.mark.parametrize("num_players", BOARDS)
def test_the_mask_holds_on_many_states(num_players: int) -> None:
    for state in sample(board_game(num_players), games=60, per_game=8, seed=12):
        hold_the_mask_to_its_word(state)


def test_the_mask_holds_in_every_phase() -> None:
    met = one_of_each_phase(board_game(3))
    assert {"pick", "choose", "ready", "conquest", "deploy", "markers", "withdrawn"} <= met.keys()
    for state in met.values():
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


def test_the_mask_is_the_callers_own() -> None:
    state = board_game(2).new_state(seed=1)
    mask = state.mask()
    mask[:] = True
    assert not state.mask().all()
