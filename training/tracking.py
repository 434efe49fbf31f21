"""Sends the figures of a run to a tracker: TensorBoard, Weights & Biases, MLflow or Trackio.

Trackers take accounts, servers and project names from their own environment variables and files. Failures there never
end a run.
"""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from swenv.training.config import Config
from swenv.training.progress import Progress
from swenv.training.runs import replace

PROJECT = "swenv"
"""The project, or experiment, to which runs belong."""
Log = Callable[[Mapping[str, float], int], None]
"""A function that takes figures by name, and the number of decisions they belong to."""
Begun = tuple[Log, Callable[[], Any]]
"""How to log, and how to end."""


class Tracker:
    """Tracks one run, or resumes where an earlier process stopped.

    Args:
        config: The configuration of the run; `config.track` names the tracker.
        folder: The folder of the run.
        progress: Reports it if tracking fails.

    Raises:
        ImportError: the tracker is not installed.
        ValueError: it cannot be reached, or refuses.
    """

    def __init__(self, config: Config, folder: Path, progress: Progress) -> None:
        self._name, self._progress = config.track, progress
        page = folder / "tracked.json"
        ids = {config.track: secrets.token_hex(4)} | _ids(page)
        try:
            self._log, self._end = BEGIN[config.track](config, folder, ids[config.track])
            if config.track != "tensorboard":  # which has its files in the folder itself
                replace(page, json.dumps(ids).encode())
        except ImportError as error:
            package = INSTALLED_AS.get(config.track, config.track)
            raise ImportError(f"--track {config.track} needs a package ({error}): pip install {package}") from error
        except Exception as error:  # each tracker has its own errors
            raise ValueError(f"--track {config.track}: {_first_line(error)}") from error

    def log(self, figures: Mapping[str, float], step: int) -> None:
        """Send figures; the first failure is reported, and the rest of the run is not tracked."""
        self._try(lambda: self._log(figures, step))

    def close(self) -> None:
        """Send the remaining figures."""
        self._try(self._end)

    def _try(self, act: Callable[[], Any]) -> None:
        try:
            act()
        except Exception as error:
            self._progress.say(f"{self._name} has failed, so the rest is not tracked: {_first_line(error)}")
            self._log, self._end = _no_log, _no_end


def _no_log(figures: Mapping[str, float], step: int) -> None:
    """Take figures and do nothing."""


def _no_end() -> None:
    """Do nothing."""


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def _ids(page: Path) -> dict[str, str]:
    """The ids by which trackers know a run, by tracker."""
    try:
        return {str(name): str(each) for name, each in json.loads(page.read_text(encoding="utf-8")).items()}
    except (OSError, ValueError, AttributeError, RecursionError):
        return {}


def _tensorboard(config: Config, folder: Path, id: str) -> Begun:
    from torch.utils.tensorboard import SummaryWriter

    writers: list[SummaryWriter] = []

    def log(figures: Mapping[str, float], step: int) -> None:
        if not writers:  # its folder is made with the first figures, so that a run that never began leaves nothing
            writers.append(SummaryWriter(str(folder / "tensorboard")))
        for name, value in figures.items():
            writers[0].add_scalar(name, value, step)
        writers[0].flush()  # a worker of a cluster hands in its folder before it ends

    def close() -> None:
        for writer in writers:
            writer.close()

    return log, close


def _wandb(config: Config, folder: Path, id: str) -> Begun:
    wandb = import_module("wandb")
    run = wandb.init(
        project=os.environ.get("WANDB_PROJECT", PROJECT),
        name=folder.name,
        id=id,
        resume="allow",
        config=config.to_dict(),
        dir=folder,
        settings=wandb.Settings(console="off", silent=True),
    )
    return lambda figures, step: run.log(dict(figures), step=step), run.finish


def _mlflow(config: Config, folder: Path, id: str) -> Begun:
    mlflow = import_module("mlflow")
    client, mine = mlflow.MlflowClient(), f"{folder.name}-{id}"
    experiment = mlflow.set_experiment(os.environ.get("MLFLOW_EXPERIMENT_NAME", PROJECT)).experiment_id
    existing = client.search_runs([experiment], f"tags.`swenv.run` = '{mine}'")
    run = existing[0] if existing else client.create_run(experiment, tags={"swenv.run": mine}, run_name=folder.name)
    for name, value in config.to_dict().items() if not existing else ():
        client.log_param(run.info.run_id, name, value)

    def log(figures: Mapping[str, float], step: int) -> None:
        metric, now = mlflow.entities.Metric, mlflow.utils.time.get_current_time_millis()
        named = {re.sub(r"[^\w\-. /]", "_", name): value for name, value in figures.items()}
        client.log_batch(run.info.run_id, [metric(name, value, now, step) for name, value in named.items()])

    return log, lambda: client.set_terminated(run.info.run_id)


def _trackio(config: Config, folder: Path, id: str) -> Begun:
    trackio = import_module("trackio")
    trackio.init(
        project=os.environ.get("TRACKIO_PROJECT", PROJECT),
        name=f"{folder.name}-{id}",
        config=config.to_dict(),
        resume="allow",
    )
    return lambda figures, step: trackio.log(dict(figures), step=step), trackio.finish


BEGIN: dict[str, Callable[[Config, Path, str], Begun]] = {
    "tensorboard": _tensorboard, "wandb": _wandb, "mlflow": _mlflow, "trackio": _trackio,
}  # fmt: skip
"""How each tracker is started."""
INSTALLED_AS = {"mlflow": "mlflow-skinny", "tensorboard": "swenv-rl[train]"}
"""What to install for a tracker, if it differs from its name."""
