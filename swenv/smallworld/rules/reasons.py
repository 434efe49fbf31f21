"""Why an action is illegal: the first rule that forbids it, asked in the order of the rules."""

import numpy as np

from swenv.core.bits import EMPTY, has
from swenv.core.jit import entry, kernel
from swenv.smallworld.rules.conquest import free_hand, has_substitute, roll_first_regions
from swenv.smallworld.rules.decline import MAY_BE_LEFT_UNUSED, may_decline_by_stonehedge
from swenv.smallworld.rules.holdings import holds, second_power
from swenv.smallworld.rules.legal import opening, opening_hand
from swenv.smallworld.rules.places import PENTACLE
from swenv.smallworld.rules.reach import (
    at_peace,
    conquerable,
    guarded,
    immune,
    lone_tokens,
    plain_reach,
    reach,
    toll_barred,
)
from swenv.smallworld.rules.reason_texts import (
    ALREADY_ROLLED,
    BAG_ROOM,
    BAG_TIME,
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
    MUST_PLACE_ALL,
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
    NO_RACE,
    NO_REBORN,
    NO_RELIC,
    NO_RING,
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
    ORB_LONE_ONLY,
    OUT_OF_REACH,
    OWN_VANISHING,
    PEACE,
    PICK_TURN,
    PLACE_BAG,
    REPLACES_PRICE,
    ROLL_FIRST,
    ROLL_PENDING,
    START_FIRST,
    TOO_DEAR,
    TOO_FAR_SHORT,
    TOO_LATE_TO_ABANDON,
    WATER,
)
from swenv.smallworld.rules.reasons_warcraft import why_not_in_warcraft
from swenv.smallworld.rules.record import (
    Phase,
    Trait,
    Verb,
)
from swenv.smallworld.rules.redeploy import to_place
from swenv.smallworld.rules.relics import DOORMAT, ORB, RING, armed, copyable, usable


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
        return NO_RACE if g.phase == Phase.PICK else NOT_FIRST_ACTION
    if verb == Verb.ABANDON:
        return why_not_abandon(g, t, arg)
    if verb == Verb.CONQUER or verb == Verb.ROLL or verb == Verb.CONVERT or verb == Verb.DRAGON:
        return why_not_conquer(g, t, verb, arg)
    if verb == Verb.VAMPIRE or verb == Verb.ROLL_FOR:
        return why_not_conquer(g, t, verb, arg)
    if verb == Verb.FINISH:
        return why_not_finish(g, t)
    if verb == Verb.DEPLOY or verb == Verb.DEPLOY_REST:
        return why_not_deploy(g)
    if verb == Verb.PEACE:
        return NO_ALLY if g.phase == Phase.PEACE and has(g.traits[g.army], Trait.DIPLOMAT) else NOT_PEACE_TIME
    if verb == Verb.USE or verb == Verb.BAG:
        return why_not_relic(g, t, verb, arg)
    if verb == Verb.BALROG:
        return why_not_balrog(g, t)
    if verb == Verb.DECLINE_BY_STONEHEDGE:
        return why_not_by_stonehedge(g, t, 3 * np.int64(g.turn))
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
def why_not_by_stonehedge(g, t, army):
    """The rule against a decline with what Stonehedge lends."""
    if t.traits[second_power(g, army)] & MAY_BE_LEFT_UNUSED == EMPTY:
        return NO_CHOICE_OF_STONEHEDGE
    return NOT_FIRST_ACTION if may_decline_by_stonehedge(g, t, army) else OWN_VANISHING


@kernel
def why_not_abandon(g, t, r):
    """The rule against giving up a region."""
    if g.phase == Phase.PICK:  # no race acts yet
        return NOT_HELD
    if g.phase == Phase.DEPLOY or g.phase == Phase.GHOUL_DEPLOY or g.phase == Phase.TOMB:
        return NOT_HELD if to_place(g, np.int64(g.army)) < 0 else KEEP_LAND
    if g.phase == Phase.CHOOSE and opening(g, t) != Phase.READY:
        return START_FIRST
    if g.phase == Phase.CHOOSE or g.phase == Phase.READY or g.phase == Phase.GHOUL_READY:
        if (g.armed | g.bag_armed) != 0:
            return MUST_CONQUER
        return PICK_TURN if has(g.land[g.army], r) else NOT_HELD
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
def not_yet(g):
    """The rule against what belongs to the conquests, when it is not their time."""
    return START_FIRST if g.phase == Phase.CHOOSE else NOT_CONQUEST_TIME


