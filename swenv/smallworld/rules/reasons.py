"""Why an action of the base game is illegal: the first rule that forbids it, checked in the order of the rules.

Called only for illegal actions, so a function that has excluded all reasons but one returns that one.
`engine.reason_of` calls this module, or that of the box in play.
"""

import numpy as np

from swenv.core.bits import has
from swenv.core.jit import kernel
from swenv.core.reason import NO_REASON, Reason
from swenv.smallworld.rules.barriers import at_peace, conquerable, immune
from swenv.smallworld.rules.boxes.legal import opening
from swenv.smallworld.rules.conquest import free_hand, has_sorcerer, has_substitute
from swenv.smallworld.rules.legal import opening_hand
from swenv.smallworld.rules.reach import lone_tokens, reach
from swenv.smallworld.rules.record import Phase, Trait, Verb
from swenv.smallworld.rules.redeploy import to_place


class SmallWorldReason(Reason):
    """The reasons of the base game."""

    NOT_PICK_TIME = "SW-TURN-3", "a combo is picked at the start of a turn, by a seat without an active race"
    NO_SUCH_ROW = "SW-COL-5", "the column has no such row"
    ROW_TOO_EXPENSIVE = "SW-COL-3", "there are not enough coins for that row"
    DECLINE_COMES_FIRST = "SW-TURN-2", "declining is chosen before anything else in a turn"
    NO_ACTIVE_RACE = "SW-DECL-1", "there is no active race to put into decline"
    TOO_LATE_TO_ABANDON = "SW-TURN-5", "regions are abandoned at the start of a turn, before the first conquest"
    NOT_WHILE_REDEPLOYING = "SW-REDEP-3", "no region may be abandoned during redeployment"
    NOT_HELD = "SW-TERM-7", "the race that acts does not hold that region"
    JUST_PICKED = "UG-CLAR-17", "nothing is abandoned on the turn of the pick"
    NOT_CONQUEST_TIME = "SW-TURN-6", "it is not the time for conquests"
    ALREADY_HELD = "SW-CONQ-3", "the race already holds that region"
    NOT_SEAFARING = "SW-CONQ-4", "only an active Seafaring race conquers water"
    OUT_OF_REACH = "SW-CONQ-5", "that region is out of reach"
    IMMUNE = "SW-CONQ-6", "that region is immune"
    BOUND_BY_PEACE = "SW-CONQ-7", "peace with a Diplomat forbids it"
    EMPTY_HAND = "SW-CONQ-8", "there is no token in hand"
    BEYOND_THE_DIE = "SW-DIE-1", "the hand is short by more than the die can give"
    ROLL_FIRST = "SW-POWER-BERSERK", "a Berserk race rolls before each conquest: roll, then pay"
    ALREADY_ROLLED = "SW-POWER-BERSERK", "the hand and the roll together do not pay for that region"
    NO_ROLL_NOW = "SW-POWER-BERSERK", "only a Berserk race rolls, with a token in hand and no roll pending"
    NO_SORCERER = "SW-RACE-SORCERERS", "only Sorcerers convert, with a Sorcerer left in the tray"
    NO_LONE_TOKEN = "SW-RACE-SORCERERS", "only a lone active token is converted, and one of each opponent a turn"
    NO_FOOTHOLD = "SW-INT-71", "without a region only flying Sorcerers reach anybody"
    ROLL_PENDING = "SW-INT-56", "the pending roll belongs to the next conquest"
    NO_DRAGON = "SW-POWER-DRAGON-MASTER", "only a Dragon Master uses the dragon, once a turn"
    MUST_DECIDE = "SW-TURN-6", "something must be decided first; this cannot be passed"
    REDEPLOY_AFTER_CONQUESTS = "SW-REDEP-2", "tokens are redeployed after the conquests, to regions of their race"
    MUST_ABANDON = "SW-REDEP-5", "regions must be abandoned first"
    MUST_PUT_BACK = "SW-LOSS-9", "withdrawn tokens go to regions of their own race"
    NOT_MARKER_TIME = "SW-TURN-8", "markers are placed after redeployment"
    NO_ENCAMPMENT = "SW-POWER-BIVOUACKING", "there is no encampment in hand, or the race does not hold that region"
    NO_FORTRESS = "SW-POWER-FORTIFIED", "only a Fortified race builds: one fortress a turn, one to a region, six in all"
    NO_HERO = "SW-POWER-HEROIC", "there is no hero in hand, or it is not another region of the race"
    MUST_PLACE_MARKERS = "SW-TURN-8", "encampments and heroes in hand must be placed"
    NOT_PEACE_TIME = "SW-TURN-10", "peace is made at the end of a Diplomat's turn"
    NOT_SPARED = "SW-POWER-DIPLOMAT", "peace is made with an opponent whose active race was spared this turn"


