"""The worked examples of Underground (its rules, section 8): one test a row or more, all its numbers.

Where the row names no race or power, the test takes one that cannot touch the numbers: Shadow Mimes once picked, and
Tomb, Reborn or Wise while the race is active.
"""

from __future__ import annotations

from typing import Any

import pytest
from chapters import markers, price, tray, verbs
from ug_play import IDLE, POWERS, RACES, coins, column, lay_out, turn_state, ux18
from underground_chapters import avenged, hold, in_hand, lying, place_in, races_of, relics_in, where

import swenv
from support import (
    MONSTERS,
    active,
    declined,
    held,
    legal,
    legal_words,
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


@pytest.mark.rule("UG-EX-9")
@pytest.mark.parametrize("layout", [(3, 2, 2), (5, 1, 1), (1, 1, 5)])
def test_example_9_the_mudpool_gives_a_token_and_seven_are_laid_out(layout: tuple[int, int, int]) -> None:
    state = mudmen_at_the_mudpool(0, {16: held(0, "mudmen", 3), 12: held(0, "mudmen", 1)})
    assert tray(state, "mudmen") == 12 - 6
    play(state, "finish")
    assert (tray(state, "mudmen"), in_hand(state, 0, "mudmen") + 3) == (5, 7)
    where_to = zip((17, 16, 12), layout, strict=True)
    play(state, *(f"deploy {number}" for number, count in where_to for _ in range(count - 1)))
    assert tuple(tokens(state, number) for number in (17, 16, 12)) == layout
    assert state.turn == 1


@pytest.mark.rule("UG-EX-10")
def test_example_10_mystic_shrooms_in_three_regions_score_four() -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("shrooms", "mystic"), coins=0), IDLE],
        regions={8: held(0, "shrooms"), 17: held(0, "shrooms"), 16: held(0, "shrooms")},
    )
    play(state, "finish")
    assert coins(state)[0] == 3 + 1


@pytest.mark.rule("UG-EX-11")
def test_example_11_declined_kraken_score_their_river() -> None:
    state = underground(
        seats=[seat(active("ogres", "stone"), declined("kraken"), coins=0), IDLE],
        regions={2: held(0, "kraken"), 1: held(0, "kraken"), 0: held(0, "kraken")},
    )
    play(state, "finish")
    assert (state.turn, coins(state)[0]) == (1, 3)
    assert region(state, 2)["race"] == "kraken"


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


@pytest.mark.rule("UG-EX-15")
def test_example_15_ogres_drive_kraken_from_the_river() -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("ogres", "tomb", hand=3)), seat(active("kraken", "stone"))],
        regions={8: held(0, "ogres"), 7: held(1, "kraken", 2), 6: held(1, "kraken")},
    )
    play(state, "conquer 7")
    assert (tokens(state, 7), in_hand(state, 0, "ogres")) == (1 + 2 - 1, 1)
    assert (tray(state, "kraken"), in_hand(state, 1, "kraken")) == (10 - 3 + 1, 1)
    lay_out(state, 8)
    assert region(state, 7) == {} and tokens(state, 8) == 4
    assert (state.phase, state.to_act, legal(state, "deploy")) == ("withdrawn", 1, [6])
    play(state, "deploy_rest 6")
    assert (tokens(state, 6), state.turn) == (2, 1)


# Cost


@pytest.mark.rule("UG-EX-16")
@pytest.mark.parametrize(
    ("name", "sword", "cost"),
    [("shrooms", False, 5), ("ogres", False, 4), ("mummies", False, 6), ("shrooms", True, 3), ("ogres", True, 2)],
)
def test_example_16_a_mountain_with_monsters(name: str, sword: bool, cost: int) -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active(name, "tomb", hand=7)), IDLE],
        regions={8: hold(0, name, relics=["sword"]), 12: MONSTERS},
        places_stack=["fountain"],
    )
    if sword:
        play(state, "use sword")
    assert price(state, 12) == cost


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


@pytest.mark.rule("UG-EX-18")
def test_example_18_socks_leave_the_mountain_and_the_keep() -> None:
    state = keep_on_the_mountain()
    play(state, "use socks")
    assert price(state, 6) == 2 + 1 + 1


