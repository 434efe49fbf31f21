"""`swenv serve` under load: strangers do all they can at once, and the others hardly notice."""

from __future__ import annotations

import http.client
import itertools
import json
import multiprocessing
import socket
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")

import swenv
from swenv import agents
from swenv.training.arena import match

SECONDS = 10.0
MOST_MEMORY = 1e9
"""Bytes of the server and its processes together."""
JSON = {"Content-Type": "application/json"}
FORK: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else None)
STRANGERS, READERS, SAME = "127.0.0.2", "127.0.0.3", "127.0.0.1"


class There:
    """The server, and requests to it from an address of this machine."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.ends = FORK.Event()

    def ask(self, path: str, body: Any = None, token: str = "", address: str = STRANGERS, limit: float = 60) -> Any:
        """Status and content of the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, limit, source_address=(address, 0))
        try:
            content = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
            headers = JSON | ({"Authorization": f"Bearer {token}"} if token else {})
            connection.request("GET" if body is None else "POST", path, content, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def hold(self, number: int, sent: Callable[[int], bytes], address: str = STRANGERS) -> None:
        """Keep so many connections open on which nothing more is said or read."""
        held: list[socket.socket] = []
        while not self.ends.is_set():
            with suppress(OSError):
                made = socket.create_connection(("127.0.0.1", self.port), 5, (address, 0))
                held.append(made)
                made.sendall(sent(len(held)))
            if len(held) > number:
                held.pop(0).close()
            self.ends.wait(1 if len(held) == number else 0.02)
        for each in held:
            each.close()

    def repeat(self, ask: Callable[[], Any]) -> None:
        while not self.ends.is_set():
            with suppress(OSError, http.client.HTTPException):
                ask()
            self.ends.wait(0.05)


def resident(pid: int) -> float:
    children, memory = defaultdict(list), defaultdict(float)
    for path in Path("/proc").glob("[0-9]*/status"):
        with suppress(OSError):
            said = dict(line.split(":", 1) for line in path.read_text().splitlines())
            children[int(said["PPid"])].append(number := int(path.parent.name))
            memory[number] = 1024.0 * float(said.get("VmRSS", "0").split()[0])
    found = [pid]
    for each in found:
        found += children[each]
    return sum(memory[each] for each in found)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[There, int]]:
    for game in ("smallworld", "warcraft"):  # compiled before, as processes that compile need more memory
        match(swenv.load(game, num_players=2), [agents.make("greedy"), agents.make("random")], games=2)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "swenv", "serve", "--port", str(port), "--folder", str(tmp_path / "games")]
    command += ["--jobs", "2", "--players", "random,greedy"]
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
        there = There(port)
        try:
            for _ in range(300):
                with suppress(OSError):
                    there.ask("/api/games")
                    break
                time.sleep(0.2)
            yield there, process.pid
        finally:
            there.ends.set()
            process.terminate()
            process.wait(30)
    assert "Traceback" not in (tmp_path / "log").read_text(), (tmp_path / "log").read_text()[-5000:]


def board(corners: int, regions: int, number: int) -> dict[str, Any]:
    """A board whose outlines cross themselves, one of them tiny."""
    turns = ((k * 37 % corners, k * (k + number) % corners) for k in range(corners))
    outline = [[round(1000 * x / corners), round(1000 * y / corners)] for x, y in turns]
    return {
        "name": f"odd{number}", "game": "smallworld", "players": 2, "rounds": 3,
        "regions": [{
            "id": k, "terrain": "hill", "symbols": [], "edge": True,
            "neighbors": [each for each in range(regions) if each != k],
            "polygon": outline if k else [[x / 1e4, y / 1e4] for x, y in outline],
        } for k in range(regions)],
    }  # fmt: skip


def attacks(there: There, game: str) -> list[Callable[[], None]]:
    """What strangers do, each in a thread of its own."""
    numbers = itertools.count()
    head = b"GET /api/games/%b HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    junk = {**board(10, 2, 1), "x": ["y" * 100] * 2_500}
    new = {"game": "smallworld", "players": ["person", "person"]}

    def drawn() -> Any:
        number = next(numbers)
        return there.ask("/api/boards", {"board": board(490, 8, number)}, limit=0.3 if number % 2 else 60)

    def played() -> Any:
        status, told = there.ask("/api/games", {**new, "options": {"map": board(490, 8, next(numbers))}})
        if status == 201:
            there.ask(f"/api/games/{json.loads(told)['id']}/picture")
        return status, told

    def random() -> Any:
        first = 1_000 * next(numbers)
        return there.ask("/api/games", {**new, "options": {"map": f"random:{first}-{first + 31}"}})

    def warcraft() -> Any:
        options = {"rounds": next(numbers) % 100 + 1}
        return there.ask("/api/games", {"game": "warcraft", "players": ["person"] * 5, "options": options})

    return [
        lambda: there.hold(600, lambda number: head % b""),
        lambda: there.hold(300, lambda number: head % b"", SAME),
        lambda: there.hold(400, lambda number: head % f"{game}/events".encode() + b"\r\n"),
        lambda: there.hold(100, lambda number: b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                           b"Content-Type: application/json\r\nContent-Length: 90000\r\n\r\n{"),
        lambda: there.hold(50, lambda number: 20 * (head % f"{game}/picture?at=0".encode() + b"\r\n"), READERS),
        *(2 * [lambda: there.repeat(drawn)]),
        lambda: there.repeat(played),
        lambda: there.repeat(lambda: there.ask("/api/boards", {"board": junk})),
        lambda: there.repeat(random),
        lambda: there.repeat(warcraft),
        lambda: there.repeat(lambda: there.ask("/api/positions", b'{"position": ' + b"[" * 90_000)),
    ]  # fmt: skip


def attack(there: There, game: str) -> None:
    threads = [threading.Thread(target=each, daemon=True) for each in attacks(there, game)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="counts memory and uses addresses as Linux does")
def test_strangers_can_neither_fill_the_memory_nor_keep_others_waiting(served: tuple[There, int]) -> None:
    there, pid = served
    new = {"game": "smallworld", "players": ["person", "greedy"], "seed": 7}
    _, told = there.ask("/api/games", new, address=SAME)
    game, token = json.loads(told)["id"], json.loads(told)["tokens"][0]
    there.ask(f"/api/games/{game}/picture", address=SAME)
    illegal = {"action": "conquer 3"}
    requests: dict[str, Callable[[str], Any]] = {
        "page": lambda address: there.ask("/", address=address),
        "games": lambda address: there.ask("/api/games", address=address),
        "look": lambda address: there.ask(f"/api/games/{game}", None, token, address),
        "refused decision": lambda address: there.ask(f"/api/games/{game}/decisions", illegal, token, address),
        "picture": lambda address: there.ask(f"/api/games/{game}/picture", None, token, address),
        "new game": lambda address: there.ask("/api/games", new, address=address),
    }

    strangers = FORK.Process(target=attack, args=(there, game), daemon=True)
    strangers.start()
    statuses, most, begin = set(), 0.0, time.monotonic()
    for turn in itertools.takewhile(lambda _: time.monotonic() - begin < SECONDS, itertools.count()):
        for address, (what, ask) in itertools.product((SAME, "127.0.0.9"), requests.items()):
            if what != "new game" or turn % 8 == 0:  # nobody may begin as many as that
                statuses.add(f"{what} {ask(address)[0]}")
        most = max(most, resident(pid))
    there.ends.set()
    strangers.join(120)
    assert most < MOST_MEMORY
    assert statuses == {f"{what} {201 if 'new' in what else 409 if 'refused' in what else 200}" for what in requests}
