"""Learning from tree search, by self-play: `swenv train --learner search`.

As in AlphaZero, the network guides a search in every decision, and learns to choose as the search would have chosen.
With the few simulations that there is time for, visits say little, so the policy learns towards the network's own
logits plus what the search found each action to be worth, as in Gumbel MuZero (Danihelka et al., 2022, appendix D).
Actions are drawn from that policy. Games, values and optimizers are those of `ppo.PPO`: values are lambda-returns,
which `--set gae_lambda=1` makes outcomes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from swenv.agents.learned import Learned, drawn_actions
from swenv.agents.networks import FORBIDDEN, Policy
from swenv.core.game import Game
from swenv.core.search import NETWORK_EXPLORATION, Trees
from swenv.training.config import Config
from swenv.training.gradients import CHUNK
from swenv.training.ppo import PPO, VALUE_WEIGHT, Memory, Rollout, read
from swenv.training.selfplay import Games

LEAVES = 4
"""Leaves of one tree that the network evaluates at once: more are faster, but chosen with less knowledge."""
Q_SCALE = 10.0
"""What a return of 1 adds to the logit of an action that the policy is to learn."""
CHILDREN = 64
"""Nodes that a tree has room for, by simulation: the legal actions of an average leaf, and some."""


class AlphaZero(PPO):
    """Self-play with a search in every decision."""

    def _make_memory(self, game: Game, steps: int, games: int) -> Memory:
        return SearchMemory(game, steps, games)

    def _make_rollout(self, games: Games, memory: Memory) -> Rollout:
        assert isinstance(memory, SearchMemory)
        return SearchRollout(games, memory, self.policy, self.config)

    def _loss(
        self, policy: Policy, memory: Mapping[str, Tensor], waiting: Sequence[Tensor], rows: Tensor
    ) -> tuple[Tensor, dict[str, Tensor]]:
        """The cross-entropy of the improved policy and the network's, and the error of the values."""
        chances, error = read(policy, memory, waiting, rows)
        targets = memory["targets"][rows].float()
        cross_entropy = -(targets * chances).sum()
        entropy = -(torch.softmax(chances, 1) * chances).sum()
        told = {
            "cross_entropy": cross_entropy,
            "value_error": error,
            "entropy": entropy,
            "agreement": (chances.argmax(1) == targets.argmax(1)).sum(),
        }
        return VALUE_WEIGHT * error + cross_entropy - self.config.entropy * entropy, told


class SearchMemory(Memory):
    """The decisions of a rollout.

    Attributes:
        targets: The probability of each action in the improved policy, (steps, games, num_actions) float16.
    """

    def __init__(self, game: Game, steps: int, games: int) -> None:
        super().__init__(game, steps, games)
        self.targets = np.zeros((steps, games, game.num_actions), dtype=np.float16)

    def tensors(self, device: torch.device) -> dict[str, Tensor]:
        """See `Memory.tensors`."""
        return super().tensors(device) | {"targets": torch.from_numpy(self.targets).flatten(0, 1).to(device)}


class SearchRollout(Rollout):
    """Plays a batch of games with a search for each decision between several actions."""

    memory: SearchMemory

    def __init__(self, games: Games, memory: SearchMemory, policy: Policy, config: Config) -> None:
        super().__init__(games, memory)
        self._simulations = config.simulations
        self._player = Learned.of(games.game, policy, drawn=False, reward=config.reward)

    @torch.inference_mode()
    def _decide(self, policy: Policy, k: int) -> None:
        memory, rows = self.memory, np.flatnonzero(self.memory.learned[k])
        if not len(rows):
            return
        seen, masks = memory.observations[k, rows], memory.masks[k, rows]
        legal = torch.from_numpy(masks).to(policy.device)
        logits, values = policy(torch.from_numpy(seen).to(policy.device), legal)
        memory.values[k, rows] = values.cpu().numpy()
        several = np.flatnonzero(masks.sum(1) > 1)
        if len(several):
            found = self._search(rows[several])
            expected = self._player.returns_of(memory.values[k, rows], seen)[:, 0]
            chances = torch.softmax(logits, 1).cpu().numpy()
            q_values = np.zeros(masks.shape, dtype=np.float32)
            q_values[several] = completed_q_values(*found, chances[several], expected[several])
            logits = torch.where(legal, logits + Q_SCALE * torch.from_numpy(q_values).to(policy.device), FORBIDDEN)
        memory.actions[k, rows] = drawn_actions(logits, legal, self.games.generator).cpu().numpy()
        memory.targets[k, rows] = torch.softmax(logits, 1).cpu().numpy()

    def _search(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Search in some games; how often each action was tried, and the sum of its returns, (rows, num_actions)."""
        vector, number = self.games.vector, self._simulations
        trees = Trees(vector.game, vector.records[rows], CHILDREN * (number + 1))
        seeds = self.games.generator.integers(2**63, size=len(rows), dtype=np.uint64)
        trees.evaluate(seeds, 1, NETWORK_EXPLORATION, self._evaluate)  # the root itself
        while trees.done <= number:
            leaves = min(LEAVES, number + 1 - trees.done)
            trees.evaluate(seeds, leaves, NETWORK_EXPLORATION, self._evaluate)
        return trees.roots()

    def _evaluate(
        self, observations: NDArray[np.int8], masks: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """As `Learned.evaluate`, a chunk at a time."""
        cuts = range(CHUNK, len(observations), CHUNK)
        parts = zip(np.split(observations, cuts), np.split(masks, cuts), strict=True)
        logits, values = zip(*(self._player.evaluate(*part) for part in parts), strict=True)
        return np.concatenate(logits), np.concatenate(values)


def completed_q_values(
    visits: NDArray[np.int64],
    wins: NDArray[np.float64],
    chances: NDArray[np.float32],
    expected: NDArray[np.float32],
) -> NDArray[np.float64]:
    """What each action is worth after a search: the mean of its returns, or for one that was not tried, that of all.

    That of all is the mean of what the network expected and, as often as there were simulations, of the actions that
    were tried, by their probability (Gumbel MuZero, equation 33).

    Args:
        visits: (n, num_actions), how often each action was tried.
        wins: (n, num_actions), the sum of its returns.
        chances: (n, num_actions), the network's probabilities.
        expected: (n,), the return that the network expected.

    Returns:
        (n, num_actions).
    """
    tried = visits > 0
    means = np.divide(wins, visits, out=np.zeros(wins.shape), where=tried)
    share = chances * tried
    usual = (share * means).sum(1) / np.maximum(share.sum(1), 1e-9)
    number = visits.sum(1)
    mixed = (expected + number * usual) / (1 + number)
    return np.where(tried, means, mixed[:, np.newaxis])
