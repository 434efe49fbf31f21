"""The ratings of the players that come with swenv, from the ladders in docs/results.md."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

LADDER = Path(__file__).with_name("ladder.json")
"""Elo points by game and player. `benchmarks/results.py write` makes it of the ladders that were measured."""


def ratings(game: str) -> dict[str, int]:
    """Return the ratings of players in a game with two seats, by their names; empty if none was measured.

    They are Elo points, and `greedy` has 1000: a player with 100 points more than another wins 64 % of their games. A
    player that never won has no rating.
    """
    return dict(_read().get(game, {}))


@cache
def _read() -> dict[str, dict[str, int]]:
    read: dict[str, dict[str, int]] = json.loads(LADDER.read_text(encoding="utf-8"))
    return read
