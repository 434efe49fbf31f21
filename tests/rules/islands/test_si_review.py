"""What a review of the engine found: documents that play cannot lead to, and rare situations of play."""

from __future__ import annotations

import pickle
from collections import Counter
from typing import Any

import numpy as np
import pytest
from archipelago import FIXED, fresh, game, house, marker, on_missions, position, ship, tiles

import roundtrips
import swenv
from support import play

PAIR = tiles("CC1@8,8r2", "CD1@9,8r0")
"""An island of two tiles, with a temple."""
TEMPLES = tiles("CC1@8,7r2", "OA1@9,7r2", "CC2@8,9r2", "OA2@9,9r2", "WB1@8,8r0")
"""Two islands with two temples each."""
CLOSED = tiles("CB1@8,8r2", "CB2@9,8r0")
"""An island that is complete: no tile with land on all sides can be laid beside it."""
FULL = [ship(8, 9), ship(9, 9), ship(8, 10), ship(9, 10, 0)]
"""All four ships of a solo game."""


def drawing(random: int, **fields: Any) -> swenv.State:
    """Seat 0 has built on both islands of `TEMPLES`, scores discovery tokens and has drawn a 2 and an 8."""
    return position(
        "score",
        mode="advanced",
        tiles=TEMPLES,
        houses=[house(0, 8, 7), house(0, 8, 9)],
        drawn=[2, 8],
        seats=[{"rewards": {"current": "R06"}}, {}],
        turn_state={"built": [[8, 7], [8, 9]], "scored": 0},
        random=f"{random:016x}",
        **fields,
    )


def second_draw(value: int) -> swenv.State:
    """The second draw of `drawing` has the token that came back from the first one."""
    for random in range(200):
        state = play(drawing(random), "discovery 1")
        if state.phase == "score" and value in state.to_position()["drawn"]:
            return state
    raise AssertionError("the token was never drawn again")


@pytest.mark.rule("SI-CARD-R2", "SI-INFO-2")
def test_a_token_that_is_drawn_again_is_known_to_be_in_the_pool_no_more() -> None:
    document = second_draw(2).to_position()
    assert 2 not in document["discoveries"]
    assert not Counter(document["seats"][0]["tokens_in_pool"]) - Counter(document["discoveries"])


@pytest.mark.rule("SI-INFO-2", "SI-INV-5")
def test_the_second_draw_of_tokens_can_be_sampled_and_kept() -> None:
    state = second_draw(2)
    assert state.game.from_position(state.to_position()) == state
    for seat in range(2):
        sampled = state.sample_hidden(seat, 3)
        assert np.array_equal(sampled.observation(seat), state.observation(seat))


@pytest.mark.rule("SI-CARD-R2", "SI-INT-29")
def test_what_goes_back_after_the_second_draw_is_known() -> None:
    state = second_draw(2)
    other = next(value for value in state.to_position()["drawn"] if value != 2)
    seat = play(state, "discovery 1").to_position()["seats"][0]
    assert sorted(seat["tokens"]) == sorted([8, other])
    assert seat["tokens_in_pool"] == [2]


@pytest.mark.rule("SI-CARD-R2")
def test_a_choice_among_equal_tokens_is_no_position_of_play() -> None:
    known = [2, 4, 4, 5, 5, 6, 6, 7, 7, 8]
    assert roundtrips.objection(
        lambda: position(
            "score",
            mode="advanced",
            tiles=TEMPLES,
            houses=[house(0, 8, 7)],
            drawn=[3, 3],
            seats=[{"rewards": {"current": "R06"}}, {"tokens_in_pool": known}],
            turn_state={"built": [[8, 7]], "scored": 0},
        )
    )


