"""The worked examples of Warcraft (its rules, section 7) 1 to 26: one test a row or more, all its numbers.

Where the row names no race or badge, the test takes one that cannot touch the numbers.
"""

from __future__ import annotations

from typing import Any

import pytest
from chapters import coins, column, in_hand, lay_out, tray, turn_state
from ww_play import BADGE, VALUE, artifacts_in, attacking, declining, hold, offered
from ww_races import end_turn

import swenv
from support import MURLOC, WX2, active, declined, held, legal, play, race, region, rolled, seat, tokens
from support import warcraft as position

# Column


def first_pick() -> swenv.State:
    """The column of the rulebook's picture, Kobolds of seat 1 on the map, a Murloc on the farmland 0."""
    rows = [
        {"race": "orcs", "power": "miners"},
        {"race": "naga", "power": "farmers"},
        {"race": "gnomes", "power": "sailors"},
        {"race": "forsaken", "power": "herbalists"},
        {"race": "humans", "power": "fishers", "coins": 2},
        {"race": "trolls", "power": "trackers", "coins": 1},
    ]
    races = {"kobolds", "tauren", *(str(row["race"]) for row in rows)}
    powers = {"explorers", "defenders", *(str(row["power"]) for row in rows)}
    return position(
        phase="pick",
        seats=[seat(coins=5), seat(active("kobolds", "explorers"))],
        column=rows,
        race_stack=["tauren", *(name for name in sorted(VALUE) if name not in races)],
        power_stack=["defenders", *(name for name in sorted(BADGE) if name not in powers)],
        regions={0: MURLOC, 1: held(1, "kobolds", 2), 17: held(1, "kobolds")},
    )


@pytest.mark.rule("WW-EX-1")
@pytest.mark.parametrize("lying", [0, 3])
def test_example_1_the_fourth_row_costs_three_coins(lying: int) -> None:
    document = first_pick().to_position()
    document["column"][3]["coins"] = lying
    state = play(first_pick().game.from_position(document), "pick 3")
    assert [row[2] for row in column(state)][:3] == [1, 1, 1]
    assert coins(state)[0] == 5 - 3 + lying


@pytest.mark.rule("WW-EX-3")
def test_example_3_the_rows_below_move_up_and_the_next_pair_is_shown() -> None:
    state = play(first_pick(), "pick 3")
    assert column(state) == [
        ("orcs", "miners", 1),
        ("naga", "farmers", 1),
        ("gnomes", "sailors", 1),
        ("humans", "fishers", 2),
        ("trolls", "trackers", 1),
        ("tauren", "defenders", 0),
    ]


# The first turn of the rulebook


@pytest.mark.rule("WW-EX-4")
def test_example_4_the_first_conquest_costs_four() -> None:
    state = play(first_pick(), "pick 3", "conquer 0")
    assert (tokens(state, 0), in_hand(state, 0, "forsaken")) == (2 + 1 + 1, 6)
    assert not region(state, 0).get("murloc")
    assert turn_state(state, "inflicted") == 1


def after_the_second_conquest() -> swenv.State:
    """Two coins, two tokens in hand, two losses inflicted."""
    return play(first_pick(), "pick 3", "conquer 0", "conquer 1")


@pytest.mark.rule("WW-EX-5")
def test_example_5_the_next_conquest_costs_four_of_six() -> None:
    state = after_the_second_conquest()
    assert (tokens(state, 1), in_hand(state, 0, "forsaken")) == (4, 2)
    assert (tray(state, "kobolds"), in_hand(state, 1, "kobolds")) == (11 - 3 + 1, 1)
    assert turn_state(state, "inflicted") == 2


@pytest.mark.rule("WW-EX-6")
@pytest.mark.parametrize("face", [0, 1])
def test_example_6_the_last_conquest_lacks_one_token(face: int) -> None:
    before = after_the_second_conquest()
    assert 2 in legal(before, "conquer")
    state = rolled(before, "conquer 2", face)
    # Forsaken have something to buy before they are laid out.
    assert state.phase == "recruit"
    assert (tokens(state, 2), in_hand(state, 0, "forsaken")) == ((2, 0) if face else (0, 2))
    play(state, "finish")
    assert (state.phase, legal(state, "deploy")) == ("deploy", [0, 1, 2] if face else [0, 1])


