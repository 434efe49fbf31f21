"""The games that a learner trains on: many at once, one seat of each for the learner, opponents in the others."""

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
"""What the learner may be paid with: the rewards of the game, or `lead`, see `SelfPlay`."""

ALONE = "game"
"""Who a learner plays against that has the only seat."""
STATE = ("seats", "paid_ahead", "ended", "totals", "lengths", "opponent")
"""What `SelfPlay` keeps of every game besides its record and seed."""
LEAD_SCALE = 20.0
"""Coins of lead that are worth as much as winning: about the margin of a clear win for two."""


class SelfPlay(VecEnv):
    """Games of one learner against a pool of opponents, as Stable-Baselines3 wants them.

    In game i the learner has one seat; another one in every new game. A step carries out the learner's actions, then
    lets the opponents play, in one batch a player, until the learner is to act in every game again. What the learner's
    seat is paid meanwhile is added up, so nothing that happens in other seats' turns is lost. A finished game starts
    again by itself.

    Args:
        game: The game; its own option `reward` does not matter.
        num_envs: Games side by side.
        opponents: Who plays the other seats; `set_opponents` changes them between games.
        reward: "win": +1 or -1 (shared) at the end. "margin": the margin at the end. "coins": own coins, as they come.
            "lead": what the purse gains on the mean of the other purses, if there are any, as it comes, in units of
            `LEAD_SCALE` coins; to which the end adds "win".
        seed: Seeds of the games and of the opponents' draw.
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
        """Seconds spent inside the environment, opponents not counted."""
        self.opponent_seconds = 0.0
        """Seconds that the opponents took to decide."""
        self.results: list[tuple[str, float]] = []
        """(opponent, return of the learner) of every game that ended since the list was last emptied.

        The opponent of a learner that plays alone is called `ALONE`.
        """
        self._seats = self.generator.integers(game.num_players, size=num_envs)
        self._actions = np.zeros(num_envs, dtype=np.int64)
        self._paid = np.zeros(num_envs)
        self._paid_ahead = np.zeros(num_envs)  # in a new game, before the learner's first decision of it
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
        """Who plays the other seats from now on, and in which share of the games that begin from now on.

        A game that goes on keeps its place in the list: who stands there now plays it to its end.
        """
        self.opponents = list(opponents)
        self._shares = None if shares is None else np.asarray(shares) / np.sum(shares)
        for player in self.opponents:
            player.reset(self.game, ANY_SEAT, int(self.generator.integers(2**31)))
        self._opponent %= len(self.opponents)

    def state(self) -> dict[str, Any]:
        """All that the games depend on but the opponents: tensors and plain values. `restore` reads it."""
        kept = {name: torch.from_numpy(getattr(self, f"_{name}").copy()) for name in STATE}
        records = np.frombuffer(self.vector.records.tobytes(), dtype=np.uint8).copy()
        return {
            **kept,
            "records": torch.from_numpy(records),
            "seeds": torch.from_numpy(self.vector.seeds.copy()),
            "generator": self.generator.bit_generator.state,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on where `state` was taken. Opponents are to be set anew.

        Raises:
            ValueError: it is of other games, or a game stands as none can.
        """
        vector = self.vector
        for name in STATE:
            mine, kept = getattr(self, f"_{name}"), state[name].numpy()
            if (mine.shape, mine.dtype) != (kept.shape, kept.dtype):
                raise ValueError(f"{name}: {kept.shape} of {kept.dtype}, not {mine.shape} of {mine.dtype}")
            mine[:] = kept
        seats, opponents = state["seats"], state["opponent"]
        if not bool(((seats >= 0) & (seats < self.game.num_players) & (opponents >= 0)).all()):
            raise ValueError("there is no such seat or opponent")
        vector.seeds[:] = state["seeds"].numpy()
        records = np.frombuffer(state["records"].numpy().tobytes(), dtype=vector.records.dtype)
        if len(records) != self.num_envs or (vector.seeds < 0).any():
            raise ValueError(f"{len(records)} games, not {self.num_envs}")
        for i in range(self.num_envs):
            # By way of the position, which is checked: kernels trust a record, and this one comes from a file.
            there = self.game.from_position(State(self.game, clone(records[i : i + 1])).to_position())
            vector.records[i] = records[i]
            if vector.state(i) != there:
                raise ValueError(f"game {i} stands as none can")
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
        """New games, each at the learner's first decision."""
        self.vector.reset()
        self._opponent[:] = self._draw(self.num_envs)
        for totals in (self._paid, self._paid_ahead, self._ended, self._totals, self._lengths):
            totals[:] = 0
        self._play_others()
        self._paid_ahead[:] = self._paid
        return self._seen()

    def step_async(self, actions: NDArray[Any]) -> None:
        """Keep the learner's actions for `step_wait`."""
        self._actions[:] = actions

    def step_wait(self) -> tuple[NDArray[np.int8], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Play on to the learner's next decision in every game."""
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
        """Let the opponents decide until the learner is to act everywhere."""
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
        """Step these games and pay the learner; deal a new seat and opponent where a game has ended."""
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
        """What the learner's seat makes of the rewards of every seat."""
        own: NDArray[np.float64] = np.take_along_axis(rewards, self._seats[:, None], 1)[:, 0]
        if self.reward != "lead":
            return own
        others = (rewards.sum(1) - own) / max(self.game.num_players - 1, 1)
        lead: NDArray[np.float64] = (own - others) / LEAD_SCALE
        return lead

    def close(self) -> None:
        """Nothing is held open."""

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """No wrapper is used."""
        return [False] * self.num_envs

    def has_attr(self, attr_name: str) -> bool:
        """What `get_action_masks` asks for."""
        return hasattr(self, attr_name)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """One answer a game; only `action_masks` is asked for."""
        return list(getattr(self, method_name)(*args, **kwargs))

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The same answer for every game."""
        return [getattr(self, attr_name, None)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Attributes are those of the batch."""
        setattr(self, attr_name, value)