@pytest.mark.rule("UG-EX-18")
def test_example_18_the_declined_token_moves_to_another_region_of_its_race() -> None:
    state = keep_on_the_mountain(4)
    lay_out(play(state, "use socks", "conquer 6"), 5)
    assert (state.phase, state.to_act, legal(state, "deploy")) == ("withdrawn", 1, [4])
    play(state, "deploy_rest 4")
    assert (tokens(state, 4), tray(state, "lizardmen")) == (2, 12 - 2)


@pytest.mark.rule("UG-EX-18")
def test_example_18_the_declined_token_is_lost_when_its_race_has_no_other_region() -> None:
    state = lay_out(play(keep_on_the_mountain(), "use socks", "conquer 6"), 5)
    assert (state.turn, state.phase) == (1, "choose")
    assert tray(state, "lizardmen") == 12
    assert races_of(state, 1) == ["spiderines"]
    assert state.to_position()["race_stack"][-1] == "lizardmen"


def flames_at(*own: int) -> swenv.State:
    """Flames with 7 tokens in hand; the Volcano in region 14; 3 Ogres on the mountain 12 and one far away."""
    return underground(
        phase="conquest",
        seats=[seat(active("flames", "tomb", hand=7)), seat(active("ogres", "wise"))],
        regions={
            **{number: held(0, "flames") for number in own},
            12: held(1, "ogres", 3),
            0: held(1, "ogres"),
            14: lying(volcano=1),
        },
    )


@pytest.mark.rule("UG-EX-19")
def test_example_19_flames_in_a_chain_to_the_volcano_pay_as_for_an_empty_mountain() -> None:
    # Region 4 borders the Volcano, 8 borders 4, the mountain borders 8 alone.
    assert price(flames_at(8), 12) == 6
    state = flames_at(4, 8)
    assert price(state, 12) == 3
    play(state, "conquer 12")
    assert (tray(state, "ogres"), in_hand(state, 1, "ogres")) == (10 - 4 + 1, 2)
    lay_out(state, 8)
    assert (state.phase, state.to_act) == ("withdrawn", 1)
    play(state, "deploy_rest 0")
    assert tokens(state, 0) == 3


@pytest.mark.rule("UG-EX-20")
@pytest.mark.parametrize(("name", "cost"), [("ogres", 2 + 2), ("mummies", 2 + 2 + 1)])
def test_example_20_against_active_gnomes_nothing_is_cheaper(name: str, cost: int) -> None:
    # The Mudpool 0; the Ogres of seat 1 in region 5 show that discount, marker and Sword work elsewhere.
    state = underground(
        phase="conquest",
        seats=[
            seat(active(name, "vengeful", hand=8)),
            seat(active("gnomes", "tomb"), declined("drow"), vengeance=True),
        ],
        regions={1: hold(0, name, relics=["sword"]), 0: held(1, "gnomes", 2), 5: held(1, "drow")},
    )
    assert price(state, 0) == cost
    assert price(state, 5) == (1 if name == "ogres" else 3)
    play(state, "use sword")
    assert 5 in legal(state, "conquer") and 0 not in legal(state, "conquer")


@pytest.mark.rule("UG-EX-21")
def test_example_21_declined_gnomes_have_no_protection() -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("ogres", "tomb", hand=8)), seat(active("spiderines", "flocking"), declined("gnomes"))],
        regions={1: held(0, "ogres"), 0: held(1, "gnomes")},
    )
    assert price(state, 0) == 2 + 1 - 1


@pytest.mark.rule("UG-EX-22")
def test_example_22_next_to_the_great_ancient() -> None:
    # It stands in region 12, beside the Mudpool 11 and the river 7; region 8 does not border 11.
    state = underground(
        phase="conquest",
        seats=[seat(active("cultists", "tomb", hand=6, ancient_placed=True)), seat(active("ogres", "wise"))],
        regions={12: held(0, "cultists", ancient=1), 11: held(1, "ogres"), 16: held(0, "cultists")},
    )
    assert price(state, 11) == 2 + 1 - 1
    assert price(state, 7) == 1
    assert price(state, 4) == 2


