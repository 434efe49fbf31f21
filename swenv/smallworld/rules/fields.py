"""The record of a game: fields of the base game, which all boxes share, and of the other boxes.

`REGION`, `TURN` and `SEAT` list what a seat sees, in observation order: fields of the record, and columns that
`observe` computes. All other fields are in `HIDDEN`.
"""

from functools import lru_cache

import numpy as np

from swenv.core.record import (
    FLAG,
    Field,
    Shown,
    number,
    number_or_none,
    offsets_of,
    record_dtype,
    refresher,
    seat_or_none,
    set_writer,
    stored,
    writer,
)
from swenv.smallworld.content.entries import NUMBERS, REGIONS
from swenv.smallworld.rules.boxes.fields import FIELDS_OF_BOXES
from swenv.smallworld.rules.declare import (
    NOT_IN_WARCRAFT,
    WARCRAFT,
    marker,
    markers,
    per_army,
    per_seat,
    regions,
    turn,
    turn_seats,
)
from swenv.smallworld.rules.record import (
    BASE_PHASES,
    COLUMN_ROWS,
    FIRST_POWER,
    FORTRESS_PIECES,
    MAX_ARMIES,
    MAX_REGIONS,
    MAX_SEATS,
    NO_ROW,
    NOBODY,
    NUM_CONTENT,
    NUM_VERBS,
    SYMBOLS,
    TABLE_FIELDS,
    TERRAINS,
    Trait,
)

SLOTS = ("active", "decline", "spirit")

