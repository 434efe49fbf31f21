"""What the boxes change in `rules.score`."""

from swenv.core.jit import kernel
from swenv.smallworld.rules.underground.score import bonus_in_underground, score_in_underground
from swenv.smallworld.rules.warcraft.score import score_in_warcraft


@kernel
def bonus_in_box(g, t, army, row):
    """Coins that a banner or badge pays an active race for what only a box has."""
    return bonus_in_underground(g, t, army, row) if t.underground != 0 else 0


@kernel
def score_in_box(g, t, seat):
    """Return the coins a seat gets for what only a box has; in Underground, it may take some from others."""
    if t.underground != 0:
        return score_in_underground(g, t, seat)
    return score_in_warcraft(g, t, seat) if t.warcraft != 0 else 0


@kernel
def pays_for_first_turn(t):
    """Whether races get coins for their first turn, so that it must be noted that they got them."""
    return t.warcraft == 0
