"""Computes the legal actions (SI-ACT-3): a set of those without a cell, and spots with options for those on cells."""

import numpy as np
from numba import int64

from swenv.core.bits import EMPTY, count, lowest, without_lowest
from swenv.core.jit import kernel, unit
from swenv.islands.rules.alexis import alexis_rotations
from swenv.islands.rules.cards import goal_of, reward_of
from swenv.islands.rules.cells import add_cell
from swenv.islands.rules.docking import mark_ship_cells, ships_for
from swenv.islands.rules.fields import GAME
from swenv.islands.rules.houses import mark_open_islands
from swenv.islands.rules.markers import coasts_for, modes, slots_for
from swenv.islands.rules.placement import placeable, rotations
from swenv.islands.rules.record import (
    ALEXIS,
    CARDS,
    CELL_WORDS,
    HAND,
    MARKET,
    NOTHING,
    PAIRS,
    PORT,
    TABLES,
    Phase,
    Reward,
    Verb,
)
from swenv.islands.rules.reward import choices
from swenv.islands.rules.setup import centre, faces_left

ALL_PAIRS = np.int64((1 << len(PAIRS)) - 1)
YES = np.int64(1)  # the argument of a verb without arguments


@kernel
def clear_legal(g):
    """Clear the set of legal actions."""
    g.legal = EMPTY
    g.num_legal = 0
    g.spot_verb = Verb.PASS
    for k in range(CELL_WORDS):
        while g.spots[k] != EMPTY:
            g.options[64 * k + lowest(g.spots[k])] = 0
            g.spots[k] = without_lowest(g.spots[k])


@kernel
def allow(g, t, verb, arguments):
    """Make a verb legal with a set of arguments."""
    g.legal |= np.uint64(arguments) << np.uint64(t.first_action[verb])


@unit(int64, GAME, TABLES)
def update_legal(g, t):
    """Write the legal actions of a phase with a decision; returns how many there are."""
    clear_legal(g)
    seat, phase = np.int64(g.mover), np.int64(g.phase)
    if phase == Phase.START_PICK:
        allow(g, t, Verb.START_FACE, faces_left(g))
    elif phase == Phase.START_PLACE or phase == Phase.PLACE:
        mark_places(g, t, np.int64(g.chosen))
    elif phase == Phase.PREP_PICK:
        allow(g, t, Verb.CARD_PAIR, ALL_PAIRS)
    elif phase == Phase.PREP_REWARD:
        allow(g, t, Verb.REWARD_PAIR, ALL_PAIRS)
    elif phase == Phase.TURN:
        allow(g, t, Verb.TAKE, full_slots(g))
        g.spot_verb = Verb.DOCK_OWN
        mark_ship_cells(g, ships_for(g, seat))
    elif phase == Phase.HAND:
        allow(g, t, Verb.HAND, placeable_tiles(g, t, seat))
    elif phase == Phase.BLOCKED:
        allow(g, t, Verb.HAND, np.int64((1 << HAND) - 1))
    elif phase == Phase.MARKER:
        allow(g, t, Verb.PASS, YES)
        allow(g, t, Verb.MARKER_MODE, modes(g, t, seat))
    elif phase == Phase.MARK_TARGET:
        mark_targets(g, t, t.mode_shows[g.mode])
    elif phase == Phase.HOUSE:
        allow(g, t, Verb.PASS, YES)
        g.spot_verb = Verb.HOUSE
        if g.pool[seat] > 0:
            mark_open_islands(g, t, seat, goal_of(g, seat))
    elif phase == Phase.SCORE:
        tokens = t.rewards[reward_of(g, t, seat)] == Reward.DISCOVERY
        allow(g, t, Verb.DISCOVERY if tokens else Verb.RESOURCE, choices(g, t, seat))
    elif phase == Phase.ALEXIS_PLACE:
        g.spot_verb = Verb.PLACE
        mark(g, np.int64(g.alexis_cell), alexis_rotations(g, t, np.int64(g.chosen), np.int64(g.alexis_cell)))
    elif phase == Phase.ALEXIS_HOUSE:
        g.spot_verb = Verb.HOUSE
        if g.pool[ALEXIS] > 0:
            mark_open_islands(g, t, ALEXIS, CARDS + np.int64(g.expedition))
    g.num_legal = count(g.legal) + number_of_options(g)
    return np.int64(g.num_legal)


@kernel
def mark(g, cell, options):
    """Mark a cell as a spot, if it has any options."""
    if options != 0:
        add_cell(g.spots, cell)
        g.options[cell] = options


@kernel
def number_of_options(g):
    """The number of actions on cells."""
    number = 0
    for k in range(CELL_WORDS):
        cells = g.spots[k]
        while cells != EMPTY:
            number += count(np.uint64(g.options[64 * k + lowest(cells)]))
            cells = without_lowest(cells)
    return number


@kernel
def mark_places(g, t, tile):
    """Mark the cells where a tile fits, with its rotations; the first start tile goes on the centre."""
    g.spot_verb = Verb.PLACE
    if g.placed == EMPTY:
        mark(g, centre(t), np.int64(t.turns[t.form[tile]]))
        return
    for k in range(CELL_WORDS):
        cells = g.frontier[k]
        while cells != EMPTY:
            cell = 64 * k + lowest(cells)
            mark(g, cell, rotations(g, t, tile, cell))
            cells = without_lowest(cells)


@kernel
def full_slots(g):
    """The market slots with a tile (SI-EXPL-2, SI-INT-6)."""
    slots = 0
    for slot in range(MARKET):
        if g.market[slot] != NOTHING:
            slots |= 1 << slot
    return slots


@kernel
def placeable_tiles(g, t, seat):
    """The places of the hand whose tile fits somewhere (SI-EXPL-3)."""
    places = 0
    for place in range(HAND):
        if g.hand[seat, place] != NOTHING and placeable(g, t, np.int64(g.hand[seat, place])):
            places |= 1 << place
    return places


@kernel
def mark_targets(g, t, what):
    """Mark the slots or pieces on which the marker can be laid (SI-MARK-2, SI-MARK-3)."""
    g.spot_verb = Verb.MARK_PIECE if what == PORT else Verb.MARK_SLOT
    tiles = g.placed
    while tiles != EMPTY:
        tile = lowest(tiles)
        tiles = without_lowest(tiles)
        mark(g, np.int64(g.cell[tile]), coasts_for(g, t, tile) if what == PORT else slots_for(g, t, tile, what))
