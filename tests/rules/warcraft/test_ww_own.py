"""Races and powers of one's own beside those of Warcraft."""

from __future__ import annotations

from typing import Any

import pytest

import swenv
from chapters import markers
from facts_boards import stand
from support import legal, play, race, region, tokens
from swenv.smallworld import Power, Race
from swenv.smallworld.content.warcraft import POWERS


def own(entry: Race | Power, seats: str, board: str, more: str = "", without: str = "") -> swenv.State:
    """A position of a game with a race or power of one's own, and without a power of the box."""
    races, powers = ([entry], []) if isinstance(entry, Race) else ([], [entry])
    names = [power.name for power in (*POWERS, *powers) if power.name != without]
    return stand("warcraft", seats, board, more, extra_races=races, extra_powers=powers, powers=names)


@pytest.mark.rule("WW-CLAR-19")
def test_a_champion_about_to_be_gathered_makes_no_difference_to_a_swap() -> None:
    heroes, board = Race(name="heroes", tokens=5, champion=True), "7 heroes champion; 8 14 17 heroes; phase choose"
    state = own(heroes, "heroes portal_mages | kobolds miners", board, without="champions")
    # With him in hand all magic regions are alike; to choose one of them would leave no second one.
    assert legal(state, "portal") == []


@pytest.mark.rule("WW-POWER-BEASTMASTERS", "WW-CONQ-3", "WW-CLAR-9")
@pytest.mark.parametrize(("pairs", "count"), [(False, 0), (True, 1)])
def test_the_champion_stays_where_beasts_are_discarded(pairs: bool, count: int) -> None:
    hunters = Race(name="hunters", tokens=6, pairs=pairs, beasts=("hill",))
    board = f"0 hunters*{count} champion beasts; 1 hunters*2; turn 1"
    state = own(hunters, "hunters champions | kobolds miners", board, without="beastmasters")
    play(state, "finish")
    assert (state.turn, state.phase) == (0, "choose")
    assert (markers(state, 0), tokens(state, 0)) == ({"champion": 1}, count)
    assert race(state, 0, "hunters").get("hand", 0) == 0


@pytest.mark.rule("WW-POWER-DEFENDERS", "WW-POWER-PORTALMAGES")
@pytest.mark.parametrize("there", ["orcs", "empty"])
def test_no_watch_tower_is_left_behind_by_a_swap(there: str) -> None:
    shifters, board = Race(name="shifters", tokens=5, portals=True), f"17 shifters tower; 7 {there}; 0 orcs"
    state = own(shifters, "shifters defenders hand 1 | orcs farmers", board)
    play(state, "portal 7", "portal 17")
    assert region(state, 7)["race"] == "shifters"
    assert "tower" not in markers(state, 17)
    lines = state.game.observation_layout["regions"]
    assert not lines.of(state.observation(1))[:, lines.column("tower")].any()


@pytest.mark.rule("WW-POWER-SENTINELS", "WW-POWER-CHAMPIONS", "WW-CONQ-3")
def test_a_banner_of_ones_own_brings_a_fort_also_where_the_champion_stands_alone() -> None:
    wardens = Race(name="wardens", tokens=5, fort_on_conquest=True)
    state = own(wardens, "wardens champions | -", "0 wardens; 1 wardens*0 champion")
    play(state, "finish", "deploy 0", "post 1")
    assert [markers(state, number).get("fortress") for number in (0, 1)] == [1, 1]
    assert tokens(state, 1) == 0


@pytest.mark.rule("WW-CONQ-14", "WW-RACE-NAGA")
def test_a_race_in_decline_that_a_discarded_badge_took_to_water_can_be_written_down() -> None:
    divers = Power(name="divers", tokens=4, seafaring=True)
    state = play(own(divers, "orcs divers | kobolds miners", "6 10 orcs; phase choose"), "decline")
    assert tokens(state, 10) == 1
    assert state.game.from_position(state.to_position()) == state


@pytest.mark.rule("WW-POWER-MARSHDWELLERS", "WW-CONQ-11")
def test_a_banner_of_ones_own_takes_no_toll_in_decline() -> None:
    boggy = Race(name="boggy", tokens=5, tolls=("swamp",))
    assert 4 in legal(own(boggy, "orcs miners hand 9 | trolls farmers, declined boggy", "0 orcs; 4 boggy"), "conquer")


@pytest.mark.parametrize(
    ("field", "entry", "says"),
    [
        pytest.param(field, entry, says, marks=pytest.mark.rule("WW-COMP-4"), id=field)
        for field, entry, says in (
            ("beasts", ["hill"], "'beasts'.*once.*own_ones"),
            ("champion", True, "'champion'.*once.*own_ones"),
            ("harmony", True, "'harmony'.*once.*own_ones"),
        )
    ]
    + [
        pytest.param(field, entry, f"'own_ones': field '{field}'", marks=pytest.mark.rule("WW-DIFF-15"), id=field)
        for field, entry in (
            *((name, True) for name in ("acts_in_decline", "tomb", "lairs", "spirit", "berserk", "flies")),
            ("loses_none", True),
            ("reserve", 3),
            ("coins_first_turn", 3),
        )
    ],
)
@pytest.mark.parametrize("option", ["extra_races", "extra_powers"])
def test_what_the_box_has_once_or_not_at_all_is_refused_by_name(option: str, field: str, entry: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        swenv.load("warcraft", num_players=2, **{option: [{"name": "own_ones", "tokens": 4, field: entry}]})
