"""Alliance and Horde: which rival races lost regions this turn, and what that pays (WW 2.4)."""

import numpy as np

from swenv.core.bits import EMPTY, bit, count, has
from swenv.core.jit import kernel
from swenv.smallworld.rules.holdings import holds
from swenv.smallworld.rules.record import NOBODY, Item

BATTLEGROUND = np.int64(Item.BATTLEGROUND)


@kernel
def foes(t, race):
    """The races of the opposing faction; those of both factions for a neutral race (WW-FACTION-3)."""
    if has(t.alliance, race):
        return t.horde
    if has(t.horde, race):
        return t.alliance
    return t.alliance | t.horde


@kernel
def is_neutral(t, race):
    """Whether a race belongs to no faction."""
    return not has(t.alliance | t.horde, race)


@kernel
def note_rival(g, t, army, r):
    """Record that an army conquers `r` from a rival (WW-FACTION-1).

    Declined races count, the conqueror's own among them (WW-FACTION-4, WW-CLAR-22).
    """
    holder = np.int64(g.owner[r])
    if holder == NOBODY:
        return
    beaten = bit(np.int64(g.race[holder]))
    if beaten & foes(t, np.int64(g.race[army])) == EMPTY:
        return
    g.beaten_twice |= g.beaten & beaten
    g.beaten |= beaten
    if not is_neutral(t, np.int64(g.race[army])):
        g.rivals += 1


@kernel
def faction_coins(g, t, army):
    """Coins for beaten races: 1 each; with the Battleground, 2 for a race beaten twice.

    WW-FACTION-1, WW-PLACE-BATTLEGROUND.
    """
    twice = holds(g, army, BATTLEGROUND)
    race = np.int64(g.race[army])
    if is_neutral(t, race):
        if not twice:
            return 0
        as_alliance = count(g.beaten & t.horde) + count(g.beaten_twice & t.horde)
        return max(as_alliance, count(g.beaten & t.alliance) + count(g.beaten_twice & t.alliance))
    coins = count(g.beaten & foes(t, race))
    return coins + count(g.beaten_twice & foes(t, race)) if twice else coins
