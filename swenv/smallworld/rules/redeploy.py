"""Taking up troops and laying them out again: READY, REDEPLOY and WITHDRAWN (sections 2.5 and 2.6 of the rules)."""

from swenv.core.bits import EMPTY, count, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.markers import encampments_in_hand


@kernel
def take_up(g, army):
    """One token stays in every region, all others come to hand, the reserve among them (SW-TURN-5)."""
    g.reserve[army] = 0
    land = g.land[army]
    while land != EMPTY:
        r = lowest(land)
        land = without_lowest(land)
        g.hand[army] += g.tokens[r] - 1
        g.tokens[r] = 1


@kernel
def begin_deploy(g, t, army):
    """SW-REDEP-1 to -5: Skeletons grow, the troops are taken up, Amazons set their reserve aside."""
    if army % 3 == 0:
        grow(g, t, army)
    take_up(g, army)
    if army % 3 == 0:
        everything = g.hand[army] + count(g.land[army])
        g.reserve[army] = min(t.reserve[g.race[army]] + t.reserve[g.power[army]], everything)


@kernel
def grow(g, t, army):
    """SW-RACE-SKELETONS: one token for every two non-empty regions conquered this turn, as far as the tray goes."""
    race = g.race[army]
    for row in (race, g.power[army]):
        if t.conquests_per_token[row] > 0:
            tokens = min(g.nonempty // t.conquests_per_token[row], g.tray[race])
            g.tray[race] -= tokens
            g.hand[army] += tokens


@kernel
def to_place(g, army):
    """Tokens in hand that must be laid out; below zero when as many regions must be given up (SW-REDEP-5)."""
    return g.hand[army] - g.reserve[army]


@kernel
def deploy(g, r, tokens):
    """Put tokens from hand into a region that their race holds."""
    g.hand[g.owner[r]] -= tokens
    g.tokens[r] += tokens


@kernel
def withdrawn_land(g, seat):
    """Where a seat may put its withdrawn tokens: the land of each of its races that has any (SW-LOSS-9)."""
    regions = EMPTY
    for army in range(3 * seat, 3 * seat + 3):
        if to_place(g, army) > 0:
            regions |= g.land[army]
    return regions


@kernel
def withdrawn_camps(g, t, seat):
    """Where a seat may put encampments that came back to it (SW-LOSS-9)."""
    army = 3 * seat
    return g.land[army] if encampments_in_hand(g, t, army) > 0 else EMPTY


@kernel
def in_deploy(g, army):
    """Where tokens may be laid out now."""
    return g.land[army] if to_place(g, army) > 0 else EMPTY


@kernel
def to_give_up(g, army):
    """The regions of which one must be given up now (SW-REDEP-5)."""
    return g.land[army] if to_place(g, army) < 0 else EMPTY
