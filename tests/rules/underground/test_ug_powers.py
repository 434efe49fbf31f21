"""The twenty-one special powers of Underground (UG-POWER), claim by claim, on the board UX18."""

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

# Shadow Mimes have no trait after their pick: the races with the power, unless a test says otherwise.


def conquering(power: str, hand: int, regions: dict[int, Any], *others: dict[str, Any], **fields: Any) -> swenv.State:
    """Seat 0 conquers with Shadow Mimes of that power and 5 coins; `others` are the races of seat 1."""
    seats = [seat(active("shadow_mimes", power, hand=hand)), seat(*others)]
    return underground(phase="conquest", seats=seats, regions=regions, **fields)


def gain(races: list[dict[str, Any]], regions: dict[int, Any], *more: str, **fields: Any) -> int:
    """Coins for a turn of seat 0 that ends its conquests here and goes on with `more`."""
    seats = [seat(*races, coins=0), seat(*fields.pop("others", []))]
    state = play(underground(phase="conquest", seats=seats, regions=regions, **fields), "finish", *more)
    assert state.turn == 1
    return int(state.coins[0])


def mimes(power: str, places: list[int]) -> int:
    """Coins for a turn of Shadow Mimes of that power with one token in each of the places."""
    return gain([active("shadow_mimes", power)], {number: held(0, "shadow_mimes") for number in places})


def declining(
    races: list[dict[str, Any]], regions: dict[int, Any], *others: dict[str, Any], **fields: Any
) -> swenv.State:
    """After seat 0, with an empty purse, has spent its turn on a decline."""
    seats = [seat(*races, coins=0), seat(*others)]
    state = play(underground(phase="choose", seats=seats, regions=regions, **fields), "decline")
    assert state.turn == 1
    return state


def decline_gain(power: str, places: list[int]) -> int:
    state = declining([active("shadow_mimes", power)], {number: held(0, "shadow_mimes", 1) for number in places})
    return int(state.coins[0])


def vengeance(state: swenv.State) -> list[bool]:
    """Which seats hold a Vengeance marker."""
    return [bool(entry.get("vengeance")) for entry in state.to_position()["seats"]]


@pytest.mark.parametrize(
    ("power", "value", "stays"),
    [
        pytest.param("adventurous", 5, False, marks=pytest.mark.rule("UG-POWER-ADVENTUROUS"), id="adventurous"),
        pytest.param("fisher", 4, False, marks=pytest.mark.rule("UG-POWER-FISHER"), id="fisher"),
        pytest.param("flocking", 5, False, marks=pytest.mark.rule("UG-POWER-FLOCKING"), id="flocking"),
        pytest.param("frightened", 4, False, marks=pytest.mark.rule("UG-POWER-FRIGHTENED"), id="frightened"),
        pytest.param("immortal", 4, False, marks=pytest.mark.rule("UG-POWER-IMMORTAL"), id="immortal"),
        pytest.param("magic", 5, False, marks=pytest.mark.rule("UG-POWER-MAGIC"), id="magic"),
        pytest.param("martyr", 4, False, marks=pytest.mark.rule("UG-POWER-MARTYR"), id="martyr"),
        pytest.param("mining", 4, False, marks=pytest.mark.rule("UG-POWER-MINING"), id="mining"),
        pytest.param("muddy", 3, True, marks=pytest.mark.rule("UG-POWER-MUDDY"), id="muddy"),
        pytest.param("mystic", 4, False, marks=pytest.mark.rule("UG-POWER-MYSTIC"), id="mystic"),
        pytest.param("quarreling", 3, False, marks=pytest.mark.rule("UG-POWER-QUARRELING"), id="quarreling"),
        pytest.param("reborn", 5, True, marks=pytest.mark.rule("UG-POWER-REBORN"), id="reborn"),
        pytest.param("royal", 5, True, marks=pytest.mark.rule("UG-POWER-ROYAL"), id="royal"),
        pytest.param("shield", 3, True, marks=pytest.mark.rule("UG-POWER-SHIELD"), id="shield"),
        pytest.param("stone", 4, False, marks=pytest.mark.rule("UG-POWER-STONE"), id="stone"),
        pytest.param("thieving", 4, False, marks=pytest.mark.rule("UG-POWER-THIEVING"), id="thieving"),
        pytest.param("tomb", 5, True, marks=pytest.mark.rule("UG-POWER-TOMB"), id="tomb"),
        pytest.param("vampire", 5, False, marks=pytest.mark.rule("UG-POWER-VAMPIRE"), id="vampire"),
        pytest.param("vanishing", 5, False, marks=pytest.mark.rule("UG-POWER-VANISHING"), id="vanishing"),
        pytest.param("vengeful", 4, False, marks=pytest.mark.rule("UG-POWER-VENGEFUL"), id="vengeful"),
        pytest.param("wise", 4, True, marks=pytest.mark.rule("UG-POWER-WISE"), id="wise"),
    ],
)
def test_a_badge_brings_its_value_and_stays_with_the_declined_race_or_not(power: str, value: int, stays: bool) -> None:
    column = [{"race": "mudmen", "power": power, "coins": 0}]
    state = play(underground(phase="pick", column=column, seats=[seat(), seat()]), "pick 0")
    assert race(state, 0, "mudmen")["hand"] == 5 + value
    after = declining([active("mudmen", power)], {1: held(0, "mudmen"), 5: held(0, "mudmen")}, discarded_powers=[])
    kept = [entry["power"] for entry in after.to_position()["seats"][0]["races"] if entry["race"] == "mudmen"]
    assert kept == ([power] if stays else [] if power == "vanishing" else [None])
    assert after.to_position()["discarded_powers"] == ([] if stays else [power])


# Coins for terrain


@pytest.mark.parametrize(
    ("power", "places", "other"),
    [
        pytest.param("mining", [3, 8], 4, marks=pytest.mark.rule("UG-POWER-MINING"), id="mining"),
        pytest.param("mystic", [4, 9], 3, marks=pytest.mark.rule("UG-POWER-MYSTIC"), id="mystic"),
        pytest.param("stone", [6, 12], 3, marks=pytest.mark.rule("UG-POWER-STONE"), id="stone"),
        pytest.param("muddy", [0, 17], 3, marks=pytest.mark.rule("UG-POWER-MUDDY"), id="muddy"),
    ],
)
def test_a_terrain_power_pays_a_coin_for_each_region_of_its_terrain(power: str, places: list[int], other: int) -> None:
    assert mimes(power, [*places, other]) == 3 + 2
    assert mimes(power, [places[0], other]) == 2 + 1
    assert mimes(power, [1, 5]) == 2
    # A region of the owner's declined race pays one coin, whatever lies there.
    races = [active("shadow_mimes", power), declined("shrooms")]
    assert gain(races, {1: held(0, "shadow_mimes"), places[0]: held(0, "shrooms")}) == 2


