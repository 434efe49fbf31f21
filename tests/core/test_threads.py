"""Ctrl-C, which ends whatever runs for long, and processes forked from one that has threads."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import warnings
from _thread import interrupt_main
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from threading import Event, Timer
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest

import swenv
from support import ready
from swenv import agents
from swenv.core import threads
from swenv.core.random import mixed, unmixed
from swenv.core.threads import Interrupts, Threads, go_on, in_threads, side_by_side
from swenv.training.processes import Processes
from test_search import uniform

FOR_EVER = 2**40
"""More simulations or playouts than fit into a test."""


@pytest.fixture(scope="module")
def game() -> swenv.Game:
    return swenv.load("smallworld", num_players=2)


LONG: dict[str, Callable[[swenv.State, int], Any]] = {
    "informed playouts": lambda state, n: state.game.playouts(state, min(n, 10**8), policy="informed"),
    "search": lambda state, n: state.search(n),
    "network in threads": lambda state, n: state.search(n, evaluate=uniform, threads=2),
    "a player's batch": lambda state, n: ready(f"search:simulations={n},threads=2", state.game).act_in(
        state.game.vector(3, seed=1), np.arange(3)
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", LONG)
def test_ctrl_c_ends_it_and_leaves_nothing_running(what: str, game: swenv.Game) -> None:
    state = game.new_state(seed=3)
    before = state.copy()
    LONG[what](state, 2)  # so that nothing is compiled below
    interrupt = Timer(0.3, interrupt_main)
    interrupt.start()
    start = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        LONG[what](state, FOR_EVER)
    assert time.perf_counter() - start < 10
    interrupt.join()
    assert state == before


def interrupt_at(monkeypatch: Any, number: int) -> None:
    """Press Ctrl-C in the main thread between two compiled calls of a batch."""
    calls = [None] * (number - 1) + [KeyboardInterrupt] + [None] * 99
    monkeypatch.setattr("swenv.core.vector.go_on", Mock(side_effect=calls))


@pytest.mark.parametrize("number", [1, 2])
def test_an_interrupted_step_leaves_games_before_or_after_it(number: int, game: swenv.Game, monkeypatch: Any) -> None:
    monkeypatch.setattr("swenv.core.vector.PART", 2)
    vector, whole = (game.vector(6, seed=1, threads=number) for _ in range(2))
    before, actions = vector.records.copy(), vector.masks.argmax(1)
    whole.step(actions)
    with monkeypatch.context() as patched:
        interrupt_at(patched, 5)  # the first three look for illegal actions
        with pytest.raises(KeyboardInterrupt):
            vector.step(actions)
    stepped = vector.records == whole.records
    assert 0 < stepped.sum() < 6 and (vector.records[~stepped] == before[~stepped]).all()
    assert np.array_equal(vector.masks[stepped], whole.masks[stepped])
    assert not vector.done.any() and not vector.rewards.any()
    vector.step(actions, ~stepped)
    assert (vector.records == whole.records).all()


def test_other_calls_of_a_batch_can_be_interrupted_too(game: swenv.Game, monkeypatch: Any) -> None:
    monkeypatch.setattr("swenv.core.vector.PART", 2)
    vector, dice = game.vector(6, seed=1), np.zeros(6, dtype=np.uint64)
    for call in (vector.reset, lambda: vector.observe(0), lambda: vector.play_random_seats(dice, dice)):
        with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
            interrupt_at(patched, 2)
            call()
        vector.step(vector.masks.argmax(1))


@pytest.mark.parametrize("number", [1, 3])
def test_a_batch_is_the_same_in_compiled_calls_of_any_size(number: int, game: swenv.Game, monkeypatch: Any) -> None:
    whole = game.vector(10, seed=1)
    monkeypatch.setattr("swenv.core.vector.PART", 3)
    parts = game.vector(10, seed=1, threads=number)
    dice = [np.arange(10, dtype=np.uint64) for _ in range(2)]
    for _ in range(150):
        actions = whole.masks.argmax(1)
        actions[::2] = [np.flatnonzero(mask)[-1] for mask in whole.masks[::2]]
        for vector, stream in zip((whole, parts), dice, strict=True):
            vector.step(actions)
            vector.play_random_seats(np.full(10, 2, dtype=np.uint64), stream)
        for name in ("records", "to_act", "masks", "observations", "rewards", "done", "returns", "seeds"):
            assert np.array_equal(getattr(whole, name), getattr(parts, name)), name
        assert np.array_equal(whole.observe(1), parts.observe(1))
    actions = whole.masks.argmax(1)
    actions[7] = int(np.flatnonzero(~whole.masks[7])[0])
    with pytest.raises(swenv.IllegalAction, match="in game 7 of the vector"):
        parts.step(actions)


def test_the_hash_of_seeds_can_be_undone() -> None:
    for number in (0, 1, 2**63, 2**64 - 1, *(mixed(k) for k in range(100))):
        assert unmixed(mixed(number)) == mixed(unmixed(number)) == number


def test_results_come_in_order_whichever_thread_is_ahead() -> None:
    def slow(number: int) -> int:
        time.sleep(0.01 * (3 - number))
        return -number

    assert in_threads(3, slow, range(4)) == [0, -1, -2, -3]


def test_if_one_call_fails_the_others_stop_and_their_threads_too(monkeypatch: Any) -> None:
    monkeypatch.setattr(threads, "PATIENCE", 0.01)
    deep = Event()

    def inner(number: int) -> None:
        deep.set()
        while True:
            go_on()
            time.sleep(0.001)

    def outer(number: int) -> None:
        if number == 0:
            deep.wait()
            raise TimeoutError("its own")
        in_threads(2, inner, range(2))

    with pytest.raises(TimeoutError, match="its own"):
        in_threads(2, outer, range(2))


def test_a_thread_that_was_stopped_can_work_again() -> None:
    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(ZeroDivisionError):
            side_by_side(pool, lambda each: 1 / each, [0, 1])
        assert pool.submit(go_on).result() is None
        assert side_by_side(pool, lambda each: 1 / each, [1, 2]) == [1, 0.5]


def test_ctrl_c_and_errors_stop_processes_at_once_and_keep_what_came() -> None:
    kept: list[None] = []

    def keep(result: None) -> None:
        kept.append(result)
        if len(kept) == 1:
            raise KeyboardInterrupt

    start = time.perf_counter()
    assert not Processes(2).run(time.sleep, [(0,), (1000,), (1000,)], keep)
    assert time.perf_counter() - start < 100  # most of it to start two processes
    assert len(kept) == 2  # once before, and once after Ctrl-C came
    with pytest.raises(ValueError, match="non-negative"):
        Processes(2).run(time.sleep, [(-1,), (1000,)], lambda result: None)


@pytest.mark.slow
def test_processes_make_all_calls_however_quick_they_are() -> None:
    kept: list[int] = []

    def keep(result: int) -> None:
        time.sleep(0.001)  # so that others are done meanwhile
        kept.append(result)

    assert Processes(1).run(abs, [(k,) for k in range(300)], keep)
    assert sorted(kept) == [*range(300)]


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="the system binds no process to a processor")
def test_a_process_uses_one_processor_but_none_in_particular() -> None:
    kept: list[Any] = []
    mine = "__import__('swenv.core.machine').core.machine.processors(), __import__('os').sched_getaffinity(0)"
    assert Processes(1).run(eval, [(mine,)], kept.append)
    assert kept == [(1, os.sched_getaffinity(0))], "other commands run beside this one"


def test_ctrl_c_never_cuts_a_call_of_the_pool_in_two(monkeypatch: Any) -> None:
    submit, submitted = ProcessPoolExecutor.submit, []

    def pressed(*work: Any) -> Any:
        signal.raise_signal(signal.SIGINT)
        submitted.append(work)
        return submit(*work)

    monkeypatch.setattr(ProcessPoolExecutor, "submit", pressed)
    assert not Processes(1).run(time.sleep, [(1000,)] * 1000, lambda result: None)
    assert 1 <= len(submitted) < 10  # and fifty thousand would take a minute before any is kept


ORPHANS = """
import os, time
from swenv.training.processes import Processes

