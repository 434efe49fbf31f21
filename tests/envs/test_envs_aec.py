"""The PettingZoo environment: the order of agents, sums of rewards, and copies."""

from __future__ import annotations

import copy
import inspect
import pickle
import random
import re
from collections import Counter
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

import swenv
from everygame import GAMES, MODULES, SOME_TABLES, unusual
from randomplay import board_game, walk
from support import position
from swenv import smallworld_v0
from swenv.core import rewards
from swenv.envs.aec import GameAEC

tables = pytest.mark.parametrize(("name", "num_players"), SOME_TABLES)


def made(seed: int = 1, name: str = "smallworld", **options: Any) -> GameAEC:
    env = MODULES[name].env(**options)
    env.reset(seed=seed)
    return env


def random_step(env: GameAEC, dice: random.Random) -> int | None:
    """The answer to one `last()`: any legal action, or None."""
    observation, _, terminated, _, _ = env.last()
    assert observation is not None
    action = None if terminated else dice.choice(np.flatnonzero(observation["action_mask"]).tolist())
    env.step(action)
    return action


def to_the_end(*envs: GameAEC, seed: int = 1) -> None:
    """The same random play in all of them until no agent is left."""
    dice = [random.Random(seed) for _ in envs]
    while envs[0].agents:
        for env, own in zip(envs, dice, strict=True):
            random_step(env, own)
        assert all(env.unwrapped == envs[0].unwrapped for env in envs)


@pytest.mark.parametrize("usual", [True, False], ids=["usual", "unusual"])
@tables
def test_a_seed_plays_the_game_of_new_state(name: str, num_players: int, usual: bool) -> None:
    options = {} if usual else unusual(name, num_players)
    env = made(11, name, num_players=num_players, **options)
    for state, action in walk(swenv.load(name, num_players, **options), seed=11):
        assert env.game_state == state
        if action < 0:
            break
        assert env.agent_selection == f"player_{state.to_act}"
        observation, _, terminated, truncated, info = env.last()
        assert observation is not None and not terminated and not truncated
        assert np.array_equal(observation["observation"], state.observation())
        assert np.array_equal(observation["action_mask"], state.mask())
        assert np.array_equal(info["action_mask"], state.mask())
        env.step(action)
    assert env.terminations == dict.fromkeys(env.possible_agents, True)


def test_a_reset_takes_a_position_that_is_not_over_and_tolerates_options_of_others() -> None:
    env, state = smallworld_v0.env(), position(2, None, seats=[{"coins": 9}, {}])
    env.reset(seed=1, options={"options": 1, "anything": None, "position": state.to_position()})
    assert env.game_state == state and env.agent_selection == "player_0"
    *_, (last, _) = walk(env.game, seed=3)
    for wrong, says in (({"format": "chess/1"}, "position"), (last.to_position(), "over")):
        with pytest.raises(ValueError, match=says):
            env.reset(options={"position": wrong})
    for options in (5, "position", ["position"]):
        for each in (env, smallworld_v0.parallel_env()):
            with pytest.raises(TypeError, match="options"):
                each.reset(seed=1, options=options)  # type: ignore[arg-type]


def test_a_reset_without_a_seed_continues_the_sequence_of_seeds() -> None:
    one, two, starts = made(seed=4), made(seed=4), set()
    for _ in range(3):
        one.reset()
        two.reset()
        assert one.game_state == two.game_state
        starts.add(one.game_state.copy())
    assert len(starts) == 3
    with pytest.raises(ValueError, match="seed"):
        one.reset(seed=-1)


def test_each_agent_has_its_own_observation_and_spaces() -> None:
    env = made(num_players=3)
    for agent in env.agents:
        seen = env.observe(agent)
        assert np.array_equal(seen["observation"], env.game_state.observation(int(agent[-1])))
        assert seen in env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
        acting = agent == "player_0"
        assert seen["action_mask"].any() == env.infos[agent]["action_mask"].any() == acting
    assert env.action_space("player_0") is not env.action_space("player_1"), "each agent samples from its own stream"
    with pytest.raises(KeyError):
        env.action_space("player_3")
    assert env.state() in env.state_space and env.last(observe=False)[0] is None
    assert np.array_equal(env.state()[: env.game.observation_size], env.observe("player_0")["observation"])


