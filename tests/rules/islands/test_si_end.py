"""The end of a round and of the game, final scoring and ties (SI-ROUND, SI-END, SI-SCORE, SI-TIE)."""

from __future__ import annotations

from typing import Any

import pytest
from archipelago import (
    first_of,
    fresh,
    house,
    land,
    marker,
    plays,
    position,
    seat_of,
    ship,
    stocked,
    tiles,
    unbuilt,
    ways,
)
from chapters import verbs
from si_ending import BAY, EIGHT_PORTS, LONE, SIX_PORTS, docked, ending, totals, winner

import swenv
from support import play

ISLAND = tiles("CA1@7,8r2", "TA1@8,8r0", "CB1@9,8r0")
"""An island of three lotus, two dragon fruit, one laurel, two ports and two sites: it meets M04, M05, M11 and M12."""
MEETING = ("M04", "M05", "M11", "M12")
"""Missions that `ISLAND` meets, one for each of four seats."""
BESIDE = ((7, 7), (8, 7), (9, 7), (7, 9))
"""Cells beside `ISLAND` for ships."""


# The end of a round

CARDS = [{"held": ["M02"], "current": "M01", "returned": "M03"}, {"held": ["M05"], "current": "M04", "returned": "M06"}]


def with_kind(entry: dict[str, Any], letter: str) -> dict[str, Any]:
    """The same cards of another kind: G for goals, R for rewards."""
    return {
        "held": [letter + card[1:] for card in entry["held"]],
        "current": letter + entry["current"][1:],
        "returned": letter + entry["returned"][1:],
    }


@pytest.mark.rule("SI-ROUND-1")
def test_all_mission_cards_but_those_set_aside_make_a_new_deck() -> None:
    """Used, returned and never drawn cards come again, those set aside stay with their owners."""
    drawn: set[str] = set()
    orders = set()
    for seed in range(25):
        state = position(
            "turn",
            turn=0,
            tiles=LONE,
            seats=[{"missions": entry} for entry in CARDS],
            decks={"missions": [f"M{number:02}" for number in range(7, 13)]},
            seed=seed,
        )
        after = plays(state, "dock_own 8 9")
        document = after.to_position()
        assert (after.round, after.phase) == (2, "prep_pick")
        held = [seat["missions"]["held"] for seat in document["seats"]]
        assert [cards[0] for cards in held] == ["M02", "M05"] and [len(cards) for cards in held] == [3, 3]
        for seat in document["seats"]:
            assert seat["missions"]["current"] is None and seat["missions"]["returned"] is None
            assert not seat["revealed"]
        everything = [*held[0], *held[1], *document["decks"]["missions"]]
        assert sorted(everything) == [f"M{number:02}" for number in range(1, 13)]
        drawn |= {*held[0][1:], *held[1][1:]}
        orders.add(tuple(document["decks"]["missions"]))
    assert drawn == {f"M{number:02}" for number in range(1, 13)} - {"M02", "M05"}
    assert len(orders) > 20


@pytest.mark.rule("SI-ROUND-1")
def test_goals_and_rewards_are_shuffled_apart() -> None:
    drawn: set[str] = set()
    for seed in range(25):
        state = position(
            "turn",
            mode="advanced",
            turn=0,
            tiles=LONE,
            seats=[{"goals": with_kind(entry, "G"), "rewards": with_kind(entry, "R")} for entry in CARDS],
            seed=seed,
        )
        document = plays(state, "dock_own 8 9").to_position()
        for kind, letter in (("goals", "G"), ("rewards", "R")):
            held = [seat[kind]["held"] for seat in document["seats"]]
            assert [cards[0] for cards in held] == [f"{letter}02", f"{letter}05"]
            everything = [*held[0], *held[1], *document["decks"][kind]]
            assert sorted(everything) == [f"{letter}{number:02}" for number in range(1, 13)]
            drawn |= {*held[0][1:], *held[1][1:]}
    assert len(drawn) == 2 * 10


