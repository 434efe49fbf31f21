"""The state machine of a game (SI-STATE-1).

`apply` carries out one action; `settle` then runs automatic phases until somebody has a decision.
"""

import numpy as np
from numba import int64, void

from swenv.core.batch import MOST_PHASES
from swenv.core.bits import lowest
from swenv.core.jit import kernel, unit
from swenv.islands.rules.alexis import alexis_builds, alexis_turn, shuffle_expeditions
from swenv.islands.rules.cards import decks, draw_cards, pick_cards, shuffle_deck
from swenv.islands.rules.docking import dock, supply_is_empty
from swenv.islands.rules.fields import GAME
from swenv.islands.rules.final import score_game
from swenv.islands.rules.houses import build, refill_pool
from swenv.islands.rules.legal import clear_legal, update_legal
from swenv.islands.rules.markers import lay_marker
from swenv.islands.rules.placement import lay_tile
from swenv.islands.rules.record import (
    ALEXIS,
    FIRST_FACE,
    GREY,
    MISSIONS,
    NOTHING,
    REWARD_CARDS,
    ROUNDS,
    STACK,
    TABLES,
    Phase,
    Verb,
)
from swenv.islands.rules.reward import keep_token, score_resource, score_until_choice
from swenv.islands.rules.setup import START_TILES, deal, lay_start, remember
from swenv.islands.rules.stacks import fill_navigation, leave_hand, refill, replace, show_hand, take

NOT_ASKED_FOR_NONE = 1 << Phase.TURN | 1 << Phase.HAND | 1 << Phase.ALEXIS_HOUSE
"""Phases that are skipped if there is nothing to do."""
NOT_ASKED_FOR_ONE = 1 << Phase.MARKER | 1 << Phase.HOUSE | 1 << Phase.ALEXIS_PLACE | 1 << Phase.ALEXIS_HOUSE
"""Phases that are skipped if there is only one legal action."""


@unit(void, GAME, TABLES, int64, int64, int64)
def apply(g, t, verb, argument, cell):
    """Carry out a legal action and go on to the next decision.

    `argument` is the argument of a verb without a cell, or the rotation, slot or piece of a verb on cells.
    """
    seat = np.int64(g.mover)
    if verb == Verb.PASS:
        g.phase = Phase.REFILL if g.phase == Phase.MARKER else Phase.SCORING
    elif verb == Verb.CARD_PAIR or verb == Verb.REWARD_PAIR:
        prepare_seat(g, t, seat, argument)
    elif verb == Verb.TAKE:
        take(g, seat, argument)
        g.phase = Phase.HAND
    elif verb == Verb.HAND:
        choose_tile(g, seat, argument)
    elif verb == Verb.START_FACE:
        g.chosen = FIRST_FACE + argument
        g.phase = Phase.START_PLACE
    elif verb == Verb.MARKER_MODE:
        g.mode = argument
        g.phase = Phase.MARK_TARGET
    elif verb == Verb.RESOURCE:
        score_resource(g, t, seat, argument)
        g.phase = Phase.SCORING
    elif verb == Verb.DISCOVERY:
        keep_token(g, seat, argument)
        g.phase = Phase.SCORING
    elif verb == Verb.PLACE:
        place(g, t, seat, cell, argument)
    elif verb == Verb.DOCK_OWN or verb == Verb.DOCK_GREY:
        dock(g, t, seat, GREY if verb == Verb.DOCK_GREY else seat, cell)
        count_placement(g, t, seat, cell)
        g.phase = Phase.REWARD_TURN
    elif verb == Verb.HOUSE:
        build(g, t, seat, np.int64(g.at[cell]))
    else:
        lay_marker(g, t, seat, np.int64(g.mode), np.int64(g.at[cell]), argument)
        g.mode = NOTHING
        g.phase = Phase.REFILL
    settle(g, t)


@kernel
def choose_tile(g, seat, argument):
    """Choose the tile to be laid (SI-EXPL-3), or from a blocked hand the one to be removed (SI-EXPL-9)."""
    if g.phase == Phase.BLOCKED:
        g.phase = Phase.HAND if replace(g, seat, argument) else Phase.MARKER
    else:
        g.chosen = leave_hand(g, seat, argument)
        g.phase = Phase.PLACE


@kernel
def place(g, t, seat, cell, rot):
    """Lay the chosen tile: a start tile, one from the hand, or Alexis's."""
    tile = np.int64(g.chosen)
    g.chosen = NOTHING
    if g.phase == Phase.START_PLACE:
        lay_start(g, t, tile, cell, rot)
        laid = 0
        for face in range(FIRST_FACE, FIRST_FACE + 2 * START_TILES):
            laid += np.int64(g.placed >> np.uint64(face) & np.uint64(1))
        g.phase = Phase.DEAL if laid == START_TILES else Phase.START_PICK
        return
    lay_tile(g, t, tile, cell, rot)
    if g.phase == Phase.ALEXIS_PLACE:
        g.alexis_cell = NOTHING
        g.phase = Phase.REFILL
    else:
        count_placement(g, t, seat, cell)
        g.phase = Phase.MARKER


@kernel
def count_placement(g, t, seat, cell):
    """Record who laid a tile or a ship last (SI-TIE-1)."""
    g.placements += 1
    g.last_placement[seat] = g.placements
    remember(g, t, cell)


