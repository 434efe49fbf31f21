"""Positions of Small Islands with rare things close at hand: random, but legal.

Late rounds with few tiles, empty market slots, merged islands, markers on markers, few houses and tokens, ties, and
Alexis with few houses left.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import swenv
from referee import archipelago as box
from referee.archipelago import BOX, HOUSES, LEVELS, RESOURCES, Archipelago, Cell, Document, card_kinds
from referee.islands import MODES, Decision

WINDOW = 7
"""The maximum width of the archipelago, which is in the middle of the table, so that it grows together."""

RING = [
    {"tile": "ST1A", "r": 8, "c": 8, "rot": 0},
    {"tile": "ST2A", "r": 7, "c": 8, "rot": 1},
    {"tile": "ST3A", "r": 8, "c": 9, "rot": 3},
    {"tile": "ST4A", "r": 7, "c": 9, "rot": 1},
]
"""A start layout."""
SETTINGS: dict[str, dict[str, Any]] = {
    "2": {"num_players": 2},
    "3": {"num_players": 3},
    "4": {"num_players": 4},
    "advanced-2": {"num_players": 2, "mode": "advanced"},
    "advanced-3": {"num_players": 3, "mode": "advanced", "window": 15},
    "advanced-4": {"num_players": 4, "mode": "advanced", "start_layout": "random"},
    **{f"solo-{level}": {"num_players": 1, "level": level} for level in LEVELS},
    **{f"solo-advanced-{n}": {"num_players": 1, "mode": "advanced", "level": n, "window": 9} for n in LEVELS},
    "solo-window-21": {"num_players": 1, "mode": "standard", "level": 6, "window": 21, "start_layout": "random"},
    "solo-window-5": {"num_players": 1, "level": 5, "window": 5},
    "solo-shortcuts": {
        "num_players": 1, "mode": "advanced", "level": 2, "window": 7, "best_resource": True, "best_token": True,
    },
    "window-3": {"num_players": 2, "window": 3},
    "window-5": {"num_players": 4, "window": 5},
    "window-7": {"num_players": 3, "mode": "advanced", "window": 7},
    "window-15": {"num_players": 3, "window": 15, "start_layout": "fixed"},
    "window-21": {"num_players": 2, "window": 21, "start_layout": "random"},
    "layout": {"num_players": 2, "start_layout": RING},
    "shortcuts": {"num_players": 3, "mode": "advanced", "best_resource": True, "best_token": True},
    "best-resource": {"num_players": 2, "mode": "advanced", "window": 9, "best_resource": True},
    "best-token": {"num_players": 4, "mode": "advanced", "window": 11, "best_token": True},
}  # fmt: skip
"""Games of all numbers of players, modes, levels, windows, start layouts and shortcuts."""


@lru_cache(maxsize=32)
def setting(key: str) -> swenv.Game:
    """A game of `SETTINGS`, kept between tests."""
    return swenv.load("islands", **SETTINGS[key])


class Scene:
    """A position at the start of a turn.

    Args:
        game: A game of Small Islands.
        seed: The seed of everything random.
    """

    def __init__(self, game: swenv.Game, seed: int) -> None:
        self.game, self.dice = game, random.Random(seed)
        self.players, self.options = game.num_players, game.options
        self.pile = self.dice.sample(box.LAND, len(box.LAND))
        self.turn = self.dice.randrange(self.players)
        self.flooded = self.dice.choice(["port", *RESOURCES]) if self.dice.random() < 0.3 else None
        """Few tiles, and as many markers of one kind as possible: there may be no place for another."""
        self.order: list[Cell] = []
        """The cells in the order of placement."""
        self.document: Document = {
            "format": "swenv-position/1", "game": "islands", "num_players": self.players, "mode": self.options["mode"],
            "window": self.options["window"], "phase": "turn", "turn": self.turn,
            "first": self.dice.randrange(self.players), "tiles": [], "ships": [], "houses": [], "markers": [],
            "turn_state": {"chosen": None},
        }  # fmt: skip

    def state(self) -> swenv.State:
        """The position as a state."""
        self.start_tiles()
        self.tiles_and_ships()
        self.houses()
        self.markers()
        self.stacks()
        self.document["seats"] = [self.seat(number) for number in range(self.players)]
        self.tokens()
        self.cards()
        self.placements()
        if self.players == 1:
            self.alexis()
        return self.game.from_position(self.document)

    @property
    def board(self) -> Archipelago:
        return Archipelago(self.document)

    def some(self, things: Sequence[Any], most: int) -> list[Any]:
        """A few of the things, in a random order."""
        return self.dice.sample(things, self.dice.randint(0, min(most, len(things))))

    # the board

    def lay(self, tile: str, places: Sequence[tuple[Cell, int]]) -> bool:
        """Place a tile at one of the places near the middle, if there is one."""
        middle = self.options["window"] // 2
        near = [place for place in places if max(abs(place[0][0] - middle), abs(place[0][1] - middle)) <= WINDOW // 2]
        if not near:
            return False
        (r, c), rot = self.dice.choice(near)
        self.document["tiles"].append({"tile": tile, "r": r, "c": c, "rot": rot})
        self.order.append((r, c))
        return True

    def start_tiles(self) -> None:
        while True:
            self.document["tiles"], self.order = [], []
            faces = [self.dice.choice(box.FACES[2 * number : 2 * number + 2]) for number in range(len(box.FACES) // 2)]
            self.dice.shuffle(faces)
            middle = (self.options["window"] // 2,) * 2
            self.lay(faces[0], [(middle, rot) for rot in box.rotations(faces[0])])
            if all(self.lay(face, self.board.places(face)) for face in faces[1:]):
                return

    def tiles_and_ships(self) -> None:
        """Place land tiles, and between them the ships of earlier rounds."""
        ships = [*range(self.players), *["grey"] * (box.SHIPS - self.players)]
        docked = self.dice.sample(ships, self.dice.choice((0, 1, 2, 3, 3)))
        if self.players == 1 and self.dice.random() < 0.5:
            docked = ["grey"] * len(docked)
        for number in self.some(range(40), 5 if self.flooded else 40):
            if docked and number % 5 == 0 and self.board.harbours:
                r, c = self.dice.choice(self.board.harbours)
                self.document["ships"].append({"r": r, "c": c, "owner": docked.pop()})
                self.order.append((r, c))
            elif self.lay(self.pile[-1], self.board.places(self.pile[-1])):
                self.pile.pop()
        self.document["round"] = 1 + len(self.document["ships"])

    def houses(self) -> None:
        """Build on islands of at least two tiles; rarely two houses of a seat on one, as if islands had merged."""
        for seat in ["alexis", 0] if self.players == 1 else range(self.players):
            for _ in range(self.dice.randint(0, HOUSES)):
                islands = [island for island in self.board.islands if island.size > 1 and island.free]
                if self.dice.random() < 0.9:
                    islands = [island for island in islands if seat not in island.houses]
                if islands:
                    r, c = self.dice.choice(self.dice.choice(islands).free)
                    self.document["houses"].append({"seat": seat, "r": r, "c": c})

    def markers(self) -> None:
        """Let any seat have placed any of its markers, possibly on top of others."""
        seats: list[Document] = [{} for _ in range(self.players)]
        kind = [mode for mode in MODES if self.flooded in (None, MODES[mode][1])]
        for seat in range(self.players):
            for mode in self.some(kind, 2 if seat == self.turn else len(kind)):
                marker, shows = MODES[mode]
                laid = {(entry["seat"], entry["marker"]) for entry in self.document["markers"]}
                targets = list(Decision({**self.document, "seats": seats}).targets(mode))
                if targets and (seat, marker) not in laid:
                    r, c, spot = map(int, self.dice.choice(targets).split()[1:])
                    entry = {"seat": seat, "marker": marker, "as": shows, "r": r, "c": c}
                    self.document["markers"].append({**entry, "piece" if shows == "port" else "slot": spot})

    # what is drawn

    def take(self, count: int) -> list[str]:
        taken, self.pile = self.pile[:count], self.pile[count:]
        return taken

    def stacks(self) -> None:
        """Fill hands and market, often with few tiles or none behind it; the rest was removed from the game."""
        self.hands = [self.take(2) for _ in range(self.players)]
        market: list[str | None] = list(self.take(3))
        navigation = self.take(self.dice.choice((0, 0, 0, 1, 6)))
        reserve = self.take(self.dice.choice((0, 0, 1, 5, 6, 12)))
        if not reserve and not navigation:
            for slot in self.some(range(3), 3):
                self.pile.append(str(market[slot]))
                market[slot] = None
        stacks = {"market": market, "navigation": navigation, "reserve": reserve, "removed": self.pile}
        self.document |= stacks

    def seat(self, number: int) -> Document:
        left = HOUSES - [entry["seat"] for entry in self.document["houses"]].count(number)
        hand = self.hands[number]
        return {
            "prestige": self.dice.choice((0, 20, 20, 21)),
            "pool": min(left, box.POOL),
            "reserve": max(left - box.POOL, 0),
            "hand": hand,
            "known": self.some(hand, 2),
        }

    def tokens(self) -> None:
        """Deal out tokens, often most of them."""
        pool = self.dice.sample(box.TOKENS, len(box.TOKENS))
        left = self.dice.choice((0, 1, 2, 4, len(pool)))
        for number, seat in enumerate(self.document["seats"]):
            seat["tokens"] = sorted(pool[left + number :: self.players])
        self.document["discoveries"] = sorted(pool[:left])

    def cards(self) -> None:
        """Deal cards, often with rewards that require a decision."""
        self.document["decks"] = {}
        for kind in card_kinds(self.document):
            deck = self.dice.sample(box.all_ids(kind), len(box.all_ids(kind)))
            if self.dice.random() < 0.7:
                deck.sort(key=box.ASKING.__contains__)
            current = [deck.pop() for _ in self.document["seats"]]
            self.dice.shuffle(deck)
            for seat, card in zip(self.document["seats"], current, strict=True):
                seat[kind] = {"held": [deck.pop()], "current": card, "returned": deck.pop()}
            self.document["decks"][kind] = deck

    def placements(self) -> None:
        """Draw who placed something last, and the order of the others."""
        last = self.dice.sample(range(1, self.players + 1), self.players)
        for seat, number in zip(self.document["seats"], last, strict=True):
            seat["last_placement"] = number
        self.document["last"] = list(self.order[-1])

    def alexis(self) -> None:
        level = LEVELS[self.options["level"]]
        cards = []
        for kind in ("explore", "dock"):
            every = [card["id"] for card in BOX["expedition_cards"] if card["kind"] == kind]
            cards += self.dice.sample(every, level[f"{kind}_cards"])
        self.dice.shuffle(cards)
        if self.dice.random() < 0.5:
            cards.sort(key=lambda card: box.CARDS[card]["kind"])  # docking comes first
        played = self.some(cards, len(cards))
        self.document |= {
            "level": self.options["level"],
            "first": self.dice.choice((0, "alexis")),
            "human_last": list(self.dice.choice(self.order)),
            "alexis": {
                "prestige": self.dice.choice((0, 5, 20)),
                "card": played[-1] if played else None,
                "deck": box.less(cards, played),
                "played": played,
                "seen": played,
            },
        }


def scenes(game: swenv.Game, seeds: Sequence[int]) -> list[swenv.State]:
    """Make a scene for each seed that leaves a decision."""
    found = []
    for seed in seeds:
        try:
            found.append(Scene(game, seed).state())
        except ValueError as refused:
            if "nothing to decide" not in str(refused):
                raise
    return found
