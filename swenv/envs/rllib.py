"""Environments for RLlib, with the keys and dtypes that its modules for action masks read.

Importing this module registers two names for each game with Ray: `swenv/SmallWorld-v0`, one seat against opponents, and
`swenv/smallworld_v0`, all seats as agents. `config.environment(name, env_config={...})` takes the options of
`SeatEnv` and of `smallworld_v0.env`. Observations are `{"observations": (observation_size,), "action_mask":
(num_actions,)}`, both float32. RLlib tries an action without its mask before it trains, so that `illegal_action`
defaults to "random_legal" here.

Needs Ray: `pip install "ray[rllib]"`.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from swenv.core.game import check_seed
from swenv.envs import IDS
from swenv.envs.gym import SeatEnv

try:
    from ray.rllib.env.multi_agent_env import MultiAgentEnv
    from ray.tune.registry import register_env
except ImportError as error:
    raise ImportError('swenv.envs.rllib needs Ray: pip install "ray[rllib]"') from error

Observation = dict[str, NDArray[np.float32]]
DEFAULTS = {"illegal_action": "random_legal", "idle_mask": "ones"}
"""What differs from the environments' own defaults; a mask of zeros would leave a finished game without a value."""


class MaskedSeatEnv(gymnasium.Env[Any, Any]):
    """One seat of a game, as `SeatEnv`.

    Attributes:
        inner: The environment inside.
    """

    def __init__(self, game: str, **options: Any) -> None:
        """Create the environment with any options of `SeatEnv` but `observation` and `dtype`."""
        self.inner = SeatEnv(game, **{**DEFAULTS, **options}, observation="dict", dtype="float32")
        self.metadata = self.inner.metadata
        self.render_mode = self.inner.render_mode
        self.observation_space = _space(self.inner.observation_space)
        self.action_space = self.inner.action_space

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Any]:
        """See `SeatEnv.reset`."""
        seed = None if seed is None else check_seed(seed)
        super().reset(seed=seed)
        seen, info = self.inner.reset(seed=seed, options=options)
        return _renamed(seen), info

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """See `SeatEnv.step`."""
        seen, reward, terminated, truncated, info = self.inner.step(action)
        return _renamed(seen), reward, terminated, truncated, info

    def render(self) -> Any:
        """See `SeatEnv.render`."""
        return self.inner.render()


class MaskedAgentsEnv(MultiAgentEnv):  # type: ignore[misc]
    """All seats of a game as agents, of which one acts at a time; each is paid when it sees something.

    Attributes:
        inner: The PettingZoo environment inside.
    """

    def __init__(self, game: str, **options: Any) -> None:
        """Create the environment with any options of the PettingZoo environment but `observation` and `dtype`."""
        super().__init__()
        module = import_module(f"swenv.{game}_v0")
        self.inner = module.env(**{**DEFAULTS, **options}, observation="dict", dtype="float32")
        self.render_mode = self.inner.render_mode
        self.agents = self.possible_agents = list(self.inner.possible_agents)
        self.observation_spaces = {name: _space(self.inner.observation_space(name)) for name in self.agents}
        self.action_spaces = {name: self.inner.action_space(name) for name in self.agents}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        """Start a game; returns what the agent to act sees, and its info, by the agent's name."""
        self.inner.reset(seed=seed, options=options)
        self.agents = list(self.inner.agents)
        agent = self.inner.agent_selection
        seen, *_, info = self.inner.last()
        return {agent: _renamed(seen)}, {agent: info}

    def step(self, actions: dict[str, Any]) -> tuple[Any, ...]:
        """Carry out the action of the agent to act.

        Returns:
            Observations, rewards, terminations, truncations and infos, by name: of the agent to act next, or of all
            agents at the end.
        """
        inner = self.inner
        inner.step(actions[inner.agent_selection])
        seen, rewards, terminated, truncated, infos = ({} for _ in range(5))
        while inner.agents:
            agent = inner.agent_selection
            observation, rewards[agent], terminated[agent], truncated[agent], infos[agent] = inner.last()
            seen[agent] = _renamed(observation)
            if not terminated[agent]:
                break
            inner.step(None)
        self.agents = list(inner.agents)
        terminated["__all__"], truncated["__all__"] = not inner.agents, False
        return seen, rewards, terminated, truncated, infos

    def render(self) -> Any:
        """See `GameAEC.render`."""
        return self.inner.render()


def _renamed(seen: Any) -> Observation:
    return {"observations": seen["observation"], "action_mask": seen["action_mask"].astype(np.float32)}


def _space(inner: Any) -> spaces.Dict:
    mask = spaces.Box(0.0, 1.0, inner["action_mask"].shape, np.float32)
    return spaces.Dict({"observations": inner["observation"], "action_mask": mask})


def _made(kind: Any, game: str, config: dict[str, Any]) -> Any:
    """What RLlib calls to make an environment."""
    return kind(game, **config)


for _id, _game in IDS.items():
    register_env(f"swenv/{_id}", partial(_made, MaskedSeatEnv, _game))
    register_env(f"swenv/{_game}_v0", partial(_made, MaskedAgentsEnv, _game))
