"""The Great Ancient, the Volcano and the Socks (UG-INT-21 to UG-INT-29)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import price, tray
from ug_interactions import conquest, marker, opening
from underground_chapters import relics_in, where

import swenv
from support import MONSTERS, active, declined, held, legal, play, region, seat, tokens

VOLCANO = {"markers": {"volcano": 1}}
KRAKEN = seat(active("kraken", "tomb"), coins=0)


def cultists(**fields: Any) -> dict[str, Any]:
    """Active Cultists who have had the Great Ancient on the map."""
    return active("cultists", "wise", ancient_placed=True, **fields)


# The Great Ancient


@pytest.mark.rule("UG-INT-21")
def test_the_great_ancient_of_an_abandoned_region_is_placed_anew_at_the_next_start() -> None:
    state = opening(
        "ready",
        cultists(),
        other=KRAKEN,
        regions={
            0: held(0, "cultists", 1, ancient=1),
            1: held(0, "cultists"),
            5: held(0, "cultists"),
            17: held(1, "kraken"),
        },
    )
    play(state, "abandon 0")
    assert where(state, "ancient") == []
    assert legal(state, "ancient") == []
    play(state, "finish", "deploy_rest 1")
    assert where(state, "ancient") == []
    play(state, "finish")
    assert (state.turn, state.phase) == (0, "choose")
    assert legal(state, "ancient") == [1, 5]
    play(state, "ancient 5")
    assert where(state, "ancient") == [5]


@pytest.mark.rule("UG-INT-21")
def test_the_great_ancient_of_an_emptied_river_is_placed_anew_at_the_next_start() -> None:
    state = conquest(
        cultists(),
        other=KRAKEN,
        regions={
            1: held(0, "cultists"),
            2: held(0, "cultists", 1, ancient=1),
            17: held(1, "kraken"),
        },
    )
    play(state, "finish")
    assert where(state, "ancient") == []
    play(state, "deploy_rest 1", "finish")
    assert (state.turn, state.phase) == (0, "choose")
    assert legal(state, "ancient") == [1]


@pytest.mark.rule("UG-INT-22")
def test_the_great_ancient_may_stand_in_the_river_for_a_turn() -> None:
    state = conquest(active("cultists", "wise", hand=9), regions={})
    play(state, "conquer 2")
    assert where(state, "ancient") == [2]
    # Empty regions, and the next part of the River.
    assert price(state, 1) == 2 - 1
    assert price(state, 7) == 1
    play(state, "conquer 1")
    assert where(state, "ancient") == [2]
    # Region 0 does not border region 2, region 8 does.
    assert price(state, 0) == 2
    assert price(state, 8) == 2 - 1


@pytest.mark.rule("UG-INT-23", "UG-RACE-CULTISTS")
@pytest.mark.parametrize(("ancient", "cost"), [(5, 1), (1, 1), (0, 2)])
def test_the_pipe_carries_the_discount_of_an_ancient_on_its_terrain(ancient: int, cost: int) -> None:
    regions = {number: held(0, "cultists", 1, ancient=int(number == ancient)) for number in (0, 1, 5)}
    regions[5]["place"] = "pipe"
    state = conquest(cultists(hand=6), regions=regions)
    # Mushroom forest 15 borders none of them.
    assert price(state, 15) == cost


@pytest.mark.rule("UG-INT-24")
def test_the_doormat_carries_the_discount_of_the_great_ancient() -> None:
    state = conquest(
        cultists(hand=9),
        other=KRAKEN,
        regions={0: held(0, "cultists", 1, ancient=1) | {"relics": ["doormat"]}, 17: held(1, "kraken", 2)},
    )
    assert price(state, 17, "use doormat") == 2 + 2 - 1


@pytest.mark.rule("UG-INT-24")
def test_the_doormat_gives_no_discount_without_the_great_ancient() -> None:
    state = conquest(
        cultists(hand=9),
        other=KRAKEN,
        regions={0: held(0, "cultists") | {"relics": ["doormat"]}, 17: held(1, "kraken")},
    )
    assert price(state, 17, "use doormat") == 2 + 1


@pytest.mark.rule("UG-INT-25", "UG-CLAR-3")
def test_a_reborn_region_does_not_get_the_great_ancient() -> None:
    state = opening(
        "choose",
        active("cultists", "wise", hand=5),
        declined("shrooms", "reborn"),
        regions={5: held(0, "shrooms"), 6: held(0, "shrooms")},
    )
    play(state, "reborn 5", "finish")
    assert where(state, "ancient") == []
    assert legal(state, "ancient") == []
    play(state, "conquer 0")
    assert where(state, "ancient") == [0]


# The Volcano and the Socks


def flames_at(target: int, there: dict[str, Any], **fields: Any) -> swenv.State:
    """Flames in 5 and 15, which border the Volcano as regions 0, 6 and 9 do; `there` lies in the target."""
    power = fields.pop("power", "shield")
    return conquest(
        active("flames", "wise", hand=7),
        other=seat(active("kraken", power)),
        regions={5: held(0, "flames"), 15: held(0, "flames"), 10: VOLCANO, target: there},
        **fields,
    )


def socks_at(target: int, there: dict[str, Any], **fields: Any) -> swenv.State:
    """Liches in 5 and 15, with the Socks in region 5 and already in use for the next conquest."""
    power = fields.pop("power", "shield")
    state = conquest(
        active("liches", "wise", hand=7),
        other=seat(active("kraken", power)),
        regions={5: held(0, "liches") | {"relics": ["socks"]}, 15: held(0, "liches"), target: there},
        **fields,
    )
    return play(state, "use socks")


AS_EMPTY = pytest.mark.parametrize("attack", [flames_at, socks_at], ids=["flames", "socks"])


@pytest.mark.rule("UG-INT-26")
@AS_EMPTY
def test_armors_are_ignored_with_the_troops(attack: Any) -> None:
    state = attack(0, held(1, "kraken", 3, armor=2))
    assert price(state, 0) == 2


@pytest.mark.rule("UG-INT-26")
def test_other_attackers_pay_for_those_armors() -> None:
    state = conquest(
        active("liches", "wise", hand=9),
        other=seat(active("kraken", "shield")),
        regions={5: held(0, "liches"), 0: held(1, "kraken", 3, armor=2)},
    )
    assert price(state, 0) == 2 + 3 + 2


@pytest.mark.rule("UG-INT-27")
@AS_EMPTY
def test_mountain_and_keep_are_not_ignored(attack: Any) -> None:
    assert price(attack(6, held(1, "kraken", 3)), 6) == 2 + 1
    assert price(attack(0, held(1, "kraken", 3) | {"place": "keep"}), 0) == 2 + 1
    assert price(attack(6, held(1, "kraken", 3) | {"place": "keep"}), 6) == 2 + 1 + 1


@pytest.mark.rule("UG-INT-28")
@AS_EMPTY
@pytest.mark.parametrize("item", ["keep", "sword"])
def test_monsters_ignored_in_the_price_still_leave_a_place_or_relic(attack: Any, item: str) -> None:
    state = attack(9, MONSTERS, places_stack=[item, "altar"])
    assert price(state, 9) == 2
    play(state, "conquer 9")
    assert region(state, 9).get("monsters", 0) == 0
    assert state.to_position()["places_stack"] == ["altar"]
    socks = ["socks"] if attack is socks_at else []
    assert region(state, 9).get("place") == ("keep" if item == "keep" else None)
    assert relics_in(state, 9) == socks + (["sword"] if item == "sword" else [])


def by_the_river() -> swenv.State:
    """Flames at the Volcano in 5 and away from it in 3; three Kraken in 8, beside 3 and beside river 7."""
    return conquest(
        active("flames", "wise", hand=7),
        other=seat(active("kraken", "tomb")),
        regions={5: held(0, "flames"), 3: held(0, "flames"), 10: VOLCANO, 8: held(1, "kraken", 3)},
    )


@pytest.mark.rule("UG-INT-29")
def test_a_river_taken_this_turn_links_the_chain_to_the_volcano() -> None:
    state = by_the_river()
    assert price(state, 8) == 2 + 3
    play(state, "conquer 7")
    assert price(state, 8) == 2


@pytest.mark.rule("UG-INT-29")
def test_a_river_that_was_emptied_is_no_link() -> None:
    state = play(by_the_river(), "conquer 7", "finish", "deploy_rest 5")
    assert state.turn == 1
    play(state, "finish", "deploy_rest 8")
    assert (state.turn, state.phase) == (0, "choose")
    assert price(state, 8) == 2 + 3


@pytest.mark.rule("UG-INT-26", "UG-INT-27")
def test_armors_ignored_in_the_price_are_discarded() -> None:
    state = flames_at(0, held(1, "kraken", 3, armor=2))
    play(state, "conquer 0")
    assert (tokens(state, 0), marker(state, 0, "armor")) == (2, 0)
    assert tray(state, "kraken") == 10 - 3 + 1
