"""Markers placed before scoring, in the MARKERS phase (SW-TURN-8, UG-REDEP-3).

Pieces in hand are those that are not on the map, so nothing is counted twice.
"""

from swenv.core.bits import EMPTY, bit, count, has, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.holdings import second_power
from swenv.smallworld.rules.record import FORTRESS_PIECES, Trait


@kernel
def take_up_markers(g, army):
    """Take up encampments, heroes and the Queen, to be placed anew every turn.

    SW-POWER-BIVOUACKING, SW-POWER-HEROIC, UG-ACT-19.
    """
    land = g.land[army]
    g.heroes &= ~land
    if has(g.traits[army], Trait.ROYAL):
        g.queens = EMPTY
    while land != EMPTY:
        g.encampments[lowest(land)] = 0
        land = without_lowest(land)


@kernel
def encampments_in_hand(g, t, army):
    """Count the encampments of an active race that are not on the map."""
    camps = t.encampments[g.race[army]] + t.encampments[g.power[army]] + t.encampments[second_power(g, army)]
    if camps > 0:
        land = g.land[army]
        while land != EMPTY:
            camps -= g.encampments[lowest(land)]
            land = without_lowest(land)
    return camps


@kernel
def encamp_targets(g, t, army):
    """Regions that may take an encampment: any of the race, any number in each (SW-POWER-BIVOUACKING)."""
    return g.land[army] if encampments_in_hand(g, t, army) > 0 else EMPTY


@kernel
def hero_targets(g, t, army):
    """Regions that may take a hero: any of the race without one, while it has heroes left (SW-POWER-HEROIC)."""
    heroes = t.heroes[g.race[army]] + t.heroes[g.power[army]] + t.heroes[second_power(g, army)]
    land = g.land[army]
    if count(g.heroes & land) >= heroes:
        return EMPTY
    return land & ~g.heroes


@kernel
def fortify_targets(g, army):
    """Regions that may take a fortress: one per turn and region, while pieces last.

    SW-POWER-FORTIFIED, SW-INT-107.
    """
    if not has(g.traits[army], Trait.FORTRESSES) or g.fortress_placed != 0 or count(g.fortresses) >= FORTRESS_PIECES:
        return EMPTY
    return g.land[army] & ~g.fortresses


@kernel
def encamp(g, r):
    """Put an encampment into `r`."""
    g.encampments[r] += 1


@kernel
def hero(g, r):
    """Put a hero into `r`."""
    g.heroes |= bit(r)


@kernel
def fortify(g, r):
    """Build a fortress in `r`."""
    g.fortresses |= bit(r)
    g.fortress_placed = 1