@pytest.mark.rule("UG-EX-23")
def test_example_23_who_attacked_the_vengeful_is_cheaper_to_attack_for_a_turn() -> None:
    # Seat 0 takes region 16 from seat 1, which then attacks the Mines 8 (2 active tokens) and 3 (1 declined).
    state = underground(
        phase="conquest",
        seats=[
            seat(active("shadow_mimes", "tomb", hand=3), declined("drow")),
            seat(active("lizardmen", "vengeful")),
        ],
        regions={
            8: held(0, "shadow_mimes"),
            3: held(0, "drow"),
            16: held(1, "lizardmen"),
            4: held(1, "lizardmen", 7),
        },
    )
    assert not avenged(state, 0)
    # The hand is empty after it, so the troops are laid out anew.
    play(state, "conquer 16", "deploy 8", "deploy_rest 16")
    assert (tokens(state, 8), state.turn) == (2, 1)
    assert avenged(state, 0)
    play(state, "conquer 8")
    assert tokens(state, 8) == 3
    play(state, "conquer 3")
    assert tokens(state, 3) == 2
    assert avenged(state, 0)
    play(state, "finish", "deploy_rest 4", "deploy_rest 16")
    assert (state.turn, state.phase) == (0, "choose")
    assert not avenged(state, 0)


@pytest.mark.rule("UG-EX-23")
def test_example_23_without_the_marker_it_is_four_and_three() -> None:
    state = underground(
        turn=1,
        phase="conquest",
        seats=[
            seat(active("shadow_mimes", "tomb"), declined("drow")),
            seat(active("lizardmen", "vengeful", hand=6)),
        ],
        regions={8: held(0, "shadow_mimes", 2), 3: held(0, "drow"), 4: held(1, "lizardmen")},
    )
    assert (price(state, 8), price(state, 3)) == (4, 3)


# Losses


@pytest.mark.rule("UG-EX-24")
@pytest.mark.parametrize(
    ("victim", "action", "lost", "pending"),
    [
        pytest.param(active("ogres", "stone"), "conquer 16", 1, 2, id="normal"),
        pytest.param(active("ogres", "immortal"), "conquer 16", 0, 3, id="immortal"),
        pytest.param(declined("ogres", "tomb"), "conquer 16", 1, 2, id="declined tomb"),
        pytest.param(active("ogres", "stone"), "balrog 16", 2, 1, id="balrog"),
        pytest.param(active("ogres", "stone"), "use socks", 0, 3, id="socks"),
    ],
)
def test_example_24_losses_of_three_tokens(victim: dict[str, Any], action: str, lost: int, pending: int) -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "quarreling", hand=8)), seat(victim)],
        regions={
            8: hold(0, "shadow_mimes", place="pentacle", relics=["socks"]),
            12: lying(balrog=1),
            16: held(1, "ogres", 3),
            0: held(1, "ogres"),
        },
    )
    play(state, *([action, "conquer 16"] if action == "use socks" else [action]))
    assert (tray(state, "ogres"), in_hand(state, 1, "ogres")) == (10 - 4 + lost, pending)
    lay_out(state, 8)
    assert (state.phase, state.to_act) == ("withdrawn", 1)
    play(state, "deploy_rest 0")
    assert tokens(state, 0) == 1 + pending


@pytest.mark.rule("UG-EX-25")
@pytest.mark.parametrize("purse", [0, 4])
def test_example_25_a_declined_lich_costs_a_coin(purse: int) -> None:
    state = underground(
        phase="conquest",
        seats=[
            seat(active("shadow_mimes", "tomb", hand=6), coins=purse),
            seat(active("spiderines", "flocking"), declined("liches"), coins=5),
        ],
        regions={4: held(0, "shadow_mimes"), 8: held(1, "liches")},
    )
    if purse == 0:
        assert 3 in legal(state, "conquer") and 8 not in legal(state, "conquer")
    else:
        play(state, "conquer 8")
        assert (tokens(state, 8), in_hand(state, 0, "shadow_mimes")) == (3, 3)
        assert coins(state) == [3, 6]


