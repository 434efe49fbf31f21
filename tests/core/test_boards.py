"""Boards made at random, and games that draw their board, their length or their box."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import pytest

import swenv
from randomplay import BOARDS, busy_walk
from support import FX9
from swenv import render
from swenv.smallworld import board_maker
from swenv.smallworld.board import Board, load_board


def counts(board: Board) -> tuple[Any, ...]:
    """What is printed on a board, counted."""
    printed = ((region.terrain, *region.symbols, *["tribe"] * region.tribe) for region in board.regions)
    return board.rounds, Counter(chain(*printed))


@pytest.mark.slow
@pytest.mark.parametrize("num_players", BOARDS)
def test_a_random_board_has_the_proportions_of_the_printed_one(num_players: int) -> None:
    printed = load_board(f"smallworld-{num_players}p")
    for seed in range(6):
        board = load_board(board_maker.name_of(num_players, seed))
        assert counts(board) == counts(printed)
        at_edge, expected = (sum(region.edge for region in each.regions) for each in (board, printed))
        assert abs(at_edge - expected) <= 1
        waters = [region for region in board.regions if region.is_water]
        assert all(region.edge == (region.terrain == "sea") for region in waters)
        assert not any(board.regions[other].is_water for region in waters for other in region.neighbors)
        assert not any(region.tribe and region.terrain == "mountain" for region in board.regions)
        swenv.load("smallworld", num_players=num_players, map=board.name)


@pytest.mark.parametrize("num_players", BOARDS)
def test_the_drawing_of_a_random_board_is_planar_and_shows_exactly_its_borders(num_players: int) -> None:
    for seed in range(6):
        board = load_board(board_maker.name_of(num_players, seed))
        owners: dict[tuple[Any, Any], list[int]] = {}
        area = 0.0
        for region in board.regions:
            assert region.polygon and region.label
            around = [*region.polygon, region.polygon[0]]
            for (x, y), (a, b) in pairwise(around):
                area += (x * b - a * y) / 2
                owners.setdefault(tuple(sorted([(x, y), (a, b)])), []).append(region.id)  # type: ignore[arg-type]
        assert area == pytest.approx(board.size[0] * board.size[1])
        shared = {tuple(sorted(pair)) for pair in owners.values() if len(pair) == 2}
        assert shared == {(r.id, other) for r in board.regions for other in r.neighbors if r.id < other}
        alone = [(line, pair[0]) for line, pair in owners.items() if len(pair) == 1]
        for (start, end), region in alone:  # nothing but the frame has a region on one side only
            assert any(p == q in (0, size) for p, q, size in zip(start, end, board.size, strict=True))
            assert board.regions[region].edge
        assert {region for _, region in alone} == {region.id for region in board.regions if region.edge}


def test_a_seed_makes_the_same_board_everywhere() -> None:
    text = "".join(board_maker.text(board_maker.make(n, seed)) for n in BOARDS for seed in (0, 1, 10**18 - 1))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "9748a8ca4ae750f1"
    assert json.loads(board_maker.text(board_maker.make(2, 7))) == board_maker.make(2, 7)


def test_each_game_draws_one_of_the_boards() -> None:
    loaded = swenv.load("smallworld", map=("smallworld-2p", "random:7-8", FX9))
    names = ["smallworld-2p", "random-2p-7", "random-2p-8", json.loads(Path(FX9).read_text())["name"]]
    assert [board.name for board in loaded.boards] == names  # type: ignore[attr-defined]
    drawn = Counter(loaded.new_state(seed=seed).to_position()["map"] for seed in range(100))
    assert drawn.keys() == {*names} and min(drawn.values()) > 10
    for seed in range(8):
        state = loaded.new_state(seed)
        number = int(loaded.board_numbers(state.observation()))
        assert names[number] == state.to_position()["map"]
        regions = len(loaded.boards[number].regions)  # type: ignore[attr-defined]
        assert loaded.graph(state.observation()).adjacency.any(axis=1).sum() == regions


def test_the_option_is_plain_data_that_loads_the_same_game() -> None:
    document = json.loads(Path(FX9).read_text(encoding="utf-8"))
    for given, plain in (
        ("random", "random:0-31"),
        ("random:4", "random-2p-4"),
        (("smallworld-2p", FX9, "random:3-5"), ["smallworld-2p", document, "random:3-5"]),
        (["smallworld-3p"], "smallworld-3p"),
    ):
        loaded = swenv.load("smallworld", map=given)
        assert loaded.options["map"] == plain
        assert swenv.load("smallworld", **json.loads(json.dumps(loaded.options))) == loaded
    assert len(swenv.load("smallworld", map="random").boards) == 32  # type: ignore[attr-defined]


def test_a_position_names_its_board_wherever_boards_can_be_drawn() -> None:
    loaded = swenv.load("smallworld", map=("smallworld-2p", "random:7-8"))
    header = {"format": "swenv-position/1", "game": "smallworld"}
    assert loaded.from_position({**header, "map": "random-2p-8"}).to_position()["map"] == "random-2p-8"
    assert loaded.from_position({**header, "seed": 1}).to_position()["seed"] == 1
    for fields in ({"map": "random-2p-9"}, {"regions": {"3": {"tribe": 1}}}):
        with pytest.raises(ValueError, match="position, field 'map'"):
            loaded.from_position({**header, **fields})


def test_boards_of_different_lengths_keep_them() -> None:
    loaded = swenv.load("smallworld", map=("smallworld-2p", "smallworld-5p"))
    assert loaded.options["rounds"] is None
    states = [loaded.new_state(seed) for seed in range(20)]
    said = {str(state).partition(" · turn")[0] for state in states}
    assert said == {"Small World on smallworld-2p · round 1 of 10", "Small World on smallworld-5p · round 1 of 8"}
    assert all(f"Round 1 of {state.to_position()['rounds']}" in render.svg(state) for state in states[:4])


def test_games_draw_their_length_and_their_box() -> None:
    loaded = swenv.load("smallworld", rounds=(3, 5), races=(8, 10), powers=(11, 13))
    assert [loaded.options[name] for name in ("rounds", "races", "powers")] == [[3, 5], [8, 10], [11, 13]]
    starts = [loaded.new_state(seed).to_position() for seed in range(60)]
    assert {start["rounds"] for start in starts} == {3, 4, 5}
    boxes = [{row["race"] for row in start["column"]} | {*start["race_stack"]} for start in starts]
    assert {len(box) for box in boxes} == {8, 9, 10} and len({*map(frozenset, boxes)}) > 40
    assert {len(start["column"]) + len(start["power_stack"]) for start in starts} == {11, 12, 13}
    *_, (last, _) = busy_walk(loaded, seed=4)
    assert last.round == last.to_position()["rounds"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"map": []}, ["'map'", "empty"]),
        ({"map": ["smallworld-2p", "underground-2p"]}, ["board 2 of 2", "underground-2p", "load that game"]),
        ({"map": ["smallworld-2p", 3]}, ["board 2 of 2", "not 3"]),
        ({"map": ["smallworld-2p", "random:0-3", "smallworld-2p"]}, ["2 boards are called smallworld-2p"]),
        ({"map": "random:3-1"}, ["random:3-1", "ends before"]),
        ({"map": "random:0-128"}, ["129 boards", "128 at most"]),
        ({"map": "random-2p-01"}, ["no map 'random-2p-01'"]),
        ({"name": "underground", "map": "random"}, ["made for smallworld"]),
        ({"rounds": (5, 4)}, ["'rounds'", "before it begins"]),
        ({"races": (2, 10)}, ["'races'", "at least 5", "not 2"]),
        ({"powers": (12, 10)}, ["'powers'", "range"]),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_a_sentence(options: dict[str, Any], says: list[str]) -> None:
    with pytest.raises(ValueError) as refused:
        swenv.load(options.pop("name", "smallworld"), **options)
    assert all(words in str(refused.value) for words in says), str(refused.value)
