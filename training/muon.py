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
                self.state[each].setdefault("momentum", torch.zeros_like(each))
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


def orthogonal(matrix: Tensor) -> Tensor:
    """Approximately the nearest matrix with orthonormal rows, or columns if it has fewer: singular values near 1."""
    a, b, c = COEFFICIENTS
    tall = matrix.shape[0] > matrix.shape[1]
    found = matrix.T if tall else matrix
    found = found / (found.norm() + 1e-7)
    for _ in range(ITERATIONS):
        square = found @ found.T
        found = torch.addmm(found, torch.addmm(square, square, square, beta=b, alpha=c), found, beta=a)
    return found.T if tall else found


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
