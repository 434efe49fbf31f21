"""`swenv serve`: who may see and do what, games that outlive the server, requests that are refused."""

from __future__ import annotations

import asyncio
import errno
import itertools
import json
import os
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

pytest.importorskip("starlette")

from starlette.testclient import TestClient

import swenv
from everygame import GAMES, short
from support import FX9, active, held, position, seat
from swenv.core import replay
from swenv.core.corpus import Corpus
from swenv.core.game import Game, State
from swenv.render import shapes
from swenv.web import guard, server
from swenv.web.collection import Collection
from swenv.web.endpoints import described
from swenv.web.folder import Folder
from swenv.web.lanes import Lane
from swenv.web.server import Server
from swenv.web.tables import reveals
from swenv.web.thinking import Gone, Thinkers, Trouble

HERE = "http://127.0.0.1:8000"
JSON = {"Content-Type": "application/json"}
WANTED = {"game": "smallworld", "players": ["person", "person"]}
START = {"format": "swenv-position/1", "game": "smallworld", "num_players": 2}
BOARD = json.loads(Path(FX9).read_text(encoding="utf-8"))
BENDS = [[k / 7 * 1.000_000_1, k * k % 439 / 7 * 1.000_000_1] for k in range(440)]
WIDE = BOARD | {"regions": [region | {"polygon": BENDS} for region in BOARD["regions"]]}


class FirstLegal(Thinkers):
    """Players that play the first legal action at once; `failing` ones do not play at all."""

    def __init__(self) -> None:
        self.failing: set[str] = set()

    async def check(self, player: str, game: Game, seat: int, seed: int) -> None:
        if player == "champion":
            raise Trouble("champion: there is none for this game")

    async def decide(self, player: str, states: Sequence[State], seed: int) -> int:
        await asyncio.sleep(0)
        if player in self.failing:
            raise Trouble(f"{player} took more than 1 seconds")
        return int(states[-1].legal_actions()[0])

    async def judge(
        self, player: str, states: Sequence[State], seed: int, ply: int, played: int | None
    ) -> dict[str, Any]:
        return {"seat": states[-1].to_act, "played": played, "actions": [], "principal_variation": []}

    def close(self) -> None:
        pass


