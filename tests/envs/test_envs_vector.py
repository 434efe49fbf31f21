"""The batched Gymnasium environment: `make_vec`."""

from __future__ import annotations

import copy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import SyncVectorEnv

import swenv
from everygame import IDS, SOME_GAMES, middle, same, short
from support import FX9, active, held, position, seat
from swenv.envs.vector import AUTORESET, SeatVectorEnv

some_games = pytest.mark.parametrize("name", SOME_GAMES)


def made(num_envs: int = 6, name: str = "smallworld", **options: Any) -> SeatVectorEnv:
    env = gymnasium.make_vec(IDS[name], num_envs=num_envs, **{"opponents": "random", **options})
    assert isinstance(env, SeatVectorEnv)
    return env


def sync(num_envs: int, name: str = "smallworld", autoreset: str = "same_step", **options: Any) -> Any:
    """Gymnasium's own batch of single environments."""
    single = [lambda: gymnasium.make(IDS[name], **options).unwrapped] * num_envs
    return SyncVectorEnv(single, autoreset_mode=AUTORESET[autoreset])


def first_actions(env: SeatVectorEnv, illegal_in: list[int] | None = None) -> np.ndarray:
    """The first legal action of each game, but illegal ones in the games listed."""
    masks = env.action_masks()
    actions = np.argmax(masks, axis=1)
    actions[illegal_in or []] = np.argmin(masks[illegal_in or []], axis=1)
    return actions


def some_actions(env: SeatVectorEnv, dice: np.random.Generator) -> np.ndarray:
    masks = env.action_masks()
    return np.argmax(dice.random(masks.shape) * masks, axis=1)


def states(env: SeatVectorEnv) -> list[swenv.State]:
    return [env.vector.state(i) for i in range(env.num_envs)]


@pytest.mark.parametrize(
    ("name", "autoreset", "options"),
    [
        ("smallworld", "same_step", {"reward": "coins", "observation": "dict", "idle_mask": "ones"}),
        ("smallworld", "next_step", {"reward": "coins", "observation": "dict", "idle_mask": "ones"}),
        ("smallworld", "same_step", {"illegal_action": "lose", "observation": "graph", "dtype": "float32"}),
        ("smallworld", "next_step", {"illegal_action": "lose", "observation": "dict", "dtype": "float32"}),
        ("underground", "same_step", {"num_players": 3, "reward": "margin"}),
        ("warcraft", "same_step", {"num_players": 3, "reward": "win"}),
        ("islands", "same_step", {"num_players": 3, "reward": "margin"}),
    ],
)
def test_steps_are_those_of_gymnasiums_batch_up_to_the_end_of_a_game(
    name: str, autoreset: str, options: dict[str, Any]
) -> None:
    options = {"opponents": "greedy", **short(name, 1), **options}
    env, alone = made(3, name, autoreset=autoreset, **options), sync(3, name, autoreset, **options)
    assert same(env.reset(seed=(np.int32(1), 2, np.uint8(3))), alone.reset(seed=[1, 2, 3]))
    dice, ended, k = np.random.default_rng(0), np.zeros(3, dtype=bool), 0
    while not ended.any():
        losing = options.get("illegal_action") == "lose" and k == 2
        actions, k = first_actions(env, [1]) if losing else some_actions(env, dice), k + 1
        mine, its = env.step(actions), alone.step(actions)
        assert same(mine[1:4], its[1:4]) and mine[4].keys() == its[4].keys()
        ended = mine[2]
        running = [i for i in range(3) if not ended[i] or autoreset == "next_step"]
        assert same(picked(mine[0], running), picked(its[0], running))
        for key, expected in its[4].items():
            rows = running if key in {"action_mask", "seat"} else [0, 1, 2]
            assert same(picked(mine[4][key], rows), picked(expected, rows)), key


def picked(tree: Any, rows: list[int]) -> Any:
    return {key: picked(part, rows) for key, part in tree.items()} if isinstance(tree, dict) else tree[rows]


