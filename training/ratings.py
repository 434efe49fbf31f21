"""Ratings by maximum likelihood, with intervals based on deals."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.sparse.csgraph import connected_components
from scipy.stats import t as student

Floats = NDArray[np.float64]

ELO = 400 / math.log(10)
"""Rating points per unit of log strength."""
ERROR = 0.025
"""Probability that the truth lies beyond each end of an interval."""
FAR = 100.0
"""How far from the estimate the ends of an interval are searched for, in log strength."""
STEPS, CLOSE = 300, 1e-6
"""Maximum Newton steps, and the largest difference, in wins, between results and fit at which it stops."""


@dataclass(frozen=True)
class Results:
    """The wins of players, by deal.

    Attributes:
        wins: (deals, players), how much each player won, with shared wins in parts.
        coins: (deals, players), the sum of its coins.
        games: (deals, tables), how many games were played at each table.
        seats: (tables, players), how many seats each player has there.
        beaten: (players, players), how much each won at tables with each other one.
    """

    wins: Floats
    coins: Floats
    games: Floats
    seats: Floats
    beaten: Floats


@dataclass(frozen=True)
class Difference:
    """The rating difference between two players.

    Attributes:
        points: The estimate; None if there is no finite one, as one of the two never won or never lost.
        low: Lower end of the 95 % interval; None if there is none.
        high: Upper end, likewise.
    """

    points: float | None
    low: float | None
    high: float | None

    def above(self, start: float) -> Difference:
        """The same with so many points added."""
        return Difference(*(None if each is None else start + each for each in (self.points, self.low, self.high)))


class Ladder:
    """Strengths of players: each seat wins with a probability proportional to the strength of its player.

    With two seats this is the model of Bradley and Terry; with more, that of Plackett and Luce for first place. A
    shared win is split. Strengths maximise the likelihood; there is no prior.

    Args:
        results: The results.
    """

    def __init__(self, results: Results) -> None:
        self._results = results
        self._wins, self._games = results.wins.sum(axis=0), results.games.sum(axis=0)
        start = np.zeros(len(self._wins))
        free = np.arange(len(start)) > 0
        self.strengths, self._most = self._fit(start, free)
        _, self._groups = connected_components(results.beaten > 0, connection="strong")
        self.information = self._information(self._chances(self.strengths))
        """(players, players), the information on log strengths: the larger on the diagonal, the better known."""

    def difference(self, one: int, other: int) -> Difference:
        """Compare two players.

        The interval contains every difference at which the likelihood, with all other strengths at their best, is not
        too far below its maximum. How far is scaled by how much more, or less, deals differ than independent games
        would. If one of the two never lost, or never won, there is only one end, at which the results have a
        probability of 2.5 %.
        """
        if one == other:
            return Difference(0.0, 0.0, 0.0)
        middle = float(self.strengths[one] - self.strengths[other])
        comparable = self._groups[one] == self._groups[other]
        limit, width = self._scaled(one, other) if comparable else (-math.log(ERROR), 1.0)

        at, strengths, most = middle, self.strengths, self._most
        free = np.ones(len(strengths), dtype=np.bool_)
        free[[one, other]] = False

        def beyond(difference: float) -> float:
            nonlocal at, strengths, most
            for each in np.linspace(at, difference, 2 + int(abs(difference - at)))[1:]:  # so that the others can follow
                moved = strengths.copy()
                moved[one] = moved[other] + each
                strengths, most = self._fit(moved, free)
            at = difference
            return self._most - most - limit

        def end(sign: int) -> float | None:
            inner, outer = 0.0, width
            while beyond(middle + sign * outer) < 0:
                inner, outer = outer, 2 * outer
                if inner > FAR:
                    return None
            root = brentq(lambda reach: beyond(middle + sign * reach), inner, outer, xtol=1e-3)
            return ELO * (middle + sign * float(root))

        return Difference(ELO * middle if comparable else None, end(-1), end(1))

    def _scaled(self, one: int, other: int) -> tuple[float, float]:
        """How far the log-likelihood may fall in the interval of a difference, and half its width, roughly.

        The sandwich estimate of the variance uses the spread among deals. To be safe with few of them, the spread that
        the model expects of one deal is added.
        """
        here = np.flatnonzero(self._groups == self._groups[one])
        inverse = np.linalg.pinv(self.information[np.ix_(here, here)])
        contrast = inverse[here == one][0] - inverse[here == other][0]
        expected = float(contrast[here == one][0] - contrast[here == other][0])
        residuals = (self._results.wins - self._results.games @ self._chances(self.strengths))[:, here] @ contrast
        played = (self._results.games @ (self._results.seats > 0))[:, [one, other]] > 0
        deals = max(2, int(played.sum(axis=0).min()))
        variance = float(residuals @ residuals) * deals / (deals - 1) + expected / deals
        quantile = float(student.ppf(1 - ERROR, deals - 1))
        return quantile**2 / 2 * variance / expected, quantile * math.sqrt(variance)

    def _chances(self, strengths: Floats) -> Floats:
        """(tables, players), how often each player should win there."""
        weights = self._results.seats * np.exp(strengths - strengths.max())
        chances: Floats = weights / weights.sum(axis=1, keepdims=True)
        return chances

    def _information(self, chances: Floats) -> Floats:
        each = self._games[:, np.newaxis] * chances
        information: Floats = np.diag(each.sum(axis=0)) - chances.T @ each
        return information

    def _fit(self, start: Floats, free: NDArray[np.bool_]) -> tuple[Floats, float]:
        """The free strengths that maximise the log-likelihood, with the others fixed; and that maximum.

        A player who never won, or never lost, goes so far that going further would make no difference.
        """
        strengths = start.copy()
        for _ in range(STEPS):
            chances = self._chances(strengths)
            gradient = (self._wins - self._games @ chances)[free]
            if np.abs(gradient).max(initial=0.0) < CLOSE:
                break
            information = self._information(chances)[free][:, free]
            step = np.linalg.lstsq(information, gradient)[0]
            strengths[free] += step / max(1.0, np.abs(step).max())
        totals = self._results.seats @ np.exp(strengths)
        return strengths, float(self._wins @ strengths - self._games @ np.log(totals))
