"""Computes what an action pays a second time, from two position documents (SW-SCORE-7, UG-SCORE-1).

The coins of a turn follow from the position after the action that ended it, as regions keep their owners; what was
used in the turn is in the position before it and in the action.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reference_table import Document, Table
from swenv.smallworld.board import Board

AFTER_SCORE = {"altar", "stout", "peace", "withdrawn", "over"}
ATTACKS = {"conquer", "convert", "dragon", "vampire", "roll_for"}
"""Actions that attack a region; the Balrog does, too, but conquers for nobody."""


def fallen(before: Document, action: str, after: Document) -> int | None:
    """The region with tokens of any kind that the action conquered, for the Balrog, too.

    Its contents are gone: one action may conquer a River region and empty it.
    """
    verb, *args = action.split()
    if verb not in ATTACKS | {"balrog"}:
        return None

    def inside(document: Document) -> tuple[Any, ...]:
        place = document["regions"].get(args[0], {})
        return tuple(place.get(name) for name in ("owner", "race", "tribe", "monsters"))

    had = inside(before)
    return int(args[0]) if any(part is not None for part in had) and inside(after) != had else None


def nonempty_conquered(before: Document, action: str, after: Document) -> int:
    """The non-empty regions conquered this turn; one action can be both the last conquest and the end."""
    count: int = before["turn_state"]["nonempty_conquered"]
    by_active = action.split()[0] in ATTACKS and before["turn_state"]["acting"] == "active"
    return count + (by_active and fallen(before, action, after) is not None)


def payment(before: Document, action: str, after: Document, board: Board, options: Mapping[str, Any]) -> list[int]:
    """The coins that the action pays each seat, negative for coins taken; picks excluded.

    Args:
        before: The position before the action.
        action: The action as text.
        after: The position after it.
        board: The board of the game.
        options: The options of the game.
    """
    purses = [seat["coins"] for seat in before["seats"]]
    _conquest(before, action, after, board, purses)
    seat = before["turn"]
    ended = (after["turn"], after["round"]) != (seat, before["round"])
    scored = before["phase"] in AFTER_SCORE or (before["phase"] == "tomb" and not before["turn_state"]["declining"])
    if not scored and (after["phase"] in AFTER_SCORE or ended):
        Score(before, action, after, board, options).pay(purses)
    if action.startswith("altar "):
        purses[seat] += 3
    return [now - old["coins"] for now, old in zip(purses, before["seats"], strict=True)]


def _conquest(before: Document, action: str, after: Document, board: Board, purses: list[int]) -> None:
    """The payments for a conquered region: Liches and Martyr (UG-CONQ-10, UG-SCORE-5)."""
    number = fallen(before, action, after)
    table = Table(before, board, before["turn"])
    holder = table.holder(number)
    if holder is None or holder[0] == table.seat:
        return
    owner, entry = holder
    if entry["race"] == "liches" and entry["status"] == "decline":
        purses[table.seat] -= 1
        purses[owner] += 1
    purses[owner] += "martyr" in table.powers(entry)


class Score:
    """The score of one turn.

    Args:
        before: The position before the action that ended the turn.
        action: The action that ended the turn.
        after: The position after it.
        board: The board of the game.
        options: The options of the game.
    """

    def __init__(
        self, before: Document, action: str, after: Document, board: Board, options: Mapping[str, Any]
    ) -> None:
        self.before, self.action, self.after = before, action, after
        self.board, self.options = board, options
        self.seat: int = before["turn"]
        hedge = options.get("stonehedge_decline_powers", "any_holder")
        self.table = Table(after, board, self.seat, stonehedge_decline_powers=hedge)
        self.was = Table(before, board, self.seat)

    def pay(self, purses: list[int]) -> None:
        """Add the coins from the bank to the purses, then move those taken from players."""
        table, active = self.table, self.table.active(self.seat)
        scepters, rings = self.put_down("scepter"), self.put_down("ring")
        coins = {number: self.of_region(number) for number in table.held_by(self.seat)}
        bank = sum(coins.values())
        bank += sum(coins[number] for number in scepters if not self.is_void(number))
        mine = table.place("mine")
        bank += 2 * (mine is not None and mine in coins)
        bank += 2 * len([old for old in table.declined_with(self.seat, "wise") if table.land_of(old)][:1])
        bank += self.vanished()
        if active is not None:
            bank += self.of_race(active)
        purses[self.seat] += bank
        robbed = [[r] for r in rings]
        if active is not None and "thieving" in table.powers(active):
            robbed.append(table.land_of(active))
        for land in robbed:
            for other in range(len(purses)):
                if other != self.seat and purses[other] > 0 and self.is_beside(other, land):
                    purses[other] -= 1
                    purses[self.seat] += 1

    # one region

    def of_region(self, number: int) -> int:
        """The coins of a region, as far as the Scepter doubles them (UG-RELIC-SCEPTER)."""
        table, terrain = self.table, self.board.regions[number].terrain
        place = table.places[number]
        _, entry = table.holder(number) or (0, {})
        name, powers = table.trait(entry), table.powers(entry)
        coins = 1 + (place.get("place") == "keep") + self.of_diamond(number)
        coins += entry["race"] == "dwarves" and table.is_(number, "mine")  # also in decline
        coins += table.is_(number, "swamp") and (entry["power"] == "muddy" or "muddy" in powers)  # also in decline
        if name is None:
            return int(coins)
        coins += table.is_(number, "forest") * ((name == "shrooms") + ("forest" in powers))
        coins += name == "drow" and self.is_lonely(number)
        coins += name == "humans" and terrain == "farmland"
        coins += name == "wizards" and table.is_(number, "magic")
        coins += "hill" in powers and terrain == "hill"
        coins += "swamp" in powers and table.is_(number, "swamp")
        coins += "mining" in powers and table.is_(number, "mine")
        coins += "mystic" in powers and table.is_(number, "magic")
        coins += "stone" in powers and table.is_(number, "mountain")
        coins += "adventurous" in powers and place.get("place") is not None
        coins += "frightened" in powers and place["tokens"] >= 3
        coins += "merchant" in powers
        coins += "fortified" in powers and table.marker(number, "fortress") > 0
        return int(coins)

    def of_diamond(self, number: int) -> bool:
        """Whether the region earns a coin for the Diamond Fields (UG-PLACE-DIAMOND, UG-ED-4)."""
        table, fields = self.table, self.table.place("diamond")
        holder, own = table.holder(fields), table.holder(number)
        if fields is None or holder is None or own is None or holder[0] != own[0]:
            return False
        if self.options.get("diamond_scope") == "race" and holder[1]["race"] != own[1]["race"]:
            return False
        return self.board.regions[fields].terrain == self.board.regions[number].terrain

    def is_lonely(self, number: int) -> bool:
        """Whether no other race and no Monsters are adjacent (UG-RACE-DROW); Lost Tribes count as Monsters."""
        name = self.table.places[number]["race"]

        def disturbs(other: int) -> bool:
            place = self.table.places.get(other, {})
            return bool(place.get("race") not in (None, name) or place.get("monsters") or place.get("tribe"))

        return not self.table.beside(number, disturbs)

    def is_void(self, number: int) -> bool:
        """Whether the Scepter has no effect: in Mines and at the Mine of the Lost Dwarf (UG-RELIC-SCEPTER, UG-ED-3)."""
        in_a_mine = self.table.is_(number, "mine") and self.options.get("scepter_void") != "place"
        return in_a_mine or self.table.place("mine") == number

    # the race as a whole

    def of_race(self, entry: Document) -> int:
        """The coins of the active race that do not depend on a region."""
        table, powers, own = self.table, self.table.powers(entry), self.table.land_of(entry)
        nonempty = nonempty_conquered(self.before, self.action, self.after)
        coins = nonempty * (entry["race"] == "orcs") + nonempty * ("pillaging" in powers)
        coins += 2 * ("alchemist" in powers)
        if "fisher" in powers:
            coins += sum(not table.is_wet(r) and table.beside(r, table.is_wet) for r in own) // 2
        if "flocking" in powers:
            coins += 2 * (len(list(table.groups(own, lambda one, other: self.flocks(entry, one, other)))) == 1)
        if "quarreling" in powers:
            coins += len(list(table.groups(own, table.border)))
        if "wealthy" in powers:
            (old,) = (entry for entry in self.was.entries(self.seat) if entry["status"] == "active")
            coins += 7 * (not old.get("wealthy_paid"))
        return int(coins)

    def flocks(self, entry: Document, one: int, other: int) -> bool:
        """Whether regions connect (UG-INT-20): borders, chasms for Spiderines, the Pipe, caverns for Underworld."""
        table = self.table
        if table.next_to(entry, one, other):
            return True
        return entry["race"] == "spiderines" and table.by_a_chasm(one) and table.by_a_chasm(other)

    def vanished(self) -> int:
        """The coins of UG-POWER-VANISHING: 2 for each region that the race leaves."""
        verb = self.action.split()[0]
        if verb not in {"decline", "decline_by_stonehedge"}:
            return 0
        (entry,) = (entry for entry in self.was.entries(self.seat) if entry["status"] == "active")
        by_hedge = verb == "decline_by_stonehedge" and self.before["stonehedge"] == "vanishing"
        if entry["power"] != "vanishing" and not by_hedge:
            return 0
        return 2 * len(self.was.land_of(entry))

    # what was put down, and who stands by

    def put_down(self, relic: str) -> list[int]:
        """Where the relic works this turn: it was used itself, through the Bag, or both (UG-CLAR-18)."""
        verb, turn = self.action.split()[0], self.before["turn_state"]
        used, copied = relic in turn.get("used", ()), turn.get("bag") == relic and not turn.get("bag_armed")
        if verb == relic:
            if turn.get("bag_armed"):
                copied = True
            else:
                used = True
        found = []
        if used:
            found.append(self.table.relic(relic))
        if copied:
            found.append(self.table.lies("bag"))
        assert None not in found, f"{relic} was used and lies nowhere"
        return [number for number in found if number is not None]

    def is_beside(self, other: int, land: list[int]) -> bool:
        """Whether the seat has an active token next to the land, in a region that is not immune (UG-INT-51, -52)."""
        table = self.table
        for number, place in table.places.items():
            if place.get("owner") != other or not table.is_active_land(number) or table.immune(number, self.seat):
                continue
            if any(table.border(number, r) for r in land):
                return True
        return False
