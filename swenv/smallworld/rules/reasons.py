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

REASONS = {
    "NOT_PICK_TIME": ("SW-TURN-3", "a combo is picked at the start of a turn without an active race"),
    "NO_ROW": ("SW-COL-5", "the column has no such row"),
    "TOO_DEAR": ("SW-COL-3", "the purse does not hold the price of that row"),
    "NOT_FIRST_ACTION": ("SW-TURN-2", "decline is chosen before anything else in a turn"),
    "NOT_STOUT": ("SW-TURN-12", "only a Stout race declines at the end of a turn"),
    "TOO_LATE_TO_ABANDON": ("SW-TURN-5", "regions are abandoned at the start of a turn, before the first conquest"),
    "KEEP_LAND": ("SW-REDEP-3", "no region may be given up while redeploying"),
    "NOT_HELD": ("SW-TERM-7", "the race that acts does not hold that region"),
    "NOT_CONQUEST_TIME": ("SW-TURN-6", "it is not the time for conquests"),
    "HELD_ALREADY": ("SW-CONQ-3", "the race holds that region already"),
    "WATER": ("SW-CONQ-4", "only an active Seafaring race conquers water"),
    "OUT_OF_REACH": ("SW-CONQ-5", "that region is out of reach"),
    "IMMUNE": ("SW-CONQ-6", "that region is immune"),
    "PEACE": ("SW-CONQ-7", "peace with a Diplomat forbids it"),
    "EMPTY_HAND": ("SW-CONQ-8", "no token in hand"),
    "TOO_FAR_SHORT": ("SW-DIE-1", "the hand is short by more than the die can give"),
    "ROLL_FIRST": ("SW-POWER-BERSERK", "a Berserk race has its die before the conquest: roll, then pay"),
    "NO_ROLL": ("SW-POWER-BERSERK", "only a Berserk race rolls, with a token in hand and no roll pending"),
    "NO_SORCERY": ("SW-RACE-SORCERERS", "only Sorcerers convert, with a Sorcerer left in the tray"),
    "NOT_ALONE": ("SW-RACE-SORCERERS", "no lone active token of an opponent who was spared so far this turn"),
    "ROLL_PENDING": ("SW-INT-56", "the pending roll belongs to the next conquest"),
    "NO_DRAGON": ("SW-POWER-DRAGON-MASTER", "only a Dragon Master uses the dragon, once a turn"),
    "MUST_DECIDE": ("SW-TURN-6", "something must be decided first; this cannot be passed"),
    "MUST_DEPLOY": ("SW-REDEP-2", "tokens are laid out in regions of their race, after the conquests"),
    "MUST_GIVE_UP": ("SW-REDEP-5", "regions must be given up first"),
    "NOT_MARKER_TIME": ("SW-TURN-8", "markers are placed after redeployment"),
    "NO_CAMP": ("SW-POWER-BIVOUACKING", "no encampment in hand, or not a region of the race"),
    "NO_FORTRESS": (
        "SW-POWER-FORTIFIED",
        "only Fortified races build, one fortress a turn, one a region, six in all",
    ),
    "NO_HERO": ("SW-POWER-HEROIC", "no hero in hand, or not another region of the race"),
    "NOT_PEACE_TIME": ("SW-TURN-10", "peace is made at the end of a Diplomat's turn"),
    "NO_ALLY": ("SW-POWER-DIPLOMAT", "not an opponent whose active race was spared this turn"),
    "NO_FOOTHOLD": ("SW-INT-71", "without a region only flying Sorcerers reach anybody"),
    "MUST_PLACE": ("SW-TURN-8", "encampments and heroes in hand must be placed"),
    "MUST_RETURN": ("SW-LOSS-9", "withdrawn tokens go to regions of their own race"),
}
"""Rule and sentence of every reason. The kernels below return its position."""

(
    NOT_PICK_TIME,
    NO_ROW,
    TOO_DEAR,
    NOT_FIRST_ACTION,
    NOT_STOUT,
    TOO_LATE_TO_ABANDON,
    KEEP_LAND,
    NOT_HELD,
    NOT_CONQUEST_TIME,
    HELD_ALREADY,
    WATER,
    OUT_OF_REACH,
    IMMUNE,
    PEACE,
    EMPTY_HAND,
    TOO_FAR_SHORT,
    ROLL_FIRST,
    NO_ROLL,
    NO_SORCERY,
    NOT_ALONE,
    ROLL_PENDING,
    NO_DRAGON,
    MUST_DECIDE,
    MUST_DEPLOY,
    MUST_GIVE_UP,
    NOT_MARKER_TIME,
    NO_CAMP,
    NO_FORTRESS,
    NO_HERO,
    NOT_PEACE_TIME,
    NO_ALLY,
    NO_FOOTHOLD,
    MUST_PLACE,
    MUST_RETURN,
) = range(len(REASONS))


