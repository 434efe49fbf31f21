"""Makes boards for the base game at random, in the proportions of the printed board of as many players.

A board is a Voronoi diagram of points that keep their distance, so it is planar, three regions meet at every corner,
and its cells are large enough for the pieces. All random numbers come from splitmix64 and all coordinates are rounded
to tenths of a unit, so a seed makes the same board on any machine.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import Any

from swenv import maps
from swenv.core.random import mixed

GAME = "smallworld"
WIDTH, HEIGHT = 10_000, 7_000
"""Size of a board, in the tenths of a unit that this module counts in."""
SHORTEST = 240
"""The length of the shortest border, or stretch of the frame: enough to see who is a neighbour."""
ROUNDS = 4
"""Times that short borders are stretched: each may shorten another."""
MARGIN = 450
"""The least distance of a region's point to the frame."""
CANDIDATES = 6
"""Points drawn for each region; the one farthest from the others stays."""
ATTEMPTS = 2_000
"""Far more than any seed has needed."""
TRIES = 5
"""Times that the terrains of the same regions are drawn."""
SWAPS = 400
"""Swaps of two terrains that are tried, so that fewer neighbours are alike."""

PLAYERS = (2, 3, 4, 5)
"""The numbers of players that boards are made for."""
MAX_SEED = 10**18 - 1

_NAME = re.compile(r"random-([2-5])p-(0|[1-9][0-9]{0,17})")

Point = tuple[int, int]
Corner = tuple[int, int, int]
"""The three regions, or sides of the frame, that meet at a corner, ascending."""


@dataclass(frozen=True)
class Shape:
    """What a board has, counted on the printed one.

    Attributes:
        rounds: Length of the game.
        terrains: Terrain of each land region.
        seas: Number of seas, at the edge.
        lakes: Number of lakes, away from it.
        symbols: Number of regions with each symbol.
        tribes: Number of Lost Tribes.
        edge: Number of regions at the edge.
        alike: The most borders between regions of the same terrain.
    """

    rounds: int
    terrains: tuple[str, ...]
    seas: int
    lakes: int
    symbols: Mapping[str, int]
    tribes: int
    edge: int
    alike: int

    @property
    def regions(self) -> int:
        """Number of regions."""
        return len(self.terrains) + self.seas + self.lakes


