"""Fields that Warcraft adds to the game record; those a seat sees are in observation order."""

from swenv.core.record import (
    FLAG,
    Field,
    Shown,
    number,
    offsets_of,
    one_of,
    refresher,
    region_or_none,
    set_of,
    set_writer,
    stored,
    writer,
)
from swenv.smallworld.rules.declare import (
    CONQUESTS_OVER,
    DECLINING,
    PICKED,
    WARCRAFT,
    marker,
    markers,
    regions,
    seats,
    turn,
)
from swenv.smallworld.rules.record import (
    ARTIFACTS,
    BEAST_PIECES,
    BOMB_PIECES,
    EFFECTS,
    FACTIONS,
    FORMS,
    LEGENDS,
    MAX_REGIONS,
    MAX_SEATS,
    NOWHERE,
    NUM_FINDS,
    TOWER_PIECES,
    WALL_PIECES,
    WARCRAFT_PHASES,
    Trait,
)

REGION: tuple[Shown, ...] = (
    Shown(column="board", meaning="one-hot of the board", values=tuple(map(str, range(MAX_SEATS)))),
    markers("beasts", "beasts", BEAST_PIECES, "Beasts", peak=3, pieces=BEAST_PIECES, games=WARCRAFT),
    marker("champions", "champion", "1 for the Champion", pieces=1, games=WARCRAFT),
    marker("walls", "wall", "1 for a Wisp Wall", pieces=WALL_PIECES, games=WARCRAFT),
    marker("towers", "tower", "1 for a Watch Tower", pieces=TOWER_PIECES, games=WARCRAFT),
    Shown(column="protected", meaning="1 if the Aegis protects it"),
    regions("bombs", "1 for a bomb", column="bomb"),
    regions("objectives", "1 for a Military Objective", column="objective"),
    regions("face_down", "1 for a marker that is face down", column="face_down"),
    Shown(column="far", meaning="1 if the price includes a token for travel (WW-DIFF-4)"),
    Shown(column="toll", meaning="coins that this seat must pay to conquer it (WW-CONQ-11)", peak=4),
    Shown(
        column="rival",
        meaning="1 if its holder belongs to a faction that pays this seat's acting race (WW-FACTION-1)",
    ),
    Shown(column="chosen", meaning="1 for the region that the phase is about"),
    Shown(column="artifacts", meaning="1 for each of", values=ARTIFACTS),
    Shown(column="place", meaning="one-hot", values=LEGENDS),
)
TURN: tuple[Shown, ...] = (
    Shown(column="phase_warcraft", meaning="one-hot", values=tuple(phase.name.lower() for phase in WARCRAFT_PHASES)),
    PICKED,
    DECLINING,
    CONQUESTS_OVER,
    turn("form", one_of(FORMS, none=0), "one-hot of the form that Worgen chose", trait=Trait.SHIFTS, games=WARCRAFT),
    turn(
        "effects",
        set_of(EFFECTS),
        "1 for each effect armed for the next conquest",
        dtype="u1",
        column="armed",
        word="armed_effects",
        phases=("conquest", "strike"),
        games=WARCRAFT,
    ),
    turn(
        "effects_used", set_of(EFFECTS), "1 for each effect used this turn", dtype="u1", column="used", games=WARCRAFT
    ),
    turn(
        "taken",
        one_of(ARTIFACTS),
        "one-hot of the Artifact that Ethereals have taken and must put down",
        fresh=NOWHERE,
        phases=("put",),
        games=WARCRAFT,
    ),
    turn("swaps", number(2), "Portal swaps made this turn", peak=2, trait=Trait.PORTALS, games=WARCRAFT),
    turn("pushes", number(3), "Strongmen uses made this turn", peak=3, trait=Trait.PUSHES, games=WARCRAFT),
    Shown(
        column="champion_gathered",
        meaning="1 if the Champion was gathered this turn and may still be left where he was",
    ),
    turn("champion_used", FLAG, "1 if he has conquered this turn", trait=Trait.CHAMPION, games=WARCRAFT),
    turn("inflicted", number(127), "tokens that Forsaken may buy this turn", peak=6, games=WARCRAFT),
    turn("rivals", number(127), "regions of the other faction conquered this turn", peak=6, games=WARCRAFT),
    turn("saved", FLAG, "1 if Draenei have saved their token for this turn", done=False, games=WARCRAFT),
    stored("num_bombs", "i1", "bombs in the stack", column="bombs", peak=12),
    Shown(column="exploded", meaning="bombs that have exploded since Goblins were picked", peak=6),
    stored("lost_bombs", "i1", "bombs that left the game unseen", column="bombs_lost", peak=3),
)
SEAT: tuple[Shown, ...] = (
    seats("harmony", "1 if it holds an unpaid Harmony token", games=WARCRAFT),
    Shown(column="beasts_in_hand", meaning="Beasts of its active race in hand", peak=3),
    Shown(column="champion_in_hand", meaning="1 if its active race has the Champion in hand"),
    Shown(column="champion_lost", meaning="1 if its active race has lost the Champion"),
    Shown(column="faction", meaning="one-hot of the faction of its active race", values=FACTIONS),
)
HIDDEN: tuple[Field, ...] = (
    turn(
        "champion_from",
        region_or_none(MAX_REGIONS),
        "where the Champion was gathered this turn, or NOWHERE",
        fresh=NOWHERE,
        column="",
        trait=Trait.CHAMPION,
        games=WARCRAFT,
    ),
    turn(
        "chosen",
        region_or_none(MAX_REGIONS),
        "the region that the phase is about: strike, portal, push, or the Well of Eternity",
        fresh=NOWHERE,
        column="",
        phases=("portal", "push", "strike", "well"),
        games=WARCRAFT,
    ),
    stored("live_bombs", "u8", "regions with a live bomb"),
    stored("bombs_due", "u8", "regions whose bombs are due to be revealed", phases=("reveal",)),
    stored(
        "beaten",
        "u8",
        "races whose regions the other faction conquered this turn (WW-FACTION-1)",
        each_turn=True,
    ),
    stored("beaten_twice", "u8", "those that lost two or more regions so", each_turn=True),
    stored("find_region", "i1", "where each marker lies face down, or NOWHERE", NUM_FINDS, fresh=NOWHERE),
    stored("beasts_owned", "i1", "Beasts of the only race that has any, in hand and on the map"),
    stored("champion_lost", "i1", "whether the Champion is lost"),
    stored("aegis_up", "i1", "whether the Aegis still protects its region"),
    stored("bomb_stack", "i1", "bottom first: 1 is live, 0 is a dud", BOMB_PIECES),
    stored("lost_live_bombs", "i1", "live bombs that left the game unseen"),
)
ALL = (REGION, TURN, SEAT, HIDDEN)

REGION_AT, TURN_AT, SEAT_AT = (offsets_of(shown) for shown in (REGION, TURN, SEAT))
write_region_fields = writer("write_region_fields_warcraft", REGION, member="r")
write_markers = set_writer("write_markers_warcraft", REGION)
write_turn_fields = writer("write_turn_fields_warcraft", TURN)
write_seat_fields = writer("write_seat_fields_warcraft", SEAT, member="seat")
refresh_turn = refresher("refresh_turn_warcraft", [each for shown in ALL for each in shown if isinstance(each, Field)])