@pytest.mark.parametrize(
    ("power", "places"),
    [
        pytest.param("mining", [3, 8, 4], marks=pytest.mark.rule("UG-POWER-MINING"), id="mining"),
        pytest.param("mystic", [4, 9, 3], marks=pytest.mark.rule("UG-POWER-MYSTIC"), id="mystic"),
        pytest.param("stone", [6, 12, 3], marks=pytest.mark.rule("UG-POWER-STONE"), id="stone"),
        pytest.param("fisher", [1, 3, 5], marks=pytest.mark.rule("UG-POWER-FISHER"), id="fisher"),
        pytest.param("flocking", [0, 1, 5], marks=pytest.mark.rule("UG-POWER-FLOCKING"), id="flocking"),
        pytest.param("quarreling", [0, 4, 9], marks=pytest.mark.rule("UG-POWER-QUARRELING"), id="quarreling"),
    ],
)
def test_a_power_with_a_blank_reverse_pays_nothing_from_the_decline_on(power: str, places: list[int]) -> None:
    assert mimes(power, places) > 3
    assert decline_gain(power, places) == 3
    regions = {number: held(0, "shadow_mimes") for number in places} | {17: held(0, "ogres")}
    assert gain([active("ogres", "immortal"), declined("shadow_mimes")], regions) == 3 + 1


@pytest.mark.rule("UG-POWER-MINING")
def test_the_mine_of_the_lost_dwarf_is_no_mine_for_the_power() -> None:
    regions = {0: held(0, "shadow_mimes") | {"place": "mine"}}
    assert gain([active("shadow_mimes", "mining")], regions) == 1 + 2


# Adventurous


@pytest.mark.rule("UG-POWER-ADVENTUROUS", "UG-INT-87")
@pytest.mark.parametrize("place", ["altar", "pentacle", "fountain", "pipe", "stonehedge"])
def test_adventurous_pays_for_each_region_with_a_place(place: str) -> None:
    regions = {0: held(0, "shadow_mimes") | {"place": place}, 17: held(0, "shadow_mimes")}
    assert gain([active("shadow_mimes", "adventurous")], regions) == 2 + 1


@pytest.mark.rule("UG-POWER-ADVENTUROUS")
def test_the_coins_of_places_come_on_top_of_adventurous() -> None:
    regions = {0: held(0, "shadow_mimes") | {"place": "keep"}, 17: held(0, "shadow_mimes") | {"place": "mine"}}
    assert gain([active("shadow_mimes", "adventurous")], regions) == 2 + 2 + 1 + 2


@pytest.mark.rule("UG-POWER-ADVENTUROUS", "UG-INT-98")
def test_relics_and_places_of_others_do_not_pay_adventurous() -> None:
    regions = {
        0: held(0, "shadow_mimes") | {"relics": ["sword", "orb"]},
        1: {"place": "keep"},
        5: held(0, "shrooms") | {"place": "altar"},
        17: held(1, "ogres") | {"place": "pipe"},
    }
    races = [active("shadow_mimes", "adventurous"), declined("shrooms")]
    assert gain(races, regions, "finish", others=[active("ogres", "wise")]) == 2


@pytest.mark.rule("UG-POWER-ADVENTUROUS")
def test_adventurous_pays_nothing_from_the_decline_on() -> None:
    regions = {0: held(0, "shadow_mimes") | {"place": "fountain"}, 17: held(0, "shadow_mimes") | {"place": "pipe"}}
    assert declining([active("shadow_mimes", "adventurous")], regions).coins[0] == 2
    later = {**regions, 3: held(0, "ogres")}
    assert gain([active("ogres", "immortal"), declined("shadow_mimes")], later) == 3


# Fisher


@pytest.mark.rule("UG-POWER-FISHER")
def test_regions_of_the_other_race_do_not_count_for_fisher() -> None:
    regions = {1: held(0, "shadow_mimes"), 3: held(0, "shrooms"), 8: held(0, "shrooms")}
    assert gain([active("shadow_mimes", "fisher"), declined("shrooms")], regions) == 3


# Flocking


@pytest.mark.rule("UG-POWER-FLOCKING")
@pytest.mark.parametrize(
    ("places", "bonus"),
    [([0], 2), ([0, 1, 5], 2), ([3, 4, 8, 12], 2), ([0, 1, 4], 0), ([0, 9], 0), ([4, 17], 0), ([1, 3], 0)],
)
def test_flocking_pays_two_if_all_regions_hang_together(places: list[int], bonus: int) -> None:
    # Neither a chasm nor the River between two regions is a link.
    assert mimes("flocking", places) == len(places) + bonus


@pytest.mark.rule("UG-POWER-FLOCKING")
def test_only_the_flocking_race_counts() -> None:
    # The declined race neither joins 1 and 6 nor spoils the group of 0 and 1.
    races = [active("shadow_mimes", "flocking"), declined("shrooms")]
    apart = {1: held(0, "shadow_mimes"), 5: held(0, "shrooms"), 6: held(0, "shadow_mimes")}
    assert gain(races, apart) == 3
    together = {0: held(0, "shadow_mimes"), 1: held(0, "shadow_mimes"), 17: held(0, "shrooms")}
    assert gain(races, together) == 3 + 2


@pytest.mark.rule("UG-POWER-FLOCKING", "UG-CLAR-21")
def test_no_region_at_all_pays_no_flocking_coins() -> None:
    state = conquering("flocking", 2, {})
    assert list(play(state, "finish").coins) == [5, 5]


# Frightened


@pytest.mark.rule("UG-POWER-FRIGHTENED")
def test_stacks_of_a_declined_race_do_not_count_for_frightened() -> None:
    races = [active("shadow_mimes", "frightened"), declined("shrooms", "tomb")]
    assert gain(races, {0: held(0, "shadow_mimes"), 1: held(0, "shrooms", 4)}) == 2
    state = declining([active("shadow_mimes", "frightened")], {0: held(0, "shadow_mimes", 4)})
    assert state.coins[0] == 1


# Immortal


@pytest.mark.rule("UG-POWER-IMMORTAL", "UG-LOSS-4", "UG-EX-24")
@pytest.mark.parametrize("count", [1, 3])
def test_immortal_tokens_are_all_redeployed(count: int) -> None:
    regions = {1: held(0, "shadow_mimes"), 5: held(1, "ogres", count), 17: held(1, "ogres")}
    state = play(conquering("mystic", count + 2, regions, active("ogres", "immortal")), "conquer 5")
    assert (race(state, 1, "ogres")["hand"], tray(state, "ogres")) == (count, 10 - count - 1)
    play(state, "deploy_rest 1")
    assert (state.phase, state.to_act, legal(state, "deploy")) == ("withdrawn", 1, [17])
    play(state, "deploy_rest 17")
    assert (state.turn, tokens(state, 17)) == (1, 1 + count)


