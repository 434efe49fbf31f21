"""Connections limited in number and time, so that strangers cannot keep others out by holding on to them."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST, MOST_OF_ONE = 800, 200
"""Simultaneous connections, in total and from one address."""
HEAD, BODY, STALL = 10.0, 30.0, 60.0
"""Seconds that the head of a request may take, then its body; and that an answer may stay unread."""
REFUSAL = b'{"error": "too many connections; try again in a moment"}'
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\n"
    b"content-length: %d\r\nconnection: close\r\n\r\n%b" % (len(REFUSAL), REFUSAL)
)


class Connection(H11Protocol):
    """An HTTP/1.1 connection as uvicorn handles it, with limits.

    If there are too many, the one that has been idle longest is closed; if all are busy, the new one is refused.
    """

    exempt: Collection[str] = ()
    """Addresses of proxies, which forward the requests of many visitors."""

    _arriving = ""
    _deadline: asyncio.TimerHandle | None = None
    _stalling: asyncio.TimerHandle | None = None
    _since = 0.0

    @property
    def is_waiting(self) -> bool:
        """Whether no request is being answered."""
        cycle: Any = self.cycle  # None before the first request
        return cycle is None or cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """See `asyncio.Protocol`."""
        super().connection_made(transport)
        self._note()
        everybody = [each for each in self.connections if isinstance(each, Connection)]
        address = self.client[0] if self.client else ""
        own = [each for each in everybody if each.client and each.client[0] == address]
        if len(own) > MOST_OF_ONE and address not in self.exempt:
            self._make_room(own)
        elif len(everybody) > MOST:
            self._make_room(everybody)

    def _make_room(self, among: Iterable[Connection]) -> None:
        waiting = [each for each in among if each.is_waiting and each is not self and not each.transport.is_closing()]
        if waiting:
            min(waiting, key=lambda each: each._since).transport.abort()
        else:
            self.transport.write(FULL)
            self._close()

    def data_received(self, data: bytes) -> None:
        """See `asyncio.Protocol`."""
        if not self.transport.is_closing():
            super().data_received(data)
            self._note()

    def on_response_complete(self) -> None:
        """Called when an answer has been written."""
        super().on_response_complete()
        self._note()

    def _note(self) -> None:
        """Set the deadline for the next part; a part that is still arriving keeps its own."""
        if self.conn.their_state is h11.SEND_BODY:
            arriving, limit = "body", BODY
        elif self.is_waiting:
            arriving, limit = "head", HEAD
        else:
            arriving, limit = "", 0.0
        if arriving == self._arriving:
            return
        self._arriving, self._since = arriving, self.loop.time()
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = self.loop.call_later(limit, self._close) if arriving else None

    def _close(self) -> None:
        """Close the connection once the client has read what was written, or after a while anyway."""
        self.transport.close()
        self.loop.call_later(STALL, self.transport.abort)

    def pause_writing(self) -> None:
        """See `asyncio.Protocol`."""
        super().pause_writing()
        self._stalling = self.loop.call_later(STALL, self.transport.abort)

    def resume_writing(self) -> None:
        """See `asyncio.Protocol`."""
        super().resume_writing()
        if self._stalling is not None:
            self._stalling.cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        """See `asyncio.Protocol`."""
        for timer in (self._deadline, self._stalling):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)


def behind(proxies: Collection[str]) -> type[Connection]:
    """The connection class of a server that may be behind these proxies, given by address."""
    kind: dict[str, Any] = {"exempt": frozenset(proxies)}
    return type("Connection", (Connection,), kind)
