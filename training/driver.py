"""The process through which a command uses a Ray cluster.

When Ray's own processes on this machine die, Ray kills the process connected to it, silently and from native code. So
commands connect in a separate process: if that one is lost, the command reconnects, or says how to continue. The output
of that process, which is Ray's, is discarded.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import queue
import runpy
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import ray
from ray import exceptions
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

import swenv
from swenv.core.machine import lend
from swenv.core.threads import ignore_interrupts, started_in_peace
from swenv.training.processes import Lost, end_with_parent

LOCAL = "local"
"""The address that starts Ray on this machine, for as long as the command runs."""
PATIENCE = 300.0
"""Seconds to wait for an answer from the cluster."""
STOP = "stop"
"""The message to a driver when the user wants to stop."""
END = "end"
"""The message to a driver that is no longer needed. It would not notice a closed connection: the thread that
listens holds it open."""
REASONS: tuple[tuple[type[Exception], str], ...] = (
    (exceptions.LocalRayletDiedError, "Ray has ended on this machine"),
    (exceptions.NodeDiedError, "a machine has left the cluster"),
    (exceptions.OutOfMemoryError, "a machine has run out of memory"),
    (exceptions.ObjectStoreFullError, "Ray's memory for objects is full"),
    (exceptions.OutOfDiskError, "the disk of a machine is full"),
    (exceptions.GetTimeoutError, "it does not answer"),
    (exceptions.AuthenticationError, "it asks for a token, see docs/cluster.md"),
    (exceptions.RuntimeEnvSetupError, "a machine cannot prepare to run swenv"),
    (exceptions.ActorUnschedulableError, "no machine has room for a process"),
    (exceptions.TaskUnschedulableError, "no machine has room for a process"),
    (exceptions.RayActorError, "one of its processes has died"),
    (exceptions.WorkerCrashedError, "one of its processes has died"),
    (exceptions.ObjectLostError, "an object was lost with the machine that had it"),
)
"""The meanings of Ray's errors; the first match counts."""


def meaning_of(error: BaseException) -> str:
    """The meaning of an error of Ray, in one line."""
    return next((words for kind, words in REASONS if isinstance(error, kind)), "") or one_line(error)


def one_line(error: BaseException) -> str:
    """An error in one line, shortened: the last line, if others describe its origin."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    if any(line.startswith("Traceback") or "ray::" in line for line in lines):
        lines = lines[-1:]
    return " ".join(lines)[:300] or type(error).__name__


class Driver:
    """A connection to a cluster, held by another process; used by one thread.

    Args:
        address: See `cluster.Cluster`.

    Raises:
        ValueError: the cluster cannot be reached, or is not fit for work.
        Lost: the process died.

    Attributes:
        machines: Number of machines.
        processors: Processors of all machines.
        heard: Whether the process has sent any message.
    """

    def __init__(self, address: str) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, there = context.Pipe()
        self._process = context.Process(target=drive, args=(there, address), daemon=True)
        with started_in_peace():
            self._process.start()
        there.close()
        self._messages: queue.SimpleQueue[tuple[str, Any] | None] = queue.SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()  # no Ctrl-C cuts a message in two
        self.heard = False
        try:
            self.machines, self.processors = self._answer(lambda *news: None, None)
        except BaseException:
            self.close()
            raise

    def _listen(self) -> None:
        try:
            while True:
                self._messages.put(pickle.loads(self._connection.recv_bytes()))
        except (EOFError, OSError):
            self._messages.put(None)
        except Exception as error:  # the meaning of a message is not known here; nobody else would report it
            self._messages.put(("error", error))

    def ask(
        self,
        work: Callable[..., Any],
        arguments: tuple[Any, ...],
        hear: Callable[..., None],
        stopping: Callable[[], None] = lambda: None,
    ) -> Any:
        """Let the process call a function at the top level of a module; returns what it returns.

        Args:
            work: The function. It gets a `Line` and the arguments.
            arguments: They are pickled, as is what is returned.
            hear: Called here with the messages that the function sends.
            stopping: Called when the user wants to stop. The function learns of it too, and returns soon after.

        Raises:
            Lost: the process died, or lost the cluster.
            KeyboardInterrupt: the user wants to stop at once.
        """
        with suppress(OSError):  # it has died, and may have said why
            self._connection.send_bytes(pickle.dumps((work, arguments)))
        return self._answer(hear, stopping)

    def _answer(self, hear: Callable[..., None], stopping: Callable[[], None] | None) -> Any:
        stopped = False
        while True:
            try:
                message = self._messages.get(timeout=3600)
                if message is None:
                    raise Lost("Ray has ended on this machine, or cannot be reached from it any more")
                kind, content = message
                if kind == "news":
                    self.heard = True
                    hear(*content)
                elif kind == "error":
                    raise content
                else:
                    return content
            except queue.Empty:
                continue
            except KeyboardInterrupt:
                if stopped or stopping is None:
                    raise
                stopped = True
                stopping()
                with suppress(OSError):
                    self._connection.send_bytes(pickle.dumps(STOP))

    def close(self) -> None:
        """End the process, and Ray if it has started it."""
        with suppress(OSError):
            self._connection.send_bytes(pickle.dumps(END))
        self._process.join(10)
        if self._process.is_alive():
            self._process.terminate()
            self._process.join(10)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._connection.close()


class Line:
    """The connection to the command of a function that runs in the driver's process."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def tell(self, *news: Any) -> None:
        """Send a message to the command."""
        send(self._connection, "news", news)

    def stops(self, seconds: float = 0.0) -> bool:
        """Wait for this long, and return whether the user wants to stop.

        Raises:
            EOFError: the command has ended, or needs this process no more.
        """
        return bool(self._connection.poll(seconds) and receive(self._connection) == STOP)


