"""The fifteen races of Underground (UG-RACE), claim by claim, on the board UX18."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import markers, price, refused, tray, verbs

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

EDGE = [0, 1, 2, 3, 4, 11, 13, 15, 17]
"""The edge regions of UX18 that can be entered: all but chasm 14."""


def conquering(
    name: str, power: str, hand: int, regions: dict[int, Any], *others: dict[str, Any], **fields: Any
) -> swenv.State:
    """Seat 0 conquers with that race and an empty purse; `others` are the races of seat 1, which has 5 coins."""
    own, coins = fields.pop("own", {}), fields.pop("coins", 0)
    return underground(
        phase="conquest",
        seats=[seat(active(name, power, hand=hand, **own), coins=coins), seat(*others)],
        regions=regions,
        **fields,
    )


def gain(races: list[dict[str, Any]], regions: dict[int, Any], *others: dict[str, Any]) -> int:
    """Coins for a turn of seat 0 that ends its conquests here; every region needs just one token."""
    state = underground(phase="conquest", seats=[seat(*races, coins=0), seat(*others)], regions=regions)
    play(state, "finish")
    assert state.turn == 1
    return int(state.coins[0])


def declining(races: list[dict[str, Any]], regions: dict[int, Any], *others: dict[str, Any]) -> swenv.State:
    """After seat 0, with an empty purse, has spent its turn on a decline."""
    state = underground(phase="choose", seats=[seat(*races, coins=0), seat(*others)], regions=regions)
    play(state, "decline")
    assert state.turn == 1
    return state


def picked(name: str, power: str, **fields: Any) -> swenv.State:
    column = [{"race": name, "power": power, "coins": 0}]
    return play(underground(phase="pick", column=column, seats=[seat(), seat()], **fields), "pick 0")


@pytest.mark.parametrize(
    ("name", "value", "supply", "more"),
    [
        pytest.param("cultists", 5, 10, [], marks=pytest.mark.rule("UG-RACE-CULTISTS"), id="cultists"),
        pytest.param("drow", 4, 9, [], marks=pytest.mark.rule("UG-RACE-DROW"), id="drow"),
        pytest.param("flames", 4, 9, ["volcano 10"], marks=pytest.mark.rule("UG-RACE-FLAMES"), id="flames"),
        pytest.param("gnomes", 6, 11, [], marks=pytest.mark.rule("UG-RACE-GNOMES"), id="gnomes"),
        pytest.param("iron_dwarves", 7, 12, [], marks=pytest.mark.rule("UG-RACE-DWARVES"), id="iron_dwarves"),
        pytest.param("kraken", 5, 10, [], marks=pytest.mark.rule("UG-RACE-KRAKEN"), id="kraken"),
        pytest.param("liches", 5, 10, [], marks=pytest.mark.rule("UG-RACE-LICHES"), id="liches"),
        pytest.param("lizardmen", 7, 12, [], marks=pytest.mark.rule("UG-RACE-LIZARDMEN"), id="lizardmen"),
        pytest.param("mudmen", 5, 12, [], marks=pytest.mark.rule("UG-RACE-MUDMEN"), id="mudmen"),
        pytest.param("mummies", 10, 15, [], marks=pytest.mark.rule("UG-RACE-MUMMIES"), id="mummies"),
        pytest.param("ogres", 5, 10, [], marks=pytest.mark.rule("UG-RACE-OGRES"), id="ogres"),
        pytest.param("shadow_mimes", 7, 12, ["finish"], marks=pytest.mark.rule("UG-RACE-MIMES"), id="shadow_mimes"),
        pytest.param("shrooms", 5, 10, [], marks=pytest.mark.rule("UG-RACE-SHROOMS"), id="shrooms"),
        pytest.param("spiderines", 7, 12, [], marks=pytest.mark.rule("UG-RACE-SPIDERINES"), id="spiderines"),
        pytest.param("will_o_wisps", 6, 11, [], marks=pytest.mark.rule("UG-RACE-WISPS"), id="will_o_wisps"),
    ],
)
def test_a_race_starts_with_its_value_and_that_of_its_badge(
    name: str, value: int, supply: int, more: list[str]
) -> None:
    state = play(picked(name, "immortal"), *more)
    assert (race(state, 0, name)["hand"], tray(state, name)) == (value + 4, supply - value - 4)
    full = play(picked(name, "vanishing"), *more)
    assert (race(full, 0, name)["hand"], tray(full, name)) == (value + 5, supply - value - 5)


# Cultists


@pytest.mark.rule("UG-RACE-CULTISTS")
def test_the_first_region_that_cultists_conquer_receives_the_great_ancient() -> None:
    state = conquering("cultists", "immortal", 9, {})
    assert not race(state, 0, "cultists").get("ancient_placed")
    play(state, "conquer 1")
    assert (tokens(state, 1), markers(state, 1)) == (2, {"ancient": 1})
    assert race(state, 0, "cultists")["ancient_placed"]
    play(state, "conquer 0")
    assert (markers(state, 1), markers(state, 0)) == ({"ancient": 1}, {})


@pytest.mark.rule("UG-RACE-CULTISTS", "UG-EX-22")
def test_targets_beside_the_great_ancient_cost_one_less_and_at_least_one() -> None:
    regions = {1: held(0, "cultists", 1, ancient=1), 9: held(0, "cultists"), 0: held(1, "shadow_mimes")}
    state = conquering("cultists", "immortal", 8, regions, active("shadow_mimes", "wise"), own={"ancient_placed": True})
    # 0, 5 and River 2 lie beside the Great Ancient; 6, 7, 13 and 15 only beside the other region.
    assert [price(state, number) for number in (0, 5, 2)] == [2 + 1 - 1, 2 - 1, 1]
    assert [price(state, number) for number in (6, 7, 15)] == [2 + 1, 1, 2]


@pytest.mark.rule("UG-RACE-CULTISTS")
def test_the_great_ancient_helps_from_the_moment_it_stands() -> None:
    state = conquering("cultists", "immortal", 9, {})
    assert price(state, 1) == 2
    play(state, "conquer 1")
    assert [price(state, number) for number in (0, 5)] == [1, 1]


@pytest.mark.rule("UG-RACE-CULTISTS", "UG-IMM-2")
def test_the_region_of_the_great_ancient_is_immune() -> None:
    state = underground(
        turn=1,
        phase="conquest",
        seats=[
            seat(active("cultists", "immortal", ancient_placed=True)),
            seat(active("spiderines", "vampire", hand=9)),
        ],
        regions={
            0: held(0, "cultists", 1, ancient=1),
            5: held(0, "cultists"),
            1: held(1, "spiderines") | {"relics": ["sword"]},
        },
    )
    assert legal(state, "conquer") == [2, 4, 5, 6, 9, 15, 16, 17]
    assert legal(state, "vampire") == [5]
    play(state, "use sword")
    assert 0 not in legal(state, "conquer")


@pytest.mark.rule("UG-RACE-CULTISTS", "UG-TURN-3")
@pytest.mark.parametrize("target", [1, 5])
def test_at_the_start_of_a_later_turn_the_great_ancient_may_move_to_any_cultist_region(target: int) -> None:
    regions = {0: held(0, "cultists", 5, ancient=1), 1: held(0, "cultists"), 5: held(0, "cultists")}
    state = underground(
        phase="choose", seats=[seat(active("cultists", "immortal", ancient_placed=True)), seat()], regions=regions
    )
    assert (verbs(state), legal(state, "ancient")) == ({"decline", "ancient", "finish"}, [1, 5])
    play(state, f"ancient {target}")
    assert (markers(state, 0), markers(state, target)) == ({}, {"ancient": 1})
    assert (legal(state, "ancient"), legal(state, "conquer")) == ([], [2, 6, 7])
    # 6 and 7 border region 5, River 2 borders both.
    assert price(state, 6) == (2 if target == 5 else 3)


@pytest.mark.rule("UG-RACE-CULTISTS")
def test_the_great_ancient_may_stay() -> None:
    regions = {0: held(0, "cultists", 5, ancient=1), 1: held(0, "cultists")}
    state = underground(
        phase="choose", seats=[seat(active("cultists", "immortal", ancient_placed=True)), seat()], regions=regions
    )
    play(state, "finish")
    assert (state.turn, markers(state, 0)) == (0, {"ancient": 1})
    assert [price(state, number) for number in (5, 2)] == [1, 1]


@pytest.mark.rule("UG-RACE-CULTISTS", "UG-DECL-5")
def test_the_great_ancient_leaves_at_the_decline() -> None:
    state = declining(
        [active("cultists", "immortal", ancient_placed=True)],
        {0: held(0, "cultists", 3, ancient=1), 5: held(0, "cultists"), 1: held(1, "ogres", 9)},
        active("ogres", "wise"),
    )
    assert (state.coins[0], tokens(state, 0), markers(state, 0)) == (2, 1, {})
    assert legal(state, "conquer") == [0, 2, 5]


@pytest.mark.rule("UG-RACE-CULTISTS")
@pytest.mark.parametrize(("face", "placed"), [(0, False), (1, True)])
def test_the_final_attempt_can_place_the_great_ancient(face: int, placed: bool) -> None:
    after = rolled(conquering("cultists", "immortal", 1, {}), "conquer 0", face)
    assert (markers(after, 0) == {"ancient": 1}, bool(race(after, 0, "cultists").get("ancient_placed"))) == (
        placed, placed
    )  # fmt: skip


@pytest.mark.rule("UG-RACE-CULTISTS", "UG-IMM-9", "UG-PLACE-PENTACLE")
def test_the_balrog_does_not_enter_the_region_of_the_great_ancient() -> None:
    regions = {
        3: held(0, "cultists", 1, ancient=1) | {"place": "pentacle"},
        4: {"markers": {"balrog": 1}},
        8: held(0, "cultists"),
    }
    state = conquering("cultists", "immortal", 1, regions, own={"ancient_placed": True})
    assert legal(state, "balrog") == [8, 16]


# Drow


@pytest.mark.rule("UG-RACE-DROW")
@pytest.mark.parametrize(
    ("regions", "coins"),
    [
        ({15: held(0, "drow")}, 2),
        ({0: held(0, "drow"), 1: held(0, "drow")}, 4),
        ({15: held(0, "drow"), 9: MONSTERS}, 1),
        ({15: held(0, "drow"), 9: held(1, "ogres")}, 1),
        ({15: held(0, "drow"), 9: held(1, "mummies")}, 1),
        ({15: held(0, "drow"), 9: held(0, "shrooms")}, 1 + 1),
        ({0: held(0, "drow"), 1: held(0, "drow"), 3: held(0, "drow"), 2: held(1, "kraken")}, 3 + 1),
    ],
    ids=["alone", "own", "monsters", "active", "declined", "own declined", "in the river"],
)
def test_drow_get_a_coin_for_each_region_that_borders_nobody_else(regions: dict[int, Any], coins: int) -> None:
    # Kraken in River 2 border 1 and 3.
    others = [active("kraken" if 2 in regions else "ogres", "wise"), declined("mummies")]
    assert gain([active("drow", "immortal"), declined("shrooms")], regions, *others) == coins


@pytest.mark.rule("UG-RACE-DROW", "UG-EX-34", "UG-CLAR-7")
def test_drow_beside_monsters_and_an_own_declined_race() -> None:
    # 17 borders Monsters, 4 the declined Shrooms; 0 and 1 border empty regions and each other.
    regions = {number: held(0, "drow") for number in (0, 1, 4, 17)} | {11: MONSTERS, 3: held(0, "shrooms")}
    assert gain([active("drow", "immortal"), declined("shrooms")], regions) == 4 + 2 + 1


@pytest.mark.rule("UG-RACE-DROW")
def test_a_race_across_a_chasm_or_the_river_is_no_neighbour_of_the_drow() -> None:
    regions = {15: held(0, "drow"), 0: held(1, "ogres"), 3: held(0, "drow"), 5: held(1, "ogres")}
    assert gain([active("drow", "immortal")], regions, active("ogres", "wise")) == 2 + 2


@pytest.mark.rule("UG-RACE-DROW")
def test_drow_in_decline_get_one_coin_for_a_region() -> None:
    regions = {15: held(0, "drow"), 0: held(0, "drow")}
    assert declining([active("drow", "immortal")], regions).coins[0] == 2
    assert gain([active("shadow_mimes", "immortal"), declined("drow")], {**regions, 17: held(0, "shadow_mimes")}) == 3


# Flames


@pytest.mark.rule("UG-RACE-FLAMES", "UG-RIVER-7")
@pytest.mark.parametrize("site", [10, 14])
def test_flames_put_the_volcano_on_a_chasm_with_its_symbol(site: int) -> None:
    state = picked("flames", "immortal")
    assert (state.phase, verbs(state), legal(state, "volcano")) == ("volcano", {"volcano"}, [10, 14])
    play(state, f"volcano {site}")
    assert markers(state, site) == {"volcano": 1}
    assert race(state, 0, "flames")["hand"] == 8


@pytest.mark.rule("UG-RACE-FLAMES", "UG-ED-1")
def test_flames_enter_from_the_edge_or_by_option_beside_the_volcano() -> None:
    edge = play(picked("flames", "immortal"), "volcano 10")
    assert legal(edge, "conquer") == EDGE
    for site, beside in ((10, [0, 5, 6, 9, 15]), (14, [4, 16, 17])):
        state = play(picked("flames", "immortal", options={"flames_entry": "volcano"}), f"volcano {site}")
        assert legal(state, "conquer") == beside


@pytest.mark.rule("UG-RACE-FLAMES")
def test_a_target_beside_the_volcano_costs_flames_as_if_empty() -> None:
    # Flames in 1 do not border the Volcano on 10; 0 and 5 do, River 2 does not.
    regions = {
        10: {"markers": {"volcano": 1}},
        1: held(0, "flames"),
        0: held(1, "kraken", 3),
        5: held(1, "kraken", 1, armor=2),
        2: held(1, "kraken", 2),
    }
    state = conquering("flames", "immortal", 8, regions, active("kraken", "shield"))
    assert [price(state, number) for number in (0, 5, 2)] == [2, 2, 1 + 2]


@pytest.mark.rule("UG-RACE-FLAMES")
def test_the_flames_chain_carries_the_volcano_on() -> None:
    # 16 borders the Volcano on 14 and 12 borders 16: so do 7, 8 and 13 beside 12, Kraken or not.
    regions = {
        14: {"markers": {"volcano": 1}},
        16: held(0, "flames"),
        12: held(0, "flames"),
        7: held(1, "kraken", 2),
        8: held(1, "kraken", 3),
        13: held(1, "kraken", 2),
    }
    state = conquering("flames", "immortal", 7, regions, active("kraken", "wise"))
    assert [price(state, number) for number in (7, 8, 13)] == [1, 2, 1]


@pytest.mark.rule("UG-RACE-FLAMES")
def test_flames_that_are_not_connected_to_the_volcano_pay_in_full() -> None:
    # 4 borders the Volcano on 14; 12 does not touch 4. 16 borders the Volcano, 8 borders 4.
    regions = {
        14: {"markers": {"volcano": 1}},
        4: held(0, "flames"),
        12: held(0, "flames"),
        7: held(1, "kraken", 2),
        8: held(1, "kraken", 2),
        16: held(1, "kraken", 2),
        13: held(1, "kraken", 1),
    }
    state = conquering("flames", "immortal", 7, regions, active("kraken", "wise"))
    assert [price(state, number) for number in (7, 8, 16, 13)] == [3, 2, 2, 2]


@pytest.mark.rule("UG-RACE-FLAMES")
def test_other_regions_than_those_of_flames_are_no_link_to_the_volcano() -> None:
    # The owner's declined race in 16 does not connect 12 to the Volcano on 14.
    state = underground(
        phase="conquest",
        seats=[seat(active("flames", "immortal", hand=7), declined("shrooms")), seat(active("kraken", "wise"))],
        regions={
            14: {"markers": {"volcano": 1}},
            16: held(0, "shrooms"),
            12: held(0, "flames"),
            7: held(1, "kraken", 2),
        },
    )
    assert price(state, 7) == 1 + 2


@pytest.mark.rule("UG-RACE-FLAMES", "UG-CLAR-35")
def test_the_pipe_is_no_link_to_the_volcano() -> None:
    # Crystals 4 border the Volcano on 14 and hold the Pipe; Crystals 9 are in reach by it, but far from the chain.
    regions = {
        14: {"markers": {"volcano": 1}},
        4: held(0, "flames") | {"place": "pipe"},
        9: held(1, "ogres", 2),
        6: held(1, "ogres"),
    }
    state = conquering("flames", "immortal", 8, regions, active("ogres", "wise"))
    assert price(state, 9) == 2 + 2
    regions[9] = held(0, "flames")
    beside = conquering("flames", "immortal", 7, regions, active("ogres", "wise"))
    assert price(beside, 6) == 2 + 1 + 1


@pytest.mark.rule("UG-RACE-FLAMES")
def test_the_volcano_extends_no_reach() -> None:
    regions = {10: {"markers": {"volcano": 1}}, 17: held(0, "flames")}
    assert legal(conquering("flames", "immortal", 7, regions), "conquer") == [11, 16]


@pytest.mark.rule("UG-RACE-FLAMES", "UG-LOSS-1")
def test_a_victim_of_flames_loses_as_usual() -> None:
    regions = {
        10: {"markers": {"volcano": 1}},
        1: held(0, "flames"),
        5: held(1, "ogres", 3),
        17: held(1, "ogres"),
    }
    state = play(conquering("flames", "immortal", 7, regions, active("ogres", "wise")), "conquer 5")
    assert (tokens(state, 5), race(state, 1, "ogres")["hand"], tray(state, "ogres")) == (2, 2, 10 - 4 + 1)


@pytest.mark.rule("UG-RACE-FLAMES", "UG-CONQ-9")
def test_the_price_as_if_empty_holds_for_the_final_attempt() -> None:
    # Price 2 in 0 beside the Volcano, 1 + 3 in River 2 away from it.
    regions = {
        10: {"markers": {"volcano": 1}},
        1: held(0, "flames"),
        0: held(1, "kraken", 5),
        2: held(1, "kraken", 4),
    }
    state = conquering("flames", "immortal", 1, regions, active("kraken", "wise"))
    assert legal(state, "conquer") == [0, 5]
    assert region(rolled(state, "conquer 0", 1), 0)["race"] == "flames"


@pytest.mark.rule("UG-RACE-FLAMES", "UG-INT-31")
def test_flames_choose_the_site_before_reborn() -> None:
    column = [{"race": "flames", "power": "immortal", "coins": 0}]
    seats = [seat(declined("drow", "reborn")), seat()]
    state = underground(phase="pick", column=column, seats=seats, regions={0: held(0, "drow"), 5: held(0, "drow")})
    assert verbs(play(state, "pick 0")) == {"volcano"}
    assert verbs(play(state, "volcano 10")) == {"reborn", "finish"}


@pytest.mark.rule("UG-RACE-FLAMES")
def test_only_flames_profit_from_the_volcano() -> None:
    regions = {10: {"markers": {"volcano": 1}}, 1: held(0, "shadow_mimes"), 0: held(1, "flames", 2)}
    state = conquering("shadow_mimes", "immortal", 7, regions, active("flames", "wise"))
    assert price(state, 0) == 2 + 2


@pytest.mark.rule("UG-RACE-FLAMES", "UG-DECL-5")
def test_the_volcano_stays_at_the_decline_without_effect() -> None:
    regions = {10: {"markers": {"volcano": 1}}, 5: held(0, "flames", 2), 0: held(1, "ogres")}
    state = declining([active("flames", "immortal")], regions, active("ogres", "wise"))
    assert (state.coins[0], markers(state, 10)) == (1, {"volcano": 1})
    later = underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "immortal", hand=9), declined("flames")), seat(active("ogres", "wise"))],
        regions={
            10: {"markers": {"volcano": 1}},
            5: held(0, "flames"),
            1: held(0, "shadow_mimes"),
            0: held(1, "ogres", 2),
        },
    )
    assert price(later, 0) == 2 + 2


@pytest.mark.rule("UG-RACE-FLAMES", "UG-CLAR-36")
@pytest.mark.parametrize("site", [10, 14])
def test_flames_taken_again_choose_the_site_anew(site: int) -> None:
    state = picked("flames", "immortal", regions={10: {"markers": {"volcano": 1}}})
    assert (state.phase, legal(state, "volcano")) == ("volcano", [10, 14])
    play(state, f"volcano {site}")
    assert [bool(markers(state, number)) for number in (10, 14)] == [site == 10, site == 14]


# Gnomes: two of them in Mushroom Forest 5, a plain price of four.


@pytest.mark.rule("UG-RACE-GNOMES", "UG-CONQ-5", "UG-RACE-FLAMES")
def test_all_that_defends_gnomes_counts() -> None:
    # Mountain 6 beside the Volcano: 2 + mountain + Keep + three Gnomes + two Armors.
    regions = {
        10: {"markers": {"volcano": 1}},
        5: held(0, "flames"),
        6: held(1, "gnomes", 3, armor=2) | {"place": "keep"},
    }
    state = underground(
        phase="conquest",
        seats=[seat(active("flames", "immortal", hand=7)), seat(active("gnomes", "shield"))],
        regions=regions,
    )
    # Nine are needed: seven and a two.
    assert region(rolled(state, "conquer 6", 1), 6)["race"] == "gnomes"
    assert region(rolled(state, "conquer 6", 2), 6)["race"] == "flames"


@pytest.mark.rule("UG-RACE-GNOMES", "UG-CLAR-2", "UG-INT-67")
def test_gnomes_at_the_edge_are_entered_without_the_bag_only() -> None:
    regions = {0: held(1, "gnomes", 2), 17: {"relics": ["doormat"]}}
    state = conquering("shadow_mimes", "magic", 9, regions, active("gnomes", "wise"))
    assert 0 in legal(state, "conquer")
    assert 0 not in legal(play(state, "bag doormat"), "conquer")


@pytest.mark.rule("UG-RACE-GNOMES", "UG-CLAR-2", "UG-PLACE-000")
def test_no_relic_can_be_used_against_gnomes() -> None:
    regions = {
        1: held(0, "shadow_mimes") | {"relics": ["doormat", "socks", "sword", "orb"]},
        5: held(1, "gnomes", 1),
        17: held(1, "gnomes", 2),
        16: held(1, "gnomes", 1),
    }
    state = conquering("shadow_mimes", "magic", 9, regions, active("gnomes", "wise"))
    # No single token but Gnomes', so nothing for the Orb, nor for the Bag in its place.
    assert legal_words(state, "use") == {"doormat", "socks", "sword"}
    assert legal_words(state, "bag") == {"doormat", "socks", "sword"}
    assert legal(state, "conquer") == [0, 2, 5]
    for relic in ("socks", "sword"):
        assert legal(play(state.copy(), f"use {relic}"), "conquer") == [0, 2]
        assert legal(play(state.copy(), f"bag {relic}"), "conquer") == [0, 2]
    everywhere = [0, 2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 15]
    assert legal(play(state.copy(), "use doormat"), "conquer") == everywhere
    assert legal(play(state.copy(), "bag doormat"), "conquer") == everywhere


@pytest.mark.rule("UG-RACE-GNOMES", "UG-POWER-VAMPIRE")
def test_gnomes_are_not_replaced() -> None:
    regions = {
        1: held(0, "shadow_mimes") | {"relics": ["orb"]},
        5: held(1, "gnomes"),
        0: held(2, "ogres"),
    }
    state = underground(
        3,
        phase="conquest",
        seats=[
            seat(active("shadow_mimes", "vampire", hand=2)),
            seat(active("gnomes", "wise")),
            seat(active("ogres", "stone")),
        ],
        regions=regions,
    )
    assert legal(state, "vampire") == [0]
    assert legal(play(state, "use orb"), "conquer") == [0]


@pytest.mark.rule("UG-RACE-GNOMES", "UG-CONQ-3")
def test_spiderines_enter_against_gnomes_at_the_edge_only() -> None:
    regions = {5: held(1, "gnomes", 2), 0: held(1, "gnomes", 2)}
    state = conquering("spiderines", "immortal", 9, regions, active("gnomes", "wise"))
    assert (5 in legal(state, "conquer"), price(state, 0)) == (False, 4)


@pytest.mark.rule("UG-RACE-GNOMES", "UG-RACE-WISPS")
def test_wisps_do_not_roll_early_against_gnomes() -> None:
    regions = {15: held(0, "will_o_wisps"), 4: held(0, "will_o_wisps"), 9: held(1, "gnomes"), 16: held(1, "gnomes")}
    state = conquering("will_o_wisps", "immortal", 2, regions, active("gnomes", "wise"))
    assert legal(state, "roll_for") == [3, 8]
    assert legal(state, "conquer") == [3, 8, 9, 16]


@pytest.mark.rule("UG-RACE-GNOMES", "UG-PLACE-PENTACLE", "UG-CLAR-1")
def test_the_balrog_does_not_enter_a_region_of_active_gnomes() -> None:
    regions = {
        3: held(0, "shadow_mimes") | {"place": "pentacle"},
        4: {"markers": {"balrog": 1}},
        8: held(1, "gnomes"),
    }
    state = conquering("shadow_mimes", "immortal", 1, regions, active("gnomes", "wise"))
    assert legal(state, "balrog") == [3, 16]
    assert legal(conquering("shadow_mimes", "immortal", 1, regions, declined("gnomes")), "balrog") == [3, 8, 16]
    own = conquering("gnomes", "immortal", 1, {3: held(0, "gnomes") | {"place": "pentacle"}, 4: regions[4]})
    assert legal(own, "balrog") == [8, 16]


@pytest.mark.rule("UG-RACE-GNOMES")
def test_on_their_own_turn_gnomes_use_everything() -> None:
    regions = {
        1: held(0, "gnomes") | {"relics": ["sword", "socks", "doormat"]},
        5: held(1, "ogres", 3),
        0: held(1, "ogres"),
    }
    state = conquering("gnomes", "vampire", 5, regions, active("ogres", "wise"))
    assert legal(state, "vampire") == [0]
    assert legal_words(state, "use") == {"sword", "socks", "doormat"}
    assert price(play(state.copy(), "use sword"), 5) == 3
    assert price(play(state.copy(), "use socks"), 5) == 2
    assert 17 in legal(play(state.copy(), "use doormat"), "conquer")


# Iron Dwarves


@pytest.mark.rule("UG-RACE-DWARVES", "UG-CLAR-6")
@pytest.mark.parametrize(
    ("hammers", "places", "after"),
    [(0, [3, 8], 2), (0, [3, 4], 1), (0, [4, 0], 0), (2, [3, 8], 4), (6, [3, 8], 7), (7, [3, 8], 7)],
)
def test_dwarves_take_a_hammer_for_each_mine_up_to_seven(hammers: int, places: list[int], after: int) -> None:
    regions = {number: held(0, "iron_dwarves") for number in places}
    state = conquering("iron_dwarves", "immortal", 0, regions, own={"hammers": hammers})
    play(state, "finish")
    assert (state.turn, race(state, 0, "iron_dwarves").get("hammers", 0)) == (1, after)
    assert [tokens(state, number) for number in places] == [1] * len(places)


@pytest.mark.rule("UG-RACE-DWARVES")
def test_the_mines_that_count_are_those_held_in_redeployment() -> None:
    # Mine 3 is taken, mine 8 was given up.
    regions = {4: held(0, "iron_dwarves", 4), 8: held(0, "iron_dwarves")}
    state = underground(phase="choose", seats=[seat(active("iron_dwarves", "immortal")), seat()], regions=regions)
    play(state, "abandon 8", "conquer 3", "finish")
    while state.turn == 0:
        play(state, "deploy_rest 4")
    assert race(state, 0, "iron_dwarves")["hammers"] == 1


@pytest.mark.rule("UG-RACE-DWARVES")
def test_the_mine_of_the_lost_dwarf_is_no_mine_region() -> None:
    regions = {0: held(0, "iron_dwarves") | {"place": "mine"}}
    state = play(conquering("iron_dwarves", "immortal", 0, regions), "finish")
    assert (state.turn, race(state, 0, "iron_dwarves").get("hammers", 0)) == (1, 0)


@pytest.mark.rule("UG-RACE-DWARVES", "UG-CONQ-7", "UG-EX-40", "UG-ACT-12")
def test_hammers_pay_beside_at_least_one_dwarf() -> None:
    regions = {3: held(0, "iron_dwarves"), 8: held(0, "iron_dwarves")}
    state = conquering("iron_dwarves", "immortal", 4, regions, own={"hammers": 2})
    play(state, "conquer 12")  # a mountain, price 3: one dwarf and two Hammers
    assert (tokens(state, 12), race(state, 0, "iron_dwarves")["hand"]) == (1, 3)
    assert state.to_position()["turn_state"]["hammers_left"] == 0
    play(state, "conquer 16")  # price 2: two dwarves
    assert (tokens(state, 16), race(state, 0, "iron_dwarves")["hand"]) == (2, 1)
    # In redeployment the Hammers come back, and two more for the mines.
    play(state, "finish", "deploy_rest 16")
    assert (state.turn, race(state, 0, "iron_dwarves")["hammers"]) == (1, 4)
    assert [tokens(state, number) for number in (3, 8, 12, 16)] == [1, 1, 1, 3]


@pytest.mark.rule("UG-RACE-DWARVES")
def test_each_conquest_takes_a_dwarf() -> None:
    regions = {3: held(0, "iron_dwarves")}
    state = conquering("iron_dwarves", "immortal", 2, regions, own={"hammers": 7})
    play(state, "conquer 4")
    assert (tokens(state, 4), state.to_position()["turn_state"]["hammers_left"]) == (1, 6)
    play(state, "conquer 8")
    # The last dwarf is spent, five Hammers are not: conquests are over.
    assert (state.turn, region(state, 8)["owner"], state.coins[0]) == (1, 0, 3)


@pytest.mark.rule("UG-RACE-DWARVES", "UG-CONQ-1")
def test_hammers_alone_conquer_nothing() -> None:
    state = conquering("iron_dwarves", "immortal", 0, {3: held(0, "iron_dwarves")}, own={"hammers": 7})
    assert legal(state, "conquer") == []


@pytest.mark.rule("UG-RACE-DWARVES", "UG-CLAR-22", "UG-CONQ-9")
def test_hammers_count_for_the_final_attempt() -> None:
    # Price 5 in 16, 6 on mountain 12: a dwarf and a Hammer are three and four short.
    regions = {8: held(0, "iron_dwarves"), 16: held(1, "ogres", 3), 12: held(1, "ogres", 3)}
    one = conquering("iron_dwarves", "immortal", 1, regions, active("ogres", "wise"), own={"hammers": 1})
    assert legal(one, "conquer") == [2, 3, 4, 7, 16]
    none = conquering("iron_dwarves", "immortal", 1, regions, active("ogres", "wise"))
    assert legal(none, "conquer") == [2, 3, 4, 7]
    taken = rolled(one, "conquer 16", 3)
    assert (region(taken, 16)["owner"], tokens(taken, 16), taken.phase) == (0, 1, "withdrawn")
    lost = rolled(one, "conquer 16", 2)
    assert (region(lost, 16)["owner"], race(lost, 0, "iron_dwarves")["hand"], lost.phase) == (1, 1, "deploy")


@pytest.mark.rule("UG-RACE-DWARVES", "UG-CLAR-22")
def test_all_hammers_go_with_the_final_attempt_and_come_back() -> None:
    regions = {8: held(0, "iron_dwarves"), 16: held(1, "ogres", 4)}
    state = conquering("iron_dwarves", "immortal", 2, regions, active("ogres", "wise"), own={"hammers": 3})
    taken = rolled(state, "conquer 16", 1)
    assert (region(taken, 16)["owner"], race(taken, 0, "iron_dwarves")["hand"]) == (0, 1)
    play(taken, "deploy_rest 16")
    assert (tokens(taken, 16), race(taken, 0, "iron_dwarves")["hammers"]) == (2, 3 + 1)


@pytest.mark.rule("UG-RACE-DWARVES")
def test_with_enough_hammers_nothing_is_rolled() -> None:
    regions = {8: held(0, "iron_dwarves"), 16: held(1, "ogres", 3)}
    state = conquering("iron_dwarves", "immortal", 2, regions, active("ogres", "wise"), own={"hammers": 4})
    play(state, "conquer 16")
    assert (state.last_roll, tokens(state, 16), race(state, 0, "iron_dwarves")["hand"]) == (None, 1, 1)


@pytest.mark.rule("UG-RACE-DWARVES")
def test_hammers_never_defend() -> None:
    regions = {1: held(0, "shadow_mimes"), 5: held(1, "iron_dwarves"), 0: held(1, "iron_dwarves", 3)}
    others = active("iron_dwarves", "wise", hammers=7)
    state = conquering("shadow_mimes", "immortal", 7, regions, others)
    assert [price(state, number) for number in (5, 0)] == [2 + 1, 2 + 3]


@pytest.mark.rule("UG-RACE-DWARVES", "UG-DECL-5")
def test_hammers_return_at_the_decline_and_none_come_after() -> None:
    regions = {3: held(0, "iron_dwarves"), 8: held(0, "iron_dwarves", 2)}
    state = declining([active("iron_dwarves", "immortal", hammers=5)], regions)
    assert (race(state, 0, "iron_dwarves").get("hammers", 0), state.coins[0]) == (0, 2)
    later = underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "immortal"), declined("iron_dwarves"), coins=0), seat()],
        regions={3: held(0, "iron_dwarves"), 0: held(0, "shadow_mimes")},
    )
    play(later, "finish")
    assert race(later, 0, "iron_dwarves").get("hammers", 0) == 0


# Kraken


@pytest.mark.rule("UG-RACE-KRAKEN", "UG-RIVER-4")
def test_kraken_stay_in_the_river_and_score_it() -> None:
    regions = {2: held(0, "kraken"), 7: held(0, "kraken"), 0: held(0, "kraken")}
    state = play(conquering("kraken", "immortal", 0, regions), "finish")
    assert (state.turn, state.coins[0], tokens(state, 2), tokens(state, 7)) == (1, 3, 1, 1)


@pytest.mark.rule("UG-RACE-KRAKEN", "UG-RIVER-3", "UG-RIVER-4")
def test_others_leave_the_river() -> None:
    regions = {2: held(0, "shadow_mimes", 2), 7: held(0, "shadow_mimes"), 0: held(0, "shadow_mimes")}
    state = play(conquering("shadow_mimes", "immortal", 0, regions), "finish")
    assert (race(state, 0, "shadow_mimes")["hand"], legal(state, "deploy")) == (3, [0])
    play(state, "deploy_rest 0")
    assert (state.turn, state.coins[0], region(state, 2), region(state, 7), tokens(state, 0)) == (1, 1, {}, {}, 4)


@pytest.mark.rule("UG-RACE-KRAKEN")
def test_kraken_redeploy_into_the_river() -> None:
    state = conquering("kraken", "immortal", 3, {2: held(0, "kraken"), 0: held(0, "kraken")})
    play(state, "finish")
    assert legal(state, "deploy") == [0, 2]
    play(state, "deploy_rest 2")
    assert (state.turn, tokens(state, 2)) == (1, 4)


@pytest.mark.rule("UG-RACE-KRAKEN", "UG-EX-15")
@pytest.mark.parametrize("status", ["active", "decline"])
def test_others_must_conquer_a_river_region_of_kraken_to_go_through(status: str) -> None:
    kraken = {"race": "kraken", "power": "wise" if status == "active" else None, "status": status}
    count = 2 if status == "active" else 1
    regions = {1: held(0, "ogres"), 2: held(1, "kraken", count), 17: held(1, "kraken")}
    state = conquering("ogres", "immortal", 5, regions, kraken)
    assert legal(state, "conquer") == [0, 2, 5]
    play(state, "conquer 2")
    assert tokens(state, 2) == max(1, 1 + count - 1)
    assert race(state, 1, "kraken").get("hand", 0) == count - 1
    assert legal(state, "conquer") == [0, 3, 5, 7, 8]
    play(state, "finish", "deploy_rest 1")
    # The Ogres have left it; the Kraken who withdrew may go into another River region only if it is theirs.
    if status == "active":
        assert (state.phase, state.to_act, legal(state, "deploy")) == ("withdrawn", 1, [17])
        play(state, "deploy 17")
    assert (state.turn, region(state, 2)) == (1, {})


@pytest.mark.rule("UG-RACE-KRAKEN", "UG-LOSS-2")
def test_kraken_who_withdrew_may_go_into_their_river_regions() -> None:
    regions = {1: held(0, "ogres"), 2: held(1, "kraken", 3), 13: held(1, "kraken"), 17: held(1, "kraken")}
    state = conquering("ogres", "immortal", 4, regions, active("kraken", "wise"))
    play(state, "conquer 2", "finish", "deploy_rest 1")
    assert (state.phase, legal(state, "deploy")) == ("withdrawn", [13, 17])
    play(state, "deploy_rest 13")
    assert tokens(state, 13) == 3


@pytest.mark.rule("UG-RACE-KRAKEN", "UG-EX-11", "UG-DECL-6")
def test_kraken_in_decline_stay_in_the_river_and_score_it() -> None:
    regions = {7: held(0, "kraken", 2), 5: held(0, "kraken"), 0: held(0, "kraken")}
    state = declining([active("kraken", "immortal")], regions)
    assert (state.coins[0], tokens(state, 7)) == (3, 1)
    later = {7: held(0, "kraken"), 5: held(0, "kraken"), 0: held(0, "kraken"), 17: held(0, "shadow_mimes")}
    assert gain([active("shadow_mimes", "immortal"), declined("kraken")], later) == 3 + 1


# Liches


@pytest.mark.rule("UG-RACE-LICHES", "UG-EX-25")
def test_who_conquers_declined_liches_pays_their_owner() -> None:
    regions = {4: held(0, "shadow_mimes"), 3: held(1, "liches"), 0: held(1, "liches")}
    state = conquering("shadow_mimes", "immortal", 5, regions, declined("liches"), coins=4)
    play(state, "conquer 3")
    assert (tokens(state, 3), list(state.coins)) == (3, [3, 6])


@pytest.mark.rule("UG-RACE-LICHES", "UG-CONQ-4")
@pytest.mark.parametrize("slot", [active("liches", "wise"), declined("liches")], ids=["active", "decline"])
def test_an_opponent_without_coins_may_not_conquer_liches(slot: dict[str, Any]) -> None:
    regions = {4: held(0, "shadow_mimes"), 3: held(1, "liches"), 0: held(1, "liches")}
    poor = conquering("shadow_mimes", "immortal", 5, regions, slot)
    assert legal(poor, "conquer") == [8, 16]
    assert refused(poor, "conquer 3")
    rich = conquering("shadow_mimes", "immortal", 5, regions, slot, coins=1)
    assert legal(rich, "conquer") == [3, 8, 16]


@pytest.mark.rule("UG-RACE-LICHES", "UG-CONQ-4")
def test_no_power_or_relic_takes_liches_from_a_player_without_coins() -> None:
    relics = {"relics": ["sword", "doormat", "orb", "socks"]}
    regions = {4: held(0, "shadow_mimes") | relics, 3: held(1, "liches"), 0: held(1, "liches")}
    state = conquering("shadow_mimes", "vampire", 5, regions, active("liches", "wise"))
    assert (legal(state, "vampire"), legal_words(state, "use")) == ([], {"sword", "doormat", "socks"})
    for relic in ("sword", "doormat", "socks"):
        assert not {0, 3} & set(legal(play(state.copy(), f"use {relic}"), "conquer"))


@pytest.mark.rule("UG-RACE-LICHES")
def test_each_region_of_declined_liches_costs_a_coin_while_there_are_coins() -> None:
    regions = {
        4: held(0, "shadow_mimes"), 3: held(1, "liches"), 8: held(1, "liches"), 16: held(1, "liches")
    }  # fmt: skip
    state = conquering("shadow_mimes", "immortal", 11, regions, declined("liches"), coins=2)
    play(state, "conquer 3", "conquer 8")
    assert list(state.coins) == [0, 7]
    assert legal(state, "conquer") == [2, 7, 12]


@pytest.mark.rule("UG-RACE-LICHES", "UG-PLACE-PENTACLE")
@pytest.mark.parametrize("slot", [active("liches", "wise"), declined("liches")], ids=["active", "decline"])
def test_the_balrog_pays_liches_like_its_master(slot: dict[str, Any]) -> None:
    regions = {
        3: held(0, "shadow_mimes") | {"place": "pentacle"},
        4: {"markers": {"balrog": 1}},
        8: held(1, "liches"),
        0: held(1, "liches"),
    }
    assert legal(conquering("shadow_mimes", "immortal", 1, regions, slot), "balrog") == [3, 16]
    state = conquering("shadow_mimes", "immortal", 1, regions, slot, coins=1)
    assert legal(state, "balrog") == [3, 8, 16]
    play(state, "balrog 8")
    assert (markers(state, 8), tokens(state, 8)) == ({"balrog": 1}, 0)
    assert list(state.coins) == ([0, 6] if slot["status"] == "decline" else [1, 5])


# Lizardmen


@pytest.mark.rule("UG-RACE-LIZARDMEN")
def test_lizardmen_away_from_the_river_reach_their_neighbours() -> None:
    assert legal(conquering("lizardmen", "immortal", 9, {0: held(0, "lizardmen")}), "conquer") == [1, 5]
    assert legal(conquering("lizardmen", "immortal", 9, {17: held(0, "lizardmen")}), "conquer") == [11, 16]


@pytest.mark.rule("UG-RACE-LIZARDMEN", "UG-RIVER-1", "UG-RIVER-3")
def test_lizardmen_may_conquer_the_river_at_its_cost_and_must_leave_it() -> None:
    regions = {1: held(0, "lizardmen"), 2: held(1, "kraken", 2), 17: held(1, "kraken")}
    state = conquering("lizardmen", "immortal", 9, regions, active("kraken", "wise"))
    assert [price(state, number) for number in (2, 13)] == [1 + 2, 1]
    play(state, "conquer 13", "finish", "deploy_rest 1")
    assert (state.turn, region(state, 13), tokens(state, 1), state.coins[0]) == (1, {}, 10, 1)


@pytest.mark.rule("UG-RACE-LIZARDMEN")
def test_lizardmen_pay_what_the_target_costs() -> None:
    regions = {1: held(0, "lizardmen"), 12: MONSTERS, 3: held(1, "ogres", 2)}
    state = conquering("lizardmen", "immortal", 9, regions, active("ogres", "wise"), places_stack=["keep"])
    assert [price(state, number) for number in (12, 3, 8)] == [2 + 1 + 2, 2 + 2, 2]


@pytest.mark.rule("UG-RACE-LIZARDMEN")
def test_the_regions_of_declined_lizardmen_extend_no_reach() -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "immortal", hand=9), declined("lizardmen")), seat()],
        regions={1: held(0, "lizardmen"), 5: held(0, "shadow_mimes")},
    )
    assert legal(state, "conquer") == [0, 1, 2, 6, 7]


# Mudmen


@pytest.mark.rule("UG-RACE-MUDMEN", "UG-EX-9", "UG-ACT-18")
def test_mudmen_grow_by_one_for_each_mudpool_in_redeployment() -> None:
    regions = {0: held(0, "mudmen", 2), 4: held(0, "mudmen", 3), 6: held(0, "mudmen")}
    state = play(conquering("mudmen", "immortal", 0, regions), "finish")
    assert (race(state, 0, "mudmen")["hand"], tray(state, "mudmen")) == (1 + 2 + 1, 12 - 6 - 1)
    assert legal(state, "deploy") == [0, 4, 6]
    play(state, "deploy 0", "deploy 0", "deploy 4", "deploy 6")
    assert [tokens(state, number) for number in (0, 4, 6)] == [3, 2, 2]


@pytest.mark.rule("UG-RACE-MUDMEN")
@pytest.mark.parametrize(("places", "gained"), [([0], 1), ([0, 17], 2), ([0, 11, 17], 3), ([1, 4], 0)])
def test_only_mudpools_make_mudmen_grow(places: list[int], gained: int) -> None:
    state = play(conquering("mudmen", "immortal", 0, {number: held(0, "mudmen") for number in places}), "finish")
    while state.turn == 0:
        play(state, f"deploy_rest {places[0]}")
    assert (tokens(state, places[0]), tray(state, "mudmen")) == (1 + gained, 12 - len(places) - gained)


@pytest.mark.rule("UG-RACE-MUDMEN", "UG-EX-50")
@pytest.mark.parametrize(("on_map", "gained"), [(12, 0), (11, 1), (10, 2), (9, 3)])
def test_the_tray_limits_the_growth_of_mudmen(on_map: int, gained: int) -> None:
    regions = {0: held(0, "mudmen", on_map - 2), 11: held(0, "mudmen"), 17: held(0, "mudmen")}
    state = play(conquering("mudmen", "immortal", 0, regions), "finish", "deploy_rest 0")
    assert (tokens(state, 0), tray(state, "mudmen")) == (on_map - 2 + gained, 12 - on_map - gained)


@pytest.mark.rule("UG-RACE-MUDMEN")
def test_a_mudpool_taken_this_turn_counts_and_one_given_up_does_not() -> None:
    regions = {1: held(0, "mudmen", 3), 17: held(0, "mudmen")}
    state = underground(phase="choose", seats=[seat(active("mudmen", "immortal")), seat()], regions=regions)
    play(state, "abandon 17", "conquer 0", "finish")
    assert (race(state, 0, "mudmen")["hand"], tray(state, "mudmen")) == (1 + 1 + 1, 12 - 4 - 1)


@pytest.mark.rule("UG-RACE-MUDMEN")
def test_mudmen_in_decline_do_not_grow() -> None:
    state = declining([active("mudmen", "immortal")], {0: held(0, "mudmen", 3), 17: held(0, "mudmen")})
    assert (tokens(state, 0), tray(state, "mudmen")) == (1, 10)
    later = underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "immortal"), declined("mudmen")), seat()],
        regions={0: held(0, "mudmen"), 1: held(0, "shadow_mimes")},
    )
    play(later, "finish")
    assert (later.turn, tokens(later, 0), tray(later, "mudmen")) == (1, 1, 11)


# Mummies, Ogres


@pytest.mark.parametrize(
    ("name", "more"),
    [
        pytest.param("shadow_mimes", 0, id="others"),
        pytest.param("mummies", 1, marks=pytest.mark.rule("UG-RACE-MUMMIES", "UG-EX-16"), id="mummies"),
        pytest.param("ogres", -1, marks=pytest.mark.rule("UG-RACE-OGRES", "UG-EX-16"), id="ogres"),
    ],
)
def test_mummies_pay_one_more_and_ogres_one_less(name: str, more: int) -> None:
    regions = {8: held(0, name), 12: MONSTERS, 16: held(1, "kraken", 2), 3: held(1, "drow")}
    state = conquering(name, "immortal", 9, regions, active("kraken", "wise"), declined("drow"), places_stack=["keep"])
    assert [price(state, number) for number in (12, 16, 3, 4)] == [5 + more, 4 + more, 3 + more, 2 + more]
    first = conquering(name, "immortal", 9, {})
    assert price(first, 0) == 2 + more


@pytest.mark.rule("UG-RACE-MUMMIES")
def test_mummies_pay_two_for_the_river_and_two_less_with_the_sword() -> None:
    regions = {8: held(0, "mummies") | {"relics": ["sword"]}}
    state = conquering("mummies", "immortal", 9, regions)
    assert price(state, 7) == 1 + 1
    # The minimum of one is applied at the end: 1 + 1 - 2 and 2 + 1 - 2.
    play(state, "use sword")
    assert [price(state, number) for number in (7, 4)] == [1, 1]


@pytest.mark.rule("UG-RACE-MUMMIES")
def test_the_extra_token_of_mummies_counts_for_the_final_attempt() -> None:
    # Prices 3 and 6: one token is two short, and five.
    regions = {8: held(0, "mummies"), 16: held(1, "ogres", 3)}
    state = conquering("mummies", "immortal", 1, regions, active("ogres", "wise"))
    assert 16 not in legal(state, "conquer")
    assert region(rolled(state, "conquer 4", 1), 4) == {}
    assert region(rolled(state, "conquer 4", 2), 4)["owner"] == 0


@pytest.mark.rule("UG-RACE-OGRES", "UG-CONQ-5")
def test_ogres_pay_one_at_least() -> None:
    regions = {8: held(0, "ogres") | {"relics": ["sword"]}, 12: {"place": "keep"}}
    state = conquering("ogres", "immortal", 9, regions)
    assert [price(state, number) for number in (7, 4, 12)] == [1, 1, 3]
    play(state, "use sword")
    assert [price(state, number) for number in (7, 4, 12)] == [1, 1, 1]


@pytest.mark.rule("UG-RACE-OGRES", "UG-RACE-MUMMIES")
@pytest.mark.parametrize("name", ["ogres", "mummies"])
def test_the_traits_of_ogres_and_mummies_are_for_their_own_conquests(name: str) -> None:
    regions = {8: held(0, "shadow_mimes"), 16: held(1, name, 2), 3: held(0, name)}
    defended = conquering("shadow_mimes", "immortal", 9, {8: regions[8], 16: regions[16]}, active(name, "wise"))
    assert [price(defended, number) for number in (16, 4)] == [2 + 2, 2]
    later = underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "immortal", hand=9), declined(name)), seat()],
        regions={8: regions[8], 3: regions[3]},
    )
    assert [price(later, number) for number in (4, 3, 7)] == [2, 2, 1]


# Shadow Mimes

COLUMN = [
    {"race": "drow", "power": "stone", "coins": 1},
    {"race": "shadow_mimes", "power": "muddy", "coins": 2},
    {"race": "gnomes", "power": "royal", "coins": 3},
    {"race": "ogres", "power": "mining", "coins": 0},
    {"race": "kraken", "power": "quarreling", "coins": 4},
    {"race": "shrooms", "power": "vampire", "coins": 0},
]


def mimes() -> swenv.State:
    state = underground(
        phase="pick", column=COLUMN, seats=[seat(), seat()], race_stack=["cultists"], power_stack=["wise"]
    )
    return play(state, "pick 1")


@pytest.mark.rule("UG-RACE-MIMES", "UG-ACT-1")
def test_mimes_are_asked_for_a_swap_before_they_draw_tokens() -> None:
    state = mimes()
    assert (state.phase, verbs(state)) == ("swap", {"swap", "finish"})
    assert legal(state, "swap") == [0, 1, 2, 3, 4]
    assert [entry["race"] for entry in state.to_position()["column"]] == [
        "drow",
        "gnomes",
        "ogres",
        "kraken",
        "shrooms",
    ]
    assert race(state, 0, "shadow_mimes").get("hand", 0) == 0


@pytest.mark.rule("UG-RACE-MIMES")
def test_mimes_may_keep_their_badge() -> None:
    state = play(mimes(), "finish")
    own = race(state, 0, "shadow_mimes")
    assert (own["power"], own["hand"], legal(state, "conquer")) == ("muddy", 10, EDGE)
    assert [entry["power"] for entry in state.to_position()["column"]] == [
        "stone", "royal", "mining", "quarreling", "vampire", "wise"
    ]  # fmt: skip


@pytest.mark.rule("UG-RACE-MIMES")
def test_the_swapped_badge_is_the_badge_of_the_mimes() -> None:
    # Quarreling from now on: one group of regions pays one coin more.
    state = play(mimes(), "swap 3", "conquer 1")
    purse = int(state.coins[0])
    play(state, "finish", "deploy_rest 1")
    assert state.coins[0] - purse == 1 + 1


@pytest.mark.rule("UG-RACE-MIMES")
def test_mimes_are_not_asked_again() -> None:
    state = underground(
        phase="choose",
        seats=[seat(active("shadow_mimes", "immortal")), seat()],
        regions={0: held(0, "shadow_mimes", 3)},
    )
    assert legal(state, "swap") == []
    play(state, "conquer 1")
    assert legal(state, "swap") == []


@pytest.mark.rule("UG-RACE-MIMES")
def test_of_mimes_in_decline_only_the_badge_matters() -> None:
    regions = {0: held(0, "shadow_mimes"), 17: held(0, "shadow_mimes"), 1: held(0, "shadow_mimes")}
    assert declining([active("shadow_mimes", "muddy")], regions).coins[0] == 3 + 2
    assert declining([active("shadow_mimes", "mining")], regions).coins[0] == 3


@pytest.mark.rule("UG-RACE-MIMES", "UG-ACT-1", "UG-INT-31")
def test_the_swap_comes_before_reborn() -> None:
    seats = [seat(declined("cultists", "reborn")), seat()]
    regions = {0: held(0, "cultists"), 5: held(0, "cultists")}
    state = underground(phase="pick", column=COLUMN, seats=seats, regions=regions)
    assert verbs(play(state, "pick 1")) == {"swap", "finish"}
    assert verbs(play(state, "swap 2")) == {"reborn", "finish"}
    play(state, "reborn 0", "finish")
    # 7 + 4 for Mining, one token of the tray on the map.
    assert (race(state, 0, "shadow_mimes")["hand"], tray(state, "shadow_mimes")) == (11, 0)


# Shrooms


@pytest.mark.rule("UG-RACE-SHROOMS")
@pytest.mark.parametrize(("places", "coins"), [([1], 2), ([1, 5, 15], 6), ([1, 0, 3, 4, 6], 5 + 1), ([0, 4], 2)])
def test_shrooms_get_a_coin_for_each_mushroom_forest(places: list[int], coins: int) -> None:
    assert gain([active("shrooms", "immortal")], {number: held(0, "shrooms") for number in places}) == coins


@pytest.mark.rule("UG-RACE-SHROOMS", "UG-EX-10")
def test_the_coins_of_shrooms_and_of_their_power_add_up() -> None:
    assert gain([active("shrooms", "mystic")], {number: held(0, "shrooms") for number in (3, 0, 4)}) == 3 + 1
    assert gain([active("shrooms", "mystic")], {number: held(0, "shrooms") for number in (1, 4)}) == 2 + 1 + 1


@pytest.mark.rule("UG-RACE-SHROOMS")
def test_shrooms_in_decline_and_forests_of_the_other_race_pay_one() -> None:
    regions = {1: held(0, "shrooms"), 5: held(0, "shrooms")}
    assert declining([active("shrooms", "immortal")], regions).coins[0] == 2
    later = {**regions, 15: held(0, "shadow_mimes")}
    assert gain([active("shadow_mimes", "immortal"), declined("shrooms")], later) == 3
    other = {1: held(0, "shadow_mimes"), 0: held(0, "shrooms")}
    assert gain([active("shrooms", "immortal"), declined("shadow_mimes")], other) == 2


# Spiderines


@pytest.mark.rule("UG-RACE-SPIDERINES")
def test_spiderines_may_enter_beside_any_chasm() -> None:
    state = conquering("spiderines", "immortal", 9, {})
    assert legal(state, "conquer") == [0, 1, 2, 3, 4, 5, 6, 9, 11, 13, 15, 16, 17]
    play(state, "conquer 6")
    assert tokens(state, 6) == 3


@pytest.mark.rule("UG-RACE-SPIDERINES", "UG-RIVER-6")
def test_chasms_stay_closed_to_spiderines() -> None:
    for regions in ({}, {5: held(0, "spiderines"), 4: held(0, "spiderines")}):
        state = conquering("spiderines", "immortal", 9, dict(regions))
        assert not {10, 14} & set(legal(state, "conquer"))
        assert refused(state, "conquer 10")


@pytest.mark.rule("UG-RACE-SPIDERINES")
def test_spiderines_pay_what_the_target_costs() -> None:
    regions = {3: held(0, "spiderines"), 9: MONSTERS, 5: held(1, "ogres", 2)}
    state = conquering("spiderines", "immortal", 9, regions, active("ogres", "wise"), places_stack=["keep"])
    assert [price(state, number) for number in (9, 5, 6)] == [4, 4, 3]


@pytest.mark.rule("UG-RACE-SPIDERINES")
def test_spiderines_in_decline_extend_no_reach() -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "immortal", hand=9), declined("spiderines")), seat()],
        regions={3: held(0, "shadow_mimes"), 5: held(0, "spiderines")},
    )
    assert legal(state, "conquer") == [2, 4, 8]


# Will-o'-Wisps


@pytest.mark.rule("UG-RACE-WISPS", "UG-ACT-11")
def test_wisps_may_roll_for_crystals_and_for_what_borders_their_crystals() -> None:
    # Mine 3 borders crystals 4; the crystals 4 that they hold border 3, 8, and crystals 16.
    outside = conquering("will_o_wisps", "immortal", 5, {3: held(0, "will_o_wisps")})
    assert (legal(outside, "roll_for"), legal(outside, "conquer")) == ([4], [2, 4, 8])
    inside = conquering("will_o_wisps", "immortal", 5, {4: held(0, "will_o_wisps"), 0: held(0, "will_o_wisps")})
    assert (legal(inside, "roll_for"), legal(inside, "conquer")) == ([3, 8, 16], [1, 3, 5, 8, 16])


@pytest.mark.rule("UG-RACE-WISPS")
def test_crystals_of_others_or_of_the_own_declined_race_do_not_count() -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("will_o_wisps", "immortal", hand=5), declined("shrooms")), seat(active("ogres", "wise"))],
        regions={3: held(0, "will_o_wisps"), 4: held(0, "shrooms"), 16: held(1, "ogres")},
    )
    # 4 itself is crystals and in reach; 8 borders 4 and 16, which are not theirs.
    assert legal(state, "roll_for") == [4]


@pytest.mark.rule("UG-RACE-WISPS", "UG-EX-47")
@pytest.mark.parametrize(("face", "paid"), [(0, None), (1, None), (2, 2), (3, 1)])
def test_a_roll_that_is_enough_is_a_conquest_at_its_price(face: int, paid: int | None) -> None:
    # Crystals 9 with Monsters cost 4, two tokens in hand.
    regions = {15: held(0, "will_o_wisps"), 9: MONSTERS}
    state = conquering("will_o_wisps", "immortal", 2, regions, places_stack=["keep"])
    after = rolled(state, "roll_for 9", face)
    if paid is None:
        assert (after.phase, race(after, 0, "will_o_wisps")["hand"]) == ("deploy", 2)
        assert region(after, 9).get("monsters") == 2
    elif paid == 1:
        assert (after.phase, tokens(after, 9), race(after, 0, "will_o_wisps")["hand"]) == ("conquest", 1, 1)
    else:
        # Nothing is left in hand, so conquests are over and the two tokens of 9 can be laid out anew.
        assert (after.phase, tokens(after, 9), race(after, 0, "will_o_wisps")["hand"]) == ("deploy", 1, 1)
    assert (region(after, 9).get("place") == "keep") == (paid is not None)


@pytest.mark.rule("UG-RACE-WISPS")
def test_a_roll_takes_one_token_at_least() -> None:
    after = rolled(conquering("will_o_wisps", "immortal", 7, {3: held(0, "will_o_wisps")}), "roll_for 4", 3)
    assert (tokens(after, 4), race(after, 0, "will_o_wisps")["hand"]) == (1, 6)


@pytest.mark.rule("UG-RACE-WISPS")
def test_a_failed_roll_ends_the_conquests() -> None:
    # Price 5 with two in hand; mine 3 would cost just two.
    regions = {4: held(0, "will_o_wisps"), 16: held(1, "ogres", 3)}
    state = conquering("will_o_wisps", "immortal", 2, regions, active("ogres", "wise"))
    after = rolled(state, "roll_for 16", 2)
    assert (after.phase, region(after, 16)["race"]) == ("deploy", "ogres")
    play(after, "deploy_rest 4")
    assert (after.turn, tokens(after, 4)) == (1, 3)


@pytest.mark.rule("UG-RACE-WISPS")
def test_wisps_may_roll_several_times_in_a_turn() -> None:
    state = conquering("will_o_wisps", "immortal", 5, {4: held(0, "will_o_wisps")})
    after = rolled(state, "roll_for 3", 1)
    assert (tokens(after, 3), legal(after, "roll_for")) == (1, [8, 16])
    again = rolled(after, "roll_for 16", 1)
    # From crystals 16 also 11, 12 and 17 can be rolled for.
    assert (tokens(again, 16), legal(again, "roll_for")) == (1, [8, 11, 12, 17])


@pytest.mark.rule("UG-RACE-WISPS", "UG-CLAR-24")
def test_relics_help_a_roll_and_move_on_success_only() -> None:
    regions = {15: held(0, "will_o_wisps") | {"relics": ["sword"]}, 9: MONSTERS}
    state = conquering("will_o_wisps", "immortal", 1, regions, places_stack=["keep"])
    assert legal(state, "roll_for") == [9]
    play(state, "use sword")
    assert legal(state, "roll_for") == legal(state, "conquer") == [9]
    failed = rolled(state, "roll_for 9", 0)
    assert (region(failed, 15)["relics"], region(failed, 9)["monsters"]) == (["sword"], 2)
    taken = rolled(state, "roll_for 9", 1)
    assert (region(taken, 9)["owner"], region(taken, 9)["relics"]) == (0, ["sword"])
    far = conquering("will_o_wisps", "immortal", 2, {0: held(0, "will_o_wisps") | {"relics": ["doormat"]}})
    assert legal(far, "roll_for") == []
    assert legal(play(far, "use doormat"), "roll_for") == [4, 9, 16]


@pytest.mark.rule("UG-RACE-WISPS", "UG-RACE-LICHES", "UG-IMM-7")
def test_wisps_roll_only_for_what_they_may_conquer() -> None:
    regions = {
        4: held(0, "will_o_wisps"),
        16: held(1, "liches"),
        8: {"markers": {"balrog": 1}},
        0: held(1, "liches"),
    }
    state = conquering("will_o_wisps", "immortal", 5, regions, active("liches", "wise"))
    assert legal(state, "roll_for") == [3]


@pytest.mark.rule("UG-RACE-WISPS")
def test_wisps_in_decline_and_others_do_not_roll_first() -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "immortal", hand=5), declined("will_o_wisps")), seat()],
        regions={3: held(0, "shadow_mimes"), 16: held(0, "will_o_wisps")},
    )
    assert (legal(state, "roll_for"), legal(state, "conquer")) == ([], [2, 4, 8])


@pytest.mark.rule("UG-RACE-WISPS", "UG-RACE-LICHES", "UG-INT-46")
@pytest.mark.parametrize(("face", "coins"), [(0, [1, 5]), (2, [0, 6])])
def test_wisps_pay_liches_after_a_successful_roll(face: int, coins: list[int]) -> None:
    regions = {4: held(0, "will_o_wisps"), 16: held(1, "liches"), 0: held(1, "liches")}
    state = conquering("will_o_wisps", "immortal", 2, regions, declined("liches"), coins=1)
    after = rolled(state, "roll_for 16", face)
    assert list(after.coins) == coins
