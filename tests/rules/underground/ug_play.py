"""What the tests of Underground's worked examples and clarifications share, besides `support`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import swenv
from support import UX18, active, play, seat

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


def coins(state: swenv.State) -> list[int]:
    """The purses."""
    return [int(purse) for purse in state.coins]


def column(state: swenv.State) -> list[tuple[str, str, int]]:
    """The rows of the column: race, power, coins."""
    return [(row["race"], row["power"], row["coins"]) for row in state.to_position()["column"]]


def turn_state(state: swenv.State, field: str) -> Any:
    """A field of what the turn remembers."""
    return state.to_position()["turn_state"][field]


def lay_out(state: swenv.State, number: int) -> swenv.State:
    """End the conquests of this turn, if they have not ended, and put all that is in hand into one region."""
    if state.phase in ("choose", "ready", "conquest"):
        play(state, "finish")
    if state.phase == "deploy":
        play(state, f"deploy_rest {number}")
    return state
