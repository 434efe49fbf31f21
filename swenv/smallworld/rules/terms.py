"""The discounts and surcharges that apply to the conquests of one army."""

from collections import namedtuple

import numpy as np

from swenv.core.bits import EMPTY, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.reach import adjacent

Terms = namedtuple(
    "Terms",
    "by_race by_power by_stonehedge by_ancient by_revenge as_empty guarded extra by_boldness doubly travel floor",
)
"""The discounts and surcharges that apply to one army's conquests now.

First the regions that cost one less for its banner, its badge, its second power, the Great Ancient and revenge; then
those that cost as if empty, those that allow no discount, and the surcharge on every region (Mummies), which may be
negative (Sword). For Warcraft, the regions that cost one less when occupied, two less for their terrain and one more
for travel; last the least that any conquest costs.
"""
NOTHING, ONE = np.int64(0), np.int64(1)


@kernel
def discounted(g, t, army, row):
    """Regions that one banner or badge discounts by one: those of a kind, and those beside held ones (Giants)."""
    regions = t.discount_regions[row]
    held = t.discount_beside[row] & g.land[army]
    while held != EMPTY:
        # SW-INT-38: a link makes regions adjacent, SW-INT-39: flying does not
        regions |= adjacent(g, t, army, lowest(held))
        held = without_lowest(held)
    return regions