@pytest.mark.parametrize("options", [{"opponents": "greedy"}, {"reward": "coins", "num_players": 3}])
def test_a_game_does_not_depend_on_the_size_of_the_batch(options: dict[str, Any]) -> None:
    few, many = (made(number, rounds=1, **options) for number in (2, 9))
    assert np.array_equal(few.reset(seed=3)[0], many.reset(seed=3)[0][:2])
    for _ in range(60):
        mine, its = few.step(first_actions(few)), many.step(first_actions(many))
        assert same(mine[:3], tuple(part[:2] for part in its[:3]))


def test_coins_add_up_over_every_game_that_follows_another() -> None:
    env = made(4, reward="coins", rounds=2, num_players=3)
    env.reset(seed=2)
    dice, total, ended = np.random.default_rng(3), np.zeros(4), 0
    seats = env.game.observation_layout["seats"]
    while ended < 12:
        _, rewards, terminations, _, infos = env.step(some_actions(env, dice))
        total += rewards
        for i in np.flatnonzero(terminations):
            assert total[i] == seats.of(infos["final_obs"][i])[0, seats.column("coins")][0] - 5
            total[i] = 0
            ended += 1


def test_the_play_of_a_game_follows_from_its_own_seed_in_a_list_and_none_draws_one() -> None:
    env, traces, drawn = made(3, num_players=3), set(), set()
    for seeds, i in ([5, 6, 7], 1), ([6, None, 5], 0), ([None, 1, 6], 2), ([6, None, None], 0):
        seen = [env.reset(seed=seeds)[0][i].tobytes()]
        drawn |= set(env.vector.seeds.tolist())
        traces.add((*seen, *(env.step(first_actions(env))[0][i].tobytes() for _ in range(40))))
    assert len(traces) == 1 and len(drawn) == 4 + 4


def test_seats_are_drawn_for_each_game_or_fixed() -> None:
    env = made(200, num_players=4)
    env.reset(seed=0)
    assert np.bincount(env.seats, minlength=4).min() >= 25
    env = made(3, num_players=4, seat=3)
    env.reset(seed=0)
    assert env.seats.tolist() == [3, 3, 3]


DOCUMENT = {"format": "swenv-position/1", "game": "smallworld"}


@pytest.mark.parametrize(
    ("given", "error", "says"),
    [
        ({"seed": [1, 2]}, ValueError, "num_envs=3.*length=2"),
        ({"seed": [1, 2, -1]}, ValueError, "out of range"),
        ({"seed": [1, 2, True]}, TypeError, "whole number"),
        ({"seed": "123"}, TypeError, "whole number"),
        ({"options": ["position"]}, TypeError, "options"),
        ({"options": {"position": 5}}, ValueError, "position"),
        ({"options": {"position": [None, DOCUMENT]}}, ValueError, r"position.* 3, .*not 2"),
        ({"options": {"position": {**DOCUMENT, "round": "x"}}}, ValueError, "round"),
        ({"options": {"position": {**DOCUMENT, "phase": "over"}}}, ValueError, "over"),
        ({"options": {"reset_mask": [True, False, False]}}, TypeError, "reset_mask.*numpy array"),
        ({"options": {"reset_mask": np.ones(2, dtype=bool)}}, ValueError, "reset_mask.*shape"),
        ({"options": {"reset_mask": np.ones(3, dtype=int)}}, TypeError, "reset_mask.*bool"),
        ({"options": {"reset_mask": np.zeros(3, dtype=bool)}}, ValueError, "reset_mask.*at least one"),
    ],
)
def test_a_wrong_reset_is_refused_and_changes_nothing(given: dict[str, Any], error: Any, says: str) -> None:
    env = made(3)
    env.reset(seed=1)
    before = copy.deepcopy(env)
    for each in (env, sync(3)) if "reset_mask" in says else (env,):  # gymnasium's own batch refuses these too
        with pytest.raises(error, match=says):
            each.reset(**{"seed": 2, **given})
    assert env == before


