"""Players, all with one small interface: `Player`, with `reset`, `act` and `act_batch`.

`make` returns a player by name, or a trained agent by the path of its run; `load_policy` returns just its network.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from swenv.agents.base import ANY_SEAT, Player
from swenv.agents.external import External, starts_program
from swenv.agents.greedy import Greedy
from swenv.agents.human import Human
from swenv.agents.ladder import ratings
from swenv.agents.language import LanguageModel
from swenv.agents.learned import Champion, Learned, load_policy, player_of
from swenv.agents.random import Random
from swenv.agents.remembering import Remembering
from swenv.agents.searching import Planner, Search
from swenv.core.errors import check_known, unknown

__all__ = [
    "ANY_SEAT", "Champion", "External", "Greedy", "Human", "LanguageModel", "Learned", "Planner", "Player", "Random",
    "Remembering", "Search", "load_policy", "make", "names", "ratings", "register", "starts_program",
]  # fmt: skip

_FACTORIES: dict[str, Callable[..., Player]] = {
    "random": Random, "greedy": Greedy, "human": Human, "planner": Planner, "search": Search, "champion": Champion,
}  # fmt: skip


def names() -> tuple[str, ...]:
    """The names that `make` accepts, in alphabetical order."""
    return tuple(sorted(_FACTORIES))


def register(name: str, factory: Callable[..., Player]) -> None:
    """Make your own player available as `make(name)`. A class redefined in a notebook replaces the old one.

    Args:
        name: Any word without slashes, dots, colons or spaces, so that it cannot be mistaken for a path or an option.
        factory: Called for each player, with the options that were given; usually the class itself, see
            `Player.options`.

    Raises:
        ValueError: the name is taken, empty or looks like a path.
    """
    if not name or set(name) & set("/\\.:,= "):
        raise ValueError(f"player name {name!r}: must be a word without slashes, dots, colons, commas, '=' and spaces")
    known = _FACTORIES.get(name)
    if known is not None and getattr(known, "__qualname__", "") != getattr(factory, "__qualname__", None):
        raise ValueError(f"player name {name!r} is taken")
    _FACTORIES[name] = factory


def make(spec: str | Path) -> Player:
    """Make a player; call `reset` before it plays.

    Args:
        spec: One of `names()`, with options if it has any, as in "search:seconds=0.1" or
            "search:simulations=2000,agent=runs/mine"; "champion@1", a version of the champion; "exec:./bot?seconds=1",
            a program that is started, see `External`; or a path: the folder of a `swenv train` run, or a file of
            weights in it.

    Raises:
        ValueError: there is no such player, option or path, or an option has no such value; the message suggests the
            nearest name.
    """
    name, _, options = str(spec).partition(":")
    if starts_program(str(spec)):
        return External.named(options)
    if name in _FACTORIES:
        return _FACTORIES[name](**_options(name, options))
    if Path(spec).exists() or name.partition("@")[0] == "champion":
        return player_of(str(spec))
    if set(str(spec)) & set("/\\."):
        raise ValueError(f"no checkpoint at '{spec}'")
    raise unknown("player", name, _FACTORIES)


def split(specs: str) -> list[str]:
    """Split text such as "greedy,search:seconds=0.1,simulations=500" into players, each with its options."""
    players: list[str] = []
    for word in (word.strip() for word in specs.split(",")):
        name, equals, _ = word.partition("=")
        if equals and name.isidentifier() and players and ":" in players[-1]:
            players[-1] += f",{word}"
        else:
            players.append(word)
    return players


def _options(player: str, text: str) -> dict[str, Any]:
    """The options of a player from text such as "seconds=0.1,simulations=500"."""
    known: Mapping[str, type] = getattr(_FACTORIES[player], "options", {})
    values: dict[str, Any] = {}
    for word in filter(None, text.split(",")):
        name, equals, value = (part.strip() for part in word.partition("="))
        if not known:
            raise ValueError(f"player '{player}' takes no options, so not '{word}'")
        check_known(f"option of player '{player}':", name, known)
        if name in values or not equals:
            raise ValueError(f"player '{player}' takes options as {name}=VALUE, each once, not '{text}'")
        try:
            values[name] = known[name](value)
        except ValueError:
            raise ValueError(f"player '{player}': option {name} takes a number, not '{value}'") from None
    return values
