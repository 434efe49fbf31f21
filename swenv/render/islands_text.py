"""Draws a position of Small Islands as a page of text, for a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from swenv.islands import Island, islands
from swenv.render.islands_grid import LEGEND, LETTERS, grid, house_sign, short
from swenv.render.islands_view import (
    ALEXIS,
    BACK,
    Document,
    bare,
    chosen,
    lying,
    markers_left,
    seen,
    ships,
    ships_left,
    starts_left,
)
from swenv.render.islands_words import (
    ROUNDS,
    cards_held,
    describe,
    drawn_words,
    expedition_words,
    halves,
    headline,
    level_words,
    ship_words,
    symbol,
    token_words,
)
from swenv.render.parts import Paint, new_lines, painter, seat_code

if TYPE_CHECKING:
    from swenv.core.game import State

_PAGE, _INDENT = 100, 10


def text(state: State, color: bool = False, seat: int | None = None) -> str:
    """See `swenv.render.text`."""
    document = seen(state, seat)
    paint = painter(color)
    lines = [
        *_head(state, paint),
        "",
        *grid(document, paint),
        "",
        *LEGEND,
        "",
        *_offer(state, document),
        "",
        *(line for number in range(len(document["seats"])) for line in _seat(state, document, number, paint)),
        *_alexis(document),
        "",
        *_laid(document),
        *_islands(state),
        *_targets(state, document),
    ]
    return "\n".join(line.rstrip() for line in lines)


def details(state: State, seat: int | None) -> list[str]:
    """See `Drawer.details`: the tiles and ships of the drawing, and the tiles that may come next."""
    document = seen(state, seat)
    lines = [
        "Every cell with a tile, by row and column; the edges of a piece are where its land goes on: N, E, S, W.",
        *(describe(tile, cell) for cell, tile in sorted(lying(document).items())),
        *(f"Cell {r} {c}: {ship_words(owner)}" for (r, c), owner in sorted(ships(document).items())),
    ]
    hands = [name for entry in document["seats"] for name in entry.get("hand", ())]
    coming = [*starts_left(document)] if state.phase.startswith("start") else [*document["market"], *hands]
    if state.phase in ("place", "start_place"):
        coming.append(chosen(document))
    names = sorted({name for name in coming if name and name != BACK})
    return [*lines, "", "Tiles that are not on the table yet:", *(describe(bare(name)) for name in names)]


def changes(before: list[str], after: list[str]) -> list[str]:
    """See `Drawer.changes`; if anything in the table is new, the whole drawing of it is returned."""
    head, table, rest = _cut(after)
    old_head, old_table, old_rest = _cut(before)
    drawn = [] if table == old_table else table
    return [*new_lines(old_head, head), *drawn, *new_lines(old_rest, rest)]


def _cut(page: list[str]) -> tuple[list[str], list[str], list[str]]:
    """Split a page into the lines above the drawing of the table, the drawing, and the lines below."""
    first, last = page.index(""), page.index(LEGEND[0])
    return page[:first], page[first:last], page[last:]


def _head(state: State, paint: Paint) -> list[str]:
    parts = [state.game.title, f"round {state.round} of {ROUNDS}"]
    if not state.is_over:
        parts += [f"turn of seat {state.turn}", f"phase {state.phase}"]
    return [" · ".join(parts), paint(headline(state), "1")]


def _entry(name: str, parts: Iterable[str], between: str = " · ") -> list[str]:
    """Write a heading and its parts on as many lines as needed; nothing if there are no parts."""
    lines, words = [""], list(parts)
    for number, word in enumerate(words):
        more = word + (between if number < len(words) - 1 else "")
        if lines[-1] and _INDENT + len(lines[-1]) + len(more.rstrip()) > _PAGE:
            lines.append("")
        lines[-1] += more
    return [f"{name if i == 0 else '':<{_INDENT}}{line}" for i, line in enumerate(lines)] if words else []


def _tile(name: str | None) -> str:
    """A tile in one word: its name, its edges, its symbols."""
    if name is None:
        return "none"
    return "face down" if name == BACK else short(bare(name))


def _offer(state: State, document: Document) -> list[str]:
    """Market, stacks and ships; the start tiles while they are being laid."""
    if state.phase.startswith("start"):
        lines = _entry("start", map(_tile, starts_left(document)))
    else:
        market = (f"{slot} {_tile(name)}" for slot, name in enumerate(document["market"]))
        stacks = [
            f"navigation {document['navigation']}",
            f"reserve {document['reserve']}",
            f"discovery tokens {document['discoveries']}",
            *([f"removed {', '.join(document['removed'])}"] if document.get("removed") else []),
        ]
        lines = [*_entry("market", market), *_entry("stacks", stacks)]
    ships = [f"seat {owner}" if isinstance(owner, int) else owner for owner in ships_left(document)]
    return [*lines, *_entry("ships", ships, ", ")]


def _seat(state: State, document: Document, number: int, paint: Paint) -> list[str]:
    """A seat's pieces, hand and cards."""
    entry = document["seats"][number]
    left = [symbol(name) for name in markers_left(document, number)]
    mark = ">" if number == state.to_act and not state.is_over else " "
    facts = [
        f"{entry['prestige']} prestige",
        f"houses {entry['pool']} + {entry['reserve']}",
        f"markers {', '.join(left) or 'none'}",
        f"tokens {token_words(entry.get('tokens', []))}",
    ]
    lines = [paint(f"{mark} seat {number}", seat_code(number)) + f"  {' · '.join(facts)}"]
    lines += _entry("    hand", (f"{place} {_tile(name)}" for place, name in enumerate(entry.get("hand", ()))))
    if number == state.to_act and chosen(document) and state.phase in ("place", "start_place"):
        lines += _entry("    place", [_tile(chosen(document))])
    for use, cards in cards_held(entry):
        known = " + ".join(card for card in cards if card != BACK)
        words = " → ".join(halves(cards))
        lines += _entry(f"    {use}", [f"{known}: {words}" if known else words])
    if number == state.to_act and drawn_words(document):
        lines += _entry("    drawn", [drawn_words(document)])
    return lines


