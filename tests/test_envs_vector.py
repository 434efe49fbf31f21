"""The batched Gymnasium environment: `make_vec`."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import swenv
from everygame import IDS, SOME_TABLES, short
from support import FX9, active, held, position, seat
from swenv.envs.gym import SeatEnv
from swenv.envs.vector import SeatVectorEnv

ID = "swenv/SmallWorld-v0"
ids = pytest.mark.parametrize("name", IDS)


def made(num_envs: int = 6, env_id: str = ID, **options: Any) -> SeatVectorEnv:
    env = gymnasium.make_vec(env_id, num_envs=num_envs, **{"opponents": "random", **options})
    assert isinstance(env, SeatVectorEnv)
    return env


def some_actions(masks: np.ndarray, dice: np.random.Generator) -> np.ndarray:
    return np.argmax(dice.random(masks.shape) * masks, axis=1)


# What a step gives


@pytest.mark.parametrize(("name", "num_players"), SOME_TABLES)
def test_the_learner_decides_in_every_game(name: str, num_players: int) -> None:
    env = made(env_id=IDS[name], num_players=num_players, **short(name, 2))
    dice = np.random.default_rng(0)
    observations, infos = env.reset(seed=1)
    ended = steps = 0
    while ended < env.num_envs or steps < 60:
        assert np.array_equal(env.vector.to_act, env.seats) and np.array_equal(infos["seat"], env.seats)
        assert observations in env.observation_space and observations.dtype == np.int8
        for i in range(env.num_envs):
            state = env.vector.state(i)
            assert np.array_equal(observations[i], state.observation(int(env.seats[i])))
            assert np.array_equal(infos["action_mask"][i], state.mask())
            assert np.array_equal(env.action_masks()[i], state.mask())
        actions = some_actions(env.action_masks(), dice)
        assert actions in env.action_space
        observations, rewards, terminations, truncations, infos = env.step(actions)
        assert rewards.shape == terminations.shape == (env.num_envs,) and not truncations.any()
        ended += int(terminations.sum())
        steps += 1
        assert steps < 1000, "games go on for ever"


def test_its_metadata_states_the_autoreset_mode() -> None:
    assert made().metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    with pytest.raises(gymnasium.error.Error, match="vector_kwargs"):
        gymnasium.make_vec(ID, num_envs=2, vector_kwargs={"copy": False})


@pytest.mark.parametrize(
    ("num_players", "reward"),
    [(3, "margin"), *(pytest.param(2, reward, marks=pytest.mark.slow) for reward in ("win", "coins"))],
)
@ids
def test_every_game_is_the_game_of_the_single_environment(name: str, num_players: int, reward: str) -> None:
    """Observations, rewards, seats and final observations, with opponents that have no dice of their own."""
    options: dict[str, Any] = {"num_players": num_players, "opponents": "greedy", "reward": reward, **short(name, 3)}
    env = made(3, IDS[name], **options)
    observations, infos = env.reset(seed=3)
    single = []
    for i in range(3):
        alone = gymnasium.make(IDS[name], **options).unwrapped
        assert isinstance(alone, SeatEnv)
        observation, info = alone.reset(seed=int(env.vector.seeds[i]))
        assert np.array_equal(observation, observations[i]) and info["seat"] == infos["seat"][i]
        single.append(alone)
    running = np.ones(3, dtype=bool)
    dice = np.random.default_rng(0)
    while running.any():
        actions = some_actions(env.action_masks(), dice)
        observations, rewards, terminations, _, infos = env.step(actions)
        for i in np.flatnonzero(running):
            observation, paid, over, _, info = single[i].step(int(actions[i]))
            assert paid == pytest.approx(rewards[i], abs=1e-12) and over == terminations[i]
            if over:
                running[i] = False
                assert infos["_final_obs"][i] and np.array_equal(infos["final_obs"][i], observation)
                assert not infos["final_info"]["action_mask"][i].any()
            else:
                assert np.array_equal(observation, observations[i])
                assert np.array_equal(info["action_mask"], infos["action_mask"][i])


def test_a_game_does_not_depend_on_the_size_of_the_batch() -> None:
    traces = []
    for size in (1, 4, 9):
        env = made(size, opponents="greedy", rounds=2)
        observations, _ = env.reset(seed=6)
        trace = [observations[0].tobytes()]
        for _ in range(40):
            observations, rewards, *_ = env.step(np.argmax(env.action_masks(), axis=1))
            trace.append(observations[0].tobytes() + rewards[0].tobytes())
        traces.append(trace)
    assert traces[0] == traces[1] == traces[2]


def test_an_unfinished_game_has_no_final_observation() -> None:
    env = made(3)
    env.reset(seed=0)
    *_, infos = env.step(np.argmax(env.action_masks(), axis=1))
    assert "final_obs" not in infos and "final_info" not in infos


def test_coins_add_up_over_every_game() -> None:
    env = made(4, reward="coins", rounds=2, num_players=3)
    env.reset(seed=2)
    dice = np.random.default_rng(3)
    total = np.zeros(4)
    ended = 0
    purse = env.game.observation_layout["seats"].column("coins")
    while ended < 12:
        _, rewards, terminations, _, infos = env.step(some_actions(env.action_masks(), dice))
        total += rewards
        for i in np.flatnonzero(terminations):
            own = env.game.observation_layout["seats"].of(infos["final_obs"][i])[0, purse]
            assert total[i] == own[0] - 5
            total[i] = 0
            ended += 1


# Fresh data


def test_no_two_steps_share_memory() -> None:
    env = made()
    arrays: list[np.ndarray] = []
    step: tuple[Any, ...] = env.reset(seed=1)
    for _ in range(5):
        here = [step[0], env.action_masks(), *step[-1].values(), *step[1:-1]]
        assert not any(np.shares_memory(new, old) for new in here for old in [*arrays, env.vector.observations])
        arrays += here
        step = env.step(np.argmax(env.action_masks(), axis=1))


def test_without_copy_the_observations_are_those_of_the_batch() -> None:
    env = made(copy=False)
    assert env.reset(seed=1)[0] is env.vector.observations


# Seeds and seats


def test_a_seed_gives_the_same_games_again_and_those_that_follow() -> None:
    runs = []
    for _ in range(2):
        env = made(num_players=3, rounds=1)
        dice = np.random.default_rng(0)
        env.reset(seed=7)
        run = []
        for k in range(40):
            if k == 30:
                env.reset()
            observations, rewards, *_ = env.step(some_actions(env.action_masks(), dice))
            run.append(observations.tobytes() + rewards.tobytes() + env.seats.tobytes())
        runs.append(run)
    assert runs[0] == runs[1]
    assert np.array_equal(made().game.vector(6, seed=7).seeds, _seeds_after_reset(7))


def _seeds_after_reset(seed: int) -> np.ndarray:
    env = made()
    env.reset(seed=seed)
    seeds: np.ndarray = env.vector.seeds
    return seeds


def test_seats_are_drawn_for_each_game_or_fixed() -> None:
    env = made(200, num_players=4)
    env.reset(seed=0)
    assert np.bincount(env.seats, minlength=4).min() >= 25
    env = made(3, num_players=4, seat=3)
    env.reset(seed=0)
    assert env.seats.tolist() == [3, 3, 3]


# What `reset` is told


def sync(num_envs: int, name: str = "smallworld", mode: AutoresetMode = AutoresetMode.SAME_STEP, **options: Any) -> Any:
    """Gymnasium's own batch of single environments."""

    def single() -> Any:
        return gymnasium.make(IDS[name], **options).unwrapped

    return SyncVectorEnv([single] * num_envs, autoreset_mode=mode)


