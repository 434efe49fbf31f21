"""Relics that may be armed now: those that leave a legal conquest, perhaps after arming more."""

import numpy as np

from swenv.core.bits import EMPTY, bit
from swenv.core.jit import kernel
from swenv.smallworld.rules.armed import DOORMAT, ORB, SOCKS, SWORD, armed
from swenv.smallworld.rules.conquest import conquer_targets, convert_targets, dragon_targets
from swenv.smallworld.rules.record import CONQUEST_RELICS
from swenv.smallworld.rules.underground.relics import copyable, usable
from swenv.smallworld.rules.underground.vampire import vampire_targets
from swenv.smallworld.rules.underground.wisps import roll_for_targets

NONE = np.int64(0)
ALONE = 1 << ORB | 1 << DOORMAT
"""Relics that may be used for a substitution; it replaces the price, on which the others act (UG-CLAR-20)."""
PRICED = 1 << SOCKS | 1 << SWORD | 1 << DOORMAT
"""Relics that may be used for a conquest that is paid for."""


@kernel
def leads_to_conquest(g, t, army, hand, relics):
    """Whether any conquest is legal with exactly these relics armed."""
    before, bag = g.armed, g.bag_armed
    g.armed, g.bag_armed = relics, 0
    found = conquer_targets(g, t, army, hand) != EMPTY
    if not found:
        others = vampire_targets(g, t, army, hand) | roll_for_targets(g, t, army, hand)
        others |= convert_targets(g, t, army, hand) | dragon_targets(g, t, army, hand)
        found = others != EMPTY
    g.armed, g.bag_armed = before, bag
    return found


@kernel
def can_follow(g, t, army, hand, relics, ready, copies):
    """Whether a conquest is legal with these relics, or with more: any of `ready`, and the Bag as one of `copies`."""
    if relics & (1 << ORB) != 0 and relics & ~ALONE != 0:
        return False
    if leads_to_conquest(g, t, army, hand, relics):
        return True
    for copy in range(-1, CONQUEST_RELICS):
        more = ready
        if copy >= 0:
            if (copies >> copy) & 1 == 0:
                continue
            more |= 1 << copy
        for kind in (PRICED, ALONE, 1 << DOORMAT):
            wider = relics | (more & kind)
            if wider & ~kind == 0 and wider != relics and leads_to_conquest(g, t, army, hand, wider):
                return True
    return False


@kernel
def use_targets(g, t, army, hand):
    """Return the set of relics that may be armed (UG-ACT-5 to UG-ACT-8)."""
    regions = EMPTY
    now, ready = armed(g), usable(g, army)
    if army % 3 != 0 or ready == 0:
        return regions
    copies = copyable(g, army)
    for relic in range(CONQUEST_RELICS):
        if (ready & ~now) >> relic & 1 != 0 and can_follow(g, t, army, hand, now | 1 << relic, ready, copies):
            regions |= bit(relic)
    return regions


@kernel
def bag_targets(g, t, army, hand):
    """Return the set of relics, not armed yet, that the Bag may copy for a conquest (UG-ACT-10, UG-ED-7)."""
    regions = EMPTY
    copies = copyable(g, army)
    if army % 3 != 0 or copies == 0:
        return regions
    now, ready = armed(g), usable(g, army)
    for relic in range(CONQUEST_RELICS):
        if (copies & ~now) >> relic & 1 != 0 and can_follow(g, t, army, hand, now | 1 << relic, ready, NONE):
            regions |= bit(relic)
    return regions
