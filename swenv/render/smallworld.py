"""Draws a position: the board or boards with everything on them, and the panel beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from swenv.core import registry
from swenv.core.game import State
from swenv.render import glyphs, icons, letters, shapes
from swenv.render.canvas import Canvas, number
from swenv.render.parts import (
    GOLD,
    GOLD_RIM,
    INK,
    LINE,
    PALE,
    PAPER,
    SEAT_TEXT,
    SEATS,
    SOFT_INK,
    STONE,
    fitted,
    seat_mark,
)
from swenv.render.parts import new_lines as changes
from swenv.render.smallworld_panel import WIDTH, Panel, faction_sign, heights
from swenv.render.smallworld_style import (
    ARTIFACTS,
    BOARDS,
    FACTIONS,
    FADED_TEXT,
    OPEN_SEA,
    RELICS,
    SHALLOWS,
    TERRAINS,
    WATERS,
    short_race,
    words,
)
from swenv.render.smallworld_summary import summary
from swenv.render.smallworld_text import (
    Document,
    board_of,
    board_text,
    contents,
    describe,
    details,
    factions,
    finds,
    game_of,
    headline,
    in_decline,
    markers,
    start,
    text,
)

if TYPE_CHECKING:
    from swenv.smallworld.board import Board, Region

__all__ = ["board_svg", "board_text", "changes", "details", "plan", "summary", "svg", "text"]

_MARGIN, _LINE = 16.0, 21.0
_MARK = 4.6
"""Radius of the shape that tells a seat's tokens from others without their colour."""

_ICONS = {
    "smallworld": {*icons.BASE},
    "underground": {"mountain", *icons.UNDERGROUND},
    "warcraft": {"mountain", "cavern", "magic", "fortress", *icons.WARCRAFT},
}
"""The icons defined in every picture of a board of this game; others are defined only where they are used."""
_ICON_LINES = {"base": 1, "underground": 3, "warcraft": 3}
"""Number of legend lines that the icons of a box can need."""
_LEGEND = {"face_down": "Face-down marker", "in_decline": "In decline"}
"""Legend texts that differ from the printed name."""
_DWELLERS = {"tribe": "tribe", "monster": "monsters", "murloc": "murloc"}
"""The icon and the document field of each neutral kind in a region."""


def svg(state: State, width: int = 1000, seat: int | None = None, panel: bool = True) -> str:
    """See `swenv.render.svg`."""
    board = board_of(state)
    document = state.to_position()
    drawing = _drawing(board)
    lines = sum(_ICON_LINES[box] for box in game_of(state).options["boxes"])
    usual, needed = heights(state, document)
    high = drawing.height + _legend_height(lines)
    whole = 2 * _MARGIN + drawing.width
    canvas = Canvas()
    _definitions(canvas, drawing, board, _seen(document, board.regions))
    glyphs.define(canvas, *_combos(document))
    if panel:
        high, whole = max(high, usual), whole + _MARGIN + WIDTH
        canvas.add("rect", width=whole, height=high + 2 * _MARGIN, rx=18, fill=PAPER)
    _table(canvas, drawing, board, document, set(factions(state).values()), lines)
    if panel:
        place = f"translate({number(2 * _MARGIN + drawing.width)} {number(_MARGIN)})"
        with canvas.inside("g", transform=place, data_part="panel"):
            Panel(canvas, state, document, seat, min(1.3, high / needed)).draw()
    title = f"{state.game.title}, {board.name}, round {state.round}. {headline(state)}"
    return canvas.document(whole, high + 2 * _MARGIN, width, title)


def board_svg(board: Board, width: int = 1000) -> str:
    """See `swenv.render.board_svg`."""
    drawing, document, lines = _drawing(board), start(board), 1
    whole, high = 2 * _MARGIN + drawing.width, 2 * _MARGIN + drawing.height + _legend_height(lines)
    canvas = Canvas()
    _definitions(canvas, drawing, board, _seen(document, board.regions))
    canvas.add("rect", width=whole, height=high, rx=18, fill=PAPER)
    _table(canvas, drawing, board, document, set(), lines)
    return canvas.document(whole, high, width, f"{registry.kind(board.game).title}, {board.name}")


def _drawing(board: Board) -> shapes.Drawing:
    return shapes.drawing(*plan(board))


def plan(shown: State | Board) -> shapes.Plan:
    """See `swenv.render.plan`."""
    board = board_of(shown) if isinstance(shown, State) else shown
    places = tuple(
        shapes.Place(region.polygon, region.label, region.neighbors, len(_printed(region)), region.board)
        for region in board.regions
    )
    return places, shapes.Sea(board.size, board.outlines) if board.faces else None


