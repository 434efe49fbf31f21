"""Measures tree search, and the player that uses a short one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from harness import Effort, Row, at_least, at_most, rates
from play import GAMES

import swenv
from swenv.agents import make

SIMULATIONS = 1000
"""Simulations of a search, and playouts to compare it with."""
START = "At the first decision of a game with two players."
KINDS: dict[str, dict[str, Any]] = {
    "random playouts to the end": {"policy": "random"},
    "informed playouts to the end": {},
    "informed playouts cut off when the turn ends": {"turns": 1},
}
"""How leaves are evaluated: the arguments of `State.search`."""
BUDGETS = {
    "random playouts to the end": at_least(30_000),
    "informed playouts cut off when the turn ends": at_least(100_000),
    "the network board, 16 leaves at once": at_least(10_000),
}
"""The budgets of search, in the base game."""


def search(effort: Effort) -> Iterator[Row]:
    """Simulations per second of tree search on one core, by how leaves are evaluated; decisions of `planner`."""
    for name, prefix in GAMES.items():
        state = swenv.load(name, num_players=2).new_state(seed=1)
        work: dict[str, Callable[[], float]] = {
            kind: partial(_simulations, state, **arguments) for kind, arguments in KINDS.items()
        }
        if (network := _network(state)) is not None:
            work["the network board, 16 leaves at once"] = partial(_simulations, state, evaluate=network)
        alone = partial(state.game.playouts, state, SIMULATIONS, policy="informed")
        figures = rates({**work, "alone": lambda run=alone: float(len(run()))}, effort)
        for kind in work:
            budget = BUDGETS.get(kind) if name == "smallworld" else None
            yield Row(f"{prefix}search, {kind}", "/s", figures[kind], budget, (START,))
        pairs = zip(figures["informed playouts to the end"], figures["alone"], strict=True)
        shares = [100 * (1 - searched / playouts) for searched, playouts in pairs]
        yield Row(f"{prefix}search, the tree's share of the time", "%", shares, at_most(34), (START,))
    for name, prefix in GAMES.items():
        middle = _middle(swenv.load(name, num_players=2))
        player = make("planner")
        player.reset(middle.game)
        figures = rates({"planner": lambda player=player, middle=middle: float(player.act(middle) >= 0)}, effort)
        values = [1000 / value for value in figures["planner"]]
        yield Row(f"{prefix}a decision of planner, mid-game", "ms", values, at_most(10))


def _simulations(state: swenv.State, **arguments: Any) -> float:
    return float(state.search(SIMULATIONS, **arguments).simulations)


def _network(state: swenv.State) -> Any:
    """The network `board` with fresh weights, as `State.search` takes it; None without torch."""
    try:
        import torch

        from swenv.agents.networks import make_policy
    except ImportError as error:
        print(f"search with a network is left out: {error}; pip install swenv-rl[train]", file=sys.stderr)
        return None
    torch.set_num_threads(1)
    policy = make_policy("board", state.game)

    @torch.inference_mode()
    def evaluate(observations: Any, masks: Any) -> Any:
        logits, values = policy(torch.from_numpy(observations), torch.from_numpy(masks))
        return logits.numpy(), values.numpy()

    return evaluate


def _middle(game: swenv.Game) -> swenv.State:
    """A state in the middle of a game between two `greedy` players, with something to decide."""
    player, state = make("greedy"), game.new_state(seed=1)
    player.reset(game)
    states = []
    while not state.is_over:
        states.append(state.copy())
        state.apply(player.act(state))
    return next(each for each in states[len(states) // 2 :] if len(each.legal_actions()) > 2)