@pytest.mark.rule("SI-ROUND-2")
@pytest.mark.parametrize("players, docker", [(players, seat) for players in (2, 3, 4) for seat in range(players)])
def test_the_left_neighbour_of_the_docker_begins_the_next_round(players: int, docker: int) -> None:
    state = position("turn", players, turn=docker, first=(docker + 1) % players, tiles=LONE)
    after = plays(state, "dock_own 8 9")
    left = (docker + 1) % players
    assert (after.round, after.phase, after.turn, after.to_act) == (2, "prep_pick", left, left)
    assert after.to_position()["first"] == left
    while after.phase == "prep_pick":
        play(after, "card_pair 0 1")
    assert (after.phase, after.turn) == ("turn", left)


@pytest.mark.rule("SI-ROUND-3")
def test_market_hands_markers_and_kept_cards_stay() -> None:
    seats = [{"missions": CARDS[0], "tokens": [4]}, {"missions": CARDS[1], "prestige": 3}]
    laid = [marker("laurel", 8, 8, slot=0), marker("port", 8, 8, seat=1, piece=0)]
    state = position("turn", turn=0, tiles=LONE, seats=seats, markers=laid)
    before = state.to_position()
    after = plays(state, "dock_own 8 9").to_position()
    for field in ("market", "markers", "houses", "removed", "tiles", "discoveries"):
        assert after[field] == before[field], field
    for own, told in zip(after["seats"], before["seats"], strict=True):
        assert own["missions"]["held"][0] == told["missions"]["held"][0]
        for field in ("hand", "known", "prestige", "tokens", "pool", "reserve"):
            assert own[field] == told[field], field
    assert after["navigation"] == before["reserve"][:6] and after["reserve"] == before["reserve"][6:]


# The end of the game


@pytest.mark.rule("SI-END-1")
@pytest.mark.parametrize("reserve, over", [(0, True), (5, True), (6, False), (7, False)])
def test_the_game_ends_when_no_full_navigation_stack_can_be_formed(reserve: int, over: bool) -> None:
    state = ending(0, [{"prestige": 3}, {}], reserve=reserve)
    after = docked(state)
    document = after.to_position()
    assert after.is_over == over
    if over:
        assert (after.round, document["navigation"], len(document["reserve"])) == (1, [], reserve)
    else:
        assert (after.round, len(document["navigation"]), len(document["reserve"])) == (2, 6, reserve - 6)


@pytest.mark.rule("SI-END-1")
def test_the_phase_of_rewards_before_it_is_the_last_one() -> None:
    """Both may build after the docking; then it is over at once, although they could build again."""
    seats = [{"missions": {"current": card}} for card in MEETING[:2]]
    state = ending(1, seats, ISLAND)
    after = plays(state, "dock_own 8 7")
    assert (after.phase, after.turn) == ("house", 1)
    after = plays(after, "house 7 8")
    assert (after.phase, after.turn) == ("house", 0)
    play(after, "pass")
    assert after.is_over


@pytest.mark.rule("SI-END-2", "SI-EX-35")
def test_without_a_market_and_without_a_docking_the_last_rewards_begin() -> None:
    """Seat 3 has docked its ship, only the ships of seats 0 and 1 are left: the order is 3, 0, 1, 2, then the end."""
    free = [tile for tile in land() if tile not in {entry["tile"] for entry in ISLAND}]
    state = stocked(
        "marker",
        4,
        tiles=ISLAND,
        hands=[[free.pop(), free.pop()] for _ in range(4)],
        ships=[ship(8, 7, 3), ship(9, 7, 2)],
        seats=[{"missions": {"current": card}} for card in MEETING],
        turn=2,
        round=3,
    )
    after = plays(state, "pass")
    order = []
    while not after.is_over:
        assert after.phase == "house" and after.to_position()["turn_state"]["stuck"]
        order.append(after.turn)
        assert after.to_act == after.turn
        play(after, "pass")
    assert order == [3, 0, 1, 2]
    assert after.round == 3 and len(after.to_position()["ships"]) == 2


