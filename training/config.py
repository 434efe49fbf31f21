"""What a training run depends on, and the file in which the run's folder keeps it."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from importlib.metadata import version
from pathlib import Path
from typing import Any

import swenv
from swenv.agents.networks import NETWORKS
from swenv.core.errors import unknown
from swenv.core.game import Game
from swenv.core.registry import games
from swenv.training.selfplay import REWARDS

FRAMES, IMITATE = 800_000, 500_000
"""Decisions that a run takes by default: in self-play, and imitated before."""
READ, KEPT = 4_000_000_000, 2_200_000_000
"""Numbers of observations that it reads in self-play and keeps for imitation at most, by default."""
BATCH, BATCH_READ = 2048, 10_500_000
"""Decisions of a gradient step by default, and numbers of observations at most: beyond, memory holds the cores up."""
LIBRARIES = ("numpy", "numba", "gymnasium", "stable-baselines3", "sb3-contrib", "torch")


@dataclass(frozen=True)
class Config:
    """All that a run depends on. The defaults were chosen by measurement, see `docs/training.md`.

    Attributes:
        game: Name of the game.
        num_players: Number of seats.
        options: Further options of `swenv.load`, as plain JSON types.
        seed: Seed of games, network and opponents.
        frames: Decisions of the learner to train on; 0 for as many as suit the game: `FRAMES`, or what `READ` allows.
        minutes: Self-play stops after so many minutes at the latest; 0 for no limit.
        imitate: Decisions of `greedy` that are imitated before; 0 for self-play from nothing, -1 for as many as suit
            the game: `IMITATE`, or what `KEPT` allows.
        reward: What the learner is paid with, one of `selfplay.REWARDS`.
        network: One of `networks.NETWORKS`.
        num_envs: Games side by side.
        num_steps: Decisions a game between two updates.
        batch_size: Decisions a gradient step; 0 for `BATCH`, or the power of two that `BATCH_READ` allows.
        num_epochs: Passes over the decisions of an update.
        learning_rate: At the start; it falls in a straight line to a tenth.
        gamma: Discount of a decision.
        gae_lambda: Trace of the advantage.
        entropy: Weight of the entropy.
        clip: Range of the policy's ratio.
        snapshot_every: Updates between two past selves that join the pool.
        num_snapshots: Past selves in the pool; the oldest leaves. One of them, drawn, plays at a time.
        share_random: Share of the games against `random`.
        share_greedy: Share of the games against `greedy`; the past selves share the rest.
        threads: Threads of the network's arithmetic; 0 for as many as there are cores.
        evaluation_games: Games against each scripted player at the end.
    """

    game: str = games()[0]
    num_players: int = 2
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    frames: int = 0
    minutes: float = 0.0
    imitate: int = -1
    reward: str = "win"
    network: str = "board"
    num_envs: int = 256
    num_steps: int = 64
    batch_size: int = 0
    num_epochs: int = 3
    learning_rate: float = 1e-3
    gamma: float = 0.995
    gae_lambda: float = 0.95
    entropy: float = 0.01
    clip: float = 0.2
    snapshot_every: int = 10
    num_snapshots: int = 5
    share_random: float = 0.05
    share_greedy: float = 0.45
    threads: int = 0
    evaluation_games: int = 400

    def __post_init__(self) -> None:
        if self.reward not in REWARDS:
            raise unknown("reward", self.reward, REWARDS)
        if self.network not in NETWORKS:
            raise unknown("network", self.network, NETWORKS)
        size = self.make_game().observation_size
        if self.frames == 0:
            object.__setattr__(self, "frames", min(FRAMES, READ // size))
        if self.imitate < 0:
            object.__setattr__(self, "imitate", min(IMITATE, KEPT // size))
        if self.batch_size == 0:
            object.__setattr__(self, "batch_size", min(BATCH, 1 << (BATCH_READ // size).bit_length() - 1))
        for name in ("frames", "num_envs", "num_steps", "batch_size", "num_epochs", "snapshot_every"):
            if getattr(self, name) < 1:
                raise ValueError(f"option {name!r} must be at least 1, not {getattr(self, name)}")

    def make_game(self) -> Game:
        """The game that is trained on."""
        return swenv.load(self.game, num_players=self.num_players, **self.options)

    @classmethod
    def read(cls, folder: Path) -> Config:
        """The configuration of a run.

        Raises:
            ValueError: the folder is not that of a run, or its configuration is wrong.
        """
        path = folder / "config.json"
        if not path.is_file():
            raise ValueError(f"'{folder}' is not the folder of a run: it has no config.json")
        document = json.loads(path.read_text(encoding="utf-8"))
        known = {each.name for each in fields(cls)}
        return cls(**{key: value for key, value in document["config"].items() if key in known})

    def write(self, folder: Path, command: str) -> None:
        """Keep the configuration in the run's folder, with the command and the versions that it ran with."""
        versions = {"swenv": swenv.__version__, "python": platform.python_version()}
        versions |= {name: version(name) for name in LIBRARIES}
        document = {"command": command, "machine": machine(), "versions": versions, "config": asdict(self)}
        (folder / "config.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def about(folder: Path) -> Mapping[str, Any]:
    """What `Config.write` kept beside the configuration: command, machine, versions."""
    document: dict[str, Any] = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    return document


def machine() -> str:
    """This machine in words."""
    return f"{os.cpu_count()} cores ({platform.machine()}, {platform.system()})"
