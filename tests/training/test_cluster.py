"""A real Ray cluster of two nodes on this machine: a run that survives the death of one, matches, what is refused.

The quick tests stand in for the process that is connected to a cluster, and for what Ray raises in it.
"""

from __future__ import annotations

import os
import pickle
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing import Pipe
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

pytest.importorskip("ray")

from ray import exceptions

import drivers
from swenv import cli
from swenv.training import cluster, driver
from swenv.training.cluster import Cluster
from swenv.training.config import Config
from swenv.training.processes import Lost, Processes
from swenv.training.runs import Run

SHORT = (
    "--rounds 1 --imitate 0 --threads 1 --network mlp --evaluate random --set width=8 --set num_envs=4 "
    "--set num_steps=8 --set batch_size=32 --set num_epochs=1 --set checkpoint_seconds=1 --set evaluation_games=2"
)
RAY = {
    "RAY_AUTH_MODE": "disabled",  # nodes on one machine need no token
    "RAY_worker_niceness": "0",  # what they do is no less urgent than the rest
    "RAY_gcs_rpc_server_reconnect_timeout_s": "5",  # else a minute until a dead head is noticed
    "RAY_health_check_period_ms": "500",  # of which five must fail until a dead node is noticed
    "RAY_prestart_worker_first_driver": "0",  # processes that nothing needs
    "RAY_TRAIN_HEALTH_CHECK_INTERVAL_S": "0.2",  # how often Ray looks whether workers fail or are done
    "RAY_TRAIN_ENABLE_PREEMPTION_WATCHER": "0",  # a process for a warning that nobody gives here
}
ENVIRONMENT = {**os.environ, **RAY}
"""Of nodes and commands: as it is before pytest adds the name of a test, which Ray would read."""
PATIENCE = 300
"""Seconds for what takes ten on a machine that does nothing else."""


@pytest.fixture(scope="module", autouse=True)
def environment() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in RAY.items():
            patch.setenv(name, value)
        yield


GROWS = """
import sys, time, ray
while True:
    try:
        ray.init(sys.argv[1], log_to_driver=False)
        break
    except (ConnectionError, RuntimeError):  # the head is not ready yet
        time.sleep(0.2)
while ray.cluster_resources().get("CPU", 0) < int(sys.argv[2]):
    time.sleep(0.1)
"""


class Nodes:
    """The nodes of a cluster; each is a process that all others of its node die with."""

    def __init__(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{probe.getsockname()[1]}"
        self.running: list[subprocess.Popen[bytes]] = []

    def add(self, *how: str) -> None:
        """Start a node with one processor; without arguments, one that joins the others."""
        command = [sys.executable, "-m", "ray.scripts.scripts", "start", *(how or ("--address", self.address))]
        command += ["--num-cpus", "1", "--disable-usage-stats", "--include-log-monitor", "false", "--block"]
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.running.append(subprocess.Popen(command, env=ENVIRONMENT, **silent))

    def grows(self, processors: int) -> None:
        """Wait until the cluster has so many processors."""
        command = [sys.executable, "-c", GROWS, self.address, str(processors)]
        subprocess.run(command, env=ENVIRONMENT, check=True, capture_output=True, timeout=PATIENCE)

    def stop(self) -> None:
        for node in reversed(self.running):
            node.terminate()
        for node in self.running:
            try:
                node.wait(5)
            except subprocess.TimeoutExpired:
                node.kill()
                node.wait()


@pytest.fixture(scope="module")
def nodes(environment: None) -> Iterator[Nodes]:
    made = Nodes()
    try:
        made.add("--head", "--port", made.address.rpartition(":")[2], "--include-dashboard", "false", "--no-monitor")
        made.grows(1)  # who asks to join earlier is refused
        made.add()
        made.grows(2)
        yield made
    finally:
        made.stop()


def wait_for(happens: Callable[[], bool], goes_on: Callable[[], bool] = lambda: True) -> bool:
    """Wait until something is true; False if something else is not true any more."""
    deadline = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < deadline
        if not goes_on():
            return False
        time.sleep(0.1)
    return True


STARTED: list[subprocess.Popen[str]] = []


@pytest.fixture(autouse=True)
def nothing_goes_on() -> Iterator[None]:
    """Commands of a failed test do not slow down the others."""
    yield
    while STARTED:
        left = STARTED.pop()
        left.kill()
        left.wait()


class Training:
    """A run that learns on a cluster until it is stopped, in a process of its own."""

    def __init__(self, address: str, folder: Path, workers: int) -> None:
        self.folder, self.told = folder, folder.with_name("told")
        where = ["--run-dir", str(folder), "--cluster", address, "--workers", str(workers)]
        command = [sys.executable, "-m", "swenv", "train", "smallworld", *SHORT.split(), *where]
        with self.told.open("w") as err:
            self.process = subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=err, text=True)
        STARTED.append(self.process)

    def checkpoint(self) -> None:
        kept = "cluster/checkpoint_*/checkpoint.pt"
        old = {*self.folder.glob(kept)}
        self.until(lambda: bool({*self.folder.glob(kept)} - old))

    def until(self, happens: Callable[[], bool]) -> None:
        assert wait_for(happens, lambda: self.process.poll() is None), self.told.read_text()

    def resumes(self) -> None:
        """Wait until it goes on after a loss, and has learned more."""
        self.until(lambda: "resuming from" in self.told.read_text())
        self.checkpoint()

    def ends(self) -> str:
        """What it says until it ends without having reached its aim; what it learned is saved."""
        assert self.process.wait(PATIENCE) == 1
        said = self.told.read_text()
        assert "Traceback" not in said and "raylet" not in said, said
        assert (self.folder / "checkpoint.pt").exists() and not (self.folder / "report.md").exists()
        return said


