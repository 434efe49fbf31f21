"""A process of its own for each batch of games, of one trainer on one machine.

Threads hold each other up: between any two operations of torch, each needs Python's global lock, and what they share
moves from cache to cache. Processes share nothing but gradients. The first one is the trainer's own; the others are
its partners, a team with it, and learn in folders of their own, which are dropped.
"""

from __future__ import annotations

import pickle
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from swenv.agents.learned import computing
from swenv.agents.networks import outline
from swenv.core.machine import lend
from swenv.core.threads import started_in_peace
from swenv.training.config import Config
from swenv.training.gradients import SHARES
from swenv.training.method import device_of
from swenv.training.processes import Lost, begin
from swenv.training.runs import shipped
from swenv.training.team import Team, Value

FIGURES = 16
"""Room for figures beside the gradients."""


def have_room(config: Config) -> bool:
    """Whether a run can have partners: on a processor, with two threads or more, and batches of games for all."""
    divides = config.batches % SHARES == 0 and config.threads >= SHARES
    return divides and config.learner != "sb3" and device_of(config.device) == "cpu"


@dataclass
class Failure:
    """A message in place of another: what a partner failed with."""

    error: Exception


class Partners(Team):
    """The processes that share the games of one trainer.

    Gradients are added up in memory that all have in common. When a process may read it, a message says so.

    Args:
        rank: The number of this member.
        connections: From the first member to each other, or from another to the first.
        memory: A row for the gradients of each member, and one for their sums, float32.
    """

    trainers = 1

    def __init__(self, rank: int, connections: Sequence[Connection], memory: Any) -> None:
        self.rank, self.size = rank, SHARES
        self._connections = connections
        self._memory = torch.from_numpy(np.frombuffer(memory, dtype=np.float32).reshape(SHARES + 1, -1))

    def average(self, parameters: Iterable[Tensor], figures: Mapping[str, float]) -> dict[str, float]:
        """See `Team.average`."""
        weights = list(parameters)
        gradients = [torch.zeros_like(each) if each.grad is None else each.grad for each in weights]
        parts = [*gradients, torch.tensor([*figures.values()])]
        *mine, sums = (row[: sum(map(Tensor.numel, parts))] for row in self._memory)
        torch.cat([each.flatten() for each in parts], out=mine[self.rank])
        self.gather(None)
        if self.rank == 0:  # nobody reads the sums before any more: all have got here
            torch.sum(torch.stack(mine), 0, out=sums)
        self.first(None)
        *added, values = torch.split(sums.clone(), [each.numel() for each in parts])
        for weight, part in zip(weights, added, strict=True):
            weight.grad = part.view_as(weight)
        return dict(zip(figures, values.tolist(), strict=True))

    def total(self, number: int) -> int:
        """See `Team.total`."""
        return self.first(sum(self.gather(number)))

    def first(self, value: Value) -> Value:
        """See `Team.first`."""
        if self.rank:
            there: Value = _hear(self._connections[0])
            return there
        for each in self._connections:
            _tell(each, value)
        return value

    def gather(self, value: Value) -> list[Value]:
        """See `Team.gather`."""
        if self.rank == 0:
            return [value, *map(_hear, self._connections)]
        _tell(self._connections[0], value)
        return []

    def follow(self, parameters: Iterable[Tensor]) -> None:
        """See `Team.follow`."""
        weights = list(parameters)
        with torch.no_grad():
            for mine, theirs in zip(weights, self.first([each.numpy() for each in weights]), strict=True):
                mine.copy_(torch.from_numpy(theirs))


def _tell(connection: Connection, message: Any) -> None:
    try:
        connection.send_bytes(pickle.dumps(message))
    except OSError:
        _hear(connection)  # why
        raise


def _hear(connection: Connection) -> Any:
    """Wait for a message.

    Raises:
        Lost: the other process has ended.
        Exception: what it failed with.
    """
    try:
        message = pickle.loads(connection.recv_bytes())
    except (EOFError, OSError) as error:
        raise Lost("a process has died, as it does when the machine runs out of memory") from error
    if isinstance(message, Failure):
        raise message.error
    return message


@contextmanager
def partners(config: Config, folder: Path, code: str | None = None) -> Iterator[Team]:
    """The team of a run with a process for each of its batches of games.

    Args:
        config: The configuration.
        folder: The folder of the run.
        code: A Python file that registers players.
    """
    context = get_context("spawn")
    weights = outline(config.network, config.make_game(), config.width).values()
    memory = context.RawArray("f", (SHARES + 1) * (sum(map(Tensor.numel, weights)) + FIGURES))
    connections, processes = list[Connection](), []
    with tempfile.TemporaryDirectory() as scratch:
        try:
            for rank in range(1, SHARES):
                ours, theirs = context.Pipe()
                connections.append(ours)
                own = Path(scratch) / str(rank) / folder.resolve().name
                task = (rank, theirs, memory, config, folder, own, code)
                processes.append(context.Process(target=learn_along, args=task, daemon=True))
                with started_in_peace():
                    processes[-1].start()
                theirs.close()
            yield Partners(0, connections, memory)
        finally:
            for each in processes:
                each.terminate()
                each.join()
            for connection in connections:
                connection.close()


def learn_along(
    rank: int, connection: Connection, memory: Any, config: Config, run: Path, folder: Path, code: str | None
) -> None:
    """Learn as a partner, from where the folder of the run is, in a folder of its own."""
    from swenv.training.train import Learner, inner_threads

    try:
        begin(code)
        lend(max(1, config.threads // SHARES))
        for name, path in shipped(run).items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, folder / name)
        with computing(inner_threads(config)):
            learner = Learner(config, folder, team=Partners(rank, [connection], memory))
            learner.resume()
            with closing(learner):
                learner.imitate()
                learner.learn()
    except Exception as error:
        with suppress(Exception):  # it cannot be pickled, or nobody listens
            connection.send_bytes(pickle.dumps(Failure(error)))
        raise SystemExit(1) from None
