"""What happens to those who held a region (section 2.5 of the rules), and to a race that has nothing left.

A region changes hands by `vacate` and `occupy` alone: they keep `owner` and `land` in step.
"""

import numpy as np

from swenv.core.bits import EMPTY, bit, has
from swenv.core.jit import kernel
from swenv.smallworld.rules.column import discard_badge, return_banner
from swenv.smallworld.rules.record import LOSES_NONE, NO_ROW, NOBODY


@kernel
def occupy(g, army, r, tokens):
    """Put tokens of an army into a region that nobody holds."""
    g.owner[r] = army
    g.land[army] |= bit(r)
    g.tokens[r] = tokens


@kernel
def vacate(g, r):
    """Take an army's tokens and all markers out of `r`; returns how many tokens lay there.

    Lair, fortress and hole are gone, encampments, hero and dragon are with their owner again (SW-TURN-5, SW-LOSS-5,
    SW-LOSS-6): what an owner has in hand is what does not lie on the map.
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
    return tokens


@kernel
def abandon(g, r):
    """The owner gives up `r`: its tokens come to hand (SW-TURN-5, SW-REDEP-5)."""
    army = g.owner[r]
    g.hand[army] += vacate(g, r)


@kernel
def defeat(g, r, converted):
    """Everything that lies in `r` gives way to a conqueror (SW-LOSS-1 to SW-LOSS-6).

    Of n tokens one goes to the tray and n - 1 are withdrawn to hand; Elves lose none, unless to sorcery (`converted`).
    """
    g.tribes &= ~bit(r)
    army = np.int64(g.owner[r])
    if army == NOBODY:
        return
    tokens = vacate(g, r)
    lost = 0 if g.traits[army] & LOSES_NONE != EMPTY and converted == 0 else 1
    g.tray[g.race[army]] += lost
    g.hand[army] += tokens - lost
    vanish_if_gone(g, army)


@kernel
def vanish_if_gone(g, army):
    """SW-DECL-8: a race in decline without tokens on the map and in hand leaves the game at once."""
    if army % 3 != 0 and g.race[army] != NO_ROW and g.land[army] == EMPTY and g.hand[army] == 0:
        vanish(g, army)


@kernel
def vanish(g, army):
    """The banner returns, then the badge that a Spirit race still has is discarded (SW-DECL-8, SW-INT-143)."""
    race, badge = g.race[army], g.power[army]
    clear_slot(g, army)
    return_banner(g, race)
    discard_badge(g, badge)


@kernel
def clear_slot(g, army):
    """Make a slot empty."""
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
    """SW-TERM-8: a Lost Tribe or race tokens lie there; a mountain or another marker alone does not count."""
    return g.owner[r] != NOBODY or has(g.tribes, r)
