"""What players think of positions and of games: `swenv.agents.analysis` and the command `swenv analyse`."""

from __future__ import annotations

import json
import re
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_searching import run_of

import swenv
from archipelago import plays
from everygame import SOME_GAMES, SOME_TABLES, short
from randomplay import sample
from support import ready
from swenv.agents.analysis import MISTAKE, Judgement, Review, chances_of, judge, review
from swenv.commands import analyse
from swenv.core.replay import Recorder, Replay
from swenv.core.telling import line_in_words
from test_search import last_decision


def played_game(game: swenv.Game, seed: int = 1, number: int = 10**6) -> Replay:
    """A game of `greedy` against itself, or its first decisions."""
    player, recorder = ready("greedy", game), Recorder(game, seed)
    while not recorder.state.is_over and len(recorder.replay.moves) < number:
        recorder.apply(player.act(recorder.state))
    return recorder.replay


def small(rounds: int = 1) -> swenv.Game:
    return swenv.load("smallworld", rounds=rounds)


@pytest.mark.parametrize(("name", "num_players"), SOME_TABLES)
@pytest.mark.parametrize("spec", ["search:simulations=40", "greedy"])
def test_a_judgement_is_about_legal_actions_and_every_seat(name: str, num_players: int, spec: str) -> None:
    game = swenv.load(name, num_players=num_players, **short(name, 2))
    player = ready(spec, game, seed=3)
    for state in sample(game, 2, 4):
        before = state.copy()
        found = judge(player, state)
        assert state == before
        assert found.action == player.act(state)
        assert found.probabilities.sum() == pytest.approx(1) and found.probabilities[~state.mask()].sum() == 0
        assert found.probabilities.argmax() == found.action
        if spec == "greedy":
            assert found.values is found.win is found.visits is found.chances is None and found.simulations == 0
            continue
        assert found.win.shape == (num_players,) and np.abs(found.win).max() <= 1
        assert np.isnan(found.values[~state.mask()]).all() and found.visits.sum() == found.simulations == 40
        assert found.principal_variation[0] == found.action and found.reward == "win"


@pytest.mark.parametrize("slice_", [1e-6, 1.0])
def test_the_speed_of_the_machine_has_no_influence(monkeypatch: Any, slice_: float) -> None:
    state = small(2).new_state(seed=3)
    player = ready("search:simulations=200", state.game)
    last = int(state.legal_actions()[-1])
    usual = judge(player, state, last)
    monkeypatch.setattr("swenv.core.search.SLICE", slice_)
    found = judge(player, state, last)
    assert np.array_equal(found.visits, usual.visits) and np.array_equal(found.values, usual.values, equal_nan=True)


def test_a_search_values_the_best_action_and_the_one_that_was_played_by_a_search_of_their_own_each() -> None:
    state = small(2).new_state(seed=3)
    player = ready("search:simulations=60", state.game)
    found = judge(player, state)
    rare = int(np.nanargmin(np.where(state.mask(), found.visits, np.nan)))
    again = judge(player, state, rare)
    assert np.array_equal(found.visits, again.visits)
    for action in (rare, found.action):
        alone = player.consider(state, action)
        assert alone.visits[action] == alone.visits.sum() == 60
        assert found.values[action] != again.values[action] == alone.values[action]


def test_two_actions_with_the_same_outcome_are_worth_the_same() -> None:
    state = small(2).new_state(seed=3)
    while state.phase != "deploy" or state.to_position()["seats"][state.to_act]["races"][0]["hand"] > 1:
        state.apply(int(state.legal_actions()[0]))
    best = judge(ready("search:simulations=60", state.game), state).action
    verb, region = str(state.game.action(best)).split()
    other = state.game.parse(f"{'deploy' if verb == 'deploy_rest' else 'deploy_rest'} {region}")
    assert Review(0, 0, other, judge(ready("search:simulations=60", state.game), state, other)).loss == 0


