"""Compares the PettingZoo environment with PettingZoo's own games, in one run."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType
from typing import Any

from harness import Effort, Row, at_least, rates, ratios

PEERS = ("tictactoe", "connect_four")
PETTINGZOO = "PettingZoo's games have short rounds of play, which pays for many resets, and tiny observations."


def aec(effort: Effort) -> Iterator[Row]:
    """`last()`, choose, `step()`: the same loop for all environments, with uniformly random legal actions."""
    from swenv import islands_v0, smallworld_v0, underground_v0, warcraft_v0

    envs: dict[str, Any] = {
        "smallworld_v0 raw_env()": smallworld_v0.raw_env(num_players=2),
        "smallworld_v0 env()": smallworld_v0.env(num_players=2),
        "underground_v0 env()": underground_v0.env(num_players=2),
        "warcraft_v0 env()": warcraft_v0.env(num_players=2),
        "islands_v0 env()": islands_v0.env(num_players=2),
    }
    own = set(envs)
    for name, module in _pettingzoo().items():
        envs[f"{name} raw_env()"] = module.raw_env()
        envs[f"{name} env()"] = module.env()
    work: dict[str, Callable[[], float]] = {name: partial(_some_games, env) for name, env in envs.items()}
    speed = rates(work, effort)
    for name, values in speed.items():
        budget = at_least(110_000) if name == "smallworld_v0 raw_env()" else None
        notes = () if name in own else (PETTINGZOO,)
        yield Row(f"AEC {name}", "steps/s", values, budget, notes)
    ours = speed["smallworld_v0 env()"]
    yield Row("AEC smallworld_v0 env() / tictactoe env()", "times", ratios(ours, speed["tictactoe env()"]), at_least(2))


def _pettingzoo() -> dict[str, ModuleType]:
    """Import PettingZoo's games. Their drawing needs pygame, which is replaced by an empty module if it is missing."""
    standing_in = False
    try:
        import pygame  # noqa: F401
    except ImportError:
        sys.modules["pygame"] = ModuleType("pygame")
        standing_in = True
    try:
        from pettingzoo.classic.connect_four import connect_four
        from pettingzoo.classic.tictactoe import tictactoe
    finally:
        if standing_in:
            del sys.modules["pygame"]
    return {"tictactoe": tictactoe, "connect_four": connect_four}


def _some_games(env: Any) -> float:
    """Play whole games until a few hundred decisions are made; returns their number."""
    steps = 0
    while steps < 200:
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(random.random() * len(legal))]))
            steps += 1
    return steps
