"""Conquests in Warcraft: tolls before, and what happens to the region (WW-CONQ-8, WW-CONQ-11)."""

import numpy as np

from swenv.core.bits import EMPTY, bit, count, has, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.armed import DOOMHAMMER, is_effective
from swenv.smallworld.rules.losses import occupy
from swenv.smallworld.rules.pieces import pieces_in
from swenv.smallworld.rules.record import FORT_PIECES, NOBODY, WALL_PIECES, Trait
from swenv.smallworld.rules.warcraft.armed_effects import carry_effects
from swenv.smallworld.rules.warcraft.discoveries import uncover_find
from swenv.smallworld.rules.warcraft.faction import note_rival
from swenv.smallworld.rules.warcraft.losses import evict_in_warcraft
from swenv.smallworld.rules.warcraft.reach import DOOMHAMMER_COINS
from swenv.smallworld.rules.warcraft.tolls import pay_tolls

OBJECTIVE_COINS = 2


@kernel
def capture_in_warcraft(g, t, army, r, tokens):
    """Take `r` in Warcraft, once the tolls are paid (WW-CONQ-8)."""
    note_rival(g, t, army, r)
    collect_conquest_coins(g, t, army, r)
    lost = evict_in_warcraft(g, r, army // 3)
    if has(g.traits[army], Trait.RECRUITS):
        g.inflicted += lost
    meet_objective(g, t, army, r)
    occupy(g, army, r, tokens)
    uncover_find(g, t, r)
    row = np.int64(g.race[army])
    if has(t.wall_regions[row] | t.wall_regions[g.power[army]], r) and count(g.walls) < WALL_PIECES:
        g.walls |= bit(r)  # WW-RACE-NIGHTELVES
    build_forts(g, army, bit(r))
    carry_effects(g, r)


@kernel
def build_forts(g, army, regions):
    """Put a Fort into each of these regions that has none, the lowest first, if the army brings Forts.

    While the supply lasts (WW-POWER-SENTINELS, WW-INT-68).
    """
    if not has(g.traits[army], Trait.FORT_ON_CONQUEST):
        return
    regions &= ~g.fortresses
    while regions != EMPTY and count(g.fortresses) < FORT_PIECES:
        g.fortresses |= bit(lowest(regions))
        regions = without_lowest(regions)


@kernel
def collect_conquest_coins(g, t, army, r):
    """Pay the coins a conquest earns for what is in `r` (WW-POWER-BATTLEMASTERS, WW-POWER-CONQUERORS)."""
    holder = np.int64(g.owner[r])
    if holder == NOBODY and not has(g.tribes, r):
        return
    coins = t.coins_per_occupied[g.race[army]] + t.coins_per_occupied[g.power[army]]
    if has(g.traits[army], Trait.SPOILS) and holder != NOBODY and holder // 3 != army // 3:  # WW-CLAR-3
        defended = pieces_in(g, r)
        coins += defended if defended > 1 else 0
    g.coins[army // 3] += coins


@kernel
def meet_objective(g, t, army, r):
    """Pay a conqueror outside the Horde, and the Humans, 2 coins for an Objective in `r` (WW-RACE-HUMANS).

    The Objective then returns to the Humans.
    """
    if not has(g.objectives, r) or has(t.horde, g.race[army]):
        return
    g.objectives &= ~bit(r)
    g.coins[army // 3] += OBJECTIVE_COINS
    for seat in range(t.num_players):
        if seat != army // 3 and has(g.traits[3 * seat], Trait.OBJECTIVES):
            g.coins[seat] += OBJECTIVE_COINS


@kernel
def pay_for_doomhammer(g, seat, r):
    """Pay two coins to the holder of `r`, or to the bank (WW-ART-DOOMHAMMER)."""
    g.coins[seat] -= DOOMHAMMER_COINS
    if g.owner[r] != NOBODY and g.owner[r] // 3 != seat:
        g.coins[g.owner[r] // 3] += DOOMHAMMER_COINS


@kernel
def pay_to_attack(g, t, army, r, needed, floor):
    """Pay what is due in coins for the conquest of `r`; return the tokens needed, fewest with Doomhammer."""
    pay_tolls(g, t, army // 3, r)
    if not is_effective(g, army, DOOMHAMMER):
        return needed
    pay_for_doomhammer(g, army // 3, r)
    return floor
