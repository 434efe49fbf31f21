"""Resampling of what a seat cannot know, for honest search (SW-COL-8, SW-SCORE-6, UG-SETUP-24, WW-SETUP-7).

Samples depend only on the random stream and on what the seat sees: games that look alike to it give the same samples.
"""

import numpy as np

from swenv.core.bits import EMPTY, bit, count, lowest, one_if, without_lowest
from swenv.core.jit import kernel
from swenv.core.random import draw, shuffle
from swenv.smallworld.rules.legal import update_legal
from swenv.smallworld.rules.record import FIRST_POWER, NOWHERE, NUM_FINDS, NUM_TREASURES, Phase
from swenv.smallworld.rules.warcraft.discoveries import deal_finds
from swenv.smallworld.rules.warcraft.tolls import MOST_DUE

FIRST_RACE = np.int64(0)


@kernel
def resample(g, t, seat):
    """Redraw the order of all stacks, face-down markers and bombs, and secret purses."""
    shuffle_rows(g, g.race_stack, np.int64(g.num_race_stack), FIRST_RACE)
    shuffle_rows(g, g.power_stack, np.int64(g.num_power_stack), np.int64(FIRST_POWER))
    if t.places != 0:
        draw_treasures(g)
    if t.warcraft != 0:
        for find in range(NUM_FINDS):
            g.find_region[find] = NOWHERE
        deal_finds(g, g.face_down)
        draw_bombs(g)
    if t.hide_coins != 0 and g.phase != Phase.OVER:  # the end shows them
        draw_purses(g, t, seat)


@kernel
def shuffle_rows(g, stack, number, first):
    """Shuffle a stack of table rows numbered from `first`, leaving no trace of its order (SW-COL-8)."""
    rows = EMPTY
    for k in range(number):
        rows |= bit(stack[k] - first)
    for k in range(number):
        stack[k] = first + lowest(rows)
        rows = without_lowest(rows)
    shuffle(g, stack, number)


@kernel
def draw_treasures(g):
    """Draw the Places and Relics still to be found from all that are not face up (UG-SETUP-24)."""
    number = np.int64(0)
    for item in range(NUM_TREASURES):
        if g.item_region[item] == NOWHERE:
            g.item_stack[number] = item
            number += 1
    shuffle(g, g.item_stack, number)
    for k in range(g.num_items, NUM_TREASURES):
        g.item_stack[k] = NOWHERE


@kernel
def draw_bombs(g):
    """Redraw which unrevealed bombs are live: planted, in the stack, or removed unseen (WW-RACE-GOBLINS)."""
    live = count(g.live_bombs) + g.lost_live_bombs
    for k in range(g.num_bombs):
        live += g.bomb_stack[k]
    left = count(g.bombs) + g.num_bombs + g.lost_bombs
    planted = g.bombs
    g.live_bombs = EMPTY
    while planted != EMPTY:
        if draw(g, left) < live:
            g.live_bombs |= bit(lowest(planted))
            live -= 1
        left -= 1
        planted = without_lowest(planted)
    for k in range(g.num_bombs):
        explodes = one_if(draw(g, left) < live)
        g.bomb_stack[k] = explodes
        live -= explodes
        left -= 1
    g.lost_live_bombs = live


@kernel
def draw_purses(g, t, seat):
    """Draw the purse of each other seat from 0 to twice this seat's plus 10 (SW-SCORE-6)."""
    limit = 2 * np.int64(g.coins[seat]) + 11
    for other in range(t.num_players):
        if other != seat:
            g.coins[other] = draw(g, limit)
    if g.to_act != seat:
        raise_purse(g, t, np.int64(g.to_act))


@kernel
def raise_purse(g, t, seat):
    """Update the legal set; raise a purse that leaves no decision to the smallest that leaves one.

    The seat is to act, so it must be able to pay for something. Nothing costs more than MOST_DUE.
    """
    drawn = np.int64(g.coins[seat])
    purse = drawn
    while not update_legal(g, t) and purse <= MOST_DUE:
        purse += 1
        g.coins[seat] = purse if purse <= MOST_DUE else drawn
