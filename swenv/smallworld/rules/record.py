"""Constants and enumerations of the rules, and the tables the rules read; `fields` has the record of a game.

Terms used in every chapter:

* `g` is the record of one game (`fields.GAME`), `t` the tables of its `Game` (`fields.TABLES`: board, races, powers,
  options).
* An *army* is one race of one seat: `army = 3 * seat + slot`, with the slots of SW-TERM-6; -1 means nobody.
* A *row* is a line of the content tables: races start at row 0, powers at `FIRST_POWER`; `NO_ROW` is all zeros.
* Sets of regions are 64-bit masks, see `swenv.core.bits`.
"""

from enum import IntEnum
from typing import Any

import numpy as np

from swenv.core.verb import VerbEnum

MAX_SEATS = 5
MAX_ARMIES = 3 * MAX_SEATS
MAX_REGIONS = 64
MAX_RACES = 63
MAX_POWERS = 63
COLUMN_ROWS = 6
FIRST_POWER = 64
NO_ROW = 127
NUM_CONTENT = 128
MAX_ACTIONS = 2048
NOBODY = -1
NOWHERE = -1
GONE = -2  # of a find: it has left the game
BOMB_PIECES = 12  # WW-COMP-4
LIVE_BOMBS = 6
FORT_PIECES = 10
WALL_PIECES = 9
TOWER_PIECES = 6
BEAST_PIECES = 5
OBJECTIVE_PIECES = 2


class Slot(IntEnum):
    """The slots in which a seat keeps its races (SW-TERM-6)."""

    ACTIVE = 0
    DECLINE = 1
    SPIRIT = 2


class Phase(IntEnum):
    """The phases of a turn; first those of the base game, in the order of a turn (SW-TURN-1 to SW-TURN-15).

    Those of Underground (UG-TURN-2) and Warcraft (WW-TURN-2) follow; `phases` defines their order.
    """

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
    SWAP = 13
    VOLCANO = 14
    REBORN = 15
    ANCIENT = 16
    BALROG = 17
    TOMB = 18
    ALTAR = 19
    REVEAL = 20
    FORM = 21
    PORTAL = 22
    PUSH = 23
    PUT = 24
    STRIKE = 25
    WELL = 26
    RECRUIT = 27
    AEGIS = 28
    HEART = 29
    OBJECTIVES = 30
    BOMBS = 31


BASE_PHASES = tuple(Phase)[: Phase.OVER + 1]
UNDERGROUND_PHASES = tuple(Phase)[Phase.SWAP : Phase.ALTAR + 1]
WARCRAFT_PHASES = tuple(Phase)[Phase.REVEAL :]


class Form(IntEnum):
    """The forms that Worgen choose from at the start of a turn (WW-RACE-WORGEN)."""

    NONE = 0
    HUMAN = 1
    WORGEN = 2


class Effect(IntEnum):
    """Effects that can be armed for the next conquest in Warcraft (WW-ACT-25): of Artifacts, Ethereals and Gnomes."""

    FROSTMOURNE = 0
    ASHES = 1
    DOOMHAMMER = 2
    DISCOUNT = 3
    AIR_STRIKE = 4


class Item(IntEnum):
    """Items that conquests uncover.

    Underground's Popular Places and Righteous Relics (UG-SETUP-24), then Warcraft's Artifacts and Legendary Places
    (WW-SETUP-7).
    """

    ALTAR = 0
    CRYPT = 1
    DIAMOND = 2
    PIPE = 3
    FOUNTAIN = 4
    KEEP = 5
    MINE = 6
    STONEHEDGE = 7
    PENTACLE = 8
    DOORMAT = 9
    ORB = 10
    SOCKS = 11
    SWORD = 12
    RING = 13
    SCEPTER = 14
    AEGIS = 15
    FROSTMOURNE = 16
    ASHES = 17
    HEART = 18
    DOOMHAMMER = 19
    MEETING_STONE = 20
    CHAPEL = 21
    KARAZHAN = 22
    DARK_PORTAL = 23
    BATTLEGROUND = 24
    WELL = 25
    SPIRIT_HEALER = 26


