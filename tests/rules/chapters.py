"""What the tests of the chapters of the rules share, besides `support`."""

from __future__ import annotations

import pytest

import swenv
from support import play, region, tokens


def parts(text: str, mark: str = ";") -> list[str]:
    """The parts of a line of a fact."""
    return [part.strip() for part in text.split(mark) if part.strip()]


def verbs(state: swenv.State) -> set[str]:
    """The verbs that are legal now."""
    return {state.game.action(index).verb for index in state.legal_actions()}


def price(state: swenv.State, number: int, *before: str) -> int:
    """Tokens that a conquest puts in the region after the actions `before`; the hand must be larger than that."""
    after = play(state.copy(), *before, f"conquer {number}")
    assert after.phase in ("conquest", "ghoul_conquest")
    return tokens(after, number)


def refused(state: swenv.State, action: str) -> str:
    """The rule that forbids the action; the state must stay as it was."""
    before = state.to_position()
    with pytest.raises(swenv.IllegalAction) as caught:
        state.apply(action)
    assert state.to_position() == before
    return str(caught.value.rule)


def tray(state: swenv.State, name: str) -> int:
    """Tokens of a race in the tray."""
    return int(state.to_position()["tray"][name])


def markers(state: swenv.State, number: int) -> dict[str, int]:
    """The markers that lie in a region."""
    return {name: count for name, count in region(state, number).get("markers", {}).items() if count}


def column(state: swenv.State) -> list[tuple[str, str, int]]:
    """The rows of the column: race, power, coins."""
    return [(row["race"], row["power"], row["coins"]) for row in state.to_position()["column"]]
