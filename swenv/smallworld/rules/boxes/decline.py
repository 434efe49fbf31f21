"""What the boxes change in `rules.decline`."""

from swenv.core.jit import kernel
from swenv.smallworld.rules.underground.decline import put_aside_underground
from swenv.smallworld.rules.underground.places import pass_stonehedge_on
from swenv.smallworld.rules.warcraft.decline import put_aside_warcraft


@kernel
def put_aside(g, army):
    """Remove the pieces that an active race does not keep in decline (UG-DECL-5, WW-DECL-4)."""
    put_aside_underground(g, army)
    put_aside_warcraft(g, army)


@kernel
def settle_second_power(g, t):
    """Give Stonehedge's power to whoever holds its region now."""
    if t.underground != 0:
        pass_stonehedge_on(g, t)
