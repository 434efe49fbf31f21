"""What the drawers of all games share: colours, coins, terminal colours, winners."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from swenv.render import letters
from swenv.render.canvas import Canvas

if TYPE_CHECKING:
    from swenv.core.game import State
    from swenv.render.shapes import Point

# --- colours --------------------------------------------------------------------------------------
# The hues of seats are blue, orange, purple, green and yellow, so that colour-blind people can tell them apart.
# tests/render/test_render.py checks the distances.

SEATS: tuple[str, ...] = ("#1f5fbf", "#d9540b", "#7a1f5c", "#0b7f61", "#f2b705")
SEAT_TEXT: tuple[str, ...] = ("#ffffff", "#ffffff", "#ffffff", "#ffffff", "#2b2620")
PAPER, CARD, LINE, INK, SOFT_INK = "#f7f2e6", "#fffdf7", "#3d3427", "#2b2620", "#6f6557"
GOLD, GOLD_RIM, STONE, PALE, RULE = "#f6c945", "#9a6b00", "#fff8e6", "#e4dfd6", "#ddd4c1"


# --- words ----------------------------------------------------------------------------------------


def winners(state: State) -> list[int]:
    """The seats that share the victory; empty before the end, and if no seat has won."""
    if not state.is_over:
        return []
    best = max(state.returns())
    if best < 0:
        return []
    return [seat for seat, value in enumerate(state.returns()) if value == best]


# --- a terminal -----------------------------------------------------------------------------------

Paint = Callable[[str, str], str]
"""Applies an ANSI code to a text, or leaves the text as it is."""

_TERMINAL_SEATS = (33, 208, 133, 36, 220)  # of 256 colours, close to those of the picture


def new_lines(before: list[str], after: list[str]) -> list[str]:
    """The lines of a page that an earlier page does not have; the number of spaces between words is ignored."""
    known = {" ".join(line.split()) for line in before}
    return [line for line in after if " ".join(line.split()) not in known]


def painter(color: bool) -> Paint:
    """Return what gives a page its colours; without colours it changes nothing."""
    return _painted if color else _plain


def seat_code(seat: int, faded: bool = False) -> str:
    """The ANSI code of a seat's colour."""
    return f"{'2;' if faded else '1;'}38;5;{_TERMINAL_SEATS[seat]}"


def _plain(text: str, code: str) -> str:
    return text


def _painted(text: str, code: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if code else text


# --- a picture ------------------------------------------------------------------------------------


_MARKS = (
    "",
    "M-.9 -.9H.9V.9H-.9Z",
    "M0 -1.1L1.1 .9H-1.1Z",
    "M0 -1.25L1.1 0L0 1.25L-1.1 0Z",
    "M0 -1.1L1.1 -.3L.7 1H-.7L-1.1 -.3Z",
)
"""A square, a triangle, a diamond and a pentagon; the first seat has a disc."""


def seat_mark(canvas: Canvas, at: Point, seat: int, radius: float, color: str) -> None:
    """Draw the shape of a seat, for whoever cannot tell it by its colour."""
    (x, y), path = at, _MARKS[seat]
    if path:
        place = f"translate({x:.1f} {y:.1f}) scale({radius:.2f})"
        canvas.add("path", d=path, transform=place, fill=color)
    else:
        canvas.add("circle", cx=x, cy=y, r=radius, fill=color)


def coin(canvas: Canvas, at: Point, value: str, radius: float) -> None:
    """Draw a gold coin with a number on it."""
    canvas.add("circle", cx=at[0], cy=at[1], r=radius, fill=GOLD, stroke=GOLD_RIM, stroke_width=1.6)
    canvas.add("circle", cx=at[0], cy=at[1], r=radius - 2.6, fill="none", stroke=GOLD_RIM, stroke_width=0.7)
    size = radius * (1.25, 1.25, 1.1, 0.85, 0.7)[min(len(value), 4)]
    canvas.text(*at, value, size, text_anchor="middle", font_weight=700, fill="#4a3300")


def fitted(size: float, words: str, room: float, weight: float = 400) -> float:
    """The type size at which a text fits its room."""
    return min(size, room / max(1.0, letters.width(words, 1, weight)))
