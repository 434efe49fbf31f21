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
ids = pytest.mark.parametrize("name", IDS)


def made(env_id: str = ID, **options: Any) -> SeatEnv:
    env = gymnasium.make(env_id, **{"opponents": "random", **options}).unwrapped
    assert isinstance(env, SeatEnv)
    return env


def some_action(info: dict[str, Any], dice: np.random.Generator) -> int:
    return int(dice.choice(np.flatnonzero(info["action_mask"])))


def play(env: SeatEnv, info: dict[str, Any], dice: np.random.Generator) -> list[tuple[bytes, float, bool]]:
    """Random play to the end: what each step gave."""
    steps = []
    over = False
    while not over:
        observation, reward, over, truncated, info = env.step(some_action(info, dice))
        assert not truncated
        steps.append((observation.tobytes(), reward, over))
    return steps


# What a step gives


@pytest.mark.parametrize("opponents", ["random", "greedy"])
@pytest.mark.parametrize(("name", "num_players"), SOME_TABLES)
def test_the_learner_decides_exactly_when_its_seat_is_to_act(name: str, num_players: int, opponents: str) -> None:
    env = made(IDS[name], num_players=num_players, opponents=opponents, **short(name, 3))
    dice = np.random.default_rng(0)
    for seed in range(2):
        observation, info = env.reset(seed=seed)
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


@pytest.mark.parametrize("reward", ["win", "margin", "coins"])
@pytest.mark.parametrize("num_players", [2, 4])
@ids
def test_the_reward_is_what_the_seat_earned(name: str, num_players: int, reward: str) -> None:
    env = made(IDS[name], num_players=num_players, reward=reward, **short(name, 4))
    before = env.game.new_state(seed=0).coins
    for seed in range(4):
        _, info = env.reset(seed=seed)
        steps = play(env, info, np.random.default_rng(seed))
        total = sum(paid for _, paid, _ in steps)
        coins = env.game_state.coins
        own, best = int(coins[env.seat]), int(np.delete(coins, env.seat).max())
        expected = {
            "win": float(env.game_state.returns()[env.seat]),
            "margin": (own - best) / max(own, best, 1),
            "coins": own - int(before[env.seat]),
        }
        assert total == pytest.approx(expected[reward], abs=1e-12)
        if reward != "coins":
            assert not any(paid for _, paid, _ in steps[:-1])


def test_no_two_steps_share_memory() -> None:
    env = gymnasium.make(ID, opponents="greedy")
    arrays: list[np.ndarray] = []
    observation, info = env.reset(seed=3)
    for _ in range(8):
        here = [observation, info["action_mask"], env.get_wrapper_attr("action_masks")()]
        assert not any(np.shares_memory(new, old) for new in here for old in arrays)
        arrays += here
        observation, _, _, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))


# Seeds and seats


def test_a_seed_gives_the_game_of_new_state() -> None:
    env = made(seat=0)
    env.reset(seed=12)
    assert env.game_state == env.game.new_state(seed=12)


@pytest.mark.parametrize("opponents", ["random", "greedy"])
def test_a_seed_gives_the_same_game_again_and_the_games_that_follow(opponents: str) -> None:
    runs = []
    for _ in range(2):
        env = made(opponents=opponents, num_players=3, rounds=2)
        dice = np.random.default_rng(4)
        _, info = env.reset(seed=8)
        run = [(env.seat, play(env, info, dice))]
        for _ in range(3):
            _, info = env.reset()
            run.append((env.seat, play(env, info, dice)))
        runs.append(run)
    assert runs[0] == runs[1]
    assert len({steps[0][0] for _, steps in runs[0]}) > 1, "the games that follow are other games"


def test_the_seat_is_drawn_by_the_seed_or_fixed() -> None:
    env = made(num_players=3, rounds=1)
    drawn = [env.reset(seed=seed)[1]["seat"] for seed in range(60)]
    assert [env.reset(seed=seed)[1]["seat"] for seed in range(60)] == drawn
    assert min(drawn.count(number) for number in range(3)) >= 10
    assert {int(made(num_players=3, seat=2).reset(seed=seed)[1]["seat"]) for seed in range(3)} == {2}


def test_a_position_can_be_played_from() -> None:
    orcs, elves = seat(active("orcs", "hill", hand=6)), seat(active("elves", "forest"))
    regions = {0: held(1, "elves", 2), 1: held(1, "elves")}
    document = position(phase="conquest", seats=[orcs, elves], regions=regions).to_position()
    env = made(map=FX9, seat=0)
    env.reset(seed=1, options={"position": document, "of others": 3})
    assert env.game_state == env.game.from_position(document)
    for number in (0, 1):
        env = made(map=FX9, seat=number)
        _, info = env.reset(options={"position": document})
        assert info["seat"] == number and env.game_state.to_act == number
    ending = position(
        phase="deploy",
        round=10,
        turn=1,
        seats=[seat(active("orcs", "hill")), seat(active("elves", "forest", hand=1))],
        regions={0: held(1, "elves")},
    ).to_position()
    with pytest.raises(ValueError, match="seat 0"):
        made(map=FX9, seat=0).reset(options={"position": ending})


# Opponents


def test_each_opponent_can_be_named() -> None:
    env = made(num_players=4, opponents=["random", "greedy", "random"], seat=1)
    env.reset(seed=0)
    assert [(player.name, player.seat) for player in env._players] == [("random", 2), ("greedy", 3), ("random", 0)]  # type: ignore[attr-defined]


