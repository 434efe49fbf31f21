"""What a seat sees, as numbers: the vector of `State.observation`, an int8 for each fact.

The vector has these blocks: the cells of the window (one line each), the turn, the tiles in sight, the own cards, the
seats (the seat that looks first, then clockwise), the tiles not seen yet, and in solo mode Alexis. The offsets of a
line stand below; `swenv.islands.layout` gives the same names to people. Nothing is read here that the seat cannot
know (SI-INFO-1, SI-INFO-2).
"""

import numpy as np

from swenv.core.bits import EMPTY, bit, has, lowest, one_if, without_lowest
from swenv.core.jit import kernel
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
    PHASES,
    RESOURCES,
    SLOTS,
    SYMBOLS,
    TOKEN_VALUES,
    Fact,
    Phase,
)
from swenv.islands.rules.reward import number_of, value_of_tokens
from swenv.islands.rules.setup import faces_left

_SLOTS = ", ".join(f"{slot} {resource}" for slot in range(SLOTS) for resource in RESOURCES)
_VALUES = "2, 3, 4, 5, 6, 7, 8"
_ISLAND = "size, " + ", ".join(SYMBOLS) + ", sites, free sites, own houses"

# (name, width, peak, meaning) of every fact; the peak is about the greatest value in ordinary play, 1 for flags.
# Lengths that depend on the number of players come last, see `layout`.
CELL_FACTS = (
    ("tile", 1, 1, "1 where a tile lies"),
    ("edges", 4, 1, "1 for each land side of the tile as it lies: N, E, S, W"),
    ("second", 4, 1, "1 for each side that belongs to the second piece of the tile: N, E, S, W"),
    ("land_wanted", 4, 1, "empty cell: 1 for each side where a neighbour has land: N, E, S, W"),
    ("sea_wanted", 4, 1, "empty cell: 1 for each side where a neighbour has sea: N, E, S, W"),
    ("symbols_1", 5, 2, "symbols shown by the first piece: " + ", ".join(SYMBOLS)),
    ("symbols_2", 5, 2, "symbols shown by the second piece: " + ", ".join(SYMBOLS)),
    ("slots", 9, 1, "one-hot of what each resource slot shows: " + _SLOTS),
    ("site", 2, 1, "1 for the piece that has the building site: first, second"),
    ("island_1", 9, 4, "of the whole island of the first piece: " + _ISLAND),
    ("island_2", 9, 4, "of the whole island of the second piece: " + _ISLAND),
    ("label", 2, 128, "a number of the island of each piece, the same for the same island, modulo 256: first, second"),
    ("scored", 1, 2, "a house of this reward turn: 2 if its island is scored now, 1 if it will be"),
    ("last", 1, 1, "1 where the last tile or ship was laid"),
    ("human_last", 1, 1, "solo: 1 where this seat laid a tile or ship last"),
)


def _offsets(facts: tuple[tuple[str, int, int, str], ...]) -> list[int]:
    """Where each fact of a line begins, in order, and where the line ends."""
    offsets = [0]
    for _, width, _, _ in facts:
        offsets.append(offsets[-1] + width)
    return offsets


(
    C_TILE, C_EDGES, C_SECOND, C_LAND_WANTED, C_SEA_WANTED, C_SYMBOLS_1, C_SYMBOLS_2, C_SLOTS, C_SITE, C_ISLAND_1,
    C_ISLAND_2, C_LABEL, C_SCORED, C_LAST, C_HUMAN_LAST, C_HOUSE,
) = _offsets(CELL_FACTS)  # fmt: skip

TURN_FACTS = (
    ("phase", len(PHASES), 1, "one-hot: " + ", ".join(PHASES)),
    ("round", 1, 4, "round, from 1"),
    ("my_turn", 1, 1, "1 if it is this seat's turn"),
    ("navigation", 1, 6, "tiles of the navigation stack"),
    ("reserve", 1, 45, "tiles of the reserve"),
    ("grey_ships", 1, 2, "grey ships in the supply"),
    ("ships", 1, 4, "ships on the board"),
    ("marker_mode", 10, 1, "one-hot of the marker mode chosen: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9"),
    ("start_faces", 8, 1, "1 for each start face not laid: ST1A, ST1B, ST2A, ST2B, ST3A, ST3B, ST4A, ST4B"),
    ("built", 1, 2, "houses built in this reward turn"),
    ("scored", 1, 2, "how many of them are scored"),
    ("token_pool", 1, 12, "discovery tokens in the pool"),
    ("my_tokens", TOKEN_VALUES, 1, "own discovery tokens of each value: " + _VALUES),
    ("drawn", TOKEN_VALUES, 1, "tokens of each value that this seat has drawn to choose from: " + _VALUES),
    ("in_pool", TOKEN_VALUES, 1, "tokens of each value that this seat knows to be in the pool: " + _VALUES),
)  # fmt: skip
(
    T_PHASE, T_ROUND, T_MY_TURN, T_NAVIGATION, T_RESERVE, T_GREY_SHIPS, T_SHIPS, T_MARKER_MODE, T_START_FACES, T_BUILT,
    T_SCORED, T_TOKEN_POOL, T_MY_TOKENS, T_DRAWN, T_IN_POOL, T_FIRST,
) = _offsets(TURN_FACTS)  # fmt: skip

