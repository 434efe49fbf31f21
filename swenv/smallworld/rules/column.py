"""The column of combos, its stacks and picking from it (SW 1.4, UG 2.3)."""

from swenv.core.jit import kernel
from swenv.core.random import shuffle
from swenv.smallworld.rules.record import COLUMN_ROWS, NO_ROW


@kernel
def pick(g, t, army, row):
    """Pay a coin to each row above, then take this row's coins and its combo into an empty slot (SW-TURN-3)."""
    for above in range(row):
        g.column_coins[above] += 1
    g.coins[army // 3] += g.column_coins[row] - row  # SW-COL-1, SW-COL-2
    g.race[army] = g.column_race[row]
    g.power[army] = g.column_power[row]
    g.traits[army] = t.traits[g.race[army]] | t.traits[g.power[army]]
    close_row(g, row)


@kernel
def swap_badge(g, t, army, row):
    """Exchange the badge with that of another combo, before tokens are drawn (UG-RACE-MIMES)."""
    badge = g.power[army]
    g.power[army] = g.column_power[row]
    g.column_power[row] = badge
    g.traits[army] = t.traits[g.race[army]] | t.traits[g.power[army]]


@kernel
def enlist(g, t, army):
    """Give the race just picked its tokens (SW-SETUP-10, UG-COL-2) and refill the column."""
    race = g.race[army]
    g.hand[army] = min(t.tokens[race] + t.tokens[g.power[army]], g.tray[race])
    g.tray[race] -= g.hand[army]
    fill_column(g)


@kernel
def close_row(g, row):
    """Remove a row; the rows below slide up with their coins (SW-COL-4)."""
    g.num_rows -= 1
    for k in range(row, g.num_rows):
        g.column_race[k] = g.column_race[k + 1]
        g.column_power[k] = g.column_power[k + 1]
        g.column_coins[k] = g.column_coins[k + 1]
    g.column_race[g.num_rows] = NO_ROW
    g.column_power[g.num_rows] = NO_ROW
    g.column_coins[g.num_rows] = 0


@kernel
def fill_column(g):
    """Add rows from the tops of the stacks while banners last, reshuffling badges if needed (SW-COL-4 to -6)."""
    while g.num_rows < COLUMN_ROWS and g.num_race_stack > 0:
        if g.num_power_stack == 0:
            reshuffle_badges(g)
            if g.num_power_stack == 0:
                return
        g.num_race_stack -= 1
        g.num_power_stack -= 1
        g.column_race[g.num_rows] = g.race_stack[g.num_race_stack]
        g.column_power[g.num_rows] = g.power_stack[g.num_power_stack]
        g.race_stack[g.num_race_stack] = NO_ROW
        g.power_stack[g.num_power_stack] = NO_ROW
        g.num_rows += 1


@kernel
def reshuffle_badges(g):
    """Shuffle the discarded badges into a new stack (SW-COL-6)."""
    for k in range(g.num_discard):
        g.power_stack[k] = g.discard[k]
        g.discard[k] = NO_ROW
    g.num_power_stack = g.num_discard
    g.num_discard = 0
    shuffle(g, g.power_stack, g.num_power_stack)


@kernel
def return_banner(g, race):
    """Put a vanished race's banner at the bottom of the stack, or into the lowest empty row (SW-COL-7)."""
    for k in range(g.num_race_stack, 0, -1):
        g.race_stack[k] = g.race_stack[k - 1]
    g.race_stack[0] = race
    g.num_race_stack += 1
    fill_column(g)


@kernel
def discard_badge(g, badge):
    """Put a badge without a race on the discard pile; NO_ROW is no badge (SW-DECL-5)."""
    if badge != NO_ROW:
        g.discard[g.num_discard] = badge
        g.num_discard += 1
