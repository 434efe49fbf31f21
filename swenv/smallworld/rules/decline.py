"""Going into decline (section 2.8 of the rules)."""

import numpy as np

from swenv.core.bits import EMPTY, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.column import discard_badge
from swenv.smallworld.rules.losses import clear_slot, vacate, vanish, vanish_if_gone
from swenv.smallworld.rules.record import ACTS_IN_DECLINE, LASTING, NO_ROW, SPIRIT


@kernel
def decline(g, seat):
    """SW-DECL-2 to SW-DECL-6: the older race leaves, the active one turns over and moves to its slot."""
    active = 3 * seat
    spirit = g.traits[active] & SPIRIT != EMPTY
    slot = active + 2 if spirit else active + 1
    if g.race[slot] != NO_ROW:
        remove(g, slot)  # SW-DECL-2
    turn_over(g, active)
    if not spirit:
        discard_badge(g, g.power[active])  # SW-DECL-5
        g.power[active] = NO_ROW
    move(g, active, slot)
    vanish_if_gone(g, slot)  # SW-DECL-13


@kernel
def remove(g, army):
    """All tokens of a race in decline go to the tray, with what stands beside them; its banner returns (SW-DECL-2)."""
    race = g.race[army]
    g.tray[race] += g.hand[army]
    land = g.land[army]
    while land != EMPTY:
        g.tray[race] += vacate(g, lowest(land))
        land = without_lowest(land)
    g.hand[army] = 0
    vanish(g, army)


@kernel
def turn_over(g, army):
    """SW-DECL-3 and SW-DECL-4: one token a region stays (of Ghouls all on the map), hand and markers go."""
    race = g.race[army]
    keep_all = g.traits[army] & ACTS_IN_DECLINE != EMPTY
    g.tray[race] += g.hand[army]
    g.hand[army] = 0
    g.reserve[army] = 0
    land = g.land[army]
    g.holes &= ~land
    g.heroes &= ~land
    g.dragons &= ~land
    while land != EMPTY:
        r = lowest(land)
        land = without_lowest(land)
        g.encampments[r] = 0
        if not keep_all:
            g.tray[race] += g.tokens[r] - 1
            g.tokens[r] = 1


@kernel
def move(g, army, slot):
    """SW-DECL-6: the race goes from one slot to another, with the traits that last (SW-DECL-9)."""
    g.race[slot] = g.race[army]
    g.power[slot] = g.power[army]
    g.traits[slot] = g.traits[army] & LASTING
    g.land[slot] = g.land[army]
    land = g.land[army]
    while land != EMPTY:
        g.owner[lowest(land)] = np.int8(slot)
        land = without_lowest(land)
    clear_slot(g, army)
