"""Writes what a seat sees as numbers: the vector of `State.observation`, one int8 per fact.

The vector consists of these blocks: the cells of the window (one line each), the turn, the visible tiles, the seat's
own cards, the seats (the observing seat first, then clockwise), the unseen tiles and, in solo mode, Alexis. `fields`
declares the columns of a line; `swenv.islands.layout` names them for people. Nothing is read here that the seat
cannot know (SI-INFO-1, SI-INFO-2).
"""

import numpy as np
from numba import int8, int64, void

from swenv.core.bits import EMPTY, bit, has, lowest, one_if, without_lowest
from swenv.core.jit import kernel, unit
from swenv.islands.rules.fields import (
    ALEXIS_AT,
    CELL_AT,
    GAME,
    SEAT_AT,
    TILE_AT,
    TURN_AT,
    write_alexis_fields,
    write_seat_fields,
    write_turn_fields,
)
from swenv.islands.rules.final import ports_of_ships
from swenv.islands.rules.houses import houses_on_board
from swenv.islands.rules.record import (
    ALEXIS,
    CARDS,
    CELL_WORDS,
    EXPEDITIONS,
    FIRST_FACE,
    GREY,
    HAND,
    HELD,
    MARKET,
    NUM_MARKERS,
    RESOURCES,
    SLOTS,
    SYMBOLS,
    TABLES,
    TOKEN_VALUES,
    Fact,
    Phase,
)
from swenv.islands.rules.reward import number_of, value_of_tokens
from swenv.islands.rules.setup import faces_left

TILE_LINES = MARKET + HAND + 1
CARD_LINES = HELD + 2
MOST = 127
ALL_SEE = ~EMPTY  # the set of all tiles


@unit(void, GAME, TABLES, int64, int8[::1])
def write_observation(g, t, seat, out):
    """Write what `seat` sees into a zeroed vector."""
    at = write_cells(g, t, seat, out)
    at = write_turn(g, t, seat, out, at)
    at = write_tiles(g, t, seat, out, at)
    at = write_cards(g, t, seat, out, at)
    for k in range(t.num_players):
        at = write_seat(g, t, seat, (seat + k) % t.num_players, out, at)
    at = write_unseen(g, seat, out, at)
    if t.solo != 0:
        write_alexis(g, t, seat, out, at)


@kernel
def relative(t, seat, other):
    """How many seats clockwise from `seat` another one sits."""
    return (other - seat + t.contenders) % t.contenders


@kernel
def write_cells(g, t, seat, out):
    """Write the block of the cells; returns where the next block begins."""
    width = CELL_AT.end + t.contenders + t.num_players + 1
    for k in range(CELL_WORDS):
        cells = g.frontier[k]
        while cells != EMPTY:
            cell = 64 * k + lowest(cells)
            cells = without_lowest(cells)
            for d in range(8):
                out[cell * width + CELL_AT.land_wanted + d] = g.demand[cell] >> d & 1
    tiles = g.placed
    while tiles != EMPTY:
        tile = lowest(tiles)
        tiles = without_lowest(tiles)
        write_tile_on_board(g, t, seat, tile, out, np.int64(g.cell[tile]) * width)
    for k in range(g.num_ships):
        owner = t.num_players if g.ship_owner[k] == GREY else relative(t, seat, np.int64(g.ship_owner[k]))
        out[g.ship_cell[k] * width + CELL_AT.end + t.contenders + owner] = 1
    for k in range(g.scored, g.num_built):
        out[g.cell[g.built[k]] * width + CELL_AT.scored] = 1
    if g.phase == Phase.SCORE:
        out[g.cell[g.built[g.scored]] * width + CELL_AT.scored] = 2
    if g.last_cell >= 0:
        out[g.last_cell * width + CELL_AT.last] = 1
    if t.solo != 0 and g.human_last >= 0:
        out[g.human_last * width + CELL_AT.human_last] = 1
    return t.window * t.window * width


