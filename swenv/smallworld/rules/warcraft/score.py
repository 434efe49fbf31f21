"""Coins that only Warcraft pays (WW-SCORE-1)."""

import numpy as np

from swenv.core.bits import EMPTY, count, one_if
from swenv.core.jit import kernel
from swenv.smallworld.rules.holdings import holds
from swenv.smallworld.rules.record import NO_ROW, Item
from swenv.smallworld.rules.warcraft.discoveries import WELL, finds_held
from swenv.smallworld.rules.warcraft.faction import faction_coins

KARAZHAN, DARK_PORTAL = np.int64(Item.KARAZHAN), np.int64(Item.DARK_PORTAL)
DARK_PORTAL_COINS = 2
WELL_COINS = 2


@kernel
def warcraft_coins(g, t, army):
    """Coins that only an active race gets in Warcraft (WW-SCORE-1).

    For finds, boards, rivals, Karazhan, the Dark Portal and the factions.
    """
    land, coins = g.land[army], faction_coins(g, t, army)
    for row in (np.int64(g.race[army]), np.int64(g.power[army])):
        coins += g.rivals * t.coins_per_rival[row]  # WW-RACE-ORCS
        if t.coins_per_find[row] != 0:
            coins += finds_held(g, land) * t.coins_per_find[row]  # WW-POWER-ARCHAEOLOGISTS
        if t.coins_per_board[row] != 0:
            for board in range(t.num_boards):
                coins += one_if(land & t.boards[board] != EMPTY) * t.coins_per_board[row]  # WW-POWER-EXPLORERS
    if holds(g, army, KARAZHAN):
        coins += count(land & t.same_terrain[g.item_region[KARAZHAN]]) - 1
    if holds(g, army, DARK_PORTAL):
        coins += DARK_PORTAL_COINS
    return coins


@kernel
def well_coins(g, t, seat):
    """Coins of the Well: 2 if a race of this seat holds more regions around it than any race of another seat.

    WW-PLACE-WELL.
    """
    if g.item_region[WELL] < 0:
        return 0
    around = t.neighbors[g.item_region[WELL]]
    most, others = 0, 0
    for army in range(3 * t.num_players):
        if army // 3 == seat:
            most = max(most, count(g.land[army] & around))
        else:
            others = max(others, count(g.land[army] & around))
    return WELL_COINS if most > others else 0


@kernel
def score_in_warcraft(g, t, seat):
    """Return the coins a seat gets for what only Warcraft has."""
    coins = well_coins(g, t, seat)
    return coins + warcraft_coins(g, t, 3 * seat) if g.race[3 * seat] != NO_ROW else coins
