"""Draws tiles of Small Islands in letters, for a terminal: three lines of seven characters each."""

from __future__ import annotations

from itertools import groupby

from swenv.render.islands_view import ALEXIS, Cell, Document, Lying, Window, last_placed, lying, ships, window
from swenv.render.parts import Paint, seat_code

WIDE, HIGH = 7, 3
LETTERS = {"lotus": "L", "dragonfruit": "D", "laurel": "R", "temple": "T", "site": "h", "port": "P"}
LEGEND = (
    "L lotus, D dragon fruit, R laurel, T temple, P port, h free site, 0-3 house of that seat, A of Alexis",
    ". land, ~ sea; land goes on over a side where its middle is land; + round what was placed last",
)
_SEA, _LAND, _LAST = "~", ".", "+"
_CODES = {
    **{_SEA: "38;5;74", _LAND: "38;5;71", _LAST: "1;38;5;199"},
    **{"L": "1;38;5;176", "D": "1;38;5;203", "R": "1;38;5;77", "T": "1;38;5;173", "P": "1;38;5;117", "A": "1"},
}
"""ANSI codes of everything that does not belong to a seat."""
_COLUMNS = 13  # columns of the table per page, so that it fits a terminal

_N, _E, _S, _W = (frozenset({side}) for side in range(4))
_PLACES: dict[tuple[frozenset[int], frozenset[int]], tuple[str, str, str]] = {
    (_N, _E): ("~000~~~", "~0~~~11", "~~~~11~"),
    (_N, _S): ("~00000~", "~~~~~~~", "~11111~"),
    (_W, _E): ("~0~~~1~", "000~111", "~0~~~1~"),
    (_N | _E, _S): ("~~~000~", "~1~~~00", "~111~~~"),
    (_E | _S, _W): ("~11~~~~", "11~~~00", "~~~000~"),
    (_N | _E, _S | _W): ("~~~000~", "11~~~00", "~111~~~"),
}
"""The shapes of the two pieces of a tile, by their edges; mirrored and rotated for the others."""


def side_by_side(first: frozenset[int], second: frozenset[int]) -> tuple[str, str, str]:
    """Return the shapes of two pieces with these edges in the three lines of a tile, as 0 and 1."""
    for down in (False, True):
        for across in (False, True):
            for swapped in (False, True):
                edges = [_mirrored(each, down, across) for each in (first, second)]
                shape = _PLACES.get((edges[1], edges[0]) if swapped else (edges[0], edges[1]))
                if shape:
                    lines = [line[::-1] if across else line for line in (shape[::-1] if down else shape)]
                    above, middle, below = (line.translate(_SWAP) if swapped else line for line in lines)
                    return above, middle, below
    raise ValueError(f"no place for pieces with the edges {sorted(first)} and {sorted(second)}")


_SWAP = str.maketrans("01", "10")


def _mirrored(edges: frozenset[int], down: bool, across: bool) -> frozenset[int]:
    """Mirror edges vertically or horizontally."""
    turned = {2 - edge if down and edge % 2 == 0 else edge for edge in edges}
    return frozenset(4 - edge if across and edge % 2 else edge for edge in turned)


def _alone(edges: frozenset[int]) -> tuple[str, str, str]:
    """Return the shape of the only piece of a tile."""
    above, below = (" 000 ".replace(" ", _SEA) if side in edges else _SEA * 5 for side in (0, 2))
    west, east = ("0" if side in edges else _SEA for side in (3, 1))
    return f"{_SEA}{above}{_SEA}", f"{west}00000{east}", f"{_SEA}{below}{_SEA}"


def _letters(tile: Lying, piece: int) -> str:
    """What a piece shows: resources in the order of their slots, temple, site or house, ports."""
    printed = tile.tile.pieces[piece]
    shown = "".join(LETTERS[name] for _, name, _ in tile.slots_of(piece)) + LETTERS["temple"] * printed.temple
    if printed.site:
        shown += LETTERS["site"] if tile.house is None else house_sign(tile.house)
    return shown + LETTERS["port"] * len(tile.ports[piece])


