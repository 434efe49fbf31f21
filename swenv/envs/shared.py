"""What the environments share: error messages and rendering."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

import numpy as np
from gymnasium import logger
from numpy.typing import NDArray

from swenv.core.action import by_verb
from swenv.core.errors import IllegalAction, check_known
from swenv.core.game import Game, State
from swenv.core.plain import check_int, has_truth_value
from swenv.core.registry import can_draw_pixels, drawer, games

RENDER_MODES = ("human", "ansi", "rgb_array")
FPS = 2
POLICIES = ("raise", "random_legal", "lose")
"""What can happen after an illegal action: the option `illegal_action`."""
FIRST = games()[0]
"""The game of an environment that is created without its id."""


def render_modes() -> list[str]:
    """The render modes of this installation: pixels need the extra `view`."""
    return [mode for mode in RENDER_MODES if mode != "rgb_array" or can_draw_pixels()]


def check_render_mode(mode: str | None, modes: Sequence[str] = RENDER_MODES) -> str | None:
    """Return the mode if it is valid.

    Raises:
        ValueError: there is no such mode.
    """
    return None if mode is None else check_known("render mode", mode, modes)


def render(state: State, mode: str | None, seat: int | None = None) -> Any:
    """Draw a state: print it ("human"), or return it as text ("ansi") or as pixels ("rgb_array").

    Args:
        state: The state to draw.
        mode: The render mode; None draws nothing and warns.
        seat: Draw only what this seat knows; None draws everything.
    """
    if mode is None:
        logger.warn("render() needs a render_mode, set when the environment is created: " + ", ".join(RENDER_MODES))
        return None
    if mode == "rgb_array":
        return drawer().rgb_array(state, seat=seat)
    if mode == "ansi":
        return drawer().text(state, seat=seat)
    print(drawer().text(state, color=sys.stdout.isatty(), seat=seat), flush=True)
    return None


def state_from_options(game: Game, options: Mapping[str, Any] | None) -> State | None:
    """The state of the position document `options["position"]` of a `reset`; None if there is none.

    Other keys of `options` are ignored, as PettingZoo and Gymnasium require.

    Raises:
        TypeError: the options are not a dictionary.
        ValueError: the position is invalid, or the game is over in it.
    """
    if options is not None and not isinstance(options, Mapping):
        raise TypeError(f"options: a dictionary is needed, not {options!r}")
    if not options or "position" not in options:
        return None
    return state_from_position(game, options["position"])


def state_from_position(game: Game, document: Any) -> State:
    """The state of a position document, in which the game must go on.

    Raises:
        ValueError: the position is invalid, or the game is over in it.
    """
    state = game.from_position(document)
    if state.is_over:
        raise ValueError("options['position']: the game is over there")
    return state


def index_of(action: Any, state: State) -> int:
    """Check that an action is an integer, in range or not, and return it as an int.

    Raises:
        TypeError: it is not an integer.
    """
    if type(action) in (int, np.int64):  # at once: this is a tenth of a step
        return int(action)
    try:
        return check_int("action", action)
    except TypeError:
        expected = f"an action is a whole number from 0 to {state.game.num_actions - 1}"
        raise TypeError(f"{expected}, not {action!r}; `env.unwrapped.game.parse` gives that of a text") from None


def indices_of(actions: Any, number: int) -> NDArray[Any]:
    """Check that actions for a batch are whole numbers, one for each game, and return them as an array.

    Raises:
        ValueError: the array has another shape or type.
    """
    expected = f"actions must be integers of shape ({number},)"
    if has_truth_value(actions):
        raise ValueError(f"{expected}, not {actions!r}")
    array = np.asarray(actions)
    if array.shape != (number,) or array.dtype.kind not in "iu":
        raise ValueError(f"{expected}, not {array.shape} of {array.dtype}")
    return array


def refuse(state: State, action: int, where: str = "") -> NoReturn:
    """Raise an error that says why an action is illegal, and which actions are legal.

    Args:
        state: The state in which it was tried.
        action: Its index.
        where: Prefix of the reason, such as "in game 3: ".

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
    """The legal actions as text, grouped by verb: "conquer 3 5 7, finish"."""
    legal = by_verb(state.game.action(int(action)) for action in state.legal_actions())
    return ", ".join(" ".join([verb, *arguments]) for verb, arguments in legal.items())
