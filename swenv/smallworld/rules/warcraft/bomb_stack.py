"""Bombs that come back from a region (WW-RACE-GOBLINS)."""

from swenv.core.bits import bit, has, one_if
from swenv.core.jit import kernel


@kernel
def return_bomb(g, r):
    """Return the bomb in `r` to the top of the stack, unseen."""
    g.bomb_stack[g.num_bombs] = one_if(has(g.live_bombs, r))
    g.num_bombs += 1
    take_away_bomb(g, r)


@kernel
def take_away_bomb(g, r):
    """Remove the bomb from `r`."""
    g.bombs &= ~bit(r)
    g.live_bombs &= ~bit(r)
