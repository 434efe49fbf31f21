"""The price of a region in race tokens (SW-CONQ-1, UG-CONQ-5, UG-MIX-14, WW-CONQ-4).

The price is terrain plus defenders plus surcharge minus discounts, and never less than 1 (Tauren 2). The dragon and
substitutions replace the price; a die rolled first is subtracted before the floor applies: both are in `conquest`.
What a race does not have, or a box does not play, is an empty set here or a zero; the base game alone skips all that
only boxes have, for speed.
"""

from collections import namedtuple

import numpy as np

from swenv.core.bits import EMPTY, count, has, lowest, one_if, without_lowest
from swenv.core.jit import inlined, kernel
from swenv.smallworld.rules.adjacency import borders
from swenv.smallworld.rules.armed import DISCOUNT, DOORMAT, FROSTMOURNE, SOCKS, SWORD, is_armed, is_effective
from swenv.smallworld.rules.boxes.cost import (
    beyond_base,
    far_in_box,
    has_exempt_regions,
    structure_defence_of_box,
    terrain_cost_of_box,
    troops_in,
)
from swenv.smallworld.rules.boxes.reach import guarded_in_box
from swenv.smallworld.rules.holdings import own_land, second_power
from swenv.smallworld.rules.pieces import HOLDS_OTHERWISE, beasts_in_hand, fewest_pieces
from swenv.smallworld.rules.reach import adjacent
from swenv.smallworld.rules.record import NO_ROW, NOBODY, Form, Trait, trait_set

Terms = namedtuple("Terms", "less own as_empty guarded far extra floor")
"""What decides the price of a region for one army now, besides what is in the region.

Attributes:
    less: The tokens that each region costs less, as `tally` counts them.
    own: The seat's own regions, whose troops do not defend (SW-INT-24, option SW-INT-152).
    as_empty: The regions that cost as if empty.
    guarded: Those that allow neither of the two.
    far: Those that cost one more for travel.
    extra: The tokens that every region costs more; it may be negative.
    floor: The least that any region costs.
"""
FULL_PRICE = (EMPTY, EMPTY, EMPTY)
NOTHING, ONE = np.int64(0), np.int64(1)
DISCOUNTED_OTHERWISE = trait_set(Trait.GREAT_ANCIENT, Trait.VENGEFUL, Trait.BOLD)
"""Traits that discount regions for other reasons than what they are or lie beside."""


