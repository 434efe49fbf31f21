"""Positions that no play leads to.

The checks that `reader` calls refuse those that cannot be played on, or that contradict themselves: they raise
ValueError, which names the field and, if there is one, the rule. `problems` says of the others what is strange.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from swenv.core.batch import NOBODY
from swenv.core.errors import wrong
from swenv.core.game import clone
from swenv.core.record import Draft
from swenv.islands.content import TILES
from swenv.islands.rules.record import ALEXIS, GREY, MARKET, NOTHING, NUM_SHIPS, STACK, Fact, Phase

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
    """Refuse a phase of Alexis's turn in which he cannot go on."""
    g = Draft(state.record)
    if g.phase == Phase.ALEXIS_PLACE and g.demand[g.alexis_cell] == 0:
        raise wrong("turn_state.cell", "Alexis's tile would touch no other tile (SI-TILE-6)")
    if g.phase == Phase.ALEXIS_HOUSE and g.num_legal <= g.pool[ALEXIS]:
        raise wrong("phase", "Alexis has enough houses, so nobody chooses for him (SI-SOLO-12)")


def problems(game: Islands, record: NDArray[Any]) -> list[str]:
    """See `State.problems`."""
    g, t = Draft(record), Draft(game.tables)
    reasons = [*_phase(game, record, g, t), *_round(g, t), *_supplies(g)]
    return [f"{field}: {why}" for field, why in reasons]


Problems = Iterator[tuple[str, str]]
"""Fields, and what is strange about each."""


def _phase(game: Islands, record: NDArray[Any], g: Draft, t: Draft) -> Problems:
    """What play would have skipped, or could not have done."""
    if g.phase == Phase.BLOCKED and _can_lay(game, record):
        yield "phase", "a tile of the hand can be laid, so it is not blocked (SI-EXPL-9)"
    if g.phase == Phase.SCORE and g.num_legal < 2:
        yield "phase", "there is nothing to choose: a single token, or one of equal tokens, is kept (SI-ACT-3)"
    for tile in np.flatnonzero(g.house >= 0):
        if g.facts[g.island[2 * tile + t.site[tile]], Fact.SIZE] < 2:
            yield "houses", f"the island of {TILES[tile].id} has one tile only (SI-HOUSE-2)"


def _round(g: Draft, t: Draft) -> Problems:
    """A docking ends each round (SI-INV-2), unless a seat is stuck (SI-END-2) or Alexis cannot dock (SI-SOLO-10)."""
    over = g.phase == Phase.OVER
    ended = over or g.phase in REWARDS
    number = g.num_ships + int(not ended or g.stuck)
    no_tile = t.solo and ended and not g.stuck and (over or g.docker == ALEXIS)
    if g.round_number != number and not (no_tile and g.round_number == number + 1):
        yield "round", f"the number of ships on the board makes this round {max(number, 1)} (SI-INV-2)"
    owner = int(g.ship_owner[g.num_ships - 1]) if g.num_ships else GREY
    if g.docker != NOTHING and not g.stuck and g.round_number == g.num_ships and owner not in (GREY, g.docker):
        yield "turn_state.docker", f"the last ship is that of seat {owner} (SI-REW-1)"


def _supplies(g: Draft) -> Problems:
    """What play never leaves: a slot that was not refilled, or a stack that is too low for the phase."""
    over = g.phase == Phase.OVER
    ended = over or g.phase in REWARDS
    gaps = [slot for slot in range(MARKET) if g.market[slot] == NOTHING and slot != g.emptied]
    if g.phase in PICKING and g.num_navigation != STACK:
        yield "navigation", f"{STACK} tiles lie there when cards are picked (SI-PREP-1)"
    if ended and g.round_number > g.num_ships and len(gaps) < (MARKET if g.stuck else 1):
        yield "market", "a round without a docking ends when no tile is left (SI-END-2, SI-SOLO-10)"
    if over and g.docker == NOTHING and g.num_reserve >= STACK:
        yield "phase", f"with {STACK} tiles in the reserve there is another round (SI-END-1)"


def _can_lay(game: Islands, record: NDArray[Any]) -> bool:
    """Whether the seat of the turn could lay a tile of its hand: whether any choice in the phase `hand` is legal."""
    scratch, mask = clone(record), np.empty(game.num_actions, dtype=np.bool_)
    scratch["phase"] = Phase.HAND
    game.engine.refresh(scratch, 0, game.tables, NOBODY, 0)
    game.engine.mask_of(scratch, 0, game.tables, mask)
    return bool(mask.any())


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


def check_stacks(g: Draft) -> None:
    """Refuse a navigation stack when ships dock, a slot that was not refilled, and a turn without a ship to come."""
    ended = g.phase == Phase.OVER or g.phase in REWARDS
    if ended and g.num_navigation > 0:
        raise wrong("navigation", "the exploration ends when the stack is used up (SI-DOCK-1)")
    gaps = any(g.market[slot] == NOTHING and slot != g.emptied for slot in range(MARKET))
    if g.phase not in START and gaps and g.num_navigation + g.num_reserve > 0:
        raise wrong("market", "an empty slot is refilled as long as there are tiles (SI-EXPL-5)")
    if g.num_ships == NUM_SHIPS and (not ended or g.stuck):
        raise wrong("ships", "with the last ship the game ends (SI-END-3)")


def check_stated(field: str, stated: Any, has: Any) -> None:
    """Refuse a field of the document that the position does not have: it does not belong to this phase.

    Args:
        field: Path of the field; "" for the whole document.
        stated: What the document says.
        has: What the document of the position that was read from it says.
    """
    name = field.rpartition(".")[2]
    if stated == has or (name in MORE and set(stated) <= set(has)):
        return
    if isinstance(stated, Mapping) and isinstance(has, Mapping):
        for (part, entry), key in zip(_parts(field, stated), stated, strict=True):
            check_stated(part, entry, has.get(key))
    elif isinstance(stated, list | tuple) and isinstance(has, list) and (len(stated) == len(has) or name == "seats"):
        if name in UNORDERED:
            stated, has = sorted(stated, key=_order), sorted(has, key=_order)
        for (part, entry), other in zip(_parts(field, stated), has, strict=False):
            check_stated(part, entry, other)
    else:
        raise wrong(field, f"it can only be {json.dumps(has)} here, not {json.dumps(stated)}")


def _parts(field: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the entries of an object or a list, each with its path from the top of the document."""
    if isinstance(value, Mapping):
        yield from ((f"{field}.{key}" if field else key, entry) for key, entry in value.items())
    else:
        yield from ((f"{field}[{k}]", entry) for k, entry in enumerate(value))


def _order(entry: Any) -> Any:
    """Sort key for the entries of an unordered list: cells, or the entries themselves."""
    return (entry["r"], entry["c"]) if isinstance(entry, Mapping) else entry
