"""Describes this machine, and measures start-up times on it."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

PACKAGES = (
    "numpy", "numba", "llvmlite", "gymnasium", "pettingzoo",
    "rich", "pillow", "resvg-py", "torch", "stable-baselines3", "sb3-contrib",
)  # fmt: skip
"""Whose versions matter for what is measured."""

_STATE = "state = swenv.load(swenv.games()[0]).new_state(seed=1); state.apply(state.legal_actions()[0])"
_VECTOR = "vec = swenv.load(swenv.games()[0]).vector(8, seed=1); vec.step(vec.masks.argmax(axis=1))"
PROGRAMS = {"import": "import swenv", "state": f"import swenv; {_STATE}", "vector": f"import swenv; {_VECTOR}"}
"""What `start` can run: only the import, or a first step of the first game or of a batch of it."""


@dataclass(frozen=True)
class Start:
    """A program run in a fresh process.

    Attributes:
        seconds: Wall-clock time from start to exit.
        processor: Processor time; more than `seconds` if it used several cores.
        stderr: What it wrote to stderr.
    """

    seconds: float
    processor: float
    stderr: str


def start(program: str, cache: str | None = None) -> Start:
    """Run one of `PROGRAMS` in a fresh process, interpreter and imports included.

    Args:
        program: Name of the program.
        cache: Folder for compiled kernels; the default one if None.

    Raises:
        RuntimeError: the program failed.
    """
    return timed([sys.executable, "-c", PROGRAMS[program]], {} if cache is None else {"NUMBA_CACHE_DIR": cache})


def timed(command: list[str], variables: dict[str, str]) -> Start:
    """Run and time a command with additional environment variables.

    Raises:
        RuntimeError: it failed; the message is what it wrote to stderr.
    """
    begin, before = time.perf_counter(), os.times()
    done = subprocess.run(command, env={**os.environ, **variables}, capture_output=True, text=True, check=False)
    seconds, after = time.perf_counter() - begin, os.times()
    if done.returncode:
        raise RuntimeError(done.stderr.strip() or f"exit status {done.returncode}")
    busy = after.children_user + after.children_system - before.children_user - before.children_system
    return Start(seconds, busy, done.stderr)


def processor() -> str:
    """The name of the processor and its number of cores."""
    return f"{_model()}, {os.cpu_count()} cores"


def _model() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def system() -> str:
    """The operating system and architecture."""
    return f"{platform.system()} {platform.machine()}"
