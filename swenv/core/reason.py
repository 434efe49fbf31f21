"""Why an action is illegal, as data: a reason is written once, as a member of the enumeration of its box."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

NO_REASON = np.int64(-1)
"""What a kernel returns that has nothing against an action."""


class Reason(IntEnum):
    """A reason: a number for kernels, with the rule that forbids the action and a sentence for people.

    A box declares its own as members of a subclass: `NO_DRAGON = "SW-POWER-DRAGON-MASTER", "only a Dragon Master ..."`.
    numba takes the members of two subclasses for two types: a kernel that returns both casts one to `np.int64`.

    Attributes:
        rule: Id of the rule, as in `docs/rules`.
        sentence: What the rule says, without capital and full stop; it may have gaps such as `{number}`.
    """

    rule: str
    sentence: str

    def __new__(cls, rule: str, sentence: str) -> Reason:
        """A member, with the next number."""
        number = cls.first_number() + len(cls.__members__)
        reason = int.__new__(cls, number)
        reason._value_ = number
        reason.rule = rule
        reason.sentence = sentence
        return reason

    @classmethod
    def first_number(cls) -> int:
        """The number of the first member; the boxes of an engine keep clear of each other."""
        return 0

    def told(self, **gaps: object) -> tuple[str, str]:
        """The id of the rule, and the sentence with its gaps filled in."""
        return self.rule, self.sentence.format(**gaps)


def by_number(*boxes: type[Reason]) -> dict[int, Reason]:
    """The reasons of all boxes of an engine.

    Raises:
        ValueError: two of them have the same number.
    """
    reasons = [reason for box in boxes for reason in box]
    numbered = {int(reason): reason for reason in reasons}
    if len(numbered) != len(reasons):
        raise ValueError(f"{', '.join(box.__name__ for box in boxes)}: two reasons have the same number")
    return numbered