TILE_FACTS = (
    ("present", 1, 1, "1 if there is a tile"),
    ("edges", 4, 1, "1 for each land side before it is turned: N, E, S, W"),
    ("second", 4, 1, "1 for each side that belongs to the second piece: N, E, S, W"),
    ("symbols_1", 5, 2, "symbols of the first piece: " + ", ".join(SYMBOLS)),
    ("symbols_2", 5, 2, "symbols of the second piece: " + ", ".join(SYMBOLS)),
    ("site", 2, 1, "1 for the piece that has the building site: first, second"),
    ("known", 1, 1, "1 if everybody has seen it"),
)
L_PRESENT, L_EDGES, L_SECOND, L_SYMBOLS_1, L_SYMBOLS_2, L_SITE, L_KNOWN, L_WIDTH = _offsets(TILE_FACTS)
TILE_LINES = MARKET + HAND + 1

CARD_LINES = HELD + 2

SEAT_FACTS = (
    ("prestige", 1, 40, "prestige points"),
    ("lead", 1, 20, "prestige points less this seat's"),
    ("pool", 1, 4, "houses in the pool"),
    ("spare", 1, 4, "houses in the personal reserve"),
    ("built", 1, 8, "houses on the board"),
    ("markers", NUM_MARKERS, 1, "1 for each marker left: lotus, dragonfruit, laurel, any"),
    ("tokens", 1, 3, "discovery tokens"),
    ("token_points", 1, 15, "their value; 0 for other seats"),
    ("ship_left", 1, 1, "1 if the own ship is in the supply"),
    ("ship_ports", 1, 6, "ports around the own ship"),
    ("tiles", 1, 3, "tiles in hand"),
    ("latest", 1, 1, "1 for the seat that laid a tile or ship last (SI-TIE-1)"),
)
(
    S_PRESTIGE, S_LEAD, S_POOL, S_SPARE, S_BUILT, S_MARKERS, S_TOKENS, S_TOKEN_POINTS, S_SHIP_LEFT, S_SHIP_PORTS,
    S_TILES, S_LATEST, S_HAND,
) = _offsets(SEAT_FACTS)  # fmt: skip

ALEXIS_FACTS = (
    ("prestige", 1, 40, "his prestige points"),
    ("lead", 1, 20, "his prestige points less this seat's"),
    ("pool", 1, 8, "his houses"),
    ("built", 1, 8, "his houses on the board"),
    ("ship_ports", 1, 12, "ports around grey ships"),
    ("end_points", 1, 40, "his bonus at the end, without houses"),
    ("stack", 1, 10, "cards of his stack"),
)
A_PRESTIGE, A_LEAD, A_POOL, A_BUILT, A_SHIP_PORTS, A_END_POINTS, A_STACK, A_CARD = _offsets(ALEXIS_FACTS)

MOST = 127
ALL_SEE = ~EMPTY  # the set of all tiles


@kernel
def write_observation(g, t, seat, out):
    """Fill a zeroed vector with what `seat` sees."""
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
    """How many seats clockwise another one sits."""
    return (other - seat + t.contenders) % t.contenders


@kernel
def write_cells(g, t, seat, out):
    """The block of the cells; returns where the next block begins."""
    width = C_HOUSE + t.contenders + t.num_players + 1
    for k in range(CELL_WORDS):
        cells = g.frontier[k]
        while cells != EMPTY:
            cell = 64 * k + lowest(cells)
            cells = without_lowest(cells)
            for d in range(8):
                out[cell * width + C_LAND_WANTED + d] = g.demand[cell] >> d & 1
    tiles = g.placed
    while tiles != EMPTY:
        tile = lowest(tiles)
        tiles = without_lowest(tiles)
        write_tile_on_board(g, t, seat, tile, out, np.int64(g.cell[tile]) * width)
    for k in range(g.num_ships):
        owner = t.num_players if g.ship_owner[k] == GREY else relative(t, seat, np.int64(g.ship_owner[k]))
        out[g.ship_cell[k] * width + C_HOUSE + t.contenders + owner] = 1
    for k in range(g.scored, g.num_built):
        out[g.cell[g.built[k]] * width + C_SCORED] = 1
    if g.phase == Phase.SCORE:
        out[g.cell[g.built[g.scored]] * width + C_SCORED] = 2
    if g.last_cell >= 0:
        out[g.last_cell * width + C_LAST] = 1
    if t.solo != 0 and g.human_last >= 0:
        out[g.human_last * width + C_HUMAN_LAST] = 1
    return t.window * t.window * width


