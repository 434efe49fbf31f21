"""What serves the next conquest in Warcraft (WW-ACT-25).

Three Artifacts, the Ethereals' discount, the Gnomes' air strike. An effect is armed first (`arm frostmourne`), then the
conquest is made, which clears it. Sets of effects are small sets of bits; `ASHES` and so on are positions in them.
Which of them may be armed now is said by `arming`.
"""

import numpy as np

from swenv.core.bits import has
from swenv.core.jit import kernel
from swenv.smallworld.rules.holdings import holds
from swenv.smallworld.rules.record import Effect, Item, Trait

FROSTMOURNE, ASHES, DOOMHAMMER, DISCOUNT, AIR_STRIKE = (np.int64(effect) for effect in Effect)
NUM_EFFECTS = len(Effect)
FIXED_PRICE = 1 << DOOMHAMMER
DISCOUNTS = 1 << FROSTMOURNE | 1 << DISCOUNT
ANYWHERE = 1 << ASHES | 1 << AIR_STRIKE


@kernel
def is_effective(g, army, effect):
    """Whether this army's next conquest has an effect."""
    return (g.effects >> effect) & 1 != 0 and army == g.army


@kernel
def item_of(effect):
    """The Artifact behind an effect, or -1."""
    if effect == FROSTMOURNE:
        return np.int64(Item.FROSTMOURNE)
    if effect == ASHES:
        return np.int64(Item.ASHES)
    return np.int64(Item.DOOMHAMMER) if effect == DOOMHAMMER else np.int64(-1)


@kernel
def usable(g, army):
    """The set of effects that an active race has and has not used this turn (WW-ART-5, WW-ART-6)."""
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
    """WW-ACT-25, WW-CLAR-12: a fixed price leaves no use for discounts, and there is one way to get anywhere."""
    if effects & FIXED_PRICE != 0 and effects & DISCOUNTS != 0:
        return False
    return effects & ANYWHERE != ANYWHERE


@kernel
def spend(g):
    """The attempt is over: what was armed is used, and nothing is armed."""
    g.effects_used |= g.effects
    g.effects = 0


@kernel
def carry_effects(g, r):
    """WW-ART-2: the Artifacts that served a conquest lie in the conquered region."""
    for effect in range(DISCOUNT):
        if (g.effects >> effect) & 1 != 0:
            g.item_region[item_of(effect)] = r
    spend(g)
