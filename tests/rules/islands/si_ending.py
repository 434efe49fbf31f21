"""Positions just before the end of a game of Small Islands, and what the end says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from archipelago import examples, first_of, land, plays, scene, stocked, tiles, unbuilt
from chapters import verbs

import swenv

LONE = tiles("SA1@8,8r0")
"""A single tile, on which nobody can build; ships can lie east and west of it."""
BAY = scene(examples("SI-EX-2")[0], rows=6, columns=5)
"""The board of SI-EX-2 in the middle of the window: 8 ports around (7, 6), 6 ports around (7, 8)."""
SIX_PORTS, EIGHT_PORTS = (7, 8), (7, 6)
ROW = tiles(
    *("DA3@8,2r2", "KA1@9,2r3"),
    *("SA1@8,3r0", "SA2@9,3r0", "SA3@8,4r0", "SB1@9,4r0"),
    *("SB2@8,5r0", "SB3@9,5r0", "SC1@8,6r0", "SC2@9,6r0"),
    *("CA1@8,7r2", "CA2@9,7r0", "CA3@8,8r2", "CB1@9,8r0", "CB2@8,9r2", "CC1@9,9r0"),
    *("CD1@8,10r2", "CB3@9,10r0", "CC2@8,11r2", "CC3@9,11r0", "CD2@8,12r2", "CD3@9,12r0"),
    *("DA1@8,13r1", "DA2@9,13r0"),
)
"""Twelve islands of two tiles each, side by side."""
SITES = [(8, 2), (8, 3), (8, 4), (8, 6), (8, 7), (8, 8), (9, 9), (8, 10)]
"""Building sites on eight islands of `ROW`."""


def ending(
    docker: int,
    seats: Sequence[dict[str, Any]],
    board: list[dict[str, Any]] | None = None,
    reserve: int = 5,
    **fields: Any,
) -> swenv.State:
    """A seat can dock; afterwards, with fewer than 6 tiles in the reserve, the game is over."""
    board = LONE if board is None else board
    free = [tile for tile in land() if tile not in {entry["tile"] for entry in board}]
    hands = [[free.pop(), free.pop()] for _ in seats]
    market = [free.pop() for _ in range(3)]
    fields.setdefault("round", len(fields.get("ships", [])) + 1)
    return stocked(
        "turn",
        len(seats),
        tiles=board,
        hands=hands,
        market=market,
        reserve=free[:reserve],
        seats=seats,
        turn=docker,
        **fields,
    )


def docked(state: swenv.State) -> swenv.State:
    """After the seat to act has docked, a grey ship if there is one, and nobody has built."""
    verb = "dock_grey" if "dock_grey" in verbs(state) else "dock_own"
    return unbuilt(plays(state, first_of(state, verb)))


def totals(state: swenv.State) -> list[int]:
    """The totals of a finished game."""
    assert state.is_over and state.phase == "over"
    return [int(total) for total in state.coins]


def winner(state: swenv.State) -> int:
    """The one seat that wins; the others share the loss."""
    assert state.is_over
    returns = state.returns().tolist()
    assert sorted(returns) == [*[-1 / (len(returns) - 1)] * (len(returns) - 1), 1]
    return int(returns.index(1))
