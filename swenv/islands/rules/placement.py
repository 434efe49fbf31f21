"""Places tiles and ships, and computes where they fit (SI-EXPL-6 to SI-EXPL-8, SI-TILE-6).

Every empty cell beside a tile or ship stores what its neighbours demand: four bits for the sides that must be land,
and four for those that must be sea. A table has the rotations of each tile that meet each demand.
"""

import numpy as np

from swenv.core.bits import EMPTY, bit, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.islands.rules.cells import add_cell, drop_cell
from swenv.islands.rules.islands import join
from swenv.islands.rules.record import CELL_WORDS, NOTHING, SHIP, SLOTS

ALL_LAND = 15


@kernel
def rotations(g, t, tile, cell):
    """The rotations in which a tile fits on a frontier cell (SI-TILE-5, SI-TILE-6)."""
    return np.int64(t.fits[t.form[tile], g.demand[cell]])


@kernel
def ship_fits(g, cell):
    """Whether a ship fits on a frontier cell: every touching side is sea (SI-DOCK-3)."""
    return g.demand[cell] & ALL_LAND == 0


@kernel
def placeable(g, t, tile):
    """Whether a tile fits anywhere."""
    for k in range(CELL_WORDS):
        cells = g.frontier[k]
        while cells != EMPTY:
            if rotations(g, t, tile, 64 * k + lowest(cells)) != 0:
                return True
            cells = without_lowest(cells)
    return False


@kernel
def lay_tile(g, t, tile, cell, rot):
    """Lay a tile; the islands beside it grow or merge."""
    g.cell[tile] = cell
    g.rot[tile] = rot
    for slot in range(SLOTS):  # a loop: numba would generate much more code to copy an array
        g.shown[tile, slot] = t.slot_resource[tile, slot]
    g.last_cell = cell
    put_down(g, t, tile)


@kernel
def put_down(g, t, tile):
    """Connect a tile to its cell: neighbouring cells must match it, and islands grow or merge."""
    cell = np.int64(g.cell[tile])
    occupy(g, t, tile, cell, np.int64(t.sides[tile, g.rot[tile]]))
    g.placed |= bit(tile)
    join(g, t, tile)


@kernel
def lay_ship(g, t, owner, cell):
    """Lay a seat's ship, or a grey one (SI-DOCK-3)."""
    g.ship_cell[g.num_ships] = cell
    g.ship_owner[g.num_ships] = owner
    g.num_ships += 1
    g.last_cell = cell
    occupy(g, t, SHIP, cell, np.int64(0))


@kernel
def occupy(g, t, what, cell, land):
    """Put a tile or ship with these land sides on a cell; its empty neighbours must match it (SI-EXPL-7)."""
    g.at[cell] = what
    g.demand[cell] = 0
    drop_cell(g.frontier, cell)
    for d in range(4):
        y = np.int64(t.neighbor[cell, d])
        if y >= 0 and g.at[y] == NOTHING:
            side = 1 << (d + 2) % 4
            g.demand[y] |= side if land >> d & 1 else side << 4
            add_cell(g.frontier, y)


@kernel
def lay_all(g, t):
    """Derive the frontier and the islands from the tiles and ships of a record that was filled in from outside."""
    g.at[:], g.demand[:], g.island[:], g.facts[:] = NOTHING, 0, NOTHING, 0
    g.frontier[:] = EMPTY
    tiles = g.placed
    g.placed = EMPTY
    while tiles != EMPTY:
        put_down(g, t, lowest(tiles))
        tiles = without_lowest(tiles)
    for k in range(g.num_ships):
        occupy(g, t, SHIP, np.int64(g.ship_cell[k]), np.int64(0))
