"""The solo mode: set-up, the cards of Alexis, the human's part, rounds, totals (SI-SOLO)."""

from __future__ import annotations

from typing import Any

import pytest
from archipelago import deck, examples, expeditions, fresh, game, kinds, numbers, picked, seat_of, tiles, ways
from chapters import refused, verbs
from si_solo import (
    COLUMNS,
    IDLE,
    LONE,
    MARKET,
    added,
    alexis,
    before_alexis,
    board,
    his,
    houses,
    lying,
    ships,
    solo,
    stocked,
    unused,
)

import swenv
from support import play

LEVELS = {1: (9, 1, 20), 2: (9, 2, 25), 3: (8, 2, 30), 4: (8, 3, 35), 5: (7, 3, 40), 6: (7, 4, 45)}
"""Explore cards, dock cards and end bonus of each level (section 9.1)."""

# Six islands of two tiles, one port each in row 7; the human's three port markers make it two in columns 3, 7 and 8.
HARBOUR = tiles(
    *("CA1@7,3r2", "CA2@7,4r2", "CA3@7,5r2", "CC1@7,6r2", "CC2@7,7r2", "CC3@7,8r2"),
    *("CB1@8,3r0", "CB2@8,4r0", "CB3@8,5r0", "CD1@8,6r0", "CD2@8,7r0", "CD3@8,8r0"),
)
PORTS = [
    {"seat": 0, "marker": marker, "as": "port", "r": 7, "c": column, "piece": 0}
    for marker, column in (("lotus", 3), ("dragonfruit", 7), ("laurel", 8))
]
GREY = [{"r": 6, "c": column, "owner": "grey"} for column in (4, 7, 5)]
"""Three grey ships with 4, 5 and 3 ports around them."""
NEVER = {"missions": {"held": ["M01"], "current": "M11"}}
"""The human with a mission that no island of `HARBOUR` meets."""


def last_round(level: int, human: int, tokens: int, built: int, **fields: Any) -> swenv.State:
    """Solo, the human may dock the last ship; Alexis has so many PP tokens and houses; no island meets X08."""
    fields = {"alexis": {"prestige": tokens, "deck": deck("X08", level=level)}, "ships": GREY, **fields}
    return solo(
        "turn",
        level=level,
        tiles=HARBOUR,
        markers=PORTS,
        houses=his(*((7, 3 + column) for column in range(built))),
        seats=[{"prestige": human, **NEVER}],
        round=4,
        **fields,
    )


# Players and modes


@pytest.mark.rule("SI-SOLO-1")
@pytest.mark.parametrize(
    ("mode", "cards", "verb"),
    [("standard", "missions", "card_pair"), ("solo", "missions", "card_pair"), ("advanced", "goals", "reward_pair")],
)
def test_one_human_plays_with_the_cards_of_either_mode(mode: str, cards: str, verb: str) -> None:
    state = fresh(1, mode)
    assert (state.game.num_players, state.to_act, state.round, len(state.coins)) == (1, 0, 1, 1)
    state = fresh(1, mode, start_layout="fixed")
    assert cards in seat_of(state, 0) and cards in state.to_position()["decks"]
    met = set()
    while state.phase != "turn":
        met |= verbs(state)
        play(state, "card_pair 0 1" if state.phase == "prep_pick" else "reward_pair 0 1")
    assert verb in met


@pytest.mark.rule("SI-SOLO-1")
def test_alone_is_solo_and_with_others_it_is_not() -> None:
    assert "alexis" in fresh(1).to_position()
    assert "alexis" not in fresh(2).to_position()
    with pytest.raises(ValueError, match="mode"):
        game(2, "solo")
    for level in (0, 7):
        with pytest.raises(ValueError, match="level"):
            swenv.load("islands", num_players=1, level=level)


@pytest.mark.rule("SI-SOLO-1")
@pytest.mark.parametrize("seed", range(5))
def test_the_human_begins_the_first_round(seed: int) -> None:
    state = picked(fresh(1, seed=seed, start_layout="fixed"))
    assert (state.phase, state.round, state.to_act) == ("turn", 1, 0)
    assert alexis(state)["played"] == [] and len(board(state)) == 4


# Set-up


