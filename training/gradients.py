"""Gradients of a loss over a batch, computed in several threads with the same result for any number of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from typing import Any

import torch
from torch import Tensor

from swenv.agents.networks import Policy
from swenv.core.threads import Threads, go_on, side_by_side
from swenv.training.team import Team

SHARES = 2
"""Parts of a batch on a processor, each with a gradient of its own: further threads share the work inside torch."""
CHUNK = 512
"""Rows that go through the network at once on a processor, whose caches hold what a few hundred need."""

Loss = Callable[[Policy, Tensor], tuple[Tensor, Mapping[str, Tensor]]]
"""Takes the network and row numbers (n,) int64; returns the sum of the rows' losses, and sums to report, by name."""


def workers(threads: int, shares: int = SHARES) -> Threads:
    """Threads for the shares of a batch, and for the batches of games."""
    return Threads(min(threads, shares), initializer=_begin, initargs=(max(1, threads // shares),))


def _begin(inner: int) -> None:
    torch.set_num_threads(inner)
    # Momentum of weights whose input is rarely seen decays to denormal numbers, which are a hundred times as slow.
    torch.set_flush_denormal(True)


class Gradients:
    """Computes gradients of a network.

    Every share of a batch has a copy of the network that shares its weights but has gradients of its own; they are
    added up in a fixed order. torch computes without the global lock of Python, so the shares run side by side. On a
    GPU, a batch is a single share.

    Args:
        policy: The network.
        pool: See `workers`.
        shares: How many shares a batch has.
        team: The members that compute gradients of the same network from other batches, or other shares.
    """

    def __init__(
        self, policy: Policy, pool: ThreadPoolExecutor, shares: int = SHARES, team: Team | None = None
    ) -> None:
        self._pool, self._team = pool, team or Team()
        self._alone = policy.device.type != "cpu"
        self._copies = [policy, *(_twin(policy) for _ in range(0 if self._alone else shares - 1))]

    def of(self, loss: Loss, shares: Sequence[Tensor]) -> Callable[[], dict[str, float]]:
        """Set the network's gradients to those of the mean loss of a batch: the mean over its shares of their means.

        On a GPU, it is the mean over all rows. In a team, the means are over its members, too, who must all call this
        as often.

        Args:
            loss: See `Loss`.
            shares: The rows of each share.

        Returns:
            What tells the means to report by name, of which one is "loss". On a GPU, only that waits for the results.
        """
        rows = [torch.cat([*shares])] if self._alone else shares
        members = self._team.size // self._team.trainers
        weights = [1 / (max(len(each), 1) * len(rows) * members) for each in rows]
        work = zip(self._copies, rows, weights, strict=True)
        sums = side_by_side(self._pool, lambda each: self._share(each[0], loss, each[1], each[2]), work)
        first, *others = (list(policy.parameters()) for policy in self._copies)
        for other in others:
            for mine, theirs in zip(first, other, strict=True):
                if mine.grad is not None and theirs.grad is not None:
                    mine.grad += theirs.grad

        def means() -> dict[str, float]:
            names = dict.fromkeys(name for each in sums for name in each)
            return {
                name: sum(float(each.get(name, 0.0)) * weight for each, weight in zip(sums, weights, strict=True))
                for name in names
            }

        if self._team.size == 1:
            return means
        figures = self._team.average(first, means())
        return lambda: figures

    def _share(self, policy: Policy, loss: Loss, rows: Tensor, weight: float) -> dict[str, Any]:
        """Add up the gradients of these rows, each multiplied by a weight; returns sums by name."""
        policy.zero_grad(set_to_none=True)
        sums: dict[str, Any] = {}
        for chunk in [rows] if self._alone else torch.split(rows, CHUNK):
            go_on()
            total, figures = loss(policy, chunk)
            (total * weight).backward()  # type: ignore[no-untyped-call]
            for name, each in {"loss": total, **figures}.items():
                sums[name] = sums.get(name, 0.0) + each.detach()
        return sums


def _twin(policy: Policy) -> Policy:
    """A copy of a network that shares its weights."""
    twin = deepcopy(policy)
    for mine, theirs in zip(twin.parameters(), policy.parameters(), strict=True):
        mine.data = theirs.data
    return twin
