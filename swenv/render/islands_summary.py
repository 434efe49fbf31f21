"""What lies beside the archipelago of Small Islands, as data for a page."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from swenv.core.telling import number_of
from swenv.islands import Island, islands
from swenv.islands.content import TOKENS
from swenv.islands.rules.record import HAND, STACK
from swenv.render import islands_tiles as tiles
from swenv.render.canvas import Canvas
from swenv.render.islands_gains import standing
from swenv.render.islands_view import (
    ALEXIS,
    BACK,
    GREY,
    TILE,
    Document,
    bare,
    chosen,
    houses_of_alexis,
    largest_first,
    lying,
    markers_left,
    seen,
    ships_left,
    starts_left,
)
from swenv.render.islands_words import (
    PHASES,
    ROUNDS,
    alexis_words,
    cards_held,
    halves,
    owner_words,
    tile_words,
    token_words,
)
from swenv.render.summaries import Line, Offer, Seat, Summary, Table

if TYPE_CHECKING:
    from swenv.core.game import State
    from swenv.render.shapes import Point

_COUNTED = {"lotus": "lotus", "dragonfruit": "dragon fruit", "laurel": "laurel", "temple": "temples", "ports": "ports"}


def summary(state: State, seat: int | None = None) -> Summary:
    """See `swenv.render.summary`."""
    document = seen(state, seat)
    starts = starts_left(document) if state.phase.startswith("start") else []
    market = [_tile(name, {"slot": str(slot)}) for slot, name in enumerate(document["market"]) if name]
    seats = [_seat(state, document, number) for number in range(state.game.num_players)]
    return Summary(
        doing="" if state.is_over else PHASES[state.phase],
        rounds=ROUNDS,
        roll=None,
        offered="start tiles" if starts else "market",
        offers=[_tile(name, {"face": name}) for name in starts] or market,
        notes=_notes(document),
        seats=[*seats, _alexis(document)] if ALEXIS in document else seats,
        tables=[_islands(state)],
        pieces=_pieces(state, document),
        spots=_spots(state, document),
        clock=_clock(state, document),
        ended=_ended(document) if state.is_over else "",
    )


def _clock(state: State, document: Document) -> str:
    """How soon the exploration can end (SI-DOCK-1, SI-DOCK-7): how many turns with a tile are still to come."""
    if state.phase not in ("turn", "hand", "blocked", "place", "marker", "mark_target"):
        return ""
    if document["navigation"] == 0:
        return "ships may dock"
    left = document["navigation"] - (state.phase != "turn")  # the tile of this turn is replaced at its end
    if left == 0:
        return "ships may dock from the next turn on"
    return f"{number_of(left, 'more tile')} until ships may dock"


def _picture(wide: float, high: float, draw: Callable[[Canvas], None]) -> str:
    """A picture whose icons are defined by that of the archipelago."""
    canvas = Canvas()
    draw(canvas)
    return canvas.fragment(wide, high)


def _tile(name: str, stands_for: dict[str, str], note: str = "") -> Offer:
    if name == BACK:
        return Offer("face down", {}, pictures=(_picture(100, 100, lambda canvas: tiles.back(canvas, (0, 0), 100)),))
    words = tile_words(bare(name))
    drawn = _picture(100, 100, lambda canvas: tiles.draw(canvas, bare(name), (0, 0), 100, words))
    return Offer(words[0].upper() + words[1:], stands_for, pictures=(drawn,), note=note)


def all_tiles() -> list[Offer]:
    """See `swenv.render.tiles`."""
    return [_tile(name, {"tile": name}) for name in TILE]


def _notes(document: Document) -> list[str]:
    left = ships_left(document)
    grey = left.count(GREY)
    ships = [*(owner_words(owner) for owner in left if owner != GREY), *([f"{grey} grey"] if grey else [])]
    removed = len(document.get("removed", ()))
    return [
        f"navigation stack: {number_of(document['navigation'], 'tile')}",
        f"reserve: {number_of(document['reserve'], 'tile')}",
        f"{number_of(document['discoveries'], 'discovery token')} left, worth {min(TOKENS)} to {max(TOKENS)}",
        *([f"{number_of(removed, 'tile')} removed"] if removed else []),
        f"ships left: {', '.join(ships) or 'none'}",
    ]


def _ended(document: Document) -> str:
    """Why the game is over (SI-END-1 to SI-END-3)."""
    if document.get("turn_state", {}).get("stuck"):
        return "Somebody could neither take a tile nor dock a ship."
    if not ships_left(document):
        return "All ships have docked."
    if document["reserve"] < STACK:
        return f"A round takes {STACK} tiles from the reserve, and {document['reserve'] or 'none'} are left."
    return "All rounds have been played."


def _pieces(state: State, document: Document) -> dict[str, str]:
    """The ships that may dock, the house that may be built, and the marker that was chosen."""
    if state.phase in ("house", "alexis_house"):
        builder = ALEXIS if state.phase == "alexis_house" else state.to_act
        return {"house": _picture(0, 0, lambda canvas: tiles.house(canvas, (0, 0), tiles.HOUSE_SCALE, builder))}
    if state.phase == "turn":
        owners: dict[str, int | str] = {"dock_own": state.to_act, "dock_grey": GREY}
        return {verb: _ship(owner) for verb, owner in owners.items() if document["navigation"] == 0}
    mode = document.get("turn_state", {}).get("marker")
    if state.phase != "mark_target" or not mode:
        return {}
    kind, _, shown = mode.partition("_")
    face = "port" if "port" in (kind, shown) else shown or kind
    laid = _picture(0, 0, lambda canvas: tiles.chip(canvas, face, (0, 0), state.to_act))
    return {"mark_slot": laid, "mark_piece": laid}


def _ship(owner: int | str) -> str:
    return _picture(0, 0, lambda canvas: tiles.ship_tile(canvas, (-50, -50), 100, owner, ""))


def _spots(state: State, document: Document) -> dict[str, Point]:
    """Where on its tile a marker would lie, or a house stand."""
    table, found = lying(document), {}
    for action in map(state.game.action, state.legal_actions().tolist()):
        if action.verb in ("mark_slot", "mark_piece"):
            row, column, number = map(int, action.args)
            found[str(action)] = tiles.spot(table[row, column], number, port=action.verb == "mark_piece")
        elif action.verb == "house":
            row, column = map(int, action.args)
            found[str(action)] = tiles.site(table[row, column])
    return found


def _seat(state: State, document: Document, seat: int) -> Seat:
    entry = document["seats"][seat]
    decides = seat == state.to_act and not state.is_over
    hand = [
        _tile(name, {"place": str(place)} if decides else {}, "just taken" if place == HAND - 1 else "")
        for place, name in enumerate(entry.get("hand", ()))
    ]
    placing = chosen(document)
    if decides and placing and state.phase in ("place", "start_place", "alexis_place"):
        hand.append(_tile(placing, {"tile": placing}, "to lay"))
    cards = [(use, held) for use, held in cards_held(entry) if use != "kept" or state.round < ROUNDS]
    is_paid = state.is_over or state.phase in ("house", "alexis_house", "score")  # then choices say what they pay
    so_far = {} if is_paid else dict(zip(("now", "kept"), standing(state, seat), strict=True))
    lines = [_card(use, held, "" if BACK in held else so_far.get(use, "")) for use, held in cards]
    drawn = document.get("drawn", ()) if seat == state.to_act else ()
    houses = f"{number_of(entry['pool'], 'house')} to build this round" + (
        f", {entry['reserve']} more for later" if entry["reserve"] else ""
    )
    notes = [
        *([] if state.is_over else [houses]),
        *([_tokens(entry["tokens"]) + ("" if state.is_over else " at the end")] if entry.get("tokens") else []),
        *([f"drew tokens of {token_words(drawn)}"] if drawn else []),
    ]
    markers = [_marker(name) for name in markers_left(document, seat)]
    return Seat(str(entry["prestige"]), notes, lines, hand, markers)


def _tokens(tokens: list[int | str]) -> str:
    """A seat's discovery tokens, which count at the end (SI-SCORE-1)."""
    *some, last = map(str, tokens)
    values = f"{', '.join(some)} and {last}" if some else last
    each = "" if len(tokens) == 1 else " each"
    worth = f"{min(TOKENS)} to {max(TOKENS)}{each}" if BACK in tokens else values
    return f"{number_of(len(tokens), 'token')}, worth {worth}"


