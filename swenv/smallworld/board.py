"""Boards: one JSON file each, checked before use. `warcraft_boards` assembles faces into tables."""

from __future__ import annotations

import os.path
from collections.abc import Collection, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from swenv import maps
from swenv.core import schemas
from swenv.smallworld import board_maker

WATER = ("sea", "lake")
COUNTERPARTS = {"mushroom": "forest", "mud": "swamp", "crystal": "magic", "mine": "mine"}
"""The base game's terrain for each of Underground's, to play either box on the other's board (UG-MIX-1 to UG-MIX-5)."""
TERRAINS = {
    "smallworld": ("farmland", "forest", "hill", "swamp", "mountain", *WATER),
    "underground": (*COUNTERPARTS, "mountain", "river", "chasm"),
    "warcraft": ("farmland", "forest", "hill", "swamp", "mountain", *WATER),
}
"""The terrains of each game's boards."""

DRY = {
    "tribe": "a Lost Tribe",
    "monster": "Monsters",
    "anchor": "a starting region",
    "murloc": "a Murloc",
    "marker": "a marker",
}
"""Fields that only land regions can have, and what each puts there."""
PIECES = {
    "tribe": ("Lost Tribes", {"base": 18}),  # SW-SETUP-3
    "monster": ("Monsters", {"underground": 7}),  # UG-SETUP-5: 14, two a region
    "terrain": ("Mountains", {"base": 9, "underground": 9}),  # SW-SETUP-4, UG-SETUP-9
}
"""By field of a region: the name of its pieces, and the number of regions that each box has pieces for."""
FAR = 1e6
"""The largest coordinate in a drawing."""
MOST_CORNERS = 4_000
"""Corners that all outlines of a board, or of a table of faces, may have together."""


@dataclass(frozen=True)
class Region:
    """One area of a board (SW-TERM-1, UG-MAP-1, WW-COMP-7).

    Attributes:
        id: Its number, from 0.
        terrain: One of `TERRAINS` of the board's game.
        symbols: Any of cavern, magic, mine.
        edge: Touches the frame of the board.
        tribe: Starts with a Lost Tribe.
        monster: Starts with two Monsters.
        volcano: Is a chasm with the Volcano symbol.
        neighbors: Ids of the regions that share a border with it.
        polygon: Outline in the drawing, or None.
        label: Point for labels, well inside the outline, or None.
        anchor: Is a starting region of Warcraft.
        murloc: Starts with a Murloc.
        marker: Starts with a face-down marker.
        board: Number of its board on the table, from 0; in the other games the table is one board.
    """

    id: int
    terrain: str
    symbols: tuple[str, ...]
    edge: bool
    tribe: bool
    monster: bool
    volcano: bool
    neighbors: tuple[int, ...]
    polygon: tuple[tuple[float, float], ...] | None = None
    label: tuple[float, float] | None = None
    anchor: bool = False
    murloc: bool = False
    marker: bool = False
    board: int = 0

    @property
    def is_water(self) -> bool:
        """Whether it is a sea or a lake (SW-TERM-2); the River is neither, as anybody may conquer it (UG-DIFF-4)."""
        return self.terrain in WATER

    @property
    def is_land(self) -> bool:
        """Whether it is neither water nor River nor Chasm."""
        return self.terrain not in (*WATER, "river", "chasm")


@dataclass(frozen=True)
class Board:
    """A board to play on: its regions and the length of the game.

    Attributes:
        name: Name of the board, or names of the faces that make up a table of Warcraft: "L1a+S2b".
        game: The game it is made for.
        players: Number of players it is made for.
        rounds: Length of the game, in rounds.
        regions: By id.
        size: Width and height of the drawing.
        source: The JSON it was made from; for a table of faces it has only `faces`.
        faces: Names of the faces of a Warcraft table, in the order of their regions.
        outlines: Shores of the faces in the drawing; empty if not drawn.
    """

    name: str
    game: str
    players: int
    rounds: int
    regions: tuple[Region, ...]
    size: tuple[float, float]
    source: Mapping[str, Any]
    faces: tuple[str, ...] = ()
    outlines: tuple[tuple[tuple[float, float], ...], ...] = ()

    @property
    def document(self) -> dict[str, Any]:
        """A copy of `source`, to be changed and loaded; boards are shared."""
        return deepcopy(dict(self.source))


