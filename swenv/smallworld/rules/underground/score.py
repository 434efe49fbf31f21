"""Coins that only Underground pays (UG-SCORE-1)."""

import numpy as np

from swenv.core.bits import EMPTY, bit, count, has, lowest, one_if, without_lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.adjacency import always_adjacent, borders, linked
from swenv.smallworld.rules.armed import RING, SCEPTER
from swenv.smallworld.rules.barriers import immune
from swenv.smallworld.rules.holdings import holds, own_land, second_power
from swenv.smallworld.rules.record import NO_ROW, Item, Trait
from swenv.smallworld.rules.underground.markers import used_in
from swenv.smallworld.rules.underground.places import places_on_map
from swenv.smallworld.rules.underground.reach import piped

DIAMOND, KEEP, MINE = (np.int64(item) for item in (Item.DIAMOND, Item.KEEP, Item.MINE))
BORDERS, LINKS = np.int64(0), np.int64(1)
CROWD = 3  # UG-POWER-FRIGHTENED


@kernel
def crowded(g, land):
    """Regions with three race tokens or more."""
    regions = EMPTY
    while land != EMPTY:
        r = lowest(land)
        land = without_lowest(land)
        if g.tokens[r] >= CROWD:
            regions |= bit(r)
    return regions


@kernel
def groups(g, t, army, by):
    """Count the groups of connected land, by borders alone or also by abilities that link (UG-INT-19, UG-INT-20)."""
    land = g.land[army]
    number = 0
    while land != EMPTY:
        group = bit(lowest(land))
        grown = EMPTY
        while grown != group:
            grown = group
            group |= borders(t, grown) & land
            if by == LINKS:
                for link in (linked(g, t, army), piped(g, t, army), always_adjacent(g, t, army)):
                    if group & link != EMPTY:
                        group |= land & link
        land &= ~group
        number += 1
    return number


@kernel
def lonely_coins(g, t, army, land):
    """Coins of Drow: 1 for each region in `land` without another race, Monsters or a Lost Tribe adjacent.

    UG-RACE-DROW.
    """
    coins = 0
    if has(g.traits[army], Trait.LONELY_COINS):
        others = g.monsters | g.tribes
        for other in range(3 * t.num_players):
            if other != army:
                others |= g.land[other]
        while land != EMPTY:
            coins += one_if(t.neighbors[lowest(land)] & others == EMPTY)
            land = without_lowest(land)
    return coins


@kernel
def fisher_coins(g, t, army):
    """Coins of Fisher: 1 for every two regions beside water (UG-POWER-FISHER)."""
    return count(g.land[army] & t.coast) // 2 if has(g.traits[army], Trait.FISHER) else 0


@kernel
def place_coins(g, t, seat):
    """Coins of the Keep (1), the Mine of the Lost Dwarf (2) and the Diamond Fields; in decline too (UG-SCORE-1)."""
    coins = 0
    for army in range(3 * seat, 3 * seat + 3):
        coins += one_if(holds(g, army, KEEP)) + 2 * one_if(holds(g, army, MINE))
        coins += count(diamond_regions(g, t, army))
    return coins


@kernel
def diamond_regions(g, t, army):
    """Regions that share the Diamond Fields' terrain and count for its holder (UG-PLACE-DIAMOND, UG-ED-4)."""
    if not holds(g, army, DIAMOND):
        return EMPTY
    seat = army // 3
    land = g.land[army]
    if t.diamonds_of_race == 0:
        land = own_land(g, seat)
    return land & t.same_terrain[g.item_region[DIAMOND]]


@kernel
def scepter_coins(g, t, army):
    """Coins that regions under the Scepter, or the Bag copying it, earn again (UG-RELIC-SCEPTER)."""
    coins = 0
    regions = used_in(g, SCEPTER) & g.land[army] & ~t.scepter_void
    if g.item_region[MINE] >= 0:
        regions &= ~bit(g.item_region[MINE])
    while regions != EMPTY:
        coins += region_coins(g, t, army, lowest(regions))
        regions = without_lowest(regions)
    return coins


