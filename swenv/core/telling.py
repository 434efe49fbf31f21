"""A game in words, decision by decision: what was chosen, and what each turn paid."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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

    def told(self, state: State, open_purses: bool = True) -> list[tuple[int, str]]:
        """Return each seat whose coins changed, with what it was paid in words, and clear the ledger.

        Args:
            state: The game as it stands now.
            open_purses: Whether to include current totals.
        """
        told = []
        for seat, (parts, purse) in enumerate(zip(self._parts, state.coins.tolist(), strict=True)):
            if any(parts.values()):
                words = ", ".join(f"{coins} {source}" for source, coins in parts.items() if coins)
                has = f", has {purse}" if open_purses else ""
                told.append((seat, f"{sum(parts.values()):+d} {self._money} ({words}){has}"))
            parts.clear()
        return told
