"""The games for OpenSpiel, with OpenSpiel's own tests and algorithms."""

from __future__ import annotations

import pickle
import random
import unittest
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel")

import pyspiel

import swenv
from swenv.envs import openspiel
from swenv.smallworld.tiny import tiny_game

NAMES = [openspiel.PREFIX + name for name in swenv.games()]
RARE = 'swenv_islands(options={"mode": "advanced"},players=3)'


def dealt(text: str, seed: int = 0) -> Any:
    """A state at its first decision, after chance nodes drawn with a seed."""
    state, dice = pyspiel.load_game(text).new_initial_state(), random.Random(seed)
    while state.is_chance_node():
        state.apply_action(dice.choice(state.chance_outcomes())[0])
    return state


@pytest.mark.parametrize("text", ["swenv_islands", 'swenv_smallworld(players=3,options={"rounds": 3})'])
def test_games_and_states_are_sent_to_other_processes(text: str) -> None:
    game = pyspiel.load_game(text)
    state = game.new_initial_state()
    for _ in range(9):
        state.apply_action(state.legal_actions()[-1])
    there, here = pickle.loads(pickle.dumps((game, state)))
    assert (str(there), str(there.new_initial_state())) == (str(game), str(game.new_initial_state()))
    for each in (state, here):
        each.apply_action(each.legal_actions()[-1])
    assert str(here) == str(state) and here.history() == state.history()


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_api_test_of_openspiel_passes(name: str) -> None:
    from open_spiel.integration_tests import api_test

    api_test.FLAGS(["", f"--test_only_games={name}$"])
    (tests,) = api_test._create_test_case_classes()
    outcome = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(tests).run(outcome)
    assert outcome.testsRun >= 5 and outcome.wasSuccessful() and not outcome.skipped


@pytest.mark.slow
@pytest.mark.parametrize("text", ['swenv_smallworld(players=5,options={"rounds": 2})', RARE, *NAMES[1:3]])
def test_the_simulation_test_of_openspiel_passes(text: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_the_playthrough_test_of_openspiel_passes(name: str, tmp_path: Path) -> None:
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    flags.FLAGS([""])
    path = tmp_path / "playthrough.txt"
    path.write_text(generate_playthrough.playthrough(name, action_sequence=[], seed=5), encoding="utf-8")
    expected, actual = generate_playthrough.replay(str(path))
    assert actual == expected and "IsTerminal() = True" in actual


def test_a_game_is_that_of_swenv() -> None:
    ours, dice = dealt("swenv_underground(players=3)", seed=2), random.Random(4)
    theirs = ours.state.copy()
    while not ours.is_terminal():
        if ours.is_chance_node():
            outcomes, shares = zip(*ours.chance_outcomes(), strict=True)
            ours.apply_action(dice.choices(outcomes, shares)[0])
            theirs = ours.state.copy() if not ours.is_chance_node() else theirs
            continue
        assert (ours.current_player(), ours.legal_actions()) == (theirs.to_act, theirs.legal_actions().tolist())
        action = dice.choice(ours.legal_actions())
        assert ours.action_to_string(action) == str(theirs.game.action(action))
        assert np.array_equal(ours.observation_tensor(), theirs.observation())
        certain = len(theirs.outcomes(action)) == 1
        ours.apply_action(action)
        assert ours.is_chance_node() != certain
        if certain:
            theirs.apply(action)
    assert ours.returns() == theirs.returns().tolist() and sum(map(abs, ours.returns())) > 0


def test_a_deal_of_a_small_box_is_one_chance_node() -> None:
    start = openspiel.load(tiny_game(rounds=1)).new_initial_state()
    assert [share for _, share in start.chance_outcomes()] == [pytest.approx(1 / 240)] * 240
    assert start.child(7).state.game == tiny_game(rounds=1)
    with pytest.raises(ValueError, match="chance decides"):
        start.resample_from_infostate(0, random.random)


def test_a_seat_remembers_what_it_has_seen_and_done() -> None:
    state = dealt("swenv_islands")
    first, others = state.information_state_string(0), set()
    for action in state.legal_actions()[:5]:
        after = state.child(action)
        others |= {after.information_state_string(seat) for seat in (0, 1)}
    assert len(others) == 10 and first not in others
    assert dealt("swenv_islands").information_state_string(0) == first


def test_the_arguments_of_secret_actions_are_not_remembered_by_others() -> None:
    dice, seen = random.Random(1), 0
    state = dealt(RARE)
    while seen < 2:
        legal = [] if state.is_chance_node() else state.legal_actions()
        secret = [a for a in legal if state.state.game.action(a).verb in state.state.game.secret_verbs]
        if len(secret) > 1 and not any(state.child(a).is_chance_node() for a in secret[:2]):
            seen += 1
            me = state.current_player()
            for seat in range(3):
                known = {state.child(a).information_state_string(seat) for a in secret[:2]}
                assert len(known) == (2 if seat == me else 1)
        state.apply_action(dice.choice(legal) if legal else state.chance_outcomes()[0][0])


def test_a_resampled_state_looks_the_same_to_the_seat_that_asks() -> None:
    state, dice = dealt(RARE, seed=3), random.Random(3)
    while state.is_chance_node() or len(state.history()) < 40:
        state.apply_action(dice.choice(range(1024) if state.is_chance_node() else state.legal_actions()))
    for seat in (0, 1):
        copies = [state.resample_from_infostate(seat, random.Random(seed).random) for seed in range(20)]
        assert {copy.information_state_string(seat) for copy in copies} == {state.information_state_string(seat)}
        assert len({copy.information_state_string(2) for copy in copies}) > 1
        assert len({copy.state for copy in copies}) == 20 and all(copy.history() == state.history() for copy in copies)


def test_tree_search_of_openspiel_plays() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    dice = np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, dice)
    state = dealt('swenv_smallworld(options={"rounds": 1})')
    search = mcts.MCTSBot(state.get_game(), 2.0, 20, rollouts, random_state=dice)
    players = [search, ismcts.ISMCTSBot(state.get_game(), rollouts, 2.0, 20, random_state=dice)]
    while not state.is_terminal():
        chance = state.is_chance_node()
        state.apply_action(state.chance_outcomes()[0][0] if chance else players[state.current_player()].step(state))
    assert sum(state.returns()) == 0


@pytest.mark.parametrize(
    "text, why",
    [
        ("swenv_smallworld(players=9)", "2 to 5 can play"),
        ("swenv_islands(players=1)", "two or more"),
        ("swenv_smallworld(options=rounds)", "a JSON object is needed"),
        ('swenv_smallworld(options={"rounds": 0})', "1 to 100"),
        ('swenv_smallworld(options={"name": "x"})', "not an option"),
    ],
)
def test_bad_parameters_are_refused(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        pyspiel.load_game(text)
