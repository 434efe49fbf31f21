"""Work on a Ray cluster: `--cluster` of `swenv train`, `rate`, `test` and `study`; needs the extra `cluster`.

Ray places the work, restarts dead workers from the last checkpoint, and stores checkpoints. Every worker of a run is a
`Learner` in a team, with its own games and its own folder; only the first worker's folder is kept. That worker reports
its progress through a `Mailbox` on the machine where the command runs. The command itself uses Ray through a `Driver`.
"""

from __future__ import annotations

import pickle
import shutil
import socket
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any

import fsspec
import ray
import torch
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from swenv.agents.learned import computing
from swenv.core.machine import lend
from swenv.core.threads import Interrupts
from swenv.training import report
from swenv.training.config import Config
from swenv.training.driver import LOCAL, PATIENCE, Driver, Line, Mailbox, call_each, meaning_of, one_line, run_code
from swenv.training.processes import Lost, Result
from swenv.training.progress import Progress
from swenv.training.runs import CHECKPOINT, PREVIOUS, SNAPSHOTS, Run
from swenv.training.team import Workers
from swenv.training.train import Diverged, Learner, conclude, initial, inner_threads

FAILURES = 20
"""Worker failures that a run survives; the next one ends it. Machines preempted with a warning do not count.

A command survives the same number of losses of the cluster itself.
"""
STORED = "cluster"
"""The folder for checkpoints inside the run's folder, unless another storage is given."""
KEPT = 2
"""Checkpoints kept in the storage at a time."""
SHIPPED = ("config.json", CHECKPOINT, PREVIOUS, "progress.csv", f"{SNAPSHOTS}/*.pt")
"""The files of its folder that a run needs to continue elsewhere."""


class Cluster:
    """A connection to a Ray cluster, which is also a pool that matches run in; a context manager.

    If a cluster is lost, it reconnects, and starts `local` again, provided that the last connection made progress.

    Args:
        address: "local", "auto" for the cluster that this machine belongs to, or HOST:PORT of its head.
        code: A Python file that registers players; its source is run wherever players are needed.

    Attributes:
        code: That source.
    """

    def __init__(self, address: str, code: str | None = None) -> None:
        self.address = address
        self.code = None if code is None else Path(code).read_text(encoding="utf-8")
        self._driver: Driver | None = None
        self._losses = 0

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
        try:
            self._driver = Driver(self.address)
        except Lost as error:
            raise ValueError(f"--cluster {self.address}: cannot connect: {error}") from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._driver is not None:
            self._driver.close()
        self._driver = None

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
            raise ValueError(f"--cluster {self.address}: cannot connect: {one_line(error)}") from error

    @property
    def driver(self) -> Driver:
        """The process that is connected to the cluster."""
        if self._driver is None:
            raise RuntimeError("a cluster is used in a `with` block")
        return self._driver

    def reconnect(self, lost: Lost, progress: Progress, advanced: bool = False) -> None:
        """Connect again after a loss.

        Args:
            lost: Why.
            progress: Reports the loss.
            advanced: Whether the last connection made progress that it had no time to report.

        Raises:
            Lost: the last connection made no progress, there were too many losses, or the cluster cannot be reached.
        """
        where, heard = f"--cluster {self.address}: the cluster was lost: {lost}", advanced or self.driver.heard
        self._losses += 1
        self.__exit__(None, None, None)
        if not heard or self._losses > FAILURES:
            raise Lost(where) from lost
        progress.say(f"{where}; connecting again")
        try:
            self.__enter__()
        except ValueError as error:
            raise Lost(f"{where}; and then: {error}") from error

    def run(
        self, function: Callable[..., Result], items: Sequence[tuple[Any, ...]], keep: Callable[[Result], None]
    ) -> bool:
        """See `Pool.run`: each call is a task on one processor, retried if its machine dies."""
        left = {number: pickle.dumps((function, item)) for number, item in enumerate(items)}

        def hear(number: int, result: bytes) -> None:
            keep(pickle.loads(result))
            del left[number]

        while left:
            try:
                calls = ([*left.items()], max(self.driver.processors, 1), self.code)
                return bool(self.driver.ask(call_each, calls, hear))
            except Lost as lost:
                self.reconnect(lost, Progress())
        return True


class Reporter(Progress):
    """Progress that is forwarded to a `Mailbox` instead of being shown."""

    def __init__(self, mailbox: Any) -> None:
        super().__init__(shown=False)
        for name in ("say", "begin", "update", "end"):
            setattr(self, name, partial(mailbox.tell.remote, name))


