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
    """Shuffle the tiles, fill the market, then deal two tiles to each hand (SI-SETUP-4, SI-SETUP-6)."""
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
    """Move six tiles from the reserve to the navigation stack, unseen (SI-PREP-1)."""
    for k in range(STACK - 1, -1, -1):
        g.navigation[k] = top_of_reserve(g)
    g.num_navigation = STACK


@kernel
def take_from_market(g, slot):
    """Remove a market tile from its slot, which is refilled at the end of the turn."""
    tile = np.int64(g.market[slot])
    g.market[slot] = NOTHING
    g.emptied = slot
    return tile


@kernel
def take(g, seat, slot):
    """Take a market tile into the hand, seen by everybody (SI-EXPL-2)."""
    tile = take_from_market(g, slot)
    g.hand[seat, HAND - 1] = tile
    g.known |= bit(tile)


@kernel
def leave_hand(g, seat, place):
    """Remove a tile from the hand; the others keep their order."""
    tile = np.int64(g.hand[seat, place])
    for k in range(place, HAND - 1):
        g.hand[seat, k] = g.hand[seat, k + 1]
    g.hand[seat, HAND - 1] = NOTHING
    g.known &= ~bit(tile)
    return tile


@kernel
def show_hand(g, seat):
    """Show a blocked hand to everybody."""
    for place in range(HAND):
        g.known |= bit(np.int64(g.hand[seat, place]))


@kernel
def replace(g, seat, place):
    """Remove a tile from the game and draw one from the reserve, or the navigation stack; False if none (SI-EXPL-9)."""
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
    """Refill the emptied market slot from the navigation stack, or else from the reserve (SI-EXPL-5)."""
    tile = top_of_navigation(g)
    if tile == NOTHING:
        tile = top_of_reserve(g)
    g.market[g.emptied] = tile
    g.emptied = NOTHING