def test_a_network_gives_its_policy_and_the_chances_of_the_seats_in_order(tmp_path: Path) -> None:
    game = swenv.load("smallworld", num_players=3, rounds=2)
    player: Any = ready(str(run_of(tmp_path, game, "lead")), game)
    for state in sample(game, 3, 6):
        found = judge(player, state)
        logits, values = player.evaluate(state.observation()[np.newaxis], state.mask()[np.newaxis])
        weights = np.exp(logits[0].astype(np.float64)) * state.mask()
        assert found.probabilities == pytest.approx(weights / weights.sum(), abs=1e-5)
        assert found.win is not None and found.win[state.to_act] == pytest.approx(values[0, 0])
        assert (found.reward, found.values, found.principal_variation) == ("lead", None, [found.action])
    for leaves, reward in (("network", "lead"), ("playouts", "win")):
        searched = judge(ready(f"search:simulations=8,leaves={leaves},agent={tmp_path}", game), state)
        assert searched.reward == reward
    found = judge(ready(str(run_of(tmp_path, small(), "coins")), small()), small().new_state(seed=1))
    assert found.win is None and found.chances is None, "who counts coins does not know who is ahead"


@pytest.mark.parametrize(
    ("returns", "chances"),
    [([0.5, -0.5], [0.75, 0.25]), ([1, -0.5, -0.5], [1, 0, 0]), ([0, 0, 0], [1 / 3] * 3), ([-1], [0]), ([1], [1])],
)
def test_returns_stand_for_chances_to_win(returns: list[float], chances: list[float]) -> None:
    assert chances_of(np.array(returns)).tolist() == pytest.approx(chances)


def test_only_positions_of_the_game_that_are_not_over_can_be_judged() -> None:
    *_, last = played_game(small()).states()
    for spec in ("greedy", "search:simulations=5"):
        player = ready(spec, small())
        with pytest.raises(swenv.GameOver):
            judge(player, last)
        with pytest.raises(ValueError, match="was reset for"):
            judge(player, small(2).new_state(seed=1))
        with pytest.raises(ValueError, match="'finish' is illegal here"):
            judge(player, small().new_state(seed=1), small().parse("finish"))


@pytest.mark.parametrize("name", SOME_GAMES)
def test_a_review_follows_the_game(name: str) -> None:
    game = swenv.load(name, num_players=2, **short(name, 1))
    replay = played_game(game, number=20)
    found = review(replay, ready("search:simulations=10", game))
    assert [each.ply for each in found] == list(range(len(replay.moves)))
    for each, move, state in zip(found, replay.moves, replay.states(), strict=False):
        assert (each.seat, str(game.action(each.played))) == (move.seat, move.action)
        assert state.mask()[each.judgement.action]
        assert each.loss is not None and each.loss >= 0
        assert each.played != each.judgement.action or each.loss == 0


def test_the_last_decision_that_gives_the_game_away_is_a_mistake() -> None:
    before, ends = last_decision(125)
    returns = {action: plays(before, action).returns()[before.to_act] for action in ends}
    worst = min(ends, key=lambda action: returns[action])
    found = Review(0, before.to_act, worst, judge(ready("search:simulations=30", before.game), before, worst))
    assert found.loss == max(returns.values()) - min(returns.values()) > 0 and found.mistake


def test_a_mistake_loses_at_least_the_threshold() -> None:
    for loss, mistake in ((MISTAKE, True), (MISTAKE - 1e-9, False), (-0.5, False), (np.nan, False)):
        each = Review(0, 0, 1, Judgement(0, np.array([1.0, 0.0]), np.array([0.0, -loss])))
        assert each.mistake == mistake and each.loss == (None if np.isnan(loss) else max(loss, 0))


def test_a_line_says_who_does_what_but_not_what_nobody_can_know() -> None:
    state, line = small(2).new_state(seed=3), [small().parse("pick 0")]
    world = plays(state, "pick 0")
    while world.to_act == 0:  # one conquest, then straight to the end of the turn
        line.append(int(world.legal_actions()[0 if len(line) == 1 else -1]))
        world.apply(line[-1])
    known, drawn = (line_in_words(state, [*line, state.game.parse(last)])[-1] for last in ("pick 0", "pick 5"))
    assert re.fullmatch(r"seat 1: pick 0 \(.+ tokens\)", known)
    assert drawn == "seat 1: pick 5"  # a combo that comes from the stacks
    assert line_in_words(state, [line[0], line[0]]) == line_in_words(state, line[:1]) != []


PLAYER = ("--player", "search:simulations=12")


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    played_game(small()).save(tmp_path / "game.jsonl")
    return tmp_path / "game.jsonl"