@kernel
def why_not(g, t, verb, arg):
    """Return the rule of the base game that forbids an action."""
    if verb == Verb.PICK:
        return np.int64(why_not_pick(g, arg))
    if verb == Verb.DECLINE:
        return np.int64(why_not_decline(g))
    if verb == Verb.ABANDON:
        return np.int64(why_not_abandon(g, arg))
    if verb == Verb.CONQUER or verb == Verb.ROLL or verb == Verb.CONVERT or verb == Verb.DRAGON:
        return why_not_conquer(g, t, verb, arg)
    if verb == Verb.FINISH:
        return np.int64(why_not_finish(g))
    if verb == Verb.DEPLOY or verb == Verb.DEPLOY_REST:
        return np.int64(why_not_deploy(g))
    if verb == Verb.PEACE:
        return np.int64(why_not_peace(g))
    return np.int64(why_not_marker(g, verb))


@kernel
def why_not_pick(g, row):
    """Return the rule that forbids a pick."""
    if g.phase != Phase.PICK:
        return SmallWorldReason.NOT_PICK_TIME
    return SmallWorldReason.NO_SUCH_ROW if row >= g.num_rows else SmallWorldReason.ROW_TOO_EXPENSIVE


@kernel
def why_not_decline(g):
    """Return the rule that forbids a decline."""
    return SmallWorldReason.NO_ACTIVE_RACE if g.phase == Phase.PICK else SmallWorldReason.DECLINE_COMES_FIRST


@kernel
def why_not_abandon(g, r):
    """Return the rule that forbids abandoning a region."""
    if is_redeploying(g):
        must_abandon = to_place(g, np.int64(g.army)) < 0
        return SmallWorldReason.NOT_HELD if must_abandon else SmallWorldReason.NOT_WHILE_REDEPLOYING
    if g.phase == Phase.PICK:  # no race acts yet
        return SmallWorldReason.NOT_HELD
    if g.phase == Phase.CHOOSE or g.phase == Phase.READY or g.phase == Phase.GHOUL_READY:
        return SmallWorldReason.JUST_PICKED if has(g.land[g.army], r) else SmallWorldReason.NOT_HELD
    return SmallWorldReason.TOO_LATE_TO_ABANDON


@kernel
def is_redeploying(g):
    """Whether a race is redeploying tokens, or abandoning regions because it has too few."""
    return g.phase == Phase.DEPLOY or g.phase == Phase.GHOUL_DEPLOY or g.phase == Phase.TOMB


@kernel
def is_conquest_time(g, t):
    """Whether conquests may be made in this phase."""
    phase = g.phase
    if phase == Phase.CHOOSE:
        return opening(g, t) == Phase.READY
    return (
        phase == Phase.READY or phase == Phase.GHOUL_READY or phase == Phase.CONQUEST or phase == Phase.GHOUL_CONQUEST
    )


@kernel
def why_not_conquer(g, t, verb, r):
    """Return the rule that forbids a conquest of any kind, checked in the order of SW-CONQ-3 to -8."""
    army = np.int64(g.army)
    if not is_conquest_time(g, t):
        return np.int64(SmallWorldReason.NOT_CONQUEST_TIME)
    reason = why_not_begin(g, t, army, verb)
    if reason == NO_REASON:
        reason = why_not_target(g, t, army, r)
    if reason == NO_REASON and not has_token(g, t, army, verb == Verb.CONVERT):
        reason = np.int64(SmallWorldReason.EMPTY_HAND)
    return reason if reason != NO_REASON else np.int64(why_not_succeed(g, t, army, verb, r))


