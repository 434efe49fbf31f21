"""Why an action is illegal: the first rule that forbids it, asked in the order of the rules."""

import numpy as np

from swenv.core.bits import EMPTY, has
from swenv.core.jit import entry, kernel
from swenv.smallworld.rules.cost import strength
from swenv.smallworld.rules.legal import (
    CHOOSE,
    CONQUEST,
    DEPLOY,
    DO_ABANDON,
    DO_CONQUER,
    DO_CONVERT,
    DO_DECLINE,
    DO_DEPLOY,
    DO_DEPLOY_REST,
    DO_DRAGON,
    DO_ENCAMP,
    DO_FINISH,
    DO_FORTIFY,
    DO_PEACE,
    DO_PICK,
    DO_ROLL,
    GHOUL_CONQUEST,
    GHOUL_DEPLOY,
    GHOUL_READY,
    MARKERS,
    PEACE_PHASE,
    PICK,
    READY,
    STOUT_PHASE,
    WITHDRAWN,
)
from swenv.smallworld.rules.reach import at_peace, conquerable, immune, lone_tokens, reach
from swenv.smallworld.rules.record import BERSERK, CONVERTS, DIPLOMAT, DRAGON, STOUT
from swenv.smallworld.rules.redeploy import to_place

REASONS = (
    ("SW-TURN-3", "a combo is picked at the start of a turn without an active race"),
    ("SW-COL-5", "the column has no such row"),
    ("SW-COL-3", "the purse does not hold the price of that row"),
    ("SW-TURN-2", "decline is chosen before anything else in a turn"),
    ("SW-TURN-12", "only a Stout race declines at the end of a turn"),
    ("SW-TURN-5", "regions are abandoned at the start of a turn, before the first conquest"),
    ("SW-REDEP-3", "no region may be given up while redeploying"),
    ("SW-TERM-7", "the race that acts does not hold that region"),
    ("SW-TURN-6", "it is not the time for conquests"),
    ("SW-CONQ-3", "the race holds that region already"),
    ("SW-CONQ-4", "only an active Seafaring race conquers water"),
    ("SW-CONQ-5", "that region is out of reach"),
    ("SW-CONQ-6", "that region is immune"),
    ("SW-CONQ-7", "peace with a Diplomat forbids it"),
    ("SW-CONQ-8", "no token in hand"),
    ("SW-DIE-1", "the hand is short by more than the die can give"),
    ("SW-POWER-BERSERK", "a Berserk race has its die before the conquest: roll, then pay"),
    ("SW-POWER-BERSERK", "only a Berserk race rolls, with a token in hand and no roll pending"),
    ("SW-RACE-SORCERERS", "only Sorcerers convert, with a Sorcerer left in the tray"),
    ("SW-RACE-SORCERERS", "no lone active token of an opponent who was spared so far this turn"),
    ("SW-INT-56", "the pending roll belongs to the next conquest"),
    ("SW-POWER-DRAGON-MASTER", "only a Dragon Master uses the dragon, once a turn"),
    ("SW-TURN-6", "something must be decided first; this cannot be passed"),
    ("SW-REDEP-2", "tokens are laid out in regions of their race, after the conquests"),
    ("SW-REDEP-5", "regions must be given up first"),
    ("SW-TURN-8", "markers are placed after redeployment"),
    ("SW-POWER-BIVOUACKING", "no encampment in hand, or not a region of the race"),
    ("SW-POWER-FORTIFIED", "only a Fortified race builds, one fortress a turn, one a region, six in all"),
    ("SW-POWER-HEROIC", "no hero in hand, or not another region of the race"),
    ("SW-TURN-10", "peace is made at the end of a Diplomat's turn"),
    ("SW-POWER-DIPLOMAT", "not an opponent whose active race was spared this turn"),
    ("SW-INT-71", "without a region only flying Sorcerers reach anybody"),
    ("SW-TURN-8", "encampments and heroes in hand must be placed"),
    ("SW-LOSS-9", "withdrawn tokens go to regions of their own race"),
)
"""(rule, sentence) behind each number that the kernels below return."""


