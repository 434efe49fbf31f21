"""Righteous Relics and the Bag: what is armed, what may be armed, what happens to it afterwards (UG 4.3).

A relic that serves a conquest is armed first (`use sword`), then the conquest is made. Sets of relics are small sets
of bits, in the order of `record.RELICS`; `DOORMAT` and so on are positions in it.
"""

import numpy as np

from swenv.core.bits import bit, has
from swenv.core.jit import kernel
from swenv.smallworld.rules.holdings import holds
from swenv.smallworld.rules.record import FIRST_RELIC, NUM_TREASURES, Item, Trait

DOORMAT, ORB, SOCKS, SWORD, RING, SCEPTER = (
    np.int64(item - FIRST_RELIC) for item in (Item.DOORMAT, Item.ORB, Item.SOCKS, Item.SWORD, Item.RING, Item.SCEPTER)
)
NUM_RELICS = NUM_TREASURES - FIRST_RELIC


@kernel
def armed(g):
    """The set of relics whose powers serve the next conquest, the one that the Bag stands in for included."""
    return g.armed | g.bag_armed << max(np.int64(g.bag), 0)


@kernel
def is_armed(g, army, relic):
    """Whether this army's next conquest has the power of a relic."""
    return (g.armed | g.bag_armed) != 0 and army == g.army and (armed(g) >> relic) & 1 != 0


@kernel
def usable(g, army):
    """The set of relics that an active race holds and has not used this turn (UG-RELIC-0, UG-RELIC-00)."""
    relics = 0
    for relic in range(NUM_RELICS):
        if holds(g, army, FIRST_RELIC + relic) and (g.used >> relic) & 1 == 0:
            relics |= 1 << relic
    return relics


@kernel
def copyable(g, army):
    """The set of relics that the Bag may stand in for: any that lies open, once a turn (UG-POWER-MAGIC)."""
    relics = 0
    if g.bag < 0 and has(g.traits[army], Trait.BAG):
        for relic in range(NUM_RELICS):
            if g.item_region[FIRST_RELIC + relic] >= 0:
                relics |= 1 << relic
    return relics


@kernel
def arm(g, relic):
    """Use a relic for the next conquest; it is spent, whatever comes of it (UG-CLAR-5)."""
    g.armed |= 1 << relic
    g.used |= 1 << relic


@kernel
def arm_bag(g, relic):
    """Let the Bag stand in for a relic."""
    g.bag = relic
    g.bag_armed = 1


@kernel
def carry(g, r):
    """After a success all that served it lies in the conquered region (UG-RELIC-0, UG-INT-64)."""
    for relic in range(NUM_RELICS):
        if (g.armed >> relic) & 1 != 0:
            g.item_region[FIRST_RELIC + relic] = r
    if g.bag_armed != 0:
        g.bags = bit(r)
    disarm(g)


@kernel
def disarm(g):
    """The attempt is over."""
    g.armed = 0
    g.bag_armed = 0