@pytest.mark.parametrize(
    ("name", "num_players", "reward"),
    [
        ("smallworld", 2, "margin"),
        ("underground", 5, "win"),
        ("warcraft", 3, "coins"),
        *(("islands", number, reward) for number in (1, 4) for reward in rewards.REWARDS),
    ],
)
def test_steps_pay_what_the_batch_pays_and_add_up_to_the_result(name: str, num_players: int, reward: str) -> None:
    vec = swenv.load(name, num_players=num_players, reward=reward).vector(1, seed=3)
    env, dice = made(int(vec.seeds[0]), name, num_players=num_players, reward=reward), random.Random(3)
    start = env.game_state.copy()
    by_last, by_rewards = Counter[str](), Counter[str]()
    for agent in env.agent_iter():
        by_last[agent] += env.last()[1]
        action = random_step(env, dice)
        if action is not None:
            vec.step(np.array([action]))
            assert list(env.rewards.values()) == vec.rewards[0].tolist()
        by_rewards.update(env.rewards)
    state, paid = env.game_state, [by_last[agent] for agent in env.possible_agents]
    assert state.is_over and by_last == by_rewards and paid == rewards.paid(state, start.coins).tolist()
    if reward != "margin":
        assert paid == (state.coins - start.coins if reward == "coins" else state.returns()).tolist()


def test_a_function_can_define_the_reward() -> None:
    env = made(reward=lambda before, after: [len(before.legal_actions()), -len(after.legal_actions())])
    assert env.game.options["reward"] == "win", "the game itself is not changed"
    start = env.game_state.copy()
    env.step(0)
    assert [*env.rewards.values()] == [len(start.legal_actions()), -len(env.game_state.legal_actions())]
    with pytest.raises(ValueError):
        made(reward=lambda before, after: [1.0]).step(0)


def test_at_the_end_each_agent_collects_once(capsys: Any) -> None:
    env, dice = made(num_players=3, rounds=1), random.Random(1)
    while not any(env.terminations.values()):
        random_step(env, dice)
    paid, met = dict(env.rewards), []
    assert env.agents == env.possible_agents and not any(env.truncations.values())
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        assert observation is not None
        assert terminated and not truncated and reward == paid[agent]
        assert not observation["action_mask"].any() and not info["action_mask"].any()
        assert np.array_equal(observation["observation"], env.game_state.observation(int(agent[-1])))
        met.append(agent)
        with pytest.raises(ValueError, match="None"):
            env.step(0)
        env.step(None)
    assert met == env.possible_agents and env.agents == []
    EnvLogger.flush()
    env.step(None)
    assert "terminated" in EnvLogger.mqueue[0]
    EnvLogger.flush()
    env.reset(seed=2)
    assert env.agents == env.possible_agents and not any(env.terminations.values())


def test_before_reset_the_error_mentions_reset() -> None:
    env = smallworld_v0.env()
    for name in ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "num_agents"):
        with pytest.raises(AttributeError, match=f"{name} cannot be accessed before reset"):
            getattr(env, name)
    for name, *arguments in (("step", 0), ("observe", "player_0"), ("agent_iter",), ("render",), ("state",)):
        with pytest.raises(AssertionError, match=rf"reset\(\) needs to be called before {name}"):
            getattr(env, name)(*arguments)
    with pytest.raises(AttributeError, match="no attribute 'agnets'"):
        env.agnets  # type: ignore[attr-defined]  # noqa: B018


def test_a_loop_without_step_gets_a_clear_error() -> None:
    env = made()
    with pytest.raises(AssertionError, match="need to call step"):
        for _ in env.agent_iter():
            env.last()
    assert list(made().agent_iter(max_iter=0)) == []


@pytest.mark.parametrize(
    ("name", "first", "illegal", "legal"),
    [
        ("smallworld", [], "conquer 3", "legal: pick 0 1 2 3 4 5 (SW-"),
        ("islands", ["start_face ST1A"], "place 0 0 0", "legal: place (8 8 0) (8 8 1) (8 8 2) (8 8 3) (SI-SETUP-3)"),
    ],
)
def test_an_illegal_action_names_the_rule_and_the_legal_ones_and_changes_nothing(
    name: str, first: list[str], illegal: str, legal: str
) -> None:
    env = made(3, name)
    for action in first:
        env.step(env.game.parse(action))
    before = copy.deepcopy(env)
    with pytest.raises(swenv.IllegalAction, match=f"'{illegal}'.*{re.escape(legal)}") as refused:
        env.step(env.game.parse(illegal))
    assert refused.value.action == illegal and refused.value.rule in str(refused.value) and env == before


