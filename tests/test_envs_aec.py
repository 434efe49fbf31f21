"""The PettingZoo environment: the order of agents, sums of rewards, and copies."""

from __future__ import annotations

import copy
import inspect
import io
import pickle
import random
import re
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

import swenv
from everygame import GAMES, MODULES, SOME_TABLES, unusual
from randomplay import board_game, walk
from support import FX9, active, game, held, position, seat
from swenv import smallworld_v0
from swenv.envs.aec import GameAEC
from swenv.envs.rewards import REWARDS

DOCS = Path(__file__).parents[1] / "docs"
tables = pytest.mark.parametrize(("name", "num_players"), SOME_TABLES)


def made(seed: int = 1, name: str = "smallworld", **options: Any) -> GameAEC:
    env = MODULES[name].env(**options)
    env.reset(seed=seed)
    return env


def random_step(env: GameAEC, dice: random.Random) -> None:
    """The answer to one `last()`: any legal action, or None."""
    observation, _, terminated, _, _ = env.last()
    assert observation is not None
    legal = np.flatnonzero(observation["action_mask"]).tolist()
    env.step(None if terminated else dice.choice(legal))


# The game is the game


@pytest.mark.parametrize("usual", [True, False], ids=["usual", "unusual"])
@tables
def test_a_seed_plays_the_game_of_new_state(name: str, num_players: int, usual: bool) -> None:
    options = {} if usual else unusual(name, num_players)
    env = made(11, name, num_players=num_players, **options)
    for state, action in walk(swenv.load(name, num_players, **options), seed=11):
        assert env.game_state == state
        if action < 0:
            break
        agent = f"player_{state.to_act}"
        assert env.agent_selection == agent
        observation, _, terminated, truncated, info = env.last()
        assert observation is not None and not terminated and not truncated
        assert np.array_equal(observation["observation"], state.observation())
        assert np.array_equal(observation["action_mask"], state.mask())
        assert np.array_equal(info["action_mask"], state.mask())
        env.step(action)
    assert env.terminations == dict.fromkeys(env.possible_agents, True)


def test_a_defender_acts_within_the_turn_of_another() -> None:
    orcs, elves = seat(active("orcs", "hill", hand=6)), seat(active("elves", "forest"))
    regions = {0: held(1, "elves", 2), 1: held(1, "elves")}
    document = position(phase="conquest", seats=[orcs, elves], regions=regions).to_position()
    env = smallworld_v0.env(map=FX9)
    env.reset(options={"position": document})
    assert env.game_state == game().from_position(document) and env.agent_selection == "player_0"
    for action in ("conquer 0", "finish", "deploy_rest 0"):
        env.step(env.game.parse(action))
    assert (env.agent_selection, env.game_state.turn, env.game_state.phase) == ("player_1", 0, "withdrawn")


def test_foreign_reset_options_are_tolerated_but_a_wrong_position_is_not() -> None:
    env = smallworld_v0.env()
    env.reset(seed=1, options={"options": 1, "anything": None})
    with pytest.raises(ValueError, match="position"):
        env.reset(options={"position": {"format": "chess/1"}})
    with pytest.raises(ValueError, match="over"):
        env.reset(options={"position": finished(env.game).to_position()})


def finished(of: swenv.Game) -> swenv.State:
    *_, (last, _) = walk(of, seed=3)
    return last


def test_a_reset_without_a_seed_continues_the_sequence_of_seeds() -> None:
    one, two = made(seed=4), made(seed=4)
    starts = []
    for _ in range(3):
        for env in (one, two):
            env.reset()
        assert one.game_state == two.game_state
        starts.append(one.game_state.copy())
    assert len(set(starts)) == 3
    with pytest.raises(ValueError, match="seed"):
        one.reset(seed=-1)


# What an agent is given