NUM_ITEMS = len(Item)
FIRST_RELIC = int(Item.DOORMAT)
MOST_DUE = 7
"""The most coins that one action can cost: Aegis 2, Harmony 2, marsh 1, Doomhammer 2 (WW-INT-41)."""
FIRST_FIND = int(Item.AEGIS)  # Warcraft's markers are its finds, numbered from 0 while face down
FIRST_LEGEND = int(Item.MEETING_STONE)
NUM_TREASURES = FIRST_FIND
NUM_FINDS = NUM_ITEMS - FIRST_FIND
_ITEM_NAMES = tuple(item.name.lower() for item in Item)
PLACES = _ITEM_NAMES[:FIRST_RELIC]
RELICS = _ITEM_NAMES[FIRST_RELIC:FIRST_FIND]
FINDS = _ITEM_NAMES[FIRST_FIND:]
ARTIFACTS = _ITEM_NAMES[FIRST_FIND:FIRST_LEGEND]
LEGENDS = _ITEM_NAMES[FIRST_LEGEND:]
EFFECTS = tuple(effect.name.lower() for effect in Effect)
FORMS = tuple(form.name.lower() for form in Form)[1:]
TERRAINS = ("farmland", "forest", "hill", "swamp", "mountain", "sea", "lake")
"""The names of terrains in the observation; `board.COUNTERPARTS` maps those of Underground to them."""
SYMBOLS = ("cavern", "magic", "mine")
FACTIONS = ("alliance", "horde")
CONQUEST_RELICS = 4  # the first relics are for conquests, ring and scepter for the turn's end
CONQUESTS = "choose ready conquest"
"""The phases in which an active race conquers."""