@entry
def reason_of(games, i, tables, action):
    """Position in `REASONS` of the reason against an illegal action of game `i`."""
    g, t = games[i], tables[0]
    verb, arg = np.int64(t.verb_of[action]), np.int64(t.arg_of[action])
    if verb == DO_PICK:
        return why_not_pick(g, arg)
    if verb == DO_DECLINE:
        return NOT_STOUT if g.phase == STOUT_PHASE and g.traits[g.army] & STOUT == EMPTY else NOT_FIRST_ACTION
    if verb == DO_ABANDON:
        return why_not_abandon(g)
    if verb == DO_CONQUER or verb == DO_ROLL or verb == DO_CONVERT or verb == DO_DRAGON:
        return why_not_conquer(g, t, verb, arg)
    if verb == DO_FINISH:
        return why_not_finish(g)
    if verb == DO_DEPLOY or verb == DO_DEPLOY_REST:
        return why_not_deploy(g)
    if verb == DO_PEACE:
        return NO_ALLY if g.phase == PEACE_PHASE and g.traits[g.army] & DIPLOMAT != EMPTY else NOT_PEACE_TIME
    return why_not_marker(g, verb)


@kernel
def why_not_pick(g, row):
    """The rule against a pick."""
    if g.phase != PICK:
        return NOT_PICK_TIME
    return NO_ROW if row >= g.num_rows else TOO_DEAR


@kernel
def why_not_abandon(g):
    """The rule against giving up a region."""
    if g.phase == DEPLOY or g.phase == GHOUL_DEPLOY:
        return KEEP_LAND
    if g.phase == CHOOSE or g.phase == READY or g.phase == GHOUL_READY:
        return NOT_HELD
    return TOO_LATE_TO_ABANDON


@kernel
def why_not_conquer(g, t, verb, r):
    """The rule against a conquest of any kind, in the order of SW-CONQ-3 to -8."""
    phase, army = g.phase, np.int64(g.army)
    hand = g.hand[army]
    if phase == CHOOSE:
        hand = strength(g, army)
    elif phase != READY and phase != GHOUL_READY and phase != CONQUEST and phase != GHOUL_CONQUEST:
        return NOT_CONQUEST_TIME
    if verb == DO_ROLL:
        return NO_ROLL
    if verb == DO_CONVERT and (g.traits[army] & CONVERTS == EMPTY or g.tray[g.race[army]] < 1):
        return NO_SORCERY
    if verb == DO_DRAGON and (g.traits[army] & DRAGON == EMPTY or g.dragon_used != 0):
        return NO_DRAGON
    if verb != DO_CONQUER and g.pending_roll >= 0:
        return ROLL_PENDING
    if has(g.land[army], r):
        return HELD_ALREADY
    if not has(conquerable(g, t, army), r):
        return WATER
    if not has(reach(g, t, army), r):
        return OUT_OF_REACH
    if has(immune(g, army // 3), r):
        return IMMUNE
    if has(at_peace(g, t, army), r):
        return PEACE
    if hand < 1:
        return EMPTY_HAND
    if verb == DO_CONVERT:
        return NOT_ALONE if not has(lone_tokens(g, t, army), r) else NO_FOOTHOLD
    return ROLL_FIRST if g.traits[army] & BERSERK != EMPTY else TOO_FAR_SHORT


@kernel
def why_not_finish(g):
    """The rule against passing."""
    if g.phase == MARKERS:
        return MUST_PLACE
    if g.phase == DEPLOY or g.phase == GHOUL_DEPLOY:
        return MUST_GIVE_UP if to_place(g, np.int64(g.army)) < 0 else MUST_DEPLOY
    if g.phase == WITHDRAWN:
        return MUST_RETURN
    return NOT_PICK_TIME if g.phase == PICK else MUST_DECIDE


@kernel
def why_not_deploy(g):
    """The rule against laying out a token."""
    if g.phase == WITHDRAWN:
        return MUST_RETURN
    if (g.phase == DEPLOY or g.phase == GHOUL_DEPLOY) and to_place(g, np.int64(g.army)) < 0:
        return MUST_GIVE_UP
    return MUST_DEPLOY


@kernel
def why_not_marker(g, verb):
    """The rule against placing a marker."""
    if g.phase != MARKERS and not (g.phase == WITHDRAWN and verb == DO_ENCAMP):
        return NOT_MARKER_TIME
    if verb == DO_ENCAMP:
        return NO_CAMP
    return NO_FORTRESS if verb == DO_FORTIFY else NO_HERO
