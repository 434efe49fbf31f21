"""Losses in Warcraft (WW-CONQ-7): the Champion's ransom, Beasts, and tokens that the Chapel or Draenei save."""

import numpy as np

from swenv.core.bits import bit, has, one_if
from swenv.core.jit import kernel
from swenv.smallworld.rules.holdings import holds
from swenv.smallworld.rules.losses import vacate, vanish_if_gone
from swenv.smallworld.rules.record import NOBODY, Item, Trait

CHAPEL = np.int64(Item.CHAPEL)


@kernel
def evict_in_warcraft(g, r, seat):
    """Clear `r`, which `seat` conquers or blows up; return the tokens of others discarded (WW-CONQ-7).

    A Champion's ransom is due before the region changes hands; a holder who cannot pay loses him (WW-POWER-CHAMPIONS).
    """
    army = np.int64(g.owner[r])
    if army == NOBODY:
        murlocs = one_if(has(g.tribes, r))
        g.tribes &= ~bit(r)
        return murlocs
    lost = np.int64(0)
    if army % 3 != 0:
        lost = np.int64(g.tokens[r])
    elif has(g.champions, r):
        if g.coins[army // 3] > 0:
            g.coins[army // 3] -= 1
            g.coins[seat] += 1
        else:
            g.champion_lost = 1
    elif not holds(g, army, CHAPEL):
        if g.beasts[r] > 0:
            g.beasts_owned -= 1
        elif not is_saved(g, army):
            lost = np.int64(1)
    tokens = vacate(g, r)
    g.tray[g.race[army]] += lost
    g.hand[army] += tokens - lost
    own = army // 3 == seat
    vanish_if_gone(g, army)
    return 0 if own else lost


@kernel
def is_saved(g, army):
    """Save a Draenei token from discard if it is the first this turn; return whether it is saved (WW-RACE-DRAENEI)."""
    if not has(g.traits[army], Trait.SAVES_FIRST) or g.saved != 0:
        return False
    g.saved = 1
    return True
