"""The list of games. An engine is imported when it is first used, so nobody waits for games they do not play."""

from __future__ import annotations

import importlib
import importlib.util
import marshal
import os.path
from collections.abc import Mapping
from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

from swenv.core import schemas
from swenv.core.errors import check_known
from swenv.core.plain import check_int, plain

if TYPE_CHECKING:
    from swenv.core.game import Game

ENGINES = {
    "smallworld": "swenv.smallworld.game:SmallWorld",
    "underground": "swenv.smallworld.game:Underground",
    "warcraft": "swenv.smallworld.game:Warcraft",
    "islands": "swenv.islands.game:Islands",
}
"""The class of each game, as "module:class"; it is called with `num_players` and the options."""
MOST_SHARED = 32
"""Loaded games, kept for loading them again."""

DRAWER = "swenv.render"
"""The module that draws states; core knows only its name."""
WORKSHOP = "swenv.smallworld.board_tools"
"""The module that lists, checks and opens boards; core knows only its name."""


def games() -> tuple[str, ...]:
    """The names of the games that `load` takes."""
    return tuple(ENGINES)


def load(name: str, num_players: int = 2, **options: Any) -> Game:
    """Load a game with its options, or return the game already loaded with the same options: games never change.

    Args:
        name: One of `games()`.
        num_players: Number of seats.
        options: The game's own options; its page and `Game.options` list them.

    Raises:
        ValueError: unknown game or option, or a wrong value; the message names it and lists what is known.
    """
    game_class: Any = kind(name)
    try:
        number = check_int("num_players", num_players)
    except TypeError:
        raise ValueError(f"option 'num_players': a whole number, not {num_players!r}") from None
    plain_options = {}
    for option, value in options.items():
        try:
            plain_options[option] = plain(value)
        except RecursionError:
            raise ValueError(f"option '{option}': nested too deeply") from None
    try:
        key = marshal.dumps(plain_options, 2)  # this version of the format writes equal values in the same way
    except ValueError:  # a race or power of one's own, or a path
        key = None
    if key is None or any(map(_names_file, plain_options.values())):  # it may read another one the next time
        game: Game = game_class(number, **plain_options)
        return game
    return _loaded(game_class, number, key)


@lru_cache(MOST_SHARED)
def _loaded(game_class: Any, num_players: int, options: bytes) -> Game:
    game: Game = game_class(num_players, **marshal.loads(options))
    return game


def _names_file(value: Any) -> bool:
    """Whether an option names a file, alone or in a list."""
    each = value if isinstance(value, list | tuple) else (value,)
    return any(isinstance(text, str) and os.path.isfile(text) for text in each)


def load_with(name: str, num_players: int, options: Mapping[str, Any]) -> Game:
    """`load` with options that come from a file or a user.

    Raises:
        ValueError: as for `load`, or an option has the name of another argument of `load`.
    """
    for reserved in ("name", "num_players", "self"):
        if reserved in options:
            raise ValueError(f"field 'options': {reserved!r} is not an option of a game")
    return load(name, num_players, **options)


def game_of(position: Mapping[str, Any]) -> tuple[str, int | None, dict[str, Any]]:
    """Check a position document against its schema, and return the game it describes.

    Returns:
        The name of the game, the number of seats or None, and the options that it states.

    Raises:
        ValueError: there is no such game, or the document does not conform; the message names the field.
    """
    game = kind(str(position.get("game", "")))
    position = schemas.validate(game.position_schema, position, "position")
    seats = position.get("num_players") or len(position.get("seats", ())) or None
    stated = {key: position[key] for key in game.named_in_positions if position.get(key) is not None}
    return game.name, seats, stated


def kind(name: str) -> type[Game]:
    """Return the class of a game.

    Raises:
        ValueError: there is no such game; the message suggests the nearest name.
    """
    module, _, class_name = ENGINES[check_known("game", name, ENGINES)].partition(":")
    game: type[Game] = getattr(importlib.import_module(module), class_name)
    return game


def foreign_board(named: Mapping[str, Any]) -> tuple[str, str] | None:
    """A board that does not come with swenv: a position is data and must not name files to open.

    Args:
        named: What a position states about its game.

    Returns:
        The field and the board, or None.
    """
    for field in sorted({"map", "boards"} & set(named)):
        for name in [named[field]] if isinstance(named[field], str) else named[field]:
            if not board_tools().is_board(name):
                return field, name
    return None


def board_tools() -> ModuleType:
    """The module that lists, checks and opens boards."""
    return importlib.import_module(WORKSHOP)


def can_draw_pixels() -> bool:
    """Whether the extra `view` is installed, which turns drawings into pixels."""
    return all(importlib.util.find_spec(module) for module in ("resvg_py", "PIL"))


def drawer() -> ModuleType:
    """The module that draws states as text and SVG."""
    return importlib.import_module(DRAWER)
