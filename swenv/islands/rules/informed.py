"""A cheap policy for playouts: it builds where its card pays most, and docks among ports once enough is in sight.

It looks one decision ahead at most. Of a few places for a tile, it takes the one where islands gain most; markers go
wherever they fit.
"""

import numpy as np

from swenv.core.bits import EMPTY, bit, count, has, lowest, nth, one_if, without_lowest
from swenv.core.jit import kernel
from swenv.core.random import draw
from swenv.islands.rules.cards import KEPT, goal_of, meets, most, points, reward_of
from swenv.islands.rules.final import ports_around
from swenv.islands.rules.houses import is_open
from swenv.islands.rules.islands import island_beside, island_of_site
from swenv.islands.rules.record import (
    CELL_WORDS,
    MISSIONS,
    NOTHING,
    PAIRS,
    REWARD_CARDS,
    SLOTS,
    TOKENS,
    Fact,
    Phase,
    Reward,
    Verb,
)
from swenv.islands.rules.reward import best_resource, facts_to_score

ENOUGH = 12
"""Points in sight that justify docking."""
FEW = 4
"""Places for a tile that are compared."""


@kernel
def informed_cell(g, t):
    """The cell for a sensible legal action, or -1."""
    phase = np.int64(g.phase)
    if phase == Phase.HOUSE:
        return best_site(g, t)
    if phase == Phase.TURN and may_dock(g):
        seat = np.int64(g.mover)
        if g.legal == EMPTY or in_sight(g, t, goal_of(g, seat), reward_of(g, t, seat)) >= ENOUGH:
            return best_berth(g, t)
    return np.int64(-1)


@kernel
def may_dock(g):
    """Whether there is a cell for a ship in a turn."""
    return g.num_legal > count(g.legal)


@kernel
def informed_choice(g, t):
    """A sensible legal action that names no cell, or -1."""
    phase = np.int64(g.phase)
    if phase == Phase.SCORE:
        reward = reward_of(g, t, np.int64(g.mover))
        if t.rewards[reward] == Reward.DISCOVERY:
            return nth(g.legal, count(g.legal) - 1)
        return np.int64(t.first_action[Verb.RESOURCE]) + best_resource(facts_to_score(g, t))
    if phase == Phase.PREP_PICK:
        return np.int64(t.first_action[Verb.CARD_PAIR]) + best_pair(g, t)
    if phase == Phase.MARKER and count(g.legal) > 1:  # the first is to lay none
        return nth(g.legal, 1 + draw(g, count(g.legal) - 1))
    if phase == Phase.HOUSE:
        return np.int64(t.first_action[Verb.PASS])
    if phase == Phase.TURN:
        return nth(g.legal, draw(g, count(g.legal)))
    return np.int64(-1)


@kernel
def best_pair(g, t):
    """The pair of cards of which the first has most in sight."""
    best, chosen = -1.0, np.int64(0)
    seat = np.int64(g.mover)
    for pair in range(len(PAIRS)):
        card = np.int64(g.held[MISSIONS, seat, pair // 2])
        reward = np.int64(g.held[REWARD_CARDS, seat, KEPT]) if t.advanced != 0 else card
        sight = in_sight(g, t, card, reward) + draw(g, np.int64(16)) / 16
        if sight > best:
            best, chosen = sight, np.int64(pair)
    return chosen


@kernel
def in_sight(g, t, goal, reward):
    """Points that houses would pay by these cards if the reward turn came now."""
    seat, total = np.int64(g.mover), 0.0
    tiles = g.placed
    while tiles != EMPTY:
        tile = lowest(tiles)
        tiles = without_lowest(tiles)
        if t.site[tile] >= 0 and g.house[tile] == NOTHING:
            facts = g.facts[island_of_site(g, t, tile)]
            if is_open(t, facts, goal, seat):  # each free site of an island adds its share
                total += expected(t, reward, facts) / (facts[Fact.SITES] - facts[Fact.HOUSES])
    return total


@kernel
def best_site(g, t):
    """The cell of the house that pays most, or -1 if there is none."""
    seat = np.int64(g.mover)
    reward = reward_of(g, t, seat)
    best, site = -1, np.int64(-1)
    for k in range(CELL_WORDS):
        cells = g.spots[k]
        while cells != EMPTY:
            cell = 64 * k + lowest(cells)
            cells = without_lowest(cells)
            pays = expected(t, reward, g.facts[island_of_site(g, t, np.int64(g.at[cell]))])
            if pays > best:
                best, site = pays, np.int64(cell)
    return site


@kernel
def gain_of(g, t, tile, cell, rot):
    """How much more islands would be worth to the seat to act if a tile were laid.

    The facts of a tile that is not on the board are zero: they serve as scratch.
    """
    gain = 0.0
    for piece in range(t.pieces[tile]):
        facts = g.facts[2 * tile + piece]
        facts[Fact.SIZE] = 1
        facts[Fact.TEMPLE] = t.temple[tile, piece]
        facts[Fact.PORTS] = t.ports[tile, piece]
        facts[Fact.SITES] = one_if(t.site[tile] == piece)
        for slot in range(SLOTS):
            if t.slot_piece[tile, slot] == piece and t.slot_resource[tile, slot] >= 0:
                facts[t.slot_resource[tile, slot]] += 1
        joined = EMPTY, EMPTY  # labels of first pieces, of second pieces
        for d in range(4):
            label = island_beside(g, t, cell, d) if t.piece_at[tile, (d - rot) % 4] == piece else np.int64(NOTHING)
            if label < 0 or has(joined[label % 2], label // 2):
                continue
            if label % 2 == 0:
                joined = joined[0] | bit(label // 2), joined[1]
            else:
                joined = joined[0], joined[1] | bit(label // 2)
            gain -= worth(g, t, g.facts[label])
            for fact in range(Fact.OWNERS):
                facts[fact] += g.facts[label, fact]
            facts[Fact.OWNERS] |= g.facts[label, Fact.OWNERS]
        gain += worth(g, t, facts)
        facts[:] = 0
    return gain


@kernel
def worth(g, t, facts):
    """What an island is worth to the seat to act: what it pays, half of it for each thing that it lacks."""
    seat = np.int64(g.mover)
    if facts[Fact.OWNERS] >> seat & 1 != 0:
        return 0.0
    pays = np.float64(expected(t, reward_of(g, t, seat), facts))
    if facts[Fact.SITES] <= facts[Fact.HOUSES]:
        pays *= 0.5
    if not meets(t, goal_of(g, seat), facts):
        pays *= 0.5
    return pays


@kernel
def best_berth(g, t):
    """The cell among most ports where a ship fits."""
    best, berth = np.int64(-1), np.int64(-1)
    for k in range(CELL_WORDS):
        cells = g.spots[k]
        while cells != EMPTY:
            cell = np.int64(64 * k + lowest(cells))
            cells = without_lowest(cells)
            ports = ports_around(g, t, cell)
            if ports > best:
                best, berth = ports, cell
    return berth


@kernel
def expected(t, reward, facts):
    """Points that an island pays by a reward, of drawn tokens what to expect."""
    kind = t.rewards[reward]
    if kind == Reward.CHOSEN_RESOURCE_PORTS:
        return most(facts) + facts[Fact.PORTS] // 2
    if kind == Reward.DISCOVERY:
        return np.int64(t.expected_token[min(np.int64(facts[Fact.TEMPLE]), TOKENS)])
    return points(t, reward, facts)
