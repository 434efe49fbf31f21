"""Set-up and preparation (rules of Small Islands, sections 1 and 2): SI-COMP, SI-SETUP, SI-STATE and SI-PREP.

Also the worked examples SI-EX-25 and SI-EX-27 and the rulings SI-INT-1 and SI-INT-2.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from archipelago import (
    FIXED,
    RESOURCES,
    STEPS,
    examples,
    explored,
    fresh,
    game,
    house,
    island_at,
    land,
    marker,
    on_missions,
    picked,
    plays,
    position,
    printed,
    ship,
    tiles,
    turned,
    ways,
)
from chapters import refused, verbs

import swenv
from support import legal, legal_words, play
from swenv.islands import content, islands

BOARD = tiles("ST1A@8,8r0")
"""One start tile on the centre: land to N and E, sea to S and W."""
DOCK = "dock_own 9 8"
"""Ends a round on that board: no island is large enough for a house."""
FACES = {f"ST{tile}{face}" for tile in "1234" for face in "AB"}
LAYOUT = tiles("ST2A@8,8r0", "ST1A@7,8r1", "ST4B@8,9r3", "ST3B@9,8r1")
"""Start tiles in laying order, the first on the centre."""
PAIRS = {"0 1", "0 2", "1 0", "1 2", "2 0", "2 1"}


def cards_of(state: swenv.State, kind: str = "missions") -> list[list[str]]:
    """The cards that each seat holds, by place."""
    return [entry[kind]["held"] for entry in state.to_position()["seats"]]


def lying(state: swenv.State) -> dict[tuple[int, int], tuple[str, int]]:
    """The tiles on the board by cell, with their rotation."""
    return {(entry["r"], entry["c"]): (entry["tile"], entry["rot"]) for entry in state.to_position()["tiles"]}


def stock(state: swenv.State) -> list[str]:
    """All land tiles that are not on the board, wherever they are."""
    document = state.to_position()
    hands = [tile for entry in document["seats"] for tile in entry["hand"]]
    heaps = (document["market"], hands, document["navigation"], document["reserve"], document["removed"])
    return [tile for heap in heaps for tile in heap if tile]


def beside(cell: tuple[int, int]) -> list[tuple[int, int]]:
    """The four neighbours of a cell, N to W."""
    return [(cell[0] + down, cell[1] + right) for down, right in STEPS.values()]


def fits(board: dict[tuple[int, int], tuple[str, int]]) -> bool:
    """Whether neighbouring tiles agree on their common edges and all tiles form one shape with the centre."""
    reached, left = {(8, 8)}, set(board) - {(8, 8)}
    for _ in board:
        reached |= {cell for cell in left if reached & set(beside(cell))}
    return reached == set(board) and all(
        turned(*board[cell])[side] == turned(*board[other])[(side + 2) % 4]
        for cell in board
        for side, other in enumerate(beside(cell))
        if other in board
    )


# SI-COMP


@pytest.mark.rule("SI-COMP-1")
def test_contents_of_the_box() -> None:
    starts = {tile.id[:3] for tile in content.TILES[56:]}
    assert (len(content.TILES[:56]), sorted(starts), len(content.TILES[56:])) == (56, ["ST1", "ST2", "ST3", "ST4"], 8)
    cards = (content.MISSIONS, content.GOALS, content.REWARD_CARDS, content.EXPEDITIONS, content.LEVELS)
    assert [len(deck) for deck in cards] == [12, 12, 12, 15, 6]  # three Alexis cards of two sides
    assert len(content.TOKENS) == 12


@pytest.mark.rule("SI-COMP-1")
@pytest.mark.parametrize("mode", ["standard", "advanced"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_begins_with_the_whole_box(players: int, mode: str) -> None:
    state = fresh(players, mode, **FIXED)
    document = state.to_position()
    assert sorted(stock(state)) == sorted(land())
    assert [entry["pool"] + entry["reserve"] for entry in document["seats"]] == [8] * players
    assert (document["ships"], document["markers"], document["houses"]) == ([], [], [])
    for kind in ("missions",) if mode == "standard" else ("goals", "rewards"):
        held = [card for cards in cards_of(state, kind) for card in cards]
        assert len(set(document["decks"][kind] + held)) == 12 == len(document["decks"][kind] + held)


@pytest.mark.rule("SI-COMP-1")
def test_the_supply_of_prestige_is_unlimited() -> None:
    state = position("turn", tiles=BOARD, seats=[{"prestige": 60}, {"prestige": 70}])
    assert list(state.coins) == [60, 70]


@pytest.mark.rule("SI-COMP-2")
@pytest.mark.parametrize("start", sorted(FACES))
def test_the_symbols_on_land_and_no_effect_of_the_seagull(start: str) -> None:
    state = position("turn", tiles=tiles(f"{start}@8,8r0", "CC1@7,8r2"))
    island = island_at(state, 8, 8)
    assert tuple(island.symbols) == (*RESOURCES, "temple", "ports")
    first, cap = printed()[start]["pieces"][0], printed()["CC1"]["pieces"][0]
    assert island.symbols == {name: first[name] + cap[name] for name in island.symbols}
    assert (island.size, island.sites) == (2, first["house_site"] + cap["house_site"])


@pytest.mark.rule("SI-COMP-3")
def test_ports_are_printed_and_markers_add_more() -> None:
    assert island_at(position("turn", tiles=BOARD), 8, 8).symbols["ports"] == 1
    added = position("turn", tiles=BOARD, markers=[marker("port", 8, 8, piece=0)])
    assert island_at(added, 8, 8).symbols["ports"] == 2


# SI-SETUP-1, SI-SETUP-2


@pytest.mark.rule("SI-SETUP-1")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_four_houses_are_in_the_pool_and_four_in_reserve(players: int) -> None:
    seats = fresh(players, **FIXED).to_position()["seats"]
    assert [(entry["pool"], entry["reserve"]) for entry in seats] == [(4, 4)] * players


@pytest.mark.rule("SI-SETUP-1")
def test_all_four_markers_are_at_hand() -> None:
    state = position("marker", tiles=tiles("TA1@8,8r0"))
    sides = {*RESOURCES, *(f"any_{name}" for name in RESOURCES)}
    ports = {*(f"port_{name}" for name in RESOURCES), "port_any"}
    assert legal_words(state, "marker_mode") == sides | ports


@pytest.mark.rule("SI-SETUP-2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_seed_draws_the_first_player(players: int) -> None:
    firsts = Counter(fresh(players, seed=seed).turn for seed in range(60))
    assert set(firsts) == set(range(players))
    assert min(firsts.values()) >= 60 // players // 3
    for layout in (dict[str, Any](), FIXED):
        state = fresh(players, seed=5, **layout)
        assert state.to_position()["first"] == state.turn == state.to_act == fresh(players, seed=5, **layout).turn


@pytest.mark.rule("SI-SETUP-2")
def test_the_human_is_first_player_alone() -> None:
    assert {fresh(1, seed=seed).turn for seed in range(5)} == {0}


# SI-SETUP-3


@pytest.mark.rule("SI-SETUP-3")
def test_the_first_player_picks_faces_and_lays_them_before_anything_is_dealt() -> None:
    state = fresh(3, seed=2)
    first = state.turn
    left = set(FACES)
    for number in range(4):
        assert (state.phase, state.turn, state.to_act, verbs(state)) == ("start_pick", first, first, {"start_face"})
        assert legal_words(state, "start_face") == left
        document = state.to_position()
        assert [tile for tile in document["market"] if tile] == []
        assert [entry["hand"] for entry in document["seats"]] == [[], [], []]
        assert cards_of(state) == [[], [], []]
        face = sorted(left)[number % len(left)]
        play(state, f"start_face {face}")
        left -= {f"{face[:3]}A", f"{face[:3]}B"}
        assert (state.phase, state.turn, verbs(state)) == ("start_place", first, {"place"})
        assert ({(row, column) for row, column, _ in ways(state, "place")} == {(8, 8)}) == (number == 0)
        play(state, str(state.game.action(int(state.legal_actions()[-1]))))
    assert left == set() and len(lying(state)) == 4 and fits(lying(state))
    assert state.phase == "prep_pick"
    assert all(state.to_position()["market"]) and len(stock(state)) == 56


@pytest.mark.rule("SI-SETUP-3")
def test_a_start_tile_can_be_laid_on_one_face_only() -> None:
    state = play(fresh(), "start_face ST3B", "place 8 8 0")
    assert legal_words(state, "start_face") == FACES - {"ST3A", "ST3B"}
    assert refused(state, "start_face ST3A")
    assert refused(state, "start_face ST3B")


@pytest.mark.rule("SI-SETUP-3")
@pytest.mark.parametrize("window", [15, 17, 21])
def test_the_first_start_tile_lies_on_the_centre_of_the_window(window: int) -> None:
    state = play(fresh(window=window), "start_face ST2A")
    centre = window // 2
    assert ways(state, "place") == {(centre, centre, rot) for rot in range(4)}
    assert refused(state, f"place {centre} {centre + 1} 0")
    assert refused(state, "place 0 0 0")


@pytest.mark.rule("SI-SETUP-3")
def test_start_tiles_obey_the_tile_rules() -> None:
    state = play(fresh(), "start_face ST1A", "place 8 8 0", "start_face ST4A")
    assert ways(state, "place") == {
        *((7, 8, rot) for rot in (0, 1, 2)),  # three of its sides are land, W is sea before it is turned
        *((8, 9, rot) for rot in (1, 2, 3)),
        (9, 8, 1),
        (8, 7, 2),
    }
    assert refused(state, "place 7 8 3")
    assert refused(state, "place 9 8 0")
    assert refused(state, "place 8 8 0")
    assert refused(state, "place 7 7 0")
    play(state, "place 8 7 2")
    assert lying(state) == {(8, 8): ("ST1A", 0), (8, 7): ("ST4A", 2)}


@pytest.mark.rule("SI-SETUP-3")
def test_a_random_layout_is_laid_tile_by_tile() -> None:
    boards = [lying(fresh(seed=seed, start_layout="random")) for seed in range(80)]
    for board in boards:
        assert {tile[:3] for tile, _ in board.values()} == {"ST1", "ST2", "ST3", "ST4"}
        assert (8, 8) in board and fits(board)
    assert {board[8, 8][0] for board in boards} == FACES
    assert {board[8, 8][1] for board in boards} == {0, 1, 2, 3}
    assert len({tuple(sorted(board)) for board in boards}) > 10
    state = fresh(start_layout="random", seed=3)
    assert (state.phase, lying(state)) == ("prep_pick", lying(fresh(start_layout="random", seed=3)))


@pytest.mark.rule("SI-SETUP-3")
def test_a_fixed_layout_is_the_same_in_every_game() -> None:
    boards = [lying(fresh(seed=seed, **FIXED)) for seed in range(10)]
    assert all(board == boards[0] for board in boards)
    assert {tile[:3] for tile, _ in boards[0].values()} == {"ST1", "ST2", "ST3", "ST4"}
    assert (8, 8) in boards[0] and fits(boards[0])
    assert fresh(**FIXED).phase == "prep_pick"


@pytest.mark.rule("SI-SETUP-3")
def test_a_layout_can_be_given() -> None:
    state = fresh(start_layout=LAYOUT)
    assert lying(state) == {(entry["r"], entry["c"]): (entry["tile"], entry["rot"]) for entry in LAYOUT}
    assert state.phase == "prep_pick"


@pytest.mark.rule("SI-SETUP-3")
@pytest.mark.parametrize(
    "wrong",
    [
        LAYOUT[:3],
        LAYOUT[1:] + LAYOUT[:1],  # the first is not on the centre
        [*LAYOUT[:3], {**LAYOUT[3], "r": 7, "c": 9}],  # fits one neighbour, not the other
        [*LAYOUT[:3], {**LAYOUT[3], "r": 3, "c": 3}],  # touches nothing
        [*LAYOUT[:3], {**LAYOUT[3], "r": 8, "c": 8}],  # occupied
        [*LAYOUT[:3], {**LAYOUT[3], "r": -1, "c": 8}],
        [*LAYOUT[:3], {**LAYOUT[3], "rot": 0}],
        [*LAYOUT[:3], {**LAYOUT[3], "rot": 4}],
        [*LAYOUT[:3], {**LAYOUT[3], "tile": "ST2B"}],  # the other face of the first
        [*LAYOUT[:3], {**LAYOUT[3], "tile": "CA1"}],
    ],
)
def test_a_layout_against_the_rules_is_refused(wrong: list[dict[str, Any]]) -> None:
    with pytest.raises(ValueError):
        game(start_layout=wrong)


# SI-SETUP-4 to SI-SETUP-7


@pytest.mark.rule("SI-SETUP-4")
def test_the_land_tiles_are_shuffled() -> None:
    orders = [fresh(seed=seed, **FIXED).to_position()["reserve"] for seed in range(60)]
    assert len({tuple(order) for order in orders}) == 60
    assert len({order[0] for order in orders}) > 25
    assert {tile for order in orders for tile in order} == set(land())
    again = fresh(seed=7, **FIXED)
    assert again.to_position()["reserve"] == orders[7]


@pytest.mark.rule("SI-SETUP-5")
@pytest.mark.parametrize(("players", "grey"), [(1, 3), (2, 2), (3, 1), (4, 0)])
def test_ships_of_absent_players_are_grey(players: int, grey: int) -> None:
    def docking(*docked: int | str) -> set[str]:
        """The ships that seat 0 may take when those ships have docked in a row south of the start tile."""
        board = [ship(9 + number, 8, owner) for number, owner in enumerate(docked)]
        state = position("turn", players, tiles=BOARD, ships=board, round=len(docked) + 1)
        return {verb for verb in ("dock_own", "dock_grey") if ways(state, verb)}

    for used in range(grey + 1):
        assert docking(*["grey"] * used) == {"dock_own"} | ({"dock_grey"} if used < grey else set())
    assert docking(0) == ({"dock_grey"} if grey else set())
    if players > 1:  # alone, Alexis can turn the coloured ship over
        with pytest.raises(ValueError):
            docking(*["grey"] * (grey + 1))


@pytest.mark.rule("SI-SETUP-6")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_three_tiles_are_revealed_and_two_dealt_to_each_seat(players: int) -> None:
    document = fresh(players, **FIXED).to_position()
    assert len(document["market"]) == 3 and all(document["market"])
    assert [len(entry["hand"]) for entry in document["seats"]] == [2] * players
    assert [entry["known"] for entry in document["seats"]] == [[]] * players


def dealt(first: int) -> dict[str, Any]:
    """Three players are dealt to when that seat has laid the last start tile; the shuffles are always the same."""
    stated: dict[str, Any] = {"first": first, "turn": first, "to_act": first, "seed": 1, "random": "000000000000007b"}
    state = position("start_place", 3, tiles=LAYOUT[:3], turn_state={"chosen": "ST3B"}, **stated)
    return play(state, "place 9 8 1").to_position()


@pytest.mark.rule("SI-SETUP-6", "SI-SETUP-8", "SI-PREP-2")
@pytest.mark.parametrize("first", [1, 2])
def test_tiles_and_cards_are_dealt_from_the_first_player_on(first: int) -> None:
    wanted, document = dealt(0), dealt(first)
    for place in ("market", "navigation", "reserve", "decks"):
        assert document[place] == wanted[place]  # the market is filled before any hand
    for seat in range(3):
        given, entry = wanted["seats"][seat], document["seats"][(first + seat) % 3]
        assert (entry["hand"], entry["missions"]) == (given["hand"], given["missions"])


@pytest.mark.rule("SI-SETUP-7")
@pytest.mark.parametrize("players", [1, 3])
def test_all_discovery_tokens_begin_in_the_pool(players: int) -> None:
    document = fresh(players, **FIXED).to_position()
    assert sorted(document["discoveries"]) == [2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8] == sorted(content.TOKENS)
    assert [entry["tokens"] for entry in document["seats"]] == [[]] * players
    assert document["drawn"] == []


# SI-SETUP-8, SI-SETUP-9, and the table of stocks


@pytest.mark.rule("SI-SETUP-8")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_standard_mode_deals_missions(players: int) -> None:
    names = {card.id for card in content.MISSIONS}
    for seed in range(3):
        document = fresh(players, "standard", seed=seed, **FIXED).to_position()
        held = [card for entry in document["seats"] for card in entry["missions"]["held"]]
        assert {*held, *document["decks"]["missions"]} == names
        assert len(held) == 3 * players  # one dealt, two drawn in the first preparation
        assert not any({"goals", "rewards"} & entry.keys() for entry in document["seats"])
    assert len({cards_of(fresh(players, seed=seed, **FIXED))[0][0] for seed in range(40)}) > 8


@pytest.mark.rule("SI-SETUP-9")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_advanced_mode_deals_goals_and_rewards_and_no_missions(players: int) -> None:
    kinds = {"goals": {card.id for card in content.GOALS}, "rewards": {card.id for card in content.REWARD_CARDS}}
    state = fresh(players, "advanced", **FIXED)
    document = state.to_position()
    assert document["decks"].keys() == kinds.keys()
    for kind, names in kinds.items():
        held = [card for cards in cards_of(state, kind) for card in cards]
        assert {*held, *document["decks"][kind]} == names and len(held) == 3 * players
    assert not any("missions" in entry for entry in document["seats"])


@pytest.mark.rule("SI-SETUP-9")
def test_goals_and_rewards_are_shuffled_apart() -> None:
    dealt = set()
    for seed in range(20):
        state = fresh(2, "advanced", seed=seed, **FIXED)
        dealt.add((cards_of(state, "goals")[0][0][1:], cards_of(state, "rewards")[0][0][1:]))
    assert any(goal != reward for goal, reward in dealt)
    assert len({goal for goal, _ in dealt}) > 4 and len({reward for _, reward in dealt}) > 4


@pytest.mark.rule("SI-EX-25", "SI-SETUP-4", "SI-SETUP-6", "SI-PREP-1")
@pytest.mark.parametrize("case", examples("SI-EX-25")[0]["cases"], ids=lambda case: f"{case['players']} players")
def test_tiles_left_after_the_set_up_and_the_first_preparation(case: dict[str, int]) -> None:
    document = fresh(case["players"], **FIXED).to_position()
    assert len(document["reserve"]) == case["reserve_after_first_preparation"]
    assert len(document["navigation"]) == 6
    assert len(document["reserve"]) + len(document["navigation"]) == case["reserve_after_setup"]


@pytest.mark.rule("SI-EX-27")
def test_set_up_for_two() -> None:
    state = fresh(2, **FIXED)
    document = state.to_position()
    assert [len(entry["hand"]) for entry in document["seats"]] == [2, 2]
    assert [(entry["pool"], entry["reserve"]) for entry in document["seats"]] == [(4, 4), (4, 4)]
    assert len([tile for tile in document["market"] if tile]) == 3
    assert len(document["reserve"]) + len(document["navigation"]) == 49
    assert [len(cards) - 2 for cards in cards_of(state)] == [1, 1]  # two more are drawn in the first preparation
    # Two coloured ships and two grey ones: when three have docked the last is the own one of seat 1.
    docked = [ship(9, 8, "grey"), ship(10, 8, "grey"), ship(11, 8, 0)]
    last = position("turn", tiles=BOARD, ships=docked, round=4, turn=1)
    assert ways(last, "dock_own") and not ways(last, "dock_grey")


# SI-STATE-1

AFTER_TURN = {"turn", "house", "prep_pick", "over"}
"""What can follow the refill of the market: the next turn, or by SI-END-2 the reward phase and the end."""
NEXT = {
    "start_pick": {"start_place"},
    "start_place": {"start_pick", "prep_pick"},
    "prep_pick": {"prep_pick", "prep_reward", "turn"},
    "prep_reward": {"prep_pick", "turn"},
    "turn": {"hand", "blocked", "house", "prep_pick", "over"},
    "hand": {"place"},
    "blocked": {"hand", "blocked", "marker"} | AFTER_TURN,
    "place": {"marker"} | AFTER_TURN,
    "marker": {"mark_target"} | AFTER_TURN,
    "mark_target": AFTER_TURN,
    "house": {"house", "score", "prep_pick", "over"},
    "score": {"score", "house", "prep_pick", "over"},
}
"""The table of states; a state with one legal action may be skipped, and `auto` and `chance` states always are."""
NEXT_ALONE = {
    **NEXT,
    **{phase: after | {"alexis_place", "alexis_house"} for phase, after in NEXT.items() if "turn" in after},
    "turn": NEXT["turn"] | {"alexis_house"},
    "house": NEXT["house"] | {"alexis_house"},
    "score": NEXT["score"] | {"alexis_house"},
    "alexis_place": AFTER_TURN | {"alexis_house"},
    "alexis_house": {"alexis_house", "house", "prep_pick", "over"},
}
"""The same in solo mode, where Alexis plays between the turns of the human and has a reward turn too."""


def walk(state: swenv.State, seed: int) -> list[tuple[str, str]]:
    """Play at random to the end; every step as the phases before and after it."""
    chooser, steps = random.Random(seed), []
    while not state.is_over:
        before = state.phase
        assert state.turn == state.to_act
        state.apply(int(chooser.choice(state.legal_actions())))
        steps.append((before, state.phase))
    return steps


@pytest.mark.rule("SI-STATE-1")
@pytest.mark.parametrize(("players", "mode"), [(1, "solo"), (2, "standard"), (3, "advanced"), (4, "standard")])
def test_states_follow_each_other_as_in_the_table(players: int, mode: str) -> None:
    steps = walk(fresh(players, mode, seed=3), seed=players)
    assert [step for step in steps if step[0].startswith("start")] == [
        ("start_pick", "start_place"),
        ("start_place", "start_pick"),
    ] * 3 + [("start_pick", "start_place"), ("start_place", "prep_pick")]
    table = NEXT_ALONE if players == 1 else NEXT
    for before, after in steps:
        assert after in table[before], (before, after)
    assert steps[-1][1] == "over"


@pytest.mark.rule("SI-STATE-1")
def test_a_turn_goes_through_its_states() -> None:
    state = picked(fresh(2, **FIXED))
    seat, phases = state.turn, [state.phase]
    play(state, "take 0")
    phases.append(state.phase)
    play(state, f"hand {legal(state, 'hand')[0]}")
    phases.append(state.phase)
    row, column, rot = min(ways(state, "place"))
    play(state, f"place {row} {column} {rot}")
    phases.append(state.phase)
    assert phases == ["turn", "hand", "place", "marker"]
    assert (plays(state, "pass").phase, plays(state, "pass").turn) == ("turn", 1 - seat)
    play(state, f"marker_mode {min(legal_words(state, 'marker_mode'))}")
    assert (state.phase, state.turn) == ("mark_target", seat)
    (verb,) = verbs(state)
    play(state, " ".join(map(str, (verb, *min(ways(state, verb))))))
    assert (state.phase, state.turn) == ("turn", 1 - seat)


@pytest.mark.rule("SI-STATE-1")
def test_a_given_layout_leads_to_the_choice_of_cards() -> None:
    for layout in ("fixed", "random", LAYOUT):
        state = fresh(3, start_layout=layout)
        assert (state.phase, state.round) == ("prep_pick", 1)


@pytest.mark.rule("SI-STATE-1")
def test_a_single_legal_action_is_carried_out_where_nothing_is_asked() -> None:
    # No island has two tiles, so neither seat is asked for houses and the next round begins.
    state = play(position("turn", tiles=BOARD), DOCK)
    assert (state.phase, state.round) == ("prep_pick", 2)
    # Full of ports and without resources, the one islet takes no marker.
    assert (
        play(position("place", tiles=tiles("WA1@8,8r0"), turn_state={"chosen": "WB1"}), "place 8 9 0").phase == "turn"
    )


# SI-PREP


@pytest.mark.rule("SI-PREP-1")
def test_six_tiles_go_from_the_top_of_the_reserve_to_the_navigation_stack() -> None:
    before = position("turn", tiles=BOARD)
    reserve = before.to_position()["reserve"]
    document = plays(before, DOCK).to_position()
    assert len(document["navigation"]) == 6
    assert sorted(document["navigation"]) == sorted(reserve[:6])
    assert document["reserve"] == reserve[6:]


@pytest.mark.rule("SI-PREP-1")
@pytest.mark.parametrize(("left", "phase"), [(5, "over"), (6, "prep_pick"), (7, "prep_pick")])
def test_without_six_tiles_the_game_ends(left: int, phase: str) -> None:
    full = position("turn", tiles=BOARD).to_position()["reserve"]
    state = position("turn", tiles=BOARD, reserve=full[:left], removed=full[left:])
    assert play(state, DOCK).phase == phase
    assert len(state.to_position()["reserve"]) == (left if phase == "over" else left - 6)


@pytest.mark.rule("SI-PREP-2")
@pytest.mark.parametrize("pair", sorted(PAIRS))
def test_of_three_missions_one_is_current_one_kept_and_one_returned(pair: str) -> None:
    state = fresh(2, **FIXED)
    seat, other = state.turn, 1 - state.turn
    held = cards_of(state)[seat]
    deck = state.to_position()["decks"]["missions"]
    assert len(set(held)) == 3 and legal_words(state, "card_pair") == PAIRS and verbs(state) == {"card_pair"}
    play(state, f"card_pair {pair}")
    current, kept = map(int, pair.split())
    (returned,) = {0, 1, 2} - {current, kept}
    entry = state.to_position()["seats"][seat]["missions"]
    assert entry == {"held": [held[kept]], "current": held[current], "returned": held[returned]}
    assert state.to_position()["decks"]["missions"] == deck  # the third lies face down beside the deck
    assert (state.phase, state.turn) == ("prep_pick", other)


@pytest.mark.rule("SI-PREP-2")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_each_seat_picks_from_the_first_player_clockwise(players: int) -> None:
    state = fresh(players, seed=4, **FIXED)
    first, order = state.turn, []
    while state.phase == "prep_pick":
        order.append(state.to_act)
        play(state, "card_pair 1 2")
    assert order == [(first + step) % players for step in range(players)]
    assert (state.phase, state.turn) == ("turn", first)


@pytest.mark.rule("SI-PREP-2")
@pytest.mark.parametrize("wrong", ["card_pair 0 0", "card_pair 3 0", "card_pair 1"])
def test_one_card_cannot_be_both(wrong: str) -> None:
    with pytest.raises(ValueError):
        fresh(2, **FIXED).apply(wrong)


@pytest.mark.rule("SI-PREP-3")
def test_advanced_players_pick_goals_then_rewards() -> None:
    state = fresh(3, "advanced", seed=2, **FIXED)
    first = state.turn
    for step in range(3):
        seat = (first + step) % 3
        goals, rewards = cards_of(state, "goals")[seat], cards_of(state, "rewards")[seat]
        assert (state.phase, state.turn, legal_words(state, "card_pair")) == ("prep_pick", seat, PAIRS)
        assert refused(state, "reward_pair 0 1")
        play(state, "card_pair 2 0")
        assert (state.phase, state.turn, legal_words(state, "reward_pair")) == ("prep_reward", seat, PAIRS)
        assert refused(state, "card_pair 0 1")
        play(state, "reward_pair 1 2")
        entry = state.to_position()["seats"][seat]
        assert entry["goals"] == {"held": [goals[0]], "current": goals[2], "returned": goals[1]}
        assert entry["rewards"] == {"held": [rewards[2]], "current": rewards[1], "returned": rewards[0]}
    assert (state.phase, state.turn) == ("turn", first)


@pytest.mark.rule("SI-PREP-3")
def test_standard_players_pick_no_rewards() -> None:
    assert refused(fresh(2, **FIXED), "reward_pair 0 1")


@pytest.mark.rule("SI-PREP-4", "SI-SETUP-8")
def test_four_players_draw_all_twelve_cards_before_any_goes_back() -> None:
    state = fresh(4, **FIXED)
    held = cards_of(state)
    assert len({card for cards in held for card in cards}) == 12
    while state.phase == "prep_pick":
        seat = state.turn
        assert cards_of(state)[seat] == held[seat]  # those before returned theirs, nobody draws them
        assert state.to_position()["decks"]["missions"] == []
        play(state, "card_pair 0 2")
    assert state.to_position()["decks"]["missions"] == []


@pytest.mark.rule("SI-PREP-4")
@pytest.mark.parametrize("mode", ["standard", "advanced"])
def test_all_draw_before_any_card_goes_back_in_later_rounds_too(mode: str) -> None:
    state = play(position("turn", 4, mode, tiles=BOARD), DOCK)
    assert (state.phase, state.round) == ("prep_pick", 2)
    for kind in ("missions",) if mode == "standard" else ("goals", "rewards"):
        held = [card for cards in cards_of(state, kind) for card in cards]
        assert len(held) == len(set(held)) == 12
        assert state.to_position()["decks"][kind] == []


def second_round(seed: int = 0) -> swenv.State:
    """Two seats that have set M02 and M05 aside have drawn for the second round; seat 1 picks first."""
    aside = [("M01", "M02", "M03"), ("M04", "M05", "M06")]
    seats = [
        {"missions": {"current": current, "held": [kept], "returned": returned}} for current, kept, returned in aside
    ]
    return play(position("turn", tiles=BOARD, seats=seats, seed=seed), DOCK)


@pytest.mark.rule("SI-PREP-5", "SI-INT-2")
def test_the_card_set_aside_is_the_first_of_three_in_the_next_round() -> None:
    state = second_round()
    assert [cards[0] for cards in cards_of(state)] == ["M02", "M05"]
    held = [card for cards in cards_of(state) for card in cards]
    assert len(held) == len(set(held)) == 6
    assert legal_words(state, "card_pair") == PAIRS


@pytest.mark.rule("SI-PREP-5", "SI-INT-2")
@pytest.mark.parametrize(("pair", "place"), [("0 1", "current"), ("1 0", "held"), ("1 2", "returned")])
def test_the_card_set_aside_can_be_used_kept_again_or_returned(pair: str, place: str) -> None:
    state = second_round()
    assert state.turn == 1
    play(state, f"card_pair {pair}")
    entry = state.to_position()["seats"][1]["missions"]
    assert entry[place] == (["M05"] if place == "held" else "M05")


@pytest.mark.rule("SI-PREP-4", "SI-PREP-5")
def test_cards_used_and_returned_can_be_drawn_in_the_next_round() -> None:
    drawn = {card for seed in range(40) for cards in cards_of(second_round(seed)) for card in cards[1:]}
    assert drawn == {f"M{number:02}" for number in range(1, 13)} - {"M02", "M05"}


@pytest.mark.rule("SI-INT-1")
def test_the_house_on_the_card_set_aside_stays_in_the_pool() -> None:
    state = picked(fresh(2, **FIXED))
    assert [entry["pool"] for entry in state.to_position()["seats"]] == [4, 4]
    assert all(len(cards) == 1 for cards in cards_of(state))


@pytest.mark.rule("SI-INT-1")
def test_all_four_houses_can_be_built_although_a_card_is_set_aside() -> None:
    # Four islands of two tiles with more lotus than dragon fruit (M04), apart from each other.
    columns = ("CA1@8,4r2", "CA3@9,4r0", "CC1@8,5r2", "CC3@9,5r0", "CD1@8,6r2", "CB2@9,6r0", "CD3@8,7r2", "CB3@9,7r0")
    mission = {"current": "M04", "held": ["M01"], "returned": "M02"}
    state = position("house", tiles=tiles(*columns), seats=[{"missions": mission}, *on_missions("M12")])
    assert len(islands(state)) == 4
    assert ways(state, "house") == {(8, 4), (8, 5), (8, 6), (8, 7)}
    for column in (4, 5, 6, 7):
        play(state, f"house 8 {column}")
    document = state.to_position()
    assert document["houses"] == [house(0, 8, column) for column in (4, 5, 6, 7)]
    assert (document["seats"][0]["pool"], document["seats"][0]["reserve"]) == (4, 0)


@pytest.mark.rule("SI-PREP-2", "SI-STATE-1")
def test_the_current_card_is_the_one_that_counts() -> None:
    # Seat 0 picks in a later round as in the first; what it set aside builds nothing now.
    board = tiles("CC1@8,8r2", "CD1@9,8r0")  # one temple, three lotus
    mission = {"current": "M02", "held": ["M01"], "returned": "M03"}
    state = position("turn", tiles=board, seats=[{"missions": mission}, *on_missions("M12")])
    assert play(state, "dock_own 10 8").phase == "prep_pick"
    assert state.to_position()["houses"] == []


@pytest.mark.rule("SI-PREP-1", "SI-STATE-1")
def test_the_first_turn_of_a_round_finds_six_tiles() -> None:
    state = picked(fresh(2, **FIXED))
    document = state.to_position()
    assert (len(document["navigation"]), verbs(state)) == (6, {"take"})
    assert len(explored(state).to_position()["navigation"]) == 5
