"""Artifacts and Legendary Places: uncovering them, and placing the Well of Eternity (WW 1.2, 4.1)."""

import numpy as np

from swenv.core.bits import EMPTY, bit, has, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.core.random import draw
from swenv.smallworld.rules.holdings import items_on_map
from swenv.smallworld.rules.record import FIRST_FIND, FIRST_LEGEND, GONE, NOWHERE, NUM_FINDS, NUM_ITEMS, Item, Phase

WELL = np.int64(Item.WELL)
FIRST = np.int64(0)


@kernel
def set_up_finds(g, t):
    """Deal one of the twelve markers, face down, to each board (WW-SETUP-7)."""
    deal_finds(g, t.markers)
    g.face_down = t.markers


@kernel
def deal_finds(g, spots):
    """Put an undrawn marker into each of these regions."""
    while spots != EMPTY:
        g.find_region[draw_find(g, FIRST)] = lowest(spots)
        spots = without_lowest(spots)


@kernel
def draw_find(g, first):
    """Draw one of the undrawn markers numbered `first` or higher, uniformly at random; NOWHERE if none is left."""
    undrawn = 0
    for find in range(first, NUM_FINDS):
        if g.find_region[find] == NOWHERE and g.item_region[FIRST_FIND + find] == NOWHERE:
            undrawn += 1
    if undrawn == 0:
        return NOWHERE
    k = draw(g, np.int64(undrawn))
    for find in range(first, NUM_FINDS):
        if g.find_region[find] == NOWHERE and g.item_region[FIRST_FIND + find] == NOWHERE:
            if k == 0:
                return find
            k -= 1
    return NOWHERE


@kernel
def waters_for_well(g, t, r):
    """Waters that may take the Well when it is uncovered in `r` (WW-PLACE-WELL)."""
    return t.boards[t.board_of[r]] & t.water


@kernel
def uncover_find(g, t, r):
    """Turn up the face-down marker in `r`, if any; the Well must then move to a water region (WW-CONQ-12)."""
    if not has(g.face_down, r):
        return
    g.face_down &= ~bit(r)
    found = 0
    for find in range(NUM_FINDS):
        if g.find_region[find] == r:
            found = find
    g.find_region[found] = NOWHERE
    g.item_region[FIRST_FIND + found] = r
    if FIRST_FIND + found != WELL:
        return
    if waters_for_well(g, t, r) != EMPTY:
        g.phase = Phase.WELL
        g.chosen = r
        return
    g.item_region[WELL] = GONE
    place = draw_find(g, FIRST_LEGEND - FIRST_FIND)
    if place != NOWHERE:
        g.item_region[FIRST_FIND + place] = r


@kernel
def legends(g):
    """Regions with a face-up Legendary Place."""
    return items_on_map(g, FIRST_LEGEND, NUM_ITEMS)


@kernel
def finds_held(g, land):
    """Count the face-up Artifacts and Places in these regions."""
    number = 0
    for item in range(FIRST_FIND, NUM_ITEMS):
        if g.item_region[item] >= 0 and has(land, g.item_region[item]):
            number += 1
    return number


@kernel
def redraw_finds(g):
    """Draw anew which markers lie face down."""
    for find in range(NUM_FINDS):
        g.find_region[find] = NOWHERE
    deal_finds(g, g.face_down)
