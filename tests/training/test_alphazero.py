"""Learning from tree search: what the search turns the policy into, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs the extra `train`")

import swenv
from swenv.agents.learned import Learned
from swenv.agents.networks import make_policy
from swenv.agents.searching import Search
from swenv.training.alphazero import AlphaZero
from swenv.training.config import Config

CONFIG = Config(
    options={"rounds": 2}, learner="search", simulations=6, frames=256, imitate=0, num_envs=8, num_steps=24,
    batch_size=64, opponents={},
)  # fmt: skip


def begun(config: Config) -> AlphaZero:
    method = AlphaZero(config, config.make_game())
    method.deal()
    method.begin(True, 0)
    return method


def test_the_policy_moves_towards_the_probabilities_that_the_search_found() -> None:
    method = begun(replace(CONFIG, batch_size=8 * 24))
    assert (method.update(0.0, lambda: False) or [0])[0] == 8 * 24
    targets = method.memory.tensors(method.device)["targets"].float().numpy()
    assert targets.sum(1) == pytest.approx(1, abs=2e-3)
    assert (targets[~method.memory.masks.reshape(8 * 24, -1)] == 0).all()
    before, *_, after = (method._learn(rate)["cross_entropy"] for rate in (0.0, 5e-3, 5e-3, 0.0))
    assert after < before


@pytest.mark.parametrize(
    "changes",
    [
        {"num_players": 3, "opponents": {"greedy": 0.5}},
        pytest.param({"reward": "win"}, marks=pytest.mark.slow),
        {"reward": "margin", "options": {"rounds": 2, "map": "random:1-3"}},
        pytest.param(
            {"game": "islands", "num_players": 1, "opponents": None, "options": {"window": 7}, "reward": None},
            marks=pytest.mark.slow,
        ),
    ],
    ids=["three players", "win", "random boards", "solo"],
)
def test_every_table_and_reward_is_searched(changes: dict[str, Any]) -> None:
    learned, figures = begun(replace(CONFIG, **changes)).update(1e-3, lambda: False) or (0, {})
    assert learned > 0 and np.isfinite(list(figures.values())).all()


def test_trees_that_do_not_fit_into_memory_are_refused() -> None:
    with pytest.raises(ValueError, match=r"option 'simulations': needs .* GiB of memory, this machine has"):
        Config(learner="search", simulations=100_000, num_envs=4096)


def test_rewards_that_do_not_say_who_is_ahead_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    complaint = "option 'reward': with the learner search it must say who is ahead, which {} does not"
    for reward, more in (("coins", {}), ("lead", {"hide_coins": True})):
        with pytest.raises(ValueError, match=complaint.format(reward)):
            Config(learner="search", reward=reward, options=more)
    Config(learner="search", reward="margin", options={"hide_coins": True})
    game = swenv.load("smallworld", num_players=2)
    player = Search(simulations=2, agent="champion", leaves="network")
    agent = Learned.of(game, make_policy("board", game), drawn=False, name="rich", reward="coins")
    monkeypatch.setattr(player, "_agent", agent)
    with pytest.raises(ValueError, match="agent 'rich' cannot say who is ahead: it was trained with the reward coins"):
        player.reset(game)
