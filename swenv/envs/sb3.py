"""Batches of games for Stable-Baselines3, which has vector environments of its own kind and refuses Gymnasium's.

Needs stable-baselines3, of the extra `train`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from swenv.core.game import check_seed
from swenv.envs.shared import indices_of

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise ImportError("swenv.envs.sb3 needs stable-baselines3: pip install swenv-rl[train]") from error

Step = tuple[Any, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]


class BatchVecEnv(VecEnv):
    """A vector environment whose games are one batch: an attribute or a method is that of all games."""

    render_mode: str | None = None

    def __init__(self, num_envs: int, observation_space: spaces.Space[Any], action_space: spaces.Space[Any]) -> None:
        super().__init__(num_envs, observation_space, action_space)
        self._actions = np.zeros(num_envs, dtype=np.int64)

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

    def step_async(self, actions: Any) -> None:
        """Keep the actions, (num_envs,) integers, for `step_wait`.

        Raises:
            ValueError: the array has another shape or type.
        """
        self._actions[:] = indices_of(actions, self.num_envs)

    def _chosen(self, indices: Any) -> list[int]:
        return [*self._get_indices(indices)]


class SB3VecEnv(BatchVecEnv):
    """Gymnasium's `make_vec("swenv/SmallWorld-v0", num_envs=64)` as a vector environment of Stable-Baselines3.

    Observations, opponents and rewards are those of the environment inside. As in SB3's own vector environments, the
    info of a game that ended is its last one, with its last observation as `terminal_observation`, and the info of the
    game that follows is in `reset_infos`. `action_masks()` has the mask of the next decision in every game.

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
        super().__init__(inner.num_envs, inner.single_observation_space, inner.single_action_space)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """See `BatchVecEnv.env_method`; `render` is that of each game."""
        if method_name == "render":  # of which SB3's own `render` makes one picture
            images = self.get_images() or [None] * self.num_envs
            return [images[i] for i in self._chosen(indices)]
        return super().env_method(method_name, *args, indices=indices, **kwargs)

    def seed(self, seed: int | None = None) -> Any:
        """Keep the seed of the next `reset`.

        Raises:
            ValueError: it is out of range.
            TypeError: it is not a whole number.
        """
        return super().seed(None if seed is None else check_seed(seed))

    def reset(self) -> Any:
        """Start every game, from the seed given to `seed` and with the options given to `set_options`.

        A dictionary of options is that of the environment's `reset`; of a list, each game takes its "position".

        Returns:
            Observations; `reset_infos` has the info of each game.

        Raises:
            ValueError: a position is invalid, or a list of options does not have one for each game.
            TypeError: the options are neither a dictionary nor a list of dictionaries.
        """
        options: Any = self._options
        if not isinstance(options, list | tuple) or not all(each is None or isinstance(each, dict) for each in options):
            raise TypeError(f"options: a dictionary is needed, or a list of these, not {options!r}")
        if len(options) != self.num_envs:
            raise ValueError(f"options: one for all games, or a list of {self.num_envs}, not of {len(options)}")
        reset_options = options[0]
        if any(each is not reset_options for each in options):
            reset_options = {"position": [(each or {}).get("position") for each in options]} if any(options) else None
        observations, infos = self.inner.reset(seed=self._seeds[0], options=reset_options)
        self._reset_seeds()
        self._reset_options()
        for i in np.flatnonzero(infos["_action_mask"]).tolist():
            self.reset_infos[i] = _alone(infos, i)
        return observations

    def step_wait(self) -> Step:
        """Carry out the actions and play to the learner's next decision in every game."""
        observations, rewards, terminated, truncated, infos = self.inner.step(self._actions)
        per_game = [_alone(infos, i) for i in range(self.num_envs)]
        over = terminated | truncated
        for i in np.flatnonzero(over).tolist():
            last, ended = per_game[i].pop("final_obs"), per_game[i].pop("final_info")
            self.reset_infos[i], per_game[i] = per_game[i], {**ended, "terminal_observation": last}
        for info, cut in zip(per_game, truncated & ~terminated, strict=True):
            info["TimeLimit.truncated"] = bool(cut)
        return observations, rewards.astype(np.float32), over, per_game

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


def _alone(infos: dict[str, Any], i: int) -> dict[str, Any]:
    """The info of game i."""
    return {
        key: _alone(value, i) if isinstance(value, dict) else value[i]
        for key, value in infos.items()
        if not key.startswith("_") and (f"_{key}" not in infos or infos[f"_{key}"][i])
    }
