"""Describes a position in words, for a terminal and for the tooltips of a picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from swenv.core import registry
from swenv.core.explain import in_a_line
from swenv.core.telling import number_of
from swenv.render.parts import Paint, painter, seat_code, winners
from swenv.render.smallworld_style import DEFENDING, FACTIONS, IMMUNE, MARKERS, PHASES, words
from swenv.smallworld.content.entries import Content

if TYPE_CHECKING:
    from swenv.core.game import State
    from swenv.smallworld.board import Board, Region
    from swenv.smallworld.game import SmallWorld

Document = dict[str, Any]

# Terminal colours, of 256, close to those of the picture.
_TERRAINS = {
    "farmland": 186,
    "forest": 71,
    "hill": 173,
    "swamp": 140,
    "mushroom": 71,
    "mud": 137,
    "crystal": 176,
    "mine": 179,
    "mountain": 250,
    "sea": 74,
    "lake": 117,
    "river": 74,
    "chasm": 240,
}

_DWELLERS = ("tribe", "monsters", "murloc")
_READING = (
    "A combo: its row, its power and race, × the tokens that it brings, (+ the coins on it). Picking it costs a coin",
    "for each row above it, put on those rows. In a region, × is the number of tokens.",
)
"""How to read a page, for those who have never seen one."""
_SAFE = "less discounts. safe: no other seat may take it"
_NOTES = {
    "smallworld": f"def: tokens, markers, Mountain; an attack needs 2 more, {_SAFE}",
    "underground": f"def: all that defends; an attack needs 2 more (River 1), {_SAFE}",
    "warcraft": f"def: all that defends; an attack needs 2 more, landing 3, {_SAFE}",
}
"""The last line, by the game of the board."""


# --- the contents of a position, also for the picture ---------------------------------------------


def game_of(state: State) -> SmallWorld:
    """The game of a state, typed as `SmallWorld`."""
    return cast("SmallWorld", state.game)


def board_of(state: State) -> Board:
    """The board, or table of boards, that a state is played on."""
    board: Board = game_of(state).board_of(state.record)
    return board


def contents(document: Document) -> list[tuple[int, Document]]:
    """The contents of the regions: (region, entry of the document), ascending."""
    return sorted((int(region), content) for region, content in document["regions"].items())


def in_decline(content: Document, document: Document) -> bool:
    """Whether the race that holds a region is in decline."""
    races = document["seats"][content["owner"]]["races"]
    return any(race["race"] == content["race"] and race["status"] != "active" for race in races)


def strength(document: Document, seat: int, race: str) -> tuple[int, int]:
    """The number of a race's tokens on the map, and the number of regions they are in."""
    stacks = [
        content["tokens"]
        for _, content in contents(document)
        if content.get("owner") == seat and content["race"] == race
    ]
    return sum(stacks), len(stacks)


def where(document: Document, seat: int, race: str) -> str:
    """How many tokens of a race stand in how many regions, in words."""
    tokens, regions = strength(document, seat, race)
    return f"{tokens} in {number_of(regions, 'region')}" if regions else "no region"


def markers(content: Document) -> list[tuple[str, int]]:
    """The markers in a region: (name, number), in the order of `MARKERS`. Kinds of Bombs are not shown."""
    lying = {"objective": content.get("objective", 0), "bomb": int(bool(content.get("bomb")))}
    numbers = {**content.get("markers", {}), **lying}
    return [(name, numbers[name]) for name in MARKERS if numbers.get(name)]


def finds(content: Document) -> list[str]:
    """The Place, Relics and Artifacts in a region, and `face_down` for a marker that nobody has seen.

    A Place with the name of a terrain gets another name: `lost_mine`.
    """
    place: list[str] = [content["place"]] if content.get("place") else []
    named = ["lost_mine" if name == "mine" else name for name in place]
    hidden = ["face_down"] if content.get("face_down") else []
    return [*named, *content.get("relics", ()), *content.get("artifacts", ()), *hidden]


def defence(terrain: str, content: Document) -> int | None:
    """The defence against attackers: tokens, markers, Mountain (SW-CONQ-1, UG-CONQ-5, WW-CONQ-4). None if immune."""
    lying = markers(content)
    if any(name in IMMUNE for name, _ in lying):
        return None
    tokens = sum(content.get(key, 0) for key in ("tokens", "tribe", "monsters", "murloc"))
    built = sum(count for name, count in lying if name in DEFENDING) + (content.get("place") == "keep")
    return int(tokens + built + (terrain == "mountain"))


def has_more(state: State) -> bool:
    """Whether anything can lie beside the board: Places and Relics, or the Bombs of Warcraft."""
    return board_of(state).game == "warcraft" or bool(game_of(state).options["places"])