# Score


def thieves(*relics_held: str) -> swenv.State:
    """Thieving Mimes in region 8 beside A (active, 6 coins), B (only declined, 9) and C (active, 0)."""
    return underground(
        4,
        phase="conquest",
        seats=[
            seat(active("shadow_mimes", "thieving"), coins=5),
            seat(active("ogres", "stone"), coins=6),
            seat(active("spiderines", "flocking"), declined("drow"), coins=9),
            seat(active("mudmen", "muddy"), coins=0),
        ],
        regions={
            8: hold(0, "shadow_mimes", relics=relics_held),
            3: held(1, "ogres"),
            4: held(2, "drow"),
            16: held(3, "mudmen"),
        },
    )


@pytest.mark.rule("UG-EX-26")
def test_example_26_thieves_take_a_coin_from_active_neighbours_that_have_one() -> None:
    # 1 for the own region, 1 from A
    assert coins(play(thieves(), "finish")) == [5 + 1 + 1, 5, 9, 0]


@pytest.mark.rule("UG-EX-27")
def test_example_27_the_ring_takes_a_coin_more() -> None:
    state = play(thieves("ring"), "finish")
    assert (state.phase, legal(state, "ring")) == ("markers", [8])
    play(state, "ring 8")
    assert coins(state) == [5 + 1 + 2, 4, 9, 0]


@pytest.mark.rule("UG-EX-28")
def test_example_28_the_scepter_doubles_all_that_the_region_earns() -> None:
    state = underground(
        phase="markers",
        seats=[seat(active("shrooms", "frightened"), coins=0), IDLE],
        regions={5: hold(0, "shrooms", 3, place="keep", relics=["scepter"])},
    )
    play(state, "scepter 5")
    assert coins(state)[0] == (1 + 1 + 1 + 1) * 2


@pytest.mark.rule("UG-EX-29")
@pytest.mark.parametrize(("switch", "gain"), [(None, 1 + 1), ("mine_terrain_and_place", 2), ("place", 4)])
def test_example_29_the_scepter_does_nothing_in_a_mine(switch: str | None, gain: int) -> None:
    state = underground(
        options={"scepter_void": switch} if switch else None,
        phase="markers",
        seats=[seat(active("shadow_mimes", "mining"), coins=0), IDLE],
        regions={8: hold(0, "shadow_mimes", relics=["scepter"])},
    )
    play(state, "scepter 8")
    assert (state.turn, coins(state)[0]) == (1, gain)


@pytest.mark.rule("UG-EX-30")
@pytest.mark.parametrize(("switch", "fields"), [(None, 1 + 2 + 1), ("player", 4), ("race", 3)])
def test_example_30_diamond_fields_pay_for_all_crystals(switch: str | None, fields: int) -> None:
    state = underground(
        map=ux18({17: "crystal"}),
        options={"diamond_scope": switch} if switch else None,
        phase="conquest",
        seats=[seat(active("shadow_mimes", "tomb"), declined("drow"), coins=0), IDLE],
        regions={
            4: hold(0, "shadow_mimes", place="diamond"),
            9: held(0, "shadow_mimes"),
            16: held(0, "shadow_mimes"),
            17: held(0, "drow"),
        },
    )
    play(state, "finish")
    assert coins(state)[0] == 4 + fields


@pytest.mark.rule("UG-EX-31")
def test_example_31_fisher_counts_pairs_of_banks() -> None:
    # 1, 5, 6, 9 and 3 are on the river, 0 is not.
    state = underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "fisher"), coins=0), IDLE],
        regions={number: held(0, "shadow_mimes") for number in (1, 5, 6, 9, 3, 0)},
    )
    play(state, "finish")
    assert coins(state)[0] == 6 + 2


@pytest.mark.rule("UG-EX-32")
def test_example_32_quarreling_is_paid_by_the_group() -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "quarreling"), coins=0), IDLE],
        regions={number: held(0, "shadow_mimes") for number in (0, 1, 5, 3, 4, 11)},
    )
    play(state, "finish")
    assert coins(state)[0] == 6 + 3