@pytest.fixture
def position_file(tmp_path: Path) -> Path:
    """The start of a game, as a position."""
    file = tmp_path / "position.json"
    file.write_text(json.dumps(small().new_state(seed=3).to_position(), indent=1))
    return file


def content_of(page: Path) -> dict[str, Any]:
    found = re.search(r'<script id="data" type="application/json">(.*?)</script>', page.read_text("utf-8"), re.DOTALL)
    assert found is not None
    content: dict[str, Any] = json.loads(found[1])
    return content


def test_a_position_is_told_as_a_table_chances_and_a_line_and_programs_get_every_legal_action(
    run: Any, position_file: Path, tmp_path: Path
) -> None:
    done = run("analyse", position_file, *PLAYER, "--html", tmp_path / "page.html")
    assert done.status == 0
    lines = [line for line in done.out.splitlines() if "page.html" not in line]
    assert lines[1] == "seat 0 decides"
    assert re.match(r"action +probability +visits +value$", lines[3])
    assert re.match(r"pick \d \(.+ tokens.*\) +\d+\.\d% +\d+ +-?\d\.\d\d$", lines[4])
    assert re.search(r"^chances to win: seat 0 \d+\.\d%, seat 1 \d+\.\d%$", done.out, re.MULTILINE)
    assert re.search(r"^seat 0: pick \d \(", done.out, re.MULTILINE)
    assert lines[-1] == "judged by search:simulations=12; values are expected returns"
    (note,) = content_of(tmp_path / "page.html")["notes"]
    assert note["lines"][0].startswith("chances to win") and note["rows"][0][0].startswith("pick")
    assert 'id="plot"' not in (tmp_path / "page.html").read_text(encoding="utf-8")
    (found,) = run("analyse", position_file, *PLAYER, "--json").objects
    state = small().new_state(seed=3)
    texts = [str(state.game.action(action)) for action in state.legal_actions()]
    assert [each["action"] for each in found["actions"]] == texts
    assert sum(each["probability"] for each in found["actions"]) == pytest.approx(1)
    assert all((each["value"] is None) == (each["visits"] == 0) for each in found["actions"])
    assert found["best"] in texts and found["played"] is None and sum(found["win"]) == pytest.approx(0)


def test_a_player_without_chances_tells_none_but_what_was_played(run: Any, game_file: Path) -> None:
    move = Replay.load(game_file).moves[2]
    done = run("analyse", game_file, "--at", 2, "--player", "greedy")
    assert "100.0%" in done.out and "chances" not in done.out and "values" not in done.out
    assert re.search(rf"^{move.action} .*played", done.out, re.MULTILINE)


