"""What the protection of Gnomes bars and what it does not (UG-INT-4 to UG-INT-13)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import price
from ug_interactions import conquest, gain, holder, opening
from underground_chapters import where

import swenv
from support import active, declined, held, legal, legal_words, play, race, rolled, seat, tokens


def against_gnomes(
    name: str, power: str, hand: int, gnomes: int = 2, defender: str = "gnomes", **extra: Any
) -> swenv.State:
    """A race in region 5, against Active tokens in mudpool 0 beside it; `here` is more that lies in region 5."""
    here = extra.pop("here", {})
    regions = {5: held(0, name) | here, 0: held(1, defender, gnomes), **extra.pop("regions", {})}
    mine = extra.pop("mine", {})
    other = seat(active(defender, "tomb"), coins=0, **extra.pop("theirs", {}))
    return conquest(active(name, power, hand=hand, **mine), other=other, regions=regions, **extra)


@pytest.mark.rule("UG-INT-4")
@pytest.mark.parametrize(("face", "owner"), [(0, 1), (1, 0), (2, 0)])
def test_the_final_die_may_be_used_against_gnomes(face: int, owner: int) -> None:
    # 4 against 3 in hand.
    state = against_gnomes("liches", "wise", 3)
    assert 0 in legal(state, "conquer")
    state = rolled(state, "conquer 0", face)
    assert holder(state, 0) == (owner, "liches" if owner == 0 else "gnomes")
    assert state.phase == "deploy"


@pytest.mark.rule("UG-INT-5")
def test_mummies_pay_one_more_against_gnomes_too() -> None:
    assert price(against_gnomes("mummies", "wise", 9), 0) == 2 + 2 + 1


@pytest.mark.rule("UG-INT-6")
def test_a_discount_works_against_gnomes_in_decline() -> None:
    state = conquest(
        active("ogres", "wise", hand=9),
        other=seat(declined("gnomes")),
        regions={5: held(0, "ogres"), 0: held(1, "gnomes")},
    )
    assert price(state, 0) == 2 + 1 - 1


@pytest.mark.rule("UG-INT-6")
@pytest.mark.parametrize(("gnomes", "reached"), [(active("gnomes", "tomb"), False), (declined("gnomes"), True)])
def test_only_gnomes_in_decline_are_reached_by_the_doormat(gnomes: dict[str, Any], reached: bool) -> None:
    state = conquest(
        active("liches", "wise", hand=9),
        other=seat(gnomes),
        regions={5: held(0, "liches") | {"relics": ["doormat"]}, 17: held(1, "gnomes")},
    )
    play(state, "use doormat")
    assert (17 in legal(state, "conquer")) == reached
    assert 16 in legal(state, "conquer")


@pytest.mark.rule("UG-INT-7")
def test_the_holder_of_the_pipe_attacks_gnomes_across_a_shared_border_alone() -> None:
    # Regions 1 and 15 have the terrain of the Pipe; region 1 borders it as well.
    state = conquest(
        active("liches", "wise", hand=9),
        other=seat(active("gnomes", "tomb")),
        regions={5: held(0, "liches") | {"place": "pipe"}, 1: held(1, "gnomes", 2), 15: held(1, "gnomes")},
    )
    assert legal(state, "conquer") == [0, 1, 2, 6, 7]
    assert price(state, 1) == 2 + 2


@pytest.mark.rule("UG-INT-8")
def test_kraken_in_the_river_may_attack_gnomes_on_the_bank() -> None:
    state = conquest(
        active("kraken", "wise", hand=9),
        other=seat(active("gnomes", "tomb")),
        regions={7: held(0, "kraken"), 8: held(1, "gnomes", 2)},
    )
    assert legal(state, "conquer") == [2, 5, 6, 8, 9, 12, 13]
    assert price(state, 8) == 2 + 2


VOLCANO = {"regions": {10: {"markers": {"volcano": 1}}}}
ANCIENT = {"here": held(0, "cultists", 1, ancient=1), "mine": {"ancient_placed": True}}


@pytest.mark.rule("UG-INT-9")
@pytest.mark.parametrize(
    ("name", "power", "extra", "otherwise"),
    [
        ("flames", "wise", VOLCANO, 2),
        ("ogres", "wise", {}, 3),
        ("cultists", "wise", ANCIENT, 3),
        ("liches", "vengeful", {"theirs": {"vengeance": True}}, 3),
    ],
    ids=["flames", "ogres", "cultists", "vengeful"],
)
def test_no_discount_works_against_gnomes(name: str, power: str, extra: dict[str, Any], otherwise: int) -> None:
    def cost(defender: str) -> int:
        return price(against_gnomes(name, power, 8, defender=defender, **extra), 0)

    assert cost("kraken") == otherwise
    assert cost("gnomes") == 2 + 2


@pytest.mark.rule("UG-INT-9", "UG-CLAR-2")
@pytest.mark.parametrize("relic", ["sword", "socks", "doormat"])
@pytest.mark.parametrize(("defender", "open_to_it"), [("kraken", True), ("gnomes", False)])
def test_no_relic_is_used_against_gnomes(relic: str, defender: str, open_to_it: bool) -> None:
    state = against_gnomes("liches", "wise", 9, defender=defender, here={"relics": [relic]})
    assert 0 in legal(state, "conquer")
    play(state, f"use {relic}")
    targets = legal(state, "conquer")
    assert {1, 6} <= set(targets)
    assert (0 in targets) == open_to_it


@pytest.mark.rule("UG-INT-9", "UG-CLAR-2")
@pytest.mark.parametrize(("defender", "targets"), [("kraken", [0]), ("gnomes", [])])
def test_gnomes_are_no_target_of_a_substitution(defender: str, targets: list[int]) -> None:
    state = against_gnomes("liches", "vampire", 3, 1, defender, here={"relics": ["orb"]})
    assert legal(state, "vampire") == targets
    assert ("orb" in legal_words(state, "use")) == bool(targets)


@pytest.mark.rule("UG-INT-10")
@pytest.mark.parametrize(("defender", "dwarves", "left"), [("kraken", 1, 2), ("gnomes", 4, 5)])
def test_hammers_do_not_pay_against_gnomes(defender: str, dwarves: int, left: int) -> None:
    state = conquest(
        active("iron_dwarves", "wise", hand=5, hammers=5),
        other=seat(active(defender, "tomb")),
        regions={3: held(0, "iron_dwarves"), 8: held(1, defender, 2)},
    )
    play(state, "conquer 8")
    assert tokens(state, 8) == dwarves
    assert race(state, 0, "iron_dwarves")["hand"] == 5 - dwarves
    assert state.to_position()["turn_state"]["hammers_left"] == left


@pytest.mark.rule("UG-INT-10", "UG-CLAR-22")
@pytest.mark.parametrize(("gnomes", "possible"), [(2, True), (3, False)])
def test_hammers_do_not_bring_gnomes_within_reach_of_the_die(gnomes: int, possible: bool) -> None:
    # 1 dwarf against 4, within the die, and against 5, not so.
    state = conquest(
        active("iron_dwarves", "wise", hand=1, hammers=7),
        other=seat(active("gnomes", "tomb")),
        regions={3: held(0, "iron_dwarves"), 8: held(1, "gnomes", gnomes)},
    )
    assert (8 in legal(state, "conquer")) == possible


@pytest.mark.rule("UG-INT-11")
@pytest.mark.parametrize(("place", "by_die"), [("fountain", False), ("altar", True)])
def test_a_token_of_the_fountain_may_attack_gnomes(place: str, by_die: bool) -> None:
    # 4 against 3 in hand and the Fountain's token.
    state = opening(
        "choose",
        active("liches", "wise"),
        other=seat(active("gnomes", "tomb")),
        regions={5: held(0, "liches", 4) | {"place": place}, 0: held(1, "gnomes", 2)},
    )
    play(state, "conquer 0")
    assert (state.last_roll is not None) == by_die
    if not by_die:
        assert holder(state, 0) == (0, "liches")


@pytest.mark.rule("UG-INT-11")
def test_mudmen_grown_last_turn_may_attack_gnomes() -> None:
    state = conquest(
        active("mudmen", "wise"),
        other=seat(active("gnomes", "tomb")),
        regions={0: held(0, "mudmen", 4), 1: held(1, "gnomes", 2)},
    )
    play(state, "finish", "deploy_rest 0")
    assert tokens(state, 0) == 5
    play(state, "finish", "deploy_rest 1")
    assert (state.turn, state.phase) == (0, "choose")
    play(state, "conquer 1")
    assert state.last_roll is None
    assert holder(state, 1) == (0, "mudmen")


@pytest.mark.rule("UG-INT-12")
@pytest.mark.parametrize(
    ("power", "relic", "more"), [("thieving", [], []), ("wise", ["ring"], ["ring 5"])], ids=["thieving", "ring"]
)
def test_coins_are_taken_because_of_gnomes(power: str, relic: list[str], more: list[str]) -> None:
    state = conquest(
        active("liches", power),
        other=seat(active("gnomes", "tomb"), coins=5),
        regions={5: held(0, "liches") | {"relics": relic}, 0: held(1, "gnomes")},
    )
    play(state, "finish", *more)
    assert list(state.coins) == [1 + 1, 5 - 1]


@pytest.mark.rule("UG-INT-12")
def test_without_such_an_effect_gnomes_keep_their_coins() -> None:
    regions = {5: held(0, "liches"), 0: held(1, "gnomes")}
    assert gain([active("liches", "wise")], regions, other=seat(active("gnomes", "tomb"), coins=5)) == 1


@pytest.mark.rule("UG-INT-13")
def test_the_ghost_may_be_put_on_gnomes() -> None:
    state = conquest(
        active("liches", "wise"),
        other=seat(active("gnomes", "tomb")),
        regions={5: held(0, "liches") | {"place": "crypt"}, 0: held(1, "gnomes")},
    )
    play(state, "finish")
    assert 0 in legal(state, "ghost")
    play(state, "ghost 0")
    assert where(state, "ghost") == [0]