@pytest.mark.rule("UG-EX-33")
@pytest.mark.parametrize(("name", "gain"), [("spiderines", 2 + 2), ("shadow_mimes", 2)])
def test_example_33_chasms_join_flocking_spiderines(name: str, gain: int) -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active(name, "flocking"), coins=0), seat(active("ogres", "stone"))],
        regions={0: held(0, name), 17: held(0, name)},
    )
    play(state, "finish")
    assert coins(state)[0] == gain


@pytest.mark.rule("UG-EX-34")
def test_example_34_drow_are_paid_for_lonely_regions() -> None:
    # 12 borders the Monsters in 11, 1 borders the declined Ogres in 0, 15 and 3 border nobody.
    state = underground(
        phase="conquest",
        seats=[seat(active("drow", "tomb"), declined("ogres"), coins=0), IDLE],
        regions={**{number: held(0, "drow") for number in (12, 1, 15, 3)}, 11: MONSTERS, 0: held(0, "ogres")},
        places_stack=["keep"],
    )
    play(state, "finish")
    assert coins(state)[0] == 4 + 2 + 1


# Decline


@pytest.mark.rule("UG-EX-35")
def test_example_35_a_vanishing_race_is_paid_twice_and_leaves() -> None:
    state = underground(
        seats=[seat(active("shadow_mimes", "vanishing"), declined("drow"), coins=0), IDLE],
        regions={
            **{number: held(0, "shadow_mimes", 2) for number in (0, 1, 5, 6, 9, 15)},
            **{number: held(0, "drow") for number in (3, 4, 8)},
        },
    )
    play(state, "decline")
    assert coins(state)[0] == 12
    assert all(region(state, number) == {} for number in range(18))
    assert (tray(state, "shadow_mimes"), tray(state, "drow")) == (12, 9)
    assert races_of(state, 0) == []
    assert state.to_position()["race_stack"][-2:] == ["drow", "shadow_mimes"]


@pytest.mark.rule("UG-EX-36")
def test_example_36_a_wise_race_is_paid_two_more_from_its_decline_on() -> None:
    state = underground(
        seats=[seat(active("shadow_mimes", "wise"), coins=0), IDLE],
        regions={number: held(0, "shadow_mimes") for number in (0, 1, 5, 6, 9)},
    )
    play(state, "decline")
    assert coins(state)[0] == 5 + 2


@pytest.mark.rule("UG-EX-36")
def test_example_36_the_last_region_of_a_wise_race_pays_three_and_after_it_nothing() -> None:
    state = underground(
        seats=[
            seat(active("ogres", "stone"), declined("shadow_mimes", "wise"), coins=0),
            seat(active("lizardmen", "tomb"), coins=0),
        ],
        regions={5: held(0, "shadow_mimes"), 1: held(1, "lizardmen", 5)},
    )
    play(state, "finish")
    assert coins(state)[0] == 1 + 2
    lay_out(play(state, "conquer 5"), 5)
    play(state, "finish")
    assert (state.turn, coins(state)[0]) == (1, 3)


@pytest.mark.rule("UG-EX-36")
def test_example_36_a_wise_race_that_declines_without_a_region_is_paid_nothing() -> None:
    state = underground(seats=[seat(active("shadow_mimes", "wise", hand=3), coins=0), IDLE], regions={})
    play(state, "decline")
    assert (state.turn, coins(state)[0]) == (1, 0)


@pytest.mark.rule("UG-EX-37")
def test_example_37_a_tomb_race_keeps_its_tokens_and_lays_them_out_once_more() -> None:
    before = {0: 5, 1: 1, 5: 1, 6: 1, 9: 1}
    after = {0: 3, 1: 2, 5: 2, 6: 1, 9: 1}
    state = underground(
        seats=[seat(active("shadow_mimes", "tomb"), coins=0), IDLE],
        regions={number: held(0, "shadow_mimes", count) for number, count in before.items()},
    )
    play(state, "decline")
    assert (state.phase, legal(state, "deploy")) == ("tomb", [0, 1, 5, 6, 9])
    assert in_hand(state, 0, "shadow_mimes") + 5 == 9
    play(state, *(f"deploy {number}" for number, count in after.items() for _ in range(count - 1)))
    assert {number: tokens(state, number) for number in after} == after
    assert tray(state, "shadow_mimes") == 12 - 9
    assert race(state, 0, "shadow_mimes")["status"] == "decline"
    assert (state.turn, coins(state)[0]) == (1, 5)


