"""Which rule of Warcraft forbids an action. Asked only after an action turned out to be illegal."""

import numpy as np

from swenv.core.bits import EMPTY, has
from swenv.core.jit import kernel
from swenv.smallworld.rules.conquest import free_hand
from swenv.smallworld.rules.cost import strength
from swenv.smallworld.rules.effects import AIR_STRIKE, DISCOUNT, DOOMHAMMER, is_effective, usable
from swenv.smallworld.rules.ethereals import take_targets
from swenv.smallworld.rules.legal import affordable_forms
from swenv.smallworld.rules.pieces import least
from swenv.smallworld.rules.portals import portal_targets
from swenv.smallworld.rules.reach import DOOMHAMMER_COINS, champion_reach, conquerable, travel_reach
from swenv.smallworld.rules.reason_texts import (
    ABANDON_FIRST,
    CANNOT_PAY,
    DECIDE_FIRST,
    DECLINE_FIRST,
    EFFECT_ARMED,
    EFFECT_USELESS,
    FORM_FIRST,
    LAY_OUT_FIRST,
    NO_AEGIS,
    NO_AIR_STRIKE,
    NO_ATTEMPT,
    NO_BEAST_NOW,
    NO_BOMB,
    NO_CHAMPION,
    NO_COMBO,
    NO_CONQUEST_NOW,
    NO_DISCOUNT,
    NO_EFFECT,
    NO_FORM,
    NO_HEART,
    NO_LAYING_OUT,
    NO_OBJECTIVE,
    NO_PAIR,
    NO_PAYING,
    NO_POSTING,
    NO_PUSH,
    NO_PUSH_THERE,
    NO_PUTTING,
    NO_RECRUIT,
    NO_STRIKE,
    NO_SWAP,
    NO_TAKING,
    NO_TOKEN,
    NO_WELL,
    NOT_LEFT,
    ONLY_NAGA,
    OTHER_TABLE,
    OWN_REGION,
    PUT_BACK_FIRST,
    TOO_SHORT,
    UNREACHABLE,
    UNTOUCHABLE,
)
from swenv.smallworld.rules.record import Phase, Trait, Verb
from swenv.smallworld.rules.strongmen import push_targets
from swenv.smallworld.rules.tolls import MOST_DUE, barred, towered


@kernel
def why_not_in_warcraft(g, t, verb, arg):
    """Position in `REASONS` of what forbids the verb."""
    if verb == Verb.PICK:
        return NO_COMBO
    if verb == Verb.FORM:
        return NO_FORM
    undecided = g.phase == Phase.CHOOSE or g.phase == Phase.FORM
    if undecided and affordable_forms(g, 3 * np.int64(g.turn)) != EMPTY:
        return FORM_FIRST
    if verb == Verb.DECLINE:
        return NO_COMBO if g.phase == Phase.PICK else DECLINE_FIRST
    if verb == Verb.ABANDON:
        return ABANDON_FIRST
    if verb == Verb.FINISH:
        return why_not_finish_in_warcraft(g)
    if verb == Verb.CONQUER or verb == Verb.ROLL_FOR or verb == Verb.CHAMPION:
        return why_not_conquer_in_warcraft(g, t, verb, arg)
    if verb == Verb.DEPLOY or verb == Verb.DEPLOY_REST:
        return PUT_BACK_FIRST if g.phase == Phase.WITHDRAWN else NO_LAYING_OUT
    if verb == Verb.BEAST:
        return NO_BEAST_NOW
    if verb == Verb.POST:
        return NO_POSTING
    if is_conquest_phase(g):
        return why_not_act(g, t, verb, arg)
    return why_not_that(verb)


@kernel
def is_conquest_phase(g):
    """Whether conquests may be made now, if there are any."""
    return g.phase == Phase.CHOOSE or g.phase == Phase.READY or g.phase == Phase.CONQUEST


