"""Who pays whom for an attack, and coins taken at the end of a turn (UG-INT-42 to UG-INT-52)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import price, tray
from ug_interactions import conquest, gain, holder, opening
from underground_chapters import avenged

import swenv
from support import active, declined, held, legal, legal_words, play, race, rolled, seat, tokens

BALROG = {"markers": {"balrog": 1}}


def beside(
    victim: dict[str, Any], hand: int, coins: int = 0, regions: dict[int, Any] | None = None, **here: Any
) -> swenv.State:
    """Seat 0's Ogres in region 5, where more may lie; one token of the victim in region 0 beside it."""
    return conquest(
        active("ogres", "wise", hand=hand),
        other=seat(victim, coins=0),
        coins=coins,
        regions={5: held(0, "ogres") | here, 0: held(1, victim["race"]), **(regions or {})},
    )


# Socks, Immortal, Martyr


@pytest.mark.rule("UG-INT-42")
@pytest.mark.parametrize(
    ("victim", "coins"),
    [(active("kraken", "martyr"), [3, 1]), (declined("liches"), [2, 1]), (active("kraken", "tomb"), [3, 0])],
    ids=["martyr", "liches", "neither"],
)
def test_a_conquest_with_the_socks_pays_martyr_and_liches(victim: dict[str, Any], coins: list[int]) -> None:
    state = beside(victim, 9, coins=3, relics=["socks"])
    play(state, "use socks", "conquer 0")
    assert list(state.coins) == coins


@pytest.mark.rule("UG-INT-42")
def test_a_conquest_with_the_socks_earns_the_marker_of_the_vengeful() -> None:
    state = beside(active("kraken", "vengeful"), 9, relics=["socks"])
    play(state, "use socks", "conquer 0")
    assert avenged(state, 0)


@pytest.mark.rule("UG-INT-43")
@pytest.mark.parametrize(("power", "lost"), [("immortal", 0), ("tomb", 2)])
def test_the_balrog_kills_no_immortal(power: str, lost: int) -> None:
    state = beside(
        active("kraken", power),
        3,
        place="pentacle",
        regions={6: BALROG, 9: held(1, "kraken", 3), 17: held(1, "kraken")},
    )
    play(state, "balrog 9")
    assert holder(state, 9) is None
    assert tray(state, "kraken") == 10 - 5 + lost
    assert race(state, 1, "kraken")["hand"] == 3 - lost


@pytest.mark.rule("UG-INT-43")
def test_the_own_balrog_kills_no_own_immortal() -> None:
    state = conquest(
        active("ogres", "immortal"),
        regions={5: held(0, "ogres") | {"place": "pentacle"}, 6: BALROG, 9: held(0, "ogres", 3)},
    )
    play(state, "balrog 9", "deploy_rest 5")
    assert (tokens(state, 5), tray(state, "ogres")) == (1 + 3, 10 - 4)


@pytest.mark.rule("UG-INT-44")
def test_the_martyr_is_paid_for_each_region_and_for_the_balrogs_too() -> None:
    state = beside(
        active("kraken", "martyr"),
        9,
        place="pentacle",
        regions={1: held(1, "kraken", 3), 6: BALROG, 9: held(1, "kraken", 2), 17: held(1, "kraken")},
    )
    play(state, "conquer 0")
    assert state.coins[1] == 1
    play(state, "conquer 1")
    assert state.coins[1] == 2
    play(state, "balrog 9")
    assert list(state.coins) == [0, 3]


@pytest.mark.rule("UG-INT-45")
def test_a_martyr_race_in_decline_earns_nothing() -> None:
    state = opening(
        "choose",
        active("kraken", "martyr"),
        other=seat(active("ogres", "tomb")),
        regions={0: held(0, "kraken"), 17: held(0, "kraken"), 5: held(1, "ogres", 9)},
    )
    play(state, "decline")
    assert (state.turn, state.coins[0]) == (1, 2)
    play(state, "conquer 0")
    assert holder(state, 0) == (1, "ogres")
    assert state.coins[0] == 2


# Liches


@pytest.mark.rule("UG-INT-46")
@pytest.mark.parametrize(("face", "coins"), [(0, [1, 0]), (1, [0, 1])])
def test_liches_are_paid_when_the_die_succeeds(face: int, coins: list[int]) -> None:
    # Mountain 6: 2, one Lich and the mountain, less 1, is 3 against 2 in hand. The only coin is enough to try.
    state = beside(declined("liches"), 2, coins=1, regions={6: held(1, "liches")})
    assert 6 in legal(state, "conquer")
    state = rolled(state, "conquer 6", face)
    assert (holder(state, 6) == (0, "ogres")) == bool(face)
    assert state.phase == "deploy"
    assert list(state.coins) == coins


