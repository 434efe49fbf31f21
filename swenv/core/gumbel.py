"""The actions that a search with a network tries at its root, and its choice: Gumbel MuZero (Danihelka et al., 2022).

Sequential halving: of the actions that the network finds likeliest, all are tried equally often at first, then the
better half, and so on, until the last two share what remains. An action is as good as the network's logit plus its
value, which counts for more the more often actions were tried. For training, Gumbel noise is added to the logits: the
best action is then a sample of the policy improved by the search.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

CONSIDERED = 16
"""The most actions that are tried at a root."""
LEAST_LIKELY = 0.01
"""Actions less likely than this share of the likeliest one are not tried, unless noise has lifted them."""
VISITS, VALUE = 50.0, 0.4
"""How values are weighed against logits: by `VALUE` times the visits of the most tried action and `VISITS` more."""


@dataclass(frozen=True, eq=False)
class Advice:
    """What a network says about the searched states.

    Attributes:
        chances: (n, num_actions) float64, the probability of each action, 0 if it is illegal.
        scores: (n, num_actions) float64, their logits with noise, if any, -inf if it is illegal.
        expected: (n,), the expected result of the searching seat.
        most: The maximum number of actions tried.
    """

    chances: NDArray[np.float64]
    scores: NDArray[np.float64]
    expected: NDArray[np.float64]
    most: int = CONSIDERED

    @classmethod
    def of(
        cls, logits: NDArray[np.float32], masks: NDArray[np.bool_], expected: NDArray[np.float32], simulations: int,
        weight: float = 1.0,
    ) -> Advice:  # fmt: skip
        """The advice of a network for a search.

        Args:
            logits: (n, num_actions).
            masks: (n, num_actions), the legal actions.
            expected: (n,) values.
            simulations: How many there will be at most: too few for `CONSIDERED` actions consider fewer.
            weight: Factor on the logits; the larger, the less the values found count.
        """
        scores = np.where(masks, weight * logits.astype(np.float64), -np.inf)
        scores -= scores.max(1, keepdims=True)
        chances = np.exp(scores)
        most = min(CONSIDERED, max(2, simulations // 2))
        return cls(chances / chances.sum(1, keepdims=True), scores, expected.astype(np.float64), most)

    def noisy(self, generator: np.random.Generator) -> Advice:
        """The same with Gumbel noise on the scores."""
        return replace(self, scores=self.scores + generator.gumbel(size=self.scores.shape))

    def candidates(self) -> NDArray[np.bool_]:
        """The actions to try, (n, num_actions)."""
        least = self.scores.max(1, keepdims=True) + np.log(LEAST_LIKELY)
        candidates: NDArray[np.bool_] = (self.scores >= least) & (_ranks(self.scores) < self.most)
        return candidates

    def weighed(self, visits: NDArray[np.int64], wins: NDArray[np.float64]) -> NDArray[np.float64]:
        """What the values of a search add to the scores, (n, num_actions); arguments as for `completed_q_values`."""
        scale: NDArray[np.float64] = VALUE * (VISITS + visits.max(1, keepdims=True))
        return scale * completed_q_values(visits, wins, self.chances, self.expected)

    def considered(self, visits: NDArray[np.int64], wins: NDArray[np.float64], spent: float) -> NDArray[np.bool_]:
        """The actions still to be tried, (n, num_actions), when this share of the search is over."""
        candidates = self.candidates()
        number = candidates.sum(1)
        halvings = np.floor(min(spent, 1.0) * np.ceil(np.log2(np.maximum(number, 2))))
        remaining = np.maximum(2, np.ceil(number / 2**halvings))
        scores = np.where(candidates, self.scores + self.weighed(visits, wins), -np.inf)
        considered: NDArray[np.bool_] = candidates & (_ranks(scores) < remaining[:, np.newaxis])
        return considered

    def best(self, visits: NDArray[np.int64], wins: NDArray[np.float64]) -> NDArray[np.int64]:
        """The best of the actions to try, (n,)."""
        scores = np.where(self.candidates(), self.scores + self.weighed(visits, wins), -np.inf)
        best: NDArray[np.int64] = scores.argmax(1)
        return best


def _ranks(scores: NDArray[np.float64]) -> NDArray[np.int64]:
    """How many entries of its row are before each one, highest first."""
    ranks: NDArray[np.int64] = np.argsort(np.argsort(-scores, axis=1, kind="stable"), axis=1, kind="stable")
    return ranks


def completed_q_values(
    visits: NDArray[np.int64],
    wins: NDArray[np.float64],
    chances: NDArray[np.float64],
    expected: NDArray[np.float64],
) -> NDArray[np.float64]:
    """What each action is worth after a search: the mean of its returns, or for one that was not tried, that of all.

    That of all is the mean of what the network expected and, as often as there were simulations, of the actions that
    were tried, by their probability (Gumbel MuZero, equation 33).

    Args:
        visits: (n, num_actions), how often each action was tried.
        wins: (n, num_actions), the sum of its returns.
        chances: (n, num_actions), the network's probabilities.
        expected: (n,), the return that the network expected.

    Returns:
        (n, num_actions).
    """
    tried = visits > 0
    means = np.divide(wins, visits, out=np.zeros(wins.shape), where=tried)
    share = chances * tried
    usual = (share * means).sum(1) / np.maximum(share.sum(1), 1e-9)
    number = visits.sum(1)
    mixed = (expected + number * usual) / (1 + number)
    return np.where(tried, means, mixed[:, np.newaxis])
