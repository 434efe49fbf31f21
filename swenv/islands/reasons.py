"""Explains why an action is illegal: the rule that forbids it, and a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from swenv.core.reason import Reason
from swenv.core.record import Snapshot
from swenv.islands.content import MARKER_MODES
from swenv.islands.rules.markers import PORTS_OF_A_TILE
from swenv.islands.rules.record import (
    NOTHING,
    NUM_TILES,
    PORT,
    RESOURCES,
    Fact,
    Phase,
    Reward,
    Verb,
)

if TYPE_CHECKING:
    from swenv.islands.game import Islands


class IslandsReason(Reason):
    """The reasons of Small Islands, see `core.reason.Reason`."""

    # a verb outside its phases
    NO_PASS = "SI-EXPL-1", "there is no pass: a turn is spent on exploring or docking"
    NOT_CARD_TIME = "SI-PREP-2", "cards are picked when a round is prepared"
    NOT_REWARD_CARD_TIME = "SI-PREP-3", "reward cards are picked in the advanced mode, after the goals"
    NOT_MARKET_TIME = "SI-EXPL-2", "a tile is taken from the market once, at the beginning of a turn"
    NOT_HAND_TIME = "SI-EXPL-3", "a tile is chosen from the hand once, after one was taken from the market"
    NOT_START_TIME = "SI-SETUP-3", "start tiles are laid before the game begins"
    NOT_MARKER_TIME = "SI-MARK-1", "at most one marker is laid, after the tile of one's own explore turn"
    NOT_RESOURCE_TIME = "SI-CARD-R6", "no resource is chosen now"
    NOT_DISCOVERY_TIME = "SI-CARD-R2", "no discovery token is chosen now"
    NO_TILE_CHOSEN = "SI-EXPL-3", "a tile is chosen before it is laid"
    NOT_DOCKING_TIME = "SI-EXPL-1", "docking takes a whole turn"
    NO_RESOURCE_MARKER = "SI-MARK-2", "no resource marker is being laid"
    NO_PORT_MARKER = "SI-MARK-3", "no port marker is being laid"
    NOT_HOUSE_TIME = "SI-REW-3", "houses are built in one's own reward turn"
    # what comes first in a phase
    MUST_LAY_START_TILES = "SI-SETUP-3", "the first player lays all four start tiles"
    MUST_PICK_CARDS = "SI-PREP-2", "a card is picked for this round and one for the next"
    MUST_PICK_REWARD_CARDS = "SI-PREP-3", "a reward card is picked for this round and one for the next"
    MUST_LAY_TILE = "SI-EXPL-3", "whoever has taken a tile lays one of the three"
    MUST_REMOVE_TILE = "SI-EXPL-9", "when no tile of the hand can be laid, one of them is removed"
    MUST_LAY_MARKER = "SI-EXPL-4", "the marker is chosen and must now be laid"
    MUST_SCORE = "SI-REW-4", "every island that was built on is scored"
    MUST_TURN_TILE_OF_ALEXIS = "SI-SOLO-6", "Alexis lays his tile, and its rotation must be chosen"
    MUST_BUILD_FOR_ALEXIS = "SI-SOLO-12", "Alexis builds as long as he has houses"
    REWARD_CARDS_NOW = "SI-PREP-3", "the goals are picked, and now the reward cards"
    START_TILE_FIRST = "SI-SETUP-3", "the start tile that was chosen is laid first"
    NO_START_TILE_CHOSEN = "SI-SETUP-3", "a start tile is chosen before it is laid"
    HOUSES_BEFORE_SCORE = "SI-INT-24", "all houses are built before the first island is scored"

    # tiles and cards
    EMPTY_MARKET_SLOT = "SI-EXPL-2", "market slot {number} is empty"
    EMPTY_HAND_PLACE = "SI-EXPL-3", "there is no tile at place {number} of the hand"
    FITS_NOWHERE = "SI-EXPL-9", "this tile fits nowhere"
    START_TILE_LAID = "SI-SETUP-3", "this start tile is already on the board"
    REWARD_IS_TOKEN = "SI-CARD-R2", "this reward is a discovery token, not a resource"
    ISLAND_WITHOUT_RESOURCE = "SI-CARD-R6", "the island has no {resource}"
    REWARD_IS_RESOURCE = "SI-CARD-R6", "this reward is a resource, not a discovery token"
    TOO_FEW_TOKENS = "SI-CARD-R2", "only {tokens} tokens were drawn"
    SAME_TOKEN_BEFORE = "SI-ACT-3", "a token of the same value comes before it"
    # laying a tile
    CELL_TAKEN = "SI-TILE-6", "something lies there already"
    NOT_CELL_OF_ALEXIS = "SI-SOLO-6", "Alexis lays his tile on the first cell of his lines where it fits"
    JOINS_ISLAND_OF_ALEXIS = "SI-SOLO-7", "Alexis never joins an island of his with another one"
    NOT_CENTRE = "SI-SETUP-3", "the first start tile lies in the centre"
    TOUCHES_NO_TILE = "SI-EXPL-6", "the tile would touch no other tile"
    LOOKS_THE_SAME = "SI-TILE-5", "a smaller rotation looks the same"
    EDGES_DIFFER = "SI-EXPL-7", "land must meet land, and sea must meet sea"

    # docking
    TILES_ON_NAVIGATION = "SI-DOCK-1", "tiles lie on the Navigation Tile"
    SHIP_ON_BOARD = "SI-DOCK-2", "one's own ship is already on the board"
    NO_GREY_SHIP = "SI-DOCK-2", "no grey ship is in the supply"
    CELL_TAKEN_FOR_SHIP = "SI-DOCK-3", "something lies there already"
    SHIP_TOUCHES_NOTHING = "SI-DOCK-3", "the ship would touch nothing"
    SHIP_TOUCHES_LAND = "SI-DOCK-3", "a ship needs sea on all sides"
    # markers
    MARKER_USED = "SI-MARK-5", "this marker has been used"
    NO_ROOM_FOR_PORT = "SI-MARK-4", "no tile with a coast has room for a port"
    NOTHING_TO_COVER = "SI-MARK-2", "there is no resource to cover"
    ALL_ALIKE = "SI-INT-17", "every resource on the board is already {resource}"
    NO_TILE_FOR_RESOURCE = "SI-MARK-2", "no tile lies there"
    MARKER_IS_PORT = "SI-MARK-2", "the marker is laid as a port"
    SHOWN_ALREADY = "SI-INT-17", "the place already shows this resource"
    SAME_PLACE_BEFORE = "SI-ACT-3", "the same resource stands at a lower place of the same piece"
    NO_TILE_FOR_PORT = "SI-MARK-3", "no tile lies there"
    MARKER_IS_RESOURCE = "SI-MARK-3", "the marker is laid as a resource"
    NO_SUCH_PIECE = "SI-MARK-3", "the tile has no such piece of land"
    TWO_PORTS_ALREADY = "SI-MARK-4", "the tile already has two ports"
    NO_COAST = "SI-INT-20", "this land has no coast"

    # houses
    NO_TILE_FOR_HOUSE = "SI-HOUSE-3", "no tile lies there"
    NO_FREE_SITE = "SI-HOUSE-3", "the tile has no free building site"
    POOL_EMPTY = "SI-REW-3", "no house is left in the pool"
    ISLAND_TOO_SMALL = "SI-HOUSE-2", "the island has only one tile"
    BUILT_ON_ALREADY = "SI-HOUSE-4", "a house of the same colour already stands on the island"
    OTHER_CELL_OF_ISLAND = "SI-ISLE-4", "the island goes by its smallest cell with a free site"
    GOAL_NOT_MET = "SI-HOUSE-1", "the island does not meet the goal"


NOT_NOW: dict[Verb, IslandsReason] = {
    Verb.PASS: IslandsReason.NO_PASS,
    Verb.CARD_PAIR: IslandsReason.NOT_CARD_TIME,
    Verb.REWARD_PAIR: IslandsReason.NOT_REWARD_CARD_TIME,
    Verb.TAKE: IslandsReason.NOT_MARKET_TIME,
    Verb.HAND: IslandsReason.NOT_HAND_TIME,
    Verb.START_FACE: IslandsReason.NOT_START_TIME,
    Verb.MARKER_MODE: IslandsReason.NOT_MARKER_TIME,
    Verb.RESOURCE: IslandsReason.NOT_RESOURCE_TIME,
    Verb.DISCOVERY: IslandsReason.NOT_DISCOVERY_TIME,
    Verb.PLACE: IslandsReason.NO_TILE_CHOSEN,
    Verb.DOCK_OWN: IslandsReason.NOT_DOCKING_TIME,
    Verb.DOCK_GREY: IslandsReason.NOT_DOCKING_TIME,
    Verb.MARK_SLOT: IslandsReason.NO_RESOURCE_MARKER,
    Verb.MARK_PIECE: IslandsReason.NO_PORT_MARKER,
    Verb.HOUSE: IslandsReason.NOT_HOUSE_TIME,
}
"""The reason against a verb in the phases that are not its own, except those in `ELSEWHERE`."""

ELSEWHERE: dict[tuple[Verb, Phase], IslandsReason] = {
    (Verb.PASS, Phase.START_PICK): IslandsReason.MUST_LAY_START_TILES,
    (Verb.PASS, Phase.START_PLACE): IslandsReason.MUST_LAY_START_TILES,
    (Verb.PASS, Phase.PREP_PICK): IslandsReason.MUST_PICK_CARDS,
    (Verb.PASS, Phase.PREP_REWARD): IslandsReason.MUST_PICK_REWARD_CARDS,
    (Verb.PASS, Phase.HAND): IslandsReason.MUST_LAY_TILE,
    (Verb.PASS, Phase.BLOCKED): IslandsReason.MUST_REMOVE_TILE,
    (Verb.PASS, Phase.PLACE): IslandsReason.MUST_LAY_TILE,
    (Verb.PASS, Phase.MARK_TARGET): IslandsReason.MUST_LAY_MARKER,
    (Verb.PASS, Phase.SCORE): IslandsReason.MUST_SCORE,
    (Verb.PASS, Phase.ALEXIS_PLACE): IslandsReason.MUST_TURN_TILE_OF_ALEXIS,
    (Verb.PASS, Phase.ALEXIS_HOUSE): IslandsReason.MUST_BUILD_FOR_ALEXIS,
    (Verb.CARD_PAIR, Phase.PREP_REWARD): IslandsReason.REWARD_CARDS_NOW,
    (Verb.START_FACE, Phase.START_PLACE): IslandsReason.START_TILE_FIRST,
    (Verb.PLACE, Phase.START_PICK): IslandsReason.NO_START_TILE_CHOSEN,
    (Verb.HOUSE, Phase.SCORE): IslandsReason.HOUSES_BEFORE_SCORE,
}
"""The reason against a verb in a phase for which that of `NOT_NOW` would be wrong."""

NO_TILE = {
    Verb.MARK_SLOT: IslandsReason.NO_TILE_FOR_RESOURCE,
    Verb.MARK_PIECE: IslandsReason.NO_TILE_FOR_PORT,
    Verb.HOUSE: IslandsReason.NO_TILE_FOR_HOUSE,
}
"""The reason against a verb on a cell without a tile."""


def reason(game: Islands, record: NDArray[Any], action: int) -> tuple[str, str]:
    """Return the id of the rule and a sentence for an action that is illegal now."""
    g, t = Snapshot(record), game.tables[0]
    named = game.action(action)
    verb, phase = Verb[named.verb.upper()], Phase(g.phase)
    if phase.name.lower() not in verb.phases:
        return ELSEWHERE.get((verb, phase), NOT_NOW[verb]).told()
    if verb < Verb.PLACE:
        number = action - game.table.verbs[verb].first
        gaps = {"number": number, "resource": _resource(verb, number), "tokens": sum(g.drawn)}
        return _why_not_chosen(g, t, verb, number).told(**gaps)
    r, c = int(named.args[0]), int(named.args[1])
    option = int(named.args[2]) if len(named.args) > 2 else 0
    return _why_not_on_cell(g, t, verb, r * game.window + c, option).told()


def _resource(verb: Verb, number: int) -> str:
    """Return the resource that the number of an action stands for; "" if none."""
    if verb == Verb.MARKER_MODE and MARKER_MODES[number].shows != PORT:
        return RESOURCES[MARKER_MODES[number].shows]
    return RESOURCES[number] if verb == Verb.RESOURCE else ""


def _why_not_chosen(g: Snapshot, t: Any, verb: Verb, number: int) -> IslandsReason:
    """Why a verb without a cell is illegal in its own phase."""
    if verb == Verb.TAKE:
        return IslandsReason.EMPTY_MARKET_SLOT
    if verb == Verb.HAND:
        if g.hand[g.turn][number] == NOTHING:
            return IslandsReason.EMPTY_HAND_PLACE
        return IslandsReason.FITS_NOWHERE
    if verb == Verb.START_FACE:
        return IslandsReason.START_TILE_LAID
    if verb == Verb.MARKER_MODE:
        return _why_not_marker(g, number)
    return _why_not_scored(g, t, verb, number)


def _why_not_scored(g: Snapshot, t: Any, verb: Verb, number: int) -> IslandsReason:
    """Why a choice is illegal when an island is scored: a resource, or one of the drawn tokens."""
    tokens = t.rewards[g.current[1 if t.advanced else 0][g.turn]] == Reward.DISCOVERY
    if verb == Verb.RESOURCE:
        if tokens:
            return IslandsReason.REWARD_IS_TOKEN
        return IslandsReason.ISLAND_WITHOUT_RESOURCE
    if not tokens:
        return IslandsReason.REWARD_IS_RESOURCE
    if number >= sum(g.drawn):
        return IslandsReason.TOO_FEW_TOKENS
    return IslandsReason.SAME_TOKEN_BEFORE


def _why_not_marker(g: Snapshot, mode: int) -> IslandsReason:
    shows = MARKER_MODES[mode].shows
    if g.markers_used[g.turn] >> MARKER_MODES[mode].marker & 1:
        return IslandsReason.MARKER_USED
    if shows == PORT:
        return IslandsReason.NO_ROOM_FOR_PORT
    if all(shown == NOTHING for slots in g.shown for shown in slots):
        return IslandsReason.NOTHING_TO_COVER
    return IslandsReason.ALL_ALIKE


def _why_not_on_cell(g: Snapshot, t: Any, verb: Verb, cell: int, option: int) -> IslandsReason:
    """Why a verb with a cell is illegal in its own phase."""
    if verb == Verb.PLACE:
        return _why_not_placed(g, t, cell, option)
    if verb in (Verb.DOCK_OWN, Verb.DOCK_GREY):
        return _why_not_docked(g, verb, cell)
    tile = g.at[cell]
    if not 0 <= tile < NUM_TILES:
        return NO_TILE[verb]
    if verb == Verb.HOUSE:
        return _why_not_built(g, t, tile)
    if verb == Verb.MARK_SLOT:
        return _why_not_covered(g, tile, option)
    return _why_not_port(g, t, tile, option)


def _why_not_placed(g: Snapshot, t: Any, cell: int, rot: int) -> IslandsReason:
    if g.at[cell] != NOTHING:
        return IslandsReason.CELL_TAKEN
    if g.phase == Phase.ALEXIS_PLACE:
        if cell != g.alexis_cell:
            return IslandsReason.NOT_CELL_OF_ALEXIS
        if int(t.fits[t.form[g.chosen], g.demand[cell]]) >> rot & 1:
            return IslandsReason.JOINS_ISLAND_OF_ALEXIS
    if g.placed == 0 and cell != t.window**2 // 2:
        return IslandsReason.NOT_CENTRE
    if g.placed != 0 and g.demand[cell] == 0:
        return IslandsReason.TOUCHES_NO_TILE
    if not int(t.turns[t.form[g.chosen]]) >> rot & 1:
        return IslandsReason.LOOKS_THE_SAME
    return IslandsReason.EDGES_DIFFER


def _why_not_docked(g: Snapshot, verb: Verb, cell: int) -> IslandsReason:
    if g.num_navigation > 0:
        return IslandsReason.TILES_ON_NAVIGATION
    if verb == Verb.DOCK_OWN and not g.ship_left[g.turn]:
        return IslandsReason.SHIP_ON_BOARD
    if verb == Verb.DOCK_GREY and not g.grey_left:
        return IslandsReason.NO_GREY_SHIP
    if g.at[cell] != NOTHING:
        return IslandsReason.CELL_TAKEN_FOR_SHIP
    if g.demand[cell] == 0:
        return IslandsReason.SHIP_TOUCHES_NOTHING
    return IslandsReason.SHIP_TOUCHES_LAND


def _why_not_covered(g: Snapshot, tile: int, slot: int) -> IslandsReason:
    if MARKER_MODES[g.mode].shows == PORT:
        return IslandsReason.MARKER_IS_PORT
    if g.shown[tile][slot] == NOTHING:
        return IslandsReason.NOTHING_TO_COVER
    if g.shown[tile][slot] == MARKER_MODES[g.mode].shows:
        return IslandsReason.SHOWN_ALREADY
    return IslandsReason.SAME_PLACE_BEFORE


def _why_not_port(g: Snapshot, t: Any, tile: int, piece: int) -> IslandsReason:
    if MARKER_MODES[g.mode].shows != PORT:
        return IslandsReason.MARKER_IS_RESOURCE
    if piece >= t.pieces[tile]:
        return IslandsReason.NO_SUCH_PIECE
    if int(t.ports[tile].sum()) + sum(g.port_markers[tile]) >= PORTS_OF_A_TILE:
        return IslandsReason.TWO_PORTS_ALREADY
    return IslandsReason.NO_COAST


def _why_not_built(g: Snapshot, t: Any, tile: int) -> IslandsReason:
    seat = g.mover
    if t.site[tile] < 0 or g.house[tile] >= 0:
        return IslandsReason.NO_FREE_SITE
    if g.pool[seat] == 0:
        return IslandsReason.POOL_EMPTY
    facts = g.facts[g.island[2 * tile + int(t.site[tile])]]
    if facts[Fact.SIZE] < 2:
        return IslandsReason.ISLAND_TOO_SMALL
    if facts[Fact.OWNERS] >> seat & 1:
        return IslandsReason.BUILT_ON_ALREADY
    if _is_open_by_name(g, t, tile):
        return IslandsReason.OTHER_CELL_OF_ISLAND
    return IslandsReason.GOAL_NOT_MET


def _is_open_by_name(g: Snapshot, t: Any, tile: int) -> bool:
    """Whether the island of a tile can be built on, but under the name of another cell."""
    label = g.island[2 * tile + int(t.site[tile])]
    return any(
        g.placed >> other & 1
        and t.site[other] >= 0
        and g.island[2 * other + int(t.site[other])] == label
        and g.options[g.cell[other]]
        for other in range(NUM_TILES)
    )