def _alexis(document: Document) -> list[str]:
    if ALEXIS not in document:
        return []
    entry, level = document[ALEXIS], document["level"]
    built = sum(house["seat"] == ALEXIS for house in document.get("houses", ()))
    facts = [
        f"{entry['prestige']} prestige",
        f"houses {8 - built}",
        f"deck {entry['deck']}",
        f"played {len(entry.get('played', ()))}",
    ]
    lines = [f"  Alexis  {' · '.join(facts)}", *_entry("    level", [f"{level}: {level_words(level)}"])]
    if entry.get("card"):
        way, goal = expedition_words(entry["card"])
        lines += _entry("    card", [f"{entry['card']}: {way}; his goal on it: {goal}"])
    return lines


def _laid(document: Document) -> list[str]:
    """The markers on the table with their owners, whom the drawing does not show."""
    laid = [
        f"seat {marker['seat']} {symbol(marker['as'])} at {marker['r']} {marker['c']}"
        + (f" slot {marker['slot']}" if "slot" in marker else f" piece {marker['piece']}")
        for marker in document.get("markers", ())
    ]
    return _entry("markers", laid)


def _islands(state: State) -> list[str]:
    """The islands of at least two tiles, largest first; two per line if they are short."""
    shown = sorted((island for island in islands(state) if island.size > 1), key=lambda each: (-each.size, each.pieces))
    words = [_island(island) for island in shown]
    width = max(map(len, words), default=0) + 2
    step = 2 if _INDENT + 2 * width <= _PAGE + 2 else 1
    rows = ["".join(f"{word:<{width}}" for word in words[i : i + step]) for i in range(0, len(words), step)]
    return [f"{'' if number else 'islands':<{_INDENT}}{row}" for number, row in enumerate(rows)]


def _island(island: Island) -> str:
    """An island in half a line, named by the cell that actions use, if there is one."""
    row, column = island.name or island.pieces[0][:2]
    shown = "".join(
        f" {LETTERS[name.removesuffix('s') if name == 'ports' else name]}{count}"
        for name, count in island.symbols.items()
        if count
    )
    signs = "".join(house_sign(owner) * number for owner, number in sorted(island.houses.items(), key=str))
    houses = f", houses {signs}" if signs else ""
    return f"{row:>2} {column:<2} {island.size} tiles{shown}, sites {island.free_sites}/{island.sites}{houses}"


def _targets(state: State, document: Document) -> list[str]:
    """Where a marker may go, during that decision: the drawing does not show the numbers of slots and pieces."""
    if state.phase != "mark_target":
        return []
    table, words = lying(document), []
    for index in state.legal_actions():
        action = state.game.action(int(index))
        row, column, number = (int(argument) for argument in action.args)
        tile = table[row, column]
        on = symbol(tile.slots[number][0]) if action.verb == "mark_slot" else f"piece of {short(tile)}"
        words.append(f"{action} ({on})")
    return ["", *_entry("targets", words)]
