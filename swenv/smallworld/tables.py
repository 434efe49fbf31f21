"""Build the tables that kernels read from the boards, boxes and options of a game."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from swenv.core.action import ActionTable
from swenv.core.evaluation import read_weights
from swenv.core.record import blank_records
from swenv.smallworld.board import COUNTERPARTS, WATER, Board, Region
from swenv.smallworld.content.entries import NUMBERS, REGIONS, Content, Power, Race
from swenv.smallworld.rules.fields import FIELDS, TABLES
from swenv.smallworld.rules.phases import phase_rows
from swenv.smallworld.rules.record import (
    COLUMN_ROWS,
    FIRST_POWER,
    NUM_TREASURES,
    START_COINS,
    SYMBOLS,
    TERRAINS,
    Trait,
    Verb,
    trait_set,
)

WATERS = (*WATER, "river")
"""Terrains that count as water for races that fish in it, live beside it or swim through it (UG-MIX-6)."""

BOX_OF = {"smallworld": "base", "underground": "underground", "warcraft": "warcraft"}
"""The box of each game and its boards."""


def boxes_in_play(game: str, options: Mapping[str, Any]) -> set[str]:
    """Return the boxes in play: the board's, those of the races and powers, that of Places and Relics."""
    return {BOX_OF[game], *options["boxes"]} | ({"underground"} if options["places"] else set())


def action_table(
    num_players: int, num_regions: int, content: Sequence[Content], treasures: bool, finds: bool
) -> ActionTable:
    """Return the action table of a game: its verbs in index order."""
    values = {"row": range(COLUMN_ROWS), "region": range(num_regions), "seat": range(num_players)}
    in_play = {"": True, "treasures": treasures, "finds": finds}

    def is_needed(needs: str) -> bool:
        if needs in in_play:
            return in_play[needs]
        return any(getattr(entry, field) for field in needs.split() for entry in content)

    return ActionTable([verb for verb in Verb if is_needed(verb.needs)], values)


def make_tables(
    boards: Sequence[Board],
    num_players: int,
    races: tuple[Race, ...],
    powers: tuple[Power, ...],
    options: Mapping[str, Any],
    table: ActionTable,
) -> NDArray[Any]:
    """Return the tables of a game: an array of `TABLES` records, one for each board that it can be played on."""
    first = np.zeros(1, dtype=TABLES)
    _fill_rules(first[0], boards[0].game, num_players, options)
    _fill_actions(first[0], table)
    first[0].value_weights[:] = read_weights("swenv.smallworld", boards[0].game, num_players)
    for name, entries, row in (("races", races, 0), ("powers", powers, FIRST_POWER)):
        _fill_content(first[0], entries, row)
        for k, entry in enumerate(entries):
            first[0].in_box[row + k] = may_be_in_box(entry.name, options[name])
        if limits := range_of(options[name]):
            first[0][f"least_{name}"], first[0][f"more_{name}"] = limits[0], limits[1] - limits[0]
            first[0].draws_box = True
    first[0].num_races, first[0].num_powers = len(races), len(powers)
    first[0].num_tables, first[0].line_regions = len(boards), max(len(board.regions) for board in boards)
    first[0].shows_board = len(boards) > 1 and not boards[0].faces  # a table of faces is shown among the columns
    tables = np.repeat(first, len(boards))
    content = [*enumerate(races), *enumerate(powers, FIRST_POWER)]
    named = [(row, target, getattr(entry, name)) for row, entry in content for name, target in REGIONS.items()]
    named = [(row, target, places) for row, target, places in named if places]
    for t, board in zip(tables, boards, strict=True):
        _fill_board(t, board, options)
        sets = {
            place: sum(1 << region.id for region in board.regions if is_at(board, region, place))
            for place in {place for _, _, places in named for place in places}
        }
        for row, target, places in named:
            t[target][row] = functools.reduce(operator.or_, (sets[place] for place in places))
    tables.flags.writeable = False
    return tables


def range_of(option: Any) -> tuple[int, int] | None:
    """Return the first and last number of a range from which each game draws; None if the option is none."""
    if not isinstance(option, list | tuple) or len(option) != 2:
        return None
    first, last = option
    return (first, last) if type(first) is int and type(last) is int else None


