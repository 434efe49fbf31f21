"""Verbs as data: each is declared once, as a member of the enumeration of its engine."""

from __future__ import annotations

from enum import IntEnum


class VerbEnum(IntEnum):
    """A verb: a number for kernels, and what its actions, the documentation and the tests have to know of it.

    An engine declares its verbs in a subclass, in the order of their indices:
    `FORTIFY = "region", "build a fortress", {"SW-POWER-FORTIFIED": "markers"}, "fortresses"`.

    Attributes:
        argument: What its arguments stand for, with a space between them; "" if it has none.
        meaning: What it does, in lower case, without a full stop.
        uses: For each game that has it, the ids of its rules, and the phases in which it can be legal.
        needs: What a game must have for it to be played; "" if every game of the engine plays it.
        words: The values of its argument, if they are words that the engine knows.
    """

    argument: str
    meaning: str
    uses: dict[str, str]
    needs: str
    words: tuple[str, ...]

    def __new__(
        cls, argument: str, meaning: str, uses: dict[str, str], needs: str = "", words: tuple[str, ...] = ()
    ) -> VerbEnum:
        """Make a member with the next number."""
        number = len(cls.__members__)
        verb = int.__new__(cls, number)
        verb._value_ = number
        verb.argument, verb.meaning, verb.uses, verb.needs, verb.words = argument, meaning, uses, needs, words
        return verb

    @property
    def word(self) -> str:
        """The verb as it is written in an action."""
        return self.name.lower()

    @property
    def phases(self) -> set[str]:
        """The phases of all games in which it can be legal."""
        return set(" ".join(self.uses.values()).split())
