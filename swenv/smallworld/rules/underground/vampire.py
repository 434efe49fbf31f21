"""The Vampire power replaces a lone token, once a turn or once per opponent (UG-POWER-VAMPIRE)."""

import numpy as np

from swenv.core.bits import EMPTY, has
from swenv.core.jit import kernel
from swenv.smallworld.rules.boxes.targets import skilled_targets
from swenv.smallworld.rules.conquest import may_substitute, substitute
from swenv.smallworld.rules.reach import lone_tokens
from swenv.smallworld.rules.record import Trait


@kernel
def vampire_targets(g, t, army, hand):
    """Regions of lone active tokens in reach, once a turn or once per opponent (UG-POWER-VAMPIRE, UG-ED-2)."""
    if not has(g.traits[army], Trait.VAMPIRE) or not may_substitute(g, t, army, hand):
        return EMPTY
    if g.vampired != 0 and t.vampire_per_opponent == 0:
        return EMPTY
    return lone_tokens(g, t, army, np.uint64(g.vampired)) & skilled_targets(g, t, army)


@kernel
def vampire(g, t, army, r):
    """Send the lone token to its tray and put one's own token in its place."""
    g.vampired |= 1 << (g.owner[r] // 3)
    substitute(g, t, army, r)
