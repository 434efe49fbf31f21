"""The board and the cards of Small Islands as the referee reads them from position documents.

Nothing comes from the engine: tiles and cards are read from the data file of the rules, and islands are found by a
flood fill.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

Document = dict[str, Any]
"""A position document, or a part of one."""

DATA = Path(__file__).parents[2] / "swenv" / "islands" / "islands.json"
BOX: Document = json.loads(DATA.read_text(encoding="utf-8"))
"""The data file of the rules."""
LAND = tuple(entry["id"] for entry in BOX["land_tiles"])
FACES = tuple(entry["id"] for entry in BOX["start_tiles"])
"""The start faces in the order of their action ids."""
TILES: dict[str, Document] = {entry["id"]: entry for entry in BOX["land_tiles"] + BOX["start_tiles"]}
PIECE_OF_SLOT = {
    name: [number for number, piece in enumerate(tile["pieces"]) for _ in piece["resource_slots"]]
    for name, tile in TILES.items()
}
SITE: dict[str, int | None] = {
    name: next((number for number, piece in enumerate(tile["pieces"]) if piece["house_site"]), None)
    for name, tile in TILES.items()
}
CARDS: dict[str, Document] = {
    entry["id"]: entry for kind in ("mission", "goal", "reward", "expedition") for entry in BOX[f"{kind}_cards"]
}
ASKING = {
    name for name, card in CARDS.items() if card.get("reward", {}).get("type") in {"discovery", "chosen_resource_ports"}
}
"""The cards whose reward may leave a choice."""
RESOURCES = ("lotus", "dragonfruit", "laurel")
MARKERS = (*RESOURCES, "any")
"""The four markers of a seat, by what their resource side shows (SI-MARK-5)."""
SIDES = ("N", "E", "S", "W")
STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
SHIPS: int = BOX["ship_tile"]["count"]
STACK: int = BOX["components"]["navigation_stack"]
MARKET: int = BOX["components"]["market_size"]
HAND: int = BOX["components"]["hand_size"]
HOUSES: int = BOX["components"]["houses_per_player"]
POOL: int = BOX["components"]["house_pool_max"]
START_TILES: int = BOX["components"]["start_tiles"]
TOKENS: list[int] = sorted(BOX["discovery_tokens"]["values"])
LEVELS: dict[int, Document] = {card["level"]: card for card in BOX["alexis_cards"]}

Cell = tuple[int, int]
Coast = tuple[int | None, ...]
"""What is on each side of a tile, in the order N, E, S, W: the number of a land piece, or None for sea."""
SEA: Coast = (None, None, None, None)
Node = tuple[int, int, int]
"""A land piece on the board: row, column, piece."""


def neighbour(cell: Cell, side: int) -> Cell:
    """The cell across a side."""
    down, right = STEPS[SIDES[side]]
    return cell[0] + down, cell[1] + right


def around(cell: Cell) -> Iterator[Cell]:
    """The 8 cells around a cell."""
    for r in (-1, 0, 1):
        for c in (-1, 0, 1):
            if (r, c) != (0, 0):
                yield cell[0] + r, cell[1] + c


@lru_cache(maxsize=512)
def turned(tile: str, rot: int) -> Coast:
    """The sides of a tile after `rot` quarter turns clockwise (SI-TILE-4)."""
    coast: list[int | None] = [None] * 4
    for number, piece in enumerate(TILES[tile]["pieces"]):
        for side in piece["edges"]:
            coast[(SIDES.index(side) + rot) % 4] = number
    return tuple(coast)


@lru_cache(maxsize=128)
def rotations(tile: str) -> tuple[int, ...]:
    """The distinct rotations of a tile: the smallest of those that look the same (SI-TILE-5)."""
    return tuple(rot for rot in range(4) if turned(tile, rot) not in {turned(tile, other) for other in range(rot)})


class Laid:
    """A land or start tile on the board, with the markers on it."""

    def __init__(self, tile: str, rot: int) -> None:
        self.tile, self.coast, self.pieces = tile, turned(tile, rot), TILES[tile]["pieces"]
        self.shown = [resource for piece in self.pieces for resource in piece["resource_slots"]]
        """The resource that each slot now shows."""
        self.ports = [piece["ports"] for piece in self.pieces]
        """The ports of each piece, printed and added."""
        self.piece_of_slot = PIECE_OF_SLOT[tile]
        """The piece that each slot is on (SI-TILE-4)."""
        self.site = SITE[tile]
        """The piece with the building site."""


@dataclass
class Island:
    """One connected island (SI-ISLE-1 to -4)."""

    nodes: set[Node]
    symbols: Counter[str]
    sites: list[Cell]
    free: list[Cell]
    """The cells of sites without a house, ascending; the first one is its name."""
    houses: list[int | str]

    @property
    def size(self) -> int:
        """Its number of tiles: a tile with both pieces on the island counts once."""
        return len({node[:2] for node in self.nodes})


class Archipelago:
    """The board of a position document, and what the seats can still place."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.width: int = document["window"]
        self.players: int = document["num_players"]
        self.laid: dict[Cell, Laid] = {}
        for entry in document["tiles"]:
            self.laid[entry["r"], entry["c"]] = Laid(entry["tile"], entry["rot"])
        self.ships: dict[Cell, int | str] = {(entry["r"], entry["c"]): entry["owner"] for entry in document["ships"]}
        self.houses: dict[Cell, int | str] = {(entry["r"], entry["c"]): entry["seat"] for entry in document["houses"]}
        for entry in document["markers"]:
            under = self.laid[entry["r"], entry["c"]]
            if entry["as"] == "port":
                under.ports[entry["piece"]] += 1
            else:
                under.shown[entry["slot"]] = entry["as"]

    # tiles and ships

    def inside(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.width

    @cached_property
    def coasts(self) -> dict[Cell, Coast]:
        """The sides of everything on the board, by cell; a ship is a tile with four sea sides."""
        return {cell: laid.coast for cell, laid in self.laid.items()} | dict.fromkeys(self.ships, SEA)

    @cached_property
    def wanted(self) -> dict[Cell, list[tuple[int, bool]]]:
        """The demands of each empty cell in the window beside a tile or a ship: sides, and whether they must be sea."""
        found: dict[Cell, list[tuple[int, bool]]] = {}
        for cell, coast in self.coasts.items():
            for side, piece in enumerate(coast):
                beside = neighbour(cell, side)
                if self.inside(beside) and beside not in self.coasts:
                    found.setdefault(beside, []).append(((side + 2) % 4, piece is None))
        return found

    def fits(self, cell: Cell, coast: Coast) -> bool:
        """Whether a tile with these sides can be placed there (SI-TILE-6)."""
        return cell in self.wanted and all((coast[side] is None) == sea for side, sea in self.wanted[cell])

    @cached_property
    def shore(self) -> list[Cell]:
        """The empty cells in the window beside a tile or a ship."""
        return sorted(self.wanted)

    def places(self, tile: str) -> list[tuple[Cell, int]]:
        """The cells and rotations in which a tile can be placed."""
        return [(cell, rot) for cell in self.shore for rot in rotations(tile) if self.fits(cell, turned(tile, rot))]

    @cached_property
    def harbours(self) -> list[Cell]:
        """The cells on which a ship may dock (SI-DOCK-3)."""
        return [cell for cell in self.shore if self.fits(cell, SEA)]

    @property
    def greys(self) -> int:
        """The number of grey ships on the board."""
        return sum(owner == "grey" for owner in self.ships.values())

    def has_own_ship(self, seat: int) -> bool:
        """Whether the seat's ship is still in the supply; in solo mode Alexis may have taken it and turned it grey."""
        return seat not in self.ships.values() and self.greys <= SHIPS - self.players

    @property
    def has_grey_ship(self) -> bool:
        """Whether a grey ship is in the supply (SI-SETUP-5)."""
        return self.greys < SHIPS - self.players

    def ports_around(self, cell: Cell) -> int:
        """The ports on the 8 cells around a ship (SI-SCORE-1, -3)."""
        return sum(sum(self.laid[other].ports) for other in around(cell) if other in self.laid)

    def ports_of_ships(self, owner: int | str) -> int:
        """The ports around an owner's ships, added up; 0 if none has docked."""
        return sum(self.ports_around(cell) for cell, whose in self.ships.items() if whose == owner)

    # islands

    @cached_property
    def islands(self) -> list[Island]:
        """All islands, ordered by their smallest pieces."""
        rest = {(*cell, piece) for cell, laid in self.laid.items() for piece in range(len(laid.pieces))}
        found = []
        while rest:
            nodes, edge = set(), [min(rest)]
            while edge:
                node = edge.pop()
                nodes.add(node)
                edge += [other for other in self._beside(node) if other not in nodes]
            rest -= nodes
            found.append(self._island(nodes))
        return found

    def beaches(self, island: Island) -> list[tuple[Cell, int]]:
        """The land edges of an island beside empty cells in the window (SI-ISLE-5)."""
        edges = ((node[:2], side) for node in island.nodes for side in self._edges(node))
        return [edge for edge in edges if self.is_free(neighbour(*edge))]

    def is_free(self, cell: Cell) -> bool:
        """Whether a cell of the window is empty."""
        return self.inside(cell) and cell not in self.coasts

    def _edges(self, node: Node) -> list[int]:
        """The sides of a piece that are land."""
        r, c, piece = node
        return [side for side, other in enumerate(self.laid[r, c].coast) if other == piece]

    def _beside(self, node: Node) -> Iterator[Node]:
        for side in self._edges(node):
            cell = neighbour(node[:2], side)
            other = self.laid[cell].coast[(side + 2) % 4] if cell in self.laid else None
            if other is not None:
                yield (*cell, other)

    def _island(self, nodes: set[Node]) -> Island:
        symbols: Counter[str] = Counter()
        sites = []
        for r, c, number in nodes:
            laid = self.laid[r, c]
            symbols["temple"] += laid.pieces[number]["temple"]
            symbols["ports"] += laid.ports[number]
            shown = zip(laid.shown, laid.piece_of_slot, strict=True)
            symbols.update(resource for resource, piece in shown if piece == number)
            if laid.site == number:
                sites.append((r, c))
        free = sorted(cell for cell in sites if cell not in self.houses)
        return Island(nodes, symbols, sorted(sites), free, [self.houses[c] for c in sites if c in self.houses])

    def island_of_site(self, cell: Cell) -> Island:
        """The island with the building site of a cell."""
        return next(island for island in self.islands if cell in island.sites)

    def may_build(self, seat: int | str, goal: Document) -> list[Island]:
        """The islands on which a seat may build now, pool aside (SI-HOUSE-1 to -4)."""
        return [
            island
            for island in self.islands
            if island.size >= 2 and island.free and seat not in island.houses and meets(goal, island.symbols)
        ]

    # Alexis

    def joins_for_alexis(self, tile: str, cell: Cell, rot: int) -> bool:
        """Whether the tile would join an island to another one, one of them with a house of Alexis (SI-SOLO-7)."""
        entry = {"tile": tile, "r": cell[0], "c": cell[1], "rot": rot}
        for island in Archipelago({**self.document, "tiles": [*self.document["tiles"], entry]}).islands:
            united = [earlier for earlier in self.islands if earlier.nodes <= island.nodes]
            if len(united) > 1 and any("alexis" in earlier.houses for earlier in united):
                return True
        return False

    def turns_for_alexis(self, tile: str, cell: Cell) -> list[int]:
        """The rotations in which Alexis may place a tile on a cell."""
        fitting = (rot for rot in rotations(tile) if self.fits(cell, turned(tile, rot)))
        return [rot for rot in fitting if not self.joins_for_alexis(tile, cell, rot)]

    def search(self, card: Document) -> Iterator[Cell]:
        """The empty cells in the order in which Alexis searches them (SI-SOLO-6)."""
        for name in card["directions"]:
            cell = neighbour(tuple(self.document["human_last"]), SIDES.index(name))
            while self.inside(cell):
                if self.is_free(cell):
                    yield cell
                cell = neighbour(cell, SIDES.index(name))


# cards


def meets(goal: Document, symbols: Counter[str]) -> bool:
    """Whether an island with these symbols meets a goal (section 5.1)."""
    kind = goal["type"]
    if kind == "at_least":
        return all(symbols[name] >= count for name, count in goal["symbols"].items())
    if kind == "two_resources_equal":
        counts = [symbols[name] for name in RESOURCES if symbols[name]]
        return len(set(counts)) < len(counts)
    if kind == "more_than":
        return symbols[goal["more"]] > symbols[goal["less"]]
    assert kind == "equal_to_either", kind
    mine = symbols[goal["resource"]]
    return mine >= 1 and any(symbols[name] == mine for name in goal["others"])


def resources_on(symbols: Counter[str]) -> list[str]:
    """The choices for a reward with a chosen resource: those on the island, or all if there are none (SI-ACT-3)."""
    return [name for name in RESOURCES if symbols[name]] or list(RESOURCES)


def points(reward: Document, island: Island, resource: str = "") -> int:
    """The prestige that a reward pays for an island (section 5.3); discovery tokens pay nothing at this point."""
    kind, symbols, flat = reward["type"], island.symbols, reward.get("flat", 0)
    counts = [symbols[name] for name in RESOURCES if symbols[name]] or [0]
    if kind == "symbols":
        return flat + sum(each * symbols[name] for name, each in reward["per_symbol"].items())
    if kind in ("least_resource", "most_resource"):
        return flat + reward["pp_per_resource"] * (min if kind == "least_resource" else max)(counts)
    if kind == "chosen_resource_ports":
        return (
            flat + reward["pp_per_resource"] * symbols[resource] + reward["pp_per_port_pair"] * (symbols["ports"] // 2)
        )
    if kind == "island_size":
        return sum(b["pp"] for b in reward["bands"] if b["min"] <= island.size <= (b["max"] or island.size))
    if kind == "building_sites":
        return reward["pp_per_site"] * (len(island.free) + len(island.houses))
    assert kind in ("flat", "discovery"), kind
    return flat


def card_kinds(document: Document) -> tuple[str, ...]:
    """The decks of the game: missions, or goals and rewards."""
    return ("goals", "rewards") if document["mode"] == "advanced" else ("missions",)


def goal_of(document: Document, seat: int) -> Document:
    """The goal of a seat this round."""
    return CARDS[document["seats"][seat][card_kinds(document)[0]]["current"]]["goal"]


def reward_of(document: Document, seat: int) -> Document:
    """The reward of a seat this round."""
    return CARDS[document["seats"][seat][card_kinds(document)[-1]]["current"]]["reward"]


def all_ids(kind: str) -> list[str]:
    """The cards of a deck, by its name in position documents."""
    return [entry["id"] for entry in BOX[f"{kind.removesuffix('s')}_cards"]]


def pieces(document: Document) -> Counter[Any]:
    """The tiles, cards and tokens in a position, wherever they are (SI-INV-1, SI-INV-5)."""
    found = Counter[Any](tile for tile in document["market"] if tile is not None)
    for entry in document["tiles"]:
        found[entry["tile"]] += 1
    for name in ("reserve", "navigation", "removed", "discoveries", "drawn"):
        found.update(document[name])
    if document["turn_state"]["chosen"] is not None:
        found[document["turn_state"]["chosen"]] += 1
    for seat in document["seats"]:
        found.update([*seat["hand"], *seat["tokens"]])
    for kind in card_kinds(document):
        found.update(document["decks"][kind])
        for cards in (seat[kind] for seat in document["seats"]):
            found.update([*cards["held"], *(cards[name] for name in ("current", "returned") if cards[name])])
    return found


def less(whole: Iterable[Any], part: Iterable[Any]) -> list[Any]:
    """A list without some of its entries, each removed once."""
    rest = list(whole)
    for entry in part:
        rest.remove(entry)
    return rest
