"""Features of a seat as a turn begins, from which `swenv.core.evaluation` predicts what it will still earn."""

import numpy as np

from swenv.core.bits import EMPTY, count, lowest, one_if, without_lowest
from swenv.core.jit import kernel
from swenv.islands.rules.cards import KEPT, goal_of, reward_of
from swenv.islands.rules.final import ports_around, ports_of_ships
from swenv.islands.rules.houses import houses_on_board
from swenv.islands.rules.informed import expected
from swenv.islands.rules.record import (
    ALEXIS,
    CELL_WORDS,
    GREY,
    MISSIONS,
    NOTHING,
    NUM_MARKERS,
    OPENING,
    POOL,
    REWARD_CARDS,
    ROUNDS,
    Fact,
    Feature,
    Phase,
)
from swenv.islands.rules.reward import value_of_tokens
from swenv.islands.rules.worth import missing

MISSING_SITE = 1.5
"""Missing symbols that a missing building site counts as; a missing tile counts as one."""
LEFT_NEAR, LEFT_FAR, LEFT_KEPT = 0.4, 0.7, 0.6
"""The share of its pay that an island counts for each symbol that it lacks."""


@kernel
def stage(g, t, contender):
    """The round, and in how many turns docking will be open; the stages of Alexis follow those of the seats."""
    turns = (np.int64(g.num_navigation) + t.num_players - 1) // t.num_players
    which_round = np.int64(g.round_number) - 1 + ROUNDS * one_if(t.solo != 0 and contender == ALEXIS)
    return OPENING * which_round + min(turns, OPENING - 1)


@kernel
def turn_begins(g):
    """Whether a seat is about to take a tile or to dock."""
    return g.phase == Phase.TURN


@kernel
def write_features(g, t, contender, out):
    """Write the features of a seat, or of Alexis, into zeros, (features,) float64."""
    out[Feature.ALWAYS] = 1.0
    out[Feature.POOL] = g.pool[contender]
    out[Feature.SPARE] = g.spare[contender]
    if t.solo != 0 and contender == ALEXIS:
        out[Feature.TOKENS] = t.end_points + t.end_per_house * houses_on_board(g, ALEXIS)
        out[Feature.SHIP] = ports_of_ships(g, t, GREY)
    else:
        out[Feature.TO_ACT] = one_if(contender == g.to_act)
        out[Feature.TOKENS] = value_of_tokens(g, t, contender)
        out[Feature.SHIP] = ports_of_ships(g, t, contender)
        out[Feature.AFTER] = (contender - g.to_act) % t.num_players
        out[Feature.MARKERS] = NUM_MARKERS - count(np.uint64(g.markers_used[contender]))
        if g.ship_left[contender] != 0:
            out[Feature.HARBOUR] = 1 + ports_in_reach(g, t)
    write_island_features(g, t, contender, out)


@kernel
def ports_in_reach(g, t):
    """The most ports around a cell where a ship fits."""
    best = 0
    for k in range(CELL_WORDS):
        cells = g.spots[k]
        while cells != EMPTY:
            best = max(best, ports_around(g, t, np.int64(64 * k + lowest(cells))))
            cells = without_lowest(cells)
    return best


@kernel
def write_island_features(g, t, contender, out):
    """Write on how many islands a house could stand, but for the goal, and what houses on the best would pay."""
    best = np.zeros((Feature.KEPT - Feature.READY + 1, POOL))
    tiles = g.placed
    while tiles != EMPTY:
        tile = lowest(tiles)
        tiles = without_lowest(tiles)
        for label in range(2 * tile, 2 * tile + t.pieces[tile]):
            facts = g.facts[label]
            if g.island[label] != label or facts[Fact.OWNERS] >> contender & 1 != 0:
                continue
            if lacking(facts) == 0:
                out[Feature.OPEN] += 1
                for symbol in range(Fact.SIZE):
                    out[Feature.SYMBOLS] += facts[symbol]
            if t.solo == 0 or contender != ALEXIS:
                insert_pays(g, t, contender, facts, best)
    for row in range(len(best)):
        feature = Feature.READY + row
        houses = POOL if feature == Feature.KEPT else np.int64(g.pool[contender])
        for k in range(houses):
            out[feature] += best[row, k]


@kernel
def lacking(facts):
    """What an island lacks to bear a house, whatever the goal, in symbols."""
    return one_if(facts[Fact.SIZE] < 2) + MISSING_SITE * one_if(facts[Fact.SITES] <= facts[Fact.HOUSES])


@kernel
def insert_pays(g, t, seat, facts, best):
    """Insert what an island would pay, under the card in use and under the kept one, into the rows from `READY` on."""
    goal, kept_goal = np.int64(goal_of(g, seat)), np.int64(g.held[MISSIONS, seat, KEPT])
    if goal != NOTHING:
        pays = np.float64(expected(t, reward_of(g, t, seat), facts))
        lacks = lacking(facts) + missing(t, goal, facts, np.int64(0))
        if lacks == 0:
            insert(best[0], pays)
            free = np.int64(facts[Fact.SITES]) - np.int64(facts[Fact.HOUSES])
            insert(best[Feature.UNRIVALLED - Feature.READY], pays * free / (t.contenders - 1))
        insert(best[Feature.NEAR - Feature.READY], pays * LEFT_NEAR**lacks)
        insert(best[Feature.FAR - Feature.READY], pays * LEFT_FAR**lacks)
    if kept_goal != NOTHING:
        reward = np.int64(g.held[REWARD_CARDS if t.advanced != 0 else MISSIONS, seat, KEPT])
        lacks = lacking(facts) + missing(t, kept_goal, facts, np.int64(0))
        insert(best[Feature.KEPT - Feature.READY], expected(t, reward, facts) * LEFT_KEPT**lacks)


@kernel
def insert(best, pays):
    """Insert a number among the highest, which are sorted, highest first."""
    left = np.float64(pays)
    for k in range(len(best)):
        if left > best[k]:
            best[k], left = left, best[k]
