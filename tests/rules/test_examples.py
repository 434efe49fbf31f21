"""The worked examples of the rules (docs/rules/smallworld.md, section 5): one test a row, all its numbers.

Where the row names no race, the test takes one whose trait and power cannot touch the numbers.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import swenv
from support import TRIBE, active, declined, held, legal, play, position, race, region, rolled, seat, tokens

DIE = (0, 0, 0, 1, 2, 3)
WAITING = seat(active("ratmen", "commando", hand=1))
"""A seat that has nothing on the map: `finish` is its whole turn."""


def hand(state: swenv.State, owner: int, name: str) -> int:
    return int(race(state, owner, name)["hand"])


def coins(state: swenv.State) -> list[int]:
    return [int(purse) for purse in state.coins]


def tray(state: swenv.State, name: str) -> int:
    return int(state.to_position()["tray"][name])


def column(state: swenv.State) -> list[tuple[str, str, int]]:
    return [(row["race"], row["power"], row["coins"]) for row in state.to_position()["column"]]


def markers(state: swenv.State, number: int) -> dict[str, int]:
    """The markers of a region that are there."""
    return {name: count for name, count in region(state, number).get("markers", {}).items() if count}


def turn_state(state: swenv.State, field: str) -> Any:
    return state.to_position()["turn_state"][field]


def race_names(state: swenv.State, owner: int) -> list[str]:
    return [entry["race"] for entry in state.to_position()["seats"][owner]["races"]]


# Column


@pytest.mark.rule("SW-EX-1")
def test_example_1_merchant_skeletons_cost_two_coins_and_bring_eight_tokens() -> None:
    rows = [
        {"race": "elves", "power": "hill"},
        {"race": "orcs", "power": "swamp"},
        {"race": "skeletons", "power": "merchant"},
    ]
    state = position(phase="pick", seats=[seat(coins=5), seat()], column=rows)
    state.apply("pick 2")
    assert [row[2] for row in column(state)[:2]] == [1, 1]
    assert coins(state)[0] == 3
    assert hand(state, 0, "skeletons") == 6 + 2
    assert tray(state, "skeletons") == 12


@pytest.mark.rule("SW-EX-2")
def test_example_2_rows_slide_up_with_their_coins() -> None:
    letters = {
        "A": ("amazons", "alchemist"),
        "B": ("dwarves", "berserk"),
        "C": ("elves", "commando"),
        "D": ("giants", "forest"),
        "E": ("humans", "hill"),
        "F": ("orcs", "swamp"),
        "G": ("trolls", "stout"),
    }
    rows = [
        {"race": letters[letter][0], "power": letters[letter][1], "coins": lying}
        for letter, lying in zip("ABCDEF", (1, 1, 0, 0, 0, 0), strict=True)
    ]
    state = position(
        phase="pick",
        seats=[seat(), seat()],
        column=rows,
        race_stack=[
            "trolls",
            "ghouls",
            "halflings",
            "ratmen",
            "skeletons",
            "sorcerers",
            "tritons",
            "wizards",
        ],
        power_stack=["stout", "wealthy"],
    )
    state.apply("pick 2")
    assert [row[:2] for row in column(state)] == [letters[letter] for letter in "ABDEFG"]
    assert [row[2] for row in column(state)] == [2, 2, 0, 0, 0, 0]


@pytest.mark.rule("SW-EX-3")
def test_example_3_the_coins_of_the_chosen_row_are_collected_after_paying() -> None:
    rows = [{"race": "orcs", "power": "hill"}, {"race": "elves", "power": "swamp", "coins": 2}]
    state = position(phase="pick", seats=[seat(coins=3), seat()], column=rows)
    state.apply("pick 1")
    assert coins(state)[0] == 4
    assert column(state)[0] == ("orcs", "hill", 1)


@pytest.mark.rule("SW-EX-4")
def test_example_4_two_coins_reach_three_rows() -> None:
    assert legal(position(phase="pick", seats=[seat(coins=2), seat()]), "pick") == [0, 1, 2]


# Conquest, die and score: the turn that the rulebooks illustrate


def merchant_skeletons(**fields: Any) -> dict[str, Any]:
    return seat(active("skeletons", "merchant", **fields))


@pytest.mark.rule("SW-EX-5")
def test_example_5_three_tokens_take_a_hill_with_a_lost_tribe() -> None:
    state = position(phase="ready", seats=[merchant_skeletons(hand=8), seat()], regions={"1": TRIBE})
    state.apply("conquer 1")
    assert hand(state, 0, "skeletons") == 5
    assert tokens(state, 1) == 3 and not region(state, 1).get("tribe")
    assert turn_state(state, "nonempty_conquered") == 1


@pytest.mark.rule("SW-EX-6")
def test_example_6_four_tokens_drive_out_two_elves_and_none_is_lost() -> None:
    state = position(
        phase="conquest",
        seats=[merchant_skeletons(hand=5), seat(active("elves", "hill"))],
        regions={"1": held(0, "skeletons", 3), "2": held(1, "elves", 2)},
        turn_state={"nonempty_conquered": 1},
    )
    state.apply("conquer 2")
    assert hand(state, 0, "skeletons") == 1 and tokens(state, 2) == 4
    assert hand(state, 1, "elves") == 2 and tray(state, "elves") == 11 - 2
    assert turn_state(state, "nonempty_conquered") == 2


@pytest.mark.rule("SW-EX-7")
@pytest.mark.parametrize("face", [0, 1, 2, 3])
def test_example_7_a_mountain_two_tokens_too_dear_falls_on_a_two_or_three(face: int) -> None:
    before = position(
        phase="conquest",
        seats=[merchant_skeletons(hand=1), seat()],
        regions={"1": held(0, "skeletons", 3), "2": held(0, "skeletons", 4)},
        turn_state={"nonempty_conquered": 2},
    )
    assert 3 in legal(before, "conquer")
    state = rolled(before, "conquer 3", face)
    assert state.phase == "deploy"
    if face >= 2:
        # 3 + 4 + 1 on the map and the bonus of EX-8, all but one a region taken up again
        assert region(state, 3)["race"] == "skeletons" and tokens(state, 3) == 1
        assert hand(state, 0, "skeletons") == 3 + 4 + 1 + 1 - 3
        assert turn_state(state, "nonempty_conquered") == 2
    else:
        assert not region(state, 3)
        assert hand(state, 0, "skeletons") == 3 + 4 + 1 + 1 - 2
        assert legal(state, "deploy") == [1, 2]


def skeletons_with_three_regions() -> swenv.State:
    return position(
        phase="conquest",
        seats=[merchant_skeletons(), seat()],
        regions={"1": held(0, "skeletons", 3), "2": held(0, "skeletons", 4), "3": held(0, "skeletons", 1)},
        turn_state={"nonempty_conquered": 2},
    )


@pytest.mark.rule("SW-EX-8")
@pytest.mark.parametrize("layout", [(1, 1, 7), (1, 7, 1), (7, 1, 1), (3, 3, 3), (2, 3, 4)])
def test_example_8_one_skeleton_joins_and_nine_are_laid_out_freely(layout: tuple[int, int, int]) -> None:
    state = skeletons_with_three_regions()
    assert tray(state, "skeletons") == 12
    state.apply("finish")
    assert tray(state, "skeletons") == 11
    assert hand(state, 0, "skeletons") + 3 == 9
    assert legal(state, "deploy") == [1, 2, 3]
    play(
        state,
        *(f"deploy {number}" for number, count in zip((1, 2, 3), layout, strict=True) for _ in range(count - 1)),
    )
    assert tuple(tokens(state, number) for number in (1, 2, 3)) == layout
    assert state.turn == 1


@pytest.mark.rule("SW-EX-9")
def test_example_9_merchant_skeletons_in_three_regions_score_six() -> None:
    state = play(skeletons_with_three_regions(), "finish", "deploy_rest 3")
    assert coins(state) == [5 + 6, 5]


@pytest.mark.rule("SW-EX-10")
def test_example_10_hill_tritons_and_declined_skeletons_score_eight() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("tritons", "hill"), declined("skeletons")), seat()],
        regions={str(number): held(0, "tritons") for number in (0, 1, 3, 4)}
        | {str(number): held(0, "skeletons") for number in (2, 5, 8)},
    )
    state.apply("finish")
    assert coins(state)[0] == 5 + 4 + 1 + 3


@pytest.mark.rule("SW-EX-11")
def test_example_11_hill_tritons_decline_and_the_skeletons_leave() -> None:
    layout = {0: 3, 1: 2, 3: 4, 4: 1}
    state = position(
        seats=[seat(active("tritons", "hill"), declined("skeletons")), WAITING],
        regions={str(number): held(0, "tritons", count) for number, count in layout.items()}
        | {str(number): held(0, "skeletons") for number in (2, 5, 8)},
    )
    assert tray(state, "tritons") == 11 - 10
    state.apply("decline")
    assert coins(state)[0] == 5 + 4
    assert tray(state, "skeletons") == 20 and state.to_position()["race_stack"][-1] == "skeletons"
    assert all(not region(state, number) for number in (2, 5, 8))
    assert race(state, 0, "tritons")["status"] == "decline" and hand(state, 0, "tritons") == 0
    assert [tokens(state, number) for number in layout] == [1, 1, 1, 1]
    assert tray(state, "tritons") == 1 + 6
    assert state.to_position()["discarded_powers"] == ["hill"]


# Losses and withdrawal


@pytest.mark.rule("SW-EX-12")
def test_example_12_two_of_three_humans_withdraw_to_the_region_that_is_left() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "hill", hand=6)), seat(active("humans", "swamp"))],
        regions={"0": held(1, "humans", 3), "4": held(1, "humans", 2), "1": held(0, "ratmen")},
    )
    state.apply("conquer 0")
    assert tokens(state, 0) == 5 and hand(state, 0, "ratmen") == 1
    assert tray(state, "humans") == 10 - 5 + 1 and hand(state, 1, "humans") == 2
    play(state, "finish", "deploy_rest 0")
    assert state.phase == "withdrawn" and (state.turn, state.to_act) == (0, 1)
    assert legal(state, "deploy") == legal(state, "deploy_rest") == [4]
    state.apply("deploy_rest 4")
    assert tokens(state, 4) == 4 and hand(state, 1, "humans") == 0
    assert state.turn == 1


@pytest.mark.rule("SW-EX-13")
def test_example_13_driven_out_of_two_regions_three_tokens_wait_in_hand() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "hill", hand=9)), seat(active("humans", "swamp"))],
        regions={"0": held(1, "humans", 3), "4": held(1, "humans", 2), "1": held(0, "ratmen")},
    )
    state.apply("conquer 0")
    assert tokens(state, 0) == 5 and hand(state, 0, "ratmen") == 4
    state.apply("conquer 4")
    # no die was rolled, so the 4 tokens were used; the conquests are over and the 10 are taken up
    assert state.last_roll is None and state.phase == "deploy"
    assert hand(state, 0, "ratmen") == 10 - 3
    assert tray(state, "humans") == 10 - 5 + 2 and hand(state, 1, "humans") == 3
    state.apply("deploy_rest 0")
    assert (state.turn, state.to_act) == (1, 1), "nothing can be placed: B holds no region"
    assert hand(state, 1, "humans") == 3
    assert legal(state, "conquer") == [1, 4, 8], "entry regions, 0 is far too dear"


@pytest.mark.rule("SW-EX-14")
def test_example_14_a_lone_elf_withdraws_without_loss() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "hill", hand=4)), seat(active("elves", "swamp"))],
        regions={"0": held(1, "elves"), "4": held(1, "elves"), "1": held(0, "ratmen")},
    )
    state.apply("conquer 0")
    assert tokens(state, 0) == 3 and hand(state, 0, "ratmen") == 1
    play(state, "finish", "deploy_rest 0")
    assert legal(state, "deploy") == [4]
    state.apply("deploy 4")
    assert tokens(state, 4) == 2
    assert tray(state, "elves") == 11 - 2


# Die and Berserk


@pytest.mark.rule("SW-EX-15")
def test_example_15_the_die_bridges_one_two_or_three_tokens_and_no_more() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "hill", hand=2)), seat(active("humans", "swamp"))],
        regions={
            "0": held(0, "ratmen"),
            "3": held(0, "ratmen"),
            "2": held(1, "humans", 1),
            "4": held(1, "humans", 2),
            "5": held(1, "humans", 3),
            "1": held(1, "humans", 4),
        },
    )
    assert legal(state, "conquer") == [2, 4, 5], "their costs are 3, 4, 5; region 1 costs 6"
    chance = {}
    for number in (2, 4, 5):
        taken = {face: region(rolled(state, f"conquer {number}", face), number)["owner"] == 0 for face in set(DIE)}
        chance[number] = Fraction(sum(taken[face] for face in DIE), len(DIE))
    assert chance == {2: Fraction(1, 2), 4: Fraction(1, 3), 5: Fraction(1, 6)}


@pytest.mark.rule("SW-EX-16")
def test_example_16_a_failed_first_conquest_keeps_both_tokens_in_hand() -> None:
    before = position(
        seats=[seat(active("ratmen", "hill", hand=2)), seat(active("humans", "swamp"))],
        regions={str(number): held(1, "humans", 2) for number in (0, 1, 4, 8)},
    )
    assert legal(before, "conquer") == [0, 1, 4, 8]
    state = rolled(before, "conquer 0", 1)
    assert region(state, 0)["owner"] == 1 and tokens(state, 0) == 2
    assert hand(state, 0, "ratmen") == 2
    assert coins(state)[0] == 5 and state.turn == 1
    play(state, "finish", "deploy_rest 0")
    assert state.turn == 0 and state.round == 2
    assert legal(state, "conquer") == [1, 4, 8], (
        "First Conquest again; region 0 with 5 Humans is out of reach of the die"
    )


def berserk_in_region_4(number_in_hand: int, **regions: Any) -> swenv.State:
    return position(
        phase="conquest",
        seats=[seat(active("ratmen", "berserk", hand=number_in_hand)), seat(active("humans", "swamp"))],
        regions={"4": held(0, "ratmen"), "5": TRIBE, **regions},
    )


@pytest.mark.rule("SW-EX-17")
def test_example_17_a_berserk_roll_of_two_makes_the_lost_tribe_cost_one() -> None:
    state = rolled(berserk_in_region_4(4), "roll", 2)
    assert turn_state(state, "pending_roll") == 2
    state.apply("conquer 5")
    assert tokens(state, 5) == 1 and hand(state, 0, "ratmen") == 3
    assert legal(state, "roll") == [0]


@pytest.mark.rule("SW-EX-18")
def test_example_18_a_berserk_roll_of_three_still_costs_one_token() -> None:
    state = rolled(berserk_in_region_4(4), "roll", 3)
    state.apply("conquer 5")
    assert tokens(state, 5) == 1 and hand(state, 0, "ratmen") == 3


@pytest.mark.rule("SW-EX-19")
def test_example_19_a_berserk_roll_that_affords_nothing_ends_the_conquests() -> None:
    before = berserk_in_region_4(1, **{"0": held(1, "humans", 2)})
    state = rolled(before, "roll", 1)
    assert state.phase == "deploy" and legal(state, "conquer") == []
    assert hand(state, 0, "ratmen") == 1 and legal(state, "deploy") == [4]
    state.apply("deploy 4")
    assert tokens(state, 4) == 2 and state.turn == 1


# Cost


@pytest.mark.rule("SW-EX-20")
def test_example_20_commando_tritons_take_a_coastal_farmland_with_one_token() -> None:
    state = position(phase="ready", seats=[seat(active("tritons", "commando", hand=10)), seat()])
    state.apply("conquer 0")
    assert tokens(state, 0) == 1 and hand(state, 0, "tritons") == 9


@pytest.mark.rule("SW-EX-21")
def test_example_21_mounted_pays_less_on_a_hill_and_not_in_a_forest() -> None:
    state = position(phase="ready", seats=[seat(active("ratmen", "mounted", hand=13)), seat()], regions={"1": TRIBE})
    assert tokens(play(state.copy(), "conquer 1"), 1) == 2 + 1 - 1
    assert tokens(play(state.copy(), "conquer 4"), 4) == 2


@pytest.mark.rule("SW-EX-22")
def test_example_22_giants_pay_less_only_once_they_hold_the_mountain() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("giants", "swamp", hand=9)), seat()],
        regions={"4": held(0, "giants"), "5": TRIBE},
    )
    assert tokens(play(state.copy(), "conquer 5"), 5) == 3
    state.apply("conquer 3")
    assert tokens(state, 3) == 3
    state.apply("conquer 5")
    assert tokens(state, 5) == 3 - 1


@pytest.mark.rule("SW-EX-23")
def test_example_23_underworld_giants_reach_the_other_cavern_and_add_both_discounts() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("giants", "underworld", hand=4)), seat(active("humans", "swamp"))],
        regions={"3": held(0, "giants"), "8": held(1, "humans", 2)},
    )
    assert 8 in legal(state, "conquer")
    state.apply("conquer 8")
    assert tokens(state, 8) == 2 + 2 - 1 - 1 and hand(state, 0, "giants") == 2


@pytest.mark.rule("SW-EX-24")
def test_example_24_a_fortified_troll_on_a_mountain_costs_six_and_leaves_nothing_behind() -> None:
    state = position(
        num_players=3,
        phase="conquest",
        seats=[
            seat(active("orcs", "swamp", hand=6)),
            seat(active("ratmen", "hill")),
            seat(active("trolls", "fortified")),
        ],
        regions={
            "4": held(0, "orcs"),
            "3": held(2, "trolls", 1, lair=1, fortress=1),
            "5": held(1, "ratmen", 11),
        },
    )
    state.apply("conquer 3")
    assert state.last_roll is None, "6 tokens were enough"
    assert markers(state, 3) == {} and tray(state, "trolls") == 10 and hand(state, 2, "trolls") == 0
    state.apply("deploy_rest 3")
    assert tokens(state, 3) == 6 and state.turn == 1
    state.apply("conquer 3")
    assert tokens(state, 3) == 2 + 6 + 1 and hand(state, 1, "ratmen") == 11 - 1 - 9

    short = position(
        phase="conquest",
        seats=[seat(active("orcs", "swamp", hand=2)), seat(active("trolls", "fortified"))],
        regions={"4": held(0, "orcs"), "3": held(1, "trolls", 1, lair=1, fortress=1)},
    )
    assert 3 not in legal(short, "conquer"), "2 tokens are 4 short of 6, the die adds 3 at most"


@pytest.mark.rule("SW-EX-25")
def test_example_25_encampments_count_and_come_back_with_nobody() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("orcs", "swamp", hand=7)), seat(active("wizards", "bivouacking"))],
        regions={
            "5": held(0, "orcs"),
            "4": held(1, "wizards", 1, encampment=3),
            "0": held(1, "wizards", 2, encampment=2),
        },
    )
    state.apply("conquer 4")
    assert tokens(state, 4) == 6 and hand(state, 0, "orcs") == 1
    assert markers(state, 4) == {} and tray(state, "wizards") == 10 - 3 + 1
    play(state, "finish", "deploy_rest 4")
    assert state.phase == "withdrawn" and state.to_act == 1
    assert legal(state, "encamp") == [0]
    play(state, "encamp 0", "encamp 0", "encamp 0")
    assert markers(state, 0) == {"encampment": 5} and tokens(state, 0) == 2
    assert state.turn == 1


# Dragon and sorcery


@pytest.mark.rule("SW-EX-26")
def test_example_26_the_dragon_takes_a_trolls_mountain_fortress_with_one_token() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("orcs", "dragon_master", hand=1)), seat(active("trolls", "fortified"))],
        regions={
            "4": held(0, "orcs"),
            "3": held(1, "trolls", 2, lair=1, fortress=1),
            "5": held(1, "trolls", 3, lair=1),
        },
    )
    assert legal(state, "dragon") == [0, 3, 5]
    assert 3 not in legal(state, "conquer"), "the ordinary cost is 7"
    state.apply("dragon 3")
    assert tokens(state, 3) == 1 and markers(state, 3) == {"dragon": 1} and hand(state, 0, "orcs") == 0
    assert tray(state, "trolls") == 10 - 5 + 1 and hand(state, 1, "trolls") == 1
    state.apply("deploy 5")
    assert state.turn == 1 and tokens(state, 5) == 4
    assert 3 not in legal(state, "conquer"), "the dragon makes the region immune"
    with pytest.raises(swenv.IllegalAction) as refused:
        state.apply("conquer 3")
    assert refused.value.rule == "SW-CONQ-6"


@pytest.mark.rule("SW-EX-27")
def test_example_27_the_dragon_moves_on_and_only_its_new_region_is_immune() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("orcs", "dragon_master", hand=1)), seat(active("humans", "swamp"))],
        regions={"3": held(0, "orcs", 2, dragon=1), "5": TRIBE, "4": held(1, "humans", 6)},
    )
    state.apply("dragon 5")
    assert tokens(state, 5) == 1 and markers(state, 5) == {"dragon": 1} and markers(state, 3) == {}
    state.apply("deploy 3")
    assert tokens(state, 3) == 2 and state.turn == 1
    targets = legal(state, "conquer")
    assert 3 in targets and 5 not in targets


@pytest.mark.rule("SW-EX-28")
def test_example_28_sorcery_takes_a_lone_troll_behind_its_lair() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("sorcerers", "swamp", hand=1)), seat(active("trolls", "hill"))],
        regions={"4": held(0, "sorcerers"), "3": held(1, "trolls", 1, lair=1)},
    )
    state.apply("convert 3")
    assert tray(state, "trolls") == 10
    assert region(state, 3)["race"] == "sorcerers" and tokens(state, 3) == 1 and markers(state, 3) == {}
    assert hand(state, 0, "sorcerers") == 1 and tray(state, "sorcerers") == 18 - 2 - 1
    assert turn_state(state, "converted") == [1] and turn_state(state, "attacked") == [1]


@pytest.mark.rule("SW-EX-29")
def test_example_29_camps_company_and_decline_protect_from_sorcery() -> None:
    state = position(
        num_players=3,
        phase="conquest",
        seats=[
            seat(active("sorcerers", "swamp", hand=3)),
            seat(active("wizards", "bivouacking")),
            seat(active("orcs", "hill"), declined("ghouls")),
        ],
        regions={
            "4": held(0, "sorcerers"),
            "0": held(1, "wizards", 1, encampment=1),
            "3": held(2, "orcs", 2),
            "5": held(2, "ghouls", 1),
        },
    )
    assert legal(state, "convert") == []


@pytest.mark.rule("SW-EX-30")
@pytest.mark.parametrize(("in_play", "targets"), [(18, []), (17, [3])])
def test_example_30_sorcery_needs_a_sorcerer_in_the_tray(in_play: int, targets: list[int]) -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("sorcerers", "swamp", hand=in_play - 1)), seat(active("trolls", "hill"))],
        regions={"4": held(0, "sorcerers"), "3": held(1, "trolls", 1, lair=1)},
    )
    assert tray(state, "sorcerers") == 18 - in_play
    assert legal(state, "convert") == targets


# Amazons, Skeletons


@pytest.mark.rule("SW-EX-31")
def test_example_31_four_amazons_stand_aside_and_come_back_when_readied() -> None:
    state = position(phase="pick", seats=[seat(), WAITING], column=[{"race": "amazons", "power": "hill"}])
    state.apply("pick 0")
    assert hand(state, 0, "amazons") == 6 + 4 + 4
    five = (0, 1, 2, 4, 5)
    play(state, *(f"conquer {number}" for number in five))
    assert [tokens(state, number) for number in five] == [2] * 5 and hand(state, 0, "amazons") == 4
    play(state, "finish", *(f"deploy {number}" for number in five))
    assert [tokens(state, number) for number in five] == [2] * 5
    assert hand(state, 0, "amazons") == race(state, 0, "amazons")["reserve"] == 4
    play(state, "finish")  # the other seat
    assert state.turn == 0
    state.apply("conquer 3")
    assert [tokens(state, number) for number in five] == [1] * 5
    assert tokens(state, 3) == 3 and hand(state, 0, "amazons") == 9 - 3


@pytest.mark.rule("SW-EX-32")
def test_example_32_seven_amazons_in_five_regions_give_up_two() -> None:
    five = (0, 1, 2, 3, 4)
    state = position(
        phase="conquest",
        seats=[seat(active("amazons", "mounted")), WAITING],
        regions={str(number): held(0, "amazons", count) for number, count in zip(five, (2, 2, 1, 1, 1), strict=True)},
    )
    state.apply("finish")
    assert {str(state.game.action(index)) for index in state.legal_actions()} == {f"abandon {r}" for r in five}
    play(state, "abandon 0", "abandon 3")
    assert [tokens(state, number) for number in five] == [0, 1, 1, 0, 1]
    assert hand(state, 0, "amazons") == race(state, 0, "amazons")["reserve"] == 4
    assert coins(state)[0] == 5 + 3 and state.turn == 1


@pytest.mark.rule("SW-EX-33")
def test_example_33_three_amazons_cannot_keep_their_only_region() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("amazons", "swamp")), WAITING],
        regions={"0": held(0, "amazons", 3)},
    )
    play(state, "finish", "abandon 0")
    assert not region(state, 0) and hand(state, 0, "amazons") == 3
    assert coins(state)[0] == 5 and state.turn == 1
    play(state, "finish")
    assert legal(state, "conquer") == [0, 1, 4, 8]
    state.apply("conquer 0")
    assert hand(state, 0, "amazons") == 3 - 2


@pytest.mark.rule("SW-EX-34")
def test_example_34_five_nonempty_conquests_bring_two_skeletons() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("skeletons", "merchant")), seat()],
        regions={str(number): held(0, "skeletons", 2) for number in (0, 1, 2, 3, 4, 5, 8)},
        turn_state={"nonempty_conquered": 5},
    )
    assert tray(state, "skeletons") == 6
    state.apply("finish")
    assert tray(state, "skeletons") == 4 and hand(state, 0, "skeletons") == 14 + 2 - 7


@pytest.mark.rule("SW-EX-35")
def test_example_35_the_tray_limits_the_skeletons() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("skeletons", "merchant")), seat()],
        regions={"0": held(0, "skeletons", 10), "1": held(0, "skeletons", 9)},
        turn_state={"nonempty_conquered": 4},
    )
    assert tray(state, "skeletons") == 1
    state.apply("finish")
    assert tray(state, "skeletons") == 0 and hand(state, 0, "skeletons") == 19 + 1 - 2


# Score


@pytest.mark.rule("SW-EX-36")
def test_example_36_pillaging_orcs_are_paid_twice_for_each_nonempty_conquest() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("orcs", "pillaging")), seat()],
        regions={str(number): held(0, "orcs") for number in (0, 1, 2, 3)},
        turn_state={"nonempty_conquered": 3},
    )
    state.apply("finish")
    assert coins(state)[0] == 5 + 4 + 3 + 3


@pytest.mark.rule("SW-EX-37")
def test_example_37_dwarves_are_paid_for_their_mines_in_decline_too() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("dwarves", "merchant")), WAITING],
        regions={str(number): held(0, "dwarves") for number in (3, 4, 5)},
        column=[{"race": "elves", "power": "hill"}],
    )
    state.apply("finish")
    assert coins(state)[0] == 5 + 8
    play(state, "finish", "decline")
    assert coins(state)[0] == 5 + 8 + 5
    play(state, "finish", "pick 0", "finish")
    assert coins(state)[0] == 5 + 8 + 5 + 5
    play(state, "finish", "finish")
    assert coins(state)[0] == 5 + 8 + 5 + 5 + 5


@pytest.mark.rule("SW-EX-38")
def test_example_38_fortresses_pay_while_active_and_defend_for_ever() -> None:
    five = (0, 1, 2, 3, 4)
    state = position(
        phase="conquest",
        seats=[seat(active("elves", "fortified")), seat(active("ratmen", "hill", hand=5))],
        regions={str(number): held(0, "elves", 1, fortress=int(number in (0, 1, 2))) for number in five},
    )
    state.apply("finish")
    assert legal(state, "fortify") == [3, 4]
    state.apply("fortify 3")
    assert coins(state)[0] == 5 + 5 + 4
    play(state, "finish", "decline")
    assert coins(state)[0] == 5 + 9 + 5
    assert [number for number in five if markers(state, number) == {"fortress": 1}] == [0, 1, 2, 3]
    state.apply("conquer 0")
    assert tokens(state, 0) == 2 + 1 + 1 and hand(state, 1, "ratmen") == 1


@pytest.mark.rule("SW-EX-39")
def test_example_39_wealthy_pays_seven_once() -> None:
    state = position(phase="pick", seats=[seat(), WAITING], column=[{"race": "elves", "power": "wealthy"}])
    play(state, "pick 0", "conquer 0", "conquer 1", "conquer 2", "conquer 4", "finish", "deploy_rest 0")
    assert coins(state)[0] == 5 + 11
    play(state, "finish", "finish", "deploy_rest 0")
    assert coins(state)[0] == 5 + 11 + 4


@pytest.mark.rule("SW-EX-40")
def test_example_40_the_alchemist_pays_two_until_he_declines() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("elves", "alchemist")), WAITING],
        regions={str(number): held(0, "elves") for number in (0, 1, 2)},
    )
    state.apply("finish")
    assert coins(state)[0] == 5 + 5
    play(state, "finish", "decline")
    assert coins(state)[0] == 5 + 5 + 3


# Decline


@pytest.mark.rule("SW-EX-41")
def test_example_41_a_stout_race_scores_and_declines_in_one_turn() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("elves", "stout"), declined("humans")), WAITING],
        regions={str(number): held(0, "elves") for number in (0, 1, 2, 4)}
        | {str(number): held(0, "humans") for number in (3, 5)},
    )
    state.apply("finish")
    assert state.phase == "stout" and coins(state)[0] == 5 + 6
    state.apply("decline")
    assert race_names(state, 0) == ["elves"] and race(state, 0, "elves")["status"] == "decline"
    assert state.to_position()["race_stack"][-1] == "humans" and tray(state, "humans") == 10
    assert [tokens(state, number) for number in (0, 1, 2, 4, 3, 5)] == [1, 1, 1, 1, 0, 0]
    assert coins(state)[0] == 5 + 6 and state.turn == 1
    play(state, "finish")
    assert state.turn == 0 and state.phase == "pick"


@pytest.mark.rule("SW-EX-42")
def test_example_42_a_spirit_race_outlives_the_next_decline() -> None:
    x, y, z = (1, 2), (3, 4, 6), (8, 9, 10, 13)
    lands = {
        "humans": [str(number) for number in x],
        "elves": [str(number) for number in y],
        "tritons": [str(number) for number in z],
    }
    state = position(
        map=None,
        seats=[seat(active("elves", "spirit"), declined("humans")), WAITING],
        regions={number: held(0, name) for name in ("humans", "elves") for number in lands[name]},
    )
    state.apply("decline")
    assert coins(state)[0] == 5 + 5
    assert [tokens(state, number) for number in (*x, *y)] == [1] * 5
    assert race(state, 0, "elves")["power"] == "spirit"

    state = position(
        map=None,
        seats=[seat(active("tritons", "hill"), declined("humans"), declined("elves", "spirit")), WAITING],
        regions={number: held(0, name) for name, numbers in lands.items() for number in numbers},
    )
    state.apply("decline")
    assert coins(state)[0] == 5 + 7
    assert [tokens(state, number) for number in x] == [0, 0]
    assert [tokens(state, number) for number in (*y, *z)] == [1] * 7
    assert sorted(race_names(state, 0)) == ["elves", "tritons"]


@pytest.mark.rule("SW-EX-43")
def test_example_43_ghouls_decline_with_all_tokens_and_conquer_on() -> None:
    state = position(
        seats=[seat(active("ghouls", "alchemist")), WAITING],
        regions={
            "4": held(0, "ghouls", 4),
            "0": held(0, "ghouls", 3),
            "1": held(0, "ghouls", 2),
            "5": TRIBE,
        },
        column=[{"race": "elves", "power": "hill"}],
    )
    state.apply("decline")
    assert [tokens(state, number) for number in (4, 0, 1)] == [4, 3, 2] and coins(state)[0] == 5 + 3
    play(state, "finish", "pick 0")
    assert state.phase == "ghoul_ready" and hand(state, 0, "ghouls") == 6
    state.apply("conquer 2")
    assert hand(state, 0, "ghouls") == 6 - 2
    state.apply("conquer 5")
    assert hand(state, 0, "ghouls") == 6 - 2 - 3 == 1
    state.apply("finish")
    assert state.phase == "ghoul_deploy" and legal(state, "deploy") == [0, 1, 2, 4, 5]
    assert hand(state, 0, "ghouls") == 9 - 5
    play(state, "deploy_rest 2", "finish")
    assert [tokens(state, number) for number in (0, 1, 2, 4, 5)] == [1, 1, 5, 1, 1]
    assert coins(state)[0] == 5 + 3 + 5


@pytest.mark.rule("SW-EX-44")
def test_example_44_ghouls_in_decline_withdraw_like_an_active_race() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("orcs", "swamp", hand=6)), seat(declined("ghouls"))],
        regions={"5": held(0, "orcs"), "4": held(1, "ghouls", 3), "0": held(1, "ghouls", 1)},
    )
    state.apply("conquer 4")
    assert tokens(state, 4) == 5 and hand(state, 0, "orcs") == 1
    assert tray(state, "ghouls") == 10 - 4 + 1
    play(state, "finish", "deploy_rest 4")
    assert state.phase == "withdrawn" and state.to_act == 1
    state.apply("deploy_rest 0")
    assert tokens(state, 0) == 3


@pytest.mark.rule("SW-EX-45")
def test_example_45_peace_is_for_those_whose_active_race_was_left_alone() -> None:
    state = position(
        num_players=3,
        phase="conquest",
        seats=[
            seat(active("ratmen", "diplomat", hand=6), declined("elves")),
            seat(active("orcs", "swamp")),
            seat(active("humans", "hill"), declined("ghouls")),
        ],
        regions={
            "0": held(0, "ratmen"),
            "2": held(0, "elves"),
            "1": held(1, "orcs"),
            "4": held(2, "ghouls"),
            "5": held(2, "ghouls", 5),
            "3": held(2, "humans", 7),
        },
    )
    play(state, "conquer 1", "conquer 4", "deploy_rest 0")
    assert state.phase == "peace" and legal(state, "peace") == [2]
    state.apply("peace 2")
    play(state, "finish")  # B has nothing left
    assert state.turn == 2
    assert 4 in legal(state, "conquer"), "the Ghouls in decline are not bound"
    state.apply("finish")
    assert state.phase == "ghoul_deploy"
    state.apply("deploy_rest 5")
    assert state.phase == "ready"
    assert legal(state, "conquer") == [2, 5], "A's race in decline and the own Ghouls, but not A's Ratmen in 4"
    with pytest.raises(swenv.IllegalAction) as refused:
        state.apply("conquer 4")
    assert refused.value.rule == "SW-CONQ-7"


@pytest.mark.rule("SW-EX-46")
def test_example_46_the_lake_is_conquered_kept_in_decline_and_out_of_reach_of_others() -> None:
    start = {
        "phase": "conquest",
        "regions": {"2": held(0, "elves"), "3": held(1, "ratmen", 6)},
        "column": [{"race": "orcs", "power": "hill"}],
    }

    def seats(in_hand: int) -> list[dict[str, Any]]:
        return [seat(active("elves", "seafaring", hand=in_hand)), seat(active("ratmen", "commando"))]

    assert hand(play(position(seats=seats(3), **start), "conquer 6"), 0, "elves") == 3 - 2
    state = position(seats=seats(2), **start)
    state.apply("conquer 6")
    assert state.last_roll is None and region(state, 6)["owner"] == 0
    state.apply("deploy 6")
    assert coins(state)[0] == 5 + 2 and state.turn == 1
    assert 2 in legal(state, "conquer") and 6 not in legal(state, "conquer")
    play(state, "finish", "deploy_rest 3", "decline")
    assert tokens(state, 6) == 1 and coins(state)[0] == 7 + 2
    assert 2 in legal(state, "conquer") and 6 not in legal(state, "conquer")
    play(state, "finish", "deploy_rest 3", "pick 0", "finish")
    assert tokens(state, 6) == 1 and coins(state)[0] == 9 + 2


# Reach


@pytest.mark.rule("SW-EX-47")
def test_example_47_a_flying_race_enters_any_land_region() -> None:
    state = position(phase="ready", seats=[seat(active("ratmen", "flying", hand=13)), seat()])
    assert legal(state, "conquer") == [0, 1, 2, 3, 4, 5, 8]


@pytest.mark.rule("SW-EX-48")
def test_example_48_a_standard_race_enters_at_the_edge_or_from_a_sea() -> None:
    seats = [seat(active("ratmen", "hill", hand=12)), seat(active("elves", "seafaring"))]
    assert legal(position(phase="ready", seats=seats), "conquer") == [0, 1, 4, 8]
    occupied = position(phase="ready", seats=seats, regions={"7": held(1, "elves", 2)})
    assert legal(occupied, "conquer") == [0, 1, 4, 8]


# Markers


@pytest.mark.rule("SW-EX-49")
def test_example_49_halflings_dig_two_holes_in_a_life() -> None:
    state = position(
        phase="ready",
        seats=[seat(active("halflings", "pillaging", hand=11)), seat(active("ratmen", "commando"))],
        regions={"5": TRIBE, "8": held(1, "ratmen", 6), "2": held(1, "ratmen", 6)},
    )
    play(state, "conquer 5", "conquer 3", "conquer 4")
    assert [markers(state, number) for number in (5, 3, 4)] == [{"hole": 1}, {"hole": 1}, {}]
    assert [tokens(state, number) for number in (5, 3, 4)] == [3, 3, 2]
    assert race(state, 0, "halflings")["holes_placed"] == 2
    play(state, "finish", "deploy_rest 4")
    assert state.turn == 1
    assert not {3, 5} & set(legal(state, "conquer")), "both are next to 12 Ratmen, and immune"
    play(state, "finish", "deploy_rest 8")
    state.apply("abandon 5")
    assert not region(state, 5)
    state.apply("conquer 5")
    assert tokens(state, 5) == 2 and markers(state, 5) == {} and markers(state, 3) == {"hole": 1}


@pytest.mark.rule("SW-EX-50")
def test_example_50_with_one_region_one_hero_waits_in_hand() -> None:
    state = position(
        phase="conquest", seats=[seat(active("elves", "heroic")), WAITING], regions={"1": held(0, "elves", 2)}
    )
    play(state, "finish", "deploy 1")
    assert state.phase == "markers" and legal(state, "hero") == [1]
    state.apply("hero 1")
    assert markers(state, 1) == {"hero": 1} and state.turn == 1


@pytest.mark.rule("SW-EX-51")
def test_example_51_after_giving_up_all_regions_the_next_conquest_is_a_first_one() -> None:
    state = position(
        seats=[seat(active("ratmen", "hill")), seat()],
        regions={"1": held(0, "ratmen", 2), "2": held(0, "ratmen", 3)},
    )
    play(state, "abandon 1", "abandon 2")
    assert hand(state, 0, "ratmen") == 5 and not region(state, 1) and not region(state, 2)
    assert legal(state, "conquer") == [0, 1, 4, 8]
    state.apply("conquer 1")
    assert tokens(state, 1) == 2 and hand(state, 0, "ratmen") == 5 - 2


@pytest.mark.rule("SW-EX-52")
def test_example_52_a_race_with_nothing_left_expands_for_nothing_or_declines_for_less() -> None:
    state = position(
        seats=[seat(active("elves", "hill"), declined("humans")), WAITING],
        regions={str(number): held(0, "humans") for number in (3, 4, 5)},
    )
    assert sorted(str(state.game.action(index)) for index in state.legal_actions()) == ["decline", "finish"]
    assert coins(play(state.copy(), "finish"))[0] == 5 + 3
    state.apply("decline")
    assert coins(state)[0] == 5 and race_names(state, 0) == []
    assert all(not region(state, number) for number in (3, 4, 5))


@pytest.mark.rule("SW-EX-53")
def test_example_53_a_tie_goes_to_the_tokens_on_the_map() -> None:
    state = position(
        round=10,
        turn=1,
        phase="conquest",
        seats=[
            seat(active("humans", "hill"), coins=80),
            seat(active("amazons", "bivouacking", hand=4), coins=80 - 3),
        ],
        regions={
            "1": held(0, "humans", 9),
            "2": held(1, "amazons", 2),
            "3": held(1, "amazons", 2),
            "4": held(1, "amazons", 3),
        },
    )
    play(state, "finish", "deploy_rest 4", *["encamp 4"] * 5)
    assert state.is_over and coins(state) == [80, 80]
    assert tokens(state, 1) == 9 and sum(tokens(state, number) for number in (2, 3, 4)) == 7
    assert hand(state, 1, "amazons") == 4 and markers(state, 4) == {"encampment": 5}
    assert state.returns().tolist() == [1.0, -1.0]


# A race against its owner's other race, and the last token


@pytest.mark.rule("SW-EX-54")
@pytest.mark.parametrize(("power", "pay"), [("pillaging", 3), ("hill", 2)])
def test_example_54_the_own_race_in_decline_does_not_raise_the_price(power: str, pay: int) -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", power, hand=3), declined("tritons")), seat()],
        regions={"0": held(0, "ratmen"), "4": held(0, "tritons")},
    )
    state.apply("conquer 4")
    assert tokens(state, 4) == 2 and hand(state, 0, "ratmen") == 1
    assert tray(state, "tritons") == 11 and race_names(state, 0) == ["ratmen"]
    assert turn_state(state, "nonempty_conquered") == 1
    play(state, "finish", "deploy_rest 0")
    assert coins(state)[0] == 5 + pay


@pytest.mark.rule("SW-EX-55")
def test_example_55_an_empty_mountain_is_no_loot() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "pillaging", hand=7)), seat()],
        regions={"4": held(0, "ratmen"), "5": TRIBE},
    )
    play(state, "conquer 3", "conquer 5")
    assert tokens(state, 3) == 3 and tokens(state, 5) == 3 and hand(state, 0, "ratmen") == 1
    assert turn_state(state, "nonempty_conquered") == 1
    play(state, "finish", "deploy_rest 4")
    assert coins(state)[0] == 5 + 3 + 1


@pytest.mark.rule("SW-EX-56")
def test_example_56_a_banner_that_returns_fills_the_empty_row() -> None:
    rows = [
        {"race": "amazons", "power": "alchemist"},
        {"race": "dwarves", "power": "berserk"},
        {"race": "elves", "power": "bivouacking"},
        {"race": "giants", "power": "commando"},
        {"race": "halflings", "power": "diplomat"},
    ]
    state = position(
        num_players=5,
        phase="conquest",
        column=rows,
        race_stack=[],
        power_stack=["stout", "swamp", "flying", "forest", "fortified", "heroic", "mounted", "wealthy"],
        discarded_powers=["seafaring", "underworld"],
        seats=[
            seat(active("ratmen", "hill", hand=6), declined("ghouls")),
            seat(active("orcs", "merchant"), declined("humans")),
            seat(active("skeletons", "pillaging"), declined("sorcerers")),
            seat(active("tritons", "spirit"), declined("trolls")),
            seat(active("wizards", "dragon_master")),
        ],
        regions={
            "0": held(0, "ratmen"),
            "2": held(0, "ghouls"),
            "3": held(2, "sorcerers"),
            "4": held(1, "humans"),
            "8": held(3, "trolls", 1, lair=1),
        },
    )
    assert len(column(state)) == 5
    state.apply("conquer 4")
    assert race_names(state, 1) == ["orcs"] and tray(state, "humans") == 10
    assert [row[0] for row in column(state)[:5]] == [row["race"] for row in rows]
    assert column(state)[5:] == [("humans", "stout", 0)]
    assert state.to_position()["power_stack"][0] == "swamp" and state.to_position()["race_stack"] == []


@pytest.mark.rule("SW-EX-57")
@pytest.mark.parametrize("face", [0, 1, 2, 3])
def test_example_57_the_die_may_be_thrown_at_the_dearest_region(face: int) -> None:
    before = position(
        phase="conquest",
        seats=[seat(active("ratmen", "hill", hand=5)), seat(active("humans", "swamp"))],
        regions={"0": held(0, "ratmen"), "4": held(1, "humans", 6)},
    )
    assert legal(before, "conquer") == [1, 4], "an empty plain region of cost 2, and one of cost 8"
    state = rolled(before, "conquer 4", face)
    assert state.phase == "deploy" and legal(state, "conquer") == []
    if face == 3:
        assert region(state, 4)["owner"] == 0 and hand(state, 0, "ratmen") == 1 + 5 - 2
    else:
        assert region(state, 4)["owner"] == 1 and tokens(state, 4) == 6
        assert hand(state, 0, "ratmen") == 5 and legal(state, "deploy") == [0]


@pytest.mark.rule("SW-EX-58")
def test_example_58_sorcery_takes_even_an_elf() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("sorcerers", "swamp", hand=2)), seat(active("elves", "hill"))],
        regions={"4": held(0, "sorcerers"), "0": held(1, "elves")},
    )
    state.apply("convert 0")
    assert tray(state, "elves") == 11 and hand(state, 1, "elves") == 0
    assert region(state, 0)["race"] == "sorcerers"
