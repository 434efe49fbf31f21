"""A warm start: before self-play, the network learns to decide like a scripted player.

Self-play from scratch spends most of its time learning what any player knows: deploy all tokens, conquer what is cheap.
A few seconds of imitation teach that; what makes the learner better than its teacher comes from self-play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch.nn.functional import mse_loss

from swenv.agents.base import ANY_SEAT, Player
from swenv.training.selfplay import SelfPlay


class Imitation:
    """Fits the policy to the teacher's actions and the values to the rewards of its games, one gradient step at a time.

    The teacher's decisions follow from the seed, so resuming needs only `state` and the weights of the policy.

    Args:
        policy: The policy to train, in place.
        games: The games, in which the teacher plays the learner's seat; they are reset first, and left at a decision.
        teacher: The player to imitate.
        frames: Decisions to learn from.
        gamma: Discount per decision, for the values.
        batch_size: Decisions per gradient step.
        learning_rate: Learning rate of Adam; it decays linearly to zero.
        epochs: Passes over the decisions.
        seed: Seed of the teacher and of shuffling.
        watched: Called from time to time with the number of recorded decisions.

    Attributes:
        decisions: Decisions from games recorded to the end; the others have no result and are dropped.
        steps: Total number of gradient steps.
        step: Gradient steps done.
    """

    def __init__(
        self,
        policy: MaskableActorCriticPolicy,
        games: SelfPlay,
        teacher: Player,
        frames: int,
        gamma: float,
        batch_size: int,
        learning_rate: float,
        epochs: int = 2,
        seed: int = 0,
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
        self._optimizer = torch.optim.Adam(policy.parameters(), lr=learning_rate, eps=1e-5)
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
            FloatingPointError: the loss is not finite; the weights are unchanged.
        """
        if self.step % self._a_pass == 0:
            self._order = self._shuffle.permutation(self.decisions)
            self._losses, self._agreed = [], []
        for group in self._optimizer.param_groups:
            group["lr"] = self.learning_rate * (1 - self.step / self.steps)
        first = (self.step * self._batch_size) % (self.decisions - self._batch_size + 1)
        batch = self._whole[self._order[first:][: self._batch_size]]
        self.policy.set_training_mode(True)
        device = self.policy.device
        wanted = torch.as_tensor(self._actions[batch], device=device)
        features = self.policy.extract_features(torch.as_tensor(self._observations[batch], device=device))
        latent_pi, latent_vf = self.policy.mlp_extractor(features)
        distribution = self.policy._get_action_dist_from_latent(latent_pi)
        distribution.apply_masking(np.unpackbits(self._masks[batch], axis=1, count=self._num_actions).view(np.bool_))
        values = self.policy.value_net(latent_vf).flatten()
        paid = torch.as_tensor(self._returns[batch], device=device)
        loss = -distribution.log_prob(wanted).mean() + 0.5 * mse_loss(values, paid)
        if not torch.isfinite(loss):
            raise FloatingPointError(f"the loss of imitation is {loss.item()} at step {self.step + 1:,}")
        self._losses.append(loss.item())
        self._agreed.append(float((distribution.mode() == wanted).float().mean()))
        self._optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.policy.parameters(), 0.5)
        self._optimizer.step()
        self.step += 1

    def state(self) -> dict[str, Any]:
        """What resuming needs besides the weights: tensors and plain values."""
        return {
            "step": self.step,
            "optimizer": deepcopy(self._optimizer.state_dict()),
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
        settings = self._optimizer.state_dict()["param_groups"]
        self._optimizer.load_state_dict({"state": state["optimizer"]["state"], "param_groups": settings})
        self._losses, self._agreed = (
            [float(each) for each in state["losses"]],
            [float(each) for each in state["agreed"]],
        )


def _watch(
    games: SelfPlay, teacher: Player, frames: int, gamma: float, seed: int, watched: Callable[[int], None]
) -> tuple[NDArray[np.int8], NDArray[np.uint8], NDArray[np.int64], NDArray[np.float32], NDArray[np.int64]]:
    """The teacher's observations, masks (as bits) and actions, and the discounted rewards that followed.

    One row per decision; the last array has the indices of those from games recorded to the end.
    """
    teacher.reset(games.game, ANY_SEAT, seed)
    steps = -(-frames // games.num_envs)
    shape = (steps, games.num_envs)
    seen = np.empty((*shape, games.game.observation_size), dtype=np.int8)
    masks = np.empty((*shape, -(-games.game.num_actions // 8)), dtype=np.uint8)
    actions = np.empty(shape, dtype=np.int64)
    pay, returns = np.empty(shape, dtype=np.float32), np.empty(shape, dtype=np.float32)
    ended = np.empty(shape, dtype=np.bool_)
    now = games.reset()
    for k in range(steps):
        legal = games.action_masks()
        seen[k], masks[k], actions[k] = now, np.packbits(legal, axis=1), teacher.act_batch(now, legal)
        games.step_async(actions[k])
        now, pay[k], ended[k], _ = games.step_wait()
        watched(min((k + 1) * games.num_envs, frames))
    ahead: NDArray[np.floating] = np.zeros(games.num_envs)
    for k in reversed(range(steps)):
        ahead = pay[k] + gamma * np.where(ended[k], 0, ahead)
        returns[k] = ahead
    whole = np.flatnonzero(np.cumsum(ended[::-1], axis=0)[::-1] > 0)
    number = steps * games.num_envs
    return seen.reshape(number, -1), masks.reshape(number, -1), actions.ravel(), returns.ravel(), whole
