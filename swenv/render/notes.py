"""What a game's page shows below its pictures: a note for each state, and curves over all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from swenv.render.canvas import escape, number
from swenv.render.parts import SEATS

DASHES = ("none", "9 5", "2 5", "12 4 2 4", "5 3")
"""The dash pattern of each curve, for those who cannot tell the colours apart."""
WIDTH, HEIGHT = 1000, 100
"""The size of the drawing in its own units: the page stretches it."""


@dataclass(frozen=True)
class Note:
    """A note below a state.

    Attributes:
        lines: Paragraphs of text.
        headers: Column headers of a table.
        rows: The cells of that table.
    """

    lines: Sequence[str] = ()
    headers: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()


@dataclass(frozen=True)
class Chart:
    """Curves over the states of a game, one for each seat.

    Attributes:
        title: What the curves show, a share.
        names: A name for each curve.
        values: The values of each curve, 0 to 1, one for each state; None where there is none.
        marks: The states to mark, by number, and the curve that each mark is on.
        marked: What a mark means.
    """

    title: str
    names: Sequence[str]
    values: Sequence[Sequence[float | None]]
    marks: Mapping[int, int] = field(default_factory=dict)
    marked: str = "mark"


def markup(chart: Chart) -> str:
    """Draw curves with a legend, as HTML; the page moves the line `cursor`."""
    keys = [_key(name, f'<path {_look(curve)} d="M0 5h30"/>') for curve, name in enumerate(chart.names)]
    drawn = [f'<path class="grid" d="M0 {y}H{WIDTH}"/>' for y in (0, HEIGHT // 2, HEIGHT)]
    drawn += [f'<path {_look(curve)} d="{_path(values)}"/>' for curve, values in enumerate(chart.values)]
    drawn += [_dot(_points(chart.values[curve])[state]) for state, curve in chart.marks.items()]
    if chart.marks:
        keys.append(_key(chart.marked, _dot("15 5")))
    return "\n".join(
        [
            f'<p id="legend"><b>{escape(chart.title)}</b> {" ".join(keys)}</p>',
            '<div id="chart">',
            '<div id="scale"><span>100 %</span><span>50 %</span><span>0 %</span></div>',
            f'<svg id="plot" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" role="img" '
            f'aria-label="{escape(chart.title)}">',
            *drawn,
            f'<path id="cursor" d="M0 0V{HEIGHT}"/>',
            "</svg>",
            "</div>",
        ]
    )


def _key(name: str, sign: str) -> str:
    """An entry of the legend."""
    return f'<span class="key"><svg viewBox="0 0 30 10">{sign}</svg> {escape(name)}</span>'


def _look(curve: int) -> str:
    """The attributes of a curve: its colour, which the page lightens in dark mode, and its dashes."""
    return f'class="curve" style="--seat: {SEATS[curve]}; stroke-dasharray: {DASHES[curve]}"'


def _dot(point: str) -> str:
    """A dot that stays round when the drawing is stretched: the cap of a line of zero length."""
    return f'<path class="mark" d="M{point}h0"/>'


def _points(values: Sequence[float | None]) -> list[str]:
    """The points of a curve as coordinates, "" where there is no value."""
    step = WIDTH / max(len(values) - 1, 1)
    return [
        "" if value is None else f"{number(state * step)} {number((1 - value) * HEIGHT)}"
        for state, value in enumerate(values)
    ]


def _path(values: Sequence[float | None]) -> str:
    """The path of a curve, with a gap where there is no value."""
    pieces = [list(points) for known, points in groupby(_points(values), key=bool) if known]
    return "".join(f"M{'L'.join(piece)}" for piece in pieces)
