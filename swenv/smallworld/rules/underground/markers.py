"""Markers of Underground that are placed before scoring (UG-REDEP-3): armors, the Queen, the Ghost, relics."""

from swenv.core.bits import EMPTY, bit, has
from swenv.core.jit import kernel
from swenv.smallworld.rules.armed import NUM_RELICS, RING
from swenv.smallworld.rules.holdings import holds
from swenv.smallworld.rules.record import FIRST_RELIC, Trait
from swenv.smallworld.rules.underground.places import CRYPT
from swenv.smallworld.rules.underground.relics import copyable, is_usable


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
    if not is_usable(g, army, relic):
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
