"""Components and set-up of Underground (UG-SETUP), and its boards (UG-MAP)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from chapters import column, in_hand, markers, price, tray
from underground_chapters import PLACES, RELICS, conquering, hold, lying

import swenv
from support import MONSTERS, UX18, active, declined, game, held, legal, play, race, seat, underground
from swenv import maps

BANNER = {
    "cultists": 5, "drow": 4, "flames": 4, "gnomes": 6, "iron_dwarves": 7, "kraken": 5, "liches": 5, "lizardmen": 7,
    "mudmen": 5, "mummies": 10, "ogres": 5, "shadow_mimes": 7, "shrooms": 5, "spiderines": 7, "will_o_wisps": 6,
}  # fmt: skip
BADGES = [
    "adventurous", "fisher", "flocking", "frightened", "immortal", "magic", "martyr", "mining", "muddy", "mystic",
    "quarreling", "reborn", "royal", "shield", "stone", "thieving", "tomb", "vampire", "vanishing", "vengeful", "wise",
]  # fmt: skip
LAND = {"mud", "mushroom", "crystal", "mine", "mountain"}
PLAYERS = pytest.mark.parametrize("players", [2, 3, 4, 5])


def start(players: int, seed: int = 1) -> swenv.State:
    """A new game on the board of that number of players."""
    return game(players, None, name="underground").new_state(seed=seed)


def printed(players: int) -> list[dict[str, Any]]:
    """The regions of the board of that number of players, as its file has them."""
    regions: list[dict[str, Any]] = game(players, None, name="underground").board.document["regions"]
    return regions


# Components


@pytest.mark.rule("UG-SETUP-1", "UG-SETUP-2", "UG-SETUP-16", "UG-SETUP-21", "UG-SETUP-26")
@pytest.mark.parametrize(("players", "rounds"), [(2, 10), (3, 10), (4, 9), (5, 8)])
def test_every_number_of_players_has_its_map_with_its_rounds_and_five_coins_each(players: int, rounds: int) -> None:
    board = game(players, None, name="underground").board
    assert (board.name, board.game, board.players) == (f"underground-{players}p", "underground", players)
    state = start(players)
    assert (state.round, board.rounds, state.to_position()["rounds"]) == (1, rounds, rounds)
    assert state.coins.tolist() == [5] * players
    assert [entry["races"] for entry in state.to_position()["seats"]] == [[]] * players


@pytest.mark.rule("UG-SETUP-1", "UG-SETUP-2")
def test_two_to_five_can_play() -> None:
    assert sorted(name for name in maps.names() if name.startswith("underground")) == [
        f"underground-{number}p" for number in (2, 3, 4, 5)
    ]
    for players in (1, 6):
        with pytest.raises(ValueError, match="num_players"):
            swenv.load("underground", num_players=players)


@pytest.mark.rule("UG-SETUP-3", "UG-SETUP-4", "UG-SETUP-6")
def test_the_box_has_15_banners_165_tokens_and_21_badges() -> None:
    loaded = game(2, None, name="underground")
    assert [entry.name for entry in loaded.races] == sorted(BANNER)
    assert [entry.name for entry in loaded.powers] == BADGES
    assert (len(BANNER), len(BADGES)) == (15, 21)
    supply = start(2).to_position()["tray"]
    assert supply == {name: value + 5 + 2 * (name == "mudmen") for name, value in BANNER.items()}
    assert sum(supply.values()) == 165


@pytest.mark.rule("UG-SETUP-20")
@pytest.mark.parametrize("name", BANNER)
def test_a_badge_of_five_takes_the_whole_supply_of_every_race_but_the_mudmen(name: str) -> None:
    state = play(underground(phase="pick", column=[{"race": name, "power": "adventurous"}]), "pick 0")
    play(state, *{"shadow_mimes": ["finish"], "flames": ["volcano 10"]}.get(name, []))
    assert (in_hand(state, 0, name), tray(state, name)) == (BANNER[name] + 5, 2 * (name == "mudmen"))


@pytest.mark.rule("UG-SETUP-5", "UG-SETUP-23", "UG-SETUP-24")
@pytest.mark.parametrize(("players", "places"), [(2, 4), (3, 5), (4, 6), (5, 7)])
def test_two_monsters_lie_on_every_region_with_their_symbol_and_as_many_finds_are_stacked(
    players: int, places: int
) -> None:
    document = start(players).to_position()
    found = {int(number): entry["monsters"] for number, entry in document["regions"].items() if entry.get("monsters")}
    assert found == {entry["id"]: 2 for entry in printed(players) if entry["monster"]}
    assert len(found) == len(document["places_stack"]) == len(set(document["places_stack"])) == places
    assert not any("place" in entry or entry.get("relics") for entry in document["regions"].values())


@pytest.mark.rule("UG-SETUP-7", "UG-SETUP-8", "UG-SETUP-24")
def test_nine_places_and_six_relics_are_shuffled_together_and_hidden() -> None:
    assert (len(PLACES), len(RELICS)) == (9, 6)
    dealt = start(2, 4)
    for stacks in (
        [start(2, seed).to_position()["places_stack"] for seed in range(80)],
        [dealt.sample_hidden(0, seed).to_position()["places_stack"] for seed in range(80)],
    ):
        assert all(len(stack) == len(set(stack)) == 4 for stack in stacks)
        assert {name for stack in stacks for name in stack} == {*PLACES, *RELICS}
        assert sum(0 < sum(name in RELICS for name in stack) < 4 for stack in stacks) > 40  # 9 in 10 hold both kinds
        assert len({tuple(stack) for stack in stacks}) > 70
    document = dealt.to_position()
    other = {**document, "places_stack": [name for name in PLACES if name not in document["places_stack"]][:4]}
    for number in (0, 1):
        assert dealt.game.from_position(other).observation(number).tolist() == dealt.observation(number).tolist()


ONE_EACH = {
    "volcano": (active("flames", "wise"), 10, 14),
    "ancient": (active("cultists", "wise", ancient_placed=True), 0, 3),
    "balrog": (active("gnomes", "wise"), 1, 4),
    "ghost": (active("gnomes", "wise"), 1, 4),
    "queen": (active("gnomes", "royal"), 0, 3),
    "bag": (active("gnomes", "magic"), 0, 3),
}


def with_markers(owner: dict[str, Any], **there: dict[int, int]) -> swenv.State:
    """Seat 0 holds regions 0, 3 and 6; each kind of marker lies in its regions, with their numbers."""
    regions: dict[int, Any] = {number: hold(0, owner["race"]) for number in (0, 3, 6)}
    regions |= {15: lying("crypt"), 17: lying("pentacle")}
    for marker, counts in there.items():
        for number, count in counts.items():
            regions.setdefault(number, {})["markers"] = {marker: count}
    return underground(phase="conquest", seats=[seat(owner), seat()], regions=regions)


@pytest.mark.rule("UG-SETUP-10")
@pytest.mark.parametrize("marker", ONE_EACH)
def test_there_is_one_of_each_figure(marker: str) -> None:
    owner, first, second = ONE_EACH[marker]
    assert markers(with_markers(owner, **{marker: {first: 1}}), first) == {marker: 1}
    with pytest.raises(ValueError):
        with_markers(owner, **{marker: {first: 1, second: 1}})


@pytest.mark.rule("UG-SETUP-11", "UG-SETUP-13")
def test_there_are_eight_armors_and_seven_hammers() -> None:
    state = with_markers(active("gnomes", "shield"), armor={0: 5, 3: 3})
    assert [markers(state, number)["armor"] for number in (0, 3)] == [5, 3]
    with_markers(active("iron_dwarves", hammers=7))
    for owner, there in (
        (active("gnomes", "shield"), {"armor": {0: 5, 3: 3, 6: 1}}), (active("iron_dwarves", hammers=8), {}),
    ):  # fmt: skip
        with pytest.raises(ValueError):
            with_markers(owner, **there)


@pytest.mark.rule("UG-SETUP-12")
def test_all_four_opponents_can_have_a_vengeance_marker_at_once() -> None:
    marked = [("shrooms", "fisher", 0), ("ogres", "wise", 1), ("drow", "stone", 3), ("mudmen", "mystic", 4)]
    others = [seat(active(name, power), vengeance=True) for name, power, _ in marked]
    regions = {number: hold(k, name) for k, (name, _, number) in enumerate(marked, start=1)}
    regions |= {5: hold(0, "shadow_mimes", 9), 8: hold(0, "shadow_mimes")}
    state = underground(5, phase="choose", seats=[seat(active("shadow_mimes", "vengeful")), *others], regions=regions)
    assert [price(state, number) for _, _, number in marked] == [2] * 4


@pytest.mark.rule("UG-SETUP-14", "UG-SETUP-17")
def test_the_bank_pays_even_the_owner_of_all_its_coins() -> None:
    state = conquering(0, {0: hold(0, "shadow_mimes")}, coins=[30 * 10 + 24 * 5 + 18 * 3 + 34 * 1, 5])
    assert play(state, "finish").coins[0] == 508 + 1


@pytest.mark.rule("UG-SETUP-15")
def test_the_die_has_three_blank_faces_and_one_two_three() -> None:
    state = conquering(1, {5: hold(0, "shadow_mimes")})
    faces = Counter(play(state.sample_hidden(0, seed), "conquer 0").last_roll for seed in range(600))
    assert set(faces) == {0, 1, 2, 3}
    # 300 expected with a standard deviation of 12, and 100 with one of 9: five of them either way.
    assert 240 <= faces[0] <= 360
    assert all(54 <= faces[face] <= 146 for face in (1, 2, 3))


# Set-up


@pytest.mark.rule("UG-SETUP-22")
def test_six_pairs_lie_over_two_stacks_that_are_shuffled_separately_and_hidden() -> None:
    starts = [start(2, seed).to_position() for seed in range(12)]
    deals = {"race": set[tuple[str, ...]](), "power": set[tuple[str, ...]]()}
    for document in starts:
        assert [row["coins"] for row in document["column"]] == [0] * 6
        assert document["discarded_powers"] == []
        for kind, names in (("race", sorted(BANNER)), ("power", BADGES)):
            deal = [row[kind] for row in document["column"]] + document[f"{kind}_stack"]
            assert sorted(deal) == names
            deals[kind].add(tuple(deal))
    assert len(deals["race"]) == len(deals["power"]) == 12
    assert len({(row["race"], row["power"]) for entry in starts for row in entry["column"]}) > 40  # 72 rows, 315 pairs
    hidden = [start(2, 3).sample_hidden(0, seed).to_position() for seed in range(6)]
    for stack in ("race_stack", "power_stack"):
        assert all(sorted(drawn[stack]) == sorted(starts[3][stack]) for drawn in hidden)
        assert len({tuple(drawn[stack]) for drawn in hidden}) > 4
    assert all(drawn["column"] == starts[3]["column"] for drawn in hidden)


@pytest.mark.rule("UG-COL-4")
def test_discarded_badges_are_shuffled_into_a_new_stack() -> None:
    rows = [{"race": name, "power": power} for name, power in zip(BANNER, BADGES[:6], strict=False)]
    orders = set()
    for seed in range(8):
        state = underground(phase="pick", column=rows, power_stack=[], discarded_powers=BADGES[6:], seed=seed)
        document = play(state, "pick 0").to_position()
        drawn = [document["column"][-1]["power"], *document["power_stack"]]
        assert (sorted(drawn), document["discarded_powers"]) == (BADGES[6:], [])
        orders.add(tuple(drawn))
    assert len(orders) > 4


@pytest.mark.rule("UG-SETUP-9", "UG-SETUP-25")
@pytest.mark.parametrize(("players", "count"), [(2, 4), (3, 6), (4, 7), (5, 9)])
def test_every_black_mountain_of_a_board_defends(players: int, count: int) -> None:
    board = printed(players)
    mountains = [entry["id"] for entry in board if entry["terrain"] == "mountain"]
    assert len(mountains) == count
    for target in mountains:
        base = next(near for near in board[target]["neighbors"] if board[near]["terrain"] in LAND)
        seats = [seat(active("shadow_mimes", "martyr", hand=9)), *([seat()] * (players - 1))]
        regions = {base: hold(0, "shadow_mimes")}
        assert price(underground(players, None, phase="conquest", seats=seats, regions=regions), target) == 3


@pytest.mark.rule("UG-SETUP-26")
def test_purses_can_be_hidden_from_opponents() -> None:
    def seen(coins: int, **options: Any) -> list[int]:
        state = underground(options=options, phase="pick", seats=[seat(), seat(coins=coins)], places_stack=[])
        return [int(number) for number in state.observation(0)]

    assert seen(5) != seen(9)
    assert seen(5, hide_coins=True) == seen(9, hide_coins=True)


@pytest.mark.rule("UG-SETUP-27")
@PLAYERS
def test_the_first_seat_begins_and_play_goes_clockwise(players: int) -> None:
    assert start(players).to_act == 0
    column = [{"race": name, "power": power} for name, power in zip(sorted(BANNER)[3:9], BADGES, strict=False)]
    state = underground(players, None, phase="pick", column=column, seats=[seat()] * players)
    for number in range(players):
        assert (state.round, state.to_act) == (1, number)
        play(state, "pick 0", "finish")
    assert (state.round, state.to_act) == (2, 0)


# Boards

TWO = """
chasm EV 2 7 8; mud E 1 3 8 9; river E 2 4 9 10 13 14 22; crystal E 3 5 10 11; mushroom E 4 6 11;
mountain E 5 11 16 17; crystal E 1 8 12 18 19; mushroom M 1 2 7 9 12; mushroom - 2 3 8 12 13;
mushroom - 3 4 11 14 15; mine - 4 5 6 10 15 16; mountain - 7 8 9 13 19 20; crystal - 3 9 12 20 21 22;
mountain M 3 10 15 22 23; chasm V 10 11 14 16 23; mountain - 6 11 15 17 23 24; chasm E 6 16 24;
chasm E 7 19 20 25; mine - 7 12 18 20; mine M 12 13 18 19 21 25; mud - 13 20 22 25;
river - 3 13 14 21 23 25 26; crystal - 14 15 16 22 24 26 27; mud EM 16 17 23 27 28; river E 18 20 21 22 26;
mine E 22 23 25 27; mud E 23 24 26 28; chasm E 24 27
"""
THREE = """
chasm E 2 9; mountain E 1 3 9 10; crystal E 2 4 10 11; mine E 3 5 11; river E 4 6 11 12 16 17 23;
mud E 5 7 12 13; mushroom EM 6 8 13; mountain E 7 13 19 20; mud EM 1 2 10 14; mushroom - 2 3 9 11 14 15;
mushroom - 3 4 5 10 15 16; mushroom - 5 6 13 17 18; mud - 6 7 8 12 18 19; crystal E 9 10 15 21 22;
mountain - 10 11 14 16 22 24; crystal - 5 11 15 23 24 25; mountain M 5 12 18 23 26; chasm V 12 13 17 19 26;
mountain - 8 13 18 20 26 27; mine E 8 19 27; mud E 14 22 28; chasm V 14 15 21 24 28 29;
river - 5 16 17 25 26 30 31; mine M 15 16 22 25 29 30; mud - 16 23 24 30; crystal - 17 18 19 23 27 31 32;
crystal EM 19 20 26 32 33; mountain E 21 22 29; mine E 22 24 28 30; river E 23 24 25 29 31; mine E 23 26 30 32;
mushroom E 26 27 31 33; chasm E 27 32
"""


@pytest.mark.rule("UG-MAP-1", "UG-MAP-2", "UG-MAP-3")
@PLAYERS
def test_a_board_has_seven_terrains_a_river_from_edge_to_edge_and_volcano_chasms(players: int) -> None:
    board = printed(players)
    assert {entry["terrain"] for entry in board} == LAND | {"river", "chasm"}
    assert all(entry["symbols"] == [] for entry in board)
    river = {entry["id"]: entry for entry in board if entry["terrain"] == "river"}
    links = {number: sum(near in river for near in entry["neighbors"]) for number, entry in river.items()}
    ends = [number for number in river if links[number] == 1]
    assert (len(ends), sorted(links.values())) == (2, [1, 1] + [2] * (len(river) - 2))
    assert [number for number, entry in river.items() if entry["edge"]] == ends
    marked = [entry for entry in board if entry["volcano"]]
    assert {entry["terrain"] for entry in marked} == {"chasm"}
    column = [{"race": "flames", "power": "wise"}]
    state = play(underground(players, None, phase="pick", column=column, seats=[seat()] * players), "pick 0")
    assert legal(state, "volcano") == [entry["id"] for entry in marked]


@pytest.mark.rule("UG-MAP-4")
@pytest.mark.parametrize(("players", "text"), [(2, TWO), (3, THREE)])
def test_the_boards_of_two_and_three_players_are_the_printed_ones(players: int, text: str) -> None:
    for number, (line, entry) in enumerate(zip(text.replace("\n", " ").split(";"), printed(players), strict=True)):
        terrain, flags, *borders = line.split()
        assert (entry["id"], entry["terrain"]) == (number, terrain)
        assert (entry["edge"], entry["monster"], entry["volcano"]) == ("E" in flags, "M" in flags, "V" in flags)
        assert entry["neighbors"] == [int(other) - 1 for other in borders]


@pytest.mark.rule("UG-MAP-4")
@pytest.mark.parametrize(
    ("players", "land", "chasms", "skulls"),
    [(2, [4, 4, 4, 4, 4], 5, {"mushroom", "mine", "mountain", "mud"}), (3, [5, 5, 5, 5, 6], 4, LAND)],
)
def test_the_inventory_of_the_boards(players: int, land: list[int], chasms: int, skulls: set[str]) -> None:
    board = printed(players)
    found = Counter(entry["terrain"] for entry in board)
    assert [found[terrain] for terrain in ("mud", "mushroom", "crystal", "mine", "mountain")] == land
    assert (found["river"], found["chasm"], sum(entry["volcano"] for entry in board)) == (3, chasms, 2)
    assert Counter(entry["terrain"] for entry in board if entry["monster"]) == dict.fromkeys(skulls, 1)


# Options and chance


SWITCHES = {
    "flames_entry": ("edge", "volcano"),
    "vampire_limit": ("turn", "opponent"),
    "scepter_void": ("mine_terrain_and_place", "place"),
    "diamond_scope": ("player", "race"),
    "stonehedge_decline_powers": ("any_holder", "declined_holder"),
}


@pytest.mark.rule("UG-ED-1", "UG-ED-2", "UG-ED-3", "UG-ED-4", "UG-ED-5")
@pytest.mark.parametrize("option", sorted(SWITCHES))
def test_the_default_of_a_switch_is_the_first_value_and_no_third_is_known(option: str) -> None:
    default, other = SWITCHES[option]
    assert swenv.load("underground", map=UX18).options[option] == default
    assert swenv.load("underground", map=UX18, **{option: other}).options[option] == other
    with pytest.raises(ValueError, match=option):
        swenv.load("underground", map=UX18, **{option: "neither"})


@pytest.mark.rule("UG-PLACE-STONEHEDGE", "UG-CLAR-30")
@pytest.mark.parametrize("discarded", [False, True])
def test_stonehedge_draws_at_random_below_the_column_or_from_the_discards(discarded: bool) -> None:
    rows, badges = BADGES[:6], ["mining", "stone", "muddy", "mystic"]
    drawn = set()
    for seed in range(30):
        state = underground(
            phase="conquest",
            seats=[seat(active("ogres", "wise", hand=9)), seat()],
            regions={6: held(0, "ogres"), 9: MONSTERS},
            places_stack=["stonehedge"],
            power_stack=rows if discarded else [*rows, *badges],
            discarded_powers=badges if discarded else [],
            seed=seed,
        )
        document = play(state, "conquer 9").to_position()
        assert sorted([document["stonehedge"], *document["power_stack"]]) == sorted(badges)
        assert document["discarded_powers"] == []
        drawn.add(document["stonehedge"])
    assert len(drawn) > 2


@pytest.mark.rule("UG-SCORE-2")
def test_a_power_of_ones_own_that_stonehedge_lends_counts_like_a_badge() -> None:
    smiths = {"name": "smiths", "tokens": 4, "hammers": ["mine"], "roll_first": ["magic"]}
    state = underground(
        map=json.loads(Path(UX18).read_text(encoding="utf-8")),
        options={"extra_powers": [smiths]},
        phase="conquest",
        seats=[seat(active("ogres", "wise", hand=2)), seat()],
        regions={3: hold(0, "ogres", place="stonehedge")},
        stonehedge="smiths",
    )
    assert legal(state, "roll_for") == [4]
    play(state, "finish", "deploy_rest 3")
    assert race(state, 0, "ogres")["hammers"] == 1


@pytest.mark.rule("UG-CLAR-15")
def test_with_nine_races_in_play_six_rows_are_offered_and_the_mimes_see_five() -> None:
    names = [name for name in BANNER if name != "shadow_mimes"]
    state = underground(
        5,
        phase="pick",
        seats=[seat(declined(names[0]))]
        + [seat(active(names[k], BADGES[k], hand=3), declined(names[4 + k])) for k in range(1, 5)],
        regions={**{k: held(k, names[4 + k]) for k in range(1, 5)}, 5: held(0, names[0])},
        column=[{"race": "shadow_mimes", "power": "tomb"}],
    )
    assert (len(column(state)), state.to_position()["race_stack"], len(legal(state, "pick"))) == (6, [], 6)
    play(state, "pick 0")
    assert (state.phase, len(column(state)), legal(state, "swap")) == ("swap", 5, [0, 1, 2, 3, 4])
    assert len(column(play(state, "finish"))) == 5
