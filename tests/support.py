"""Shared helpers: the fixture boards and tables (FX9, UX18, WX2, WX3), and short ways to state a position."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

import swenv
from swenv import agents

MANY = float(os.environ.get("SWENV_MANY", "1"))
"""How many times as many random games the slow tests play: `SWENV_MANY=10 make pytest` before a release."""


def ready(name: str, loaded: swenv.Game, seed: int = 0) -> agents.Player:
    """A player by name, reset for a game."""
    player = agents.make(name)
    player.reset(loaded, seed=seed)
    return player


def many(count: int) -> int:
    """As many of `count` games or states as are asked for, at least one."""
    return max(1, round(count * MANY))


class Here:
    """Stands in for `Processes`, each of which takes seconds to start: a pool of this process alone."""

    def __init__(self, jobs: int = 1, code: str | None = None) -> None:
        assert code is None, "a file of players is run in each process"

    def run(self, function: Callable[..., Any], items: Iterable[tuple[Any, ...]], keep: Callable[[Any], None]) -> bool:
        """See `Pool.run`."""
        for item in items:
            keep(function(*item))
        return True


class Evil:
    """Makes a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return Path.touch, (self.path,)


SOURCES = {
    "swenv": "swenv",
    "swenv.agents": "agents",
    "swenv.docs.rules": "docs/rules",
    "swenv.maps": "maps",
    "swenv.training": "training",
}
"""The packages, and their folders."""
FX9 = str(Path(__file__).parent / "data" / "fx9.json")
"""The board of the worked examples (docs/rules/smallworld.md, section 5)."""
UX18 = str(Path(__file__).parent / "data" / "ux18.json")
"""A board of Underground with every terrain: west bank, a river from edge to edge, east bank, two chasms."""

_FACES = {size: str(Path(__file__).parent / "data" / f"wx-{size}.json") for size in "lms"}
WX2 = (_FACES["l"], _FACES["s"])
"""A two-player Warcraft table: a large board with every terrain, water and a Murloc, and a small one without water."""
WX3 = (_FACES["l"], _FACES["m"], _FACES["s"])
"""A three-player table: with a medium board between the two, with a lake and a sea beside its marker."""
TABLES = {2: WX2, 3: WX3, 4: ("L1a", "M1a", "M2a", "S1a"), 5: ("L1a", "L2a", "M1a", "S1a", "S2a")}
"""The boards on which `warcraft` states positions, by number of players."""


@lru_cache(maxsize=64)
def _game(name: str, num_players: int, board: str | None, options: tuple[tuple[str, Any], ...]) -> swenv.Game:
    return swenv.load(name, num_players=num_players, map=board, **dict(options))


def game(num_players: int = 2, map: str | Mapping[str, Any] | None = FX9, **options: Any) -> swenv.Game:
    """Load a game; cached between tests. `map=None` uses the board for that number of players."""
    name = options.pop("name", "smallworld")
    if isinstance(map, Mapping):
        return swenv.load(name, num_players=num_players, map=map, **options)
    frozen = tuple(sorted((key, tuple(value) if isinstance(value, list) else value) for key, value in options.items()))
    return _game(name, num_players, map, frozen)


def _stated(loaded: swenv.Game, fields: dict[str, Any]) -> swenv.State:
    if "regions" in fields:
        fields["regions"] = {str(number): entry for number, entry in fields["regions"].items()}
    return loaded.from_position({"format": "swenv-position/1", "game": loaded.name, **fields})


def position(
    num_players: int = 2, map: str | None = FX9, options: dict[str, Any] | None = None, **fields: Any
) -> swenv.State:
    """Make a state from the fields of a position document; name only what matters, and regions by number."""
    return _stated(game(num_players, map, **(options or {})), fields)


def underground(
    num_players: int = 2,
    map: str | Mapping[str, Any] | None = UX18,
    options: dict[str, Any] | None = None,
    **fields: Any,
) -> swenv.State:
    """Like `position`, for Underground."""
    return _stated(game(num_players, map, name="underground", **(options or {})), fields)


