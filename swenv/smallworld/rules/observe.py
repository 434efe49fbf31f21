"""The observation: what a seat sees, as a vector of int8 (`State.observation`).

The vector has four blocks: regions (one line each), the turn, the column, and the seats (the observing seat first, then
clockwise). `fields` declares the columns of a line, and `swenv.smallworld.layout` names them. With Underground or
Warcraft in play, the lines of regions, turn and seats are followed by columns of that box. If each game draws its
board, the last number says which it is. Numbers are clipped to -128..127.
"""

import numpy as np
from numba import int8, int64, void

from swenv.core.bits import EMPTY, count, first, has, mark, one_if
from swenv.core.jit import kernel, unit
from swenv.smallworld.rules.armed import DOOMHAMMER, is_effective
from swenv.smallworld.rules.boxes.observe import (
    hand_in_box,
    width_of_box,
    write_regions_of_box,
    write_seat_of_box,
    write_turn_of_box,
)
from swenv.smallworld.rules.boxes.reach import closed
from swenv.smallworld.rules.boxes.targets import targets
from swenv.smallworld.rules.cost import cost, defence, terms
from swenv.smallworld.rules.fields import (
    GAME,
    PRINTED,
    REGION_AT,
    ROW_AT,
    SEAT_AT,
    TABLES,
    TURN_AT,
    write_held,
    write_held_markers,
    write_seat_fields,
    write_turn_fields,
)
from swenv.smallworld.rules.legal import opening_hand
from swenv.smallworld.rules.markers import encampments_in_hand
from swenv.smallworld.rules.record import BASE_PHASES, COLUMN_ROWS, FIRST_POWER, NO_ROW, NOBODY, Phase
from swenv.smallworld.rules.redeploy import to_place
from swenv.smallworld.rules.score import income_of_row, tokens_on_map


@kernel
def clip(x):
    """Clip a number to the range of int8."""
    return min(max(x, -128), 127)


@unit(void, GAME, TABLES, int64, int8[::1])
def write_observation(g, t, seat, out):
    """Fill a zeroed vector with what `seat` sees, from the view of its acting army, else its active one."""
    army = 3 * seat
    if seat == g.turn and g.army // 3 == seat:
        army = np.int64(g.army)
    at = write_regions(g, t, seat, army, out)
    at = write_turn(g, t, seat, army, out, at)
    at = write_column(g, t, seat, out, at)
    for k in range(t.num_players):
        at = write_seat(g, t, seat, (seat + k) % t.num_players, out, at)
    if t.shows_board != 0:
        out[at] = g.table


@kernel
def write_regions(g, t, seat, army, out):
    """Write the block of the regions; return the offset of the next block."""
    more = REGION_AT.end + t.num_players  # offset of the other box's columns in a line
    width = more + width_of_box(t)
    active = 3 * seat
    now = terms(g, t, army)
    hammer = is_effective(g, army, DOOMHAMMER)  # the price is fixed (WW-ART-DOOMHAMMER)
    conquers = g.race[army] != NO_ROW
    board, held = first(t.num_regions), EMPTY
    for other in range(3 * t.num_players):
        held |= g.land[other]
    write_held_markers(g, held, out, np.int64(0), width)
    mark(out, np.uint64(g.tribes), np.int64(REGION_AT.tribe), width)
    mark(out, closed(g, t, seat) & board, np.int64(REGION_AT.immune), width)
    if conquers:
        mark(out, targets(g, t, army) & ~g.land[army], np.int64(REGION_AT.in_reach), width)
    for r in range(t.num_regions):
        at = r * width
        without_discounts, price = defence(g, t, r), cost(g, t, r, now)  # together: they have much in common
        for k in range(PRINTED):
            out[at + k] = t.printed[r, k]
        out[at + REGION_AT.defence] = clip(np.int64(without_discounts))
        out[at + REGION_AT.income] = 1 + income_of_row(t, g.race[active], r) + income_of_row(t, g.power[active], r)
        if conquers and not has(g.land[army], r):
            out[at + REGION_AT.price] = clip(np.int64(now.floor if hammer else price))
        owner = np.int64(g.owner[r])
        if owner != NOBODY:
            write_held(g, r, out, at)
            out[at + REGION_AT.slot + owner % 3] = 1
            later = owner // 3 - seat
            out[at + REGION_AT.end + (later if later >= 0 else later + t.num_players)] = 1
    write_regions_of_box(g, t, seat, army, now, width, out, more)
    return t.line_regions * width


