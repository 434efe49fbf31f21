"""Players, all with one small interface: `Player`, with `reset`, `act` and `act_batch`.

`make` returns a player by name, or a trained agent by the path of its run; `load_policy` returns just its network.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from swenv.agents.base import ANY_SEAT, Player
from swenv.agents.greedy import Greedy
from swenv.agents.human import Human
from swenv.agents.learned import Learned, load_policy
from swenv.agents.random import Random
from swenv.core.errors import unknown

__all__ = ["ANY_SEAT", "Greedy", "Human", "Learned", "Player", "Random", "load_policy", "make", "names", "register"]

_FACTORIES: dict[str, Callable[[], Player]] = {"random": Random, "greedy": Greedy, "human": Human}


def names() -> tuple[str, ...]:
    """The names that `make` accepts, in alphabetical order."""
    return tuple(sorted(_FACTORIES))


def register(name: str, factory: Callable[[], Player]) -> None:
    """Make your own player available as `make(name)`. A class redefined in a notebook replaces the old one.

    Args:
        name: Any word without slashes, dots or spaces, so that it cannot be mistaken for a path.
        factory: Called without arguments for each player; usually the class itself.

    Raises:
        ValueError: the name is taken, empty or looks like a path.
    """
    if not name or set(name) & set("/\\. "):
        raise ValueError(f"player name {name!r}: must be a word without slashes, dots and spaces")
    known = _FACTORIES.get(name)
    if known is not None and getattr(known, "__qualname__", "") != getattr(factory, "__qualname__", None):
        raise ValueError(f"player name {name!r} is taken")
    _FACTORIES[name] = factory


def make(spec: str | Path) -> Player:
    """Make a player; call `reset` before it plays.

    Args:
        spec: One of `names()`, or a path: the folder of a `swenv train` run, or a file of weights in it.

    Raises:
        ValueError: there is no such player and no such path; the message suggests the nearest name.
    """
    if str(spec) in _FACTORIES:
        return _FACTORIES[str(spec)]()
    if Path(spec).exists():
        return Learned(Path(spec))
    if set(str(spec)) & set("/\\."):
        raise ValueError(f"no checkpoint at '{spec}'")
    raise unknown("player", spec, _FACTORIES)
