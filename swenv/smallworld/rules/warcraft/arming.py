"""Effects that may be armed now: those that leave a legal conquest, perhaps after arming more (WW-ACT-25)."""

import numpy as np

from swenv.core.bits import EMPTY, bit
from swenv.core.jit import kernel
from swenv.smallworld.rules.armed import NUM_EFFECTS
from swenv.smallworld.rules.conquest import conquer_targets
from swenv.smallworld.rules.warcraft.air_strike import strike_targets
from swenv.smallworld.rules.warcraft.armed_effects import fit_together, usable


@kernel
def arm_targets(g, t, army, hand):
    """Return the set of Warcraft effects that may be armed (WW-ACT-25)."""
    effects = EMPTY
    now, ready = np.int64(g.effects), usable(g, army)
    ready &= ~now
    for effect in range(NUM_EFFECTS):
        if (ready >> effect) & 1 != 0 and effects_can_serve(g, t, army, hand, now | 1 << effect, ready):
            effects |= bit(effect)
    return effects


@kernel
def effects_can_serve(g, t, army, hand, wanted, ready):
    """Whether a conquest is legal with these effects, alone or with more of those in `ready`."""
    more = ready & ~wanted
    chosen = np.int64(0)
    while True:
        if fit_together(wanted | chosen) and effects_lead_to_conquest(g, t, army, hand, wanted | chosen):
            return True
        if chosen == more:
            return False
        chosen = (chosen - more) & more  # the next subset of `more`


@kernel
def effects_lead_to_conquest(g, t, army, hand, effects):
    """Whether any conquest is legal with exactly these effects armed."""
    before = g.effects
    g.effects = effects
    found = conquer_targets(g, t, army, hand) | strike_targets(g, t, army, hand) != EMPTY
    g.effects = before
    return found
