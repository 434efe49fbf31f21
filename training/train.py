"""`swenv train`: MaskablePPO by self-play, from nothing to a report.

The learner has one seat a game; the other seats are played by the scripted players and by past selves. The run writes
into one folder: `config.json` (everything that the run depends on, with the command), `policy.pt` (the weights),
`learner.pt` (what resuming needs), `snapshots/`, `progress.csv`, TensorBoard logs, and at the end `report.md`.
Weights are read back as plain tensors: nothing in a run's folder is executed.
"""

from __future__ import annotations

import csv
import time
from collections import deque
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import configure
from tqdm import tqdm

from swenv.agents import Greedy, Player, Random
from swenv.agents.learned import Learned
from swenv.agents.networks import policy_of
from swenv.training import report
from swenv.training.config import Config
from swenv.training.imitation import imitate
from swenv.training.selfplay import ALONE, SelfPlay


def run(config: Config, folder: Path, command: str, progress: bool = True) -> Path | None:
    """Train in a new folder, or go on in one that was interrupted, and report.

    Args:
        config: The run; of a folder that is resumed, as `Config.read` gives it.
        folder: Where everything is written.
        command: The command that made the run, for the report.
        progress: Whether bars are shown.

    Returns:
        The report; None if the user interrupted the training, which is saved and can be resumed.

    Raises:
        ValueError: the folder holds another run that is not to be resumed, or cannot be resumed.
    """
    resumed = (folder / "learner.pt").is_file()
    if resumed and Config.read(folder) != config:
        raise ValueError(f"'{folder}' holds another run: resume it, or choose another folder")
    folder.mkdir(parents=True, exist_ok=True)
    if not resumed:
        config.write(folder, command)
    learner = Learner(config, folder)
    if resumed:
        learner.restore()
    elif config.imitate:
        learner.warm_start(progress)
    if not learner.learn(progress):
        return None
    results = report.evaluate(folder, config.evaluation_games, progress)
    return report.write(folder, results, learner.curve)


