"""Righteous Relics and the Bag: which may be armed, which are, and where they go afterwards (UG 4.3).

A player arms a relic for a conquest (`use sword`), then conquers. A set of relics is a bit set in the order of
`record.RELICS`; `DOORMAT` and so on are bit positions.
"""

from swenv.core.bits import bit, has
from swenv.core.jit import kernel
from swenv.smallworld.rules.armed import NUM_RELICS, disarm
from swenv.smallworld.rules.holdings import holds
from swenv.smallworld.rules.record import CONQUEST_RELICS, FIRST_RELIC, Trait


@kernel
def is_usable(g, army, relic):
    """Whether an active race holds a relic and has not used it this turn (UG-RELIC-0, UG-RELIC-00)."""
    return holds(g, army, FIRST_RELIC + relic) and (g.used >> relic) & 1 == 0


@kernel
def usable(g, army):
    """Return the set of relics for a conquest that an active race may use."""
    relics = 0
    for relic in range(CONQUEST_RELICS):
        if is_usable(g, army, relic):
            relics |= 1 << relic
    return relics


@kernel
def copyable(g, army):
    """Return the set of relics that the Bag may copy, once a turn: all that are face up (UG-POWER-MAGIC)."""
    relics = 0
    if g.bag < 0 and has(g.traits[army], Trait.BAG):
        for relic in range(NUM_RELICS):
            if g.item_region[FIRST_RELIC + relic] >= 0:
                relics |= 1 << relic
    return relics


@kernel
def arm(g, relic):
    """Arm a relic for the next conquest; it is used up, whatever comes of it (UG-CLAR-5)."""
    g.armed |= 1 << relic
    g.used |= 1 << relic


@kernel
def arm_bag(g, relic):
    """Arm the Bag as a copy of a relic."""
    g.bag = relic
    g.bag_armed = 1


@kernel
def carry(g, r):
    """Move all relics used for a successful conquest, and the Bag, into `r` (UG-RELIC-0, UG-INT-64)."""
    for relic in range(NUM_RELICS):
        if (g.armed >> relic) & 1 != 0:
            g.item_region[FIRST_RELIC + relic] = r
    if g.bag_armed != 0:
        g.bags = bit(r)
    disarm(g)