@entry
def reason_of(games, i, tables, action):
    """Position in REASONS of the rule that forbids an illegal action of game `i`."""
    g, t = games[i], tables[0]
    verb, arg = np.int64(t.verb_of[action]), np.int64(t.arg_of[action])
    if verb == DO_PICK:
        return why_not_pick(g, arg)
    if verb == DO_DECLINE:
        return 4 if g.phase == STOUT_PHASE and g.traits[g.army] & STOUT == EMPTY else 3
    if verb == DO_ABANDON:
        return why_not_abandon(g)
    if verb == DO_CONQUER or verb == DO_ROLL or verb == DO_CONVERT or verb == DO_DRAGON:
        return why_not_conquer(g, t, verb, arg)
    if verb == DO_FINISH:
        return why_not_finish(g)
    if verb == DO_DEPLOY or verb == DO_DEPLOY_REST:
        return why_not_deploy(g)
    if verb == DO_PEACE:
        return 30 if g.phase == PEACE_PHASE and g.traits[g.army] & DIPLOMAT != EMPTY else 29
    return why_not_marker(g, verb)


@kernel
def why_not_pick(g, row):
    """The rule against a pick."""
    if g.phase != PICK:
        return 0
    return 1 if row >= g.num_rows else 2


@kernel
def why_not_abandon(g):
    """The rule against giving up a region."""
    if g.phase == DEPLOY or g.phase == GHOUL_DEPLOY:
        return 6
    if g.phase == CHOOSE or g.phase == READY or g.phase == GHOUL_READY:
        return 7
    return 5


@kernel
def why_not_conquer(g, t, verb, r):
    """The rule against a conquest of any kind, in the order of SW-CONQ-3 to -8."""
    phase, army = g.phase, np.int64(g.army)
    hand = g.hand[army]
    if phase == CHOOSE:
        hand = strength(g, army)
    elif phase != READY and phase != GHOUL_READY and phase != CONQUEST and phase != GHOUL_CONQUEST:
        return 8
    if verb == DO_ROLL:
        return 17
    if verb == DO_CONVERT and (g.traits[army] & CONVERTS == EMPTY or g.tray[g.race[army]] < 1):
        return 18
    if verb == DO_DRAGON and (g.traits[army] & DRAGON == EMPTY or g.dragon_used != 0):
        return 21
    if verb != DO_CONQUER and g.pending_roll >= 0:
        return 20
    if has(g.land[army], r):
        return 9
    if not has(conquerable(g, t, army), r):
        return 10
    if not has(reach(g, t, army), r):
        return 11
    if has(immune(g, army // 3), r):
        return 12
    if has(at_peace(g, t, army), r):
        return 13
    if hand < 1:
        return 14
    if verb == DO_CONVERT:
        return 19 if not has(lone_tokens(g, t, army), r) else 31
    return 16 if g.traits[army] & BERSERK != EMPTY else 15


@kernel
def why_not_finish(g):
    """The rule against passing."""
    if g.phase == MARKERS:
        return 32
    if g.phase == DEPLOY or g.phase == GHOUL_DEPLOY:
        return 24 if to_place(g, np.int64(g.army)) < 0 else 23
    if g.phase == WITHDRAWN:
        return 33
    return 0 if g.phase == PICK else 22


@kernel
def why_not_deploy(g):
    """The rule against laying out a token."""
    if g.phase == WITHDRAWN:
        return 33
    if (g.phase == DEPLOY or g.phase == GHOUL_DEPLOY) and to_place(g, np.int64(g.army)) < 0:
        return 24
    return 23


@kernel
def why_not_marker(g, verb):
    """The rule against placing a marker."""
    if g.phase != MARKERS and not (g.phase == WITHDRAWN and verb == DO_ENCAMP):
        return 25
    if verb == DO_ENCAMP:
        return 26
    return 27 if verb == DO_FORTIFY else 28
