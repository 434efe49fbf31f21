"""The state machine of a turn (SW 2.2, UG 2.2, WW 2.2).

`apply` carries out one action; `advance` moves from one phase to the next, in the order of `phases`; `settle` repeats
that until somebody has a decision, which skips phases without one.
"""

import numpy as np
from numba import int64, void

from swenv.core.batch import MOST_PHASES
from swenv.core.bits import EMPTY, has
from swenv.core.jit import inlined, kernel, unit
from swenv.smallworld.rules.boxes.decline import settle_second_power
from swenv.smallworld.rules.boxes.legal import opening
from swenv.smallworld.rules.boxes.turn import (
    begin_phase_in_box,
    begin_turn_in_box,
    carry_out_in_box,
    conquer_in_box,
    end_phase_in_box,
    expand_in_box,
)
from swenv.smallworld.rules.column import enlist, fill_column, pick
from swenv.smallworld.rules.conquest import conquer, convert, dragon, roll
from swenv.smallworld.rules.decline import decline
from swenv.smallworld.rules.fields import GAME, TABLES, refresh_turn
from swenv.smallworld.rules.legal import update_legal
from swenv.smallworld.rules.losses import abandon
from swenv.smallworld.rules.markers import encamp, fortify, hero, take_up_markers
from swenv.smallworld.rules.phases import END_OF_TURN, FIRST_OF_TURN
from swenv.smallworld.rules.record import NO_ROW, NOBODY, NOWHERE, Phase, Trait, Verb
from swenv.smallworld.rules.redeploy import begin_deploy, deploy, take_up, to_place
from swenv.smallworld.rules.score import score

CONQUESTS = np.uint64(
    sum(
        1 << verb
        for verb in (
            Verb.CONQUER, Verb.CONVERT, Verb.DRAGON, Verb.ROLL, Verb.VAMPIRE, Verb.ROLL_FOR, Verb.BALROG, Verb.CHAMPION,
        )
    )
)  # fmt: skip
"""The set of verbs that are conquests, or a roll for one."""


@unit(void, GAME, TABLES, int64, int64)
def apply(g, t, verb, arg):
    """Carry out a legal action and move on to the next decision."""
    g.last_roll = -1
    if g.phase == Phase.CHOOSE and verb != Verb.DECLINE and verb != Verb.DECLINE_BY_STONEHEDGE:
        expand(g, t)  # SW-TURN-2: the turn is an expand turn
    if go_conquering(g, t, verb, arg) if has(CONQUESTS, verb) else carry_out(g, t, verb, arg):
        advance(g, t)
    settle_second_power(g, t)
    settle(g, t)


@inlined
def carry_out(g, t, verb, arg):
    """Carry out an action that is no conquest; return whether it ends the phase."""
    army = np.int64(g.army)
    if verb == Verb.FINISH:
        return True
    if verb == Verb.PICK:
        pick(g, t, army, arg)
        g.picked = 1
        return True
    if verb == Verb.DECLINE or verb == Verb.DECLINE_BY_STONEHEDGE:
        return decline_now(g, t, verb == Verb.DECLINE_BY_STONEHEDGE)
    if verb == Verb.PEACE:
        g.peace[g.turn] = arg
        return True
    if verb == Verb.ABANDON:
        abandon(g, arg)
    elif verb == Verb.DEPLOY:
        deploy(g, arg, np.int64(1))
    elif verb == Verb.DEPLOY_REST:
        deploy(g, arg, np.int64(to_place(g, np.int64(g.owner[arg]))))
    elif verb == Verb.ENCAMP:
        encamp(g, arg)
    elif verb == Verb.FORTIFY:
        fortify(g, arg)
    elif verb == Verb.HERO:
        hero(g, arg)
    else:
        return carry_out_in_box(g, t, army, verb, arg)
    return False


@kernel
def settle(g, t):
    """Skip every phase without a decision, in which nothing but `finish` is legal.

    A turn has about thirty phases, and each seat has a pick or a `finish`: these are far fewer than `MOST_PHASES`.
    """
    for _ in range(MOST_PHASES):
        if update_legal(g, t) or g.phase == Phase.OVER:
            break
        advance(g, t)
    else:
        raise RuntimeError("nobody has a decision any more: no play leads to this record")


@kernel
def expand(g, t):
    """Begin an expand turn: choices of START come first, then troops are readied (UG-TURN-2)."""
    begins = np.int64(opening(g, t))
    expand_in_box(g, t, np.int64(g.turn))
    g.army = 3 * g.turn
    begin_phase(g, t, np.int64(Phase.GHOUL_READY) if begins == Phase.READY else begins)


@kernel
def go_conquering(g, t, verb, arg):
    """Carry out a conquest action, which ends READY; return whether it ends the conquests (SW-TURN-5, SW-TURN-6).

    A discovery may interrupt the conquests. If they are over, they end after it.
    """
    army = np.int64(g.army)
    discovery = g.phase == Phase.BALROG
    if g.phase == Phase.STRIKE:
        g.chosen = NOWHERE
    g.phase = Phase.CONQUEST if army % 3 == 0 else Phase.GHOUL_CONQUEST
    over = discovery and g.conquests_over != 0
    if verb == Verb.CONQUER:
        over = conquer(g, t, army, arg)
    elif verb == Verb.CONVERT:
        convert(g, t, army, arg)
    elif verb == Verb.DRAGON:
        dragon(g, t, army, arg)
    elif verb == Verb.ROLL:
        roll(g)
    elif conquer_in_box(g, t, army, verb, arg):
        over = True
    if over and (g.phase == Phase.BALROG or g.phase == Phase.WELL):
        g.conquests_over = 1
        return False
    return over


