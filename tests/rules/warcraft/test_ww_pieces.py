"""Warcraft: the tables and pieces that games begin with, what is hidden, and the pieces of two races of a kind."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import swenv
from boxes import (
    ARTIFACTS,
    LEGENDARY,
    ROUNDS,
    SIZES,
)
from hidden import public_part
from randomplay import SOME_BOARDS, board_game, busy_walk, sample
from scenes_warcraft import Scene
from support import active, held, play, seat, warcraft


def warcraft_game(num_players: int) -> swenv.Game:
    return board_game(num_players, "warcraft")


@pytest.mark.rule("WW-SETUP-1", "WW-SETUP-5", "WW-SETUP-7", "WW-SETUP-8", "WW-DIFF-1", "WW-DIFF-9", "WW-EX-49")
@pytest.mark.parametrize("num_players", SOME_BOARDS)
def test_every_game_starts_on_a_table_of_its_own_with_a_marker_on_each_board(num_players: int) -> None:
    loaded, tables = warcraft_game(num_players), set()
    for seed in range(40):
        state = loaded.new_state(seed=seed)
        board, document = loaded.board_of(state.record), state.to_position()
        tables.add(board.faces)
        assert "".join(face[0] for face in board.faces) == SIZES[num_players]
        hidden = {int(key): place["face_down"] for key, place in document["regions"].items() if "face_down" in place}
        assert set(hidden) == {region.id for region in board.regions if region.marker}
        assert len(set(hidden.values())) == num_players and set(hidden.values()) <= ARTIFACTS | LEGENDARY
        murlocs = {int(key) for key, place in document["regions"].items() if place.get("murloc")}
        assert murlocs == {region.id for region in board.regions if region.murloc}
        assert [owner["coins"] for owner in document["seats"]] == [5] * num_players
        assert document["rounds"] == ROUNDS[num_players]
    assert len(tables) >= (12 if num_players == 2 else 20)


@pytest.mark.rule("WW-SETUP-7", "WW-RACE-GOBLINS")
@pytest.mark.parametrize("num_players", SOME_BOARDS)
def test_sample_hidden_keeps_what_a_seat_sees_and_draws_the_rest_anew(num_players: int) -> None:
    loaded = warcraft_game(num_players)
    states = sample(loaded, games=2, per_game=6, seed=51, by=busy_walk)
    states += [Scene(loaded, seed, "goblins" if seed % 2 else None).state() for seed in range(6)]
    changed = set()
    for state in states:
        document = state.to_position()
        for owner in range(num_players):
            drawn = state.sample_hidden(owner, 7)
            other = drawn.to_position()
            assert public_part(other) == public_part(document)
            assert np.array_equal(drawn.mask(), state.mask())
            assert np.array_equal(drawn.observation(owner), state.observation(owner))
            for name in ("race_stack", "power_stack", "bomb_stack", "regions"):
                changed |= {name} if other[name] != document[name] else set()
            bombs = [all_bombs(told) for told in (document, other)]
            assert bombs[0] == bombs[1], "the kinds are drawn anew, not made"
    assert changed == {"race_stack", "power_stack", "bomb_stack", "regions"}


def all_bombs(document: dict[str, Any]) -> Counter[str]:
    """How many bombs of each kind are unrevealed."""
    planted = [place["bomb"] for place in document["regions"].values() if place.get("bomb")]
    return Counter([*document["bomb_stack"], *document["bombs_lost"], *planted])


@pytest.mark.rule("WW-POWER-BEASTMASTERS", "WW-POWER-CHAMPIONS", "WW-DECL-4")
def test_the_decline_of_one_race_leaves_the_pieces_of_another_alone() -> None:
    def seats(first: str, second: str, **fields: Any) -> list[dict[str, Any]]:
        return [
            seat(active("pandaren", first)),
            seat(active("dwarves", "miners")),
            seat(active("orcs", second, **fields)),
        ]

    regions = {0: held(0, "pandaren", 2), 9: held(1, "dwarves", 1), 5: held(2, "orcs", 1, beasts=2)}
    state = play(warcraft(3, seats=seats("champions", "beastmasters"), regions=regions), "decline")
    assert state.to_position()["regions"]["5"]["markers"] == {"beasts": 2}

    regions[5] = held(2, "orcs", 1)
    seated = seats("beastmasters", "champions", champion_lost=True)
    state = play(warcraft(3, seats=seated, regions=regions), "decline")
    assert state.to_position()["seats"][2]["races"][0]["champion_lost"]
