"""Digests of random games, for comparing processes that run the rules in different ways."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable
from typing import Any

import swenv


def play(kinds: Iterable[tuple[str, dict[str, Any]]], games: int) -> None:
    """Play `games` games of each kind, and some in a batch, and print digests of everything that they show.

    Args:
        kinds: Arguments of `swenv.load`.
        games: The number of games of each kind.
    """
    for name, options in kinds:
        game = swenv.load(name, **options)
        dice = random.Random(games)
        for number in range(games):
            print(name, number, _digest(game, number))
        vec = game.vector(num_games=4, seed=1, threads=1)
        vec.reset()
        for _ in range(60):
            vec.step([dice.choice(row.nonzero()[0].tolist()) for row in vec.masks])
        print(hashlib.sha256(vec.observations.tobytes() + vec.masks.tobytes() + vec.rewards.tobytes()).hexdigest())


def _digest(game: swenv.Game, seed: int) -> str:
    """Digest the masks, observations, coins and turns of a game."""
    state, dice, digest = game.new_state(seed=seed), random.Random(seed), hashlib.sha256()
    while not state.is_over:
        mask = state.mask()
        digest.update(mask.tobytes() + state.observation().tobytes() + state.coins.astype("int64").tobytes())
        state.apply(dice.choice(mask.nonzero()[0].tolist()))
        digest.update(repr((state.turn, state.to_act, state.phase, state.last_roll)).encode())
    digest.update(repr(sorted(state.to_position()["seats"][0].items())).encode())
    return digest.hexdigest()
