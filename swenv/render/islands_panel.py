"""The panel beside the picture of an archipelago: market and stacks, the seats, the largest islands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from swenv.islands import Island, islands
from swenv.render import islands_tiles as tiles
from swenv.render import panel
from swenv.render.canvas import Canvas
from swenv.render.islands_view import (
    ALEXIS,
    BACK,
    Document,
    bare,
    chosen,
    houses_of_alexis,
    largest_first,
    markers_left,
    ships_left,
    starts_left,
)
from swenv.render.islands_words import (
    ROUNDS,
    alexis_words,
    cards_held,
    drawn_words,
    halves,
    headline,
    stacks,
    tile_words,
    token_words,
)
from swenv.render.parts import GOLD, GOLD_RIM, SEATS, SOFT_INK, coin, winners

if TYPE_CHECKING:
    from swenv.core.game import State
    from swenv.render.shapes import Point

Entry = tuple[str | None, str, dict[str, str | float | None]]
"""A tile or None, the text below it, and the argument of a verb that it stands for, as an attribute."""

WIDTH = 450.0

_HEAD, _OFFER, _GAP = 74.0, 102.0, 9.0
_NAME, _LINE, _LINES = 36.0, 16.0, 6
_CARD = _NAME + _LINE * _LINES + 6  # room for six lines of cards, the most that a seat can hold
_TILE, _STEP, _CARDS_AT = 62.0, 65.0, 226.0
_TOKENS = 6  # the most that fit as discs; more are written as text
_COUNTED = ("lotus", "dragonfruit", "laurel", "temple", "ports")


def height(state: State) -> float:
    """The height of the panel for any position of this game, without the islands."""
    cards = max(2, state.game.num_players)  # Alexis has one too
    return _HEAD + _OFFER + _GAP + cards * (_CARD + _GAP)


class Panel(panel.Panel):
    """Draws round, market and stacks, the seats, Alexis, and as many islands as fit."""

    def __init__(self, canvas: Canvas, state: State, document: Document) -> None:
        super().__init__(canvas, WIDTH, 1.0)
        self.state = state
        self.document = document

    def draw(self, bottom: float) -> None:
        """Draw everything, down to this height."""
        self.title(self.state.game.title, self.state.round, ROUNDS)
        self.news(headline(self.state), None if self.state.is_over else self.state.to_act, WIDTH)
        y = _HEAD
        self.offer(y)
        y += _OFFER + _GAP
        for seat in range(len(self.document["seats"])):
            self.seat(seat, y)
            y += _CARD + _GAP
        if ALEXIS in self.document:
            self.alexis(y)
            y += _CARD + _GAP
        self.islands(y, bottom)

    def offer(self, y: float) -> None:
        """Draw the market and the stacks; before the first round, the remaining start tiles."""
        document = self.document
        self.box(y, _OFFER)
        starts = starts_left(document) if self.state.phase.startswith("start") else []
        self.write(12, y + 13, "start tiles" if starts else "market", 12.5, 100, fill=SOFT_INK)
        if starts:
            side = min(_TILE, (WIDTH - 24) / len(starts) - 3)
            self.row([(name, name, {"data_face": name}) for name in starts], 12, y + 24, side, side + 3)
            return
        market: list[Entry] = [
            (name, f"{slot} · {name}", {"data_slot": slot}) for slot, name in enumerate(document["market"])
        ]
        self.row(market, 12, y + 24, _TILE, _STEP)
        for line, words in enumerate(stacks(document)):
            self.write(_CARDS_AT, y + 30 + 18 * line, words, 13.5, 100)
        self.write(WIDTH - 110, y + 13, "ships in supply", 12.5, 100, fill=SOFT_INK)
        for place, owner in enumerate(ships_left(document)):
            tiles.ship(self.canvas, (WIDTH - 88 + 46 * (place % 2), y + 40 + 36 * (place // 2)), 1.5, owner)

    def row(self, shown: Sequence[Entry], x: float, y: float, side: float, step: float) -> None:
        """Draw tiles in a row, each with a text below it."""
        for place, (name, below, stands_for) in enumerate(shown):
            with self.canvas.inside("g", **stands_for):
                self.tile(name, below, (x + place * step, y), side)

    def tile(self, name: str | None, below: str, at: Point, side: float) -> None:
        """Draw a tile with a text below it, its back, or nothing."""
        if name == BACK:
            tiles.back(self.canvas, at, side)
        elif name is not None:
            tiles.draw(self.canvas, bare(name), at, side, tile_words(bare(name)))
            self.canvas.text(at[0] + side / 2, at[1] + side + 7, below, 10.5, text_anchor="middle", fill=SOFT_INK)

    def seat(self, seat: int, y: float) -> None:
        """Draw a seat: prestige, pieces, hand and cards; highlighted while it decides, or if it has won."""
        canvas, state, entry = self.canvas, self.state, self.document["seats"][seat]
        lit = seat in winners(state) if state.is_over else seat == state.to_act
        self.box(y, _CARD, SEATS[seat] if lit else None)
        self.canvas.add("rect", x=6, y=y + 6, width=8, height=_CARD - 12, rx=4, fill=SEATS[seat])
        self.write(24, y + 19, f"Seat {seat}", 17, 70, font_weight=700)
        self.pieces(seat, y + 19)
        coin(canvas, (WIDTH - 24, y + 19), str(entry["prestige"]), 13.5)
        own = seat == state.to_act and not state.is_over
        hand: list[Entry] = [
            (name, f"{place} · {name}", {"data_place": place} if own else {})
            for place, name in enumerate(entry.get("hand", ()))
        ]
        if own and state.phase in ("place", "start_place") and (placing := chosen(self.document)):
            hand.append((placing, f"places {placing}", {"data_tile": placing}))
        self.row(hand, 24, y + _NAME, _TILE, _STEP)
        line = y + _NAME + 6
        notes = [(use, halves(cards)) for use, cards in cards_held(entry)]
        if seat == state.to_act and drawn_words(self.document):
            notes.append(("drawn", [drawn_words(self.document)]))
        for use, lines in notes:
            self.write(_CARDS_AT, line, use, 12.5, 32, fill=SOFT_INK)
            for words in lines:
                room = WIDTH - _CARDS_AT - 42
                self.write(_CARDS_AT + 34, line, words, 13, room, font_weight=600 if use == "now" else 400)
                line += _LINE

    def pieces(self, seat: int, y: float) -> None:
        """Draw a seat's houses, markers and tokens."""
        entry = self.document["seats"][seat]
        tiles.house(self.canvas, (102, y), 1.0, seat)
        self.write(115, y, f"{entry['pool']} + {entry['reserve']}", 14, 44)
        for place, name in enumerate(markers_left(self.document, seat)):
            tiles.chip(self.canvas, name, (174 + 25 * place, y), None)
        tokens = entry.get("tokens", ())
        if len(tokens) > _TOKENS:
            self.write(278, y, f"tokens {token_words(tokens)}", 13.5, WIDTH - 278 - 44)
            return
        for place, value in enumerate(tokens):
            self.token(value, 278 + 21.5 * place, y)

    def token(self, value: int | str, x: float, y: float) -> None:
        """Draw a discovery token, or its back."""
        known = value != BACK
        style: dict[str, str | float] = {"fill": GOLD if known else "#b98f2b", "stroke": GOLD_RIM, "stroke_width": 1.5}
        self.canvas.add("rect", None, x=x, y=y - 9.5, width=19, height=19, rx=4, **style)
        words = str(value) if known else "?"
        self.canvas.text(x + 9.5, y, words, 13, text_anchor="middle", font_weight=700, fill="#4a3300")

    def alexis(self, y: float) -> None:
        """Draw Alexis: prestige, houses, his deck and the card that he turned over."""
        canvas = self.canvas
        lit = self.state.is_over and self.state.returns()[0] < 0
        self.box(y, _CARD, tiles.DARK if lit else None)
        canvas.add("rect", x=6, y=y + 6, width=8, height=_CARD - 12, rx=4, fill=tiles.DARK)
        self.write(24, y + 19, "Alexis", 17, 70, font_weight=700)
        tiles.house(canvas, (102, y + 19), 1.0, ALEXIS)
        self.write(115, y + 19, str(houses_of_alexis(self.document)), 14, 44)
        coin(canvas, (WIDTH - 24, y + 19), str(self.document[ALEXIS]["prestige"]), 13.5)
        for line, words in enumerate(alexis_words(self.document)):
            self.write(24, y + _NAME + 8 + 21 * line, words, 13.5, WIDTH - 40)

    def islands(self, y: float, bottom: float) -> None:
        """Draw the largest islands of at least two tiles, as many as fit."""
        shown = largest_first(islands(self.state))
        lines = int((bottom - y - 26) // 19)
        if lines < 1 or not shown:
            return
        shown = shown[:lines]
        self.box(y, 28 + 19 * len(shown))
        heads = ("island", "tiles", *_COUNTED, "site", "houses")
        for place, name in enumerate(heads):
            x = _column(place)
            if name in tiles.SYMBOLS:
                tiles.icon(self.canvas, tiles.SYMBOLS[name], (x, y + 14), 0.75)
            else:
                self.write(x, y + 14, name, 12.5, 60, fill=SOFT_INK, text_anchor="middle")
        for line, island in enumerate(shown):
            self.island(island, y + 33 + 19 * line)

    def island(self, island: Island, y: float) -> None:
        """Draw the line of an island."""
        row, column = island.name or island.pieces[0][:2]
        counts = [str(island.symbols[name] or "·") for name in _COUNTED]
        written = [f"{row} {column}", str(island.size), *counts, f"{island.free_sites} of {island.sites}"]
        for place, words in enumerate(written):
            self.write(_column(place), y, words, 13, 50, text_anchor="middle")
        x = _column(len(written)) - 18
        for owner, number in sorted(island.houses.items(), key=str):
            for _ in range(number):
                tiles.house(self.canvas, (x, y), 0.8, owner)
                x += 17


def _column(place: int) -> float:
    return (34, 82, 122, 158, 194, 230, 266, 314, 390)[place]
