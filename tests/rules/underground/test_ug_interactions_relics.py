"""Several Relics at once, the Bag, and the early roll of the Wisps (UG-INT-64 to -69, -83 to -85)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import price
from ug_interactions import conquest, holder, marker, opening
from underground_chapters import relics_in, where

import swenv
from support import MONSTERS, active, declined, held, legal, legal_words, play, race, region, rolled, seat, tokens

KRAKEN = seat(active("kraken", "tomb"), coins=0)


def liches(*names: str, power: str = "wise", hand: int = 9, regions: dict[int, Any] | None = None) -> swenv.State:
    """Seat 0's Liches in region 5 with those Relics."""
    here = held(0, "liches") | {"relics": list(names)}
    return conquest(active("liches", power, hand=hand), other=KRAKEN, regions={5: here, **(regions or {})})


# Relics together


@pytest.mark.rule("UG-INT-64")
def test_relics_used_together_are_spent_together_and_move_together() -> None:
    state = liches("doormat", "socks", "sword", regions={17: held(1, "kraken", 3)})
    play(state, "use doormat", "use socks", "use sword", "conquer 17")
    # 2 for the empty region, less 2.
    assert (holder(state, 17), tokens(state, 17)) == ((0, "liches"), 1)
    assert relics_in(state, 17) == ["doormat", "socks", "sword"]
    assert relics_in(state, 5) == []
    assert race(state, 1, "kraken")["hand"] == 3
    assert legal_words(state, "use") == set()


@pytest.mark.rule("UG-INT-65")
@pytest.mark.parametrize(
    ("used", "cost"), [((), 6), (("sword",), 4), (("socks",), 3), (("socks", "sword"), 1), (("sword", "socks"), 1)]
)
def test_the_sword_reduces_the_price_that_the_socks_leave(used: tuple[str, ...], cost: int) -> None:
    # Mountain 6 with three Kraken: 2 + 3 + 1.
    state = liches("socks", "sword", regions={6: held(1, "kraken", 3)})
    assert price(state, 6, *[f"use {name}" for name in used]) == cost


# The Bag


@pytest.mark.rule("UG-INT-66")
def test_sword_and_bag_reduce_two_prices_in_a_turn() -> None:
    state = liches("sword", power="magic", regions={0: held(1, "kraken", 3), 1: held(1, "kraken", 3)})
    play(state, "use sword", "conquer 0", "bag sword", "conquer 1")
    assert [tokens(state, number) for number in (0, 1)] == [5 - 2, 5 - 2]
    assert relics_in(state, 0) == ["sword"]
    assert where(state, "bag") == [1]
    assert legal_words(state, "use") == legal_words(state, "bag") == set()


@pytest.mark.rule("UG-INT-66")
@pytest.mark.parametrize(("first", "second"), [("use", "bag"), ("bag", "use")])
def test_sword_and_bag_do_not_meet_on_one_target(first: str, second: str) -> None:
    state = liches("sword", "doormat", power="magic")
    play(state, f"{first} sword")
    assert "sword" not in legal_words(state, second)
    # Another Relic may join in.
    assert "doormat" in legal_words(state, "use")


@pytest.mark.rule("UG-INT-67")
def test_the_bag_as_doormat_leads_a_first_conquest_anywhere() -> None:
    state = conquest(
        active("liches", "magic", hand=9),
        other=seat(active("kraken", "royal"), declined("ogres")),
        regions={16: held(1, "ogres") | {"relics": ["doormat"]}, 8: held(1, "kraken", 1, queen=1)},
    )
    play(state, "bag doormat")
    assert legal(state, "conquer") == [number for number in range(18) if number not in (8, 10, 14)]
    play(state, "conquer 6")
    assert holder(state, 6) == (0, "liches")
    assert where(state, "bag") == [6]
    assert relics_in(state, 16) == ["doormat"]


@pytest.mark.rule("UG-INT-68")
def test_the_doormat_serves_no_first_conquest() -> None:
    state = conquest(
        active("liches", "wise", hand=9),
        declined("kraken"),
        regions={5: held(0, "kraken") | {"relics": ["doormat"]}},
    )
    assert legal_words(state, "use") == set()


@pytest.mark.rule("UG-INT-68")
def test_the_doormat_of_an_abandoned_region_serves_no_more() -> None:
    state = opening("ready", active("liches", "wise", hand=9), regions={5: held(0, "liches") | {"relics": ["doormat"]}})
    assert legal_words(state, "use") == {"doormat"}
    play(state, "abandon 5")
    assert legal_words(state, "use") == set()


