"""Actions and phases of a turn that only Warcraft has (WW-TURN-2)."""

import numpy as np

from swenv.core.bits import EMPTY, bit, has, lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.pieces import leave_champion, take_beasts
from swenv.smallworld.rules.record import NOWHERE, Form, Phase, Trait, Verb
from swenv.smallworld.rules.warcraft.air_strike import give_up_strike, strike
from swenv.smallworld.rules.warcraft.bombs import pay_for_bomb, plant, remove_bomb, reveal_bombs, shuffle_bombs
from swenv.smallworld.rules.warcraft.champion import conquer_with_champion
from swenv.smallworld.rules.warcraft.conquest import build_forts
from swenv.smallworld.rules.warcraft.discoveries import WELL
from swenv.smallworld.rules.warcraft.end_of_turn import (
    build_towers,
    buy,
    heal,
    put_aegis,
    put_heart,
    put_objective,
    take_back_objectives,
)
from swenv.smallworld.rules.warcraft.ethereals import put_artifact, take_artifact
from swenv.smallworld.rules.warcraft.fields import refresh_turn
from swenv.smallworld.rules.warcraft.portals import swap
from swenv.smallworld.rules.warcraft.strongmen import push, push_to
from swenv.smallworld.rules.warcraft.tolls import give_harmony

HUMAN_COINS, WORGEN_COST = 2, -1


@kernel
def shift(g, army, form):
    """Choose a form of Worgen: human pays two coins, worgen costs one (WW-RACE-WORGEN)."""
    g.form = form + 1
    g.coins[army // 3] += WORGEN_COST if g.form == Form.WORGEN else HUMAN_COINS


@kernel
def carry_out_in_warcraft(g, t, army, verb, arg):
    """Carry out a verb that Warcraft adds between conquests; return whether it ends the phase."""
    if verb == Verb.FORM:
        shift(g, army, arg)
        return True
    if verb == Verb.ARM:
        g.phase = Phase.CONQUEST
        g.effects |= 1 << arg
    elif verb == Verb.LEAVE_CHAMPION:
        leave_champion(g, army)
    elif verb == Verb.PUSH:
        g.phase = Phase.CONQUEST
        push(g, t, army, arg)
    elif verb == Verb.PUSH_TO:
        g.phase = Phase.CONQUEST
        push_to(g, arg)
    elif verb == Verb.PORTAL:
        open_portal(g, t, army, arg)
    elif verb == Verb.TAKE:
        g.phase = Phase.PUT
        take_artifact(g, army, arg)
    elif verb == Verb.PUT:
        g.phase = Phase.CONQUEST
        put_artifact(g, arg)
    else:
        return end_turn_in_warcraft(g, t, army, verb, arg)
    return False


@kernel
def end_turn_in_warcraft(g, t, army, verb, arg):
    """Carry out a verb of the start or end of a Warcraft turn; return whether it ends the phase."""
    if verb == Verb.WELL:
        g.item_region[WELL] = arg
        g.chosen = NOWHERE
        return True
    if verb == Verb.AEGIS:
        put_aegis(g, arg)
        return True
    if verb == Verb.HEART:
        put_heart(g, t, army, arg)
        return True
    if verb == Verb.PAY:
        pay_for_bomb(g, t, np.int64(g.turn))
        return not reveal_bombs(g, t, np.int64(g.turn))
    if verb == Verb.BUY:
        buy(g, army)
    elif verb == Verb.BEAST:
        g.beasts[arg] += 1
    elif verb == Verb.POST:
        g.champions = bit(arg)
    elif verb == Verb.OBJECTIVE:
        put_objective(g, arg)
    elif verb == Verb.BOMB:
        plant(g, arg)
    return False


@kernel
def open_portal(g, t, army, r):
    """Choose the first of two regions, or exchange it with the second."""
    if g.phase != Phase.PORTAL:
        g.phase = Phase.PORTAL
        g.chosen = r
        return
    g.phase = Phase.CONQUEST
    swap(g, t, army, np.int64(g.chosen), r)


@kernel
def conquer_in_warcraft(g, t, army, verb, arg):
    """Carry out a conquest of a kind that Warcraft adds; none of them ends the conquests."""
    if verb == Verb.ROLL_FOR:
        strike(g, t, army, arg)
    elif verb == Verb.CHAMPION:
        conquer_with_champion(g, t, army, arg)


@kernel
def begin_turn_in_warcraft(g, seat):
    """Reset the counters of a Warcraft turn, take Harmony tokens back, note the bombs to reveal (WW-TURN-2, P0)."""
    refresh_turn(g)
    traits = g.traits[3 * seat]
    if has(traits, Trait.HARMONY):
        g.harmony = 0
    g.bombs_due = g.bombs if has(traits, Trait.BOMBS) else EMPTY


@kernel
def begin_phase_in_warcraft(g, t, phase, army):
    """Do what Warcraft prescribes as a phase begins."""
    if phase == Phase.REVEAL:
        reveal_bombs(g, t, army // 3)
    elif phase == Phase.AEGIS:
        build_towers(g, t, army)
    elif phase == Phase.OBJECTIVES:
        take_back_objectives(g, army)


@kernel
def end_phase_in_warcraft(g, t, phase, army):
    """Do what Warcraft prescribes as a phase ends; return False if the phase is not over."""
    if phase == Phase.REVEAL:
        if g.bombs_due != EMPTY:
            remove_bomb(g, lowest(g.bombs_due))
            if reveal_bombs(g, t, army // 3):
                return False
        if has(g.traits[army], Trait.BEASTS):
            take_beasts(g, t, army)
    elif phase == Phase.SWAP:
        if has(g.traits[army], Trait.BOMBS):
            shuffle_bombs(g)
    elif phase == Phase.STRIKE:
        give_up_strike(g)
    elif phase == Phase.RECRUIT:
        heal(g, army)
    elif phase == Phase.DEPLOY:
        build_forts(g, army, g.land[army])
    elif phase == Phase.BOMBS:
        give_harmony(g, t, army)
    return True
