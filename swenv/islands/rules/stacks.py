"""Reserve, navigation stack, market and hands (SI-SETUP-4 to -6, SI-PREP-1, SI-EXPL-2, -5, -9)."""

import numpy as np

from swenv.core.bits import bit
from swenv.core.jit import kernel
from swenv.core.random import shuffle
from swenv.islands.rules.record import FIRST_FACE, HAND, MARKET, NOTHING, STACK


@kernel
def top_of_reserve(g):
    """Take the top tile of the reserve; NOTHING if it is empty."""
    if g.num_reserve == 0:
        return NOTHING
    g.num_reserve -= 1
    tile = np.int64(g.reserve[g.num_reserve])
    g.reserve[g.num_reserve] = NOTHING
    return tile


@kernel
def top_of_navigation(g):
    """Take the top tile of the navigation stack; NOTHING if it is empty."""
    if g.num_navigation == 0:
        return NOTHING
    g.num_navigation -= 1
    tile = np.int64(g.navigation[g.num_navigation])
    g.navigation[g.num_navigation] = NOTHING
    return tile


@kernel
def deal_tiles(g, t):
    """SI-SETUP-4, SI-SETUP-6: shuffle, open the market, then two tiles for each hand."""
    for tile in range(FIRST_FACE):
        g.reserve[tile] = tile
    g.num_reserve = FIRST_FACE
    shuffle(g, g.reserve, np.int64(FIRST_FACE))
    for slot in range(MARKET):
        g.market[slot] = top_of_reserve(g)
    for k in range(t.num_players):
        for place in range(HAND - 1):
            g.hand[(g.first + k) % t.num_players, place] = top_of_reserve(g)


@kernel
def fill_navigation(g):
    """SI-PREP-1: six tiles of the reserve, unseen."""
    for k in range(STACK - 1, -1, -1):
        g.navigation[k] = top_of_reserve(g)
    g.num_navigation = STACK


@kernel
def take_from_market(g, slot):
    """A market tile leaves its slot, which is refilled at the end of the turn."""
    tile = np.int64(g.market[slot])
    g.market[slot] = NOTHING
    g.emptied = slot
    return tile


@kernel
def take(g, seat, slot):
    """SI-EXPL-2: a market tile comes into the hand; everybody sees it."""
    tile = take_from_market(g, slot)
    g.hand[seat, HAND - 1] = tile
    g.known |= bit(tile)


@kernel
def leave_hand(g, seat, place):
    """A tile leaves the hand; the others keep their order."""
    tile = np.int64(g.hand[seat, place])
    for k in range(place, HAND - 1):
        g.hand[seat, k] = g.hand[seat, k + 1]
    g.hand[seat, HAND - 1] = NOTHING
    g.known &= ~bit(tile)
    return tile


@kernel
def show_hand(g, seat):
    """A hand that is blocked is shown to everybody."""
    for place in range(HAND):
        g.known |= bit(np.int64(g.hand[seat, place]))


@kernel
def replace(g, seat, place):
    """SI-EXPL-9: a tile leaves the game for one of the reserve, or of the navigation stack; False if there is none."""
    tile = np.int64(g.hand[seat, place])
    g.removed |= bit(tile)
    drawn = top_of_reserve(g)
    if drawn == NOTHING:
        drawn = top_of_navigation(g)
    if drawn == NOTHING:
        leave_hand(g, seat, place)
        return False
    g.known &= ~bit(tile)
    g.hand[seat, place] = drawn
    return True


@kernel
def refill(g):
    """SI-EXPL-5: the emptied market slot gets the top tile of the navigation stack, else of the reserve."""
    tile = top_of_navigation(g)
    if tile == NOTHING:
        tile = top_of_reserve(g)
    g.market[g.emptied] = tile
    g.emptied = NOTHING
