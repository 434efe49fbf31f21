"""The box, its boards and a new game (SW-TERM and SW-SETUP), and what is left to chance or hidden."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from chapters import verbs

import swenv
from support import active, declined, game, held, legal, play, position, race, region, seat

BANNER = {
    "amazons": 6, "dwarves": 3, "elves": 6, "ghouls": 5, "giants": 6, "halflings": 6, "humans": 5,
    "orcs": 5, "ratmen": 8, "skeletons": 6, "sorcerers": 5, "tritons": 6, "trolls": 5, "wizards": 5,
}  # fmt: skip
TRAY = {
    "amazons": 15, "dwarves": 8, "elves": 11, "ghouls": 10, "giants": 11, "halflings": 11, "humans": 10,
    "orcs": 10, "ratmen": 13, "skeletons": 20, "sorcerers": 18, "tritons": 11, "trolls": 10, "wizards": 10,
}  # fmt: skip
BADGE = {
    "alchemist": 4, "berserk": 4, "bivouacking": 5, "commando": 4, "diplomat": 5, "dragon_master": 5,
    "flying": 5, "forest": 4, "fortified": 3, "heroic": 5, "hill": 4, "merchant": 2, "mounted": 5,
    "pillaging": 5, "seafaring": 5, "spirit": 5, "stout": 4, "swamp": 4, "underworld": 5, "wealthy": 4,
}  # fmt: skip
LAND = {"farmland", "forest", "hill", "swamp", "mountain"}
# players: rounds, land regions, Lost Tribes, Mountains, regions with each of the three symbols
BOARDS = {2: (10, 20, 9, 4, 4), 3: (10, 27, 10, 7, 5), 4: (9, 36, 14, 8, 7), 5: (8, 45, 18, 9, 9)}


PLAYERS = pytest.mark.parametrize("players", [2, 3, 4, 5])


def start(players: int = 2, seed: int = 1) -> dict[str, Any]:
    """The document of a new game."""
    return game(players, None).new_state(seed=seed).to_position()


# The box and its boards


@pytest.mark.rule("SW-SETUP-1", "SW-SETUP-2", "SW-SETUP-10", "SW-SETUP-13", "SW-SETUP-19")
def test_the_box_has_14_banners_20_badges_and_168_tokens() -> None:
    assert sorted(entry.name for entry in game(2, None).races) == sorted(BANNER)
    assert sorted(entry.name for entry in game(2, None).powers) == sorted(BADGE)
    assert (len(BANNER), len(BADGE)) == (14, 20)
    assert (start()["tray"], sum(TRAY.values())) == (TRAY, 168)
    assert start()["round"] == 1


@pytest.mark.rule("SW-TERM-1", "SW-TERM-2", "SW-SETUP-3", "SW-SETUP-4", "SW-SETUP-12", "SW-SETUP-19", "SW-END-1")
@PLAYERS
def test_the_board_of_each_number_of_players(players: int) -> None:
    rounds, land, tribes, mountains, symbols = BOARDS[players]
    board = game(players, None).board
    assert (board.players, board.rounds, len(board.regions)) == (players, rounds, land + 3)
    assert sum(place.tribe for place in board.regions) == tribes
    assert sum(place.terrain == "mountain" for place in board.regions) == mountains
    printed = Counter(symbol for place in board.regions for symbol in place.symbols)
    assert printed == {"cavern": symbols, "magic": symbols, "mine": symbols}
    assert max(len(place.symbols) for place in board.regions) == 2
    water = [place for place in board.regions if place.terrain not in LAND]
    assert sorted((place.terrain, place.edge) for place in water) == [("lake", False), ("sea", True), ("sea", True)]


@pytest.mark.rule("SW-SETUP-12")
def test_the_right_hand_southern_mountain_borders_the_forest_beside_it() -> None:
    # Three players: the mountains of the southern border are 26 and 27, and forest 28 is beside 27.
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
    def with_markers(counts: list[int]) -> list[int]:
        counts = counts + [0] * (10 - len(counts))
        regions = {
            number: held(0, name, 1, **({marker: count} if count else {}))
            for number, count in zip((1, 2, 3, 4, 5, 6, 8, 9, 10, 11), counts, strict=True)
        }
        holes = {"holes_placed": 2} if marker == "hole" else {}
        seats = [seat(active(name, power, **holes)), seat()]
        state = position(map=None, phase="choose", seats=seats, regions=regions)
        return [region(state, number).get("markers", {}).get(marker, 0) for number in regions]

    assert sum(with_markers(amounts)) == sum(amounts)
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


@pytest.mark.rule("SW-INT-8")
def test_there_are_never_two_spirit_races() -> None:
    races = declined("ratmen", "spirit"), declined("giants", "spirit")
    with pytest.raises(ValueError, match="spirit"):
        position(phase="pick", seats=list(map(seat, races)), regions={0: held(0, "ratmen"), 4: held(1, "giants")})


# A new game


@pytest.mark.rule("SW-SETUP-9", "SW-SETUP-17", "SW-TURN-14")
@PLAYERS
def test_everybody_starts_with_five_coins_and_picks_a_race(players: int) -> None:
    state = game(players, None).new_state(seed=2)
    assert state.coins.tolist() == [5] * players
    assert [entry["races"] for entry in state.to_position()["seats"]] == [[]] * players
    assert (verbs(state), legal(state, "pick")) == ({"pick"}, [0, 1, 2, 3, 4, 5])
    play(state, "pick 5")
    assert (state.phase, state.coins[0], {"conquer", "finish"} <= verbs(state)) == ("ready", 0, True)


@pytest.mark.rule("SW-SETUP-14")
@PLAYERS
def test_a_tribe_lies_in_every_region_with_the_symbol_and_nothing_else_on_the_board(players: int) -> None:
    found = start(players)["regions"]
    assert {int(number) for number in found} == {place.id for place in game(players, None).board.regions if place.tribe}
    assert all(entry["tribe"] == 1 and "owner" not in entry for entry in found.values())


@pytest.mark.rule("SW-SETUP-16")
def test_six_pairs_and_two_stacks_are_shuffled_separately() -> None:
    starts = [start(seed=seed) for seed in range(12)]
    races, powers = (
        [[row[kind] for row in document["column"]] + document[f"{kind}_stack"] for document in starts]
        for kind in ("race", "power")
    )
    for document, banners, badges in zip(starts, races, powers, strict=True):
        assert [row["coins"] for row in document["column"]] == [0] * 6
        assert (sorted(banners), sorted(badges)) == (sorted(BANNER), sorted(BADGE))
        assert document["discarded_powers"] == []
    assert len(set(map(tuple, races))) == len(set(map(tuple, powers))) == 12
    pairs = {(row["race"], row["power"]) for document in starts for row in document["column"]}
    assert len(pairs) > 40  # 72 rows, of 280 pairs


@pytest.mark.rule("SW-SETUP-18", "SW-TURN-1", "SW-TURN-13")
@PLAYERS
def test_the_first_seat_begins_and_play_goes_clockwise(players: int) -> None:
    state = game(players, None).new_state(seed=3)
    order = []
    for _ in range(players + 1):
        order.append((state.round, state.to_act))
        assert state.phase == "pick" or state.round == 2
        if state.round == 1:
            play(state, "pick 0")
        while state.round == 1 and state.turn == order[-1][1]:  # Stout and Diplomat are asked once more
            play(state, "finish")
    assert order == [(1, number) for number in range(players)] + [(2, 0)]


def pick_of(name: str, power: str) -> swenv.State:
    """After the pick of that combo from row 0."""
    column = [{"race": name, "power": power, "coins": 0}]
    return play(position(phase="pick", column=column, seats=[seat(), seat()]), "pick 0")


@pytest.mark.rule("SW-SETUP-10", "SW-SETUP-19", "SW-TERM-11")
@pytest.mark.parametrize("name", sorted(BANNER))
def test_the_banner_gives_its_number_of_tokens(name: str) -> None:
    state = pick_of(name, "wealthy")
    expected = BANNER[name] + 4 + (4 if name == "amazons" else 0)
    assert race(state, 0, name)["hand"] == expected
    assert state.to_position()["tray"] == {**TRAY, name: TRAY[name] - expected}


@pytest.mark.rule("SW-SETUP-11", "SW-SETUP-19")
@pytest.mark.parametrize("name", sorted(BADGE))
def test_the_badge_gives_its_number_of_tokens(name: str) -> None:
    assert race(pick_of("ratmen", name), 0, "ratmen")["hand"] == 8 + BADGE[name]


# Chance


@pytest.mark.rule("SW-SETUP-8", "SW-SRC-8")
def test_the_die_has_three_blank_faces_and_one_two_three() -> None:
    seats = [seat(active("ratmen", "berserk", hand=4)), seat()]
    state = position(phase="conquest", seats=seats, regions={4: held(0, "ratmen")})
    faces = Counter(play(state.sample_hidden(0, seed), "roll").last_roll for seed in range(600))
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


@pytest.mark.rule("SW-COL-6", "SW-INT-6")
def test_the_discard_pile_is_shuffled_when_a_badge_is_needed() -> None:
    races, powers = sorted(BANNER), sorted(BADGE)
    column = [{"race": name, "power": power, "coins": 0} for name, power in zip(races[:6], powers, strict=False)]
    stacks = {"race_stack": races[6:], "power_stack": [], "discarded_powers": powers[6:]}
    orders = set()
    for seed in range(8):
        state = position(phase="pick", column=column, **stacks, seats=[seat(), seat()], seed=seed)
        assert state.to_position()["power_stack"] == []
        document = play(state, "pick 0").to_position()
        drawn = [document["column"][-1]["power"], *document["power_stack"]]
        assert (document["column"][-1]["race"], sorted(drawn)) == ("humans", powers[6:])
        assert document["discarded_powers"] == []
        orders.add(tuple(drawn))
    assert len(orders) > 4


# What is hidden


@pytest.mark.rule("SW-COL-8")
def test_what_is_under_the_stack_tops_counts_as_unknown() -> None:
    state = game(2, None).new_state(seed=3)
    document = state.to_position()
    orders = set()
    for seed in range(6):
        drawn = state.sample_hidden(0, seed).to_position()
        assert drawn["column"] == document["column"]
        for stack in ("race_stack", "power_stack"):
            assert sorted(drawn[stack]) == sorted(document[stack])
            orders.add((stack, *drawn[stack]))
    assert len(orders) > 8
    assert state.to_position() == document


@pytest.mark.rule("SW-SCORE-6")
@pytest.mark.parametrize("hidden", [False, True])
def test_coins_are_public_unless_asked_otherwise(hidden: bool) -> None:
    five, nine = (
        position(options={"hide_coins": hidden}, phase="pick", seats=[seat(), seat(coins=coins)]).observation(0)
        for coins in (5, 9)
    )
    assert np.array_equal(five, nine) == hidden
