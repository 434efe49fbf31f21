"""Coins at the end of a turn (SW 2.7, UG 2.9, WW 2.6), and the ranking at the end of the game (SW 2.9)."""

import numpy as np

from swenv.core.bits import count, has, one_if
from swenv.core.jit import kernel
from swenv.smallworld.rules.boxes.score import bonus_in_box, pays_for_first_turn, score_in_box
from swenv.smallworld.rules.cost import tokens_on
from swenv.smallworld.rules.holdings import own_land, second_power
from swenv.smallworld.rules.record import NO_ROW


@kernel
def score(g, t, seat):
    """Pay a seat for what it holds (SW-SCORE-7, UG-SCORE-1); a declining seat has no active race (SW-SCORE-4)."""
    coins = 0
    for army in range(3 * seat, 3 * seat + 3):
        coins += count(g.land[army])
        coins += count(g.land[army] & t.lasting_coin_regions[g.race[army]])  # SW-SCORE-3
        coins += count(g.land[army] & t.lasting_coin_regions[g.power[army]])
    army = 3 * seat
    if g.race[army] != NO_ROW:
        coins += bonus(g, t, army, np.int64(g.race[army])) + bonus(g, t, army, np.int64(g.power[army]))
        second = np.int64(second_power(g, army))
        if second != NO_ROW:
            coins += bonus(g, t, army, second) + count(g.land[army] & t.lasting_coin_regions[second])
    coins += score_in_box(g, t, seat)
    if g.race[army] != NO_ROW and pays_for_first_turn(t):
        g.first_coins_paid[army] = 1
    g.coins[seat] += coins


@kernel
def bonus(g, t, army, row):
    """Coins that an active race's banner or badge pays on top of 1 per region (SW-SCORE-2)."""
    land = g.land[army]
    coins = count(land & t.coin_regions[row]) + g.nonempty * t.coins_per_conquest[row] + t.coins_per_turn[row]
    if t.coins_per_fortress[row] != 0:
        coins += count(land & g.fortresses) * t.coins_per_fortress[row]
    if g.first_coins_paid[army] == 0:
        coins += t.coins_first_turn[row]
    return coins + bonus_in_box(g, t, army, row)


@kernel
def tokens_on_map(g, seat):
    """Count the race tokens of all three slots on the map, the tie-break (SW-END-3)."""
    return tokens_on(g, own_land(g, seat))


@kernel
def rank(g, t, seat):
    """Return the seat's rank: coins first, then tokens on the map; the highest wins (SW-END-2, SW-END-3)."""
    return np.int64(g.coins[seat]) * 1024 + tokens_on_map(g, seat)


@kernel
def income_of_row(t, row, r):
    """Coins that a banner or badge adds for holding `r`."""
    return one_if(has(t.coin_regions[row], r)) + one_if(has(t.lasting_coin_regions[row], r))
