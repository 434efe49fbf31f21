"""The learning curves of a run, from `progress.csv`: read line by line, keeping only a limited number of values."""

from __future__ import annotations

import csv
import math
from array import array
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from swenv.web.watched import Unreadable, Watched

FILE = "progress.csv"
MOST_COUNTED = 10**15
"""No evaluation has this many games: a file that claims more is wrong."""
MOST_COLUMNS, MOST_LINES, MOST_NUMBERS, LONGEST_ROW = 200, 100_000, 2_000_000, 10_000
"""Limits on the columns and lines read from a file, the numbers kept from it, and the bytes of a line."""
SPANS = 40
"""Parts of a run whose speed is shown."""
MOST_POINTS = 400
"""Points of a line that are sent."""
DRAWN = ("frames", "seconds", "loss")
SERIES = ("evaluated_", "against_", "games_")
"""The columns that are kept, and how the names of others begin."""


class Progress:
    """The updates of a run, each with numbers for some columns.

    Args:
        folder: The run.

    Raises:
        Unreadable: the file cannot be read, or does not have the columns of a run.

    Attributes:
        notes: Remarks about the file.
    """

    def __init__(self, folder: Watched) -> None:
        lines = folder.lines(FILE, LONGEST_ROW)
        names = next(csv.reader([next(lines, None) or ""]), [])
        if "frames" not in names or len(names) > MOST_COLUMNS:
            raise Unreadable(f"{FILE} does not have the columns of a run")
        kept = [name for name in dict.fromkeys(names) if name in DRAWN or name.startswith(SERIES)]
        numbers, damaged, self.notes = array("d"), 0, []
        for place, line in enumerate(lines):
            if place >= MOST_LINES or len(numbers) + len(kept) > MOST_NUMBERS:
                self.notes.append(f"{FILE} is long: its first {len(numbers) // len(kept):,} updates are shown")
                break
            if line is None:
                damaged += 1
                continue
            try:
                row = dict(zip(names, next(csv.reader([line]), []), strict=True))
                cells = [float(row[name] or "nan") for name in kept]
            except (ValueError, csv.Error):
                damaged += 1
                continue
            numbers.extend(cells)
        found = np.array(numbers).reshape(-1, len(kept))
        found[~np.isfinite(found)] = np.nan
        self._numbers = found[~np.isnan(found[:, kept.index("frames")])]
        self._columns = {name: self._numbers[:, k] for k, name in enumerate(kept)}
        self.notes += damaged_lines_note(damaged, FILE)

    def __len__(self) -> int:
        return len(self._numbers)

    @property
    def last(self) -> dict[str, float]:
        """The values of the last update; empty if there is none."""
        return {
            name: float(column[-1])
            for name, column in self._columns.items()
            if len(column) and column[-1] == column[-1]
        }

    def charts(self, seats: Any, played: float = 0.0) -> list[dict[str, Any]]:
        """The curves over decisions: evaluations, results in training, speed and loss.

        Args:
            seats: Seats at the table, if the run states them.
            played: Games of an evaluation.
        """
        even = 1 / seats if type(seats) is int and seats > 1 else None
        evaluated = {name: self._shares(f"evaluated_{name}", played) for name in self._named("evaluated_")}
        trained = {name: self._shares(f"against_{name}", f"games_{name}") for name in self._named("against_")}
        charts = [
            _chart("Games won in evaluations", evaluated, "share", even),
            _chart("Games won in training, of the last 1,000", trained, "share", even),
            _chart("Decisions per second", {"decisions": self._speed()}),
            _chart("Loss", {"loss": [[frames, loss] for frames, loss in self._thinned("loss")]}),
        ]
        return [chart for chart in charts if chart["lines"]]

    def _named(self, prefix: str) -> list[str]:
        return [name.removeprefix(prefix) for name in self._columns if name.startswith(prefix)]

    def _having(self, column: str) -> NDArray[np.intp]:
        """The numbers of the updates that have a column."""
        return np.flatnonzero(~np.isnan(self._columns[column])) if column in self._columns else np.zeros(0, np.intp)

    def _thinned(self, *columns: str) -> list[list[float]]:
        """Decisions and these columns, of updates that have the first; if very many, evenly spaced, with the last."""
        having = self._having(columns[0])
        step = max(1, math.ceil(len(having) / MOST_POINTS))
        chosen, blank = having[::-1][::step][::-1], np.full(len(self), np.nan)
        parts = [self._columns.get(name, blank)[chosen].tolist() for name in ("frames", *columns)]
        return [list(row) for row in zip(*parts, strict=True)]

    def _shares(self, column: str, games: str | float) -> list[list[float]]:
        """Points of a share of games, whose number is in a column, or constant."""
        from swenv.training.arena import wilson

        points = []
        for frames, share, number in self._thinned(column, games if isinstance(games, str) else column):
            played = number if isinstance(games, str) else games
            if 1 <= played < MOST_COUNTED and 0 <= share <= 1:
                points.append([frames, share, *wilson(share * int(played), int(played))])
        return points

    def _speed(self) -> list[list[float]]:
        """Decisions per second between updates some way apart."""
        timed = self._having("seconds")
        chosen = timed[:: max(1, len(timed) // SPANS)]
        frames, seconds = (self._columns[name][chosen].tolist() if len(chosen) else [] for name in DRAWN[:2])
        spans = zip(frames, frames[1:], seconds, seconds[1:], strict=False)
        return [[after, (after - before) / (end - begin)] for before, after, begin, end in spans if end > begin]


def _chart(
    title: str, lines: Mapping[str, list[list[float]]], unit: str = "number", even: float | None = None
) -> dict[str, Any]:
    """A chart over decisions. A point has decisions, a value and, if known, the ends of its 95 % interval."""
    having = [{"name": name, "points": points} for name, points in lines.items() if points]
    return {"title": title, "unit": unit, "even": even, "lines": having}


def damaged_lines_note(damaged: int, name: str) -> list[str]:
    """The sentence about lines that could not be read."""
    if not damaged:
        return []
    return [f"{damaged:,} {'line' if damaged == 1 else 'lines'} of {name} could not be read and are left out."]
