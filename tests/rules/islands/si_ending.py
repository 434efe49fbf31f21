"""Positions just before the end of a game of Small Islands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from archipelago import position, tiles

import swenv

LONE = tiles("SA1@8,8r0")
"""A single tile, on which nobody can build; ships can lie east and west of it."""
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
    docker: int, seats: Sequence[dict[str, Any]], board: list[dict[str, Any]] | None = None, **fields: Any
) -> swenv.State:
    """A seat can dock; afterwards, with no tile in the reserve, the game is over."""
    return position("turn", len(seats), tiles=board or LONE, reserve=[], seats=list(seats), turn=docker, **fields)
