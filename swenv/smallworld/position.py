"""Writing position documents: a game as plain JSON (`schema/position.json`). `reader` reads them back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from swenv.core.position import FORMAT, names_of_stack, written_fields, written_random
from swenv.core.record import Snapshot, members
from swenv.smallworld.rules.fields import spelled
from swenv.smallworld.rules.record import (
    ARTIFACTS,
    FINDS,
    FIRST_FIND,
    GONE,
    LEGENDS,
    NO_ROW,
    NOBODY,
    PLACES,
    RELICS,
    Phase,
    Slot,
    Trait,
)

if TYPE_CHECKING:
    from swenv.smallworld.board import Board
    from swenv.smallworld.game import SmallWorld

ITEMS = (*PLACES, *RELICS)
_ITEM_NAMES = (*ITEMS, *FINDS)
LIVE, DUD = "live", "dud"
"""The two kinds of bombs."""


def write(game: SmallWorld, record: NDArray[Any]) -> dict[str, Any]:
    """Write the position document of a record."""
    g = Snapshot(record)
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
        "rounds": g.rounds,
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
        "race_stack": names_of_stack(names, g.race_stack, g.num_race_stack),
        "power_stack": names_of_stack(names, g.power_stack, g.num_power_stack),
        "discarded_powers": [names[row] for row in g.discard[: g.num_discard]],
        **table,
        "tray": {race.name: g.tray[row] for row, race in enumerate(game.races) if in_box[row]},
        "seats": [_write_seat(game, g, seat) for seat in range(game.num_players)],
        "regions": _write_regions(game, g, board),
        "turn_state": _write_turn(game, g),
        **written_random(g),
    }


def _write_treasures(names: Sequence[str], g: Snapshot) -> dict[str, Any]:
    """Write Underground's state beside the board."""
    return {
        "places_stack": names_of_stack(ITEMS, g.item_stack, g.num_items),
        "stonehedge": None if g.stonehedge == NO_ROW else names[g.stonehedge],
        "crypt_master": _or_none(g.crypt_master),
    }


def _write_finds(g: Snapshot) -> dict[str, Any]:
    """Write Warcraft's state beside the board."""
    lost = [LIVE] * g.lost_live_bombs + [DUD] * (g.lost_bombs - g.lost_live_bombs)
    return {
        "bomb_stack": names_of_stack((DUD, LIVE), g.bomb_stack, g.num_bombs),
        "bombs_lost": lost,
        "aegis_up": bool(g.aegis_up),
        "gone": [name for name, region in zip(FINDS, g.item_region[FIRST_FIND:], strict=True) if region == GONE],
    }


def _write_turn(game: SmallWorld, g: Snapshot) -> dict[str, Any]:
    """Write the state of the turn."""
    state = {"acting": Slot(g.army % 3).name.lower(), **written_fields(g, spelled("turn_state", game.name))}
    if game.tables[0].warcraft:
        state["beaten"] = {game.row_names[row]: 2 if g.beaten_twice >> row & 1 else 1 for row in members(g.beaten)}
        state["bombs_due"] = members(g.bombs_due)
    return state


def _or_none(value: int) -> int | None:
    """Return a number of the record, or None if it is negative."""
    return None if value < 0 else value


def _write_seat(game: SmallWorld, g: Snapshot, seat: int) -> dict[str, Any]:
    races = []
    names = game.row_names
    for slot in Slot:
        army = 3 * seat + slot
        if g.race[army] != NO_ROW:
            entry = {
                "race": names[g.race[army]],
                "power": None if g.power[army] == NO_ROW else names[g.power[army]],
                "status": "active" if slot == Slot.ACTIVE else "decline",
                **written_fields(g, spelled("races", game.name), army),
            }
            if slot == Slot.ACTIVE:
                entry |= written_fields(g, spelled("active_race", game.name), seat)
                if g.traits[army] >> Trait.BEASTS & 1:
                    entry["beasts"] = g.beasts_owned - sum(g.beasts)
                if g.traits[army] >> Trait.CHAMPION & 1:
                    entry["champion_lost"] = bool(g.champion_lost)
            races.append(entry)
    return {"coins": g.coins[seat], **written_fields(g, spelled("seats", game.name), seat), "races": races}


def _write_regions(game: SmallWorld, g: Snapshot, board: Board) -> dict[str, Any]:
    """Write the regions that are not empty."""
    items: dict[int, list[str]] = defaultdict(list)
    markers: dict[int, dict[str, int]] = defaultdict(dict)
    for name, r in zip(_ITEM_NAMES, g.item_region, strict=True):
        items[r].append(name)
    for each in spelled("markers", game.name):
        lying = enumerate(g[each.name]) if each.shape else ((r, 1) for r in members(g[each.name]))
        for r, number in lying:
            if number:
                markers[r][each.word] = number
    tribe = "murloc" if board.faces else "tribe"
    regions = {}
    for region in board.regions:
        content = _write_region(game.row_names, g, region.id, tribe, items.get(region.id, []))
        if region.id in markers:
            content["markers"] = markers[region.id]
        if content:
            regions[str(region.id)] = content
    return regions


def _write_region(names: Sequence[str], g: Snapshot, r: int, tribe: str, here: Sequence[str]) -> dict[str, Any]:
    """Write a region's troops and items, without markers; `here` are its Places, Relics and Artifacts."""
    content: dict[str, Any] = {}
    army = g.owner[r]
    if army != NOBODY:
        content = {"owner": army // 3, "race": names[g.race[army]], "tokens": g.tokens[r]}
    if g.tribes >> r & 1:
        content[tribe] = 1
    if g.monsters >> r & 1:
        content["monsters"] = 2
    if places := [name for name in here if name in PLACES or name in LEGENDS]:
        content["place"] = places[0]
    for key, known in (("relics", RELICS), ("artifacts", ARTIFACTS)):
        if lying := [name for name in here if name in known]:
            content[key] = lying
    if g.face_down >> r & 1:
        content["face_down"] = FINDS[g.find_region.index(r)]
    if g.bombs >> r & 1:
        content["bomb"] = LIVE if g.live_bombs >> r & 1 else DUD
    if g.objectives >> r & 1:
        content["objective"] = 1
    return content
