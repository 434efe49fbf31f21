"""The worked examples of Warcraft (its rules, section 7) 27 to 51: one test a row or more, all its numbers.

Where the row names no race or badge, the test takes one that cannot touch the numbers.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from chapters import coins, in_hand, lay_out, tray
from ww_play import IDLE, artifacts_in, attacking, hold, lying, start
from ww_races import end_turn

import swenv
from support import (
    WX3,
    active,
    declined,
    held,
    legal_words,
    play,
    region,
    seat,
    tokens,
    warcraft,
)

# Powers that act


# Races


# Artifacts, tolls and Places


@pytest.mark.rule("WW-EX-40")
@pytest.mark.parametrize(("there", "received"), [(held(1, "trolls", 4, fortress=1), 2), ({}, 0)])
def test_example_40_the_doomhammer_needs_two_coins_and_one_token(there: dict[str, Any], received: int) -> None:
    regions = {1: hold(0, "kobolds", artifacts=["doomhammer"]), 2: there, 17: held(1, "trolls")}
    state = attacking("kobolds", "miners", 3, regions, active("trolls", "sentinels"), coins=2)
    play(state, "arm doomhammer", "conquer 2")
    assert (region(state, 2)["race"], tokens(state, 2)) == ("kobolds", 1)
    assert (coins(state), artifacts_in(state, 2)) == ([0, 5 + received], ["doomhammer"])


@pytest.mark.rule("WW-EX-40")
def test_example_40_one_coin_does_not_pay_the_doomhammer() -> None:
    regions = {1: hold(0, "kobolds", artifacts=["doomhammer"]), 2: held(1, "trolls", 4, fortress=1)}
    state = attacking("kobolds", "miners", 3, regions, active("trolls", "sentinels"), coins=1)
    assert legal_words(state, "arm") == set()


@pytest.mark.rule("WW-EX-42")
def test_example_42_the_chapel_saves_its_last_token() -> None:
    regions = {0: held(0, "kobolds"), 1: hold(1, "orcs", place="chapel"), 4: held(1, "orcs"), 17: held(1, "orcs")}
    state = attacking("kobolds", "farmers", 8, regions, active("orcs", "miners"))
    play(state, "conquer 1")
    assert (in_hand(state, 1, "orcs"), tray(state, "orcs")) == (1, 11 - 3)
    play(state, "conquer 4")
    assert (in_hand(state, 1, "orcs"), tray(state, "orcs")) == (1, 11 - 3 + 1)


@lru_cache
def round_lake() -> swenv.Game:
    """A table for three where the lake 10 has seven neighbours."""
    borders = {10: [2, 3, 5, 6, 7, 9, 11], 2: [1, 3, 6, 10], 3: [2, 7, 10], 5: [1, 4, 6, 9, 10], 7: [3, 6, 10, 11]}
    face = json.loads(Path(WX3[0]).read_text())
    for number, neighbors in borders.items():
        face["regions"][number]["neighbors"] = neighbors
    return swenv.load("warcraft", num_players=3, boards=[{**face, "name": "wx-l-lake"}, *WX3[1:]])


@pytest.mark.rule("WW-EX-43")
@pytest.mark.parametrize(("last", "paid"), [([3, 7], 0), ([3], 2)])
def test_example_43_the_well_pays_the_race_with_most_regions_around(last: list[int], paid: int) -> None:
    regions = {
        10: lying(place="well"),
        6: held(0, "draenei"),
        **{number: held(0, "trolls") for number in (5, 9)},
        2: held(1, "orcs"),
        **{number: held(2, "gnomes") for number in last},
    }
    state = round_lake().from_position(
        {
            "format": "swenv-position/1",
            "game": "warcraft",
            "phase": "conquest",
            "seats": [
                seat(active("draenei", "farmers"), declined("trolls"), coins=0),
                seat(active("orcs", "sailors")),
                seat(active("gnomes", "explorers")),
            ],
            "regions": {str(number): content for number, content in regions.items()},
        }
    )
    play(state, "finish")
    assert (state.turn, coins(state)[0]) == (1, 3 + paid)


@pytest.mark.rule("WW-EX-44")
def test_example_44_karazhan_pays_the_other_active_hills() -> None:
    regions = {
        6: hold(0, "draenei", place="karazhan"),
        1: held(0, "draenei"),
        12: held(0, "draenei"),
        20: held(0, "trolls"),
    }
    state = attacking("draenei", "farmers", 0, regions, own=[declined("trolls")], rest=[seat()])
    assert coins(play(state, "finish"))[0] == 4 + 2


@pytest.mark.rule("WW-EX-45")
def test_example_45_a_tie_goes_to_the_race_tokens_on_the_map() -> None:
    # Seat 1 is the A of the example.
    state = warcraft(
        round=10,
        turn=1,
        phase="conquest",
        seats=[
            seat(active("kobolds", "beastmasters"), declined("gnomes"), coins=78),
            seat(active("orcs", "archaeologists"), declined("trolls"), coins=78 - 10),
        ],
        regions={
            **{number: held(1, "orcs") for number in (0, 1, 2, 3, 4, 5)},
            **{number: held(1, "trolls") for number in (6, 7, 8, 9)},
            12: held(0, "kobolds", 5, beasts=2),
            13: held(0, "kobolds", 3, beasts=1),
            14: held(0, "gnomes"),
        },
    )
    play(state, "finish")
    assert state.is_over
    assert (coins(state), state.returns().tolist()) == ([78, 78], [-1, 1])


def wiped_out() -> swenv.State:
    """Active Orcs without a token, Trolls in decline in four regions."""
    return warcraft(
        seats=[seat(active("orcs", "farmers"), declined("trolls"), coins=0), IDLE],
        regions={number: held(0, "trolls") for number in (0, 1, 2, 6)},
    )


@pytest.mark.rule("WW-EX-46")
def test_example_46_a_wiped_out_race_that_expands_scores_its_decline() -> None:
    state = play(wiped_out(), "finish")
    assert (state.turn, coins(state)[0], tokens(state, 6)) == (1, 4, 1)


@pytest.mark.rule("WW-EX-46")
def test_example_46_a_wiped_out_race_that_declines_scores_nothing() -> None:
    state = play(wiped_out(), "decline")
    assert (state.turn, coins(state)[0], tray(state, "trolls")) == (1, 0, 11)
    play(state, "finish")
    assert (state.turn, state.phase) == (0, "pick")


@pytest.mark.rule("WW-EX-47")
def test_example_47_the_spirit_healer_brings_a_lost_token_back() -> None:
    regions = {
        4: held(1, "draenei", 6),
        0: hold(0, "orcs", 5, place="spirit_healer", fortress=1),
        1: held(0, "orcs", 3, fortress=1),
        5: held(0, "orcs", 1, fortress=1),
    }
    state = warcraft(
        turn=1, seats=[seat(active("orcs", "sentinels")), seat(active("draenei", "miners"))], regions=regions
    )
    assert tray(state, "orcs") == 2
    end_turn(play(state, "conquer 5"))
    assert (state.turn, tray(state, "orcs")) == (0, 3)
    lay_out(state, 1)
    assert (tray(state, "orcs"), tokens(state, 0) + tokens(state, 1)) == (2, 9)


@pytest.mark.rule("WW-EX-47")
def test_example_47_the_spirit_healer_finds_an_empty_tray() -> None:
    regions = {0: hold(0, "orcs", 5, place="spirit_healer"), 1: held(0, "orcs", 6)}
    state = lay_out(attacking("orcs", "sentinels", 0, regions, active("naga", "miners")), 1)
    assert (tray(state, "orcs"), tokens(state, 0) + tokens(state, 1)) == (0, 11)


# Set-up, factions, all tolls at once


@pytest.mark.rule("WW-EX-49")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_example_49_three_players_start_on_three_boards(seed: int) -> None:
    state = start(3, seed)
    document = state.to_position()
    board = state.game.board_of(state.record)  # type: ignore[attr-defined]
    assert [face[0] for face in board.faces] == ["L", "M", "S"]
    hidden = [place.id for place in board.regions if "face_down" in region(state, place.id)]
    assert hidden == [place.id for place in board.regions if place.marker]
    assert [board.regions[number].board for number in hidden] == [0, 1, 2]
    assert document["rounds"] == 10
    assert coins(state) == [5, 5, 5]
    assert len(document["column"]) == 6
    assert all(region(state, place.id).get("murloc", 0) == int(place.murloc) for place in board.regions)
    assert any(place.murloc for place in board.regions)


@pytest.mark.rule("WW-EX-49")
def test_example_49_murlocs_and_mountains_stand_on_their_symbols() -> None:
    state = start(3)
    document = state.to_position()
    conquering = state.game.from_position(
        {
            **{key: document[key] for key in ("format", "game", "boards", "regions")},
            "phase": "conquest",
            "seats": [seat(active("gnomes", "miners", hand=8)), seat(), seat()],
        }
    )
    # The air strike pays no travel: 2, and what stands there.
    play(conquering, "arm air_strike")
    board = state.game.board_of(state.record)  # type: ignore[attr-defined]
    land = [place for place in board.regions if place.terrain not in ("sea", "lake")]
    prices = [tokens(play(conquering.copy(), f"conquer {place.id}"), place.id) for place in land]
    assert prices == [2 + int(place.murloc) + (place.terrain == "mountain") for place in land]
    assert {2, 3} <= set(prices)


@pytest.mark.rule("WW-EX-49")
def test_example_49_the_sides_are_drawn_anew() -> None:
    tables = {start(3, seed).to_position()["boards"][0] for seed in range(20)}
    assert tables == {"L1a", "L1b", "L2a", "L2b"}


@pytest.mark.rule("WW-EX-50")
@pytest.mark.parametrize(
    ("name", "theirs"),
    [
        ("naga", (active("orcs", "miners"), declined("humans"))),
        ("orcs", (active("naga", "miners"), declined("kobolds"))),
    ],
)
def test_example_50_neutral_races_neither_get_nor_give_the_bonus(name: str, theirs: tuple[dict[str, Any], ...]) -> None:
    regions = {5: held(0, name), 1: held(1, theirs[0]["race"]), 4: held(1, theirs[1]["race"])}
    if name == "orcs":
        regions[4] = held(1, "naga")
        regions[17] = held(1, "kobolds")
    state = play(attacking(name, "trackers", 7, regions, *theirs), "conquer 1", "conquer 4")
    lay_out(state, 5)
    assert coins(state)[0] == 3
