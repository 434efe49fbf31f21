"""Options that other libraries need, such as forms of observations and idle masks, and the tests that they ship."""

from __future__ import annotations

import copy
from importlib.util import find_spec
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import swenv
from archipelago import plays
from everygame import GAMES, IDS, MODULES, SOME_GAMES, SOME_TABLES, middle, same, short
from support import in_numpy
from swenv import islands_v0, smallworld_v0
from swenv.envs.forms import DTYPES, FORMS, Form

ARRAYS = tuple(form for form in FORMS if form != "text")
"""The forms made of arrays; tests of texts are in `test_language`."""
GRAPHS = tuple(form for form in ARRAYS if form != "planes")
needs_view = pytest.mark.skipif(not (find_spec("resvg_py") and find_spec("PIL")), reason="needs the extra `view`")


def first(mask: Any, legal: bool = True) -> int:
    return int(np.flatnonzero(np.asarray(mask) == legal)[0])


def stepped(env: Any, legal: bool = True) -> Any:
    """The PettingZoo environment after the first legal or illegal action."""
    env.step(first(env.last()[4]["action_mask"], legal))
    return env


def one_and_many(num_envs: int = 2, name: str = "smallworld", **options: Any) -> tuple[Any, Any]:
    """The Gymnasium environment, and its batch."""
    options = {"opponents": "random", **options}
    return gymnasium.make(IDS[name], **options), gymnasium.make_vec(IDS[name], num_envs=num_envs, **options)


@pytest.mark.parametrize(
    ("name", "form", "dtype"),
    [
        *(("islands", form, dtype) for form in ARRAYS for dtype in DTYPES),
        *(("smallworld", form, "float32") for form in GRAPHS),
        *(pytest.param("warcraft", form, "int8", marks=pytest.mark.slow) for form in GRAPHS),
    ],
)
def test_every_interface_shows_the_same_in_every_form(name: str, form: str, dtype: str) -> None:
    options: dict[str, Any] = {"observation": form, "dtype": dtype, **short(name, 2)}
    aec = MODULES[name].env(**options)
    aec.reset(seed=3)
    one, many = one_and_many(3, name, **options)
    shown = Form(aec.game, form, dtype, "zeros")
    seen, info = one.reset(seed=3)
    assert seen in one.observation_space
    assert same(seen, shown(one.unwrapped.game_state.observation(one.unwrapped.seat), info["action_mask"]))
    batch, infos = many.reset(seed=3)
    assert batch in many.observation_space
    assert same(batch, shown(many.unwrapped.vector.observations, infos["action_mask"]))
    agent = aec.agent_selection
    last, *_, its = aec.last()
    assert last in aec.observation_space(agent) and same(last, aec.observe(agent))
    assert same(last, shown(aec.game_state.observation(), its["action_mask"]))
    mine, theirs = (aec.observation_space(each) for each in aec.agents)
    assert mine is aec.observation_space(aec.agents[0]) and mine is not theirs
    assert aec.state().dtype == np.dtype(dtype) and aec.state() in aec.state_space


def test_the_parts_of_a_graph_and_of_planes_are_those_of_the_game() -> None:
    game = swenv.load("islands", num_players=2)
    state = game.from_position(middle("islands"))
    vector, mask = state.observation(), state.mask().view(np.int8)
    graph = game.graph(vector)
    shown = Form(game, "graph", "float32", "zeros")(vector, mask)
    assert shown["nodes"].dtype == np.float32 and np.array_equal(shown["nodes"], graph.nodes)
    assert np.array_equal(shown["whole"], graph.whole) and np.array_equal(shown["adjacency"], graph.adjacency)
    planes = Form(game, "planes", "int8", "zeros")(vector, mask)
    assert np.array_equal(planes["planes"], game.planes(vector)) and planes["planes"].any()
    assert np.array_equal(planes["whole"], graph.whole) and planes["action_mask"] is mask


