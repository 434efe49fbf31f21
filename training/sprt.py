"""A sequential test of two players, like Stockfish's fishtest: deals are played until the result is clear.

Each deal is played once in every rotation, with one seat for the first player and copies of the second in all others.
The share of the games of a deal that the first player wins is one observation: with two seats, one of five.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from swenv.training import league
from swenv.training.league import ROUNDS, Block
from swenv.training.processes import Pool
from swenv.training.progress import Progress
from swenv.training.ratings import ELO

ERROR = 0.05
"""The probability with which a test may accept a bound when the other one is true."""
LIMIT = math.log((1 - ERROR) / ERROR)
"""The log-likelihood ratio at which a test accepts its upper bound; at minus this, it accepts the lower one."""
INSIDE = 1 - 1e-9
"""How much of the way to a pole of the likelihood counts."""


def share(points: float, seats: int) -> float:
    """The share of games won by a player who is this many rating points above all others at the table."""
    strength = math.exp(points / ELO)
    return strength / (strength + seats - 1)


def points(share: float, seats: int) -> float | None:
    """The rating points for a share of the games; None if they are infinite."""
    return ELO * math.log(share * (seats - 1) / (1 - share)) if 0 < share < 1 else None


class Sprt:
    """A generalised sequential probability ratio test for the mean of scores between 0 and 1.

    The log-likelihood ratio compares the two best-fitting distributions of scores, one among all with the mean of the
    upper bound and one among all with that of the lower. They may include the scores 0 and 1 even if not seen, so that
    a few deals with one outcome do not decide.

    Args:
        low: The lower bound in rating points.
        high: The upper bound.
        seats: Seats at the table.

    Attributes:
        outcomes: How many deals had each score.
        ratio: The log-likelihood ratio.
        accepted: "high" or "low" once the test has ended.
    """

    def __init__(self, low: float, high: float, seats: int) -> None:
        self._means = share(low, seats), share(high, seats)
        self.outcomes: Counter[float] = Counter()
        self.ratio = 0.0
        self.accepted: str | None = None

    def add(self, scores: NDArray[np.float64]) -> None:
        """Count further deals, and check whether the test ends with them."""
        self.outcomes.update(np.round(scores, 9).tolist())
        low, high = (self._likelihood(mean) for mean in self._means)
        self.ratio = high - low
        self.accepted = "high" if self.ratio >= LIMIT else "low" if self.ratio <= -LIMIT else None

    def follow(self, blocks: Mapping[tuple[tuple[str, ...], int], Block], table: tuple[str, ...]) -> None:
        """Count the blocks of a table that follow those already counted, until the test ends."""
        while self.accepted is None and (table, self.outcomes.total() // ROUNDS) in blocks:
            block = blocks[table, self.outcomes.total() // ROUNDS]
            self.add(np.reshape([row[0] for row in block.wins], (ROUNDS, -1)).mean(axis=1))

    def _likelihood(self, mean: float) -> float:
        """The largest log-likelihood of a distribution with this mean, less the largest of all."""
        scores, deals = (np.array([*each], dtype=float) for each in (self.outcomes, self.outcomes.values()))
        beyond = scores - mean

        def slope(tilt: float) -> float:
            return float(deals @ (beyond / (1 + tilt * beyond)))

        tilt, other = INSIDE / mean, -INSIDE / (1 - mean)
        if slope(tilt) < 0:
            tilt = float(brentq(slope, other, tilt)) if slope(other) > 0 else other
        return -float(deals @ np.log1p(tilt * beyond))


@dataclass(frozen=True)
class Terms(league.Terms):
    """The terms of a test.

    Attributes:
        players: The two players.
        low: The lower bound in rating points.
        high: The upper bound.
    """

    players: list[str]
    low: float
    high: float


class Decided(Exception):
    """A test has ended."""


class SequentialTest(league.League):
    """A test in a folder, which can be stopped and resumed, as a league can.

    Blocks of ten deals count in their order, whichever process is done first, so the same seed gives the same result.

    Args:
        folder: The folder; created if necessary.
        terms: What is played.

    Raises:
        ValueError: the folder holds a test that has other terms, is of another version or is damaged; or the game or an
            option is unknown.

    Attributes:
        sprt: The test, with all deals up to its end.
    """

    what = "test"
    terms: Terms

    def __init__(self, folder: Path, terms: Terms) -> None:
        super().__init__(folder, terms)
        self.table = self.one_among(*terms.players)
        for table, number in self.blocks:
            if table != self.table:
                raise ValueError(f"'{folder}': block {number} is one of {', '.join(table)}, who are not tested here")
        self.sprt = Sprt(terms.low, terms.high, terms.num_players)
        self.sprt.follow(self.blocks, self.table)

    def test(self, games: int, pool: Pool, progress: Progress) -> bool:
        """Play until the test ends, or the number of games is reached; False if stopped with Ctrl-C.

        Args:
            games: Maximum number of games, in whole blocks.
            pool: Where games are played.
            progress: Shows the progress.

        Raises:
            Lost: a process that games are played in has died.
        """
        try:
            return self.sprt.accepted is not None or self.play_tables([self.table], games, pool, progress)
        except Decided:
            return True

    def _keep(self, block: Block) -> bool:
        is_new = super()._keep(block)
        self.sprt.follow(self.blocks, self.table)
        if self.sprt.accepted is not None:
            raise Decided
        return is_new
