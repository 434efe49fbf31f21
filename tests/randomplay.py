"""Random games for the tests: the states on the way, and samples of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache

import swenv

BOARDS = (2, 3, 4, 5)
"""Numbers of players; each has its board."""


GAMES = ("smallworld", "underground")
"""The games, each with its boards."""


@lru_cache(maxsize=16)
def board_game(num_players: int, name: str = "smallworld") -> swenv.Game:
    """The game on its own board of that number of players, kept between tests."""
    return swenv.load(name, num_players=num_players)


def walk(game: swenv.Game, seed: int) -> Iterator[tuple[swenv.State, int]]:
    """Play one game with uniformly random legal actions.

    Yields:
        The state before each action, and the action. The state is the one that is played: copy it to keep it.
        At the end comes the finished state with action -1.
    """
    dice = random.Random(seed)
    state = game.new_state(seed=seed)
    while not state.is_over:
        action = int(dice.choice(state.legal_actions().tolist()))
        yield state, action
        state.apply(action)
    yield state, -1


def sample(game: swenv.Game, games: int, per_game: int, seed: int = 0) -> list[swenv.State]:
    """Copies of states from all stages of random games; the same call gives the same states."""
    dice = random.Random(seed)
    states = []
    for number in range(games):
        met = [state.copy() for state, action in walk(game, seed * 1000 + number) if action >= 0]
        states += dice.sample(met, min(per_game, len(met)))
    return states


def one_of_each_phase(game: swenv.Game, games: int = 60) -> dict[str, swenv.State]:
    """A state for every phase that random games meet, by name."""
    found: dict[str, swenv.State] = {}
    for seed in range(games):
        for state, action in walk(game, seed):
            if action >= 0 and state.phase not in found:
                found[state.phase] = state.copy()
    return found
