"""Effects that help the next conquest in Warcraft (WW-ACT-25).

They are three Artifacts, the Ethereals' discount and the Gnomes' air strike. A player arms an effect
(`arm frostmourne`), then conquers, which clears it. A set of effects is a bit set; `ASHES` and so on are bit positions.
`arming` decides which effects may be armed now.
"""

import numpy as np

from swenv.core.bits import has
from swenv.core.jit import kernel
from swenv.smallworld.rules.armed import AIR_STRIKE, ASHES, DISCOUNT, DOOMHAMMER, FROSTMOURNE, disarm
from swenv.smallworld.rules.holdings import holds
from swenv.smallworld.rules.record import Item, Trait

FIXED_PRICE = 1 << DOOMHAMMER
DISCOUNTS = 1 << FROSTMOURNE | 1 << DISCOUNT
ANYWHERE = 1 << ASHES | 1 << AIR_STRIKE


@kernel
def item_of(effect):
    """Return the Artifact that gives an effect, or -1."""
    if effect == FROSTMOURNE:
        return np.int64(Item.FROSTMOURNE)
    if effect == ASHES:
        return np.int64(Item.ASHES)
    return np.int64(Item.DOOMHAMMER) if effect == DOOMHAMMER else np.int64(-1)


@kernel
def usable(g, army):
    """Return the set of effects that an active race has and has not used this turn (WW-ART-5, WW-ART-6)."""
    effects = 0
    for effect in range(DISCOUNT):
        if holds(g, army, item_of(effect)):
            effects |= 1 << effect
    if has(g.traits[army], Trait.ETHEREAL):
        effects |= 1 << DISCOUNT
    if has(g.traits[army], Trait.AIR_STRIKE):
        effects |= 1 << AIR_STRIKE
    return effects & ~np.int64(g.effects_used)


@kernel
def fit_together(effects):
    """Whether these effects may be armed together (WW-ACT-25, WW-CLAR-12).

    A fixed price leaves nothing to discount, and one way to conquer anywhere is enough.
    """
    if effects & FIXED_PRICE != 0 and effects & DISCOUNTS != 0:
        return False
    return effects & ANYWHERE != ANYWHERE


@kernel
def carry_effects(g, r):
    """Move the Artifacts used for a conquest into the conquered region (WW-ART-2)."""
    for effect in range(DISCOUNT):
        if (g.effects >> effect) & 1 != 0:
            g.item_region[item_of(effect)] = r
    disarm(g)