@kernel
def write_turn(g, t, seat, army, out, at):
    """Write the block of the turn; return the offset of the next block."""
    write_turn_fields(g, out, at)
    if g.phase < len(BASE_PHASES):
        out[at + TURN_AT.phase + g.phase] = 1
    out[at + TURN_AT.rounds_left] = g.rounds - g.round_number
    out[at + TURN_AT.my_turn] = one_if(g.turn == seat)
    out[at + TURN_AT.my_decision] = one_if(g.to_act == seat)
    out[at + TURN_AT.acting_slot + army % 3] = 1
    out[at + TURN_AT.hand] = clip(opening_hand(g, t, army) if g.phase == Phase.CHOOSE else hand_in_box(g, t, army))
    out[at + TURN_AT.to_place] = clip(np.int64(to_place(g, army)))
    out[at + TURN_AT.camps] = clip(np.int64(encampments_in_hand(g, t, 3 * seat)))
    out[at + TURN_AT.end + seat] = 1
    discarded = at + TURN_AT.end + t.num_players
    for k in range(g.num_discard):
        out[discarded + g.discard[k] - FIRST_POWER] = 1
    return write_turn_of_box(g, t, army, out, discarded + t.num_powers)


@kernel
def write_column(g, t, seat, out, at):
    """Write the block of the column, a line for each row; return the offset of the next block."""
    for row in range(COLUMN_ROWS):
        if row < g.num_rows:
            race, power = g.column_race[row], g.column_power[row]
            out[at + ROW_AT.present] = 1
            out[at + ROW_AT.affordable] = one_if(row <= g.coins[seat])
            out[at + ROW_AT.coins] = clip(np.int64(g.column_coins[row]))
            out[at + ROW_AT.tokens] = clip(np.int64(t.tokens[race] + t.tokens[power]))
            out[at + ROW_AT.end + race] = 1
            out[at + ROW_AT.end + t.num_races + power - FIRST_POWER] = 1
        at += ROW_AT.end + t.num_races + t.num_powers
    return at


@kernel
def write_seat(g, t, looking, seat, out, at):
    """Write the block of one seat as `looking` sees it; return the offset of the next block."""
    write_seat_fields(g, seat, out, at)
    if seat == looking or t.hide_coins == 0:
        out[at + SEAT_AT.coins] = clip(np.int64(g.coins[seat]))
        out[at + SEAT_AT.lead] = clip(np.int64(g.coins[seat] - g.coins[looking]))
    out[at + SEAT_AT.tokens_on_map] = clip(np.int64(tokens_on_map(g, seat)))
    out[at + SEAT_AT.turns_left] = g.rounds - g.round_number + one_if(seat > g.turn)
    out[at + SEAT_AT.protected] = one_if(g.peace[seat] == looking)
    out[at + SEAT_AT.ally] = one_if(g.peace[looking] == seat)
    active = 3 * seat
    races = at + SEAT_AT.end
    for slot in range(3):
        army = active + slot
        out[at + SEAT_AT.regions + slot] = count(g.land[army])
        out[at + SEAT_AT.hands + slot] = clip(np.int64(g.hand[army]))
        if g.race[army] != NO_ROW:
            out[races + slot * t.num_races + g.race[army]] = 1
    powers = races + 3 * t.num_races
    if g.power[active] != NO_ROW:
        out[powers + g.power[active] - FIRST_POWER] = 1
    return write_seat_of_box(g, t, seat, out, powers + t.num_powers)
