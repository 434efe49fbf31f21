"""Position documents: a game as plain JSON, both ways (`schema/position.json`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from swenv.core import schemas
from swenv.core.errors import unknown
from swenv.core.game import clone
from swenv.core.random import mixed
from swenv.smallworld.rules.record import (
    ACTS_IN_DECLINE,
    ARMOR_PIECES,
    COLUMN_ROWS,
    FIRST_POWER,
    FORTRESS_PIECES,
    HAMMER_PIECES,
    LASTING,
    NO_ROW,
    NOBODY,
    NOWHERE,
    NUM_ITEMS,
    PLACES,
    RELICS,
    START_COINS,
    Item,
    Phase,
    Slot,
    Trait,
)

if TYPE_CHECKING:
    from swenv.smallworld.game import SmallWorld

FORMAT = "swenv-position/1"
MARKERS = {
    "lair": "lairs", "fortress": "fortresses", "hole": "holes", "hero": "heroes", "dragon": "dragons",
}  # fmt: skip
"""Markers of a race of which a region holds at most one, and the set in the record."""
COUNTED = {"encampment": "encampments", "armor": "armors"}
"""Markers of a race of which a region may hold several, and the numbers in the record."""
SINGLE = {
    "queen": "queens", "ancient": "ancients", "ghost": "ghosts", "balrog": "balrogs", "bag": "bags",
    "volcano": "volcanoes",
}  # fmt: skip
"""Pieces of which the box holds one, and the set in the record."""
HELD = ("queen", "ancient", "bag")
"""Those that lie in regions of their race alone."""

ITEMS = (*PLACES, *RELICS)
GHOUL_PHASES = (Phase.GHOUL_READY, Phase.GHOUL_CONQUEST, Phase.GHOUL_DEPLOY)


def write(game: SmallWorld, record: NDArray[Any]) -> dict[str, Any]:
    """The position document of a record."""
    g = record[0]
    names = game.row_names
    return {
        "format": FORMAT,
        "game": game.name,
        "map": game.board.name,
        "num_players": game.num_players,
        "rounds": int(game.tables[0].rounds),
        "round": int(g.round_number),
        "turn": int(g.turn),
        "to_act": int(g.to_act),
        "phase": Phase(int(g.phase)).name.lower(),
        "last_roll": _or_none(g.last_roll),
        "column": [
            {
                "race": names[g.column_race[row]],
                "power": names[g.column_power[row]],
                "coins": int(g.column_coins[row]),
            }
            for row in range(g.num_rows)
        ],
        "race_stack": _stack(names, g.race_stack, g.num_race_stack),
        "power_stack": _stack(names, g.power_stack, g.num_power_stack),
        "discarded_powers": [names[row] for row in g.discard[: g.num_discard]],
        "places_stack": [ITEMS[item] for item in g.item_stack[: g.num_items][::-1]],
        "stonehedge": None if g.stonehedge == NO_ROW else names[g.stonehedge],
        "crypt_master": _or_none(g.crypt_master),
        "tray": {race.name: int(g.tray[row]) for row, race in enumerate(game.races) if game.tables[0].in_box[row]},
        "seats": [_write_seat(game, g, seat) for seat in range(game.num_players)],
        "regions": {
            str(region.id): found for region in game.board.regions if (found := _write_region(names, g, region.id))
        },
        "turn_state": {
            "nonempty_conquered": int(g.nonempty),
            "attacked": [seat for seat in range(game.num_players) if g.attacked >> seat & 1],
            "converted": [seat for seat in range(game.num_players) if g.converted >> seat & 1],
            "dragon_used": bool(g.dragon_used),
            "fortress_placed": bool(g.fortress_placed),
            "pending_roll": _or_none(g.pending_roll),
            "acting": Slot(int(g.army) % 3).name.lower(),
            "picked": bool(g.picked),
            "declining": bool(g.declining),
            "conquests_over": bool(g.conquests_over),
            "reborn": int(g.reborn),
            "armed": _relics(g.armed),
            "used": _relics(g.used),
            "bag": None if g.bag < 0 else RELICS[g.bag],
            "bag_armed": bool(g.bag_armed),
            "vampired": [seat for seat in range(game.num_players) if g.vampired >> seat & 1],
            "balrog_moved": bool(g.balrog_moved),
            "ghost_moved": bool(g.ghost_moved),
            "new_armors": int(g.new_armors),
            "hammers_left": int(g.hammers_left),
        },
        "seed": int(g.seed),
        "random": f"{int(g.random):016x}",
    }


def _or_none(value: Any) -> int | None:
    """A number of the record in which a negative one stands for none."""
    return None if value < 0 else int(value)


def _stack(names: Sequence[str], stack: NDArray[Any], size: int) -> list[str]:
    """A stack top first; the record has it bottom first."""
    return [names[row] for row in stack[:size][::-1]]


def _relics(relics: Any) -> list[str]:
    """The names of a set of relics."""
    return [name for number, name in enumerate(RELICS) if int(relics) >> number & 1]


def _write_seat(game: SmallWorld, g: Any, seat: int) -> dict[str, Any]:
    races = []
    names = game.row_names
    for slot in Slot:
        army = 3 * seat + slot
        if g.race[army] != NO_ROW:
            entry = {
                "race": names[g.race[army]],
                "power": None if g.power[army] == NO_ROW else names[g.power[army]],
                "status": "active" if slot == Slot.ACTIVE else "decline",
                "hand": int(g.hand[army]),
                "reserve": int(g.reserve[army]),
                "holes_placed": int(g.holes_placed[army]),
                "wealthy_paid": bool(g.first_coins_paid[army]),
            }
            if slot == Slot.ACTIVE:
                entry["hammers"] = int(g.hammers[seat])
                entry["ancient_placed"] = bool(g.ancient_placed[seat])
            races.append(entry)
    return {
        "coins": int(g.coins[seat]),
        "peace": _or_none(g.peace[seat]),
        "vengeance": bool(g.vengeance >> seat & 1),
        "races": races,
    }


def _write_region(names: Sequence[str], g: Any, r: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    army = int(g.owner[r])
    if army != NOBODY:
        found = {"owner": army // 3, "race": names[g.race[army]], "tokens": int(g.tokens[r])}
    if int(g.tribes) >> r & 1:
        found["tribe"] = 1
    if int(g.monsters) >> r & 1:
        found["monsters"] = 2
    here = [ITEMS[item] for item in np.flatnonzero(g.item_region == r)]
    if places := [name for name in here if name in PLACES]:
        found["place"] = places[0]
    if relics := [name for name in here if name in RELICS]:
        found["relics"] = relics
    markers = {name: 1 for name, field in (MARKERS | SINGLE).items() if int(g[field]) >> r & 1}
    markers |= {name: int(g[field][r]) for name, field in COUNTED.items() if g[field][r]}
    if markers:
        found["markers"] = markers
    return found


def read(game: SmallWorld, document: Mapping[str, Any]) -> NDArray[Any]:
    """The record that a document describes, without its legal sets.

    Raises:
        ValueError: the document is wrong; the message names the field.
    """
    schemas.validate("position", document, "position")
    return _Reader(game, document).record


class _Reader:
    """Fills in one record from one document, chapter by chapter."""

    def __init__(self, game: SmallWorld, document: Mapping[str, Any]) -> None:
        self.game = game
        self.document = document
        self.record = clone(game.blank)
        self.g = self.record[0]
        self.t = game.tables[0]
        self.rows = {name: row for row, name in enumerate(game.row_names) if name}
        self._same_game()
        self._random()
        self._seats()
        self._regions()
        self._items()
        self._tray()
        self._box()
        self._second_power()
        self._pieces()
        self._turn()

    def _wrong(self, field: str, complaint: str) -> ValueError:
        return ValueError(f"position, field '{field}': {complaint}")

    def _same_game(self) -> None:
        game = self.game
        own = {
            "game": game.name, "map": game.board.name, "num_players": game.num_players, "rounds": int(self.t.rounds),
        }  # fmt: skip
        for field, value in own.items():
            if self.document.get(field, value) != value:
                raise self._wrong(field, f"is {self.document[field]!r}, but the game was loaded with {value!r}")

    def _random(self) -> None:
        seed = self.document.get("seed", 0)
        self.g.seed = seed
        self.g.random = mixed(seed)
        if "random" in self.document:
            self.g.random = int(self.document["random"], 16)

    def _row(self, field: str, name: str, kind: str) -> int:
        """The row of a race or power that is in the box."""
        row = self.rows.get(name)
        if row is None or (row < FIRST_POWER) != (kind == "race") or not self.t.in_box[row]:
            first, last = (0, FIRST_POWER) if kind == "race" else (FIRST_POWER, NO_ROW)
            known = [other for other, place in self.rows.items() if first <= place < last and self.t.in_box[place]]
            raise self._wrong(field, str(unknown(kind, name, known)))
        return row

    def _seat(self, field: str, seat: int) -> int:
        if seat >= self.game.num_players:
            raise self._wrong(field, f"is {seat}, seats are 0 to {self.game.num_players - 1}")
        return seat

    def _seats(self) -> None:
        g, document = self.g, self.document
        seats = document.get("seats", [])
        if len(seats) > self.game.num_players:
            raise self._wrong("seats", f"names {len(seats)} seats, there are {self.game.num_players}")
        for seat, entry in enumerate(seats):
            g.coins[seat] = entry.get("coins", START_COINS)
            ally = entry.get("peace")
            if ally is not None:
                if ally == seat:
                    raise self._wrong(f"seats[{seat}].peace", "a seat cannot be its own ally")
                g.peace[seat] = self._seat(f"seats[{seat}].peace", ally)
            if entry.get("vengeance"):
                g.vengeance |= 1 << seat
            for number, race in enumerate(entry.get("races", [])):
                self._race(seat, f"seats[{seat}].races[{number}]", race)

    def _race(self, seat: int, field: str, entry: Mapping[str, Any]) -> None:
        g = self.g
        race = self._row(f"{field}.race", entry["race"], "race")
        name = entry.get("power")
        power = NO_ROW if name is None else self._row(f"{field}.power", name, "power")
        slot = Slot.ACTIVE
        if entry["status"] == "decline":
            slot = Slot.SPIRIT if int(self.t.traits[power]) >> Trait.SPIRIT & 1 else Slot.DECLINE
            if power != NO_ROW and not self.t.stays_in_decline[power]:
                raise self._wrong(f"{field}.power", f"{name} is discarded when its race declines")
        army = 3 * seat + slot
        if g.race[army] != NO_ROW:
            raise self._wrong(f"{field}.status", f"the seat has another race in its {slot.name.lower()} slot")
        if race in g.race:
            raise self._wrong(f"{field}.race", f"{entry['race']} is in play twice")
        if power != NO_ROW and power in g.power:
            raise self._wrong(f"{field}.power", f"{name} is in play twice")
        g.race[army], g.power[army] = race, power
        traits = int(self.t.traits[race]) | int(self.t.traits[power])
        g.traits[army] = traits if slot == Slot.ACTIVE else traits & int(LASTING)
        g.hand[army] = entry.get("hand", 0)
        g.reserve[army] = entry.get("reserve", 0)
        if g.reserve[army] > g.hand[army] and self.document.get("phase") != "deploy":  # SW-REDEP-5 is going on
            raise self._wrong(f"{field}.reserve", "is more than the hand that it is a part of")
        g.holes_placed[army] = entry.get("holes_placed", 0)
        g.first_coins_paid[army] = entry.get("wealthy_paid", False)
        if slot == Slot.ACTIVE:
            g.hammers[seat] = entry.get("hammers", 0)
            g.ancient_placed[seat] = entry.get("ancient_placed", False)
            if int(g.hammers.sum()) > HAMMER_PIECES:
                raise self._wrong(f"{field}.hammers", f"the box holds {HAMMER_PIECES} Hammers")

    def _regions(self) -> None:
        g = self.g
        g.tribes = 0
        g.monsters = 0
        for key, entry in self.document.get("regions", {}).items():
            field = f"regions.{key}"
            if (
                not isinstance(key, str)
                or not key.isdigit()
                or str(int(key)) != key
                or int(key) >= len(self.game.board.regions)
            ):
                raise self._wrong(field, f"regions are '0' to '{len(self.game.board.regions) - 1}'")
            self._region(int(key), field, entry)
        for army in range(3 * self.game.num_players):
            holes = (int(g.holes) & int(g.land[army])).bit_count()
            g.holes_placed[army] = max(int(g.holes_placed[army]), holes)

    def _region(self, r: int, field: str, entry: Mapping[str, Any]) -> None:
        g, there = self.g, 1 << r
        for name, target in (("tribe", "tribes"), ("monsters", "monsters")):
            if entry.get(name):
                if "owner" in entry:
                    raise self._wrong(f"{field}.{name}", "a race does not share its region")
                if not int(self.t.regions) >> r & 1:
                    raise self._wrong(f"{field}.{name}", "nothing lives on a Chasm")
                g[target] = int(g[target]) | there
        markers = entry.get("markers", {})
        for name, target in SINGLE.items():
            if markers.get(name):
                self._single(r, f"{field}.markers.{name}", name, "owner" in entry)
                if g[target]:
                    raise self._wrong(f"{field}.markers.{name}", "the box holds one")
                g[target] = there
        if "owner" not in entry:
            for name in ("race", "tokens"):
                if entry.get(name):
                    raise self._wrong(f"{field}.{name}", "a region without an owner has none")
            for name in markers:
                if name not in SINGLE and markers[name]:
                    raise self._wrong(f"{field}.markers", f"a region without an owner has no {name}")
            return
        seat = self._seat(f"{field}.owner", entry["owner"])
        race = self._row(f"{field}.race", entry.get("race", ""), "race")
        armies = [3 * seat + slot for slot in Slot if g.race[3 * seat + slot] == race]
        if not armies:
            raise self._wrong(f"{field}.race", f"seat {seat} has no {entry['race']}")
        if not int(self.t.regions) >> r & 1:
            raise self._wrong(f"{field}.owner", "nobody holds a Chasm")
        army = armies[0]
        g.owner[r] = army
        g.land[army] = int(g.land[army]) | there
        g.tokens[r] = entry.get("tokens", 1)
        for name, target in COUNTED.items():
            g[target][r] = markers.get(name, 0)
        for name, target in MARKERS.items():
            if markers.get(name):
                g[target] = int(g[target]) | there
        if int(g.fortresses).bit_count() > FORTRESS_PIECES:
            raise self._wrong(f"{field}.markers.fortress", f"the box holds {FORTRESS_PIECES} fortresses")
        if int(g.armors.sum()) > ARMOR_PIECES:
            raise self._wrong(f"{field}.markers.armor", f"the box holds {ARMOR_PIECES} armors")

    def _single(self, r: int, field: str, name: str, is_held: bool) -> None:
        """Each single piece lies where it can: UG-IMM-3, UG-RIVER-7, UG-IMM-9."""
        if name == "volcano":
            if not int(self.t.volcanoes) >> r & 1:
                raise self._wrong(field, "the Volcano lies on a Chasm with its symbol")
        elif not int(self.t.regions) >> r & 1:
            raise self._wrong(field, "nothing lies on a Chasm")
        elif name == "balrog" and is_held:
            raise self._wrong(field, "nobody holds the Balrog's region")
        elif name in HELD and not is_held:
            raise self._wrong(field, "a region without an owner has none")

    def _items(self) -> None:
        """Places and Relics: those that lie open, then those that are still face down."""
        g, document = self.g, self.document
        seen: set[str] = set()

        def claim(field: str, name: str, known: Sequence[str]) -> int:
            if name not in known:
                raise self._wrong(field, str(unknown("place" if known is PLACES else "relic", name, known)))
            if not self.t.places:
                raise self._wrong(field, "the game was loaded without Places and Relics")
            if name in seen:
                raise self._wrong(field, f"{name} is in two places")
            seen.add(name)
            return ITEMS.index(name)

        for key, entry in document.get("regions", {}).items():
            field = f"regions.{key}"
            if entry.get("place"):
                g.item_region[claim(f"{field}.place", entry["place"], PLACES)] = int(key)
            for name in entry.get("relics", []):
                g.item_region[claim(f"{field}.relics", name, RELICS)] = int(key)
        stack = document.get("places_stack")
        if stack is not None:
            items = [claim(f"places_stack[{k}]", name, ITEMS) for k, name in enumerate(stack)][::-1]
        else:
            unseen = [item for item in range(NUM_ITEMS) if ITEMS[item] not in seen]
            left = int(g.monsters).bit_count() if self.t.places else 0
            items = self._shuffled(unseen)[:left]
        g.item_stack = NOWHERE
        g.item_stack[: len(items)] = items
        g.num_items = len(items)
        name = document.get("stonehedge")
        if name is not None:
            g.stonehedge = self._row("stonehedge", name, "power")
            if g.item_region[Item.STONEHEDGE] == NOWHERE:
                raise self._wrong("stonehedge", "Stonehedge does not lie open")
        crypt = g.item_region[Item.CRYPT]
        holder = int(g.owner[crypt]) if crypt != NOWHERE else NOBODY
        master = holder // 3 if holder != NOBODY and holder % 3 == 0 else None
        master = document.get("crypt_master", master)
        g.crypt_master = NOBODY if master is None else self._seat("crypt_master", master)

    def _second_power(self) -> None:
        """Who holds Stonehedge has its power (UG-PLACE-STONEHEDGE)."""
        g = self.g
        if g.stonehedge in g.power and g.stonehedge != NO_ROW:
            raise self._wrong("stonehedge", f"{self.document['stonehedge']} is in play twice")
        if g.stonehedge != NO_ROW:
            army = int(g.owner[g.item_region[Item.STONEHEDGE]])
            g.stonehedge_army = army
            if army != NOBODY and army % 3 == Slot.ACTIVE:
                g.traits[army] = int(g.traits[army]) | int(self.t.traits[g.stonehedge])

    def _pieces(self) -> None:
        """No more encampments, heroes, holes or dragons than a race has, and none in decline."""
        for key, entry in self.document.get("regions", {}).items():
            if entry.get("markers") and "owner" in entry:
                self._pieces_of(int(self.g.owner[int(key)]), f"regions.{key}.markers")

    def _pieces_of(self, army: int, field: str) -> None:
        g, t, land = self.g, self.t, int(self.g.land[army])
        rows = [int(g.race[army]), int(g.power[army])] if army % 3 == Slot.ACTIVE else []
        if rows and g.stonehedge_army == army:
            rows.append(int(g.stonehedge))
        dragon = sum(int(t.traits[row]) >> Trait.DRAGON & 1 for row in rows)
        lying = {
            "encampment": (sum(int(g.encampments[r]) for r in range(64) if land >> r & 1), "encampments"),
            "hero": ((int(g.heroes) & land).bit_count(), "heroes"),
            "hole": ((int(g.holes) & land).bit_count(), "holes"),
        }
        for name, (number, table) in lying.items():
            has = int(sum(t[table][row] for row in rows))
            if number > has:
                raise self._wrong(f"{field}.{name}", f"{number} on the map, the race has {has}")
        if (int(g.dragons) & land).bit_count() > dragon:
            raise self._wrong(f"{field}.dragon", f"the race has {dragon}")

    def _tray(self) -> None:
        g, given = self.g, self.document.get("tray", {})
        for name in given:
            self._row(f"tray.{name}", name, "race")
        for row, race in enumerate(self.game.races):
            armies = np.flatnonzero(g.race[: 3 * self.game.num_players] == row)
            used = sum(int(g.hand[army]) + int(g.tokens[g.owner == army].sum()) for army in armies)
            tray = given.get(race.name, race.tray - used)
            if used > race.tray or tray + used > race.tray:
                raise self._wrong(
                    f"tray.{race.name}",
                    f"{used} tokens in play and {max(tray, 0)} in the tray, the box holds {race.tray}",
                )
            g.tray[row] = tray

    def _box(self) -> None:
        """Column, stacks and discards; what is not named is shuffled by the seed into the stacks."""
        g, document = self.g, self.document
        used = {int(row) for row in (*g.race, *g.power, g.stonehedge) if row != NO_ROW}

        def claim(field: str, name: str, kind: str) -> int:
            row = self._row(field, name, kind)
            if row in used:
                raise self._wrong(field, f"{name} is in two places")
            used.add(row)
            return row

        for number, entry in enumerate(document.get("column", [])):
            field = f"column[{number}]"
            g.column_race[number] = claim(f"{field}.race", entry["race"], "race")
            g.column_power[number] = claim(f"{field}.power", entry["power"], "power")
            g.column_coins[number] = entry.get("coins", 0)
            g.num_rows = number + 1
        discarded = document.get("discarded_powers", [])
        for number, name in enumerate(discarded):
            g.discard[number] = claim(f"discarded_powers[{number}]", name, "power")
        g.num_discard = len(discarded)
        for kind in ("race", "power"):
            stack, count = f"{kind}_stack", f"num_{kind}_stack"
            named = document.get(stack)
            g[stack] = NO_ROW
            if named is not None:
                rows = [claim(f"{stack}[{number}]", name, kind) for number, name in enumerate(named)][::-1]
            else:
                rows = self._shuffled([row for row in self._in_box(kind) if row not in used])
            g[stack][: len(rows)] = rows
            g[count] = len(rows)
        if document.get("phase") != "swap":  # the combo that was picked leaves a gap until the badges are settled
            self._fill_column()

    def _in_box(self, kind: str) -> list[int]:
        rows = np.flatnonzero(self.t.in_box)
        return [int(row) for row in rows if (row < FIRST_POWER) == (kind == "race")]

    def _shuffled(self, rows: list[int]) -> list[int]:
        """Seed order: the same seed and the same rows give the same stack; the game's stream is not used."""
        generator = np.random.Generator(np.random.PCG64(int(self.g.seed)))
        return [rows[k] for k in generator.permutation(len(rows))]

    def _fill_column(self) -> None:
        g = self.g
        while g.num_rows < COLUMN_ROWS and g.num_race_stack and g.num_power_stack:
            for kind in ("race", "power"):
                g[f"num_{kind}_stack"] -= 1
                top = g[f"num_{kind}_stack"]
                g[f"column_{kind}"][g.num_rows] = g[f"{kind}_stack"][top]
                g[f"{kind}_stack"][top] = NO_ROW
            g.num_rows += 1

    def _turn(self) -> None:
        g, document = self.g, self.document
        g.round_number = document.get("round", 1)
        if g.round_number > self.t.rounds:
            raise self._wrong("round", f"is {g.round_number}, the game has {self.t.rounds}")
        g.turn = self._seat("turn", document.get("turn", 0))
        g.to_act = self._seat("to_act", document.get("to_act", int(g.turn)))
        active = 3 * int(g.turn)
        phase = document.get("phase", "pick" if g.race[active] == NO_ROW else "choose")
        g.phase = Phase[phase.upper()]
        if g.to_act != g.turn and phase not in ("withdrawn", "over"):
            raise self._wrong("to_act", f"in phase {phase} the seat of the turn decides")
        if (g.race[active] == NO_ROW) != (phase == "pick") and phase in (
            "pick",
            "choose",
            "ready",
            "conquest",
            "swap",
            "volcano",
            "reborn",
            "ancient",
            "balrog",
        ):
            raise self._wrong(
                "phase",
                f"{phase} does not fit: seat {g.turn} has {'no' if phase != 'pick' else 'an'} active race",
            )
        state = document.get("turn_state", {})
        g.nonempty = state.get("nonempty_conquered", 0)
        for name in ("attacked", "converted"):
            for number, seat in enumerate(state.get(name, [])):
                g[name] |= 1 << self._seat(f"turn_state.{name}[{number}]", seat)
        for name in ("dragon_used", "fortress_placed", "conquests_over", "bag_armed", "balrog_moved", "ghost_moved"):
            g[name] = state.get(name, False)
        for name in ("reborn", "new_armors"):
            g[name] = state.get(name, 0)
        g.picked = state.get("picked", phase in ("swap", "volcano"))
        no_race = bool(g.race[active] == NO_ROW)
        g.declining = state.get("declining", no_race and phase in ("tomb", "altar"))
        g.hammers_left = state.get("hammers_left", int(g.hammers[g.turn]))
        for number, seat in enumerate(state.get("vampired", [])):
            g.vampired |= 1 << self._seat(f"turn_state.vampired[{number}]", seat)
        for name in ("used", "armed"):
            for relic in state.get(name, []):
                g[name] |= 1 << RELICS.index(relic)
        g.used |= g.armed
        g.bag = -1 if state.get("bag") is None else RELICS.index(state["bag"])
        for name, value in (
            ("pending_roll", state.get("pending_roll")),
            ("last_roll", document.get("last_roll")),
        ):
            g[name] = -1 if value is None else value
        g.army = active + self._acting(active, state.get("acting"))

    def _acting(self, active: int, named: str | None) -> int:
        """The slot of the race that acts: Ghouls in their own phases and, if there are any, at the choice of a turn."""
        g = self.g
        if named is not None:
            return Slot[named.upper()]
        ghouls = [
            slot
            for slot in (Slot.DECLINE, Slot.SPIRIT)
            if int(g.traits[active + slot]) & int(ACTS_IN_DECLINE) and (g.land[active + slot] or g.hand[active + slot])
        ]
        phase = Phase(int(g.phase))
        if phase == Phase.TOMB:
            return Slot.DECLINE
        if phase in GHOUL_PHASES and not ghouls:
            raise self._wrong("phase", f"seat {g.turn} has no Ghouls in decline")
        return ghouls[0] if ghouls and (phase in GHOUL_PHASES or phase == Phase.CHOOSE) else Slot.ACTIVE
