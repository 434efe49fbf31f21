"""What the boxes change in `rules.cost`."""

import numpy as np

from swenv.core.bits import EMPTY, has, one_if
from swenv.core.jit import inlined, kernel
from swenv.smallworld.rules.pieces import pieces_in
from swenv.smallworld.rules.record import Item
from swenv.smallworld.rules.warcraft.reach import needs_travel_token

KEEP = np.int64(Item.KEEP)


@inlined
def beyond_base(t):
    """Whether a box is played that has discounts, surcharges and defences of its own."""
    return t.beyond != 0


@inlined
def has_exempt_regions(t):
    """Whether a box is played in which regions can be guarded, or cost as if empty."""
    return t.underground != 0


@kernel
def far_in_box(g, t, army):
    """Regions that cost this army one token more for travel."""
    return needs_travel_token(g, t, army) if t.warcraft != 0 else EMPTY


@inlined
def troops_in(g, t, r):
    """Count the tokens that hold `r`; in Warcraft, Beasts and the Champion too (WW-CONQ-4)."""
    return g.tokens[r] if t.warcraft == 0 else pieces_in(g, r)


@inlined
def terrain_cost_of_box(g, t, r):
    """Return what a box adds to the cost of `r` when empty: the Keep 1; the River takes 1 off."""
    return one_if(r == g.item_region[KEEP]) - one_if(has(t.rivers, r)) if t.underground != 0 else 0


@inlined
def structure_defence_of_box(g, t, r):
    """Return the defence of `r` by pieces of a box: Monsters 2, a Mushroom Armor or a Wisp Wall 1."""
    return 2 * one_if(has(g.monsters, r)) + g.armors[r] + one_if(has(g.walls, r)) if t.beyond != 0 else 0
