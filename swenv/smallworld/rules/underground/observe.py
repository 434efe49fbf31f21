"""Observation of what only Underground has; `rules.observe` writes the rest of each line."""

import numpy as np

from swenv.core.bits import first, mark
from swenv.core.jit import kernel
from swenv.smallworld.rules import fields as base
from swenv.smallworld.rules.armed import armed
from swenv.smallworld.rules.holdings import second_power
from swenv.smallworld.rules.record import BASE_PHASES, FIRST_POWER, FIRST_RELIC, NO_ROW, NUM_TREASURES, RELICS
from swenv.smallworld.rules.score import income_of_row
from swenv.smallworld.rules.underground.fields import (
    REGION_AT,
    SEAT_AT,
    TURN_AT,
    write_markers,
    write_region_fields,
    write_seat_fields,
    write_turn_fields,
)

INCOME = base.REGION_AT.income


@kernel
def write_regions_underground(g, t, active, now, width, out, more):
    """Write Underground's columns of the region lines, from offset `more`; add the income from Stonehedge's power."""
    board = first(t.num_regions)
    write_markers(g, board, out, np.int64(more), width)
    mark(out, np.uint64(t.rivers), np.int64(more + REGION_AT.river), width)
    mark(out, np.uint64(t.chasms), np.int64(more + REGION_AT.chasm), width)
    mark(out, np.uint64(t.volcanoes), np.int64(more + REGION_AT.volcano_site), width)
    mark(out, now.guarded & board, np.int64(more + REGION_AT.guarded), width)
    mark(out, now.as_empty & board, np.int64(more + REGION_AT.as_empty), width)
    by_stonehedge = g.race[active] != NO_ROW and g.stonehedge_army == active
    for r in range(t.num_regions):
        write_region_fields(g, r, out, r * width + more)
        if by_stonehedge:
            out[r * width + INCOME] += income_of_row(t, np.int64(second_power(g, active)), r)
    write_items(g, width, out, more)


@kernel
def write_items(g, width, out, at):
    """Write the face-up Places and Relics into the lines of their regions."""
    for item in range(NUM_TREASURES):
        region = g.item_region[item]
        if region >= 0:
            column = REGION_AT.place + item if item < FIRST_RELIC else REGION_AT.relics + item - FIRST_RELIC
            out[region * width + at + column] = 1


@kernel
def write_turn_underground(g, t, out, at):
    """Write Underground's columns of the turn; return the offset of the next block."""
    write_turn_fields(g, out, at)
    if g.phase >= len(BASE_PHASES):
        out[at + TURN_AT.phase_underground + g.phase - len(BASE_PHASES)] = 1
    for relic in range(len(RELICS)):
        out[at + TURN_AT.armed + relic] = (armed(g) >> relic) & 1
    if g.stonehedge != NO_ROW:
        out[at + TURN_AT.end + g.stonehedge - FIRST_POWER] = 1
    return at + TURN_AT.end + t.num_powers


@kernel
def write_seat_underground(g, t, seat, out, at):
    """Write Underground's columns of a seat; return the offset of the next block."""
    write_seat_fields(g, seat, out, at)
    if g.power[3 * seat + 1] != NO_ROW:
        out[at + SEAT_AT.end + g.power[3 * seat + 1] - FIRST_POWER] = 1
    return at + SEAT_AT.end + t.num_powers