@pytest.mark.rule("SI-END-2")
def test_the_stuck_seat_may_build_and_is_paid() -> None:
    free = [tile for tile in land() if tile not in {entry["tile"] for entry in ISLAND}]
    state = stocked(
        "marker",
        tiles=ISLAND,
        hands=[[free.pop(), free.pop()] for _ in range(2)],
        ships=[ship(8, 7, 1), ship(9, 7), ship(7, 7)],
        seats=[{"missions": {"current": card}} for card in ("M01", "M04")],
        turn=0,
        round=4,
    )
    after = plays(state, "pass")
    assert (after.phase, after.turn) == ("house", 1)
    around = 1 + 1  # the ports of CA1 and TA1 on the eight cells around (8, 7)
    assert totals(plays(after, "house 7 8")) == [0, 3 + 2 + around]
    assert totals(plays(after, "pass")) == [0, around]


@pytest.mark.rule("SI-END-2")
def test_a_market_tile_or_a_docking_keeps_the_game_going() -> None:
    free = [tile for tile in land() if tile not in {entry["tile"] for entry in ISLAND}]
    told: dict[str, Any] = {
        "tiles": ISLAND,
        "hands": [[free.pop(), free.pop()] for _ in range(2)],
        "seats": [{"missions": {"current": card}} for card in MEETING[:2]],
        "turn": 0,
    }
    tile = plays(stocked("marker", market=[None, free.pop(), None], **told), "pass")
    assert (tile.phase, tile.turn) == ("turn", 1) and ways(tile, "take") == {(1,)}
    dock = plays(stocked("marker", **told), "pass")
    assert (dock.phase, dock.turn) == ("turn", 1) and verbs(dock) == {"dock_own", "dock_grey"}


@pytest.mark.rule("SI-END-3", "SI-INT-40")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_fourth_ship_ends_the_game(players: int) -> None:
    """Four ships, so four rounds at most, at every number of players."""
    owners: list[int | str] = [*range(1, players), *["grey"] * (4 - players)]
    lain = [ship(*cell, owner) for cell, owner in zip(BESIDE, owners, strict=False)]
    last = position("turn", players, turn=0, round=4, tiles=ISLAND, ships=lain)
    assert verbs(last) >= {"take", "dock_own"} and "dock_grey" not in verbs(last)
    after = unbuilt(plays(last, "dock_own 7 9"))
    assert after.is_over and after.round == 4

    third = position("turn", players, turn=0, round=3, tiles=ISLAND, ships=lain[:2])
    after = unbuilt(plays(third, "dock_own 7 9"))
    assert not after.is_over and (after.round, after.phase) == (4, "prep_pick")


@pytest.mark.rule("SI-END-3")
def test_after_the_fourth_ship_all_seats_have_their_rewards() -> None:
    owners: list[int | str] = [1, "grey", "grey"]
    lain = [ship(*cell, owner) for cell, owner in zip(BESIDE, owners, strict=False)]
    seats = [{"missions": {"current": card}} for card in MEETING[:2]]
    state = position("turn", turn=0, round=4, tiles=ISLAND, ships=lain, seats=seats)
    after = plays(state, "dock_own 7 9")
    order = []
    while after.phase == "house":
        order.append(after.turn)
        play(after, first_of(after, "house"))
    assert order == [0, 1] and after.is_over
    assert len(after.to_position()["houses"]) == 2


# Final scoring


@pytest.mark.rule("SI-SCORE-1", "SI-EX-40")
@pytest.mark.parametrize("ships, total", [([ship(*SIX_PORTS, 0)], 49), ([], 43)])
def test_the_total_is_prestige_tokens_and_ports_around_the_own_ship(ships: list[dict[str, Any]], total: int) -> None:
    seats = [{"prestige": 31, "tokens": [5, 7]}, {"prestige": 2, "tokens": [8]}]
    state = ending(1, seats, BAY["tiles"], ships=ships, markers=BAY["markers"])
    assert state.coins.tolist() == [31, 2], "until the end the purses hold the prestige points alone"
    assert totals(docked(state))[0] == total
    assert winner(docked(state)) == 0