@pytest.mark.rule("UG-POWER-IMMORTAL", "UG-LOSS-3")
def test_immortal_tokens_without_a_region_wait_in_hand() -> None:
    regions = {1: held(0, "shadow_mimes"), 5: held(1, "ogres", 2)}
    state = conquering("mystic", 4, regions, active("ogres", "immortal"))
    play(state, "conquer 5", "deploy_rest 1")
    assert (state.turn, race(state, 1, "ogres")["hand"], tray(state, "ogres")) == (1, 2, 8)
    assert legal(state, "conquer") == [0, 1, 2, 3, 4, 11, 13, 15, 17]


@pytest.mark.rule("UG-POWER-IMMORTAL")
def test_nobody_is_immortal_in_decline() -> None:
    regions = {1: held(0, "shadow_mimes"), 5: held(1, "ogres"), 17: held(1, "ogres")}
    state = play(conquering("mystic", 4, regions, declined("ogres")), "conquer 5")
    assert (race(state, 1, "ogres").get("hand", 0), tray(state, "ogres")) == (0, 9)


# Magic


@pytest.mark.rule("UG-POWER-MAGIC", "UG-RELIC-BAG")
@pytest.mark.parametrize(
    "where",
    [
        {17: held(1, "ogres")},
        {17: held(1, "kraken")},
        {17: held(0, "shrooms")},
        {17: {}},
        {1: held(0, "shadow_mimes")},
    ],
    ids=["active", "declined", "own declined", "unheld", "own"],
)
def test_the_bag_stands_in_for_any_relic_on_the_map(where: dict[int, Any]) -> None:
    ((number, content),) = where.items()
    regions = {1: held(0, "shadow_mimes"), number: content | {"relics": ["sword"]}, 0: MONSTERS}
    seats = [
        seat(active("shadow_mimes", "magic", hand=5), declined("shrooms")),
        seat(active("ogres", "stone"), declined("kraken")),
    ]
    state = underground(phase="conquest", seats=seats, regions=regions, places_stack=["socks"])
    assert legal_words(state, "bag") == {"sword"}
    play(state, "bag sword", "conquer 0")
    # 2 + 2 - 2; the Sword stays where it was, the Bag lies in the target.
    assert (tokens(state, 0), markers(state, 0), region(state, number)["relics"]) == (2, {"bag": 1}, ["sword"])


@pytest.mark.rule("UG-POWER-MAGIC")
def test_the_bag_copies_nothing_that_is_hidden_or_absent() -> None:
    state = conquering("magic", 5, {1: held(0, "shadow_mimes"), 9: MONSTERS}, places_stack=["sword"])
    assert legal_words(state, "bag") == set()


@pytest.mark.rule("UG-POWER-MAGIC", "UG-ACT-10")
def test_the_bag_copies_one_relic_a_turn() -> None:
    regions = {1: held(0, "shadow_mimes"), 17: {"relics": ["sword", "socks", "doormat", "scepter", "ring"]}}
    state = conquering("magic", 9, regions)
    assert legal_words(state, "bag") == {"sword", "socks", "doormat"}
    play(state, "bag socks", "conquer 0")
    assert legal_words(state, "bag") == set()
    play(state, "finish", "deploy_rest 1")
    # Scepter and Ring come at the end of the turn, but the Bag is spent.
    assert state.turn == 1


@pytest.mark.rule("UG-POWER-MAGIC")
def test_the_bag_doubles_no_power_in_one_region() -> None:
    regions = {1: held(0, "shadow_mimes") | {"relics": ["sword"]}, 17: {"relics": ["socks"]}, 0: held(1, "ogres", 2)}
    state = conquering("magic", 9, regions, active("ogres", "wise"))
    assert legal_words(play(state.copy(), "use sword"), "bag") == {"socks"}
    assert legal_words(play(state.copy(), "bag sword"), "use") == set()
    # The Sword and a copy of the Socks do go together: 2 - 2, but one at least.
    assert price(play(state.copy(), "use sword", "bag socks"), 0) == 1


@pytest.mark.rule("UG-POWER-MAGIC")
def test_the_copied_relic_keeps_its_use_for_its_owner() -> None:
    regions = {1: held(0, "shadow_mimes"), 17: held(1, "ogres", 3) | {"relics": ["sword"]}}
    state = conquering("magic", 3, regions, active("ogres", "wise"))
    play(state, "bag sword", "conquer 0", "finish", "deploy_rest 1")
    assert (state.turn, legal_words(state, "use")) == (1, {"sword"})


@pytest.mark.rule("UG-POWER-MAGIC")
def test_the_bag_moves_from_region_to_region_each_turn() -> None:
    regions = {1: held(0, "shadow_mimes", 1, bag=1), 17: {"relics": ["sword"]}}
    state = play(conquering("magic", 3, regions), "bag sword", "conquer 0")
    assert (markers(state, 1), markers(state, 0)) == ({}, {"bag": 1})
    unused = play(conquering("magic", 0, regions), "finish")
    assert (unused.turn, markers(unused, 1)) == (1, {"bag": 1})


@pytest.mark.rule("UG-POWER-MAGIC")
def test_the_bag_is_not_captured_and_comes_back() -> None:
    regions = {
        1: held(1, "shadow_mimes", 1, bag=1), 5: held(1, "shadow_mimes", 3), 0: held(0, "ogres"),
        17: {"relics": ["sword"]},
    }  # fmt: skip
    state = underground(
        phase="conquest",
        seats=[seat(active("ogres", "stone", hand=2)), seat(active("shadow_mimes", "magic"))],
        regions=regions,
    )
    play(state, "conquer 1")
    assert markers(state, 1) == {}
    while state.turn == 0:
        play(state, "deploy_rest 0")
    assert legal_words(state, "bag") == {"sword"}


@pytest.mark.rule("UG-POWER-MAGIC", "UG-TURN-8")
def test_the_bag_comes_back_from_an_abandoned_region() -> None:
    regions = {1: held(0, "shadow_mimes", 1, bag=1), 5: held(0, "shadow_mimes", 3), 17: {"relics": ["sword"]}}
    state = underground(phase="choose", seats=[seat(active("shadow_mimes", "magic")), seat()], regions=regions)
    play(state, "abandon 1")
    assert (region(state, 1), legal_words(state, "bag")) == ({}, {"sword"})
    play(state, "bag sword", "conquer 0")
    assert markers(state, 0) == {"bag": 1}


@pytest.mark.rule("UG-POWER-MAGIC", "UG-RIVER-5")
def test_the_bag_comes_back_from_the_river() -> None:
    regions = {1: held(0, "shadow_mimes"), 17: {"relics": ["doormat"]}}
    state = conquering("magic", 4, regions)
    play(state, "bag doormat", "conquer 13")
    assert markers(state, 13) == {"bag": 1}
    play(state, "finish", "deploy_rest 1")
    assert (state.turn, region(state, 13), region(state, 17)["relics"]) == (1, {}, ["doormat"])


