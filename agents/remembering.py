"""Players with a memory of each game, such as recurrent networks, and how they distinguish games."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from swenv.agents.base import ANY_SEAT, Player
from swenv.core.game import Game, State
from swenv.core.vector import Vector


class Rows:
    """Assigns a row, with a memory of its own, to every seat of every game that the player is asked about.

    Either it is asked about one game, state by state, or about those of a batch.
    """

    def __init__(self) -> None:
        self._vector: Vector | None = None
        self._stamps = np.zeros((0, 2), dtype=np.int64)
        """For each row, the identity of the game that it was last used in; -1 before."""
        self.begin()

    def begin(self) -> None:
        """Restart the single game; a batch knows which of its games are new."""
        self._seats: set[int] = set()

    def of(self, state: State) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """The row of the seat to act, (1,), and whether this is its first decision in this game."""
        if self._vector is not None:
            self._vector = None
            self.begin()
        seat = state.to_act
        is_new = seat not in self._seats
        self._seats.add(seat)
        return np.array([seat]), np.array([is_new])

    def of_games(self, vector: Vector, games: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """The rows of the seats to act in these games, (k,), and which of them decide for the first time there."""
        seats = vector.game.num_players
        if vector is not self._vector:
            self._vector = vector
            self._stamps = np.full((vector.num_games * seats, 2), -1)
        rows = games * seats + vector.to_act[games]
        stamps = np.stack([vector.seeds[games], vector.placed[games]], axis=1)
        new: NDArray[np.bool_] = (self._stamps[rows] != stamps).any(1)
        self._stamps[rows] = stamps
        return rows, new


class Remembering(Player):
    """The base class of players with a memory: one for each seat of each game, kept from decision to decision.

    Subclass it, and implement `blank` and `decide` in place of `act_batch`. It can be used wherever a `Player` can,
    with any number of games side by side; a game that restarts begins with blank memories.

    `act` follows one game, in which each seat has its own memory; `reset` restarts it.
    """

    remembers = True
    _rows: Rows | None = None
    _memories: NDArray[Any] = np.zeros(0)

    @abstractmethod
    def blank(self) -> NDArray[Any]:
        """The memory before the first decision: an array of any shape and type. It is requested after `reset`."""

    @abstractmethod
    def decide(
        self, observations: NDArray[np.int8], masks: NDArray[np.bool_], memories: NDArray[Any]
    ) -> tuple[NDArray[np.int64], NDArray[Any]]:
        """Make one decision for each of k seats, as `Player.act_batch` does.

        Args:
            observations: (k, observation_size) int8, each for the seat to act.
            masks: (k, num_actions) bool, at least one True in each row.
            memories: (k, ...), the memory returned at the seat's last decision in the same game, or `blank`.

        Returns:
            (k,) int64, a legal action for each row, and the memories afterwards, (k, ...).
        """

    def reset(self, game: Game, seat: int = ANY_SEAT, seed: int = 0) -> None:
        """See `Player.reset`. The games of a batch in which it has played continue; `act` follows a new one."""
        super().reset(game, seat, seed)
        if self._rows is None:
            self._rows = Rows()
        self._rows.begin()

    def act(self, state: State) -> int:
        """See `Player.act`."""
        self._check(state)
        assert self._rows is not None
        return int(self.act_rows(state.observation()[np.newaxis], state.mask()[np.newaxis], *self._rows.of(state))[0])

    def act_in(self, vector: Vector, games: NDArray[np.int64]) -> NDArray[np.int64]:
        """See `Player.act_in`.

        Raises:
            RuntimeError: the player has not been reset.
        """
        self.game  # noqa: B018 - it raises
        assert self._rows is not None
        return self.act_rows(vector.observations[games], vector.masks[games], *self._rows.of_games(vector, games))

    def act_batch(self, observations: NDArray[np.int8], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Not supported.

        Raises:
            TypeError: always.
        """
        raise TypeError(
            f"player '{self.name}' remembers games, and observations do not say of which they are: "
            "call act, act_in or act_rows"
        )

    def act_rows(
        self,
        observations: NDArray[np.int8],
        masks: NDArray[np.bool_],
        rows: NDArray[np.int64],
        new: NDArray[np.bool_],
    ) -> NDArray[np.int64]:
        """Make one decision for each of k seats, each with the memory of its row.

        Args:
            observations: (k, observation_size) int8.
            masks: (k, num_actions) bool.
            rows: (k,) int64, distinct numbers from 0, not much larger than the number of seats in all games.
            new: (k,) bool, where the memory starts blank: in rows that another game had before.

        Returns:
            (k,) int64, a legal action for each row.

        Raises:
            ValueError: `decide` returned memories of another shape or type than `blank`.
        """
        blank = np.asarray(self.blank())
        memories, needed = self._memories, int(rows.max(initial=-1)) + 1
        if memories.shape[1:] != blank.shape or memories.dtype != blank.dtype:
            memories = np.zeros((0, *blank.shape), dtype=blank.dtype)
        if needed > len(memories):
            more = np.broadcast_to(blank, (max(needed - len(memories), len(memories)), *blank.shape))
            memories = np.concatenate([memories, more])
        self._memories = memories
        memories[rows[new]] = blank
        actions, updated = self.decide(observations, masks, memories[rows])
        updated = np.asarray(updated)
        if updated.shape != (len(rows), *blank.shape) or not np.can_cast(updated.dtype, blank.dtype, "same_kind"):
            raise ValueError(
                f"player '{self.name}' must return memories of shape {(len(rows), *blank.shape)} and {blank.dtype}, "
                f"not {updated.shape} of {updated.dtype}"
            )
        memories[rows] = updated
        return actions


def remind(player: Player, past: Iterable[State]) -> None:
    """Let a player that remembers decide in earlier states of a game, in order, whatever was actually played.

    Args:
        player: A player that was just reset.
        past: The states.
    """
    if player.remembers:
        for state in past:
            player.act(state)
