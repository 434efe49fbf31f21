"""Legal actions of Underground's phases and verbs."""

import numpy as np

from swenv.core.bits import EMPTY, bit, has
from swenv.core.jit import kernel
from swenv.smallworld.rules.armed import RING, SCEPTER
from swenv.smallworld.rules.legal_sets import YES, allow
from swenv.smallworld.rules.record import Phase, Trait, Verb
from swenv.smallworld.rules.underground.altar import altar_targets
from swenv.smallworld.rules.underground.arming import bag_targets, use_targets
from swenv.smallworld.rules.underground.balrog import balrog_targets, may_move_balrog
from swenv.smallworld.rules.underground.markers import (
    armor_targets,
    bag_placements,
    ghost_targets,
    queen_targets,
    relic_targets,
)
from swenv.smallworld.rules.underground.start import ancient_targets, reborn_targets
from swenv.smallworld.rules.underground.vampire import vampire_targets
from swenv.smallworld.rules.underground.wisps import roll_for_targets


@kernel
def allow_underground(g, t, phase, army):
    """Write the legal actions of Underground's phases; choosing a site and the Balrog's first region are mandatory."""
    if phase == Phase.SWAP:
        if has(g.traits[army], Trait.SWAPS_BADGE):
            allow(g, Verb.SWAP, bit(np.int64(g.num_rows)) - YES)
            allow(g, Verb.FINISH, YES)
    elif phase == Phase.VOLCANO:
        if has(g.traits[army], Trait.VOLCANO):
            allow(g, Verb.VOLCANO, t.volcanoes)
    elif phase == Phase.REBORN:
        allow(g, Verb.REBORN, reborn_targets(g, t, army // 3))
        allow(g, Verb.FINISH, YES)
    elif phase == Phase.ANCIENT:
        allow(g, Verb.ANCIENT, ancient_targets(g, army))
        allow(g, Verb.FINISH, YES)
    elif phase == Phase.BALROG:
        allow(g, Verb.BALROG, balrog_targets(g, t, army))
    elif phase == Phase.ALTAR:
        allow(g, Verb.ALTAR, altar_targets(g, np.int64(g.turn)))
        allow(g, Verb.FINISH, YES)


@kernel
def opening_in_underground(g, t, seat):
    """Return the phase in which an expand turn begins: a choice of the start if there is one (UG-TURN-3)."""
    if reborn_targets(g, t, seat) != EMPTY:
        return Phase.REBORN
    return Phase.ANCIENT if ancient_targets(g, 3 * seat) != EMPTY else Phase.READY


@kernel
def allow_conquests_in_underground(g, t, army, hand):
    """Allow relics and Underground's kinds of conquest; return whether the conquests may end (UG-RELIC-00)."""
    allow(g, Verb.USE, use_targets(g, t, army, hand))
    allow(g, Verb.BAG, bag_targets(g, t, army, hand))
    allow(g, Verb.VAMPIRE, vampire_targets(g, t, army, hand))
    allow(g, Verb.ROLL_FOR, roll_for_targets(g, t, army, hand))
    if may_move_balrog(g, army):
        allow(g, Verb.BALROG, balrog_targets(g, t, army))
    return (g.armed | g.bag_armed) == 0


@kernel
def allow_markers_in_underground(g, t, army):
    """Allow placing relics, armors, the Queen and the Ghost; return False while the Bag must be placed."""
    allow(g, Verb.SCEPTER, relic_targets(g, army, SCEPTER))
    allow(g, Verb.RING, relic_targets(g, army, RING))
    if g.bag_armed != 0:
        return False
    allow(g, Verb.ARMOR, armor_targets(g, army))
    allow(g, Verb.QUEEN, queen_targets(g, army))
    allow(g, Verb.GHOST, ghost_targets(g, t, army))
    allow(g, Verb.BAG, bag_placements(g, army))
    return True