@pytest.mark.rule("UG-INT-46")
@pytest.mark.parametrize(("coins", "possible"), [(0, False), (1, True)])
def test_without_a_coin_the_die_may_not_be_tried_against_liches(coins: int, possible: bool) -> None:
    assert (0 in legal(beside(declined("liches"), 1, coins=coins), "conquer")) == possible


@pytest.mark.rule("UG-INT-47")
def test_active_liches_are_closed_to_the_poor_and_charge_nobody() -> None:
    assert 0 not in legal(beside(active("liches", "tomb"), 9, coins=0), "conquer")
    state = beside(active("liches", "tomb"), 9, coins=1)
    assert 0 in legal(state, "conquer")
    play(state, "conquer 0")
    assert list(state.coins) == [1, 0]


@pytest.mark.rule("UG-INT-47", "UG-CONQ-4")
@pytest.mark.parametrize(("coins", "targets"), [(0, []), (1, [0])])
def test_no_relic_or_power_opens_liches_to_the_poor(coins: int, targets: list[int]) -> None:
    state = conquest(
        active("ogres", "vampire", hand=3),
        other=seat(active("liches", "tomb"), coins=0),
        coins=coins,
        regions={5: held(0, "ogres") | {"relics": ["sword", "orb"]}, 0: held(1, "liches")},
    )
    assert legal(state, "vampire") == targets
    assert legal_words(state, "use") == ({"sword", "orb"} if targets else {"sword"})
    play(state, "use sword")
    assert [number for number in legal(state, "conquer") if number == 0] == targets


@pytest.mark.rule("UG-INT-47")
@pytest.mark.parametrize(("coins", "targets"), [(0, [5, 7]), (1, [5, 7, 9])])
def test_the_balrog_of_the_poor_does_not_enter_a_region_of_liches(coins: int, targets: list[int]) -> None:
    state = conquest(
        active("ogres", "wise", hand=3),
        other=seat(active("liches", "tomb"), coins=0),
        coins=coins,
        regions={0: held(0, "ogres") | {"place": "pentacle"}, 6: BALROG, 9: held(1, "liches")},
    )
    assert legal(state, "balrog") == targets


@pytest.mark.rule("UG-INT-48")
def test_the_owner_takes_his_declined_liches_with_an_empty_purse() -> None:
    state = conquest(
        active("ogres", "wise", hand=9),
        declined("liches"),
        regions={5: held(0, "ogres"), 0: held(0, "liches"), 17: held(0, "liches")},
    )
    assert 0 in legal(state, "conquer")
    play(state, "conquer 0")
    assert holder(state, 0) == (0, "ogres")
    assert list(state.coins) == [0, 0]


# Vengeful


@pytest.mark.rule("UG-INT-49")
@pytest.mark.parametrize("face", [0, 1])
def test_a_failed_die_earns_the_marker(face: int) -> None:
    # 2 and three Kraken, less 1: 4 against 2 in hand.
    state = beside(active("kraken", "vengeful"), 2, regions={0: held(1, "kraken", 3)})
    state = rolled(state, "conquer 0", face)
    assert holder(state, 0) == (1, "kraken")
    assert avenged(state, 0)


@pytest.mark.rule("UG-INT-49")
def test_a_failed_die_against_a_region_that_nobody_holds_earns_no_marker() -> None:
    # Mountain 6 costs 3 less 1.
    state = rolled(beside(active("kraken", "vengeful"), 1), "conquer 6", 0)
    assert holder(state, 6) is None
    assert not avenged(state, 0)


@pytest.mark.rule("UG-INT-49")
def test_a_failed_attack_on_the_declined_race_of_a_vengeful_player_earns_the_marker() -> None:
    state = conquest(
        active("ogres", "wise", hand=1),
        other=seat(active("kraken", "vengeful"), declined("lizardmen")),
        regions={5: held(0, "ogres"), 0: held(1, "lizardmen"), 17: held(1, "kraken")},
    )
    state = rolled(state, "conquer 0", 0)
    assert holder(state, 0) == (1, "lizardmen")
    assert avenged(state, 0)


@pytest.mark.rule("UG-INT-49", "UG-CLAR-25")
def test_a_failed_roll_of_the_wisps_earns_the_marker() -> None:
    state = conquest(
        active("will_o_wisps", "wise", hand=2),
        other=seat(active("kraken", "vengeful")),
        regions={6: held(0, "will_o_wisps"), 9: held(1, "kraken", 2)},
    )
    state = rolled(state, "roll_for 9", 0)
    assert holder(state, 9) == (1, "kraken")
    assert avenged(state, 0)


