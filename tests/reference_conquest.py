"""The second implementation of conquests: where, at what price, by which means (SW chapter 2.3, UG-CONQ)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from boxes import CONQUEST_RELICS
from reference_table import Document, Table
from swenv.smallworld.board import Board

Effects = frozenset[str]
NOTHING: Effects = frozenset()


class Conquests(Table):
    """One position and its possible conquests.

    Args:
        document: A position document, as `State.to_position` writes it.
        board: The board it is played on.
        own_decline_defends: The option of that name, like the others.
        substitution_needs_hand: Whether substitution needs a token in hand.
        flames_entry: Where Flames may enter.
        vampire_limit: How often Vampire may substitute.
        options: Other arguments of `Table`.
    """

    def __init__(
        self,
        document: Document,
        board: Board,
        own_decline_defends: bool = False,
        substitution_needs_hand: bool = True,
        flames_entry: str = "edge",
        vampire_limit: str = "turn",
        **options: Any,
    ) -> None:
        super().__init__(document, board, **options)
        self.own_decline_defends = own_decline_defends
        self.substitution_needs_hand = substitution_needs_hand
        self.flames_entry = flames_entry
        self.vampire_limit = vampire_limit

    # where

    def is_entry(self, number: int) -> bool:
        """Whether a region is an entry (SW-TERM-4, UG-DIFF-3); so are edge seas for some (SW-INT-12, UG-CLAR-44)."""
        region = self.regions[number]
        if self.is_lake(number):
            return region.edge
        return region.edge or self.beside(
            number, lambda other: self.regions[other].terrain == "sea" and self.regions[other].edge
        )

    def flies_to(self, entry: Document, number: int) -> bool:
        return "flying" in self.powers(entry) and not self.is_wet(number)

    def linked(self, entry: Document, number: int) -> bool:
        """Whether the region is next to the race: by border, or by a race or power (SW-CONQ-5b, UG-CONQ-2)."""
        own = self.land_of(entry)
        if any(self.next_to(entry, other, number) for other in own) or self.flies_to(entry, number):
            return True
        if not own:
            return False
        if self.piped(entry, number):
            return True
        if self.trait(entry) == "spiderines":
            return self.by_a_chasm(number)
        if self.trait(entry) == "lizardmen":
            passed = self.passage(own)
            return number in passed or self.beside(number, passed.__contains__)
        return False

    def passage(self, own: list[int]) -> set[int]:
        """Waters that Lizardmen can cross: connected to their land, and not immune to them (UG-INT-15, -16)."""
        wet = {r for r in range(len(self.regions)) if self.is_wet(r) and not self.immune(r, self.seat)}
        edge = {r for r in wet if r in own or self.beside(r, own.__contains__)}
        passed: set[int] = set()
        while edge:
            passed |= edge
            edge = {r for r in wet - passed if self.beside(r, edge.__contains__)}
        return passed

    def enters(self, entry: Document, number: int) -> bool:
        """Whether a First Conquest may enter there (SW-CONQ-5a, UG-CONQ-2)."""
        trait = self.trait(entry)
        if trait == "flames" and self.flames_entry == "volcano":
            return self.beside(number, lambda other: bool(self.marker(other, "volcano")))
        if trait == "halflings" or self.flies_to(entry, number) or self.is_entry(number):
            return True
        return trait == "spiderines" and self.by_a_chasm(number)

    def plainly(self, entry: Document, number: int) -> bool:
        """Whether the region is in plain reach, the only kind that counts against Gnomes (UG-CONQ-3)."""
        own = self.land_of(entry)
        return self.beside(number, own.__contains__) if own else self.is_entry(number)

    def may_take(self, entry: Document, number: int) -> bool:
        """Whether the region may be taken, price and reach aside (SW-CONQ-3, -4, -6, -7, UG-CONQ-2, -4)."""
        place, terrain = self.places.get(number, {}), self.regions[number].terrain
        if place.get("race") == entry["race"] or terrain == "chasm":
            return False
        if self.is_lake(number) and not ("seafaring" in self.powers(entry) or self.trait(entry) == "kraken"):
            return False
        if self.immune(number, self.seat):
            return False
        owner = place.get("owner")
        if owner is None or owner == self.seat:
            return True
        if place["race"] == "liches" and self.document["seats"][self.seat]["coins"] == 0:
            return False
        at_peace = self.document["seats"][owner]["peace"] == self.seat
        return not (at_peace and self.is_active_land(number) and entry["status"] == "active")

    def targets(self, entry: Document, effects: Effects = NOTHING) -> Iterator[int]:
        """The regions that the race may conquer, price aside (SW-CONQ-2 without SW-CONQ-8)."""
        reach = self.linked if self.land_of(entry) else self.enters
        for number in range(len(self.regions)):
            if not self.may_take(entry, number):
                continue
            if not self.guarded(number):
                if "doormat" in effects or reach(entry, number):
                    yield number
                continue
            by_nothing = not effects and self.turn["pending_roll"] is None  # UG-CLAR-2
            if by_nothing and self.plainly(entry, number) and (self.land_of(entry) or reach(entry, number)):
                yield number

    # the price

    def formula(self, entry: Document, number: int, effects: Effects = NOTHING) -> int:
        """The price by SW-CONQ-1 and UG-CONQ-5 (with UG-MIX-14), before the minimum of 1."""
        region, place, trait = self.regions[number], self.places.get(number, {}), self.trait(entry)
        guarded = self.guarded(number)
        river = region.terrain == "river" or (self.is_lake(number) and trait == "kraken")
        cost = 1 if river else 2
        cost += self.is_(number, "mountain") + (place.get("place") == "keep") + (trait == "mummies")
        if guarded or not ("socks" in effects or self.burns(entry, number)):
            cost += place.get("monsters", 0) + bool(place.get("tribe"))
            cost += sum(self.marker(number, name) for name in ("armor", "encampment", "lair", "fortress"))
            if place.get("owner") is not None and (place["owner"] != self.seat or self.own_decline_defends):
                cost += place["tokens"]
        if not guarded:
            cost -= 2 * ("sword" in effects) + self.discounts(entry, number, effects)
        return cost

    def discounts(self, entry: Document, number: int, effects: Effects) -> int:
        region, trait, powers = self.regions[number], self.trait(entry), self.powers(entry)
        own = self.land_of(entry)
        count = int(trait == "ogres")
        if trait == "cultists":
            stands = self.lies("ancient")
            count += stands is not None and ("doormat" in effects or self.next_to(entry, stands, number))
        if trait == "tritons" and not self.is_wet(number):
            count += self.beside(number, self.is_wet)
        if trait == "giants":
            count += any(self.is_(other, "mountain") and self.next_to(entry, other, number) for other in own)
        if "vengeful" in powers:
            owner = self.places.get(number, {}).get("owner")
            count += owner not in (None, self.seat) and bool(self.document["seats"][owner].get("vengeance"))
        count += "commando" in powers
        count += "mounted" in powers and region.terrain in {"hill", "farmland"}
        count += "underworld" in powers and "cavern" in region.symbols
        return count

    def burns(self, entry: Document, number: int) -> bool:
        """Whether the region counts as empty for Flames: at the Volcano, or at their chain to it (UG-RACE-FLAMES)."""
        if self.trait(entry) != "flames":
            return False

        def at_the_volcano(region: int) -> bool:
            return self.beside(region, lambda other: bool(self.marker(other, "volcano")))

        chain: set[int] = set()
        for group in self.groups(self.land_of(entry), self.border):
            if any(map(at_the_volcano, group)):
                chain |= group
        return at_the_volcano(number) or self.beside(number, chain.__contains__)

    # by which means

    def lone(self, number: int) -> bool:
        """Whether an opponent's single active token holds it; an encampment keeps it company (SW-POWER-BIVOUACKING)."""
        place = self.places.get(number, {})
        if place.get("owner") in (None, self.seat) or place["tokens"] != 1 or self.marker(number, "encampment"):
            return False
        return self.is_active_land(number)

    def can_substitute(self, entry: Document, hand: int, tray_only: bool = False) -> bool:
        """Whether there are tokens to conquer with and to put down (UG-CONQ-8, UG-INT-35, SW-INT-72, SW-INT-153)."""
        tray = self.document["tray"][entry["race"]]
        if self.turn["pending_roll"] is not None:
            return False
        if hand < 1 and (self.substitution_needs_hand or not self.tokens_of(entry)):
            return False
        return bool(tray > 0 or (hand >= 1 and not tray_only))

    def attempts(self, entry: Document, hand: int, effects: Effects = NOTHING) -> Iterator[str]:
        """The attempts with these kinds of Relics armed: SW-CONQ-8, SW-DIE-1, UG-CONQ-8, -9."""
        powers, roll = self.powers(entry), self.turn["pending_roll"]
        may_miss = 0 if "berserk" in powers else 3
        hammers = self.turn.get("hammers_left", 0) if self.trait(entry) == "iron_dwarves" else 0
        is_wisps = self.trait(entry) == "will_o_wisps" and roll is None and hand >= 1
        drained = self.vampires() if "vampire" in powers and self.can_substitute(entry, hand) else None
        for number in self.targets(entry, effects):
            guarded = self.guarded(number)
            if "orb" in effects:
                if self.lone(number) and self.can_substitute(entry, hand):
                    yield f"conquer {number}"
                continue
            cost = max(1, self.formula(entry, number, effects) - (roll or 0))
            if hand >= 1 and cost - hand - hammers * (not guarded) <= may_miss:
                yield f"conquer {number}"
            if guarded:
                continue
            if is_wisps and self.glows(entry, number) and cost - hand <= 3:
                yield f"roll_for {number}"
            if effects <= {"doormat"}:
                if drained is not None and self.lone(number) and self.places[number]["owner"] not in drained:
                    yield f"vampire {number}"
                # like a substitution it takes no die, so a pending roll must be used first (SW-INT-56)
                if "dragon_master" in powers and hand >= 1 and roll is None and not self.turn["dragon_used"]:
                    yield f"dragon {number}"
        if effects <= {"doormat"} and self.trait(entry) == "sorcerers" and self.can_substitute(entry, hand, True):
            yield from (f"convert {number}" for number in self.convertible(entry, effects))

    def vampires(self) -> set[int]:
        """The seats from which Vampire can take nothing more this turn (UG-ED-2)."""
        taken = set(self.turn["vampired"])
        return set(range(len(self.document["seats"]))) if taken and self.vampire_limit == "turn" else taken

    def glows(self, entry: Document, number: int) -> bool:
        """Whether Will-o'-Wisps may roll for the region (UG-RACE-WISPS, UG-CLAR-35)."""
        own = {other for other in self.land_of(entry) if self.is_(other, "magic")}
        return self.is_(number, "magic") or self.beside(number, own.__contains__)

    def convertible(self, entry: Document, effects: Effects = NOTHING) -> Iterator[int]:
        """The regions that Sorcerers can convert (SW-RACE-SORCERERS)."""
        for number, place in self.places.items():
            if not self.lone(number) or self.guarded(number):
                continue
            if place["owner"] in self.turn["converted"] or not self.may_take(entry, number):
                continue
            if "doormat" in effects or self.linked(entry, number):
                yield number

    # Relics to arm

    def armed(self) -> Effects:
        """The kinds of Relics armed for the next attempt."""
        copied = {self.turn["bag"]} if self.turn.get("bag_armed") else set()
        return frozenset(self.turn.get("armed", ())) | copied

    def usable(self, entry: Document) -> set[str]:
        """The Relics that an active race holds and has not used this turn (UG-RELIC-0, -00)."""
        if entry["status"] != "active":
            return set()
        return {
            name
            for place in (self.places[number] for number in self.land_of(entry))
            for name in place.get("relics") or ()
            if name not in self.turn["used"]
        }

    def copyable(self, entry: Document) -> set[str]:
        """The Relics that the Bag can copy (UG-RELIC-BAG)."""
        if "magic" not in self.powers(entry) or self.turn["bag"] is not None:
            return set()
        return {name for place in self.places.values() for name in place.get("relics") or ()}

    def arming(self, entry: Document, hand: int) -> Iterator[str]:
        """Relics that can be armed: a conquest must be possible with them, or with more Relics (UG-INT-64)."""
        now = self.armed()
        real = self.usable(entry) & CONQUEST_RELICS - now
        copies = self.copyable(entry) & CONQUEST_RELICS - now

        def leads_on(effects: Effects, real: set[str], copies: set[str]) -> bool:
            if "orb" in effects and effects & {"sword", "socks"}:  # UG-CLAR-20
                return False
            if any(True for _ in self.attempts(entry, hand, effects)):
                return True
            with_real = any(leads_on(effects | {name}, real - {name}, copies - {name}) for name in real)
            return with_real or any(leads_on(effects | {name}, real - {name}, set()) for name in copies)

        for name in real:
            if leads_on(now | {name}, real - {name}, copies - {name}):
                yield f"use {name}"
        for name in copies:
            if leads_on(now | {name}, real - {name}, set()):
                yield f"bag {name}"
