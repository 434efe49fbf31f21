"""`swenv serve`: who may see and do what, games that outlive the server, requests that are refused."""

from __future__ import annotations

import asyncio
import errno
import itertools
import json
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")

from starlette.testclient import TestClient

import swenv
from everygame import GAMES
from support import FX9, position
from swenv.cli import main
from swenv.core import replay
from swenv.core.game import Game, State
from swenv.render import shapes
from swenv.web import guard, server
from swenv.web.endpoints import ENDPOINTS, described
from swenv.web.folder import Folder
from swenv.web.lanes import Lane
from swenv.web.server import Server
from swenv.web.tables import reveals
from swenv.web.thinking import Gone, Thinkers, Trouble

HERE = "http://127.0.0.1:8000"
NESTED: Any = []
for _ in range(40):
    NESTED = [NESTED]
SCRIPTED = json.loads(Path(FX9).read_text(encoding="utf-8")) | {"name": "<script>alert(1)</script>"}


STRANGE = json.loads(Path(FX9).read_text(encoding="utf-8")) | {"x": ["y" * 100] * 100}
WIDE = json.loads(Path(FX9).read_text(encoding="utf-8"))
for region in WIDE["regions"]:
    region["polygon"] = [[k / 7 * 1.000_000_1, k * k % 439 / 7 * 1.000_000_1] for k in range(440)]


class FirstLegal(Thinkers):
    """Players that play the first legal action at once; `failing` ones do not play at all."""

    def __init__(self) -> None:
        self.failing: set[str] = set()

    async def check(self, player: str, game: Game, seat: int, seed: int) -> None:
        if player == "champion":
            raise Trouble("champion: there is none for this game")

    async def decide(self, player: str, state: State, seed: int) -> int:
        await asyncio.sleep(0)
        if player in self.failing:
            raise Trouble(f"{player} took more than 1 seconds")
        return int(state.legal_actions()[0])

    async def judge(self, player: str, state: State, seed: int, ply: int, played: int | None) -> dict[str, Any]:
        return {"seat": state.to_act, "played": played}

    def close(self) -> None:
        pass