@pytest.mark.parametrize("form", ARRAYS)
def test_each_step_has_new_arrays_unless_they_are_reused_and_hold_the_same(form: str) -> None:
    fresh, reused = (islands_v0.env(observation=form, reuse_arrays=reuse) for reuse in (False, True))
    for env in (fresh, reused):
        env.reset(seed=1)
    arrays: list[Any] = []
    buffer = reused.last()[0]
    for _ in range(20):
        seen, *_, info = fresh.last()
        assert same(fresh.last(), reused.last()) and (form != "dict" or reused.last()[0] is buffer)
        here = [*seen.values()] if isinstance(seen, dict) else [seen]
        here += [each["action_mask"] for agent, each in fresh.infos.items() if agent != fresh.agent_selection]
        assert not any(np.shares_memory(new, old) for new in [*here, info["action_mask"]] for old in arrays)
        arrays += here
        stepped(fresh)
        stepped(reused)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"observation": "graphs"}, "did you mean 'graph'"),
        ({"observation": "planes"}, "not played on a grid"),
        ({"dtype": "float16"}, "did you mean 'float32'"),
        ({"idle_mask": "one"}, "did you mean 'ones'"),
        ({"illegal_action": "loose"}, "did you mean 'lose'"),
        ({"reward": "wins"}, "win"),
        ({"ruonds": 3}, "rounds"),
        ({"num_players": 7}, "2 to 5"),
        ({"map": "smallworld-2q"}, "smallworld-2p"),
        ({"render_mode": "svg"}, "rgb_array"),
        ({"opponents": "gready"}, "greedy"),
        ({"opponents": ["random", "greedy"]}, "or a list of 1, not of 2"),
        ({"seat": 2}, "0 to 1"),
    ],
)
@pytest.mark.filterwarnings("ignore:.*render_mode:UserWarning")
def test_a_wrong_option_is_refused_by_name_everywhere(options: dict[str, Any], says: str) -> None:
    for make in (gymnasium.make, gymnasium.make_vec):
        with pytest.raises(ValueError, match=says):
            make(IDS["smallworld"], **options)
    if not {"opponents", "seat"} & options.keys():
        with pytest.raises(ValueError, match=says):
            smallworld_v0.env(**options)


@pytest.mark.parametrize(("word", "value"), [("zeros", 0), ("ones", 1)])
def test_the_mask_of_those_who_are_not_to_act_is_chosen(word: str, value: int) -> None:
    options: dict[str, Any] = {"idle_mask": word, "rounds": 1, "observation": "dict"}
    env = smallworld_v0.env(**options)
    env.reset(seed=1)
    idle = [env.observe("player_1")["action_mask"], env.infos["player_1"]["action_mask"]]
    assert 0 < env.last()[4]["action_mask"].sum() < env.game.num_actions
    while not env.terminations["player_0"]:
        stepped(env)
    one, many = one_and_many(1, **options)
    (_, info), (_, infos) = one.reset(seed=1), many.reset(seed=1)
    over, ended = False, [False]
    while not over:
        seen, _, over, _, info = one.step(first(info["action_mask"]))
    while not ended[0]:
        _, _, ended, _, infos = many.step(infos["action_mask"].argmax(axis=1))
    idle += [env.last()[0]["action_mask"], seen["action_mask"], info["action_mask"], one.unwrapped.action_masks()]
    idle += [infos["final_obs"][0]["action_mask"], infos["final_info"]["action_mask"][0]]
    assert all((mask == value).all() for mask in idle)


def test_random_legal_plays_a_legal_action_that_follows_the_seed_and_says_so() -> None:
    envs = [smallworld_v0.env(illegal_action="random_legal") for _ in range(2)]
    for env in envs:
        env.reset(seed=5)
    before, agent = envs[0].game_state.copy(), envs[0].agent_selection
    after = [plays(before, action) for action in before.legal_actions()]
    assert all(stepped(env, False).game_state in after and env.infos[agent]["illegal_action"] for env in envs)
    assert "illegal_action" not in stepped(envs[0].copy()).infos[agent]
    for k in range(40):
        if k == 30:
            envs.append(envs[0].copy())
        assert not any(any(stepped(env, False).terminations.values()) for env in envs)
    assert envs[0] == envs[1] == envs[2]


