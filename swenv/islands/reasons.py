"""Why an action is illegal: the rule that forbids it, and a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

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

WHEN: dict[Verb, tuple[tuple[Phase, ...], str, str]] = {
    Verb.PASS: (
        (Phase.MARKER, Phase.HOUSE),
        "SI-EXPL-1",
        "there is no pass: a turn is to explore or to dock",
    ),
    Verb.CARD_PAIR: ((Phase.PREP_PICK,), "SI-PREP-2", "cards are picked when a round is prepared"),
    Verb.REWARD_PAIR: (
        (Phase.PREP_REWARD,),
        "SI-PREP-3",
        "reward cards are picked in the advanced mode, after the goals",
    ),
    Verb.TAKE: ((Phase.TURN,), "SI-EXPL-2", "a market tile is taken once, at the beginning of a turn"),
    Verb.HAND: (
        (Phase.HAND, Phase.BLOCKED),
        "SI-EXPL-3",
        "a tile of the hand is chosen once, after one of the market was taken",
    ),
    Verb.START_FACE: ((Phase.START_PICK,), "SI-SETUP-3", "start tiles are laid before the game begins"),
    Verb.MARKER_MODE: (
        (Phase.MARKER,),
        "SI-MARK-1",
        "one marker at most is laid, after the tile of the own explore turn",
    ),
    Verb.RESOURCE: ((Phase.SCORE,), "SI-CARD-R6", "no resource is chosen now"),
    Verb.DISCOVERY: ((Phase.SCORE,), "SI-CARD-R2", "no discovery token is chosen now"),
    Verb.PLACE: (
        (Phase.START_PLACE, Phase.PLACE, Phase.ALEXIS_PLACE),
        "SI-EXPL-3",
        "a tile is laid after it was chosen",
    ),
    Verb.DOCK_OWN: ((Phase.TURN,), "SI-EXPL-1", "docking is a turn of its own"),
    Verb.DOCK_GREY: ((Phase.TURN,), "SI-EXPL-1", "docking is a turn of its own"),
    Verb.MARK_SLOT: ((Phase.MARK_TARGET,), "SI-MARK-2", "no resource marker is being laid"),
    Verb.MARK_PIECE: ((Phase.MARK_TARGET,), "SI-MARK-3", "no port marker is being laid"),
    Verb.HOUSE: ((Phase.HOUSE, Phase.ALEXIS_HOUSE), "SI-REW-3", "houses are built in the own reward turn"),
}
"""The phases of each verb, and the rule and sentence for all others but those of `ELSEWHERE`."""

_START = ("SI-SETUP-3", "the first player lays all four start tiles")
_LAY = ("SI-EXPL-3", "who has taken a tile lays one of the three")
ELSEWHERE: dict[tuple[Verb, Phase], tuple[str, str]] = {
    (Verb.PASS, Phase.START_PICK): _START,
    (Verb.PASS, Phase.START_PLACE): _START,
    (Verb.PASS, Phase.PREP_PICK): ("SI-PREP-2", "a card is picked for this round and one for the next"),
    (Verb.PASS, Phase.PREP_REWARD): ("SI-PREP-3", "a reward card is picked for this round and one for the next"),
    (Verb.PASS, Phase.HAND): _LAY,
    (Verb.PASS, Phase.BLOCKED): ("SI-EXPL-9", "when no tile of the hand can be laid one of them is removed"),
    (Verb.PASS, Phase.PLACE): _LAY,
    (Verb.PASS, Phase.MARK_TARGET): ("SI-EXPL-4", "the marker was chosen, now it is laid"),
    (Verb.PASS, Phase.SCORE): ("SI-REW-4", "every island that was built on is scored"),
    (Verb.PASS, Phase.ALEXIS_PLACE): ("SI-SOLO-6", "Alexis lays his tile; how it is turned must be chosen"),
    (Verb.PASS, Phase.ALEXIS_HOUSE): ("SI-SOLO-12", "Alexis builds as long as he has houses"),
    (Verb.CARD_PAIR, Phase.PREP_REWARD): ("SI-PREP-3", "the goals are picked, now it is the reward cards"),
    (Verb.START_FACE, Phase.START_PLACE): ("SI-SETUP-3", "the start tile that was chosen is laid first"),
    (Verb.PLACE, Phase.START_PICK): ("SI-SETUP-3", "a start tile is chosen before it is laid"),
    (Verb.HOUSE, Phase.SCORE): ("SI-INT-24", "all houses are built before the first island is scored"),
}
"""The rule and sentence for a verb in a phase in which it is not to be had, where that of `WHEN` would not be true."""


def reason(game: Islands, record: NDArray[Any], action: int) -> tuple[str, str]:
    """The id of the rule and a sentence for an action that is illegal now."""
    g, t = Snapshot(record), game.tables[0]
    named = game.action(action)
    verb = Verb[named.verb.upper()]
    phases, rule, why = WHEN[verb]
    if Phase(g.phase) not in phases:
        return ELSEWHERE.get((verb, Phase(g.phase)), (rule, why))
    if verb < Verb.PLACE:
        return _why_not_number(g, t, verb, action - game.table.verbs[verb].first)
    r, c = int(named.args[0]), int(named.args[1])
    option = int(named.args[2]) if len(named.args) > 2 else 0
    return _why_not_there(g, t, verb, r * game.window + c, option)


def _why_not_number(g: Snapshot, t: Any, verb: Verb, number: int) -> tuple[str, str]:
    """Verbs that name no cell, in their phase."""
    if verb == Verb.TAKE:
        return "SI-EXPL-2", f"market slot {number} is empty"
    if verb == Verb.HAND:
        if g.hand[g.turn][number] == NOTHING:
            return "SI-EXPL-3", f"there is no tile at place {number} of the hand"
        return "SI-EXPL-9", "this tile can be laid nowhere"
    if verb == Verb.START_FACE:
        return "SI-SETUP-3", "this start tile is on the board already"
    if verb == Verb.MARKER_MODE:
        return _why_no_marker(g, number)
    return _why_not_scored(g, t, verb, number)


def _why_not_scored(g: Snapshot, t: Any, verb: Verb, number: int) -> tuple[str, str]:
    """What is chosen when an island is scored: a resource, or one of the tokens drawn."""
    tokens = t.rewards[g.current[1 if t.advanced else 0][g.turn]] == Reward.DISCOVERY
    if verb == Verb.RESOURCE:
        if tokens:
            return "SI-CARD-R2", "this reward is a discovery token, not a resource"
        return "SI-CARD-R6", f"the island has no {RESOURCES[number]}"
    if not tokens:
        return "SI-CARD-R6", "this reward is a resource, not a discovery token"
    if number >= sum(g.drawn):
        return "SI-CARD-R2", f"only {sum(g.drawn)} tokens were drawn"
    return "SI-ACT-3", "a token of the same value stands before it"


def _why_no_marker(g: Snapshot, mode: int) -> tuple[str, str]:
    shows = MARKER_MODES[mode].shows
    if g.markers_used[g.turn] >> MARKER_MODES[mode].marker & 1:
        return "SI-MARK-5", "this marker was used already"
    if shows == PORT:
        return "SI-MARK-4", "no tile with a coast has room for a port"
    if all(shown == NOTHING for slots in g.shown for shown in slots):
        return "SI-MARK-2", "there is no resource to cover"
    return "SI-INT-17", f"every resource on the board is {RESOURCES[shows]} already"


def _why_not_there(g: Snapshot, t: Any, verb: Verb, cell: int, option: int) -> tuple[str, str]:
    """Verbs that name a cell, in their phase."""
    if verb == Verb.PLACE:
        return _why_not_placed(g, t, cell, option)
    if verb in (Verb.DOCK_OWN, Verb.DOCK_GREY):
        return _why_not_docked(g, verb, cell)
    tile = g.at[cell]
    if not 0 <= tile < NUM_TILES:
        rule = {Verb.MARK_SLOT: "SI-MARK-2", Verb.MARK_PIECE: "SI-MARK-3", Verb.HOUSE: "SI-HOUSE-3"}[verb]
        return rule, "no tile lies there"
    if verb == Verb.HOUSE:
        return _why_not_built(g, t, tile)
    if verb == Verb.MARK_SLOT:
        return _why_not_covered(g, tile, option)
    return _why_no_port(g, t, tile, option)


def _why_not_placed(g: Snapshot, t: Any, cell: int, rot: int) -> tuple[str, str]:
    if g.at[cell] != NOTHING:
        return "SI-TILE-6", "something lies there already"
    if g.phase == Phase.ALEXIS_PLACE:
        if cell != g.alexis_cell:
            return "SI-SOLO-6", "Alexis lays his tile on the first cell of his lines where it fits"
        if int(t.fits[t.form[g.chosen], g.demand[cell]]) >> rot & 1:
            return "SI-SOLO-7", "Alexis joins no island of his with another one"
    if g.placed == 0 and cell != t.window**2 // 2:
        return "SI-SETUP-3", "the first start tile lies on the centre"
    if g.placed != 0 and g.demand[cell] == 0:
        return "SI-EXPL-6", "the tile would touch no other tile"
    if not int(t.turns[t.form[g.chosen]]) >> rot & 1:
        return "SI-TILE-5", "turned less the tile looks the same"
    return "SI-EXPL-7", "land must meet land, and sea must meet sea"


def _why_not_docked(g: Snapshot, verb: Verb, cell: int) -> tuple[str, str]:
    if g.num_navigation > 0:
        return "SI-DOCK-1", "tiles lie on the Navigation Tile"
    if verb == Verb.DOCK_OWN and not g.ship_left[g.turn]:
        return "SI-DOCK-2", "the own ship is on the board already"
    if verb == Verb.DOCK_GREY and not g.grey_left:
        return "SI-DOCK-2", "no grey ship is in the supply"
    if g.at[cell] != NOTHING:
        return "SI-DOCK-3", "something lies there already"
    if g.demand[cell] == 0:
        return "SI-DOCK-3", "the ship would touch nothing"
    return "SI-DOCK-3", "a ship has sea on all sides"


def _why_not_covered(g: Snapshot, tile: int, slot: int) -> tuple[str, str]:
    if MARKER_MODES[g.mode].shows == PORT:
        return "SI-MARK-2", "the marker is laid as a port"
    if g.shown[tile][slot] == NOTHING:
        return "SI-MARK-2", "there is no resource to cover"
    if g.shown[tile][slot] == MARKER_MODES[g.mode].shows:
        return "SI-INT-17", "the place shows this resource already"
    return "SI-ACT-3", "the same resource stands at a lower place of the same piece"


def _why_no_port(g: Snapshot, t: Any, tile: int, piece: int) -> tuple[str, str]:
    if MARKER_MODES[g.mode].shows != PORT:
        return "SI-MARK-3", "the marker is laid as a resource"
    if piece >= t.pieces[tile]:
        return "SI-MARK-3", "the tile has no such piece of land"
    if int(t.ports[tile].sum()) + sum(g.port_markers[tile]) >= PORTS_OF_A_TILE:
        return "SI-MARK-4", "the tile has two ports already"
    return "SI-INT-20", "this land has no coast"


def _why_not_built(g: Snapshot, t: Any, tile: int) -> tuple[str, str]:
    seat = g.mover
    if t.site[tile] < 0 or g.house[tile] >= 0:
        return "SI-HOUSE-3", "the tile has no free building site"
    if g.pool[seat] == 0:
        return "SI-REW-3", "no house is left in the pool"
    facts = g.facts[g.island[2 * tile + int(t.site[tile])]]
    if facts[Fact.SIZE] < 2:
        return "SI-HOUSE-2", "the island has only one tile"
    if facts[Fact.OWNERS] >> seat & 1:
        return "SI-HOUSE-4", "a house of the same colour stands on the island already"
    if _is_open_by_name(g, t, tile):
        return "SI-ISLE-4", "the island is called by its smallest cell with a free site"
    return "SI-HOUSE-1", "the island does not meet the goal"


def _is_open_by_name(g: Snapshot, t: Any, tile: int) -> bool:
    """Whether the island of a tile can be built on, under the name of another cell."""
    label = g.island[2 * tile + int(t.site[tile])]
    return any(
        g.placed >> other & 1
        and t.site[other] >= 0
        and g.island[2 * other + int(t.site[other])] == label
        and g.options[g.cell[other]]
        for other in range(NUM_TILES)
    )