class Site:
    """A server, and a browser that talks to it."""

    players: tuple[str, ...] = ("greedy", "random", "champion")

    def __init__(self, folder: Path, thinkers: FirstLegal | None = None, **more: Any) -> None:
        self.thinkers = thinkers or FirstLegal()
        self.server = Server(self.players, Folder(folder), self.thinkers, self.thinkers, **more)
        self.client = TestClient(self.server.app(["127.0.0.1"]), base_url=HERE)

    def __enter__(self) -> Site:
        self.client.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self.client.__exit__(*error)

    def begin(self, game: str | None = "smallworld", *players: str, **more: Any) -> tuple[str, list[str]]:
        """Begin a game, of two persons unless players are named; returns its id and tokens."""
        wanted = {"game": game, "players": players or ["person", "person"], "seed": 7, **more}
        answer = self.post(
            "/api/games", status=201, **{name: value for name, value in wanted.items() if value is not None}
        )
        return answer["id"], answer["tokens"]

    def get(self, path: str, token: str = "", status: int = 200, **query: Any) -> Any:
        """What is found at a path, which may begin with the id of a game."""
        answer = self.client.get(absolute(path), headers=bearer(token), params=query or None)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.headers["content-type"] == "application/json" else answer.text

    def post(self, path: str, token: str = "", status: int = 200, **body: Any) -> Any:
        answer = self.client.post(absolute(path), headers=bearer(token), json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def decide(self, game: str, token: str, action: str, status: int = 200, **more: Any) -> Any:
        return self.post(f"{game}/decisions", token, status, action=action, **more)

    def finish(self, game: str, *tokens: str) -> Any:
        """Play to the end for the seats with tokens."""
        while not (seen := self.wait(game, "", lambda view: view["over"] or tokens[view["to_act"]]))["over"]:
            mine = tokens[seen["to_act"]]
            self.decide(game, mine, self.get(game, mine)["choices"][-1]["action"])
        return seen

    def wait(self, game: str, token: str, happens: Callable[[Any], bool]) -> Any:
        deadline = time.monotonic() + 60
        while not happens(seen := self.get(game, token)):
            assert time.monotonic() < deadline, seen
            time.sleep(0.01)
        return seen


def absolute(path: str) -> str:
    return path if path.startswith("/") else f"/api/games/{path}"


def bearer(token: str) -> dict[str, bytes]:
    return {"Authorization": f"Bearer {token}".encode()} if token else {}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with Site(tmp_path) as made:
        yield made


def harmless(seen: Any) -> str:
    places = (each for each in seen["choices"] if each["verb"] == "conquer" and "die" not in each["remark"])
    return str(next(places)["action"])


@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_a_whole_game_against_a_program_and_everybody_may_judge_it(site: Site, game: str) -> None:
    id, tokens = site.begin(game, "person", "greedy", options=short(game, 2), seed=5)
    seen = site.finish(id, *tokens)
    assert sum(seen["returns"]) == 0 and tokens[1] == ""
    moves = replay.parse(site.get(f"{id}/replay")).moves
    assert moves[-1].action == seen["log"][-1]["action"].split(" (")[0]
    assert "<svg" in site.get(f"{id}/picture")
    for at, line in enumerate(seen["log"][:30]):
        assert site.get(f"{id}/judgement", player="greedy", at=at)["seat"] == line["seat"]
    site.get(f"{id}/judgement", status=409, player="greedy")


def test_the_offer_names_champions_and_options_that_matter(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    offer = site.get("/api/offer")
    games = {each["game"]: each for each in offer["games"]}
    champions = {"smallworld": [2, 3, 4, 5], "underground": [2, 3, 4, 5], "warcraft": [2, 3, 4, 5], "islands": [2, 3]}
    assert {game: each["champions"] for game, each in games.items()} == champions
    assert games["islands"]["ratings"]["greedy"] == 1000 < games["islands"]["ratings"]["champion"]
    assert "flames_entry" not in games["smallworld"]["options"]["2"]
    assert games["underground"]["choices"]["2"]["flames_entry"] == ["edge", "volcano"]
    assert "level" not in games["islands"]["options"]["2"] and games["islands"]["options"]["1"]["level"] == 1
    for game, each in games.items():
        for seats, options in each["options"].items():
            for name, values in each["choices"][seats].items():
                for value in values if name in options else ():
                    swenv.load(game, num_players=int(seats), **{name: value})
    monkeypatch.setattr(swenv, "load", None)
    assert site.get("/api/offer") == offer, "it is made once"


def test_a_refused_decision_says_why_and_changes_nothing(site: Site) -> None:
    id, (token, _) = site.begin()
    before = site.get(id, token)
    told = site.decide(id, token, "conquer 3", status=409)
    assert told["rule"] and told["text"] and told["rule"] in told["error"]
    assert site.get(id, token) == before
    assert site.get(f"{id}/why", token, action="conquer 3").items() <= told.items()
    assert site.get(f"{id}/why", token, action="pick 0") == {"error": "", "rule": "", "text": ""}
    site.decide(id, token, "pick 0", revision=before["revision"])
    told = site.decide(id, token, "pick 0", revision=before["revision"], status=409)
    assert "moved on" in told["error"]


@pytest.mark.parametrize("hidden", [False, True])
def test_a_turn_says_what_it_paid_unless_coins_are_secret(site: Site, hidden: bool) -> None:
    id, tokens = site.begin(options={"hide_coins": hidden})
    seen = site.decide(id, tokens[0], "pick 0")
    site.decide(id, tokens[0], harmless(seen))
    while (seen := site.get(id, tokens[0]))["turn"] == 0:
        token = tokens[seen["to_act"]]
        site.decide(id, token, site.get(id, token)["choices"][-1]["action"])
    paid = [each for line in seen["log"] for each in line["paid"]]
    assert [each["seat"] for each in paid] == ([] if hidden else [0])
    assert hidden or "region" in paid[0]["text"]
    purses = [[each["coins"] for each in site.get(id, token)["seats"]] for token in (*tokens, "")]
    assert purses[0][0] > 5 and (purses[0][1] is purses[1][0] is purses[2][0] is None) == hidden
    acts = site.get(id)["to_act"]
    assert site.get(id, tokens[1 - acts])["choices"] == []
    table = site.get(f"{id}/table", tokens[acts])
    assert [each["coins"] == "?" for each in table["beside"]["seats"]] == [hidden and seat != acts for seat in (0, 1)]
    assert 'data-part="panel"' not in table["board"]


def test_a_change_can_be_answered_with_the_board(site: Site) -> None:
    id, (token, _) = site.begin()
    action = harmless(site.decide(id, token, "pick 0"))
    for change, body in (("decisions", {"action": action}), ("undo", {})):
        assert site.post(f"{id}/{change}?table=1", token, **body)["table"] == site.get(f"{id}/table", token)
    assert "table" not in site.decide(id, token, action)


def test_earlier_positions_can_be_looked_at(site: Site) -> None:
    id, (token, _) = site.begin()
    start = site.get(f"{id}/picture")
    site.decide(id, token, "pick 0")
    assert site.get(f"{id}/picture", at=0) == start != site.get(f"{id}/picture")
    seen = site.get(id, token, at=0)
    assert seen["log"] == [] and seen["decisions"] == 1 and seen["choices"] == []
    for at, status in (("2", 404), ("-1", 400), ("x", 400), ("9" * 30, 400)):
        site.get(id, status=status, at=at)


def test_a_decision_can_be_undone_by_its_seat_until_something_is_revealed(site: Site) -> None:
    id, (token, other) = site.begin()
    assert not site.get(id, token)["may_undo"]
    picked = site.decide(id, token, "pick 0")
    assert not picked["may_undo"], "the column showed another combo"
    assert "revealed" in site.post(f"{id}/undo", token, status=409)["error"]
    conquered = site.decide(id, token, harmless(picked))
    assert conquered["may_undo"] and not site.get(id, other)["may_undo"]
    site.post(f"{id}/undo", other, status=409)
    undone = site.post(f"{id}/undo", token)
    assert undone["choices"] == picked["choices"] and undone["revision"] > conquered["revision"]


@pytest.mark.parametrize("game", GAMES)
def test_an_undo_is_made_once_and_only_of_what_was_seen(site: Site, game: str) -> None:
    id, tokens = site.begin(game)
    seen: Any = {"to_act": site.get(id)["to_act"], "may_undo": False}
    views = []
    while len(views) < 2:  # two decisions in a row that can be taken back
        token = tokens[seen["to_act"]]
        before = site.get(id, token)
        seen = site.decide(id, token, before["choices"][0]["action"])
        views = [*views, (token, seen)] if seen["may_undo"] and seen["you"] == seen["to_act"] else []
    token, earlier, latest = views[1][0], views[0][1], views[1][1]
    assert "moved on" in site.post(f"{id}/undo", token, status=409, revision=earlier["revision"])["error"]
    undone = site.post(f"{id}/undo", token, revision=latest["revision"])
    assert undone["decisions"] == earlier["decisions"] and undone["choices"] == earlier["choices"]
    site.post(f"{id}/undo", token, status=409, revision=latest["revision"])
    assert site.get(id, token)["decisions"] == earlier["decisions"], "an answer that was lost takes back nothing more"
    site.post(f"{id}/undo", token, status=400, revision="x")


def test_dice_are_noticed_as_revealed_and_cards_that_nobody_else_sees_are_not() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("orcs", "berserk", hand=3))],
        regions={0: held(0, "orcs")},
    )
    assert reveals(state, state.game.parse("roll"))
    cards = swenv.load("islands", num_players=2, start_layout="random").new_state(seed=3)
    assert not reveals(cards, cards.game.parse("card_pair 0 1"))


