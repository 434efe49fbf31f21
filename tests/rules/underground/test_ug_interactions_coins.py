"""Bonus coins, Scepter, Places that pay, Fountain and Altar (UG-INT-53 to -55, -70 to -77, -80, -81, -87, -98)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import price, tray
from ug_interactions import conquest, gain, opening

from support import MONSTERS, active, declined, held, legal, play, race, seat, tokens, underground


@pytest.mark.rule("UG-INT-53")
@pytest.mark.parametrize(
    ("there", "bonus"),
    [
        ({}, 1),
        ({9: {"markers": {"balrog": 1}}}, 1),
        ({5: {"place": "keep"}, 9: {"place": "pentacle"}}, 1),
        ({5: {"relics": ["sword", "orb"]}}, 1),
        ({5: held(0, "drow")}, 2),
        ({9: MONSTERS}, 0),
        ({5: held(1, "kraken")}, 0),
        ({5: held(1, "ogres")}, 0),
    ],
    ids=["empty", "balrog", "places", "relics", "own Drow", "Monsters", "another's Active", "another's declined"],
)
def test_the_drow_mind_monsters_and_other_races_next_door(there: dict[int, Any], bonus: int) -> None:
    # Mountain 6 borders 5, river 7, 9 and a chasm.
    coins = gain(
        [active("drow", "wise")],
        {6: held(0, "drow"), 3: held(1, "kraken"), 17: held(1, "ogres"), **there},
        other=seat(active("kraken", "tomb"), declined("ogres")),
    )
    assert coins == (2 if bonus == 2 else 1) + bonus


@pytest.mark.rule("UG-INT-53")
def test_the_drow_mind_the_own_race_in_decline() -> None:
    races = [active("drow", "wise"), declined("kraken")]
    assert gain(races, {6: held(0, "drow"), 5: held(0, "kraken")}) == 2
    assert gain(races, {6: held(0, "drow"), 17: held(0, "kraken")}) == 2 + 1


@pytest.mark.rule("UG-INT-54")
@pytest.mark.parametrize(("lands", "bonus"), [((5,), 0), ((5, 8), 1), ((5, 8, 9), 1), ((5, 8, 9, 12), 2)])
def test_a_region_at_two_parts_of_the_river_counts_once_for_the_fisher(lands: tuple[int, ...], bonus: int) -> None:
    # 5 and 8 border rivers 2 and 7; 9 and 12 border 7 and 13.
    coins = gain([active("ogres", "fisher")], {number: held(0, "ogres") for number in lands})
    assert coins == len(lands) + bonus


@pytest.mark.rule("UG-INT-54")
@pytest.mark.parametrize(("lands", "bonus"), [((7, 5), 0), ((7, 2, 13), 0), ((7, 5, 8), 1)])
def test_river_regions_of_fishing_kraken_never_count(lands: tuple[int, ...], bonus: int) -> None:
    coins = gain([active("kraken", "fisher")], {number: held(0, "kraken") for number in lands})
    assert coins == len(lands) + bonus


@pytest.mark.rule("UG-INT-55")
@pytest.mark.parametrize(("stacks", "bonus"), [((3, 1), 1), ((2, 2), 0)])
def test_frightened_counts_the_stacks_after_redeployment(stacks: tuple[int, int], bonus: int) -> None:
    moves = [f"deploy {number}" for number, stack in zip((0, 1), stacks, strict=True) for _ in range(stack - 1)]
    for before in ((3, 1), (2, 2)):
        regions = {number: held(0, "ogres", stack) for number, stack in zip((0, 1), before, strict=True)}
        assert gain([active("ogres", "frightened")], regions, *moves) == 2 + bonus


@pytest.mark.rule("UG-INT-55")
@pytest.mark.parametrize(("land", "bonus"), [(0, 1), (1, 0)])
def test_grown_mudmen_frighten(land: int, bonus: int) -> None:
    # Region 0 is a mudpool, region 1 is none.
    coins = gain([active("mudmen", "frightened")], {land: held(0, "mudmen", 2)}, f"deploy_rest {land}")
    assert coins == 1 + bonus


@pytest.mark.rule("UG-INT-55", "UG-POWER-FRIGHTENED")
def test_armors_do_not_frighten() -> None:
    # Stonehedge gave the Armors.
    regions = {0: held(0, "ogres", 2, armor=3) | {"place": "stonehedge"}}
    assert gain([active("ogres", "frightened")], regions, "deploy_rest 0", stonehedge="shield") == 1


@pytest.mark.rule("UG-INT-55")
def test_hammers_do_not_frighten() -> None:
    races = [active("iron_dwarves", "frightened", hammers=3)]
    assert gain(races, {3: held(0, "iron_dwarves", 2)}, "deploy_rest 3") == 1


# Scepter and Diamond Fields


@pytest.mark.rule("UG-INT-70")
@pytest.mark.parametrize(("option", "coins"), [("mine_terrain_and_place", 2), ("place", 4)])
def test_the_scepter_does_nothing_in_a_mine(option: str, coins: int) -> None:
    regions = {3: held(0, "ogres") | {"relics": ["scepter"]}}
    races = [active("ogres", "mining")]
    assert gain(races, regions, "scepter 3", options={"scepter_void": option}) == coins


@pytest.mark.rule("UG-INT-70")
@pytest.mark.parametrize(("place", "coins"), [("mine", 1 + 2), ("keep", (1 + 1) * 2)])
def test_the_scepter_does_nothing_with_the_mine_of_the_lost_dwarf(place: str, coins: int) -> None:
    regions = {0: held(0, "ogres") | {"place": place, "relics": ["scepter"]}}
    assert gain([active("ogres", "wise")], regions, "scepter 0") == coins


@pytest.mark.rule("UG-INT-70")
@pytest.mark.parametrize(("where", "coins"), [(3, 2), (0, 2 + 1)])
def test_the_bag_as_scepter_does_nothing_in_a_mine_either(where: int, coins: int) -> None:
    regions = {0: held(0, "ogres"), 3: held(0, "ogres"), 16: {"relics": ["scepter"]}}
    assert gain([active("ogres", "magic")], regions, "bag scepter", f"scepter {where}") == coins


@pytest.mark.rule("UG-INT-70")
def test_the_scepter_doubles_the_base_coin_elsewhere() -> None:
    assert gain([active("ogres", "mining")], {0: held(0, "ogres") | {"relics": ["scepter"]}}, "scepter 0") == 2


@pytest.mark.rule("UG-INT-71")
@pytest.mark.parametrize(("where", "doubled"), [(4, 2), (9, 2), (0, 1)])
def test_the_scepter_doubles_no_more_than_one_coin_of_the_diamond_fields(where: int, doubled: int) -> None:
    # Three crystals and a mudpool: 4, and 3 for the Fields. Each crystal has its base coin and its Fields coin.
    regions = {
        4: held(0, "ogres") | {"place": "diamond", "relics": ["scepter"]},
        16: held(0, "ogres"),
        9: held(0, "ogres"),
        0: held(0, "ogres"),
    }
    assert gain([active("ogres", "wise")], regions, f"scepter {where}") == 4 + 3 + doubled


@pytest.mark.rule("UG-INT-72")
@pytest.mark.parametrize(("others", "fields"), [((), 1), ((16,), 2), ((16, 9), 3), ((3,), 1)])
def test_the_diamond_fields_count_their_own_region_once(others: tuple[int, ...], fields: int) -> None:
    regions = {4: held(0, "ogres") | {"place": "diamond"}, **{number: held(0, "ogres") for number in others}}
    assert gain([active("ogres", "wise")], regions) == 1 + len(others) + fields


# Fountain, Altar, Keep


@pytest.mark.rule("UG-INT-73")
def test_the_fountain_gives_nothing_on_the_turn_of_the_pick() -> None:
    state = underground(
        phase="pick",
        seats=[seat(declined("kraken"), coins=0), seat()],
        regions={5: held(0, "kraken") | {"place": "fountain"}, 17: held(0, "kraken")},
        column=[{"race": "mudmen", "power": "mystic", "coins": 0}],
    )
    play(state, "pick 0")
    assert race(state, 0, "mudmen")["hand"] == 5 + 4
    assert tray(state, "mudmen") == 12 - 9


@pytest.mark.rule("UG-INT-73")
@pytest.mark.parametrize(("fountain", "targets"), [(0, [1, 5]), (5, [])])
def test_a_declined_holder_does_not_use_the_fountain(fountain: int, targets: list[int]) -> None:
    # Without the Fountain's token the hand is empty.
    regions = {0: held(0, "ogres"), 5: held(0, "kraken"), 17: held(0, "kraken")}
    regions[fountain]["place"] = "fountain"
    state = opening("choose", active("ogres", "wise"), declined("kraken"), regions=regions)
    assert legal(state, "conquer") == targets


@pytest.mark.rule("UG-INT-74")
def test_the_altar_takes_one_token_a_turn_also_its_own() -> None:
    state = conquest(
        active("ogres", "wise"),
        declined("kraken"),
        regions={5: held(0, "ogres"), 0: held(0, "kraken") | {"place": "altar"}, 17: held(0, "kraken")},
    )
    play(state, "finish")
    assert state.phase == "altar"
    assert state.coins[0] == 3
    assert legal(state, "altar") == [0, 17]
    play(state, "altar 0")
    assert (state.turn, state.coins[0]) == (1, 3 + 3)
    assert (tokens(state, 0), tokens(state, 17)) == (0, 1)


@pytest.mark.rule("UG-INT-74")
def test_the_altar_takes_one_token_of_a_tomb_stack() -> None:
    state = conquest(
        active("ogres", "wise"),
        declined("kraken", "tomb"),
        regions={5: held(0, "ogres") | {"place": "altar"}, 17: held(0, "kraken", 3)},
    )
    play(state, "finish", "altar 17")
    assert (state.turn, state.coins[0]) == (1, 2 + 3)
    assert tokens(state, 17) == 2
    assert tray(state, "kraken") == 10 - 2


@pytest.mark.rule("UG-INT-75")
def test_the_altar_works_on_the_turn_of_the_decline() -> None:
    state = opening(
        "choose", active("ogres", "royal"), regions={0: held(0, "ogres") | {"place": "altar"}, 5: held(0, "ogres")}
    )
    play(state, "decline")
    assert (state.turn, state.phase, state.coins[0]) == (0, "altar", 2)
    assert legal(state, "altar") == [0, 5]
    play(state, "altar 5")
    assert (state.turn, state.coins[0]) == (1, 2 + 3)


@pytest.mark.rule("UG-INT-76")
@pytest.mark.parametrize(("place", "cost"), [("keep", 3), ("altar", 2)])
def test_the_keep_defends_an_empty_region(place: str, cost: int) -> None:
    state = conquest(active("liches", "wise", hand=9), regions={5: held(0, "liches"), 0: {"place": place}})
    assert price(state, 0) == cost


# Vanishing, Wise, Muddy


@pytest.mark.rule("UG-INT-77")
def test_vanishing_pays_two_for_a_region_and_nothing_for_its_places() -> None:
    state = opening(
        "choose",
        active("ogres", "vanishing"),
        regions={
            0: held(0, "ogres") | {"place": "keep"},
            3: held(0, "ogres") | {"place": "mine"},
            4: held(0, "ogres") | {"place": "diamond"},
        },
    )
    play(state, "decline")
    assert state.coins[0] == 2 * 3
    assert [tokens(state, number) for number in (0, 3, 4)] == [0, 0, 0]
    assert state.to_position()["regions"]["0"]["place"] == "keep"


@pytest.mark.rule("UG-INT-77")
def test_the_same_places_pay_a_race_that_declines_otherwise() -> None:
    state = opening(
        "choose",
        active("ogres", "royal"),
        regions={
            0: held(0, "ogres") | {"place": "keep"},
            3: held(0, "ogres") | {"place": "mine"},
            4: held(0, "ogres") | {"place": "diamond"},
        },
    )
    play(state, "decline")
    assert state.coins[0] == 3 + 1 + 2 + 1


@pytest.mark.rule("UG-INT-80")
@pytest.mark.parametrize(("regions", "coins"), [({}, 0), ({0: held(0, "ogres")}, 1 + 2)])
def test_wise_pays_nothing_on_the_turn_of_the_decline_without_a_region(regions: dict[int, Any], coins: int) -> None:
    state = play(opening("choose", active("ogres", "wise", hand=3), regions=regions), "decline")
    assert state.turn == 1
    assert state.coins[0] == coins


@pytest.mark.rule("UG-INT-80")
def test_wise_stops_paying_when_the_last_declined_region_is_gone() -> None:
    def coins(*before: str) -> int:
        state = conquest(
            active("ogres", "magic", hand=2),
            declined("kraken", "wise"),
            regions={5: held(0, "ogres"), 0: held(0, "kraken")},
        )
        play(state, *before, "finish", "deploy_rest 5")
        assert state.turn == 1
        return int(state.coins[0])

    assert coins() == 2 + 2
    # 1 token for the own declined region, 1 is left; now there are two Active regions.
    assert coins("conquer 0") == 2


@pytest.mark.rule("UG-INT-81")
@pytest.mark.parametrize(("muddy", "coins"), [((0,), 3 + 1), ((0, 11), 4 + 2), ((1,), 3)])
def test_muddy_in_decline_pays_for_the_mudpools_of_its_own_race(muddy: tuple[int, ...], coins: int) -> None:
    # The Active race holds mudpool 17 and mine 3.
    regions = {17: held(0, "ogres"), 3: held(0, "ogres"), **{number: held(0, "kraken") for number in muddy}}
    assert gain([active("ogres", "wise"), declined("kraken", "muddy")], regions) == coins


# Places


@pytest.mark.rule("UG-INT-87")
@pytest.mark.parametrize(("there", "coins"), [({"place": "stonehedge"}, 2), ({}, 1)])
def test_stonehedge_is_a_place_for_the_adventurous(there: dict[str, Any], coins: int) -> None:
    assert gain([active("ogres", "adventurous")], {5: held(0, "ogres") | there}, stonehedge=None) == coins


@pytest.mark.rule("UG-INT-98")
@pytest.mark.parametrize(("power", "kept"), [("adventurous", 2 + 1 + 1), ("wise", 2 + 1)])
def test_a_keep_that_was_abandoned_pays_nothing(power: str, kept: int) -> None:
    state = opening(
        "ready", active("ogres", power), regions={0: held(0, "ogres"), 5: held(0, "ogres") | {"place": "keep"}}
    )
    stayed = play(state.copy(), "finish")
    assert (stayed.turn, stayed.coins[0]) == (1, kept)
    play(state, "abandon 5", "finish", "deploy_rest 0")
    assert (state.turn, state.coins[0]) == (1, 1)


@pytest.mark.rule("UG-INT-98")
@pytest.mark.parametrize(("power", "coins"), [("adventurous", 2 + 1 + 1), ("wise", 2 + 1)])
def test_a_keep_pays_who_holds_it_at_scoring(power: str, coins: int) -> None:
    # Seat 1 found it; 2, one Kraken and the Keep, less 1, is 3.
    state = conquest(
        active("ogres", power, hand=4),
        other=seat(active("kraken", "tomb"), coins=0),
        regions={5: held(0, "ogres"), 0: held(1, "kraken") | {"place": "keep"}, 17: held(1, "kraken")},
    )
    play(state, "conquer 0", "finish", "deploy_rest 5")
    assert (state.turn, state.coins[0]) == (1, coins)
    play(state, "finish")
    assert (state.turn, state.coins[1]) == (0, 1)
