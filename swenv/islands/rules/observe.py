"""Writes what a seat sees as numbers: the vector of `State.observation`, one int8 per fact.

The vector consists of these blocks: the cells of the window (one line each), the islands, the houses, the markers, the
turn, the visible tiles, the seat's own cards, the seats (the observing seat first, then clockwise), the unseen tiles
and, in solo mode, Alexis. Cells name the tile that lies there, and the island on each side by its line in the block of
islands. `fields` declares the columns of a line; `swenv.islands.layout` names them for people. Nothing is read here
that the seat cannot know (SI-INFO-1, SI-INFO-2).
"""

import numpy as np
from numba import int8, int64, void

from swenv.core.bits import EMPTY, ONE, bit, count, has, lowest, one_if, without_lowest
from swenv.core.jit import kernel, unit
from swenv.islands.rules.cards import KEPT
from swenv.islands.rules.fields import (
    ALEXIS_AT,
    CELL_AT,
    COUNTED,
    GAME,
    HOUSE_AT,
    ISLAND_AT,
    ISLANDS,
    MARKER_AT,
    SEAT_AT,
    SECOND,
    TILE_AT,
    TURN_AT,
    write_alexis_fields,
    write_seat_fields,
    write_turn_fields,
)
from swenv.islands.rules.final import ports_of_ships
from swenv.islands.rules.houses import houses_on_board
from swenv.islands.rules.islands import island_of_site
from swenv.islands.rules.record import (
    ALEXIS,
    CARDS,
    EXPEDITIONS,
    FIRST_FACE,
    GREY,
    HAND,
    HELD,
    MARKET,
    MISSIONS,
    NOTHING,
    NUM_MARKERS,
    NUM_TILES,
    REWARD_CARDS,
    SLOTS,
    SYMBOLS,
    TABLES,
    TOKEN_VALUES,
    Fact,
    Phase,
)
from swenv.islands.rules.reward import number_of, value_of_tokens
from swenv.islands.rules.setup import faces_left
from swenv.islands.rules.worth import write_missing, write_pays

TILE_LINES = MARKET + HAND + 1
CARD_LINES = HELD + 2
MOST = 127
ALL_SEE = ~EMPTY  # the set of all tiles


@unit(void, GAME, TABLES, int64, int8[::1])
def write_observation(g, t, seat, out):
    """Write what `seat` sees into a zeroed vector."""
    at = write_board(g, t, seat, out)
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
def labels_of(g, piece):
    """The tiles of which this piece is the smallest node of its island, so that it is the island's label."""
    labels, tiles = EMPTY, g.placed
    while tiles != EMPTY:
        tile = lowest(tiles)
        if g.island[2 * tile + piece] == 2 * tile + piece:
            labels |= bit(tile)
        tiles = without_lowest(tiles)
    return labels


