"""What the boxes change in `rules.losses`."""

from swenv.core.bits import has
from swenv.core.jit import kernel
from swenv.smallworld.rules.warcraft.bomb_stack import return_bomb


@kernel
def return_pieces_of_box(g, r):
    """Return what others put into a region that is left without a conqueror (WW-RACE-GOBLINS)."""
    if has(g.bombs, r):
        return_bomb(g, r)
