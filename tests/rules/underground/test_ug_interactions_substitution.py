"""Vampire and Shiny Orb, and what the Socks do to tokens in decline (UG-INT-35 to UG-INT-41)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import tray
from ug_interactions import conquest, holder, marker
from underground_chapters import avenged, relics_in

import swenv
from support import active, declined, held, legal, legal_words, play, race, region, seat, tokens

BOTH = pytest.mark.parametrize("means", ["vampire", "orb"])


def attack(
    means: str, hand: int, victim: dict[str, Any], regions: dict[int, Any], relics: list[str] | None = None
) -> swenv.State:
    """Seat 0's Liches in region 5 with the means: the Vampire power or, in region 5, the Orb; other relics as named."""
    here = [*(["orb"] if means == "orb" else []), *(relics or [])]
    return conquest(
        active("liches", "vampire" if means == "vampire" else "wise", hand=hand),
        other=seat(victim, coins=0),
        regions={5: held(0, "liches") | {"relics": here}, **regions},
    )


def targets(state: swenv.State, means: str) -> list[int]:
    """Where the substitution may be made now."""
    if means == "vampire":
        return legal(state, "vampire")
    if "orb" not in legal_words(state, "use"):
        return []
    return legal(play(state.copy(), "use orb"), "conquer")


def substitute(state: swenv.State, means: str, number: int) -> swenv.State:
    """Make the substitution."""
    return play(state, *([f"vampire {number}"] if means == "vampire" else ["use orb", f"conquer {number}"]))


KRAKEN = active("kraken", "tomb")


@pytest.mark.rule("UG-INT-35")
@BOTH
def test_a_substitution_takes_its_token_from_the_tray_but_needs_one_in_hand(means: str) -> None:
    assert targets(attack(means, 0, KRAKEN, {0: held(1, "kraken")}), means) == []
    state = attack(means, 1, KRAKEN, {0: held(1, "kraken")})
    assert targets(state, means) == [0]
    substitute(state, means, 0)
    assert (holder(state, 0), tokens(state, 0)) == ((0, "liches"), 1)
    assert race(state, 0, "liches")["hand"] == 1
    assert tray(state, "liches") == 10 - 3
    assert tray(state, "kraken") == 10


@pytest.mark.rule("UG-INT-35")
@BOTH
def test_with_an_empty_tray_a_substitution_takes_its_token_from_hand(means: str) -> None:
    state = attack(means, 3, KRAKEN, {0: held(1, "kraken"), 1: held(0, "liches", 6)})
    assert tray(state, "liches") == 0
    substitute(state, means, 0)
    assert tokens(state, 0) == 1
    assert race(state, 0, "liches")["hand"] == 2


@pytest.mark.rule("UG-INT-36", "UG-CLAR-20")
@BOTH
def test_a_substitution_needs_reach_which_the_doormat_may_give(means: str) -> None:
    state = attack(means, 1, KRAKEN, {0: held(1, "kraken"), 17: held(1, "kraken")}, ["doormat"])
    assert targets(state, means) == [0]
    play(state, "use doormat")
    assert targets(state, means) == [0, 17]
    substitute(state, means, 17)
    assert holder(state, 17) == (0, "liches")
    assert relics_in(state, 17) == (["doormat"] if means == "vampire" else ["doormat", "orb"])


@pytest.mark.rule("UG-INT-36", "UG-CLAR-20")
def test_the_bag_as_doormat_gives_reach_to_the_orb() -> None:
    state = conquest(
        active("liches", "magic", hand=1),
        other=seat(KRAKEN),
        regions={5: held(0, "liches") | {"relics": ["orb"]}, 3: {"relics": ["doormat"]}, 17: held(1, "kraken")},
    )
    play(state, "bag doormat", "use orb", "conquer 17")
    assert holder(state, 17) == (0, "liches")
    assert (relics_in(state, 17), marker(state, 17, "bag"), relics_in(state, 3)) == (["orb"], 1, ["doormat"])


@pytest.mark.rule("UG-INT-37")
@BOTH
def test_a_substitution_cannot_take_a_declined_token(means: str) -> None:
    state = conquest(
        active("liches", "vampire" if means == "vampire" else "wise", hand=1),
        declined("shrooms"),
        other=seat(KRAKEN, declined("ogres")),
        regions={
            5: held(0, "liches") | {"relics": ["orb"] if means == "orb" else []},
            0: held(1, "ogres"),
            1: held(1, "kraken"),
            6: held(0, "shrooms"),
        },
    )
    assert targets(state, means) == [1]


@pytest.mark.rule("UG-INT-38")
@BOTH
def test_a_substitution_pays_the_martyr(means: str) -> None:
    state = attack(means, 1, active("kraken", "martyr"), {0: held(1, "kraken")})
    substitute(state, means, 0)
    assert list(state.coins) == [0, 1]


