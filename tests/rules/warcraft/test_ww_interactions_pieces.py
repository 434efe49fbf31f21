"""Champion, Beasts, Chapel, walls, towers and withdrawal (WW-INT-50 to -56, -66 to -71, -80, -81, -83)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import in_hand, lay_out, tray, turn_state
from ww_interactions import attack
from ww_play import hold

import swenv
from support import active, declined, held, legal, play, seat, tokens, warcraft


def sheltered(regions: dict[int, Any], *others: dict[str, Any], **fields: Any) -> swenv.State:
    """Trolls in 1 against the races of seat 1."""
    return attack("trolls", "archaeologists", 10, {1: held(0, "trolls"), **regions}, *others, **fields)


@pytest.mark.rule("WW-INT-56")
def test_the_chapel_leaves_the_save_of_the_draenei_for_later() -> None:
    regions = {number: held(1, "draenei") for number in (0, 2, 17)}
    regions[5] = hold(1, "draenei", place="chapel")
    state = sheltered(regions, active("draenei", "miners"))
    play(state, "conquer 0")
    assert (in_hand(state, 1, "draenei"), turn_state(state, "saved")) == (1, False)
    # The Chapel falls and saves its own token.
    play(state, "conquer 5")
    assert (in_hand(state, 1, "draenei"), turn_state(state, "saved")) == (2, False)
    play(state, "conquer 2")
    assert (in_hand(state, 1, "draenei"), turn_state(state, "saved")) == (3, True)
    assert tray(state, "draenei") == 12 - 4


def withdrawing() -> swenv.State:
    """Seat 1 has just ended a turn in which both others lost a region of two tokens."""
    seats = [
        seat(active("kobolds", "miners"), declined("trolls")),
        seat(active("blood_elves", "archaeologists", hand=9), coins=0),
        seat(active("naga", "herbalists")),
    ]
    regions = {
        1: held(1, "blood_elves"),
        0: held(0, "kobolds", 2),
        5: held(2, "naga", 2),
        7: held(0, "kobolds"),
        14: held(0, "kobolds"),
        6: held(0, "trolls"),
        17: held(2, "naga"),
        3: held(2, "naga"),
    }
    state = warcraft(3, turn=1, phase="conquest", seats=seats, regions=regions)
    play(state, "conquer 0", "conquer 5")
    return lay_out(state, 1)


@pytest.mark.rule("WW-INT-80")
def test_withdrawn_tokens_are_placed_clockwise_from_the_active_player() -> None:
    state = withdrawing()
    assert (state.phase, state.to_act) == ("withdrawn", 2)
    play(state, "deploy 17")
    assert (state.phase, state.to_act) == ("withdrawn", 0)
    play(state, "deploy 14")
    assert (state.phase, state.turn) == ("choose", 2)


@pytest.mark.rule("WW-INT-81")
def test_withdrawn_tokens_go_to_any_region_of_their_race() -> None:
    state = withdrawing()
    assert legal(state, "deploy") == [3, 17]
    play(state, "deploy 3")
    # 6, beside the lost region, is the race in decline.
    assert legal(state, "deploy") == [7, 14]
    play(state, "deploy 14")
    assert (tokens(state, 3), tokens(state, 14), tokens(state, 7), tokens(state, 6)) == (2, 2, 1, 1)
