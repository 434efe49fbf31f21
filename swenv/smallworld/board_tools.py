"""Board tools of the command line: list the boards, check or make a file, find the game of a board.

`swenv maps` and `swenv show` use this module through `swenv.core.registry.board_tools`.
"""

from __future__ import annotations

import json
import os.path
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from swenv import maps
from swenv.core import registry
from swenv.core.errors import check_known
from swenv.smallworld import board_maker
from swenv.smallworld.board import Board, check_board, load_board, read_document
from swenv.smallworld.warcraft_boards import load_face

TABLES = "warcraft"
"""The game whose boards are put together from faces."""
_WET = ("sea", "lake", "river")
_COLUMNS = {
    "players": "players",
    "rounds": "rounds",
    "land": "land",
    "water": "water",
    "chasms": "Chasms",
    "tribes": "Lost Tribes",
    "monsters": "Monster regions",
    "anchors": "starting regions",
    "murlocs": "Murlocs",
}
"""The numbers listed for a board, with their headings."""
_OF_BOARDS = ("players", "rounds", "land", "water", "chasms", "tribes", "monsters")
_OF_FACES = ("players", "land", "water", "anchors", "murlocs")


@dataclass(frozen=True)
class Listing:
    """A table to print.

    Attributes:
        headers: Headings of the columns.
        rows: A row for each board.
        note: A note below the table, or "".
    """

    headers: tuple[str, ...]
    rows: list[list[object]]
    note: str = ""


def names() -> tuple[str, ...]:
    """Return the names of all boards and faces that come with swenv."""
    return (*maps.names(), *maps.faces())


def is_board(name: str) -> bool:
    """Whether a board or face has this name: it comes with swenv, or is a random one such as "random-2p-7"."""
    return name in names() or board_maker.is_name(name)


def make(num_players: int, seed: int) -> tuple[str, str]:
    """Make a board at random, the same for the same seed.

    Args:
        num_players: 2 to 5.
        seed: From 0 to `board_maker.MAX_SEED`.

    Returns:
        Its name, with which `swenv.load` makes it again, and the text of its file.

    Raises:
        ValueError: there are no boards for this many players, or the seed is out of range.
    """
    name = board_maker.name_of(num_players, seed)
    if num_players not in board_maker.PLAYERS:
        raise ValueError(f"boards are made for {board_maker.PLAYERS[0]} to {board_maker.PLAYERS[-1]} players")
    if not 0 <= seed <= board_maker.MAX_SEED:
        raise ValueError(f"boards are made of seeds 0 to {board_maker.MAX_SEED}")
    return name, board_maker.text(board_maker.made(name))


def boards() -> list[dict[str, Any]]:
    """Return the numbers of every board and face that comes with swenv."""
    return [*map(_facts_of, maps.names()), *(_facts_of(f"{TABLES}-{face}") for face in maps.faces())]


def listings() -> list[Listing]:
    """Return the tables of boards and of faces."""
    return [
        _listing("board", _OF_BOARDS, [_facts_of(name) for name in maps.names()]),
        _listing(
            "face",
            _OF_FACES,
            [_facts_of(f"{TABLES}-{face}") for face in maps.faces()],
            f"A table of {TABLES.title()} is made of several faces: swenv maps draw L1a S2b",
        ),
    ]


def _listing(what: str, columns: Sequence[str], boards: list[dict[str, Any]], note: str = "") -> Listing:
    headers = (what, *(_COLUMNS[column] for column in columns))
    return Listing(headers, [[board["name"], *(_cell(board[column]) for column in columns)] for board in boards], note)


def _cell(value: Any) -> object:
    """Return a number as it is, a list joined by spaces, and "" for nothing."""
    return " ".join(map(str, value)) if isinstance(value, list) else value or ""


def _facts_of(name: str) -> dict[str, Any]:
    return _facts(json.loads(maps.path(name).read_text(encoding="utf-8")))


def _facts(board: Mapping[str, Any]) -> dict[str, Any]:
    """Return the numbers of a valid board file; a face has two more, and its short name."""
    regions = board["regions"]
    water = sum(region["terrain"] in _WET for region in regions)
    chasms = sum(region["terrain"] == "chasm" for region in regions)
    facts = {
        **{key: board.get(key) for key in ("name", "game", "players", "rounds")},
        "regions": len(regions),
        "land": len(regions) - water - chasms,
        "water": water,
        "chasms": chasms,
        "tribes": sum(bool(region.get("tribe")) for region in regions),
        "monsters": sum(bool(region.get("monster")) for region in regions),
    }
    if board["game"] == TABLES:
        facts |= {"name": board["name"].removeprefix(f"{TABLES}-"), "board": board["board"], "icon": board["icon"]}
        facts["anchors"] = sum(bool(region.get("anchor")) for region in regions)
        facts["murlocs"] = sum(bool(region.get("murloc")) for region in regions)
    return facts


def check(path: Path) -> dict[str, Any]:
    """Check a board file, or the file of a face, and return its numbers.

    Raises:
        ValueError: it is invalid; the message names the region and the field.
    """
    return _facts(checked(read_document(path)).document)


def checked(document: Any) -> Board:
    """Check the document of a board or face, and return it as a board to draw.

    Raises:
        ValueError: it is invalid; the message names the region and the field.
    """
    if isinstance(document, Mapping) and document.get("game") == TABLES:
        return part(document)
    board = check_board(document)
    registry.load(board.game, num_players=board.players, map=document)
    return board


def written(name: str) -> tuple[dict[str, Any], str]:
    """Return the document of a board or face that comes with swenv, and the name of its schema.

    Raises:
        ValueError: there is none of this name.
    """
    check_known("board", name, names())
    face = name in maps.faces()
    path = maps.path(f"{TABLES}-{name}" if face else name)
    return json.loads(path.read_text(encoding="utf-8")), "face" if face else "board"


def summary(facts: Mapping[str, Any]) -> str:
    """Return the numbers of `check` in words, without those that the board does not have."""
    counted = [f"{facts[key]} {word}" for key, word in list(_COLUMNS.items())[4:] if facts.get(key)]
    return ", ".join([f"{facts['land']} land and {facts['water']} water regions", *counted])


def is_part(source: str) -> bool:
    """Whether this names a face, or is the file of one, which can be drawn alone but not played on."""
    if source.removeprefix(f"{TABLES}-") in maps.faces():
        return True
    if not source.endswith(".json") or not os.path.isfile(source):
        return False
    try:
        document = read_document(source)
    except ValueError:
        return False
    return isinstance(document, dict) and document.get("game") == TABLES and "icon" in document


def part(source: str | Mapping[str, Any]) -> Board:
    """Return a single face as a board to draw; it is not a table to play on.

    Raises:
        ValueError: no such face, or an invalid one.
    """
    face = load_face(source)
    shores = (face.outline,) if face.outline else ()
    return Board(face.name, TABLES, 0, 0, face.regions, face.size, face.document, (face.name,), shores)


def opening(sources: Sequence[str]) -> tuple[str, int, dict[str, Any]]:
    """Return what `swenv.load` needs for a game on a board, or on the table that several faces make.

    Args:
        sources: The name or file of a board, or of each of several faces.

    Returns:
        Game, number of players, options.

    Raises:
        ValueError: there is no such board, or it is invalid.
        OSError: the file cannot be read.
    """
    if len(sources) > 1:
        return TABLES, len(sources), {"boards": list(sources)}
    board = load_board(sources[0])
    return board.game, board.players, {"map": sources[0]}
