"""The second implementation of Warcraft's legal actions, from position documents and the printed boards alone.

`Isles` says what lies where and who may do what to whom, also for the invariants; `Voyage` has the legal actions of a
position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from boxes import ALLIANCE, HORDE
from reference_table import Document, Table
from swenv.smallworld.board import Board

Effects = frozenset[str]
NOTHING: Effects = frozenset()
LENT = ("frostmourne", "ashes", "doomhammer")
"""The Artifacts used for a conquest."""
APART = ({"doomhammer", "frostmourne"}, {"doomhammer", "discount"}, {"ashes", "air_strike"})
"""Combinations that one conquest cannot use (WW-ACT-25, WW-CLAR-12)."""


def faction(race: str) -> str | None:
    """Alliance, Horde, or neither."""
    return "alliance" if race in ALLIANCE else "horde" if race in HORDE else None


def minimum(entry: Document) -> int:
    """The minimum number of holding tokens in a region of the race (WW-RACE-TAUREN)."""
    return 2 if entry["race"] == "tauren" and entry["status"] == "active" else 1


class Isles(Table):
    """One position on its boards.

    Args:
        document: A position document, as `State.to_position` writes it.
        board: The table of its game.
        seat: The seat from whose view it is read; by default the one that decides.
        own_decline_defends: The option of that name.
    """

    def __init__(
        self, document: Document, board: Board, seat: int | None = None, own_decline_defends: bool = False
    ) -> None:
        super().__init__(document, board, seat)
        self.own_decline_defends = own_decline_defends

    # what lies in a region

    def at(self, number: int) -> Document:
        return self.places.get(number, {})

    def tokens(self, number: int) -> int:
        return int(self.at(number).get("tokens", 0))

    def force(self, number: int) -> int:
        """Race tokens, Beasts and the Champion in a region."""
        return self.tokens(number) + self.marker(number, "beasts") + self.marker(number, "champion")

    def slot(self, number: int) -> Any:
        """The holder of the region: "murloc", an owner and a race, or None."""
        place = self.at(number)
        if place.get("murloc"):
            return "murloc"
        return None if place.get("owner") is None else (place["owner"], place["race"])

    def is_own(self, number: int) -> bool:
        return self.at(number).get("owner") == self.seat

    def is_own_active(self, number: int) -> bool:
        return self.is_own(number) and self.is_active_land(number)

    def artifact(self, name: str) -> int | None:
        return self._finds["artifacts"].get(name)

    def drawn(self) -> Counter[str]:
        """All markers drawn so far: face up, face down and gone."""
        found: Counter[str] = Counter(self.document["gone"])
        for place in self.places.values():
            found.update(place.get("artifacts") or ())
            found.update(place[key] for key in ("place", "face_down") if place.get(key) is not None)
        return found

    def seat_of(self, race: str) -> int | None:
        """The seat whose active race this is."""
        for seat in range(len(self.document["seats"])):
            entry = self.active(seat)
            if entry is not None and entry["race"] == race:
                return seat
        return None

    def content(self, number: int) -> tuple[Any, ...]:
        """What a swap moves, as far as it is visible (WW-POWER-PORTALMAGES, WW-CLAR-19)."""
        place = self.at(number)
        markers = tuple(self.marker(number, name) for name in ("beasts", "champion", "fortress", "wall"))
        loose = (bool(place.get("objective")), "bomb" in place, sorted(place.get("artifacts") or ()))
        return (self.slot(number), self.tokens(number), *markers, *loose)

    # the own means

    def holds_find(self, entry: Document, name: str) -> bool:
        """Whether the active race holds the Artifact or the Place."""
        if entry["status"] != "active":
            return False
        return self.holds(entry, self.artifact(name)) or self.holds(entry, self.place(name))

    def champion_in_hand(self, entry: Document) -> bool:
        is_champion = entry["status"] == "active" and entry["power"] == "champions"
        return is_champion and not entry.get("champion_lost") and self.lies("champion") is None

    @property
    def purse(self) -> int:
        return int(self.document["seats"][self.seat]["coins"])

    # protection and tolls

    def is_towered(self, number: int) -> bool:
        """Whether another player's Watch Tower is there: nothing can be done to the region."""
        return self.marker(number, "tower") > 0 and not self.is_own(number)

    def is_guarded(self, number: int) -> bool:
        """Whether another player's Aegis protects it."""
        return bool(self.document.get("aegis_up")) and self.artifact("aegis") == number and not self.is_own(number)

    def is_immune(self, number: int) -> bool:
        return self.is_towered(number) or self.is_guarded(number)

    def harmony_due(self, number: int) -> bool:
        """Whether an attack on the region costs the seat its Harmony token."""
        holder = self.holder(number)
        if holder is None or not self.document["seats"][self.seat].get("harmony"):
            return False
        return holder[0] != self.seat and holder[1]["race"] == "pandaren" and holder[1]["status"] == "active"

    def tolls(self, number: int, effects: Effects = NOTHING) -> Iterator[tuple[int, int | None]]:
        """The coins that a conquest costs, and who gets them; None is the bank (WW-CONQ-11)."""
        holder = self.holder(number)
        owner = None if holder is None or holder[0] == self.seat else holder[0]
        if self.is_guarded(number):
            yield 2, owner
        if self.harmony_due(number):
            yield 2, owner
        marsh = holder is not None and holder[1]["power"] == "marshdwellers"
        if owner is not None and marsh and self.regions[number].terrain == "swamp":
            yield 1, owner
        if "doomhammer" in effects:
            yield 2, owner

    def tolls_of_a_use(self, numbers: Iterable[int], moves_tokens: bool = True) -> Iterator[tuple[int, int | None]]:
        """The coins that Strongmen, a grab or a swap cost: the Aegis and Harmony, once each (WW-CLAR-2, -5)."""
        due = {}
        for number in numbers:
            if self.is_guarded(number):
                due["aegis"] = self.at(number)["owner"]
            if moves_tokens and self.tokens(number) and self.harmony_due(number):
                due["harmony"] = self.at(number)["owner"]
        yield from ((2, owner) for owner in due.values())

    def takes_objective(self, number: int) -> bool:
        """Whether an Objective can go there: no Alliance, not immune, another region (WW-RACE-HUMANS, WW-CLAR-2)."""
        place = self.at(number)
        is_alliance = place.get("race") is not None and faction(place["race"]) == "alliance"
        return not (is_alliance or place.get("objective") or self.is_immune(number))

    # conquests

    def borders_own(self, entry: Document, number: int) -> bool:
        return self.beside(number, self.land_of(entry).__contains__)

    def travel(self, entry: Document, number: int, effects: Effects = NOTHING) -> int | None:
        """The extra token of the cheapest way to the region; None if there is no way (WW-CONQ-2)."""
        region = self.regions[number]
        if "air_strike" in effects:
            return None if self.is_lake(number) else 0
        if "ashes" in effects or self.borders_own(entry, number):
            return 0
        if entry["race"] == "kobolds" and "cavern" in region.symbols:
            return 0
        if self.is_lake(number):
            return None if self.land_of(entry) else 0
        if region.anchor:
            return int(entry["power"] != "sailors" and not self.holds_find(entry, "meeting_stone"))
        return None

    def may_take(self, entry: Document, number: int) -> bool:
        """Whether it is a target, apart from way, price and tolls (WW-CONQ-1)."""
        if self.holds(entry, number) or self.is_towered(number):
            return False
        return not self.is_lake(number) or entry["race"] == "naga"

    def defenders(self, number: int) -> int:
        return int(self.at(number).get("murloc", 0)) + (0 if self.is_own(number) else self.force(number))

    def need(self, entry: Document, number: int, travel: int, effects: Effects = NOTHING, die: int = 0) -> int:
        """The tokens needed, by the formula of WW-CONQ-4."""
        region, race = self.regions[number], entry["race"]
        mountain = region.terrain == "mountain"
        if "doomhammer" in effects:
            return minimum(entry)
        cost = 2 + mountain + self.marker(number, "fortress") + self.marker(number, "wall") + travel
        cost += self.defenders(number)
        if self.own_decline_defends and self.is_own(number):
            cost += self.force(number)
        cost -= entry["power"] == "blacksmiths"
        cost -= race == "trolls" and self.slot(number) is not None
        cost -= race == "worgen" and self.turn["form"] == "worgen"
        cost -= race == "night_elves" and region.terrain == "forest"
        cost -= 2 * (race == "dwarves" and mountain)
        cost -= 2 * ("discount" in effects) + 2 * ("frostmourne" in effects) + die
        return max(minimum(entry), cost)


