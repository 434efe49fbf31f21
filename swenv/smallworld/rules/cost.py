"""The price of a region in race tokens (SW-CONQ-1, UG-CONQ-5, UG-MIX-14, WW-CONQ-4).

The price is terrain plus defenders plus surcharge minus discounts, and never less than 1 (Tauren 2). The dragon and
substitutions replace the price; a die rolled first is subtracted before the floor applies: both are in `conquest`.
"""

import numpy as np

from swenv.core.bits import EMPTY, count, has, lowest, one_if, without_lowest
from swenv.core.jit import inlined, kernel
from swenv.smallworld.rules.boxes.cost import (
    structure_defence_of_box,
    terms_in_box,
    terrain_cost_of_box,
    troops_in,
    troops_less_discounts,
)
from swenv.smallworld.rules.boxes.reach import guarded_in_box
from swenv.smallworld.rules.pieces import HOLDS_OTHERWISE, beasts_in_hand, fewest_pieces
from swenv.smallworld.rules.record import NOBODY
from swenv.smallworld.rules.terms import NOTHING, ONE, Terms, discounted


@kernel
def terms(g, t, army):
    """Return the terms on which this army conquers now. A declined race has no discounts."""
    if army % 3 != 0:
        closed = guarded_in_box(g, t, army // 3)
        return Terms(EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, closed, NOTHING, EMPTY, EMPTY, EMPTY, ONE)
    by_race = discounted(g, t, army, np.int64(g.race[army]))
    by_power = discounted(g, t, army, np.int64(g.power[army]))
    return terms_in_box(g, t, army, by_race, by_power)


@inlined
def defenders(g, t, army, r):
    """Count the tokens that defend `r` against this army; its seat's own do not (SW-INT-24, option SW-INT-152)."""
    if g.owner[r] == NOBODY:
        return 0
    if g.owner[r] // 3 == army // 3 and t.own_decline_defends == 0:
        return 0
    return troops_in(g, t, r)


@inlined
def terrain_cost(g, t, r):
    """Return the cost of `r` when empty: 2, or 1 for the River; a mountain and the Keep add 1 each."""
    return 2 + one_if(has(t.mountains, r)) + terrain_cost_of_box(g, t, r)


@inlined
def structure_defence(g, t, r):
    """Return the defence of `r` besides race tokens, lost with it: L + F + K + E of SW-CONQ-1, Monsters, Armors."""
    tokens = one_if(has(g.tribes, r)) + one_if(has(g.fortresses, r)) + one_if(has(g.lairs, r)) + g.encampments[r]
    return tokens + structure_defence_of_box(g, t, r)


@inlined
def raw_cost(g, t, army, r, now):
    """Return the price on the terms `now` before the floor, from which a die rolled first is subtracted."""
    troops = np.int64(defenders(g, t, army, r)) + structure_defence(g, t, r)
    off = one_if(has(now.by_race, r)) + one_if(has(now.by_power, r))
    return terrain_cost(g, t, r) + now.extra + troops_less_discounts(t, r, now, troops, off)


@inlined
def cost(g, t, army, r, now):
    """Return the tokens that this army pays for an ordinary conquest of `r` on the terms `now`."""
    return max(now.floor, raw_cost(g, t, army, r, now))


@inlined
def defence(g, t, r):
    """Return what `r` would cost an enemy without discounts, as a player sees at a glance."""
    troops = troops_in(g, t, r) if g.owner[r] != NOBODY else 0
    return terrain_cost(g, t, r) + troops + structure_defence(g, t, r)


@kernel
def tokens_on(g, regions):
    """Count the race tokens in these regions."""
    tokens = 0
    while regions != EMPTY:
        tokens += g.tokens[lowest(regions)]
        regions = without_lowest(regions)
    return tokens


@kernel
def strength(g, army):
    """Count the tokens that can conquer once troops are taken up: all but one per region (SW-TURN-5).

    In Warcraft Beasts in hand count too; Tauren leave two; a Champion may hold a region without tokens (WW-TURN-6).
    """
    if g.traits[army] & HOLDS_OTHERWISE == EMPTY:
        return g.hand[army] + tokens_on(g, g.land[army]) - count(g.land[army])
    tokens = g.hand[army] + beasts_in_hand(g, army)
    land = g.land[army]
    while land != EMPTY:
        tokens += max(0, g.tokens[lowest(land)] - fewest_pieces(g, army))
        land = without_lowest(land)
    return tokens
