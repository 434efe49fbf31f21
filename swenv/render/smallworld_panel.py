"""The panel beside the picture of a board: round, phase, column, seats, and what else lies on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from swenv.render import glyphs, letters, panel
from swenv.render.canvas import Canvas
from swenv.render.parts import INK, RULE, SEAT_TEXT, SEATS, SOFT_INK, coin, fitted, seat_mark, winners
from swenv.render.smallworld_style import FACTIONS, words
from swenv.render.smallworld_text import (
    Document,
    factions,
    has_more,
    headline,
    on_table,
    purses,
    seat_notes,
    turn_notes,
    where,
)

if TYPE_CHECKING:
    from swenv.core.game import State
    from swenv.render.shapes import Point

WIDTH = 330.0

_HEAD, _LABELS, _ROW, _TABLE, _GAP = 76.0, 28.0, 27.0, 15.0, 9.0
_NAME, _RACE = 33.0, 19.0
_ROWS = 6  # rows of the column, SW-SETUP-16
_NAMES = 14.5  # type size of race names on a card
_SIGN = 19.0  # width of a faction's sign
_GLYPH, _APART = 17.0, 3.0  # side of a glyph, and the gap after it


def _card_height(entry: Document) -> float:
    """Room for two races, even if there are fewer, so that nothing jumps between pictures."""
    return _NAME + _RACE * max(2, len(entry["races"])) + 6


def _column_height(column: list[Document]) -> float:
    return _LABELS + _ROW * max(_ROWS, len(column)) + 3


def _table_height(state: State) -> float:
    """Room for two lines about what lies beside the board, in games that have such things."""
    return 2 * _TABLE + _GAP if has_more(state) else 0.0


def heights(state: State, document: Document) -> tuple[float, float]:
    """Unstretched heights: of any usual position of the game, with one race in the Spirit slot, and of this one.

    The first determines the height of the picture, so that all pictures of a game have the same size.
    """
    cards = [_card_height(entry) + _GAP for entry in document["seats"]]
    plain = len(cards) * (_card_height({"races": ()}) + _GAP) + _RACE
    above = _HEAD + _column_height(document["column"]) + _GAP + _table_height(state)
    return above + plain, above + max(plain, sum(cards))


class Panel(panel.Panel):
    """Draws round, phase, column and seats, one below the other; stretched if there is room."""

    def __init__(self, canvas: Canvas, state: State, document: Document, seat: int | None, stretch: float) -> None:
        super().__init__(canvas, WIDTH, stretch)
        self.state = state
        self.document = document
        self.purses = purses(state, document, seat)
        self.factions = factions(state)

    def draw(self) -> None:
        """Draw everything."""
        y = self.headline()
        y = self.column(y)
        y = self.table(y)
        for seat in range(len(self.document["seats"])):
            with self.canvas.inside("g", data_seat=seat):
                y = self.card(seat, y)

    def headline(self) -> float:
        """Draw the name of the game, the round, who does what, and the die; returns where the next part begins."""
        state = self.state
        self.title(state.game.title, state.round, int(state.record["rounds"][0]))
        if state.is_over:
            self.news(headline(state), None, WIDTH)
            return _HEAD * self.stretch
        y = self.news(headline(state), state.to_act, WIDTH - 37)
        seat_mark(self.canvas, (8, y), state.to_act, 4, SEAT_TEXT[state.to_act])
        pending = self.document.get("turn_state", {}).get("pending_roll")
        roll = state.last_roll if pending is None else pending
        if roll is not None:
            _die(self.canvas, (WIDTH - 13, y), int(roll))
        return _HEAD * self.stretch

    def column(self, y: float) -> float:
        """Draw the column: the price of each row, its combo, and the coins on it."""
        canvas, column = self.canvas, self.document["column"]
        high = _column_height(column) * self.stretch
        self.box(y, high)
        labels = y + _LABELS / 2 * self.stretch
        self.write(25, labels, "pay", 12.5, 40, fill=SOFT_INK, text_anchor="middle")
        self.write(52, labels, "combo", 12.5, 100, fill=SOFT_INK)
        self.write(WIDTH - 24, labels, "take", 12.5, 40, fill=SOFT_INK, text_anchor="middle")
        row = _ROW * self.stretch
        for price, combo in enumerate(column):
            top = y + _LABELS * self.stretch + row * price
            if price:
                canvas.add("line", x1=10, x2=WIDTH - 10, y1=top, y2=top, stroke=RULE, stroke_width=1)
            with canvas.inside("g", data_row=price, data_names=f"{combo['race']} {combo['power']}"):
                self.combo(price, combo, top + row / 2)
        return y + high + _GAP * self.stretch

    def combo(self, price: int, combo: Document, y: float) -> None:
        """Draw a row of the column."""
        if price:
            coin(self.canvas, (25, y), str(price), 10.5 * self.large)
        else:
            self.write(25, y, "free", 13, 40, fill=SOFT_INK, text_anchor="middle")
        x = self.glyphs(self.faction(52, y, combo["race"]), y, combo, INK, 1.15 * _GLYPH)
        self.write(x, y, f"{words(combo['power'])} {words(combo['race'])}", 16, WIDTH - 43 - x)
        if combo.get("coins"):
            coin(self.canvas, (WIDTH - 24, y), str(combo["coins"]), 10.5 * self.large)

    def table(self, y: float) -> float:
        """Write notes about the turn, and below them what lies beside the board."""
        lines = ((turn_notes(self.document), INK), (on_table(self.state, self.document), SOFT_INK))
        for number, (notes, fill) in enumerate(lines):
            if notes:
                middle = y + _TABLE * (number + 0.5) * self.stretch
                self.write(2, middle, " · ".join(notes), 13.5, WIDTH - 4, fill=fill)
        return y + _table_height(self.state) * self.stretch

    def card(self, seat: int, y: float) -> float:
        """Draw a seat: its coins and its races, highlighted while it decides, or if it has won."""
        canvas, state, entry = self.canvas, self.state, self.document["seats"][seat]
        high = _card_height(entry) * self.stretch
        lit = seat in winners(state) or (seat == state.to_act and not state.is_over)
        self.box(y, high, SEATS[seat] if lit else None)
        name = y + 19 * self.stretch
        canvas.add("rect", x=6, y=y + 6, width=14, height=high - 12, rx=4, fill=SEATS[seat])
        seat_mark(canvas, (13, name), seat, 4, SEAT_TEXT[seat])
        self.write(26, name, f"Seat {seat}", 17, 90, font_weight=700)
        notes = ["wins"] if seat in winners(state) else []
        notes += seat_notes(state, self.document, seat)
        self.write(92, name, " · ".join(notes), 13.5, 195, fill=SOFT_INK)
        coin(canvas, (WIDTH - 24, name), self.purses[seat], 13.5 * self.large)
        if not entry["races"]:
            y_text = y + (_NAME + _RACE / 2) * self.stretch
            self.write(26, y_text, "no race yet", 14, 200, fill=SOFT_INK, font_style="italic")
        names = [self.names(seat, race) for race in entry["races"]]
        step = min(_RACE, (high / self.stretch - _NAME - 3) / max(1, sum(map(len, names)))) * self.stretch
        line = y + _NAME * self.stretch + step / 2
        for race, lines in zip(entry["races"], names, strict=True):
            with canvas.inside("g", data_names=" ".join(filter(None, (race["race"], race["power"])))):
                self.race(seat, race, lines, line, step)
            line += step * len(lines)
        return y + high + _GAP * self.stretch

    def names(self, seat: int, race: Document) -> list[str]:
        """The lines that a card shows for a race; the badge that it keeps goes on a second line if it does not fit."""
        if race["status"] == "active":
            return [f"{words(race['power'])} {words(race['race'])}".strip()]
        lines = [f"{words(race['race'])} in decline", *([words(race["power"])] if race["power"] else [])]
        whole = ", ".join(lines)
        return [whole] if fitted(_NAMES, whole, self.room(seat, race)) > 0.85 * _NAMES else lines

    def room(self, seat: int, race: Document) -> float:
        """The width for a race's name on a card, between its signs and what it holds."""
        signs = (_SIGN if race["race"] in self.factions else 0.0) + _glyphs_width(race, _GLYPH)
        return WIDTH - 48 - signs - letters.width(where(self.document, seat, race["race"]), 13 * self.large)

    def race(self, seat: int, race: Document, names: list[str], y: float, step: float) -> None:
        """Draw the lines of a card for a race: its signs and names, and what it holds."""
        fill, weight = (INK, 600) if race["status"] == "active" else (SOFT_INK, 400)
        x = self.glyphs(self.faction(26, y, race["race"]), y, race, fill, min(_GLYPH, step))
        for i, name in enumerate(names):
            size = _NAMES if i == 0 else 0.9 * _NAMES
            self.write(x, y + i * step, name, size, self.room(seat, race), fill=fill, font_weight=weight)
        self.write(WIDTH - 11, y, where(self.document, seat, race["race"]), 13, 108, fill=fill, text_anchor="end")

    def faction(self, x: float, y: float, race: str) -> float:
        """Draw the sign of a race's faction, if it has one; returns where its name begins."""
        if race not in self.factions:
            return x
        faction_sign(self.canvas, (x + 7, y), self.factions[race])
        return x + _SIGN

    def glyphs(self, x: float, y: float, combo: Document, color: str, side: float) -> float:
        """Draw the glyphs of a power and its race, as far as there are any; returns where their names begin."""
        at = x + side / 2
        for kind in ("power", "race"):
            if glyphs.draw(self.canvas, kind, combo[kind] or "", (at, y), side, color):
                at += side + _APART
        return x + _glyphs_width(combo, side)


def _glyphs_width(combo: Document, side: float) -> float:
    """The width of the glyphs before the name of a race, with the gap after them."""
    number = (combo["power"] in glyphs.POWERS) + (combo["race"] in glyphs.RACES)
    return number * (side + _APART) + (_APART if number else 0)


def faction_sign(canvas: Canvas, at: Point, faction: str) -> None:
    """Draw the letter of a faction on a disc in its colour."""
    color, letter = FACTIONS[faction]
    canvas.add("circle", cx=at[0], cy=at[1], r=7, fill=color)
    canvas.text(*at, letter, 10, text_anchor="middle", font_weight=700, fill="#ffffff")


def _die(canvas: Canvas, at: Point, face: int) -> None:
    x, y = at
    canvas.add("rect", x=x - 12, y=y - 12, width=24, height=24, rx=5, fill="#ffffff", stroke=INK, stroke_width=1.8)
    pips = ((), ((0, 0),), ((-4.5, 4.5), (4.5, -4.5)), ((-6, 6), (0, 0), (6, -6)))
    for dx, dy in pips[face]:
        canvas.add("circle", cx=x + dx, cy=y + dy, r=2.8, fill=INK)
