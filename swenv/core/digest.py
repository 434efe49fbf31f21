"""A digest of the rules of a game; files of games and tasks record the one they were made with."""

from __future__ import annotations

import hashlib
import json
import random

from swenv.core.game import Game

PLAYED = 5
"""Random games that it is made from."""


def rules_digest(game: Game) -> str:
    """A digest of some random games; it changes when the rules, or the options they are played with, do."""
    digest = hashlib.sha256()
    for seed in range(PLAYED):
        state, dice = game.new_state(seed), random.Random(seed)
        while not state.is_over:
            legal = state.legal_actions().tolist()
            digest.update(json.dumps(legal).encode())
            state.apply(dice.choice(legal))
        digest.update(json.dumps(state.coins.tolist()).encode())
    return digest.hexdigest()[:16]
