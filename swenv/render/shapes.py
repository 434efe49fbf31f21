"""Lays out the drawing of a board: outlines, places for pieces, positions for boards without polygons."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]
Polygon = tuple[Point, ...]

WIDTH, HEIGHT = 1000.0, 700.0
"""The size that a board is fitted into, in drawing units."""
TABLE_WIDTH, TABLE_HEIGHT = 1150.0, 800.0
"""The same for a table of several boards, which have open sea between them."""

# Radius of the smallest region of the four printed boards, at which pieces have their natural size.
_TIGHTEST = 41.0


@dataclass(frozen=True)
class Place:
    """The input for a shape: what the drawing needs to know about a region.

    Attributes:
        polygon: outline in the units of the board file, or None.
        label: a point well inside, or None.
        neighbors: ids of the regions that share a border.
        spots: number of small icons that are always in the region.
        island: the board of the table that it is on.
    """

    polygon: Polygon | None
    label: Point | None
    neighbors: tuple[int, ...]
    spots: int
    island: int = field(default=0, repr=False)


@dataclass(frozen=True)
class Sea:
    """The open sea around the boards of a table.

    Attributes:
        size: width and height of the whole table, in the units of the polygons.
        shores: outline of each board; empty when the boards have no polygons.
    """

    size: Point
    shores: tuple[Polygon, ...]


@dataclass(frozen=True)
class Shape:
    """One region in the drawing.

    Attributes:
        path: outline, as the `d` of an SVG path.
        center: position of the tokens.
        radius: of the largest circle around `center` inside the region.
        name_at: position of the id.
        spots: positions of the small icons that are always in the region.
        badges: six positions around the tokens, in the order in which they are filled.
    """

    path: str
    center: Point
    radius: float
    name_at: Point
    spots: tuple[Point, ...]
    badges: tuple[Point, ...]


@dataclass(frozen=True)
class Island:
    """One of several boards on a table.

    Attributes:
        path: its shore, as the `d` of an SVG path; "" on a computed layout.
        name_at: position of its name.
    """

    path: str
    name_at: Point


@dataclass(frozen=True)
class Drawing:
    """A board in drawing units.

    Attributes:
        width: of the board.
        height: of the board.
        scale: scale of pieces and icons; 1 on a crowded board.
        name_scale: scale of the region ids, which must be readable even where pieces are small.
        shapes: by region id.
        links: borders to be drawn as lines, (id, id), if the shapes do not touch; otherwise empty.
        key: a short name that differs between boards, for ids within an SVG document.
        islands: the boards of a table of several; empty if one board fills the drawing.
    """

    width: float
    height: float
    scale: float
    name_scale: float
    shapes: tuple[Shape, ...]
    links: tuple[tuple[int, int], ...]
    key: str
    islands: tuple[Island, ...] = ()


Plan = tuple[tuple[Place, ...], Sea | None]
"""What a drawing is made from: the regions in order of id, and the sea around the boards of a table."""

KEPT, KEPT_CORNERS = 256, 200_000
"""Drawings that are kept, and the corners that they may have together."""
_kept: dict[Plan, Drawing] = {}
_keeping = Lock()


def drawing(places: tuple[Place, ...], sea: Sea | None = None) -> Drawing:
    """The drawing of a board, made once: making one takes up to a few seconds.

    Args:
        places: one entry per region, in order of id.
        sea: the sea around the boards of a table; None for a single board.
    """
    drawn = _kept.get((places, sea)) or make(places, sea)
    keep((places, sea), drawn)
    return drawn


def is_kept(plan: Plan) -> bool:
    """Whether the drawing of a plan is kept."""
    return plan in _kept


def keep(plan: Plan, made: Drawing) -> None:
    """Keep a drawing, made here or in another process; those used longest ago make room."""
    with _keeping:
        is_new = _kept.pop(plan, None) is None
        _kept[plan] = made
        corners = sum(map(_corners, _kept)) if is_new else 0
        while len(_kept) > KEPT or (corners > KEPT_CORNERS and len(_kept) > 1):
            oldest = next(iter(_kept))
            corners -= _corners(oldest)
            del _kept[oldest]


def _corners(plan: Plan) -> int:
    return sum(len(place.polygon or ()) for place in plan[0])


def make(places: tuple[Place, ...], sea: Sea | None = None) -> Drawing:
    """Make the drawing of a board from its polygons, or from a computed layout if any region has none.

    Arguments as for `drawing`.
    """
    key = f"b{crc32(repr((places, sea) if sea else places).encode()):08x}"
    polygons = [place.polygon for place in places if place.polygon is not None]
    if len(polygons) < len(places):
        return _of_layout(places, key, sea is not None)
    corners = np.array([corner for polygon in polygons for corner in polygon], dtype=np.float64)
    (left, top), (wide, high) = corners.min(axis=0), np.maximum(np.ptp(corners, axis=0), 1e-9)
    room = (WIDTH, HEIGHT)
    if sea is not None:
        (left, top), (wide, high), room = (0.0, 0.0), sea.size, (TABLE_WIDTH, TABLE_HEIGHT)
    zoom = float(min(room[0] / wide, room[1] / high))

    def scaled_point(point: Point) -> Point:
        return float(point[0] - left) * zoom, float(point[1] - top) * zoom

    scaled = [tuple(scaled_point(corner) for corner in polygon) for polygon in polygons]
    shores = [tuple(scaled_point(corner) for corner in shore) for shore in (sea.shores if sea else ())]
    centers = [
        scaled_point(place.label) if place.label is not None else _widest_point(polygon)
        for place, polygon in zip(places, scaled, strict=True)
    ]
    radii = [float(_depth(polygon, [center])[0]) for polygon, center in zip(scaled, centers, strict=True)]
    scale = _scale(radii)
    name_scale = _name_scale(scale, float(wide) * zoom)
    soft = _soft_corners(scaled, at_the_shore=bool(shores))
    most = WORK / len(corners)
    shapes = [
        _shape(rounded(polygon, soft), polygon, center, radius, place.spots, scale, name_scale, most)
        for polygon, center, radius, place in zip(scaled, centers, radii, places, strict=True)
    ]
    islands = tuple(Island(rounded(shore, soft), _below(shore, scale, float(high) * zoom)) for shore in shores)
    return Drawing(float(wide) * zoom, float(high) * zoom, scale, name_scale, tuple(shapes), (), key, islands)


def _below(outline: Sequence[Point], scale: float, bottom: float) -> Point:
    """The middle of the lower edge, slightly outside, above the bottom of the drawing."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return (min(xs) + max(xs)) / 2, min(max(ys) + 17 * scale, bottom - 10 * scale)