def warcraft(
    num_players: int = 2,
    boards: Sequence[str] | None = None,
    options: dict[str, Any] | None = None,
    **fields: Any,
) -> swenv.State:
    """Like `position`, for Warcraft, on the fixture boards unless `boards` names others."""
    chosen = tuple(TABLES[num_players] if boards is None else boards)
    return _stated(game(num_players, None, name="warcraft", boards=chosen, **(options or {})), fields)


def in_numpy(thing: Any) -> Any:
    """The same with numpy's whole numbers and truth values instead of Python's, in documents too."""
    if isinstance(thing, bool):
        return np.bool_(thing)
    if isinstance(thing, int):
        return np.int16(thing) if abs(thing) < 2**15 else np.int64(thing)
    if isinstance(thing, dict):
        return {key: in_numpy(value) for key, value in thing.items()}
    return type(thing)(map(in_numpy, thing)) if isinstance(thing, list | tuple) else thing


def active(race: str, power: str | None = None, **fields: Any) -> dict[str, Any]:
    """The entry of an active race in `seats[].races`."""
    return {"race": race, "power": power, "status": "active", **fields}


def declined(race: str, power: str | None = None, **fields: Any) -> dict[str, Any]:
    """The entry of a race in decline; `power="spirit"` puts it in the Spirit slot."""
    return {"race": race, "power": power, "status": "decline", **fields}


def seat(*races: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """An entry of `seats`: its races and, by name, `coins` and `peace`."""
    return {"races": list(races), **fields}


def held(owner: int, race: str, tokens: int = 1, **markers: int) -> dict[str, Any]:
    """A region held by a race, with markers by name: `held(0, "trolls", 1, lair=1)`."""
    return {"owner": owner, "race": race, "tokens": tokens, "markers": markers}


TRIBE = {"tribe": 1}
"""A region with only a Lost Tribe."""
MONSTERS = {"monsters": 2}
"""A region with only Monsters."""
MURLOC = {"murloc": 1}
"""A region with only a Murloc."""


def legal(state: swenv.State, verb: str) -> list[int]:
    """The arguments for which `verb` is legal now, ascending; `[0]` for a legal verb without argument."""
    actions = (state.game.action(index) for index in state.legal_actions())
    return [action.args[0] if action.args else 0 for action in actions if action.verb == verb]  # type: ignore[misc]


def legal_words(state: swenv.State, verb: str) -> set[str]:
    """The words for which `verb` is legal now: `legal_words(state, "use")` may be {"sword"}."""
    actions = (state.game.action(index) for index in state.legal_actions())
    return {str(action.args[0]) for action in actions if action.verb == verb}


def region(state: swenv.State, number: int) -> dict[str, Any]:
    """The contents of a region, as in the position document; {} if it is empty."""
    found: dict[str, Any] = state.to_position()["regions"].get(str(number), {})
    return found


def tokens(state: swenv.State, number: int) -> int:
    """Race tokens in a region."""
    return int(region(state, number).get("tokens", 0))


def race(state: swenv.State, seat: int, name: str) -> dict[str, Any]:
    """The entry of a race in `seats[seat].races`; KeyError if the seat has no such race."""
    for entry in state.to_position()["seats"][seat]["races"]:
        if entry["race"] == name:
            return dict(entry)
    raise KeyError(f"seat {seat} has no {name}")


def play(state: swenv.State, *actions: str | int) -> swenv.State:
    """Apply the actions in order; returns the same state."""
    for action in actions:
        state.apply(action)
    return state


def rolled(state: swenv.State, action: str, face: int) -> swenv.State:
    """The state after `action` with a reinforcement die of `face`: tries random streams until one rolls it."""
    document = state.to_position()
    document.pop("random", None)
    for seed in range(1000):
        trial = state.game.from_position({**document, "seed": seed})
        trial.apply(action)
        if trial.last_roll == face:
            return trial
    raise AssertionError(f"no seed below 1000 makes {action!r} roll {face}")