@pytest.mark.rule("SI-SCORE-2")
def test_grey_ships_and_ships_of_others_give_nothing() -> None:
    seats = [{"prestige": 5}, {"prestige": 6}]
    lain = [ship(*SIX_PORTS), ship(*EIGHT_PORTS, 1)]
    state = ending(0, seats, BAY["tiles"], ships=lain, markers=BAY["markers"])
    assert totals(docked(state)) == [5, 6 + 8]


@pytest.mark.rule("SI-SCORE-2")
def test_docking_grey_leaves_the_own_ship_without_points() -> None:
    state = ending(0, [{"prestige": 5}, {}], BAY["tiles"], markers=BAY["markers"])
    r, c = SIX_PORTS
    assert totals(unbuilt(plays(state, f"dock_grey {r} {c}"))) == [5, 0]
    assert totals(unbuilt(plays(state, f"dock_own {r} {c}"))) == [5 + 6, 0]


@pytest.mark.rule("SI-SCORE-3")
def test_all_ports_of_a_neighbouring_tile_count() -> None:
    """Around (8, 8): a tile with a port on each of its two pieces, one of them added, and a start tile, at corners."""
    board = tiles("BA1@7,7r0", "SA1@7,8r1", "ST1A@7,9r3")
    state = ending(0, [{}, {}], board, markers=[marker("port", 7, 7, seat=1, piece=0)])
    assert totals(unbuilt(plays(state, "dock_own 8 8"))) == [2 + 1, 0]
    assert totals(unbuilt(plays(state, "dock_own 8 9"))) == [1, 0], "the tile of two ports is not beside this cell"


# Ties

NORTH, SOUTH = (5, 8), (9, 8)
"""Cells for ships between the columns of `STRAIT`."""
STRAIT = tiles(
    *("CA1@4,7r2", "SA1@5,7r0", "SA2@6,7r0", "SA3@7,7r0", "CA2@8,7r0", "CD1@9,7r2", "CD2@10,7r0"),
    *("CC1@4,9r2", "SC1@5,9r0", "SC2@6,9r0", "SC3@7,9r0", "CC2@8,9r0", "CD3@9,9r2", "CA3@10,9r0"),
    "WB1@7,8r0",
)
"""Two columns of seven tiles with a site each; 2 ports lie around `NORTH`, 3 around `SOUTH`."""


def strait(ports: tuple[int, int], **fields: Any) -> swenv.State:
    """Three seats; 0 and 2 have seven houses and their ships in the strait with so many ports, and 42 PP in all."""
    rows = [5, 5, 6][: ports[0] - 2], [9, 9, 10][: ports[1] - 3]
    owners = [(1, name) for name in ("lotus", "dragonfruit", "laurel", "any")] + [(0, "lotus"), (0, "any")]
    added = [
        marker("port", row, 7, seat=seat, marker=name, piece=0)
        for row, (seat, name) in zip([*rows[0], *rows[1]], owners, strict=False)
    ]
    last = fields.pop("last_placement", (0, 0, 0))
    seats = [
        {"prestige": 42 - ports[0], "last_placement": last[0]},
        {"prestige": 0, "last_placement": last[1]},
        {"prestige": 42 - ports[1], "last_placement": last[2]},
    ]
    houses = [house(seat, row, column) for seat, column in ((0, 7), (2, 9)) for row in range(4, 11)]
    return ending(1, seats, STRAIT, houses=houses, ships=[ship(*NORTH, 0), ship(*SOUTH, 2)], markers=added, **fields)


@pytest.mark.rule("SI-TIE-1", "SI-EX-41")
@pytest.mark.parametrize(
    "ports, last_placement, best", [((5, 5), (20, 19, 21), 2), ((5, 5), (21, 19, 20), 0), ((5, 6), (21, 19, 20), 2)]
)
def test_ties_as_in_the_example(ports: tuple[int, int], last_placement: tuple[int, int, int], best: int) -> None:
    after = docked(strait(ports, last_placement=last_placement))
    assert [totals(after)[seat] for seat in (0, 2)] == [42, 42]
    assert winner(after) == best