@kernel
def write_tile_on_board(g, t, seat, tile, out, at):
    """The line of a cell with a tile."""
    out[at + C_TILE] = 1
    for d in range(4):
        piece = t.piece_at[tile, (d - g.rot[tile]) % 4]
        out[at + C_EDGES + d] = one_if(piece >= 0)
        out[at + C_SECOND + d] = one_if(piece == 1)
    for slot in range(SLOTS):
        if g.shown[tile, slot] >= 0:
            out[at + C_SYMBOLS_1 + len(SYMBOLS) * t.slot_piece[tile, slot] + g.shown[tile, slot]] += 1
            out[at + C_SLOTS + len(RESOURCES) * slot + g.shown[tile, slot]] = 1
    for piece in range(t.pieces[tile]):
        symbols = at + C_SYMBOLS_1 + len(SYMBOLS) * piece
        out[symbols + Fact.TEMPLE] = t.temple[tile, piece]
        out[symbols + Fact.PORTS] = t.ports[tile, piece] + g.port_markers[tile, piece]
        label = np.int64(g.island[2 * tile + piece])
        write_island(g, seat, label, out, at + C_ISLAND_1 + 9 * piece)
        out[at + C_LABEL + piece] = label + 1 if label < MOST else -MOST - 1
    if t.site[tile] >= 0:
        out[at + C_SITE + t.site[tile]] = 1
        if g.house[tile] >= 0:
            out[at + C_HOUSE + relative(t, seat, np.int64(g.house[tile]))] = 1


@kernel
def write_island(g, seat, label, out, at):
    """The facts of an island."""
    facts = g.facts[label]
    out[at] = facts[Fact.SIZE]
    for symbol in range(len(SYMBOLS)):
        out[at + 1 + symbol] = facts[symbol]
    out[at + 6] = facts[Fact.SITES]
    out[at + 7] = facts[Fact.SITES] - facts[Fact.HOUSES]
    out[at + 8] = facts[Fact.OWNERS] >> seat & 1


@kernel
def write_bits(out, at, members, number):
    """A set as flags."""
    for k in range(number):
        out[at + k] = members >> k & 1


@kernel
def write_turn(g, t, seat, out, at):
    """The block of the turn."""
    out[at + T_PHASE + g.phase] = 1
    out[at + T_ROUND] = g.round_number
    out[at + T_MY_TURN] = one_if(g.turn == seat and g.phase != Phase.OVER)
    out[at + T_NAVIGATION] = g.num_navigation
    out[at + T_RESERVE] = g.num_reserve
    out[at + T_GREY_SHIPS] = g.grey_left
    out[at + T_SHIPS] = g.num_ships
    if g.mode >= 0:
        out[at + T_MARKER_MODE + g.mode] = 1
    write_bits(out, at + T_START_FACES, np.int64(faces_left(g)), np.int64(8))
    out[at + T_BUILT] = g.num_built
    out[at + T_SCORED] = g.scored
    out[at + T_TOKEN_POOL] = number_of(g.token_pool)
    for value in range(TOKEN_VALUES):
        out[at + T_MY_TOKENS + value] = g.tokens[seat, value]
        out[at + T_DRAWN + value] = g.drawn[value] if g.turn == seat else 0
        out[at + T_IN_POOL + value] = g.tokens_in_pool[seat, value]
    out[at + T_FIRST + relative(t, seat, np.int64(g.first))] = 1
    if g.docker >= 0:
        out[at + T_FIRST + t.contenders + relative(t, seat, np.int64(g.docker))] = 1
    out[at + T_FIRST + 2 * t.contenders + seat] = 1
    return at + T_FIRST + 2 * t.contenders + t.num_players


@kernel
def write_tiles(g, t, seat, out, at):
    """The block of the tiles in sight: market, own hand, the tile that is being laid."""
    for slot in range(MARKET):
        write_tile(g, t, np.int64(g.market[slot]), ALL_SEE, out, at + L_WIDTH * slot)
    for place in range(HAND):
        tile = np.int64(g.hand[seat, place])
        write_tile(g, t, tile, g.known, out, at + L_WIDTH * (MARKET + place))
    write_tile(g, t, np.int64(g.chosen), ALL_SEE, out, at + L_WIDTH * (MARKET + HAND))
    return at + L_WIDTH * TILE_LINES


