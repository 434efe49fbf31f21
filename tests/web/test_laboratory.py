"""The laboratory: what it shows of each kind of run, what it refuses to follow, and that it writes nothing there."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("torch")
pytest.importorskip("scipy")

from support import Evil, Here
from swenv.agents.learned import Trained, read_tensors
from swenv.agents.networks import make_policy
from swenv.core.corpus import CorpusWriter
from swenv.training import exploit, score, sprt, study
from swenv.training.config import Config
from swenv.training.league import ROUNDS, Block, League, Terms, keep_terms
from swenv.training.runs import Run
from swenv.web import curves, entrants, experiments, guard, laboratory, recordings, watched
from swenv.web.laboratory import Laboratory
from swenv.web.tables import PERSON, Refused, Table
from swenv.web.thinking import Thinkers
from test_league import QUIET, SHORT, won
from test_web import Site

CONFIG = Config(game="smallworld", options={"rounds": 1}, network="mlp", width=8, frames=4000, evaluate=("greedy",))
ROWS = [
    {
        "frames": 1000 * k, "seconds": 2.0 * k, "env_share": 0.1, "against_greedy": k / 4, "games_greedy": 100 * k,
        **({"evaluated_greedy": 0.4} if k == 2 else {}),
    }
    for k in (1, 2, 3)
]  # fmt: skip


class Reading(Thinkers):
    def __init__(self) -> None:
        self.calls: list[str] = []

    async def read(self, function: Callable[..., Any], *arguments: Any) -> Any:
        self.calls.append(arguments[0].__name__)
        return function(*arguments)

    def close(self) -> None:
        pass


class Lab(Site):
    players = ("greedy",)

    def __init__(self, games: Path, *folders: Path) -> None:
        self.reading = Reading()
        super().__init__(games, laboratory=Laboratory(folders, self.reading, games / entrants.FOLDER))

    def runs(self) -> dict[str, Any]:
        return {run["name"]: run for run in self.get("/api/lab")["runs"]}

    def run(self, name: str, **query: str) -> Any:
        return self.get(f"/api/lab/runs/{self.runs()[name]['id']}", **query)


@pytest.fixture(autouse=True)
def _always_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laboratory, "FRESH", 0.0)
    monkeypatch.setattr(laboratory, "TIMES", 0.0)


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    made = tmp_path / "runs"
    made.mkdir()
    return made


@pytest.fixture
def lab(tmp_path: Path, runs: Path) -> Iterator[Lab]:
    with Lab(tmp_path / "games", runs) as made:
        yield made


def trained(folder: Path, rows: Any = ROWS, config: Config = CONFIG, snapshots: tuple[int, ...] = (0, 2)) -> Run:
    """A run as training leaves it."""
    run = Run(folder)
    folder.mkdir()
    run.begin(config, "swenv train", "a machine")
    weights = make_policy("mlp", config.make_game(), "cpu", 8).state_dict()
    for number in snapshots:
        run.save_weights(f"snapshots/{number:05d}.pt", weights)
    run.save_weights("policy.pt", weights)
    run.save_progress(rows)
    return run


def league_of(folder: Path, corpus: Path | None = None) -> League:
    """A league of greedy and random with real games."""
    made = League(folder, SHORT)
    with CorpusWriter(corpus, made.terms.load()) if corpus else nullcontext() as writer:
        assert made.play(["greedy", "random"], 1, Here(), QUIET, writer)
    return made


def state_of(folder: Path) -> dict[Path, tuple[int, int]]:
    return {each: (each.lstat().st_size, each.lstat().st_mtime_ns) for each in folder.rglob("*")}


def told(lab: Lab) -> str:
    """Everything that the lab sends of its runs."""
    listing = lab.get("/api/lab")
    return json.dumps([listing, *(lab.client.get(f"/api/lab/runs/{run['id']}").json() for run in listing["runs"])])


# --- what is shown -------------------------------------------------------------------------------


def test_without_watched_folders_the_laboratory_says_so(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        assert site.get("/api/lab") == {"watches": False, "runs": [], "left_out": []}
        assert site.get("/api/offer")["watches"] is False
        site.get("/lab")
        assert "--watch" in site.get("/api/lab/runs/x", status=404)["error"]
        assert "--watch" in site.post("/api/lab/games", status=404, run="x")["error"]
        assert "--watch" in site.post("/api/lab/replays", status=404, run="x", game="y")["error"]


def test_runs_are_listed_with_kind_age_and_whether_they_go_on(lab: Lab, runs: Path) -> None:
    trained(runs / "mine")
    League(runs / "rated", SHORT)
    (runs / "empty").mkdir()
    (runs / "note.txt").write_text("nothing")
    os.utime(runs / "rated" / "league.json", 2 * (time.time() - 7200,))
    found = lab.runs()
    assert found.keys() == {"mine", "rated"}
    assert (found["mine"]["kind"], found["mine"]["game"], found["mine"]["num_players"]) == ("training", "smallworld", 2)
    assert found["mine"]["growing"] and found["mine"]["changed"] < 60
    assert not found["rated"]["growing"] and 7100 < found["rated"]["changed"] < 7300
    assert lab.get("/api/offer")["watches"] is True
    (runs / "mine" / "report.md").write_text("# done")
    assert not lab.runs()["mine"]["growing"]


def test_a_folder_that_is_a_run_is_shown_alone(tmp_path: Path, runs: Path) -> None:
    League(runs, SHORT)
    League(runs / "inner", SHORT)
    with Lab(tmp_path / "games", runs) as lab:
        assert lab.runs().keys() == {"runs"}
        assert lab.run("runs")["league"]["players"] == []


def test_training_has_curves_with_intervals(lab: Lab, runs: Path) -> None:
    run = trained(runs / "mine")
    seen = lab.run("mine")
    charts = {chart["title"].partition(",")[0]: chart for chart in seen["charts"]}
    assert charts.keys() == {"Games won in evaluations", "Games won in training", "Decisions per second"}
    (line,) = charts["Games won in training"]["lines"]
    assert line["name"] == "greedy"
    assert [point[:2] for point in line["points"]] == [[1000, 0.25], [2000, 0.5], [3000, 0.75]]
    assert all(low < share < high for _, share, low, high in line["points"])
    (line,) = charts["Games won in evaluations"]["lines"]
    assert line["points"][0][:2] == [2000, 0.4] and 0.35 < line["points"][0][2] < 0.36, "400 games"
    assert charts["Decisions per second"]["lines"][0]["points"] == [[2000, 500], [3000, 500]]
    assert charts["Games won in training"]["even"] == 0.5
    assert ["Decisions", "3,000 of 4,000"] in seen["facts"] and ["width", "8"] in seen["settings"]
    assert seen["checkpoints"] == [0, 2, 3]
    again = lab.run("mine", revision=seen["revision"])
    assert again.keys() == {"id", "changed", "growing", "revision"}
    run.save_progress([*ROWS, {"frames": 4000, "seconds": 9.0}])
    grown = lab.run("mine", revision=seen["revision"])
    assert grown["revision"] != seen["revision"] and grown["checkpoints"] == [0, 2, 4]


def test_many_updates_are_thinned_and_a_run_without_any_says_so(lab: Lab, runs: Path) -> None:
    rows = [
        {"frames": k, "seconds": k / 9, "against_greedy": 0.5, "games_greedy": 9, "loss": 1 / k} for k in range(1, 3000)
    ]
    trained(runs / "long", rows)
    for chart in lab.run("long")["charts"]:
        points = chart["lines"][0]["points"]
        assert curves.SPANS <= len(points) <= curves.MOST_POINTS
        assert points[-1][0] > 2900
    Run(runs / "new").folder.mkdir()
    Run(runs / "new").begin(CONFIG, "", "")
    assert "No update" in lab.run("new")["notes"][0]


def test_a_league_has_ratings_and_a_grid(lab: Lab, runs: Path) -> None:
    league = League(runs / "rated", SHORT)
    won(league, "a", "b", 0.75, blocks=5)
    won(league, "c", "b", 0.5, blocks=5)
    seen = lab.run("rated")["league"]
    best, *others = seen["players"]
    assert best["player"] == "a" and best["rating"][1] < best["rating"][0] < best["rating"][2]
    assert best["games"] == 100 and best["wins"][0] == 0.75
    order = [each["player"] for each in seen["players"]]
    a, b = order.index("a"), order.index("b")
    assert seen["grid"][a][b]["wins"][0] == 0.75 and seen["grid"][b][a]["wins"][0] == 0.25
    low, high = seen["grid"][a][b]["wins"][1:]
    assert 0.6 < low < 0.75 < high < 0.9 and seen["grid"][a][b]["games"] == 100
    assert seen["grid"][a][a] is None and seen["grid"][a][order.index("c")] is None
    assert not seen["recorded"] and len(others) == 2


def test_a_league_of_very_many_players_or_more_seats_has_shares_alone(
    lab: Lab, runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(experiments, "MOST_RATED", 2)
    league = League(runs / "rated", SHORT)
    won(league, "a", "b", 0.25)
    won(league, "c", "b", 0.5)
    seen = lab.run("rated")
    assert [each["player"] for each in seen["league"]["players"]] == ["b", "c", "a"]
    assert seen["league"]["players"][0]["wins"][0] == 0.625 and seen["league"]["players"][0]["rating"] == [None] * 3
    assert "swenv rate prints them" in seen["notes"][0] and seen["league"]["grid"][0][2]["wins"][0] == 0.75
    league = League(runs / "three", Terms("smallworld", 3, {}, seed=0))
    wins = [[1.0, 0.0, 0.0]] * (3 * ROUNDS)
    league._keep(Block(("a", "b", "c"), 0, wins, wins))
    grid = lab.run("three")["league"]["grid"]
    assert grid[0][1]["wins"] == [1.0, None, None] and grid[1][2] is None


def test_a_cell_lists_its_recorded_games_and_opens_them(lab: Lab, runs: Path) -> None:
    league = league_of(runs / "rated", runs / "rated.games")
    (runs / "other.games").write_bytes(b"no games")
    seen = lab.run("rated")
    assert seen["league"]["recorded"]
    listed = lab.get(f"/api/lab/runs/{seen['id']}/games", one="greedy", other="random")
    assert listed["total"] == 2 * ROUNDS == len(listed["games"])
    (block,) = league.blocks.values()
    first = listed["games"][0]
    assert sorted(first["players"]) == ["greedy", "random"]
    assert sorted(first["coins"]) in [sorted(coins) for coins in block.coins]
    id = lab.post("/api/lab/replays", status=201, run=seen["id"], game=first["game"])["id"]
    game = lab.get(f"/api/games/{id}")
    assert game["over"] and game["decisions"] == first["decisions"]
    assert [seat["player"] for seat in game["seats"]] == first["players"]
    assert [seat["coins"] for seat in game["seats"]] == first["coins"]
    assert lab.get(f"/api/lab/runs/{seen['id']}/games", one="greedy", other="planner")["total"] == 0
    file = first["game"].partition("-")[0]
    for wrong in ("", "x", f"{file}-99", f"{file}--1", "../x-0"):
        assert "no such game" in lab.post("/api/lab/replays", status=409, run=seen["id"], game=wrong)["error"]


@pytest.mark.parametrize(
    ("player", "name"),
    [
        ("greedy", "greedy"),
        ("runs/mine", "mine"),
        ("runs/mine/snapshots/00010.pt", "mine"),
        ("runs/mine/policy.pt", "mine"),
        ("runs\\mine", "mine"),
        ("search:seconds=1", "search:seconds=1.0"),
        ("search:simulations=50,agent=runs/x", "search:simulations=50.0,agent=runs/x"),
    ],
)
def test_players_of_a_league_are_known_in_files_of_games(player: str, name: str) -> None:
    assert recordings.called(player) == recordings.called(name) == name


def test_a_study_has_its_tables(lab: Lab, runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    terms = study.Terms("smallworld", 2, {"rounds": 1}, 0, ["greedy", "random"])
    made = study.Study(runs / "picks", terms)
    assert "when the study ends" in lab.run("picks")["notes"][0]
    _, part, _ = study.play_part(terms, 20, 0)
    made.keep(0, part)
    study.write(made, made.parts())
    seen = lab.run("picks")
    titles = [table["title"] for table in seen["tables"]]
    assert titles[0] == "Power, all picks" and "Race, picks of the first round" in titles
    (races,) = (each for each in seen["tables"] if each["title"] == "Race, all picks")
    assert races["columns"] == [*study.HEADERS] and len(races["rows"][0]) == len(study.HEADERS)
    assert not seen["growing"] and ["Players", "greedy, random"] in seen["facts"]
    monkeypatch.setattr(experiments, "MOST_ROWS", 5)
    for table in lab.run("picks")["tables"]:
        assert table["more"] > 0 and all(int(row[2]) >= experiments.OFTEN for row in table["rows"])
        assert not any("nan" in cell or " - " in cell for row in table["rows"] for cell in row)


def test_an_exploit_shows_its_challengers_and_how_ppo_learns(lab: Lab, runs: Path) -> None:
    folder = runs / "weak"
    keep_terms(folder / "exploit.json", "exploit", exploit.Terms("smallworld", 2, {"rounds": 1}, 3, "random", 5.0))
    trained(folder / "learner")
    won(League(folder / "trials", SHORT), "learner", "random", 0.75, blocks=5)
    won(League(folder / "trials", SHORT), "search", "random", 1.0)
    seen = lab.run("weak")
    assert seen["tables"][0]["title"] == "Trials"
    assert [row[:3] for row in seen["tables"][0]["rows"]] == [["search", "20", "100.0 %"], ["learner", "100", "75.0 %"]]
    assert "not begun" in seen["notes"][0] and seen["charts"]
    won(League(folder / "final", SHORT), "search", "random", 0.5)
    assert [table["title"] for table in lab.run("weak")["tables"]] == ["Final games", "Trials"]


def test_a_sequential_test_says_what_was_accepted(lab: Lab, runs: Path) -> None:
    terms = sprt.Terms(**asdict(SHORT), players=["/far/away/mine", "random"], low=0.0, high=100.0)
    made = sprt.SequentialTest(runs / "stronger", terms)
    seen = lab.run("stronger")
    assert seen["kind"] == "test" and seen["growing"] and seen["notes"] == ["It is not decided yet."]
    for number in range(4):
        rows = [[1.0, 0.0]] * (2 * ROUNDS)
        with suppress(sprt.Decided):
            made._keep(Block(made.table, number, rows, rows))
    seen = lab.run("stronger")
    assert seen["notes"] == ["Accepted: away/mine is 100 Elo points above random, rather than 0."]
    assert not seen["growing"] and ["Deals", f"{made.sprt.outcomes.total()}"] in seen["facts"]
    assert seen["tables"][0]["rows"] == [["2 of 2", f"{made.sprt.outcomes.total()}"]]


def test_a_sweep_has_its_trials_best_first_with_what_they_had_set(lab: Lab, runs: Path) -> None:
    folder = runs / "search"
    varied = {"settings": {}, "space": ["width=8,16"], "against": "greedy", "games": 20, "seeds": 1, "batch": 2}
    head = {"format": "swenv-sweep/1", **asdict(SHORT), **varied}
    folder.mkdir()
    (folder / "sweep.json").write_text(json.dumps(head))
    assert lab.run("search")["notes"] == ["No agent has been judged yet."]
    for trial, width, share in (("default", 8, 0.5), ("trial-0", 16, 0.75)):
        (folder / trial).mkdir()
        trained(folder / trial / "seed-0", config=replace(CONFIG, width=width))
        won(League(folder / "judged", SHORT), str(folder / trial / "seed-0"), "greedy", share, blocks=2)
    seen = lab.run("search")
    (table,) = seen["tables"]
    assert table["columns"] == ["trial", "games", "wins", "95 % interval", "width"]
    told_of = [[*row[:3], row[4]] for row in table["rows"]]
    assert told_of == [["trial-0", "40", "75.0 %", "16"], ["default", "40", "50.0 %", "8"]]
    assert seen["growing"] and ["Trials begun", "1"] in seen["facts"] and str(runs) not in told(lab)
    terms = sprt.Terms(**asdict(SHORT), players=["trial-0", "default"], low=0.0, high=10.0)
    sprt.SequentialTest(folder / "test-trial-0", terms)
    assert "in other deals: It is not decided yet." in lab.run("search")["notes"][0]


@pytest.mark.slow
@pytest.mark.parametrize("columns", [[*(f"against_{k}" for k in range(199))], ["x"] * 199, []], ids=len)
def test_a_hostile_curve_of_fifteen_megabytes_takes_little_memory(lab: Lab, runs: Path, columns: list[str]) -> None:
    trained(runs / "mine")
    line = ",".join("1" * (1 + len(columns))) + "\n"
    content = ",".join(["frames", *columns]) + "\n" + line * (15_000_000 // len(line))
    (runs / "mine" / "progress.csv").write_text(content)
    id = lab.runs()["mine"]["id"]
    tracemalloc.start()
    try:
        seen = lab.get(f"/api/lab/runs/{id}")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 150e6
    assert ("is long" in json.dumps(seen["notes"])) == (columns[:1] != ["x"])


def test_a_score_card_is_shown(lab: Lab, runs: Path) -> None:
    (runs / "card").mkdir()
    cell = score.Cell("tiny", "random", 20, 0.75, 0.6, 0.9, 0.75)
    score.write(score.Card(("mine",), (cell,), {"odd": "no such game"}, 0.5, 0.4, 0.6), runs / "card")
    seen = lab.run("card")
    assert ["Score", "50.0 % (40.0 to 60.0)"] in seen["facts"]
    assert seen["tables"][0]["rows"] == [["tiny", "random", "20", "75.0 %", "60.0 to 90.0 %", "75.0 %"]]
    assert "odd" in seen["notes"][0]
    (runs / "card" / "score.json").write_text('{"format": "swenv-score/1", "cells": [1]}')
    assert "damaged" in lab.get(f"/api/lab/runs/{seen['id']}", status=409)["error"]


# --- checkpoints that play -----------------------------------------------------------------------


def test_the_newest_checkpoint_plays_its_predecessor(lab: Lab, runs: Path, tmp_path: Path) -> None:
    trained(runs / "my run")
    before = state_of(runs)
    run = lab.run("my run")
    begun = lab.post("/api/lab/games", status=201, run=run["id"])
    seen = lab.wait(begun["id"], "", lambda seen: seen["over"])
    newest, predecessor = (seat["player"] for seat in seen["seats"])
    assert newest.startswith("lab:my_run@3:") and predecessor.startswith("lab:my_run@2:")
    assert begun["tokens"] == ["", ""] and seen["options"]["rounds"] == 1
    assert state_of(runs) == before, "a watched folder is not written to"
    assert lab.get("/api/offer")["players"] == ["person", "greedy"]
    refused = lab.post("/api/games", status=400, game="smallworld", players=[newest, "greedy"])
    assert "does not offer" in refused["error"]
    chosen = lab.post("/api/lab/games", status=201, run=run["id"], checkpoints=[0, 2])["id"]
    assert [seat["player"][:13] for seat in lab.get(chosen)["seats"]] == ["lab:my_run@0:", "lab:my_run@2:"]
    for wrong in ([1], [0, 2, 3]):
        assert "checkpoints" in lab.post("/api/lab/games", status=409, run=run["id"], checkpoints=wrong)["error"]
    copies = tmp_path / "games" / entrants.FOLDER
    game = CONFIG.make_game()
    for file in runs.rglob("*.pt"):
        file.unlink()
    player = entrants.made(newest, copies)
    player.reset(game, 0, 0)
    assert player.name == newest and player.act(game.new_state(0)) >= 0, "the copy plays without the run"


def test_a_run_with_one_checkpoint_has_no_predecessor(lab: Lab, runs: Path) -> None:
    trained(runs / "mine", snapshots=())
    refused = lab.post("/api/lab/games", status=409, run=lab.runs()["mine"]["id"])
    assert "no earlier checkpoint" in refused["error"]
    league_of(runs / "rated")
    assert "only runs of training" in lab.post("/api/lab/games", status=409, run=lab.runs()["rated"]["id"])["error"]


def copied(run: Path, number: int, copies: Path) -> str:
    """The name of a player whose weights, which are none, were copied."""
    (run / "policy.pt").write_bytes(b"%d" % number)
    time.sleep(0.01)  # so that each copy has another age
    return entrants.copy(watched.Watched.at(run), {"game": "x"}, "policy.pt", number, copies)


def test_no_copy_makes_room_that_plays_in_a_game_that_goes_on(
    lab: Lab, runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entrants, "MOST_COPIES", 2)
    trained(runs / "mine")
    id, copies = lab.runs()["mine"]["id"], tmp_path / "games" / entrants.FOLDER
    names = [copied(runs / "mine", number, copies) for number in (7, 8)]
    table = Table.new(CONFIG.make_game().new_state(0), [PERSON, names[0]], 0)
    lab.server.tables[table.id] = table
    for number in range(3):
        (runs / "mine" / "policy.pt").write_bytes(b"%d" % number)
        begun = lab.post("/api/lab/games", status=201, run=id, checkpoints=[3])
        lab.server.tables.pop(begun["id"])
        assert (copies / names[0][-16:]).exists() and not (copies / names[1][-16:]).exists()
    other = Table.new(CONFIG.make_game().new_state(0), [PERSON, names[1]], 0)
    lab.server.tables[other.id] = other
    assert "too many checkpoints" in lab.post("/api/lab/games", status=409, run=id, checkpoints=[3])["error"]


def test_copies_make_room_and_one_that_is_gone_is_said(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrants, "MOST_COPIES", 2)
    trained(runs / "mine")
    copies = runs / "copies"
    names = [copied(runs / "mine", number, copies) for number in range(4)]
    assert len([*copies.iterdir()]) == 2
    for place in (copies, None):
        with pytest.raises(ValueError, match="no longer kept"):
            entrants.made(names[0], place)
    monkeypatch.setattr(entrants, "LARGEST_WEIGHTS", 0)
    with pytest.raises(watched.Unreadable, match="too large"):
        copied(runs / "mine", 0, copies)


def test_a_checkpoint_is_never_unpickled(lab: Lab, runs: Path, tmp_path: Path) -> None:
    run = trained(runs / "mine")
    mark = tmp_path / "mark"
    (runs / "mine" / "policy.pt").write_bytes(pickle.dumps(Evil(mark)))
    begun = lab.post("/api/lab/games", status=201, run=lab.runs()["mine"]["id"])
    name = lab.get(begun["id"])["seats"][0]["player"]
    player = entrants.made(name, tmp_path / "games" / entrants.FOLDER)
    with pytest.raises(ValueError, match=r"^'policy.pt' is damaged") as refused:
        player.reset(run.config().make_game(), 0, 0)
    assert str(tmp_path) not in str(refused.value) and not mark.exists()


def test_what_a_configuration_says_beyond_the_game_is_left_out(lab: Lab, runs: Path, tmp_path: Path) -> None:
    trained(runs / "mine")
    page = runs / "mine" / "config.json"
    document = json.loads(page.read_text())
    for field, value in (("options", {"map": str(tmp_path / "secret.json")}), ("num_players", 99), ("game", "chess")):
        page.write_text(json.dumps({**document, "config": {**document["config"], field: value}}))
        answer = lab.client.post("/api/lab/games", json={"run": lab.runs()["mine"]["id"]})
        assert answer.status_code in (400, 409), answer.text
    page.write_text(json.dumps(document))
    lab.post("/api/lab/games", status=201, run=lab.runs()["mine"]["id"])
    for copied in (tmp_path / "games" / entrants.FOLDER).glob("*/config.json"):
        assert json.loads(copied.read_text())["config"].keys() <= {*entrants.NEEDED}
        assert Trained.at(copied.parent).width == 8 and read_tensors(copied.parent / "policy.pt")


# --- hostile folders -----------------------------------------------------------------------------

SECRET = "9 8 7 secret"


def test_links_that_lead_out_are_not_followed(lab: Lab, runs: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    league_of(outside)
    (outside / "secret").write_text(f"frames\n{SECRET}\n")
    (runs / "away").symlink_to(outside)
    trained(runs / "mine")
    (runs / "newest").symlink_to(runs / "mine")  # inside, so it is followed
    (runs / "mine" / "progress.csv").unlink()
    (runs / "mine" / "progress.csv").symlink_to(outside / "secret")
    for name in ("policy.pt", "snapshots/00002.pt"):
        (runs / "mine" / name).unlink()
        (runs / "mine" / name).symlink_to(outside / "secret")
    (runs / "round").symlink_to(runs / "round")
    (runs / "rated").mkdir()
    (runs / "rated" / "league.json").symlink_to(outside / "league.json")
    listing = lab.get("/api/lab")
    assert [run["name"] for run in listing["runs"]] == ["mine", "newest"]
    assert "away is a link that leads out of the watched folder." in listing["left_out"]
    assert lab.run("mine")["checkpoints"] == [0]
    assert SECRET not in told(lab) and str(tmp_path) not in told(lab)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_pipes_and_folders_in_place_of_files_hold_nothing_up(lab: Lab, runs: Path) -> None:
    trained(runs / "mine")
    league = league_of(runs / "rated")
    for file in (runs / "mine" / "progress.csv", runs / "mine" / "policy.pt", league.folder / "games.jsonl"):
        file.unlink()
        os.mkfifo(file)
    os.mkfifo(runs / "x.games")
    for name, mark in (("pipe", "config.json"), ("pipe2", "league.json")):
        (runs / name).mkdir()
        os.mkfifo(runs / name / mark)
    (runs / "folder" / "study.json").mkdir(parents=True)
    began = time.monotonic()
    assert lab.runs().keys() == {"mine", "rated"}
    assert lab.run("mine")["checkpoints"] == [0, 2] and lab.run("rated")["league"]["players"] == []
    assert time.monotonic() - began < 20


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b"\xff\xfe\x00", b"[" * 100_000, b'{"format": "other/1"}', b'{"format": 7}',
     b'{"format": "swenv-run/1"}', b'{"format": "swenv-run/1", "config": [1]}', b'{"format": "swenv-league/9"}',
     b'{"format": "swenv-league/2", "game": "\\ud800"}', b'{"format": "swenv-league/2", "num_players": 1e400}',
     b'{"format": "swenv-study/3", "game": "smallworld", "num_players": 2, "options": {}, "seats": [7], "seed": 0}'],
)  # fmt: skip
@pytest.mark.parametrize("mark", [kind.mark for kind in experiments.KINDS])
def test_a_damaged_mark_is_said_in_a_sentence(lab: Lab, runs: Path, mark: str, content: bytes) -> None:
    (runs / "odd").mkdir()
    (runs / "odd" / mark).write_bytes(content)
    listing = lab.get("/api/lab")
    assert not listing["runs"] and len(listing["left_out"]) == 1
    assert listing["left_out"][0].startswith(f"odd: {mark}") and str(runs) not in told(lab)


@pytest.mark.parametrize(
    "content",
    [b"", b"frames", b"frames,frames\n1,2\n", b"frames,a\n1\n", b"frames,a\n1,2,3\n", b"frames\nnan\ninf\n-1e308\n",
     b"\x00\xff", b'frames,"a\n1,"\n', b"frames,against_x,games_x\n1,7,9\n2,0.5,1e300\n3,nan,2\n",
     b"frames,seconds\n5,3\n4,3\n4,2\n", b"frames," + b"a," * 5000 + b"\n", b"frames\n" + b"1" * 5000 + b"\n"],
)  # fmt: skip
def test_a_damaged_curve_is_no_exception(lab: Lab, runs: Path, content: bytes) -> None:
    trained(runs / "mine")
    (runs / "mine" / "progress.csv").write_bytes(content)
    answer = lab.client.get(f"/api/lab/runs/{lab.runs()['mine']['id']}")
    assert answer.status_code == 200 or (answer.status_code == 409 and "progress.csv" in answer.json()["error"])


def test_lines_that_are_damaged_or_half_written_are_left_out(lab: Lab, runs: Path) -> None:
    league = league_of(runs / "rated")
    path = league.folder / "games.jsonl"
    good = path.read_bytes()
    block = json.loads(good)
    bad = [b"{", b"\xff", b'{"table": []}', json.dumps({**block, "wins": [[1.0, 1.0]]}).encode(), b"[" * 9999, b""]
    path.write_bytes(b"\n".join([*bad, good.strip(), good.strip()[:50]]))
    before = state_of(runs)
    seen = lab.run("rated")
    assert seen["league"]["players"][0]["games"] == 2 * ROUNDS
    assert seen["notes"] == ["6 lines of games.jsonl could not be read and are left out."]
    assert state_of(runs) == before, "a half-written line is left to whoever writes it"


def test_what_is_too_large_is_said(lab: Lab, runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    league_of(runs / "rated", runs / "rated.games")
    id = lab.runs()["rated"]["id"]
    monkeypatch.setattr(recordings, "LARGEST_FILE", 10)
    assert not lab.run("rated")["league"]["recorded"]
    monkeypatch.setattr(watched.Watched.text, "__defaults__", (10,))
    assert "games.jsonl is too large" in lab.get(f"/api/lab/runs/{id}", status=409)["error"]
    monkeypatch.setattr(experiments, "LARGEST_HEAD", 10)
    assert "too large" in lab.get("/api/lab")["left_out"][0]


def test_a_damaged_file_of_games_is_said(lab: Lab, runs: Path) -> None:
    league_of(runs / "rated", runs / "rated.games")
    content = (runs / "rated.games").read_bytes()
    id = lab.runs()["rated"]["id"]
    for damaged in (content[:-5], content[:-40] + b"x" * 40, content + b"SWGB" + b"\xff" * 40):
        (runs / "rated.games").write_bytes(damaged)
        answer = lab.client.get(f"/api/lab/runs/{id}/games", params={"one": "greedy", "other": "random"})
        assert answer.status_code in (200, 409) and str(runs) not in answer.text


def test_odd_names_are_shown_and_too_many_runs_are_not(lab: Lab, runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    odd = os.fsdecode(b"\xff<b>\n") if os.name == "posix" else "<odd>"
    try:
        League(runs / odd, SHORT)
    except OSError:
        pytest.skip("this system has no such names")
    (found,) = lab.get("/api/lab")["runs"]
    assert lab.get(f"/api/lab/runs/{found['id']}")["name"].endswith("<b>\n") or os.name != "posix"
    for k in range(3):
        League(runs / f"league-{k}", SHORT)
    monkeypatch.setattr(experiments, "MOST_RUNS", 2)
    listing = lab.get("/api/lab")
    assert len(listing["runs"]) == 2 and "Only the first 2" in listing["left_out"][0]


@pytest.mark.parametrize("id", ["x", "%2e%2e%2foutside", "0" * 16, "/etc/passwd", "runs"])
def test_no_request_names_a_path(lab: Lab, runs: Path, id: str) -> None:
    trained(runs / "mine")
    lab.get(f"/api/lab/runs/{id}", status=404)
    lab.post("/api/lab/games", status=404, run=id)
    lab.post("/api/lab/replays", status=404, run=id, game="../x")


def test_a_watched_folder_that_becomes_a_link_is_not_read(lab: Lab, runs: Path, tmp_path: Path) -> None:
    trained(runs / "mine")
    assert lab.runs().keys() == {"mine"}
    runs.rename(tmp_path / "elsewhere")
    runs.symlink_to(tmp_path / "elsewhere")
    assert lab.get("/api/lab")["left_out"] == ["runs is a link that leads out of the watched folder."]


def test_a_run_that_has_gone_or_what_is_not_installed_is_said(
    lab: Lab, runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = League(runs / "rated", SHORT)
    path = f"/api/lab/runs/{lab.runs()['rated']['id']}"
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "swenv.training.league", None)
        assert "pip install swenv-rl[train]" in lab.client.get(path).json()["error"]
    (league.folder / "league.json").unlink()
    assert "no longer there" in lab.client.get(path).json()["error"]
    lab.get("/api/lab")
    lab.get(path, status=404)


def test_many_visitors_cost_one_reading(lab: Lab, runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laboratory, "FRESH", 60.0)
    trained(runs / "mine")
    id = lab.runs()["mine"]["id"]
    for _ in range(5):
        lab.get("/api/lab")
        lab.get(f"/api/lab/runs/{id}")
    assert lab.reading.calls == ["runs", "run"]


def test_games_of_the_laboratory_count_as_new_games(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "NEW_GAMES", guard.RateLimitItemPerHour(1))
    lab.post("/api/lab/games", status=404, run="x")
    lab.post("/api/lab/games", status=429, run="x")


def test_a_reading_that_takes_too_long_is_stopped(runs: Path, tmp_path: Path) -> None:
    lab = Laboratory([runs], Thinkers(1, limit=0.5), tmp_path / "copies")
    with pytest.raises(Refused, match=r"the reading took more than 0.5 seconds"):
        asyncio.run(lab._read(time.sleep, 60))
    lab.close()
