"""Positions that no play leads to are refused by field."""

from __future__ import annotations

from typing import Any

import pytest
from archipelago import house, marker, on_missions, position, ship, tiles

import roundtrips

PAIR = tiles("CC1@8,8r2", "CD1@9,8r0")
"""One island of two tiles with a site on each; ships can lie beside it."""
START = tiles("ST1A@8,8r0")
DOCKED = ship(8, 7)
LAUREL = {"port": {"piece": 0}, "laurel": {"slot": 0}}
GREYS = [DOCKED, ship(9, 7), ship(8, 9)]
NO_MARKET = {"market": [None] * 3, "reserve": []}
BUILDING = {"tiles": PAIR, "ships": [DOCKED], "houses": [house(0, 8, 8)]}
CARDS = [f"X{number:02}" for number in range(1, 10)]
"""With X11 the expedition deck of level 1."""

NO_PLAY_LEADS_TO: dict[str, tuple[str, str, int, dict[str, Any]]] = {
    # rounds and ships
    "a fourth round without ships": ("round", "turn", 2, {"tiles": PAIR, "round": 4}),
    "a first round with a ship": ("round", "turn", 2, {"tiles": PAIR, "round": 1, "ships": [DOCKED]}),
    "a reward phase of the round after": ("round", "house", 2, {"tiles": PAIR, "round": 2, "ships": [DOCKED]}),
    "an end two rounds after the last ship": ("round", "over", 2, {"tiles": PAIR, "round": 3, "ships": [DOCKED]}),
    "a reward phase without a docking": ("round", "house", 2, {"tiles": PAIR, "ships": []}),
    "stuck after the last ship": (
        "ships",
        "house",
        1,
        {"tiles": PAIR, "ships": [*GREYS, ship(9, 9, 0)], "turn_state": {"stuck": True}},
    ),
    "a ship of somebody who did not dock": (
        "turn_state.docker",
        "house",
        2,
        {"tiles": PAIR, "ships": [ship(8, 7, 1)], "turn_state": {"docker": 0}},
    ),
    "an end for no reason": ("phase", "over", 2, {"tiles": PAIR, "ships": [DOCKED]}),
    "stuck with tiles in the market": (
        "market",
        "house",
        2,
        {"tiles": PAIR, "ships": [], "turn_state": {"stuck": True}},
    ),
    "stuck in a turn": ("turn_state.stuck", "turn", 2, {"tiles": PAIR, **NO_MARKET, "turn_state": {"stuck": True}}),
    # the board
    "a turn without tiles": ("tiles", "turn", 2, {}),
    "ships without tiles": ("tiles", "place", 2, {"ships": [ship(8, 8)], "turn_state": {"chosen": "CA1"}}),
    "start tiles off the centre": ("tiles", "start_pick", 2, {"tiles": tiles("ST1A@8,9r0")}),
    "another first player who lays start tiles": ("first", "start_pick", 2, {"tiles": START, "first": 1}),
    "a last tile on an empty cell": ("last", "turn", 2, {"tiles": PAIR, "last": [1, 1]}),
    "Alexis searches from an empty cell": ("human_last", "turn", 1, {"tiles": PAIR, "human_last": [1, 1]}),
    "a house on an island of one tile": ("houses", "turn", 2, {"tiles": PAIR[:1], "houses": [house(0, 8, 8)]}),
    "a port marker on a slot": (
        "markers[0].slot",
        "turn",
        2,
        {"tiles": PAIR, "markers": [marker("port", 8, 8, slot=0)]},
    ),
    "a resource marker on a piece": (
        "markers[0].piece",
        "turn",
        2,
        {"tiles": PAIR, "markers": [marker("laurel", 8, 8, slot=0, piece=0)]},
    ),
    "a third port on a tile": (
        "markers[1]",
        "turn",
        2,
        {"tiles": PAIR, "markers": [marker("port", 8, 8, piece=0, seat=seat) for seat in (0, 1)]},
    ),
    "a marker laid twice": (
        "markers[1]",
        "turn",
        2,
        {"tiles": PAIR, "markers": [marker(shows, 8, 8, marker="laurel", **spot) for shows, spot in LAUREL.items()]},
    ),
    "a spent marker that is being laid": (
        "turn_state.marker",
        "mark_target",
        2,
        {
            "tiles": PAIR,
            "markers": [marker("port", 8, 8, piece=0, marker="any")],
            "turn_state": {"marker": "any_laurel"},
        },
    ),
    "a tile outside the window": ("tiles[0]", "turn", 2, {"tiles": tiles("XA2@17,0r0")}),
    # stacks and hands
    "no navigation stack while cards are picked": ("navigation", "prep_pick", 2, {"tiles": PAIR, "navigation": []}),
    "a gap in the market beside a reserve": ("market", "turn", 2, {"tiles": PAIR, "market": ["KA1", None, "KA2"]}),
    "a navigation stack at the end": (
        "navigation",
        "over",
        2,
        {"tiles": PAIR, "ships": [DOCKED], "navigation": ["KA1"], "reserve": []},
    ),
    "three tiles in hand at the end": (
        "seats[0].hand",
        "over",
        2,
        {"tiles": PAIR, "ships": [DOCKED], "reserve": [], "seats": [{"hand": ["KA1", "KA2", "KA3"]}]},
    ),
    "a hand before the game begins": ("seats[0].hand", "start_pick", 2, {"seats": [{"hand": ["KA1", "KA2"]}]}),
    "a reserve before the game begins": ("reserve", "start_pick", 2, {"reserve": ["KA1"]}),
    # houses and cards
    "a pool that was not refilled": (
        "seats[0].pool",
        "turn",
        2,
        {"tiles": PAIR, "houses": [house(0, 8, 8)], "seats": [{"pool": 3, "reserve": 4}]},
    ),
    "a pool that was refilled too soon": (
        "seats[0].pool",
        "house",
        2,
        {**BUILDING, "seats": [{"pool": 4}], "turn_state": {"built": [[8, 8]]}},
    ),
    "a mission before the game begins": (
        "seats[0].missions.held",
        "start_pick",
        2,
        {"seats": [{"missions": {"held": ["M01"]}}]},
    ),
    "a mission revealed in a turn": (
        "seats[1].revealed",
        "turn",
        2,
        {"tiles": PAIR, "seats": [{}, {"revealed": True}]},
    ),
    "a mission hidden in the reward turn": (
        "seats[0].revealed",
        "house",
        2,
        {**BUILDING, "seats": [{"revealed": False}]},
    ),
    "a deck of another mode": ("decks.goals", "turn", 2, {"tiles": PAIR, "decks": {"goals": []}}),
    "a card in hand at an end without reward phase": (
        "seats[0].missions",
        "over",
        2,
        {"tiles": PAIR, "ships": [DOCKED], "reserve": [], "seats": on_missions("M01")},
    ),
    # the turn
    "a docker in a turn": ("turn_state.docker", "turn", 2, {"tiles": PAIR, "turn_state": {"docker": 0}}),
    "a marker mode in a turn": ("turn_state.marker", "turn", 2, {"tiles": PAIR, "turn_state": {"marker": "lotus"}}),
    "an emptied slot in a turn": ("turn_state.emptied", "turn", 2, {"tiles": PAIR, "turn_state": {"emptied": 1}}),
    "a cell for Alexis in a turn": ("turn_state.cell", "turn", 1, {"tiles": PAIR, "turn_state": {"cell": [7, 8]}}),
    "a chosen tile in a turn": ("turn_state.chosen", "turn", 2, {"tiles": PAIR, "turn_state": {"chosen": "CA1"}}),
    # Alexis
    "a card that is not in his deck": (
        "alexis.card",
        "turn",
        1,
        {"tiles": PAIR, "alexis": {"deck": [*CARDS, "X11"], "played": [], "card": "X12"}},
    ),
    "no card to build by": ("alexis.card", "alexis_house", 1, {**BUILDING, "turn_state": {"docker": "alexis"}}),
    "points that leave no room for more": (
        "seats[0].prestige",
        "turn",
        2,
        {"tiles": PAIR, "seats": [{"prestige": 10000}]},
    ),
    "placements that leave no room for more": (
        "seats[1].last_placement",
        "turn",
        2,
        {"tiles": PAIR, "seats": [{}, {"last_placement": 900}]},
    ),
    # numbers
    "a round with a point": ("round", "turn", 2, {"tiles": PAIR, "round": 1.0}),
    "a turn with a point": ("turn", "turn", 2, {"tiles": PAIR, "turn": 1.0}),
    "a seed with a point": ("seed", "turn", 2, {"tiles": PAIR, "seed": 7.0}),
    "a cell with a point": ("tiles[0].r", "turn", 2, {"tiles": [{**PAIR[0], "r": 8.0}]}),
    "a seat with a point": ("houses[0].seat", "turn", 2, {"tiles": PAIR, "houses": [house(0.0, 8, 8)]}),  # type: ignore[arg-type]
}
"""Field, phase, number of players and fields of documents."""


@pytest.mark.rule(
    "SI-INV-1",
    "SI-INV-2",
    "SI-INV-3",
    "SI-END-1",
    "SI-END-2",
    "SI-END-3",
    "SI-REW-2",
    "SI-REW-5",
    "SI-HOUSE-2",
    "SI-MARK-4",
    "SI-MARK-5",
    "SI-INV-4",
    "SI-EXPL-8",
)
@pytest.mark.parametrize("what", NO_PLAY_LEADS_TO)
def test_what_no_play_leads_to_is_refused_by_field_or_a_problem_of_a_position_that_plays_on(what: str) -> None:
    field, phase, players, fields = NO_PLAY_LEADS_TO[what]
    assert roundtrips.objection(lambda: position(phase, players, **fields)) == field


def test_a_reward_phase_needs_no_ship_to_be_tried() -> None:
    state = position("house", 2, tiles=PAIR, ships=[], seats=on_missions("M01"))
    assert state.round == 1 and "house 8 8" in {str(state.game.action(action)) for action in state.legal_actions()}
    assert state.problems()[0].startswith("round: ")
