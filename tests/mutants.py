"""Mutants of the rules: does a test notice when a function is switched off, a condition flipped, a number changed?

    python tests/mutants.py map                        # which tests run which functions; once, some minutes
    python tests/mutants.py run --number 240 --seed 1 --write tests/mutants.md
    python tests/mutants.py show smallworld.rules.cost:terrain_cost:number:0

A mutant is a small change of one kernel. Its tests are those that ran the kernel when the map was made; they run
uncompiled, fastest first, until one fails. Mutants have names, so you can try the same ones again after changing the
tests. This is a script: the test suite does not run it.
"""

from __future__ import annotations

import argparse
import ast
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

TOP = Path(__file__).parents[1]
RULES = ("smallworld/rules", "islands/rules")
"""The folders of `swenv` that contain the kernels of the rules."""
NOT_RULES = ("observe", "engine", "fields", "declare", "record", "reasons")
"""Modules there that observe, declare or explain; other tests cover them."""
MAP = TOP / ".mutants.json"
"""The file of the map; git ignores it."""
FAST = 20.0
"""The seconds of tests to try first."""
PATIENCE = 300.0
"""The seconds after which a mutant counts as detected, because it hangs."""
SWAPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
}  # fmt: skip
"""The replacement of each comparison."""


@dataclass(frozen=True)
class Mutant:
    """A change in one function.

    Attributes:
        module: Its module without `swenv.`, such as "smallworld.rules.cost".
        function: Its name.
        kind: "off" (returns at once), "flip" (negates a condition), "compare" (a comparison) or "number" (adds one).
        place: Index of the changed place among those of this kind in the function.
    """

    module: str
    function: str
    kind: str
    place: int

    def __str__(self) -> str:
        return f"{self.module}:{self.function}:{self.kind}:{self.place}"

    @classmethod
    def named(cls, name: str) -> Mutant:
        """Return the mutant with this name."""
        module, function, kind, place = name.split(":")
        return cls(module, function, kind, int(place))

    @property
    def path(self) -> Path:
        """The file that it changes."""
        return TOP / "swenv" / f"{self.module.replace('.', '/')}.py"


# Making mutants