def work(seconds):
    time.sleep(seconds)
    return os.getpid()

if __name__ == "__main__":
    Processes(2).run(work, [(0,), (10000,), (10000,)], lambda pid: print(pid, flush=True))
"""


def test_processes_end_with_the_one_that_started_them(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(ORPHANS)
    environment = os.environ | {"PYTHONPATH": str(Path(swenv.__file__).parents[1])}
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, env=environment) as parent:
        assert parent.stdout is not None and parent.stdout.readline()
        parent.kill()
        assert parent.communicate(timeout=100) == (b"", None)  # the output is closed when all of them have ended


def test_what_is_not_to_be_interrupted_stays_so() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with Interrupts():
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


def ends(child: Callable[[], Any]) -> bool:
    """Whether a function ends in a child process made by fork."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of Python itself, about just what is tested here
        process = os.fork()
    if process == 0:
        try:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(20)
            child()
            os._exit(0)
        except BaseException:
            os._exit(1)
    return os.waitpid(process, 0)[1] == 0


needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")


@needs_fork
def test_a_batch_with_threads_goes_on_in_a_forked_process(game: swenv.Game) -> None:
    vector, alone = game.vector(8, seed=1, threads=2), game.vector(8, seed=1)

    def go_on_there() -> None:
        for each in (vector, alone):
            each.step(each.masks.argmax(1))
        assert (vector.records == alone.records).all()

    go_on_there()
    assert ends(go_on_there)
    go_on_there()


@needs_fork
def test_what_another_thread_was_at_work_on_is_free_in_a_forked_process(game: swenv.Game) -> None:
    vector, player = game.vector(2, seed=1), ready("search:simulations=5", game)
    assert isinstance(player, agents.Search)
    with vector._alone(), player._lock:
        assert ends(vector.reset) and ends(lambda: player.act(game.new_state(seed=1)))
    assert ends(lambda: ends(vector.reset) or os._exit(1))


@needs_fork
def test_threads_begin_anew_in_a_forked_process() -> None:
    pool = Threads(2)
    assert side_by_side(pool, abs, [-1, 2]) == [1, 2]
    assert ends(lambda: side_by_side(pool, abs, [-1, 2]))
    pool.shutdown()
