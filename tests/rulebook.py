"""Rule ids: those in the rules pages and those that tests name, read from the files."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

TESTS = Path(__file__).parent
RULES = TESTS.parent / "docs" / "rules"
REFERENCES = {
    "SW": RULES / "smallworld.md",
    "UG": RULES / "underground.md",
    "WW": RULES / "warcraft.md",
    "SI": RULES / "islands.md",
}
"""The rules page for each prefix of ids."""

_ID = re.compile(rf"\b(?:{'|'.join(REFERENCES)})(?:-[A-Z]+)+-(?:[A-Z]+\d*|\d+)\b")


def ids_in(text: str) -> set[str]:
    """All rule ids in a text."""
    return set(_ID.findall(text))


@lru_cache(maxsize=1)
def known_ids() -> frozenset[str]:
    """The ids defined by the rules pages: in table rows, headings and bold text, each page only with its own."""
    return frozenset(
        rule
        for prefix, reference in REFERENCES.items()
        for rule in ids_in(reference.read_text(encoding="utf-8"))
        if rule.startswith(prefix)
    )


def _marks(function: ast.AST, name: str) -> Iterator[str]:
    """The ids in the decorators of a test: plain marks, and marks of single parameters."""
    for decorator in getattr(function, "decorator_list", []):
        for node in ast.walk(decorator):
            if not (isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule"):
                continue
            if not node.args or node.keywords:
                raise ValueError(f"{name}: a rule mark takes ids, one or more")
            for argument in node.args:
                if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                    raise ValueError(f"{name}: the ids of a rule mark are written out, not computed")
                yield argument.value


def marks_in(source: str, where: str) -> dict[str, list[str]]:
    """Map the ids that the tests in a source text name to those tests.

    Raises:
        ValueError: A mark is empty or contains something other than literal ids.
    """
    found: dict[str, list[str]] = defaultdict(list)
    body = ast.parse(source).body
    for node in body + [part for kind in body if isinstance(kind, ast.ClassDef) for part in kind.body]:
        is_test = isinstance(node, ast.FunctionDef) and node.name.startswith("test")
        if is_test or (isinstance(node, ast.ClassDef) and node.name.startswith("Test")):
            name = f"{where}::{node.name}"
            for rule in _marks(node, name):
                found[rule].append(name)
    return dict(found)


def marks_of_facts(text: str, where: str) -> dict[str, list[str]]:
    """Map the ids that a file of facts names to the facts; see `tests/rules/facts.py`."""
    found: dict[str, list[str]] = defaultdict(list)
    for ids, says in re.findall(r"^((?:[A-Z]+(?:-[A-Z0-9]+)+ )+) (.+)$", text, re.M):
        for rule in ids.split():
            found[rule].append(f"{where}::{says}")
    return dict(found)


@lru_cache(maxsize=1)
def marks_of_tests() -> dict[str, list[str]]:
    """Map the ids that the tests of the project name to those tests."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        for rule, tests in marks_in(path.read_text(encoding="utf-8"), path.relative_to(TESTS).as_posix()).items():
            found[rule] += tests
    for path in sorted(TESTS.rglob("*.facts")):
        for rule, tests in marks_of_facts(path.read_text(encoding="utf-8"), path.relative_to(TESTS).as_posix()).items():
            found[rule] += tests
    return dict(found)
