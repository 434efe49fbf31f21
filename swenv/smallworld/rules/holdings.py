"""What an army has besides banner and badge: items in its regions, and a second power from Stonehedge."""

from swenv.core.jit import kernel
from swenv.smallworld.rules.record import NO_ROW


@kernel
def holds(g, army, item):
    """Whether a Place, Relic or Artifact lies in a region of this army (UG-PLACE-0, UG-RELIC-0)."""
    region = g.item_region[item]
    return region >= 0 and g.owner[region] == army


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
