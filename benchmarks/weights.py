"""Trains a little with every learner, and prints the digests of the weights: `python benchmarks/weights.py`.

If two commits print the same on one machine, what changed between them leaves learning as it was, bit for bit.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import torch

RUNS = (
    "smallworld --frames 40000 --set num_envs=64 --imitate 20000",
    "smallworld --frames 30000 --set num_envs=64 --imitate 15000 --network mlp",
    "smallworld --frames 4000 --set num_envs=32 --imitate 8000 --learner search",
    "smallworld --frames 10000 --set num_envs=32 --imitate 12000 --learner sb3",
    "underground --num-players 3 --frames 30000 --set num_envs=32 --set width=48 --imitate 12000 --opponents greedy:.2",
    "warcraft --frames 30000 --set num_envs=64 --imitate 0 --opponents self --reward win",
    "islands --frames 3000 --set num_envs=16 --imitate 4000",
)
"""What `swenv train` is told: each learner, each kind of network, each game."""


def weights(run: str, folder: Path) -> str:
    """The digest of the weights that a run ends with."""
    command = [sys.executable, "-m", "swenv", "train", *run.split(), "--set", "evaluation_games=10"]
    command += ["--threads", "1", "--seed", "3", "--run-dir", str(folder)]
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
    digest = hashlib.sha256()
    for name, each in sorted(torch.load(folder / "policy.pt", weights_only=True).items()):
        digest.update(name.encode() + each.numpy().tobytes())
    return digest.hexdigest()[:16]


if __name__ == "__main__":
    with TemporaryDirectory() as root:
        for number, run in enumerate(RUNS):
            print(f"{weights(run, Path(root) / str(number))}  {run}", flush=True)