@dataclass(frozen=True)
class Task:
    """What every worker is given.

    Attributes:
        config: The configuration of the run.
        files: The content of the files of its folder, by name.
        weights: The weights to start from if there is no checkpoint; None for a new network.
        code: The source of a file that registers players.
        name: The name of the run.
    """

    config: Config
    files: Mapping[str, bytes]
    weights: Mapping[str, torch.Tensor] | None
    code: str | None
    name: str


def train(
    config: Config,
    folder: Path,
    cluster: Cluster,
    workers: int | None = None,
    storage: str | None = None,
    command: str = "",
    progress: Progress | None = None,
) -> report.Report | None:
    """Start a run on a cluster, or resume one from anywhere, and write the report.

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
        ValueError: as `train.run`; or the cluster cannot be reached or is too small.
        Lost: too many workers failed, or the cluster was lost and could not be replaced; the run is saved.
        Diverged: training diverged to values that are not finite.
    """
    if config.learner == "sb3":
        raise ValueError("--cluster: sb3 learns on one machine; use the learner ppo or search")
    progress = progress or Progress(shown=False)
    run = Run(folder)
    weights = initial(config) if config.init and not run.page.exists() else None
    with run.locked():
        new, finished = run.check(config), False
        try:
            with cluster, Interrupts():
                number = _number(cluster, config, workers)
                machine = f"{cluster.driver.machines} machines of a Ray cluster, {number} workers"
                run.begin(config, command, machine)
                store = CheckpointStore(storage or str(folder.resolve() / STORED))
                store.recover(folder)
                while True:
                    store.clear()
                    try:
                        files = {name: path.read_bytes() for name, path in _shipped(folder).items()}
                        task = Task(replace(config, init=""), files, weights, cluster.code, folder.resolve().name)
                        finished = _learn(task, number, store, progress, cluster)
                        break
                    except Lost as lost:
                        cluster.reconnect(lost, progress, store.recover(folder))
                        number = _number(cluster, config, workers)
                    finally:
                        progress.end()
                        store.recover(folder)
                store.clear()
                if not finished:
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
                run.forget()


def _number(cluster: Cluster, config: Config, workers: int | None) -> int:
    """The number of workers to start."""
    room = cluster.driver.processors // config.threads
    if workers is None:
        workers = max(room, 1)
    if workers > room:
        raise ValueError(
            f"--workers {workers}: they need {config.threads} processors each, but the cluster has "
            f"{cluster.driver.processors}"
        )
    return workers


def _shipped(folder: Path) -> dict[str, Path]:
    """The files of a run's folder that it needs to continue elsewhere, by name."""
    return {path.relative_to(folder).as_posix(): path for name in SHIPPED for path in sorted(folder.glob(name))}


def _learn(task: Task, workers: int, store: CheckpointStore, progress: Progress, cluster: Cluster) -> bool:
    """Let the workers learn; returns whether they finished.

    Raises:
        ValueError: a worker refused the run.
        Lost: the cluster was lost, or too many workers failed.
        Diverged: training diverged.
    """
    progress.say(f"{workers} workers of {task.config.threads} threads each")
    outcome, why = cluster.driver.ask(
        run_trainer,
        (task, workers, store.place),
        lambda name, *arguments: getattr(progress, name)(*arguments),
        lambda: progress.say("stopping after this update"),
    )
    if outcome == "diverged":
        raise Diverged(why)
    if outcome == "refused":
        raise ValueError(why)
    return bool(outcome == "finished")


def run_trainer(line: Line, task: Task, workers: int, place: str) -> tuple[str, str]:
    """Let workers learn, in the process that is connected to the cluster; the line gets calls of `Progress`.

    Returns:
        "finished", "stopped", "diverged" or "refused"; and why.

    Raises:
        Lost: too many workers failed.
    """
    from ray import train as ray_train
    from ray.train.torch import TorchConfig, TorchTrainer

    here = NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=False)
    mailbox = ray.remote(num_cpus=0, scheduling_strategy=here)(Mailbox).remote()
    device, store = task.config.device, CheckpointStore(place)
    gpu = device == "cuda" or (device == "auto" and ray.cluster_resources().get("GPU", 0) >= workers)
    trainer = TorchTrainer(
        run_worker,
        train_loop_config={"task": task, "mailbox": mailbox},
        scaling_config=ray_train.ScalingConfig(
            num_workers=workers,
            use_gpu=gpu,
            resources_per_worker={"CPU": task.config.threads} | ({"GPU": 1} if gpu else {}),
        ),
        run_config=ray_train.RunConfig(
            name=store.name,
            storage_path=store.parent,
            storage_filesystem=store.filesystem,
            failure_config=ray_train.FailureConfig(max_failures=FAILURES),
            checkpoint_config=ray_train.CheckpointConfig(num_to_keep=KEPT),
        ),
        torch_config=TorchConfig(backend="cpu:gloo,cuda:nccl" if gpu else "gloo"),
    )
    stopped, ended, failed = False, {}, []

    def fit() -> None:
        try:
            trainer.fit()
        except Exception as error:
            failed.append(error)

    def listen() -> None:
        for name, arguments in ray.get(mailbox.take.remote(), timeout=PATIENCE):
            if name in ("diverged", "refused"):
                ended[name] = str(arguments[0])
            else:
                line.tell(name, *arguments)

    fitting = threading.Thread(target=fit, daemon=True)
    fitting.start()
    while fitting.is_alive() and "refused" not in ended:  # a worker would refuse it again
        listen()
        if line.stops(0.2):
            stopped = True
            ray.get(mailbox.stop.remote(), timeout=PATIENCE)
    listen()
    for outcome, why in ended.items():
        return outcome, why
    if failed:
        raise cause_of(failed[0])
    return "stopped" if stopped else "finished", ""


