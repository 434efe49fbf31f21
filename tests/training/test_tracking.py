"""`--track`: what trackers are sent, where a resumed run goes on, and what happens if they fail."""

from __future__ import annotations

import csv
import json
import sqlite3
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

pytest.importorskip("torch")

from swenv import cli
from swenv.training import tracking
from swenv.training.config import TRACKERS, Config
from swenv.training.progress import Progress

TINY = (
    "train --rounds 2 --imitate 0 --frames 64 --network mlp --threads 1 --evaluate random --evaluate-every 1 "
    "--set evaluation_games=2 --set num_envs=8 --set num_steps=4 --set batch_size=32 --track"
)
"""Two updates of 32 decisions."""


def train_twice(folder: Path, tracker: str) -> None:
    """Train, and go on for another update."""
    for more in ([], ["--resume", "--frames", "96"]):
        assert cli.main([*TINY.split(), tracker, "--run-dir", str(folder), *more]) == 0


def test_a_tracker_is_sent_every_update_and_evaluation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, ended = [], []
    sent: list[tuple[int, set[str]]] = []

    def begin(config: Any, folder: Path, id: str) -> tracking.Begun:
        begun.append((config.frames, folder.name, id))
        return lambda figures, step: sent.append((step, set(figures))), lambda: ended.append(len(sent))

    assert tuple(tracking.BEGIN) == TRACKERS
    monkeypatch.setitem(tracking.BEGIN, "wandb", begin)
    train_twice(tmp_path / "mine", "wandb")
    (frames, name, id), again = begun
    assert (frames, name) == (64, "mine") and again == (96, "mine", id), "a resumed run has the same id"
    updates = [step for step, figures in sent if {"selfplay/against_greedy", "train/entropy"} <= figures]
    best, drawn = "evaluation/random, most probable", "evaluation/random, sampled"
    evaluations = [step for step, figures in sent if best in figures]
    assert updates == sorted({*updates}) and sum(step < 96 for step in updates) >= 2
    last = [max(step for step, _ in sent[:number]) for number in ended]
    assert evaluations == sorted([*updates, *last]) and sent[-1] == (updates[-1], {best, drawn})


def test_tensorboard_has_figures_before_the_run_ends(tmp_path: Path) -> None:
    tracker = tracking.Tracker(Config(), tmp_path, Progress(shown=False))
    assert not [*tmp_path.iterdir()]
    tracker.log({"train/entropy": 1.5}, 32)
    (file,) = (tmp_path / "tensorboard").iterdir()
    assert b"train/entropy" in file.read_bytes()
    tracker.close()


def test_a_tracker_that_fails_is_left_out_with_a_line(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = mock.Mock(side_effect=OSError("no space left\non the server"))
    monkeypatch.setitem(tracking.BEGIN, "mlflow", lambda *_: (full, full))
    done = run(*TINY.split(), "mlflow", "--run-dir", tmp_path / "mine")
    said = [line for line in done.err.splitlines() if "failed" in line]
    assert done.status == 0 and said == ["mlflow has failed, so the rest is not tracked: no space left"]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ImportError("No module named 'trackio'"), "needs a package (No module named 'trackio'): pip install trackio"),
        (RuntimeError("not logged in"), "--track trackio: not logged in"),
    ],
)
def test_a_tracker_that_cannot_begin_stops_a_run_before_it_begins(
    run: Any, error: Exception, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(tracking.BEGIN, "trackio", mock.Mock(side_effect=error))
    done = run(*TINY.split(), "trackio", "--run-dir", tmp_path / "mine")
    assert done.status == 2 and said in done.err and not (tmp_path / "mine").exists()


def id_of(folder: Path) -> str:
    """The only id by which a tracker knows a run."""
    (found,) = json.loads((folder / "tracked.json").read_text()).values()
    return str(found)


def logged(folder: Path) -> list[int]:
    """The decisions after each update of a run."""
    return [int(row["frames"]) for row in csv.DictReader((folder / "progress.csv").read_text().splitlines())]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # those of its own libraries
def test_mlflow_has_all_figures_of_a_resumed_run_in_one(tmp_path: Path) -> None:
    mlflow = pytest.importorskip("mlflow")
    pytest.importorskip("sqlalchemy")
    mlflow.set_tracking_uri(f"sqlite:///{tmp_path}/mlflow.db")
    train_twice(tmp_path / "mine", "mlflow")
    client = mlflow.MlflowClient()
    (experiment,) = client.search_experiments(filter_string="name = 'swenv'")
    (found,) = client.search_runs([experiment.experiment_id])
    assert found.info.status == "FINISHED" and found.data.params["learner"] == "ppo"
    steps = [each.step for each in client.get_metric_history(found.info.run_id, "train/entropy")]
    assert steps == logged(tmp_path / "mine")
    assert "evaluation/random_ most probable" in found.data.metrics


@pytest.mark.slow
def test_wandb_goes_on_with_a_resumed_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("wandb")
    monkeypatch.setenv("WANDB_MODE", "offline")
    train_twice(tmp_path / "mine", "wandb")
    files = [*(tmp_path / "mine" / "wandb").glob("offline-run-*/run-*.wandb")]
    assert [file.name for file in files] == [f"run-{id_of(tmp_path / 'mine')}.wandb"] * 2
    assert all(b"train/entropy" in file.read_bytes() for file in files)


@pytest.mark.slow
def test_trackio_has_all_figures_of_a_resumed_run_in_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRACKIO_DIR", str(tmp_path / "trackio"))
    pytest.importorskip("trackio")
    train_twice(tmp_path / "mine", "trackio")
    with sqlite3.connect(tmp_path / "trackio" / "swenv.db") as database:
        rows = database.execute("SELECT run_name, step FROM metrics").fetchall()
    assert set(rows) == {(f"mine-{id_of(tmp_path / 'mine')}", step) for step in logged(tmp_path / "mine")}
