"""Position documents: a game as plain JSON (`schema/position.json`). `reader` has the way back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from swenv.core.fields import Plain
from swenv.smallworld.rules.record import (
    ARTIFACTS,
    EFFECTS,
    FINDS,
    FIRST_FIND,
    FORMS,
    GONE,
    LEGENDS,
    NO_ROW,
    NOBODY,
    PLACES,
    RELICS,
    Form,
    Phase,
    Slot,
    Trait,
)

if TYPE_CHECKING:
    from swenv.smallworld.board import Board
    from swenv.smallworld.game import SmallWorld

FORMAT = "swenv-position/1"
MARKERS = {
    "lair": "lairs", "fortress": "fortresses", "hole": "holes", "hero": "heroes", "dragon": "dragons",
    "wall": "walls", "tower": "towers", "champion": "champions",
}  # fmt: skip
"""Markers of a race of which a region holds at most one, and the set in the record."""
COUNTED = {"encampment": "encampments", "armor": "armors", "beasts": "beasts"}
"""Markers of a race of which a region may hold several, and the numbers in the record."""
SINGLE = {
    "queen": "queens", "ancient": "ancients", "ghost": "ghosts", "balrog": "balrogs", "bag": "bags",
    "volcano": "volcanoes",
}  # fmt: skip
"""Pieces of which the box holds one, and the set in the record."""
HELD = ("queen", "ancient", "bag")
"""Those that lie in regions of their race alone."""

ITEMS = (*PLACES, *RELICS)
_ITEM_NAMES = (*ITEMS, *FINDS)
LIVE, DUD = "live", "dud"
"""The kinds of bombs."""


def write(game: SmallWorld, record: NDArray[Any]) -> dict[str, Any]:
    """The position document of a record."""
    g = Plain(record)
    names = game.row_names
    board = game.board_of(record)
    warcraft = bool(game.tables[0].warcraft)
    where = {"boards": list(board.faces)} if warcraft else {"map": board.name}
    table = _write_finds(g) if warcraft else _write_treasures(names, g)
    in_box = game.tables[0].in_box.tolist()
    return {
        "format": FORMAT,
        "game": game.name,
        **where,
        "num_players": game.num_players,
        "rounds": int(game.tables[0].rounds),
        "round": g.round_number,
        "turn": g.turn,
        "to_act": g.to_act,
        "phase": Phase(g.phase).name.lower(),
        "last_roll": _or_none(g.last_roll),
        "column": [
            {
                "race": names[g.column_race[row]],
                "power": names[g.column_power[row]],
                "coins": g.column_coins[row],
            }
            for row in range(g.num_rows)
        ],
        "race_stack": _stack(names, g.race_stack, g.num_race_stack),
        "power_stack": _stack(names, g.power_stack, g.num_power_stack),
        "discarded_powers": [names[row] for row in g.discard[: g.num_discard]],
        **table,
        "tray": {race.name: g.tray[row] for row, race in enumerate(game.races) if in_box[row]},
        "seats": [_write_seat(game, g, seat) for seat in range(game.num_players)],
        "regions": _write_regions(game, g, board),
        "turn_state": _write_turn(game, g),
        "seed": g.seed,
        "random": f"{g.random:016x}",
    }


def _write_treasures(names: Sequence[str], g: Plain) -> dict[str, Any]:
    """What Underground has beside the board."""
    return {
        "places_stack": [ITEMS[item] for item in g.item_stack[: g.num_items][::-1]],
        "stonehedge": None if g.stonehedge == NO_ROW else names[g.stonehedge],
        "crypt_master": _or_none(g.crypt_master),
    }


def _write_finds(g: Plain) -> dict[str, Any]:
    """What Warcraft has beside the board."""
    lost = [LIVE] * g.lost_live_bombs + [DUD] * (g.lost_bombs - g.lost_live_bombs)
    return {
        "bomb_stack": [LIVE if kind else DUD for kind in g.bomb_stack[: g.num_bombs][::-1]],
        "bombs_lost": lost,
        "aegis_up": bool(g.aegis_up),
        "gone": [name for name, region in zip(FINDS, g.item_region[FIRST_FIND:], strict=True) if region == GONE],
    }


def _write_turn(game: SmallWorld, g: Plain) -> dict[str, Any]:
    """What the turn remembers."""
    state = {
        "nonempty_conquered": g.nonempty,
        "attacked": members(g.attacked),
        "pending_roll": _or_none(g.pending_roll),
        "acting": Slot(g.army % 3).name.lower(),
        "picked": bool(g.picked),
        "declining": bool(g.declining),
        "conquests_over": bool(g.conquests_over),
    }
    if game.tables[0].warcraft:
        beaten = {game.row_names[row]: 2 if g.beaten_twice >> row & 1 else 1 for row in members(g.beaten)}
        return state | {
            "form": None if g.form == Form.NONE else FORMS[g.form - 1],
            "armed_effects": _named(EFFECTS, g.effects),
            "effects_used": _named(EFFECTS, g.effects_used),
            "swaps": g.swaps,
            "pushes": g.pushes,
            "champion_used": bool(g.champion_used),
            "champion_from": _or_none(g.champion_from),
            "inflicted": g.inflicted,
            "beaten": beaten,
            "rivals": g.rivals,
            "saved": bool(g.saved),
            "chosen": _or_none(g.chosen),
            "taken": None if g.taken < 0 else ARTIFACTS[g.taken],
            "bombs_due": members(g.bombs_due),
        }
    return state | {
        "converted": members(g.converted),
        "dragon_used": bool(g.dragon_used),
        "fortress_placed": bool(g.fortress_placed),
        "reborn": g.reborn,
        "armed": _named(RELICS, g.armed),
        "used": _named(RELICS, g.used),
        "bag": None if g.bag < 0 else RELICS[g.bag],
        "bag_armed": bool(g.bag_armed),
        "vampired": members(g.vampired),
        "balrog_moved": bool(g.balrog_moved),
        "ghost_moved": bool(g.ghost_moved),
        "new_armors": g.new_armors,
        "hammers_left": g.hammers_left,
    }


def _or_none(value: int) -> int | None:
    """A number of the record in which a negative one stands for none."""
    return None if value < 0 else value


def _stack(names: Sequence[str], stack: Sequence[int], size: int) -> list[str]:
    """A stack top first; the record has it bottom first."""
    return [names[row] for row in stack[:size][::-1]]


def members(numbers: int) -> list[int]:
    """The members of a set, ascending."""
    return [number for number in range(64) if numbers >> number & 1]


def _named(words: Sequence[str], numbers: int) -> list[str]:
    """The names of the members of a set."""
    return [words[number] for number in members(numbers)]


def _write_seat(game: SmallWorld, g: Plain, seat: int) -> dict[str, Any]:
    warcraft = bool(game.tables[0].warcraft)
    races = []
    names = game.row_names
    for slot in Slot:
        army = 3 * seat + slot
        if g.race[army] != NO_ROW:
            entry = {
                "race": names[g.race[army]],
                "power": None if g.power[army] == NO_ROW else names[g.power[army]],
                "status": "active" if slot == Slot.ACTIVE else "decline",
                "hand": g.hand[army],
            }
            if not warcraft:
                entry["reserve"] = g.reserve[army]
                entry["holes_placed"] = g.holes_placed[army]
                entry["wealthy_paid"] = bool(g.first_coins_paid[army])
                if slot == Slot.ACTIVE:
                    entry["hammers"] = g.hammers[seat]
                    entry["ancient_placed"] = bool(g.ancient_placed[seat])
            elif slot == Slot.ACTIVE:
                if g.traits[army] >> Trait.BEASTS & 1:
                    entry["beasts"] = g.beasts_owned - sum(g.beasts)
                if g.traits[army] >> Trait.CHAMPION & 1:
                    entry["champion_lost"] = bool(g.champion_lost)
            races.append(entry)
    more: dict[str, Any] = {"peace": _or_none(g.peace[seat]), "vengeance": bool(g.vengeance >> seat & 1)}
    if warcraft:
        more = {"harmony": bool(g.harmony >> seat & 1)}
    return {"coins": g.coins[seat], **more, "races": races}


def _write_regions(game: SmallWorld, g: Plain, board: Board) -> dict[str, Any]:
    """The regions in which anything is."""
    items: dict[int, list[str]] = defaultdict(list)
    markers: dict[int, dict[str, int]] = defaultdict(dict)
    for name, r in zip(_ITEM_NAMES, g.item_region, strict=True):
        items[r].append(name)
    for name, field in (MARKERS | SINGLE).items():
        for r in members(g[field]):
            markers[r][name] = 1
    for name, field in COUNTED.items():
        for r, number in enumerate(g[field]):
            if number:
                markers[r][name] = number
    tribe = "murloc" if board.faces else "tribe"
    written = {}
    for region in board.regions:
        found = _write_region(game.row_names, g, region.id, tribe, items.get(region.id, []))
        if region.id in markers:
            found["markers"] = markers[region.id]
        if found:
            written[str(region.id)] = found
    return written


def _write_region(names: Sequence[str], g: Plain, r: int, tribe: str, here: Sequence[str]) -> dict[str, Any]:
    """Who and what is in a region, but for the markers; `here` are the Places, Relics and Artifacts."""
    found: dict[str, Any] = {}
    army = g.owner[r]
    if army != NOBODY:
        found = {"owner": army // 3, "race": names[g.race[army]], "tokens": g.tokens[r]}
    if g.tribes >> r & 1:
        found[tribe] = 1
    if g.monsters >> r & 1:
        found["monsters"] = 2
    if places := [name for name in here if name in PLACES or name in LEGENDS]:
        found["place"] = places[0]
    for key, known in (("relics", RELICS), ("artifacts", ARTIFACTS)):
        if lying := [name for name in here if name in known]:
            found[key] = lying
    if g.face_down >> r & 1:
        found["face_down"] = FINDS[g.find_region.index(r)]
    if g.bombs >> r & 1:
        found["bomb"] = LIVE if g.live_bombs >> r & 1 else DUD
    if g.objectives >> r & 1:
        found["objective"] = 1
    return found