def same(one: Any, other: Any) -> bool:
    """Whether two observations or infos are equal, in every key, shape and dtype."""
    if isinstance(one, dict):
        return isinstance(other, dict) and one.keys() == other.keys() and all(same(one[k], other[k]) for k in one)
    if isinstance(one, np.ndarray) and one.dtype == object:
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
    if one is None or other is None:
        return one is other
    return np.asarray(one).dtype == np.asarray(other).dtype and np.array_equal(one, other)


def middle(name: str = "smallworld", **options: Any) -> dict[str, Any]:
    """The document of a position in the middle of a game."""
    state = swenv.load(name, num_players=2, **options).new_state(seed=7)
    for _ in range(12):
        state.apply(int(state.legal_actions()[-1]))
    return state.to_position()


@pytest.mark.parametrize("seeds", [[3, 1, 8], (3, 1, 8), np.array([3, 1, 8]), [np.int32(3), 1, np.uint8(8)]])
def test_a_list_of_seeds_has_one_for_each_game(seeds: Any) -> None:
    env, alone = made(3, opponents="greedy", num_players=3), sync(3, opponents="greedy", num_players=3)
    mine, its = env.reset(seed=seeds), alone.reset(seed=[3, 1, 8])
    assert same(mine[0], its[0]) and same(mine[1], its[1])
    assert env.vector.seeds.tolist() == [3, 1, 8]


