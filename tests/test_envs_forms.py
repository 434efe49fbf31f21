"""Options that other libraries need: forms of observations, dtypes, idle masks, and what an illegal action does."""

from __future__ import annotations

import copy
from typing import Any

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import swenv
from everygame import IDS, MODULES, SOME_GAMES, short
from support import in_numpy
from swenv import islands_v0, smallworld_v0
from swenv.envs.forms import DTYPES, FORMS, Form

forms = pytest.mark.parametrize("form", FORMS)
games = pytest.mark.parametrize("name", SOME_GAMES)
GRAPHS = tuple(form for form in FORMS if form != "planes")
games_and_forms = pytest.mark.parametrize(
    ("name", "form"),
    [("islands", form) for form in FORMS]
    + [("smallworld", form) for form in GRAPHS]
    + [pytest.param("warcraft", form, marks=pytest.mark.slow) for form in GRAPHS],
)
POLICIES = ("raise", "random_legal", "lose")


def same(one: Any, two: Any) -> bool:
    """Whether two observations are equal, dtypes included."""
    if isinstance(one, dict):
        return one.keys() == two.keys() and all(same(one[key], two[key]) for key in one)
    return bool(one.dtype == two.dtype and np.array_equal(one, two))


def parts(observation: Any) -> list[np.ndarray[Any, Any]]:
    return list(observation.values()) if isinstance(observation, dict) else [observation]


# Observations


@pytest.mark.parametrize("dtype", DTYPES)
@games_and_forms
def test_every_interface_shows_the_same_in_every_form(name: str, form: str, dtype: str) -> None:
    options: dict[str, Any] = {"observation": form, "dtype": dtype, **short(name, 2)}
    aec = MODULES[name].env(**options)
    aec.reset(seed=3)
    one = gymnasium.make(IDS[name], opponents="random", **options)
    many = gymnasium.make_vec(IDS[name], num_envs=3, opponents="random", **options)
    seen, info = one.reset(seed=3)
    assert seen in one.observation_space and same(seen, Form(one.unwrapped.game, form, dtype, "zeros")(
        one.unwrapped.game_state.observation(one.unwrapped.seat), info["action_mask"]
    ))  # fmt: skip
    batch, infos = many.reset(seed=3)
    assert batch in many.observation_space
    whole = Form(many.unwrapped.game, form, dtype, "zeros")(many.unwrapped.vector.observations, infos["action_mask"])
    assert same(batch, whole)
    agent = aec.agent_selection
    last, *_, its = aec.last()
    assert last in aec.observation_space(agent) and same(last, aec.observe(agent))
    state = aec.unwrapped.game_state
    assert same(last, Form(aec.game, form, dtype, "zeros")(state.observation(), its["action_mask"]))


def test_the_parts_of_a_graph_and_of_planes_are_those_of_the_game() -> None:
    game = swenv.load("islands", num_players=2)
    state = game.new_state(seed=1)
    for action in (0, 0, 0):
        state.apply(int(state.legal_actions()[action]))
    vector, mask = state.observation(), state.mask().view(np.int8)
    graph = game.graph(vector)
    shown = Form(game, "graph", "float32", "zeros")(vector, mask)
    assert shown["nodes"].dtype == np.float32 and np.array_equal(shown["nodes"], graph.nodes)
    assert np.array_equal(shown["whole"], graph.whole) and np.array_equal(shown["adjacency"], graph.adjacency)
    planes = Form(game, "planes", "int8", "zeros")(vector, mask)
    assert np.array_equal(planes["planes"], game.planes(vector)) and planes["planes"].any()
    assert np.array_equal(planes["whole"], graph.whole) and planes["action_mask"] is mask


def test_a_vector_has_its_mask_in_the_info_alone() -> None:
    env = smallworld_v0.env(observation="vector")
    env.reset(seed=1)
    seen, *_, info = env.last()
    assert isinstance(env.observation_space("player_0"), gymnasium.spaces.Box)
    assert seen.shape == (env.game.observation_size,) and info["action_mask"].any()


def test_spaces_of_two_agents_have_random_streams_of_their_own() -> None:
    env = smallworld_v0.env(observation="graph")
    assert env.observation_space("player_0") is env.observation_space("player_0")
    assert env.observation_space("player_0") is not env.observation_space("player_1")