@pytest.mark.rule("UG-POWER-MAGIC")
def test_the_bag_comes_back_from_the_balrog() -> None:
    regions = {
        3: held(1, "ogres") | {"place": "pentacle"},
        4: {"markers": {"balrog": 1}},
        8: held(0, "shadow_mimes", 1, bag=1),
        0: held(0, "shadow_mimes", 2),
        17: {"relics": ["sword"]},
    }
    state = underground(
        turn=1,
        phase="conquest",
        seats=[seat(active("shadow_mimes", "magic")), seat(active("ogres", "wise"))],
        regions=regions,
    )
    # Without a token in hand the turn of the Ogres is over with the move.
    play(state, "balrog 8")
    assert markers(state, 8) == {"balrog": 1}
    assert (state.turn, legal_words(state, "bag")) == (0, {"sword"})


@pytest.mark.rule("UG-POWER-MAGIC", "UG-CLAR-5", "UG-RELIC-00")
def test_after_a_failed_attempt_the_bag_is_spent_and_stays_where_it_was() -> None:
    regions = {
        1: held(0, "shadow_mimes", 1, bag=1), 5: held(1, "ogres", 3), 17: {"relics": ["sword", "scepter"]}
    }  # fmt: skip
    state = conquering("magic", 1, regions, active("ogres", "wise"))
    after = rolled(play(state, "bag sword"), "conquer 5", 1)
    assert (region(after, 5)["race"], markers(after, 1)) == ("ogres", {"bag": 1})
    play(after, "deploy_rest 1")
    assert after.turn == 1


@pytest.mark.rule("UG-POWER-MAGIC")
def test_the_bag_as_orb_replaces_a_single_token() -> None:
    regions = {1: held(0, "shadow_mimes"), 17: {"relics": ["orb"]}, 5: held(1, "ogres"), 0: held(1, "ogres", 2)}
    state = conquering("magic", 2, regions, active("ogres", "wise"))
    play(state, "bag orb")
    assert legal(state, "conquer") == [5]
    play(state, "conquer 5")
    assert (tokens(state, 5), race(state, 0, "shadow_mimes")["hand"], tray(state, "shadow_mimes")) == (1, 2, 8)
    assert (markers(state, 5), region(state, 17)["relics"]) == ({"bag": 1}, ["orb"])


@pytest.mark.rule("UG-POWER-MAGIC", "UG-DECL-5")
def test_the_bag_goes_to_the_box_at_the_decline() -> None:
    regions = {1: held(0, "shadow_mimes", 2, bag=1), 17: {"relics": ["sword"]}}
    state = declining([active("shadow_mimes", "magic")], regions)
    assert (markers(state, 1), state.coins[0]) == ({}, 1)


# Martyr


@pytest.mark.rule("UG-POWER-MARTYR")
def test_a_failed_attempt_pays_no_martyr() -> None:
    regions = {1: held(0, "shadow_mimes"), 5: held(1, "ogres", 2)}
    state = conquering("mystic", 2, regions, active("ogres", "martyr"))
    assert list(rolled(state, "conquer 5", 1).coins) == [5, 5]
    assert list(rolled(state, "conquer 5", 2).coins) == [5, 6]


# Quarreling


@pytest.mark.rule("UG-POWER-QUARRELING", "UG-EX-32")
@pytest.mark.parametrize(
    ("places", "groups"),
    [([0], 1), ([0, 1, 5], 1), ([0, 1, 5, 3, 4, 17], 3), ([0, 3, 9, 17], 4), ([1, 3], 2), ([0, 15], 2)],
)
def test_quarreling_pays_for_each_separate_group(places: list[int], groups: int) -> None:
    assert mimes("quarreling", places) == len(places) + groups


# Reborn


def reborn(name: str, power: str, hand: int, on_map: int, **fields: Any) -> swenv.State:
    """Seat 0 chooses; its declined Reborn Mudmen hold 0, 1 and 5, its active race has `on_map` tokens in 17."""
    regions = {number: held(0, "mudmen") for number in (0, 1, 5)} | {17: held(0, name, on_map)}
    return underground(
        phase="choose",
        seats=[seat(active(name, power, hand=hand), declined("mudmen", "reborn")), seat(active("kraken", "stone"))],
        regions=regions,
        **fields,
    )


@pytest.mark.rule("UG-POWER-REBORN", "UG-ACT-3")
@pytest.mark.parametrize("chosen", [[], [0], [1, 5]])
def test_reborn_empties_up_to_two_regions_at_the_start_of_each_turn(chosen: list[int]) -> None:
    state = reborn("drow", "mystic", 0, 3)
    assert (verbs(state), legal(state, "reborn")) == ({"decline", "reborn", "finish"}, [0, 1, 5])
    for number in chosen:
        play(state, f"reborn {number}")
        assert (region(state, number)["race"], tokens(state, number)) == ("drow", 1)
    if len(chosen) < 2:
        play(state, "finish")
    assert (state.turn, legal(state, "reborn"), tray(state, "drow")) == (0, [], 6 - len(chosen))
    assert tray(state, "mudmen") == 12 - 3 + len(chosen)
    assert {11, 16} <= set(legal(state, "conquer"))


@pytest.mark.rule("UG-POWER-REBORN")
def test_reborn_comes_back_every_turn() -> None:
    state = play(reborn("drow", "immortal", 0, 1), "reborn 0", "reborn 1", "finish")
    assert state.turn == 1
    play(state, "finish")
    assert (state.turn, legal(state, "reborn")) == (0, [5])


@pytest.mark.rule("UG-POWER-REBORN", "UG-PLACE-00")
def test_reborn_takes_from_the_tray_and_then_from_hand() -> None:
    # Drow 4 + 4 leave one token in the tray.
    state = underground(
        phase="pick",
        column=[{"race": "drow", "power": "mystic", "coins": 0}],
        seats=[seat(declined("mudmen", "reborn")), seat()],
        regions={number: held(0, "mudmen") for number in (0, 1, 5)},
    )
    play(state, "pick 0", "reborn 0")
    assert (race(state, 0, "drow")["hand"], tray(state, "drow")) == (8, 0)
    play(state, "reborn 1")
    assert (race(state, 0, "drow")["hand"], tray(state, "drow")) == (7, 0)


@pytest.mark.rule("UG-POWER-REBORN", "UG-CLAR-26", "UG-INT-34")
def test_reborn_takes_spare_tokens_from_the_map_before_the_troops_are_taken_up() -> None:
    state = underground(
        map=None,
        phase="choose",
        tray={"ogres": 0},
        seats=[seat(active("ogres", "stone"), declined("shrooms", "reborn")), seat(active("gnomes", "mystic"))],
        regions={1: held(0, "ogres", 5), 8: held(0, "shrooms")},
    )
    assert (verbs(state), legal(state, "reborn")) == ({"decline", "reborn", "finish"}, [8])
    play(state, "reborn 8")
    # It leaves 4, of which READY takes up 3.
    assert (state.phase, tokens(state, 1), race(state, 0, "ogres")["hand"]) == ("ready", 1, 3)
    assert (region(state, 8)["race"], tokens(state, 8), tray(state, "ogres")) == ("ogres", 1, 0)


