"""Legal actions: for each verb, the set of arguments it may take now, written into `g.legal`.

Each phase calls the chapters of the rules that its verbs belong to (table in section 2.2).
"""

import numpy as np

from swenv.core.bits import EMPTY, bit, has, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.arming import arm_targets, bag_targets, use_targets
from swenv.smallworld.rules.conquest import (
    champion_targets,
    conquer_targets,
    convert_targets,
    dragon_targets,
    final_strike,
    free_hand,
    may_roll,
    roll_for_targets,
    strike_targets,
    vampire_targets,
)
from swenv.smallworld.rules.cost import strength
from swenv.smallworld.rules.decline import may_decline_by_stonehedge
from swenv.smallworld.rules.markers import (
    armor_targets,
    bag_placements,
    encamp_targets,
    fortify_targets,
    ghost_targets,
    hero_targets,
    queen_targets,
    relic_targets,
)
from swenv.smallworld.rules.record import Form, Phase, Trait, Verb
from swenv.smallworld.rules.redeploy import in_deploy, to_give_up, withdrawn_camps, withdrawn_land
from swenv.smallworld.rules.score import altar_targets
from swenv.smallworld.rules.underground.balrog import balrog_targets, may_move_balrog
from swenv.smallworld.rules.underground.relics import RING, SCEPTER
from swenv.smallworld.rules.underground.start import ancient_targets, fountain_gives, reborn_targets
from swenv.smallworld.rules.warcraft.bombs import bomb_targets, may_pay_harmony
from swenv.smallworld.rules.warcraft.discoveries import waters_for_well
from swenv.smallworld.rules.warcraft.end_of_turn import aegis_targets, heart_targets, may_buy, objective_targets
from swenv.smallworld.rules.warcraft.ethereals import put_targets, take_targets
from swenv.smallworld.rules.warcraft.pieces import (
    LAID_OUT_ANEW,
    beast_placements,
    can_gather_champion,
    champion_placements,
    may_leave_champion,
    placements,
    rest_placements,
)
from swenv.smallworld.rules.warcraft.portals import portal_targets, swap_partners
from swenv.smallworld.rules.warcraft.strongmen import push_destinations, push_targets

YES = np.uint64(1)
"""The argument set of a legal verb that takes no argument."""
PASSING = np.uint64(1 << Verb.FINISH)
"""The set of verbs that are no decision."""


@kernel
def allow(g, verb, arguments):
    """Make a verb legal with these arguments, if any."""
    g.legal[verb] = arguments
    if arguments != EMPTY:
        g.verbs |= bit(np.int64(verb))


@kernel
def update_legal(g, t):
    """Write what the seat to act may do; return whether it has a decision, that is, more than `finish`."""
    while g.verbs != EMPTY:
        g.legal[lowest(g.verbs)] = EMPTY
        g.verbs = without_lowest(g.verbs)
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
        allow_conquests(g, t, army, free_hand(g, army))
    elif phase == Phase.DEPLOY or phase == Phase.GHOUL_DEPLOY or phase == Phase.TOMB:
        allow(g, Verb.ABANDON, to_give_up(g, army))
        if g.traits[army] & LAID_OUT_ANEW != EMPTY:
            if g.hand[army] > 0:
                allow(g, Verb.DEPLOY, placements(g, army))
                allow(g, Verb.DEPLOY_REST, rest_placements(g, army))
            allow_pieces(g, army)
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
        if t.warcraft != 0:
            allow_pieces(g, 3 * np.int64(g.to_act))
    elif phase >= Phase.REVEAL:
        allow_warcraft(g, t, phase, army)
    elif phase != Phase.OVER:
        allow_underground(g, t, phase, army)
    return g.verbs & ~PASSING != EMPTY