def test_each_step_has_new_arrays_in_every_form() -> None:
    for form in FORMS:
        env = islands_v0.env(observation=form)
        env.reset(seed=1)
        before = env.last()[0]
        kept = copy.deepcopy(before)
        env.step(int(np.flatnonzero(env.last()[4]["action_mask"])[0]))
        after = env.last()[0]
        assert same(before, kept)
        assert not any(np.shares_memory(a, b) for a, b in zip(parts(before), parts(after), strict=True))


@forms
def test_reused_arrays_hold_what_new_ones_would(form: str) -> None:
    reused, fresh = (islands_v0.env(observation=form, reuse_arrays=reuse) for reuse in (True, False))
    for env in (reused, fresh):
        env.reset(seed=1)
    for _ in range(20):
        assert same(reused.last()[0], fresh.last()[0])
        action = int(np.flatnonzero(fresh.last()[4]["action_mask"])[-1])
        for env in (reused, fresh):
            env.step(action)


def test_the_state_has_the_dtype_of_the_observations() -> None:
    env = smallworld_v0.env(dtype="float32")
    env.reset(seed=1)
    assert env.state().dtype == np.float32 and env.state() in env.state_space


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"observation": "graphs"}, "did you mean 'graph'"),
        ({"observation": "planes"}, "not played on a grid"),
        ({"dtype": "float16"}, "did you mean 'float32'"),
        ({"idle_mask": "one"}, "did you mean 'ones'"),
        ({"illegal_action": "loose"}, "did you mean 'lose'"),
    ],
)
def test_a_wrong_option_is_refused_by_name_everywhere(options: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        smallworld_v0.env(**options)
    with pytest.raises(ValueError, match=says):
        gymnasium.make(IDS["smallworld"], **options)
    with pytest.raises(ValueError, match=says):
        gymnasium.make_vec(IDS["smallworld"], num_envs=2, **options)


# Masks of those who are not to act


@pytest.mark.parametrize(("word", "value"), [("zeros", 0), ("ones", 1)])
def test_the_idle_mask_is_chosen(word: str, value: int) -> None:
    env = smallworld_v0.env(idle_mask=word, rounds=1)
    env.reset(seed=1)
    assert (env.observe("player_1")["action_mask"] == value).all()
    assert (env.infos["player_1"]["action_mask"] == value).all()
    assert 0 < env.last()[4]["action_mask"].sum() < env.game.num_actions
    while not env.terminations["player_0"]:
        env.step(int(np.flatnonzero(env.last()[4]["action_mask"])[0]))
    assert (env.last()[0]["action_mask"] == value).all()


@pytest.mark.parametrize(("word", "value"), [("zeros", 0), ("ones", 1)])
def test_the_last_mask_of_a_gymnasium_game_is_the_idle_one(word: str, value: int) -> None:
    env = gymnasium.make(IDS["smallworld"], opponents="random", rounds=1, idle_mask=word, observation="dict")
    many = gymnasium.make_vec(
        IDS["smallworld"], num_envs=1, opponents="random", rounds=1, idle_mask=word, observation="dict"
    )
    seen, info = env.reset(seed=1)
    _, infos = many.reset(seed=1)
    over = ended = False
    while not over:
        seen, _, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert (info["action_mask"] == value).all() and (seen["action_mask"] == value).all()
    assert (env.unwrapped.action_masks() == bool(value)).all()
    while not ended:
        _, _, terminated, _, infos = many.step(infos["action_mask"].argmax(axis=1))
        ended = bool(terminated[0])
    assert (infos["final_obs"][0]["action_mask"] == value).all()
    assert (infos["final_info"]["action_mask"][0] == value).all()


def test_the_seat_in_an_info_is_an_array_of_integers() -> None:
    _, info = gymnasium.make(IDS["smallworld"], seat=1).reset(seed=1)
    assert isinstance(info["seat"], np.ndarray) and info["seat"].dtype == np.int64 and info["seat"] == 1


# Illegal actions in PettingZoo


def illegal(env: Any) -> int:
    return int(np.flatnonzero(env.last()[4]["action_mask"] == 0)[0])


def test_random_legal_plays_a_legal_action_and_says_so() -> None:
    env = smallworld_v0.env(illegal_action="random_legal")
    env.reset(seed=1)
    before, agent = env.game_state.copy(), env.agent_selection
    env.step(illegal(env))
    after = [before.copy() for _ in before.legal_actions()]
    for state, action in zip(after, before.legal_actions(), strict=True):
        state.apply(int(action))
    assert env.game_state in after
    assert env.infos[agent]["illegal_action"] and not any(env.terminations.values())
    env.step(int(np.flatnonzero(env.last()[4]["action_mask"])[0]))
    assert "illegal_action" not in env.infos[agent]


def test_random_legal_follows_the_seed_even_in_a_copy() -> None:
    games = [smallworld_v0.env(illegal_action="random_legal") for _ in range(2)]
    for env in games:
        env.reset(seed=5)
    for _ in range(30):
        for env in games:
            env.step(illegal(env))
    twin = games[0].copy()
    assert twin == games[0] == games[1]
    for env in (*games, twin):
        for _ in range(10):
            env.step(illegal(env))
    assert twin == games[0] == games[1]


@pytest.mark.parametrize("reward", ["win", "coins"])
def test_lose_ends_the_game_for_all_and_the_offender_pays(reward: str) -> None:
    env = smallworld_v0.env(num_players=3, illegal_action="lose", reward=reward)
    env.reset(seed=1)
    offender = env.agent_selection
    env.step(illegal(env))
    assert all(env.terminations.values()) and env.infos[offender]["illegal_action"]
    assert env.rewards == {agent: -1.0 if agent == offender else 0.0 for agent in env.possible_agents}
    for _ in range(3):
        assert env.last()[2]
        env.step(None)
    assert not env.agents


@pytest.mark.parametrize("policy", POLICIES)
def test_an_action_that_does_not_exist_is_refused_under_every_policy(policy: str) -> None:
    env = smallworld_v0.env(illegal_action=policy)
    env.reset(seed=1)
    before = env.copy()
    with pytest.raises(ValueError, match="out of range"):
        env.step(env.game.num_actions)
    assert env == before


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("action", [True, False, np.True_, np.array(True)])
def test_a_truth_value_is_no_action_anywhere(action: Any, policy: str) -> None:
    options: dict[str, Any] = {"illegal_action": policy}
    envs: list[Any] = [smallworld_v0.env(**options), smallworld_v0.parallel_env(**options)]
    envs += [gymnasium.make(IDS["smallworld"], opponents="random", **options).unwrapped]
    envs += [gymnasium.make_vec(IDS["smallworld"], num_envs=2, opponents="random", **options)]
    for env in envs:
        env.reset(seed=1)
    aec, parallel, seat, batch = envs
    before = aec.copy(), parallel.aec_env.copy(), copy.deepcopy(seat), copy.deepcopy(batch)
    for env, wrong in (
        (aec, action),
        (parallel, dict.fromkeys(parallel.agents, action)),
        (seat, action),
        (batch, [action, action]),
        (batch, np.array([action, action])),
        (batch, [0, action]),
    ):
        with pytest.raises((TypeError, ValueError), match=r"whole number|integers"):
            env.step(wrong)
    assert (aec, parallel.aec_env, seat, batch) == before


def test_options_and_seeds_of_environments_take_numpys_numbers() -> None:
    options: dict[str, Any] = {"num_players": 3, "rounds": 2, "hide_coins": True}
    seat = {"seat": 1, "opponents": "greedy"}
    one, other = (smallworld_v0.env(reuse_arrays=reuse, **given) for reuse, given in (
        (False, options), (np.False_, in_numpy(options))
    ))  # fmt: skip
    one.reset(seed=3)
    other.reset(seed=np.int64(3))
    assert one == other
    one, other = (gymnasium.make(IDS["smallworld"], **given).unwrapped for given in (
        {**options, **seat}, in_numpy({**options, **seat})
    ))  # fmt: skip
    one.reset(seed=3)
    other.reset(seed=np.int64(3))
    assert one == other and type(other.seat) is int
    many = {"num_envs": 2, "threads": 2, **options, **seat}
    one, other = (gymnasium.make_vec(IDS["smallworld"], **given).unwrapped for given in (many, in_numpy(many)))
    one.reset(seed=3)
    other.reset(seed=np.int64(3))
    assert one == other and type(other.num_envs) is int


# What the libraries test


@games
def test_pettingzoo_passes_where_its_tests_ignore_masks(name: str) -> None:
    options: dict[str, Any] = {"illegal_action": "random_legal", **short(name, 2)}
    parallel_seed_test(lambda: MODULES[name].parallel_env(**options), num_cycles=60)
    parallel_api_test(MODULES[name].parallel_env(observation="vector", dtype="float32", **options), num_cycles=60)


def test_a_parallel_step_after_the_end_returns_five_empty_dictionaries() -> None:
    env = smallworld_v0.parallel_env(rounds=1, illegal_action="lose")
    env.reset(seed=1)
    env.step(dict.fromkeys(env.agents, env.action_space("player_0").n - 1))
    assert env.agents == [] and env.step({}) == ({}, {}, {}, {}, {})


@forms
def test_pettingzoo_takes_every_form(form: str) -> None:
    def env() -> Any:
        return islands_v0.env(observation=form, dtype="float32", illegal_action="random_legal", idle_mask="ones")

    api_test(env(), num_cycles=60)
    seed_test(env, num_cycles=30)


@pytest.mark.parametrize("form", ["vector", "dict"])
def test_sb3_checks_pass(form: str) -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    env = gymnasium.make(IDS["smallworld"], illegal_action="random_legal", observation=form, dtype="float32")
    checker.check_env(env.unwrapped, warn=False)


@pytest.mark.parametrize("form", ["vector", "dict", "graph"])
def test_gymnasiums_vector_wrappers_take_every_form(form: str) -> None:
    wrappers = gymnasium.wrappers.vector
    options: dict[str, Any] = {"opponents": "random", "rounds": 1, "observation": form, "autoreset": "next_step"}
    env = gymnasium.make_vec(IDS["smallworld"], num_envs=2, **options)
    seen_as: Any = wrappers.FlattenObservation(env) if form == "dict" else env
    seen_as = wrappers.DtypeObservation(env, np.float32) if form == "vector" else seen_as
    wrapped = wrappers.RecordEpisodeStatistics(seen_as)
    seen, infos = wrapped.reset(seed=1)
    episodes = 0
    while episodes < 3:
        assert seen in wrapped.observation_space
        seen, *_, infos = wrapped.step(infos["action_mask"].argmax(axis=1))
        episodes += int(infos.get("_episode", np.zeros(2)).sum())


@games
def test_next_step_shows_each_end_and_then_plays_the_same_games(name: str) -> None:
    options: dict[str, Any] = {"num_envs": 3, "opponents": "random", "reward": "coins", **short(name, 2)}
    same_step = gymnasium.make_vec(IDS[name], **options)
    next_step = gymnasium.make_vec(IDS[name], autoreset="next_step", idle_mask="ones", **options)
    assert next_step.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.NEXT_STEP
    seen, infos = same_step.reset(seed=2)
    shown, told = next_step.reset(seed=2)
    ended = np.zeros(3, dtype=bool)
    while not ended.any():
        assert np.array_equal(seen, shown) and np.array_equal(infos["action_mask"], told["action_mask"])
        action = infos["action_mask"].argmax(axis=1)
        seen, reward, ended, _, infos = same_step.step(action)
        shown, pay, over, _, told = next_step.step(action)
        assert np.array_equal(ended, over) and np.array_equal(reward, pay)
    for i in range(3):
        assert np.array_equal(shown[i], infos["final_obs"][i] if ended[i] else seen[i])
        assert not ended[i] or told["action_mask"][i].all()


def test_the_step_after_an_end_ignores_the_action_and_pays_nothing() -> None:
    options: dict[str, Any] = {"num_envs": 1, "opponents": "random", "reward": "coins", "rounds": 1, "seat": 1}
    env = gymnasium.make_vec(IDS["smallworld"], autoreset="next_step", **options)
    twin = gymnasium.make_vec(IDS["smallworld"], **options)
    _, infos = env.reset(seed=4)
    _, told = twin.reset(seed=4)
    paid, owed = [], []
    for _ in range(60):
        action = infos["action_mask"].argmax(axis=1)
        seen, reward, over, _, infos = env.step(action)
        _, pay, ended, _, told = twin.step(action)
        paid.append(reward[0])
        owed.append(pay[0])
        if over[0]:
            assert ended[0] and not infos["action_mask"].any()
            never_legal = env.unwrapped.game.num_actions - 1
            seen, reward, over, _, infos = env.step(np.array([never_legal if len(paid) % 2 else -1]))
            assert reward[0] == 0 and not over[0]
            assert np.array_equal(seen, twin.unwrapped.vector.observations)
            assert np.array_equal(infos["action_mask"], told["action_mask"])
    assert paid == owed and sum(owed) > 0
