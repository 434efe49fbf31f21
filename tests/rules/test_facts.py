"""The facts of `facts/`, each a test."""

from __future__ import annotations

import pytest

from facts import Fact, all_facts, read, run
from referee.play import Disagreement

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


def test_names_and_arrows_stand_for_words_and_lines() -> None:
    text = "game: underground\nlet SEAT: ogres wise\nUG-INT-1  x.\n  each: HELD hand 9 | hand 8, coins 1\n"
    (short,) = read(
        f"{text}  seats: SEAT HELD | -\n  board: 5 ogres -> 5 ogres*2\n  play: finish -> turn 0\n  again: decline"
    )
    assert short.lines[1:] == (
        *(("seats", "ogres wise HELD | -"), ("board", "5 ogres"), ("then", "5 ogres*2"), ("play", "finish")),
        *(("then", "turn 0"), ("again", ""), ("play", "decline")),
    )


def test_an_each_line_has_cases_of_several_names_and_a_board_line_has_fields() -> None:
    text = "game: underground\nUG-INT-1  x.\n  each:  LAND COST  6 2 | 7 1\n  seats: ogres wise hand 9 | -\n"
    (fact,) = read(f"{text}  board: 5 ogres; phase ready -> phase ready; price LAND is COST")
    run(fact)
    with pytest.raises(AssertionError, match="it is"):
        run(*read(f"{text}  board: 5 ogres; phase ready -> price LAND is 2"))


def test_a_board_line_says_what_matters_of_the_seats() -> None:
    text = "game: underground\nUG-INT-1  x.\n  seats: kraken wise | -\n  board: 5 kraken -> kraken hand 0; coins 0 0\n"
    board = "5 ogres*3; 0 drow; drow shield with declined kraken; coins 2 5"
    run(*read(f"{text}  board: {board} -> ogres hand 7; drow power shield; races 1 drow kraken; coins 2 5"))
    run(*read(f"{text}  board: {board}; phase choose -> ogres hand 0"))


def test_values_of_several_words_are_told_apart_by_slashes() -> None:
    text = "game: underground\nUG-INT-1  x.\n  each:  HERE COST  5 ogres / 1 | 5 ogres; 0 drow / 2\n"
    run(*read(f"{text}  board: HERE -> price 0 is COST"))


def test_a_case_that_checks_nothing_is_noticed() -> None:
    text = "game: underground\nUG-INT-1  x.\n  seats: ogres wise hand 9 | -\n  board: 5 ogres"
    for rest in ("\n  board: 6 ogres -> 6 ogres", " -> 5 ogres\n  play: finish", ""):
        with pytest.raises(AssertionError, match="nothing is checked"):
            run(*read(text + rest))


def test_what_the_referee_does_not_expect_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    (fact,) = read("game: underground\nUG-INT-1  x.\n  board: 5 ogres\n  play: conquer 6 -> judged")
    run(fact)
    monkeypatch.setattr("referee.play.legal", lambda document, options: {"finish"})
    with pytest.raises(Disagreement, match="only the game"):
        run(fact)


@pytest.mark.parametrize("text", ["game: underground\nUG-INT-1 no sentence", "game: underground\nfact without rules."])
def test_a_line_that_says_nothing_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="neither rules"):
        list(read(text))