@pytest.mark.rule("WW-EX-8", "WW-EX-5")
def test_example_8_three_regions_with_hills_score_four() -> None:
    state = play(rolled(after_the_second_conquest(), "conquer 2", 1), "buy", "finish", "deploy_rest 0")
    # The Kobolds are neutral: no faction bonus.
    assert coins(state)[0] == 1 + 3 + 1


def blood_elves(regions: dict[int, Any], **fields: Any) -> swenv.State:
    """Ten Blood Elves come to one Dwarf in decline on the anchor 0 and to Humans."""
    theirs = (active("humans", "miners"), declined("dwarves"))
    return attacking("blood_elves", "archaeologists", 10, {0: held(1, "dwarves"), **regions}, *theirs, **fields)


@pytest.mark.rule("WW-EX-9")
def test_example_9_two_alliance_races_pay_two_coins() -> None:
    state = blood_elves({1: held(1, "humans"), 4: held(1, "humans")})
    for number, left in ((0, 10 - 4), (1, 10 - 4 - 3)):
        play(state, f"conquer {number}")
        assert in_hand(state, 0, "blood_elves") == left
    # The third takes all that is left.
    play(state, "conquer 4")
    assert (state.phase, turn_state(state, "beaten")) == ("deploy", {"dwarves": 1, "humans": 2})
    lay_out(state, 0)
    assert coins(state)[0] == 3 + 2


@pytest.mark.rule("WW-EX-9")
def test_example_9_nine_blood_elves_are_not_enough() -> None:
    state = attacking(
        "blood_elves",
        "miners",
        9,
        {0: held(1, "dwarves"), 1: held(1, "humans"), 4: held(1, "humans")},
        active("humans", "farmers"),
        declined("dwarves"),
    )
    play(state, "conquer 0", "conquer 1")
    assert in_hand(state, 0, "blood_elves") == 2
    assert rolled(state, "conquer 4", 0).to_position()["regions"]["4"]["race"] == "humans"


FORSAKEN_LEFT = {number: held(0, "forsaken") for number in (12, 13, 14)}
"""Three regions, the last of them hills."""


@pytest.mark.rule("WW-EX-11")
def test_example_11_the_third_race_sends_the_first_away() -> None:
    regions = {0: held(0, "blood_elves", 4), 4: held(0, "blood_elves", 3), 8: held(0, "blood_elves", 3)}
    state = declining([active("blood_elves", "archaeologists"), declined("forsaken")], {**regions, **FORSAKEN_LEFT})
    assert [region(state, number) for number in FORSAKEN_LEFT] == [{}, {}, {}]
    assert state.to_position()["race_stack"][-1] == "forsaken"
    assert [tokens(state, number) for number in regions] == [1, 1, 1]
    assert (tray(state, "blood_elves"), tray(state, "forsaken")) == (7, 20)
    assert race(state, 0, "blood_elves")["status"] == "decline"
    assert state.to_position()["discarded_powers"] == ["archaeologists"]
    assert coins(state)[0] == 3


# Costs


# Factions


@pytest.mark.rule("WW-EX-18")
@pytest.mark.parametrize(("place", "extra"), [("battleground", 3), ("chapel", 0)])
def test_example_18_a_neutral_race_on_the_battleground_takes_the_better_side(place: str, extra: int) -> None:
    regions = {1: held(1, "orcs"), 4: held(1, "orcs"), 6: held(1, "trolls"), 0: held(2, "humans")}
    state = attacking(
        "kobolds",
        "blacksmiths",
        9,
        {5: hold(0, "kobolds", place=place), **regions},
        active("orcs", "miners"),
        declined("trolls"),
        rest=[seat(active("humans", "farmers"))],
    )
    play(state, *(f"conquer {number}" for number in regions))
    lay_out(state, 5)
    assert coins(state)[0] == 5 + extra


