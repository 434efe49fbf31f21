"""Declares the record of a game and what a seat sees of it: every field, and every column of the observation.

Columns whose number depends on the number of players come last in a line, see `swenv.islands.layout`.
"""

from swenv.core.record import (
    FLAG,
    Field,
    Shown,
    number,
    number_or_none,
    offsets_of,
    one_of,
    record_dtype,
    stored,
    writer,
)
from swenv.islands import content
from swenv.islands.rules.record import (
    CARDS,
    CELL_WORDS,
    EXPEDITIONS,
    FIRST_FACE,
    HAND,
    HELD,
    HOUSES,
    MARKER_MODES,
    MARKET,
    MAX_CELLS,
    MAX_MARKS,
    MAX_SEATS,
    MAX_WINDOW,
    NOTHING,
    NUM_FACTS,
    NUM_NODES,
    NUM_SHIPS,
    NUM_TILES,
    PHASES,
    POOL,
    RESOURCES,
    SLOTS,
    STACK,
    SYMBOLS,
    TOKEN_VALUES,
)

SIDES = ("N", "E", "S", "W")
PIECES = ("first", "second")
VALUES = ("2", "3", "4", "5", "6", "7", "8")
FACES = ("ST1A", "ST1B", "ST2A", "ST2B", "ST3A", "ST3B", "ST4A", "ST4B")
CARDS_AT_HAND = ("in use", "kept")
EACH_HOUSE = tuple(f"house {number}" for number in range(HOUSES))
SPOTS = tuple(f"spot {number}" for number in range(SLOTS))
PLACE = ("row", "column")
SCORED = "a house of this reward turn: 2 if its island is being scored, 1 if it will be"
EXPLORING = ("hand", "blocked", "place", "marker", "mark_target", "alexis_place")
"""Phases in which a market tile has been taken."""

COUNTED = (*SYMBOLS, "size", "sites")
"""The first columns of an island, in the order of the rules' `Fact`."""
ISLANDS = 32
"""Lines for islands; random games have up to 30. What is on further ones can be worked out from the cells."""
SECOND = 64
"""What is added to the number of an island on the sides of a tile's second piece."""
OCCUPANTS = NUM_TILES + MAX_SEATS + 2
"""What can lie on a cell: nothing, a tile, a ship of a seat, or a grey ship."""

