"""Declares the fields of a game's record, each of them once.

A `Field` determines the numpy dtype, the value in a blank record and at the start of a turn, the columns that show it
in an observation with the kernel that writes them, and its form in position documents with its JSON Schema.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from swenv.core.bits import has, mark, one_if
from swenv.core.jit import kernel
from swenv.core.layout import Column


class Limits(Protocol):
    """Checks of what a position document may name in its game; both methods raise ValueError and name the field."""

    def seat(self, field: str, seat: int) -> int:
        """Return a seat number, if there is such a seat."""

    def region(self, field: str, region: int) -> int:
        """Return a region number, if there is such a region."""


@dataclass(frozen=True, eq=False)
class Spelling:
    """How a position document writes the number in a field, and how an observation shows it.

    Attributes:
        schema: What a document may contain, as JSON Schema.
        write: Converts the number to plain JSON.
        read: Converts a value that the schema has accepted to the number; uses `field` and `limits` to raise ValueError
            for what this game does not have.
        show: Source code that writes a `{value}` into a zeroed observation, at an `{index}`.
        names: Names of the columns, if there are several.
    """

    schema: Mapping[str, Any]
    write: Callable[[int], Any]
    read: Callable[[Any, str, Limits], int]
    show: str = "out[{index}] = {value}"
    names: tuple[str, ...] = ()


FLAG = Spelling({"type": "boolean"}, bool, lambda said, field, limits: int(said))
"""True or false."""


def number(most: int) -> Spelling:
    """A whole number from 0 to `most`."""
    schema = {"type": "integer", "minimum": 0, "maximum": most}
    return Spelling(schema, int, lambda said, field, limits: int(said))


def number_or_none(most: int, read: Callable[[int, str, Limits], int] = lambda said, field, limits: said) -> Spelling:
    """A whole number from 0 to `most`, or -1 for none; an observation shows the number plus 1."""
    return Spelling(
        {"type": ["integer", "null"], "minimum": 0, "maximum": most},
        lambda number: None if number < 0 else number,
        lambda said, field, limits: -1 if said is None else read(said, field, limits),
        "out[{index}] = 1 + {value}",
    )


def region_or_none(number: int) -> Spelling:
    """A region below `number`, or -1 for none."""
    return number_or_none(number - 1, lambda said, field, limits: limits.region(field, said))


def seat_or_none(number: int) -> Spelling:
    """A seat below `number`, or -1 for none."""
    return number_or_none(number - 1, lambda said, field, limits: limits.seat(field, said))


def one_of(names: tuple[str, ...], none: int = -1) -> Spelling:
    """One of the names, or none: the record has `none`, or for the names the numbers that follow it."""
    first = none + 1
    return Spelling(
        {"enum": [*names, None]},
        lambda number: None if number == none else names[number - first],
        lambda said, field, limits: none if said is None else first + names.index(said),
        f"if {{value}} >= {first}:\n    out[{{index}} + {{value}} - {first}] = 1",
        names,
    )


def set_of(names: tuple[str, ...]) -> Spelling:
    """Any of the names; a bit set in the record."""
    return Spelling(
        {"type": "array", "items": {"enum": list(names)}, "uniqueItems": True},
        lambda bits: [names[k] for k in members(bits)],
        lambda said, field, limits: sum(1 << names.index(name) for name in said),
        f"for k in range({len(names)}):\n    out[{{index}} + k] = ({{value}} >> k) & 1",
        names,
    )


def set_of_seats(number: int) -> Spelling:
    """Any of the seats below `number`; a bit set in the record."""
    return Spelling(
        {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": number - 1}, "uniqueItems": True},
        members,
        lambda said, field, limits: sum(1 << limits.seat(f"{field}[{k}]", seat) for k, seat in enumerate(said)),
    )


def members(bits: int) -> list[int]:
    """The members of a bit set, ascending."""
    return [number for number in range(bits.bit_length()) if bits >> number & 1]


@dataclass(frozen=True, kw_only=True, eq=False)
class Shown:
    """Columns of an observation that show a field or a computed value.

    Attributes:
        column: The name to ask for; "" if no observation shows it.
        meaning: What it means, in words.
        peak: About the greatest value in ordinary play, to scale by; 1 for flags.
        values: Names of the columns, if there are several.
        codes: How many codes there are, if the entries are codes and not amounts.
        lines_of: The part whose lines the codes number, see `layout.Column`.
    """

    column: str = ""
    meaning: str
    peak: int = 1
    values: tuple[str, ...] = ()
    codes: int = 0
    lines_of: str = ""

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.values) or 1


@dataclass(frozen=True, kw_only=True, eq=False)
class Field(Shown):
    """One field of a record.

    Attributes:
        name: Name of the field in kernels.
        dtype: Type of an entry.
        shape: Shape of the field; () for a single number.
        fresh: The value of its entries in a blank record, and at the start of a turn.
        each_turn: Whether every turn resets it to `fresh`.
        value: Source code of the value to be shown.
        spelling: Its form in documents; None if it is not in them, or is read and written by special code.
        part: The part of a document that contains it.
        word: Its name in documents.
        games: The games whose documents contain it; () for all.
        trait: Number of the trait that a race or power needs for this field to matter.
        phases: The only phases in which it can differ from `fresh`; () for all.
        done: Whether it stays `fresh` until something is done in a turn.
    """

    name: str
    dtype: str
    shape: int | tuple[int, ...] = ()
    fresh: int = 0
    each_turn: bool = False
    value: str = ""
    spelling: Spelling | None = None
    part: str = ""
    word: str = ""
    games: tuple[str, ...] = ()
    trait: int | None = None
    phases: tuple[str, ...] = ()
    done: bool = True

    @property
    def is_set(self) -> bool:
        """Whether it is a set of regions, shown as one flag per region."""
        return self.value == f"one_if(has(g.{self.name}, r))"

    def belongs_to(self, game: str) -> bool:
        """Whether the documents of a game contain it."""
        return not self.games or game in self.games


def stored(name: str, dtype: str, meaning: str, shape: int | tuple[int, ...] = (), **more: Any) -> Field:
    """Make a field that is not in documents, or that special code reads and writes."""
    return Field(name=name, dtype=dtype, meaning=meaning, shape=shape, **{"value": f"g.{name}", **more})


@lru_cache
def record_dtype(declared: tuple[Field, ...]) -> np.dtype[Any]:
    """The dtype of a record: the widest fields first, otherwise as declared, so that there are no gaps between them.

    numpy does not copy gaps, but equal games must have equal bytes; so the end is padded too. The same fields always
    give the same object: numba looks up dtypes by identity first, and compares large ones slowly.
    """
    ordered = sorted(declared, key=lambda each: -np.dtype(each.dtype).itemsize)
    columns: list[tuple[str, str, Any]] = [(each.name, each.dtype, each.shape) for each in ordered]
    left = -np.dtype([(name, kind, shape) for name, kind, shape in columns]).itemsize % 8
    if left:
        columns.append(("padding", "i1", left))
    return np.dtype((np.record, np.dtype(columns, align=True)))


def blank_records(number: int, declared: tuple[Field, ...]) -> NDArray[Any]:
    """Make records in which every field is fresh."""
    records = np.zeros(number, dtype=record_dtype(declared))
    for each in declared:
        records[each.name] = each.fresh
    return records


def columns_of(shown: Iterable[Shown], offset: int = 0) -> list[Column]:
    """Make the columns of an observation, starting at an offset in the line."""
    columns: list[Column] = []
    for each in shown:
        if each.column:
            columns.append(
                Column(each.column, offset, each.width, each.meaning, each.peak, each.values, each.codes, each.lines_of)
            )
            offset += each.width
    return columns


def offsets_of(shown: Iterable[Shown]) -> Any:
    """Return where each column group begins in its line, as a named tuple of ints; `end` is where the last one ends."""
    columns = columns_of(shown)
    end = columns[-1].offset + columns[-1].width if columns else 0
    begins = {column.name: column.offset for column in columns}
    make: Any = namedtuple  # mypy requires literal field names
    return make("Offsets", [*begins, "end"])(*begins.values(), end)


def writer(name: str, shown: Sequence[Shown], member: str = "") -> Any:
    """Generate the kernel that writes those columns that are fields, except sets, into a zeroed observation.

    Its arguments are the record `g`, the `member` (a seat, a region) if there is one, `out`, and the start of the line.
    """
    offsets = offsets_of(shown)
    lines = []
    for each in shown:
        if isinstance(each, Field) and each.column and not each.is_set:
            show = each.spelling.show if each.spelling else Spelling.show
            lines.append(show.format(value=each.value, index=f"at + {getattr(offsets, each.column)}"))
    return _kernel(name, ["g", *([member] if member else []), "out", "at"], lines)


def set_writer(name: str, shown: Sequence[Shown]) -> Any:
    """Generate the kernel that writes those columns that are sets of regions into a zeroed observation.

    Its arguments are the record `g`, the `regions` to write, `out`, the start of the first line and the width of lines.
    """
    offsets = offsets_of(shown)
    lines = [
        f"mark(out, g.{each.name} & regions, start + {getattr(offsets, each.column)}, width)"
        for each in shown
        if isinstance(each, Field) and each.column and each.is_set
    ]
    return _kernel(name, ["g", "regions", "out", "start", "width"], lines)


def refresher(name: str, declared: Iterable[Field]) -> Any:
    """Generate the kernel that resets the fields with `each_turn` to their values at the start of a turn."""
    return _kernel(name, ["g"], [f"g.{each.name} = {each.fresh}" for each in declared if each.each_turn])


def _kernel(name: str, arguments: Sequence[str], lines: Sequence[str]) -> Any:
    """Compile a kernel from a list of statements: numba can only access a field by a literal name."""
    body = "\n".join(lines).replace("\n", "\n    ")
    names: dict[str, Any] = {"has": has, "mark": mark, "one_if": one_if}
    exec(compile(f"def {name}({', '.join(arguments)}):\n    {body}\n", f"<{name}>", "exec"), names)
    return kernel(names[name])


class Snapshot:
    """Read access to an array of one record as Python numbers and lists: numpy accesses single fields slowly."""

    def __init__(self, record: NDArray[Any]) -> None:
        for name, value in zip(record.dtype.names or (), record.item(), strict=True):
            self.__dict__[name] = value.tolist() if isinstance(value, np.ndarray) else value

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)


class Draft:
    """Write access to an array of one record: arrays are views, numbers are buffered until `close` writes them."""

    def __init__(self, record: NDArray[Any]) -> None:
        self._record = record
        for name, value in zip(record.dtype.names or (), record.item(), strict=True):
            self.__dict__[name] = record[name][0] if isinstance(value, np.ndarray) else value

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    def __getitem__(self, name: str) -> Any:
        return self.__dict__[name]

    def __setitem__(self, name: str, value: Any) -> None:
        if isinstance(self.__dict__[name], np.ndarray):
            self.__dict__[name][:] = value
        else:
            self.__dict__[name] = value

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(self.__dict__.get(name), np.ndarray):
            raise AttributeError(f"{name} is an array: assign to its entries")
        self.__dict__[name] = value

    def close(self) -> None:
        """Write the numbers into the record."""
        for name in self._record.dtype.names or ():
            if not isinstance(self.__dict__[name], np.ndarray):
                self._record[name][0] = self.__dict__[name]
