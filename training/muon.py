"""Muon: momentum whose step for a matrix is made orthogonal, so that all directions of a layer learn alike.

Written after Keller Jordan's description (2024). `torch.optim.Muon` computes in bf16, which takes four times as long on
a processor without bf16 instructions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.functional import pad

MOMENTUM = 0.95
COEFFICIENTS = (3.4445, -4.7750, 2.0315)
"""Of the quintic iteration that moves all singular values close to 1."""
ITERATIONS = 3


class Muon(torch.optim.Optimizer):
    """Muon for the matrices of a network.

    Args:
        parameters: The matrices.
        lr: Learning rate: the root mean square of a step's entries, as about with Adam.
        pool: Threads to compute in, which do not affect results; None for the thread that calls.
    """

    def __init__(self, parameters: list[nn.Parameter], lr: float, pool: ThreadPoolExecutor | None = None) -> None:
        super().__init__(parameters, {"lr": lr})
        self._pool = pool

    def step(self, closure: None = None) -> None:  # type: ignore[override]
        """Take a step for every matrix that has a gradient."""
        for group in self.param_groups:
            moved = [each for each in group["params"] if each.grad is not None]
            for each in moved:
                if "momentum" not in self.state[each]:
                    self.state[each]["momentum"] = torch.zeros_like(each)
            if moved and moved[0].is_cuda:
                self._move_together(group["lr"], moved)
                continue
            largest_first = sorted(moved, key=Tensor.numel, reverse=True)
            in_turn = map if self._pool is None else self._pool.map
            list(in_turn(partial(self._move, group["lr"]), largest_first))

    @torch.no_grad()
    def _move(self, learning_rate: float, matrix: Tensor) -> None:
        gradient, momentum = matrix.grad, self.state[matrix]["momentum"]
        assert gradient is not None
        momentum.lerp_(gradient, 1 - MOMENTUM)
        step = orthogonal(torch.lerp(gradient, momentum, MOMENTUM))  # Nesterov's
        matrix.add_(step, alpha=-learning_rate * max(matrix.shape) ** 0.5)

    @torch.no_grad()
    def _move_together(self, learning_rate: float, matrices: list[Tensor]) -> None:
        """As `_move` for all of them, in few calls: on a GPU, matrices this small cost only their launch overhead."""
        gradients = [each.grad for each in matrices if each.grad is not None]
        momenta = [self.state[each]["momentum"] for each in matrices]
        torch._foreach_lerp_(momenta, gradients, 1 - MOMENTUM)
        steps = orthogonal_together(torch._foreach_lerp(gradients, momenta, MOMENTUM))
        sizes = [-learning_rate * max(each.shape) ** 0.5 for each in matrices]
        torch._foreach_add_(matrices, torch._foreach_mul(steps, sizes))


def orthogonal(matrix: Tensor) -> Tensor:
    """Approximately the nearest matrix with orthonormal rows, or columns if it has fewer: singular values near 1."""
    a, b, c = COEFFICIENTS
    tall = matrix.shape[0] > matrix.shape[1]
    x = matrix.T if tall else matrix
    x = x / (x.norm() + 1e-7)
    for _ in range(ITERATIONS):
        square = x @ x.T
        x = torch.addmm(x, torch.addmm(square, square, square, beta=b, alpha=c), x, beta=a)
    return x.T if tall else x


def orthogonal_together(matrices: Sequence[Tensor]) -> list[Tensor]:
    """`orthogonal` of each matrix. Zeros are added until all have one shape, which changes no other entry."""
    a, b, c = COEFFICIENTS
    wide = [each.T if each.shape[0] > each.shape[1] else each for each in matrices]
    rows, columns = (max(each.shape[axis] for each in wide) for axis in (0, 1))
    x = torch.stack([pad(each, (0, columns - each.shape[1], 0, rows - each.shape[0])) for each in wide])
    x = x / (torch.linalg.matrix_norm(x, keepdim=True) + 1e-7)
    for _ in range(ITERATIONS):
        square = x @ x.mT
        x = torch.baddbmm(x, torch.baddbmm(square, square, square, beta=b, alpha=c), x, beta=a)
    parts = [each[: size.shape[0], : size.shape[1]] for each, size in zip(x, wide, strict=True)]
    return [part.T if each.shape[0] > each.shape[1] else part for part, each in zip(parts, matrices, strict=True)]


def optimizers(
    policy: nn.Module, learning_rate: float, pool: ThreadPoolExecutor | None = None
) -> list[torch.optim.Optimizer]:
    """Muon for all matrices of a network, and Adam for its vectors."""
    matrices = [each for each in policy.parameters() if each.ndim == 2]
    others = [each for each in policy.parameters() if each.ndim != 2]
    return [Muon(matrices, learning_rate, pool), torch.optim.Adam(others, learning_rate, eps=1e-5, fused=True)]


def restore_moments(to: Sequence[torch.optim.Optimizer], states: Sequence[Mapping[str, Any]]) -> None:
    """Load what optimizers keep for each weight, from what their `state_dict` returned; their settings stay."""
    for optimizer, state in zip(to, states, strict=True):
        settings = optimizer.state_dict()["param_groups"]
        optimizer.load_state_dict({"state": state["state"], "param_groups": settings})
