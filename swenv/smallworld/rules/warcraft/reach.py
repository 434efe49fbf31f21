"""Regions that an army may conquer in Warcraft (WW-CONQ-1, WW-CONQ-2), as sets."""

import numpy as np

from swenv.core.bits import EMPTY, has
from swenv.core.jit import kernel
from swenv.smallworld.rules.adjacency import always_adjacent, borders
from swenv.smallworld.rules.armed import AIR_STRIKE, ASHES, DISCOUNT, DOOMHAMMER, is_effective
from swenv.smallworld.rules.barriers import conquerable
from swenv.smallworld.rules.holdings import holds
from swenv.smallworld.rules.record import Item, Trait
from swenv.smallworld.rules.warcraft.discoveries import legends
from swenv.smallworld.rules.warcraft.tolls import barred, towered


@kernel
def travel_reach(g, t, army):
    """Regions that this army can reach in Warcraft, whoever holds them, by the modes of WW-CONQ-2."""
    land = g.land[army]
    beside = borders(t, land)
    if is_effective(g, army, ASHES) or is_effective(g, army, AIR_STRIKE):
        regions = t.regions
    else:
        regions = beside | t.entries | always_adjacent(g, t, army)
        if land == EMPTY and has(g.traits[army], Trait.SEAFARING):
            regions |= t.water_entries
    if is_effective(g, army, AIR_STRIKE):
        regions &= ~t.water
    if is_effective(g, army, DISCOUNT):
        regions &= beside & legends(g)  # WW-RACE-ETHEREALS (b)
    return regions & conquerable(g, t, army) & ~land


@kernel
def needs_travel_token(g, t, army):
    """Starting regions not adjacent to this army, which cost one token more for travel (WW-DIFF-4)."""
    if has(g.traits[army], Trait.FREE_TRAVEL) or holds(g, army, MEETING_STONE):
        return EMPTY
    if is_effective(g, army, ASHES) or is_effective(g, army, AIR_STRIKE):
        return EMPTY
    return t.entries & ~borders(t, g.land[army]) & ~always_adjacent(g, t, army)


@kernel
def champion_reach(g, t, army):
    """Regions that the Champion can reach: those adjacent to his race's land.

    WW-POWER-CHAMPIONS, WW-CLAR-6.
    """
    land = g.land[army]
    if land == EMPTY:
        return EMPTY
    return (borders(t, land) | always_adjacent(g, t, army)) & conquerable(g, t, army) & ~land


MEETING_STONE = np.int64(Item.MEETING_STONE)
DOOMHAMMER_COINS, NOTHING = np.int64(2), np.int64(0)


@kernel
def targets_in_warcraft(g, t, army):
    """Regions that this army may conquer if it has the tokens: in reach, no Watch Tower, tolls can be paid."""
    more = DOOMHAMMER_COINS if is_effective(g, army, DOOMHAMMER) else NOTHING
    return travel_reach(g, t, army) & ~towered(g, army // 3) & ~barred(g, t, army // 3, more)
