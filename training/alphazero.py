"""Learning from tree search, by self-play: `swenv train --learner search`.

As in AlphaZero, a tree search guided by the network makes every decision, and the policy is trained towards its result.
Visit counts say little after a few simulations, so roots are searched, actions chosen and targets made as in Gumbel
MuZero (Danihelka et al., 2022), see `swenv.core.gumbel`: the target is the softmax of the logits plus scaled, completed
Q-values. Below the root, actions are chosen by PUCT. Value targets are the lambda-returns of `ppo.PPO`.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from swenv.agents.learned import Learned
from swenv.agents.networks import FORBIDDEN, Policy
from swenv.core.game import Game
from swenv.core.gumbel import Advice
from swenv.core.search import CHILDREN, NETWORK_EXPLORATION, Trees
from swenv.core.threads import go_on
from swenv.training.config import Config
from swenv.training.gradients import CHUNK
from swenv.training.method import NotFinite
from swenv.training.ppo import PPO, VALUE_WEIGHT, Memory, Rollout, read
from swenv.training.selfplay import Games, by_seat

LEAVES = 4
"""Leaves of one tree evaluated at once: more are faster, but are chosen with less information."""


class AlphaZero(PPO):
    """Self-play with a search in every decision."""

    def _make_memory(self, game: Game, steps: int, games: int) -> Memory:
        return SearchMemory(game, steps, games, self.policy.device)

    def _make_rollout(self, games: Games, memory: Memory) -> Rollout:
        assert isinstance(memory, SearchMemory)
        return SearchRollout(games, memory, self.policy, self.config)

    def _loss(self, policy: Policy, memory: Mapping[str, Tensor], rows: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        """The cross-entropy of the improved policy and the network's, and the error of the values."""
        log_chances, error = read(policy, memory, rows)
        targets = memory["targets"][rows].float()
        cross_entropy = -(targets * log_chances).sum()
        entropy = -(torch.softmax(log_chances, 1) * log_chances).sum()
        diagnostics = {
            "cross_entropy": cross_entropy,
            "value_error": error,
            "entropy": entropy,
            "agreement": (log_chances.argmax(1) == targets.argmax(1)).sum(),
        }
        return VALUE_WEIGHT * error + cross_entropy - self.config.entropy * entropy, diagnostics


class SearchMemory(Memory):
    """The decisions of a rollout.

    Attributes:
        targets: The probability of each action in the improved policy, (steps, games, num_actions) float16.
    """

    def __init__(self, game: Game, steps: int, games: int, device: torch.device | None = None) -> None:
        super().__init__(game, steps, games, device)
        self.targets = np.zeros((steps, games, game.num_actions), dtype=np.float16)

    def tensors(self, device: torch.device) -> dict[str, Tensor]:
        """See `Memory.tensors`."""
        return super().tensors(device) | {"targets": torch.from_numpy(self.targets).flatten(0, 1).to(device)}


class SearchRollout(Rollout):
    """Plays a batch of games with a search for each decision between several actions."""

    memory: SearchMemory

    def __init__(self, games: Games, memory: SearchMemory, policy: Policy, config: Config) -> None:
        super().__init__(games, memory, policy)
        self._simulations = config.simulations
        self._player = Learned.of(games.game, policy, drawn=False, reward=config.reward)

    def _make_gpu_batch(self) -> None:
        """The search asks for other positions every time, so nothing can be recorded."""

    @torch.inference_mode()
    def _decide(self, k: int) -> None:
        memory, rows, policy = self.memory, np.flatnonzero(self.memory.learned[k]), self.policy
        if not len(rows):
            return
        seen, masks = self.games.vector.observations[rows], self.games.vector.masks[rows]
        legal = torch.from_numpy(masks).to(policy.device)
        logits, values = policy(torch.from_numpy(seen).to(policy.device), legal)
        if not torch.isfinite(values).all():
            raise NotFinite("the network's output")
        expected = values.cpu().numpy()
        memory.values[k, rows] = by_seat(expected, memory.seats[k, rows])
        actions, several = masks.argmax(1), np.flatnonzero(masks.sum(1) > 1)
        if len(several):
            returns = self._player.returns_of(expected[several], seen[several])
            outputs = logits.cpu().numpy()[several], returns
            advice = Advice.of(outputs[0], masks[several], returns[:, 0], self._simulations).noisy(self.games.generator)
            visits, wins = self._search(rows[several], outputs, advice)
            actions[several] = advice.best(visits, wins)
            added = np.zeros(masks.shape, dtype=np.float32)
            added[several] = advice.weighed(visits, wins)
            logits = torch.where(legal, logits + torch.from_numpy(added).to(policy.device), FORBIDDEN)
        memory.actions[k, rows] = actions
        memory.targets[k, rows] = torch.softmax(logits, 1).cpu().numpy()

    def _search(
        self, rows: NDArray[np.int64], outputs: tuple[NDArray[np.float32], NDArray[np.float32]], advice: Advice
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Search in some games, with the network's outputs for their roots: logits and returns.

        Returns:
            How often each action was tried, and the sum of its returns, both (rows, num_actions).
        """
        vector, number = self.games.vector, self._simulations
        trees = Trees(vector.game, vector.records[rows], CHILDREN * (number + 1))
        seeds = self.games.generator.integers(2**63, size=len(rows), dtype=np.uint64)
        trees.evaluate(seeds, 1, NETWORK_EXPLORATION, lambda *_: outputs)  # the root
        while trees.done <= number:
            go_on()
            leaves = min(LEAVES, number + 1 - trees.done)
            considered = advice.considered(*trees.roots(), (trees.done - 1) / number)
            trees.evaluate(seeds, leaves, NETWORK_EXPLORATION, self._evaluate, self._player.reward, considered)
        return trees.roots()

    def _evaluate(
        self, observations: NDArray[np.int8], masks: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """As `Learned.evaluate`, a chunk at a time."""
        cuts = range(CHUNK, len(observations), CHUNK)
        parts = zip(np.split(observations, cuts), np.split(masks, cuts), strict=True)
        logits, values = (
            np.concatenate(each) for each in zip(*(self._player.evaluate(*part) for part in parts), strict=True)
        )
        if not (np.isfinite(logits).all() and np.isfinite(values).all()):
            raise NotFinite("the network's output")
        return logits, values
