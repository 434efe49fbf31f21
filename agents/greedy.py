"""The greedy player, with the heuristics of each game in a separate module."""

from __future__ import annotations

from importlib import import_module

import numpy as np
from numpy.typing import NDArray

from swenv.agents.base import ANY_SEAT, Player
from swenv.core.errors import check_known
from swenv.core.game import Game

PLAYERS = {
    "smallworld": "swenv.agents.greedy_smallworld:GreedySmallWorld",
    "underground": "swenv.agents.greedy_smallworld:GreedySmallWorld",
    "warcraft": "swenv.agents.greedy_smallworld:GreedySmallWorld",
    "islands": "swenv.agents.greedy_islands:GreedyIslands",
}
"""The player for each game, as "module:class", imported only when that game is played."""


class Greedy(Player):
    """A plain, sensible player: it goes for what pays now, and does not look far ahead.

    It delegates to a player that knows the game, which it creates in `reset`.
    """

    name = "greedy"
    concurrent = True

    def reset(self, game: Game, seat: int = ANY_SEAT, seed: int = 0) -> None:
        """See `Player.reset`.

        Raises:
            ValueError: there are no heuristics for this game.
        """
        check_known("greedy player for", game.name, PLAYERS)
        super().reset(game, seat, seed)
        module, _, kind = PLAYERS[game.name].partition(":")
        self._player: Player = getattr(import_module(module), kind)()
        self._player.reset(game, seat, seed)

    def act_batch(self, observations: NDArray[np.int8], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """See `Player.act_batch`."""
        self.game  # noqa: B018 - raises if there was no reset
        return self._player.act_batch(observations, masks)
