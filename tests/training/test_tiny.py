"""A game small enough to solve exactly, as the measure of what search and `swenv exploit` find."""

from __future__ import annotations

import json
import random
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import swenv
from support import Here
from swenv.smallworld.tiny import BOARD, tiny_game


def perfect(state: swenv.State, known: dict[swenv.State, float]) -> float:
    """What a state is worth to seat 0 if both seats play perfectly and see the stacks."""
    if state.is_over:
        return float(state.returns()[0])
    if state not in known:
        worth = [
            sum(share * perfect(after, known) for share, after in state.outcomes(a)) for a in state.legal_actions()
        ]
        known[state] = max(worth) if state.to_act == 0 else min(worth)
    return known[state]


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
            worth = {
                int(a): sum(p * perfect(after, known) for p, after in state.outcomes(int(a)))
                for a in state.legal_actions()
            }
            lost.append(worth[found] - min(worth.values()))  # seat 1 plays
            state.apply(found)
    assert len(lost) > 30 and max(lost) < 0.001


@pytest.mark.slow
@pytest.mark.long
def test_exploit_finds_almost_the_best_answer_to_random_play_and_nothing_better(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch")
    from swenv import cli
    from swenv.training import exploit

    game = tiny_game(rounds=1)
    exact = np.mean([(1 + best_response(game, seat)) / 2 for seat in (0, 1)])
    small = {"imitate": 0, "num_envs": 8, "num_steps": 32, "batch_size": 64, "network": "mlp", "threads": 1}
    monkeypatch.setattr(exploit, "Config", partial(exploit.Config, **small))
    monkeypatch.setattr("swenv.training.processes.Processes", Here)
    (tmp_path / "tiny.json").write_text(json.dumps(BOARD))
    box = {name: game.options[name] for name in ("extra_races", "extra_powers", "races", "powers")}
    options = [word for name, value in box.items() for word in ("--option", f"{name}={json.dumps(value)}")]
    command = ["exploit", "random", "--minutes", "0.3", "--games", "1000", "--map", str(tmp_path / "tiny.json")]
    assert cli.main([*command, "--rounds", "1", *options, "--out", str(tmp_path / "run"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert exact == pytest.approx(0.854, abs=0.001)
    low, high = found["interval_95"]
    assert low < exact < high + 0.03
