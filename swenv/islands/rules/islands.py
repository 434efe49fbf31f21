"""Islands: which pieces are connected, and what is on them (section 3).

Every node on the board has the label of its island, which is the island's smallest node. Islands only grow and merge:
a merge replaces the larger label by the smaller one, and the facts of a changed island are counted again.
"""

import numpy as np

from swenv.core.bits import EMPTY, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.islands.rules.record import NOTHING, NUM_NODES, NUM_TILES, SLOTS, Fact


@kernel
def piece_at(g, t, tile, d):
    """The piece of a tile on the board that touches its side `d`, NOTHING if that is sea (SI-TILE-2, SI-TILE-4)."""
    return np.int64(t.piece_at[tile, (d - g.rot[tile]) % 4])


@kernel
def island_beside(g, t, cell, d):
    """The label of the island across side `d` of a cell, NOTHING if there is none (SI-ISLE-1)."""
    y = t.neighbor[cell, d]
    if y < 0:
        return NOTHING
    tile = np.int64(g.at[y])
    if tile < 0 or tile >= NUM_TILES:
        return NOTHING
    piece = piece_at(g, t, tile, (d + 2) % 4)
    return NOTHING if piece < 0 else np.int64(g.island[2 * tile + piece])


@kernel
def join(g, t, tile):
    """Turn the pieces of a tile just laid into islands, or connect them to those that they touch."""
    cell = np.int64(g.cell[tile])
    for piece in range(t.pieces[tile]):
        g.island[2 * tile + piece] = 2 * tile + piece
    for d in range(4):
        beside = island_beside(g, t, cell, d)
        piece = piece_at(g, t, tile, d)
        if beside >= 0 and piece >= 0:
            merge(g, beside, np.int64(g.island[2 * tile + piece]))
    for piece in range(t.pieces[tile]):
        count_island(g, t, np.int64(g.island[2 * tile + piece]))


@kernel
def merge(g, a, b):
    """Merge two islands, which keep the smaller label."""
    label, gone = min(a, b), max(a, b)
    if label == gone:
        return
    for node in range(NUM_NODES):
        if g.island[node] == gone:
            g.island[node] = label
    g.facts[gone, :] = 0


@kernel
def count_island(g, t, label):
    """Count the symbols, tiles, sites and houses of an island (SI-ISLE-2, SI-ISLE-3, SI-ISLE-4)."""
    facts = g.facts[label]
    facts[:] = 0
    tiles = g.placed
    while tiles != EMPTY:
        tile = lowest(tiles)
        tiles = without_lowest(tiles)
        here = 0
        for piece in range(t.pieces[tile]):
            if g.island[2 * tile + piece] == label:
                count_piece(g, t, facts, tile, piece)
                here = 1
        facts[Fact.SIZE] += here


@kernel
def count_piece(g, t, facts, tile, piece):
    """Add one piece of land to the facts of its island."""
    for slot in range(SLOTS):
        if t.slot_piece[tile, slot] == piece:
            facts[g.shown[tile, slot]] += 1
    facts[Fact.TEMPLE] += t.temple[tile, piece]
    facts[Fact.PORTS] += t.ports[tile, piece] + g.port_markers[tile, piece]
    if t.site[tile] == piece:
        facts[Fact.SITES] += 1
        if g.house[tile] >= 0:
            facts[Fact.HOUSES] += 1
            facts[Fact.OWNERS] |= 1 << g.house[tile]


@kernel
def island_of_site(g, t, tile):
    """The label of the island with the building site of a tile on the board."""
    return np.int64(g.island[2 * tile + t.site[tile]])
