"""Random games for the tests: walks through their states, and samples of these."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import lru_cache

import pytest

import swenv
from swenv import maps

BOARDS = (2, 3, 4, 5)
"""The numbers of players of board games; each has its own board."""
SOME_BOARDS = [2, *(pytest.param(number, marks=pytest.mark.slow) for number in (3, 4, 5))]
"""All of `BOARDS`; all but the smallest are marked slow, and `QUICK` has three and four players."""
BOTH = ("base", "underground")
GAMES = ("smallworld", "underground")
"""The games that are played on boards of regions."""
MIXES = {
    **{f"smallworld-{n}": ("smallworld", {"num_players": n}) for n in BOARDS},
    "boards-2": (
        "smallworld",
        {"map": ("random:0-2", "smallworld-3p"), "rounds": (4, 6), "races": (10, 14), "powers": (12, 20)},
    ),
    "boards-underground-3": ("underground", {"num_players": 3, "map": ("underground-2p", "underground-4p")}),
    "boards-mixed-2": ("smallworld", {"boxes": BOTH, "places": True, "map": "random:5-8", "powers": (20, 30)}),
    "underground-2": ("underground", {"num_players": 2}),
    "underground-5": ("underground", {"num_players": 5}),
    "mixed-smallworld-3": ("smallworld", {"num_players": 3, "boxes": BOTH, "places": True}),
    "mixed-underground-4": ("underground", {"num_players": 4, "boxes": BOTH}),
    **{f"warcraft-{n}": ("warcraft", {"num_players": n}) for n in BOARDS},
    "warcraft-dry-2": ("warcraft", {"num_players": 2, "boards": ("L1a", "S2b")}),
    "warcraft-wet-3": ("warcraft", {"num_players": 3, "boards": ("L2b", "M2b", "S1b")}),
    "islands-2": ("islands", {"num_players": 2}),
    "islands-advanced-4": ("islands", {"num_players": 4, "mode": "advanced", "start_layout": "random"}),
    "islands-small-3": ("islands", {"num_players": 3, "window": 5, "best_resource": True, "best_token": True}),
    "islands-solo": ("islands", {"num_players": 1, "level": 4}),
}
"""Games of every box by name: arguments of `swenv.load`."""
QUICK = ("boards-2", "mixed-smallworld-3", "warcraft-4", "islands-advanced-4")
SOME_MIXES = [key if key in QUICK else pytest.param(key, marks=pytest.mark.slow) for key in MIXES]
"""All of `MIXES`; all but a few are marked slow."""

Walk = Callable[[swenv.Game, int], Iterator[tuple[swenv.State, int]]]


@lru_cache(maxsize=32)
def board_game(num_players: int, name: str = "smallworld") -> swenv.Game:
    """Load a game with defaults for a number of players; cached between tests."""
    return swenv.load(name, num_players=num_players)


@lru_cache(maxsize=32)
def some_game(key: str) -> swenv.Game:
    """Load one of `MIXES`; cached between tests."""
    name, options = MIXES[key]
    return swenv.load(name, **options)


@lru_cache(maxsize=32)
def haunted_game(num_players: int, boxes: tuple[str, ...] = ("underground",)) -> swenv.Game:
    """Load Underground with all Monsters of the box on the board, so that half of the Places and Relics come up."""
    board = json.loads(maps.path(f"underground-{num_players}p").read_text(encoding="utf-8"))
    land = [region for region in board["regions"] if region["terrain"] not in {"river", "chasm"}]
    for region in land:
        region["monster"] = False
    for region in random.Random(num_players).sample(land, 7):
        region["monster"] = True
    return swenv.load("underground", num_players=num_players, map={**board, "name": "haunted"}, boxes=boxes)


SHY = {"finish": 0.7, "abandon": 0.8, "decline": 0.6, "pass": 0.7, "dock_own": 0.9, "dock_grey": 0.9}
"""How often a busy walk avoids actions that end something."""


@lru_cache(maxsize=64)
def verbs_of(game: swenv.Game) -> list[str]:
    """The verb of each action."""
    return [game.action(index).verb for index in range(game.num_actions)]


def busy_action(state: swenv.State, dice: random.Random) -> int:
    """Draw a verb, rarely one that ends something, and then a legal action of it."""
    names = verbs_of(state.game)
    verbs: dict[str, list[int]] = defaultdict(list)
    for action in state.legal_actions().tolist():
        verbs[names[action]].append(action)
    for verb, chance in SHY.items():
        if len(verbs) > 1 and verb in verbs and dice.random() < chance:
            verbs.pop(verb)
    return dice.choice(verbs[dice.choice(sorted(verbs))])


def _played(
    game: swenv.Game, seed: int, by: Callable[[swenv.State, random.Random], int]
) -> Iterator[tuple[swenv.State, int]]:
    """Play one game; yields as `walk` does."""
    state, dice = game.new_state(seed=seed), random.Random(seed)
    while not state.is_over:
        action = by(state, dice)
        yield state, action
        state.apply(action)
    yield state, -1


def walk(game: swenv.Game, seed: int) -> Iterator[tuple[swenv.State, int]]:
    """Play one game with uniformly random legal actions.

    Yields:
        The state before each action, and the action. The state is then played on: copy it to keep it. The last item is
        the finished state with action -1.
    """
    return _played(game, seed, lambda state, dice: dice.choice(state.legal_actions().tolist()))


def busy_walk(game: swenv.Game, seed: int) -> Iterator[tuple[swenv.State, int]]:
    """Like `walk`, but with `busy_action`, so that rare things happen."""
    return _played(game, seed, busy_action)


def sample(game: swenv.Game, games: int, per_game: int, seed: int = 0, by: Walk = walk) -> list[swenv.State]:
    """Copy states from all stages of random games; the same call returns the same states."""
    dice = random.Random(seed)
    states = []
    for number in range(games):
        met = [state.copy() for state, action in by(game, seed * 1000 + number) if action >= 0]
        states += dice.sample(met, min(per_game, len(met)))
    return states


def one_of_each_phase(game: swenv.Game, games: int = 60, by: Walk = walk) -> dict[str, swenv.State]:
    """Return a state for every phase that random games reach, by name."""
    found: dict[str, swenv.State] = {}
    for seed in range(games):
        for state, action in by(game, seed):
            if action >= 0 and state.phase not in found:
                found[state.phase] = state.copy()
    return found
