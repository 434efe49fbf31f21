"""What the tests of Underground's worked examples and of chance share, besides `support`."""

from __future__ import annotations

from chapters import coins, column, lay_out

from support import active, seat

__all__ = ["IDLE", "POWERS", "RACES", "coins", "column", "lay_out"]

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
