"""Language models as players: prompts for them, and a parser of their answers. Which model answers is up to you."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from swenv.agents.base import ANY_SEAT, StatePlayer
from swenv.agents.human import listing
from swenv.core import rulebook
from swenv.core.errors import GameOver, PlayerFailed, check_known
from swenv.core.game import Game, State, check_seed
from swenv.core.plain import check_positive_int
from swenv.core.telling import why_not
from swenv.core.vector import Vector

LONGEST = 1 << 16
"""Characters read of an answer, from its end."""
GIVING_UP = ("random", "fail")
"""What happens when a model has used up its tries: it plays a random legal action, or fails."""

_MARKS = re.compile(r"[`*\"'“”‘’{}\[\]<>#]")
"""Markup around an action in an answer: code fences, Markdown, JSON."""
_ACTION = re.compile(r"\bactions?\s*:")
_WORD = re.compile(r"\w+|\S")
_FILLERS = frozenset("(:=,")
"""Separators between a verb and its arguments in an answer."""


def prompt(state: State, legal_list: bool = True, refusal: str = "") -> str:
    """Ask for the decision of the seat to act: the game, the position in words, the rules of the phase, the task.

    Args:
        state: A game in progress; whatever the seat to act cannot know is left out.
        legal_list: Whether to list the legal actions; without it, the model has to work them out from the rules.
        refusal: Why the last answer was refused.

    Raises:
        GameOver: the game has ended.
    """
    from swenv import render

    if state.is_over:
        raise GameOver("the game is over, there is nothing to decide")
    game = state.game
    parts = [
        f"You play {game.title}. Whoever has the most {game.money} at the end wins.",
        render.words(state, state.to_act),
        _rules(game, state.phase),
    ]
    if legal_list:
        legal = listing(game, state.mask(), game.remarks(state.observation(), state.mask()))
        parts.append(f"{legal}\nParentheses after an action show what it costs or means.")
    if refusal:
        parts.append(f"Your last answer was refused: {refusal}.")
    example = next(verb.first for verb in game.verbs if verb.arguments)
    parts.append(
        "Choose one action for this decision. End your answer with a line such as\n"
        f"action: {game.action(example)}\nwith the verb of your action and its arguments."
    )
    return "\n\n".join(parts)


def _rules(game: Game, phase: str) -> str:
    """The verbs of a phase with the rules behind them; those of races and the like come with the position."""
    entry_rules = {entry.to_dict().get("rule") for entry in game.entries().values()}
    verbs, rules = [], {}
    for verb in game.verbs:
        uses = {ids: phases for ids, phases in verb.uses.items() if ids.startswith(game.rules)} or verb.uses
        cited = [ids for ids, phases in uses.items() if phase in phases.split()]
        if cited:
            verbs.append(f"  {verb}: {verb.meaning}" + (f"; {verb.range}" if verb.arguments else ""))
        rules.update(
            {rule: rulebook.rule(rule) for rule in rulebook.ID.findall(" ".join(cited)) if rule not in entry_rules}
        )
    texts = [f"  {rule}: {text}".replace("\n", "\n    ") for rule, text in rules.items()]
    head = f"What can be legal in the phase {phase}:"
    return "\n".join([head, *verbs, *(["The rules behind it:", *texts] if texts else [])])


def read(game: Game, answer: str) -> int:
    """Find the action in an answer: on the line after the last "action:", or else on the last line that names one.

    Of several actions on that line, it is the last. Case, code fences, Markdown and JSON do not matter.

    Args:
        game: The game.
        answer: The model's answer; if it is long, only the end is read.

    Returns:
        The index of an action, legal or not.

    Raises:
        ValueError: it names none; the message explains the problem.
    """
    text = _MARKS.sub(" ", answer[-LONGEST:].lower())
    *before, tail = _ACTION.split(text)
    lines = [line for line in tail.split("\n") if line.strip()]
    wrong = ""
    for line in lines[:1] if before else reversed(lines):
        actions, phrase = _named(game, line)
        if actions:
            return actions[-1]
        wrong = wrong or phrase or (line if before else "")
    if wrong:
        game.parse(" ".join(wrong.split())[:100])  # which says what is wrong with it
    raise ValueError("the answer names no action")


def _named(game: Game, line: str) -> tuple[list[int], str]:
    """The actions that a line names, and the last verb that has wrong arguments, with these."""
    verbs, known = _spelling(game)
    words = _WORD.findall(line)
    actions, wrong = [], ""
    for first, word in enumerate(words):
        if word in verbs:
            names, arity = verbs[word]
            arguments: list[str] = []
            for other in words[first + 1 :]:
                if other.isdigit() or (len(arguments) < arity and other[0].isalpha() and other not in names):
                    arguments.append(other)
                elif len(arguments) == arity or (other not in _FILLERS and other not in names):
                    break
            phrase = " ".join([word, *arguments])
            if phrase in known:
                actions.append(known[phrase])
            else:
                wrong = phrase
    return actions, wrong


@lru_cache(maxsize=16)
def _spelling(game: Game) -> tuple[dict[str, tuple[tuple[str, ...], int]], dict[str, int]]:
    """The verbs of a game with the names and the number of their arguments, and its actions, in lower case."""
    verbs = {verb.name: (verb.arguments, len(verb.arguments)) for verb in game.verbs}
    return verbs, {str(action).lower(): index for index, action in enumerate(game.table.actions)}


class LanguageModel(StatePlayer):
    """Plays the answers of a language model, or of any other function from text to text.

    It asks with `prompt`. An answer that cannot be read, or an illegal action, is refused: it asks again and says why.
    It asks about one decision after another, and each prompt is self-contained: nothing about a game is remembered.

    Args:
        complete: Called with a prompt, returns the answer.
        tries: Maximum answers per decision.
        legal_list: Whether prompts list the legal actions.
        giving_up: After the last try, "random" plays a random legal action, "fail" raises `PlayerFailed`.
        name: Its name in tables and reports.

    Raises:
        ValueError: there are no tries, or no such way of giving up.

    Attributes:
        asked: The prompts that were answered.
        refused: The answers that could not be read, or named an illegal action.
        gave_up: The decisions in which all tries were refused.
    """

    def __init__(
        self,
        complete: Callable[[str], str],
        tries: int = 3,
        legal_list: bool = True,
        giving_up: str = "random",
        name: str = "language",
    ) -> None:
        check_known("way of giving up", giving_up, GIVING_UP)
        self._complete = complete
        self.tries, self.legal_list, self.giving_up = check_positive_int("tries", tries), legal_list, giving_up
        self.name = name
        self.asked = self.refused = self.gave_up = 0

    def reset(self, game: Game, seat: int = ANY_SEAT, seed: int = 0) -> None:
        """See `Player.reset`; it does not reset the counts of answers."""
        super().reset(game, seat, seed)
        self._dice = np.random.default_rng(check_seed(seed))

    def act(self, state: State) -> int:
        """See `Player.act`.

        Raises:
            PlayerFailed: `complete` raised an error, or all tries were refused and `giving_up` is "fail".
        """
        self._check(state)
        refusal = ""
        for _ in range(self.tries):
            answer = self._answer(prompt(state, self.legal_list, refusal))
            try:
                action = read(state.game, answer)
                refusal = why_not(state, action)
            except ValueError as error:
                refusal = str(error)
            if not refusal:
                return action
            self.refused += 1
        self.gave_up += 1
        if self.giving_up == "fail":
            raise PlayerFailed(f"{self.name}: no legal action in {self.tries} answers; of the last: {refusal}")
        return int(self._dice.choice(state.legal_actions()))

    def act_in(self, vector: Vector, games: NDArray[np.int64]) -> NDArray[np.int64]:
        """See `Player.act_in`.

        Raises:
            PlayerFailed: as for `act`.
        """
        return np.array([self.act(vector.state(i)) for i in games.tolist()], dtype=np.int64)

    def _answer(self, question: str) -> str:
        """The model's answer.

        Raises:
            PlayerFailed: it raised an error, or returned no text.
        """
        try:
            answer = self._complete(question)
        except Exception as error:
            raise PlayerFailed(f"{self.name}: {type(error).__name__}: {error}") from error
        if not isinstance(answer, str):
            raise PlayerFailed(f"{self.name} answered {type(answer).__name__}, not text")
        self.asked += 1
        return answer
