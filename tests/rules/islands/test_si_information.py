"""Honest samples of what is hidden from a seat (SI-INFO), and a few documents that are no positions."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import Any

import numpy as np
import pytest
from archipelago import data, examples, house, land, marker, on_missions, plays, position, stocked, tiles

import roundtrips
import swenv
from hidden import public_part
from randomplay import busy_walk, sample
from referee.archipelago import BOX, Archipelago, pieces
from referee.islands import SETTINGS, legal
from scenes_islands import scenes
from swenv.islands import islands

Document = dict[str, Any]
BASE = tiles("CA1@7,8r2", "SA1@8,8r0", "CA2@9,8r0")
"""An island of three tiles; ships can lie east and west of it."""
SOME = [key if key == "advanced-3" else pytest.param(key, marks=pytest.mark.slow) for key in SETTINGS]
"""All settings; but for one of them the tests are slow ones."""


@lru_cache(maxsize=32)
def setting(key: str) -> swenv.Game:
    """A game of `SETTINGS`, kept between tests."""
    return swenv.load("islands", **SETTINGS[key])


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


# Samples of what is hidden


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
    for state in [*sample(loaded, games=2, per_game=6, seed=51, by=busy_walk), *scenes(loaded, range(6))]:
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
@pytest.mark.parametrize("navigation", [[], ["CD3"]])
def test_samples_draw_every_hidden_tile(navigation: list[str]) -> None:
    """Of the two tiles of seat 1 one was seen by all; the other one can be any that seat 0 has not seen."""
    hidden = {"CD1", "CD2", "CD3", "TA1", "SC2"}
    used = {"CA1", "SA1", "CA2", "KA1", "KA2", "KA3", "SB1", "SB2", "SC1"}
    seats = [{"hand": ["SB1", "SB2"]}, {"hand": ["SC1", "SC2"], "known": ["SC1"]}]
    stacks = {"navigation": navigation, "reserve": sorted(hidden - {"SC2", *navigation})}
    removed = [tile for tile in land() if tile not in used | hidden]
    state = position("turn", tiles=BASE, market=["KA1", "KA2", "KA3"], seats=seats, removed=removed, **stacks)
    found = sampled(state, 0)
    for document in found:
        assert document["seats"][0]["hand"] == ["SB1", "SB2"] and document["seats"][1]["hand"][0] == "SC1"
        assert {*document["reserve"], *document["navigation"], document["seats"][1]["hand"][1]} == hidden
    places = [lambda it: it["seats"][1]["hand"][1], lambda it: it["reserve"][0]]
    places += [lambda it: it["navigation"][0]] * len(navigation)
    assert all({place(document) for document in found} == hidden for place in places)


@pytest.mark.rule("SI-INFO-2")
def test_samples_draw_every_hidden_card() -> None:
    """Seat 0 knows its own three cards, the returned one too; seat 1 may have any of the other nine."""
    own = {"held": ["M02"], "current": "M01", "returned": "M03"}
    seats = [{"missions": own}, {"missions": {"held": ["M05"], "current": "M04", "returned": "M06"}}]
    rest = {f"M{number:02}" for number in range(4, 13)}
    found = sampled(position("turn", tiles=BASE, seats=seats), 0, 120)
    columns: list[list[str]] = []
    for document in found:
        cards = document["seats"][1]["missions"]
        assert document["seats"][0]["missions"] == own
        columns.append([*cards["held"], cards["current"], cards["returned"], *document["decks"]["missions"]])
        assert {*columns[-1]} == rest
    assert all(set(column) == rest for column in list(zip(*columns, strict=True))[:4])


@pytest.mark.rule("SI-INFO-2")
def test_samples_keep_a_revealed_card() -> None:
    state = position("house", tiles=BASE, seats=on_missions("M10", "M01"), turn_state={"docker": 0})
    missions = [document["seats"][0]["missions"] for document in sampled(state, 1, 30)]
    assert {cards["current"] for cards in missions} == {"M10"} and len({cards["held"][0] for cards in missions}) > 4
    assert len({document["seats"][1]["missions"]["current"] for document in sampled(state, 0, 30)}) > 4


@pytest.mark.rule("SI-INFO-2")
def test_samples_draw_the_tokens_of_others() -> None:
    """Seat 0 owns the 8 and knows that the 2 it returned is in the pool: seat 1 has any other."""
    seats = [{"tokens": [8], "tokens_in_pool": [2]}, {"tokens": [5, 6]}]
    pool = [2, 3, 3, 4, 4, 5, 6, 7, 7]
    state = position("turn", tiles=BASE, seats=seats, discoveries=pool)
    found = sampled(state, 0)
    for document in found:
        assert document["seats"][0]["tokens"] == [8] and 2 in document["discoveries"]
    assert {value for document in found for value in document["seats"][1]["tokens"]} == {3, 4, 5, 6, 7}
    others = sampled(state, 1)
    assert {value for document in others for value in document["seats"][0]["tokens"]} == {2, 3, 4, 5, 6, 7, 8}


@pytest.mark.rule("SI-INFO-2")
def test_samples_draw_the_tokens_that_another_seat_chooses_from() -> None:
    """Seat 1 knows no more than that there are two different ones: else nothing would be asked."""
    everything = data()["discovery_tokens"]["values"]
    state = position(
        "score",
        tiles=tiles("CC1@7,8r2", "SC1@8,8r0", "CA2@9,8r0"),
        seats=[{"missions": {"current": "M10"}}, {}],
        houses=[house(0, 7, 8)],
        discoveries=sorted((Counter(everything) - Counter([2, 3])).elements()),
        drawn=[2, 3],
        turn_state={"docker": 0, "built": [[7, 8]]},
    )
    assert {tuple(document["drawn"]) for document in sampled(state, 0, 10)} == {(2, 3)}
    found = sampled(state, 1)
    assert {value for document in found for value in document["drawn"]} == {2, 3, 4, 5, 6, 7, 8}
    for document in found:
        assert len(set(document["drawn"])) == 2 and document["drawn"] == sorted(document["drawn"])
        assert sorted([*document["drawn"], *document["discoveries"]]) == everything


@pytest.mark.rule("SI-INFO-2")
def test_samples_draw_the_cards_of_alexis() -> None:
    """Cards that were seen stay in his deck; which others lie in it and in what order is drawn, by kind."""
    kinds = {card["id"]: card["kind"] for card in data()["expedition_cards"]}
    alexis = {"card": "X02", "played": ["X09", "X02"], "seen": ["X02", "X09", "X11"]}
    deck = ["X01", "X03", "X04", "X05", "X11", "X06", "X07", "X08", "X12"]
    decks = [
        it["alexis"]["deck"]
        for it in sampled(position("turn", 1, "solo", level=2, tiles=BASE, alexis={**alexis, "deck": deck}), 0)
    ]
    for told in decks:
        assert len(told) == 9 and "X11" in told and [kinds[card] for card in told].count("dock") == 2
    unseen = kinds.keys() - {"X02", "X09"}
    assert {card for told in decks for card in told} == {told[0] for told in decks} == unseen


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
