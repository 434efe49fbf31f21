"""The islands of a state in words, for people, pictures and tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from swenv.core.record import Snapshot, members
from swenv.islands.content import TILES
from swenv.islands.position import ALEXIS_NAME
from swenv.islands.rules.record import SYMBOLS, Fact

if TYPE_CHECKING:
    from swenv.core.game import State


@dataclass(frozen=True)
class Island:
    """A connected piece of land (SI-ISLE-1 to SI-ISLE-6).

    Attributes:
        pieces: (row, column, piece) of all its pieces, ascending.
        symbols: Number of each symbol: lotus, dragonfruit, laurel, temple, ports.
        size: Number of tiles.
        sites: Number of building sites.
        free_sites: Number of building sites without a house.
        houses: Number of houses per seat; Alexis is "alexis".
        open_land_edges: Land edges that face an empty cell of the window.
        complete: Whether it has no open land edges, so that it cannot grow (SI-ISLE-5).
        name: (row, column) of the smallest cell with a free site, which actions use as its name; None without one.
    """

    pieces: tuple[tuple[int, int, int], ...]
    symbols: dict[str, int]
    size: int
    sites: int
    free_sites: int
    houses: dict[int | str, int]
    open_land_edges: int
    complete: bool
    name: tuple[int, int] | None


def islands(state: State) -> tuple[Island, ...]:
    """Return all islands of a state of Small Islands, even of a single piece, in the order of their smallest cells."""
    g, window = Snapshot(state.record), int(state.game.tables[0].window)
    nodes_of: dict[int, list[tuple[int, int]]] = {}
    for tile in sorted(members(g.placed), key=lambda tile: g.cell[tile]):
        for piece in range(len(TILES[tile].pieces)):
            nodes_of.setdefault(g.island[2 * tile + piece], []).append((tile, piece))
    return tuple(_island(state, g, window, label, nodes) for label, nodes in nodes_of.items())


def _island(state: State, g: Snapshot, window: int, label: int, nodes: list[tuple[int, int]]) -> Island:
    facts = g.facts[label]
    sites = [tile for tile, piece in nodes if TILES[tile].pieces[piece].site]
    free = sorted(g.cell[tile] for tile in sites if g.house[tile] < 0)
    houses: dict[int | str, int] = {}
    for tile in sites:
        if g.house[tile] >= 0:
            seat = g.house[tile] if g.house[tile] < state.game.num_players else ALEXIS_NAME
            houses[seat] = houses.get(seat, 0) + 1
    neighbor = state.game.tables[0].neighbor
    open_edges = 0
    for tile, piece in nodes:
        for side in TILES[tile].pieces[piece].edges:
            beyond = int(neighbor[g.cell[tile], (side + g.rot[tile]) % 4])
            open_edges += beyond >= 0 and g.at[beyond] < 0
    return Island(
        pieces=tuple(sorted((*divmod(g.cell[tile], window), piece) for tile, piece in nodes)),
        symbols=dict(zip(SYMBOLS, facts, strict=False)),
        size=facts[Fact.SIZE],
        sites=len(sites),
        free_sites=len(free),
        houses=houses,
        open_land_edges=open_edges,
        complete=open_edges == 0,
        name=(free[0] // window, free[0] % window) if free else None,
    )
