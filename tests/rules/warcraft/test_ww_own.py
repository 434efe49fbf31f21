"""Races and powers of one's own beside those of Warcraft."""

from __future__ import annotations

from typing import Any

import pytest
from ww_play import hold

import swenv
from chapters import in_hand, markers, where
from support import active, declined, legal, play, region, seat, tokens, warcraft
from swenv.smallworld import Power, Race
from swenv.smallworld.content.warcraft import POWERS

IDLE = seat(active("kobolds", "miners"))
"""A seat whose active race has no token left, so that `finish` is its whole turn and pays nothing."""


def own(*races: Race, powers: tuple[Power, ...] = (), without: str = "", **fields: Any) -> swenv.State:
    """A position of a game with these races and powers of one's own, and without a power of the box."""
    names = tuple(power.name for power in (*POWERS, *powers) if power.name != without)
    options = {"extra_races": races, "extra_powers": powers, "powers": names}
    return warcraft(options=options, **{"phase": "conquest", **fields})


HUNTERS = Race(name="hunters", tokens=5, beasts=("hill",))
HERDS = Race(name="herds", tokens=6, pairs=True, beasts=("hill",))


@pytest.mark.rule("WW-CLAR-19")
def test_a_champion_about_to_be_gathered_makes_no_difference_to_a_swap() -> None:
    heroes = Race(name="heroes", tokens=5, champion=True)
    regions = {7: hold(0, "heroes", champion=1), **{number: hold(0, "heroes") for number in (8, 14, 17)}}
    seats = [seat(active("heroes", "portal_mages")), IDLE]
    state = own(heroes, without="champions", phase="choose", seats=seats, regions=regions)
    # With him in hand all magic regions are alike; to choose one of them would leave no second one.
    assert legal(state, "portal") == []


@pytest.mark.rule("WW-POWER-BEASTMASTERS", "WW-CONQ-3", "WW-CLAR-9")
@pytest.mark.parametrize(("people", "count"), [(HUNTERS, 0), (HERDS, 1)])
def test_the_champion_stays_where_beasts_are_discarded(people: Race, count: int) -> None:
    regions = {0: hold(0, people.name, count, champion=1, beasts=1), 1: hold(0, people.name, 2)}
    seats = [seat(active(people.name, "champions")), IDLE]
    state = play(own(people, without="beastmasters", turn=1, seats=seats, regions=regions), "finish")
    assert (state.turn, state.phase) == (0, "choose")
    assert (markers(state, 0), tokens(state, 0), in_hand(state, 0, people.name)) == ({"champion": 1}, count, 0)


@pytest.mark.rule("WW-POWER-DEFENDERS", "WW-POWER-PORTALMAGES")
@pytest.mark.parametrize("there", [hold(1, "orcs"), {}])
def test_no_watch_tower_is_left_behind_by_a_swap(there: dict[str, Any]) -> None:
    shifters = Race(name="shifters", tokens=5, portals=True)
    seats = [seat(active("shifters", "defenders", hand=1)), seat(active("orcs", "farmers"))]
    state = own(shifters, seats=seats, regions={17: hold(0, "shifters", tower=1), 7: there, 0: hold(1, "orcs")})
    play(state, "portal 7", "portal 17")
    assert region(state, 7)["race"] == "shifters"
    assert "tower" not in markers(state, 17)
    lines = state.game.observation_layout["regions"]
    assert not lines.of(state.observation(1))[:, lines.column("tower")].any()


@pytest.mark.rule("WW-POWER-SENTINELS", "WW-POWER-CHAMPIONS", "WW-CONQ-3")
def test_a_banner_of_ones_own_brings_a_fort_also_where_the_champion_stands_alone() -> None:
    wardens = Race(name="wardens", tokens=5, fort_on_conquest=True)
    seats = [seat(active("wardens", "champions")), seat()]
    state = own(wardens, seats=seats, regions={0: hold(0, "wardens"), 1: hold(0, "wardens", 0, champion=1)})
    play(state, "finish", "deploy 0", "post 1")
    assert (where(state, "fortress"), tokens(state, 1)) == ([0, 1], 0)


@pytest.mark.rule("WW-CONQ-14", "WW-RACE-NAGA")
def test_a_race_in_decline_that_a_discarded_badge_took_to_water_can_be_written_down() -> None:
    divers = Power(name="divers", tokens=4, seafaring=True)
    seats = [seat(active("orcs", "divers")), IDLE]
    state = own(powers=(divers,), phase="choose", seats=seats, regions={10: hold(0, "orcs"), 6: hold(0, "orcs")})
    play(state, "decline")
    assert tokens(state, 10) == 1
    assert state.game.from_position(state.to_position()) == state


@pytest.mark.rule("WW-POWER-MARSHDWELLERS", "WW-CONQ-11")
def test_a_banner_of_ones_own_takes_no_toll_in_decline() -> None:
    boggy = Race(name="boggy", tokens=5, tolls=("swamp",))
    seats = [seat(active("orcs", "miners", hand=9), coins=0), seat(active("trolls", "farmers"), declined("boggy"))]
    assert 4 in legal(own(boggy, seats=seats, regions={0: hold(0, "orcs"), 4: hold(1, "boggy")}), "conquer")


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
