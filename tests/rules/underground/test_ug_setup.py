"""Components and set-up of Underground (UG-SETUP), and its boards (UG-MAP)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import boxes
import swenv
from chapters import column, markers, price
from rulebook import REFERENCES
from support import MONSTERS, UX18, active, declined, game, held, legal, play, race, seat, underground
from underground_chapters import PLACES, RELICS, conquering, hold, lying

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
    assert (len(PLACES), len(RELICS)) == (9, 6)
    dealt = start(2, 4)
    stacks = [start(2, seed).to_position()["places_stack"] for seed in range(80)]
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


# Set-up


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
    column = [{"race": "flames", "power": "wise"}]
    state = play(underground(players, None, phase="pick", column=column, seats=[seat()] * players), "pick 0")
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
