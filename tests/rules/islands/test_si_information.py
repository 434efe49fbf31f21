"""Honest samples of what is hidden from a seat (SI-INFO), and a few documents that are no positions."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import numpy as np
import pytest

import roundtrips
import swenv
from archipelago import examples, house, marker, on_missions, plays, position, stocked, tiles
from hidden import public_part
from randomplay import busy_walk, sample
from referee.archipelago import BOX, Archipelago, pieces
from referee.islands import legal
from scenes_islands import SETTINGS, scenes, setting
from support import many
from swenv.islands import islands

Document = dict[str, Any]
BASE = tiles("CA1@7,8r2", "SA1@8,8r0", "CA2@9,8r0")
"""An island of three tiles; ships can lie east and west of it."""
SOME = [key if key == "advanced-3" else pytest.param(key, marks=pytest.mark.slow) for key in SETTINGS]
"""All settings; but for one of them the tests are slow ones."""


@pytest.mark.rule("SI-ISLE-1", "SI-ISLE-2", "SI-ISLE-3", "SI-ISLE-4", "SI-ISLE-5", "SI-ISLE-6", "SI-ACT-11")
@pytest.mark.parametrize("key", SOME)
def test_the_islands_of_a_state_are_what_a_flood_fill_finds(key: str) -> None:
    for state in scenes(setting(key), range(6)):
        board = Archipelago(state.to_position())
        found = islands(state)
        assert islands(state.game.from_position(state.to_position())) == found
        assert [set(island.pieces) for island in found] == [island.nodes for island in board.islands]
        for told, island in zip(found, board.islands, strict=True):
            facts = (told.size, told.sites, told.free_sites, told.name)
            assert facts == (island.size, len(island.sites), len(island.free), island.free[0] if island.free else None)
            assert told.symbols == {name: island.symbols[name] for name in BOX["meta"]["symbols"]}
            assert told.houses == Counter(island.houses)
            assert (told.open_land_edges, told.complete) == (len(beaches := board.beaches(island)), not beaches)


# Samples of what is hidden; their probabilities are a matter of `test_samples`


def sampled(state: swenv.State, viewer: int, samples: int = 60) -> list[Document]:
    """Documents of many samples."""
    return [state.sample_hidden(viewer, seed).to_position() for seed in range(samples)]


def redrawn(state: swenv.State, viewer: int) -> swenv.State:
    """The state with everything hidden from the viewer drawn anew, and what others know forgotten."""
    document = state.sample_hidden(viewer, 99).to_position()
    for number, seat in enumerate(document["seats"]):
        seat["tokens_in_pool"] = seat["tokens_in_pool"] if number == viewer else []
    return state.game.from_position(document)


@pytest.mark.rule("SI-INFO-1", "SI-INFO-2")
@pytest.mark.parametrize("key", SOME)
def test_samples_keep_what_a_seat_knows_and_every_rule(key: str) -> None:
    loaded = setting(key)
    for state in [*sample(loaded, games=2, per_game=many(3), seed=51, by=busy_walk), *scenes(loaded, range(many(2)))]:
        document = state.to_position()
        for viewer in range(loaded.num_players):
            drawn = state.sample_hidden(viewer, 7)
            told = drawn.to_position()
            assert public_part(told) == public_part(document) and pieces(told) == pieces(document)
            assert told["seats"][viewer] == document["seats"][viewer]
            for seat, was in zip(told["seats"], document["seats"], strict=True):
                assert seat["known"] == was["known"] and {*was["known"]} <= {*seat["hand"]}
                assert not Counter(seat["tokens_in_pool"]) - Counter(told["discoveries"])
            assert {str(loaded.action(index)) for index in drawn.legal_actions().tolist()} == legal(told, {})
            assert np.array_equal(drawn.observation(viewer), state.observation(viewer))
            assert drawn == state.sample_hidden(viewer, 7) == loaded.from_position(told)
            if state.phase != "score":  # they do not hang on what is hidden
                again = redrawn(state, viewer).sample_hidden(viewer, 7).to_position()
                assert without_memory(again) == without_memory(told)


def without_memory(document: Document) -> Document:
    """A position without what seats know of the pool."""
    seats = [{name: value for name, value in seat.items() if name != "tokens_in_pool"} for seat in document["seats"]]
    return {**document, "seats": seats, "random": None}


@pytest.mark.rule("SI-INFO-2")
def test_samples_keep_a_revealed_card() -> None:
    state = position("house", tiles=BASE, seats=on_missions("M10", "M01"), turn_state={"docker": 0})
    missions = [document["seats"][0]["missions"] for document in sampled(state, 1, 30)]
    assert {cards["current"] for cards in missions} == {"M10"} and len({cards["held"][0] for cards in missions}) > 4
    assert len({document["seats"][1]["missions"]["current"] for document in sampled(state, 0, 30)}) > 4


@pytest.mark.rule("SI-INFO-2", "SI-EXPL-9")
def test_samples_keep_a_blocked_hand() -> None:
    board = {"window": 3, "tiles": examples("SI-EX-37")[0]["tiles"], "market": ["WA1", "TA1", "TA2"]}
    state = stocked("turn", hands=[["XA1", "YA2"], ["CD1", "CD3"]], reserve=["XA3", "KC1", "KA3"], **board)
    blocked = plays(state, "take 0")
    assert {tuple(document["seats"][0]["hand"]) for document in sampled(blocked, 1, 10)} == {("XA1", "YA2", "WA1")}


# Positions; what no game leads to is a matter of facts


@pytest.mark.parametrize("field", ["round", "turn", "seed", "tiles[0].r", "houses[0].seat"])
def test_numbers_of_a_position_have_no_point(field: str) -> None:
    number = {"tiles[0].r": {"tiles": [{**BASE[0], "r": 7.0}]}, "houses[0].seat": {"houses": [house(0.0, 7, 8)]}}  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=re.escape(f"'{field}': must be integer")):
        position("turn", **{"tiles": BASE, **number.get(field, {field: 1.0})})


@pytest.mark.rule("SI-MARK-2", "SI-MARK-3")
@pytest.mark.parametrize(
    ("wrong", "field"), [(marker("port", 8, 8, slot=0), "slot"), (marker("laurel", 8, 8, slot=0, piece=0), "piece")]
)
def test_a_port_lies_on_a_piece_and_a_resource_on_a_slot(wrong: Document, field: str) -> None:
    with pytest.raises(ValueError, match=rf"'markers\[0\].{field}': it can only be null"):
        position("turn", tiles=BASE, markers=[wrong])


@pytest.mark.rule("SI-REW-2")
def test_a_reward_phase_needs_no_ship_to_be_tried() -> None:
    state = position("house", tiles=BASE, ships=[], seats=on_missions("M12", "M01"))
    assert state.round == 1 and "house 7 8" in {str(state.game.action(action)) for action in state.legal_actions()}
    assert roundtrips.objection(state.copy) == "round"
