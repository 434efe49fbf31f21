"""The laboratory: running experiments for the page, from folders named when the server started.

No request names a path. A run has an id derived from its folder; ids that were never listed lead nowhere. Folders are
read in a separate process, which is stopped if it takes too long, and results are kept for a while, so that many
visitors cost no more than one.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.requests import Request

from swenv.web import experiments
from swenv.web.lanes import Lane
from swenv.web.tables import Refused
from swenv.web.thinking import Thinkers, Trouble
from swenv.web.watched import Unreadable, clean

FRESH, TIMES = 2.0, 5.0
"""Results stay valid for this many seconds, or for this many times as long as reading took."""
MOST_KEPT = 64
"""Runs whose documents are kept."""
LIMIT = 30.0
"""Seconds that reading may take."""


@dataclass(frozen=True)
class _Place:
    """Where a run is: the watched folder, and the name of the run in it, or ""."""

    root: str
    inside: str

    @property
    def id(self) -> str:
        """The id of the run in addresses."""
        text = f"{self.root}\0{self.inside}".encode(errors="surrogateescape")
        return hashlib.sha256(text).hexdigest()[:16]


class Laboratory:
    """The runs in watched folders.

    Args:
        folders: The folders.
        readers: Where they are read.
        copies: Where checkpoints that play are copied to.
    """

    def __init__(self, folders: Sequence[Path], readers: Thinkers, copies: Path) -> None:
        self._roots = [str(folder.resolve()) for folder in folders]
        self._readers, self._copies = readers, copies
        self._places: dict[str, _Place] = {}
        self._kept: dict[tuple[str, ...], tuple[float, asyncio.Task[Any]]] = {}
        self._lane, self._shared = Lane(most=100, most_of_one=16), Lane()

    def close(self) -> None:
        """Stop reading."""
        self._readers.close()

    async def runs(self) -> dict[str, Any]:
        """All runs, most recently changed first; and messages about what was left out."""
        entries: list[dict[str, Any]] = []
        left_out: list[str] = []
        places: dict[str, _Place] = {}
        for root in self._roots:
            try:
                listed = await self._once(("", root), experiments.runs, root)
            except Refused as error:
                left_out.append(f"{Path(root).name}: {error}.")
                continue
            for run in listed["runs"]:
                place = _Place(root, run["inside"])
                places[place.id] = place
                entries.append({"id": place.id, "folder": clean(Path(root).name), **_without(run, "inside")})
            left_out += listed["left_out"]
        self._places = places
        return {"watches": True, "runs": sorted(entries, key=lambda run: run["changed"]), "left_out": left_out}

    async def run(self, id: str, known: str) -> dict[str, Any]:
        """A run; if it is still at the revision `known`, only its entry in the list.

        Raises:
            Refused: there is no such run, or it cannot be shown.
        """
        place = await self._place(id)
        run = await self._once(("run", id), experiments.run, place.root, place.inside)
        if known == run["revision"]:
            run = {name: run[name] for name in ("changed", "growing", "revision")}
        return {"id": id, **run}

    async def games(self, request: Request, id: str, one: str, other: str) -> dict[str, Any]:
        """The recorded games of two players of a league.

        Raises:
            Refused: as `run`.
        """
        games: dict[str, Any] = await self._for_one(request, id, experiments.games, one, other)
        return games

    async def replay(self, request: Request, id: str, game: str) -> tuple[str, list[str]]:
        """A recorded game as a replay, and its players.

        Raises:
            Refused: as `run`, or there is no such game.
        """
        text, players = await self._for_one(request, id, experiments.replay, game)
        return text, players

    async def entrants(
        self, request: Request, id: str, checkpoints: Sequence[int], playing: Sequence[str]
    ) -> dict[str, Any]:
        """The game of a run, with checkpoints as players, see `experiments.entrants`.

        Raises:
            Refused: as `run`, or there are no such checkpoints.
        """
        arguments = [*checkpoints], str(self._copies), [*playing]
        wanted: dict[str, Any] = await self._for_one(request, id, experiments.entrants, *arguments)
        return wanted

    async def _place(self, id: str) -> _Place:
        """Where a run is; if no listing had it, the folders are listed again."""
        if id not in self._places:
            await self.runs()
        if id not in self._places:
            raise Refused(404, "there is no such run in the watched folders")
        return self._places[id]

    async def _once(self, key: tuple[str, ...], function: Callable[..., Any], *arguments: Any) -> Any:
        """The result of a function that reads; everybody who asks meanwhile, or soon after, gets the same.

        Raises:
            Refused: it cannot be read.
        """
        until, task = self._kept.pop(key, (0.0, None))
        if task is None or (task.done() and time.monotonic() > until):
            task = asyncio.create_task(self._for_all(key, function, *arguments))
        self._kept[key] = until, task
        while len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        answer = await asyncio.shield(task)
        if isinstance(answer, Refused):
            raise answer
        return answer

    async def _for_all(self, key: tuple[str, ...], function: Callable[..., Any], *arguments: Any) -> Any:
        """The result of a function that reads, or why there is none; notes how long it stays valid."""
        async with self._shared.turn_of(key[-1]):
            began = time.monotonic()
            try:
                answer = await self._read(function, *arguments)
            except Refused as error:
                answer = error
        ended = time.monotonic()
        if key in self._kept:
            self._kept[key] = ended + max(FRESH, TIMES * (ended - began)), self._kept[key][1]
        return answer

    async def _for_one(self, request: Request, id: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """The result of a function that reads a run, when it is a visitor's turn."""
        place = await self._place(id)
        async with self._lane.turn(request):
            return await self._read(function, place.root, place.inside, *arguments)

    async def _read(self, function: Callable[..., Any], *arguments: Any) -> Any:
        try:
            answer, why = await self._readers.read(_told, function, *arguments)
        except Trouble as error:
            raise Refused(503, str(error)) from None
        if why:
            raise Refused(409, why)
        return answer


def _without(document: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: each for key, each in document.items() if key != name}


def _told(function: Callable[..., Any], *arguments: Any) -> tuple[Any, str]:
    """The result of a function that reads, and "", or why it cannot be read."""
    try:
        return function(*arguments), ""
    except Unreadable as error:
        return None, str(error)
