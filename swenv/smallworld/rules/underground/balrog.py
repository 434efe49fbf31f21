"""The Balrog of the Wickedest Pentacle (UG-PLACE-PENTACLE, UG-IMM-1)."""

import numpy as np

from swenv.core.bits import EMPTY, bit, has, lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.attacks import provoke
from swenv.smallworld.rules.losses import BY_FORCE, evict, losses
from swenv.smallworld.rules.record import NOBODY, Trait
from swenv.smallworld.rules.underground.conquest import compensate
from swenv.smallworld.rules.underground.places import CRYPT, PENTACLE, holds_pentacle
from swenv.smallworld.rules.underground.reach import toll_barred


@kernel
def may_move_balrog(g, army):
    """Whether the Balrog may move: once a turn, between conquests, nothing armed, no roll pending (UG-ACT-14)."""
    return g.balrog_moved == 0 and (g.armed | g.bag_armed) == 0 and g.pending_roll < 0 and holds_pentacle(g, army)


@kernel
def balrog_targets(g, t, army):
    """Regions to which the Balrog may be sent: adjacent to it, or to the Pentacle if it is off the map.

    Peace with a Diplomat binds only the active race (SW-CONQ-7), not the Balrog.
    """
    start = g.item_region[PENTACLE] if g.balrogs == EMPTY else lowest(g.balrogs)
    markers = g.holes | g.heroes | g.dragons | g.queens | g.ancients | g.ghosts | g.balrogs
    regions = t.neighbors[start] & t.regions & ~markers
    for seat in range(t.num_players):
        if has(g.traits[3 * seat], Trait.GUARDED):
            regions &= ~g.land[3 * seat]  # this seat's own too (UG-CLAR-1)
    return regions & ~toll_barred(g, t, army // 3)


@kernel
def send_balrog(g, t, army, r):
    """Send the Balrog to conquer `r` for nobody.

    The attack counts as this army's for payments, revenge and losses.
    """
    g.balrog_moved = 1
    holder = np.int64(g.owner[r])
    if holder != NOBODY and holder // 3 != army // 3:
        provoke(g, army, holder)
    compensate(g, t, army // 3, r)
    held = np.int64(g.hand[holder]) if holder == army else np.int64(0)
    evict(g, r, min(2 * losses(g, r, BY_FORCE), np.int64(g.tokens[r])))
    if holder == army:
        g.reserve[army] += g.hand[army] - held  # UG-INT-92: they wait for redeployment
    g.balrogs = bit(r)
    if r == g.item_region[CRYPT] and g.crypt_master != army // 3:
        g.ghosts = EMPTY  # UG-CLAR-4
