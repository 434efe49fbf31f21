"""An observation says all that its seat may know of the board: a second reading works it out from entities alone."""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import Any

import numpy as np
import pytest
from archipelago import game, position

import swenv
from randomplay import walk
from referee.archipelago import (
    BOX,
    CARDS,
    LAND,
    PIECE_OF_SLOT,
    SITE,
    TILES,
    Archipelago,
    Cell,
    Document,
    Island,
    neighbour,
    points,
    resources_on,
    turned,
)
from swenv.islands.content import TILES as NAMES

SYMBOLS = ("lotus", "dragonfruit", "laurel", "temple", "ports")
SEA, NOTHING, LINES, SECOND = -1, 0, 32, 64
SHIP, GREY = 65, 69
KINDS = {
    "two": (2, "standard", 17),
    "four": (4, "advanced", 15),
    "solo": (1, "solo", 17),
    "advanced solo": (1, "advanced", 17),
    "small": (3, "standard", 7),
}


class Seen:
    """The board as an observation shows it, read by the names of its columns."""

    def __init__(self, state: swenv.State, viewer: int) -> None:
        self.layout = state.game.observation_layout
        self.vector = state.observation(viewer)
        self.width = state.game.options["window"]
        self.viewer, self.contenders = viewer, max(state.game.num_players, 2)
        self.solo = state.game.num_players == 1
        cells = self.of("cells", "tile")[:, 0]
        self.tiles = {divmod(k, self.width): NAMES[n - 1].id for k, n in enumerate(cells.tolist()) if 0 < n < SHIP}
        ships = {divmod(k, self.width): n - SHIP for k, n in enumerate(cells.tolist()) if n >= SHIP}
        self.ships = {cell: None if n == GREY - SHIP else self.owner(n) for cell, n in ships.items()}
        self.sides = {divmod(k, self.width): line for k, line in enumerate(self.of("cells", "sides").tolist())}

    def of(self, part: str, column: str) -> Any:
        """A column group of a part with lines, (lines, width)."""
        return self.layout[part].of(self.vector)[..., self.layout[part].column(column)]

    def owner(self, clockwise: int) -> int | str:
        """A seat from its number clockwise from the viewer."""
        return "alexis" if self.solo and clockwise == 1 else (self.viewer + clockwise) % self.contenders

    def place(self, column: str) -> Cell | None:
        """A cell that the turn names."""
        row, number = self.of("turn", column).tolist()
        return (row - 1, number - 1) if row else None

    def coast(self, cell: Cell) -> tuple[int | None, ...]:
        """The piece on each side of a tile."""
        return tuple(None if side == SEA else int(side >= SECOND) for side in self.sides[cell])

    def demand(self) -> dict[Cell, list[bool | None]]:
        """For each side of the empty cells on the shore whether it must be land; None if it is free."""
        empty = {cell: line for cell, line in self.sides.items() if any(line) and cell not in self.occupied}
        return {cell: [None if n == NOTHING else n > 0 for n in line] for cell, line in empty.items()}

    @property
    def occupied(self) -> set[Cell]:
        return {*self.tiles, *self.ships}

    def shown(self) -> dict[Cell, list[str]]:
        """What the slots of each tile show: what is printed, and markers in the order in which they were laid."""
        printed = {
            cell: [name for piece in TILES[tile]["pieces"] for name in piece["resource_slots"]]
            for cell, tile in self.tiles.items()
        }
        for cell, spot, what, _ in self.markers():
            if what != "port":
                printed[cell][spot] = what
        return printed

    def ports(self) -> dict[Cell, list[int]]:
        """The ports of each piece of each tile, printed or laid."""
        found = {cell: [piece["ports"] for piece in TILES[tile]["pieces"]] for cell, tile in self.tiles.items()}
        for cell, spot, what, _ in self.markers():
            if what == "port":
                found[cell][spot] += 1
        return found

    def markers(self) -> list[tuple[Cell, int, str, int | str]]:
        """Every marker: cell, slot or piece, what it shows, whose it is."""
        columns = (self.of("markers", name) for name in ("row", "column", "spot", "shows", "seat"))
        return [
            (
                (int(row[0]) - 1, int(column[0]) - 1),
                int(spot.argmax()),
                (*SYMBOLS[:3], "port")[shows.argmax()],
                self.owner(int(seat.argmax())),
            )
            for row, column, spot, shows, seat in zip(*columns, strict=True)
            if row[0]
        ]

    def houses(self) -> dict[Cell, tuple[int | str, int]]:
        """The owner of each house, and whether it is being scored (2) or will be (1)."""
        rows, columns, scored = (self.of("houses", name) for name in ("rows", "columns", "scored"))
        return {
            (int(rows[k, j]) - 1, int(columns[k, j]) - 1): (self.owner(int(k)), int(scored[k, j]))
            for k, j in np.argwhere(rows)
        }

    def islands(self) -> list[set[tuple[int, int, int]]]:
        """The pieces of land of every island, by a flood fill over the sides of tiles."""
        nodes = {(*cell, k) for cell, tile in self.tiles.items() for k in range(len(TILES[tile]["pieces"]))}
        found = []
        while nodes:
            island, fresh = set(), {nodes.pop()}
            while fresh:
                node = fresh.pop()
                island.add(node)
                beside = {
                    (*other, self.coast(other)[(side + 2) % 4])
                    for side in range(4)
                    if self.coast(node[:2])[side] == node[2] and (other := neighbour(node[:2], side)) in self.tiles
                }
                fresh |= beside & nodes
                nodes -= beside
            found.append(island)
        return found


