"""The games a learner trains on: many at once, with the learner in one seat of each and opponents in the others."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from swenv.agents.base import ANY_SEAT, Player
from swenv.core.errors import unknown
from swenv.core.game import Game, State, clone
from swenv.core.registry import load

REWARDS = ("win", "margin", "coins", "lead")
"""The rewards of a learner: those of the game, or `lead`, see `SelfPlay`."""

ALONE = "game"
"""The name of the opponent in solo games."""
STATE = ("seats", "paid_ahead", "ended", "totals", "lengths", "opponent")
"""What `SelfPlay` keeps for every game besides its record and seed."""
LEAD_SCALE = 20.0
"""Coins of lead worth as much as winning: about the margin of a clear win with two players."""


class SelfPlay(VecEnv):
    """Games of one learner against a pool of opponents, as a vector environment for Stable-Baselines3.

    The learner has one seat in each game, drawn anew for every game. A step carries out the learner's actions, then
    lets the opponents play, one batch per opponent, until the learner is to act again in every game. All rewards of the
    learner's seat in the meantime are added up, so nothing that happens in other seats' turns is lost. A finished game
    restarts by itself.

    Args:
        game: The game; its own option `reward` is ignored.
        num_envs: Games side by side.
        opponents: The players of the other seats; `set_opponents` changes them between games.
        reward: "win": +1 or -1 (shared) at the end. "margin": the margin at the end. "coins": own coins, as they are
            earned. "lead": the gain on the mean of the other seats' coins, as it happens, in units of `LEAD_SCALE`
            coins, plus "win" at the end.
        seed: Seed of the games and of the choice of opponents.
    """

    def __init__(
        self, game: Game, num_envs: int, opponents: Sequence[Player], reward: str = "win", seed: int = 0
    ) -> None:
        if reward not in REWARDS:
            raise unknown("reward", reward, REWARDS)
        paid_in = "coins" if reward == "lead" else reward
        self.game = load(game.name, game.num_players, **{**game.options, "reward": paid_in})
        self.vector = self.game.vector(num_envs, seed=seed)
        self.reward = reward
        self.generator = np.random.default_rng(seed)
        self.env_seconds = 0.0
        """Seconds spent inside the environment, excluding opponents."""
        self.opponent_seconds = 0.0
        """Seconds that the opponents took to decide."""
        self.results: list[tuple[str, float]] = []
        """(opponent, return of the learner) for every game that ended since the list was last cleared.

        In solo games, the opponent is called `ALONE`.
        """
        self._seats = self.generator.integers(game.num_players, size=num_envs)
        self._actions = np.zeros(num_envs, dtype=np.int64)
        self._paid = np.zeros(num_envs)
        self._paid_ahead = np.zeros(num_envs)  # in a new game, before the learner's first decision
        self._ended = np.zeros(num_envs, dtype=np.bool_)
        self._totals = np.zeros(num_envs)
        self._lengths = np.zeros(num_envs, dtype=np.int64)
        self._opponent = np.zeros(num_envs, dtype=np.int64)
        self.set_opponents(opponents)
        super().__init__(
            num_envs,
            spaces.Box(-128, 127, (game.observation_size,), np.int8),
            spaces.Discrete(game.num_actions),
        )

    def set_opponents(self, opponents: Sequence[Player], shares: Sequence[float] | None = None) -> None:
        """Set the players of the other seats, and their shares of the games that start from now on.

        A game in progress keeps its position in the list: the player now at that position finishes it.
        """
        self.opponents = list(opponents)
        self._shares = None if shares is None else np.asarray(shares) / np.sum(shares)
        for player in self.opponents:
            player.reset(self.game, ANY_SEAT, int(self.generator.integers(2**31)))
        self._opponent %= len(self.opponents)

    def state(self) -> dict[str, Any]:
        """Everything the games depend on except the opponents, as tensors and plain values, for `restore`."""
        kept = {name: torch.from_numpy(getattr(self, f"_{name}").copy()) for name in STATE}
        records = np.frombuffer(self.vector.records.tobytes(), dtype=np.uint8).copy()
        return {
            **kept,
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
            mine, kept = getattr(self, f"_{name}"), state[name].numpy()
            if (mine.shape, mine.dtype) != (kept.shape, kept.dtype):
                raise ValueError(f"{name}: {kept.shape} of {kept.dtype}, not {mine.shape} of {mine.dtype}")
            mine[:] = kept
        seats, opponents = state["seats"], state["opponent"]
        if not bool(((seats >= 0) & (seats < self.game.num_players) & (opponents >= 0)).all()):
            raise ValueError("unknown seat or opponent")
        vector.seeds[:] = state["seeds"].numpy()
        records = np.frombuffer(state["records"].numpy().tobytes(), dtype=vector.records.dtype)
        if len(records) != self.num_envs or (vector.seeds < 0).any():
            raise ValueError(f"{len(records)} games, not {self.num_envs}")
        for i in range(self.num_envs):
            # Through a position document, which is validated: kernels trust records, and this one comes from a file.
            there = self.game.from_position(State(self.game, clone(records[i : i + 1])).to_position())
            vector.records[i] = records[i]
            if vector.state(i) != there:
                raise ValueError(f"game {i} is in an impossible position")
            vector.to_act[i] = there.to_act
            there.mask(out=vector.masks[i])
            vector.observations[i] = there.observation()
        self.generator.bit_generator.state = state["generator"]

    def _draw(self, number: int) -> NDArray[np.int64]:
        return self.generator.choice(len(self.opponents), size=number, p=self._shares)

    def action_masks(self) -> NDArray[np.bool_]:
        """(num_envs, num_actions) bool, the learner's legal actions."""
        masks: NDArray[np.bool_] = self.vector.masks.copy()
        return masks

    def reset(self) -> NDArray[np.int8]:
        """Start new games, each at the learner's first decision."""
        self.vector.reset()
        self._opponent[:] = self._draw(self.num_envs)
        for totals in (self._paid, self._paid_ahead, self._ended, self._totals, self._lengths):
            totals[:] = 0
        self._play_others()
        self._paid_ahead[:] = self._paid
        return self._seen()

    def step_async(self, actions: NDArray[Any]) -> None:
        """Store the learner's actions for `step_wait`."""
        self._actions[:] = actions

    def step_wait(self) -> tuple[NDArray[np.int8], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Play to the learner's next decision in every game."""
        self._paid[:] = self._paid_ahead
        self._paid_ahead[:] = 0
        self._ended[:] = False
        self._advance(None)
        self._play_others()
        self._totals += self._paid
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(self._ended):
            infos[i]["episode"] = {"r": float(self._totals[i]), "l": int(self._lengths[i]), "t": 0.0}
            self._totals[i], self._lengths[i] = 0, 0
        return self._seen(), self._paid.astype(np.float32), self._ended.copy(), infos

    def _seen(self) -> NDArray[np.int8]:
        observations: NDArray[np.int8] = self.vector.observations.copy()
        return observations

    def _play_others(self) -> None:
        """Let the opponents play until the learner is to act in every game."""
        vector = self.vector
        while True:
            others = vector.to_act != self._seats
            if not others.any():
                return
            start = time.perf_counter()
            for k, player in enumerate(self.opponents):
                games = np.flatnonzero(others & (self._opponent == k))
                if len(games):
                    self._actions[games] = player.act_batch(vector.observations[games], vector.masks[games])
            self.opponent_seconds += time.perf_counter() - start
            self._advance(others)

    def _advance(self, where: NDArray[np.bool_] | None) -> None:
        """Step these games and pay the learner; where a game has ended, draw a new seat and opponent."""
        vector = self.vector
        start = time.perf_counter()
        vector.step(self._actions, where)
        self.env_seconds += time.perf_counter() - start
        pay = self._pay(vector.rewards)
        np.add(self._paid, pay, out=self._paid, where=~self._ended)
        np.add(self._paid_ahead, pay, out=self._paid_ahead, where=self._ended)
        for i in np.flatnonzero(vector.done):
            won = float(vector.returns[i, self._seats[i]])
            if self.reward == "lead":
                self._paid[i] += won
            against = self.opponents[self._opponent[i]].name if self.game.num_players > 1 else ALONE
            self.results.append((against, won))
            self._seats[i] = self.generator.integers(self.game.num_players)
            self._opponent[i] = self._draw(1)[0]
            self._ended[i] = True

    def _pay(self, rewards: NDArray[np.float64]) -> NDArray[np.float64]:
        """The learner's reward, from the rewards of every seat."""
        own: NDArray[np.float64] = np.take_along_axis(rewards, self._seats[:, None], 1)[:, 0]
        if self.reward != "lead":
            return own
        others = (rewards.sum(1) - own) / max(self.game.num_players - 1, 1)
        lead: NDArray[np.float64] = (own - others) / LEAD_SCALE
        return lead

    def close(self) -> None:
        """There is nothing to close."""

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """There are no wrappers."""
        return [False] * self.num_envs

    def has_attr(self, attr_name: str) -> bool:
        """Needed by `get_action_masks`."""
        return hasattr(self, attr_name)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """One result per game; only used for `action_masks`."""
        return list(getattr(self, method_name)(*args, **kwargs))

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The same value for every game."""
        return [getattr(self, attr_name, None)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of the whole batch."""
        setattr(self, attr_name, value)