@kernel
def prepare_seat(g, t, seat, pair):
    """Pick missions, or goals and then rewards, and go on to the next seat (SI-PREP-2, SI-PREP-3)."""
    if g.phase == Phase.PREP_PICK:
        pick_cards(g, MISSIONS, seat, pair)
        if t.advanced != 0:
            g.phase = Phase.PREP_REWARD
            return
    else:
        pick_cards(g, REWARD_CARDS, seat, pair)
    g.phase = Phase.PREP_PICK
    g.mover = (seat + 1) % t.num_players
    if g.mover == first_human(g, t):
        g.mover = g.first
        g.phase = Phase.NEXT_TURN


@kernel
def first_human(g, t):
    """The seat that picks cards first: the first player; in solo mode the human, as Alexis takes none."""
    return np.int64(g.first) % t.num_players


@unit(void, GAME, TABLES)
def settle(g, t):
    """Run the game until somebody has a decision, or it is over.

    This terminates: a turn is skipped once at most, since the game then ends after the reward turns (SI-END-2), each
    contender gets one of those, and a round begins with a decision about cards.
    """
    for _ in range(MOST_PHASES):
        if g.phase == Phase.OVER:
            g.mover = g.mover % t.num_players
            clear_legal(g)
            break
        phase = np.int64(g.phase)
        if phase > Phase.OVER:
            run_automatic_phase(g, t, phase)
            continue
        number = update_legal(g, t)
        not_asked = NOT_ASKED_FOR_ONE if number == 1 else NOT_ASKED_FOR_NONE
        if number > 1 or (number == 1 and not_asked >> phase & 1 == 0):
            break
        if not_asked >> phase & 1 != 0:  # otherwise the loop runs out
            pass_over(g, t, phase)
    else:
        raise RuntimeError("nobody has a decision any more: no play leads to this record")
    g.turn = 0 if t.solo != 0 else g.mover
    g.to_act = g.turn


@kernel
def pass_over(g, t, phase):
    """Skip a phase in which at most one thing can be done."""
    if phase == Phase.TURN:  # SI-END-2
        g.docker = g.mover
        g.stuck = 1
        g.phase = Phase.REWARD_TURN
    elif phase == Phase.HAND:  # SI-EXPL-9
        show_hand(g, np.int64(g.mover))
        g.phase = Phase.BLOCKED
    elif phase == Phase.MARKER:
        g.phase = Phase.REFILL
    elif phase == Phase.HOUSE:
        g.phase = Phase.SCORING
    elif phase == Phase.ALEXIS_HOUSE:
        g.phase = Phase.NEXT_REWARD
    elif phase == Phase.ALEXIS_PLACE:
        place(g, t, ALEXIS, np.int64(g.alexis_cell), lowest(np.uint64(g.options[g.alexis_cell])))


@kernel
def run_automatic_phase(g, t, phase):
    """Carry out a phase without a decision."""
    if phase == Phase.DEAL:
        deal(g, t)
    elif phase == Phase.PREPARE:
        prepare(g, t)
    elif phase == Phase.NEXT_TURN:
        if t.solo != 0 and g.mover == ALEXIS:
            alexis_turn(g, t)
        else:
            g.phase = Phase.TURN
    elif phase == Phase.REFILL:
        refill(g)
        g.mover = (np.int64(g.mover) + 1) % t.contenders
        g.phase = Phase.NEXT_TURN
    elif phase == Phase.REWARD_TURN:
        begin_reward_turn(g, t)
    elif phase == Phase.SCORING:
        choices = score_until_choice(g, t, np.int64(g.mover))
        g.phase = Phase.SCORE if choices != 0 else Phase.NEXT_REWARD
    elif phase == Phase.NEXT_REWARD:
        end_reward_turn(g, t)
    elif phase == Phase.ROUND_END:
        end_round(g, t)
    elif phase == Phase.FINAL:
        score_game(g, t)


@kernel
def prepare(g, t):
    """Fill the navigation stack and deal cards, or end the game (SI-PREP-1, SI-END-1)."""
    if g.num_reserve < STACK:
        g.phase = Phase.FINAL
        return
    g.round_number += 1
    fill_navigation(g)
    draw_cards(g, t)
    g.mover = first_human(g, t)
    g.phase = Phase.PREP_PICK


@kernel
def begin_reward_turn(g, t):
    """Reveal the mission (SI-REW-2); Alexis turns over a card (SI-SOLO-12)."""
    g.num_built, g.scored = 0, 0
    g.built[:] = NOTHING
    if t.solo != 0 and g.mover == ALEXIS:
        clear_legal(g)
        alexis_builds(g, t)
    else:
        g.revealed[g.mover] = 1
        g.phase = Phase.HOUSE


@kernel
def end_reward_turn(g, t):
    """Refill the pool, and go on to the reward turn of the next seat (SI-REW-1, SI-REW-5)."""
    if t.solo != 0 and g.mover == ALEXIS:
        shuffle_expeditions(g)
    else:
        refill_pool(g, np.int64(g.mover))
    g.mover = (np.int64(g.mover) + 1) % t.contenders
    g.phase = Phase.ROUND_END if g.mover == g.docker else Phase.REWARD_TURN


@kernel
def end_round(g, t):
    """End a round, or the game (SI-ROUND-1, SI-ROUND-2, SI-END-2, SI-END-3); at most four rounds (SI-INT-40)."""
    g.num_built, g.scored = 0, 0
    g.built[:] = NOTHING
    if g.stuck != 0 or supply_is_empty(g) or g.round_number == ROUNDS:
        g.phase = Phase.FINAL
        return
    g.first = (np.int64(g.docker) + 1) % t.contenders
    g.docker = NOTHING
    g.revealed[:] = 0
    for deck in range(decks(t)):
        shuffle_deck(g, deck)
    g.phase = Phase.PREPARE
