"""What leaves with an active race of Underground (UG-DECL-5)."""

from swenv.core.bits import EMPTY, has
from swenv.core.jit import kernel
from swenv.smallworld.rules.record import Trait


@kernel
def put_aside_underground(g, army):
    """Remove the pieces that an active race does not keep in decline (UG-DECL-5)."""
    g.ancients &= ~g.land[army]
    g.ancient_placed[army // 3] = 0
    g.hammers[army // 3] = 0
    g.hammers_left = 0
    if has(g.traits[army], Trait.BAG):
        g.bags = EMPTY
    if has(g.traits[army], Trait.VENGEFUL):
        g.vengeance = 0
