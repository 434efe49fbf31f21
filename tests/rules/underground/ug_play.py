"""What the tests of Underground's worked examples and clarifications share, besides `support`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from chapters import coins, column, lay_out, turn_state

from support import UX18, active, seat

__all__ = ["IDLE", "POWERS", "RACES", "coins", "column", "lay_out", "turn_state", "ux18"]

RACES = [
    "cultists", "drow", "flames", "gnomes", "iron_dwarves", "kraken", "liches", "lizardmen", "mudmen", "mummies",
    "ogres", "shadow_mimes", "shrooms", "spiderines", "will_o_wisps",
]  # fmt: skip
POWERS = [
    "adventurous", "fisher", "flocking", "frightened", "immortal", "magic", "martyr", "mining", "muddy", "mystic",
    "quarreling", "reborn", "royal", "shield", "stone", "thieving", "tomb", "vampire", "vanishing", "vengeful",
    "wise",
]  # fmt: skip
IDLE = seat(active("spiderines", "flocking"))
"""A seat whose active race has no token left, so that `finish` is its whole turn and pays nothing."""


def ux18(terrain: Mapping[int, str] | None = None, monsters: Sequence[int] = ()) -> dict[str, Any]:
    """The board UX18 with other terrain in some regions, or with more Monster regions."""
    board: dict[str, Any] = json.loads(Path(UX18).read_text())
    board["name"] = "ux18-changed"
    for number, name in (terrain or {}).items():
        board["regions"][number]["terrain"] = name
    for number in monsters:
        board["regions"][number]["monster"] = True
    return board