# Documents that no play leads to: (rule, phase, players, fields)
IMPOSSIBLE: dict[str, tuple[str, str, int, dict[str, Any]]] = {
    "a turn after the last ship": ("SI-END-3", "turn", 1, {"tiles": PAIR, "ships": FULL}),
    "nothing built is scored": ("SI-REW-4", "score", 2, {"tiles": PAIR, "seats": on_missions("M12")}),
    "all that was built is scored": (
        "SI-REW-4",
        "score",
        2,
        {
            "tiles": PAIR,
            "houses": [house(0, 8, 8)],
            "seats": on_missions("M12"),
            "turn_state": {"built": [[8, 8]], "scored": 1},
        },
    ),
    "an island is built on twice": (
        "SI-HOUSE-4",
        "house",
        2,
        {"tiles": PAIR, "houses": [house(0, 8, 8)], "turn_state": {"built": [[8, 8], [8, 8]]}},
    ),
    "scored while houses are built": (
        "SI-INT-24",
        "house",
        2,
        {"tiles": PAIR, "houses": [house(0, 8, 8)], "turn_state": {"built": [[8, 8]], "scored": 1}},
    ),
    "scored in a turn": ("SI-REW-4", "turn", 2, {"tiles": PAIR, "turn_state": {"scored": 5}}),
    "built in a turn": (
        "SI-REW-3",
        "turn",
        2,
        {"tiles": PAIR, "houses": [house(0, 8, 8)], "turn_state": {"built": [[8, 8]]}},
    ),
    "no mission": ("SI-PREP-2", "turn", 2, {"tiles": PAIR, "seats": [{"missions": {"current": None}}]}),
    "no mission in the reward turn": (
        "SI-REW-2",
        "house",
        2,
        {"tiles": PAIR, "seats": [{"missions": {"current": None}}]},
    ),
    "a mission without a name": ("SI-PREP-2", "turn", 2, {"tiles": PAIR, "seats": [{"missions": {"current": ""}}]}),
    "a tile upon a tile": (
        "SI-TILE-6",
        "alexis_place",
        1,
        {"tiles": PAIR, "turn_state": {"chosen": "CA1", "cell": [8, 8]}},
    ),
    "a tile in the open sea": (
        "SI-EXPL-6",
        "alexis_place",
        1,
        {"tiles": PAIR, "turn_state": {"chosen": "CA1", "cell": [1, 1]}},
    ),
    "no expedition cards": ("SI-SOLO-3", "turn", 1, {"tiles": PAIR, "alexis": {"deck": [], "played": []}}),
    "all expedition cards": (
        "SI-SOLO-3",
        "turn",
        1,
        {"tiles": PAIR, "alexis": {"deck": [f"X{number:02}" for number in range(1, 16)]}},
    ),
    "both faces of a start tile": (
        "SI-SETUP-3",
        "start_place",
        2,
        {"tiles": tiles("ST1A@8,8r0"), "turn_state": {"chosen": "ST1B"}},
    ),
    "land tiles before the game": ("SI-SETUP-4", "start_pick", 2, {"tiles": PAIR}),
    "ships before the game": ("SI-SETUP-5", "start_pick", 2, {"ships": [ship(8, 8, 0)]}),
    "a hand of one tile": ("SI-SETUP-6", "turn", 2, {"tiles": PAIR, "seats": [{"hand": ["KA1"]}]}),
    "a hand of two tiles after taking one": (
        "SI-EXPL-2",
        "hand",
        2,
        {"tiles": PAIR, "seats": [{"hand": ["KA1", "KA2"]}]},
    ),
    "blocked by tiles that fit": (
        "SI-EXPL-9",
        "blocked",
        2,
        {"tiles": PAIR, "seats": [{"hand": ["KA1", "KA2", "KA3"]}]},
    ),
    "the human laid nothing": ("SI-SOLO-6", "turn", 1, {"tiles": PAIR, "human_last": None}),
    "tokens drawn in a turn": ("SI-CARD-R2", "turn", 2, {"tiles": PAIR, "drawn": [2, 3]}),
    "stuck before the reward phase": ("SI-END-2", "turn", 2, {"tiles": PAIR, "turn_state": {"stuck": True}}),
    "houses enough for Alexis": ("SI-SOLO-12", "alexis_house", 1, {"tiles": PAIR, "alexis": {"card": "X14"}}),
    "houses built with the sea uncharted": (
        "SI-DOCK-1",
        "house",
        2,
        {"tiles": PAIR, "navigation": ["KA1", "KA2"]},
    ),
    "an empty market beside a stack": (
        "SI-EXPL-5",
        "turn",
        1,
        {"tiles": PAIR, "market": [None, None, "KC1"], "navigation": ["KA1", "KA2"]},
    ),
    "two last placements at once": (
        "SI-TIE-1",
        "over",
        2,
        {"tiles": PAIR, "seats": [{"last_placement": 5}, {"last_placement": 5}]},
    ),
    "a marker that is spent": (
        "SI-MARK-5",
        "mark_target",
        2,
        {
            "tiles": PAIR,
            "markers": [marker("port", 8, 8, piece=0, marker="any")],
            "turn_state": {"marker": "any_laurel"},
        },
    ),
    "a seed out of range": ("SI-SETUP-2", "turn", 2, {"tiles": PAIR, "seed": 10**30}),
}


