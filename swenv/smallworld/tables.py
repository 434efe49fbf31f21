"""From board, boxes and options to the record that kernels read (`rules.record.TABLES`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from swenv.core.action import ActionTable
from swenv.smallworld.board import Board, Region
from swenv.smallworld.content.entries import Content, Power, Race
from swenv.smallworld.rules.record import (
    COLUMN_ROWS,
    FIRST_POWER,
    GAME,
    NO_ROW,
    NOBODY,
    REWARDS,
    START_COINS,
    SYMBOLS,
    TABLES,
    TERRAINS,
    Trait,
)

NUMBERS = (
    "coins_per_conquest", "coins_per_fortress", "coins_per_turn", "coins_first_turn", "conquests_per_token",
    "reserve", "holes", "heroes", "encampments",
)  # fmt: skip
"""Fields of an entry that go into the table of the same name as they are."""

PLACES = {
    "coins": "coin_regions",
    "lasting_coins": "lasting_coin_regions",
    "discount": "discount_regions",
    "discount_beside": "discount_beside",
    "linked": "linked_regions",
}
"""Fields of an entry that name places, and the table that holds the regions of this board which they mean."""


def action_table(num_players: int, num_regions: int) -> ActionTable:
    """The verbs of the game in index order (the order of `record.Verb`)."""
    return ActionTable(
        [
            ("pick", "row", COLUMN_ROWS, "take the combo of a row of the column, 0 at the top"),
            ("decline", "", 1, "put the active race into decline"),
            ("abandon", "region", num_regions, "give up a region"),
            (
                "conquer",
                "region",
                num_regions,
                "conquer with the tokens it takes, or try with the die if 1 to 3 short",
            ),
            ("roll", "", 1, "Berserk: roll the die for the next conquest"),
            ("convert", "region", num_regions, "Sorcerers: replace a lone active token"),
            ("dragon", "region", num_regions, "Dragon Master: conquer with one token"),
            ("finish", "", 1, "end the optional part that is going on"),
            ("deploy", "region", num_regions, "put one token from hand into a region"),
            ("deploy_rest", "region", num_regions, "put all tokens from hand into a region"),
            ("encamp", "region", num_regions, "put down an encampment"),
            ("fortify", "region", num_regions, "build a fortress"),
            ("hero", "region", num_regions, "put down a hero"),
            ("peace", "seat", num_players, "Diplomat: make peace with a seat until the own next turn"),
        ]
    )


def make_tables(
    board: Board,
    num_players: int,
    races: tuple[Race, ...],
    powers: tuple[Power, ...],
    options: Mapping[str, Any],
) -> NDArray[Any]:
    """The tables of a game: an array of one `TABLES` record."""
    tables = np.zeros(1, dtype=TABLES)
    t = tables[0]
    t.num_players = num_players
    t.rounds = options["rounds"]
    t.num_regions = len(board.regions)
    t.num_races, t.num_powers = len(races), len(powers)
    t.reward = REWARDS.index(options["reward"])
    for name in ("hide_coins", "own_decline_defends", "substitution_needs_hand"):
        t[name] = options[name]
    _fill_board(t, board)
    _fill_content(t, board, races, 0)
    _fill_content(t, board, powers, FIRST_POWER)
    for name, entries, first in (("races", races, 0), ("powers", powers, FIRST_POWER)):
        for row, entry in enumerate(entries, first):
            t.in_box[row] = options[name] is None or entry.name in options[name]
    table = action_table(num_players, len(board.regions))
    t.num_actions = len(table.actions)
    for number, verb in enumerate(table.verbs):
        t.first_action[number] = verb.first
        for argument in range(verb.size):
            t.verb_of[verb.first + argument] = number
            t.arg_of[verb.first + argument] = argument
    tables.flags.writeable = False
    return tables


def _set(regions: Iterable[Region]) -> Any:
    """The set of these regions, uint64."""
    return np.uint64(sum(1 << region.id for region in regions))


def _fill_board(t: Any, board: Board) -> None:
    regions = board.regions
    for region in regions:
        t.neighbors[region.id] = _set(regions[other] for other in region.neighbors)
        t.terrain[region.id] = TERRAINS.index(region.terrain)
        t.symbols[region.id] = [name in region.symbols for name in SYMBOLS]
    t.regions = _set(regions)
    t.water = _set(region for region in regions if region.is_water)
    t.mountains = _set(region for region in regions if region.terrain == "mountain")
    t.tribes = _set(region for region in regions if region.tribe)
    t.entries = _set(region for region in regions if is_entry(board, region))
    t.water_entries = _set(region for region in regions if region.is_water and region.edge)
    t.coast = _set(region for region in regions if is_coast(board, region))


def is_entry(board: Board, region: Region) -> bool:
    """SW-TERM-4: land at the edge, or on the shore of a sea that touches the edge."""
    shore = any(board.regions[other].terrain == "sea" and board.regions[other].edge for other in region.neighbors)
    return not region.is_water and (region.edge or shore)


def is_coast(board: Board, region: Region) -> bool:
    """SW-TERM-5: land beside any sea or lake."""
    return not region.is_water and any(board.regions[other].is_water for other in region.neighbors)


def is_at(board: Board, region: Region, place: str) -> bool:
    """Whether a region is a place that a race or power names (`entries.PLACE_NAMES`)."""
    if place == "anywhere":
        return True
    if place == "coast":
        return is_coast(board, region)
    if place == "water":
        return region.is_water
    return region.terrain == place or place in region.symbols


def _fill_content(t: Any, board: Board, entries: tuple[Race, ...] | tuple[Power, ...], first: int) -> None:
    for row, entry in enumerate(entries, first):
        t.tokens[row] = entry.tokens + entry.reserve
        t.tray[row] = getattr(entry, "tray", 0)
        t.traits[row] = traits_of(entry)
        for name in NUMBERS:
            t[name][row] = getattr(entry, name)
        for name, target in PLACES.items():
            wanted = getattr(entry, name)
            t[target][row] = _set(r for r in board.regions if any(is_at(board, r, place) for place in wanted))


def traits_of(entry: Content) -> Any:
    """The set of `Trait`, uint64, that an entry declares by fields of the same names."""
    return np.uint64(sum(1 << trait for trait in Trait if getattr(entry, trait.name.lower())))


def make_blank(tables: NDArray[Any]) -> NDArray[Any]:
    """A game before its stacks are shuffled: an array of one `GAME` record (SW-SETUP-13 to -17)."""
    blank = np.zeros(1, dtype=GAME)
    g, t = blank[0], tables[0]
    for name in ("owner", "peace", "pending_roll", "last_roll"):
        g[name] = NOBODY
    for name in ("race", "power", "column_race", "column_power", "race_stack", "power_stack", "discard"):
        g[name] = NO_ROW
    g.round_number = 1
    g.tribes = t.tribes
    g.coins[: t.num_players] = START_COINS
    g.tray[:] = t.tray[:FIRST_POWER]
    in_box = np.flatnonzero(t.in_box)
    races, powers = in_box[in_box < FIRST_POWER], in_box[in_box >= FIRST_POWER]
    g.race_stack[: len(races)], g.num_race_stack = races, len(races)
    g.power_stack[: len(powers)], g.num_power_stack = powers, len(powers)
    blank.flags.writeable = False
    return blank
