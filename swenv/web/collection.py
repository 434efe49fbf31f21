"""Finished games that a server collects for others to learn from: programs' games, and people's if they agree."""

from __future__ import annotations

import hashlib
import json
import logging
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from swenv.core.corpus import CorpusWriter
from swenv.core.registry import load
from swenv.web.tables import PERSON, Table

LOG = logging.getLogger("swenv.web")


class Collection:
    """Writes finished games to files in the background, one for each game, number of seats and choice of options.

    Args:
        path: Base name of the files: `all.games` gives `all-smallworld-2p.games`; unusual options add a digest.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread = ThreadPoolExecutor(1)

    def offer(self, table: Table) -> None:
        """Take a finished game, unless people who did not agree played in it, or it did not begin at its start."""
        if table.position is None and (table.shared or PERSON not in table.players):
            actions = [table.game.parse(move.action) for move in table.moves]
            self._thread.submit(self._write, table, actions)

    def _write(self, table: Table, actions: list[int]) -> None:
        try:
            with CorpusWriter(self._file(table), table.game) as writer:
                writer.add(table.seed, table.players, actions)
        except (OSError, ValueError):
            LOG.exception("game %s could not be collected", table.id)

    def _file(self, table: Table) -> Path:
        """The file for games like this one."""
        game = table.game
        name = f"{self._path.stem}-{game.name}-{game.num_players}p"
        if game.rule_options != load(game.name, game.num_players).rule_options:
            options = json.dumps(game.rule_options, sort_keys=True)
            name += f"-{hashlib.sha256(options.encode()).hexdigest()[:8]}"
        return self._path.with_name(name + self._path.suffix)

    def close(self) -> None:
        """Wait until all is written."""
        self._thread.shutdown()
