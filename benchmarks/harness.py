"""Times the cases, and makes a table of their figures."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from functools import partial
from pathlib import Path
from statistics import median

from swenv.commands import machine
from swenv.core.machine import installed_versions


@dataclass(frozen=True)
class Effort:
    """How much to measure.

    Attributes:
        repeats: Number of figures per case.
        seconds: Seconds of work per figure.
        cold: Whether to measure cold starts, too, which compile everything.
        processor: Count the processor time of this work instead of wall-clock time: for a machine that others
            use.
    """

    repeats: int = 7
    seconds: float = 1.0
    cold: bool = True
    processor: bool = False

    def clock(self) -> float:
        """Seconds since an arbitrary moment."""
        return time.process_time() if self.processor else time.perf_counter()

    def of(self, start: machine.Start) -> float:
        """The seconds of a process, by the clock in use."""
        return start.processor if self.processor else start.seconds


FULL = Effort()
QUICK = Effort(repeats=1, seconds=0.02, cold=False)


@dataclass(frozen=True)
class Budget:
    """The limit for a figure, from the design of the project."""

    limit: float
    at_least: bool

    def holds(self, value: float) -> bool:
        return value >= self.limit if self.at_least else value <= self.limit


def at_least(limit: float) -> Budget:
    return Budget(limit, True)


def at_most(limit: float) -> Budget:
    return Budget(limit, False)


@dataclass(frozen=True)
class Row:
    """One row of the table: a figure per repeat."""

    what: str
    unit: str
    values: Sequence[float]
    budget: Budget | None = None
    notes: tuple[str, ...] = field(default=())

    @property
    def median(self) -> float:
        return median(self.values)

    @property
    def verdict(self) -> str:
        return "" if self.budget is None else "met" if self.budget.holds(self.median) else "missed"

    def document(self) -> dict[str, object]:
        """The row as plain JSON types."""
        budget = self.budget and {"at_least" if self.budget.at_least else "at_most": self.budget.limit}
        return {
            "what": self.what,
            "unit": self.unit,
            "median": self.median,
            "low": min(self.values),
            "high": max(self.values),
            "repeats": len(self.values),
            "budget": budget,
            "verdict": self.verdict,
            "notes": list(self.notes),
        }

    def cells(self) -> list[str]:
        """The row as the cells of `HEADERS`."""
        low, high = min(self.values), max(self.values)
        spread = f"{shown(low)} - {shown(high)}" if low != high else ""
        budget = ""
        if self.budget is not None:
            budget = f"{'≥' if self.budget.at_least else '≤'} {shown(self.budget.limit)}"
        return [self.what, shown(self.median), self.unit, spread, budget, self.verdict]


HEADERS = ("what", "median", "unit", "range", "budget", "")


def shown(value: float) -> str:
    """A number with three significant digits and thousands separators; whole numbers in full."""
    if isinstance(value, int):
        return f"{value:,}"
    if value >= 1000:
        digits = len(str(int(value))) - 3
        return f"{round(value / 10**digits) * 10**digits:,}"
    return f"{value:.3g}"


def rates(work: Mapping[str, Callable[[], float]], effort: Effort) -> dict[str, list[float]]:
    """Measure what each piece of work does per second, once per repeat.

    Each call does some work and returns how much. Within a repeat the pieces take turns, so that other load on the
    machine slows all of them, and ratios stay fair. A first call outside the clock compiles and warms up.
    """
    for run in work.values():
        run()
    figures: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(effort.repeats):
        for name, run in work.items():
            done, spent, begin = 0.0, 0.0, effort.clock()
            while spent < effort.seconds:
                done += run()
                spent = effort.clock() - begin
            figures[name].append(done / spent)
    return figures


def ratios(above: Sequence[float], below: Sequence[float]) -> list[float]:
    """The ratio in each repeat."""
    return [a / b for a, b in zip(above, below, strict=True)]


def about() -> dict[str, str]:
    """When and where it was measured: machine, date, commit, versions, in general words."""
    return {
        "machine": f"{machine.processor()}, {machine.system()}",
        "date": datetime.now(timezone.utc).date().isoformat(),
        "commit": _commit(),
        **installed_versions(machine.PACKAGES),
    }


def _commit() -> str:
    """The commit that was measured, with a mark if there are uncommitted changes, except to other results."""
    run = partial(subprocess.run, cwd=Path(__file__).parent, capture_output=True, text=True)
    try:
        commit = run(["git", "describe", "--always", "--exclude=*"], check=True).stdout.strip()
        same = run(["git", "diff", "--quiet", "HEAD", "--", ":/", ":(top,exclude)benchmarks/results"]).returncode == 0
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return commit if same else f"{commit}, with changes"


def one_object_a_line(rows: Sequence[Row]) -> str:
    """The rows as JSON, one object per line, each with when and where it was measured."""
    facts = about()
    return "\n".join(json.dumps({**row.document(), "about": facts}) for row in rows)
