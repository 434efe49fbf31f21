"""Refusals before a request is handled: other hosts and origins, large bodies, too many requests."""

from __future__ import annotations

import re
import time
from collections.abc import Collection
from dataclasses import dataclass

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerSecond
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST = 300_000
"""Maximum bytes of a body."""
REQUESTS = RateLimitItemPerSecond(2_000, 10)
"""Maximum requests from one address in ten seconds."""
NEW_GAMES = RateLimitItemPerHour(1_000)
"""Maximum games that one address may start, and replays it may open, in an hour."""
MOST_ADDRESSES = 10_000
"""Maximum counts kept; beyond it, expired ones are forgotten, or all if that leaves too many."""
NEW_GAMES_AT = ("/api/games", "/api/replays", "/api/lab/games", "/api/lab/replays")
POLICY = "default-src 'self'; frame-ancestors {framed_by}; form-action 'none'; base-uri 'none'"
HEADERS = {
    "Content-Security-Policy": POLICY.format(framed_by="'none'"),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""On every response that does not say otherwise: the page loads nothing from elsewhere, runs no scripts but its own
files, and cannot be framed; no browser caches what a seat sees."""


class TooLarge(Exception):
    """The body has more than `LARGEST` bytes."""


@dataclass
class Window:
    """The requests of an address until a time."""

    end: float
    requests: int = 0


class Guard:
    """Refuses requests that no page of this server sends.

    Otherwise, a page of another site could make a player's browser send requests to a server on the same machine. Its
    `Origin` gives it away or, if its name was made to resolve to this machine, its `Host`.

    Args:
        app: The application that handles all other requests.
        hosts: The names under which clients reach this server, without ports.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self._app, self._hosts = app, frozenset(host.lower() for host in hosts)
        self._hits: dict[tuple[int, str], Window] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        refused = self._refused(scope)
        if refused is not None:
            status, why = refused
            return await JSONResponse({"error": why}, status, HEADERS)(scope, receive, send)
        taken, begun = 0, False

        async def limited() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > LARGEST:
                raise TooLarge
            return message

        async def headed(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            await self._app(scope, limited, headed)
        except TooLarge:
            if not begun:
                await JSONResponse({"error": _too_large()}, 413, HEADERS)(scope, receive, send)

    def _hit(self, limit: RateLimitItem, address: str) -> bool:
        """Count a request of an address; whether it is within a limit."""
        now, key = time.monotonic(), (limit.get_expiry(), address)
        if len(self._hits) >= MOST_ADDRESSES:
            self._hits = {each: window for each, window in self._hits.items() if window.end > now}
            if len(self._hits) >= MOST_ADDRESSES // 2:
                self._hits.clear()
        if key not in self._hits or self._hits[key].end <= now:
            self._hits[key] = Window(now + limit.get_expiry())
        self._hits[key].requests += 1
        return self._hits[key].requests <= limit.amount

    def _refused(self, scope: Scope) -> tuple[int, str] | None:
        """Status and reason, if the head of a request is enough to refuse it."""
        headers = Headers(scope=scope)
        address = str((scope.get("client") or ("",))[0])
        if not self._hit(REQUESTS, address):
            return 429, "too many requests; wait a few seconds"
        begins = scope["method"] == "POST" and scope["path"] in NEW_GAMES_AT
        if begins and not self._hit(NEW_GAMES, address):
            return 429, "too many new games; wait an hour"
        host = ",".join(headers.getlist("host")).lower()
        if _name(host) not in self._hosts:
            return 421, "this server does not go by that name; see --allow-host of swenv serve"
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in (f"http://{host}", f"https://{host}"):
            return 403, "pages of other sites may not use this server"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > LARGEST:
            return 413, _too_large()
        media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
        if scope["method"] == "POST" and media_type != "application/json":
            return 415, "a body must be application/json"
        return None


_HOST = re.compile(r"(?:\[([0-9a-f.]*:[0-9a-f:.]*)\]|([a-z0-9._-]+))(?::([0-9]{0,5}))?")
"""A header `Host` in lower case: an IPv6 address in brackets or a name, and a port. Nothing else is a host."""


def _name(host: str) -> str | None:
    """The name in a header `Host`; None if it is malformed."""
    match = _HOST.fullmatch(host)
    if match is None or int(match[3] or 0) > 65_535:
        return None
    return match[1] or match[2]


def _too_large() -> str:
    return f"a body may have at most {LARGEST:,} bytes"
