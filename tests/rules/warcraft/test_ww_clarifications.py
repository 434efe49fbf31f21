"""The clarifications of Warcraft (its rules, section 11): the ruling of each, in play.

Races and badges that a test does not name in its title cannot touch it.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from chapters import coins, refused, tray, turn_state
from ww_play import artifacts_in, attacking, hold

import swenv
from support import (
    MURLOC,
    WX2,
    active,
    held,
    legal,
    legal_words,
    play,
    seat,
)

KOBOLDS = active("kobolds", "sailors")


# WW-CLAR-2: past the Aegis


# WW-CLAR-6: caverns


# WW-CLAR-7: a race without a token


# WW-CLAR-9: Tauren


# WW-CLAR-10: magic water


@lru_cache
def magic_lake() -> swenv.Game:
    """The table for two with a magic lake 10."""
    face = json.loads(Path(WX2[0]).read_text())
    face["regions"][10]["symbols"] = ["magic"]
    return swenv.load("warcraft", num_players=2, boards=[{**face, "name": "wx-l-magic"}, WX2[1]])


@pytest.mark.rule("WW-CLAR-10")
@pytest.mark.parametrize(
    ("name", "there", "others"),
    [
        ("draenei", {}, [8, 14, 17]),
        ("naga", {}, [8, 10, 14, 17]),
        ("naga", {10: held(0, "naga", 2)}, [8, 10, 14, 17]),
        ("draenei", {10: held(1, "naga")}, [8, 14, 17]),
        ("naga", {7: MURLOC, 10: held(0, "naga", 2)}, [8, 14, 17]),
    ],
)
def test_no_swap_puts_anything_but_naga_on_water(name: str, there: dict[int, Any], others: list[int]) -> None:
    theirs = active("orcs", "miners") if name == "naga" else active("naga", "miners")
    regions = {7: held(0, name), **there}
    state = magic_lake().from_position(
        {
            "format": "swenv-position/1",
            "game": "warcraft",
            "phase": "conquest",
            "seats": [seat(active(name, "portal_mages", hand=3)), seat(theirs)],
            "regions": {str(number): content for number, content in regions.items()},
        }
    )
    assert legal(play(state, "portal 7"), "portal") == others


# WW-CLAR-11, -12: the air strike


@pytest.mark.rule("WW-CLAR-12")
@pytest.mark.parametrize(
    ("name", "words", "number"),
    [
        ("gnomes", ["air_strike", "doomhammer"], 17),
        ("gnomes", ["ashes", "doomhammer"], 17),
        ("gnomes", ["ashes"], 4),
        ("gnomes", ["air_strike"], 4),
    ],
)
def test_one_reach_a_conquest_with_the_doomhammer_and_where_a_border_is_too(
    name: str, words: list[str], number: int
) -> None:
    regions = {0: hold(0, name, artifacts=["ashes", "doomhammer"])}
    state = play(attacking(name, "miners", 4, regions, KOBOLDS, coins=2), *(f"arm {word}" for word in words))
    other = "ashes" if words[0] == "air_strike" else "air_strike"
    assert other not in legal_words(state, "arm")
    assert refused(state, f"arm {other}")
    play(state, f"conquer {number}")
    assert artifacts_in(state, number) == sorted(set(words) & {"ashes", "doomhammer"})
    assert words[0] in turn_state(state, "effects_used")


# WW-CLAR-13, -14


@pytest.mark.rule("WW-CLAR-14")
@pytest.mark.parametrize("bought", [0, 1])
def test_forsaken_buy_before_the_spirit_healer_gives(bought: int) -> None:
    regions = {0: hold(0, "forsaken", 18, place="spirit_healer"), 1: held(0, "forsaken")}
    state = attacking("forsaken", "miners", 0, regions, KOBOLDS, coins=5, turn_state={"inflicted": 3})
    play(state, "finish")
    assert (state.phase, tray(state, "forsaken")) == ("recruit", 1)
    play(state, "buy" if bought else "finish")
    assert (state.phase, coins(state)[0], tray(state, "forsaken")) == ("deploy", 5 - bought, 0)


# WW-CLAR-15: occupied


# WW-CLAR-18, -19: swaps


# WW-CLAR-20 to -23
