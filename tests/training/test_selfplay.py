"""The games of a learner: which game they play, and what they pay."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from support import game
from swenv.agents.learned import MARGIN_SCALE
from swenv.core.tree import LEAD_SCALE
from swenv.training.selfplay import REWARDS, Games


@pytest.mark.parametrize("reward", REWARDS)
def test_a_learner_is_paid_any_reward_for_the_very_game_it_is_given(
    reward: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = game(rounds=1, reward="margin")
    monkeypatch.setattr(type(loaded), "__init__", None)
    games, dice, ended = Games(loaded, 4, [None], reward=reward, seed=1), np.random.default_rng(1), 0
    assert games.game is loaded and games.vector.game is loaded
    while ended < 8:
        vec = games.vector
        before, actions = vec.coins, (dice.random(vec.masks.shape) * vec.masks).argmax(axis=1)
        games.begin_step()
        games.advance(actions)
        ended += int(vec.done.sum())
        gains: Any = np.where(vec.done[:, None], vec.final_coins, vec.coins) - before
        margins = (vec.final_coins - vec.final_coins[:, ::-1]) / np.maximum(vec.final_coins.max(axis=1), 1)[:, None]
        expected = {
            "win": vec.returns,
            "margin": margins * MARGIN_SCALE,
            "coins": gains,
            "lead": (gains - gains[:, ::-1]) / LEAD_SCALE,
        }
        assert np.array_equal(games.paid, expected[reward])
