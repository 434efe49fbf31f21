"""Kills training runs (SIGKILL), resumes them, and compares the weights with those of an undisturbed run.

    python tests/kills.py --stage imitation --stage saving --runs 3 -- smallworld --frames 200000 --imitate 60000

The stack trace of a run shows its stage: `faulthandler` prints it on SIGUSR1, without any help from the program.
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
    "rollout": r"ppo\.py\", line \d+ in update",
    "update": r"ppo\.py\", line \d+ in _learn",
    "random": r"",
}
"""What the stack contains in each stage of a run."""
WITNESS = (
    "import faulthandler, signal, sys; "
    "faulthandler.register(signal.SIGUSR1, file=open(sys.argv[1], 'w'), all_threads=False); "
    "from swenv.cli import main; sys.exit(main(sys.argv[2:]))"
)


def weights(folder: Path) -> str:
    """Return the SHA-256 of a run's weights."""
    digest = hashlib.sha256()
    for name, tensor in sorted(torch.load(folder / "policy.pt", weights_only=True).items()):
        digest.update(name.encode() + tensor.numpy().tobytes())
    return digest.hexdigest()


def train(folder: Path, arguments: Sequence[str], *more: str) -> None:
    """Run `swenv train` to the end."""
    command = [sys.executable, "-m", "swenv", "train", *arguments, "--run-dir", str(folder), *more]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def train_and_kill(folder: Path, arguments: Sequence[str], stage: str, patience: float) -> bool:
    """Run `swenv train [--resume]` and kill it in a stage, some time after it began; False if it ended before."""
    stacks, told = (folder.with_name(f"{folder.name}.{ending}") for ending in ("stacks", "told"))
    resume = ["--resume"] if (folder / "config.json").exists() else []
    command = [sys.executable, "-c", WITNESS, str(stacks), "train", *arguments, "--run-dir", str(folder), *resume]
    with told.open("w") as err:
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=err)
    try:
        while child.poll() is None and not re.search(r": [\d,]+ of ", told.read_text()):
            time.sleep(0.01)
        until = time.monotonic() + random.random() * patience
        while child.poll() is None and time.monotonic() < until:
            time.sleep(0.01)
        read = stacks.stat().st_size
        while child.poll() is None:
            child.send_signal(signal.SIGUSR1)
            time.sleep(0.005 + 0.01 * random.random())
            stack = stacks.read_text()[read:]
            if re.search(STAGES[stage], stack):
                break
            read += len(stack)
        if child.poll() is not None:
            # Writing the stack at a bad moment can crash Python itself: then that was the kill.
            assert child.returncode in (0, -signal.SIGSEGV), (child.returncode, told.read_text())
            return child.returncode != 0
        child.kill()
        return True
    finally:
        child.kill()
        child.wait()


def check(folder: Path, arguments: Sequence[str], stages: Sequence[str], runs: int, patience: float) -> bool:
    """Return whether runs killed in each of these stages, one after the other, end like an undisturbed one."""
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
    """Parse the command line; returns 1 if weights differ, or if a run ended before it was killed."""
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
