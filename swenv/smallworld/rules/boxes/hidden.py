"""What the boxes hide: dealt at the start, and drawn anew for a sample."""

from swenv.core.jit import kernel
from swenv.smallworld.rules.underground.places import draw_treasures, set_up_treasures
from swenv.smallworld.rules.warcraft.bombs import draw_bombs
from swenv.smallworld.rules.warcraft.discoveries import redraw_finds, set_up_finds


@kernel
def deal_hidden(g, t):
    """Deal what the boxes hide (UG-SETUP-24, WW-SETUP-7)."""
    if t.places != 0:
        set_up_treasures(g, t)
    if t.warcraft != 0:
        set_up_finds(g, t)


@kernel
def redraw_hidden(g, t):
    """Draw anew what the boxes hide: treasures, face-down markers, bombs."""
    if t.places != 0:
        draw_treasures(g)
    if t.warcraft != 0:
        redraw_finds(g)
        draw_bombs(g)
