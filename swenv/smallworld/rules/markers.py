"""Encampments, heroes and fortresses: the MARKERS phase (SW-TURN-8).

Pieces in hand are those that do not lie on the map, so nothing is counted twice.
"""

from swenv.core.bits import EMPTY, bit, count, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.record import FORTRESS_PIECES, FORTRESSES


@kernel
def take_up_markers(g, army):
    """Encampments and heroes are placed anew every turn (SW-POWER-BIVOUACKING, SW-POWER-HEROIC)."""
    land = g.land[army]
    g.heroes &= ~land
    while land != EMPTY:
        g.encampments[lowest(land)] = 0
        land = without_lowest(land)


@kernel
def encampments_in_hand(g, t, army):
    """Encampments of an active race that do not lie on the map."""
    camps = t.encampments[g.race[army]] + t.encampments[g.power[army]]
    if camps > 0:
        land = g.land[army]
        while land != EMPTY:
            camps -= g.encampments[lowest(land)]
            land = without_lowest(land)
    return camps


@kernel
def encamp_targets(g, t, army):
    """SW-POWER-BIVOUACKING: any region of the race, any number per region."""
    return g.land[army] if encampments_in_hand(g, t, army) > 0 else EMPTY


@kernel
def hero_targets(g, t, army):
    """SW-POWER-HEROIC: different regions of the race; as many as there are regions, at most the heroes it has."""
    heroes = t.heroes[g.race[army]] + t.heroes[g.power[army]]
    land = g.land[army]
    if count(g.heroes & land) >= heroes:
        return EMPTY
    return land & ~g.heroes


@kernel
def fortify_targets(g, army):
    """SW-POWER-FORTIFIED: once per turn, one per region, as long as there are pieces (SW-INT-107)."""
    if g.traits[army] & FORTRESSES == EMPTY or g.fortress_placed != 0 or count(g.fortresses) >= FORTRESS_PIECES:
        return EMPTY
    return g.land[army] & ~g.fortresses


@kernel
def encamp(g, r):
    """Put down an encampment."""
    g.encampments[r] += 1


@kernel
def hero(g, r):
    """Put down a hero."""
    g.heroes |= bit(r)


@kernel
def fortify(g, r):
    """Build a fortress."""
    g.fortresses |= bit(r)
    g.fortress_placed = 1
