"""Draws tiles of Small Islands in a picture: sea, land with coasts, and what is printed or lies on them."""

from __future__ import annotations

from swenv.render import shapes
from swenv.render.canvas import Canvas, number
from swenv.render.icons import HOUSE, HULL, ISLANDS, JIB, SAIL
from swenv.render.islands_coasts import COASTS, turned
from swenv.render.islands_view import ALEXIS, Lying
from swenv.render.parts import SEAT_TEXT, SEATS, STONE
from swenv.render.shapes import Point

SEA, SHALLOWS, SAND, LAND, SHORE = "#74b4d8", "#b4dfea", "#f0dfae", "#a9c77c", "#8d7a4c"
GREY_SAIL, DARK, RIM = "#8b9096", "#3d3427", "#8b7d68"

HOUSE_SCALE = 1.25
SYMBOLS = {
    **{name: name for name in ("lotus", "dragonfruit", "laurel", "temple", "port", "site")},
    **{"dragon fruit": "dragonfruit", "ports": "port"},
}
"""The icon of a symbol, by its names in documents and in words."""

_DISC, _ICON = 11.4, 0.82


def seat_colors(owner: int | str | None) -> tuple[str, str, str]:
    """Fill, ink and sign of a seat, Alexis or a grey ship."""
    if isinstance(owner, int):
        return SEATS[owner], SEAT_TEXT[owner], str(owner)
    return (DARK, "#ffffff", "A") if owner == ALEXIS else (GREY_SAIL, "#ffffff", "")


def definitions(canvas: Canvas) -> None:
    """Define icons, the clipping square of a tile, and the land and coasts of every shape."""
    with canvas.inside("defs"):
        with canvas.inside("clipPath", id="si-tile"):
            canvas.add("rect", x=-0.8, y=-0.8, width=101.6, height=101.6)
        for name, inside in ISLANDS.items():
            with canvas.inside("g", id=f"si-icon-{name}"):
                canvas.raw(inside)
        for shape, pieces in COASTS.items():
            for piece, coast in enumerate(pieces):
                land = shapes.rounded(coast.outline, coast.soft)
                canvas.add("path", id=f"si-land-{shape}-{piece}", d=land)
                line = "".join(map(shapes.shoreline, coast.shores))
                canvas.add("path", id=f"si-coast-{shape}-{piece}", d=line or land)


def icon(canvas: Canvas, name: str, at: Point, scale: float) -> None:
    """Draw an icon that `definitions` has defined."""
    place = f"translate({number(at[0])} {number(at[1])}) scale({scale:.2f})"
    canvas.add("use", href=f"#si-icon-{name}", transform=place)


def draw(canvas: Canvas, lying: Lying, at: Point, side: float, title: str) -> None:
    """Draw a tile and what lies on it, with its upper left corner at a point."""
    with canvas.inside("g", transform=f"translate({number(at[0])} {number(at[1])}) scale({side / 100:.4f})"):
        canvas.add("title", title)
        _ground(canvas, lying)
        for piece, coast in enumerate(COASTS[lying.tile.shape]):
            for spot, owner in zip(coast.ports, lying.ports[piece], strict=False):
                chip(canvas, "port", turned(spot, lying.rot), owner)
            _symbols(canvas, lying, piece, [turned(spot, lying.rot) for spot in coast.spots[_inland(lying, piece)]])


def _ground(canvas: Canvas, lying: Lying) -> None:
    shape, pieces = lying.tile.shape, range(len(lying.tile.pieces))
    with canvas.inside("g", clip_path="url(#si-tile)"):
        canvas.add("rect", width=100, height=100, fill=SEA, stroke="#ffffff", stroke_opacity="0.45", stroke_width=2)
        turn = f"rotate({90 * lying.rot} 50 50)" if lying.rot else None
        with canvas.inside("g", transform=turn, fill="none"):
            for piece in pieces:
                canvas.add("use", href=f"#si-coast-{shape}-{piece}", stroke=SHALLOWS, stroke_width=17)
            for piece in pieces:
                # The stroke in the same colour hides the hairline that renderers leave between two tiles.
                canvas.add("use", href=f"#si-land-{shape}-{piece}", fill=LAND, stroke=LAND, stroke_width=1.6)
                canvas.add("use", href=f"#si-coast-{shape}-{piece}", stroke=SHORE, stroke_width=7.5)
                canvas.add("use", href=f"#si-coast-{shape}-{piece}", stroke=SAND, stroke_width=5.5)
        if lying.tile.id.startswith("ST"):
            icon(canvas, "gull", turned((10, 91), lying.rot), 0.8)


def _inland(lying: Lying, piece: int) -> int:
    """The number of symbols on a piece, without its ports."""
    printed = lying.tile.pieces[piece]
    return len(printed.resources) + bool(printed.temple) + printed.site


