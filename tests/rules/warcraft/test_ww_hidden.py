"""What players of Warcraft do not see, and what they observe of each other."""

from __future__ import annotations

import numpy as np
import pytest

from facts_boards import stand
from hidden import public_part
from randomplay import SOME_BOARDS, board_game, busy_walk, sample
from scenes_warcraft import Scene
from support import play


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
    picks = [stand("warcraft", more=f"phase pick; seed {seed}; column goblins farmers") for seed in range(4)]
    stacks = {tuple(play(state, "pick 0").to_position()["bomb_stack"]) for state in picks}
    assert all(sorted(found) == ["dud"] * 6 + ["live"] * 6 for found in stacks)
    assert len(stacks) > 1


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-POWER-BEASTMASTERS")
@pytest.mark.parametrize("more", ["champions champion_lost", "beastmasters beasts 2"])
def test_pieces_that_others_have_in_hand_or_have_lost_are_seen(more: str) -> None:
    plain, other = (
        stand("warcraft", f"orcs miners | trolls {fields}", "0 orcs; 1 trolls") for fields in (more.split()[0], more)
    )
    assert (plain.observation(0) != other.observation(0)).any()


@pytest.mark.rule("WW-ART-DOOMHAMMER")
def test_the_observed_price_is_that_of_the_armed_doomhammer() -> None:
    seats = "orcs farmers hand 3, coins 5 | trolls miners, coins 5"
    state = stand("warcraft", seats, "0 orcs doomhammer; 1 trolls*4")
    lines = state.game.observation_layout["regions"]
    price, far = lines.column("price"), lines.column("far")
    assert lines.of(state.observation(0))[:, far].any()
    play(state, "arm doomhammer")
    seen = lines.of(state.observation(0))
    assert seen[1, price].tolist() == [1]
    assert not seen[:, far].any()
