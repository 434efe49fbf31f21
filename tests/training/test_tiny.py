"""A game small enough to solve exactly, as the measure of what search and `swenv exploit` find, and challengers."""

from __future__ import annotations

import json
import random
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

import swenv
from support import Here
from swenv.agents import make
from swenv.smallworld.tiny import BOARD, tiny_game
from swenv.training import exploit
from swenv.training.exploit import outcome
from swenv.training.league import ROUNDS, Block, League, Terms

SMALL = {"imitate": 0, "num_envs": 8, "num_steps": 8, "batch_size": 32, "network": "mlp", "threads": 1}


def test_a_challenger_is_scored_by_its_deals_against_copies_of_the_agent(tmp_path: Path) -> None:
    games = League(tmp_path, Terms("smallworld", 3, {}, seed=0))
    once_a_deal = ROUNDS * [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    games._keep(Block(("a", "agent", "agent"), 0, once_a_deal, [[9.0, 1.0, 1.0]] * 3 * ROUNDS))
    games._keep(Block(("b", "agent", "agent"), 0, [[1.0, 0.0, 0.0]] * 3 * ROUNDS, [[1.0] * 3] * 3 * ROUNDS))
    even, winner = (outcome(games, each, "agent") for each in "ab")
    assert (even.rate, even.games, even.coins, winner.rate) == (pytest.approx(1 / 3), 3 * ROUNDS, 9, 1)
    assert even.high - even.low < 0.2  # every deal went the same way, so little is left to chance


@pytest.mark.slow
def test_the_best_challenger_plays_other_deals_and_the_command_goes_on(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exploit, "Config", partial(exploit.Config, **SMALL))
    monkeypatch.setattr(exploit, "SIMULATIONS", 10)
    monkeypatch.setattr(exploit, "TRIALS", 20)
    monkeypatch.setattr("swenv.training.processes.Processes", Here)
    command = ["exploit", "random", "--minutes", 0.02, "--games", 20, "--rounds", 2, "--out", tmp_path, "--json"]
    found = run(*command).objects[-1]
    assert found["agent"] == "random" and found["even"] == 0.5 and found["games"] == 20
    assert str(tmp_path / "learner") in found["player"] or found["player"] == "search:simulations=10"
    played = {path: path.read_text() for path in tmp_path.glob("*/games.jsonl")}
    assert {path.parent.name for path in played} == {"trials", "final"}
    wins = [np.array(json.loads(text.splitlines()[0])["coins"]) for text in played.values()]
    assert not np.array_equal(*wins)
    seeds = {json.loads((path.parent / "league.json").read_text())["seed"] for path in played}
    learned = json.loads((tmp_path / "learner" / "config.json").read_text())["config"]["seed"]
    assert len(seeds | {learned}) == 3, "nothing is judged on deals that were trained on"
    assert run(*command).objects[-1] == found and all(path.read_text() == text for path, text in played.items())
    assert run(*command, "--games", 40).objects[-1]["games"] == 40
    for name, other in (("seed", 1), ("minutes", 0.03)):
        done = run(*command, f"--{name}", other)
        assert done.status == 2 and f"with {name}" in done.err


@pytest.mark.parametrize(("agent", "width"), [("champion", 48), ("greedy", None)])
def test_learning_begins_with_the_network_of_the_agent_if_it_has_one(agent: str, width: int | None) -> None:
    player = make(agent)
    player.reset(swenv.load("smallworld"))
    file, wide = exploit._weights(player)
    assert (wide, "champions" in file) == (width, width is not None)


def perfect(state: swenv.State, known: dict[swenv.State, float]) -> float:
    """What a state is worth to seat 0 if both seats play perfectly and see the stacks."""
    if state.is_over:
        return float(state.returns()[0])
    if state not in known:
        known[state] = (min if state.to_act else max)(values(state, known).values())
    return known[state]


def values(state: swenv.State, known: dict[swenv.State, float]) -> dict[int, float]:
    """What each legal action is worth to seat 0."""
    legal = state.legal_actions().tolist()
    return {a: sum(share * perfect(after, known) for share, after in state.outcomes(a)) for a in legal}


def best_response(game: swenv.Game, seat: int) -> float:
    """What the best answer to uniformly random play is worth to a seat, which does not see the stacks."""
    known: dict[bytes, float] = {}

    def value(belief: list[tuple[float, swenv.State]]) -> float:
        state = belief[0][1]
        if state.is_over:
            return float(state.returns()[seat])
        key = state.observation(seat).tobytes() + bytes([state.to_act])
        if key not in known:
            worth = [
                by_what_is_seen([(p * q, after) for p, each in belief for q, after in each.outcomes(action)])
                for action in state.legal_actions()
            ]
            known[key] = max(worth) if state.to_act == seat else sum(worth) / len(worth)
        return known[key]

    def by_what_is_seen(states: list[tuple[float, swenv.State]]) -> float:
        alike: dict[tuple[bytes, int], list[tuple[float, swenv.State]]] = {}
        for share, state in states:
            alike.setdefault((state.observation(seat).tobytes(), state.to_act), []).append((share, state))
        total = sum(share for share, _ in states)
        return sum(sum(share for share, _ in belief) / total * value(belief) for belief in alike.values())

    return by_what_is_seen(game.deals())


def test_search_plays_perfectly_where_the_stacks_do_not_matter() -> None:
    game, dice, lost = tiny_game(rounds=1), random.Random(3), []
    known: dict[swenv.State, float] = {}
    for seed in range(12):
        state = game.new_state(seed)
        while state.turn == 0 or state.phase == "pick":
            state.apply(dice.choice(state.legal_actions().tolist()))
        while not state.is_over:
            found = state.search(4000, seed=seed).action
            worth = values(state, known)
            lost.append(worth[found] - min(worth.values()))  # seat 1 plays
            state.apply(found)
    assert len(lost) > 30 and max(lost) < 0.001


@pytest.mark.slow
@pytest.mark.long
def test_exploit_finds_almost_the_best_answer_to_random_play_and_nothing_better(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tiny_game(rounds=1)
    exact = np.mean([(1 + best_response(game, seat)) / 2 for seat in (0, 1)])
    monkeypatch.setattr(exploit, "Config", partial(exploit.Config, **SMALL | {"num_steps": 32, "batch_size": 64}))
    monkeypatch.setattr(exploit, "FRAMES", 40_000)
    monkeypatch.setattr("swenv.training.processes.Processes", Here)
    (tmp_path / "tiny.json").write_text(json.dumps(BOARD))
    box = {name: game.options[name] for name in ("extra_races", "extra_powers", "races", "powers")}
    options = [word for name, value in box.items() for word in ("--option", f"{name}={json.dumps(value)}")]
    command = ["exploit", "random", "--minutes", 10, "--games", 1000, "--map", tmp_path / "tiny.json"]
    found = run(*command, "--rounds", 1, *options, "--out", tmp_path / "run", "--json").objects[-1]
    assert exact == pytest.approx(0.854, abs=0.001)
    low, high = found["interval_95"]
    assert low < exact < high + 0.03
