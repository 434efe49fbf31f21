"""Measures what training spends its time on."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
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
        from swenv.core.threads import Interrupts
        from swenv.training.config import Config
        from swenv.training.partners import can_have_partners, partners
        from swenv.training.team import Team
        from swenv.training.train import Learner, inner_threads
    except ImportError as error:
        print(f"training is left out: {error}; pip install swenv-rl[train]", file=sys.stderr)
        return
    shares: dict[str, dict[str, list[float]]] = {name: {each: [] for each in SHARES} for name in NAMES}
    speeds: dict[str, list[float]] = {name: [] for name in NAMES}
    for seed in range(min(effort.repeats, SEEDS)):
        learners = {}
        with tempfile.TemporaryDirectory() as folder, ExitStack() as ending:
            for name in NAMES:
                config = Config(learner=name, imitate=0, frames=10**9, seed=seed)
                if effort.seconds < 1:
                    config = replace(config, num_envs=64, num_steps=32, batch_size=512)
                own = Path(folder) / name
                own.mkdir()
                apart = can_have_partners(config) and not effort.processor  # whose clock knows only this process
                team = ending.enter_context(partners(config, own, Interrupts())) if apart else Team()
                learners[name] = Learner(config, own, team=team)
                learners[name].progress.begin("self-play", "decisions", None)
                learners[name].begin()
            for turn in range(min(effort.repeats, UPDATES) + 1):  # each takes seconds
                for name, learner in learners.items():
                    with computing(inner_threads(learner.config)):
                        start = time.monotonic(), effort.clock()
                        done = learner.advance()
                        seconds, counted = time.monotonic() - start[0], effort.clock() - start[1]
                        learner.settle()
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


GPU_SIZES = ((16_384, 32, 16_384), (16_384, 64, 32_768), (32_768, 64, 65_536))
"""Games at once, decisions per game in an update, and decisions per gradient step; the first are the defaults."""
GPU_COUNTED = "One figure per update, 5 after one that warms up; the default threads, against itself."


def gpu(effort: Effort) -> Iterator[Row]:
    """Decisions learned per second on a GPU, by the sizes of a run, and what the time is spent on."""
    try:
        import torch

        from swenv.agents.learned import computing
        from swenv.training.config import Config
        from swenv.training.train import Learner, inner_threads
    except ImportError as error:
        print(f"the GPU is left out: {error}; pip install swenv-rl[train]", file=sys.stderr)
        return
    if not torch.cuda.is_available():
        print("the GPU is left out: torch finds none", file=sys.stderr)
        return
    name = torch.cuda.get_device_name()
    for sizes in GPU_SIZES:
        num_envs, num_steps, batch_size = sizes
        config = Config(
            device="cuda", imitate=0, frames=10**9, num_envs=num_envs, num_steps=num_steps, batch_size=batch_size
        )
        speeds: list[float] = []
        shares: dict[str, list[float]] = {each: [] for each in SHARES}
        with tempfile.TemporaryDirectory() as folder, computing(inner_threads(config)):
            learner = Learner(config, Path(folder))
            learner.begin()
            for turn in range(min(effort.repeats, 5) + 1):
                start = time.monotonic()
                done = learner.advance()
                seconds = time.monotonic() - start
                if turn and done:
                    speeds.append(done / seconds)
                    for each, values in shares.items():
                        values.append(100 * learner.method.timings.get(each, 0.0) / seconds)
            learner.close()
        what = f"{num_envs:,} games, {num_steps} decisions each"
        whole = f"decisions learned, {what}, batches of {batch_size:,} ({name}, {config.threads} threads)"
        yield Row(whole, "/s", speeds, None, (GPU_COUNTED,))
        for each, share in SHARES.items():
            if median(shares[each]) > 0:
                yield Row(f"share of {what}: {share}", "%", shares[each], None, (GPU_COUNTED,))
