"""Measures the time of a decision in `swenv serve`, alone and with many games and watchers, and in `swenv engine`."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from statistics import median, quantiles
from threading import Thread
from typing import Any

import numpy as np
from harness import Effort, Row, at_most

import swenv
from swenv.agents import make

GAMES, WATCHERS, CLIENTS = 200, 50, 8
NOTE = f"{GAMES} games of Small World with two people each, {WATCHERS} watchers, {CLIENTS} clients that decide at once."


def serving(effort: Effort) -> Iterator[Row]:
    """Milliseconds until a decision over HTTP is answered, alone and with 200 games and 50 watchers."""
    try:
        import swenv.web.server  # noqa: F401
    except ImportError as error:
        print(f"the server is left out: {error}; pip install swenv-rl[web]", file=sys.stderr)
        return
    with tempfile.TemporaryDirectory() as folder:
        process, port = _serve(folder)
        try:
            alone = [_alone(port, max(10, round(30 * effort.seconds))) for _ in range(effort.repeats)]
            yield Row("serve, a decision and its picture", "ms", alone, at_most(100))
            ids = _begin(port)
            for id, _ in ids[:WATCHERS]:
                Thread(target=_watch, args=(port, id), daemon=True).start()
            repeats = []
            for _ in range(effort.repeats):
                with ThreadPoolExecutor(CLIENTS) as pool:
                    parts = pool.map(lambda k: _decide(port, ids[k::CLIENTS]), range(CLIENTS))
                    repeats.append([each for part in parts for each in part])
            yield Row("serve, a decision among many", "ms", [median(each) for each in repeats], notes=(NOTE,))
            slow = [quantiles(each, n=100)[-1] for each in repeats]
            yield Row("serve, the slowest of a hundred among many", "ms", slow, notes=(NOTE,))
        finally:
            process.kill()
            process.communicate()


def engine(effort: Effort) -> Iterator[Row]:
    """Milliseconds for a decision of a program that plays by the engine protocol, and for the same player inside."""
    game = swenv.load("smallworld", num_players=2)
    state, vec = game.new_state(1), game.vector(256, seed=1)
    number, everywhere = max(1, round(8 * effort.seconds)), np.arange(vec.num_games)
    players = {"random": make("random"), "engine": make(f"exec:{sys.executable} -m swenv engine --player random")}
    times: dict[tuple[str, bool], list[float]] = {(name, alone): [] for name in players for alone in (False, True)}
    for player in players.values():
        player.reset(game, seed=1)
        player.act(state)
    for _ in range(effort.repeats):
        for name, alone in times:
            start = time.perf_counter()
            for _ in range(number * vec.num_games if alone else number):
                _ = players[name].act(state) if alone else players[name].act_in(vec, everywhere)
            times[name, alone].append(1000 * (time.perf_counter() - start) / number / vec.num_games)
    for alone, where in ((False, ", in a match of 256 games"), (True, ", in a single game")):
        budget = None if alone else at_most(0.2)
        yield Row(f"engine, a decision of random in a program of its own{where}", "ms", times["engine", alone], budget)
        yield Row(f"engine, the same in this process{where}", "ms", times["random", alone])


def _serve(folder: str) -> tuple[subprocess.Popen[str], int]:
    command = [sys.executable, "-m", "swenv", "serve", "--port", "0", "--folder", folder, "--players", "greedy"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    address = re.search(r"http://[^:]+:(\d+)", process.stdout.readline())
    assert address is not None
    return process, int(address[1])


def _ask(connection: HTTPConnection, method: str, path: str, token: str = "", body: Any = None) -> Any:
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    content = connection.getresponse().read()
    return json.loads(content) if content[:1] in (b"{", b"[") else content


def _begin(port: int, number: int = GAMES) -> list[tuple[str, list[str]]]:
    connection = HTTPConnection("127.0.0.1", port)
    request = {"game": "smallworld", "players": ["person", "person"]}
    begun = [_ask(connection, "POST", "/api/games", body={**request, "seed": seed}) for seed in range(number)]
    return [(each["id"], each["tokens"]) for each in begun]


def _watch(port: int, id: str) -> None:
    """Read the events of a game until the server ends."""
    connection = HTTPConnection("127.0.0.1", port)
    connection.request("GET", f"/api/games/{id}/events")
    response = connection.getresponse()
    try:
        while response.readline():
            pass
    except OSError:
        pass


def _decide(port: int, games: list[tuple[str, list[str]]]) -> list[float]:
    """Make a decision in each of these games; returns the milliseconds of each."""
    connection, times = HTTPConnection("127.0.0.1", port), []
    for id, tokens in games:
        path = f"/api/games/{id}"
        seat = _ask(connection, "GET", path)["to_act"]
        seen = _ask(connection, "GET", path, tokens[seat])
        began = time.perf_counter()
        _ask(connection, "POST", f"{path}/decisions", tokens[seat], {"action": seen["choices"][0]["action"]})
        times.append(1000 * (time.perf_counter() - began))
    return times


def _alone(port: int, decisions: int) -> float:
    """The median time of a decision and the picture after it, in milliseconds."""
    ((id, tokens),) = _begin(port, 1)
    connection, times, path = HTTPConnection("127.0.0.1", port), [], f"/api/games/{id}"
    for _ in range(decisions):
        seat = _ask(connection, "GET", path)["to_act"]
        seen = _ask(connection, "GET", path, tokens[seat])
        began = time.perf_counter()
        _ask(connection, "POST", f"{path}/decisions", tokens[seat], {"action": seen["choices"][0]["action"]})
        _ask(connection, "GET", f"{path}/picture", tokens[seat])
        times.append(1000 * (time.perf_counter() - began))
    return median(times)
