"""The Champion conquers a region, whatever defends it (WW-POWER-CHAMPIONS)."""

import numpy as np

from swenv.core.bits import EMPTY, bit, has
from swenv.core.jit import kernel
from swenv.smallworld.rules.conquest import send_tokens
from swenv.smallworld.rules.pieces import can_gather_champion, champion_in_hand, fewest_pieces
from swenv.smallworld.rules.record import Phase, Trait
from swenv.smallworld.rules.warcraft.reach import champion_reach
from swenv.smallworld.rules.warcraft.tolls import barred, pay_tolls, towered


@kernel
def champion_targets(g, t, army, hand):
    """Regions that the Champion may conquer: any adjacent, once a turn (WW-POWER-CHAMPIONS).

    Tauren send one token along.
    """
    if not has(g.traits[army], Trait.CHAMPION) or g.champion_used != 0 or hand < fewest_pieces(g, army) - 1:
        return EMPTY
    if not champion_in_hand(g, army) and not (g.phase == Phase.CHOOSE and can_gather_champion(g, army)):
        return EMPTY
    seat = army // 3
    return champion_reach(g, t, army) & ~towered(g, seat) & ~barred(g, t, seat, np.int64(0))


@kernel
def conquer_with_champion(g, t, army, r):
    """Conquer `r` with the Champion, whatever defends it."""
    pay_tolls(g, t, army // 3, r)
    g.champion_used = 1
    send_tokens(g, t, army, r, np.int64(fewest_pieces(g, army) - 1))
    g.champions = bit(r)
