"""A picture of a Small World position: the board, what lies on it, and beside it what lies on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from swenv.render import shapes
from swenv.render.canvas import Canvas, number
from swenv.render.smallworld_style import (
    CARD,
    FADED_TEXT,
    GOLD,
    GOLD_RIM,
    ICONS,
    INK,
    LINE,
    PALE,
    PAPER,
    RULE,
    SEAT_TEXT,
    SEATS,
    SHALLOWS,
    SOFT_INK,
    STONE,
    TERRAINS,
    TEXTURES,
    short_race,
    words,
)
from swenv.render.smallworld_text import (
    Document,
    contents,
    describe,
    game_of,
    headline,
    in_decline,
    markers,
    purses,
    strength,
    text,
    winners,
)

if TYPE_CHECKING:
    from swenv.core.game import State
    from swenv.smallworld.board import Region

__all__ = ["svg", "text"]

_MARGIN, _PANEL, _LEGEND = 16.0, 330.0, 46.0


def svg(state: State, width: int = 1000, seat: int | None = None) -> str:
    """See `swenv.render.svg`."""
    board = game_of(state).board
    regions = board.regions
    document = state.to_position()
    drawing = shapes.drawing(
        tuple(shapes.Place(region.polygon, region.label, region.neighbors, len(_printed(region))) for region in regions)
    )
    usual, needed = _panel_heights(document)
    high = max(drawing.height + _LEGEND, usual)
    canvas = Canvas()
    _definitions(canvas, drawing)
    whole = 3 * _MARGIN + drawing.width + _PANEL
    canvas.add("rect", width=whole, height=high + 2 * _MARGIN, rx=18, fill=PAPER)
    with canvas.inside("g", transform=f"translate({number(_MARGIN)} {number(_MARGIN)})"):
        _ground(canvas, drawing, regions)
        _territories(canvas, drawing, document)
        _frame(canvas, drawing, regions)
        _prints(canvas, drawing, regions)
        _pieces(canvas, drawing, document, regions)
        _legend(canvas, drawing, document, regions)
    with canvas.inside("g", transform=f"translate({number(2 * _MARGIN + drawing.width)} {number(_MARGIN)})"):
        _Panel(canvas, state, document, seat, min(1.3, high / needed)).draw()
    title = f"Small World, {board.name}, round {state.round}. {headline(state)}"
    return canvas.document(whole, high + 2 * _MARGIN, width, title)


# --- the board ------------------------------------------------------------------------------------


def _definitions(canvas: Canvas, drawing: shapes.Drawing) -> None:
    """Textures and icons once, and the outline of every region to draw with and to cut with."""
    tile: dict[str, str | float] = {"patternUnits": "userSpaceOnUse"}
    with canvas.inside("defs"):
        for terrain, (wide, high, inside) in TEXTURES.items():
            with canvas.inside("pattern", id=f"sw-fill-{terrain}", width=wide, height=high, **tile):
                canvas.raw(inside)
        with canvas.inside("pattern", id="sw-fill-decline", width=7, height=7, patternTransform="rotate(45)", **tile):
            canvas.add("path", d="M0 0V7", stroke="#5b544a", stroke_width=3.2, stroke_opacity="0.33")
        for name, inside in ICONS.items():
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


def _ground(canvas: Canvas, drawing: shapes.Drawing, regions: tuple[Region, ...]) -> None:
    for a, b in drawing.links:
        (x1, y1), (x2, y2) = drawing.shapes[a].center, drawing.shapes[b].center
        canvas.add("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=LINE, stroke_width=3, stroke_opacity="0.5")
    for region in regions:
        outline = _outline(drawing, region.id)
        color = TERRAINS[region.terrain]
        with canvas.inside("g"):
            canvas.add("title", describe(region))
            # The stroke in the same colour closes the hairline that renderers leave between two fills.
            canvas.add("use", href=outline, fill=color, stroke=color, stroke_width=1)
            canvas.add("use", href=outline, fill=f"url(#sw-fill-{region.terrain})")
        if region.is_water:
            with canvas.inside("g", clip_path=_inside(drawing, region.id), fill="none", stroke=SHALLOWS):
                for wide, strong in ((26, "0.2"), (14, "0.35"), (7, "0.6")):
                    canvas.add("use", href=outline, stroke_width=wide, stroke_opacity=strong)


def _territories(canvas: Canvas, drawing: shapes.Drawing, document: Document) -> None:
    """A band in the seat's colour inside the border of each region it holds; broken for a race in decline."""
    for region, content in contents(document):
        if "owner" not in content:
            continue
        outline, dash = _outline(drawing, region), "9 7" if in_decline(content, document) else None
        with canvas.inside("g", clip_path=_inside(drawing, region), fill="none"):
            canvas.add("use", href=outline, stroke="#ffffff", stroke_width=15, stroke_opacity="0.7")
            canvas.add("use", href=outline, stroke=SEATS[content["owner"]], stroke_width=11, stroke_dasharray=dash)


