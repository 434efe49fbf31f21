"""Work on a Ray cluster: `--cluster` of `swenv train`, `swenv rate` and `swenv study`; needs the extra `cluster`.

Ray places the work, restarts dead workers from the last checkpoint, and stores checkpoints. Every worker of a run is a
`Learner` in a team, with its own games and its own folder; only the first worker's folder is kept. That worker reports
its progress through a `Mailbox` on the machine where the command runs.
"""

from __future__ import annotations

import os
import runpy
import shutil
import socket
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import Any

import fsspec
import pyarrow.fs
import ray
import torch
from ray import train as ray_train
from ray.exceptions import RayError
from ray.train.torch import TorchConfig, TorchTrainer
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

import swenv
from swenv.agents.learned import computing
from swenv.core.machine import lend
from swenv.training import report
from swenv.training.config import Config
from swenv.training.processes import Result
from swenv.training.progress import Progress
from swenv.training.runs import CHECKPOINT, PREVIOUS, SNAPSHOTS, Interrupts, Run
from swenv.training.team import Workers
from swenv.training.train import Diverged, Learner, conclude, initial, inner_threads

LOCAL = "local"
"""The address that starts Ray on this machine, for as long as the command runs."""
FAILURES = 20
"""Worker failures that a run survives; the next one ends it. Machines preempted with a warning do not count."""
STORED = "cluster"
"""The folder for checkpoints inside the run's folder, unless another storage is given."""
KEPT = 2
"""Checkpoints kept in the storage at a time."""
SHIPPED = ("config.json", CHECKPOINT, PREVIOUS, "progress.csv", f"{SNAPSHOTS}/*.pt")
"""The files of its folder that a run needs to continue elsewhere."""
PATIENCE = 300.0
"""Seconds to wait for an answer from every machine."""


class Cluster:
    """A connection to a Ray cluster, which is also a pool that matches run in; a context manager.

    Args:
        address: "local", "auto" for the cluster that this machine belongs to, or HOST:PORT of its head.
        code: A Python file that registers players; its source is run wherever players are needed.

    Attributes:
        code: That source.
    """

    def __init__(self, address: str, code: str | None = None) -> None:
        self.address = address
        self.code = None if code is None else Path(code).read_text(encoding="utf-8")

    def __enter__(self) -> Cluster:
        """Connect.

        Raises:
            ValueError: there is no such cluster, it runs another version of Ray or Python, or one of its machines has
                another version of swenv, or none.
        """
        if self.address.startswith("ray://"):
            raise ValueError(
                f"--cluster {self.address}: Ray's client is not supported; run the command on a machine of the "
                f"cluster, with --cluster auto"
            )
        self._reach()
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        if self.address == LOCAL:
            os.environ.setdefault("RAY_worker_niceness", "0")  # else 15: work would wait for everything else
        try:
            ray.init(self.address, log_to_driver=False, logging_level="ERROR", include_dashboard=None)
        except (OSError, RuntimeError, ValueError, RayError) as error:
            ray.shutdown()
            raise ValueError(f"--cluster {self.address}: cannot connect: {_short(error)}") from error
        try:
            self._check()
        except BaseException:
            ray.shutdown()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        ray.shutdown()

    def _reach(self) -> None:
        """Fail at once if nothing listens at the address; Ray would keep trying for minutes."""
        if self.address in (LOCAL, "auto"):
            return
        host, colon, port = self.address.rpartition(":")
        if not colon or not port.isdecimal():
            raise ValueError(f"--cluster takes local, auto or HOST:PORT, not '{self.address}'")
        try:
            socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()
        except (OSError, OverflowError) as error:
            raise ValueError(f"--cluster {self.address}: cannot connect: {_short(error)}") from error

    @property
    def machines(self) -> list[dict[str, Any]]:
        """The machines that are alive, as Ray describes them."""
        return [each for each in ray.nodes() if each["Alive"]]

    @property
    def processors(self) -> int:
        """Processors of all machines."""
        return int(ray.cluster_resources().get("CPU", 0))

    def _check(self) -> None:
        """Ask every machine for its version of swenv."""

        def version() -> str:  # nested, so that Ray sends its code: a machine without swenv could not import it
            import swenv

            return swenv.__version__

        mine = swenv.__version__
        asked = {}
        for each in self.machines:
            there = NodeAffinitySchedulingStrategy(each["NodeID"], soft=False)
            task = ray.remote(num_cpus=0, max_retries=0, scheduling_strategy=there)(version)
            asked[each["NodeManagerAddress"]] = task.remote()
        for host, answer in asked.items():
            try:
                found = ray.get(answer, timeout=PATIENCE)
            except RayError as error:
                raise ValueError(
                    f"--cluster {self.address}: swenv does not run on the machine {host}; install swenv[cluster] "
                    f"{mine} there ({_short(error)})"
                ) from error
            if found != mine:
                raise ValueError(f"--cluster {self.address}: the machine {host} has swenv {found}, this one has {mine}")

    def run(
        self, function: Callable[..., Result], items: Sequence[tuple[Any, ...]], keep: Callable[[Result], None]
    ) -> bool:
        """See `Pool.run`: each call is a task on one processor, retried if its machine dies."""
        task = ray.remote(num_cpus=1, max_retries=-1)(_call)
        running: list[Any] = []
        left, stopped = list(items), False
        while running or (left and not stopped):
            try:
                while left and not stopped and len(running) < max(self.processors, 1):
                    running.append(task.remote(function, left.pop(0), self.code))
                done, running = ray.wait(running)
                for each in ray.get(done):
                    keep(each)
            except KeyboardInterrupt:  # what is running is waited for, as nothing of it is kept before
                if stopped:
                    raise
                stopped = True
        return not stopped


