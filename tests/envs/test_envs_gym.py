"""The Gymnasium environment for one seat: one learner, and opponents in the other seats."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec

import swenv
from everygame import IDS, SOME_TABLES, short
from support import FX9, active, held, position, seat
from swenv.envs.gym import SeatEnv

ID = "swenv/SmallWorld-v0"


def made(env_id: str = ID, **options: Any) -> SeatEnv:
    env = gymnasium.make(env_id, **{"opponents": "random", **options}).unwrapped
    assert isinstance(env, SeatEnv)
    return env


def some_action(info: dict[str, Any], dice: np.random.Generator, legal: bool = True) -> int:
    return int(dice.choice(np.flatnonzero(info["action_mask"] == legal)))


def play(env: SeatEnv, info: dict[str, Any], seed: int = 0) -> list[tuple[bytes, float, bool]]:
    """Random play to the end: what each step gave."""
    steps, over, dice = [], False, np.random.default_rng(seed)
    while not over:
        observation, reward, over, truncated, info = env.step(some_action(info, dice))
        assert not truncated
        steps.append((observation.tobytes(), reward, over))
    return steps


@pytest.mark.parametrize(("name", "num_players"), SOME_TABLES)
def test_the_learner_decides_exactly_when_its_seat_is_to_act(name: str, num_players: int) -> None:
    opponents = "greedy" if num_players == 3 else "random"
    env = made(IDS[name], num_players=num_players, opponents=opponents, **short(name, 3))
    dice = np.random.default_rng(0)
    observation, info = env.reset(seed=0)
    over = False
    while not over:
        state = env.game_state
        assert state.to_act == env.seat == info["seat"]
        assert observation in env.observation_space
        assert np.array_equal(observation, state.observation(env.seat))
        assert info["action_mask"].dtype == np.int8 and np.array_equal(info["action_mask"], state.mask())
        assert env.action_masks().dtype == np.bool_ and np.array_equal(env.action_masks(), state.mask())
        observation, _, over, _, info = env.step(some_action(info, dice))
    assert env.game_state.is_over
    assert np.array_equal(observation, env.game_state.observation(env.seat))
    assert not info["action_mask"].any() and not env.action_masks().any()


@pytest.mark.parametrize(("num_players", "reward"), [(2, "win"), (4, "margin"), (3, "coins")])
@pytest.mark.parametrize("name", IDS)
def test_the_reward_is_what_the_seat_earned(name: str, num_players: int, reward: str) -> None:
    env = made(IDS[name], num_players=num_players, reward=reward, **short(name, 4))
    before = env.game.new_state(seed=0).coins
    steps = play(env, env.reset(seed=1)[1])
    coins = env.game_state.coins
    own, best = int(coins[env.seat]), int(np.delete(coins, env.seat).max())
    expected = {
        "win": float(env.game_state.returns()[env.seat]),
        "margin": (own - best) / max(own, best, 1),
        "coins": own - int(before[env.seat]),
    }
    assert sum(paid for _, paid, _ in steps) == pytest.approx(expected[reward], abs=1e-12)
    assert reward == "coins" or not any(paid for _, paid, _ in steps[:-1])


def test_no_two_steps_share_memory() -> None:
    env = gymnasium.make(ID, opponents="greedy")
    arrays: list[np.ndarray] = []
    observation, info = env.reset(seed=3)
    for _ in range(8):
        here = [observation, info["action_mask"], env.get_wrapper_attr("action_masks")()]
        assert not any(np.shares_memory(new, old) for new in here for old in arrays)
        arrays += here
        observation, _, _, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))


@pytest.mark.parametrize("opponents", ["random", "greedy"])
def test_a_seed_gives_the_game_of_new_state_again_and_the_games_that_follow(opponents: str) -> None:
    runs = []
    for _ in range(2):
        env = made(opponents=opponents, num_players=3, rounds=2)
        run = [(env.seat, play(env, info)) for seed in (8, None, None, None) for info in [env.reset(seed=seed)[1]]]
        runs.append(run)
    assert runs[0] == runs[1]
    assert len({steps[0][0] for _, steps in runs[0]}) > 1, "the games that follow are other games"
    env = made(seat=0)
    env.reset(seed=12)
    assert env.game_state == env.game.new_state(seed=12)


def test_the_seat_is_drawn_by_the_seed_or_fixed() -> None:
    env = made(num_players=3, rounds=1)
    drawn = [env.reset(seed=seed)[1]["seat"] for seed in range(60)]
    assert [env.reset(seed=seed)[1]["seat"] for seed in range(60)] == drawn
    assert min(drawn.count(number) for number in range(3)) >= 10
    told = made(num_players=3, seat=2).reset(seed=0)[1]["seat"]
    assert isinstance(told, np.ndarray) and told.dtype == np.int64 and told == 2


def test_a_position_can_be_played_from_if_the_learner_has_something_to_decide() -> None:
    orcs, elves = seat(active("orcs", "hill", hand=6)), seat(active("elves", "forest"))
    document = position(phase="conquest", seats=[orcs, elves], regions={0: held(1, "elves", 2)}).to_position()
    for number in (0, 1):
        env = made(map=FX9, seat=number)
        _, info = env.reset(seed=1, options={"position": document, "of others": 3})
        assert info["seat"] == env.game_state.to_act == number
        assert number or env.game_state == env.game.from_position(document)
    elves = seat(active("elves", "forest", hand=1))
    ending = position(phase="deploy", round=10, turn=1, seats=[orcs, elves], regions={0: held(1, "elves")})
    with pytest.raises(ValueError, match="seat 0"):
        made(map=FX9, seat=0).reset(options={"position": ending.to_position()})
    with pytest.raises(TypeError, match="options"):
        made().reset(options=["position"])  # type: ignore[arg-type]


def test_each_opponent_can_be_named() -> None:
    env = made(num_players=4, opponents=["random", "greedy", "random"], seat=1)
    env.reset(seed=0)
    assert [(player.name, player.seat) for player in env._players] == [("random", 2), ("greedy", 3), ("random", 0)]  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="opponents"):
        made(opponents=[3])


@pytest.mark.slow
def test_importing_the_environments_imports_no_player() -> None:
    modules = ", ".join(["swenv.envs.gym", "swenv.envs.vector", *(f"swenv.{name}_v0" for name in swenv.games())])
    check = f"import sys, {modules}; sys.exit('swenv.agents' in sys.modules)"
    subprocess.run([sys.executable, "-c", check], check=True)


# Illegal actions


def test_by_default_an_illegal_action_raises_and_changes_nothing() -> None:
    env = made()
    with pytest.raises(swenv.GameOver, match="reset"):
        env.step(0)
    _, info = env.reset(seed=1)
    before = copy.deepcopy(env)
    with pytest.raises(swenv.IllegalAction, match="legal: pick 0 1 2 3 4 5"):
        env.step(some_action(info, np.random.default_rng(0), legal=False))
    assert env == before


def test_random_legal_plays_on_and_says_so() -> None:
    runs = []
    for _ in range(2):
        env, dice, run = made(illegal_action="random_legal", opponents="greedy"), np.random.default_rng(0), []
        _, info = env.reset(seed=1)
        for _ in range(30):
            observation, _, over, _, info = env.step(some_action(info, dice, legal=False))
            assert info["illegal_action"] and info["illegal_action"].dtype == bool and not over
            run.append(observation.tobytes())
        assert "illegal_action" not in env.step(some_action(info, dice))[-1]
        runs.append(run)
    assert runs[0] == runs[1], "drawn from the environment's own stream"


def test_lose_ends_the_game() -> None:
    env = made(illegal_action="lose", reward="coins")
    _, info = env.reset(seed=1)
    _, reward, over, truncated, info = env.step(some_action(info, np.random.default_rng(0), legal=False))
    assert (reward, over, truncated) == (-1.0, True, False)
    assert not info["action_mask"].any() and info["illegal_action"]
    with pytest.raises(swenv.GameOver, match="reset"):
        env.step(0)


# Specs, copies, pictures


def test_a_spec_goes_through_json() -> None:
    options = {"opponents": ["random", "greedy"], "num_players": 3, "seat": 1, "rounds": 4, "reward": "margin"}
    env = gymnasium.make(ID, **options)
    assert env.spec is not None
    twin = gymnasium.make(EnvSpec.from_json(env.spec.to_json()))
    env.reset(seed=2)
    twin.reset(seed=2)
    assert twin.unwrapped == env.unwrapped
    assert json.loads(env.spec.to_json())["kwargs"] == {"game": "smallworld", **options}


def test_libraries_that_try_an_option_find_the_error_that_they_look_for() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'frameskip'"):
        gymnasium.make(ID, frameskip=1)


@pytest.mark.parametrize(("name", "opponents"), [*zip(IDS, ["random", "greedy"] * 2, strict=True)])
def test_a_copy_in_mid_game_plays_on_identically(name: str, opponents: str) -> None:
    env = gymnasium.make(IDS[name], opponents=opponents, num_players=3, **short(name, 6))
    _, info = env.reset(seed=5)
    for _ in range(10):
        _, _, _, _, info = env.step(some_action(info, np.random.default_rng(1)))
    inner: Any = env.unwrapped
    twins: list[Any] = [each.unwrapped for each in (copy.deepcopy(env), pickle.loads(pickle.dumps(env)))]
    assert all(twin == inner and hash(twin) == hash(inner) and twin is not inner for twin in twins)
    mine = play(inner, info)
    for twin in twins:
        assert twin != inner and play(twin, info) == mine and twin == inner
    assert env != "an environment" and inner != made()


def test_it_is_drawn_as_the_learner_knows_it_and_printed_after_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    env = made(render_mode="ansi", hide_coins=True, seat=1)
    env.reset(seed=1)
    assert "?" in env.render()
    env = made(render_mode="human", seat=0)
    _, info = env.reset(seed=1)
    env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert capsys.readouterr().out.count("round 1 of 10") == 2
