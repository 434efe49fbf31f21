"""What the boxes change in `rules.reach`."""

from swenv.core.bits import EMPTY
from swenv.core.jit import kernel
from swenv.smallworld.rules.barriers import immune
from swenv.smallworld.rules.underground.reach import (
    first_conquest_in_underground,
    further_adjacent,
    further_neighborhood,
    guarded,
)
from swenv.smallworld.rules.warcraft.tolls import towered


@kernel
def adjacent_by_box(g, t, army, r):
    """Regions adjacent to `r` for this army's conquests by what only a box has."""
    return further_adjacent(g, t, army, r) if t.underground != 0 else EMPTY


@kernel
def neighborhood_by_box(g, t, army):
    """Regions adjacent to this army's land by what only a box has."""
    return further_neighborhood(g, t, army) if t.underground != 0 else EMPTY


@kernel
def first_conquest_in_box(g, t, army, regions):
    """Regions where an army without land may enter the map, given those of the base game."""
    return first_conquest_in_underground(g, t, army, regions) if t.underground != 0 else regions


@kernel
def closed(g, t, seat):
    """Regions that pieces of others close to this seat: immune ones, in Warcraft those with a Watch Tower."""
    return towered(g, seat) if t.warcraft != 0 else immune(g, seat)


@kernel
def guarded_in_box(g, t, seat):
    """Regions of other seats that no ability helps to conquer."""
    return guarded(g, t, seat) if t.underground != 0 else EMPTY
