"""Fields that Underground adds to the game record; those a seat sees are in observation order."""

from swenv.core.record import FLAG, Field, Shown, number, offsets_of, one_of, set_of, set_writer, stored, writer
from swenv.smallworld.rules.declare import (
    CONQUESTS_OVER,
    DECLINING,
    NOT_IN_WARCRAFT,
    PICKED,
    marker,
    markers,
    per_seat,
    regions,
    seats,
    turn,
    turn_seats,
)
from swenv.smallworld.rules.record import (
    ARMOR_PIECES,
    HAMMER_PIECES,
    NO_ROW,
    NOBODY,
    NOWHERE,
    NUM_ITEMS,
    NUM_TREASURES,
    PLACES,
    RELICS,
    UNDERGROUND_PHASES,
    Trait,
)

_OURS = NOT_IN_WARCRAFT
AFTER_REDEPLOYMENT = ("deploy", "markers", "altar", "stout", "peace", "withdrawn", "over")

REGION: tuple[Shown, ...] = (
    Shown(column="river", meaning="1 for a River region"),
    Shown(column="chasm", meaning="1 for a Chasm"),
    Shown(column="volcano_site", meaning="1 for a Chasm with the Volcano symbol"),
    regions("monsters", "Monsters", column="monsters", peak=2, value="2 * one_if(has(g.monsters, r))"),
    markers("armors", "armor", ARMOR_PIECES, "Mushroom Armors", peak=4, pieces=ARMOR_PIECES, games=_OURS),
    marker("queens", "queen", "1 for the Queen", pieces=1, games=_OURS),
    marker("ancients", "ancient", "1 for the Great Ancient", pieces=1, games=_OURS),
    marker("ghosts", "ghost", "1 for the Ghost", pieces=1, held=False, games=_OURS),
    marker("balrogs", "balrog", "1 for the Balrog", pieces=1, held=False, games=_OURS),
    marker("bags", "bag", "1 for the Bag", pieces=1, games=_OURS),
    marker("volcanoes", "volcano", "1 for the Volcano", pieces=1, held=False, games=_OURS),
    Shown(column="guarded", meaning="1 if only a plain attack by this seat can take it (UG-RACE-GNOMES)"),
    Shown(column="as_empty", meaning="1 if it costs this seat's acting race as if it were empty"),
    Shown(column="place", meaning="one-hot", values=PLACES),
    Shown(column="relics", meaning="1 for each of", values=RELICS),
)
TURN: tuple[Shown, ...] = (
    Shown(
        column="phase_underground",
        meaning="one-hot",
        values=tuple(phase.name.lower() for phase in UNDERGROUND_PHASES),
    ),
    PICKED,
    DECLINING,
    CONQUESTS_OVER,
    turn("reborn", number(2), "regions reborn this turn (UG-POWER-REBORN)", peak=2, games=_OURS),
    turn("used", set_of(RELICS), "1 for each relic used this turn", dtype="u1", games=_OURS),
    Shown(column="armed", meaning="1 for each relic armed for the next conquest", values=RELICS),
    turn(
        "bag",
        one_of(RELICS),
        "one-hot of the relic that the Bag copies this turn",
        fresh=-1,
        trait=Trait.BAG,
        games=_OURS,
    ),
    turn("bag_armed", FLAG, "1 if the copied relic is still to be used", games=_OURS),
    turn_seats(
        "vampired",
        "1 if the Vampire power was used this turn",
        value="one_if(g.vampired != 0)",
        trait=Trait.VAMPIRE,
        games=_OURS,
    ),
    turn("balrog_moved", FLAG, "1 if the Balrog was moved this turn", games=_OURS),
    turn("ghost_moved", FLAG, "1 if the Ghost was moved this turn", games=_OURS),
    turn(
        "new_armors",
        number(ARMOR_PIECES),
        "Mushroom Armors to place",
        peak=4,
        phases=AFTER_REDEPLOYMENT,  # land may be abandoned
        games=_OURS,
    ),
    turn(
        "hammers_left",
        number(HAMMER_PIECES),
        "Silver Hammers not yet spent this turn",
        peak=HAMMER_PIECES,
        done=False,
        games=_OURS,
    ),
    stored("num_items", "i1", "Places and Relics still face down", column="items_left", peak=7),
)
SEAT: tuple[Shown, ...] = (
    seats("vengeance", "1 if it holds a Vengeance marker", games=_OURS),
    per_seat("hammers", number(HAMMER_PIECES), "Silver Hammers", part="active_race", peak=HAMMER_PIECES, games=_OURS),
    per_seat(
        "ancient_placed",
        FLAG,
        "1 if its active race has conquered a region since it was picked (UG-CLAR-3)",
        part="active_race",
        games=_OURS,
    ),
    stored(
        "crypt_master",
        "i1",
        "1 if it was the last seat to hold the Crypt with an active race",
        column="crypt_master",
        value="one_if(g.crypt_master == seat)",
        fresh=NOBODY,
    ),
)
HIDDEN: tuple[Field, ...] = (
    turn(
        "armed",
        set_of(RELICS),
        "the relics armed for the next conquest",
        dtype="u1",
        column="",
        phases=("ready", "conquest"),
        games=_OURS,
    ),
    stored(
        "item_region", "i1", "the region where each `Item` lies face up, or NOWHERE, or GONE", NUM_ITEMS, fresh=NOWHERE
    ),
    stored("item_stack", "i1", "Places and Relics face down, bottom first", NUM_TREASURES, fresh=NOWHERE),
    stored("stonehedge", "i1", "row of the power drawn for Stonehedge, or NO_ROW", fresh=NO_ROW),
    stored("stonehedge_army", "i1", "the army that holds Stonehedge, or NOBODY", fresh=NOBODY),
)
ALL = (REGION, TURN, SEAT, HIDDEN)

REGION_AT, TURN_AT, SEAT_AT = (offsets_of(shown) for shown in (REGION, TURN, SEAT))
write_region_fields = writer("write_region_fields_underground", REGION, member="r")
write_markers = set_writer("write_markers_underground", REGION)
write_turn_fields = writer("write_turn_fields_underground", TURN)
write_seat_fields = writer("write_seat_fields_underground", SEAT, member="seat")