@pytest.mark.slow
@pytest.mark.long
def test_a_league_is_played_on_a_cluster_as_it_is_here(nodes: Nodes, tmp_path: Path) -> None:
    command = ["rate", "greedy", "random", "--rounds", "1", "--games", "40", "--out"]
    assert cli.main([*command, str(tmp_path / "here"), "--jobs", "1"]) == 0
    assert cli.main([*command, str(tmp_path / "there"), "--cluster", nodes.address]) == 0
    played = [(tmp_path / each / "games.jsonl").read_text(encoding="utf-8").splitlines() for each in ("here", "there")]
    assert sorted(played[0]) == sorted(played[1])


@pytest.mark.slow
@pytest.mark.long
def test_a_run_on_a_cluster_ends_with_a_report_and_what_a_worker_refuses_is_not_tried_again(
    run: Any, nodes: Nodes, tmp_path: Path
) -> None:
    folder, where = tmp_path / "run", ["--cluster", nodes.address, "--workers", "1", "--run-dir", tmp_path / "run"]
    assert run("train", "smallworld", *SHORT.split(), "--frames", "64", *where).status == 0
    assert (folder / "report.md").exists() and not (folder / "cluster").exists()
    for name in ("checkpoint.pt", "checkpoint.previous.pt"):
        (folder / name).write_bytes(b"damaged")
    before = {path: path.read_bytes() for path in folder.glob("*.pt")}
    done = run("train", "--resume", "--frames", "128", *where)
    assert done.status == 2 and "checkpoint.pt' is damaged" in done.err
    assert {path: path.read_bytes() for path in folder.glob("*.pt")} == before


@pytest.mark.slow
@pytest.mark.long
def test_a_run_survives_a_node_and_when_the_head_dies_goes_on_on_one_machine(nodes: Nodes, tmp_path: Path) -> None:
    """The last test of these nodes: they end with it."""
    training = Training(nodes.address, tmp_path / "run", workers=2)
    training.checkpoint()
    nodes.running[-1].kill()
    nodes.add()
    training.resumes()
    nodes.running[0].kill()
    again = f"swenv train --resume --run-dir {training.folder} --cluster {nodes.address} --workers 2"
    said = training.ends()
    assert "2 workers of 1 threads each" in said and "the cluster was lost" in said
    assert f"what was learned is saved; resume with: {again}" in said
    frames = next(state for _, state in Run(training.folder).load())["frames"] + 100
    assert cli.main(["train", "--resume", "--frames", str(frames), "--run-dir", str(training.folder)]) == 0


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="kills a process by its number")
def test_a_run_survives_the_death_of_the_local_cluster_and_is_saved_when_stopped(tmp_path: Path) -> None:
    training = Training("local", tmp_path / "run", workers=1)
    training.checkpoint()
    os.kill(child(training.process.pid, "raylet/raylet"), signal.SIGKILL)
    training.resumes()
    training.process.send_signal(signal.SIGINT)
    assert "--cluster local: the cluster was lost" in training.ends()