@kernel
def write_tile(g, t, tile, known, out, at):
    """The line of a tile that does not lie on the board; `known` is the set of tiles that everybody has seen."""
    if tile < 0:
        return
    out[at + L_PRESENT] = 1
    for d in range(4):
        out[at + L_EDGES + d] = one_if(t.piece_at[tile, d] >= 0)
        out[at + L_SECOND + d] = one_if(t.piece_at[tile, d] == 1)
    for slot in range(SLOTS):
        if t.slot_resource[tile, slot] >= 0:
            out[at + L_SYMBOLS_1 + len(SYMBOLS) * t.slot_piece[tile, slot] + t.slot_resource[tile, slot]] += 1
    for piece in range(t.pieces[tile]):
        symbols = at + L_SYMBOLS_1 + len(SYMBOLS) * piece
        out[symbols + Fact.TEMPLE] = t.temple[tile, piece]
        out[symbols + Fact.PORTS] = t.ports[tile, piece]
    if t.site[tile] >= 0:
        out[at + L_SITE + t.site[tile]] = 1
    out[at + L_KNOWN] = one_if(has(known, tile))


@kernel
def write_cards(g, t, seat, out, at):
    """The block of the own cards: three places, then the current ones, then those that the seat returned."""
    number = 2 if t.advanced != 0 else 1
    for deck in range(number):
        for place in range(HELD):
            write_card(np.int64(g.held[deck, seat, place]), out, at + (place * number + deck) * CARDS)
        write_card(np.int64(g.current[deck, seat]), out, at + (HELD * number + deck) * CARDS)
        write_card(np.int64(g.given_back[deck, seat]), out, at + ((HELD + 1) * number + deck) * CARDS)
    return at + CARD_LINES * number * CARDS


@kernel
def write_card(card, out, at):
    """The flag of a card, if there is one."""
    if card >= 0:
        out[at + card] = 1


@kernel
def write_seat(g, t, seat, other, out, at):
    """The line of a seat."""
    out[at + S_PRESTIGE] = min(np.int64(g.coins[other]), MOST)
    out[at + S_LEAD] = max(min(np.int64(g.coins[other]) - g.coins[seat], MOST), -MOST)
    out[at + S_POOL] = g.pool[other]
    out[at + S_SPARE] = g.spare[other]
    out[at + S_BUILT] = houses_on_board(g, other)
    for marker in range(NUM_MARKERS):
        out[at + S_MARKERS + marker] = 1 - (g.markers_used[other] >> marker & 1)
    out[at + S_TOKENS] = number_of(g.tokens[other])
    if other == seat:
        out[at + S_TOKEN_POINTS] = value_of_tokens(g, t, other)
    out[at + S_SHIP_LEFT] = g.ship_left[other]
    out[at + S_SHIP_PORTS] = ports_of_ships(g, t, other)
    out[at + S_LATEST] = one_if(g.placements > 0 and g.last_placement[other] == g.placements)
    for place in range(HAND):
        tile = np.int64(g.hand[other, place])
        if tile >= 0:
            out[at + S_TILES] += 1
            if other == seat or has(g.known, tile):
                out[at + S_HAND + tile] = 1
    at += S_HAND + FIRST_FACE
    for deck in range(2 if t.advanced != 0 else 1):
        if g.revealed[other] != 0 and g.current[deck, other] >= 0:
            out[at + g.current[deck, other]] = 1
        at += CARDS
    return at


@kernel
def write_unseen(g, seat, out, at):
    """The block of the land tiles that the seat has not seen: they are in the stacks or in hidden hands."""
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
    """The block of Alexis: what he has, and what is known of his cards."""
    out[at + A_PRESTIGE] = min(np.int64(g.coins[ALEXIS]), MOST)
    out[at + A_LEAD] = max(min(np.int64(g.coins[ALEXIS]) - g.coins[seat], MOST), -MOST)
    out[at + A_POOL] = g.pool[ALEXIS]
    out[at + A_BUILT] = houses_on_board(g, ALEXIS)
    out[at + A_SHIP_PORTS] = ports_of_ships(g, t, GREY)
    out[at + A_END_POINTS] = t.end_points
    out[at + A_STACK] = g.num_expeditions
    if g.expedition >= 0:
        out[at + A_CARD + g.expedition] = 1
    write_bits(out, at + A_CARD + EXPEDITIONS, np.int64(g.seen), np.int64(EXPEDITIONS))
    write_bits(out, at + A_CARD + 2 * EXPEDITIONS, np.int64(g.played), np.int64(EXPEDITIONS))
