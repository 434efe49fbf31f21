"""How the greedy player plays Small Islands, and that it reads its observations correctly."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from archipelago import game, house, on_missions, plays, position, printed, ship, tiles, ways

import swenv
from randomplay import sample
from swenv import agents
from swenv.agents.greedy_islands import GreedyIslands
from swenv.agents.sight_islands import OWN, SIZE, Cards, Facts, Sight
from swenv.islands import Island, islands
from swenv.islands.rules.record import Reward
from swenv.training.arena import match

GAMES = {
    "two": game(2),
    "three, advanced": game(3, "advanced"),
    "solo": game(1, level=3),
}
"""Games for tests of what holds in every game."""
NAMES = ("lotus", "dragonfruit", "laurel", "temple", "ports")


def greedy(state: swenv.State) -> str:
    """What the greedy player does in a state, as text."""
    player = agents.make("greedy")
    player.reset(state.game)
    return str(state.game.action(player.act(state)))


# What it sees


def without_size(facts: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    return sorted((*fact[:SIZE], *fact[SIZE + 1 :]) for fact in facts)


def sight(state: swenv.State) -> Sight:
    """What the seat to act sees."""
    return Sight(Facts(state.game), state.observation()[np.newaxis])


def counted(island: Island, seat: int) -> tuple[int, ...]:
    """The facts of an island in the form that the player uses."""
    houses = island.houses
    symbols = [island.symbols[name] for name in NAMES]
    own = int(houses.get(seat, 0) > 0)
    return (*symbols, island.size, island.sites, sum(houses.values()), own, houses.get("alexis", 0))


@pytest.mark.parametrize("key", GAMES)
def test_it_counts_the_islands_correctly(key: str) -> None:
    for state in sample(GAMES[key], games=2, per_game=10):
        seen = sight(state)
        found = sorted(map(tuple, seen.islands[:-1].tolist()))
        assert found == sorted(counted(island, state.to_act) for island in islands(state))
        for island in islands(state):
            r, c, piece = island.pieces[0]
            row = seen.of_piece[0, r * seen.facts.columns + c, piece]
            assert tuple(seen.islands[row].tolist()) == counted(island, state.to_act)


@pytest.mark.parametrize("key", GAMES)
def test_it_foresees_the_islands_that_a_tile_makes(key: str) -> None:
    player = GreedyIslands()
    player.reset(GAMES[key])
    grown = wrong_sizes = 0
    for state in sample(GAMES[key], games=3, per_game=15):
        if state.phase not in ("place", "start_place"):
            continue
        seen, seat = sight(state), state.to_act
        before = sorted(counted(island, seat) for island in islands(state))
        for r, c, rot in sorted(ways(state, "place"))[::7]:
            after = plays(state, f"place {r} {c} {rot}")
            if after.phase not in ("marker", "start_pick"):
                continue  # more has happened than the tile
            cell, turn = np.array([r * seen.facts.columns + c]), np.array([rot])
            made, _, gone = player._after(seen, np.array([0]), cell, seen.chosen, turn)
            made[:, OWN] = made[:, OWN].clip(max=1)
            joined = [tuple(island) for island in seen.islands[gone[0]].tolist() if any(island)]
            expected = list(before)
            for island in joined:
                expected.remove(island)
            expected += [tuple(island) for island in made.tolist() if any(island)]
            found = [counted(island, seat) for island in islands(after)]
            # It counts a tile twice if both of its pieces become part of one island.
            assert without_size(found) == without_size(expected)
            grown += len(joined) > 0
            wrong_sizes += sorted(found) != sorted(expected)
    assert grown > 10 * wrong_sizes


@pytest.mark.parametrize("mode", ["standard", "advanced"])
def test_it_knows_what_a_house_pays(mode: str) -> None:
    loaded = game(2, mode, best_resource=True, best_token=True)
    cards = Cards(loaded.tables[0])
    checked = 0
    for state in sample(loaded, games=8, per_game=40):
        if state.phase != "house" or state.to_position()["turn_state"]["built"]:
            continue
        seen, seat = sight(state), state.to_act
        reward = seen.hands[1][0]
        if cards.reward[reward] == Reward.DISCOVERY:
            continue
        for r, c in ways(state, "house"):
            row = seen.of_site[0, r * seen.facts.columns + c]
            after = plays(state, f"house {r} {c}")
            if after.phase == "house" and after.to_act == seat:
                after = plays(after, "pass")
            if after.round == state.round and not after.is_over:
                checked += 1
                pays = cards.pays(seen.islands[[row]], np.array([reward]))[0]
                assert after.coins[seat] - state.coins[seat] == pays
    assert checked


# How strong it is


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "options", "least"), [(1, {}, 0.9), (2, {"mode": "advanced"}, 0.9), (4, {"window": 15}, 0.8)]
)
def test_greedy_beats_random_and_alexis(players: int, options: dict[str, Any], least: float) -> None:
    others = [agents.make("random") for _ in range(players - 1)]
    result = match(game(players, **options), [agents.make("greedy"), *others], games=40, seed=1)
    assert result.tallies[0].rate > least


# How it plays

TEMPLE = tiles("CC1@8,8r2")
"""A temple and a lotus, open to the south."""
LACKING = [*TEMPLE, *tiles("CA2@9,8r0")]
"""The same island with a dragon fruit: a lotus is missing for mission M01."""


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
        player = GreedyIslands()
        board = [*TEMPLE, *tiles("CD1@9,8r0")]
        state = position("turn", tiles=board, houses=list(houses), seats=on_missions("M01", "M02"))
        player.reset(state.game)
        seen = sight(state)
        return float(player._worth(seen, seen.islands[:1], seen.line_of, seen.hands)[0])

    assert worth(house(0, 8, 8)) == 0 < worth(house(1, 8, 8)) == worth()


def last_round(phase: str, board: list[dict[str, Any]], *cards: str, **fields: Any) -> swenv.State:
    """A position in round 4, in which nothing needs to be kept for later; the ships are beside the islands."""
    ships = [ship(8, 3), ship(8, 4), ship(8, 5, 1)]
    if phase == "house":
        ships.append(ship(8, 2, 0))
    sea = tiles("WB1@8,6r0", "WA1@8,7r0")
    return position(phase, tiles=[*board, *sea], ships=ships, round=4, seats=on_missions(*cards), **fields)


def test_it_lays_a_marker_that_meets_the_goal() -> None:
    state = last_round("marker", LACKING, "M01", "M02")
    assert greedy(state) == "marker_mode lotus"
    assert greedy(plays(state, "marker_mode lotus")) == "mark_slot 9 8 0"


def test_it_docks_its_own_ship_among_the_most_ports_when_its_houses_pay() -> None:
    state = last_round("turn", [*TEMPLE, *tiles("CD1@9,8r0", "CA2@7,8r0")], "M01", "M02", navigation=[])
    verb, *chosen = greedy(state).split()
    laid = {(tile["r"], tile["c"]): printed()[tile["tile"]]["pieces"] for tile in state.to_position()["tiles"]}
    ports = {
        (r, c): sum(
            piece["ports"] for (y, x), pieces in laid.items() if max(abs(y - r), abs(x - c)) <= 1 for piece in pieces
        )
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


def solo(phase: str, *board: str, **fields: Any) -> swenv.State:
    """A solo position in which the human has M04: more lotus than dragon fruit."""
    seats = [{"missions": {"held": ["M01"], "current": "M04"}}]
    return position(phase, 1, "solo", tiles=tiles(*board), seats=seats, **fields)


def test_it_rotates_the_tile_of_alexis_to_its_own_advantage() -> None:
    state = solo("alexis_place", "CA2@8,8r2", turn_state={"chosen": "OA1", "cell": [9, 8]})
    assert ways(state, "place") == {(9, 8, 0), (9, 8, 2)}
    assert greedy(state) == "place 9 8 0"