def _frame(canvas: Canvas, drawing: shapes.Drawing, regions: tuple[Region, ...]) -> None:
    """The borders. On a computed layout, which has no frame, regions at the edge have a thick rim."""
    with canvas.inside("g", fill="none", stroke=LINE, stroke_linejoin="round"):
        for region in regions:
            rim = 5 if drawing.links and region.edge else 1.8
            canvas.add("use", href=_outline(drawing, region.id), stroke_width=rim)
        if not drawing.links:
            canvas.add("rect", width=drawing.width, height=drawing.height, rx=3, stroke_width=4)


def _printed(region: Region) -> list[str]:
    """The icons that always lie in a region."""
    return (["mountain"] if region.terrain == "mountain" else []) + list(region.symbols)


def _prints(canvas: Canvas, drawing: shapes.Drawing, regions: tuple[Region, ...]) -> None:
    """What is printed on the board: ids, symbols, Mountains."""
    for region in regions:
        shape = drawing.shapes[region.id]
        name, size = str(region.id), 13.5 * drawing.scale
        style: dict[str, str | float] = {"text_anchor": "middle", "font_weight": 600}
        halo: dict[str, str | float] = {"stroke": "#ffffff", "stroke_width": 3.2, "stroke_linejoin": "round"}
        canvas.text(*shape.name_at, name, size, stroke_opacity="0.75", **style, **halo)
        canvas.text(*shape.name_at, name, size, fill=INK, **style)
        for icon, spot in zip(_printed(region), shape.spots, strict=True):
            if icon == "mountain":
                _icon(canvas, icon, spot, 1.1 * drawing.scale)
            else:
                _chip(canvas, icon, spot, drawing.scale, "#8b7d68", 1.2)


def _icon(canvas: Canvas, name: str, at: shapes.Point, scale: float) -> None:
    place = f"translate({number(at[0])} {number(at[1])}) scale({scale:.2f})"
    canvas.add("use", href=f"#sw-icon-{name}", transform=place)


def _chip(canvas: Canvas, name: str, at: shapes.Point, scale: float, rim: str, wide: float, count: int = 1) -> None:
    """An icon on a small disc, with a number when there are several."""
    canvas.add("circle", cx=at[0], cy=at[1], r=10.5 * scale, fill=STONE, stroke=rim, stroke_width=wide)
    _icon(canvas, name, at, 0.74 * scale)
    if count > 1:
        x, y = at[0] + 8 * scale, at[1] + 8 * scale
        canvas.add("circle", cx=x, cy=y, r=6.5 * scale, fill=INK)
        canvas.text(x, y, str(count), 10 * scale, text_anchor="middle", fill="#ffffff", font_weight=700)