def test_the_play_of_a_game_follows_from_its_own_seed_in_a_list() -> None:
    env = made(3, num_players=3)
    traces = []
    for seeds, i in ([5, 6, 7], 1), ([6, None, 5], 0), ([None, 1, 6], 2):
        observations, _ = env.reset(seed=seeds)
        trace = [observations[i].tobytes()]
        for _ in range(40):
            trace.append(env.step(np.argmax(env.action_masks(), axis=1))[0][i].tobytes())
        traces.append(trace)
    assert traces[0] == traces[1] == traces[2]


def test_a_list_of_seeds_decides_everything_and_none_draws_one() -> None:
    runs = []
    for _ in range(2):
        env = made(3, illegal_action="random_legal")
        env.reset(seed=[4, 5, 6])
        runs.append([env.step(illegal_in(env, [0, 1, 2]))[0].tobytes() for _ in range(10)])
    assert runs[0] == runs[1]
    env.reset(seed=[4, None, None])
    drawn = env.vector.seeds.tolist()
    env.reset(seed=[4, None, None])
    assert drawn[0] == env.vector.seeds[0] == 4 and len({*drawn, *env.vector.seeds.tolist()}) == 5


@pytest.mark.parametrize(
    ("seed", "error", "says"),
    [
        ([1, 2], ValueError, "num_envs=3.*length=2"),
        ([1, 2, -1], ValueError, "out of range"),
        ([1, 2, 2.0], TypeError, "whole number"),
        ([1, 2, True], TypeError, "whole number"),
        (-1, ValueError, "out of range"),
        (True, TypeError, "whole number"),
        ("123", TypeError, "whole number"),
        ([[1], [2, 3]], ValueError, "num_envs=3.*length=2"),
        ([[1], [2, 3], 4], TypeError, "whole number"),
    ],
)
def test_a_wrong_seed_is_refused_and_changes_nothing(seed: Any, error: type[Exception], says: str) -> None:
    env = made(3)
    env.reset(seed=1)
    before = copy.deepcopy(env)
    with pytest.raises(error, match=says):
        env.reset(seed=seed)
    assert env == before


