"""The errors of swenv, each a subclass of the fitting built-in, and how a wrong name is answered."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class IllegalAction(ValueError):
    """An action that the rules do not allow now. The state is untouched.

    Attributes:
        action: The action as text, for example "conquer 7".
        reason: Why it is illegal, a sentence without its full stop.
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
    """An action was given to a game that has ended."""


def unknown(what: str, name: object, known: Iterable[str]) -> ValueError:
    """The error for a name that nobody knows: it says which are known and which one was meant."""
    names = sorted(known)
    close = difflib.get_close_matches(str(name), names, n=1)
    hint = f", did you mean '{close[0]}'?" if close else "."
    return ValueError(f"no {what} '{name}'{hint} Known: {', '.join(names)}")