def _scale(radii: Sequence[float]) -> float:
    return min(1.4, max(0.45, min(radii) / _TIGHTEST))


def _name_scale(scale: float, width: float) -> float:
    return max(scale, width / 1080)


# --- outlines -------------------------------------------------------------------------------------


def _soft_corners(polygons: Sequence[Polygon], at_the_shore: bool) -> set[Point]:
    """Find the corners that may be rounded: those inside a border of two regions, where both draw the same curve.

    With boards in the open sea, also those inside a coast, which region and shore draw alike.
    """
    edges: Counter[frozenset[Point]] = Counter()
    for polygon in polygons:
        for i, corner in enumerate(polygon):
            edges[frozenset((polygon[i - 1], corner))] += 1
    meeting: dict[Point, list[int]] = {}
    for edge, sides in edges.items():
        for corner in edge:
            meeting.setdefault(corner, []).append(sides)
    round_ones = [[2, 2], [1, 1]] if at_the_shore else [[2, 2]]
    return {corner for corner, sides in meeting.items() if sides in round_ones}


def rounded(polygon: Sequence[Point], soft: set[Point]) -> str:
    """Draw an outline whose soft corners are rounded from the middle of one side to the middle of the next."""
    parts: list[str] = []
    for i, corner in enumerate(polygon):
        before, after = polygon[i - 1], polygon[(i + 1) % len(polygon)]
        start, end = _middle(before, corner), _middle(corner, after)
        if not parts:
            parts.append(f"M{_xy(start)}")
        parts.append(f"Q{_xy(corner)} {_xy(end)}" if corner in soft else f"L{_xy(corner)}L{_xy(end)}")
    return "".join(parts) + "Z"


