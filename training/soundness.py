"""Validates a checkpoint before anything in it is used.

Its checksum shows damage. Its names, types and shapes must be those of a new learner with the same configuration.
`agents.learned.fill` checks the weights, and `Games.restore` the games, which go through position documents.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import torch

from swenv.agents.learned import is_dense


def checksum(state: Any) -> str:
    """The SHA-256 of tensors and plain values, independent of the file format."""
    digest = hashlib.sha256()

    def add(value: Any) -> None:
        if isinstance(value, torch.Tensor):
            digest.update(f"{value.dtype} {tuple(value.shape)} ".encode())
            digest.update(value.detach().cpu().contiguous().reshape(-1).view(torch.uint8).numpy().data)
        elif isinstance(value, Mapping):
            digest.update(f"{len(value)} names ".encode())
            for name, each in value.items():
                add(name)
                add(each)
        elif isinstance(value, list | tuple):
            digest.update(f"{len(value)} values ".encode())
            for each in value:
                add(each)
        else:
            digest.update(f"{value!r} ".encode())

    add(state)
    return digest.hexdigest()


def check(
    state: Mapping[str, Any],
    fresh: Mapping[str, Any],
    numbers: range,
    games: Sequence[Mapping[str, Any]],
    optimizers: Sequence[torch.optim.Optimizer],
    imitating: Sequence[torch.optim.Optimizer],
) -> None:
    """Compare the state of a run with that of a new learner.

    Args:
        state: The content of a file.
        fresh: What `Learner.state` returns at the start.
        numbers: Which of the batches of games are resumed, if they are there.
        games: The states of new batches with these numbers.
        optimizers: The optimizers of the policy.
        imitating: Those of the imitation.

    Raises:
        ValueError: something is missing, unknown, or of another type or shape; the message names it.
    """
    _same("state", state, fresh)
    fixed = ("updates", "frames", "seconds")
    for name in fixed:
        _alike(name, state[name], fresh[name])
    for name, each in fresh.items():
        if name not in fixed and each is not None and type(state[name]) is not type(each):
            raise ValueError(f"{name}: cannot be a {type(state[name]).__name__}")
    if state["imitation"] is None and not state["games"]:
        raise ValueError("games: there are none")
    if mine := state["games"][numbers.start : numbers.stop]:
        _alike("games", mine, games)
    _moments("optimizers", state["optimizers"], optimizers)
    if state["imitation"] is not None:
        _moments("imitation", state["imitation"]["optimizers"], imitating)


def _same(what: str, value: Any, names: Mapping[str, Any]) -> None:
    if not isinstance(value, Mapping) or set(value) != set(names):
        raise ValueError(f"{what}: must have exactly {', '.join(map(str, names))}")


def _alike(what: str, value: Any, fresh: Any) -> None:
    """Check that a value has the names, types and shapes of another."""
    if isinstance(fresh, Mapping):
        _same(what, value, fresh)
        for name, each in fresh.items():
            _alike(f"{what}, {name}", value[name], each)
    elif isinstance(fresh, list):
        if not isinstance(value, list) or len(value) != len(fresh):
            raise ValueError(f"{what}: must be a list of {len(fresh)}")
        for one, each in zip(value, fresh, strict=True):
            _alike(what, one, each)
    elif isinstance(fresh, torch.Tensor):
        if not is_dense(value) or (value.dtype, value.shape) != (fresh.dtype, fresh.shape):
            raise ValueError(f"{what}: must have the shape {tuple(fresh.shape)} and type {fresh.dtype}")
    elif type(value) is not type(fresh):
        raise ValueError(f"{what}: cannot be a {type(value).__name__}")


def _moments(what: str, states: Any, mine: Sequence[torch.optim.Optimizer]) -> None:
    """Check the shapes of what optimizers keep for each weight; their settings come from the configuration."""
    for state, optimizer in zip(states, mine, strict=True):
        parameters = [each for group in optimizer.param_groups for each in group["params"]]
        for k, moments in state["state"].items():
            for name, moment in moments.items():
                shape = torch.Size() if name == "step" else parameters[k].shape
                if not is_dense(moment) or (moment.dtype, moment.shape) != (torch.float32, shape):
                    raise ValueError(f"{what}: {name} of weight {k} must have the shape {tuple(shape)}")
