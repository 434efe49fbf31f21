"""The boxes, their boards and new games of all games on boards of regions, and what is left to chance or hidden."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import boxes
import swenv
from chapters import verbs
from randomplay import walk
from support import (
    active,
    declined,
    game,
    held,
    legal,
    play,
    position,
    race,
    region,
    seat,
    tokens,
    underground,
    warcraft,
)

BANNER = {"smallworld": boxes.BASE_BANNER, "underground": boxes.UNDERGROUND_BANNER, "warcraft": boxes.WARCRAFT_BANNER}
TRAY = {"smallworld": boxes.BASE_TRAY, "underground": boxes.UNDERGROUND_TRAY, "warcraft": boxes.WARCRAFT_TRAY}
BADGE = {"smallworld": boxes.BASE_BADGE, "underground": boxes.UNDERGROUND_BADGE, "warcraft": boxes.WARCRAFT_BADGE}
MAKE: dict[str, Any] = {"smallworld": position, "underground": underground, "warcraft": warcraft}
GAMES = pytest.mark.parametrize("name", MAKE)
PLAYERS = pytest.mark.parametrize("players", [2, 3, 4, 5])
LAND = {"farmland", "forest", "hill", "swamp", "mountain"}
# players: land regions, Lost Tribes, Mountains, regions with each of the three symbols
BOARDS = {2: (20, 9, 4, 4), 3: (27, 10, 7, 5), 4: (36, 14, 8, 7), 5: (45, 18, 9, 9)}


def start(name: str = "smallworld", players: int = 2, seed: int = 1) -> swenv.State:
    """A new game."""
    return game(players, None, name=name).new_state(seed=seed)


# The box and its boards


@pytest.mark.rule("SW-SETUP-2", "SW-SETUP-10", "SW-SETUP-13", "SW-SETUP-19", "SW-SRC-1", "UG-SETUP-3", "UG-SETUP-4")
@pytest.mark.rule("UG-SETUP-6", "UG-DIFF-2", "WW-COMP-2", "WW-COMP-3")
@GAMES
def test_the_box_has_its_banners_badges_and_tokens(name: str) -> None:
    loaded: Any = game(2, None, name=name)
    assert {entry.name for entry in loaded.races} == BANNER[name].keys()
    assert {entry.name for entry in loaded.powers} == BADGE[name].keys()
    assert start(name).to_position()["tray"] == TRAY[name]
    counts = {"smallworld": (14, 20, 168), "underground": (15, 21, 165), "warcraft": (16, 20, 182)}
    assert (len(BANNER[name]), len(BADGE[name]), sum(TRAY[name].values())) == counts[name]


@pytest.mark.rule("SW-TERM-1", "SW-TERM-2", "SW-SETUP-1", "SW-SETUP-3", "SW-SETUP-4", "SW-SETUP-12", "SW-SRC-10")
@PLAYERS
def test_the_board_of_each_number_of_players(players: int) -> None:
    land, tribes, mountains, symbols = BOARDS[players]
    board = game(players, None).board
    assert (board.players, len(board.regions)) == (players, land + 3)
    assert sum(place.tribe for place in board.regions) == tribes
    assert sum(place.terrain == "mountain" for place in board.regions) == mountains
    printed = Counter(symbol for place in board.regions for symbol in place.symbols)
    assert printed == {"cavern": symbols, "magic": symbols, "mine": symbols}
    assert max(len(place.symbols) for place in board.regions) == 2
    water = [place for place in board.regions if place.terrain not in LAND]
    assert sorted((place.terrain, place.edge) for place in water) == [("lake", False), ("sea", True), ("sea", True)]


@pytest.mark.rule("SW-SETUP-12")
def test_the_right_hand_southern_mountain_borders_the_forest_beside_it() -> None:
    mountain, forest = game(3, None).board.regions[27:29]
    assert (mountain.terrain, forest.terrain) == ("mountain", "forest")
    assert 28 in mountain.neighbors and 27 in forest.neighbors


@pytest.mark.rule("SW-TERM-3", "SW-TERM-4")
def test_entry_regions_are_land_at_the_edge_or_on_the_shore_of_a_sea() -> None:
    # Two-player board: every land region of the frame, and forest 21, which touches Sea 22 but not the frame.
    state = position(map=None, phase="ready", seats=[seat(active("ratmen", "hill", hand=12)), seat()])
    entries = legal(state, "conquer")
    assert entries == [1, 2, 3, 4, 5, 10, 11, 15, 16, 17, 18, 19, 20, 21]
    assert [number for number in entries if not state.game.board.regions[number].edge] == [21]


@pytest.mark.rule("SW-SETUP-5")
@pytest.mark.parametrize(
    ("name", "power", "marker", "amounts", "too_many"),
    [
        ("ratmen", "fortified", "fortress", [1] * 6, [1] * 7),
        ("ratmen", "bivouacking", "encampment", [3, 2], [3, 3]),
        ("ratmen", "heroic", "hero", [1, 1], [1, 1, 1]),
        ("ratmen", "dragon_master", "dragon", [1], [1, 1]),
        ("halflings", "hill", "hole", [1, 1], [1, 1, 1]),
        ("trolls", "hill", "lair", [1] * 10, [1, 2]),
    ],
)
def test_markers_are_limited_to_those_of_the_box(
    name: str, power: str, marker: str, amounts: list[int], too_many: list[int]
) -> None:
    def with_markers(counts: list[int]) -> int:
        counts = counts + [0] * (10 - len(counts))
        regions = {
            number: held(0, name, 1, **({marker: count} if count else {}))
            for number, count in zip((1, 2, 3, 4, 5, 6, 8, 9, 10, 11), counts, strict=True)
        }
        seats = [seat(active(name, power, **({"holes_placed": 2} if marker == "hole" else {}))), seat()]
        state = position(map=None, phase="choose", seats=seats, regions=regions)
        return sum(region(state, number).get("markers", {}).get(marker, 0) for number in regions)

    assert with_markers(amounts) == sum(amounts)
    with pytest.raises(ValueError):
        with_markers(too_many)


@pytest.mark.rule("SW-TERM-6", "SW-INT-8")
@pytest.mark.parametrize("fourth", [active("humans", "swamp"), declined("humans"), declined("humans", "spirit")])
def test_no_slot_takes_a_second_race(fourth: dict[str, Any]) -> None:
    three = [active("orcs", "hill"), declined("elves"), declined("trolls", "spirit")]
    regions = {0: held(0, "orcs"), 4: held(0, "elves"), 8: held(0, "trolls")}
    assert position(phase="choose", seats=[seat(*three), seat()], regions=regions).phase == "choose"
    with pytest.raises(ValueError):
        position(phase="choose", seats=[seat(*three, fourth), seat()], regions={**regions, 2: held(0, "humans")})


# A new game


@pytest.mark.rule("SW-SETUP-9", "SW-SETUP-17", "SW-SETUP-18", "SW-TURN-1", "SW-TURN-13", "SW-TURN-14", "SW-END-1")
@pytest.mark.rule("SW-SRC-9", "UG-SETUP-1", "UG-SETUP-2", "UG-SETUP-16", "UG-SETUP-21", "UG-SETUP-26", "UG-SETUP-27")
@pytest.mark.rule("WW-SETUP-1", "WW-SETUP-3", "WW-SETUP-8", "WW-SETUP-9", "WW-DIFF-2", "WW-TEAM-3")
@GAMES
@PLAYERS
def test_all_begin_with_five_coins_pick_in_turn_and_play_the_rounds_of_the_board(name: str, players: int) -> None:
    state, rounds = start(name, players, 5), {2: 10, 3: 10, 4: 9, 5: 8}[players]
    assert (state.coins.tolist(), state.to_position()["rounds"]) == ([5] * players, rounds)
    assert [entry["races"] for entry in state.to_position()["seats"]] == [[]] * players
    assert legal(state, "pick") == [0, 1, 2, 3, 4, 5]
    met: dict[tuple[int, int], set[str]] = {}
    for now, _ in walk(state.game, seed=5):
        if now.round > 1 and name != "smallworld":
            break
        if not now.is_over and (now.round, now.turn) not in met:
            met[now.round, now.turn] = verbs(now) if now.round == 1 else set()
    turns = [(number + 1, owner) for number in range(rounds) for owner in range(players)]
    assert [*met] == (turns if name == "smallworld" else turns[:players])
    assert all(met[1, owner] == {"pick"} for owner in range(players))


@pytest.mark.rule("SW-SETUP-14")
@PLAYERS
def test_a_tribe_lies_in_every_region_with_the_symbol_and_nothing_else_on_the_board(players: int) -> None:
    found = start(players=players).to_position()["regions"]
    assert {int(number) for number in found} == {place.id for place in game(players, None).board.regions if place.tribe}
    assert all(entry["tribe"] == 1 and "owner" not in entry for entry in found.values())


def picked(name: str, banner: str, badge: str) -> tuple[int, int]:
    """Tokens in hand and left in the tray after the pick of that combo from row 0."""
    state = play(MAKE[name](phase="pick", column=[{"race": banner, "power": badge}]), "pick 0")
    play(state, *{"shadow_mimes": ["finish"], "flames": ["volcano 10"]}.get(banner, []))
    return race(state, 0, banner)["hand"], state.to_position()["tray"][banner]


@pytest.mark.rule("SW-SETUP-10", "SW-SETUP-19", "SW-TERM-11", "SW-SRC-7", "UG-SETUP-20", "WW-COMP-3")
@pytest.mark.parametrize(("name", "banner"), [(name, banner) for name in MAKE for banner in BANNER[name]])
def test_the_banner_gives_its_number_of_tokens(name: str, banner: str) -> None:
    badge = {"smallworld": "heroic", "underground": "adventurous", "warcraft": "sailors"}[name]  # worth five
    expected = BANNER[name][banner] + 5 + (4 if banner == "amazons" else 0)
    assert picked(name, banner, badge) == (expected, TRAY[name][banner] - expected)


@pytest.mark.rule("SW-SETUP-11", "SW-SETUP-19", "SW-SRC-6")
@pytest.mark.parametrize(("name", "badge"), [(name, badge) for name in MAKE for badge in BADGE[name]])
def test_the_badge_gives_its_number_of_tokens(name: str, badge: str) -> None:
    banner = {"smallworld": "ratmen", "underground": "ogres", "warcraft": "kobolds"}[name]
    assert picked(name, banner, badge)[0] == BANNER[name][banner] + BADGE[name][badge]


# Chance


@pytest.mark.rule("SW-SETUP-8", "SW-SRC-8", "UG-SETUP-15", "WW-COMP-6")
@GAMES
def test_the_die_has_three_blank_faces_and_one_two_three(name: str) -> None:
    badge = {"smallworld": "berserk", "underground": "martyr", "warcraft": "archaeologists"}[name]
    banner = {"smallworld": "ratmen", "underground": "shadow_mimes", "warcraft": "ethereals"}[name]
    action = {"smallworld": "roll", "underground": "conquer 0", "warcraft": "conquer 1"}[name]
    seats, base = [seat(active(banner, badge, hand=1)), seat()], 4 if name == "smallworld" else 5
    state = MAKE[name](phase="conquest", seats=seats, regions={base: held(0, banner)})
    faces = Counter(play(state.sample_hidden(0, seed), action).last_roll for seed in range(600))
    assert set(faces) == {0, 1, 2, 3}
    # 300 expected with a standard deviation of 12, and 100 with one of 9: five of them either way.
    assert 240 <= faces[0] <= 360
    assert all(54 <= faces[face] <= 146 for face in (1, 2, 3))


@pytest.mark.rule("SW-DIE-4")
@pytest.mark.parametrize(("short", "least", "most"), [(1, 82, 158), (2, 44, 116), (3, 11, 69)])
def test_the_chances_are_a_half_a_third_and_a_sixth(short: int, least: int, most: int) -> None:
    # Of 240, with standard deviations of 7.7, 7.3 and 5.8: five of them either way.
    seats = [seat(active("ratmen", "forest", hand=2)), seat(active("orcs", "hill"))]
    state = position(phase="conquest", seats=seats, regions={4: held(0, "ratmen"), 0: held(1, "orcs", short)})
    after = [play(state.sample_hidden(0, 1000 * short + seed), "conquer 0") for seed in range(240)]
    assert least <= sum(region(tried, 0)["owner"] == 0 for tried in after) <= most


@pytest.mark.rule("SW-COL-6", "SW-INT-6", "UG-COL-4", "WW-TURN-4")
@GAMES
def test_the_discarded_badges_are_shuffled_into_a_new_stack(name: str) -> None:
    races, powers = sorted(BANNER[name]), sorted(BADGE[name])
    column = [{"race": banner, "power": badge} for banner, badge in zip(races[:6], powers, strict=False)]
    orders = set()
    for seed in range(8):
        stacks = {"race_stack": races[6:], "power_stack": [], "discarded_powers": powers[6:]}
        state = MAKE[name](phase="pick", column=column, **stacks, seats=[seat(), seat()], seed=seed)
        document = play(state, "pick 0").to_position()
        drawn = [document["column"][-1]["power"], *document["power_stack"]]
        assert (sorted(drawn), document["discarded_powers"]) == (powers[6:], [])
        orders.add(tuple(drawn))
    assert len(orders) > 4


# What is hidden


@pytest.mark.rule("SW-SETUP-16", "SW-COL-8", "UG-SETUP-22", "WW-SETUP-4")
@GAMES
def test_six_pairs_lie_over_two_stacks_that_are_shuffled_separately_and_hidden(name: str) -> None:
    starts = [start(name, seed=seed).to_position() for seed in range(12)]
    deals = {"race": set[tuple[str, ...]](), "power": set[tuple[str, ...]]()}
    for document in starts:
        assert [row["coins"] for row in document["column"]] == [0] * 6 and document["discarded_powers"] == []
        for kind, names in (("race", BANNER[name]), ("power", BADGE[name])):
            deal = [row[kind] for row in document["column"]] + document[f"{kind}_stack"]
            assert sorted(deal) == sorted(names)
            deals[kind].add(tuple(deal))
    assert len(deals["race"]) == len(deals["power"]) == 12
    pairs = {(row["race"], row["power"]) for document in starts for row in document["column"]}
    assert len(pairs) > 40  # 72 rows, of 280 pairs or more
    hidden = [start(name, seed=3).sample_hidden(0, seed).to_position() for seed in range(6)]
    for stack in ("race_stack", "power_stack"):
        assert all(sorted(drawn[stack]) == sorted(starts[3][stack]) for drawn in hidden)
        assert len({tuple(drawn[stack]) for drawn in hidden}) > 4
    assert all(drawn["column"] == starts[3]["column"] for drawn in hidden)


@pytest.mark.rule("SW-SCORE-6", "UG-SETUP-26", "WW-SETUP-10")
@pytest.mark.parametrize("hidden", [False, True])
@GAMES
def test_coins_are_public_unless_asked_otherwise(name: str, hidden: bool) -> None:
    five, nine = (
        MAKE[name](options={"hide_coins": hidden}, phase="pick", seed=1, seats=[seat(), seat(coins=coins)])
        for coins in (5, 9)
    )
    assert np.array_equal(five.observation(0), nine.observation(0)) == hidden
    assert not np.array_equal(five.observation(1), nine.observation(1))


# Rulings on which the sources differ


@pytest.mark.rule("SW-SRC-2")
def test_the_dragon_goes_where_the_race_can_reach_and_not_only_next_door() -> None:
    def targets(race_name: str, power: str, **regions: Any) -> list[int]:
        state = position(phase="ready", seats=[seat(active(race_name, power, hand=1)), seat()], regions=regions)
        return legal(state, "dragon")

    assert targets("ratmen", "dragon_master") == [0, 1, 4, 8], "First Conquest"
    assert targets("halflings", "dragon_master") == [0, 1, 2, 3, 4, 5, 8], "First Conquest of Halflings"
    assert targets("ratmen", "dragon_master", **{"4": held(0, "ratmen")}) == [0, 3, 5], "next door"


@pytest.mark.rule("SW-SRC-3")
@pytest.mark.parametrize("markers", [{}, {"lair": 1, "fortress": 1}])
def test_mountain_lair_and_fortress_do_not_protect_from_sorcery(markers: dict[str, int]) -> None:
    name = "trolls" if markers else "orcs"
    seats = [seat(active("sorcerers", "hill", hand=1)), seat(active(name, "fortified"))]
    regions = {"4": held(0, "sorcerers"), "3": held(1, name, 1, **markers)}
    state = position(phase="conquest", seats=seats, regions=regions)
    assert legal(state, "convert") == [3]
    state.apply("convert 3")
    assert race(state, 0, "sorcerers")["hand"] == 1 and tokens(state, 3) == 1


@pytest.mark.rule("SW-SRC-4")
def test_wealthy_pays_in_the_turn_of_the_pick_even_without_a_region() -> None:
    waiting = seat(active("ratmen", "commando", hand=1))
    state = position(phase="pick", seats=[seat(), waiting], column=[{"race": "elves", "power": "wealthy"}])
    play(state, "pick 0", "finish")
    assert state.coins.tolist() == [5 + 7, 5]
    play(state, "finish", "conquer 0", "finish", "deploy_rest 0")
    assert state.coins.tolist() == [5 + 7 + 1, 5], "the first turn on the map pays nothing more"


@pytest.mark.rule("SW-SRC-5")
def test_no_region_is_given_up_while_redeploying() -> None:
    seats = [seat(active("ratmen", "hill", hand=2)), seat()]
    state = position(phase="conquest", seats=seats, regions={"0": held(0, "ratmen", 3), "4": held(0, "ratmen", 2)})
    state.apply("finish")
    assert state.phase == "deploy" and legal(state, "abandon") == []
    assert (tokens(state, 0), tokens(state, 4), race(state, 0, "ratmen")["hand"]) == (1, 1, 7 - 2)