@pytest.mark.parametrize("options", [{}, {"autoreset": "next_step"}], ids=["same_step", "next_step"])
@pytest.mark.parametrize("seed", [None, 9, [9, 9, 9]])
def test_only_the_games_of_the_reset_mask_start_anew(seed: Any, options: dict[str, Any]) -> None:
    env = made(3, num_players=3, reward="coins", **options)
    env.reset(seed=1)
    for _ in range(5):
        env.step(np.argmax(env.action_masks(), axis=1))
    twin, seen = copy.deepcopy(env), env.vector.observations.copy()
    mask = np.array([False, True, False])
    given = {"reset_mask": mask}
    observations, infos = env.reset(seed=seed, options=given)
    assert given == {"reset_mask": mask} and env.vector.state(1).round == 1
    assert np.array_equal(observations[[0, 2]], seen[[0, 2]]) and not np.array_equal(observations[1], seen[1])
    for key in ("action_mask", "seat"):
        assert infos[f"_{key}"].tolist() == mask.tolist() and not infos[key][~mask].any()
    assert np.array_equal(infos["action_mask"][1], env.action_masks()[1])
    if seed is not None:
        assert env.vector.seeds[1] == (9 if isinstance(seed, list) else env.game.vector(3, seed=9).seeds[1])
    for _ in range(25):
        actions = np.argmax(env.action_masks(), axis=1)
        mine, its = env.step(actions), twin.step(np.where(mask, np.argmax(twin.action_masks(), axis=1), actions))
        assert all(np.array_equal(one[~mask], other[~mask]) for one, other in zip(mine[:4], its[:4], strict=True))


@pytest.mark.parametrize(
    ("mask", "error", "says"),
    [
        ([True, False, False], TypeError, "numpy array"),
        (np.ones(2, dtype=bool), ValueError, "shape"),
        (np.ones((3, 1), dtype=bool), ValueError, "shape"),
        (np.ones(3, dtype=int), TypeError, "bool"),
        (np.zeros(3, dtype=bool), ValueError, "at least one"),
        (None, TypeError, "numpy array"),
    ],
)
def test_a_wrong_reset_mask_is_refused_as_by_gymnasium_and_changes_nothing(
    mask: Any, error: type[Exception], says: str
) -> None:
    env = made(3)
    env.reset(seed=1)
    before = copy.deepcopy(env)
    with pytest.raises(error, match=f"reset_mask.*{says}"):
        env.reset(seed=2, options={"reset_mask": mask})
    assert env == before
    with pytest.raises(error, match=f"reset_mask.*{says}"):
        sync(3).reset(options={"reset_mask": mask})


def test_a_reset_mask_needs_games_in_progress() -> None:
    with pytest.raises(RuntimeError, match="reset"):
        made(3).reset(options={"reset_mask": np.ones(3, dtype=bool)})


def test_a_game_whose_end_was_just_shown_can_be_left_alone_or_started_anew() -> None:
    """With "next_step", where the step after an end would start the next game."""
    env = made(2, autoreset="next_step", illegal_action="lose", opponents="greedy")
    env.reset(seed=1)
    shown, *_ = env.step(illegal_in(env, [0, 1]))
    seen, _ = env.reset(seed=[5, 6], options={"reset_mask": np.array([True, False])})
    assert np.array_equal(seen[1], shown[1]) and env.action_masks().any(axis=1).tolist() == [True, False]
    assert np.array_equal(seen[0], made(1, opponents="greedy").reset(seed=[5])[0][0])
    state = env.vector.state(0)
    env.step(np.argmax(env.action_masks(), axis=1))
    assert env.vector.state(0) != state and env.action_masks().any(axis=1).all()


@pytest.mark.parametrize("name", ["smallworld", pytest.param("islands", marks=pytest.mark.slow)])
def test_games_start_from_the_position_in_the_options(name: str) -> None:
    document, options = middle(name), {"opponents": "greedy"}
    env, alone = made(4, IDS[name], **options), sync(4, name, **options)
    mine = env.reset(seed=[1, 2, 3, 4], options={"position": document, "of others": 1})
    its = alone.reset(seed=[1, 2, 3, 4], options={"position": document})
    assert same(mine[0], its[0]) and same(mine[1], its[1]) and set(env.seats.tolist()) == {0, 1}
    actions = np.argmax(env.action_masks(), axis=1)
    assert all(same(one, other) for one, other in zip(env.step(actions), alone.step(actions), strict=True))


