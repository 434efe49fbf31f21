"""What the boxes change in `rules.legal`."""

import numpy as np

from swenv.core.bits import EMPTY
from swenv.core.jit import kernel
from swenv.smallworld.rules.decline import may_decline_by_stonehedge
from swenv.smallworld.rules.record import Phase
from swenv.smallworld.rules.underground.legal import (
    allow_conquests_in_underground,
    allow_markers_in_underground,
    allow_underground,
    opening_in_underground,
)
from swenv.smallworld.rules.warcraft.legal import (
    affordable_forms,
    allow_conquests_in_warcraft,
    allow_pieces,
    allow_warcraft,
)


@kernel
def allow_phase_of_box(g, t, phase, army):
    """Write the legal actions of a phase that only a box has."""
    if t.warcraft != 0:
        allow_warcraft(g, t, phase, army)
    else:
        allow_underground(g, t, phase, army)


@kernel
def opening(g, t):
    """Return the phase in which an expand turn begins: a choice of the start if a box has one, else READY."""
    if t.underground != 0:
        return opening_in_underground(g, t, np.int64(g.turn))
    if t.warcraft != 0 and affordable_forms(g, 3 * np.int64(g.turn)) != EMPTY:
        return Phase.FORM
    return Phase.READY


@kernel
def may_decline_by_box(g, t, army):
    """Whether a decline may use a power that a box lends."""
    return t.underground != 0 and may_decline_by_stonehedge(g, t, army)


@kernel
def allow_conquests_of_box(g, t, army, hand):
    """Allow what a box offers between conquests; return whether the conquests may end."""
    if t.warcraft != 0:
        return allow_conquests_in_warcraft(g, t, army, hand)
    return allow_conquests_in_underground(g, t, army, hand) if t.underground != 0 else True


@kernel
def allow_markers_of_box(g, t, army):
    """Allow placing the markers of a box; return False if nothing else may be done before."""
    return allow_markers_in_underground(g, t, army) if t.underground != 0 else True


@kernel
def allow_pieces_of_box(g, army):
    """Allow laying out the pieces of a box that hold regions beside race tokens."""
    allow_pieces(g, army)
