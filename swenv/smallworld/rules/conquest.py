"""Conquests of every kind: ordinary, with the die, Berserk, by dragon, by sorcery (sections 2.3 and 2.4 of the rules).

For each kind one function says where it is legal now, as a set of regions, and one carries it out.
"""

import numpy as np

from swenv.core.bits import EMPTY, bit, count, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.core.random import draw
from swenv.smallworld.rules.cost import formula, price
from swenv.smallworld.rules.losses import defeat, is_nonempty, occupy
from swenv.smallworld.rules.reach import lone_tokens, targets
from swenv.smallworld.rules.record import BERSERK, CONVERTS, DIE, DRAGON, FLIES, LAIRS, NOBODY


@kernel
def conquer_targets(g, t, army, hand):
    """Regions that `hand` tokens can pay, or can try for with the die (SW-CONQ-8, SW-DIE-1).

    A Berserk race has its die before the conquest and no final attempt (SW-INT-55).
    """
    regions = EMPTY
    if hand < 1:
        return regions
    if g.pending_roll >= 0:
        hand += g.pending_roll
    elif g.traits[army] & BERSERK == EMPTY:
        hand += 3
    open_to_us = targets(g, t, army)
    while open_to_us != EMPTY:
        r = lowest(open_to_us)
        open_to_us = without_lowest(open_to_us)
        if formula(g, t, army, r) <= hand:
            regions |= bit(r)
    return regions


@kernel
def conquer(g, t, army, r):
    """An ordinary conquest, or the final attempt when the hand is short; True when conquests are over (SW-DIE-7)."""
    if g.pending_roll >= 0:
        needed = max(1, formula(g, t, army, r) - g.pending_roll)  # SW-POWER-BERSERK
        g.pending_roll = -1
    else:
        needed = price(g, t, army, r)
    if needed <= g.hand[army]:
        g.hand[army] -= needed
        take(g, t, army, r, needed, np.int64(0))
        return False
    note_attack(g, army, r)  # SW-INT-51: also when it fails
    g.last_roll = roll_die(g)
    if g.hand[army] + g.last_roll >= needed:
        tokens = np.int64(g.hand[army])
        g.hand[army] = 0
        take(g, t, army, r, tokens, np.int64(0))  # SW-DIE-5
    return True


@kernel
def roll_die(g):
    """A face of the reinforcement die (SW-SETUP-8)."""
    return DIE[draw(g, 6)]


@kernel
def may_roll(g, army, hand):
    """A Berserk race may roll before each conquest, with a token in hand and no roll pending (SW-POWER-BERSERK)."""
    return g.traits[army] & BERSERK != EMPTY and g.pending_roll < 0 and hand >= 1


@kernel
def roll(g):
    """Roll for the next conquest."""
    g.last_roll = roll_die(g)
    g.pending_roll = g.last_roll


@kernel
def dragon_targets(g, t, army, hand):
    """SW-POWER-DRAGON-MASTER: once per turn, any region in reach, with one token in hand."""
    if g.traits[army] & DRAGON == EMPTY or g.dragon_used != 0 or hand < 1 or g.pending_roll >= 0:
        return EMPTY
    return targets(g, t, army)


@kernel
def dragon(g, t, army, r):
    """Conquer `r` with one token, whatever defends it; the dragon moves there and protects it."""
    g.dragon_used = 1
    g.dragons &= ~g.land[army]
    g.hand[army] -= 1
    take(g, t, army, r, np.int64(1), np.int64(0))
    g.dragons |= bit(r)


@kernel
def convert_targets(g, t, army, hand):
    """SW-RACE-SORCERERS: lone active tokens in reach, once per turn and opponent.

    A Sorcerer must lie in the tray, and one be in hand (SW-INT-45) or, with `substitution_needs_hand` off, anywhere
    (SW-INT-153). Without land only flying Sorcerers reach anybody (SW-INT-71). A pending roll comes first (SW-INT-56).
    """
    if g.traits[army] & CONVERTS == EMPTY or g.pending_roll >= 0 or g.tray[g.race[army]] < 1:
        return EMPTY
    if hand < 1 and (t.substitution_needs_hand != 0 or hand + count(g.land[army]) < 1):
        return EMPTY
    if g.land[army] == EMPTY and g.traits[army] & FLIES == EMPTY:
        return EMPTY
    lone = lone_tokens(g, t, army)
    if lone == EMPTY:
        return EMPTY
    return lone & targets(g, t, army)


@kernel
def convert(g, t, army, r):
    """The lone token goes to its tray, a Sorcerer from the tray takes the region."""
    g.converted |= 1 << (g.owner[r] // 3)
    g.tray[g.race[army]] -= 1
    take(g, t, army, r, np.int64(1), np.int64(1))


@kernel
def take(g, t, army, r, tokens, converted):
    """What every conquest does, in the order of SW-CONQ-10."""
    note_attack(g, army, r)
    if army % 3 == 0 and is_nonempty(g, r):
        g.nonempty += 1  # SW-INT-98: Ghouls in decline count for nobody
    defeat(g, r, converted)
    occupy(g, army, r, tokens)
    if g.traits[army] & LAIRS != EMPTY:
        g.lairs |= bit(r)  # SW-RACE-TROLLS
    if g.holes_placed[army] < t.holes[g.race[army]] + t.holes[g.power[army]] and army % 3 == 0:
        g.holes |= bit(r)  # SW-RACE-HALFLINGS
        g.holes_placed[army] += 1


@kernel
def note_attack(g, army, r):
    """The active race has attacked the active race of another seat: matters for peace (SW-POWER-DIPLOMAT)."""
    defender = g.owner[r]
    if army % 3 == 0 and defender != NOBODY and defender % 3 == 0:
        g.attacked |= 1 << (defender // 3)
