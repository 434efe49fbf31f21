"""Many games of one `Game` in one compiled call."""

from __future__ import annotations

import operator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from swenv.core.errors import IllegalAction
from swenv.core.game import MAX_SEED, Game, State, check_seed, clone
from swenv.core.random import mixed


class Vector:
    """A batch of games that play side by side; a finished one starts again by itself, with its own next seed.

    Game i plays exactly as `game.new_state(seed=int(vec.seeds[i]))` does, in a batch of any size. The arrays belong to
    the vector and are written anew by every call: copy what you keep.

    Attributes:
        game: The game that is played.
        num_games: Size of the batch.
        seeds: (num_games,) int64, the seed of the game that is going on.
        to_act: (num_games,) int64, the seat that decides now.
        masks: (num_games, num_actions) bool, its legal actions.
        observations: (num_games, observation_size) int8, what it sees.
        rewards: (num_games, num_players) float64, paid by the last step, by the game's option `reward`.
        done: (num_games,) bool, whether the last step ended a game.
        returns: (num_games, num_players) float64, what a game ended by the last step returned; else zeros.
    """

    def __init__(self, game: Game, num_games: int, seed: int | None = None, threads: int | None = None) -> None:
        """Make the batch and set up its games, as `reset` does.

        Args:
            game: The game.
            num_games: Size of the batch, at least 1.
            seed: Seeds of the games are drawn from it; None draws one.
            threads: Threads that share a step; 1 by default. They pay for thousands of games only.

        Raises:
            ValueError: a number is out of range.
        """
        self.game = game
        self.num_games = _at_least_one("num_games", num_games)
        self.threads = min(_at_least_one("threads", 1 if threads is None else threads), self.num_games)
        self._seed = check_seed(seed)
        n, seats = self.num_games, game.num_players
        self.records = np.repeat(game.blank[:1], n)
        self.seeds = np.zeros(n, dtype=np.int64)
        self.to_act = np.zeros(n, dtype=np.int64)
        self.masks = np.zeros((n, game.num_actions), dtype=np.bool_)
        self.observations = np.zeros((n, game.observation_size), dtype=np.int8)
        self.rewards = np.zeros((n, seats))
        self.done = np.zeros(n, dtype=np.bool_)
        self.returns = np.zeros((n, seats))
        self._all = np.ones(n, dtype=np.bool_)
        self._pool: ThreadPoolExecutor | None = None
        game.prepare()
        self.reset()

    def reset(self, seed: int | None = None) -> None:
        """Set up every game anew, from `seed` or else from the seed that the vector was made with."""
        if seed is not None:
            self._seed = check_seed(seed)
        self.seeds[:] = [_seed_of(self._seed, i) for i in range(self.num_games)]
        self.rewards[:] = 0
        self.done[:] = False
        self.returns[:] = 0
        game = self.game
        game.engine.reset_batch(
            self.records, game.blank, game.tables, self.seeds, self.to_act, self.masks, self.observations
        )

    def step(self, actions: NDArray[Any], where: NDArray[np.bool_] | None = None) -> None:
        """Carry out one action in every game and fill the arrays.

        Args:
            actions: (num_games,) whole numbers.
            where: (num_games,) bool, the games to step; all by default. The others stay as they are: their actions are
                not looked at, their rewards and returns are 0 and `done` is False.

        Raises:
            IllegalAction: one of them is illegal; the message names the game. Nothing is done in any game.
            ValueError: the array has another shape or type, or an index is out of range.
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_games,) or chosen.dtype.kind not in "iu":
            raise ValueError(
                f"actions must be whole numbers of shape ({self.num_games},), not {chosen.shape} of {chosen.dtype}"
            )
        chosen = np.ascontiguousarray(chosen, dtype=np.int64)
        moving = self._all if where is None else np.ascontiguousarray(where, dtype=np.bool_)
        if moving.shape != chosen.shape:
            raise ValueError(f"where must have the shape ({self.num_games},), not {moving.shape}")
        wrong = self.game.engine.first_illegal(self.records, self.game.tables, chosen, moving)
        if wrong >= 0:
            self._refuse(wrong, int(chosen[wrong]))
        if self.threads == 1:
            self._step(slice(None), chosen, moving)
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads)
        cuts = np.linspace(0, self.num_games, self.threads + 1).astype(int)
        parts = [slice(a, b) for a, b in pairwise(cuts)]
        list(self._pool.map(lambda part: self._step(part, chosen, moving), parts))

    def _step(self, part: slice, actions: NDArray[np.int64], moving: NDArray[np.bool_]) -> None:
        game = self.game
        game.engine.step_batch(
            self.records[part], game.blank, game.tables, actions[part], moving[part], self.seeds[part],
            self.to_act[part], self.masks[part], self.observations[part], self.rewards[part], self.done[part],
            self.returns[part],
        )  # fmt: skip

    def _refuse(self, i: int, action: int) -> None:
        try:
            self.state(i).apply(action)
        except IllegalAction as error:
            raise IllegalAction(error.action, f"in game {i} of the vector {error.reason}", error.rule) from None

    def state(self, i: int) -> State:
        """Game i, copied out.

        Raises:
            IndexError: there is no such game.
        """
        if not 0 <= i < self.num_games:
            raise IndexError(f"no game {i}: games are 0 to {self.num_games - 1}")
        return State(self.game, clone(self.records[i : i + 1]))

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_pool": None}

    def __repr__(self) -> str:
        return f"<swenv.Vector of {self.num_games} games of {self.game.name}>"


def _at_least_one(name: str, value: int) -> int:
    value = operator.index(value)
    if value < 1:
        raise ValueError(f"{name} must be at least 1, not {value}")
    return value


def _seed_of(seed: int, i: int) -> int:
    """The seed of game i: splitmix64 over the vector's seed and the index, so batches of any size agree."""
    return mixed(mixed(seed) ^ i) & MAX_SEED


def compile_batch(game: Game) -> None:
    """Call every batched entry once, with a batch of one, so that it is compiled and kept on disk."""
    engine, seats = game.engine, game.num_players
    records = clone(game.blank[:1])
    seeds, to_act = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    masks = np.zeros((1, game.num_actions), dtype=np.bool_)
    observations = np.zeros((1, game.observation_size), dtype=np.int8)
    engine.reset_batch(records, game.blank, game.tables, seeds, to_act, masks, observations)
    actions, moving = np.array([int(np.flatnonzero(masks[0])[0])]), np.ones(1, dtype=np.bool_)
    engine.first_illegal(records, game.tables, actions, moving)
    engine.step_batch(
        records, game.blank, game.tables, actions, moving, seeds, to_act, masks, observations,
        np.zeros((1, seats)), np.zeros(1, dtype=np.bool_), np.zeros((1, seats)),
    )  # fmt: skip
