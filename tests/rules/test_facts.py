"""The facts of `facts/`, each a test."""

from __future__ import annotations

import pytest
from facts import Fact, all_facts, read, run

FACTS = [pytest.param(fact, id=str(fact), marks=pytest.mark.rule(*fact.rules)) for fact in all_facts()]


@pytest.mark.parametrize("fact", FACTS)
def test_a_fact_of_the_rules_holds(fact: Fact) -> None:
    run(fact)


def test_what_is_not_so_is_noticed() -> None:
    text = "game: underground\nUG-INT-1  x.\n  seats: ogres wise hand 9 | -\n  board: 5 ogres\n  then: price 6 is "
    for wrong, says in (("3", r"it is \[2\]"), ("2; coins 1 0", r"it is \[0, 0\]"), ("2; 5 ogres*2", "it is")):
        (fact,) = read(text + wrong)
        with pytest.raises(AssertionError, match=says):
            run(fact)


@pytest.mark.parametrize("text", ["game: underground\nUG-INT-1 no sentence", "game: underground\nfact without rules."])
def test_a_line_that_says_nothing_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="neither rules"):
        list(read(text))