@kernel
def decline_now(g, t, by_stonehedge):
    """Decline instead of taking a turn (SW-TURN-15), or after the score of a Stout race (SW-TURN-12).

    Return whether the decline is complete; a race with the Tomb redeploys first (UG-POWER-TOMB).
    """
    g.declining = 1 if g.phase == Phase.CHOOSE else 0
    g.phase = Phase.TOMB
    army = np.int64(decline(g, t, np.int64(g.turn), by_stonehedge))
    if army == NOBODY:
        return True
    g.army = army
    take_up(g, army)
    return False


@unit(void, GAME, TABLES)
def advance(g, t):
    """End the phase and begin the next one of `phases`."""
    phase, army = np.int64(g.phase), np.int64(g.army)
    if end_phase(g, t, phase, army) and end_phase_in_box(g, t, phase, army):
        following = np.int64(t.next_phase[g.declining, phase])
        if following == END_OF_TURN:
            next_turn(g, t)
        else:
            begin_phase(g, t, following)


@inlined
def end_phase(g, t, phase, army):
    """Do what is prescribed as a phase ends; return False if the phase is not over."""
    if phase == Phase.PICK:
        return g.picked != 0  # a pick cannot be passed
    if phase == Phase.SWAP:
        enlist(g, t, army)
    elif phase == Phase.READY or phase == Phase.CONQUEST:
        g.pending_roll = -1  # SW-INT-146
        settle_second_power(g, t)
    elif phase == Phase.MARKERS or phase == Phase.BOMBS:
        score(g, t, np.int64(g.turn))
    elif phase == Phase.TOMB:
        settle_second_power(g, t)
        if g.declining != 0:
            score(g, t, np.int64(g.turn))
    elif phase == Phase.WITHDRAWN:  # SW-LOSS-8, UG-CLAR-32: the seat of the turn first, then clockwise
        g.to_act = (g.to_act + 1) % t.num_players
        return g.to_act == g.turn
    return True


@kernel
def begin_phase(g, t, phase):
    """Begin a phase and do what is prescribed then."""
    army = np.int64(g.army)
    g.phase = phase
    if phase == Phase.CHOOSE:
        open_turn(g, np.int64(g.turn))
    elif phase == Phase.GHOUL_READY:
        enter_ghouls(g, army + 1)
    elif phase == Phase.DEPLOY or phase == Phase.GHOUL_DEPLOY:
        begin_deploy(g, t, army)
    elif phase == Phase.MARKERS:
        take_up_markers(g, army)
    begin_phase_in_box(g, t, phase, army)


@kernel
def enter_ghouls(g, army):
    """Let declined Ghouls act first, from slot `army` on (SW-TURN-4); then ready the active race (SW-TURN-5)."""
    active = 3 * np.int64(g.turn)
    while army < active + 3:
        if acts_in_decline(g, army):
            g.army = army
            g.phase = Phase.GHOUL_READY
            take_up(g, army)
            return
        army += 1
    g.army = active
    g.phase = Phase.READY
    take_up(g, active)


@kernel
def acts_in_decline(g, army):
    """Whether a declined race has the Ghouls' trait and a token to act with."""
    return has(g.traits[army], Trait.ACTS_IN_DECLINE) and (g.land[army] != EMPTY or g.hand[army] > 0)


@kernel
def start_turn(g, t, seat):
    """Start a seat's turn: reset the counters of the turn and end the peace it granted (SW-TURN-1)."""
    g.turn = seat
    g.to_act = seat
    g.army = 3 * seat
    refresh_turn(g)
    g.hammers_left = g.hammers[seat]
    g.peace[seat] = NOBODY
    begin_turn_in_box(g, t, seat)
    begin_phase(g, t, np.int64(t.next_phase[0, FIRST_OF_TURN]))


@kernel
def open_turn(g, seat):
    """Open the first decision of a turn: a pick, or whether to decline (SW-TURN-2, SW-TURN-3)."""
    if g.race[3 * seat] == NO_ROW:
        fill_column(g)
        g.phase = Phase.PICK
        return
    g.phase = Phase.CHOOSE
    if acts_in_decline(g, 3 * seat + 1):
        g.army = 3 * seat + 1
    elif acts_in_decline(g, 3 * seat + 2):
        g.army = 3 * seat + 2


@kernel
def next_turn(g, t):
    """Start the next seat's turn, clockwise (SW-TURN-13); the game ends after the last round (SW-END-1)."""
    if has(g.traits[3 * np.int64(g.turn)], Trait.VENGEFUL):
        g.vengeance = 0  # UG-REDEP-4
    seat = (np.int64(g.turn) + 1) % t.num_players
    if seat == 0:
        if g.round_number == g.rounds:
            g.phase = Phase.OVER
            return
        g.round_number += 1
    start_turn(g, t, seat)
