"""Progress of a run: a bar on a terminal, otherwise a line now and then."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

EVERY = 30.0
"""Seconds between lines."""


class Progress:
    """Reports the progress of each stage of a run on stderr.

    Args:
        shown: Whether to report anything.
        bar: Whether to show bars; by default, if stderr is a terminal and tqdm is installed.
        every: Seconds between lines if there is no bar.
    """

    def __init__(self, shown: bool = True, bar: bool | None = None, every: float = EVERY) -> None:
        self.shown = shown
        self.with_bar = shown and (sys.stderr.isatty() and find_spec("tqdm") is not None if bar is None else bar)
        self._every = every
        self._bar: Any = None

    def say(self, text: str) -> None:
        """Print a line."""
        if self.shown:
            print(text, file=sys.stderr, flush=True)

    def begin(self, stage: str, unit: str, total: int | None, done: int = 0) -> None:
        """Start a stage with this many units in total, if that is known, some of which may be done."""
        self.end()
        self._stage, self._unit, self._total, self._first, self._done = stage, unit, total, done, done
        self._began = time.monotonic()
        self._last_report = self._began
        if not self.with_bar:
            self.say(f"{stage}: {done:,} {unit}" if total is None else f"{stage}: {done:,} of {total:,} {unit}")
        else:
            from tqdm import tqdm

            self._bar = tqdm(
                total=total, initial=done, desc=stage, unit=f" {unit}", unit_scale=True, dynamic_ncols=True
            )

    def update(self, done: int, figures: Mapping[str, str], total: int | None = None) -> None:
        """Report how many units are done, with figures by name; `total` is given if it has changed."""
        self._total = total or self._total or done
        if not self._total:
            return
        named = ", ".join(f"{name} {value}" for name, value in figures.items())
        if self._bar is not None:
            self._bar.total = self._total
            self._bar.set_postfix_str(named, refresh=False)
            self._bar.update(done - self._done)
        self._done = done
        now = time.monotonic()
        if self.with_bar or (now - self._last_report < self._every and done < self._total):
            return
        self._last_report = now
        rate = (done - self._first) / max(now - self._began, 1e-9)
        left = max(self._total - done, 0) / rate if rate else 0.0
        self.say(
            f"{self._stage}: {done:,} of {self._total:,} {self._unit} ({done / self._total:.0%}), "
            f"{_speed(rate)}, {duration(left)} left" + (f"; {named}" if named else "")
        )

    def end(self) -> None:
        """End the stage, finished or not."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None


def _speed(rate: float) -> str:
    """A number of units per second for people: "50 per second", "24 per minute", "12 per hour"."""
    for per, seconds in (("second", 1), ("minute", 60)):
        if seconds * rate >= 10:
            return f"{seconds * rate:,.0f} per {per}"
    return f"{3600 * rate:,.0f} per hour"


def duration(seconds: float) -> str:
    """A duration for people: "40 s", "12 min", "3 h 05 min"."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60:02d} min"
