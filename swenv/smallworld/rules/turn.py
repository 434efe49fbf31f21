"""The state machine of a turn (SW 2.2, UG 2.2).

`apply` carries out one action; `advance` goes from a phase to the next one; `settle` goes on until somebody has a
decision, so phases in which nothing can be decided are passed over. The order of the phases is written in `advance`.
"""

import numpy as np

from swenv.core.bits import EMPTY, bit
from swenv.core.jit import kernel
from swenv.smallworld.rules.balrog import send_balrog
from swenv.smallworld.rules.column import enlist, fill_column, pick, swap_badge
from swenv.smallworld.rules.conquest import conquer, convert, dragon, roll, roll_for, vampire
from swenv.smallworld.rules.decline import decline
from swenv.smallworld.rules.legal import (
    ALTAR,
    ANCIENT,
    BALROG,
    CHOOSE,
    CONQUEST,
    DEPLOY,
    DO_ABANDON,
    DO_ALTAR,
    DO_ANCIENT,
    DO_ARMOR,
    DO_BAG,
    DO_BALROG,
    DO_CONQUER,
    DO_CONVERT,
    DO_DECLINE,
    DO_DECLINE_BY_STONEHEDGE,
    DO_DEPLOY,
    DO_DEPLOY_REST,
    DO_DRAGON,
    DO_ENCAMP,
    DO_FINISH,
    DO_FORTIFY,
    DO_GHOST,
    DO_HERO,
    DO_PEACE,
    DO_PICK,
    DO_QUEEN,
    DO_REBORN,
    DO_RING,
    DO_ROLL,
    DO_ROLL_FOR,
    DO_SCEPTER,
    DO_SWAP,
    DO_USE,
    DO_VAMPIRE,
    DO_VOLCANO,
    GHOUL_CONQUEST,
    GHOUL_DEPLOY,
    GHOUL_READY,
    MARKERS,
    OVER,
    PEACE_PHASE,
    PICK,
    READY,
    REBORN_PHASE,
    STOUT_PHASE,
    SWAP,
    TOMB_PHASE,
    VOLCANO_PHASE,
    WITHDRAWN,
    opening,
    update_legal,
)
from swenv.smallworld.rules.losses import abandon
from swenv.smallworld.rules.markers import armor, encamp, fortify, ghost, hero, place_relic, take_up_markers
from swenv.smallworld.rules.places import PENTACLE, pass_stonehedge_on
from swenv.smallworld.rules.record import ACTS_IN_DECLINE, NO_ROW, NOBODY, SWAPS_BADGE, VENGEFUL, VOLCANO
from swenv.smallworld.rules.redeploy import begin_deploy, deploy, take_up, to_place
from swenv.smallworld.rules.relics import RING, SCEPTER, arm, arm_bag
from swenv.smallworld.rules.score import sacrifice, score
from swenv.smallworld.rules.start import be_reborn, fountain, move_ancient


@kernel
def apply(g, t, verb, arg):
    """Carry out a legal action and go on to the next decision."""
    g.last_roll = -1
    if g.phase == CHOOSE and verb != DO_DECLINE and verb != DO_DECLINE_BY_STONEHEDGE:
        expand(g, t)  # SW-TURN-2: the turn is an expand turn
    if verb == DO_PICK:
        pick(g, t, np.int64(g.army), arg)
        g.picked = 1
        g.phase = SWAP
        if g.traits[g.army] & SWAPS_BADGE == EMPTY:
            advance(g, t)
    elif verb == DO_DECLINE or verb == DO_DECLINE_BY_STONEHEDGE:
        decline_now(g, t, verb == DO_DECLINE_BY_STONEHEDGE)
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
    else:
        apply_underground(g, t, verb, arg)
    if t.underground != 0:
        pass_stonehedge_on(g, t)
    settle(g, t)


@kernel
def apply_underground(g, t, verb, arg):
    """The verbs that Underground adds."""
    army = np.int64(g.army)
    if verb == DO_USE:
        arm(g, arg)
    elif verb == DO_BAG:
        arm_bag(g, arg)
    elif verb == DO_VAMPIRE or verb == DO_ROLL_FOR or verb == DO_BALROG:
        go_conquering(g, t, verb, arg)
    elif verb == DO_SWAP:
        swap_badge(g, t, army, arg)
        advance(g, t)
    elif verb == DO_VOLCANO:
        g.volcanoes = bit(arg)
        advance(g, t)
    elif verb == DO_REBORN:
        be_reborn(g, t, army, arg)
    elif verb == DO_ANCIENT:
        move_ancient(g, arg)
        advance(g, t)
    elif verb == DO_ARMOR:
        armor(g, arg)
    elif verb == DO_QUEEN:
        g.queens = bit(arg)
    elif verb == DO_GHOST:
        ghost(g, arg)
    elif verb == DO_SCEPTER:
        place_relic(g, SCEPTER, arg)
    elif verb == DO_RING:
        place_relic(g, RING, arg)
    elif verb == DO_ALTAR:
        sacrifice(g, arg)
        advance(g, t)


@kernel
def settle(g, t):
    """Pass over every phase in which nothing but `finish` can be done."""
    while not update_legal(g, t) and g.phase != OVER:
        advance(g, t)


@kernel
def expand(g, t):
    """The turn is no decline: what START has to decide comes first, then the troops are readied (UG-TURN-2)."""
    begins = opening(g, t)
    if t.underground != 0:
        fountain(g, 3 * np.int64(g.turn))
    if begins == READY:
        enter_ghouls(g, 3 * np.int64(g.turn) + 1)
    else:
        g.army = 3 * g.turn
        g.phase = begins


