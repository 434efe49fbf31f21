"""How the greedy player plays Small Islands, and what it foresees."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from test_agents import greedy

import swenv
from archipelago import game, house, on_missions, plays, position, printed, ship, tiles, ways
from randomplay import sample
from swenv import agents
from swenv.agents.greedy_islands import GreedyIslands, Weights
from swenv.islands.rules.record import Reward
from swenv.training.arena import match


def scores(state: swenv.State, **weights: float) -> np.ndarray[Any, Any]:
    """What a player thinks of each action that values nothing but houses that can be built now, apart from weights."""
    nothing = {"miss": 1, "growth": 0, "house": 0, "next_round": 0, "open": 0, "rich": 0, "port": 0}
    player = GreedyIslands(Weights(**nothing | weights))
    player.reset(state.game)
    return player.scores(state.observation()[np.newaxis], state.mask()[np.newaxis])[0]


def draws_tokens(state: swenv.State, seat: int) -> bool:
    """Whether the seat's reward is a discovery token, of which it expects a fraction of a point."""
    tables, advanced = state.game.tables[0], state.game.options["mode"] == "advanced"
    return bool(tables.rewards[state.record["current"][0, int(advanced), seat]] == Reward.DISCOVERY)


def houses_pay(state: swenv.State, seat: int) -> int:
    """What houses of a seat would pay now on all islands together."""
    part = state.game.observation_layout["islands"]
    lines = part.of(state.observation(seat)).astype(int)
    size, sites, missing, pays = (lines[:, part.column(name).start] for name in ("size", "sites", "missing", "pays"))
    houses = lines[:, part.column("houses")]
    return int((pays * ((missing == 0) & (size >= 2) & (sites > houses.sum(1)) & (houses[:, 0] == 0))).sum())


@pytest.mark.parametrize("loaded", [game(2), game(3, "advanced"), game(1, level=3)], ids=repr)
def test_it_foresees_what_a_tile_makes_of_the_islands(loaded: swenv.Game) -> None:
    right = wrong = changed = 0
    for state in sample(loaded, games=8, per_game=60):
        if state.phase != "place" or state.to_position()["ships"] or draws_tokens(state, state.to_act):
            continue
        foreseen = scores(state)
        for action in state.legal_actions()[::5].tolist():
            after = plays(state, action)
            if after.phase == "marker":  # or more has happened than the tile
                gain = houses_pay(after, state.to_act) - houses_pay(state, state.to_act)
                right, wrong = right + (foreseen[action] == gain), wrong + (foreseen[action] != gain)
                changed += gain != 0
    assert changed > 1 and right > 20 * wrong  # a tile counts twice if both of its pieces become part of one island


@pytest.mark.parametrize("mode", ["standard", "advanced"])
def test_it_knows_what_a_house_pays(mode: str) -> None:
    loaded = game(2, mode, best_resource=True, best_token=True)
    checked = 0
    for state in sample(loaded, games=8, per_game=40):
        seat = state.to_act
        if state.phase != "house" or state.to_position()["turn_state"]["built"] or draws_tokens(state, seat):
            continue
        for r, c in ways(state, "house"):
            after = plays(state, f"house {r} {c}")
            if after.phase == "house" and after.to_act == seat:
                after = plays(after, "pass")
            if after.round == state.round and not after.is_over:
                checked += 1
                pays = scores(state)[loaded.parse(f"house {r} {c}")] - 0.1
                assert after.coins[seat] - state.coins[seat] == pytest.approx(pays)
    assert checked


@pytest.mark.slow
@pytest.mark.parametrize(("players", "options"), [(1, {}), (2, {"mode": "advanced"}), (4, {"window": 15})])
def test_greedy_beats_random_and_alexis(players: int, options: dict[str, Any]) -> None:
    others = [agents.make("random") for _ in range(players - 1)]
    result = match(game(players, **options), [agents.make("greedy"), *others], games=40, seed=1)
    assert result.tallies[0].rate > (0.8 if players == 4 else 0.9)


TEMPLE = tiles("CC1@8,8r2")
"""A temple and a lotus, open to the south."""


