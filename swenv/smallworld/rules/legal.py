"""Legal actions: for each verb, the set of arguments it may take now, written into `g.legal`.

Each phase calls the chapters of the rules that its verbs belong to (table in section 2.2).
"""

import numpy as np
from numba import boolean

from swenv.core.bits import EMPTY, bit, has
from swenv.core.jit import kernel, unit
from swenv.smallworld.rules.boxes.legal import (
    allow_conquests_of_box,
    allow_markers_of_box,
    allow_phase_of_box,
    allow_pieces_of_box,
    may_decline_by_box,
    opening,
)
from swenv.smallworld.rules.boxes.start import tokens_at_start
from swenv.smallworld.rules.conquest import conquer_targets, convert_targets, dragon_targets, free_hand, may_roll
from swenv.smallworld.rules.cost import strength
from swenv.smallworld.rules.fields import GAME, TABLES
from swenv.smallworld.rules.legal_sets import PASSING, YES, allow, forbid_all
from swenv.smallworld.rules.markers import encamp_targets, fortify_targets, hero_targets
from swenv.smallworld.rules.pieces import LAID_OUT_ANEW, placements, rest_placements
from swenv.smallworld.rules.record import Phase, Trait, Verb, trait_set
from swenv.smallworld.rules.redeploy import in_deploy, to_give_up, withdrawn_camps, withdrawn_land

OTHER_WAYS = trait_set(Trait.CONVERTS, Trait.DRAGON, Trait.BERSERK)
"""Traits of armies that conquer otherwise than by paying tokens, or roll the die first."""


@unit(boolean, GAME, TABLES)
def update_legal(g, t):
    """Write what the seat to act may do; return whether it has a decision, that is, more than `finish`."""
    forbid_all(g)
    phase, army = np.int64(g.phase), np.int64(g.army)
    if phase == Phase.PICK:
        allow(g, Verb.PICK, affordable_rows(g))
    elif phase == Phase.CHOOSE:
        allow_opening(g, t, army)
    elif phase == Phase.READY or phase == Phase.GHOUL_READY:
        if phase == Phase.GHOUL_READY or (g.picked == 0 and (g.armed | g.bag_armed) == 0):  # UG-CLAR-17
            allow(g, Verb.ABANDON, g.land[army])
        allow_conquests(g, t, army, free_hand(g, army))
    elif phase == Phase.CONQUEST or phase == Phase.GHOUL_CONQUEST:
        if g.conquests_over == 0:
            allow_conquests(g, t, army, free_hand(g, army))
    elif phase == Phase.DEPLOY or phase == Phase.GHOUL_DEPLOY or phase == Phase.TOMB:
        allow(g, Verb.ABANDON, to_give_up(g, army))
        if g.traits[army] & LAID_OUT_ANEW != EMPTY:
            if g.hand[army] > 0:
                allow(g, Verb.DEPLOY, placements(g, army))
                allow(g, Verb.DEPLOY_REST, rest_placements(g, army))
            allow_pieces_of_box(g, army)
        else:
            here = in_deploy(g, army)
            allow(g, Verb.DEPLOY, here)
            allow(g, Verb.DEPLOY_REST, here)
    elif phase == Phase.MARKERS:
        allow_markers(g, t, army)
    elif phase == Phase.STOUT:
        if has(g.traits[army], Trait.STOUT):
            allow_decline(g, t, army)
            allow(g, Verb.FINISH, YES)
    elif phase == Phase.PEACE:
        if has(g.traits[army], Trait.DIPLOMAT):
            allow(g, Verb.PEACE, possible_allies(g, t))
            allow(g, Verb.FINISH, YES)
    elif phase == Phase.WITHDRAWN:
        here = withdrawn_land(g, t, np.int64(g.to_act))
        allow(g, Verb.DEPLOY, here)
        allow(g, Verb.DEPLOY_REST, here)
        allow(g, Verb.ENCAMP, withdrawn_camps(g, t, np.int64(g.to_act)))
        if g.traits[3 * g.to_act] & LAID_OUT_ANEW != EMPTY:
            allow_pieces_of_box(g, 3 * np.int64(g.to_act))
    elif phase != Phase.OVER:
        allow_phase_of_box(g, t, phase, army)
    return g.verbs & ~PASSING != EMPTY


@kernel
def allow_opening(g, t, army):
    """Allow a decline, or anything with which an expand turn can begin (SW-TURN-2)."""
    active = 3 * np.int64(g.turn)
    allow_decline(g, t, active)
    begins = np.int64(opening(g, t))
    if begins != Phase.READY:
        allow_phase_of_box(g, t, begins, active)
        return
    allow(g, Verb.ABANDON, g.land[army])
    allow_conquests(g, t, army, opening_hand(g, t, army))


@kernel
def opening_hand(g, t, army):
    """Count the tokens that can conquer as an expand turn begins: those taken up, plus what a box gives."""
    return np.int64(strength(g, army)) + tokens_at_start(g, t, army)


@kernel
def allow_decline(g, t, army):
    """Allow a decline, and one with Stonehedge's power if it is optional (UG-ACT-25, UG-ACT-26)."""
    allow(g, Verb.DECLINE, YES)
    if may_decline_by_box(g, t, army):
        allow(g, Verb.DECLINE_BY_STONEHEDGE, YES)


@kernel
def affordable_rows(g):
    """Rows of the column that the seat to act can pay for: row k costs k coins, paid first (SW-COL-1, SW-COL-3)."""
    rows = min(np.int64(g.num_rows), np.int64(g.coins[g.to_act]) + 1)
    return bit(rows) - YES


@kernel
def allow_conquests(g, t, army, hand):
    """Allow conquests of every kind with `hand` tokens, and to pass unless a relic is armed (SW-TURN-6)."""
    allow(g, Verb.CONQUER, conquer_targets(g, t, army, hand))
    if g.traits[army] & OTHER_WAYS != EMPTY:
        allow(g, Verb.CONVERT, convert_targets(g, t, army, hand))
        allow(g, Verb.DRAGON, dragon_targets(g, t, army, hand))
        if may_roll(g, army, hand):
            allow(g, Verb.ROLL, YES)
    if allow_conquests_of_box(g, t, army, hand):
        allow(g, Verb.FINISH, YES)


@kernel
def allow_markers(g, t, army):
    """Allow placing markers: encampments, heroes, armors and the Queen are mandatory (SW-TURN-8, UG-REDEP-3)."""
    if not allow_markers_of_box(g, t, army):
        return
    allow(g, Verb.ENCAMP, encamp_targets(g, t, army))
    allow(g, Verb.HERO, hero_targets(g, t, army))
    allow(g, Verb.FORTIFY, fortify_targets(g, army))
    if g.legal[Verb.ENCAMP] | g.legal[Verb.HERO] | g.legal[Verb.ARMOR] | g.legal[Verb.QUEEN] == EMPTY:
        allow(g, Verb.FINISH, YES)


@kernel
def possible_allies(g, t):
    """Opponents whose active race was not attacked this turn (SW-POWER-DIPLOMAT)."""
    seats = EMPTY
    for seat in range(t.num_players):
        if seat != g.turn and not has(np.uint64(g.attacked), seat):
            seats |= bit(seat)
    return seats
