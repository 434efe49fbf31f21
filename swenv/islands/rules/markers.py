"""Markers: a resource on a slot, or a port on a coast (section 2.5)."""

import numpy as np

from swenv.core.bits import EMPTY, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.islands.rules.islands import count_island
from swenv.islands.rules.record import MARKER_MODES, NOTHING, PORT, SLOTS

PORTS_OF_A_TILE = 2  # SI-MARK-4


@kernel
def slots_for(g, t, tile, resource):
    """The slots of a tile that a resource marker may cover (SI-MARK-2, SI-INT-17); one of equal slots (SI-ACT-3)."""
    slots = 0
    for slot in range(SLOTS):
        shown = g.shown[tile, slot]
        if shown == NOTHING or shown == resource:
            continue
        first = True
        for other in range(slot):
            if g.shown[tile, other] == shown and t.slot_piece[tile, other] == t.slot_piece[tile, slot]:
                first = False
        if first:
            slots |= 1 << slot
    return slots


@kernel
def coasts_for(g, t, tile):
    """The pieces of a tile on which a port marker may lie (SI-MARK-3, SI-MARK-4, SI-INT-20)."""
    pieces, ports = 0, 0
    for piece in range(t.pieces[tile]):
        ports += t.ports[tile, piece] + g.port_markers[tile, piece]
        if t.coast[tile, piece] != 0:
            pieces |= 1 << piece
    return pieces if ports < PORTS_OF_A_TILE else 0


@kernel
def has_target(g, t, what):
    """Whether a marker that shows `what` can be laid anywhere (SI-MARK-1)."""
    tiles = g.placed
    while tiles != EMPTY:
        tile = lowest(tiles)
        tiles = without_lowest(tiles)
        if (coasts_for(g, t, tile) if what == PORT else slots_for(g, t, tile, what)) != 0:
            return True
    return False


@kernel
def modes(g, t, seat):
    """The set of marker modes that a seat can use now (SI-ACT-3)."""
    found = 0
    for what in range(PORT + 1):
        if not has_target(g, t, what):
            continue
        for mode in range(MARKER_MODES):
            if t.mode_shows[mode] == what and g.markers_used[seat] >> t.mode_marker[mode] & 1 == 0:
                found |= 1 << mode
    return found


@kernel
def lay_marker(g, t, seat, mode, tile, spot):
    """Cover a slot, or add a port to a piece (SI-MARK-2, SI-MARK-3). Used markers never come back (SI-MARK-5)."""
    marker, what = t.mode_marker[mode], t.mode_shows[mode]
    g.markers_used[seat] |= 1 << marker
    n = g.num_marks
    g.mark_seat[n], g.mark_marker[n], g.mark_as[n] = seat, marker, what
    g.mark_tile[n], g.mark_spot[n] = tile, spot
    g.num_marks += 1
    if what == PORT:
        g.port_markers[tile, spot] += 1
        piece = spot
    else:
        g.shown[tile, spot] = what
        piece = np.int64(t.slot_piece[tile, spot])
    count_island(g, t, np.int64(g.island[2 * tile + piece]))
