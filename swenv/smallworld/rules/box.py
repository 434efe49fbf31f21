"""Which races and powers are in the box of a game, if the options let each game draw them."""

import numpy as np

from swenv.core.bits import EMPTY, bit, has
from swenv.core.jit import kernel
from swenv.core.random import draw, shuffle
from swenv.smallworld.rules.record import FIRST_POWER, NO_ROW


@kernel
def draw_box(g, t):
    """Draw how many banners and badges are in the box; those at the tops of the shuffled stacks are not."""
    if t.least_races > 0:
        left = t.least_races + draw(g, t.more_races + 1)
        while g.num_race_stack > left:
            g.num_race_stack -= 1
            g.race_stack[g.num_race_stack] = NO_ROW
    if t.least_powers > 0:
        left = t.least_powers + draw(g, t.more_powers + 1)
        while g.num_power_stack > left:
            g.num_power_stack -= 1
            g.power_stack[g.num_power_stack] = NO_ROW


@kernel
def redraw_box(g, t):
    """Draw anew which banners and badges are in the stacks: any that are not seen elsewhere."""
    races, powers = EMPTY, EMPTY  # seen
    for k in range(g.num_rows):
        races |= bit(np.int64(g.column_race[k]))
        powers |= bit(np.int64(g.column_power[k]) - FIRST_POWER)
    for army in range(3 * t.num_players):
        if g.race[army] != NO_ROW:
            races |= bit(np.int64(g.race[army]))
        if g.power[army] != NO_ROW:
            powers |= bit(np.int64(g.power[army]) - FIRST_POWER)
    for k in range(g.num_discard):
        powers |= bit(np.int64(g.discard[k]) - FIRST_POWER)
    if g.stonehedge != NO_ROW:
        powers |= bit(np.int64(g.stonehedge) - FIRST_POWER)
    if t.least_races > 0:
        draw_stack(g, t, g.race_stack, np.int64(g.num_race_stack), np.int64(0), races)
    if t.least_powers > 0:
        draw_stack(g, t, g.power_stack, np.int64(g.num_power_stack), np.int64(FIRST_POWER), powers)


@kernel
def draw_stack(g, t, stack, number, first, seen):
    """Fill a stack with `number` rows of the box, numbered from `first`, that are not in the set `seen`."""
    size = np.int64(0)
    for k in range(len(stack)):
        if t.in_box[first + k] != 0 and not has(seen, k):
            stack[size] = first + k
            size += 1
    shuffle(g, stack, size)
    for k in range(number, size):
        stack[k] = NO_ROW
