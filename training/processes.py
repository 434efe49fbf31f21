"""Work in several processes, whose results are kept as they come; Ctrl-C stops it at once, without losing any."""

from __future__ import annotations

import os
import runpy
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import get_context, parent_process
from typing import Any, Protocol, TypeVar

from swenv.core.machine import lend
from swenv.core.threads import PATIENCE, Interrupts, ignore_interrupts, started_in_peace

Result = TypeVar("Result")
GRACE = 0.3
"""Seconds after Ctrl-C in which results may still arrive, before processes are stopped."""
AHEAD = 3
"""Calls handed to each process ahead of time. A pool takes a minute for fifty thousand at once."""


class Lost(RuntimeError):
    """A process that work runs in has died; the results so far are kept."""


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
            keep: Called here with each result as soon as it arrives; after Ctrl-C perhaps again with the last. If
                it raises, the run ends.

        Raises:
            Lost: a process that functions run in has died.
        """


class Processes:
    """Processes of this machine, each of which uses one processor.

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
        jobs = min(self._jobs, len(items))
        left, running = iter(items), set[Future[Result]]()
        with Interrupts() as interrupts:
            with interrupts.held():
                pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin, initargs=(self._code,))
            try:
                while True:
                    with interrupts.held():  # an interrupt during a call of the pool could leave its locks locked
                        with started_in_peace():
                            running |= {
                                pool.submit(function, *item) for item in islice(left, AHEAD * jobs - len(running))
                            }
                        if not running:
                            return True
                        for each in wait(running, PATIENCE, FIRST_COMPLETED).done:
                            keep(each.result())
                            running.remove(each)
            except BrokenProcessPool as error:
                raise Lost("a process has died, as it does when the machine runs out of memory") from error
            except KeyboardInterrupt:
                with interrupts.held():
                    # None is cancelled: when processes end, the pool's thread fails at calls that were.
                    began = [each for each in running if each.running() or each.done()]
                    for each in wait(began, GRACE).done:
                        if each.exception() is None:
                            keep(each.result())
                return False
            finally:
                with interrupts.held():
                    if running:
                        for process in [*pool._processes.values()]:  # there is no other way before Python 3.14
                            process.terminate()
                    pool.shutdown(cancel_futures=True)


def _begin(code: str | None) -> None:
    """Prepare a process: it uses one processor, leaves Ctrl-C to the parent, and ends when the parent does."""
    ignore_interrupts()
    threading.Thread(target=end_with_parent, daemon=True).start()
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    lend(1)  # whichever is free: other commands may run beside this one
    if code is not None:
        runpy.run_path(code)


def end_with_parent(grace: float = 0.0) -> None:
    """Wait until the parent ends, for whatever reason, and end this process so many seconds later, if it still runs."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        time.sleep(grace)
        os._exit(1)
