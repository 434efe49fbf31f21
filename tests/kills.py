"""Kills training runs (SIGKILL), lets them go on, and compares the weights with those of an undisturbed run.

    python tests/kills.py --stage imitation --stage saving --runs 3 -- smallworld --frames 200000 --imitate 60000

Where a run is, its own stack says: `faulthandler` writes it on SIGUSR1. The program itself knows nothing of this.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import torch

STAGES = {
    "watching": r"imitation\.py\", line \d+ in _watch",
    "imitation": r"imitation\.py\", line \d+ in advance",
    "saving": r"runs\.py\", line \d+ in (save|_write|replace|tensors|save_weights)",
    "rollout": r"in collect_rollouts",
    "update": r"ppo_mask\.py\", line \d+ in train",
    "random": r"",
}
"""What the stack says in each stage of a run."""
WITNESS = (
    "import faulthandler, signal, sys; from pathlib import Path; "
    "faulthandler.register(signal.SIGUSR1, file=open(sys.argv[1], 'w'), all_threads=False); "
    "Path(sys.argv[1] + '.ready').touch(); from swenv.cli import main; sys.exit(main(sys.argv[2:]))"
)


def weights(folder: Path) -> str:
    """The SHA-256 of the weights of a run."""
    digest = hashlib.sha256()
    for name, tensor in sorted(torch.load(folder / "policy.pt", weights_only=True).items()):
        digest.update(name.encode() + tensor.numpy().tobytes())
    return digest.hexdigest()


def train(folder: Path, arguments: Sequence[str], *more: str) -> None:
    """Run `swenv train` to its end."""
    command = [sys.executable, "-m", "swenv", "train", *arguments, "--run-dir", str(folder), *more]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def train_and_kill(folder: Path, arguments: Sequence[str], stage: str, patience: float) -> bool:
    """Run `swenv train [--resume]` and kill it in a stage, some time after it is reached; False if it ended before."""
    stacks = folder.with_name(f"{folder.name}.stacks")
    ready = folder.with_name(f"{folder.name}.stacks.ready")
    ready.unlink(missing_ok=True)
    resume = ["--resume"] if (folder / "config.json").exists() else []
    command = [sys.executable, "-c", WITNESS, str(stacks), "train", *arguments, "--run-dir", str(folder), *resume]
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while not ready.exists() and child.poll() is None:
            time.sleep(0.01)
        while not (folder / "tensorboard").exists() and child.poll() is None:
            time.sleep(0.01)
        until = time.monotonic() + random.random() * patience
        while time.monotonic() < until and child.poll() is None:
            time.sleep(0.01)
        read = stacks.stat().st_size
        while child.poll() is None:
            child.send_signal(signal.SIGUSR1)
            time.sleep(0.002)
            with stacks.open() as file:
                file.seek(read)
                if re.search(STAGES[stage], file.read()):
                    break
            read = stacks.stat().st_size
        if child.poll() is not None:
            return False
        child.kill()
        return True
    finally:
        child.kill()
        child.wait()


def check(folder: Path, arguments: Sequence[str], stages: Sequence[str], runs: int, patience: float) -> bool:
    """Whether runs that were killed in all of these stages, one after the other, end as an undisturbed one."""
    train(folder / "undisturbed", arguments)
    expected = weights(folder / "undisturbed")
    print(f"undisturbed: {expected}", flush=True)
    same = True
    for number in range(runs):
        run = folder / f"killed{number}"
        killed = [stage for stage in stages if train_and_kill(run, arguments, stage, patience)]
        train(run, arguments, *["--resume"] * (run / "config.json").exists())
        found = weights(run)
        same &= found == expected and killed == list(stages)
        verdict = "the same" if found == expected else "DIFFERENT"
        print(f"killed in {', '.join(killed) or 'no stage'}: {found}, {verdict}", flush=True)
        if killed != list(stages):
            print("the run was over before it was killed in every stage: take a longer run, or less --patience")
    return same


def main() -> int:
    """Read the command line; 1 if weights differ, or a run was over before it was killed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--stage", action="append", choices=STAGES, help="in this order, by default in all; may be repeated"
    )
    parser.add_argument("--runs", type=int, default=1, help="runs that are killed in all these stages (default: 1)")
    parser.add_argument("--patience", type=float, default=4.0, help="a kill comes up to so many seconds later")
    parser.add_argument("arguments", nargs="*", help="of `swenv train`, behind --")
    args = parser.parse_args()
    usual = ["--frames", "131072", "--imitate", "60000", "--set", "checkpoint_seconds=1"]
    usual += ["--set", "evaluation_games=8"]
    with tempfile.TemporaryDirectory() as folder:
        same = check(Path(folder), args.arguments or usual, args.stage or list(STAGES), args.runs, args.patience)
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