def _call(function: Callable[..., Result], item: tuple[Any, ...], code: str | None) -> Result:
    """Call a function in a process of the cluster that has one processor."""
    lend(1)
    torch.set_num_threads(1)
    if code is not None:
        _register(code)
    return function(*item)


@lru_cache(maxsize=1)
def _register(code: str) -> None:
    """Run the source of a file that registers players, once per process."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "players.py"
        path.write_text(code, encoding="utf-8")
        runpy.run_path(str(path))


class Mailbox:
    """Messages from the first worker to the command, and the command's request to stop."""

    def __init__(self) -> None:
        self._messages: list[tuple[str, tuple[Any, ...]]] = []
        self._stop = False

    def tell(self, name: str, *arguments: Any) -> None:
        """Leave a message: a method of `Progress` to call, with its arguments; or "diverged", with the reason."""
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


class Reporter(Progress):
    """Progress that is forwarded to a `Mailbox` instead of being shown."""

    def __init__(self, mailbox: Any) -> None:
        super().__init__(shown=False)
        self._mailbox = mailbox

    def say(self, text: str) -> None:
        """See `Progress.say`."""
        self._mailbox.tell.remote("say", text)

    def begin(self, stage: str, unit: str, total: int, done: int = 0) -> None:
        """See `Progress.begin`."""
        self._mailbox.tell.remote("begin", stage, unit, total, done)

    def update(self, done: int, figures: Mapping[str, str]) -> None:
        """See `Progress.update`."""
        self._mailbox.tell.remote("update", done, dict(figures))

    def end(self) -> None:
        """See `Progress.end`."""
        self._mailbox.tell.remote("end")


@dataclass(frozen=True)
class Task:
    """What every worker is given.

    Attributes:
        config: The configuration of the run.
        files: The content of the files of its folder, by name.
        weights: What to start from if there is no checkpoint; None for a new network.
        mailbox: The `Mailbox` actor.
        code: The source of a file that registers players.
    """

    config: Config
    files: Mapping[str, bytes]
    weights: Mapping[str, torch.Tensor] | None
    mailbox: Any
    code: str | None


