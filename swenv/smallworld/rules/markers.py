"""What is placed before the score: the MARKERS phase (SW-TURN-8, UG-REDEP-3).

Pieces in hand are those that do not lie on the map, so nothing is counted twice.
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
    """Encampments, heroes and Queen are placed anew every turn (SW-POWER-BIVOUACKING, SW-POWER-HEROIC, UG-ACT-19)."""
    land = g.land[army]
    g.heroes &= ~land
    if has(g.traits[army], Trait.ROYAL):
        g.queens = EMPTY
    while land != EMPTY:
        g.encampments[lowest(land)] = 0
        land = without_lowest(land)


@kernel
def encampments_in_hand(g, t, army):
    """Encampments of an active race that do not lie on the map."""
    camps = t.encampments[g.race[army]] + t.encampments[g.power[army]] + t.encampments[second_power(g, army)]
    if camps > 0:
        land = g.land[army]
        while land != EMPTY:
            camps -= g.encampments[lowest(land)]
            land = without_lowest(land)
    return camps


@kernel
def encamp_targets(g, t, army):
    """SW-POWER-BIVOUACKING: any region of the race, any number per region."""
    return g.land[army] if encampments_in_hand(g, t, army) > 0 else EMPTY


@kernel
def hero_targets(g, t, army):
    """SW-POWER-HEROIC: different regions of the race; as many as there are regions, at most the heroes it has."""
    heroes = t.heroes[g.race[army]] + t.heroes[g.power[army]] + t.heroes[second_power(g, army)]
    land = g.land[army]
    if count(g.heroes & land) >= heroes:
        return EMPTY
    return land & ~g.heroes


@kernel
def fortify_targets(g, army):
    """SW-POWER-FORTIFIED: once per turn, one per region, as long as there are pieces (SW-INT-107)."""
    if not has(g.traits[army], Trait.FORTRESSES) or g.fortress_placed != 0 or count(g.fortresses) >= FORTRESS_PIECES:
        return EMPTY
    return g.land[army] & ~g.fortresses


@kernel
def encamp(g, r):
    """Put down an encampment."""
    g.encampments[r] += 1


@kernel
def hero(g, r):
    """Put down a hero."""
    g.heroes |= bit(r)


@kernel
def fortify(g, r):
    """Build a fortress."""
    g.fortresses |= bit(r)
    g.fortress_placed = 1


@kernel
def armor_targets(g, army):
    """UG-POWER-SHIELD: new armors go to any regions of the race, all of them (UG-CLAR-13)."""
    return g.land[army] if g.new_armors > 0 else EMPTY


@kernel
def armor(g, r):
    """Put down an armor; it stays."""
    g.armors[r] += 1
    g.new_armors -= 1


@kernel
def queen_targets(g, army):
    """UG-POWER-ROYAL: she must be put in a region of the race."""
    return g.land[army] if has(g.traits[army], Trait.ROYAL) and g.queens == EMPTY else EMPTY


@kernel
def ghost_targets(g, t, army):
    """UG-PLACE-CRYPT: any region but the Crypt's and the Balrog's, once a turn."""
    if g.ghost_moved != 0 or not holds(g, army, CRYPT):
        return EMPTY
    return t.regions & ~bit(g.item_region[CRYPT]) & ~g.balrogs


@kernel
def ghost(g, r):
    """The Ghost goes to `r`."""
    g.ghosts = bit(r)
    g.ghost_moved = 1


@kernel
def relic_targets(g, army, relic):
    """Where Scepter or Ring may be put: by the Bag if it stands in for it, else itself, once a turn (UG-ACT-21).

    Never where the other one is used already (UG-INT-69).
    """
    if g.bag_armed != 0:
        return g.land[army] & ~bit(g.item_region[FIRST_RELIC + relic]) if g.bag == relic else EMPTY
    if (usable(g, army) >> relic) & 1 == 0:
        return EMPTY
    return g.land[army] & ~g.bags if g.bag == relic else g.land[army]


@kernel
def place_relic(g, relic, r):
    """Use Scepter or Ring, or the Bag in its stead, in `r`."""
    if g.bag_armed != 0:
        g.bags = bit(r)
        g.bag_armed = 0
    else:
        g.item_region[FIRST_RELIC + relic] = r
        g.used |= 1 << relic


@kernel
def bag_placements(g, army):
    """What the Bag may stand in for before the score: Ring or Scepter, if a region is left for it (UG-ACT-10)."""
    relics = EMPTY
    copies = copyable(g, army)
    for relic in range(RING, NUM_RELICS):
        if (copies >> relic) & 1 != 0 and g.land[army] & ~bit(g.item_region[FIRST_RELIC + relic]) != EMPTY:
            relics |= bit(relic)
    return relics


@kernel
def used_in(g, relic):
    """The regions in which the power of Scepter or Ring works this turn (UG-CLAR-18)."""
    regions = EMPTY
    if (g.used >> relic) & 1 != 0:
        regions |= bit(g.item_region[FIRST_RELIC + relic])
    if g.bag == relic:
        regions |= g.bags
    return regions
