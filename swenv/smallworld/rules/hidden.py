"""Resampling of what a seat cannot know, for honest search (SW-COL-8, SW-SCORE-6, UG-SETUP-24, WW-SETUP-7).

It is the same for all seats: nobody holds anything that others cannot know. Purses stay even with `hide_coins`, as all
gains and payments are public: only one is consistent with those of the game.
"""

import numpy as np

from swenv.core.bits import EMPTY, bit, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.core.random import shuffle
from swenv.smallworld.rules.box import redraw_box
from swenv.smallworld.rules.boxes.hidden import redraw_hidden
from swenv.smallworld.rules.record import FIRST_POWER

FIRST_RACE = np.int64(0)


@kernel
def resample(g, t, seat):
    """Redraw the order of all stacks, what the box holds if that was drawn, face-down markers, bombs."""
    shuffle_rows(g, g.race_stack, np.int64(g.num_race_stack), FIRST_RACE)
    shuffle_rows(g, g.power_stack, np.int64(g.num_power_stack), np.int64(FIRST_POWER))
    if t.draws_box != 0:
        redraw_box(g, t)
    redraw_hidden(g, t)


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
