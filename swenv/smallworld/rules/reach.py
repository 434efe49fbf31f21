"""Regions that an army may conquer (SW-CONQ-3 to -7, UG-CONQ-2 to -4, WW-CONQ-1 to -2), as sets."""

from swenv.core.bits import EMPTY, bit, has, lowest, without_lowest
from swenv.core.jit import inlined, kernel
from swenv.smallworld.rules.adjacency import borders, linked
from swenv.smallworld.rules.armed import DOORMAT, is_armed
from swenv.smallworld.rules.barriers import at_peace, conquerable, immune
from swenv.smallworld.rules.boxes.reach import adjacent_by_box, first_conquest_in_box, neighborhood_by_box
from swenv.smallworld.rules.record import Trait


@kernel
def adjacent(g, t, army, r):
    """Regions adjacent to `r` for this army's conquests.

    They share a border with `r`, or belong to the same set of linked regions.
    """
    regions = t.neighbors[r] | adjacent_by_box(g, t, army, r)
    link = linked(g, t, army)
    return regions | link if has(link, r) else regions


@kernel
def neighborhood(g, t, army):
    """Regions adjacent to this army's land (SW-CONQ-5 b); may include some of that land."""
    land = g.land[army]
    regions = borders(t, land) | neighborhood_by_box(g, t, army)
    link = linked(g, t, army)
    return regions | link if land & link != EMPTY else regions


@kernel
def first_conquest(g, t, army):
    """Regions where an army without land may enter the map (SW-CONQ-5 a, SW-CONQ-9, UG-CONQ-2)."""
    if has(g.traits[army], Trait.ENTERS_ANYWHERE):
        return t.regions
    regions = t.entries
    if has(g.traits[army], Trait.SEAFARING):
        regions |= t.water_entries
    return first_conquest_in_box(g, t, army, regions)


@kernel
def reach(g, t, army):
    """Regions that this army can reach, whoever holds them: SW-CONQ-3, -4 and -5, UG-CONQ-2."""
    land = g.land[army]
    regions = first_conquest(g, t, army) if land == EMPTY else neighborhood(g, t, army)
    if has(g.traits[army], Trait.FLIES):
        regions |= t.regions & ~t.water & ~t.rivers  # SW-POWER-FLYING
    if is_armed(g, army, DOORMAT):
        regions = t.regions
    return regions & conquerable(g, t, army) & ~land


@inlined
def open_targets(g, t, army):
    """Regions that the base game lets this army conquer if it can pay: SW-CONQ-3 to SW-CONQ-7."""
    return reach(g, t, army) & ~immune(g, army // 3) & ~at_peace(g, t, army)


@kernel
def lone_tokens(g, t, army, spared):
    """Opponents' regions with one active token and no encampment, except those of seats in the set `spared`.

    Sorcery, the Vampire power and the Shiny Orb replace them (SW-RACE-SORCERERS, UG-POWER-VAMPIRE, UG-RELIC-ORB).
    """
    regions = EMPTY
    for seat in range(t.num_players):
        if seat != army // 3 and not has(spared, seat):
            land = g.land[3 * seat]
            while land != EMPTY:
                r = lowest(land)
                land = without_lowest(land)
                if g.tokens[r] == 1 and g.encampments[r] == 0:
                    regions |= bit(r)
    return regions
