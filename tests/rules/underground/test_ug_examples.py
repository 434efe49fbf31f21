"""The worked examples of Underground (its rules, section 8): one test a row or more, all its numbers.

Where the row names no race or power, the test takes one that cannot touch the numbers: Shadow Mimes once picked, and
Tomb, Reborn or Wise while the race is active.
"""

from __future__ import annotations

from typing import Any

import pytest
from chapters import price, tray
from ug_play import IDLE, POWERS, RACES, coins, column, lay_out
from underground_chapters import hold, in_hand, place_in, races_of, relics_in

import swenv
from support import (
    MONSTERS,
    active,
    declined,
    held,
    legal,
    play,
    race,
    region,
    rolled,
    seat,
    tokens,
    underground,
)

# Column


def first_pick() -> swenv.State:
    """The column of the rulebook's picture; below it Mining and the Lizardmen are next."""
    rows = [
        {"race": "drow", "power": "reborn"},
        {"race": "iron_dwarves", "power": "vampire"},
        {"race": "shrooms", "power": "mystic"},
        {"race": "liches", "power": "thieving"},
        {"race": "mummies", "power": "vengeful"},
        {"race": "flames", "power": "flocking"},
    ]
    races = {row["race"] for row in rows} | {"lizardmen"}
    powers = {row["power"] for row in rows} | {"mining"}
    return underground(
        phase="pick",
        seats=[seat(coins=5), seat(coins=5)],
        column=rows,
        race_stack=["lizardmen", *(name for name in RACES if name not in races)],
        power_stack=["mining", *(name for name in POWERS if name not in powers)],
    )


@pytest.mark.rule("UG-EX-1")
def test_example_1_the_third_row_costs_two_coins() -> None:
    state = play(first_pick(), "pick 2")
    assert [row[2] for row in column(state)] == [1, 1, 0, 0, 0, 0]
    assert coins(state) == [3, 5]


@pytest.mark.rule("UG-EX-2")
def test_example_2_mystic_shrooms_bring_nine_tokens() -> None:
    state = play(first_pick(), "pick 2")
    assert in_hand(state, 0, "shrooms") == 4 + 5
    assert tray(state, "shrooms") == 1


@pytest.mark.rule("UG-EX-3")
def test_example_3_the_rows_below_move_up_and_the_next_pair_is_shown() -> None:
    state = play(first_pick(), "pick 2")
    assert column(state) == [
        ("drow", "reborn", 1),
        ("iron_dwarves", "vampire", 1),
        ("liches", "thieving", 0),
        ("mummies", "vengeful", 0),
        ("flames", "flocking", 0),
        ("lizardmen", "mining", 0),
    ]


@pytest.mark.rule("UG-EX-4")
def test_example_4_the_coin_of_the_second_row_pays_for_it() -> None:
    state = play(first_pick(), "pick 2", "finish")
    assert (state.turn, state.phase, coins(state)) == (1, "pick", [3, 5])
    play(state, "pick 1")
    assert column(state)[0] == ("drow", "reborn", 2)
    assert coins(state) == [3, 5]
    assert (in_hand(state, 1, "iron_dwarves"), tray(state, "iron_dwarves")) == (7 + 5, 0)


# Conquest, die and score: what the rulebook illustrates


@pytest.mark.rule("UG-EX-5")
@pytest.mark.parametrize("found", ["keep", "sword"])
def test_example_5_shrooms_enter_a_mudpool_with_monsters(found: str) -> None:
    state = underground(
        phase="ready",
        seats=[seat(active("shrooms", "mystic", hand=9)), IDLE],
        regions={11: MONSTERS},
        places_stack=[found, "fountain"],
    )
    play(state, "conquer 11")
    assert (tokens(state, 11), in_hand(state, 0, "shrooms")) == (2 + 2, 5)
    assert not region(state, 11).get("monsters")
    assert (place_in(state, 11), relics_in(state, 11)) == (("keep", []) if found == "keep" else (None, ["sword"]))
    assert state.to_position()["places_stack"] == ["fountain"]


def mudmen_at_the_mudpool(in_hand: int, regions: dict[int, Any]) -> swenv.State:
    """Seat 0 has Tomb Mudmen, seat 1 one Shroom more in region 0."""
    return underground(
        phase="conquest",
        seats=[seat(active("mudmen", "tomb", hand=in_hand)), seat(active("shrooms", "wise"))],
        regions={17: held(0, "mudmen", 2), 0: held(1, "shrooms"), **regions},
    )


@pytest.mark.rule("UG-EX-6")
def test_example_6_three_mudmen_take_the_crystals_from_one_shroom() -> None:
    state = mudmen_at_the_mudpool(4, {16: held(1, "shrooms")})
    assert tray(state, "shrooms") == 10 - 2
    play(state, "conquer 16")
    assert (region(state, 16)["race"], tokens(state, 16), in_hand(state, 0, "mudmen")) == ("mudmen", 2 + 1, 1)
    assert (tray(state, "shrooms"), in_hand(state, 1, "shrooms")) == (10 - 1, 0)


@pytest.mark.rule("UG-EX-7")
def test_example_7_one_token_and_a_three_take_a_mountain() -> None:
    before = mudmen_at_the_mudpool(1, {16: held(0, "mudmen", 3)})
    assert 12 in legal(before, "conquer")
    state = rolled(before, "conquer 12", 3)
    assert (region(state, 12)["race"], tokens(state, 12)) == ("mudmen", 1)
    assert state.phase == "deploy" and legal(state, "conquer") == []


