"""The Altar of Souls (UG-PLACE-ALTAR)."""

import numpy as np

from swenv.core.bits import EMPTY
from swenv.core.jit import kernel
from swenv.smallworld.rules.losses import vacate, vanish_if_gone
from swenv.smallworld.rules.record import NOBODY, Item

ALTAR = np.int64(Item.ALTAR)
ALTAR_COINS = 3


@kernel
def altar_targets(g, seat):
    """Regions whose declined token the holder of the Altar may discard: those of its own declined races.

    UG-PLACE-ALTAR.
    """
    region = g.item_region[ALTAR]
    if region < 0 or g.owner[region] == NOBODY or g.owner[region] // 3 != seat:
        return EMPTY
    return g.land[3 * seat + 1] | g.land[3 * seat + 2]


@kernel
def sacrifice(g, r):
    """Discard one token of `r` for 3 coins; a race left without regions vanishes (UG-CLAR-33)."""
    army = np.int64(g.owner[r])
    g.tray[g.race[army]] += 1
    g.tokens[r] -= 1
    if g.tokens[r] == 0:
        vacate(g, r)
        vanish_if_gone(g, army)
    g.coins[army // 3] += ALTAR_COINS
