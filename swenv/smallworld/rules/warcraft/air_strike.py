"""Gnomes roll the die before they pay (WW-RACE-GNOMES, WW-ACT-6)."""

import numpy as np

from swenv.core.bits import EMPTY, bit
from swenv.core.jit import kernel
from swenv.smallworld.rules.armed import AIR_STRIKE, DOOMHAMMER, is_effective
from swenv.smallworld.rules.boxes.targets import targets
from swenv.smallworld.rules.conquest import BEST_ROLL, affordable_regions, free_hand, roll_die, send_tokens
from swenv.smallworld.rules.cost import raw_cost, terms
from swenv.smallworld.rules.pieces import fewest_pieces
from swenv.smallworld.rules.record import NOWHERE, Phase
from swenv.smallworld.rules.warcraft.tolls import barred, pay_tolls


@kernel
def strike_targets(g, t, army, hand):
    """Regions for which an air strike may roll first: those within reach of two best rolls (WW-RACE-GNOMES)."""
    if not is_effective(g, army, AIR_STRIKE) or is_effective(g, army, DOOMHAMMER) or hand < fewest_pieces(g, army):
        return EMPTY
    return affordable_regions(g, t, army, targets(g, t, army), hand + 2 * BEST_ROLL)


@kernel
def strike(g, t, army, r):
    """Roll, then conquer at the reduced price, or leave the choice of a final attempt or giving up (WW-ACT-6)."""
    g.last_roll = roll_die(g)
    now = terms(g, t, army)
    needed = max(now.floor, raw_cost(g, t, r, now) - g.last_roll)
    if needed <= free_hand(g, army):
        pay_tolls(g, t, army // 3, r)
        send_tokens(g, t, army, r, np.int64(needed))
        return
    g.pending_roll = g.last_roll
    g.chosen = r
    g.phase = Phase.STRIKE


@kernel
def final_strike(g, t, army):
    """The region of an air strike that fell short, if a final attempt can take it and the tolls can be paid."""
    r = np.int64(g.chosen)
    short = raw_cost(g, t, r, terms(g, t, army)) - g.pending_roll - free_hand(g, army)
    return bit(r) & ~barred(g, t, army // 3, np.int64(0)) if short <= BEST_ROLL else EMPTY


@kernel
def give_up_strike(g):
    """Give up an air strike: it is used, but the effects armed with it are not (WW-RACE-GNOMES, WW-CLAR-11)."""
    g.pending_roll = -1
    g.chosen = NOWHERE
    g.effects_used |= 1 << AIR_STRIKE
    g.effects = 0
