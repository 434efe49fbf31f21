"""Will-o'-Wisps name a region and roll the die before they pay (UG-RACE-WISPS)."""

import numpy as np

from swenv.core.bits import EMPTY
from swenv.core.jit import kernel
from swenv.smallworld.rules.adjacency import borders
from swenv.smallworld.rules.armed import ORB, armed, disarm
from swenv.smallworld.rules.attacks import note_attack
from swenv.smallworld.rules.boxes.targets import skilled_targets
from swenv.smallworld.rules.conquest import BEST_ROLL, affordable_regions, free_hand, hammers, pay, roll_die
from swenv.smallworld.rules.cost import raw_cost, terms
from swenv.smallworld.rules.holdings import second_power


@kernel
def roll_first_regions(g, t, army):
    """Crystals, and regions adjacent to crystals that this army holds (UG-RACE-WISPS)."""
    crystals = t.roll_first_regions[g.race[army]] | t.roll_first_regions[g.power[army]]
    crystals |= t.roll_first_regions[second_power(g, army)]
    if army % 3 != 0 or crystals == EMPTY:
        return EMPTY
    return crystals | borders(t, crystals & g.land[army])


@kernel
def roll_for_targets(g, t, army, hand):
    """Regions for which Wisps may roll before paying: those within reach of a 3 (UG-INT-83)."""
    if hand < 1 or g.pending_roll >= 0 or armed(g) >> ORB & 1 != 0:
        return EMPTY
    candidates = roll_first_regions(g, t, army)
    if candidates == EMPTY:
        return EMPTY
    candidates &= skilled_targets(g, t, army)
    return affordable_regions(g, t, army, candidates, hand + hammers(g, army) + BEST_ROLL)


@kernel
def roll_for(g, t, army, r):
    """Roll, then conquer at the reduced price or fail; True if conquests are over (UG-RACE-WISPS)."""
    g.last_roll = roll_die(g)
    needed = max(1, raw_cost(g, t, r, terms(g, t, army)) - g.last_roll)
    tools = hammers(g, army)
    if needed <= free_hand(g, army) + tools:
        pay(g, t, army, r, np.int64(needed), tools)
        return False
    note_attack(g, army, r)  # UG-CLAR-25
    disarm(g)
    return True