def _symbols(canvas: Canvas, lying: Lying, piece: int, spots: list[Point]) -> None:
    printed, slots = lying.tile.pieces[piece], lying.slots_of(piece)
    for (_, name, owner), spot in zip(slots, spots, strict=False):
        chip(canvas, name, spot, owner)
    if printed.temple:
        chip(canvas, "temple", spots[len(slots)], None)
    if printed.site and lying.house is None:
        icon(canvas, "site", spots[-1], 1.12)
    elif printed.site:
        house(canvas, spots[-1], HOUSE_SCALE, lying.house)


def spot(lying: Lying, number: int, port: bool) -> Point:
    """Where on its tile a marker would lie: on a resource slot, or as a port on a piece."""
    coasts = COASTS[lying.tile.shape]
    if port:
        return turned(coasts[number].ports[min(len(lying.ports[number]), 1)], lying.rot)
    for piece, coast in enumerate(coasts):
        for place, (slot, _, _) in enumerate(lying.slots_of(piece)):
            if slot == number:
                return turned(coast.spots[_inland(lying, piece)][place], lying.rot)
    raise ValueError(f"{lying.tile.id} has no slot {number}")


def chip(canvas: Canvas, name: str, at: Point, owner: int | None, scale: float = 1.0) -> None:
    """Draw a symbol on a disc; that of a marker has a rim in the colour of its seat, and the seat's number."""
    (x, y), radius = at, _DISC * scale
    if owner is None:
        canvas.add("circle", cx=x, cy=y, r=radius, fill=STONE, stroke=RIM, stroke_width=scale)
        icon(canvas, name, at, _ICON * scale)
        return
    fill, ink, sign = seat_colors(owner)
    canvas.add("circle", cx=x, cy=y, r=radius * 1.08, fill=STONE, stroke=fill, stroke_width=3.4 * scale)
    icon(canvas, name, at, _ICON * scale)
    x, y = x + 9 * scale, y - 9 * scale
    canvas.add("circle", cx=x, cy=y, r=5.6 * scale, fill=fill, stroke="#ffffff", stroke_width=0.8 * scale)
    canvas.text(x, y, sign, 9 * scale, text_anchor="middle", font_weight=700, fill=ink)


def site(lying: Lying) -> Point:
    """Where on its tile a house would stand, if it has a site."""
    piece = next(piece for piece, printed in enumerate(lying.tile.pieces) if printed.site)
    return turned(COASTS[lying.tile.shape][piece].spots[_inland(lying, piece)][-1], lying.rot)


def house(canvas: Canvas, at: Point, scale: float, owner: int | str | None) -> None:
    """Draw a house with its seat's number."""
    fill, ink, sign = seat_colors(owner)
    place = f"translate({number(at[0])} {number(at[1])}) scale({scale:.2f})"
    canvas.add("path", d=HOUSE, transform=place, fill=fill, stroke="#ffffff", stroke_width=1.5, stroke_linejoin="round")
    canvas.text(at[0], at[1] + 2.4 * scale, sign, 11 * scale, text_anchor="middle", font_weight=700, fill=ink)


def ship(canvas: Canvas, at: Point, scale: float, owner: int | str) -> None:
    """Draw a ship: its sails in its seat's colour with the seat's number, or grey."""
    fill, ink, sign = seat_colors(owner)
    with canvas.inside("g", transform=f"translate({number(at[0])} {number(at[1])}) scale({scale:.2f})"):
        canvas.add("path", d=HULL, fill="#6b4a2b", stroke="#ffffff", stroke_width=0.8, stroke_linejoin="round")
        canvas.add("path", d=JIB + SAIL, fill=fill, stroke="#ffffff", stroke_width=0.8, stroke_linejoin="round")
        canvas.text(2.9, -1.6, sign, 6.4, text_anchor="middle", font_weight=700, fill=ink)


def ship_tile(canvas: Canvas, at: Point, side: float, owner: int | str, title: str) -> None:
    """Draw a ship tile on the table: sea on all sides."""
    with canvas.inside("g", transform=f"translate({number(at[0])} {number(at[1])}) scale({side / 100:.4f})"):
        canvas.add("title", title)
        canvas.add("rect", width=100, height=100, fill=SEA, stroke="#ffffff", stroke_opacity="0.45", stroke_width=2)
        waves = "M18 86Q26 80 34 86T50 86T66 86T82 86"
        canvas.add("path", d=waves, fill="none", stroke=SHALLOWS, stroke_width=4, stroke_linecap="round")
        ship(canvas, (50, 46), 3.4, owner)


def back(canvas: Canvas, at: Point, side: float) -> None:
    """Draw a face-down tile."""
    with canvas.inside("g", transform=f"translate({number(at[0])} {number(at[1])}) scale({side / 100:.4f})"):
        canvas.add("rect", x=2, y=2, width=96, height=96, rx=8, fill="#3f6f93", stroke="#26465e", stroke_width=3)
        waves = "".join(f"M14 {y}Q26 {y - 12} 38 {y}T62 {y}T86 {y}" for y in (32, 54, 76))
        canvas.add("path", d=waves, fill="none", stroke="#8fbcd6", stroke_width=5, stroke_linecap="round")
