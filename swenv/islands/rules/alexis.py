"""Alexis, the virtual player of the solo mode (section 9).

He searches from cell to cell in one direction, up to the edge of the window.
"""

import numpy as np

from swenv.core.bits import EMPTY, bit
from swenv.core.jit import kernel
from swenv.core.random import shuffle
from swenv.islands.rules.docking import dock
from swenv.islands.rules.houses import build, mark_open_islands
from swenv.islands.rules.islands import island_beside
from swenv.islands.rules.placement import rotations, ship_fits
from swenv.islands.rules.record import (
    ALEXIS,
    CARDS,
    CELL_WORDS,
    EXPEDITIONS,
    GREY,
    NOTHING,
    Fact,
    Phase,
)
from swenv.islands.rules.stacks import take_from_market

HUMAN = 0
NOWHERE = -1
THROWN_OUT = 1  # points


@kernel
def turn_over(g):
    """Turn over the top expedition card; if the deck is empty, shuffle the played cards first (SI-SOLO-5)."""
    if g.num_expeditions == 0:
        shuffle_expeditions(g)
    g.num_expeditions -= 1
    card = np.int64(g.expeditions[g.num_expeditions])
    g.expeditions[g.num_expeditions] = NOTHING
    g.played |= 1 << card
    g.seen |= 1 << card
    g.expedition = card
    return card


@kernel
def shuffle_expeditions(g):
    """Return the played cards to the deck, and shuffle it (SI-SOLO-5, SI-SOLO-12)."""
    for card in range(EXPEDITIONS):
        if g.played >> card & 1 != 0:
            g.expeditions[g.num_expeditions] = card
            g.num_expeditions += 1
    g.played = 0
    shuffle(g, g.expeditions, np.int64(g.num_expeditions))


@kernel
def alexis_turn(g, t):
    """Dock if the card says so and it is possible, otherwise explore (SI-SOLO-5, SI-SOLO-11)."""
    card = turn_over(g)
    if t.docks[card] != 0 and g.num_navigation == 0:
        cell = first_cell(g, t, card, np.int64(NOTHING))
        if cell != NOWHERE:
            alexis_docks(g, t, cell)
            g.phase = Phase.REWARD_TURN
            return
    alexis_explores(g, t, card)


@kernel
def alexis_docks(g, t, cell):
    """Lay a grey ship, or the human's, which stays grey from then on (SI-SOLO-11, SI-INT-42)."""
    if g.grey_left == 0:
        g.ship_left[HUMAN] = 0
        g.grey_left = 1
    dock(g, t, ALEXIS, GREY, cell)


@kernel
def alexis_explores(g, t, card):
    """Place the market tile of the card on the first cell where it fits (SI-SOLO-6, SI-SOLO-8, SI-SOLO-10)."""
    slot = t.expedition_slot[card]
    if g.market[slot] == NOTHING:
        g.docker = ALEXIS
        g.phase = Phase.REWARD_TURN
        return
    tile = take_from_market(g, slot)
    cell = first_cell(g, t, card, np.int64(tile))
    if cell == NOWHERE:
        g.removed |= bit(tile)
        g.coins[ALEXIS] += THROWN_OUT
        g.phase = Phase.REFILL
        return
    g.chosen = tile
    g.alexis_cell = cell
    g.phase = Phase.ALEXIS_PLACE


@kernel
def first_cell(g, t, card, tile):
    """The first cell along the card's three lines where the tile fits, or a ship for NOTHING; else NOWHERE."""
    for k in range(3):
        cell = np.int64(t.neighbor[g.human_last, t.directions[card, k]])
        while cell >= 0:
            if g.demand[cell] != 0 and fits_on(g, t, tile, cell):
                return cell
            cell = np.int64(t.neighbor[cell, t.directions[card, k]])
    return NOWHERE


@kernel
def fits_on(g, t, tile, cell):
    """Whether Alexis may lay the tile on a cell, or a ship for NOTHING."""
    return ship_fits(g, cell) if tile == NOTHING else alexis_rotations(g, t, tile, cell) != 0


@kernel
def alexis_rotations(g, t, tile, cell):
    """The rotations that Alexis may use for a tile: none that joins one of his islands to another (SI-SOLO-7)."""
    turns = rotations(g, t, tile, cell)
    for rot in range(4):
        if turns >> rot & 1 != 0 and joins_his_island(g, t, tile, cell, rot):
            turns &= ~(1 << rot)
    return turns


@kernel
def joins_his_island(g, t, tile, cell, rot):
    """Whether a tile would connect two existing islands, at least one of them with a house of Alexis.

    They meet in a piece of the tile; an island that touches both pieces meets the neighbours of each.
    """
    for d in range(4):
        for e in range(4):
            a, b = touched(g, t, tile, cell, rot, d), touched(g, t, tile, cell, rot, e)
            together = side_piece(t, tile, rot, d) == side_piece(t, tile, rot, e)
            if a >= 0 and b >= 0 and a != b and together and g.facts[a, Fact.OWNERS] >> ALEXIS & 1 != 0:
                return True
    return False


@kernel
def side_piece(t, tile, rot, d):
    """The piece that a tile would have on side `d`, NOTHING for sea."""
    return np.int64(t.piece_at[tile, (d - rot) % 4])


@kernel
def touched(g, t, tile, cell, rot, d):
    """The island that the tile's land would touch on side `d`, NOTHING if there is none."""
    return island_beside(g, t, cell, d) if side_piece(t, tile, rot, d) >= 0 else np.int64(NOTHING)


@kernel
def alexis_builds(g, t):
    """Build on every island that meets the goal of a fresh card; if houses run short, the human picks (SI-SOLO-12)."""
    goal = CARDS + turn_over(g)
    if mark_open_islands(g, t, ALEXIS, goal) > g.pool[ALEXIS]:
        g.phase = Phase.ALEXIS_HOUSE
        return
    for cell in range(64 * CELL_WORDS):
        if g.spots[cell // 64] & bit(cell % 64) != EMPTY:
            build(g, t, ALEXIS, np.int64(g.at[cell]))
    g.phase = Phase.NEXT_REWARD
