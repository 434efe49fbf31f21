"""What the boxes change in `rules.cost`."""

from swenv.core.bits import EMPTY, has, one_if
from swenv.core.jit import inlined, kernel
from swenv.smallworld.rules.pieces import pieces_in
from swenv.smallworld.rules.terms import NOTHING, ONE, Terms
from swenv.smallworld.rules.underground.cost import (
    price_of_troops_in_underground,
    terms_in_underground,
    terrain_cost_in_underground,
)
from swenv.smallworld.rules.warcraft.cost import price_of_troops_in_warcraft, terms_in_warcraft


@kernel
def terms_in_box(g, t, army, by_race, by_power):
    """Return the terms of an active race, given the discounts of its banner and badge."""
    if t.warcraft != 0:
        return terms_in_warcraft(g, t, army, by_race, by_power)
    if t.underground != 0:
        return terms_in_underground(g, t, army, by_race, by_power)
    return Terms(by_race, by_power, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, NOTHING, EMPTY, EMPTY, EMPTY, ONE)


@inlined
def troops_in(g, t, r):
    """Count the tokens that hold `r`; in Warcraft, Beasts and the Champion too (WW-CONQ-4)."""
    return g.tokens[r] if t.warcraft == 0 else pieces_in(g, r)


@inlined
def terrain_cost_of_box(g, t, r):
    """Return what a box adds to the cost of `r` when empty."""
    return terrain_cost_in_underground(g, t, r) if t.underground != 0 else 0


@inlined
def structure_defence_of_box(g, t, r):
    """Return the defence of `r` by pieces of a box: Monsters 2, a Mushroom Armor or a Wisp Wall 1."""
    return 2 * one_if(has(g.monsters, r)) + g.armors[r] + one_if(has(g.walls, r)) if t.beyond != 0 else 0


@inlined
def troops_less_discounts(t, r, now, troops, off):
    """Return what `r` costs on top of its terrain, given its defenders and the discounts of banner and badge."""
    if t.underground != 0:
        return price_of_troops_in_underground(r, now, troops, off)
    if t.warcraft != 0:
        return price_of_troops_in_warcraft(r, now, troops, off)
    return troops - off
