"""Actions as index, as `Action` and as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from swenv.core.errors import unknown


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
        argument: What the argument stands for ("region", "seat", ...), or "" if it has none.
        size: How many values the argument has; 1 for a verb without argument.
        first: Index of its first action.
        meaning: One sentence.
        words: The values when they are words; when empty they are the numbers 0 to size - 1.
    """

    name: str
    argument: str
    size: int
    first: int
    meaning: str
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.name} {self.argument}" if self.argument else self.name


class ActionTable:
    """All actions of a game, both ways.

    Args:
        verbs: Name, argument, number of its values (or the words that are its values) and meaning of each verb.
    """

    def __init__(self, verbs: Sequence[tuple[str, str, int | tuple[str, ...], str]]) -> None:
        first = 0
        table = []
        self.actions: list[Action] = []
        for name, argument, values, meaning in verbs:
            words = () if isinstance(values, int) else values
            size = values if isinstance(values, int) else len(values)
            table.append(Verb(name, argument, size, first, meaning, words))
            first += size
            self.actions += [Action(name, (value,) if argument else ()) for value in words or range(size)]
        self.verbs = tuple(table)
        self._index = {str(action): index for index, action in enumerate(self.actions)}

    def index(self, action: str | Action) -> int:
        """The index of an action.

        Raises:
            ValueError: there is no such verb, or its argument is missing or out of range.
        """
        text = " ".join(str(action).split())
        found = self._index.get(text)
        if found is not None:
            return found
        verb = text.split(" ")[0]
        for known in self.verbs:
            if known.name == verb:
                wanted = "no argument"
                if known.argument:
                    wanted = ", ".join(known.words) or f"{known.argument} from 0 to {known.size - 1}"
                raise ValueError(f"'{text}': {verb} takes {wanted}")
        raise unknown("verb", verb, (known.name for known in self.verbs))