@lru_cache(maxsize=4)
def shape_of(num_players: int) -> Shape:
    """Count what the printed board of this many players has."""
    board = json.loads(maps.path(f"{GAME}-{num_players}p").read_text(encoding="utf-8"))
    regions = board["regions"]
    terrains = Counter(region["terrain"] for region in regions)
    land = tuple(sorted(terrain for terrain in terrains.elements() if terrain not in ("sea", "lake")))
    alike = sum(region["terrain"] == regions[other]["terrain"] for region in regions for other in region["neighbors"])
    return Shape(
        rounds=board["rounds"],
        terrains=land,
        seas=terrains["sea"],
        lakes=terrains["lake"],
        symbols=Counter(symbol for region in regions for symbol in region["symbols"]),
        tribes=sum(region["tribe"] for region in regions),
        edge=sum(region["edge"] for region in regions),
        alike=max(alike // 2, 2),
    )


def name_of(num_players: int, seed: int) -> str:
    """Return the name of a board: "random-2p-7" for two players and seed 7."""
    return f"random-{num_players}p-{seed}"


def is_name(name: str) -> bool:
    """Whether this is the name of a board that can be made."""
    return _NAME.fullmatch(name) is not None


def made(name: str) -> dict[str, Any]:
    """Return the document of the board with a name for which `is_name`."""
    match = _NAME.fullmatch(name)
    assert match
    return make(int(match[1]), int(match[2]))


@lru_cache(maxsize=512)
def make(num_players: int, seed: int) -> dict[str, Any]:
    """Return the document of a board, the same for the same seed; do not change it.

    Args:
        num_players: 2 to 5; the printed board for as many gives the numbers of everything.
        seed: From 0.

    Raises:
        RuntimeError: no board was found, which has never happened.
    """
    shape = shape_of(num_players)
    for attempt in range(ATTEMPTS):
        dice = _Dice(seed, num_players, attempt)
        cells = _cells(shape, dice)
        regions = cells and _regions(cells, shape, dice)
        if regions:
            return {
                "name": name_of(num_players, seed),
                "game": GAME,
                "players": num_players,
                "rounds": shape.rounds,
                "source": f"made at random by swenv, seed {seed}",
                "size": [WIDTH // 10, HEIGHT // 10],
                "regions": regions,
            }
    raise RuntimeError(f"no board for {num_players} players with seed {seed}")


def text(document: Mapping[str, Any]) -> str:
    """Return a board as the text of its file, with a line for each region."""
    head = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in document.items() if key != "regions"]
    regions = ",\n".join(f"  {json.dumps(region)}" for region in document["regions"])
    return "{\n" + ",\n".join([*head, f' "regions": [\n{regions}\n ]']) + "\n}\n"


class _Dice:
    """A stream of random numbers, splitmix64."""

    def __init__(self, *seeds: int) -> None:
        self._state = 0
        for seed in seeds:
            self._state = mixed(self._state ^ mixed(seed))

    def below(self, number: int) -> int:
        """Draw from 0 to number - 1."""
        self._state = mixed(self._state)
        return (self._state >> 32) * number >> 32

    def shuffled(self, things: Iterable[Any]) -> list[Any]:
        """Return the things in random order."""
        items = list(things)
        for k in range(len(items) - 1, 0, -1):
            other = self.below(k + 1)
            items[k], items[other] = items[other], items[k]
        return items


@dataclass
class _Cells:
    """Where the regions lie.

    Attributes:
        outlines: Corners of each region, clockwise as drawn.
        corners: Position of each corner.
        neighbors: Neighbours of each region.
        edge: Whether each touches the frame.
    """

    outlines: list[list[Corner]]
    corners: dict[Corner, Point]
    neighbors: list[list[int]]
    edge: list[bool]


def _cells(shape: Shape, dice: _Dice) -> _Cells | None:
    """Draw the regions; None if they do not make a good board."""
    points = _points(shape.regions, dice)
    cut = [_cell(points, number) for number in range(len(points))]
    corners: dict[Corner, Point] = {}
    outlines: list[list[Corner]] = []
    for number, sides in enumerate(cut):
        outline: list[Corner] = []
        for (_, _, before), (x, y, after) in zip(sides[-1:] + sides[:-1], sides, strict=True):
            low, middle, high = sorted((number, before, after))
            outline.append((low, middle, high))
            corners.setdefault((low, middle, high), (round(x), round(y)))
        outlines.append(outline)
    neighbors = [sorted(side for _, _, side in sides if side >= 0) for sides in cut]
    edge = [any(side < 0 for _, _, side in sides) for sides in cut]
    meeting = Counter(corner for outline in outlines for corner in outline)
    agreed = all(number == sum(each >= 0 for each in corner) for corner, number in meeting.items())
    if not agreed or abs(sum(edge) - shape.edge) > 1:
        return None
    cells = _Cells(outlines, corners, neighbors, edge)
    _stretch(cells, points)
    return cells if _is_clear(cells) else None


def _points(number: int, dice: _Dice) -> list[Point]:
    """Draw a point for each region, in about the order of reading."""
    points: list[Point] = []
    for _ in range(number):
        candidates = [
            (MARGIN + dice.below(WIDTH - 2 * MARGIN), MARGIN + dice.below(HEIGHT - 2 * MARGIN))
            for _ in range(CANDIDATES)
        ]
        free = [min([(x - a) ** 2 + (y - b) ** 2 for a, b in points], default=0) for x, y in candidates]
        points.append(candidates[free.index(max(free))])
    return sorted(points, key=lambda point: (point[1] * 5 // HEIGHT, point[0], point[1]))


def _cell(points: list[Point], number: int) -> list[tuple[float, float, int]]:
    """Return the Voronoi cell of a point: its corners, each with the region or side of the frame that follows it."""
    x, y = points[number]
    cell: list[tuple[float, float, int]] = [
        (0.0, 0.0, -1), (float(WIDTH), 0.0, -2), (float(WIDTH), float(HEIGHT), -3), (0.0, float(HEIGHT), -4),
    ]  # fmt: skip
    others = sorted((((a - x) ** 2 + (b - y) ** 2, k) for k, (a, b) in enumerate(points) if k != number))
    for distance, other in others:
        if distance > 4 * max((a - x) ** 2 + (b - y) ** 2 for a, b, _ in cell):
            break  # too far away to cut anything off
        cell = _cut(cell, points[number], points[other], other)
    return cell


def _cut(cell: list[tuple[float, float, int]], own: Point, other: Point, number: int) -> list[tuple[float, float, int]]:
    """Cut off what is nearer to the other point; the new side follows the corner where the cut begins."""
    (x, y), (a, b) = own, other
    nearer = [(a - x) * (2 * p - a - x) + (b - y) * (2 * q - b - y) for p, q, _ in cell]  # above 0: to the other
    corners: list[tuple[float, float, int]] = []
    for k, (p, q, side) in enumerate(cell):
        here, there = nearer[k], nearer[(k + 1) % len(cell)]
        if here <= 0:
            corners.append((p, q, side))
        if (here <= 0) != (there <= 0):
            r, s, _ = cell[(k + 1) % len(cell)]
            part = here / (here - there)
            corners.append((p + part * (r - p), q + part * (s - q), number if here <= 0 else side))
    return corners


def _stretch(cells: _Cells, points: list[Point]) -> None:
    """Move the ends of short borders apart, along the border or the frame."""
    for _ in range(ROUNDS):
        for number, outline in enumerate(cells.outlines):
            for start, end in pairwise([*outline, outline[0]]):
                (other,) = {*start} & {*end} - {number}
                if other < number:
                    _spread(cells.corners, start, end, _along(points, number, other))


def _along(points: list[Point], number: int, other: int) -> Point:
    """Return a direction of the border between two regions, or of a region with a side of the frame, clockwise."""
    if other < 0:
        return {-1: (1, 0), -2: (0, 1), -3: (-1, 0), -4: (0, -1)}[other]
    return points[number][1] - points[other][1], points[other][0] - points[number][0]


def _spread(corners: dict[Corner, Point], start: Corner, end: Corner, along: Point) -> None:
    """Move the ends of a border apart until it is long enough; what lies on the frame stays on it."""
    (p, q), (r, s), (a, b) = corners[start], corners[end], along
    missing = SHORTEST + 50 - hypot(r - p, s - q)
    if missing <= 0:
        return
    on_frame = min(start) < 0 and min(end) < 0
    loose = [corner for corner in (start, end) if sum(side < 0 for side in corner) <= on_frame]
    for corner in loose:
        step = (missing if corner == end else -missing) / hypot(a, b) / len(loose)
        x, y = corners[corner]
        corners[corner] = round(x + step * a), round(y + step * b)


def _is_clear(cells: _Cells) -> bool:
    """Whether no border is short, and every region is seen whole from its middle."""
    for outline in cells.outlines:
        ring = [cells.corners[corner] for corner in outline]
        if any(hypot(r - p, s - q) < SHORTEST for (p, q), (r, s) in pairwise([*ring, ring[0]])):
            return False
        if not _is_star(ring):
            return False
    return True


def _is_star(ring: list[Point]) -> bool:
    """Whether an outline is seen whole, clockwise, from its middle; then it does not cross itself."""
    x, y = _middle(ring)
    return all((p - x) * (s - y) > (r - x) * (q - y) for (p, q), (r, s) in pairwise([*ring, ring[0]]))


def _middle(ring: list[Point]) -> Point:
    """Return the centre of mass of an outline."""
    area = across = down = 0
    for (p, q), (r, s) in pairwise([*ring, ring[0]]):
        part = p * s - r * q
        area, across, down = area + part, across + part * (p + r), down + part * (q + s)
    return across // (3 * area or 1), down // (3 * area or 1)


def _regions(cells: _Cells, shape: Shape, dice: _Dice) -> list[dict[str, Any]] | None:
    """Return the regions with what is printed on them; None if it does not fit on the board."""
    tries = (_terrains(cells, shape, dice) for _ in range(TRIES))
    terrains = next(filter(None, tries), None)
    if terrains is None:
        return None
    symbols = _symbols(terrains, shape, dice)
    tribes = dice.shuffled(r for r, terrain in enumerate(terrains) if terrain not in ("mountain", "sea", "lake"))
    outlines = _outlines(cells, dice)
    return [
        {
            "id": number,
            "terrain": terrain,
            "symbols": sorted(symbols[number]),
            "edge": cells.edge[number],
            "tribe": number in tribes[: shape.tribes],
            "monster": False,
            "volcano": False,
            "neighbors": cells.neighbors[number],
            "polygon": [[_units(x), _units(y)] for x, y in outlines[number]],
            "label": [_units(each) for each in _middle(outlines[number])],
        }
        for number, terrain in enumerate(terrains)
    ]


def _units(tenths: int) -> int | float:
    return tenths // 10 if tenths % 10 == 0 else tenths / 10


def _terrains(cells: _Cells, shape: Shape, dice: _Dice) -> list[str] | None:
    """Draw the terrain of each region: waters apart from each other, all land connected, few neighbours alike."""
    numbers = range(len(cells.edge))
    seas = dice.shuffled(r for r in numbers if cells.edge[r])[: shape.seas]
    lakes = dice.shuffled(r for r in numbers if not cells.edge[r])[: shape.lakes]
    water = {*seas, *lakes}
    land = [r for r in numbers if r not in water]
    if any(water & {*cells.neighbors[r]} for r in water) or len(_reached(cells, land)) < len(land):
        return None
    terrains = dict.fromkeys(seas, "sea") | dict.fromkeys(lakes, "lake")
    terrains |= dict(zip(land, dice.shuffled(shape.terrains), strict=True))

    def alike(number: int) -> int:
        return sum(terrains[other] == terrains[number] for other in cells.neighbors[number])

    left = sum(map(alike, land)) // 2
    for _ in range(SWAPS):
        if left <= shape.alike:
            return [terrains[r] for r in numbers]
        one, other = land[dice.below(len(land))], land[dice.below(len(land))]
        before = alike(one) + alike(other)
        terrains[one], terrains[other] = terrains[other], terrains[one]
        after = alike(one) + alike(other)
        if after > before:
            terrains[one], terrains[other] = terrains[other], terrains[one]
        else:
            left += after - before
    return None


def _reached(cells: _Cells, land: list[int]) -> set[int]:
    """Return the land that can be reached from the first region over land."""
    dry, seen, to_do = {*land}, {land[0]}, [land[0]]
    while to_do:
        new = dry & {*cells.neighbors[to_do.pop()]} - seen
        seen |= new
        to_do += new
    return seen


def _symbols(terrains: list[str], shape: Shape, dice: _Dice) -> list[list[str]]:
    """Draw the symbols: one region has two, a mountain with a cavern and a mine, as on every printed board."""
    land = dice.shuffled(r for r, terrain in enumerate(terrains) if terrain not in ("sea", "lake"))
    both = next(r for r in land if terrains[r] == "mountain")
    symbols: list[list[str]] = [[] for _ in terrains]
    symbols[both] = ["cavern", "mine"]
    left = [name for name, number in sorted(shape.symbols.items()) for _ in range(number - (name in symbols[both]))]
    for region, name in zip((r for r in land if r != both), left, strict=False):
        symbols[region] = [name]
    return symbols


def _outlines(cells: _Cells, dice: _Dice) -> list[list[Point]]:
    """Return the outlines with borders that bend a little, unless a region would then not be seen whole."""
    bends: dict[frozenset[Corner], list[Point]] = {}
    for number, outline in enumerate(cells.outlines):
        for start, end in pairwise([*outline, outline[0]]):
            if max({*start} & {*end} - {number}) > number:
                bends[frozenset((start, end))] = _bend(cells.corners[start], cells.corners[end], dice)
    while True:
        rings = [_ring(outline, cells.corners, bends) for outline in cells.outlines]
        crooked = [outline for outline, ring in zip(cells.outlines, rings, strict=True) if not _is_star(ring)]
        if not crooked:
            return rings
        for outline in crooked:
            for side in pairwise([*outline, outline[0]]):
                bends.pop(frozenset(side), None)


def _ring(
    outline: list[Corner], corners: Mapping[Corner, Point], bends: Mapping[frozenset[Corner], list[Point]]
) -> list[Point]:
    """Return the points of an outline; a border bends the same way seen from both sides."""
    ring: list[Point] = []
    for start, end in pairwise([*outline, outline[0]]):
        (p, q), between = corners[start], bends.get(frozenset((start, end)), [])
        ring.append((p, q))
        is_reversed = between and hypot(between[0][0] - p, between[0][1] - q) > hypot(
            between[-1][0] - p, between[-1][1] - q
        )
        ring += between[::-1] if is_reversed else between
    return ring


def _bend(start: Point, end: Point, dice: _Dice) -> list[Point]:
    """Return points between two corners, each a little beside the straight line."""
    (p, q), (r, s) = start, end
    parts = 2 + (abs(r - p) + abs(s - q)) // 450
    points = []
    for k in range(1, parts):
        aside = dice.below(101) - 50  # in hundredths of a part
        x = p + ((r - p) * k * 100 - (s - q) * aside) // (100 * parts)
        y = q + ((s - q) * k * 100 + (r - p) * aside) // (100 * parts)
        points.append((x, y))
    return points