COPIES: dict[str, Any] = {
    "copy method": lambda env: env.copy(),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
}


@pytest.mark.parametrize(
    "options",
    [
        {"num_players": 4, "reward": "coins"},
        {"name": "underground", "reuse_arrays": True},
        {"name": "warcraft", "num_players": 3},
        {"name": "islands", "num_players": 3},
    ],
)
def test_a_copy_in_mid_game_plays_on_identically(options: dict[str, Any]) -> None:
    env, dice = made(**options), random.Random(9)
    for _ in range(40):
        random_step(env, dice)
    twins = [copied(env) for copied in COPIES.values()]
    assert all(twin == env and hash(twin) == hash(env) and twin is not env for twin in twins)
    untouched = copy.deepcopy(env)
    random_step(twins[0], dice)
    assert twins[0] != env == untouched
    to_the_end(env, *twins[1:])
    assert untouched != env and untouched.agents and twins[1].rewards == env.rewards


@pytest.mark.parametrize("how", COPIES)
def test_copies_work_before_reset_and_while_agents_leave(how: str) -> None:
    fresh, env, dice = smallworld_v0.env(), made(num_players=3, rounds=1), random.Random(1)
    while len(env.agents) == 3:
        random_step(env, dice)
    blank, twin = map(COPIES[how], (fresh, env))
    assert blank == fresh and hash(blank) == hash(fresh) and twin == env
    with pytest.raises(AssertionError):
        blank.step(0)
    to_the_end(twin)
    assert len(env.agents) == 2 and env != "an environment" and env != fresh


def test_a_deep_copy_samples_the_same_actions() -> None:
    env = made()
    env.action_space("player_0").seed(5)
    twin = copy.deepcopy(env)
    mask = env.last()[4]["action_mask"]
    one, two = ([int(each.action_space("player_0").sample(mask)) for _ in range(20)] for each in (env, twin))
    assert one == two and twin.game is env.game, "the game never changes, so it is shared"


@pytest.mark.parametrize("how", ["copy.deepcopy", "pickle"])
def test_a_stack_of_pettingzoo_wrappers_is_copied_in_mid_game(how: str) -> None:
    env: Any = OrderEnforcingWrapper(AssertOutOfBoundsWrapper(smallworld_v0.raw_env(reward="coins")))
    env.reset(seed=6)
    dice = random.Random(1)
    for _, _ in zip(env.agent_iter(), range(30), strict=False):
        random_step(env, dice)
    twin = COPIES[how](env)
    assert twin.unwrapped == env.unwrapped and twin.unwrapped is not env.unwrapped
    to_the_end(env, twin)


def test_the_parallel_environment_pays_what_each_step_pays() -> None:
    env, dice, total = smallworld_v0.parallel_env(num_players=3, reward="coins", rounds=2), random.Random(0), Counter()
    observations, infos = env.reset(seed=2)
    while env.agents:
        legal = {agent: np.flatnonzero(seen["action_mask"]).tolist() for agent, seen in observations.items()}
        actions = {agent: dice.choice(some or [0]) for agent, some in legal.items()}
        observations, rewards, _, _, infos = env.step(actions)
        total.update(rewards)
        assert all(np.array_equal(infos[agent]["action_mask"], observations[agent]["action_mask"]) for agent in infos)
    assert [total[agent] for agent in env.possible_agents] == (env.unwrapped.game_state.coins - 5).tolist()


def test_ansi_and_human_show_the_board(capsys: Any) -> None:
    assert made(render_mode="ansi").render() == str(made().game_state)
    env = made(render_mode="human")
    env.step(0)
    assert env.render() is None
    assert capsys.readouterr().out.count("round 1 of 10") == 3, "after reset, after the step, when asked"
    with pytest.warns(UserWarning, match="render_mode"):
        assert made().render() is None


@tables
def test_the_page_gives_the_sizes_of_the_game(name: str, num_players: int) -> None:
    of, page = board_game(num_players, name), inspect.getdoc(MODULES[name]) or ""
    spaces = re.escape(f"`Discrete({of.num_actions})` | `({of.observation_size},)` int8 |")
    assert re.search(rf"^\| {num_players} \|.*\| {spaces}$", page, re.M)


@pytest.mark.parametrize("name", GAMES)
def test_the_page_names_every_option(name: str) -> None:
    page = inspect.getdoc(MODULES[name]) or ""
    assert [option for option in board_game(2, name).options if f"`{option}`" not in page] == []