@pytest.mark.rule("UG-INT-38")
@BOTH
def test_a_substitution_earns_the_marker_of_the_vengeful(means: str) -> None:
    state = attack(means, 1, active("kraken", "vengeful"), {0: held(1, "kraken")})
    assert not avenged(state, 0)
    substitute(state, means, 0)
    assert avenged(state, 0)


@pytest.mark.rule("UG-INT-38")
@BOTH
def test_a_substitution_takes_place_and_relic_and_discards_armors(means: str) -> None:
    there = held(1, "kraken", 1, armor=2) | {"place": "pipe", "relics": ["sword"]}
    state = attack(means, 3, active("kraken", "shield"), {0: there})
    assert legal_words(state, "use") == ({"orb"} if means == "orb" else set())
    substitute(state, means, 0)
    assert marker(state, 0, "armor") == 0
    assert region(state, 0)["place"] == "pipe"
    assert legal_words(state, "use") == {"sword"}
    # Mudpools 11 and 17 by the Pipe.
    assert {11, 17} <= set(legal(state, "conquer"))


@pytest.mark.rule("UG-INT-39")
def test_vampire_and_orb_may_each_be_used_once_a_turn() -> None:
    state = conquest(
        active("liches", "vampire", hand=2),
        other=seat(KRAKEN),
        regions={
            5: held(0, "liches") | {"relics": ["orb"]},
            0: held(1, "kraken"),
            1: held(1, "kraken"),
            6: held(1, "kraken"),
        },
    )
    play(state, "vampire 0")
    assert legal(state, "vampire") == []
    play(state, "use orb", "conquer 1")
    assert (holder(state, 0), holder(state, 1)) == ((0, "liches"), (0, "liches"))
    assert legal(state, "vampire") == []
    assert "orb" not in legal_words(state, "use")
    assert 6 in legal(state, "conquer")


@pytest.mark.rule("UG-INT-40")
@BOTH
def test_an_immortal_token_replaced_is_lost(means: str) -> None:
    state = attack(means, 1, active("kraken", "immortal"), {0: held(1, "kraken"), 17: held(1, "kraken")})
    substitute(state, means, 0)
    assert tray(state, "kraken") == 10 - 1
    assert race(state, 1, "kraken")["hand"] == 0


@pytest.mark.rule("UG-INT-40", "UG-INT-86")
@BOTH
def test_a_token_immortal_by_stonehedge_and_replaced_is_lost(means: str) -> None:
    here = held(0, "liches") | {"relics": ["orb"] if means == "orb" else []}
    state = conquest(
        active("liches", "vampire" if means == "vampire" else "wise", hand=1),
        other=seat(KRAKEN),
        regions={5: here, 0: held(1, "kraken") | {"place": "stonehedge"}, 17: held(1, "kraken")},
        stonehedge="immortal",
    )
    substitute(state, means, 0)
    assert tray(state, "kraken") == 10 - 1
    assert race(state, 1, "kraken")["hand"] == 0


@pytest.mark.rule("UG-INT-40")
def test_an_immortal_token_conquered_otherwise_is_kept() -> None:
    state = attack("vampire", 9, active("kraken", "immortal"), {0: held(1, "kraken"), 17: held(1, "kraken")})
    play(state, "conquer 0")
    assert race(state, 1, "kraken")["hand"] == 1


def socks_on_declined(elsewhere: dict[int, Any]) -> swenv.State:
    """Seat 0 has taken region 0 from declined Kraken with the Socks, and laid its own tokens out."""
    state = conquest(
        active("liches", "wise", hand=2),
        other=seat(declined("kraken")),
        regions={5: held(0, "liches") | {"relics": ["socks"]}, 0: held(1, "kraken"), **elsewhere},
    )
    return play(state, "use socks", "conquer 0", "deploy_rest 5")


@pytest.mark.rule("UG-INT-41")
def test_declined_tokens_under_the_socks_are_lost_without_another_region() -> None:
    state = socks_on_declined({})
    assert (state.turn, state.phase) == (1, "pick")
    assert tray(state, "kraken") == 10
    assert state.to_position()["seats"][1]["races"] == []


@pytest.mark.rule("UG-INT-41")
def test_declined_tokens_under_the_socks_are_redeployed_to_another_region() -> None:
    state = socks_on_declined({17: held(1, "kraken")})
    assert (state.phase, state.to_act) == ("withdrawn", 1)
    assert legal(state, "deploy_rest") == [17]
    play(state, "deploy_rest 17")
    assert tokens(state, 17) == 2
    assert tray(state, "kraken") == 10 - 2
