"""A game in words, decision by decision: the choices, and what each turn paid."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from swenv.core.errors import IllegalAction

if TYPE_CHECKING:
    from collections.abc import Iterable

    from swenv.core.game import Game, State
    from swenv.core.replay import Move


def in_words(state: State, actions: Iterable[int]) -> list[str]:
    """Legal actions with their meaning in that position: "pick 2 (flying orcs, 10 tokens)"."""
    remarks = state.game.remarks(state.observation(), state.mask())
    texts = [(str(state.game.action(action)), remarks.get(action, "")) for action in actions]
    return [f"{text} ({remark})" if remark else text for text, remark in texts]


def why_not(state: State, action: int) -> str:
    """Name the rule that forbids an action, in a sentence; "" if it is legal."""
    try:
        state.copy().apply(action)
    except IllegalAction as error:
        return str(error)
    return ""


def describe(before: State, move: Move) -> Move:
    """A decision with its meaning in that position."""
    return replace(move, action=in_words(before, [before.game.parse(move.action)])[0])


def number_of(number: int, noun: str) -> str:
    """A number of things: "1 tile", "2 tiles"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def heading(state: State) -> str:
    """A heading for the turn that a state belongs to."""
    return f"round {state.round}, turn of seat {state.turn}, {state.game.money} {' '.join(map(str, state.coins))}"


def line_in_words(state: State, actions: Iterable[int]) -> list[str]:
    """A line of play, one text for each seat in turn: "seat 0: pick 2 (flying orcs, 10 tokens), conquer 5 (2 tokens)".

    It ends, and a remark is left out, where it depends on what the seat to act cannot know.
    """
    worlds = [state.sample_hidden(state.to_act, seed) for seed in range(2)]
    parts = []
    for action in actions:
        seats = {world.to_act for world in worlds}
        if len(seats) > 1 or not all(world.mask()[action] for world in worlds):
            break
        words = {in_words(world, [action])[0] for world in worlds}
        parts.append((seats.pop(), words.pop() if len(words) == 1 else str(state.game.action(action))))
        for world in worlds:
            world.apply(action)
    turns = groupby(parts, key=itemgetter(0))
    return [f"seat {seat}: {', '.join(word for _, word in turn)}" for seat, turn in turns]


class Payment(NamedTuple):
    """What a seat was paid.

    Attributes:
        seat: The seat.
        coins: The sum.
        sources: What it was paid for.
        text: All this in words.
    """

    seat: int
    coins: int
    sources: dict[str, int]
    text: str


class Ledger:
    """What each seat has been paid since the last report."""

    def __init__(self, game: Game) -> None:
        self._money = game.money
        self._parts: tuple[Counter[str], ...] = tuple(Counter() for _ in range(game.num_players))

    def note(self, before: State, action: int) -> None:
        """Record what an action pays; call it before the action is carried out."""
        for parts, paid in zip(self._parts, before.game.accounts(before.record, action), strict=True):
            parts.update(paid)

    def report(self, state: State, open_purses: bool = True) -> list[Payment]:
        """Return what each seat was paid whose coins changed, and clear the ledger.

        Args:
            state: The game as it stands now.
            open_purses: Whether to include current totals.
        """
        lines = []
        for seat, (parts, purse) in enumerate(zip(self._parts, state.coins.tolist(), strict=True)):
            if any(parts.values()):
                words = ", ".join(f"{coins} {source}" for source, coins in parts.items() if coins)
                has = f", has {purse}" if open_purses else ""
                coins, sources = sum(parts.values()), {source: each for source, each in parts.items() if each}
                money = self._money.removesuffix("s") if abs(coins) == 1 else self._money
                lines.append(Payment(seat, coins, sources, f"{coins:+d} {money} ({words}){has}"))
            parts.clear()
        return lines