def test_a_list_of_positions_has_one_for_each_game_and_none_for_a_new_one() -> None:
    env, document = made(3, seat=0), middle()
    env.reset(seed=1, options={"position": [None, document, None]})
    usual = made(3, seat=0)
    usual.reset(seed=1)
    games = [env.vector.state(i) for i in range(3)]
    assert [game == usual.vector.state(i) for i, game in enumerate(games)] == [True, False, True]
    assert games[1].round == env.game.from_position(document).round > 1
    with pytest.raises(ValueError, match=r"position.* 3, .*not 2"):
        env.reset(options={"position": [None, document]})


def test_of_positions_only_those_in_the_reset_mask_count() -> None:
    env, document = made(3, seat=0), middle()
    env.reset(seed=1)
    before = [env.vector.state(i) for i in range(3)]
    env.reset(options={"position": document, "reset_mask": np.array([False, False, True])})
    assert [env.vector.state(i) == before[i] for i in range(3)] == [True, True, False]
    assert env.vector.state(2).round == env.game.from_position(document).round


def test_games_from_one_position_are_followed_by_different_games() -> None:
    env = made(3, illegal_action="lose")
    env.reset(seed=1, options={"position": middle()})
    env.step(illegal_in(env, [0, 1, 2]))
    assert len(set(env.vector.seeds.tolist())) == 3
    assert len({env.vector.state(i) for i in range(3)}) == 3


@pytest.mark.parametrize(
    ("position", "says"),
    [
        (5, "position"),
        (None, "position"),
        ({}, "position"),
        ({"format": "swenv-position/1", "game": "smallworld", "round": "x"}, "round"),
        ({"format": "swenv-position/1", "game": "smallworld", "phase": "over"}, "over"),
    ],
)
def test_a_wrong_position_is_refused_and_changes_nothing(position: Any, says: str) -> None:
    env = made(3)
    env.reset(seed=1)
    before = copy.deepcopy(env)
    with pytest.raises(ValueError, match=says):
        env.reset(seed=2, options={"position": position})
    assert env == before


def test_a_position_in_which_the_learner_has_nothing_left_to_decide_is_refused() -> None:
    orcs, elves = seat(active("orcs", "hill")), seat(active("elves", "forest", hand=1))
    document = position(phase="deploy", round=10, turn=1, seats=[orcs, elves], regions={0: held(1, "elves")})
    env = made(2, map=FX9, seat=0)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="game 1 ends before seat 0 decides"):
        env.reset(options={"position": [None, document.to_position()]})
    with pytest.raises(RuntimeError, match="reset"):
        env.step(np.zeros(2, dtype=int))


@pytest.mark.parametrize("options", [5, "position", ["position"]])
def test_options_that_are_no_dictionary_are_refused_by_every_environment(options: Any) -> None:
    alone = gymnasium.make(ID, opponents="random").unwrapped
    for env in (made(2), alone, swenv.smallworld_v0.env(), swenv.smallworld_v0.parallel_env()):
        with pytest.raises(TypeError, match="options"):
            env.reset(seed=1, options=options)


# Infos as in Gymnasium's own batch of single environments


