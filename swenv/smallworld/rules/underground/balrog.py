"""The Balrog of the Wickedest Pentacle (UG-PLACE-PENTACLE, UG-IMM-1)."""

import numpy as np

from swenv.core.bits import EMPTY, bit, has, lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.conquest import compensate, provoke
from swenv.smallworld.rules.losses import BY_BALROG, evict, losses
from swenv.smallworld.rules.reach import toll_barred
from swenv.smallworld.rules.record import NOBODY, Trait
from swenv.smallworld.rules.underground.places import CRYPT, PENTACLE, holds_pentacle


@kernel
def may_move_balrog(g, army):
    """Once a turn, between conquests (UG-ACT-14): with nothing armed and no roll pending."""
    return g.balrog_moved == 0 and (g.armed | g.bag_armed) == 0 and g.pending_roll < 0 and holds_pentacle(g, army)


@kernel
def balrog_targets(g, t, army):
    """Where it may be sent: next to where it stands, or next to the Pentacle when it is not on the map.

    Peace with a Diplomat binds the active race alone (SW-CONQ-7), not the Balrog.
    """
    start = g.item_region[PENTACLE] if g.balrogs == EMPTY else lowest(g.balrogs)
    markers = g.holes | g.heroes | g.dragons | g.queens | g.ancients | g.ghosts | g.balrogs
    regions = t.neighbors[start] & t.regions & ~markers
    for seat in range(t.num_players):
        if has(g.traits[3 * seat], Trait.GUARDED):
            regions &= ~g.land[3 * seat]  # the own ones too (UG-CLAR-1)
    return regions & ~toll_barred(g, t, army // 3)


@kernel
def send_balrog(g, t, army, r):
    """It conquers `r` for nobody; for payments, revenge and losses the attack is this army's."""
    g.balrog_moved = 1
    holder = np.int64(g.owner[r])
    if holder != NOBODY and holder // 3 != army // 3:
        provoke(g, army, holder)
    compensate(g, t, army // 3, r)
    held = np.int64(g.hand[holder]) if holder == army else np.int64(0)
    evict(g, r, np.int64(losses(g, r, BY_BALROG)))
    if holder == army:
        g.reserve[army] += g.hand[army] - held  # UG-INT-92: they wait until troops are laid out
    g.balrogs = bit(r)
    if r == g.item_region[CRYPT] and g.crypt_master != army // 3:
        g.ghosts = EMPTY  # UG-CLAR-4