def _card(use: str, cards: list[str], so_far: str) -> Line:
    """A card, what its houses would pay so far, and what it is for; while it can be chosen, its number."""
    title = ": ".join(halves(cards)) + (f" (so far {so_far})" if so_far else "")
    return Line(title, f"card {int(use) + 1}" if use.isdigit() else use)


def _marker(name: str) -> str:
    return _picture(24, 24, lambda canvas: tiles.chip(canvas, name, (12, 12), None))


def _alexis(document: Document) -> Seat:
    lines = [Line(words) for words in alexis_words(document)]
    return Seat(str(document[ALEXIS]["prestige"]), [f"{houses_of_alexis(document)} houses"], lines, name="Alexis")


def _islands(state: State) -> Table:
    heads = ["island", "tiles", *_COUNTED.values(), "free sites", "houses"]
    icons = ["", "", *(_icon(name) for name in (*_COUNTED, "site")), ""]
    return Table(heads, icons, [_row(island) for island in largest_first(islands(state))])


def _icon(name: str) -> str:
    return _picture(24, 24, lambda canvas: tiles.icon(canvas, tiles.SYMBOLS[name], (12, 12), 0.9))


def _row(island: Island) -> list[str]:
    row, column = island.pieces[0][:2]  # that which actions use changes with each house
    houses = [f"{owner_words(owner)}: {number}" for owner, number in sorted(island.houses.items(), key=str)]
    counts = [str(island.symbols[name]) for name in _COUNTED]
    return [f"{row} {column}", str(island.size), *counts, f"{island.free_sites} of {island.sites}", ", ".join(houses)]