@pytest.mark.parametrize("autoreset", ["same_step", "next_step"])
@pytest.mark.parametrize(
    "options",
    [
        {"reward": "win"},
        {"reward": "coins", "observation": "dict", "idle_mask": "ones"},
        {"reward": "margin", "dtype": "float32", "num_players": 3},
        {"illegal_action": "lose", "observation": "dict", "dtype": "float32"},
        {"illegal_action": "lose", "observation": "graph", "idle_mask": "ones", "reward": "coins"},
    ],
)
def test_every_step_is_that_of_gymnasiums_batch_up_to_the_end_of_a_game(
    options: dict[str, Any], autoreset: str
) -> None:
    options = {"opponents": "greedy", "rounds": 1, **options}
    env = made(3, autoreset=autoreset, **options)
    alone = sync(3, mode=AutoresetMode.SAME_STEP if autoreset == "same_step" else AutoresetMode.NEXT_STEP, **options)
    mine, its = env.reset(seed=[1, 2, 3]), alone.reset(seed=[1, 2, 3])
    assert same(mine[0], its[0]) and same(mine[1], its[1])
    losing = options.get("illegal_action") == "lose"
    ended = np.zeros(3, dtype=bool)
    for k in range(200):
        actions = illegal_in(env, [1]) if losing and k == 2 else np.argmax(env.action_masks(), axis=1)
        mine, its = env.step(actions), alone.step(actions)
        assert all(same(one, other) for one, other in zip(mine[1:4], its[1:4], strict=True))
        ended = mine[2]
        running = [i for i in range(3) if not ended[i] or autoreset == "next_step"]
        assert same(picked(mine[0], running), picked(its[0], running))
        infos, expected = mine[4], its[4]
        for key in ("final_obs", "_final_obs", "final_info", "_final_info", "illegal_action", "_illegal_action"):
            assert (key in infos) == (key in expected) and (key not in infos or same(infos[key], expected[key])), key
        for key in ("action_mask", "seat"):
            assert same(infos[f"_{key}"], expected[f"_{key}"])
            assert same(infos[key][running], expected[key][running])
        assert infos.keys() == expected.keys()
        if ended.any():
            break
    assert ended.any()


def picked(tree: Any, rows: list[int]) -> Any:
    return {key: part[rows] for key, part in tree.items()} if isinstance(tree, dict) else tree[rows]


def test_the_flag_of_an_illegal_action_goes_with_the_game_that_it_was_tried_in() -> None:
    env = made(3, illegal_action="lose")
    env.reset(seed=1)
    seats = env.seats.copy()
    *_, infos = env.step(illegal_in(env, [0, 2]))
    assert "illegal_action" not in infos
    final = infos["final_info"]
    assert final["illegal_action"].tolist() == final["_illegal_action"].tolist() == [True, False, True]
    assert final["_seat"].tolist() == [True, False, True] and final["seat"][[0, 2]].tolist() == seats[[0, 2]].tolist()
    *_, infos = env.step(illegal_in(env, []))
    assert "illegal_action" not in infos and "final_info" not in infos


def test_the_flag_of_a_last_random_move_is_in_the_final_info() -> None:
    env = made(2, illegal_action="random_legal", rounds=1)
    env.reset(seed=1)
    ended = np.zeros(2, dtype=bool)
    while not ended.any():
        _, _, ended, _, infos = env.step(illegal_in(env, [0, 1]))
        assert "_illegal_action" in infos or ended.all()
        flagged = infos.get("_illegal_action", np.zeros(2, dtype=bool))
        assert flagged.tolist() == (~ended).tolist()
    assert infos["final_info"]["illegal_action"].tolist() == ended.tolist()


# Opponents


def test_a_player_decides_for_all_its_waiting_games_in_one_call() -> None:
    env = made(8, num_players=3, opponents=["random", "greedy"])
    env.reset(seed=1)
    asked: list[int] = []
    for player in env._players:
        original = player.act_batch

        def counted(observations: Any, masks: Any, original: Any = original) -> Any:
            asked.append(len(masks))
            assert masks.any(axis=1).all()
            return original(observations, masks)

        player.act_batch = counted  # type: ignore[method-assign]
    for _ in range(25):
        env.step(np.argmax(env.action_masks(), axis=1))
    assert [player.name for player in env._players] == ["greedy"]  # type: ignore[attr-defined]
    assert max(asked) > 1 and min(asked) >= 1