@pytest.mark.parametrize("reward", ["win", "coins"])
def test_lose_ends_the_game_for_all_and_the_offender_pays(reward: str) -> None:
    env = smallworld_v0.env(num_players=3, illegal_action="lose", reward=reward)
    env.reset(seed=1)
    offender = env.agent_selection
    stepped(env, False)
    assert all(env.terminations.values()) and env.infos[offender]["illegal_action"]
    assert env.rewards == {agent: -1.0 if agent == offender else 0.0 for agent in env.possible_agents}
    for _ in range(3):
        assert env.last()[2]
        env.step(None)
    assert not env.agents


@pytest.mark.parametrize("policy", ["raise", "random_legal", "lose"])
def test_what_is_no_action_is_refused_everywhere_under_any_policy(policy: str) -> None:
    aec, parallel = smallworld_v0.env(illegal_action=policy), smallworld_v0.parallel_env(illegal_action=policy)
    one, many = (env.unwrapped for env in one_and_many(illegal_action=policy))
    for env in (aec, parallel, one, many):
        env.reset(seed=1)
    before = aec.copy(), parallel.aec_env.copy(), copy.deepcopy(one), copy.deepcopy(many)
    said = r"0 to 217|whole number|integers|out of range|actions must be"
    for action in (10**30, -1, 218, 1.5, None, "pick 0", True, np.True_, np.array(False)):
        tries = [(aec, action), (parallel, dict.fromkeys(parallel.agents, action)), (one, action)]
        tries += [(many, wrong) for wrong in ([action, action], [0, action], [0], [[0, 0]])]
        for env, wrong in tries:
            with pytest.raises((TypeError, ValueError), match=said):
                env.step(wrong)
    assert (aec, parallel.aec_env, one, many) == before


def test_options_and_seeds_of_environments_take_numpys_numbers() -> None:
    options: dict[str, Any] = {"num_players": 3, "rounds": 2, "hide_coins": True}
    seats: dict[str, Any] = {"id": IDS["smallworld"], **options, "seat": 1, "opponents": "greedy"}
    for make, given in (
        (smallworld_v0.env, {**options, "reuse_arrays": False}),
        (gymnasium.make, seats),
        (gymnasium.make_vec, {**seats, "num_envs": 2, "threads": 2}),
    ):
        one, other = make(**given).unwrapped, make(**in_numpy(given)).unwrapped
        one.reset(seed=3)
        other.reset(seed=np.int64(3))
        assert one == other
        assert type(getattr(other, "seat", 1)) is type(getattr(other, "num_envs", 1)) is int


def test_a_parallel_step_after_the_end_returns_five_empty_dictionaries() -> None:
    env = smallworld_v0.parallel_env(rounds=1, illegal_action="lose")
    env.reset(seed=1)
    env.step(dict.fromkeys(env.agents, env.action_space("player_0").n - 1))
    assert env.agents == [] and env.step({}) == ({}, {}, {}, {}, {})


@pytest.mark.parametrize(("name", "num_players"), SOME_TABLES)
def test_pettingzoo_passes(name: str, num_players: int) -> None:
    module, table = MODULES[name], {"num_players": num_players, **short(name, 2)}
    api_test(module.env(**table, reward="margin"), num_cycles=150)
    seed_test(lambda: module.env(**table), num_cycles=100)
    parallel_api_test(module.parallel_env(**table), num_cycles=150)


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_api_to_the_end_of_a_game_and_its_registry(name: str) -> None:
    api_test(MODULES[name].raw_env(), num_cycles=1000)
    if hasattr(pettingzoo, "register"):  # since 1.27
        env: Any = pettingzoo.make("aec", f"swenv/{name}", num_players=3)
        assert str(env) == f"{name}_v0" and env.max_num_agents == 3
        together: Any = pettingzoo.make("parallel", f"swenv/{name}-v0")
        assert together.possible_agents == ["player_0", "player_1"]


