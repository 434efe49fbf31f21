"""A position in the course of an action: regions, races of seats, and the moves of pieces that all boxes share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.board import Site, sites
from referee.clauses import Document, Impossible, Rules

DIE = (0, 0, 0, 1, 2, 3)
"""SW-SETUP-8: the faces of the reinforcement die."""


class Party(dict[str, Any]):
    """A race of a seat: the entry of its position document, and the seat."""

    seat: int

    @property
    def race(self) -> str:
        return str(self["race"])

    @property
    def active(self) -> bool:
        return bool(self["status"] == "active")

    @property
    def slot(self) -> str:
        """SW-TERM-6: `active`, `decline` or `spirit`."""
        return "active" if self.active else "spirit" if self["power"] == "spirit" else "decline"


class Markers(dict[str, int]):
    """How many markers of each kind lie in a region."""

    def __missing__(self, marker: str) -> int:
        return 0


def each(verb: str, lands: Iterable[Land]) -> set[str]:
    """The texts of an action for each of some regions."""
    return {f"{verb} {land.number}" for land in lands}


class Land:
    """A region: what the board says of it (`site`), and what lies there.

    `things` are all other fields of its entry, such as `tribe`, `monsters` and `place`.
    """

    def __init__(self, site: Site, entry: Mapping[str, Any]) -> None:
        self.site, self.number, self.kinds = site, site.number, site.kinds
        self.owner: int | None = entry.get("owner")
        self.race: str | None = entry.get("race")
        self.tokens: int = entry.get("tokens", 0)
        self.markers = Markers(entry.get("markers", {}))
        self.things: dict[str, Any] = {
            name: list(value) if isinstance(value, list) else value
            for name, value in (entry.items() if entry else ())
            if name not in ("owner", "race", "tokens", "markers")
        }

    def written(self) -> Document:
        """The entry of a position document; empty if nothing is to be said."""
        entry: Document = {}
        if self.owner is not None:
            entry |= {"owner": self.owner, "race": self.race, "tokens": self.tokens}
        entry |= {name: value for name, value in self.things.items() if value}
        markers = {name: number for name, number in self.markers.items() if number}
        return entry | {"markers": markers} if markers else entry


def opposes(who: Party, land: Land) -> bool:
    """Whether a region is held by a race of an opponent."""
    return land.owner not in (None, who.seat)


SLOTS = ("active", "decline", "spirit")


def place_of(party: Party) -> int:
    """The place of a race among those of its seat."""
    return SLOTS.index(party.slot)


def copied(value: Any) -> Any:
    """A copy of plain data; that of a document is much quicker so than by `copy.deepcopy`."""
    if isinstance(value, dict):
        return {key: copied(item) if isinstance(item, (dict, list)) else item for key, item in value.items()}
    return [copied(item) if isinstance(item, (dict, list)) else item for item in value]


class Table:
    """A position that actions change.

    Args:
        document: The position; it stays as it is.
        options: The options of the game.
        rules: The rules of the game.
        truth: The position that really came next, for what chance decides.
    """

    def __init__(
        self, document: Document, options: Mapping[str, Any], rules: Rules, truth: Document | None = None
    ) -> None:
        self.options, self.rules, self.truth = options, rules, truth
        regions = document["regions"]
        self.lands = [Land(site, regions.get(str(site.number), {})) for site in sites(document, options)]
        self.now: Document = {
            key: copied(item) if isinstance(item, (dict, list)) else item
            for key, item in document.items()
            if key != "regions"
        }
        self.by_chance = False
        """Whether this action drew from the random stream."""
        for seat, entry in enumerate(self.now["seats"]):
            entry["races"] = [self.party(seat, race) for race in entry["races"]]

    @staticmethod
    def party(seat: int, entry: Mapping[str, Any]) -> Party:
        made = Party(entry)
        made.seat = seat
        return made

    def written(self) -> Document:
        """The position document."""
        entries = {str(land.number): land.written() for land in self.lands}
        now = {**self.now, "regions": {number: entry for number, entry in entries.items() if entry}}
        now["seats"] = [
            {**seat, "races": [dict(party) for party in sorted(seat["races"], key=place_of)]} for seat in now["seats"]
        ]
        if self.by_chance and self.truth is not None:
            now["random"] = self.truth["random"]
        return now

    # whose turn it is

    @property
    def seat(self) -> int:
        """The seat whose turn it is."""
        return int(self.now["turn"])

    @property
    def coins(self) -> int:
        """Those of the seat whose turn it is."""
        return int(self.now["seats"][self.seat]["coins"])

    @property
    def step(self) -> str:
        return str(self.now["phase"])

    @property
    def state(self) -> Document:
        """What is noted of this turn."""
        noted: Document = self.now["turn_state"]
        return noted

    @property
    def acting(self) -> Party | None:
        """The race that acts: the active one, or one in decline in its own steps."""
        return self.in_slot(self.seat, self.state["acting"])

    @property
    def actor(self) -> Party:
        """The race that acts, where there must be one."""
        who = self.acting
        assert who is not None
        return who

    @property
    def taker(self) -> Party:
        """The active race of the seat whose turn it is, where there must be one."""
        who = self.active(self.seat)
        assert who is not None
        return who

    def clockwise(self, first: int) -> Iterator[int]:
        """All seats, from one of them on."""
        number = len(self.now["seats"])
        return ((first + step) % number for step in range(number))

    # races

    def parties(self, seat: int | None = None) -> list[Party]:
        """All races of a seat, or of everybody."""
        seats = self.now["seats"] if seat is None else [self.now["seats"][seat]]
        return [party for entry in seats for party in entry["races"]]

    def old(self, seat: int) -> list[Party]:
        """The races of a seat that are in decline."""
        return [party for party in self.parties(seat) if not party.active]

    def in_slot(self, seat: int, slot: str) -> Party | None:
        return next((party for party in self.parties(seat) if party.slot == slot), None)

    def active(self, seat: int) -> Party | None:
        """The active race of a seat."""
        return self.in_slot(seat, "active")

    def names(self, who: Party) -> tuple[str | None, ...]:
        """What a race has clauses of: itself, its power, and what is lent to it."""
        own = who["race"], who["power"]
        lenders = self.rules.lenders
        return (*own, *(name for lender in lenders for name in lender(self, who))) if lenders else own

    def ask(self, hook: str, who: Party | None, *of: Any) -> list[Any]:
        """The answers of all clauses that a race has, those for everybody first."""
        if who is None:
            clauses = self.rules.clauses(hook, (), True)
        else:
            clauses = self.rules.clauses(hook, self.names(who), who["status"] == "active")
        return [answer for clause in clauses if (answer := clause(self, who, *of)) is not None] if clauses else clauses

    # regions

    def holder(self, land: Land) -> Party | None:
        """SW-TERM-7: the race that holds a region."""
        if land.owner is None:
            return None
        return next(party for party in self.parties(land.owner) if party.race == land.race)

    def occupant(self, land: Land) -> Party:
        """The race that holds a region which is held."""
        who = self.holder(land)
        assert who is not None
        return who

    def holds(self, who: Party, land: Land) -> bool:
        return land.owner == who.seat and land.race == who.race

    def lands_of(self, who: Party) -> list[Land]:
        seat, race = who.seat, who["race"]
        return [land for land in self.lands if land.owner == seat and land.race == race]

    def numbers(self, who: Party) -> set[int]:
        return {land.number for land in self.lands_of(who)}

    def borders(self, land: Land) -> list[Land]:
        return [self.lands[number] for number in land.site.borders]

    def beside(self, land: Land, kind: str) -> bool:
        """Whether a region borders one of a kind."""
        return any(kind in other.kinds for other in self.borders(land))

    def touches(self, who: Party, land: Land) -> bool:
        """Whether a region shares a border with one that a race holds."""
        return not land.site.borders.isdisjoint(self.numbers(who))

    def placed(self, marker: str) -> int:
        """How many markers of a kind lie on the map."""
        return sum(land.markers[marker] for land in self.lands)

    def marked(self, marker: str) -> Land | None:
        """Where a marker lies, of which there is one."""
        return next((land for land in self.lands if land.markers[marker]), None)

    # moves of pieces

    def lift(self, marker: str) -> None:
        """Take all markers of a kind from the map."""
        for land in self.lands:
            land.markers.pop(marker, None)

    def put(self, marker: str, land: Land) -> None:
        """Move the only marker of its kind."""
        self.lift(marker)
        land.markers[marker] = 1

    def to_tray(self, race: str, tokens: int) -> None:
        self.now["tray"][race] += tokens

    def from_tray(self, race: str, wanted: int) -> int:
        """Take tokens from the tray, as many as it has; returns how many."""
        tokens = min(wanted, int(self.now["tray"][race]))
        self.now["tray"][race] -= tokens
        return tokens

    def draw(self, who: Party, wanted: int) -> None:
        """Take tokens of a race from the tray to hand, as many as there are."""
        who["hand"] += self.from_tray(who.race, wanted)

    def settle_in(self, who: Party, land: Land, tokens: int) -> None:
        """Put tokens into a region, which is then one of `who`."""
        land.owner, land.race = who.seat, who.race
        land.tokens += tokens

    def leave(self, land: Land) -> int:
        """Empty a region of its race, with the markers that go with it; returns the tokens."""
        who, tokens = self.holder(land), land.tokens
        land.owner, land.race, land.tokens = None, None, 0
        for marker in self.rules.leaving:
            land.markers.pop(marker, None)
        self.ask("cleared", who, land)
        return tokens

    def bring(self, kind: str, name: str, to: Land, order: Sequence[str]) -> None:
        """Move the only thing of a name to a region, from wherever it lies open."""
        for land in self.lands:
            if name in land.things.get(kind, ()):
                land.things[kind].remove(name)
        to.things[kind] = sorted([*to.things.get(kind, ()), name], key=order.index)

    def pay(self, seat: int, coins: int) -> None:
        """Give coins to a seat, or take them with a negative number."""
        self.now["seats"][seat]["coins"] += coins

    # chance

    def roll(self) -> int:
        """SW-DIE-3: roll the die; the face is that which the true position shows."""
        assert self.truth is not None, "nothing is rolled to find out what is legal"
        face = self.truth["last_roll"]
        if face not in DIE:
            raise Impossible(f"the die shows {face}")
        self.by_chance = True
        self.now["last_roll"] = face
        return int(face)

    def shuffle_badges(self, drawn: Sequence[str]) -> None:
        """SW-COL-6, UG-CLAR-30: the discarded badges become the stack; for `drawn` see `shuffled`."""
        self.now["power_stack"] = self.shuffled(self.now["discarded_powers"], "power_stack", drawn)
        self.now["discarded_powers"] = []

    def shuffled(self, pile: Sequence[str], left: str, drawn: Sequence[str]) -> list[str]:
        """Shuffle a pile: its order is read off the true position.

        Args:
            pile: What is shuffled.
            left: Where the true position has the rest of the pile.
            drawn: What can have been drawn from it at once, in that order.
        """
        assert self.truth is not None
        self.by_chance = True
        rest = list(self.truth[left])
        gone = Counter(pile) - Counter(rest)
        order = [name for name in drawn if gone[name]] + rest
        if Counter(order) != Counter(pile):
            raise Impossible(f"{left}: {list(pile)} shuffled cannot become {order}")
        return order
