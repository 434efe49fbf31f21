"""Features of a seat as a turn begins, from which `swenv.core.evaluation` predicts what it will still earn."""

import numpy as np

from swenv.core.bits import EMPTY, count, lowest, one_if, without_lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.cost import strength
from swenv.smallworld.rules.holdings import own_land
from swenv.smallworld.rules.record import NO_ROW, SPARE, STAGES, Feature, Phase
from swenv.smallworld.rules.score import bonus


@kernel
def stage(g, t, seat):
    """The turns that a seat has left, including the one that is beginning; at most the last stage."""
    return min(np.int64(g.rounds) - g.round_number + one_if(seat >= g.turn), STAGES - 1)


@kernel
def turn_begins(g):
    """Whether a seat is about to choose what to do with its turn."""
    return g.phase == Phase.CHOOSE or g.phase == Phase.PICK


@kernel
def write_features(g, t, seat, out):
    """Write the features of a seat into zeros, (features,) float64."""
    army = 3 * seat
    out[Feature.ALWAYS] = 1.0
    out[Feature.TO_ACT] = one_if(seat == g.turn)
    for declined in range(army + 1, army + 3):
        out[Feature.DECLINED_INCOME] += income(g, t, declined)
    if g.race[army] != NO_ROW:
        write_race_features(g, t, army, out)
    out[Feature.EXPOSED] = exposed(g, own_land(g, seat))
    out[Feature.COLUMN] = best_combo(g, t, np.int64(g.coins[seat]))


@kernel
def write_race_features(g, t, army, out):
    """Write the features of an active race."""
    race, power = np.int64(g.race[army]), np.int64(g.power[army])
    tokens = np.int64(strength(g, army))
    out[Feature.ACTIVE] = 1.0
    out[Feature.REGIONS] = count(g.land[army])
    out[Feature.BONUS] = bonus(g, t, army, race) + bonus(g, t, army, power) + lasting(g, t, army)
    out[Feature.PER_CONQUEST] = t.coins_per_conquest[race] + t.coins_per_conquest[power]
    if g.first_coins_paid[army] == 0:
        out[Feature.FIRST_TURN] = t.coins_first_turn[race] + t.coins_first_turn[power]
    out[Feature.STRENGTH] = tokens
    out[Feature.SPARE_STRENGTH] = max(0, tokens - SPARE)
    out[Feature.HAND] = g.hand[army]
    out[Feature.LANDLESS] = one_if(g.land[army] == EMPTY)


@kernel
def income(g, t, army):
    """The coins that a race in decline pays a turn (SW-SCORE-3, SW-SCORE-4)."""
    return count(g.land[army]) + lasting(g, t, army)


@kernel
def lasting(g, t, army):
    """The coins that the banner and the badge of an army pay for regions even in decline."""
    land = g.land[army]
    coins = count(land & t.lasting_coin_regions[g.race[army]])
    return coins + count(land & t.lasting_coin_regions[g.power[army]])


@kernel
def exposed(g, regions):
    """Count the regions with at most one token."""
    number = 0
    while regions != EMPTY:
        number += one_if(g.tokens[lowest(regions)] <= 1)
        regions = without_lowest(regions)
    return number


@kernel
def best_combo(g, t, coins):
    """What the best combo that this many coins can pay for is worth: two for each token, and its coins."""
    best = 0
    for row in range(min(np.int64(g.num_rows), coins + 1)):
        tokens = t.tokens[g.column_race[row]] + t.tokens[g.column_power[row]]
        best = max(best, 2 * tokens + g.column_coins[row] - row)
    return best
