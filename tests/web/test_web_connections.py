"""Connections of `swenv serve`: bounded in number and time, whatever the clients do."""

from __future__ import annotations

import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from typing import Any

import pytest

pytest.importorskip("starlette")

import uvicorn

from swenv.web import connections

HEAD = b"GET /%b HTTP/1.1\r\nHost: here\r\n"
LONG = 20_000_000
"""Bytes that fit into no buffer of the system."""


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Answers: on /wait without end, on /long with more than fits into buffers, on /read after the body."""
    if scope["path"] == "/wait":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"first", "more_body": True})
        while (await receive())["type"] != "http.disconnect":
            pass
        return
    while scope["path"] == "/read" and (await receive()).get("more_body"):
        pass
    content = b"x" * (LONG if scope["path"] == "/long" else 3)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(content))]})
    await send({"type": "http.response.body", "body": content})


@pytest.fixture
def connect(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., socket.socket]]:
    """Starts a server with small limits, and connects to it; `exempt` are the proxies that it knows."""
    for name, value in {"MOST": 9, "MOST_OF_ONE": 4, "HEAD": 0.5, "BODY": 0.5, "STALL": 0.5}.items():
        monkeypatch.setattr(connections, name, value)
    with ExitStack() as opened:
        ports: list[int] = []

        def begin(exempt: tuple[str, ...]) -> None:
            listening, how = socket.create_server(("127.0.0.1", 0)), {"ws": "none", "lifespan": "off"}
            config = uvicorn.Config(app, http=connections.behind(exempt), timeout_graceful_shutdown=1, **how)
            server = uvicorn.Server(config)
            thread = threading.Thread(target=server.run, args=([listening],))
            thread.start()
            ports.append(listening.getsockname()[1])
            opened.callback(thread.join)
            opened.callback(setattr, server, "should_exit", True)

        def connected(sent: bytes = b"", address: str = "127.0.0.1", exempt: tuple[str, ...] = ()) -> socket.socket:
            if not ports:
                begin(exempt)
            made = socket.create_connection(("127.0.0.1", ports[0]), timeout=20, source_address=(address, 0))
            opened.enter_context(made)
            made.sendall(sent)
            return made

        yield connected


def asked(path: bytes = b"") -> bytes:
    return HEAD % path + b"\r\n"


def waiting(connection: socket.socket) -> socket.socket:
    """A connection on which the server has begun an answer without end."""
    connection.sendall(asked(b"wait"))
    found = b""
    while b"first" not in found:
        part = connection.recv(1000)
        assert part, found
        found += part
    return connection


def answer(connection: socket.socket) -> bytes:
    """What arrives until the server closes the connection, or pauses."""
    found = b""
    with suppress(ConnectionError):
        while not found.endswith((b"xxx", b"}")) and (part := connection.recv(1_000_000)):
            found += part
    return found


def is_closed(connection: socket.socket) -> bool:
    """Whether the server closes the connection within the time that tests allow."""
    with suppress(ConnectionError):
        try:
            while connection.recv(1_000_000):
                pass
        except TimeoutError:
            return False
    return True


UNENDING = {
    "nothing": b"",
    "half a head": HEAD % b"",
    "half a body": b"POST /read HTTP/1.1\r\nHost: here\r\nContent-Length: 999\r\n\r\nx",
    "half a body that nobody reads": b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 999\r\n\r\nx",
    "half a chunk": b"POST /read HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nx",
    "half a second head": asked() + HEAD % b"",
    "an answer that is not read": asked(b"long"),
}


@pytest.mark.parametrize("what", UNENDING)
@pytest.mark.slow
def test_what_never_ends_is_given_up(connect: Callable[..., socket.socket], what: str) -> None:
    connection = connect(UNENDING[what])
    if "not read" in what:
        time.sleep(1)
        assert len(answer(connection)) < LONG
    else:
        assert is_closed(connection)


@pytest.mark.parametrize("start", ["half a head", "half a body"])
def test_what_arrives_too_slowly_is_given_up(connect: Callable[..., socket.socket], start: str) -> None:
    connection, began = connect(UNENDING[start]), time.monotonic()
    with suppress(ConnectionError):
        while not is_gone(connection):
            assert time.monotonic() - began < 20
            connection.sendall(b"x")
            time.sleep(0.1)


def is_gone(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return connection.recv(1000) == b""
    except BlockingIOError:
        return False
    finally:
        connection.settimeout(20)


def test_requests_have_a_time_limit_each_but_not_their_answers(connect: Callable[..., socket.socket]) -> None:
    connection, unending = connect(), waiting(connect())
    for _ in range(6):
        connection.sendall(asked())
        assert answer(connection).endswith(b"xxx")
        time.sleep(0.2)
    assert not is_gone(unending)


def test_whoever_has_waited_longest_makes_room_for_another(connect: Callable[..., socket.socket]) -> None:
    busy = waiting(connect())
    idle = [connect(HEAD % b"") for _ in range(20)]
    assert answer(connect(asked())).endswith(b"xxx")
    assert all(map(is_closed, idle[:17])) and not is_gone(busy)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere, 127.0.0.1 is alone")
def test_too_many_busy_connections_of_one_address_or_in_all_are_refused(connect: Callable[..., socket.socket]) -> None:
    busy = [waiting(connect()) for _ in range(4)]
    refused = answer(connect(asked()))
    assert refused.startswith(b"HTTP/1.1 503") and b"too many connections" in refused
    assert answer(connect(asked(), address="127.0.0.2")).endswith(b"xxx")
    busy += [waiting(connect(address=f"127.0.0.{3 + number // 4}")) for number in range(5)]
    assert answer(connect(asked(), address="127.0.0.5")).startswith(b"HTTP/1.1 503"), "nine in all"
    assert not any(map(is_gone, busy))


def test_a_proxy_brings_many_visitors(connect: Callable[..., socket.socket]) -> None:
    for _ in range(6):
        waiting(connect(exempt=("127.0.0.1",)))
    assert answer(connect(asked())).endswith(b"xxx")
