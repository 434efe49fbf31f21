"""Documents that clients send: games to load, positions and boards to draw. They cannot name files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from swenv.core import registry, schemas
from swenv.core.game import Game, State
from swenv.core.replay import FORMAT

MOST_BOARDS, LARGEST_BOARD = 32, 100_000
"""Limits for a visitor's game: boards it may draw from, and characters of the document of one."""


def load(name: str, num_players: int, options: Mapping[str, Any]) -> Game:
    """Load a game for a client: no option may name a file, and the cost of boards is bounded.

    Raises:
        ValueError: there is no such game or option.
    """
    header = {"format": FORMAT, "game": name, "num_players": num_players, "options": options, "seed": 0, "versions": {}}
    schemas.validate("replay", header, "game")
    boards = sum(map(_count, _listed(options.get("map"))))
    if boards > MOST_BOARDS:
        raise ValueError(f"option 'map': {boards:,} boards, {MOST_BOARDS} at most are possible on a server")
    for each in (*_listed(options.get("map")), *_listed(options.get("boards"))):
        check_size(each)
    return registry.load_with(name, num_players, options)


def check_size(board: Any) -> None:
    """Refuse a board that is larger than any that can be drawn well.

    Raises:
        ValueError: its document is too long.
    """
    if isinstance(board, Mapping) and len(json.dumps(board)) > LARGEST_BOARD:
        raise ValueError(f"board: it has more than {LARGEST_BOARD:,} characters")


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _count(board: Any) -> int:
    """How many boards an entry of the option `map` stands for."""
    match = _RANDOM.fullmatch(board) if isinstance(board, str) else None
    return max(1, int(match[2]) - int(match[1]) + 1) if match else MOST_BOARDS if board == "random" else 1


_RANDOM = re.compile(r"random:([0-9]{1,18})-([0-9]{1,18})")


def state_of_position(position: Mapping[str, Any], options: Mapping[str, Any]) -> State:
    """The state of a position document.

    Raises:
        ValueError: it is invalid; the message names the field.
    """
    name, seats, stated = registry.game_of(position)
    return load(name, seats or registry.kind(name).seats[0], {**stated, **options}).from_position(position)


def result_or_complaint(read: Callable[..., Any], *document: Any) -> Any:
    """The result of a function for a document; `wrong`, with the message, if the document is invalid."""
    try:
        return read(*document)
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as error:
        return wrong(str(error))


def wrong(message: str) -> dict[str, Any]:
    """The answer about an invalid document, with the field that the message names."""
    return {"error": message, "field": _field(message), "picture": "", "problems": []}


def _field(message: str) -> list[str]:
    """The path of the field that a message about a position names, empty if it names none."""
    match = _FIELD.search(message)
    if match is None:
        return []
    region, path = match.groups()
    return [*(["regions", region] if region else []), *re.findall(r"[^.\[\]]+", path)]


_FIELD = re.compile(r"(?:region (\d+), )?field '([^']+)'")
