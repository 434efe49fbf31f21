"""The option `map`: one board, or a set of boards of which each game draws one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from swenv import maps
from swenv.smallworld import board_maker
from swenv.smallworld.board import Board, load_board

MOST_BOARDS = 128
"""As many as an observation, which is int8, can number."""
USUAL = (0, 31)
"""The seeds of the boards of `map="random"`."""

_RANDOM = re.compile(r"random(?::([0-9]{1,18})(?:-([0-9]{1,18}))?)?")


def load_boards(option: Any, num_players: int, game: str) -> tuple[tuple[Board, ...], Any]:
    """Load the boards that the option `map` names.

    Args:
        option: A board as a name, the path of a file or a document; "random", "random:FIRST-LAST" or "random:SEED" for
            random boards of these seeds; or a list of these.
        num_players: The number of players that random boards are made for.
        game: The game that is played on them.

    Returns:
        The boards, and the option as plain JSON: names, sets of random boards and documents.

    Raises:
        ValueError: there is no such board, one is invalid or of another game, or two have the same name; the message
            names it.
    """
    if not isinstance(option, list | tuple):
        return _load(option, num_players, game)
    if not option:
        raise ValueError("option 'map': the list of boards is empty")
    boards: list[Board] = []
    plain = []
    for number, each in enumerate(option):
        try:
            some, named = _load(each, num_players, game, at=len(boards))
        except ValueError as error:
            reason = str(error).removeprefix("option 'map': ")
            raise ValueError(f"option 'map', board {number + 1} of {len(option)}: {reason}") from None
        boards += some
        plain.append(named)
    for name, number in Counter(board.name for board in boards).items():
        if number > 1:  # a position names its board
            raise ValueError(f"option 'map': {number} boards are called {name}")
    return tuple(boards), plain[0] if len(plain) == 1 else plain


def _load(entry: Any, num_players: int, game: str, at: int = 0) -> tuple[tuple[Board, ...], Any]:
    """Load one entry of the option, which begins with board number `at`."""
    if not isinstance(entry, str | Path | Mapping):
        raise ValueError(f"option 'map': a name, a path, a document or a list of these, not {entry!r}")
    if isinstance(entry, str) and entry.partition(":")[0] == "random":
        first, last = _seeds(entry)
        if game != board_maker.GAME:
            raise ValueError(f"option 'map': random boards are made for {board_maker.GAME}, not for {game}")
        if at + last - first >= MOST_BOARDS:
            raise ValueError(f"option 'map': {at + last - first + 1:,} boards, {MOST_BOARDS} at most are possible")
        names = [board_maker.name_of(num_players, seed) for seed in range(first, last + 1)]
        return tuple(map(_known, names)), names[0] if first == last else f"random:{first}-{last}"
    is_known = isinstance(entry, str) and (entry in maps.names() or board_maker.is_name(entry))
    board = _known(str(entry)) if is_known else load_board(entry)
    if board.game != game:
        raise ValueError(f"option 'map': {board.name} is a board of {board.game}: load that game")
    if at >= MOST_BOARDS:
        raise ValueError(f"option 'map': more than {MOST_BOARDS} boards")
    return (board,), entry if is_known else board.document


@lru_cache(maxsize=512)
def _known(name: str) -> Board:
    """Load a board that comes with swenv, or make a random one; boards are shared, as nothing changes them."""
    return load_board(name)


def _seeds(text: str) -> tuple[int, int]:
    """Return the first and last seed of a set of random boards."""
    match = _RANDOM.fullmatch(text)
    if match is None:
        raise ValueError(f"option 'map': random boards are random:FIRST-LAST, as in random:0-31, not {text!r}")
    if match[1] is None:
        return USUAL
    first, last = int(match[1]), int(match[2] or match[1])
    if last < first:
        raise ValueError(f"option 'map': {text!r} ends before it begins")
    return first, last