@pytest.mark.rule("UG-INT-50")
def test_two_attacks_in_a_turn_earn_one_marker() -> None:
    state = beside(active("kraken", "vengeful"), 5, regions={1: held(1, "kraken"), 6: held(1, "kraken", 7)})
    play(state, "conquer 0", "conquer 1", "finish", "deploy_rest 0")
    assert (state.turn, tokens(state, 5)) == (1, 1)
    # 2 and one Ogre, less 1 and not less 2.
    assert price(state, 5) == 2 + 1 - 1


@pytest.mark.rule("UG-INT-50", "UG-DECL-5")
def test_a_vengeful_decline_wastes_the_markers() -> None:
    state = beside(active("kraken", "vengeful"), 2, regions={17: held(1, "kraken", 2)})
    play(state, "conquer 0", "deploy_rest 5")
    assert state.turn == 1
    assert avenged(state, 0)
    play(state, "decline")
    assert not avenged(state, 0)


# Thieving and Ring


TAKING = pytest.mark.parametrize(("power", "relic"), [("thieving", None), ("wise", "ring")], ids=["thieving", "ring"])


def taking(
    power: str, relic: str | None, victim: dict[str, Any], regions: dict[int, Any], name: str = "ogres"
) -> list[int]:
    """Coins after a turn of seat 0 in region 5, with the power or the Ring there; seat 1 has 5 before."""
    here = held(0, name) | {"relics": [relic] if relic else [], **regions.pop(5, {})}
    state = conquest(active(name, power), other=seat(victim, coins=5), regions={5: here, **regions})
    play(state, "finish", *([f"{relic} 5"] if relic else []))
    assert state.turn == 1
    return [int(coins) for coins in state.coins]


@pytest.mark.rule("UG-INT-51")
def test_thieving_and_ring_both_take_from_the_same_neighbour() -> None:
    assert taking("thieving", "ring", active("kraken", "tomb"), {0: held(1, "kraken")}) == [1 + 2, 5 - 2]


@pytest.mark.rule("UG-INT-51")
@TAKING
def test_coins_are_taken_once_however_many_regions_of_a_player_border(power: str, relic: str | None) -> None:
    regions = {0: held(1, "kraken"), 1: held(1, "kraken"), 6: held(1, "kraken")}
    assert taking(power, relic, active("kraken", "tomb"), regions) == [1 + 1, 5 - 1]


@pytest.mark.rule("UG-INT-51")
@TAKING
@pytest.mark.parametrize(
    ("name", "here", "there"),
    [("spiderines", {}, 9), ("ogres", {"place": "pipe"}, 15), ("lizardmen", {}, 8)],
    ids=["chasm", "pipe", "river"],
)
def test_coins_are_taken_across_plain_borders_alone(
    power: str, relic: str | None, name: str, here: dict[str, Any], there: int
) -> None:
    regions = {5: here, there: held(1, "kraken")}
    assert taking(power, relic, active("kraken", "tomb"), regions, name) == [1, 5]


@pytest.mark.rule("UG-INT-52")
@TAKING
def test_nothing_is_taken_for_declined_neighbours(power: str, relic: str | None) -> None:
    assert taking(power, relic, declined("kraken"), {0: held(1, "kraken")}) == [1, 5]


@pytest.mark.rule("UG-INT-52")
@TAKING
@pytest.mark.parametrize(
    ("victim", "there"),
    [
        (active("kraken", "royal"), held(1, "kraken", 1, queen=1)),
        (active("cultists", "tomb", ancient_placed=True), held(1, "cultists", 1, ancient=1)),
        (active("kraken", "tomb"), held(1, "kraken", 1, ghost=1)),
    ],
    ids=["queen", "ancient", "ghost"],
)
def test_nothing_is_taken_for_tokens_in_an_immune_region(
    power: str, relic: str | None, victim: dict[str, Any], there: dict[str, Any]
) -> None:
    assert taking(power, relic, victim, {0: there}) == [1, 5]


@pytest.mark.rule("UG-INT-52")
@pytest.mark.parametrize(("power", "relic", "more"), [("thieving", [], []), ("wise", ["ring"], ["ring 5"])])
def test_nothing_is_taken_from_the_own_declined_race(power: str, relic: list[str], more: list[str]) -> None:
    races = [active("ogres", power), declined("kraken")]
    assert gain(races, {5: held(0, "ogres") | {"relics": relic}, 0: held(0, "kraken")}, *more) == 1 + 1