def label(seen: Seen, island: set[tuple[int, int, int]]) -> tuple[int, int]:
    """What islands are sorted by: the number of the piece first, then of the tile, of their smallest piece of land."""
    names = [tile.id for tile in NAMES]
    tile, piece = min((names.index(seen.tiles[r, c]), piece) for r, c, piece in island)
    return piece, tile


def apart(a: int, b: int) -> int:
    return abs(a - b) if a or b else 2


def missing(goal: Document, symbols: Counter[str]) -> int:
    """About how many symbols an island lacks."""
    kind = goal["type"]
    if kind == "at_least":
        return sum(max(number - symbols[name], 0) for name, number in goal["symbols"].items())
    if kind == "more_than":
        return max(symbols[goal["less"]] + 1 - symbols[goal["more"]], 0)
    one, two, three = (symbols[name] for name in SYMBOLS[:3])
    if kind == "two_resources_equal":
        return min(apart(one, two), apart(one, three), apart(two, three))
    return min(apart(symbols[goal["resource"]], symbols[name]) for name in goal["others"])


def promised(reward: Document, island: Island) -> int:
    """What an island pays by a reward, with the best choice; of drawn tokens, the best one expected, rounded."""
    if reward["type"] == "discovery":
        values = sorted(BOX["discovery_tokens"]["values"])
        drawn = min(island.symbols["temple"], len(values))
        ways = [comb(k, drawn - 1) if drawn else 0 for k in range(len(values))]  # in which each value is the best
        return round(sum(value * number for value, number in zip(values, ways, strict=True)) / max(sum(ways), 1))
    if reward["type"] == "chosen_resource_ports":
        return max(points(reward, island, resource) for resource in resources_on(island.symbols))
    return points(reward, island)


def check_board(seen: Seen, document: Document) -> None:
    """Everything on the board, from the tiles, sides, houses and markers."""
    board = Archipelago(document)
    assert seen.tiles == {cell: laid.tile for cell, laid in board.laid.items()}
    assert {cell: seen.coast(cell) for cell in seen.tiles} == {cell: laid.coast for cell, laid in board.laid.items()}
    assert seen.ships == {cell: None if owner == "grey" else owner for cell, owner in board.ships.items()}
    assert seen.shown() == {cell: laid.shown for cell, laid in board.laid.items()}
    assert seen.ports() == {cell: laid.ports for cell, laid in board.laid.items()}
    assert {cell: owner for cell, (owner, _) in seen.houses().items()} == board.houses
    demanded: dict[Cell, list[bool | None]] = {}
    for cell in seen.occupied:
        for side in range(4):
            other = neighbour(cell, side)
            if other not in seen.occupied and all(0 <= x < seen.width for x in other):
                land = cell in board.laid and board.laid[cell].coast[side] is not None
                demanded.setdefault(other, [None] * 4)[(side + 2) % 4] = land
    assert seen.demand() == demanded
    assert seen.place("last") == (tuple(document["last"]) if document["last"] else None)
    walked = document.get("human_last")
    assert seen.place("human_last") == (tuple(walked) if walked else None)
    built = [tuple(cell) for cell in document["turn_state"]["built"]]
    scored = document["turn_state"]["scored"]
    due = {
        cell: 2 if document["phase"] == "score" and k == scored else 1 for k, cell in enumerate(built) if k >= scored
    }
    assert {cell: state for cell, (_, state) in seen.houses().items() if state} == due


