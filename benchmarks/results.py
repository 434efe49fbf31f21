"""Figures with their evidence: measures them, keeps them as JSON, and writes them into the pages that quote them.

    python benchmarks/results.py measure speed "Speed" swenv bench compiled vector state aec start
    python benchmarks/results.py write      # docs/results.md, every figure that a page quotes, agents/ladder.json
    python benchmarks/results.py check      # exit status 1 if a page is out of date

A command is run with `--json`, and every line that it prints has its figures. Several commands, joined by `++`, make
one table, whose rows name the words in which their commands differ. A page quotes a figure as a link to its row in
`docs/results.md`, such as `[62.0 %](results.md#ladder-planner)`; `write` replaces the text of the link. Of a match, the
first player's wins are kept; of a study, all but the pairs, and `write` makes the tables of `docs/strength.md` of them.

A file with `"recorded": true` was written by hand: it has figures that were measured before there were such files, or
that were read off the output of commands with several seeds.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import hashlib
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import champions as champion_cards
import fastjsonschema
import numpy as np
from harness import about, shown

import swenv
from swenv import agents
from swenv.agents.ladder import LADDER
from swenv.agents.learned import CHAMPIONS, PACKED, champions
from swenv.core.digest import rules_digest
from swenv.core.jit import source_digest
from swenv.core.registry import kind
from swenv.training.score import MANIFEST, tasks

ROOT = Path(__file__).parents[1]
FOLDER = Path(__file__).parent / "results"
PAGE = ROOT / "docs" / "results.md"
FORMAT = "swenv-results/1"
ELO = "Elo points"
TEXT = {"type": "string"}
TEXTS = {"type": "object", "additionalProperties": TEXT}
NUMBER = {"type": ["number", "null"]}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["title", "command", "date", "commit", "machine", "versions", "made_of", "figures"],
    "properties": {
        **{key: TEXT for key in ("title", "command", "date", "commit", "machine")},
        **{key: TEXTS for key in ("versions", "made_of")},
        "format": {"enum": [FORMAT]},
        "recorded": {"type": "boolean"},
        "figures": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["of", "value", "low", "high", "unit", "number"],
                "properties": {
                    **{key: TEXT for key in ("of", "unit")},
                    **{key: NUMBER for key in ("value", "low", "high")},
                    "number": {"type": "integer"},
                },
                "additionalProperties": False,
            },
        },
    },
    "additionalProperties": False,
}
"""What a file of results must be like."""
LEARNER = (
    *(f"training/{name}.py" for name in ("alphazero", "config", "gradients", "imitation", "method", "muon")),
    *(f"training/{name}.py" for name in ("opponents", "ppo", "sb3", "selfplay", "train", "recipes/cleanrl_style")),
    *(f"agents/{name}.py" for name in ("learned", "networks", "networks_islands")), "swenv/core/gumbel.py",
)  # fmt: skip
"""The files that decide what is learned."""
NETWORK_SEARCH = ("agents/searching.py", *(f"swenv/core/{name}.py" for name in ("search", "tree", "gumbel")))
"""The files that decide what a search with a network finds."""
QUOTE = re.compile(r"\[([^\]]*)\](\((?:\.\./|docs/)*results\.md#([a-z0-9_-]+)\))")
"""A figure that a page quotes: the text, the link, and the anchor of its row."""
RANKING = re.compile(r"(<!-- ranking: (\S+) (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)
"""A table of a study: what stands before it, the name of the results, what is ranked, and what stands after it."""
BEST, WORST = 5, 3
"""How many rows of a ranking are shown."""
TAKEN = 0.1
"""The share of its offers that what is ranked was taken in at least."""


@dataclass(frozen=True)
class Figure:
    """A measured number.

    Attributes:
        of: What was measured.
        value: The number; a share of games is from 0 to 1. None if only a bound is known.
        low: Lower end of its interval or range; None if there is none.
        high: Upper end, likewise.
        unit: What it counts, "%" for a share.
        number: How many repeats or games it rests on.
    """

    of: str
    value: float | None
    low: float | None
    high: float | None
    unit: str
    number: int

    @property
    def short(self) -> str:
        if self.value is None:
            bound = f"≥ {self._shown(self.low)}" if self.low is not None else f"≤ {self._shown(self.high)}"
            return f"{bound} %" if self.unit == "%" else bound
        return f"{self._shown(self.value)} %" if self.unit == "%" else self._shown(self.value)

    @property
    def full(self) -> str:
        if None in (self.value, self.low, self.high) or self.low == self.high:
            return self.short
        return f"{self.short} ({self._shown(self.low)} to {self._shown(self.high)})"

    def _shown(self, number: float | None) -> str:
        """A number in its unit."""
        if number is None:
            return "?"
        return f"{100 * number:.1f}" if self.unit == "%" else f"{number:.0f}" if self.unit == ELO else shown(number)


@dataclass(frozen=True)
class Result:
    """What one command measured, and the circumstances.

    Attributes:
        title: Heading of its table.
        command: The command that measures it again, or several, a line each.
        date: Day, in UTC.
        commit: What was measured.
        machine: Processor, cores and system.
        versions: Of the libraries.
        made_of: Digests of all that the figures depend on, by what it is.
        figures: All that the command printed.
        recorded: Whether it was transcribed from a page; the commit is then the one that first gave the figures.
    """

    title: str
    command: str
    date: str
    commit: str
    machine: str
    versions: dict[str, str]
    made_of: dict[str, str]
    figures: list[Figure]
    format: str = FORMAT
    recorded: bool = False

    @property
    def changed(self) -> list[str]:
        """What the figures depend on that is no longer as it was."""
        return [what for what, digest in self.made_of.items() if digest_of(what) != digest]


def read(file: Path) -> Result:
    """Read a file of results.

    Raises:
        ValueError: it is damaged, or of another version; the message names the file.
    """
    try:
        document = json.loads(file.read_bytes())
        fastjsonschema.validate(SCHEMA, document)
    except (ValueError, fastjsonschema.JsonSchemaValueException) as error:
        raise ValueError(f"{file.name} is not a file of results: {error}") from None
    return Result(**{**document, "figures": [Figure(**each) for each in document["figures"]]})


def results() -> dict[str, Result]:
    """All results, by name."""
    return {file.stem: read(file) for file in sorted(FOLDER.glob("*.json"))}


# What figures depend on


@cache
def digest_of(what: str) -> str:
    """The current digest of something, such as `kernels of warcraft`; "" if it no longer exists."""
    make = {
        "kernels": _digest_of_kernels,
        "rules": _digest_of_rules,
        "champion": _digest_of_champion,
        "search": _digest_of_search,
        "greedy": _digest_of_greedy,
        "network search": lambda _: _digest_of_code(NETWORK_SEARCH),
        "learner": lambda _: _digest_of_code(LEARNER),
        "tasks": lambda _: hashlib.sha256(MANIFEST.read_bytes()).hexdigest()[:16],
    }
    part, _, name = what.partition(" of ")
    try:
        return make[part](name)
    except (KeyError, OSError, ValueError):
        return ""


def _digest_of_kernels(name: str) -> str:
    return source_digest(Path(str(swenv.load(name).engine.__file__)).parent)[:16]


def _digest_of_rules(name: str) -> str:
    """Of some games with each number of players: it changes when a game does, and with nothing else."""
    digests = [rules_digest(swenv.load(name, seats)) for seats in kind(name).seats]
    return hashlib.sha256("".join(digests).encode()).hexdigest()[:16]


def _digest_of_search(name: str) -> str:
    """Of what short searches of some positions find: it changes when one finds something else."""
    digest = hashlib.sha256()
    for seats in kind(name).seats:
        state = swenv.load(name, seats).new_state(seed=1)
        while not state.is_over:
            result = state.search(50, seed=1, turns=2)
            digest.update(result.visits.tobytes())
            for _ in range(10):
                if not state.is_over:
                    state.apply(state.search(1, seed=1).action)
    return digest.hexdigest()[:16]


def _digest_of_greedy(name: str) -> str:
    """Of some games that it plays with each number of players: it changes when one of its moves does."""
    digest = hashlib.sha256()
    for seats in kind(name).seats:
        game = swenv.load(name, seats)
        player = agents.make("greedy")
        player.reset(game)
        vector = game.vector(num_games=20, seed=1)
        for _ in range(300):
            actions = player.act_batch(vector.observations, vector.masks)
            digest.update(np.ascontiguousarray(actions, np.int64).tobytes())
            vector.step(actions)
    return digest.hexdigest()[:16]


def _digest_of_code(files: Sequence[str]) -> str:
    """Of code, without its comments, docstrings and errors."""
    outlines = [_outline(ast.parse((ROOT / file).read_text(encoding="utf-8"))) for file in files]
    return hashlib.sha256(repr(outlines).encode()).hexdigest()[:16]


def _outline(part: Any) -> Any:
    """A part of a syntax tree as nested lists, the same in every version of Python."""
    if isinstance(part, list):
        return [_outline(each) for each in part]
    if not isinstance(part, ast.AST):
        return part
    if isinstance(part, ast.Raise) or (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)):
        return type(part).__name__  # what it says decides nothing
    fields = [(name, _outline(each)) for name, each in ast.iter_fields(part) if each is not None and each != []]
    return [type(part).__name__, *fields]


def _digest_of_champion(name: str) -> str:
    newest = CHAMPIONS / f"{name}@{champions()[name][-1]}{PACKED}"
    return hashlib.sha256(newest.read_bytes()).hexdigest()[:16]


def _depends_on(command: list[str], lines: list[dict[str, Any]]) -> Iterator[str]:
    """All that the figures of a command depend on."""
    if command[1] == "bench":
        yield from (f"kernels of {name}" for name in swenv.games())
        return
    if command[1] == "score":
        yield "tasks of swenv-tasks/1"
        lines = [asdict(each.terms) for each in tasks()]
    if command[0] == "python" or command[1] == "exploit":
        yield "learner of swenv"
    words = " ".join([*command, *(line.get("player", "") for line in lines)])
    if "agent=" in words or command[1] == "exploit":
        yield "network search of swenv"
    for game, seats in sorted({(line["game"], line.get("num_players", len(lines))) for line in lines}):
        yield f"rules of {game}"
        if "champion" in words:
            yield f"champion of {game}-{seats}p"
        if command[1] == "score" or "greedy" in words:
            yield f"greedy of {game}"
        if command[1] in ("score", "exploit") or "planner" in words or "search" in words:
            yield f"search of {game}"


# Measuring


def figures(line: Mapping[str, Any]) -> list[Figure]:
    """The figures in a line that a command printed.

    Raises:
        ValueError: there is none.
    """
    if "median" in line:
        scale = 100 if line["unit"] == "%" else 1  # a share of games is from 0 to 1
        middle, *ends = (line[name] / scale for name in ("median", "low", "high"))
        return [Figure(line["what"], middle, *ends, line["unit"], line["repeats"])]
    if "wins_low" in line:
        return _figures_of_pick(line)
    player, games = line.get("player", ""), line.get("games", 0)
    if "cells" in line:
        played = [each for each in line["cells"] if each["task"] not in line["refused"]]
        cells = [(f"{each['task']}, {each['opponent']}", each["win_rate"], each) for each in played]
        all_games = sum(each["games"] for each in played)
        whole = ("aggregate", line["aggregate"], {**line, "games": all_games})
        return [Figure(of, rate, each["low"], each["high"], "%", each["games"]) for of, rate, each in (whole, *cells)]
    if "win_rate" in line:
        return [Figure(player, line["win_rate"], *line["interval_95"], "%", games)]
    if "rating" in line:
        labels = {"above the next": "above_next", "rating": "rating"}
        numbers = {what: [line[key + end] for end in ("", "_low", "_high")] for what, key in labels.items()}
        return [Figure(f"{player} {what}", *each, ELO, games) for what, each in numbers.items() if any(each)]
    raise ValueError(f"no figure in {json.dumps(line)[:200]}")


def _figures_of_pick(line: Mapping[str, Any]) -> list[Figure]:
    """The figures in a line of a study, about a seat or about what is picked; none of a pair."""
    of, number = f"{line['kind']} {line['name']}", line.get("picked", line.get("games"))
    if "+" in line["kind"]:
        return []
    found = []
    if "wins" in line:
        found.append(Figure(f"{of}: wins", line["wins"], line["wins_low"], line["wins_high"], "%", number))
    if "share" in line:
        found.append(Figure(f"{of}: taken", line["share"], line["share_low"], line["share_high"], "%", line["offered"]))
    if "price" in line:
        found.append(Figure(f"{of}: price", round(line["price"], 2), None, None, "coins", number))
    return found


def measure(name: str, title: str, commands: Sequence[list[str]]) -> None:
    """Run commands, and keep what they measure in the folder of results."""
    facts, measured, parts = about(), [], set[str]()
    shared = set(commands[0]).intersection(*commands)
    for command in commands:
        program = [str(Path(sys.executable).with_name(command[0])), *command[1:], "--json"]
        done = subprocess.run(program, stdout=subprocess.PIPE, text=True, check=True)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        parts.update(_depends_on(command, lines))
        own = ", ".join(word for word in command if word not in shared)
        shown_lines = lines[:1] if command[1] == "match" else lines
        of_command = [each for line in shown_lines for each in figures(line)]
        measured += [replace(each, of=f"{own}: {each.of}") for each in of_command] if own else of_command
    made_of = {what: digest_of(what) for what in sorted(parts)}
    top = [facts.pop(what) for what in ("date", "commit", "machine")]
    result = Result(title, "\n".join(map(shlex.join, commands)), *top, facts, made_of, measured)
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.json").write_text(json.dumps(asdict(result), indent=1) + "\n", encoding="utf-8", newline="\n")


# Writing


def anchor(name: str, of: Figure) -> str:
    """The anchor of a figure in the page of results."""
    return f"{name}-{re.sub(r'[^a-z0-9]+', '-', f'{of.of} {of.unit}'.lower()).strip('-')}"


def page(known: Mapping[str, Result]) -> str:
    """The page of results."""
    lines = [
        "# Results",
        "",
        "The figures that pages quote with a link to this one, made by `python benchmarks/results.py`: the command",
        "that measures them again, when, where and from which commit they were measured, and whether what they",
        "depend on has changed since. *from* is the number of games, picks, offers or repeats. Shares of games have",
        "95 % intervals: over deals where each is played from every seat, over seeds where several agents were",
        "trained, and Wilson's for older matches; some older figures have none. Speeds are the median and range of",
        "their repeats; [benchmarks](benchmarks.md) says how they are measured. Older figures are",
        "[at the end](#recorded-earlier).",
    ]
    for name, result in known.items():
        if not result.recorded:
            changed = ", ".join(result.changed)
            lines += ["", f"## {result.title}", "", "```bash", result.command, "```", ""]
            lines += [f"{result.date}, commit {result.commit}, {result.machine}; " + _listed(result.versions) + "."]
            lines += [f"**Changed since: {changed}.**"] if changed else []
            lines += _rows(name, result)
    lines += [
        "",
        "## Recorded earlier",
        "",
        "Transcribed from earlier pages, with the commit that they are from or that first gave them. Agents, settings",
        "and machines have changed since, so the commands give other figures today. Without a command, none was kept.",
    ]
    for name, result in known.items():
        if result.recorded:
            lines += [
                "",
                f"### {result.title}",
                "",
                *(["```text", result.command, "```", ""] if result.command else []),
            ]
            lines += [f"{result.date}, commit {result.commit}, {result.machine}."]
            lines += _rows(name, result)
    return "\n".join(lines) + "\n"


def _rows(name: str, result: Result) -> list[str]:
    """The table of a result, with a blank line before it."""
    lines = ["", "| what | figure | unit | from |", "| --- | --: | --- | --: |"]
    for each in result.figures:
        unit, number = "" if each.unit == "%" else each.unit, f"{each.number:,}" if each.number else ""
        lines += [f'| <a id="{anchor(name, each)}"></a>{each.of} | {each.full} | {unit} | {number} |']
    return lines


def ranking(name: str, kind: str, result: Result) -> str:
    """The best and worst of a kind that a study ranked, as a table whose figures are quotes."""
    wins = [each for each in result.figures if each.of.startswith(f"{kind} ") and each.of.endswith(": wins")]
    wins.sort(key=lambda each: -(each.value or 0))
    taken = {each.of.removesuffix(": taken"): each.value or 0 for each in result.figures if each.of.endswith(": taken")}
    wins = [each for each in wins if taken[each.of.removesuffix(": wins")] >= TAKEN]
    lines = ["", f"| {kind} | taken | price | wins |", "| --- | --: | --: | --: |"]
    for place, each in enumerate(wins):
        of = each.of.removesuffix(": wins")
        if place == BEST and len(wins) > BEST + WORST:
            lines += ["| … | | | |"]
        if place < BEST or place >= len(wins) - WORST:
            share = anchor(name, replace(each, of=f"{of}: taken"))
            price = anchor(name, replace(each, of=f"{of}: price", unit="coins"))
            quoted = f"[?](results.md#{share}) | [?](results.md#{price}) | [(?)](results.md#{anchor(name, each)})"
            lines += [f"| `{of.removeprefix(f'{kind} ')}` | {quoted} |"]
    return "\n".join([*lines, "", ""])


def _listed(versions: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {version}" for name, version in versions.items())


def ladders(known: Mapping[str, Result]) -> str:
    """The file of ratings, which the page in the browser shows."""
    rated = {
        name.removeprefix("ladder-"): {
            each.of.removesuffix(" rating"): round(each.value)
            for each in result.figures
            if each.of.endswith(" rating") and each.value is not None
        }
        for name, result in known.items()
        if name.startswith("ladder-")
    }
    return json.dumps(rated, indent=1) + "\n"


def pages() -> dict[Path, str]:
    """All pages, and the file of ratings, as they should be.

    Raises:
        ValueError: a page quotes a figure that does not exist.
    """
    known = results()
    figures = {anchor(name, each): each for name, result in known.items() for each in result.figures}
    written = {PAGE: page(known), LADDER: ladders(known)}
    quoting = (ROOT / "README.md", ROOT / "benchmarks" / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
    texts = {file: file.read_text(encoding="utf-8") for file in quoting if file != PAGE}
    texts[ROOT / "docs" / "champions.md"] = champion_cards.page(
        {
            anchor(name, each): f" ({result.date}; what it depends on has changed)" if result.changed else ""
            for name, result in known.items()
            for each in result.figures
        }
    )
    for file, text in texts.items():

        def quoted(match: re.Match[str], file: Path = file) -> str:
            text, link, row = match.groups()
            if row not in figures:
                raise ValueError(f"{file.relative_to(ROOT)} quotes {row!r}, which is not in {PAGE.relative_to(ROOT)}")
            return f"[{figures[row].full if '(' in text else figures[row].short}]{link}"

        def ranked(match: re.Match[str], file: Path = file) -> str:
            before, name, kind, after = match.groups()
            if name not in known:
                raise ValueError(f"{file.relative_to(ROOT)} ranks {name!r}, of which there are no results")
            return f"{before}{ranking(name, kind, known[name])}{after}"

        written[file] = QUOTE.sub(quoted, RANKING.sub(ranked, text))
    return written


def restamp(what: str, old: str) -> int:
    """Write the current digest of something into the results that have an older one; returns how many there were."""
    before, now = (f'"{what}": "{digest}"' for digest in (old, digest_of(what)))
    files = [file for file in sorted(FOLDER.glob("*.json")) if before in file.read_text(encoding="utf-8")]
    for file in files:
        file.write_text(file.read_text(encoding="utf-8").replace(before, now), encoding="utf-8", newline="\n")
    return len(files)


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="what", required=True)
    measuring = kinds.add_parser("measure", help="run a command, and keep its figures")
    measuring.add_argument("name", help="of the file in benchmarks/results/")
    measuring.add_argument("title", help="heading of its table")
    measuring.add_argument("command", nargs=argparse.REMAINDER, help="such as: swenv bench compiled; ++ begins another")
    kinds.add_parser("write", help="write the pages")
    kinds.add_parser("check", help="say which pages are out of date")
    stamping = kinds.add_parser(
        "restamp", help="keep figures whose digest has changed, but nothing that they depend on"
    )
    stamping.add_argument("of", metavar="WHAT", help="such as 'learner of swenv'")
    stamping.add_argument("old", metavar="DIGEST", help="the digest that they have")
    args = parser.parse_args()
    if args.what == "restamp":
        print(f"{restamp(args.of, args.old)} results have a new digest of {args.of}")
        return 0
    if args.what == "measure":
        commands = [list(words) for again, words in groupby(args.command, "++".__eq__) if not again]
        if not commands or any(each[:1] != ["swenv"] and each[:2] != ["python", "-m"] for each in commands):
            parser.error("a command must begin with swenv or python -m")
        measure(args.name, args.title, commands)
        return 0
    try:
        written = pages()
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    status = 0
    for file, text in written.items():
        old = file.read_text(encoding="utf-8") if file.exists() else ""
        if text != old and args.what == "write":
            file.write_text(text, encoding="utf-8", newline="\n")
        elif text != old:
            status = 1
            print(
                *difflib.unified_diff(
                    old.splitlines(), text.splitlines(), str(file), "as it ought to be", lineterm="", n=0
                ),
                sep="\n",
            )
    return status


if __name__ == "__main__":
    sys.exit(main())
