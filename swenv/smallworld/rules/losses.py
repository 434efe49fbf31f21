"""Losses of those who held a conquered region (SW 2.5, UG 2.6, WW-CONQ-7), and races that vanish.

Regions change hands through `vacate` and `occupy`, which keep `owner` and `land` in step.
"""

import numpy as np

from swenv.core.bits import EMPTY, bit, has
from swenv.core.jit import kernel
from swenv.smallworld.rules.boxes.losses import return_pieces_of_box
from swenv.smallworld.rules.column import discard_badge, return_banner
from swenv.smallworld.rules.record import NO_ROW, NOBODY, Item, Trait

AEGIS = np.int64(Item.AEGIS)

BY_FORCE, BY_SUBSTITUTION = np.int64(0), np.int64(1)
"""How a region is lost."""


@kernel
def occupy(g, army, r, tokens):
    """Put an army's tokens into a region that nobody holds; Trolls add their lair (SW-RACE-TROLLS)."""
    g.owner[r] = army
    g.land[army] |= bit(r)
    g.tokens[r] = tokens
    if has(g.traits[army], Trait.LAIRS):
        g.lairs |= bit(r)


@kernel
def vacate(g, r):
    """Remove an army's tokens and all markers from `r`; return the number of tokens.

    Lair, fortress, hole, armors, Wisp Wall and Watch Tower are lost; encampments, hero, dragon, Queen, Great Ancient,
    Bag, Beasts and Champion return to their owner (SW-TURN-5, SW-LOSS-5, SW-LOSS-6, UG-TURN-8), who has in hand all
    that are not on the map. The Aegis protects only its holder, so its protection ends.
    """
    tokens = g.tokens[r]
    there = bit(r)
    g.land[g.owner[r]] &= ~there
    g.owner[r] = NOBODY
    g.tokens[r] = 0
    g.encampments[r] = 0
    g.lairs &= ~there
    g.fortresses &= ~there
    g.holes &= ~there
    g.heroes &= ~there
    g.dragons &= ~there
    g.armors[r] = 0
    g.queens &= ~there
    g.ancients &= ~there
    g.bags &= ~there
    g.walls &= ~there
    g.towers &= ~there
    g.champions &= ~there
    g.beasts[r] = 0
    if g.item_region[AEGIS] == r:
        g.aegis_up = 0
    return tokens


@kernel
def abandon(g, r):
    """Abandon `r`: its tokens return to the owner's hand (SW-TURN-5, SW-REDEP-5)."""
    army = g.owner[r]
    g.hand[army] += leave(g, r)


@kernel
def leave(g, r):
    """Empty `r` without a conqueror, as `vacate` does, and return its bomb to the stack (WW-RACE-GOBLINS)."""
    tokens = vacate(g, r)
    return_pieces_of_box(g, r)
    return tokens


@kernel
def losses(g, r, how):
    """Count the tokens in `r` that go to the tray (SW-LOSS-1, SW-RACE-ELVES, UG-LOSS-4)."""
    army = g.owner[r]
    if army == NOBODY or (how == BY_FORCE and has(g.traits[army], Trait.LOSES_NONE)):
        return 0
    return 1


@kernel
def evict(g, r, lost):
    """Clear `r` for its conqueror (SW-LOSS-1 to SW-LOSS-6, UG-LOSS-1).

    `lost` of the tokens go to the tray; the others are withdrawn to hand.
    """
    g.tribes &= ~bit(r)
    g.monsters &= ~bit(r)
    army = np.int64(g.owner[r])
    if army == NOBODY:
        return
    tokens = vacate(g, r)
    g.tray[g.race[army]] += lost
    g.hand[army] += tokens - lost
    vanish_if_gone(g, army)


@kernel
def vanish_if_gone(g, army):
    """Remove a declined race with no regions left from the game at once (SW-DECL-8, UG-LOSS-3, UG-LOSS-6).

    Withdrawn tokens with nowhere to go are lost; only Ghouls may return from hand.
    """
    if army % 3 == 0 or g.race[army] == NO_ROW or g.land[army] != EMPTY:
        return
    if g.hand[army] == 0 or not has(g.traits[army], Trait.ACTS_IN_DECLINE):
        g.tray[g.race[army]] += g.hand[army]
        vanish(g, army)


@kernel
def vanish(g, army):
    """Return a race's banner, then discard its badge if it has one (SW-DECL-8, SW-INT-143, UG-COL-5)."""
    race, badge = g.race[army], g.power[army]
    clear_slot(g, army)
    return_banner(g, race)
    discard_badge(g, badge)


@kernel
def clear_slot(g, army):
    """Empty a slot."""
    g.race[army] = NO_ROW
    g.power[army] = NO_ROW
    g.traits[army] = EMPTY
    g.land[army] = EMPTY
    g.hand[army] = 0
    g.reserve[army] = 0
    g.holes_placed[army] = 0
    g.first_coins_paid[army] = 0


@kernel
def is_nonempty(g, r):
    """Whether `r` has a Lost Tribe, Monsters or race tokens; mountains and other markers do not count (SW-TERM-8)."""
    return g.owner[r] != NOBODY or has(g.tribes | g.monsters, r)
