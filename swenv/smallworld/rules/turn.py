"""The state machine of a turn (SW 2.2, UG 2.2, WW 2.2).

`apply` carries out one action; `advance` moves from one phase to the next; `settle` repeats that until somebody has a
decision, which skips phases without one. `advance` defines the order of the phases.
"""

import numpy as np

from swenv.core.batch import MOST_PHASES
from swenv.core.bits import EMPTY, bit, has, lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.column import enlist, fill_column, pick, swap_badge
from swenv.smallworld.rules.conquest import (
    conquer,
    conquer_with_champion,
    convert,
    dragon,
    give_up_strike,
    roll,
    roll_for,
    strike,
    vampire,
)
from swenv.smallworld.rules.decline import decline
from swenv.smallworld.rules.fields import refresh_turn
from swenv.smallworld.rules.legal import opening, update_legal
from swenv.smallworld.rules.losses import abandon
from swenv.smallworld.rules.markers import armor, encamp, fortify, ghost, hero, place_relic, take_up_markers
from swenv.smallworld.rules.record import (
    NO_ROW,
    NOBODY,
    NOWHERE,
    Form,
    Phase,
    Trait,
    Verb,
)
from swenv.smallworld.rules.redeploy import begin_deploy, deploy, take_up, to_place
from swenv.smallworld.rules.score import sacrifice, score
from swenv.smallworld.rules.underground.balrog import send_balrog
from swenv.smallworld.rules.underground.places import PENTACLE, pass_stonehedge_on
from swenv.smallworld.rules.underground.relics import RING, SCEPTER, arm, arm_bag
from swenv.smallworld.rules.underground.start import be_reborn, fountain, move_ancient
from swenv.smallworld.rules.warcraft.bombs import pay_for_bomb, plant, remove_bomb, reveal_bombs, shuffle_bombs
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
from swenv.smallworld.rules.warcraft.fields import refresh_turn as refresh_turn_warcraft
from swenv.smallworld.rules.warcraft.pieces import leave_champion, take_beasts
from swenv.smallworld.rules.warcraft.portals import swap
from swenv.smallworld.rules.warcraft.strongmen import push, push_to
from swenv.smallworld.rules.warcraft.tolls import give_harmony

HUMAN_COINS, WORGEN_COST = 2, -1


@kernel
def apply(g, t, verb, arg):
    """Carry out a legal action and move on to the next decision."""
    g.last_roll = -1
    if g.phase == Phase.CHOOSE and verb != Verb.DECLINE and verb != Verb.DECLINE_BY_STONEHEDGE:
        expand(g, t)  # SW-TURN-2: the turn is an expand turn
    if verb == Verb.PICK:
        pick(g, t, np.int64(g.army), arg)
        g.picked = 1
        g.phase = Phase.SWAP
        if not has(g.traits[g.army], Trait.SWAPS_BADGE):
            advance(g, t)
    elif verb == Verb.DECLINE or verb == Verb.DECLINE_BY_STONEHEDGE:
        decline_now(g, t, verb == Verb.DECLINE_BY_STONEHEDGE)
    elif verb == Verb.CONQUER or verb == Verb.CONVERT or verb == Verb.DRAGON or verb == Verb.ROLL:
        go_conquering(g, t, verb, arg)
    elif verb == Verb.ABANDON:
        abandon(g, arg)
    elif verb == Verb.FINISH:
        advance(g, t)
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
    elif verb == Verb.PEACE:
        g.peace[g.turn] = arg
        advance(g, t)
    elif t.warcraft != 0:
        apply_warcraft(g, t, verb, arg)
    else:
        apply_underground(g, t, verb, arg)
    if t.underground != 0:
        pass_stonehedge_on(g, t)
    settle(g, t)


