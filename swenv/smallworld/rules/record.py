"""The whole of a game in one fixed-size record, and the tables that the rules read.

Words used in every chapter:

* `g` is the record of one game (`GAME`), `t` the tables of its `Game` (`TABLES`: board, races, powers, options).
* An *army* is one race of one seat: `army = 3 * seat + slot`, with the slots of SW-TERM-6. -1 is nobody.
* A *row* is a line of the content tables: races have the rows from 0, powers from `FIRST_POWER`; `NO_ROW` is all zeros.
* Sets of regions are 64-bit masks, see `swenv.core.bits`.
"""

from enum import IntEnum

import numpy as np

MAX_SEATS = 5
MAX_ARMIES = 3 * MAX_SEATS
MAX_REGIONS = 64
MAX_RACES = 63
MAX_POWERS = 63
COLUMN_ROWS = 6
FIRST_POWER = 64
NO_ROW = 127
NUM_CONTENT = 128
MAX_ACTIONS = 1024
NOBODY = -1


class Slot(IntEnum):
    """SW-TERM-6: where a seat keeps a race."""

    ACTIVE = 0
    DECLINE = 1
    SPIRIT = 2


class Phase(IntEnum):
    """The states of a turn (SW-TURN-1 to SW-TURN-15), in the order in which a turn runs through them."""

    PICK = 0
    CHOOSE = 1
    GHOUL_READY = 2
    GHOUL_CONQUEST = 3
    GHOUL_DEPLOY = 4
    READY = 5
    CONQUEST = 6
    DEPLOY = 7
    MARKERS = 8
    STOUT = 9
    PEACE = 10
    WITHDRAWN = 11
    OVER = 12


class Verb(IntEnum):
    """What a seat can do, in the order of the action index."""

    PICK = 0
    DECLINE = 1
    ABANDON = 2
    CONQUER = 3
    ROLL = 4
    CONVERT = 5
    DRAGON = 6
    FINISH = 7
    DEPLOY = 8
    DEPLOY_REST = 9
    ENCAMP = 10
    FORTIFY = 11
    HERO = 12
    PEACE = 13


NUM_VERBS = len(Verb)
TERRAINS = ("farmland", "forest", "hill", "swamp", "mountain", "sea", "lake")
SYMBOLS = ("cavern", "magic", "mine")
REWARDS = ("win", "margin", "coins")


class Trait(IntEnum):
    """What a banner or a badge can do beyond numbers: bits of `TABLES.traits`. `content.entries` says each in words."""

    ENTERS_ANYWHERE = 0
    FLIES = 1
    SEAFARING = 2
    BERSERK = 3
    CONVERTS = 4
    LOSES_NONE = 5
    LAIRS = 6
    ACTS_IN_DECLINE = 7
    DRAGON = 8
    DIPLOMAT = 9
    SPIRIT = 10
    STOUT = 11
    FORTRESSES = 12


# The traits as sets, for kernels: `g.traits[army] & FLIES != EMPTY`.
ENTERS_ANYWHERE = np.uint64(1 << Trait.ENTERS_ANYWHERE)
FLIES = np.uint64(1 << Trait.FLIES)
SEAFARING = np.uint64(1 << Trait.SEAFARING)
BERSERK = np.uint64(1 << Trait.BERSERK)
CONVERTS = np.uint64(1 << Trait.CONVERTS)
LOSES_NONE = np.uint64(1 << Trait.LOSES_NONE)
LAIRS = np.uint64(1 << Trait.LAIRS)
ACTS_IN_DECLINE = np.uint64(1 << Trait.ACTS_IN_DECLINE)
DRAGON = np.uint64(1 << Trait.DRAGON)
DIPLOMAT = np.uint64(1 << Trait.DIPLOMAT)
SPIRIT = np.uint64(1 << Trait.SPIRIT)
STOUT = np.uint64(1 << Trait.STOUT)
FORTRESSES = np.uint64(1 << Trait.FORTRESSES)

# SW-DECL-9: the traits that a race keeps in decline. What lies on the map (lairs, fortresses) needs no trait to stay.
LASTING = ACTS_IN_DECLINE

