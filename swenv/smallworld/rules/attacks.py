"""What an attack leaves behind, even if it fails."""

import numpy as np

from swenv.core.bits import has
from swenv.core.jit import kernel
from swenv.smallworld.rules.record import NOBODY, Trait


@kernel
def note_attack(g, army, r):
    """Record an attack by one seat's active race on another's: it rules out peace (SW-POWER-DIPLOMAT)."""
    holder = np.int64(g.owner[r])
    if holder == NOBODY or holder // 3 == army // 3:
        return
    if army % 3 == 0 and holder % 3 == 0:
        g.attacked |= 1 << (holder // 3)
    provoke(g, army, holder)


@kernel
def provoke(g, army, holder):
    """Give a Vengeance marker to the attacker of a Vengeful seat, even of its declined race (UG-POWER-VENGEFUL)."""
    if has(g.traits[holder - holder % 3], Trait.VENGEFUL):
        g.vengeance |= 1 << (army // 3)
