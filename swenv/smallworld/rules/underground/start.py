"""The start of a turn, before troops are readied (UG-TURN-3): Fountain, Reborn, Great Ancient."""

import numpy as np

from swenv.core.bits import EMPTY, bit, has, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.holdings import holds
from swenv.smallworld.rules.losses import occupy, vacate, vanish_if_gone
from swenv.smallworld.rules.record import NOWHERE, Item, Trait
from swenv.smallworld.rules.underground.places import claim_crypt, pass_stonehedge_on

FOUNTAIN = np.int64(Item.FOUNTAIN)
REBORN_REGIONS = 2


@kernel
def fountain_gives(g, army):
    """Return 1 if the Fountain gives this army a token from the tray, else 0 (UG-PLACE-FOUNTAIN)."""
    return 1 if holds(g, army, FOUNTAIN) and g.tray[g.race[army]] > 0 else 0


@kernel
def fountain(g, army):
    """Take the Fountain's token from the tray."""
    tokens = fountain_gives(g, army)
    g.tray[g.race[army]] -= tokens
    g.hand[army] += tokens


@kernel
def reborn_land(g, t, seat):
    """Regions of the seat's declined races that Reborn applies to: by their badge, or by Stonehedge (UG-ED-5)."""
    regions = EMPTY
    holder = np.int64(g.stonehedge_army)
    lent = holder // 3 == seat and has(t.traits[g.stonehedge], Trait.REBORN)
    if lent and t.stonehedge_of_declined != 0:
        lent = holder % 3 != 0
    for army in range(3 * seat + 1, 3 * seat + 3):
        if lent or has(g.traits[army], Trait.REBORN):
            regions |= g.land[army]
    return regions


@kernel
def spare_region(g, army):
    """The region of this army with most tokens, the lowest of several; NOWHERE if all hold their last (UG-CLAR-26)."""
    fullest, most = NOWHERE, 1
    land = g.land[army]
    while land != EMPTY:
        r = lowest(land)
        land = without_lowest(land)
        if g.tokens[r] > most:
            fullest, most = r, np.int64(g.tokens[r])
    return fullest


@kernel
def reborn_targets(g, t, seat):
    """Regions where an active token can replace a declined race: from the tray, the hand or the map (UG-INT-34)."""
    army = 3 * seat
    if g.reborn >= REBORN_REGIONS:
        return EMPTY
    if g.tray[g.race[army]] == 0 and g.hand[army] == 0 and spare_region(g, army) == NOWHERE:
        return EMPTY
    return reborn_land(g, t, seat)


@kernel
def be_reborn(g, t, army, r):
    """Replace the declined tokens of `r` with an active one; this is no conquest (UG-INT-33)."""
    g.reborn += 1
    old = np.int64(g.owner[r])
    g.tray[g.race[old]] += vacate(g, r)
    if g.tray[g.race[army]] > 0:
        g.tray[g.race[army]] -= 1
    elif g.hand[army] > 0:
        g.hand[army] -= 1
        g.reserve[army] = min(g.reserve[army], g.hand[army])
    else:
        g.tokens[spare_region(g, army)] -= 1
    occupy(g, army, r, np.int64(1))
    claim_crypt(g, army, r)
    pass_stonehedge_on(g, t)
    vanish_if_gone(g, old)


@kernel
def ancient_targets(g, army):
    """Regions to which the Great Ancient may move on later turns: any other of its race.

    UG-RACE-CULTISTS, UG-CLAR-3.
    """
    if not has(g.traits[army], Trait.GREAT_ANCIENT) or g.ancient_placed[army // 3] == 0 or g.picked != 0:
        return EMPTY
    return g.land[army] & ~g.ancients


@kernel
def move_ancient(g, r):
    """Move the Great Ancient to `r`."""
    g.ancients = bit(r)
