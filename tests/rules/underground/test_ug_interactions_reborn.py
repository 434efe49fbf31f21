"""Reborn replacements (UG-INT-30 to UG-INT-34)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import tray
from ug_interactions import EDGES, holder, opening
from underground_chapters import avenged

import swenv
from support import active, declined, held, legal, legal_words, play, race, seat, tokens, underground


def pick_mudmen(*, power: str = "reborn", regions: dict[int, Any] | None = None) -> swenv.State:
    """Seat 0, with declined Shrooms in 5 and 6, has taken Mystic Mudmen: 9 tokens, 3 more in the tray."""
    state = underground(
        phase="pick",
        seats=[seat(declined("shrooms", power), coins=0), seat(active("kraken", "tomb"))],
        regions=regions or {5: held(0, "shrooms"), 6: held(0, "shrooms")},
        column=[{"race": "mudmen", "power": "mystic", "coins": 0}],
    )
    return play(state, "pick 0")


def mudmen(hand: int, on_map: int) -> swenv.State:
    """Mudmen in region 0 at the start of a turn; Shrooms in decline, with Reborn, in 5 and 6."""
    return opening(
        "choose",
        active("mudmen", "wise", hand=hand),
        declined("shrooms", "reborn"),
        regions={0: held(0, "mudmen", on_map), 5: held(0, "shrooms"), 6: held(0, "shrooms")},
    )


@pytest.mark.rule("UG-INT-30")
def test_a_race_put_on_the_map_by_reborn_conquers_across_its_borders() -> None:
    state = play(pick_mudmen(), "reborn 5", "finish")
    assert holder(state, 5) == (0, "mudmen")
    assert (race(state, 0, "mudmen")["hand"], tray(state, "mudmen")) == (9, 2)
    assert legal(state, "conquer") == [0, 1, 2, 6, 7]


@pytest.mark.rule("UG-INT-30")
def test_a_race_that_passes_reborn_enters_at_the_edge() -> None:
    assert legal(play(pick_mudmen(), "finish"), "conquer") == EDGES


@pytest.mark.rule("UG-INT-31")
def test_reborn_may_be_used_on_the_turn_of_the_pick() -> None:
    state = pick_mudmen()
    assert state.phase == "reborn"
    assert legal(state, "reborn") == [5, 6]
    play(state, "reborn 5", "reborn 6")
    assert (holder(state, 5), holder(state, 6)) == ((0, "mudmen"), (0, "mudmen"))
    assert (race(state, 0, "mudmen")["hand"], tray(state, "mudmen")) == (9, 1)


@pytest.mark.rule("UG-INT-32")
def test_a_stack_of_declined_tokens_is_replaced_by_one_token() -> None:
    # The Tomb badge kept the stack together; Stonehedge under it is Reborn.
    state = opening(
        "choose",
        active("mudmen", "wise", hand=2),
        declined("shrooms", "tomb"),
        regions={0: held(0, "mudmen"), 5: held(0, "shrooms", 3), 6: held(0, "shrooms") | {"place": "stonehedge"}},
        stonehedge="reborn",
    )
    play(state, "reborn 5")
    assert (holder(state, 5), tokens(state, 5)) == ((0, "mudmen"), 1)
    assert tray(state, "shrooms") == 10 - 1
    assert tray(state, "mudmen") == 12 - 4
    assert race(state, 0, "shrooms").get("hand", 0) == 0


@pytest.mark.rule("UG-INT-33")
def test_reborn_is_no_conquest_and_pays_nothing() -> None:
    # The Active race is Vengeful, the declined one Liches: a conquest might mark or charge somebody.
    state = opening(
        "choose",
        active("mudmen", "vengeful", hand=2),
        declined("liches", "reborn"),
        other=seat(active("kraken", "martyr"), coins=4),
        coins=4,
        regions={0: held(0, "mudmen"), 5: held(0, "liches"), 6: held(0, "liches"), 17: held(1, "kraken")},
    )
    play(state, "reborn 5")
    assert list(state.coins) == [4, 4]
    assert not avenged(state, 0)
    assert not avenged(state, 1)
    play(state, "finish")
    # The token of region 5 came from the tray, and conquests have not begun.
    assert race(state, 0, "mudmen")["hand"] == 2
    assert legal(state, "abandon") == [0, 5]


@pytest.mark.rule("UG-INT-33")
def test_place_and_relic_of_a_reborn_region_serve_the_active_race() -> None:
    state = opening(
        "choose",
        active("mudmen", "wise", hand=3),
        declined("shrooms", "reborn"),
        regions={
            0: held(0, "mudmen"),
            5: held(0, "shrooms") | {"place": "pipe", "relics": ["sword"]},
            17: held(0, "shrooms"),
        },
    )
    passed = play(state.copy(), "finish")
    assert legal(passed, "conquer") == [1, 5]
    assert legal_words(passed, "use") == set()
    play(state, "reborn 5", "finish")
    # Mushroom forest 15 by the Pipe.
    assert legal(state, "conquer") == [1, 2, 6, 7, 15]
    assert legal_words(state, "use") == {"sword"}


@pytest.mark.rule("UG-INT-34")
def test_reborn_needs_a_token_in_tray_or_hand() -> None:
    state = mudmen(hand=0, on_map=12)
    assert tray(state, "mudmen") == 0
    assert legal(state, "reborn") == []
    # The turn goes on with conquests.
    assert 1 in legal(state, "conquer")


@pytest.mark.rule("UG-INT-34")
def test_one_token_in_the_tray_replaces_one_region() -> None:
    state = mudmen(hand=0, on_map=11)
    assert legal(state, "reborn") == [5, 6]
    play(state, "reborn 5")
    assert legal(state, "reborn") == []
    assert state.phase == "ready"
    assert (holder(state, 5), holder(state, 6)) == ((0, "mudmen"), (0, "shrooms"))
    assert (tray(state, "mudmen"), race(state, 0, "mudmen")["hand"]) == (0, 10)


@pytest.mark.rule("UG-INT-34", "UG-CLAR-26")
def test_with_an_empty_tray_the_hand_replaces_one_region() -> None:
    state = mudmen(hand=1, on_map=11)
    assert (tray(state, "mudmen"), legal(state, "reborn")) == (0, [5, 6])
    play(state, "reborn 6")
    assert legal(state, "reborn") == []
    assert holder(state, 6) == (0, "mudmen")
    assert race(state, 0, "mudmen")["hand"] == 10
