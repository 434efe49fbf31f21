"""Why an action is illegal: the first rule that forbids it, asked in the order of the rules."""

import numpy as np

from swenv.core.bits import EMPTY, has
from swenv.core.jit import entry, kernel
from swenv.smallworld.rules.conquest import free_hand, roll_first_regions
from swenv.smallworld.rules.cost import strength
from swenv.smallworld.rules.decline import may_decline_by_stonehedge
from swenv.smallworld.rules.holdings import holds
from swenv.smallworld.rules.legal import opening
from swenv.smallworld.rules.places import PENTACLE
from swenv.smallworld.rules.reach import at_peace, conquerable, guarded, immune, lone_tokens, reach, toll_barred
from swenv.smallworld.rules.reason_texts import (
    BALROG_FIRST,
    CHASM,
    EMPTY_HAND,
    EMPTY_PURSE,
    GUARDED,
    HELD_ALREADY,
    IMMUNE,
    KEEP_LAND,
    LONE_ONLY,
    MUST_CONQUER,
    MUST_DECIDE,
    MUST_DEPLOY,
    MUST_GIVE_UP,
    MUST_PLACE,
    MUST_RETURN,
    NO_ALLY,
    NO_ALTAR,
    NO_ANCIENT,
    NO_ARMOR,
    NO_BAG,
    NO_BALROG,
    NO_CAMP,
    NO_CHOICE_OF_STONEHEDGE,
    NO_DRAGON,
    NO_FOOTHOLD,
    NO_FORTRESS,
    NO_GHOST,
    NO_HERO,
    NO_PLACING,
    NO_QUEEN,
    NO_REBORN,
    NO_RELIC,
    NO_ROLL,
    NO_ROW,
    NO_SORCERY,
    NO_USE,
    NO_VAMPIRE,
    NO_VOLCANO,
    NOT_ALONE,
    NOT_CONQUEST_TIME,
    NOT_CRYSTALS,
    NOT_FIRST_ACTION,
    NOT_FOR_BALROG,
    NOT_HELD,
    NOT_MARKER_TIME,
    NOT_MIMES,
    NOT_PEACE_TIME,
    NOT_PICK_TIME,
    NOT_STOUT,
    OUT_OF_REACH,
    PEACE,
    PICK_TURN,
    ROLL_FIRST,
    ROLL_PENDING,
    START_FIRST,
    TOO_DEAR,
    TOO_FAR_SHORT,
    TOO_LATE_TO_ABANDON,
    WATER,
)
from swenv.smallworld.rules.reasons_warcraft import why_not_in_warcraft
from swenv.smallworld.rules.record import BERSERK, CONVERTS, DIPLOMAT, DRAGON, STOUT, VAMPIRE, Phase, Verb
from swenv.smallworld.rules.redeploy import to_place
from swenv.smallworld.rules.relics import copyable, usable


@entry
def reason_of(games, i, tables, action):
    """Position in `REASONS` of the reason against an illegal action of game `i`."""
    g, t = games[i], tables[games[i].table]
    verb, arg = np.int64(t.verb_of[action]), np.int64(t.arg_of[action])
    if t.warcraft != 0:
        return why_not_in_warcraft(g, t, verb, arg)
    if verb == Verb.PICK:
        return why_not_pick(g, arg)
    if verb == Verb.DECLINE:
        return NOT_STOUT if g.phase == Phase.STOUT and g.traits[g.army] & STOUT == EMPTY else NOT_FIRST_ACTION
    if verb == Verb.ABANDON:
        return why_not_abandon(g)
    if verb == Verb.CONQUER or verb == Verb.ROLL or verb == Verb.CONVERT or verb == Verb.DRAGON:
        return why_not_conquer(g, t, verb, arg)
    if verb == Verb.VAMPIRE or verb == Verb.ROLL_FOR:
        return why_not_conquer(g, t, verb, arg)
    if verb == Verb.FINISH:
        return why_not_finish(g)
    if verb == Verb.DEPLOY or verb == Verb.DEPLOY_REST:
        return why_not_deploy(g)
    if verb == Verb.PEACE:
        return NO_ALLY if g.phase == Phase.PEACE and g.traits[g.army] & DIPLOMAT != EMPTY else NOT_PEACE_TIME
    if verb == Verb.USE or verb == Verb.BAG:
        return why_not_relic(g, verb, arg)
    if verb == Verb.BALROG:
        return why_not_balrog(g)
    if verb == Verb.DECLINE_BY_STONEHEDGE:
        may = may_decline_by_stonehedge(g, t, 3 * np.int64(g.turn))
        return NOT_FIRST_ACTION if may else NO_CHOICE_OF_STONEHEDGE
    if verb == Verb.SWAP or verb == Verb.VOLCANO or verb == Verb.REBORN or verb == Verb.ANCIENT or verb == Verb.ALTAR:
        return why_not_now(verb)
    return why_not_marker(g, verb)


@kernel
def why_not_pick(g, row):
    """The rule against a pick."""
    if g.phase != Phase.PICK:
        return NOT_PICK_TIME
    return NO_ROW if row >= g.num_rows else TOO_DEAR


@kernel
def why_not_abandon(g):
    """The rule against giving up a region."""
    if g.phase == Phase.DEPLOY or g.phase == Phase.GHOUL_DEPLOY or g.phase == Phase.TOMB:
        return KEEP_LAND
    if g.phase == Phase.CHOOSE or g.phase == Phase.READY or g.phase == Phase.GHOUL_READY:
        if (g.armed | g.bag_armed) != 0:
            return MUST_CONQUER
        return PICK_TURN if g.picked != 0 and g.phase == Phase.READY else NOT_HELD
    return TOO_LATE_TO_ABANDON


