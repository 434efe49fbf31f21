"""Vocabulary (SW-TERM) and set-up (SW-SETUP)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from chapters import position, price, verbs

import swenv
from support import TRIBE, active, declined, game, held, legal, play, race, region, seat, tokens

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


def pick_of(race_name: str, power: str) -> swenv.State:
    """After the pick of that combo from row 0."""
    column = [{"race": race_name, "power": power, "coins": 0}]
    return play(position(phase="pick", column=column, seats=[seat(), seat()]), "pick 0")


# Vocabulary


@pytest.mark.rule("SW-TERM-1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_region_has_one_known_terrain_and_known_symbols(players: int) -> None:
    board = game(players, None).board
    for place in board.regions:
        assert place.terrain in LAND | {"sea", "lake"}
        assert set(place.symbols) <= {"mine", "magic", "cavern"}
        assert len(place.symbols) <= 2
    assert any(len(place.symbols) == 2 for place in board.regions)


@pytest.mark.rule("SW-TERM-1")
def test_both_symbols_of_a_region_work() -> None:
    # Region 3 has a cavern (the link to 8, which then costs 2 - 1) and a mine (a coin for Dwarves).
    state = position(
        phase="conquest",
        seats=[seat(active("dwarves", "underworld", hand=1), coins=0), seat()],
        regions={3: held(0, "dwarves")},
    )
    play(state, "conquer 8")
    assert tokens(state, 8) == 1
    assert state.coins[0] == 2 + 1


@pytest.mark.rule("SW-TERM-2")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_map_has_two_seas_at_the_edge_and_an_inland_lake(players: int) -> None:
    water = [place for place in game(players, None).board.regions if place.terrain not in LAND]
    assert sorted((place.terrain, place.edge) for place in water) == [
        ("lake", False),
        ("sea", True),
        ("sea", True),
    ]


@pytest.mark.rule("SW-TERM-3", "SW-TERM-4")
def test_entry_regions_are_land_at_the_edge_or_on_the_shore_of_a_sea() -> None:
    # Two-player board: every land region of the frame, and forest 21, which touches Sea 22 but not the frame.
    state = position(map=None, phase="ready", seats=[seat(active("ratmen", "hill", hand=12)), seat()])
    assert legal(state, "conquer") == [1, 2, 3, 4, 5, 10, 11, 15, 16, 17, 18, 19, 20, 21]
    assert not state.game.board.regions[21].edge
    assert all(state.game.board.regions[number].edge for number in legal(state, "conquer")[:-1])


@pytest.mark.rule("SW-TERM-4")
@pytest.mark.parametrize("sea", [{}, {7: held(1, "tritons")}])
def test_an_entry_region_stays_one_when_its_sea_is_occupied(sea: dict[int, Any]) -> None:
    other = seat(active("tritons", "seafaring")) if sea else seat()
    state = position(phase="ready", seats=[seat(active("ratmen", "hill", hand=12)), other], regions=sea)
    assert legal(state, "conquer") == [0, 1, 4, 8]


@pytest.mark.rule("SW-TERM-5")
def test_coastal_regions_are_land_on_the_shore_of_a_sea_or_the_lake() -> None:
    state = position(phase="ready", seats=[seat(active("tritons", "flying", hand=11)), seat()])
    prices = {number: price(state, number) for number in legal(state, "conquer")}
    assert prices == {0: 1, 1: 2, 2: 1, 3: 2, 4: 2, 5: 1, 8: 1}


THREE = [active("orcs", "hill"), declined("elves"), declined("trolls", "spirit")]


@pytest.mark.rule("SW-TERM-6")
def test_a_player_owns_up_to_three_races_in_their_slots() -> None:
    regions = {0: held(0, "orcs"), 4: held(0, "elves"), 8: held(0, "trolls", 1, lair=1)}
    state = position(phase="choose", seats=[seat(*THREE, coins=0), seat()], regions=regions)
    read = {entry["race"]: entry["status"] for entry in state.to_position()["seats"][0]["races"]}
    assert read == {"orcs": "active", "elves": "decline", "trolls": "decline"}
    play(state, "decline")
    read = {entry["race"]: entry["power"] for entry in state.to_position()["seats"][0]["races"]}
    assert read == {"orcs": None, "trolls": "spirit"}
    assert state.coins[0] == 2


@pytest.mark.rule("SW-TERM-6")
@pytest.mark.parametrize("fourth", [active("humans", "swamp"), declined("humans")])
def test_no_slot_takes_a_second_race(fourth: dict[str, Any]) -> None:
    regions = {0: held(0, "orcs"), 4: held(0, "elves"), 8: held(0, "trolls"), 2: held(0, "humans")}
    with pytest.raises(ValueError):
        position(phase="choose", seats=[seat(*THREE, fourth), seat()], regions=regions)


@pytest.mark.rule("SW-TERM-7")
def test_a_region_is_occupied_by_tokens_and_not_by_markers() -> None:
    state = position(
        phase="choose",
        seats=[seat(active("trolls", "fortified"), coins=0), seat()],
        regions={0: held(0, "trolls", 1, lair=1), 4: held(0, "trolls", 1, lair=1, fortress=1)},
    )
    play(state, "abandon 4")
    assert region(state, 4) == {}
    play(state, "finish", "deploy 0", "finish")
    assert state.coins[0] == 1


@pytest.mark.rule("SW-TERM-8")
@pytest.mark.parametrize(
    ("number", "content", "credit"),
    [
        (5, TRIBE, 1),
        (5, held(1, "elves"), 1),
        (5, held(1, "humans"), 1),
        (5, held(0, "giants"), 1),
        (3, {}, 0),
        (0, {}, 0),
    ],
    ids=["tribe", "active", "declined", "own declined", "mountain", "plain"],
)
def test_non_empty_means_a_tribe_or_race_tokens(number: int, content: dict[str, Any], credit: int) -> None:
    own = [declined("giants")] if content.get("race") == "giants" else []
    other = {"elves": [active("elves", "mounted")], "humans": [declined("humans")]}.get(content.get("race", ""), [])
    state = position(
        phase="conquest",
        seats=[seat(active("orcs", "swamp", hand=9), *own), seat(*other)],
        regions={4: held(0, "orcs"), number: content},
    )
    play(state, f"conquer {number}")
    assert state.to_position()["turn_state"]["nonempty_conquered"] == credit


@pytest.mark.rule("SW-TERM-9")
def test_tribes_and_tokens_in_decline_are_not_active_tokens() -> None:
    state = position(
        phase="conquest",
        seats=[
            seat(active("sorcerers", "hill", hand=9)),
            seat(active("elves", "mounted"), declined("humans")),
        ],
        regions={4: held(0, "sorcerers"), 0: held(1, "elves"), 3: held(1, "humans"), 5: TRIBE},
    )
    assert legal(state, "convert") == [0]
    assert play(state.copy(), "conquer 3").to_position()["turn_state"]["attacked"] == []
    assert play(state.copy(), "conquer 5").to_position()["turn_state"]["attacked"] == []
    assert play(state.copy(), "conquer 0").to_position()["turn_state"]["attacked"] == [1]


@pytest.mark.rule("SW-TERM-10")
def test_hands_of_two_races_never_mix() -> None:
    state = position(
        phase="ghoul_conquest",
        seats=[seat(active("orcs", "swamp", hand=6), declined("ghouls", hand=2)), seat()],
    )
    play(state, "conquer 0")
    assert region(state, 0)["race"] == "ghouls"
    assert (state.phase, race(state, 0, "ghouls")["hand"]) == ("ghoul_deploy", 1)
    assert race(state, 0, "orcs")["hand"] == 6
    # The Ghouls' hand of 2 would have been too short for this one by 4.
    fresh = position(
        phase="ghoul_conquest",
        seats=[
            seat(active("orcs", "swamp", hand=6), declined("ghouls", hand=2)),
            seat(active("ratmen", "hill")),
        ],
        regions={0: held(1, "ratmen", 4)},
    )
    assert legal(fresh, "conquer") == [1, 4, 8]


@pytest.mark.rule("SW-TERM-11")
def test_a_pick_takes_tokens_from_the_tray_of_its_race_alone() -> None:
    state = pick_of("skeletons", "merchant")
    assert state.to_position()["tray"] == {**TRAY, "skeletons": 12}


@pytest.mark.rule("SW-TERM-12")
@pytest.mark.parametrize(
    ("defender", "marker"),
    [
        (active("halflings", "merchant", holes_placed=1), "hole"),
        (active("ratmen", "heroic"), "hero"),
        (active("ratmen", "dragon_master"), "dragon"),
    ],
)
def test_an_immune_region_is_safe_from_conquest_trait_and_power(defender: dict[str, Any], marker: str) -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("sorcerers", "flying", hand=9)), seat(defender)],
        regions={
            4: held(0, "sorcerers"),
            0: held(1, defender["race"], 1, **{marker: 1}),
            5: held(1, defender["race"]),
        },
    )
    assert legal(state, "conquer") == [1, 2, 3, 5, 8]
    assert legal(state, "convert") == [5]


@pytest.mark.rule("SW-TERM-12")
def test_the_dragon_cannot_take_an_immune_region() -> None:
    state = position(
        phase="conquest",
        seats=[
            seat(active("orcs", "dragon_master", hand=9)),
            seat(active("halflings", "merchant", holes_placed=1)),
        ],
        regions={4: held(0, "orcs"), 0: held(1, "halflings", 1, hole=1), 5: held(1, "halflings")},
    )
    assert legal(state, "dragon") == [3, 5]


# Set-up


@pytest.mark.rule("SW-SETUP-1")
def test_the_box_has_14_banners_and_20_badges() -> None:
    assert sorted(entry.name for entry in game(2, None).races) == sorted(BANNER)
    assert sorted(entry.name for entry in game(2, None).powers) == sorted(BADGE)
    assert (len(BANNER), len(BADGE)) == (14, 20)


@pytest.mark.rule("SW-SETUP-2", "SW-SETUP-10", "SW-SETUP-19")
def test_the_tray_holds_168_tokens_at_the_start() -> None:
    tray = game(2, None).new_state(seed=1).to_position()["tray"]
    assert tray == TRAY
    assert sum(tray.values()) == 168


@pytest.mark.rule("SW-SETUP-3")
def test_the_box_has_enough_tribes_for_the_largest_board() -> None:
    assert sum("tribe" in found for found in start_regions(5).values()) == 18


@pytest.mark.rule("SW-SETUP-4")
def test_no_board_needs_more_than_nine_mountains() -> None:
    boards = [game(players, None).board for players in (2, 3, 4, 5)]
    assert [sum(place.terrain == "mountain" for place in board.regions) for board in boards] == [4, 7, 8, 9]


@pytest.mark.rule("SW-SETUP-5")
@pytest.mark.parametrize(
    ("race_name", "power", "marker", "amounts", "too_many"),
    [
        ("ratmen", "fortified", "fortress", [1] * 6, [1] * 7),
        ("ratmen", "bivouacking", "encampment", [3, 2], [3, 3]),
        ("ratmen", "heroic", "hero", [1, 1], [1, 1, 1]),
        ("ratmen", "dragon_master", "dragon", [1], [1, 1]),
        ("halflings", "hill", "hole", [1, 1], [1, 1, 1]),
        ("trolls", "hill", "lair", [1] * 7, [1, 2]),
    ],
)
def test_markers_are_limited_to_those_of_the_box(
    race_name: str, power: str, marker: str, amounts: list[int], too_many: list[int]
) -> None:
    def with_markers(counts: list[int]) -> swenv.State:
        regions = {
            number: held(0, race_name, 1, **({marker: count} if count else {}))
            for number, count in zip((0, 1, 2, 3, 4, 5, 8), counts + [0] * 7, strict=False)
        }
        holes = {"holes_placed": 2} if marker == "hole" else {}
        return position(phase="choose", seats=[seat(active(race_name, power, **holes)), seat()], regions=regions)

    found = with_markers(amounts).to_position()["regions"].values()
    assert sum(entry.get("markers", {}).get(marker, 0) for entry in found) == sum(amounts)
    with pytest.raises(ValueError):
        with_markers(too_many)


@pytest.mark.rule("SW-SETUP-5")
def test_ten_trolls_can_have_ten_lairs() -> None:
    # Nine regions of the two-player board, and a tenth for the one token that Commando asks.
    regions = {number: held(0, "trolls", 1, lair=1) for number in (1, 2, 3, 4, 5, 6, 8, 9, 10)}
    state = position(
        map=None,
        phase="conquest",
        seats=[seat(active("trolls", "commando", hand=1)), seat()],
        regions=regions,
    )
    play(state, "conquer 11")
    lairs = [found["markers"].get("lair", 0) for found in state.to_position()["regions"].values()]
    assert lairs == [1] * 10


@pytest.mark.rule("SW-SETUP-6", "SW-SETUP-7")
def test_the_bank_pays_even_the_owner_of_all_its_coins() -> None:
    everything = 30 * 10 + 24 * 5 + 20 * 3 + 35 * 1
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "merchant"), coins=everything), seat()],
        regions={4: held(0, "ratmen")},
    )
    play(state, "finish")
    assert state.coins[0] == 515 + 2


@pytest.mark.rule("SW-SETUP-8", "SW-SRC-8")
def test_the_die_has_three_blank_faces_and_one_two_three() -> None:
    faces: Counter[int | None] = Counter()
    seats = [seat(active("ratmen", "berserk", hand=4)), seat()]
    state = position(phase="conquest", seats=seats, regions={4: held(0, "ratmen")})
    for seed in range(600):
        faces[play(state.sample_hidden(0, seed), "roll").last_roll] += 1
    assert set(faces) == {0, 1, 2, 3}
    # 300 expected with a standard deviation of 12, and 100 with one of 9: five of them either way.
    assert 240 <= faces[0] <= 360
    assert all(54 <= faces[face] <= 146 for face in (1, 2, 3))


@pytest.mark.rule("SW-DIE-4")
def test_the_chances_are_a_half_a_third_and_a_sixth() -> None:
    wins: Counter[int] = Counter()
    for short in (1, 2, 3):
        seats = [seat(active("ratmen", "forest", hand=2)), seat(active("orcs", "hill"))]
        before = position(phase="conquest", seats=seats, regions={4: held(0, "ratmen"), 0: held(1, "orcs", short)})
        for seed in range(240):
            wins[short] += region(play(before.sample_hidden(0, 1000 * short + seed), "conquer 0"), 0)["owner"] == 0
    # 120, 80 and 40 are expected with standard deviations of 7.7, 7.3 and 5.8: five of them either way.
    assert 82 <= wins[1] <= 158
    assert 44 <= wins[2] <= 116
    assert 11 <= wins[3] <= 69


@pytest.mark.rule("SW-SETUP-9", "SW-SETUP-17", "SW-TURN-14")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_starts_with_five_coins_and_picks_a_race(players: int) -> None:
    state = game(players, None).new_state(seed=2)
    assert state.coins.tolist() == [5] * players
    assert [entry["races"] for entry in state.to_position()["seats"]] == [[]] * players
    assert (state.phase, legal(state, "pick")) == ("pick", [0, 1, 2, 3, 4, 5])
    play(state, "pick 5")
    assert (state.phase, state.coins[0], {"conquer", "finish"} <= verbs(state)) == ("ready", 0, True)


@pytest.mark.rule("SW-SCORE-6")
@pytest.mark.parametrize("hidden", [False, True])
def test_coins_are_public_unless_asked_otherwise(hidden: bool) -> None:
    five, nine = (
        position(options={"hide_coins": hidden}, phase="pick", seats=[seat(), seat(coins=coins)]).observation(0)
        for coins in (5, 9)
    )
    assert np.array_equal(five, nine) == hidden


@pytest.mark.rule("SW-SETUP-10", "SW-SETUP-19")
@pytest.mark.parametrize("name", sorted(BANNER))
def test_the_banner_gives_its_number_of_tokens(name: str) -> None:
    state = pick_of(name, "wealthy")
    expected = BANNER[name] + 4 + (4 if name == "amazons" else 0)
    assert race(state, 0, name)["hand"] == expected
    assert state.to_position()["tray"][name] == TRAY[name] - expected


@pytest.mark.rule("SW-SETUP-11", "SW-SETUP-19")
@pytest.mark.parametrize("name", sorted(BADGE))
def test_the_badge_gives_its_number_of_tokens(name: str) -> None:
    assert race(pick_of("ratmen", name), 0, "ratmen")["hand"] == 8 + BADGE[name]


@pytest.mark.rule("SW-SETUP-12", "SW-SETUP-19")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_board_of_each_number_of_players(players: int) -> None:
    rounds, land, tribes, mountains, symbols = BOARDS[players]
    board = game(players, None).board
    assert (board.players, board.rounds, len(board.regions)) == (players, rounds, land + 3)
    assert sum(place.tribe for place in board.regions) == tribes
    assert sum(place.terrain == "mountain" for place in board.regions) == mountains
    printed = Counter(symbol for place in board.regions for symbol in place.symbols)
    assert printed == {"cavern": symbols, "magic": symbols, "mine": symbols}


@pytest.mark.rule("SW-SETUP-12")
def test_the_right_hand_southern_mountain_borders_the_forest_beside_it() -> None:
    # Three players: the mountains of the southern border are 26 and 27, and forest 28 is beside 27.
    board = game(3, None).board
    assert (board.regions[27].terrain, board.regions[28].terrain) == ("mountain", "forest")
    assert 28 in board.regions[27].neighbors
    assert 27 in board.regions[28].neighbors


@pytest.mark.rule("SW-SETUP-13")
def test_the_game_starts_in_round_one() -> None:
    assert game(2, None).new_state(seed=1).round == 1


def start_regions(players: int) -> dict[str, Any]:
    regions: dict[str, Any] = game(players, None).new_state(seed=1).to_position()["regions"]
    return regions


@pytest.mark.rule("SW-SETUP-14")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_tribe_lies_in_every_region_with_the_symbol_and_nothing_else_on_the_board(players: int) -> None:
    marked = {place.id for place in game(players, None).board.regions if place.tribe}
    found = start_regions(players)
    assert {int(number) for number in found} == marked
    assert all(entry["tribe"] == 1 and "owner" not in entry for entry in found.values())


@pytest.mark.rule("SW-SETUP-15")
def test_a_mountain_stays_and_defends_its_new_owner() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "hill", hand=4)), seat(active("orcs", "swamp"))],
        regions={4: held(0, "ratmen"), 2: held(1, "orcs", 6)},
    )
    assert price(state, 3) == 3
    play(state, "conquer 3", "finish", "deploy_rest 4")
    assert (state.to_act, tokens(state, 3)) == (1, 1)
    assert price(state, 3) == 2 + 1 + 1


@pytest.mark.rule("SW-SETUP-16")
def test_the_column_has_six_pairs_over_two_face_up_stacks() -> None:
    document = game(2, None).new_state(seed=5).to_position()
    assert len(document["column"]) == 6
    assert [row["coins"] for row in document["column"]] == [0] * 6
    races = [row["race"] for row in document["column"]] + document["race_stack"]
    powers = [row["power"] for row in document["column"]] + document["power_stack"]
    assert (sorted(races), sorted(powers)) == (sorted(BANNER), sorted(BADGE))
    assert document["discarded_powers"] == []


@pytest.mark.rule("SW-SETUP-16")
def test_banners_and_badges_are_shuffled_separately() -> None:
    starts = [game(2, None).new_state(seed=seed).to_position() for seed in range(12)]
    races = [tuple(row["race"] for row in start["column"]) + tuple(start["race_stack"]) for start in starts]
    powers = [tuple(row["power"] for row in start["column"]) + tuple(start["power_stack"]) for start in starts]
    assert len(set(races)) == len(set(powers)) == 12
    pairs = {(row["race"], row["power"]) for start in starts for row in start["column"]}
    assert len(pairs) > 40  # 72 rows, of 280 pairs


@pytest.mark.rule("SW-SETUP-18")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
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
