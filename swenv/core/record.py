"""What lies in the record of a game: every field is declared once.

From a `Field` follow the numpy dtype, the value in a blank record and at the start of a turn, the columns that show it
in an observation with the kernel that writes them, and how a position document spells it, with its JSON Schema.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from swenv.core.bits import has, one_if
from swenv.core.jit import kernel
from swenv.core.layout import Column


class Limits(Protocol):
    """What a position document may name in the game at hand; both methods raise ValueError and name the field."""

    def seat(self, field: str, seat: int) -> int:
        """The number of a seat, if there is one."""

    def region(self, field: str, region: int) -> int:
        """The number of a region, if there is one."""


@dataclass(frozen=True, eq=False)
class Spelling:
    """How a position document spells the number in a field, and how an observation shows it.

    Attributes:
        schema: What a document may say, as JSON Schema.
        write: The number as plain JSON.
        read: The number that a document means, which its schema has accepted; `field` and `limits` are for what the
            game at hand may not have, a ValueError.
        show: Source code that writes a `{value}` into a zeroed observation, at an `{index}`.
        names: What the columns are called when there are several.
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
    """A whole number from 0 to `most`, or -1 for none; an observation shows 1 more."""
    return Spelling(
        {"type": ["integer", "null"], "minimum": 0, "maximum": most},
        lambda number: None if number < 0 else number,
        lambda said, field, limits: -1 if said is None else read(said, field, limits),
        "out[{index}] = 1 + {value}",
    )


def region_or_none(number: int) -> Spelling:
    """One of so many regions, or -1 for none."""
    return number_or_none(number - 1, lambda said, field, limits: limits.region(field, said))


def seat_or_none(number: int) -> Spelling:
    """One of so many seats, or -1 for none."""
    return number_or_none(number - 1, lambda said, field, limits: limits.seat(field, said))


def one_of(names: tuple[str, ...], none: int = -1) -> Spelling:
    """One of some names, or none: `none` in the record, and the numbers after it stand for the names."""
    first = none + 1
    return Spelling(
        {"enum": [*names, None]},
        lambda number: None if number == none else names[number - first],
        lambda said, field, limits: none if said is None else first + names.index(said),
        f"if {{value}} >= {first}:\n    out[{{index}} + {{value}} - {first}] = 1",
        names,
    )


def set_of(names: tuple[str, ...]) -> Spelling:
    """Some of some names; a set of bits in the record."""
    return Spelling(
        {"type": "array", "items": {"enum": list(names)}, "uniqueItems": True},
        lambda bits: [names[k] for k in members(bits)],
        lambda said, field, limits: sum(1 << names.index(name) for name in said),
        f"for k in range({len(names)}):\n    out[{{index}} + k] = ({{value}} >> k) & 1",
        names,
    )


def set_of_seats(number: int) -> Spelling:
    """Some of so many seats; a set of bits in the record."""
    return Spelling(
        {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": number - 1}, "uniqueItems": True},
        members,
        lambda said, field, limits: sum(1 << limits.seat(f"{field}[{k}]", seat) for k, seat in enumerate(said)),
    )


def members(bits: int) -> list[int]:
    """The members of a set of bits, ascending."""
    return [number for number in range(bits.bit_length()) if bits >> number & 1]


@dataclass(frozen=True, kw_only=True, eq=False)
class Shown:
    """Columns of an observation, those of a field or of something worked out.

    Attributes:
        column: What a program asks for; "" if no observation shows it.
        meaning: In words.
        peak: About the greatest value in ordinary play, to scale by; 1 for flags.
        values: Names of the columns when there are several.
    """

    column: str = ""
    meaning: str
    peak: int = 1
    values: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.values) or 1


