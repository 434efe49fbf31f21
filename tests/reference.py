"""A second, slow reading of what is legal: plain Python over position documents, written from the rules alone.

It shares nothing with the engine: no tables, no sets of bits, no phases left out. Where both agree on every action of
thousands of positions, a mistake would have to be made twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from swenv.smallworld.board import Board

Document = dict[str, Any]

WATER = {"sea", "lake"}
IMMUNE = ("hole", "hero", "dragon")


class Position:
    """One position, asked for its legal actions.

    Args:
        document: A position document, as `State.to_position` writes it.
        board: The board it is played on.
        own_decline_defends: The option of that name.
        substitution_needs_hand: The option of that name.
    """

    def __init__(
        self,
        document: Document,
        board: Board,
        own_decline_defends: bool = False,
        substitution_needs_hand: bool = True,
    ) -> None:
        self.document = document
        self.regions = board.regions
        self.places: dict[int, Document] = {int(key): place for key, place in document["regions"].items()}
        self.own_decline_defends = own_decline_defends
        self.substitution_needs_hand = substitution_needs_hand
        self.seat: int = document["to_act"]
        self.turn: Document = document["turn_state"]

    # who is where

    def entries(self, seat: int) -> list[Document]:
        found: list[Document] = self.document["seats"][seat]["races"]
        return found

    def active(self, seat: int) -> Document | None:
        return next((entry for entry in self.entries(seat) if entry["status"] == "active"), None)

    def ghouls_in_decline(self) -> Document | None:
        """The Ghouls that act before the active race (SW-TURN-4)."""
        for entry in self.entries(self.seat):
            if entry["race"] == "ghouls" and entry["status"] == "decline":
                return entry
        return None

    def land_of(self, entry: Document) -> list[int]:
        return [number for number, place in self.places.items() if place.get("race") == entry["race"]]

    def marker(self, number: int, name: str) -> int:
        return int((self.places.get(number, {}).get("markers") or {}).get(name, 0))

    def laid(self, name: str) -> int:
        return sum(self.marker(number, name) for number in self.places)

    def tokens_of(self, entry: Document) -> int:
        on_map = sum(self.places[number]["tokens"] for number in self.land_of(entry))
        return int(entry["hand"]) + on_map

    # reach and cost

    def beside(self, number: int, what: Callable[[int], bool]) -> bool:
        return any(what(other) for other in self.regions[number].neighbors)

    def linked(self, entry: Document, number: int) -> bool:
        """Is the region next to one of the race, wings and caverns included (SW-CONQ-5b)?"""
        own = set(self.land_of(entry))
        if self.beside(number, own.__contains__):
            return True
        power = self.badge(entry)
        if power == "flying":
            return self.regions[number].terrain not in WATER
        caverns = {other for other in own if "cavern" in self.regions[other].symbols}
        return power == "underworld" and bool(caverns) and "cavern" in self.regions[number].symbols

    def is_entry(self, number: int) -> bool:
        """SW-TERM-4; for a Seafaring race a sea at the edge is one too (SW-INT-12)."""
        region = self.regions[number]
        if region.terrain in WATER:
            return region.edge
        return region.edge or self.beside(
            number, lambda other: self.regions[other].terrain == "sea" and self.regions[other].edge
        )

    @staticmethod
    def badge(entry: Document) -> str | None:
        """The power in force: that of an active race (SW-DECL-9)."""
        power: str | None = entry["power"]
        return power if entry["status"] == "active" else None

    @staticmethod
    def trait(entry: Document) -> str | None:
        """The trait in force: that of an active race."""
        name: str = entry["race"]
        return name if entry["status"] == "active" else None

    def may_take(self, entry: Document, number: int) -> bool:
        """SW-CONQ-3 to SW-CONQ-7: everything but the price and the reach."""
        place = self.places.get(number, {})
        owner = place.get("owner")
        if place.get("race") == entry["race"]:
            return False
        if self.regions[number].terrain in WATER and self.badge(entry) != "seafaring":
            return False
        if owner is None or owner == self.seat:
            return True
        if any(self.marker(number, name) for name in IMMUNE):
            return False
        defender = self.active(owner)
        at_peace = self.document["seats"][owner]["peace"] == self.seat
        attacks_active = defender is not None and defender["race"] == place["race"]
        return not (at_peace and attacks_active and entry["status"] == "active")

    def targets(self, entry: Document) -> Iterator[int]:
        """The regions that the race may conquer if it can pay (SW-CONQ-2 without SW-CONQ-8)."""
        has_land = bool(self.land_of(entry))
        for number in range(len(self.regions)):
            if not self.may_take(entry, number):
                continue
            anywhere = self.badge(entry) == "flying" and self.regions[number].terrain not in WATER
            first = anywhere or self.trait(entry) == "halflings" or self.is_entry(number)
            if self.linked(entry, number) if has_land else first:
                yield number

    def formula(self, entry: Document, number: int) -> int:
        """SW-CONQ-1 before the floor of 1."""
        region, place = self.regions[number], self.places.get(number, {})
        cost = 2 + bool(place.get("tribe")) + (region.terrain == "mountain")
        cost += sum(self.marker(number, name) for name in ("lair", "fortress", "encampment"))
        if place.get("owner") is not None and (place["owner"] != self.seat or self.own_decline_defends):
            cost += place["tokens"]
        own = set(self.land_of(entry))
        power, trait = self.badge(entry), self.trait(entry)
        if trait == "tritons" and region.terrain not in WATER:
            cost -= self.beside(number, lambda other: self.regions[other].terrain in WATER)
        if trait == "giants":
            peaks = {other for other in own if self.regions[other].terrain == "mountain"}
            by_cavern = (
                power == "underworld"
                and "cavern" in region.symbols
                and any("cavern" in self.regions[other].symbols for other in peaks)
            )
            cost -= self.beside(number, peaks.__contains__) or by_cavern
        cost -= power == "commando"
        cost -= power == "mounted" and region.terrain in {"hill", "farmland"}
        cost -= power == "underworld" and "cavern" in region.symbols
        return cost

    # decisions

    def conquests(self, entry: Document, hand: int) -> Iterator[str]:
        """SW-CONQ-8, SW-DIE-1, SW-RACE-SORCERERS, SW-POWER-BERSERK, SW-POWER-DRAGON-MASTER."""
        power, roll = self.badge(entry), self.turn["pending_roll"]
        for number in self.targets(entry):
            cost = max(1, self.formula(entry, number) - (roll or 0))
            attempt = 3 if power != "berserk" else 0
            if hand >= 1 and cost - hand <= attempt:
                yield f"conquer {number}"
            if power == "dragon_master" and hand >= 1 and not self.turn["dragon_used"]:
                yield f"dragon {number}"
        if power == "berserk" and hand >= 1 and roll is None:
            yield "roll"
        if self.trait(entry) == "sorcerers" and roll is None and self.document["tray"]["sorcerers"] > 0:
            alive = self.tokens_of(entry) > 0
            if hand >= 1 or (alive and not self.substitution_needs_hand):
                yield from (f"convert {number}" for number in self.convertible(entry))

    def convertible(self, entry: Document) -> Iterator[int]:
        for number, place in self.places.items():
            owner = place.get("owner")
            if owner is None or owner == self.seat or owner in self.turn["converted"]:
                continue
            defender = self.active(owner)
            if defender is None or defender["race"] != place["race"]:
                continue
            lone = place["tokens"] == 1 and not self.marker(number, "encampment")
            if lone and self.may_take(entry, number) and self.linked(entry, number):
                yield number

    def turn_of(self, entry: Document, hand: int) -> Iterator[str]:
        """READY and the first conquest: give up regions, conquer, or stop."""
        yield "finish"
        yield from (f"abandon {number}" for number in self.land_of(entry))
        yield from self.conquests(entry, hand)

    def laying_out(self, entry: Document) -> Iterator[str]:
        """REDEPLOY (2.6); the Amazons' reserve is not laid out, and too many regions are given up."""
        land, hand = self.land_of(entry), int(entry["hand"])
        aside = min(4, self.tokens_of(entry)) if self.trait(entry) == "amazons" else 0
        if hand < aside:
            yield from (f"abandon {number}" for number in land)
        elif hand > aside:
            for number in land:
                yield f"deploy {number}"
                yield f"deploy_rest {number}"

    def markers(self, entry: Document) -> Iterator[str]:
        land, power = self.land_of(entry), self.badge(entry)
        camps = power == "bivouacking" and bool(land) and self.laid("encampment") < 5
        heroes = power == "heroic" and self.laid("hero") < min(2, len(land))
        if camps:
            yield from (f"encamp {number}" for number in land)
        if heroes:
            yield from (f"hero {number}" for number in land if not self.marker(number, "hero"))
        if power == "fortified" and not self.turn["fortress_placed"] and self.laid("fortress") < 6:
            yield from (f"fortify {number}" for number in land if not self.marker(number, "fortress"))
        if not (camps or heroes):
            yield "finish"

    def withdrawn(self) -> Iterator[str]:
        """SW-LOSS-9: tokens go to their own race's regions, encampments too."""
        for entry in self.entries(self.seat):
            land = self.land_of(entry)
            aside = entry["reserve"] if entry["status"] == "active" else 0
            if entry["hand"] > aside:
                for number in land:
                    yield f"deploy {number}"
                    yield f"deploy_rest {number}"
            if self.badge(entry) == "bivouacking" and self.laid("encampment") < 5:
                yield from (f"encamp {number}" for number in land)

    def acting(self) -> Document:
        """The race that moves: Ghouls in decline first, then the active race."""
        phase, ghouls = self.document["phase"], self.ghouls_in_decline()
        entry = ghouls if phase.startswith("ghoul") or (phase == "choose" and ghouls) else self.active(self.seat)
        assert entry is not None, phase
        return entry

    def in_hand(self, entry: Document) -> int:
        """Tokens that a conquest can use: in CHOOSE one a region stays and the others are taken up (SW-TURN-5)."""
        if self.document["phase"] == "choose":
            return self.tokens_of(entry) - len(self.land_of(entry))
        return int(entry["hand"])

    def legal(self) -> set[str]:
        """All legal actions as text."""
        phase = self.document["phase"]
        if phase == "pick":
            purse, rows = self.document["seats"][self.seat]["coins"], len(self.document["column"])
            return {f"pick {row}" for row in range(rows) if row <= purse}
        if phase == "peace":
            others = set(range(len(self.document["seats"]))) - {self.seat, *self.turn["attacked"]}
            return {"finish", *(f"peace {other}" for other in others)}
        if phase == "stout":
            return {"finish", "decline"}
        if phase == "withdrawn":
            return set(self.withdrawn())
        entry = self.acting()
        if phase == "choose":
            return {"decline", *self.turn_of(entry, self.in_hand(entry))}
        if phase.endswith("ready"):
            return set(self.turn_of(entry, self.in_hand(entry)))
        if phase.endswith("conquest"):
            return {"finish", *self.conquests(entry, self.in_hand(entry))}
        if phase.endswith("deploy"):
            return set(self.laying_out(entry))
        assert phase == "markers", phase
        return set(self.markers(entry))
