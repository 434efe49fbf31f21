"""What is public and what is hidden (SI-INFO), what always holds (SI-INV), and honest samples of the hidden parts."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from archipelago import (
    data,
    examples,
    fresh,
    game,
    house,
    land,
    marker,
    on_missions,
    plays,
    position,
    ship,
    stocked,
    tiles,
)

import roundtrips
import swenv
from randomplay import sample
from referee.archipelago import all_ids, pieces

Document = dict[str, Any]
Slot = tuple[Any, Any]
"""A list of the document and a position in it, or an object and a field of it."""

BASE = tiles("CA1@7,8r2", "SA1@8,8r0", "CA2@9,8r0")
"""An island of three tiles; ships can lie east and west of it."""
LOADED = {
    "two": (2, "standard"),
    "three": (3, "advanced"),
    "four": (4, "standard"),
    "solo": (1, "solo"),
    "advanced solo": (1, "advanced"),
}
TO_PLACE = ("hand", "blocked", "place")
"""Phases in which what is legal hangs on the hand of the seat to act."""


# What a seat cannot see


def kinds_of(document: Document) -> tuple[str, ...]:
    """The kinds of cards in this game."""
    return tuple(document["decks"])


def hidden_tiles(document: Document, viewer: int) -> list[Slot]:
    """Where tiles lie that the viewer has not seen: the stacks, and hands of others without what everybody has seen."""
    slots: list[Slot] = [(document[name], k) for name in ("reserve", "navigation") for k in range(len(document[name]))]
    for seat, entry in enumerate(document["seats"]):
        if seat != viewer:
            slots += [(entry["hand"], k) for k, tile in enumerate(entry["hand"]) if tile not in entry["known"]]
    return slots


def hidden_cards(document: Document, viewer: int, kind: str) -> list[Slot]:
    """Where cards of a kind lie that the viewer does not know: the deck, and those of others that are not revealed."""
    slots: list[Slot] = [(document["decks"][kind], k) for k in range(len(document["decks"][kind]))]
    for seat, entry in enumerate(document["seats"]):
        if seat == viewer:
            continue
        cards = entry[kind]
        slots += [(cards["held"], k) for k in range(len(cards["held"]))]
        if cards["current"] is not None and not entry["revealed"]:
            slots.append((cards, "current"))
        if cards["returned"] is not None:
            slots.append((cards, "returned"))
    return slots


def hidden_tokens(document: Document, viewer: int) -> list[Slot]:
    """Where tokens lie that the viewer does not know: in the pool, but for those it returned, and with others."""
    known = Counter(document["seats"][viewer]["tokens_in_pool"])
    slots: list[Slot] = []
    for k, value in enumerate(document["discoveries"]):
        if known[value]:
            known[value] -= 1
        else:
            slots.append((document["discoveries"], k))
    if document["turn"] != viewer:
        slots += [(document["drawn"], k) for k in range(len(document["drawn"]))]
    for seat, entry in enumerate(document["seats"]):
        if seat != viewer:
            slots += [(entry["tokens"], k) for k in range(len(entry["tokens"]))]
    return slots


def hidden_groups(document: Document, viewer: int) -> Iterator[list[Slot]]:
    """The hidden things, those together that can stand for one another."""
    yield hidden_tiles(document, viewer)
    for kind in kinds_of(document):
        yield hidden_cards(document, viewer, kind)
    yield hidden_tokens(document, viewer)
    if "alexis" in document:
        yield [(document["alexis"]["deck"], k) for k in range(len(document["alexis"]["deck"]))]


def copied(state: swenv.State) -> Document:
    """The position, in lists of its own."""
    document: Document = json.loads(json.dumps(state.to_position()))
    return document


def covered(state: swenv.State, viewer: int) -> Document:
    """The position with a question mark for each hidden thing, without the random stream and what others know."""
    document = copied(state)
    groups = list(hidden_groups(document, viewer))
    for group in groups:
        for place, where in group:
            place[where] = "?"
    for seat, entry in enumerate(document["seats"]):
        if seat != viewer:
            entry["tokens"] = sorted(map(str, entry["tokens"]))
            del entry["tokens_in_pool"]
    document["discoveries"] = sorted(map(str, document["discoveries"]))
    return {name: value for name, value in document.items() if name not in ("seed", "random")}


def scrambled(state: swenv.State, viewer: int, by: int) -> swenv.State:
    """The state with everything hidden from the viewer moved on by so many places."""
    document = copied(state)
    mover, phase = document["to_act"], document["phase"]
    fixed = {id(document["seats"][mover]["hand"])} if phase in TO_PLACE else set()
    for group in list(hidden_groups(document, viewer)):
        slots = [(place, where) for place, where in group if id(place) not in fixed]
        values = [place[where] for place, where in slots]
        for (place, where), value in zip(slots, values[by % max(1, len(values)) :] + values, strict=False):
            place[where] = value
    for seat, entry in enumerate(document["seats"]):
        entry["tokens"].sort()
        if seat != viewer:
            entry["tokens_in_pool"] = []
    document["discoveries"].sort()
    document.pop("random")
    return state.game.from_position({**document, "seed": 1000 + by})


@cache
def states_of(key: str) -> tuple[swenv.State, ...]:
    """Copies of states from all stages of two random games; nobody plays on with them."""
    players, mode = LOADED[key]
    options = {"level": 6} if players == 1 else {}
    return tuple(sample(game(players, mode, **options), games=2, per_game=8, seed=players))


@pytest.mark.rule("SI-INFO-2")
@pytest.mark.parametrize("key", LOADED)
def test_what_is_hidden_shows_in_no_observation_and_in_no_mask(key: str) -> None:
    changed: set[str] = set()
    for number, state in enumerate(states_of(key)):
        if state.phase == "score":
            continue  # what may be chosen hangs on the tokens that were drawn
        document = copied(state)
        for viewer in range(state.game.num_players):
            other = scrambled(state, viewer, 1 + number % 5)
            assert covered(other, viewer) == covered(state, viewer)
            changed |= {name for name, value in copied(other).items() if value != document[name]}
            assert np.array_equal(other.observation(viewer), state.observation(viewer))
            if state.to_act == viewer:
                assert np.array_equal(other.mask(), state.mask())
    hidden = {
        "two": {"seats", "decks"},
        "three": {"seats", "decks"},
        "four": {"seats"},  # all twelve cards are with the seats
        "solo": {"decks", "alexis"},
        "advanced solo": {"decks", "alexis"},
    }
    assert changed >= {"reserve", "navigation", "random", *hidden[key]}


@pytest.mark.rule("SI-INFO-2")
@pytest.mark.parametrize("seat", [0, 1])
def test_dealt_tiles_are_seen_by_their_owner_alone(seat: int) -> None:
    def dealt(tile: str) -> swenv.State:
        seats: list[Document] = [{}, {}]
        seats[seat] = {"hand": [tile, "WA1"]}
        return position("turn", turn=0, tiles=BASE, seats=seats, market=["KA1", "KA2", "KA3"])

    first, second = dealt("XA1"), dealt("CD3")
    assert not np.array_equal(first.observation(seat), second.observation(seat))
    assert np.array_equal(first.observation(1 - seat), second.observation(1 - seat))


@pytest.mark.rule("SI-INFO-2")
def test_a_tile_taken_from_the_market_was_seen_by_all() -> None:
    """It stays known while it is held, and the tile that is placed instead is seen when it lies there."""

    def holding(tile: str, known: list[str]) -> swenv.State:
        seats: list[Document] = [{"hand": [tile, "WA1"], "known": known}, {}]
        return position("turn", turn=1, tiles=BASE, seats=seats, market=["KA1", "KA2", "KA3"])

    first, second = holding("XA1", ["XA1"]), holding("CD3", ["CD3"])
    assert not np.array_equal(first.observation(1), second.observation(1))
    assert not np.array_equal(holding("XA1", []).observation(1), first.observation(1))

    def shared(first: str, second: str) -> swenv.State:
        """Seats 0 and 2 hold these two tiles, which all have seen."""
        hands = [[first, "SB1"], ["SC1", "SC2"], [second, "SB2"]]
        known = [[first], [], [second]]
        seats = [{"hand": hand, "known": seen} for hand, seen in zip(hands, known, strict=True)]
        return position("turn", 3, turn=1, tiles=BASE, seats=seats, market=["KA1", "KA2", "KA3"])

    assert not np.array_equal(shared("XA1", "CD3").observation(1), shared("CD3", "XA1").observation(1))

    seats = [{"hand": ["WB1", "CD1"]}, {}]
    state = position("turn", turn=0, tiles=BASE, seats=seats, market=["KA1", "KA2", "KA3"])
    after = plays(state, "take 1", "hand 0")
    after = plays(after, "place 8 9 0")
    held = after.to_position()["seats"][0]
    assert held["hand"] == ["CD1", "KA2"] and held["known"] == ["KA2"]
    kept = plays(state, "take 1", "hand 2").to_position()["seats"][0]
    assert kept["hand"] == ["WB1", "CD1"] and kept["known"] == []


OWN: Document = {"held": ["M12"], "current": "M11", "returned": "M10"}
"""Cards of a seat whose own do not matter."""


@pytest.mark.rule("SI-INFO-2")
@pytest.mark.parametrize("place", ["held", "current", "returned"])
def test_missions_are_hidden_from_others(place: str) -> None:
    def with_card(card: str) -> swenv.State:
        cards: Document = {"held": ["M02"], "current": "M01", "returned": "M03"}
        cards[place] = [card] if place == "held" else card
        return position("turn", turn=0, tiles=BASE, seats=[{"missions": OWN}, {"missions": cards}])

    first, second = with_card("M07"), with_card("M08")
    assert np.array_equal(first.observation(0), second.observation(0))
    assert not np.array_equal(first.observation(1), second.observation(1))


@pytest.mark.rule("SI-INFO-2", "SI-PREP-5")
@pytest.mark.parametrize("key", LOADED)
def test_a_seat_sees_its_own_cards_where_it_holds_them(key: str) -> None:
    """Held 0 to 2, the current one, and the one that it returned, which it remembers."""
    met = 0
    for state in states_of(key):
        cards = state.game.observation_layout["cards"]
        for seat, entry in enumerate(state.to_position()["seats"]):
            lines = cards.of(state.observation(seat))
            for kind in kinds_of(state.to_position()):
                held, columns = entry[kind]["held"], cards.column(kind.removesuffix("s"))
                due = [*held, *[None] * (3 - len(held)), entry[kind]["current"], entry[kind]["returned"]]
                assert [names_of(line[columns], kind) for line in lines] == [[card] if card else [] for card in due]
                met += entry[kind]["returned"] is not None
    assert met


def names_of(flags: Any, kind: str) -> list[str]:
    """The cards of a kind that are flagged."""
    return [all_ids(kind)[k] for k in np.flatnonzero(flags)]


@pytest.mark.rule("SI-REW-4", "SI-INT-24")
def test_who_builds_sees_which_houses_are_still_to_be_scored() -> None:
    """A house of an earlier round looks the same but for this."""
    lying = tiles("CA1@7,8r2", "SA1@8,8r0", "CA2@9,8r0", "CD2@8,9r1", "CD1@8,10r3")
    houses = [house(0, 7, 8), house(0, 8, 9)]

    def seen(phase: str, **turn: Any) -> dict[tuple[int, int], int]:
        seats = [{"missions": {"held": ["M02"], "current": "M12", "returned": "M03"}}, {}]
        state = position(
            phase,
            tiles=lying,
            ships=[ship(7, 7, 0)],
            houses=houses,
            seats=seats,
            turn_state={"docker": 0, **turn},
        )
        part = state.game.observation_layout["houses"]
        mine = part.of(state.observation(0))[0]
        rows, columns, scored = (mine[part.column(name)] for name in ("rows", "columns", "scored"))
        return {(int(rows[k]) - 1, int(columns[k]) - 1): int(scored[k]) for k in np.flatnonzero(scored)}

    assert seen("house") == {}
    assert seen("house", built=[[8, 9]]) == {(8, 9): 1}
    assert seen("score", built=[[7, 8], [8, 9]], scored=0) == {(7, 8): 2, (8, 9): 1}
    assert seen("score", built=[[7, 8], [8, 9]], scored=1) == {(8, 9): 2}


@pytest.mark.rule("SI-INFO-2")
def test_the_current_mission_is_seen_from_the_reward_turn_on() -> None:
    """In the reward turn of seat 0 its mission is seen, that of seat 1 is not."""

    def rewarded(first: str, second: str) -> swenv.State:
        seats = [
            {"missions": {"held": ["M11"], "current": first, "returned": "M09"}},
            {"missions": {"held": ["M05"], "current": second, "returned": "M06"}},
        ]
        return position("house", turn=0, tiles=BASE, seats=seats, turn_state={"docker": 0})

    seen = rewarded("M10", "M01")
    assert seen.to_position()["seats"][0]["revealed"] and not seen.to_position()["seats"][1]["revealed"]
    assert not np.array_equal(seen.observation(1), rewarded("M12", "M01").observation(1))
    assert np.array_equal(seen.observation(0), rewarded("M10", "M02").observation(0))

    state = position("turn", turn=0, tiles=BASE, seats=[{"missions": {"current": "M10"}}, {}])
    assert not state.to_position()["seats"][0]["revealed"]
    docked = plays(state, "dock_own 8 9")
    assert docked.phase == "house" and docked.to_position()["seats"][0]["revealed"]


@pytest.mark.rule("SI-INFO-2")
def test_values_of_tokens_are_seen_by_their_owner_alone_their_number_by_all() -> None:
    def owning(values: list[int]) -> swenv.State:
        return position("turn", turn=0, tiles=BASE, seats=[{}, {"tokens": values}])

    low, high, two = owning([2]), owning([8]), owning([2, 8])
    assert np.array_equal(low.observation(0), high.observation(0))
    assert not np.array_equal(low.observation(1), high.observation(1))
    assert not np.array_equal(low.observation(0), two.observation(0))


def choosing(values: list[int]) -> swenv.State:
    """Seat 0 has drawn these tokens and chooses the one to keep."""
    rest = Counter(data()["discovery_tokens"]["values"]) - Counter(values)
    return position(
        "score",
        turn=0,
        tiles=tiles("CC1@7,8r2", "SC1@8,8r0", "CA2@9,8r0"),
        seats=[{"missions": {"current": "M10"}}, {}],
        houses=[house(0, 7, 8)],
        discoveries=sorted(rest.elements()),
        drawn=values,
        turn_state={"docker": 0, "built": [[7, 8]]},
    )


@pytest.mark.rule("SI-INFO-2")
def test_drawn_tokens_are_seen_by_the_seat_that_drew_them() -> None:
    low, high = choosing([2, 3]), choosing([4, 8])
    assert not np.array_equal(low.observation(0), high.observation(0))
    assert np.array_equal(low.observation(1), high.observation(1))


@pytest.mark.rule("SI-INFO-2")
@pytest.mark.parametrize("key", LOADED)
def test_the_unseen_tiles_are_those_in_the_stacks_and_in_hidden_hands(key: str) -> None:
    for state in states_of(key):
        document = copied(state)
        for viewer in range(state.game.num_players):
            flags = state.game.observation_layout["unseen"].of(state.observation(viewer)).ravel()
            assert flags.shape == (56,)
            hidden = {place[where] for place, where in hidden_tiles(document, viewer)}
            if state.phase in ("start_pick", "start_place"):
                hidden = set(land())  # nothing is dealt yet
            unseen = {tile for tile, flag in zip(land(), flags, strict=True) if flag}
            # The tile that another seat is about to place lies on the board with the next action.
            assert unseen - {document["turn_state"]["chosen"]} == hidden


# What all can see

STOCK = ["CD1", "CD2", "CD3", "TA1"]
PLAIN: Document = {"tiles": BASE, "market": ["KA1", "KA2", "KA3"], "reserve": STOCK}
HANDS = [{"hand": ["SB1", "SB2"]}, {"hand": ["SC1", "SC2"]}]
REST = [
    tile
    for tile in land()
    if tile not in {"CA1", "SA1", "CA2", "KA1", "KA2", "KA3", "CD1", "CD2", "CD3", "TA1", "SB1", "SB2", "SC1", "SC2"}
]


def open_table(seat: Document | None = None, **fields: Any) -> swenv.State:
    """A turn of seat 0 in which every tile has its place; `seat` are fields of seat 1."""
    told = {**PLAIN, "removed": REST, **fields}
    return position("turn", turn=0, seats=[HANDS[0], {**HANDS[1], **(seat or {})}], **told)


SHIPS = {"round": 2, "ships": [ship(8, 9, 1)]}
PUBLIC: dict[str, tuple[Document, Document]] = {
    "a tile": ({}, {"tiles": tiles("CA1@7,8r2", "SA1@8,8r0", "CA3@9,8r0"), "removed": [*(set(REST) - {"CA3"}), "CA2"]}),
    "a rotation": ({}, {"tiles": tiles("CA1@7,8r2", "SA1@8,8r0", "CA2@9,8r0")[:2] + tiles("CA2@8,7r0")}),
    "a marker": ({}, {"markers": [marker("laurel", 8, 8, slot=0)]}),
    "what a marker shows": (
        {"markers": [marker("laurel", 8, 8, slot=0, marker="any")]},
        {"markers": [marker("dragonfruit", 8, 8, slot=0, marker="any")]},
    ),
    "which markers are left": (
        {"markers": [marker("laurel", 8, 8, slot=0, marker="any")]},
        {"markers": [marker("laurel", 8, 8, slot=0, marker="laurel")]},
    ),
    "whose marker": (
        {"markers": [marker("laurel", 8, 8, slot=0, seat=0)]},
        {"markers": [marker("laurel", 8, 8, slot=0, seat=1)]},
    ),
    "a house": ({}, {"houses": [house(0, 7, 8)]}),
    "whose house": ({"houses": [house(0, 7, 8)]}, {"houses": [house(1, 7, 8)]}),
    "the market": ({}, {"market": ["KA2", "KA1", "KA3"]}),
    "an empty slot": (
        {"reserve": [], "removed": [*REST, *STOCK]},
        {"market": ["KA1", "KA2", None], "reserve": [], "removed": [*REST, *STOCK, "KA3"]},
    ),
    "the size of the reserve": ({}, {"reserve": ["CD1", "CD2", "CD3"], "removed": [*REST, "TA1"]}),
    "the navigation stack": ({}, {"reserve": ["CD1", "CD2", "CD3"], "navigation": ["TA1"]}),
    "removed tiles": (
        {"reserve": ["CD1", "CD2", "CD3"], "removed": [*REST, "TA1"]},
        {"reserve": ["CD1", "CD2", "TA1"], "removed": [*REST, "CD3"]},
    ),
    "a ship": ({"round": 2, "ships": [ship(8, 7, 1)]}, SHIPS),
    "whose ship": ({"round": 2, "ships": [ship(8, 9)]}, SHIPS),
    "prestige points": ({"seat": {"prestige": 3}}, {"seat": {"prestige": 4}}),
    "the number of tokens": ({"seat": {"tokens": [3]}}, {"seat": {"tokens": [3, 5]}}),
    "the round": ({"round": 1}, SHIPS),
    "the first player": ({"first": 0}, {"first": 1}),
}


@pytest.mark.rule("SI-INFO-1")
@pytest.mark.parametrize("what", PUBLIC)
def test_what_is_public_shows_in_the_observation_of_every_seat(what: str) -> None:
    first, second = (open_table(**fields) for fields in PUBLIC[what])
    for seat in (0, 1):
        assert not np.array_equal(first.observation(seat), second.observation(seat))


# Samples of what is hidden


@pytest.mark.rule("SI-INFO-2")
@pytest.mark.parametrize("key", LOADED)
def test_samples_keep_what_a_seat_knows_and_every_rule(key: str) -> None:
    for state in states_of(key)[::2]:
        document = copied(state)
        for viewer in range(state.game.num_players):
            drawn = state.sample_hidden(viewer, 7)
            told = copied(drawn)
            assert pieces(told) == pieces(document)
            assert covered(drawn, viewer) == covered(state, viewer)
            assert told["seats"][viewer] == document["seats"][viewer]
            assert np.array_equal(drawn.observation(viewer), state.observation(viewer))
            if state.to_act == viewer:
                assert np.array_equal(drawn.mask(), state.mask())
            assert drawn == state.sample_hidden(viewer, 7), "the same seed draws the same"
            assert state.game.from_position(told) == drawn


def sampled(state: swenv.State, viewer: int, samples: int = 60) -> list[Document]:
    """Documents of many samples."""
    return [copied(state.sample_hidden(viewer, seed)) for seed in range(samples)]


@pytest.mark.rule("SI-INFO-2")
def test_samples_draw_every_hidden_tile() -> None:
    """Of the two tiles of seat 1 one was seen by all; the other one can be any that seat 0 has not seen."""
    state = open_table(seat={"known": ["SC1"]})
    hidden = {"CD1", "CD2", "CD3", "TA1", "SC2"}
    found = sampled(state, 0)
    assert {document["seats"][1]["hand"][0] for document in found} == {"SC1"}
    assert {document["seats"][1]["hand"][1] for document in found} == hidden
    assert {document["reserve"][0] for document in found} == hidden
    for document in found:
        assert {*document["reserve"], document["seats"][1]["hand"][1]} == hidden
        assert document["seats"][0]["hand"] == ["SB1", "SB2"]


@pytest.mark.rule("SI-INFO-2")
def test_samples_draw_both_stacks_together() -> None:
    state = open_table(reserve=["CD1", "CD2"], navigation=["CD3", "TA1"])
    found = sampled(state, 0)
    assert {document["navigation"][0] for document in found} == {"CD1", "CD2", "CD3", "TA1", "SC1", "SC2"}
    assert {len(document["navigation"]) for document in found} == {2}


@pytest.mark.rule("SI-INFO-2")
def test_samples_draw_every_hidden_card() -> None:
    """Seat 0 knows its own three cards, the returned one too; seat 1 may have any of the other nine."""
    own = {"held": ["M02"], "current": "M01", "returned": "M03"}
    seats = [{"missions": own}, {"missions": {"held": ["M05"], "current": "M04", "returned": "M06"}}]
    state = position("turn", turn=0, tiles=BASE, seats=seats)
    rest = {f"M{number:02}" for number in range(4, 13)}
    found = sampled(state, 0, 120)
    for document in found:
        cards = document["seats"][1]["missions"]
        assert document["seats"][0]["missions"] == own
        assert {*cards["held"], cards["current"], cards["returned"], *document["decks"]["missions"]} == rest
    assert {document["seats"][1]["missions"]["held"][0] for document in found} == rest
    assert {document["seats"][1]["missions"]["current"] for document in found} == rest
    assert {document["seats"][1]["missions"]["returned"] for document in found} == rest
    assert {document["decks"]["missions"][0] for document in found} == rest


@pytest.mark.rule("SI-INFO-2")
def test_samples_keep_a_revealed_card() -> None:
    seats = [{"missions": {"current": "M10"}}, {"missions": {"current": "M01"}}]
    state = position("house", turn=0, tiles=BASE, seats=seats, turn_state={"docker": 0})
    found = sampled(state, 1, 30)
    assert {document["seats"][0]["missions"]["current"] for document in found} == {"M10"}
    assert len({document["seats"][0]["missions"]["held"][0] for document in found}) > 4
    assert len({document["seats"][1]["missions"]["current"] for document in sampled(state, 0, 30)}) > 4


@pytest.mark.rule("SI-INFO-2")
def test_samples_of_goals_and_rewards_stay_apart() -> None:
    state = position("turn", mode="advanced", turn=0, tiles=BASE)
    for document in sampled(state, 0, 20):
        for kind, letter in (("goals", "G"), ("rewards", "R")):
            cards = [seat[kind] for seat in document["seats"]]
            everything = [*document["decks"][kind]]
            everything += [card for entry in cards for card in (*entry["held"], entry["current"], entry["returned"])]
            assert sorted(everything) == [f"{letter}{number:02}" for number in range(1, 13)]


@pytest.mark.rule("SI-INFO-2")
def test_samples_draw_the_tokens_of_others() -> None:
    """Seat 0 owns the 8 and knows that the 2 it returned is in the pool: seat 1 has any other."""
    seats = [{"tokens": [8], "tokens_in_pool": [2]}, {"tokens": [5, 6]}]
    pool = [2, 3, 3, 4, 4, 5, 6, 7, 7]
    state = position("turn", turn=0, tiles=BASE, seats=seats, discoveries=pool)
    found = sampled(state, 0)
    for document in found:
        assert document["seats"][0]["tokens"] == [8] and 2 in document["discoveries"]
        assert sorted([*document["discoveries"], *document["seats"][1]["tokens"]]) == sorted([*pool, 5, 6])
    assert {value for document in found for value in document["seats"][1]["tokens"]} == {3, 4, 5, 6, 7}
    others = sampled(state, 1)
    assert {value for document in others for value in document["seats"][0]["tokens"]} == {2, 3, 4, 5, 6, 7, 8}


def drawing(pool: list[int], *known: list[int], seed: int = 0) -> swenv.State:
    """Seat 0 has drawn two tokens of the pool; before, each seat knew these values to be in it."""
    rest = Counter(data()["discovery_tokens"]["values"]) - Counter(pool)
    seats: list[Document] = [
        {"goals": {"current": "G06"}, "rewards": {"current": "R06"}, "tokens_in_pool": known[0]},
        {"tokens": sorted(rest.elements()), "tokens_in_pool": known[1]},
    ]
    state = position(
        "house",
        mode="advanced",
        turn=0,
        tiles=tiles("CC2@7,8r2", "CC3@8,8r0"),
        seats=seats,
        discoveries=pool,
        turn_state={"docker": 0},
        seed=seed,
    )
    return plays(state, "house 7 8")


def in_pool(state: swenv.State) -> list[list[int]]:
    """By seat the values that it knows to be in the pool."""
    return [seat["tokens_in_pool"] for seat in copied(state)["seats"]]


@pytest.mark.rule("SI-INFO-2", "SI-CARD-R2")
@pytest.mark.parametrize("known", [[], [2]])
def test_a_seat_knows_what_it_returned_until_another_one_draws(known: list[int]) -> None:
    asked = drawing([2, 8], [], known)
    assert copied(asked)["drawn"] == [2, 8]
    assert in_pool(plays(asked, "discovery 1")) == [[2], []]
    assert in_pool(plays(asked, "discovery 0")) == [[8], []]


@pytest.mark.rule("SI-INFO-2", "SI-CARD-R2")
def test_a_seat_that_draws_again_still_knows_what_it_returned_before() -> None:
    seen = set()
    for seed in range(12):
        asked = drawing([2, 7, 8], [2], [], seed=seed)
        low, high = copied(asked)["drawn"]
        assert in_pool(plays(asked, "discovery 1")) == [sorted({2, low}), []]
        seen.add((low, high))
    assert seen == {(2, 7), (2, 8), (7, 8)}


@pytest.mark.rule("SI-INFO-2")
def test_samples_draw_the_tokens_that_another_seat_chooses_from() -> None:
    """Seat 1 knows no more than that there are two different ones: else nothing would be asked."""
    state = choosing([2, 3])
    assert {tuple(document["drawn"]) for document in sampled(state, 0, 10)} == {(2, 3)}
    found = sampled(state, 1)
    assert {value for document in found for value in document["drawn"]} == {2, 3, 4, 5, 6, 7, 8}
    for document in found:
        assert len(set(document["drawn"])) == 2 and document["drawn"] == sorted(document["drawn"])
        everything = sorted([*document["drawn"], *document["discoveries"]])
        assert everything == data()["discovery_tokens"]["values"]


@pytest.mark.rule("SI-INFO-2")
def test_samples_draw_the_cards_of_alexis() -> None:
    """Cards that were seen stay in his deck; which others lie in it and in what order is drawn, by kind."""
    docks = {card["id"] for card in data()["expedition_cards"] if card["kind"] == "dock"}
    state = position(
        "turn",
        1,
        "solo",
        level=2,
        tiles=BASE,
        turn=0,
        alexis={
            "card": "X02",
            "deck": ["X01", "X03", "X04", "X05", "X11", "X06", "X07", "X08", "X12"],
            "played": ["X09", "X02"],
            "seen": ["X02", "X09", "X11"],
        },
    )
    decks = [document["alexis"] for document in sampled(state, 0)]
    for told in decks:
        assert (told["card"], sorted(told["played"])) == ("X02", ["X02", "X09"])
        assert sorted(told["seen"]) == ["X02", "X09", "X11"] and "X11" in told["deck"]
        assert len(told["deck"]) == 9 and len(set(told["deck"]) & docks) == 2
        assert not {"X02", "X09"} & set(told["deck"])
    unseen = {card["id"] for card in data()["expedition_cards"]} - {"X02", "X09"}
    assert {card for told in decks for card in told["deck"]} == unseen
    assert {told["deck"][0] for told in decks} == unseen


@pytest.mark.rule("SI-INFO-2", "SI-EXPL-9")
def test_a_blocked_hand_is_shown_and_samples_keep_it() -> None:
    """Whoever may remove a tile shows that none fits; the replacement is hidden again."""
    (example,) = examples("SI-EX-37")
    state = stocked(
        "turn",
        window=3,
        turn=0,
        tiles=example["tiles"],
        hands=[["XA1", "YA2"], ["CD1", "CD3"]],
        market=["WA1", "TA1", "TA2"],
        reserve=["XA3", "XA2", "YA3", "WB1", "KC1", "KA3"],
    )
    assert copied(state)["seats"][0]["known"] == []
    blocked = plays(state, "take 0")
    assert blocked.phase == "blocked"
    assert sorted(copied(blocked)["seats"][0]["known"]) == ["WA1", "XA1", "YA2"]
    for document in sampled(blocked, 1, 10):
        assert document["seats"][0]["hand"] == ["XA1", "YA2", "WA1"]
    again = plays(blocked, "hand 2")
    assert again.phase == "blocked" and sorted(copied(again)["seats"][0]["known"]) == ["XA1", "XA3", "YA2"]


@pytest.mark.rule("SI-INFO-2")
@pytest.mark.parametrize("key", ["two", "solo"])
def test_samples_do_not_hang_on_what_is_hidden(key: str) -> None:
    """Two situations that look alike to a seat have the same samples."""
    for state in states_of(key)[::2]:
        viewer = state.to_act
        if state.phase != "score":
            other = scrambled(state, viewer, 3)
            assert other != state
            for seed in range(2):
                samples = [copied(which.sample_hidden(viewer, seed)) for which in (state, other)]
                for told in samples:
                    for seat in told["seats"]:
                        del seat["tokens_in_pool"]
                assert samples[0] == samples[1]


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


@pytest.mark.rule("SI-INFO-1")
def test_prestige_points_are_public_from_the_start() -> None:
    state = fresh(3, start_layout="fixed")
    assert state.coins.tolist() == [0, 0, 0]
    rich = position("turn", 3, turn=0, tiles=BASE, seats=[{}, {"prestige": 7}, {}])
    assert rich.coins.tolist() == [0, 7, 0]
