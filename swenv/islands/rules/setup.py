"""Sets up a game: the start tiles, then everything that is dealt (section 1.2, SI-SOLO-2, SI-SOLO-3)."""

import numpy as np

from swenv.core.bits import count, has, nth
from swenv.core.jit import kernel
from swenv.core.random import draw, shuffle
from swenv.islands.rules.cards import deal_first_cards
from swenv.islands.rules.placement import lay_tile, rotations
from swenv.islands.rules.record import CELL_WORDS, EXPEDITIONS, FIRST_FACE, NOTHING, Phase
from swenv.islands.rules.stacks import deal_tiles

FACES_OF_A_TILE = 2
START_TILES = 4
FIRST_PLAYER, RANDOM, FIXED = range(3)  # positions in record.LAYOUTS


@kernel
def set_up(g, t):
    """Draw the first player, who lays the start tiles unless an option does it (SI-SETUP-2, SI-SETUP-3)."""
    if t.solo == 0:
        g.first = draw(g, t.num_players)
    g.mover = g.first
    g.phase = Phase.START_PICK
    if t.start_layout == FIRST_PLAYER:
        return
    for k in range(START_TILES):
        if t.start_layout == FIXED:
            lay_start(g, t, t.layout[k, 0], t.layout[k, 1], t.layout[k, 2])
        else:
            lay_start_at_random(g, t)
    g.phase = Phase.DEAL


@kernel
def faces_left(g):
    """The start faces whose tiles are not on the board, as a set of numbers from 0 to 7."""
    faces = 0
    for tile in range(START_TILES):
        first = FIRST_FACE + FACES_OF_A_TILE * tile
        if not has(g.placed, first) and not has(g.placed, first + 1):
            faces |= 3 << FACES_OF_A_TILE * tile
    return faces


@kernel
def centre(t):
    """The cell of the first start tile (SI-ACT-8)."""
    return t.window // 2 * t.window + t.window // 2


@kernel
def lay_start(g, t, face, cell, rot):
    """Lay a start tile."""
    lay_tile(g, t, face, cell, rot)
    remember(g, t, cell)


@kernel
def remember(g, t, cell):
    """Remember where the human last laid a tile or ship; Alexis searches from there (SI-SOLO-6)."""
    if t.solo != 0:
        g.human_last = cell


@kernel
def lay_start_at_random(g, t):
    """Draw a start tile and its face, then a legal cell and rotation, and lay it (SI-SETUP-3)."""
    faces = np.uint64(faces_left(g))
    face = FIRST_FACE + nth(faces, draw(g, count(faces)))
    if g.placed == 0:
        turns = np.uint64(t.turns[t.form[face]])
        lay_start(g, t, face, centre(t), nth(turns, draw(g, count(turns))))
        return
    number = 0
    for cell in range(64 * CELL_WORDS):
        if has(g.frontier[cell // 64], cell % 64):
            number += count(np.uint64(rotations(g, t, face, cell)))
    n = draw(g, number)
    for cell in range(64 * CELL_WORDS):
        if has(g.frontier[cell // 64], cell % 64):
            turns = np.uint64(rotations(g, t, face, cell))
            if n < count(turns):
                lay_start(g, t, face, cell, nth(turns, n))
                return
            n -= count(turns)


@kernel
def deal(g, t):
    """Deal tiles, cards and tokens (SI-SETUP-4 to SI-SETUP-9) and, in solo mode, Alexis's cards (SI-SOLO-3)."""
    deal_tiles(g, t)
    deal_first_cards(g, t)
    if t.solo != 0:
        choose_expeditions(g, t)
    g.round_number = 0
    g.phase = Phase.PREPARE


@kernel
def choose_expeditions(g, t):
    """Draw as many cards of both kinds as Alexis's card says (SI-SOLO-3)."""
    for card in range(EXPEDITIONS):
        g.expeditions[card] = card
    shuffle(g, g.expeditions, np.int64(EXPEDITIONS))
    explore, dock, number = t.explore_cards, t.dock_cards, 0
    for k in range(EXPEDITIONS):
        card = np.int64(g.expeditions[k])
        left = dock if t.docks[card] != 0 else explore
        if left == 0:
            continue
        if t.docks[card] != 0:
            dock -= 1
        else:
            explore -= 1
        g.expeditions[number] = card
        number += 1
    g.expeditions[number:] = NOTHING
    g.num_expeditions = number
