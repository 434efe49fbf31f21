"""A cheap policy for playouts: it takes the strongest combo and the best paid regions, and declines when worn out.

It looks at prices, coins and legal sets, one decision at a time, and leaves everything else to chance.
"""

import numpy as np

from swenv.core.bits import EMPTY, has, lowest, one_if, without_lowest
from swenv.core.jit import kernel
from swenv.core.random import draw
from swenv.smallworld.rules.cost import raw_cost, strength, terms
from swenv.smallworld.rules.legal_sets import PASSING, nth_legal, number_legal
from swenv.smallworld.rules.record import NOBODY, Phase, Verb
from swenv.smallworld.rules.score import income_of_row

WORN_OUT = 3
"""A race with fewer spare tokens than this at the start of a turn declines."""
UNWISE = np.uint64(1 << Verb.ABANDON | 1 << Verb.DECLINE | 1 << Verb.DECLINE_BY_STONEHEDGE)
CONQUERING = np.uint64(1 << Verb.CONQUER)
ONE_BY_ONE = np.uint64(1 << Verb.DEPLOY)


@kernel
def informed_action(g, t):
    """Draw a sensible legal action from the game's own random stream."""
    if has(g.verbs, Verb.PICK):
        return t.first_action[Verb.PICK] + best_row(g, t)
    if has(g.verbs, Verb.DECLINE) and is_worn_out(g):
        return np.int64(t.first_action[Verb.DECLINE])
    verbs = g.verbs & ~(UNWISE | PASSING | CONQUERING)
    if has(verbs, Verb.DEPLOY_REST):
        verbs &= ~ONE_BY_ONE
    others, conquers = number_legal(g, verbs), one_if(has(g.verbs, Verb.CONQUER))
    if others + conquers == 0:
        verbs = g.verbs & PASSING if g.verbs & PASSING != EMPTY else g.verbs
        others = number_legal(g, verbs)
    n = draw(g, np.int64(others + conquers))
    return nth_legal(g, t, verbs, n) if n < others else t.first_action[Verb.CONQUER] + best_region(g, t)


@kernel
def best_row(g, t):
    """The row of the column with the most tokens, two coins each, and coins, less its price; ties by chance."""
    best, chosen = np.int64(-1000), np.int64(0)
    rows = g.legal[Verb.PICK]
    while rows != EMPTY:
        row = lowest(rows)
        rows = without_lowest(rows)
        coins = 2 * (t.tokens[g.column_race[row]] + t.tokens[g.column_power[row]]) + g.column_coins[row] - row
        value = 4 * coins + draw(g, np.int64(4))
        if value > best:
            best, chosen = value, row
    return chosen


@kernel
def is_worn_out(g):
    """Whether to decline as a turn begins: few tokens are left to conquer with, and more turns to come."""
    return g.phase == Phase.CHOOSE and g.round_number < g.rounds and strength(g, 3 * np.int64(g.turn)) < WORN_OUT


@kernel
def best_region(g, t):
    """The conquest that pays most for its price: coins in halves, an enemy's loss is one; near ties by chance."""
    army = np.int64(g.army)
    now = terms(g, t, army)
    race, power = np.int64(g.race[army]), np.int64(g.power[army])
    best, chosen = np.int64(-1000), np.int64(0)
    regions = g.legal[Verb.CONQUER]
    while regions != EMPTY:
        r = lowest(regions)
        regions = without_lowest(regions)
        value = 2 + 2 * (income_of_row(t, race, r) + income_of_row(t, power, r))
        if has(t.rivers, r):
            value = 0  # it is left again at the end of the turn (UG-REDEP-1)
        if g.owner[r] != NOBODY:
            value += 1 if g.owner[r] // 3 != army // 3 else -2
        price = max(now.floor, raw_cost(g, t, r, now))
        worth = 64 * value // price + draw(g, np.int64(16))
        if worth > best:
            best, chosen = worth, r
    return chosen