@pytest.mark.rule("WW-EX-19")
@pytest.mark.parametrize(("targets", "bonus"), [([1, 4, 6], 2), ([1, 4], 1)])
def test_example_19_active_and_declined_race_of_one_player_count_apart(targets: list[int], bonus: int) -> None:
    state = attacking(
        "blood_elves",
        "trackers",
        9,
        {5: held(0, "blood_elves"), 1: held(1, "humans"), 4: held(1, "humans"), 6: held(1, "gnomes")},
        active("humans", "miners"),
        declined("gnomes"),
    )
    play(state, *(f"conquer {number}" for number in targets))
    lay_out(state, 5)
    assert coins(state)[0] == 1 + len(targets) + bonus


# Losses


# Coins between players


def aegis(count: int, purse: int) -> swenv.State:
    """Two Naga of seat 2 under the Aegis in region 1, between Kobolds of seat 0 and eight Orcs of seat 1."""
    return position(
        3,
        phase="conquest",
        seats=[
            seat(active("kobolds", "swampwalkers", hand=count), coins=purse),
            seat(active("orcs", "trackers"), coins=0),
            seat(active("naga", "miners"), coins=5),
        ],
        regions={0: held(0, "kobolds"), 2: held(1, "orcs", 8), 1: hold(2, "naga", 2, artifacts=["aegis"])},
        aegis_up=True,
    )


@pytest.mark.rule("WW-EX-25")
def test_example_25_two_coins_open_the_aegis_and_it_changes_hands() -> None:
    assert 1 not in legal(aegis(6, 1), "conquer")
    state = play(aegis(6, 2), "conquer 1")
    assert (coins(state), tokens(state, 1)) == ([0, 0, 7], 2 + 2)
    assert state.to_position().get("aegis_up", False) is False
    lay_out(state, 0)
    assert offered(state) == {"aegis": [0, 1]}
    play(state, "aegis 0")
    assert (artifacts_in(state, 0), artifacts_in(state, 1)) == (["aegis"], [])
    assert state.to_position()["aegis_up"] is True


@pytest.mark.rule("WW-EX-25")
def test_example_25_after_a_payment_the_region_is_open_to_everybody() -> None:
    state = rolled(aegis(3, 2), "conquer 1", 0)
    assert (coins(state), region(state, 1)["race"]) == ([0, 0, 7], "naga")
    lay_out(state, 0)
    assert state.turn == 1
    play(state, "conquer 1")
    assert (coins(state)[1:], tokens(state, 1), artifacts_in(state, 1)) == ([0, 7], 4, ["aegis"])


@pytest.mark.rule("WW-EX-25")
def test_example_25_the_holder_puts_the_protection_up_again() -> None:
    state = rolled(aegis(3, 2), "conquer 1", 0)
    end_turn(lay_out(state, 0))
    assert (state.turn, state.to_position().get("aegis_up", False)) == (2, False)
    lay_out(state, 1)
    if state.phase == "aegis":
        play(state, "aegis 1")
    assert (state.turn, state.to_position()["aegis_up"]) == (0, True)
    assert 1 not in legal(state, "conquer")


@pytest.mark.rule("WW-EX-26")
def test_example_26_the_heart_takes_a_coin_from_one_of_three_opponents() -> None:
    state = position(
        4,
        boards=[WX2[0], "M1a", "M2a", WX2[1]],
        phase="conquest",
        seats=[
            seat(active("kobolds", "trackers"), coins=0),
            seat(active("naga", "farmers"), coins=5),
            seat(active("orcs", "miners"), declined("trolls"), coins=5),
            seat(active("humans", "sailors"), coins=0),
        ],
        regions={
            5: hold(0, "kobolds", artifacts=["heart"]),
            2: held(0, "kobolds"),
            1: held(1, "naga"),
            4: held(1, "naga"),
            6: held(2, "trolls"),
            9: held(3, "humans"),
        },
    )
    play(state, "finish")
    assert offered(state) == {"heart": [2, 5]}
    play(state, "heart 5")
    # Two regions and one coin.
    assert coins(state) == [2 + 1, 5 - 1, 5, 0]