def may_be_in_box(name: str, option: Any) -> bool:
    """Whether the option `races` or `powers` lets a game have this one: it lists all, some names, or a range."""
    return option is None or range_of(option) is not None or name in option


def _fill_rules(t: Any, game: str, num_players: int, options: Mapping[str, Any]) -> None:
    t.num_players = num_players
    for name in ("hide_coins", "own_decline_defends", "substitution_needs_hand", "places"):
        t[name] = options[name]
    t.underground = "underground" in boxes_in_play(game, options)
    t.warcraft = game == "warcraft"
    t.beyond = bool(t.underground or t.warcraft)
    t.next_phase[:] = phase_rows("underground" if t.underground else game)
    t.flames_enter_at_volcano = options["flames_entry"] == "volcano"
    t.vampire_per_opponent = options["vampire_limit"] == "opponent"
    t.diamonds_of_race = options["diamond_scope"] == "race"
    t.stonehedge_of_declined = options["stonehedge_decline_powers"] == "declined_holder"


def _fill_actions(t: Any, table: ActionTable) -> None:
    t.num_actions = len(table.actions)
    for verb in table.verbs:
        number = Verb[verb.name.upper()]
        t.first_action[number] = verb.first
        actions = slice(verb.first, verb.first + verb.size)
        t.verb_of[actions] = number
        t.arg_of[actions] = range(verb.size)


def monster_regions(num_players: int) -> int:
    """Count the regions with Monsters on a base game board: 2 x players + 2 Monsters, two a region (UG-MIX-11)."""
    return num_players + 1


def _set(regions: Iterable[Region]) -> Any:
    """Return these regions as a set, uint64."""
    return np.uint64(sum(1 << region.id for region in regions))


def _fill_board(t: Any, board: Board, options: Mapping[str, Any]) -> None:
    regions = board.regions
    first, last = range_of(options["rounds"]) or 2 * (options["rounds"] or board.rounds,)
    t.rounds, t.more_rounds = first, last - first
    t.num_regions = len(regions)
    terrains = {region.terrain for region in regions}
    alike = {terrain: _set(region for region in regions if region.terrain == terrain) for terrain in terrains}
    here = slice(len(regions))
    t.printed[here] = [_printed(board, region) for region in regions]
    t.neighbors[here] = [_set(regions[other] for other in region.neighbors) for region in regions]
    t.same_terrain[here] = [alike[region.terrain] for region in regions]
    t.board_of[here] = [region.board for region in regions]
    t.regions = _set(region for region in regions if region.terrain != "chasm")
    t.water = _set(region for region in regions if region.is_water)
    t.rivers = _set(region for region in regions if region.terrain == "river")
    t.passages = t.water | t.rivers
    t.chasms = _set(region for region in regions if region.terrain == "chasm")
    t.volcanoes = _set(region for region in regions if region.volcano)
    t.monsters = _set(region for region in regions if region.monster)
    t.mountains = _set(region for region in regions if region.terrain == "mountain")
    t.tribes = _set(region for region in regions if region.tribe or region.murloc)
    t.entries = _set(region for region in regions if is_entry(board, region))
    # in Warcraft, Naga may enter any water (WW-CONQ-2)
    t.water_entries = _set(region for region in regions if region.is_water and (region.edge or board.faces))
    t.coast = _set(region for region in regions if is_coast(board, region))
    t.num_boards = 1 + max(region.board for region in regions)
    for number in range(t.num_boards):
        t.boards[number] = _set(region for region in regions if region.board == number)
    t.magic = _set(region for region in regions if "magic" in region.symbols)
    t.markers = _set(region for region in regions if region.marker)
    if options["places"] and not any(region.monster for region in regions):
        t.monster_regions = monster_regions(int(t.num_players))
    if options["scepter_void"] == "mine_terrain_and_place":
        t.scepter_void = _set(region for region in regions if is_at(board, region, "mine"))