def _pieces(canvas: Canvas, drawing: shapes.Drawing, document: Document, regions: tuple[Region, ...]) -> None:
    for region, content in contents(document):
        center = drawing.shapes[region].center
        rim = SEATS[content["owner"]] if "owner" in content else LINE
        with canvas.inside("g"):
            canvas.add("title", describe(regions[region], content, document))
            if "owner" in content:
                _stack(canvas, center, drawing.scale, content, in_decline(content, document))
            elif content.get("tribe"):
                _tribe(canvas, center, drawing.scale)
            places = shapes.badges(center, drawing.scale)
            for (name, count), spot in zip(markers(content), places, strict=False):
                _chip(canvas, name, spot, drawing.scale, rim, 2.2, count)


def _tribe(canvas: Canvas, at: shapes.Point, scale: float) -> None:
    (x, y), radius = at, 17 * scale
    canvas.add("circle", cx=x + 1, cy=y + 2, r=radius, fill="#000000", fill_opacity="0.25")
    canvas.add("circle", cx=x, cy=y, r=radius, fill="#f3dfb4", stroke="#7b4f26", stroke_width=2)
    _icon(canvas, "tribe", at, 1.08 * scale)


def _stack(canvas: Canvas, at: shapes.Point, scale: float, content: Document, faded: bool) -> None:
    """A stack of tokens: race and number on a disc in the seat's colour, pale and hatched in decline."""
    (x, y), radius = at, shapes.TOKEN * scale
    color = SEATS[content["owner"]]
    canvas.add("circle", cx=x + 1, cy=y + 2.5, r=radius, fill="#000000", fill_opacity="0.3")
    if faded:
        canvas.add("circle", cx=x, cy=y, r=radius, fill=PALE)
        canvas.add("circle", cx=x, cy=y, r=radius, fill="url(#sw-fill-decline)", stroke=color, stroke_width=3.5)
    else:
        canvas.add("circle", cx=x, cy=y, r=radius, fill=color, stroke="#ffffff", stroke_width=2.5)
    ink = FADED_TEXT if faded else SEAT_TEXT[content["owner"]]
    race, tokens = short_race(content["race"]), str(content["tokens"])
    for word, size, up in ((race, 13 if len(race) < 5 else 12, -8.8), (tokens, 21, 7.2)):
        if faded:
            halo: dict[str, str | float] = {"stroke": PALE, "stroke_width": 3, "stroke_linejoin": "round"}
            canvas.text(x, y + up * scale, word, size * scale, text_anchor="middle", font_weight=700, **halo)
        canvas.text(x, y + up * scale, word, size * scale, text_anchor="middle", font_weight=700, fill=ink)


def _legend(canvas: Canvas, drawing: shapes.Drawing, document: Document, regions: tuple[Region, ...]) -> None:
    """Two lines under the board: the terrains and the icons that can be seen on it."""
    terrains = [name for name in TERRAINS if any(region.terrain == name for region in regions)]
    seen = {symbol for region in regions for symbol in region.symbols}
    for _, content in contents(document):
        seen |= {name for name, _ in markers(content)} | ({"tribe"} if content.get("tribe") else set())
    for line, names in enumerate((terrains, [name for name in ICONS if name in seen])):
        x, y = 0.0, drawing.height + 17 + 21 * line
        for name in names:
            if line == 0:
                for fill in (TERRAINS[name], f"url(#sw-fill-{name})"):
                    canvas.add("rect", x=x, y=y - 7, width=22, height=14, rx=3, fill=fill, stroke=LINE)
            else:
                _icon(canvas, name, (x + 11, y), 0.8)
            word = "Lost Tribe" if name == "tribe" else name
            canvas.text(x + 28, y, word, 13.5, fill=SOFT_INK)
            x += 46 + 7 * len(word)


# --- the panel ------------------------------------------------------------------------------------

_HEAD, _LABELS, _ROW, _GAP = 76.0, 28.0, 27.0, 9.0
_NAME, _RACE = 33.0, 19.0
_ROWS = 6  # of the column, SW-SETUP-16


def _card_height(entry: Document) -> float:
    """Room for two races, whether they are there or not, so that nothing jumps between pictures."""
    return _NAME + _RACE * max(2, len(entry["races"])) + 6


