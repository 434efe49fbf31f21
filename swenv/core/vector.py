"""Many games of one `Game` in one compiled call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from swenv.core.batch import COINS
from swenv.core.errors import IllegalAction
from swenv.core.game import MAX_SEED, Game, State, check_seed, clone
from swenv.core.machine import memory, too_large
from swenv.core.plain import check_int, check_positive_int, has_truth_value, shortened
from swenv.core.random import mixed
from swenv.core.rewards import kernel_of
from swenv.core.threads import MAX_THREADS, Threads, go_on, renew_after_fork, side_by_side

PART = 2048
"""The most games in one compiled call: between two calls, Ctrl-C ends what a batch does."""


class Vector:
    """A batch of games that play side by side; a finished game restarts automatically with its own next seed.

    Game i plays exactly like `game.new_state(seed=int(vec.seeds[i]))`, in a batch of any size. The arrays belong to the
    vector, and every call overwrites them: copy what you keep.

    Attributes:
        game: The game being played.
        num_games: Size of the batch.
        seeds: (num_games,) int64, the seed of each current game.
        placed: (num_games,) int64, how often `reset` or `set_states` has put a game there. A game that ends and
            restarts gets another seed, so both together identify a game.
        to_act: (num_games,) int64, the seat that decides now.
        masks: (num_games, num_actions) bool, its legal actions.
        observations: (num_games, observation_size) int8, what it sees.
        rewards: (num_games, num_players) float64, paid by the last step.
        done: (num_games,) bool, whether the last step ended a game.
        returns: (num_games, num_players) float64, the returns of games that the last step ended; zeros otherwise.
    """

    def __init__(
        self,
        game: Game,
        num_games: int,
        seed: int | None = None,
        threads: int | None = None,
        reward: str | None = None,
    ) -> None:
        """Make the batch and set up its games, as `reset` does.

        Args:
            game: The game.
            num_games: Size of the batch, at least 1.
            seed: The seed from which the games' seeds are drawn; None draws one.
            threads: Number of threads that share a step, 1 to 1024; 1 by default. More only pay for thousands of games.
            reward: The kind of `rewards`: "win", "margin" or "coins"; by default the game's option `reward`.

        Raises:
            ValueError: a number is out of range, there is no such reward, or the machine has too little memory for the
                batch.
            TypeError: a number is not whole.
        """
        self.game = game
        self.num_games = check_positive_int("num_games", num_games)
        threads = check_positive_int("threads", 1 if threads is None else threads, MAX_THREADS)
        self.threads = min(threads, self.num_games)
        self._seed = check_seed(seed)
        self._paid = kernel_of(game.reward if reward is None else reward)
        self._pool: Threads | None = None
        self.after_fork()
        renew_after_fork(self)
        try:
            self._make_arrays()
        except (MemoryError, ValueError):  # numpy raises ValueError for sizes beyond the address space
            games = f"num_games: {self.num_games:,} games of {game.name}"
            raise too_large(games, _bytes_of(game) * self.num_games) from None
        game.prepare()
        self.reset()

    def _make_arrays(self) -> None:
        game, n, seats = self.game, self.num_games, self.game.num_players
        if _bytes_of(game) * n > memory():
            raise MemoryError
        self.records = np.zeros(n, dtype=game.blank.dtype)
        self.seeds = np.zeros(n, dtype=np.int64)
        self.placed = np.zeros(n, dtype=np.int64)
        self.to_act = np.zeros(n, dtype=np.int64)
        self.masks = np.zeros((n, game.num_actions), dtype=np.bool_)
        self.observations = np.zeros((n, game.observation_size), dtype=np.int8)
        self.rewards = np.zeros((n, seats))
        self.done = np.zeros(n, dtype=np.bool_)
        self.returns = np.zeros((n, seats))
        self._ended = np.zeros(n, dtype=game.blank.dtype)
        self._all = np.ones(n, dtype=np.bool_)
        self._copies = clone(game.blank[:1])

    def reset(self, seed: int | None = None) -> None:
        """Restart every game, from `seed`, or by default from the seed that the vector was made with.

        Raises:
            ValueError: the seed is out of range.
            RuntimeError: another thread is using the vector.
        """
        game = self.game
        with self._alone():
            if seed is not None:
                self._seed = check_seed(seed)
            self.seeds[:] = [seed_of(self._seed, i) for i in range(self.num_games)]
            self.placed += 1
            self.rewards[:] = 0
            self.done[:] = False
            self.returns[:] = 0
            for part in self._parts():
                game.engine.reset_batch(
                    self.records[part], game.blank, game.tables, self.seeds[part], self.to_act[part],
                    self.masks[part], self.observations[part],
                )  # fmt: skip

    def step(self, actions: NDArray[Any], where: NDArray[np.bool_] | None = None) -> None:
        """Carry out one action in every game and fill the arrays.

        Ctrl-C may end it between two games: then each was stepped, or is as it was, with rewards and returns of 0.

        Args:
            actions: (num_games,) whole numbers.
            where: (num_games,) bool, the games to step; all by default. The others stay unchanged: their actions are
                ignored, their rewards and returns are 0, and `done` is False.

        Raises:
            IllegalAction: an action is illegal; the message names the game. No game is changed.
            ValueError: an array has the wrong shape or type or is masked, or an index is out of range.
            RuntimeError: another thread is using the vector: each thread needs its own.
        """
        with self._alone():
            chosen = self._copy_of("actions", actions, "iu", np.int64)
            moving = self._all if where is None else self._copy_of("where", where, "b", np.bool_)
            wrong = self._first_illegal(chosen, moving)
            if wrong >= 0:
                self._refuse(wrong, int(np.asarray(actions)[wrong]))
            if self.num_games > PART:  # in case they are not all stepped
                self.rewards[:], self.returns[:], self.done[:] = 0, 0, False
            elif self.threads == 1:
                self._step(slice(None), chosen, moving)
                return
            if self.threads == 1:
                self._step_all(0, self.num_games, chosen, moving)
                return
            if self._pool is None:
                self._pool = Threads(self.threads)
            cuts = np.linspace(0, self.num_games, self.threads + 1).astype(int).tolist()
            side_by_side(self._pool, lambda part: self._step_all(*part, chosen, moving), pairwise(cuts))

    def observe(self, seat: int | NDArray[Any], games: NDArray[np.int64] | None = None) -> NDArray[np.int8]:
        """Return what a seat sees, whether it is to act or not: (num_games, observation_size) int8, a new array.

        Args:
            seat: One seat for all games, or (num_games,) whole numbers, one for each.
            games: (k,) whole numbers, the games to look at, for an array of k rows; all by default.

        Raises:
            ValueError: there is no such seat, or an array has the wrong shape or type or is masked.
            IndexError: there is no such game.
            RuntimeError: another thread is using the vector.
        """
        seats = self._seats(seat)
        which = None if games is None else self._numbers(games)
        with self._alone():
            return self._seen(self.records, seats) if which is None else self._seen(self.records[which], seats[which])

    def _seen(self, records: NDArray[Any], seats: NDArray[np.int64]) -> NDArray[np.int8]:
        seen = np.empty((len(records), self.game.observation_size), dtype=np.int8)
        for part in self._parts(0, len(records)):
            self.game.engine.observe_batch(records[part], self.game.tables, seats[part], seen[part])
        return seen

    @property
    def coins(self) -> NDArray[np.int64]:
        """The coins of each seat now, (num_games, num_players) int64, a new array."""
        coins: NDArray[np.int64] = self.records["coins"][:, : self.game.num_players].astype(np.int64)
        return coins

    @property
    def final_coins(self) -> NDArray[np.int64]:
        """The final coins of games that the last step ended, zeros otherwise: (num_games, num_players) int64, new."""
        coins = np.zeros(self.rewards.shape, dtype=np.int64)
        coins[self.done] = self._ended["coins"][self.done, : self.game.num_players]
        return coins

    def final_observations(self, seat: int | NDArray[Any]) -> NDArray[np.int8]:
        """Return what a seat sees at the end of games that the last step ended, zeros otherwise.

        Args:
            seat: One seat for all games, or (num_games,) whole numbers, one for each.

        Returns:
            (num_games, observation_size) int8, a new array.

        Raises:
            ValueError: there is no such seat, or the array has the wrong shape or type or is masked.
            RuntimeError: another thread is using the vector.
        """
        seats, seen = self._seats(seat), np.zeros_like(self.observations)
        with self._alone():
            seen[self.done] = self._seen(self._ended[self.done], seats[self.done])
        return seen

    def final_state(self, i: int) -> State:
        """Return the state in which the last step ended game i, a copy.

        Raises:
            IndexError: there is no such game.
            TypeError: it is not a whole number.
            ValueError: the last step did not end it.
            RuntimeError: another thread is using the vector.
        """
        i = self._number(i)
        with self._alone():
            if not self.done[i]:
                raise ValueError(f"the last step did not end game {i}")
            return self._copied(self._ended, i)

    def play_random_seats(
        self, random_seats: NDArray[np.uint64], dice: NDArray[np.uint64]
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Let seats play at random in every game, until another seat is to act or their next action ends the game.

        That last action is left to `step`, which restarts the game.

        Args:
            random_seats: (num_games,) uint64, for each game the set of these seats, a bit each.
            dice: (num_games,) uint64, C-contiguous, the random streams of these seats, which advance in place.

        Returns:
            (num_games, num_players) float64, the coins that all seats earned in the meantime, and (num_games,) int64,
            the action that ends the game, or -1.

        Raises:
            ValueError: an array has the wrong shape or type, or `dice` cannot be changed in place.
            RuntimeError: another thread is using the vector.
        """
        random_seats = self._copy_of("random_seats", random_seats, "u", np.uint64)
        if (
            type(dice) is not np.ndarray
            or dice.dtype != np.uint64
            or dice.shape != (self.num_games,)
            or not (dice.flags.carray)
        ):
            raise ValueError(f"dice must be a C-contiguous, writable uint64 array of shape ({self.num_games},)")
        earned, last = np.zeros_like(self.rewards), np.zeros(self.num_games, dtype=np.int64)
        with self._alone():
            for part in self._parts():
                self.game.engine.play_random_seats(
                    self.records[part], self.game.tables, random_seats[part], dice[part], self._copies,
                    self.to_act[part], self.masks[part], self.observations[part], earned[part], last[part],
                )  # fmt: skip
        return earned, last

    def set_states(self, where: NDArray[np.bool_], states: Sequence[State]) -> None:
        """Continue games from states, which are copied, and fill the arrays for these games.

        A game that starts anew later takes the seed that follows from the state's own.

        Args:
            where: (num_games,) bool, the games to replace.
            states: A state for each of them, in order.

        Raises:
            ValueError: there are too many or too few states, one belongs to another game or is over, or `where` has the
                wrong shape or type. Nothing is changed.
            RuntimeError: another thread is using the vector.
        """
        games = np.flatnonzero(self._copy_of("where", where, "b", np.bool_))
        if len(games) != len(states):
            raise ValueError(f"states: one is needed for each of the {len(games)} games, not {len(states)}")
        for i, state in zip(games, states, strict=True):
            if not isinstance(state, State):
                raise ValueError(f"states: a state is needed for game {i}, not {shortened(state)}")
            if state.game != self.game:
                raise ValueError(f"states: that for game {i} belongs to {state.game!r}, not to {self.game!r}")
            if state.is_over:
                raise ValueError(f"states: that for game {i} is over")
        engine, tables = self.game.engine, self.game.tables
        with self._alone():
            for i, state in zip(games, states, strict=True):
                self.records[i] = state.record[0]
                self.seeds[i] = state.record["seed"][0]
                self.to_act[i] = state.to_act
                engine.mask_of(self.records, i, tables, self.masks[i])
                engine.observe(self.records, i, tables, state.to_act, self.observations[i])
            self.placed[games] += 1
            self.rewards[games], self.returns[games], self.done[games] = 0, 0, False

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Refuse to run while another thread does: both would write to the same records."""
        if not self._busy.acquire(blocking=False):
            raise RuntimeError("another thread is at work on this Vector: give each thread a Vector of its own")
        try:
            yield
        finally:
            self._busy.release()

    def _copy_of(self, name: str, values: Any, kinds: str, dtype: type) -> NDArray[Any]:
        """Copy an array from the caller: kernels need one memory layout, and may overwrite the original."""
        array = np.asarray(values)
        if array.shape != (self.num_games,) or array.dtype.kind not in kinds or isinstance(values, np.ma.MaskedArray):
            what = "truth values" if dtype is np.bool_ else "whole numbers"
            masked = "a masked array of " if isinstance(values, np.ma.MaskedArray) else ""
            raise ValueError(
                f"{name} must be {what} of shape ({self.num_games},), not {masked}{array.shape} of {array.dtype}"
            )
        if dtype is not np.bool_ and has_truth_value(values):
            raise ValueError(f"{name} must be whole numbers, not {values!r}")
        return np.array(array, dtype=dtype)

    def _parts(self, start: int = 0, stop: int | None = None) -> Iterator[slice]:
        """Some games, all by default, in slices for one compiled call each."""
        stop = self.num_games if stop is None else stop
        for first in range(start, stop, PART):
            go_on()
            yield slice(first, min(first + PART, stop))

    def _first_illegal(self, actions: NDArray[np.int64], moving: NDArray[np.bool_]) -> int:
        game = self.game
        if self.num_games <= PART:  # without a microsecond for slices
            return int(game.engine.direct_first_illegal(self.records, game.tables, actions, moving))
        for part in self._parts():
            wrong = int(game.engine.first_illegal(self.records[part], game.tables, actions[part], moving[part]))
            if wrong >= 0:
                return int(part.start) + wrong
        return -1

    def _step_all(self, start: int, stop: int, actions: NDArray[np.int64], moving: NDArray[np.bool_]) -> None:
        for part in self._parts(start, stop):
            self._step(part, actions, moving)

    def _step(self, part: slice, actions: NDArray[np.int64], moving: NDArray[np.bool_]) -> None:
        game = self.game
        game.engine.direct_step_batch(
            self.records[part], game.blank, game.tables, actions[part], moving[part], self._paid, self.seeds[part],
            self.to_act[part], self.masks[part], self.observations[part], self.rewards[part], self.done[part],
            self.returns[part], self._ended[part],
        )  # fmt: skip

    def _refuse(self, i: int, action: int) -> None:
        try:
            self._copied(self.records, i).apply(action)
        except IllegalAction as error:
            raise IllegalAction(error.action, f"in game {i} of the vector {error.reason}", error.rule) from None

    def state(self, i: int) -> State:
        """Return a copy of game i as a `State`.

        Raises:
            IndexError: there is no such game.
            TypeError: it is not a whole number.
            RuntimeError: another thread is using the vector.
        """
        i = self._number(i)
        with self._alone():
            return self._copied(self.records, i)

    def _number(self, i: int) -> int:
        """Check the number of a game."""
        i = check_int("game", i)
        if not 0 <= i < self.num_games:
            raise self._no_game(i)
        return i

    def _seats(self, seat: int | NDArray[Any]) -> NDArray[np.int64]:
        """Check seats that observe, one for each game or one for all."""
        array = np.asarray(seat)
        seats = self._copy_of("seat", np.full(self.num_games, array) if array.ndim == 0 else seat, "iu", np.int64)
        beyond = (seats < 0) | (seats >= self.game.num_players)
        if beyond.any():
            raise ValueError(f"no seat {seats[beyond][0]}: seats are 0 to {self.game.num_players - 1}")
        return seats

    def _numbers(self, games: NDArray[Any]) -> NDArray[Any]:
        """Check the numbers of some games."""
        which = np.asarray(games)
        if which.ndim != 1 or (len(which) and which.dtype.kind not in "iu") or has_truth_value(games):
            raise ValueError(f"games must be whole numbers of shape (k,), not {which.shape} of {which.dtype}")
        beyond = (which < 0) | (which >= self.num_games)
        if beyond.any():
            raise self._no_game(which[beyond][0])
        return which.astype(np.int64)

    def _no_game(self, i: int) -> IndexError:
        return IndexError(f"no game {shortened(i)}: games are 0 to {self.num_games - 1}")

    def _copied(self, records: NDArray[Any], i: int) -> State:
        return State(self.game, clone(records[i : i + 1]))

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("_pool", "_busy")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__ |= {**state, "_pool": None}
        self.game.prepare()
        self.after_fork()
        renew_after_fork(self)

    def after_fork(self) -> None:
        """Forget that another thread was at work: a process that was forked from this one does not have it."""
        self._busy = Lock()

    def __repr__(self) -> str:
        return f"<swenv.Vector of {self.num_games} games of {self.game.name}>"


def _bytes_of(game: Game) -> int:
    """Return the bytes that one game of a batch takes."""
    return 2 * game.blank.itemsize + game.num_actions + game.observation_size + 16 * game.num_players + 26


def seed_of(seed: int, i: int) -> int:
    """Return seed i of those that follow from a seed, such as that of game i of a vector: splitmix64 of both."""
    return mixed(mixed(seed) ^ i) & MAX_SEED


def compile_batch(game: Game) -> None:
    """Call every batched entry once, with a batch of one, so that it is compiled and cached."""
    engine, seats = game.engine, game.num_players
    records = clone(game.blank[:1])
    seeds, to_act = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    masks = np.zeros((1, game.num_actions), dtype=np.bool_)
    observations = np.zeros((1, game.observation_size), dtype=np.int8)
    engine.reset_batch(records, game.blank, game.tables, seeds, to_act, masks, observations)
    engine.observe_batch(records, game.tables, to_act, observations)
    actions, moving = np.array([int(np.flatnonzero(masks[0])[0])]), np.ones(1, dtype=np.bool_)
    engine.first_illegal(records, game.tables, actions, moving)
    engine.step_batch(
        records, game.blank, game.tables, actions, moving, COINS, seeds, to_act, masks, observations,
        np.zeros((1, seats)), np.zeros(1, dtype=np.bool_), np.zeros((1, seats)), clone(records),
    )  # fmt: skip
    nobody, dice, last = np.zeros(1, dtype=np.uint64), np.zeros(1, dtype=np.uint64), np.zeros(1, dtype=np.int64)
    engine.play_random_seats(
        records, game.tables, nobody, dice, clone(records), to_act, masks, observations, np.zeros((1, seats)), last
    )
    none, result = np.zeros(0, dtype=np.int64), np.zeros((0, seats))
    engine.play_back(
        records, game.blank, game.tables, none, none, none.astype(np.uint16), to_act, masks, observations,
        result.astype(np.int64), result,
    )  # fmt: skip