def kernels(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """Yield the compiled functions of a module."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and any(
            isinstance(each, ast.Name) and each.id == "kernel" for each in node.decorator_list
        ):
            yield node


def places(function: ast.FunctionDef, kind: str) -> list[Any]:
    """The nodes of a function that mutants of this kind can change."""
    nodes = [node for statement in function.body for node in ast.walk(statement)]
    if kind == "off":
        return [function] if _body(function) else []
    if kind == "flip":
        return [node for node in nodes if isinstance(node, ast.If | ast.IfExp)]
    if kind == "compare":
        return [node for node in nodes if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPPED]
    return [
        node for node in nodes if isinstance(node, ast.Constant) and type(node.value) is int and abs(node.value) < 100
    ]


def _body(function: ast.FunctionDef) -> list[ast.stmt]:
    """The statements after the docstring."""
    return function.body[1:] if ast.get_docstring(function) is not None else function.body


def _neutral(function: ast.FunctionDef) -> ast.expr | None:
    """What a function without effect returns: False, 0 for numbers and sets, or nothing."""
    returned = [node.value for node in ast.walk(function) if isinstance(node, ast.Return) and node.value is not None]
    if not returned:
        return None
    yes_or_no = any(
        isinstance(value, ast.Compare | ast.BoolOp)
        or (isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not))
        or (isinstance(value, ast.Constant) and isinstance(value.value, bool))
        for value in returned
    )
    return ast.Constant(False if yes_or_no else 0)


def mutate(source: str, mutant: Mutant) -> ast.Module:
    """Return the module with the change.

    Raises:
        ValueError: there is no such place.
    """
    tree = ast.parse(source)
    for function in kernels(tree):
        if function.name == mutant.function:
            found = places(function, mutant.kind)
            if mutant.place < len(found):
                _change(function, found[mutant.place], mutant.kind)
                return ast.fix_missing_locations(tree)
    raise ValueError(f"there is no {mutant}")


def _change(function: ast.FunctionDef, node: Any, kind: str) -> None:
    """Change one node."""
    if kind == "off":
        function.body = [ast.Return(_neutral(function))]
    elif kind == "flip":
        node.test = ast.UnaryOp(ast.Not(), node.test)
    elif kind == "compare":
        node.ops[0] = SWAPPED[type(node.ops[0])]()
    else:
        node.value += 1


@cache
def all_mutants() -> tuple[Mutant, ...]:
    """All mutants of the rules."""
    mutants = []
    for folder in RULES:
        for path in sorted((TOP / "swenv" / folder).rglob("*.py")):
            if path.stem in NOT_RULES:
                continue
            module = ".".join(path.relative_to(TOP / "swenv").with_suffix("").parts)
            for function in kernels(ast.parse(path.read_text(encoding="utf-8"))):
                for kind in ("off", "flip", "compare", "number"):
                    mutants += [Mutant(module, function.name, kind, k) for k in range(len(places(function, kind)))]
    return tuple(mutants)


def sample(number: int, seed: int) -> list[Mutant]:
    """Draw `number` mutants, spread evenly over the functions."""
    dice = random.Random(seed)
    left: dict[tuple[str, str], list[Mutant]] = defaultdict(list)
    for mutant in all_mutants():
        left[mutant.module, mutant.function].append(mutant)
    for mutants in left.values():
        dice.shuffle(mutants)
    chosen: list[Mutant] = []
    while len(chosen) < number and any(left.values()):
        functions = [key for key, mutants in left.items() if mutants]
        dice.shuffle(functions)
        chosen += [left[key].pop() for key in functions[: number - len(chosen)]]
    return chosen


# As a pytest plugin: change a module when it is imported, or record the functions that each test runs


class _Loader(importlib.machinery.SourceFileLoader):
    """Loads the changed module."""

    def __init__(self, name: str, path: str, mutant: Mutant) -> None:
        super().__init__(name, path)
        self._mutant = mutant

    def get_code(self, fullname: str) -> Any:
        path = self.get_filename(fullname)
        return compile(mutate(Path(path).read_text(encoding="utf-8"), self._mutant), path, "exec")


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the changed module before the one on disk is found."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> Any:
        if fullname != f"swenv.{self._mutant.module}":
            return None
        loader = _Loader(fullname, str(self._mutant.path), self._mutant)
        return importlib.util.spec_from_file_location(fullname, self._mutant.path, loader=loader)


if os.environ.get("SWENV_MUTANT"):
    sys.meta_path.insert(0, _Finder(Mutant.named(os.environ["SWENV_MUTANT"])))


class Noting:
    """Records which functions of the rules each test runs, and how long it takes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._tests: dict[str, tuple[float, list[str]]] = {}
        self._files = {str(TOP / "swenv" / name) for name in RULES}

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        """Record one test."""
        seen = set()

        def note(frame: FrameType, event: str, _: Any) -> None:
            if event == "call":
                seen.add(frame.f_code)

        began = time.perf_counter()
        sys.setprofile(note)
        try:
            yield
        finally:
            sys.setprofile(None)
        ran = sorted(
            f"{'.'.join(Path(code.co_filename).relative_to(TOP / 'swenv').with_suffix('').parts)}:{code.co_name}"
            for code in seen
            if code.co_filename.startswith(tuple(self._files))
        )
        if ran:
            self._tests[item.nodeid] = (time.perf_counter() - began, ran)

    def pytest_sessionfinish(self) -> None:
        """Write the records."""
        if self._tests:
            worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
            (self._folder / f"{worker}.json").write_text(json.dumps(self._tests), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Record the tests if the map is being made."""
    folder = os.environ.get("SWENV_MUTANTS_MAP")
    if folder:
        config.pluginmanager.register(Noting(Path(folder)))


# The commands


def pytest_command(*arguments: str) -> list[str]:
    """The command that runs tests with this file as a plugin."""
    return [sys.executable, "-m", "pytest", "-p", "mutants", "-p", "no:cacheprovider", "-q", *arguments]


def environment(**more: str) -> dict[str, str]:
    """The environment of uncompiled tests."""
    path = os.pathsep.join([str(TOP / "tests"), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    return {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path, **more}


def make_map(workers: int, tests: Sequence[str]) -> int:
    """Run the quick tests of the rules once, uncompiled, and record what they run."""
    with tempfile.TemporaryDirectory() as folder:
        command = pytest_command("-n", str(workers), "-m", "not slow", *tests)
        done = subprocess.run(command, cwd=TOP, env=environment(SWENV_MUTANTS_MAP=folder))
        noted: dict[str, Any] = {}
        for path in Path(folder).glob("*.json"):
            noted |= json.loads(path.read_text(encoding="utf-8"))
    MAP.write_text(json.dumps(noted), encoding="utf-8")
    print(f"{len(noted)} tests run rules")
    return done.returncode


def tests_of(mutant: Mutant, noted: dict[str, Any]) -> list[tuple[float, str]]:
    """The tests that run a mutant's function, fastest first."""
    name = f"{mutant.module}:{mutant.function}"
    return sorted((seconds, test) for test, (seconds, ran) in noted.items() if name in ran)


def fate(mutant: Mutant, noted: dict[str, Any]) -> str:
    """What detects a mutant: the name of a test, "hangs", "nothing", or "no test" if none runs its function."""
    tests = tests_of(mutant, noted)
    if not tests:
        return "no test"
    spent, fast, rest = 0.0, [], []
    for seconds, test in tests:
        spent += seconds
        (fast if spent < FAST else rest).append(test)
    for batch in (fast, rest):
        if batch:
            found = _first_failure(mutant, batch)
            if found:
                return found
    return "nothing"


def _first_failure(mutant: Mutant, tests: Sequence[str]) -> str:
    """The first of these tests that fails on a mutant; "" if none does."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as arguments:
        arguments.write("\n".join(tests))
        arguments.flush()
        command = pytest_command("-n", "0", "-x", "--tb=no", f"@{arguments.name}")
        try:
            done = subprocess.run(
                command, cwd=TOP, env=environment(SWENV_MUTANT=str(mutant)), capture_output=True, text=True,
                timeout=PATIENCE,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return "hangs"
    if done.returncode == 0:
        return ""
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0].split(" ")[1] if failed else f"exit {done.returncode}: {done.stdout[-200:]}"


def run(mutants: Sequence[Mutant], workers: int, write: Path | None) -> int:
    """Try mutants and write their fates."""
    noted = json.loads(MAP.read_text(encoding="utf-8"))
    began = time.perf_counter()
    fates: dict[Mutant, str] = {}
    with ThreadPoolExecutor(workers) as pool:
        for mutant, found in zip(mutants, pool.map(lambda each: fate(each, noted), mutants), strict=True):
            fates[mutant] = found
            print(f"{len(fates)}/{len(mutants)} {mutant}: {found}", flush=True)
    survivors = [mutant for mutant, found in fates.items() if found in ("nothing", "no test")]
    print(f"{len(fates) - len(survivors)} of {len(fates)} noticed, in {time.perf_counter() - began:.0f} s")
    if write is not None:
        write.write_text(table(fates), encoding="utf-8")
    return int(bool(survivors))


def table(fates: dict[Mutant, str]) -> str:
    """The fates as a Markdown page."""
    dead = Counter(mutant.kind for mutant, found in fates.items() if found not in ("nothing", "no test"))
    kinds = Counter(mutant.kind for mutant in fates)
    lines = ["# Mutants of the rules", "", "Made by `python tests/mutants.py run --write`.", ""]
    lines += ["| kind | tried | noticed |", "| --- | --: | --: |"]
    lines += [f"| {kind} | {kinds[kind]} | {dead[kind]} |" for kind in sorted(kinds)]
    lines += [f"| all | {sum(kinds.values())} | {sum(dead.values())} |", "", "| mutant | noticed by |", "| --- | --- |"]
    lines += [f"| `{mutant}` | {found} |" for mutant, found in sorted(fates.items(), key=lambda item: str(item[0]))]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("map", help="note which tests run which functions")
    making.add_argument("tests", nargs="*", default=["tests/rules"])
    trying = commands.add_parser("run", help="try mutants")
    trying.add_argument("--number", type=int, default=240)
    trying.add_argument("--seed", type=int, default=1)
    trying.add_argument("--only", nargs="*", metavar="MUTANT", help="these, by name")
    trying.add_argument("--write", type=Path, metavar="FILE", help="write the table as Markdown")
    for each in (making, trying):
        each.add_argument("--workers", type=int, default=2)
    commands.add_parser("show", help="print a changed function").add_argument("mutant")
    args = parser.parse_args()
    if args.command == "map":
        return make_map(args.workers, args.tests)
    if args.command == "run":
        chosen = [Mutant.named(name) for name in args.only] if args.only else sample(args.number, args.seed)
        return run(chosen, args.workers, args.write)
    mutant = Mutant.named(args.mutant)
    tree = mutate(mutant.path.read_text(encoding="utf-8"), mutant)
    print(next(ast.unparse(function) for function in kernels(tree) if function.name == mutant.function))
    return 0


if __name__ == "__main__":
    sys.exit(main())