@pytest.mark.rule("SI-SOLO-2")
def test_the_set_up_for_one() -> None:
    state = fresh(1, start_layout="fixed")
    document = state.to_position()
    assert len(document["seats"]) == 1
    human = document["seats"][0]
    assert (human["pool"], human["reserve"], len(human["hand"])) == (4, 4, 2)
    assert (len(document["reserve"]), len(document["navigation"])) == (45, 6)
    assert None not in document["market"] and len(document["market"]) == 3
    assert len(human["missions"]["held"]) == 3 and len(document["decks"]["missions"]) == 9
    assert sorted(document["discoveries"]) == [2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8]
    assert not {"missions", "goals", "rewards", "hand", "markers", "tokens"} & set(document["alexis"])
    assert document["alexis"]["prestige"] == 0


@pytest.mark.rule("SI-SOLO-2")
def test_one_coloured_ship_and_three_grey_ones() -> None:
    state = solo("turn", tiles=LONE)
    cells = {(7, 8), (8, 9), (9, 8), (8, 7)}
    assert ways(state, "dock_own") == ways(state, "dock_grey") == cells
    grey = [{"r": 8, "c": 9 + k, "owner": "grey"} for k in range(3)]
    assert not ways(solo("turn", tiles=LONE, ships=grey), "dock_grey")
    assert ways(solo("turn", tiles=LONE, ships=grey), "dock_own")
    assert ways(solo("turn", tiles=LONE, ships=grey[:2]), "dock_grey")
    mixed = [{"r": 9, "c": 8, "owner": 0}, *grey[:2]]
    assert not ways(solo("turn", tiles=LONE, ships=mixed), "dock_own")
    assert ways(solo("turn", tiles=LONE, ships=mixed), "dock_grey")


# The cards


@pytest.mark.rule("SI-SOLO-3")
@pytest.mark.parametrize("level", LEVELS)
def test_the_alexis_card_says_how_many_cards_are_drawn(level: int) -> None:
    explore, dock, _ = LEVELS[level]
    assert numbers(level) == {"explore": explore, "dock": dock}
    decks = [alexis(fresh(1, seed=seed, level=level, start_layout="fixed"))["deck"] for seed in range(40)]
    for cards in decks:
        assert kinds(cards) == {"explore": explore, "dock": dock} and len(set(cards)) == explore + dock
    drawn = {card for cards in decks for card in cards}
    assert drawn == set(expeditions()), "every card is drawn at times"
    assert len({cards[0] for cards in decks}) > 5, "and the order is that of a shuffle"


@pytest.mark.rule("SI-SOLO-3")
def test_the_other_cards_are_out_of_the_game() -> None:
    state = fresh(1, start_layout="fixed", level=2)
    own = set(alexis(state)["deck"])
    rounds = set()
    while not state.is_over:
        rounds.add(state.round)
        entry = alexis(state)
        assert {*entry["deck"], *entry["played"]} | ({entry["card"]} & own) == own
        state.apply(int(state.legal_actions()[-1]))
    assert rounds > {1, 2}


# The human's part


@pytest.mark.rule("SI-SOLO-4")
def test_the_human_explores_as_ever() -> None:
    state = solo(
        "turn",
        tiles=LONE,
        market=["CA2", "CA3", "CB3"],
        navigation=["SB1", "SB2", "SB3"],
        seats=[{"hand": ["KA1", "KA2"]}],
        alexis={"deck": deck("X04")},
    )
    assert verbs(state) == {"take"}
    play(state, "take 1")
    assert ways(state, "hand") == {(0,), (1,), (2,)}
    play(state, "hand 2", "place 7 8 0")
    assert (state.phase, board(state)[7, 8]) == ("marker", ("CA3", 0))
    assert ("lotus",) in ways(state, "marker_mode") and ("laurel",) not in ways(state, "marker_mode")
    play(state, "marker_mode port_lotus", "mark_piece 7 8 0")
    document = state.to_position()
    assert document["seats"][0]["hand"] == ["KA1", "KA2"]
    assert document["market"][1] == "SB1" and document["markers"][0]["as"] == "port"


@pytest.mark.rule("SI-SOLO-4")
@pytest.mark.parametrize(("verb", "owner"), [("dock_own", 0), ("dock_grey", "grey")])
def test_the_human_may_dock_the_own_ship_or_a_grey_one(verb: str, owner: Any) -> None:
    state = solo("turn", tiles=LONE, seats=[IDLE])
    play(state, f"{verb} 7 8")
    assert ships(state) == [(7, 8, owner)]
    assert (state.round, state.phase) == (2, "prep_pick")