def test_random_opponents_choose_every_action_equally_often() -> None:
    game = swenv.load("smallworld", num_players=2)
    vec, start = game.vector(1200, seed=0), game.new_state(seed=5)
    column = [combo["race"] for combo in start.to_position()["column"]]
    vec.set_states(np.ones(1200, dtype=bool), [start] * 1200)
    first_seat, dice = np.ones(1200, dtype=np.uint64), np.arange(1200, dtype=np.uint64) << np.uint64(32)
    earned, last = vec.play_random_seats(first_seat, dice)
    assert (vec.to_act == 1).all() and (last == -1).all()
    left = [{combo["race"] for combo in vec.state(i).to_position()["column"]} for i in range(1200)]
    counts = [sum(race not in races for races in left) for race in column]
    assert sum(counts) == 1200 and min(counts) > 150  # 200 each are expected, and the deviation is 13
    assert np.array_equal(earned[:, 0], vec.records["coins"][:, 0] - start.coins[0]) and not earned[:, 1].any()


@pytest.mark.parametrize("reward", ["win", "coins"])
def test_random_opponents_play_the_same_in_a_batch_of_any_size(reward: str) -> None:
    few, many = made(2, rounds=1, reward=reward, num_players=3), made(9, rounds=1, reward=reward, num_players=3)
    masks = [env.reset(seed=3)[1]["action_mask"] for env in (few, many)]
    for _ in range(80):
        steps = [env.step(mask.argmax(axis=1)) for env, mask in zip((few, many), masks, strict=True)]
        for one, all_of_them in zip(steps[0][:3], steps[1][:3], strict=True):
            assert np.array_equal(one, all_of_them[:2])
        masks = [step[4]["action_mask"] for step in steps]


# Illegal actions


def illegal_in(env: SeatVectorEnv, which: list[int]) -> np.ndarray:
    """Legal actions, but for the games listed."""
    masks = env.action_masks()
    actions = np.argmax(masks, axis=1)
    actions[which] = np.argmin(masks[which], axis=1)
    return actions


def test_by_default_an_illegal_action_names_the_game_and_changes_nothing() -> None:
    env = made()
    env.reset(seed=1)
    before = copy.deepcopy(env)
    with pytest.raises(swenv.IllegalAction, match=r"in game 2: .*legal: "):
        env.step(illegal_in(env, [2, 4]))
    assert env == before


def test_random_legal_plays_on_and_says_where() -> None:
    env = made(illegal_action="random_legal")
    env.reset(seed=1)
    _, _, terminations, _, infos = env.step(illegal_in(env, [1, 5]))
    assert np.flatnonzero(infos["illegal_action"]).tolist() == [1, 5] and not terminations.any()
    *_, infos = env.step(illegal_in(env, []))
    assert "illegal_action" not in infos


def test_lose_ends_that_game_and_restarts_it() -> None:
    env = made(illegal_action="lose", reward="coins", num_players=3)
    env.reset(seed=1)
    seeds, last = env.vector.seeds.copy(), env.vector.observations.copy()
    observations, rewards, terminations, _, infos = env.step(illegal_in(env, [0, 3]))
    assert np.flatnonzero(terminations).tolist() == [0, 3] and rewards[[0, 3]].tolist() == [-1, -1]
    for i in (0, 3):
        assert env.vector.seeds[i] != seeds[i]
        assert np.array_equal(infos["final_obs"][i], last[i])
        state = env.vector.state(i)
        assert state.round == 1 and np.array_equal(observations[i], state.observation())
        assert env.vector.to_act[i] == env.seats[i] and np.array_equal(env.action_masks()[i], state.mask())
    assert np.array_equal(env.vector.seeds[[1, 2, 4, 5]], seeds[[1, 2, 4, 5]])
    for _ in range(10):
        env.step(illegal_in(env, []))


@pytest.mark.parametrize("actions", [[0], [0.0] * 6, [[0] * 6], [10**6] * 6, [-1] * 6, None])
def test_invalid_actions_are_refused(actions: Any) -> None:
    env = made(illegal_action="random_legal")
    env.reset(seed=1)
    before = copy.deepcopy(env)
    with pytest.raises(ValueError, match=r"actions must be|out of range"):
        env.step(actions)
    assert env == before


