"""What an observer sees of a position of Small Islands, for the picture and the page of text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from swenv.islands.content import TILES, Tile

if TYPE_CHECKING:
    from swenv.core.game import State
    from swenv.islands import Island

Document = dict[str, Any]
Cell = tuple[int, int]

TILE: dict[str, Tile] = {tile.id: tile for tile in TILES}
DECKS = ("missions", "goals", "rewards")
"""Fields of a seat that contain cards; a game has either the first or the other two."""
ALEXIS = "alexis"
GREY = "grey"
BACK = "back"
"""Stands for a tile, card or token that the observer has not seen."""


# --- what the observer knows ----------------------------------------------------------------------


def seen(state: State, seat: int | None) -> Document:
    """Return the position document with `BACK` for everything that this seat does not know; None knows everything.

    Nobody sees the order of the stacks: only the numbers of their tiles, cards and tokens are kept.
    """
    document = state.to_position()
    shown = {key: value for key, value in document.items() if key not in ("seed", "random", "decks")}
    for stack in ("reserve", "navigation", "discoveries"):
        shown[stack] = len(document.get(stack, ()))
    shown["seats"] = [
        _open(entry) if seat in (None, number) else _closed(entry, state.is_over)
        for number, entry in enumerate(document["seats"])
    ]
    if seat not in (None, state.to_act):
        shown["drawn"] = _backs(document.get("drawn", ()))
    if ALEXIS in document:
        shown[ALEXIS] = document[ALEXIS] | {"deck": len(document[ALEXIS].get("deck", ()))}
    return shown


def _open(entry: Document) -> Document:
    return {**entry, "tokens": sorted(entry.get("tokens", ()))}


def _closed(entry: Document, over: bool) -> Document:
    """Hide what another seat does not see of a seat: backs, where it has not seen the face (SI-INFO-2)."""
    known = entry.get("known", ())
    closed = {**entry, "hand": [tile if tile in known else BACK for tile in entry.get("hand", ())]}
    closed["tokens"] = sorted(entry.get("tokens", ())) if over else _backs(entry.get("tokens", ()))
    closed["tokens_in_pool"] = []
    for deck in DECKS:
        if deck in entry:
            cards = entry[deck]
            current = cards.get("current")
            closed[deck] = {
                "held": _backs(cards.get("held", ())),
                "current": current and (current if entry.get("revealed") else BACK),
                "returned": cards.get("returned") and BACK,
            }
    return closed


def _backs(things: Iterable[Any]) -> list[str]:
    return [BACK for _ in things]


# --- what lies on the table -----------------------------------------------------------------------


@dataclass
class Lying:
    """A land or start tile on the table, with everything on it.

    Attributes:
        tile: the printed tile.
        rot: quarter turns clockwise.
        slots: for each resource slot, what it shows now and whose marker shows it (None: printed).
        ports: for each piece, the owners of its ports (None: printed).
        house: the seat whose house stands on its site, or "alexis".
    """

    tile: Tile
    rot: int = 0
    slots: list[tuple[str, int | None]] = field(default_factory=list)
    ports: list[list[int | None]] = field(default_factory=list)
    house: int | str | None = None

    def slots_of(self, piece: int) -> list[tuple[int, str, int | None]]:
        """The slots of a piece: number, what it shows, whose marker shows it."""
        first = sum(len(other.resources) for other in self.tile.pieces[:piece])
        return [(slot, *self.slots[slot]) for slot in range(first, first + len(self.tile.pieces[piece].resources))]

    def edges_of(self, piece: int) -> frozenset[int]:
        """The land edges of a piece in its rotation: 0 to 3 for N, E, S, W."""
        return frozenset((edge + self.rot) % 4 for edge in self.tile.pieces[piece].edges)


def bare(name: str, rot: int = 0) -> Lying:
    """A tile as printed, with nothing on it."""
    tile = TILE[name]
    printed: list[tuple[str, int | None]] = [(slot, None) for piece in tile.pieces for slot in piece.resources]
    return Lying(tile, rot, printed, [[None] * piece.ports for piece in tile.pieces])


def lying(document: Document) -> dict[Cell, Lying]:
    """The land and start tiles on the table by cell, with their markers and houses."""
    table = {(entry["r"], entry["c"]): bare(entry["tile"], entry["rot"]) for entry in document["tiles"]}
    for marker in document.get("markers", ()):
        tile = table[marker["r"], marker["c"]]
        if marker["as"] == "port":
            tile.ports[marker["piece"]].append(marker["seat"])
        else:
            tile.slots[marker["slot"]] = marker["as"], marker["seat"]
    for house in document.get("houses", ()):
        table[house["r"], house["c"]].house = house["seat"]
    return table


def ships(document: Document) -> dict[Cell, int | str]:
    """The ships on the table by cell: the seat whose colour is up, or "grey"."""
    return {(ship["r"], ship["c"]): ship["owner"] for ship in document.get("ships", ())}


def last_placed(document: Document) -> Cell | None:
    """The cell of the latest tile or ship, if the position says so."""
    cell = document.get("last") or document.get("human_last")
    return (int(cell[0]), int(cell[1])) if cell else None


@dataclass(frozen=True)
class Window:
    """The part of the table that is drawn: rows `top` to `bottom`, columns `left` to `right`, inclusive.

    Attributes:
        size: rows and columns of the whole table; the first and the last are at its edge.
    """

    top: int
    bottom: int
    left: int
    right: int
    size: int

    @property
    def rows(self) -> range:
        """The rows that are drawn."""
        return range(self.top, self.bottom + 1)

    @property
    def columns(self) -> range:
        """The columns that are drawn."""
        return range(self.left, self.right + 1)


def window(document: Document) -> Window:
    """The bounding box of everything on the table, or of the centre, with a margin of one cell within the table."""
    size = int(document["window"])
    cells = [(entry["r"], entry["c"]) for key in ("tiles", "ships") for entry in document.get(key, ())]
    rows, columns = zip(*(cells or [(size // 2, size // 2)]), strict=True)
    return Window(
        max(min(rows) - 1, 0),
        min(max(rows) + 1, size - 1),
        max(min(columns) - 1, 0),
        min(max(columns) + 1, size - 1),
        size,
    )


def largest_first(found: Iterable[Island]) -> list[Island]:
    """The islands of at least two tiles, the largest first."""
    return sorted((island for island in found if island.size > 1), key=lambda island: (-island.size, island.pieces))


def houses_of_alexis(document: Document) -> int:
    """The houses that Alexis has not built (SI-SOLO-2)."""
    return 8 - [house["seat"] for house in document.get("houses", ())].count(ALEXIS)


def ships_left(document: Document) -> list[int | str]:
    """The ships in the supply: seats whose own ship is left, then "grey" for each grey one (SI-SETUP-5)."""
    docked = list(ships(document).values())
    seats = len(document["seats"])
    own: list[int | str] = [seat for seat in range(seats) if seat not in docked and not _turned(document, seat)]
    return own + [GREY] * max(0, 4 - len(docked) - len(own))


def _turned(document: Document, seat: int) -> bool:
    """Whether Alexis has docked with the human's ship, which is then grey (SI-INT-42)."""
    grey = sum(owner == GREY for owner in ships(document).values())
    return ALEXIS in document and seat == 0 and grey > 3


def markers_left(document: Document, seat: int) -> list[str]:
    """The unused markers of a seat: "lotus", "dragonfruit", "laurel", "any"."""
    used = [marker["marker"] for marker in document.get("markers", ()) if marker["seat"] == seat]
    return [name for name in ("lotus", "dragonfruit", "laurel", "any") if name not in used]


def chosen(document: Document) -> str | None:
    """The tile that was chosen but not yet placed."""
    tile: str | None = document.get("turn_state", {}).get("chosen")
    return tile


def starts_left(document: Document) -> list[str]:
    """The faces of the start tiles that nobody has laid or chosen."""
    taken = {entry["tile"][:3] for entry in document["tiles"]} | {(chosen(document) or "")[:3]}
    return [name for name in TILE if name.startswith("ST") and name[:3] not in taken]