class Learner:
    """One run: games, network, opponents, and the folder in which it is kept."""

    def __init__(self, config: Config, folder: Path) -> None:
        self.config, self.folder = config, folder
        self.game = config.make_game()
        torch.set_num_threads(config.threads or torch.get_num_threads())
        self.pool: deque[Player] = deque(maxlen=config.num_snapshots)
        self.env = SelfPlay(self.game, config.num_envs, [Random()], reward=config.reward, seed=config.seed)
        kind, options = policy_of(config.network, self.game)
        self.model = MaskablePPO(
            kind,
            self.env,
            learning_rate=lambda left: config.learning_rate * (0.1 + 0.9 * max(left, 0.0)),
            n_steps=config.num_steps,
            batch_size=config.batch_size,
            n_epochs=config.num_epochs,
            gamma=config.gamma,
            gae_lambda=config.gae_lambda,
            ent_coef=config.entropy,
            clip_range=config.clip,
            policy_kwargs=options,
            seed=config.seed,
            device="cpu",
        )
        self.model.set_logger(configure(str(folder / "tensorboard"), ["tensorboard"]))
        self.updates = 0
        self.seconds = 0.0
        self.curve: list[dict[str, float]] = []
        self.deal()

    def deal(self) -> None:
        """Give the opponents their shares of the games; one past self, drawn from the pool, until the next deal."""
        config = self.config
        rest = 1 - config.share_random - config.share_greedy
        if not self.pool:
            self.env.set_opponents([Random(), Greedy()], [config.share_random, config.share_greedy + rest])
            return
        past = self.pool[self.env.generator.integers(len(self.pool))]
        self.env.set_opponents([Random(), Greedy(), past], [config.share_random, config.share_greedy, rest])

    def snapshot(self) -> None:
        """Let the present self join the pool."""
        path = self.folder / "snapshots" / f"{self.updates:05d}.pt"
        path.parent.mkdir(exist_ok=True)
        torch.save(self.model.policy.state_dict(), path)
        self._join(path)

    def _join(self, path: Path) -> None:
        self.pool.append(Learned.of(self.game, self.config.network, path))

    def save(self) -> None:
        """Write everything that resuming needs; a file is replaced only when its successor is complete."""
        state = {
            "optimizer": self.model.policy.optimizer.state_dict(),
            "frames": self.model.num_timesteps,
            "updates": self.updates,
            "seconds": self.seconds,
        }
        for name, content in (("policy.pt", self.model.policy.state_dict()), ("learner.pt", state)):
            torch.save(content, self.folder / f"{name}.new")
            (self.folder / f"{name}.new").replace(self.folder / name)
        if self.curve:
            with (self.folder / "progress.csv").open("w", newline="", encoding="utf-8") as file:
                writer = csv.DictWriter(file, list(self.curve[-1]))
                writer.writeheader()
                writer.writerows(self.curve)

    def restore(self) -> None:
        """Go on where `save` left off.

        Raises:
            ValueError: the folder holds no saved learner, or one of another version or network.
        """
        if not (self.folder / "learner.pt").is_file():
            raise ValueError(f"'{self.folder}' has nothing to resume: no learner.pt")
        state = torch.load(self.folder / "learner.pt", weights_only=True)
        Learned.fill(self.model.policy, self.folder / "policy.pt")
        self.model.policy.optimizer.load_state_dict(state["optimizer"])
        self.model.num_timesteps = state["frames"]
        self.updates, self.seconds = state["updates"], state["seconds"]
        with (self.folder / "progress.csv").open(encoding="utf-8") as file:
            self.curve = [
                {key: int(value) if key == "frames" else float(value) for key, value in row.items()}
                for row in csv.DictReader(file)
            ]
        for path in sorted((self.folder / "snapshots").glob("*.pt"))[-self.config.num_snapshots :]:
            self._join(path)

    def warm_start(self, progress: bool = True) -> None:
        """Imitate `greedy`, playing against itself and `random`, before any self-play."""
        config = self.config
        imitate(
            self.model.policy,
            self.env,
            Greedy(),
            frames=config.imitate,
            gamma=config.gamma,
            batch_size=512,
            learning_rate=1e-3,
            seed=config.seed,
            progress=progress,
        )
        self.env.results.clear()
        self.env.env_seconds = self.env.opponent_seconds = 0.0

    def learn(self, progress: bool = True) -> bool:
        """Train until all frames are spent; False if the user interrupted it. Saved either way."""
        left = self.config.frames - self.model.num_timesteps
        done = self.model.num_timesteps
        bar = tqdm(total=self.config.frames, initial=done, unit=" frames", unit_scale=True, disable=not progress)
        callback = _Watch(self, bar)
        try:
            if left > 0:
                self.model.learn(left, callback=callback, reset_num_timesteps=done == 0)
            return True
        except KeyboardInterrupt:
            return False
        finally:
            bar.close()
            self.save()


class _Watch(BaseCallback):
    """Between updates: measure, show, save, and let past selves join."""

    def __init__(self, learner: Learner, bar: Any) -> None:
        super().__init__()
        self.learner, self.bar = learner, bar
        self.recent: dict[str, deque[float]] = {}
        self.began = time.perf_counter()

    def _on_step(self) -> bool:
        limit = 60 * self.learner.config.minutes
        return not limit or self.learner.seconds + time.perf_counter() - self.began < limit

    def _on_rollout_end(self) -> None:
        learner = self.learner
        env = learner.env
        for name, won in env.results:
            self.recent.setdefault(name, deque(maxlen=1000)).append(0.5 * (won + 1))
        env.results.clear()
        now = time.perf_counter()
        learner.seconds += now - self.began
        row = {
            "frames": self.num_timesteps,
            "seconds": round(learner.seconds, 1),
            "env_share": round(env.env_seconds / (now - self.began), 4),
            "opponent_share": round(env.opponent_seconds / (now - self.began), 4),
        }
        for name in ("random", "greedy", "self") if learner.game.num_players > 1 else (ALONE,):
            games = self.recent.get(name, ())
            row[f"against_{name}"] = round(float(np.mean(games)), 4) if games else float("nan")
        self.began, env.env_seconds, env.opponent_seconds = now, 0.0, 0.0
        learner.curve.append(row)
        for key, value in row.items():
            self.logger.record(f"selfplay/{key}", value)
        self.bar.update(self.num_timesteps - self.bar.n)
        self.bar.set_postfix({name: f"{np.mean(games):.0%}" for name, games in self.recent.items()})
        learner.updates += 1
        if learner.updates % learner.config.snapshot_every == 0:
            learner.snapshot()
            learner.save()
        learner.deal()