class Verb(VerbEnum):
    """The verbs of actions, in action index order; a game leaves out those that nothing in it needs.

    A game needs a verb if a race or power has one of the fields in `needs`; "treasures" are needed if Places and Relics
    are used, "finds" in Warcraft.
    """

    # fmt: off
    PICK = "row", "take the combo of a row of the column, 0 at the top", {
        "SW-TURN-3, SW-COL-3": "pick", "UG-TURN-2, UG-COL-1": "pick", "WW-TURN-3": "pick"}
    DECLINE = "", "put the active race into decline", {
        "SW-TURN-15, SW-TURN-12": "choose stout", "UG-DECL-1": "choose", "WW-DECL-1": "choose"}
    ABANDON = "region", "give up a region", {
        "SW-TURN-5, SW-REDEP-5": "choose ghoul_ready ready deploy", "UG-TURN-6": "choose ready",
        "WW-TURN-6": "choose ready"}
    CONQUER = "region", "conquer with the tokens it takes, or try with the die if 1 to 3 short", {
        "SW-CONQ-1, SW-DIE-1": "choose ghoul_ready ghoul_conquest ready conquest",
        "UG-CONQ-5, UG-CONQ-9, UG-RELIC-ORB": CONQUESTS, "WW-CONQ-1, WW-CONQ-4, WW-CONQ-9": f"{CONQUESTS} strike"}
    ROLL = "", "Berserk: roll the die for the next conquest", {"SW-POWER-BERSERK": CONQUESTS}, "berserk"
    CONVERT = "region", "Sorcerers: replace a lone active token", {"SW-RACE-SORCERERS": CONQUESTS}, "converts"
    DRAGON = "region", "Dragon Master: conquer with one token", {"SW-POWER-DRAGON-MASTER": CONQUESTS}, "dragon"
    FINISH = "", "end the current optional step", {
        "SW-TURN-6": "choose ghoul_ready ghoul_conquest ready conquest markers stout peace",
        "UG-CONQ-11": "swap choose reborn ancient ready conquest markers altar",
        "WW-TURN-7, WW-RACE-GNOMES": f"reveal {CONQUESTS} strike recruit bombs"}
    DEPLOY = "region", "put one token from hand into a region", {
        "SW-REDEP-2, SW-LOSS-9": "ghoul_deploy deploy withdrawn",
        "UG-REDEP-1, UG-LOSS-2, UG-POWER-TOMB": "deploy tomb withdrawn", "WW-TURN-9, WW-CONQ-7": "deploy withdrawn"}
    DEPLOY_REST = "region", "put all tokens from hand into a region", {
        "SW-REDEP-2, SW-LOSS-9": "ghoul_deploy deploy withdrawn",
        "UG-REDEP-1, UG-LOSS-2, UG-POWER-TOMB": "deploy tomb withdrawn", "WW-TURN-9, WW-CONQ-7": "deploy withdrawn"}
    ENCAMP = "region", "put down an encampment", {"SW-POWER-BIVOUACKING, SW-LOSS-9": "markers withdrawn"}, "encampments"
    FORTIFY = "region", "build a fortress", {"SW-POWER-FORTIFIED": "markers"}, "fortresses"
    HERO = "region", "put down a hero", {"SW-POWER-HEROIC": "markers"}, "heroes"
    PEACE = "seat", "Diplomat: make peace with a seat until one's own next turn", {
        "SW-POWER-DIPLOMAT": "peace"}, "diplomat"
    SWAP = "row", "Shadow Mimes: exchange the badge with that of a row of the column", {
        "UG-RACE-MIMES": "swap"}, "swaps_badge"
    VOLCANO = "region", "Flames: put the Volcano on a Chasm with its symbol", {"UG-RACE-FLAMES": "volcano"}, "volcano"
    REBORN = "region", "Reborn: replace the declined tokens of a region with an active one", {
        "UG-POWER-REBORN": "choose reborn"}, "reborn"
    ANCIENT = "region", "Cultists: move the Great Ancient", {"UG-RACE-CULTISTS": "choose ancient"}, "great_ancient"
    USE = "relic", "use a relic for the next conquest", {
        "UG-RELIC-0, UG-RELIC-00": CONQUESTS}, "treasures", RELICS[:CONQUEST_RELICS]
    BAG = "relic", "Magic: let the Bag stand in for a face-up relic", {
        "UG-RELIC-BAG": f"{CONQUESTS} markers"}, "bag", RELICS
    VAMPIRE = "region", "Vampire: replace a lone active token", {"UG-POWER-VAMPIRE, UG-CONQ-8": CONQUESTS}, "vampire"
    ROLL_FOR = "region", "name a region and roll the die before paying", {
        "UG-RACE-WISPS": CONQUESTS, "WW-RACE-GNOMES": "conquest"}, "roll_first air_strike"
    BALROG = "region", "Wickedest Pentacle: send the Balrog to a region", {
        "UG-PLACE-PENTACLE": f"{CONQUESTS} balrog"}, "treasures"
    ARMOR = "region", "Shield: put down a Mushroom Armor", {"UG-POWER-SHIELD": "markers"}, "armors"
    QUEEN = "region", "Royal: put the Queen into a region", {"UG-POWER-ROYAL": "markers"}, "royal"
    GHOST = "region", "Crypt of the Tomb-Raider: put the Ghost into a region", {
        "UG-PLACE-CRYPT": "markers"}, "treasures"
    SCEPTER = "region", "Scepter of Avarice: put it into a region, whose coins it doubles", {
        "UG-RELIC-SCEPTER": "markers"}, "treasures"
    RING = "region", "Froggy's Ring: put it into a region, whose neighbours pay", {
        "UG-RELIC-RING": "markers"}, "treasures"
    ALTAR = "region", "Altar of Souls: discard a declined token for 3 coins", {"UG-PLACE-ALTAR": "altar"}, "treasures"
    DECLINE_BY_STONEHEDGE = "", "decline with the Tomb or Vanishing that Stonehedge lends", {
        "UG-PLACE-STONEHEDGE": "choose"}, "treasures"
    FORM = "form", "Worgen: choose human and gain 2 coins, or worgen and pay 1", {
        "WW-RACE-WORGEN": "choose form"}, "shifts", FORMS
    ARM = "effect", "use an Artifact or an ability for the next conquest", {"WW-ACT-25": CONQUESTS}, "finds", EFFECTS
    CHAMPION = "region", "Champions: conquer with the Champion", {"WW-POWER-CHAMPIONS": CONQUESTS}, "champion"
    LEAVE_CHAMPION = "", "Champions: leave the Champion where he was and take up a token instead", {
        "WW-CLAR-16": "choose ready"}, "champion"
    PUSH = "region", "Strongmen: remove a Wisp Wall, a Fort, a Murloc or a token", {
        "WW-POWER-STRONGMEN": CONQUESTS}, "pushes"
    PUSH_TO = "region", "Strongmen: put the pushed token into a region", {"WW-POWER-STRONGMEN": "push"}, "pushes"
    PORTAL = "region", "Portal Mages: one of the two magic regions to exchange", {
        "WW-POWER-PORTALMAGES": f"{CONQUESTS} portal"}, "portals"
    TAKE = "artifact", "Ethereals: take an adjacent Artifact", {"WW-RACE-ETHEREALS": CONQUESTS}, "ethereal", ARTIFACTS
    PUT = "region", "Ethereals: put the Artifact taken into a region", {"WW-RACE-ETHEREALS": "put"}, "ethereal"
    WELL = "region", "put the Well of Eternity into a water region", {"WW-PLACE-WELL": "well"}, "finds"
    BUY = "", "Forsaken: buy a token", {"WW-RACE-FORSAKEN": "recruit"}, "recruits"
    BEAST = "region", "put a Beast from hand into a region", {"WW-POWER-BEASTMASTERS": "deploy withdrawn"}, "beasts"
    POST = "region", "put the Champion from hand into a region", {"WW-POWER-CHAMPIONS": "deploy withdrawn"}, "champion"
    AEGIS = "region", "put the Aegis of Aggramar into a region, which it protects", {"WW-ART-AEGIS": "aegis"}, "finds"
    HEART = "region", "put the Heart of Azeroth into a region, whose neighbours pay", {"WW-ART-HEART": "heart"}, "finds"
    OBJECTIVE = "region", "Humans: put a Military Objective into a region", {
        "WW-RACE-HUMANS": "objectives"}, "objectives"
    BOMB = "region", "Goblins: plant the next bomb", {"WW-RACE-GOBLINS": "bombs"}, "bombs"
    PAY = "", "Goblins: pay Harmony before a bomb on Pandaren is revealed", {"WW-INT-29": "reveal"}, "bombs"
    # fmt: on


