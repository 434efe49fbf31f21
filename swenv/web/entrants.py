"""Checkpoints of watched runs as players: the server plays with copies, so games go on when a run replaces its files.

A copy is a folder that `swenv.agents.Learned` loads, named by a digest of its content. Only the network and the game
are copied from a run's configuration.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from swenv.agents import ANY_SEAT, Player, make
from swenv.agents.learned import Learned
from swenv.core.game import Game
from swenv.web.watched import MEGABYTE, Unreadable, Watched

NAME = re.compile(r"lab:([A-Za-z0-9_.-]{1,40})@([0-9]{1,9}):([0-9a-f]{16})")
"""A player of this kind: its run, the updates of its checkpoint, and its copy."""
FOLDER = ".agents"
"""Where a server keeps the copies, inside the folder of its games."""
LARGEST_WEIGHTS = 64 * MEGABYTE
"""Maximum bytes of weights that are copied."""
MOST_COPIES = 50
"""Copies that are kept; the least recently requested one that is not in a running game is deleted first."""
NEEDED = ("network", "width", "reward", "game", "num_players", "options")
"""What the configuration of a run must say about its agent, see `Trained`."""


def copy(
    folder: Watched,
    config: Mapping[str, Any],
    weights: str,
    updates: int,
    copies: Path,
    playing: Collection[str] = (),
) -> str:
    """Copy a checkpoint; returns the name of the player.

    Args:
        folder: The run.
        config: Its configuration.
        weights: The file of weights.
        updates: The number of updates after which they were saved.
        copies: Where copies are kept.
        playing: Players in running games.

    Raises:
        Unreadable: the file cannot be read, is too large, or cannot be copied, or copies in running games take all the
            room.
    """
    content = folder.content(weights, LARGEST_WEIGHTS)
    page = json.dumps({"config": {name: config[name] for name in NEEDED if name in config}}).encode()
    digest = hashlib.sha256(page + content).hexdigest()[:16]
    needed = {found[3] for name in playing if (found := NAME.fullmatch(name))}
    if len(needed - {digest}) >= MOST_COPIES:
        raise Unreadable("too many checkpoints are playing: wait until a game of theirs is over")
    try:
        _keep(copies / digest, {"policy.pt": content, "config.json": page})
        _make_room(copies, needed | {digest})
    except OSError as error:
        raise Unreadable(f"the checkpoint cannot be copied: {error.strerror}") from None
    run = re.sub(r"[^A-Za-z0-9_.-]", "_", folder.name)[:40]
    return f"lab:{run or 'run'}@{updates}:{digest}"


def _keep(copy: Path, files: Mapping[str, bytes]) -> None:
    """Write a copy atomically, unless it exists."""
    if not copy.exists():
        half = copy.with_suffix(f".{os.getpid()}.new")
        half.mkdir(parents=True, mode=0o700)
        for name, content in files.items():
            (half / name).write_bytes(content)
        half.rename(copy)
    os.utime(copy)


def _make_room(copies: Path, needed: Collection[str]) -> None:
    kept = sorted(copies.iterdir(), key=lambda each: each.stat().st_mtime)
    idle = [each for each in kept if each.name not in needed]
    for each in idle[: max(0, len(kept) - MOST_COPIES)]:
        shutil.rmtree(each, ignore_errors=True)


class Entrant(Learned):
    """Plays a copy of a checkpoint.

    Args:
        name: Its name.
        folder: The copy.

    Raises:
        ValueError: the copy is damaged; no message has its path.
    """

    def __init__(self, name: str, folder: Path) -> None:
        self._folder = folder
        with self._without_path():
            super().__init__(folder)
        self.name = name

    def reset(self, game: Game, seat: int = ANY_SEAT, seed: int = 0) -> None:
        """See `Learned.reset`."""
        with self._without_path():
            super().reset(game, seat, seed)

    @contextmanager
    def _without_path(self) -> Iterator[None]:
        try:
            yield
        except ValueError as error:
            raise ValueError(str(error).replace(f"{self._folder}{os.sep}", "")) from None


def made(name: str, copies: Path | None) -> Player:
    """Make a player by a name of `swenv.agents.make` or `copy`.

    Raises:
        ValueError: there is none; no message has the path of a copy.
    """
    found = NAME.fullmatch(name)
    if found is None:
        return make(name)
    path = None if copies is None else copies / found[3]
    if path is None or not path.is_dir():
        raise ValueError("this checkpoint is no longer kept; begin another game from its run")
    with suppress(OSError):
        os.utime(path)
    return Entrant(name, path)
