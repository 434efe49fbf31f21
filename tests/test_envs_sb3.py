"""The batch as a vector environment of Stable-Baselines3."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

from everygame import IDS, SOME_GAMES, short

pytest.importorskip("stable_baselines3")
from stable_baselines3.common.vec_env import VecMonitor, VecNormalize

from swenv.envs.sb3 import SB3VecEnv


def made(name: str = "smallworld", num_envs: int = 3, **options: Any) -> SB3VecEnv:
    return SB3VecEnv(gymnasium.make_vec(IDS[name], num_envs=num_envs, opponents="random", **options))


@pytest.mark.parametrize("name", SOME_GAMES)
def test_it_plays_the_games_of_the_environment_inside(name: str) -> None:
    env, inner = made(name, **short(name, 1)), made(name, **short(name, 1)).inner
    env.seed(5)
    seen = env.reset()
    expected, infos = inner.reset(seed=5)
    ends = 0
    while ends < 4:
        assert np.array_equal(seen, expected) and np.array_equal(env.action_masks(), infos["action_mask"])
        assert np.array_equal(env.env_method("action_masks", indices=[1])[0], env.action_masks()[1])
        actions = infos["action_mask"].argmax(axis=1)
        expected, pay, over, _, infos = inner.step(actions)
        seen, rewards, dones, told = env.step(actions)
        assert rewards.dtype == np.float32 and np.array_equal(rewards, pay) and np.array_equal(dones, over)
        for i in range(3):
            assert ("terminal_observation" in told[i]) == over[i]
            if over[i]:
                ends += 1
                assert np.array_equal(told[i]["terminal_observation"], infos["final_obs"][i])


def test_sb3s_own_wrappers_work_around_it() -> None:
    env = VecNormalize(VecMonitor(made(dtype="float32", rounds=1)), norm_obs=True)
    env.reset()
    lengths = []
    while len(lengths) < 3:
        _, _, dones, infos = env.step(np.argmax(env.env_method("action_masks"), axis=1))
        lengths += [infos[i]["episode"]["l"] for i in np.flatnonzero(dones)]
    assert min(lengths) > 1


def test_maskable_ppo_learns_on_it() -> None:
    from sb3_contrib import MaskablePPO

    model = MaskablePPO("MlpPolicy", made(rounds=1), n_steps=16, batch_size=16, n_epochs=1, seed=1)
    model.learn(96)
    assert model.num_timesteps == 96 and len(model.ep_info_buffer or ()) == 0


def test_an_environment_that_shows_ends_in_a_step_of_their_own_is_refused() -> None:
    with pytest.raises(ValueError, match="same_step"):
        made(autoreset="next_step")
