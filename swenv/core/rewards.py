"""Rewards: the values of the option `reward`. Whatever steps a game pays them; the rules know nothing about them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from swenv.core.batch import COINS, MARGINS, RETURNS
from swenv.core.errors import check_known

if TYPE_CHECKING:
    from swenv.core.game import State

REWARDS = {"win": RETURNS, "margin": MARGINS, "coins": COINS}
"""The values of the option `reward`, and their names in kernels."""


def kernel_of(reward: str) -> int:
    """Return the name of a reward in kernels.

    Raises:
        ValueError: there is no such reward.
    """
    return REWARDS[check_known("reward", reward, REWARDS)]


def paid(state: State, coins: Sequence[int]) -> NDArray[np.float64]:
    """The reward of each seat for reaching a state from one with these coins.

    Returns:
        (num_players,) float64: the gain in coins, or what the finished game is worth, and zeros before its end.
    """
    reward = REWARDS[state.game.reward]
    if reward == COINS:
        return (state.coins - coins).astype(np.float64)
    return state.game.result(state.record, reward) if state.is_over else np.zeros(state.game.num_players)


def shares_of_win(returns: NDArray[np.float64]) -> NDArray[np.float64]:
    """Each seat's share of the win, from the returns of games, (games, seats): 1 shared by the winners.

    In solo play, it is 0 if the game itself won.
    """
    best = (returns == returns.max(axis=1, keepdims=True)) & ((returns > 0) | (returns.shape[1] > 1))
    shares: NDArray[np.float64] = best / np.maximum(best.sum(axis=1, keepdims=True), 1)
    return shares