def test_a_step_and_a_reset_mask_need_games_in_progress() -> None:
    with pytest.raises(RuntimeError, match="reset"):
        made(3).reset(options={"reset_mask": np.ones(3, dtype=bool)})
    with pytest.raises(RuntimeError, match="reset"):
        made().step(np.zeros(6, dtype=int))


@pytest.mark.parametrize("autoreset", AUTORESET)
@pytest.mark.parametrize("seed", [None, 9, [9, 9, 9]])
def test_only_the_games_of_the_reset_mask_start_anew(seed: Any, autoreset: str) -> None:
    env = made(3, num_players=3, reward="coins", autoreset=autoreset)
    env.reset(seed=1)
    for _ in range(5):
        env.step(first_actions(env))
    twin, seen = copy.deepcopy(env), env.vector.observations.copy()
    mask = np.array([False, True, False])
    observations, infos = env.reset(seed=seed, options={"reset_mask": mask})
    assert mask.tolist() == [False, True, False] and env.vector.state(1).round == 1
    assert np.array_equal(observations[[0, 2]], seen[[0, 2]]) and not np.array_equal(observations[1], seen[1])
    for key in ("action_mask", "seat"):
        assert infos[f"_{key}"].tolist() == mask.tolist() and not infos[key][~mask].any()
    assert np.array_equal(infos["action_mask"][1], env.action_masks()[1])
    if seed is not None:
        assert env.vector.seeds[1] == (9 if isinstance(seed, list) else env.game.vector(3, seed=9).seeds[1])
    for _ in range(25):
        actions = first_actions(env)
        mine, its = env.step(actions), twin.step(np.where(mask, first_actions(twin), actions))
        assert same([part[~mask] for part in mine[:4]], [part[~mask] for part in its[:4]])


def test_a_game_whose_end_was_just_shown_can_be_left_alone_or_started_anew() -> None:
    """With "next_step", where the step after an end would start the next game."""
    env = made(2, autoreset="next_step", illegal_action="lose", opponents="greedy")
    env.reset(seed=1)
    shown, *_ = env.step(first_actions(env, [0, 1]))
    seen, _ = env.reset(seed=[5, 6], options={"reset_mask": np.array([True, False])})
    assert np.array_equal(seen[1], shown[1]) and env.action_masks().any(axis=1).tolist() == [True, False]
    assert np.array_equal(seen[0], made(1, opponents="greedy").reset(seed=[5])[0][0])
    state = env.vector.state(0)
    env.step(first_actions(env))
    assert env.vector.state(0) != state and env.action_masks().any(axis=1).all()


@some_games
def test_games_start_from_the_position_in_the_options_and_are_followed_by_different_ones(name: str) -> None:
    options: dict[str, Any] = {"opponents": "greedy", "illegal_action": "lose"}
    env, alone, start = made(4, name, **options), sync(4, name, **options), {"position": middle(name)}
    first = env.reset(seed=[1, 2, 3, 4], options={**start, "of others": 1})
    assert same(first, alone.reset(seed=[1, 2, 3, 4], options=start)) and set(env.seats.tolist()) == {0, 1}
    actions = first_actions(env)
    assert same(env.step(actions), alone.step(actions))
    env.step(first_actions(env, [0, 1, 2, 3]))
    assert len(set(states(env))) == len(set(env.vector.seeds.tolist())) == 4
    assert np.array_equal(env.vector.to_act, env.seats)
    assert np.array_equal(env.action_masks(), [state.mask() for state in states(env)])
    assert not {"final_obs", "final_info", "illegal_action"} & env.step(first_actions(env))[4].keys()


def test_a_list_of_positions_has_one_for_each_game_and_none_for_a_new_one() -> None:
    env, usual, document = made(3, seat=0), made(3, seat=0), middle()
    env.reset(seed=1, options={"position": [None, document, None]})
    usual.reset(seed=1)
    begun = env.game.from_position(document).round
    assert [one == two for one, two in zip(states(env), states(usual), strict=True)] == [True, False, True]
    assert env.vector.state(1).round == begun > 1
    usual.reset(options={"position": document, "reset_mask": np.array([False, True, True])})
    assert usual.vector.state(0) == env.vector.state(0)
    assert [state.round for state in states(usual)] == [1, begun, begun]