@pytest.mark.rule("UG-EX-38")
def test_example_38_reborn_tokens_come_back_as_mudmen() -> None:
    rows = [{"race": "mudmen", "power": "mystic"}]
    state = underground(
        phase="pick",
        seats=[seat(declined("ogres", "reborn")), IDLE],
        regions={number: held(0, "ogres") for number in (6, 15, 4)},
        column=rows,
    )
    play(state, "pick 0")
    assert (in_hand(state, 0, "mudmen"), tray(state, "mudmen")) == (5 + 4, 3)
    assert (state.phase, legal(state, "reborn")) == ("reborn", [4, 6, 15])
    play(state, "reborn 6", "reborn 15")
    assert [(region(state, number)["race"], tokens(state, number)) for number in (6, 15, 4)] == [
        ("mudmen", 1),
        ("mudmen", 1),
        ("ogres", 1),
    ]
    assert (in_hand(state, 0, "mudmen"), tray(state, "mudmen"), tray(state, "ogres")) == (9, 1, 10 - 1)
    # Next to 6 and 15, not from the edge
    assert (state.phase, legal(state, "conquer")) == ("ready", [5, 7, 9])


# Tokens and markers gained


@pytest.mark.rule("UG-EX-39")
def test_example_39_the_shield_takes_the_last_two_armors() -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "shield")), IDLE],
        regions={number: held(0, "shadow_mimes", armor=2) for number in (1, 5, 15)},
    )
    play(state, "finish")
    assert (state.phase, legal(state, "armor"), legal(state, "finish")) == ("markers", [1, 5, 15], [])
    play(state, "armor 15", "armor 5")
    assert [markers(state, number)["armor"] for number in (1, 5, 15)] == [2, 3, 3]
    assert state.turn == 1


@pytest.mark.rule("UG-EX-40")
def test_example_40_hammers_pay_beside_one_dwarf() -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("iron_dwarves", "tomb", hand=4)), IDLE],
        regions={3: held(0, "iron_dwarves"), 8: held(0, "iron_dwarves")},
    )
    assert race(state, 0, "iron_dwarves").get("hammers", 0) == 0
    lay_out(state, 8)
    assert race(state, 0, "iron_dwarves")["hammers"] == 2
    play(state, "finish")
    # 4 dwarves in hand: the mountain for 1 of them and both Hammers, the Crystals for 2
    play(state, "conquer 12")
    assert (tokens(state, 12), in_hand(state, 0, "iron_dwarves"), turn_state(state, "hammers_left")) == (1, 3, 0)
    play(state, "conquer 4")
    assert (tokens(state, 4), in_hand(state, 0, "iron_dwarves")) == (2, 1)


# Single tokens, Places, Relics


@pytest.mark.rule("UG-EX-41")
def test_example_41_a_vampire_replaces_an_immortal_behind_armors() -> None:
    state = underground(
        phase="conquest",
        stonehedge="shield",
        seats=[seat(active("mudmen", "vampire", hand=1)), seat(active("lizardmen", "immortal"))],
        regions={
            5: held(0, "mudmen", 9),
            6: held(1, "lizardmen", armor=2),
            16: hold(1, "lizardmen", place="stonehedge"),
        },
    )
    assert (tray(state, "mudmen"), tray(state, "lizardmen")) == (2, 10)
    play(state, "vampire 6")
    assert (region(state, 6)["race"], tokens(state, 6), markers(state, 6)) == ("mudmen", 1, {})
    assert (in_hand(state, 0, "mudmen"), tray(state, "mudmen")) == (1, 1)
    assert (in_hand(state, 1, "lizardmen"), tray(state, "lizardmen")) == (0, 11)


