"""The greedy player of Small Islands: deterministic heuristics, without search.

Every legal action gets a score, and the best one is played. An island is worth what the seat's cards may pay for a
house on it, and a tile, a marker or a house is worth the change it makes to that. A turn is planned as a whole: the
best placement decides which tile is taken and which is laid.

The scores are computed from observations in compiled code, `swenv.islands.rules.greedy`, which has a kernel for each
kind of decision. It ignores what the other players are doing, anything more than one turn ahead, and where the market's
next tile might go.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from swenv.agents.base import ANY_SEAT, Player
from swenv.core.game import Game
from swenv.core.threads import go_on
from swenv.islands.content import TOKENS
from swenv.islands.rules import greedy

AT_ONCE = 256
"""Decisions in one compiled call: between two calls, Ctrl-C ends them."""


@dataclass(frozen=True)
class Weights:
    """The parameters of the greedy player, in prestige points unless stated otherwise.

    Attributes:
        miss: Probability that a turn does not bring a symbol that an island needs.
        half_turn: Expected turns left when the navigation stack is too low to be sure of one.
        later: Probability of getting each missing symbol for the card kept for the next round.
        next_round: Weight of a house in the next round relative to one in this round.
        growth: Additional pay of an island for each symbol it still needs.
        open: Value of an island with a free site for cards not known yet.
        rich: Additional value for each symbol on it.
        size: Missing symbols that one missing tile counts as.
        site: Missing symbols that one missing building site counts as.
        second: Weight of the next best tiles in hand relative to the one being laid.
        port: Value of another port around the best place for the player's ship, until it has docked.
        marker: The least gain for using a marker early in the game.
        last_marker: The least gain in the last round.
        any_marker: What the wild marker must bring in addition.
        house: What a house must pay while houses may run out before the rounds do.
        enough: Points its houses must pay before it docks, for each house it may build per round.
        dock: Points around its ship that justify docking early.
        rival: Weight of the possibility that Alexis builds on an island.
    """

    miss: float = 0.55
    half_turn: float = 0.4
    later: float = 0.6
    next_round: float = 0.6
    growth: float = 0.7
    open: float = 0.8
    rich: float = 0.15
    size: float = 1.0
    site: float = 1.5
    second: float = 0.25
    port: float = 0.5
    marker: float = 1.5
    last_marker: float = 0.3
    any_marker: float = 0.4
    house: float = 4.0
    enough: float = 5.5
    dock: float = 4.0
    rival: float = 0.5


class GreedyIslands(Player):
    """A plain, sensible player.

    Args:
        weights: Its parameters.
    """

    name = "greedy"

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = weights or Weights()

    def reset(self, game: Game, seat: int = ANY_SEAT, seed: int = 0) -> None:
        """See `Player.reset`; it is deterministic, so it ignores the seed."""
        super().reset(game, seat, seed)
        game.prepare()
        self._known = np.zeros(1, dtype=greedy.WEIGHTS)
        known, weights = self._known[0], self.weights
        for name, value in asdict(weights).items():
            if name in (greedy.WEIGHTS.names or ()):
                known[name] = value
        for part in greedy.PARTS:
            known[f"at_{part}"] = game.observation_layout[part].start
        symbols, small, full = np.indices(greedy.LACKS)
        missing = (symbols + weights.size * small + weights.site * full).astype(np.float32)
        turns = np.arange(len(known.chances), dtype=np.float32)
        known.chances = (1 - weights.miss ** (turns + weights.half_turn))[:, None, None, None] ** missing
        known.growth, known.kept = weights.growth * missing, weights.next_round * weights.later**missing
        values, whole = np.sort(TOKENS), len(TOKENS)
        for number in range(1, whole + 1):
            below = np.array([comb(k, number) / comb(whole, number) for k in range(whole + 1)])
            known.tokens[number] = (np.diff(below) * values).sum()

    def act_batch(self, observations: NDArray[np.int8], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """See `Player.act_batch`."""
        actions: NDArray[np.int64] = np.where(masks, self.scores(observations, masks), -np.inf).argmax(axis=1)
        return actions

    def scores(self, observations: NDArray[np.int8], masks: NDArray[np.bool_]) -> NDArray[np.float32]:
        """The score of each action, (k, num_actions) float32; those of illegal actions are meaningless."""
        tables, scores = self.game.tables, np.zeros(masks.shape, dtype=np.float32)
        sight = np.zeros(1, dtype=greedy.SIGHT)
        for first in range(0, len(masks), AT_ONCE):
            go_on()
            part = slice(first, first + AT_ONCE)
            seen, legal = np.array(observations[part], dtype=np.int8), np.array(masks[part], dtype=np.bool_)
            greedy.score_batch(seen, legal, tables, self._known, sight, scores[part])
        return scores
