"""Draws a position of Small Islands: the archipelago, and beside it the panel of the seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from swenv.islands.archipelago import islands
from swenv.render import islands_tiles as tiles
from swenv.render import letters
from swenv.render.canvas import Canvas, number
from swenv.render.islands_gains import gains
from swenv.render.islands_panel import WIDTH, Panel, height
from swenv.render.islands_summary import all_tiles, summary
from swenv.render.islands_text import changes, details, text
from swenv.render.islands_view import Cell, Document, Window, last_placed, lying, seen, ships, window
from swenv.render.islands_words import headline, ship_words, tile_words
from swenv.render.parts import INK, LINE, PAPER, SEATS, SOFT_INK
from swenv.render.shapes import Point

if TYPE_CHECKING:
    from swenv.core.game import State

__all__ = ["all_tiles", "changes", "details", "gains", "summary", "svg", "text"]

_MARGIN, _RIM, _LEGEND = 16.0, 26.0, 28.0
_SIDE = 840.0
"""Size of the square that the archipelago is fitted into, so that all pictures of a game have the same size."""
_LARGEST = 150.0  # a tile at the start of a game
_OPEN_SEA, _GRID, _LAST = "#c3dce8", "#ffffff", "#c98a00"

_SYMBOLS = ("lotus", "dragon fruit", "laurel", "temple", "port", "site")
_CHOOSING = ("start_place", "turn", "place", "mark_target", "house", "alexis_place", "alexis_house")
"""Phases in which a cell is chosen, and the choices reveal nothing hidden."""


def svg(state: State, width: int = 1000, seat: int | None = None, panel: bool = True) -> str:
    """See `swenv.render.svg`."""
    document = seen(state, seat)
    high, whole = _SIDE + _LEGEND, 2 * _MARGIN + _SIDE
    canvas = Canvas()
    tiles.definitions(canvas)
    if panel:
        high, whole = max(high, height(state)), whole + _MARGIN + WIDTH
        canvas.add("rect", width=whole, height=high + 2 * _MARGIN, rx=18, fill=PAPER)
    with canvas.inside("g", transform=f"translate({number(_MARGIN)} {number(_MARGIN)})", data_part="board"):
        open_cells = _open_cells(state)
        _archipelago(canvas, document, open_cells, _further_cells(state))
        with canvas.inside("g", data_part="legend"):
            _legend(canvas)
    if panel:
        place = f"translate({number(2 * _MARGIN + _SIDE)} {number(_MARGIN)})"
        with canvas.inside("g", transform=place, data_part="panel"):
            Panel(canvas, state, document).draw(high)
    return canvas.document(
        whole, high + 2 * _MARGIN, width, f"{state.game.title}, round {state.round}. {headline(state)}"
    )


def _open_cells(state: State) -> list[Cell]:
    """The cells that the seat to act can choose from, in a phase in which it chooses one."""
    if state.phase not in _CHOOSING:
        return []
    actions = (state.game.action(int(index)) for index in state.legal_actions())
    return sorted({(int(action.args[0]), int(action.args[1])) for action in actions if len(action.args) > 1})


def _further_cells(state: State) -> dict[Cell, Cell]:
    """While houses are built: the other cells of each island, with the one that names it (`Island.name`).

    Cells that two islands with a name share are left out.
    """
    if state.phase != "house":
        return {}
    names: dict[Cell, set[Cell]] = {}
    for island in islands(state):
        if island.name:
            for row, column, _ in island.pieces:
                names.setdefault((row, column), set()).add(island.name)
    return {cell: name for cell, (name, *others) in names.items() if not others and cell != name}


def _archipelago(canvas: Canvas, document: Document, choice: list[Cell], further: dict[Cell, Cell]) -> None:
    """Draw the part of the table in use, with row and column numbers."""
    view = window(document)
    room = _SIDE - 2 * _RIM
    side = min(_LARGEST, room / max(len(view.rows), len(view.columns)))
    left, top = ((_SIDE - side * len(cells)) / 2 for cells in (view.columns, view.rows))

    def corner(cell: Cell) -> Point:
        return left + side * (cell[1] - view.left), top + side * (cell[0] - view.top)

    _sea(canvas, view, (left, top), side)
    for cell, tile in sorted(lying(document).items()):
        tiles.draw(canvas, tile, corner(cell), side, f"Cell {cell[0]} {cell[1]}: {tile_words(tile)}")
    for cell, owner in sorted(ships(document).items()):
        title = f"Cell {cell[0]} {cell[1]}: {ship_words(owner)}"
        tiles.ship_tile(canvas, corner(cell), side, owner, title)
    last = last_placed(document)
    if last is not None:
        with canvas.inside("g", data_part="last"):
            _frame(canvas, corner(last), side, _LAST, 0.035 * side)
    color, thick = SEATS[document["to_act"] or 0], 0.022 * side
    for row, column in choice:
        with canvas.inside("g", data_r=row, data_c=column):
            _frame(canvas, corner((row, column)), side, color, thick, "6 4")
    for cell, name in sorted(further.items()):
        with canvas.inside("g", data_of=f"{name[0]} {name[1]}", data_on=f"{cell[0]} {cell[1]}"):
            if name in choice:
                _frame(canvas, corner(cell), side, color, thick, "6 4")


def _frame(canvas: Canvas, at: Point, side: float, color: str, thick: float, dashes: str | None = None) -> None:
    """Draw a frame inside a cell."""
    wide, inset = 0.97 * side, 0.015 * side
    square: dict[str, float] = {"x": at[0] + inset, "y": at[1] + inset, "width": wide, "height": wide}
    line: dict[str, str | float | None] = {"stroke": color, "stroke_width": thick, "stroke_dasharray": dashes}
    canvas.add("rect", None, **square, **line, rx=0.03 * side, fill="none")


def _sea(canvas: Canvas, view: Window, at: Point, side: float) -> None:
    """Draw the open sea with the cell numbers at the rim, and a thick line where the table ends."""
    (left, top), (right, bottom) = at, (at[0] + side * len(view.columns), at[1] + side * len(view.rows))
    ends = view.left == 0, view.top == 0, view.right == view.size - 1, view.bottom == view.size - 1
    x, y = left if ends[0] else 0.0, top if ends[1] else 0.0
    wide, high = (right if ends[2] else _SIDE) - x, (bottom if ends[3] else _SIDE) - y
    canvas.add("rect", x=x, y=y, width=wide, height=high, rx=3, fill=_OPEN_SEA)
    cells = (view.rows.start, view.columns.start, len(view.rows), len(view.columns))
    grid = " ".join(map(number, (left, top, side, *cells)))  # the first cell, its size, and how many rows and columns
    with canvas.inside("g", stroke=_GRID, stroke_width=1.2, stroke_dasharray="4 4", data_grid=grid):
        for i in range(len(view.columns) + 1):
            canvas.add("line", x1=left + side * i, x2=left + side * i, y1=top, y2=bottom)
        for i in range(len(view.rows) + 1):
            canvas.add("line", x1=left, x2=right, y1=top + side * i, y2=top + side * i)
    edges = (
        (left, left, y, y + high),
        (x, x + wide, top, top),
        (right, right, y, y + high),
        (x, x + wide, bottom, bottom),
    )
    for end, (x1, x2, y1, y2) in zip(ends, edges, strict=True):
        if end:
            canvas.add("line", x1=x1, x2=x2, y1=y1, y2=y2, stroke=LINE, stroke_width=5, stroke_linecap="round")
    style: dict[str, str | float] = {"text_anchor": "middle", "font_weight": 600, "fill": INK}
    for column in view.columns:
        for at_rim in (top - _RIM / 2, bottom + _RIM / 2):
            canvas.text(left + side * (column - view.left + 0.5), at_rim, str(column), 15, **style)
    for row in view.rows:
        for at_rim in (left - _RIM / 2, right + _RIM / 2):
            canvas.text(at_rim, top + side * (row - view.top + 0.5), str(row), 15, **style)


def _legend(canvas: Canvas) -> None:
    """Draw a line under the archipelago that explains the symbols."""
    x, y = 12.0, _SIDE + 0.6 * _LEGEND
    for word in (*_SYMBOLS, "house", "marker", "placed last", "choice"):
        if word == "house":
            tiles.house(canvas, (x, y), 0.9, 0)
        elif word == "marker":
            tiles.chip(canvas, "lotus", (x, y), 0, 0.85)
        elif word == "placed last":
            _frame(canvas, (x - 9, y - 9), 18, _LAST, 2.4)
        elif word == "choice":
            _frame(canvas, (x - 9, y - 9), 18, SEATS[0], 1.6, "4 3")
        else:
            tiles.icon(canvas, tiles.SYMBOLS[word], (x, y), 0.9)
        canvas.text(x + 16, y, word, 13.5, fill=SOFT_INK)
        x += 40 + letters.width(word, 13.5)
