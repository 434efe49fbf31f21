"""The errors of swenv, each a subclass of the matching built-in, and the errors for unknown names and fields."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable
from typing import Any, TypeVar

Name = TypeVar("Name")


class IllegalAction(ValueError):
    """An action that the rules do not allow now. The state is unchanged.

    Attributes:
        action: The action as text, for example "conquer 7".
        reason: Why it is illegal: a sentence without its full stop.
        rule: Id of the rule that forbids it, as in `docs/rules`.
    """

    def __init__(self, action: str, reason: str, rule: str) -> None:
        super().__init__(action, reason, rule)
        self.action = action
        self.reason = reason
        self.rule = rule

    def __str__(self) -> str:
        return f"illegal action '{self.action}': {self.reason} ({self.rule})"


class GameOver(RuntimeError):
    """Raised when an action is applied to a game that has ended."""


class TooManyOutcomes(ValueError):
    """Chance has more outcomes than requested: a stack is shuffled, for example."""


class UnknownOption(ValueError, TypeError):
    """An option that a game does not have.

    It is also a TypeError, worded like Python's own for an unknown argument: TorchRL tries an option that only some
    environments have, and looks for that error.
    """


class PlayerFailed(RuntimeError):
    """An external player exited, gave an answer that is not an action, or took too long."""


def wrong(field: str, why: str) -> ValueError:
    """Make the error for a field of a position document."""
    return ValueError(f"position, field '{field}': {why}")


def unknown(what: str, name: object, known: Iterable[str]) -> ValueError:
    """Make the error for an unknown name; it lists the known names and suggests the one that was meant."""
    names = sorted(known)
    close = difflib.get_close_matches(str(name), names, n=1)
    hint = f", did you mean '{close[0]}'?" if close else "."
    return ValueError(f"no {what} '{name}'{hint} Known: {', '.join(names)}")


def check_known(what: str, name: Name, known: Collection[Any]) -> Name:
    """Return a name if it is known; else raise the error of `unknown`."""
    if name not in known:
        raise unknown(what, name, known)
    return name


def unknown_option(name: str, known: Iterable[str]) -> UnknownOption:
    """Make the error for an unknown option."""
    return UnknownOption(f"{unknown('option', name, known)} (unexpected keyword argument '{name}')")
