"""Layouts that are given for a game of Small Islands, and documents that play on though no game leads to them."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import roundtrips
import swenv
from archipelago import game, house, position, tiles

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


@pytest.mark.rule("SI-EXPL-9")
def test_a_hand_that_fits_is_not_blocked() -> None:
    board = tiles("CC1@8,8r2", "CD1@9,8r0")
    assert roundtrips.objection(lambda: position("blocked", tiles=board, seats=[{"hand": ["KA1", "KA2", "KA3"]}, {}]))


@pytest.mark.rule("SI-CARD-R2")
def test_nobody_chooses_among_equal_tokens() -> None:
    fields: dict[str, Any] = {
        "tiles": tiles("CC1@8,7r2", "BA1@9,7r2", "CC2@8,9r2", "BA2@9,9r2", "WB1@8,8r0"),
        "houses": [house(0, 8, 7)],
        "drawn": [3, 3],
        "seats": [{"rewards": {"current": "R06"}}, {"tokens_in_pool": [2, 4, 4, 5, 5, 6, 6, 7, 7, 8]}],
        "turn_state": {"built": [[8, 7]], "scored": 0},
    }
    assert roundtrips.objection(lambda: position("score", mode="advanced", **fields))
