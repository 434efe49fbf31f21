"""The column of combos, its stacks and the pick (SW 1.4, UG 2.3)."""

from swenv.core.jit import kernel
from swenv.core.random import shuffle
from swenv.smallworld.rules.record import COLUMN_ROWS, NO_ROW


@kernel
def pick(g, t, army, row):
    """Pay one coin on every row above, take the coins of the row and its combo into an empty slot (SW-TURN-3)."""
    for above in range(row):
        g.column_coins[above] += 1
    g.coins[army // 3] += g.column_coins[row] - row  # SW-COL-1, SW-COL-2
    g.race[army] = g.column_race[row]
    g.power[army] = g.column_power[row]
    g.traits[army] = t.traits[g.race[army]] | t.traits[g.power[army]]
    close_row(g, row)


@kernel
def swap_badge(g, t, army, row):
    """UG-RACE-MIMES: exchange the badge with that of another combo, before tokens are drawn."""
    badge = g.power[army]
    g.power[army] = g.column_power[row]
    g.column_power[row] = badge
    g.traits[army] = t.traits[g.race[army]] | t.traits[g.power[army]]


@kernel
def enlist(g, t, army):
    """The race of a combo just picked gets its tokens (SW-SETUP-10, UG-COL-2), the column is refilled."""
    race = g.race[army]
    g.hand[army] = min(t.tokens[race] + t.tokens[g.power[army]], g.tray[race])
    g.tray[race] -= g.hand[army]
    fill_column(g)


@kernel
def close_row(g, row):
    """SW-COL-4: the rows below slide up with their coins."""
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
    """SW-COL-4 to -6: the stack tops become the last row while there are banners; badges are reshuffled if needed."""
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
    """SW-COL-6: the badge discard pile becomes the new stack."""
    for k in range(g.num_discard):
        g.power_stack[k] = g.discard[k]
        g.discard[k] = NO_ROW
    g.num_power_stack = g.num_discard
    g.num_discard = 0
    shuffle(g, g.power_stack, g.num_power_stack)


@kernel
def return_banner(g, race):
    """SW-COL-7: the banner of a vanished race goes to the bottom of the stack, or into the lowest empty row."""
    for k in range(g.num_race_stack, 0, -1):
        g.race_stack[k] = g.race_stack[k - 1]
    g.race_stack[0] = race
    g.num_race_stack += 1
    fill_column(g)


@kernel
def discard_badge(g, badge):
    """A badge without a race goes to the discard pile (SW-DECL-5); NO_ROW is no badge."""
    if badge != NO_ROW:
        g.discard[g.num_discard] = badge
        g.num_discard += 1
