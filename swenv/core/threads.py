"""Threads that share work, stop on Ctrl-C, and start afresh in a forked process.

Python raises KeyboardInterrupt only in the main thread, between two bytecode instructions. So long work runs in
bounded calls: Ctrl-C ends it between two of them in the main thread, and `go_on` in the others.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from concurrent.futures import TimeoutError as FutureTimeout  # before Python 3.11, another one
from contextlib import contextmanager, suppress
from typing import Any, Protocol, TypeVar
from weakref import WeakSet

MAX_THREADS = 1024
PATIENCE = 0.1
"""Seconds between checks for Ctrl-C, which on some systems does not end a wait for other threads."""

Item = TypeVar("Item")
Result = TypeVar("Result")
_here = threading.local()


def go_on() -> None:
    """Continue, unless this thread works for another one that was interrupted.

    Raises:
        KeyboardInterrupt: it was.
    """
    stops = getattr(_here, "stops", ())
    if stops and any(stop.is_set() for stop in stops):
        raise KeyboardInterrupt


def side_by_side(pool: Executor, function: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """Call a function for each item in the threads of a pool; returns the results in order.

    If a call fails, or Ctrl-C comes, the other calls end at their next `go_on`, and are waited for.
    """
    stops = (*getattr(_here, "stops", ()), threading.Event())

    def call(item: Item) -> Result:
        before, _here.stops = getattr(_here, "stops", ()), stops
        try:
            go_on()
            return function(item)
        finally:
            _here.stops = before

    work: list[Future[Result]] = []
    try:
        work += [pool.submit(call, item) for item in items]
        return [_result(each) for each in work]
    except BaseException:
        stops[-1].set()
        wait(work)
        raise


def _result(call: Future[Result]) -> Result:
    """Wait for a call in another thread."""
    while not call.done():
        with suppress(TimeoutError, FutureTimeout):
            return call.result(PATIENCE)
        go_on()
    return call.result()


def in_threads(number: int, function: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """Call a function for each item in so many threads, as `side_by_side` does."""
    with ThreadPoolExecutor(number) as pool:
        return side_by_side(pool, function, items)


class Interrupts:
    """Turns Ctrl-C and SIGTERM into `KeyboardInterrupt`, which can be held back during critical work.

    Use it as a context manager. Outside the main thread, where signals cannot be caught, it does nothing.
    """

    def __init__(self) -> None:
        self._waiting = self._holding = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Interrupts:
        if threading.current_thread() is threading.main_thread():
            caught = [each for each in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(each) != signal.SIG_IGN]
            self._before = {each: signal.signal(each, self._catch) for each in caught}
        return self

    def __exit__(self, *error: object) -> None:
        for each, handler in self._before.items():
            signal.signal(each, handler)

    def _catch(self, number: int, frame: object) -> None:
        if not self._holding:
            raise KeyboardInterrupt
        self._waiting = True

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold interrupts back until the end of the block."""
        self._holding = True
        try:
            yield
        finally:
            self._holding = False
        if self._waiting:
            self._waiting = False
            raise KeyboardInterrupt


@contextmanager
def started_in_peace() -> Iterator[None]:
    """Keep processes started in this block from being interrupted before they call `ignore_interrupts`."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # which would unblock the signal when the first process starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def ignore_interrupts() -> None:
    """Ignore Ctrl-C, which reaches every process of a command; the parent handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT,))


class Forked(Protocol):
    """Something with threads or locks."""

    def after_fork(self) -> None:
        """Reset in a child process: it has one thread, and copies of locks that others may have held."""


def renew_after_fork(thing: Forked) -> None:
    """Call `after_fork` in every child process that has a copy of this, as long as it exists."""
    _forked.add(thing)


class Threads(ThreadPoolExecutor):
    """Threads that are restarted in a forked process."""

    def __init__(self, number: int, **options: Any) -> None:
        super().__init__(number, **options)
        self._made_with = (number, options)
        renew_after_fork(self)

    def after_fork(self) -> None:
        """See `Forked.after_fork`."""
        number, options = self._made_with
        super().__init__(number, **options)


_forked: WeakSet[Any] = WeakSet()


def _renew() -> None:
    for each in [*_forked]:
        each.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew)