NUM_VERBS = len(Verb)


class Trait(IntEnum):
    """Yes-or-no abilities of a banner or badge; kernels check `has(g.traits[army], Trait.FLIES)`.

    Each is a field of `content.entries.Content`, which describes it.
    """

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
    PASSES_WATER = 13
    GREAT_ANCIENT = 14
    VOLCANO = 15
    GUARDED = 16
    TOLL = 17
    SWAPS_BADGE = 18
    LONELY_COINS = 19
    FISHER = 20
    BAG = 21
    REBORN = 22
    ROYAL = 23
    THIEVING = 24
    TOMB = 25
    VAMPIRE = 26
    VANISHING = 27
    VENGEFUL = 28
    SAVES_FIRST = 29
    ETHEREAL = 30
    RECRUITS = 31
    AIR_STRIKE = 32
    BOMBS = 33
    OBJECTIVES = 34
    HARMONY = 35
    PAIRS = 36
    BOLD = 37
    SHIFTS = 38
    BEASTS = 39
    CHAMPION = 40
    SPOILS = 41
    FREE_TRAVEL = 42
    FORT_ON_CONQUEST = 43
    PORTALS = 44
    PUSHES = 45


def trait_set(*traits: Trait) -> Any:
    """Return a set of traits, uint64, to be tested together: `g.traits[army] & LASTING != EMPTY`."""
    return np.uint64(sum(1 << trait for trait in traits))


# The traits that a race keeps in decline, if the banner or badge that gives them stays (SW-DECL-9, UG-SETUP-18, -19).
# Markers on the map (lairs, fortresses, armors) need no trait to stay.
LASTING = trait_set(Trait.ACTS_IN_DECLINE, Trait.SEAFARING, Trait.TOLL, Trait.REBORN)

STAGES = 11
"""Numbers of turns that a seat has left; more count as the highest."""
SPARE = 3
"""Tokens up to which strength counts in full; those beyond win less and are counted separately."""


class Feature(IntEnum):
    """What `evaluation` counts for a seat as a turn begins."""

    ALWAYS = 0  # 1
    TO_ACT = 1  # whether it is its turn
    DECLINED_INCOME = 2  # coins that races in decline pay a turn
    ACTIVE = 3  # whether it has an active race
    REGIONS = 4  # of the active race
    BONUS = 5  # coins that its banner and badge would pay now on top of those
    PER_CONQUEST = 6  # coins that they pay for a non-empty region conquered
    FIRST_TURN = 7  # coins that they will pay once
    STRENGTH = 8  # tokens that can conquer
    SPARE_STRENGTH = 9  # those beyond SPARE
    HAND = 10  # tokens off the map
    LANDLESS = 11  # whether the active race has no region yet
    EXPOSED = 12  # regions held with at most one token
    COLUMN = 13  # the best combo that it can pay for: two for each token, and coins


