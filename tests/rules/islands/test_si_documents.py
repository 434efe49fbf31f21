"""Layouts that are given for a game of Small Islands."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import swenv
from archipelago import game, tiles

OWN = tiles("ST4A@8,8r0", "ST1A@8,9r2", "ST2B@9,8r0", "ST3A@7,8r1")
"""A start layout of one's own."""


@pytest.mark.rule("SI-SETUP-3")
def test_a_layout_is_kept_as_it_was_given() -> None:
    given = [dict(entry) for entry in OWN]
    loaded = swenv.load("islands", num_players=2, start_layout=given)
    given[0]["rot"] = 3
    assert loaded.options["start_layout"] == OWN
    loaded = swenv.load("islands", num_players=2, start_layout=tuple(OWN))
    assert pickle.loads(pickle.dumps(loaded)) == loaded == game(2, start_layout=OWN)


@pytest.mark.rule("SI-SETUP-3")
@pytest.mark.parametrize(("entry", "key"), [(0, "rot"), (0, "r"), (2, "rot")])
def test_true_and_false_are_no_places(entry: int, key: str) -> None:
    layout: list[dict[str, Any]] = [dict(each) for each in OWN]
    layout[entry][key] = bool(layout[entry][key])
    with pytest.raises(ValueError, match="start_layout"):
        swenv.load("islands", num_players=2, start_layout=layout)


@pytest.mark.rule("SI-SETUP-3")
@pytest.mark.parametrize("num_players", [1, 2])
@pytest.mark.parametrize("phase", ["prep_pick", "turn", "hand", "house"])
def test_a_given_layout_lies_there_once_the_game_has_begun(phase: str, num_players: int) -> None:
    loaded = swenv.load("islands", num_players=num_players, start_layout="fixed")
    state = loaded.from_position({"format": "swenv-position/1", "game": "islands", "phase": phase})
    document = state.to_position()
    assert document["tiles"] == loaded.new_state(seed=1).to_position()["tiles"]
    assert loaded.from_position(document) == state
