"""`swenv bench`: run what stands in `benchmarks/`, in a process of its own."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import swenv
from swenv.commands.loading import check_writable
from swenv.commands.output import Usage


def run(args: argparse.Namespace) -> int:
    """Hand the arguments on, and the exit status back."""
    clone = Path(swenv.__file__).parents[1]
    script = clone / "benchmarks" / "run.py"
    if not script.is_file() or not (clone / "pyproject.toml").is_file():  # beside other packages it is another's
        raise Usage("the benchmarks come with a clone of the project, not with the installed package")
    if args.write:
        check_writable(args.write)
    flags = ("quick", "processor_time", "list", "json")
    options = [f"--{name.replace('_', '-')}" for name in flags if getattr(args, name)]
    if args.write:
        options += ["--write", args.write]
    return subprocess.run([sys.executable, str(script), *options, *args.cases], check=False).returncode
