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
    ARTIFACTS,
    COLUMN_ROWS,
    CONQUEST_RELICS,
    EFFECTS,
    FIRST_POWER,
    FORMS,
    NUM_TREASURES,
    RELICS,
    START_COINS,
    SYMBOLS,
    TERRAINS,
    Trait,
    trait_set,
)

WATERS = (*WATER, "river")
"""Terrains that count as water for races that fish in it, live beside it or swim through it (UG-MIX-6)."""

BOX_OF = {"smallworld": "base", "underground": "underground", "warcraft": "warcraft"}
"""The box of each game and its boards."""

CONQUEST_WORDS, BAG_WORDS = RELICS[:CONQUEST_RELICS], RELICS
ALWAYS = ("",)
TREASURES = ("treasures",)
FINDS_IN_PLAY = ("finds",)

VERBS: tuple[tuple[str, str, str | tuple[str, ...], tuple[str, ...], str], ...] = (
    ("pick", "row", "rows", ALWAYS, "take the combo of a row of the column, 0 at the top"),
    ("decline", "", "", ALWAYS, "put the active race into decline"),
    ("abandon", "region", "regions", ALWAYS, "give up a region"),
    ("conquer", "region", "regions", ALWAYS, "conquer with the tokens it takes, or try with the die if 1 to 3 short"),
    ("roll", "", "", ("berserk",), "Berserk: roll the die for the next conquest"),
    ("convert", "region", "regions", ("converts",), "Sorcerers: replace a lone active token"),
    ("dragon", "region", "regions", ("dragon",), "Dragon Master: conquer with one token"),
    ("finish", "", "", ALWAYS, "end the current optional step"),
    ("deploy", "region", "regions", ALWAYS, "put one token from hand into a region"),
    ("deploy_rest", "region", "regions", ALWAYS, "put all tokens from hand into a region"),
    ("encamp", "region", "regions", ("encampments",), "put down an encampment"),
    ("fortify", "region", "regions", ("fortresses",), "build a fortress"),
    ("hero", "region", "regions", ("heroes",), "put down a hero"),
    ("peace", "seat", "seats", ("diplomat",), "Diplomat: make peace with a seat until one's own next turn"),
    ("swap", "row", "rows", ("swaps_badge",), "Shadow Mimes: exchange the badge with that of a row of the column"),
    ("volcano", "region", "regions", ("volcano",), "Flames: put the Volcano on a Chasm with its symbol"),
    ("reborn", "region", "regions", ("reborn",), "Reborn: replace the declined tokens of a region with an active one"),
    ("ancient", "region", "regions", ("great_ancient",), "Cultists: move the Great Ancient"),
    ("use", "relic", CONQUEST_WORDS, TREASURES, "use a relic for the next conquest"),
    ("bag", "relic", BAG_WORDS, ("bag",), "Magic: let the Bag stand in for a face-up relic"),
    ("vampire", "region", "regions", ("vampire",), "Vampire: replace a lone active token"),
    ("roll_for", "region", "regions", ("roll_first", "air_strike"), "name a region and roll the die before paying"),
    ("balrog", "region", "regions", TREASURES, "Wickedest Pentacle: send the Balrog to a region"),
    ("armor", "region", "regions", ("armors",), "Shield: put down a Mushroom Armor"),
    ("queen", "region", "regions", ("royal",), "Royal: put the Queen into a region"),
    ("ghost", "region", "regions", TREASURES, "Crypt of the Tomb-Raider: put the Ghost into a region"),
    ("scepter", "region", "regions", TREASURES, "Scepter of Avarice: put it into a region, whose coins it doubles"),
    ("ring", "region", "regions", TREASURES, "Froggy's Ring: put it into a region, whose neighbours pay"),
    ("altar", "region", "regions", TREASURES, "Altar of Souls: discard a declined token for 3 coins"),
    ("decline_by_stonehedge", "", "", TREASURES, "decline with the Tomb or Vanishing that Stonehedge lends"),
    ("form", "form", FORMS, ("shifts",), "Worgen: choose human and gain 2 coins, or worgen and pay 1"),
    ("arm", "effect", EFFECTS, FINDS_IN_PLAY, "use an Artifact or an ability for the next conquest"),
    ("champion", "region", "regions", ("champion",), "Champions: conquer with the Champion"),
    ("leave_champion", "", "", ("champion",), "Champions: leave the Champion where he was and take up a token instead"),
    ("push", "region", "regions", ("pushes",), "Strongmen: remove a Wisp Wall, a Fort, a Murloc or a token"),
    ("push_to", "region", "regions", ("pushes",), "Strongmen: put the pushed token into a region"),
    ("portal", "region", "regions", ("portals",), "Portal Mages: one of the two magic regions to exchange"),
    ("take", "artifact", ARTIFACTS, ("ethereal",), "Ethereals: take an adjacent Artifact"),
    ("put", "region", "regions", ("ethereal",), "Ethereals: put the Artifact taken into a region"),
    ("well", "region", "regions", FINDS_IN_PLAY, "put the Well of Eternity into a water region"),
    ("buy", "", "", ("recruits",), "Forsaken: buy a token"),
    ("beast", "region", "regions", ("beasts",), "put a Beast from hand into a region"),
    ("post", "region", "regions", ("champion",), "put the Champion from hand into a region"),
    ("aegis", "region", "regions", FINDS_IN_PLAY, "put the Aegis of Aggramar into a region, which it protects"),
    ("heart", "region", "regions", FINDS_IN_PLAY, "put the Heart of Azeroth into a region, whose neighbours pay"),
    ("objective", "region", "regions", ("objectives",), "Humans: put a Military Objective into a region"),
    ("bomb", "region", "regions", ("bombs",), "Goblins: plant the next bomb"),
    ("pay", "", "", ("bombs",), "Goblins: pay Harmony before a bomb on Pandaren is revealed"),
)
"""Name, argument, values of the argument, what needs it, and meaning of each verb, in the order of `record.Verb`.

A verb is part of a game if a race or power in the game has one of the fields that need it; "treasures" needs it if
Places and Relics are used, "finds" in Warcraft.
"""


def boxes_in_play(game: str, options: Mapping[str, Any]) -> set[str]:
    """Return the boxes in play: the board's, those of the races and powers, that of Places and Relics."""
    return {BOX_OF[game], *options["boxes"]} | ({"underground"} if options["places"] else set())


def action_table(
    num_players: int, num_regions: int, content: Iterable[Content], treasures: bool, finds: bool
) -> ActionTable:
    """Return the action table of a game: its verbs in index order."""
    sizes = {"": 1, "rows": COLUMN_ROWS, "regions": num_regions, "seats": num_players}
    entries = list(content)
    in_play = {ALWAYS: True, TREASURES: treasures, FINDS_IN_PLAY: finds}

    def is_needed(needs: tuple[str, ...]) -> bool:
        if needs in in_play:
            return in_play[needs]
        return any(getattr(entry, field) for field in needs for entry in entries)

    return ActionTable(
        [
            (name, argument, sizes[values] if isinstance(values, str) else values, meaning)
            for name, argument, values, needs, meaning in VERBS
            if is_needed(needs)
        ]
    )


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
        if drawn := range_of(options[name]):
            first[0][f"least_{name}"], first[0][f"more_{name}"] = drawn[0], drawn[1] - drawn[0]
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
    numbers = {entry[0]: number for number, entry in enumerate(VERBS)}
    for verb in table.verbs:
        number = numbers[verb.name]
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
