"""What players of Warcraft do not see of each other: purses drawn in the middle of a turn, and what is observed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from ww_play import conquering, hold

import swenv
from chapters import verbs
from hidden import public_part
from randomplay import SOME_BOARDS, board_game, busy_walk, sample
from scenes_warcraft import Scene
from support import active, play, seat, warcraft


def midturn(kind: str, purse: int) -> swenv.State:
    """Seat 1 has so many coins, which seat 0 does not see, and has begun something that will cost it 2."""
    if kind == "conquest":
        return warcraft(
            options={"hide_coins": True},
            phase=kind,
            turn=1,
            seats=[seat(active("trolls", "miners"), coins=0), seat(active("orcs", "farmers", hand=3), coins=purse)],
            regions={0: hold(0, "trolls"), 1: hold(1, "orcs", artifacts=["doomhammer"])},
            turn_state={"armed_effects": ["doomhammer"]},
        )
    armed = {"chosen": 5, "pending_roll": 1, "armed_effects": ["air_strike"]}
    name, power, there, more = {
        "portal": ("orcs", "portal_mages", {7: hold(0, "pandaren")}, {"chosen": 7}),
        "reveal": ("goblins", "farmers", {5: hold(0, "pandaren", bomb="live")}, {}),
        "strike": ("gnomes", "farmers", {5: hold(0, "pandaren")}, armed),
    }[kind]
    them = seat(active(name, power, hand=1), coins=purse, harmony=True)
    seats = [seat(active("pandaren", "miners"), coins=0), them]
    regions: dict[int, Any] = {1: hold(1, name), **there}
    return warcraft(options={"hide_coins": True}, phase=kind, turn=1, seats=seats, regions=regions, turn_state=more)


@pytest.mark.rule("WW-SETUP-10", "WW-SCORE-4")
@pytest.mark.parametrize("kind", ["conquest", "portal", "reveal", "strike"])
def test_a_purse_is_drawn_from_what_the_turn_has_shown_of_it_alone(kind: str) -> None:
    poor, rich = midturn(kind, 2), midturn(kind, 6)
    assert poor.phase == kind
    for seed in range(40):
        drawn = poor.sample_hidden(0, seed)
        assert len(drawn.legal_actions())
        assert drawn.coins[1] >= 2
        assert drawn == rich.sample_hidden(0, seed)


@pytest.mark.rule("WW-SETUP-10")
def test_a_purse_drawn_while_something_free_is_armed_may_be_small() -> None:
    state = warcraft(
        options={"hide_coins": True},
        phase="conquest",
        turn=1,
        seats=[seat(active("trolls", "miners"), coins=0), seat(active("orcs", "farmers", hand=5), coins=0)],
        regions={1: hold(1, "orcs", artifacts=["frostmourne"]), 7: hold(0, "trolls")},
        turn_state={"armed_effects": ["frostmourne"]},
    )
    drawn = {int(state.sample_hidden(0, seed).coins[1]) for seed in range(200)}
    assert (min(drawn), max(drawn)) == (0, 10)  # nothing is due: SW-SCORE-6 says 0 to twice the own purse plus 10


@pytest.mark.rule("WW-SETUP-10", "WW-ACT-15")
@pytest.mark.parametrize("power", ["farmers", "strongmen"])
def test_a_purse_is_never_drawn_so_that_nothing_is_left_to_decide(power: str) -> None:
    if power == "farmers":
        races, regions = active("forsaken", power, hand=1), {0: hold(0, "pandaren"), 1: hold(1, "forsaken")}
        more = {"phase": "recruit", "turn_state": {"inflicted": 2}}
    else:
        races = active("orcs", power)
        regions, more = {0: hold(0, "pandaren", 2), 3: hold(0, "pandaren"), 1: hold(1, "orcs")}, {"phase": "conquest"}
    seats = [seat(active("pandaren", "miners"), coins=0), seat(races, coins=2, harmony=True)]
    state = warcraft(options={"hide_coins": True}, turn=1, seats=seats, regions=regions, **more)
    assert len(state.legal_actions()) > 1
    for seed in range(60):
        assert verbs(state.sample_hidden(0, seed)) != {"finish"}


@pytest.mark.rule("WW-SETUP-7", "WW-RACE-GOBLINS")
@pytest.mark.parametrize("num_players", SOME_BOARDS)
def test_sample_hidden_keeps_what_a_seat_sees_where_much_happens(num_players: int) -> None:
    loaded = board_game(num_players, "warcraft")
    states = sample(loaded, games=2, per_game=6, seed=51, by=busy_walk)
    states += [Scene(loaded, seed, "goblins" if seed % 2 else None).state() for seed in range(6)]
    for state in states:
        for owner in range(num_players):
            drawn = state.sample_hidden(owner, 7)
            assert public_part(drawn.to_position()) == public_part(state.to_position())
            assert np.array_equal(drawn.mask(), state.mask())
            assert np.array_equal(drawn.observation(owner), state.observation(owner))


@pytest.mark.rule("WW-RACE-GOBLINS")
def test_twelve_bombs_are_shuffled_and_nobody_knows_which_will_explode() -> None:
    column = [{"race": "goblins", "power": "farmers", "coins": 0}]
    picks = [warcraft(phase="pick", column=column, seats=[seat(), seat()], seed=seed) for seed in range(4)]
    stacks = {tuple(play(state, "pick 0").to_position()["bomb_stack"]) for state in picks}
    assert all(sorted(found) == ["dud"] * 6 + ["live"] * 6 for found in stacks)
    assert len(stacks) > 1


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-POWER-BEASTMASTERS")
@pytest.mark.parametrize(("power", "more"), [("champions", {"champion_lost": True}), ("beastmasters", {"beasts": 2})])
def test_pieces_that_others_have_in_hand_or_have_lost_are_seen(power: str, more: dict[str, Any]) -> None:
    plain, other = (
        warcraft(
            phase="conquest",
            seats=[seat(active("orcs", "miners")), seat(active("trolls", power, **fields))],
            regions={0: hold(0, "orcs"), 1: hold(1, "trolls")},
        )
        for fields in ({}, more)
    )
    assert (plain.observation(0) != other.observation(0)).any()


@pytest.mark.rule("WW-ART-DOOMHAMMER")
def test_the_observed_price_is_that_of_the_armed_doomhammer() -> None:
    regions = {0: hold(0, "orcs", artifacts=["doomhammer"]), 1: hold(1, "trolls", 4)}
    state = conquering(3, regions, active("trolls", "miners"), name="orcs", power="farmers")
    lines = state.game.observation_layout["regions"]
    price, far = lines.column("price"), lines.column("far")
    assert lines.of(state.observation(0))[:, far].any()
    play(state, "arm doomhammer")
    seen = lines.of(state.observation(0))
    assert seen[1, price].tolist() == [1]
    assert not seen[:, far].any()
