"""Beasts and the Champion, which hold regions beside race tokens, and the fewest pieces that hold a region.

See WW-CONQ-3 and WW-RACE-TAUREN. Beasts in hand are those owned but not on the map; the Champion is in hand when he is
not lost and not on the map.
"""

from swenv.core.bits import EMPTY, bit, count, has, lowest, one_if, without_lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.losses import leave
from swenv.smallworld.rules.record import BEAST_PIECES, NOWHERE, Trait, trait_set

LAID_OUT_ANEW = trait_set(Trait.BEASTS, Trait.CHAMPION)
"""Traits of armies that take up all their pieces before redeploying (WW-CLAR-23)."""
HOLDS_OTHERWISE = LAID_OUT_ANEW | trait_set(Trait.PAIRS)
"""Traits of armies whose regions need two tokens, or may be held by a Beast or the Champion.

WW-CONQ-3, WW-RACE-TAUREN.
"""


@kernel
def fewest_pieces(g, army):
    """The fewest pieces that hold a region of this army: 2 for Tauren, else 1 (WW-RACE-TAUREN, WW-CLAR-9)."""
    return 2 if has(g.traits[army], Trait.PAIRS) else 1


@kernel
def pieces_in(g, r):
    """Count the pieces that hold `r`: race tokens, Beasts and the Champion (WW-CONQ-3)."""
    return g.tokens[r] + g.beasts[r] + one_if(has(g.champions, r))


@kernel
def beasts_in_hand(g, army):
    """Count the Beasts of this army that are not on the map."""
    if not has(g.traits[army], Trait.BEASTS):
        return 0
    beasts = g.beasts_owned
    land = g.land[army]
    while land != EMPTY:
        beasts -= g.beasts[lowest(land)]
        land = without_lowest(land)
    return beasts


@kernel
def take_beasts(g, t, army):
    """Discard all Beasts, then take one for each Hills held, five at most (WW-POWER-BEASTMASTERS, WW-INT-53).

    A region left with too few pieces is vacated; its pieces return to hand (WW-CLAR-9).
    """
    land = g.land[army]
    while land != EMPTY:
        r = lowest(land)
        land = without_lowest(land)
        if g.beasts[r] > 0:
            g.beasts[r] = 0
            if pieces_in(g, r) < fewest_pieces(g, army):
                g.hand[army] += leave(g, r)
    hills = g.land[army] & (t.beast_regions[g.power[army]] | t.beast_regions[g.race[army]])
    g.beasts_owned = min(BEAST_PIECES, count(hills))


@kernel
def champion_in_hand(g, army):
    """Whether this army has the Champion in hand, off the map."""
    return has(g.traits[army], Trait.CHAMPION) and g.champion_lost == 0 and g.champions == EMPTY


@kernel
def can_gather_champion(g, army):
    """Whether the Champion's region keeps enough other pieces when he is taken up (WW-CLAR-16)."""
    there = g.champions & g.land[army]
    return there != EMPTY and g.tokens[lowest(there)] >= fewest_pieces(g, army)


@kernel
def ready_troops(g, army):
    """Take up all race tokens above the minimum, and the Champion if enough others stay (WW-TURN-6)."""
    g.champion_from = NOWHERE
    if can_gather_champion(g, army):
        g.champion_from = lowest(g.champions)
        g.champions = EMPTY
    land = g.land[army]
    while land != EMPTY:
        r = lowest(land)
        land = without_lowest(land)
        spare = g.tokens[r] - fewest_pieces(g, army)
        if spare > 0:
            g.hand[army] += spare
            g.tokens[r] -= spare


@kernel
def leave_champion(g, army):
    """Put the Champion back where he was and take up a race token instead (WW-ACT-16)."""
    r = g.champion_from
    g.champions = bit(r)
    g.champion_from = NOWHERE
    g.tokens[r] -= 1
    g.hand[army] += 1


@kernel
def may_leave_champion(g, army):
    """Whether the Champion was gathered this turn and may be left where he was."""
    return champion_in_hand(g, army) and g.champion_from >= 0 and has(g.land[army], g.champion_from)


@kernel
def take_up_everything(g, army):
    """Take up all pieces; no region is abandoned by this (WW-TURN-9)."""
    land = g.land[army]
    g.champions &= ~land
    while land != EMPTY:
        r = lowest(land)
        land = without_lowest(land)
        g.hand[army] += g.tokens[r]
        g.tokens[r] = 0
        g.beasts[r] = 0


@kernel
def pieces_in_hand(g, army):
    """Count all pieces off the map."""
    return g.hand[army] + beasts_in_hand(g, army) + one_if(champion_in_hand(g, army))


@kernel
def pieces_missing(g, army):
    """Count the pieces that this army's regions still need."""
    pieces = 0
    land = g.land[army]
    while land != EMPTY:
        pieces += max(0, fewest_pieces(g, army) - pieces_in(g, lowest(land)))
        land = without_lowest(land)
    return pieces


@kernel
def undermanned_regions(g, army):
    """Regions that still need a piece."""
    regions = EMPTY
    land = g.land[army]
    while land != EMPTY:
        r = lowest(land)
        land = without_lowest(land)
        if pieces_in(g, r) < fewest_pieces(g, army):
            regions |= bit(r)
    return regions


@kernel
def placements(g, army):
    """Regions that may take one piece, so that the others can still hold the rest of the land (WW-TURN-9)."""
    return g.land[army] if pieces_in_hand(g, army) > pieces_missing(g, army) else undermanned_regions(g, army)


@kernel
def rest_placements(g, army):
    """Regions that may take all race tokens in hand at once."""
    regions = EMPTY
    others = pieces_in_hand(g, army) - g.hand[army]
    needed = pieces_missing(g, army)
    land = g.land[army]
    while land != EMPTY:
        r = lowest(land)
        land = without_lowest(land)
        helped = min(g.hand[army], max(0, fewest_pieces(g, army) - pieces_in(g, r)))
        if needed - helped <= others:
            regions |= bit(r)
    return regions


@kernel
def beast_placements(g, army):
    """Regions that may take a Beast from hand."""
    return placements(g, army) if beasts_in_hand(g, army) > 0 else EMPTY


@kernel
def champion_placements(g, army):
    """Regions that may take the Champion from hand."""
    return placements(g, army) if champion_in_hand(g, army) else EMPTY