@contextmanager
def full_disk(room: int) -> Iterator[None]:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_what_cannot_be_saved_in_the_middle_changes_no_game(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        id, (token, _) = site.begin()
        file = tmp_path / f"{id}.jsonl"
        seen, before = site.get(id, token), file.read_text()
        with full_disk(len(before) + 10):
            told = site.decide(id, token, "pick 0", status=503)
        assert "could not be saved" in told["error"] and file.read_text() == before
        assert site.get(id, token) == seen
        seen = site.decide(id, token, "pick 0", revision=seen["revision"])
        seen = site.decide(id, token, harmless(seen))
        with full_disk(100):
            told = site.post(f"{id}/undo", token, status=503)
        assert "could not be saved" in told["error"] and site.get(id, token) == seen
        assert {each.suffix for each in tmp_path.iterdir()} == {".json", ".jsonl"}
        seen = site.post(f"{id}/undo", token)
        assert [move.action for move in Site(tmp_path).server.tables[id].moves] == ["pick 0"]
        file.unlink()
        told = site.decide(id, token, harmless(seen), status=503)
        assert "saved" in told["error"] and not file.exists(), "half a file is worse than none"


@pytest.mark.parametrize("room", [0, 10, 200])
def test_a_game_or_replay_that_is_half_written_leaves_nothing(site: Site, tmp_path: Path, room: int) -> None:
    text = replay.record(swenv.load("islands", num_players=2), 5, []).text()
    with full_disk(room):
        site.post("/api/games", status=503, game="smallworld", players=["person", "person"])
        told = site.post("/api/replays", status=503, replay=text)
    assert "could not be saved" in told["error"] and not site.server.tables and not list(tmp_path.iterdir())


def test_only_the_seat_of_the_token_decides(site: Site) -> None:
    id, (first, second) = site.begin()
    _, (stranger, _) = site.begin()
    for token, status in (("", 401), (second, 409), (stranger, 403), ("x" * 200, 403), ("é", 403)):
        site.decide(id, token, "pick 0", status=status)
    assert site.get(id)["decisions"] == 0
    assert site.decide(id, first, "pick 0")["decisions"] == 1


def test_a_seat_and_a_watcher_see_no_more_than_they_may(site: Site) -> None:
    id, (second, first) = site.begin("islands", options={"start_layout": "random"}, seed=3)
    choices = site.get(id, first)["choices"]
    assert not site.get(id, second)["choices"] and not site.get(id)["choices"]
    site.decide(id, first, choices[1]["action"])
    (own,), (others,), (watched,) = (site.get(id, token)["log"] for token in (first, second, ""))
    assert own["action"] == choices[1]["action"] and others["action"] == watched["action"] == "card_pair"
    assert own["phrase"] == choices[1]["phrase"] and "“" in own["phrase"]
    assert others["told"] == "chooses a card for now and one for later"
    assert len({site.get(f"{id}/picture", token) for token in (first, second, "")}) == 3
    site.get(f"{id}/replay", status=409)  # it has the seed
    for token in (first, second, ""):
        assert '"seed"' not in json.dumps(site.get(id, token))


def test_friends_are_told_if_the_seed_or_the_start_was_chosen_and_otherwise_chance_decides(tmp_path: Path) -> None:
    site = Site(tmp_path)
    chosen: list[dict[str, Any]] = [
        {"seed": 7},
        *2 * [{"game": None, "seed": None, "position": START}],
        *2 * [{"seed": None}],
    ]
    with site.client:
        begun = [site.begin(**more)[0] for more in chosen]
    starts = [site.server.tables[id].states[0].to_position() for id in begun[1:]]
    assert len({json.dumps(start["random"]) for start in starts}) == 4
    for again in (site, Site(tmp_path)):
        with again.client:
            assert [again.get(id)["arranged"] for id in begun] == [True, True, True, False, False]


def test_a_player_that_fails_is_reported_and_tries_again_when_asked_or_started_again(tmp_path: Path) -> None:
    first = Site(tmp_path)
    first.thinkers.failing.add("random")
    with first.client:
        id, (_, token) = first.begin("smallworld", "random", "person")
        failed = first.wait(id, token, lambda view: view["trouble"])
        assert "took more than" in failed["trouble"]
        first.thinkers.decide = Slow().decide  # type: ignore[method-assign]
        first.post(f"{id}/retry", token)
        seen = first.get(id, token)
        assert seen["revision"] > failed["revision"] and not seen["trouble"]
    file = tmp_path / f"{id}.json"
    saved = file.read_text()
    file.write_text(saved.replace('"random"', '"exec:./bot"'))
    with Site(tmp_path) as again:
        seen = again.wait(id, token, lambda view: view["trouble"])
    assert seen["trouble"] == "exec:./bot is not among the players of this server", "a saved game starts no program"
    file.write_text(saved)
    with Site(tmp_path) as again:
        again.wait(id, token, lambda view: view["to_act"] == 1 and not view["trouble"])


def test_a_player_that_breaks_is_reported_and_its_error_is_logged(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    async def decide(player: str, states: Sequence[State], seed: int) -> int:
        if player == "random":
            return 10**6
        raise KeyError("/home/somebody/secret")

    site.thinkers.decide = decide  # type: ignore[method-assign]
    for player, reason in (("random", "out of range"), ("greedy", "KeyError")):
        id, (_, token) = site.begin("smallworld", player, "person")
        told = site.wait(id, token, lambda view: view["trouble"])["trouble"]
        assert reason in told and "secret" not in told
    assert "secret" in caplog.text


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
    thinkers = Thinkers(1, str(code), limit=60)

    async def decide() -> None:
        await thinkers.check("greedy", state.game, 0, 1)
        assert state.mask()[await thinkers.decide("greedy", [state], 1)]
        with pytest.raises(Trouble, match="the process of dying died"):
            await thinkers.decide("dying", [state], 1)
        thinkers._limit = 2
        with pytest.raises(Trouble, match="slow took more than 2 seconds"):
            await thinkers.decide("slow", [state], 1)
        thinkers._limit = 60
        assert state.mask()[await thinkers.decide("random", [state], 1)], "another process takes over"
        with pytest.raises(Trouble, match="greedyy"):
            await thinkers.check("greedyy", state.game, 0, 1)

    try:
        asyncio.run(decide())
    finally:
        thinkers.close()


def test_only_own_decisions_against_programs_are_judged_before_the_end(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, (token, _) = site.begin("smallworld", "person", "greedy")
    path = f"{id}/judgement"
    judged = site.get(path, token, player="greedy")
    assert judged["seat"] == 0 and judged["played"] is None
    site.decide(id, token, "pick 0")
    assert site.get(path, token, player="greedy", at=0)["played"] == 0
    site.get(path, status=403, player="greedy")  # who watches gets no hints
    site.get(path, status=400, player="human")
    other, (first, _) = site.begin()
    assert "others" in site.get(f"{other}/judgement", first, status=403, player="greedy")["error"]
    monkeypatch.setattr(server, "MOST_JUDGEMENTS", 0)
    site.get(path, token, status=503, player="greedy", at=0)


def test_a_seat_sees_its_legal_actions_and_what_its_network_sees(site: Site) -> None:
    id, (token, _) = site.begin("smallworld", "person", "greedy")
    state, choices = swenv.load("smallworld").new_state(7), site.get(id, token)["choices"]
    assert [state.game.parse(each["action"]) for each in choices] == state.legal_actions().tolist()
    assert choices[0]["arguments"] == {"row": "0"} and "tokens" in choices[0]["remark"]
    seen = site.get(f"{id}/observation", token)
    assert "tribe 1" in seen["words"] and seen["places"] == ["region"]
    (defence,) = (each for each in seen["columns"] if each["name"] == "defence")
    regions = state.game.observation_layout["regions"]
    assert defence["values"] == regions.of(state.observation(0))[:, regions.column("defence")].ravel().tolist()
    site.get(f"{id}/observation", status=401)


def test_games_of_people_are_collected_only_if_they_say_so(tmp_path: Path) -> None:
    collection = Collection(tmp_path / "all.games")
    with Site(tmp_path / "site", collection=collection) as site:
        assert site.get("/api/offer")["collects"]
        short = {"rounds": 1}
        for more in ({}, {"share": True}):
            for rules in (short, {}):
                id, (token, _) = site.begin("smallworld", "person", "greedy", options=rules, **more)
                site.finish(id, token, "")
        id, _ = site.begin("smallworld", "greedy", "greedy", options=short)
        site.wait(id, "", lambda seen: seen["over"])
    collection.close()
    usual, odd = (Corpus(path) for path in sorted(tmp_path.glob("*.games"), key=lambda path: len(path.name)))
    assert usual.path.name == "all-smallworld-2p.games" and odd.game.options["rounds"] == 1
    assert [block.names(0) for block in usual.blocks()] == [("person", "greedy")]
    assert [block.names(0) for block in odd.blocks()] == [("person", "greedy"), ("greedy", "greedy")]
    assert sum(len(each.games) for each in odd.decisions()) == 2


def test_games_outlive_the_server_and_private_ones_are_listed_to_those_who_know_them(tmp_path: Path) -> None:
    with Site(tmp_path) as first:
        id, (token, other) = first.begin()
        seen = first.decide(id, token, "pick 0")
        place = harmless(seen)
        first.decide(id, token, place)
        first.post(f"{id}/undo", token)
        seen = first.decide(id, token, place)
        hidden, _ = first.begin(private=True)
    for path in tmp_path.iterdir():
        assert path.stat().st_mode & 0o077 == 0, "tokens and seeds are for the owner of the server"
    with Site(tmp_path) as again:
        assert [each["id"] for each in again.get("/api/games")["games"]] == [id]
        assert {each["id"] for each in again.get("/api/games", known=f"{hidden},nothing")["games"]} == {id, hidden}
        assert again.get(id, token)["choices"] == seen["choices"]
        assert again.get(id, other)["you"] == 1
        assert again.get(id, other)["revision"] > seen["revision"], "pages that still watch must notice"


def test_revisions_grow_when_the_clock_is_set_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hours = itertools.count(2_000_000_000, -3_600)
    monkeypatch.setattr(time, "time_ns", lambda: next(hours) * 10**9)
    monkeypatch.setattr(time, "time", lambda: float(next(hours)))
    with Site(tmp_path) as site:
        id, (token, _) = site.begin()
    revisions = [0]
    for _ in range(3):
        with Site(tmp_path) as site:
            seen = site.get(id, token)
            revisions.append(seen["revision"])
            seen = site.decide(id, token, seen["choices"][0]["action"])
            revisions.append(seen["revision"])
            if seen["may_undo"]:
                revisions.append(site.post(f"{id}/undo", token)["revision"])
            site.server.tables[id].revision += 7  # players that failed, which no file says
            revisions.append(site.get(id, token)["revision"])
    assert sorted(set(revisions)) == revisions and max(revisions) < 2**53


@pytest.mark.parametrize("room", [10**9, 10])
def test_half_a_line_is_dropped_and_a_damaged_game_left_out_at_the_next_start(tmp_path: Path, room: int) -> None:
    with Site(tmp_path) as first:
        ids = [first.begin() for _ in range(3)]
        for id, (token, _) in ids:
            first.decide(id, token, "pick 0")
    files = [tmp_path / f"{id}.jsonl" for id, _ in ids]
    with files[0].open("a") as file:
        file.write('{"seat": 0, "act')
    files[1].write_text("nonsense\n")
    with full_disk(room):
        again = Site(tmp_path)
    assert set(again.server.tables) == {ids[0][0], ids[2][0]}
    assert len(again.server.tables[ids[0][0]].moves) == 1 and files[0].read_text().endswith('"}\n')
    (sentence,) = again.server.unread
    assert f"{ids[1][0]}.jsonl" in sentence and files[1].read_text() == "nonsense\n"


def test_a_replay_is_opened_and_only_looked_at(tmp_path: Path) -> None:
    played = swenv.Recorder(swenv.load("islands", num_players=2), 5)
    for _ in range(8):
        played.apply(int(played.state.legal_actions()[0]))
    with Site(tmp_path) as first:
        id = first.post("/api/replays", status=201, replay=played.replay.text())["id"]
        seen = first.get(id)
        assert seen["decisions"] == 8 and seen["seats"][0]["player"] == "recorded" and not seen["choices"]
        placed = first.post("/api/replays", status=201, position=played.state.to_position())["id"]
        assert first.get(f"{placed}/observation")["words"]
        assert first.post("/api/replays", status=400, position={"game": "islands"})["error"]
        for wrong in ("", "nonsense", played.replay.text().replace('"action": "', '"action": "x', 1)):
            assert first.post("/api/replays", status=400, replay=wrong)["error"]
        text = replay.record(swenv.load("smallworld", map="random:0-1"), 5, []).text()
        told = first.post("/api/replays", status=400, replay=text.replace("random:0-1", "random:1000-1127"))
        assert "32 at most" in told["error"]
    assert Site(tmp_path).server.tables[id].states[-1] == played.state


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_drawn_and_a_game_goes_on_from_it(tmp_path: Path, game: str) -> None:
    with Site(tmp_path) as first:
        found = first.get("/api/positions", game=game, seats="2")
        assert found["schema"]["properties"]["seats"]
        drawn = first.post("/api/positions", position=found["position"])
        assert "<svg" in drawn["picture"] and not drawn["error"]
        begun = first.post("/api/games", status=201, players=["person", "person"], position=found["position"])
        id, token = begun["id"], begun["tokens"][found["position"]["to_act"]]
        seen = first.get(id, token)
        first.decide(id, token, seen["choices"][0]["action"])
    table = Site(tmp_path).server.tables[id]
    assert len(table.moves) == 1 and table.states[0].to_position() == found["position"]


def test_what_is_wrong_with_a_position_is_said_with_its_field(site: Site) -> None:
    for change, field in (
        ({"regions": {"4": {"owner": 0, "race": "orcs", "tokens": "x"}}}, ["regions", "4", "tokens"]),
        ({"seats": [{"coins": -1}]}, ["seats", "0", "coins"]),
        ({"map": "../../secret"}, ["options", "map"]),
        ({"game": "chess"}, []),
    ):
        document = {**START, **change}
        told = site.post("/api/positions", position=document)
        assert told["error"] and told["field"] == field and not told["picture"], told
        refused = site.post("/api/games", status=400, players=["person", "person"], position=document)
        assert refused["error"] == told["error"]


def test_a_board_is_drawn_and_what_is_wrong_with_it_is_said_with_its_field(site: Site) -> None:
    for name in ("smallworld-2p", "underground-3p", "L1a"):
        found = site.get(f"/api/boards/{name}")
        drawn = site.post("/api/boards", board=found["board"])
        assert "<svg" in drawn["picture"] and not drawn["error"] and found["schema"]["properties"]["regions"]
    board = site.get("/api/boards/smallworld-2p")["board"]
    for field in ("x", "outline"):
        assert site.post("/api/boards", board={**board, field: {}})["field"] == [field]
    for neighbor in (22, "x"):
        board["regions"][4]["neighbors"][0] = neighbor
        told = site.post("/api/boards", board=board)
        assert told["field"][::2] == ["regions", "neighbors"] and "neighbors" in told["error"]
    for wrong in ({"game": "warcraft"}, {}):
        assert site.post("/api/boards", board=wrong)["error"]


def test_a_board_that_takes_too_long_to_draw_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Drawers(FirstLegal):
        async def draw(self, plan: Any, request: Any) -> Any:
            raise Trouble("drawing this board took more than 20 seconds")

    monkeypatch.setattr(shapes, "_kept", {})
    with Site(tmp_path, drawers=Drawers()) as site:
        board = site.get("/api/boards/smallworld-2p")["board"]
        told = site.post("/api/boards", board=board)
        assert "took more than 20 seconds" in told["error"] and not told["picture"]
        id, _ = site.begin()
        site.get(f"{id}/picture", status=503)
        islands, _ = site.begin("islands")
        assert "<svg" in site.get(f"{islands}/picture")


class Visitor:
    def __init__(self, left: bool = False) -> None:
        self.client, self.left = server.Request({"type": "http", "client": ("", 1)}).client, left

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
    busy, most = 0, 0

    async def work(lane: Lane, host: str) -> None:
        nonlocal busy, most
        async with lane.turn_of(host):
            busy += 1
            most = max(most, busy)
            try:
                await asyncio.sleep(0.001)
            finally:
                busy -= 1
            done.append(host)
            if host == "b":
                raise IndexError

    async def everybody(lane: Lane) -> None:
        tasks = [asyncio.create_task(work(lane, host)) for host in "aaaabbc"]
        await asyncio.gather(*tasks, return_exceptions=True)
        with pytest.raises(server.Refused, match="busy"):
            await asyncio.gather(*(work(lane, "a") for _ in range(9)))

    asyncio.run(everybody(Lane(most=10, most_of_one=3)))
    assert "".join(done).startswith("aabcaba") and most == 1
    asyncio.run(everybody(Lane(most=10, most_of_one=5, width=3)))
    assert most == 3


def test_visitors_who_leave_a_queue_or_fail_hold_nobody_up() -> None:
    async def work(lane: Lane, left: bool, what: str) -> str:
        async with lane.turn(Visitor(left=left)):  # type: ignore[arg-type]
            await asyncio.sleep(0.01)
            return what[0]

    async def everybody() -> list[Any]:
        lane = Lane(most=10, most_of_one=9)
        leaving = [(False, "first"), (True, "left"), (False, ""), (False, "cancelled"), (False, "last")]
        tasks = [asyncio.create_task(work(lane, left, what)) for left, what in leaving]
        await asyncio.sleep(0.005)
        tasks[3].cancel()
        return await asyncio.gather(*tasks, return_exceptions=True)

    first, left, failed, cancelled, last = asyncio.run(everybody())
    assert (first, last) == ("f", "l")
    assert [type(each) for each in (left, failed, cancelled)] == [Gone, IndexError, asyncio.CancelledError]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"game": "chess"}, "chess"),
        ({"players": ["person"] * 9}, "players"),
        ({"players": ["person", "/etc/passwd"]}, "does not offer the player '/etc/passwd'"),
        ({"players": ["person", "champion"]}, "there is none for this game"),
        ({"extra": 1}, "extra"),
        ({"options": {"num_players": 3}}, "not an option"),
        ({"options": {"map": "../secret.json"}}, "map"),
        ({"options": {"map": BOARD | {"name": "<script>alert(1)</script>"}}}, "field 'name'"),
        ({"options": {"map": WIDE}}, "100,000 characters"),
        ({"options": {"map": ["random", "random:7-8"]}}, "32 at"),
        ({"options": {"map": json.loads("[" * 40 + "]" * 40)}}, "nested more than"),
        ({"players": ["person", "greedy"], "names": ["", "x"]}, "only people have names"),
        ({"names": ["x"]}, "names"),
        ({"players": ["person", "greedy"], "invited": [1]}, "only people have names and invitations"),
        ({"invited": [4]}, "there is none at seat 4"),
    ],
)
def test_a_game_that_cannot_be_is_refused_with_a_sentence(site: Site, change: Any, told: str) -> None:
    assert told in site.post("/api/games", status=400, **(WANTED | change))["error"]
    assert not site.server.tables