def test_it_takes_and_lays_the_tile_that_meets_the_goal() -> None:
    seats = [{"missions": {"current": "M01"}, "hand": ["WB1", "WA1"]}, {"missions": {"current": "M02"}}]
    state = position("turn", tiles=TEMPLE, seats=seats, market=["SB3", "CD1", "SB2"])
    done = []
    while state.phase in ("turn", "hand", "place"):
        done.append(greedy(state))
        state.apply(done[-1])
    assert done == ["take 1", "hand 2", "place 9 8 0"]


def test_an_island_with_its_own_house_is_worth_nothing_to_it() -> None:
    def worth(*houses: dict[str, object]) -> float:
        board = [*TEMPLE, *tiles("CD1@9,8r0")]
        seats = [{"missions": {"held": ["M01", "M02", "M03"]}}]
        state = position("prep_pick", tiles=board, houses=list(houses), seats=seats)
        return float(scores(state, growth=0.7, miss=0.5, open=1)[state.mask()].max())

    assert worth(house(0, 8, 8)) == 0 < worth(house(1, 8, 8)) == worth()


def last_round(phase: str, board: list[dict[str, Any]], *cards: str, **fields: Any) -> swenv.State:
    """A position in round 4, in which nothing needs to be kept for later; the ships are beside the islands."""
    ships = [ship(8, 3), ship(8, 4), ship(8, 5, 1)]
    if phase == "house":
        ships.append(ship(8, 2, 0))
    sea = tiles("WB1@8,6r0", "WA1@8,7r0")
    return position(phase, tiles=[*board, *sea], ships=ships, round=4, seats=on_missions(*cards), **fields)


def test_it_lays_a_marker_that_meets_the_goal() -> None:
    state = last_round("marker", [*TEMPLE, *tiles("CA2@9,8r0")], "M01", "M02")  # with a dragon fruit: M01 needs a lotus
    assert greedy(state) == "marker_mode lotus"
    assert greedy(plays(state, "marker_mode lotus")) == "mark_slot 9 8 0"


def test_it_docks_its_own_ship_among_the_most_ports_when_its_houses_pay() -> None:
    state = last_round("turn", [*TEMPLE, *tiles("CD1@9,8r0", "CA2@7,8r0")], "M01", "M02", navigation=[])
    verb, *chosen = greedy(state).split()
    laid = {(tile["r"], tile["c"]): printed()[tile["tile"]]["pieces"] for tile in state.to_position()["tiles"]}
    ports = {
        (r, c): sum(it["ports"] for (y, x), pieces in laid.items() if max(abs(y - r), abs(x - c)) <= 1 for it in pieces)
        for r, c in ways(state, "dock_own")
    }
    assert verb == "dock_own" and ports[int(chosen[0]), int(chosen[1])] == max(ports.values()) > 0


def test_it_builds_where_it_pays_most_and_in_the_last_round_everywhere() -> None:
    three, two = tiles("CD1@8,8r2", "CA1@9,8r0"), tiles("CC1@8,9r2", "CB3@9,9r0")
    state = last_round("house", [*three, *two], "M04", "M05")
    assert ways(state, "house") == {(8, 8), (8, 9)}
    assert greedy(state) == "house 8 8"
    assert greedy(plays(state, "house 8 8")) == "house 8 9"


def test_it_removes_the_poorest_tile_of_a_blocked_hand() -> None:
    board = tiles("KA2@0,0r2", "SA2@0,1r0", "CB2@0,2r0", "CA1@1,0r0", "KA1@1,2r1", "KB2@2,0r2", "CD2@2,1r0")
    seats = [{"hand": ["XA1", "YA2", "WA1"]}, {}]
    assert greedy(position("blocked", tiles=board, seats=seats, window=3)) == "hand 2"


def test_it_rotates_the_tile_of_alexis_to_its_own_advantage() -> None:
    seats = [{"missions": {"held": ["M01"], "current": "M04"}}]  # more lotus than dragon fruit
    turn = {"chosen": "BA1", "cell": [9, 8]}
    state = position("alexis_place", 1, "solo", tiles=tiles("CA2@8,8r2"), seats=seats, turn_state=turn)
    assert ways(state, "place") == {(9, 8, 0), (9, 8, 2), (9, 8, 3)}
    assert greedy(state) == "place 9 8 0"
