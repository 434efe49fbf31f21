"""Mutants of the rules: does a test notice when a function is switched off, a condition flipped, a number changed?

    python tests/mutants.py map                        # which quick tests run which functions; once, some minutes
    python tests/mutants.py run --number 240 --seed 1 --fates after.json --before before.json
    python tests/mutants.py run --only gnome_region cost:terrain_cost smallworld.rules.cost:terrain_cost:off:0
    python tests/mutants.py show smallworld.rules.cost:terrain_cost:off:0

A mutant is a small change of one kernel. Its tests are those that ran the kernel when the map was made, the fastest of
each file first, uncompiled, until one fails. Each mutant has a process of its own, forked from one that has collected
the tests, in which the code of the kernel is replaced.
"""

from __future__ import annotations
import __future__

import argparse
import ast
import contextlib
import json
import os
import random
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cache
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import pytest

TOP = Path(__file__).parents[1]
ENGINES = ("smallworld", "islands")
"""The folders of `swenv` that contain the kernels of the rules."""
NOT_RULES = ("observe", "engine", "fields", "declare", "record", "reasons", "greedy")
"""Modules there that observe, declare, explain or play; other tests cover them."""
MAP = TOP / ".mutants.json"
"""The file of the map; git ignores it."""
LONGEST = 10.0
"""The seconds that a test may take uncompiled; longer ones are not in the map."""
BUDGET = 20.0
"""The seconds of tests that a mutant is tried on, as measured for the map."""
SLOW = 6
"""With --slow, tests marked as slow are run too, and limits are as many times as high."""
PATIENCE = 900.0
"""The seconds after which a mutant counts as detected, because it hangs."""
ALIVE = ("nothing", "no test", "gone")
"""The fates that are no detection; "gone" is a mutant whose function no longer has that place."""
SWAPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
}  # fmt: skip
"""The replacement of each comparison."""
KINDS = ("off", "flip", "compare", "number")


class Mutant(NamedTuple):
    """A change in one function of a module (without `swenv.`), at one of the places for changes of this kind.

    The kinds are "off" (returns at once), "flip" (negates a condition), "compare" (a comparison), "number" (adds one).
    """

    module: str
    function: str
    kind: str
    place: int

    def __str__(self) -> str:
        return f"{self.module}:{self.function}:{self.kind}:{self.place}"

    @classmethod
    def named(cls, name: str) -> Mutant:
        """Return the mutant with this name, in the module where its function lies today."""
        module, function, kind, place = name.split(":")
        return cls(moved(module, function), function, kind, int(place))


@cache
def functions() -> dict[tuple[str, str], ast.FunctionDef]:
    """The kernels of the rules by module and name."""
    found = {}
    for engine in ENGINES:
        for path in sorted((TOP / "swenv" / engine).rglob("*.py")):
            if path.stem not in NOT_RULES:
                module = ".".join(path.relative_to(TOP / "swenv").with_suffix("").parts)
                for node in ast.parse(path.read_text(encoding="utf-8")).body:
                    if isinstance(node, ast.FunctionDef) and "kernel" in map(ast.unparse, node.decorator_list):
                        found[module, node.name] = node
    return found


def moved(module: str, function: str) -> str:
    """The module in which a function lies today: the one named, or the one most like it that has such a function."""
    if (module, function) in functions():
        return module
    parts = module.split(".")
    able = [place for place, name in functions() if name == function and place.split(".")[0] == parts[0]]
    return max(able, key=lambda place: (len(set(place.split(".")) & set(parts)), place), default=module)


def places(function: ast.FunctionDef, kind: str) -> list[Any]:
    """The nodes of a function that mutants of this kind can change."""
    nodes = [node for statement in function.body for node in ast.walk(statement)]
    if kind == "off":
        return [function] if function.body[ast.get_docstring(function) is not None :] else []
    if kind == "flip":
        return [node for node in nodes if isinstance(node, ast.If | ast.IfExp)]
    if kind == "compare":
        return [node for node in nodes if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPPED]
    return [it for it in nodes if isinstance(it, ast.Constant) and type(it.value) is int and abs(it.value) < 100]


def _neutral(function: ast.FunctionDef) -> ast.expr | None:
    """What a function without effect returns: False, 0 for numbers and sets, or nothing."""
    returned = [node.value for node in ast.walk(function) if isinstance(node, ast.Return) and node.value is not None]
    truth = re.compile(r"Compare|BoolOp|UnaryOp\(op=Not|Constant\(value=(True|False)")
    return ast.Constant(False if any(truth.match(ast.dump(it)) for it in returned) else 0) if returned else None


