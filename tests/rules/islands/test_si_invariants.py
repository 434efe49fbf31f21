"""What holds in every position of Small Islands besides what the referee says: documents, masks, islands, samples."""

from __future__ import annotations

import json
from collections import Counter
from functools import lru_cache

import numpy as np
import pytest

import swenv
from checkedplay import public_part
from maskcheck import hold_the_mask_to_its_word
from randomplay import busy_walk, one_of_each_phase, onward, sample, walk
from referee.archipelago import BOX, Archipelago, pieces
from referee.islands import LONGEST, SETTINGS, legal
from scenes_islands import scenes
from support import many
from swenv.islands import islands

QUICK = ("advanced-3",)
SOME = [key if key in QUICK else pytest.param(key, marks=pytest.mark.slow) for key in SETTINGS]
"""All settings; but for one of them the tests are slow ones."""


@lru_cache(maxsize=32)
def setting(key: str) -> swenv.Game:
    """A game of `SETTINGS`, kept between tests."""
    return swenv.load("islands", **SETTINGS[key])


# Positions, steps and masks


@pytest.mark.parametrize("key", SOME)
def test_every_decision_of_a_game_is_written_and_read_back_bit_for_bit(key: str) -> None:
    loaded = setting(key)
    for state, _ in busy_walk(loaded, seed=3):
        document = state.to_position()
        assert loaded.from_position(json.loads(json.dumps(document))) == state, f"{document}"


def test_no_mask_is_empty_before_the_end_and_every_mask_is_after_it() -> None:
    for key in SETTINGS:
        for state, action in walk(setting(key), seed=97):
            assert state.mask().any() == (action >= 0) == (not state.is_over)


def test_every_action_in_the_mask_applies_and_every_other_is_refused_by_a_rule() -> None:
    loaded = setting("window-5")
    states = sample(loaded, games=2, per_game=3, seed=21, by=busy_walk)
    for state in [*one_of_each_phase(loaded, games=1, by=busy_walk).values(), *states]:
        hold_the_mask_to_its_word(state)


@pytest.mark.slow
@pytest.mark.parametrize("key", SETTINGS)
def test_the_mask_keeps_its_word_on_many_states(key: str) -> None:
    loaded = setting(key)
    for state in [*one_of_each_phase(loaded, games=1, by=busy_walk).values(), *sample(loaded, many(1), 2, seed=22)]:
        hold_the_mask_to_its_word(state)


# Scenes: what random games seldom come to


@pytest.mark.parametrize("key", SOME)
def test_every_decision_of_a_scene_is_written_and_read_back_bit_for_bit(key: str) -> None:
    loaded = setting(key)
    for seed, scene in enumerate(scenes(loaded, range(4))):
        for state, _ in onward(scene, seed, LONGEST):
            document = state.to_position()
            assert loaded.from_position(document) == state, f"{document}"


# What programs are told


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
