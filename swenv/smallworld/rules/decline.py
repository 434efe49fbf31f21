"""Going into decline (SW 2.8, UG 2.10)."""

import numpy as np

from swenv.core.bits import EMPTY, count, has, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.boxes.decline import put_aside, settle_second_power
from swenv.smallworld.rules.column import discard_badge
from swenv.smallworld.rules.holdings import second_power
from swenv.smallworld.rules.losses import clear_slot, leave, vanish, vanish_if_gone
from swenv.smallworld.rules.pieces import fewest_pieces
from swenv.smallworld.rules.record import LASTING, NO_ROW, NOBODY, Trait, trait_set

VANISHING_COINS = 2
KEEPS_ALL_TOKENS = trait_set(Trait.ACTS_IN_DECLINE, Trait.TOMB)
MAY_BE_LEFT_UNUSED = trait_set(Trait.TOMB, Trait.VANISHING)
"""Powers from Stonehedge that its holder may leave unused in a decline (UG-ACT-25, UG-ACT-26)."""


@kernel
def decline(g, t, seat, by_stonehedge):
    """Put the active race into decline; the older one leaves (SW-DECL-2 to SW-DECL-6, UG-DECL-2 to UG-DECL-5).

    Return the army whose troops are redeployed once more (UG-POWER-TOMB), or NOBODY.
    """
    active = 3 * seat
    traits = t.traits[g.race[active]] | t.traits[g.power[active]]  # without a power from Stonehedge, unless chosen
    slot = active + 2 if has(traits, Trait.SPIRIT) else active + 1
    if g.race[slot] != NO_ROW:
        remove(g, slot)  # SW-DECL-2
        settle_second_power(g, t)
    if by_stonehedge:
        traits |= t.traits[g.stonehedge]
    if has(traits, Trait.VANISHING):
        if g.declining != 0:  # this scores a declining turn; a Stout decline has no such score (SW-TURN-12)
            g.coins[seat] += VANISHING_COINS * count(g.land[active])
        put_aside(g, active)
        if not has(t.traits[g.power[active]], Trait.VANISHING):
            discard_blank_badge(g, t, active)
        remove(g, active)
        return NOBODY
    turn_over(g, active, traits)
    discard_blank_badge(g, t, active)
    move(g, t, active, slot)
    vanish_if_gone(g, slot)  # SW-DECL-13
    return slot if has(traits, Trait.TOMB) and g.land[slot] != EMPTY else NOBODY


@kernel
def discard_blank_badge(g, t, army):
    """Discard a badge with a blank reverse, before anything needs a new badge (SW-DECL-5, UG-DECL-3)."""
    if g.power[army] != NO_ROW and t.stays_in_decline[g.power[army]] == 0:
        discard_badge(g, g.power[army])
        g.power[army] = NO_ROW


@kernel
def may_decline_by_stonehedge(g, t, army):
    """Whether a decline may use Tomb or Vanishing from Stonehedge, which is optional.

    UG-ACT-25, UG-ACT-26, UG-CLAR-30.
    """
    own = t.traits[g.race[army]] | t.traits[g.power[army]]
    lent = t.traits[second_power(g, army)]
    return lent & MAY_BE_LEFT_UNUSED != EMPTY and not has(own, Trait.VANISHING)


@kernel
def remove(g, army):
    """Return all tokens of a race to the tray, remove its markers and return its banner (SW-DECL-2)."""
    race = g.race[army]
    g.tray[race] += g.hand[army]
    land = g.land[army]
    while land != EMPTY:
        g.tray[race] += leave(g, lowest(land))
        land = without_lowest(land)
    g.hand[army] = 0
    vanish(g, army)


@kernel
def turn_over(g, army, traits):
    """Leave one token in each region (two of Tauren, WW-DECL-3); clear hand and markers (SW-DECL-3, SW-DECL-4).

    Ghouls and a race with the Tomb keep all tokens on the map.
    """
    race = g.race[army]
    kept = fewest_pieces(g, army)
    keep_all = traits & KEEPS_ALL_TOKENS != EMPTY
    put_aside(g, army)
    g.tray[race] += g.hand[army]
    g.hand[army] = 0
    g.reserve[army] = 0
    land = g.land[army]
    g.holes &= ~land
    g.heroes &= ~land
    g.dragons &= ~land
    while land != EMPTY:
        r = lowest(land)
        land = without_lowest(land)
        g.encampments[r] = 0
        if not keep_all and g.tokens[r] > kept:
            g.tray[race] += g.tokens[r] - kept
            g.tokens[r] = kept


@kernel
def move(g, t, army, slot):
    """Move a race to another slot, with the traits that last (SW-DECL-6, SW-DECL-9, UG-SETUP-18, -19)."""
    g.race[slot] = g.race[army]
    g.power[slot] = g.power[army]
    g.traits[slot] = (t.traits[g.race[army]] | t.traits[g.power[army]]) & LASTING
    g.land[slot] = g.land[army]
    land = g.land[army]
    while land != EMPTY:
        g.owner[lowest(land)] = np.int8(slot)
        land = without_lowest(land)
    if g.stonehedge_army == army:
        g.stonehedge_army = slot  # a frozen Queen stays (UG-PLACE-STONEHEDGE)
    clear_slot(g, army)
