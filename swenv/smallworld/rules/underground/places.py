"""Popular Places: uncovering them, Stonehedge's power, the Crypt and its Ghost (UG 4.2)."""

import numpy as np

from swenv.core.bits import EMPTY, bit, count, has, nth
from swenv.core.jit import kernel
from swenv.core.random import draw, shuffle
from swenv.smallworld.rules.adjacency import borders
from swenv.smallworld.rules.column import reshuffle_badges
from swenv.smallworld.rules.holdings import holds, items_on_map, mines_of_its_own
from swenv.smallworld.rules.record import FIRST_RELIC, NO_ROW, NOBODY, NOWHERE, NUM_TREASURES, Item, Phase, Trait

MOST_DRAWS = 1_000_000
"""Limit of draws for non-adjacent regions; a board with only one possible set of 6 among 18 needs about 20,000."""
CRYPT, STONEHEDGE, PENTACLE = (np.int64(item) for item in (Item.CRYPT, Item.STONEHEDGE, Item.PENTACLE))


@kernel
def set_up_treasures(g, t):
    """Stack a Place or Relic for each Monster region (UG-SETUP-24); draw these regions if none are printed."""
    shuffle(g, g.item_stack, NUM_TREASURES)
    for k in range(g.num_items, NUM_TREASURES):
        g.item_stack[k] = NOWHERE  # the rest leaves the game unseen
    if t.monster_regions > 0:
        g.monsters = draw_apart(g, t, t.tribes, t.monster_regions)
        g.tribes &= ~g.monsters


@kernel
def draw_apart(g, t, regions, number):
    """Draw `number` of these regions, uniformly among all sets in which no two share a border (UG-MIX-11)."""
    for _ in range(MOST_DRAWS):
        left, chosen = regions, EMPTY
        while left != EMPTY and count(chosen) < number:
            r = nth(left, draw(g, count(left)))
            left &= ~bit(r)
            chosen |= bit(r)
        if borders(t, chosen) & chosen == EMPTY:
            return chosen
    raise RuntimeError("the board has too few non-adjacent Lost Tribes for its Monsters")


@kernel
def claim(g, t, army, r, monsters):
    """Uncover what lies in `r`, just conquered, and pass what is there to the army at once (UG-CONQ-10)."""
    if monsters and g.num_items > 0:
        uncover(g, r)
        if army % 3 == 0 and g.item_region[PENTACLE] == r:
            g.phase = Phase.BALROG
    claim_crypt(g, army, r)
    pass_stonehedge_on(g, t)


@kernel
def uncover(g, r):
    """Put the next Place or Relic face up in `r`; Stonehedge draws its power (UG-PLACE-STONEHEDGE)."""
    g.num_items -= 1
    item = g.item_stack[g.num_items]
    g.item_stack[g.num_items] = NOWHERE
    g.item_region[item] = r
    if item == STONEHEDGE:
        draw_power(g)


@kernel
def draw_power(g):
    """Draw Stonehedge's power at random from the stack of badges, or from the discards if it is empty (UG-CLAR-30)."""
    if g.num_power_stack == 0:
        reshuffle_badges(g)
    if g.num_power_stack > 0:
        k = draw(g, np.int64(g.num_power_stack))
        g.stonehedge = g.power_stack[k]
        g.num_power_stack -= 1
        for above in range(k, g.num_power_stack):
            g.power_stack[above] = g.power_stack[above + 1]
        g.power_stack[g.num_power_stack] = NO_ROW


@kernel
def claim_crypt(g, army, r):
    """Take the Crypt: recall another master's Ghost; an active race becomes the master (UG-PLACE-CRYPT)."""
    if r != g.item_region[CRYPT]:
        return
    if g.crypt_master != army // 3:
        g.ghosts = EMPTY
    if army % 3 == 0:
        g.crypt_master = army // 3


@kernel
def pass_stonehedge_on(g, t):
    """Give Stonehedge's power to whoever holds its region now; the last holder loses it (UG-CLAR-28)."""
    if g.stonehedge == NO_ROW:
        return
    holder = np.int64(g.owner[g.item_region[STONEHEDGE]])
    before = np.int64(g.stonehedge_army)
    if holder == before:
        return
    g.stonehedge_army = holder
    if before != NOBODY:
        lose_second_power(g, t, before)
    if holder != NOBODY and holder % 3 == 0:
        g.traits[holder] |= t.traits[g.stonehedge]


@kernel
def lose_second_power(g, t, army):
    """Remove what belongs to Stonehedge's power; armors and fortresses stay (UG-PLACE-STONEHEDGE)."""
    row = np.int64(g.stonehedge)
    if has(t.traits[row], Trait.ROYAL):
        g.queens = EMPTY
    if army % 3 != 0 or g.race[army] == NO_ROW:
        return
    land = g.land[army]
    g.traits[army] = t.traits[g.race[army]] | t.traits[g.power[army]]
    if has(t.traits[row], Trait.VENGEFUL):
        g.vengeance = 0
    if has(t.traits[row], Trait.BAG):
        g.bags = EMPTY
        g.bag_armed = 0
    if has(t.traits[row], Trait.DRAGON):
        g.dragons &= ~land
    if has(t.traits[row], Trait.GREAT_ANCIENT):
        g.ancients &= ~land
        g.ancient_placed[army // 3] = 0
    if t.hammer_regions[row] != EMPTY and mines_of_its_own(g, t, army) == EMPTY:
        g.hammers[army // 3] = 0
        if g.turn == army // 3:
            g.hammers_left = 0
    if t.holes[row] > 0 and t.holes[g.race[army]] + t.holes[g.power[army]] == 0:
        g.holes &= ~land
    if t.heroes[row] > 0:
        g.heroes &= ~land
    if t.encampments[row] > 0:
        for r in range(t.num_regions):
            if has(land, r):
                g.encampments[r] = 0


@kernel
def places_on_map(g):
    """Regions with a Popular Place (UG-POWER-ADVENTUROUS)."""
    return items_on_map(g, np.int64(0), FIRST_RELIC)


@kernel
def holds_pentacle(g, army):
    """Whether this army may send the Balrog (UG-PLACE-PENTACLE)."""
    return army % 3 == 0 and holds(g, army, PENTACLE)


@kernel
def draw_treasures(g):
    """Draw the Places and Relics still to be found from all that are not face up (UG-SETUP-24)."""
    number = np.int64(0)
    for item in range(NUM_TREASURES):
        if g.item_region[item] == NOWHERE:
            g.item_stack[number] = item
            number += 1
    shuffle(g, g.item_stack, number)
    for k in range(g.num_items, NUM_TREASURES):
        g.item_stack[k] = NOWHERE
