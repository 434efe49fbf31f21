"""The random player."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from swenv.agents.base import ANY_SEAT, Player
from swenv.core.game import Game, check_seed


class Random(Player):
    """Plays any legal action, all equally likely. The weakest baseline: any agent that learns something beats it."""

    name = "random"

    def reset(self, game: Game, seat: int = ANY_SEAT, seed: int = 0) -> None:
        """See `Player.reset`; its random numbers are its own, so they do not affect the game."""
        super().reset(game, seat, seed)
        self._dice = np.random.default_rng(check_seed(seed))

    def act_batch(self, observations: NDArray[np.int8], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """See `Player.act_batch`: a uniformly random legal action for each row."""
        self.game  # noqa: B018 - raises if there was no reset
        legal = np.flatnonzero(masks)
        counts = np.count_nonzero(masks, axis=1)
        line_ends = np.cumsum(counts)
        chosen: NDArray[np.int64] = legal[line_ends - 1 - self._dice.integers(counts)] % masks.shape[1]
        return chosen
