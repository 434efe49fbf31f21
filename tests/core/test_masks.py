"""Every action in the mask is legal; every other action is refused by a rule and changes nothing."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import swenv
from randomplay import SOME_MIXES, board_game, busy_walk, sample, some_game
from rulebook import known_ids

MOST = 500
"""About the most illegal actions that are tried in a position."""


def hold_the_mask_to_its_word(state: swenv.State) -> None:
    """Try every action on a copy: it applies and changes something, or a rule forbids it and nothing changes."""
    game = state.game
    mask = state.mask()
    assert mask.shape == (game.num_actions,) and mask.dtype == np.bool_
    assert state.legal_actions().tolist() == np.flatnonzero(mask).tolist()
    before, frozen = state.copy(), pickle.dumps(state)
    for index in np.flatnonzero(mask).tolist():
        trial = state.copy()
        trial.apply(index)
        assert trial != before, f"{game.action(index)} changed nothing in {before.to_position()}"
    trial, known = state.copy(), known_ids()
    illegal = np.flatnonzero(~mask).tolist()
    for index in illegal[:: 1 + len(illegal) // MOST]:
        action = str(game.action(index))
        try:
            trial.apply(index)
        except swenv.IllegalAction as refused:
            rule, text = refused.rule, str(refused)
            assert rule in known, f"{action}: {text}"
            assert refused.action == action
            assert text.startswith(f"illegal action '{action}': ") and text.endswith(f"({rule})")
        else:
            pytest.fail(f"{action} is not in the mask and was carried out in {before.to_position()}")
        assert trial == before, f"a refused {action} changed the state"
    assert hash(trial) == hash(before) and pickle.dumps(trial) == frozen, "a refused action changed the state"
    assert state == before and pickle.dumps(state) == frozen


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
