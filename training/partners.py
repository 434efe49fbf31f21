"""A process of its own for each batch of games, of one trainer on one machine.

Threads hold each other up: between any two operations of torch, each needs Python's global lock, and what they share
moves from cache to cache. Processes share nothing but gradients. The first one is the trainer's own; the others are
its partners, a team with it, which read the folder of the run but never write to it.
"""

from __future__ import annotations

import pickle
import runpy
import signal
import threading
import traceback
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
from swenv.core.threads import Interrupts, ignore_interrupts, started_in_peace
from swenv.training.config import Config
from swenv.training.gradients import SHARES
from swenv.training.method import device_of
from swenv.training.processes import Lost, end_with_parent
from swenv.training.team import Team, Value


def can_have_partners(config: Config) -> bool:
    """Whether the batches of a run's games can have processes: on a CPU, with a thread for each."""
    fits = config.batches == SHARES and config.threads >= SHARES and config.learner != "sb3"
    return fits and device_of(config.device) == "cpu"


@dataclass
class Failure:
    """A message in place of another: what a partner failed with."""

    error: Exception
    trace: str


class Partners(Team):
    """The processes that share the games of one trainer.

    Gradients are added up in memory that all have in common. When a process may read it, a message says so.

    Args:
        rank: The number of this member.
        connections: On the first member, one to each of the others; elsewhere, one to the first.
        memory: A row for the gradients of each member, and one for their sums, float32.
    """

    trainers = 1

    def __init__(self, rank: int, connections: Sequence[Connection], memory: Any) -> None:
        self.rank, self.size = rank, SHARES
        self._connections = connections
        self._rows = torch.from_numpy(np.frombuffer(memory, dtype=np.float32).reshape(SHARES + 1, -1))

    def average(self, parameters: Iterable[Tensor], figures: Mapping[str, float]) -> dict[str, float]:
        """See `Team.average`."""
        weights, (*rows, sums) = list(parameters), self._rows
        gradients = [torch.zeros_like(each) if each.grad is None else each.grad for each in weights]
        torch.cat([each.flatten() for each in gradients], out=rows[self.rank])
        all_figures = self.gather(figures)
        if self.rank == 0:  # nobody reads the sums of the step before any more, as all are here
            torch.sum(self._rows[:-1], 0, out=sums)
        parts = torch.split(sums, [each.numel() for each in weights])
        added = self.first({name: sum(each.get(name, 0.0) for each in all_figures) for name in figures})
        for weight, part in zip(weights, parts, strict=True):
            weight.grad = part.view_as(weight).clone()
        return added

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
    except OSError as error:
        _hear(connection)  # what it failed with
        raise _lost() from error


def _hear(connection: Connection) -> Any:
    """Wait for a message.

    Raises:
        Lost: the other process has ended.
        Exception: what it failed with.
    """
    try:
        message = pickle.loads(connection.recv_bytes())
    except (EOFError, OSError) as error:
        raise _lost() from error
    if isinstance(message, Failure):
        raise message.error from RuntimeError(f"in a partner:\n{message.trace}")
    return message


def _lost() -> Lost:
    return Lost("a process has died, as it does when the machine runs out of memory")


@contextmanager
def partners(config: Config, folder: Path, interrupts: Interrupts, code: str | None = None) -> Iterator[Team]:
    """The team of a run with a process for each of its batches of games.

    Args:
        config: The configuration.
        folder: The folder of the run.
        interrupts: Held back while processes start.
        code: A Python file that registers players.
    """
    context = get_context("spawn")
    weights = outline(config.network, config.make_game(), config.width)
    size = sum(map(Tensor.numel, weights.values()))
    memory = context.RawArray("f", (SHARES + 1) * size)
    connections, processes = list[Connection](), []
    try:
        with interrupts.held():
            for rank in range(1, SHARES):
                ours, theirs = context.Pipe()
                connections.append(ours)
                process = context.Process(target=run_partner, args=(rank, theirs, memory, config, folder, code))
                with started_in_peace():
                    process.start()
                processes.append(process)
                theirs.close()
        yield Partners(0, connections, memory)
    finally:
        with suppress(KeyboardInterrupt), interrupts.held():
            for process in processes:
                process.kill()
                process.join()
            for connection in connections:
                connection.close()


def run_partner(rank: int, connection: Connection, memory: Any, config: Config, folder: Path, code: str | None) -> None:
    """Learn as a partner, from where the run is."""
    from swenv.training.train import Learner, inner_threads

    ignore_interrupts()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # which a scheduler sends to all: the first one saves and ends
    threading.Thread(target=end_with_parent, daemon=True).start()
    lend(max(1, config.threads // SHARES))
    try:
        if code is not None:
            runpy.run_path(code)
        with computing(inner_threads(config)):
            learner = Learner(config, folder, team=Partners(rank, [connection], memory))
            learner.resume()
            with closing(learner):
                learner.imitate()
                learner.learn()
    except (Exception, SystemExit) as error:
        with suppress(OSError):  # nobody listens
            connection.send_bytes(_packed(error))
        raise SystemExit(1) from None


def _packed(error: Exception | SystemExit) -> bytes:
    """A failure as a message; its text alone if the error cannot be unpickled elsewhere."""
    trace = traceback.format_exc()
    try:
        if isinstance(error, SystemExit):
            raise TypeError("an exception that would end the other process silently")
        packed = pickle.dumps(Failure(error, trace))
        pickle.loads(packed)
    except Exception:
        return pickle.dumps(Failure(RuntimeError(f"{type(error).__name__}: {error}"), trace))
    return packed
