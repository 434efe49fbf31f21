"""Legal actions of Warcraft's phases and verbs."""

import numpy as np

from swenv.core.bits import EMPTY, has
from swenv.core.jit import kernel
from swenv.smallworld.rules.legal_sets import YES, allow
from swenv.smallworld.rules.pieces import (
    beast_placements,
    can_gather_champion,
    champion_placements,
    may_leave_champion,
)
from swenv.smallworld.rules.record import Form, Phase, Trait, Verb
from swenv.smallworld.rules.warcraft.air_strike import final_strike, strike_targets
from swenv.smallworld.rules.warcraft.arming import arm_targets
from swenv.smallworld.rules.warcraft.bombs import bomb_targets, may_pay_harmony
from swenv.smallworld.rules.warcraft.champion import champion_targets
from swenv.smallworld.rules.warcraft.discoveries import waters_for_well
from swenv.smallworld.rules.warcraft.end_of_turn import aegis_targets, heart_targets, may_buy, objective_targets
from swenv.smallworld.rules.warcraft.ethereals import put_targets, take_targets
from swenv.smallworld.rules.warcraft.portals import portal_targets, swap_partners
from swenv.smallworld.rules.warcraft.strongmen import push_destinations, push_targets


@kernel
def allow_pieces(g, army):
    """Allow redeploying Beasts and the Champion (WW-TURN-9)."""
    allow(g, Verb.BEAST, beast_placements(g, army))
    allow(g, Verb.POST, champion_placements(g, army))


@kernel
def allow_warcraft(g, t, phase, army):
    """Write the legal actions of Warcraft's phases; only `reveal`, `recruit`, `bombs` and `strike` may be passed."""
    if phase == Phase.REVEAL:
        if g.bombs_due != EMPTY:
            if may_pay_harmony(g, t, army // 3):
                allow(g, Verb.PAY, YES)
            allow(g, Verb.FINISH, YES)
    elif phase == Phase.FORM:
        allow(g, Verb.FORM, affordable_forms(g, army))
    elif phase == Phase.PORTAL:
        allow(g, Verb.PORTAL, swap_partners(g, t, army, np.int64(g.chosen)))
    elif phase == Phase.PUSH:
        allow(g, Verb.PUSH_TO, push_destinations(g))
    elif phase == Phase.PUT:
        allow(g, Verb.PUT, put_targets(g, t, army))
    elif phase == Phase.STRIKE:
        allow(g, Verb.CONQUER, final_strike(g, t, army))
        allow(g, Verb.FINISH, YES)
    elif phase == Phase.WELL:
        allow(g, Verb.WELL, waters_for_well(g, t, np.int64(g.chosen)))
    elif phase == Phase.RECRUIT:
        if may_buy(g, army):
            allow(g, Verb.BUY, YES)
        allow(g, Verb.FINISH, YES)
    elif phase == Phase.AEGIS:
        allow(g, Verb.AEGIS, aegis_targets(g, army))
    elif phase == Phase.HEART:
        allow(g, Verb.HEART, heart_targets(g, army))
    elif phase == Phase.OBJECTIVES:
        allow(g, Verb.OBJECTIVE, objective_targets(g, t, army))
    elif phase == Phase.BOMBS:
        allow(g, Verb.BOMB, bomb_targets(g, t, army))
        allow(g, Verb.FINISH, YES)


@kernel
def affordable_forms(g, army):
    """Forms that may be chosen: human, and worgen for a coin (WW-RACE-WORGEN).

    EMPTY for other races and once a form is chosen.
    """
    if not has(g.traits[army], Trait.SHIFTS) or g.form != Form.NONE:
        return EMPTY
    return YES | YES << YES if g.coins[army // 3] > 0 else YES


@kernel
def allow_conquests_in_warcraft(g, t, army, hand):
    """Allow effects and Warcraft's kinds of conquest; return whether the conquests may end: no effect is armed."""
    allow(g, Verb.ROLL_FOR, strike_targets(g, t, army, hand))
    allow(g, Verb.ARM, arm_targets(g, t, army, hand))
    if g.effects != 0:
        return False
    allow(g, Verb.CHAMPION, champion_targets(g, t, army, hand))
    allow(g, Verb.PUSH, push_targets(g, t, army))
    allow(g, Verb.PORTAL, portal_targets(g, t, army))
    allow(g, Verb.TAKE, take_targets(g, t, army))
    if g.phase == Phase.CHOOSE:
        if can_gather_champion(g, army):
            allow(g, Verb.LEAVE_CHAMPION, YES)
    elif g.phase == Phase.READY and may_leave_champion(g, army):
        allow(g, Verb.LEAVE_CHAMPION, YES)
    return True
