"""All that chance may do: `State.outcomes` and `Game.deals`, against random moves, and a game small enough to solve."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

import pytest

import swenv
from randomplay import walk
from support import play
from swenv.smallworld.tiny import BOARD, tiny_game


def without_stream(state: swenv.State) -> bytes:
    """The record of a state, without its seed and random stream."""
    record = state.record.copy()
    record[["seed", "random"]] = 0
    return record.tobytes()


@pytest.mark.slow
@pytest.mark.parametrize("name", swenv.games())
def test_what_an_action_does_is_among_its_outcomes(name: str) -> None:
    several = 0
    for seed in range(15):
        for state, action in walk(swenv.load(name), seed):
            if state.is_over:
                break
            with suppress(swenv.TooManyOutcomes):
                outcomes, after = state.outcomes(action), play(state.copy(), action)
                several += len(outcomes) > 1
                assert sum(share for share, _ in outcomes) == pytest.approx(1)
                assert [without_stream(each) for _, each in outcomes].count(without_stream(after)) == 1
                assert not any(each.record["forced"].any() for _, each in outcomes)
    assert several, "nothing was left to chance"


def test_an_outcome_is_as_likely_as_it_is_frequent() -> None:
    for state, action in walk(swenv.load("smallworld"), 1):
        if len(outcomes := state.outcomes(action)) > 1:
            break
    expected = {each.last_roll: share for share, each in outcomes}
    rolled = Counter(play(state.sample_hidden(state.to_act, seed), action).last_roll for seed in range(3000))
    assert expected == pytest.approx({0: 1 / 2, 1: 1 / 6, 2: 1 / 6, 3: 1 / 6})
    assert {roll: times / 3000 for roll, times in rolled.items()} == pytest.approx(expected, abs=0.04)


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
    *_, (last, _) = walk(state.game, 5)
    with pytest.raises(swenv.GameOver):
        last.outcomes(0)


def test_every_deal_of_a_small_box_is_listed_once() -> None:
    game = tiny_game()
    deals = game.deals()
    assert len(deals) == 5 * 4 * 3 * 2 * 2, "five races and two powers are shuffled"
    assert all(share == pytest.approx(1 / 240) for share, _ in deals)
    listed = {without_stream(state) for _, state in deals}
    assert all(without_stream(game.new_state(seed)) in listed for seed in range(20))


def test_each_of_several_boards_is_dealt() -> None:
    game = tiny_game(map=[dict(BOARD, name=name) for name in ("one", "two", "three")])
    deals = game.deals()
    assert all(share == pytest.approx(1 / 720) for share, _ in deals)
    assert Counter(int(state.record["table"][0]) for _, state in deals) == {0: 240, 1: 240, 2: 240}
