"""The output of commands: tables for people, one JSON object per line for programs."""

from __future__ import annotations

import codecs
import io
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from swenv.core.errors import PlayerFailed

if TYPE_CHECKING:
    from swenv.training.arena import Score

_PLAIN = {"·": ".", "×": "x", "→": "->", "—": "-", "–": "-", "−": "-", "≤": "<=", "≥": ">=", "…": "..."}


class Failed(Exception):
    """A check found something wrong: the message goes to stderr, the exit status is 1."""


FAILURES = (Failed, PlayerFailed)
"""The errors that end a command with a message and exit status 1."""


class Usage(Exception):
    """The user asked for something that does not exist: the message goes to stderr, the exit status is 2."""


@contextmanager
def usage(*kinds: type[Exception]) -> Iterator[None]:
    """Report errors of these kinds, by default `ValueError` and `OSError`, as wrong usage, without a traceback."""
    caught = kinds or (ValueError, OSError)
    try:
        yield
    except BrokenPipeError:  # the reader closed the output, which is not an error
        raise
    except caught as error:
        raise Usage(message_of(error)) from error


def message_of(error: Exception) -> str:
    """The message of an error; for a file, its name and the reason, without the error number."""
    if not isinstance(error, OSError):
        return str(error)
    if error.filename is None:
        return f"the output cannot be written: {(error.strerror or str(error)).lower()}"
    if isinstance(error, FileNotFoundError):
        folder = Path(error.filename).parent
        return f"no file '{error.filename}'" if folder.is_dir() else f"no folder '{folder}'"
    return f"'{error.filename}': {(error.strerror or str(error)).lower()}"


def harmless(text: str) -> str:
    """The text with control characters escaped, because a file may contain anything."""
    return "".join(
        each if each.isprintable() or each == "\n" else each.encode("unicode_escape").decode() for each in text
    )


def colors() -> bool:
    """Whether to write colours: on a terminal, unless NO_COLOR is set (no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def any_terminal() -> None:
    """Make output work on every terminal, even one limited to ASCII, and with stderr closed."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    codecs.register_error("swenv.plain", _plain)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="swenv.plain")


def _plain(error: UnicodeError) -> tuple[str, int]:
    """Plainer replacements for characters the output cannot encode, as `codecs.register_error` expects."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_PLAIN.get(letter, "?") for letter in error.object[error.start : error.end]), error.end


def say(text: str = "") -> None:
    """Print a text unchanged, without rich."""
    print(text)


def as_json(thing: Mapping[str, Any]) -> None:
    """Print one object on one line."""
    print(json.dumps(thing))


def percent(rate: float, low: float, high: float) -> tuple[str, str]:
    """A rate and its interval, as the cells of two columns."""
    return f"{100 * rate:.1f}%", f"{100 * low:.1f} - {100 * high:.1f}%"


def numbers(score: Score) -> dict[str, Any]:
    """How well a player did, for JSON."""
    return {
        "games": score.games,
        "wins": score.wins,
        "win_rate": score.rate,
        "interval_95": [score.low, score.high],
        "mean_coins": score.coins,
    }


def table(headers: Sequence[str], rows: Sequence[Sequence[object]], title: str = "") -> None:
    """Print a table. On a terminal, rich draws it if installed; otherwise columns are aligned with spaces.

    Args:
        headers: Column headers. A column of numbers is aligned right.
        rows: Cells, each printed with `str`.
        title: A line above the table.
    """
    cells = [[harmless(str(cell)).replace("\n", "\\n") for cell in row] for row in rows]
    columns = [[row[k] for row in cells] for k in range(len(headers))]
    right = [any(column) and all(map(_is_number, column)) for column in columns]
    if sys.stdout.isatty() and _rich_table(headers, cells, right, title):
        return
    if title:
        say(title)
    say(aligned([list(headers), *cells], right))


def aligned(rows: Sequence[Sequence[str]], right: Sequence[bool]) -> str:
    """Rows as lines, with two spaces between columns; `right` marks those aligned right."""
    widths = [max(len(row[k]) for row in rows) for k in range(len(right))]
    lines = []
    for row in rows:
        padded = [
            cell.rjust(width) if flush else cell.ljust(width)
            for cell, width, flush in zip(row, widths, right, strict=True)
        ]
        lines.append("  ".join(padded).rstrip())
    return "\n".join(lines)


def facts(pairs: Mapping[str, object]) -> None:
    """Print names and values, one pair per line."""
    say(aligned([[name, harmless(str(value))] for name, value in pairs.items()], [False, False]))


def _is_number(cell: str) -> bool:
    """Whether a cell is empty, or reads as a number, a percentage, a limit or a range of numbers."""
    return all(letter.isdigit() or letter in " ,.-%≥≤" for letter in cell)


def _rich_table(headers: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[bool], title: str) -> bool:
    """Draw the table with rich; False if rich is not installed."""
    try:
        from rich import box
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text
    except ImportError:
        return False
    grid = Table(title=title or None, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for header, flush in zip(headers, right, strict=True):
        grid.add_column(header, justify="right" if flush else "left", no_wrap=flush, overflow="fold")
    for row in rows:
        grid.add_row(*(Text(cell) for cell in row))
    Console().print(grid)
    return True
