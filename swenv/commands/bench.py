"""`swenv bench`: run the benchmarks in `benchmarks/`, in a separate process."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import swenv
from swenv.commands.output import Usage


def run(args: argparse.Namespace) -> int:
    """Pass the arguments on and return the exit status."""
    clone = Path(swenv.__file__).parents[1]
    script = clone / "benchmarks" / "run.py"
    if not script.is_file() or not (clone / "pyproject.toml").is_file():  # another package's folder
        raise Usage("the benchmarks come with a clone of the project, not with the installed package")
    flags = ("quick", "processor_time", "list", "json")
    options = [f"--{name.replace('_', '-')}" for name in flags if getattr(args, name)]
    return subprocess.run([sys.executable, str(script), *options, *args.cases], check=False).returncode