def train(
    config: Config,
    folder: Path,
    cluster: Cluster,
    workers: int | None = None,
    storage: str | None = None,
    command: str = "",
    progress: Progress | None = None,
) -> report.Report | None:
    """Start a run on a cluster, or resume one from wherever it was, and write the report.

    Args:
        config: See `train.run`. Games and threads are per worker; decisions are counted over all workers.
        folder: The folder of the run, on this machine.
        cluster: Where to run.
        workers: How many; by default as many as the cluster has processors for.
        storage: Where checkpoints are kept while the workers run: a folder that all machines can reach, or a URL that
            fsspec understands, used by this run only; by default, in the folder of the run.
        command: The command line, for the report.
        progress: Reports the progress; silent by default.

    Returns:
        The report; None if the user interrupted the run, which is saved and can be resumed, here or on one machine.

    Raises:
        ValueError: as `train.run`; or the cluster cannot be reached or is too small, or too many workers failed.
        Diverged: training diverged to values that are not finite.
    """
    if config.learner == "sb3":
        raise ValueError("--cluster: sb3 learns on one machine; use the learner ppo or search")
    progress = progress or Progress(shown=False)
    kept = Run(folder)
    weights = initial(config) if config.init and not kept.page.exists() else None
    with kept.locked():
        new, learned = kept.check(config), False
        try:
            with cluster, Interrupts():  # in this order: Ray handles SIGTERM itself from when it connects
                workers = _number(cluster, config, workers)
                kept.begin(config, command, f"{len(cluster.machines)} machines of a Ray cluster, {workers} workers")
                store = Store(storage or str(folder.resolve() / STORED))
                store.recover(folder)
                learned, failure = _learn(config, folder, weights, workers, store, progress, cluster.code)
                store.recover(folder)
                store.clear()
                if failure is not None:
                    raise failure
                if not learned:
                    return None
                with computing(inner_threads(config)):
                    learner = Learner(config, folder, progress)
                    learner.resume()
                    return conclude(learner, cluster)
        except KeyboardInterrupt:
            return None
        finally:
            progress.end()
            if new and not (folder / CHECKPOINT).exists():
                kept.forget()


def _number(cluster: Cluster, config: Config, workers: int | None) -> int:
    """The number of workers to start."""
    room = cluster.processors // config.threads
    if workers is None:
        workers = max(room, 1)
    if workers > room:
        raise ValueError(
            f"--workers {workers}: they need {config.threads} processors each, but the cluster has {cluster.processors}"
        )
    return workers


def _learn(
    config: Config,
    folder: Path,
    weights: Mapping[str, torch.Tensor] | None,
    workers: int,
    store: Store,
    progress: Progress,
    code: str | None,
) -> tuple[bool, Exception | None]:
    """Let the workers learn; returns whether they finished, and what went wrong, if anything."""
    here = NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=False)
    mailbox = ray.remote(num_cpus=0, scheduling_strategy=here)(Mailbox).remote()
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes() for name in SHIPPED for path in sorted(folder.glob(name))
    }
    card = config.device == "cuda" or (config.device == "auto" and ray.cluster_resources().get("GPU", 0) >= workers)
    trainer = TorchTrainer(
        work,
        train_loop_config={"task": Task(replace(config, init=""), files, weights, mailbox, code)},
        scaling_config=ray_train.ScalingConfig(
            num_workers=workers,
            use_gpu=card,
            resources_per_worker={"CPU": config.threads} | ({"GPU": 1} if card else {}),
        ),
        run_config=ray_train.RunConfig(
            name=store.name,
            storage_path=store.parent,
            storage_filesystem=store.filesystem,
            failure_config=ray_train.FailureConfig(max_failures=FAILURES),
            checkpoint_config=ray_train.CheckpointConfig(num_to_keep=KEPT),
        ),
        torch_config=TorchConfig(backend="cpu:gloo,cuda:nccl" if card else "gloo"),
    )
    stopped, diverged = False, ""

    def listen() -> None:
        nonlocal diverged
        for name, arguments in ray.get(mailbox.take.remote()):
            if name == "diverged":
                diverged = arguments[0]
            else:
                getattr(progress, name)(*arguments)

    progress.say(f"{workers} workers of {config.threads} threads each")
    with ThreadPoolExecutor(1) as thread:  # so that Ctrl-C comes here, and asks the workers to save before they stop
        fit = thread.submit(trainer.fit)
        while not fit.done():
            try:
                listen()
                time.sleep(0.2)
            except KeyboardInterrupt:
                if not stopped:
                    progress.say("stopping after this update")
                stopped = True
                ray.get(mailbox.stop.remote())
    listen()
    failure: Exception | None = None
    if (error := fit.exception()) is not None:
        failure = ValueError(f"the workers failed {FAILURES + 1} times: {_short(error)}; --resume tries again")
    if diverged:
        failure = Diverged(diverged)
    return not stopped and failure is None, failure


