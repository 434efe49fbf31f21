"""Losses and withdrawal (SW-LOSS), and the layout at the end of the conquests (SW-REDEP)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import markers, position, tray, verbs

import swenv
from support import TRIBE, active, declined, held, legal, play, race, region, rolled, seat, tokens


def attacked(
    hand: int,
    regions: dict[int, Any],
    *others: dict[str, Any],
    power: str = "swamp",
    players: int = 2,
    **fields: Any,
) -> swenv.State:
    """Seat 0 conquers with Ratmen; `others` are the races of seat 1."""
    rest = fields.pop("rest", [])
    return position(
        players,
        phase="conquest",
        seats=[seat(active("ratmen", power, hand=hand), coins=0), seat(*others), *rest],
        regions=regions,
        **fields,
    )


@pytest.mark.rule("SW-LOSS-1")
def test_one_token_is_lost_and_the_others_withdraw() -> None:
    # SW-EX-12
    state = attacked(
        6, {1: held(0, "ratmen"), 0: held(1, "humans", 3), 4: held(1, "humans", 2)}, active("humans", "hill")
    )
    assert tray(state, "humans") == 5
    play(state, "conquer 0")
    assert (race(state, 0, "ratmen")["hand"], race(state, 1, "humans")["hand"], tray(state, "humans")) == (
        1,
        2,
        6,
    )
    play(state, "finish", "deploy_rest 0")
    assert (state.phase, state.to_act, legal(state, "deploy")) == ("withdrawn", 1, [4])
    play(state, "deploy_rest 4")
    assert tokens(state, 4) == 4


@pytest.mark.rule("SW-LOSS-2")
@pytest.mark.parametrize("defender", [active("humans", "hill"), declined("humans")])
def test_a_lone_token_is_lost(defender: dict[str, Any]) -> None:
    regions = {1: held(0, "ratmen"), 0: held(1, "humans"), 4: held(1, "humans")}
    state = play(attacked(6, regions, defender), "conquer 0")
    assert tray(state, "humans") == 9
    play(state, "finish", "deploy_rest 0")
    assert (state.turn, tokens(state, 4)) == (1, 1)


@pytest.mark.rule("SW-LOSS-3")
def test_active_elves_lose_nothing() -> None:
    regions = {1: held(0, "ratmen"), 0: held(1, "elves", 2), 4: held(1, "elves")}
    state = play(attacked(6, regions, active("elves", "hill")), "conquer 0")
    assert (race(state, 1, "elves")["hand"], tray(state, "elves")) == (2, 8)
    play(state, "finish", "deploy_rest 0", "deploy_rest 4")
    assert tokens(state, 4) == 3


@pytest.mark.rule("SW-LOSS-3")
def test_sorcery_takes_even_an_elf() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("sorcerers", "swamp", hand=2)), seat(active("elves", "hill"))],
        regions={4: held(0, "sorcerers"), 0: held(1, "elves"), 1: held(1, "elves")},
    )
    play(state, "convert 0")
    assert (race(state, 1, "elves").get("hand", 0), tray(state, "elves")) == (0, 10)


@pytest.mark.rule("SW-LOSS-4")
def test_a_tribe_is_removed_from_the_game() -> None:
    state = attacked(3, {4: held(0, "ratmen"), 5: TRIBE}, active("orcs", "hill"))
    play(state, "conquer 5", "deploy_rest 4")
    assert sum(found.get("tribe", 0) for found in state.to_position()["regions"].values()) == 0
    # Abandoned later, the region is empty: it costs 2 again.
    play(state, "decline")
    play(state, "abandon 5", "conquer 5")
    assert tokens(state, 5) == 2


@pytest.mark.rule("SW-LOSS-5")
def test_fortress_and_lair_are_removed_and_not_inherited() -> None:
    regions = {4: held(0, "ratmen"), 3: held(1, "trolls", 1, lair=1, fortress=1), 5: held(1, "trolls", 9)}
    state = play(attacked(8, regions, active("trolls", "fortified")), "conquer 3")
    assert (markers(state, 3), tokens(state, 3)) == ({}, 6)
    play(state, "finish", "deploy_rest 4", "conquer 3")
    assert tokens(state, 3) == 2 + 1 + 1


@pytest.mark.rule("SW-LOSS-5")
def test_a_conquered_fortress_can_be_built_again() -> None:
    # All six fortresses stand. One falls; its owner takes the region back and builds there.
    regions = {number: held(0, "orcs", 1, fortress=1) for number in (0, 1, 2, 3, 5)}
    state = position(
        turn=1,
        phase="conquest",
        seats=[seat(active("orcs", "fortified")), seat(active("ratmen", "swamp", hand=4))],
        regions={**regions, 4: held(0, "orcs", 4, fortress=1), 8: held(1, "ratmen")},
    )
    play(state, "conquer 5", "deploy_rest 8", "conquer 5", "deploy_rest 4")
    assert (state.phase, legal(state, "fortify")) == ("markers", [5])
    play(state, "fortify 5")
    assert region(state, 5)["markers"]["fortress"] == 1


@pytest.mark.rule("SW-LOSS-6")
def test_encampments_come_back_with_the_withdrawn_tokens() -> None:
    # SW-EX-25
    regions = {
        5: held(0, "ratmen"),
        4: held(1, "wizards", 1, encampment=3),
        0: held(1, "wizards", 2, encampment=2),
    }
    state = attacked(6, regions, active("wizards", "bivouacking"))
    play(state, "conquer 4", "deploy_rest 5")
    assert (state.phase, state.to_act, verbs(state), legal(state, "encamp")) == (
        "withdrawn",
        1,
        {"encamp"},
        [0],
    )
    play(state, "encamp 0", "encamp 0", "encamp 0")
    assert (region(state, 0)["tokens"], region(state, 0)["markers"]["encampment"]) == (2, 5)
    assert (state.turn, tray(state, "wizards")) == (1, 8)


@pytest.mark.rule("SW-LOSS-7")
def test_withdrawn_tokens_defend_nothing() -> None:
    # Two Humans withdraw from region 0; region 4 costs 2 + 2 for those that lie there, not more.
    regions = {1: held(0, "ratmen"), 0: held(1, "humans", 3), 4: held(1, "humans", 2)}
    state = attacked(10, regions, active("humans", "hill"))
    play(state, "conquer 0", "conquer 4")
    assert (tokens(state, 4), race(state, 0, "ratmen")["hand"]) == (4, 1)


@pytest.mark.rule("SW-LOSS-8")
def test_withdrawal_is_the_last_of_the_turn_and_goes_clockwise() -> None:
    state = position(
        3,
        turn=1,
        phase="conquest",
        seats=[
            seat(active("orcs", "hill")),
            seat(active("ratmen", "swamp", hand=10), coins=0),
            seat(active("humans", "flying")),
        ],
        regions={
            4: held(1, "ratmen"),
            0: held(0, "orcs", 2),
            1: held(0, "orcs"),
            3: held(2, "humans", 2),
            8: held(2, "humans"),
        },
    )
    play(state, "conquer 0", "conquer 3", "finish", "deploy_rest 4")
    assert (state.phase, state.turn, state.to_act, state.coins[1]) == ("withdrawn", 1, 2, 3)
    play(state, "deploy_rest 8")
    assert (state.phase, state.turn, state.to_act) == ("withdrawn", 1, 0)
    assert tokens(state, 8) == 2
    play(state, "deploy_rest 1")
    assert (state.turn, state.to_act, tokens(state, 1)) == (2, 2, 2)


@pytest.mark.rule("SW-LOSS-8")
def test_the_active_player_places_his_own_withdrawn_tokens_first() -> None:
    state = position(
        phase="conquest",
        seats=[
            seat(active("ratmen", "swamp", hand=7), declined("ghouls")),
            seat(active("orcs", "hill")),
        ],
        regions={
            4: held(0, "ratmen"),
            0: held(0, "ghouls", 3),
            1: held(0, "ghouls"),
            5: held(1, "orcs", 2),
            8: held(1, "orcs"),
        },
    )
    play(state, "conquer 0", "conquer 5", "finish", "deploy_rest 4")
    assert (state.phase, state.to_act, legal(state, "deploy")) == ("withdrawn", 0, [1])
    play(state, "deploy_rest 1")
    assert (state.phase, state.to_act, tokens(state, 1)) == ("withdrawn", 1, 3)


@pytest.mark.rule("SW-LOSS-9")
def test_all_withdrawn_tokens_go_to_regions_of_that_race_spread_at_will() -> None:
    # Regions 4 and 2 do not border region 0, and the owner's race in decline in region 8 gets nothing.
    regions = {
        1: held(0, "ratmen"),
        0: held(1, "humans", 4),
        4: held(1, "humans"),
        2: held(1, "humans"),
        8: held(1, "elves"),
    }
    state = attacked(6, regions, active("humans", "hill"), declined("elves"))
    play(state, "conquer 0", "deploy_rest 1")
    assert (verbs(state), legal(state, "deploy")) == ({"deploy", "deploy_rest"}, [2, 4])
    play(state, "deploy 2")
    assert (state.phase, verbs(state)) == ("withdrawn", {"deploy", "deploy_rest"})
    play(state, "deploy 4", "deploy 2")
    assert (state.turn, tokens(state, 2), tokens(state, 4), tokens(state, 8)) == (1, 3, 2, 1)


@pytest.mark.rule("SW-LOSS-10")
def test_a_race_driven_out_waits_in_hand_for_its_next_turn() -> None:
    # SW-EX-13
    regions = {1: held(0, "ratmen"), 0: held(1, "humans", 3), 4: held(1, "humans", 2)}
    state = attacked(9, regions, active("humans", "hill"))
    play(state, "conquer 0", "conquer 4", "deploy_rest 1")
    assert (state.turn, state.to_act, state.phase) == (1, 1, "choose")
    assert (race(state, 1, "humans")["hand"], tray(state, "humans")) == (3, 7)
    assert legal(state, "conquer") == [0, 4, 8]


@pytest.mark.rule("SW-LOSS-10")
def test_encampments_of_a_race_driven_out_wait_too() -> None:
    regions = {5: held(0, "ratmen"), 4: held(1, "wizards", 3, encampment=5)}
    state = attacked(10, regions, active("wizards", "bivouacking"))
    play(state, "conquer 4", "deploy_rest 5")
    assert (state.turn, race(state, 1, "wizards")["hand"]) == (1, 2)
    play(state, "conquer 0")
    assert (state.phase, legal(state, "encamp")) == ("deploy", [])
    play(state, "deploy_rest 0", *["encamp 0"] * 5)
    assert (region(state, 0)["markers"]["encampment"], state.turn) == (5, 0)


@pytest.mark.rule("SW-LOSS-11")
@pytest.mark.parametrize(("name", "lost"), [("humans", 2), ("elves", 0)])
def test_one_token_is_lost_for_each_region(name: str, lost: int) -> None:
    regions = {1: held(0, "ratmen"), 0: held(1, name, 3), 4: held(1, name, 2), 8: held(1, name)}
    state = attacked(9, regions, active(name, "hill"))
    before = tray(state, name)
    play(state, "conquer 0", "conquer 4", "deploy_rest 1")
    assert tray(state, name) - before == lost
    play(state, "deploy_rest 8")
    assert tokens(state, 8) == 6 - lost


# REDEPLOY


def skeletons(nonempty: int, regions: dict[int, Any], hand: int = 0) -> swenv.State:
    return position(
        phase="conquest",
        seats=[seat(active("skeletons", "swamp", hand=hand)), seat()],
        regions=regions,
        turn_state={"nonempty_conquered": nonempty},
    )


@pytest.mark.rule("SW-REDEP-1")
def test_the_skeleton_bonus_is_laid_out_with_the_other_tokens() -> None:
    # SW-EX-8: 3 + 4 + 1 on the map, two non-empty regions conquered.
    state = skeletons(2, {1: held(0, "skeletons", 3), 2: held(0, "skeletons", 4), 3: held(0, "skeletons")})
    assert tray(state, "skeletons") == 12
    play(state, "finish")
    assert (race(state, 0, "skeletons")["hand"], tray(state, "skeletons")) == (6, 11)
    play(state, "deploy_rest 3")
    assert [tokens(state, number) for number in (1, 2, 3)] == [1, 1, 7]


@pytest.mark.rule("SW-REDEP-2")
def test_any_layout_with_a_token_in_each_region_is_possible() -> None:
    # Regions 1 and 8 are far apart.
    def layout(*actions: str) -> list[int]:
        state = attacked(1, {1: held(0, "ratmen", 3), 8: held(0, "ratmen")})
        play(state, "finish")
        assert (state.phase, race(state, 0, "ratmen")["hand"], legal(state, "deploy")) == (
            "deploy",
            3,
            [1, 8],
        )
        play(state, *actions)
        assert state.turn == 1
        return [tokens(state, 1), tokens(state, 8)]

    assert layout("deploy_rest 8") == [1, 4]
    assert layout("deploy_rest 1") == [4, 1]
    assert layout("deploy 8", "deploy 1", "deploy 8") == [2, 3]


@pytest.mark.rule("SW-REDEP-2")
def test_tokens_cannot_be_kept_in_hand() -> None:
    state = attacked(1, {1: held(0, "ratmen", 3), 8: held(0, "ratmen")})
    play(state, "finish")
    for left in (3, 2, 1):
        assert (race(state, 0, "ratmen")["hand"], verbs(state)) == (left, {"deploy", "deploy_rest"})
        play(state, "deploy 1")
    assert state.turn == 1


@pytest.mark.rule("SW-REDEP-3")
def test_no_region_is_given_up_while_redeploying() -> None:
    state = attacked(1, {1: held(0, "ratmen", 3), 8: held(0, "ratmen")})
    play(state, "finish")
    assert legal(state, "abandon") == []
    with pytest.raises(swenv.IllegalAction):
        state.apply("abandon 8")
    assert (tokens(state, 1), tokens(state, 8)) == (1, 1)


@pytest.mark.rule("SW-REDEP-4")
def test_without_a_region_the_tokens_stay_in_hand_for_the_next_turn() -> None:
    state = attacked(5, {4: held(1, "humans")}, declined("humans"))
    play(state, "finish")
    assert (state.turn, state.coins[0], race(state, 0, "ratmen")["hand"]) == (1, 0, 5)
    play(state, "pick 0")
    while state.turn == 1:
        play(state, "finish")
    assert (state.phase, legal(state, "conquer")) == ("choose", [0, 1, 4, 8])


def amazons(hand: int, regions: dict[int, Any], power: str = "swamp") -> swenv.State:
    return position(
        phase="conquest", seats=[seat(active("amazons", power, hand=hand), coins=0), seat()], regions=regions
    )


@pytest.mark.rule("SW-REDEP-5")
def test_amazons_set_four_tokens_aside() -> None:
    state = amazons(4, {0: held(0, "amazons", 3), 4: held(0, "amazons", 3)})
    play(state, "finish")
    assert legal(state, "deploy") == [0, 4]
    play(state, *["deploy 0"] * 3, "deploy 4")
    assert state.turn == 1
    assert (tokens(state, 0), tokens(state, 4)) == (4, 2)
    entry = race(state, 0, "amazons")
    assert (entry["hand"], entry["reserve"]) == (4, 4)


@pytest.mark.rule("SW-REDEP-5")
def test_deploying_the_rest_leaves_the_four_aside() -> None:
    state = amazons(4, {0: held(0, "amazons", 3), 4: held(0, "amazons", 3)})
    play(state, "finish", "deploy_rest 4")
    assert (state.turn, tokens(state, 0), tokens(state, 4)) == (1, 1, 5)


@pytest.mark.rule("SW-REDEP-5")
def test_amazons_give_up_the_regions_they_have_no_token_for() -> None:
    # SW-EX-32: N = 7 and five regions, so B = 3.
    state = amazons(2, {number: held(0, "amazons") for number in (0, 1, 2, 4, 8)})
    play(state, "finish")
    assert (state.phase, verbs(state), legal(state, "abandon")) == ("deploy", {"abandon"}, [0, 1, 2, 4, 8])
    play(state, "abandon 1")
    assert verbs(state) == {"abandon"}
    play(state, "abandon 8")
    assert [tokens(state, number) for number in (0, 1, 2, 4, 8)] == [1, 0, 1, 1, 0]
    assert (state.turn, state.coins[0], race(state, 0, "amazons")["hand"]) == (1, 3, 4)


@pytest.mark.rule("SW-REDEP-5")
def test_three_amazons_hold_nothing_and_enter_again() -> None:
    # SW-EX-33: N = 3, so B = 0.
    state = position(
        phase="conquest",
        seats=[seat(active("amazons", "swamp", hand=2), coins=0), seat(active("orcs", "hill"))],
        regions={4: held(0, "amazons"), 8: held(1, "orcs")},
    )
    play(state, "finish", "abandon 4")
    assert (state.turn, state.coins[0], region(state, 4), race(state, 0, "amazons")["hand"]) == (1, 0, {}, 3)
    play(state, "decline")
    assert legal(state, "conquer") == [0, 1, 4, 8]
    play(state, "conquer 4")
    assert race(state, 0, "amazons")["hand"] == 1


@pytest.mark.rule("SW-REDEP-6")
def test_tokens_of_other_races_are_no_part_of_the_layout() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "swamp", hand=2), declined("ghouls")), seat()],
        regions={4: held(0, "ratmen"), 0: held(0, "ghouls", 4)},
    )
    play(state, "finish")
    assert (legal(state, "deploy"), race(state, 0, "ratmen")["hand"]) == ([4], 2)
    play(state, "deploy_rest 4")
    assert (tokens(state, 4), tokens(state, 0)) == (3, 4)


@pytest.mark.rule("SW-REDEP-6")
def test_ghouls_are_laid_out_among_themselves() -> None:
    state = position(
        phase="ghoul_conquest",
        seats=[seat(active("ratmen", "swamp"), declined("ghouls", hand=3)), seat()],
        regions={4: held(0, "ratmen", 2), 0: held(0, "ghouls", 2)},
    )
    play(state, "finish")
    assert (state.phase, legal(state, "deploy"), race(state, 0, "ghouls")["hand"]) == ("ghoul_deploy", [0], 4)


@pytest.mark.rule("SW-REDEP-4")
def test_a_failed_first_attempt_leaves_nothing_to_lay_out() -> None:
    state = attacked(1, {4: held(1, "humans")}, declined("humans"))
    after = rolled(state, "conquer 4", 1)
    assert (after.turn, race(after, 0, "ratmen")["hand"], tokens(after, 4)) == (1, 1, 1)
