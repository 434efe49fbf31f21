"""Computes what an action of Warcraft pays a second time, from two position documents (WW-SCORE-1 to -4).

The position at the scoring is derived from the document after the action. If the next turn has begun with bombs and
Beasts, what they emptied is restored first; `Unclear` is raised in the few cases in which that is impossible.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from boxes import HORDE, LEGENDARY
from reference_table import Document
from reference_warcraft import Isles, faction, gathered
from swenv.smallworld.board import Board

AFTER_SCORE = {"withdrawn", "over"}
CONQUESTS = {"conquer", "roll_for", "champion"}
COINS_OF = {"farmers": "farmland", "herbalists": "hill", "mountaineers": "mountain"} | {
    "swampwalkers": "swamp",
    "trackers": "forest",
}
"""The powers that earn a coin per region of a terrain."""


class Unclear(Exception):
    """Two documents do not determine what happened between them."""


class Holding(NamedTuple):
    """The holder of a region."""

    owner: int
    race: str
    is_active: bool


def target(action: str) -> int:
    """The region that an action names, or -1."""
    word = action.split()[-1]
    return int(word) if word.isdigit() and not action.startswith("pick") else -1


def next_turn(before: Document, after: Document) -> bool:
    """Whether the action ended the turn."""
    return bool((after["turn"], after["round"]) != (before["turn"], before["round"]))


def held(document: Document) -> dict[int, Holding]:
    """The regions held by races of players."""
    active = {entry["race"]: entry["status"] == "active" for seat in document["seats"] for entry in seat["races"]}
    return {
        int(key): Holding(place["owner"], place["race"], active[place["race"]])
        for key, place in document["regions"].items()
        if place.get("owner") is not None
    }


def took(before: Document, action: str, after: Document) -> int | None:
    """The region that the action conquered.

    Raises:
        Unclear: It has exploded since.
    """
    if action.split()[0] not in CONQUESTS:
        return None
    number, owner = target(action), held(after).get(target(action))
    if owner is None and next_turn(before, after) and "bomb" in before["regions"].get(str(number), {}):
        raise Unclear
    was = held(before).get(number)
    attacker = next(entry["race"] for entry in before["seats"][before["turn"]]["races"] if entry["status"] == "active")
    is_new = owner is not None and owner.race == attacker and (was is None or was.race != attacker)
    return number if is_new else None


def at_the_score(before: Document, action: str, after: Document) -> dict[int, Holding]:
    """Who held what when the turn was scored.

    Raises:
        Unclear: The action itself moved or took what the next turn emptied.
    """
    now, was = held(after), held(before)
    if not next_turn(before, after) or after["phase"] == "over":
        return now
    seat, following = before["turn"], after["turn"]
    if action == "decline":
        standing = {}
        for number, holding in was.items():
            tokens = before["regions"][str(number)].get("tokens", 0)
            if holding.owner != seat:
                standing[number] = holding
            elif holding.is_active and tokens:
                standing[number] = holding._replace(is_active=False)
        was = standing
    for number, holding in was.items():
        place = before["regions"][str(number)]
        may_have_gone = "bomb" in place or (holding.owner == following and (place.get("markers") or {}).get("beasts"))
        if number in now or not may_have_gone:
            continue
        if action.split()[0] in {"portal", "push", "push_to", "abandon", *CONQUESTS}:
            raise Unclear
        now[number] = holding
    return now


def payment(before: Document, action: str, after: Document, board: Board) -> tuple[list[int], list[int]]:
    """The coins that the action should pay each seat, and those it pays; negative for coins taken, picks excluded.

    Raises:
        Unclear: The documents do not determine it.
    """
    return Payment(before, action, after, board).pay()


class Payment:
    """The coins of one action.

    Args:
        before: The position before the action.
        action: The action as text.
        after: The position after it.
        board: The board of both.
    """

    def __init__(self, before: Document, action: str, after: Document, board: Board) -> None:
        self.before, self.action, self.after, self.board = before, action, after, board
        self.seat: int = before["turn"]
        self.verb = action.split()[0]
        stands = gathered(before, board) if before["phase"] == "choose" else before
        self.table = Isles(stands, board, self.seat)
        self.purses: list[int] = [seat["coins"] for seat in before["seats"]]
        self.taken = took(before, action, after)

    def pay(self) -> tuple[list[int], list[int]]:
        """The coins that should have changed hands, and those that did."""
        seat, verb, purses = self.seat, self.verb, self.purses
        if verb == "form":
            purses[seat] += 2 if self.action == "form human" else -1
        elif verb == "buy":
            purses[seat] -= 1
        elif verb == "pay":
            self.hand_over(2, self.table.seat_of("pandaren"))
        elif verb in CONQUESTS:
            self.conquest()
        elif verb in {"push", "portal", "take"}:
            self.use()
        elif verb == "heart":
            self.heart(target(self.action))
        is_over = next_turn(self.before, self.after) or self.after["phase"] in AFTER_SCORE
        if is_over and self.before["phase"] not in AFTER_SCORE | {"reveal"}:
            purses[seat] += self.income()
        self.explosions()
        had = [seat["coins"] for seat in self.before["seats"]]
        has = [seat["coins"] for seat in self.after["seats"]]
        return (
            [now - old for now, old in zip(purses, had, strict=True)],
            [now - old for now, old in zip(has, had, strict=True)],
        )

    def hand_over(self, coins: int, owner: int | None) -> None:
        self.purses[self.seat] -= coins
        if owner is not None:
            self.purses[owner] += coins

    # while the turn goes on

    def conquest(self) -> None:
        """Tolls, when tokens are committed; then the effects of a success (WW-CONQ-8, WW-CLAR-11, -25)."""
        if self.verb == "roll_for" and self.taken is None:
            return
        table, number = self.table, target(self.action)
        effects = frozenset(table.turn["armed_effects"])
        for coins, owner in table.tolls(number, effects):
            self.hand_over(coins, owner)
        entry = table.active(self.seat)
        if self.taken is None or entry is None:
            return
        holder = table.holder(number)
        if table.marker(number, "champion") and holder is not None and holder[0] != self.seat:
            self.ransom(holder[0], self.seat)
        defenders = table.defenders(number)
        if entry["power"] == "battlemasters" and table.slot(number) is not None:
            self.purses[self.seat] += 1
        if entry["power"] == "conquerors" and defenders >= 2:
            self.purses[self.seat] += defenders
        if table.at(number).get("objective") and entry["race"] not in HORDE:
            humans = self.table.seat_of("humans")
            self.purses[self.seat] += 2
            if humans not in (None, self.seat):
                self.purses[humans] += 2

    def ransom(self, owner: int, conqueror: int) -> None:
        """Pay a coin, or lose the Champion (WW-CONQ-7 (2))."""
        coins = min(1, self.purses[owner])
        self.purses[owner] -= coins
        self.purses[conqueror] += coins

    def use(self) -> None:
        """The payments of Strongmen, swaps and grabs for the Aegis and Harmony (WW-CONQ-11, WW-CLAR-2)."""
        table, turn = self.table, self.table.turn
        if self.verb == "take":
            number = table.artifact(self.action.split()[1])
            assert number is not None
            numbers, moves = [number], False
        elif self.verb == "push":
            numbers = [target(self.action)]
            moves = not (table.marker(numbers[0], "fortress") or table.marker(numbers[0], "wall"))
        elif self.before["phase"] == "portal":
            numbers, moves = [turn["chosen"], target(self.action)], True
        else:
            return
        for coins, owner in table.tolls_of_a_use(numbers, moves):
            self.hand_over(coins, owner)

    def heart(self, number: int) -> None:
        """Take a coin from every opponent with an active race adjacent to the Heart (WW-ART-HEART)."""
        table = self.table
        for other in range(len(self.purses)):
            entry = table.active(other)
            if other != self.seat and entry is not None and table.borders_own(entry, number) and self.purses[other]:
                self.purses[other] -= 1
                self.purses[self.seat] += 1

    def explosions(self) -> None:
        """The ransoms for Champions that bombs drove out at the start of a turn (WW-INT-27)."""
        goblins = self.after["turn"]
        if not next_turn(self.before, self.after) and self.before["phase"] != "reveal":
            return
        was = held(self.before)
        for number in sorted(map(int, self.before["regions"])):
            place, now = self.before["regions"][str(number)], self.after["regions"].get(str(number), {})
            if place.get("bomb") != "live" or "bomb" in now:
                continue
            if not (place.get("markers") or {}).get("champion") and self.action != f"post {number}":
                continue
            if (now.get("markers") or {}).get("champion"):
                continue
            if number == self.taken or (self.action == "decline" and was[number].owner == self.seat):
                continue
            owner = was[number].owner
            coins = min(1, self.purses[owner])
            self.purses[owner] -= coins
            self.purses[goblins] += coins

    # the end of a turn

    def income(self) -> int:
        """The income in phase P8 (WW-SCORE-1, -2, WW-DECL-6, WW-PLACE-WELL)."""
        standing = at_the_score(self.before, self.action, self.after)
        coins = sum(holding.owner == self.seat for holding in standing.values()) + self.of_the_well(standing)
        if self.action == "decline" or self.before["turn_state"]["declining"]:
            return coins
        entry = self.table.active(self.seat)
        if entry is None:  # the turn only picked
            entry = next(old for old in self.after["seats"][self.seat]["races"] if old["status"] == "active")
        land = [number for number, holding in standing.items() if holding.owner == self.seat and holding.is_active]
        return coins + self.of_race(entry, land) + self.of_places(land) + self.of_factions(entry, land)

    def where(self, name: str) -> int | None:
        """The region of a Place at the end of the turn."""
        for key, place in self.after["regions"].items():
            if place.get("place") == name:
                return int(key)
        return None

    def of_the_well(self, standing: dict[int, Holding]) -> int:
        """Pay for the Well to the race with the most adjacent regions, in decline or not."""
        well = self.where("well")
        if well is None:
            return 0
        beside: Counter[tuple[bool, str]] = Counter()
        for number in self.board.regions[well].neighbors:
            if number in standing:
                beside[standing[number].owner == self.seat, standing[number].race] += 1
        most = max((count for (own, _), count in beside.items() if own), default=0)
        others = max((count for (own, _), count in beside.items() if not own), default=0)
        return 2 * (most > others)

    def of_race(self, entry: Document, land: list[int]) -> int:
        """What the banner and the badge of the active race earn."""
        regions, power = self.board.regions, entry["power"]
        coins = 0
        for number in land:
            region, place = regions[number], self.after["regions"].get(str(number), {})
            coins += entry["race"] == "blood_elves" and "magic" in region.symbols
            coins += power == "miners" and "cavern" in region.symbols
            coins += COINS_OF.get(power) == region.terrain
            if power == "fishers":
                coins += any(regions[other].terrain in {"sea", "lake"} for other in region.neighbors)
            if power == "archaeologists":
                coins += len(place.get("artifacts") or ()) + (place.get("place") in LEGENDARY)
        if power == "explorers":
            coins += len({regions[number].board for number in land})
        return int(coins)

    def of_places(self, land: list[int]) -> int:
        """What Karazhan and the Dark Portal earn."""
        regions, karazhan = self.board.regions, self.where("karazhan")
        coins = 2 * (self.where("dark_portal") in land)
        if karazhan in land:
            terrain = regions[karazhan].terrain
            coins += sum(regions[number].terrain == terrain for number in land) - 1
        return coins

    def of_factions(self, entry: Document, land: list[int]) -> int:
        """The faction bonus with the Battleground, and the Orcs' bonus (WW-FACTION, WW-RACE-ORCS)."""
        beaten, rivals = conquered(self.before, self.action, self.after)
        most = 2 if self.where("battleground") in land else 1
        bonus = {
            side: sum(min(count, most) for race, count in beaten.items() if faction(race) not in (None, side))
            for side in ("alliance", "horde")
        }
        own = faction(entry["race"])
        coins = bonus[own] if own is not None else max(bonus.values()) if most == 2 else 0
        return coins + rivals * (entry["race"] == "orcs")


def conquered(before: Document, action: str, after: Document) -> tuple[Counter[str], int]:
    """Regions conquered this turn, this action included, by banner (at most 2 each), and of the opposing faction."""
    beaten: Counter[str] = Counter(before["turn_state"]["beaten"])
    rivals = before["turn_state"]["rivals"]
    number = took(before, action, after)
    loser = None if number is None else before["regions"].get(str(number), {}).get("race")
    if loser is not None:
        beaten[loser] = min(2, beaten[loser] + 1)
        attacker = next(old["race"] for old in before["seats"][before["turn"]]["races"] if old["status"] == "active")
        rivals += {faction(attacker), faction(loser)} == {"alliance", "horde"}
    return beaten, rivals