def mutate(mutant: Mutant) -> ast.FunctionDef:
    """Return the function with the change.

    Raises:
        ValueError: there is no such place.
    """
    if (key := (mutant.module, mutant.function)) not in functions():
        raise ValueError(f"there is no {mutant}")
    function = deepcopy(functions()[key])
    found = places(function, mutant.kind)
    if mutant.place >= len(found):
        raise ValueError(f"there is no {mutant}")
    node = found[mutant.place]
    if mutant.kind == "off":
        function.body = [ast.Return(_neutral(function))]
    elif mutant.kind == "flip":
        node.test = ast.UnaryOp(ast.Not(), node.test)
    elif mutant.kind == "compare":
        node.ops[0] = SWAPPED[type(node.ops[0])]()
    else:
        node.value += 1
    return function


def mutants_of(module: str, name: str) -> list[Mutant]:
    """All mutants of a function."""
    function = functions()[module, name]
    return [Mutant(module, name, kind, place) for kind in KINDS for place in range(len(places(function, kind)))]


def sample(number: int, seed: int) -> list[Mutant]:
    """Draw `number` mutants, spread evenly over the functions."""
    dice = random.Random(seed)
    left = {key: mutants_of(*key) for key in functions()}
    for mutants in left.values():
        dice.shuffle(mutants)
    chosen: list[Mutant] = []
    while len(chosen) < number and any(left.values()):
        keys = [key for key, mutants in left.items() if mutants]
        dice.shuffle(keys)
        chosen += [left[key].pop() for key in keys[: number - len(chosen)]]
    return chosen


def chosen(names: Iterable[str]) -> list[Mutant]:
    """The mutants with these names; a function, with or without its module, stands for all of its mutants."""
    found: list[Mutant] = []
    for name in names:
        if name.count(":") == 3:
            found.append(Mutant.named(name))
            continue
        module, _, function = name.rpartition(":")
        keys = [key for key in functions() if key[1] == function and key[0].endswith(module)]
        if not keys:
            raise SystemExit(f"there is no function {name}")
        found += [mutant for key in keys for mutant in mutants_of(*key)]
    return found


def code_of(function: ast.FunctionDef, module: Any) -> CodeType:
    """Compile a changed function for its module."""
    function.decorator_list = []
    tree = ast.fix_missing_locations(ast.Module([function], []))
    flags = __future__.annotations.compiler_flag
    names = dict(vars(module))
    exec(compile(tree, module.__file__, "exec", flags), names)
    code = names[function.name].__code__
    assert isinstance(code, CodeType)
    return code


def install(mutant: Mutant) -> None:
    """Play by the changed function from now on."""
    module = import_module(f"swenv.{mutant.module}")
    getattr(module, mutant.function).__code__ = code_of(mutate(mutant), module)


def watch(seen: set[str]) -> None:
    """Let each kernel from now on add its name to a set when it runs."""
    for (name, function), original in functions().items():
        module = import_module(f"swenv.{name}")
        vars(module)["_seen_by_mutants"] = seen
        copied = deepcopy(original)
        copied.body[:0] = ast.parse(f"_seen_by_mutants.add({f'{name}:{function}'!r})").body
        getattr(module, function).__code__ = code_of(copied, module)


def times() -> int:
    """How many times as long as usual tests may take."""
    return SLOW if "SWENV_MUTANTS_SLOW" in os.environ else 1


class Overtime(BaseException):
    """A test has taken too long."""


@contextlib.contextmanager
def limit(seconds: float) -> Iterator[None]:
    """Raise `Overtime` within if it takes more of the processor's time, so that other work does not matter."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise Overtime

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


class Noting:
    """Records which functions of the rules each test runs, and how long it takes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._tests: dict[str, tuple[float, list[str]]] = {}
        self._seen: set[str] = set()

    def pytest_collection_finish(self) -> None:
        watch(self._seen)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        self._seen.clear()
        began = time.process_time()
        try:
            with limit(LONGEST * times()):
                yield
        except Overtime:
            pytest.skip("takes too long uncompiled")
        if self._seen:
            self._tests[item.nodeid] = (time.process_time() - began, sorted(self._seen))

    def pytest_sessionfinish(self) -> None:
        if self._tests:
            worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
            (self._folder / f"{worker}.json").write_text(json.dumps(self._tests), encoding="utf-8")


