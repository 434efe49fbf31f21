"""What Warcraft adds to the price of a region (WW-CONQ-4)."""

import numpy as np

from swenv.core.bits import EMPTY, has, one_if
from swenv.core.jit import kernel
from swenv.smallworld.rules.armed import DISCOUNT, FROSTMOURNE, is_effective
from swenv.smallworld.rules.pieces import fewest_pieces
from swenv.smallworld.rules.record import Form, Trait
from swenv.smallworld.rules.terms import NOTHING, Terms
from swenv.smallworld.rules.warcraft.reach import needs_travel_token


@kernel
def terms_in_warcraft(g, t, army, by_race, by_power):
    """Return the terms of Warcraft: the discounts of WW-CONQ-4 besides those of banner and badge."""
    extra = NOTHING
    if has(g.traits[army], Trait.SHIFTS) and g.form == Form.WORGEN:
        extra -= 1
    if is_effective(g, army, FROSTMOURNE):
        extra -= 2
    if is_effective(g, army, DISCOUNT):
        extra -= 2
    by_boldness = occupied(g, t) if has(g.traits[army], Trait.BOLD) else EMPTY
    doubly = t.double_discount_regions[g.race[army]] | t.double_discount_regions[g.power[army]]
    floor = np.int64(fewest_pieces(g, army))
    return Terms(
        by_race,
        by_power,
        EMPTY,
        EMPTY,
        EMPTY,
        EMPTY,
        EMPTY,
        extra,
        by_boldness,
        doubly,
        needs_travel_token(g, t, army),
        floor,
    )


@kernel
def occupied(g, t):
    """Regions held by anybody, Murlocs included (WW-CONQ-3, WW-CLAR-15)."""
    regions = g.tribes
    for army in range(3 * t.num_players):
        regions |= g.land[army]
    return regions


@kernel
def price_of_troops_in_warcraft(r, now, troops, off):
    """Return what `r` costs on top of its terrain, given its defenders and the discounts of the base game."""
    off += one_if(has(now.by_boldness, r)) + 2 * one_if(has(now.doubly, r)) - one_if(has(now.travel, r))
    return troops - off
