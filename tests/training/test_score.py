"""The benchmark `swenv-tasks/1`: its tasks are frozen, and cards follow from games alone."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import swenv
from support import Here
from swenv.training import score
from swenv.training.league import ROUNDS, Block, League, Terms
from test_league import QUIET

TINY = Terms("smallworld", 2, {"rounds": 1}, seed=5)


def task(**changes: Any) -> score.Task:
    made = score.Task("tiny", "A round.", TINY, ("random",), 20, score.rules_digest(TINY.load()))
    return replace(made, **changes)


@pytest.mark.parametrize("task", score.tasks(), ids=lambda task: task.name)
def test_the_rules_of_a_task_are_still_those_it_was_made_with(task: score.Task) -> None:
    assert score.rules_digest(task.terms.load()) == task.digest, "other rules make another task, with another name"


@pytest.mark.slow
def test_no_board_of_the_test_is_one_of_those_to_train_on() -> None:
    networkx = pytest.importorskip("networkx")

    def shapes(boards: str) -> set[str]:
        """A hash of each board that two boards have in common if there is a renumbering that makes one the other."""
        found = set()
        for board in swenv.load("smallworld", num_players=2, map=boards).boards:
            graph = networkx.Graph()
            for region in board.document["regions"]:
                known = (region["terrain"], *sorted(region["symbols"]), region["edge"], region.get("tribe", False))
                graph.add_node(region["id"], known=str(known))
                graph.add_edges_from((region["id"], other) for other in region["neighbors"])
            found.add(networkx.weisfeiler_lehman_graph_hash(graph, node_attr="known", iterations=5))
        return found

    (test,) = (each for each in score.tasks() if each.name == "boards-2p")
    ours = shapes(str(test.terms.options["map"]))
    assert len(ours) == 32 and not ours & shapes("random:0-127")
    assert shapes("random:7") <= shapes("random:0-31")


def test_a_share_of_wins_among_several_is_told_in_duels() -> None:
    assert score.in_duels(np.array([0.0, 0.3, 1.0]), 2) == pytest.approx([0, 0.3, 1])
    assert score.in_duels(np.array([0.0, 1 / 3, 0.5, 1.0]), 3) == pytest.approx([0, 1 / 2, 2 / 3, 1])


def test_a_card_follows_from_the_games_and_two_runs_give_the_same(tmp_path: Path) -> None:
    first, again = (score.play(["greedy"], [task()], tmp_path / name, Here(), QUIET) for name in ("a", "b"))
    assert first == again and first is not None
    (cell,) = first.cells
    assert cell.games == 20 and cell.win_rate == cell.duel == first.aggregate > 0.5
    assert cell.low < cell.win_rate < cell.high or cell.win_rate == 1
    document, page = score.write(first, tmp_path)
    assert json.loads(document.read_text())["format"] == "swenv-score/1"
    assert f"| tiny | `random` | 20 | {100 * cell.win_rate:.1f} %" in page.read_text()


def test_seeds_of_one_method_share_a_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(score, "_refusal", lambda agents, task: "")
    league = League(tmp_path / "tiny", TINY)
    for agent, share in (("a", 0), ("b", 1)):
        wins = [[1.0, 0.0] if share else [0.0, 1.0]] * 2 * ROUNDS
        league._keep(Block((agent, "random"), 0, wins, [[1.0, 1.0]] * 2 * ROUNDS))
    card = score.play(["a", "b"], [task()], tmp_path, Here(), QUIET)
    assert card is not None and card.aggregate == 0.5 and (card.low, card.high) == (0, 1)  # the two seeds differ


def test_agents_that_play_every_deal_alike_are_no_more_certain_than_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(score, "_refusal", lambda agents, task: "")
    league, wins = League(tmp_path / "tiny", TINY), [[1.0, 0.0]] * ROUNDS + [[0.0, 1.0]] * ROUNDS
    for agent in "abcd":
        league._keep(Block((agent, "random"), 0, wins, [[1.0, 1.0]] * 2 * ROUNDS))
    one, four = (score.play(agents, [task()], tmp_path, Here(), QUIET) for agents in ("a", "abcd"))
    assert one is not None and four is not None and four.cells[0].games == 4 * one.cells[0].games
    assert (four.cells[0].low, four.low) == pytest.approx((one.cells[0].low, one.low), abs=0.06)


def test_an_agent_that_cannot_play_a_task_has_lost_it(tmp_path: Path) -> None:
    other = Terms("islands", 4, {}, seed=5)
    impossible = task(name="many", terms=other, digest=score.rules_digest(other.load()))
    card = score.play(["champion"], [impossible], tmp_path, Here(), QUIET)
    assert card is not None and card.aggregate == 0 and "no champion for" in card.refused["many"]
    assert "many: not played, which counts as lost: there is no champion" in card.markdown()


def test_tasks_of_other_rules_or_damaged_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="task 'tiny' was made for other rules than those of this version"):
        score.play(["greedy"], [task(digest="0")], tmp_path, Here(), QUIET)
    manifest = tmp_path / "tasks.json"
    for text in ("", '{"format": "swenv-tasks/2", "tasks": []}', '{"format": "swenv-tasks/1"}'):
        manifest.write_text(text)
        with pytest.raises(ValueError, match=r"tasks\.json"):
            score.tasks(manifest)


def test_the_command_lists_and_plays_tasks(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("swenv.training.processes.Processes", Here)
    assert "boards-2p" in run("score", "--list").out
    monkeypatch.setattr(score, "tasks", lambda: [task(), task(name="other")])
    asked = ("score", "greedy", "--tasks", "ti*", "--out", tmp_path)
    assert f"card: {tmp_path / 'score.md'}" in run(*asked).out.replace("\n", "")
    assert [each["task"] for each in run(*asked, "--json").objects[-1]["cells"]] == ["tiny"]