def on_table(state: State, document: Document) -> list[str]:
    """What lies beside the board: undiscovered finds, Stonehedge's power, the Ghost's master, the stack of Bombs."""
    if board_of(state).game == "warcraft":
        return _beside_warcraft(state, document)
    if not has_more(state):
        return []
    notes = [f"Places/Relics undrawn: {len(document['places_stack'])}"]
    if document.get("stonehedge"):
        notes.append(f"Stonehedge: {words(document['stonehedge'])}")
    if document.get("crypt_master") is not None:
        notes.append(f"Ghost: seat {document['crypt_master']}")
    return notes


def _beside_warcraft(state: State, document: Document) -> list[str]:
    races = [race for entry in document["seats"] for race in entry["races"] if race["status"] == "active"]
    notes = []
    if document.get("bomb_stack") or any(_has(state, race, "bombs") for race in races):
        notes.append(f"Bombs: {len(document.get('bomb_stack', ()))}")
    if document.get("aegis_up"):
        notes.append("Aegis up")
    if document.get("gone"):
        notes.append(f"gone: {', '.join(map(words, document['gone']))}")
    return notes


def factions(state: State) -> dict[str, str]:
    """The faction of each race of Warcraft; races of other boxes have none."""
    if board_of(state).game != "warcraft":
        return {}
    return {race.name: race.faction or "neutral" for race in game_of(state).races}


def _has(state: State, race: Document, field: str) -> bool:
    """Whether the banner or the badge of a race declares this field."""
    entries = (*game_of(state).races, *game_of(state).powers)
    return any(getattr(entry, field) for entry in entries if entry.name in (race["race"], race["power"]))


def pieces_in_hand(state: State, document: Document, seat: int, race: Document) -> list[str]:
    """The Beasts and the Champion in the hand of an active race."""
    beasts = race.get("beasts", 0)
    pieces = [number_of(beasts, "Beast")] if beasts else []
    if race["status"] == "active" and _has(state, race, "champion") and not race.get("champion_lost"):
        own = [content for _, content in contents(document) if content.get("owner") == seat]
        pieces += [] if any("champion" in dict(markers(content)) for content in own) else ["Champion"]
    return pieces


def form(document: Document) -> str:
    """The form that the Worgen have chosen for this turn; "" if none."""
    chosen = document.get("turn_state", {}).get("form")
    return f"{chosen} form" if chosen else ""


def armed(document: Document, name: Callable[[str], str]) -> list[str]:
    """What the next conquest uses, named by `name`: Relics and Warcraft effects; the Bag with what it copies."""
    now = document.get("turn_state", {})
    used = [name(each) for each in (*now.get("armed", ()), *now.get("armed_effects", ()))]
    copied = f" ({name(now['bag'])})" if now.get("bag") else ""
    return used + ([f"{name('bag')}{copied}"] if now.get("bag_armed") else [])


def turn_notes(document: Document) -> list[str]:
    """The form of the Worgen, and what the next conquest uses."""
    used = armed(document, words)
    return [*filter(None, [form(document)]), *([f"uses {' + '.join(used)}"] if used else [])]


def hands(state: State, document: Document, seat: int) -> list[str]:
    """The tokens and pieces that a seat has in hand, and those set aside; races are named if several have some."""
    races = document["seats"][seat]["races"]
    free = {race["race"]: number for race in races if (number := race.get("hand", 0) - race.get("reserve", 0))}
    found = [f"{words(race)} {number}" if len(free) > 1 else str(number) for race, number in free.items()]
    found += [piece for race in races for piece in pieces_in_hand(state, document, seat, race)]
    aside = sum(race.get("reserve", 0) for race in races)
    return [*([f"{' + '.join(found)} in hand"] if found else []), *([f"{aside} set aside"] if aside else [])]


def seat_notes(state: State, document: Document, seat: int) -> list[str]:
    """What to know of a seat besides its races: whether it waits for another, its hand, its treaties and pieces."""
    entry = document["seats"][seat]
    hammers = sum(race.get("hammers", 0) for race in entry["races"])
    number = number_of(hammers, "hammer")
    left = document.get("turn_state", {}).get("hammers_left", hammers) if seat == state.turn else hammers
    return [
        *(["waits for another seat"] if seat == state.turn != state.to_act and not state.is_over else []),
        *hands(state, document, seat),
        *([f"peace with seat {entry['peace']}"] if entry.get("peace") is not None else []),
        *([f"{left} of {number}" if left < hammers else number] if hammers else []),
        *(["Vengeance"] if entry.get("vengeance") else []),
        *(["Harmony: an attack on the Pandaren costs 2 coins"] if entry.get("harmony") else []),
    ]


