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


CHAPTERS = """
SW: TERM 12, SETUP 19, COL 9, TURN 15, CONQ 13, DIE 9, LOSS 11, REDEP 6, SCORE 7, DECL 14, END 5, INT 153, EX 58,
    INV 8, SRC 10
UG: ED 12, SETUP 27, MAP 4, DIFF 19, TURN 8, COL 6, CONQ 12, LOSS 8, RIVER 7, REDEP 4, SCORE 6, DECL 7, PLACE 3,
    RELIC 2, IMM 11, MIX 14, INT 98, EX 53, ACT 29, CLAR 44
WW: COMP 8, SETUP 10, DIFF 20, TURN 9, CONQ 15, FACTION 5, DECL 7, SCORE 4, END 3, ART 8, TEAM 3, INT 85, EX 51, ACT
    30, CLAR 26
SI: COMP 3, SETUP 9, STATE 1, PREP 5, EXPL 9, DOCK 7, MARK 5, REW 6, HOUSE 9, ROUND 3, END 3, SCORE 3, TIE 1, TILE
    6, ISLE 6, SET 5, INFO 2, INV 7, INT 44, EX 45, SOLO 14, ACT 12, ACH 2
"""
"""How many numbered rules each chapter of each box has."""


def test_the_reference_is_read_whole() -> None:
    numbers: dict[str, list[int]] = defaultdict(list)
    for rule in known_ids():
        chapter, _, last = rule.rpartition("-")
        if last.isdigit():
            numbers[chapter].append(int(last))
    counts = {
        f"{box}-{chapter}": int(count)
        for box, rest in re.findall(r"^(\w\w): (.*(?:\n .*)*)", CHAPTERS, re.M)
        for chapter, count in re.findall(r"(\w+)\s+(\d+)", rest)
    }
    assert {chapter: len(found) for chapter, found in numbers.items()} == counts
    for zeros in ("UG-PLACE", "UG-RELIC"):  # -0, -00 and -000
        assert set(numbers.pop(zeros)) == {0}
    for chapter, found in numbers.items():
        first = 0 if chapter == "SW-CONQ" else 1
        assert sorted(found) == list(range(first, first + len(found))), f"{chapter} has a gap"
    named = Counter("-".join(rule.split("-")[:2]) for rule in known_ids() if not re.search(r"-\d+$", rule))
    # SI-CARD: G1 to G4, R1 to R8, D1
    assert " ".join(f"{chapter} {count}" for chapter, count in sorted(named.items())) == (
        "SI-CARD 13 SW-POWER 20 SW-RACE 14 UG-PLACE 9 UG-POWER 21 UG-RACE 15 UG-RELIC 7 WW-ART 5 WW-PLACE 8 "
        "WW-POWER 20 WW-RACE 16"
    )


def test_ids_are_found_in_rows_headings_and_bold_text() -> None:
    text = "| SW-TERM-1 | x |\n### SW-POWER-DRAGON-MASTER — Dragon\n**SW-DECL-12 Nothing left.** in (SW-SCORE-7)"
    assert ids_in(text) == {"SW-TERM-1", "SW-POWER-DRAGON-MASTER", "SW-DECL-12", "SW-SCORE-7"}
    assert ids_in("1. UG-SETUP-21. A map\nas UG-PLACE-00 (UG-DECL) says") == {"UG-SETUP-21", "UG-PLACE-00"}


SOURCE = """
@pytest.mark.rule("SW-A-1", "SW-A-2")
def test_one(): ...

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("SW-A-3")), 2])
def test_two(x): ...

@pytest.mark.rule("SW-A-5")
def helper(): ...

NAME = "SW-A-6"
"""


def test_marks_are_read_from_tests_alone() -> None:
    assert marks_in(SOURCE, "f") == {
        "SW-A-1": ["f::test_one"],
        "SW-A-2": ["f::test_one"],
        "SW-A-3": ["f::test_two"],
    }


@pytest.mark.parametrize("mark", ["pytest.mark.rule()", "pytest.mark.rule(NAME)", "pytest.mark.rule(*IDS)"])
def test_a_mark_without_written_ids_is_refused(mark: str) -> None:
    with pytest.raises(ValueError, match="f::test_x"):
        marks_in(f"@{mark}\ndef test_x(): ...", "f")
