"""Processes in which players decide, boards are drawn and runs are read: they never hold up the server."""

from __future__ import annotations

import asyncio
import logging
import runpy
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pebble import ProcessExpired, ProcessPool

from swenv.core.errors import PlayerFailed
from swenv.core.machine import lend

if TYPE_CHECKING:
    from starlette.requests import Request

    from swenv.agents import Player
    from swenv.core.game import Game, State
    from swenv.render.shapes import Drawing, Plan

LOG = logging.getLogger("swenv.web")
LIMIT = 60.0
"""Seconds that a player may take for one decision before its process is stopped."""
GLANCE = 0.5
"""Seconds between checks whether a visitor still waits for a drawing."""
KEPT = 64
"""Maximum players that a process keeps for the games they play in."""


class Trouble(Exception):
    """A player failed to answer."""


class Gone(Exception):
    """Nobody waits for an answer any more."""


class Thinkers:
    """Processes in which players decide, boards are drawn or runs are read; each does one thing at a time.

    Args:
        jobs: The number of processes; further decisions wait for a free one.
        code: A Python file that each process runs first, to register players.
        limit: Seconds that a decision, a drawing or a reading may take.
        copies: Where playing checkpoints of watched runs are kept, see `entrants`.
    """

    jobs = 1

    def __init__(self, jobs: int, code: str | None = None, limit: float = LIMIT, copies: Path | None = None) -> None:
        self._limit, self.jobs, self._begin_with = limit, jobs, (code, copies)
        self._pool = self._made()

    def _made(self) -> Any:
        return ProcessPool(self.jobs, initializer=_begin, initargs=self._begin_with, context=get_context("spawn"))

    async def check(self, player: str, game: Game, seat: int, seed: int) -> None:
        """Make a player ready for a game.

        Raises:
            Trouble: it cannot play it.
        """
        await self._call(player, _make_ready, player, game, seat, seed)

    async def decide(self, player: str, states: Sequence[State], seed: int) -> int:
        """The action that a player chooses in the last state of a game; it may remember the earlier ones.

        Raises:
            Trouble: it failed, or took too long.
        """
        return int(await self._with_past(_decide, player, states, seed))

    async def judge(
        self, player: str, states: Sequence[State], seed: int, ply: int, played: int | None
    ) -> dict[str, Any]:
        """A player's judgement of the last state of a game, and of the action played there, if any.

        Args:
            player: The player.
            states: The game.
            seed: The seed of the player.
            ply: The number of decisions before.
            played: The action played.

        Raises:
            Trouble: it failed, or took too long.
        """
        verdict: dict[str, Any] = await self._with_past(_judge, player, states, seed, ply, played)
        return verdict

    async def _with_past(self, function: Any, player: str, states: Sequence[State], seed: int, *more: Any) -> Any:
        """Call with the last state and, if the player turns out to remember, with those in which its seat decided."""
        *earlier, state = states
        answer = await self._call(player, function, player, state, seed, None, *more)
        if answer is None:
            past = [each for each in earlier if each.to_act == state.to_act]
            answer = await self._call(player, function, player, state, seed, past, *more)
        return answer

    async def draw(self, plan: Plan, request: Request) -> Drawing:
        """Make the drawing of a board, unless the visitor leaves.

        Raises:
            Trouble: it took too long.
            Gone: the visitor has left.
        """
        from swenv.render import shapes

        work = asyncio.ensure_future(self._call("drawing this board", shapes.make, *plan))
        try:
            while not (await asyncio.wait({work}, timeout=GLANCE))[0]:
                if await request.is_disconnected():
                    raise Gone
        finally:
            work.cancel()  # if it goes on, its process is stopped
        drawing: Drawing = work.result()
        return drawing

    async def read(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """The result of a function that reads files.

        Raises:
            Trouble: it raised a `ValueError`, or took too long.
        """
        return await self._call("the reading", function, *arguments)

    async def _call(self, what: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function in a process; errors say what failed, such as a player."""
        try:
            if not self._pool.active:
                self._pool = self._made()
            work = self._pool.schedule(function, args=arguments, timeout=self._limit)
            return await asyncio.wrap_future(work)
        except TimeoutError:
            raise Trouble(f"{what} took more than {self._limit:g} seconds") from None
        except ProcessExpired:
            raise Trouble(f"the process of {what} died") from None
        except (ImportError, OSError, ValueError) as error:
            raise Trouble(f"{what}: {error}") from error
        except Exception as error:  # a mistake in the player: its details are for whoever runs the server
            LOG.exception("%s", what)
            raise Trouble(f"{what} failed: {type(error).__name__}; see the server log for details") from error

    def close(self) -> None:
        """Stop all processes, whatever they are doing."""
        self._pool.stop()
        self._pool.join()


_copies: Path | None = None
"""Where this process finds checkpoints of watched runs."""


def _begin(code: str | None, copies: Path | None) -> None:
    """Prepare a process."""
    global _copies
    _copies = copies
    lend(1)
    if code is not None:
        runpy.run_path(code)


@lru_cache(KEPT)
def _player(name: str, game: Game, seat: int, seed: int) -> Player:
    from swenv.web.entrants import made

    player = made(name, _copies)
    player.reset(game, seat, seed)
    return player


def _make_ready(name: str, game: Game, seat: int, seed: int) -> None:
    _player(name, game, seat, seed)


@contextmanager
def _started_anew() -> Iterator[None]:
    """Report how an external program failed and forget it; the next decision restarts it."""
    try:
        yield
    except PlayerFailed as error:
        _player.cache_clear()
        raise ValueError(str(error)) from None


def _reminded(name: str, state: State, seed: int, past: list[State] | None) -> Player | None:
    """The player for a decision; None if it remembers, and the states in which its seat has decided are not given.

    It sees all of them each time: it may have played in another process, and decisions may have been taken back.
    """
    from swenv.agents.remembering import remind

    player = _player(name, state.game, state.to_act, seed)
    if player.remembers:
        if past is None:
            return None
        player.reset(state.game, state.to_act, seed)
        remind(player, past)
    return player


def _decide(name: str, state: State, seed: int, past: list[State] | None) -> int | None:
    with _started_anew():
        player = _reminded(name, state, seed, past)
        return None if player is None else player.act(state)


def _judge(
    name: str, state: State, seed: int, past: list[State] | None, ply: int, played: int | None
) -> dict[str, Any] | None:
    from swenv.agents.analysis import Review, judge

    with _started_anew():
        player = _reminded(name, state, seed, past)
        if player is None:
            return None
        judged = judge(player, state, played)
    if played is None:
        return judged.document(state)
    return Review(ply, state.to_act, played, judged).document(state)