def test_pages_of_other_sites_and_names_are_refused(site: Site) -> None:
    origins = ("http://evil.example", "null", "http://[", "http://127.0.0.1:9999")
    kinds = ("text/plain", "application/jsonp", "application/json, text/plain", "application/x-www-form-urlencoded")
    fine = ("Application/JSON", "application/json ;", "application/json; charset=utf-8")
    odd = ("evil@127.0.0.1", "127.0.0.1:80:80", "127.0.0.1:8000@evil", "[::1", "[::1]evil", "127.0.0.1,evil", "")
    hosts = ("127.0.0.1", "127.0.0.1:8000", "127.0.0.1:", "LocalHost:80", "[::1]:8000", "[::1]")
    client = TestClient(site.server.app(["127.0.0.1", "localhost", "::1"]), base_url=HERE)
    for headers, status in (
        *(({"Origin": origin}, 403) for origin in origins),
        *(({"Host": host}, 421) for host in odd),
        *(({"Content-Type": kind}, 415) for kind in kinds),
        *(({"Content-Type": kind, "Origin": HERE}, 201) for kind in fine),
        *(({"Host": host}, 201) for host in hosts),
    ):
        answer = client.post("/api/games", content=json.dumps(WANTED), headers={**JSON, **headers})
        assert answer.status_code == status and ("error" in answer.json()) == (status != 201), headers
    assert len(site.server.tables) == len(fine) + len(hosts)


