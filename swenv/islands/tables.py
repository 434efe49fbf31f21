"""Makes the tables that the rules read, from tiles, cards and options, and a game before anything is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from swenv.core.action import ActionTable
from swenv.core.evaluation import read_weights
from swenv.core.record import blank_records
from swenv.islands.content import (
    EXPEDITIONS,
    GOALS,
    LEVELS,
    MARKER_MODES,
    MISSIONS,
    REWARD_CARDS,
    TILE_NUMBER,
    TILES,
    TOKEN_KINDS,
    TOKENS,
    Goal,
    Reward,
)
from swenv.islands.rules import record
from swenv.islands.rules.fields import FIELDS
from swenv.islands.rules.record import (
    FIRST_FACE,
    HAND,
    HOUSES,
    LAYOUTS,
    NOTHING,
    NUM_SHIPS,
    NUM_TILES,
    POOL,
    RESOURCES,
    SLOTS,
    SYMBOLS,
    TABLES,
)

GIVEN = LAYOUTS.index("fixed")


@cache
def action_table(window: int) -> ActionTable:
    """Make the table of all actions (SI-ACT-2)."""
    values: dict[str, Sequence[int | str]] = {
        "r": range(window), "c": range(window), "rot": range(4), "slot": range(SLOTS), "piece": range(2),
        "place": range(HAND), "token": range(record.TOKENS), "face": [tile.id for tile in TILES[FIRST_FACE:]],
        "mode": [mode.name for mode in MARKER_MODES],
    }  # fmt: skip
    return ActionTable(record.Verb, values)


def make_tables(num_players: int, options: Mapping[str, Any], actions: ActionTable) -> NDArray[Any]:
    """Make the `TABLES` record of a game."""
    tables = np.zeros(1, dtype=TABLES)
    t = tables[0]
    t.num_players = num_players
    t.solo = num_players == 1
    t.contenders = max(num_players, 2)
    t.num_actions = len(actions.actions)
    t.advanced = options["mode"] == "advanced"
    t.best_resource, t.best_token = options["best_resource"], options["best_token"]
    t.value_weights[:] = read_weights("swenv.islands", "islands", num_players)
    _write_window(t, options["window"])
    _write_layout(t, options["start_layout"])
    for number in range(NUM_TILES):
        _write_tile(t, number)
    _write_shapes(t)
    t.mode_marker = [mode.marker for mode in MARKER_MODES]
    t.mode_shows = [mode.shows for mode in MARKER_MODES]
    _write_cards(t)
    _write_alexis(t, options["level"])
    t.first_action = [verb.first for verb in actions.verbs]
    cells = t.window**2
    t.stride, t.step = (4, 1, 3, 2, 1), (1, cells, 1, 1, 1)
    tables.flags.writeable = False
    return tables


def _write_window(t: Any, window: int) -> None:
    """Write the neighbours of every cell; cells at the edge have none beyond it (SI-EXPL-8, SI-ACT-10)."""
    t.window = window
    t.neighbor[:], t.around[:] = NOTHING, NOTHING
    ring = [(-1, 0), (0, 1), (1, 0), (0, -1), (-1, 1), (1, 1), (1, -1), (-1, -1)]
    for cell in range(window * window):
        r, c = divmod(cell, window)
        for k, (down, right) in enumerate(ring):
            y, x = r + down, c + right
            if 0 <= y < window and 0 <= x < window:
                t.around[cell, k] = y * window + x
        t.neighbor[cell] = t.around[cell, :4]


def _write_layout(t: Any, layout: Any) -> None:
    """Write the start layout: who makes it, or a given one."""
    if isinstance(layout, str):
        t.start_layout = LAYOUTS.index(layout)
        return
    t.start_layout = GIVEN
    for k, entry in enumerate(layout):
        t.layout[k] = TILE_NUMBER[entry["tile"]], entry["r"] * t.window + entry["c"], entry["rot"]


def _write_tile(t: Any, number: int) -> None:
    """Write the edges, pieces and symbols of a tile (SI-TILE-1 to SI-TILE-4)."""
    t.piece_at[number], t.site[number] = NOTHING, NOTHING
    t.slot_resource[number], t.slot_piece[number] = NOTHING, NOTHING
    pieces = TILES[number].pieces
    t.pieces[number] = len(pieces)
    slot = 0
    for k, piece in enumerate(pieces):
        for side in piece.edges:
            t.piece_at[number, side] = k
        for resource in piece.resources:
            t.slot_resource[number, slot], t.slot_piece[number, slot] = RESOURCES.index(resource), k
            slot += 1
        t.temple[number, k], t.ports[number, k], t.coast[number, k] = piece.temple, piece.ports, piece.coast
        if piece.site:
            t.site[number] = k
    for rot in range(4):
        t.sides[number, rot] = sum(1 << d for d in range(4) if t.piece_at[number, (d - rot) % 4] >= 0)


def _write_shapes(t: Any) -> None:
    """Write for each shape its distinct rotations (SI-TILE-5), and those that meet each demand (SI-TILE-6)."""
    shapes: list[tuple[int, ...]] = []
    for number in range(NUM_TILES):
        around = tuple(t.piece_at[number].tolist())
        if around not in shapes:
            shapes.append(around)
        t.form[number] = shapes.index(around)
    for shape, around in enumerate(shapes):
        turned = [tuple(around[(d - rot) % 4] for d in range(4)) for rot in range(4)]
        different = [rot for rot in range(4) if turned[rot] not in turned[:rot]]
        t.turns[shape] = sum(1 << rot for rot in different)
        sides = [sum(1 << d for d in range(4) if turned[rot][d] >= 0) for rot in range(4)]
        t.fits[shape] = [
            sum(1 << rot for rot in different if land & ~sides[rot] == 0 and sea & sides[rot] == 0)
            for sea in range(16)
            for land in range(16)
        ]


def _write_cards(t: Any) -> None:
    """Write goals, rewards and tokens (section 5)."""
    goals: Sequence[Any] = GOALS if t.advanced else MISSIONS
    for row, card in enumerate((*goals, *EXPEDITIONS)):
        _write_goal(t, row, card.goal)
    rewards: Sequence[Any] = REWARD_CARDS if t.advanced else MISSIONS
    for row, card in enumerate(rewards):
        _write_reward(t, row, card.reward)
    t.token_value = TOKEN_KINDS
    whole = sorted(TOKENS)
    for number in range(1, len(whole) + 1):
        best = sum(value * comb(k, number - 1) for k, value in enumerate(whole))
        t.expected_token[number] = round(best / comb(len(whole), number))


def _write_goal(t: Any, row: int, goal: Goal) -> None:
    t.goal[row] = record.Goal[goal.type.upper()]
    for symbol, number in goal.symbols.items():
        t.goal_symbols[row, SYMBOLS.index(symbol)] = number
    for k, resource in enumerate(goal.resources[:2]):
        t.goal_resource[row, k] = RESOURCES.index(resource)


def _write_reward(t: Any, row: int, reward: Reward) -> None:
    t.rewards[row] = record.Reward[reward.type.upper()]
    t.bonus[row] = reward.flat
    columns = {**{symbol: k for k, symbol in enumerate(SYMBOLS)}, "resource": 0, "port_pair": 1, "site": 0}
    for name, points in reward.each.items():
        t.per_symbol[row, columns[name]] = points
    for band, (fewest, points) in enumerate(reward.bands):
        t.bands[band] = fewest, points


def _write_alexis(t: Any, level: int) -> None:
    """Write the Alexis card of a level and all expedition cards (sections 9.1 and 9.2)."""
    card = LEVELS[level - 1]
    t.end_points, t.end_per_house = card.end_points, card.end_per_house
    t.explore_cards, t.dock_cards = card.explore_cards, card.dock_cards
    for number, expedition in enumerate(EXPEDITIONS):
        t.docks[number], t.expedition_slot[number] = expedition.docks, expedition.slot
        t.directions[number] = expedition.directions


def make_blank(tables: NDArray[Any]) -> NDArray[Any]:
    """Make a game before anything is drawn (SI-SETUP-1, SI-SETUP-5, SI-SETUP-7, SI-SOLO-2)."""
    blank = blank_records(1, FIELDS)
    g, t = blank[0], tables[0]
    seats = range(t.num_players)
    g.ship_left[seats] = 1
    g.grey_left = NUM_SHIPS - t.num_players
    g.pool[seats], g.spare[seats] = POOL, HOUSES - POOL
    g.token_pool = [TOKENS.count(value) for value in TOKEN_KINDS]
    if t.solo:
        g.pool[record.ALEXIS] = HOUSES
    blank.flags.writeable = False
    return blank