GAME = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("random", "u8"),  # the stream of dice and shuffles
                ("seed", "u8"),  # what the stream was started with
                ("legal", "u8", NUM_VERBS),  # the arguments with which each verb is legal now, as sets
                # the map, as sets of regions
                ("land", "u8", MAX_ARMIES),  # regions held by each army
                ("tribes", "u8"),
                ("lairs", "u8"),
                ("fortresses", "u8"),
                ("holes", "u8"),
                ("heroes", "u8"),
                ("dragons", "u8"),
                # sets of Trait in force
                ("traits", "u8", MAX_ARMIES),
                # coins
                ("coins", "i2", MAX_SEATS),
                ("column_coins", "i2", COLUMN_ROWS),
                # the map again, in numbers
                ("owner", "i1", MAX_REGIONS),  # army or NOBODY; says the same as `land`
                ("tokens", "i1", MAX_REGIONS),
                ("encampments", "i1", MAX_REGIONS),
                # the armies
                ("race", "i1", MAX_ARMIES),  # row of the race, NO_ROW for an empty slot
                ("power", "i1", MAX_ARMIES),  # row of the badge, or NO_ROW
                ("hand", "i1", MAX_ARMIES),  # tokens off the map, the reserve included
                ("reserve", "i1", MAX_ARMIES),  # Amazon tokens set aside
                ("holes_placed", "i1", MAX_ARMIES),
                ("first_coins_paid", "i1", MAX_ARMIES),  # Wealthy has paid
                # the seats
                ("peace", "i1", MAX_SEATS),  # the ally of this seat's Diplomat, or NOBODY
                # the box
                ("tray", "i1", FIRST_POWER),
                ("column_race", "i1", COLUMN_ROWS),
                ("column_power", "i1", COLUMN_ROWS),
                ("race_stack", "i1", FIRST_POWER),  # bottom first
                ("power_stack", "i1", FIRST_POWER),  # bottom first
                ("discard", "i1", FIRST_POWER),
                ("num_rows", "i1"),
                ("num_race_stack", "i1"),
                ("num_power_stack", "i1"),
                ("num_discard", "i1"),
                # the turn
                ("round_number", "i1"),
                ("turn", "i1"),  # seat whose turn it is
                ("to_act", "i1"),  # seat that decides now
                ("phase", "i1"),
                ("army", "i1"),  # that conquers or is laid out now
                ("nonempty", "i1"),  # non-empty regions conquered by the active race this turn
                ("attacked", "u1"),  # set of seats whose active race was attacked this turn
                ("converted", "u1"),  # set of seats that lost a token to sorcery this turn
                ("dragon_used", "i1"),
                ("fortress_placed", "i1"),
                ("pending_roll", "i1"),  # Berserk roll not used yet, or -1
                ("last_roll", "i1"),  # face rolled by the last action, or -1
                # numpy leaves padding out when it copies, and equal games must have equal bytes: so there is none
                ("spare", "i1", 7),
            ],
            align=True,
        ),
    )
)

TABLES = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("num_players", "i8"),
                ("rounds", "i8"),
                ("num_regions", "i8"),
                ("num_actions", "i8"),
                ("num_races", "i8"),
                ("num_powers", "i8"),
                ("reward", "i8"),
                ("hide_coins", "i8"),
                ("own_decline_defends", "i8"),
                ("substitution_needs_hand", "i8"),
                # the board, as sets of regions
                ("neighbors", "u8", MAX_REGIONS),
                ("regions", "u8"),
                ("water", "u8"),
                ("mountains", "u8"),
                ("entries", "u8"),  # SW-TERM-4
                ("water_entries", "u8"),  # seas at the edge, for a Seafaring race (SW-INT-12)
                ("tribes", "u8"),
                ("terrain", "i1", MAX_REGIONS),  # index in TERRAINS
                ("symbols", "i1", (MAX_REGIONS, len(SYMBOLS))),
                ("coast", "u8"),  # SW-TERM-5
                # races and powers, one line a banner or badge
                ("tokens", "i1", NUM_CONTENT),  # banner or badge value, with the extra tokens of Amazons
                ("tray", "i1", NUM_CONTENT),
                ("in_box", "i1", NUM_CONTENT),
                ("traits", "u8", NUM_CONTENT),
                ("discount_regions", "u8", NUM_CONTENT),
                ("discount_beside", "u8", NUM_CONTENT),
                ("linked_regions", "u8", NUM_CONTENT),
                ("coin_regions", "u8", NUM_CONTENT),
                ("lasting_coin_regions", "u8", NUM_CONTENT),
                ("coins_per_conquest", "i1", NUM_CONTENT),
                ("coins_per_fortress", "i1", NUM_CONTENT),
                ("coins_per_turn", "i1", NUM_CONTENT),
                ("coins_first_turn", "i1", NUM_CONTENT),
                ("conquests_per_token", "i1", NUM_CONTENT),
                ("reserve", "i1", NUM_CONTENT),
                ("holes", "i1", NUM_CONTENT),
                ("heroes", "i1", NUM_CONTENT),
                ("encampments", "i1", NUM_CONTENT),
                # the action index
                ("verb_of", "i1", MAX_ACTIONS),
                ("arg_of", "i1", MAX_ACTIONS),
                ("first_action", "i2", NUM_VERBS),
            ],
            align=True,
        ),
    )
)

START_COINS = 5  # SW-SETUP-9
DIE = np.array([0, 0, 0, 1, 2, 3], dtype=np.int8)  # SW-SETUP-8
FORTRESS_PIECES = 6  # SW-SETUP-5