def _printed(board: Board, region: Region) -> list[bool]:
    """Return the columns of an observation that show what is printed on a region, in the order of `fields.REGION`."""
    terrain = COUNTERPARTS.get(region.terrain, region.terrain)
    symbols = [is_at(board, region, name) for name in SYMBOLS]
    return [*(terrain == each for each in TERRAINS), *symbols, is_entry(board, region), is_coast(board, region)]


def is_entry(board: Board, region: Region) -> bool:
    """Whether an army without land may enter here: at the edge, or on the shore of a sea at the edge (SW-TERM-4).

    Only on land, and where the River touches the edge (UG-DIFF-3). In Warcraft, the starting regions (WW-DIFF-2).
    """
    if board.game == "warcraft":
        return region.anchor
    if region.terrain == "river":
        return region.edge
    shore = any(board.regions[other].terrain == "sea" and board.regions[other].edge for other in region.neighbors)
    return region.is_land and (region.edge or shore)


def is_coast(board: Board, region: Region) -> bool:
    """Whether this is land beside a sea, lake or the River (SW-TERM-5, UG-MIX-6); in Warcraft, water counts too.

    WW-POWER-FISHERS.
    """
    return (region.is_land or board.game == "warcraft") and any(
        board.regions[other].terrain in WATERS for other in region.neighbors
    )


def is_at(board: Board, region: Region, place: str) -> bool:
    """Whether a region is a place that a race or power names (`entries.PLACE_NAMES`)."""
    if place == "anywhere":
        return True
    if place == "coast":
        return is_coast(board, region)
    if place == "chasm_side":
        return region.terrain != "chasm" and any(board.regions[other].terrain == "chasm" for other in region.neighbors)
    if place == "volcano":
        return region.volcano
    if place == "water":
        return region.terrain in WATERS
    return place in (region.terrain, COUNTERPARTS.get(region.terrain)) or place in region.symbols


def _fill_content(t: Any, entries: tuple[Race, ...] | tuple[Power, ...], first: int) -> None:
    """Fill the rows that do not depend on the board; sets of regions are filled in board by board."""
    for row, entry in enumerate(entries, first):
        t.tokens[row] = entry.tokens + entry.reserve
        t.tray[row] = getattr(entry, "tray", 0)
        t.traits[row] = traits_of(entry)
        t.stays_in_decline[row] = stays_in_decline(entry)
        for name in NUMBERS:
            t[name][row] = getattr(entry, name)
        faction = getattr(entry, "faction", "")
        if faction:
            t[faction] |= np.uint64(1 << row)


def traits_of(entry: Content) -> Any:
    """Return the set of `Trait`, uint64, that an entry declares by fields of the same names."""
    return trait_set(*(Trait[each.name.upper()] for each in entry.declared() if each.metadata["trait"]))


def stays_in_decline(entry: Content) -> bool:
    """Whether a badge stays beside its declined race: by its own field, or because the race acts or moves by it."""
    return entry.stays_in_decline or entry.spirit or entry.acts_in_decline


def make_blank(tables: NDArray[Any]) -> NDArray[Any]:
    """Return games before anything is shuffled, a record for each table.

    SW-SETUP-13 to -17, UG-SETUP-21 to -26, WW-SETUP-3 to -8.
    """
    blank = blank_records(len(tables), FIELDS)
    t = tables[0]
    blank["table"] = np.arange(len(tables))
    blank["rounds"] = tables["rounds"]
    blank["tribes"] = tables["tribes"]
    blank["monsters"] = tables["monsters"]
    if t.places:
        blank["item_stack"] = np.arange(NUM_TREASURES)
        blank["num_items"] = [  # UG-SETUP-24
            min(NUM_TREASURES, int(each.monsters).bit_count() or int(each.monster_regions)) for each in tables
        ]
    blank["coins"][:, : t.num_players] = START_COINS
    blank["tray"][:] = t.tray[:FIRST_POWER]
    in_box = np.flatnonzero(t.in_box)
    races, powers = in_box[in_box < FIRST_POWER], in_box[in_box >= FIRST_POWER]
    blank["race_stack"][:, : len(races)], blank["num_race_stack"] = races, len(races)
    blank["power_stack"][:, : len(powers)], blank["num_power_stack"] = powers, len(powers)
    blank.flags.writeable = False
    return blank
