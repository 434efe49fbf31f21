"""Actions and phases of a turn that only Underground has (UG-TURN-2)."""

from swenv.core.bits import bit
from swenv.core.jit import kernel
from swenv.smallworld.rules.armed import RING, SCEPTER
from swenv.smallworld.rules.column import swap_badge
from swenv.smallworld.rules.record import Verb
from swenv.smallworld.rules.underground.altar import sacrifice
from swenv.smallworld.rules.underground.balrog import send_balrog
from swenv.smallworld.rules.underground.markers import armor, ghost, place_relic
from swenv.smallworld.rules.underground.relics import arm, arm_bag
from swenv.smallworld.rules.underground.start import be_reborn, move_ancient
from swenv.smallworld.rules.underground.vampire import vampire
from swenv.smallworld.rules.underground.wisps import roll_for


@kernel
def carry_out_in_underground(g, t, army, verb, arg):
    """Carry out a verb that Underground adds; return whether it ends the phase."""
    if verb == Verb.USE:
        arm(g, arg)
    elif verb == Verb.BAG:
        arm_bag(g, arg)
    elif verb == Verb.SWAP:
        swap_badge(g, t, army, arg)
    elif verb == Verb.VOLCANO:
        g.volcanoes = bit(arg)
    elif verb == Verb.REBORN:
        be_reborn(g, t, army, arg)
    elif verb == Verb.ANCIENT:
        move_ancient(g, arg)
    elif verb == Verb.ARMOR:
        armor(g, arg)
    elif verb == Verb.QUEEN:
        g.queens = bit(arg)
    elif verb == Verb.GHOST:
        ghost(g, arg)
    elif verb == Verb.SCEPTER:
        place_relic(g, SCEPTER, arg)
    elif verb == Verb.RING:
        place_relic(g, RING, arg)
    elif verb == Verb.ALTAR:
        sacrifice(g, arg)
    return verb == Verb.SWAP or verb == Verb.VOLCANO or verb == Verb.ANCIENT or verb == Verb.ALTAR


@kernel
def conquer_in_underground(g, t, army, verb, arg):
    """Carry out a conquest of a kind that Underground adds; return whether conquests are over."""
    if verb == Verb.VAMPIRE:
        vampire(g, t, army, arg)
    elif verb == Verb.ROLL_FOR:
        return roll_for(g, t, army, arg)
    elif verb == Verb.BALROG:
        send_balrog(g, t, army, arg)
    return False
