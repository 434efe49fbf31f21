"""The game behind `swenv.load("islands")`."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from swenv.core.errors import check_known, unknown_option
from swenv.core.game import Game, State
from swenv.core.rewards import REWARDS
from swenv.islands import accounts, consistency, content, position, reader, reasons
from swenv.islands.content import FIXED_LAYOUT, LEVELS, TILE_NUMBER, TILES
from swenv.islands.layout import make_layout
from swenv.islands.rules import engine
from swenv.islands.rules.record import (
    ALEXIS,
    FIRST_FACE,
    LAYOUTS,
    MAX_SEATS,
    MAX_WINDOW,
    NUM_FEATURES,
    PHASES,
    STAGES,
    Phase,
)
from swenv.islands.tables import action_table, make_blank, make_tables

MIN_WINDOW = 3
DEFAULTS: dict[str, Any] = {
    "mode": "standard",
    "window": 17,
    "start_layout": "first_player",
    "level": 1,
    "best_resource": False,
    "best_token": False,
    "reward": "win",
}
"""The options of `load`, see `Islands`."""
MODES = ("standard", "advanced", "solo")


class Islands(Game):
    """Small Islands for 1 to 4 players.

    Args:
        num_players: Number of seats, 1 to 4. A single player plays solo against Alexis (section 9), who is not a seat.
        mode: "standard" with mission cards, "advanced" with goal and reward cards, or "solo": one player with missions,
            the same as "standard" with one player.
        window: Rows and columns of the table: 15, 17 or 21 (SI-ACT-9), or any odd number from 3 to 21.
        start_layout: How the start tiles are laid (SI-SETUP-3): by the "first_player", at "random", or "fixed"; or your
            own layout, four entries such as {"tile": "ST1A", "r": 8, "c": 8, "rot": 0}, the first one on the centre.
        level: The Alexis card of the solo mode, 1 to 6 (section 9.1).
        best_resource: Whether rewards with a choice of resource take the most frequent one automatically (SI-ACT-4).
        best_token: Whether the best discovery token drawn is kept automatically (SI-ACT-4).
        reward: "win", "margin" or "coins"; see `docs/rewards.md`.

    Attributes:
        window: Rows and columns of the table.

    Raises:
        ValueError: an option is unknown or has a wrong value; the message names it.
    """

    name: ClassVar[str] = "islands"
    title: ClassVar[str] = "Small Islands"
    phases: ClassVar[tuple[str, ...]] = PHASES
    over: ClassVar[int] = int(Phase.OVER)
    engine: ClassVar[ModuleType] = engine
    evaluated: ClassVar[tuple[int, int]] = (STAGES, NUM_FEATURES)
    seats: ClassVar[tuple[int, ...]] = (1, 2, 3, 4)
    rules: ClassVar[str] = "SI"
    named_in_positions: ClassVar[tuple[str, ...]] = ("mode", "window", "level")
    position_schema: ClassVar[str] = "islands"
    money: ClassVar[str] = "prestige"
    secret_verbs: ClassVar[frozenset[str]] = frozenset({"card_pair", "reward_pair", "discovery"})  # SI-INFO-2

    def __init__(self, num_players: int, **options: Any) -> None:
        self.idle = ("level",) if num_players > 1 else ()
        for option in options:
            if option not in DEFAULTS:
                raise unknown_option(option, (known for known in DEFAULTS if known not in self.idle))
        if not 1 <= num_players <= MAX_SEATS:
            raise ValueError(f"option 'num_players': 1 to {MAX_SEATS} can play, not {num_players}")
        chosen = {**DEFAULTS, **options}
        _check(chosen, num_players)
        if num_players == 1 and chosen["mode"] == "standard":
            chosen["mode"] = "solo"
        if chosen["start_layout"] == "fixed":
            chosen["start_layout"] = _fixed_layout(chosen["window"])
        elif not isinstance(chosen["start_layout"], str):
            chosen["start_layout"] = [dict(entry) for entry in chosen["start_layout"]]
        self.num_players = num_players
        self._options = chosen
        self.window: int = chosen["window"]
        self.table = action_table(self.window)
        self.tables = make_tables(num_players, chosen, self.table)
        self.blank = make_blank(self.tables)
        self.observation_layout = make_layout(num_players, self.window, chosen["mode"] == "advanced")
        self.adjacencies = _grid(self.window)
        self.seal()

    @property
    def where(self) -> str:
        """See `Game.where`."""
        if self.num_players > 1:
            return f"in {self.options['mode']} mode"
        cards = "advanced solo" if self.options["mode"] == "advanced" else "solo"
        return f"in {cards} mode, level {self.options['level']}"

    @property
    def choices(self) -> dict[str, tuple[Any, ...]]:
        """See `Game.choices`."""
        modes = MODES[1:] if self.num_players == 1 else MODES[:-1]
        windows, levels = tuple(range(MIN_WINDOW, MAX_WINDOW + 1, 2)), tuple(range(1, len(LEVELS) + 1))
        return {"mode": modes, "window": windows, "start_layout": LAYOUTS, "level": levels, "reward": tuple(REWARDS)}

    def rivals(self, record: NDArray[Any]) -> dict[str, int]:
        """See `Game.rivals`: Alexis in solo mode."""
        return {"Alexis": int(record["coins"][0, ALEXIS])} if self.num_players == 1 else {}

    @property
    def contenders(self) -> int:
        """See `Game.contenders`: Alexis is one in solo mode."""
        return max(self.num_players, 2)

    def entries(self) -> dict[str, Any]:
        """See `Game.entries`: tiles and cards by id."""
        kinds: tuple[tuple[Any, ...], ...] = (
            TILES, content.GOALS, content.REWARD_CARDS, content.MISSIONS, LEVELS, content.EXPEDITIONS,
        )  # fmt: skip
        return {entry.id: entry for kind in kinds for entry in kind}

    def from_position(self, document: Mapping[str, Any]) -> State:
        """See `Game.from_position`; also refuses phases in which Alexis cannot go on."""
        state = super().from_position(document)
        consistency.check_phase(self, state)
        return state

    accounts = accounts.accounts
    read_position = reader.read
    write_position = position.write
    problems = consistency.problems
    reason = reasons.reason


def _check(options: Mapping[str, Any], num_players: int) -> None:
    """Check the options; ValueError names the option that is wrong."""
    for name, values in (("mode", MODES), ("reward", REWARDS)):
        check_known(name, options[name], values)
    if options["mode"] == "solo" and num_players != 1:
        raise ValueError(f"option 'mode': solo is for one player, not {num_players}")
    for name in ("best_resource", "best_token"):
        if not isinstance(options[name], bool):
            raise ValueError(f"option {name!r}: True or False, not {options[name]!r}")
    for name, least, most in (("window", MIN_WINDOW, MAX_WINDOW), ("level", 1, len(LEVELS))):
        value = options[name]
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise ValueError(f"option {name!r}: {least} to {most}, not {value!r}")
    if num_players > 1 and options["level"] != DEFAULTS["level"]:
        raise ValueError(f"option 'level': Alexis plays against one player only, not against {num_players}")
    if options["window"] % 2 == 0:
        raise ValueError(f"option 'window': an odd number, not {options['window']}")
    _check_layout(options["start_layout"], options["window"])


def _check_layout(layout: Any, window: int) -> None:
    """Check a start layout; ValueError if it breaks SI-SETUP-3 or the rules for tiles."""
    if isinstance(layout, str):
        check_known("start_layout", layout, LAYOUTS)
        return
    entries = list(layout) if isinstance(layout, list | tuple) else []
    if len(entries) != 4:
        raise ValueError(f"option 'start_layout': {', '.join(LAYOUTS)}, or four start tiles, not {layout!r}")
    board: dict[tuple[int, int], tuple[bool, ...]] = {}
    for k, entry in enumerate(entries):
        where = f"option 'start_layout', entry {k}"
        if not isinstance(entry, Mapping) or set(entry) != {"tile", "r", "c", "rot"}:
            raise ValueError(f"{where}: an object with tile, r, c and rot is needed, not {entry!r}")
        number = TILE_NUMBER.get(str(entry["tile"]), 0)
        if number < FIRST_FACE:
            raise ValueError(f"{where}: {entry['tile']!r} is not a start face")
        r, c, rot = (entry[key] for key in ("r", "c", "rot"))
        inside = all(type(x) is int and 0 <= x < size for x, size in ((r, window), (c, window), (rot, 4)))
        if not inside or (r, c) in board or (k == 0 and (r, c) != (window // 2, window // 2)):
            raise ValueError(f"{where}: ({r!r}, {c!r}) turned {rot!r} is not a legal place (SI-SETUP-3)")
        edges = tuple(TILES[number].edges[(d - rot) % 4] for d in range(4))
        beside = [
            (d, board.get((r + down, c + right))) for d, (down, right) in enumerate(((-1, 0), (0, 1), (1, 0), (0, -1)))
        ]
        touching = [(d, other) for d, other in beside if other is not None]
        if (k > 0 and not touching) or any(other[(d + 2) % 4] != edges[d] for d, other in touching):
            raise ValueError(f"{where}: {entry['tile']} does not fit there (SI-TILE-6)")
        board[r, c] = edges
    tiles = [str(entry["tile"])[:3] for entry in entries]
    if len(set(tiles)) != 4:
        raise ValueError("option 'start_layout': each start tile must appear once, with one of its faces")


def _fixed_layout(window: int) -> list[dict[str, Any]]:
    """Return the layout of `start_layout="fixed"` for a window size."""
    return [
        {"tile": tile, "r": window // 2 + down, "c": window // 2 + right, "rot": rot}
        for tile, down, right, rot in FIXED_LAYOUT
    ]


def _grid(window: int) -> NDArray[np.int8]:
    """(1, cells, cells) int8: 1 where two cells share a side."""
    line = np.eye(window, k=1, dtype=np.int8) + np.eye(window, k=-1, dtype=np.int8)
    one = np.eye(window, dtype=np.int8)
    grid: NDArray[np.int8] = (np.kron(one, line) + np.kron(line, one))[None]
    return grid
