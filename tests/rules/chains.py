"""Islands made to order: tiles in one column whose land holds exactly the symbols that a test asks for.

Each island is a chain: an end that is land on one side, tiles that are land on both, an end again. Chains lie one
under the other, sea against sea. Markers make up for what the printed tiles cannot show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

from archipelago import RESOURCES, SIDES, printed

SYMBOLS = (*RESOURCES, "temple", "ports")
"""What an island is counted for, in the order of the data file."""
MAX_TILES = 5
"""Length of the longest chain that is tried when only the symbols are given."""


class Symbols(NamedTuple):
    """What an island has to show."""

    lotus: int = 0
    dragonfruit: int = 0
    laurel: int = 0
    temple: int = 0
    ports: int = 0


class Link(NamedTuple):
    """A piece of land that can be part of a chain: its tile, which piece, and the quarter turns for that."""

    tile: str
    piece: int
    rot: int

    @property
    def print(self) -> dict[str, Any]:
        """What the data file says of the piece."""
        found: dict[str, Any] = printed()[self.tile]["pieces"][self.piece]
        return found

    @property
    def physical(self) -> str:
        """The tile without its face: a start tile shows one face only."""
        return self.tile[:3]


class Atoll(NamedTuple):
    """Chains laid out: what a position needs of them, and by chain the cell that an action names it by."""

    tiles: list[dict[str, Any]]
    markers: list[dict[str, Any]]
    names: list[tuple[int, int]]

    @property
    def fields(self) -> dict[str, Any]:
        """Tiles and markers as fields of a position."""
        return {"tiles": self.tiles, "markers": self.markers}


def symbols_of(told: Mapping[str, int]) -> Symbols:
    """Symbols from an entry of the data file."""
    return Symbols(*(told.get(name, 0) for name in SYMBOLS))


def _rotation(piece: Mapping[str, Any], sides: str) -> int | None:
    """The first rotation in which the piece is land on those sides, or None."""
    for rot in range(4):
        turned = {SIDES[(SIDES.index(side) + rot) % 4] for side in piece["edges"]}
        if set(sides) <= turned:
            return rot
    return None


@cache
def _ends() -> tuple[Link, ...]:
    """Pieces with one land side and sea behind it, turned so that they open to the south."""
    found = []
    for name, tile in printed().items():
        for number, piece in enumerate(tile["pieces"]):
            if len(piece["edges"]) != 1:
                continue
            side = SIDES.index(piece["edges"][0])
            if tile["edges"][(side + 2) % 4] == "sea":
                found.append(Link(name, number, (2 - side) % 4))
    return tuple(found)


@cache
def _middles() -> tuple[Link, ...]:
    """Pieces that reach from north to south."""
    pieces = ((name, number, piece) for name, tile in printed().items() for number, piece in enumerate(tile["pieces"]))
    turns = ((name, number, _rotation(piece, "NS")) for name, number, piece in pieces)
    return tuple(Link(name, number, rot) for name, number, rot in turns if rot is not None)


def _chains(length: int, taken: frozenset[str]) -> Iterator[tuple[Link, ...]]:
    """All chains of that many tiles out of those that are not taken, northernmost first."""
    ends = [link for link in _ends() if link.physical not in taken]
    middles = [link for link in _middles() if link.physical not in taken]
    for first, last in combinations(ends, 2):
        for inner in combinations(middles, length - 2):
            links = (first, *inner, last._replace(rot=(last.rot + 2) % 4))
            if len({link.physical for link in links}) == length:
                yield links


def _shown(links: tuple[Link, ...]) -> Symbols:
    """What the pieces of a chain show in print."""
    return Symbols(*(sum(link.print[name] for link in links) for name in SYMBOLS))


def _short(links: tuple[Link, ...], wanted: Symbols) -> int | None:
    """Markers that turn what the chain shows into what is wanted, or None if no number of them does."""
    shown = _shown(links)
    room = sum(link.print["coast"] * (2 - _ports(link.tile)) for link in links)
    if shown.temple != wanted.temple or not 0 <= wanted.ports - shown.ports <= room:
        return None
    if sum(shown[:3]) != sum(wanted[:3]):
        return None
    changed = sum(max(0, wanted[index] - shown[index]) for index in range(3))
    return changed + wanted.ports - shown.ports


def _ports(tile: str) -> int:
    """Printed ports on all pieces of a tile."""
    return sum(piece["ports"] for piece in printed()[tile]["pieces"])


@cache
def _chain(wanted: Symbols | None, size: int | None, taken: frozenset[str]) -> tuple[Link, ...]:
    """A chain of that size with a building site that needs the fewest markers; the shortest if no size is given."""
    for length in (size,) if size else range(2, MAX_TILES + 1):
        best: tuple[int, tuple[Link, ...]] | None = None
        for links in _chains(length, taken):
            if not any(link.print["house_site"] for link in links):
                continue
            markers = 0 if wanted is None else _short(links, wanted)
            if markers is not None and (best is None or markers < best[0]):
                best = (markers, links)
            if best and not best[0]:
                break
        if best:
            return best[1]
    raise AssertionError(f"no chain of tiles shows {wanted} on {size or 'any number of'} tiles")


class _Markers:
    """Hands out the markers of the seats, each once: resource sides first, then any that is left as a port."""

    def __init__(self) -> None:
        self.left = [(seat, name) for seat in range(2) for name in (*RESOURCES, "any")]
        self.laid: list[dict[str, Any]] = []

    def lay(self, side: str, **where: int) -> None:
        """Lay the first marker that has this side."""
        fits = [entry for entry in self.left if side == "port" or entry[1] in (side, "any")]
        assert fits, f"no marker is left to lay as {side}"
        self.left.remove(fits[0])
        seat, name = fits[0]
        self.laid.append({"seat": seat, "marker": name, "as": side, **where})


def _cover(links: tuple[Link, ...], wanted: Symbols, top: int, column: int, markers: _Markers) -> None:
    """Lay resource markers over what the chain shows too often."""
    shown = Counter(dict(zip(RESOURCES, _shown(links), strict=False)))
    target = Counter(dict(zip(RESOURCES, wanted, strict=False)))
    missing = list((target - shown).elements())
    surplus = shown - target
    for row, link in enumerate(links, top):
        before = sum(len(piece["resource_slots"]) for piece in printed()[link.tile]["pieces"][: link.piece])
        for slot, resource in enumerate(link.print["resource_slots"], before):
            if missing and surplus[resource] > 0:
                surplus[resource] -= 1
                markers.lay(missing.pop(), r=row, c=column, slot=slot)


def _anchor(links: tuple[Link, ...], wanted: Symbols, top: int, column: int, markers: _Markers) -> None:
    """Lay port markers until the chain has the ports wanted."""
    missing = wanted.ports - _shown(links).ports
    for row, link in enumerate(links, top):
        room = (2 - _ports(link.tile)) * link.print["coast"]
        for _ in range(min(room, missing)):
            missing -= 1
            markers.lay("port", r=row, c=column, piece=link.piece)


def atoll(*islands: Symbols | int, window: int = 17) -> Atoll:
    """Islands under one another in mid-window, with the symbols asked for, or of a number of tiles with any symbols."""
    chains: list[tuple[tuple[Link, ...], Symbols | None]] = []
    taken: frozenset[str] = frozenset()
    for island in islands:
        wanted, size = (None, island) if isinstance(island, int) else (island, None)
        links = _chain(wanted, size, taken)
        chains.append((links, wanted))
        taken |= {link.physical for link in links}
    total = sum(len(links) for links, _ in chains)
    across = window // 2
    rows = [(window - total) // 2]
    assert rows[0] >= 0, f"{total} tiles do not fit under one another"
    markers = _Markers()
    for links, _ in chains:
        rows.append(rows[-1] + len(links))
    for work in (_cover, _anchor):
        for row, (links, wanted) in zip(rows, chains, strict=False):
            if wanted is not None:
                work(links, wanted, row, across, markers)
    entries = [
        {"tile": link.tile, "r": row, "c": across, "rot": link.rot}
        for row, link in enumerate((link for links, _ in chains for link in links), rows[0])
    ]
    names = [
        (next(row + step for step, link in enumerate(links) if link.print["house_site"]), across)
        for row, (links, _) in zip(rows, chains, strict=False)
    ]
    return Atoll(entries, markers.laid, names)
