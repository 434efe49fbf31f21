"""Every rule has a test that names it, and no test names a rule that does not exist."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

from rulebook import ids_in, known_ids, marks_in, marks_of_tests


def test_every_rule_is_named_by_a_test() -> None:
    missing = known_ids() - marks_of_tests().keys()
    assert not missing, f"no test is marked with {', '.join(sorted(missing))}"


def test_every_mark_names_a_rule_that_exists() -> None:
    unknown = {rule: tests for rule, tests in marks_of_tests().items() if rule not in known_ids()}
    assert not unknown, f"docs/rules/smallworld.md does not have {unknown}"


def test_the_reference_is_read_whole() -> None:
    numbers: dict[str, list[int]] = defaultdict(list)
    for rule in known_ids():
        chapter, _, last = rule.rpartition("-")
        if last.isdigit():
            numbers[chapter].append(int(last))
    lengths = {chapter.removeprefix("SW-"): len(found) for chapter, found in numbers.items()}
    assert lengths == {
        "TERM": 12,
        "SETUP": 19,
        "COL": 9,
        "TURN": 15,
        "CONQ": 13,
        "DIE": 9,
        "LOSS": 11,
        "REDEP": 6,
        "SCORE": 7,
        "DECL": 14,
        "END": 5,
        "INT": 153,
        "EX": 58,
        "INV": 8,
        "SRC": 10,
    }
    for chapter, found in numbers.items():
        first = 0 if chapter == "SW-CONQ" else 1
        assert sorted(found) == list(range(first, first + len(found))), f"{chapter} has a gap"
    named = [rule for rule in known_ids() if not re.search(r"\d$", rule)]
    assert sum(rule.startswith("SW-RACE-") for rule in named) == 14
    assert sum(rule.startswith("SW-POWER-") for rule in named) == 20
    assert len(named) == 34


def test_ids_are_found_in_rows_headings_and_bold_text() -> None:
    text = "| SW-TERM-1 | x |\n### SW-POWER-DRAGON-MASTER — Dragon\n**SW-DECL-12 Nothing left.** in (SW-SCORE-7)"
    assert ids_in(text) == {"SW-TERM-1", "SW-POWER-DRAGON-MASTER", "SW-DECL-12", "SW-SCORE-7"}


SOURCE = """
@pytest.mark.rule("SW-A-1", "SW-A-2")
def test_one(): ...

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("SW-A-3")), 2])
def test_two(x): ...

@pytest.mark.rule("SW-A-4")
class TestThree:
    @pytest.mark.rule("SW-A-1")
    def test_four(self): ...

@pytest.mark.rule("SW-A-5")
def helper(): ...

NAME = "SW-A-6"
"""


def test_marks_are_read_from_tests_alone() -> None:
    found = marks_in(SOURCE, "f")
    assert found == {
        "SW-A-1": ["f::test_one", "f::test_four"],
        "SW-A-2": ["f::test_one"],
        "SW-A-3": ["f::test_two"],
        "SW-A-4": ["f::TestThree"],
    }


@pytest.mark.parametrize("mark", ["pytest.mark.rule()", "pytest.mark.rule(NAME)", "pytest.mark.rule(*IDS)"])
def test_a_mark_without_written_ids_is_refused(mark: str) -> None:
    with pytest.raises(ValueError, match="f::test_x"):
        marks_in(f"@{mark}\ndef test_x(): ...", "f")
