"""What a player is: something that looks at observations and masks and names legal actions."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import NDArray

from swenv.core.errors import GameOver
from swenv.core.game import Game, State

ANY_SEAT = -1
"""The seat of a player that serves many games, in whichever seat each asks."""


class Player(ABC):
    """One who decides. It sees observations and masks only, so it cannot look at what its seat cannot know.

    Derive a class, write `act_batch`, and tell `swenv.agents.register` about it. `reset` comes before the first
    decision. One player may serve many games at once.

    Attributes:
        name: What tables and reports call it.
        game: The game that it was reset for.
        seat: Its seat, or `ANY_SEAT`.
    """

    name: str = "player"
    seat: int = ANY_SEAT
    _game: Game | None = None

    @property
    def game(self) -> Game:
        """The game that it was reset for.

        Raises:
            RuntimeError: it was not reset yet.
        """
        if self._game is None:
            raise RuntimeError(f"player '{self.name}' was not reset: call reset(game, seat, seed) before it plays")
        return self._game

    def reset(self, game: Game, seat: int = ANY_SEAT, seed: int = 0) -> None:
        """Make ready to play. The same seed and the same decisions asked give the same answers.

        Args:
            game: What is played.
            seat: The seat it takes, or `ANY_SEAT` when it serves many games.
            seed: Where its own dice start, if it has any.

        Raises:
            ValueError: there is no such seat, or the game is not one that it can play.
        """
        if seat != ANY_SEAT and not 0 <= seat < game.num_players:
            raise ValueError(f"no seat {seat}: seats are 0 to {game.num_players - 1}")
        self._game = game
        self.seat = seat

    def act(self, state: State) -> int:
        """The index of the action to take in a state, for the seat that decides there.

        Raises:
            GameOver: the game has ended.
            ValueError: the state is of another game than the player was reset for.
            RuntimeError: the player was not reset.
        """
        self._check(state)
        return int(self.act_batch(state.observation()[np.newaxis], state.mask()[np.newaxis])[0])

    @abstractmethod
    def act_batch(self, observations: NDArray[np.int8], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """One decision for each of k games.

        Args:
            observations: (k, observation_size) int8, each of the seat that decides.
            masks: (k, num_actions) bool, at least one True in each line.

        Returns:
            (k,) int64, a legal action for each line.
        """

    def _check(self, state: State) -> None:
        if state.game != self.game:
            raise ValueError(f"player '{self.name}' was reset for {self.game!r}, this state is of {state.game!r}")
        if state.is_over:
            raise GameOver("the game is over, there is nothing to decide")

    def __repr__(self) -> str:
        return f"<swenv player {self.name}>"
