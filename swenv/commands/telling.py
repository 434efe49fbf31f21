"""A game in words, decision by decision: what was chosen, and what each turn paid."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from swenv.core.game import Game, State
    from swenv.core.replay import Move


def said(before: State, move: Move) -> Move:
    """A decision with what it meant in that position: "pick 2 (flying orcs, 10 tokens)"."""
    remarks = before.game.remarks(before.observation(), before.mask())
    remark = remarks.get(before.game.parse(move.action), "")
    return replace(move, action=f"{move.action} ({remark})") if remark else move


class Ledger:
    """What each seat has been paid since the last report."""

    def __init__(self, game: Game) -> None:
        self._money = game.money
        self._parts: tuple[Counter[str], ...] = tuple(Counter() for _ in range(game.num_players))

    def note(self, before: State, action: int) -> None:
        """Record what an action pays; call it before the action is carried out."""
        for parts, paid in zip(self._parts, before.game.accounts(before.record, action), strict=True):
            parts.update(paid)

    def told(self, state: State, names: Sequence[str], open_purses: bool = True) -> list[str]:
        """Return one line for each seat whose coins changed, and clear the ledger.

        Args:
            state: The game as it stands now.
            names: Names of the seats.
            open_purses: Whether to include their current totals.
        """
        lines = []
        for name, parts, purse in zip(names, self._parts, state.coins.tolist(), strict=True):
            if any(parts.values()):
                words = ", ".join(f"{coins} {source}" for source, coins in parts.items() if coins)
                has = f", has {purse}" if open_purses else ""
                lines.append(f"{name}: {sum(parts.values()):+d} {self._money} ({words}){has}")
            parts.clear()
        return lines