@dataclass(frozen=True, kw_only=True, eq=False)
class Field(Shown):
    """One field of a record.

    Attributes:
        name: Of the field, for kernels.
        dtype: Of an entry.
        shape: Of the field; () for a single number.
        fresh: Its entries in a blank record, and at the start of a turn.
        each_turn: Whether every turn begins with `fresh` anew.
        value: Source code that gives the value to be shown.
        spelling: How documents spell it; None if they do not, or in a way of its own.
        part: The part of a document that has it.
        word: Its name there.
        games: The games whose documents have it; () for all.
        trait: Number of the trait without which nobody does what it tells of.
        phases: The only phases in which it is not fresh; () for all.
        done: Whether it is fresh until something was done in a turn.
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

    def belongs_to(self, game: str) -> bool:
        """Whether the documents of a game have it."""
        return not self.games or game in self.games


def stored(name: str, dtype: str, meaning: str, shape: int | tuple[int, ...] = (), **more: Any) -> Field:
    """A field that documents spell in a way of its own, or not at all."""
    return Field(name=name, dtype=dtype, meaning=meaning, shape=shape, **{"value": f"g.{name}", **more})


def record_dtype(declared: Iterable[Field]) -> np.dtype[Any]:
    """The dtype of a record: wide fields first, then as declared, so that there are no gaps between them.

    numpy leaves gaps out when it copies, and equal games must have equal bytes: so the end is filled up too.
    """
    ordered = sorted(declared, key=lambda each: -np.dtype(each.dtype).itemsize)
    columns: list[tuple[str, str, Any]] = [(each.name, each.dtype, each.shape) for each in ordered]
    left = -np.dtype([(name, kind, shape) for name, kind, shape in columns]).itemsize % 8
    if left:
        columns.append(("padding", "i1", left))
    return np.dtype((np.record, np.dtype(columns, align=True)))


def blank_records(number: int, declared: Iterable[Field]) -> NDArray[Any]:
    """Records in which every field is fresh."""
    declared = tuple(declared)
    records = np.zeros(number, dtype=record_dtype(declared))
    for each in declared:
        records[each.name] = each.fresh
    return records


def columns_of(shown: Iterable[Shown], offset: int = 0) -> list[Column]:
    """The columns of an observation, from an offset in the line on."""
    columns: list[Column] = []
    for each in shown:
        if each.column:
            columns.append(Column(each.column, offset, each.width, each.meaning, each.peak, each.values))
            offset += each.width
    return columns


def offsets_of(shown: Iterable[Shown]) -> Any:
    """Where each column group begins in its line, a named tuple of ints; `end` is where the next one would begin."""
    columns = columns_of(shown)
    end = columns[-1].offset + columns[-1].width if columns else 0
    begins = {column.name: column.offset for column in columns}
    make: Any = namedtuple  # mypy wants names that stand in the code
    return make("Offsets", [*begins, "end"])(*begins.values(), end)


def writer(name: str, shown: Sequence[Shown], member: str = "") -> Any:
    """The kernel that writes the fields among some columns into a zeroed observation.

    Its arguments are the record `g`, the `member` (a seat, a region) if there is one, `out` and where the line begins.
    """
    offsets = offsets_of(shown)
    lines = []
    for each in shown:
        if isinstance(each, Field) and each.column:
            show = each.spelling.show if each.spelling else Spelling.show
            lines.append(show.format(value=each.value, index=f"at + {getattr(offsets, each.column)}"))
    return _kernel(name, ["g", *([member] if member else []), "out", "at"], lines)


def refresher(name: str, declared: Iterable[Field]) -> Any:
    """The kernel that sets those of some fields that count within a turn to what a turn begins with."""
    return _kernel(name, ["g"], [f"g.{each.name} = {each.fresh}" for each in declared if each.each_turn])


def _kernel(name: str, arguments: Sequence[str], lines: Sequence[str]) -> Any:
    """A kernel of a list of statements: numba reaches a field only by a name that stands in the code."""
    body = "\n".join(lines).replace("\n", "\n    ")
    names: dict[str, Any] = {"has": has, "one_if": one_if}
    exec(compile(f"def {name}({', '.join(arguments)}):\n    {body}\n", f"<{name}>", "exec"), names)
    return kernel(names[name])


class Snapshot:
    """The fields of an array of one record as Python numbers and lists: numpy's own access to single fields is slow."""

    def __init__(self, record: NDArray[Any]) -> None:
        for name in record.dtype.names or ():
            setattr(self, name, record[name][0].tolist())

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)


class Draft:
    """The fields of an array of one record to write: arrays are views, numbers are kept until `close` writes them."""

    def __init__(self, record: NDArray[Any]) -> None:
        self._record = record
        for name in record.dtype.names or ():
            value = record[name][0]
            self.__dict__[name] = value if isinstance(value, np.ndarray) else value.item()

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
