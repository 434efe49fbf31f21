"""The Gymnasium environment for one seat: one learner, and opponents in the other seats."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec

import swenv
from everygame import IDS, SOME_TABLES, same, short
from support import FX9, active, held, position, seat
from swenv.envs.gym import SeatEnv

ID = "swenv/SmallWorld-v0"


def made(env_id: str = ID, **options: Any) -> SeatEnv:
    env = gymnasium.make(env_id, **{"opponents": "random", **options}).unwrapped
    assert isinstance(env, SeatEnv)
    return env


either = pytest.mark.parametrize("many", [False, True])
"""The environment, or a batch of them."""


def one_or_many(many: bool, name: str = "smallworld", **options: Any) -> Any:
    """As Gymnasium makes it, with wrappers around one."""
    options = {"opponents": "greedy", **options}
    return gymnasium.make_vec(IDS[name], num_envs=3, **options) if many else gymnasium.make(IDS[name], **options)


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


@either
def test_no_two_steps_share_memory_unless_wanted(many: bool) -> None:
    env: Any = one_or_many(many).unwrapped
    arrays: list[Any] = [env.vector.observations] if many else []
    step = env.reset(seed=3)
    for _ in range(8):
        here = [step[0], env.action_masks(), *step[-1].values(), *step[1:-1]]
        assert not any(np.shares_memory(new, old) for new in here for old in arrays)
        arrays += here
        step = env.step(env.action_masks().argmax(-1))
    env = one_or_many(True, copy=False)
    assert env.reset(seed=1)[0] is env.vector.observations


@pytest.mark.parametrize("opponents", ["random", "greedy"])
def test_a_seed_gives_the_game_of_new_state_again_and_the_games_that_follow(opponents: str) -> None:
    envs = [made(opponents=opponents, num_players=3, rounds=2) for _ in range(2)]
    runs = [[play(env, env.reset(seed=seed)[1]) for seed in (8, None, None, None)] for env in envs]
    assert runs[0] == runs[1]
    assert len({steps[0][0] for steps in runs[0]}) > 1, "the games that follow are other games"
    env = made(seat=0)
    env.reset(seed=12)
    assert env.game_state == env.game.new_state(seed=12)


def test_the_seat_is_drawn_by_the_seed_or_fixed() -> None:
    env = made(num_players=3, rounds=1)
    drawn, again = ([env.reset(seed=seed)[1]["seat"] for seed in range(60)] for _ in range(2))
    assert again == drawn and min(drawn.count(number) for number in range(3)) >= 10
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
    states = []
    for _ in range(2):
        env, dice = made(illegal_action="random_legal", opponents="greedy"), np.random.default_rng(0)
        _, info = env.reset(seed=1)
        for _ in range(30):
            _, _, over, _, info = env.step(some_action(info, dice, legal=False))
            assert info["illegal_action"] and info["illegal_action"].dtype == bool and not over
        assert "illegal_action" not in env.step(some_action(info, dice))[-1]
        states.append(env.game_state)
    assert states[0] == states[1], "drawn from the environment's own stream"


def test_lose_ends_the_game() -> None:
    env = made(illegal_action="lose", reward="coins")
    _, info = env.reset(seed=1)
    _, reward, over, truncated, info = env.step(some_action(info, np.random.default_rng(0), legal=False))
    assert (reward, over, truncated) == (-1.0, True, False)
    assert not info["action_mask"].any() and info["illegal_action"]
    with pytest.raises(swenv.GameOver, match="reset"):
        env.step(0)


def test_a_spec_goes_through_json() -> None:
    options = {"opponents": ["random", "greedy"], "num_players": 3, "seat": 1, "rounds": 4, "reward": "margin"}
    env = gymnasium.make(ID, **options)
    assert env.spec is not None
    text = env.spec.to_json()
    twin = gymnasium.make(EnvSpec.from_json(text))
    assert twin.reset(seed=2)[0].tobytes() == env.reset(seed=2)[0].tobytes() and twin.unwrapped == env.unwrapped
    assert json.loads(text)["kwargs"] == {"game": "smallworld", **options}


def test_libraries_that_try_an_option_find_the_error_that_they_look_for() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'frameskip'"):
        gymnasium.make(ID, frameskip=1)


@pytest.mark.parametrize(("name", "opponents"), [*zip(IDS, ["random", "greedy"] * 2, strict=True)])
@either
def test_a_copy_in_mid_game_plays_on_identically(many: bool, name: str, opponents: str) -> None:
    wrapped = one_or_many(many, name, opponents=opponents, **short(name, 2 if many else 20))
    env = wrapped.unwrapped
    env.reset(seed=4)
    for _ in range(8):
        env.step(env.action_masks().argmax(-1))
    twins: list[Any] = [each.unwrapped for each in (copy.deepcopy(wrapped), pickle.loads(pickle.dumps(wrapped)))]
    assert all(twin == env and hash(twin) == hash(env) and twin is not env for twin in twins)
    for _ in range(30):
        actions = env.action_masks().argmax(-1)
        mine = env.step(actions)
        for twin in twins:
            assert twin != env and same(twin.step(actions)[:4], mine[:4]) and twin == env
    assert env != "an environment" and env != made()


def test_it_is_drawn_as_the_learner_knows_it_and_printed_after_every_step(capsys: Any) -> None:
    env = made(render_mode="ansi", hide_coins=True, seat=1)
    env.reset(seed=1)
    assert "?" in env.render()
    env = made(render_mode="human", seat=0)
    _, info = env.reset(seed=1)
    env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert capsys.readouterr().out.count("round 1 of 10") == 2
