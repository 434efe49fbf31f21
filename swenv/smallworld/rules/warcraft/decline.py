"""What leaves with an active race of Warcraft (WW-DECL-4, WW-DECL-5)."""

from swenv.core.bits import EMPTY, has, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.losses import AEGIS, leave
from swenv.smallworld.rules.pieces import LAID_OUT_ANEW
from swenv.smallworld.rules.record import Trait


@kernel
def put_aside_warcraft(g, army):
    """Return an active race's pieces to the box and end the protection of the Aegis (WW-DECL-4, WW-DECL-5)."""
    land, traits = g.land[army], g.traits[army]
    g.towers &= ~land
    if g.item_region[AEGIS] >= 0 and has(land, g.item_region[AEGIS]):
        g.aegis_up = 0
    if has(traits, Trait.OBJECTIVES):
        g.objectives = EMPTY
    if has(traits, Trait.HARMONY):
        g.harmony = 0
    if has(traits, Trait.BOMBS):
        g.num_bombs, g.lost_bombs, g.lost_live_bombs = 0, 0, 0
        g.bomb_stack[:] = 0
    if traits & LAID_OUT_ANEW != EMPTY:
        g.champions &= ~land
        if has(traits, Trait.CHAMPION):
            g.champion_lost = 0
        if has(traits, Trait.BEASTS):
            g.beasts_owned = 0
        while land != EMPTY:
            r = lowest(land)
            land = without_lowest(land)
            g.beasts[r] = 0
            if g.tokens[r] == 0:
                leave(g, r)
