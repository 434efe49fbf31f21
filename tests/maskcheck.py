"""What a mask promises, checked on one state."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import reference
import swenv
from rulebook import known_ids


def hold_the_mask_to_its_word(state: swenv.State) -> None:
    """Try every action on a copy: it applies and changes something, or a rule refuses it and nothing changes."""
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


def hold_the_mask_to_the_reference(state: swenv.State, document: dict[str, Any] | None = None) -> None:
    """The mask is what the second reading of the rules allows; `document` is the position, if it is at hand."""
    wanted = reference.legal(state, document)
    offered = {str(state.game.action(int(index))) for index in state.legal_actions()}
    difference = f"too many {offered - wanted}, missing {wanted - offered}"
    assert offered == wanted, f"{difference} in {state.to_position()}"
