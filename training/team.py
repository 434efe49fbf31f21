"""Trainers that improve one network together, each on its own games.

Every member has the same weights. It computes gradients from its own decisions; these are averaged over the trainers,
so all take the same step. `Team` is a trainer on its own; `Workers` are the members of a process group of torch, each
with as many games as a trainer on its own; `partners.Partners` are processes of one machine that share a trainer's
games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import torch
import torch.distributed as dist
from torch import Tensor

Value = TypeVar("Value")


class Team:
    """A trainer on its own.

    Attributes:
        rank: The number of this member; 0 is the first, who keeps the run.
        size: How many members there are.
        trainers: How many trainers they amount to: as many as members, or one.
    """

    rank = 0
    size = 1
    trainers = 1

    def numbers(self, batches: int) -> range:
        """The numbers of this member's batches of games, given how many a trainer on its own has."""
        own = batches * self.trainers // self.size
        return range(self.rank * own, (self.rank + 1) * own)

    def average(self, parameters: Iterable[Tensor], figures: Mapping[str, float]) -> dict[str, float]:
        """Replace the gradients of these parameters with their means over the trainers; returns the means of figures.

        Members that share a trainer's games each have a part of its gradients and figures, which is added up.
        """
        return dict(figures)

    def total(self, number: int) -> int:
        """The sum of the members' numbers."""
        return number

    def first(self, value: Value) -> Value:
        """The first member's value."""
        return value

    def gather(self, value: Value) -> list[Value]:
        """On the first member, the values of all, by rank; elsewhere nothing."""
        return [value]

    def follow(self, parameters: Iterable[Tensor]) -> None:
        """Replace these parameters by those of the first member."""

    def stops(self) -> bool:
        """Whether the first member was asked to end the run; the others get False."""
        return False

    def saved(self, folder: Path) -> None:
        """Called on every member when the first one has written a checkpoint to the folder of its run."""


class Workers(Team):
    """The members of the default process group of torch, which must exist.

    Args:
        saved: See `Team.saved`.
        stops: See `Team.stops`; only the first member is asked.
    """

    def __init__(
        self, saved: Callable[[Path], None] = lambda folder: None, stops: Callable[[], bool] = lambda: False
    ) -> None:
        self.rank, self.size = dist.get_rank(), dist.get_world_size()
        self.trainers = self.size
        self._saved, self._stops = saved, stops

    def average(self, parameters: Iterable[Tensor], figures: Mapping[str, float]) -> dict[str, float]:
        """See `Team.average`. It is one message, so the time of a step hardly depends on the number of layers."""
        weights = list(parameters)
        gradients = [torch.zeros_like(each) if each.grad is None else each.grad for each in weights]
        values = torch.tensor(list(figures.values()), dtype=weights[0].dtype, device=weights[0].device)
        message = torch.cat([each.flatten() for each in (*gradients, values)])
        dist.all_reduce(message)
        message /= self.size
        *parts, values = torch.split(message, [each.numel() for each in (*gradients, values)])
        for weight, part in zip(weights, parts, strict=True):
            weight.grad = part.view_as(weight)
        return dict(zip(figures, values.tolist(), strict=True))

    def total(self, number: int) -> int:
        """See `Team.total`."""
        sums = [0] * self.size
        dist.all_gather_object(sums, number)
        return sum(sums)

    def first(self, value: Value) -> Value:
        """See `Team.first`."""
        values = [value]
        dist.broadcast_object_list(values)
        return values[0]

    def gather(self, value: Value) -> list[Value]:
        """See `Team.gather`."""
        values: list[Any] = [None] * self.size
        dist.gather_object(value, values if self.rank == 0 else None)
        return values if self.rank == 0 else []

    def follow(self, parameters: Iterable[Tensor]) -> None:
        """See `Team.follow`."""
        with torch.no_grad():
            for each in parameters:
                dist.broadcast(each, 0)

    def stops(self) -> bool:
        """See `Team.stops`."""
        return self.rank == 0 and self._stops()

    def saved(self, folder: Path) -> None:
        """See `Team.saved`."""
        self._saved(folder)
