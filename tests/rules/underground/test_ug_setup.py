"""Components and set-up of Underground (UG-SETUP), and its boards (UG-MAP)."""

from __future__ import annotations

import re
from typing import Any

import pytest

import boxes
import swenv
from chapters import column, price
from facts_boards import POPULAR, RELICS, stand
from rulebook import REFERENCES
from support import game, legal, play, race
from swenv.smallworld import Power

BANNER, BADGES = boxes.UNDERGROUND_BANNER, sorted(boxes.UNDERGROUND_BADGE)
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


@pytest.mark.rule("UG-SETUP-2", "UG-SETUP-5", "UG-SETUP-23", "UG-SETUP-24")
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
    assert (len(POPULAR), len(RELICS)) == (9, 6)
    dealt = start(2, 4)
    stacks = [start(2, seed).to_position()["places_stack"] for seed in range(80)]
    assert all(len(stack) == len(set(stack)) == 4 for stack in stacks)
    assert {name for stack in stacks for name in stack} == {*POPULAR, *RELICS}
    assert sum(0 < sum(name in RELICS for name in stack) < 4 for stack in stacks) > 40  # 9 in 10 hold both kinds
    assert len({tuple(stack) for stack in stacks}) > 70
    document = dealt.to_position()
    other = {**document, "places_stack": [name for name in POPULAR if name not in document["places_stack"]][:4]}
    for number in (0, 1):
        assert dealt.game.from_position(other).observation(number).tolist() == dealt.observation(number).tolist()


# Set-up


@pytest.mark.rule("UG-SETUP-9", "UG-SETUP-25")
@pytest.mark.parametrize(("players", "count"), [(2, 4), (3, 6), (4, 7), (5, 9)])
def test_every_black_mountain_of_a_board_defends(players: int, count: int) -> None:
    board = printed(players)
    mountains = [entry["id"] for entry in board if entry["terrain"] == "mountain"]
    assert len(mountains) == count
    for target in mountains:
        base = next(near for near in board[target]["neighbors"] if board[near]["terrain"] in LAND)
        seats = "shadow_mimes martyr hand 9" + " | -" * (players - 1)
        assert price(stand("underground", seats, f"{base} shadow_mimes", "map none"), target) == 3


# Boards


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
    state = play(
        stand("underground", "-" + " | -" * (players - 1), more="map none; phase pick; column flames wise"), "pick 0"
    )
    assert legal(state, "volcano") == [entry["id"] for entry in marked]


@pytest.mark.rule("UG-MAP-4")
@pytest.mark.parametrize("players", [2, 3])
def test_the_boards_of_two_and_three_players_are_as_the_rules_list_them(players: int) -> None:
    text = REFERENCES["UG"].read_text(encoding="utf-8").split(f"### A.{players - 1} {players} players")[1]
    rows = re.findall(r"^\| (\d+) \| ([A-Za-z ]+).*? \| ([EMV ]*?) ?\| ([\d ]+) \|", text.split("###")[0], re.M)
    assert len(rows) == len(printed(players))
    for (number, terrain, flags, borders), entry in zip(rows, printed(players), strict=True):
        words = {"mudpool": "mud", "mystic": "crystal", "black": "mountain"}
        first = terrain.split()[0].lower()
        assert (entry["id"], entry["terrain"]) == (int(number) - 1, words.get(first, first))
        assert (entry["edge"], entry["monster"], entry["volcano"]) == ("E" in flags, "M" in flags, "V" in flags)
        assert entry["neighbors"] == [int(other) - 1 for other in borders.split()]


# Chance


STACKS = ("power_stack", "discarded_powers")


@pytest.mark.rule("UG-PLACE-STONEHEDGE", "UG-CLAR-30")
@pytest.mark.parametrize("discarded", [False, True])
def test_stonehedge_draws_at_random_below_the_column_or_from_the_discards(discarded: bool) -> None:
    rows, badges, drawn = BADGES[:6], ["mining", "stone", "muddy", "mystic"], set()
    stacks = (rows, badges) if discarded else ([*rows, *badges], [])
    below = "; ".join(f"{name} {' '.join(stack) or '-'}" for name, stack in zip(STACKS, stacks, strict=True))
    for seed in range(30):
        more = f"places_stack stonehedge; seed {seed}; {below}"
        state = stand("underground", "ogres wise hand 9 | -", "6 ogres; 9 monsters", more)
        document = play(state, "conquer 9").to_position()
        assert sorted([document["stonehedge"], *document["power_stack"]]) == sorted(badges)
        assert document["discarded_powers"] == []
        drawn.add(document["stonehedge"])
    assert len(drawn) > 2


@pytest.mark.rule("UG-SCORE-2")
def test_a_power_of_ones_own_that_stonehedge_lends_counts_like_a_badge() -> None:
    smiths = Power(name="smiths", tokens=4, hammers=("mine",), roll_first=("magic",))
    state = stand(
        "underground", "ogres wise hand 2 | -", "3 ogres stonehedge", "stonehedge smiths", extra_powers=[smiths]
    )
    assert legal(state, "roll_for") == [4]
    play(state, "finish", "deploy_rest 3")
    assert race(state, 0, "ogres")["hammers"] == 1


@pytest.mark.rule("UG-CLAR-15")
def test_with_nine_races_in_play_six_rows_are_offered_and_the_mimes_see_five() -> None:
    names = [name for name in BANNER if name != "shadow_mimes"]
    pairs = [f"{names[k]} {BADGES[k]} hand 3, declined {names[4 + k]}" for k in range(1, 5)]
    lying = "; ".join(f"{k} {names[4 + k]}" for k in range(1, 5))
    seats, more = " | ".join([f"declined {names[0]}, coins 5", *pairs]), "phase pick; column shadow_mimes tomb"
    state = stand("underground", seats, f"{lying}; 5 {names[0]}", more)
    assert (len(column(state)), state.to_position()["race_stack"], len(legal(state, "pick"))) == (6, [], 6)
    play(state, "pick 0")
    assert (state.phase, len(column(state)), legal(state, "swap")) == ("swap", 5, [0, 1, 2, 3, 4])
    assert len(column(play(state, "finish"))) == 5