ODD = (
    b"", b"\xff\xfe", b"[]", b"[" * 100_000, b'{"game": 1' + b"0" * 9_000 + b"}", b'{"game": 1e999}',
    b'{"game": "\\ud800"}', b'{"game": "a", "game": "b"}', b'{"position": ' + b'{"a":' * 40 + b"1" + b"}" * 41,
)  # fmt: skip
"""Bodies that are malformed, though a lenient parser accepts some."""


def test_bodies_that_are_malformed_or_take_long_are_refused(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    for content in ODD:
        answer = site.client.post("/api/games", content=content, headers=JSON)
        assert answer.status_code == 400 and answer.json()["error"], content[:40]
    began, part = time.monotonic(), b" " * (guard.LARGEST // 2)
    for content in (b" " * (guard.LARGEST + 1), iter([part] * 3)):
        assert site.client.post("/api/games", content=content, headers=JSON).status_code == 413
    fields = ",".join(f'"{number:x}": 0' for number in range(24_000))
    answer = site.client.post("/api/games", content=f'{{{fields},"5dbf":0}}', headers=JSON)
    assert answer.status_code == 400 and "field '5dbf' is there twice" in answer.json()["error"]

    async def endless(self: Any) -> bytes:
        await asyncio.sleep(60)
        return b""

    monkeypatch.setattr(server, "LONGEST_BODY", 0.01)
    monkeypatch.setattr(server.Request, "body", endless)
    assert site.client.post("/api/games", json={}).status_code == 408
    assert time.monotonic() - began < 10


def test_too_many_requests_and_new_games_are_refused(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "NEW_GAMES", type(guard.NEW_GAMES)(2, 1))
    assert [site.client.post("/api/games", json=WANTED).status_code for _ in range(3)] == [201, 201, 429]
    monkeypatch.setattr(guard, "REQUESTS", type(guard.REQUESTS)(5, 10))
    assert {site.client.get("/api/games").status_code for _ in range(20)} == {200, 429}


def test_games_that_take_much_memory_make_room(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    first, (token, _) = site.begin()
    seen = site.decide(first, token, "pick 0")
    site.begin()
    one, other = (table.game for table in site.server.tables.values())
    assert one is other, "they share what they can"
    monkeypatch.setattr(server, "MOST_MEMORY", 1)
    third, _ = site.begin()
    assert list(site.server.tables) == [third]
    assert site.get(first, token)["choices"] == seen["choices"]
    assert list(site.server.tables) == [first]


def test_games_that_nobody_watches_make_room_first(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_TABLES", 2)
    watched, (token, _) = site.begin()
    site.server._watched[watched] = 1
    seen = site.decide(watched, token, "pick 0")
    site.begin()
    third, _ = site.begin()
    assert list(site.server.tables) == [watched, third]
    site.server._watched[third] = 1
    fourth, _ = site.begin()
    assert list(site.server.tables) == [third, fourth]
    news = asyncio.Event()
    site.server._news[watched] = {news}
    assert site.get(watched, token)["choices"] == seen["choices"]
    assert news.is_set(), "its revision is another one now"


class Slow(FirstLegal):
    jobs = 9

    async def decide(self, player: str, states: Sequence[State], seed: int) -> int:
        await asyncio.sleep(60)
        return 0


@pytest.mark.parametrize("limit", [("MOST_TABLES", 3), ("MOST_MEMORY", 1)])
def test_whoever_lets_programs_play_most_makes_room_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: tuple[str, int]
) -> None:
    with Site(tmp_path, thinkers=Slow()) as site:
        first, second, other = (site.begin("smallworld", "greedy", "greedy")[0] for _ in range(3))
        site.server.tables[other].asker = "192.0.2.1"
        monkeypatch.setattr(server, *limit)
        last, _ = site.begin()
        kept = [last] if limit[0] == "MOST_MEMORY" else [first, other, last]
        assert list(site.server.tables) == kept
        assert site.get(second)["game"] == "smallworld", "it goes on when somebody asks for it"
        assert second in site.server._driving


def test_watchers_are_limited_even_if_they_come_at_once(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    id, _ = site.begin()
    for limit in ("MOST_WATCHERS", "MOST_WATCHERS_OF_ONE"):
        with monkeypatch.context() as patched:
            patched.setattr(server, limit, 0)
            site.get(f"{id}/events", status=503)
    monkeypatch.setattr(server, "MOST_WATCHERS_OF_ONE", 3)
    scope = {"type": "http", "path_params": {"id": id}, "method": "GET", "client": ("192.0.2.1", 1), "headers": []}

    async def crowd() -> list[Any]:
        watchers = (site.server.events(server.Request(scope)) for _ in range(9))
        return await asyncio.gather(*watchers, return_exceptions=True)

    assert sum(not isinstance(each, server.Refused) for each in asyncio.run(crowd())) == 3


def test_names_and_rules_are_explained_and_other_paths_lead_nowhere(site: Site) -> None:
    id, _ = site.begin()
    orcs = site.get(f"{id}/names/orcs")
    assert orcs["text"].startswith(f"{orcs['line']}\nOrcs, banner 5") and "docs/rules" not in orcs["text"]
    assert site.get(f"{site.begin('underground')[0]}/names/socks")["line"].startswith("Stinky Troll's Socks: once")
    assert site.get("/api/rules/sw-conq-1")["rule"] == "SW-CONQ-1"
    dice = site.get(f"{id}/rules?words=final+die")
    assert dice["rules"][0]["rule"].startswith("SW-") and "die" in dice["rules"][0]["text"] and dice["number"] > 1
    named = [site.get(f"{id}/rules?words={word}")["rules"][0]["rule"] for word in ("dragon", "decline")]
    assert named == ["SW-POWER-DRAGON-MASTER", "SW-DECL-2"], "those about the word come first"
    assert site.get(f"{id}/rules")["number"] == site.get(f"{id}/rules?words=dock+ship")["number"] == 0
    for path in (f"{id}/names/nobody", "/api/rules/..%2F..%2Fsecret", "/api/boards/..%2fsecret"):
        site.get(path, status=404)
    for path in ("/static/../server.py", "/static/..%2fserver.py", "/api/games/../../etc/passwd"):
        answer = site.client.get(path)
        assert answer.status_code in (200, 404) and "Starlette" not in answer.text


def test_one_stream_has_the_news_of_several_games(site: Site) -> None:
    first, second, third = (site.begin()[0] for _ in range(3))
    table, unheard = site.server.tables[first], site.server.tables[third]

    async def listen() -> list[tuple[str, int]]:
        stream = site.server._revisions([first, second], server._event)
        heard = [json.loads((await anext(stream)).removeprefix("data: ")) for _ in range(2)]
        site.server._play(unheard, unheard.game.parse("pick 0"))
        site.server._play(table, table.game.parse("pick 0"))
        heard.append(json.loads((await anext(stream)).removeprefix("data: ")))
        await stream.aclose()
        return [(each["game"], each["revision"]) for each in heard]

    before = [(each, site.server.tables[each].revision) for each in (first, second)]
    assert asyncio.run(listen()) == [*before, (first, table.revision)]
    for path in (f"/api/games/{first}/events", f"/api/events?games={first}"):
        answer = site.client.head(path)
        assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/event-stream")
    assert not site.server._watchers and not site.server._watched and not site.server._news
    for games, status in (("", 404), ("../x", 404), (",".join(map(str, range(101))), 400)):
        assert site.get("/api/events", status=status, games=games)["error"]


def test_what_keeps_a_server_from_beginning_is_named(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uvicorn.Server.run", lambda *arguments, **more: None)

    def serve(*arguments: str) -> tuple[int, str]:
        done = run("serve", "--folder", tmp_path, "--players", "random", *arguments)
        return done.status, done.err.removeprefix("swenv serve: error: ")

    with Folder(tmp_path).locked():
        assert serve("--port", "0") == (2, f"'{tmp_path}' is in use: another server keeps its games there\n")
    for _ in range(2):
        assert serve("--port", "0") == (0, ""), "the lock is released"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = serve("--port", str(port))
    assert told == (2, f"port {port} of 127.0.0.1 is in use: choose another with --port\n")
    assert serve("--port", "65536") == (2, "--port: ports are 0 to 65535, not 65536\n")
    for host in ("no such.host", "[::1]", "a" * 300, ""):
        assert serve("--port", "0", "--host", host) == (2, f"--host: there is no host '{host}'\n")
    for number, reason in (
        (errno.EACCES, "this user may not listen on port 80, choose one above 1023"),
        (errno.EADDRNOTAVAIL, "--host: '127.0.0.9' is not an address of this machine"),
        (errno.EMFILE, "cannot listen on port 80 of 127.0.0.9: too many open files"),
    ):
        failing = mock.Mock(side_effect=OSError(number, os.strerror(number)))
        monkeypatch.setattr(socket, "create_server", failing)
        status, said = serve("--port", "80", "--host", "127.0.0.9")
        assert status == 2 and reason in said and said.count("\n") == 1 and "output" not in said


def test_a_browser_asks_whether_its_copy_of_a_page_is_still_good(site: Site, tmp_path: Path) -> None:
    files = [f"/static/{each.name}" for each in server.STATIC.iterdir()]
    for path in ("/", "/games/x", "/edit", "/analyse", "/api", "/embed", *files):
        first = site.client.get(path)
        assert first.headers["cache-control"] == "no-cache" and first.headers["last-modified"]
        assert "default-src 'self'" in first.headers["content-security-policy"]
        assert ("frame-ancestors 'none'" in first.headers["content-security-policy"]) == (path != "/embed")
        again = site.client.get(path, headers={"If-None-Match": first.headers["etag"]})
        assert again.status_code == 304 and again.headers["cache-control"] == "no-cache" and not again.content
        assert site.client.get(path, headers={"If-None-Match": '"of another version"'}).content == first.content
    tags, script, client = set(), tmp_path / "app.js", TestClient(server.Files(directory=tmp_path))
    for text in ("let a = 1", "let a = 2"):
        script.write_text(text)
        os.utime(script, (1, 1))  # as installers do whose packages are reproducible
        tags.add(client.get("/app.js").headers["etag"])
    assert len(tags) == 2


def test_nothing_that_a_seat_sees_is_kept_by_the_browser(site: Site) -> None:
    id, (token, _) = site.begin()
    for each in (id, f"{id}/picture", f"{id}/observation", "/api/games", "/api/offer", "/api/openapi.json", "/x"):
        answer = site.client.get(each, headers=bearer(token))
        assert answer.headers["cache-control"] == "no-store", each
        assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert site.client.get("/", headers={"Host": "evil.example"}).headers["cache-control"] == "no-store"
    assert site.get("/api/openapi.json") == described()


def test_the_page_weighs_little_and_loads_nothing_from_elsewhere() -> None:
    files = [path for path in server.STATIC.iterdir() if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 300_000
    for path in files:
        text = path.read_text().replace("http://www.w3.org/", "")
        assert "http://" not in text and "https://" not in text and "eval(" not in text, path.name


SECRET = "c2VjcmV0LXNlY3JldC1zZWNy"


def test_people_have_names_that_outlive_the_server_and_go_into_the_replay(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        id, (token, other) = site.begin(names=["Anna <b>", ""], options={"rounds": 1})
        revision = site.get(id)["revision"]
        seen = site.post(f"{id}/name", other, name="Бен 🎲")
        assert seen["revision"] > revision and [each["name"] for each in seen["seats"]] == ["Anna <b>", "Бен 🎲"]
        for name in ("x" * 25, "a\nb", "a\u202eb", "a\x00", "\u200b", "a\u2028b"):
            assert "name" in site.post(f"{id}/name", other, status=400, name=name)["error"]
        site.post(f"{id}/name", status=401, name="x")
        site.finish(id, token, other)
        text = site.get(f"{id}/replay")
    with Site(tmp_path) as site:
        (listed,) = site.get("/api/games")["games"]
        assert listed["names"] == ["Anna <b>", "Бен 🎲"] and listed["over"] and listed["to_act"] is None
        assert replay.parse(text).players == ("Anna <b>", "Бен 🎲")
        opened = site.post("/api/replays", status=201, replay=text)["id"]
        seats = site.get(opened)["seats"]
        assert [(each["player"], each["name"]) for each in seats] == [("recorded", "Anna <b>"), ("recorded", "Бен 🎲")]
        assert replay.parse(site.get(f"{opened}/replay")).players == ("Anna <b>", "Бен 🎲")
        one = text.replace('["Anna <b>", ', "[", 1)
        assert "'players'" in site.post("/api/replays", status=400, replay=one)["error"]
        site.post("/api/replays", status=400, replay=text.replace("Anna", "An\\u202ena", 1))


def test_the_list_of_games_says_how_they_stand(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    id, _ = site.begin(names=["Anna", ""])
    secret, _ = site.begin(options={"hide_coins": True})
    later = time.time() + 200
    monkeypatch.setattr(time, "time", lambda: later)
    site.post(f"{secret}/decisions", site.server.tables[secret].tokens[0], action="pick 0")
    found = {each["id"]: each for each in site.get("/api/games")["games"]}
    assert found[id]["coins"] == [5, 5] and found[secret]["coins"] is None
    assert found[id]["to_act"] == 0 and found[id]["round"] == 1 and found[id]["names"] == ["Anna", ""]
    assert found[id]["age"] >= 200 > 2 > found[secret]["age"]


def test_an_invitation_is_taken_once_until_the_host_frees_the_seat(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        begun = site.post("/api/games", status=201, **WANTED, invited=[1], names=["Anna", ""])
        id, (host, nobody), (none, code) = begun["id"], begun["tokens"], begun["invitations"]
        assert nobody == none == "" and site.get(id)["seats"][1]["waits"]
        site.get(id, code, status=403)  # an invitation plays no seat by itself
        for wrong in ("", "short", "x" * 65, "spaces are not allowed in it"):
            site.post(f"{id}/join", code, status=400, secret=wrong)
        site.post(f"{id}/join", host, status=403, secret=SECRET)
        site.post(f"{id}/join", status=403, secret=SECRET)
        assert site.post(f"{id}/join", code, secret=SECRET, name="Ben") == {"seat": 1}
    with Site(tmp_path) as site:
        assert site.post(f"{id}/join", code, secret=SECRET) == {"seat": 1}, "whoever has joined may do so again"
        assert "taken" in site.post(f"{id}/join", code, status=409, secret=SECRET[::-1])["error"]
        seen = site.get(id, SECRET)
        known = {"player": "person", "name": "Ben", "waits": False}
        assert seen["you"] == 1 and seen["seats"][1] | {"coins": 0} == known | {"coins": 0}
        site.post(f"{id}/release", SECRET, status=403, seat=1)
        site.post(f"{id}/release", status=401, seat=1)
        for seat in (0, 2):
            site.post(f"{id}/release", host, status=400, seat=seat)
        again = site.post(f"{id}/release", host, seat=1)["invitation"]
    with Site(tmp_path) as site:
        site.get(id, SECRET, status=403)
        site.post(f"{id}/join", code, status=403, secret=SECRET)
        assert site.get(id)["seats"][1]["waits"] and site.get(id)["seats"][1]["name"] == ""
        assert site.post(f"{id}/join", again, secret=SECRET[::-1]) == {"seat": 1}
        assert site.get(id, SECRET[::-1])["you"] == 1


def test_a_seat_with_secrets_is_not_freed_once_it_has_decided(site: Site) -> None:
    """Otherwise whoever started the game could take it for a moment, and look at its cards."""
    begun = site.post("/api/games", status=201, **{**WANTED, "game": "islands", "options": {}}, invited=[1])
    id, host = begun["id"], begun["tokens"][0]
    tokens = (host, SECRET)
    site.post(f"{id}/join", begun["invitations"][1], secret=SECRET)
    while not any(line["seat"] == 1 for line in site.get(id)["log"]):
        token = tokens[site.get(id)["to_act"]]
        site.decide(id, token, site.get(id, token)["choices"][0]["action"])
    assert "cannot be freed" in site.post(f"{id}/release", host, status=409, seat=1)["error"]
    assert site.get(id, SECRET)["you"] == 1


def test_who_sits_where_stays_as_it_was_if_it_cannot_be_saved(site: Site) -> None:
    begun = site.post("/api/games", status=201, **WANTED, invited=[1])
    id, host = begun["id"], begun["tokens"][0]
    before = site.get(id)
    with full_disk(0):
        site.post(f"{id}/name", host, status=503, name="Anna")
        site.post(f"{id}/join", begun["invitations"][1], status=503, secret=SECRET)
    assert site.get(id) == before


def test_tables_that_were_saved_before_there_were_names_are_read(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        id, (token, _) = site.begin()
    file = tmp_path / f"{id}.json"
    saved = json.loads(file.read_text())
    file.write_text(json.dumps({name: saved[name] for name in ("format", "players", "tokens")}))
    with Site(tmp_path) as site:
        assert [each["name"] for each in site.get(id, token)["seats"]] == ["", ""]
    file.write_text(json.dumps(saved | {"names": ["x"]}))
    with Site(tmp_path) as site:
        assert not site.server.tables and "names" in site.server.unread[0]


def test_the_end_of_a_turn_is_announced_with_what_it_pays(site: Site) -> None:
    """Whatever ends the turn, if only after those who were attacked, says so, and pays what was announced."""
    id, (first, second) = site.begin("smallworld", options={"rounds": 2})
    announced = 0
    while not (seen := site.get(id))["over"]:
        token = (first, second)[seen["to_act"]]
        view = site.get(id, token)
        choice = next((each for each in view["choices"] if each["ends"]), view["choices"][-1])
        after = site.decide(id, token, choice["action"])
        ended = after["over"] or after["to_act"] != view["to_act"]
        assert choice["ends"] == ended
        if choice["pays"] is not None:
            announced += 1
            before, now = (each["seats"][view["to_act"]]["coins"] for each in (view, after))
            assert now - before == choice["pays"], "combos were paid for before"
    assert announced


def test_what_a_conquest_uncovers_is_said(site: Site) -> None:
    id, (token, _) = site.begin("underground", "person", "random", options={"rounds": 6})
    log = site.finish(id, token, "")["log"]
    found = [line["phrase"] for line in log if "uncovers" in line["phrase"]]
    assert found and all("; this uncovers " in phrase for phrase in found)


def test_other_lines_and_positions_are_for_games_that_are_over(site: Site) -> None:
    id, (token, _) = site.begin("smallworld", "person", "greedy", options={"rounds": 1})
    for asked in ("position", "variation?line=pick 0", "table?line=pick 0"):
        site.get(f"{id}/{asked}", token, status=409)
    site.finish(id, token, "")
    assert site.get(f"{id}/position", at=0)["phase"] == "pick"
    line = "pick 1;" + site.get(f"{id}/variation", at=0, line="pick 1")["choices"][0]["action"]
    varied = site.get(f"{id}/variation", at=0, line=line)
    assert [each["seat"] for each in varied["line"]] == [0, 0] and varied["line"][0]["phrase"].startswith("take ")
    assert site.get(f"{id}/table", at=0, line=line)["board"] != site.get(f"{id}/table", at=0)["board"]
    assert "decline" in site.get(f"{id}/variation", status=409, at=0, line="decline")["error"]
    site.get(f"{id}/variation", status=400, line="finish;" * 401)
