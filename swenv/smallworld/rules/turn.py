"""The state machine of a turn (section 2.2 of the rules).

`apply` carries out one action; `advance` goes from a phase to the next one; `settle` goes on until somebody has a
decision, so phases in which nothing can be decided are passed over. The order of the phases is written in `advance`.
"""

import numpy as np

from swenv.core.bits import EMPTY
from swenv.core.jit import kernel
from swenv.smallworld.rules.column import fill_column, pick
from swenv.smallworld.rules.conquest import conquer, convert, dragon, roll
from swenv.smallworld.rules.decline import decline
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
    DO_HERO,
    DO_PEACE,
    DO_PICK,
    DO_ROLL,
    GHOUL_CONQUEST,
    GHOUL_DEPLOY,
    GHOUL_READY,
    MARKERS,
    OVER,
    PEACE_PHASE,
    PICK,
    READY,
    STOUT_PHASE,
    WITHDRAWN,
    update_legal,
)
from swenv.smallworld.rules.losses import abandon
from swenv.smallworld.rules.markers import encamp, fortify, hero, take_up_markers
from swenv.smallworld.rules.record import ACTS_IN_DECLINE, NO_ROW, NOBODY
from swenv.smallworld.rules.redeploy import begin_deploy, deploy, take_up, to_place
from swenv.smallworld.rules.score import score


@kernel
def apply(g, t, verb, arg):
    """Carry out a legal action and go on to the next decision."""
    g.last_roll = -1
    if g.phase == CHOOSE and verb != DO_DECLINE:
        enter_ghouls(g, 3 * np.int64(g.turn) + 1)  # SW-TURN-2: the turn is an expand turn
    if verb == DO_PICK:
        pick(g, t, np.int64(g.army), arg)
        enter_ghouls(g, 3 * np.int64(g.turn) + 1)  # SW-INT-96
    elif verb == DO_DECLINE:
        decline_now(g, t)
    elif verb == DO_CONQUER or verb == DO_CONVERT or verb == DO_DRAGON or verb == DO_ROLL:
        go_conquering(g, t, verb, arg)
    elif verb == DO_ABANDON:
        abandon(g, arg)
    elif verb == DO_FINISH:
        advance(g, t)
    elif verb == DO_DEPLOY:
        deploy(g, arg, np.int64(1))
    elif verb == DO_DEPLOY_REST:
        deploy(g, arg, np.int64(to_place(g, np.int64(g.owner[arg]))))
    elif verb == DO_ENCAMP:
        encamp(g, arg)
    elif verb == DO_FORTIFY:
        fortify(g, arg)
    elif verb == DO_HERO:
        hero(g, arg)
    elif verb == DO_PEACE:
        g.peace[g.turn] = arg
        advance(g, t)
    settle(g, t)


@kernel
def settle(g, t):
    """Pass over every phase in which nothing but `finish` can be done."""
    while not update_legal(g, t) and g.phase != OVER:
        advance(g, t)


@kernel
def go_conquering(g, t, verb, arg):
    """SW-TURN-5, SW-TURN-6: a conquest action ends READY; the final attempt ends CONQUEST."""
    army = np.int64(g.army)
    g.phase = CONQUEST if army % 3 == 0 else GHOUL_CONQUEST
    if verb == DO_CONQUER:
        if conquer(g, t, army, arg):
            advance(g, t)
    elif verb == DO_CONVERT:
        convert(g, t, army, arg)
    elif verb == DO_DRAGON:
        dragon(g, t, army, arg)
    else:
        roll(g)


@kernel
def decline_now(g, t):
    """SW-TURN-15, SW-TURN-12: a decline takes the turn, and is scored; Stout declines after the score of its turn."""
    seat = np.int64(g.turn)
    decline(g, seat)
    if g.phase == CHOOSE:
        score(g, t, seat)
        next_turn(g, t)
    else:
        advance(g, t)


@kernel
def advance(g, t):
    """End the phase and begin the next one."""
    phase, army = g.phase, np.int64(g.army)
    if phase == GHOUL_READY or phase == GHOUL_CONQUEST:
        begin_deploy(g, t, army)
        g.phase = GHOUL_DEPLOY
    elif phase == GHOUL_DEPLOY:
        enter_ghouls(g, army + 1)
    elif phase == READY or phase == CONQUEST:
        g.pending_roll = -1  # SW-INT-146
        begin_deploy(g, t, army)
        g.phase = DEPLOY
    elif phase == DEPLOY:
        take_up_markers(g, army)
        g.phase = MARKERS
    elif phase == MARKERS:
        score(g, t, np.int64(g.turn))
        g.phase = STOUT_PHASE
    elif phase == STOUT_PHASE:
        g.phase = PEACE_PHASE
    elif phase == PEACE_PHASE:
        g.phase = WITHDRAWN  # SW-LOSS-8: the seat of the turn first, then clockwise
    elif phase == WITHDRAWN:
        g.to_act = (g.to_act + 1) % t.num_players
        if g.to_act == g.turn:
            next_turn(g, t)


@kernel
def enter_ghouls(g, army):
    """SW-TURN-4: Ghouls in decline act first, from slot `army` on; then the active race is readied (SW-TURN-5)."""
    active = 3 * np.int64(g.turn)
    while army < active + 3:
        if acts_in_decline(g, army):
            g.army = army
            g.phase = GHOUL_READY
            take_up(g, army)
            return
        army += 1
    g.army = active
    g.phase = READY
    take_up(g, active)


@kernel
def acts_in_decline(g, army):
    """Whether a race in decline has the trait of Ghouls and a token to use it with."""
    return g.traits[army] & ACTS_IN_DECLINE != EMPTY and (g.land[army] != EMPTY or g.hand[army] > 0)


@kernel
def start_turn(g, seat):
    """SW-TURN-1: counters of the turn at zero, the peace this seat granted is over."""
    g.turn = seat
    g.to_act = seat
    g.army = 3 * seat
    g.nonempty = 0
    g.attacked = 0
    g.converted = 0
    g.dragon_used = 0
    g.fortress_placed = 0
    g.pending_roll = -1
    g.peace[seat] = NOBODY
    if g.race[3 * seat] == NO_ROW:
        fill_column(g)
        g.phase = PICK
        return
    g.phase = CHOOSE
    if acts_in_decline(g, 3 * seat + 1):
        g.army = 3 * seat + 1
    elif acts_in_decline(g, 3 * seat + 2):
        g.army = 3 * seat + 2


@kernel
def next_turn(g, t):
    """SW-TURN-13: clockwise; after the last seat of the last round the game is over (SW-END-1)."""
    seat = (np.int64(g.turn) + 1) % t.num_players
    if seat == 0:
        if g.round_number == t.rounds:
            g.phase = OVER
            return
        g.round_number += 1
    start_turn(g, seat)
