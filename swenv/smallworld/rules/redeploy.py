"""Taking up and redeploying troops: READY, REDEPLOY and WITHDRAWN (SW 2.5 and 2.6, UG 2.7 and 2.8)."""

import numpy as np

from swenv.core.bits import EMPTY, count, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.boxes.redeploy import end_conquests, forbidden_to_stay
from swenv.smallworld.rules.holdings import second_power
from swenv.smallworld.rules.markers import encampments_in_hand
from swenv.smallworld.rules.pieces import HOLDS_OTHERWISE, LAID_OUT_ANEW, ready_troops, take_up_everything
from swenv.smallworld.rules.record import NO_ROW


@kernel
def take_up(g, army):
    """Take all tokens but one per region, and the reserve, into hand (SW-TURN-5).

    Tauren leave two; `pieces` has the rules for the Champion and Beasts.
    """
    g.reserve[army] = 0
    if g.traits[army] & HOLDS_OTHERWISE != EMPTY:
        ready_troops(g, army)
        return
    land = g.land[army]
    while land != EMPTY:
        r = lowest(land)
        land = without_lowest(land)
        g.hand[army] += g.tokens[r] - 1
        g.tokens[r] = 1


@kernel
def begin_deploy(g, t, army):
    """Grow the army, take up its troops and set the Amazons' reserve aside (SW-REDEP-1 to -5, UG-REDEP-1)."""
    end_conquests(g, t, army)
    second = np.int64(second_power(g, army))
    if army % 3 == 0:
        grow(g, t, army, np.int64(g.race[army]))
        grow(g, t, army, np.int64(g.power[army]))
        if second != NO_ROW:
            grow(g, t, army, second)
    take_up(g, army)
    if g.traits[army] & LAID_OUT_ANEW != EMPTY:
        take_up_everything(g, army)
    if army % 3 == 0:
        everything = g.hand[army] + count(g.land[army])
        g.reserve[army] = min(t.reserve[g.race[army]] + t.reserve[g.power[army]] + t.reserve[second], everything)


@kernel
def grow(g, t, army, row):
    """Take the tokens that a banner or badge gives from the tray, while it lasts.

    SW-RACE-SKELETONS: one for every two non-empty regions conquered this turn. UG-RACE-MUDMEN: one for each Mudpool.
    """
    tokens = count(g.land[army] & t.growth_regions[row])
    if t.conquests_per_token[row] > 0:
        tokens += g.nonempty // t.conquests_per_token[row]
    if tokens > 0:
        tokens = min(tokens, g.tray[g.race[army]])
        g.tray[g.race[army]] -= tokens
        g.hand[army] += tokens


@kernel
def to_place(g, army):
    """Count the tokens in hand to redeploy; if negative, that many regions must be abandoned (SW-REDEP-5)."""
    return g.hand[army] - g.reserve[army]


@kernel
def deploy(g, r, tokens):
    """Put tokens from hand into a region that their race holds."""
    g.hand[g.owner[r]] -= tokens
    g.tokens[r] += tokens


@kernel
def withdrawn_land(g, t, seat):
    """Regions where a seat may put withdrawn tokens: land of each race that has some (SW-LOSS-9, UG-LOSS-2)."""
    regions = EMPTY
    for army in range(3 * seat, 3 * seat + 3):
        if to_place(g, army) > 0:
            regions |= g.land[army]
            regions &= ~forbidden_to_stay(g, t, army)
    return regions


@kernel
def withdrawn_camps(g, t, seat):
    """Regions where a seat may put encampments that came back to it (SW-LOSS-9)."""
    army = 3 * seat
    return g.land[army] if encampments_in_hand(g, t, army) > 0 else EMPTY


@kernel
def in_deploy(g, army):
    """Regions where tokens may be deployed now."""
    return g.land[army] if to_place(g, army) > 0 else EMPTY


@kernel
def to_give_up(g, army):
    """Regions of which one must be abandoned now (SW-REDEP-5)."""
    return g.land[army] if to_place(g, army) < 0 else EMPTY