def load_board(source: str | Path | Mapping[str, Any]) -> Board:
    """Load a board by name, from the path of a JSON file, or from the document itself; a name can be "random-2p-7".

    Raises:
        ValueError: no such board, or an invalid one; the message names the region and the field.
    """
    return check_board(read_document(source))


def read_document(source: str | Path | Mapping[str, Any]) -> Mapping[str, Any]:
    """Read the JSON of a board by name or from the path of its file; return a document as it is.

    Raises:
        ValueError: there is no such board or file.
    """
    if isinstance(source, Mapping):
        return source
    if isinstance(source, Path) or str(source).endswith(".json"):
        path = Path(source)
        if not os.path.exists(path) or os.path.isdir(path):  # a name can be too long for pathlib
            raise ValueError(f"no board file {str(source)!r}")
    elif board_maker.is_name(source):
        return board_maker.made(source)
    else:
        path = maps.path(source)
    document: Mapping[str, Any] = schemas.read(path, f"board file {path.name}")
    return document


def check_board(document: Mapping[str, Any]) -> Board:
    """Check a document against the format and return its board.

    Raises:
        ValueError: the document is invalid; the message names the region and the field.
    """
    document = schemas.validate("board", document, "board")
    regions = check_regions(document)
    size = document.get("size", [1000, 700])
    return Board(
        document["name"],
        document["game"],
        document["players"],
        document["rounds"],
        regions,
        (size[0], size[1]),
        document,
    )


def check_regions(document: Mapping[str, Any]) -> tuple[Region, ...]:
    """Check the regions of a board or face against the format and return them.

    Raises:
        ValueError: one of them is invalid; the message names the region and the field.
    """
    name = document["name"]
    _check_drawing(document)
    regions = tuple(_region(entry) for entry in document["regions"])
    for number, region in enumerate(regions):
        where = f"board {name!r}, region {number}"
        if region.id != number:
            raise ValueError(f"{where}, field 'id': is {region.id}; ids go 0, 1, 2 ... in order")
        if region.terrain not in TERRAINS[document["game"]]:
            raise ValueError(f"{where}, field 'terrain': {document['game']} has no {region.terrain}")
        for field, what in DRY.items():
            if getattr(region, field) and not region.is_land:
                there = "in a chasm" if region.terrain == "chasm" else "on water"
                raise ValueError(f"{where}, field {field!r}: {what} cannot be {there}")
        if region.monster and region.tribe:
            raise ValueError(f"{where}, field 'monster': Monsters cannot be where a Lost Tribe is")
        if region.volcano and region.terrain != "chasm":
            raise ValueError(f"{where}, field 'volcano': only a chasm has a Volcano symbol")
        for other in region.neighbors:
            if other >= len(regions):
                raise ValueError(f"{where}, field 'neighbors': there is no region {other}")
            if other == number:
                raise ValueError(f"{where}, field 'neighbors': names the region itself")
            if number not in regions[other].neighbors:
                raise ValueError(
                    f"{where}, field 'neighbors': names {other}, but region {other} does not name {number}"
                )
        if len(set(region.neighbors)) != len(region.neighbors):
            raise ValueError(f"{where}, field 'neighbors': names a region twice")
    if document["game"] != "warcraft" and not any(region.edge and region.is_land for region in regions):
        raise ValueError(f"board {name!r}, field 'edge': no land region touches the edge, so nobody can enter")
    lonely = set(range(len(regions))) - _connected(regions)
    if lonely:
        raise ValueError(f"board {name!r}, region {min(lonely)}, field 'neighbors': cannot be reached from region 0")
    return regions