CELL = (
    Shown(
        column="tile",
        meaning="what lies here: 0 nothing, 1 to 64 a tile or a face of one, in the order below, "
        "65 the ship of this seat, 66 to 68 those of the next ones clockwise, 69 a grey ship",
        peak=OCCUPANTS,
        codes=OCCUPANTS,
    ),
    Shown(
        column="sides",
        meaning="what is on each side, on empty cells what the neighbour has there: -1 sea, 0 nothing, otherwise the "
        f"line of the island, from 1 ({ISLANDS + 1}: it has none), plus {SECOND} if it is the second piece of the tile",
        peak=ISLANDS,
        values=SIDES,
        codes=SECOND,
        lines_of="islands",
    ),
)
ISLAND = (
    Shown(column="symbols", meaning="symbols shown", peak=4, values=SYMBOLS),
    Shown(column="size", meaning="tiles", peak=4),
    Shown(column="sites", meaning="building sites, free or not", peak=4),
    Shown(
        column="missing",
        meaning="about how many symbols it lacks for the goal of the card in use and of the one kept, 0 if it meets it",
        peak=4,
        values=CARDS_AT_HAND,
    ),
    Shown(
        column="pays",
        meaning="what a house pays by these cards, with the best choice",
        peak=8,
        values=CARDS_AT_HAND,
    ),
    Shown(column="scored", meaning=SCORED, peak=2),
)
HOUSE = (
    Shown(column="rows", meaning="the row of each house, from 1", peak=MAX_WINDOW, values=EACH_HOUSE),
    Shown(column="columns", meaning="the column of each house", peak=MAX_WINDOW, values=EACH_HOUSE),
    Shown(column="scored", meaning=SCORED, peak=2, values=EACH_HOUSE),
)
MARKER = (
    Shown(column="row", meaning="the row of its tile, from 1", peak=MAX_WINDOW),
    Shown(column="column", meaning="the column", peak=MAX_WINDOW),
    Shown(column="spot", meaning="one-hot of the slot that it covers or, for a port, of the piece", values=SPOTS),
    Shown(column="shows", meaning="one-hot", values=(*RESOURCES, "port")),
)
TURN = (
    Shown(column="phase", meaning="one-hot", values=PHASES),
    stored("round_number", "i1", "round, from 1", column="round", peak=4, fresh=1),
    Shown(column="my_turn", meaning="1 if it is this seat's turn"),
    stored("num_navigation", "i1", "tiles in the navigation stack", column="navigation", peak=6),
    stored("num_reserve", "i1", "tiles in the reserve", column="reserve", peak=45),
    stored("grey_left", "i1", "grey ships in the supply", column="grey_ships", peak=2),
    stored("num_ships", "i1", "ships on the board", column="ships", peak=4),
    stored(
        "mode",
        "i1",
        "one-hot of the marker mode chosen",
        column="marker_mode",
        fresh=NOTHING,
        values=tuple(str(mode) for mode in range(MARKER_MODES)),
        spelling=one_of(tuple(mode.name for mode in content.MARKER_MODES)),
        part="turn_state",
        word="marker",
        phases=("mark_target",),
    ),
    Shown(column="start_faces", meaning="1 for each start face not yet laid", values=FACES),
    stored("num_built", "i1", "houses built in this reward turn", column="built", peak=2),
    stored(
        "scored",
        "i1",
        "how many of these houses are scored",
        column="scored",
        peak=2,
        spelling=number(HOUSES),
        part="turn_state",
        word="scored",
        phases=("score",),
    ),
    Shown(column="token_pool", meaning="discovery tokens in the pool", peak=12),
    Shown(column="my_tokens", meaning="own discovery tokens of each value", peak=2, values=VALUES),
    Shown(
        column="drawn", meaning="tokens of each value that this seat has drawn to choose from", peak=2, values=VALUES
    ),
    Shown(
        column="in_pool", meaning="tokens of each value that this seat knows to be in the pool", peak=2, values=VALUES
    ),
    Shown(
        column="last", meaning="where the last tile or ship was laid, from 1; 0 if none", peak=MAX_WINDOW, values=PLACE
    ),
    Shown(
        column="human_last",
        meaning="solo: where this seat laid a tile or ship last, from 1; 0 if nowhere",
        peak=MAX_WINDOW,
        values=PLACE,
    ),
)
TILE = (
    Shown(column="present", meaning="1 if a tile is present"),
    Shown(column="edges", meaning="1 for each land side of the unrotated tile", values=SIDES),
    Shown(column="second", meaning="1 for each side that belongs to the second piece", values=SIDES),
    Shown(column="symbols_1", meaning="symbols of the first piece", peak=2, values=SYMBOLS),
    Shown(column="symbols_2", meaning="symbols of the second piece", peak=2, values=SYMBOLS),
    Shown(column="site", meaning="1 for the piece that has the building site", values=PIECES),
    Shown(column="known", meaning="1 if everybody has seen it"),
)
SEAT = (
    Shown(column="prestige", meaning="prestige points", peak=40),
    Shown(column="lead", meaning="prestige points minus this seat's", peak=20),
    stored(
        "pool",
        "i1",
        "houses in the pool",
        MAX_SEATS,
        column="pool",
        peak=4,
        value="g.pool[seat]",
        spelling=number(POOL),
        part="seats",
        word="pool",
    ),
    stored(
        "spare",
        "i1",
        "houses in the personal reserve",
        MAX_SEATS,
        column="spare",
        peak=4,
        value="g.spare[seat]",
        spelling=number(HOUSES - POOL),
        part="seats",
        word="reserve",
    ),
    Shown(column="built", meaning="houses on the board", peak=8),
    Shown(column="markers", meaning="1 for each marker left", values=(*RESOURCES, "any")),
    Shown(column="tokens", meaning="discovery tokens", peak=3),
    Shown(column="token_points", meaning="their value; 0 for other seats", peak=15),
    stored(
        "ship_left",
        "i1",
        "1 if its own ship is in the supply",
        MAX_SEATS,
        column="ship_left",
        value="g.ship_left[seat]",
    ),
    Shown(column="ship_ports", meaning="ports around its own ship", peak=6),
    Shown(column="tiles", meaning="tiles in hand", peak=3),
    Shown(column="latest", meaning="1 for the seat that laid a tile or ship last (SI-TIE-1)"),
)
ALEXIS_LINE = (
    Shown(column="prestige", meaning="his prestige points", peak=40),
    Shown(column="lead", meaning="his prestige points minus this seat's", peak=20),
    Shown(column="pool", meaning="his houses", peak=8),
    Shown(column="built", meaning="his houses on the board", peak=8),
    Shown(column="ship_ports", meaning="ports around grey ships", peak=12),
    Shown(column="end_points", meaning="his bonus at the end, without houses", peak=40),
    stored("num_expeditions", "i1", "cards in his stack", column="stack", peak=10),
)
HIDDEN = (
    stored("random", "u8", "state of the random stream"),
    stored("forced", "u8", "what is to be drawn instead, see `core.random`; 0 in play"),
    stored("seed", "u8", "seed of the random stream"),
    # what is legal now
    stored("legal", "u8", "the set of legal actions below `PLACE`"),
    stored("num_legal", "i2", "total number of legal actions"),
    stored("spot_verb", "i1", "the verb that acts on cells now"),
    stored("spots", "u8", "cells with legal actions of the verb `spot_verb`", CELL_WORDS),
    stored("options", "u1", "what can be done on each spot", MAX_CELLS),
    # whose turn it is
    stored("phase", "i1", "the `Phase`"),
    stored("turn", "i1", "the seat whose turn it is"),
    stored("to_act", "i1", "the seat that decides now"),
    stored("mover", "i1", "as `turn`, but including Alexis"),
    stored("first", "i1", "first player of the round"),
    stored("docker", "i1", "whoever docked or was stuck, and begins the reward phase", fresh=NOTHING),
    stored(
        "stuck",
        "i1",
        "1 if the game ends after this reward phase (SI-END-2)",
        spelling=FLAG,
        part="turn_state",
        word="stuck",
        phases=("house", "score", "alexis_house", "over"),
    ),
    # the board
    stored("frontier", "u8", "empty cells beside a tile or ship", CELL_WORDS),
    stored("placed", "u8", "tiles on the board"),
    stored("at", "i1", "the contents of each cell: tile, SHIP or NOTHING", MAX_CELLS, fresh=NOTHING),
    stored("demand", "u1", "of a frontier cell: sides that must be land, plus 16 times those of sea", MAX_CELLS),
    stored("cell", "i2", "the cell of each tile", NUM_TILES, fresh=NOTHING),
    stored("rot", "i1", "quarter turns of each tile", NUM_TILES),
    stored("island", "i1", "label of each node on the board", NUM_NODES, fresh=NOTHING),
    stored("facts", "u1", "the `Fact`s of each label", (NUM_NODES, NUM_FACTS)),
    stored("shown", "i1", "resource that a slot shows, NOTHING if there is no slot", (NUM_TILES, SLOTS), fresh=NOTHING),
    stored("port_markers", "i1", "port markers on each piece", (NUM_TILES, 2)),
    stored("house", "i1", "seat whose house stands on the tile's site", NUM_TILES, fresh=NOTHING),
    stored("ship_cell", "i2", "the cell of each ship", NUM_SHIPS, fresh=NOTHING),
    stored("ship_owner", "i1", "whose ship it is", NUM_SHIPS, fresh=NOTHING),
    stored("num_marks", "i1", "markers on the board"),
    stored("mark_seat", "i1", "seat of each marker, in the order in which they were laid", MAX_MARKS, fresh=NOTHING),
    stored("mark_marker", "i1", "which of the seat's markers it is", MAX_MARKS, fresh=NOTHING),
    stored("mark_as", "i1", "what it shows", MAX_MARKS, fresh=NOTHING),
    stored("mark_tile", "i1", "its tile", MAX_MARKS, fresh=NOTHING),
    stored("mark_spot", "i1", "its slot or, for a port, its piece", MAX_MARKS, fresh=NOTHING),
    stored("markers_used", "i1", "the set of markers that each seat has laid", MAX_SEATS),
    # what was laid last
    stored("last_cell", "i2", "where the last tile or ship was laid", fresh=NOTHING),
    stored("placements", "i2", "land tiles and ships laid so far"),
    stored(
        "last_placement",
        "i2",
        "number of each seat's latest placement",
        MAX_SEATS,
        spelling=number(900),
        part="seats",
        word="last_placement",
    ),
    stored("human_last", "i2", "cell of the last tile or ship of the human", fresh=NOTHING),
    # stacks, market and hands
    stored("removed", "u8", "tiles that have left the game"),
    stored("reserve", "i1", "tiles, the top one last", FIRST_FACE, fresh=NOTHING),
    stored("navigation", "i1", "tiles, the top one last", STACK, fresh=NOTHING),
    stored("market", "i1", "the tiles of the market", MARKET, fresh=NOTHING),
    stored(
        "emptied",
        "i1",
        "market slot to be refilled",
        fresh=NOTHING,
        spelling=number_or_none(MARKET - 1),
        part="turn_state",
        word="emptied",
        phases=EXPLORING,
    ),
    stored("hand", "i1", "the tiles of each seat", (MAX_SEATS, HAND), fresh=NOTHING),
    stored("known", "u8", "tiles in hands that everybody has seen"),
    stored("chosen", "i1", "tile or start face that is being placed", fresh=NOTHING),
    # cards: deck 0 has missions or goals, deck 1 rewards
    stored("held", "i1", "cards in hand", (2, MAX_SEATS, HELD), fresh=NOTHING),
    stored("current", "i1", "the cards of this round", (2, MAX_SEATS), fresh=NOTHING),
    stored("given_back", "i1", "the cards that were returned", (2, MAX_SEATS), fresh=NOTHING),
    stored("num_deck", "i1", "number of cards in each deck", 2),
    stored("deck", "i1", "cards of each deck, the top one last", (2, CARDS), fresh=NOTHING),
    stored(
        "revealed",
        "i1",
        "whether a seat has shown its cards",
        MAX_SEATS,
        spelling=FLAG,
        part="seats",
        word="revealed",
    ),
    # houses, points, discovery tokens
    stored(
        "coins",
        "i2",
        "prestige points; at the end the totals",
        MAX_SEATS,
        spelling=number(10_000),
        part="seats",
        word="prestige",
    ),
    stored("built", "i1", "tiles of the houses built in this reward turn", HOUSES, fresh=NOTHING),
    stored("tokens", "i1", "number of tokens of each value that each seat has", (MAX_SEATS, TOKEN_VALUES)),
    stored("token_pool", "i1", "number of tokens of each value in the pool", TOKEN_VALUES),
    stored("drawn", "i1", "number of tokens of each value drawn to choose from", TOKEN_VALUES),
    stored(
        "tokens_in_pool", "i1", "tokens of each value that a seat knows to be in the pool", (MAX_SEATS, TOKEN_VALUES)
    ),
    # solo
    stored("expeditions", "i1", "Alexis's stack, the top card last", EXPEDITIONS, fresh=NOTHING),
    stored(
        "expedition",
        "i1",
        "the card turned over last",
        fresh=NOTHING,
        spelling=one_of(tuple(card.id for card in content.EXPEDITIONS)),
        part="alexis",
        word="card",
    ),
    stored("played", "u2", "cards turned over since the last shuffle"),
    stored("seen", "u2", "cards known to be in his deck"),
    stored("alexis_cell", "i2", "where his tile goes", fresh=NOTHING),
    stored("table", "i1", "always 0: there is one record of tables"),
)

FIELDS = tuple(each for shown in (TURN, TILE, SEAT, ALEXIS_LINE, HIDDEN) for each in shown if isinstance(each, Field))
GAME = record_dtype(FIELDS)


def spelled(part: str) -> list[Field]:
    """The fields that one part of position documents contains, each under its `word`."""
    return [each for each in FIELDS if each.part == part]


# The offsets of the columns in a line, and the kernels that write those columns that are fields of the record.
CELL_AT, ISLAND_AT, HOUSE_AT, MARKER_AT = (offsets_of(shown) for shown in (CELL, ISLAND, HOUSE, MARKER))
TURN_AT, TILE_AT, SEAT_AT, ALEXIS_AT = (offsets_of(shown) for shown in (TURN, TILE, SEAT, ALEXIS_LINE))
write_turn_fields = writer("write_turn_fields", TURN)
write_seat_fields = writer("write_seat_fields", SEAT, member="seat")
write_alexis_fields = writer("write_alexis_fields", ALEXIS_LINE)
