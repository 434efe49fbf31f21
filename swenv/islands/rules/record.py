"""The terms of the rules as numbers, and the tables that the rules read; `fields` has the record of a game.

Terms used in every chapter:

* `g` is the record of one game (`fields.GAME`), `t` the tables of its `Game` (`TABLES`: window, tiles, cards, options).
* A *tile* is a number: land tiles are 0 to 55, faces of start tiles 56 to 63. Sets of tiles are 64-bit masks.
* A *node* is a piece of land on a tile, `2 * tile + piece`. An island is identified by its smallest node, its *label*.
* A *cell* of the window is `row * window + column`. Sets of cells are `CELL_WORDS` 64-bit masks.
* Directions are N, E, S, W = 0 to 3; a set of sides of a tile has four bits.
* A *spot* is a cell with a legal action; its *options* are a set of rotations, slots, pieces or ships.
* In solo mode Alexis is the seat `ALEXIS`; he never makes decisions.
"""

from enum import IntEnum

import numpy as np

from swenv.core.verb import VerbEnum

MAX_SEATS = 4
# Constants passed to kernels are 64-bit numbers; otherwise numba would compile the kernels again for each of them.
ALEXIS = np.int64(1)
GREY = np.int64(MAX_SEATS)  # owner of a ship whose grey side is up
MAX_WINDOW = 21
MAX_CELLS = MAX_WINDOW * MAX_WINDOW
CELL_WORDS = 7
NUM_TILES = 64
FIRST_FACE = 56
NUM_NODES = 2 * NUM_TILES
NUM_SHAPES = 10
SHIP = np.int64(NUM_TILES)  # what lies on a cell: a tile, a ship or nothing
NOTHING = -1
SLOTS = 3
NUM_SHIPS = 4
ROUNDS = 4
NUM_MARKERS = 4
MARKER_MODES = 10
PORT = 3  # what a marker shows: one of the three resources, or a port
MAX_MARKS = MAX_SEATS * NUM_MARKERS
MARKET = 3
HAND = 3
STACK = 6  # tiles of a navigation stack
HOUSES = 8
POOL = 4
CARDS = 12
HELD = 3
EXPEDITIONS = 15
TOKENS = 12
TOKEN_VALUES = 7
RESOURCES = ("lotus", "dragonfruit", "laurel")
SYMBOLS = (*RESOURCES, "temple", "ports")
LAYOUTS = ("first_player", "random", "fixed")
PAIRS = ("0 1", "0 2", "1 0", "1 2", "2 0", "2 1")
CELL_VERBS = 5  # verbs on cells; both ways to dock count as one

MISSIONS, REWARD_CARDS = np.int64(0), np.int64(1)  # the two decks; in advanced mode, goals take the place of missions


class Phase(IntEnum):
    """The states of SI-STATE-1: up to `OVER` those with a decision, after it those without."""

    START_PICK = 0
    START_PLACE = 1
    PREP_PICK = 2
    PREP_REWARD = 3
    TURN = 4
    HAND = 5
    BLOCKED = 6
    PLACE = 7
    MARKER = 8
    MARK_TARGET = 9
    HOUSE = 10
    SCORE = 11
    ALEXIS_PLACE = 12
    ALEXIS_HOUSE = 13
    OVER = 14
    DEAL = 15
    PREPARE = 16
    NEXT_TURN = 17
    REFILL = 18
    REWARD_TURN = 19
    SCORING = 20
    NEXT_REWARD = 21
    ROUND_END = 22
    FINAL = 23


PHASES = tuple(phase.name.lower() for phase in Phase if phase <= Phase.OVER)


class Verb(VerbEnum):
    """The blocks of SI-ACT-2, in index order; those before `PLACE` have numbers below 64."""

    # fmt: off
    PASS = "", "lay no marker, or stop building houses", {"SI-EXPL-4, SI-HOUSE-8": "marker house"}
    CARD_PAIR = "cards", "choose the mission or goal to use this round, and the one to keep", {
        "SI-PREP-2, SI-PREP-3": "prep_pick"}, "", PAIRS
    REWARD_PAIR = "cards", "choose the reward card to use this round, and the one to keep", {
        "SI-PREP-3": "prep_reward"}, "", PAIRS
    TAKE = "slot", "take a tile from the market", {"SI-EXPL-2": "turn"}
    HAND = "place", "choose the tile to lay or, if none fits, the one to remove from the game", {
        "SI-EXPL-3, SI-EXPL-9": "hand blocked"}
    START_FACE = "face", "choose a start tile and the face to lay it with", {"SI-SETUP-3": "start_pick"}
    MARKER_MODE = "mode", "choose a marker to lay, and what it shows: a resource or a port", {
        "SI-MARK-1, SI-MARK-5": "marker"}
    RESOURCE = "resource", "choose the resource to score", {"SI-CARD-R6": "score"}, "", RESOURCES
    DISCOVERY = "token", "keep one of the drawn tokens, which are numbered by value", {"SI-CARD-R2": "score"}
    PLACE = "r c rot", "lay the tile on a cell, rotated clockwise by 0 to 3 quarter turns", {
        "SI-TILE-6, SI-TILE-5, SI-SOLO-6": "start_place place alexis_place"}
    DOCK_OWN = "r c", "dock your own ship", {"SI-DOCK-2, SI-DOCK-3": "turn"}
    DOCK_GREY = "r c", "dock a grey ship", {"SI-DOCK-2, SI-INT-12": "turn"}
    MARK_SLOT = "r c slot", "cover a resource on a tile with the marker", {"SI-MARK-2": "mark_target"}
    MARK_PIECE = "r c piece", "lay the marker as a port on a piece of a tile", {"SI-MARK-3, SI-MARK-4": "mark_target"}
    HOUSE = "r c", "build on the island whose first free site is on this cell", {
        "SI-HOUSE-1, SI-SOLO-12": "house alexis_house"}
    # fmt: on