@pytest.mark.rule("UG-EX-42")
def test_example_42_the_balrog_is_sent_onto_three_tokens() -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "tomb", hand=8), coins=0), seat(active("ogres", "stone"), coins=0)],
        regions={8: held(0, "shadow_mimes"), 12: MONSTERS, 16: held(1, "ogres", 3), 17: held(1, "ogres")},
        places_stack=["pentacle"],
    )
    play(state, "conquer 12")
    assert (place_in(state, 12), state.phase) == ("pentacle", "balrog")
    assert (verbs(state), legal(state, "balrog")) == ({"balrog"}, [7, 8, 11, 13, 16])
    play(state, "balrog 16")
    assert (tokens(state, 16), where(state, "balrog")) == (0, [16])
    assert (tray(state, "ogres"), in_hand(state, 1, "ogres")) == (10 - 4 + 2, 1)
    assert legal(state, "conquer") == [2, 3, 4, 7, 11, 13]
    lay_out(state, 8)
    play(state, "deploy_rest 17", "finish", "deploy_rest 17")
    # 8 and 12 for seat 0, 17 for seat 1
    assert coins(state) == [2, 1]


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


@pytest.mark.rule("UG-EX-44")
def test_example_44_the_fountain_needs_a_token_in_the_tray() -> None:
    state = underground(
        seats=[seat(active("drow", "tomb")), IDLE],
        regions={5: hold(0, "drow", 8, place="fountain")},
    )
    assert tray(state, "drow") == 1
    play(state, "finish")
    assert (in_hand(state, 0, "drow") + 1, tray(state, "drow")) == (9, 0)
    play(state, "deploy_rest 5", "finish", "finish")
    assert (state.turn, in_hand(state, 0, "drow") + 1, tray(state, "drow")) == (0, 9, 0)


def doormat_at_zero() -> swenv.State:
    return underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "tomb", hand=2)), IDLE],
        regions={0: hold(0, "shadow_mimes", relics=["doormat"])},
    )


@pytest.mark.rule("UG-EX-45")
@pytest.mark.parametrize("face", [0, 1])
def test_example_45_the_doormat_moves_when_the_last_attempt_succeeds(face: int) -> None:
    before = doormat_at_zero()
    assert 12 not in legal(before, "conquer") and legal_words(before, "use") == {"doormat"}
    play(before, "use doormat")
    assert 12 in legal(before, "conquer")
    state = rolled(before, "conquer 12", face)
    assert state.phase == "deploy" and legal(state, "conquer") == []
    if face == 0:
        assert (region(state, 12), relics_in(state, 0), in_hand(state, 0, "shadow_mimes")) == ({}, ["doormat"], 2)
    else:
        # Both went there; one is taken up for the new layout.
        assert (tokens(state, 12), in_hand(state, 0, "shadow_mimes")) == (1, 1)
        assert (relics_in(state, 12), relics_in(state, 0)) == (["doormat"], [])


@pytest.mark.rule("UG-EX-46")
@pytest.mark.parametrize(("name", "reaches"), [("lizardmen", True), ("shadow_mimes", False)])
def test_example_46_lizardmen_pass_the_kraken_in_the_river(name: str, reaches: bool) -> None:
    # Region 3, on the other bank, is a Mushroom Forest on this board.
    state = underground(
        map=ux18({3: "mushroom"}),
        phase="conquest",
        seats=[seat(active(name, "tomb", hand=5)), seat(active("kraken", "stone"))],
        regions={1: held(0, name), 2: held(1, "kraken", 2)},
    )
    assert (3 in legal(state, "conquer")) is reaches
    if reaches:
        assert price(state, 3) == 2
        play(state, "conquer 3")
        assert (region(state, 2)["race"], tokens(state, 2)) == ("kraken", 2)