REGION: tuple[Shown, ...] = (
    Shown(column="terrain", meaning="one-hot of the terrain", values=TERRAINS),
    Shown(column="symbols", meaning="1 for each symbol", values=SYMBOLS),
    Shown(column="entry", meaning="1 for an entry region (SW-TERM-4); in Warcraft a starting region"),
    Shown(column="coast", meaning="1 for a coastal region (SW-TERM-5)"),
    Shown(column="tribe", meaning="1 for a Lost Tribe or a Murloc"),
    marker("lairs", "lair", "1 for a Troll lair", games=NOT_IN_WARCRAFT),
    marker("fortresses", "fortress", "1 for a fortress or Fort", pieces=FORTRESS_PIECES),
    markers("encampments", "encampment", 100, "encampments", peak=5, games=NOT_IN_WARCRAFT),
    marker("holes", "hole", "1 for a hole", games=NOT_IN_WARCRAFT),
    marker("heroes", "hero", "1 for a hero", games=NOT_IN_WARCRAFT),
    marker("dragons", "dragon", "1 for the dragon", games=NOT_IN_WARCRAFT),
    Shown(column="immune", meaning="1 if it is immune to this seat (SW-CONQ-6)"),
    stored("tokens", "i1", "race tokens", MAX_REGIONS, column="tokens", peak=6, value="g.tokens[r]"),
    Shown(column="defence", meaning="price for an enemy without discounts", peak=8),
    Shown(
        column="price",
        meaning="price for this seat's acting race before any roll (SW-CONQ-1); 0 for its own regions",
        peak=8,
    ),
    Shown(column="in_reach", meaning="1 if this seat's acting race may conquer it, given the tokens (SW-CONQ-3 to -7)"),
    Shown(column="income", meaning="coins per turn that it pays or would pay this seat's active race", peak=3),
    Shown(column="slot", meaning="one-hot of the holder's slot", values=SLOTS),
)
TURN: tuple[Shown, ...] = (
    Shown(column="phase", meaning="one-hot", values=tuple(phase.name.lower() for phase in BASE_PHASES)),
    stored("round_number", "i1", "round, from 1", column="round", peak=10, fresh=1),
    Shown(column="rounds_left", meaning="rounds after this one", peak=10),
    Shown(column="my_turn", meaning="1 if it is this seat's turn"),
    Shown(column="my_decision", meaning="1 if this seat decides now"),
    Shown(column="acting_slot", meaning="one-hot of the slot of this seat's acting race", values=SLOTS),
    Shown(column="hand", meaning="tokens that race can conquer with, or has off the map", peak=12),
    Shown(column="to_place", meaning="tokens that race must redeploy; below 0: regions it must abandon", peak=8),
    Shown(column="camps", meaning="encampments in hand", peak=5),
    turn("pending_roll", number_or_none(3), "1 + unused Berserk roll; 0 for none", fresh=-1, peak=4),
    turn(
        "nonempty",
        number(127),
        "non-empty regions conquered by the active race this turn",
        word="nonempty_conquered",
        peak=6,
    ),
    turn("dragon_used", FLAG, "1 if the dragon was used this turn", trait=Trait.DRAGON, games=NOT_IN_WARCRAFT),
    turn(
        "fortress_placed",
        FLAG,
        "1 if a fortress was built this turn",
        trait=Trait.FORTRESSES,
        games=NOT_IN_WARCRAFT,
    ),
    stored("num_race_stack", "i1", "banners in the stack", column="race_stack", peak=14),
    stored("num_power_stack", "i1", "badges in the stack", column="power_stack", peak=20),
)
ROW: tuple[Shown, ...] = (
    Shown(column="present", meaning="1 if the row exists"),
    Shown(column="affordable", meaning="1 if this seat can pay for it"),
    Shown(column="coins", meaning="coins on it", peak=4),
    Shown(column="tokens", meaning="race tokens that it gives", peak=12),
)
SEAT: tuple[Shown, ...] = (
    Shown(column="coins", meaning="purse; 0 for other seats when coins are secret", peak=80),
    Shown(column="lead", meaning="purse minus this seat's; 0 when coins are secret", peak=40),
    Shown(column="tokens_on_map", meaning="race tokens on the map (SW-END-3)", peak=20),
    Shown(column="turns_left", meaning="turns that the seat will still begin", peak=10),
    turn_seats("attacked", "1 if its active race was attacked this turn", done=False),
    turn_seats("converted", "1 if it lost a token to sorcery this turn", trait=Trait.CONVERTS, games=NOT_IN_WARCRAFT),
    Shown(column="protected", meaning="1 if its Diplomat has peace with this seat"),
    Shown(column="ally", meaning="1 if this seat's Diplomat has peace with it"),
    per_army(
        "first_coins_paid",
        FLAG,
        "1 if the active race has been paid the coins of its first turn",
        word="wealthy_paid",
        games=NOT_IN_WARCRAFT,
    ),
    per_army("holes_placed", number(64), "holes that the active race has placed", peak=2, games=NOT_IN_WARCRAFT),
    Shown(column="regions", meaning="regions held, by slot", peak=8, values=SLOTS),
    Shown(column="hands", meaning="tokens off the map, by slot", peak=10, values=SLOTS),
)
HIDDEN: tuple[Field, ...] = (
    stored("random", "u8", "state of the random stream of dice and shuffles"),
    stored("forced", "u8", "what is to be drawn instead, see `core.random`; 0 in play"),
    stored("seed", "u8", "seed of the random stream"),
    stored("legal", "u8", "for each verb, the set of arguments that are legal now", NUM_VERBS),
    stored("verbs", "u8", "the set of verbs with a legal argument"),
    regions("tribes", "regions with a Lost Tribe or a Murloc"),
    stored("land", "u8", "the set of regions held by each army", MAX_ARMIES),
    stored("traits", "u8", "the set of `Trait` in force for each army", MAX_ARMIES),
    stored("coins", "i2", "the purse of each seat", MAX_SEATS),
    stored("column_coins", "i2", "coins on each row of the column", COLUMN_ROWS),
    stored("owner", "i1", "the army that holds each region, or NOBODY", MAX_REGIONS, fresh=NOBODY),
    stored("table", "i1", "the number of the board or table in play"),
    stored("rounds", "i1", "rounds of the game"),
    stored("race", "i1", "row of the race of each army, NO_ROW for an empty slot", MAX_ARMIES, fresh=NO_ROW),
    stored("power", "i1", "row of its badge, or NO_ROW", MAX_ARMIES, fresh=NO_ROW),
    per_army("hand", number(100), "tokens off the map, the reserve included", column=""),
    per_army(
        "reserve",
        number(100),
        "tokens that stay in hand: Amazons, own victims of the Balrog",
        column="",
        games=NOT_IN_WARCRAFT,
    ),
    per_seat(
        "peace",
        seat_or_none(MAX_SEATS),
        "the ally of this seat's Diplomat, or NOBODY",
        fresh=NOBODY,
        column="",
        games=NOT_IN_WARCRAFT,
    ),
    stored("tray", "i1", "tokens of each race in the tray", FIRST_POWER),
    stored("num_rows", "i1", "rows of the column"),
    stored("column_race", "i1", "the banner of each row", COLUMN_ROWS, fresh=NO_ROW),
    stored("column_power", "i1", "the badge of each row", COLUMN_ROWS, fresh=NO_ROW),
    stored("race_stack", "i1", "the stack of banners, bottom first", FIRST_POWER, fresh=NO_ROW),
    stored("power_stack", "i1", "the stack of badges, bottom first", FIRST_POWER, fresh=NO_ROW),
    stored("num_discard", "i1", "badges in the discard pile"),
    stored("discard", "i1", "discarded badges", FIRST_POWER, fresh=NO_ROW),
    stored("turn", "i1", "the seat whose turn it is"),
    stored("to_act", "i1", "the seat that decides now"),
    stored("phase", "i1", "the `Phase` of the turn"),
    stored("army", "i1", "the army that conquers or redeploys now"),
    stored("last_roll", "i1", "the face rolled by the last action, or -1", fresh=-1),
)