@kernel
def write_tile_on_board(g, t, seat, tile, out, at):
    """Write the line of a cell with a tile."""
    out[at + CELL_AT.tile] = 1
    for d in range(4):
        piece = t.piece_at[tile, (d - g.rot[tile]) % 4]
        out[at + CELL_AT.edges + d] = one_if(piece >= 0)
        out[at + CELL_AT.second + d] = one_if(piece == 1)
    for slot in range(SLOTS):
        if g.shown[tile, slot] >= 0:
            out[at + CELL_AT.symbols_1 + len(SYMBOLS) * t.slot_piece[tile, slot] + g.shown[tile, slot]] += 1
            out[at + CELL_AT.slots + len(RESOURCES) * slot + g.shown[tile, slot]] = 1
    for piece in range(t.pieces[tile]):
        symbols = at + CELL_AT.symbols_1 + len(SYMBOLS) * piece
        out[symbols + Fact.TEMPLE] = t.temple[tile, piece]
        out[symbols + Fact.PORTS] = t.ports[tile, piece] + g.port_markers[tile, piece]
        label = np.int64(g.island[2 * tile + piece])
        write_island(g, seat, label, out, at + CELL_AT.island_1 + 9 * piece)
        out[at + CELL_AT.label + piece] = label + 1 if label < MOST else -MOST - 1
    if t.site[tile] >= 0:
        out[at + CELL_AT.site + t.site[tile]] = 1
        if g.house[tile] >= 0:
            out[at + CELL_AT.end + relative(t, seat, np.int64(g.house[tile]))] = 1


@kernel
def write_island(g, seat, label, out, at):
    """Write the facts of an island."""
    facts = g.facts[label]
    out[at] = facts[Fact.SIZE]
    for symbol in range(len(SYMBOLS)):
        out[at + 1 + symbol] = facts[symbol]
    out[at + 6] = facts[Fact.SITES]
    out[at + 7] = facts[Fact.SITES] - facts[Fact.HOUSES]
    out[at + 8] = facts[Fact.OWNERS] >> seat & 1


@kernel
def write_bits(out, at, members, number):
    """Write a bit set as flags."""
    for k in range(number):
        out[at + k] = members >> k & 1


@kernel
def write_turn(g, t, seat, out, at):
    """Write the block of the turn."""
    write_turn_fields(g, out, at)
    out[at + TURN_AT.phase + g.phase] = 1
    out[at + TURN_AT.my_turn] = one_if(g.turn == seat and g.phase != Phase.OVER)
    write_bits(out, at + TURN_AT.start_faces, np.int64(faces_left(g)), np.int64(8))
    out[at + TURN_AT.token_pool] = number_of(g.token_pool)
    for value in range(TOKEN_VALUES):
        out[at + TURN_AT.my_tokens + value] = g.tokens[seat, value]
        out[at + TURN_AT.drawn + value] = g.drawn[value] if g.turn == seat else 0
        out[at + TURN_AT.in_pool + value] = g.tokens_in_pool[seat, value]
    out[at + TURN_AT.end + relative(t, seat, np.int64(g.first))] = 1
    if g.docker >= 0:
        out[at + TURN_AT.end + t.contenders + relative(t, seat, np.int64(g.docker))] = 1
    out[at + TURN_AT.end + 2 * t.contenders + seat] = 1
    return at + TURN_AT.end + 2 * t.contenders + t.num_players


@kernel
def write_tiles(g, t, seat, out, at):
    """Write the block of the visible tiles: market, own hand, the tile being laid."""
    for slot in range(MARKET):
        write_tile(g, t, np.int64(g.market[slot]), ALL_SEE, out, at + TILE_AT.end * slot)
    for place in range(HAND):
        tile = np.int64(g.hand[seat, place])
        write_tile(g, t, tile, g.known, out, at + TILE_AT.end * (MARKET + place))
    write_tile(g, t, np.int64(g.chosen), ALL_SEE, out, at + TILE_AT.end * (MARKET + HAND))
    return at + TILE_AT.end * TILE_LINES


@kernel
def write_tile(g, t, tile, known, out, at):
    """Write the line of a tile that is not on the board; `known` is the set of tiles that everybody has seen."""
    if tile < 0:
        return
    out[at + TILE_AT.present] = 1
    for d in range(4):
        out[at + TILE_AT.edges + d] = one_if(t.piece_at[tile, d] >= 0)
        out[at + TILE_AT.second + d] = one_if(t.piece_at[tile, d] == 1)
    for slot in range(SLOTS):
        if t.slot_resource[tile, slot] >= 0:
            out[at + TILE_AT.symbols_1 + len(SYMBOLS) * t.slot_piece[tile, slot] + t.slot_resource[tile, slot]] += 1
    for piece in range(t.pieces[tile]):
        symbols = at + TILE_AT.symbols_1 + len(SYMBOLS) * piece
        out[symbols + Fact.TEMPLE] = t.temple[tile, piece]
        out[symbols + Fact.PORTS] = t.ports[tile, piece]
    if t.site[tile] >= 0:
        out[at + TILE_AT.site + t.site[tile]] = 1
    out[at + TILE_AT.known] = one_if(has(known, tile))


