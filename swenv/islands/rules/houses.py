"""Houses on islands (section 2.7)."""

import numpy as np

from swenv.core.bits import EMPTY, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.islands.rules.cards import meets
from swenv.islands.rules.cells import add_cell
from swenv.islands.rules.islands import count_island, island_of_site
from swenv.islands.rules.record import HOUSES, NOTHING, POOL, Fact


@kernel
def is_open(t, facts, goal, seat):
    """Whether a seat may build on an island with a free site (SI-HOUSE-1, SI-HOUSE-2, SI-HOUSE-4)."""
    return facts[Fact.SIZE] >= 2 and facts[Fact.OWNERS] >> seat & 1 == 0 and meets(t, goal, facts)


@kernel
def mark_open_islands(g, t, seat, goal):
    """Mark every island on which a seat may build as a spot; returns the number of islands.

    The spot is the island's name, its smallest cell with a free site (SI-ISLE-4).
    """
    number = 0
    tiles = g.placed
    while tiles != EMPTY:
        tile = lowest(tiles)
        tiles = without_lowest(tiles)
        if t.site[tile] >= 0 and g.house[tile] == NOTHING and names_island(g, t, tile):
            label = island_of_site(g, t, tile)
            if is_open(t, g.facts[label], goal, seat):
                add_cell(g.spots, np.int64(g.cell[tile]))
                g.options[g.cell[tile]] = 1
                number += 1
    return number


@kernel
def names_island(g, t, tile):
    """Whether no smaller cell has a free site of the same island."""
    label = island_of_site(g, t, tile)
    tiles = g.placed
    while tiles != EMPTY:
        other = lowest(tiles)
        tiles = without_lowest(tiles)
        if (
            g.cell[other] < g.cell[tile]
            and t.site[other] >= 0
            and g.house[other] == NOTHING
            and island_of_site(g, t, other) == label
        ):
            return False
    return True


@kernel
def build(g, t, seat, tile):
    """Move a house from the pool to the site of a tile (SI-HOUSE-3, SI-HOUSE-9)."""
    g.house[tile] = seat
    g.pool[seat] -= 1
    g.built[g.num_built] = tile
    g.num_built += 1
    count_island(g, t, island_of_site(g, t, tile))


@kernel
def refill_pool(g, seat):
    """Refill the pool to four houses, as far as the reserve lasts (SI-REW-5)."""
    number = min(POOL - g.pool[seat], g.spare[seat])
    if number > 0:
        g.pool[seat] += number
        g.spare[seat] -= number


@kernel
def houses_on_board(g, seat):
    """The number of houses that a seat has built."""
    return HOUSES - np.int64(g.pool[seat]) - np.int64(g.spare[seat])
