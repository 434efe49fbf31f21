"""Steps between redeployment and scoring in Warcraft (WW-TURN-2, P5 and P7), in their order.

Recruits and the Spirit Healer, Watch Towers, the Aegis, the Heart, Objectives. Bombs and Harmony are in `bombs` and
`tolls`.
"""

import numpy as np

from swenv.core.bits import EMPTY, bit, count, has, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.holdings import holds
from swenv.smallworld.rules.losses import AEGIS
from swenv.smallworld.rules.record import NO_ROW, OBJECTIVE_PIECES, TOWER_PIECES, Item, Trait
from swenv.smallworld.rules.warcraft.tolls import protected, towered

HEART, SPIRIT_HEALER = np.int64(Item.HEART), np.int64(Item.SPIRIT_HEALER)


@kernel
def may_buy(g, army):
    """Whether Forsaken may buy a token: one for each loss inflicted, while coins and tray last (WW-RACE-FORSAKEN)."""
    if not has(g.traits[army], Trait.RECRUITS):
        return False
    return g.inflicted > 0 and g.coins[army // 3] > 0 and g.tray[g.race[army]] > 0


@kernel
def buy(g, army):
    """Buy a token from the tray for a coin."""
    g.inflicted -= 1
    g.coins[army // 3] -= 1
    g.tray[g.race[army]] -= 1
    g.hand[army] += 1


@kernel
def heal(g, army):
    """Take a token from the tray for the Spirit Healer, after recruiting (WW-PLACE-SPIRITHEALER, WW-CLAR-14)."""
    if holds(g, army, SPIRIT_HEALER) and g.tray[g.race[army]] > 0:
        g.tray[g.race[army]] -= 1
        g.hand[army] += 1


@kernel
def build_towers(g, t, army):
    """Keep or build Watch Towers where Defenders hold more adjacent regions than any other race.

    WW-POWER-DEFENDERS.
    """
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
    """Whether an army holds more of these regions than any other race; Murlocs count as a race (WW-CLAR-24)."""
    own = count(g.land[army] & around)
    if own <= count(g.tribes & around):
        return False
    for other in range(3 * t.num_players):
        if other != army and own <= count(g.land[other] & around):
            return False
    return True


@kernel
def aegis_targets(g, army):
    """Regions into which the active holder of the Aegis may put it: any of its own (WW-ART-AEGIS)."""
    return g.land[army] if holds(g, army, AEGIS) else EMPTY


@kernel
def put_aegis(g, r):
    """Put the Aegis into `r`, which it protects until somebody pays."""
    g.item_region[AEGIS] = r
    g.aegis_up = 1


@kernel
def heart_targets(g, army):
    """Regions into which the active holder of the Heart may put it: any of its own (WW-ART-HEART)."""
    return g.land[army] if holds(g, army, HEART) else EMPTY


@kernel
def put_heart(g, t, army, r):
    """Put the Heart into `r`; every opponent with an active race adjacent to it and a coin pays one."""
    g.item_region[HEART] = r
    for seat in range(t.num_players):
        if seat != army // 3 and g.land[3 * seat] & t.neighbors[r] != EMPTY and g.coins[seat] > 0:
            g.coins[seat] -= 1
            g.coins[army // 3] += 1


@kernel
def take_back_objectives(g, army):
    """Take back both Objectives, which Humans place anew every turn (WW-CLAR-21)."""
    if has(g.traits[army], Trait.OBJECTIVES):
        g.objectives = EMPTY


@kernel
def objective_targets(g, t, army):
    """Regions that may take an Objective: without one, not immune, not held by the Alliance (WW-RACE-HUMANS)."""
    if not has(g.traits[army], Trait.OBJECTIVES) or count(g.objectives) >= OBJECTIVE_PIECES:
        return EMPTY
    regions = t.regions & ~g.objectives & ~towered(g, army // 3) & ~protected(g, army // 3)
    for other in range(3 * t.num_players):
        if g.race[other] != NO_ROW and has(t.alliance, g.race[other]):
            regions &= ~g.land[other]
    return regions


@kernel
def put_objective(g, r):
    """Put an Objective into `r`."""
    g.objectives |= bit(r)