def test_a_step_before_reset_is_refused() -> None:
    with pytest.raises(RuntimeError, match="reset"):
        made().step(np.zeros(6, dtype=int))


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"opponents": "gready"}, "greedy"),
        ({"seat": 5}, "0 to 1"),
        ({"illegal_action": "ignore"}, "lose"),
        ({"render_mode": "human"}, "rgb_array"),
        ({"ruonds": 3}, "rounds"),
        ({"num_envs": 0}, "at least 1"),
    ],
)
def test_a_wrong_option_is_refused_by_name(options: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        gymnasium.make_vec(ID, **{"num_envs": 2, **options})


# Copies, pictures, other modes


@pytest.mark.parametrize("how", ["deepcopy", "pickle"])
@pytest.mark.parametrize("opponents", ["random", pytest.param("greedy", marks=pytest.mark.slow)])
@ids
def test_a_copy_in_mid_game_plays_on_identically(name: str, opponents: str, how: str) -> None:
    env = made(env_id=IDS[name], opponents=opponents, **short(name, 2))
    env.reset(seed=4)
    dice = np.random.default_rng(1)
    for _ in range(12):
        env.step(some_actions(env.action_masks(), dice))
    twin = copy.deepcopy(env) if how == "deepcopy" else pickle.loads(pickle.dumps(env))
    assert twin == env and hash(twin) == hash(env) and twin is not env
    for _ in range(30):
        actions = some_actions(env.action_masks(), dice)
        mine, its = env.step(actions), twin.step(actions)
        assert all(np.array_equal(one, other) for one, other in zip(mine[:4], its[:4], strict=True))
        assert twin == env
    twin.step(np.argmax(twin.action_masks(), axis=1))
    assert twin != env and env != "an environment"


@ids
def test_records_have_no_padding_which_numpy_would_not_copy(name: str) -> None:
    """Else a copied batch, or a state copied out of it, would differ from an equal one now and then."""
    records = made(env_id=IDS[name]).vector.records
    assert sum(field.itemsize for field, _ in records.dtype.fields.values()) == records.dtype.itemsize


def test_it_draws_every_game() -> None:
    env = made(2, render_mode="ansi")
    env.reset(seed=1)
    frames = env.render()
    assert frames is not None
    assert [frame == str(env.vector.state(i)) for i, frame in enumerate(frames)] == [True, True]
    env = made(2)
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


def test_it_draws_the_end_of_a_game_with_the_observation_that_shows_it() -> None:
    options: dict[str, Any] = {"opponents": "greedy", "illegal_action": "lose", "hide_coins": True}
    env = made(2, autoreset="next_step", render_mode="ansi", **options)
    alone = sync(2, mode=AutoresetMode.NEXT_STEP, render_mode="ansi", **options)
    for each in (env, alone):
        each.reset(seed=[1, 2])
    actions = illegal_in(env, [1])
    for each in (env, alone):
        each.step(actions)
    assert env.render() == alone.render()


def test_gymnasiums_own_vector_works_over_the_single_environment() -> None:
    env = gymnasium.make_vec(ID, num_envs=3, vectorization_mode="sync", opponents="random", rounds=1)
    assert isinstance(env, SyncVectorEnv)
    _, infos = env.reset(seed=1)
    for _ in range(40):
        masks = infos["action_mask"]
        actions = np.where(masks.any(axis=1), np.argmax(masks, axis=1), 0)
        _, _, _, _, infos = env.step(actions)


def test_the_way_to_restart_is_where_libraries_look_for_it() -> None:
    for name, mode in (("same_step", AutoresetMode.SAME_STEP), ("next_step", AutoresetMode.NEXT_STEP)):
        env = gymnasium.make_vec("swenv/SmallWorld-v0", num_envs=2, opponents="random", autoreset=name)
        assert env.unwrapped.autoreset_mode == env.metadata["autoreset_mode"] == mode