def work(settings: Mapping[str, Any]) -> None:
    """Run one worker: learn as part of the team until the run is over."""
    task: Task = settings["task"]
    config, mailbox = task.config, task.mailbox
    rank = ray_train.get_context().get_world_rank()
    lend(config.threads)
    if task.code is not None:
        _register(task.code)
    if torch.cuda.is_available():
        torch.cuda.set_device(ray_train.torch.get_device())
    with tempfile.TemporaryDirectory() as scratch, computing(inner_threads(config)):
        folder = Path(scratch) / "run"
        checkpoint = ray_train.get_checkpoint()
        if checkpoint is not None:
            checkpoint.to_directory(folder)
        for name, content in task.files.items() if checkpoint is None else ():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)

        def saved(folder: Path) -> None:
            ray_train.report({}, ray_train.Checkpoint.from_directory(folder) if rank == 0 else None)

        team = Workers(saved, lambda: bool(ray.get(mailbox.stops.remote())))
        learner = Learner(config, folder, Reporter(mailbox) if rank == 0 else None, team=team)
        if task.weights is not None:
            learner.policy.load_state_dict(task.weights)
        try:
            learner.resume()
            learner.imitate()
            learner.learn()
        except Diverged as error:  # the same on all workers, and it would be the same again
            saved(folder)
            if rank == 0:
                ray.get(mailbox.tell.remote("diverged", str(error)))


class Store:
    """Where Ray keeps the checkpoints of a run.

    Args:
        place: A folder, or a URL that fsspec understands.

    Raises:
        ValueError: it cannot be reached.
    """

    def __init__(self, place: str) -> None:
        try:
            self._files, path = fsspec.core.url_to_fs(place)
        except (ValueError, ImportError, OSError) as error:
            raise ValueError(f"--storage {place}: {_short(error)}") from error
        self._path = path.rstrip("/")
        self.parent, _, self.name = self._path.rpartition("/")
        self.filesystem = pyarrow.fs.PyFileSystem(pyarrow.fs.FSSpecHandler(self._files))

    def recover(self, folder: Path) -> None:
        """Copy the newest readable checkpoint into the folder of the run, if it is ahead of what is there."""
        there = self._files.ls(self._path, detail=False) if self._files.exists(self._path) else []
        for each in sorted((path for path in there if "checkpoint_" in path.rpartition("/")[2]), reverse=True):
            with tempfile.TemporaryDirectory() as scratch:
                copy = Path(scratch) / "run"
                self._files.get(each, str(copy), recursive=True)
                if _frames(copy) > _frames(folder):
                    shutil.copytree(copy, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("config.json"))
                    return

    def clear(self) -> None:
        """Remove what Ray has written."""
        if self._files.exists(self._path):
            self._files.rm(self._path, recursive=True)


def _frames(folder: Path) -> int:
    """The number of decisions in a folder's checkpoint; -1 if there is no readable one."""
    try:
        for _, state in Run(folder).load():
            return int(state["frames"])
    except (ValueError, TypeError, LookupError, OSError):
        pass
    return -1


def _short(error: BaseException) -> str:
    """The last non-empty line of an error, shortened."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1][:300] if lines else type(error).__name__
