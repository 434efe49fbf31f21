"""Measures what training spends its time on."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from harness import Effort, Row, at_most

COUNTED = "As the trainer itself counts it, one figure an update, one thread; the opponents' decisions are not in it."


def training(effort: Effort) -> Iterator[Row]:
    """The environment's share of the training time of MaskablePPO, and the speed of training."""
    try:
        from swenv.agents.learned import computing
        from swenv.training.config import Config
        from swenv.training.train import Learner
    except ImportError as error:
        print(f"training is left out: {error}; pip install swenv[train]", file=sys.stderr)
        return
    config = Config(threads=1)
    if effort.seconds < 1:
        config = replace(config, num_envs=64, num_steps=32, batch_size=512)
    update = config.num_envs * config.num_steps
    config = replace(config, frames=update * (effort.repeats + 1), snapshot_every=effort.repeats + 2)
    with tempfile.TemporaryDirectory() as folder, computing(config.threads):
        learner = Learner(config, Path(folder))
        learner.learn()
    rows = learner.curve
    shares = [100 * row["env_share"] for row in rows[1:]]
    speeds = [(b["frames"] - a["frames"]) / (b["seconds"] - a["seconds"]) for a, b in pairwise(rows)]
    yield Row("environment's share of MaskablePPO training", "%", shares, at_most(10), (COUNTED,))
    yield Row("MaskablePPO training, all included", "frames/s", speeds, None, (COUNTED,))