@pytest.mark.slow
def test_importing_the_environments_imports_no_player() -> None:
    check = (
        "import sys, swenv.envs.gym, swenv.envs.vector, swenv.smallworld_v0, "
        "swenv.underground_v0, swenv.warcraft_v0, swenv.islands_v0; "
        "sys.exit('swenv.agents' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", check], check=True)


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"opponents": "gready"}, ValueError, "greedy"),
        ({"opponents": ["random", "greedy"]}, ValueError, "or a list of 1, not of 2"),
        ({"opponents": [3]}, TypeError, "opponents"),
        ({"seat": 2}, ValueError, "0 to 1"),
        ({"illegal_action": "ignore"}, ValueError, "random_legal"),
        ({"render_mode": "svg"}, ValueError, "ansi"),
        ({"reward": "wins"}, ValueError, "win"),
        ({"ruonds": 3}, ValueError, "rounds"),
        ({"num_players": 6}, ValueError, "2 to 5"),
    ],
)
@pytest.mark.filterwarnings("ignore:.*render_mode:UserWarning")
def test_a_wrong_option_is_refused_by_name(options: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        gymnasium.make(ID, **options)


# Illegal actions


def illegal_in(info: dict[str, Any]) -> int:
    return int(np.flatnonzero(info["action_mask"] == 0)[-1])


def test_by_default_an_illegal_action_raises_and_changes_nothing() -> None:
    env = made()
    _, info = env.reset(seed=1)
    before = copy.deepcopy(env)
    with pytest.raises(swenv.IllegalAction, match="legal: pick 0 1 2 3 4 5"):
        env.step(illegal_in(info))
    assert env == before


def test_random_legal_plays_on_and_says_so() -> None:
    runs = []
    for _ in range(2):
        env = made(illegal_action="random_legal", opponents="greedy")
        _, info = env.reset(seed=1)
        run = []
        for _ in range(30):
            observation, _, over, _, info = env.step(illegal_in(info))
            assert info["illegal_action"] and not over
            run.append(observation.tobytes())
        runs.append(run)
        _, _, _, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        assert "illegal_action" not in info
    assert runs[0] == runs[1], "drawn from the environment's own stream"


def test_lose_ends_the_game() -> None:
    env = made(illegal_action="lose", reward="coins")
    _, info = env.reset(seed=1)
    _, reward, over, truncated, info = env.step(illegal_in(info))
    assert (reward, over, truncated) == (-1.0, True, False)
    assert not info["action_mask"].any() and info["illegal_action"]
    with pytest.raises(swenv.GameOver, match="reset"):
        env.step(0)
    env.reset(seed=1)


@pytest.mark.parametrize("policy", ["raise", "random_legal", "lose"])
@pytest.mark.parametrize(
    ("action", "error"),
    [(10**6, ValueError), (10**30, ValueError), (-1, ValueError), (1.5, TypeError), (None, TypeError)],
)
def test_an_invalid_action_is_refused_under_any_policy(policy: str, action: Any, error: type[Exception]) -> None:
    env = made(illegal_action=policy)
    env.reset(seed=1)
    before = copy.deepcopy(env)
    with pytest.raises(error, match="0 to 217"):
        env.step(action)
    assert env == before


def test_a_step_before_reset_is_refused() -> None:
    with pytest.raises(swenv.GameOver, match="reset"):
        made().step(0)


# Specs and copies


def test_a_spec_goes_through_json() -> None:
    options = {"opponents": ["random", "greedy"], "num_players": 3, "seat": 1, "rounds": 4, "reward": "margin"}
    env = gymnasium.make(ID, **options)
    assert env.spec is not None
    twin = gymnasium.make(EnvSpec.from_json(env.spec.to_json()))
    env.reset(seed=2)
    twin.reset(seed=2)
    assert twin.unwrapped == env.unwrapped
    assert json.loads(env.spec.to_json())["kwargs"] == {"game": "smallworld", **options}


@pytest.mark.parametrize("how", ["deepcopy", "pickle"])
@pytest.mark.parametrize("opponents", ["random", pytest.param("greedy", marks=pytest.mark.slow)])
@ids
def test_a_copy_in_mid_game_plays_on_identically(name: str, opponents: str, how: str) -> None:
    env = gymnasium.make(IDS[name], opponents=opponents, num_players=3, **short(name, 6))
    _, info = env.reset(seed=5)
    dice = np.random.default_rng(1)
    for _ in range(10):
        _, _, _, _, info = env.step(some_action(info, dice))
    twin = copy.deepcopy(env) if how == "deepcopy" else pickle.loads(pickle.dumps(env))
    inner, other = env.unwrapped, twin.unwrapped
    assert isinstance(inner, SeatEnv) and isinstance(other, SeatEnv)
    assert other == inner and hash(other) == hash(inner) and other is not inner
    mine = play(inner, info, np.random.default_rng(2))
    assert other != inner
    assert play(other, info, np.random.default_rng(2)) == mine
    assert other == inner
    assert env != "an environment" and inner != made()


# Seeing it


def test_it_is_drawn_as_the_learner_knows_it() -> None:
    env = made(render_mode="ansi", hide_coins=True, seat=1)
    env.reset(seed=1)
    text = env.render()
    assert isinstance(text, str) and "?" in text


def test_human_prints_after_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    env = made(render_mode="human", seat=0)
    _, info = env.reset(seed=1)
    env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert capsys.readouterr().out.count("round 1 of 10") == 2


def test_libraries_that_try_an_option_find_the_error_that_they_look_for() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'frameskip'"):
        gymnasium.make(ID, frameskip=1)


def test_infos_are_arrays_that_libraries_can_describe() -> None:
    env = made(illegal_action="random_legal")
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    told = env.step(illegal)[-1]
    assert {told[name].dtype.kind for name in ("seat", "action_mask")} == {"i"} and told["illegal_action"].dtype == bool