@pytest.mark.rule("SI-SOLO-4")
def test_the_human_docks_only_with_an_empty_navigation_stack() -> None:
    state = solo("turn", tiles=LONE, navigation=["SB1"])
    assert verbs(state) == {"take"}
    assert refused(state, "dock_grey 7 8") == "SI-DOCK-1"


# Order of the reward phase, and who begins the next round


@pytest.mark.rule("SI-SOLO-13")
def test_after_the_human_has_docked_alexis_is_rewarded_last_and_begins() -> None:
    choosing = {"missions": {"held": ["M01"], "current": "M12"}}
    fields: dict[str, Any] = {"market": MARKET, "alexis": {"deck": deck("X14")}}
    state = solo("turn", tiles=COLUMNS, seats=[choosing], **fields)
    play(state, "dock_own 4 4")
    assert (state.phase, state.to_act) == ("house", 0)
    assert houses(state) == set() and len(alexis(state)["deck"]) == 11, "Alexis comes after the human"
    play(state, "pass")
    assert houses(state) == {(5, 5), (6, 8), (5, 9)}
    assert (state.phase, state.round) == ("prep_pick", 2)
    assert alexis(state)["played"] == [] and board(state) == board(solo("turn", tiles=COLUMNS))
    before = state.copy()
    play(state, "card_pair 0 1")
    assert len(alexis(state)["deck"]) == 10, "he turns over a card before the human's first turn"
    assert state.phase in ("alexis_place", "turn")
    assert state.phase == "alexis_place" or len(added(state, before)) + alexis(state)["prestige"] == 1


@pytest.mark.rule("SI-SOLO-13")
def test_after_alexis_has_docked_he_is_rewarded_first_and_the_human_begins() -> None:
    choosing = {"missions": {"held": ["M01"], "current": "M12"}}
    state = before_alexis("X13", "X14", lies=COLUMNS, last=(5, 9), navigation=0, human=choosing)
    play(state, "pass")
    assert ships(state) == [(4, 9, "grey")]
    assert (state.phase, state.to_act, state.to_position()["turn_state"]["docker"]) == ("house", 0, "alexis")
    assert houses(state) == {(5, 5), (6, 8), (5, 9)}, "Alexis has built already"
    play(state, "pass")
    before = state.copy()
    assert (state.phase, state.round) == ("prep_pick", 2)
    play(state, "card_pair 0 1")
    assert (state.phase, len(alexis(state)["deck"])) == ("turn", 11)
    assert not added(state, before)


@pytest.mark.rule("SI-SOLO-13", "SI-SOLO-14")
def test_a_stuck_human_is_rewarded_first_and_the_game_ends() -> None:
    # Both free cells touch land, so no ship fits; XA1 fits nowhere and was the last tile of the market: SI-END-2.
    lies = examples("SI-EX-37")[0]["tiles"]
    state = before_alexis(
        "X01",
        "X10",
        window=3,
        lies=lies,
        last=(2, 1),
        market=("XA1", None, None),
        human={"missions": {"held": ["M01"], "current": "M11"}},
    )
    play(state, "pass")
    document = state.to_position()
    assert (state.phase, state.to_act, document["turn_state"]["docker"]) == ("house", 0, 0)
    assert document["turn_state"]["stuck"] and document["ships"] == []
    assert (alexis(state)["prestige"], houses(state), ways(state, "house")) == (1, set(), {(0, 0)})
    play(state, "house 0 0")
    assert state.is_over and state.round == 1
    assert houses(state, 0) == {(0, 0)} and houses(state) == {(1, 0)}


# The end


@pytest.mark.rule("SI-SOLO-14", "SI-EX-28")
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("built", [0, 4, 6])
def test_the_bonus_of_the_alexis_card(level: int, built: int) -> None:
    far = [{"r": 9, "c": 4, "owner": 0}, {"r": 9, "c": 5, "owner": "grey"}, {"r": 9, "c": 6, "owner": "grey"}]
    state = last_round(level, 30, 0, built, ships=far)
    play(state, "dock_grey 9 3")
    assert state.is_over and len(houses(state)) == built
    assert alexis(state)["prestige"] == LEVELS[level][2] + built
    if (level, built) == (5, 6):
        assert alexis(state)["prestige"] == 46


@pytest.mark.rule("SI-SOLO-14", "SI-EX-42")
@pytest.mark.parametrize(("human", "returns"), [(59, -1.0), (60, -1.0), (61, 1.0)])
def test_only_a_strictly_higher_total_wins(human: int, returns: float) -> None:
    state = last_round(5, human, 2, 6)
    play(state, "dock_own 9 4")
    assert state.is_over and state.phase == "over"
    assert alexis(state)["prestige"] == 2 + 12 + 40 + 6 == 60
    assert state.coins.tolist() == [human] and state.returns().tolist() == [returns]


