"""What Underground adds to the reach of an army, and what it takes away (UG-CONQ-2 to UG-CONQ-4)."""

import numpy as np

from swenv.core.bits import EMPTY, has
from swenv.core.jit import kernel
from swenv.smallworld.rules.adjacency import always_adjacent, borders
from swenv.smallworld.rules.barriers import immune
from swenv.smallworld.rules.holdings import holds
from swenv.smallworld.rules.record import Item, Trait

PIPE = np.int64(Item.PIPE)


@kernel
def piped(g, t, army):
    """Regions that the Great Brass Pipe makes adjacent to each other for its active holder (UG-PLACE-PIPE)."""
    if army % 3 == 0 and holds(g, army, PIPE):
        return t.same_terrain[g.item_region[PIPE]]
    return EMPTY


@kernel
def passage(g, t, army):
    """Connected water adjacent to the land of an army that passes water, and all regions adjacent to it.

    UG-RACE-LIZARDMEN. Troops in the water do not block the way (UG-INT-14), immunity does (UG-INT-16).
    """
    if army % 3 != 0 or not has(g.traits[army], Trait.PASSES_WATER):
        return EMPTY
    water = t.passages & ~immune(g, army // 3)
    chain = EMPTY
    beside = borders(t, g.land[army])
    while beside & water & ~chain != EMPTY:
        chain |= beside & water
        beside |= borders(t, chain)
    return beside | chain


@kernel
def plain_reach(g, t, army):
    """Regions that an attack reaches without any ability (UG-CONQ-3)."""
    land = g.land[army]
    regions = t.entries if land == EMPTY else borders(t, land)
    return regions & ~t.water


@kernel
def guarded(g, t, seat):
    """Regions of other seats that no ability, Place or Relic helps to conquer (UG-RACE-GNOMES)."""
    regions = EMPTY
    for other in range(t.num_players):
        if other != seat and has(g.traits[3 * other], Trait.GUARDED):
            regions |= g.land[3 * other]
    return regions


@kernel
def toll_barred(g, t, seat):
    """Regions of other seats' Liches, which a seat with an empty purse may not attack (UG-CONQ-4)."""
    regions = EMPTY
    if g.coins[seat] == 0:
        for army in range(3 * t.num_players):
            if army // 3 != seat and has(g.traits[army], Trait.TOLL):
                regions |= g.land[army]
    return regions


@kernel
def further_adjacent(g, t, army, r):
    """Regions that the Pipe or an ability makes adjacent to `r` for this army's conquests."""
    regions = EMPTY
    link = piped(g, t, army)
    if has(link, r):
        regions |= link
    link = always_adjacent(g, t, army)
    if has(link, r):
        regions |= g.land[army]
    if has(g.land[army], r):
        regions |= link
    return regions


@kernel
def further_neighborhood(g, t, army):
    """Regions that the Pipe or an ability makes adjacent to this army's land."""
    return piped(g, t, army) | always_adjacent(g, t, army) | passage(g, t, army)


@kernel
def first_conquest_in_underground(g, t, army, regions):
    """Regions where an army without land may enter, given those of the base game (UG-CONQ-2)."""
    if t.flames_enter_at_volcano != 0 and has(g.traits[army], Trait.VOLCANO):
        return borders(t, g.volcanoes)  # UG-ED-1
    return regions | always_adjacent(g, t, army)


@kernel
def attackable(g, t, army, regions):
    """Those of an army's targets that it may attack: no Liches without a coin, Gnomes only by a plain attack."""
    regions &= ~toll_barred(g, t, army // 3)
    kept = regions & guarded(g, t, army // 3)
    if kept != EMPTY:
        regions &= ~kept
        if (g.armed | g.bag_armed) == 0 or army != g.army:
            regions |= kept & plain_reach(g, t, army)  # UG-CLAR-2: no relic is used against them
    return regions