@pytest.mark.rule("UG-INT-69")
@pytest.mark.parametrize("relic", ["scepter", "ring"])
def test_the_bag_cannot_lie_with_the_relic_it_copies(relic: str) -> None:
    regions = {0: held(0, "liches"), 1: held(0, "liches"), 17: held(1, "kraken")}
    state = play(liches(relic, power="magic", hand=0, regions=regions), "finish")
    assert legal(state, relic) == [0, 1, 5]
    assert legal_words(state, "bag") == {relic}
    play(state, f"bag {relic}")
    assert legal(state, relic) == [0, 1]
    play(state, f"{relic} 0")
    assert where(state, "bag") == [0]
    # The Relic itself can be anywhere else.
    assert legal(state, relic) == [1, 5]
    play(state, f"{relic} 1")
    assert relics_in(state, 1) == [relic]
    assert state.turn == 1


@pytest.mark.rule("UG-INT-69")
def test_scepter_and_bag_double_two_regions() -> None:
    state = play(liches("scepter", power="magic", hand=0, regions={0: held(0, "liches")}), "finish")
    play(state, "scepter 5", "bag scepter")
    assert legal(state, "scepter") == [0]
    play(state, "scepter 0")
    assert (state.turn, state.coins[0]) == (1, 2 + 2)


# The early roll


def wisps(hand: int, there: dict[str, Any]) -> swenv.State:
    """Will-o'-Wisps in mountain 6, beside crystals 9 with what lies there."""
    return conquest(
        active("will_o_wisps", "wise", hand=hand),
        other=KRAKEN,
        regions={6: held(0, "will_o_wisps"), 9: there},
        places_stack=["keep"],
    )


@pytest.mark.rule("UG-INT-83")
@pytest.mark.parametrize(("kraken", "targets"), [(2, [9]), (3, [])])
def test_the_wisps_do_not_roll_for_what_a_three_could_not_reach(kraken: int, targets: list[int]) -> None:
    # 1 in hand against 4, then against 5.
    assert legal(wisps(1, held(1, "kraken", kraken)), "roll_for") == targets


@pytest.mark.rule("UG-INT-83")
@pytest.mark.parametrize(("face", "taken"), [(0, False), (1, False), (2, True), (3, True)])
def test_a_target_named_by_the_wisps_is_conquered_if_the_roll_allows_it(face: int, taken: bool) -> None:
    # 4 against 2 in hand.
    state = rolled(wisps(2, MONSTERS), "roll_for 9", face)
    assert (holder(state, 9) == (0, "will_o_wisps")) == taken
    if not taken:
        assert state.phase == "deploy"
        assert region(state, 9) == {"monsters": 2}


@pytest.mark.rule("UG-INT-84")
@pytest.mark.parametrize(("face", "paid"), [(0, 4), (1, 3), (2, 2), (3, 1)])
def test_the_wisps_may_roll_for_what_they_could_pay(face: int, paid: int) -> None:
    state = rolled(wisps(9, held(1, "kraken", 2)), "roll_for 9", face)
    assert (state.phase, holder(state, 9), tokens(state, 9)) == ("conquest", (0, "will_o_wisps"), paid)
    assert race(state, 0, "will_o_wisps")["hand"] == 9 - paid


@pytest.mark.rule("UG-INT-84")
def test_a_roll_of_the_wisps_leaves_at_least_one_token_to_pay() -> None:
    state = rolled(wisps(9, {}), "roll_for 9", 3)
    assert (holder(state, 9), tokens(state, 9)) == ((0, "will_o_wisps"), 1)


@pytest.mark.rule("UG-INT-85")
def test_a_failed_roll_of_the_wisps_is_not_followed_by_the_final_die() -> None:
    # 1 is missing after the roll; a second roll might give it.
    state = rolled(wisps(2, MONSTERS), "roll_for 9", 1)
    assert (state.phase, state.last_roll) == ("deploy", 1)
    assert legal(state, "conquer") == legal(state, "roll_for") == []
    assert marker(state, 9, "monsters") == 0
    assert region(state, 9) == {"monsters": 2}


@pytest.mark.rule("UG-INT-85", "UG-CLAR-24")
@pytest.mark.parametrize(("face", "taken"), [(1, False), (2, True)])
def test_an_ordinary_final_attempt_of_the_wisps_is_one_roll_too(face: int, taken: bool) -> None:
    state = rolled(wisps(2, MONSTERS), "conquer 9", face)
    assert (holder(state, 9) == (0, "will_o_wisps")) == taken
    assert state.phase == "deploy"
