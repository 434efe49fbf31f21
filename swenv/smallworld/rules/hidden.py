"""Resampling of what a seat cannot know, for honest search (SW-COL-8, SW-SCORE-6, UG-SETUP-24, WW-SETUP-7).

Samples depend only on the random stream and on what the seat sees: games that look alike to it give the same samples.
"""

import numpy as np

from swenv.core.bits import EMPTY, bit, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.core.random import draw, shuffle
from swenv.smallworld.rules.box import redraw_box
from swenv.smallworld.rules.boxes.hidden import redraw_hidden
from swenv.smallworld.rules.legal import update_legal
from swenv.smallworld.rules.record import FIRST_POWER, MOST_DUE, Phase

FIRST_RACE = np.int64(0)


@kernel
def resample(g, t, seat):
    """Redraw the order of all stacks, what the box holds if that was drawn, face-down markers, bombs, secret purses."""
    shuffle_rows(g, g.race_stack, np.int64(g.num_race_stack), FIRST_RACE)
    shuffle_rows(g, g.power_stack, np.int64(g.num_power_stack), np.int64(FIRST_POWER))
    if t.draws_box != 0:
        redraw_box(g, t)
    redraw_hidden(g, t)
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
