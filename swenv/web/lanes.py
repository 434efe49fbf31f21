"""Work that takes long, one piece at a time: a visitor who asks for much waits behind oneself, not before others."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.requests import Request

from swenv.web.tables import Refused
from swenv.web.thinking import Gone


def address_of(request: Request) -> str:
    """Who asks, as far as a server knows."""
    return request.client.host if request.client else ""


class Lane:
    """A queue in which the addresses take turns, so that everybody waits for one piece of work of each other at most.

    Args:
        most: Requests that may wait, in all.
        most_of_one: Requests that may wait from one address.
    """

    def __init__(self, most: int, most_of_one: int) -> None:
        self._most, self._most_of_one = most, most_of_one
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._is_busy = False

    @asynccontextmanager
    async def turn(self, request: Request) -> AsyncIterator[None]:
        """Wait for the turn of a request, and take it.

        Raises:
            Refused: too many are waiting.
            Gone: the visitor has left meanwhile.
        """
        if self._is_busy:
            await self._wait(address_of(request))
        self._is_busy = True
        try:
            if await request.is_disconnected():
                raise Gone
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
        """Call the next address; it goes to the end of the row."""
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
        self._is_busy = False
