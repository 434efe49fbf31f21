"""Markers placed before scoring, in the MARKERS phase (SW-TURN-8, UG-REDEP-3).

Pieces in hand are those that are not on the map, so nothing is counted twice.
"""

import numpy as np

from swenv.core.bits import EMPTY, bit, count, has, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.holdings import holds, second_power
from swenv.smallworld.rules.record import FIRST_RELIC, FORTRESS_PIECES, Item, Trait
from swenv.smallworld.rules.underground.relics import NUM_RELICS, RING, copyable, usable

CRYPT = np.int64(Item.CRYPT)


@kernel
def take_up_markers(g, army):
    """Take up encampments, heroes and the Queen, to be placed anew every turn.

    SW-POWER-BIVOUACKING, SW-POWER-HEROIC, UG-ACT-19.
    """
    land = g.land[army]
    g.heroes &= ~land
    if has(g.traits[army], Trait.ROYAL):
        g.queens = EMPTY
    while land != EMPTY:
        g.encampments[lowest(land)] = 0
        land = without_lowest(land)


@kernel
def encampments_in_hand(g, t, army):
    """Count the encampments of an active race that are not on the map."""
    camps = t.encampments[g.race[army]] + t.encampments[g.power[army]] + t.encampments[second_power(g, army)]
    if camps > 0:
        land = g.land[army]
        while land != EMPTY:
            camps -= g.encampments[lowest(land)]
            land = without_lowest(land)
    return camps


@kernel
def encamp_targets(g, t, army):
    """Regions that may take an encampment: any of the race, any number in each (SW-POWER-BIVOUACKING)."""
    return g.land[army] if encampments_in_hand(g, t, army) > 0 else EMPTY


@kernel
def hero_targets(g, t, army):
    """Regions that may take a hero: any of the race without one, while it has heroes left (SW-POWER-HEROIC)."""
    heroes = t.heroes[g.race[army]] + t.heroes[g.power[army]] + t.heroes[second_power(g, army)]
    land = g.land[army]
    if count(g.heroes & land) >= heroes:
        return EMPTY
    return land & ~g.heroes


@kernel
def fortify_targets(g, army):
    """Regions that may take a fortress: one per turn and region, while pieces last.

    SW-POWER-FORTIFIED, SW-INT-107.
    """
    if not has(g.traits[army], Trait.FORTRESSES) or g.fortress_placed != 0 or count(g.fortresses) >= FORTRESS_PIECES:
        return EMPTY
    return g.land[army] & ~g.fortresses


@kernel
def encamp(g, r):
    """Put an encampment into `r`."""
    g.encampments[r] += 1


@kernel
def hero(g, r):
    """Put a hero into `r`."""
    g.heroes |= bit(r)


@kernel
def fortify(g, r):
    """Build a fortress in `r`."""
    g.fortresses |= bit(r)
    g.fortress_placed = 1


@kernel
def armor_targets(g, army):
    """Regions that may take a new armor: any of the race; all armors must be placed (UG-POWER-SHIELD, UG-CLAR-13)."""
    return g.land[army] if g.new_armors > 0 else EMPTY


@kernel
def armor(g, r):
    """Put a Mushroom Armor into `r`, where it stays."""
    g.armors[r] += 1
    g.new_armors -= 1


@kernel
def queen_targets(g, army):
    """Regions that may take the Queen, who must be placed: any of the race (UG-POWER-ROYAL)."""
    return g.land[army] if has(g.traits[army], Trait.ROYAL) and g.queens == EMPTY else EMPTY


@kernel
def ghost_targets(g, t, army):
    """Regions to which the Ghost may move, once a turn: any but the Crypt's and the Balrog's (UG-PLACE-CRYPT)."""
    if g.ghost_moved != 0 or not holds(g, army, CRYPT):
        return EMPTY
    return t.regions & ~bit(g.item_region[CRYPT]) & ~g.balrogs


@kernel
def ghost(g, r):
    """Move the Ghost to `r`."""
    g.ghosts = bit(r)
    g.ghost_moved = 1


@kernel
def relic_targets(g, army, relic):
    """Regions that may take the Scepter or Ring, once a turn, or the Bag standing in for it (UG-ACT-21).

    A relic and the Bag that copies it may not share a region (UG-INT-69).
    """
    if g.bag_armed != 0:
        return g.land[army] & ~bit(g.item_region[FIRST_RELIC + relic]) if g.bag == relic else EMPTY
    if (usable(g, army) >> relic) & 1 == 0:
        return EMPTY
    return g.land[army] & ~g.bags if g.bag == relic else g.land[army]


@kernel
def place_relic(g, relic, r):
    """Use the Scepter or Ring, or the Bag in its place, in `r`."""
    if g.bag_armed != 0:
        g.bags = bit(r)
        g.bag_armed = 0
    else:
        g.item_region[FIRST_RELIC + relic] = r
        g.used |= 1 << relic


@kernel
def bag_placements(g, army):
    """Return the relics that the Bag may copy before scoring: Ring or Scepter, if it can be placed (UG-ACT-10)."""
    relics = EMPTY
    copies = copyable(g, army)
    for relic in range(RING, NUM_RELICS):
        if (copies >> relic) & 1 != 0 and g.land[army] & ~bit(g.item_region[FIRST_RELIC + relic]) != EMPTY:
            relics |= bit(relic)
    return relics


@kernel
def used_in(g, relic):
    """Regions in which the Scepter or Ring has effect this turn (UG-CLAR-18)."""
    regions = EMPTY
    if (g.used >> relic) & 1 != 0:
        regions |= bit(g.item_region[FIRST_RELIC + relic])
    if g.bag == relic:
        regions |= g.bags
    return regions
