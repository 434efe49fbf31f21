"""The common part of the readers and writers of position documents."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from swenv.core.errors import unknown, wrong
from swenv.core.random import mixed
from swenv.core.record import Draft, Field, Snapshot

FORMAT = "swenv-position/1"


def read_fields(
    g: Draft, declared: Iterable[Field], entry: Mapping[str, Any], where: str, limits: Any, index: int | None = None
) -> None:
    """Read the fields that an entry of a document contains.

    Args:
        g: The record.
        declared: The fields that the entry may contain, each under its `word`.
        entry: The entry.
        where: Path of the entry in the document, for errors.
        limits: The extent of the game, as `Limits`; used only by spellings of seats and regions.
        index: Of a seat or army: its entry in fields with a shape, its bit in others. None for the fields themselves.

    Raises:
        ValueError: the game does not have what a field names; the message names the field.
    """
    for each in declared:
        if each.word not in entry or each.spelling is None:
            continue
        number = each.spelling.read(entry[each.word], f"{where}.{each.word}", limits)
        if index is None:
            g[each.name] = number
        elif each.shape:
            g[each.name][index] = number
        else:
            g[each.name] |= number << index


def written_fields(g: Snapshot, declared: Iterable[Field], index: int | None = None) -> dict[str, Any]:
    """Return the entry of a document for some fields, the inverse of `read_fields`."""
    entry = {}
    for each in declared:
        assert each.spelling is not None, f"{each.name} has no spelling"
        number = g[each.name]
        if index is not None:
            number = number[index] if each.shape else number >> index & 1
        entry[each.word] = each.spelling.write(number)
    return entry


def read_random(g: Draft, document: Mapping[str, Any]) -> None:
    """Read the seed and the state of the random stream, by default the fresh one of the seed."""
    g.seed = document.get("seed", 0)
    g.random = int(document["random"], 16) if "random" in document else mixed(g.seed)


def written_random(g: Snapshot) -> dict[str, Any]:
    """Return the seed and the state of the random stream."""
    return {"seed": g.seed, "random": f"{g.random:016x}"}


def names_of_stack(names: Sequence[str], stack: Sequence[int], size: int) -> list[str]:
    """Return the names in a stack, top first; the record has them bottom first."""
    return [names[number] for number in reversed(stack[:size])]


def check_loaded(document: Mapping[str, Any], loaded: Mapping[str, Any]) -> None:
    """Refuse a document of a game that was loaded with other options or another number of players."""
    for field, value in loaded.items():
        if document.get(field, value) != value:
            raise wrong(field, f"is {document[field]!r}, but the game was loaded with {value!r}")
    seats = len(document.get("seats", ()))
    if seats > loaded["num_players"]:
        raise wrong("seats", f"names {seats} seats, but there are {loaded['num_players']}")


class Pieces:
    """The pieces of one kind that a document has named so far: each can be in only one place.

    Attributes:
        names: Their names; a piece is known by its index.
        used: The pieces that were named.
    """

    def __init__(self, names: Sequence[str], rule: str = "") -> None:
        """Start with none of them named; `rule` is the id of the rule that gives their number."""
        self.names = names
        self.used: set[int] = set()
        self._cited = f" ({rule})" if rule else ""

    def claim(self, field: str, kind: str, name: str, known: Sequence[str] | None = None) -> int:
        """Return the number of the piece that a field names; ValueError if it is not `known`, or named elsewhere."""
        check_named(field, kind, name, self.names if known is None else known)
        return self.take(field, self.names.index(name))

    def take(self, field: str, number: int) -> int:
        """Return the number of a piece; ValueError if it was named before."""
        if number in self.used:
            raise wrong(field, f"{self.names[number]} is in two places{self._cited}")
        self.used.add(number)
        return number


def check_named(field: str, kind: str, name: str, known: Collection[str]) -> None:
    """Refuse a name that is not known; the message suggests the one that was meant."""
    if name not in known:
        raise wrong(field, str(unknown(kind, name, known)))