class Trial(NamedTuple):
    """A mutant that is being tried in a process of its own, which is ended at a time, since it hangs."""

    mutant: Mutant
    process: int
    until: float


class Trying:
    """Tries mutants on the collected tests, in place of running the tests."""

    def __init__(self, plan: Mapping[str, Any]) -> None:
        self._mutants = [Mutant.named(name) for name in plan["mutants"]]
        self._fates = Path(plan["fates"])
        self._workers = int(plan["workers"])
        self._killers: dict[str, str] = plan["killers"]
        self._items: dict[str, pytest.Item] = {}
        self._runs: dict[str, list[tuple[float, str]]] = defaultdict(list)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        session.config.pluginmanager.get_plugin("terminalreporter").reportchars = ""
        self._items = {item.nodeid: item for item in session.items}
        for test, (seconds, ran) in json.loads(MAP.read_text(encoding="utf-8")).items():
            if test in self._items:
                for name in ran:
                    module, function = name.split(":")
                    self._runs[f"{moved(module, function)}:{function}"].append((seconds, test))
        waiting, running, done = list(reversed(self._mutants)), {}, 0
        while waiting or running:
            while waiting and len(running) < self._workers:
                pipe, trial = self._begin(waiting.pop())
                running[pipe] = trial
            ready, _, _ = select.select(list(running), [], [], 1.0)
            for pipe in [pipe for pipe in running if pipe in ready or time.monotonic() > running[pipe].until]:
                trial = running.pop(pipe)
                done += 1
                found = self._end(pipe, trial, answered=pipe in ready)
                with self._fates.open("a", encoding="utf-8") as fates:
                    fates.write(json.dumps([str(trial.mutant), found]) + "\n")
                print(f"{done}/{len(self._mutants)} {trial.mutant}: {found}", file=sys.__stdout__, flush=True)
        return True

    def _begin(self, mutant: Mutant) -> tuple[int, Trial]:
        """Try a mutant in a new process."""
        tests = self._tests_of(mutant)
        reading, writing = os.pipe()
        process = os.fork()
        if process:
            os.close(writing)
            return reading, Trial(mutant, process, time.monotonic() + PATIENCE)
        found = "crashes"
        try:
            os.close(reading)
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            found = self._try(mutant, tests)
        finally:
            os.write(writing, found.encode())
            os._exit(0)

    def _end(self, pipe: int, trial: Trial, *, answered: bool) -> str:
        """The fate of a mutant whose process has answered, or hangs."""
        if not answered:
            os.kill(trial.process, signal.SIGKILL)
        found = os.read(pipe, 4096).decode() if answered else "hangs"
        os.close(pipe)
        os.waitpid(trial.process, 0)
        return found or "crashes"

    def _tests_of(self, mutant: Mutant) -> list[tuple[float, pytest.Item]]:
        """The tests that run a mutant's function: the one that detected it before, then the fastest of each file."""
        known = self._killers.get(str(mutant))
        of_file: Counter[str] = Counter()
        ranked = []
        for seconds, test in sorted(self._runs[f"{mutant.module}:{mutant.function}"]):
            file = test.partition("::")[0]
            ranked.append((0 if test == known else 1 + of_file[file], seconds, test))
            of_file[file] += 1
        tests, spent = [], 0.0
        for _, seconds, test in sorted(ranked):
            spent += seconds
            if spent > BUDGET * times():
                break
            tests.append((seconds, self._items[test]))
        return tests

    def _try(self, mutant: Mutant, tests: Sequence[tuple[float, pytest.Item]]) -> str:
        """The name of the first test that fails on a mutant, "hangs", "nothing", or "no test" if there is none."""
        try:
            install(mutant)
        except ValueError:
            return "gone"
        if not tests:
            return "no test"
        failed: list[str] = []

        class Failures:
            def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
                if report.failed:
                    failed.append(report.nodeid)

        config = tests[0][1].config
        config.pluginmanager.unregister(name="terminalreporter")
        config.pluginmanager.register(Failures())
        for (seconds, item), (_, after) in zip(tests, [*tests[1:], (0.0, None)], strict=True):
            try:
                with limit(5 + 5 * seconds):
                    item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            except Overtime:
                return "hangs"
            if failed:
                return failed[0]
        return "nothing"