def shoreline(points: Sequence[Point]) -> str:
    """Draw an open line from the first point to the last, with every corner between them rounded as in `rounded`."""
    first, *corners, last = points
    ends = [*(_middle(a, b) for a, b in itertools.pairwise(corners)), last]
    curves = "".join(f"Q{_xy(corner)} {_xy(end)}" for corner, end in zip(corners, ends, strict=True))
    return f"M{_xy(first)}{curves}"


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _xy(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"


# --- places inside a region -----------------------------------------------------------------------


_CHUNK = 1 << 16
"""Pairs of a point and a side of an outline that are compared at once: they fit into the cache of a processor."""


def _depth(polygon: Polygon, points: Sequence[Point]) -> NDArray[np.float64]:
    """The distance of each point from the outline, negative outside.

    Args:
        polygon: outline.
        points: n points.

    Returns:
        (n,) float64.
    """
    start = np.asarray(polygon, dtype=np.float64)
    side = np.roll(start, -1, axis=0) - start
    at = np.asarray(points, dtype=np.float64)
    some = max(1, _CHUNK // len(start))
    return np.concatenate([_depth_of_some(start, side, at[k : k + some]) for k in range(0, len(at), some)])


def _depth_of_some(
    start: NDArray[np.float64], side: NDArray[np.float64], points: NDArray[np.float64]
) -> NDArray[np.float64]:
    """`_depth` of points that are few enough to be compared with all sides at once.

    Only sides that may be the nearest are measured with `hypot`, which takes longer than all the rest.
    """
    (left, top), (across, down) = start.T, side.T
    x, y = points[:, 0, None], points[:, 1, None]
    length = np.maximum(across**2 + down**2, 1e-12)
    along = np.clip(((x - left) * across + (y - top) * down) / length, 0.0, 1.0)
    aside, below = left + along * across - x, top + along * down - y
    square = aside**2 + below**2
    near = square <= square.min(axis=1, keepdims=True) * (1 + 1e-9)
    rows = near.sum(axis=1)
    nearest = np.minimum.reduceat(np.hypot(aside[near], below[near]), np.cumsum(rows) - rows)
    crosses = (top > y) != (top + down > y)
    slope = np.where(down == 0, 1.0, down)
    right = x < left + (y - top) * across / slope
    inside = (crosses & right).sum(axis=1) % 2 == 1
    return np.where(inside, nearest, -nearest)


FINEST = 400
"""Most points of a grid in a row or column, however long and thin the outline is."""
WORK = 20_000_000
"""Most pairs of a grid's point and a side that a drawing compares, far more than printed and random boards need."""


def _grid(polygon: Polygon, step: float, most: float = math.inf) -> list[Point]:
    """Points in rows and columns over an outline, about `step` apart, or further if they would be more than `most`."""
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    wide, high = max(step, (max(xs) - min(xs)) / FINEST), max(step, (max(ys) - min(ys)) / FINEST)
    coarser = math.sqrt(max(1.0, (max(xs) - min(xs)) / wide * ((max(ys) - min(ys)) / high) / most))
    columns, rows = (_between(min(of), max(of), each * coarser) for of, each in ((xs, wide), (ys, high)))
    return [(x, y) for y in rows for x in columns]


def _between(low: float, high: float, step: float) -> list[float]:
    """Numbers from half a step above the lower limit up to the upper one; the middle if that leaves none."""
    return np.arange(low + step / 2, high, step).tolist() or [(low + high) / 2]


def _widest_point(polygon: Polygon) -> Point:
    """The centre of approximately the largest circle that fits."""
    extent = max(max(x for x, _ in polygon) - min(x for x, _ in polygon), 1e-9)
    grid = _grid(polygon, extent / 40)
    return grid[int(_depth(polygon, grid).argmax())]


TOKEN, ICON, BADGE, NAME = 23.5, 11.5, 12.5, 8.5
"""Radii of a stack of tokens, a small icon, a piece beside the tokens, and a region's id, at scale 1."""

_BAND = 5.0  # the owner's colour along the border
_WISHES = (36.0, 144.0, -90.0, 90.0, -30.0, -150.0)
"""The best positions of the badges on the rim of a stack: in degrees, clockwise from the right."""


def _shape(
    path: str,
    polygon: Polygon,
    center: Point,
    radius: float,
    spots: int,
    scale: float,
    name_scale: float,
    most: float = math.inf,
) -> Shape:
    """Choose the positions of badges, icons and the id: where readers look, off the border and without overlaps.

    They are chosen among at most about `most` points.
    """
    grid = _grid(polygon, 5.0 * scale, most)
    depth = _depth(polygon, grid)
    at = np.asarray(grid)
    taken: list[tuple[Point, float]] = []
    rim = [(turn, reach) for reach in (30.4, 28.0, 25.5) for turn in np.arange(-180.0, 180.0, 6.0)]
    turns, reaches = np.asarray(rim).T
    ways = np.stack([np.cos(np.radians(turns)), np.sin(np.radians(turns))], axis=1)
    on_rim = np.asarray(center) + scale * reaches[:, None] * ways
    rim_depth = _depth(polygon, [(float(x), float(y)) for x, y in on_rim])

    def room(points: NDArray[np.float64], size: float) -> NDArray[np.float64]:
        """Distance of a disc of this radius at each point from everything already placed."""
        gaps = [np.hypot(points[:, 0] - x, points[:, 1] - y) - other - size for (x, y), other in taken]
        return np.min(gaps, axis=0) if gaps else np.full(len(points), np.inf)

    def choose(
        points: NDArray[np.float64], slack: NDArray[np.float64], away: NDArray[np.float64], size: float
    ) -> Point:
        free = slack > 0.0
        best = int(np.where(free, away, np.inf).argmin()) if free.any() else int(slack.argmax())
        point = float(points[best, 0]), float(points[best, 1])
        taken.append((point, size))
        return point

    def badge(wish: float) -> Point:
        slack = np.minimum(rim_depth - BADGE * scale, room(on_rim, ICON * scale))
        away = np.abs((turns - wish + 180.0) % 360.0 - 180.0) + 4.0 * (reaches.max() - reaches)
        return choose(on_rim, slack, away, ICON * scale)

    def settle(size: float, dx: float, dy: float) -> Point:
        away = np.hypot(at[:, 0] - center[0] - dx * scale, at[:, 1] - center[1] - dy * scale)
        slack = np.minimum(depth - size - _BAND, room(at, size)) - 0.5
        if not (slack > 0.0).any():  # rather on the band than on a neighbour
            slack = np.minimum(depth - size, room(at, size))
        return choose(at, slack, away, size)

    badges = [badge(wish) for wish in _WISHES[:2]]
    taken.append((center, TOKEN * scale))
    wishes = ((36.0, -12.0), (-38.0, -6.0), (14.0, -36.0), (0.0, 38.0))
    icons = tuple(settle(ICON * scale, *wishes[i % 4]) for i in range(spots))
    name_at = settle(NAME * name_scale, -20.0, -30.0)
    taken.remove((center, TOKEN * scale))
    taken.append((name_at, NAME * name_scale + 4.0 * scale))  # badges should rather touch each other than the id
    badges += [badge(wish) for wish in _WISHES[2:]]
    return Shape(path, center, radius, name_at, icons, tuple(badges))


# --- boards without polygons ----------------------------------------------------------------------


_CAPTION = 24.0  # height of the name under a board of a table


def _of_layout(places: tuple[Place, ...], key: str, at_sea: bool) -> Drawing:
    """Make a drawing of discs, with a line for each border; each board of a table gets its own area."""
    width, height = (TABLE_WIDTH, TABLE_HEIGHT) if at_sea else (WIDTH, HEIGHT)
    parts = [[i for i, place in enumerate(places) if place.island == k] for k in sorted({p.island for p in places})]
    cells = _cells([len(part) for part in parts], width, height)
    laid = [layout([[part.index(j) for j in places[i].neighbors] for i in part]) for part in parts]
    gaps = [math.dist(a, b) for spots in laid for i, a in enumerate(spots) for b in spots[:i]]
    radius = min(90.0, 0.42 * min(gaps, default=200.0))
    if at_sea:
        radius = min(60.0, radius)
    margin = radius + 8.0
    at: list[Point] = [(0.0, 0.0)] * len(places)
    for part, spots, (left, top, wide, high) in zip(parts, laid, cells, strict=True):
        for i, (x, y) in zip(part, _fitted(spots, margin, wide, high - _CAPTION * at_sea), strict=True):
            at[i] = left + x, top + y
    gaps = [math.dist(a, b) for i, a in enumerate(at) for b in at[:i]]
    radius = min(radius, 0.46 * min(gaps, default=200.0))
    scale = _scale([0.75 * radius])  # a disc has no corners for icons
    name_scale = _name_scale(scale, width)
    shapes = []
    for center, place in zip(at, places, strict=True):
        rim = tuple(
            (center[0] + radius * math.cos(k * math.pi / 12), center[1] + radius * math.sin(k * math.pi / 12))
            for k in range(24)
        )
        shapes.append(_shape(rounded(rim, set(rim)), rim, center, radius, place.spots, scale, name_scale))
    links = tuple((i, j) for i, place in enumerate(places) for j in place.neighbors if i < j)
    islands = [
        Island("", _below([(at[i][0], at[i][1] + radius) for i in part], scale, height)) for part in parts if at_sea
    ]
    return Drawing(width, height, scale, name_scale, tuple(shapes), links, key, tuple(islands))


def _cells(sizes: Sequence[int], width: float, height: float) -> list[tuple[float, float, float, float]]:
    """Areas for parts of these sizes, (left, top, width, height): up to three in one row, more in two rows."""
    rows = [sizes] if len(sizes) < 4 else [sizes[: len(sizes) // 2], sizes[len(sizes) // 2 :]]
    cells = []
    for number, row in enumerate(rows):
        left, high = 0.0, height / len(rows)
        for size in row:
            wide = width * size / sum(row)
            cells.append((left, number * high, wide, high))
            left += wide
    return cells


def layout(neighbors: Sequence[Sequence[int]]) -> list[Point]:
    """Place the regions so that their distances match the numbers of borders between them.

    Uses stress majorisation, then pushes apart what is too close. No random numbers: the same board always has the
    same layout.

    Args:
        neighbors: ids of the neighbours of each region.

    Returns:
        One point per region, within `WIDTH` x `HEIGHT`.
    """
    count = len(neighbors)
    if count == 1:
        return [(WIDTH / 2, HEIGHT / 2)]
    steps = _steps(neighbors)
    weight = 1.0 / np.maximum(steps, 1.0) ** 2
    np.fill_diagonal(weight, 0.0)
    pull = np.diag(weight.sum(axis=1)) - weight
    inverse = np.linalg.pinv(pull)
    at = _start(steps)
    for _ in range(200):
        gap = np.hypot(*np.moveaxis(at[:, None] - at[None], -1, 0))
        ratio = weight * steps / np.maximum(gap, 1e-6)
        np.fill_diagonal(ratio, 0.0)
        at = inverse @ (np.diag(ratio.sum(axis=1)) - ratio) @ at
    if np.ptp(at[:, 1]) > np.ptp(at[:, 0]):
        at = at[:, ::-1].copy()
    for _ in range(100):
        apart = at[:, None] - at[None]
        gap = np.hypot(apart[..., 0], apart[..., 1])
        np.fill_diagonal(gap, np.inf)
        push = np.maximum(0.0, 1.0 - gap) / np.maximum(gap, 1e-6)
        at = at + 0.25 * (push[..., None] * apart).sum(axis=1)
    return _fitted([(float(x), float(y)) for x, y in at], 0.0, WIDTH, HEIGHT)


def _steps(neighbors: Sequence[Sequence[int]]) -> NDArray[np.float64]:
    """The number of borders between any two regions, (n, n); unconnected parts are far apart."""
    count = len(neighbors)
    steps = np.full((count, count), np.inf)
    for start in range(count):
        steps[start, start] = 0
        front = [start]
        while front:
            reached = []
            for region in front:
                for other in neighbors[region]:
                    if np.isinf(steps[start, other]):
                        steps[start, other] = steps[start, region] + 1
                        reached.append(other)
            front = reached
    finite = steps[np.isfinite(steps)]
    steps[np.isinf(steps)] = finite.max() + 2
    return np.asarray(np.minimum(steps, steps.T), dtype=np.float64)


def _start(steps: NDArray[np.float64]) -> NDArray[np.float64]:
    """The start of the majorisation: two distant regions give x, two distant ones across them give y."""
    left = int(steps[0].argmax())
    right = int(steps[left].argmax())
    across = steps[left] - steps[right]
    top = int((steps[left] + steps[right] - 2 * np.abs(across)).argmax())
    bottom = int((2 * steps[top] - np.abs(across)).argmax())
    at = np.stack([across, steps[top] - steps[bottom]], axis=1)
    # Regions with the same distances would start at the same point, where no force separates them.
    turn = np.arange(len(steps)) * 2.399963
    return np.asarray(at + 0.05 * np.stack([np.cos(turn), np.sin(turn)], axis=1), dtype=np.float64)


def _fitted(points: Sequence[Point], margin: float, width: float, height: float) -> list[Point]:
    """Fit points into an area of this size, stretched by at most half in one direction."""
    at = np.asarray(points, dtype=np.float64)
    low, span = at.min(axis=0), np.maximum(np.ptp(at, axis=0), 1e-9)
    room = np.array([width - 2 * margin, height - 2 * margin])
    zoom = room / span
    zoom = np.minimum(zoom, 1.5 * zoom.min())
    moved = (at - low - span / 2) * zoom + np.array([width / 2, height / 2])
    return [(float(x), float(y)) for x, y in moved]