FIELDS: tuple[Field, ...] = tuple(
    dict.fromkeys(
        each for shown in (HIDDEN, REGION, TURN, SEAT, *FIELDS_OF_BOXES) for each in shown if isinstance(each, Field)
    )
)


@lru_cache
def spelled(part: str, game: str) -> tuple[Field, ...]:
    """Return the fields that one part of a game's position documents contains, each under its `word`."""
    return tuple(each for each in FIELDS if each.part == part and each.belongs_to(game))


@lru_cache
def foreign_words(part: str, game: str) -> frozenset[str]:
    """Return the words that only other games' documents use in this part."""
    return frozenset(each.word for each in FIELDS if each.part == part and not each.belongs_to(game))


# Offsets of the columns in a line, and the kernels that write the columns of record fields: `write_held` writes a held
# region's tokens and markers, the others the fields of the turn and of a seat.
REGION_AT, TURN_AT, ROW_AT, SEAT_AT = (offsets_of(shown) for shown in (REGION, TURN, ROW, SEAT))
PRINTED = REGION_AT.tribe  # the first columns show what is printed on the board
write_held = writer("write_held", REGION, member="r")
write_held_markers = set_writer("write_held_markers", REGION)
write_turn_fields = writer("write_turn_fields", TURN)
write_seat_fields = writer("write_seat_fields", SEAT, member="seat")
refresh_turn = refresher("refresh_turn", [each for each in FIELDS if each.games != WARCRAFT])

GAME = record_dtype(FIELDS)

TABLES = np.dtype(
    (
        np.record,
        np.dtype(
            [
                *TABLE_FIELDS,
                ("printed", "i1", (MAX_REGIONS, PRINTED)),  # the first columns of the lines of the regions
                *((name, "i8", NUM_CONTENT) for name in NUMBERS),
                *((regions, "u8", NUM_CONTENT) for regions in REGIONS.values()),
            ],
            align=True,
        ),
    )
)
"""The dtype of the tables `t`: the fields of `record.TABLE_FIELDS`, and columns for the fields of races and powers.

The dtype is part of the signature of cached kernels, so kernels compiled for one layout never run with another.
"""
