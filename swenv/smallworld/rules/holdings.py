"""What an army has besides banner and badge: items in its regions, and a second power from Stonehedge."""

import numpy as np

from swenv.core.bits import EMPTY, bit
from swenv.core.jit import kernel
from swenv.smallworld.rules.record import NO_ROW


@kernel
def holds(g, army, item):
    """Whether a Place, Relic or Artifact lies in a region of this army (UG-PLACE-0, UG-RELIC-0)."""
    region = g.item_region[item]
    return region >= 0 and g.owner[region] == army


@kernel
def own_land(g, seat):
    """Regions of a seat's active and declined races."""
    return g.land[3 * seat] | g.land[3 * seat + 1] | g.land[3 * seat + 2]


@kernel
def items_on_map(g, first, end):
    """Regions with a face-up item numbered `first` to `end - 1`."""
    regions = EMPTY
    for item in range(first, end):
        if g.item_region[item] >= 0:
            regions |= bit(np.int64(g.item_region[item]))
    return regions


@kernel
def second_power(g, army):
    """Return the row of the power that Stonehedge gives this army besides its badge, or NO_ROW.

    UG-PLACE-STONEHEDGE.
    """
    return g.stonehedge if army % 3 == 0 and g.stonehedge_army == army else NO_ROW


@kernel
def mines_of_its_own(g, t, army):
    """Regions that give this army Silver Hammers by its banner and badge."""
    return t.hammer_regions[g.race[army]] | t.hammer_regions[g.power[army]]
