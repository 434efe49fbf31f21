"""What the boxes change in `rules.turn`."""

from swenv.core.jit import kernel
from swenv.smallworld.rules.underground.start import fountain
from swenv.smallworld.rules.underground.turn import carry_out_in_underground, conquer_in_underground
from swenv.smallworld.rules.warcraft.turn import (
    begin_phase_in_warcraft,
    begin_turn_in_warcraft,
    carry_out_in_warcraft,
    conquer_in_warcraft,
    end_phase_in_warcraft,
)


@kernel
def carry_out_in_box(g, t, army, verb, arg):
    """Carry out a verb that a box adds; return whether it ends the phase."""
    if t.warcraft != 0:
        return carry_out_in_warcraft(g, t, army, verb, arg)
    return carry_out_in_underground(g, t, army, verb, arg)


@kernel
def conquer_in_box(g, t, army, verb, arg):
    """Carry out a conquest of a kind that a box adds; return whether conquests are over."""
    if t.warcraft != 0:
        conquer_in_warcraft(g, t, army, verb, arg)
        return False
    return conquer_in_underground(g, t, army, verb, arg)


@kernel
def begin_turn_in_box(g, t, seat):
    """Do what a box prescribes at the start of every turn."""
    if t.warcraft != 0:
        begin_turn_in_warcraft(g, seat)


@kernel
def expand_in_box(g, t, seat):
    """Do what a box prescribes at the start of an expand turn."""
    if t.underground != 0:
        fountain(g, 3 * seat)


@kernel
def begin_phase_in_box(g, t, phase, army):
    """Do what a box prescribes as a phase begins."""
    if t.warcraft != 0:
        begin_phase_in_warcraft(g, t, phase, army)


@kernel
def end_phase_in_box(g, t, phase, army):
    """Do what a box prescribes as a phase ends; return False if the phase is not over."""
    return end_phase_in_warcraft(g, t, phase, army) if t.warcraft != 0 else True
