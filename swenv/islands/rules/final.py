"""The end of the game: final scoring and the winner (section 2.10, SI-SOLO-14)."""

import numpy as np

from swenv.core.jit import kernel
from swenv.islands.rules.houses import houses_on_board
from swenv.islands.rules.record import ALEXIS, GREY, NUM_TILES, Phase
from swenv.islands.rules.reward import value_of_tokens


@kernel
def ports_around(g, t, cell):
    """The ports on the eight cells around a cell (SI-SCORE-3, SI-INT-37, SI-INT-38)."""
    ports = 0
    for k in range(8):
        y = t.around[cell, k]
        if y < 0 or g.at[y] < 0 or g.at[y] >= NUM_TILES:
            continue
        tile = np.int64(g.at[y])
        for piece in range(t.pieces[tile]):
            ports += t.ports[tile, piece] + g.port_markers[tile, piece]
    return ports


@kernel
def ports_of_ships(g, t, owner):
    """The ports around an owner's ships: for a seat, around its coloured ship, 0 if that is not docked (SI-SCORE-2)."""
    ports = 0
    for k in range(g.num_ships):
        if g.ship_owner[k] == owner:
            ports += ports_around(g, t, np.int64(g.ship_cell[k]))
    return ports


@kernel
def score_game(g, t):
    """Compute the totals (SI-SCORE-1, SI-SOLO-14)."""
    for seat in range(t.num_players):
        g.coins[seat] += value_of_tokens(g, t, seat) + ports_of_ships(g, t, seat)
    if t.solo != 0:
        houses = houses_on_board(g, ALEXIS)
        g.coins[ALEXIS] += ports_of_ships(g, t, GREY) + t.end_points + t.end_per_house * houses
    g.phase = Phase.OVER


@kernel
def rank(g, t, seat):
    """A number that is highest for the winner: SI-SCORE-1, then SI-TIE-1; Alexis wins ties (SI-SOLO-14)."""
    coins = np.int64(g.coins[seat])
    if t.solo != 0:
        return 2 * coins + (1 if seat == ALEXIS else 0)
    houses, ports = houses_on_board(g, seat), ports_of_ships(g, t, seat)
    return ((coins * 16 + houses) * 64 + ports) * 1024 + g.last_placement[seat]
