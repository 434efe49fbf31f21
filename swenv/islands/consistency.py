"""Checks that refuse positions no game can reach. `reader` calls them while it reads a position document.

Every check raises ValueError naming the field that is impossible and, if there is one, the rule.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from swenv.core.batch import NOBODY
from swenv.core.errors import wrong
from swenv.core.record import Draft
from swenv.islands.content import TILES
from swenv.islands.rules.record import ALEXIS, MARKET, NOTHING, STACK, Fact, Phase

if TYPE_CHECKING:
    from swenv.core.game import State
    from swenv.islands.game import Islands

START = (Phase.START_PICK, Phase.START_PLACE)
"""Phases before anything is dealt."""
PICKING = (Phase.PREP_PICK, Phase.PREP_REWARD)
REWARDS = (Phase.HOUSE, Phase.SCORE, Phase.ALEXIS_HOUSE)
UNORDERED = ("tiles", "houses", "removed", "discoveries", "drawn", "tokens", "tokens_in_pool", "played")
MORE = ("known", "seen")
"""Lists in which the position may have more entries than the document."""


def check_phase(game: Islands, state: State) -> None:
    """Check that play would stop in the phase of a state that was read."""
    g, t = Draft(state.record), game.tables[0]
    if g.phase == Phase.BLOCKED and _can_lay(state):
        raise wrong("phase", "a tile of the hand can be laid, so it is not blocked (SI-EXPL-9)")
    if g.phase == Phase.SCORE and g.num_legal < 2:
        raise wrong("phase", "there is nothing to choose: a single token, or one of equal tokens, is kept (SI-ACT-3)")
    if g.phase == Phase.ALEXIS_PLACE and g.demand[g.alexis_cell] == 0:
        raise wrong("turn_state.cell", "Alexis's tile would touch no other tile (SI-TILE-6)")
    if g.phase == Phase.ALEXIS_HOUSE and g.num_legal <= g.pool[ALEXIS]:
        raise wrong("phase", "Alexis has enough houses, so nobody chooses for him (SI-SOLO-12)")
    sites = t.site
    for tile in np.flatnonzero(g.house >= 0):
        if g.facts[g.island[2 * tile + sites[tile]], Fact.SIZE] < 2:
            raise wrong("houses", f"the island of {TILES[tile].id} has one tile only (SI-HOUSE-2)")


def _can_lay(state: State) -> bool:
    """Whether the seat of the turn could lay a tile of its hand: whether any choice in the phase `hand` is legal."""
    game, asked = state.game, state.copy()
    asked.record["phase"] = Phase.HAND
    game.engine.refresh(asked.record, 0, game.tables, NOBODY, 0)
    return bool(asked.mask().any())


def check_board(game: Islands, g: Draft, t: Draft) -> None:
    """Check that neighbours match along common edges, and that everything is connected (SI-INV-6)."""

    def is_land(cell: int, d: int) -> bool:
        what = int(g.at[cell])
        return what < len(TILES) and bool(t.sides[what, g.rot[what]] >> d & 1)

    lying = [int(cell) for cell in np.flatnonzero(g.at >= 0)]
    reached, waiting = set(lying[:1]), lying[:1]
    while waiting:
        cell = waiting.pop()
        for d in range(4):
            y = int(t.neighbor[cell, d])
            if y < 0 or g.at[y] < 0:
                continue
            if is_land(cell, d) != is_land(y, (d + 2) % 4):
                raise wrong("tiles", f"the edges at {divmod(cell, game.window)} do not match (SI-INV-6)")
            if y not in reached:
                reached.add(y)
                waiting.append(y)
    if len(reached) < len(lying):
        raise wrong("tiles", "tiles and ships must be connected (SI-INV-6)")


def check_stacks(g: Draft, rewarded: bool) -> None:
    """Refuse what play never leaves: a slot that was not refilled, or a navigation stack when ships dock.

    `rewarded` tells whether a reward phase is in progress, or was the last phase of the game.
    """
    over = g.phase == Phase.OVER
    ended = over or g.phase in REWARDS
    gaps = [slot for slot in range(MARKET) if g.market[slot] == NOTHING and slot != g.emptied]
    if g.phase in PICKING and g.num_navigation != STACK:
        raise wrong("navigation", f"{STACK} tiles lie there when cards are picked (SI-PREP-1)")
    if ended and g.num_navigation > 0:
        raise wrong("navigation", "the exploration ends when the stack is used up (SI-DOCK-1)")
    if g.phase not in START and gaps and g.num_navigation + g.num_reserve > 0:
        raise wrong("market", "an empty slot is refilled as long as there are tiles (SI-EXPL-5)")
    if ended and g.round_number > g.num_ships and len(gaps) < (MARKET if g.stuck else 1):
        raise wrong("market", "a round without a docking ends when no tile is left (SI-END-2, SI-SOLO-10)")
    if over and not rewarded and g.num_reserve >= STACK:
        raise wrong("phase", f"with {STACK} tiles in the reserve there is another round (SI-END-1)")


def check_said(field: str, said: Any, has: Any) -> None:
    """Refuse a field of the document that the position does not have: it does not belong to this phase.

    Args:
        field: Path of the field; "" for the whole document.
        said: What the document says.
        has: What the document of the position that was read from it says.
    """
    name = field.rpartition(".")[2]
    if said == has or (name in MORE and set(said) <= set(has)):
        return
    if isinstance(said, Mapping) and isinstance(has, Mapping):
        for (part, entry), key in zip(_parts(field, said), said, strict=True):
            check_said(part, entry, has.get(key))
    elif isinstance(said, list | tuple) and isinstance(has, list) and (len(said) == len(has) or name == "seats"):
        if name in UNORDERED:
            said, has = sorted(said, key=_order), sorted(has, key=_order)
        for (part, entry), other in zip(_parts(field, said), has, strict=False):
            check_said(part, entry, other)
    else:
        raise wrong(field, f"it can only be {json.dumps(has)} here, not {json.dumps(said)}")


def _parts(field: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the entries of an object or a list, each with its path from the top of the document."""
    if isinstance(value, Mapping):
        yield from ((f"{field}.{key}" if field else key, entry) for key, entry in value.items())
    else:
        yield from ((f"{field}[{k}]", entry) for k, entry in enumerate(value))


def _order(entry: Any) -> Any:
    """Sort key for the entries of an unordered list: cells, or the entries themselves."""
    return (entry["r"], entry["c"]) if isinstance(entry, Mapping) else entry
