"""An observation shows all that its seat may know, and nothing else: a second reading writes it from the position."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import comb
from typing import Any

import numpy as np
import pytest

import swenv
from archipelago import game, position
from randomplay import busy_walk
from referee import archipelago as box
from referee.archipelago import CARDS, LAND, RESOURCES, TILES, TOKENS, Archipelago, Document, Island
from referee.islands import MODES
from scenes_islands import scenes

SYMBOLS = (*RESOURCES, "temple", "ports")
NAMES = (*LAND, *box.FACES)
PHASES = ("start_pick", "start_place", "prep_pick", "prep_reward", "turn", "hand", "blocked", "place", "marker")
PHASES += ("mark_target", "house", "score", "alexis_place", "alexis_house", "over")
LINES, SECOND = 32, 64
KINDS = {
    "two": (2, "standard", 17, 5),
    "four": (4, "advanced", 15, 4),
    "solo": (1, "solo", 17, 6),
    "advanced solo": (1, "advanced", 17, 8),
    "small": (3, "standard", 7, 7),
}
"""Players, mode, window, and the seed of a game in which tokens are drawn."""


def flags(names: Sequence[Any], *set_: Any) -> list[int]:
    """How often each name is among these."""
    return [set_.count(name) for name in names]


def place(cell: Sequence[int] | None) -> list[int]:
    """Row and column, from 1."""
    return [cell[0] + 1, cell[1] + 1] if cell else [0, 0]


def lacking(goal: Document, symbols: Counter[str]) -> int:
    """About how many symbols an island lacks."""

    def apart(one: str, other: str) -> int:
        return abs(symbols[one] - symbols[other]) if symbols[one] or symbols[other] else 2

    kind = goal["type"]
    if kind == "at_least":
        return sum(max(number - symbols[name], 0) for name, number in goal["symbols"].items())
    if kind == "more_than":
        return max(symbols[goal["less"]] + 1 - symbols[goal["more"]], 0)
    firsts = RESOURCES if kind == "two_resources_equal" else [goal["resource"]]
    return min(apart(one, other) for one in firsts for other in RESOURCES if other != one)


def promised(reward: Document, island: Island) -> int:
    """What an island pays by a reward, with the best choice; of drawn tokens, the best one expected, rounded."""
    if reward["type"] == "discovery":
        drawn = min(island.symbols["temple"], len(TOKENS))
        ways = [comb(k, drawn - 1) if drawn else 0 for k in range(len(TOKENS))]  # in which each value is the best
        return round(sum(value * number for value, number in zip(TOKENS, ways, strict=True)) / max(sum(ways), 1))
    if reward["type"] == "chosen_resource_ports":
        return max(box.points(reward, island, resource) for resource in box.resources_on(island.symbols))
    return box.points(reward, island)


class Due:
    """What a seat must see: the lines of each part, with their numbers in the order of its columns."""

    def __init__(self, document: Document, viewer: int) -> None:
        self.it, self.viewer, self.board = document, viewer, Archipelago(document)
        self.own, self.turn, self.kinds = document["seats"][viewer], document["turn_state"], box.card_kinds(document)
        self.seats = range(document["num_players"])
        self.contenders = range(max(len(self.seats), 2))
        self.owners = Counter(self.board.houses.values())

        def label(island: Island) -> tuple[int, int]:
            return min((self.number((r, c)), piece) for r, c, piece in island.nodes)[::-1]

        self.islands = sorted(self.board.islands, key=label)
        self.line = {node: min(k, LINES) + 1 for k, island in enumerate(self.islands) for node in island.nodes}
        built = [(r, c) for r, c in self.turn["built"]][self.turn["scored"] :]
        self.scored = {cell: 2 if document["phase"] == "score" and k == 0 else 1 for k, cell in enumerate(built)}

    def number(self, cell: box.Cell) -> int:
        """The number of a tile on the board."""
        return NAMES.index(self.board.laid[cell].tile)

    def of(self, who: int | str | None) -> int | None:
        """A seat or Alexis, clockwise from the viewer."""
        return 1 if who == "alexis" else None if who is None else (int(who) - self.viewer) % len(self.contenders)

    def cells_lines(self) -> list[list[int]]:
        board, width = self.board, self.board.width
        sides: dict[box.Cell, list[int]] = defaultdict(lambda: [0] * 4)
        tile = {cell: 69 if owner == "grey" else 65 + (self.of(owner) or 0) for cell, owner in board.ships.items()}
        tile |= {cell: self.number(cell) + 1 for cell in board.laid}
        for cell, coast in board.coasts.items():
            for side, it in enumerate(coast):
                line = -1 if it is None else self.line[(*cell, it)]
                sides[cell][side] = line + SECOND * (it or 0)
                if (beside := box.neighbour(cell, side)) not in board.coasts:
                    sides[beside][(side + 2) % 4] = line
        return [[tile.get((r, c), 0), *sides[r, c]] for r in range(width) for c in range(width)]

    def islands_lines(self) -> Iterator[list[int]]:
        goals, rewards = ([self.own[k]["current"], *self.own[k]["held"], None] for k in (self.kinds[0], self.kinds[-1]))
        for island in self.islands[:LINES]:
            symbols, houses = island.symbols, flags(self.contenders, *map(self.of, island.houses))
            lacks = [lacking(CARDS[card]["goal"], symbols) if card else 0 for card in goals[:2]]
            pays = [promised(CARDS[card]["reward"], island) if card else 0 for card in rewards[:2]]
            scored = max((self.scored.get(cell, 0) for cell in island.sites), default=0)
            counts = [*(symbols[name] for name in SYMBOLS), island.size, len(island.sites)]
            yield [*counts, *lacks, *pays, scored, *houses]

    def houses_lines(self) -> Iterator[list[int]]:
        """The houses of each in the order of their tiles."""
        for number in self.contenders:
            cells = sorted((at for at, owner in self.board.houses.items() if self.of(owner) == number), key=self.number)
            columns = ([r + 1 for r, _ in cells], [c + 1 for _, c in cells], [self.scored.get(at, 0) for at in cells])
            yield [value for column in columns for value in [*column, *[0] * 8][:8]]

    def markers_lines(self) -> Iterator[list[int]]:
        for it in self.it["markers"]:
            spot = flags(range(3), it["piece"] if it["as"] == "port" else it["slot"])
            seat = flags(self.seats, self.of(it["seat"]))
            yield [it["r"] + 1, it["c"] + 1, *spot, *flags((*RESOURCES, "port"), it["as"]), *seat]

    def turn_lines(self) -> list[list[int]]:
        it, turn, values = self.it, self.turn, sorted({*TOKENS})
        laid = {entry["tile"][:3] for entry in it["tiles"]}
        greys = max(0, box.SHIPS - len(self.seats) - self.board.greys)
        stacks = [len(it["navigation"]), len(it["reserve"]), greys, len(it["ships"])]
        mine = it["turn"] == self.viewer and it["phase"] != "over"
        drawn = it["drawn"] if it["turn"] == self.viewer else []
        tokens = (self.own["tokens"], drawn, self.own["tokens_in_pool"])
        cells = [*place(it["last"]), *place(it.get("human_last"))]
        who = [*(value for who in (it["first"], turn["docker"]) for value in flags(self.contenders, self.of(who)))]
        return [[
            *flags(PHASES, it["phase"]), it["round"], mine, *stacks, *flags([*MODES], turn["marker"]),
            *(face[:3] not in laid for face in box.FACES), len(turn["built"]), turn["scored"], len(it["discoveries"]),
            *(value for each in tokens for value in flags(values, *each)), *cells, *who,
            *flags(self.seats, self.viewer),
        ]]  # fmt: skip

    def tiles_lines(self) -> Iterator[list[int]]:
        known = [tile for tile in self.own["hand"] if tile not in self.own["known"]]
        for tile in (*self.it["market"], *[*self.own["hand"], None, None, None][:3], self.turn["chosen"]):
            pieces = [*TILES[tile]["pieces"], {}, {}][:2] if tile else [{}, {}]
            coast = box.turned(tile, 0) if tile else [None] * 4
            symbols = [piece.get(name, 0) for piece in pieces for name in SYMBOLS]
            sites = [piece.get("house_site", False) for piece in pieces]
            edges = [*(side is not None for side in coast), *(side == 1 for side in coast)]
            yield [tile is not None, *edges, *symbols, *sites, tile is not None and tile not in known]

    def cards_lines(self) -> list[list[int]]:
        mine = [self.own[kind] for kind in self.kinds]
        shown = [[*[*cards["held"], None, None, None][:3], cards["current"], cards["returned"]] for cards in mine]
        return [self.card_flags(*cards) for cards in zip(*shown, strict=True)]

    def card_flags(self, *cards: str | None) -> list[int]:
        return [flag for kind, card in zip(self.kinds, cards, strict=True) for flag in flags(box.all_ids(kind), card)]

    def seats_lines(self) -> Iterator[list[int]]:
        seats = self.it["seats"]
        for number in (*self.seats[self.viewer :], *self.seats[: self.viewer]):
            seat, own = seats[number], number == self.viewer
            spent = {entry["marker"] for entry in self.it["markers"] if entry["seat"] == number}
            latest = seat["last_placement"] == max(each["last_placement"] for each in seats) > 0
            yield [
                seat["prestige"], seat["prestige"] - self.own["prestige"], seat["pool"], seat["reserve"],
                self.owners[number], *(marker not in spent for marker in box.MARKERS), len(seat["tokens"]),
                sum(seat["tokens"]) * own, self.board.has_own_ship(number), self.board.ports_of_ships(number),
                len(seat["hand"]), latest, *flags(LAND, *(seat["hand"] if own else seat["known"])),
                *self.card_flags(*(seat[kind]["current"] if seat["revealed"] else None for kind in self.kinds)),
            ]  # fmt: skip

    def unseen_lines(self) -> list[list[int]]:
        others = [seat for seat in self.it["seats"] if seat is not self.own]
        hands = [tile for seat in others for tile in seat["hand"] if tile not in seat["known"]]
        stacks = LAND if self.it["phase"].startswith("start") else (*self.it["reserve"], *self.it["navigation"])
        return [flags(LAND, *stacks, *hands)]

    def alexis_lines(self) -> list[list[int]]:
        he, ids = self.it["alexis"], [card["id"] for card in box.BOX["expedition_cards"]]
        end, built = box.LEVELS[self.it["level"]]["end_pp"], self.owners["alexis"]
        ports = self.board.ports_of_ships("grey")
        points = [he["prestige"], he["prestige"] - self.own["prestige"], 8 - built, built, ports, end, len(he["deck"])]
        return [[*points, *flags(ids, he["card"]), *flags(ids, *he["seen"]), *flags(ids, *he["played"])]]


def check(state: swenv.State, viewer: int) -> None:
    """Compare an observation, column by column, with what is due."""
    due = Due(state.to_position(), viewer)
    for part in state.game.observation_layout:
        found = np.atleast_2d(part.of(state.observation(viewer)))
        wanted = np.zeros_like(found)
        for number, line in enumerate(getattr(due, f"{part.name}_lines")()):
            wanted[number] = line
        for column in part.columns:
            if column.name == "latest" and len(due.seats) == 1:
                continue  # a position does not say when Alexis laid something
            there = (..., part.column(column.name))
            assert np.array_equal(found[there], wanted[there]), f"{part.name} {column.name} of {viewer}, {state.phase}"


@pytest.mark.rule("SI-INFO-1", "SI-INFO-2", "SI-PREP-5", "SI-REW-2", "SI-REW-4")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.slow
def test_an_observation_shows_what_a_seat_may_know_and_nothing_else(kind: str) -> None:
    players, mode, window, seed = KINDS[kind]
    loaded = game(players, mode, window=window)
    for step, (state, _) in enumerate(busy_walk(loaded, seed)):
        if step % 5 == 0 or state.phase in ("score", "house", "alexis_house", "alexis_place", "blocked"):
            for viewer in range(players):
                check(state, viewer)
    for state in scenes(loaded, range(6)):
        for viewer in range(players):
            check(state, viewer)


@pytest.mark.rule("SI-INFO-1")
def test_islands_beyond_the_last_line_are_told_by_the_cells() -> None:
    """Most tiles, each laid where it joins the fewest islands."""
    laid: list[Document] = [{"tile": LAND[0], "r": 8, "c": 8, "rot": 0}]
    for tile in LAND[1:48]:
        board = Archipelago({"window": 17, "num_players": 2, "tiles": laid, "ships": [], "houses": [], "markers": []})
        joined = {
            (cell, rot): sum(box.turned(tile, rot)[side] is not None for side, sea in board.wanted[cell] if not sea)
            for cell, rot in board.places(tile)
        }
        (row, column), rot = min(joined, key=joined.__getitem__)
        laid.append({"tile": tile, "r": row, "c": column, "rot": rot})
    state = position("turn", turn=0, tiles=laid)
    for viewer in (0, 1):
        assert len(Due(state.to_position(), viewer).islands) > LINES
        check(state, viewer)
