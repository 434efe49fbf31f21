"""Small Islands: what programs are told of islands, and what is drawn anew for a seat."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import numpy as np
import pytest

import swenv
from hidden import public_part
from randomplay import busy_walk, sample
from referee.archipelago import BOX, Archipelago, pieces
from referee.islands import SETTINGS, legal
from scenes_islands import scenes
from swenv.islands import islands

QUICK = ("advanced-3",)
SOME = [key if key in QUICK else pytest.param(key, marks=pytest.mark.slow) for key in SETTINGS]
"""All settings; but for one of them the tests are slow ones."""


@lru_cache(maxsize=32)
def setting(key: str) -> swenv.Game:
    """A game of `SETTINGS`, kept between tests."""
    return swenv.load("islands", **SETTINGS[key])


@pytest.mark.rule("SI-ISLE-1", "SI-ISLE-2", "SI-ISLE-3", "SI-ISLE-4", "SI-ISLE-5", "SI-ISLE-6")
@pytest.mark.parametrize("key", SOME)
def test_the_islands_of_a_state_are_what_a_flood_fill_finds(key: str) -> None:
    for state in scenes(setting(key), range(6)):
        board = Archipelago(state.to_position())
        found = islands(state)
        assert [set(island.pieces) for island in found] == [island.nodes for island in board.islands]
        for told, island in zip(found, board.islands, strict=True):
            facts = (told.size, told.sites, told.free_sites, told.name)
            assert facts == (island.size, len(island.sites), len(island.free), island.free[0] if island.free else None)
            assert told.symbols == {name: island.symbols[name] for name in BOX["meta"]["symbols"]}
            assert told.houses == Counter(island.houses)
            assert (told.open_land_edges, told.complete) == (len(beaches := board.beaches(island)), not beaches)


@pytest.mark.rule("SI-INFO-1", "SI-INFO-2")
@pytest.mark.parametrize("key", SOME)
def test_what_is_drawn_anew_for_a_seat_is_a_position_of_the_same_pieces(key: str) -> None:
    loaded = setting(key)
    for state in [*sample(loaded, games=2, per_game=6, seed=51, by=busy_walk), *scenes(loaded, range(6))]:
        for owner in range(loaded.num_players):
            drawn = state.sample_hidden(owner, 7)
            told, document = drawn.to_position(), state.to_position()
            assert public_part(told) == public_part(document)
            assert pieces(told) == pieces(document)
            assert {str(loaded.action(index)) for index in drawn.legal_actions().tolist()} == legal(told, {})
            for seat in told["seats"]:
                assert not Counter(seat["tokens_in_pool"]) - Counter(told["discoveries"])
            assert np.array_equal(drawn.observation(owner), state.observation(owner))
