"""The set-up of games that mix Underground with the base game (UG-MIX), entries of one's own, what a refusal says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import swenv
from chapters import markers
from facts_boards import POPULAR, RELICS, stand
from support import FX9, active, game, play, race, seat
from swenv.smallworld import Power, Race

BOXES = ("base", "underground")
FX9_MIXED = str(Path(FX9).with_name("fx9-mixed.json"))
"""FX9 with Lost Tribes in 1, 4, 5 and 8."""
BASE_OUT = {"flames", "spiderines"}
NEW_OUT = {"humans", "hill", "mounted", "underworld"}
NEED_PLACES = {"adventurous", "magic"}


def names(loaded: swenv.Game) -> set[str]:
    """The races and powers of a game."""
    return {entry.name for entry in (*loaded.races, *loaded.powers)}


def start(players: int, seed: int, **options: Any) -> dict[str, Any]:
    """The position of a new game on the board of the base game."""
    return game(players, None, **options).new_state(seed=seed).to_position()


def regions_with(document: dict[str, Any], thing: str) -> set[int]:
    return {int(number) for number, entry in document["regions"].items() if entry.get(thing)}


@pytest.mark.rule("UG-MIX-7", "UG-MIX-8", "UG-MIX-10", "UG-MIX-13")
@pytest.mark.parametrize(
    ("name", "boxes", "places", "out"),
    [
        ("smallworld", BOXES, None, BASE_OUT | NEED_PLACES),
        ("smallworld", BOXES, True, BASE_OUT),
        ("underground", BOXES, True, NEW_OUT),
        ("underground", BOXES, False, NEW_OUT | NEED_PLACES),
        ("underground", ("underground",), True, set()),
        ("smallworld", ("base",), True, set()),
        ("smallworld", ("underground",), True, BASE_OUT),
        ("underground", ("base",), True, NEW_OUT),
    ],
)
def test_what_has_no_meaning_on_the_board_is_left_out(
    name: str, boxes: tuple[str, ...], places: bool | None, out: set[str]
) -> None:
    options = {} if places is None else {"places": places}
    loaded = swenv.load(name, num_players=3, boxes=boxes, **options)
    boxed = {"base": "smallworld", "underground": "underground"}
    box = {entry for box in boxes for entry in names(swenv.load(boxed[box], num_players=3))}
    assert len(box) == {("base",): 34, ("underground",): 36}.get(boxes, 70)
    assert (set(loaded.left_out), names(loaded)) == (out, box - out)
    document = loaded.new_state(seed=4).to_position()
    dealt = {row[kind] for row in document["column"] for kind in ("race", "power")}
    assert dealt | set(document["race_stack"]) | set(document["power_stack"]) == box - out
    for banner in out & {"flames", "humans"}:
        with pytest.raises(ValueError, match=banner):
            loaded.from_position({**document, "seats": [seat(active(banner, hand=3)), seat(), seat()]})


@pytest.mark.rule("UG-MIX-10")
@pytest.mark.parametrize(
    ("terrains", "symbol", "out"),
    [
        ({5: "farmland"}, "", {"swamp", "muddy", "mudmen"}),
        ({4: "farmland"}, "", {"forest", "shrooms", "shield"}),
        ({3: "farmland"}, "", {"giants", "stone"}),
        ({}, "mine", {"dwarves", "iron_dwarves", "mining"}),
        ({}, "magic", {"wizards", "will_o_wisps", "mystic"}),
        ({6: "hill", 7: "hill"}, "", {"tritons", "seafaring", "kraken", "lizardmen", "fisher"}),
    ],
)
def test_what_can_do_nothing_on_a_board_of_ones_own_is_left_out(
    terrains: dict[int, str], symbol: str, out: set[str]
) -> None:
    board = json.loads(Path(FX9).read_text())
    for number, terrain in terrains.items():
        board["regions"][number]["terrain"] = terrain
    for place in board["regions"]:
        place["symbols"] = [each for each in place["symbols"] if each != symbol]
    loaded = swenv.load("smallworld", num_players=2, map=board, boxes=BOXES)
    assert set(loaded.left_out) == out | BASE_OUT | NEED_PLACES
    assert swenv.load("smallworld", num_players=2, map=board).left_out == ()  # the base game has no such rule


@pytest.mark.rule("UG-MIX-11", "UG-EX-51", "UG-ACT-29")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("boxes", [BOXES, ("base",)])
def test_monsters_take_the_place_of_lost_tribes_in_regions_that_do_not_border(
    players: int, boxes: tuple[str, ...]
) -> None:
    board = game(players, None, boxes=boxes, places=True).board.regions
    tribes = {place.id for place in board if place.tribe}
    draws, stacks, seen = set(), set(), set[int]()
    for seed in range(20):
        document = start(players, seed, boxes=boxes, places=True)
        assert document == start(players, seed, boxes=boxes, places=True)
        monsters = regions_with(document, "monsters")
        assert [document["regions"][str(number)]["monsters"] for number in monsters] == [2] * (players + 1)
        assert not any(other in monsters for number in monsters for other in board[number].neighbors)
        assert (monsters <= tribes, regions_with(document, "tribe")) == (True, tribes - monsters)
        stack = document["places_stack"]
        assert len(set(stack)) == len(stack) == players + 1
        assert set(stack) <= {*POPULAR, *RELICS}
        draws.add(frozenset(monsters))
        stacks.add(tuple(stack))
        seen |= monsters
    assert (len(draws) > 1, len(stacks) > 15) == (True, True)
    if players == 2:  # each of the nine belongs to some set of three that do not border
        for seed in range(20, 80):
            seen |= regions_with(start(players, seed, boxes=boxes, places=True), "monsters")
        assert seen == tribes


@pytest.mark.rule("UG-MIX-11")
def test_the_one_legal_set_is_found_and_an_impossible_board_refused() -> None:
    document = game(2, FX9_MIXED, boxes=BOXES, places=True).new_state(seed=3).to_position()
    assert (regions_with(document, "monsters"), regions_with(document, "tribe")) == ({1, 4, 8}, {5})
    with pytest.raises(ValueError, match="places"):
        game(2, FX9, boxes=BOXES, places=True)  # two Lost Tribes alone


@pytest.mark.rule("UG-MIX-11", "UG-MIX-12")
@pytest.mark.parametrize(("players", "rounds"), [(2, 10), (3, 10), (4, 9), (5, 8)])
def test_a_base_board_keeps_its_rounds_and_without_places_its_lost_tribes(players: int, rounds: int) -> None:
    document = start(players, 3, boxes=BOXES)
    tribes = {place.id for place in game(players, None, boxes=BOXES).board.regions if place.tribe}
    assert (regions_with(document, "monsters"), regions_with(document, "tribe")) == (set(), tribes)
    assert (document["rounds"], document.get("places_stack", [])) == (rounds, [])


@pytest.mark.rule("UG-MIX-12")
@pytest.mark.parametrize(("name", "board"), [("smallworld", "underground-2p"), ("underground", "smallworld-2p")])
def test_a_board_belongs_to_its_game_whatever_the_boxes(name: str, board: str) -> None:
    with pytest.raises(ValueError, match="map"):
        swenv.load(name, num_players=2, map=board, boxes=BOXES)


# Entries of one's own, and what a refusal says


@pytest.mark.rule("UG-MIX-10")
def test_a_power_of_ones_own_is_left_out_where_it_can_do_nothing() -> None:
    farmers = {"name": "farmers", "tokens": 4, "coins": ["farmland"]}
    assert "farmers" in {entry.name for entry in swenv.load("smallworld", extra_powers=[farmers], boxes=BOXES).powers}
    assert "farmers" in swenv.load("underground", extra_powers=[farmers], boxes=BOXES).left_out  # no farmland here


@pytest.mark.rule("SW-COL-9", "UG-SETUP-10")
@pytest.mark.parametrize(
    ("name", "badge", "says"),
    [
        ("smallworld", {"spirit": True}, "option 'races'"),
        ("smallworld", {"surcharge": 1}, "field 'surcharge' is not played in smallworld"),
        *(("underground", {it: True}, it) for it in ("great_ancient", "royal", "volcano", "vengeful", "bag")),
    ],
)
def test_a_badge_that_cannot_be_played_is_refused(name: str, badge: dict[str, Any], says: str) -> None:
    few = {"races": ["orcs", "humans", "wizards", "dwarves", "giants"]} if "spirit" in badge else {}
    with pytest.raises(ValueError, match=says):
        swenv.load(name, num_players=2, extra_powers=[{"name": "second", "tokens": 4, **badge}], **few)


@pytest.mark.rule("SW-TERM-6")
def test_a_race_in_the_spirit_slot_by_its_banner_comes_back_from_its_document() -> None:
    souls = Race(name="souls", tokens=5, spirit=True)
    state = stand("smallworld", "souls hill | -", "0 souls", "phase choose", extra_races=[souls])
    state.apply("decline")
    assert state.game.from_position(state.to_position()) == state


@pytest.mark.rule("UG-PLACE-STONEHEDGE")
@pytest.mark.parametrize(
    ("field", "lent", "action", "left"),
    [
        ({"great_ancient": True}, " ancient_placed", "conquer 0", {}),
        ({"hammers": ("mine",)}, " hammers 3", "conquer 0", {}),
        ({"holes": 2}, "", "conquer 1", {"hole": 1}),
    ],
    ids=["great ancient", "hammers", "holes"],
)
def test_what_stonehedge_lends_comes_and_leaves_with_it(
    field: dict[str, Any], lent: str, action: str, left: dict[str, int]
) -> None:
    names = [entry.name for entry in game(2, None, name="underground").races if entry.name != "cultists"]
    board = (
        f"0 drow stonehedge; 3 drow{' ancient' * ('great_ancient' in field)}; 5 ogres; turn {int(action[-1] == '0')}"
    )
    second = Power(name="second", tokens=4, **field)
    seats = f"drow stone hand 5{lent} | ogres muddy hand 4"
    state = stand("underground", seats, board, "stonehedge second", extra_powers=[second], races=names)
    state.apply(action)
    assert [markers(state, number) for number in (1, 3)] == [left, {}]
    assert race(state, 0, "drow").get("hammers", 0) == 0


def test_large_numbers_of_own_entries_pay_the_same_compiled_or_not() -> None:  # fails with NUMBA_DISABLE_JIT=1
    rich = Power(name="rich", tokens=4, coins_per_conquest=40)
    state = stand("smallworld", "ratmen rich | -", "0 ratmen; this_turn nonempty_conquered 4", extra_powers=[rich])
    state.apply("finish")
    assert state.coins[0] == 161


VAMPIRES = ("ogres vampire hand 2 | drow muddy", "0 ogres*2 pentacle sword; 5 ogres; 1 drow")
BERSERK = ("ratmen berserk hand 1 | orcs swamp", "0 ratmen; 1 orcs*5; 4 orcs", "this_turn pending_roll 2")
THREE = ("ogres vampire hand 8 | drow muddy | kraken stone", "0 ogres*2; 1 drow; 5 kraken*2")
MARKERS = ("0 ogres*2; 1 ogres*2 scepter", "phase markers")


@pytest.mark.rule("UG-POWER-ROYAL", "UG-PLACE-PENTACLE", "UG-ED-2", "SW-POWER-BERSERK", "SW-REDEP-5")
@pytest.mark.parametrize(
    ("name", "position", "actions", "false"),
    [
        ("underground", ("ogres royal | -", *MARKERS), "finish", "encampments and heroes"),
        ("underground", ("ogres magic | -", *MARKERS), "bag scepter; finish", "for a conquest"),
        ("underground", VAMPIRES, "use sword; balrog 1", "may not go there"),
        ("underground", VAMPIRES, "finish; use sword", "no legal conquest could follow"),
        ("underground", (*THREE, "option vampire_limit=opponent"), "vampire 1; vampire 5", "once a turn"),
        ("smallworld", BERSERK, "conquer 1", "roll, then pay"),
        ("smallworld", ("amazons hill | -", "0 1 2 4 amazons"), "finish; abandon 8", "no region may be given up"),
    ],
)
def test_a_refusal_does_not_say_what_is_not_so(name: str, position: tuple[str, ...], actions: str, false: str) -> None:
    *before, last = actions.split("; ")
    state = play(stand(name, *position), *before)
    with pytest.raises(swenv.IllegalAction) as caught:
        state.apply(last)
    assert false not in str(caught.value)