def pytest_configure(config: pytest.Config) -> None:
    """Make the map, or try mutants, if `main` has asked for it."""
    if folder := os.environ.get("SWENV_MUTANTS_MAP"):
        config.pluginmanager.register(Noting(Path(folder)))
    if plan := os.environ.get("SWENV_MUTANTS_PLAN"):
        config.pluginmanager.register(Trying(json.loads(Path(plan).read_text(encoding="utf-8"))))


def uncompiled(workers: int, tests: Sequence[str], **environment: str) -> int:
    """Run tests uncompiled, with this file as a plugin."""
    path = os.pathsep.join([str(TOP / "tests"), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    command = [sys.executable, "-m", "pytest", "-p", "mutants", "-p", "no:cacheprovider", "-q"]
    command += [] if "SWENV_MUTANTS_SLOW" in os.environ else ["-m", "not slow"]
    return subprocess.run(
        [*command, "--tb=line", "-n", str(workers if workers > 1 else 0), *tests],
        cwd=TOP, env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path, **environment},
    ).returncode  # fmt: skip


def make_map(workers: int, tests: Sequence[str]) -> int:
    """Run the quick tests of the rules once, uncompiled, and record what they run."""
    with tempfile.TemporaryDirectory() as folder:
        code = uncompiled(workers, tests, SWENV_MUTANTS_MAP=folder)
        noted: dict[str, Any] = {}
        for path in Path(folder).glob("*.json"):
            noted |= json.loads(path.read_text(encoding="utf-8"))
    MAP.write_text(json.dumps(noted), encoding="utf-8")
    print(f"{len(noted)} tests run rules")
    return code


def read_fates(path: Path) -> dict[str, str]:
    """The fates in a file by the names of the mutants, each on a line."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {str(Mutant.named(name)): found for name, found in map(json.loads, lines)}


def run(mutants: Sequence[str], workers: int, fates: Path, was: Mapping[str, str], tests: Sequence[str]) -> list[str]:
    """Try those mutants that have no fate in the file yet, and return those that were detected only before."""
    known = read_fates(fates)
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as plan:
        names = [name for name in mutants if name not in known]
        json.dump({"mutants": names, "workers": workers, "fates": str(fates.absolute()), "killers": was}, plan)
        plan.flush()
        if names:
            uncompiled(1, tests, SWENV_MUTANTS_PLAN=plan.name)
    known = read_fates(fates)
    print(f"{sum(known[name] not in ALIVE for name in mutants)} of {len(mutants)} detected")
    lost = [name for name in mutants if known[name] in ALIVE and was.get(name, "gone") not in ALIVE]
    for name in lost:
        print(f"no longer detected: {name} (by {was[name]})")
    return lost


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("map", help="note which tests run which functions")
    trying = commands.add_parser("run", help="try mutants")
    trying.add_argument("--number", type=int, default=240)
    trying.add_argument("--seed", type=int, default=1)
    trying.add_argument("--only", nargs="*", metavar="NAME", help="these mutants, or all mutants of these functions")
    trying.add_argument("--fates", type=Path, metavar="FILE", help="add each fate; go on with those that are missing")
    trying.add_argument("--before", type=Path, metavar="FILE", help="fates of another run to compare with")
    for each in (making, trying):
        each.add_argument("--workers", type=int, default=2)
        each.add_argument("--slow", action="store_true", help="slow tests, too; the map must have been made with them")
        each.add_argument("--tests", nargs="*", default=["tests/rules"])
    commands.add_parser("show", help="print a changed function").add_argument("mutant")
    args = parser.parse_args()
    if getattr(args, "slow", False):
        os.environ["SWENV_MUTANTS_SLOW"] = "1"
    if args.command == "map":
        return make_map(args.workers, args.tests)
    if args.command == "show":
        print(ast.unparse(mutate(Mutant.named(args.mutant))))
        return 0
    mutants = [*map(str, chosen(args.only) if args.only else sample(args.number, args.seed))]
    with tempfile.TemporaryDirectory() as folder:
        fates = args.fates or Path(folder) / "fates.json"
        return int(bool(run(mutants, args.workers, fates, read_fates(args.before) if args.before else {}, args.tests)))


if __name__ == "__main__":
    sys.exit(main())