def gathered(document: Document, board: Board) -> Document:
    """The position of a turn that continues, with the troops taken up (WW-CLAR-16)."""
    table = Isles(document, board, document["turn"])
    entry = table.active(table.seat)
    if entry is None:
        return document
    regions, hand, turn = dict(document["regions"]), int(entry["hand"]), dict(document["turn_state"])
    for number in table.land_of(entry):
        place, markers = dict(table.at(number)), dict(table.at(number).get("markers") or {})
        if markers.get("champion") and table.force(number) > minimum(entry):
            markers["champion"] = 0
            turn["champion_from"] = number
        stay = minimum(entry) - markers.get("champion", 0) - markers.get("beasts", 0)
        stay = max(0, min(stay, table.tokens(number)))
        hand += table.tokens(number) - stay
        regions[str(number)] = {**place, "tokens": stay, "markers": markers}
    seats = [dict(seat) for seat in document["seats"]]
    races = [{**old, "hand": hand} if old is entry else old for old in seats[table.seat]["races"]]
    seats[table.seat] = {**seats[table.seat], "races": races}
    return {**document, "regions": regions, "seats": seats, "turn_state": turn}


class Voyage(Isles):
    """One position and its legal actions. At the start of a turn, the troops count as taken up."""

    def __init__(
        self, document: Document, board: Board, seat: int | None = None, own_decline_defends: bool = False
    ) -> None:
        stands = gathered(document, board) if document["phase"] == "choose" else document
        super().__init__(stands, board, seat, own_decline_defends)

    def armed(self) -> Effects:
        return frozenset(self.turn["armed_effects"])

    def in_hand(self, entry: Document) -> int:
        """The Race tokens and Beasts that a conquest can use."""
        return int(entry["hand"]) + int(entry.get("beasts", 0))

    def affords(self, tolls: Iterator[tuple[int, int | None]]) -> bool:
        return sum(coins for coins, _ in tolls) <= self.purse

    # conquests

    def targets(self, entry: Document, effects: Effects) -> Iterator[tuple[int, int]]:
        """The regions that can be reached, taken and paid for in coins, each with the tokens needed."""
        for number in range(len(self.regions)):
            travel = self.travel(entry, number, effects)
            if travel is None or not self.may_take(entry, number) or not self.affords(self.tolls(number, effects)):
                continue
            if "discount" in effects and not (self.at(number).get("place") and self.borders_own(entry, number)):
                continue
            yield number, self.need(entry, number, travel, effects)

    def attempts(self, entry: Document, effects: Effects) -> Iterator[str]:
        """Conquests and last conquests with these effects (WW-CONQ-5, -9, WW-INT-14, WW-RACE-GNOMES)."""
        hand = self.in_hand(entry)
        if hand < minimum(entry):
            return
        die = 0 if "doomhammer" in effects else 3
        for number, need in self.targets(entry, effects):
            if need - hand <= die:
                yield f"conquer {number}"
            if "air_strike" in effects and die and need - hand <= 6:
                yield f"roll_for {number}"

    def arming(self, entry: Document) -> Iterator[str]:
        """What can be armed: a conquest must be possible with it, perhaps with more (WW-ACT-25)."""
        now, used = self.armed(), set(self.turn["effects_used"])
        usable = {name for name in LENT if self.holds_find(entry, name)}
        usable |= {"discount"} if entry["race"] == "ethereals" else set()
        usable |= {"air_strike"} if entry["race"] == "gnomes" else set()
        usable -= used | now

        def leads_on(effects: Effects) -> bool:
            if any(pair <= effects for pair in APART):
                return False
            if any(True for _ in self.attempts(entry, effects)):
                return True
            return any(leads_on(effects | {name}) for name in usable - effects)

        yield from (f"arm {name}" for name in usable if leads_on(now | {name}))

    def champion(self, entry: Document) -> Iterator[str]:
        """The Champion's moves: next door, with a Tauren from the hand (WW-POWER-CHAMPIONS, WW-CLAR-6)."""
        if not self.champion_in_hand(entry) or self.turn["champion_used"]:
            return
        if self.in_hand(entry) < minimum(entry) - 1:
            return
        for number in range(len(self.regions)):
            cavern = entry["race"] == "kobolds" and "cavern" in self.regions[number].symbols
            near = self.borders_own(entry, number) or (cavern and self.land_of(entry))
            if near and self.may_take(entry, number) and self.affords(self.tolls(number)):
                yield f"champion {number}"

    # what is no conquest

    def pushes(self, entry: Document) -> Iterator[str]:
        """The moves of Strongmen (WW-POWER-STRONGMEN, WW-CLAR-2, -5, -20)."""
        if entry["power"] != "strongmen" or self.turn["pushes"] >= 3:
            return
        for number in range(len(self.regions)):
            slot = self.slot(number)
            if slot is None or self.is_own(number) or self.is_towered(number) or not self.borders_own(entry, number):
                continue
            piece = self.marker(number, "fortress") or self.marker(number, "wall")
            if not piece and slot != "murloc" and not self.tokens(number):
                continue
            if self.affords(self.tolls_of_a_use([number], moves_tokens=not piece)):
                yield f"push {number}"

    def swappable(self, one: int, other: int) -> bool:
        """Whether two regions can be swapped (WW-POWER-PORTALMAGES, WW-CLAR-10, -19)."""
        pair = (one, other)
        if one == other or not all("magic" in self.regions[number].symbols for number in pair):
            return False
        if any(map(self.is_towered, pair)) or self.content(one) == self.content(other):
            return False
        for here, there in (pair, pair[::-1]):
            if self.is_lake(there) and self.slot(here) is not None and self.at(here).get("race") != "naga":
                return False
        return self.affords(self.tolls_of_a_use(pair))

    def portals(self, entry: Document) -> Iterator[str]:
        if entry["power"] != "portal_mages" or self.turn["swaps"] >= 2:
            return
        magic = [region.id for region in self.regions if "magic" in region.symbols]
        for one, other in combinations(magic, 2):
            if self.swappable(one, other):
                yield f"portal {one}"
                yield f"portal {other}"

    def takes(self, entry: Document) -> Iterator[str]:
        """The grabs of Ethereals (WW-RACE-ETHEREALS (a), WW-CLAR-13, WW-INT-45)."""
        if entry["race"] != "ethereals" or "discount" in self.turn["effects_used"]:
            return
        for number, place in self.places.items():
            if self.holds(entry, number) or self.is_towered(number) or not self.borders_own(entry, number):
                continue
            if self.affords(self.tolls_of_a_use([number], moves_tokens=False)):
                yield from (f"take {name}" for name in place.get("artifacts") or ())

    # the phases

    def conquests(self, entry: Document) -> Iterator[str]:
        """Conquests; while something is armed, only the conquest that it is armed for."""
        yield from self.attempts(entry, self.armed())
        yield from self.arming(entry)
        if self.armed():
            return
        yield "finish"
        yield from self.champion(entry)
        yield from self.pushes(entry)
        yield from self.portals(entry)
        yield from self.takes(entry)

    def readying(self, entry: Document) -> Iterator[str]:
        """READY and the first action of the conquests."""
        yield from self.conquests(entry)
        if self.armed():
            return
        yield from (f"abandon {number}" for number in self.land_of(entry))
        stood = self.turn["champion_from"]
        if stood is not None and self.holds(entry, stood) and self.champion_in_hand(entry) and self.tokens(stood):
            yield "leave_champion"

    def strike(self, entry: Document) -> Iterator[str]:
        """A rolled air strike that falls short: the last conquest of that region, or give up (WW-CLAR-11)."""
        yield "finish"
        number, roll = self.turn["chosen"], self.document["last_roll"]
        if self.need(entry, number, 0, self.armed() | {"air_strike"}, roll) - self.in_hand(entry) <= 3:
            yield f"conquer {number}"

    def waters(self) -> Iterator[str]:
        """The waters of the board on which the Well was found (WW-PLACE-WELL)."""
        found = self.place("well")
        found = self.turn["chosen"] if found is None else found
        for region in self.regions:
            if self.is_lake(region.id) and region.board == self.regions[found].board:
                yield f"well {region.id}"

    def laying_out(self, entry: Document) -> Iterator[str]:
        """REDEPLOY: what is left in hand must suffice for every region's minimum (WW-TURN-9)."""
        land, hand, beasts = self.land_of(entry), int(entry["hand"]), int(entry.get("beasts", 0))
        champion = self.champion_in_hand(entry)
        gap = {number: max(0, minimum(entry) - self.force(number)) for number in land}

        def leaves_enough(number: int, count: int) -> bool:
            return hand + beasts + champion - count >= sum(gap.values()) - min(count, gap[number])

        for number in land:
            if hand and leaves_enough(number, 1):
                yield f"deploy {number}"
            if hand and leaves_enough(number, hand):
                yield f"deploy_rest {number}"
            if beasts and leaves_enough(number, 1):
                yield f"beast {number}"
            if champion and leaves_enough(number, 1):
                yield f"post {number}"

    def bombs(self, entry: Document) -> Iterator[str]:
        """Where bombs can be planted (WW-RACE-GOBLINS, WW-INT-31)."""
        yield "finish"
        for number, place in self.places.items():
            if not self.is_active_land(number) or self.is_own(number) or "bomb" in place or self.is_immune(number):
                continue
            if self.document["bomb_stack"] and self.borders_own(entry, number):
                yield f"bomb {number}"

    def forms(self) -> Iterator[str]:
        """The forms of the Worgen (WW-RACE-WORGEN)."""
        yield "form human"
        if self.purse:
            yield "form worgen"

    def legal(self) -> set[str]:
        """Return all legal actions, as text."""
        phase = self.document["phase"]
        if phase == "over":
            return set()
        if phase == "pick":
            return {f"pick {row}" for row in range(len(self.document["column"])) if row <= self.purse}
        if phase == "reveal":
            return {"finish", "pay"}
        if phase == "form":
            return set(self.forms())
        if phase == "objectives":
            return {f"objective {region.id}" for region in self.regions if self.takes_objective(region.id)}
        if phase == "well":
            return set(self.waters())
        if phase == "push":
            slot, chosen = self.slot(self.turn["chosen"]), self.turn["chosen"]
            return {f"push_to {number}" for number in self.places if self.slot(number) == slot and number != chosen}
        if phase == "portal":
            chosen = self.turn["chosen"]
            return {f"portal {region.id}" for region in self.regions if self.swappable(chosen, region.id)}
        entry = self.active(self.seat)
        assert entry is not None, phase
        if phase == "choose":
            first = self.forms() if entry["race"] == "worgen" else self.readying(entry)
            return {"decline", *first}
        if phase == "put":
            source = self.artifact(self.turn["taken"])
            assert source is not None
            return {f"put {number}" for number in self.land_of(entry) if self.border(number, source)}
        if phase in {"aegis", "heart"}:
            return {f"{phase} {number}" for number in self.land_of(entry)}
        if phase == "recruit":
            return {"finish", "buy"}
        if phase == "ready":
            return set(self.readying(entry))
        if phase == "conquest":
            return set(self.conquests(entry))
        if phase == "strike":
            return set(self.strike(entry))
        if phase == "bombs":
            return set(self.bombs(entry))
        assert phase in {"deploy", "withdrawn"}, phase
        return set(self.laying_out(entry))
