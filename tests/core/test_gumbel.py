"""What a search with a network tries at its root, and what it thinks best."""

from __future__ import annotations

import numpy as np
import pytest

from swenv.core.gumbel import Advice, completed_q_values

LOGITS = np.array([[2.0, 1.0, 0.5, 0.0, -9.0, 7.0]], dtype=np.float32)
MASK = np.array([[True] * 5 + [False]])
NOTHING = np.zeros(LOGITS.shape, dtype=np.int64), np.zeros(LOGITS.shape)


def advice(simulations: int = 100, weight: float = 1.0) -> Advice:
    """The advice of a network that expects 0.25."""
    return Advice.of(LOGITS, MASK, np.array([0.25], dtype=np.float32), simulations, weight)


def test_actions_that_were_not_tried_are_worth_what_the_decision_is() -> None:
    visits = np.array([[3, 1, 0], [0, 0, 0]])
    wins = np.array([[1.5, -0.5, 0.0], [0.0, 0.0, 0.0]])
    chances = np.array([[0.5, 0.25, 0.25], [0.2, 0.3, 0.5]], dtype=np.float32)
    found = completed_q_values(visits, wins, chances, np.array([0.75, -0.25], dtype=np.float32))
    tried = (0.5 * 0.5 + 0.25 * -0.5) / 0.75  # the means of the two, by their probability
    assert found == pytest.approx(np.array([[0.5, -0.5, (0.75 + 4 * tried) / 5], [-0.25] * 3]))


def test_half_of_the_actions_are_dropped_again_and_again() -> None:
    visits, wins = np.array([[4, 4, 4, 4, 0, 0]]), np.array([[0.0, 0.4, 2.0, 0.0, 0.0, 0.0]])
    considered = [np.flatnonzero(advice().considered(visits, wins, spent)[0]).tolist() for spent in (0, 0.5, 1)]
    assert considered == [[0, 1, 2, 3], [1, 2], [1, 2]]
    assert np.flatnonzero(advice(5).considered(*NOTHING, 0)[0]).tolist() == [0, 1]


def test_values_overrule_the_network_the_sooner_the_less_it_weighs() -> None:
    visits, wins = np.array([[9, 9, 0, 0, 0, 0]]), np.array([[0.9, 1.5, 0.0, 0.0, 0.0, 0.0]])
    assert advice().best(*NOTHING) == [0]
    assert advice().best(visits, wins) == [1]
    assert advice(weight=10).best(visits, wins) == [0]


def test_noise_draws_the_best_action_by_its_probability() -> None:
    many = Advice.of(LOGITS.repeat(4000, 0), MASK.repeat(4000, 0), np.zeros(4000, dtype=np.float32), 100)
    drawn = many.noisy(np.random.default_rng(1)).best(*(each.repeat(4000, 0) for each in NOTHING))
    assert np.bincount(drawn, minlength=6) / 4000 == pytest.approx(many.chances[0], abs=0.03)