@kernel
def write_cards(g, t, seat, out, at):
    """Write the lines of the seat's own cards: those held, the current ones, then those it returned."""
    number = 2 if t.advanced != 0 else 1
    for deck in range(number):
        for place in range(HELD):
            write_card(np.int64(g.held[deck, seat, place]), out, at + (place * number + deck) * CARDS)
        write_card(np.int64(g.current[deck, seat]), out, at + (HELD * number + deck) * CARDS)
        write_card(np.int64(g.given_back[deck, seat]), out, at + ((HELD + 1) * number + deck) * CARDS)
    return at + CARD_LINES * number * CARDS


@kernel
def write_card(card, out, at):
    """Set the flag of a card, if there is one."""
    if card >= 0:
        out[at + card] = 1


@kernel
def write_seat(g, t, seat, other, out, at):
    """Write the line of a seat."""
    write_seat_fields(g, other, out, at)
    out[at + SEAT_AT.prestige] = min(np.int64(g.coins[other]), MOST)
    out[at + SEAT_AT.lead] = max(min(np.int64(g.coins[other]) - g.coins[seat], MOST), -MOST)
    out[at + SEAT_AT.built] = houses_on_board(g, other)
    for marker in range(NUM_MARKERS):
        out[at + SEAT_AT.markers + marker] = 1 - (g.markers_used[other] >> marker & 1)
    out[at + SEAT_AT.tokens] = number_of(g.tokens[other])
    if other == seat:
        out[at + SEAT_AT.token_points] = value_of_tokens(g, t, other)
    out[at + SEAT_AT.ship_ports] = ports_of_ships(g, t, other)
    out[at + SEAT_AT.latest] = one_if(g.placements > 0 and g.last_placement[other] == g.placements)
    for place in range(HAND):
        tile = np.int64(g.hand[other, place])
        if tile >= 0:
            out[at + SEAT_AT.tiles] += 1
            if other == seat or has(g.known, tile):
                out[at + SEAT_AT.end + tile] = 1
    at += SEAT_AT.end + FIRST_FACE
    for deck in range(2 if t.advanced != 0 else 1):
        if g.revealed[other] != 0 and g.current[deck, other] >= 0:
            out[at + g.current[deck, other]] = 1
        at += CARDS
    return at


@kernel
def write_unseen(g, seat, out, at):
    """Write the block of the land tiles that the seat has not seen: those in the stacks or in hidden hands."""
    seen = g.placed | g.removed | g.known
    for slot in range(MARKET):
        if g.market[slot] >= 0:
            seen |= bit(np.int64(g.market[slot]))
    for place in range(HAND):
        if g.hand[seat, place] >= 0:
            seen |= bit(np.int64(g.hand[seat, place]))
    if g.chosen >= 0:
        seen |= bit(np.int64(g.chosen))
    for tile in range(FIRST_FACE):
        out[at + tile] = one_if(not has(seen, tile))
    return at + FIRST_FACE


@kernel
def write_alexis(g, t, seat, out, at):
    """Write the block of Alexis: what he has, and what is known about his cards."""
    write_alexis_fields(g, out, at)
    out[at + ALEXIS_AT.prestige] = min(np.int64(g.coins[ALEXIS]), MOST)
    out[at + ALEXIS_AT.lead] = max(min(np.int64(g.coins[ALEXIS]) - g.coins[seat], MOST), -MOST)
    out[at + ALEXIS_AT.pool] = g.pool[ALEXIS]
    out[at + ALEXIS_AT.built] = houses_on_board(g, ALEXIS)
    out[at + ALEXIS_AT.ship_ports] = ports_of_ships(g, t, GREY)
    out[at + ALEXIS_AT.end_points] = t.end_points
    if g.expedition >= 0:
        out[at + ALEXIS_AT.end + g.expedition] = 1
    write_bits(out, at + ALEXIS_AT.end + EXPEDITIONS, np.int64(g.seen), np.int64(EXPEDITIONS))
    write_bits(out, at + ALEXIS_AT.end + 2 * EXPEDITIONS, np.int64(g.played), np.int64(EXPEDITIONS))