@kernel
def terms(g, t, army):
    """Return the terms on which this army conquers now. A declined race has no discounts."""
    guarded = guarded_in_box(g, t, army // 3)
    own = own_land(g, army // 3) if t.own_decline_defends == 0 else EMPTY
    if army % 3 != 0:
        return Terms(less=FULL_PRICE, own=own, as_empty=EMPTY, guarded=guarded, far=EMPTY, extra=NOTHING, floor=ONE)
    less = tally(FULL_PRICE, discounted(g, t, army, np.int64(g.race[army])))
    less = tally(less, discounted(g, t, army, np.int64(g.power[army])))
    if not beyond_base(t):
        return Terms(less=less, own=own, as_empty=EMPTY, guarded=EMPTY, far=EMPTY, extra=NOTHING, floor=ONE)
    return Terms(
        less=further_discounts(g, t, army, less),
        own=own,
        as_empty=regions_as_if_empty(g, t, army) if has_exempt_regions(t) else EMPTY,
        guarded=guarded,
        far=far_in_box(g, t, army),
        extra=surcharge(g, t, army),
        floor=np.int64(fewest_pieces(g, army)),
    )


@kernel
def further_discounts(g, t, army, less):
    """Count what only boxes discount for an active race on top of `less`: one for each reason, for some terrain two."""
    second = np.int64(second_power(g, army))
    if second != NO_ROW:
        less = tally(less, discounted(g, t, army, second))
    if g.traits[army] & DISCOUNTED_OTHERWISE != EMPTY:
        less = tally(less, regions_near_great_ancient(g, t, army))
        less = tally(less, regions_under_vengeance(g, t, army))
        less = tally(less, occupied(g, t) if has(g.traits[army], Trait.BOLD) else EMPTY)
    doubly = t.double_discount_regions[g.race[army]] | t.double_discount_regions[g.power[army]]
    return tally(tally(less, doubly), doubly)


@kernel
def tally(counts, regions):
    """Count one more for each of these regions. Counts up to 7 are three sets: of the regions with a 1, a 2, a 4."""
    ones, twos, fours = counts
    return ones ^ regions, twos ^ (ones & regions), fours | (twos & ones & regions)


@kernel
def discounted(g, t, army, row):
    """Regions that one banner or badge discounts by one: those of a kind, and those beside held ones (Giants)."""
    regions = t.discount_regions[row]
    held = t.discount_beside[row] & g.land[army]
    while held != EMPTY:
        # SW-INT-38: a link makes regions adjacent, SW-INT-39: flying does not
        regions |= adjacent(g, t, army, lowest(held))
        held = without_lowest(held)
    return regions


@kernel
def regions_as_if_empty(g, t, army):
    """Regions whose defenders do not count: with the Socks all (UG-RELIC-SOCKS), else those near the Volcano."""
    return t.regions if is_armed(g, army, SOCKS) else regions_near_volcano(g, t, army)


@kernel
def regions_near_volcano(g, t, army):
    """Regions adjacent to the Volcano, or to this army's land connected to it (UG-RACE-FLAMES)."""
    if not has(g.traits[army], Trait.VOLCANO):
        return EMPTY
    land = g.land[army]
    zone = borders(t, g.volcanoes)
    chain = EMPTY
    while zone & land & ~chain != EMPTY:
        chain |= zone & land
        zone |= borders(t, chain)
    return zone


@kernel
def regions_near_great_ancient(g, t, army):
    """Regions adjacent to the Great Ancient; with the Doormat, all (UG-RACE-CULTISTS, UG-INT-24)."""
    there = g.ancients & g.land[army]
    if not has(g.traits[army], Trait.GREAT_ANCIENT) or there == EMPTY:
        return EMPTY
    return t.regions if is_armed(g, army, DOORMAT) else adjacent(g, t, army, lowest(there))


@kernel
def regions_under_vengeance(g, t, army):
    """Regions of seats that hold a Vengeance marker (UG-POWER-VENGEFUL)."""
    regions = EMPTY
    if g.vengeance != 0 and has(g.traits[army], Trait.VENGEFUL):
        for other in range(3 * t.num_players):
            if has(np.uint64(g.vengeance), other // 3):
                regions |= g.land[other]
    return regions


@kernel
def occupied(g, t):
    """Regions held by anybody, Murlocs included (WW-CONQ-3, WW-CLAR-15)."""
    regions = g.tribes
    for army in range(3 * t.num_players):
        regions |= g.land[army]
    return regions


@kernel
def surcharge(g, t, army):
    """Return the tokens that every conquest costs an active race more, or less if negative."""
    extra = np.int64(t.surcharge[g.race[army]]) + t.surcharge[g.power[army]] + t.surcharge[second_power(g, army)]
    if is_armed(g, army, SWORD):
        extra -= 2  # UG-RELIC-SWORD
    if has(g.traits[army], Trait.SHIFTS) and g.form == Form.WORGEN:
        extra -= 1  # WW-RACE-WORGEN
    if is_effective(g, army, FROSTMOURNE):
        extra -= 2
    if is_effective(g, army, DISCOUNT):
        extra -= 2
    return extra


@inlined
def defenders(g, t, r, now):
    """Count the tokens that defend `r`."""
    return 0 if g.owner[r] == NOBODY or has(now.own, r) else troops_in(g, t, r)


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
def raw_cost(g, t, r, now):
    """Return the price on the terms `now` before the floor, from which a die rolled first is subtracted."""
    ones, twos, fours = now.less
    price = terrain_cost(g, t, r)
    troops = np.int64(defenders(g, t, r, now)) + structure_defence(g, t, r)
    less = one_if(has(ones, r)) + 2 * one_if(has(twos, r))
    if beyond_base(t):
        price += now.extra + one_if(has(now.far, r))
        less += 4 * one_if(has(fours, r))
        if has_exempt_regions(t):
            if has(now.guarded, r):
                return price + troops  # UG-RACE-GNOMES; never with the Sword (UG-CLAR-2)
            if has(now.as_empty, r):
                troops = 0
    return price + troops - less


@inlined
def cost(g, t, r, now):
    """Return the tokens that this army pays for an ordinary conquest of `r` on the terms `now`."""
    return max(now.floor, raw_cost(g, t, r, now))


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
