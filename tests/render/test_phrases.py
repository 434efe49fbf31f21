"""Actions in people's words: every action of every game, as an order and as a report."""

from __future__ import annotations

import re
from itertools import chain

import pytest

import swenv
from everygame import GAMES
from randomplay import busy_walk
from swenv.render.phrases import PHRASES, hidden_phrase, phrase, told, verb_title


@pytest.mark.parametrize("game", GAMES)
def test_every_verb_has_a_phrase_in_each_phase(game: str) -> None:
    """Whatever is legal in a phase, a phrase for the verb or for the verb in that phase exists."""
    for verb in swenv.load(game, num_players=2).verbs:
        for phase in chain.from_iterable(phases.split() for phases in verb.uses.values()):
            assert verb.name in PHRASES or f"{verb.name} {phase}" in PHRASES, (verb.name, phase)
        assert re.fullmatch("[a-zA-Z' ]+", verb_title(verb.name))


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_action_of_a_game_is_said_without_its_codes(game: str) -> None:
    loaded = swenv.load(game, num_players=2)
    for state, _ in busy_walk(loaded, 3):
        document = state.to_position()
        said = [phrase(state, action, document) for action in state.legal_actions().tolist()]
        assert not any(re.search(r"[_{}]", each) for each in said), said
        assert len(set(said)) == len(said), "no two actions read the same"


def test_a_phrase_names_combos_regions_and_cards() -> None:
    state = swenv.load("smallworld", num_players=2).new_state(7)
    top = state.to_position()["column"][0]
    assert phrase(state, 0).lower() == f"take {top['power']} {top['race']}".replace("_", " ")
    state.apply("pick 0")
    region = state.legal_actions().tolist()[0]
    assert re.fullmatch(r"conquer [a-z]+ \d+", phrase(state, region))
    islands = swenv.load("islands", num_players=2, start_layout="fixed").new_state(1)
    assert re.fullmatch("use “.+: .+” now, keep “.+: .+”", phrase(islands, islands.legal_actions().tolist()[0]))


@pytest.mark.parametrize(
    ("order", "report"),
    [
        ("take Forest Amazons", "takes Forest Amazons"),
        ("push the token to hill 4", "pushes the token to hill 4"),
        ("dock your ship on cell 1 2", "docks their ship on cell 1 2"),
        ("pay Harmony to Pandaren", "pays Harmony to Pandaren"),
        ("bury it", "buries it"),
    ],
)
def test_an_order_becomes_a_report(order: str, report: str) -> None:
    assert told(order) == report


def test_a_secret_choice_is_told_without_what_was_chosen() -> None:
    for verb in swenv.load("islands", num_players=2).secret_verbs:
        assert not re.search(r"\d", hidden_phrase(f"{verb} 0 1"))
