"""Games for one player in environments, matches and training.

The opponent is not a seat: solo Small Islands is played against Alexis, who moves within the human's actions.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import swenv
from swenv import agents
from swenv.training.arena import match
from swenv.training.sb3 import SelfPlay
from swenv.training.selfplay import REWARDS as PAID_IN

ID = "swenv/Islands-v0"
ALONE: dict[str, Any] = {"num_players": 1, "window": 7, "start_layout": "random"}
"""A game for one on a small table."""


def loaded(**options: Any) -> swenv.Game:
    return swenv.load("islands", **{**ALONE, **options})


def last_decision(prestige: int) -> dict[str, Any]:
    """A position before the human docks the last ship. Without ports and houses, Alexis will only have his bonus."""
    return {
        "format": "swenv-position/1", "game": "islands", "num_players": 1, "window": 7, "phase": "turn",
        "tiles": [{"tile": "WB1", "r": 3, "c": 3, "rot": 0}],
        "ships": [{"r": 3, "c": 4, "owner": "grey"}, {"r": 3, "c": 5, "owner": "grey"}, {"r": 2, "c": 3, "owner": 0}],
        "seats": [{"prestige": prestige}],
    }  # fmt: skip


@pytest.mark.parametrize(("prestige", "won", "margin"), [(100, 1, 0.8), (20, -1, 0.0), (10, -1, -0.5), (0, -1, -1.0)])
def test_one_seat_wins_or_loses_against_no_seat(prestige: int, won: float, margin: float) -> None:
    state = loaded().from_position(last_decision(prestige))
    assert state.returns().tolist() == [0.0]
    state.apply("dock_grey 4 3")
    assert state.is_over and state.coins.tolist() == [prestige]
    assert state.to_position()["alexis"]["prestige"] == 20, "his bonus on level 1, with no house built"
    assert state.returns().tolist() == [won]
    assert state.game.margins(state.record) == pytest.approx([margin])


@pytest.mark.parametrize("opponents", ["greedy", "random", []])
def test_no_opponent_is_needed_and_every_decision_is_the_learners(opponents: Any) -> None:
    env: Any = gymnasium.make(ID, **ALONE, opponents=opponents, reward="margin").unwrapped
    assert env.opponents == [] and env._players == []
    observation, info = env.reset(seed=7)
    assert env.game_state == env.game.new_state(7), "nobody has acted before the learner"
    dice, over = np.random.default_rng(0), False
    while not over:
        assert info["seat"] == 0 and env.game_state.to_act == 0
        assert np.array_equal(observation, env.game_state.observation())
        observation, reward, over, _, info = env.step(int(dice.choice(np.flatnonzero(info["action_mask"]))))
    assert reward == pytest.approx(env.game.margins(env.game_state.record)[0]) != 0
    assert not info["action_mask"].any()


@pytest.mark.parametrize(
    ("options", "says"),
    [({"opponents": ["random"]}, "a list of 0"), ({"seat": 1}, "0 to 0"), ({"mode": "slo"}, "solo")],
)
def test_options_that_ask_for_a_second_seat_are_refused(options: dict[str, Any], says: str) -> None:
    for make in (gymnasium.make, gymnasium.make_vec):
        with pytest.raises(ValueError, match=says):
            make(ID, **ALONE, **options)


def test_a_match_of_one_player_counts_what_it_won_against_alexis() -> None:
    seen = set()
    for level in (1, 6):
        game, player = loaded(level=level), agents.make("greedy")
        result = match(game, [player], games=2, seed=2)
        assert np.array_equal(result.wins, match(game, [player], games=2, seed=2).wins)
        assert result.wins.shape == (2, 1) and result.seating.tolist() == [[0]] * 2
        for seed, won, coins in zip(result.seeds.tolist(), result.wins.tolist(), result.coins.tolist(), strict=True):
            state = game.new_state(seed)
            while not state.is_over:
                state.apply(player.act(state))
            assert won == [float(state.returns()[0] > 0)] and coins == state.coins.tolist()
            seen.add(won[0])
        (tally,) = result.tallies
        assert tally.rate == result.wins.mean() and tally.rate_by_seat == (tally.rate,)
        assert tally.coins == result.coins.mean() and len(result.table()) == 3
    assert seen == {0.0, 1.0}, "Alexis loses on the first level and wins on the last"


@pytest.mark.parametrize("reward", PAID_IN)
def test_self_play_of_one_seat_asks_no_opponent(reward: str) -> None:
    games = SelfPlay(loaded(), 2, [agents.make("random")], reward=reward, seed=1)
    dice = np.random.default_rng(0)
    games.reset()
    while len(games.games.results) < 2:
        games.step_async(np.array([dice.choice(np.flatnonzero(mask)) for mask in games.action_masks()]))
        _, rewards, _, _ = games.step_wait()
        assert np.isfinite(rewards).all()
    assert games.games.opponent_seconds == 0
    assert all(won in (1.0, 0.0) for _, won in games.games.results)
