"""Which actions are legal now: for each verb the set of arguments it may take, written into `g.legal`.

Every phase asks the chapters of the rules that its verbs belong to (table of section 2.2).
"""

import numpy as np

from swenv.core.bits import EMPTY, bit, has
from swenv.core.jit import kernel
from swenv.smallworld.rules.conquest import conquer_targets, convert_targets, dragon_targets, may_roll
from swenv.smallworld.rules.cost import strength
from swenv.smallworld.rules.markers import encamp_targets, fortify_targets, hero_targets
from swenv.smallworld.rules.record import DIPLOMAT, NUM_VERBS, STOUT, Phase, Verb
from swenv.smallworld.rules.redeploy import in_deploy, to_give_up, withdrawn_camps, withdrawn_land

PICK, CHOOSE, GHOUL_READY, GHOUL_CONQUEST, GHOUL_DEPLOY, READY, CONQUEST, DEPLOY = map(int, list(Phase)[:8])
MARKERS, STOUT_PHASE, PEACE_PHASE, WITHDRAWN, OVER = map(int, list(Phase)[8:])
DO_PICK, DO_DECLINE, DO_ABANDON, DO_CONQUER, DO_ROLL, DO_CONVERT, DO_DRAGON = map(int, list(Verb)[:7])
DO_FINISH, DO_DEPLOY, DO_DEPLOY_REST, DO_ENCAMP, DO_FORTIFY, DO_HERO, DO_PEACE = map(int, list(Verb)[7:])

YES = np.uint64(1)
"""The set of arguments of a verb without argument, when it is legal."""


@kernel
def update_legal(g, t):
    """Write what the seat to act may do; True if it has a decision, that is more than `finish` alone."""
    for verb in range(NUM_VERBS):
        g.legal[verb] = EMPTY
    phase, army = g.phase, np.int64(g.army)
    if phase == PICK:
        g.legal[DO_PICK] = affordable_rows(g)
    elif phase == CHOOSE:
        g.legal[DO_DECLINE] = YES
        g.legal[DO_ABANDON] = g.land[army]
        allow_conquests(g, t, army, np.int64(strength(g, army)))
    elif phase == READY or phase == GHOUL_READY:
        g.legal[DO_ABANDON] = g.land[army]
        allow_conquests(g, t, army, np.int64(g.hand[army]))
    elif phase == CONQUEST or phase == GHOUL_CONQUEST:
        allow_conquests(g, t, army, np.int64(g.hand[army]))
    elif phase == DEPLOY or phase == GHOUL_DEPLOY:
        g.legal[DO_ABANDON] = to_give_up(g, army)
        g.legal[DO_DEPLOY] = g.legal[DO_DEPLOY_REST] = in_deploy(g, army)
    elif phase == MARKERS:
        allow_markers(g, t, army)
    elif phase == STOUT_PHASE:
        if g.traits[army] & STOUT != EMPTY:
            g.legal[DO_DECLINE] = g.legal[DO_FINISH] = YES
    elif phase == PEACE_PHASE:
        if g.traits[army] & DIPLOMAT != EMPTY:
            g.legal[DO_PEACE] = possible_allies(g, t)
            g.legal[DO_FINISH] = YES
    elif phase == WITHDRAWN:
        g.legal[DO_DEPLOY] = g.legal[DO_DEPLOY_REST] = withdrawn_land(g, np.int64(g.to_act))
        g.legal[DO_ENCAMP] = withdrawn_camps(g, t, np.int64(g.to_act))
    return has_decision(g)


@kernel
def has_decision(g):
    """Whether anything but `finish` is legal."""
    for verb in range(NUM_VERBS):
        if verb != DO_FINISH and g.legal[verb] != EMPTY:
            return True
    return False


@kernel
def affordable_rows(g):
    """SW-COL-1, SW-COL-3: row k costs k coins, paid before any are collected."""
    rows = min(np.int64(g.num_rows), np.int64(g.coins[g.to_act]) + 1)
    return bit(rows) - YES


@kernel
def allow_conquests(g, t, army, hand):
    """SW-TURN-6: conquests of every kind with `hand` tokens, or none at all."""
    g.legal[DO_CONQUER] = conquer_targets(g, t, army, hand)
    g.legal[DO_CONVERT] = convert_targets(g, t, army, hand)
    g.legal[DO_DRAGON] = dragon_targets(g, t, army, hand)
    if may_roll(g, army, hand):
        g.legal[DO_ROLL] = YES
    g.legal[DO_FINISH] = YES


@kernel
def allow_markers(g, t, army):
    """SW-TURN-8: encampments and heroes must be placed, a fortress may."""
    g.legal[DO_ENCAMP] = encamp_targets(g, t, army)
    g.legal[DO_HERO] = hero_targets(g, t, army)
    g.legal[DO_FORTIFY] = fortify_targets(g, army)
    if g.legal[DO_ENCAMP] == EMPTY and g.legal[DO_HERO] == EMPTY:
        g.legal[DO_FINISH] = YES


@kernel
def possible_allies(g, t):
    """SW-POWER-DIPLOMAT: the opponents whose active race was not attacked this turn."""
    seats = EMPTY
    for seat in range(t.num_players):
        if seat != g.turn and not has(np.uint64(g.attacked), seat):
            seats |= bit(seat)
    return seats