def check_islands(seen: Seen) -> None:
    """The lines of the islands, which hold nothing that the board does not, and the sides that name them."""
    islands = sorted(seen.islands(), key=lambda island: label(seen, island))
    shown, ports, houses = seen.shown(), seen.ports(), seen.houses()
    cards = [seen.of("cards", column.name) for column in seen.layout["cards"].columns]
    kinds = [[entry["id"] for entry in BOX[f"{column.name}_cards"]] for column in seen.layout["cards"].columns]
    at_hand = [
        [names[line.argmax()] if line.any() else None for line in flags[[3, 0]]]
        for names, flags in zip(kinds, cards, strict=True)
    ]
    for number, island in enumerate(islands[:LINES]):
        symbols = Counter[str]()
        for r, c, piece in island:
            tile = seen.tiles[r, c]
            symbols.update(name for k, name in enumerate(shown[r, c]) if PIECE_OF_SLOT[tile][k] == piece)
            symbols["temple"] += TILES[tile]["pieces"][piece]["temple"]
            symbols["ports"] += ports[r, c][piece]
        sites = [(r, c) for r, c, piece in island if SITE[seen.tiles[r, c]] == piece]
        owners = Counter(houses[cell][0] for cell in sites if cell in houses)
        line = {
            name: seen.of("islands", name)[number].tolist()
            for name in ("symbols", "size", "sites", "houses", "scored", "missing", "pays")
        }
        assert line["symbols"] == [symbols[name] for name in SYMBOLS]
        assert line["size"] == [len({node[:2] for node in island})] and line["sites"] == [len(sites)]
        assert line["houses"] == [owners[seen.owner(k)] for k in range(seen.contenders)]
        assert line["scored"] == [max((houses[cell][1] for cell in sites if cell in houses), default=0)]
        assert line["missing"] == [missing(CARDS[card]["goal"], symbols) if card else 0 for card in at_hand[0]]
        whole = Island(island, symbols, sites, [cell for cell in sites if cell not in houses], list(owners.elements()))
        assert line["pays"] == [promised(CARDS[card]["reward"], whole) if card else 0 for card in at_hand[-1]]
    of = {node: min(number, LINES) for number, island in enumerate(islands) for node in island}
    for cell in seen.tiles:
        due = [SEA if piece is None else of[(*cell, piece)] + 1 + SECOND * piece for piece in seen.coast(cell)]
        assert seen.sides[cell] == due
    assert not seen.of("islands", "size")[len(islands) :].any()


@pytest.mark.rule("SI-INFO-1")
@pytest.mark.parametrize("kind", KINDS)
def test_the_board_can_be_worked_out_of_its_entities(kind: str) -> None:
    players, mode, window = KINDS[kind]
    for step, (state, _) in enumerate(walk(game(players, mode, window=window, start_layout="random"), 4)):
        if step % 5 == 0 or state.phase in ("score", "house", "alexis_house", "alexis_place"):
            document = state.to_position()
            for viewer in range(players):
                seen = Seen(state, viewer)
                check_board(seen, document)
                check_islands(seen)


def scattered() -> list[Document]:
    """Forty tiles, each laid where it joins the fewest islands."""
    laid: list[Document] = [{"tile": LAND[0], "r": 8, "c": 8, "rot": 0}]
    for tile in LAND[1:40]:
        board = Archipelago({"window": 17, "num_players": 2, "tiles": laid, "ships": [], "houses": [], "markers": []})

        def joined(place: tuple[Cell, int], board: Archipelago = board, tile: str = tile) -> int:
            cell, rot = place
            return sum(turned(tile, rot)[side] is not None for side, sea in board.wanted[cell] if not sea)

        (row, column), rot = min(board.places(tile), key=joined)
        laid.append({"tile": tile, "r": row, "c": column, "rot": rot})
    return laid


@pytest.mark.rule("SI-INFO-1")
def test_of_more_islands_than_there_are_lines_the_rest_can_be_worked_out_too() -> None:
    state = position("turn", turn=0, tiles=scattered())
    for viewer in (0, 1):
        seen = Seen(state, viewer)
        assert len(seen.islands()) > LINES
        check_board(seen, state.to_position())
        check_islands(seen)
        assert LINES + 1 in {side % SECOND for line in seen.sides.values() for side in line if side > 0}
