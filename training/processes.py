"""Work in several processes, whose results are kept as they come; Ctrl-C stops it at once, without losing any."""

from __future__ import annotations

import os
import runpy
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context
from typing import Any, Protocol, TypeVar

Result = TypeVar("Result")
GRACE = 0.3
"""Seconds after Ctrl-C in which results may still come, before processes are stopped."""


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
        """Call a function with each item's arguments; False if stopped with Ctrl-C, which drops unfinished calls.

        Args:
            function: A function at the top level of a module.
            items: The arguments of each call.
            keep: Is called here with each result, as soon as it is there; after Ctrl-C perhaps again with the last.

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
        work, kept = list[Future[Result]](), set[Future[Result]]()
        try:
            work += [pool.submit(function, *item) for item in items]
            for each in as_completed(work):
                keep(each.result())
                kept.add(each)
            return True
        except BrokenProcessPool as error:
            raise Lost("a process has died, as it does when the machine runs out of memory") from error
        except KeyboardInterrupt:
            for each in work:
                each.cancel()
            for each in wait(work, GRACE).done - kept:
                if not each.cancelled() and each.exception() is None:
                    keep(each.result())
            return False
        finally:
            if len(kept) < len(items):
                for process in [*pool._processes.values()]:  # there is no other way before Python 3.14
                    process.terminate()
            pool.shutdown(cancel_futures=True)


def _begin(turn: Any, code: str | None) -> None:
    """Prepare a process: one processor of its own, and Ctrl-C is left to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    with turn.get_lock():
        mine, turn.value = turn.value, turn.value + 1
    with suppress(AttributeError, OSError):
        there = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {there[mine % len(there)]})
    if code is not None:
        runpy.run_path(code)
