"""Which box explains why an action is illegal."""

import numpy as np

from swenv.core.jit import kernel
from swenv.smallworld.rules.reasons import why_not
from swenv.smallworld.rules.underground.reasons import why_not_in_underground
from swenv.smallworld.rules.warcraft.reasons import why_not_in_warcraft


@kernel
def why_not_in_box(g, t, verb, arg):
    """Return the number of the reason why an action is illegal, under the rules of the box in play."""
    if t.warcraft != 0:
        return np.int64(why_not_in_warcraft(g, t, verb, arg))
    if t.underground != 0:
        return why_not_in_underground(g, t, verb, arg)
    return why_not(g, t, verb, arg)
