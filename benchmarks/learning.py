"""Measures what training spends its time on."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median

from harness import Effort, Row, at_least, at_most

NAMES = {"ppo": "our PPO", "sb3": "MaskablePPO"}
SEEDS, UPDATES = 3, 3
COUNTED = "One figure per update, 3 for each of 3 seeds; each learner on its default threads, the updates in turn."
SHARES = {
    "games": "the games",
    "opponents": "opponents",
    "copies": "copies",
    "forward": "the network, to play",
    "waiting": "waiting for the other thread",
    "update": "the update",
}


def training(effort: Effort) -> Iterator[Row]:
    """Decisions learned per second, by learner, and what each spends its time on."""
    try:
        from swenv.agents.learned import computing
        from swenv.training.config import Config
        from swenv.training.train import Learner, inner_threads
    except ImportError as error:
        print(f"training is left out: {error}; pip install swenv[train]", file=sys.stderr)
        return
    shares: dict[str, dict[str, list[float]]] = {name: {each: [] for each in SHARES} for name in NAMES}
    speeds: dict[str, list[float]] = {name: [] for name in NAMES}
    for seed in range(min(effort.repeats, SEEDS)):
        learners = {}
        with tempfile.TemporaryDirectory() as folder:
            for name in NAMES:
                config = Config(learner=name, imitate=0, frames=10**9, seed=seed)
                if effort.seconds < 1:
                    config = replace(config, num_envs=64, num_steps=32, batch_size=512)
                (Path(folder) / name).mkdir()
                learners[name] = Learner(config, Path(folder) / name)
                learners[name].begin()
            for turn in range(min(effort.repeats, UPDATES) + 1):  # each takes seconds
                for name, learner in learners.items():
                    with computing(inner_threads(learner.config)):
                        start = time.monotonic(), effort.clock()
                        done = learner.advance()
                        seconds, counted = time.monotonic() - start[0], effort.clock() - start[1]
                    if not turn or not done:  # the first warms up
                        continue
                    speeds[name].append(done / counted)
                    for each in SHARES:
                        shares[name][each].append(100 * learner.method.timings.get(each, 0.0) / seconds)
            for learner in learners.values():
                learner.close()
    for name, what in NAMES.items():
        yield Row(f"decisions learned, {what}", "/s", speeds[name], None, (COUNTED,))
    faster = [ours / theirs for ours, theirs in zip(speeds["ppo"], speeds["sb3"], strict=True)]
    yield Row("our PPO over MaskablePPO", "times", faster, at_least(3), (COUNTED,))
    for name, what in NAMES.items():
        for each, share in SHARES.items():
            if median(shares[name][each]) > 0:
                budget = at_most(10) if each == "games" and name == "sb3" else None
                yield Row(f"share of {what}: {share}", "%", shares[name][each], budget, (COUNTED,))
