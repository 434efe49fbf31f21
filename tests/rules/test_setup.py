"""The boxes, their boards and new games of all games on boards of regions, and what is left to chance or hidden."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import boxes
import swenv
from chapters import verbs
from facts_boards import stand
from randomplay import walk
from support import game, legal, play, race, region

BANNER = {"smallworld": boxes.BASE_BANNER, "underground": boxes.UNDERGROUND_BANNER, "warcraft": boxes.WARCRAFT_BANNER}
TRAY = {"smallworld": boxes.BASE_TRAY, "underground": boxes.UNDERGROUND_TRAY, "warcraft": boxes.WARCRAFT_TRAY}
BADGE = {"smallworld": boxes.BASE_BADGE, "underground": boxes.UNDERGROUND_BADGE, "warcraft": boxes.WARCRAFT_BADGE}
GAMES = pytest.mark.parametrize("name", BANNER)
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
    state = stand("smallworld", "ratmen hill hand 12 | -", more="phase ready; map none")
    entries = legal(state, "conquer")
    assert entries == [1, 2, 3, 4, 5, 10, 11, 15, 16, 17, 18, 19, 20, 21]
    assert [number for number in entries if not state.game.board.regions[number].edge] == [21]


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
    state = play(stand(name, more=f"phase pick; column {banner} {badge}"), "pick 0")
    play(state, *{"shadow_mimes": ["finish"], "flames": ["volcano 10"]}.get(banner, []))
    return race(state, 0, banner)["hand"], state.to_position()["tray"][banner]


@pytest.mark.rule("SW-SETUP-10", "SW-SETUP-19", "SW-TERM-11", "SW-SRC-7", "UG-SETUP-20", "WW-COMP-3")
@pytest.mark.parametrize(("name", "banner"), [(name, banner) for name in BANNER for banner in BANNER[name]])
def test_the_banner_gives_its_number_of_tokens(name: str, banner: str) -> None:
    badge = {"smallworld": "heroic", "underground": "adventurous", "warcraft": "sailors"}[name]  # worth five
    expected = BANNER[name][banner] + 5 + (4 if banner == "amazons" else 0)
    assert picked(name, banner, badge) == (expected, TRAY[name][banner] - expected)


@pytest.mark.rule("SW-SETUP-11", "SW-SETUP-19", "SW-SRC-6")
@pytest.mark.parametrize(("name", "badge"), [(name, badge) for name in BANNER for badge in BADGE[name]])
def test_the_badge_gives_its_number_of_tokens(name: str, badge: str) -> None:
    banner = {"smallworld": "ratmen", "underground": "ogres", "warcraft": "kobolds"}[name]
    assert picked(name, banner, badge)[0] == BANNER[name][banner] + BADGE[name][badge]


# Chance


@pytest.mark.rule("SW-SETUP-8", "SW-SRC-8", "UG-SETUP-15", "WW-COMP-6")
@GAMES
def test_the_die_has_three_blank_faces_and_one_two_three(name: str) -> None:
    seats, board, action = {
        "smallworld": ("ratmen berserk hand 1 | -", "4 ratmen", "roll"),
        "underground": ("shadow_mimes martyr hand 1 | -", "5 shadow_mimes", "conquer 0"),
        "warcraft": ("ethereals archaeologists hand 1 | -", "5 ethereals", "conquer 1"),
    }[name]
    state = stand(name, seats, board)
    faces = Counter(play(state.sample_hidden(0, seed), action).last_roll for seed in range(600))
    assert set(faces) == {0, 1, 2, 3}
    # 300 expected with a standard deviation of 12, and 100 with one of 9: five of them either way.
    assert 240 <= faces[0] <= 360
    assert all(54 <= faces[face] <= 146 for face in (1, 2, 3))


@pytest.mark.rule("SW-DIE-4")
@pytest.mark.parametrize(("short", "least", "most"), [(1, 82, 158), (2, 44, 116), (3, 11, 69)])
def test_the_chances_are_a_half_a_third_and_a_sixth(short: int, least: int, most: int) -> None:
    # Of 240, with standard deviations of 7.7, 7.3 and 5.8: five of them either way.
    state = stand("smallworld", "ratmen forest hand 2 | orcs hill", f"4 ratmen; 0 orcs*{short}")
    after = [play(state.sample_hidden(0, 1000 * short + seed), "conquer 0") for seed in range(240)]
    assert least <= sum(region(tried, 0)["owner"] == 0 for tried in after) <= most


@pytest.mark.rule("SW-COL-6", "SW-INT-6", "UG-COL-4", "WW-TURN-4")
@GAMES
def test_the_discarded_badges_are_shuffled_into_a_new_stack(name: str) -> None:
    races, powers = sorted(BANNER[name]), sorted(BADGE[name])
    rows = " ".join(f"{banner} {badge}" for banner, badge in zip(races[:6], powers, strict=False))
    stacks = f"race_stack {' '.join(races[6:])}; power_stack -; discarded_powers {' '.join(powers[6:])}"
    orders = set()
    for seed in range(8):
        state = stand(name, more=f"phase pick; seed {seed}; column {rows}; {stacks}")
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
    five, nine = (stand(name, f"- | coins {coins}", more="phase pick; seed 1", hide_coins=hidden) for coins in (5, 9))
    assert np.array_equal(five.observation(0), nine.observation(0)) == hidden
    assert not np.array_equal(five.observation(1), nine.observation(1))