@kernel
def go_conquering(g, t, verb, arg):
    """SW-TURN-5, SW-TURN-6: a conquest action ends READY; a final attempt ends CONQUEST.

    Whoever uncovers the Pentacle sends the Balrog out at once, and ends his conquests then if they are over.
    """
    army = np.int64(g.army)
    discovery = g.phase == BALROG
    g.phase = CONQUEST if army % 3 == 0 else GHOUL_CONQUEST
    hidden = g.item_region[PENTACLE] < 0
    over = False
    if verb == DO_CONQUER:
        over = conquer(g, t, army, arg)
    elif verb == DO_CONVERT:
        convert(g, t, army, arg)
    elif verb == DO_DRAGON:
        dragon(g, t, army, arg)
    elif verb == DO_ROLL:
        roll(g)
    elif verb == DO_VAMPIRE:
        vampire(g, t, army, arg)
    elif verb == DO_ROLL_FOR:
        over = roll_for(g, t, army, arg)
    else:
        send_balrog(g, t, army, arg)
        over = discovery and g.conquests_over != 0
    if hidden and g.item_region[PENTACLE] >= 0 and army % 3 == 0:
        g.conquests_over = 1 if over else 0
        g.phase = BALROG
    elif over:
        advance(g, t)


@kernel
def decline_now(g, t, by_stonehedge):
    """SW-TURN-15, SW-TURN-12: a decline takes the turn, and is scored; Stout declines after the score of its turn."""
    g.declining = 1 if g.phase == CHOOSE else 0
    army = decline(g, t, np.int64(g.turn), by_stonehedge)
    if army != NOBODY:
        g.army = army
        g.phase = TOMB_PHASE
        take_up(g, army)
    else:
        end_decline(g, t)


@kernel
def end_decline(g, t):
    """The score of a turn that was spent on a decline; a Stout race goes on where it was."""
    if t.underground != 0:
        pass_stonehedge_on(g, t)
    if g.declining != 0:
        score(g, t, np.int64(g.turn))
        g.phase = ALTAR
    else:
        g.phase = PEACE_PHASE


@kernel
def advance(g, t):
    """End the phase and begin the next one."""
    phase, army = np.int64(g.phase), np.int64(g.army)
    if phase == BALROG:
        g.phase = CONQUEST
        if g.conquests_over == 0:
            return
        phase = CONQUEST
    if phase == GHOUL_READY or phase == GHOUL_CONQUEST:
        begin_deploy(g, t, army)
        g.phase = GHOUL_DEPLOY
    elif phase == GHOUL_DEPLOY:
        enter_ghouls(g, army + 1)
    elif phase == READY or phase == CONQUEST:
        g.pending_roll = -1  # SW-INT-146
        if t.underground != 0:
            pass_stonehedge_on(g, t)
        begin_deploy(g, t, army)
        g.phase = DEPLOY
    elif phase == DEPLOY:
        take_up_markers(g, army)
        g.phase = MARKERS
    elif phase == MARKERS:
        score(g, t, np.int64(g.turn))
        g.phase = ALTAR if t.underground != 0 else STOUT_PHASE
    elif phase == ALTAR:
        if g.declining != 0:
            next_turn(g, t)
        else:
            g.phase = STOUT_PHASE
    elif phase == STOUT_PHASE:
        g.phase = PEACE_PHASE
    elif phase == PEACE_PHASE:
        g.phase = WITHDRAWN  # SW-LOSS-8, UG-CLAR-32: the seat of the turn first, then clockwise
    elif phase == WITHDRAWN:
        g.to_act = (g.to_act + 1) % t.num_players
        if g.to_act == g.turn:
            next_turn(g, t)
    else:
        advance_underground(g, t, phase, army)


@kernel
def advance_underground(g, t, phase, army):
    """From the phases that come after a pick, at the start of a turn, and in a decline."""
    if phase == SWAP:
        enlist(g, t, army)
        if t.underground != 0:
            g.phase = VOLCANO_PHASE if g.traits[army] & VOLCANO != EMPTY else REBORN_PHASE
        else:
            enter_ghouls(g, army + 1)  # SW-INT-96
    elif phase == VOLCANO_PHASE:
        g.phase = REBORN_PHASE
    elif phase == REBORN_PHASE:
        g.phase = ANCIENT
    elif phase == ANCIENT:
        enter_ghouls(g, army + 1)
    elif phase == TOMB_PHASE:
        end_decline(g, t)


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
    start_turn_underground(g, seat)
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
def start_turn_underground(g, seat):
    """What Underground counts within a turn, at zero."""
    g.picked = 0
    g.declining = 0
    g.conquests_over = 0
    g.reborn = 0
    g.used = 0
    g.armed = 0
    g.bag = -1
    g.bag_armed = 0
    g.vampired = 0
    g.balrog_moved = 0
    g.ghost_moved = 0
    g.new_armors = 0
    g.hammers_left = g.hammers[seat]


@kernel
def next_turn(g, t):
    """SW-TURN-13: clockwise; after the last seat of the last round the game is over (SW-END-1)."""
    if g.traits[3 * np.int64(g.turn)] & VENGEFUL != EMPTY:
        g.vengeance = 0  # UG-REDEP-4
    seat = (np.int64(g.turn) + 1) % t.num_players
    if seat == 0:
        if g.round_number == t.rounds:
            g.phase = OVER
            return
        g.round_number += 1
    start_turn(g, seat)
