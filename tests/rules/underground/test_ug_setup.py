"""Components and set-up of Underground (UG-SETUP), and its boards (UG-MAP)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from chapters import markers, price, tray
from underground_chapters import PLACES, RELICS, conquering, declining, gain, hold, in_hand, lying, races_of

import swenv
from support import MONSTERS, active, declined, game, legal, play, race, region, seat, tokens, underground
from swenv import maps

BANNER = {
    "cultists": 5, "drow": 4, "flames": 4, "gnomes": 6, "iron_dwarves": 7, "kraken": 5, "liches": 5, "lizardmen": 7,
    "mudmen": 5, "mummies": 10, "ogres": 5, "shadow_mimes": 7, "shrooms": 5, "spiderines": 7, "will_o_wisps": 6,
}  # fmt: skip
SUPPLY = {
    "cultists": 10, "drow": 9, "flames": 9, "gnomes": 11, "iron_dwarves": 12, "kraken": 10, "liches": 10,
    "lizardmen": 12, "mudmen": 12, "mummies": 15, "ogres": 10, "shadow_mimes": 12, "shrooms": 10, "spiderines": 12,
    "will_o_wisps": 11,
}  # fmt: skip
BADGE = {
    "adventurous": 5, "fisher": 4, "flocking": 5, "frightened": 4, "immortal": 4, "magic": 5, "martyr": 4, "mining": 4,
    "muddy": 3, "mystic": 4, "quarreling": 3, "reborn": 5, "royal": 5, "shield": 3, "stone": 4, "thieving": 4,
    "tomb": 5, "vampire": 5, "vanishing": 5, "vengeful": 4, "wise": 4,
}  # fmt: skip
KEPT = {"muddy", "reborn", "royal", "shield", "tomb", "wise"}
LAND = {"mud", "mushroom", "crystal", "mine", "mountain"}
PLAYERS = pytest.mark.parametrize("players", [2, 3, 4, 5])


def start(players: int, seed: int = 1) -> swenv.State:
    """A new game on the board of that number of players."""
    return game(players, None, name="underground").new_state(seed=seed)


def printed(players: int) -> list[dict[str, Any]]:
    """The regions of the board of that number of players, as its file has them."""
    regions: list[dict[str, Any]] = game(players, None, name="underground").board.document["regions"]
    return regions


def pick_of(name: str, power: str, **fields: Any) -> swenv.State:
    """After the pick of that combo from row 0, and what the race decides before it gets its tokens."""
    column = [{"race": name, "power": power, "coins": 0}]
    state = underground(phase="pick", column=column, seats=[seat(), seat()], regions={}, **fields)
    play(state, "pick 0")
    if name == "shadow_mimes":
        play(state, "finish")
    return play(state, "volcano 10") if name == "flames" else state


# Components


@pytest.mark.rule("UG-SETUP-1")
def test_two_to_five_can_play() -> None:
    assert [len(start(players).coins) for players in (2, 3, 4, 5)] == [2, 3, 4, 5]
    for players in (1, 6):
        with pytest.raises(ValueError, match="num_players"):
            swenv.load("underground", num_players=players)


@pytest.mark.rule("UG-SETUP-2", "UG-SETUP-21")
@PLAYERS
def test_every_number_of_players_has_its_own_map(players: int) -> None:
    board = game(players, None, name="underground").board
    assert (board.name, board.game, board.players) == (f"underground-{players}p", "underground", players)
    assert sorted(name for name in maps.names() if name.startswith("underground")) == [
        f"underground-{number}p" for number in (2, 3, 4, 5)
    ]


@pytest.mark.rule("UG-SETUP-3")
def test_the_box_has_15_banners_and_each_serves_both_lives_of_its_race() -> None:
    assert [entry.name for entry in game(2, None, name="underground").races] == sorted(BANNER)
    assert len(BANNER) == 15
    state = declining([active("shrooms", "mining")], {0: hold(0, "shrooms")})
    assert race(state, 0, "shrooms")["status"] == "decline"
    document = state.to_position()
    assert "shrooms" not in [row["race"] for row in document["column"]] + document["race_stack"]


@pytest.mark.rule("UG-SETUP-4")
def test_the_tray_holds_165_tokens_at_the_start() -> None:
    supply = start(2).to_position()["tray"]
    assert supply == SUPPLY
    assert sum(supply.values()) == 165


@pytest.mark.rule("UG-SETUP-4", "UG-SETUP-20")
@pytest.mark.parametrize("name", sorted(BANNER))
def test_a_badge_of_five_takes_the_whole_supply_of_every_race_but_the_mudmen(name: str) -> None:
    state = pick_of(name, "adventurous")
    assert in_hand(state, 0, name) == BANNER[name] + 5
    assert tray(state, name) == SUPPLY[name] - BANNER[name] - 5 == (2 if name == "mudmen" else 0)


@pytest.mark.rule("UG-SETUP-5", "UG-SETUP-23")
@pytest.mark.parametrize(("players", "places"), [(2, 4), (3, 5), (4, 6), (5, 7)])
def test_two_monsters_lie_on_every_region_with_their_symbol(players: int, places: int) -> None:
    found = {int(r): entry["monsters"] for r, entry in start(players).to_position()["regions"].items() if entry}
    found = {r: number for r, number in found.items() if number}
    assert found == {entry["id"]: 2 for entry in printed(players) if entry["monster"]}
    assert len(found) == places
    assert sum(found.values()) == 2 * places <= 14


@pytest.mark.rule("UG-SETUP-5")
def test_the_largest_board_takes_all_14_monsters() -> None:
    assert sum(entry.get("monsters", 0) for entry in start(5).to_position()["regions"].values()) == 14


@pytest.mark.rule("UG-SETUP-6")
def test_the_box_has_21_badges() -> None:
    assert [entry.name for entry in game(2, None, name="underground").powers] == sorted(BADGE)
    assert len(BADGE) == 21


@pytest.mark.rule("UG-SETUP-6", "UG-SETUP-18")
@pytest.mark.parametrize("power", sorted(BADGE))
def test_the_badge_gives_its_number_of_tokens(power: str) -> None:
    assert in_hand(pick_of("gnomes", power), 0, "gnomes") == 6 + BADGE[power]


@pytest.mark.rule("UG-SETUP-7", "UG-SETUP-8", "UG-SETUP-24")
def test_nine_places_and_six_relics_are_shuffled_together() -> None:
    stacks = [start(2, seed).to_position()["places_stack"] for seed in range(80)]
    assert all(len(stack) == len(set(stack)) == 4 for stack in stacks)
    assert {name for stack in stacks for name in stack} == {*PLACES, *RELICS}
    assert (len(PLACES), len(RELICS)) == (9, 6)
    mixed = [stack for stack in stacks if 0 < sum(name in RELICS for name in stack) < 4]
    assert len(mixed) > 40  # 90 in 100 are expected to hold both kinds
    assert len({tuple(stack) for stack in stacks}) > 70


@pytest.mark.rule("UG-SETUP-9", "UG-SETUP-25")
def test_no_board_needs_more_than_nine_black_mountains() -> None:
    mountains = [sum(entry["terrain"] == "mountain" for entry in printed(players)) for players in (2, 3, 4, 5)]
    assert mountains == [4, 6, 7, 9]


ONE_EACH = {
    "volcano": (active("flames", "wise"), 10, 14),
    "ancient": (active("cultists", "wise", ancient_placed=True), 0, 3),
    "balrog": (active("gnomes", "wise"), 1, 4),
    "ghost": (active("gnomes", "wise"), 1, 4),
    "queen": (active("gnomes", "royal"), 0, 3),
    "bag": (active("gnomes", "magic"), 0, 3),
}


@pytest.mark.rule("UG-SETUP-10")
@pytest.mark.parametrize("marker", sorted(ONE_EACH))
def test_there_is_one_of_each_figure(marker: str) -> None:
    owner, first, second = ONE_EACH[marker]

    def lie_on(*numbers: int) -> swenv.State:
        regions = {0: hold(0, owner["race"]), 3: hold(0, owner["race"]), 8: hold(0, owner["race"])}
        regions |= {15: lying("crypt"), 17: lying("pentacle")}
        for number in numbers:
            entry = regions.setdefault(number, {})
            entry["markers"] = {marker: 1}
        return underground(phase="conquest", seats=[seat(owner), seat()], regions=regions)

    assert markers(lie_on(first), first) == {marker: 1}
    with pytest.raises(ValueError):
        lie_on(first, second)


@pytest.mark.rule("UG-SETUP-11")
def test_eight_mushroom_armors_can_stand() -> None:
    def with_armors(*counts: int) -> swenv.State:
        regions = {number: hold(0, "gnomes", 1, armor=count) for number, count in zip((0, 3, 6), counts, strict=False)}
        return underground(phase="conquest", seats=[seat(active("gnomes", "shield")), seat()], regions=regions)

    assert [markers(with_armors(5, 3), number)["armor"] for number in (0, 3)] == [5, 3]
    with pytest.raises(ValueError):
        with_armors(5, 3, 1)


@pytest.mark.rule("UG-SETUP-12")
def test_all_four_opponents_can_have_a_vengeance_marker_at_once() -> None:
    marked = [("shrooms", "fisher", 0), ("ogres", "wise", 1), ("drow", "stone", 3), ("mudmen", "mystic", 4)]
    state = underground(
        5,
        phase="choose",
        seats=[
            seat(active("shadow_mimes", "vengeful")),
            *(seat(active(name, power), vengeance=True) for name, power, _ in marked),
        ],
        regions={
            5: hold(0, "shadow_mimes", 9),
            8: hold(0, "shadow_mimes"),
            **{number: hold(k, name) for k, (name, _, number) in enumerate(marked, start=1)},
        },
    )
    assert [price(state, number) for _, _, number in marked] == [2 + 1 - 1] * 4


@pytest.mark.rule("UG-SETUP-13")
def test_seven_silver_hammers_are_all_there_are() -> None:
    def dwarves(hammers: int) -> swenv.State:
        seats = [seat(active("iron_dwarves", "wise", hammers=hammers)), seat()]
        return underground(
            phase="conquest", seats=seats, regions={3: hold(0, "iron_dwarves"), 8: hold(0, "iron_dwarves")}
        )

    state = play(dwarves(6), "finish")
    assert race(state, 0, "iron_dwarves")["hammers"] == 7
    with pytest.raises(ValueError):
        dwarves(8)


@pytest.mark.rule("UG-SETUP-14", "UG-SETUP-17")
def test_the_bank_pays_even_the_owner_of_all_its_coins() -> None:
    everything = 30 * 10 + 24 * 5 + 18 * 3 + 34 * 1
    state = conquering(0, {0: hold(0, "shadow_mimes"), 3: hold(0, "shadow_mimes")}, coins=[everything, 5])
    play(state, "finish")
    assert state.coins[0] == 508 + 2


@pytest.mark.rule("UG-SETUP-15")
def test_the_die_has_three_blank_faces_and_one_two_three() -> None:
    faces: Counter[int | None] = Counter()
    state = conquering(1, {5: hold(0, "shadow_mimes")})
    for seed in range(600):
        faces[play(state.sample_hidden(0, seed), "conquer 0").last_roll] += 1
    assert set(faces) == {0, 1, 2, 3}
    # 300 expected with a standard deviation of 12, and 100 with one of 9: five of them either way.
    assert 240 <= faces[0] <= 360
    assert all(54 <= faces[face] <= 146 for face in (1, 2, 3))


@pytest.mark.rule("UG-SETUP-16", "UG-SETUP-21")
@pytest.mark.parametrize(("players", "rounds"), [(2, 10), (3, 10), (4, 9), (5, 8)])
def test_the_round_marker_starts_on_one_and_the_map_says_where_it_ends(players: int, rounds: int) -> None:
    state = start(players)
    assert state.round == 1
    assert (state.to_position()["rounds"], game(players, None, name="underground").board.rounds) == (rounds, rounds)


@pytest.mark.rule("UG-SETUP-18")
@pytest.mark.parametrize("power", sorted(BADGE))
def test_six_badges_stay_beside_a_declined_race_and_the_others_are_discarded(power: str) -> None:
    state = declining([active("shrooms", power)], {0: hold(0, "shrooms"), 3: hold(0, "shrooms")})
    assert state.turn == 1
    discarded = state.to_position()["discarded_powers"]
    if power in KEPT:
        assert race(state, 0, "shrooms")["power"] == power
        assert discarded == []
    else:
        assert discarded == [power]
        assert [entry["power"] for entry in state.to_position()["seats"][0]["races"]] == [None] * (power != "vanishing")


@pytest.mark.rule("UG-SETUP-18")
def test_vanishing_acts_at_the_declaration() -> None:
    state = declining([active("shrooms", "vanishing")], {0: hold(0, "shrooms"), 3: hold(0, "shrooms")})
    assert (state.coins[0], races_of(state)) == (4, [])


@pytest.mark.rule("UG-SETUP-19")
def test_the_kraken_and_the_liches_keep_their_trait_in_decline() -> None:
    own = [active("shadow_mimes", "martyr"), declined("kraken")]
    assert gain(own, {0: hold(0, "shadow_mimes"), 7: hold(0, "kraken")}) == 1 + 1
    state = conquering(9, {5: hold(0, "shadow_mimes"), 0: hold(1, "liches")}, declined("liches"))
    assert play(state, "conquer 0").coins.tolist() == [4, 6]


@pytest.mark.rule("UG-SETUP-19")
@pytest.mark.parametrize("name", ["drow", "shrooms"])
def test_the_coins_of_a_race_stop_with_its_decline(name: str) -> None:
    state = declining([active(name, "mining")], {1: hold(0, name), 5: hold(0, name)})
    assert state.coins[0] == 2


@pytest.mark.rule("UG-SETUP-19")
def test_gnomes_and_cultists_have_blank_reverses() -> None:
    gnomes = conquering(9, {5: hold(0, "ogres"), 0: hold(1, "gnomes")}, declined("gnomes"), name="ogres")
    assert price(gnomes, 0) == 2 + 1 - 1
    cultists = declining(
        [active("cultists", "wise", ancient_placed=True)],
        {0: hold(0, "cultists", 2, ancient=1), 1: hold(0, "cultists")},
    )
    assert (tokens(cultists, 0), markers(cultists, 0)) == (1, {})


@pytest.mark.rule("UG-SETUP-19")
def test_mudmen_and_iron_dwarves_in_decline_gain_nothing_at_redeployment() -> None:
    own = active("shadow_mimes", "martyr")
    state = conquering(0, {5: hold(0, own["race"]), 0: hold(0, "mudmen")}, own=[declined("mudmen")])
    play(state, "finish")
    assert (state.turn, tokens(state, 0), tray(state, "mudmen")) == (1, 1, SUPPLY["mudmen"] - 1)
    state = conquering(0, {5: hold(0, own["race"]), 3: hold(0, "iron_dwarves")}, own=[declined("iron_dwarves")])
    play(state, "finish")
    assert race(state, 0, "iron_dwarves").get("hammers", 0) == 0


# Set-up


@pytest.mark.rule("UG-SETUP-22")
def test_the_column_has_six_pairs_over_two_stacks() -> None:
    document = start(2, 5).to_position()
    assert len(document["column"]) == 6
    assert [row["coins"] for row in document["column"]] == [0] * 6
    races = [row["race"] for row in document["column"]] + document["race_stack"]
    powers = [row["power"] for row in document["column"]] + document["power_stack"]
    assert (sorted(races), sorted(powers)) == (sorted(BANNER), sorted(BADGE))
    assert document["discarded_powers"] == []


@pytest.mark.rule("UG-SETUP-22")
def test_banners_and_badges_are_shuffled_separately() -> None:
    starts = [start(2, seed).to_position() for seed in range(12)]
    races = [tuple(row["race"] for row in entry["column"]) + tuple(entry["race_stack"]) for entry in starts]
    powers = [tuple(row["power"] for row in entry["column"]) + tuple(entry["power_stack"]) for entry in starts]
    assert len(set(races)) == len(set(powers)) == 12
    pairs = {(row["race"], row["power"]) for entry in starts for row in entry["column"]}
    assert len(pairs) > 40  # 72 rows, of 315 pairs


@pytest.mark.rule("UG-COL-4")
def test_discarded_badges_are_shuffled_into_a_new_stack() -> None:
    discards = sorted(BADGE)[6:]
    rows = [{"race": name, "power": power} for name, power in zip(sorted(BANNER), sorted(BADGE)[:6], strict=False)]
    orders = set()
    for seed in range(8):
        state = underground(phase="pick", column=rows, power_stack=[], discarded_powers=discards, seed=seed)
        document = play(state, "pick 0").to_position()
        drawn = [document["column"][-1]["power"], *document["power_stack"]]
        assert (sorted(drawn), document["discarded_powers"]) == (discards, [])
        orders.add(tuple(drawn))
    assert len(orders) > 4


@pytest.mark.rule("UG-SETUP-22")
def test_the_order_below_the_tops_is_hidden() -> None:
    state = start(2, 3)
    document = state.to_position()
    orders = set()
    for seed in range(6):
        drawn = state.sample_hidden(0, seed).to_position()
        assert drawn["column"] == document["column"]
        for stack in ("race_stack", "power_stack"):
            assert sorted(drawn[stack]) == sorted(document[stack])
            orders.add((stack, *drawn[stack]))
    assert len(orders) > 8


@pytest.mark.rule("UG-SETUP-24")
@pytest.mark.parametrize(("players", "drawn"), [(2, 4), (3, 5), (4, 6), (5, 7)])
def test_as_many_places_and_relics_are_stacked_as_there_are_monster_regions(players: int, drawn: int) -> None:
    document = start(players).to_position()
    assert len(document["places_stack"]) == len(set(document["places_stack"])) == drawn
    assert not any("place" in entry or entry.get("relics") for entry in document["regions"].values())


@pytest.mark.rule("UG-SETUP-24")
def test_the_stack_lies_face_down_and_the_rest_is_unseen() -> None:
    state = start(2, 4)
    stacks = [state.sample_hidden(0, seed).to_position()["places_stack"] for seed in range(60)]
    assert all(len(stack) == len(set(stack)) == 4 for stack in stacks)
    assert {name for stack in stacks for name in stack} == {*PLACES, *RELICS}
    for seat_number in (0, 1):
        document = state.to_position()
        other = {**document, "places_stack": [name for name in PLACES if name not in document["places_stack"]][:4]}
        seen = state.game.from_position(other).observation(seat_number)
        assert seen.tolist() == state.observation(seat_number).tolist()


@pytest.mark.rule("UG-SETUP-24")
def test_the_stack_gives_its_items_from_the_top_and_then_nothing_is_left() -> None:
    regions = {5: hold(0, "shadow_mimes"), 6: hold(0, "shadow_mimes"), 8: hold(0, "shadow_mimes")}
    state = conquering(9, {**regions, 9: MONSTERS, 12: MONSTERS}, places_stack=["sword", "keep"])
    play(state, "conquer 9")
    assert (region(state, 9)["relics"], state.to_position()["places_stack"]) == (["sword"], ["keep"])
    play(state, "conquer 12")
    assert (region(state, 12)["place"], state.to_position()["places_stack"]) == ("keep", [])


@pytest.mark.rule("UG-SETUP-25")
def test_a_black_mountain_costs_one_more_with_monsters_too() -> None:
    regions = {5: hold(0, "ogres"), 8: hold(0, "ogres"), 12: MONSTERS}
    state = conquering(8, regions, name="ogres")
    assert (price(state, 6), price(state, 12), price(state, 0)) == (2 + 1 - 1, 2 + 2 + 1 - 1, 2 - 1)
    for players in (2, 3):
        assert any(entry["terrain"] == "mountain" and entry["monster"] for entry in printed(players))


@pytest.mark.rule("UG-SETUP-25")
@PLAYERS
def test_every_black_mountain_of_a_board_defends(players: int) -> None:
    board = printed(players)
    for target in (entry["id"] for entry in board if entry["terrain"] == "mountain"):
        base = next(near for near in board[target]["neighbors"] if board[near]["terrain"] in LAND)
        state = underground(
            players,
            None,
            phase="conquest",
            seats=[seat(active("shadow_mimes", "martyr", hand=9)), *([seat()] * (players - 1))],
            regions={base: hold(0, "shadow_mimes")},
        )
        assert price(state, target) == 3


@pytest.mark.rule("UG-SETUP-26")
@PLAYERS
def test_everybody_starts_with_five_coins_and_no_race(players: int) -> None:
    state = start(players)
    assert state.coins.tolist() == [5] * players
    assert [entry["races"] for entry in state.to_position()["seats"]] == [[]] * players


@pytest.mark.rule("UG-SETUP-26")
def test_purses_can_be_hidden_from_opponents() -> None:
    def seen(coins: int, **options: Any) -> list[int]:
        state = underground(
            options=options, phase="pick", seats=[seat(), seat(coins=coins)], regions={}, places_stack=[]
        )
        return [int(number) for number in state.observation(0)]

    assert seen(5) != seen(9)
    assert seen(5, hide_coins=True) == seen(9, hide_coins=True)


@pytest.mark.rule("UG-SETUP-27")
@PLAYERS
def test_the_first_seat_begins_and_play_goes_clockwise(players: int) -> None:
    order = []
    column = [{"race": name, "power": power} for name, power in zip(sorted(BANNER)[3:9], sorted(BADGE), strict=False)]
    state = underground(players, None, phase="pick", column=column, seats=[seat()] * players, regions={})
    for _ in range(players + 1):
        order.append((state.round, state.to_act))
        if state.round == 1:
            play(state, "pick 0", "finish")
    assert order == [(1, number) for number in range(players)] + [(2, 0)]
    assert start(players).to_act == 0


# Boards

TWO = """
chasm EV: 2 7 8
mud E: 1 3 8 9
river E: 2 4 9 10 13 14 22
crystal E: 3 5 10 11
mushroom E: 4 6 11
mountain E: 5 11 16 17
crystal E: 1 8 12 18 19
mushroom M: 1 2 7 9 12
mushroom -: 2 3 8 12 13
mushroom -: 3 4 11 14 15
mine -: 4 5 6 10 15 16
mountain -: 7 8 9 13 19 20
crystal -: 3 9 12 20 21 22
mountain M: 3 10 15 22 23
chasm V: 10 11 14 16 23
mountain -: 6 11 15 17 23 24
chasm E: 6 16 24
chasm E: 7 19 20 25
mine -: 7 12 18 20
mine M: 12 13 18 19 21 25
mud -: 13 20 22 25
river -: 3 13 14 21 23 25 26
crystal -: 14 15 16 22 24 26 27
mud EM: 16 17 23 27 28
river E: 18 20 21 22 26
mine E: 22 23 25 27
mud E: 23 24 26 28
chasm E: 24 27
"""
THREE = """
chasm E: 2 9
mountain E: 1 3 9 10
crystal E: 2 4 10 11
mine E: 3 5 11
river E: 4 6 11 12 16 17 23
mud E: 5 7 12 13
mushroom EM: 6 8 13
mountain E: 7 13 19 20
mud EM: 1 2 10 14
mushroom -: 2 3 9 11 14 15
mushroom -: 3 4 5 10 15 16
mushroom -: 5 6 13 17 18
mud -: 6 7 8 12 18 19
crystal E: 9 10 15 21 22
mountain -: 10 11 14 16 22 24
crystal -: 5 11 15 23 24 25
mountain M: 5 12 18 23 26
chasm V: 12 13 17 19 26
mountain -: 8 13 18 20 26 27
mine E: 8 19 27
mud E: 14 22 28
chasm V: 14 15 21 24 28 29
river -: 5 16 17 25 26 30 31
mine M: 15 16 22 25 29 30
mud -: 16 23 24 30
crystal -: 17 18 19 23 27 31 32
crystal EM: 19 20 26 32 33
mountain E: 21 22 29
mine E: 22 24 28 30
river E: 23 24 25 29 31
mine E: 23 26 30 32
mushroom E: 26 27 31 33
chasm E: 27 32
"""


@pytest.mark.rule("UG-MAP-1")
@PLAYERS
def test_a_region_has_exactly_one_of_seven_terrains(players: int) -> None:
    terrains = Counter(entry["terrain"] for entry in printed(players))
    assert set(terrains) == LAND | {"river", "chasm"}
    assert all(entry["symbols"] == [] for entry in printed(players))


@pytest.mark.rule("UG-MAP-2")
@PLAYERS
def test_the_river_is_a_line_from_edge_to_edge(players: int) -> None:
    river = {entry["id"]: entry for entry in printed(players) if entry["terrain"] == "river"}
    links = {number: sum(near in river for near in entry["neighbors"]) for number, entry in river.items()}
    ends = [number for number in river if links[number] == 1]
    assert len(ends) == 2
    assert [links[number] for number in river if number not in ends] == [2] * (len(river) - 2)
    assert [number for number, entry in river.items() if entry["edge"]] == ends


@pytest.mark.rule("UG-MAP-3")
@PLAYERS
def test_some_chasms_and_nothing_else_carry_a_volcano_symbol(players: int) -> None:
    marked = [entry for entry in printed(players) if entry["volcano"]]
    assert marked
    assert {entry["terrain"] for entry in marked} == {"chasm"}
    column = [{"race": "flames", "power": "wise"}]
    state = underground(players, None, phase="pick", column=column, seats=[seat()] * players, regions={})
    play(state, "pick 0")
    assert legal(state, "volcano") == [entry["id"] for entry in marked]


@pytest.mark.rule("UG-MAP-4")
@pytest.mark.parametrize(("players", "text"), [(2, TWO), (3, THREE)])
def test_the_boards_of_two_and_three_players_are_the_printed_ones(players: int, text: str) -> None:
    lines = text.strip().splitlines()
    board = printed(players)
    assert len(board) == len(lines)
    for number, (line, entry) in enumerate(zip(lines, board, strict=True)):
        what, borders = line.split(":")
        terrain, flags = what.split()
        assert (entry["id"], entry["terrain"]) == (number, terrain)
        assert (entry["edge"], entry["monster"], entry["volcano"]) == ("E" in flags, "M" in flags, "V" in flags)
        assert entry["neighbors"] == [int(other) - 1 for other in borders.split()]


@pytest.mark.rule("UG-MAP-4")
@pytest.mark.parametrize(
    ("players", "land", "chasms", "volcanoes"), [(2, [4, 4, 4, 4, 4], 5, 2), (3, [5, 5, 5, 5, 6], 4, 2)]
)
def test_the_inventory_of_the_boards(players: int, land: list[int], chasms: int, volcanoes: int) -> None:
    board = printed(players)
    found = Counter(entry["terrain"] for entry in board)
    assert [found[terrain] for terrain in ("mud", "mushroom", "crystal", "mine", "mountain")] == land
    assert (found["river"], found["chasm"], sum(entry["volcano"] for entry in board)) == (3, chasms, volcanoes)
    skulls = Counter(entry["terrain"] for entry in board if entry["monster"])
    assert skulls == ({"mushroom": 1, "mine": 1, "mountain": 1, "mud": 1} if players == 2 else dict.fromkeys(LAND, 1))
