"""Regions that may not be touched, and the tolls for the others (WW-CONQ-10, WW-CONQ-11)."""

import numpy as np

from swenv.core.bits import EMPTY, bit, has, lowest, one_if, without_lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.losses import AEGIS
from swenv.smallworld.rules.record import Trait

HARMONY_COINS = 2
AEGIS_COINS = 2
MARSH_COINS = 1


@kernel
def towered(g, seat):
    """Regions of others with a Watch Tower, which are immune to everything (WW-POWER-DEFENDERS)."""
    return g.towers & ~g.land[3 * seat]


@kernel
def protected(g, seat):
    """The region of another race that the Aegis protects until somebody pays (WW-ART-AEGIS)."""
    if g.aegis_up == 0:
        return EMPTY
    return bit(np.int64(g.item_region[AEGIS])) & ~g.land[3 * seat]


@kernel
def harmonious(g, t, seat):
    """Land of active Pandaren whose Harmony token this seat holds unpaid (WW-RACE-PANDAREN)."""
    if (g.harmony >> seat) & 1 != 0:
        for other in range(t.num_players):
            if other != seat and has(g.traits[3 * other], Trait.HARMONY):
                return g.land[3 * other]
    return EMPTY


@kernel
def marshes(g, t, seat):
    """Regions whose conquest costs this seat a coin (WW-POWER-MARSHDWELLERS), also for a badge in decline."""
    regions = EMPTY
    for army in range(3 * t.num_players):
        if army // 3 != seat:
            toll = t.toll_regions[g.power[army]]
            if army % 3 == 0:
                toll |= t.toll_regions[g.race[army]]
            regions |= g.land[army] & toll
    return regions


@kernel
def barred(g, t, seat, more):
    """Regions that this seat cannot afford, when it must pay `more` coins in any case."""
    coins = np.int64(g.coins[seat])
    if coins < more:
        return t.regions
    if coins >= more + AEGIS_COINS + HARMONY_COINS + MARSH_COINS:
        return EMPTY
    shield, peaceful, marsh = protected(g, seat), harmonious(g, t, seat), marshes(g, t, seat)
    regions = EMPTY
    costly = shield | peaceful | marsh
    while costly != EMPTY:
        r = lowest(costly)
        costly = without_lowest(costly)
        due = more + AEGIS_COINS * one_if(has(shield, r)) + HARMONY_COINS * one_if(has(peaceful, r))
        if due + MARSH_COINS * one_if(has(marsh, r)) > coins:
            regions |= bit(r)
    return regions


@kernel
def pay_aegis(g, seat, r):
    """Pay the Aegis's holder if it protects `r` from this seat; its protection then ends for all (WW-ART-AEGIS)."""
    if has(protected(g, seat), r):
        g.coins[seat] -= AEGIS_COINS
        g.coins[g.owner[r] // 3] += AEGIS_COINS
        g.aegis_up = 0


@kernel
def pay_harmony(g, t, seat, r):
    """Pay and spend the Harmony token if one is due for `r`."""
    if has(harmonious(g, t, seat), r):
        g.coins[seat] -= HARMONY_COINS
        g.coins[g.owner[r] // 3] += HARMONY_COINS
        g.harmony &= ~(1 << seat)


@kernel
def pay_tolls(g, t, seat, r):
    """Pay everything due for the conquest of `r` (WW-INT-41)."""
    marsh = has(marshes(g, t, seat), r)
    pay_aegis(g, seat, r)
    pay_harmony(g, t, seat, r)
    if marsh:
        g.coins[seat] -= MARSH_COINS
        g.coins[g.owner[r] // 3] += MARSH_COINS


@kernel
def give_harmony(g, t, army):
    """Give a Harmony token to each opponent whose active race was not attacked this turn (WW-RACE-PANDAREN)."""
    if has(g.traits[army], Trait.HARMONY):
        for seat in range(t.num_players):
            if seat != army // 3 and (g.attacked >> seat) & 1 == 0:
                g.harmony |= 1 << seat