@pytest.mark.rule("UG-EX-47")
@pytest.mark.parametrize(("face", "paid"), [(0, None), (1, None), (2, 2), (3, 1)])
def test_example_47_wisps_roll_before_they_conquer(face: int, paid: int | None) -> None:
    before = underground(
        phase="conquest",
        seats=[seat(active("will_o_wisps", "tomb", hand=2)), IDLE],
        regions={6: held(0, "will_o_wisps"), 9: MONSTERS},
        places_stack=["keep"],
    )
    assert legal(before, "roll_for") == [9]
    state = rolled(before, "roll_for 9", face)
    if paid is None:
        assert (state.phase, legal(state, "conquer")) == ("deploy", [])
        assert region(state, 9) == MONSTERS and in_hand(state, 0, "will_o_wisps") == 2
        assert state.to_position()["places_stack"] == ["keep"]
    else:
        assert (region(state, 9)["race"], place_in(state, 9)) == ("will_o_wisps", "keep")
        # With a token left conquests go on; with none left the one above each region's own is taken up again.
        assert state.phase == ("conquest" if paid == 1 else "deploy")
        assert (tokens(state, 9), in_hand(state, 0, "will_o_wisps")) == (1, 1)


@pytest.mark.rule("UG-EX-48")
def test_example_48_an_own_declined_token_does_not_defend() -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "tomb", hand=5), declined("drow")), IDLE],
        regions={4: held(0, "shadow_mimes"), 8: held(0, "drow"), 0: held(0, "drow")},
    )
    assert tray(state, "drow") == 9 - 2
    play(state, "conquer 8")
    assert (tokens(state, 8), in_hand(state, 0, "shadow_mimes")) == (2, 3)
    assert (tray(state, "drow"), in_hand(state, 0, "drow")) == (9 - 1, 0)


@pytest.mark.rule("UG-EX-49")
def test_example_49_shadow_mimes_swap_muddy_for_royal() -> None:
    rows = [
        {"race": "ogres", "power": "stone"},
        {"race": "shadow_mimes", "power": "muddy"},
        {"race": "drow", "power": "royal"},
    ]
    state = underground(phase="pick", seats=[seat(coins=5), IDLE], column=rows)
    play(state, "pick 1")
    # The row above holds the coin; the Drow have moved up.
    assert (state.phase, legal(state, "swap")) == ("swap", [0, 1, 2, 3, 4])
    play(state, "swap 1")
    assert (race(state, 0, "shadow_mimes")["power"], in_hand(state, 0, "shadow_mimes")) == ("royal", 7 + 5)
    assert tray(state, "shadow_mimes") == 0
    assert column(state)[:2] == [("ogres", "stone", 1), ("drow", "muddy", 0)]


@pytest.mark.rule("UG-EX-50")
def test_example_50_mudmen_do_not_grow_beyond_twelve() -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("mudmen", "tomb")), IDLE],
        regions={0: held(0, "mudmen", 4), 11: held(0, "mudmen", 4), 17: held(0, "mudmen", 4)},
    )
    play(state, "finish")
    assert (tray(state, "mudmen"), in_hand(state, 0, "mudmen") + 3) == (0, 12)


@pytest.mark.rule("UG-EX-51")
@pytest.mark.parametrize("seed", range(5))
def test_example_51_places_and_relics_on_a_base_board_of_three(seed: int) -> None:
    loaded = swenv.load("smallworld", num_players=3, boxes=("base", "underground"), places=True)
    document = loaded.new_state(seed=seed).to_position()
    monsters = {int(number): entry["monsters"] for number, entry in document["regions"].items() if "monsters" in entry}
    assert sum(monsters.values()) == 2 * 3 + 2
    assert len(monsters) == 4 and set(monsters.values()) == {2}
    for number in monsters:
        assert not monsters.keys() & set(loaded.board.regions[number].neighbors)
        assert loaded.board.regions[number].tribe
    assert len(document["places_stack"]) == 4


@pytest.mark.rule("UG-EX-52")
def test_example_52_stonehedge_adds_a_power() -> None:
    state = underground(
        phase="conquest",
        stonehedge="mining",
        seats=[seat(active("shadow_mimes", "mystic"), coins=0), IDLE],
        regions={
            17: hold(0, "shadow_mimes", place="stonehedge"),
            **{number: held(0, "shadow_mimes") for number in (3, 8, 16)},
        },
    )
    play(state, "finish")
    assert coins(state)[0] == 4 + 2 + 1


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