# The tables without the columns derived from the fields of races and powers, which `fields.TABLES` adds.
TABLE_FIELDS = [
    ("num_players", "i8"),
    ("rounds", "i8"),
    ("num_regions", "i8"),
    ("num_actions", "i8"),
    ("num_races", "i8"),
    ("num_powers", "i8"),
    ("hide_coins", "i8"),
    ("own_decline_defends", "i8"),
    ("substitution_needs_hand", "i8"),
    ("underground", "i8"),  # Underground is in play: its board, its box, or Places and Relics
    ("places", "i8"),  # Places and Relics are used
    ("flames_enter_at_volcano", "i8"),  # UG-ED-1
    ("vampire_per_opponent", "i8"),  # UG-ED-2
    ("diamonds_of_race", "i8"),  # UG-ED-4
    ("stonehedge_of_declined", "i8"),  # UG-ED-5
    ("warcraft", "i8"),  # the box World of Warcraft is in play
    ("beyond", "i8"),  # either of the two is in play: checked first in loops over all regions
    ("next_phase", "i1", (2, len(Phase) + 1)),  # `phases.NEXT`, and in a turn spent on a decline
    ("num_boards", "i8"),
    ("num_tables", "i8"),  # boards or tables that the seed may draw
    ("more_rounds", "i8"),  # rounds that the seed may add to `rounds`
    ("draws_box", "i8"),  # the seed draws which races or powers are in the box
    ("least_races", "i8"),  # how many: from this
    ("more_races", "i8"),  # to as many more; both 0 if all are in the box
    ("least_powers", "i8"),
    ("more_powers", "i8"),
    ("shows_board", "i8"),  # the last number of an observation is that of the board
    ("line_regions", "i8"),  # regions of the largest table: lines of the observation
    ("monster_regions", "i8"),  # Monster regions to draw among the Lost Tribes (UG-MIX-11); 0 if printed
    # the board, as sets of regions
    ("neighbors", "u8", MAX_REGIONS),
    ("regions", "u8"),
    ("water", "u8"),
    ("mountains", "u8"),
    ("entries", "u8"),  # SW-TERM-4
    ("water_entries", "u8"),  # seas at the edge, for a Seafaring race (SW-INT-12)
    ("tribes", "u8"),
    ("coast", "u8"),  # SW-TERM-5
    ("rivers", "u8"),
    ("passages", "u8"),  # water of any kind (UG-RACE-LIZARDMEN)
    ("chasms", "u8"),
    ("volcanoes", "u8"),  # chasms with the symbol
    ("monsters", "u8"),
    ("scepter_void", "u8"),  # terrain on which the Scepter does nothing (UG-ED-3)
    ("boards", "u8", MAX_SEATS),  # regions of each board of the table
    ("board_of", "i1", MAX_REGIONS),
    ("magic", "u8"),
    ("markers", "u8"),  # regions that start with a face-down marker
    ("alliance", "u8"),  # rows of the races of each faction
    ("horde", "u8"),
    ("same_terrain", "u8", MAX_REGIONS),  # regions of the same printed terrain
    # races and powers, one line for each banner or badge
    ("tokens", "i8", NUM_CONTENT),  # banner or badge value, with the extra tokens of Amazons
    ("tray", "i8", NUM_CONTENT),
    ("in_box", "i8", NUM_CONTENT),
    ("traits", "u8", NUM_CONTENT),
    ("stays_in_decline", "i8", NUM_CONTENT),
    # the action index
    ("verb_of", "i1", MAX_ACTIONS),
    ("arg_of", "i1", MAX_ACTIONS),
    ("first_action", "i2", NUM_VERBS),
    ("value_weights", "f8", (STAGES, 2 * len(Feature))),  # weights of the features and of the others' mean
]

START_COINS = 5  # SW-SETUP-9
DIE = np.array([0, 0, 0, 1, 2, 3], dtype=np.int8)  # SW-SETUP-8
FORTRESS_PIECES = 6  # SW-SETUP-5
ARMOR_PIECES = 8  # UG-SETUP-11
HAMMER_PIECES = 7  # UG-SETUP-13