@kernel
def is_conquest_time(g, t):
    """Whether conquests may be made now, if there are any."""
    phase = g.phase
    if phase == Phase.CHOOSE:
        return opening(g, t) == Phase.READY
    return (
        phase == Phase.READY or phase == Phase.GHOUL_READY or phase == Phase.CONQUEST or phase == Phase.GHOUL_CONQUEST
    )


@kernel
def why_not_conquer(g, t, verb, r):
    """The rule against a conquest of any kind, in the order of SW-CONQ-3 to -8 and UG-CONQ-2 to -4."""
    army = np.int64(g.army)
    if not is_conquest_time(g, t):
        if g.phase == Phase.BALROG:
            return BALROG_FIRST
        return START_FIRST if g.phase == Phase.CHOOSE else NOT_CONQUEST_TIME
    hand = np.int64(strength(g, army)) if g.phase == Phase.CHOOSE else np.int64(free_hand(g, army))
    if verb == Verb.ROLL:
        return NO_ROLL
    if verb == Verb.CONVERT and (g.traits[army] & CONVERTS == EMPTY or g.tray[g.race[army]] < 1):
        return NO_SORCERY
    if verb == Verb.DRAGON and (g.traits[army] & DRAGON == EMPTY or g.dragon_used != 0):
        return NO_DRAGON
    if verb == Verb.VAMPIRE and (g.traits[army] & VAMPIRE == EMPTY or g.vampired != 0):
        return NO_VAMPIRE
    if verb != Verb.CONQUER and g.pending_roll >= 0:
        return ROLL_PENDING
    if has(g.land[army], r):
        return HELD_ALREADY
    if not has(t.regions, r):
        return CHASM
    if not has(conquerable(g, t, army), r):
        return WATER
    if not has(reach(g, t, army), r):
        return OUT_OF_REACH
    if has(immune(g, army // 3), r):
        return IMMUNE
    if has(at_peace(g, t, army), r):
        return PEACE
    if has(toll_barred(g, t, army // 3), r):
        return EMPTY_PURSE
    if hand < 1:
        return EMPTY_HAND
    return why_not_so(g, t, army, verb, r)


@kernel
def why_not_so(g, t, army, verb, r):
    """The rule against this kind of conquest of a region that another kind may take."""
    if has(guarded(g, t, army // 3), r) and (verb != Verb.CONQUER or (g.armed | g.bag_armed) != 0):
        return GUARDED
    if verb == Verb.CONVERT:
        alone = has(lone_tokens(g, t, army, np.uint64(g.converted)), r)
        return NO_FOOTHOLD if alone else NOT_ALONE
    if verb == Verb.VAMPIRE:
        return LONE_ONLY
    if verb == Verb.ROLL_FOR:
        return TOO_FAR_SHORT if has(roll_first_regions(g, t, army), r) else NOT_CRYSTALS
    return ROLL_FIRST if g.traits[army] & BERSERK != EMPTY else TOO_FAR_SHORT


@kernel
def why_not_finish(g):
    """The rule against passing."""
    if (g.armed | g.bag_armed) != 0:
        return MUST_CONQUER
    if g.phase == Phase.MARKERS:
        return MUST_PLACE
    if g.phase == Phase.DEPLOY or g.phase == Phase.GHOUL_DEPLOY or g.phase == Phase.TOMB:
        return MUST_GIVE_UP if to_place(g, np.int64(g.army)) < 0 else MUST_DEPLOY
    if g.phase == Phase.WITHDRAWN:
        return MUST_RETURN
    if g.phase == Phase.BALROG:
        return BALROG_FIRST
    if g.phase == Phase.VOLCANO:
        return NO_VOLCANO
    return NOT_PICK_TIME if g.phase == Phase.PICK else MUST_DECIDE


@kernel
def why_not_deploy(g):
    """The rule against laying out a token."""
    if g.phase == Phase.WITHDRAWN:
        return MUST_RETURN
    if (g.phase == Phase.DEPLOY or g.phase == Phase.GHOUL_DEPLOY) and to_place(g, np.int64(g.army)) < 0:
        return MUST_GIVE_UP
    return MUST_DEPLOY


@kernel
def why_not_relic(g, verb, relic):
    """The rule against arming a relic or the Bag."""
    army = np.int64(g.army)
    if verb == Verb.USE:
        if (usable(g, army) >> relic) & 1 == 0:
            return NO_RELIC
    elif (copyable(g, army) >> relic) & 1 == 0:
        return NO_BAG
    return NO_USE


@kernel
def why_not_balrog(g):
    """The rule against sending the Balrog."""
    held = holds(g, np.int64(g.army), PENTACLE)
    if g.phase == Phase.BALROG or (held and g.balrog_moved == 0):
        return NOT_FOR_BALROG
    return NO_BALROG


@kernel
def why_not_now(verb):
    """The rule against a choice that has a phase of its own."""
    if verb == Verb.SWAP:
        return NOT_MIMES
    if verb == Verb.VOLCANO:
        return NO_VOLCANO
    if verb == Verb.REBORN:
        return NO_REBORN
    return NO_ANCIENT if verb == Verb.ANCIENT else NO_ALTAR


@kernel
def why_not_marker(g, verb):
    """The rule against placing a marker."""
    if g.phase != Phase.MARKERS and not (g.phase == Phase.WITHDRAWN and verb == Verb.ENCAMP):
        return NOT_MARKER_TIME
    if verb == Verb.ENCAMP:
        return NO_CAMP
    if verb == Verb.FORTIFY:
        return NO_FORTRESS
    if verb == Verb.HERO:
        return NO_HERO
    if verb == Verb.ARMOR:
        return NO_ARMOR
    if verb == Verb.QUEEN:
        return NO_QUEEN
    return NO_GHOST if verb == Verb.GHOST else NO_PLACING