@kernel
def apply_warcraft(g, t, verb, arg):
    """Carry out a verb that Warcraft adds; all but placements end READY (WW-TURN-6)."""
    army = np.int64(g.army)
    if verb == Verb.ROLL_FOR or verb == Verb.CHAMPION:
        go_conquering(g, t, verb, arg)
    elif verb == Verb.FORM:
        shift(g, army, arg)
        advance(g, t)
    elif verb == Verb.ARM:
        g.effects |= 1 << arg
        g.phase = Phase.CONQUEST
    elif verb == Verb.LEAVE_CHAMPION:
        leave_champion(g, army)
    elif verb == Verb.PUSH:
        g.phase = Phase.CONQUEST
        push(g, t, army, arg)
    elif verb == Verb.PUSH_TO:
        push_to(g, arg)
        g.phase = Phase.CONQUEST
    elif verb == Verb.PORTAL:
        open_portal(g, t, army, arg)
    elif verb == Verb.TAKE:
        take_artifact(g, army, arg)
        g.phase = Phase.PUT
    elif verb == Verb.PUT:
        put_artifact(g, arg)
        g.phase = Phase.CONQUEST
    elif verb == Verb.WELL:
        g.item_region[WELL] = arg
        g.chosen = NOWHERE
        advance(g, t)
    else:
        apply_start_and_end(g, t, army, verb, arg)


@kernel
def apply_start_and_end(g, t, army, verb, arg):
    """Carry out a verb of the start or end of a Warcraft turn."""
    if verb == Verb.BUY:
        buy(g, army)
    elif verb == Verb.BEAST:
        g.beasts[arg] += 1
    elif verb == Verb.POST:
        g.champions = bit(arg)
    elif verb == Verb.AEGIS:
        put_aegis(g, arg)
        advance(g, t)
    elif verb == Verb.HEART:
        put_heart(g, t, army, arg)
        advance(g, t)
    elif verb == Verb.OBJECTIVE:
        put_objective(g, arg)
    elif verb == Verb.BOMB:
        plant(g, arg)
    elif verb == Verb.PAY:
        pay_for_bomb(g, t, np.int64(g.turn))
        go_on_revealing(g, t)


