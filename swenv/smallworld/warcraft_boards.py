"""Tables of Warcraft: several boards side by side, a face of each (WW-COMP-1, WW-SETUP-1, WW-SETUP-2).

A face is a JSON file. A table is a `Board` with the regions of all its faces, large boards first, boards of one size by
name; a region's id is its id on the face plus the number of regions before that face. Regions on different boards are
never adjacent.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

from swenv import maps
from swenv.core import schemas
from swenv.smallworld.board import MOST_CORNERS, Board, Region, check_regions, read_document

ICONS = ("L", "M", "S")
MOUNTAIN_PIECES = 10  # WW-COMP-4
MURLOC_PIECES = 15  # WW-COMP-3
MAX_REGIONS = 64


@dataclass(frozen=True)
class Face:
    """One side of a board of Warcraft.

    Attributes:
        name: "L1a", or the name of the user's own face.
        board: The board that it is a side of.
        icon: Its size: "L", "M" or "S".
        regions: By id.
        size: Width and height of the drawing.
        outline: The shore in the drawing, or ().
        document: The JSON it was made from.
    """

    name: str
    board: str
    icon: str
    regions: tuple[Region, ...]
    size: tuple[float, float]
    outline: tuple[tuple[float, float], ...]
    document: Mapping[str, Any]


@lru_cache(maxsize=1)
def printed() -> dict[str, Face]:
    """Return the faces that come with swenv, by name."""
    return {name: check_face(read_document(maps.path(f"warcraft-{name}"))) for name in maps.faces()}


def load_face(source: str | Path | Mapping[str, Any]) -> Face:
    """Load a face by name, from the path of a JSON file, or from the document itself.

    Raises:
        ValueError: no such face, or an invalid one; the message names the region and the field.
    """
    if isinstance(source, str) and source.removeprefix("warcraft-") in printed():
        return printed()[source.removeprefix("warcraft-")]
    if isinstance(source, str) and not source.endswith(".json"):
        raise ValueError(f"no face {source!r}; the faces are {', '.join(printed())}")
    return check_face(read_document(source))


def is_printed(face: Face) -> bool:
    """Whether a face comes with swenv."""
    return printed().get(face.name) is face


def load_faces(sources: Iterable[str | Path | Mapping[str, Any]]) -> list[Face]:
    """Load the faces of a table in table order: large, medium, small, those of one size by name.

    Raises:
        ValueError: `sources` is not a list, or one of the faces is invalid.
    """
    if isinstance(sources, str | Mapping) or not isinstance(sources, Iterable):
        raise ValueError(f"option 'boards': a list of faces is needed, not {sources!r}")
    sources = list(sources)
    for source in sources:
        if not isinstance(source, str | Path | Mapping):
            raise ValueError(f"option 'boards': a face is a name, a path or a document, not {source!r}")
    return sorted(map(load_face, sources), key=lambda face: (ICONS.index(face.icon), face.name))


def check_face(document: Mapping[str, Any]) -> Face:
    """Check a document against the format of faces (WW-COMP-8) and return its face.

    Raises:
        ValueError: the document is invalid; the message names the region and the field.
    """
    document = schemas.validate("face", document, "face")
    regions = check_regions(document)
    name = document["name"]
    spots = sum(region.marker for region in regions)
    if spots != 1:
        raise ValueError(f"board {name!r}, field 'marker': {spots} regions have the size icon, one must")
    if not any(region.anchor for region in regions):
        raise ValueError(f"board {name!r}, field 'anchor': no starting region, so nobody can enter")
    size = document.get("size", [700, 600])
    outline = tuple((point[0], point[1]) for point in document.get("outline", ()))
    short = name.removeprefix("warcraft-")
    return Face(short, document["board"], document["icon"], regions, (size[0], size[1]), outline, document)


@lru_cache(maxsize=1)
def _layout() -> dict[int, dict[str, Any]]:
    """Return the rounds, size and slots of the table for each number of players."""
    layout = json.loads((maps.path("warcraft-L1a").parent / "layout.json").read_text(encoding="utf-8"))
    return {int(players): table for players, table in layout["tables"].items()}


@cache
def all_tables(num_players: int) -> tuple[Board, ...]:
    """Return every table that may be drawn for this many players: 16, 64, 64 and 64 for 2, 3, 4 and 5.

    See WW-SETUP-1.
    """
    icons = [slot["icon"] for slot in _layout()[num_players]["slots"]]
    choices = []
    for icon in ICONS:
        sides: dict[str, list[Face]] = {}
        for face in printed().values():
            if face.icon == icon:
                sides.setdefault(face.board, []).append(face)
        choices.append(
            [
                chosen
                for boards in combinations(sorted(sides), icons.count(icon))
                for chosen in product(*(sides[board] for board in boards))
            ]
        )
    return tuple(compose([face for part in parts for face in part], num_players) for parts in product(*choices))


def compose(ordered: Sequence[Face], num_players: int) -> Board:
    """Assemble faces, in table order (`load_faces`), into a table.

    Raises:
        ValueError: they do not make a table for this many players; the message says why.
    """
    table = _layout()[num_players]
    slots = table["slots"]
    _check(ordered, [slot["icon"] for slot in slots], num_players)
    drawn = all(face.document.get("outline") for face in ordered)
    regions: list[Region] = []
    outlines = []
    for number, (face, slot) in enumerate(zip(ordered, slots, strict=True)):
        first, (x, y) = len(regions), slot["offset"]
        regions += [
            replace(
                region,
                id=first + region.id,
                board=number,
                neighbors=tuple(first + other for other in region.neighbors),
                polygon=_moved(region.polygon, x, y) if drawn and region.polygon else None,
                label=(region.label[0] + x, region.label[1] + y) if drawn and region.label else None,
            )
            for region in face.regions
        ]
        if drawn:
            outlines.append(_moved(face.outline, x, y))
    names = tuple(face.name for face in ordered)
    return Board(
        name="+".join(names),
        game="warcraft",
        players=num_players,
        rounds=table["rounds"],
        regions=tuple(regions),
        size=(table["size"][0], table["size"][1]),
        source={"faces": list(names)},
        faces=names,
        outlines=tuple(outlines),
    )


@lru_cache(maxsize=4096)
def _moved(points: tuple[tuple[float, float], ...], x: float, y: float) -> tuple[tuple[float, float], ...]:
    return tuple((round(a + x, 1), round(b + y, 1)) for a, b in points)


def _check(faces: Sequence[Face], icons: Sequence[str], num_players: int) -> None:
    """Raise ValueError unless the faces make a table for this many players: WW-SETUP-1, WW-COMP-8."""
    if [face.icon for face in faces] != list(icons):
        needed = ", ".join(f"{icons.count(icon)} {icon}" for icon in ICONS)
        chosen = ", ".join(f"{face.name} ({face.icon})" for face in faces) or "none"
        raise ValueError(f"option 'boards': {num_players} players need {needed}; got {chosen}")
    boards = [face.board for face in faces]
    for board in boards:
        if boards.count(board) > 1:
            raise ValueError(f"option 'boards': two faces of board {board} cannot lie on one table")
    names = [face.name for face in faces]
    for name in names:
        if names.count(name) > 1:  # a position names the faces on its table
            raise ValueError(f"option 'boards': two faces are called {name}")
    regions = [region for face in faces for region in face.regions]
    for what, number, most in (
        ("regions", len(regions), MAX_REGIONS),
        ("Mountains", sum(region.terrain == "mountain" for region in regions), MOUNTAIN_PIECES),
        ("Murlocs", sum(region.murloc for region in regions), MURLOC_PIECES),
        ("corners of outlines", sum(map(_corners, faces)), MOST_CORNERS),
    ):
        if number > most:
            raise ValueError(f"option 'boards': {number} {what} on the table, at most {most} are possible")


def _corners(face: Face) -> int:
    return len(face.outline) + sum(len(region.polygon or ()) for region in face.regions)
