"""What the boxes add to an observation; `rules.observe` writes the rest of each line."""

import numpy as np

from swenv.core.jit import kernel
from swenv.smallworld.rules.conquest import free_hand
from swenv.smallworld.rules.underground import fields as underground
from swenv.smallworld.rules.underground.observe import (
    write_regions_underground,
    write_seat_underground,
    write_turn_underground,
)
from swenv.smallworld.rules.warcraft import fields as warcraft
from swenv.smallworld.rules.warcraft.observe import write_regions_warcraft, write_seat_warcraft, write_turn_warcraft

UNDERGROUND_WIDTH = underground.REGION_AT.end
WARCRAFT_WIDTH = warcraft.REGION_AT.end


@kernel
def width_of_box(t):
    """Return the number of columns that the boxes add to a region line."""
    if t.warcraft != 0:
        return WARCRAFT_WIDTH
    return UNDERGROUND_WIDTH if t.underground != 0 else 0


@kernel
def hand_in_box(g, t, army):
    """Return the tokens in hand; in Warcraft those that can conquer, Beasts included."""
    return np.int64(free_hand(g, army) if t.warcraft != 0 else g.hand[army])


@kernel
def write_regions_of_box(g, t, seat, army, now, width, out, more):
    """Write the columns of a box in the region lines, from offset `more` of each line."""
    if t.underground != 0:
        write_regions_underground(g, t, 3 * seat, now, width, out, more)
    if t.warcraft != 0:
        write_regions_warcraft(g, t, seat, army, now, width, out, more)


@kernel
def write_turn_of_box(g, t, army, out, at):
    """Write the columns of a box for the turn; return the offset of the next block."""
    if t.warcraft != 0:
        return write_turn_warcraft(g, t, army, out, at)
    return write_turn_underground(g, t, out, at) if t.underground != 0 else at


@kernel
def write_seat_of_box(g, t, seat, out, at):
    """Write the columns of a box for a seat; return the offset of the next block."""
    if t.warcraft != 0:
        return write_seat_warcraft(g, t, seat, out, at)
    return write_seat_underground(g, t, seat, out, at) if t.underground != 0 else at
