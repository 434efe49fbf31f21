"""Well of Eternity, Karazhan, fixed prices and the die of the Gnomes (WW-INT-72 to WW-INT-77)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import coins, in_hand, price
from ww_interactions import attack, holder, on_faces
from ww_play import hold

from support import active, declined, held, play, seat, warcraft

KOBOLDS = active("kobolds", "miners")


def lake(regions: dict[int, Any]) -> list[int]:
    """The purses after a turn of Trolls, with Orcs in decline, where lake 10 borders 2 and 5 too and is the Well."""
    shores = {
        10: {"neighbors": [2, 5, 6, 9, 11]},
        2: {"neighbors": [1, 3, 6, 10]},
        5: {"neighbors": [1, 4, 6, 9, 10]},
    }
    state = on_faces(
        {"l": shores},
        phase="conquest",
        seats=[seat(active("trolls", "archaeologists"), declined("orcs"), coins=0), seat(active("naga", "miners"))],
        regions={10: {"place": "well"}, **regions},
    )
    play(state, "finish")
    assert state.turn == 1
    return coins(state)


@pytest.mark.rule("WW-INT-73")
def test_the_well_pays_once_for_two_races_with_the_most_shores() -> None:
    own = {2: held(0, "trolls"), 5: held(0, "trolls"), 6: held(0, "orcs"), 9: held(0, "orcs")}
    assert lake({**own, 11: held(1, "naga")}) == [4 + 2, 5]


@pytest.mark.rule("WW-INT-73")
def test_the_well_compares_race_with_race() -> None:
    # Two own races with one each do not beat two of the Naga, nor does one beat one.
    own = {2: held(0, "trolls"), 5: held(0, "orcs")}
    assert lake({**own, 11: held(1, "naga"), 6: held(1, "naga")})[0] == 2
    assert lake({**own, 11: held(1, "naga")})[0] == 2


@pytest.mark.rule("WW-INT-74")
@pytest.mark.parametrize(("place", "bonus"), [("karazhan", 2), ("meeting_stone", 0)])
def test_karazhan_counts_only_the_other_swamps_of_the_active_race(place: str, bonus: int) -> None:
    # All four swamps of three boards, the last by the race in decline.
    regions = {
        4: hold(0, "trolls", place=place),
        8: held(0, "trolls"),
        13: held(0, "trolls"),
        21: held(0, "orcs"),
        0: held(0, "trolls"),
    }
    seats = [seat(active("trolls", "sailors"), declined("orcs"), coins=0), seat(KOBOLDS), seat()]
    state = play(warcraft(3, phase="conquest", seats=seats, regions=regions), "finish")
    assert (state.turn, coins(state)[0]) == (1, 5 + bonus)


@pytest.mark.rule("WW-INT-75")
@pytest.mark.parametrize("form", ["human", "worgen"])
def test_the_form_of_worgen_leaves_the_price_of_the_doomhammer_alone(form: str) -> None:
    regions = {1: hold(0, "worgen", artifacts=["doomhammer"]), 5: held(1, "kobolds", 4), 17: held(1, "kobolds")}
    state = attack("worgen", "archaeologists", 6, regions, KOBOLDS, coins=3, turn_state={"form": form})
    assert price(state, 5, "arm doomhammer") == 1
    play(state, "arm doomhammer", "conquer 5")
    assert coins(state) == [1, 7]
    # The form itself still counts.
    assert price(state, 0) == (1 if form == "worgen" else 2)


@pytest.mark.rule("WW-INT-75")
@pytest.mark.parametrize("form", ["human", "worgen"])
def test_the_form_of_worgen_leaves_the_price_of_the_champion_alone(form: str) -> None:
    regions = {1: held(0, "worgen"), 5: held(1, "kobolds", 4), 17: held(1, "kobolds")}
    state = attack("worgen", "champions", 6, regions, KOBOLDS, coins=3, turn_state={"form": form})
    play(state, "champion 5")
    assert (in_hand(state, 0, "worgen"), coins(state)[0], holder(state, 5)) == (6, 3, (0, "worgen"))