def test_no_two_steps_share_memory() -> None:
    env, dice = made(), random.Random(1)
    arrays: list[np.ndarray] = []
    for _ in range(6):
        observation, _, _, _, info = env.last()
        assert observation is not None
        others = [env.observe(agent) for agent in env.agents]
        here = [observation["observation"], observation["action_mask"]]
        here += [seen[key] for seen in others for key in ("observation", "action_mask")]
        assert info["action_mask"] is observation["action_mask"], "the same mask in both places"
        assert not any(np.shares_memory(new, old) for new in here for old in arrays)
        arrays += here
        random_step(env, dice)


def test_infos_are_new_in_every_step() -> None:
    env, dice = made(), random.Random(1)
    before = env.infos
    masks = {agent: info["action_mask"] for agent, info in before.items()}
    random_step(env, dice)
    for agent, info in env.infos.items():
        assert info is not before[agent] and not np.shares_memory(info["action_mask"], masks[agent])


def test_reused_arrays_are_refilled_with_the_same_contents() -> None:
    live, fresh = made(reuse_arrays=True), made()
    dice = random.Random(2)
    first = live.last()[0]
    while not fresh.terminations["player_0"]:
        seen, earned, *_, info = live.last()
        assert seen is first and seen is not None
        expected, earned_too, *_ = fresh.last()
        assert expected is not None and earned == earned_too
        assert all(np.array_equal(seen[key], expected[key]) for key in seen)
        assert np.array_equal(info["action_mask"], expected["action_mask"])
        action = dice.choice(np.flatnonzero(expected["action_mask"]).tolist())
        live.step(action)
        fresh.step(action)


def test_an_agent_not_to_act_has_a_mask_of_zeros_and_an_observation() -> None:
    env = made(num_players=3)
    for agent in ("player_1", "player_2"):
        seen = env.observe(agent)
        assert not seen["action_mask"].any() and not env.infos[agent]["action_mask"].any()
        assert np.array_equal(seen["observation"], env.game_state.observation(int(agent[-1])))
    assert env.infos["player_0"]["action_mask"].any()
    assert env.last(observe=False)[0] is None


def test_spaces_contain_their_observations_and_stay_the_same_objects() -> None:
    env = made(num_players=3)
    for agent in env.agents:
        assert env.observe(agent) in env.observation_space(agent)
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
    assert env.action_space("player_0") is not env.action_space("player_1"), "each agent samples from its own stream"
    with pytest.raises(KeyError):
        env.action_space("player_3")
    assert env.state() in env.state_space
    assert np.array_equal(env.state()[: env.game.observation_size], env.observe("player_0")["observation"])


# Rewards


@pytest.mark.parametrize("reward", ["win", "margin", "coins"])
@tables
def test_sums_of_last_and_of_rewards_equal_the_result(name: str, num_players: int, reward: str) -> None:
    env = made(num_players, name, num_players=num_players, reward=reward)
    start = env.game_state.copy()
    by_last = dict.fromkeys(env.possible_agents, 0.0)
    by_rewards = dict.fromkeys(env.possible_agents, 0.0)
    dice = random.Random(5)
    for agent in env.agent_iter():
        by_last[agent] += env.last()[1]
        random_step(env, dice)
        for each, paid in env.rewards.items():
            by_rewards[each] += paid
    result = REWARDS[reward](start, env.game_state)
    assert list(by_last.values()) == list(by_rewards.values()) == pytest.approx(result.tolist(), abs=0)  # type: ignore[comparison-overlap]
    if reward == "coins":
        assert list(by_last.values()) == (env.game_state.coins - start.coins).tolist()
    if reward == "win":
        assert list(by_last.values()) == env.game_state.returns().tolist()


@pytest.mark.parametrize("reward", ["win", "margin", "coins"])
@tables
def test_a_step_pays_what_the_batch_pays(name: str, num_players: int, reward: str) -> None:
    vec = swenv.load(name, num_players=num_players, reward=reward).vector(1, seed=3)
    env = made(int(vec.seeds[0]), name, num_players=num_players, reward=reward)
    dice = random.Random(3)
    done = False
    while not done:
        action = dice.choice(np.flatnonzero(vec.masks[0]).tolist())
        env.step(action)
        vec.step(np.array([action]))
        assert list(env.rewards.values()) == vec.rewards[0].tolist()
        done = bool(vec.done[0])
    assert env.game_state.is_over


