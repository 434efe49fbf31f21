"""Regions that an army may conquer if it can pay, by the rules of the boxes in play."""

from swenv.core.jit import kernel
from swenv.smallworld.rules.boxes.reach import guarded_in_box
from swenv.smallworld.rules.reach import open_targets
from swenv.smallworld.rules.underground.reach import attackable
from swenv.smallworld.rules.warcraft.reach import targets_in_warcraft


@kernel
def targets(g, t, army):
    """Regions that this army may conquer if it can pay: SW-CONQ-3 to SW-CONQ-7, UG-CONQ-2 to UG-CONQ-4, WW-CONQ-1."""
    if t.warcraft != 0:
        return targets_in_warcraft(g, t, army)
    regions = open_targets(g, t, army)
    return attackable(g, t, army, regions) if t.underground != 0 else regions


@kernel
def skilled_targets(g, t, army):
    """Targets that are open to more than a plain attack: all but those of Gnomes (UG-RACE-GNOMES)."""
    return targets(g, t, army) & ~guarded_in_box(g, t, army // 3)
