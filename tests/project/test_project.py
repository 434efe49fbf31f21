"""The project as a whole: packaging, versions, names, and statements that must not contradict each other."""

from __future__ import annotations

import ast
import graphlib
import importlib
import json
import re
import runpy
import sys
from itertools import chain, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import swenv
from everygame import GAMES, SEATS
from support import SOURCES
from swenv import maps

if sys.version_info >= (3, 11):
    import tomllib
else:  # pytest brings it
    import tomli as tomllib

ROOT = Path(__file__).parents[2]
MODULES = {
    ".".join([package, *file.relative_to(ROOT / folder).with_suffix("").parts]): file
    for package, folder in SOURCES.items()
    for file in (ROOT / folder).rglob("*.py")
}
"""The files of all modules, by name; those of packages end with `.__init__`."""


def pyproject() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


def test_every_package_is_declared() -> None:
    on_disk = {name.removesuffix(".__init__") for name in MODULES if name.endswith(".__init__")}
    assert set(pyproject()["tool"]["setuptools"]["packages"]) == on_disk


def test_the_version_is_stated_once_in_code() -> None:
    assert "version" in pyproject()["project"]["dynamic"]
    files = [ROOT / "setup.py", *MODULES.values()]
    said = re.compile(r"^__version__ *=|\bversion=\"", re.MULTILINE)
    assert [file.name for file in files if said.search(file.read_text())] == ["__init__.py"]


def test_a_release_is_prepared_by_a_script() -> None:
    script = runpy.run_path(str(ROOT / ".github" / "tag.py"))
    files = {name: (ROOT / name).read_text() for name in ("swenv/__init__.py", "CITATION.cff", "CHANGELOG.md")}
    assert f"\nversion: {swenv.__version__}\n" in files["CITATION.cff"]
    changed = script["released"](dict(files), "7.8.9", "2030-01-31")
    assert '\n__version__ = "7.8.9"\n' in changed["swenv/__init__.py"]
    assert "\nversion: 7.8.9\ndate-released: 2030-01-31\n" in changed["CITATION.cff"]
    assert "\n## [Unreleased]\n\n## [7.8.9] - 2030-01-31\n\n" in changed["CHANGELOG.md"]
    assert sum(map(len, changed.values())) - sum(map(len, files.values())) == len("## [7.8.9] - 2030-01-31\n\n")
    for version in ("7.8", "v7.8.9", "7.8.9; rm"):
        with pytest.raises(ValueError, match="three numbers"):
            script["released"](dict(files), version, "2030-01-31")


def test_every_dependency_is_pinned() -> None:
    def key(requirement: str) -> str:
        return re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", requirement)[0]).lower()

    project = pyproject()["project"]
    wanted = list(chain(project["dependencies"], *project["optional-dependencies"].values()))
    pinned = {key(line) for line in (ROOT / "constraints.txt").read_text().splitlines() if "==" in line}
    assert {key(requirement) for requirement in wanted} - {project["name"]} <= pinned


def test_each_board_is_in_the_file_of_its_name() -> None:
    boxes = product(("smallworld", "underground"), (2, 3, 4, 5))
    assert set(maps.names()) == {f"{box}-{players}p" for box, players in boxes}
    for name in maps.names():
        assert json.loads(maps.path(name).read_text())["name"] == name


GENERAL = ("swenv/envs", "swenv/web", "swenv/commands", "swenv/cli.py", "agents", "training")
"""Code for all games: it names no race, tile or game, except in a player for one game."""


def said_in(file: Path) -> list[str]:
    """The string constants of a module, apart from docstrings and examples of command lines."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    explained = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    texts = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return [str(node.value) for node in texts if id(node) not in explained and "  swenv " not in str(node.value)]


def reached(text: str, whole: bool = True) -> set[str]:
    """The names in a module's imports, or only in those at its top: the modules, and whatever is taken from one."""
    tree, found = ast.parse(text), set()
    for node in ast.walk(tree) if whole else tree.body:
        if isinstance(node, ast.ImportFrom):
            assert node.module and not node.level, "imports are absolute"
            found |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
        elif isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
    return found


def reaches(text: str, *packages: str) -> bool:
    """Whether a module imports one of these packages, or anything in one."""
    return any(f"{name}.".startswith(f"{package}.") for name in reached(text) for package in packages)