def test_earnings_in_anothers_turn_are_paid_at_the_next_decision() -> None:
    text = (DOCS / "rewards.md").read_text(encoding="utf-8")
    snippet, told = re.findall(r"^```python\n([^`]*agent_selection[^`]*)^```\n\n```text\n(.*?)^```", text, re.M | re.S)[
        0
    ]
    out = io.StringIO()
    with redirect_stdout(out):
        exec(snippet, {})
    assert out.getvalue() == told, "docs/rewards.md shows what the snippet prints"


def test_a_function_can_define_the_reward() -> None:
    calls = []

    def actions_left(before: swenv.State, after: swenv.State) -> list[float]:
        calls.append((before.copy(), after.copy()))
        return [len(after.legal_actions()), -1]

    env = made(reward=actions_left)
    assert env.game.options["reward"] == "win", "the game itself is not changed"
    start = env.game_state.copy()
    env.step(0)
    assert env.rewards == {"player_0": float(len(env.game_state.legal_actions())), "player_1": -1.0}
    assert calls == [(start, env.game_state)]
    with pytest.raises(ValueError):
        made(reward=lambda before, after: [1.0]).step(0)


# The end


def test_at_the_end_each_agent_collects_once() -> None:
    env, dice = made(num_players=3, rounds=1), random.Random(1)
    while not any(env.terminations.values()):
        random_step(env, dice)
    paid = dict(env.rewards)
    assert env.agents == env.possible_agents and not any(env.truncations.values())
    met = []
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
    env.reset(seed=2)
    assert env.agents == env.possible_agents and not any(env.terminations.values())


# Order


def test_before_reset_the_error_mentions_reset() -> None:
    env = smallworld_v0.env()
    for name in ("agents", "agent_selection", "rewards", "terminations", "truncations", "infos", "num_agents"):
        with pytest.raises(AttributeError, match=f"{name} cannot be accessed before reset"):
            getattr(env, name)
    calls: dict[str, Any] = {
        "step": lambda: env.step(0),
        "observe": lambda: env.observe("player_0"),
        "agent_iter": env.agent_iter,
        "render": env.render,
        "state": env.state,
    }
    for name, call in calls.items():
        with pytest.raises(AssertionError, match=rf"reset\(\) needs to be called before {name}"):
            call()
    with pytest.raises(AttributeError, match="no attribute 'agnets'"):
        env.agnets  # type: ignore[attr-defined]  # noqa: B018


def test_a_loop_without_step_gets_a_clear_error() -> None:
    env = made()
    with pytest.raises(AssertionError, match="need to call step"):
        for _ in env.agent_iter():
            env.last()
    assert list(made().agent_iter(max_iter=0)) == []


def test_a_step_after_the_end_warns(capsys: pytest.CaptureFixture[str]) -> None:
    env, dice = made(rounds=1), random.Random(1)
    while env.agents:
        random_step(env, dice)
    EnvLogger.flush()
    env.step(None)
    assert "terminated" in EnvLogger.mqueue[0]
    EnvLogger.flush()


# Illegal actions


def test_an_illegal_action_names_the_rule_and_the_legal_ones_and_changes_nothing() -> None:
    env = made(seed=3)
    env.last()
    before = copy.deepcopy(env)
    with pytest.raises(swenv.IllegalAction, match=r"'conquer 3'.*legal: pick 0 1 2 3 4 5 \(SW-") as refused:
        env.step(env.game.parse("conquer 3"))
    assert refused.value.rule.startswith("SW-") and refused.value.action == "conquer 3"
    assert env == before
    env.step(0)


def test_legal_actions_with_several_arguments_are_listed_one_by_one() -> None:
    env = made(seed=3, name="islands")
    env.step(env.game.parse("start_face ST1A"))
    legal = re.escape("legal: place (8 8 0) (8 8 1) (8 8 2) (8 8 3) (SI-SETUP-3)")
    with pytest.raises(swenv.IllegalAction, match=f"'place 0 0 0'.*{legal}"):
        env.step(env.game.parse("place 0 0 0"))


