"""Checks the mask of a state against what its actions do."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import reference
import swenv
from rulebook import known_ids


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
    for index in np.flatnonzero(~mask).tolist():
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


def hold_the_mask_to_the_reference(state: swenv.State, document: dict[str, Any] | None = None) -> None:
    """Check that the mask allows what the second reading of the rules allows; `document` is the position, if known."""
    wanted = reference.legal(state, document)
    offered = {str(state.game.action(int(index))) for index in state.legal_actions()}
    difference = f"too many {offered - wanted}, missing {wanted - offered}"
    assert offered == wanted, f"{difference} in {state.to_position()}"
