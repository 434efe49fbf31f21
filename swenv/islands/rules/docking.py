"""Docking (section 2.4)."""

from swenv.core.bits import EMPTY, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.islands.rules.cells import add_cell
from swenv.islands.rules.placement import lay_ship, ship_fits
from swenv.islands.rules.record import CELL_WORDS, GREY, NUM_SHIPS

OWN, GREY_SHIP = 1, 2  # the options of a spot


@kernel
def ships_for(g, seat):
    """The ships that a seat may take: its own or a grey one (SI-DOCK-2); none before the sea is charted (SI-DOCK-1)."""
    if g.num_navigation > 0:
        return 0
    return (OWN if g.ship_left[seat] != 0 else 0) | (GREY_SHIP if g.grey_left > 0 else 0)


@kernel
def mark_ship_cells(g, ships):
    """Mark every cell where a ship fits as a spot (SI-DOCK-3 to SI-DOCK-5)."""
    if ships == 0:
        return
    for k in range(CELL_WORDS):
        cells = g.frontier[k]
        while cells != EMPTY:
            cell = 64 * k + lowest(cells)
            cells = without_lowest(cells)
            if ship_fits(g, cell):
                add_cell(g.spots, cell)
                g.options[cell] = ships


@kernel
def dock(g, t, seat, owner, cell):
    """Lay the ship of an owner, which ends the exploration (SI-DOCK-2, SI-DOCK-7)."""
    if owner == GREY:
        g.grey_left -= 1
    else:
        g.ship_left[owner] = 0
    lay_ship(g, t, owner, cell)
    g.docker = seat


@kernel
def supply_is_empty(g):
    """Whether no ship tile is left (SI-END-3)."""
    return g.num_ships == NUM_SHIPS
