"""The greedy player: rules of thumb for whichever game is played, each game's in a module of its own."""

from __future__ import annotations

from importlib import import_module

import numpy as np
from numpy.typing import NDArray

from swenv.agents.base import ANY_SEAT, Player
from swenv.core.errors import unknown
from swenv.core.game import Game

PLAYERS = {
    "smallworld": "swenv.agents.greedy_smallworld:GreedySmallWorld",
    "underground": "swenv.agents.greedy_smallworld:GreedySmallWorld",
    "warcraft": "swenv.agents.greedy_smallworld:GreedySmallWorld",
    "islands": "swenv.agents.greedy_islands:GreedyIslands",
}
"""Who plays each game, as "module:class"; nobody waits for the rules of thumb of a game he does not play."""


class Greedy(Player):
    """A plain and sensible player: it sees what pays now, and not far ahead.

    It is a front: when it is reset, it calls in the player that knows the game.
    """

    name = "greedy"

    def reset(self, game: Game, seat: int = ANY_SEAT, seed: int = 0) -> None:
        """See `Player.reset`.

        Raises:
            ValueError: nobody has written rules of thumb for this game.
        """
        if game.name not in PLAYERS:
            raise unknown("greedy player for", game.name, PLAYERS)
        super().reset(game, seat, seed)
        module, _, kind = PLAYERS[game.name].partition(":")
        self._player: Player = getattr(import_module(module), kind)()
        self._player.reset(game, seat, seed)

    def act_batch(self, observations: NDArray[np.int8], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """See `Player.act_batch`."""
        self.game  # noqa: B018 - says so when there was no reset
        return self._player.act_batch(observations, masks)
