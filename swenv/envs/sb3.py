"""Batches of games for Stable-Baselines3, which has vector environments of its own kind and refuses Gymnasium's.

Needs stable-baselines3, of the extra `train`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise ImportError("swenv.envs.sb3 needs stable-baselines3: pip install swenv[train]") from error

Step = tuple[Any, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]


class BatchVecEnv(VecEnv):
    """A vector environment whose games are one batch: an attribute or a method is that of all games."""

    render_mode: str | None = None

    def close(self) -> None:
        """There is nothing to close."""

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """The games have no wrappers."""
        return [False] * len(self._chosen(indices))

    def has_attr(self, attr_name: str) -> bool:
        """Whether the batch has an attribute; sb3-contrib looks for `action_masks`."""
        return hasattr(self, attr_name)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Call a method of the batch that returns one result for each game, such as `action_masks`."""
        results = getattr(self, method_name)(*args, **kwargs)
        return [results[i] for i in self._chosen(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute of the batch, the same for each game.

        Raises:
            AttributeError: there is none.
        """
        return [getattr(self, attr_name)] * len(self._chosen(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of the whole batch."""
        setattr(self, attr_name, value)

    def _chosen(self, indices: Any) -> list[int]:
        return [*self._get_indices(indices)]


class SB3VecEnv(BatchVecEnv):
    """Gymnasium's `make_vec("swenv/SmallWorld-v0", num_envs=64)` as a vector environment of Stable-Baselines3.

    Observations, opponents and rewards are those of the environment inside. `infos[i]["terminal_observation"]` has the
    last observation of a game that ended; the mask of a game is in `infos[i]["action_mask"]` and in `action_masks()`.

    Attributes:
        inner: The environment inside.
    """

    def __init__(self, inner: VectorEnv[Any, Any, Any]) -> None:
        """Wrap an environment.

        Raises:
            ValueError: it does not restart finished games within the same step.
        """
        if inner.metadata.get("autoreset_mode") != AutoresetMode.SAME_STEP:
            raise ValueError("SB3VecEnv needs an environment with autoreset='same_step'")
        self.inner = inner
        self.render_mode = inner.render_mode
        self._actions = np.zeros(inner.num_envs, dtype=np.int64)
        super().__init__(inner.num_envs, inner.single_observation_space, inner.single_action_space)

    def reset(self) -> Any:
        """Start every game, from the seed given to `seed`; returns observations."""
        seeds, self._seeds = self._seeds, [None] * self.num_envs
        observations, infos = self.inner.reset(seed=seeds[0])
        self.reset_infos = self._split(infos)
        return observations

    def step_async(self, actions: NDArray[Any]) -> None:
        """Keep the actions for `step_wait`."""
        self._actions[:] = actions

    def step_wait(self) -> Step:
        """Carry out the actions and play to the learner's next decision in every game."""
        observations, rewards, terminated, truncated, infos = self.inner.step(self._actions)
        return observations, rewards.astype(np.float32), terminated | truncated, self._split(infos)

    def action_masks(self) -> NDArray[np.bool_]:
        """The learner's legal actions, (num_envs, num_actions) bool, a new array."""
        masks: NDArray[np.bool_] = self.inner.unwrapped.action_masks()  # type: ignore[attr-defined]
        return masks

    def get_images(self) -> Any:
        """A picture of each game."""
        return self.inner.render()

    def close(self) -> None:
        """Close the environment inside."""
        self.inner.close()

    def _split(self, infos: dict[str, Any]) -> list[dict[str, Any]]:
        """One info for each game, as SB3 wants them."""
        split: list[dict[str, Any]] = [
            {"action_mask": mask, "seat": seat, "TimeLimit.truncated": False}
            for mask, seat in zip(infos["action_mask"], infos["seat"], strict=True)
        ]
        for i in np.flatnonzero(infos.get("_final_obs", ())):
            split[i]["terminal_observation"] = infos["final_obs"][i]
        for i in np.flatnonzero(infos.get("illegal_action", ())):
            split[i]["illegal_action"] = True
        return split
