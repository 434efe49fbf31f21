"""What the boxes change in `rules.conquest`."""

from swenv.core.jit import kernel
from swenv.smallworld.rules.attacks import note_attack
from swenv.smallworld.rules.capture import capture
from swenv.smallworld.rules.losses import losses
from swenv.smallworld.rules.underground.conquest import capture_in_underground
from swenv.smallworld.rules.warcraft.conquest import capture_in_warcraft, pay_to_attack


@kernel
def pay_coins(g, t, army, r, needed, floor):
    """Pay what a box demands in coins for the conquest of `r`; return the tokens needed then."""
    return pay_to_attack(g, t, army, r, needed, floor) if t.warcraft != 0 else needed


@kernel
def take_region(g, t, army, r, tokens, how):
    """Take `r`, with all effects common to every conquest, in the order of SW-CONQ-10, UG-CONQ-10 and WW-CONQ-8."""
    note_attack(g, army, r)
    if t.warcraft != 0:
        capture_in_warcraft(g, t, army, r, tokens)
    elif t.underground != 0:
        capture_in_underground(g, t, army, r, tokens, how)
    else:
        capture(g, t, army, r, tokens, losses(g, r, how))
