"""The batch as a vector environment of Stable-Baselines3."""

from __future__ import annotations

import copy
from itertools import count
from typing import Any

import gymnasium
import numpy as np
import pytest

from everygame import IDS, middle, same

pytest.importorskip("stable_baselines3")
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor, VecNormalize

from swenv.envs.sb3 import SB3VecEnv


def made(name: str = "smallworld", num_envs: int = 3, **options: Any) -> SB3VecEnv:
    return SB3VecEnv(gymnasium.make_vec(IDS[name], num_envs=num_envs, **{"opponents": "random", **options}))


def states(env: SB3VecEnv) -> list[Any]:
    return [env.inner.unwrapped.vector.state(i) for i in range(env.num_envs)]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "options",
    [{"observation": "dict", "idle_mask": "ones", "reward": "coins"}, {"illegal_action": "lose", "dtype": "float32"}],
)
def test_every_step_is_that_of_sb3s_own_batch_up_to_the_end_of_a_game(options: dict[str, Any]) -> None:
    options = {"opponents": "greedy", "rounds": 1, **options}
    env, inner = made(**options), made(**options).inner
    alone = DummyVecEnv([lambda: gymnasium.make(IDS["smallworld"], **options).unwrapped] * 3)  # type: ignore[list-item]
    env.seed(4)
    assert same(env.reset(), inner.reset(seed=4)[0])
    alone._seeds = env.inner.unwrapped.vector.seeds.tolist()  # type: ignore[attr-defined]
    alone.reset()
    assert same(env.reset_infos, alone.reset_infos)
    for k in count():
        actions = env.action_masks().argmax(axis=1)
        if k == 2 and "illegal_action" in options:
            actions[1] = env.action_masks()[1].argmin()
        (seen, pay, dones, infos), (shown, *expected) = env.step(actions), alone.step(actions)
        assert same([pay, dones, infos], expected)
        if dones.any():
            break
        assert same(seen, shown) and same(env.env_method("action_masks", indices=[1]), env.action_masks()[[1]])
    ended = int(np.argmax(dones))
    assert infos[ended]["TimeLimit.truncated"] is False
    assert np.array_equal(env.reset_infos[ended]["action_mask"], env.action_masks()[ended])


def test_options_count_at_the_next_reset_for_all_games_or_for_each() -> None:
    env, there = made(seat=0), middle()
    begun = env.inner.unwrapped.game.from_position(there).round  # type: ignore[attr-defined]
    options: Any
    for options, expected in (
        ({"position": there}, [begun] * 3),
        ([{}, {"position": there}, {"of others": 1}], [1, begun, 1]),
        ((None, {"position": there}, None), [1, begun, 1]),
        (None, [1, 1, 1]),
    ):
        env.set_options(options)
        for rounds in (expected, [1, 1, 1]):
            env.reset()
            assert [state.round for state in states(env)] == rounds


def test_a_reset_mask_in_the_options_leaves_other_games_alone() -> None:
    env = made(seat=0)
    env.seed(3)
    env.reset()
    kept, told = states(env), [dict(info) for info in env.reset_infos]
    env.set_options({"reset_mask": np.array([True, False, False])})
    seen = env.reset()
    assert [game == old for game, old in zip(states(env), kept, strict=True)] == [False, True, True]
    assert np.array_equal(seen[1], kept[1].observation(0)) and same(env.reset_infos[1:], told[1:])
    assert np.array_equal(env.reset_infos[0]["action_mask"], env.action_masks()[0])


@pytest.mark.parametrize("options", [{"position": 5}, [{}], "abc", [{}, None, 5]])
def test_nonsense_in_the_options_is_refused(options: Any) -> None:
    env = made()
    env.set_options(options)
    with pytest.raises((ValueError, TypeError), match=r"position|options"):
        env.reset()
    with pytest.raises(ValueError, match="same_step"):
        made(autoreset="next_step")


@pytest.mark.parametrize("seed", [True, "3", -1])
def test_a_wrong_seed_is_refused_at_once_and_forgotten(seed: Any) -> None:
    env = made()
    with pytest.raises(ValueError if seed == -1 else TypeError, match="seed"):
        env.seed(seed)
    env.reset()


def test_only_whole_numbers_for_all_games_are_actions() -> None:
    env = made()
    env.reset()
    before = copy.deepcopy(env.inner)
    actions: Any
    for actions in (None, [0], np.zeros(3), np.array([0, True, 0], dtype=object), ["0"] * 3, [10**30] * 3):
        with pytest.raises(ValueError, match=r"actions must be integers of shape \(3,\)"):
            env.step(actions)
    assert env.inner == before


def test_it_can_be_rendered_or_not() -> None:
    env, plain = made(render_mode="ansi"), made()
    env.reset()
    assert env.render() is None and env.env_method("render", indices=[1]) == [env.inner.render()[1]]  # type: ignore[index]
    plain.reset()
    with pytest.warns(UserWarning, match="render_mode"):
        assert plain.render() is None


def test_sb3s_own_wrappers_work_around_it() -> None:
    env = VecNormalize(VecMonitor(made(dtype="float32", rounds=1)), norm_obs=True)
    env.reset()
    lengths: list[int] = []
    while len(lengths) < 3:
        _, _, dones, infos = env.step(np.argmax(env.env_method("action_masks"), axis=1))
        lengths += [infos[i]["episode"]["l"] for i in np.flatnonzero(dones)]
    assert min(lengths) > 1


@pytest.mark.slow
@pytest.mark.parametrize("batch", [False, True])
def test_maskable_ppo_learns_with_our_masks(batch: bool) -> None:
    """Random weights would take an illegal action within a few decisions if the mask were not found."""
    from sb3_contrib import MaskablePPO

    env: Any = made(rounds=2) if batch else gymnasium.make(IDS["smallworld"], opponents="random", rounds=2)
    model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=32, n_epochs=1, seed=0, device="cpu")
    model.learn(128)
    assert model.num_timesteps >= 128