@pytest.mark.rule("UG-EX-8")
def test_example_8_a_one_is_not_enough() -> None:
    state = rolled(mudmen_at_the_mudpool(1, {16: held(0, "mudmen", 3)}), "conquer 12", 1)
    assert region(state, 12) == {}
    assert state.phase == "deploy" and legal(state, "conquer") == []
    # 2 + 3 + 1 and the one that the Mudpool gives, for the own regions
    assert in_hand(state, 0, "mudmen") + 2 == 2 + 3 + 1 + 1
    assert legal(state, "deploy") == [16, 17]


@pytest.mark.rule("UG-EX-12")
def test_example_12_vampire_gnomes_decline() -> None:
    state = underground(
        seats=[seat(active("gnomes", "vampire"), coins=0), IDLE],
        regions={5: held(0, "gnomes", 3), 6: held(0, "gnomes", 4)},
    )
    assert tray(state, "gnomes") == 11 - 7
    play(state, "decline")
    assert (tokens(state, 5), tokens(state, 6), tray(state, "gnomes")) == (1, 1, 11 - 2)
    assert race(state, 0, "gnomes")["status"] == "decline" and not race(state, 0, "gnomes").get("power")
    assert state.to_position()["discarded_powers"] == ["vampire"]
    assert coins(state)[0] == 2


@pytest.mark.rule("UG-EX-13")
def test_example_13_the_older_declined_race_goes_under_the_stack() -> None:
    state = underground(
        seats=[seat(active("ogres", "stone"), declined("flames")), IDLE],
        regions={4: held(0, "ogres"), **{number: held(0, "flames") for number in (0, 1, 5)}},
    )
    assert tray(state, "flames") == 9 - 3
    play(state, "decline")
    assert [region(state, number) for number in (0, 1, 5)] == [{}, {}, {}]
    assert tray(state, "flames") == 9
    assert state.to_position()["race_stack"][-1] == "flames"
    assert races_of(state, 0) == ["ogres"]


# River


@pytest.mark.rule("UG-EX-14")
def test_example_14_shrooms_cross_the_river_and_leave_it() -> None:
    # Region 9 is on the west bank, 8 on the other, the river 7 between.
    state = underground(
        phase="conquest",
        seats=[seat(active("shrooms", "tomb", hand=5), coins=0), IDLE],
        regions={9: held(0, "shrooms")},
    )
    assert 8 not in legal(state, "conquer")
    play(state, "conquer 7")
    assert (tokens(state, 7), in_hand(state, 0, "shrooms")) == (1, 4)
    play(state, "conquer 8")
    assert (tokens(state, 8), in_hand(state, 0, "shrooms")) == (2, 2)
    play(state, "finish")
    assert region(state, 7) == {} and legal(state, "deploy") == [8, 9]
    play(state, "deploy_rest 9")
    assert (tokens(state, 8), tokens(state, 9)) == (1, 5)
    # 1 for region 9, 1 for the Mine, nothing for the river
    assert coins(state)[0] == 1 + 1


# Cost


def keep_on_the_mountain(*more: int) -> swenv.State:
    """Seat 0 beside a mountain with the Keep, 2 Armors and a declined token of seat 1, which has others in `more`."""
    return underground(
        phase="conquest",
        seats=[
            seat(active("shadow_mimes", "tomb", hand=9)),
            seat(active("spiderines", "flocking"), declined("lizardmen", "shield")),
        ],
        regions={
            5: hold(0, "shadow_mimes", relics=["socks"]),
            6: hold(1, "lizardmen", place="keep", armor=2),
            **{number: held(1, "lizardmen") for number in more},
        },
    )


@pytest.mark.rule("UG-EX-17")
def test_example_17_mountain_keep_and_armors_add_up() -> None:
    assert price(keep_on_the_mountain(), 6) == 2 + 1 + 1 + 2 + 1


# Losses


# Score


# Decline


# Tokens and markers gained


# Single tokens, Places, Relics


@pytest.mark.rule("UG-EX-43")
def test_example_43_the_altar_pays_three_for_a_declined_token() -> None:
    state = underground(
        seats=[seat(active("ogres", "stone"), declined("shadow_mimes"), coins=0), IDLE],
        regions={
            0: hold(0, "shadow_mimes", place="altar"),
            **{number: held(0, "shadow_mimes") for number in (1, 5, 6)},
        },
    )
    play(state, "finish")
    assert (state.phase, coins(state)[0], legal(state, "altar")) == ("altar", 4, [0, 1, 5, 6])
    play(state, "altar 6")
    assert (coins(state)[0], region(state, 6), tray(state, "shadow_mimes")) == (4 + 3, {}, 12 - 3)
    play(state, "finish", "finish")
    assert (state.turn, state.phase, coins(state)[0]) == (0, "altar", 4 + 3 + 3)


@pytest.mark.rule("UG-EX-53")
def test_example_53_tokens_on_the_map_decide_a_tie() -> None:
    # Seat 1 earns 3 in the last turn of the game.
    state = underground(
        round=10,
        turn=1,
        phase="conquest",
        seats=[
            seat(active("ogres", "stone"), coins=81),
            seat(active("shadow_mimes", "tomb"), coins=78),
        ],
        regions={
            0: held(0, "ogres", 5),
            1: held(0, "ogres", 4),
            3: held(1, "shadow_mimes", 4),
            4: held(1, "shadow_mimes", 4),
            16: held(1, "shadow_mimes", 3),
        },
    )
    lay_out(state, 4)
    assert (state.is_over, coins(state)) == (True, [81, 81])
    assert state.returns().tolist() == [-1, 1]
