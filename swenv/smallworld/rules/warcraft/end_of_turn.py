"""What comes between redeployment and score in Warcraft (WW-TURN-2, P5 and P7), in this order.

Recruits and the Spirit Healer, Watch Towers, the Aegis, the Heart, Objectives; bombs and Harmony have chapters of their
own.
"""

import numpy as np

from swenv.core.bits import EMPTY, bit, count, has, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.holdings import holds
from swenv.smallworld.rules.record import NO_ROW, OBJECTIVE_PIECES, TOWER_PIECES, Item, Trait
from swenv.smallworld.rules.warcraft.tolls import AEGIS, protected, towered

HEART, SPIRIT_HEALER = np.int64(Item.HEART), np.int64(Item.SPIRIT_HEALER)


@kernel
def may_buy(g, army):
    """WW-RACE-FORSAKEN: one token a loss inflicted, as far as coins and tray go."""
    if not has(g.traits[army], Trait.RECRUITS):
        return False
    return g.inflicted > 0 and g.coins[army // 3] > 0 and g.tray[g.race[army]] > 0


@kernel
def buy(g, army):
    """A coin for a token from the tray."""
    g.inflicted -= 1
    g.coins[army // 3] -= 1
    g.tray[g.race[army]] -= 1
    g.hand[army] += 1


@kernel
def heal(g, army):
    """WW-PLACE-SPIRITHEALER: a token from the tray, after recruiting (WW-CLAR-14)."""
    if holds(g, army, SPIRIT_HEALER) and g.tray[g.race[army]] > 0:
        g.tray[g.race[army]] -= 1
        g.hand[army] += 1


@kernel
def build_towers(g, t, army):
    """WW-POWER-DEFENDERS: a Watch Tower wherever the Defenders have more regions around than any other race."""
    if g.race[army] == NO_ROW:
        return
    places = g.land[army] & (t.tower_regions[g.power[army]] | t.tower_regions[g.race[army]])
    deserved = EMPTY
    while places != EMPTY:
        r = lowest(places)
        places = without_lowest(places)
        if outnumbers(g, t, army, t.neighbors[r]):
            deserved |= bit(r)
    g.towers &= deserved | ~g.land[army]
    new = deserved & ~g.towers
    while new != EMPTY and count(g.towers) < TOWER_PIECES:
        g.towers |= bit(lowest(new))
        new = without_lowest(new)


@kernel
def outnumbers(g, t, army, around):
    """Whether an army holds more of these regions than any other race, Murlocs among them (WW-CLAR-24)."""
    own = count(g.land[army] & around)
    if own <= count(g.tribes & around):
        return False
    for other in range(3 * t.num_players):
        if other != army and own <= count(g.land[other] & around):
            return False
    return True


@kernel
def aegis_targets(g, army):
    """WW-ART-AEGIS: its active holder puts it into a region of his."""
    return g.land[army] if holds(g, army, AEGIS) else EMPTY


@kernel
def put_aegis(g, r):
    """The region is protected until somebody pays."""
    g.item_region[AEGIS] = r
    g.aegis_up = 1


@kernel
def heart_targets(g, army):
    """WW-ART-HEART: its active holder puts it into a region of his."""
    return g.land[army] if holds(g, army, HEART) else EMPTY


@kernel
def put_heart(g, t, army, r):
    """Every opponent whose active race is next to it pays a coin, if he has one."""
    g.item_region[HEART] = r
    for seat in range(t.num_players):
        if seat != army // 3 and g.land[3 * seat] & t.neighbors[r] != EMPTY and g.coins[seat] > 0:
            g.coins[seat] -= 1
            g.coins[army // 3] += 1


@kernel
def take_back_objectives(g, army):
    """WW-CLAR-21: Humans put both down anew every turn."""
    if has(g.traits[army], Trait.OBJECTIVES):
        g.objectives = EMPTY


@kernel
def objective_targets(g, t, army):
    """WW-RACE-HUMANS: different regions that no race of the Alliance holds, and that are not immune."""
    if not has(g.traits[army], Trait.OBJECTIVES) or count(g.objectives) >= OBJECTIVE_PIECES:
        return EMPTY
    regions = t.regions & ~g.objectives & ~towered(g, army // 3) & ~protected(g, army // 3)
    for other in range(3 * t.num_players):
        if g.race[other] != NO_ROW and has(t.alliance, g.race[other]):
            regions &= ~g.land[other]
    return regions


@kernel
def put_objective(g, r):
    """Put one down."""
    g.objectives |= bit(r)
