"""The interface of players, which take observations and masks and return legal actions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from swenv.core.errors import GameOver
from swenv.core.game import Game, State
from swenv.core.plain import plain
from swenv.core.vector import Vector

ANY_SEAT = -1
"""The seat of a player that serves many games, in a different seat in each."""


class Player(ABC):
    """The base class of players. A player sees only observations and masks, so it cannot use what its seat cannot know.

    Subclass it, implement `act_batch`, and register it with `swenv.agents.register`. `reset` comes before the first
    decision. One player may serve many games at once, and remembers nothing about any of them; `Remembering` players
    do.

    Attributes:
        name: Its name in tables and reports.
        game: The game it was reset for.
        seat: Its seat, or `ANY_SEAT`.
        remembers: Whether its decisions depend on earlier ones of the same game, see `Remembering`.
        concurrent: Whether threads may ask it about parts of a batch in parallel: it remembers nothing, and decides
            each row by itself.
        options: The options that `make` takes for it, and the type to convert their text to: `int`, `float` or `str`.
            They are passed to the class by name.
    """

    name: str = "player"
    remembers: bool = False
    concurrent: ClassVar[bool] = False
    options: ClassVar[Mapping[str, type]] = {}
    seat: int = ANY_SEAT
    _game: Game | None = None

    @property
    def game(self) -> Game:
        """The game it was reset for.

        Raises:
            RuntimeError: it has not been reset.
        """
        if self._game is None:
            raise RuntimeError(f"player '{self.name}' was not reset: call reset(game, seat, seed) before it plays")
        return self._game

    def reset(self, game: Game, seat: int = ANY_SEAT, seed: int = 0) -> None:
        """Prepare to play. The same seed and the same sequence of decisions give the same answers.

        Args:
            game: The game to be played.
            seat: Its seat, or `ANY_SEAT` if it serves many games.
            seed: Seed of its own random numbers, if it uses any.

        Raises:
            ValueError: there is no such seat, or it cannot play this game.
        """
        seat = plain(seat)
        if seat != ANY_SEAT and not 0 <= seat < game.num_players:
            raise ValueError(f"no seat {seat}: seats are 0 to {game.num_players - 1}")
        self._game = game
        self.seat = seat

    def act(self, state: State) -> int:
        """Choose an action in a state, for the seat to act; returns its index.

        Raises:
            GameOver: the game has ended.
            ValueError: the state belongs to another game than the player was reset for.
            RuntimeError: the player has not been reset.
        """
        self._check(state)
        return int(self.act_batch(state.observation()[np.newaxis], state.mask()[np.newaxis])[0])

    @abstractmethod
    def act_batch(self, observations: NDArray[np.int8], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Make one decision for each of k games.

        Args:
            observations: (k, observation_size) int8, each for the seat to act.
            masks: (k, num_actions) bool, at least one True in each row.

        Returns:
            (k,) int64, a legal action for each row.
        """

    def act_in(self, vector: Vector, games: NDArray[np.int64]) -> NDArray[np.int64]:
        """Make one decision in these games of a batch; players that search override it.

        Args:
            vector: The batch.
            games: (k,) int64, the numbers of the games that wait for this player.

        Returns:
            (k,) int64, a legal action for each.
        """
        return self.act_batch(vector.observations[games], vector.masks[games])

    def _check(self, state: State) -> None:
        if state.game != self.game:
            raise ValueError(f"player '{self.name}' was reset for {self.game!r}, not for {state.game!r}")
        if state.is_over:
            raise GameOver("the game is over, there is nothing to decide")

    def __repr__(self) -> str:
        return f"<swenv player {self.name}>"


class StatePlayer(Player):
    """A player that decides from states, so it implements `act` and `act_in`."""

    def act_batch(self, observations: NDArray[np.int8], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Not supported.

        Raises:
            TypeError: always.
        """
        raise TypeError(f"player '{self.name}' needs states, not observations: call act or act_in")
