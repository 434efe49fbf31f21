"""The linear evaluation of games in progress, and how its weights are fitted."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import swenv
from archipelago import plays
from everygame import SOME_GAMES, SOME_TABLES, short
from support import Here, many, ready
from swenv import agents
from swenv.core.evaluation import read_weights
from swenv.islands.rules.record import ROUNDS, Feature
from swenv.training import fit_evaluation
from swenv.training.fit_evaluation import explained, fit, joined, play


@pytest.mark.parametrize(("name", "num_players"), SOME_TABLES)
@pytest.mark.slow
def test_final_leads_are_predicted_better_than_by_the_leads_so_far(name: str, num_players: int) -> None:
    found = play(name, num_players, range(9000, 9000 + many(4)), False)
    weights = read_weights("swenv.islands" if name == "islands" else "swenv.smallworld", name, num_players)
    assert explained(found, weights) > explained(found, np.zeros_like(weights))


@pytest.mark.parametrize("name", SOME_GAMES)
def test_features_are_written_where_a_turn_begins(name: str) -> None:
    game = swenv.load(name, num_players=2, **short(name, 2))
    player, state, records, turns = ready("greedy", game), game.new_state(seed=4), [], []
    while not state.is_over:
        records.append(state.record.copy())
        turns.append((state.round, state.turn))
        state.apply(player.act(state))
    begins = np.zeros(len(records), dtype=np.bool_)
    stages = np.full((len(records), 2), -1, dtype=np.int64)
    features = np.full((len(records), 2, game.evaluated[1]), np.nan)
    game.engine.features_batch(np.concatenate(records), game.tables, begins, features, stages)
    assert begins.any() and not begins.all()
    assert np.isfinite(features[begins]).all() and np.isnan(features[~begins]).all()
    assert (stages[begins] >= 0).all() and (stages[~begins] == -1).all()
    if name != "islands":  # there, a turn of a seat is one tile
        assert len({turns[i] for i in np.flatnonzero(begins)}) == len(set(turns)) == 4


def gain(state: swenv.State, seat: int) -> int:
    """The most coins that a seat still gets while it is to act, by whatever it may choose."""
    if state.is_over or state.to_act != seat or state.phase not in ("house", "score"):
        return int(state.record["coins"][0, seat])
    stops = [action for action in state.legal_actions() if str(state.game.action(action)).startswith("pass")]
    return max(gain(plays(state, action), seat) for action in stops or state.legal_actions())


def test_in_small_islands_what_is_ready_is_what_a_seat_earns_by_docking_now() -> None:
    game, compared = swenv.load("islands", num_players=2), set()
    player = ready("greedy", game)
    for seed in range(2):
        state = game.new_state(seed=seed)
        while not state.is_over:
            seat, begins = state.to_act, np.zeros(1, dtype=np.bool_)
            features, stages = np.zeros((1, 2, len(Feature))), np.zeros((1, 2), dtype=np.int64)
            game.engine.features_batch(state.record, game.tables, begins, features, stages)
            docks = [action for action in state.legal_actions() if str(game.action(action)).startswith("dock_grey")]
            if begins[0] and docks and state.round < ROUNDS:  # the last round adds the final score
                docked, coins = plays(state, docks[0]), int(state.record["coins"][0, seat])
                houses = docked.legal_actions() if docked.to_act == seat and docked.phase == "house" else []
                each = sorted((gain(plays(docked, action), seat) - coins for action in houses), reverse=True)
                if any(each):  # some cards pay tokens, which are no coins yet
                    expected = sum(each[: int(state.record["pool"][0, seat])])
                    assert features[0, seat, Feature.READY] == expected
                    compared.add(expected)
            state.apply(player.act(state))
    assert len(compared) > 3


def made_up(weights: np.ndarray[Any, Any], number: int) -> fit_evaluation.Positions:
    """Positions between two contenders in stages 0 and 1, whose final coins these weights predict exactly."""
    dice = np.random.default_rng(0)
    features = dice.normal(size=(number, 2, 2))
    stages, coins = dice.integers(0, 2, (number, 2)), dice.integers(0, 50, (number, 2)).astype(np.float64)
    columns = np.concatenate([features, features[:, ::-1]], axis=2)
    return features, stages, coins, coins + (columns * weights[stages]).sum(axis=2)


def test_the_fit_finds_the_weights_behind_games() -> None:
    weights = np.array([[3.0, -1.0, 0.5, 0.0], [1.0, 2.0, 0.0, -4.0], [1.0, 2.0, 0.0, -4.0]])  # nobody reached the last
    positions = made_up(weights, 20_000)
    found = fit(joined([positions, positions]), 3)
    assert found == pytest.approx(weights, abs=0.01)
    assert explained(positions, found) > 0.99 > explained(positions, np.zeros_like(weights))


def test_weights_are_stored_one_line_a_stage(tmp_path: Any) -> None:
    game, path = swenv.load("smallworld", num_players=2), tmp_path / "evaluation.json"
    fit_evaluation.store(path, swenv.load("smallworld", num_players=3), np.ones((2, 3)))
    fit_evaluation.store(path, game, np.array([[1.0, 0.1234], [0, -2]]))
    text = path.read_text(encoding="utf-8")
    assert json.loads(text) == {"smallworld": {"3": [[1.0, 1.0, 1.0]] * 2, "2": [[1.0, 0.123], [0.0, -2.0]]}}
    assert "[1.0, 0.123],\n" in text


@pytest.mark.slow
def test_a_named_player_thinks_in_some_games_and_forgets_each(monkeypatch: Any) -> None:
    log: list[str] = []

    class Noting(agents.Random):
        def reset(self, game: swenv.Game, seat: int = agents.ANY_SEAT, seed: int = 0) -> None:
            log.append(f"game {seed}")
            super().reset(game, seat, seed)

        def act(self, state: swenv.State) -> int:
            log.append(f"seat {state.to_act}")
            return super().act(state)

    monkeypatch.setattr(fit_evaluation, "make", lambda name: Noting() if name == "mine" else agents.make(name))
    play("smallworld", 2, range(6), False, "mine")
    assert not log
    play("smallworld", 2, range(6), True, "mine")
    games = [each for each in log if each.startswith("game")]
    assert 0 < len(games) == len(set(games)) < 6 and {"seat 0", "seat 1"} <= set(log)


def test_a_named_player_that_cannot_play_the_game_is_refused_at_once(capsys: Any) -> None:
    with pytest.raises(SystemExit):
        fit_evaluation.main(["smallworld", "--player", "nobody"])
    assert "nobody" in capsys.readouterr().err


@pytest.mark.slow
def test_the_command_fits_in_rounds(tmp_path: Any, monkeypatch: Any, capsys: Any) -> None:
    path = tmp_path / "evaluation.json"
    monkeypatch.setattr(fit_evaluation, "beside_engine", lambda game: path)
    monkeypatch.setattr(fit_evaluation, "Processes", Here)
    assert fit_evaluation.main(["smallworld", "--games", "4", "--rounds", "2", "--jobs", "1"]) == 0
    assert capsys.readouterr().out.count("of the leads explained") == 2
    assert np.array(json.loads(path.read_text(encoding="utf-8"))["smallworld"]["2"]).any()