def house_sign(owner: int | str) -> str:
    """The sign of a house's owner."""
    return "A" if owner == ALEXIS else str(owner)


def short(tile: Lying) -> str:
    """Describe a tile in one word: its name, then the land edges and symbols of each piece."""
    pieces = [
        f"{''.join('NESW'[side] for side in sorted(tile.edges_of(piece))) or '-'}:{_letters(tile, piece)}"
        for piece in range(len(tile.tile.pieces))
    ]
    return " ".join([tile.tile.id, *(pieces or ["sea"])])


def tile_lines(tile: Lying) -> list[str]:
    """Draw a tile as three lines of seven characters."""
    pieces = range(len(tile.tile.pieces))
    edges = [tile.edges_of(piece) for piece in pieces]
    places = ("~" * WIDE,) * HIGH if not edges else _alone(edges[0]) if len(edges) == 1 else side_by_side(*edges)
    grid = [list(line) for line in places]
    for piece in pieces:
        # Symbols fill the middle line first, then the arms above and below.
        free = [(row, column) for row in (1, 0, 2) for column in range(WIDE) if places[row][column] == str(piece)]
        shown = _letters(tile, piece)
        spots = _spread(free, len(shown)) if len(edges) == 1 else free
        for row, column in free:
            grid[row][column] = _LAND
        for (row, column), letter in zip(spots, shown, strict=False):
            grid[row][column] = letter
    return ["".join(line) for line in grid]


def _spread(free: list[Cell], number: int) -> list[Cell]:
    """Choose places for the symbols, in the middle of the middle line if there is room."""
    inner = [spot for spot in free if spot[0] == 1 and 0 < spot[1] < WIDE - 1]
    chosen = {1: (2,), 2: (1, 3), 3: (0, 2, 4), 4: (0, 1, 3, 4)}.get(number, range(5))
    return [inner[i] for i in chosen] + [spot for spot in free if spot not in inner]


def ship_lines(owner: int | str) -> list[str]:
    """Draw a ship as three lines of seven characters; its sail has its owner's number, a grey one has none."""
    sign = owner if isinstance(owner, int) else " "
    return ["~~~|\\~~", f"~~~|{sign}\\~", "~\\___/~"]


def grid(document: Document, paint: Paint) -> list[str]:
    """Draw the part of the table in use, line by line, in parts as wide as a terminal."""
    view = window(document)
    cells = {cell: tile_lines(tile) for cell, tile in lying(document).items()}
    cells |= {cell: ship_lines(owner) for cell, owner in ships(document).items()}
    lines: list[str] = []
    for first in range(view.left, view.right + 1, _COLUMNS):
        columns = range(first, min(first + _COLUMNS, view.right + 1))
        lines += [*([""] if lines else []), *_part(view, columns, cells, last_placed(document), paint)]
    return lines


def _part(view: Window, columns: range, cells: dict[Cell, list[str]], last: Cell | None, paint: Paint) -> list[str]:
    heads = "    " + "".join(f"{column:^{WIDE}}" for column in columns)
    lines = [heads]
    for row in view.rows:
        for line in range(HIGH):
            name = f"{row:>3} " if line == 1 else "    "
            parts = []
            for column in columns:
                text = cells[row, column][line] if (row, column) in cells else "   ·   " if line == 1 else " " * WIDE
                if (row, column) == last and line != 1:
                    text = f"{_LAST}{text[1:-1]}{_LAST}"
                parts.append(text)
            lines.append(name + _colored("".join(parts), paint))
    return lines


def _colored(text: str, paint: Paint) -> str:
    """Colour sea, land and symbols, and houses and ships by seat."""
    return "".join(paint("".join(run), code) for code, run in groupby(text, _code))


def _code(letter: str) -> str:
    return seat_code(int(letter)) if letter.isdecimal() else _CODES.get(letter, "")
