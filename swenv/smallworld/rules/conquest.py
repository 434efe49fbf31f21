"""Conquests of every kind: ordinary, with the die, by dragon or Champion, by substitution (SW 2.3, UG 2.5, WW 2.3).

For each kind, one function returns the set of regions where it is legal now, and another carries it out.
"""

import numpy as np

from swenv.core.bits import EMPTY, bit, has, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.core.random import draw
from swenv.smallworld.rules.armed import DOOMHAMMER, DOORMAT, ORB, armed, disarm, is_effective
from swenv.smallworld.rules.attacks import note_attack
from swenv.smallworld.rules.boxes.conquest import pay_coins, take_region
from swenv.smallworld.rules.boxes.start import tokens_at_start
from swenv.smallworld.rules.boxes.targets import skilled_targets, targets
from swenv.smallworld.rules.cost import raw_cost, terms
from swenv.smallworld.rules.losses import BY_FORCE, BY_SUBSTITUTION
from swenv.smallworld.rules.pieces import beasts_in_hand, fewest_pieces
from swenv.smallworld.rules.reach import lone_tokens
from swenv.smallworld.rules.record import DIE, Trait

BEST_ROLL = np.int64(3)


@kernel
def free_hand(g, army):
    """Count the tokens in hand that may conquer: with Beasts, without those its own Balrog drove out (UG-INT-92)."""
    return np.int64(g.hand[army]) - g.reserve[army] + beasts_in_hand(g, army)


@kernel
def hammers(g, army):
    """Count the Silver Hammers that an active race may still use this turn (UG-RACE-DWARVES)."""
    return np.int64(g.hammers_left) if army == 3 * g.turn else np.int64(0)


@kernel
def conquer_targets(g, t, army, hand):
    """Regions that `hand` tokens can pay for, or try for with the die (SW-CONQ-8, SW-DIE-1, UG-CONQ-9).

    A Berserk race rolls before the conquest and has no final attempt (SW-INT-55). With the Orb armed, they are the
    regions of lone tokens that it may replace, but a pending roll must be used first (SW-INT-56).
    """
    if armed(g) >> ORB & 1 != 0:
        lone = lone_tokens(g, t, army, EMPTY) & skilled_targets(g, t, army)
        return lone if g.pending_roll < 0 and has_substitute(g, t, army, hand) else EMPTY
    regions = EMPTY
    if hand < fewest_pieces(g, army):
        return regions
    if is_effective(g, army, DOOMHAMMER):
        return targets(g, t, army)
    if g.pending_roll >= 0:
        hand += g.pending_roll
        open_to_us = skilled_targets(g, t, army)
    else:
        hand += 0 if has(g.traits[army], Trait.BERSERK) else BEST_ROLL
        open_to_us = targets(g, t, army)
    now = terms(g, t, army)
    tools = hammers(g, army)
    while open_to_us != EMPTY:
        r = lowest(open_to_us)
        open_to_us = without_lowest(open_to_us)
        means = hand if has(now.guarded, r) else hand + tools  # UG-INT-10
        if raw_cost(g, t, r, now) <= means:
            regions |= bit(r)
    return regions


@kernel
def conquer(g, t, army, r):
    """Make an ordinary conquest, or the final attempt if the hand is short; True if conquests are over (SW-DIE-7)."""
    if armed(g) >> ORB & 1 != 0:
        substitute(g, t, army, r)  # UG-RELIC-ORB
        return False
    now = terms(g, t, army)
    needed = raw_cost(g, t, r, now)
    if g.pending_roll >= 0:
        needed -= g.pending_roll  # SW-POWER-BERSERK, WW-RACE-GNOMES
        g.pending_roll = -1
    needed = np.int64(pay_coins(g, t, army, r, max(now.floor, needed), now.floor))
    tools = np.int64(0) if has(now.guarded, r) else hammers(g, army)
    if needed <= free_hand(g, army) + tools:
        pay(g, t, army, r, needed, tools)
        return False
    attempt(g, t, army, r, needed, tools)
    return True


@kernel
def pay(g, t, army, r, needed, tools):
    """Conquer `r` for `needed` tokens: Hammers first, but at least one race token (UG-CONQ-7, UG-ACT-12)."""
    spent = min(tools, needed - 1)
    if spent > 0:
        g.hammers_left -= spent
    send_tokens(g, t, army, r, np.int64(needed - spent))


@kernel
def send_tokens(g, t, army, r, tokens):
    """Conquer `r` with this many tokens from hand; Beasts go once the race tokens are spent."""
    on_foot = min(tokens, np.int64(g.hand[army] - g.reserve[army]))
    g.hand[army] -= on_foot
    take_region(g, t, army, r, on_foot, BY_FORCE)
    if tokens > on_foot:
        g.beasts[r] = tokens - on_foot


