"""The base of the panels beside the pictures of all games."""

from __future__ import annotations

from swenv.render import letters
from swenv.render.canvas import Canvas
from swenv.render.parts import CARD, INK, RULE, SEATS, fitted


class Panel:
    """A column of parts, one below the other, stretched if there is room.

    Args:
        canvas: the canvas to draw on, from (0, 0).
        width: width of the column.
        stretch: factor of all heights.
    """

    def __init__(self, canvas: Canvas, width: float, stretch: float) -> None:
        self.canvas = canvas
        self.width = width
        self.stretch = stretch
        self.large = min(stretch, 1.15)

    def write(self, x: float, y: float, words: str, size: float, room: float, **style: str | float | None) -> None:
        """Write a text, in smaller type if it would not fit its room."""
        weight = float(style.get("font_weight") or 400)
        self.canvas.text(x, y, words, fitted(size * self.large, words, room, weight), **{"fill": INK, **style})

    def title(self, name: str, round_now: int, rounds: int) -> None:
        """Write the name of the game and the round."""
        y = 12 * self.stretch
        words = f"Round {round_now} of {rounds}"
        self.write(0, y, name, 22, self.width - 16 - letters.width(words, 17 * self.large, 700), font_weight=700)
        self.write(self.width, y, words, 17, 130, font_weight=700, text_anchor="end")
        step = self.width / rounds
        for i in range(rounds):
            fill = INK if i < round_now else RULE
            self.canvas.add("rect", x=i * step, y=29 * self.stretch, width=0.85 * step, height=5, rx=2.5, fill=fill)

    def news(self, words: str, seat: int | None, room: float) -> float:
        """Write who does what, after a dot in the seat's colour; returns the y of the line."""
        y = 53 * self.stretch
        if seat is None:
            self.write(0, y, words, 17, room, font_weight=700)
        else:
            self.canvas.add("circle", cx=8, cy=y, r=8, fill=SEATS[seat])
            self.write(23, y, words, 17, room - 23, font_weight=600)
        return y

    def box(self, y: float, high: float, rim: str | None = None) -> None:
        """Draw a card to write on; a coloured rim highlights it."""
        stroke, wide = (rim, 3.0) if rim else (RULE, 1.2)
        self.canvas.add("rect", y=y, width=self.width, height=high, rx=9, fill=CARD, stroke=stroke, stroke_width=wide)
