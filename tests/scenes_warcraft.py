"""Positions of Warcraft in which much happens at once: random, but legal."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any

import swenv
from boxes import ALLIANCE, ARTIFACTS, LASTING, LEGENDARY, WARCRAFT_BADGE, WARCRAFT_BANNER, WARCRAFT_TRAY
from swenv.smallworld.board import Board


class Scene:
    """A position at the start of a turn: races with badges, open finds, bombs, tokens of every kind.

    Args:
        game: A game of Warcraft.
        seed: The seed of everything random.
        race: The active race of the current seat; random by default.
        power: Its badge; random by default.
    """

    def __init__(self, game: swenv.Game, seed: int, race: str | None = None, power: str | None = None) -> None:
        self.game, self.dice = game, random.Random(seed)
        self.board: Board = self.dice.choice(game.boards)
        self.players = game.num_players
        self.turn = self.dice.randrange(self.players)
        self.races = self.draw(WARCRAFT_TRAY, race)
        self.powers = self.draw(WARCRAFT_BADGE, power)
        self.regions: dict[int, dict[str, Any]] = defaultdict(dict)
        self.free = [region.id for region in self.board.regions]
        self.dice.shuffle(self.free)
        self.gone: list[str] = []

    def draw(self, names: dict[str, int], first: str | None) -> list[str]:
        """Shuffle the names; the requested one goes to the current seat."""
        drawn = self.dice.sample(sorted(names), len(names))
        if first is not None:
            drawn.remove(first)
            drawn.insert(self.turn, first)
        return drawn

    def state(self) -> swenv.State:
        """The position as a state."""
        seats = [self.seat(number) for number in range(self.players)]
        for region in self.board.regions:
            if region.murloc and region.id not in self.regions:
                self.regions[region.id] = {"murloc": 1}
        self.finds()
        self.bombs()
        self.objectives()
        self.harmony(seats)
        self.towers()
        aegis = any("aegis" in place.get("artifacts", ()) and self.is_active(place) for place in self.regions.values())
        return self.game.from_position({
            "format": "swenv-position/1", "game": "warcraft", "boards": list(self.board.faces),
            "round": self.dice.randint(1, self.board.rounds - 1), "turn": self.turn, "phase": "choose", "seats": seats,
            "regions": {str(number): place for number, place in sorted(self.regions.items())},
            "aegis_up": aegis and self.dice.random() < 0.8, "gone": self.gone, "seed": self.dice.randrange(2**31),
        })  # fmt: skip

    def is_active(self, place: dict[str, Any]) -> bool:
        return place.get("race") in self.races[: self.players]

    def seat(self, number: int) -> dict[str, Any]:
        """Make a seat with an active race and perhaps a declined one, and settle their regions."""
        dice = self.dice
        race, power = self.races[number], self.powers[number]
        entry: dict[str, Any] = {"race": race, "power": power, "status": "active"}
        land = self.settle(number, race, WARCRAFT_BANNER[race] + WARCRAFT_BADGE[power], dice.randint(2, 5))
        if not land:
            entry["hand"] = dice.randint(1, 6)
        self.pieces(number, entry, land)
        races = [entry]
        if dice.random() < 0.7:
            old, badge = self.races[self.players + number], self.powers[self.players + number]
            each = 2 if old == "tauren" else 1
            count = dice.randint(1, 3)
            fallen = self.settle(number, old, each * count, count)
            for region in fallen:
                if badge == "sentinels":
                    self.regions[region]["markers"] = {"fortress": 1}
                if old == "night_elves":
                    self.regions[region]["markers"] = {**self.regions[region].get("markers", {}), "wall": 1}
            if fallen:
                kept = badge if badge in LASTING else None
                races.append({"race": old, "power": kept, "status": "decline"})
        return {"coins": dice.choice((0, 1, 2, 3, 5, 9)), "races": races}

    def settle(self, owner: int, race: str, tokens: int, count: int) -> list[int]:
        """Put tokens into `count` free regions, adjacent if possible."""
        regions, least = self.board.regions, 2 if race == "tauren" else 1
        land: list[int] = []
        for _ in range(min(count, tokens // least)):
            fit = [r for r in self.free if race == "naga" or not regions[r].is_water]
            near = [r for r in fit if set(regions[r].neighbors) & set(land)] if self.dice.random() < 0.8 else []
            if not fit:
                break
            land.append((near or fit)[0])
            self.free.remove(land[-1])
        spread = dict.fromkeys(land, least)
        for _ in range(tokens - least * len(land)):
            if land:
                spread[self.dice.choice(land)] += 1
        for number, laid in spread.items():
            self.regions[number] = {"owner": owner, "race": race, "tokens": laid}
        return land

    def pieces(self, number: int, entry: dict[str, Any], land: list[int]) -> None:
        """Place the pieces of an active race's badge and banner."""
        regions, dice, own = self.board.regions, self.dice, number == self.turn
        for region in land:
            markers: dict[str, int] = {}
            if entry["power"] == "sentinels":
                markers["fortress"] = 1
            if entry["race"] == "night_elves" and regions[region].terrain == "forest":
                markers["wall"] = 1
            self.regions[region]["markers"] = markers
        if entry["power"] == "beastmasters":
            hills = sum(regions[region].terrain == "hill" for region in land)
            if own:
                entry["beasts"] = hills
            elif land:
                self.regions[dice.choice(land)]["markers"]["beasts"] = dice.randint(1, 4)
        if entry["power"] == "champions":
            if land and dice.random() < 0.8:
                self.regions[dice.choice(land)]["markers"]["champion"] = 1
            elif land:
                entry["champion_lost"] = True

    def finds(self) -> None:
        """Place a marker on each board: most are open, and players hold Artifacts."""
        names = self.dice.sample(sorted(ARTIFACTS | LEGENDARY), len(self.board.faces))
        held = [number for number, place in self.regions.items() if self.is_active(place)]
        for position, name in enumerate(names):
            here = [region for region in self.board.regions if region.board == position]
            (spot,) = (region.id for region in here if region.marker)
            waters = [region.id for region in here if region.is_water]
            under = self.is_active(self.regions.get(spot, {}))
            if not under and (self.dice.random() < 0.2 or (name == "well" and not waters)):
                self.regions[spot]["face_down"] = name
            elif name in ARTIFACTS:
                place = self.regions[self.dice.choice(held) if held else spot]
                place["artifacts"] = [*place.get("artifacts", ()), name]
            elif name == "well":
                if waters:
                    self.regions[self.dice.choice(waters)]["place"] = name
            else:
                self.regions[spot]["place"] = name

    def holder_of(self, race: str) -> int | None:
        """The seat whose active race this is."""
        active = self.races[: self.players]
        return active.index(race) if race in active else None

    def bombs(self) -> None:
        """Place bombs in regions of the Goblins' opponents, until the Goblins' own turn."""
        goblins = self.holder_of("goblins")
        if goblins is None or goblins == self.turn:
            return
        spots = [number for number, place in self.regions.items() if place.get("owner") not in (None, goblins)]
        for number in self.dice.sample(spots, min(len(spots), self.dice.randint(1, 4))):
            self.regions[number]["bomb"] = self.dice.choice(("live", "live", "dud"))

    def objectives(self) -> None:
        """Place both Objectives, but not with the Alliance."""
        humans = self.holder_of("humans")
        if humans is None:
            return
        closed = {number for number, place in self.regions.items() if place.get("race") in ALLIANCE}
        spots = [region.id for region in self.board.regions if region.id not in closed]
        for number in self.dice.sample(spots, 2):
            self.regions[number]["objective"] = 1

    def harmony(self, seats: list[dict[str, Any]]) -> None:
        """Give Pandaren tokens to others, until the Pandaren's own turn."""
        pandaren = self.holder_of("pandaren")
        for number, seat in enumerate(seats):
            if pandaren not in (None, number, self.turn) and self.dice.random() < 0.7:
                seat["harmony"] = True

    def towers(self) -> None:
        """Place Watch Towers on any Farmland of the Defenders, as the surroundings may have changed since."""
        seat = self.powers.index("defenders")
        for number, place in self.regions.items():
            mine = seat < self.players and place.get("race") == self.races[seat]
            if mine and self.board.regions[number].terrain == "farmland" and self.dice.random() < 0.7:
                place["markers"]["tower"] = 1