@pytest.mark.parametrize(
    ("action", "error"),
    [
        (10**6, ValueError),
        (10**30, ValueError),
        (-1, ValueError),
        (1.5, TypeError),
        (None, TypeError),
        ("pick 0", TypeError),
    ],
)
def test_an_invalid_action_is_refused(action: Any, error: type[Exception]) -> None:
    env = made()
    before = copy.deepcopy(env)
    with pytest.raises(error, match="0 to 217"):
        env.step(action)
    assert env == before


@pytest.mark.parametrize("kind", [np.int64, np.int32, np.uint8, np.int16])
def test_numpy_integers_are_actions(kind: Any) -> None:
    one, two = made(), made()
    one.step(kind(1))
    two.step(1)
    assert one == two


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"ruonds": 3}, "rounds"),
        ({"reward": "wins"}, "win"),
        ({"render_mode": "rgb"}, "rgb_array"),
        ({"num_players": 7}, "2 to 5"),
        ({"map": "smallworld-2q"}, "smallworld-2p"),
    ],
)
def test_a_wrong_option_is_refused_by_name(options: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        smallworld_v0.env(**options)


# Copies

COPIES: dict[str, Any] = {
    "copy method": lambda env: env.copy(),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
}


@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"num_players": 4, "reward": "coins"},
        {"reuse_arrays": True},
        {"name": "underground", "num_players": 3},
        {"name": "warcraft", "num_players": 3},
        {"name": "islands", "num_players": 3},
        {"name": "islands", "num_players": 1, "level": 3},
    ],
)
def test_a_copy_in_mid_game_plays_on_identically(options: dict[str, Any], how: str) -> None:
    env, dice = made(**options), random.Random(9)
    for _ in range(40):
        random_step(env, dice)
    twin = COPIES[how](env)
    assert twin == env and hash(twin) == hash(env) and twin is not env
    untouched = COPIES[how](env)
    one, two = random.Random(3), random.Random(3)
    while env.agents:
        random_step(env, one)
        assert twin != env
        random_step(twin, two)
        assert twin == env and twin.rewards == env.rewards
        assert np.array_equal(twin.game_state.coins, env.game_state.coins)
    assert untouched != env and untouched.agents


def test_copies_work_before_reset_and_while_agents_leave() -> None:
    fresh = smallworld_v0.env()
    for copied in COPIES.values():
        twin = copied(fresh)
        assert twin == fresh and hash(twin) == hash(fresh)
        with pytest.raises(AssertionError):
            twin.step(0)
        twin.reset(seed=1)
    env, dice = made(num_players=3, rounds=1), random.Random(1)
    while len(env.agents) == 3:
        random_step(env, dice)
    for copied in COPIES.values():
        twin = copied(env)
        assert twin == env
        while twin.agents:
            random_step(twin, dice)
    assert len(env.agents) == 2
    assert env != "an environment" and env != smallworld_v0.env(num_players=2)


def test_a_deep_copy_samples_the_same_actions() -> None:
    env = made()
    env.action_space("player_0").seed(5)
    twin = copy.deepcopy(env)
    mask = env.last()[4]["action_mask"]
    drawn = [int(env.action_space("player_0").sample(mask)) for _ in range(20)]
    assert [int(twin.action_space("player_0").sample(mask)) for _ in range(20)] == drawn
    assert twin.game is env.game, "the game never changes, so it is shared"


@pytest.mark.parametrize("how", ["copy.deepcopy", "pickle"])
def test_a_stack_of_pettingzoo_wrappers_is_copied_in_mid_game(how: str) -> None:
    env: Any = OrderEnforcingWrapper(AssertOutOfBoundsWrapper(smallworld_v0.raw_env(reward="coins")))
    with pytest.raises(AssertionError, match="reset"):
        env.step(0)
    env.reset(seed=6)
    dice = random.Random(1)
    for _, _ in zip(env.agent_iter(), range(30), strict=False):
        random_step(env, dice)
    twin = COPIES[how](env)
    assert twin.unwrapped == env.unwrapped and twin.unwrapped is not env.unwrapped
    one, two = random.Random(2), random.Random(2)
    while env.agents:
        random_step(env, one)
        random_step(twin, two)
        assert twin.unwrapped == env.unwrapped


