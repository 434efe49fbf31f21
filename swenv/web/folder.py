"""Games in files, so that they outlive the server: for each, a replay and a file that says who plays."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from swenv.core import replay, schemas
from swenv.core.registry import load_with
from swenv.core.replay import Replay
from swenv.web.tables import Table

FORMAT = "swenv-table/1"
NAME = re.compile("[A-Za-z0-9_-]{1,64}")
"""Names of games, which are also file names."""
AHEAD = 10**9
"""Added to a revision when a game is read: more than it can have grown since it was last written."""


class Folder:
    """The folder in which a server keeps its games.

    Args:
        path: Created if it does not exist.

    Raises:
        OSError: it cannot be created.
    """

    def __init__(self, path: Path) -> None:
        path.mkdir(parents=True, exist_ok=True)
        self._path = path

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other servers out; the system releases the lock when the process ends, however it ends.

        Raises:
            ValueError: another server keeps its games here.
        """
        lock = FileLock(self._path / ".lock", mode=0o600)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            raise ValueError(f"'{self._path}' is in use: another server keeps its games there") from None
        try:
            yield
        finally:
            lock.release()

    def begin(self, table: Table) -> None:
        """Write a new game. Only the owner of the server may read its tokens.

        Raises:
            OSError: it cannot be written; nothing of it is left.
        """
        self.note(table)
        try:
            self.rewrite(table)
        except OSError:
            self._seats(table.id).unlink()
            raise

    def note(self, table: Table) -> None:
        """Write who plays a game, and its revision.

        Raises:
            OSError: it cannot be written; the file is as it was.
        """
        document = {
            "format": FORMAT,
            "players": table.players,
            "tokens": table.tokens,
            "names": table.names,
            "invitations": table.invitations,
            "private": table.private,
            "arranged": table.arranged,
            "shared": table.shared,
            "revision": table.revision,
        }
        _write(self._seats(table.id), json.dumps(document) + "\n")

    def append(self, table: Table) -> None:
        """Write the last decision of a game.

        Raises:
            OSError: it cannot be written; the file is as it was.
        """
        path = self._moves(table.id)
        size = path.stat().st_size
        try:
            with path.open("r+b") as file:
                file.seek(size)
                file.write(table.moves[-1].line().encode())
        except OSError:
            with suppress(OSError):
                os.truncate(path, size)
            raise

    def rewrite(self, table: Table) -> None:
        """Rewrite all decisions of a game.

        Raises:
            OSError: they cannot be written; the file is as it was.
        """
        _write(self._moves(table.id), table.replay.text())  # it has the seed, and what others may not see

    def load(self, most: int) -> Iterator[Table | str]:
        """Read the latest games, oldest first; a game that cannot be read yields an error message instead."""
        paths = sorted(self._path.glob("*.jsonl"), key=lambda path: path.stat().st_mtime)
        for path in paths[-most:]:
            try:
                yield self._load(path.stem)
            except (OSError, ValueError) as error:
                yield str(error)

    def find(self, name: str) -> Table | None:
        """Read a game; None if there is none of that name, or if it cannot be read."""
        if not NAME.fullmatch(name) or not self._moves(name).exists():
            return None
        try:
            return self._load(name)
        except (OSError, ValueError):
            return None

    def _load(self, name: str) -> Table:
        seats = schemas.read(self._seats(name), f"{name}.json")
        schemas.validate("table", seats, f"{name}.json")
        text = schemas.read_text(self._moves(name), f"{name}.jsonl")
        whole = text[: text.rfind("\n") + 1]  # a server that was killed may have left half a line
        table = table_of(name, replay.parse(whole, f"{name}.jsonl", load_with), seats["players"], seats["tokens"])
        blank = [""] * len(table.players)
        table.names, table.invitations = (tuple(seats.get(each, blank)) for each in ("names", "invitations"))
        if not len(table.players) == len(table.names) == len(table.invitations):
            raise ValueError(f"{name}.json: names and invitations are not one for each seat")
        table.private, table.changed = seats.get("private", False), self._moves(name).stat().st_mtime
        table.arranged, table.shared = seats.get("arranged", False), seats.get("shared", False)
        table.revision += AHEAD + seats.get("revision", time.time_ns() // 1_000_000)  # as they began once
        with suppress(OSError):  # a game that cannot be written can be looked at
            self.note(table)
        if whole != text:
            os.truncate(self._moves(name), len(whole.encode()))
        return table

    def _seats(self, name: str) -> Path:
        return self._path / f"{name}.json"

    def _moves(self, name: str) -> Path:
        return self._path / f"{name}.jsonl"


def _write(path: Path, text: str) -> None:
    """Write a file that only its owner may read, as a whole or not at all."""
    new = path.with_suffix(".new")
    try:
        new.touch(mode=0o600)
        new.write_text(text, encoding="utf-8", newline="\n")
        os.replace(new, path)
    except OSError:
        new.unlink(missing_ok=True)
        raise


def table_of(name: str, played: Replay, players: Sequence[str], tokens: Sequence[str] | None = None) -> Table:
    """The game of a replay; it has no tokens, so nobody can continue it.

    Raises:
        ValueError: its number of seats differs.
    """
    game, tokens = played.game, tokens or [""] * len(players)
    if not len(players) == len(tokens) == game.num_players:
        raise ValueError(f"{name}: {len(players)} players for the {game.num_players} seats of the game")
    start = next(played.states())
    table = Table(name, tuple(players), tuple(tokens), [start], played.seed, played.position, names=played.players)
    for move in played.moves:
        table.play(game.parse(move.action))
    return table
