"""A person at a terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import partial

import numpy as np
from numpy.typing import NDArray

from swenv.agents.base import ANY_SEAT, Player
from swenv.core.action import Action, by_verb
from swenv.core.explain import canonical_name, describe_rule, explain
from swenv.core.game import Game, State
from swenv.core.telling import why_not

HELP = """Type an action as listed: its verb, then its numbers or word, if any, without the parentheses.
Parentheses show what an action costs or means; you do not type them.
  help    this text, and what the verbs mean
  help NAME    what a race, a power or another name means; help SW-CONQ-5 what that rule says
  board   the whole board again; an empty line does the same
  list    the legal actions again
  quit    leave the game"""
WIDTH = 100
"""Width of the list of actions, in characters."""


class Human(Player):
    """Asks a person at the terminal: shows what the seat may know, lists the legal actions by verb, and reads one.

    It shows the whole board at the start of a turn, and after that only what has changed.

    Args:
        read: Called with a prompt, returns a line; `input` by default.
        write: Called with the text to show; `print` by default.
        color: Whether to use terminal colours (ANSI escape codes).
    """

    name = "human"

    def __init__(
        self, read: Callable[[str], str] = input, write: Callable[[str], None] = print, color: bool = False
    ) -> None:
        self._read = read
        self._write = write
        self.color = color
        self._shown: tuple[tuple[int, ...], str] = ((), "")

    def reset(self, game: Game, seat: int = ANY_SEAT, seed: int = 0) -> None:
        """See `Player.reset`."""
        super().reset(game, seat, seed)
        self._shown = ((), "")

    def act(self, state: State) -> int:
        """See `Player.act`; asks until the answer is a legal action.

        Raises:
            EOFError: the person quits, or the input ends.
        """
        from swenv import render

        self._check(state)

        board = render.text(state, color=self.color, seat=state.to_act)
        turn = (state.round, state.turn, state.to_act)
        news = render.changes(state, self._shown[1], board) if turn == self._shown[0] else board
        self._shown = (turn, board)
        return self._ask(
            board, f"seat {state.to_act}", state.observation(), state.mask(), partial(why_not, state), news
        )

    def act_batch(self, observations: NDArray[np.int8], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """See `Player.act_batch`; asks for one game after another, showing each observation in words.

        Raises:
            EOFError: the person quits, or the input ends.
        """
        layout = self.game.observation_layout
        chosen = []
        for number, (observation, mask) in enumerate(zip(observations, masks, strict=True)):
            board = layout.describe(observation)
            chosen.append(self._ask(board, f"game {number}", observation, mask, lambda _: "that is not legal now"))
        return np.array(chosen, dtype=np.int64)

    def _ask(
        self,
        board: str,
        who: str,
        observation: NDArray[np.int8],
        mask: NDArray[np.bool_],
        refusal: Callable[[int], str],
        news: str | None = None,
    ) -> int:
        """Show `news` or, if None, the board; then ask until the answer is a legal action.

        `refusal` explains why another action is illegal.
        """
        listed = listing(self.game, mask, self.game.remarks(observation, mask))
        known = {str(action).lower(): index for index, action in enumerate(self.game.table.actions)}
        if news != "":
            self._write(board if news is None else news)
        self._write(listed)
        while True:
            line = " ".join(self._read(f"{who}> ").lower().split())
            if line in ("quit", "exit"):
                raise EOFError("the person has left the game")
            if line == "help":
                self._write(f"{HELP}\n{meanings(self.game)}")
            elif line.startswith(("help ", "show ")):
                self._write(explain_name(self.game, line.split(" ", 1)[1]))
            elif line in ("board", "show", ""):
                self._write(board)
            elif line == "list":
                self._write(listed)
            else:
                try:
                    action = known[line] if line in known else self.game.parse(line)
                except ValueError as error:
                    self._write(f"{str(error).removesuffix('.')}. Type 'help' if in doubt.")
                    continue
                if mask[action]:
                    return action
                self._write(refusal(action))


def listing(game: Game, mask: NDArray[np.bool_], remarks: Mapping[int, str] | None = None) -> str:
    """The legal actions, one line per verb: the verb, then its possible arguments.

    Arguments with the same remark (`Game.remarks`) are grouped in front of it.
    """
    groups: dict[tuple[str, str], list[Action]] = {}
    for index in np.flatnonzero(mask).tolist():
        action = game.action(index)
        groups.setdefault((action.verb, (remarks or {}).get(index, "")), []).append(action)
    listed: dict[str, list[str]] = {}
    for (verb, remark), actions in groups.items():
        words = [*by_verb(actions)[verb], *([f"({remark})"] if remark else [])]
        listed.setdefault(verb, []).append(" ".join(words))
    lines = ["You may:"]
    for verb, parts in listed.items():
        line = f"  {verb}"
        for part in filter(None, parts):
            if len(line) + 2 + len(part) > WIDTH and line.strip() != verb:
                lines.append(line)
                line = " " * (2 + len(verb))
            line += f"  {part}"
        lines.append(line)
    return "\n".join(lines)


def explain_name(game: Game, name: str) -> str:
    """Explain a name of the game's content, a verb, or the id of a rule."""
    rule = describe_rule(name)
    if rule:
        return rule
    entries = game.entries()
    known = canonical_name(name, entries)
    if known:
        return explain(known, entries[known])
    matching = [f"{verb}: {verb.meaning}" for verb in game.verbs if verb.name == name]
    if matching:
        return matching[0]
    near = get_close_matches(name, entries, n=3)
    return f"no name '{name}'" + (f", did you mean {', '.join(map(repr, near))}?" if near else "")


def meanings(game: Game) -> str:
    """The verbs with their arguments and meanings, one per line."""
    width = max(len(str(verb)) for verb in game.verbs)
    return "\n".join(["The verbs:", *(f"  {verb!s:{width}}  {verb.meaning}" for verb in game.verbs)])
