"""What the greedy player of Small Islands sees: observations as tables of islands, and cards as functions of them.

The islands of all games in a batch are in one table, each with the game (the row of the batch) it belongs to.
"""

from __future__ import annotations

from functools import cached_property
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from swenv.core.game import Game
from swenv.islands.content import TOKENS
from swenv.islands.rules.fields import ISLANDS, SECOND
from swenv.islands.rules.record import (
    CARDS,
    GREY,
    HELD,
    NUM_SHIPS,
    NUM_TILES,
    PORT,
    SLOTS,
    STACK,
    Fact,
    Goal,
    Reward,
)

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]
Masks = NDArray[np.bool_]
Observations = NDArray[np.int8]

SYMBOLS = 5
SIZE, SITES, HOUSES, OWN, ALEXIS = range(SYMBOLS, SYMBOLS + 5)
FACTS = SYMBOLS + 5
"""Number of features of an island: symbols, tiles, sites, houses, the observing seat's houses, Alexis's houses."""


class Cards:
    """Goals and rewards, evaluated on whole tables of islands. Card -1 means none: never met, pays nothing."""

    def __init__(self, t: Any) -> None:
        self.kind = np.append(t["goal"], Goal.AT_LEAST)
        self.symbols = np.append(t["goal_symbols"], np.full((1, SYMBOLS), 9), axis=0)
        two = self.kind == Goal.TWO_RESOURCES_EQUAL
        pair = np.append(t["goal_resource"], [[0, 1]], axis=0)
        self.first, self.second = np.where(two, 0, pair[:, 0]), np.where(two, 1, pair[:, 1])
        self.reward = np.append(t["rewards"], Reward.FLAT)
        self.per_symbol = np.append(t["per_symbol"], np.zeros((1, SYMBOLS), dtype=np.int64), axis=0)
        self.flat = np.append(t["bonus"], 0)
        self.by_size = np.zeros(128, dtype=np.int64)
        for fewest, pays in t["bands"]:
            self.by_size[fewest:] = pays
        values = np.sort(TOKENS)
        whole = len(values)
        self.best_of = np.zeros(whole + 1)  # the expected best of this many tokens
        for drawn in range(1, whole + 1):
            below = np.array([comb(k, drawn) / comb(whole, drawn) for k in range(whole + 1)])
            self.best_of[drawn] = (np.diff(below) * values).sum()

    def missing(self, facts: Integers, goals: Integers) -> Integers:
        """About how many symbols each island needs to meet a goal; 0 if it meets it."""
        rows = np.arange(len(facts))
        x, y = facts[rows, self.first[goals]], facts[rows, self.second[goals]]
        z = facts[rows, 3 - self.first[goals] - self.second[goals]]
        either = np.minimum(_apart(x, y), _apart(x, z))
        found: Integers = np.choose(
            self.kind[goals],
            (
                np.maximum(self.symbols[goals] - facts[:, :SYMBOLS], 0).sum(axis=1),
                np.minimum(either, _apart(y, z)),
                np.maximum(y + 1 - x, 0),
                either,
            ),
        )
        return found

    def pays(self, facts: Integers, rewards: Integers) -> Floats:
        """What each island pays by a reward, with the best choice, and the expected best of drawn tokens."""
        resources = facts[:, :3]
        most = resources.max(axis=1)
        least = np.where(resources > 0, resources, most[:, np.newaxis]).min(axis=1)
        each, flat = self.per_symbol[rewards], self.flat[rewards]
        by_symbol = flat + (each * facts[:, :SYMBOLS]).sum(axis=1)
        found: Floats = np.choose(
            self.reward[rewards],
            (
                by_symbol,
                self.best_of[np.minimum(facts[:, Fact.TEMPLE], len(self.best_of) - 1)],
                flat + each[:, 0] * least,
                flat + each[:, 0] * most,
                by_symbol,
                most + facts[:, Fact.PORTS] // 2,
                self.by_size[facts[:, SIZE]],
                facts[:, SITES],
            ),
        ).astype(np.float32)
        return found


