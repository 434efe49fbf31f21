"""A player's assessment of a position, and of all decisions of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from swenv.agents.base import Player
from swenv.agents.learned import Learned, can_search, probabilities
from swenv.agents.searching import Search
from swenv.core.game import State
from swenv.core.plain import check_int
from swenv.core.replay import Replay
from swenv.core.search import SearchResult, favouring

MISTAKE = 0.2
"""The smallest loss that counts as a mistake. With two players, it is a drop of ten percentage points in the chance to
win: what chess servers call a mistake, and several times the error of a search with a thousand simulations."""


Watch = Callable[[Callable[[], "Judgement"]], bool]
"""Called every few milliseconds of a search with a function that returns its judgement so far; True ends the search."""


@dataclass(frozen=True, eq=False)
class Judgement:
    """A player's assessment of a position, based on what the seat to act may know.

    Attributes:
        action: The index of the action that the player would choose.
        probabilities: (num_actions,) float64, those of a network, or the shares of a search's visits; for players with
            neither, 1 for the chosen action. They sum to 1, and are 0 for illegal actions.
        values: (num_actions,) float64, what each action is worth to the seat to act, -1 to 1; NaN for actions that were
            not tried. None if the player does not estimate them.
        win: (num_players,) float64, what the position is worth to each seat, -1 to 1. None if the player does not
            estimate it.
        visits: (num_actions,) int64, how many simulations began with each action. None without a search.
        principal_variation: Indices of actions: the best one, then the most frequent reply to it, and so on; may be
            empty.
        simulations: Number of simulations.
        reward: The scale of `values` and `win`. "win": expected returns, see `State.returns`; a search that cuts
            playouts off uses the margin it expects, as if 40 % were a sure win. "margin", "lead": the scale that the
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
        """Each seat's chance of winning, see `chances_of`; a guess unless `win` holds expected returns."""
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
    """A player's assessment of one decision of a game.

    Attributes:
        ply: Number of decisions made before.
        seat: The seat that decided.
        played: The index of its action.
        judgement: The player's assessment of the position.
    """

    ply: int
    seat: int
    played: int
    judgement: Judgement

    @property
    def loss(self) -> float | None:
        """How much less the played action is worth than the player's choice, at least 0; None if unknown."""
        values = self.judgement.values
        if values is None:
            return None
        loss = values[self.judgement.action] - values[self.played]
        return None if np.isnan(loss) else max(float(loss), 0.0)

    @property
    def mistake(self) -> bool:
        """Whether the loss is `MISTAKE` or more."""
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
    """Each seat's chance of winning, (num_players,) float64, 0 to 1, according to expected returns.

    The chances are conservative: in two-player games between equals, more than 80 % of the positions that the player
    `search` or a champion's network rated at 75 % were won.
    """
    others = max(len(returns) - 1, 1)  # which share the loss
    return ((returns * others + 1) / (others + 1)).clip(0, 1)


def judge(
    player: Player,
    state: State,
    played: int | None = None,
    watch: Watch | None = None,
) -> Judgement:
    """Ask a player for its judgement of a position.

    Args:
        player: A player that was reset for the game; its seed determines the answer, unless a time limit does.
        state: Any state that is not over; whatever the seat to act cannot know has no influence.
        played: An action to compare with the best one: a search gives each of the two a search of its own, because it
            cannot value an action that it hardly tried, and a longer look finds better replies, so lower values. If
            both lead to the same position, they are worth the same.
        watch: Observes a search while it runs, and may end it; other players are not watched.

    Raises:
        GameOver: the game has ended.
        ValueError: the state belongs to another game than the player was reset for, or the action is illegal.
        TypeError: the action is not a whole number.
        RuntimeError: the player has not been reset.
    """
    played = None if played is None else check_int("played", played)
    if played is not None and not state.mask()[played]:
        raise ValueError(f"'{state.game.action(played)}' is illegal here")
    if isinstance(player, Search):
        return _by_search(player, state, played, watch)
    action = player.act(state)
    if isinstance(player, Learned):
        return _by_network(player, state, action)
    return Judgement(action, favouring(state.game, action, 1.0))


def _by_search(player: Search, state: State, played: int | None, watch: Watch | None) -> Judgement:
    def watching(so_far: Callable[[], SearchResult]) -> bool:
        return watch is not None and watch(lambda: judgement(so_far()))

    def judgement(outcome: SearchResult) -> Judgement:
        return Judgement(
            action=outcome.action,
            probabilities=_shares(outcome.visits, outcome.action),
            values=np.where(outcome.visits > 0, outcome.values, np.nan),
            win=outcome.worth,
            visits=outcome.visits,
            principal_variation=outcome.principal_variation,
            simulations=outcome.simulations,
            reward=player.reward,
        )

    result = judgement(player.consider(state, watch=watching))
    values, best = result.values, result.action
    if played is None or played == best or values is None:
        return result
    world = state.sample_hidden(state.to_act, seed=0)  # what is hidden may decide nothing
    if _after(world, played) == _after(world, best):
        values[played] = values[best]
        return result
    for action in (best, played):
        values[action] = player.consider(state, action).values[action]
    return result


def _after(state: State, action: int) -> State:
    after = state.copy()
    after.apply(action)
    return after


def _shares(visits: NDArray[np.int64], action: int) -> NDArray[np.float64]:
    """Each action's share of the visits; after a single simulation there are none, so the chosen action gets all."""
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
        win = np.roll(values[0].astype(np.float64), state.to_act)  # the observing seat comes first
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
