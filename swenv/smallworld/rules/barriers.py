"""What keeps an army out of a region, whatever it can pay: water, immunity, peace (SW-CONQ-4, -6, -7)."""

from swenv.core.bits import EMPTY, has, lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.holdings import own_land
from swenv.smallworld.rules.record import NOBODY, Trait


@kernel
def conquerable(g, t, army):
    """Regions that this army can hold at all: only active Seafaring races hold water (SW-CONQ-4)."""
    if army % 3 == 0 and has(g.traits[army], Trait.SEAFARING):
        return t.regions
    return t.regions & ~t.water


@kernel
def immune(g, seat):
    """Regions that this seat may not conquer because another seat's marker protects them (SW-CONQ-6, UG-IMM-6)."""
    own = own_land(g, seat)
    ghosts = g.ghosts
    if ghosts != EMPTY and g.crypt_master == seat and g.owner[lowest(ghosts)] == NOBODY:
        ghosts = EMPTY  # the master of the Crypt may enter the Ghost's region if nobody holds it
    return (g.holes | g.heroes | g.dragons | g.queens | g.ancients | ghosts) & ~own | g.balrogs


@kernel
def at_peace(g, t, army):
    """Active land of Diplomats at peace with this army's seat; peace does not bind declined races (SW-CONQ-7)."""
    regions = EMPTY
    if army % 3 == 0:
        for seat in range(t.num_players):
            if g.peace[seat] != NOBODY and g.peace[seat] == army // 3:
                regions |= g.land[3 * seat]
    return regions