def purses(state: State, document: Document, seat: int | None) -> list[str]:
    """Coins as far as the observer may know them: with `hide_coins`, a seat sees only its own."""
    hidden = seat is not None and bool(state.game.options.get("hide_coins")) and not state.is_over
    return ["?" if hidden and i != seat else str(entry["coins"]) for i, entry in enumerate(document["seats"])]


def headline(state: State) -> str:
    """Say who does what now, or who has won."""
    if state.is_over:
        seats = winners(state)
        return f"Game over: {' and '.join(f'seat {seat}' for seat in seats)} win{'s' if len(seats) == 1 else ''}"
    return f"Seat {state.to_act} {PHASES[state.phase]}"


def combo_tokens(state: State, combo: Document) -> int:
    """The tokens that a combo brings, those set aside included (SW-SETUP-10)."""
    game = game_of(state)
    return sum(
        entry.tokens + entry.reserve
        for kind, entries in (("race", game.races), ("power", game.powers))
        for entry in entries
        if entry.name == combo[kind]
    )


def symbols(region: Region) -> list[str]:
    """The symbols printed in a region, besides its terrain."""
    return [*region.symbols, *(["volcano"] if region.volcano else []), *(["anchor"] if region.anchor else [])]


def describe(region: Region, content: Document | None = None, document: Document | None = None) -> str:
    """Describe a region in a sentence or two."""
    printed = f"Region {region.id}: {', '.join([region.terrain, *symbols(region)])}"
    return printed if not content or document is None else f"{printed}. {_holds(content, document, words)}"


def _holds(content: Document, document: Document, name: Callable[[str], str]) -> str:
    parts = []
    if "owner" in content:
        decline = " in decline" if in_decline(content, document) else ""
        parts.append(f"{content['owner']} {name(content['race'])}{decline} ×{content['tokens']}")
    if content.get("tribe"):
        parts.append("Lost Tribe")
    if content.get("monsters"):
        parts.append(f"Monsters ×{content['monsters']}")
    if content.get("murloc"):
        parts.append("Murloc")
    for find in finds(content):
        shields = " (protects)" if find == "aegis" and document.get("aegis_up") else ""
        parts.append((words if find == "face_down" else name)(find) + shields)
    fort = {"fortress": "fort"} if document.get("game") == "warcraft" else {}
    parts += [name(fort.get(kind, kind)) + (f" ×{count}" if count > 1 else "") for kind, count in markers(content)]
    return ", ".join(parts)


def _plain(name: str) -> str:
    """A name as in position documents, with spaces: short enough for the columns of a page."""
    return name.replace("_", " ")


# --- the page -------------------------------------------------------------------------------------


def text(state: State, color: bool = False, seat: int | None = None) -> str:
    """See `swenv.render.text`."""
    document = state.to_position()
    paint = painter(color)
    lines = [
        *_head(state, paint),
        "",
        *_seats(state, document, seat, paint),
        "",
        *_column(state, document),
        *([f"beside  {', '.join(beside)}"] if (beside := on_table(state, document)) else []),
        "",
        *_regions(board_of(state), document, paint),
        _NOTES[board_of(state).game],
    ]
    return "\n".join(line.rstrip() for line in lines)


def details(state: State, seat: int | None) -> list[str]:
    """See `Drawer.details`: how to read the page, and what everything on it does. No seat sees more than another."""
    document = state.to_position()
    combos = [*document["column"], *(race for entry in document["seats"] for race in entry["races"])]
    names = {combo[kind] for combo in combos for kind in ("race", "power")} | {document.get("stonehedge")}
    for _, content in contents(document):
        lying = {content.get("place"), *content.get("relics", ()), *content.get("artifacts", ())}
        names |= lying | {name for name, _ in markers(content)} | {key for key in _DWELLERS if content.get(key)}
    names |= set(document.get("turn_state", {}).get("armed", ()))
    entries = game_of(state).entries()
    told = [in_a_line(name, entry, isinstance(entry, Content)) for name, entry in entries.items() if name in names]
    return [*_READING, "", "What is in sight, and its rules:", *told]


def start(board: Board) -> Document:
    """An empty board as a position document without seats."""
    lying: dict[str, Document] = {}
    for region in board.regions:
        here: Document = {"tribe": int(region.tribe), "monsters": 2 * region.monster, "murloc": int(region.murloc)}
        lying[str(region.id)] = here | ({"face_down": "unknown"} if region.marker else {})
    return {"regions": lying, "seats": []}


def board_text(board: Board, color: bool = False) -> str:
    """See `swenv.render.board_text`."""
    lines = [f"{registry.kind(board.game).title}: {board.name}", "", *_regions(board, start(board), painter(color))]
    return "\n".join(line.rstrip() for line in lines)


