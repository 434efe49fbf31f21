"""The meaning of each number in an observation, and the conversion of a vector into words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

BOARD = "board"
"""The name of the last part in a game with several boards: the number of the board."""


@dataclass(frozen=True)
class Part:
    """A named slice of the observation vector.

    Attributes:
        name: For example "regions" or "column".
        start: Index of its first entry; `stop` is the index after its last.
        shape: The slice reshaped: (lines, columns), or (columns,) for a single line.
        columns: Its column groups, each with name, offset in the line, width and meaning.
        meaning: One sentence.
        arguments: The arguments of verbs that refer to its lines, such as ("region",); empty if none do.
        grid: Rows and columns, if the lines are the cells of a grid, row by row.
    """

    name: str
    start: int
    shape: tuple[int, ...]
    columns: tuple[Column, ...]
    meaning: str
    arguments: tuple[str, ...] = ()
    grid: tuple[int, int] | None = None

    @property
    def stop(self) -> int:
        """Index after the last entry."""
        return self.start + math.prod(self.shape)

    def of(self, observation: NDArray[Any]) -> NDArray[Any]:
        """Return this part of an observation (size,), or of a batch (n, size): a view of shape (..., *shape)."""
        return observation[..., self.start : self.stop].reshape(*observation.shape[:-1], *self.shape)

    def column(self, name: str) -> slice:
        """Return where a column group is within a line.

        Raises:
            KeyError: this part has no such column.
        """
        for column in self.columns:
            if column.name == name:
                return slice(column.offset, column.offset + column.width)
        raise KeyError(name)


@dataclass(frozen=True)
class Column:
    """A group of `width` entries within a line.

    Attributes:
        name: The name to ask for, as in `Part.column`.
        offset: Where the group begins in the line.
        width: Number of entries.
        meaning: One sentence.
        peak: About the greatest value in ordinary play, to scale by; 1 for flags.
        values: Names of the entries, if there are several.
        codes: How many codes there are, if the entries are codes and not amounts; their order has no meaning. They
            begin with 0, for nothing.
        lines_of: The part whose lines the codes number, from 1. Then -1 means a boundary, and codes repeat after
            `codes` numbers, in a second kind of the same.
    """

    name: str
    offset: int
    width: int
    meaning: str
    peak: int = 1
    values: tuple[str, ...] = ()
    codes: int = 0
    lines_of: str = ""

    @property
    def limits(self) -> tuple[int, int]:
        """The least and the greatest value of a flag or a code; of an amount, those of int8."""
        if self.lines_of:
            return -1, 2 * self.codes - 1
        if self.codes:
            return 0, self.codes - 1
        return (0, 1) if self.peak == 1 else (-128, 127)


class ObservationLayout(Sequence[Part]):
    """The parts of an observation, in order; also by name: `layout["regions"]`."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = tuple(parts)
        self.size = self._parts[-1].stop
        """Length of the vector."""
        self.facts = self._parts[-1].start if self._parts[-1].name == BOARD else self.size
        """Length without the number of the board, which is useless without knowing the boards by number."""

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            for part in self._parts:
                if part.name == key:
                    return part
            raise KeyError(key)
        return self._parts[key]

    def __len__(self) -> int:
        return len(self._parts)

    def __iter__(self) -> Iterator[Part]:
        return iter(self._parts)

    def describe(self, observation: NDArray[Any]) -> str:
        """Write the vector in words, with one line for each line of a part; zeros are left out.

        Raises:
            ValueError: the vector has a different length.
        """
        if observation.shape != (self.size,):
            raise ValueError(f"an observation of shape ({self.size},) is needed, not {observation.shape}")
        words = []
        for part in self._parts:
            lines = part.of(observation)
            if lines.ndim == 1:
                words.append(f"{part.name}: {_line(part, lines)}")
            else:
                words += [f"{part.name} {k}: {_line(part, line)}" for k, line in enumerate(lines)]
        return "\n".join(words)


@dataclass(frozen=True)
class Graph:
    """An observation for graph networks and transformers.

    Attributes:
        nodes: (..., places, facts), the first part of the layout: regions or cells.
        adjacency: (places, places) int8, 1 where two places share a border; (..., places, places) in a game with
            several boards, where it depends on the observation.
        whole: (..., rest), all other parts as one vector, without the number of the board.
    """

    nodes: NDArray[Any]
    adjacency: NDArray[np.int8]
    whole: NDArray[Any]


def _line(part: Part, line: NDArray[Any]) -> str:
    """Write one line of a part in words."""
    words = []
    for column in part.columns:
        entries = line[column.offset : column.offset + column.width]
        if not entries.any():
            continue
        if column.values:
            named = [
                name if value == 1 and not column.codes else f"{name} {value}"
                for name, value in zip(column.values, entries, strict=True)
                if value
            ]
            words.append(f"{column.name} {'+'.join(named)}")
        else:
            words.append(f"{column.name} {entries[0]}")
    return ", ".join(words) or "-"


def one_line(name: str, start: int, columns: Sequence[Column], meaning: str) -> Part:
    """Make a part that is a single line."""
    return Part(name, start, (_width(columns),), tuple(columns), meaning)


def lines(
    name: str,
    start: int,
    number: int,
    columns: Sequence[Column],
    meaning: str,
    arguments: tuple[str, ...] = (),
    grid: tuple[int, int] | None = None,
) -> Part:
    """Make a part of several lines with the same columns."""
    return Part(name, start, (number, _width(columns)), tuple(columns), meaning, arguments, grid)


def _width(columns: Sequence[Column]) -> int:
    return columns[-1].offset + columns[-1].width
