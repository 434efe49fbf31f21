"""What is armed for the next conquest: Righteous Relics, the Bag that copies one, and the effects of Warcraft.

A player arms something (`use sword`, `arm frostmourne`), then conquers. Relics and effects are bit sets in the order of
`record.RELICS` and `record.Effect`; `DOORMAT`, `ASHES` and so on are bit positions. Which of them may be armed, and
where they go afterwards, is in `underground.relics` and `warcraft.armed_effects`.
"""

import numpy as np

from swenv.core.jit import kernel
from swenv.smallworld.rules.record import FIRST_RELIC, NUM_TREASURES, Effect, Item

DOORMAT, ORB, SOCKS, SWORD, RING, SCEPTER = (
    np.int64(item - FIRST_RELIC) for item in (Item.DOORMAT, Item.ORB, Item.SOCKS, Item.SWORD, Item.RING, Item.SCEPTER)
)
NUM_RELICS = NUM_TREASURES - FIRST_RELIC
FROSTMOURNE, ASHES, DOOMHAMMER, DISCOUNT, AIR_STRIKE = (np.int64(effect) for effect in Effect)
NUM_EFFECTS = len(Effect)


@kernel
def armed(g):
    """Return the set of relics armed for the next conquest, including the one that the Bag copies."""
    return g.armed | g.bag_armed << max(np.int64(g.bag), 0)


@kernel
def is_armed(g, army, relic):
    """Whether a relic's power applies to this army's next conquest."""
    return (g.armed | g.bag_armed) != 0 and army == g.army and (armed(g) >> relic) & 1 != 0


@kernel
def is_effective(g, army, effect):
    """Whether an effect applies to this army's next conquest."""
    return (g.effects >> effect) & 1 != 0 and army == g.army


@kernel
def disarm(g):
    """End the attempt: nothing is armed any more, and the effects that were have been used (WW-ART-6)."""
    g.armed = 0
    g.bag_armed = 0
    g.effects_used |= g.effects
    g.effects = 0
