"""What every conquest does to the region that is taken, in the order of SW-CONQ-10."""

from swenv.core.bits import bit
from swenv.core.jit import kernel
from swenv.smallworld.rules.holdings import second_power
from swenv.smallworld.rules.losses import evict, is_nonempty, occupy


@kernel
def capture(g, t, army, r, tokens, lost):
    """Take `r` for an army, by the rules of the base game; its holder loses `lost` tokens."""
    if army % 3 == 0 and is_nonempty(g, r):
        g.nonempty += 1  # SW-INT-98: conquests by Ghouls in decline count for nobody
    evict(g, r, lost)
    occupy(g, army, r, tokens)
    if army % 3 == 0:
        holes = t.holes[g.race[army]] + t.holes[g.power[army]] + t.holes[second_power(g, army)]
        if g.holes_placed[army] < holes:
            g.holes |= bit(r)  # SW-RACE-HALFLINGS
            g.holes_placed[army] += 1