@pytest.mark.rule(
    "SI-CARD-R2",
    "SI-DOCK-1",
    "SI-END-2",
    "SI-END-3",
    "SI-EXPL-2",
    "SI-EXPL-5",
    "SI-EXPL-6",
    "SI-EXPL-9",
    "SI-HOUSE-4",
    "SI-INT-24",
    "SI-MARK-5",
    "SI-PREP-2",
    "SI-REW-2",
    "SI-REW-3",
    "SI-REW-4",
    "SI-SETUP-2",
    "SI-SETUP-3",
    "SI-SETUP-4",
    "SI-SETUP-5",
    "SI-SETUP-6",
    "SI-SOLO-12",
    "SI-SOLO-3",
    "SI-SOLO-6",
    "SI-TIE-1",
    "SI-TILE-6",
)
@pytest.mark.parametrize(
    ("phase", "players", "fields"),
    [pytest.param(phase, players, fields, id=name) for name, (_, phase, players, fields) in IMPOSSIBLE.items()],
)
def test_what_play_cannot_lead_to_is_refused_or_a_problem(phase: str, players: int, fields: dict[str, Any]) -> None:
    assert roundtrips.objection(lambda: position(phase, players, **fields))


@pytest.mark.rule("SI-SOLO-5")
def test_a_card_that_is_named_twice_is_seen_once() -> None:
    names = [f"X{number:02}" for number in range(1, 10)]
    state = position("turn", 1, tiles=PAIR, alexis={"deck": [*names, "X11"], "seen": ["X01", "X01"]})
    assert state.to_position()["alexis"]["seen"] == ["X01"]


@pytest.mark.rule("SI-EXPL-9", "SI-INFO-2")
@pytest.mark.parametrize("said", [{}, {"known": []}], ids=["nothing said", "said to be hidden"])
def test_a_blocked_hand_is_shown_and_no_other(said: dict[str, Any]) -> None:
    hand = ["XA1", "YA2", "XA3"]
    state = position("blocked", tiles=CLOSED, seats=[{"hand": hand, **said}, {"hand": ["KA1", "KA2"]}])
    document = state.to_position()
    assert sorted(document["seats"][0]["known"]) == sorted(hand)
    assert document["seats"][1]["known"] == []
    for seed in range(5):
        sampled = state.sample_hidden(1, seed)
        assert sampled.to_position()["seats"][0]["hand"] == hand


def docking(state: swenv.State) -> int:
    """The first legal action to dock, or else the first of all."""
    actions = [int(action) for action in state.legal_actions()]
    return next((action for action in actions if state.game.action(action).verb.startswith("dock")), actions[0])


@pytest.mark.rule("SI-INFO-2", "SI-ROUND-1")
def test_a_sample_of_the_second_round_is_a_position() -> None:
    state = fresh(3, seed=5, **FIXED)
    while state.round == 1:
        state.apply(docking(state))
    for seed in range(40):
        sampled = state.sample_hidden(0, seed)
        assert state.game.from_position(sampled.to_position()) == sampled
        again = sampled.sample_hidden(1, seed)
        assert np.array_equal(again.observation(1), sampled.observation(1))


OWN = [
    {"tile": "ST4A", "r": 8, "c": 8, "rot": 0},
    {"tile": "ST1A", "r": 8, "c": 9, "rot": 2},
    {"tile": "ST2B", "r": 9, "c": 8, "rot": 0},
    {"tile": "ST3A", "r": 7, "c": 8, "rot": 1},
]
"""A start layout of one's own."""


@pytest.mark.rule("SI-SETUP-3")
def test_a_layout_is_kept_as_it_was_given() -> None:
    given = [dict(entry) for entry in OWN]
    loaded = swenv.load("islands", num_players=2, start_layout=given)
    given[0]["rot"] = 3
    assert loaded.options["start_layout"] == OWN
    loaded = swenv.load("islands", num_players=2, start_layout=tuple(OWN))
    assert pickle.loads(pickle.dumps(loaded)) == loaded
    assert loaded == game(2, start_layout=OWN)


@pytest.mark.rule("SI-SETUP-3")
@pytest.mark.parametrize(("entry", "key"), [(0, "rot"), (0, "r"), (2, "rot")])
def test_true_and_false_are_no_places(entry: int, key: str) -> None:
    layout: list[dict[str, Any]] = [dict(each) for each in OWN]
    layout[entry][key] = bool(layout[entry][key])
    with pytest.raises(ValueError, match="start_layout"):
        swenv.load("islands", num_players=2, start_layout=layout)


@pytest.mark.rule("SI-INT-40")
def test_there_is_no_fifth_round_though_a_ship_is_left() -> None:
    """Alexis found no tile in the fourth round, so a ship is left."""
    fields: dict[str, Any] = {"market": [None, None, "KC1"], "reserve": [], "seats": on_missions("M01")}
    turn = {"docker": "alexis"}
    state = play(position("house", 1, tiles=PAIR, ships=FULL[:3], round=4, turn_state=turn, **fields), "pass")
    assert state.is_over and state.round == 4 and len(state.to_position()["ships"]) == 3
    assert state.game.from_position(state.to_position()) == state
