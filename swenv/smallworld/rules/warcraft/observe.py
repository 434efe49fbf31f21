"""Observation of what only Warcraft has; `rules.observe` writes the rest of each line."""

import numpy as np

from swenv.core.bits import EMPTY, first, has, lowest, mark, one_if, without_lowest
from swenv.core.jit import kernel
from swenv.smallworld.rules.armed import DOOMHAMMER, is_effective
from swenv.smallworld.rules.holdings import holds
from swenv.smallworld.rules.losses import AEGIS
from swenv.smallworld.rules.pieces import beasts_in_hand, champion_in_hand, may_leave_champion
from swenv.smallworld.rules.record import FIRST_FIND, FIRST_LEGEND, FIRST_POWER, NO_ROW, NOBODY, NUM_ITEMS, Phase, Trait
from swenv.smallworld.rules.warcraft.bombs import exploded
from swenv.smallworld.rules.warcraft.faction import BATTLEGROUND, foes, is_neutral
from swenv.smallworld.rules.warcraft.fields import (
    REGION_AT,
    SEAT_AT,
    TURN_AT,
    write_markers,
    write_region_fields,
    write_seat_fields,
    write_turn_fields,
)
from swenv.smallworld.rules.warcraft.tolls import harmonious, marshes, protected


@kernel
def write_regions_warcraft(g, t, seat, army, now, width, out, more):
    """Write Warcraft's columns of the region lines, from offset `more` of each line."""
    hammer = is_effective(g, army, DOOMHAMMER)
    rivals = foes(t, np.int64(g.race[army])) if g.race[army] != NO_ROW else EMPTY
    if is_neutral(t, np.int64(g.race[army])) and not holds(g, army, BATTLEGROUND):
        rivals = EMPTY
    guarded, peaceful, marsh = protected(g, seat), harmonious(g, t, seat), marshes(g, t, seat)
    if not hammer:
        mark(out, now.far & first(t.num_regions), np.int64(more + REGION_AT.far), width)
    if g.aegis_up != 0 and g.item_region[AEGIS] >= 0:
        out[g.item_region[AEGIS] * width + more + REGION_AT.protected] = 1
    if g.chosen >= 0:
        out[g.chosen * width + more + REGION_AT.chosen] = 1
    tolls = (guarded | peaceful | marsh) & first(t.num_regions)
    while tolls != EMPTY:
        r = lowest(tolls)
        tolls = without_lowest(tolls)
        toll = 2 * one_if(has(guarded, r)) + 2 * one_if(has(peaceful, r)) + one_if(has(marsh, r))
        out[r * width + more + REGION_AT.toll] = toll
    write_markers(g, first(t.num_regions), out, np.int64(more), width)
    for r in range(t.num_regions):
        at = r * width + more
        write_region_fields(g, r, out, at)
        out[at + REGION_AT.board + t.board_of[r]] = 1
        if rivals != EMPTY and g.owner[r] != NOBODY:
            out[at + REGION_AT.rival] = one_if(has(rivals, g.race[g.owner[r]]))
    for item in range(FIRST_FIND, NUM_ITEMS):
        region = g.item_region[item]
        if region >= 0:
            legend = item - FIRST_LEGEND
            column = REGION_AT.place + legend if legend >= 0 else REGION_AT.artifacts + item - FIRST_FIND
            out[region * width + more + column] = 1


@kernel
def write_turn_warcraft(g, t, army, out, at):
    """Write Warcraft's columns of the turn; return the offset of the next block."""
    write_turn_fields(g, out, at)
    if g.phase >= Phase.REVEAL:
        out[at + TURN_AT.phase_warcraft + g.phase - Phase.REVEAL] = 1
    out[at + TURN_AT.champion_gathered] = one_if(g.phase == Phase.READY and may_leave_champion(g, army))
    out[at + TURN_AT.exploded] = exploded(g, t)
    at += TURN_AT.end
    races = g.beaten | g.beaten_twice
    while races != EMPTY:
        race = lowest(races)
        races = without_lowest(races)
        out[at + race] = one_if(has(g.beaten, race)) + one_if(has(g.beaten_twice, race))
    at += t.num_races
    if t.num_tables > 1:
        out[at + g.table] = 1
        at += t.num_tables
    return at


@kernel
def write_seat_warcraft(g, t, seat, out, at):
    """Write Warcraft's columns of a seat; return the offset of the next block."""
    write_seat_fields(g, seat, out, at)
    active = 3 * seat
    out[at + SEAT_AT.beasts_in_hand] = beasts_in_hand(g, active)
    out[at + SEAT_AT.champion_in_hand] = one_if(champion_in_hand(g, active))
    out[at + SEAT_AT.champion_lost] = one_if(has(g.traits[active], Trait.CHAMPION) and g.champion_lost != 0)
    out[at + SEAT_AT.faction] = one_if(g.race[active] != NO_ROW and has(t.alliance, g.race[active]))
    out[at + SEAT_AT.faction + 1] = one_if(g.race[active] != NO_ROW and has(t.horde, g.race[active]))
    if g.power[active + 1] != NO_ROW:
        out[at + SEAT_AT.end + g.power[active + 1] - FIRST_POWER] = 1
    return at + SEAT_AT.end + t.num_powers
