"""What Underground adds to redeployment (UG 2.7, UG 2.8)."""

from swenv.core.bits import EMPTY, count, has, lowest, without_lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.holdings import mines_of_its_own, second_power
from swenv.smallworld.rules.losses import abandon
from swenv.smallworld.rules.record import ARMOR_PIECES, HAMMER_PIECES, Trait


@kernel
def take_armors(g, t, army):
    """Take a Mushroom Armor for each Mushroom Forest held as conquests end, while they last (UG-POWER-SHIELD)."""
    forests = t.armor_regions[g.power[army]] | t.armor_regions[g.race[army]] | t.armor_regions[second_power(g, army)]
    wanted = count(g.land[army] & forests)
    if wanted > 0:
        lying = 0
        for r in range(t.num_regions):
            lying += g.armors[r]
        g.new_armors = min(wanted, ARMOR_PIECES - lying)


@kernel
def leave_rivers(g, t, army):
    """Leave the River and other water, before all else (UG-RIVER-3, UG-CLAR-43).

    Kraken and Seafaring races stay.
    """
    wet = not_to_stay(g, t, army)
    while wet != EMPTY:
        abandon(g, lowest(wet))
        wet = without_lowest(wet)


@kernel
def not_to_stay(g, t, army):
    """Regions that this army must leave: the River, and for an active race all water."""
    if has(g.traits[army], Trait.SEAFARING):
        return EMPTY
    return g.land[army] & (t.passages if army % 3 == 0 else t.rivers)


@kernel
def take_hammers(g, t, army):
    """Take a Silver Hammer for each Mine held, for later turns (UG-RACE-DWARVES, UG-CLAR-6)."""
    mines = mines_of_its_own(g, t, army) | t.hammer_regions[second_power(g, army)]
    wanted = count(g.land[army] & mines)
    if wanted > 0:
        taken = 0
        for seat in range(t.num_players):
            taken += g.hammers[seat]
        g.hammers[army // 3] += min(wanted, HAMMER_PIECES - taken)


@kernel
def prepare_to_redeploy(g, t, army):
    """Take armors for the Mushroom Forests held, leave the water, take Hammers for the Mines held."""
    if army % 3 == 0:
        take_armors(g, t, army)
    leave_rivers(g, t, army)
    if army % 3 == 0:
        take_hammers(g, t, army)
