"""Where an army may conquer (SW-CONQ-3 to SW-CONQ-7), as sets of regions."""

import numpy as np

from swenv.core.bits import EMPTY, bit, has, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.record import ENTERS_ANYWHERE, FLIES, NOBODY, SEAFARING


@kernel
def adjacent(g, t, army, r):
    """The regions that are adjacent to `r` for the conquests of this army.

    Those that share a border with it and, when `r` is linked, all linked regions (SW-POWER-UNDERWORLD).
    """
    regions = t.neighbors[r]
    linked = t.linked_regions[g.race[army]] | t.linked_regions[g.power[army]]
    if army % 3 == 0 and has(linked, r):
        regions |= linked
    return regions


@kernel
def neighborhood(g, t, army):
    """All regions adjacent to the land of this army (SW-CONQ-5 b); may overlap that land."""
    regions = EMPTY
    land = g.land[army]
    while land != EMPTY:
        regions |= adjacent(g, t, army, lowest(land))
        land = without_lowest(land)
    return regions


@kernel
def first_conquest(g, t, army):
    """Where an army without land may enter the map (SW-CONQ-5 a, SW-CONQ-9)."""
    if g.traits[army] & ENTERS_ANYWHERE != EMPTY:
        return t.regions
    if g.traits[army] & SEAFARING != EMPTY:
        return t.entries | t.water_entries
    return t.entries


@kernel
def conquerable(g, t, army):
    """The regions that this army can hold at all: water is for Seafaring races alone (SW-CONQ-4)."""
    if g.traits[army] & SEAFARING != EMPTY:
        return t.regions
    return t.regions & ~t.water


@kernel
def reach(g, t, army):
    """Where this army can get, whoever holds it: SW-CONQ-3, -4 and -5."""
    land = g.land[army]
    regions = first_conquest(g, t, army) if land == EMPTY else neighborhood(g, t, army)
    if g.traits[army] & FLIES != EMPTY:
        regions |= t.regions & ~t.water  # SW-POWER-FLYING
    return regions & conquerable(g, t, army) & ~land


@kernel
def immune(g, seat):
    """Where this seat may not conquer because a hole, hero or dragon of another seat protects it (SW-CONQ-6)."""
    own = g.land[3 * seat] | g.land[3 * seat + 1] | g.land[3 * seat + 2]
    return (g.holes | g.heroes | g.dragons) & ~own


@kernel
def at_peace(g, t, army):
    """The active land of every Diplomat whose ally this army is; a race in decline is bound by no peace (SW-CONQ-7)."""
    regions = EMPTY
    if army % 3 == 0:
        for seat in range(t.num_players):
            if g.peace[seat] != NOBODY and g.peace[seat] == army // 3:
                regions |= g.land[3 * seat]
    return regions


@kernel
def targets(g, t, army):
    """Where this army may conquer if it can pay: SW-CONQ-3 to SW-CONQ-7."""
    return reach(g, t, army) & ~immune(g, army // 3) & ~at_peace(g, t, army)


@kernel
def lone_tokens(g, t, army):
    """Regions of other seats' active races that hold one token and no encampment (SW-RACE-SORCERERS)."""
    regions = EMPTY
    for seat in range(t.num_players):
        if seat != army // 3 and not has(np.uint64(g.converted), seat):
            land = g.land[3 * seat]
            while land != EMPTY:
                r = lowest(land)
                land = without_lowest(land)
                if g.tokens[r] == 1 and g.encampments[r] == 0:
                    regions |= bit(r)
    return regions