@kernel
def region_coins(g, t, army, r):
    """Coins from the bank that one region earns an active race."""
    there = bit(r)
    coins = 1 + lonely_coins(g, t, army, there) + one_if(g.item_region[KEEP] == r)
    for row in (np.int64(g.race[army]), np.int64(g.power[army]), np.int64(second_power(g, army))):
        coins += one_if(has(t.coin_regions[row], r)) + one_if(has(t.lasting_coin_regions[row], r))
        coins += one_if(has(g.fortresses, r)) * t.coins_per_fortress[row]
        coins += one_if(has(places_on_map(g), r)) * t.coins_per_place[row]
        coins += count(crowded(g, there)) * t.coins_per_crowd[row]
    seat = army // 3
    for holder in range(3 * seat, 3 * seat + 3):
        coins += one_if(has(diamond_regions(g, t, holder), r))
    return coins


@kernel
def wise_coins(g, t, seat):
    """Coins of Wise: 2 while the declined race holds a region, by its badge or by Stonehedge.

    UG-POWER-WISE, UG-ED-5.
    """
    coins = 0
    holds_any = False
    for army in range(3 * seat + 1, 3 * seat + 3):
        if g.land[army] != EMPTY:
            holds_any = True
            coins += t.coins_per_turn_in_decline[g.power[army]] + t.coins_per_turn_in_decline[g.race[army]]
    holder = np.int64(g.stonehedge_army)
    if holds_any and holder // 3 == seat and (t.stonehedge_of_declined == 0 or holder % 3 != 0):
        coins += t.coins_per_turn_in_decline[g.stonehedge]
    return coins


@kernel
def steal(g, t, army):
    """Take a coin from each neighbour with an active race and a coin: UG-POWER-THIEVING, then UG-RELIC-RING."""
    if has(g.traits[army], Trait.THIEVING):
        steal_beside(g, t, army, g.land[army])
    ring = used_in(g, RING) & g.land[army]
    while ring != EMPTY:
        steal_beside(g, t, army, bit(lowest(ring)))
        ring = without_lowest(ring)


@kernel
def steal_beside(g, t, army, regions):
    """Take a coin from each seat with an active race adjacent to these regions, except in immune ones (UG-IMM-7)."""
    seat = army // 3
    beside = borders(t, regions) & ~immune(g, seat)
    for other in range(t.num_players):
        if other != seat and g.land[3 * other] & beside != EMPTY and g.coins[other] > 0:
            g.coins[other] -= 1
            g.coins[seat] += 1


@kernel
def bonus_in_underground(g, t, army, row):
    """Coins that a banner or badge pays an active race for Places, crowds and groups of regions."""
    land, coins = g.land[army], 0
    if t.coins_per_place[row] != 0:
        coins += count(land & places_on_map(g)) * t.coins_per_place[row]  # UG-POWER-ADVENTUROUS
    if t.coins_per_crowd[row] != 0:
        coins += count(crowded(g, land)) * t.coins_per_crowd[row]  # UG-POWER-FRIGHTENED
    if t.coins_per_group[row] != 0:
        coins += groups(g, t, army, BORDERS) * t.coins_per_group[row]  # UG-POWER-QUARRELING
    if t.coins_if_connected[row] != 0 and groups(g, t, army, LINKS) == 1:
        coins += t.coins_if_connected[row]  # UG-POWER-FLOCKING
    return coins


@kernel
def score_in_underground(g, t, seat):
    """Return the coins a seat gets for what only Underground has, and steal for it."""
    army = 3 * seat
    coins = place_coins(g, t, seat) + wise_coins(g, t, seat)
    if g.race[army] != NO_ROW:
        coins += lonely_coins(g, t, army, g.land[army]) + fisher_coins(g, t, army) + scepter_coins(g, t, army)
        steal(g, t, army)
    return coins