def check_pieces(board: Board, boxes: Collection[str]) -> None:
    """Check that the boxes in play have enough pieces for what the regions start with.

    Raises:
        ValueError: they do not; the message names the region and the field.
    """
    for field, (pieces, held) in PIECES.items():
        most = sum(number for box, number in held.items() if box in boxes)
        those = [region.id for region in board.regions if getattr(region, field) in (True, "mountain")]
        if len(those) > most:
            where = f"board {board.name!r}, region {those[most]}, field {field!r}"
            if not most:
                raise ValueError(f"{where}: {pieces} come with the box {next(iter(held))!r}, see option 'boxes'")
            raise ValueError(f"{where}: {pieces} in {len(those)} regions, there are pieces for {most}")


def adjacencies(boards: Sequence[Board]) -> NDArray[np.int8]:
    """Return the adjacency of the boards, (boards, regions, regions) int8, read only: 1 where regions share a border.

    The size is that of the largest board.
    """
    size = max(len(board.regions) for board in boards)
    table = np.zeros((len(boards), size, size), dtype=np.int8)
    for number, board in enumerate(boards):
        for region in board.regions:
            table[number, region.id, list(region.neighbors)] = 1
    table.flags.writeable = False
    return table


def _check_drawing(document: Mapping[str, Any]) -> None:
    """Raise ValueError if a document cannot be drawn: a coordinate out of range, or an outline without area."""
    name = document["name"]
    parts = [(f"board {name!r}, field {field!r}", document.get(field)) for field in ("size", "outline")]
    for number, region in enumerate(document["regions"]):
        parts += [
            (f"board {name!r}, region {number}, field {field!r}", region.get(field)) for field in ("polygon", "label")
        ]
    corners = 0
    for where, part in parts:
        if part is None:
            continue
        is_outline = isinstance(part[0], list | tuple)
        corners += len(part) * is_outline
        if corners > MOST_CORNERS:
            raise ValueError(f"{where}: all outlines of a board may have {MOST_CORNERS:,} corners, these are more")
        for value in (value for point in part for value in point) if is_outline else part:
            if not -FAR <= value <= FAR:  # NaN fails this too
                raise ValueError(f"{where}: numbers are from {-FAR:.0f} to {FAR:.0f}, not {value!r}")
        if is_outline and _is_flat(part):
            raise ValueError(f"{where}: the outline has no area")


def _is_flat(outline: Sequence[Sequence[float]]) -> bool:
    """Whether an outline encloses no area."""
    points = np.asarray(outline, dtype=float) - outline[0]
    (x, y), (width, height) = points.T, np.ptp(points, axis=0)
    return bool(abs(x @ np.roll(y, 1) - y @ np.roll(x, 1)) <= 1e-9 * width * height)


def _region(entry: Mapping[str, Any]) -> Region:
    polygon, label = entry.get("polygon"), entry.get("label")
    return Region(
        id=entry["id"],
        terrain=entry["terrain"],
        symbols=tuple(entry["symbols"]),
        edge=entry["edge"],
        tribe=entry.get("tribe", False),
        monster=entry.get("monster", False),
        volcano=entry.get("volcano", False),
        neighbors=tuple(entry["neighbors"]),
        polygon=tuple((point[0], point[1]) for point in polygon) if polygon else None,
        label=(label[0], label[1]) if label else None,
        anchor=entry.get("anchor", False),
        murloc=entry.get("murloc", False),
        marker=entry.get("marker", False),
    )


def _connected(regions: tuple[Region, ...]) -> set[int]:
    """Return the regions that can be reached from region 0."""
    seen, edge = {0}, [0]
    while edge:
        for other in regions[edge.pop()].neighbors:
            if other not in seen:
                seen.add(other)
                edge.append(other)
    return seen