def _apart(a: Integers, b: Integers) -> Integers:
    """How far two counts of resources are from being equal and not zero."""
    found: Integers = np.where(np.maximum(a, b) > 0, np.abs(a - b), 2)
    return found


Pair = tuple[int, int] | None
Pairs = tuple[Pair, ...]
PAIRS: Pairs = ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1))
"""The cards in hand to use now and to keep for later, in the order of the actions (SI-ACT-2)."""
Hands = tuple[Integers, Integers, Integers, Integers]
"""For each game: goal and reward of this round, goal and reward of the next one."""
SIDES = np.array([1, 2, 4, 8])
SHOWN = np.array([0, 1, 2, 0, 1, 2, 3, 3, 3, 3])
"""What a marker shows in each mode: a resource or a port."""
FREE_MODES = (3, 4, 5, 9)
"""The modes that use the wild marker."""
SHIP_OF = NUM_TILES + 1
"""What cells show for the ship of the observing seat; those of other owners follow."""


class Facts:
    """Lookup tables of the player: columns, actions by verb, tiles, the window."""

    def __init__(self, game: Game) -> None:
        layout, t = game.observation_layout, game.tables[0]
        self.cells, self.islands, self.markers, self.turn, self.tiles, self.cards, self.seats = (
            layout[name] for name in ("cells", "islands", "markers", "turn", "tiles", "cards", "seats")
        )
        self.verbs = {verb.name: slice(verb.first, verb.first + verb.size) for verb in game.verbs}
        self.num_actions = game.num_actions
        self.solo = game.num_players == 1
        self.players = game.num_players + self.solo  # Alexis takes turns too
        self.decks = self.cards.shape[1] // CARDS
        assert self.cells.grid
        self.rows, self.columns = self.cells.grid
        self.num_cells = self.rows * self.columns
        self.neighbor = np.where(t["neighbor"] < 0, self.num_cells, t["neighbor"])[: self.num_cells].astype(np.int64)
        self.around = np.where(t["around"] < 0, self.num_cells, t["around"])[: self.num_cells].astype(np.int64)
        self._tiles(t)

    def _tiles(self, t: Any) -> None:
        """Shapes and contents of the tiles, and how a row of the observation encodes one."""
        self.shape, self.fits = t["form"].astype(np.int64), t["fits"].astype(np.int64)
        self.piece_at, self.pieces = t["piece_at"].astype(np.int64), t["pieces"].astype(np.int64)
        number = len(self.shape)
        self.site = np.append(t["site"].astype(np.int64), -1)  # of no tile, the last, there is nothing
        self.slot_piece = np.append(t["slot_piece"], [[-1] * SLOTS], axis=0).astype(np.int64)
        self.slot_resource = np.append(t["slot_resource"], [[-1] * SLOTS], axis=0).astype(np.int64)
        whole = np.arange(2) < self.pieces[:, np.newaxis]
        self.inland = np.argwhere(whole & ~(self.piece_at[:, :, np.newaxis] == [0, 1]).any(axis=1))
        self.on_tile = np.zeros((number + 1, 2, FACTS), dtype=np.int64)
        for tile in range(number):
            for slot, resource in enumerate(t["slot_resource"][tile]):
                if resource >= 0:
                    self.on_tile[tile, t["slot_piece"][tile, slot], resource] += 1
            if t["site"][tile] >= 0:
                self.on_tile[tile, t["site"][tile], SITES] = 1
            for piece in range(self.pieces[tile]):
                self.on_tile[tile, piece, Fact.TEMPLE] = t["temple"][tile, piece]
                self.on_tile[tile, piece, Fact.PORTS] = t["ports"][tile, piece]
                self.on_tile[tile, piece, SIZE] = 1
        sides = self.piece_at[:, :, np.newaxis] == [0, 1]
        symbols = [self.on_tile[:-1, piece, :SYMBOLS] for piece in range(2)]
        lines = np.concatenate([sides.any(axis=2), sides[:, :, 1], *symbols, self.on_tile[:-1, :, SITES]], axis=1)
        self.tile_from = self.tiles.column("edges").start
        self.digits = 4 ** np.arange(lines.shape[1])
        codes, first = np.unique(lines @ self.digits, return_index=True)
        self.tile_codes, self.tile_of_code = codes, first

    def phases_of(self, observations: Observations) -> Integers:
        """The number of the phase that each observation shows."""
        found: Integers = self.turn.of(observations)[:, self.turn.column("phase")].argmax(axis=1)
        return found


