"""What Underground adds to the price of a region (UG-CONQ-5, UG-MIX-14)."""

import numpy as np

from swenv.core.bits import EMPTY, has, lowest, one_if
from swenv.core.jit import kernel
from swenv.smallworld.rules.adjacency import borders
from swenv.smallworld.rules.armed import DOORMAT, SOCKS, SWORD, is_armed
from swenv.smallworld.rules.holdings import second_power
from swenv.smallworld.rules.reach import adjacent
from swenv.smallworld.rules.record import Item, Trait
from swenv.smallworld.rules.terms import ONE, Terms, discounted
from swenv.smallworld.rules.underground.reach import guarded

KEEP = np.int64(Item.KEEP)


@kernel
def regions_near_volcano(g, t, army):
    """Regions adjacent to the Volcano, or to this army's land connected to it (UG-RACE-FLAMES)."""
    if not has(g.traits[army], Trait.VOLCANO):
        return EMPTY
    land = g.land[army]
    zone = borders(t, g.volcanoes)
    chain = EMPTY
    while zone & land & ~chain != EMPTY:
        chain |= zone & land
        zone |= borders(t, chain)
    return zone


@kernel
def regions_near_great_ancient(g, t, army):
    """Regions adjacent to the Great Ancient; with the Doormat, all (UG-RACE-CULTISTS, UG-INT-24)."""
    there = g.ancients & g.land[army]
    if not has(g.traits[army], Trait.GREAT_ANCIENT) or there == EMPTY:
        return EMPTY
    return t.regions if is_armed(g, army, DOORMAT) else adjacent(g, t, army, lowest(there))


@kernel
def regions_under_vengeance(g, t, army):
    """Regions of seats that hold a Vengeance marker (UG-POWER-VENGEFUL)."""
    regions = EMPTY
    if g.vengeance != 0 and has(g.traits[army], Trait.VENGEFUL):
        for other in range(3 * t.num_players):
            if has(np.uint64(g.vengeance), other // 3):
                regions |= g.land[other]
    return regions


@kernel
def terms_in_underground(g, t, army, by_race, by_power):
    """Return the terms of an active race in Underground, given the discounts of its banner and badge."""
    second = np.int64(second_power(g, army))
    extra = np.int64(t.surcharge[g.race[army]]) + t.surcharge[g.power[army]] + t.surcharge[second]
    if is_armed(g, army, SWORD):
        extra -= 2  # UG-RELIC-SWORD
    as_empty = t.regions if is_armed(g, army, SOCKS) else regions_near_volcano(g, t, army)
    by_stonehedge = discounted(g, t, army, second)
    closed = guarded(g, t, army // 3)
    by_ancient, by_revenge = regions_near_great_ancient(g, t, army), regions_under_vengeance(g, t, army)
    return Terms(
        by_race, by_power, by_stonehedge, by_ancient, by_revenge, as_empty, closed, extra, EMPTY, EMPTY, EMPTY, ONE
    )


@kernel
def terrain_cost_in_underground(g, t, r):
    """Return what the Keep adds to the cost of `r`, less what the River takes off."""
    return one_if(r == g.item_region[KEEP]) - one_if(has(t.rivers, r))


@kernel
def price_of_troops_in_underground(r, now, troops, off):
    """Return what `r` costs on top of its terrain, given its defenders and the discounts of the base game."""
    if has(now.guarded, r):
        return troops  # UG-RACE-GNOMES; never with the Sword (UG-CLAR-2)
    if has(now.as_empty, r):
        troops = 0
    off += one_if(has(now.by_stonehedge, r)) + one_if(has(now.by_ancient, r)) + one_if(has(now.by_revenge, r))
    return troops - off