class Mailbox:
    """Messages from the first worker to the command, and the command's request to stop.

    It runs in a separate process, and is in this module because it can be imported without torch.
    """

    def __init__(self) -> None:
        self._messages: list[tuple[str, tuple[Any, ...]]] = []
        self._stop = False

    def tell(self, name: str, *arguments: Any) -> None:
        """Leave a message: a method of `Progress` to call, with its arguments; or "diverged" or "refused", and why."""
        self._messages.append((name, arguments))

    def take(self) -> list[tuple[str, tuple[Any, ...]]]:
        """All messages since the last call."""
        messages, self._messages = self._messages, []
        return messages

    def stop(self) -> None:
        """Ask the workers to save and stop."""
        self._stop = True

    def stops(self) -> bool:
        """Whether the workers were asked to stop."""
        return self._stop


def send(connection: Connection, kind: str, content: Any) -> None:
    """Send a message as plain bytes: connections would send tensors as references to shared memory."""
    connection.send_bytes(pickle.dumps((kind, content)))


def receive(connection: Connection) -> Any:
    """Receive a message from the command.

    Raises:
        EOFError: the command has ended, or needs this process no more.
    """
    message = pickle.loads(connection.recv_bytes())
    if message == END:
        raise EOFError
    return message


def drive(connection: Connection, address: str) -> None:
    """Run the driver's process."""
    ignore_interrupts()  # the command decides when to stop
    threading.Thread(target=end_with_parent, args=(5,), daemon=True).start()  # and Ray with it, if it started Ray
    silent = os.open(os.devnull, os.O_RDWR)
    for output in (1, 2):
        os.dup2(silent, output)
    serve(connection, address)
    ray.shutdown()


def serve(connection: Connection, address: str) -> None:
    """Connect to a cluster and serve requests, until the command ends or says so, or something fails."""
    with suppress(EOFError, BrokenPipeError):
        try:
            send(connection, "answer", connect(address))
            while True:
                request = receive(connection)
                if request != STOP:  # one that came too late
                    work, arguments = request
                    send(connection, "answer", work(Line(connection), *arguments))
        except (EOFError, BrokenPipeError):
            raise
        except exceptions.RayTaskError as error:
            ours = isinstance(error.cause, Exception) and not isinstance(error.cause, exceptions.RayError)
            send(connection, "error", _sendable(error.cause) if ours else Lost(meaning_of(error.cause or error)))
        except (exceptions.RayError, OSError, RuntimeError) as error:
            send(connection, "error", error if isinstance(error, Lost) else Lost(meaning_of(error)))
        except Exception as error:
            send(connection, "error", _sendable(error))


