"""All that chance may do: `State.outcomes` and `Game.deals`, against random moves, and a game small enough to solve."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import swenv
from swenv.smallworld.tiny import BOARD, tiny_game


def without_stream(state: swenv.State) -> bytes:
    """The record of a state, without the random stream."""
    record = state.record.copy()
    record["random"] = 0
    return record.tobytes()


@pytest.mark.slow
@pytest.mark.parametrize("name", swenv.games())
def test_what_an_action_does_is_among_its_outcomes(name: str) -> None:
    game, dice, several = swenv.load(name), random.Random(1), 0
    for seed in range(15):
        state = game.new_state(seed)
        while not state.is_over:
            action = dice.choice(state.legal_actions().tolist())
            try:
                outcomes = state.outcomes(action)
            except swenv.TooManyOutcomes:
                outcomes = []
            state.apply(action)
            several += len(outcomes) > 1
            if outcomes:
                assert sum(share for share, _ in outcomes) == pytest.approx(1)
                assert [without_stream(each) for _, each in outcomes].count(without_stream(state)) == 1
                assert not any(each.record["forced"].any() for _, each in outcomes)
    assert several, "nothing was left to chance"


def test_an_outcome_is_as_likely_as_it_is_frequent() -> None:
    state, dice, number = swenv.load("smallworld").new_state(1), random.Random(1), 3000
    action = 0
    while len(state.outcomes(action := dice.choice(state.legal_actions().tolist()))) == 1:
        state.apply(action)
    outcomes = state.outcomes(action)
    expected = {each.last_roll: share for share, each in outcomes}
    rolled = Counter[int | None]()
    for seed in range(number):
        other = state.sample_hidden(state.to_act, seed)
        other.apply(action)
        rolled[other.last_roll] += 1
    assert expected == pytest.approx({0: 1 / 2, 1: 1 / 6, 2: 1 / 6, 3: 1 / 6})
    assert {roll: times / number for roll, times in rolled.items()} == pytest.approx(expected, abs=0.04)


def test_outcomes_leave_the_state_and_its_random_stream_alone() -> None:
    state = swenv.load("islands").new_state(5)
    before = state.copy()
    outcomes = state.outcomes(int(state.legal_actions()[0]))
    assert state == before
    assert {int(each.record["random"][0]) for _, each in outcomes} == {int(state.record["random"][0])}


def test_outcomes_are_refused_as_apply_refuses() -> None:
    state = swenv.load("smallworld").new_state(5)
    with pytest.raises(swenv.IllegalAction, match="SW-"):
        state.outcomes("roll")
    with pytest.raises(ValueError, match="no verb"):
        state.outcomes("jump 3")
    with pytest.raises(ValueError, match="most must be at least 1"):
        state.outcomes("pick 0", most=0)
    with pytest.raises(swenv.TooManyOutcomes, match="more than 10,000 ways"):
        state.game.deals()
    while not state.is_over:
        state.apply(state.legal_actions()[0])
    with pytest.raises(swenv.GameOver):
        state.outcomes(0)


def test_every_deal_of_a_small_box_is_listed_once() -> None:
    game = tiny_game()
    deals = game.deals()
    assert len(deals) == 5 * 4 * 3 * 2 * 2, "five races and two powers are shuffled"
    assert all(share == pytest.approx(1 / 240) for share, _ in deals)
    listed = {without_stream(state) for _, state in deals}
    for seed in range(20):
        state = game.new_state(seed)
        state.record["seed"] = 0
        assert without_stream(state) in listed


def test_each_of_several_boards_is_dealt() -> None:
    game = tiny_game(map=[dict(BOARD, name=name) for name in ("one", "two", "three")])
    deals = game.deals()
    boards = Counter[int]()
    for share, state in deals:
        boards[int(state.record["table"][0])] += 1
        assert share == pytest.approx(1 / 720)
    assert boards == {0: 240, 1: 240, 2: 240}