@kernel
def why_not_begin(g, t, army, verb):
    """Return the rule that forbids this kind of conquest in every region, or NO_REASON."""
    if verb == Verb.ROLL:
        return np.int64(SmallWorldReason.NO_ROLL_NOW)
    if verb == Verb.CONVERT and not has_sorcerer(g, t, army):
        return np.int64(SmallWorldReason.NO_SORCERER)
    if verb == Verb.DRAGON and (not has(g.traits[army], Trait.DRAGON) or g.dragon_used != 0):
        return np.int64(SmallWorldReason.NO_DRAGON)
    if verb != Verb.CONQUER and g.pending_roll >= 0:
        return np.int64(SmallWorldReason.ROLL_PENDING)
    return NO_REASON


@kernel
def why_not_target(g, t, army, r):
    """Return the rule that forbids conquering a region at any cost, or NO_REASON."""
    if has(g.land[army], r):
        return np.int64(SmallWorldReason.ALREADY_HELD)
    if not has(conquerable(g, t, army), r):
        return np.int64(SmallWorldReason.NOT_SEAFARING)
    if not has(reach(g, t, army), r):
        return np.int64(SmallWorldReason.OUT_OF_REACH)
    if has(immune(g, army // 3), r):
        return np.int64(SmallWorldReason.IMMUNE)
    if has(at_peace(g, t, army), r):
        return np.int64(SmallWorldReason.BOUND_BY_PEACE)
    return NO_REASON


@kernel
def has_token(g, t, army, substitutes):
    """Whether the army has a token to conquer with, or to put in another's place."""
    hand = np.int64(opening_hand(g, t, army)) if g.phase == Phase.CHOOSE else np.int64(free_hand(g, army))
    return has_substitute(g, t, army, hand) if substitutes else hand >= 1


@kernel
def why_not_succeed(g, t, army, verb, r):
    """Return the rule that forbids this kind of conquest of a region open to attack."""
    if verb == Verb.CONVERT:
        alone = has(lone_tokens(g, t, army, np.uint64(g.converted)), r)
        return SmallWorldReason.NO_FOOTHOLD if alone else SmallWorldReason.NO_LONE_TOKEN
    if has(g.traits[army], Trait.BERSERK):
        return SmallWorldReason.ALREADY_ROLLED if g.pending_roll >= 0 else SmallWorldReason.ROLL_FIRST
    return SmallWorldReason.BEYOND_THE_DIE


@kernel
def why_not_finish(g):
    """Return the rule that forbids passing."""
    if g.phase == Phase.MARKERS:
        return SmallWorldReason.MUST_PLACE_MARKERS
    if is_redeploying(g):
        must_abandon = to_place(g, np.int64(g.army)) < 0
        return SmallWorldReason.MUST_ABANDON if must_abandon else SmallWorldReason.REDEPLOY_AFTER_CONQUESTS
    if g.phase == Phase.WITHDRAWN:
        return SmallWorldReason.MUST_PUT_BACK
    return SmallWorldReason.NOT_PICK_TIME if g.phase == Phase.PICK else SmallWorldReason.MUST_DECIDE


@kernel
def why_not_deploy(g):
    """Return the rule that forbids deploying tokens."""
    if g.phase == Phase.WITHDRAWN:
        return SmallWorldReason.MUST_PUT_BACK
    must_abandon = is_redeploying(g) and to_place(g, np.int64(g.army)) < 0
    return SmallWorldReason.MUST_ABANDON if must_abandon else SmallWorldReason.REDEPLOY_AFTER_CONQUESTS


@kernel
def why_not_peace(g):
    """Return the rule that forbids making peace with a seat."""
    diplomat = g.phase == Phase.PEACE and has(g.traits[g.army], Trait.DIPLOMAT)
    return SmallWorldReason.NOT_SPARED if diplomat else SmallWorldReason.NOT_PEACE_TIME


@kernel
def why_not_marker(g, verb):
    """Return the rule that forbids placing a marker."""
    if g.phase != Phase.MARKERS and not (g.phase == Phase.WITHDRAWN and verb == Verb.ENCAMP):
        return SmallWorldReason.NOT_MARKER_TIME
    if verb == Verb.ENCAMP:
        return SmallWorldReason.NO_ENCAMPMENT
    return SmallWorldReason.NO_FORTRESS if verb == Verb.FORTIFY else SmallWorldReason.NO_HERO
