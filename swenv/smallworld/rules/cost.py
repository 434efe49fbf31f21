"""The price of a region in race tokens (SW-CONQ-1, UG-CONQ-5, UG-MIX-14, WW-CONQ-4).

The price is terrain plus defenders plus surcharge minus discounts, and never less than 1 (Tauren 2). The dragon and
substitutions replace the price; a die rolled first is subtracted before the floor applies: both are in `conquest`.
"""

from collections import namedtuple

import numpy as np

from swenv.core.bits import EMPTY, count, has, lowest, one_if, without_lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.holdings import second_power
from swenv.smallworld.rules.reach import adjacent, borders, guarded, needs_travel_token
from swenv.smallworld.rules.record import (
    NOBODY,
    Form,
    Item,
    Trait,
)
from swenv.smallworld.rules.underground.relics import DOORMAT, SOCKS, SWORD, is_armed
from swenv.smallworld.rules.warcraft.armed_effects import DISCOUNT, FROSTMOURNE, is_effective
from swenv.smallworld.rules.warcraft.pieces import HOLDS_OTHERWISE, beasts_in_hand, fewest_pieces, pieces_in

KEEP = np.int64(Item.KEEP)

Terms = namedtuple(
    "Terms",
    "by_race by_power by_stonehedge by_ancient by_revenge as_empty guarded extra by_boldness doubly travel floor",
)
"""The discounts and surcharges that apply to one army's conquests now.

First the regions that cost one less for its banner, its badge, its second power, the Great Ancient and revenge; then
those that cost as if empty, those that allow no discount, and the surcharge on every region (Mummies), which may be
negative (Sword). For Warcraft, the regions that cost one less when occupied, two less for their terrain and one more
for travel; last the least that any conquest costs.
"""

NOTHING, ONE = np.int64(0), np.int64(1)


@kernel
def terms(g, t, army):
    """Return the terms on which this army conquers now. A declined race has no discounts."""
    if army % 3 != 0:
        closed = EMPTY if t.underground == 0 else guarded(g, t, army // 3)
        return Terms(EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, closed, NOTHING, EMPTY, EMPTY, EMPTY, ONE)
    by_race = discounted(g, t, army, np.int64(g.race[army]))
    by_power = discounted(g, t, army, np.int64(g.power[army]))
    if t.warcraft != 0:
        return terms_of_warcraft(g, t, army, by_race, by_power)
    if t.underground == 0:
        return Terms(by_race, by_power, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, NOTHING, EMPTY, EMPTY, EMPTY, ONE)
    second = np.int64(second_power(g, army))
    extra = np.int64(t.surcharge[g.race[army]]) + t.surcharge[g.power[army]] + t.surcharge[second]
    if is_armed(g, army, SWORD):
        extra -= 2  # UG-RELIC-SWORD
    as_empty = t.regions if is_armed(g, army, SOCKS) else regions_near_volcano(g, t, army)
    by_stonehedge = discounted(g, t, army, second)
    closed = guarded(g, t, army // 3)
    by_ancient, by_revenge = regions_near_great_ancient(g, t, army), regions_under_vengeance(g, t, army)
    return Terms(
        by_race, by_power, by_stonehedge, by_ancient, by_revenge, as_empty, closed, extra, EMPTY, EMPTY, EMPTY, ONE
    )


@kernel
def terms_of_warcraft(g, t, army, by_race, by_power):
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
def defenders(g, t, army, r):
    """Count the tokens that defend `r` against this army; its seat's own do not (SW-INT-24, option SW-INT-152).

    In Warcraft, Beasts and the Champion defend like race tokens (WW-CONQ-4).
    """
    if g.owner[r] == NOBODY:
        return 0
    if g.owner[r] // 3 == army // 3 and t.own_decline_defends == 0:
        return 0
    return g.tokens[r] if t.warcraft == 0 else pieces_in(g, r)


@kernel
def terrain_cost(g, t, r):
    """Return the cost of `r` when empty: 2, or 1 for the River; a mountain and the Keep add 1 each."""
    tokens = 2 + one_if(has(t.mountains, r))
    if t.underground != 0:
        tokens += one_if(r == g.item_region[KEEP]) - one_if(has(t.rivers, r))
    return tokens


@kernel
def structure_defence(g, t, r):
    """Return the defence of `r` besides race tokens, lost with it: L + F + K + E of SW-CONQ-1, Monsters, Armors."""
    tokens = one_if(has(g.tribes, r)) + one_if(has(g.fortresses, r)) + one_if(has(g.lairs, r)) + g.encampments[r]
    if t.beyond != 0:
        tokens += 2 * one_if(has(g.monsters, r)) + g.armors[r] + one_if(has(g.walls, r))
    return tokens


@kernel
def raw_cost(g, t, army, r, now):
    """Return the price on the terms `now` before the floor, from which a die rolled first is subtracted."""
    troops = defenders(g, t, army, r) + structure_defence(g, t, r)
    off = one_if(has(now.by_race, r)) + one_if(has(now.by_power, r))
    if t.beyond == 0:
        return terrain_cost(g, t, r) + troops + now.extra - off
    if t.underground != 0:
        if has(now.guarded, r):
            return terrain_cost(g, t, r) + troops + now.extra  # UG-RACE-GNOMES; never with the Sword (UG-CLAR-2)
        if has(now.as_empty, r):
            troops = 0
        off += one_if(has(now.by_stonehedge, r)) + one_if(has(now.by_ancient, r)) + one_if(has(now.by_revenge, r))
    if t.warcraft != 0:
        off += one_if(has(now.by_boldness, r)) + 2 * one_if(has(now.doubly, r)) - one_if(has(now.travel, r))
    return terrain_cost(g, t, r) + troops + now.extra - off


@kernel
def cost(g, t, army, r, now):
    """Return the tokens that this army pays for an ordinary conquest of `r` on the terms `now`."""
    return max(now.floor, raw_cost(g, t, army, r, now))


@kernel
def defence(g, t, r):
    """Return what `r` would cost an enemy without discounts, as a player sees at a glance."""
    tokens = 0
    if g.owner[r] != NOBODY:
        tokens = g.tokens[r] if t.warcraft == 0 else pieces_in(g, r)
    return terrain_cost(g, t, r) + tokens + structure_defence(g, t, r)


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
