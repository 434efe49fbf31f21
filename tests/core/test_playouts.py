"""Playouts: a state played to its end in compiled code, from what the seat to act may know."""

from __future__ import annotations

from importlib import import_module
from itertools import product
from typing import Any

import numba
import numpy as np
import pytest

import swenv
from everygame import SOME_GAMES, SOME_TABLES
from randomplay import SOME_MIXES, sample, some_game, walk

POLICIES = ("random", "informed")


@pytest.mark.parametrize(("name", "num_players"), SOME_TABLES)
@pytest.mark.parametrize("policy", POLICIES)
def test_a_playout_returns_what_a_game_does(name: str, num_players: int, policy: str) -> None:
    game = swenv.load(name, num_players=num_players)
    returns = game.playouts(game.new_state(seed=3), 40, seed=1, policy=policy)
    assert returns.shape == (40, num_players) and returns.dtype == np.float64
    assert set(np.unique(returns)) <= {-1.0, *(s / n for n in range(1, num_players) for s in (-1, 1)), 0.0, 1.0}
    if num_players > 1:
        assert np.allclose(returns.sum(axis=1), 0)
        assert len(np.unique(returns, axis=0)) > 1


@pytest.mark.parametrize("name", SOME_GAMES)
@pytest.mark.parametrize("policy", POLICIES)
def test_the_seed_determines_the_playouts_and_the_state_stays_as_it_is(name: str, policy: str) -> None:
    game = swenv.load(name, num_players=2)
    state = game.new_state(seed=3)
    first = game.playouts(state, 30, seed=5, policy=policy)
    assert np.array_equal(first[:10], game.playouts(state, 10, seed=5, policy=policy))
    assert not np.array_equal(first, game.playouts(state, 30, seed=6, policy=policy))
    assert state == game.new_state(seed=3)


@pytest.mark.parametrize("name", SOME_GAMES)
def test_playouts_are_the_same_in_compiled_calls_of_any_size(name: str, monkeypatch: Any) -> None:
    game, whole = swenv.load(name, num_players=2), np.zeros((70, 2))
    state = game.new_state(seed=3)
    copy = state.copy().record
    game.engine.playouts(state.record, 0, game.tables, copy, state.to_act, 2**63 - 1, np.uint64(3), whole)
    for size in (1, 16, 128):
        monkeypatch.setattr("swenv.core.game._PLAYOUTS", size)
        assert np.array_equal(game.playouts(state, 70, seed=2**63 - 1, policy="informed"), whole)


@pytest.mark.parametrize("key", SOME_MIXES)
def test_states_that_look_alike_to_the_seat_have_the_same_playouts(key: str) -> None:
    game = some_game(key)
    for state in sample(game, 2, 3):
        unknown = [state.sample_hidden(state.to_act, seed) for seed in (1, 2)]
        first, second = (game.playouts(each, 10, seed=9, policy="informed") for each in unknown)
        assert np.array_equal(first, second)


@pytest.mark.parametrize("name", SOME_GAMES)
def test_informed_play_beats_random_play_in_nine_games_of_ten(name: str) -> None:
    game, won = swenv.load(name, num_players=2), []
    for seed, seat in product(range(30), range(2)):
        start, returns, informed = game.new_state(seed), np.zeros((10, 2)), np.uint64(1 << seat)
        game.engine.playouts(start.record, 0, game.tables, start.copy().record, start.to_act, seed, informed, returns)
        won.append((returns[:, seat] > 0).mean())
    assert np.mean(won) >= 0.9


@pytest.mark.skipif(not numba.config.DISABLE_JIT, reason="would compile all rules; `test_golden` runs it uncompiled")
@pytest.mark.parametrize("key", SOME_MIXES)
def test_every_informed_action_is_legal_and_changes_nothing_but_the_stream(key: str) -> None:
    game = some_game(key)
    engine = import_module(game.engine.__name__)
    for state in sample(game, 2, 40):
        thinks = state.sample_hidden(state.to_act, 1)
        before, g = thinks.record.copy(), thinks.record[0]
        t = game.tables[g.table]
        assert engine.is_legal(g, t, engine.informed_action(g, t))
        g.random = before["random"][0]
        assert thinks.record.tobytes() == before.tobytes()


def test_playouts_refuse_what_they_cannot_play() -> None:
    game = swenv.load("smallworld", num_players=2, rounds=1)
    state = game.new_state(seed=1)
    for wrong, message in (
        ({"policy": "inform"}, "no policy 'inform', did you mean 'informed'"),
        ({"number": 0}, "number must be at least 1, not 0"),
        ({"seed": -1}, "seed -1 is out of range"),
        ({"number": 10**15}, "number: the returns of 1,000,000,000,000,000 playouts take 16,000,000 GB"),
        ({"number": 2**63}, "number must be at most 9223372036854775807"),
    ):
        with pytest.raises(ValueError, match=message):
            game.playouts(**{"state": state, "number": 1, **wrong})  # type: ignore[arg-type]
    for name in ("number", "seed"):
        with pytest.raises(TypeError, match="a whole number is needed"):
            game.playouts(**{"state": state, "number": 1, name: 1.5})  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"a state of .* is needed, not None"):
        game.playouts(None, 1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"a state of .* is needed"):
        swenv.load("smallworld", num_players=3).playouts(state, 1)
    *_, (over, _) = walk(game, seed=1)
    with pytest.raises(swenv.GameOver, match="nothing to play out"):
        game.playouts(over, 1)
