"""A Small World so small that it can be solved exactly: three regions, five races, two powers, a round or two.

Five races and two powers are the fewest with which two players never find the column empty (SW-COL-9).
"""

from __future__ import annotations

from typing import Any

from swenv.core.game import Game
from swenv.core.registry import load

BOARD = {
    "name": "tiny",
    "game": "smallworld",
    "players": 2,
    "rounds": 2,
    "regions": [
        {"id": 0, "terrain": "farmland", "symbols": ["magic"], "edge": True, "neighbors": [1, 2]},
        {"id": 1, "terrain": "hill", "symbols": [], "edge": True, "tribe": True, "neighbors": [0, 2]},
        {"id": 2, "terrain": "mountain", "symbols": ["mine"], "edge": True, "neighbors": [0, 1]},
    ],
}
RACES = (
    {"name": "foxes", "tokens": 1, "tray": 4, "coins": ["farmland"]},
    {"name": "moles", "tokens": 1, "tray": 4, "discount": ["hill", "mountain"]},
    {"name": "otters", "tokens": 2, "tray": 5},
    {"name": "toads", "tokens": 1, "tray": 4, "coins_per_conquest": 1},
    {"name": "wolves", "tokens": 1, "tray": 4, "coins_per_turn": 1},
)
POWERS = ({"name": "bold", "tokens": 1, "berserk": True}, {"name": "many", "tokens": 2})


def tiny_game(rounds: int = 2, **options: Any) -> Game:
    """Load it for two players, with any other options of `swenv.load`.

    After the deal, one of 240, a game of one round has some hundred positions, one of two rounds some ten thousand.
    """
    box = {
        "extra_races": RACES,
        "extra_powers": POWERS,
        "races": [race["name"] for race in RACES],
        "powers": [power["name"] for power in POWERS],
    }
    return load("smallworld", num_players=2, **{"map": BOARD, **box, "rounds": rounds, **options})