@pytest.mark.rule("UG-POWER-REBORN", "UG-LOSS-6", "UG-COL-5", "UG-INT-93")
def test_a_reborn_race_that_is_replaced_to_the_last_token_leaves() -> None:
    state = underground(
        phase="choose",
        seats=[seat(active("drow", "immortal"), declined("mudmen", "reborn")), seat()],
        regions={0: held(0, "mudmen"), 17: held(0, "drow", 3)},
        discarded_powers=[],
    )
    play(state, "reborn 0")
    document = state.to_position()
    assert [entry["race"] for entry in document["seats"][0]["races"]] == ["drow"]
    assert (document["race_stack"][-1], document["discarded_powers"]) == ("mudmen", ["reborn"])
    assert (tray(state, "mudmen"), legal(state, "reborn")) == (12, [])


@pytest.mark.rule("UG-POWER-REBORN")
def test_reborn_does_nothing_while_active_and_on_a_decline_turn() -> None:
    state = underground(
        phase="choose",
        seats=[seat(active("mudmen", "reborn"), declined("shrooms")), seat()],
        regions={0: held(0, "mudmen", 3), 5: held(0, "shrooms")},
    )
    assert legal(state, "reborn") == []
    play(state, "decline")
    assert (state.turn, race(state, 0, "mudmen")["power"]) == (1, "reborn")
    # Declining the next race as well takes the Reborn race off the map.
    second = play(reborn("drow", "immortal", 0, 3), "decline")
    assert ([region(second, number) for number in (0, 1, 5)], tray(second, "mudmen")) == ([{}, {}, {}], 12)


# Royal


@pytest.mark.rule("UG-POWER-ROYAL", "UG-ACT-19")
@pytest.mark.parametrize("target", [0, 1])
@pytest.mark.parametrize("old", [False, True])
def test_the_queen_is_put_on_a_held_region_at_the_end_of_the_turn(target: int, old: bool) -> None:
    start = held(0, "shadow_mimes", 1, **({"queen": 1} if old else {}))
    state = play(conquering("royal", 0, {0: start, 1: held(0, "shadow_mimes")}), "finish")
    assert (state.phase, verbs(state), legal(state, "queen")) == ("markers", {"queen"}, [0, 1])
    play(state, f"queen {target}")
    assert (state.turn, [markers(state, number) for number in (0, 1)]) == (
        1, [{"queen": 1} if number == target else {} for number in (0, 1)]
    )  # fmt: skip
    assert int(state.coins[0]) == 5 + 2


@pytest.mark.rule("UG-POWER-ROYAL", "UG-IMM-3", "UG-IMM-7")
@pytest.mark.parametrize("slot", [active("shadow_mimes", "royal"), declined("shadow_mimes", "royal")])
def test_the_region_of_the_queen_is_immune_active_or_in_decline(slot: dict[str, Any]) -> None:
    regions = {
        5: held(0, "ogres") | {"relics": ["doormat", "sword", "socks"]},
        0: held(1, "shadow_mimes", 1, queen=1),
        1: held(1, "shadow_mimes"),
    }
    state = underground(phase="conquest", seats=[seat(active("ogres", "vampire", hand=9)), seat(slot)], regions=regions)
    assert legal(state, "conquer") == [1, 2, 6, 7]
    assert legal(state, "vampire") == ([1] if slot["status"] == "active" else [])
    for relic in ("doormat", "sword", "socks"):
        after = legal(play(state.copy(), f"use {relic}"), "conquer")
        assert (0 in after, 1 in after) == (False, True)


@pytest.mark.rule("UG-POWER-ROYAL", "UG-DECL-5")
def test_the_queen_stays_frozen_in_decline() -> None:
    regions = {0: held(0, "shadow_mimes", 3, queen=1), 1: held(0, "shadow_mimes"), 5: held(1, "ogres", 9)}
    state = declining([active("shadow_mimes", "royal")], regions, active("ogres", "wise"))
    assert (markers(state, 0), race(state, 0, "shadow_mimes")["power"]) == ({"queen": 1}, "royal")
    assert legal(state, "conquer") == [1, 2, 6, 7]
    later = underground(
        phase="conquest",
        seats=[seat(active("ogres", "immortal"), declined("shadow_mimes", "royal")), seat()],
        regions={0: held(0, "shadow_mimes", 1, queen=1), 1: held(0, "shadow_mimes"), 17: held(0, "ogres")},
    )
    play(later, "finish")
    assert (later.turn, markers(later, 0)) == (1, {"queen": 1})


@pytest.mark.rule("UG-POWER-ROYAL", "UG-TURN-8")
def test_a_queen_of_an_abandoned_region_is_placed_again() -> None:
    regions = {0: held(0, "shadow_mimes", 1, queen=1), 1: held(0, "shadow_mimes"), 5: held(0, "shadow_mimes")}
    state = underground(phase="choose", seats=[seat(active("shadow_mimes", "royal")), seat()], regions=regions)
    play(state, "abandon 0")
    assert region(state, 0) == {}
    play(state, "finish", "deploy_rest 1")
    assert legal(state, "queen") == [1, 5]
    play(state, "queen 5")
    assert markers(state, 5) == {"queen": 1}


@pytest.mark.rule("UG-POWER-ROYAL", "UG-RIVER-3")
def test_the_queen_may_stand_in_the_river_with_kraken_alone() -> None:
    def queens(name: str) -> list[int]:
        state = underground(
            phase="conquest",
            seats=[seat(active(name, "royal")), seat()],
            regions={1: held(0, name), 2: held(0, name), 3: held(0, name)},
        )
        play(state, "finish")
        while state.phase == "deploy":
            play(state, "deploy_rest 1")
        return legal(state, "queen")

    assert queens("kraken") == [1, 2, 3]
    assert queens("shadow_mimes") == [1, 3]


@pytest.mark.rule("UG-POWER-ROYAL")
def test_without_a_region_no_queen_is_placed() -> None:
    state = play(conquering("royal", 2, {}), "finish")
    assert state.turn == 1


# Shield


@pytest.mark.rule("UG-POWER-SHIELD", "UG-ACT-17")
@pytest.mark.parametrize(("places", "count"), [([1], 1), ([1, 5, 0], 2), ([1, 5, 15, 0], 3)])
def test_shield_takes_an_armor_for_each_mushroom_forest_and_places_all(places: list[int], count: int) -> None:
    state = conquering("shield", 0, {number: held(0, "shadow_mimes") for number in places})
    play(state, "finish")
    for left in range(count, 0, -1):
        assert (state.phase, verbs(state), legal(state, "armor")) == ("markers", {"armor"}, sorted(places))
        assert state.to_position()["turn_state"]["new_armors"] == left
        play(state, f"armor {places[0]}")
    assert (state.turn, markers(state, places[0])) == (1, {"armor": count})


@pytest.mark.rule("UG-POWER-SHIELD")
def test_armors_may_be_spread_and_old_ones_do_not_move() -> None:
    regions = {1: held(0, "shadow_mimes", 1, armor=3), 5: held(0, "shadow_mimes"), 0: held(0, "shadow_mimes")}
    state = play(conquering("shield", 0, regions), "finish", "armor 0", "armor 1")
    assert (state.turn, [markers(state, number) for number in (0, 1, 5)]) == (1, [{"armor": 1}, {"armor": 4}, {}])


