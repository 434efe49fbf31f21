"""Reasons why actions are illegal, as data: each is written once, as a member of the enumeration of its box."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

NO_REASON = np.int64(-1)
"""What a kernel returns when nothing forbids an action."""


class Reason(IntEnum):
    """A reason: a number for kernels, the rule that forbids the action, and a sentence for people.

    A box declares its reasons in a subclass: `NO_DRAGON = "SW-POWER-DRAGON-MASTER", "only a Dragon Master ..."`. numba
    gives members of two subclasses two types: a kernel that returns both casts one to `np.int64`.

    Attributes:
        rule: Id of the rule, as in `docs/rules`.
        sentence: What the rule says, in lower case, without a full stop; it may have placeholders such as `{number}`.
    """

    rule: str
    sentence: str

    def __new__(cls, rule: str, sentence: str) -> Reason:
        """Make a member with the next number."""
        number = cls.first_number() + len(cls.__members__)
        reason = int.__new__(cls, number)
        reason._value_ = number
        reason.rule = rule
        reason.sentence = sentence
        return reason

    @classmethod
    def first_number(cls) -> int:
        """The number of the first member; the number ranges of an engine's boxes do not overlap."""
        return 0

    def told(self, **gaps: object) -> tuple[str, str]:
        """Return the id of the rule, and the sentence with its placeholders filled in."""
        return self.rule, self.sentence.format(**gaps)


def by_number(*boxes: type[Reason]) -> dict[int, Reason]:
    """Map numbers to the reasons of all boxes of an engine.

    Raises:
        ValueError: two reasons have the same number.
    """
    reasons = [reason for box in boxes for reason in box]
    numbered = {int(reason): reason for reason in reasons}
    if len(numbered) != len(reasons):
        raise ValueError(f"{', '.join(box.__name__ for box in boxes)}: two reasons have the same number")
    return numbered
