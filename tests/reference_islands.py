"""A second, slow implementation of Small Islands' legal actions: action ids from a position document and the rules.

It shares nothing with the engine: `reference_archipelago` reads the board; this module has the decisions of every
phase (SI-ACT-3) and, written out again, the numbers of the actions (SI-ACT-2).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from reference_archipelago import (
    BOX,
    CARDS,
    FACES,
    MARKERS,
    RESOURCES,
    Archipelago,
    Cell,
    goal_of,
    resources_on,
    reward_of,
    rotations,
)
from reference_table import Document

PASS, CARD_PAIR, REWARD_PAIR, TAKE, HAND, START_FACE, MARKER_MODE, RESOURCE, DISCOVERY = 0, 1, 7, 13, 16, 19, 27, 37, 40
"""The first ids of the blocks of actions that do not depend on the window (SI-ACT-2)."""
PLACE, DOCK_OWN, DOCK_GREY, MARK_SLOT, MARK_PIECE, HOUSE, END = 0, 4, 5, 6, 9, 11, 12
"""The start of the blocks over cells, after the first 52 actions, in numbers of cells."""
PAIRS = list(permutations(range(3), 2))
"""The ordered pairs (current, kept) of three cards."""
MODES = {
    **{name: (name, name) for name in RESOURCES},
    **{f"any_{name}": ("any", name) for name in RESOURCES},
    **{f"port_{name}": (name, "port") for name in MARKERS},
}
"""The marker modes in the order of their ids: the marker, and what it shows."""


class Position:
    """One position and the ids of its legal actions."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.board = Archipelago(document)
        self.seat: int = document["turn"]
        self.own: Document = document["seats"][self.seat]
        self.turn: Document = document["turn_state"]

    def id(self, block: int, cell: Cell, each: int = 1, which: int = 0) -> int:
        """The id of an action on a cell: `which` of the `each` actions that its block has per cell."""
        width = self.board.width
        return 52 + block * width * width + each * (cell[0] * width + cell[1]) + which

    # the start layout and the preparation

    def start_pick(self) -> Iterator[int]:
        """Choose a start tile that is not on the board (SI-SETUP-3), by its face."""
        lying = {entry["tile"][:3] for entry in self.document["tiles"]}
        yield from (START_FACE + number for number, face in enumerate(FACES) if face[:3] not in lying)

    def start_place(self) -> Iterator[int]:
        """Place the first one in the centre, the others by the tile rules."""
        if self.board.laid:
            yield from self.place()
            return
        middle = self.board.width // 2
        yield from (self.id(PLACE, (middle, middle), 4, rot) for rot in rotations(self.turn["chosen"]))

    def prep_pick(self) -> Iterator[int]:
        """Choose any card for now, and any other for the next round (SI-PREP-2, -3, -5)."""
        yield from range(CARD_PAIR, CARD_PAIR + len(PAIRS))

    def prep_reward(self) -> Iterator[int]:
        yield from range(REWARD_PAIR, REWARD_PAIR + len(PAIRS))

    # exploration

    def begin(self) -> Iterator[int]:
        """TURN: take a market tile, or dock once the navigation stack is empty (SI-DOCK-1, -2)."""
        yield from (TAKE + slot for slot, tile in enumerate(self.document["market"]) if tile is not None)
        if self.document["navigation"]:
            return
        if self.board.has_own_ship(self.seat):
            yield from (self.id(DOCK_OWN, cell) for cell in self.board.harbours)
        if self.board.has_grey_ship:
            yield from (self.id(DOCK_GREY, cell) for cell in self.board.harbours)

    def hand(self) -> Iterator[int]:
        """Choose a tile that fits somewhere (SI-EXPL-3)."""
        yield from (HAND + place for place, tile in enumerate(self.own["hand"]) if self.board.places(tile))

    def blocked(self) -> Iterator[int]:
        """Remove any of the tiles held from the game (SI-EXPL-9)."""
        yield from (HAND + place for place in range(len(self.own["hand"])))

    def place(self) -> Iterator[int]:
        yield from (self.id(PLACE, cell, 4, rot) for cell, rot in self.board.places(self.turn["chosen"]))

    def slots(self, resource: str) -> Iterator[tuple[Cell, int]]:
        """Slots that show something else; of those on one piece that show the same, the lowest (SI-INT-17)."""
        for cell, laid in self.board.laid.items():
            seen = set()
            for slot, shown in enumerate(zip(laid.piece_of_slot, laid.shown, strict=True)):
                if shown[1] != resource and shown not in seen:
                    yield cell, slot
                seen.add(shown)

    def coasts(self) -> Iterator[tuple[Cell, int]]:
        """Pieces with a coast, on tiles with fewer than two ports (SI-MARK-3, -4)."""
        for cell, laid in self.board.laid.items():
            if sum(laid.ports) < BOX["tile_model"]["max_ports_per_tile"]:
                for number, piece in enumerate(laid.pieces):
                    if piece["coast"]:
                        yield cell, number

    def spots(self, mode: str) -> Iterator[tuple[Cell, int]]:
        """Where a marker can be placed: cells with the number of a slot or of a piece."""
        shows = MODES[mode][1]
        return self.coasts() if shows == "port" else self.slots(shows)

    def marker(self) -> Iterator[int]:
        """Choose no marker, or an unused one that can be placed somewhere (SI-MARK-1, -5)."""
        yield PASS
        laid = {entry["marker"] for entry in self.document["markers"] if entry["seat"] == self.seat}
        for number, (mode, (which, _)) in enumerate(MODES.items()):
            if which not in laid and any(True for _ in self.spots(mode)):
                yield MARKER_MODE + number

    def mark_target(self) -> Iterator[int]:
        mode = self.turn["marker"]
        block, each = (MARK_PIECE, 2) if MODES[mode][1] == "port" else (MARK_SLOT, 3)
        yield from (self.id(block, cell, each, spot) for cell, spot in self.spots(mode))

    # the reward phase

    def house(self) -> Iterator[int]:
        """Stop, or choose an island that meets the goal (SI-HOUSE-1 to -8), by its smallest free site."""
        yield PASS
        if self.own["pool"]:
            islands = self.board.may_build(self.seat, goal_of(self.document, self.seat))
            yield from (self.id(HOUSE, island.free[0]) for island in islands)

    def score(self) -> Iterator[int]:
        """Choose a drawn token, equal ones once, or a resource of the island (SI-CARD-R2, -R6)."""
        drawn = self.document["drawn"]
        if reward_of(self.document, self.seat)["type"] == "discovery":
            yield from (DISCOVERY + place for place, value in enumerate(drawn) if value not in drawn[:place])
            return
        r, c = self.turn["built"][self.turn["scored"]]
        names = resources_on(self.board.island_of_site((r, c)).symbols)
        yield from (RESOURCE + number for number, name in enumerate(RESOURCES) if name in names)

    # Alexis

    def alexis_place(self) -> Iterator[int]:
        """Choose the rotation of Alexis's tile (SI-ACT-12)."""
        r, c = self.turn["cell"]
        for rot in self.board.turns_for_alexis(self.turn["chosen"], (r, c)):
            yield self.id(PLACE, (r, c), 4, rot)

    def alexis_house(self) -> Iterator[int]:
        """Choose where Alexis builds if there are more islands than houses (SI-SOLO-12)."""
        goal = CARDS[self.document["alexis"]["card"]]["goal"]
        yield from (self.id(HOUSE, island.free[0]) for island in self.board.may_build("alexis", goal))

    def legal(self) -> set[int]:
        """The ids of all legal actions."""
        phase = self.document["phase"]
        return set() if phase == "over" else set(self.begin() if phase == "turn" else getattr(self, phase)())


def legal(document: Document) -> set[int]:
    """The ids of the legal actions of a position."""
    return Position(document).legal()


def num_actions(window: int) -> int:
    """The number of actions (SI-ACT-2)."""
    return 52 + END * window * window


__all__ = ["MODES", "Position", "legal", "num_actions"]