@pytest.mark.rule("UG-POWER-SHIELD")
def test_without_a_mushroom_forest_there_are_no_armors() -> None:
    state = conquering("shield", 0, {number: held(0, "shadow_mimes") for number in (0, 4)})
    assert play(state, "finish").turn == 1


@pytest.mark.rule("UG-POWER-SHIELD", "UG-CONQ-5")
@pytest.mark.parametrize("slot", [active("shadow_mimes", "shield"), declined("shadow_mimes", "shield")])
def test_each_armor_defends_with_one_and_goes_when_the_region_falls(slot: dict[str, Any]) -> None:
    regions = {1: held(0, "kraken"), 0: held(1, "shadow_mimes", 1, armor=3), 17: held(1, "shadow_mimes")}
    state = underground(phase="conquest", seats=[seat(active("kraken", "stone", hand=9)), seat(slot)], regions=regions)
    play(state, "conquer 0")
    assert (tokens(state, 0), markers(state, 0)) == (2 + 1 + 3, {})


@pytest.mark.rule("UG-POWER-SHIELD", "UG-TURN-8")
def test_armors_of_an_abandoned_region_are_discarded() -> None:
    regions = {
        0: held(0, "shadow_mimes", 1, armor=7),
        1: held(0, "shadow_mimes"),
        5: held(0, "shadow_mimes", 1, armor=1),
    }
    state = underground(phase="choose", seats=[seat(active("shadow_mimes", "shield")), seat()], regions=regions)
    play(state, "abandon 0")
    assert (region(state, 0), markers(state, 5)) == ({}, {"armor": 1})
    # They are in the supply again: two forests, two new Armors.
    play(state, "finish", "deploy_rest 1", "armor 1", "armor 1")
    assert (state.turn, markers(state, 1)) == (1, {"armor": 2})


@pytest.mark.rule("UG-POWER-SHIELD", "UG-DECL-5", "UG-INT-58")
def test_armors_stay_in_decline_and_no_new_ones_come() -> None:
    regions = {1: held(0, "shadow_mimes", 3, armor=2), 5: held(0, "shadow_mimes"), 0: held(1, "ogres", 9)}
    state = declining([active("shadow_mimes", "shield")], regions, active("ogres", "wise"))
    assert (markers(state, 1), markers(state, 5), state.coins[0]) == ({"armor": 2}, {}, 2)
    assert price(state, 1) == 2 + 1 + 2 - 1
    own = {1: held(0, "shadow_mimes", 1, armor=2), 5: held(0, "shadow_mimes"), 15: held(0, "ogres")}
    later = underground(
        phase="conquest",
        seats=[seat(active("ogres", "immortal"), declined("shadow_mimes", "shield")), seat()],
        regions=own,
    )
    play(later, "finish")
    assert (later.turn, markers(later, 1)) == (1, {"armor": 2})
    gone = declining([active("ogres", "immortal"), declined("shadow_mimes", "shield")], own)
    assert region(gone, 1) == {}


# Thieving


def thieves(regions: dict[int, Any], coins: list[int], slots: list[list[dict[str, Any]]]) -> list[int]:
    """The purses after a turn of Thieving Shadow Mimes of seat 0 with these opponents."""
    purses = zip(slots, coins, strict=True)
    seats = [seat(active("shadow_mimes", "thieving"), declined("drow"), coins=0)]
    seats += [seat(*races, coins=purse) for races, purse in purses]
    state = underground(len(seats), phase="conquest", seats=seats, regions=regions)
    play(state, "finish")
    assert state.turn == 1
    return [int(purse) for purse in state.coins]


@pytest.mark.rule("UG-POWER-THIEVING", "UG-EX-26")
def test_thieves_take_a_coin_from_each_opponent_next_door() -> None:
    regions = {
        1: held(0, "shadow_mimes"), 5: held(1, "ogres"), 0: held(2, "mummies"), 2: held(3, "kraken"),
        17: held(0, "drow"),
    }  # fmt: skip
    slots = [[active("ogres", "wise")], [declined("mummies")], [active("kraken", "stone")]]
    # A coin from the active Ogres, none for a declined race, none from an empty purse.
    assert thieves(regions, [6, 9, 0], slots) == [2 + 1, 5, 9, 0]


@pytest.mark.rule("UG-POWER-THIEVING")
def test_thieves_take_one_coin_however_many_borders_there_are() -> None:
    regions = {1: held(0, "shadow_mimes"), 8: held(0, "shadow_mimes"), 17: held(0, "drow")}
    regions |= {number: held(1, "ogres", 2) for number in (0, 5, 3, 16)}
    assert thieves(regions, [6], [[active("ogres", "wise")]]) == [3 + 1, 5]


@pytest.mark.rule("UG-POWER-THIEVING")
@pytest.mark.parametrize("number", [4, 15, 12])
def test_thieves_leave_those_alone_who_do_not_border_their_own_regions(number: int) -> None:
    # 15 lies across a chasm from 0; 12 borders only the owner's declined region 11.
    regions = {0: held(0, "shadow_mimes"), 11: held(0, "drow"), number: held(1, "ogres")}
    assert thieves(regions, [6], [[active("ogres", "wise")]]) == [2, 6]


@pytest.mark.rule("UG-POWER-THIEVING")
def test_the_power_is_gone_in_decline() -> None:
    regions = {1: held(0, "shadow_mimes"), 5: held(1, "ogres")}
    state = declining([active("shadow_mimes", "thieving")], regions, active("ogres", "wise"))
    assert list(state.coins) == [1, 5]


# Tomb


@pytest.mark.rule("UG-POWER-TOMB")
def test_with_one_token_in_each_region_nothing_is_redeployed() -> None:
    regions = {0: held(0, "shadow_mimes"), 17: held(0, "shadow_mimes")}
    assert declining([active("shadow_mimes", "tomb")], regions).coins[0] == 2


@pytest.mark.rule("UG-POWER-TOMB")
def test_only_tokens_on_the_map_can_stay() -> None:
    regions = {0: held(0, "shadow_mimes", 1), 17: held(0, "shadow_mimes")}
    state = declining([active("shadow_mimes", "tomb", hand=4)], regions)
    assert ([tokens(state, number) for number in (0, 17)], tray(state, "shadow_mimes")) == ([1, 1], 10)