@kernel
def line_of(label, firsts, seconds):
    """The line of an island, from 0: those labelled by a first piece come first, each kind by number of tile."""
    before = bit(label // 2) - ONE
    if label % 2 == 0:
        return min(count(firsts & before), ISLANDS)
    return min(count(firsts) + count(seconds & before), ISLANDS)


@kernel
def write_board(g, t, seat, out):
    """Write the blocks of the cells, the islands, the houses and the markers; returns where the next block begins."""
    firsts, seconds = labels_of(g, 0), labels_of(g, 1)
    write_cells(g, t, seat, firsts, seconds, out)
    islands = t.window * t.window * CELL_AT.end
    houses = write_islands(g, t, seat, firsts, seconds, out, islands)
    markers = write_houses(g, t, seat, firsts, seconds, out, islands, houses)
    return write_markers(g, t, seat, out, markers)


@kernel
def numbers_on(g, t, tile, firsts, seconds):
    """What the sides of a tile on the board show, a byte each: of sea, of its first piece, of its second piece."""
    shown = 255 | line_of(np.int64(g.island[2 * tile]), firsts, seconds) + 1 << 8
    if t.pieces[tile] == 2:
        shown |= line_of(np.int64(g.island[2 * tile + 1]), firsts, seconds) + 1 << 16
    return shown


@kernel
def number_in(shown, k):
    """Byte k of what `numbers_on` returns, with its sign: 255 is -1."""
    return (shown >> 8 * k & 255 ^ 128) - 128


@kernel
def write_cells(g, t, seat, firsts, seconds, out):
    """Write the lines of the cells with tiles and ships, and what they show to the gaps beside them."""
    tiles = g.placed
    while tiles != EMPTY:
        tile = lowest(tiles)
        tiles = without_lowest(tiles)
        cell = np.int64(g.cell[tile])
        shown = numbers_on(g, t, tile, firsts, seconds)
        at = cell * CELL_AT.end
        out[at + CELL_AT.tile] = tile + 1
        for d in range(4):
            piece = np.int64(t.piece_at[tile, (d - g.rot[tile]) & 3])
            number = number_in(shown, piece + 1)
            out[at + CELL_AT.sides + d] = number + (SECOND if piece == 1 else 0)
            y = np.int64(t.neighbor[cell, d])
            if y >= 0 and g.at[y] == NOTHING:
                out[y * CELL_AT.end + CELL_AT.sides + (d ^ 2)] = number
    for k in range(g.num_ships):
        owner = GREY if g.ship_owner[k] == GREY else relative(t, seat, np.int64(g.ship_owner[k]))
        cell = np.int64(g.ship_cell[k])
        out[cell * CELL_AT.end + CELL_AT.tile] = NUM_TILES + 1 + owner
        for d in range(4):
            out[cell * CELL_AT.end + CELL_AT.sides + d] = -1
            y = np.int64(t.neighbor[cell, d])
            if y >= 0 and g.at[y] == NOTHING:
                out[y * CELL_AT.end + CELL_AT.sides + (d ^ 2)] = -1


@kernel
def write_islands(g, t, seat, firsts, seconds, out, at):
    """Write the block of the islands, except for the houses; returns where the next block begins."""
    width = ISLAND_AT.end + t.contenders
    number = 0
    for piece in range(2):
        labels = firsts if piece == 0 else seconds
        while labels != EMPTY and number < ISLANDS:
            facts = g.facts[2 * lowest(labels) + piece]
            labels = without_lowest(labels)
            for k in range(len(COUNTED)):
                out[at + number * width + k] = facts[k]
            number += 1
    rewards = REWARD_CARDS if t.advanced != 0 else MISSIONS
    for k in range(2):
        goal = np.int64(g.current[MISSIONS, seat] if k == 0 else g.held[MISSIONS, seat, KEPT])
        if goal >= 0:
            write_missing(t, goal, out, at, number, width, ISLAND_AT.missing + k)
        reward = np.int64(g.current[rewards, seat] if k == 0 else g.held[rewards, seat, KEPT])
        if reward >= 0:
            write_pays(t, reward, out, at, number, width, ISLAND_AT.pays + k)
    return at + ISLANDS * width


@kernel
def write_houses(g, t, seat, firsts, seconds, out, islands, at):
    """Write the block of the houses, and the houses of the islands; returns where the next block begins."""
    width = ISLAND_AT.end + t.contenders
    written = 0  # how many houses of each owner, eight bits for each
    tiles = g.placed
    while tiles != EMPTY:
        tile = lowest(tiles)
        tiles = without_lowest(tiles)
        if g.house[tile] < 0:
            continue
        owner = relative(t, seat, np.int64(g.house[tile]))
        scored = state_of_house(g, tile)
        line = line_of(island_of_site(g, t, tile), firsts, seconds)
        if line < ISLANDS:
            out[islands + line * width + ISLAND_AT.end + owner] += 1
            out[islands + line * width + ISLAND_AT.scored] |= scored
        house = at + owner * HOUSE_AT.end + (written >> 8 * owner & 255)
        out[house + HOUSE_AT.rows] = g.cell[tile] // t.window + 1
        out[house + HOUSE_AT.columns] = g.cell[tile] % t.window + 1
        out[house + HOUSE_AT.scored] = scored
        written += 1 << 8 * owner
    return at + t.contenders * HOUSE_AT.end


@kernel
def state_of_house(g, tile):
    """2 for a house whose island is being scored, 1 if it will be in this reward turn, else 0."""
    for k in range(g.scored, g.num_built):
        if g.built[k] == tile:
            return 2 if k == g.scored and g.phase == Phase.SCORE else 1
    return 0


@kernel
def write_markers(g, t, seat, out, at):
    """Write the block of the markers on the board, in the order in which they were laid."""
    width = MARKER_AT.end + t.num_players
    for k in range(g.num_marks):
        line = at + k * width
        cell = np.int64(g.cell[g.mark_tile[k]])
        out[line + MARKER_AT.row] = cell // t.window + 1
        out[line + MARKER_AT.column] = cell % t.window + 1
        out[line + MARKER_AT.spot + g.mark_spot[k]] = 1
        out[line + MARKER_AT.shows + g.mark_as[k]] = 1
        out[line + MARKER_AT.end + relative(t, seat, np.int64(g.mark_seat[k]))] = 1
    return at + NUM_MARKERS * t.num_players * width


@kernel
def write_place(t, cell, out, at):
    """Write the row and the column of a cell, each plus 1; nothing if there is none."""
    if cell >= 0:
        out[at] = cell // t.window + 1
        out[at + 1] = cell % t.window + 1


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
    write_place(t, np.int64(g.last_cell), out, at + TURN_AT.last)
    if t.solo != 0:
        write_place(t, np.int64(g.human_last), out, at + TURN_AT.human_last)
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