def child(parent: int, words: str) -> int:
    """The process among all that descend from one whose command line has these words."""
    below = {parent}
    listed = subprocess.run(["ps", "-wweo", "pid=,ppid=,args="], capture_output=True, text=True).stdout
    for line in listed.splitlines():
        number, above, command = line.split(maxsplit=2)
        if int(above) in below:
            below.add(int(number))
            if words in command:
                return int(number)
    raise LookupError(f"no process {words} below {parent}: {listed}")


# Without Ray


class Connected:
    """Stands in for a driver: does what is asked here, one call at a time, and dies after some news."""

    machines, processors = 1, 2
    lives: list[int] = []  # noqa: RUF012
    """How much news each connection survives; there is none after the last."""

    def __init__(self, address: str) -> None:
        if not self.lives:
            raise ValueError(f"--cluster {address}: cannot connect: nobody is there")
        self.left, self.heard = self.lives.pop(0), False

    def ask(self, work: Any, arguments: Any, hear: Any, stopping: Any = None) -> Any:
        for number, packed in arguments[0] if work is driver.call_each else ():
            if not self.left:
                break
            self.left, self.heard = self.left - 1, True
            hear(number, driver.call(packed, None))
        else:
            if work is driver.call_each:
                return True
        raise Lost("it has died")

    def close(self) -> None:
        pass


