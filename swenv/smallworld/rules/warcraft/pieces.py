"""Beasts and Champion, which hold regions beside race tokens, and how few may hold one (WW-CONQ-3, WW-RACE-TAUREN).

Beasts in hand are those owned that do not lie on the map; the Champion is in hand when he does not stand on it.
"""

from swenv.core.bits import EMPTY, bit, count, has, lowest, one_if, without_lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.losses import leave
from swenv.smallworld.rules.record import BEAST_PIECES, NOWHERE, Trait, trait_set

LAID_OUT_ANEW = trait_set(Trait.BEASTS, Trait.CHAMPION)
"""Whoever has Beasts or a Champion takes up everything before troops are laid out (WW-CLAR-23)."""
HOLDS_OTHERWISE = LAID_OUT_ANEW | trait_set(Trait.PAIRS)
"""Regions are not held by one race token: by two, by a Beast or by the Champion (WW-CONQ-3, WW-RACE-TAUREN)."""


@kernel
def fewest_pieces(g, army):
    """Pieces that hold a region of this army at least: 2 of Tauren (WW-RACE-TAUREN, WW-CLAR-9)."""
    return 2 if has(g.traits[army], Trait.PAIRS) else 1


@kernel
def pieces_in(g, r):
    """Pieces that hold `r`: race tokens, Beasts and the Champion (WW-CONQ-3)."""
    return g.tokens[r] + g.beasts[r] + one_if(has(g.champions, r))


@kernel
def beasts_in_hand(g, army):
    """Beasts of this army that do not lie on the map."""
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
    """WW-POWER-BEASTMASTERS: all are discarded, then there is one for each Hills held, five at most (WW-INT-53).

    Regions with too few others left are empty; what was in them comes to hand (WW-CLAR-9).
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
    """Whether this army has the Champion off the map."""
    return has(g.traits[army], Trait.CHAMPION) and g.champion_lost == 0 and g.champions == EMPTY


@kernel
def can_gather_champion(g, army):
    """Whether enough others stay where he stands when he is taken up (WW-CLAR-16)."""
    there = g.champions & g.land[army]
    return there != EMPTY and g.tokens[lowest(there)] >= fewest_pieces(g, army)


@kernel
def ready_troops(g, army):
    """WW-TURN-6: all race tokens above the minimum come to hand, and the Champion where enough others stay."""
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
    """WW-ACT-16: the Champion stays where he was, a race token comes to hand in his stead."""
    r = g.champion_from
    g.champions = bit(r)
    g.champion_from = NOWHERE
    g.tokens[r] -= 1
    g.hand[army] += 1


@kernel
def may_leave_champion(g, army):
    """Only for a Champion that was gathered this turn."""
    return champion_in_hand(g, army) and g.champion_from >= 0 and has(g.land[army], g.champion_from)


@kernel
def take_up_everything(g, army):
    """WW-TURN-9: all pieces come to hand; no region is given up by it."""
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
    """All pieces off the map."""
    return g.hand[army] + beasts_in_hand(g, army) + one_if(champion_in_hand(g, army))


@kernel
def pieces_missing(g, army):
    """How many pieces the regions of this army still need."""
    pieces = 0
    land = g.land[army]
    while land != EMPTY:
        pieces += max(0, fewest_pieces(g, army) - pieces_in(g, lowest(land)))
        land = without_lowest(land)
    return pieces


@kernel
def undermanned_regions(g, army):
    """The regions that still need a piece."""
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
    """Where one piece may go, so that the others can still hold the rest of the land (WW-TURN-9)."""
    return g.land[army] if pieces_in_hand(g, army) > pieces_missing(g, army) else undermanned_regions(g, army)


@kernel
def rest_placements(g, army):
    """Where all race tokens may go at once."""
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
    """Where a Beast from hand may go."""
    return placements(g, army) if beasts_in_hand(g, army) > 0 else EMPTY


@kernel
def champion_placements(g, army):
    """Where the Champion may go."""
    return placements(g, army) if champion_in_hand(g, army) else EMPTY
