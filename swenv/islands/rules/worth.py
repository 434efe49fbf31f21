"""What cards would pay on every island of an observation, and what islands lack for them.

The lines of the islands, `number` of them, begin at `at` and are `width` wide; a kernel reads the counts there, and
writes into one column of each line.
"""

import numpy as np

from swenv.core.jit import kernel
from swenv.islands.rules.cards import least, most
from swenv.islands.rules.record import SYMBOLS, TOKENS, Fact, Goal, Reward

MOST = 127


@kernel
def write_missing(t, goal, out, at, number, width, column):
    """Write about how many symbols islands lack to meet a goal, 0 for those that meet it."""
    for line in range(at, at + number * width, width):
        out[line + column] = missing(t, goal, out, line)


@kernel
def missing(t, goal, counts, at):
    """About how many symbols an island lacks to meet a goal (SI-CARD-G1 to SI-CARD-G4); its counts begin at `at`."""
    kind = t.goal[goal]
    x, y = t.goal_resource[goal, 0], t.goal_resource[goal, 1]
    z = 3 - x - y
    if kind == Goal.AT_LEAST:
        lacking = np.int64(0)
        for symbol in range(len(SYMBOLS)):
            lacking += max(t.goal_symbols[goal, symbol] - counts[at + symbol], 0)
        return lacking
    if kind == Goal.TWO_RESOURCES_EQUAL:
        either = min(apart(counts[at], counts[at + 1]), apart(counts[at], counts[at + 2]))
        return min(either, apart(counts[at + 1], counts[at + 2]))
    if kind == Goal.MORE_THAN:
        return max(counts[at + y] + 1 - counts[at + x], 0)
    return min(apart(counts[at + x], counts[at + y]), apart(counts[at + x], counts[at + z]))


@kernel
def apart(a, b):
    """How many symbols two counts of resources need to be equal and not zero."""
    return np.int64(2) if a + b == 0 else abs(np.int64(a) - b)


@kernel
def write_pays(t, reward, out, at, number, width, column):
    """Write what islands pay by a reward, with the best choice; of drawn tokens, the best one expected.

    See SI-CARD-R1 to SI-CARD-R8.
    """
    kind = t.rewards[reward]
    bonus, each = t.bonus[reward], t.per_symbol[reward, 0]
    for line in range(at, at + number * width, width):
        pays = bonus
        if kind == Reward.SYMBOLS or kind == Reward.FLAT:
            for symbol in range(len(SYMBOLS)):
                pays += t.per_symbol[reward, symbol] * out[line + symbol]
        elif kind == Reward.LEAST_RESOURCE:
            pays += each * least(out[line : line + 3])
        elif kind == Reward.MOST_RESOURCE:
            pays += each * most(out[line : line + 3])
        elif kind == Reward.ISLAND_SIZE:
            for band in range(len(t.bands)):
                if out[line + Fact.SIZE] >= t.bands[band, 0]:
                    pays = t.bands[band, 1]
        elif kind == Reward.BUILDING_SITES:
            pays += each * out[line + Fact.SITES]
        elif kind == Reward.CHOSEN_RESOURCE_PORTS:
            pays = most(out[line : line + 3]) + out[line + Fact.PORTS] // 2
        else:
            pays = t.expected_token[min(np.int64(out[line + Fact.TEMPLE]), TOKENS)]
        out[line + column] = min(pays, MOST)