class Sight:
    """What k observations show: the islands of all games in one table, and features of each game on request.

    Attributes:
        facts: What holds for all of them.
        line_of: (islands,) the game of each island.
        islands: (islands + 1, FACTS), the last one is none.
        lies: (k, cells), what lies on each cell, as the observation has it.
        on_board: (k, cells), the tile on each cell, -1 for none.
        sides: (k, cells, 4), what is on each side, as the observation has it.
        edges, second: (k, cells, 4), whether a side of a tile is land, and whether of its second piece.
    """

    def __init__(self, facts: Facts, observations: Observations) -> None:
        self.facts = facts
        self.k = len(observations)
        self.lines = np.arange(self.k)
        self._islands = facts.islands.of(observations)
        self._markers = facts.markers.of(observations)
        self._turn = facts.turn.of(observations)
        self._tiles = facts.tiles.of(observations)
        self._cards = facts.cards.of(observations)
        self._me = facts.seats.of(observations)[:, 0]
        cells = facts.cells.of(observations)
        self.lies = cells[:, :, facts.cells.column("tile").start]
        self.on_board = np.where((self.lies > 0) & (self.lies <= NUM_TILES), self.lies.astype(np.int64) - 1, -1)
        self.sides = cells[:, :, facts.cells.column("sides")]
        self._find_islands()

    def of_islands(self, name: str) -> Observations:
        """A column group of the islands: (k, lines, width)."""
        found: Observations = self._islands[:, :, self.facts.islands.column(name)]
        return found

    def of_turn(self, name: str) -> Integers:
        """A column of the turn: (k,)."""
        found: Integers = self._turn[:, self.facts.turn.column(name).start].astype(np.int64)
        return found

    def of_me(self, name: str) -> Integers:
        """A column of the observing seat: (k,)."""
        found: Integers = self._me[:, self.facts.seats.column(name).start].astype(np.int64)
        return found

    def _find_islands(self) -> None:
        facts = self.facts
        line, row = np.nonzero(self.of_islands("size")[:, :, 0])
        none = len(line)
        self.line_of = line
        self.islands = np.zeros((none + 1, FACTS), dtype=np.int64)
        houses = self.of_islands("houses")[line, row]
        self.islands[:-1, :SYMBOLS] = self.of_islands("symbols")[line, row]
        self.islands[:-1, SIZE] = self.of_islands("size")[line, row, 0]
        self.islands[:-1, SITES] = self.of_islands("sites")[line, row, 0]
        self.islands[:-1, HOUSES], self.islands[:-1, OWN] = houses.sum(axis=1), houses[:, 0] > 0
        if facts.solo:
            self.islands[:-1, ALEXIS] = houses[:, 1]
        self._number_of = np.full((self.k, ISLANDS + 2), none)  # by the numbers of lines, from 1
        self._number_of[line, row + 1] = np.arange(none)
        laid = (self.on_board >= 0)[:, :, np.newaxis]
        self.second = laid & (self.sides >= SECOND)
        self.edges = laid & (self.sides > 0)
        numbers = np.where(self.edges, self.sides - SECOND * self.second, 0)
        self.of_side = np.full((self.k, facts.num_cells + 1, 4), none)
        self.of_side[:, :-1] = self._number_of[self.lines[:, np.newaxis, np.newaxis], numbers]
        inside = self.of_side[:, :-1]
        self.of_piece = np.full((self.k, facts.num_cells + 1, 2), none)  # the island of each piece of each cell
        self.of_piece[:, :-1, 0] = np.where(self.second, none, inside).min(axis=2)
        self.of_piece[:, :-1, 1] = np.where(self.second, inside, none).min(axis=2)
        self._find_inland(none)
        site = facts.site[self.on_board]
        pieces = self.of_piece[:, :-1]
        self.of_site = np.where(site == 0, pieces[:, :, 0], np.where(site == 1, pieces[:, :, 1], none))

    def _find_inland(self, none: int) -> None:
        """The islands that touch no side of their tile: those that no side names."""
        lone = np.ones(none + 1, dtype=np.bool_)
        lone[self.of_side] = False
        lone[none] = False
        for tile, piece in self.facts.inland:
            line, cell = np.nonzero(self.on_board == tile)
            unnamed = np.full(self.k, none)
            unnamed[self.line_of[lone[:-1]]] = np.flatnonzero(lone)
            self.of_piece[line, cell, piece] = unnamed[line]

    @cached_property
    def tiles(self) -> Integers:
        """The visible tiles, -1 for none: market, own hand, the one being laid; (k, 7)."""
        facts = self.facts
        width = len(facts.digits)
        codes = self._tiles[:, :, facts.tile_from : facts.tile_from + width] @ facts.digits
        found = facts.tile_of_code[np.searchsorted(facts.tile_codes, codes).clip(max=len(facts.tile_codes) - 1)]
        tiles: Integers = np.where(self._tiles[:, :, 0] != 0, found, -1)
        return tiles

    @property
    def market(self) -> Integers:
        """The tiles of the market, (k, 3)."""
        return self.tiles[:, :3]

    @property
    def hand(self) -> Integers:
        """The tiles in this seat's hand, (k, 3)."""
        return self.tiles[:, 3:6]

    @property
    def chosen(self) -> Integers:
        """The tile being laid, (k,)."""
        return self.tiles[:, 6]

    @cached_property
    def pool(self) -> Integers:
        """Houses that can be built this round, (k,)."""
        return self.of_me("pool")

    @cached_property
    def houses_left(self) -> Integers:
        """Houses that can be built in the game, (k,)."""
        return self.pool + self.of_me("spare")

    @cached_property
    def rounds_after(self) -> Integers:
        """Rounds that may follow this one: each takes a ship and a stack of tiles (SI-END-1, SI-END-3), (k,)."""
        return np.minimum(NUM_SHIPS - self.of_turn("round"), self.of_turn("reserve") // STACK)

    @cached_property
    def scarcity(self) -> Floats:
        """How likely houses are to run out before the rounds do, 0 to 1, (k,)."""
        missing = np.minimum(np.maximum(2 * self.rounds_after + 2 - self.houses_left, 0), 2)
        found: Floats = (missing / 2 * (self.rounds_after > 0)).astype(np.float32)
        return found

    @cached_property
    def turns_after(self) -> Floats:
        """Own turns after this one before anybody else can dock, (k,)."""
        navigation = np.maximum(self.of_turn("navigation") - 1, 0)
        return ((navigation + 1) // self.facts.players).astype(np.float32)

    @cached_property
    def demand(self) -> Integers:
        """What the neighbours of each empty cell require, in the encoding of the rules, (k, cells); 0 off the shore."""
        empty = (self.lies == 0)[:, :, np.newaxis]
        needed: Integers = (empty & (self.sides > 0)) @ SIDES + 16 * ((empty & (self.sides < 0)) @ SIDES)
        return needed

    @cached_property
    def marks(self) -> tuple[Integers, Integers, Integers, Integers]:
        """Every marker on the board in the order in which they were laid: game, cell, slot or piece, what it shows."""
        lines, column = self._markers, self.facts.markers.column
        line, k = np.nonzero(lines[:, :, column("row").start])
        laid = lines[line, k].astype(np.int64)
        cell = (laid[:, column("row").start] - 1) * self.facts.columns + laid[:, column("column").start] - 1
        return line, cell, laid[:, column("spot")].argmax(axis=1), laid[:, column("shows")].argmax(axis=1)

    @cached_property
    def ports(self) -> Integers:
        """Ports of each cell, (k, cells + 1)."""
        found = np.zeros((self.k, self.facts.num_cells + 1), dtype=np.int64)
        found[:, :-1] = self.facts.on_tile[:, :, Fact.PORTS].sum(axis=1)[self.on_board]
        line, cell, _, shows = self.marks
        np.add.at(found, (line, cell), shows == PORT)
        return found

    @cached_property
    def ports_around(self) -> Integers:
        """Ports on the eight cells around each cell, (k, cells)."""
        rows, columns = self.facts.rows, self.facts.columns
        grid = np.zeros((self.k, rows + 2, columns + 2), dtype=np.int64)
        grid[:, 1:-1, 1:-1] = self.ports[:, :-1].reshape(self.k, rows, columns)
        three = grid[:, :-2] + grid[:, 1:-1] + grid[:, 2:]
        nine = three[:, :, :-2] + three[:, :, 1:-1] + three[:, :, 2:]
        found: Integers = nine.reshape(self.k, -1) - self.ports[:, :-1]
        return found

    @cached_property
    def for_ship(self) -> Integers:
        """Ports around each cell where a ship may be placed, -1 elsewhere, (k, cells + 1)."""
        found = np.full((self.k, self.facts.num_cells + 1), -1)
        found[:, :-1] = np.where((self.demand != 0) & (self.demand % 16 == 0), self.ports_around, -1)
        return found

    @cached_property
    def harbors(self) -> tuple[Integers, Integers, Integers]:
        """The best cell for a ship, the ports around it, and those around the second best, each (k,)."""
        best = self.for_ship.argmax(axis=1)
        first = self.for_ship[self.lines, best]
        rest = self.for_ship.copy()
        rest[self.lines, best] = -1
        return best, np.maximum(first, 0), np.maximum(rest.max(axis=1), 0)

    @cached_property
    def counts_for_ships(self) -> Integers:
        """The value of a port on each cell, given the ships; grey ones are Alexis's, (k, cells + 1)."""
        found = np.zeros((self.k, self.facts.num_cells + 1), dtype=np.int64)
        for owner, sign in ((0, 1), (GREY, -1 if self.facts.solo else 0)):
            line, cell = np.nonzero(self.lies == SHIP_OF + owner)
            np.add.at(found, (line[:, np.newaxis], self.facts.around[cell]), sign)
        return found

    @cached_property
    def cards(self) -> Integers:
        """This seat's cards, -1 for none: held 0 to 2, the current one, the returned one; (k, 5, decks)."""
        flags = self._cards.reshape(self.k, -1, self.facts.decks, CARDS)
        return np.where(flags.any(axis=3), flags.argmax(axis=3), -1)

    @cached_property
    def hands(self) -> Hands:
        """The cards the seat uses, once it has picked."""
        return self.picked(None, None)

    def picked(self, goal: Pair, reward: Pair) -> Hands:
        """The cards the seat would use with these pairs; None keeps what it has picked."""
        now, later = (HELD, 0) if goal is None else goal
        goals = self.cards[:, now, 0], self.cards[:, later, 0]
        if self.facts.decks == 1:
            return goals[0], goals[0], goals[1], goals[1]
        now, later = (HELD, 0) if reward is None else reward
        return goals[0], self.cards[:, now, 1], goals[1], self.cards[:, later, 1]

    @cached_property
    def slots(self) -> tuple[Integers, Integers, Integers, Integers, Integers]:
        """Every slot on the board: game, cell, number, the resource that it shows, its island."""
        shown, piece = self.facts.slot_resource[self.on_board], self.facts.slot_piece[self.on_board]
        line, cell, spot, shows = (each[self.marks[3] != PORT] for each in self.marks)
        shown[line, cell, spot] = shows  # of several markers on a slot, the last one counts
        line, cell, slot = np.nonzero(shown >= 0)
        return line, cell, slot, shown[line, cell, slot], self.of_piece[line, cell, piece[line, cell, slot]]

    @cached_property
    def mark_shows(self) -> Integers:
        """What the marker being laid shows: a resource, or 3 for a port; (k,)."""
        found: Integers = SHOWN[self._turn[:, self.facts.turn.column("marker_mode")].argmax(axis=1)]
        return found

    @cached_property
    def scored(self) -> Integers:
        """The features of the island being scored, (k, FACTS)."""
        row = self.of_islands("scored")[:, :, 0].argmax(axis=1)
        found: Integers = self.islands[self._number_of[self.lines, row + 1]]
        return found
