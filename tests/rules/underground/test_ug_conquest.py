"""Conquest in Underground (UG-CONQ); River, Chasm and Volcano (UG-RIVER)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import markers, price, refused, tray, verbs
from underground_chapters import PLACES, RELICS, conquering, gain, hold, in_hand, lying, place_in, relics_in

import swenv
from support import (
    MONSTERS,
    active,
    declined,
    legal,
    legal_words,
    play,
    region,
    rolled,
    seat,
    tokens,
    underground,
)

MIMES = "shadow_mimes"
EDGE = [0, 1, 2, 3, 4, 11, 13, 15, 17]
LAND = [0, 1, 3, 4, 5, 6, 8, 9, 11, 12, 15, 16, 17]
RIVER = [2, 7, 13]


def entering(name: str, power: str, regions: dict[int, Any], *others: dict[str, Any], hand: int = 9) -> swenv.State:
    """Seat 0 has its tokens in hand and nothing on the map."""
    return conquering(hand, regions, *others, name=name, power=power, phase="ready")


# UG-CONQ-1


@pytest.mark.rule("UG-CONQ-1")
def test_without_a_token_in_hand_nothing_can_be_attempted() -> None:
    regions = {5: hold(0, "gnomes", 1, None, ["sword", "doormat"]), 0: hold(1, "drow")}
    state = conquering(0, regions, active("drow", "wise"), name="gnomes", power="vampire")
    assert verbs(state) == {"finish"}
    state = conquering(1, regions, active("drow", "wise"), name="gnomes", power="vampire")
    assert verbs(state) >= {"conquer", "vampire", "use"}


@pytest.mark.rule("UG-CONQ-1")
def test_hammers_alone_cannot_attempt_a_conquest() -> None:
    for hand, targets in ((0, []), (1, [0, 1, 2, 6, 7])):
        state = conquering(hand, {5: hold(0, "iron_dwarves")}, name="iron_dwarves", power="wise", fields={"hammers": 5})
        assert legal(state, "conquer") == targets


# UG-CONQ-2


@pytest.mark.rule("UG-CONQ-2")
@pytest.mark.parametrize("name", ["gnomes", "lizardmen", "flames", "kraken"])
def test_a_race_enters_at_the_edge_and_by_the_ends_of_the_river(name: str) -> None:
    assert legal(entering(name, "wise", {}), "conquer") == EDGE


@pytest.mark.rule("UG-CONQ-2")
def test_spiderines_enter_beside_a_chasm_too() -> None:
    assert legal(entering("spiderines", "wise", {}), "conquer") == sorted({*EDGE, 0, 5, 6, 9, 15, 4, 16, 17})


@pytest.mark.rule("UG-CONQ-2")
def test_a_place_of_a_declined_race_does_not_help_to_enter() -> None:
    state = conquering(
        9, {1: hold(0, "ogres", 1, "pipe"), 17: hold(0, "ogres", 1, None, ["doormat"])}, phase="ready",
        own=[declined("ogres")],
    )  # fmt: skip
    assert legal(state, "conquer") == EDGE
    assert legal_words(state, "use") == set()


@pytest.mark.rule("UG-CONQ-2")
def test_on_the_map_a_race_reaches_what_borders_its_regions() -> None:
    own = [declined("ogres")]
    state = conquering(9, {5: hold(0, MIMES), 3: hold(0, MIMES), 16: hold(0, "ogres")}, own=own)
    assert legal(state, "conquer") == [0, 1, 2, 4, 6, 7, 8]


@pytest.mark.rule("UG-CONQ-2")
def test_spiderines_reach_all_that_borders_any_chasm() -> None:
    state = conquering(9, {3: hold(0, "spiderines")}, name="spiderines", power="wise")
    assert legal(state, "conquer") == sorted({2, 4, 8, 0, 5, 6, 9, 15, 16, 17})


@pytest.mark.rule("UG-CONQ-2")
def test_lizardmen_reach_all_that_borders_a_river_they_touch() -> None:
    state = conquering(9, {5: hold(0, "lizardmen")}, name="lizardmen", power="wise")
    assert legal(state, "conquer") == [0, 1, 2, 3, 6, 7, 8, 9, 11, 12, 13]
    inland = conquering(9, {4: hold(0, "lizardmen")}, name="lizardmen", power="wise")
    assert legal(inland, "conquer") == [3, 8, 16]


@pytest.mark.rule("UG-CONQ-2")
def test_lizardmen_do_not_pass_an_impassable_river_region() -> None:
    # The Ghost of another closes region 7, the middle: 13 and what only it leads to are out of reach.
    regions = {5: hold(0, "lizardmen"), 7: lying(ghost=1), 17: hold(1, "gnomes", 1, "crypt")}
    state = conquering(9, regions, active("gnomes", "martyr"), name="lizardmen", power="wise")
    assert legal(state, "conquer") == [0, 1, 2, 3, 6, 8]


@pytest.mark.rule("UG-CONQ-2")
def test_the_brass_pipe_makes_all_regions_of_its_terrain_reachable() -> None:
    state = conquering(9, {1: hold(0, MIMES, 1, "pipe")})
    assert legal(state, "conquer") == [0, 2, 5, 15]
    idle = conquering(9, {1: hold(0, "ogres", 1, "pipe"), 3: hold(0, MIMES)}, own=[declined("ogres")])
    assert legal(idle, "conquer") == [2, 4, 8]


@pytest.mark.rule("UG-CONQ-2")
def test_the_doormat_reaches_any_region_once_a_turn() -> None:
    state = conquering(9, {1: hold(0, MIMES, 1, None, ["doormat"])})
    assert legal(state, "conquer") == [0, 2, 5]
    play(state, "use doormat")
    assert legal(state, "conquer") == sorted({*LAND, *RIVER} - {1})
    play(state, "conquer 17")
    assert relics_in(state, 17) == ["doormat"]
    assert legal_words(state, "use") == set()
    assert legal(state, "conquer") == [0, 2, 5, 11, 16]


@pytest.mark.rule("UG-CONQ-2")
def test_the_bag_as_doormat_reaches_any_region_even_on_a_first_conquest() -> None:
    state = entering("gnomes", "magic", {12: lying(relics=["doormat"])})
    assert legal(state, "conquer") == EDGE
    play(state, "bag doormat")
    assert legal(state, "conquer") == sorted([*LAND, *RIVER])
    play(state, "conquer 16")
    assert (markers(state, 16), relics_in(state, 12)) == ({"bag": 1}, ["doormat"])


@pytest.mark.rule("UG-CONQ-2")
def test_chasms_own_regions_and_immune_regions_are_never_targets() -> None:
    regions = {
        5: hold(0, MIMES, 1, None, ["doormat"]),
        6: hold(0, MIMES),
        0: hold(1, "gnomes", 1, queen=1),
        1: lying(balrog=1),
        3: hold(2, "cultists", 1, ancient=1),
        7: lying(ghost=1),
        17: hold(1, "gnomes", 1, "crypt"),
    }
    cult = seat(active("cultists", "wise", ancient_placed=True))
    state = conquering(9, regions, active("gnomes", "royal"), rest=[cult])
    assert legal(state, "conquer") == [2, 9]
    play(state, "use doormat")
    # Gnomes are not reached by Relics either: UG-CONQ-3.
    assert legal(state, "conquer") == sorted({*LAND, *RIVER} - {5, 6, 0, 1, 3, 7, 17})


# UG-CONQ-3


@pytest.mark.rule("UG-CONQ-3")
@pytest.mark.parametrize("defender", [active("gnomes", "wise"), active("drow", "wise"), declined("gnomes")])
def test_gnomes_are_reached_by_plain_borders_only(defender: dict[str, Any]) -> None:
    who = defender["race"]
    safe = defender["status"] == "active" and who == "gnomes"
    far = hold(1, who)

    def reached(target: int, **fields: Any) -> bool:
        regions = fields.pop("regions")
        arm = fields.pop("arm", [])
        state = conquering(9, {**regions, target: far}, defender, **fields)
        if arm and arm[0] not in {str(state.game.action(index)) for index in state.legal_actions()}:
            return False
        play(state, *arm)
        return target in legal(state, "conquer")

    assert reached(15, regions={1: hold(0, MIMES, 1, "pipe")}) != safe
    assert reached(4, regions={5: hold(0, "spiderines")}, name="spiderines", power="martyr") != safe
    assert reached(3, regions={5: hold(0, "lizardmen")}, name="lizardmen", power="martyr") != safe
    assert reached(17, regions={5: hold(0, MIMES, 1, None, ["doormat"])}, arm=["use doormat"]) != safe
    magic = {"name": "shrooms", "power": "magic", "arm": ["bag doormat"]}
    assert reached(17, regions={5: hold(0, "shrooms"), 12: lying(relics=["doormat"])}, **magic) != safe
    # A plain border is enough, with the same means at hand.
    assert reached(5, regions={1: hold(0, MIMES, 1, "pipe")})
    assert reached(0, regions={5: hold(0, "spiderines")}, name="spiderines", power="martyr")


@pytest.mark.rule("UG-CONQ-3")
def test_gnomes_are_entered_by_the_map_edge_only() -> None:
    gnomes = {5: hold(1, "gnomes"), 0: hold(1, "gnomes")}
    state = entering("spiderines", "martyr", gnomes, active("gnomes", "wise"))
    assert legal(state, "conquer") == sorted({*EDGE, 6, 9, 16})


# UG-CONQ-4


@pytest.mark.rule("UG-CONQ-4")
@pytest.mark.parametrize("defender", [active("liches", "wise"), declined("liches")])
@pytest.mark.parametrize(("coins", "targets"), [(0, [1, 2, 6, 7]), (1, [0, 1, 2, 6, 7])])
def test_without_a_coin_no_region_of_liches_is_a_target(
    defender: dict[str, Any], coins: int, targets: list[int]
) -> None:
    state = conquering(9, {5: hold(0, MIMES), 0: hold(1, "liches")}, defender, coins=[coins, 5])
    assert legal(state, "conquer") == targets


@pytest.mark.rule("UG-CONQ-4")
def test_own_liches_in_decline_are_a_target_without_a_coin() -> None:
    state = conquering(9, {5: hold(0, MIMES), 0: hold(0, "liches")}, own=[declined("liches")], coins=[0, 5])
    assert 0 in legal(state, "conquer")


# UG-CONQ-5


@pytest.mark.rule("UG-CONQ-5")
@pytest.mark.parametrize(
    ("number", "content", "other", "expected"),
    [
        (0, {}, [], 2),
        (7, {}, [], 1),
        (6, {}, [], 2 + 1),
        (9, MONSTERS, [], 2 + 2),
        (12, MONSTERS, [], 2 + 2 + 1),
        (0, hold(1, "drow", 3), [active("drow", "wise")], 2 + 3),
        (0, hold(1, "drow"), [declined("drow")], 2 + 1),
        (7, hold(1, "kraken", 2), [active("kraken", "wise")], 1 + 2),
        (7, hold(1, "kraken"), [declined("kraken")], 1 + 1),
        (0, hold(1, "drow", 1, armor=3), [active("drow", "shield")], 2 + 1 + 3),
        (0, hold(1, "drow", 1, armor=3), [declined("drow", "shield")], 2 + 1 + 3),
        (0, lying("keep"), [], 2 + 1),
        (6, hold(1, "drow", 2, "keep", armor=2), [active("drow", "shield")], 2 + 2 + 2 + 1 + 1),
    ],
    ids=[
        "plain", "river", "mountain", "monsters", "monster mountain", "tokens", "declined", "kraken", "declined kraken",
        "armors", "declined armors", "keep", "all",
    ],
)  # fmt: skip
def test_the_price_of_a_region(
    number: int, content: dict[str, Any], other: list[dict[str, Any]], expected: int
) -> None:
    regions = {5: hold(0, MIMES), 8: hold(0, MIMES), 15: hold(0, MIMES), number: content}
    found = {"places_stack": ["sword"]} if "monsters" in content else {}
    assert price(conquering(9, regions, *other, **found), number) == expected


@pytest.mark.rule("UG-CONQ-5")
def test_own_declined_tokens_add_nothing_but_their_armors_do() -> None:
    regions = {5: hold(0, MIMES), 0: hold(0, "drow"), 6: hold(0, "drow", 1, armor=2)}
    state = conquering(9, regions, own=[declined("drow", "shield")])
    assert (price(state, 0), price(state, 6)) == (2, 2 + 1 + 2)


@pytest.mark.rule("UG-CONQ-5")
@pytest.mark.parametrize("item", [*(place for place in PLACES if place != "keep"), *RELICS])
def test_other_places_and_all_relics_add_nothing(item: str) -> None:
    there = lying(item) if item in PLACES else lying(relics=[item])
    assert price(conquering(9, {5: hold(0, MIMES), 0: there}), 0) == 2


DROW = active("drow", "wise")


@pytest.mark.rule("UG-CONQ-5")
@pytest.mark.parametrize(
    ("name", "number", "content", "expected"),
    [
        ("ogres", 0, {}, 2 - 1),
        ("ogres", 7, {}, 1),
        ("ogres", 6, hold(1, "drow", 2), 2 + 1 + 2 - 1),
        ("mummies", 0, {}, 2 + 1),
        ("mummies", 7, {}, 1 + 1),
        ("mummies", 6, hold(1, "drow", 2), 2 + 1 + 2 + 1),
    ],
)
def test_ogres_pay_one_less_and_mummies_one_more(
    name: str, number: int, content: dict[str, Any], expected: int
) -> None:
    state = conquering(9, {5: hold(0, name), number: content}, DROW, name=name, power="martyr")
    assert price(state, number) == expected


@pytest.mark.rule("UG-CONQ-5")
def test_cultists_pay_one_less_beside_the_great_ancient() -> None:
    regions = {5: hold(0, "cultists", 1, ancient=1), 8: hold(0, "cultists"), 6: hold(1, "drow")}
    cult = {"name": "cultists", "power": "martyr", "fields": {"ancient_placed": True}}
    state = conquering(8, regions, DROW, **cult)
    assert [price(state, number) for number in (0, 6, 2, 3, 12)] == [2 - 1, 2 + 1 + 1 - 1, 1, 2, 3]


@pytest.mark.rule("UG-CONQ-5")
def test_vengeful_races_pay_one_less_against_a_marked_player() -> None:
    state = underground(
        3,
        phase="conquest",
        seats=[
            seat(active(MIMES, "vengeful", hand=9)),
            seat(active("drow", "martyr"), declined("ogres"), vengeance=True),
            seat(active("kraken", "wise")),
        ],
        regions={
            5: hold(0, MIMES), 0: hold(1, "drow", 2), 1: hold(1, "ogres"), 6: hold(2, "kraken"), 3: hold(1, "drow"),
        },
    )  # fmt: skip
    assert [price(state, number) for number in (0, 1, 6, 2)] == [2 + 2 - 1, 2 + 1 - 1, 2 + 1 + 1, 1]


@pytest.mark.rule("UG-CONQ-5")
def test_the_sword_takes_two_off_one_conquest() -> None:
    regions = {5: hold(0, MIMES, 1, None, ["sword"]), 6: hold(1, "drow", 2), 0: hold(1, "drow")}
    state = conquering(9, regions, DROW)
    assert (price(state, 6), price(state, 0)) == (2 + 1 + 2, 2 + 1)
    play(state, "use sword")
    assert (price(state, 6), price(state, 0), price(state, 2)) == (2 + 1 + 2 - 2, 2 + 1 - 2, 1)
    play(state, "conquer 6")
    assert price(state, 0) == 2 + 1


@pytest.mark.rule("UG-CONQ-5")
def test_reductions_add_up_and_the_minimum_is_applied_once_at_the_end() -> None:
    marked = seat(active("drow", "martyr"), vengeance=True)
    regions = {
        5: hold(0, "ogres", 1, None, ["sword"]),
        0: hold(1, "drow", 4),
        6: hold(1, "drow", 1),
        1: hold(1, "drow"),
    }
    state = underground(phase="conquest", seats=[seat(active("ogres", "vengeful", hand=9)), marked], regions=regions)
    play(state, "use sword")
    assert [price(state, number) for number in (0, 6, 1)] == [2 + 4 - 1 - 1 - 2, 1, 1]
    # Mummies on an empty river: 1 + 1 - 2, so 1. Were the sword to stop at 1 first, it would be 2.
    wrapped = conquering(9, {5: hold(0, "mummies", 1, None, ["sword"])}, name="mummies", power="martyr")
    play(wrapped, "use sword")
    assert (price(wrapped, 2), price(wrapped, 0), price(wrapped, 6)) == (1, 2 + 1 - 2, 2 + 1 + 1 - 2)


@pytest.mark.rule("UG-CONQ-5")
def test_socks_ignore_troops_monsters_and_armors_but_not_mountain_and_keep() -> None:
    regions = {
        5: hold(0, MIMES, 1, None, ["socks"]),
        6: hold(1, "drow", 3, "keep", armor=3),
        0: hold(1, "drow", 2),
        15: hold(0, MIMES),
        9: MONSTERS,
    }
    state = conquering(10, regions, active("drow", "shield"), places_stack=["orb"])
    play(state, "use socks")
    assert [price(state, number) for number in (6, 0, 9)] == [2 + 1 + 1, 2, 2]


@pytest.mark.rule("UG-CONQ-5")
def test_flames_at_the_volcano_pay_as_for_an_empty_region() -> None:
    regions = {
        5: hold(0, "flames"), 10: lying(volcano=1), 6: hold(1, "drow", 3, armor=2), 9: MONSTERS, 3: hold(0, "flames"),
        4: hold(1, "drow", 2),
    }  # fmt: skip
    state = conquering(7, regions, active("drow", "shield"), name="flames", power="martyr", places_stack=["orb"])
    # Region 4 borders no Flames that hang together with the Volcano.
    assert (price(state, 6), price(state, 4)) == (2 + 1, 2 + 2)


@pytest.mark.rule("UG-CONQ-5")
def test_against_active_gnomes_only_the_plain_price_counts() -> None:
    def wanted(attacker: str, power: str) -> int:
        regions = {5: hold(0, attacker), 0: hold(1, "gnomes", 2), 10: lying(volcano=1)}
        seats = [seat(active(attacker, power, hand=7)), seat(active("gnomes", "wise"), vengeance=power == "vengeful")]
        return price(underground(phase="conquest", seats=seats, regions=regions), 0)

    assert wanted("ogres", "vengeful") == wanted("flames", "martyr") == 2 + 2
    assert wanted("mummies", "martyr") == 2 + 2 + 1
    cult = {5: hold(0, "cultists", 1, ancient=1), 0: hold(1, "gnomes", 2)}
    state = conquering(
        9, cult, active("gnomes", "wise"), name="cultists", power="martyr", fields={"ancient_placed": True}
    )
    assert price(state, 0) == 2 + 2


@pytest.mark.rule("UG-CONQ-5")
@pytest.mark.parametrize("relic", ["sword", "socks"])
def test_no_relic_may_be_used_against_active_gnomes(relic: str) -> None:
    regions = {5: hold(0, MIMES, 1, None, [relic]), 0: hold(1, "gnomes", 2)}
    state = conquering(9, regions, active("gnomes", "wise"))
    play(state, f"use {relic}")
    assert legal(state, "conquer") == [1, 2, 6, 7]


@pytest.mark.rule("UG-CONQ-5")
def test_the_armors_of_active_gnomes_and_what_stands_for_good_still_count() -> None:
    regions = {5: hold(0, "ogres"), 6: hold(1, "gnomes", 1, "keep", armor=2)}
    state = conquering(9, regions, active("gnomes", "shield"), name="ogres")
    assert price(state, 6) == 2 + 1 + 2 + 1 + 1


# UG-CONQ-6 to -8: payment


@pytest.mark.rule("UG-CONQ-6")
def test_exactly_the_price_is_paid_and_stays_until_redeployment() -> None:
    state = conquering(9, {5: hold(0, MIMES), 0: hold(1, "drow", 2)}, DROW)
    play(state, "conquer 0")
    assert (tokens(state, 0), in_hand(state, 0, MIMES)) == (4, 5)
    play(state, "conquer 6")
    assert (tokens(state, 0), tokens(state, 6), in_hand(state, 0, MIMES)) == (4, 3, 2)
    play(state, "finish")
    assert state.phase == "deploy"
    assert [tokens(state, number) for number in (0, 5, 6)] == [1, 1, 1]
    assert in_hand(state, 0, MIMES) == 3 + 2 + 2


@pytest.mark.rule("UG-CONQ-7")
def test_iron_dwarves_pay_with_hammers_and_at_least_one_dwarf() -> None:
    state = conquering(3, {5: hold(0, "iron_dwarves")}, name="iron_dwarves", power="martyr", fields={"hammers": 3})
    play(state, "conquer 6")
    assert (tokens(state, 6), in_hand(state, 0, "iron_dwarves")) == (1, 2)
    assert state.to_position()["turn_state"]["hammers_left"] == 1
    play(state, "conquer 0")
    assert (tokens(state, 0), in_hand(state, 0, "iron_dwarves")) == (1, 1)
    assert state.to_position()["turn_state"]["hammers_left"] == 0


@pytest.mark.rule("UG-CONQ-7")
def test_a_conquest_for_one_token_is_paid_by_a_dwarf() -> None:
    state = conquering(3, {5: hold(0, "iron_dwarves")}, name="iron_dwarves", power="martyr", fields={"hammers": 3})
    play(state, "conquer 7")
    assert (tokens(state, 7), in_hand(state, 0, "iron_dwarves")) == (1, 2)
    assert state.to_position()["turn_state"]["hammers_left"] == 3


@pytest.mark.rule("UG-CONQ-8")
@pytest.mark.parametrize(("supply", "after"), [({"mudmen": 2}, (1, 1)), ({"mudmen": 0}, (0, 0))])
def test_a_substitution_takes_one_own_token_from_the_tray_or_else_from_hand(
    supply: dict[str, int], after: tuple[int, int]
) -> None:
    regions = {5: hold(0, "mudmen"), 6: hold(1, "drow", 1, "keep", armor=4)}
    state = conquering(1, regions, active("drow", "shield"), name="mudmen", power="vampire", tray=supply)
    assert legal(state, "vampire") == [6]
    assert legal(state, "conquer") == [0, 1, 2, 7]
    play(state, "vampire 6")
    assert (region(state, 6)["race"], tokens(state, 6)) == ("mudmen", 1)
    assert (in_hand(state, 0, "mudmen"), tray(state, "mudmen")) == after
    assert (tray(state, "drow"), in_hand(state, 1, "drow")) == (9, 0)


@pytest.mark.rule("UG-CONQ-8")
def test_the_orb_substitutes_too_and_moves() -> None:
    regions = {5: hold(0, "mudmen", 1, None, ["orb"]), 6: hold(1, "drow"), 0: hold(1, "drow", 2)}
    state = conquering(1, regions, DROW, name="mudmen", power="martyr", tray={"mudmen": 2})
    play(state, "use orb")
    assert legal(state, "conquer") == [6]
    play(state, "conquer 6")
    assert (tokens(state, 6), in_hand(state, 0, "mudmen"), tray(state, "mudmen")) == (1, 1, 1)
    assert (relics_in(state, 6), relics_in(state, 5)) == (["orb"], [])


@pytest.mark.rule("UG-CONQ-8", "UG-CONQ-1")
def test_a_substitution_from_the_tray_still_asks_for_a_token_in_hand() -> None:
    regions = {5: hold(0, "mudmen", 1, None, ["orb"]), 6: hold(1, "drow")}
    state = conquering(0, regions, DROW, name="mudmen", power="vampire", tray={"mudmen": 5})
    assert legal(state, "vampire") == []
    assert legal_words(state, "use") == set()


# UG-CONQ-9: the die


@pytest.mark.rule("UG-CONQ-9")
def test_the_last_attempt_may_be_short_by_one_to_three() -> None:
    regions = {5: hold(0, MIMES), 0: hold(1, "drow", 1), 1: hold(1, "drow", 2), 6: hold(1, "drow", 2)}
    assert legal(conquering(1, regions, DROW), "conquer") == [0, 1, 2, 7]
    assert legal(conquering(2, regions, DROW), "conquer") == [0, 1, 2, 6, 7]


@pytest.mark.rule("UG-CONQ-9")
@pytest.mark.parametrize("face", [0, 1, 2, 3])
def test_the_roll_is_added_once_and_ends_the_conquests(face: int) -> None:
    regions = {5: hold(0, MIMES), 6: hold(1, "drow", 1)}
    state = rolled(conquering(2, regions, DROW), "conquer 6", face)
    assert state.phase == "deploy"
    if face >= 2:
        # All that was left in hand went there; now one stays in each region.
        assert (region(state, 6)["race"], in_hand(state, 0, MIMES)) == (MIMES, 1)
        assert tray(state, "drow") == 9
    else:
        assert (region(state, 6)["race"], in_hand(state, 0, MIMES), tray(state, "drow")) == ("drow", 2, 8)
        play(state, "deploy_rest 5")
        assert (tokens(state, 5), state.turn) == (3, 1)


@pytest.mark.rule("UG-CONQ-9")
def test_a_final_attempt_that_succeeds_loses_no_token() -> None:
    state = rolled(conquering(3, {0: hold(1, "drow", 3)}, DROW, phase="ready"), "conquer 0", 2)
    play(state, *["deploy_rest 0"] * (state.phase == "deploy"))
    assert tokens(state, 0) == 3


@pytest.mark.rule("UG-CONQ-9")
def test_the_final_attempt_asks_for_a_token_in_hand() -> None:
    assert legal(conquering(0, {5: hold(0, MIMES)}), "conquer") == []
    assert legal(conquering(1, {5: hold(0, MIMES)}), "conquer") == [0, 1, 2, 6, 7]


# UG-CONQ-10: what a success does


@pytest.mark.rule("UG-CONQ-10")
def test_the_victim_loses_armors_go_tokens_come_in_and_relics_move() -> None:
    regions = {
        5: hold(0, MIMES, 1, None, ["sword"]),
        0: hold(1, "drow", 3, "fountain", ["ring"], armor=2),
        3: hold(1, "drow"),
    }
    state = conquering(9, regions, active("drow", "shield"))
    play(state, "use sword", "conquer 0")
    assert (region(state, 0)["owner"], tokens(state, 0)) == (0, 2 + 3 + 2 - 2)
    assert (tray(state, "drow"), in_hand(state, 1, "drow")) == (9 - 4 + 1, 2)
    assert (markers(state, 0), place_in(state, 0)) == ({}, "fountain")
    assert (sorted(relics_in(state, 0)), relics_in(state, 5)) == (["ring", "sword"], [])


@pytest.mark.rule("UG-CONQ-10")
def test_liches_are_paid_at_once() -> None:
    state = conquering(9, {5: hold(0, MIMES), 0: hold(1, "liches")}, declined("liches"), coins=[4, 5])
    play(state, "conquer 0")
    assert (tokens(state, 0), state.coins.tolist()) == (3, [3, 6])


@pytest.mark.rule("UG-CONQ-10")
def test_a_martyr_is_paid_at_once_by_the_bank() -> None:
    state = conquering(
        9, {5: hold(0, "ogres"), 0: hold(1, "drow")}, active("drow", "martyr"), name="ogres", power="wise"
    )
    play(state, "conquer 0")
    assert state.coins.tolist() == [5, 6]


@pytest.mark.rule("UG-CONQ-10")
def test_whoever_attacks_a_vengeful_player_gets_his_marker() -> None:
    state = conquering(9, {5: hold(0, MIMES), 0: hold(1, "drow")}, active("drow", "vengeful"))
    assert not state.to_position()["seats"][0].get("vengeance")
    play(state, "conquer 0")
    assert state.to_position()["seats"][0]["vengeance"]


@pytest.mark.rule("UG-CONQ-10")
def test_monsters_go_to_the_box_and_the_next_place_or_relic_is_put_there() -> None:
    state = conquering(9, {6: hold(0, MIMES), 9: MONSTERS, 12: MONSTERS}, places_stack=["ring", "mine"])
    play(state, "conquer 9")
    assert (tokens(state, 9), relics_in(state, 9)) == (4, ["ring"])
    assert region(state, 9).get("monsters", 0) == 0
    assert state.to_position()["places_stack"] == ["mine"]


@pytest.mark.rule("UG-CONQ-10")
def test_what_was_found_is_under_control_at_once() -> None:
    state = conquering(9, {6: hold(0, MIMES), 9: MONSTERS}, places_stack=["doormat"])
    play(state, "conquer 9", "use doormat", "conquer 17")
    assert (tokens(state, 17), relics_in(state, 17)) == (2, ["doormat"])
    state = conquering(9, {6: hold(0, MIMES), 9: MONSTERS}, places_stack=["pipe"])
    play(state, "conquer 9")
    assert set(legal(state, "conquer")) >= {4, 16}


@pytest.mark.rule("UG-CONQ-10")
def test_what_was_captured_is_under_control_at_once() -> None:
    regions = {5: hold(0, MIMES), 1: hold(1, "drow", 1, "pipe"), 3: hold(1, "drow")}
    state = conquering(6, regions, DROW)
    assert 15 not in legal(state, "conquer")
    play(state, "conquer 1", "conquer 15")
    assert tokens(state, 15) == 2


@pytest.mark.rule("UG-CONQ-10")
def test_discoveries_resolve_at_once() -> None:
    state = conquering(9, {6: hold(0, MIMES), 9: MONSTERS}, places_stack=["pentacle"])
    play(state, "conquer 9")
    assert (state.phase, verbs(state), legal(state, "balrog")) == ("balrog", {"balrog"}, [6, 7, 13, 15])
    play(state, "balrog 15")
    assert (state.phase, markers(state, 15)) == ("conquest", {"balrog": 1})
    state = conquering(9, {6: hold(0, MIMES), 9: MONSTERS}, places_stack=["stonehedge"])
    hidden = state.to_position()["power_stack"]
    play(state, "conquer 9")
    assert state.to_position()["stonehedge"] in hidden


@pytest.mark.rule("UG-CONQ-11")
def test_conquests_may_stop_with_tokens_left() -> None:
    state = conquering(9, {5: hold(0, MIMES)})
    assert legal(state, "finish") == [0]
    play(state, "conquer 0")
    assert legal(state, "finish") == [0]
    play(state, "finish")
    assert (state.phase, in_hand(state, 0, MIMES)) == ("deploy", 7 + 1)


@pytest.mark.rule("UG-CONQ-12")
def test_an_own_region_in_decline_can_be_conquered() -> None:
    regions = {5: hold(0, MIMES), 0: hold(0, "ogres"), 3: hold(0, "ogres")}
    state = conquering(9, regions, own=[declined("ogres")])
    assert 0 in legal(state, "conquer")
    play(state, "conquer 0")
    assert (region(state, 0)["race"], tokens(state, 0), tray(state, "ogres")) == (MIMES, 2, 9)


# UG-RIVER


@pytest.mark.rule("UG-RIVER-1")
def test_a_river_region_costs_one_and_what_stands_there() -> None:
    regions = {5: hold(0, "ogres"), 7: hold(1, "kraken", 3)}
    state = conquering(9, regions, active("kraken", "wise"), name="ogres")
    assert (price(state, 2), price(state, 7)) == (1, 1 + 3 - 1)


@pytest.mark.rule("UG-RIVER-2")
def test_a_race_crosses_the_river_step_by_step() -> None:
    state = conquering(9, {1: hold(0, MIMES)})
    assert legal(state, "conquer") == [0, 2, 5]
    play(state, "conquer 2")
    assert legal(state, "conquer") == [0, 3, 5, 7, 8]
    play(state, "conquer 7", "conquer 13")
    assert legal(state, "conquer") == [0, 3, 5, 6, 8, 9, 11, 12]
    play(state, "conquer 11")
    assert tokens(state, 11) == 2


@pytest.mark.rule("UG-RIVER-3")
def test_all_tokens_leave_the_river_before_redeployment() -> None:
    state = conquering(1, {5: hold(0, MIMES, 2), 2: hold(0, MIMES, 3), 7: hold(0, MIMES)})
    play(state, "finish")
    assert (region(state, 2), region(state, 7)) == ({}, {})
    assert (state.phase, legal(state, "deploy"), in_hand(state, 0, MIMES)) == ("deploy", [5], 1 + 1 + 3 + 1)
    play(state, "deploy_rest 5")
    assert (tokens(state, 5), state.turn, state.coins[0]) == (7, 1, 5 + 1)


@pytest.mark.rule("UG-RIVER-3")
def test_without_another_region_they_go_to_hand_and_enter_anew() -> None:
    other = active("ogres", "wise", hand=1)
    state = conquering(1, {2: hold(0, MIMES, 3)}, other)
    play(state, "finish")
    assert (state.turn, region(state, 2), in_hand(state, 0, MIMES), state.coins[0]) == (1, {}, 4, 5)
    play(state, "finish")
    assert (state.turn, state.phase, legal(state, "conquer")) == (0, "choose", EDGE)


@pytest.mark.rule("UG-RIVER-4")
def test_active_kraken_may_stay_in_the_river_and_score_it() -> None:
    state = conquering(0, {2: hold(0, "kraken", 3), 7: hold(0, "kraken")}, name="kraken")
    play(state, "finish")
    assert (state.phase, legal(state, "deploy")) == ("deploy", [2, 7])
    play(state, "deploy_rest 7")
    assert (tokens(state, 2), tokens(state, 7), state.coins[0]) == (1, 3, 5 + 2)


@pytest.mark.rule("UG-RIVER-4")
def test_declined_kraken_stay_in_the_river_and_score_it() -> None:
    own = [active(MIMES, "martyr"), declined("kraken")]
    assert gain(own, {5: hold(0, MIMES), 2: hold(0, "kraken"), 7: hold(0, "kraken")}) == 1 + 2


@pytest.mark.rule("UG-RIVER-5")
def test_a_relic_used_in_the_river_stays_there() -> None:
    state = conquering(2, {5: hold(0, MIMES, 1, None, ["sword"])})
    play(state, "use sword", "conquer 7", "finish", "deploy_rest 5")
    assert state.turn == 1
    assert (relics_in(state, 7), relics_in(state, 5), region(state, 7).get("owner")) == (["sword"], [], None)


@pytest.mark.rule("UG-RIVER-6")
def test_a_chasm_is_never_entered_and_links_nothing() -> None:
    state = conquering(12, {15: hold(0, "mummies", 1, None, ["doormat"])}, name="mummies")
    assert legal(state, "conquer") == [9]
    assert refused(state, "conquer 10")
    play(state, "use doormat")
    assert not {10, 14} & set(legal(state, "conquer"))
    assert not {10, 14} & set(legal(entering("gnomes", "wise", {}), "conquer"))
    assert not {10, 14} & set(legal(entering("spiderines", "wise", {}), "conquer"))


@pytest.mark.rule("UG-RIVER-6")
def test_nobody_holds_a_chasm() -> None:
    with pytest.raises(ValueError):
        conquering(1, {10: hold(0, MIMES)})


@pytest.mark.rule("UG-RIVER-7")
def test_the_volcano_lies_on_a_chasm_and_matters_to_active_flames_alone() -> None:
    def wanted(name: str, *volcano: int, own: tuple[Any, ...] = ()) -> int:
        regions: dict[int, Any] = {5: hold(0, name), 6: hold(1, "drow", 2), 15: hold(0, "flames")}
        regions |= {number: lying(volcano=1) for number in volcano}
        state = conquering(9 if name == MIMES else 7, regions, DROW, name=name, own=own)
        return price(state, 6)

    own = (declined("flames"),)
    assert wanted(MIMES, own=own) == wanted(MIMES, 10, own=own) == 2 + 1 + 2
    assert (wanted("flames", 14), wanted("flames", 10)) == (2 + 1 + 2, 2 + 1)
    with pytest.raises(ValueError):
        wanted("flames", 0)


@pytest.mark.rule("UG-RIVER-7")
def test_the_volcano_pays_nobody_and_does_not_close_its_borders() -> None:
    regions = {5: hold(0, MIMES), 15: hold(0, "flames"), 10: lying(volcano=1)}
    state = conquering(3, regions, own=[declined("flames")])
    assert legal(state, "conquer") == [0, 1, 2, 6, 7]
    play(state, "finish", "deploy_rest 5")
    assert (state.turn, state.coins[0]) == (1, 5 + 2)
