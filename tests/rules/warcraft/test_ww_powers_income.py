"""The powers of Warcraft that bring coins (WW-POWER), and what a badge brings and leaves behind, claim by claim."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from chapters import coins, in_hand, lay_out, races_of, tray
from ww_play import BADGE, IDLE, attacking, declining, hold, lying
from ww_races import end_turn, picked

import swenv
from support import MURLOC, active, declined, held, legal, play, race, region, rolled, seat, tokens, warcraft

# Kobolds have no coins of their own and no faction: the races with the power, unless a test says otherwise.

LAND = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 14, 15, 16, 17]
"""The land of the table for two."""


def gain(races: list[dict[str, Any]], regions: dict[int, Any], *others: dict[str, Any], **fields: Any) -> int:
    """Coins for a turn of seat 0 in which it does only what it must; `others` are the races of seat 1."""
    seats = [seat(*races, coins=0), seat(*others)]
    state = end_turn(warcraft(phase="conquest", seats=seats, regions=regions, **fields))
    assert state.turn == 1
    return int(state.coins[0])


def kobolds(power: str, places: Sequence[int]) -> int:
    """Coins for a turn of Kobolds of that power with one token in each of the places."""
    return gain([active("kobolds", power)], {number: held(0, "kobolds") for number in places})


# The badges of the table


@pytest.mark.parametrize(
    ("power", "value", "stays"),
    [
        pytest.param("archaeologists", 5, False, marks=pytest.mark.rule("WW-POWER-ARCHAEOLOGISTS")),
        pytest.param("battlemasters", 5, False, marks=pytest.mark.rule("WW-POWER-BATTLEMASTERS")),
        pytest.param("beastmasters", 4, False, marks=pytest.mark.rule("WW-POWER-BEASTMASTERS")),
        pytest.param("blacksmiths", 4, False, marks=pytest.mark.rule("WW-POWER-BLACKSMITHS")),
        pytest.param("champions", 5, False, marks=pytest.mark.rule("WW-POWER-CHAMPIONS")),
        pytest.param("conquerors", 5, False, marks=pytest.mark.rule("WW-POWER-CONQUERORS")),
        pytest.param("defenders", 5, False, marks=pytest.mark.rule("WW-POWER-DEFENDERS")),
        pytest.param("explorers", 4, False, marks=pytest.mark.rule("WW-POWER-EXPLORERS")),
        pytest.param("farmers", 4, False, marks=pytest.mark.rule("WW-POWER-FARMERS")),
        pytest.param("fishers", 4, False, marks=pytest.mark.rule("WW-POWER-FISHERS")),
        pytest.param("herbalists", 4, False, marks=pytest.mark.rule("WW-POWER-HERBALISTS")),
        pytest.param("marshdwellers", 5, True, marks=pytest.mark.rule("WW-POWER-MARSHDWELLERS")),
        pytest.param("miners", 4, False, marks=pytest.mark.rule("WW-POWER-MINERS")),
        pytest.param("mountaineers", 4, False, marks=pytest.mark.rule("WW-POWER-MOUNTAINEERS")),
        pytest.param("portal_mages", 5, False, marks=pytest.mark.rule("WW-POWER-PORTALMAGES")),
        pytest.param("sailors", 5, False, marks=pytest.mark.rule("WW-POWER-SAILORS")),
        pytest.param("sentinels", 3, True, marks=pytest.mark.rule("WW-POWER-SENTINELS")),
        pytest.param("strongmen", 4, False, marks=pytest.mark.rule("WW-POWER-STRONGMEN")),
        pytest.param("swampwalkers", 4, False, marks=pytest.mark.rule("WW-POWER-SWAMPWALKERS")),
        pytest.param("trackers", 4, False, marks=pytest.mark.rule("WW-POWER-TRACKERS")),
    ],
)
def test_a_badge_brings_its_value_and_stays_with_the_declined_race_or_not(power: str, value: int, stays: bool) -> None:
    assert in_hand(picked("orcs", power), 0, "orcs") == 6 + value
    after = declining([active("orcs", power)], {1: held(0, "orcs"), 12: held(0, "orcs")}, discarded_powers=[])
    assert race(after, 0, "orcs")["power"] == (power if stays else None)
    assert after.to_position()["discarded_powers"] == ([] if stays else [power])


@pytest.mark.rule("WW-POWER-SENTINELS", "WW-POWER-CHAMPIONS")
@pytest.mark.parametrize(
    ("name", "power", "value", "left"),
    [("night_elves", "sentinels", 7, 2), ("tauren", "champions", 16, 0)],
)
def test_the_smallest_and_the_largest_combo_fit_into_the_trays(name: str, power: str, value: int, left: int) -> None:
    state = picked(name, power)
    assert (in_hand(state, 0, name), tray(state, name)) == (value, left)


@pytest.mark.rule("WW-POWER-HERBALISTS", "WW-EX-2")
def test_herbalist_forsaken_are_ten_tokens() -> None:
    state = picked("forsaken", "herbalists")
    assert (in_hand(state, 0, "forsaken"), tray(state, "forsaken")) == (10, 10)


@pytest.mark.rule("WW-POWER-SENTINELS", "WW-POWER-MARSHDWELLERS")
@pytest.mark.parametrize("power", ["sentinels", "marshdwellers"])
def test_a_badge_that_stayed_is_discarded_with_the_last_region_of_its_race(power: str) -> None:
    regions = {0: held(0, "orcs"), 4: held(1, "trolls"), 12: held(1, "kobolds")}
    others = [active("kobolds", "farmers"), declined("trolls", power)]
    state = attacking("orcs", "miners", 9, regions, *others, coins=5, discarded_powers=["fishers"])
    play(state, "conquer 4")
    assert races_of(state, 1) == ["kobolds"]
    assert sorted(state.to_position()["discarded_powers"]) == sorted(["fishers", power])


@pytest.mark.rule("WW-POWER-SENTINELS", "WW-POWER-MARSHDWELLERS")
@pytest.mark.parametrize("power", ["sentinels", "marshdwellers"])
def test_a_badge_that_stayed_is_discarded_at_the_next_decline(power: str) -> None:
    regions = {0: held(0, "orcs"), 4: held(0, "trolls")}
    state = declining([active("orcs", "miners"), declined("trolls", power)], regions, discarded_powers=[])
    assert races_of(state) == ["orcs"]
    assert sorted(state.to_position()["discarded_powers"]) == sorted(["miners", power])


# Coins for a terrain or a symbol

TERRAIN = [
    pytest.param("farmers", [0, 5, 12, 17], marks=pytest.mark.rule("WW-POWER-FARMERS"), id="farmers"),
    pytest.param("herbalists", [1, 6, 14], marks=pytest.mark.rule("WW-POWER-HERBALISTS"), id="herbalists"),
    pytest.param("miners", [6, 15], marks=pytest.mark.rule("WW-POWER-MINERS"), id="miners"),
    pytest.param("mountaineers", [2, 9, 16], marks=pytest.mark.rule("WW-POWER-MOUNTAINEERS"), id="mountaineers"),
    pytest.param("swampwalkers", [4, 8, 15], marks=pytest.mark.rule("WW-POWER-SWAMPWALKERS"), id="swampwalkers"),
    pytest.param("trackers", [3, 7, 13], marks=pytest.mark.rule("WW-POWER-TRACKERS"), id="trackers"),
]


@pytest.mark.parametrize(("power", "places"), TERRAIN)
def test_a_terrain_power_pays_a_coin_for_each_region_of_its_terrain(power: str, places: list[int]) -> None:
    assert kobolds(power, places) == 2 * len(places)
    assert kobolds(power, places[1:]) == 2 * len(places[1:])


@pytest.mark.parametrize(("power", "places"), TERRAIN)
def test_a_terrain_power_pays_nothing_for_other_land(power: str, places: list[int]) -> None:
    others = [number for number in LAND if number not in places]
    assert gain([active("forsaken", power)], {number: held(0, "forsaken") for number in others}) == len(others)


@pytest.mark.parametrize(("power", "places"), TERRAIN)
def test_a_terrain_power_counts_regions_and_not_tokens(power: str, places: list[int]) -> None:
    assert gain([active("kobolds", power)], {places[0]: held(0, "kobolds", 4)}) == 2


@pytest.mark.parametrize(("power", "places"), TERRAIN)
def test_a_terrain_power_pays_nothing_for_the_owners_race_in_decline(power: str, places: list[int]) -> None:
    regions = {number: held(0, "trolls") for number in places[1:]} | {places[0]: held(0, "kobolds")}
    assert gain([active("kobolds", power), declined("trolls")], regions) == len(places) + 1


@pytest.mark.parametrize(("power", "places"), TERRAIN)
def test_a_terrain_power_pays_nothing_for_regions_of_opponents(power: str, places: list[int]) -> None:
    regions = {number: held(1, "trolls") for number in places[1:]} | {places[0]: held(0, "kobolds")}
    assert gain([active("kobolds", power)], regions, active("trolls", "sailors")) == 2


@pytest.mark.parametrize(("power", "places"), TERRAIN)
def test_a_terrain_power_pays_nothing_from_the_decline_on(power: str, places: list[int]) -> None:
    regions = {number: held(0, "kobolds") for number in places}
    assert coins(declining([active("kobolds", power)], regions))[0] == len(places)


@pytest.mark.rule("WW-POWER-FARMERS", "WW-POWER-TRACKERS", "WW-POWER-SWAMPWALKERS")
@pytest.mark.parametrize("power", ["farmers", "trackers", "swampwalkers", "herbalists", "mountaineers", "miners"])
def test_water_is_no_terrain_of_a_power(power: str) -> None:
    assert gain([active("naga", power)], {10: held(0, "naga"), 11: held(0, "naga")}) == 2


@pytest.mark.rule("WW-POWER-SWAMPWALKERS", "WW-POWER-MINERS")
def test_a_swamp_with_a_cavern_pays_for_either() -> None:
    assert (kobolds("swampwalkers", [15]), kobolds("miners", [15])) == (2, 2)


@pytest.mark.rule("WW-POWER-HERBALISTS", "WW-EX-8", "WW-EX-10")
def test_the_coin_of_the_herbalists_is_gone_with_the_badge() -> None:
    regions = {0: held(0, "forsaken"), 1: held(0, "forsaken"), 4: held(0, "forsaken")}
    assert gain([active("forsaken", "herbalists")], regions) == 3 + 1
    later = {**regions, 12: held(0, "kobolds")}
    assert gain([active("kobolds", "trackers"), declined("forsaken")], later) == 4


# Archaeologists


@pytest.mark.rule("WW-POWER-ARCHAEOLOGISTS")
@pytest.mark.parametrize("artifact", ["aegis", "frostmourne", "ashes", "heart", "doomhammer"])
def test_archaeologists_are_paid_for_each_artifact(artifact: str) -> None:
    regions = {0: hold(0, "kobolds", artifacts=[artifact]), 1: held(0, "kobolds")}
    assert gain([active("kobolds", "archaeologists")], regions) == 2 + 1


@pytest.mark.rule("WW-POWER-ARCHAEOLOGISTS")
@pytest.mark.parametrize(
    ("place", "own"),
    [
        ("meeting_stone", 0),
        ("chapel", 0),
        ("karazhan", 0),
        ("dark_portal", 2),
        ("battleground", 0),
        ("spirit_healer", 0),
    ],
)
def test_archaeologists_are_paid_for_each_place_beside_its_own_coins(place: str, own: int) -> None:
    regions = {0: hold(0, "kobolds", place=place), 1: held(0, "kobolds")}
    assert gain([active("kobolds", "archaeologists")], regions) == 2 + own + 1


@pytest.mark.rule("WW-POWER-ARCHAEOLOGISTS")
def test_archaeologists_count_markers_and_not_regions() -> None:
    regions = {0: hold(0, "kobolds", place="chapel", artifacts=["frostmourne", "doomhammer"]), 1: held(0, "kobolds")}
    assert gain([active("kobolds", "archaeologists")], regions) == 2 + 3


@pytest.mark.rule("WW-POWER-ARCHAEOLOGISTS", "WW-SCORE-2")
def test_archaeologists_are_not_paid_for_markers_that_others_hold() -> None:
    regions = {
        0: held(0, "kobolds"),
        1: lying(place="chapel"),
        4: hold(0, "forsaken", place="karazhan"),
        12: hold(1, "trolls", artifacts=["ashes"]),
    }
    races = [active("kobolds", "archaeologists"), declined("forsaken")]
    assert gain(races, regions, active("trolls", "sailors")) == 2


@pytest.mark.rule("WW-POWER-ARCHAEOLOGISTS", "WW-CONQ-12")
@pytest.mark.parametrize("marker", ["frostmourne", "chapel"])
def test_a_marker_that_is_revealed_pays_archaeologists_in_the_same_turn(marker: str) -> None:
    regions = {0: held(0, "kobolds"), 1: held(0, "kobolds"), 5: {"face_down": marker}}
    state = attacking("kobolds", "archaeologists", 2, regions)
    lay_out(play(state, "conquer 5"), 0)
    assert (state.turn, coins(state)[0]) == (1, 3 + 1)


@pytest.mark.rule("WW-POWER-ARCHAEOLOGISTS")
def test_a_marker_that_lies_face_down_pays_nobody() -> None:
    regions = {0: held(0, "kobolds"), 1: held(0, "kobolds"), 5: {"face_down": "frostmourne"}}
    assert gain([active("kobolds", "archaeologists")], regions) == 2


@pytest.mark.rule("WW-POWER-ARCHAEOLOGISTS", "WW-INT-72")
def test_the_well_pays_archaeologists_who_hold_its_water() -> None:
    # No other region of the Naga borders the Well, so it pays nothing itself.
    assert gain([active("naga", "archaeologists")], {10: hold(0, "naga", place="well")}) == 1 + 1


@pytest.mark.rule("WW-POWER-ARCHAEOLOGISTS")
def test_archaeologists_are_paid_nothing_at_their_decline() -> None:
    regions = {0: hold(0, "kobolds", place="dark_portal", artifacts=["ashes"])}
    assert coins(declining([active("kobolds", "archaeologists")], regions))[0] == 1


# Explorers


@pytest.mark.rule("WW-POWER-EXPLORERS")
@pytest.mark.parametrize(("places", "boards"), [([0], 1), ([0, 1, 5], 1), ([12], 1), ([0, 12], 2), ([7, 8, 13, 17], 2)])
def test_explorers_are_paid_for_each_board_on_which_they_are(places: list[int], boards: int) -> None:
    assert kobolds("explorers", places) == len(places) + boards


@pytest.mark.rule("WW-POWER-EXPLORERS", "WW-EX-48")
def test_explorers_on_all_three_boards_are_paid_three_coins() -> None:
    regions = {number: held(0, "kobolds") for number in (0, 1, 12, 18, 19)}
    state = end_turn(attacking("kobolds", "explorers", 0, regions, rest=[seat()]))
    assert coins(state)[0] == 5 + 3


@pytest.mark.rule("WW-POWER-EXPLORERS")
@pytest.mark.parametrize(("places", "boards"), [([0, 12, 24, 34, 42], 5), ([0, 12, 42, 43], 3), ([24, 33], 1)])
def test_explorers_are_paid_up_to_five_coins(places: list[int], boards: int) -> None:
    regions = {number: held(0, "kobolds") for number in places}
    state = end_turn(attacking("kobolds", "explorers", 0, regions, rest=[seat(), seat(), seat()]))
    assert coins(state)[0] == len(places) + boards


@pytest.mark.rule("WW-POWER-EXPLORERS")
def test_explorers_on_the_water_of_a_board_are_on_that_board() -> None:
    assert gain([active("naga", "explorers")], {10: held(0, "naga"), 12: held(0, "naga")}) == 2 + 2


@pytest.mark.rule("WW-POWER-EXPLORERS", "WW-SCORE-2")
def test_a_board_with_the_race_in_decline_or_opponents_alone_pays_explorers_nothing() -> None:
    regions = {0: held(0, "kobolds"), 12: held(0, "forsaken"), 13: held(1, "trolls")}
    assert gain([active("kobolds", "explorers"), declined("forsaken")], regions, active("trolls", "sailors")) == 2 + 1


@pytest.mark.rule("WW-POWER-EXPLORERS")
def test_explorers_are_paid_nothing_at_their_decline() -> None:
    regions = {0: held(0, "kobolds"), 12: held(0, "kobolds")}
    assert coins(declining([active("kobolds", "explorers")], regions))[0] == 2


# Fishers


@pytest.mark.rule("WW-POWER-FISHERS", "WW-EX-48")
def test_fishers_are_paid_for_each_region_that_borders_water() -> None:
    assert kobolds("fishers", [6, 7, 9]) == 3 + 3
    assert kobolds("fishers", [0, 1, 2, 6, 9]) == 5 + 2


@pytest.mark.rule("WW-POWER-FISHERS")
def test_the_edge_of_a_board_is_no_water_for_fishers() -> None:
    others = [number for number in LAND if number not in (6, 7, 9)]
    assert gain([active("forsaken", "fishers")], {number: held(0, "forsaken") for number in others}) == len(others)


@pytest.mark.rule("WW-POWER-FISHERS")
def test_a_region_between_two_waters_counts_once_for_fishers() -> None:
    # On L2b 11 and 8 border two seas each, 5 one.
    regions = {number: held(0, "kobolds") for number in (5, 8, 11)}
    assert gain([active("kobolds", "fishers")], regions, boards=["L2b", "S1a"]) == 3 + 3


@pytest.mark.rule("WW-POWER-FISHERS")
@pytest.mark.parametrize(
    ("boards", "places", "bonus"),
    [(None, [10], 1), (None, [11], 1), (["L1a", "S1a"], [5], 0), (["L2b", "S1a"], [9], 1)],
)
def test_a_water_region_counts_for_fishers_only_beside_other_water(
    boards: list[str] | None, places: list[int], bonus: int
) -> None:
    regions = {number: held(0, "naga") for number in places}
    assert gain([active("naga", "fishers")], regions, boards=boards) == len(places) + bonus


@pytest.mark.rule("WW-POWER-FISHERS")
def test_a_coast_counts_for_fishers_whoever_holds_the_water() -> None:
    regions = {7: held(0, "kobolds"), 11: held(1, "naga")}
    assert gain([active("kobolds", "fishers")], regions, active("naga", "sailors")) == 1 + 1


@pytest.mark.rule("WW-POWER-FISHERS", "WW-SCORE-2")
def test_coasts_of_the_race_in_decline_pay_fishers_nothing() -> None:
    regions = {0: held(0, "kobolds"), 6: held(0, "forsaken"), 9: held(0, "forsaken")}
    assert gain([active("kobolds", "fishers"), declined("forsaken")], regions) == 3
    assert coins(declining([active("kobolds", "fishers")], {6: held(0, "kobolds"), 9: held(0, "kobolds")}))[0] == 2


# Battlemasters


@pytest.mark.rule("WW-POWER-BATTLEMASTERS", "WW-CONQ-3", "WW-INT-17")
@pytest.mark.parametrize(
    "content",
    [
        MURLOC,
        held(1, "trolls"),
        held(1, "trolls", 3),
        held(1, "forsaken"),
        held(0, "tauren"),
    ],
    ids=["murloc", "active", "three", "declined", "own"],
)
def test_battlemasters_are_paid_one_coin_at_once_for_an_occupied_region(content: dict[str, Any]) -> None:
    regions = {
        0: held(0, "kobolds"), 4: content, 12: held(1, "trolls"), 13: held(1, "forsaken"), 14: held(0, "tauren")
    }  # fmt: skip
    others = [active("trolls", "sailors"), declined("forsaken")]
    state = attacking("kobolds", "battlemasters", 9, regions, *others, own=[declined("tauren")])
    assert coins(play(state, "conquer 4")) == [1, 5]


@pytest.mark.rule("WW-POWER-BATTLEMASTERS", "WW-CLAR-15")
@pytest.mark.parametrize(
    ("power", "markers"),
    [("beastmasters", {"beasts": 1}), ("beastmasters", {"beasts": 3}), ("champions", {"champion": 1})],
)
def test_a_region_held_by_beasts_or_the_champion_is_occupied_for_battlemasters(
    power: str, markers: dict[str, int]
) -> None:
    regions = {0: held(0, "kobolds"), 4: held(1, "trolls", 0, **markers), 12: held(1, "trolls")}
    state = attacking("kobolds", "battlemasters", 9, regions, active("trolls", power))
    play(state, "conquer 4")
    # The owner of the Champion pays the ransom beside.
    assert coins(state)[0] == 1 + markers.get("champion", 0)


@pytest.mark.rule("WW-POWER-BATTLEMASTERS", "WW-CONQ-3")
@pytest.mark.parametrize(
    ("number", "content"), [(4, {}), (9, {}), (5, lying(place="chapel"))], ids=["empty", "mountain", "marker"]
)
def test_battlemasters_are_paid_nothing_for_an_empty_region(number: int, content: dict[str, Any]) -> None:
    # Neither the Mountain nor a marker occupies a region.
    regions = {0: held(0, "orcs"), 1: held(0, "orcs"), number: content}
    state = attacking("orcs", "battlemasters", 9, regions)
    assert coins(play(state, f"conquer {number}"))[0] == 0


@pytest.mark.rule("WW-POWER-BATTLEMASTERS")
def test_battlemasters_are_paid_for_each_conquest() -> None:
    regions = {0: held(0, "kobolds"), 1: held(1, "trolls"), 4: MURLOC, 5: held(1, "trolls", 2)}
    state = attacking("kobolds", "battlemasters", 11 - 1, regions, active("trolls", "sailors"))
    purses = []
    for number in (1, 4, 5):
        play(state, f"conquer {number}")
        purses.append(coins(state)[0])
    assert purses == [1, 2, 3]


@pytest.mark.rule("WW-POWER-BATTLEMASTERS", "WW-SCORE-3")
def test_the_coin_of_battlemasters_can_be_spent_in_the_same_turn() -> None:
    regions = {0: held(0, "kobolds"), 1: MURLOC, 4: held(1, "trolls")}
    state = attacking("kobolds", "battlemasters", 9, regions, active("trolls", "marshdwellers"))
    assert legal(state, "conquer") == [1, 6, 9, 12, 15]
    play(state, "conquer 1")
    assert 4 in legal(state, "conquer")
    # The toll of 1 for the Swamp, and the next coin.
    assert coins(play(state, "conquer 4")) == [1, 6]


@pytest.mark.rule("WW-POWER-BATTLEMASTERS", "WW-CONQ-9")
def test_battlemasters_are_paid_for_the_final_conquest_if_it_succeeds() -> None:
    regions = {0: held(0, "kobolds"), 4: MURLOC}
    state = attacking("kobolds", "battlemasters", 2, regions)
    # A token is still to be laid out, so nothing is scored yet.
    for face, paid in ((1, 1), (0, 0)):
        after = rolled(state, "conquer 4", face)
        assert (after.phase, coins(after)[0]) == ("deploy", paid)


@pytest.mark.rule("WW-POWER-BATTLEMASTERS", "WW-INT-21", "WW-INT-22", "WW-FACTION-5")
def test_neither_a_bomb_nor_the_emptied_region_pays_battlemasters() -> None:
    regions = {0: held(0, "goblins", 5), 4: held(1, "kobolds") | {"bomb": "live"}, 12: held(1, "kobolds")}
    seats = [seat(active("goblins", "battlemasters"), coins=0), seat(active("kobolds", "sailors"))]
    state = end_turn(warcraft(turn=1, phase="conquest", seats=seats, regions=regions))
    assert (state.turn, region(state, 4), coins(state)[0]) == (0, {}, 0)
    assert coins(play(state, "conquer 4"))[0] == 0


@pytest.mark.rule("WW-POWER-BATTLEMASTERS")
def test_the_next_race_of_battlemasters_earns_nothing_on_the_way() -> None:
    column = [{"race": "trolls", "power": "farmers", "coins": 0}]
    regions = {0: held(0, "orcs", 3), 9: MURLOC}
    state = declining([active("orcs", "battlemasters")], regions, others=[IDLE], column=column)
    play(state, "finish", "pick 0", "conquer 9")
    assert (tokens(state, 9), coins(state)[0]) == (2 + 1 + 1 + 1 - 1, 1)


# Conquerors


@pytest.mark.rule("WW-POWER-CONQUERORS", "WW-EX-36")
@pytest.mark.parametrize(("count", "paid"), [(1, 0), (2, 2), (3, 3), (5, 5)])
@pytest.mark.parametrize("slot", [active("orcs", "sailors"), declined("orcs")], ids=["active", "declined"])
def test_conquerors_are_paid_at_once_what_defended_the_region(slot: dict[str, Any], count: int, paid: int) -> None:
    regions = {0: held(0, "kobolds"), 4: held(1, "orcs", count), 12: held(1, "orcs")}
    state = attacking("kobolds", "conquerors", 9, regions, slot)
    assert coins(play(state, "conquer 4")) == [paid, 5]


@pytest.mark.rule("WW-POWER-CONQUERORS", "WW-EX-36")
def test_tauren_in_decline_pay_conquerors_two() -> None:
    regions = {0: held(0, "kobolds"), 4: held(1, "tauren", 2), 12: held(1, "tauren", 2)}
    state = attacking("kobolds", "conquerors", 9, regions, declined("tauren"))
    assert coins(play(state, "conquer 4"))[0] == 2


@pytest.mark.rule("WW-POWER-CONQUERORS")
@pytest.mark.parametrize(
    ("power", "count", "markers", "paid"),
    [
        ("beastmasters", 1, {"beasts": 1}, 2),
        ("beastmasters", 1, {"beasts": 3}, 4),
        ("beastmasters", 0, {"beasts": 2}, 2),
        ("beastmasters", 0, {"beasts": 1}, 0),
        ("champions", 1, {"champion": 1}, 2),
        ("champions", 2, {"champion": 1}, 3),
        ("champions", 0, {"champion": 1}, 0),
    ],
)
def test_beasts_and_the_champion_count_for_conquerors(
    power: str, count: int, markers: dict[str, int], paid: int
) -> None:
    regions = {0: held(0, "kobolds"), 4: held(1, "orcs", count, **markers), 12: held(1, "orcs")}
    state = attacking("kobolds", "conquerors", 9, regions, active("orcs", power))
    play(state, "conquer 4")
    # The owner of the Champion pays the ransom beside.
    assert coins(state) == [paid + markers.get("champion", 0), 5 - markers.get("champion", 0)]


@pytest.mark.rule("WW-POWER-CONQUERORS", "WW-EX-36")
@pytest.mark.parametrize("pieces", [{}, {"fortress": 1}, {"wall": 1}, {"fortress": 1, "wall": 1}])
def test_defence_pieces_do_not_count_for_conquerors(pieces: dict[str, int]) -> None:
    # Region 9 is a Mountain.
    regions = {5: held(0, "kobolds"), 9: held(1, "night_elves", 1, **pieces), 12: held(1, "night_elves")}
    state = attacking("kobolds", "conquerors", 9, regions, active("night_elves", "sentinels"))
    play(state, "conquer 9")
    assert (tokens(state, 9), coins(state)[0]) == (2 + 1 + 1 + len(pieces), 0)
    regions[9] = held(1, "night_elves", 2, **pieces)
    again = attacking("kobolds", "conquerors", 9, regions, active("night_elves", "sentinels"))
    assert coins(play(again, "conquer 9"))[0] == 2


@pytest.mark.rule("WW-POWER-CONQUERORS")
@pytest.mark.parametrize("content", [{}, MURLOC], ids=["empty", "murloc"])
def test_conquerors_are_paid_nothing_for_a_murloc_or_an_empty_region(content: dict[str, Any]) -> None:
    state = attacking("kobolds", "conquerors", 9, {0: held(0, "kobolds"), 4: content})
    assert coins(play(state, "conquer 4"))[0] == 0


@pytest.mark.rule("WW-POWER-CONQUERORS", "WW-CLAR-3")
def test_two_own_tauren_in_decline_pay_conquerors_nothing() -> None:
    regions = {0: held(0, "kobolds"), 4: held(0, "tauren", 2), 12: held(0, "tauren", 2)}
    state = attacking("kobolds", "conquerors", 9, regions, own=[declined("tauren")])
    play(state, "conquer 4")
    assert (tokens(state, 4), coins(state)[0]) == (2, 0)


@pytest.mark.rule("WW-POWER-CONQUERORS", "WW-SCORE-3")
def test_the_coins_of_conquerors_can_be_spent_in_the_same_turn() -> None:
    regions = {0: held(0, "kobolds"), 1: held(1, "orcs", 2), 4: held(1, "orcs")}
    state = attacking("kobolds", "conquerors", 9, regions, active("orcs", "marshdwellers"))
    assert 4 not in legal(state, "conquer")
    play(state, "conquer 1", "conquer 4")
    assert coins(state) == [2 - 1, 5 + 1]


@pytest.mark.rule("WW-POWER-CONQUERORS", "WW-ART-DOOMHAMMER")
def test_conquerors_are_paid_whatever_the_conquest_costs_them() -> None:
    regions = {0: hold(0, "kobolds", artifacts=["doomhammer"]), 4: held(1, "orcs", 5), 12: held(1, "orcs")}
    state = attacking("kobolds", "conquerors", 3, regions, active("orcs", "sailors"), coins=2)
    play(state, "arm doomhammer", "conquer 4")
    assert (tokens(state, 4), coins(state)) == (1, [2 - 2 + 5, 5 + 2])


@pytest.mark.rule("WW-POWER-CONQUERORS", "WW-CONQ-9")
def test_conquerors_are_paid_for_the_final_conquest_if_it_succeeds() -> None:
    regions = {0: held(0, "kobolds", 2), 1: held(0, "kobolds"), 4: held(1, "orcs", 3), 12: held(1, "orcs")}
    state = attacking("kobolds", "conquerors", 4, regions, active("orcs", "sailors"))
    # A token is still to be laid out, so nothing is scored yet.
    for face, paid in ((1, 3), (0, 0)):
        after = rolled(state, "conquer 4", face)
        assert (after.phase, coins(after)[0]) == ("deploy", paid)


@pytest.mark.rule("WW-POWER-CONQUERORS", "WW-POWER-BATTLEMASTERS")
@pytest.mark.parametrize("power", ["conquerors", "battlemasters"])
def test_conquests_of_opponents_pay_conquerors_and_battlemasters_nothing(power: str) -> None:
    regions = {0: held(0, "kobolds"), 4: held(1, "orcs", 2), 12: held(1, "orcs")}
    state = attacking("kobolds", "farmers", 9, regions, active("orcs", power))
    assert coins(play(state, "conquer 4")) == [0, 5]


@pytest.mark.rule("WW-POWER-BATTLEMASTERS", "WW-POWER-CONQUERORS")
@pytest.mark.parametrize("power", ["conquerors", "battlemasters"])
def test_what_was_earned_on_the_way_is_not_scored_again(power: str) -> None:
    regions = {0: held(0, "kobolds"), 4: held(1, "orcs", 2), 12: held(1, "orcs")}
    state = attacking("kobolds", power, 4, regions, active("orcs", "sailors"))
    end_turn(play(state, "conquer 4"))
    assert coins(state)[0] == (2 if power == "conquerors" else 1) + 2


@pytest.mark.rule("WW-COMP-2")
def test_the_badges_of_this_chapter_are_all_that_there_are() -> None:
    found = swenv.load("warcraft", num_players=2, boards=["L1a", "S1a"]).new_state(1).to_position()
    names = [row["power"] for row in found["column"]] + found["power_stack"]
    assert sorted(names) == sorted(BADGE)


@pytest.mark.rule("WW-POWER-EXPLORERS")
def test_an_idle_race_is_paid_nothing_by_its_badge() -> None:
    state = end_turn(warcraft(phase="choose", seats=[IDLE, seat()]))
    assert coins(state)[0] == 5
