"""The optimizer of our own PPO and of imitation, and a gradient that is our own."""

from __future__ import annotations

import copy

import pytest

pytest.importorskip("torch", reason="needs the extra `train`")

import torch

import swenv
from swenv.agents.networks import _most, make_policy
from swenv.training.gradients import workers
from swenv.training.muon import Muon, optimizers, orthogonal, orthogonal_together


@pytest.mark.parametrize("shape", [(6, 20), (20, 6), (1, 8)])
def test_a_step_keeps_directions_and_makes_them_alike(shape: tuple[int, int]) -> None:
    torch.manual_seed(0)
    gradient = torch.randn(shape) * 100
    left, _, right = torch.linalg.svd(gradient, full_matrices=False)
    turned = left.T @ orthogonal(gradient) @ right.T
    assert torch.allclose(turned, torch.diag(turned.diagonal()), atol=1e-4)
    assert ((turned.diagonal() > 0.5) & (turned.diagonal() < 1.4)).all()


def test_matrices_of_any_shapes_can_be_made_orthogonal_together() -> None:
    torch.manual_seed(0)
    matrices = [torch.randn(shape) for shape in ((6, 20), (20, 6), (1, 8), (8, 8))]
    for one, together in zip(matrices, orthogonal_together(matrices), strict=True):
        assert torch.allclose(orthogonal(one), together, atol=1e-5)


@pytest.mark.slow
def test_a_step_is_about_as_large_as_the_learning_rate() -> None:
    torch.manual_seed(0)
    weight = torch.nn.Parameter(torch.zeros(30, 50))
    weight.grad = torch.randn(30, 50) * 1e-3
    Muon([weight], lr=0.01).step()
    assert 0.007 < weight.square().mean().sqrt() < 0.013


def test_momentum_outlives_its_gradient() -> None:
    weight = torch.nn.Parameter(torch.zeros(4, 4))
    optimizer = Muon([weight], lr=0.01)
    weight.grad = torch.eye(4)
    optimizer.step()
    before = weight.detach().clone()
    weight.grad = torch.zeros(4, 4)
    optimizer.step()
    assert (weight.diagonal() < before.diagonal()).all()


def test_threads_change_no_step() -> None:
    torch.manual_seed(0)
    alone = [torch.nn.Parameter(torch.zeros(size, 12)) for size in (3, 12, 40)]
    for each in alone:
        each.grad = torch.randn_like(each)
    together = copy.deepcopy(alone)
    for mine, theirs in zip(alone, together, strict=True):
        theirs.grad = mine.grad
    with workers(2) as pool:
        for optimizer in (Muon(alone, lr=0.1), Muon(together, lr=0.1, pool=pool)):
            optimizer.step()
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