def _head(state: State, paint: Paint) -> list[str]:
    game = game_of(state)
    rounds = int(state.record["rounds"][0])
    parts = [f"{game.title} on {board_of(state).name}", f"round {state.round} of {rounds}"]
    if not state.is_over:
        parts.append(f"turn of seat {state.turn}")
        parts.append(f"phase {state.phase}")
    if state.last_roll is not None:
        parts.append(f"die {state.last_roll}")
    return [" · ".join(parts), paint(headline(state), "1")]


def _seats(state: State, document: Document, seat: int | None, paint: Paint) -> list[str]:
    lines = ["  seat  coins  races"]
    for number, (entry, coins) in enumerate(zip(document["seats"], purses(state, document, seat), strict=True)):
        mark = ">" if number == state.to_act and not state.is_over else " "
        notes = [_race(state, document, number, race) for race in entry["races"]] or ["no race yet"]
        if entry.get("peace") is not None:
            notes.append(f"at peace with seat {entry['peace']}")
        if entry.get("vengeance"):
            notes.append("holds a Vengeance marker")
        if entry.get("harmony"):
            notes.append("holds a Harmony token")
        if number == document["turn"] and form(document):
            notes.append(f"in {form(document)}")
        if number == document["turn"] and (used := armed(document, _plain)):
            notes.append(f"uses {', '.join(used)} next")
        head = f"{mark} {number:>4}  {coins:>5}  "
        lines.append(paint(head, seat_code(number)) + notes[0])
        lines += [" " * len(head) + note for note in notes[1:]]
    return lines


def _race(state: State, document: Document, seat: int, race: Document) -> str:
    tokens, regions = strength(document, seat, race["race"])
    name = _plain(race["race"])
    power = _plain(race["power"] or "")
    if race["status"] != "active":
        name = f"{name} in decline" + (f" ({power})" if power else "")
    elif power:
        name = f"{power} {name}"
    sides = factions(state)
    side = f" [{sides[race['race']]}]" if sides else ""
    hand = f", {race['hand']} in hand" if race.get("hand") else ""
    reserve = f" ({race['reserve']} of them set aside)" if race.get("reserve") else ""
    hammers = f", {number_of(race['hammers'], 'hammer')}" if race.get("hammers") else ""
    pieces = pieces_in_hand(state, document, seat, race)
    more = f", {' and '.join(pieces)} in hand" if pieces else ""
    return f"{name}{side}: {tokens} in {number_of(regions, 'region')}{hand}{reserve}{hammers}{more}"


def _column(state: State, document: Document) -> list[str]:
    """The combos with their tokens (SW-SETUP-10) and the coins on them."""
    sides = factions(state)
    cells = []
    for row, combo in enumerate(document["column"]):
        name = _plain(f"{combo['power']} {combo['race']}")
        name += f" ×{combo_tokens(state, combo)}"
        name += f" [{FACTIONS[sides[combo['race']]][1]}]" if sides else ""
        cells.append(f"{row} {name}" + (f" (+{combo['coins']})" if combo.get("coins") else ""))
    width = max((len(cell) for cell in cells), default=0)
    wide = 2 if sides else 3
    rows = [cells[i : i + wide] for i in range(0, len(cells), wide)] or [["none left"]]
    return [
        ("combos  " if i == 0 else " " * 8) + "   ".join(f"{cell:<{width}}" for cell in row)
        for i, row in enumerate(rows)
    ]


def _regions(board: Board, document: Document, paint: Paint) -> list[str]:
    """A line per region; on a table of several boards, each board has a heading."""
    lying = dict(contents(document))
    rows = [("id", "terrain", "symbols", "holds", "def", "neighbors")]
    codes = [("", "", "", "", "", "")]
    for region in board.regions:
        content = lying.get(region.id, {})
        strong = defence(region.terrain, content)
        edge = ["edge"] if region.edge and not board.faces else []
        rows.append(
            (
                str(region.id),
                region.terrain,
                " ".join([*symbols(region), *edge]),
                _holds(content, document, _plain) or "·",
                "safe" if strong is None else str(strong) if strong else "·",
                " ".join(map(str, region.neighbors)),
            )
        )
        terrain = f"38;5;{_TERRAINS[region.terrain]}"
        owner = seat_code(content["owner"], in_decline(content, document)) if "owner" in content else ""
        codes.append(("", terrain, "", owner, "", "2"))
    widths = [max(len(row[i]) for row in rows) for i in range(6)]
    lines = []
    for row, code in zip(rows, codes, strict=True):
        cells = [
            paint(f"{cell:>{width}}" if i in (0, 4) else f"{cell:<{width}}" if i < 5 else cell, shade)
            for i, (cell, width, shade) in enumerate(zip(row, widths, code, strict=True))
        ]
        lines.append("  ".join(cells))
    for number in reversed(range(len(board.faces))):
        first = min(region.id for region in board.regions if region.board == number)
        lines.insert(first + 1, f"board {board.faces[number]}")
    return lines
