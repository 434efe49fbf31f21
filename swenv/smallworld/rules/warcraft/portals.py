"""Portal Mages exchange the contents of two magic regions, twice a turn (WW-POWER-PORTALMAGES)."""

import numpy as np

from swenv.core.bits import EMPTY, bit, has, lowest, one_if, without_lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.attacks import note_attack
from swenv.smallworld.rules.pieces import can_gather_champion, fewest_pieces
from swenv.smallworld.rules.record import FIRST_FIND, FIRST_LEGEND, NOBODY, NOWHERE, Phase, Trait
from swenv.smallworld.rules.warcraft.discoveries import uncover_find
from swenv.smallworld.rules.warcraft.tolls import (
    AEGIS_COINS,
    HARMONY_COINS,
    harmonious,
    pay_aegis,
    pay_harmony,
    protected,
    towered,
)

SWAPS = 2


@kernel
def portal_targets(g, t, army):
    """Magic regions that can be exchanged with another."""
    regions = EMPTY
    if not has(g.traits[army], Trait.PORTALS) or g.swaps >= SWAPS:
        return regions
    magic = t.magic
    while magic != EMPTY:
        r = lowest(magic)
        magic = without_lowest(magic)
        if not has(regions, r):
            partners = swap_partners(g, t, army, r)
            if partners != EMPTY:
                regions |= partners | bit(r)
    return regions


@kernel
def swap_partners(g, t, army, r):
    """Magic regions with which `r` can be exchanged.

    No Watch Tower, tolls can be paid, something changes, and only Naga move to water.
    """
    seat = army // 3
    closed = towered(g, seat)
    regions = EMPTY
    if has(closed, r):
        return regions
    peaceful, shield = harmonious(g, t, seat) & ~tokenless(g, t), protected(g, seat)
    others = t.magic & ~bit(r) & ~closed
    while others != EMPTY:
        s = lowest(others)
        others = without_lowest(others)
        pair = bit(r) | bit(s)
        coins = AEGIS_COINS * one_if(pair & shield != EMPTY) + HARMONY_COINS * one_if(pair & peaceful != EMPTY)
        if coins <= g.coins[seat] and differ(g, r, s) and can_stand(g, t, r, s) and can_stand(g, t, s, r):
            regions |= bit(s)
    return regions


@kernel
def tokenless(g, t):
    """Magic regions without a race token: empty, or held by Beasts or the Champion alone."""
    regions = EMPTY
    magic = t.magic
    while magic != EMPTY:
        if g.tokens[lowest(magic)] == 0:
            regions |= bit(lowest(magic))
        magic = without_lowest(magic)
    return regions


@kernel
def differ(g, r, s):
    """Whether the visible contents of the two regions differ (WW-CLAR-19)."""
    if g.owner[r] != g.owner[s] or g.beasts[r] != g.beasts[s] or tokens_left(g, r) != tokens_left(g, s):
        return True
    champions = g.champions
    if g.phase == Phase.CHOOSE and can_gather_champion(g, np.int64(g.army)):
        champions = EMPTY
    for pieces in (g.tribes, g.walls, g.fortresses, g.objectives, g.bombs, champions):
        if has(pieces, r) != has(pieces, s):
            return True
    for item in range(FIRST_FIND, FIRST_LEGEND):
        if g.item_region[item] == r or g.item_region[item] == s:
            return True
    return False


@kernel
def tokens_left(g, r):
    """Count the race tokens in `r` when the swap is made, after the acting army has taken up its troops."""
    if g.phase == Phase.CHOOSE and g.owner[r] == g.army:
        return min(np.int64(g.tokens[r]), fewest_pieces(g, np.int64(g.army)))
    return np.int64(g.tokens[r])


@kernel
def can_stand(g, t, r, s):
    """Whether the contents of `r` may lie in `s`: only Naga may be in water (WW-CLAR-10)."""
    if not has(t.water, s):
        return True
    if g.owner[r] == NOBODY:
        return not has(g.tribes, r)
    return has(g.traits[g.owner[r]], Trait.SEAFARING)


@kernel
def swap(g, t, army, r, s):
    """Exchange everything but Mountains, Places and face-down markers; this is an attack, but no conquest."""
    g.swaps += 1
    seat = army // 3
    for region in (r, s):
        pay_aegis(g, seat, region)
        if g.tokens[region] > 0:  # it is an attack if race tokens leave (0.2)
            pay_harmony(g, t, seat, region)
            note_attack(g, army, region)
    a, b = np.int64(g.owner[r]), np.int64(g.owner[s])
    if a != b:
        g.towers &= ~(bit(r) | bit(s))  # a tower does not pass to another race
        if a != NOBODY:
            g.land[a] ^= bit(r) | bit(s)
        if b != NOBODY:
            g.land[b] ^= bit(r) | bit(s)
    g.owner[r], g.owner[s] = g.owner[s], g.owner[r]
    g.tokens[r], g.tokens[s] = g.tokens[s], g.tokens[r]
    g.beasts[r], g.beasts[s] = g.beasts[s], g.beasts[r]
    g.tribes = exchanged(g.tribes, r, s)
    g.walls = exchanged(g.walls, r, s)
    g.fortresses = exchanged(g.fortresses, r, s)
    g.objectives = exchanged(g.objectives, r, s)
    g.bombs = exchanged(g.bombs, r, s)
    g.live_bombs = exchanged(g.live_bombs, r, s)
    g.champions = exchanged(g.champions, r, s)
    for item in range(FIRST_FIND, FIRST_LEGEND):
        if g.item_region[item] == r:
            g.item_region[item] = s
        elif g.item_region[item] == s:
            g.item_region[item] = r
    g.chosen = NOWHERE
    for region in (r, s):
        if g.owner[region] != NOBODY and g.owner[region] % 3 == 0:
            uncover_find(g, t, region)


@kernel
def exchanged(pieces, r, s):
    """Return a set of regions with `r` and `s` exchanged."""
    return pieces ^ (bit(r) | bit(s)) if has(pieces, r) != has(pieces, s) else pieces