@pytest.mark.slow
@needs_view
@pytest.mark.parametrize("name", ["smallworld", "islands"])
def test_pettingzoo_render(name: str) -> None:
    render_test(MODULES[name].env)


@needs_view
@pytest.mark.parametrize("env_id", [name for name in gymnasium.registry if name.startswith("swenv/")])
def test_gymnasium_check(env_id: str) -> None:
    # The checker samples actions without a mask: the default, which raises, fails it by design.
    check_env(gymnasium.make(env_id, illegal_action="random_legal", disable_env_checker=True).unwrapped)


@pytest.mark.parametrize("form", FORMS)
def test_pettingzoo_takes_every_form_and_may_ignore_masks(form: str) -> None:
    options: dict[str, Any] = {"observation": form, "illegal_action": "random_legal", "idle_mask": "ones"}
    if form != "text":  # of which one of the tests knows nothing
        options["dtype"] = "float32"
        api_test(islands_v0.env(**options), num_cycles=60)
    seed_test(lambda: islands_v0.env(**options), num_cycles=30)
    parallel_api_test(islands_v0.parallel_env(**options), num_cycles=30)
    parallel_seed_test(lambda: islands_v0.parallel_env(**options), num_cycles=30)


@pytest.mark.parametrize("form", ["vector", "dict"])
def test_sb3_checks_pass(form: str) -> None:
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    env, _ = one_and_many(illegal_action="random_legal", observation=form, dtype="float32")
    checker.check_env(env.unwrapped, warn=False)


@pytest.mark.parametrize("form", ["vector", "dict", "graph"])
def test_gymnasiums_vector_wrappers_take_every_form(form: str) -> None:
    wrappers = gymnasium.wrappers.vector
    env: Any = gymnasium.make_vec(
        IDS["smallworld"], num_envs=2, opponents="random", rounds=1, observation=form, autoreset="next_step"
    )
    env = wrappers.FlattenObservation(env) if form == "dict" else env
    env = wrappers.RecordEpisodeStatistics(wrappers.DtypeObservation(env, np.float32) if form == "vector" else env)
    seen, infos = env.reset(seed=1)
    episodes = 0
    while episodes < 3:
        assert seen in env.observation_space
        seen, *_, infos = env.step(infos["action_mask"].argmax(axis=1))
        episodes += int(infos.get("_episode", np.zeros(2)).sum())


@pytest.mark.parametrize("name", SOME_GAMES)
def test_the_step_after_an_end_ignores_the_action_and_pays_nothing(name: str) -> None:
    """With "next_step"; else the games are those of "same_step"."""
    options: dict[str, Any] = {"num_envs": 1, "opponents": "random", "reward": "coins", "seat": 1, **short(name, 1)}
    env = gymnasium.make_vec(IDS[name], autoreset="next_step", **options)
    twin = gymnasium.make_vec(IDS[name], **options)
    (seen, infos), (expected, told) = env.reset(seed=5), twin.reset(seed=5)
    ends, paid = 0, 0.0
    while ends < 2:
        assert np.array_equal(seen, expected) and np.array_equal(infos["action_mask"], told["action_mask"])
        action = infos["action_mask"].argmax(axis=1)
        seen, reward, over, _, infos = env.step(action)
        expected, pay, ended, _, told = twin.step(action)
        assert np.array_equal(reward, pay) and np.array_equal(over, ended)
        paid += reward[0]
        if over[0]:
            assert np.array_equal(seen[0], told["final_obs"][0]) and not infos["action_mask"].any()
            seen, reward, over, _, infos = env.step(np.array([env.unwrapped.game.num_actions - 1 if ends else -1]))
            assert reward[0] == 0 and not over[0]
            ends += 1
    assert paid > 0
