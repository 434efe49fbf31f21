"""Learning from tree search, and the optimizer of our own PPO and of imitation."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs the extra `train`")

import torch

import swenv
from swenv.agents.learned import Learned
from swenv.agents.networks import _most, make_policy
from swenv.agents.searching import Search
from swenv.training.alphazero import AlphaZero
from swenv.training.config import Config
from swenv.training.gradients import workers
from swenv.training.muon import Muon, optimizers, orthogonal, orthogonal_together

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
    seen = method._decisions(), int(method.memory.learned.sum())
    before, *_, after = (method._learn(rate, *seen)["cross_entropy"] for rate in (0.0, 5e-3, 5e-3, 0.0))
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
    with pytest.raises(ValueError, match=r"option 'simulations': .* GiB of memory needed, only .* on this machine"):
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


def test_a_step_keeps_directions_and_makes_them_alike_for_matrices_of_any_shapes() -> None:
    torch.manual_seed(0)
    gradients = [100 * torch.randn(shape) for shape in ((6, 20), (20, 6), (1, 8), (8, 8))]
    for gradient, together in zip(gradients, orthogonal_together(gradients), strict=True):
        left, _, right = torch.linalg.svd(gradient, full_matrices=False)
        turned = left.T @ orthogonal(gradient) @ right.T
        assert torch.allclose(turned, torch.diag(turned.diagonal()), atol=1e-4)
        assert gradient.shape == (8, 8) or ((turned.diagonal() > 0.5) & (turned.diagonal() < 1.4)).all()
        assert torch.allclose(orthogonal(gradient), together, atol=1e-5)


def test_a_step_is_about_as_large_as_the_learning_rate_and_momentum_outlives_its_gradient() -> None:
    torch.manual_seed(0)
    weight = torch.nn.Parameter(torch.zeros(30, 50))
    optimizer = Muon([weight], lr=0.01)
    weight.grad = torch.randn(30, 50) * 1e-3
    optimizer.step()
    before = weight.detach().clone()
    assert 0.007 < before.square().mean().sqrt() < 0.013
    weight.grad = torch.zeros(30, 50)
    optimizer.step()
    assert ((weight - before) * before).mean() > 0, "it goes on in the same direction"


def test_threads_change_no_step_and_flush_denormal_numbers() -> None:
    torch.manual_seed(0)
    alone = [torch.nn.Parameter(torch.zeros(size, 12)) for size in (3, 12, 40)]
    together = copy.deepcopy(alone)
    for mine, theirs in zip(alone, together, strict=True):
        theirs.grad = mine.grad = torch.randn_like(mine)
    with workers(2) as pool:
        for optimizer in (Muon(alone, lr=0.1), Muon(together, lr=0.1, pool=pool)):
            optimizer.step()
        assert pool.submit(lambda: float(torch.full((8,), 1e-30).mul(1e-10)[0])).result() == 0.0
    assert all(torch.equal(mine, theirs) for mine, theirs in zip(alone, together, strict=True))


def test_every_weight_has_one_optimizer() -> None:
    policy = make_policy("board", swenv.load("smallworld", num_players=2))
    moved = [each for one in optimizers(policy, 1e-3) for group in one.param_groups for each in group["params"]]
    assert len(moved) == len({id(each) for each in moved}) == len(list(policy.parameters()))


def test_the_maximum_over_regions_has_the_gradient_of_max() -> None:
    torch.manual_seed(0)
    ours, theirs = (torch.randn(5, 3, 4, generator=torch.Generator().manual_seed(1)).requires_grad_() for _ in "ab")
    weights = torch.randn(3, 4)
    (_most(ours) * weights).sum().backward()
    (theirs.max(0).values * weights).sum().backward()
    assert torch.equal(ours.grad, theirs.grad)