@kernel
def attempt(g, t, army, r, needed, tools):
    """Make the final attempt: roll, then send all remaining tokens or none (SW-DIE-4, SW-DIE-5, UG-CONQ-9)."""
    note_attack(g, army, r)  # SW-INT-51: even if it fails
    g.last_roll = roll_die(g)
    tokens = free_hand(g, army)
    if tokens + tools + g.last_roll < needed:
        disarm(g)
        return
    if tools > 0:
        g.hammers_left = 0  # UG-CLAR-22
    send_tokens(g, t, army, r, tokens)


@kernel
def roll_die(g):
    """Roll the reinforcement die and return its face (SW-SETUP-8, UG-SETUP-15)."""
    return DIE[draw(g, np.int64(len(DIE)))]


@kernel
def may_roll(g, army, hand):
    """Whether a Berserk race may roll now: a token in hand, no roll pending, no relic armed (SW-POWER-BERSERK).

    It rolls before it arms relics.
    """
    return has(g.traits[army], Trait.BERSERK) and g.pending_roll < 0 and hand >= 1 and armed(g) == 0


@kernel
def roll(g):
    """Roll for the next conquest."""
    g.last_roll = roll_die(g)
    g.pending_roll = g.last_roll


@kernel
def affordable_regions(g, t, army, candidates, means):
    """Candidates that cost at most `means` tokens, before the floor."""
    regions = EMPTY
    now = terms(g, t, army)
    while candidates != EMPTY:
        r = lowest(candidates)
        candidates = without_lowest(candidates)
        if raw_cost(g, t, r, now) <= means:
            regions |= bit(r)
    return regions


@kernel
def dragon_targets(g, t, army, hand):
    """Regions that the dragon may conquer: any in reach, once a turn, with a token in hand (SW-POWER-DRAGON-MASTER)."""
    if not has(g.traits[army], Trait.DRAGON) or g.dragon_used != 0 or hand < 1 or g.pending_roll >= 0:
        return EMPTY
    if armed(g) & ~(1 << DOORMAT) != 0:  # as for substitutions: with no price to pay, the other relics have no use
        return EMPTY
    return skilled_targets(g, t, army)


@kernel
def dragon(g, t, army, r):
    """Conquer `r` with one token, whatever defends it, and move the dragon there to protect it."""
    g.dragon_used = 1
    g.dragons &= ~g.land[army]
    g.hand[army] -= 1
    take_region(g, t, army, r, np.int64(1), BY_FORCE)
    g.dragons |= bit(r)


@kernel
def has_substitute(g, t, army, hand):
    """Whether a token can take another's place: from the tray or else from hand (UG-INT-35).

    A token must be in hand in any case; with the option `substitution_needs_hand` off, it may be anywhere (SW-INT-153).
    """
    if hand >= 1:
        return True
    return t.substitution_needs_hand == 0 and g.tray[g.race[army]] >= 1 and g.land[army] != EMPTY


@kernel
def may_substitute(g, t, army, hand):
    """Whether sorcery or the Vampire power may be used: no roll pending, no relic armed but the Doormat.

    UG-CLAR-20.
    """
    if g.pending_roll >= 0 or armed(g) & ~(1 << DOORMAT) != 0:
        return False
    return has_substitute(g, t, army, hand)


@kernel
def has_sorcerer(g, t, army):
    """Whether this army may convert, with a token in the tray (SW-INT-45) after the start of its turn (UG-TURN-3)."""
    return has(g.traits[army], Trait.CONVERTS) and g.tray[g.race[army]] - tokens_at_start(g, t, army) >= 1


@kernel
def convert_targets(g, t, army, hand):
    """Regions that Sorcerers may convert: lone active tokens in reach, once per turn and opponent.

    SW-RACE-SORCERERS. Without land, only flying Sorcerers reach anybody (SW-INT-71). A pending roll must be used first
    (SW-INT-56).
    """
    if not has_sorcerer(g, t, army) or not may_substitute(g, t, army, hand):
        return EMPTY
    if g.land[army] == EMPTY and not has(g.traits[army], Trait.FLIES) and armed(g) == 0:
        return EMPTY
    lone = lone_tokens(g, t, army, np.uint64(g.converted))
    if lone == EMPTY:
        return EMPTY
    return lone & skilled_targets(g, t, army)


@kernel
def convert(g, t, army, r):
    """Send the lone token to its tray and put a Sorcerer from the tray in its place."""
    g.converted |= 1 << (g.owner[r] // 3)
    substitute(g, t, army, r)


@kernel
def substitute(g, t, army, r):
    """Replace the lone token in `r` with one from the tray, or else from hand (UG-CONQ-8)."""
    if g.tray[g.race[army]] > 0:
        g.tray[g.race[army]] -= 1
    else:
        g.hand[army] -= 1
    take_region(g, t, army, r, np.int64(1), BY_SUBSTITUTION)