@pytest.mark.rule("SI-SOLO-14", "SI-INFO-1")
def test_what_counts_for_alexis_is_seen() -> None:
    assert seen(last_round(5, 30, 2, 6)) == {
        "prestige": [2],
        "lead": [2 - 30],
        "pool": [8 - 6],
        "built": [6],
        "ship_ports": [12],
        "end_points": [40],
        "stack": [10],
        "card": [],
        "seen": [],
        "played": [],
    }


@pytest.mark.rule("SI-SOLO-5", "SI-INFO-1")
def test_the_cards_that_were_turned_over_are_seen() -> None:
    own = deck("X05")
    stacks = {"deck": own[:-1], "played": own[-1:], "seen": [own[2], own[-1]]}
    state = play(before_alexis(alexis=stacks), "pass")
    facts = seen(state)
    assert state.phase == "alexis_place" and facts["stack"] == [len(own) - 2]
    assert facts["card"] == ["X05"]
    assert facts["played"] == sorted(["X05", own[-1]])
    assert facts["seen"] == sorted(["X05", own[2], own[-1]]), "on either stack"


def seen(state: swenv.State) -> dict[str, list[Any]]:
    """What the human sees of Alexis: numbers, and of flags the cards that they stand for."""
    part = state.game.observation_layout["alexis"]
    line = part.of(state.observation(0))
    return {
        column.name: [card for card, flag in zip(expeditions(), line[part.column(column.name)], strict=True) if flag]
        if column.width == len(expeditions())
        else line[part.column(column.name)].tolist()
        for column in part.columns
    }


@pytest.mark.rule("SI-SOLO-14")
@pytest.mark.parametrize(
    ("verb", "there", "human", "rival"), [("dock_own", "grey", 30 + 3, 2 + 9), ("dock_grey", 0, 30, 2 + 9 + 3)]
)
def test_each_ship_pays_the_one_to_whom_it_belongs(verb: str, there: Any, human: int, rival: int) -> None:
    # Three ports lie around (6, 3), none around (9, 4).
    state = last_round(5, 30, 2, 6, ships=[*GREY[:2], {"r": 9, "c": 4, "owner": there}])
    play(state, f"{verb} 6 3")
    assert state.is_over, "the fourth ship"
    assert (state.coins.tolist(), alexis(state)["prestige"]) == ([human], rival + 40 + 6)


@pytest.mark.rule("SI-SOLO-14")
def test_ports_near_two_grey_ships_count_twice() -> None:
    # The ports of columns 4, 5 and 6 lie near two ships each: 4 + 5 + 3 are 12, though there are nine ports.
    state = last_round(5, 30, 0, 6)
    play(state, "dock_own 9 4")
    assert alexis(state)["prestige"] == 12 + 40 + 6


@pytest.mark.rule("SI-SOLO-14")
def test_without_six_tiles_for_the_navigation_stack_the_game_ends() -> None:
    used = [*lying(LONE), *MARKET]
    for size, over in ((5, True), (6, False)):
        state = solo("turn", tiles=LONE, market=MARKET, **stocked(unused(*used)[:size], *used))
        play(state, "dock_grey 7 8")
        assert state.is_over == over
        if over:
            assert state.round == 1 and state.returns().tolist() == [-1.0]


@pytest.mark.rule("SI-INT-42")
def test_the_own_ship_docked_by_alexis_pays_him_alone() -> None:
    state = before_alexis(
        "X13",
        "X14",
        level=5,
        lies=HARBOUR,
        last=(7, 3),
        navigation=0,
        markers=PORTS,
        ships=GREY,
        houses=his(*((7, 3 + column) for column in range(6))),
        human={"prestige": 30, **NEVER},
        alexis={"prestige": 2, "deck": deck("X13", "X14", level=5)},
    )
    assert ways(solo("turn", tiles=HARBOUR, ships=GREY), "dock_own")
    play(state, "pass")
    assert ships(state)[3:] == [(6, 3, "grey")]
    assert state.is_over, "the fourth ship"
    assert state.coins.tolist() == [30], "three ports lie around it, none for the human"
    assert alexis(state)["prestige"] == 2 + 12 + 3 + 40 + 6