def _table(
    canvas: Canvas, drawing: shapes.Drawing, board: Board, document: Document, sides: set[str], icon_lines: int
) -> None:
    """Draw the board or boards, everything on them, and the legend below."""
    regions = board.regions
    place, scale = f"translate({number(_MARGIN)} {number(_MARGIN)})", f"{drawing.scale:.3f}"
    with canvas.inside("g", transform=place, data_part="board", data_scale=scale):
        _open_sea(canvas, drawing, board)
        _ground(canvas, drawing, regions)
        _territories(canvas, drawing, document)
        _frame(canvas, drawing, regions)
        _prints(canvas, drawing, regions)
        _pieces(canvas, drawing, document, regions)
        with canvas.inside("g", data_part="legend"):
            _legend(canvas, drawing, board, document, sides, icon_lines)


def _legend_height(icon_lines: int) -> float:
    return 4 + _LINE * (1 + icon_lines)


def _seen(document: Document, regions: tuple[Region, ...]) -> set[str]:
    """The icons visible on the board, except Mountains."""
    seen = {icon for region in regions for icon in _printed(region)} - {"mountain"}
    for _, content in contents(document):
        seen |= {name for name, _ in markers(content)} | set(finds(content))
        seen |= {name for name, key in _DWELLERS.items() if content.get(key)}
    return seen


def _combos(document: Document) -> tuple[set[str], set[str]]:
    """The races and the powers on the table."""
    combos = [*document["column"], *(race for entry in document["seats"] for race in entry["races"])]
    held = {content["race"] for _, content in contents(document) if "owner" in content}
    return held | {combo["race"] for combo in combos}, {combo["power"] for combo in combos}


# --- the board ------------------------------------------------------------------------------------


def _definitions(canvas: Canvas, drawing: shapes.Drawing, board: Board, seen: set[str]) -> None:
    """Define textures and icons once, and the outline of every region for drawing and clipping."""
    tile: dict[str, str | float] = {"patternUnits": "userSpaceOnUse"}
    with canvas.inside("defs"):
        for terrain, (wide, high, inside) in icons.TEXTURES.items():
            if terrain in BOARDS[board.game]:
                with canvas.inside("pattern", id=f"sw-fill-{terrain}", width=wide, height=high, **tile):
                    canvas.raw(inside)
        with canvas.inside("pattern", id="sw-fill-decline", width=7, height=7, patternTransform="rotate(45)", **tile):
            canvas.add("path", d="M0 0V7", stroke="#5b544a", stroke_width=3.2, stroke_opacity="0.33")
        for name, inside in icons.SMALLWORLD.items():
            if name in seen or name in _ICONS[board.game]:
                with canvas.inside("g", id=f"sw-icon-{name}"):
                    canvas.raw(inside)
        for region, shape in enumerate(drawing.shapes):
            canvas.add("path", id=f"{drawing.key}-{region}", d=shape.path)
            with canvas.inside("clipPath", id=f"{drawing.key}-clip-{region}"):
                canvas.add("use", href=_outline(drawing, region))


def _outline(drawing: shapes.Drawing, region: int) -> str:
    return f"#{drawing.key}-{region}"


def _inside(drawing: shapes.Drawing, region: int) -> str:
    return f"url(#{drawing.key}-clip-{region})"


def _open_sea(canvas: Canvas, drawing: shapes.Drawing, board: Board) -> None:
    """Draw the sea around the boards of a table, with the name of each face."""
    if not drawing.islands:
        return
    shores = [island.path for island in drawing.islands if island.path]
    if shores:
        canvas.add("rect", width=drawing.width, height=drawing.height, rx=3, fill=OPEN_SEA)
        with canvas.inside("g", fill=SHALLOWS, stroke=SHALLOWS, stroke_linejoin="round"):
            for wide, strong in ((44, "0.25"), (28, "0.4"), (13, "0.8")):
                for shore in shores:
                    canvas.add("path", d=shore, stroke_width=wide * drawing.scale, opacity=strong)
    for island, name in zip(drawing.islands, board.faces, strict=True):
        canvas.text(*island.name_at, name, 15 * drawing.scale, text_anchor="middle", font_weight=700, fill=SOFT_INK)


