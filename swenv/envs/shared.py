"""What the faces of a game have in common: the words of their errors, how they draw."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from operator import index
from typing import Any, NoReturn

from gymnasium import logger

from swenv.core.action import by_verb
from swenv.core.errors import IllegalAction, unknown
from swenv.core.game import Game, State
from swenv.core.registry import drawer, games

RENDER_MODES = ["human", "ansi", "rgb_array"]
FPS = 2
FIRST = games()[0]
"""The game of an environment that is made without its id."""


def check_render_mode(mode: str | None, modes: Sequence[str] = RENDER_MODES) -> str | None:
    """The mode itself.

    Raises:
        ValueError: there is no such mode.
    """
    if mode is not None and mode not in modes:
        raise unknown("render mode", mode, modes)
    return mode


def render(state: State, mode: str | None, seat: int | None = None) -> Any:
    """Draw a state: print it ("human"), or give it as text ("ansi") or as pixels ("rgb_array").

    Args:
        state: What is drawn.
        mode: How; None draws nothing and warns.
        seat: Draw what this seat knows. None: all.
    """
    if mode is None:
        logger.warn("render() needs a render_mode, chosen when the environment is made: " + ", ".join(RENDER_MODES))
        return None
    if mode == "rgb_array":
        return drawer().rgb_array(state, seat=seat)
    if mode == "ansi":
        return drawer().text(state, seat=seat)
    print(drawer().text(state, color=sys.stdout.isatty(), seat=seat), flush=True)
    return None


def opening(game: Game, seed: int, options: dict[str, Any] | None) -> State:
    """The state that `reset` begins with: a new game, or the position document `options["position"]`.

    Other keys of `options` are left alone, as PettingZoo and Gymnasium ask.

    Raises:
        ValueError: the position is wrong, or the game is over there.
    """
    if not options or "position" not in options:
        return game.new_state(seed)
    state = game.from_position(options["position"])
    if state.is_over:
        raise ValueError("options['position']: the game is over there")
    return state


def index_of(action: Any, state: State) -> int:
    """A whole number as an action index; whether it is legal is another question.

    Raises:
        TypeError: it is no whole number.
        ValueError: there is no such action.
    """
    try:
        number = index(action)
        state.game.action(number)
        return number
    except TypeError:
        wanted = f"an action is a whole number from 0 to {state.game.num_actions - 1}"
        raise TypeError(f"{wanted}, not {action!r}; `env.unwrapped.game.parse` gives that of a text") from None


def refuse(state: State, action: int, where: str = "") -> NoReturn:
    """Say why an action is not legal, and which ones are.

    Args:
        state: Where it was tried.
        action: Its index.
        where: Begins the reason, such as "in game 3: ".

    Raises:
        IllegalAction: always.
    """
    try:
        state.copy().apply(action)
    except IllegalAction as error:
        reason = f"{where}{error.reason}; legal: {legal_names(state)}"
        raise IllegalAction(error.action, reason, error.rule) from None
    raise AssertionError(f"action {action} is legal in {state!r}")


def legal_names(state: State) -> str:
    """The legal actions in words, those of a verb together: "conquer 3 5 7, finish"."""
    legal = by_verb(state.game.action(int(action)) for action in state.legal_actions())
    return ", ".join(" ".join([verb, *arguments]) for verb, arguments in legal.items())
