"""A real Ray cluster of two nodes on this machine: a run that survives the death of one, matches, what is refused."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from swenv import cli

pytest.importorskip("ray")

SHORT = ("--rounds", "2", "--imitate", "0", "--threads", "1", "--network", "mlp", "--evaluate", "random")
SIZES = ("num_envs=8", "num_steps=16", "batch_size=64", "num_epochs=1", "checkpoint_seconds=2", "evaluation_games=8")
ENVIRONMENT = {**os.environ, "RAY_AUTH_MODE": "disabled", "RAY_worker_niceness": "0"}
"""Nodes on one machine need no token, and what they do is no less urgent than the rest."""
PATIENCE = 300
"""Seconds for what takes ten on a machine that does nothing else."""


class Nodes:
    """The nodes of a cluster; each is a process that all others of its node die with."""

    def __init__(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{probe.getsockname()[1]}"
        self.running: list[subprocess.Popen[bytes]] = []
        self.add("--head", "--port", self.address.rpartition(":")[2], "--include-dashboard", "false")

    def add(self, *how: str) -> subprocess.Popen[bytes]:
        """Start a node with one processor; without arguments, one that joins the others."""
        command = [sys.executable, "-m", "ray.scripts.scripts", "start", *(how or ("--address", self.address))]
        node = subprocess.Popen(
            [*command, "--num-cpus", "1", "--disable-usage-stats", "--block"],
            env=ENVIRONMENT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.running.append(node)
        return node

    def processors(self) -> int:
        """How many the cluster has; 0 if it does not answer."""
        ask = f"import ray; ray.init({self.address!r}, log_to_driver=False); print(ray.cluster_resources()['CPU'])"
        answer = subprocess.run([sys.executable, "-c", ask], env=ENVIRONMENT, capture_output=True, text=True)
        return 0 if answer.returncode else int(float(answer.stdout))

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
def nodes() -> Iterator[Nodes]:
    """A cluster of two nodes, ready for work."""
    made = Nodes()
    try:
        wait_for(lambda: made.processors() >= 1)
        made.add()
        wait_for(lambda: made.processors() >= 2)
        yield made
    finally:
        made.stop()


def wait_for(happens: Callable[[], bool]) -> None:
    """Wait until something is true."""
    deadline = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < deadline
        time.sleep(0.2)


def run(*words: str) -> subprocess.Popen[str]:
    """Start a command of swenv."""
    return subprocess.Popen(
        [sys.executable, "-m", "swenv", *words],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def train(nodes: Nodes, folder: Path, frames: int) -> subprocess.Popen[str]:
    """Start a run with two workers, and wait until it has a checkpoint."""
    sizes = [word for size in SIZES for word in ("--set", size)]
    where = ["--run-dir", str(folder), "--cluster", nodes.address, "--workers", "2"]
    training = run("train", "smallworld", *SHORT, *sizes, "--frames", str(frames), *where)
    wait_for(lambda: bool(training.poll() is not None or list(folder.glob("cluster/checkpoint_*/checkpoint.pt"))))
    assert training.poll() is None, training.communicate()[1]
    return training


@pytest.mark.slow
def test_a_run_survives_the_death_of_a_node_and_goes_on_on_one_machine(nodes: Nodes, tmp_path: Path) -> None:
    training = train(nodes, tmp_path / "run", 20_000)
    nodes.running[-1].kill()
    nodes.add()
    told = training.communicate(timeout=PATIENCE)[1]
    assert training.returncode == 0, told
    assert "2 workers of 1 threads each" in told and "resuming from" in told
    assert (tmp_path / "run" / "report.md").exists() and not (tmp_path / "run" / "cluster").exists()
    assert cli.main(["train", "--resume", "--frames", "21000", "--run-dir", str(tmp_path / "run")]) == 0


@pytest.mark.slow
def test_a_run_on_a_cluster_is_saved_when_it_is_stopped(nodes: Nodes, tmp_path: Path) -> None:
    training = train(nodes, tmp_path / "run", 10_000_000)
    training.send_signal(signal.SIGINT)
    told = training.communicate(timeout=PATIENCE)[1]
    assert training.returncode == 1 and "Traceback" not in told, told
    assert (tmp_path / "run" / "checkpoint.pt").exists() and not (tmp_path / "run" / "cluster").exists()


@pytest.mark.slow
def test_leagues_and_studies_are_played_on_a_cluster_as_they_are_here(nodes: Nodes, tmp_path: Path) -> None:
    for command in (
        ["rate", "greedy", "random", "--rounds", "2", "--games", "40", "--out"],
        ["study", "--rounds", "2", "--games", "600", "--out"],
    ):
        here, there = tmp_path / f"{command[0]}-here", tmp_path / f"{command[0]}-there"
        assert cli.main([*command, str(here), "--jobs", "1"]) == 0
        done = run(*command, str(there), "--cluster", nodes.address)
        told = done.communicate(timeout=PATIENCE)[1]
        assert done.returncode == 0, told
        name = "games.jsonl" if command[0] == "rate" else "study.csv"
        mine, theirs = (sorted((each / name).read_text(encoding="utf-8").splitlines()) for each in (here, there))
        assert mine == theirs


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--cluster", "127.0.0.1:1"], "--cluster 127.0.0.1:1: cannot connect"),
        (["--cluster", "somewhere"], "--cluster takes local, auto or HOST:PORT, not 'somewhere'"),
        (["--cluster", "ray://127.0.0.1:1"], "Ray's client is not supported"),
        (["--cluster", "local", "--workers", "1000", "--threads", "2"], "--workers 1000: they need 2 processors each"),
        (["--cluster", "local", "--storage", "nowhere://x"], "--storage nowhere://x: "),
        (["--cluster", "local", "--learner", "sb3"], "sb3 learns on one machine"),
        (["--workers", "2"], "--workers and --storage are for --cluster"),
    ],
)
def test_what_a_cluster_cannot_do_is_refused_and_leaves_nothing(tmp_path: Path, words: list[str], message: str) -> None:
    refused = run("train", "smallworld", "--run-dir", str(tmp_path / "run"), *words)
    told = refused.communicate(timeout=PATIENCE)[1]
    assert refused.returncode == 2 and message in told and "Traceback" not in told, told
    assert not (tmp_path / "run").exists()
