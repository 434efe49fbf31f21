"""The opponents of a learner: players by name or path, past selves, and the learner itself."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

import numpy as np

from swenv.agents import Player, Random, make
from swenv.core.game import Game
from swenv.training.config import SELF


class Opponents:
    """The named players with their shares of the games; the learner itself and a pool of past selves play the rest.

    Args:
        game: The game to play.
        shares: Share of the games for each player, by name or path.
        past_selves: Size of the pool; the oldest is dropped.
        itself: Share of the rest in which the learner plays every seat.

    Raises:
        ValueError: there is no such player, or it cannot play the game.

    Attributes:
        names: Their names in results, past selves last.
        past: The pool, the oldest first, each with the name it joined with.
    """

    def __init__(self, game: Game, shares: Mapping[str, float], past_selves: int, itself: float = 0.0) -> None:
        self.players = [make(name) for name in shares]
        self.shares = list(shares.values())
        self.past: deque[tuple[str, Player]] = deque(maxlen=past_selves)
        left = max(1 - sum(self.shares), 0.0) if game.num_players > 1 else 0.0
        if left < 1e-9:
            left = 0.0
        self.left, self.itself = left * (1 - itself), left * itself
        known: set[str] = {SELF}
        for spec, player in zip(shares, self.players, strict=True):
            if player.name in known:  # two folders of the same name
                player.name = spec
            known.add(player.name)
            player.reset(game)
        self.names = [player.name for player in self.players] + [SELF] * (self.left > 0)
        if not self.players and game.num_players == 1:
            self.players, self.shares = [Random()], [1.0]  # never asked

    @property
    def wants_past(self) -> bool:
        """Whether there is no opponent until a past self joins."""
        return not self.players and not self.past and not self.itself

    def join(self, name: str, player: Player) -> None:
        """Add a past self to the pool."""
        self.past.append((name, player))

    def deal(self, generator: np.random.Generator) -> tuple[list[Player | None], list[float]]:
        """The opponents until the next call and their shares of the games, with one past self sampled from the pool.

        None is the learner itself; it comes first, and a past self last, so that the others keep their places. While
        the pool is empty, the opponent with the largest share also plays its games.
        """
        players: list[Player | None] = [None] * (self.itself > 0) + self.players
        shares = [self.itself] * (self.itself > 0) + self.shares
        if self.left and self.past:
            _, player = self.past[generator.integers(len(self.past))]
            return [*players, player], [*shares, self.left]
        shares[int(np.argmax(shares))] += self.left
        return players, shares