@pytest.mark.rule("UG-POWER-TOMB", "UG-LOSS-1", "UG-LOSS-2", "UG-EX-24")
def test_a_tomb_stack_defends_and_withdraws_like_an_active_one() -> None:
    regions = {1: held(0, "kraken"), 0: held(1, "shadow_mimes", 3), 17: held(1, "shadow_mimes", 2)}
    state = underground(
        phase="conquest",
        seats=[
            seat(active("kraken", "stone", hand=5)),
            seat(active("ogres", "wise"), declined("shadow_mimes", "tomb")),
        ],
        regions=regions,
    )
    play(state, "conquer 0")
    assert (race(state, 1, "shadow_mimes")["hand"], tray(state, "shadow_mimes")) == (2, 12 - 5 + 1)
    play(state, "deploy_rest 1")
    assert (state.phase, state.to_act, legal(state, "deploy")) == ("withdrawn", 1, [17])
    play(state, "deploy_rest 17")
    assert (state.turn, tokens(state, 17)) == (1, 4)


@pytest.mark.rule("UG-POWER-TOMB", "UG-LOSS-3", "UG-LOSS-6")
def test_a_tomb_race_without_a_region_is_lost() -> None:
    regions = {1: held(0, "kraken"), 0: held(1, "shadow_mimes", 3)}
    state = underground(
        phase="conquest",
        seats=[seat(active("kraken", "stone", hand=5)), seat(declined("shadow_mimes", "tomb"))],
        regions=regions,
        discarded_powers=[],
    )
    play(state, "conquer 0", "deploy_rest 1")
    document = state.to_position()
    assert (state.turn, document["seats"][1]["races"], tray(state, "shadow_mimes")) == (1, [], 12)
    assert (document["discarded_powers"], document["race_stack"][-1]) == (["tomb"], "shadow_mimes")


# Vampire


@pytest.mark.rule("UG-POWER-VAMPIRE", "UG-CONQ-8", "UG-EX-41")
def test_a_vampire_replaces_a_single_active_token_whatever_defends_it() -> None:
    regions = {
        5: held(0, "mudmen"),
        6: held(1, "ogres", 1, armor=2) | {"place": "keep", "relics": ["sword"]},
        0: held(1, "ogres", 2),
        1: held(1, "shrooms"),
    }
    seats = [
        seat(active("mudmen", "vampire", hand=1)),
        seat(active("ogres", "shield"), declined("shrooms")),
    ]
    state = underground(phase="conquest", seats=seats, regions=regions)
    # Not the two Ogres of 0, nor the declined Shroom of 1.
    assert legal(state, "vampire") == [6]
    before = tray(state, "mudmen")
    play(state, "vampire 6")
    assert (region(state, 6)["race"], tokens(state, 6), markers(state, 6)) == ("mudmen", 1, {})
    assert (race(state, 0, "mudmen")["hand"], tray(state, "mudmen")) == (1, before - 1)
    assert (race(state, 1, "ogres").get("hand", 0), tray(state, "ogres")) == (0, 10 - 3 + 1)
    assert legal_words(state, "use") == {"sword"}


@pytest.mark.rule("UG-POWER-VAMPIRE", "UG-ED-2", "UG-ACT-9")
def test_a_vampire_bites_once_a_turn() -> None:
    regions = {1: held(0, "shadow_mimes"), 0: held(1, "ogres"), 5: held(2, "shrooms"), 6: held(2, "shrooms")}
    seats = [
        seat(active("shadow_mimes", "vampire", hand=3)),
        seat(active("ogres", "wise")),
        seat(active("shrooms", "stone")),
    ]
    state = underground(3, phase="conquest", seats=seats, regions=regions)
    assert legal(state, "vampire") == [0, 5]
    play(state, "vampire 0")
    assert (legal(state, "vampire"), state.to_position()["turn_state"]["vampired"]) == ([], [1])
    option = underground(3, phase="conquest", seats=seats, regions=regions, options={"vampire_limit": "opponent"})
    play(option, "vampire 0")
    assert legal(option, "vampire") == [5]
    play(option, "vampire 5")
    assert legal(option, "vampire") == []


@pytest.mark.rule("UG-POWER-VAMPIRE", "UG-ED-2")
def test_by_option_each_opponent_is_bitten_once() -> None:
    regions = {1: held(0, "shadow_mimes"), 0: held(1, "ogres"), 5: held(1, "ogres")}
    state = conquering("vampire", 3, regions, active("ogres", "wise"), options={"vampire_limit": "opponent"})
    play(state, "vampire 0")
    assert legal(state, "vampire") == []


@pytest.mark.rule("UG-POWER-VAMPIRE")
def test_the_next_turn_has_its_own_bite() -> None:
    regions = {1: held(0, "shadow_mimes", 3), 0: held(1, "ogres"), 17: held(1, "ogres")}
    state = underground(
        phase="choose",
        seats=[seat(active("shadow_mimes", "vampire")), seat(active("ogres", "wise"))],
        regions=regions,
    )
    assert legal(state, "vampire") == [0]
    play(state, "vampire 0")
    assert (tokens(state, 1), tokens(state, 0), race(state, 0, "shadow_mimes")["hand"]) == (1, 1, 2)


@pytest.mark.rule("UG-POWER-VAMPIRE", "UG-INT-37", "UG-IMM-7", "UG-PLACE-000")
@pytest.mark.parametrize(
    ("slot", "content"),
    [
        (active("gnomes", "wise"), held(1, "gnomes")),
        (declined("ogres"), held(1, "ogres")),
        (active("ogres", "royal"), held(1, "ogres", 1, queen=1)),
        (active("cultists", "wise", ancient_placed=True), held(1, "cultists", 1, ancient=1)),
        (active("ogres", "wise"), MONSTERS),
        (active("ogres", "wise"), held(1, "ogres", 2)),
    ],
    ids=["gnomes", "declined", "queen", "great ancient", "monsters", "two tokens"],
)
def test_whom_a_vampire_does_not_bite(slot: dict[str, Any], content: dict[str, Any]) -> None:
    regions = {1: held(0, "shadow_mimes"), 0: content, 17: held(1, slot["race"])}
    state = conquering("vampire", 3, regions, slot)
    assert legal(state, "vampire") == []
    assert refused(state, "vampire 0")


@pytest.mark.rule("UG-POWER-VAMPIRE")
def test_own_declined_tokens_are_not_bitten_and_declined_vampires_do_not_bite() -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "vampire", hand=3), declined("ogres")), seat()],
        regions={1: held(0, "shadow_mimes"), 0: held(0, "ogres")},
    )
    assert legal(state, "vampire") == []
    later = underground(
        phase="conquest",
        seats=[seat(active("ogres", "immortal", hand=3), declined("shadow_mimes")), seat(active("kraken", "stone"))],
        regions={1: held(0, "ogres"), 5: held(0, "shadow_mimes"), 0: held(1, "kraken"), 17: held(1, "kraken")},
    )
    assert legal(later, "vampire") == []


# Vanishing


@pytest.mark.rule("UG-POWER-VANISHING", "UG-DECL-7")
def test_after_vanishing_the_next_turn_is_a_pick() -> None:
    state = declining(
        [active("shadow_mimes", "vanishing", hand=2)],
        {0: held(0, "shadow_mimes"), 17: held(1, "ogres")},
        active("ogres", "wise"),
    )
    play(state, "finish")
    assert (state.turn, state.phase) == (0, "pick")