@kernel
def shift(g, army, form):
    """Choose a form of Worgen: human pays two coins, worgen costs one (WW-RACE-WORGEN)."""
    g.form = form + 1
    g.coins[army // 3] += WORGEN_COST if g.form == Form.WORGEN else HUMAN_COINS


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
def apply_underground(g, t, verb, arg):
    """Carry out a verb that Underground adds."""
    army = np.int64(g.army)
    if verb == Verb.USE:
        arm(g, arg)
    elif verb == Verb.BAG:
        arm_bag(g, arg)
    elif verb == Verb.VAMPIRE or verb == Verb.ROLL_FOR or verb == Verb.BALROG:
        go_conquering(g, t, verb, arg)
    elif verb == Verb.SWAP:
        swap_badge(g, t, army, arg)
        advance(g, t)
    elif verb == Verb.VOLCANO:
        g.volcanoes = bit(arg)
        advance(g, t)
    elif verb == Verb.REBORN:
        be_reborn(g, t, army, arg)
    elif verb == Verb.ANCIENT:
        move_ancient(g, arg)
        advance(g, t)
    elif verb == Verb.ARMOR:
        armor(g, arg)
    elif verb == Verb.QUEEN:
        g.queens = bit(arg)
    elif verb == Verb.GHOST:
        ghost(g, arg)
    elif verb == Verb.SCEPTER:
        place_relic(g, SCEPTER, arg)
    elif verb == Verb.RING:
        place_relic(g, RING, arg)
    elif verb == Verb.ALTAR:
        sacrifice(g, arg)
        advance(g, t)


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
    begins = opening(g, t)
    if t.underground != 0:
        fountain(g, 3 * np.int64(g.turn))
    if begins == Phase.READY:
        enter_ghouls(g, 3 * np.int64(g.turn) + 1)
    else:
        g.army = 3 * g.turn
        g.phase = begins


@kernel
def go_conquering(g, t, verb, arg):
    """Carry out a conquest action, which ends READY; a final attempt ends CONQUEST (SW-TURN-5, SW-TURN-6).

    A seat that uncovers the Pentacle sends the Balrog out at once; if its conquests are over, they end after that.
    """
    army = np.int64(g.army)
    discovery = g.phase == Phase.BALROG
    if g.phase == Phase.STRIKE:
        g.chosen = NOWHERE
    g.phase = Phase.CONQUEST if army % 3 == 0 else Phase.GHOUL_CONQUEST
    hidden = g.item_region[PENTACLE] < 0
    over = False
    if verb == Verb.CONQUER:
        over = conquer(g, t, army, arg)
    elif verb == Verb.CONVERT:
        convert(g, t, army, arg)
    elif verb == Verb.DRAGON:
        dragon(g, t, army, arg)
    elif verb == Verb.ROLL:
        roll(g)
    elif verb == Verb.VAMPIRE:
        vampire(g, t, army, arg)
    elif verb == Verb.ROLL_FOR:
        if t.warcraft != 0:
            strike(g, t, army, arg)
        else:
            over = roll_for(g, t, army, arg)
    elif verb == Verb.CHAMPION:
        conquer_with_champion(g, t, army, arg)
    else:
        send_balrog(g, t, army, arg)
        over = discovery and g.conquests_over != 0
    if hidden and g.item_region[PENTACLE] >= 0 and army % 3 == 0:
        g.conquests_over = 1 if over else 0
        g.phase = Phase.BALROG
    elif over:
        if g.phase == Phase.WELL:
            g.conquests_over = 1
        else:
            advance(g, t)


@kernel
def decline_now(g, t, by_stonehedge):
    """Decline instead of taking a turn, then score (SW-TURN-15); a Stout race has scored already (SW-TURN-12)."""
    g.declining = 1 if g.phase == Phase.CHOOSE else 0
    army = decline(g, t, np.int64(g.turn), by_stonehedge)
    if army != NOBODY:
        g.army = army
        g.phase = Phase.TOMB
        take_up(g, army)
    else:
        end_decline(g, t)


@kernel
def end_decline(g, t):
    """Score a turn spent on a decline; after a Stout decline, go on with the turn."""
    if t.underground != 0:
        pass_stonehedge_on(g, t)
    if g.declining != 0:
        score(g, t, np.int64(g.turn))
        g.phase = Phase.ALTAR if t.warcraft == 0 else Phase.WITHDRAWN
    else:
        g.phase = Phase.PEACE


@kernel
def advance(g, t):
    """End the phase and begin the next one."""
    phase, army = np.int64(g.phase), np.int64(g.army)
    if phase == Phase.BALROG or phase == Phase.WELL:
        g.phase = Phase.CONQUEST
        if g.conquests_over == 0:
            return
        phase = Phase.CONQUEST
    if t.warcraft != 0 and advance_warcraft(g, t, phase, army):
        return
    if phase == Phase.GHOUL_READY or phase == Phase.GHOUL_CONQUEST:
        begin_deploy(g, t, army)
        g.phase = Phase.GHOUL_DEPLOY
    elif phase == Phase.GHOUL_DEPLOY:
        enter_ghouls(g, army + 1)
    elif phase == Phase.READY or phase == Phase.CONQUEST:
        g.pending_roll = -1  # SW-INT-146
        if t.underground != 0:
            pass_stonehedge_on(g, t)
        begin_deploy(g, t, army)
        g.phase = Phase.DEPLOY
    elif phase == Phase.DEPLOY:
        take_up_markers(g, army)
        g.phase = Phase.MARKERS
    elif phase == Phase.MARKERS:
        score(g, t, np.int64(g.turn))
        g.phase = Phase.ALTAR if t.underground != 0 else Phase.STOUT
    elif phase == Phase.ALTAR:
        if g.declining != 0:
            next_turn(g, t)
        else:
            g.phase = Phase.STOUT
    elif phase == Phase.STOUT:
        g.phase = Phase.PEACE
    elif phase == Phase.PEACE:
        g.phase = Phase.WITHDRAWN  # SW-LOSS-8, UG-CLAR-32: the seat of the turn first, then clockwise
    elif phase == Phase.WITHDRAWN:
        g.to_act = (g.to_act + 1) % t.num_players
        if g.to_act == g.turn:
            next_turn(g, t)
    else:
        advance_underground(g, t, phase, army)


@kernel
def advance_warcraft(g, t, phase, army):
    """Advance a Warcraft turn (WW-TURN-2) where it differs from the base game; return whether it does."""
    if phase == Phase.SWAP:
        enlist(g, t, army)
        if has(g.traits[army], Trait.BOMBS):
            shuffle_bombs(g)
        g.phase = Phase.FORM
    elif phase == Phase.FORM:
        enter_ghouls(g, army + 1)
    elif phase == Phase.STRIKE:
        give_up_strike(g)
        g.phase = Phase.CONQUEST
    elif phase == Phase.READY or phase == Phase.CONQUEST:
        g.phase = Phase.RECRUIT
    elif phase == Phase.RECRUIT:
        heal(g, army)
        begin_deploy(g, t, army)
        g.phase = Phase.DEPLOY
    elif phase == Phase.DEPLOY:
        build_towers(g, t, army)
        g.phase = Phase.AEGIS
    elif phase == Phase.AEGIS:
        g.phase = Phase.HEART
    elif phase == Phase.HEART:
        take_back_objectives(g, army)
        g.phase = Phase.OBJECTIVES
    elif phase == Phase.OBJECTIVES:
        g.phase = Phase.BOMBS
    elif phase == Phase.BOMBS:
        give_harmony(g, t, army)
        score(g, t, np.int64(g.turn))
        g.phase = Phase.WITHDRAWN
    elif phase == Phase.REVEAL:
        remove_bomb(g, lowest(g.bombs_due))
        go_on_revealing(g, t)
    else:
        return False
    return True


@kernel
def advance_underground(g, t, phase, army):
    """Advance from a phase after a pick, at the start of a turn, or in a decline."""
    if phase == Phase.SWAP:
        enlist(g, t, army)
        if t.underground != 0:
            g.phase = Phase.VOLCANO if has(g.traits[army], Trait.VOLCANO) else Phase.REBORN
        else:
            enter_ghouls(g, army + 1)  # SW-INT-96
    elif phase == Phase.VOLCANO:
        g.phase = Phase.REBORN
    elif phase == Phase.REBORN:
        g.phase = Phase.ANCIENT
    elif phase == Phase.ANCIENT:
        enter_ghouls(g, army + 1)
    elif phase == Phase.TOMB:
        end_decline(g, t)


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
    if t.warcraft != 0:
        start_turn_warcraft(g, t, seat)
    else:
        open_turn(g, seat)


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
def start_turn_warcraft(g, t, seat):
    """Start a Warcraft turn: reset counters, take Harmony tokens back, reveal bombs, take Beasts (WW-TURN-2, P0)."""
    refresh_turn_warcraft(g)
    traits = g.traits[3 * seat]
    if has(traits, Trait.HARMONY):
        g.harmony = 0
    g.bombs_due = g.bombs if has(traits, Trait.BOMBS) else EMPTY
    go_on_revealing(g, t)


@kernel
def go_on_revealing(g, t):
    """Reveal bombs until Harmony must be paid or refused; after the last one, open the turn."""
    seat = np.int64(g.turn)
    if reveal_bombs(g, t, seat):
        g.phase = Phase.REVEAL
        return
    if has(g.traits[3 * seat], Trait.BEASTS):
        take_beasts(g, t, 3 * seat)
    open_turn(g, seat)


@kernel
def next_turn(g, t):
    """Start the next seat's turn, clockwise (SW-TURN-13); the game ends after the last round (SW-END-1)."""
    if has(g.traits[3 * np.int64(g.turn)], Trait.VENGEFUL):
        g.vengeance = 0  # UG-REDEP-4
    seat = (np.int64(g.turn) + 1) % t.num_players
    if seat == 0:
        if g.round_number == t.rounds:
            g.phase = Phase.OVER
            return
        g.round_number += 1
    start_turn(g, t, seat)
