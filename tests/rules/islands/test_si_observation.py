"""An observation shows all that its seat may know, and nothing else: a second reading writes it from the position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import comb
from typing import Any

import numpy as np
import pytest
from archipelago import game, position

import swenv
from randomplay import busy_walk
from referee.archipelago import (
    BOX,
    CARDS,
    FACES,
    LAND,
    LEVELS,
    MARKERS,
    RESOURCES,
    SHIPS,
    TILES,
    TOKENS,
    Archipelago,
    Document,
    Island,
    all_ids,
    card_kinds,
    neighbour,
    points,
    resources_on,
    turned,
)
from referee.islands import MODES
from scenes_islands import scenes

SYMBOLS = (*RESOURCES, "temple", "ports")
NAMES = (*LAND, *FACES)
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
        return max(points(reward, island, resource) for resource in resources_on(island.symbols))
    return points(reward, island)


class Due:
    """What a seat must see, by parts and columns."""

    def __init__(self, document: Document, viewer: int) -> None:
        self.document, self.viewer, self.board = document, viewer, Archipelago(document)
        self.players = document["num_players"]
        self.contenders = max(self.players, 2)
        self.own, self.turn = document["seats"][viewer], document["turn_state"]
        self.clockwise = [document["seats"][(viewer + k) % self.players] for k in range(self.players)]
        board = self.board
        names = {cell: NAMES.index(laid.tile) for cell, laid in board.laid.items()}

        def label(island: Island) -> tuple[int, int]:
            return min((names[node[:2]], node[2]) for node in island.nodes)[::-1]

        self.islands = sorted(board.islands, key=label)
        self.line = {node: min(k, LINES) + 1 for k, island in enumerate(self.islands) for node in island.nodes}
        built = [(r, c) for r, c in self.turn["built"]][self.turn["scored"] :]
        self.scored = {cell: 2 if document["phase"] == "score" and k == 0 else 1 for k, cell in enumerate(built)}

    def of(self, who: int | str) -> int:
        """A seat or Alexis, clockwise from the viewer."""
        return 1 if who == "alexis" else (int(who) - self.viewer) % self.contenders

    def parts(self) -> dict[str, dict[str, Any]]:
        lines = {"islands": self.island_lines(), "houses": self.house_lines(), "markers": self.marker_lines()}
        lines |= {"tiles": self.tile_lines(), "seats": [self.seat_line(seat) for seat in self.clockwise]}
        lines |= {"cells": self.cell_lines(), "cards": self.card_lines()}
        by_column = {part: {name: [line[name] for line in each] for name in each[0]} for part, each in lines.items()}
        alexis = {"alexis": self.alexis_line()} if self.players == 1 else {}
        return {**by_column, "turn": self.turn_line(), "unseen": {"tile": flags(LAND, *self.unseen())}, **alexis}

    def cell_lines(self) -> list[Document]:
        board, width = self.board, self.board.width
        lines = {(r, c): {"tile": 0, "sides": [0] * 4} for r in range(width) for c in range(width)}
        for cell, coast in board.coasts.items():
            lines[cell]["sides"] = [-1 if it is None else self.line[(*cell, it)] + SECOND * it for it in coast]
            for side, it in enumerate(coast):
                if board.inside(beside := neighbour(cell, side)) and beside not in board.coasts:
                    lines[beside]["sides"][(side + 2) % 4] = -1 if it is None else self.line[(*cell, it)]
        for cell, laid in board.laid.items():
            lines[cell]["tile"] = NAMES.index(laid.tile) + 1
        for cell, owner in board.ships.items():
            lines[cell]["tile"] = 69 if owner == "grey" else 65 + self.of(owner)
        return list(lines.values())

    def island_lines(self) -> list[Document]:
        kinds = card_kinds(self.document)
        goals, rewards = (
            [self.own[kind]["current"], *self.own[kind]["held"][:1], None][:2] for kind in (kinds[0], kinds[-1])
        )
        empty = {"symbols": [0] * 5, "size": [0], "sites": [0], "scored": [0], "houses": [0] * self.contenders}
        lines = [
            {
                "symbols": [island.symbols[name] for name in SYMBOLS],
                "size": [island.size],
                "sites": [len(island.sites)],
                "missing": [lacking(CARDS[card]["goal"], island.symbols) if card else 0 for card in goals],
                "pays": [promised(CARDS[card]["reward"], island) if card else 0 for card in rewards],
                "scored": [max((self.scored.get(cell, 0) for cell in island.sites), default=0)],
                "houses": flags(range(self.contenders), *map(self.of, island.houses)),
            }
            for island in self.islands[:LINES]
        ]
        return lines + [{**empty, "missing": [0] * 2, "pays": [0] * 2}] * (LINES - len(lines))

    def house_lines(self) -> list[Document]:
        """The houses of each in the order of their tiles."""
        lines = []
        for number in range(self.contenders):
            cells = [cell for cell, owner in self.board.houses.items() if self.of(owner) == number]
            cells.sort(key=lambda cell: NAMES.index(self.board.laid[cell].tile))
            triples = [[*place(cell), self.scored.get(cell, 0)] for cell in cells] + [[0] * 3] * (8 - len(cells))
            lines.append(dict(zip(("rows", "columns", "scored"), map(list, zip(*triples, strict=True)), strict=True)))
        return lines

    def marker_lines(self) -> list[Document]:
        lines = [
            {
                "row": [entry["r"] + 1],
                "column": [entry["c"] + 1],
                "spot": flags(range(3), entry["piece"] if entry["as"] == "port" else entry["slot"]),
                "shows": flags((*RESOURCES, "port"), entry["as"]),
                "seat": flags(range(self.players), self.of(entry["seat"])),
            }
            for entry in self.document["markers"]
        ]
        empty = {"row": [0], "column": [0], "spot": [0] * 3, "shows": [0] * 4, "seat": [0] * self.players}
        return lines + [empty] * (4 * self.players - len(lines))

    def turn_line(self) -> Document:
        it, docker = self.document, self.turn["docker"]
        laid = {entry["tile"][:3] for entry in it["tiles"]}
        drawn = it["drawn"] if it["turn"] == self.viewer else []
        values = sorted({*TOKENS})
        first, began = self.of(it["first"]), None if docker is None else self.of(docker)
        return {
            "phase": flags(PHASES, it["phase"]),
            "round": [it["round"]],
            "my_turn": [it["turn"] == self.viewer and it["phase"] != "over"],
            **{name: [len(it[name])] for name in ("navigation", "reserve", "ships")},
            "grey_ships": [max(0, SHIPS - self.players - self.board.greys)],
            "marker_mode": flags([*MODES], self.turn["marker"]),
            "start_faces": [face[:3] not in laid for face in FACES],
            "built": [len(self.turn["built"])],
            "scored": [self.turn["scored"]],
            "token_pool": [len(it["discoveries"])],
            "my_tokens": flags(values, *self.own["tokens"]),
            "drawn": flags(values, *drawn),
            "in_pool": flags(values, *self.own["tokens_in_pool"]),
            "last": place(it["last"]),
            "human_last": place(it.get("human_last")),
            "first": flags(range(self.contenders), first),
            "docker": flags(range(self.contenders), began),
            "seat": flags(range(self.players), self.viewer),
        }

    def tile_lines(self) -> list[Document]:
        def line(tile: str | None, known: bool = True) -> Document:
            pieces = [*TILES[tile]["pieces"], {}, {}][:2] if tile else [{}, {}]
            coast = turned(tile, 0) if tile else [None] * 4
            return {
                "present": [tile is not None],
                "edges": [side is not None for side in coast],
                "second": [side == 1 for side in coast],
                **{f"symbols_{k}": [piece.get(name, 0) for name in SYMBOLS] for k, piece in enumerate(pieces, 1)},
                "site": [piece.get("house_site", False) for piece in pieces],
                "known": [tile is not None and known],
            }

        hand = [*self.own["hand"], None, None, None][:3]
        lines = [line(tile) for tile in self.document["market"]]
        return [*lines, *(line(tile, tile in self.own["known"]) for tile in hand), line(self.turn["chosen"])]

    def card_lines(self) -> list[Document]:
        kinds = card_kinds(self.document)
        shown = {
            k: [*(self.own[k]["held"] + [None] * 3)[:3], self.own[k]["current"], self.own[k]["returned"]] for k in kinds
        }
        return [{kind[:-1]: flags(all_ids(kind), shown[kind][k]) for kind in kinds} for k in range(5)]

    def seat_line(self, seat: Document) -> Document:
        document = self.document
        number = next(k for k, entry in enumerate(document["seats"]) if entry is seat)
        spent = {entry["marker"] for entry in document["markers"] if entry["seat"] == number}
        latest = [entry["last_placement"] for entry in document["seats"]]
        own = number == self.viewer
        return {
            "prestige": [seat["prestige"]],
            "lead": [seat["prestige"] - self.own["prestige"]],
            "pool": [seat["pool"]],
            "spare": [seat["reserve"]],
            "built": [list(self.board.houses.values()).count(number)],
            "markers": [marker not in spent for marker in MARKERS],
            "tokens": [len(seat["tokens"])],
            "token_points": [sum(seat["tokens"]) * own],
            "ship_left": [self.board.has_own_ship(number)],
            "ship_ports": [self.board.ports_of_ships(number)],
            "tiles": [len(seat["hand"])],
            "latest": [seat["last_placement"] == max(latest) > 0],
            "hand": flags(LAND, *(seat["hand"] if own else seat["known"])),
            **{
                f"revealed_{kind[:-1]}": flags(all_ids(kind), seat["revealed"] and seat[kind]["current"])
                for kind in card_kinds(document)
            },
        }

    def unseen(self) -> list[str]:
        it = self.document
        if it["phase"] in ("start_pick", "start_place"):
            return list(LAND)
        others = [seat for seat in it["seats"] if seat is not self.own]
        hands = [tile for seat in others for tile in seat["hand"] if tile not in seat["known"]]
        return [*it["reserve"], *it["navigation"], *hands]

    def alexis_line(self) -> Document:
        alexis, ids = self.document["alexis"], [card["id"] for card in BOX["expedition_cards"]]
        built = list(self.board.houses.values()).count("alexis")
        return {
            "prestige": [alexis["prestige"]],
            "lead": [alexis["prestige"] - self.own["prestige"]],
            "pool": [8 - built],
            "built": [built],
            "ship_ports": [self.board.ports_of_ships("grey")],
            "end_points": [LEVELS[self.document["level"]]["end_pp"]],
            "stack": [len(alexis["deck"])],
            "card": flags(ids, alexis["card"]),
            "seen": flags(ids, *alexis["seen"]),
            "played": flags(ids, *alexis["played"]),
        }


def check(state: swenv.State, viewer: int) -> None:
    """Compare an observation, column by column, with what is due."""
    layout, vector = state.game.observation_layout, state.observation(viewer)
    due = Due(state.to_position(), viewer).parts()
    assert set(due) == {part.name for part in layout}
    for part in layout:
        assert set(due[part.name]) == {column.name for column in part.columns}
        for column in part.columns:
            if column.name == "latest" and state.game.num_players == 1:
                continue  # a position does not say when Alexis laid something
            found = part.of(vector)[..., part.column(column.name)]
            wanted = np.array(due[part.name][column.name]).reshape(found.shape)
            assert np.array_equal(found, wanted), f"{part.name} {column.name} in {state.phase}, {viewer}"


@pytest.mark.rule("SI-INFO-1", "SI-INFO-2", "SI-PREP-5", "SI-REW-2", "SI-REW-4")
@pytest.mark.parametrize("kind", KINDS)
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
    """Forty tiles, each laid where it joins the fewest islands."""
    laid: list[Document] = [{"tile": LAND[0], "r": 8, "c": 8, "rot": 0}]
    for tile in LAND[1:40]:
        board = Archipelago({"window": 17, "num_players": 2, "tiles": laid, "ships": [], "houses": [], "markers": []})
        joined = {
            (cell, rot): sum(turned(tile, rot)[side] is not None for side, sea in board.wanted[cell] if not sea)
            for cell, rot in board.places(tile)
        }
        (row, column), rot = min(joined, key=joined.__getitem__)
        laid.append({"tile": tile, "r": row, "c": column, "rot": rot})
    state = position("turn", turn=0, tiles=laid)
    for viewer in (0, 1):
        assert len(Due(state.to_position(), viewer).islands) > LINES
        check(state, viewer)
