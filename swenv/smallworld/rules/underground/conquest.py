"""What Underground adds to a conquest (UG-CONQ-10)."""

import numpy as np

from swenv.core.bits import bit, has
from swenv.core.jit import kernel
from swenv.smallworld.rules.armed import SOCKS, armed
from swenv.smallworld.rules.capture import capture
from swenv.smallworld.rules.losses import BY_FORCE, losses
from swenv.smallworld.rules.record import NOBODY, Trait
from swenv.smallworld.rules.underground.places import claim
from swenv.smallworld.rules.underground.relics import carry


@kernel
def compensate(g, t, seat, r):
    """Pay the holder of `r` what it is owed when `seat` conquers it: UG-RACE-LICHES, UG-POWER-MARTYR."""
    holder = np.int64(g.owner[r])
    if holder == NOBODY or holder // 3 == seat:
        return
    if holder % 3 != 0:
        if has(g.traits[holder], Trait.TOLL):
            g.coins[seat] -= 1
            g.coins[holder // 3] += 1
        return
    coins = np.int64(t.coins_per_loss[g.race[holder]]) + t.coins_per_loss[g.power[holder]]
    if g.stonehedge_army == holder:
        coins += t.coins_per_loss[g.stonehedge]  # UG-CLAR-29
    g.coins[holder // 3] += coins


@kernel
def capture_in_underground(g, t, army, r, tokens, how):
    """Take `r` in Underground, and what lies there (UG-CONQ-10)."""
    stinks = how == BY_FORCE and armed(g) >> SOCKS & 1 != 0
    compensate(g, t, army // 3, r)
    monsters = has(g.monsters, r)
    capture(g, t, army, r, tokens, 0 if stinks else losses(g, r, how))
    if has(g.traits[army], Trait.GREAT_ANCIENT) and g.ancient_placed[army // 3] == 0:
        g.ancients |= bit(r)  # UG-RACE-CULTISTS
        g.ancient_placed[army // 3] = 1
    carry(g, r)
    claim(g, t, army, r, monsters)