def test_a_replay_is_told_decision_by_decision_with_a_summary_and_on_a_page_with_a_curve(
    run: Any, game_file: Path, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setattr("swenv.agents.analysis.MISTAKE", 0.01)
    replay = Replay.load(game_file)
    done = run("analyse", game_file, *PLAYER, "--html", tmp_path / "game.html", "--width", 200)
    assert done.status == 0 and f"judging: {len(replay.moves)} of {len(replay.moves)} decisions" in done.err
    told = re.findall(r"^ +(\d+) +\d+%  seat (\d): (\w+(?: \d+)?)", done.out, re.MULTILINE)
    assert told == [(str(ply), str(move.seat), move.action) for ply, move in enumerate(replay.moves)]
    *decisions, first, second = run("analyse", game_file, *PLAYER, "--json").objects
    assert [each["played"] for each in decisions] == [move.action for move in replay.moves]
    assert [first["seat"], second["seat"]] == [0, 1]
    for figures in (first, second):
        own = [each for each in decisions if each["seat"] == figures["seat"]]
        assert figures["decisions"] == len(own)
        assert figures["mistakes"] == sum(each["loss"] >= 0.01 for each in own) == sum(each["mistake"] for each in own)
        assert figures["mean_loss"] == pytest.approx(np.mean([each["loss"] for each in own]))
        assert figures["as_judged"] == sum(each["played"] == each["best"] for each in own)
    assert done.out.count("MISTAKE") == first["mistakes"] + second["mistakes"]
    *_, last = replay.states()
    page, content = (tmp_path / "game.html").read_text(encoding="utf-8"), content_of(tmp_path / "game.html")
    assert len(content["frames"]) == len(decisions) + 1
    assert content["marks"] == [each["ply"] for each in decisions if each["mistake"]] != []
    assert page.count('class="mark"') == len(content["marks"]) + 1  # and the legend
    ends = re.findall(r' d="M[^"]*L1000 ([\d.]+)"', page)
    assert [float(end) for end in ends] == [100 * (1 - share) for share in chances_of(last.returns())]
    for note, each in zip(content["notes"], decisions, strict=True):
        assert each["played"] in note["lines"][0] and ("MISTAKE" in note["lines"][0]) == each["mistake"]
        assert [row[0].startswith(each["played"]) for row in note["rows"] if row[4]] == [True]


def test_what_was_judged_before_ctrl_c_is_kept(run: Any, game_file: Path, tmp_path: Path, monkeypatch: Any) -> None:
    def interrupted(*given: Any) -> Any:
        yield from islice(kept(*given), 3)
        raise KeyboardInterrupt

    kept = analyse.reviews
    monkeypatch.setattr(analyse, "reviews", interrupted)
    total = len(Replay.load(game_file).moves)
    done = run("analyse", game_file, *PLAYER, "--html", tmp_path / "game.html", "--width", 200)
    assert (done.status, f"stopped after 3 of {total} decisions" in done.err) == (1, True)
    assert len(re.findall(r"^ +\d+ +\d+%  seat", done.out, re.MULTILINE)) == 3
    content = content_of(tmp_path / "game.html")
    assert len(content["frames"]) == total + 1 and len(content["notes"]) == 3
    monkeypatch.setattr(analyse, "reviews", lambda *given: iter(()))
    assert "stopped before any decision was judged" in run("analyse", game_file, *PLAYER).err


def test_bad_input_gets_one_clear_sentence(run: Any, game_file: Path, position_file: Path, tmp_path: Path) -> None:
    replay, three = Replay.load(game_file), swenv.load("smallworld", num_players=3).new_state(1).to_position()
    *_, last = replay.states()
    header, *moves = replay.text().splitlines()
    game, begun, network = game_file, position_file, run_of(tmp_path, small(), "lead")
    for line, status, complaint in (
        (["nowhere.json"], 2, "no file 'nowhere.json'"),
        ([game, "--at", 9999], 2, f"--at: the replay has {len(moves)} decisions, not 9999"),
        ([game, "--at", len(moves)], 2, "the game is over there"),
        ([game, "--player", "human"], 2, "'human' can only play in `swenv play`"),
        ([game, "--player", "search:agent=runs/none"], 2, "no checkpoint at 'runs/none'"),
        ([game, "--map", "smallworld-2p"], 2, "--map: a replay says itself what was played"),
        ([game, "--html", "no/where.html"], 2, "no folder 'no'"),
        ([json.dumps(three), "--player", network], 2, "was trained for smallworld with 2 players"),
        ([begun, "--at", 1], 2, "--at: a position has no decisions"),
        ([json.dumps(last.to_position())], 2, "the game is over there"),
        ([header], 2, "the replay has no decisions"),
        (['{"name": "orcs"}'], 1, "neither a position nor a replay"),
        (["conquer 7"], 1, "written.txt: not JSON"),
        ([json.dumps({**three, "num_players": 9})], 1, "field 'num_players'"),
        ([f'{header}\n{{"seat": 1, "action": "finish"}}'], 1, "written.txt, line 2"),
    ):
        file, *more = line
        if isinstance(file, str) and file != "nowhere.json":
            (tmp_path / "written.txt").write_text(file)
            file = tmp_path / "written.txt"
        done = run("analyse", file, *more)
        assert (done.status, done.out) == (status, "")
        assert complaint in done.err and done.err.count("\n") == 1


def test_files_are_told_apart_by_what_they_contain(run: Any, game_file: Path, position_file: Path) -> None:
    renamed = position_file.with_suffix(".jsonl"), game_file.with_suffix(".json")
    renamed[0].write_text(json.dumps(json.loads(position_file.read_text())))
    renamed[1].write_text("\n" + game_file.read_text())
    for files in zip(renamed, (position_file, game_file), strict=True):
        assert len({run("analyse", file, "--player", "greedy").out for file in files}) == 1
