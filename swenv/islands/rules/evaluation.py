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
    BEST,
    CELL_WORDS,
    GREY,
    LACKING,
    MISSIONS,
    NOTHING,
    NUM_MARKERS,
    REWARD_CARDS,
    ROUNDS,
    Fact,
    Feature,
    Phase,
)
from swenv.islands.rules.reward import value_of_tokens
from swenv.islands.rules.worth import missing


@kernel
def stage(g, t, contender):
    """The round, from 0; the stages of Alexis follow those of the seats."""
    return np.int64(g.round_number) - 1 + ROUNDS * one_if(t.solo != 0 and contender == ALEXIS)


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
    """Write what islands on which the seat has no house would pay under its cards, by how much they lack."""
    tiles = g.placed
    while tiles != EMPTY:
        tile = lowest(tiles)
        tiles = without_lowest(tiles)
        for label in range(2 * tile, 2 * tile + t.pieces[tile]):
            facts = g.facts[label]
            if g.island[label] != label or facts[Fact.OWNERS] >> contender & 1 != 0:
                continue
            lacking = one_if(facts[Fact.SIZE] < 2) + one_if(facts[Fact.SITES] <= facts[Fact.HOUSES])
            if lacking == 0:
                out[Feature.OPEN] += 1
                for symbol in range(Fact.SIZE):
                    out[Feature.SYMBOLS] += facts[symbol]
            if t.solo == 0 or contender != ALEXIS:
                write_pay_features(g, t, contender, facts, lacking, out)


@kernel
def write_pay_features(g, t, seat, facts, lacking, out):
    """Insert what an island would pay, under the card in use and under the kept one, among the best."""
    if goal_of(g, seat) != NOTHING:
        place = min(lacking + missing(t, goal_of(g, seat), facts, np.int64(0)), LACKING)
        insert(out, Feature.CURRENT + BEST * place, expected(t, reward_of(g, t, seat), facts))
    kept = np.int64(g.held[MISSIONS, seat, KEPT])
    if kept != NOTHING:
        reward = np.int64(g.held[REWARD_CARDS if t.advanced != 0 else MISSIONS, seat, KEPT])
        place = min(lacking + missing(t, kept, facts, np.int64(0)), LACKING)
        insert(out, Feature.KEPT + BEST * place, expected(t, reward, facts))


@kernel
def insert(out, at, pays):
    """Insert a number into those from `at` on, of which the `BEST` highest stay, highest first."""
    left = np.float64(pays)
    for k in range(at, at + BEST):
        if left > out[k]:
            out[k], left = left, out[k]