# Parallel


def test_the_parallel_environment_pays_what_each_step_pays() -> None:
    env = smallworld_v0.parallel_env(num_players=3, reward="coins", rounds=2)
    observations, infos = env.reset(seed=2)
    total = dict.fromkeys(env.possible_agents, 0.0)
    dice = random.Random(0)
    while env.agents:
        actions = dict.fromkeys(env.agents, 0)
        for agent, seen in observations.items():
            legal = np.flatnonzero(seen["action_mask"]).tolist()
            if legal:
                actions[agent] = dice.choice(legal)
        observations, rewards, _, _, infos = env.step(actions)
        for agent, paid in rewards.items():
            total[agent] += paid
        assert all(np.array_equal(infos[agent]["action_mask"], observations[agent]["action_mask"]) for agent in infos)
    assert list(total.values()) == (env.unwrapped.game_state.coins - 5).tolist()


# Seeing it


def test_ansi_and_human_show_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    text = made(render_mode="ansi").render()
    assert isinstance(text, str) and text == str(made().game_state)
    env = made(render_mode="human")
    env.step(0)
    assert env.render() is None
    assert capsys.readouterr().out.count("round 1 of 10") == 3, "after reset, after the step, when asked"


def test_render_without_a_mode_warns() -> None:
    with pytest.warns(UserWarning, match="render_mode"):
        assert made().render() is None


# The page


@tables
def test_the_page_gives_the_sizes_of_the_game(name: str, num_players: int) -> None:
    of, page = board_game(num_players, name), inspect.getdoc(MODULES[name])
    assert page is not None and _sizes(of) in page


def _sizes(of: Any) -> str:
    """The row of a game in the table of sizes of its page."""
    spaces = f"`Discrete({of.num_actions})` | `({of.observation_size},)` int8"
    if of.name == "islands":
        return f"| {of.num_players} | {of.options['window']} | {spaces} |"
    rounds = f"{of.boards[0].rounds} | {spaces}"
    regions = sorted(len(board.regions) for board in of.boards)
    if len(of.boards) == 1:
        return f"| {of.num_players} | `{of.board.name}` | {regions[0]} | {rounds} |"
    sizes = [face[0] for face in of.boards[0].faces]
    kinds = {"L": "large", "M": "medium", "S": "small"}
    counted = {kind: sizes.count(icon) for icon, kind in kinds.items() if icon in sizes}
    boards = ", ".join(kind if count == 1 else f"{count} {kind}" for kind, count in counted.items())
    return f"| {of.num_players} | {boards} | {len(of.boards)} | {regions[0]} to {regions[-1]} | {rounds} |"


@pytest.mark.parametrize("name", GAMES)
def test_the_page_gives_the_index_of_every_verb_and_every_option(name: str) -> None:
    of, page = board_game(2, name), inspect.getdoc(MODULES[name])
    assert page is not None
    rows = re.findall(r"^\| `(\w+)[^|]*\| [\w ]+ \| ([\d to]+) \|$", page, re.M)
    assert rows == [
        (verb.name, f"{verb.first} to {verb.first + verb.size - 1}" if verb.size > 1 else str(verb.first))
        for verb in of.verbs
    ]
    for option in of.options:
        assert f"`{option}`" in page


@pytest.mark.parametrize("name", GAMES)
def test_the_page_runs(name: str) -> None:
    page = inspect.getdoc(MODULES[name])
    names: dict[str, Any] = {}
    out = io.StringIO()
    with redirect_stdout(out):
        for snippet in re.findall(r"^```python\n(.*?)^```", page or "", re.M | re.S):
            exec(snippet, names)
    assert names["env"].agents == []
    assert f"# {out.getvalue()}" in (page or "")
