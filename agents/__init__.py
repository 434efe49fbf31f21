"""Players, all behind one small protocol: `Player` with `reset`, `act` and `act_batch`.

`make` gives a player by name, or from a checkpoint of training by its path; `load_policy` gives its network.
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
    """Names that `make` takes, in alphabetical order."""
    return tuple(sorted(_FACTORIES))


def register(name: str, factory: Callable[[], Player]) -> None:
    """Let `make(name)` give a player of your own. A class that is defined anew, as in a notebook, takes its old place.

    Args:
        name: Any word without a slash or a dot, so that it is never taken for a path.
        factory: Called without arguments for every player wanted; most often the class itself.

    Raises:
        ValueError: the name is taken, empty or looks like a path.
    """
    if not name or set(name) & set("/\\. "):
        raise ValueError(f"player name {name!r}: a word without slashes, dots and spaces is needed")
    known = _FACTORIES.get(name)
    if known is not None and getattr(known, "__qualname__", "") != getattr(factory, "__qualname__", None):
        raise ValueError(f"player name {name!r} is taken")
    _FACTORIES[name] = factory


def make(spec: str | Path) -> Player:
    """A player that is ready for `reset`.

    Args:
        spec: One of `names()`, or the path of a checkpoint: a folder that `swenv train` wrote, or a model file in it.

    Raises:
        ValueError: there is no such player and no such path; the message names the nearest.
    """
    if str(spec) in _FACTORIES:
        return _FACTORIES[str(spec)]()
    if Path(spec).exists():
        return Learned(Path(spec))
    if set(str(spec)) & set("/\\."):
        raise ValueError(f"no checkpoint at '{spec}'")
    raise unknown("player", spec, _FACTORIES)