class Fact(IntEnum):
    """What is counted for an island (SI-ISLE-2 to SI-ISLE-4); the symbols come first, in the order of `SYMBOLS`."""

    TEMPLE = 3
    PORTS = 4
    SIZE = 5
    SITES = 6
    HOUSES = 7
    OWNERS = 8  # the set of seats that have a house on the island


NUM_FACTS = 9


class Goal(IntEnum):
    """Kinds of goals: SI-CARD-G1 to SI-CARD-G4."""

    AT_LEAST = 0
    TWO_RESOURCES_EQUAL = 1
    MORE_THAN = 2
    EQUAL_TO_EITHER = 3


class Reward(IntEnum):
    """Kinds of rewards: SI-CARD-R1 to SI-CARD-R8."""

    SYMBOLS = 0
    DISCOVERY = 1
    LEAST_RESOURCE = 2
    MOST_RESOURCE = 3
    FLAT = 4
    CHOSEN_RESOURCE_PORTS = 5
    ISLAND_SIZE = 6
    BUILDING_SITES = 7


class Feature(IntEnum):
    """What `evaluation` counts for a seat as a turn begins; of islands, those without a house of the seat."""

    ALWAYS = 0  # 1
    TO_ACT = 1  # whether it is its turn
    POOL = 2  # houses to build in this round
    SPARE = 3  # houses for later rounds
    TOKENS = 4  # points on discovery tokens; for Alexis, those at the end
    SHIP = 5  # ports around its ship; for Alexis, around grey ships
    HARBOUR = 6  # until its ship has docked: 1, once docking is open plus the most ports around a cell for a ship
    MARKERS = 7  # left
    AFTER = 8  # how many seats act before it
    OPEN = 9  # islands on which a house could stand, but for the goal
    SYMBOLS = 10  # on those
    READY = 11  # what the seat's houses would pay on the best islands that meet the goal in use
    UNRIVALLED = 12  # the same, multiplied by the free sites for each rival
    NEAR = 13  # the same with islands that do not meet it yet, which count for much less
    FAR = 14  # the same, but they count for a little less only
    KEPT = 15  # what the best islands would pay under the kept card, less for what they lack


NUM_FEATURES = len(Feature)
OPENING = 4  # turns of each seat until docking is open: 0, 1, 2, or more
STAGES = 2 * ROUNDS * OPENING  # for seats, and for Alexis

TABLES = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("num_players", "i8"),
                ("contenders", "i8"),  # seats, Alexis included
                ("num_actions", "i8"),
                ("solo", "i8"),
                ("advanced", "i8"),
                ("best_resource", "i8"),
                ("best_token", "i8"),
                ("start_layout", "i8"),
                ("layout", "i8", (4, 3)),  # tile, cell, rotation of a given layout
                ("window", "i8"),
                ("neighbor", "i2", (MAX_CELLS, 4)),  # NOTHING outside the window
                ("around", "i2", (MAX_CELLS, 8)),
                # tiles
                ("form", "i1", NUM_TILES),
                ("turns", "u1", NUM_SHAPES),  # rotations that differ (SI-TILE-5)
                ("fits", "u1", (NUM_SHAPES, 256)),  # rotations that meet a demand
                ("sides", "u1", (NUM_TILES, 4)),  # land sides after each rotation
                ("piece_at", "i1", (NUM_TILES, 4)),  # piece on each side before rotation
                ("pieces", "i1", NUM_TILES),
                ("slot_resource", "i1", (NUM_TILES, SLOTS)),
                ("slot_piece", "i1", (NUM_TILES, SLOTS)),
                ("temple", "i1", (NUM_TILES, 2)),
                ("ports", "i1", (NUM_TILES, 2)),
                ("coast", "i1", (NUM_TILES, 2)),
                ("site", "i1", NUM_TILES),  # piece that has the building site
                ("mode_marker", "i8", MARKER_MODES),  # marker that a mode uses, and what it shows
                ("mode_shows", "i8", MARKER_MODES),
                # cards: missions or goals first, then the goals of the expedition cards
                ("goal", "i8", CARDS + EXPEDITIONS),
                ("goal_symbols", "i8", (CARDS + EXPEDITIONS, 5)),
                ("goal_resource", "i8", (CARDS + EXPEDITIONS, 2)),
                ("rewards", "i8", CARDS),
                ("per_symbol", "i8", (CARDS, 5)),
                ("bonus", "i8", CARDS),
                ("bands", "i8", (4, 2)),  # fewest tiles and points of each band of island sizes
                ("token_value", "i8", TOKEN_VALUES),
                ("expected_token", "i8", TOKENS + 1),  # the best of so many tokens, rounded
                # Alexis
                ("end_points", "i8"),
                ("end_per_house", "i8"),
                ("explore_cards", "i8"),
                ("dock_cards", "i8"),
                ("docks", "i8", EXPEDITIONS),
                ("expedition_slot", "i8", EXPEDITIONS),
                ("directions", "i8", (EXPEDITIONS, 3)),
                # actions
                ("first_action", "i8", len(Verb)),
                ("value_weights", "f8", (STAGES, 2 * NUM_FEATURES)),  # weights of the features and of the others' mean
                # for verbs on cells, from PLACE on: an index is first + cell * stride + option * step
                ("stride", "i8", CELL_VERBS),
                ("step", "i8", CELL_VERBS),
            ],
            align=True,
        ),
    )
)
