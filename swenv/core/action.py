"""Actions in their three forms: an index, an `Action`, and text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from swenv.core.errors import unknown
from swenv.core.verb import VerbEnum


@dataclass(frozen=True)
class Action:
    """One decision: a verb and its arguments. `str()` gives the text form, for example "conquer 7" or "use sword"."""

    verb: str
    args: tuple[int | str, ...] = ()

    def __str__(self) -> str:
        return " ".join([self.verb, *map(str, self.args)])


@dataclass(frozen=True)
class Verb:
    """A verb of a game: its actions have the indices `first` to `first + size - 1`.

    Attributes:
        name: The verb.
        arguments: What its arguments stand for ("region", "seat", ...), in order; empty if it has none.
        sizes: The number of values of each argument.
        first: Index of its first action.
        meaning: Its effect, in one sentence.
        words: The values of a single argument if they are words; otherwise arguments are numbers from 0.
        uses: For each game of its engine that has it, the ids of its rules, and the phases in which it can be legal.
    """

    name: str
    arguments: tuple[str, ...]
    sizes: tuple[int, ...]
    first: int
    meaning: str
    words: tuple[str, ...] = ()
    uses: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    @property
    def size(self) -> int:
        """The number of its actions; the last argument varies fastest."""
        return math.prod(self.sizes)

    @property
    def argument(self) -> str:
        """Its arguments as one text, "" if it has none."""
        return " ".join(self.arguments)

    @property
    def range(self) -> str:
        """The range of its arguments, in words."""
        if self.words:
            return ", ".join(self.words)
        return ", ".join(f"{name} from 0 to {size - 1}" for name, size in zip(self.arguments, self.sizes, strict=True))

    def __str__(self) -> str:
        return f"{self.name} {self.argument}" if self.arguments else self.name


def by_verb(actions: Iterable[Action]) -> dict[str, list[str]]:
    """Group the arguments of actions by verb, in words: one argument as it is, several in parentheses.

    For example {"conquer": ["3", "5"], "place": ["(8 9 0)", "(8 9 3)"], "pass": []}.
    """
    grouped: dict[str, list[str]] = {}
    for action in actions:
        arguments = grouped.setdefault(action.verb, [])
        words = " ".join(map(str, action.args))
        if words:
            arguments.append(f"({words})" if " " in words else words)
    return grouped


class ActionTable:
    """All actions of a game: from index to `Action` and back.

    Args:
        verbs: The verbs, in index order.
        values: The values of each argument, numbers from 0 or words, unless the verb has `words` of its own.
    """

    def __init__(self, verbs: Iterable[VerbEnum], values: Mapping[str, Sequence[int | str]]) -> None:
        self.verbs: tuple[Verb, ...] = ()
        self.actions: list[Action] = []
        for declared in verbs:
            arguments = tuple(declared.argument.split())
            choices = [declared.words or values[name] for name in arguments]
            words = tuple(word for each in choices for word in each if isinstance(word, str))
            first = len(self.actions)
            sizes = tuple(map(len, choices))
            self.verbs += (Verb(declared.word, arguments, sizes, first, declared.meaning, words, declared.uses),)
            self.actions += [Action(declared.word, choice) for choice in product(*choices)]
        self._index = {str(action): index for index, action in enumerate(self.actions)}

    def index(self, action: str | Action) -> int:
        """Return the index of an action.

        Raises:
            ValueError: there is no such verb, or its argument is missing or out of range.
        """
        text = " ".join(str(action).split())
        number = self._index.get(text)
        if number is not None:
            return number
        verb = text.split(" ")[0]
        for known in self.verbs:
            if known.name == verb:
                raise ValueError(f"'{text}': {verb} takes {known.range or 'no argument'}")
        raise unknown("verb", verb, (known.name for known in self.verbs))
