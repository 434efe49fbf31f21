"""A player that training made: a policy network and its weights."""

from __future__ import annotations

import json
from pathlib import Path
from pickle import UnpicklingError
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from swenv.agents.base import ANY_SEAT, Player
from swenv.core import registry
from swenv.core.game import Game

if TYPE_CHECKING:
    from torch import nn


class Learned(Player):
    """Plays what the network of a checkpoint says.

    It takes the most probable action, which plays better than drawing does (`docs/training.md`). With `drawn` actions
    are drawn with the network's probabilities, as in training, from the player's own seeded generator. torch is
    imported when it is first reset.

    Args:
        path: A folder that `swenv train` wrote, or a file of weights in it.
        drawn: Whether actions are drawn.

    Raises:
        ValueError: the path holds no checkpoint.
        ImportError: the extra `train` is not installed.
    """

    def __init__(self, path: Path, drawn: bool = False) -> None:
        folder = path if path.is_dir() else path.parent
        if folder.name == "snapshots":
            folder = folder.parent
        weights = folder / "policy.pt" if path.is_dir() else path
        if not weights.is_file() or not (folder / "config.json").is_file():
            raise ValueError(f"no checkpoint at '{path}': policy.pt and config.json are needed")
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))["config"]
        self.name = folder.name
        self._weights = weights
        self._network = str(config["network"])
        self._trained_for = (config["game"], config["num_players"])
        self._options = config["options"]
        self._drawn = drawn
        self._policy: Any = None

    @classmethod
    def of(cls, game: Game, network: str, weights: Path) -> Learned:
        """A past self of a run that goes on, called "self"; its actions are drawn."""
        player = cls.__new__(cls)
        player.name = "self"
        player._weights, player._network = weights, network
        player._trained_for, player._options = (game.name, game.num_players), game.options
        player._drawn = True
        player._policy = None
        return player

    def reset(self, game: Game, seat: int = ANY_SEAT, seed: int = 0) -> None:
        """See `Player.reset`.

        Raises:
            ValueError: it was trained for another game, number of players, boards or version of the observation.
            ImportError: the extra `train` is not installed.
        """
        if (game.name, game.num_players) != self._trained_for:
            name, players = self._trained_for
            raise ValueError(f"player '{self.name}' was trained for {name} with {players} players, not for {game!r}")
        if self._policy is None or self.game != game:
            self._policy = self._load(game)
        super().reset(game, seat, seed)
        self._generator = np.random.default_rng(seed)

    def _load(self, game: Game) -> Any:
        trained = registry.load(game.name, game.num_players, **self._options)
        sizes, asked = ((each.observation_size, each.num_actions) for each in (trained, game))
        if sizes != asked:
            raise ValueError(
                f"player '{self.name}' was trained on other boards or options "
                f"({sizes[0]} numbers and {sizes[1]} actions, this game has {asked[0]} and {asked[1]})"
            )
        try:
            from swenv.agents.networks import make_policy
        except ImportError as error:
            raise ImportError("a learned player needs torch: pip install swenv[train]") from error
        policy = make_policy(self._network, game)
        self.fill(policy, self._weights)
        policy.set_training_mode(False)
        return policy

    @staticmethod
    def fill(policy: nn.Module, weights: Path) -> None:
        """Read weights, as plain tensors, into a policy.

        Raises:
            ValueError: they are those of another network or version.
        """
        import torch

        try:
            policy.load_state_dict(torch.load(weights, weights_only=True))
        except (RuntimeError, UnpicklingError) as error:
            raise ValueError(f"{weights} was made by another network or version of swenv") from error

    def act_batch(self, observations: NDArray[np.int8], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """See `Player.act_batch`."""
        import torch

        with torch.no_grad():
            distribution = self._policy.get_distribution(torch.as_tensor(observations), action_masks=masks)
            chances = distribution.distribution.probs.numpy()
        if not self._drawn:
            return np.asarray(np.where(masks, chances, -1.0).argmax(1), dtype=np.int64)
        # Each line by the inverse of its cumulated chances, from the player's own generator.
        chances = np.where(masks, chances, 0.0).cumsum(1)
        draws = self._generator.random((len(masks), 1)) * chances[:, -1:]
        return np.asarray((chances <= draws).sum(1).clip(max=masks.shape[1] - 1), dtype=np.int64)
