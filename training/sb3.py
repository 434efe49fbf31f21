"""MaskablePPO of SB3-contrib as a learner: `swenv train --learner sb3`, on the same networks, games and runs."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.distributions import MaskableCategoricalDistribution, MaskableDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import configure
from stable_baselines3.common.utils import set_random_seed
from torch import Tensor

from swenv.agents import Player, Random
from swenv.agents.networks import make_policy, share_value
from swenv.core.game import Game
from swenv.core.random import mixed
from swenv.envs.sb3 import BatchVecEnv
from swenv.training.config import Config
from swenv.training.method import Method, NotFinite, device_of
from swenv.training.selfplay import Games


class SelfPlay(BatchVecEnv):
    """`Games` as a vector environment for Stable-Baselines3, with the learner in one seat of each game.

    A step carries out the learner's actions, then lets the opponents play, one batch per opponent, until the learner is
    to act again in every game. All rewards of the learner's seat in the meantime are added up, so nothing that happens
    in other seats' turns is lost.

    Args:
        game: The game; its own option `reward` is ignored.
        num_envs: Games side by side.
        opponents: The players of the other seats.
        reward: Reward of the learner, see `Games`.
        seed: Seed of the games and of the choice of opponents.
    """

    def __init__(
        self, game: Game, num_envs: int, opponents: Sequence[Player], reward: str = "win", seed: int = 0
    ) -> None:
        self.games = Games(game, num_envs, opponents, reward, seed)
        super().__init__(
            num_envs,
            spaces.Box(-128, 127, (game.observation_size,), np.int8),
            spaces.Discrete(game.num_actions),
        )

    @property
    def seats(self) -> NDArray[np.int64]:
        """(num_envs,), the learner's seat."""
        seats: NDArray[np.int64] = self.games.learns.argmax(1)
        return seats

    def action_masks(self) -> NDArray[np.bool_]:
        """(num_envs, num_actions) bool, the learner's legal actions."""
        masks: NDArray[np.bool_] = self.games.vector.masks.copy()
        return masks

    def reset(self) -> NDArray[np.int8]:
        """Start new games, each at the learner's first decision."""
        games = self.games
        games.reset()
        self._play_others()
        games.paid_ahead[:] = games.paid
        return self._seen()

    def step_wait(self) -> tuple[NDArray[np.int8], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Play to the learner's next decision in every game."""
        games, seats = self.games, self.seats
        games.begin_step()
        games.advance(self._actions)
        self._play_others()
        paid = games.paid[np.arange(self.num_envs), seats].astype(np.float32)
        return self._seen(), paid, games.ended.copy(), [{} for _ in range(self.num_envs)]

    def _seen(self) -> NDArray[np.int8]:
        observations: NDArray[np.int8] = self.games.vector.observations.copy()
        return observations

    def _play_others(self) -> None:
        """Let the opponents play until the learner is to act in every game."""
        while not (mine := self.games.mine()).all():
            self.games.ask_opponents(self._actions, mine)
            self.games.advance(self._actions, ~mine)


class Wrapped(MaskableActorCriticPolicy):
    """One of our networks as a policy of MaskablePPO."""

    def __init__(self, *args: Any, network: str, width: int | None, game: Game, **kwargs: Any) -> None:
        self._network, self._width, self._game = network, width, game
        super().__init__(*args, **kwargs)

    def _build(self, lr_schedule: Any) -> None:
        self.action_dist = MaskableCategoricalDistribution(self._game.num_actions)
        self.policy = make_policy(self._network, self._game, width=self._width)
        self.optimizer = torch.optim.Adam(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

    def _read(self, obs: Tensor, action_masks: Any) -> tuple[MaskableDistribution, Tensor]:
        masks = torch.as_tensor(action_masks, dtype=torch.bool, device=obs.device)
        logits, values = self.policy(obs, masks)
        distribution = self.action_dist.proba_distribution(logits)
        distribution.apply_masking(masks)
        return distribution, values[:, :1]

    def forward(
        self, obs: Tensor, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Actions, values and log-probabilities."""
        distribution, values = self._read(obs, action_masks)
        actions = distribution.get_actions(deterministic=deterministic)
        return actions, values, distribution.log_prob(actions)

    def evaluate_actions(
        self, obs: Tensor, actions: Tensor, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor | None]:
        """Values, log-probabilities and entropies of these actions."""
        distribution, values = self._read(obs, action_masks)
        return values, distribution.log_prob(actions), distribution.entropy()

    def predict_values(self, obs: Any) -> Tensor:
        """Values alone, (n, 1)."""
        masks = torch.ones((len(obs), self._game.num_actions), dtype=torch.bool, device=obs.device)
        values: Tensor = self.policy(obs, masks)[1]
        return values[:, :1]


class SB3(Method):
    """MaskablePPO."""

    def __init__(self, config: Config, game: Game) -> None:
        super().__init__(config, game)
        players = self.opponents[0].players or [Random()]  # until the first deal
        self.env = SelfPlay(game, config.num_envs, players, reward=config.reward, seed=config.seed)
        self.games = [self.env.games]
        self.model = MaskablePPO(
            Wrapped,
            self.env,
            n_steps=config.num_steps,
            batch_size=config.batch_size,
            n_epochs=config.num_epochs,
            gamma=config.gamma,
            gae_lambda=config.gae_lambda,
            ent_coef=config.entropy,
            clip_range=config.clip,
            policy_kwargs={
                "network": config.network,
                "width": config.width,
                "game": game,
                "optimizer_kwargs": {"eps": 1e-5},
            },
            seed=config.seed % 2**32,
            device=device_of(config.device),
        )
        wrapped = self.model.policy
        assert isinstance(wrapped, Wrapped)
        self.policy, self.optimizers = wrapped.policy, [wrapped.optimizer]
        self.timings = {"games": 0.0, "opponents": 0.0}
        self._updates = 0

    def begin(self, new: bool, updates: int) -> None:
        """See `Method.begin`."""
        model, env, config = self.model, self.env, self.config
        model.set_logger(configure(None, []))
        model.ep_info_buffer, model.ep_success_buffer = deque(maxlen=100), deque(maxlen=100)
        model._n_updates, self._updates = updates * config.num_epochs, updates
        model._last_obs = env.reset() if new else env.games.vector.observations.copy()
        ended = env.games.ended.copy() if updates else np.ones(env.num_envs, dtype=bool)
        model._last_episode_starts = ended

    def update(self, learning_rate: float, time_is_up: Callable[[], bool]) -> tuple[int, dict[str, float]] | None:
        """See `Method.update`."""
        model, config, games = self.model, self.config, self.env.games
        games.env_seconds = games.opponent_seconds = 0.0
        limit = _Limit(model, time_is_up)
        # MaskablePPO samples and shuffles with the global generators: each update seeds them, so none is kept.
        set_random_seed(mixed(mixed(config.seed) + self._updates) % 2**32, using_cuda=self.device.type == "cuda")
        start = time.perf_counter()
        if not model.collect_rollouts(self.env, limit, model.rollout_buffer, config.num_steps):
            return None
        learn_start = time.perf_counter()
        model.lr_schedule = lambda _: learning_rate
        try:
            model.train()
        except ValueError as error:  # torch raises it for logits that are not finite
            if all(bool(torch.isfinite(each).all()) for each in self.policy.parameters()):
                raise
            raise NotFinite("a logit") from error
        share_value(self.policy)  # MaskablePPO learns only the deciding seat's own value
        others = games.env_seconds + games.opponent_seconds
        self.timings = {
            "games": games.env_seconds,
            "opponents": games.opponent_seconds,
            "forward": learn_start - start - others,
            "update": time.perf_counter() - learn_start,
        }
        self._updates += 1
        figures = {name.removeprefix("train/"): float(each) for name, each in model.logger.name_to_value.items()}
        return config.num_envs * config.num_steps, figures


class _Limit(BaseCallback):
    """Ends a rollout when time is up."""

    def __init__(self, model: MaskablePPO, time_is_up: Callable[[], bool]) -> None:
        super().__init__()
        self.model, self._time_is_up = model, time_is_up

    def _on_step(self) -> bool:
        return not self._time_is_up()
