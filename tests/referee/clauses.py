"""Boxes of pieces and clauses, and the rules of a game, which are those of its boxes together."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

Document = dict[str, Any]
Clause = Callable[..., Any]
F = TypeVar("F", bound=Clause)

ALL = "*"
STATUS = {"active": (True,), "decline": (False,), "always": (True, False)}
"""When a clause counts: while the race is active, or while it is not."""


class Impossible(AssertionError):
    """What really came next cannot have come by chance."""


def on(kinds: str, number: int = 1) -> Clause:
    """The same number for each region of some kinds: terrains, what they count as, or symbols."""
    return lambda _, __, land: number * (not land.kinds.isdisjoint(kinds.split()))


class Box:
    """The pieces and the clauses of a box.

    Args:
        races: Tokens on the banner and tokens in the tray, of each race.
        powers: Tokens on the badge of each power.
        leaving: Markers that leave a region with the race that leaves it or loses it.
        undone: Those of them that a race in decline does not keep.
    """

    def __init__(
        self,
        races: Mapping[str, Sequence[int]] | None = None,
        powers: Mapping[str, int] | None = None,
        leaving: tuple[str, ...] = (),
        undone: tuple[str, ...] = (),
    ) -> None:
        self.races, self.powers, self.leaving, self.undone = dict(races or {}), dict(powers or {}), leaving, undone
        self.clauses: list[tuple[str, str, str, bool, Clause]] = []
        self.verbs: dict[str, Clause] = {}
        self.steps: list[tuple[str, str, tuple[str, ...]]] = []

    def clause(self, hook: str, *names: str, when: str = "active", instead: bool = False) -> Callable[[F], F]:
        """Register a clause: the answer of races, powers or other names to a hook.

        Args:
            when: "active", "decline" or "always": the races that it is the answer of.
            instead: It takes the place of what boxes before this one answer for the same names.
        """

        def register(function: F) -> F:
            self.clauses.extend((hook, name, when, instead, function) for name in names)
            return function

        return register

    def answers(self, hook: str, table: Mapping[str, Any], when: str = "active", instead: bool = False) -> None:
        """Register clauses that are short: functions, or answers that are always the same, by names.

        Args:
            table: An entry may be for several names, with spaces between them.
            when: As for `clause`, as is `instead`.
        """
        for names, answer in table.items():
            clause = answer if callable(answer) else functools.partial(lambda same, *_: same, answer)
            self.clause(hook, *names.split(), when=when, instead=instead)(clause)

    def verb(self, name: str) -> Callable[[F], F]:
        """Register what an action does."""

        def register(function: F) -> F:
            self.verbs[name] = function
            return function

        return register

    def step(self, name: str, after: str, turns: tuple[str, ...] = ("expand",)) -> None:
        """Insert a step into the turn."""
        self.steps.append((name, after, turns))


class Rules:
    """The rules of a game: those of some boxes together.

    Args:
        boxes: The frame first, then the boxes of the game.
    """

    def __init__(self, *boxes: Box) -> None:
        self.races: dict[str, Sequence[int]] = {}
        self.powers: dict[str, int] = {}
        self.verbs: dict[str, Clause] = {}
        self.leaving: set[str] = set()
        self.undone: set[str] = set()
        self.order: list[str] = []
        self.turns: dict[str, tuple[str, ...]] = {}
        self.found: dict[tuple[str, str, bool], list[Clause]] = {}
        for box in boxes:
            self.races |= box.races
            self.powers |= box.powers
            self.verbs |= box.verbs
            self.leaving |= set(box.leaving)
            self.undone |= set(box.undone)
            for name, after, turns in box.steps:
                self.order.insert(self.order.index(after) + 1 if after else len(self.order), name)
                self.turns[name] = turns
            for hook, name, when, instead, clause in box.clauses:
                for active in STATUS["always" if name == ALL else when]:
                    before = [] if instead else self.found.get((hook, name, active), [])
                    self.found[hook, name, active] = [*before, clause]
        self.lenders = self.found.get(("lent", ALL, True), [])
        self.together: dict[tuple[Any, ...], list[Clause]] = {}

    def clauses(self, hook: str, names: tuple[str | None, ...], active: bool) -> list[Clause]:
        """What those who have some names answer to a hook: the clauses for everybody first."""
        found = self.together.get((hook, names, active))
        if found is None:
            found = [clause for name in (ALL, *names) for clause in self.found.get((hook, name or "", active), [])]
            self.together[hook, names, active] = found
        return found
