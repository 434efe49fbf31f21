"""Tree search: what it finds, what it may know, what it refuses."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import swenv
from archipelago import plays
from everygame import ONE_GAME, SOME_GAMES, SOME_TABLES, short
from randomplay import SOME_MIXES, board_game, sample, some_game
from swenv.core.gumbel import Advice, completed_q_values
from swenv.core.search import ALONE, Trees, favouring, search
from swenv.core.tree import LEAD_SCALE


def uniform(observations: Any, masks: Any) -> tuple[Any, Any]:
    """A network that knows nothing."""
    return np.zeros(masks.shape, dtype=np.float32), np.zeros((len(masks), 2), dtype=np.float32)


def convinced(observations: Any, masks: Any) -> tuple[Any, Any]:
    """A network that would never do anything else than the first legal action."""
    logits, values = uniform(observations, masks)
    logits[np.arange(len(masks)), masks.argmax(1)] = 9
    return logits, values


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("name", "num_players"), SOME_TABLES)
def test_a_search_counts_what_it_tried_and_is_worth_to_every_seat(name: str, num_players: int, threads: int) -> None:
    state = swenv.load(name, num_players=num_players, **short(name, 2)).new_state(seed=3)
    before = state.copy()
    result = state.search(60, seed=1, threads=threads)
    assert state == before
    assert result.simulations == result.visits.sum() == 60
    assert result.action == result.visits.argmax() == result.principal_variation[0]
    assert not result.visits[~state.mask()].any() and not result.values[result.visits == 0].any()
    assert np.abs(result.values).max() <= 1
    assert (result.visits.dtype, result.values.dtype, result.worth.dtype) == (np.int64, np.float64, np.float64)
    assert result.worth.shape == (num_players,) and result.worth.any()
    assert result.worth[state.to_act] == pytest.approx((result.visits * result.values).sum() / 60, abs=1e-7)
    assert result.worth.sum() == pytest.approx(0, abs=1e-7) or num_players == 1


@pytest.mark.parametrize("turns", [None, 1])
@pytest.mark.parametrize("key", SOME_MIXES)
def test_states_that_look_alike_to_the_seat_are_searched_alike_with_the_same_seed(key: str, turns: int | None) -> None:
    unlike = 0
    for state in sample(some_game(key), 2, 3):
        first, second = (state.sample_hidden(state.to_act, seed).search(40, seed=9, turns=turns) for seed in (1, 2))
        assert np.array_equal(first.visits, second.visits) and np.array_equal(first.values, second.values)
        assert np.array_equal(first.worth, second.worth) and state.mask()[first.action] and first.visits.sum() == 40
        assert first.principal_variation == second.principal_variation
        unlike += not np.array_equal(first.values, state.search(40, seed=8, turns=turns).values)
    assert unlike


@pytest.mark.slow
@pytest.mark.parametrize("network", [False, True])
def test_a_search_that_stops_early_finds_the_same_action(monkeypatch: Any, network: bool) -> None:
    monkeypatch.setattr("swenv.core.search.SLICE", 1e-5)
    game = board_game(2)
    saved = 0
    for state in sample(game, 4, 8):
        options: dict[str, Any] = {"evaluate": convinced if network else None, "seed": 5, "turns": 1}
        whole, early = (search(state, 400, None, stop_early=stop, **options) for stop in (False, True))
        assert early.action == whole.action
        saved += whole.simulations - early.simulations
    assert saved > 0


def last_decision(seed: int) -> tuple[Any, list[int]]:
    """The state before the last action of a random game, and the actions that end it."""
    state, dice = swenv.load("smallworld", num_players=2, rounds=1).new_state(seed), np.random.default_rng(seed)
    while not state.is_over:
        before = state.copy()
        state.apply(int(dice.choice(state.legal_actions())))
    return before, [each for each in before.legal_actions().tolist() if plays(before, each).is_over]


def test_the_root_has_what_a_network_expects_for_every_seat() -> None:
    def first_best(_: Any, masks: Any) -> tuple[Any, Any]:
        return np.zeros(masks.shape), np.full((len(masks), 3), [0.5, 0.25, -0.75])

    state = swenv.load("smallworld", num_players=3).new_state(seed=3)
    while state.to_act == 0:
        state.apply(int(state.legal_actions()[-1]))
    assert state.to_act == 1
    assert state.search(1, evaluate=first_best).worth.tolist() == [-0.75, 0.5, 0.25]  # seat 1 looks, then seats 2 and 0


def test_what_the_die_shows_leads_to_decisions_of_its_own() -> None:
    game, dice, tried = board_game(2), np.random.default_rng(1), 0
    state = game.new_state(seed=3)
    while not tried:
        state.apply(int(dice.choice(state.legal_actions())))
        for action in (each for each in state.legal_actions().tolist() if str(game.action(each)).startswith("conquer")):
            decisions = {(after.to_act, after.mask().tobytes()) for _, after in state.outcomes(action)}
            trees = Trees(game, state.record, nodes=1000)
            trees.begin(0, favouring(game, action, ALONE))
            trees.grow(np.array([1], dtype=np.uint64), 200, exploration=0.3, informed=True, turns=2)
            assert len(trees.children(0, trees.best(0))) == len(decisions)
            tried += len(decisions) > 1


def test_a_search_can_be_about_one_action_alone() -> None:
    state = board_game(2).new_state(seed=3)
    action = int(state.legal_actions()[-1])
    for evaluate in (None, uniform):
        result = search(state, 40, None, evaluate, seed=1, priors=favouring(state.game, action, ALONE))
        assert result.action == action and result.visits[action] == result.visits.sum() == 40


def test_a_search_tries_what_is_recommended_first() -> None:
    state = board_game(2).new_state(seed=3)
    legal = state.legal_actions()
    for action in legal.tolist():
        assert search(state, 1, None, None, seed=1, priors=favouring(state.game, action, 0.9)).action == action
    priors = np.zeros(state.game.num_actions)
    priors[legal] = np.arange(1, len(legal) + 1) / 100
    assert search(state, 1, None, None, seed=1, priors=priors).action == legal[-1]
    assert search(state, 500, None, None, seed=1, priors=priors).visits[legal].all()


def opinionated(observations: Any, masks: Any) -> tuple[Any, Any]:
    """A network that values positions differently."""
    return np.zeros(masks.shape, dtype=np.float32), np.sin(observations.sum(1) * [[1], [-1]]).T


def test_more_exploration_spreads_the_simulations() -> None:
    for state in sample(board_game(2), games=2, per_game=4):
        most = [search(state, 200, None, None, 1, exploration=weight).visits.max() for weight in (0.1, 100.0)]
        assert most[0] > most[1] or len(state.legal_actions()) == 1
        if len(state.legal_actions()) > 1:
            values = [search(state, 200, None, opinionated, 1, exploration=weight).values for weight in (0.1, 100.0)]
            assert not np.array_equal(*values)


def test_a_network_has_the_actions_at_the_root_tried_equally_often_by_halves() -> None:
    state = board_game(2).new_state(seed=3)
    legal = len(state.legal_actions())
    visits = np.sort(state.search(321, evaluate=opinionated, seed=1).visits)[::-1]
    assert legal >= 4 and np.count_nonzero(visits) == min(legal, 16)
    assert visits[0] - visits[1] <= 1 < visits[1] - visits[2]


def test_playouts_from_the_leaves_of_a_network_have_their_share_in_the_values() -> None:
    state = board_game(2).new_state(seed=3)
    options: dict[str, Any] = {"evaluate": uniform, "seed": 1, "reward": "lead", "turns": 2}
    alone, both = (search(state, 64, None, playouts=playouts, **options) for playouts in (0, 3))
    assert not alone.values.any()
    assert both.values.any() and np.abs(both.values).max() <= 0.5
    assert np.array_equal(both.values, search(state, 64, None, playouts=3, **options).values)


def test_a_patient_search_asks_a_network_only_about_leaves_that_it_visited_before() -> None:
    rows = []

    def counting(observations: Any, masks: Any) -> tuple[Any, Any]:
        rows.append(len(masks))
        return uniform(observations, masks)

    state = board_game(2).new_state(seed=3)
    options: dict[str, Any] = {"evaluate": counting, "seed": 1, "reward": "lead", "turns": 2}
    result = search(state, 401, None, playouts=1, patience=3, **options)
    assert result.simulations == 401 and result.visits.sum() == 400 and result.values.any()
    assert 10 < sum(rows) <= 1 + 400 / 4  # the root, and each leaf at its fourth visit
    with pytest.raises(ValueError, match="without playouts"):
        search(state, 401, None, patience=3, **options)


@pytest.mark.parametrize("seed", [125, 229, 232, 263])
def test_the_last_decision_of_a_game_is_made_right(seed: int) -> None:
    state, ends = last_decision(seed)
    returns = [plays(state, action).returns()[state.to_act] for action in ends]
    assert len(ends) == len(state.legal_actions()) and min(returns) < max(returns), "it matters"
    for evaluate in (None, uniform):
        found = state.search(200, evaluate=evaluate, seed=1)
        assert found.values[found.action] == max(returns)


@pytest.mark.parametrize("name", ONE_GAME)
def test_more_simulations_beat_the_informed_policy(name: str) -> None:
    game = swenv.load(name, num_players=2, **short(name, 3))
    won = []
    for seed in range(6):
        state = game.new_state(seed)
        while not state.is_over:
            simulations = 100 if state.to_act == seed % 2 else 1
            state.apply(state.search(simulations, seed=seed, turns=2).action)
        won.append(state.returns()[seed % 2])
    assert np.mean(won) > 0.5


def test_the_time_ends_a_search() -> None:
    state = board_game(2).new_state(seed=3)
    state.search(1)
    start = time.perf_counter()
    result = state.search(10**9, seconds=0.05)
    assert time.perf_counter() - start < 5
    assert 1 <= result.simulations == result.visits.sum() < 10**9
    assert state.search(10**9, seconds=1e-9).simulations >= 1


def test_a_full_tree_goes_on_without_new_nodes(monkeypatch: Any) -> None:
    monkeypatch.setattr("swenv.core.search.MOST_NODES", 7)
    state = board_game(2).new_state(seed=3)
    for evaluate in (None, uniform):
        result = state.search(200, evaluate=evaluate, seed=1)
        assert result.simulations == 200 and state.mask()[result.action]


@pytest.mark.parametrize("name", SOME_GAMES)
def test_a_playout_can_be_cut_off_when_a_turn_begins(name: str) -> None:
    state = swenv.load(name, num_players=2).new_state(seed=3)
    cut, whole, endless = (state.search(50, seed=1, turns=turns) for turns in (1, None, 10**6))
    assert np.array_equal(whole.values, endless.values)
    assert not np.array_equal(cut.values, whole.values)
    assert np.abs(cut.values).max() <= 1


@pytest.mark.parametrize("name", SOME_GAMES)
def test_a_network_directs_the_search(name: str) -> None:
    game = swenv.load(name, num_players=2)
    state = game.new_state(seed=3)
    favourite, seat = int(state.legal_actions()[-1]), state.to_act
    seen = []

    def network(observations: Any, masks: Any) -> tuple[Any, Any]:
        assert observations.dtype == np.int8 and masks.any(axis=1).all()
        assert observations.shape[1:] == (game.observation_size,) and masks.shape[1:] == (game.num_actions,)
        seen.append(len(masks))
        logits, values = uniform(observations, masks)
        logits[:, favourite] = 9
        return logits, values

    result = state.search(100, evaluate=network, seed=1)
    assert result.action == favourite and result.visits[favourite] > 80
    assert np.array_equal(result.visits, state.search(100, evaluate=network, seed=1).visits)
    assert state.search(1, evaluate=network).action == favourite
    assert max(seen) > 1 and state.to_act == seat


def test_values_of_a_network_belong_to_the_seat_that_looks() -> None:
    game = swenv.load("smallworld", num_players=2)
    state = game.new_state(seed=3)

    def for_the_looker(observations: Any, masks: Any) -> tuple[Any, Any]:
        return np.zeros(masks.shape, dtype=np.float32), np.full((len(masks), 2), [0.5, -0.5], dtype=np.float32)

    after = state.search(50, evaluate=for_the_looker)
    assert after.values[after.action] > 0  # the same seat decides on for a while
    while state.turn == 0:
        before = state.copy()
        state.apply(int(state.legal_actions()[-1]))
    ends = before.search(50, evaluate=for_the_looker, seed=1)
    last = int(before.legal_actions()[-1])
    assert ends.values[last] < 0.5  # then the opponent looks first


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        (lambda o, m: (np.zeros((len(m), 3)), np.zeros((len(m), 2))), r"logits of shape \(1, \d+\) are needed"),
        (lambda o, m: (np.zeros(m.shape), np.zeros((len(m), 3))), r"values of shape \(1, 2\) are needed"),
        (lambda o, m: (np.full(m.shape, np.nan), np.zeros((len(m), 2))), "logits must be finite"),
        (lambda o, m: (np.zeros(m.shape), np.full((len(m), 2), np.inf)), "values must be finite"),
    ],
)
def test_a_network_that_returns_something_else_is_refused(returned: Any, message: str) -> None:
    state = board_game(2).new_state(seed=3)
    before = state.copy()
    with pytest.raises(ValueError, match=message):
        state.search(10, evaluate=returned)
    assert state == before


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"simulations": 0}, ValueError, "must be at least 1, not 0"),
        ({"threads": 10**6}, ValueError, "must be at most 1024, not 1000000"),
        ({"seconds": float("nan")}, ValueError, "must be above 0, not nan"),
        ({"seconds": math.inf}, ValueError, "must be finite, not inf"),
        ({"simulations": 10**5000}, ValueError, "at most 9223372036854775807, not a number of thousands of digits"),
        ({"seed": 10**5000}, ValueError, "a number of thousands of digits is out of range"),
        ({"policy": "inform"}, ValueError, "'inform', did you mean 'informed'"),
        *(({"seconds": each}, TypeError, "a number is") for each in ("1", True, [1], np.True_, np.array("1"), 1 + 0j)),
        *(({"simulations": each}, TypeError, "a whole number is needed") for each in (1.5, "1" * 10**6)),
    ],
)
def test_a_search_refuses_what_it_cannot_do(wrong: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=f"{next(iter(wrong))}.* {message}"):
        board_game(2).new_state(seed=3).search(**wrong)


def test_huge_limits_are_none() -> None:
    state = board_game(2).new_state(seed=3)
    huge: dict[str, Any]
    for huge in ({"seconds": 1e300}, {"seconds": np.float32(1e30)}, {"turns": 2**62}, {"threads": 1024}):
        usual = state.search(10, seed=1, threads=10 if "threads" in huge else 1)
        found = state.search(10, seed=1, **huge)
        assert np.array_equal(found.visits, usual.visits) and np.array_equal(found.values, usual.values)


@pytest.mark.parametrize(
    ("reward", "expected"),
    [
        ("win", lambda mine, other: float(np.sign(mine - other))),
        ("margin", lambda mine, other: (mine - other) / max(mine, other, 1)),
        ("lead", lambda mine, other: float(np.tanh((mine - other) / LEAD_SCALE))),
    ],
)
def test_a_finished_game_counts_on_the_scale_of_the_leaves(reward: str, expected: Callable[[int, int], float]) -> None:
    state, ends = last_decision(2)
    values = search(state, 64, None, uniform, seed=1, reward=reward).values
    with pytest.raises(swenv.GameOver, match="nothing to search"):
        plays(state, ends[0]).search(10)
    for action in ends:
        coins = plays(state, action).coins
        mine, other = coins[state.to_act], coins[1 - state.to_act]
        assert mine != other
        assert values[action] == pytest.approx(expected(mine, other), abs=1e-6)


# What a network wants tried at the root of a search

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
