"""Reading position documents into records; `position` writes them, `consistency` refuses impossible ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from swenv.core.errors import unknown, wrong
from swenv.core.game import clone
from swenv.core.position import Pieces, check_loaded, read_fields, read_random
from swenv.core.random import mixed
from swenv.core.record import Draft, Field
from swenv.smallworld import consistency
from swenv.smallworld.consistency import GHOUL_PHASES
from swenv.smallworld.position import DUD, ITEMS, LIVE
from swenv.smallworld.rules.declare import WARCRAFT, Marker
from swenv.smallworld.rules.fields import foreign_words, spelled
from swenv.smallworld.rules.record import (
    ARTIFACTS,
    BOMB_PIECES,
    COLUMN_ROWS,
    FINDS,
    FIRST_FIND,
    FIRST_POWER,
    FORT_PIECES,
    GONE,
    HAMMER_PIECES,
    LASTING,
    LEGENDS,
    LIVE_BOMBS,
    NO_ROW,
    NOBODY,
    NOWHERE,
    NUM_CONTENT,
    NUM_TREASURES,
    OBJECTIVE_PIECES,
    PLACES,
    RELICS,
    START_COINS,
    UNDERGROUND_PHASES,
    WARCRAFT_PHASES,
    Item,
    Phase,
    Slot,
    Trait,
)
from swenv.smallworld.warcraft_boards import MURLOC_PIECES

if TYPE_CHECKING:
    from swenv.smallworld.game import SmallWorld

OF_WARCRAFT = tuple(phase.name.lower() for phase in WARCRAFT_PHASES)
NOT_OF_WARCRAFT = tuple(
    phase.name.lower() for phase in (*GHOUL_PHASES, *UNDERGROUND_PHASES, Phase.MARKERS, Phase.STOUT, Phase.PEACE)
)
PHASES_OF_A_RACE = ("choose", "ready", "conquest", "swap", "volcano", "reborn", "ancient", "balrog", *OF_WARCRAFT)
"""Phases of the active race that its seat needs for the game to go on."""
WARCRAFT_ALONE = {
    "document": ("boards", "bomb_stack", "bombs_lost", "aegis_up", "gone"),
    "turn_state": ("beaten", "bombs_due"),
    "races": ("beasts", "champion_lost"),
    "regions": ("murloc", "artifacts", "face_down", "bomb", "objective"),
}
"""By part, what only documents of Warcraft may have besides fields of the record."""
OTHERS_ALONE = {
    "document": ("map", "places_stack", "stonehedge", "crypt_master"),
    "regions": ("tribe", "monsters", "relics"),
}
"""By part, what documents of Warcraft may not have."""


def read(game: SmallWorld, document: Mapping[str, Any]) -> NDArray[Any]:
    """See `Game.read_position`; also refuses what no game can reach (`consistency`)."""
    reader = _Reader(game, document)
    reader.g.close()
    return reader.record


def foreign_fields(game: str) -> dict[str, set[str]]:
    """By part, the fields that documents of other games alone may have."""
    irregular = OTHERS_ALONE if game in WARCRAFT else WARCRAFT_ALONE
    parts = ("document", "turn_state", "seats", "races", "active_race", "regions", "markers")
    foreign = {part: {*irregular.get(part, ()), *foreign_words(part, game)} for part in parts}
    foreign["races"] |= foreign["active_race"]
    return foreign


class _Reader:
    """A reader that fills one record from one document, chapter by chapter."""

    def __init__(self, game: SmallWorld, document: Mapping[str, Any]) -> None:
        self.game = game
        self.document = document
        number = self._board_number()
        self.record = clone(game.blank[number : number + 1])
        self.g = Draft(self.record)
        self.t = game.plain_tables(number)
        self.warcraft = bool(self.t.warcraft)
        self.board = game.boards[number]
        self.num_regions = len(self.board.regions)
        self.rows = {name: row for row, name in enumerate(game.row_names) if name}
        self._check_options()
        self._refuse_foreign_fields()
        read_random(self.g, document)
        self._seats()
        self._regions()
        if self.warcraft:
            self._finds()
            self._bombs()
        else:
            self._items()
        self._tray()
        self._box()
        if not self.warcraft:
            self._second_power()
        self._turn()
        consistency.check(game, self.board, self.g, self.t, document)

    def _board_number(self) -> int:
        """Return the number of the board; the seed draws it if the document neither names nor needs it."""
        boards = self.game.boards
        field = "boards" if boards[0].faces else "map"
        named = self.document.get(field)
        if named is None:
            self._needs_no_table(field)
            return mixed(self.document.get("seed", 0)) % len(boards)
        if field == "map":
            return self._number_of(named)
        for number, board in enumerate(boards):
            if list(board.faces) == named:
                return number
            if sorted(board.faces) == sorted(named):
                raise wrong("boards", f"the faces of this table must be in the order {list(board.faces)}")
        choice = "" if len(boards) > 1 else f"; it was loaded with {list(boards[0].faces)}"
        raise wrong("boards", f"{named} cannot be on the table of this game{choice}")

    def _number_of(self, name: str) -> int:
        """Return the number of a board by its name; if there is only one, `_check_options` checks the name."""
        names = [board.name for board in self.game.boards]
        if len(names) > 1 and name not in names:
            raise wrong("map", f"{name!r} is none of the {len(names)} boards that the game was loaded with")
        return names.index(name) if name in names else 0

    def _needs_no_table(self, field: str) -> None:
        """Refuse parts that mean something different on another board or table, if there are several."""
        number, what = len(self.game.boards), "boards" if field == "map" else "tables"
        for name in ("regions", "gone"):
            if number > 1 and self.document.get(name):
                raise wrong(field, f"is needed beside '{name}': this game has {number} {what}")

    def _refuse_foreign_fields(self) -> None:
        """Refuse what only other boxes have."""
        foreign = foreign_fields(self.game.name)
        document = self.document
        parts = [("", "document", document), ("turn_state.", "turn_state", document.get("turn_state", {}))]
        for seat, entry in enumerate(document.get("seats", [])):
            parts.append((f"seats[{seat}].", "seats", entry))
            parts += [(f"seats[{seat}].races[{k}].", "races", race) for k, race in enumerate(entry.get("races", []))]
        for key, entry in document.get("regions", {}).items():
            parts.append((f"regions.{key}.", "regions", entry))
            parts.append((f"regions.{key}.markers.", "markers", entry.get("markers", {})))
        for where, part, entry in parts:
            for name in entry:
                if name in foreign[part]:
                    raise wrong(f"{where}{name}", f"{self.game.name} has no such field")

    def _read_part(self, part: str, where: str, entry: Mapping[str, Any], index: int | None = None) -> None:
        read_fields(self.g, spelled(part, self.game.name), entry, where, self, index)

    def region(self, field: str, region: int) -> int:
        """See `Limits.region`."""
        if region >= self.num_regions:
            raise wrong(field, f"regions are 0 to {self.num_regions - 1}")
        return region

    def _check_options(self) -> None:
        game = self.game
        t = self.t
        loaded: dict[str, Any] = {"game": game.name, "num_players": game.num_players}
        if t.more_rounds == 0:
            loaded["rounds"] = int(t.rounds)
        if not self.warcraft:
            loaded["map"] = self.board.name
        check_loaded(self.document, loaded)
        default = t.rounds + mixed(mixed(self.document.get("seed", 0))) % (t.more_rounds + 1)
        self.g.rounds = self.document.get("rounds", default)
        last = t.rounds + t.more_rounds
        if not t.rounds <= self.g.rounds <= last:
            raise wrong("rounds", f"is {self.g.rounds}, but the game was loaded with {t.rounds} to {last}")

    def _row(self, field: str, name: str, kind: str) -> int:
        """Return the row of a race or power that is in the box."""
        row = self.rows.get(name)
        if row is None or (row < FIRST_POWER) != (kind == "race") or not self.t.in_box[row]:
            first, last = (0, FIRST_POWER) if kind == "race" else (FIRST_POWER, NO_ROW)
            known = [other for other, place in self.rows.items() if first <= place < last and self.t.in_box[place]]
            raise wrong(field, str(unknown(kind, name, known)))
        return row

    def seat(self, field: str, seat: int) -> int:
        """See `Limits.seat`."""
        if seat >= self.game.num_players:
            raise wrong(field, f"is {seat}, seats are 0 to {self.game.num_players - 1}")
        return seat

    def _seats(self) -> None:
        g = self.g
        for seat, entry in enumerate(self.document.get("seats", [])):
            g.coins[seat] = entry.get("coins", START_COINS)
            self._read_part("seats", f"seats[{seat}]", entry, seat)
            if g.peace[seat] == seat:
                raise wrong(f"seats[{seat}].peace", "a seat cannot be its own ally")
            for number, race in enumerate(entry.get("races", [])):
                self._race(seat, f"seats[{seat}].races[{number}]", race)

    def _race(self, seat: int, field: str, entry: Mapping[str, Any]) -> None:
        g = self.g
        race = self._row(f"{field}.race", entry["race"], "race")
        name = entry.get("power")
        power = NO_ROW if name is None else self._row(f"{field}.power", name, "power")
        slot = Slot.ACTIVE
        if entry["status"] == "decline":
            is_spirit = (int(self.t.traits[race]) | int(self.t.traits[power])) >> Trait.SPIRIT & 1
            slot = Slot.SPIRIT if is_spirit else Slot.DECLINE
            if power != NO_ROW and not self.t.stays_in_decline[power]:
                raise wrong(f"{field}.power", f"{name} is discarded when its race declines")
        army = 3 * seat + slot
        if g.race[army] != NO_ROW:
            raise wrong(f"{field}.status", f"the seat already has a race in its {slot.name.lower()} slot")
        if race in g.race:
            raise wrong(f"{field}.race", f"{entry['race']} is in play twice")
        if power != NO_ROW and power in g.power:
            raise wrong(f"{field}.power", f"{name} is in play twice")
        g.race[army], g.power[army] = race, power
        traits = int(self.t.traits[race]) | int(self.t.traits[power])
        g.traits[army] = traits if slot == Slot.ACTIVE else traits & int(LASTING)
        self._read_part("races", field, entry, army)
        if slot == Slot.ACTIVE:
            self._read_part("active_race", field, entry, seat)
            if int(g.hammers.sum()) > HAMMER_PIECES:
                raise wrong(f"{field}.hammers", f"the box holds {HAMMER_PIECES} Hammers")
        for name, trait in (("beasts", Trait.BEASTS), ("champion_lost", Trait.CHAMPION)):
            if entry.get(name) and not (slot == Slot.ACTIVE and int(g.traits[army]) >> trait & 1):
                raise wrong(f"{field}.{name}", f"{entry['race']} has none")
        g.beasts_owned += entry.get("beasts", 0)
        g.champion_lost |= entry.get("champion_lost", False)

    def _regions(self) -> None:
        g = self.g
        g.tribes = 0
        g.monsters = 0
        keys = {str(r) for r in range(self.num_regions)}
        for key, entry in self.document.get("regions", {}).items():
            if key not in keys:
                raise wrong(f"regions.{str(key)[:20]}", f"regions are '0' to '{self.num_regions - 1}'")
            self._region(int(key), f"regions.{key}", entry)
        g.beasts_owned += int(g.beasts.sum())
        if self.warcraft and int(g.tribes).bit_count() > MURLOC_PIECES:
            raise wrong("regions", f"{int(g.tribes).bit_count()} Murlocs, the box holds {MURLOC_PIECES}")
        for seat in range(self.game.num_players):
            g.ancient_placed[seat] |= bool(int(g.ancients) & int(g.land[3 * seat]))
        for army in range(3 * self.game.num_players):
            holes = (int(g.holes) & int(g.land[army])).bit_count()
            g.holes_placed[army] = max(int(g.holes_placed[army]), holes)

    def _region(self, r: int, field: str, entry: Mapping[str, Any]) -> None:
        g, there = self.g, 1 << r
        for name, target in (("tribe", "tribes"), ("murloc", "tribes"), ("monsters", "monsters")):
            if entry.get(name):
                if "owner" in entry:
                    raise wrong(f"{field}.{name}", "a race does not share its region")
                if not self.board.regions[r].is_land:
                    raise wrong(f"{field}.{name}", "it may not be on water or in a Chasm")
                g[target] = int(g[target]) | there
        markers = entry.get("markers", {})
        for each in spelled("markers", self.game.name):
            if markers.get(each.word):
                self._marker(r, f"{field}.markers.{each.word}", each, markers[each.word], "owner" in entry)
        if "owner" not in entry:
            for name in ("race", "tokens"):
                if entry.get(name):
                    raise wrong(f"{field}.{name}", "a region without an owner has none")
            return
        seat = self.seat(f"{field}.owner", entry["owner"])
        race = self._row(f"{field}.race", entry.get("race", ""), "race")
        armies = [3 * seat + slot for slot in Slot if g.race[3 * seat + slot] == race]
        if not armies:
            raise wrong(f"{field}.race", f"seat {seat} has no {entry['race']}")
        if not int(self.t.regions) >> r & 1:
            raise wrong(f"{field}.owner", "nobody holds a Chasm")
        army = armies[0]
        g.owner[r] = army
        g.land[army] = int(g.land[army]) | there
        g.tokens[r] = entry.get("tokens", 1)
        if g.tokens[r] == 0 and not self.warcraft:
            raise wrong(f"{field}.tokens", "a region that is held has a token")

    def _marker(self, r: int, field: str, marker: Field, number: int, is_held: bool) -> None:
        """Read a marker and check that it may lie here: UG-IMM-3, UG-RIVER-7, UG-IMM-9."""
        g = self.g
        assert isinstance(marker, Marker)
        if marker.word == "volcano":
            if not int(self.t.volcanoes) >> r & 1:
                raise wrong(field, "the Volcano lies on a Chasm with its symbol")
        elif not int(self.t.regions) >> r & 1:
            raise wrong(field, "nothing lies on a Chasm")
        elif marker.word == "balrog" and is_held:
            raise wrong(field, "nobody holds the Balrog's region")
        elif marker.held and not is_held:
            raise wrong(field, "a region without an owner has none")
        if marker.shape:
            g[marker.name][r] = number
            lying = int(g[marker.name].sum())
        else:
            g[marker.name] = int(g[marker.name]) | 1 << r
            lying = int(g[marker.name]).bit_count()
        pieces = FORT_PIECES if marker.word == "fortress" and self.warcraft else marker.pieces
        if 0 < pieces < lying:
            raise wrong(field, f"{lying} on the map, the box holds {pieces}")

    def _finds(self) -> None:
        """Read Warcraft's Artifacts and Places, face up or face down, and the protection of the Aegis."""
        g, document = self.g, self.document
        finds = Pieces(FINDS)
        for key, entry in document.get("regions", {}).items():
            field, there = f"regions.{key}", 1 << int(key)
            if entry.get("place"):
                find = finds.claim(f"{field}.place", "place", entry["place"], LEGENDS)
                g.item_region[FIRST_FIND + find] = int(key)
            for name in entry.get("artifacts", []):
                find = finds.claim(f"{field}.artifacts", "artifact", name, ARTIFACTS)
                g.item_region[FIRST_FIND + find] = int(key)
            if entry.get("face_down"):
                g.find_region[finds.claim(f"{field}.face_down", "marker", entry["face_down"])] = int(key)
                g.face_down = int(g.face_down) | there
            if entry.get("objective"):
                g.objectives = int(g.objectives) | there
        for k, name in enumerate(document.get("gone", [])):
            g.item_region[FIRST_FIND + finds.claim(f"gone[{k}]", "marker", name)] = GONE
        if int(g.objectives).bit_count() > OBJECTIVE_PIECES:
            raise wrong("regions", f"the box holds {OBJECTIVE_PIECES} Objectives")
        if document.get("aegis_up"):
            at = g.item_region[Item.AEGIS]
            if at < 0 or g.owner[at] == NOBODY or g.owner[at] % 3 != Slot.ACTIVE:
                raise wrong("aegis_up", "the Aegis does not lie in a region of an active race")
            g.aegis_up = 1

    def _bombs(self) -> None:
        """Read Warcraft's planted bombs, and the stack of active Goblins."""
        g, document = self.g, self.document
        goblins = any(int(traits) >> Trait.BOMBS & 1 for traits in g.traits[::3])
        planted = []
        for key, entry in document.get("regions", {}).items():
            if entry.get("bomb"):
                if g.owner[int(key)] == NOBODY or not goblins:
                    raise wrong(f"regions.{key}.bomb", "bombs are planted by active Goblins, in held regions")
                g.bombs = int(g.bombs) | 1 << int(key)
                if entry["bomb"] == LIVE:
                    g.live_bombs = int(g.live_bombs) | 1 << int(key)
                planted.append(entry["bomb"])
        lost = document.get("bombs_lost", [])
        stack = document.get("bomb_stack")
        if stack is None:
            left = [LIVE] * LIVE_BOMBS + [DUD] * (BOMB_PIECES - LIVE_BOMBS) if goblins else []
            for kind in (*planted, *lost):
                if kind in left:
                    left.remove(kind)
            stack = [left[k] for k in self._seeded_permutation(len(left))]
        elif stack and not goblins:
            raise wrong("bomb_stack", "there are no active Goblins")
        for kind, pieces in ((LIVE, LIVE_BOMBS), (DUD, BOMB_PIECES - LIVE_BOMBS)):
            number = [*planted, *lost, *stack].count(kind)
            if number > pieces:
                raise wrong("bomb_stack", f"{number} bombs '{kind}', the box holds {pieces}")
        g.num_bombs = len(stack)
        g.bomb_stack[: len(stack)] = [kind == LIVE for kind in reversed(stack)]
        g.lost_bombs, g.lost_live_bombs = len(lost), list(lost).count(LIVE)

    def _items(self) -> None:
        """Read Places and Relics, face up and face down."""
        g, document = self.g, self.document
        pieces = Pieces(ITEMS)

        def claim(field: str, kind: str, name: str, known: Sequence[str]) -> int:
            if not self.t.places:
                raise wrong(field, "the game was loaded without Places and Relics")
            return pieces.claim(field, kind, name, known)

        for key, entry in document.get("regions", {}).items():
            field = f"regions.{key}"
            if entry.get("place"):
                g.item_region[claim(f"{field}.place", "place", entry["place"], PLACES)] = int(key)
            for name in entry.get("relics", []):
                g.item_region[claim(f"{field}.relics", "relic", name, RELICS)] = int(key)
        stack = document.get("places_stack")
        if stack is not None:
            items = [claim(f"places_stack[{k}]", "place or relic", name, ITEMS) for k, name in enumerate(stack)][::-1]
        else:
            unseen = [item for item in range(NUM_TREASURES) if item not in pieces.used]
            left = int(g.monsters).bit_count() if self.t.places else 0
            items = self._shuffled(unseen)[:left]
        g.item_stack[:] = NOWHERE
        g.item_stack[: len(items)] = items
        g.num_items = len(items)
        name = document.get("stonehedge")
        if name is not None:
            g.stonehedge = self._row("stonehedge", name, "power")
            if g.item_region[Item.STONEHEDGE] == NOWHERE:
                raise wrong("stonehedge", "Stonehedge is not face up")
        crypt = g.item_region[Item.CRYPT]
        holder = int(g.owner[crypt]) if crypt != NOWHERE else NOBODY
        master = holder // 3 if holder != NOBODY and holder % 3 == 0 else None
        master = document.get("crypt_master", master)
        g.crypt_master = NOBODY if master is None else self.seat("crypt_master", master)

    def _second_power(self) -> None:
        """Give Stonehedge's power to its holder (UG-PLACE-STONEHEDGE)."""
        g = self.g
        if g.stonehedge in g.power and g.stonehedge != NO_ROW:
            raise wrong("stonehedge", f"{self.document['stonehedge']} is in play twice")
        if g.stonehedge != NO_ROW:
            army = int(g.owner[g.item_region[Item.STONEHEDGE]])
            g.stonehedge_army = army
            if army != NOBODY and army % 3 == Slot.ACTIVE:
                g.traits[army] = int(g.traits[army]) | int(self.t.traits[g.stonehedge])

    def _tray(self) -> None:
        g, tray_part = self.g, self.document.get("tray", {})
        for name in tray_part:
            self._row(f"tray.{name}", name, "race")
        tokens = [0] * NUM_CONTENT
        for race, hand in zip(g.race.tolist(), g.hand.tolist(), strict=True):
            tokens[race] += hand
        for army, number in zip(g.owner.tolist(), g.tokens.tolist(), strict=True):
            if army != NOBODY:
                tokens[g.race[army]] += number
        for row, race in enumerate(self.game.races):
            used = tokens[row]
            tray = tray_part.get(race.name, race.tray - used)
            if used > race.tray or tray + used > race.tray:
                raise wrong(
                    f"tray.{race.name}",
                    f"{used} tokens in play and {max(tray, 0)} in the tray, the box holds {race.tray}",
                )
            g.tray[row] = tray

    def _box(self) -> None:
        """Read column, stacks and discards; shuffle what is not named into the stacks by the seed."""
        g, document = self.g, self.document
        content = Pieces(self.game.row_names)
        content.used |= {int(row) for row in (*g.race, *g.power, g.stonehedge) if row != NO_ROW}

        def claim(field: str, name: str, kind: str) -> int:
            return content.take(field, self._row(field, name, kind))

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
                rows = self._shuffled([row for row in self._in_box(kind) if row not in content.used])
                rows = rows[: self._most_in_stack(kind, content.used)]
            g[stack][: len(rows)] = rows
            g[count] = len(rows)
        self._check_box_is_enough(content.used)
        # the combo that was picked leaves a gap until the badges are settled; and when Stonehedge has had the discards
        # shuffled, an empty stack has badges again, but the column is filled only at the next pick
        phase = document.get("phase", "pick")
        whole = all(name in document for name in ("column", "race_stack", "power_stack"))
        if phase == "pick" or (phase != "swap" and not whole):
            self._fill_column()

    def _most_in_stack(self, kind: str, used: set[int]) -> int | None:
        """Return how many can be in a stack beside those used elsewhere; None for all, if no game draws its box."""
        least, more = (self.t[f"{what}_{kind}s"] for what in ("least", "more"))
        return max(least + more - sum((row < FIRST_POWER) == (kind == "race") for row in used), 0) if least else None

    def _check_box_is_enough(self, used: set[int]) -> None:
        """Check that a row is left for every pick (SW-COL-9). Content that is nowhere is out of the game."""
        g, game = self.g, self.game
        present = used | {int(row) for row in (*g.race_stack, *g.power_stack) if row != NO_ROW}
        content = {**dict(enumerate(game.races)), **dict(enumerate(game.powers, FIRST_POWER))}
        entries = [content[row] for row in present]
        needed = consistency.least_in_box(game.num_players, entries, bool(self.t.places))
        for kind, least in zip(("race", "power"), needed, strict=True):
            number = sum(entry.kind == kind for entry in entries)
            if number < least:
                raise wrong(f"{kind}_stack", f"{number} {kind}s in all, every pick needs {least} (SW-COL-9)")

    def _in_box(self, kind: str) -> list[int]:
        rows = np.flatnonzero(self.t.in_box)
        return [int(row) for row in rows if (row < FIRST_POWER) == (kind == "race")]

    def _shuffled(self, rows: list[int]) -> list[int]:
        """Shuffle rows by the seed, without using the game's stream: the same seed and rows give the same stack."""
        return [rows[k] for k in self._seeded_permutation(len(rows))]

    def _seeded_permutation(self, size: int) -> list[int]:
        generator = np.random.Generator(np.random.PCG64(int(self.g.seed)))
        return [int(k) for k in generator.permutation(size)]

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
        if g.round_number > g.rounds:
            raise wrong("round", f"is {g.round_number}, the game has {g.rounds}")
        g.turn = self.seat("turn", document.get("turn", 0))
        g.to_act = self.seat("to_act", document.get("to_act", int(g.turn)))
        active = 3 * int(g.turn)
        phase = document.get("phase", "pick" if g.race[active] == NO_ROW else "choose")
        g.phase = Phase[phase.upper()]
        if phase in (NOT_OF_WARCRAFT if self.warcraft else OF_WARCRAFT):
            raise wrong("phase", f"{self.game.name} has no phase {phase}")
        if g.to_act != g.turn and phase not in ("withdrawn", "over"):
            raise wrong("to_act", f"in phase {phase} the seat of the turn decides")
        no_race = bool(g.race[active] == NO_ROW)
        if no_race != (phase == "pick") and phase in ("pick", *PHASES_OF_A_RACE):
            raise wrong("phase", f"{phase} does not fit: seat {g.turn} has {'no' if no_race else 'an'} active race")
        state = document.get("turn_state", {})
        usual = {
            "picked": phase in ("swap", "volcano", "form"),
            "declining": no_race and phase in ("tomb", "altar"),
            "hammers_left": int(g.hammers[g.turn]),
        }
        self._read_part("turn_state", "turn_state", usual | state)
        g.used |= g.armed
        g.last_roll = -1 if document.get("last_roll") is None else document["last_roll"]
        g.army = active + Slot[(state.get("acting") or "active").upper()]
        if self.warcraft:
            self._turn_of_warcraft(phase, state)

    def _turn_of_warcraft(self, phase: str, state: Mapping[str, Any]) -> None:
        g = self.g
        for name, number in state.get("beaten", {}).items():
            row = 1 << self._row(f"turn_state.beaten.{name}", name, "race")
            g.beaten = int(g.beaten) | row
            if number > 1:
                g.beaten_twice = int(g.beaten_twice) | row
        due = state.get("bombs_due", [r for r in range(64) if int(g.bombs) >> r & 1] if phase == "reveal" else [])
        for r in due:
            if not int(g.bombs) >> r & 1:
                raise wrong("turn_state.bombs_due", f"no bomb lies in region {r}")
            g.bombs_due = int(g.bombs_due) | 1 << r
        for name, phases, is_there in (
            ("chosen", ("portal", "push", "strike", "well"), g.chosen != NOWHERE),
            ("taken", ("put",), g.taken != NOWHERE),
            ("bombs_due", ("reveal",), int(g.bombs_due) != 0),
        ):
            if phase in phases and not is_there:
                raise wrong(f"turn_state.{name}", f"phase {phase} needs it")
