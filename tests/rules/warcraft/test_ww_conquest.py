"""Conquest in Warcraft (WW-CONQ): targets, reach, price, final conquest, immunity, markers, pieces, water."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from chapters import coins, in_hand, markers, price, turn_state, verbs
from ww_play import artifacts_in, conquering, declining, gain, hold, lying, orcs, raiding, trolls

import swenv
from support import MURLOC, active, declined, legal, legal_words, play, region, rolled, seat, tokens, warcraft

TROLLS = active("trolls", "farmers")
OLD = declined("goblins")
LAND = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 14, 15, 16, 17]
ANCHORS = [0, 9, 12, 15]
WATER = [10, 11]


def prices(state: swenv.State, *before: str) -> dict[int, int]:
    """What each conquest that is legal after the actions `before` puts in its region."""
    targets = legal(play(state.copy(), *before), "conquer")
    return {number: price(state, number, *before) for number in targets}


# WW-CONQ-1: targets


@pytest.mark.rule("WW-CONQ-1")
def test_whoever_holds_a_region_it_is_a_target_unless_the_own_active_race_does() -> None:
    regions = {5: orcs(), 6: orcs(), 1: MURLOC, 4: trolls(), 2: hold(1, "kobolds"), 9: hold(0, "goblins")}
    state = raiding(9, regions, TROLLS, declined("kobolds"), own=[OLD])
    assert legal(state, "conquer") == [0, 1, 2, 4, 7, 9, 12, 15]


@pytest.mark.rule("WW-CONQ-1")
def test_own_active_regions_are_no_targets_even_with_an_anchor() -> None:
    state = raiding(7, {number: orcs() for number in ANCHORS})
    assert legal(state, "conquer") == [1, 4, 5, 8, 13, 16]


@pytest.mark.rule("WW-CONQ-1", "WW-CONQ-10")
def test_an_immune_region_is_no_target() -> None:
    regions = {4: orcs(), 0: trolls(tower=1), 5: trolls(tower=1), 8: trolls()}
    assert legal(raiding(9, regions, active("trolls", "defenders")), "conquer") == [8, 9, 12, 15]


@pytest.mark.rule("WW-CONQ-1", "WW-CONQ-14")
def test_water_is_a_target_of_naga_alone() -> None:
    for name, water in (("naga", WATER), ("orcs", []), ("kobolds", []), ("ethereals", [])):
        state = conquering(6, {6: hold(0, name), 7: hold(0, name)}, name=name, power="marshdwellers")
        assert [number for number in legal(state, "conquer") if number in WATER] == water


# WW-CONQ-2: reach


@pytest.mark.rule("WW-CONQ-2")
def test_a_first_conquest_is_by_an_anchor_and_pays_the_travel() -> None:
    assert prices(raiding(9, {})) == {0: 3, 9: 4, 12: 3, 15: 3}


@pytest.mark.rule("WW-CONQ-2")
def test_a_race_reaches_what_borders_it_and_every_anchor() -> None:
    # 0 and 9 do not border region 2: the anchors of the own board cost the travel too.
    assert prices(raiding(9, {2: orcs()})) == {1: 2, 3: 2, 6: 2, 0: 3, 9: 4, 12: 3, 15: 3}


@pytest.mark.rule("WW-CONQ-2")
def test_an_anchor_that_borders_the_race_costs_no_travel() -> None:
    assert prices(raiding(8, {1: orcs(), 5: orcs(), 13: orcs()})) == {
        0: 2, 2: 3, 4: 2, 6: 2, 9: 3, 12: 2, 14: 2, 15: 3, 16: 3,
    }  # fmt: skip


@pytest.mark.rule("WW-CONQ-2")
def test_travel_is_one_however_often_an_anchor_is_reached() -> None:
    state = raiding(9, {3: orcs()})
    play(state, "conquer 12")
    assert (tokens(state, 12), price(state, 13), price(state, 15)) == (3, 2, 2)
    play(state, "conquer 9")
    assert tokens(state, 9) == 4


@pytest.mark.rule("WW-CONQ-2")
def test_the_own_race_in_decline_gives_no_reach_and_saves_no_travel() -> None:
    regions = {1: hold(0, "goblins"), 5: hold(0, "goblins"), 3: orcs()}
    state = raiding(9, regions, own=[OLD])
    assert prices(state) == {0: 3, 2: 3, 7: 2, 9: 4, 12: 3, 15: 3}


@pytest.mark.rule("WW-CONQ-2")
def test_with_only_a_race_in_decline_on_the_map_a_conquest_is_a_first_conquest() -> None:
    state = raiding(9, {1: hold(0, "goblins"), 5: hold(0, "goblins")}, own=[OLD])
    assert prices(state) == {0: 3, 9: 4, 12: 3, 15: 3}


@pytest.mark.rule("WW-CONQ-2")
def test_sailors_never_pay_the_travel() -> None:
    assert prices(raiding(9, {}, power="sailors")) == {0: 2, 9: 3, 12: 2, 15: 2}
    assert prices(raiding(9, {3: orcs()}, power="sailors")) == {0: 2, 2: 3, 7: 2, 9: 3, 12: 2, 15: 2}


@pytest.mark.rule("WW-CONQ-2")
def test_cavern_regions_are_near_to_kobolds_alone() -> None:
    state = conquering(9, {3: hold(0, "kobolds")}, name="kobolds", power="marshdwellers")
    assert prices(state) == {0: 3, 2: 3, 6: 2, 7: 2, 9: 4, 12: 3, 15: 2}
    assert legal(raiding(9, {3: orcs()}), "conquer") == [0, 2, 7, 9, 12, 15]


@pytest.mark.rule("WW-CONQ-2")
def test_kobolds_enter_by_a_cavern_without_travel() -> None:
    state = conquering(9, {15: MURLOC}, name="kobolds", power="marshdwellers")
    assert prices(state) == {0: 3, 6: 2, 9: 4, 12: 3, 15: 3}


@pytest.mark.rule("WW-CONQ-2", "WW-CONQ-14")
def test_naga_enter_by_any_water() -> None:
    state = conquering(9, {}, name="naga", power="marshdwellers")
    assert prices(state) == {0: 3, 9: 4, 10: 2, 11: 2, 12: 3, 15: 3}


@pytest.mark.rule("WW-CONQ-2", "WW-CONQ-14")
def test_naga_on_the_map_reach_bordering_water_only() -> None:
    for there, water in ((0, []), (6, [10]), (7, [11]), (10, [11]), (12, [])):
        state = conquering(9, {there: hold(0, "naga")}, name="naga", power="marshdwellers")
        assert [number for number in legal(state, "conquer") if number in WATER] == water


@pytest.mark.rule("WW-CONQ-2", "WW-CONQ-14")
def test_naga_on_water_reach_the_shore_without_travel() -> None:
    state = conquering(9, {10: hold(0, "naga")}, name="naga", power="marshdwellers")
    assert prices(state) == {0: 3, 6: 2, 9: 3, 11: 2, 12: 3, 15: 3}


@pytest.mark.rule("WW-CONQ-2")
@pytest.mark.parametrize("regions", [{}, {5: hold(0, "gnomes")}])
def test_the_air_strike_reaches_any_land_once_a_turn(regions: dict[int, Any]) -> None:
    state = conquering(9, regions, name="gnomes", power="marshdwellers")
    dear = (2, 9, 16)
    assert prices(state, "arm air_strike") == {
        number: 3 if number in dear else 2 for number in LAND if number not in regions
    }
    play(state, "arm air_strike", "conquer 17")
    assert legal_words(state, "arm") == set()
    assert 14 in legal(state, "conquer")
    assert 3 not in legal(state, "conquer")


@pytest.mark.rule("WW-CONQ-2")
def test_the_ashes_reach_any_land_once_a_turn() -> None:
    state = raiding(9, {5: orcs(artifacts=["ashes"])})
    assert legal(state, "conquer") == [0, 1, 4, 6, 9, 12, 15]
    dear = (2, 9, 16)
    assert prices(state, "arm ashes") == {number: 3 if number in dear else 2 for number in LAND if number != 5}
    play(state, "arm ashes", "conquer 17")
    assert legal_words(state, "arm") == set()
    assert 3 not in legal(state, "conquer")


@pytest.mark.rule("WW-CONQ-2", "WW-CONQ-14")
def test_the_ashes_take_naga_to_any_water() -> None:
    state = conquering(9, {13: hold(0, "naga", artifacts=["ashes"])}, name="naga", power="marshdwellers")
    assert [number for number in legal(state, "conquer") if number in WATER] == []
    play(state, "arm ashes")
    assert legal(state, "conquer") == sorted({*LAND, *WATER} - {13})
    assert price(state, 11) == 2


@pytest.mark.rule("WW-CONQ-2")
@pytest.mark.parametrize(
    ("name", "targets"), [("orcs", ANCHORS), ("kobolds", [0, 6, 9, 12, 15]), ("naga", [0, 9, 10, 11, 12, 15])]
)
def test_after_abandoning_everything_a_race_enters_anew(name: str, targets: list[int]) -> None:
    state = conquering(9, {3: hold(0, name)}, name=name, power="marshdwellers", phase="ready")
    assert 7 in legal(state, "conquer")
    play(state, "abandon 3")
    assert legal(state, "conquer") == targets
    assert price(state, 0) == 3


@pytest.mark.rule("WW-CONQ-2")
def test_each_conquest_opens_what_borders_it() -> None:
    state = raiding(9, {})
    play(state, "conquer 0")
    assert legal(state, "conquer") == [1, 4, 9, 12, 15]
    play(state, "conquer 4")
    assert legal(state, "conquer") == [1, 5, 8, 9, 12, 15]


@pytest.mark.rule("WW-CONQ-2", "WW-CONQ-14")
def test_a_border_with_water_gives_no_reach() -> None:
    # Lake 10 lies between 6 and the anchor 9.
    assert price(raiding(9, {6: orcs()}), 9) == 2 + 1 + 1


# WW-CONQ-3: occupied


OCCUPIED = {
    "murloc": (MURLOC, [], []),
    "active": (hold(1, "goblins"), [active("goblins", "farmers")], []),
    "in decline": (hold(1, "goblins"), [declined("goblins")], []),
    "own in decline": (hold(0, "goblins"), [], [declined("goblins")]),
    "champion alone": (hold(1, "goblins", 0, champion=1), [active("goblins", "champions")], []),
    "beasts alone": (hold(1, "goblins", 0, beasts=1), [active("goblins", "beastmasters")], []),
}
EMPTY = {
    "nothing": (1, {}),
    "mountain": (9, {}),
    "artifact": (1, lying(artifacts=["heart"])),
    "place": (1, lying(place="karazhan")),
    "face-down marker": (1, lying(face_down="karazhan")),
}


@pytest.mark.rule("WW-CONQ-3")
@pytest.mark.parametrize("kind", OCCUPIED)
def test_whatever_holds_a_region_occupies_it(kind: str) -> None:
    content, others, own = OCCUPIED[kind]
    defenders = 0 if own else 1
    state = conquering(9, {5: hold(0, "trolls"), 1: content}, *others, own=own, name="trolls", power="marshdwellers")
    assert price(state, 1) == 2 + defenders - 1
    state = raiding(9, {5: orcs(), 1: content}, *others, own=own, power="battlemasters")
    before = coins(state)
    play(state, "conquer 1")
    ransom = 1 if kind == "champion alone" else 0
    assert coins(state)[0] == before[0] + 1 + ransom


@pytest.mark.rule("WW-CONQ-3")
@pytest.mark.parametrize("kind", EMPTY)
def test_mountain_and_markers_do_not_occupy(kind: str) -> None:
    number, content = EMPTY[kind]
    state = conquering(9, {5: hold(0, "trolls"), number: content}, name="trolls", power="marshdwellers")
    assert price(state, number) == (3 if kind == "mountain" else 2)
    state = raiding(9, {5: orcs(), number: content}, power="battlemasters")
    assert coins(play(state, f"conquer {number}"))[0] == 5


# WW-CONQ-4: price


@pytest.mark.rule("WW-CONQ-4")
@pytest.mark.parametrize(
    ("number", "content", "others", "expected"),
    [
        (5, {}, [], 2),
        (2, {}, [], 2 + 1),
        (5, MURLOC, [], 2 + 1),
        (2, MURLOC, [], 2 + 1 + 1),
        (5, trolls(3), [TROLLS], 2 + 3),
        (5, trolls(), [declined("trolls")], 2 + 1),
        (5, hold(1, "tauren", 2), [declined("tauren")], 2 + 2),
        (5, trolls(1, fortress=1), [active("trolls", "sentinels")], 2 + 1 + 1),
        (5, trolls(1, fortress=1), [declined("trolls", "sentinels")], 2 + 1 + 1),
        (2, trolls(2, fortress=1), [active("trolls", "sentinels")], 2 + 2 + 1 + 1),
        (7, hold(1, "night_elves", 1, wall=1), [active("night_elves", "farmers")], 2 + 1 + 1),
        (7, hold(1, "night_elves", 1, wall=1), [declined("night_elves")], 2 + 1 + 1),
        (7, hold(1, "night_elves", 2, wall=1, fortress=1), [active("night_elves", "sentinels")], 2 + 2 + 1 + 1),
        (5, trolls(1, beasts=2), [active("trolls", "beastmasters")], 2 + 3),
        (2, trolls(2, champion=1), [active("trolls", "champions")], 2 + 1 + 3),
        (9, {}, [], 2 + 1 + 1),
        (12, MURLOC, [], 2 + 1 + 1),
        (9, trolls(2, fortress=1), [active("trolls", "sentinels")], 2 + 2 + 1 + 1 + 1),
    ],
    ids=[
        "plain", "mountain", "murloc", "murloc mountain", "tokens", "decline", "tauren in decline", "fort",
        "fort in decline", "fort mountain", "wall", "wall in decline", "wall and fort", "beasts", "champion",
        "travel mountain", "travel murloc", "all",
    ],
)  # fmt: skip
def test_the_price_of_a_region(
    number: int, content: dict[str, Any], others: list[dict[str, Any]], expected: int
) -> None:
    assert price(raiding(9, {6: orcs(), number: content}, *others), number) == expected


@pytest.mark.rule("WW-CONQ-4")
def test_own_tokens_in_decline_add_nothing_but_their_pieces_do() -> None:
    regions = {
        6: orcs(),
        5: hold(0, "night_elves"),
        7: hold(0, "night_elves", 1, wall=1),
        2: hold(0, "night_elves", 1, fortress=1),
    }
    state = raiding(9, regions, own=[declined("night_elves", "sentinels")])
    assert (price(state, 5), price(state, 7), price(state, 2)) == (2, 3, 4)


@pytest.mark.rule("WW-CONQ-4")
@pytest.mark.parametrize(("option", "expected"), [(False, 2), (True, 4)])
def test_an_option_lets_own_tokens_in_decline_defend(option: bool, expected: int) -> None:
    regions = {6: orcs(), 5: hold(0, "tauren", 2)}
    state = raiding(9, regions, own=[declined("tauren")], options={"own_decline_defends": option})
    assert price(state, 5) == expected


DISCOUNTS: list[tuple[str, str, int, dict[str, Any], int]] = [
    ("orcs", "blacksmiths", 5, {}, 2 - 1),
    ("orcs", "blacksmiths", 2, {}, 3 - 1),
    ("orcs", "blacksmiths", 5, hold(1, "goblins", 3), 5 - 1),
    ("trolls", "marshdwellers", 5, {}, 2),
    ("trolls", "marshdwellers", 2, {}, 3),
    ("trolls", "marshdwellers", 5, MURLOC, 3 - 1),
    ("trolls", "marshdwellers", 5, hold(1, "goblins", 3), 5 - 1),
    ("night_elves", "marshdwellers", 7, {}, 2 - 1),
    ("night_elves", "marshdwellers", 7, hold(1, "goblins", 2), 4 - 1),
    ("night_elves", "marshdwellers", 5, {}, 2),
    ("dwarves", "marshdwellers", 2, {}, 3 - 2),
    ("dwarves", "marshdwellers", 2, hold(1, "goblins", 2), 5 - 2),
    ("dwarves", "marshdwellers", 5, {}, 2),
    ("dwarves", "blacksmiths", 2, {}, 1),
    ("dwarves", "blacksmiths", 2, hold(1, "goblins", 2), 5 - 3),
    ("trolls", "blacksmiths", 5, MURLOC, 3 - 2),
    ("night_elves", "blacksmiths", 7, {}, 1),
]


@pytest.mark.rule("WW-CONQ-4")
@pytest.mark.parametrize(("name", "power", "number", "content", "expected"), DISCOUNTS)
def test_discounts_of_races_and_powers(
    name: str, power: str, number: int, content: dict[str, Any], expected: int
) -> None:
    goblins = active("goblins", "farmers")
    state = conquering(8, {6: hold(0, name), number: content}, goblins, name=name, power=power)
    assert price(state, number) == expected


@pytest.mark.rule("WW-CONQ-4")
@pytest.mark.parametrize(("form", "expected"), [("human", (2, 3, 3)), ("worgen", (1, 2, 2))])
def test_worgen_pay_one_less_in_worgen_form_only(form: str, expected: tuple[int, ...]) -> None:
    regions = {6: hold(0, "worgen"), 7: MURLOC}
    state = conquering(9, regions, name="worgen", power="marshdwellers", turn_state={"form": form})
    assert tuple(price(state, number) for number in (5, 2, 7)) == expected


@pytest.mark.rule("WW-CONQ-4")
def test_frostmourne_takes_two_off_one_conquest() -> None:
    state = raiding(9, {6: orcs(artifacts=["frostmourne"]), 5: trolls(2), 7: trolls()}, TROLLS)
    assert (price(state, 5), price(state, 7)) == (4, 3)
    play(state, "arm frostmourne")
    assert (price(state, 5), price(state, 7), price(state, 2)) == (4 - 2, 3 - 2, 3 - 2)
    play(state, "conquer 5")
    assert price(state, 7) == 3


@pytest.mark.rule("WW-CONQ-4")
def test_the_discount_of_ethereals_takes_two_off_a_place() -> None:
    regions = {6: hold(0, "ethereals"), 5: trolls(3, place="karazhan"), 7: trolls(3)}
    state = conquering(9, regions, TROLLS, name="ethereals", power="marshdwellers")
    assert prices(state, "arm discount") == {5: 5 - 2}
    play(state, "arm discount", "conquer 5")
    assert price(state, 7) == 5


@pytest.mark.rule("WW-CONQ-4")
@pytest.mark.parametrize(("face", "expected"), [(0, 5), (1, 4), (2, 3), (3, 2)])
def test_the_roll_of_an_air_strike_is_taken_off(face: int, expected: int) -> None:
    state = conquering(
        9, {6: hold(0, "gnomes"), 17: trolls(3), 13: trolls()}, TROLLS, name="gnomes", power="marshdwellers"
    )
    struck = rolled(play(state, "arm air_strike"), "roll_for 17", face)
    assert (tokens(struck, 17), region(struck, 17)["owner"], in_hand(struck, 0, "gnomes")) == (
        expected, 0, 9 - expected,
    )  # fmt: skip


@pytest.mark.rule("WW-CONQ-4")
def test_the_roll_does_not_go_below_one_token() -> None:
    state = conquering(9, {6: hold(0, "gnomes"), 17: trolls()}, TROLLS, name="gnomes", power="marshdwellers")
    assert tokens(rolled(play(state, "arm air_strike"), "roll_for 17", 3), 17) == 1


@pytest.mark.rule("WW-CONQ-4")
def test_all_discounts_add_up() -> None:
    regions = {6: hold(0, "worgen", artifacts=["frostmourne"]), 2: trolls(3), 5: trolls(1)}
    state = conquering(
        9, regions, TROLLS, name="worgen", power="blacksmiths", turn_state={"form": "worgen"}
    )  # fmt: skip
    assert (price(state, 2), price(state, 5)) == (6 - 2, 3 - 2)
    play(state, "arm frostmourne")
    assert (price(state, 2), price(state, 5)) == (6 - 4, 1)


@pytest.mark.rule("WW-CONQ-4")
def test_discounts_that_are_armed_add_up() -> None:
    regions = {6: hold(0, "ethereals", artifacts=["frostmourne"]), 5: trolls(4, place="karazhan")}
    state = conquering(8, regions, TROLLS, name="ethereals", power="blacksmiths")
    assert price(state, 5, "arm frostmourne", "arm discount") == 6 - 1 - 2 - 2
    regions = {6: hold(0, "gnomes", artifacts=["frostmourne"]), 17: trolls(4)}
    state = conquering(8, regions, TROLLS, name="gnomes", power="blacksmiths")
    play(state, "arm frostmourne", "arm air_strike")
    assert tokens(rolled(state, "roll_for 17", 2), 17) == 1
    assert tokens(rolled(state, "roll_for 17", 1), 17) == 6 - 1 - 2 - 1


@pytest.mark.rule("WW-CONQ-4")
@pytest.mark.parametrize(("beside", "expected"), [(13, 1), (6, 2)])
def test_a_discount_is_taken_off_the_travel_too(beside: int, expected: int) -> None:
    state = raiding(9, {beside: orcs()}, power="blacksmiths")
    assert price(state, 12) == expected


@pytest.mark.rule("WW-CONQ-4")
@pytest.mark.parametrize(
    ("power", "number", "content", "expected"),
    [
        ("marshdwellers", 5, {}, 2),
        ("blacksmiths", 5, {}, 2),
        ("blacksmiths", 5, MURLOC, 2),
        ("blacksmiths", 2, {}, 2),
        ("blacksmiths", 2, MURLOC, 3),
    ],
)
def test_tauren_pay_two_at_least(power: str, number: int, content: dict[str, Any], expected: int) -> None:
    regions = {6: hold(0, "tauren", 2, artifacts=["frostmourne"]), number: content}
    state = conquering(9, regions, name="tauren", power=power)
    assert price(state, number) == expected
    assert price(state, number, "arm frostmourne") == 2


@pytest.mark.rule("WW-CONQ-4")
def test_the_champion_conquers_without_race_tokens_whatever_stands_there() -> None:
    regions = {6: orcs(), 2: trolls(5, fortress=1)}
    state = raiding(1, regions, active("trolls", "sentinels"), power="champions")
    assert legal(state, "champion") == [2, 5, 7]
    play(state, "champion 2")
    assert (region(state, 2)["owner"], tokens(state, 2), markers(state, 2)) == (0, 0, {"champion": 1})


@pytest.mark.rule("WW-CONQ-4")
@pytest.mark.parametrize(("name", "hand", "expected"), [("orcs", 9, 1), ("tauren", 10, 2)])
def test_doomhammer_conquers_with_one_token_whatever_stands_there(name: str, hand: int, expected: int) -> None:
    regions = {6: hold(0, name, 2, artifacts=["doomhammer"]), 2: trolls(4, fortress=1)}
    state = conquering(hand, regions, active("trolls", "sentinels"), name=name, power="marshdwellers")
    assert price(state, 2) == 8
    assert price(state, 2, "arm doomhammer") == expected


# WW-CONQ-5: one free token


@pytest.mark.rule("WW-CONQ-5")
@pytest.mark.parametrize("artifact", ["frostmourne", "ashes", "doomhammer"])
def test_without_a_token_in_hand_nothing_can_be_conquered(artifact: str) -> None:
    regions = {6: hold(0, "dwarves", artifacts=[artifact])}
    state = conquering(0, regions, name="dwarves", power="blacksmiths")
    assert verbs(state) == {"finish"}
    state = conquering(1, regions, name="dwarves", power="blacksmiths")
    assert verbs(state) == {"finish", "conquer", "arm"}


@pytest.mark.rule("WW-CONQ-5")
def test_without_a_token_in_hand_there_is_no_air_strike_and_no_discount() -> None:
    for name, word in (("gnomes", "air_strike"), ("ethereals", "discount")):
        regions = {6: hold(0, name), 5: lying(place="karazhan")}
        state = conquering(0, regions, name=name, power="blacksmiths")
        assert verbs(state) == {"finish"}
        state = conquering(1, regions, name=name, power="blacksmiths")
        assert legal_words(state, "arm") == {word}


@pytest.mark.rule("WW-CONQ-5")
def test_however_large_the_discount_a_conquest_takes_a_token() -> None:
    regions = {6: hold(0, "dwarves", artifacts=["frostmourne"])}
    state = conquering(2, regions, name="dwarves", power="blacksmiths")
    play(state, "arm frostmourne", "conquer 2")
    assert (tokens(state, 2), in_hand(state, 0, "dwarves")) == (1, 1)


@pytest.mark.rule("WW-CONQ-5")
def test_the_champion_in_hand_conquers_without_a_race_token_but_serves_no_other_conquest() -> None:
    # A Blacksmith would need just one token; the die could give up to three.
    state = raiding(0, {6: orcs()}, power="champions")
    assert (legal(state, "conquer"), legal(state, "champion")) == ([], [2, 5, 7])


@pytest.mark.rule("WW-CONQ-5")
def test_a_beast_in_hand_is_a_token() -> None:
    regions = {6: hold(0, "dwarves"), 3: hold(0, "dwarves")}
    state = conquering(0, regions, name="dwarves", power="beastmasters", fields={"beasts": 2})
    play(state, "conquer 2")
    assert (region(state, 2)["owner"], tokens(state, 2), markers(state, 2)) == (0, 0, {"beasts": 1})


# WW-CONQ-6: placing


@pytest.mark.rule("WW-CONQ-6")
def test_exactly_the_need_goes_into_the_region() -> None:
    state = raiding(9, {6: orcs(), 5: trolls(2)}, TROLLS)
    play(state, "conquer 5")
    assert (tokens(state, 5), in_hand(state, 0, "orcs")) == (4, 5)
    play(state, "conquer 2")
    assert (tokens(state, 2), tokens(state, 5), in_hand(state, 0, "orcs")) == (3, 4, 2)


@pytest.mark.rule("WW-CONQ-6")
def test_what_was_used_stays_until_the_redeployment() -> None:
    state = raiding(6, {6: orcs(), 5: trolls(2)}, TROLLS)
    play(state, "conquer 5", "conquer 7")
    assert (state.phase, tokens(state, 5), tokens(state, 7), tokens(state, 6)) == ("deploy", 1, 1, 1)
    assert in_hand(state, 0, "orcs") == 3 + 1
    play(state, "deploy_rest 6")
    assert (tokens(state, 5), tokens(state, 7), tokens(state, 6)) == (1, 1, 5)


@pytest.mark.rule("WW-CONQ-6")
def test_race_tokens_go_first_then_beasts() -> None:
    state = raiding(2, {6: orcs(), 5: trolls(2)}, TROLLS, power="beastmasters", fields={"beasts": 3})
    play(state, "conquer 5")
    assert (tokens(state, 5), markers(state, 5), in_hand(state, 0, "orcs")) == (2, {"beasts": 2}, 0)
    state = raiding(3, {6: orcs()}, power="beastmasters", fields={"beasts": 3})
    play(state, "conquer 5")
    assert (tokens(state, 5), markers(state, 5), in_hand(state, 0, "orcs")) == (2, {}, 1)


# WW-CONQ-9: final conquest


@pytest.mark.rule("WW-CONQ-9")
@pytest.mark.parametrize("there", [0, 1, 2])
@pytest.mark.parametrize("face", [0, 1, 2, 3])
def test_the_die_must_give_what_is_missing(there: int, face: int) -> None:
    # Mountain 2 costs 3, 4 or 5; two tokens are in hand.
    content = {2: trolls(there)} if there else {}
    before = raiding(2, {6: orcs(), 7: trolls(), **content}, TROLLS)
    after = rolled(before, "conquer 2", face)
    success = 2 + face >= 3 + there
    assert (region(after, 2).get("owner") == 0) == success
    assert after.phase == "deploy"
    assert in_hand(after, 0, "orcs") == (1 if success else 2)


@pytest.mark.rule("WW-CONQ-9")
def test_the_die_is_offered_for_one_to_three_missing_tokens_and_not_only_the_weakest_region() -> None:
    regions = {6: orcs(), 5: trolls(1), 7: trolls(2), 2: trolls(3)}
    assert legal(raiding(2, regions, TROLLS), "conquer") == [0, 5, 7, 9, 12, 15]
    assert legal(raiding(3, regions, TROLLS), "conquer") == [0, 2, 5, 7, 9, 12, 15]
    assert legal(raiding(1, regions, TROLLS), "conquer") == [0, 5, 7, 9, 12, 15]
    regions[5] = trolls(3)
    assert legal(raiding(1, regions, TROLLS), "conquer") == [0, 7, 9, 12, 15]


@pytest.mark.rule("WW-CONQ-9")
def test_nothing_is_rolled_with_enough_tokens() -> None:
    state = raiding(3, {6: orcs(), 3: orcs()})
    play(state, "conquer 2")
    assert (state.last_roll, region(state, 2)["owner"], state.phase) == (None, 0, "deploy")


@pytest.mark.rule("WW-CONQ-9")
def test_after_a_success_all_tokens_in_hand_lie_in_the_region() -> None:
    # The Well, uncovered there, must be put somewhere before the redeployment begins.
    after = rolled(raiding(2, {6: orcs(), 5: trolls(2, face_down="well")}, declined("trolls")), "conquer 5", 3)
    assert (after.phase, tokens(after, 5), in_hand(after, 0, "orcs")) == ("well", 2, 0)


@pytest.mark.rule("WW-CONQ-9")
def test_the_final_conquest_ends_the_conquests_won_or_lost() -> None:
    for face in (0, 3):
        before = raiding(1, {6: orcs(), 3: orcs()}, power="champions")
        assert legal(before, "champion") == [2, 5, 7]
        after = rolled(before, "conquer 7", face)
        assert after.phase == "deploy"
        assert verbs(after) <= {"deploy", "deploy_rest", "post"}


@pytest.mark.rule("WW-CONQ-9")
@pytest.mark.parametrize("power", ["strongmen", "portal_mages"])
def test_after_the_die_no_power_is_used(power: str) -> None:
    before = raiding(2, {6: orcs(), 7: orcs(), 14: orcs(), 2: trolls(), 3: trolls()}, TROLLS, power=power)
    assert verbs(before) & {"push", "portal"}
    for face in (0, 3):
        after = rolled(before, "conquer 2", face)
        assert after.phase == "deploy"
        assert not verbs(after) & {"push", "portal", "conquer"}


@pytest.mark.rule("WW-CONQ-9")
def test_after_a_failure_the_tokens_join_the_own_regions() -> None:
    after = rolled(raiding(2, {6: orcs(), 3: orcs()}), "conquer 2", 0)
    assert (after.phase, legal(after, "deploy"), in_hand(after, 0, "orcs")) == ("deploy", [3, 6], 2)
    play(after, "deploy 3", "deploy 6")
    assert (tokens(after, 3), tokens(after, 6), after.turn) == (2, 2, 1)


@pytest.mark.rule("WW-CONQ-9")
def test_after_a_failure_without_a_region_the_tokens_stay_in_hand() -> None:
    after = rolled(raiding(2, {0: trolls()}, TROLLS), "conquer 0", 0)
    assert (after.turn, in_hand(after, 0, "orcs"), coins(after)) == (1, 2, [5, 5])
    play(after, "finish")
    assert (after.turn, legal(after, "conquer")) == (0, ANCHORS)


@pytest.mark.rule("WW-CONQ-9")
def test_the_final_conquest_takes_a_token_and_of_tauren_two() -> None:
    assert legal(raiding(0, {6: orcs()}), "conquer") == []
    assert legal(raiding(1, {6: orcs()}), "conquer") == [0, 2, 5, 7, 9, 12, 15]
    for hand, targets in ((1, []), (2, [0, 2, 5, 7, 9, 12, 15])):
        state = conquering(hand, {6: hold(0, "tauren", 2)}, name="tauren", power="marshdwellers")
        assert legal(state, "conquer") == targets


@pytest.mark.rule("WW-CONQ-9")
def test_discounts_apply_to_the_final_conquest() -> None:
    # 2 + mountain + 3 - 1 = 5; with Frostmourne 3.
    regions = {6: orcs(artifacts=["frostmourne"]), 2: trolls(3)}
    state = raiding(2, regions, TROLLS, power="blacksmiths")
    taken = rolled(state, "conquer 2", 3)
    assert region(taken, 2)["owner"] == 0
    missed = rolled(state, "conquer 2", 2)
    assert region(missed, 2)["owner"] == 1
    taken = rolled(play(state, "arm frostmourne"), "conquer 2", 1)
    assert region(taken, 2)["owner"] == 0


@pytest.mark.rule("WW-CONQ-9", "WW-CONQ-11")
def test_tolls_are_paid_before_the_roll_and_not_given_back() -> None:
    before = raiding(2, {5: orcs(), 4: trolls(1)}, active("trolls", "marshdwellers"), power="miners")
    for face in (0, 1):
        assert coins(rolled(before, "conquer 4", face)) == [4, 6]
    poor = raiding(2, {5: orcs(), 4: trolls(1)}, active("trolls", "marshdwellers"), power="miners", coins=[0, 5])
    assert 4 not in legal(poor, "conquer")


@pytest.mark.rule("WW-CONQ-9")
def test_a_failed_attempt_loses_nothing_on_the_other_side() -> None:
    before = raiding(2, {6: orcs(), 5: trolls(2, place="karazhan")}, TROLLS)
    after = rolled(before, "conquer 5", 1)
    assert region(after, 5) == region(before, 5)
    assert turn_state(after, "beaten") == turn_state(before, "beaten")


@pytest.mark.rule("WW-CONQ-9", "WW-CONQ-6")
def test_beasts_go_in_with_the_final_conquest() -> None:
    regions = {6: orcs(), 5: trolls(3, face_down="well")}
    state = raiding(1, regions, declined("trolls"), power="beastmasters", fields={"beasts": 2})
    after = rolled(state, "conquer 5", 2)
    assert (after.phase, tokens(after, 5), markers(after, 5)) == ("well", 1, {"beasts": 2})


# WW-CONQ-10: immunity

SHIELDS = ["tower", "aegis"]


def shielded(
    kind: str,
    hand: int,
    regions: dict[int, Any],
    number: int,
    coins: int | None = None,
    artifacts: Sequence[str] = (),
    **fields: Any,
) -> swenv.State:
    """As `conquering`, where the Trolls of seat 1 hold the region `number`, shielded, with more `artifacts` on it.

    Seat 0 has 9 coins before a Watch Tower, and only 1 before the Aegis, unless `coins` says otherwise.
    """
    if kind == "tower":
        power, purse, there = "defenders", 9, trolls(tower=1, artifacts=list(artifacts))
    else:
        power, purse, there = "farmers", 1, trolls(artifacts=["aegis", *artifacts])
        fields["aegis_up"] = True
    purses = [purse if coins is None else coins, 5]
    return conquering(hand, {**regions, number: there}, active("trolls", power), coins=purses, **fields)


@pytest.mark.rule("WW-CONQ-10")
@pytest.mark.parametrize("kind", SHIELDS)
def test_a_shielded_region_cannot_be_conquered(kind: str) -> None:
    regions = {6: orcs(artifacts=["ashes", "frostmourne"]), 2: trolls()}
    state = shielded(kind, 9, regions, 5, name="orcs", power="champions")
    assert legal(state, "conquer") == [0, 2, 7, 9, 12, 15]
    assert legal(state, "champion") == [2, 7]
    play(state, "arm frostmourne")
    assert 5 not in legal(state, "conquer")
    play(state, "arm ashes")
    assert legal(state, "conquer") == [number for number in LAND if number not in (5, 6)]


@pytest.mark.rule("WW-CONQ-10", "WW-CONQ-11")
def test_coins_open_the_aegis_but_not_the_watch_tower() -> None:
    regions = {6: orcs(), 5: trolls(artifacts=["aegis"])}
    assert 5 in legal(raiding(9, regions, active("trolls", "defenders"), aegis_up=True), "conquer")
    regions[5] = trolls(tower=1, artifacts=["aegis"])
    assert 5 not in legal(raiding(9, regions, active("trolls", "defenders"), aegis_up=True), "conquer")


@pytest.mark.rule("WW-CONQ-10")
@pytest.mark.parametrize("kind", SHIELDS)
def test_a_shielded_region_is_no_target_of_doomhammer(kind: str) -> None:
    # Two coins for Doomhammer, but not two more for the Aegis.
    regions = {6: orcs(artifacts=["doomhammer"]), 2: trolls()}
    state = shielded(kind, 9, regions, 5, name="orcs", power="marshdwellers", coins=3)
    play(state, "arm doomhammer")
    assert legal(state, "conquer") == [0, 2, 7, 9, 12, 15]


@pytest.mark.rule("WW-CONQ-10")
@pytest.mark.parametrize("kind", SHIELDS)
def test_a_shielded_region_is_no_target_of_an_air_strike(kind: str) -> None:
    state = shielded(kind, 9, {6: hold(0, "gnomes"), 2: trolls()}, 5, name="gnomes", power="marshdwellers")
    play(state, "arm air_strike")
    rest = [number for number in LAND if number not in (5, 6)]
    assert (legal(state, "conquer"), legal(state, "roll_for")) == (rest, rest)


@pytest.mark.rule("WW-CONQ-10")
@pytest.mark.parametrize("kind", SHIELDS)
def test_strongmen_take_nothing_out_of_a_shielded_region(kind: str) -> None:
    state = shielded(kind, 0, {6: orcs(), 2: trolls(), 1: trolls()}, 5, name="orcs", power="strongmen")
    assert legal(state, "push") == [2]


@pytest.mark.rule("WW-CONQ-10")
@pytest.mark.parametrize("kind", SHIELDS)
def test_strongmen_may_push_a_token_into_a_shielded_region(kind: str) -> None:
    state = shielded(kind, 0, {6: orcs(), 2: trolls(), 1: trolls()}, 5, name="orcs", power="strongmen")
    play(state, "push 2")
    assert (state.phase, legal(state, "push_to")) == ("push", [1, 5])
    play(state, "push_to 5")
    assert (tokens(state, 5), tokens(state, 2)) == (2, 0)


@pytest.mark.rule("WW-CONQ-10")
@pytest.mark.parametrize("kind", SHIELDS)
def test_a_shielded_region_is_not_swapped(kind: str) -> None:
    state = shielded(kind, 0, {7: orcs(), 14: trolls()}, 17, name="orcs", power="portal_mages")
    assert legal(state, "portal") == [7, 8, 14]
    play(state, "portal 7")
    assert legal(state, "portal") == [8, 14]


@pytest.mark.rule("WW-CONQ-10")
@pytest.mark.parametrize("kind", SHIELDS)
def test_ethereals_take_nothing_from_a_shielded_region(kind: str) -> None:
    regions = {6: hold(0, "ethereals"), 2: trolls(artifacts=["ashes"])}
    more = ["frostmourne", "heart"]
    state = shielded(kind, 0, regions, 5, artifacts=more, name="ethereals", power="marshdwellers")
    assert legal_words(state, "take") == {"ashes"}


@pytest.mark.rule("WW-CONQ-10")
@pytest.mark.parametrize("kind", SHIELDS)
@pytest.mark.parametrize("purse", [1, 9])
def test_no_bomb_is_planted_in_a_shielded_region(kind: str, purse: int) -> None:
    regions = {6: hold(0, "goblins"), 2: trolls()}
    state = shielded(kind, 0, regions, 5, name="goblins", power="marshdwellers", coins=purse)
    play(state, "finish")
    assert (state.phase, legal(state, "bomb")) == ("bombs", [2])


@pytest.mark.rule("WW-CONQ-10")
def test_a_bomb_under_a_watch_tower_does_not_explode() -> None:
    # Seat 1 ends its turn: Farmland 5 has two regions of the Trolls beside it and one of the Goblins.
    for power, left in (("defenders", 1), ("farmers", 0)):
        regions = {5: trolls(bomb="live"), 1: trolls(), 4: trolls(), 6: hold(0, "goblins")}
        state = warcraft(
            phase="conquest",
            turn=1,
            seats=[seat(active("goblins", "marshdwellers")), seat(active("trolls", power))],
            regions=regions,
        )
        play(state, "finish")
        assert (state.turn, tokens(state, 5)) == (0, left)
        assert "bomb" not in region(state, 5)


@pytest.mark.rule("WW-CONQ-10")
@pytest.mark.parametrize(("number", "left"), [(5, 1), (1, 0)])
def test_a_bomb_under_the_aegis_does_not_explode(number: int, left: int) -> None:
    # Seat 1 puts the Aegis there at the end of its turn, or elsewhere.
    regions = {5: trolls(bomb="live", artifacts=["aegis"]), 1: trolls(), 6: hold(0, "goblins")}
    seats = [seat(active("goblins", "marshdwellers"), coins=9), seat(TROLLS)]
    state = warcraft(phase="conquest", turn=1, seats=seats, regions=regions)
    play(state, "finish", f"aegis {number}")
    assert (state.turn, tokens(state, 5), coins(state)[0]) == (0, left, 9)
    assert "bomb" not in region(state, 5)


@pytest.mark.rule("WW-CONQ-10")
@pytest.mark.parametrize("kind", SHIELDS)
@pytest.mark.parametrize("purse", [1, 9])
def test_no_objective_is_put_on_a_shielded_region(kind: str, purse: int) -> None:
    state = shielded(kind, 0, {6: hold(0, "humans"), 2: trolls()}, 5, name="humans", power="marshdwellers", coins=purse)
    play(state, "finish")
    assert (state.phase, legal(state, "objective")) == ("objectives", [r for r in range(18) if r not in (5, 6)])


@pytest.mark.rule("WW-CONQ-10")
@pytest.mark.parametrize("kind", SHIELDS)
def test_a_shield_does_not_save_from_the_heart(kind: str) -> None:
    state = shielded(kind, 0, {6: orcs(artifacts=["heart"])}, 5, name="orcs", power="marshdwellers")
    purse = coins(state)[0]
    play(state, "finish", "heart 6")
    assert coins(state) == [purse + 1 + 1, 4]


@pytest.mark.rule("WW-CONQ-10")
def test_immunity_is_no_matter_to_the_holder() -> None:
    # The Portal Mages swap the region that their own Aegis protects, and pay nothing.
    state = raiding(6, {7: orcs(2, artifacts=["aegis"]), 14: orcs()}, power="portal_mages", aegis_up=True, coins=[0, 5])
    assert 7 in legal(state, "portal")
    play(state, "portal 7", "portal 14")
    assert (tokens(state, 7), tokens(state, 14), coins(state)) == (1, 2, [0, 5])
    assert legal(state, "conquer")


@pytest.mark.rule("WW-CONQ-10")
def test_immunity_holds_against_every_other_seat() -> None:
    for turn in (0, 2):
        seats = [
            seat(active("orcs", "miners")),
            seat(active("trolls", "defenders")),
            seat(active("goblins", "trackers")),
        ]
        seats[turn]["races"][0]["hand"] = 9
        state = warcraft(3, phase="conquest", turn=turn, seats=seats, regions={0: trolls(tower=1), 9: trolls()})
        assert legal(state, "conquer") == [9, 12, 18, 21]


# WW-CONQ-12: markers


@pytest.mark.rule("WW-CONQ-12")
@pytest.mark.parametrize("kind", ["nothing", "murloc", "in decline", "own in decline"])
def test_a_conquest_turns_the_marker_up(kind: str) -> None:
    content, others, own = OCCUPIED.get(kind, ({}, [], []))
    regions = {6: orcs(), 5: {**content, **lying(face_down="frostmourne")}, 2: orcs()}
    state = play(raiding(9, regions, *others, own=own), "conquer 5")
    assert artifacts_in(state, 5) == ["frostmourne"]
    assert "face_down" not in region(state, 5)


@pytest.mark.rule("WW-CONQ-12")
def test_what_was_turned_up_serves_at_once() -> None:
    state = raiding(9, {6: orcs(), 5: lying(face_down="frostmourne"), 9: trolls(3)}, TROLLS)
    assert legal_words(state, "arm") == set()
    play(state, "conquer 5")
    assert price(state, 9, "arm frostmourne") == 2 + 1 + 3 - 2
    state = raiding(9, {6: orcs(), 5: lying(face_down="meeting_stone")})
    assert price(state, 12) == 3
    assert price(play(state, "conquer 5"), 12) == 2


@pytest.mark.rule("WW-CONQ-12")
def test_what_was_turned_up_serves_at_the_end_of_the_same_turn() -> None:
    state = raiding(2, {6: orcs(), 5: lying(face_down="dark_portal")}, coins=[0, 5])
    play(state, "conquer 5", "deploy_rest 6")
    assert coins(state)[0] == 2 + 2


@pytest.mark.rule("WW-CONQ-12")
def test_a_marker_stays_turned_up_when_its_region_is_left() -> None:
    state = raiding(9, {6: orcs(), 5: orcs(place="karazhan")}, phase="ready")
    play(state, "abandon 5")
    assert region(state, 5) == {"place": "karazhan"}


@pytest.mark.rule("WW-CONQ-12")
def test_the_champion_turns_a_marker_up_and_a_failed_attempt_does_not() -> None:
    regions = {6: orcs(), 5: lying(face_down="heart"), 2: orcs()}
    state = play(raiding(1, regions, power="champions"), "champion 5")
    assert artifacts_in(state, 5) == ["heart"]
    failed = rolled(raiding(1, regions), "conquer 5", 0)
    assert region(failed, 5) == {"face_down": "heart"}


# WW-CONQ-13: defence pieces


@pytest.mark.rule("WW-CONQ-13")
def test_the_mountain_serves_each_new_holder() -> None:
    state = raiding(4, {2: hold(1, "goblins"), 1: hold(1, "goblins", 6), 6: orcs()}, active("goblins", "farmers"))
    assert price(raiding(9, {2: hold(1, "goblins"), 6: orcs()}, active("goblins", "farmers")), 2) == 2 + 1 + 1
    play(state, "conquer 2", "deploy_rest 6")
    assert (state.turn, tokens(state, 2), price(state, 2)) == (1, 1, 2 + 1 + 1)


@pytest.mark.rule("WW-CONQ-13")
def test_sentinels_fortify_each_region_they_conquer() -> None:
    state = raiding(9, {6: orcs()}, power="sentinels")
    play(state, "conquer 5", "conquer 2")
    assert [markers(state, number) for number in (6, 5, 2)] == [{}, {"fortress": 1}, {"fortress": 1}]


@pytest.mark.rule("WW-CONQ-13")
def test_night_elves_wall_each_forest_they_conquer() -> None:
    state = conquering(6, {6: hold(0, "night_elves")}, name="night_elves", power="marshdwellers")
    play(state, "conquer 7", "conquer 5")
    assert [markers(state, number) for number in (6, 7, 5)] == [{}, {"wall": 1}, {}]


@pytest.mark.rule("WW-CONQ-13")
def test_one_piece_of_a_kind_lies_in_a_region_fort_and_wall_together() -> None:
    regions = {6: hold(0, "night_elves"), 7: hold(1, "goblins", 1, fortress=1)}
    goblins = active("goblins", "sentinels")
    state = conquering(6, regions, goblins, name="night_elves", power="miners")
    assert markers(play(state, "conquer 7"), 7) == {"wall": 1}
    state = conquering(6, {6: hold(0, "night_elves")}, name="night_elves", power="sentinels")
    assert markers(play(state, "conquer 7"), 7) == {"wall": 1, "fortress": 1}


@pytest.mark.rule("WW-CONQ-13")
@pytest.mark.parametrize("status", ["active", "decline"])
def test_fort_and_wall_fall_with_their_region(status: str) -> None:
    entry = {"race": "night_elves", "power": "sentinels", "status": status}
    regions = {6: orcs(), 7: hold(1, "night_elves", 1, wall=1, fortress=1), 3: hold(1, "night_elves")}
    assert markers(play(raiding(9, regions, entry), "conquer 7"), 7) == {}


@pytest.mark.rule("WW-CONQ-13")
def test_fort_and_wall_leave_an_abandoned_region() -> None:
    regions = {7: hold(0, "night_elves", 1, wall=1, fortress=1), 3: hold(0, "night_elves", 1, wall=1)}
    state = conquering(3, regions, name="night_elves", power="sentinels", phase="ready")
    play(state, "abandon 7")
    assert (region(state, 7), markers(state, 3)) == ({}, {"wall": 1})


@pytest.mark.rule("WW-CONQ-13")
def test_one_use_of_strongmen_takes_a_wall_or_a_fort() -> None:
    regions = {6: orcs(), 7: hold(1, "night_elves", 1, wall=1, fortress=1)}
    state = raiding(0, regions, active("night_elves", "sentinels"), power="strongmen")
    assert markers(play(state, "push 7"), 7) == {"fortress": 1}
    assert markers(play(state, "push 7"), 7) == {}
    assert tokens(state, 7) == 1


@pytest.mark.rule("WW-CONQ-13")
def test_strongmen_do_not_move_a_mountain() -> None:
    state = raiding(9, {6: orcs(), 2: trolls(), 14: trolls()}, TROLLS, power="strongmen")
    play(state, "push 2", "push_to 14")
    assert (tokens(state, 2), price(state, 2)) == (0, 2 + 1)


@pytest.mark.rule("WW-CONQ-13")
def test_the_forts_of_a_race_that_leaves_the_map_leave_too() -> None:
    seats = [seat(active("orcs", "miners"), declined("goblins", "sentinels")), seat(TROLLS)]
    regions = {6: orcs(), 2: hold(0, "goblins", 1, fortress=1), 5: trolls(5)}
    state = play(warcraft(phase="choose", seats=seats, regions=regions), "decline")
    assert (state.turn, region(state, 2)) == (1, {})


@pytest.mark.rule("WW-CONQ-13")
def test_forts_and_walls_stay_in_decline_and_towers_go() -> None:
    regions = {7: hold(0, "night_elves", 2, wall=1, fortress=1)}
    seats = [seat(active("night_elves", "sentinels")), seat()]
    state = play(warcraft(phase="choose", seats=seats, regions=regions), "decline")
    assert (tokens(state, 7), markers(state, 7)) == (1, {"wall": 1, "fortress": 1})
    seats = [seat(active("orcs", "defenders")), seat()]
    state = play(warcraft(phase="choose", seats=seats, regions={5: orcs(tower=1), 4: orcs()}), "decline")
    assert (tokens(state, 5), markers(state, 5)) == (1, {})


@pytest.mark.rule("WW-CONQ-13")
def test_a_tower_leaves_with_its_condition_at_the_end_of_the_turn() -> None:
    # Farmland 0: Orcs beside it on 1, Trolls on 4; Farmland 5: Orcs on 1, 6, 9.
    regions = {0: orcs(tower=1), 1: orcs(), 4: trolls(), 5: orcs(), 6: orcs(), 9: orcs()}
    state = raiding(0, regions, TROLLS, power="defenders")
    assert markers(state, 0) == {"tower": 1}
    play(state, "finish")
    assert (markers(state, 0), markers(state, 5)) == ({}, {"tower": 1})


@pytest.mark.rule("WW-CONQ-13")
def test_a_tower_leaves_an_abandoned_region() -> None:
    state = raiding(3, {0: orcs(tower=1), 1: orcs()}, power="defenders", phase="ready")
    assert region(play(state, "abandon 0"), 0) == {}


@pytest.mark.rule("WW-CONQ-13")
@pytest.mark.parametrize(("standing", "found"), [(9, [1, 0]), (10, [0, 0])])
def test_there_are_ten_forts(standing: int, found: list[int]) -> None:
    regions = {number: hold(0, "forsaken", 1, fortress=int(number < standing)) for number in range(10)}
    state = conquering(6, regions, name="forsaken", power="sentinels")
    play(state, "conquer 12", "conquer 13")
    assert [markers(state, number).get("fortress", 0) for number in (12, 13)] == found


# WW-CONQ-14: water


@pytest.mark.rule("WW-CONQ-14")
@pytest.mark.parametrize(("power", "expected"), [("marshdwellers", 2), ("blacksmiths", 1)])
def test_water_costs_two_and_the_usual_additions(power: str, expected: int) -> None:
    state = conquering(9, {6: hold(0, "naga")}, name="naga", power=power)
    assert price(state, 10) == expected
    assert price(play(state, "conquer 10"), 11) == expected


@pytest.mark.rule("WW-CONQ-14")
def test_water_pays_a_coin_in_both_states_of_the_race() -> None:
    regions = {number: hold(0, "naga") for number in (6, 10, 11)}
    assert gain([active("naga", "marshdwellers")], regions) == 3
    state = declining([active("naga", "farmers")], {**regions, 10: hold(0, "naga", 3)})
    assert (coins(state)[0], [tokens(state, number) for number in (6, 10, 11)]) == (3, [1, 1, 1])
    orcs_too = [active("orcs", "marshdwellers"), declined("naga")]
    assert gain(orcs_too, {**regions, 0: orcs()}) == 3 + 1


@pytest.mark.rule("WW-CONQ-14")
def test_naga_in_decline_hold_water_against_everybody() -> None:
    regions = {10: hold(1, "naga"), 11: hold(1, "naga"), 6: orcs(artifacts=["ashes", "doomhammer"])}
    state = raiding(9, regions, declined("naga"))
    assert not set(legal(state, "conquer")) & set(WATER)
    for word in ("doomhammer", "ashes"):
        play(state, f"arm {word}")
        assert not set(legal(state, "conquer")) & set(WATER)


@pytest.mark.rule("WW-CONQ-14")
def test_neither_champion_nor_air_strike_takes_water() -> None:
    assert legal(raiding(9, {7: orcs()}, power="champions"), "champion") == [3, 6]
    state = conquering(9, {7: hold(0, "gnomes")}, name="gnomes", power="marshdwellers")
    play(state, "arm air_strike")
    assert not set(legal(state, "roll_for")) & set(WATER)