@kernel
def why_not_act(g, t, verb, arg):
    """Against everything between conquests."""
    if verb == Verb.ARM:
        return EFFECT_USELESS if (usable(g, np.int64(g.army)) >> arg) & 1 != 0 else NO_EFFECT
    if g.effects != 0:
        return EFFECT_ARMED
    return CANNOT_PAY if has(with_full_purse(g, t, verb), arg) else why_not_that(verb)


@kernel
def with_full_purse(g, t, verb):
    """What this verb could name if there were coins enough; EMPTY for verbs that cost nothing."""
    army = np.int64(g.army)
    seat, targets = army // 3, EMPTY
    g.coins[seat] += MOST_DUE
    if verb == Verb.PUSH:
        targets = push_targets(g, t, army)
    elif verb == Verb.PORTAL:
        targets = portal_targets(g, t, army)
    elif verb == Verb.TAKE:
        targets = take_targets(g, t, army)
    g.coins[seat] -= MOST_DUE
    return targets


@kernel
def why_not_that(verb):
    """Against a verb of which one rule says it all."""
    if verb == Verb.ARM:
        return NO_CONQUEST_NOW
    if verb == Verb.LEAVE_CHAMPION:
        return NOT_LEFT
    if verb == Verb.PUSH:
        return NO_PUSH
    if verb == Verb.PUSH_TO:
        return NO_PUSH_THERE
    if verb == Verb.PORTAL:
        return NO_SWAP
    if verb == Verb.TAKE:
        return NO_TAKING
    if verb == Verb.PUT:
        return NO_PUTTING
    if verb == Verb.WELL:
        return NO_WELL
    if verb == Verb.BUY:
        return NO_RECRUIT
    if verb == Verb.AEGIS:
        return NO_AEGIS
    if verb == Verb.HEART:
        return NO_HEART
    if verb == Verb.OBJECTIVE:
        return NO_OBJECTIVE
    return NO_BOMB if verb == Verb.BOMB else NO_PAYING


@kernel
def why_not_finish_in_warcraft(g):
    """Against passing."""
    if is_conquest_phase(g):
        return EFFECT_ARMED
    if g.phase == Phase.DEPLOY:
        return LAY_OUT_FIRST
    return PUT_BACK_FIRST if g.phase == Phase.WITHDRAWN else DECIDE_FIRST


@kernel
def why_not_conquer_in_warcraft(g, t, verb, r):
    """Against a conquest of any kind, in the order of WW-CONQ-1."""
    army = np.int64(g.army)
    if not is_conquest_phase(g):
        return NO_CONQUEST_NOW
    if verb == Verb.CHAMPION:
        if g.effects != 0:
            return EFFECT_ARMED
        if not has(g.traits[army], Trait.CHAMPION) or g.champion_used != 0:
            return NO_CHAMPION
    if verb == Verb.ROLL_FOR and not is_effective(g, army, AIR_STRIKE):
        return NO_AIR_STRIKE
    if not has(t.regions, r):
        return OTHER_TABLE
    if has(g.land[army], r):
        return OWN_REGION
    if not has(conquerable(g, t, army), r):
        return ONLY_NAGA
    if verb == Verb.CHAMPION:
        if not has(champion_reach(g, t, army), r):
            return NO_CHAMPION
    elif not has(travel_reach(g, t, army), r):
        return NO_DISCOUNT if is_effective(g, army, DISCOUNT) else UNREACHABLE
    if has(towered(g, army // 3), r):
        return UNTOUCHABLE
    more = DOOMHAMMER_COINS if is_effective(g, army, DOOMHAMMER) else np.int64(0)
    if has(barred(g, t, army // 3, more), r):
        return CANNOT_PAY
    if verb == Verb.CHAMPION:
        return NO_CHAMPION
    hand = np.int64(strength(g, army)) if g.phase == Phase.CHOOSE else np.int64(free_hand(g, army))
    if hand < least(g, army):
        return NO_PAIR if hand > 0 else NO_TOKEN
    if verb == Verb.ROLL_FOR:
        return NO_STRIKE
    return NO_ATTEMPT if is_effective(g, army, DOOMHAMMER) else TOO_SHORT