def _ground(canvas: Canvas, drawing: shapes.Drawing, regions: tuple[Region, ...]) -> None:
    for a, b in drawing.links:
        (x1, y1), (x2, y2) = drawing.shapes[a].center, drawing.shapes[b].center
        canvas.add("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=LINE, stroke_width=3, stroke_opacity="0.5")
    for region in regions:
        outline = _outline(drawing, region.id)
        color = TERRAINS[region.terrain]
        x, y = drawing.shapes[region.id].center
        with canvas.inside("g", data_region=region.id, data_at=f"{number(x)} {number(y)}"):
            canvas.add("title", describe(region))
            # The stroke in the same colour hides the hairline that renderers leave between two fills.
            canvas.add("use", href=outline, fill=color, stroke=color, stroke_width=1)
            canvas.add("use", href=outline, fill=f"url(#sw-fill-{region.terrain})")
        if region.terrain in WATERS:
            with canvas.inside("g", clip_path=_inside(drawing, region.id), fill="none", stroke=SHALLOWS):
                for wide, strong in ((26, "0.2"), (14, "0.35"), (7, "0.6")):
                    canvas.add("use", href=outline, stroke_width=wide, stroke_opacity=strong)


def _territories(canvas: Canvas, drawing: shapes.Drawing, document: Document) -> None:
    """Draw a band in the seat's colour inside the border of each region it holds; dashed for a race in decline."""
    for region, content in contents(document):
        if "owner" not in content:
            continue
        outline, dash = _outline(drawing, region), "9 7" if in_decline(content, document) else None
        with canvas.inside("g", clip_path=_inside(drawing, region), fill="none"):
            canvas.add("use", href=outline, stroke="#ffffff", stroke_width=15, stroke_opacity="0.7")
            canvas.add("use", href=outline, stroke=SEATS[content["owner"]], stroke_width=11, stroke_dasharray=dash)


def _frame(canvas: Canvas, drawing: shapes.Drawing, regions: tuple[Region, ...]) -> None:
    """Draw the borders. On a computed layout, which has no frame, regions at the edge have a thick rim."""
    with canvas.inside("g", fill="none", stroke=LINE, stroke_linejoin="round"):
        for region in regions:
            rim = 5 if drawing.links and region.edge and not drawing.islands else 1.8
            canvas.add("use", href=_outline(drawing, region.id), stroke_width=rim)
        for island in drawing.islands:
            if island.path:
                canvas.add("path", d=island.path, stroke_width=3)
        if not drawing.links:
            canvas.add("rect", width=drawing.width, height=drawing.height, rx=3, stroke_width=4)


def _printed(region: Region) -> list[str]:
    """The icons that are always in a region."""
    mountain, site = ["mountain"] * (region.terrain == "mountain"), ["site"] * region.volcano
    return mountain + list(region.symbols) + site + ["anchor"] * region.anchor


def _prints(canvas: Canvas, drawing: shapes.Drawing, regions: tuple[Region, ...]) -> None:
    """Draw what is printed on the board: ids, symbols, Mountains."""
    for region in regions:
        shape = drawing.shapes[region.id]
        name, size = str(region.id), 13.5 * drawing.name_scale
        style: dict[str, str | float] = {"text_anchor": "middle", "font_weight": 600}
        ink, around = (PAPER, INK) if region.terrain == "chasm" else (INK, "#ffffff")
        halo: dict[str, str | float] = {"stroke": around, "stroke_width": 3.2, "stroke_linejoin": "round"}
        canvas.text(*shape.name_at, name, size, stroke_opacity="0.75", **style, **halo)
        canvas.text(*shape.name_at, name, size, fill=ink, **style)
        for icon, spot in zip(_printed(region), shape.spots, strict=True):
            if icon == "mountain":
                _icon(canvas, icon, spot, 1.1 * drawing.scale)
            else:
                _chip(canvas, icon, spot, drawing.scale, "#8b7d68", 1.2)


def _icon(canvas: Canvas, name: str, at: shapes.Point, scale: float) -> None:
    place = f"translate({number(at[0])} {number(at[1])}) scale({scale:.2f})"
    canvas.add("use", href=f"#sw-icon-{name}", transform=place)


def _chip(canvas: Canvas, name: str, at: shapes.Point, scale: float, rim: str, wide: float, count: int = 1) -> None:
    """Draw an icon on a small disc, with a number if there are several."""
    canvas.add("circle", cx=at[0], cy=at[1], r=10.5 * scale, fill=STONE, stroke=rim, stroke_width=wide)
    _icon(canvas, name, at, 0.74 * scale)
    if count > 1:
        x, y = at[0] + 8 * scale, at[1] + 8 * scale
        canvas.add("circle", cx=x, cy=y, r=6.5 * scale, fill=INK)
        canvas.text(x, y, str(count), 10 * scale, text_anchor="middle", fill="#ffffff", font_weight=700)


def _pieces(canvas: Canvas, drawing: shapes.Drawing, document: Document, regions: tuple[Region, ...]) -> None:
    for region, content in contents(document):
        center = drawing.shapes[region].center
        stands = {"data_piece": region, "data_owner": content.get("owner"), "data_tokens": content.get("tokens")}
        with canvas.inside("g", **stands, data_names=content.get("race")):
            canvas.add("title", describe(regions[region], content, document))
            places = drawing.shapes[region].badges
            if "owner" in content:
                _stack(canvas, center, drawing.scale, content, in_decline(content, document))
            elif content.get("tribe"):
                _dweller(canvas, center, drawing.scale, "tribe")
            elif content.get("murloc"):
                _dweller(canvas, center, drawing.scale, "murloc")
            elif content.get("monsters"):
                _dweller(canvas, center, drawing.scale, "monster")
                _number(canvas, center, drawing.scale, content["monsters"])
            else:
                places = (center, *places)
            _badges(canvas, places, drawing.scale, content, bool(document.get("aegis_up")))


def _badges(canvas: Canvas, places: tuple[shapes.Point, ...], scale: float, content: Document, protected: bool) -> None:
    """Draw markers, Place, Relics and Artifacts around the centre of a region; a number for those that do not fit."""
    rim = SEATS[content["owner"]] if "owner" in content else LINE
    lying = [*((name, 1) for name in finds(content)), *markers(content)]
    shown = lying if len(lying) <= len(places) else lying[: len(places) - 1]
    for (name, count), spot in zip(shown, places, strict=False):
        if content.get("place") in (name, name.removeprefix("lost_")) and name not in RELICS:
            _place(canvas, name, spot, scale)
        elif name == "aegis" and protected:
            canvas.add("circle", cx=spot[0], cy=spot[1], r=15 * scale, fill=GOLD, stroke=GOLD_RIM, stroke_width=1.2)
            _chip(canvas, name, spot, scale, GOLD_RIM, 2.2)
        elif name in RELICS or name in ARTIFACTS or name == "face_down":
            _chip(canvas, name, spot, scale, GOLD_RIM, 2.2)
        else:
            _chip(canvas, name, spot, scale, rim, 2.2, count)
    if len(shown) < len(lying):
        canvas.add("circle", cx=places[-1][0], cy=places[-1][1], r=10.5 * scale, fill=INK)
        more = f"+{len(lying) - len(shown)}"
        canvas.text(*places[-1], more, 11 * scale, text_anchor="middle", fill="#ffffff", font_weight=700)


def _place(canvas: Canvas, name: str, at: shapes.Point, scale: float) -> None:
    """Draw a Place as a square, because it never moves; everything that moves is round."""
    side = 20 * scale
    square: dict[str, str | float] = {"x": at[0] - side / 2, "y": at[1] - side / 2, "width": side, "height": side}
    canvas.add("rect", None, **square, rx=4 * scale, fill=STONE, stroke=INK, stroke_width=2)
    _icon(canvas, name, at, 0.78 * scale)


_DISCS = {"tribe": ("#f3dfb4", "#7b4f26"), "monster": ("#dfe5cf", "#4d6136"), "murloc": ("#d9efe4", "#1f5c46")}
"""Fill and rim of the discs of neutral pieces."""


def _dweller(canvas: Canvas, at: shapes.Point, scale: float, name: str) -> None:
    """Draw a Lost Tribe, Monsters or a Murloc."""
    (x, y), radius, (fill, rim) = at, 17 * scale, _DISCS[name]
    canvas.add("circle", cx=x + 1, cy=y + 2, r=radius, fill="#000000", fill_opacity="0.25")
    canvas.add("circle", cx=x, cy=y, r=radius, fill=fill, stroke=rim, stroke_width=2)
    _icon(canvas, name, at, 1.08 * scale)


def _number(canvas: Canvas, at: shapes.Point, scale: float, count: int) -> None:
    x, y = at[0] + 13 * scale, at[1] + 13 * scale
    canvas.add("circle", cx=x, cy=y, r=7.5 * scale, fill=INK)
    canvas.text(x, y, str(count), 11.5 * scale, text_anchor="middle", fill="#ffffff", font_weight=700)


def _stack(canvas: Canvas, at: shapes.Point, scale: float, content: Document, faded: bool) -> None:
    """Draw a stack of tokens: race and number on a disc in the seat's colour, pale and hatched in decline."""
    (x, y), radius, owner = at, shapes.TOKEN * scale, content["owner"]
    color = SEATS[owner]
    canvas.add("circle", cx=x + 1, cy=y + 2.5, r=radius, fill="#000000", fill_opacity="0.3")
    if faded:
        canvas.add("circle", cx=x, cy=y, r=radius, fill=PALE)
        canvas.add("circle", cx=x, cy=y, r=radius, fill="url(#sw-fill-decline)", stroke=color, stroke_width=3.5)
    else:
        canvas.add("circle", cx=x, cy=y, r=radius, fill=color, stroke="#ffffff", stroke_width=2.5)
    ink = FADED_TEXT if faded else SEAT_TEXT[owner]
    _race(canvas, (x, y - 9 * scale), scale, content["race"], ink, faded)
    _lettering(canvas, (x, y + 9 * scale), str(content["tokens"]), 21 * scale, ink, faded)
    seat_mark(canvas, (x, y - radius), owner, (_MARK + 2) * scale, "#ffffff")
    seat_mark(canvas, (x, y - radius), owner, _MARK * scale, SEATS[owner])


def _race(canvas: Canvas, at: shapes.Point, scale: float, race: str, ink: str, faded: bool) -> None:
    """Draw the glyph of a race, or the first letters of its name if it has none."""
    if not glyphs.draw(canvas, "race", race, at, 20 * scale, ink):
        word = short_race(race)
        _lettering(canvas, at, word, fitted(13, word, 36, weight=700) * scale, ink, faded)


def _lettering(canvas: Canvas, at: shapes.Point, word: str, size: float, ink: str, faded: bool) -> None:
    """Write on a token, with a pale rim on one that is hatched."""
    style: dict[str, str | float] = {"text_anchor": "middle", "font_weight": 700}
    if faded:
        canvas.text(*at, word, size, stroke=PALE, stroke_width=3, stroke_linejoin="round", **style)
    canvas.text(*at, word, size, fill=ink, **style)


def _legend(
    canvas: Canvas, drawing: shapes.Drawing, board: Board, document: Document, sides: set[str], icon_lines: int
) -> None:
    """Draw lines under the board that explain terrains, dashed bands, factions, and the icons on the board."""
    terrains = [name for name in TERRAINS if any(region.terrain == name for region in board.regions)]
    seen = _seen(document, board.regions)
    signs = [name for name in FACTIONS if name in sides] + [name for name in icons.SMALLWORLD if name in seen]
    for kind, names in enumerate(([*terrains, *(["in_decline"] if document["seats"] else [])], signs)):
        x, line = 0.0, kind
        for name in names:
            word = _LEGEND.get(name, "Fort" if name == "fortress" and board.game == "warcraft" else words(name))
            wide = 46 + letters.width(word, 13.5)
            if kind == 1 and line < icon_lines and x + wide > drawing.width + 20:
                x, line = 0.0, line + 1
            y = drawing.height + 17 + _LINE * line
            if name in icons.SMALLWORLD and kind == 1:
                _icon(canvas, name, (x + 11, y), 0.8)
            elif name in FACTIONS:
                faction_sign(canvas, (x + 11, y), name)
            else:
                _swatch(canvas, x, y, name)
            canvas.text(x + 28, y, word, 13.5, fill=SOFT_INK)
            x += wide


def _swatch(canvas: Canvas, x: float, y: float, name: str) -> None:
    """Draw a sample of a terrain, or of a region held in decline."""
    terrain = name in TERRAINS
    fills = (TERRAINS[name], f"url(#sw-fill-{name})") if terrain else (PALE, "url(#sw-fill-decline)")
    for fill in fills:
        canvas.add("rect", x=x, y=y - 7, width=22, height=14, rx=3, fill=fill, stroke=LINE if terrain else None)
    if not terrain:
        canvas.add("rect", x=x + 1, y=y - 6, width=20, height=12, rx=3, fill="none", stroke="#ffffff", stroke_width=4)
        band: dict[str, str | float] = {"stroke": INK, "stroke_width": 3, "stroke_dasharray": "5 4"}
        canvas.add("rect", None, x=x + 1, y=y - 6, width=20, height=12, rx=3, fill="none", **band)