def _sendable(error: Exception) -> Exception:
    """An error, or its message if another process could not unpickle it: its class may be known only here."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {one_line(error)}")
    return error


def connect(address: str) -> tuple[int, int]:
    """Connect to a cluster and check its machines; returns how many they are, and how many processors.

    Raises:
        ValueError: it cannot be reached, runs another version of Ray or Python, or one of its machines has another
            version of swenv, or none.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if address == LOCAL:
        os.environ.setdefault("RAY_worker_niceness", "0")  # else 15: work would wait for everything else
    try:
        ray.init(address, log_to_driver=False, logging_level="ERROR", include_dashboard=None)
        machines = [each for each in ray.nodes() if each["Alive"]]
        there = ray.cluster_resources()
    except (OSError, RuntimeError, ValueError, exceptions.RayError) as error:
        raise ValueError(f"--cluster {address}: cannot connect: {meaning_of(error)}") from error
    _check(address, machines)
    return len(machines), int(there.get("CPU", 0))


def _check(address: str, machines: list[dict[str, Any]]) -> None:
    """Ask every machine for its version of swenv."""

    def version() -> str:  # nested, so that Ray sends its code: a machine without swenv could not import it
        import swenv

        return swenv.__version__

    mine = swenv.__version__
    requests = []
    for each in machines:
        there = NodeAffinitySchedulingStrategy(each["NodeID"], soft=False)
        task = ray.remote(num_cpus=0, max_retries=0, scheduling_strategy=there)(version)
        requests.append((each["NodeManagerAddress"], task.remote()))
    for host, answer in requests:
        try:
            theirs = ray.get(answer, timeout=PATIENCE)
        except exceptions.RayTaskError as error:
            raise ValueError(
                f"--cluster {address}: swenv does not run on the machine {host}; install swenv-rl[cluster] "
                f"{mine} there ({one_line(error)})"
            ) from error
        except exceptions.RayError as error:
            raise ValueError(f"--cluster {address}: no answer from the machine {host}: {meaning_of(error)}") from error
        if theirs != mine:
            raise ValueError(f"--cluster {address}: the machine {host} has swenv {theirs}, this one has {mine}")


def call_each(line: Line, calls: list[tuple[int, bytes]], at_once: int, code: str | None) -> bool:
    """Let the cluster make calls, each a task on one processor that is retried if its machine dies.

    Args:
        line: Gets the number of each call and what it returned, pickled.
        calls: Numbers, and pickled functions with their arguments.
        at_once: How many calls run side by side.
        code: The source of a file that registers players.

    Returns:
        False if the user stopped it; calls that were running have been waited for, because partial work is not kept.
    """
    task = ray.remote(num_cpus=1, max_retries=-1)(call)
    left, running, stopped = list(calls), dict[Any, int](), False
    while running or (left and not stopped):
        while left and not stopped and len(running) < at_once:
            number, packed = left.pop(0)
            running[task.remote(packed, code)] = number
        done, _ = ray.wait([*running], timeout=0.2)
        for each in done:
            line.tell(running.pop(each), ray.get(each, timeout=PATIENCE))
        stopped = stopped or line.stops()
    return not stopped


def call(packed: bytes, code: str | None) -> bytes:
    """Make a call in a process of the cluster that has one processor."""
    import torch

    lend(1)
    torch.set_num_threads(1)
    if code is not None:
        run_code(code)
    function, item = pickle.loads(packed)
    return pickle.dumps(function(*item))


@lru_cache(maxsize=1)
def run_code(code: str) -> None:
    """Run the source of a file that registers players, once per process."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "players.py"
        path.write_text(code, encoding="utf-8")
        runpy.run_path(str(path))
