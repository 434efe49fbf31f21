"""Regions that an army may conquer (SW-CONQ-3 to -7, UG-CONQ-2 to -4, WW-CONQ-1 to -2), as sets."""

import numpy as np

from swenv.core.bits import EMPTY, bit, has, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.holdings import holds, second_power
from swenv.smallworld.rules.record import (
    NOBODY,
    Item,
    Trait,
)
from swenv.smallworld.rules.underground.relics import DOORMAT, is_armed
from swenv.smallworld.rules.warcraft.armed_effects import AIR_STRIKE, ASHES, DISCOUNT, DOOMHAMMER, is_effective
from swenv.smallworld.rules.warcraft.discoveries import legends
from swenv.smallworld.rules.warcraft.tolls import barred, towered

PIPE, MEETING_STONE = np.int64(Item.PIPE), np.int64(Item.MEETING_STONE)
DOOMHAMMER_COINS, NOTHING = np.int64(2), np.int64(0)


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
    regions = t.linked_regions[g.race[army]] | t.linked_regions[g.power[army]]
    if t.underground != 0:
        regions |= t.linked_regions[second_power(g, army)]
    return regions


@kernel
def piped(g, t, army):
    """Regions that the Great Brass Pipe makes adjacent to each other for its active holder (UG-PLACE-PIPE)."""
    if army % 3 == 0 and holds(g, army, PIPE):
        return t.same_terrain[g.item_region[PIPE]]
    return EMPTY


@kernel
def always_adjacent(g, t, army):
    """Regions that are adjacent to all land of an active race: UG-RACE-SPIDERINES."""
    if army % 3 != 0:
        return EMPTY
    return t.reach_regions[g.race[army]] | t.reach_regions[g.power[army]] | t.reach_regions[second_power(g, army)]


@kernel
def adjacent(g, t, army, r):
    """Regions adjacent to `r` for this army's conquests.

    They share a border with `r`, or belong to the same set of linked regions.
    """
    regions = t.neighbors[r]
    link = linked(g, t, army)
    if has(link, r):
        regions |= link
    if t.underground != 0:
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
def neighborhood(g, t, army):
    """Regions adjacent to this army's land (SW-CONQ-5 b); may include some of that land."""
    land = g.land[army]
    regions = borders(t, land)
    link = linked(g, t, army)
    if land & link != EMPTY:
        regions |= link
    if t.underground != 0:
        regions |= piped(g, t, army) | always_adjacent(g, t, army) | passage(g, t, army)
    return regions


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
def first_conquest(g, t, army):
    """Regions where an army without land may enter the map (SW-CONQ-5 a, SW-CONQ-9, UG-CONQ-2)."""
    if has(g.traits[army], Trait.ENTERS_ANYWHERE):
        return t.regions
    regions = t.entries
    if has(g.traits[army], Trait.SEAFARING):
        regions |= t.water_entries
    if t.underground != 0:
        if t.flames_enter_at_volcano != 0 and has(g.traits[army], Trait.VOLCANO):
            return borders(t, g.volcanoes)  # UG-ED-1
        regions |= always_adjacent(g, t, army)
    return regions


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


@kernel
def conquerable(g, t, army):
    """Regions that this army can hold at all: only active Seafaring races hold water (SW-CONQ-4)."""
    if army % 3 == 0 and has(g.traits[army], Trait.SEAFARING):
        return t.regions
    return t.regions & ~t.water


@kernel
def reach(g, t, army):
    """Regions that this army can reach, whoever holds them: SW-CONQ-3, -4 and -5, UG-CONQ-2."""
    land = g.land[army]
    regions = first_conquest(g, t, army) if land == EMPTY else neighborhood(g, t, army)
    if has(g.traits[army], Trait.FLIES):
        regions |= t.regions & ~t.water & ~t.rivers  # SW-POWER-FLYING
    if is_armed(g, army, DOORMAT):
        regions = t.regions
    return regions & conquerable(g, t, army) & ~land


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
def immune(g, seat):
    """Regions that this seat may not conquer because another seat's marker protects them (SW-CONQ-6, UG-IMM-6)."""
    own = g.land[3 * seat] | g.land[3 * seat + 1] | g.land[3 * seat + 2]
    ghosts = g.ghosts
    if ghosts != EMPTY and g.crypt_master == seat and g.owner[lowest(ghosts)] == NOBODY:
        ghosts = EMPTY  # the master of the Crypt may enter the Ghost's region if nobody holds it
    return (g.holes | g.heroes | g.dragons | g.queens | g.ancients | ghosts) & ~own | g.balrogs


@kernel
def at_peace(g, t, army):
    """Active land of Diplomats at peace with this army's seat; peace does not bind declined races (SW-CONQ-7)."""
    regions = EMPTY
    if army % 3 == 0:
        for seat in range(t.num_players):
            if g.peace[seat] != NOBODY and g.peace[seat] == army // 3:
                regions |= g.land[3 * seat]
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
def targets(g, t, army):
    """Regions that this army may conquer if it can pay: SW-CONQ-3 to SW-CONQ-7, UG-CONQ-2 to UG-CONQ-4."""
    seat = army // 3
    if t.warcraft != 0:
        more = DOOMHAMMER_COINS if is_effective(g, army, DOOMHAMMER) else NOTHING
        return travel_reach(g, t, army) & ~towered(g, seat) & ~barred(g, t, seat, more)
    regions = reach(g, t, army) & ~immune(g, seat) & ~at_peace(g, t, army)
    if t.underground != 0:
        regions &= ~toll_barred(g, t, seat)
        kept = regions & guarded(g, t, seat)
        if kept != EMPTY:
            regions &= ~kept
            if (g.armed | g.bag_armed) == 0 or army != g.army:
                regions |= kept & plain_reach(g, t, army)  # UG-CLAR-2: no relic is used against them
    return regions


@kernel
def skilled_targets(g, t, army):
    """Targets that are open to more than a plain attack: all but those of Gnomes (UG-RACE-GNOMES)."""
    regions = targets(g, t, army)
    if t.underground != 0:
        regions &= ~guarded(g, t, army // 3)
    return regions


@kernel
def lone_tokens(g, t, army, spared):
    """Opponents' regions with one active token and no encampment, except those of seats in the set `spared`.

    Sorcery, the Vampire power and the Shiny Orb replace them (SW-RACE-SORCERERS, UG-POWER-VAMPIRE, UG-RELIC-ORB).
    """
    regions = EMPTY
    for seat in range(t.num_players):
        if seat != army // 3 and not has(spared, seat):
            land = g.land[3 * seat]
            while land != EMPTY:
                r = lowest(land)
                land = without_lowest(land)
                if g.tokens[r] == 1 and g.encampments[r] == 0:
                    regions |= bit(r)
    return regions