class Site:
    """A server, and a browser that talks to it."""

    def __init__(self, folder: Path, drawers: Thinkers | None = None, thinkers: FirstLegal | None = None) -> None:
        self.thinkers = thinkers or FirstLegal()
        self.server = Server(("greedy", "random", "champion"), Folder(folder), self.thinkers, self.thinkers, drawers)
        self.client = TestClient(self.server.app(["127.0.0.1"]), base_url=HERE)

    def begin(self, game: str, *players: str, **more: Any) -> tuple[str, list[str]]:
        """Begin a game; returns its id and tokens."""
        answer = self.client.post("/api/games", json={"game": game, "players": players, **more})
        assert answer.status_code == 201, answer.text
        return answer.json()["id"], answer.json()["tokens"]

    def get(self, path: str, token: str = "", **query: Any) -> Any:
        answer = self.client.get(path, headers=bearer(token), params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, token: str = "", status: int = 200, **body: Any) -> Any:
        answer = self.client.post(path, headers=bearer(token), json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def wait(self, game: str, token: str, happens: Callable[[Any], bool]) -> Any:
        """Look at a game until something is true of it."""
        deadline = time.monotonic() + 60
        while not happens(seen := self.get(f"/api/games/{game}", token)):
            assert time.monotonic() < deadline, seen
            time.sleep(0.01)
        return seen

    def turn(self, game: str, tokens: list[str]) -> Any:
        """Play the first turn: pick, conquer one region, end it; returns what seat 0 sees then."""
        path = f"/api/games/{game}"
        seen = self.post(f"{path}/decisions", tokens[0], action="pick 0")
        place = next(
            each["action"] for each in seen["choices"] if each["verb"] == "conquer" and "die" not in each["remark"]
        )
        self.post(f"{path}/decisions", tokens[0], action=place)
        while (seen := self.get(path, tokens[0]))["turn"] == 0:
            token = tokens[seen["to_act"]]
            self.post(f"{path}/decisions", token, action=self.get(path, token)["choices"][-1]["action"])
        return seen


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    made = Site(tmp_path)
    with made.client:
        yield made


# --- playing --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_a_whole_game_against_a_program(site: Site, game: str) -> None:
    options = {} if game == "islands" else {"rounds": 2}
    id, (token, nobody) = site.begin(game, "person", "greedy", options=options, seed=5)
    assert nobody == ""
    path = f"/api/games/{id}"
    seen = site.get(path, token)
    while not seen["over"]:
        if seen["to_act"] == 0:
            seen = site.post(f"{path}/decisions", token, action=seen["choices"][-1]["action"])
        else:
            seen = site.wait(id, token, lambda view: view["over"] or view["to_act"] == 0)
    assert sum(seen["returns"]) == 0
    text = site.client.get(f"{path}/replay").text
    assert replay.parse(text).moves[-1].action == seen["log"][-1]["action"].split(" (")[0]
    assert "<svg" in site.client.get(f"{path}/picture").text


def test_the_offer_says_which_games_have_a_champion(site: Site) -> None:
    offered = {each["game"]: each["champions"] for each in site.get("/api/offer")["games"]}
    assert offered == {"smallworld": [2, 3, 4, 5], "underground": [2], "warcraft": [2], "islands": [2]}


def test_what_is_offered_is_looked_up_once(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    before = site.get("/api/offer")
    monkeypatch.setattr(swenv, "load", None)
    assert site.get("/api/offer") == before


def test_choices_are_the_legal_actions_with_what_they_point_at_and_cost(site: Site) -> None:
    id, (token, _) = site.begin("smallworld", "person", "greedy", seed=7)
    seen = site.get(f"/api/games/{id}", token)
    state = swenv.load("smallworld").new_state(7)
    assert [each["action"] for each in seen["choices"]] == [
        str(state.game.action(index)) for index in state.legal_actions().tolist()
    ]
    first = seen["choices"][0]
    assert first["verb"] == "pick" and first["arguments"] == {"row": "0"} and "tokens" in first["remark"]
    assert seen["verbs"]["conquer"]["arguments"] == ["region"]


def test_an_illegal_action_is_refused_with_its_rule_and_changes_nothing(site: Site) -> None:
    id, (token, _) = site.begin("smallworld", "person", "person", seed=7)
    before = site.get(f"/api/games/{id}", token)
    told = site.post(f"/api/games/{id}/decisions", token, status=409, action="conquer 3")
    assert told["rule"] and told["text"] and told["rule"] in told["error"]
    assert site.get(f"/api/games/{id}", token) == before
    why = site.get(f"/api/games/{id}/why", token, action="conquer 3")
    assert (why["error"], why["rule"]) == (told["error"], told["rule"])
    assert site.get(f"/api/games/{id}/why", token, action="pick 0") == {"error": "", "rule": "", "text": ""}


def test_an_answer_to_an_earlier_view_is_refused(site: Site) -> None:
    id, (token, _) = site.begin("smallworld", "person", "person", seed=7)
    revision = site.get(f"/api/games/{id}", token)["revision"]
    site.post(f"/api/games/{id}/decisions", token, action="pick 0", revision=revision)
    told = site.post(f"/api/games/{id}/decisions", token, status=409, action="pick 0", revision=revision)
    assert "moved on" in told["error"]


def test_a_turn_says_what_it_paid_and_for_what(site: Site) -> None:
    id, tokens = site.begin("smallworld", "person", "person", seed=7)
    (paid,) = site.turn(id, tokens)["log"][-1]["paid"]
    assert paid["seat"] == 0 and "region" in paid["text"]


def test_earlier_positions_can_be_looked_at(site: Site) -> None:
    id, (token, _) = site.begin("smallworld", "person", "person", seed=7)
    start = site.client.get(f"/api/games/{id}/picture").text
    site.post(f"/api/games/{id}/decisions", token, action="pick 0")
    path = f"/api/games/{id}"
    assert site.client.get(f"{path}/picture", params={"at": 0}).text == start != site.client.get(f"{path}/picture").text
    seen = site.get(path, token, at=0)
    assert seen["log"] == [] and seen["decisions"] == 1 and seen["choices"] == []
    for at, status in (("2", 404), ("-1", 400), ("x", 400), ("9" * 30, 400)):
        assert site.client.get(path, params={"at": at}).status_code == status


def test_names_and_rules_are_explained(site: Site) -> None:
    id, _ = site.begin("smallworld", "person", "person")
    assert "SW-RACE-ORCS" in site.get(f"/api/games/{id}/names/orcs")["text"]
    assert site.client.get(f"/api/games/{id}/names/nobody").status_code == 404
    assert site.get("/api/rules/sw-conq-1")["rule"] == "SW-CONQ-1"
    assert site.client.get("/api/rules/..%2F..%2Fsecret").status_code == 404


# --- undo -----------------------------------------------------------------------------------------


def test_a_decision_can_be_undone_until_something_is_revealed(site: Site) -> None:
    id, (token, _) = site.begin("smallworld", "person", "person", seed=7)
    path = f"/api/games/{id}"
    assert not site.get(path, token)["may_undo"]
    picked = site.post(f"{path}/decisions", token, action="pick 0")
    assert not picked["may_undo"], "the column showed another combo"
    assert "revealed" in site.post(f"{path}/undo", token, status=409)["error"]
    place = next(
        each["action"] for each in picked["choices"] if each["verb"] == "conquer" and "die" not in each["remark"]
    )
    conquered = site.post(f"{path}/decisions", token, action=place)
    assert conquered["may_undo"]
    undone = site.post(f"{path}/undo", token)
    assert undone["choices"] == picked["choices"] and undone["revision"] > conquered["revision"]


@pytest.mark.parametrize("game", GAMES)
def test_an_undo_is_made_once_and_only_of_what_was_seen(site: Site, game: str) -> None:
    id, tokens = site.begin(game, "person", "person", seed=7)
    path = f"/api/games/{id}"
    seen: Any = {"to_act": site.get(path)["to_act"], "may_undo": False}
    views = []
    while len(views) < 2:  # two decisions in a row that can be taken back
        token = tokens[seen["to_act"]]
        before = site.get(path, token)
        seen = site.post(f"{path}/decisions", token, action=before["choices"][0]["action"])
        views = [*views, (token, seen)] if seen["may_undo"] and seen["you"] == seen["to_act"] else []
    token, earlier, latest = views[1][0], views[0][1], views[1][1]
    refused = site.post(f"{path}/undo", token, status=409, revision=earlier["revision"])
    assert "moved on" in refused["error"]
    undone = site.post(f"{path}/undo", token, revision=latest["revision"])
    assert undone["decisions"] == earlier["decisions"] and undone["choices"] == earlier["choices"]
    site.post(f"{path}/undo", token, status=409, revision=latest["revision"])
    assert site.get(path, token)["decisions"] == earlier["decisions"], "an answer that was lost takes back nothing more"
    site.post(f"{path}/undo", token, status=400, revision="x")


def test_a_decision_cannot_be_undone_by_another_seat(site: Site) -> None:
    id, (first, second) = site.begin("smallworld", "person", "person", seed=7)
    seen = site.post(f"/api/games/{id}/decisions", first, action="pick 0")
    site.post(f"/api/games/{id}/decisions", first, action=seen["choices"][0]["action"])
    assert not site.get(f"/api/games/{id}", second)["may_undo"]
    site.post(f"/api/games/{id}/undo", second, status=409)


def test_a_player_that_breaks_the_rules_is_reported(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nonsense(*arguments: Any) -> int:
        return 10**6

    monkeypatch.setattr(site.thinkers, "decide", nonsense)
    id, (_, token) = site.begin("smallworld", "random", "person")
    assert "out of range" in site.wait(id, token, lambda view: view["trouble"])["trouble"]


def test_what_breaks_inside_a_player_is_for_the_log_of_the_server_alone(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*arguments: Any) -> int:
        raise KeyError("/home/somebody/secret")

    monkeypatch.setattr(site.thinkers, "decide", broken)
    id, (_, token) = site.begin("smallworld", "random", "person")
    told = site.wait(id, token, lambda view: view["trouble"])["trouble"]
    assert told.startswith("KeyError") and "secret" not in told
    assert "secret" in caplog.text


@pytest.mark.parametrize("more", [{"seed": 7}, {"position": True}, {}])
def test_friends_are_told_if_the_seed_or_the_start_was_chosen(tmp_path: Path, more: dict[str, Any]) -> None:
    site = Site(tmp_path)
    with site.client:
        if "position" in more:
            more = {"position": site.get("/api/positions", game="smallworld", seats=2)["position"]}
        id, (_, friend) = site.begin("smallworld", "person", "person", **more)
        assert site.get(f"/api/games/{id}", friend)["arranged"] == bool(more)
    again = Site(tmp_path)
    with again.client:
        assert again.get(f"/api/games/{id}", friend)["arranged"] == bool(more)


def test_a_decision_that_cannot_be_written_is_not_made(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    id, (token, _) = site.begin("smallworld", "person", "person", seed=7)

    def full(self: Folder, table: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Folder, "append", full)
        told = site.post(f"/api/games/{id}/decisions", token, status=503, action="pick 0")
    assert "No space left" in told["error"]
    assert site.get(f"/api/games/{id}", token)["decisions"] == 0
    assert site.post(f"/api/games/{id}/decisions", token, action="pick 0")["decisions"] == 1


@contextmanager
def full_disk(room: int) -> Iterator[None]:
    """No file can grow beyond so many bytes."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_disk_that_is_full_in_the_middle_of_a_decision_costs_no_game(tmp_path: Path) -> None:
    site = Site(tmp_path)
    with site.client:
        id, (token, _) = site.begin("smallworld", "person", "person", seed=7)
        seen, file = site.get(f"/api/games/{id}", token), tmp_path / f"{id}.jsonl"
        before = file.read_text()
        with full_disk(len(before) + 10):
            told = site.post(f"/api/games/{id}/decisions", token, status=503, action="pick 0")
        assert "could not be saved" in told["error"] and file.read_text() == before
        assert site.get(f"/api/games/{id}", token) == seen
        site.post(f"/api/games/{id}/decisions", token, action="pick 0", revision=seen["revision"])
    assert [move.action for move in Site(tmp_path).server.tables[id].moves] == ["pick 0"]


def test_a_game_whose_file_is_gone_is_not_continued_in_half_a_file(site: Site, tmp_path: Path) -> None:
    id, (token, _) = site.begin("smallworld", "person", "person", seed=7)
    (tmp_path / f"{id}.jsonl").unlink()
    assert "saved" in site.post(f"/api/games/{id}/decisions", token, status=503, action="pick 0")["error"]
    assert not (tmp_path / f"{id}.jsonl").exists()


def test_an_undo_that_cannot_be_written_changes_nothing(tmp_path: Path) -> None:
    site = Site(tmp_path)
    with site.client:
        id, (token, _) = site.begin("smallworld", "person", "person", seed=7)
        seen = site.post(f"/api/games/{id}/decisions", token, action="pick 0")
        place = next(
            each["action"] for each in seen["choices"] if each["verb"] == "conquer" and "die" not in each["remark"]
        )
        seen = site.post(f"/api/games/{id}/decisions", token, action=place)
        with full_disk(100):
            told = site.post(f"/api/games/{id}/undo", token, status=503)
        assert "could not be saved" in told["error"] and site.get(f"/api/games/{id}", token) == seen
        assert {path.suffix for path in tmp_path.iterdir()} == {".json", ".jsonl"}
        assert site.post(f"/api/games/{id}/undo", token)["decisions"] == 1
    assert len(Site(tmp_path).server.tables[id].moves) == 1


@pytest.mark.parametrize("room", [0, 10, 200])
def test_a_game_or_replay_that_is_half_written_leaves_nothing(site: Site, tmp_path: Path, room: int) -> None:
    game = swenv.load("islands", num_players=2)
    text = replay.record(game, 5, []).text()
    with full_disk(room):
        site.post("/api/games", status=503, game="smallworld", players=["person", "person"])
        told = site.post("/api/replays", status=503, replay=text)
    assert "could not be saved" in told["error"] and not site.server.tables and not list(tmp_path.iterdir())


def test_half_a_line_is_dropped_even_if_the_disk_is_full(tmp_path: Path) -> None:
    first = Site(tmp_path)
    with first.client:
        id, _ = first.begin("smallworld", "person", "person", seed=7)
    with (tmp_path / f"{id}.jsonl").open("a") as file:
        file.write('{"seat": 0, "act')
    with full_disk(10):
        again = Site(tmp_path)
    assert list(again.server.tables) == [id] and (tmp_path / f"{id}.jsonl").read_text().endswith("}\n")


def test_a_game_that_cannot_be_written_does_not_begin(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Folder, table: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Folder, "begin", full)
    told = site.post("/api/games", status=503, game="smallworld", players=["person", "person"])
    assert "No space left" in told["error"] and not site.server.tables


def test_hidden_things_of_a_position_without_a_seed_differ_from_game_to_game(site: Site) -> None:
    document = {"format": "swenv-position/1", "game": "smallworld", "num_players": 2}
    begun = [site.post("/api/games", status=201, players=["person", "person"], position=document) for _ in range(3)]
    starts = [site.server.tables[each["id"]].states[0].to_position() for each in begun]
    assert len({json.dumps(start["random"]) for start in starts}) == 3


def test_boards_that_take_too_long_to_draw_are_refused_or_drawn_coarsely(site: Site) -> None:
    board = site.get("/api/boards/smallworld-2p")["board"]
    del board["regions"][0]["label"]
    board["regions"][0]["polygon"] = [[0, 0], [1, 0], [1, 1e6], [0, 1e6]]
    began = time.monotonic()
    site.post("/api/boards", board=board)
    board["regions"][0]["polygon"] = [[0, 0], [1, 0]] * 400
    assert "polygon" in site.post("/api/boards", board=board)["error"]
    assert time.monotonic() - began < 60


def test_dice_and_cards_are_noticed_as_revealed() -> None:
    state = position(
        phase="conquest",
        seats=[{"races": [{"race": "orcs", "power": "berserk", "status": "active", "hand": 3}]}],
        regions={"0": {"owner": 0, "race": "orcs", "tokens": 1}},
    )
    assert reveals(state, state.game.parse("roll"))
    cards = swenv.load("islands", num_players=2, start_layout="random").new_state(seed=3)
    assert not reveals(cards, cards.game.parse("card_pair 0 1")), "nobody else sees the cards"


# --- who sees and does what -----------------------------------------------------------------------


def test_only_the_seat_of_the_token_decides(site: Site) -> None:
    id, (first, second) = site.begin("smallworld", "person", "person", seed=7)
    _, (stranger, _) = site.begin("smallworld", "person", "person", seed=7)
    path = f"/api/games/{id}/decisions"
    for token, status in (("", 401), (second, 409), (stranger, 403), ("x" * 200, 403), ("é", 403)):
        headers = {"Authorization": f"Bearer {token}".encode()}
        assert site.client.post(path, headers=headers, json={"action": "pick 0"}).status_code == status
    assert site.get(f"/api/games/{id}")["decisions"] == 0
    assert site.post(path, first, action="pick 0")["decisions"] == 1


def test_a_seat_and_a_watcher_see_no_more_than_they_may(site: Site) -> None:
    id, (second, first) = site.begin("islands", "person", "person", options={"start_layout": "random"}, seed=3)
    path = f"/api/games/{id}"
    own = site.get(path, first)
    assert own["choices"] and not site.get(path, second)["choices"] and not site.get(path)["choices"]
    site.post(f"{path}/decisions", first, action=own["choices"][1]["action"])
    assert site.get(path, first)["log"][0]["action"] == own["choices"][1]["action"]
    assert site.get(path, second)["log"][0]["action"] == site.get(path)["log"][0]["action"] == "card_pair"
    pictures = [site.client.get(f"{path}/picture", headers=bearer(token)).text for token in (first, second, "")]
    assert len(set(pictures)) == 3
    assert site.client.get(f"{path}/replay").status_code == 409, "it has the seed"
    for token in (first, second, ""):
        assert '"seed"' not in json.dumps(site.get(path, token))


def test_secret_coins_stay_secret(site: Site) -> None:
    id, (first, second) = site.begin("smallworld", "person", "person", options={"hide_coins": True}, seed=7)
    log = site.turn(id, [first, second])["log"]
    own, others, nobodys = (
        [each["coins"] for each in site.get(f"/api/games/{id}", token)["seats"]] for token in (first, second, "")
    )
    assert own[0] > 5 and own[1] is others[0] is None and nobodys == [None, None]
    assert not any(line["paid"] for line in log)


# --- programs -------------------------------------------------------------------------------------


def test_a_player_that_fails_is_reported_and_can_try_again(site: Site) -> None:
    site.thinkers.failing.add("random")
    id, (_, token) = site.begin("smallworld", "random", "person")
    assert "took more than" in site.wait(id, token, lambda view: view["trouble"])["trouble"]
    site.thinkers.failing.clear()
    site.post(f"/api/games/{id}/retry", token)
    site.wait(id, token, lambda view: view["to_act"] == 1 and not view["trouble"])


@pytest.mark.slow
def test_players_decide_in_processes_that_can_be_stopped(tmp_path: Path) -> None:
    code = tmp_path / "players.py"
    code.write_text(
        "import os, time\n"
        "from swenv import agents\n"
        "class Slow(agents.Random):\n"
        "    def act(self, state):\n"
        "        time.sleep(600)\n"
        "class Dying(agents.Random):\n"
        "    def act(self, state):\n"
        "        os._exit(1)\n"
        "agents.register('slow', Slow)\n"
        "agents.register('dying', Dying)\n"
    )
    state = swenv.load("smallworld").new_state(seed=7)
    thinkers = Thinkers(1, str(code), limit=20)

    async def decide() -> None:
        await thinkers.check("greedy", state.game, 0, 1)
        assert state.mask()[await thinkers.decide("greedy", state, 1)]
        with pytest.raises(Trouble, match="the process of dying died"):
            await thinkers.decide("dying", state, 1)
        with pytest.raises(Trouble, match="slow took more than 20 seconds"):
            await thinkers.decide("slow", state, 1)
        assert state.mask()[await thinkers.decide("random", state, 1)], "another process takes over"
        with pytest.raises(Trouble, match="greedyy"):
            await thinkers.check("greedyy", state.game, 0, 1)

    try:
        asyncio.run(decide())
    finally:
        thinkers.close()


# --- analysis -------------------------------------------------------------------------------------


def test_before_the_end_only_own_decisions_against_programs_are_judged(site: Site) -> None:
    id, (token, _) = site.begin("smallworld", "person", "greedy", seed=7)
    path = f"/api/games/{id}/judgement"
    assert site.get(path, token, player="greedy") == {"seat": 0, "played": None}
    site.post(f"/api/games/{id}/decisions", token, action="pick 0")
    assert site.get(path, token, player="greedy", at=0)["played"] == 0
    assert site.client.get(path, params={"player": "greedy"}).status_code == 403, "who watches gets no hints"
    assert site.client.get(path, params={"player": "human"}).status_code == 400
    other, (first, _) = site.begin("smallworld", "person", "person", seed=7)
    answer = site.client.get(f"/api/games/{other}/judgement", params={"player": "greedy"}, headers=bearer(first))
    assert answer.status_code == 403 and "others" in answer.json()["error"]


def test_only_so_many_positions_are_judged_at_a_time(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    id, (token, _) = site.begin("smallworld", "person", "greedy", seed=7)
    monkeypatch.setattr(server, "MOST_JUDGEMENTS", 0)
    answer = site.client.get(f"/api/games/{id}/judgement", params={"player": "greedy"}, headers=bearer(token))
    assert answer.status_code == 503 and "being judged" in answer.json()["error"]


def test_every_decision_of_a_finished_game_is_judged_for_everybody(site: Site) -> None:
    id, (token, _) = site.begin("smallworld", "person", "greedy", options={"rounds": 1}, seed=7)
    seen = site.get(f"/api/games/{id}", token)
    while not seen["over"]:
        if seen["choices"]:
            site.post(f"/api/games/{id}/decisions", token, action=seen["choices"][-1]["action"])
        seen = site.get(f"/api/games/{id}", token)
    for at, line in enumerate(seen["log"]):
        assert site.get(f"/api/games/{id}/judgement", player="greedy", at=at)["seat"] == line["seat"]
    assert site.client.get(f"/api/games/{id}/judgement", params={"player": "greedy"}).status_code == 409


def test_a_seat_sees_what_its_network_sees(site: Site) -> None:
    id, (token, _) = site.begin("smallworld", "person", "greedy", seed=7)
    seen = site.get(f"/api/games/{id}/observation", token)
    state = swenv.load("smallworld").new_state(7)
    assert "tribe 1" in seen["words"] and seen["places"] == ["region"]
    (defence,) = (each for each in seen["columns"] if each["name"] == "defence")
    regions = state.game.observation_layout["regions"]
    assert defence["values"] == regions.of(state.observation(0))[:, regions.column("defence")].ravel().tolist()
    assert site.client.get(f"/api/games/{id}/observation").status_code == 401


# --- restarts -------------------------------------------------------------------------------------


def test_games_outlive_the_server(tmp_path: Path) -> None:
    first = Site(tmp_path)
    with first.client:
        id, (token, other) = first.begin("smallworld", "person", "person", seed=7)
        seen = first.post(f"/api/games/{id}/decisions", token, action="pick 0")
        place = next(each for each in seen["choices"] if each["verb"] == "conquer")["action"]
        seen = first.post(f"/api/games/{id}/decisions", token, action=place)
        seen = first.post(f"/api/games/{id}/undo", token)
        seen = first.post(f"/api/games/{id}/decisions", token, action=place)
    for path in tmp_path.iterdir():
        assert path.stat().st_mode & 0o077 == 0, "tokens and seeds are for the owner of the server"
    again = Site(tmp_path)
    with again.client:
        assert again.get(f"/api/games/{id}", token)["choices"] == seen["choices"]
        assert again.get(f"/api/games/{id}", other)["you"] == 1
        assert again.get(f"/api/games/{id}", other)["revision"] > seen["revision"], "pages that still watch must notice"


def test_revisions_grow_over_restarts_when_the_clock_is_set_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hours = itertools.count(2_000_000_000, -3_600)
    monkeypatch.setattr(time, "time_ns", lambda: next(hours) * 10**9)
    monkeypatch.setattr(time, "time", lambda: float(next(hours)))
    site = Site(tmp_path)
    with site.client:
        id, (token, _) = site.begin("smallworld", "person", "person", seed=7)
    revisions = [0]
    for _ in range(3):
        site = Site(tmp_path)
        with site.client:
            seen = site.get(f"/api/games/{id}", token)
            revisions.append(seen["revision"])
            seen = site.post(f"/api/games/{id}/decisions", token, action=seen["choices"][0]["action"])
            revisions.append(seen["revision"])
            if seen["may_undo"]:
                revisions.append(site.post(f"/api/games/{id}/undo", token)["revision"])
            site.server.tables[id].revision += 7  # players that failed, which no file says
            revisions.append(site.get(f"/api/games/{id}", token)["revision"])
    assert sorted(set(revisions)) == revisions and max(revisions) < 2**53


def test_a_folder_of_an_earlier_version_has_no_revisions_and_goes_on(tmp_path: Path) -> None:
    first = Site(tmp_path)
    with first.client:
        id, (token, _) = first.begin("smallworld", "person", "person", seed=7)
    (seats,) = tmp_path.glob("*.json")
    document = json.loads(seats.read_text())
    assert document.pop("revision")
    seats.write_text(json.dumps(document))
    earlier = time.time_ns() // 1_000_000
    again = Site(tmp_path)
    with again.client:
        assert again.get(f"/api/games/{id}", token)["revision"] > earlier, "pages that still watch must notice"
        assert seats.stat().st_mode & 0o077 == 0


def test_a_game_in_a_folder_that_cannot_be_written_is_still_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Site(tmp_path)
    with first.client:
        first.begin("smallworld", "person", "person", seed=7)

    def full(self: Folder, table: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Folder, "_note", full)
    assert not Site(tmp_path).server.unread


def test_a_program_goes_on_after_a_restart(tmp_path: Path) -> None:
    first = Site(tmp_path)
    first.thinkers.failing.add("random")
    with first.client:
        id, (_, token) = first.begin("smallworld", "random", "person")
    again = Site(tmp_path)
    with again.client:
        again.wait(id, token, lambda view: view["to_act"] == 1)


def test_half_a_line_of_a_killed_server_is_dropped_and_a_damaged_game_left_out(tmp_path: Path) -> None:
    first = Site(tmp_path)
    with first.client:
        ids = [first.begin("smallworld", "person", "person", seed=7) for _ in range(3)]
        for id, (token, _) in ids:
            first.post(f"/api/games/{id}/decisions", token, action="pick 0")
    files = [tmp_path / f"{id}.jsonl" for id, _ in ids]
    with files[0].open("a") as file:
        file.write('{"seat": 0, "act')
    files[1].write_text("nonsense\n")
    again = Site(tmp_path)
    assert set(again.server.tables) == {ids[0][0], ids[2][0]}
    assert len(again.server.tables[ids[0][0]].moves) == 1 and files[0].read_text().endswith('"}\n')
    (sentence,) = again.server.unread
    assert f"{ids[1][0]}.jsonl" in sentence and files[1].read_text() == "nonsense\n"


def test_a_replay_is_opened_and_only_looked_at(tmp_path: Path) -> None:
    played = swenv.Recorder(swenv.load("islands", num_players=2), 5)
    for _ in range(8):
        played.apply(int(played.state.legal_actions()[0]))
    first = Site(tmp_path)
    with first.client:
        id = first.post("/api/replays", status=201, replay=played.replay.text())["id"]
        seen = first.get(f"/api/games/{id}")
        assert seen["decisions"] == 8 and seen["seats"][0]["player"] == "recorded" and not seen["choices"]
        for wrong in ("", "nonsense", played.replay.text().replace('"action": "', '"action": "x', 1)):
            assert first.post("/api/replays", status=400, replay=wrong)["error"]
    assert Site(tmp_path).server.tables[id].states[-1] == played.state


# --- positions ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_drawn_and_a_game_goes_on_from_it(tmp_path: Path, game: str) -> None:
    first = Site(tmp_path)
    with first.client:
        found = first.get("/api/positions", game=game, seats="2")
        assert found["schema"]["properties"]["seats"]
        drawn = first.post("/api/positions", position=found["position"])
        assert "<svg" in drawn["picture"] and not drawn["error"]
        tokens = first.post("/api/games", status=201, players=["person", "person"], position=found["position"])
        id, seat = tokens["id"], found["position"]["to_act"]
        seen = first.get(f"/api/games/{id}", tokens["tokens"][seat])
        first.post(f"/api/games/{id}/decisions", tokens["tokens"][seat], action=seen["choices"][0]["action"])
    again = Site(tmp_path)
    table = again.server.tables[id]
    assert len(table.moves) == 1 and table.states[0].to_position() == found["position"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"regions": {"4": {"owner": 0, "race": "orcs", "tokens": "x"}}}, ["regions", "4", "tokens"]),
        ({"seats": [{"coins": -1}]}, ["seats", "0", "coins"]),
        ({"phase": "nonsense"}, ["phase"]),
        ({"map": "../../secret"}, ["options", "map"]),
        ({"game": "chess"}, []),
        ({"num_players": 9}, ["num_players"]),
    ],
)
def test_what_is_wrong_with_a_position_is_said_with_its_field(site: Site, change: Any, field: list[str]) -> None:
    document = {"format": "swenv-position/1", "game": "smallworld", "num_players": 2, **change}
    told = site.post("/api/positions", position=document)
    assert told["error"] and told["field"] == field and not told["picture"], told
    refused = site.post("/api/games", status=400, players=["person", "person"], position=document)
    assert refused["error"] == told["error"]


# --- boards ---------------------------------------------------------------------------------------


def test_every_board_is_drawn(site: Site) -> None:
    for name in site.get("/api/boards")["boards"]:
        found = site.get(f"/api/boards/{name}")
        drawn = site.post("/api/boards", board=found["board"])
        assert "<svg" in drawn["picture"] and not drawn["error"], name
        assert found["schema"]["properties"]["regions"]
    assert site.client.get("/api/boards/..%2fsecret").status_code == 404


def test_what_is_wrong_with_a_board_is_said_with_its_field(site: Site) -> None:
    board = site.get("/api/boards/smallworld-2p")["board"]
    board["regions"][4]["neighbors"][0] = 22
    told = site.post("/api/boards", board=board)
    assert told["field"][::2] == ["regions", "neighbors"] and "neighbors" in told["error"]
    board["regions"][4]["neighbors"][0] = "x"
    assert site.post("/api/boards", board=board)["field"][:3] == ["regions", "4", "neighbors"]
    assert site.post("/api/boards", board={"game": "warcraft"})["error"]
    assert site.post("/api/boards", board={})["error"]


@pytest.mark.parametrize("field", ["x", "outline"])
def test_unknown_fields_of_a_board_are_named(site: Site, field: str) -> None:
    board = {**site.get("/api/boards/smallworld-2p")["board"], field: {}}
    told = site.post("/api/boards", board=board)
    assert told["field"] == [field] and "no such field" in told["error"]


class Drawers(Thinkers):
    """Where drawing a board always takes too long."""

    def __init__(self) -> None:
        pass

    async def draw(self, plan: Any, request: Any) -> Any:
        raise Trouble("drawing this board took more than 20 seconds")

    def close(self) -> None:
        pass


def test_a_board_that_takes_too_long_to_draw_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shapes, "_kept", {})
    site = Site(tmp_path, Drawers())
    with site.client:
        board = site.get("/api/boards/smallworld-2p")["board"]
        told = site.post("/api/boards", board=board)
        assert "took more than 20 seconds" in told["error"] and not told["picture"]
        id, _ = site.begin("smallworld", "person", "person")
        assert site.client.get(f"/api/games/{id}/picture").status_code == 503
        islands, _ = site.begin("islands", "person", "person")
        assert "<svg" in site.client.get(f"/api/games/{islands}/picture").text


class Visitor:
    """A request from an address; its visitor may leave."""

    def __init__(self, host: str = "", left: bool = False) -> None:
        self.client, self.left = server.Request({"type": "http", "client": (host, 1)}).client, left

    async def is_disconnected(self) -> bool:
        return self.left


@pytest.mark.slow
def test_boards_are_drawn_in_processes_that_are_stopped_when_the_visitor_leaves() -> None:
    drawers = Thinkers(1, limit=60)
    rim = tuple((1000.0 * (k * 37 % 499) / 499, 1000.0 * (k * k % 499) / 499) for k in range(499))
    tiny = tuple((x / 1e6, y / 1e6) for x, y in rim)
    heavy = (tuple(shapes.Place(rim if k else tiny, None, (), 3) for k in range(400)), None)
    light = ((shapes.Place(((0.0, 0.0), (9.0, 0.0), (9.0, 9.0)), None, (), 3),), None)

    async def draw() -> None:
        assert await drawers.draw(light, Visitor()) == shapes.make(*light)  # type: ignore[arg-type]
        with pytest.raises(Gone):
            await drawers.draw(heavy, Visitor(left=True))  # type: ignore[arg-type]
        began = time.monotonic()
        await drawers.draw(light, Visitor())  # type: ignore[arg-type]
        assert time.monotonic() - began < 30

    try:
        asyncio.run(draw())
    finally:
        drawers.close()


def test_whoever_asks_for_much_waits_behind_oneself_and_not_before_others() -> None:
    done: list[str] = []

    async def work(lane: Lane, host: str) -> None:
        async with lane.turn(Visitor(host)):  # type: ignore[arg-type]
            await asyncio.sleep(0)
            done.append(host)

    async def everybody() -> None:
        lane = Lane(most=10, most_of_one=3)
        await asyncio.gather(*(work(lane, host) for host in "aaaabbc"))
        with pytest.raises(server.Refused, match="busy"):
            await asyncio.gather(*(work(lane, "a") for _ in range(5)))

    asyncio.run(everybody())
    assert "".join(done).startswith("aabcaba")


def test_several_pieces_of_work_can_be_done_at_once() -> None:
    busy, most = 0, 0

    async def work(lane: Lane, host: str, fails: bool) -> None:
        nonlocal busy, most
        async with lane.turn_of(host):
            busy += 1
            most = max(most, busy)
            await asyncio.sleep(0.001)
            busy -= 1
            if fails:
                raise IndexError

    async def everybody() -> None:
        lane = Lane(most=50, most_of_one=50, width=3)
        for _ in range(2):
            tasks = [asyncio.create_task(work(lane, host, host == "b")) for host in "aaaabbbcca"]
            await asyncio.sleep(0)
            for each in tasks[5:8]:
                each.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(everybody())
    assert most == 3


def test_visitors_who_leave_a_queue_or_fail_hold_nobody_up() -> None:
    async def work(lane: Lane, visitor: Visitor, what: str = "") -> str:
        async with lane.turn(visitor):  # type: ignore[arg-type]
            await asyncio.sleep(0.01)
            return what[0]

    async def everybody() -> list[Any]:
        lane = Lane(most=10, most_of_one=9)
        tasks = [asyncio.create_task(work(lane, Visitor(left=left), what)) for left, what in LEAVING]
        await asyncio.sleep(0.005)
        tasks[3].cancel()
        return await asyncio.gather(*tasks, return_exceptions=True)

    LEAVING = [(False, "first"), (True, "left"), (False, ""), (False, "cancelled"), (False, "last")]
    first, left, failed, cancelled, last = asyncio.run(everybody())
    assert (first, last) == ("f", "l")
    assert [type(each) for each in (left, failed, cancelled)] == [Gone, IndexError, asyncio.CancelledError]


def test_equal_games_share_what_they_can(site: Site) -> None:
    for _ in range(2):
        site.begin("warcraft", "person", "person")
    first, second = (table.game for table in site.server.tables.values())
    assert first is second


def test_games_that_take_much_memory_make_room(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    first, (token, _) = site.begin("smallworld", "person", "person")
    seen = site.post(f"/api/games/{first}/decisions", token, action="pick 0")
    monkeypatch.setattr(server, "MOST_MEMORY", 1)
    second, _ = site.begin("smallworld", "person", "person")
    assert list(site.server.tables) == [second]
    assert site.get(f"/api/games/{first}", token)["choices"] == seen["choices"]
    assert list(site.server.tables) == [first]


def test_boards_of_a_replay_are_limited_too(site: Site) -> None:
    text = replay.record(swenv.load("smallworld", map="random:0-1"), 5, []).text()
    told = site.post("/api/replays", status=400, replay=text.replace("random:0-1", "random:1000-1127"))
    assert "32 at most" in told["error"]


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"game": "chess", "players": ["person"]}, "did you mean|chess"),
        ({"game": "smallworld", "players": ["person"]}, "num_players"),
        ({"game": "smallworld", "players": ["person", "human"]}, "does not offer the player 'human'"),
        ({"game": "smallworld", "players": ["person", "/etc/passwd"]}, "does not offer"),
        ({"game": "smallworld", "players": ["person", "champion"]}, "there is none for this game"),
        ({"game": "smallworld", "players": ["person", "greedy"], "options": {"map": "../secret.json"}}, "map"),
        ({"game": "smallworld", "players": ["person", "greedy"], "options": {"num_players": 3}}, "not an option"),
        ({"game": "smallworld", "players": ["person", "greedy"], "options": {"map": SCRIPTED}}, "field 'name'"),
        ({"game": "smallworld", "players": ["person", "greedy"], "options": {"rounds": 0}}, "rounds"),
        ({"game": "smallworld", "players": ["person", "greedy"], "extra": 1}, "extra"),
        ({"game": "smallworld", "players": ["person"] * 9}, "players"),
        ({"game": "smallworld", "players": ["person", "greedy"], "options": {"map": "random:1000-1127"}}, "32 at most"),
        (
            {"game": "smallworld", "players": ["person", "greedy"], "options": {"map": ["random", "random:7-8"]}},
            "32 at",
        ),
        ({"game": "smallworld", "players": ["person", "greedy"], "options": {"map": WIDE}}, "100,000 characters"),
        ({"game": "smallworld", "players": ["person", "greedy"], "options": {"map": STRANGE}}, "no such field"),
        ([], "body"),
        ({"game": "smallworld", "players": ["person"], "options": {"map": NESTED}}, "nested more than"),
    ],
)
def test_a_game_that_cannot_be_is_refused_with_a_sentence(site: Site, body: Any, told: str) -> None:
    answer = site.client.post("/api/games", json=body)
    assert answer.status_code == 400 and any(word in answer.json()["error"] for word in told.split("|")), answer.text
    assert not site.server.tables


MALFORMED = (
    "evil@127.0.0.1", "127.0.0.1/evil", "127.0.0.1#evil", "127.0.0.1?evil", "127.0.0.1:evil", "127.0.0.1\\evil",
    "127.0.0.1 evil", "evil 127.0.0.1", "127.0.0.1.", "127.0.0.1:80:80", "127.0.0.1:99999", "127.0.0.1:-1",
    "127.0.0.1:8000@evil", "[127.0.0.1]", "[::1", "::1", "[::1]evil", "[::1%1]", "http://127.0.0.1", "127.0.0.1,evil",
)  # fmt: skip
"""Headers `Host` that name this machine only at a cursory glance."""


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8000", "127.0.0.1:", "LocalHost:80", "[::1]:8000", "[::1]"])
def test_a_server_answers_to_its_names_with_any_port(site: Site, host: str) -> None:
    app = site.server.app(["127.0.0.1", "localhost", "::1"])
    with TestClient(app, base_url=HERE) as client:
        assert client.get("/api/games", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "kind", ["application/json", "Application/JSON", "application/json ;", "application/json; charset=utf-8"]
)
def test_media_types_are_read_as_the_standard_says(site: Site, kind: str) -> None:
    wanted = json.dumps({"game": "smallworld", "players": ["person", "person"]})
    assert site.client.post("/api/games", content=wanted, headers={"Content-Type": kind}).status_code == 201


def test_pages_of_other_sites_and_names_are_refused(site: Site) -> None:
    good = {"game": "smallworld", "players": ["person", "person"]}
    for headers, status in (
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://["}, 403),
        ({"Origin": "http://127.0.0.1:9999"}, 403),
        ({"Host": "evil.example"}, 421),
        ({"Host": ""}, 421),
        ({"Host": "[", "Origin": "http://["}, 421),
        *(({"Host": host}, 421) for host in MALFORMED),
        ({"Content-Type": "text/plain"}, 415),
        ({"Content-Type": "application/jsonp"}, 415),
        ({"Content-Type": "application/json, text/plain"}, 415),
        ({"Content-Type": "application/x-www-form-urlencoded"}, 415),
    ):
        answer = site.client.post(
            "/api/games", content=json.dumps(good), headers={"Content-Type": "application/json", **headers}
        )
        assert answer.status_code == status and answer.json()["error"], headers
    assert not site.server.tables
    answer = site.client.post("/api/games", json=good, headers={"Origin": HERE})
    assert answer.status_code == 201


ODD = (
    b'{"game": Infinity}', b'{"game": NaN}', b'{"game": 1e999}', b'{"game": "\\ud800"}', b'{"game": "a", "game": "b"}',
    b'{"position": {"x": Infinity}, "players": ["person"]}', b'{"position": ' + b'{"a":' * 40 + b"1" + b"}" * 41,
)  # fmt: skip
"""Bodies that a lenient parser accepts."""


@pytest.mark.parametrize(
    "content", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b'{"game": 1' + b"0" * 9_000 + b"}", b"null", *ODD]
)
def test_malformed_bodies_are_refused(site: Site, content: bytes) -> None:
    answer = site.client.post("/api/games", content=content, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400 and answer.json()["error"]


def test_a_field_that_is_there_twice_is_found_soon(site: Site) -> None:
    fields = ",".join(f'"{number:x}": 0' for number in range(24_000))
    began = time.monotonic()
    answer = site.client.post(
        "/api/games", content=f'{{{fields},"5dbf":0}}', headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 400 and "field '5dbf' is there twice" in answer.json()["error"]
    assert time.monotonic() - began < 5


def test_huge_bodies_are_refused_however_they_come(site: Site) -> None:
    headers = {"Content-Type": "application/json"}

    def parts() -> Iterator[bytes]:
        for _ in range(3):
            yield b" " * (guard.LARGEST // 2)

    for content in (b" " * (guard.LARGEST + 1), parts()):
        assert site.client.post("/api/games", content=content, headers=headers).status_code == 413


def test_too_many_requests_are_refused(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "REQUESTS", type(guard.REQUESTS)(5, 10))
    assert {site.client.get("/api/games").status_code for _ in range(20)} == {200, 429}


def test_new_games_are_limited(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "NEW_GAMES", type(guard.NEW_GAMES)(2, 1))
    wanted = {"game": "smallworld", "players": ["person", "person"]}
    assert [site.client.post("/api/games", json=wanted).status_code for _ in range(3)] == [201, 201, 429]


def test_the_game_that_was_seen_longest_ago_makes_room_and_is_found_again(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "MOST_TABLES", 2)
    first, (token, _) = site.begin("smallworld", "person", "person")
    seen = site.post(f"/api/games/{first}/decisions", token, action="pick 0")
    others = [site.begin("smallworld", "person", "person")[0] for _ in range(2)]
    assert list(site.server.tables) == others
    again = site.get(f"/api/games/{first}", token)
    assert again["choices"] == seen["choices"]
    assert list(site.server.tables) == [others[1], first]


def test_games_that_somebody_watches_make_room_last_and_stay_in_the_news(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "MOST_TABLES", 2)
    watched, (token, _) = site.begin("smallworld", "person", "person")
    site.server._watched[watched] = 1
    site.begin("smallworld", "person", "person")
    third, _ = site.begin("smallworld", "person", "person")
    assert list(site.server.tables) == [watched, third]
    site.server._watched[third] = 1
    fourth, _ = site.begin("smallworld", "person", "person")
    assert list(site.server.tables) == [third, fourth]
    news = asyncio.Event()
    site.server._news[watched] = {news}
    site.get(f"/api/games/{watched}", token)
    assert news.is_set(), "its revision is another one now"


class Slow(FirstLegal):
    """Players who never decide."""

    jobs = 9

    async def decide(self, player: str, state: State, seed: int) -> int:
        await asyncio.sleep(60)
        return 0


@pytest.mark.parametrize("limit", [("MOST_TABLES", 3), ("MOST_MEMORY", 1)])
def test_whoever_lets_programs_play_most_makes_room_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: tuple[str, int]
) -> None:
    site = Site(tmp_path, thinkers=Slow())
    with site.client:
        first, second, other = (site.begin("smallworld", "greedy", "greedy")[0] for _ in range(3))
        site.server.tables[other].asker = "192.0.2.1"
        monkeypatch.setattr(server, *limit)
        last, _ = site.begin("smallworld", "person", "person")
        kept = [last] if limit[0] == "MOST_MEMORY" else [first, other, last]
        assert list(site.server.tables) == kept
        assert site.get(f"/api/games/{second}")["game"] == "smallworld", "it goes on when somebody asks for it"
        assert second in site.server._driving


def test_a_game_begins_however_much_programs_think(tmp_path: Path) -> None:
    thinkers = Slow()
    thinkers.jobs = 1
    site = Site(tmp_path, thinkers=thinkers)
    began = time.monotonic()
    with site.client:
        for _ in range(3):
            site.begin("smallworld", "greedy", "greedy")
    assert time.monotonic() - began < 30


def test_whoever_lets_programs_think_much_waits_behind_oneself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = Site(tmp_path)
    thought: list[str] = []

    async def decide(player: str, state: State, seed: int) -> int:
        await asyncio.sleep(0.01)
        thought.append(player)
        return int(state.legal_actions()[0])

    site.thinkers.decide = decide  # type: ignore[method-assign]
    with site.client:
        monkeypatch.setattr(server, "address_of", lambda request: "192.0.2.1")
        for _ in range(12):
            site.begin("smallworld", "greedy", "greedy")
        monkeypatch.setattr(server, "address_of", lambda request: "192.0.2.2")
        site.begin("smallworld", "random", "random")
        begun = len(thought)
        while len(thought) < begun + 40:
            time.sleep(0.01)
    assert thought[begun:][:40].count("random") >= 8, thought


@pytest.mark.parametrize("limit", ["MOST_WATCHERS", "MOST_WATCHERS_OF_ONE"])
def test_watchers_are_limited(site: Site, monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    monkeypatch.setattr(server, limit, 0)
    id, _ = site.begin("smallworld", "person", "person")
    assert site.client.get(f"/api/games/{id}/events").status_code == 503


def test_watchers_who_come_at_once_are_limited_too(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_WATCHERS_OF_ONE", 3)
    id, _ = site.begin("smallworld", "person", "person")
    scope = {"type": "http", "path_params": {"id": id}, "method": "GET", "client": ("192.0.2.1", 1), "headers": []}

    async def watch() -> bool:
        try:
            await site.server.events(server.Request(scope))
        except server.Refused:
            return False
        return True

    async def crowd() -> list[bool]:
        return await asyncio.gather(*(watch() for _ in range(9)))

    assert sum(asyncio.run(crowd())) == 3


def test_what_a_stream_is_like_can_be_asked_without_watching(site: Site) -> None:
    id, _ = site.begin("smallworld", "person", "person")
    for path in (f"/api/games/{id}/events", f"/api/events?games={id}"):
        answer = site.client.head(path)
        assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/event-stream")
    assert not site.server._watchers and not site.server._watched and not site.server._news


def test_a_body_that_never_ends_is_given_up(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    async def endless(self: Any) -> bytes:
        await asyncio.sleep(60)
        return b""

    monkeypatch.setattr(server, "LONGEST_BODY", 0.01)
    monkeypatch.setattr(server.Request, "body", endless)
    assert site.client.post("/api/games", json={}).status_code == 408


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server.py",
        "/static/%2e%2e/server.py",
        "/static/..%2fserver.py",
        "/games/..",
        "/api/games/../../etc/passwd",
    ],
)
def test_paths_lead_nowhere_else(site: Site, path: str) -> None:
    answer = site.client.get(path)
    assert answer.status_code in (200, 404) and "Starlette" not in answer.text


def test_every_response_forbids_scripts_from_elsewhere(site: Site) -> None:
    for path in ("/", "/static/game.js", "/api/offer", "/nowhere"):
        assert "default-src 'self'" in site.client.get(path).headers["content-security-policy"]


# --- news -----------------------------------------------------------------------------------------


def test_one_stream_has_the_news_of_several_games(site: Site) -> None:
    first, second, third = (site.begin("smallworld", "person", "person", seed=7)[0] for _ in range(3))
    table, unheard = site.server.tables[first], site.server.tables[third]

    async def listen() -> list[tuple[str, int]]:
        stream = site.server._revisions([first, second], server._told)
        heard = [json.loads((await anext(stream)).removeprefix("data: ")) for _ in range(2)]
        site.server._play(unheard, unheard.game.parse("pick 0"))
        site.server._play(table, table.game.parse("pick 0"))
        heard.append(json.loads((await anext(stream)).removeprefix("data: ")))
        await stream.aclose()
        assert not site.server._news
        return [(each["game"], each["revision"]) for each in heard]

    before = [(each, site.server.tables[each].revision) for each in (first, second)]
    assert asyncio.run(listen()) == [*before, (first, table.revision)]


@pytest.mark.parametrize(
    ("games", "status"),
    [("", 404), ("nowhere", 404), ("../x", 404), (",,", 404), (",".join(map(str, range(101))), 400)],
)
def test_a_stream_of_no_games_or_too_many_is_refused(site: Site, games: str, status: int) -> None:
    answer = site.client.get("/api/events", params={"games": games})
    assert answer.status_code == status and answer.json()["error"]


def test_another_try_of_a_player_that_failed_is_news(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    site.thinkers.failing.add("random")
    id, (_, token) = site.begin("smallworld", "random", "person")
    failed = site.wait(id, token, lambda view: view["trouble"])

    async def think(*arguments: Any) -> int:
        await asyncio.sleep(600)
        return 0

    monkeypatch.setattr(site.thinkers, "decide", think)
    site.post(f"/api/games/{id}/retry", token)
    seen = site.get(f"/api/games/{id}", token)
    assert seen["revision"] > failed["revision"] and not seen["trouble"]


# --- the command ----------------------------------------------------------------------------------


@pytest.fixture
def serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    """`swenv serve` in a folder, with more arguments, that ends as soon as it listens: its status and what it says."""
    monkeypatch.setattr("uvicorn.Server.run", lambda *arguments, **more: None)

    def run(*arguments: str) -> tuple[int, str]:
        status = main(["serve", "--folder", str(tmp_path), "--players", "random", *arguments])
        return status, capsys.readouterr().err.removeprefix("swenv serve: error: ")

    return run


def test_a_port_in_use_is_said_to_be_in_use(serve: Callable[..., Any]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        status, told = serve("--port", str(port))
    assert status == 2 and told == f"port {port} of 127.0.0.1 is in use: choose another with --port\n"


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (PermissionError(13, "Permission denied"), "this user may not listen on port 80, choose one above 1023"),
        (OSError(errno.EADDRNOTAVAIL, "Cannot assign"), "--host: '127.0.0.9' is not an address of this machine"),
        (OSError(errno.EMFILE, "Too many open files"), "cannot listen on port 80 of 127.0.0.9: too many open files"),
    ],
)
def test_whatever_keeps_the_server_from_listening_is_named(
    serve: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, error: Exception, told: str
) -> None:
    def fail(*arguments: Any, **more: Any) -> None:
        raise error

    monkeypatch.setattr(socket, "create_server", fail)
    status, said = serve("--port", "80", "--host", "127.0.0.9")
    assert status == 2 and told in said and said.count("\n") == 1 and "output" not in said


@pytest.mark.parametrize("host", ["no such.host", "[::1]", "a" * 300, "a." * 200, "", "127.0.0.1:80"])
def test_a_host_that_does_not_exist_is_named(serve: Callable[..., Any], host: str) -> None:
    assert serve("--port", "0", "--host", host) == (2, f"--host: there is no host '{host}'\n")


def test_a_port_beyond_the_last_is_refused(serve: Callable[..., Any]) -> None:
    status, told = serve("--port", "65536")
    assert status == 2 and told == "--port: ports are 0 to 65535, not 65536\n"


def test_two_servers_cannot_keep_their_games_in_one_folder(serve: Callable[..., Any], tmp_path: Path) -> None:
    with Folder(tmp_path).locked():
        status, told = serve("--port", "0")
    assert status == 2 and told == f"'{tmp_path}' is in use: another server keeps its games there\n"
    assert serve("--port", "0") == (0, "")
    assert serve("--port", "0") == (0, ""), "the lock is released"


# --- pages ----------------------------------------------------------------------------------------


PAGES = ("/", "/games/some-game", "/edit", "/api", *(f"/static/{path.name}" for path in server.STATIC.iterdir()))


@pytest.mark.parametrize("path", PAGES)
def test_a_browser_asks_whether_its_copy_of_a_page_is_still_good(site: Site, path: str) -> None:
    first = site.client.get(path)
    assert first.headers["cache-control"] == "no-cache" and first.headers["last-modified"]
    again = site.client.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304 and again.headers["cache-control"] == "no-cache" and not again.content
    assert site.client.get(path, headers={"If-None-Match": '"of another version"'}).content == first.content


def test_scripts_that_differ_have_different_validators(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tags = set()
    for folder, text in (("first", "let a = 1"), ("second", "let a = 2")):
        (tmp_path / folder).mkdir()
        script = tmp_path / folder / "app.js"
        script.write_text(text)
        os.utime(script, (1, 1))  # as installers do whose packages are reproducible
        files = server.Files(directory=tmp_path / folder)
        tags.add(TestClient(files).get("/app.js").headers["etag"])
    assert len(tags) == 2


def test_nothing_that_a_seat_sees_is_kept_by_the_browser(site: Site) -> None:
    id, (token, _) = site.begin("smallworld", "person", "person")
    paths = (f"/api/games/{id}", f"/api/games/{id}/picture", f"/api/games/{id}/observation", "/api/games", "/api/offer")
    for path in (*paths, "/api/openapi.json", "/api/games/nowhere", "/nowhere"):
        assert site.client.get(path, headers=bearer(token)).headers["cache-control"] == "no-store", path
    assert site.client.get("/", headers={"Host": "evil.example"}).headers["cache-control"] == "no-store"


def test_the_api_describes_itself(site: Site) -> None:
    found = site.get("/api/openapi.json")
    assert found == described() and found["openapi"].startswith("3.")
    assert {(method.upper(), path) for path, methods in found["paths"].items() for method in methods} == {
        (each.method, each.path) for each in ENDPOINTS
    }
    assert found["paths"]["/api/games"]["post"]["requestBody"]["content"]["application/json"]["schema"]["required"]


def test_the_page_weighs_little_and_loads_nothing_from_elsewhere(site: Site) -> None:
    files = [path for path in server.STATIC.iterdir() if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 300_000
    for path in files:
        text = path.read_text().replace("http://www.w3.org/", "")
        assert "http://" not in text and "https://" not in text and "eval(" not in text, path.name
    assert "New game" in site.client.get("/static/lobby.js").text
    for path in ("/", "/games/some-game", "/api"):
        assert "<title>swenv" in site.client.get(path).text