@pytest.mark.rule("UG-POWER-VANISHING")
def test_while_active_vanishing_pays_nothing_more() -> None:
    assert mimes("vanishing", [0, 1, 17]) == 3


# Vengeful


def attacked(power: str, *actions: str, **fields: Any) -> swenv.State:
    """Seat 0 attacks; seat 1 has active Ogres of that power in 0 and 17 and declined Shrooms in 5."""
    regions = {
        1: held(0, "shadow_mimes"), 4: held(0, "drow"), 0: held(1, "ogres", 1), 17: held(1, "ogres", 5),
        5: held(1, "shrooms"), 16: held(0, "shadow_mimes", 2),
    }  # fmt: skip
    seats = [
        seat(active("shadow_mimes", "mystic", hand=fields.pop("hand", 8)), declined("drow")),
        seat(active("ogres", power), declined("shrooms")),
    ]
    return play(underground(phase="conquest", seats=seats, regions=regions, **fields), *actions)


@pytest.mark.rule("UG-POWER-VENGEFUL")
@pytest.mark.parametrize(("target", "marked"), [(0, True), (5, True), (2, False)])
def test_an_attack_on_any_region_of_a_vengeful_player_earns_a_marker(target: int, marked: bool) -> None:
    assert vengeance(attacked("vengeful", f"conquer {target}")) == [marked, False]
    assert vengeance(attacked("stone", f"conquer {target}")) == [False, False]


@pytest.mark.rule("UG-POWER-VENGEFUL", "UG-EX-23")
def test_on_the_next_turn_the_regions_of_marked_players_cost_one_less() -> None:
    def seats(*marked: bool) -> list[dict[str, Any]]:
        return [
            seat(active("kraken", "mining"), declined("drow"), vengeance=marked[0]),
            seat(active("shadow_mimes", "vengeful", hand=9)),
            seat(active("shrooms", "stone"), vengeance=marked[1]),
        ]

    regions = {
        4: held(1, "shadow_mimes"), 3: held(0, "kraken", 2), 8: held(0, "drow"), 16: held(2, "shrooms"),
        2: held(0, "kraken"),
    }  # fmt: skip

    def prices(*marked: bool) -> list[int]:
        state = underground(3, turn=1, phase="conquest", seats=seats(*marked), regions=regions)
        return [price(state, number) for number in (3, 8, 16)]

    assert prices(False, False) == [4, 3, 3]
    assert prices(True, False) == [3, 2, 3]
    assert prices(True, True) == [3, 2, 2]


@pytest.mark.rule("UG-POWER-VENGEFUL", "UG-CONQ-5")
def test_vengeance_lowers_a_price_to_one_at_least_and_not_that_of_others() -> None:
    regions = {1: held(0, "ogres"), 2: held(1, "kraken"), 0: {}, 5: MONSTERS}
    seats = [seat(active("ogres", "vengeful", hand=9)), seat(active("kraken", "stone"), vengeance=True)]
    state = underground(phase="conquest", seats=seats, regions=regions, places_stack=["keep"])
    # River 1 + 1 - 2, an empty Mudpool, Monsters.
    assert [price(state, number) for number in (2, 0, 5)] == [1, 1, 3]


@pytest.mark.rule("UG-POWER-VENGEFUL", "UG-REDEP-4")
def test_the_markers_return_at_the_end_of_the_vengeful_turn() -> None:
    state = attacked("vengeful", "conquer 0", "finish", "deploy_rest 1")
    assert (state.turn, vengeance(state)) == (1, [True, False])
    # 16 holds 1 Shadow Mime now; Ogres pay one less, Vengeful another.
    assert (tokens(state, 16), price(state, 16)) == (1, 2 + 1 - 1 - 1)
    play(state, "finish", "deploy_rest 17")
    assert (state.turn, vengeance(state)) == (0, [False, False])


@pytest.mark.rule("UG-POWER-VENGEFUL", "UG-INT-2")
def test_the_vengeful_player_marks_neither_himself_nor_on_his_own_turn() -> None:
    state = underground(
        phase="conquest",
        seats=[
            seat(active("shadow_mimes", "vengeful", hand=8), declined("drow")),
            seat(active("ogres", "stone")),
        ],
        regions={1: held(0, "shadow_mimes"), 0: held(0, "drow"), 5: held(1, "ogres"), 17: held(1, "ogres")},
    )
    play(state, "conquer 0", "conquer 5")
    assert vengeance(state) == [False, False]


@pytest.mark.rule("UG-POWER-VENGEFUL", "UG-PLACE-PENTACLE")
def test_an_attack_of_the_balrog_earns_a_marker_for_its_master() -> None:
    regions = {
        3: held(0, "shadow_mimes") | {"place": "pentacle"},
        4: {"markers": {"balrog": 1}},
        8: held(1, "ogres"),
        17: held(1, "ogres"),
    }
    state = conquering("mystic", 1, regions, active("ogres", "vengeful"))
    assert vengeance(play(state.copy(), "balrog 8")) == [True, False]
    assert vengeance(play(state, "balrog 16")) == [False, False]


@pytest.mark.rule("UG-POWER-VENGEFUL")
def test_vengeful_tokens_in_decline_mark_nobody() -> None:
    regions = {1: held(0, "shadow_mimes"), 0: held(1, "ogres"), 17: held(1, "ogres")}
    state = play(conquering("mystic", 8, regions, declined("ogres")), "conquer 0")
    assert vengeance(state) == [False, False]


# Wise


@pytest.mark.rule("UG-POWER-WISE", "UG-EX-36")
@pytest.mark.parametrize("places", [[0, 1, 3, 4, 17], [0]])
def test_wise_pays_two_a_turn_from_the_decline_on(places: list[int]) -> None:
    assert decline_gain("wise", places) == len(places) + 2
    races = [active("ogres", "immortal"), declined("shadow_mimes", "wise")]
    regions = {number: held(0, "shadow_mimes") for number in places} | {6: held(0, "ogres")}
    assert gain(races, regions) == len(places) + 1 + 2


@pytest.mark.rule("UG-POWER-WISE")
def test_wise_ends_with_the_next_decline() -> None:
    regions = {0: held(0, "shadow_mimes"), 17: held(0, "ogres")}
    state = declining([active("ogres", "immortal"), declined("shadow_mimes", "wise")], regions)
    assert (state.coins[0], region(state, 0)) == (1, {})


@pytest.mark.rule("UG-POWER-WISE", "UG-LOSS-6")
def test_wise_ends_with_the_last_declined_token() -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("kraken", "stone", hand=5)), seat(active("ogres", "mining"), declined("drow", "wise"))],
        regions={1: held(0, "kraken"), 0: held(1, "drow"), 17: held(1, "ogres")},
        discarded_powers=[],
    )
    play(state, "conquer 0", "finish", "deploy_rest 1")
    assert (state.turn, state.to_position()["discarded_powers"]) == (1, ["wise"])
    purse = int(state.coins[1])
    assert int(play(state, "finish").coins[1]) - purse == 1
