"""Coins at the end of a turn (section 2.7), the end of the game and who has won it (section 2.9)."""

import numpy as np

from swenv.core.bits import count
from swenv.core.jit import kernel
from swenv.smallworld.rules.cost import tokens_on
from swenv.smallworld.rules.record import NO_ROW


@kernel
def score(g, t, seat):
    """SW-SCORE-7: pay the seat for what it holds; a declining seat has no active race any more (SW-SCORE-4)."""
    coins = 0
    for army in range(3 * seat, 3 * seat + 3):
        coins += count(g.land[army])
        coins += count(g.land[army] & t.lasting_coin_regions[g.race[army]])  # SW-SCORE-3
        coins += count(g.land[army] & t.lasting_coin_regions[g.power[army]])
    army = 3 * seat
    if g.race[army] != NO_ROW:
        coins += bonus(g, t, army, g.race[army]) + bonus(g, t, army, g.power[army])
        g.first_coins_paid[army] = 1
    g.coins[seat] += coins


@kernel
def bonus(g, t, army, row):
    """SW-SCORE-2: what the banner or badge of an active race pays on top of 1 per region."""
    land = g.land[army]
    coins = count(land & t.coin_regions[row]) + g.nonempty * t.coins_per_conquest[row] + t.coins_per_turn[row]
    if t.coins_per_fortress[row] != 0:
        coins += count(land & g.fortresses) * t.coins_per_fortress[row]
    if g.first_coins_paid[army] == 0:
        coins += t.coins_first_turn[row]
    return coins


@kernel
def tokens_on_map(g, seat):
    """Race tokens of all three slots on the map: the tie-break (SW-END-3)."""
    return tokens_on(g, g.land[3 * seat] | g.land[3 * seat + 1] | g.land[3 * seat + 2])


@kernel
def rank(g, seat):
    """Coins first, tokens on the map second: whoever has the highest number has won (SW-END-2, SW-END-3)."""
    return np.int64(g.coins[seat]) * 1024 + tokens_on_map(g, seat)


@kernel
def write_returns(g, t, returns):
    """+1 shared by the winners, -1 by the losers, 0 when all are tied (SW-END-4). `returns`: one entry a seat."""
    best = -1
    for seat in range(t.num_players):
        best = max(best, rank(g, seat))
    winners = 0
    for seat in range(t.num_players):
        if rank(g, seat) == best:
            winners += 1
    losers = t.num_players - winners
    for seat in range(t.num_players):
        if losers == 0:
            returns[seat] = 0.0
        elif rank(g, seat) == best:
            returns[seat] = 1.0 / winners
        else:
            returns[seat] = -1.0 / losers


@kernel
def write_margins(g, t, margins):
    """Own coins less the best other's, as a part of the greater of the two: from -1 to 1."""
    for seat in range(t.num_players):
        best = 0
        for other in range(t.num_players):
            if other != seat:
                best = max(best, g.coins[other])
        margins[seat] = (g.coins[seat] - best) / np.float64(max(g.coins[seat], best, 1))
