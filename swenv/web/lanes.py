"""Queues for slow work, a few pieces at a time: visitors who ask for much delay themselves, not others."""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.requests import Request

from swenv.web.tables import Refused
from swenv.web.thinking import Gone


def address_of(request: Request) -> str:
    """The visitor, as far as the server knows."""
    return request.client.host if request.client else ""


class Lane:
    """A queue in which addresses take turns: everybody waits for at most one piece of work of each other address.

    Args:
        most: Maximum waiting requests.
        most_of_one: Maximum waiting requests from one address.
        width: Pieces of work done at the same time.
    """

    def __init__(self, most: float = math.inf, most_of_one: float = math.inf, width: int = 1) -> None:
        self._most, self._most_of_one, self._free = most, most_of_one, width
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def turn(self, request: Request) -> AsyncIterator[None]:
        """Wait for the turn of a request, and take it.

        Raises:
            Refused: too many are waiting.
            Gone: the visitor has left meanwhile.
        """
        async with self.turn_of(address_of(request)):
            if await request.is_disconnected():
                raise Gone
            yield

    @asynccontextmanager
    async def turn_of(self, address: str) -> AsyncIterator[None]:
        """Wait for the turn of an address, and take it.

        Raises:
            Refused: too many are waiting.
        """
        if self._free:
            self._free -= 1
        else:
            await self._wait(address)
        try:
            yield
        finally:
            self._next()

    async def _wait(self, address: str) -> None:
        own = self._waiting.setdefault(address, deque())
        if len(own) >= self._most_of_one or sum(map(len, self._waiting.values())) >= self._most:
            raise Refused(503, "the server is busy with requests like this one; try again in a moment")
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        own.append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():  # it was this one's turn
                self._next()
            raise

    def _next(self) -> None:
        """Call the next address, which then goes to the end of the queue."""
        while self._waiting:
            address, own = next(iter(self._waiting.items()))
            del self._waiting[address]
            while own:
                called = own.popleft()
                if not called.done():
                    if own:
                        self._waiting[address] = own
                    called.set_result(None)
                    return
        self._free += 1