def test_code_for_all_games_names_none() -> None:
    engines = {swenv.load(name, num_players=max(SEATS[name])) for name in GAMES}
    content = {key for game in engines for key in game.entries()} - {"champion", "champions"}  # a player, too
    rooms = {str(game.engine.__name__).split(".")[1] for game in engines}
    files = [
        file for place in GENERAL for file in sorted([ROOT / place, *(ROOT / place).rglob("*.py")]) if file.is_file()
    ]
    assert len(files) > 30
    for file in files:
        if file.name == "greedy.py" or any(file.stem.endswith(f"_{room}") for room in rooms):
            continue  # a player for one game, and the table of these
        where = file.relative_to(ROOT)
        source = file.read_text(encoding="utf-8")
        assert not reaches(source, *(f"swenv.{room}" for room in rooms)), where
        for text in said_in(file):
            assert not re.search(rf"\b(?:{'|'.join(GAMES)})\b", text), f"{where} names a game: {text!r}"
            assert text not in content, f"{where} names {text}"


def test_every_rule_can_be_linked_to() -> None:
    sys.path.insert(0, str(ROOT / "docs"))
    try:
        import hooks
    finally:
        sys.path.pop(0)
    for page in (ROOT / "docs" / "rules").glob("*.md"):
        text = page.read_text()
        html = hooks.rules(text)
        anchors = re.findall(r'<a id="([^"]+)">|\{#([^}]+)\}', html)
        anchors = [first or second for first, second in anchors]
        assert len(anchors) == len(set(anchors))
        assert set(anchors) == {match[0] for match in hooks.RULE.finditer(text)}


def test_only_the_seam_asks_which_box_is_played_or_imports_one() -> None:
    rules = ROOT / "swenv" / "smallworld" / "rules"
    own = {rules / "boxes", rules / "underground", rules / "warcraft"}
    shared = [file for file in sorted(rules.rglob("*.py")) if not own & {*file.parents}]
    assert len(shared) > 20
    asking = re.compile(r"\bt\.(?:underground|warcraft|beyond|places)\b")
    assert [file.name for file in shared if asking.search(file.read_text(encoding="utf-8"))] == []
    asked = [file for file in sorted((rules / "boxes").glob("*.py")) if asking.search(file.read_text(encoding="utf-8"))]
    assert len(asked) > 8
    boxes = [f"swenv.smallworld.rules.{box}" for box in ("underground", "warcraft")]
    assert [file.name for file in shared if reaches(file.read_text(encoding="utf-8"), *boxes)] == []
    assert reaches((rules / "boxes" / "losses.py").read_text(encoding="utf-8"), *boxes)
    assert reaches("def f():\n    from swenv.smallworld.rules import column, warcraft", *boxes)


def test_no_module_imports_itself_through_others() -> None:
    modules = {name.removesuffix(".__init__"): file for name, file in MODULES.items()}
    imported = {}
    for name, file in modules.items():
        found = reached(file.read_text(encoding="utf-8"), whole=False) & modules.keys()
        packages = {package for package in found if modules[package].name == "__init__.py"}
        inner = {each.rpartition(".")[0] for each in found}
        imported[name] = found - {name} - (packages & inner)  # `from package import module` needs the module alone
    graphlib.TopologicalSorter(imported).prepare()  # raises CycleError


# Figures that pages quote


@pytest.fixture
def results(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(Path(swenv.__file__).parents[1] / "benchmarks"))
    return importlib.import_module("results")


@pytest.mark.slow
def test_pages_quote_the_figures_that_were_measured(results: Any) -> None:
    for file, text in results.pages().items():
        assert file.read_text(encoding="utf-8") == text, f"run benchmarks/results.py write: {file.name}"


NO_FIGURES = re.compile(r"```.*?```|<!--.*?-->|`[^`\n]*`", re.DOTALL)
"""Commands, code and comments."""
DEFINED = re.compile(
    r"95\s%(?=\sinterval)|93\sto\s97\s%|less\sthan\s2\.5\s%|at\smost\s5\s%\sof\stests"  # what intervals and tests are
    r"|^\| [345] \| (?:33\.3|25|20) %|33\s%\sof\sthe\sgames|20\s%\s*with\sfive"  # an even share
    r"|10\sGbit/s|450\sMB\sa\ssecond|200\srequests\sa\ssecond"  # what a model assumes, and a limit that is set
    r"|85\.4\s%(?=\s\()",  # what a test in tests/training/test_tiny.py computes
    re.MULTILINE,
)
"""Numbers that nobody measured."""
MEASURED = re.compile(
    r"\d\s?%|±\s?\d|\(-?[\d.,]+\sto\s-?[\d.,]+\)"
    r"|\d(?:\s[\w-]+){0,2}(?:/s\b|\s(?:a|per)\ssecond\b)|\d\stimes\s(?:as|its)\b|\d\sElo\b"
)
"""A share, an interval, a speed, a ratio or a rating."""


