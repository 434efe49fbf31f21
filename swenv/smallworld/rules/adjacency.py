"""What lies beside what on the map, for anybody or for one army."""

from swenv.core.bits import EMPTY, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.holdings import second_power


@kernel
def borders(t, regions):
    """Regions that share a border with any of these."""
    beside = EMPTY
    while regions != EMPTY:
        beside |= t.neighbors[lowest(regions)]
        regions = without_lowest(regions)
    return beside


@kernel
def linked(g, t, army):
    """Regions that an ability makes adjacent to each other for an active race: SW-POWER-UNDERWORLD."""
    if army % 3 != 0:
        return EMPTY
    return t.linked_regions[g.race[army]] | t.linked_regions[g.power[army]] | t.linked_regions[second_power(g, army)]


@kernel
def always_adjacent(g, t, army):
    """Regions that are adjacent to all land of an active race: UG-RACE-SPIDERINES."""
    if army % 3 != 0:
        return EMPTY
    return t.reach_regions[g.race[army]] | t.reach_regions[g.power[army]] | t.reach_regions[second_power(g, army)]
