"""A warm start: before self-play, the network learns to decide like a scripted player.

Self-play from scratch spends most of its time learning what any player knows: deploy all tokens, conquer cheap regions.
A few seconds of imitation teach that; self-play then makes the learner better than its teacher.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import cross_entropy

from swenv.agents.base import ANY_SEAT, Player
from swenv.agents.networks import Policy
from swenv.training.gradients import SHARES, Gradients, workers
from swenv.training.method import NotFinite
from swenv.training.muon import optimizers, restore_moments
from swenv.training.selfplay import Games, lambda_returns, seen_from


class Imitation:
    """Fits the policy to the teacher's actions and the values to the rewards of its games, one gradient step at a time.

    The teacher's decisions follow from the seed, so resuming needs only `state` and the weights of the policy.

    Args:
        policy: The policy to train, in place.
        games: The games, in which the teacher plays every seat; they are reset first.
        teacher: The player to imitate.
        frames: Decisions to learn from.
        gamma: Discount per decision, for the values.
        batch_size: Decisions per gradient step.
        learning_rate: Learning rate; it decays linearly to zero.
        epochs: Passes over the decisions.
        seed: Seed of the teacher and of shuffling.
        pool: Threads to compute in, see `gradients.workers`.
        watched: Called from time to time with the number of recorded decisions.

    Attributes:
        decisions: Decisions from games recorded to the end; the others have no result and are dropped.
        steps: Total number of gradient steps.
        step: Gradient steps done.
    """

    def __init__(
        self,
        policy: Policy,
        games: Games,
        teacher: Player,
        frames: int,
        gamma: float,
        batch_size: int,
        learning_rate: float,
        epochs: int = 2,
        seed: int = 0,
        pool: ThreadPoolExecutor | None = None,
        watched: Callable[[int], None] = lambda done: None,
    ) -> None:
        self.policy, self.learning_rate, self._num_actions = policy, learning_rate, games.game.num_actions
        seen = _watch(games, teacher, frames, gamma, seed, watched)
        self._observations, self._masks, self._actions, self._returns, self._whole = seen
        self.decisions = len(self._whole)
        self._batch_size = min(batch_size, max(self.decisions, 1))
        self._a_pass = self.decisions // self._batch_size
        self.steps, self.step = epochs * self._a_pass, 0
        self._shuffle = np.random.default_rng(seed)
        pool = pool or workers(1)
        self._optimizers = optimizers(policy, learning_rate, pool)
        self._gradients = Gradients(policy, pool)
        self._losses: list[float] = []
        self._agreed: list[float] = []

    @property
    def loss(self) -> float:
        """Mean loss of the current pass."""
        return float(np.mean(self._losses)) if self._losses else 0.0

    @property
    def agreement(self) -> float:
        """Share of decisions in the current pass in which the network's most probable action was the teacher's."""
        return float(np.mean(self._agreed)) if self._agreed else 0.0

    def advance(self) -> None:
        """Make one gradient step.

        Raises:
            NotFinite: the loss is not finite; the weights are unchanged.
        """
        if self.step % self._a_pass == 0:
            self._order = self._shuffle.permutation(self.decisions)
            self._losses, self._agreed = [], []
        for optimizer in self._optimizers:
            for group in optimizer.param_groups:
                group["lr"] = self.learning_rate * (1 - self.step / self.steps)
        first = self.step % self._a_pass * self._batch_size
        batch = self._whole[self._order[first:][: self._batch_size]]
        figures = self._gradients.of(self._loss, torch.from_numpy(batch).tensor_split(SHARES))()
        if not np.isfinite(figures["loss"]):
            raise NotFinite(f"the loss of imitation is {figures['loss']} at step {self.step + 1:,}")
        self._losses.append(figures["loss"])
        self._agreed.append(figures["agreement"])
        torch.nn.utils.clip_grad_norm_(self.policy.parameters(), 0.5)
        for optimizer in self._optimizers:
            optimizer.step()
        self.step += 1

    def _loss(self, policy: Policy, rows: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        """The sum of the losses of these decisions, and in how many the network agrees with the teacher."""
        batch, device = rows.numpy(), policy.device
        masks = np.unpackbits(self._masks[batch], axis=1, count=self._num_actions).view(np.bool_)
        observations, legal, targets, paid = (
            torch.from_numpy(each).to(device)
            for each in (self._observations[batch], masks, self._actions[batch], self._returns[batch])
        )
        logits, values = policy(observations, legal)
        loss = cross_entropy(logits, targets, reduction="sum") + 0.5 * (values - paid).square().mean(1).sum()
        return loss, {"agreement": (logits.argmax(1) == targets).sum()}

    def state(self) -> dict[str, Any]:
        """The state for resuming, besides the weights: tensors and plain values."""
        return {
            "step": self.step,
            "optimizers": [deepcopy(each.state_dict()) for each in self._optimizers],
            "losses": list(self._losses),
            "agreed": list(self._agreed),
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Resume from what `state` returned; the caller restores the weights.

        Raises:
            ValueError: it belongs to another imitation.
        """
        if not 0 <= int(state["step"]) <= self.steps:
            raise ValueError(f"step {state['step']:,} of {self.steps:,} steps of imitation: the checkpoint is damaged")
        self.step = int(state["step"])
        for _ in range(-(-self.step // max(self._a_pass, 1))):  # every pass began with a permutation
            self._order = self._shuffle.permutation(self.decisions)
        restore_moments(self._optimizers, state["optimizers"])
        self._losses, self._agreed = (
            [float(each) for each in state["losses"]],
            [float(each) for each in state["agreed"]],
        )


def _watch(
    games: Games, teacher: Player, frames: int, gamma: float, seed: int, watched: Callable[[int], None]
) -> tuple[NDArray[np.int8], NDArray[np.uint8], NDArray[np.int64], NDArray[np.float32], NDArray[np.int64]]:
    """The teacher's observations, masks (as bits) and actions, and the discounted rewards that followed.

    One row per decision; the last array has the indices of those from games recorded to the end.
    """
    teacher.reset(games.game, ANY_SEAT, seed)
    vector = games.vector
    steps = -(-frames // games.num_games)
    shape = (steps, games.num_games)
    seen = np.empty((*shape, games.game.observation_size), dtype=np.int8)
    masks = np.empty((*shape, -(-games.game.num_actions // 8)), dtype=np.uint8)
    actions, seats = np.empty(shape, dtype=np.int64), np.empty(shape, dtype=np.int64)
    paid, ended = np.empty((*shape, games.game.num_players), dtype=np.float32), np.empty(shape, dtype=np.bool_)
    everywhere = np.arange(games.num_games)
    games.reset()
    for k in range(steps):
        seen[k], masks[k], seats[k] = vector.observations, np.packbits(vector.masks, axis=1), vector.to_act
        actions[k] = teacher.act_in(vector, everywhere)
        games.begin_step()
        games.advance(actions[k])
        paid[k], ended[k] = games.paid, games.ended
        watched(min((k + 1) * games.num_games, frames))
    learns, none = np.ones(paid.shape, dtype=np.bool_), np.zeros_like(paid)
    returns = seen_from(lambda_returns(paid, ended, seats, learns, none, none[0], gamma, 1.0), seats)
    whole = np.flatnonzero(np.cumsum(ended[::-1], axis=0)[::-1] > 0)
    number = steps * games.num_games
    return seen.reshape(number, -1), masks.reshape(number, -1), actions.ravel(), returns.reshape(number, -1), whole
