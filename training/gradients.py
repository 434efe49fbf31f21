"""Gradients of a loss over a batch, computed in several threads with the same result for any number of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from typing import Any

import torch
from torch import Tensor

from swenv.agents.networks import Policy
from swenv.core.threads import Threads, go_on, side_by_side
from swenv.training.team import Team

SHARES = 2
"""Parts of a batch on a processor, each summed separately: any further threads share the work inside torch."""
CHUNK = 512
"""Rows that go through the network at once on a processor, whose caches hold what a few hundred need."""

Loss = Callable[[Policy, Tensor], tuple[Tensor, Mapping[str, Tensor]]]
"""Takes the network and row numbers (n,) int64; returns the sum of the rows' losses, and sums to report, by name."""


def workers(threads: int, shares: int = SHARES) -> Threads:
    """Threads for the parts of a batch, and for the batches of games."""
    return Threads(min(threads, shares), initializer=_begin, initargs=(max(1, threads // shares),))


def _begin(inner: int) -> None:
    torch.set_num_threads(inner)
    # Momentum of weights whose input is rarely seen decays to denormal numbers, which are a hundred times as slow.
    torch.set_flush_denormal(True)


class Gradients:
    """Computes gradients of a network.

    Every part of a batch has a copy of the network that shares its weights but has gradients of its own; they are
    added up in a fixed order. torch computes without the global lock of Python, so the parts run side by side. On a
    GPU, a batch is a single part.

    Args:
        policy: The network.
        pool: See `workers`.
        team: The members that compute gradients of the same network from other batches.
    """

    def __init__(self, policy: Policy, pool: ThreadPoolExecutor, team: Team | None = None) -> None:
        self._pool, self._team = pool, team or Team()
        self._alone = policy.device.type != "cpu"
        self._copies = [policy, *(_twin(policy) for _ in range(0 if self._alone else SHARES - 1))]

    def of(self, loss: Loss, rows: Tensor) -> Callable[[], dict[str, float]]:
        """Set the network's gradients to those of the mean loss of these rows.

        In a team, the means are over its members, too, who must all call this as often.

        Returns:
            What tells the means to report by name, of which one is "loss". On a GPU, only that waits for the results.
        """
        shares = rows.tensor_split(len(self._copies))
        number = max(len(rows), 1)
        work = zip(self._copies, shares, strict=True)
        sums = side_by_side(self._pool, lambda each: self._share(each[0], loss, each[1], 1 / number), work)
        first, *others = (list(policy.parameters()) for policy in self._copies)
        for other in others:
            for mine, theirs in zip(first, other, strict=True):
                if mine.grad is not None and theirs.grad is not None:
                    mine.grad += theirs.grad

        def means() -> dict[str, float]:
            return {name: sum(float(each.get(name, 0.0)) for each in sums) / number for name in sums[0]}

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