def unlinked_figures(results: Any, text: str) -> list[str]:
    """What looks measured in a page, and is no link to the page of results, with what stands around it."""
    bare = DEFINED.sub("", results.QUOTE.sub("", NO_FIGURES.sub("", text)))
    return [bare[max(0, each.start() - 40) : each.end() + 20] for each in MEASURED.finditer(bare)]


def test_every_measured_figure_of_a_page_is_a_link_to_its_evidence(results: Any) -> None:
    pages = [ROOT / "README.md", ROOT / "benchmarks" / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    found = {
        file.relative_to(ROOT).as_posix(): unlinked_figures(results, file.read_text(encoding="utf-8"))
        for file in pages
        if file != results.PAGE and ROOT / "docs" / "rules" not in file.parents
    }
    assert {page: each for page, each in found.items() if each} == {}


@pytest.mark.parametrize(
    "planted",
    [
        "it won 57 % of its games", "| 57.1% |", "a lead of 3.5 ± 2.0", "(59.5 to 66.5)", "24,000 decisions a second",
        "9,000 steps/s", "4.2 times as many", "60 Elo", "all 95 % of them",
    ],
)  # fmt: skip
def test_a_figure_without_evidence_is_found(results: Any, planted: str) -> None:
    page = "[62.0 % (57.2 to 66.6)](results.md#a-b), with 95 % intervals, `--set x=5 %`:\n\n```text\n7 %\n```\n\n"
    assert unlinked_figures(results, page) == []
    assert len(unlinked_figures(results, f"{page}{planted} more")) == 1


def test_a_study_has_figures_of_seats_and_picks_and_its_best_and_worst_are_ranked(results: Any) -> None:
    rates = {"wins": 0.5, "wins_low": 0.4, "wins_high": 0.6}
    pick = {"share": 0.1, "share_low": 0.0, "share_high": 0.2, "offered": 90, "picked": 9, "price": -1.234}
    seat, race, pair = {"kind": "seat", "name": "0", "games": 20}, {"kind": "race"}, {"kind": "race+power", "name": "x"}
    assert [each.of for each in results.figures(seat | rates)] == ["seat 0: wins"]
    assert results.figures(pair | pick | rates) == []
    measured = {"what": "share", "median": 62.5, "low": 50.0, "high": 75.0, "unit": "%", "repeats": 3}
    assert results.figures(measured) == [results.Figure("share", 0.625, 0.5, 0.75, "%", 3)]
    never = {"kind": "race", "name": "x", **pick, "picked": 0, "wins_low": 0.0, "wins_high": 1.0}
    assert [each.of for each in results.figures({**never, "price": 0.0})] == ["race x: taken", "race x: price"]
    figures = [
        each for k in range(9) for each in results.figures(race | pick | {**rates, "name": f"r{k}", "wins": k / 9})
    ]
    study = results.Result("Study", "swenv study", "2026-11-27", "abc", "a machine", {}, {}, figures)
    rows = results.ranking("study", "race", study).splitlines()[3:]
    assert [row.split("`")[1] for row in rows if "`" in row] == ["r8", "r7", "r6", "r5", "r4", "r2", "r1", "r0"]
    assert "| [?](results.md#study-race-r8-taken) | [?](results.md#study-race-r8-price-coins) | [(?)]" in rows[0]


def test_a_recorded_result_stands_at_the_end_with_where_it_is_from(results: Any) -> None:
    bound = results.Figure("bound", None, 0.8, None, "%", 0)
    old = results.Result("Old", "", "2026-11-23", "abc", "two cores", {}, {}, [bound], recorded=True)
    new = results.Result("New", "swenv match", "2026-11-27", "def", "two cores", {}, {}, [])
    page = results.page({"old": old, "new": new})
    assert page.index("## New") < page.index("## Recorded earlier") < page.index("### Old")
    assert page.endswith(
        "2026-11-23, commit abc, two cores.\n\n| what | figure | unit | from |\n"
        '| --- | --: | --- | --: |\n| <a id="old-bound"></a>bound | ≥ 80.0 % |  |  |\n'
    )


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


def test_a_score_card_has_a_figure_for_each_cell_that_was_played_and_depends_on_its_tasks(results: Any) -> None:
    cell = {"task": "islands-2p", "opponent": "greedy", "games": 20, "win_rate": 0.7, "low": 0.6, "high": 0.8}
    lost = cell | {"task": "islands-4p", "win_rate": 0.0}
    refused = {"islands-4p": "there is no champion"}
    line = {"aggregate": 0.5, "low": 0.4, "high": 0.6, "cells": [cell, cell, lost], "refused": refused}
    found = [(each.of, each.short, each.number) for each in results.figures(line)]
    assert found == [("aggregate", "50.0 %", 40), *2 * [("islands-2p, greedy", "70.0 %", 20)]]
    needed = {*results._depends_on(["swenv", "score", "champion"], [line])}
    assert {"tasks of swenv-tasks/1", "rules of islands", "champion of warcraft-2p"} <= needed


def test_rows_of_several_commands_name_the_words_in_which_they_differ(
    results: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(program: list[str], **_: object) -> Any:
        line = {"game": "islands", "player": "random", "games": 20, "win_rate": 0.5, "interval_95": [0.3, 0.7]}
        return SimpleNamespace(stdout=json.dumps(line | {"num_players": int(program[-2])}))

    monkeypatch.setattr(results, "FOLDER", tmp_path)
    monkeypatch.setattr(results.subprocess, "run", run)
    monkeypatch.setattr(results, "about", lambda: dict.fromkeys(("date", "commit", "machine"), ""))
    line = "measure solo Solo swenv match islands --num-players 1 ++ swenv match islands --num-players 2"
    monkeypatch.setattr(results.sys, "argv", ["results.py", *line.split()])
    assert results.main() == 0
    solo = results.read(tmp_path / "solo.json")
    assert [each.of for each in solo.figures] == ["1: random", "2: random"]
    assert solo.command.splitlines() == [f"swenv match islands --num-players {seats}" for seats in (1, 2)]
    assert not solo.changed


FIGURE = {"of": "x", "value": 1, "low": None, "high": None, "unit": "%", "number": 1}
RESULT = {
    **dict.fromkeys(("title", "command", "date", "commit", "machine"), ""), "versions": {}, "made_of": {},
    "figures": [FIGURE], "format": "swenv-results/1",
}  # fmt: skip


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", "\xff", *(json.dumps(RESULT | change) for change in (
        {"format": "swenv-results/0"}, {"made_of": []}, {"figures": [FIGURE | {"value": "x"}]}, {"figures": [{}]},
        {"more": 1},
    ))],
)  # fmt: skip
def test_a_damaged_file_of_results_is_refused_by_name(results: Any, tmp_path: Path, text: str) -> None:
    (tmp_path / "x.json").write_text(json.dumps(RESULT))
    assert results.read(tmp_path / "x.json").figures
    (tmp_path / "x.json").write_text(text, encoding="latin-1")
    with pytest.raises(ValueError, match=r"x\.json is not a file of results"):
        results.read(tmp_path / "x.json")


def test_only_results_with_the_old_digest_are_restamped(
    results: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    what = "tasks of swenv-tasks/1"
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    for name in ("old", "older"):
        (tmp_path / f"{name}.json").write_text(json.dumps(RESULT | {"made_of": {what: name}}))
    assert results.restamp(what, "old") == 1
    assert [each.changed for each in results.results().values()] == [[], [what]]


def test_figures_depend_on_whoever_played_and_whatever_learned(results: Any) -> None:
    line = {"game": "islands", "num_players": 2, "player": "our PPO, against planner"}
    assert {*results._depends_on(["python", "-m", "x"], [line])} == {
        "learner of swenv", "rules of islands", "search of islands",
    }  # fmt: skip
    assert {*results._depends_on(["swenv", "match", "islands"], [line | {"player": "greedy"}])} == {
        "rules of islands", "greedy of islands",
    }  # fmt: skip


@pytest.mark.slow
def test_digests_of_greedy_and_of_the_learner_are_reproducible(results: Any) -> None:
    for what in ("greedy of islands", "learner of swenv"):
        digest = results.digest_of(what)
        results.digest_of.cache_clear()
        assert digest == results.digest_of(what) != ""