def _column_height(column: list[Document]) -> float:
    return _LABELS + _ROW * max(_ROWS, len(column)) + 3


def _panel_heights(document: Document) -> tuple[float, float]:
    """Unstretched: of any usual position of the game, with one race in the Spirit slot, and of this one.

    The first decides how high the picture is, so that all pictures of a game have one size.
    """
    cards = [_card_height(entry) + _GAP for entry in document["seats"]]
    plain = len(cards) * (_card_height({"races": ()}) + _GAP) + _RACE
    above = _HEAD + _column_height(document["column"]) + _GAP
    return above + plain, above + max(plain, sum(cards))


class _Panel:
    """Round, phase, column and seats, one below the other; stretched when there is room."""

    def __init__(self, canvas: Canvas, state: State, document: Document, seat: int | None, stretch: float) -> None:
        self.canvas = canvas
        self.state = state
        self.document = document
        self.purses = purses(state, document, seat)
        self.stretch = stretch
        self.large = min(stretch, 1.15)

    def draw(self) -> None:
        y = self.headline()
        y = self.column(y)
        for seat in range(len(self.document["seats"])):
            y = self.card(seat, y)

    def write(self, x: float, y: float, words: str, size: float, room: float, **style: str | float | None) -> None:
        """A text of the panel, smaller when it would be longer than its room."""
        fitting = room / max(1.0, 0.5 * len(words))
        self.canvas.text(x, y, words, min(size * self.large, fitting), **{"fill": INK, **style})

    def headline(self) -> float:
        canvas, state, stretch = self.canvas, self.state, self.stretch
        rounds = int(game_of(state).options["rounds"])
        self.write(0, 12 * stretch, "Small World", 22, 180, font_weight=700)
        self.write(
            _PANEL,
            12 * stretch,
            f"Round {state.round} of {rounds}",
            17,
            130,
            font_weight=700,
            text_anchor="end",
        )
        step = _PANEL / rounds
        for i in range(rounds):
            fill = INK if i < state.round else RULE
            canvas.add("rect", x=i * step, y=29 * stretch, width=0.85 * step, height=5, rx=2.5, fill=fill)
        y = 53 * stretch
        if state.is_over:
            self.write(0, y, headline(state), 17, _PANEL, font_weight=700)
            return _HEAD * stretch
        canvas.add("circle", cx=8, cy=y, r=8, fill=SEATS[state.to_act])
        self.write(23, y, headline(state), 17, _PANEL - 60, font_weight=600)
        pending = self.document.get("turn_state", {}).get("pending_roll")
        roll = state.last_roll if pending is None else pending
        if roll is not None:
            _die(canvas, (_PANEL - 13, y), int(roll))
        return _HEAD * stretch

    def column(self, y: float) -> float:
        """What is on offer: the price that a row costs, and the coins that lie on it."""
        canvas, column = self.canvas, self.document["column"]
        high = _column_height(column) * self.stretch
        canvas.add("rect", y=y, width=_PANEL, height=high, rx=9, fill=CARD, stroke=RULE, stroke_width=1.2)
        labels = y + _LABELS / 2 * self.stretch
        self.write(25, labels, "pay", 12.5, 40, fill=SOFT_INK, text_anchor="middle")
        self.write(52, labels, "combo", 12.5, 100, fill=SOFT_INK)
        self.write(_PANEL - 24, labels, "take", 12.5, 40, fill=SOFT_INK, text_anchor="middle")
        row = _ROW * self.stretch
        for price, combo in enumerate(column):
            top = y + _LABELS * self.stretch + row * price
            middle = top + row / 2
            if price:
                canvas.add("line", x1=10, x2=_PANEL - 10, y1=top, y2=top, stroke=RULE, stroke_width=1)
                _coin(canvas, (25, middle), str(price), 10.5 * self.large)
            else:
                self.write(25, middle, "free", 13, 40, fill=SOFT_INK, text_anchor="middle")
            self.write(52, middle, f"{words(combo['power'])} {words(combo['race'])}", 16, _PANEL - 95)
            if combo.get("coins"):
                _coin(canvas, (_PANEL - 24, middle), str(combo["coins"]), 10.5 * self.large)
        return y + high + _GAP * self.stretch

    def card(self, seat: int, y: float) -> float:
        """A seat: its purse and its races, lit while it decides, or when it has won."""
        canvas, state, entry = self.canvas, self.state, self.document["seats"][seat]
        high = _card_height(entry) * self.stretch
        lit = seat in winners(state) or (seat == state.to_act and not state.is_over)
        rim, wide = (SEATS[seat], 3.0) if lit else (RULE, 1.2)
        canvas.add("rect", y=y, width=_PANEL, height=high, rx=9, fill=CARD, stroke=rim, stroke_width=wide)
        canvas.add("rect", x=6, y=y + 6, width=8, height=high - 12, rx=4, fill=SEATS[seat])
        name = y + 19 * self.stretch
        self.write(26, name, f"Seat {seat}", 17, 90, font_weight=700)
        notes = ["wins"] if seat in winners(state) else []
        notes += ["turn"] if seat == state.turn != state.to_act and not state.is_over else []
        hands = [f"{race['hand']} {words(race['race'])}" for race in entry["races"] if race.get("hand")]
        notes += [f"{' + '.join(hands)} in hand"] if hands else []
        notes += [f"peace with seat {entry['peace']}"] if entry.get("peace") is not None else []
        self.write(92, name, " · ".join(notes), 13.5, 205, fill=SOFT_INK)
        _coin(canvas, (_PANEL - 24, name), self.purses[seat], 13.5 * self.large)
        if not entry["races"]:
            y_text = y + (_NAME + _RACE / 2) * self.stretch
            self.write(26, y_text, "no race yet", 14, 200, fill=SOFT_INK, font_style="italic")
        for i, race in enumerate(entry["races"]):
            self.race(seat, race, y + (_NAME + _RACE * (i + 0.5)) * self.stretch)
        return y + high + _GAP * self.stretch

    def race(self, seat: int, race: Document, y: float) -> None:
        tokens, regions = strength(self.document, seat, race["race"])
        where = f"{tokens} in {regions} region{'' if regions == 1 else 's'}" if regions else "no region"
        if race["status"] == "active":
            name, fill, weight = f"{words(race['power'])} {words(race['race'])}".strip(), INK, 600
        else:
            name = f"{words(race['race'])} in decline" + (f", {words(race['power'])}" if race["power"] else "")
            fill, weight = SOFT_INK, 400
        self.write(26, y, name, 14.5, 182, fill=fill, font_weight=weight)
        self.write(_PANEL - 11, y, where, 13, 108, fill=fill, text_anchor="end")


def _die(canvas: Canvas, at: shapes.Point, face: int) -> None:
    x, y = at
    canvas.add("rect", x=x - 12, y=y - 12, width=24, height=24, rx=5, fill="#ffffff", stroke=INK, stroke_width=1.8)
    pips = ((), ((0, 0),), ((-4.5, 4.5), (4.5, -4.5)), ((-6, 6), (0, 0), (6, -6)))
    for dx, dy in pips[face]:
        canvas.add("circle", cx=x + dx, cy=y + dy, r=2.8, fill=INK)


def _coin(canvas: Canvas, at: shapes.Point, value: str, radius: float) -> None:
    canvas.add("circle", cx=at[0], cy=at[1], r=radius, fill=GOLD, stroke=GOLD_RIM, stroke_width=1.6)
    canvas.add("circle", cx=at[0], cy=at[1], r=radius - 2.6, fill="none", stroke=GOLD_RIM, stroke_width=0.7)
    size = radius * (1.25, 1.25, 1.1, 0.85, 0.7)[min(len(value), 4)]
    canvas.text(*at, value, size, text_anchor="middle", font_weight=700, fill="#4a3300")
