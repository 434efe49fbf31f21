"""What a player thinks of a position, and of the decisions of a whole game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from swenv.agents.base import Player
from swenv.agents.learned import Learned, can_search, probabilities
from swenv.agents.searching import Search
from swenv.core.game import State
from swenv.core.replay import Replay
from swenv.core.search import favouring

MISTAKE = 0.2
"""The least loss that makes a decision a mistake. With two players, it is a tenth of the chance to win: what servers of
chess games call a mistake, and several times the error of a search of a thousand simulations."""


@dataclass(frozen=True, eq=False)
class Judgement:
    """What a player thinks of a position, from what the seat to act may know.

    Attributes:
        action: The index of the action that the player would choose.
        probabilities: (num_actions,) float64, those of a network, or the shares of a search's visits; for players that
            have neither, 1 for the chosen action. They sum to 1, and are 0 for illegal actions.
        values: (num_actions,) float64, what each action is worth to the seat to act, -1 to 1; NaN for those that were
            not tried. None if the player estimates none.
        win: (num_players,) float64, what the position is worth to each seat, -1 to 1. None if the player estimates
            none.
        visits: (num_actions,) int64, how many simulations began with each action. None without a search.
        principal_variation: Indices of actions, the best first, then the most frequent answer to it, and so on; may be
            empty.
        simulations: How many there were.
        reward: What `values` and `win` count. "win": expected returns, see `State.returns`; a search with playouts that
            are cut off takes the margin it expects, as if 40 % were a sure win. "margin", "lead": the scale that the
            network was trained on, see `swenv.core.search.COUNTED`.
    """

    action: int
    probabilities: NDArray[np.float64]
    values: NDArray[np.float64] | None = None
    win: NDArray[np.float64] | None = None
    visits: NDArray[np.int64] | None = None
    principal_variation: list[int] = field(default_factory=list)
    simulations: int = 0
    reward: str = "win"

    @property
    def chances(self) -> NDArray[np.float64] | None:
        """The chance of each seat to win, see `chances_of`; a guess unless `win` are expected returns."""
        return None if self.win is None else chances_of(self.win)

    def document(self, state: State) -> dict[str, Any]:
        """The judgement of a position as plain JSON types, with actions as texts."""
        per_action = {"probability": self.probabilities, "visits": self.visits, "value": self.values}
        known = {name: numbers for name, numbers in per_action.items() if numbers is not None}
        return {
            "seat": state.to_act,
            "best": _text(state, self.action),
            "reward": self.reward,
            "simulations": self.simulations,
            "win": _listed(self.win),
            "chances": _listed(self.chances),
            "principal_variation": [_text(state, action) for action in self.principal_variation],
            "actions": [
                {
                    "action": _text(state, action),
                    **{name: _known(numbers[action].item()) for name, numbers in known.items()},
                }
                for action in state.legal_actions().tolist()
            ],
        }


@dataclass(frozen=True, eq=False)
class Review:
    """What a player thinks of one decision of a game.

    Attributes:
        ply: How many decisions were made before.
        seat: The seat that decided.
        played: The index of its action.
        judgement: What the player thinks of the position.
    """

    ply: int
    seat: int
    played: int
    judgement: Judgement

    @property
    def loss(self) -> float | None:
        """How much less the action is worth than the player's, at least 0; None if it cannot say."""
        values = self.judgement.values
        if values is None:
            return None
        loss = values[self.judgement.action] - values[self.played]
        return None if np.isnan(loss) else max(float(loss), 0.0)

    @property
    def mistake(self) -> bool:
        """Whether it lost `MISTAKE` or more."""
        return self.loss is not None and self.loss >= MISTAKE

    def document(self, state: State) -> dict[str, Any]:
        """The review of a decision in a position as plain JSON types, with actions as texts."""
        return {
            "ply": self.ply,
            "played": _text(state, self.played),
            **self.judgement.document(state),
            "loss": self.loss,
            "mistake": self.mistake,
        }


def _text(state: State, action: int) -> str:
    return str(state.game.action(action))


def _listed(numbers: NDArray[np.float64] | None) -> list[float] | None:
    return None if numbers is None else numbers.tolist()


def _known(value: float) -> float | None:
    """The value, or None for NaN, which JSON lacks."""
    return None if value != value else value


def chances_of(returns: NDArray[np.float64]) -> NDArray[np.float64]:
    """The chance of each seat to win that expected returns stand for, (num_players,) float64, 0 to 1.

    They are moderate: with two players, more than 80 % of the positions that the player `search` or the network of a
    champion gave 75 % were won, in games between equals.
    """
    others = max(len(returns) - 1, 1)  # which share the loss
    return ((returns * others + 1) / (others + 1)).clip(0, 1)


def judge(player: Player, state: State, played: int | None = None) -> Judgement:
    """Ask a player what it thinks of a position.

    Args:
        player: A player that was reset for the game; its seed determines the answer, unless a time limit does.
        state: Any state that is not over; what the seat to act cannot know has no influence.
        played: An action to look at as closely as at the best one: a search gives it a search of its own, because what
            it hardly tried, it can hardly value.

    Raises:
        GameOver: the game has ended.
        ValueError: the state belongs to another game than the player was reset for, or the action is illegal.
        RuntimeError: the player has not been reset.
    """
    if played is not None and not state.mask()[played]:
        raise ValueError(f"'{state.game.action(played)}' is illegal here")
    if isinstance(player, Search):
        return _by_search(player, state, played)
    action = player.act(state)
    if isinstance(player, Learned):
        return _by_network(player, state, action)
    return Judgement(action, favouring(state.game, action, 1.0))


def _by_search(player: Search, state: State, played: int | None) -> Judgement:
    found = player.consider(state)
    values = np.where(found.visits > 0, found.values, np.nan)
    if played is not None and played != found.action:
        values[played] = player.consider(state, played).values[played]
    return Judgement(
        action=found.action,
        probabilities=_shares(found.visits, found.action),
        values=values,
        win=found.worth,
        visits=found.visits,
        principal_variation=found.principal_variation,
        simulations=found.simulations,
        reward=player.reward,
    )


def _shares(visits: NDArray[np.int64], action: int) -> NDArray[np.float64]:
    """The share of visits of each action; all to the chosen one if there were none, after a single simulation."""
    counts = visits.astype(np.float64)
    if not visits.any():
        counts[action] = 1
    shares: NDArray[np.float64] = counts / counts.sum()
    return shares


def _by_network(player: Learned, state: State, action: int) -> Judgement:
    mask = state.mask()
    logits, values = player.evaluate(state.observation()[np.newaxis], mask[np.newaxis])
    win = None
    if can_search(player.reward, state.game):
        win = np.roll(values[0].astype(np.float64), state.to_act)  # the seat that looks comes first
    shares = probabilities(logits[0], mask)
    return Judgement(action, shares, win=win, principal_variation=[action], reward=player.reward)


def reviews(replay: Replay, player: Player) -> Iterator[Review]:
    """Judge the decisions of a replay one by one, in order.

    Args:
        replay: The game.
        player: A player that was reset for this game; it judges the decisions of all seats.

    Raises:
        ValueError: the player was reset for another game.
        RuntimeError: the player has not been reset.
    """
    for ply, (state, move) in enumerate(zip(replay.states(), replay.moves, strict=False)):
        played = replay.game.parse(move.action)
        yield Review(ply, state.to_act, played, judge(player, state, played))


def review(replay: Replay, player: Player) -> list[Review]:
    """Judge every decision of a replay, see `reviews`."""
    return list(reviews(replay, player))
