"""Taking up troops and laying them out again: READY, REDEPLOY and WITHDRAWN (SW 2.5 and 2.6, UG 2.7 and 2.8)."""

import numpy as np

from swenv.core.bits import EMPTY, count, has, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.holdings import mines_of_its_own, second_power
from swenv.smallworld.rules.losses import abandon
from swenv.smallworld.rules.markers import encampments_in_hand
from swenv.smallworld.rules.record import ARMOR_PIECES, HAMMER_PIECES, Trait
from swenv.smallworld.rules.warcraft.pieces import HOLDS_OTHERWISE, LAID_OUT_ANEW, ready_troops, take_up_everything


@kernel
def take_up(g, army):
    """One token stays in every region, all others come to hand, the reserve among them (SW-TURN-5).

    Tauren leave two; what Champion and Beasts do is said in `pieces`.
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
    """SW-REDEP-1 to -5, UG-REDEP-1: armies grow, the troops are taken up, Amazons set their reserve aside."""
    if t.underground != 0:
        if army % 3 == 0:
            take_armors(g, t, army)
        leave_rivers(g, t, army)
    if army % 3 == 0:
        grow(g, t, army, np.int64(g.race[army]))
        grow(g, t, army, np.int64(g.power[army]))
    take_up(g, army)
    if g.traits[army] & LAID_OUT_ANEW != EMPTY:
        take_up_everything(g, army)
    if army % 3 == 0:
        second = second_power(g, army)
        if t.underground != 0:
            grow(g, t, army, np.int64(second))
            take_hammers(g, t, army)
        everything = g.hand[army] + count(g.land[army])
        g.reserve[army] = min(t.reserve[g.race[army]] + t.reserve[g.power[army]] + t.reserve[second], everything)


@kernel
def grow(g, t, army, row):
    """Tokens from the tray, as far as it goes, that a banner or badge gives.

    SW-RACE-SKELETONS: one for every two non-empty regions conquered this turn. UG-RACE-MUDMEN: one for every Mudpool.
    """
    tokens = count(g.land[army] & t.growth_regions[row])
    if t.conquests_per_token[row] > 0:
        tokens += g.nonempty // t.conquests_per_token[row]
    if tokens > 0:
        tokens = min(tokens, g.tray[g.race[army]])
        g.tray[g.race[army]] -= tokens
        g.hand[army] += tokens


@kernel
def take_armors(g, t, army):
    """UG-POWER-SHIELD: a Mushroom Armor for every Mushroom Forest held when conquests end, as far as they go."""
    forests = t.armor_regions[g.power[army]] | t.armor_regions[g.race[army]] | t.armor_regions[second_power(g, army)]
    wanted = count(g.land[army] & forests)
    if wanted > 0:
        lying = 0
        for r in range(t.num_regions):
            lying += g.armors[r]
        g.new_armors = min(wanted, ARMOR_PIECES - lying)


@kernel
def leave_rivers(g, t, army):
    """UG-RIVER-3: all but Kraken and Seafaring races leave the River, first of all; and water (UG-CLAR-43)."""
    wet = not_to_stay(g, t, army)
    while wet != EMPTY:
        abandon(g, lowest(wet))
        wet = without_lowest(wet)


@kernel
def not_to_stay(g, t, army):
    """The regions that this army has to leave: the River, an active race other water too."""
    if has(g.traits[army], Trait.SEAFARING):
        return EMPTY
    return g.land[army] & (t.passages if army % 3 == 0 else t.rivers)


@kernel
def take_hammers(g, t, army):
    """UG-RACE-DWARVES: a Silver Hammer for every Mine held, for the turns that come (UG-CLAR-6)."""
    mines = mines_of_its_own(g, t, army) | t.hammer_regions[second_power(g, army)]
    wanted = count(g.land[army] & mines)
    if wanted > 0:
        taken = 0
        for seat in range(t.num_players):
            taken += g.hammers[seat]
        g.hammers[army // 3] += min(wanted, HAMMER_PIECES - taken)


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
def withdrawn_land(g, t, seat):
    """Where a seat may put its withdrawn tokens: the land of each of its races that has any (SW-LOSS-9, UG-LOSS-2)."""
    regions = EMPTY
    for army in range(3 * seat, 3 * seat + 3):
        if to_place(g, army) > 0:
            regions |= g.land[army]
            if t.underground != 0:
                regions &= ~not_to_stay(g, t, army)
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