@pytest.fixture
def connected(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How much news each connection survives, to be filled in."""
    monkeypatch.setattr(cluster, "Driver", Connected)
    monkeypatch.setattr(Connected, "lives", [])
    monkeypatch.setattr(driver, "lend", lambda number: None)
    return Connected.lives


def test_what_a_lost_cluster_had_not_done_is_done_by_the_next(connected: list[int]) -> None:
    connected += [2, 1, 9]
    kept: list[int] = []
    with Cluster("local") as pool:
        assert pool.run(pow, [(number, 2) for number in range(5)], kept.append)
    assert kept == [0, 1, 4, 9, 16]


@pytest.mark.parametrize(
    ("lives", "complaint"),
    [
        ([0, 9], "the cluster was lost: it has died"),
        ([1], "the cluster was lost: it has died; and then: --cluster local: cannot connect: nobody is there"),
        ([1] * 99, "the cluster was lost: it has died"),
    ],
    ids=["before-any-news", "for-good", "too-often"],
)
def test_a_cluster_that_is_lost_for_good_is_told(connected: list[int], lives: list[int], complaint: str) -> None:
    connected += lives
    with Cluster("local") as pool, pytest.raises(Lost, match=f"--cluster local: {complaint}"):
        pool.run(abs, [(number,) for number in range(99)], lambda result: None)


def test_a_league_on_a_lost_cluster_keeps_what_was_played(
    run: Any, connected: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connected += [1]
    line = ["rate", "random", "greedy", "--rounds", "2", "--games", "40", "--out", tmp_path, "--cluster", "local"]
    done = run(*line)
    assert done.status == 1
    assert "the same command goes on from there" in done.err and "nobody is there" in done.err
    assert len((tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()) == 1
    connected += [9]
    monkeypatch.setattr(Connected, "ask", raising(ValueError("no checkpoint at 'runs/x'")))
    done = run(*line)
    assert done.status == 2 and "error: no checkpoint at 'runs/x'" in done.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--cluster 127.0.0.1:1", "--cluster 127.0.0.1:1: cannot connect"),
        ("--cluster local --workers 1000 --threads 2", "--workers 1000: they need 2 processors each"),
        ("--cluster local --storage nowhere://x", "--storage nowhere://x: "),
    ],
)
def test_what_a_cluster_cannot_do_is_refused_and_leaves_nothing(
    run: Any, connected: list[int], tmp_path: Path, words: str, message: str
) -> None:
    connected += [9]
    done = run("train", "--run-dir", tmp_path / "run", *words.split())
    assert done.status == 2 and message in done.err and not (tmp_path / "run").exists()


@pytest.mark.parametrize("new", [True, False])
def test_a_run_on_a_lost_cluster_says_how_to_go_on(run: Any, connected: list[int], tmp_path: Path, new: bool) -> None:
    connected += [0]
    folder = tmp_path / "my run"
    if not new:
        folder.mkdir()
        Run(folder).begin(Config(options={"rounds": 2}, frames=256, num_envs=8), "swenv train", "a machine")
    begun = "smallworld" if new else "--resume"
    done = run("train", begun, "--run-dir", folder, "--cluster", "local", "--workers", "1")
    assert done.status == 1 and "--cluster local: the cluster was lost: it has died; " in done.err
    if new:
        assert "nothing was saved yet, the same command starts again" in done.err and not folder.exists()
    else:
        assert f"swenv train --resume --run-dir '{folder}' --cluster local --workers 1" in done.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--cluster somewhere", "--cluster takes local, auto or HOST:PORT, not 'somewhere'"),
        ("--cluster ray://127.0.0.1:1", "Ray's client is not supported"),
        ("--cluster local --learner sb3", "sb3 learns on one machine"),
        ("--workers 2", "--workers and --storage are for --cluster"),
    ],
)
def test_mistakes_on_the_command_line_are_reported(run: Any, tmp_path: Path, words: str, message: str) -> None:
    done = run("train", "--run-dir", tmp_path / "run", *words.split())
    assert done.status == 2 and message in done.err and not (tmp_path / "run").exists()


@pytest.mark.parametrize("line", ["train --run-dir run", "rate random greedy --out ."])
def test_without_ray_it_is_said_what_to_install(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    for name in ("swenv.training.cluster", "swenv.training.driver"):
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.chdir(tmp_path)
    done = run(*line.split(), "--cluster", "local")
    assert done.status == 2 and "pip install swenv-rl[cluster]" in done.err and not Path("run").exists()


# What a driver says of errors


def raising(error: BaseException) -> Any:
    return mock.Mock(side_effect=error)


def served(monkeypatch: pytest.MonkeyPatch, error: Exception, late: bool) -> Exception:
    """What a command is told when its driver fails, early or in its work."""
    here, there = Pipe()
    here.send_bytes(b"")
    with monkeypatch.context() as patch:
        patch.setattr(driver, "connect", (lambda address: (1, 2)) if late else raising(error))
        if late:
            patch.setattr(driver.pickle, "loads", lambda message: (raising(error), ()))
        driver.serve(there, "local")
    if late:
        assert pickle.loads(here.recv_bytes()) == ("answer", (1, 2))
    kind, told = pickle.loads(here.recv_bytes())
    assert kind == "error" and isinstance(told, Exception)
    return told


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (exceptions.LocalRayletDiedError(), "Ray has ended on this machine"),
        (exceptions.OutOfMemoryError("Task was killed"), "a machine has run out of memory"),
        (exceptions.ActorUnavailableError("no answer", b"0" * 16), "one of its processes has died"),
        (exceptions.OwnerDiedError("0" * 56, None, ""), "an object was lost"),
        (exceptions.GetTimeoutError("after 300 s"), "it does not answer"),
        (exceptions.ActorUnschedulableError("no node"), "no machine has room"),
        (exceptions.RayChannelError("broken"), "broken"),
        (ConnectionError("head is gone"), "head is gone"),
    ],
    ids=lambda each: type(each).__name__,
)
def test_what_ray_raises_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch, error: Exception, words: str) -> None:
    from ray.train import ControllerError, WorkerGroupError  # they take seconds to import

    told = served(monkeypatch, error, late=True)
    assert isinstance(told, Lost)
    assert words in str(told) and "\n" not in str(told) and len(str(told)) <= 300
    assert words in str(cluster.cause_of(ControllerError(error)))
    failed = str(cluster.cause_of(WorkerGroupError("rank 0", {0: error})))
    assert failed.startswith("the workers failed 21 times: ") and words in failed
    monkeypatch.setattr(driver.ray, "init", raising(error))
    with pytest.raises(ValueError, match=r"--cluster auto: cannot connect: [^\n]+$"):
        driver.connect("auto")


class Picky(Exception):
    """An error that can be pickled, but not read back."""

    def __init__(self, what: str, where: str) -> None:
        super().__init__(f"no {what} in {where}")


def test_what_a_task_raises_is_raised_here_unless_it_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    class Local(Exception):
        pass

    def told(error: Exception) -> Exception:
        return served(monkeypatch, error, late=False)

    mine, of_ray = (
        told(exceptions.RayTaskError("call", "Traceback\nsomewhere", cause).as_instanceof_cause())
        for cause in (ValueError("no checkpoint at 'runs/x'"), exceptions.OutOfMemoryError("killed"))
    )
    assert type(mine) is ValueError and str(mine) == "no checkpoint at 'runs/x'"
    assert type(of_ray) is Lost and str(of_ray) == "a machine has run out of memory"
    for error, words in ((Picky("map", "here"), "Picky: no map in here"), (Local("x"), "Local: x")):
        assert str(told(error)) == str(told(exceptions.RayTaskError("f", "Traceback ...", error))) == words


@pytest.mark.slow
def test_a_driver_ends_when_it_is_needed_no_more_or_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "drive", drivers.unconnected)
    made = driver.Driver("local")
    assert made.processors == 2
    made.close()
    assert made._process.exitcode == 0
    monkeypatch.setattr(driver, "drive", drivers.not_read)
    with pytest.raises(pickle.UnpicklingError):
        driver.Driver("local")


def test_other_versions_on_the_cluster_are_all_named(monkeypatch: pytest.MonkeyPatch) -> None:
    words = (
        "Version mismatch: The cluster was started with:\n    Ray: 2.9.0\n    Python: 3.9.1\n"
        "This process on node 192.0.2.1 was started with:\n    Ray: 2.60.0\n    Python: 3.11.7\n"
    )
    monkeypatch.setattr(driver.ray, "init", raising(RuntimeError(words)))
    with pytest.raises(ValueError, match=r"cannot connect: Version mismatch.* Ray: 2\.9\.0.*Python: 3\.11\.7$"):
        driver.connect("auto")


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        (exceptions.NodeDiedError("gone"), "no answer from the machine 192.0.2.2: a machine has left the cluster"),
        (
            exceptions.RayTaskError("version", "Traceback\nImportError: no swenv", ImportError("no swenv")),
            r"swenv does not run on the machine 192.0.2.2; install swenv-rl\[cluster\]",
        ),
        ("0.0.0", "the machine 192.0.2.2 has swenv 0.0.0, this one has"),
    ],
    ids=["lost", "without-swenv", "old"],
)
def test_every_machine_must_have_the_same_swenv(monkeypatch: pytest.MonkeyPatch, answer: Any, complaint: str) -> None:
    """Even if some share an address."""
    monkeypatch.setattr(driver.ray, "remote", mock.Mock())
    monkeypatch.setattr(driver.ray, "get", mock.Mock(side_effect=[answer, driver.swenv.__version__]))
    with pytest.raises(ValueError, match=complaint):
        driver._check("auto", [{"NodeID": "0" * 56, "NodeManagerAddress": "192.0.2.2"}] * 2)


@pytest.mark.parametrize("word", ["ls", "exists", "rm"])
def test_a_storage_that_fails_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    store = cluster.CheckpointStore(str(tmp_path))
    monkeypatch.setattr(store._files, word, raising(Exception("access denied")))
    with pytest.raises(ValueError, match=r"--storage .*: access denied"):
        store.clear() if word == "rm" else store.recover(tmp_path)


@pytest.mark.slow
def test_a_process_that_dies_on_this_machine_is_told_in_a_sentence() -> None:
    with pytest.raises(Lost, match="a process has died"):
        Processes(1).run(eval, [("0",), ("__import__('os')._exit(1)",)], lambda result: None)