@kernel
def why_not_conquer(g, t, verb, r):
    """The rule against a conquest of any kind, in the order of SW-CONQ-3 to -8 and UG-CONQ-2 to -4."""
    army = np.int64(g.army)
    if not is_conquest_time(g, t):
        return BALROG_FIRST if g.phase == Phase.BALROG else not_yet(g)
    hand = np.int64(opening_hand(g, t, army)) if g.phase == Phase.CHOOSE else np.int64(free_hand(g, army))
    if verb == Verb.ROLL:
        return MUST_CONQUER if has(g.traits[army], Trait.BERSERK) and armed(g) != 0 else NO_ROLL
    if verb == Verb.CONVERT and (not has(g.traits[army], Trait.CONVERTS) or g.tray[g.race[army]] < 1):
        return NO_SORCERY
    if verb == Verb.DRAGON and (not has(g.traits[army], Trait.DRAGON) or g.dragon_used != 0):
        return NO_DRAGON
    used_up = g.vampired != 0 and t.vampire_per_opponent == 0
    if verb == Verb.VAMPIRE and (not has(g.traits[army], Trait.VAMPIRE) or used_up):
        return NO_VAMPIRE
    if verb == Verb.ROLL_FOR and roll_first_regions(g, t, army) == EMPTY:
        return NOT_CRYSTALS
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
    substitutes = verb == Verb.CONVERT or verb == Verb.VAMPIRE
    if not (has_substitute(g, t, army, hand) if substitutes else hand >= 1):
        return EMPTY_HAND
    return why_not_so(g, t, army, verb, r)


@kernel
def why_not_so(g, t, army, verb, r):
    """The rule against this kind of conquest of a region that another kind may take."""
    if has(guarded(g, t, army // 3), r) and not is_plain(g, t, army, verb, r):
        return GUARDED
    if verb != Verb.CONQUER and verb != Verb.ROLL_FOR and armed(g) & ~(1 << DOORMAT) != 0:
        return REPLACES_PRICE
    if verb == Verb.CONQUER and (armed(g) >> ORB) & 1 != 0:
        return ORB_LONE_ONLY
    if verb == Verb.CONVERT:
        alone = has(lone_tokens(g, t, army, np.uint64(g.converted)), r)
        return NO_FOOTHOLD if alone else NOT_ALONE
    if verb == Verb.VAMPIRE:
        return LONE_ONLY
    if verb == Verb.ROLL_FOR:
        return TOO_FAR_SHORT if has(roll_first_regions(g, t, army), r) else NOT_CRYSTALS
    if has(g.traits[army], Trait.BERSERK):
        return ALREADY_ROLLED if g.pending_roll >= 0 else ROLL_FIRST
    return TOO_FAR_SHORT


@kernel
def is_plain(g, t, army, verb, r):
    """Whether a conquest is the plain attack that Gnomes do not forbid (UG-RACE-GNOMES)."""
    helped = armed(g) != 0 or g.pending_roll >= 0 or not has(plain_reach(g, t, army), r)
    return verb == Verb.CONQUER and not helped


@kernel
def why_not_finish(g, t):
    """The rule against passing."""
    if g.phase == Phase.MARKERS:
        if g.bag_armed != 0:
            return PLACE_BAG
        return MUST_PLACE if t.underground == 0 else MUST_PLACE_ALL
    if (g.armed | g.bag_armed) != 0:
        return MUST_CONQUER
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
def why_not_relic(g, t, verb, relic):
    """The rule against arming a relic or the Bag."""
    army = np.int64(g.army)
    if verb == Verb.USE:
        if (usable(g, army) >> relic) & 1 == 0:
            return NO_RELIC
    elif (copyable(g, army) >> relic) & 1 == 0:
        return NO_BAG
    if relic >= RING:
        return BAG_ROOM if g.phase == Phase.MARKERS else BAG_TIME
    return NO_USE if is_conquest_time(g, t) else not_yet(g)


@kernel
def why_not_balrog(g, t):
    """The rule against sending the Balrog."""
    if g.phase == Phase.BALROG:
        return NOT_FOR_BALROG
    if g.balrog_moved != 0 or not holds(g, np.int64(g.army), PENTACLE):
        return NO_BALROG
    if not is_conquest_time(g, t):
        return not_yet(g)
    if armed(g) != 0:
        return MUST_CONQUER
    return ROLL_PENDING if g.pending_roll >= 0 else NOT_FOR_BALROG


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
    if verb == Verb.RING:
        return NO_RING
    return NO_GHOST if verb == Verb.GHOST else NO_PLACING
