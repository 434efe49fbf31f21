"""Every rule has a test that names it, and no test names a rule that does not exist."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

import pytest

from rulebook import ids_in, known_ids, marks_in, marks_of_tests


def test_every_rule_is_named_by_a_test() -> None:
    missing = known_ids() - marks_of_tests().keys()
    assert not missing, f"no test is marked with {', '.join(sorted(missing))}"


def test_every_mark_names_a_rule_that_exists() -> None:
    unknown = {rule: tests for rule, tests in marks_of_tests().items() if rule not in known_ids()}
    assert not unknown, f"docs/rules has no {unknown}"


def test_the_reference_is_read_whole() -> None:
    numbers: dict[str, list[int]] = defaultdict(list)
    for rule in known_ids():
        chapter, _, last = rule.rpartition("-")
        if last.isdigit():
            numbers[chapter].append(int(last))
    assert {chapter: len(found) for chapter, found in numbers.items()} == {
        "SW-TERM": 12,
        "SW-SETUP": 19,
        "SW-COL": 9,
        "SW-TURN": 15,
        "SW-CONQ": 13,
        "SW-DIE": 9,
        "SW-LOSS": 11,
        "SW-REDEP": 6,
        "SW-SCORE": 7,
        "SW-DECL": 14,
        "SW-END": 5,
        "SW-INT": 153,
        "SW-EX": 58,
        "SW-INV": 8,
        "SW-SRC": 10,
        "UG-ED": 12,
        "UG-SETUP": 27,
        "UG-MAP": 4,
        "UG-DIFF": 19,
        "UG-TURN": 8,
        "UG-COL": 6,
        "UG-CONQ": 12,
        "UG-LOSS": 8,
        "UG-RIVER": 7,
        "UG-REDEP": 4,
        "UG-SCORE": 6,
        "UG-DECL": 7,
        "UG-PLACE": 3,
        "UG-RELIC": 2,
        "UG-IMM": 11,
        "UG-MIX": 14,
        "UG-INT": 98,
        "UG-EX": 53,
        "UG-ACT": 29,
        "UG-CLAR": 44,
        "WW-COMP": 8,
        "WW-SETUP": 10,
        "WW-DIFF": 20,
        "WW-TURN": 9,
        "WW-CONQ": 15,
        "WW-FACTION": 5,
        "WW-DECL": 7,
        "WW-SCORE": 4,
        "WW-END": 3,
        "WW-ART": 8,
        "WW-TEAM": 3,
        "WW-INT": 85,
        "WW-EX": 51,
        "WW-ACT": 30,
        "WW-CLAR": 26,
        "SI-COMP": 3,
        "SI-SETUP": 9,
        "SI-STATE": 1,
        "SI-PREP": 5,
        "SI-EXPL": 9,
        "SI-DOCK": 7,
        "SI-MARK": 5,
        "SI-REW": 6,
        "SI-HOUSE": 9,
        "SI-ROUND": 3,
        "SI-END": 3,
        "SI-SCORE": 3,
        "SI-TIE": 1,
        "SI-TILE": 6,
        "SI-ISLE": 6,
        "SI-SET": 5,
        "SI-INFO": 2,
        "SI-INV": 7,
        "SI-INT": 44,
        "SI-EX": 45,
        "SI-SOLO": 14,
        "SI-ACT": 12,
        "SI-ACH": 2,
    }
    for zeros in ("UG-PLACE", "UG-RELIC"):  # -0, -00 and -000
        assert set(numbers.pop(zeros)) == {0}
    for chapter, found in numbers.items():
        first = 0 if chapter == "SW-CONQ" else 1
        assert sorted(found) == list(range(first, first + len(found))), f"{chapter} has a gap"
    named = Counter("-".join(rule.split("-")[:2]) for rule in known_ids() if not re.search(r"-\d+$", rule))
    assert named == {
        "SW-RACE": 14,
        "SW-POWER": 20,
        "UG-RACE": 15,
        "UG-POWER": 21,
        "UG-PLACE": 9,
        "UG-RELIC": 7,
        "WW-RACE": 16,
        "WW-POWER": 20,
        "WW-ART": 5,
        "WW-PLACE": 8,
        "SI-CARD": 13,  # G1 to G4, R1 to R8, D1
    }


def test_ids_are_found_in_rows_headings_and_bold_text() -> None:
    text = "| SW-TERM-1 | x |\n### SW-POWER-DRAGON-MASTER — Dragon\n**SW-DECL-12 Nothing left.** in (SW-SCORE-7)"
    assert ids_in(text) == {"SW-TERM-1", "SW-POWER-DRAGON-MASTER", "SW-DECL-12", "SW-SCORE-7"}
    assert ids_in("1. UG-SETUP-21. A map\nas UG-PLACE-00 (UG-DECL) says") == {"UG-SETUP-21", "UG-PLACE-00"}


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
