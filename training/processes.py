"""Work in several processes, whose results are kept as they come; Ctrl-C stops it without losing any."""

from __future__ import annotations

import os
import runpy
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context
from typing import Any, Protocol, TypeVar

Result = TypeVar("Result")


class Lost(RuntimeError):
    """Something that work runs in has died; what came of the work before is kept."""


class Pool(Protocol):
    """Something that calls functions side by side."""

    def run(
        self,
        function: Callable[..., Result],
        items: Sequence[tuple[Any, ...]],
        keep: Callable[[Result], None],
    ) -> bool:
        """Call a function with each item's arguments; False if stopped with Ctrl-C.

        Args:
            function: A function at the top level of a module.
            items: The arguments of each call.
            keep: Is called here with each result, as soon as it is there.

        Raises:
            Lost: what the functions run in has died.
        """


class Processes:
    """Processes of this machine, each with a processor of its own, if there are enough.

    Args:
        jobs: How many.
        code: A Python file that each process runs first, to register players.
    """

    def __init__(self, jobs: int, code: str | None = None) -> None:
        self._jobs, self._code = jobs, code

    def run(
        self, function: Callable[..., Result], items: Sequence[tuple[Any, ...]], keep: Callable[[Result], None]
    ) -> bool:
        """See `Pool.run`."""
        if not items:
            return True
        context = get_context("spawn")
        pool = ProcessPoolExecutor(
            min(self._jobs, len(items)),
            mp_context=context,
            initializer=_begin,
            initargs=(context.Value("i", 0), self._code),
        )
        work = [pool.submit(function, *item) for item in items]
        try:
            for each in as_completed(work):
                keep(each.result())
            return True
        except BrokenProcessPool as error:
            raise Lost("a process has died, as it does when the machine runs out of memory") from error
        except KeyboardInterrupt:
            running = [each for each in work if not each.cancel() and not each.done()]
            for each in as_completed(running):
                keep(each.result())
            return False
        finally:
            pool.shutdown(cancel_futures=True)


def _begin(turn: Any, code: str | None) -> None:
    """Prepare a process: one processor of its own, and Ctrl-C is left to the parent, which waits for what it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    with turn.get_lock():
        mine, turn.value = turn.value, turn.value + 1
    with suppress(AttributeError, OSError):
        there = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {there[mine % len(there)]})
    if code is not None:
        runpy.run_path(code)
