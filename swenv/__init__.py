"""swenv: the Small World family of board games for reinforcement learning."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

# In a checkout agents/, training/ and maps/ stand beside this folder; installed, they stand inside it.
if (Path(__file__).parent.parent / "pyproject.toml").is_file():
    __path__.append(str(Path(__file__).parent.parent))

if TYPE_CHECKING:
    from swenv.core.action import Action, Verb
    from swenv.core.errors import GameOver, IllegalAction, TooManyOutcomes
    from swenv.core.game import Game, State
    from swenv.core.registry import games, load
    from swenv.core.replay import Recorder, Replay
    from swenv.core.search import SearchResult
    from swenv.core.vector import Vector

__version__ = "0.1.0"

__all__ = [
    "Action",
    "Game",
    "GameOver",
    "IllegalAction",
    "Recorder",
    "Replay",
    "SearchResult",
    "State",
    "TooManyOutcomes",
    "Vector",
    "Verb",
    "games",
    "load",
]

_ENVIRONMENTS = ("islands_v0", "smallworld_v0", "underground_v0", "warcraft_v0")
_HOMES = {
    "action": ("Action", "Verb"),
    "errors": ("GameOver", "IllegalAction", "TooManyOutcomes"),
    "game": ("Game", "State"),
    "registry": ("games", "load"),
    "replay": ("Recorder", "Replay"),
    "search": ("SearchResult",),
    "vector": ("Vector",),
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for: numba takes its time, and `swenv --help` needs none of it."""
    for module, names in _HOMES.items():
        if name in names:
            value = globals()[name] = getattr(import_module(f"swenv.core.{module}"), name)
            return value
    if name in _ENVIRONMENTS:
        return import_module(f"swenv.{name}")
    raise AttributeError(f"module 'swenv' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, *_ENVIRONMENTS])


import_module("swenv.envs")  # tells Gymnasium and PettingZoo the ids, now or when they are imported
