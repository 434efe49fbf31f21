"""Validates a checkpoint before anything in it is used: it is a file, so it may be damaged or hostile.

`check` compares it with the state of a new learner with the same configuration, which must have the same names, types
and shapes, and checks the range of every number. `SelfPlay.restore` checks the games, and `agents.learned.fill` the
weights.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import torch

from swenv.agents.learned import is_dense
from swenv.training.config import Config
from swenv.training.muon import Muon

WINDOW = 1000
"""The number of recent games behind a win rate in `progress.csv`."""
IMITATED = ("decisions", "loss", "agreement")
"""What is kept of a finished imitation."""
_MOST = 10**13
"""More updates and decisions than any run has."""
_MEMBERS = 100_000
"""More members than any team has."""


def check(
    state: Mapping[str, Any],
    fresh: Mapping[str, Any],
    config: Config,
    optimizers: Sequence[torch.optim.Optimizer],
    imitating: Sequence[torch.optim.Optimizer],
) -> None:
    """Check the state of a run.

    Args:
        state: The content of a file.
        fresh: What `Learner.state` returns at the start.
        config: The run.
        optimizers: The optimizers of the policy.
        imitating: Those of the imitation.

    Raises:
        ValueError: something is missing, unknown or out of range; the message names it.
    """
    _keys("state", {name: each for name, each in state.items() if name != "format"}, fresh)
    updates = _whole("updates", state["updates"], _MOST)
    frames = _whole("frames", state["frames"], _MOST)
    _optimizers("optimizers", state["optimizers"], optimizers)
    _member(state, fresh)
    _list("others", state["others"], _MEMBERS)
    for other in state["others"]:
        _keys("others", other, dict.fromkeys(("games", "random")))
        _member(other, fresh)
    _list("past", state["past"], config.num_snapshots)
    for name in state["past"]:
        if not isinstance(name, str):
            raise _wrong("past", name)
    if not isinstance(state["recent"], dict):
        raise _wrong("recent", state["recent"])
    for name, games in state["recent"].items():
        if not isinstance(name, str) or not _is_tensor(games, torch.float64, 1) or len(games) > WINDOW:
            raise _wrong("recent", games)
        if not bool(((games >= 0) & (games <= 1)).all()):
            raise ValueError("recent: results must be between 0 and 1")
    _keys("seconds", state["seconds"], fresh["seconds"])
    for seconds in state["seconds"].values():
        _number("seconds", seconds)
    _list("curve", state["curve"], updates)
    if len(state["curve"]) != updates:
        raise ValueError(f"curve: {len(state['curve'])} rows for {updates} updates")
    before = 0
    for row in state["curve"]:
        before = _row(row, before, frames)
    if before != frames:
        raise ValueError(f"frames: {frames:,}, but the curve ends at {before:,}")
    if state["imitated"] != {}:
        _keys("imitated", state["imitated"], dict.fromkeys(IMITATED))
        _whole("imitated", state["imitated"]["decisions"], config.imitate + config.num_envs)
        _number("imitated", state["imitated"]["loss"], least=-math.inf)
        _number("imitated", state["imitated"]["agreement"], most=1)
    if state["imitation"] is not None:
        _imitation(state["imitation"], imitating)
        if updates:
            raise ValueError("imitation: must come before all updates")


def _imitation(state: Any, optimizers: Sequence[torch.optim.Optimizer]) -> None:
    _keys("imitation", state, dict.fromkeys(("step", "optimizers", "losses", "agreed")))
    step = _whole("imitation", state["step"], 10**12)
    _optimizers("imitation", state["optimizers"], optimizers)
    for name, least, most in (("losses", -math.inf, math.inf), ("agreed", 0.0, 1.0)):
        _list("imitation", state[name], step)
        for each in state[name]:
            _number("imitation", each, least, most)


def _row(row: Any, before: int, most: int) -> int:
    """Check a row of the curve, and return its frames; its columns depend on the opponents at the time."""
    if not isinstance(row, dict) or not all(isinstance(name, str) for name in row):
        raise _wrong("curve", row)
    for name in ("seconds", "env_share", "opponent_share"):
        _number(f"curve, {name}", row.get(name))
    frames = _whole("curve, frames", row.get("frames"), most)
    if frames < before:
        raise ValueError(f"curve: {frames:,} frames after {before:,}")
    for name, value in row.items():
        kind, _, whom = name.partition("_")
        if kind == "games":
            _whole(f"curve, {name}", value, WINDOW)
        elif kind == "evaluated" or (kind == "against" and row.get(f"games_{whom}")):
            _number(f"curve, {name}", value, most=1)
        elif kind == "against" and f"games_{whom}" in row:  # no game yet
            if not isinstance(value, float) or not math.isnan(value):
                raise _wrong(f"curve, {name}", value)
        elif name not in ("frames", "seconds", "env_share", "opponent_share"):
            raise ValueError(f"curve: unknown column {name!r}")
        if kind == "games" and f"against_{whom}" not in row:
            raise ValueError(f"curve: {name!r} without its rate")
    return frames


def _optimizers(what: str, states: Any, mine: Sequence[torch.optim.Optimizer]) -> None:
    """Check what optimizers keep for each weight. Their settings always come from the configuration, not the file."""
    _list(what, states, len(mine))
    for state, optimizer in zip(states, mine, strict=True):
        if not isinstance(state, dict) or not isinstance(state.get("state"), dict):
            raise _wrong(what, state)
        parameters = [each for group in optimizer.param_groups for each in group["params"]]
        kept = ("momentum",) if isinstance(optimizer, Muon) else ("step", "exp_avg", "exp_avg_sq")
        for k, moments in state["state"].items():
            if not isinstance(k, int) or not 0 <= k < len(parameters):
                raise ValueError(f"{what}: unknown weight {k!r}")
            _keys(what, moments, dict.fromkeys(kept))
            for name, moment in moments.items():
                shape = torch.Size() if name == "step" else parameters[k].shape
                if not _is_tensor(moment, torch.float32) or moment.shape != shape:
                    raise ValueError(f"{what}: {name} of weight {k} must have the shape {tuple(shape)}")
                signed = name in ("exp_avg", "momentum")
                if not bool(torch.isfinite(moment).all()) or (not signed and bool((moment < 0).any())):
                    raise ValueError(f"{what}: {name} of weight {k} is out of range")


def _member(state: Mapping[str, Any], fresh: Mapping[str, Any]) -> None:
    """Check what a member of a team keeps for itself."""
    _list("games", state["games"], len(fresh["games"]))
    for games, mine in zip(state["games"], fresh["games"], strict=True):
        _games(games, mine)
    _random(state["random"], fresh["random"])


def _games(state: Any, fresh: Mapping[str, Any]) -> None:
    _keys("games", state, fresh)
    for name, mine in fresh.items():
        if isinstance(mine, torch.Tensor):
            if not _is_tensor(state[name], mine.dtype) or state[name].shape != mine.shape:
                raise ValueError(f"games: {name} must have the shape {tuple(mine.shape)} and type {mine.dtype}")
            if mine.dtype.is_floating_point and not bool(torch.isfinite(state[name]).all()):
                raise ValueError(f"games: {name} is not finite")
    _generator("games, generator", state["generator"], fresh["generator"])


def _generator(what: str, generator: Any, mine: Mapping[str, Any]) -> None:
    """Check the state of a generator of numpy."""
    _keys(what, generator, mine)
    _keys(what, generator["state"], mine["state"])
    if generator["bit_generator"] != mine["bit_generator"]:
        raise _wrong(what, generator["bit_generator"])
    for value, bits in (
        (generator["state"]["state"], 128),
        (generator["state"]["inc"], 128),
        (generator["has_uint32"], 1),
        (generator["uinteger"], 32),
    ):
        _whole(what, value, 2**bits - 1)


def _random(state: Any, fresh: Mapping[str, Any]) -> None:
    """Check the sources of randomness outside the games."""
    _keys("random", state, fresh)
    for name, generator in fresh.items():
        _generator(name, state[name], generator)


def _is_tensor(value: Any, kind: torch.dtype, dimensions: int | None = None) -> bool:
    """Whether this is a plain, dense tensor of this type on the processor."""
    return is_dense(value) and value.dtype == kind and dimensions in (None, value.dim())


def _keys(what: str, given: Any, wanted: Mapping[str, Any]) -> None:
    if not isinstance(given, dict) or set(given) != set(wanted):
        raise ValueError(f"{what}: must have exactly {', '.join(wanted)}")


def _list(what: str, given: Any, most: int) -> None:
    if not isinstance(given, list) or len(given) > most:
        raise ValueError(f"{what}: must be a list of at most {most:,}")


def _whole(what: str, value: Any, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise ValueError(f"{what}: must be a whole number from 0 to {most:,}, not {_short(value)}")
    return value


def _number(what: str, value: Any, least: float = 0.0, most: float = math.inf) -> None:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not least <= value <= most or not math.isfinite(value):
        raise _wrong(what, value)


def _wrong(what: str, value: Any) -> ValueError:
    return ValueError(f"{what}: cannot be {_short(value)}")


def _short(value: Any) -> str:
    text = f"a {type(value).__name__}" if isinstance(value, torch.Tensor | dict | list) else repr(value)
    return text if len(text) <= 60 else f"{text[:60]}..."