def test_a_position_in_which_the_learner_has_nothing_left_to_decide_is_refused() -> None:
    orcs, elves = seat(active("orcs", "hill")), seat(active("elves", "forest", hand=1))
    document = position(phase="deploy", round=10, turn=1, seats=[orcs, elves], regions={0: held(1, "elves")})
    env = made(2, map=FX9, seat=0)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="game 1 ends before seat 0 decides"):
        env.reset(options={"position": [None, document.to_position()]})
    with pytest.raises(RuntimeError, match="reset"):
        env.step(np.zeros(2, dtype=int))


def test_a_player_decides_for_all_its_waiting_games_in_one_call() -> None:
    asked = []

    def first(_: Any, masks: Any) -> Any:
        asked.append(masks.any(axis=1))
        return masks.argmax(axis=1)

    env = made(8, num_players=3, opponents=["random", "greedy"])
    env.reset(seed=1)
    env._players[0].act_batch = first  # type: ignore[method-assign]
    for _ in range(25):
        env.step(first_actions(env))
    assert max(map(len, asked)) > 1 and all(some.size and some.all() for some in asked)


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


def test_no_finished_game_is_played_again_to_see_its_end(monkeypatch: Any) -> None:
    env = made(4, map=FX9, rounds=1)
    env.reset(seed=1)
    monkeypatch.setattr(swenv.State, "attempt", None)
    over = np.zeros(4, dtype=bool)
    while not over.any():
        _, _, over, _, infos = env.step(first_actions(env))
    assert infos["final_obs"][int(over.argmax())].any()


def test_by_default_an_illegal_action_names_the_game_and_changes_nothing() -> None:
    env = made()
    env.reset(seed=1)
    before = copy.deepcopy(env)
    with pytest.raises(swenv.IllegalAction, match=r"in game 2: .*legal: "):
        env.step(first_actions(env, [2, 4]))
    assert env == before


def test_random_legal_plays_on_and_says_where() -> None:
    env = made(illegal_action="random_legal", rounds=1)
    env.reset(seed=1)
    _, _, ended, _, infos = env.step(first_actions(env, [1, 5]))
    assert np.flatnonzero(infos["illegal_action"]).tolist() == [1, 5] and not ended.any()
    assert "illegal_action" not in env.step(first_actions(env))[4]
    while not ended.any():
        *_, ended, _, infos = env.step(first_actions(env, [0, 1, 2, 3, 4, 5]))
        assert infos.get("_illegal_action", ended & ~ended).tolist() == (~ended).tolist()
    assert infos["final_info"]["illegal_action"].tolist() == ended.tolist()


@pytest.mark.parametrize("name", IDS)
def test_records_have_no_padding_which_numpy_would_not_copy(name: str) -> None:
    """Else a copied batch, or a state copied out of it, would differ from an equal one now and then."""
    records = made(name=name).vector.records
    assert sum(field.itemsize for field, _ in records.dtype.fields.values()) == records.dtype.itemsize


def test_it_draws_every_game_and_its_end_with_the_observation_that_shows_it() -> None:
    options: dict[str, Any] = {"opponents": "greedy", "illegal_action": "lose", "hide_coins": True}
    env, alone = (make(2, autoreset="next_step", render_mode="ansi", **options) for make in (made, sync))
    assert same(env.reset(seed=[1, 2])[0], alone.reset(seed=[1, 2])[0]) and env.render() == alone.render()
    actions = first_actions(env, [1])
    assert same(env.step(actions)[0], alone.step(actions)[0]) and env.render() == alone.render()
    with pytest.warns(UserWarning, match="render_mode"):
        assert made(2).render() is None