def cause_of(error: Exception) -> Exception:
    """The cause of a failure of Ray's trainer: the workers, or the cluster itself."""
    from ray.train import WorkerGroupError

    if isinstance(error, WorkerGroupError):
        causes = [*error.worker_failures.values()]
        return Lost(f"the workers failed {FAILURES + 1} times: {meaning_of(causes[0] if causes else error)}")
    return Lost(meaning_of(getattr(error, "controller_failure", error)))


def run_worker(settings: Mapping[str, Any]) -> None:
    """Run one worker: learn as part of the team until the run is over."""
    import ray.train.torch
    from ray import train as ray_train

    task: Task = settings["task"]
    config, mailbox = task.config, settings["mailbox"]
    rank = ray_train.get_context().get_world_rank()
    lend(config.threads)
    if task.code is not None:
        run_code(task.code)
    if torch.cuda.is_available():
        torch.cuda.set_device(ray.train.torch.get_device())
    with tempfile.TemporaryDirectory() as scratch, computing(inner_threads(config)):
        folder = Path(scratch) / task.name
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
        try:
            learner = Learner(config, folder, Reporter(mailbox) if rank == 0 else None, team=team)
            if task.weights is not None:
                learner.policy.load_state_dict(task.weights)
            learner.resume()
            with closing(learner):
                learner.track()
                learner.imitate()
                learner.learn()
        except Diverged as error:  # the same on all workers, and it would be the same again
            saved(folder)
            if rank == 0:
                ray.get(mailbox.tell.remote("diverged", str(error)))
        except (ValueError, ImportError) as error:  # likewise
            ray.get(mailbox.tell.remote("refused", str(error)))
            raise


class CheckpointStore:
    """Where Ray keeps the checkpoints of a run.

    Args:
        place: A folder, or a URL that fsspec understands.

    Raises:
        ValueError: it cannot be reached.
    """

    def __init__(self, place: str) -> None:
        self.place = place
        try:
            self._files, path = fsspec.core.url_to_fs(place)
        except (ValueError, ImportError, OSError) as error:
            raise self._unreachable(error) from error
        self._path = path.rstrip("/")
        self.parent, _, self.name = self._path.rpartition("/")

    @property
    def filesystem(self) -> Any:
        """As Ray wants it."""
        from pyarrow.fs import FSSpecHandler, PyFileSystem

        return PyFileSystem(FSSpecHandler(self._files))

    def recover(self, folder: Path) -> bool:
        """Copy the newest readable checkpoint into the folder of the run, if it is ahead of what is there.

        Returns:
            Whether it was.

        Raises:
            ValueError: the storage cannot be reached.
        """
        try:
            there = self._files.ls(self._path, detail=False) if self._files.exists(self._path) else []
            for each in sorted((path for path in there if "checkpoint_" in path.rpartition("/")[2]), reverse=True):
                with tempfile.TemporaryDirectory() as scratch:
                    copy = Path(scratch) / "run"
                    self._files.get(each, str(copy), recursive=True)
                    if _frames(copy) > _frames(folder):
                        shutil.copytree(copy, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("config.json"))
                        return True
            return False
        except Exception as error:  # every storage has its own errors
            raise self._unreachable(error) from error

    def clear(self) -> None:
        """Remove what Ray has written.

        Raises:
            ValueError: the storage cannot be reached.
        """
        try:
            if self._files.exists(self._path):
                self._files.rm(self._path, recursive=True)
        except Exception as error:
            raise self._unreachable(error) from error

    def _unreachable(self, error: Exception) -> ValueError:
        return ValueError(f"--storage {self.place}: {one_line(error)}")


def _frames(folder: Path) -> int:
    """The number of decisions in a folder's checkpoint; -1 if there is no readable one."""
    try:
        for _, state in Run(folder).load():
            return int(state["frames"])
    except (ValueError, TypeError, LookupError, OSError):
        pass
    return -1
