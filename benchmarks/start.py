"""Measures how long a fresh process takes to its first step."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator

from harness import Effort, Row, at_most

from swenv.commands import machine

WHOLE = "Whole processes, from start to end, interpreter and imports included."
COLD = "An empty kernel cache: everything is compiled."


def start(effort: Effort) -> Iterator[Row]:
    """Fresh processes, with an empty and with a warm kernel cache."""
    if effort.cold:
        state, batch = [], []
        for _ in range(3):
            with tempfile.TemporaryDirectory() as empty:
                state.append(effort.of(machine.start("state", empty)))
                batch.append(state[-1] + effort.of(machine.start("vector", empty)))
        yield Row("first step of a State, empty cache", "s", state, at_most(45), (WHOLE, COLD))
        yield Row("and then of a Vector, empty cache", "s", batch, None, (WHOLE, COLD))
    machine.start("vector")  # the usual cache may be empty
    repeats = range(effort.repeats)
    help_text = [sys.executable, "-m", "swenv", "--help"]
    yield Row("swenv --help", "s", [effort.of(machine.timed(help_text, {})) for _ in repeats], None, (WHOLE,))
    for program, what, budget in (
        ("import", "import swenv", None),
        ("state", "first step of a State, warm cache", at_most(1.5)),
        ("vector", "first step of a Vector, warm cache", None),
    ):
        yield Row(what, "s", [effort.of(machine.start(program)) for _ in repeats], budget, (WHOLE,))
