"""The price of a region in race tokens (SW-CONQ-1).

Asked in this order: 2, plus defenders, plus Lost Tribe, mountain, fortress, lair and encampments, minus the discount
of the banner, minus the discount of the badge; never less than 1. The dragon and sorcery replace the price, a Berserk
roll is taken off before the floor: both are in `conquest`.
"""

from swenv.core.bits import EMPTY, count, has, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.reach import adjacent
from swenv.smallworld.rules.record import NOBODY


@kernel
def one_if(condition):
    """1 or 0, so that conditions can be added."""
    return 1 if condition else 0


@kernel
def defenders(g, t, army, r):
    """Race tokens in `r` that stand against this army: the own ones add nothing (SW-INT-24, option SW-INT-152)."""
    if g.owner[r] == NOBODY:
        return 0
    if g.owner[r] // 3 == army // 3 and t.own_decline_defends == 0:
        return 0
    return g.tokens[r]


@kernel
def defences(g, t, r):
    """What `r` adds to its price beside race tokens: L + M + F + K + E of SW-CONQ-1."""
    return (
        one_if(has(g.tribes, r))
        + one_if(has(t.mountains, r))
        + one_if(has(g.fortresses, r))
        + one_if(has(g.lairs, r))
        + g.encampments[r]
    )


@kernel
def discount(g, t, army, r):
    """D_race + D_power of SW-CONQ-1. A race in decline has no discount."""
    if army % 3 != 0:
        return 0
    return discount_of_row(g, t, army, g.race[army], r) + discount_of_row(g, t, army, g.power[army], r)


@kernel
def discount_of_row(g, t, army, row, r):
    """What one banner or badge takes off: for regions of a kind, or beside held ones of a kind (Giants)."""
    if has(t.discount_regions[row], r):
        return 1
    if t.discount_beside[row] & g.land[army] != EMPTY:
        # SW-INT-38: a link makes adjacent, SW-INT-39: flying does not
        return one_if(adjacent(g, t, army, r) & t.discount_beside[row] & g.land[army] != EMPTY)
    return 0


@kernel
def formula(g, t, army, r):
    """The price before the floor, which a Berserk roll still lowers."""
    return 2 + defenders(g, t, army, r) + defences(g, t, r) - discount(g, t, army, r)


@kernel
def price(g, t, army, r):
    """Tokens that this army pays for `r` in an ordinary conquest (SW-CONQ-1)."""
    return max(1, formula(g, t, army, r))


@kernel
def defence(g, t, r):
    """What an enemy without any discount would pay for `r`; for what a player sees at a glance."""
    tokens = g.tokens[r] if g.owner[r] != NOBODY else 0
    return 2 + tokens + defences(g, t, r)


@kernel
def tokens_on(g, regions):
    """Race tokens that lie in these regions."""
    tokens = 0
    while regions != EMPTY:
        tokens += g.tokens[lowest(regions)]
        regions = without_lowest(regions)
    return tokens


@kernel
def strength(g, army):
    """Tokens with which this army conquers once its troops are taken up: all but one per region (SW-TURN-5)."""
    return g.hand[army] + tokens_on(g, g.land[army]) - count(g.land[army])
