"""What the boxes change in `rules.redeploy`."""

from swenv.core.bits import EMPTY
from swenv.core.jit import kernel
from swenv.smallworld.rules.underground.redeploy import not_to_stay, prepare_to_redeploy


@kernel
def end_conquests(g, t, army):
    """Do what a box prescribes as conquests end, before troops are taken up."""
    if t.underground != 0:
        prepare_to_redeploy(g, t, army)


@kernel
def forbidden_to_stay(g, t, army):
    """Regions that this army must leave as conquests end."""
    return not_to_stay(g, t, army) if t.underground != 0 else EMPTY
