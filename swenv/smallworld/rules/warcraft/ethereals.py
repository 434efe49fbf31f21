"""Ethereals take an adjacent Artifact, once a turn (WW-RACE-ETHEREALS)."""

import numpy as np

from swenv.core.bits import EMPTY, bit, has
from swenv.core.jit import kernel
from swenv.smallworld.rules.adjacency import borders
from swenv.smallworld.rules.armed import DISCOUNT
from swenv.smallworld.rules.record import FIRST_FIND, FIRST_LEGEND, NOWHERE, Trait
from swenv.smallworld.rules.warcraft.tolls import AEGIS_COINS, pay_aegis, protected, towered


@kernel
def take_targets(g, t, army):
    """Face-up Artifacts adjacent to the race, as a set; taking one from under the Aegis costs coins (WW-INT-45)."""
    artifacts = EMPTY
    if not has(g.traits[army], Trait.ETHEREAL) or (g.effects_used >> DISCOUNT) & 1 != 0:
        return artifacts
    seat = army // 3
    shield = protected(g, seat)
    near = borders(t, g.land[army]) & ~g.land[army] & ~towered(g, seat)
    if g.coins[seat] < AEGIS_COINS:
        near &= ~shield
    for artifact in range(FIRST_LEGEND - FIRST_FIND):
        r = np.int64(g.item_region[FIRST_FIND + artifact])
        if r >= 0 and has(near, r):
            artifacts |= bit(artifact)
    return artifacts


@kernel
def take_artifact(g, army, artifact):
    """Take an Artifact; this also spends the discount for the turn."""
    pay_aegis(g, army // 3, np.int64(g.item_region[FIRST_FIND + artifact]))
    g.effects_used |= 1 << DISCOUNT
    g.taken = artifact


@kernel
def put_targets(g, t, army):
    """Regions of the race adjacent to where the Artifact lay."""
    return g.land[army] & t.neighbors[g.item_region[FIRST_FIND + g.taken]]


@kernel
def put_artifact(g, r):
    """Put the Artifact taken into `r`."""
    g.item_region[FIRST_FIND + g.taken] = r
    g.taken = NOWHERE
