"""The interface of a learner: it plays games and improves its network, one update at a time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

import torch

from swenv.agents.networks import Policy
from swenv.core.game import Game
from swenv.training.config import Config
from swenv.training.opponents import Opponents
from swenv.training.selfplay import Games
from swenv.training.team import Team


class NotFinite(ArithmeticError):
    """A loss or a weight is no longer a finite number."""


class Method(ABC):
    """Updates a network by playing games.

    To continue from here, a run needs only the network, the optimizers and the games.

    Args:
        config: The configuration.
        game: The game.
        numbers: The numbers of its batches of games, among those of all members of its team.

    Attributes:
        numbers: See above.
        policy: The network, updated in place.
        optimizers: Its optimizers, each of some of its weights.
        games: The batches of games, each with opponents of its own.
        opponents: The opponents of each batch.
        timings: Seconds of the last update, by activity; they may overlap. "games" and "opponents" are
            always there.
    """

    policy: Policy
    optimizers: Sequence[torch.optim.Optimizer]
    games: list[Games]
    timings: dict[str, float]

    def __init__(self, config: Config, game: Game, numbers: range = range(1)) -> None:
        self.config, self.numbers = config, numbers
        self.opponents = [Opponents(game, config.opponents or {}, config.num_snapshots, config.itself) for _ in numbers]

    @property
    def device(self) -> torch.device:
        """Where the network is."""
        return self.policy.device

    def deal(self) -> None:
        """Draw a past self for each batch of games, in addition to its other opponents."""
        for games, opponents in zip(self.games, self.opponents, strict=True):
            games.set_opponents(*opponents.deal(games.generator))

    @abstractmethod
    def begin(self, new: bool, updates: int) -> None:
        """Go to the first decision of new games, or continue restored ones after this many updates."""

    @abstractmethod
    def update(self, learning_rate: float, time_is_up: Callable[[], bool]) -> tuple[int, dict[str, float]] | None:
        """Play on, and learn from the decisions.

        Returns:
            The number of decisions learned from, and figures by name, such as losses; None if time was up before.

        Raises:
            NotFinite: a loss or a weight is not finite.
        """


def method_of(config: Config, game: Game, team: Team) -> Method:
    """Make the learner that a configuration names, as a member of a team; sb3 learns alone.

    Raises:
        ValueError: an opponent or the device does not exist.
    """
    if config.learner == "sb3":
        from swenv.training.sb3 import SB3

        return SB3(config, game)
    if config.learner == "search":
        from swenv.training.alphazero import AlphaZero

        return AlphaZero(config, game, team)
    from swenv.training.ppo import PPO

    return PPO(config, game, team)


def device_of(name: str) -> str:
    """The device for torch; "auto" is "cuda" if available, else "cpu".

    Raises:
        ValueError: it is not available.
    """
    there = {"cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available(), "cpu": True}
    if name == "auto":
        return "cuda" if there["cuda"] else "cpu"
    if not there[name]:
        raise ValueError(f"--device {name}: not available to torch on this machine")
    return name
