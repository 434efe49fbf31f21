"""Figures that pages quote: each has its evidence, and damaged evidence is refused."""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import swenv


@pytest.fixture
def results(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(Path(swenv.__file__).parents[1] / "benchmarks"))
    return importlib.import_module("results")


@pytest.mark.slow
def test_pages_quote_the_figures_that_were_measured(results: Any) -> None:
    for file, text in results.pages().items():
        assert file.read_text(encoding="utf-8") == text, f"run benchmarks/results.py write: {file.name}"


def test_a_quoted_figure_follows_its_file_and_a_missing_one_is_named(
    results: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "ROOT", tmp_path)
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    monkeypatch.setattr(results, "PAGE", tmp_path / "results.md")
    figures = [
        results.Figure("planner", 0.62, 0.572, 0.666, "%", 400),
        results.Figure("steps", 5_691_234.0, 5e6, 6e6, "/s", 7),
    ]
    made_of = {"champion of smallworld-2p": "0"}
    result = results.Result("Ladder", "swenv match", "2026-11-27", "abc", "a machine", {}, made_of, figures)
    (tmp_path / "benchmarks").mkdir()
    (tmp_path / "benchmarks" / "README.md").write_text("[?](../docs/results.md#ladder-steps-s)")
    (tmp_path / "README.md").write_text("[?](docs/results.md#ladder-planner), [(?)](docs/results.md#ladder-planner)")
    (tmp_path / "ladder.json").write_text(json.dumps(results.asdict(result)))
    pages = results.pages()
    assert re.findall(r"\[(.*?)\]", pages[tmp_path / "README.md"]) == ["62.0 %", "62.0 % (57.2 to 66.6)"]
    assert "[5,690,000]" in pages[tmp_path / "benchmarks" / "README.md"]
    assert "Changed since: champion of smallworld-2p" in pages[tmp_path / "results.md"]
    (tmp_path / "README.md").write_text("[?](docs/results.md#ladder-greedy)")
    with pytest.raises(ValueError, match=r"README.md quotes 'ladder-greedy', which is not in results.md"):
        results.pages()


def test_a_score_card_has_a_figure_for_each_cell_and_depends_on_its_tasks(results: Any) -> None:
    cell = {"task": "islands-2p", "opponent": "greedy", "games": 20, "win_rate": 0.7, "low": 0.6, "high": 0.8}
    line = {"aggregate": 0.5, "low": 0.4, "high": 0.6, "cells": [cell, cell]}
    found = [(each.of, each.short, each.number) for each in results.figures(line)]
    assert found == [("aggregate", "50.0 %", 40), *2 * [("islands-2p, greedy", "70.0 %", 20)]]
    needed = {*results._depends_on(["swenv", "score", "champion"], [line])}
    assert {"tasks of swenv-tasks/1", "rules of islands", "champion of warcraft-2p"} <= needed


def test_rows_of_several_commands_name_the_words_in_which_they_differ(
    results: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(program: list[str], **_: object) -> Any:
        line = {"game": "islands", "player": "greedy", "games": 20, "win_rate": 0.5, "interval_95": [0.3, 0.7]}
        return SimpleNamespace(stdout=json.dumps(line | {"num_players": int(program[-2])}))

    monkeypatch.setattr(results, "FOLDER", tmp_path)
    monkeypatch.setattr(results.subprocess, "run", run)
    monkeypatch.setattr(results, "about", lambda: dict.fromkeys(("date", "commit", "machine"), ""))
    line = "measure solo Solo swenv match islands --num-players 1 ++ swenv match islands --num-players 2"
    monkeypatch.setattr(results.sys, "argv", ["results.py", *line.split()])
    assert results.main() == 0
    solo = results.read(tmp_path / "solo.json")
    assert [each.of for each in solo.figures] == ["1: greedy", "2: greedy"]
    assert solo.command.splitlines() == [f"swenv match islands --num-players {seats}" for seats in (1, 2)]
    assert not solo.changed


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "swenv-results/0"}', '{"format": "swenv-results/1"}'])
def test_a_damaged_file_of_results_is_refused_by_name(results: Any, tmp_path: Path, text: str) -> None:
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(ValueError, match=r"x\.json"):
        results.read(tmp_path / "x.json")
