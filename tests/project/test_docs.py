"""The documentation is correct: snippets print what they show, generated pages are up to date, names exist."""

from __future__ import annotations

import ast
import contextlib
import importlib.util
import inspect
import io
import json
import re
import shlex
import sys
import textwrap
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

import numba
import pytest

import swenv
from everygame import GAMES, MODULES, SEATS
from randomplay import verbs_of, walk
from support import Here
from swenv import agents, cli, maps, render
from swenv.islands.content import GOALS, REWARD_CARDS, TILES
from swenv.islands.rules.record import RESOURCES
from swenv.render.smallworld_style import MARKERS
from swenv.smallworld.rules.record import FINDS, PLACES, RELICS
from test_project import MODULES as FILES

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
RARE = {
    "races": ["cultists", "flames", "kraken", "ogres", "shadow_mimes"],
    "powers": ["magic", "muddy", "reborn", "royal", "shield", "tomb", "vanishing"],
}
OFTEN: dict[str, list[dict[str, Any]]] = {
    "smallworld": [],
    "underground": [RARE],
    "warcraft": [
        {"races": ["ethereals", "gnomes", "goblins", "pandaren", "worgen"], "powers": powers}
        for powers in (["beastmasters", "champions"], ["beastmasters", "portal_mages", "strongmen"])
    ],
    "islands": [{"mode": "advanced"}, {"window": 5}, {"num_players": 1, "window": 7, "level": 6}],
}
"""Options of games in which rare things happen often; for two players unless they state a number."""
plays = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="too many games for NUMBA_DISABLE_JIT")


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def module(path: Path) -> ModuleType:
    """A script, imported from its file."""
    spec = importlib.util.spec_from_file_location(f"script_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@dataclass
class Snippet:
    """A fenced block of a page: its first line, language, the file it represents, its text, and its expected output."""

    line: int
    language: str
    title: str
    text: str
    output: str | None = None


FENCE = re.compile(r'^( *)```(\w+)(?: title="([^"]+)")?\n(.*?)^\1```$', re.MULTILINE | re.DOTALL)


def snippets(text: str) -> list[Snippet]:
    """The fenced blocks of a page. A block of text directly after another one is its expected output."""
    found: list[Snippet] = []
    end = 0
    for match_ in FENCE.finditer(text):
        language, content = match_[2], textwrap.dedent(match_[4])
        if language == "text" and found and not text[end : match_.start()].strip():
            found[-1].output = content
        else:
            line = text.count("\n", 0, match_.start()) + 1
            found.append(Snippet(line, language, match_[3] or "", content))
        end = match_.end()
    return found


def run_python(snippet: Snippet, page: str, names: dict[str, Any]) -> str:
    """Run a block in the namespace of its page; returns what it prints."""
    code = compile("\n" * snippet.line + snippet.text, page, "exec", dont_inherit=True)
    out = io.StringIO()
    with mock.patch("sys.stdin", io.StringIO()), contextlib.redirect_stdout(out):
        exec(code, names)
    return out.getvalue()


NOT_RUN = {"train", "bench", "doctor", "exploit", "score"}
"""Commands that take minutes: only their arguments are parsed."""
TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def run_command(line: str, exact: bool, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run one line of a shell block, scaled down unless its output must be exact; returns what it prints."""
    command, _, comment = line.partition("#")
    words = shlex.split(command)
    if words[:1] == ["make"]:
        assert set(words[1:2]) <= TARGETS, f"make has no {words[1]}"
    if words[:1] == ["python"] and words[1] != "-m":
        assert (ROOT / words[1]).is_file(), words[1]
    if not words or words[0] in ("make", "python", "git", "cd", ".", "tensorboard"):
        return ""
    assert words[0] == "swenv", line
    arguments = words[1:]
    cli.make_parser().parse_args(arguments)
    if arguments[0] in NOT_RUN or any("runs/" in word or "exec:" in word or word == "--gif" for word in arguments):
        return ""
    if not exact:
        arguments = [re.sub(r"seconds=[\d.]+", "seconds=0.001", word) for word in arguments]
        arguments = [re.sub(r"simulations=\d+", "simulations=20", word) for word in arguments]
        if "--games" in arguments:
            arguments[arguments.index("--games") + 1] = "2"
        elif arguments[0] in ("rate", "study"):
            arguments += ["--games", "2"]
        if arguments[0] in ("match", "rate", "study") and "islands" not in arguments:
            arguments += ["--rounds", "2"]
    out, wrong = io.StringIO(), io.StringIO()
    with monkeypatch.context() as patch, contextlib.redirect_stdout(out), contextlib.redirect_stderr(wrong):
        patch.setattr(sys, "stdin", io.StringIO("quit\n"))
        patch.setattr("swenv.training.processes.Processes", Here)
        if not exact:
            patch.setattr("swenv.training.league.ROUNDS", 1)
            patch.setattr("swenv.training.study.PART", 2)
        status = cli.main(arguments)
    expected = re.search(r"exit status (\d)", comment)
    assert status == (int(expected[1]) if expected else 0), f"{line}\n{out.getvalue()}{wrong.getvalue()}"
    return out.getvalue() + (wrong.getvalue() if status else "")


TEXTS = {name_of(page): page.read_text(encoding="utf-8") for page in PAGES}
TEXTS |= {f"swenv/{name}_v0.py": str(MODULES[name].__doc__) for name in GAMES}
QUICK = ["docs/quickstart.md", *(f"swenv/{name}_v0.py" for name in GAMES)]
MEASURED = "docs/results.md"
"""The page whose commands ran when its figures were measured."""


@plays
@pytest.mark.parametrize(
    "page", [*QUICK, *(pytest.param(page, marks=pytest.mark.slow) for page in TEXTS if page not in (*QUICK, MEASURED))]
)
def test_snippets_run_and_print_what_they_show(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(agents, "_FACTORIES", dict(agents._FACTORIES))
    names: dict[str, Any] = {"__name__": f"docs_{Path(page).stem}"}
    assert not page.endswith(".py") or snippets(TEXTS[page])
    for snippet in snippets(TEXTS[page]):
        where, printed = f"{page}, line {snippet.line}", ""
        if snippet.title:
            Path(snippet.title).write_text(snippet.text, encoding="utf-8")
        if snippet.language == "python":
            printed = run_python(snippet, page, names)
        elif snippet.language == "bash":
            exact = snippet.output is not None
            printed = "".join(run_command(line, exact, monkeypatch) for line in snippet.text.splitlines())
        elif snippet.language == "json":
            json.loads(snippet.text)
        else:
            assert snippet.language == "text" or snippet.title, f"{where}: what is {snippet.language}?"
        if snippet.output is not None:
            told, shown = ([line.rstrip() for line in text.strip().splitlines()] for text in (printed, snippet.output))
            assert told == shown, f"{where} prints\n{printed}"


def test_pages_have_every_public_function_and_are_in_the_contents() -> None:
    contents = set(re.findall(r"[\w/]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8")))
    assert contents == {page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")}
    told = set(re.findall(r"^::: (\S+)$", (DOCS / "api.md").read_text(encoding="utf-8"), re.MULTILINE))
    for package in (maps, render):
        names = {name for name in package.__all__ if inspect.isfunction(getattr(package, name))}
        assert names and {f"{package.__name__}.{name}" for name in names} <= told
    places = re.findall(r"\]\(([^)#]+)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert places and all(place.startswith("https://") or (ROOT / place).exists() for place in places)
    for page, text in TEXTS.items():  # pasted alone, a snippet without the import would end in NamespaceNotFound
        for snippet in snippets(text):
            if snippet.language == "python" and re.search(r"gymnasium\.make(_vec)?\(", snippet.text):
                assert re.search(r"^import swenv|^from swenv", snippet.text, re.MULTILINE), page


@pytest.mark.slow
def test_generated_pages_are_current() -> None:
    tables, schemas = module(DOCS / "tables.py"), module(DOCS / "schemas.py")
    for path, text in tables.current().items():
        assert path.read_text(encoding="utf-8") == text, f"{path}: run python docs/tables.py"
    for name in schemas.RECORDS:
        path = schemas.FOLDER / f"{name}.json"
        assert path.read_text(encoding="utf-8") == schemas.schema(name), "run python docs/schemas.py"


def phases_met(game: swenv.Game, games: int) -> dict[str, set[str]]:
    """The phases in which each verb is legal at some time in random games."""
    met: dict[str, set[str]] = defaultdict(set)
    names = verbs_of(game)
    for seed in range(games):
        for state, _ in walk(game, seed):
            for action in state.legal_actions().tolist():
                met[names[action]].add(state.phase)
    return met


@pytest.mark.slow
@plays
@pytest.mark.parametrize("name", GAMES)
def test_the_phases_of_the_verbs_are_those_of_play(name: str) -> None:
    met: dict[str, set[str]] = defaultdict(set)
    games = [(swenv.load(name, num_players=number), 40) for number in SEATS[name]]
    games += [(swenv.load(name, **options), 150) for options in OFTEN[name]]
    for game, number in games:
        for verb, phases in phases_met(game, number).items():
            met[verb] |= phases
    assert met == {verb: {*phases} for verb, (_, phases) in module(DOCS / "tables.py").uses(name).items()}


@pytest.mark.parametrize("name", ["board.svg", "underground.svg", "warcraft.svg", "islands.svg"])
def test_the_still_pictures_are_drawn_as_they_are_kept(name: str, tmp_path: Path) -> None:
    module(DOCS / "figures" / "make.py").FIGURES[name](tmp_path / name)
    drawn, kept = (folder / name for folder in (tmp_path, DOCS / "figures"))
    assert drawn.read_text(encoding="utf-8") == kept.read_text(encoding="utf-8")


def rows(page: Path, heading: str) -> Iterator[list[str]]:
    """The rows of the first table under a heading, as cells."""
    text = page.read_text(encoding="utf-8").split(f"\n{heading}\n", 1)[1]
    table = re.search(r"(?:^\|.*\n)+", text, re.MULTILINE)
    assert table is not None
    for line in table[0].splitlines()[2:]:
        yield [cell.strip() for cell in line.strip("|").split("|")]


def code(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def test_the_architecture_page_is_right_about_files_and_functions() -> None:
    table = list(rows(DOCS / "architecture.md", "## Where to look"))
    assert len(table) > 20
    for _, file, functions in table:
        (path,) = code(file)
        there = (ROOT / path).read_text(encoding="utf-8")
        for function in code(functions):
            for name in function.split("."):
                pattern = rf"^ *(export )?(async )?(def|class|function) {name}\b|^{name}\b.* = "
                assert re.search(pattern, there, re.M), f"{path} has no {function}"


@pytest.mark.slow
def test_imports_run_as_the_architecture_page_says() -> None:
    table = rows(DOCS / "architecture.md", "## Packages")
    allowed = {code(room)[0]: {code(room)[0], *code(may_import)} for room, _, may_import in table}

    def room_of(name: str) -> str | None:
        """The package of a module; None for the names that `import swenv` itself provides."""
        return max((room for room in allowed if f"{name}.".startswith(f"{room}.")), key=len, default=None)

    checked = 0
    for name, file in FILES.items():
        if (home := room_of(name.removesuffix(".__init__"))) is None:
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            wanted = []
            if isinstance(node, ast.ImportFrom):
                wanted = [f"{node.module}.{alias.name}" for alias in node.names]
            elif isinstance(node, ast.Import):
                wanted = [alias.name for alias in node.names]
            for target in wanted:
                if target.startswith("swenv."):
                    assert room_of(target) in {None, *allowed[home]}, f"{name} imports {target}"
                    checked += 1
    assert checked > 100


@pytest.mark.parametrize("name", GAMES)
def test_the_glossary_knows_every_name(name: str) -> None:
    game: Any = swenv.load(name, num_players=2)
    known = set(code((DOCS / "glossary.md").read_text(encoding="utf-8")))
    names = {verb.name for verb in game.verbs} | {*game.phases, *(word for verb in game.verbs for word in verb.words)}
    if name == "islands":
        names |= {*RESOURCES, *(tile.shape for tile in TILES), *(card.goal.type for card in GOALS)}
        names |= {card.reward.type for card in REWARD_CARDS}
    else:
        names |= {*game.entries(), *MARKERS, *PLACES, *RELICS, *FINDS}
        names |= {region.terrain for board in game.boards for region in board.regions}
    assert names <= known, f"docs/glossary.md lacks {', '.join(sorted(names - known))}"


@pytest.mark.slow
def test_every_rule_is_on_the_coverage_page() -> None:
    from rulebook import known_ids

    hooks = module(DOCS / "hooks.py")
    page = hooks.coverage((DOCS / "coverage.md").read_text(encoding="utf-8"))
    listed = re.findall(r"^\| \[([A-Z]{2}-[^\]]+)\]", page, re.MULTILINE)
    assert sorted(listed) == sorted(known_ids())
