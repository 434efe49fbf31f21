"""Strongmen push other players' tokens around, three times a turn (WW-POWER-STRONGMEN)."""

import numpy as np

from swenv.core.bits import EMPTY, bit, has, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.adjacency import borders
from swenv.smallworld.rules.attacks import note_attack
from swenv.smallworld.rules.holdings import holds, own_land
from swenv.smallworld.rules.losses import leave, vanish_if_gone
from swenv.smallworld.rules.pieces import fewest_pieces, pieces_in
from swenv.smallworld.rules.record import NOWHERE, Phase, Trait
from swenv.smallworld.rules.warcraft.losses import CHAPEL, is_saved
from swenv.smallworld.rules.warcraft.tolls import (
    AEGIS_COINS,
    HARMONY_COINS,
    harmonious,
    pay_aegis,
    pay_harmony,
    protected,
    towered,
)

USES = 3


@kernel
def push_targets(g, t, army):
    """Adjacent regions with Murlocs or an opponent from which something can be pushed and paid for."""
    regions = EMPTY
    if not has(g.traits[army], Trait.PUSHES) or g.pushes >= USES:
        return regions
    seat = army // 3
    candidates = borders(t, g.land[army]) & ~own_land(g, seat) & ~towered(g, seat)
    peaceful, shield = harmonious(g, t, seat), protected(g, seat)
    while candidates != EMPTY:
        r = lowest(candidates)
        candidates = without_lowest(candidates)
        coins = AEGIS_COINS if has(shield, r) else 0
        if g.owner[r] < 0:
            found = has(g.tribes, r)
        elif has(g.walls | g.fortresses, r):
            found = True
        else:
            found = g.tokens[r] > 0  # WW-CLAR-20
            coins += HARMONY_COINS if has(peaceful, r) else 0  # WW-CLAR-5
        if found and coins <= g.coins[seat]:
            regions |= bit(r)
    return regions


@kernel
def push(g, t, army, r):
    """Remove a Wisp Wall, else a Fort, else a Murloc, else a token.

    The token goes to another region of its race if it has one.
    """
    g.pushes += 1
    seat = army // 3
    pay_aegis(g, seat, r)
    if has(g.walls, r):
        g.walls &= ~bit(r)
    elif has(g.fortresses, r):
        g.fortresses &= ~bit(r)
    elif has(g.tribes, r):
        g.tribes &= ~bit(r)
        count_loss(g, army)
    else:
        pay_harmony(g, t, seat, r)
        note_attack(g, army, r)
        if g.land[g.owner[r]] == bit(r):
            throw_out(g, army, r)
        else:
            g.phase = Phase.PUSH
            g.chosen = r


@kernel
def count_loss(g, army):
    """Count a token of another player discarded by this army: Forsaken may buy one more (WW-INT-59)."""
    if has(g.traits[army], Trait.RECRUITS):
        g.inflicted += 1


@kernel
def throw_out(g, army, r):
    """Push a token out of its race's last region: to the tray, or to hand if the Chapel or Draenei save it."""
    slot = np.int64(g.owner[r])
    g.tokens[r] -= 1
    if slot % 3 == 0 and (holds(g, slot, CHAPEL) or is_saved(g, slot)):
        g.hand[slot] += 1
    else:
        g.tray[g.race[slot]] += 1
        count_loss(g, army)
    keep_if_held(g, slot, r)


@kernel
def keep_if_held(g, slot, r):
    """Vacate a region with fewer pieces than its race needs; they return to hand (WW-INT-57)."""
    if pieces_in(g, r) < fewest_pieces(g, slot):
        g.hand[slot] += leave(g, r)
        vanish_if_gone(g, slot)


@kernel
def push_destinations(g):
    """Regions to which the pushed token may go: any other of its race."""
    r = np.int64(g.chosen)
    return g.land[g.owner[r]] & ~bit(r)


@kernel
def push_to(g, r):
    """Move the pushed token to `r`."""
    source = np.int64(g.chosen)
    g.chosen = NOWHERE
    g.tokens[source] -= 1
    g.tokens[r] += 1
    keep_if_held(g, np.int64(g.owner[source]), source)