@pytest.mark.rule("SI-TIE-1")
def test_more_houses_come_before_ports_and_placements() -> None:
    """Seat 1 has two houses and no ship; seat 0 one house, six ports and the later placement."""
    r, c = SIX_PORTS
    houses = [house(0, 6, 5), house(1, 6, 7), house(1, 8, 5)]
    seats = [{"prestige": 14, "last_placement": 9}, {"prestige": 20, "last_placement": 7}, {}]
    state = ending(2, seats, BAY["tiles"], ships=[ship(r, c, 0)], markers=BAY["markers"], houses=houses)
    after = docked(state)
    assert totals(after)[:2] == [20, 20] and winner(after) == 1


@pytest.mark.rule("SI-TIE-1")
def test_more_ports_come_before_placements() -> None:
    """A ship that was never docked has no port."""
    r, c = SIX_PORTS
    seats = [{"prestige": 14, "last_placement": 7}, {"prestige": 20, "last_placement": 9}, {}]
    state = ending(2, seats, BAY["tiles"], ships=[ship(r, c, 0)], markers=BAY["markers"])
    after = docked(state)
    assert totals(after)[:2] == [20, 20] and winner(after) == 0


@pytest.mark.rule("SI-TIE-1")
def test_a_ship_is_a_placement() -> None:
    """The two are equal in all but this: seat 0 lays the last ship, a grey one, where it has no port."""
    seats = [{"prestige": 8, "last_placement": 3}, {"prestige": 8, "last_placement": 9}]
    after = docked(ending(0, seats))
    assert totals(after) == [8, 8] and winner(after) == 0


@pytest.mark.rule("SI-TIE-1")
def test_only_tied_seats_are_compared() -> None:
    """Seat 2, with the most houses and the last placement, has fewer PP than the others."""
    seats = [{"prestige": 9, "last_placement": 4}, {"prestige": 9, "last_placement": 3}, {"prestige": 8}]
    state = ending(2, seats, STRAIT, houses=[house(2, 4, 7), house(2, 8, 9)])
    after = docked(state)
    assert totals(after)[:2] == [9, 9] and winner(after) == 0


@pytest.mark.rule("SI-INT-39")
def test_the_stuck_seat_has_placed_nothing_in_that_turn() -> None:
    """Seat 0 places its tile, seat 1 is stuck: the last placement is that of seat 0."""
    free = [tile for tile in land() if tile not in {"SA1", "WA1"}]
    state = stocked(
        "place",
        tiles=LONE,
        hands=[[free.pop(), free.pop()] for _ in range(2)],
        ships=[ship(8, 7, 1), ship(8, 9), ship(9, 9)],
        seats=[{"prestige": 8, "last_placement": 1}, {"prestige": 8, "last_placement": 30}],
        turn=0,
        round=4,
        turn_state={"chosen": "WA1"},
    )
    after = plays(state, "place 10 9 0")
    if after.phase == "marker":
        play(after, "pass")
    assert totals(after) == [8, 8] and winner(after) == 0


@pytest.mark.rule("SI-INT-39")
def test_of_the_stuck_seat_an_earlier_turn_counts() -> None:
    free = [tile for tile in land() if tile != "SA1"]
    for last, best in (((5, 4), 0), ((4, 5), 1)):
        seats = [{"prestige": 8, "last_placement": number} for number in last]
        state = stocked(
            "marker",
            tiles=LONE,
            hands=[free[:2], free[2:4]],
            ships=[ship(8, 7, 1), ship(8, 9), ship(9, 9)],
            seats=seats,
            turn=0,
            round=4,
        )
        assert winner(plays(state, "pass")) == best


@pytest.mark.rule("SI-INT-40")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_are_four_ships_at_every_number_of_players(players: int) -> None:
    state = fresh(players, start_layout="fixed")
    assert state.to_position()["ships"] == []
    free = position("turn", players, turn=0, tiles=LONE)
    assert ("dock_grey" in verbs(free)) == (players < 4)
    assert seat_of(free, 0)["prestige"] == 0
