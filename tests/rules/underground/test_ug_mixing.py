"""Underground mixed with the base game (UG-MIX and the tables of section 6.2), on the boards of either."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from chapters import markers, price, tray, verbs
from underground_chapters import PLACES, RELICS, conquering, declining, hold, in_hand, lying, place_in, relics_in

import swenv
from support import (
    FX9,
    MONSTERS,
    TRIBE,
    UX18,
    active,
    declined,
    game,
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

BOXES = ("base", "underground")
MIXED = {"boxes": BOXES}
LAND_AND_RIVER = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 15, 16, 17]
LAND = [0, 1, 3, 4, 5, 6, 8, 9, 11, 12, 15, 16, 17]

BASE_RACES = [
    "amazons", "dwarves", "elves", "ghouls", "giants", "halflings", "humans", "orcs", "ratmen", "skeletons",
    "sorcerers", "tritons", "trolls", "wizards",
]  # fmt: skip
BASE_POWERS = [
    "alchemist", "berserk", "bivouacking", "commando", "diplomat", "dragon_master", "flying", "forest",
    "fortified", "heroic", "hill", "merchant", "mounted", "pillaging", "seafaring", "spirit", "stout",
    "swamp", "underworld", "wealthy",
]  # fmt: skip
NEW_RACES = [
    "cultists", "drow", "flames", "gnomes", "iron_dwarves", "kraken", "liches", "lizardmen", "mudmen", "mummies",
    "ogres", "shadow_mimes", "shrooms", "spiderines", "will_o_wisps",
]  # fmt: skip
NEW_POWERS = [
    "adventurous", "fisher", "flocking", "frightened", "immortal", "magic", "martyr", "mining", "muddy", "mystic",
    "quarreling", "reborn", "royal", "shield", "stone", "thieving", "tomb", "vampire", "vanishing", "vengeful",
    "wise",
]  # fmt: skip


def fx9() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(Path(FX9).read_text(encoding="utf-8"))
    return document


@lru_cache(maxsize=8)
def base_game(num_players: int = 2, places: bool = False, kind: str = "plain") -> swenv.Game:
    """FX9 with both boxes; with Places and Relics it has Lost Tribes for three Monster regions (1, 4 and 8).

    `kind` "joined": the lake 6 and the sea 7 share a border.
    """
    board = fx9()
    if places:
        board["name"] = "fx9-places"
        for number in (4, 8):
            board["regions"][number]["tribe"] = True
    if kind == "joined":
        board["name"] = "fx9-joined"
        board["regions"][6]["neighbors"] = [2, 3, 5, 7]
        board["regions"][7]["neighbors"] = [0, 6, 8]
    return swenv.load("smallworld", num_players=num_players, map=board, boxes=BOXES, places=places)


def based(
    hand: int,
    regions: dict[int, Any],
    *others: dict[str, Any],
    name: str = "shadow_mimes",
    power: str | None = "martyr",
    **more: Any,
) -> swenv.State:
    """As `conquering`, on FX9 with both boxes: seat 0 conquers, `others` are the races of seat 1."""
    rest = more.pop("rest", [])
    loaded = base_game(2 + len(rest), more.pop("places", False), more.pop("kind", "plain"))
    purses = more.pop("coins", [5, 5])
    first = seat(active(name, power, hand=hand, **more.pop("fields", {})), *more.pop("own", []), coins=purses[0])
    return loaded.from_position(
        {
            "format": "swenv-position/1",
            "game": "smallworld",
            "phase": more.pop("phase", "conquest"),
            "seats": [first, seat(*others, coins=purses[1]), *rest],
            "regions": {str(number): entry for number, entry in regions.items()},
            **more,
        }
    )


def based_gain(name: str, power: str | None, regions: dict[int, Any], *more: str, **fields: Any) -> int:
    """Coins for a turn of seat 0 on FX9 that ends its conquests here and then does `more`."""
    state = based(0, regions, *fields.pop("others", []), name=name, power=power, coins=[0, 5], **fields)
    play(state, "finish", *more)
    assert state.turn == 1
    return int(state.coins[0])


def land(name: str, *numbers: int) -> dict[int, Any]:
    """A token of that race of seat 0 in each of the regions."""
    return {number: held(0, name) for number in numbers}


def mixed(hand: int, regions: dict[int, Any], *others: dict[str, Any], **more: Any) -> swenv.State:
    """`conquering` on UX18 with both boxes."""
    return conquering(hand, regions, *others, options=MIXED, **more)


def mixed_gain(name: str, power: str | None, regions: dict[int, Any], *more: str, **fields: Any) -> int:
    """Coins for a turn of seat 0 on UX18 that ends its conquests here and then does `more`."""
    state = mixed(0, regions, *fields.pop("others", []), name=name, power=power, coins=[0, 5], **fields)
    play(state, "finish", *more)
    assert state.turn == 1
    return int(state.coins[0])


def coins_of(state: swenv.State, number: int = 0) -> int:
    return int(state.coins[number])


# Equivalences


@pytest.mark.parametrize(
    ("name", "power", "paying", "other"),
    [
        pytest.param("shadow_mimes", "stone", [3], 0, marks=pytest.mark.rule("UG-MIX-1"), id="stone"),
        pytest.param("shadow_mimes", "muddy", [5], 0, marks=pytest.mark.rule("UG-MIX-2"), id="muddy"),
        pytest.param("shrooms", None, [4], 0, marks=pytest.mark.rule("UG-MIX-3"), id="shrooms"),
        pytest.param("shadow_mimes", "mining", [3, 5], 8, marks=pytest.mark.rule("UG-MIX-4"), id="mining"),
        pytest.param("shadow_mimes", "mystic", [2, 8], 3, marks=pytest.mark.rule("UG-MIX-5"), id="mystic"),
    ],
)
def test_underground_coins_on_a_base_board(name: str, power: str | None, paying: list[int], other: int) -> None:
    assert based_gain(name, power, land(name, *paying, other)) == len(paying) + 1 + len(paying)
    assert based_gain(name, power, land(name, other)) == 1


@pytest.mark.parametrize(
    ("name", "power", "paying", "other"),
    [
        pytest.param("ratmen", "swamp", [0, 11, 17], 1, marks=pytest.mark.rule("UG-MIX-2"), id="swamp"),
        pytest.param("ratmen", "forest", [1, 5, 15], 0, marks=pytest.mark.rule("UG-MIX-3"), id="forest"),
        pytest.param("dwarves", None, [3, 8], 1, marks=pytest.mark.rule("UG-MIX-4"), id="dwarves"),
        pytest.param("wizards", None, [4, 9, 16], 1, marks=pytest.mark.rule("UG-MIX-5"), id="wizards"),
    ],
)
def test_base_coins_on_an_underground_board(name: str, power: str | None, paying: list[int], other: int) -> None:
    assert mixed_gain(name, power, land(name, *paying, other)) == len(paying) + 1 + len(paying)
    assert mixed_gain(name, power, land(name, other)) == 1


@pytest.mark.rule("UG-MIX-2", "UG-INT-81")
def test_muddy_pays_for_the_swamps_of_its_declined_race() -> None:
    own = [declined("mummies", "muddy")]
    assert based_gain("shadow_mimes", None, {0: held(0, "shadow_mimes"), 5: held(0, "mummies")}, own=own) == 2 + 1
    assert based_gain("shadow_mimes", None, {5: held(0, "shadow_mimes"), 0: held(0, "mummies")}, own=own) == 2


@pytest.mark.rule("UG-MIX-4")
def test_dwarves_are_paid_for_mine_regions_in_decline_too() -> None:
    assert mixed_gain("ratmen", None, {3: held(0, "dwarves"), 1: held(0, "ratmen")}, own=[declined("dwarves")]) == 2 + 1


@pytest.mark.rule("UG-MIX-1")
def test_giants_pay_less_beside_a_black_mountain_they_hold() -> None:
    state = mixed(9, land("giants", 6), name="giants")
    assert [price(state, number) for number in (5, 7, 9)] == [1, 1, 1]
    state = mixed(9, land("giants", 8), name="giants")
    assert [price(state, number) for number in (3, 12)] == [2, 3]


@pytest.mark.rule("UG-MIX-3", "UG-POWER-SHIELD")
def test_shield_takes_an_armor_for_each_forest() -> None:
    state = based(0, land("shadow_mimes", 4, 0), power="shield")
    play(state, "finish")
    assert (state.phase, legal(state, "armor"), "finish" in verbs(state)) == ("markers", [0, 4], False)
    play(state, "armor 0")
    assert (state.turn, markers(state, 0)) == (1, {"armor": 1})
    regions = {4: held(0, "ratmen"), 0: held(1, "shadow_mimes", 1, armor=2)}
    attacked = based(9, regions, active("shadow_mimes", "shield"), name="ratmen", power=None)
    assert price(attacked, 0) == 2 + 1 + 2


@pytest.mark.rule("UG-MIX-2", "UG-RACE-MUDMEN")
def test_mudmen_grow_by_each_swamp() -> None:
    state = based(0, land("mudmen", 5, 0), name="mudmen")
    before = tray(state, "mudmen")
    play(state, "finish", "deploy_rest 0")
    assert (state.turn, tray(state, "mudmen"), tokens(state, 0)) == (1, before - 1, 2)


@pytest.mark.rule("UG-MIX-4", "UG-RACE-DWARVES")
def test_iron_dwarves_take_a_hammer_for_each_mine_symbol() -> None:
    state = based(0, land("iron_dwarves", 3, 5, 8), name="iron_dwarves")
    play(state, "finish")
    assert (state.turn, race(state, 0, "iron_dwarves")["hammers"]) == (1, 2)


@pytest.mark.rule("UG-MIX-5", "UG-RACE-WISPS")
def test_will_o_wisps_roll_at_magic_symbols() -> None:
    def targets(*numbers: int) -> list[int]:
        return legal(based(3, land("will_o_wisps", *numbers), name="will_o_wisps"), "roll_for")

    assert targets(3) == [2]
    assert targets(2) == [1, 3]
    assert targets(0) == []
    assert targets(5) == [8]


# Water


@pytest.mark.rule("UG-MIX-6", "UG-POWER-FISHER")
def test_fisher_is_paid_for_land_at_seas_and_the_lake() -> None:
    assert based_gain("shadow_mimes", "fisher", land("shadow_mimes", 0, 2, 3, 8)) == 4 + 2
    assert based_gain("shadow_mimes", "fisher", land("shadow_mimes", 0, 5, 3, 1)) == 4 + 1
    assert based_gain("shadow_mimes", "fisher", land("shadow_mimes", 1, 4, 0)) == 3


@pytest.mark.rule("UG-MIX-6", "UG-RACE-LIZARDMEN")
def test_lizardmen_pass_over_seas_and_the_lake() -> None:
    def reach(start: int, *others: dict[str, Any], **fields: Any) -> list[int]:
        regions = {**land("lizardmen", start), **fields.pop("regions", {})}
        return legal(based(9, regions, *others, name="lizardmen", **fields), "conquer")

    assert reach(0) == [1, 4, 8]
    assert reach(2) == [1, 3, 5]
    assert reach(1) == [0, 2]
    kraken = {7: held(1, "kraken")}
    assert reach(0, active("kraken"), regions=kraken) == [1, 4, 8]  # passed, and not conquered


@pytest.mark.rule("UG-MIX-6", "UG-CLAR-44")
def test_lizardmen_pass_over_joined_waters_in_one_move() -> None:
    state = based(9, land("lizardmen", 0), name="lizardmen", kind="joined")
    assert legal(state, "conquer") == [1, 2, 3, 4, 5, 8]


@pytest.mark.rule("UG-MIX-6", "UG-INT-17")
def test_lizardmen_enter_a_base_board_by_land() -> None:
    assert legal(based(9, {}, name="lizardmen", phase="ready"), "conquer") == [0, 1, 4, 8]


@pytest.mark.rule("UG-MIX-6", "UG-RACE-KRAKEN")
def test_kraken_take_seas_and_the_lake_for_one_token_and_stay() -> None:
    state = based(4, land("kraken", 0), name="kraken", coins=[0, 5])
    assert (legal(state, "conquer"), price(state, 7)) == ([1, 4, 7], 1)
    play(state, "conquer 7", "finish", "deploy_rest 0")
    assert (state.turn, coins_of(state), tokens(state, 7)) == (1, 2, 1)
    lake = based(4, land("kraken", 3), name="kraken")
    assert (legal(lake, "conquer"), price(lake, 6)) == ([2, 4, 5, 6], 1)


@pytest.mark.rule("UG-MIX-6", "UG-RACE-KRAKEN")
def test_kraken_keep_the_water_in_decline() -> None:
    state = based(0, land("kraken", 0, 7), name="kraken", phase="choose", coins=[0, 5])
    play(state, "decline")
    assert (coins_of(state), tokens(state, 7)) == (2, 1)
    old = {7: held(0, "kraken"), 4: held(0, "shadow_mimes")}
    assert based_gain("shadow_mimes", None, old, own=[declined("kraken")]) == 2


@pytest.mark.rule("UG-MIX-6", "UG-CLAR-44")
def test_kraken_may_enter_by_a_sea_at_the_edge() -> None:
    assert legal(based(9, {}, name="kraken", phase="ready"), "conquer") == [0, 1, 4, 7, 8]


@pytest.mark.rule("UG-MIX-6")
@pytest.mark.parametrize("kraken", [active("kraken"), declined("kraken")])
def test_nobody_but_kraken_and_seafarers_enters_water(kraken: dict[str, Any]) -> None:
    regions = {**land("shadow_mimes", 0, 3), 7: held(1, "kraken"), 6: held(1, "kraken")}
    assert legal(based(9, regions, kraken), "conquer") == [1, 2, 4, 5]
    assert legal(based(8, land("ogres", 0, 3), name="ogres"), "conquer") == [1, 2, 4, 5]
    seafarers = based(9, {**land("ratmen", 0), 7: held(1, "kraken")}, kraken, name="ratmen", power="seafaring")
    assert legal(seafarers, "conquer") == [1, 4, 7]
    regions = {**land("kraken", 0), 7: held(1, "ratmen", 2)}
    assert price(based(8, regions, active("ratmen", "seafaring"), name="kraken"), 7) == 1 + 2


@pytest.mark.rule("UG-MIX-6", "UG-CLAR-43", "UG-POWER-REBORN")
def test_reborn_tokens_leave_the_water_of_kraken_in_the_redeployment() -> None:
    regions = {7: held(0, "kraken"), 4: held(0, "shadow_mimes", 2)}
    state = based(0, regions, own=[declined("kraken", "reborn")], phase="choose")
    assert legal(state, "reborn") == [7]
    play(state, "reborn 7")
    assert region(state, 7)["race"] == "shadow_mimes"
    while state.phase != "deploy":
        play(state, "finish")
    assert tokens(state, 7) == 0
    play(state, "deploy_rest 4")
    assert (state.turn, tokens(state, 4)) == (1, 3)


@pytest.mark.rule("UG-MIX-6")
def test_tritons_pay_less_on_land_at_the_river_alone() -> None:
    state = mixed(9, {**land("tritons", 0, 6), 7: hold(1, "kraken", 2)}, active("kraken"), name="tritons")
    assert {number: price(state, number) for number in (1, 5, 9)} == {1: 1, 5: 1, 9: 1}
    assert price(state, 7) == 1 + 2
    east = mixed(9, land("tritons", 16), name="tritons")
    assert {number: price(east, number) for number in (4, 8, 11, 12, 17)} == {4: 2, 8: 1, 11: 1, 12: 2, 17: 2}


@pytest.mark.rule("UG-MIX-6", "UG-RIVER-3")
def test_seafaring_keeps_river_regions_which_pay_like_any_other() -> None:
    state = mixed(6, land("ratmen", 1), name="ratmen", power="seafaring", coins=[0, 5])
    assert price(state, 2) == 1
    play(state, "conquer 2", "finish", "deploy_rest 1")
    assert (state.turn, coins_of(state), tokens(state, 2)) == (1, 2, 1)
    plain = mixed(6, land("ratmen", 1), name="ratmen", power="alchemist", coins=[0, 5])
    play(plain, "conquer 2", "finish", "deploy_rest 1")
    assert (plain.turn, coins_of(plain), tokens(plain, 2)) == (1, 1 + 2, 0)


@pytest.mark.rule("UG-MIX-6")
def test_river_regions_of_seafarers_are_kept_in_decline() -> None:
    state = declining([active("ratmen", "seafaring")], land("ratmen", 1, 2), options=MIXED)
    assert (state.turn, coins_of(state), tokens(state, 2)) == (1, 2, 1)
    old = {2: held(0, "ratmen"), 4: held(0, "shadow_mimes")}
    assert mixed_gain("shadow_mimes", None, old, own=[declined("ratmen")]) == 2


# Monsters and Lost Tribes


@pytest.mark.rule("UG-MIX-9")
def test_monsters_and_lost_tribes_defend_by_their_tokens() -> None:
    state = based(9, {0: held(0, "shadow_mimes"), 1: TRIBE, 4: MONSTERS}, places=True, places_stack=["sword"])
    assert [price(state, number) for number in (1, 4)] == [3, 4]
    assert price(mixed(9, {6: held(0, "ratmen"), 9: MONSTERS}, name="ratmen", places_stack=["sword"]), 9) == 4


@pytest.mark.rule("UG-MIX-9", "UG-RACE-DROW")
def test_drow_mind_lost_tribes_like_monsters() -> None:
    assert based_gain("drow", None, {**land("drow", 0)}) == 1 + 1
    assert based_gain("drow", None, {**land("drow", 0), 1: TRIBE}) == 1
    assert based_gain("drow", None, {**land("drow", 0), 4: MONSTERS}, places=True) == 1


@pytest.mark.rule("UG-MIX-9")
@pytest.mark.parametrize(
    ("name", "power", "bonus"), [("orcs", None, 1), ("ratmen", "pillaging", 1), ("orcs", "pillaging", 2)]
)
def test_monster_regions_are_non_empty_for_orcs_and_pillaging(name: str, power: str | None, bonus: int) -> None:
    state = mixed(6, {**land(name, 6), 9: MONSTERS}, name=name, power=power, coins=[0, 5], places_stack=["sword"])
    play(state, "conquer 9", "conquer 5", "deploy_rest 6")
    assert coins_of(state) == 3 + bonus


@pytest.mark.rule("UG-MIX-9")
def test_monster_regions_are_non_empty_for_skeletons() -> None:
    regions = {**land("skeletons", 13), 9: MONSTERS, 11: MONSTERS}
    state = mixed(9, regions, name="skeletons", places_stack=["sword", "ring"])
    before = tray(state, "skeletons")
    play(state, "conquer 9", "conquer 11", "finish")
    assert (state.phase, tray(state, "skeletons")) == ("deploy", before - 1)


# What is left out


LEFT_OUT = [
    pytest.param("smallworld", BOXES, False, {"flames", "spiderines", "adventurous", "magic"}, id="base board"),
    pytest.param("smallworld", BOXES, True, {"flames", "spiderines"}, id="base board with places"),
    pytest.param("underground", BOXES, True, {"humans", "hill", "mounted", "underworld"}, id="underground board"),
    pytest.param(
        "underground", BOXES, False, {"humans", "hill", "mounted", "underworld", "adventurous", "magic"},
        id="underground board without places",
    ),
    pytest.param("underground", ("underground",), False, {"adventurous", "magic"}, id="underground without places"),
    pytest.param("underground", ("underground",), True, set(), id="underground alone"),
    pytest.param("smallworld", ("base",), False, set(), id="base alone"),
    pytest.param("smallworld", ("base",), True, set(), id="base with places"),
    pytest.param("smallworld", ("underground",), True, {"flames", "spiderines"}, id="underground box on a base board"),
    pytest.param(
        "underground", ("base",), True, {"humans", "hill", "mounted", "underworld"},
        id="base box on an underground board",
    ),
]  # fmt: skip


@pytest.mark.rule("UG-MIX-7", "UG-MIX-8", "UG-MIX-10", "UG-MIX-13")
@pytest.mark.parametrize(("name", "boxes", "places", "out"), LEFT_OUT)
def test_what_has_no_meaning_on_the_board_is_left_out(
    name: str, boxes: tuple[str, ...], places: bool, out: set[str]
) -> None:
    loaded = swenv.load(name, num_players=3, boxes=boxes, places=places)
    box: set[str] = set()
    if "base" in boxes:
        box |= {*BASE_RACES, *BASE_POWERS}
    if "underground" in boxes:
        box |= {*NEW_RACES, *NEW_POWERS}
    assert set(loaded.left_out) == out
    assert {entry.name for entry in (*loaded.races, *loaded.powers)} == box - out
    document = loaded.new_state(seed=4).to_position()
    dealt = {row[kind] for row in document["column"] for kind in ("race", "power")}
    assert dealt | set(document["race_stack"]) | set(document["power_stack"]) == box - out


WITHOUT = [
    ("swamp", {5: "farmland"}, "", {"swamp", "muddy", "mudmen"}),
    ("forest", {4: "farmland"}, "", {"forest", "shrooms", "shield"}),
    ("mountain", {3: "farmland"}, "", {"giants", "stone"}),
    ("mine", {}, "mine", {"dwarves", "iron_dwarves", "mining"}),
    ("magic", {}, "magic", {"wizards", "will_o_wisps", "mystic"}),
    ("water", {6: "hill", 7: "hill"}, "", {"tritons", "seafaring", "kraken", "lizardmen", "fisher"}),
]


@pytest.mark.rule("UG-MIX-10")
@pytest.mark.parametrize(("what", "terrains", "symbol", "out"), WITHOUT, ids=[what for what, *_ in WITHOUT])
def test_what_can_do_nothing_on_a_board_of_ones_own_is_left_out(
    what: str, terrains: dict[int, str], symbol: str, out: set[str]
) -> None:
    board = fx9()
    for number, terrain in terrains.items():
        board["regions"][number]["terrain"] = terrain
    for place in board["regions"]:
        place["symbols"] = [each for each in place["symbols"] if each != symbol]
    mixed_boxes = swenv.load("smallworld", num_players=2, map=board, boxes=BOXES)
    assert set(mixed_boxes.left_out) == out | {"flames", "spiderines", "adventurous", "magic"}
    assert swenv.load("smallworld", num_players=2, map=board).left_out == ()  # the base game has no such rule


@pytest.mark.rule("UG-MIX-10")
def test_without_a_volcano_there_are_no_flames() -> None:
    board: dict[str, Any] = json.loads(Path(UX18).read_text(encoding="utf-8"))
    for number in (10, 14):
        board["regions"][number]["volcano"] = False
    assert swenv.load("underground", num_players=2, map=board).left_out == ("flames",)


@pytest.mark.rule("UG-MIX-10")
@pytest.mark.parametrize(("name", "race_name"), [("smallworld", "flames"), ("underground", "humans")])
def test_a_position_cannot_have_what_is_left_out(name: str, race_name: str) -> None:
    document = {
        "format": "swenv-position/1",
        "game": name,
        "phase": "conquest",
        "seats": [{"races": [{"race": race_name, "status": "active", "hand": 3}]}],
    }
    with pytest.raises(ValueError, match=race_name):
        swenv.load(name, num_players=2, boxes=BOXES).from_position(document)


@pytest.mark.rule("UG-MIX-10")
def test_places_are_used_on_underground_boards_and_not_on_base_boards_unless_asked() -> None:
    assert "magic" in swenv.load("smallworld", num_players=2, boxes=BOXES).left_out
    assert "magic" not in swenv.load("underground", num_players=2, boxes=BOXES).left_out


@pytest.mark.rule("UG-MIX-10", "UG-SETUP-24")
def test_without_places_monsters_of_an_underground_board_hide_nothing() -> None:
    options = {"boxes": BOXES, "places": False}
    document = game(2, None, name="underground", **options).new_state(seed=1).to_position()
    assert document.get("places_stack", []) == []
    assert sum(entry.get("monsters", 0) for entry in document["regions"].values()) == 8
    state = conquering(9, {6: held(0, "ratmen"), 9: MONSTERS}, name="ratmen", options=options)
    play(state, "conquer 9")
    assert (place_in(state, 9), relics_in(state, 9), tokens(state, 9)) == (None, [], 4)


@pytest.mark.rule("UG-MIX-13")
def test_a_race_of_either_box_has_its_own_supply() -> None:
    own = {"dwarves": 8, "ratmen": 13, "skeletons": 20, "mudmen": 12, "mummies": 15, "iron_dwarves": 12, "kraken": 10}
    for name in ("smallworld", "underground"):
        document = swenv.load(name, num_players=2, boxes=BOXES).new_state(seed=1).to_position()
        assert {race_name: document["tray"][race_name] for race_name in own} == own


@pytest.mark.rule("UG-MIX-13")
@pytest.mark.parametrize(
    ("name", "race_name", "power", "amount"),
    [
        ("smallworld", "mummies", "wealthy", 14),
        ("underground", "ratmen", "muddy", 11),
        ("underground", "amazons", "wise", 14),
    ],
)
def test_banners_and_badges_of_both_boxes_form_combos(name: str, race_name: str, power: str, amount: int) -> None:
    loaded = swenv.load(name, num_players=2, boxes=BOXES)
    column = [{"race": race_name, "power": power, "coins": 0}]
    document = {"format": "swenv-position/1", "game": name, "phase": "pick", "column": column}
    assert in_hand(play(loaded.from_position(document), "pick 0"), 0, race_name) == amount


# Set-up of Places and Relics on a base board


@pytest.mark.rule("UG-MIX-11", "UG-EX-51")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("boxes", [BOXES, ("base",)])
def test_monsters_take_the_place_of_lost_tribes_in_regions_that_do_not_border(
    players: int, boxes: tuple[str, ...]
) -> None:
    loaded = game(players, None, boxes=boxes, places=True)
    board = loaded.board.regions
    tribes = {place.id for place in board if place.tribe}
    for seed in range(12):
        document = loaded.new_state(seed=seed).to_position()
        there = {int(number): entry for number, entry in document["regions"].items()}
        monsters = {number for number, entry in there.items() if entry.get("monsters")}
        assert [there[number]["monsters"] for number in monsters] == [2] * (players + 1)
        assert monsters <= tribes
        assert not any(other in monsters for number in monsters for other in board[number].neighbors)
        assert {number for number, entry in there.items() if entry.get("tribe")} == tribes - monsters
        assert len(set(document["places_stack"])) == len(document["places_stack"]) == players + 1
        assert set(document["places_stack"]) <= {*PLACES, *RELICS}


@pytest.mark.rule("UG-MIX-9", "UG-MIX-11")
def test_monsters_and_places_work_without_the_races_of_underground() -> None:
    board = base_game(places=True).board.document  # type: ignore[attr-defined]
    loaded = swenv.load("smallworld", num_players=2, map=board, places=True)
    start = loaded.new_state(seed=3)
    assert loaded.from_position(start.to_position()) == start
    document = {
        "format": "swenv-position/1",
        "game": "smallworld",
        "phase": "conquest",
        "seats": [seat(active("ratmen", "alchemist", hand=9)), seat()],
        "regions": {"0": held(0, "ratmen"), "4": MONSTERS},
        "places_stack": ["pipe"],
    }
    state = play(loaded.from_position(document), "conquer 4")
    assert (tokens(state, 4), place_in(state, 4)) == (2 + 2, "pipe")


@pytest.mark.rule("UG-MIX-11")
@pytest.mark.parametrize("players", [2, 3])
def test_the_monster_regions_of_a_base_board_come_from_the_seed(players: int) -> None:
    loaded = game(players, None, boxes=BOXES, places=True)

    def drawn(seed: int) -> tuple[frozenset[str], tuple[str, ...]]:
        document = loaded.new_state(seed=seed).to_position()
        monsters = frozenset(number for number, entry in document["regions"].items() if entry.get("monsters"))
        return monsters, tuple(document["places_stack"])

    assert drawn(7) == drawn(7)
    draws = [drawn(seed) for seed in range(20)]
    assert len({regions for regions, _ in draws}) > 2
    assert len({stack for _, stack in draws}) > 15


@pytest.mark.rule("UG-MIX-11")
def test_every_lost_tribe_region_can_be_a_monster_region_where_the_borders_allow() -> None:
    # Two-player board: each of the nine belongs to some set of three that do not border.
    loaded = game(2, None, boxes=BOXES, places=True)
    seen: set[int] = set()
    for seed in range(80):
        document = loaded.new_state(seed=seed).to_position()
        seen |= {int(number) for number, entry in document["regions"].items() if entry.get("monsters")}
    assert seen == {place.id for place in loaded.board.regions if place.tribe}


@pytest.mark.rule("UG-MIX-11")
def test_the_one_legal_set_is_found_and_an_impossible_board_refused() -> None:
    document = base_game(places=True).new_state(seed=3).to_position()
    assert {number for number, entry in document["regions"].items() if entry.get("monsters")} == {"1", "4", "8"}
    assert {number for number, entry in document["regions"].items() if entry.get("tribe")} == {"5"}
    with pytest.raises(ValueError, match="places"):
        swenv.load("smallworld", num_players=2, map=fx9(), boxes=BOXES, places=True)  # two Lost Tribes alone


@pytest.mark.rule("UG-MIX-11")
def test_without_places_a_base_board_has_lost_tribes_alone() -> None:
    loaded = game(3, None, boxes=BOXES)
    document = loaded.new_state(seed=3).to_position()
    assert not any(entry.get("monsters") for entry in document["regions"].values())
    tribes = {int(number) for number, entry in document["regions"].items() if entry.get("tribe")}
    assert tribes == {place.id for place in loaded.board.regions if place.tribe}
    assert document.get("places_stack", []) == []


@pytest.mark.rule("UG-MIX-11", "UG-MIX-9")
def test_a_conquered_monster_region_of_a_base_board_shows_its_place() -> None:
    state = based(9, {0: held(0, "shadow_mimes"), 4: MONSTERS, 1: TRIBE}, places=True, places_stack=["pipe", "sword"])
    play(state, "conquer 4")
    assert (tokens(state, 4), place_in(state, 4), "monsters" in region(state, 4)) == (4, "pipe", False)
    play(state, "conquer 1")
    assert (place_in(state, 1), relics_in(state, 1)) == (None, [])  # a Lost Tribe hides nothing
    assert state.to_position()["places_stack"] == ["sword"]


@pytest.mark.rule("UG-MIX-11")
def test_relics_work_on_a_base_board_for_races_of_both_boxes() -> None:
    regions = {0: hold(0, "ratmen", 1, None, ["sword"]), 4: held(1, "ogres", 3)}
    state = based(9, regions, active("ogres"), name="ratmen", power=None, places=True)
    play(state, "use sword")
    assert price(state, 4) == 2 + 3 - 2
    play(state, "conquer 4")
    assert relics_in(state, 4) == ["sword"]


@pytest.mark.rule("UG-MIX-10", "UG-MIX-11")
def test_adventurous_and_magic_work_on_a_base_board_with_places() -> None:
    regions = {0: hold(0, "ratmen", 1, "fountain"), 1: hold(0, "ratmen", 1, None, ["sword"])}
    assert based_gain("ratmen", "adventurous", regions, places=True) == 2 + 1
    state = based(9, regions, name="ratmen", power="magic", places=True)
    assert legal_words(state, "bag") == {"sword"}


@pytest.mark.rule("UG-MIX-4", "UG-ED-3")
@pytest.mark.parametrize(("number", "more"), [(3, 0), (4, 1)])
def test_the_scepter_does_nothing_at_a_mine_symbol(number: int, more: int) -> None:
    regions = {number: hold(0, "ratmen", 1, None, ["scepter"])}
    assert based_gain("ratmen", None, regions, f"scepter {number}", places=True) == 1 + more


@pytest.mark.rule("UG-MIX-6", "UG-CLAR-44")
def test_pipe_and_diamond_fields_go_by_the_printed_terrain_of_a_base_board() -> None:
    # Region 8 is a hill with a Magic symbol, 1 a hill without, 2 farmland with Magic.
    state = based(9, {8: hold(0, "ratmen", 1, "pipe")}, name="ratmen", power=None, places=True)
    assert legal(state, "conquer") == [1, 5]
    regions = {8: hold(0, "ratmen", 1, "diamond"), 1: held(0, "ratmen"), 2: held(0, "ratmen")}
    assert based_gain("ratmen", None, regions, places=True) == 3 + 2


@pytest.mark.rule("UG-MIX-6", "UG-CLAR-44")
def test_balrog_and_ghost_may_go_onto_water() -> None:
    regions = {0: hold(0, "ratmen", 1, "pentacle"), 2: hold(0, "ratmen", 1, "crypt"), 8: lying(balrog=1)}
    state = based(9, regions, name="ratmen", power=None, places=True)
    assert legal(state, "balrog") == [5, 7]
    play(state, "balrog 7", "finish", "deploy_rest 0")
    assert legal(state, "ghost") == [0, 1, 3, 4, 5, 6, 8]


@pytest.mark.rule("UG-MIX-6", "UG-IMM-7")
@pytest.mark.parametrize("marker", ["balrog", "ghost"])
def test_lizardmen_do_not_pass_over_immune_water(marker: str) -> None:
    regions = {**land("lizardmen", 0), 7: lying(**{marker: 1})}
    assert legal(based(9, regions, name="lizardmen", places=True), "conquer") == [1, 4]


# Boards keep their own rules


@pytest.mark.rule("UG-MIX-12")
def test_a_base_board_keeps_its_first_conquest_and_rounds() -> None:
    for name in ("ogres", "ratmen"):
        assert legal(based(9, {}, name=name, phase="ready"), "conquer") == [0, 1, 4, 8]
    for players, rounds in {2: 10, 3: 10, 4: 9, 5: 8}.items():
        assert game(players, None, boxes=BOXES).new_state(seed=1).to_position()["rounds"] == rounds


@pytest.mark.rule("UG-MIX-12")
def test_an_underground_board_keeps_its_first_conquest_for_base_races() -> None:
    assert legal(mixed(9, {}, name="ratmen", phase="ready"), "conquer") == [0, 1, 2, 3, 4, 11, 13, 15, 17]


@pytest.mark.rule("UG-MIX-12")
@pytest.mark.parametrize(("name", "board"), [("smallworld", "underground-2p"), ("underground", "smallworld-2p")])
def test_a_board_belongs_to_its_game_whatever_the_boxes(name: str, board: str) -> None:
    with pytest.raises(ValueError, match="map"):
        swenv.load(name, num_players=2, map=board, boxes=BOXES)


# Underground elements that stay as they are on a base board


@pytest.mark.rule("UG-MIX-13")
def test_ogres_and_mummies_pay_their_prices_on_a_base_board() -> None:
    for name, more in (("ogres", -1), ("mummies", 1), ("shadow_mimes", 0)):
        state = based(8, {**land(name, 4), 5: TRIBE}, name=name)
        assert [price(state, number) for number in (0, 3, 5)] == [2 + more, 3 + more, 3 + more]


@pytest.mark.rule("UG-MIX-13")
def test_the_great_ancient_works_on_a_base_board() -> None:
    state = based(9, {4: held(1, "ratmen")}, active("ratmen"), name="cultists", phase="ready")
    play(state, "conquer 0")
    assert markers(state, 0) == {"ancient": 1}
    assert price(state, 4) == 2 + 1 - 1
    regions = {1: held(0, "ratmen"), 0: held(1, "cultists", 1, ancient=1)}
    attacked = based(9, regions, active("cultists"), name="ratmen", power="flying")
    assert 0 not in legal(attacked, "conquer")


@pytest.mark.rule("UG-MIX-13", "UG-RACE-GNOMES")
@pytest.mark.parametrize(
    ("name", "power", "start", "target"),
    [
        ("ratmen", "commando", 0, 4),
        ("ratmen", "mounted", 1, 0),
        ("ratmen", "underworld", 5, 8),
        ("tritons", None, 2, 3),
        ("giants", None, 3, 2),
    ],
)
def test_base_discounts_give_nothing_against_active_gnomes(
    name: str, power: str | None, start: int, target: int
) -> None:
    def cost(gnomes: dict[str, Any]) -> int:
        regions = {**land(name, start), target: held(1, "gnomes", 2)}
        return price(based(9, regions, gnomes, name=name, power=power), target)

    mountain = int(target == 3)
    assert cost(active("gnomes")) == 4 + mountain
    assert cost(declined("gnomes")) == 3 + mountain


@pytest.mark.rule("UG-MIX-13", "UG-RACE-GNOMES")
def test_base_reach_and_substitutes_do_not_work_on_active_gnomes() -> None:
    def state(name: str, power: str | None, target: int, gnomes: dict[str, Any]) -> swenv.State:
        return based(9, {**land(name, 3), target: held(1, "gnomes")}, gnomes, name=name, power=power)

    new, old = active("gnomes"), declined("gnomes")
    for power in ("flying", "underworld"):
        assert 8 not in legal(state("ratmen", power, 8, new), "conquer")
        assert 8 in legal(state("ratmen", power, 8, old), "conquer")
    assert legal(state("sorcerers", None, 4, new), "convert") == []
    assert 4 not in legal(state("ratmen", "dragon_master", 4, new), "dragon")
    assert 4 in legal(state("ratmen", "dragon_master", 4, old), "dragon")
    halflings = based(9, {3: held(1, "gnomes"), 8: held(1, "gnomes")}, new, name="halflings", phase="ready")
    assert legal(halflings, "conquer") == [0, 1, 2, 4, 5, 8]  # 8 lies at a Sea of the edge, 3 inland


@pytest.mark.rule("UG-MIX-13", "UG-RACE-LICHES")
def test_liches_work_on_a_base_board() -> None:
    regions = {0: held(0, "ratmen"), 4: held(1, "liches")}
    poor = based(9, regions, declined("liches"), name="ratmen", power=None, coins=[0, 5])
    assert 4 not in legal(poor, "conquer")
    state = based(9, regions, declined("liches"), name="ratmen", power=None, coins=[1, 5])
    play(state, "conquer 4")
    assert state.coins.tolist()[:2] == [0, 6]


@pytest.mark.rule("UG-MIX-13", "UG-RACE-MIMES")
def test_shadow_mimes_swap_for_a_base_badge() -> None:
    column = [
        {"race": "shadow_mimes", "power": "muddy", "coins": 0},
        {"race": "orcs", "power": "flying", "coins": 0},
    ]
    document = {"format": "swenv-position/1", "game": "smallworld", "phase": "pick", "column": column}
    state = play(base_game().from_position(document), "pick 0")
    assert state.phase == "swap"
    play(state, "swap 0")
    assert (race(state, 0, "shadow_mimes")["power"], in_hand(state, 0, "shadow_mimes")) == ("flying", 7 + 5)
    assert state.to_position()["column"][0]["power"] == "muddy"


UNCHANGED_COINS = [
    pytest.param("flocking", [0, 1, 2], 3 + 2, id="flocking"),
    pytest.param("flocking", [0, 2], 2, id="flocking apart"),
    pytest.param("quarreling", [0, 1, 8], 3 + 2, id="quarreling"),
]


@pytest.mark.rule("UG-MIX-13")
@pytest.mark.parametrize(("power", "numbers", "coins"), UNCHANGED_COINS)
def test_coins_of_unchanged_powers_on_a_base_board(power: str, numbers: list[int], coins: int) -> None:
    assert based_gain("ratmen", power, land("ratmen", *numbers)) == coins


@pytest.mark.rule("UG-MIX-13")
def test_frightened_and_thieving_work_on_a_base_board() -> None:
    regions = {0: held(0, "ratmen", 3), 8: held(0, "ratmen")}
    assert based_gain("ratmen", "frightened", regions, "deploy_rest 0") == 2 + 1
    regions = {0: held(0, "ratmen"), 1: held(1, "orcs")}
    assert based_gain("ratmen", "thieving", regions, others=[active("orcs")]) == 1 + 1


@pytest.mark.rule("UG-MIX-13")
def test_immortal_martyr_and_vengeful_work_on_a_base_board() -> None:
    def after(power: str) -> swenv.State:
        regions = {0: held(0, "ratmen"), 4: held(1, "orcs", 3)}
        state = based(9, regions, active("orcs", power), name="ratmen", power=None)
        return play(state, "conquer 4")

    assert in_hand(after("immortal"), 1, "orcs") == 3
    assert coins_of(after("martyr"), 1) == 5 + 1
    assert after("vengeful").to_position()["seats"][0]["vengeance"] is True


@pytest.mark.rule("UG-MIX-13")
def test_vampire_and_royal_work_on_a_base_board() -> None:
    regions = {0: held(0, "ratmen"), 4: held(1, "trolls", 1, lair=1), 1: held(1, "trolls", 2, lair=1)}
    state = based(1, regions, active("trolls"), name="ratmen", power="vampire")
    assert legal(state, "vampire") == [4]
    play(state, "vampire 4")
    assert (region(state, 4)["owner"], markers(state, 4)) == (0, {})
    state = play(based(0, land("ratmen", 0, 8), name="ratmen", power="royal"), "finish")
    assert legal(state, "queen") == [0, 8]


@pytest.mark.rule("UG-MIX-13")
def test_the_powers_of_decline_work_on_a_base_board() -> None:
    def declared(power: str) -> swenv.State:
        regions = {0: held(0, "ratmen", 3), 8: held(0, "ratmen", 2)}
        return play(based(0, regions, name="ratmen", power=power, phase="choose", coins=[0, 5]), "decline")

    vanished = declared("vanishing")
    assert (coins_of(vanished), region(vanished, 0), region(vanished, 8)) == (4, {}, {})
    assert coins_of(declared("wise")) == 2 + 2
    tomb = declared("tomb")
    assert tomb.phase == "tomb"
    play(tomb, "deploy_rest 8")
    assert (coins_of(tomb), tokens(tomb, 0), tokens(tomb, 8)) == (2, 1, 4)
    own = [declined("orcs", "reborn")]
    state = based(0, {0: held(0, "ratmen"), 8: held(0, "orcs")}, name="ratmen", power=None, own=own, phase="choose")
    assert legal(state, "reborn") == [8]


@pytest.mark.rule("UG-INT-34", "UG-POWER-REBORN", "UG-MIX-13")
@pytest.mark.parametrize(
    ("name", "power", "fields", "pieces"),
    [
        ("iron_dwarves", "wise", {"hammers": 3}, {}),
        ("ratmen", "bivouacking", {}, {"encampment": 5}),
        ("ratmen", "heroic", {}, {"hero": 1}),
        ("ratmen", "shield", {}, {"armor": 3}),
        ("trolls", "fortified", {}, {"lair": 1, "fortress": 1}),
    ],
)
def test_pieces_beside_the_last_token_are_not_spare_for_reborn(
    name: str, power: str, fields: dict[str, Any], pieces: dict[str, int]
) -> None:
    seats = [seat(active(name, power, **fields), declined("mudmen", "reborn")), seat()]
    for count, targets in ((1, []), (2, [5])):
        regions = {0: held(0, name, count, **pieces), 5: held(0, "mudmen")}
        state = underground(options=MIXED, phase="choose", seats=seats, regions=regions, tray={name: 0})
        assert legal(state, "reborn") == targets


@pytest.mark.rule("UG-INT-34", "UG-POWER-REBORN", "SW-RACE-AMAZONS")
def test_reborn_takes_the_reserve_of_amazons_before_what_is_spare_on_the_map() -> None:
    amazons = active("amazons", "wise", hand=1, reserve=1)
    regions = {0: held(0, "amazons", 3), **{number: held(0, "mudmen") for number in (4, 5, 6)}}
    seats = [seat(amazons, declined("mudmen", "reborn")), seat()]
    state = underground(options=MIXED, phase="choose", seats=seats, regions=regions, tray={"amazons": 0})
    play(state, "reborn 5")
    entry = race(state, 0, "amazons")
    assert (entry["hand"], entry["reserve"], tokens(state, 0)) == (0, 0, 3)
    play(state, "reborn 6")
    assert (state.phase, race(state, 0, "amazons")["hand"], tokens(state, 0)) == ("ready", 1, 1)


# Base elements on an Underground board


@pytest.mark.rule("UG-MIX-7", "UG-MIX-6")
def test_flying_reaches_all_but_river_and_chasm() -> None:
    state = mixed(9, land("ratmen", 0), name="ratmen", power="flying")
    assert legal(state, "conquer") == [number for number in LAND if number != 0]
    first = legal(mixed(9, {}, name="ratmen", power="flying", phase="ready"), "conquer")
    assert [number for number in first if number in LAND] == LAND
    assert not {7, 10, 14} & set(first)


@pytest.mark.rule("UG-MIX-7")
def test_halflings_enter_anywhere_but_a_chasm() -> None:
    state = mixed(9, {}, name="halflings", phase="ready")
    assert legal(state, "conquer") == LAND_AND_RIVER
    play(state, "conquer 8", "conquer 12", "conquer 16")
    assert [markers(state, number) for number in (8, 12, 16)] == [{"hole": 1}, {"hole": 1}, {}]


@pytest.mark.rule("UG-MIX-10", "UG-MIX-9")
def test_declined_ghouls_uncover_finds_but_do_not_use_them() -> None:
    def ghouls(found: str) -> swenv.State:
        regions = {6: held(0, "ghouls"), 9: MONSTERS, 1: held(0, "ratmen", 2)}
        state = mixed(
            0, regions, name="ratmen", power=None, own=[declined("ghouls", hand=6)], phase="ghoul_conquest",
            places_stack=[found], turn_state={"acting": "decline"},
        )  # fmt: skip
        return play(state, "conquer 9")

    state = ghouls("pipe")
    assert (state.phase, place_in(state, 9), legal(state, "conquer")) == ("ghoul_conquest", "pipe", [5, 7, 13, 15])
    state = ghouls("sword")
    assert (relics_in(state, 9), legal_words(state, "use")) == (["sword"], set())
    play(state, "finish", "deploy_rest 6")
    assert legal_words(state, "use") == set()  # nor does the active race


@pytest.mark.rule("UG-MIX-10", "UG-PLACE-PENTACLE", "UG-PLACE-STONEHEDGE")
def test_pentacle_and_stonehedge_do_nothing_for_the_ghouls_that_find_them() -> None:
    badges = ["berserk", "diplomat", "flying", "forest", "fortified", "heroic", "commando"]
    for found, power in (("pentacle", None), ("stonehedge", "commando")):
        regions = {6: held(0, "ghouls"), 9: MONSTERS, 1: held(0, "ratmen", 2)}
        state = mixed(
            0, regions, name="ratmen", power=None, own=[declined("ghouls", hand=7)], phase="ghoul_conquest",
            places_stack=[found], power_stack=badges, turn_state={"acting": "decline"},
        )  # fmt: skip
        play(state, "conquer 9")
        assert (state.phase, place_in(state, 9), legal(state, "balrog")) == ("ghoul_conquest", found, [])
        assert (state.to_position()["stonehedge"], price(state, 15)) == (power, 2)


@pytest.mark.rule("UG-PLACE-STONEHEDGE", "UG-MIX-13")
def test_spirit_by_stonehedge_does_not_outlive_the_decline() -> None:
    # In decline only Wise, Reborn, kept Tomb tokens, the Queen and Armors go on.
    regions = {1: hold(0, "ratmen", 1, "stonehedge"), 3: held(0, "mummies")}
    state = declining(
        [active("ratmen", "merchant"), declined("mummies")], regions, stonehedge="spirit", options=MIXED,
        others=[seat(active("ogres"))],
    )  # fmt: skip
    assert (coins_of(state), region(state, 3), tokens(state, 1)) == (1, {}, 1)


@pytest.mark.rule("UG-MIX-10")
def test_a_relic_that_declined_ghouls_took_cannot_be_used_by_them() -> None:
    regions = {6: held(0, "ghouls"), 5: hold(1, "orcs", 1, "pipe", ["sword", "socks"]), 17: held(0, "ratmen")}
    state = mixed(
        0, regions, active("orcs"), name="ratmen", power=None, own=[declined("ghouls", hand=6)],
        phase="ghoul_conquest", turn_state={"acting": "decline"},
    )  # fmt: skip
    play(state, "conquer 5")
    assert sorted(relics_in(state, 5)) == ["socks", "sword"]
    assert (legal_words(state, "use"), legal(state, "conquer")) == (set(), [0, 1, 2, 7, 9])


@pytest.mark.rule("UG-MIX-13", "UG-IMM-5")
def test_sorcerers_work_as_in_the_base_game_but_not_on_gnomes_and_immune_regions() -> None:
    regions = {
        5: held(0, "sorcerers"),
        0: held(1, "gnomes"),
        1: held(2, "ratmen"),
        6: held(2, "ratmen", 1, queen=1),
        7: held(2, "ratmen", 2),
    }
    state = mixed(1, regions, active("gnomes"), name="sorcerers", rest=[seat(active("ratmen", "royal"))])
    assert legal(state, "convert") == [1]
    before = tray(state, "sorcerers")
    play(state, "convert 1")
    assert (region(state, 1)["owner"], in_hand(state, 0, "sorcerers"), tray(state, "sorcerers")) == (0, 1, before - 1)
    assert legal(state, "convert") == []  # once a turn for each opponent


BASE_MARKERS = [
    pytest.param(hold(1, "ratmen", 1, dragon=1), active("ratmen", "dragon_master"), id="dragon"),
    pytest.param(hold(1, "ratmen", 1, hero=1), active("ratmen", "heroic"), id="hero"),
    pytest.param(hold(1, "halflings", 1, hole=1), active("halflings"), id="hole"),
]


@pytest.mark.rule("UG-MIX-13", "UG-IMM-5", "UG-IMM-7")
@pytest.mark.parametrize(("there", "owner"), BASE_MARKERS)
def test_dragon_heroes_and_holes_make_immune_as_the_markers_of_underground_do(
    there: dict[str, Any], owner: dict[str, Any]
) -> None:
    for relic in ("doormat", "sword", "socks"):
        state = mixed(9, {6: hold(0, "ogres", 1, None, [relic]), 5: there}, owner, name="ogres")
        assert legal(state, "conquer") == [7, 9]
        assert 5 not in legal(play(state, f"use {relic}"), "conquer")
    state = mixed(9, {6: hold(0, "ogres", 1, None, ["orb"]), 5: there}, owner, name="ogres", power="vampire")
    assert (legal(state, "vampire"), legal_words(state, "use")) == ([], set())
    state = mixed(9, {9: hold(0, "ogres", 1, "pentacle"), 6: lying(balrog=1), 5: there}, owner, name="ogres")
    assert legal(state, "balrog") == [7, 9]
    state = mixed(0, {1: hold(0, "ogres", 1, None, ["ring"]), 5: there}, owner, name="ogres", power="thieving")
    assert play(state, "finish", "ring 1").coins.tolist()[:2] == [5 + 1, 5]
    assert mixed_gain("drow", None, {1: held(0, "drow"), 5: there}, others=[owner]) == 1


@pytest.mark.rule("UG-MIX-13", "UG-IMM-6")
@pytest.mark.parametrize("found", ["ghost", "balrog"])
def test_base_powers_stop_at_the_markers_of_underground(found: str) -> None:
    regions = {6: held(0, "ratmen"), 5: lying(**{found: 1})}
    for power in ("flying", "commando", "dragon_master"):
        state = mixed(9, regions, name="ratmen", power=power)
        assert 5 not in legal(state, "conquer")
        assert 5 not in legal(state, "dragon")


@pytest.mark.rule("UG-MIX-13")
@pytest.mark.parametrize(
    ("power", "coins"),
    [("alchemist", 2 + 2), ("merchant", 4), ("commando", 2)],
)
def test_coins_of_unchanged_base_powers_on_an_underground_board(power: str, coins: int) -> None:
    assert mixed_gain("ratmen", power, land("ratmen", 1, 3)) == coins


@pytest.mark.rule("UG-MIX-13")
def test_the_prices_of_trolls_commando_and_camps_on_an_underground_board() -> None:
    regions = {5: held(0, "ratmen"), 6: held(1, "trolls", 1, lair=1), 1: held(1, "trolls", 1, encampment=2)}
    state = mixed(9, regions, active("trolls", "bivouacking"), name="ratmen", power="commando")
    assert [price(state, number) for number in (0, 6, 1)] == [1, 2 + 1 + 1 + 1 - 1, 2 + 1 + 2 - 1]


@pytest.mark.rule("UG-MIX-13")
def test_elves_lose_nothing_on_an_underground_board_but_to_the_orb() -> None:
    regions = {5: hold(0, "ogres", 1, None, ["orb"]), 6: held(1, "elves", 2), 1: held(1, "elves"), 3: held(1, "elves")}
    state = mixed(9, regions, active("elves"), name="ogres")
    box = tray(state, "elves")
    play(state, "conquer 6")
    assert (tray(state, "elves"), in_hand(state, 1, "elves")) == (box, 2)
    play(state, "use orb", "conquer 1")
    assert tray(state, "elves") == box + 1


@pytest.mark.rule("UG-MIX-13")
def test_the_markers_of_base_powers_are_placed_on_an_underground_board() -> None:
    for power, verb in (("bivouacking", "encamp"), ("heroic", "hero"), ("fortified", "fortify")):
        state = play(mixed(0, land("ratmen", 1, 6), name="ratmen", power=power), "finish")
        assert (state.phase, legal(state, verb)) == ("markers", [1, 6])
    state = mixed(0, land("ratmen", 1, 6), name="ratmen", power="fortified", coins=[0, 5])
    assert coins_of(play(state, "finish", "fortify 1")) == 2 + 1


@pytest.mark.rule("UG-MIX-13")
def test_dragon_master_and_berserk_work_on_an_underground_board() -> None:
    state = mixed(1, {**land("ratmen", 6), 9: MONSTERS}, name="ratmen", power="dragon_master", places_stack=["sword"])
    assert legal(state, "dragon") == [5, 7, 9]
    play(state, "dragon 9")
    assert (markers(state, 9), relics_in(state, 9), tokens(state, 9)) == ({"dragon": 1}, ["sword"], 1)
    state = mixed(2, land("ratmen", 6), name="ratmen", power="berserk")
    state = rolled(state, "roll", 1)
    play(state, "conquer 9")
    assert (region(state, 9)["owner"], in_hand(state, 0, "ratmen")) == (0, 1)


@pytest.mark.rule("UG-MIX-13")
def test_stout_spirit_and_diplomat_work_on_an_underground_board() -> None:
    state = play(mixed(0, land("ratmen", 1, 6), name="ratmen", power="stout", coins=[0, 5]), "finish")
    assert (state.phase, coins_of(state)) == ("stout", 2)
    play(state, "decline")
    assert (state.turn, coins_of(state), race(state, 0, "ratmen")["status"]) == (1, 2, "decline")
    regions = {1: held(0, "ratmen"), 6: held(0, "mummies")}
    state = declining([active("ratmen", "spirit"), declined("mummies")], regions, options=MIXED)
    assert (coins_of(state), tokens(state, 1), tokens(state, 6)) == (2, 1, 1)
    state = mixed(0, {1: held(0, "ratmen"), 6: held(1, "ogres")}, active("ogres"), name="ratmen", power="diplomat")
    assert legal(play(state, "finish"), "peace") == [1]


@pytest.mark.rule("UG-MIX-13")
def test_amazons_and_wealthy_work_on_an_underground_board() -> None:
    column = [{"race": "amazons", "power": "wealthy", "coins": 0}]
    state = play(underground(phase="pick", column=column, options=MIXED, seats=[seat(coins=0)]), "pick 0")
    assert in_hand(state, 0, "amazons") == 6 + 4 + 4
    play(state, "conquer 1", "conquer 5", "finish")
    assert race(state, 0, "amazons")["reserve"] == 4
    play(state, "deploy_rest 1")
    assert (state.turn, coins_of(state)) == (1, 2 + 7)


@pytest.mark.rule("UG-MIX-13", "UG-PLACE-ALTAR")
def test_the_altar_takes_tokens_of_the_spirit_race_too() -> None:
    regions = {1: hold(0, "ogres", 1, "altar"), 5: held(0, "mummies"), 3: held(0, "ratmen")}
    state = mixed(0, regions, name="ogres", own=[declined("mummies"), declined("ratmen", "spirit")], coins=[0, 5])
    play(state, "finish")
    assert (coins_of(state), legal(state, "altar")) == (3, [3, 5])
    assert (coins_of(play(state, "altar 3")), tokens(state, 3)) == (3 + 3, 0)


@pytest.mark.rule("UG-MIX-13", "UG-RIVER-3")
def test_declined_ghouls_leave_the_river_in_their_redeployment() -> None:
    regions = {5: held(0, "ghouls"), 17: held(0, "ratmen", 2)}
    state = mixed(
        0, regions, name="ratmen", power=None, own=[declined("ghouls", hand=4)], phase="ghoul_conquest",
        turn_state={"acting": "decline"},
    )  # fmt: skip
    play(state, "conquer 7", "finish")
    assert (tokens(state, 7), legal(state, "deploy")) == (0, [5])
    play(state, "deploy_rest 5")
    assert tokens(state, 5) == 5


@pytest.mark.rule("UG-MIX-13")
def test_peace_holds_against_the_powers_and_relics_of_underground() -> None:
    regions = {5: hold(0, "ogres", 1, None, ["orb", "doormat"]), 6: held(1, "ratmen"), 1: held(1, "mummies")}
    state = mixed(9, regions, active("ratmen", "diplomat"), declined("mummies"), name="ogres", power="vampire")
    assert (legal(state, "vampire"), 6 in legal(state, "conquer")) == ([6], True)
    document = state.to_position()
    document["seats"][1]["peace"] = 0
    state = state.game.from_position(document)
    assert (legal(state, "vampire"), legal_words(state, "use")) == ([], {"doormat"})
    assert {1, 6} & set(legal(state, "conquer")) == {1}
    assert 6 not in legal(play(state, "use doormat"), "conquer")


@pytest.mark.rule("UG-MIX-13", "UG-PLACE-PENTACLE")
def test_the_balrog_destroys_lairs_and_fortresses_and_sends_camps_home() -> None:
    trolls = hold(1, "trolls", 3, lair=1, fortress=1)
    regions = {9: hold(0, "ogres", 1, "pentacle"), 5: lying(balrog=1), 6: trolls, 3: held(1, "trolls")}
    state = play(mixed(3, regions, active("trolls", "fortified"), name="ogres"), "balrog 6")
    assert markers(state, 6) == {"balrog": 1}
    regions |= {6: held(1, "trolls", 3, lair=1, encampment=3), 3: held(1, "trolls", 1, encampment=2)}
    state = play(mixed(0, regions, active("trolls", "bivouacking"), name="ogres"), "balrog 6")
    while state.phase != "withdrawn":
        play(state, "finish")
    play(state, "deploy_rest 3")
    while state.turn == 0:
        play(state, "encamp 3")
    assert (tokens(state, 3), markers(state, 3)["encampment"], markers(state, 6)) == (2, 5, {"balrog": 1})


@pytest.mark.rule("UG-MIX-13", "UG-PLACE-STONEHEDGE")
def test_stonehedge_may_carry_a_base_badge() -> None:
    regions = {1: hold(0, "ogres", 1, "stonehedge"), 3: held(0, "ogres")}
    assert mixed_gain("ogres", "martyr", regions, stonehedge="alchemist") == 2 + 2
    state = mixed(8, regions, name="ogres", stonehedge="commando")
    assert [price(state, number) for number in (0, 4, 8)] == [1, 1, 1]
    badges = ["berserk", "diplomat", "flying", "forest", "fortified", "heroic", "commando"]
    regions = {6: held(0, "mummies"), 9: MONSTERS}
    state = mixed(9, regions, name="mummies", places_stack=["stonehedge"], power_stack=badges)
    play(state, "conquer 9")
    assert (state.to_position()["stonehedge"], price(state, 15)) == ("commando", 2 + 1 - 1)


# The price


@pytest.mark.rule("UG-MIX-14")
@pytest.mark.parametrize(
    ("there", "power", "cost"),
    [
        pytest.param(held(1, "trolls", 1, lair=1), None, 2 + 1 + 1, id="lair"),
        pytest.param(held(1, "trolls", 1, fortress=1), "fortified", 2 + 1 + 1, id="fortress"),
        pytest.param(held(1, "trolls", 1, encampment=2), "bivouacking", 2 + 1 + 2, id="encampments"),
        pytest.param(held(1, "trolls", 2, lair=1, encampment=1), "bivouacking", 2 + 2 + 1 + 1, id="lair and camp"),
    ],
)
def test_base_defences_add_to_the_price_of_an_underground_race(
    there: dict[str, Any], power: str | None, cost: int
) -> None:
    for name, more in (("shadow_mimes", 0), ("ogres", -1), ("mummies", 1)):
        for number, mountain in ((4, 0), (3, 1)):
            start = 0 if number == 4 else 2
            state = based(9, {start: held(0, name), number: there}, active("trolls", power), name=name)
            assert price(state, number) == cost + mountain + more


@pytest.mark.rule("UG-MIX-14")
def test_lost_tribes_count_as_occupants_for_underground_races() -> None:
    state = based(8, {**land("ogres", 0, 4), 1: TRIBE, 5: TRIBE}, name="ogres", power="martyr")
    assert [price(state, number) for number in (1, 5)] == [2 + 1 - 1] * 2


@pytest.mark.rule("UG-MIX-14")
def test_base_and_underground_discounts_add_up_to_one_token_at_least() -> None:
    state = based(8, {**land("ogres", 0), 4: held(1, "trolls", 2)}, active("trolls"), name="ogres", power="commando")
    assert [price(state, number) for number in (1, 4)] == [1, 2 + 2 - 2]
    mummies = based(8, {**land("mummies", 0)}, name="mummies", power="commando")
    assert price(mummies, 4) == 2 + 1 - 1
    marked = based(
        8, {**land("tritons", 2), 3: held(1, "ratmen", 3)}, active("ratmen"), name="tritons", power="vengeful",
        rest=[],
    )  # fmt: skip
    document = marked.to_position()
    document["seats"][1]["vengeance"] = True
    avenging = marked.game.from_position(document)
    assert (price(marked, 3), price(avenging, 3)) == (2 + 1 + 3 - 1, 2 + 1 + 3 - 1 - 1)


@pytest.mark.rule("UG-MIX-14", "UG-RELIC-SOCKS", "UG-RACE-FLAMES")
@pytest.mark.parametrize(
    ("there", "power"),
    [
        pytest.param(hold(1, "trolls", 2, lair=1), None, id="lair"),
        pytest.param(hold(1, "trolls", 2, lair=1, fortress=1), "fortified", id="fortress"),
        pytest.param(hold(1, "trolls", 2, lair=1, encampment=3), "bivouacking", id="encampments"),
    ],
)
def test_as_empty_ignores_base_defences_but_not_the_mountain(there: dict[str, Any], power: str | None) -> None:
    others = active("trolls", power)
    state = mixed(9, {5: hold(0, "shadow_mimes", 1, None, ["socks"]), 6: there}, others)
    assert price(play(state, "use socks"), 6) == 3
    flames = mixed(6, {5: held(0, "flames"), 6: there, 10: lying(volcano=1)}, others, name="flames")
    assert price(flames, 6) == 3


@pytest.mark.rule("UG-MIX-14", "UG-RACE-GNOMES")
def test_base_defences_of_gnomes_hold_against_as_empty() -> None:
    regions = {5: held(0, "flames"), 6: held(1, "gnomes", 1, fortress=1), 10: lying(volcano=1)}
    state = mixed(8, regions, active("gnomes", "fortified"), name="flames")
    assert price(state, 6) == 2 + 1 + 1 + 1


@pytest.mark.rule("UG-INT-33", "SW-RACE-TROLLS")
def test_trolls_bring_a_lair_into_a_region_that_reborn_gives_them() -> None:
    state = underground(
        options=MIXED,
        phase="choose",
        seats=[seat(active("trolls", "stone"), declined("kraken", "reborn")), seat()],
        regions={1: held(0, "trolls", 2, lair=1), 5: held(0, "kraken")},
    )
    assert region(play(state, "reborn 5"), 5)["markers"] == {"lair": 1}


@pytest.mark.rule("UG-POWER-VANISHING", "SW-TURN-12")
def test_vanishing_pays_nothing_more_when_a_lent_stout_declines_after_the_score() -> None:
    state = underground(
        options=MIXED,
        phase="stout",
        seats=[seat(active("ogres", "vanishing"), coins=5), seat()],
        regions={1: {**held(0, "ogres"), "place": "stonehedge"}, 5: held(0, "ogres")},
        stonehedge="stout",
    )
    play(state, "decline")
    assert state.coins[0] == 5
    assert not state.to_position()["seats"][0]["races"]
