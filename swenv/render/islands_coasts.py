"""Coasts and symbol positions on the tiles of Small Islands, in a 100 x 100 square, unrotated.

Every land edge has the same profile: land from `_A` to `_B` of the side, met at a right angle, so that the coasts of
adjacent tiles form one curve. Symbol positions are listed for each number of symbols that a piece can have.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from swenv.render.shapes import Point

_A, _B = 22.0, 78.0


@dataclass(frozen=True)
class Coast:
    """One land piece of a tile.

    Attributes:
        outline: its corners; those on the rim of the tile are sharp, the others rounded.
        spots: positions for each number of symbols: resources, then temple, then building site.
        ports: positions of its first and second port.
    """

    outline: tuple[Point, ...]
    spots: dict[int, tuple[Point, ...]]
    ports: tuple[Point, Point]

    @property
    def rim(self) -> set[Point]:
        """The corners on the rim of the tile."""
        return {corner for corner in self.outline if 0 in corner or 100 in corner}

    @property
    def soft(self) -> set[Point]:
        """The corners that are rounded."""
        return set(self.outline) - self.rim

    @property
    def shores(self) -> list[tuple[Point, ...]]:
        """The parts of the outline between land edges; none for an islet."""
        rim = self.rim
        if not rim:
            return []
        # The outline starts where a coast leaves the rim, and a coast ends where it returns.
        shores: list[list[Point]] = [[]]
        for corner in self.outline:
            shores[-1].append(corner)
            if corner in rim and len(shores[-1]) > 1:
                shores.append([])
        return [tuple(shore) for shore in shores if shore]

    def moved(self, move: Callable[[Point], Point]) -> Coast:
        """The same piece with every point moved."""
        return Coast(
            tuple(map(move, self.outline)),
            {number: tuple(map(move, spots)) for number, spots in self.spots.items()},
            (move(self.ports[0]), move(self.ports[1])),
        )


def turned(point: Point, quarters: int) -> Point:
    """Rotate a point of the square by quarter turns clockwise."""
    for _ in range(quarters % 4):
        point = 100 - point[1], point[0]
    return point


_BAY_NE: tuple[Point, ...] = ((_B, 0), (_B, _A), (100, _A))
_BAY_SE: tuple[Point, ...] = ((100, _B), (_B, _B), (_B, 100))
_BAY_SW: tuple[Point, ...] = ((_A, 100), (_A, _B), (0, _B))
_BAY_NW: tuple[Point, ...] = ((0, _A), (_A, _A), (_A, 0))
_WEST: tuple[Point, ...] = ((_A, 100), (_A, 82), (8, 50), (_A, 18), (_A, 0))

_CAP = Coast(
    ((_B, 0), (_B, 18), (92, 40), (80, 70), (50, 84), (20, 70), (8, 40), (_A, 18), (_A, 0)),
    {2: ((38, 24), (58, 50)), 3: ((50, 15), (34, 42), (62, 46))},
    ((76, 68), (23, 66)),
)
_CORNER = Coast(
    (*_BAY_NE, (100, _B), (84, _B), (66, 92), (34, 84), (12, 62), (10, 36), (_A, 18), (_A, 0)),
    {
        2: ((46, 26), (68, 52)),
        3: ((46, 18), (42, 50), (76, 54)),
        4: ((48, 15), (34, 40), (58, 50), (83, 54)),
    },
    ((25, 72), (60, 85)),
)
_STRAIGHT = Coast(
    ((_B, 0), (_B, 18), (92, 50), (_B, 82), (_B, 100), *_WEST),
    {
        2: ((50, 28), (50, 72)),
        3: ((50, 18), (50, 50), (50, 82)),
        4: ((39, 18), (61, 38), (39, 60), (61, 82)),
    },
    ((85, 58), (15, 42)),
)
_TEE = Coast(
    (*_BAY_NE, *_BAY_SE, *_WEST),
    {
        2: ((46, 30), (58, 62)),
        3: ((46, 20), (68, 50), (46, 80)),
        4: ((48, 17), (44, 50), (74, 50), (48, 83)),
        5: ((52, 15), (42, 38), (70, 50), (43, 62), (52, 85)),
    },
    ((15, 36), (16, 68)),
)
_CROSS = Coast(
    (*_BAY_NE, *_BAY_SE, *_BAY_SW, *_BAY_NW),
    {5: ((34, 34), (66, 34), (34, 66), (66, 66), (50, 50))},
    ((15, 15), (85, 85)),
)
_HALF_CORNER = Coast(
    ((_B, 0), (_B, 14), (62, 28), (50, 42), (28, 57), (7, 44), (8, 22), (_A, 12), (_A, 0)),
    {0: (), 2: ((52, 14), (29, 30))},
    ((46, 45), (15, 50)),
)
_HALF_STRAIGHT = Coast(
    ((_B, 0), (_B, 9), (95, 12), (93, 42), (62, 46), (38, 46), (7, 42), (5, 12), (_A, 9), (_A, 0)),
    {1: ((50, 22),), 3: ((27, 18), (50, 26), (72, 17))},
    ((85, 40), (15, 40)),
)
_TEE_CORNER = Coast(
    (*_BAY_NE, (100, _B), (84, _B), (68, 64), (52, 48), (24, 46), (7, 34), (9, 16), (_A, 12), (_A, 0)),
    {2: ((46, 22), (78, 48))},
    ((18, 36), (66, 61)),
)
_TEE_CAP = Coast(
    ((_A, 100), (_A, 92), (7, 84), (7, 62), (28, 54), (46, 61), (58, 80), (_B, 90), (_B, 100)),
    {2: ((28, 65), (42, 88))},
    ((8, 82), (66, 87)),
)
_HALF_CROSS = Coast(
    (*_BAY_NE, (100, _B), (88, _B), (74, 61), (56, 44), (39, 26), (_A, 12), (_A, 0)),
    {1: ((68, 33),)},
    ((85, 16), (70, 59)),
)
_ISLET = Coast(
    ((50, 18), (76, 26), (84, 50), (74, 76), (48, 84), (24, 74), (16, 48), (26, 26)),
    {0: ()},
    ((26, 58), (75, 44)),
)


def _across(point: Point) -> Point:
    return 100 - point[1], 100 - point[0]


COASTS: dict[str, tuple[Coast, ...]] = {
    "cap": (_CAP,),
    "corner": (_CORNER,),
    "corner_split": (_HALF_CORNER, replace(_HALF_CORNER.moved(_across), ports=((50, 85), (55, 54)))),
    "straight": (_STRAIGHT,),
    "straight_split": (_HALF_STRAIGHT, _HALF_STRAIGHT.moved(lambda at: (100 - at[0], 100 - at[1]))),
    "tee": (_TEE,),
    "tee_split": (_TEE_CORNER, _TEE_CAP),
    "cross": (_CROSS,),
    "cross_split": (_HALF_CROSS, _HALF_CROSS.moved(lambda at: (at[1], at[0]))),
    "islet": (_ISLET,),
    "open_sea": (),
}
"""The pieces of every shape in the tile set (SI-SET-2)."""