@kernel
def allow_underground(g, t, phase, army):
    """Write the legal actions of Underground's phases; choosing a site and the Balrog's first region are mandatory."""
    if phase == Phase.SWAP:
        allow(g, Verb.SWAP, bit(np.int64(g.num_rows)) - YES)
        allow(g, Verb.FINISH, YES)
    elif phase == Phase.VOLCANO:
        allow(g, Verb.VOLCANO, t.volcanoes)
    elif phase == Phase.REBORN:
        allow(g, Verb.REBORN, reborn_targets(g, t, army // 3))
        allow(g, Verb.FINISH, YES)
    elif phase == Phase.ANCIENT:
        allow(g, Verb.ANCIENT, ancient_targets(g, army))
        allow(g, Verb.FINISH, YES)
    elif phase == Phase.BALROG:
        allow(g, Verb.BALROG, balrog_targets(g, t, army))
    elif phase == Phase.ALTAR:
        allow(g, Verb.ALTAR, altar_targets(g, np.int64(g.turn)))
        allow(g, Verb.FINISH, YES)


@kernel
def allow_pieces(g, army):
    """Allow redeploying Beasts and the Champion (WW-TURN-9)."""
    allow(g, Verb.BEAST, beast_placements(g, army))
    allow(g, Verb.POST, champion_placements(g, army))


@kernel
def allow_warcraft(g, t, phase, army):
    """Write the legal actions of Warcraft's phases; only `reveal`, `recruit`, `bombs` and `strike` may be passed."""
    if phase == Phase.REVEAL:
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
def opening(g, t):
    """Return the phase in which an expand turn begins: a choice of START if there is one (UG-TURN-3), else READY."""
    if t.underground != 0:
        if reborn_targets(g, t, np.int64(g.turn)) != EMPTY:
            return Phase.REBORN
        if ancient_targets(g, 3 * np.int64(g.turn)) != EMPTY:
            return Phase.ANCIENT
    if t.warcraft != 0 and affordable_forms(g, 3 * np.int64(g.turn)) != EMPTY:
        return Phase.FORM
    return Phase.READY


@kernel
def allow_opening(g, t, army):
    """Allow a decline, or anything with which an expand turn can begin (SW-TURN-2)."""
    active = 3 * np.int64(g.turn)
    allow_decline(g, t, active)
    begins = opening(g, t)
    if begins == Phase.FORM:
        allow(g, Verb.FORM, affordable_forms(g, active))
        return
    if begins != Phase.READY:
        allow_underground(g, t, np.int64(begins), active)
        return
    allow(g, Verb.ABANDON, g.land[army])
    allow_conquests(g, t, army, opening_hand(g, t, army))


@kernel
def opening_hand(g, t, army):
    """Count the tokens that can conquer as an expand turn begins: those taken up, plus the Fountain's."""
    hand = np.int64(strength(g, army))
    if t.underground != 0 and army % 3 == 0:
        hand += fountain_gives(g, army)
    return hand


@kernel
def allow_decline(g, t, army):
    """Allow a decline, and one with Stonehedge's power if it is optional (UG-ACT-25, UG-ACT-26)."""
    allow(g, Verb.DECLINE, YES)
    if t.underground != 0 and may_decline_by_stonehedge(g, t, army):
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
    if t.warcraft != 0:
        allow_warcraft_conquests(g, t, army, hand)
        return
    allow(g, Verb.CONVERT, convert_targets(g, t, army, hand))
    allow(g, Verb.DRAGON, dragon_targets(g, t, army, hand))
    if may_roll(g, army, hand):
        allow(g, Verb.ROLL, YES)
    if t.underground != 0:
        allow(g, Verb.USE, use_targets(g, t, army, hand))
        allow(g, Verb.BAG, bag_targets(g, t, army, hand))
        allow(g, Verb.VAMPIRE, vampire_targets(g, t, army, hand))
        allow(g, Verb.ROLL_FOR, roll_for_targets(g, t, army, hand))
        if may_move_balrog(g, army):
            allow(g, Verb.BALROG, balrog_targets(g, t, army))
        if (g.armed | g.bag_armed) != 0:
            return
    allow(g, Verb.FINISH, YES)


@kernel
def allow_warcraft_conquests(g, t, army, hand):
    """Allow Warcraft's other kinds of conquest, and to pass unless an effect is armed."""
    allow(g, Verb.ROLL_FOR, strike_targets(g, t, army, hand))
    allow(g, Verb.ARM, arm_targets(g, t, army, hand))
    if g.effects != 0:
        return
    allow(g, Verb.CHAMPION, champion_targets(g, t, army, hand))
    allow(g, Verb.PUSH, push_targets(g, t, army))
    allow(g, Verb.PORTAL, portal_targets(g, t, army))
    allow(g, Verb.TAKE, take_targets(g, t, army))
    if g.phase == Phase.CHOOSE:
        if can_gather_champion(g, army):
            allow(g, Verb.LEAVE_CHAMPION, YES)
    elif g.phase == Phase.READY and may_leave_champion(g, army):
        allow(g, Verb.LEAVE_CHAMPION, YES)
    allow(g, Verb.FINISH, YES)


@kernel
def allow_markers(g, t, army):
    """Allow placing markers: encampments, heroes, armors and the Queen are mandatory (SW-TURN-8, UG-REDEP-3)."""
    if t.underground != 0:
        allow(g, Verb.SCEPTER, relic_targets(g, army, SCEPTER))
        allow(g, Verb.RING, relic_targets(g, army, RING))
        if g.bag_armed != 0:
            return
        allow(g, Verb.ARMOR, armor_targets(g, army))
        allow(g, Verb.QUEEN, queen_targets(g, army))
        allow(g, Verb.GHOST, ghost_targets(g, t, army))
        allow(g, Verb.BAG, bag_placements(g, army))
    allow(g, Verb.ENCAMP, encamp_targets(g, t, army))
    allow(g, Verb.HERO, hero_targets(g, t, army))
    allow(g, Verb.FORTIFY, fortify_targets(g, army))
    must = g.legal[Verb.ENCAMP] | g.legal[Verb.HERO]
    if t.underground != 0:
        must |= g.legal[Verb.ARMOR] | g.legal[Verb.QUEEN]
    if must == EMPTY:
        allow(g, Verb.FINISH, YES)


@kernel
def possible_allies(g, t):
    """Opponents whose active race was not attacked this turn (SW-POWER-DIPLOMAT)."""
    seats = EMPTY
    for seat in range(t.num_players):
        if seat != g.turn and not has(np.uint64(g.attacked), seat):
            seats |= bit(seat)
    return seats
