"""The games a learner trains on: many at once, with the learner in some seats and opponents in the others."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from swenv.agents.base import ANY_SEAT, Player
from swenv.agents.learned import MARGIN_SCALE, REWARDS
from swenv.core.corpus import Record, Tape
from swenv.core.errors import check_known
from swenv.core.game import Game, State, clone
from swenv.core.rewards import shares_of_win
from swenv.core.threads import Threads, side_by_side
from swenv.core.tree import LEAD_SCALE

ALONE = "game"
"""The name of the opponent in solo games."""
ASKED = 256
"""Games that an opponent decides at once in each thread."""
STATE = ("learns", "paid_ahead", "ended", "opponent")
"""The fields that `Games` keeps for every game besides its record and seed."""


class Games:
    """Games of a learner against a pool of opponents, or against itself. A finished game restarts by itself.

    Each game has an entry of `opponents`, drawn when it starts. A player there means that the learner has one seat,
    redrawn for every game, and that player has the others. None means that the learner has every seat.

    Args:
        game: The game; its own option `reward` is ignored.
        num_games: Games side by side.
        opponents: See above; `set_opponents` changes them between games.
        reward: "win": +1 or -1 (shared) at the end. "margin": the margin at the end, times `MARGIN_SCALE`. "coins": own
            coins, as they are earned. "lead": the gain on the mean of the other seats' coins, as it happens, in units
            of `LEAD_SCALE` coins.
        seed: Seed of the games and of the choice of seats and opponents.
        threads: Threads that share a step of the games, and the decisions of an opponent.

    Attributes:
        vector: The games.
        learns: (num_games, num_players) bool, the learner's seats.
        paid: (num_games, num_players) float64, the rewards of the last step; in a game that ended, those of the game
            that ended.
        ended: (num_games,) bool, whether a game ended in the last step.
        generator: The source of all randomness outside the games themselves.
        results: (opponent, return of the learner) for every game against an opponent that ended since the list was last
            cleared. In solo games, the opponent is called `ALONE`.
        env_seconds: Seconds spent inside the environment, excluding opponents.
        opponent_seconds: Seconds that the opponents took to decide.
    """

    def __init__(
        self,
        game: Game,
        num_games: int,
        opponents: Sequence[Player | None],
        reward: str = "win",
        seed: int = 0,
        threads: int = 1,
    ) -> None:
        check_known("reward", reward, REWARDS)
        paid_in = "coins" if reward == "lead" else reward
        self.game = game
        self.vector = game.vector(num_games, seed=seed, threads=threads, reward=paid_in)
        self._pool = Threads(threads) if threads > 1 else None
        self.num_games, self.reward = num_games, reward
        self.generator = np.random.default_rng(seed)
        self.env_seconds = self.opponent_seconds = 0.0
        self.results: list[tuple[str, float]] = []
        self.learns = np.zeros((num_games, game.num_players), dtype=np.bool_)
        self.paid = np.zeros((num_games, game.num_players))
        self.paid_ahead = np.zeros_like(self.paid)  # in a new game, in the step in which the one before ended
        self.ended = np.zeros(num_games, dtype=np.bool_)
        self.opponent = np.zeros(num_games, dtype=np.int64)
        self.opponents: list[Player | None] = []
        self.set_opponents(opponents)
        self._seat(np.arange(num_games))
        self._record: Record | None = None

    def record(self, add: Record, learner: str) -> None:
        """From now on, pass every game that ends to `add`, see `CorpusWriter.add`, unless it began before.

        Args:
            add: Called with each game.
            learner: The name of the learner.
        """
        self._record, self._learner = add, learner
        vector = self.vector
        self._begin_tape([vector.state(i) == self.game.new_state(seed) for i, seed in enumerate(vector.seeds.tolist())])

    def _begin_tape(self, whole: Sequence[bool]) -> None:
        """Begin to record games, some of which are at their start."""
        self._tape, self._whole = Tape(self.num_games), np.array(whole)

    def set_opponents(self, opponents: Sequence[Player | None], shares: Sequence[float] | None = None) -> None:
        """Set the opponents, and their shares of the games that start from now on.

        A game in progress keeps its position in the list: the player now at that position finishes it.
        """
        self.opponents = list(opponents)
        self._shares = None if shares is None else np.asarray(shares) / np.sum(shares)
        for player in self.opponents:
            seed = int(self.generator.integers(2**31))
            if player is not None:
                player.reset(self.game, ANY_SEAT, seed)
        self.opponent %= len(self.opponents)
        for k, player in enumerate(self.opponents):
            if player is None:
                self.learns[self.opponent == k] = True

    def _seat(self, games: NDArray[np.int64]) -> None:
        """Draw the opponents of new games, and the learner's seats."""
        itself = np.array([player is None for player in self.opponents])
        self.opponent[games] = self.generator.choice(len(self.opponents), len(games), p=self._shares)
        self.learns[games] = itself[self.opponent[games], np.newaxis]
        self.learns[games, self.generator.integers(self.game.num_players, size=len(games))] = True

    def state(self) -> dict[str, Any]:
        """Everything the games depend on except the opponents, as tensors and plain values, for `restore`."""
        arrays = {name: torch.from_numpy(getattr(self, name).copy()) for name in STATE}
        records = np.frombuffer(self.vector.records.tobytes(), dtype=np.uint8).copy()
        return {
            **arrays,
            "records": torch.from_numpy(records),
            "seeds": torch.from_numpy(self.vector.seeds.copy()),
            "generator": self.generator.bit_generator.state,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Resume where `state` was taken. The opponents must be set again.

        Raises:
            ValueError: it belongs to other games, or a game is in an impossible position.
        """
        vector = self.vector
        for name in STATE:
            mine, saved = getattr(self, name), state[name].numpy()
            if (mine.shape, mine.dtype) != (saved.shape, saved.dtype):
                raise ValueError(f"{name}: {saved.shape} of {saved.dtype}, not {mine.shape} of {mine.dtype}")
            mine[:] = saved
        if not (self.learns.any(1).all() and (self.opponent >= 0).all()):
            raise ValueError("a game without the learner, or an unknown opponent")
        vector.seeds[:] = state["seeds"].numpy()
        records = np.frombuffer(state["records"].numpy().tobytes(), dtype=vector.records.dtype)
        if len(records) != self.num_games or (vector.seeds < 0).any():
            raise ValueError(f"{len(records)} games, not {self.num_games}")
        for i in range(self.num_games):
            # Through a position document, which is validated: kernels trust records, and this one comes from a file.
            there = self.game.from_position(State(self.game, clone(records[i : i + 1])).to_position())
            vector.records[i] = records[i]
            if vector.state(i) != there:
                raise ValueError(f"game {i} is in an impossible position")
            vector.to_act[i] = there.to_act
            there.mask(out=vector.masks[i])
            vector.observations[i] = there.observation()
        self.generator.bit_generator.state = state["generator"]

    def reset(self) -> None:
        """Start new games."""
        self.vector.reset()
        if self._record is not None:
            self._begin_tape([True] * self.num_games)
        self._seat(np.arange(self.num_games))
        for array in (self.paid, self.paid_ahead, self.ended):
            array[:] = 0

    def mine(self) -> NDArray[np.bool_]:
        """(num_games,) bool, whether the learner is to act."""
        mine: NDArray[np.bool_] = self.learns[np.arange(self.num_games), self.vector.to_act]
        return mine

    def ask_opponents(self, actions: NDArray[np.int64], mine: NDArray[np.bool_]) -> None:
        """Fill in the actions of the games in which the learner is not to act, one batch per opponent."""
        if mine.all():
            return
        start = time.perf_counter()
        for k, player in enumerate(self.opponents):
            games = np.flatnonzero(~mine & (self.opponent == k))
            if len(games) and player is not None:
                actions[games] = self._decided_by(player, games)
        self.opponent_seconds += time.perf_counter() - start

    def _decided_by(self, player: Player, games: NDArray[np.int64]) -> NDArray[np.int64]:
        """A player's decisions in these games, in threads if there are many."""
        if self._pool is None or not player.concurrent or len(games) < 2 * ASKED:
            return player.act_in(self.vector, games)
        parts = np.array_split(games, len(games) // ASKED)
        return np.concatenate(side_by_side(self._pool, lambda part: player.act_in(self.vector, part), parts))

    def begin_step(self) -> None:
        """Begin to add up the payments of the seats."""
        self.paid[:] = self.paid_ahead
        self.paid_ahead[:] = 0
        self.ended[:] = False

    def advance(self, actions: NDArray[np.int64], where: NDArray[np.bool_] | None = None) -> None:
        """Carry out one action in these games, all by default, and add up the payments of the seats."""
        vector = self.vector
        if self._record is not None:
            moving = np.arange(self.num_games) if where is None else np.flatnonzero(where)
            self._tape.note(actions[moving], moving)
            seeds = vector.seeds.copy()
        start = time.perf_counter()
        vector.step(actions, where)
        self.env_seconds += time.perf_counter() - start
        pay = self._pay(vector.rewards)
        before = ~self.ended[:, None]
        np.add(self.paid, pay, out=self.paid, where=before)
        np.add(self.paid_ahead, pay, out=self.paid_ahead, where=~before)
        over = np.flatnonzero(vector.done)
        if len(over):
            if self._record is not None:
                self._give(over, seeds[over])
            self._note(over)
            self._seat(over)
            self.ended[over] = True

    def _give(self, games: NDArray[np.int64], seeds: NDArray[np.int64]) -> None:
        """Pass games that have just ended to the recorder."""
        assert self._record is not None
        for i, seed, actions in zip(games.tolist(), seeds.tolist(), self._tape.take(games), strict=True):
            other = self.opponents[self.opponent[i]]
            names = [self._learner if mine or other is None else other.name for mine in self.learns[i]]
            if self._whole[i]:
                self._record(seed, names, actions)
            self._whole[i] = True

    def _note(self, games: NDArray[np.int64]) -> None:
        """Add the results of games that have just ended."""
        alone = self.game.num_players == 1
        if not alone:
            games = games[~self.learns[games].all(1)]
        shares = shares_of_win(self.vector.returns[games])[np.arange(len(games)), self.learns[games].argmax(1)]
        for k, won in zip(self.opponent[games].tolist(), shares.tolist(), strict=True):
            player = self.opponents[k]
            if alone or player is not None:
                self.results.append((ALONE if player is None or alone else player.name, won))

    def _pay(self, rewards: NDArray[np.float64]) -> NDArray[np.float64]:
        """The learner's reward for every seat, from the game's payments."""
        if self.reward == "margin":
            return rewards * MARGIN_SCALE
        if self.reward != "lead":
            return rewards
        others = (rewards.sum(1, keepdims=True) - rewards) / max(self.game.num_players - 1, 1)
        lead: NDArray[np.float64] = (rewards - others) / LEAD_SCALE
        return lead


def lambda_returns(
    paid: NDArray[np.floating],
    ended: NDArray[np.bool_],
    seats: NDArray[np.integer],
    learns: NDArray[np.bool_],
    values: NDArray[np.floating],
    ahead: NDArray[np.floating],
    gamma: float,
    gae_lambda: float,
) -> NDArray[np.float32]:
    """Lambda-returns of every seat before each decision of the learner.

    A learner's seat has its returns over its own decisions: for the seat that decides, its return minus its value is
    the generalised advantage estimate; that of a seat that waits is what it is paid until it decides, plus its return
    then. An opponent's seat, whose own decisions come without values, has its returns over those of the learner.

    The reward of a decision is all that a seat is paid until the next one, or the end of the game; both `gamma` and
    `gae_lambda` apply once per decision. Of the last decisions before an opponent's at the end of the rollout, nothing
    is known but their values, which are their returns.

    Args:
        paid: (steps, games, seats), what the seats are paid after each decision.
        ended: (steps, games), whether the decision ended the game.
        seats: (steps, games), who decided.
        learns: (steps, games, seats), which seats are the learner's.
        values: (steps, games, seats), the values that the deciding seat predicted for every seat.
        ahead: (games, seats), the values that the next deciding seat predicts for every seat; NaN if it is an
            opponent's.
        gamma: Discount.
        gae_lambda: Lambda.

    Returns:
        (steps, games, seats); those before an opponent's decision mean nothing.
    """
    returns = np.zeros(paid.shape, dtype=np.float32)
    following, advantage, owed = ahead.astype(np.float64), np.zeros(ahead.shape), np.zeros(ahead.shape)
    decides = seats[..., None] == np.arange(paid.shape[-1])
    learned = of_seats(learns, seats)
    for k in reversed(range(len(values))):
        for each in (following, advantage, owed):
            each[ended[k]] = 0
        owed += paid[k]
        valued = learned[k][:, None] & (decides[k] | ~learns[k])
        error = np.nan_to_num(owed + gamma * following - values[k])
        advantage = np.where(valued, error + gamma * gae_lambda * advantage, advantage)
        following, owed = np.where(valued, values[k], following), np.where(valued, 0, owed)
        returns[k] = owed + following + advantage
    return returns


def of_seats(each: NDArray[Any], seats: NDArray[np.integer]) -> NDArray[Any]:
    """The entry of one seat in each game: (..., games, seats) and (..., games) in, (..., games) out."""
    chosen: NDArray[Any] = np.take_along_axis(each, seats[..., None], -1)[..., 0]
    return chosen


def seen_from(each: NDArray[Any], seats: NDArray[np.integer]) -> NDArray[Any]:
    """Entries by seat as entries from one seat on, clockwise: (..., games, seats) and (..., games) in."""
    number = each.shape[-1]
    turned: NDArray[Any] = np.take_along_axis(each, (seats[..., None] + np.arange(number)) % number, -1)
    return turned


def by_seat(each: NDArray[Any], seats: NDArray[np.integer]) -> NDArray[Any]:
    """Entries from one seat on, clockwise, as entries by seat; undoes `seen_from`."""
    return seen_from(each, -seats)
