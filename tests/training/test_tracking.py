"""`--track`: what trackers are sent, where a resumed run goes on, and what happens if they fail."""

from __future__ import annotations

import csv
import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")

from swenv import cli
from swenv.training import tracking
from swenv.training.config import TRACKERS, Config
from swenv.training.progress import Progress

TINY = [
    "train", "--rounds", "2", "--imitate", "0", "--frames", "64", "--network", "mlp", "--threads", "1", "--evaluate",
    "random", "--evaluate-every", "1", "--set", "evaluation_games=2", "--set", "num_envs=8", "--set", "num_steps=4",
    "--set", "batch_size=32",
]  # fmt: skip
"""Two updates of 32 decisions."""


def train(folder: Path, tracker: str, *more: str) -> int:
    return cli.main([*TINY, "--track", tracker, "--run-dir", str(folder), *more])


def test_a_tracker_is_sent_every_update_and_evaluation_and_a_resumed_run_has_the_same_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, ended = [], []
    sent: list[tuple[int, set[str]]] = []

    def begin(config: Any, folder: Path, id: str) -> tracking.Begun:
        begun.append((config.frames, folder.name, id))
        return lambda figures, step: sent.append((step, set(figures))), lambda: ended.append(len(sent))

    monkeypatch.setitem(tracking.BEGIN, "wandb", begin)
    assert train(tmp_path / "mine", "wandb") == 0
    assert train(tmp_path / "mine", "wandb", "--resume", "--frames", "96") == 0
    (frames, name, id), again = begun
    assert (frames, name) == (64, "mine") and again == (96, "mine", id)
    updates = [step for step, figures in sent if {"selfplay/against_greedy", "train/entropy"} <= figures]
    best, drawn = "evaluation/random, most probable", "evaluation/random, sampled"
    evaluations = [step for step, figures in sent if best in figures]
    assert updates == sorted({*updates}) and sum(step < 96 for step in updates) >= 2
    last = [max(step for step, _ in sent[:number]) for number in ended]
    assert evaluations == sorted([*updates, *last]) and sent[-1] == (updates[-1], {best, drawn})


def test_every_tracker_that_can_be_chosen_can_begin() -> None:
    assert tuple(tracking.BEGIN) == TRACKERS


def test_tensorboard_has_figures_before_the_run_ends(tmp_path: Path) -> None:
    tracker = tracking.Tracker(Config(), tmp_path, Progress(shown=False))
    assert not [*tmp_path.iterdir()]
    tracker.log({"train/entropy": 1.5}, 32)
    (file,) = (tmp_path / "tensorboard").iterdir()
    assert b"train/entropy" in file.read_bytes()
    tracker.close()


def test_a_tracker_that_fails_is_left_out_with_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(figures: Mapping[str, float], step: int) -> None:
        raise OSError("no space left\non the server")

    monkeypatch.setitem(tracking.BEGIN, "mlflow", lambda *_: (full, full))
    assert train(tmp_path / "mine", "mlflow") == 0
    said = [line for line in capsys.readouterr().err.splitlines() if "failed" in line]
    assert said == ["mlflow has failed, so the rest is not tracked: no space left"]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ImportError("No module named 'trackio'"), "needs a package (No module named 'trackio'): pip install trackio"),
        (RuntimeError("not logged in"), "--track trackio: not logged in"),
    ],
)
def test_a_tracker_that_cannot_begin_stops_a_run_before_it_begins(
    error: Exception, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def begin(*_: Any) -> tracking.Begun:
        raise error

    monkeypatch.setitem(tracking.BEGIN, "trackio", begin)
    assert train(tmp_path / "mine", "trackio") == 2
    assert said in capsys.readouterr().err and not (tmp_path / "mine").exists()


def ids(folder: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads((folder / "tracked.json").read_text())
    return found


def logged(folder: Path) -> list[int]:
    """The decisions after each update of a run."""
    return [int(row["frames"]) for row in csv.DictReader((folder / "progress.csv").read_text().splitlines())]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # those of its own libraries
def test_mlflow_has_all_figures_of_a_resumed_run_in_one(tmp_path: Path) -> None:
    mlflow = pytest.importorskip("mlflow")
    pytest.importorskip("sqlalchemy")
    mlflow.set_tracking_uri(f"sqlite:///{tmp_path}/mlflow.db")
    assert train(tmp_path / "mine", "mlflow") == 0
    assert train(tmp_path / "mine", "mlflow", "--resume", "--frames", "96") == 0
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
    assert train(tmp_path / "mine", "wandb") == 0
    assert train(tmp_path / "mine", "wandb", "--resume", "--frames", "96") == 0
    (id,) = ids(tmp_path / "mine").values()
    files = [*(tmp_path / "mine" / "wandb").glob("offline-run-*/run-*.wandb")]
    assert [file.name for file in files] == [f"run-{id}.wandb"] * 2
    assert all(b"train/entropy" in file.read_bytes() for file in files)


@pytest.mark.slow
def test_trackio_has_all_figures_of_a_resumed_run_in_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRACKIO_DIR", str(tmp_path / "trackio"))
    pytest.importorskip("trackio")
    assert train(tmp_path / "mine", "trackio") == 0
    assert train(tmp_path / "mine", "trackio", "--resume", "--frames", "96") == 0
    (id,) = ids(tmp_path / "mine").values()
    with sqlite3.connect(tmp_path / "trackio" / "swenv.db") as database:
        rows = database.execute("SELECT run_name, step FROM metrics").fetchall()
    assert set(rows) == {(f"mine-{id}", step) for step in logged(tmp_path / "mine")}
