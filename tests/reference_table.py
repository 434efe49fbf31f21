"""The board of a position, in terms of the rules: plain Python over position documents.

`reference` derives the legal actions from it, `invariants_score` what a turn pays. Nothing here comes from the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from boxes import IMMUNITY, LAKES, TERRAINS, WET
from swenv.smallworld.board import Board

Document = dict[str, Any]


class Table:
    """One position on its board.

    Args:
        document: A position document, as `State.to_position` writes it.
        board: The board it is played on.
        seat: The seat from whose view it is read; by default the one that decides.
        stonehedge_decline_powers: The option of that name.
    """

    def __init__(
        self,
        document: Document,
        board: Board,
        seat: int | None = None,
        stonehedge_decline_powers: str = "any_holder",
    ) -> None:
        self.document = document
        self.regions = board.regions
        self.places: dict[int, Document] = {int(key): place for key, place in document["regions"].items()}
        self.seat: int = document["to_act"] if seat is None else seat
        self.turn: Document = document["turn_state"]
        self.stonehedge_decline_powers = stonehedge_decline_powers
        # where races, markers and finds are, by name: needed all the time
        self._land: dict[str, list[int]] = {}
        self._markers: dict[str, dict[int, int]] = {}
        self._finds: dict[str, dict[str, int]] = {"place": {}, "relics": {}, "artifacts": {}}
        for number, place in self.places.items():
            if "race" in place:
                self._land.setdefault(place["race"], []).append(number)
            for name, count in (place.get("markers") or {}).items():
                self._markers.setdefault(name, {})[number] = int(count)
            if place.get("place") is not None:
                self._finds["place"].setdefault(place["place"], number)
            for kind in ("relics", "artifacts"):
                for name in place.get(kind) or ():
                    self._finds[kind].setdefault(name, number)

    # who is where

    def entries(self, seat: int) -> list[Document]:
        found: list[Document] = self.document["seats"][seat]["races"]
        return found

    def active(self, seat: int) -> Document | None:
        return next((entry for entry in self.entries(seat) if entry["status"] == "active"), None)

    def declined(self, seat: int) -> list[Document]:
        return [entry for entry in self.entries(seat) if entry["status"] == "decline"]

    def land_of(self, entry: Document) -> list[int]:
        return self._land.get(entry["race"], [])

    def held_by(self, seat: int) -> list[int]:
        return [number for number, place in self.places.items() if place.get("owner") == seat]

    def tokens_of(self, entry: Document) -> int:
        on_map: int = sum(self.places[number]["tokens"] for number in self.land_of(entry))
        return int(entry["hand"]) + on_map

    def holder(self, number: int | None) -> tuple[int, Document] | None:
        """The seat that holds a region, and the entry of its race there."""
        place = self.places.get(-1 if number is None else number, {})
        owner = place.get("owner")
        if owner is None:
            return None
        (entry,) = (entry for entry in self.entries(owner) if entry["race"] == place["race"])
        return owner, entry

    def is_active_land(self, number: int) -> bool:
        """Whether an active race holds the region."""
        holder = self.holder(number)
        return holder is not None and holder[1]["status"] == "active"

    # markers, places, relics

    def marker(self, number: int, name: str) -> int:
        return self._markers.get(name, {}).get(number, 0)

    def laid(self, name: str) -> int:
        return sum(self._markers.get(name, {}).values())

    def lies(self, name: str) -> int | None:
        """The region of a marker that exists once."""
        return next((number for number, count in self._markers.get(name, {}).items() if count), None)

    def place(self, name: str) -> int | None:
        """The region of a Popular Place that has been found."""
        return self._finds["place"].get(name)

    def relic(self, name: str) -> int | None:
        """The region of a Righteous Relic that has been found."""
        return self._finds["relics"].get(name)

    def holds(self, entry: Document, number: int | None) -> bool:
        """Whether the race holds the region."""
        return number is not None and self.places.get(number, {}).get("race") == entry["race"]

    # what a race can do

    @staticmethod
    def trait(entry: Document) -> str | None:
        """The trait in force: that of an active race. Traits that last in decline are handled where they count."""
        name: str = entry["race"]
        return name if entry["status"] == "active" else None

    def powers(self, entry: Document) -> set[str]:
        """The powers in force: the badge of an active race, and that of its Stonehedge (SW-DECL-9)."""
        if entry["status"] != "active":
            return set()
        found = {entry["power"]} - {None}
        drawn = self.document.get("stonehedge")
        if drawn is not None and self.holds(entry, self.place("stonehedge")):
            found.add(drawn)
        return found

    def declined_with(self, seat: int, power: str) -> list[Document]:
        """The declined races of a seat with a power that acts in decline, by badge or by Stonehedge (UG-ED-5)."""
        mine, hedge = self.declined(seat), self.place("stonehedge")
        if self.document.get("stonehedge") != power:
            return [entry for entry in mine if entry["power"] == power]
        if self.stonehedge_decline_powers == "declined_holder":
            return [entry for entry in mine if self.holds(entry, hedge)]
        return mine if any(self.holds(entry, hedge) for entry in self.entries(seat)) else []

    # the ground

    def is_(self, number: int, kind: str) -> bool:
        """Whether the region is of a kind: one of `TERRAINS`, as terrain or as symbol."""
        region = self.regions[number]
        return region.terrain in TERRAINS[kind] or kind in region.symbols

    def is_wet(self, number: int) -> bool:
        return self.regions[number].terrain in WET

    def is_lake(self, number: int) -> bool:
        """Water of a base board, which most races cannot enter."""
        return self.regions[number].terrain in LAKES

    def beside(self, number: int, what: Callable[[int], bool]) -> bool:
        """Whether the region borders one for which `what` is true."""
        return any(what(other) for other in self.regions[number].neighbors)

    def by_a_chasm(self, number: int) -> bool:
        return self.beside(number, lambda other: self.regions[other].terrain == "chasm")

    def groups(self, numbers: Iterable[int], adjacent: Callable[[int, int], bool]) -> Iterator[set[int]]:
        """The connected groups of regions."""
        left = set(numbers)
        while left:
            group, edge = set(), {left.pop()}
            while edge:
                group |= edge
                edge = {other for other in left if any(adjacent(number, other) for number in edge)}
                left -= edge
            yield group

    def border(self, one: int, other: int) -> bool:
        return other in self.regions[one].neighbors

    def next_to(self, entry: Document, one: int, other: int) -> bool:
        """Whether two regions are adjacent for a race: border, caverns, Great Brass Pipe (UG-INT-23, SW-INT-38)."""
        if self.border(one, other):
            return True
        if "underworld" in self.powers(entry) and all("cavern" in self.regions[r].symbols for r in (one, other)):
            return True
        return self.piped(entry, one) and self.piped(entry, other)

    def piped(self, entry: Document, number: int) -> bool:
        """Whether the region has the terrain of the Pipe that the active race holds (UG-PLACE-PIPE)."""
        pipe = self.place("pipe")
        if pipe is None or entry["status"] != "active" or not self.holds(entry, pipe):
            return False
        return self.regions[number].terrain == self.regions[pipe].terrain

    # protection

    def immune(self, number: int, attacker: int) -> bool:
        """Whether the region is immune (UG-IMM-6); Holes, Heroes and the Dragon work the same way."""
        if self.marker(number, "balrog"):
            return True
        if not any(self.marker(number, name) for name in IMMUNITY):
            return False
        owner = self.places[number].get("owner")
        return attacker != (self.document.get("crypt_master") if owner is None else owner)

    def guarded(self, number: int) -> bool:
        """Whether another player's active Gnomes hold it (UG-RACE-GNOMES)."""
        holder = self.holder(number)
        return holder is not None and holder[0] != self.seat and self.trait(holder[1]) == "gnomes"
