"""The fourteen races (SW-RACE), claim by claim."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import declining, gain, markers, position, price, tray

import swenv
from support import TRIBE, active, declined, held, legal, play, race, region, rolled, seat, tokens


def conquering(
    name: str, power: str, hand: int, regions: dict[int, Any], *others: dict[str, Any], **fields: Any
) -> swenv.State:
    """Seat 0 conquers with that race; `others` are the races of seat 1, which has 5 coins, seat 0 none."""
    own = fields.pop("own", {})
    return position(
        phase="conquest",
        seats=[seat(active(name, power, hand=hand, **own), coins=0), seat(*others)],
        regions=regions,
        **fields,
    )


def decline_gain(races: list[dict[str, Any]], regions: dict[int, Any]) -> int:
    return int(declining(races, regions).coins[0])


def picked(name: str, power: str) -> swenv.State:
    column = [{"race": name, "power": power, "coins": 0}]
    return play(position(phase="pick", column=column, seats=[seat(), seat()]), "pick 0")


# Amazons


@pytest.mark.rule("SW-RACE-AMAZONS")
@pytest.mark.parametrize(("power", "start"), [("merchant", 12), ("fortified", 13), ("hill", 14), ("heroic", 15)])
def test_amazons_start_with_four_more_tokens(power: str, start: int) -> None:
    state = picked("amazons", power)
    assert (race(state, 0, "amazons")["hand"], tray(state, "amazons")) == (start, 15 - start)


@pytest.mark.rule("SW-RACE-AMAZONS")
def test_amazons_conquer_with_all_tokens_and_keep_four_off_the_map() -> None:
    # SW-EX-31: 14 tokens, five plain regions for 10; then 10 of them lie on the map and 4 wait.
    state = position(
        phase="ready",
        seats=[seat(active("amazons", "hill", hand=14), coins=0), seat(active("orcs", "swamp"))],
    )
    play(state, "conquer 0", "conquer 1", "conquer 2", "conquer 4", "conquer 5")
    assert race(state, 0, "amazons")["hand"] == 4
    play(state, "finish", *[f"deploy {number}" for number in (0, 1, 2, 4, 5)])
    assert [tokens(state, number) for number in (0, 1, 2, 4, 5)] == [2] * 5
    assert (race(state, 0, "amazons")["hand"], race(state, 0, "amazons")["reserve"]) == (4, 4)
    assert (state.turn, state.coins[0]) == (1, 5 + 1)
    # The next READY gives the four back: 5 + 4 in hand, of which mountain 3 takes three.
    play(state, "decline", "conquer 3")
    assert (race(state, 0, "amazons")["hand"], race(state, 0, "amazons")["reserve"]) == (9 - 3, 0)


@pytest.mark.rule("SW-RACE-AMAZONS")
def test_the_reserve_defends_nothing_and_is_not_withdrawn() -> None:
    state = position(
        turn=1,
        phase="conquest",
        seats=[seat(active("amazons", "hill", hand=4, reserve=4)), seat(active("orcs", "swamp", hand=7))],
        regions={0: held(0, "amazons", 2), 4: held(0, "amazons"), 8: held(1, "orcs"), 5: held(1, "orcs")},
    )
    play(state, "conquer 4")
    assert tokens(state, 4) == 3
    play(state, "conquer 0")
    # Both regions are gone: one token withdrawn, and the reserve beside it.
    assert (race(state, 0, "amazons")["hand"], race(state, 0, "amazons")["reserve"]) == (5, 4)
    beaten = position(
        turn=1,
        phase="conquest",
        seats=[seat(active("amazons", "hill", hand=4, reserve=4)), seat(active("orcs", "swamp", hand=4))],
        regions={0: held(0, "amazons", 2), 1: held(0, "amazons"), 4: held(1, "orcs", 2)},
    )
    play(beaten, "conquer 0", "deploy_rest 4")
    assert (beaten.phase, beaten.to_act) == ("withdrawn", 0)
    play(beaten, "deploy_rest 1")
    assert (beaten.turn, tokens(beaten, 1), race(beaten, 0, "amazons")["reserve"]) == (0, 2, 4)


@pytest.mark.rule("SW-RACE-AMAZONS")
@pytest.mark.parametrize(("owned", "reserve"), [(6, 4), (5, 4), (4, 4), (2, 2)])
def test_the_reserve_is_four_of_what_is_owned(owned: int, reserve: int) -> None:
    state = conquering("amazons", "hill", owned - 1, {4: held(0, "amazons")})
    play(state, "finish")
    while state.turn == 0:
        play(state, "deploy_rest 4" if legal(state, "deploy_rest") else "abandon 4")
    assert (race(state, 0, "amazons")["hand"], race(state, 0, "amazons")["reserve"]) == (reserve, reserve)
    assert tokens(state, 4) == owned - reserve


@pytest.mark.rule("SW-RACE-AMAZONS")
def test_the_reserve_goes_to_the_tray_at_the_decline() -> None:
    state = position(
        phase="choose",
        seats=[seat(active("amazons", "hill", hand=4, reserve=4)), seat()],
        regions={0: held(0, "amazons", 3)},
    )
    assert tray(play(state, "decline"), "amazons") == 14


# Dwarves


@pytest.mark.rule("SW-RACE-DWARVES")
@pytest.mark.parametrize(("places", "coins"), [([0, 4], 2), ([3, 4], 2 + 1), ([3, 5, 4], 3 + 2)])
def test_dwarves_get_a_coin_for_each_mine(places: list[int], coins: int) -> None:
    assert gain([active("dwarves", "hill")], {number: held(0, "dwarves") for number in places}) == coins


@pytest.mark.rule("SW-RACE-DWARVES")
def test_mines_keep_paying_in_decline() -> None:
    # SW-EX-37: three regions, two with mines: 8 with Merchant, 5 on the decline turn and after.
    regions = {number: held(0, "dwarves") for number in (3, 4, 5)}
    assert gain([active("dwarves", "merchant")], regions) == 3 + 3 + 2
    assert decline_gain([active("dwarves", "merchant")], regions) == 3 + 2
    later = {**regions, 0: held(0, "ratmen")}
    assert gain([active("ratmen", "hill"), declined("dwarves")], later) == 1 + 3 + 2
    assert gain([active("ratmen", "hill"), declined("dwarves", "spirit")], later) == 1 + 3 + 2
    assert decline_gain([active("ratmen", "hill"), declined("dwarves", "spirit")], later) == 1 + 3 + 2


# Elves


@pytest.mark.rule("SW-RACE-ELVES")
@pytest.mark.parametrize("count", [1, 3])
def test_no_elf_is_lost_with_a_region(count: int) -> None:
    regions = {4: held(0, "ratmen"), 0: held(1, "elves", count), 8: held(1, "elves")}
    state = play(conquering("ratmen", "swamp", count + 2, regions, active("elves", "hill")), "conquer 0")
    assert (race(state, 1, "elves")["hand"], tray(state, "elves")) == (count, 11 - count - 1)
    play(state, "deploy_rest 4", "deploy_rest 8")
    assert tokens(state, 8) == 1 + count


@pytest.mark.rule("SW-RACE-ELVES")
def test_sorcery_still_takes_an_elf() -> None:
    regions = {4: held(0, "sorcerers"), 0: held(1, "elves"), 8: held(1, "elves")}
    state = play(conquering("sorcerers", "swamp", 3, regions, active("elves", "hill")), "convert 0")
    assert (region(state, 0)["race"], race(state, 1, "elves")["hand"], tray(state, "elves")) == (
        "sorcerers",
        0,
        10,
    )


@pytest.mark.rule("SW-RACE-ELVES")
def test_an_elf_in_decline_is_lost() -> None:
    regions = {4: held(0, "ratmen"), 0: held(1, "elves"), 8: held(1, "elves")}
    state = play(conquering("ratmen", "swamp", 5, regions, declined("elves")), "conquer 0")
    assert (race(state, 1, "elves").get("hand", 0), tray(state, "elves")) == (0, 10)


# Ghouls


@pytest.mark.rule("SW-RACE-GHOULS")
def test_active_ghouls_have_no_benefit() -> None:
    state = conquering("ghouls", "swamp", 7, {4: held(0, "ghouls"), 0: held(1, "orcs", 2)}, active("orcs", "hill"))
    assert [price(state, number) for number in (0, 3, 5)] == [4, 3, 2]
    assert gain([active("ghouls", "hill")], {0: held(0, "ghouls"), 3: held(0, "ghouls")}, nonempty=2) == 2


@pytest.mark.rule("SW-RACE-GHOULS")
def test_ghouls_decline_whole_and_conquer_from_the_next_turn_on() -> None:
    # SW-EX-43
    state = position(
        phase="choose",
        seats=[seat(active("ghouls", "alchemist"), coins=0), seat(active("orcs", "swamp"))],
        regions={
            0: held(0, "ghouls", 4),
            4: held(0, "ghouls", 3),
            1: held(0, "ghouls", 2),
            5: TRIBE,
            8: held(1, "orcs"),
        },
        column=[{"race": "ratmen", "power": "mounted", "coins": 0}],
    )
    play(state, "decline")
    assert ([tokens(state, number) for number in (0, 4, 1)], state.coins[0]) == ([4, 3, 2], 3)
    play(state, "decline", "pick 0")
    assert (state.phase, race(state, 0, "ghouls")["hand"], legal(state, "abandon")) == (
        "ghoul_ready",
        6,
        [0, 1, 4],
    )
    play(state, "conquer 2", "conquer 5")
    assert (state.phase, race(state, 0, "ghouls")["hand"]) == ("ghoul_conquest", 1)
    play(state, "finish")
    assert (state.phase, race(state, 0, "ghouls")["hand"], legal(state, "deploy")) == (
        "ghoul_deploy",
        4,
        [0, 1, 2, 4, 5],
    )
    play(state, "deploy_rest 5")
    assert [tokens(state, number) for number in (0, 1, 2, 4, 5)] == [1, 1, 1, 1, 5]
    assert (state.phase, legal(state, "abandon")) == ("ready", [])
    purse = state.coins[0]
    play(state, "finish")
    assert (state.turn, state.coins[0] - purse) == (1, 5)


@pytest.mark.rule("SW-RACE-GHOULS")
def test_ghouls_may_abandon_and_then_enter_from_the_edge() -> None:
    state = position(
        phase="choose",
        seats=[seat(active("orcs", "hill"), declined("ghouls")), seat()],
        regions={2: held(0, "ghouls", 3), 8: held(0, "orcs")},
    )
    play(state, "abandon 2")
    assert (race(state, 0, "ghouls")["hand"], legal(state, "conquer")) == (3, [0, 1, 4, 8])
    play(state, "conquer 4")
    assert region(state, 4)["race"] == "ghouls"


@pytest.mark.rule("SW-RACE-GHOULS")
def test_ghouls_have_a_final_attempt_of_their_own() -> None:
    state = position(
        phase="ghoul_conquest",
        seats=[seat(active("orcs", "hill"), declined("ghouls", hand=1)), seat()],
        regions={4: held(0, "ghouls", 2), 8: held(0, "orcs", 3)},
    )
    after = rolled(state, "conquer 3", 2)
    assert (after.phase, region(after, 3)["race"], race(after, 0, "ghouls")["hand"]) == (
        "ghoul_deploy",
        "ghouls",
        1,
    )


@pytest.mark.rule("SW-RACE-GHOULS")
def test_ghouls_attack_anyone_even_the_owners_active_race() -> None:
    state = position(
        phase="ghoul_conquest",
        seats=[seat(active("orcs", "hill"), declined("ghouls", hand=9)), seat(active("elves", "swamp"))],
        regions={
            4: held(0, "ghouls"),
            0: held(0, "orcs", 3),
            3: held(1, "elves", 2),
            5: TRIBE,
            8: held(0, "orcs"),
        },
    )
    assert legal(state, "conquer") == [0, 3, 5]
    assert [price(state, number) for number in (0, 3, 5)] == [2, 5, 3]
    play(state, "conquer 0")
    assert (race(state, 0, "orcs")["hand"], tray(state, "orcs")) == (2, 7)


@pytest.mark.rule("SW-RACE-GHOULS")
def test_ghouls_do_not_act_on_a_decline_turn() -> None:
    spirit = [active("orcs", "hill"), declined("ghouls", "spirit")]
    state = position(
        phase="choose", seats=[seat(*spirit), seat()], regions={4: held(0, "ghouls", 4), 0: held(0, "orcs")}
    )
    play(state, "decline")
    assert (state.turn, tokens(state, 4)) == (1, 4)


@pytest.mark.rule("SW-RACE-GHOULS")
def test_ghouls_in_decline_withdraw_like_an_active_race() -> None:
    # SW-EX-44
    regions = {5: held(0, "ratmen"), 4: held(1, "ghouls", 3), 0: held(1, "ghouls")}
    state = conquering("ratmen", "swamp", 5, regions, active("orcs", "hill", hand=2), declined("ghouls"))
    play(state, "conquer 4")
    assert (race(state, 1, "ghouls")["hand"], race(state, 1, "orcs")["hand"], tray(state, "ghouls")) == (
        2,
        2,
        7,
    )
    play(state, "deploy_rest 5")
    assert (state.phase, state.to_act, legal(state, "deploy")) == ("withdrawn", 1, [0])
    play(state, "deploy_rest 0")
    assert tokens(state, 0) == 3


@pytest.mark.rule("SW-RACE-GHOULS")
@pytest.mark.parametrize(("name", "power"), [("tritons", "commando"), ("giants", "mounted"), ("orcs", "pillaging")])
def test_no_trait_or_power_of_the_active_race_helps_ghouls_and_their_conquests_do_not_count(
    name: str, power: str
) -> None:
    state = position(
        phase="ghoul_conquest",
        seats=[seat(active(name, power), declined("ghouls", hand=9)), seat()],
        regions={4: held(0, "ghouls"), 3: held(0, name), 5: TRIBE},
    )
    assert [price(state, number) for number in (0, 5)] == [2, 3]
    assert legal(state, "conquer") == [0, 3, 5]
    play(state, "conquer 5")
    assert state.to_position()["turn_state"]["nonempty_conquered"] == 0


@pytest.mark.rule("SW-RACE-GHOULS")
def test_ghouls_never_grow() -> None:
    state = position(
        phase="ghoul_conquest",
        seats=[seat(active("skeletons", "hill"), declined("ghouls", hand=8)), seat(declined("humans"))],
        regions={4: held(0, "ghouls"), 0: held(1, "humans"), 5: held(1, "humans"), 8: held(0, "skeletons")},
    )
    play(state, "conquer 0", "conquer 5", "finish", "deploy_rest 4")
    assert sum(tokens(state, number) for number in (0, 4, 5)) == 9
    assert tray(state, "ghouls") == 1


# Giants


@pytest.mark.rule("SW-RACE-GIANTS")
def test_giants_pay_less_next_to_a_mountain_they_hold() -> None:
    # SW-EX-22: nothing is cheaper before mountain 3 is theirs; then all its neighbours are.
    state = conquering("giants", "hill", 10, {4: held(0, "giants"), 5: TRIBE})
    assert [price(state, number) for number in (0, 3, 5)] == [2, 3, 3]
    play(state, "conquer 3")
    assert [price(state, number) for number in (0, 2, 5)] == [2, 1, 2]


@pytest.mark.rule("SW-RACE-GIANTS")
def test_a_mountain_of_somebody_else_or_of_nobody_gives_giants_nothing() -> None:
    state = conquering("giants", "hill", 10, {4: held(0, "giants"), 3: held(1, "orcs")}, active("orcs", "swamp"))
    assert [price(state, number) for number in (3, 5)] == [4, 2]
    own_other = position(
        phase="conquest",
        seats=[seat(active("giants", "hill", hand=5), declined("orcs")), seat()],
        regions={4: held(0, "giants"), 3: held(0, "orcs")},
    )
    assert price(own_other, 5) == 2


@pytest.mark.rule("SW-RACE-GIANTS")
def test_the_mountain_that_giants_hold_must_be_the_adjacent_one() -> None:
    # Two-player board: mountain 19 is theirs and borders 20; 9 and 10 lie beside mountains 8 and 15.
    state = position(
        map=None,
        phase="conquest",
        seats=[seat(active("giants", "hill", hand=8)), seat()],
        regions={19: held(0, "giants"), 14: held(0, "giants")},
    )
    assert [price(state, number) for number in (20, 9, 10)] == [1, 2, 2]


@pytest.mark.rule("SW-RACE-GIANTS")
def test_giants_in_decline_make_nothing_cheaper() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "hill", hand=5), declined("giants")), seat()],
        regions={4: held(0, "ratmen"), 3: held(0, "giants")},
    )
    assert [price(state, number) for number in (0, 5)] == [2, 2]


@pytest.mark.rule("SW-RACE-GIANTS")
def test_giants_pay_at_least_one() -> None:
    state = conquering("giants", "commando", 5, {3: held(0, "giants")})
    assert [price(state, number) for number in (2, 4, 5)] == [1, 1, 1]


# Halflings


@pytest.mark.rule("SW-RACE-HALFLINGS")
def test_halflings_enter_anywhere() -> None:
    state = position(phase="ready", seats=[seat(active("halflings", "hill", hand=10)), seat()])
    assert legal(state, "conquer") == [0, 1, 2, 3, 4, 5, 8]


@pytest.mark.rule("SW-RACE-HALFLINGS")
def test_the_first_two_conquests_of_halflings_get_a_hole() -> None:
    # SW-EX-49
    state = position(phase="ready", seats=[seat(active("halflings", "hill", hand=10)), seat()], regions={5: TRIBE})
    play(state, "conquer 5")
    assert markers(state, 5) == {"hole": 1}
    play(state, "conquer 3", "conquer 4")
    assert [markers(state, number) for number in (5, 3, 4)] == [{"hole": 1}, {"hole": 1}, {}]
    assert race(state, 0, "halflings")["holes_placed"] == 2


@pytest.mark.rule("SW-RACE-HALFLINGS")
def test_the_second_hole_may_come_in_a_later_turn() -> None:
    state = conquering("halflings", "hill", 9, {4: held(0, "halflings", 1, hole=1)}, own={"holes_placed": 1})
    play(state, "conquer 0", "conquer 1")
    assert [markers(state, number) for number in (4, 0, 1)] == [{"hole": 1}, {"hole": 1}, {}]


@pytest.mark.rule("SW-RACE-HALFLINGS")
def test_a_hole_makes_its_region_immune() -> None:
    state = conquering(
        "orcs",
        "dragon_master",
        9,
        {4: held(0, "orcs"), 0: held(1, "halflings", 1, hole=1), 3: held(1, "halflings")},
        active("halflings", "hill", holes_placed=2),
    )
    assert legal(state, "conquer") == legal(state, "dragon") == [3, 5]


@pytest.mark.rule("SW-RACE-HALFLINGS")
def test_an_abandoned_hole_is_gone_for_good() -> None:
    state = position(
        phase="choose",
        seats=[seat(active("halflings", "hill", holes_placed=2)), seat()],
        regions={5: held(0, "halflings", 4, hole=1), 3: held(0, "halflings", 3, hole=1)},
    )
    play(state, "abandon 5", "conquer 5")
    assert [markers(state, number) for number in (5, 3)] == [{}, {"hole": 1}]
    assert race(state, 0, "halflings")["holes_placed"] == 2


@pytest.mark.rule("SW-RACE-HALFLINGS")
def test_a_new_life_of_halflings_has_two_holes_again() -> None:
    # Seven banners in the box: the one of the Halflings that vanish comes back as the last row at once.
    state = position(
        options={"races": ["halflings", "orcs", "elves", "humans", "ratmen", "giants", "dwarves"]},
        phase="choose",
        seats=[seat(active("halflings", "hill", hand=3, holes_placed=2)), seat(active("orcs", "swamp", hand=1))],
    )
    play(state, "decline", "finish")
    assert state.to_position()["column"][5]["race"] == "halflings"
    play(state, "pick 5", "conquer 5", "conquer 3")
    assert [markers(state, number) for number in (5, 3)] == [{"hole": 1}, {"hole": 1}]


@pytest.mark.rule("SW-RACE-HALFLINGS")
def test_holes_go_at_the_decline() -> None:
    state = position(
        phase="choose",
        seats=[seat(active("halflings", "hill", holes_placed=2)), seat()],
        regions={5: held(0, "halflings", 4, hole=1), 3: held(0, "halflings", 3, hole=1)},
    )
    play(state, "decline")
    assert [markers(state, number) for number in (5, 3)] == [{}, {}]
    assert [tokens(state, number) for number in (5, 3)] == [1, 1]


# Humans, Wizards, Orcs, Ratmen


@pytest.mark.rule("SW-RACE-HUMANS")
@pytest.mark.parametrize(("places", "coins"), [([1, 4], 2), ([0, 4], 3), ([0, 2, 4], 5)])
def test_humans_get_a_coin_for_each_farmland_while_active(places: list[int], coins: int) -> None:
    regions = {number: held(0, "humans") for number in places}
    assert gain([active("humans", "swamp")], regions) == coins
    assert decline_gain([active("humans", "swamp")], regions) == len(places)


@pytest.mark.rule("SW-RACE-WIZARDS")
@pytest.mark.parametrize(("places", "coins"), [([0, 4], 2), ([2, 4], 3), ([2, 8, 4], 5)])
def test_wizards_get_a_coin_for_each_magic_region_while_active(places: list[int], coins: int) -> None:
    regions = {number: held(0, "wizards") for number in places}
    assert gain([active("wizards", "swamp")], regions) == coins
    assert decline_gain([active("wizards", "swamp")], regions) == len(places)


@pytest.mark.rule("SW-RACE-ORCS")
def test_orcs_get_a_coin_for_each_non_empty_region_conquered() -> None:
    # A tribe and a token in decline count, an empty mountain does not; region 5 is a swamp.
    regions = {4: held(0, "orcs"), 5: TRIBE, 8: held(1, "humans")}
    state = conquering("orcs", "swamp", 9, regions, declined("humans"))
    play(state, "conquer 5", "conquer 8", "conquer 3")
    assert (state.phase, state.to_position()["turn_state"]["nonempty_conquered"]) == ("deploy", 2)
    play(state, "deploy_rest 4")
    assert state.coins[0] == 4 + 1 + 2


@pytest.mark.rule("SW-RACE-ORCS")
def test_the_coins_of_orcs_are_for_this_turn_and_an_active_race() -> None:
    regions = {0: held(0, "orcs"), 1: held(0, "orcs")}
    assert gain([active("orcs", "swamp")], regions, nonempty=0) == 2
    assert gain([active("orcs", "swamp")], regions, nonempty=2) == 4
    others = {4: held(0, "ratmen"), **regions}
    assert gain([active("ratmen", "swamp"), declined("orcs")], others, nonempty=2) == 3


@pytest.mark.rule("SW-RACE-RATMEN")
def test_ratmen_have_no_trait_but_their_number() -> None:
    state = picked("ratmen", "swamp")
    assert race(state, 0, "ratmen")["hand"] == 12
    assert legal(state, "conquer") == [0, 1, 4, 8]
    assert [price(state, number) for number in (0, 1, 4, 8)] == [2, 2, 2, 2]
    assert gain([active("ratmen", "swamp")], {0: held(0, "ratmen"), 3: held(0, "ratmen")}, nonempty=2) == 2


# Skeletons


def grown(nonempty: int, on_map: int) -> tuple[int, int]:
    """Tokens in play and in the tray after REDEPLOY."""
    state = conquering(
        "skeletons", "hill", 0, {4: held(0, "skeletons", on_map)}, turn_state={"nonempty_conquered": nonempty}
    )
    play(state, "finish", "deploy_rest 4")
    return tokens(state, 4), tray(state, "skeletons")


@pytest.mark.rule("SW-RACE-SKELETONS")
@pytest.mark.parametrize(("nonempty", "bonus"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (7, 3)])
def test_skeletons_take_a_token_for_each_two_non_empty_conquests(nonempty: int, bonus: int) -> None:
    assert grown(nonempty, 8) == (8 + bonus, 12 - bonus)


@pytest.mark.rule("SW-RACE-SKELETONS")
def test_conquests_of_empty_regions_give_skeletons_nothing() -> None:
    # SW-EX-34 with what FX9 has: two non-empty, two empty (the mountain is one of them).
    regions = {4: held(0, "skeletons"), 5: TRIBE, 8: held(1, "humans")}
    state = conquering("skeletons", "hill", 11, regions, declined("humans"))
    play(state, "conquer 5", "conquer 8", "conquer 3", "conquer 0")
    assert (state.phase, race(state, 0, "skeletons")["hand"]) == ("deploy", 12 + 1 - 5)
    assert tray(state, "skeletons") == 20 - 12 - 1


@pytest.mark.rule("SW-RACE-SKELETONS")
@pytest.mark.parametrize(("on_map", "nonempty", "total"), [(19, 4, 20), (20, 6, 20), (18, 6, 20)])
def test_twenty_skeletons_are_the_most(on_map: int, nonempty: int, total: int) -> None:
    assert grown(nonempty, on_map) == (total, 20 - total)


@pytest.mark.rule("SW-RACE-SKELETONS")
def test_an_odd_conquest_is_not_carried_over() -> None:
    seats = [seat(active("skeletons", "hill")), seat(active("orcs", "swamp"))]
    regions = {0: held(0, "skeletons", 8), 4: held(0, "skeletons"), 5: TRIBE, 1: TRIBE, 8: held(1, "orcs")}
    state = position(phase="choose", seats=seats, regions=regions)
    play(state, "conquer 5", "finish", "deploy_rest 4", "decline")
    assert (state.turn, tray(state, "skeletons")) == (0, 11)
    play(state, "conquer 1", "finish")
    assert (state.phase, tray(state, "skeletons")) == ("deploy", 11)


@pytest.mark.rule("SW-RACE-SKELETONS")
def test_lost_skeletons_can_be_taken_again() -> None:
    # All 20 in play; one is lost and comes back with the next bonus.
    state = position(
        turn=1,
        phase="conquest",
        seats=[seat(active("skeletons", "hill")), seat(active("orcs", "swamp", hand=5))],
        regions={0: held(0, "skeletons", 2), 3: held(0, "skeletons", 18), 4: held(1, "orcs"), 5: TRIBE},
    )
    play(state, "conquer 0")
    assert tray(state, "skeletons") == 1
    play(state, "finish", "deploy_rest 4", "deploy_rest 3")
    assert (state.turn, tokens(state, 3)) == (0, 19)
    play(state, "conquer 5", "conquer 4", "finish")
    assert tray(state, "skeletons") == 0


@pytest.mark.rule("SW-RACE-SKELETONS")
def test_skeletons_in_decline_do_not_grow() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "swamp"), declined("skeletons")), seat()],
        regions={0: held(0, "ratmen"), 4: held(0, "skeletons")},
        turn_state={"nonempty_conquered": 4},
    )
    assert tray(play(state, "finish"), "skeletons") == 19


# Sorcerers


def sorcery(regions: dict[int, Any], *others: dict[str, Any], power: str = "swamp", hand: int = 2) -> swenv.State:
    return conquering("sorcerers", power, hand, {4: held(0, "sorcerers"), **regions}, *others)


@pytest.mark.rule("SW-RACE-SORCERERS")
def test_sorcery_replaces_a_lone_active_token() -> None:
    # SW-EX-28
    state = sorcery(
        {3: held(1, "trolls", 1, lair=1), 1: held(1, "trolls", 1, lair=1)}, active("trolls", "hill"), hand=1
    )
    play(state, "convert 3")
    found = region(state, 3)
    assert (found["owner"], found["race"], found["tokens"], markers(state, 3)) == (0, "sorcerers", 1, {})
    assert race(state, 0, "sorcerers")["hand"] == 1
    assert (tray(state, "sorcerers"), tray(state, "trolls")) == (18 - 3, 10 - 1)
    counters = state.to_position()["turn_state"]
    assert (counters["converted"], counters["attacked"], counters["nonempty_conquered"]) == ([1], [1], 1)


@pytest.mark.rule("SW-RACE-SORCERERS")
def test_sorcery_works_once_a_turn_against_each_opponent() -> None:
    state = position(
        3,
        phase="conquest",
        seats=[
            seat(active("sorcerers", "swamp", hand=2)),
            seat(active("elves", "hill")),
            seat(active("orcs", "flying")),
        ],
        regions={
            4: held(0, "sorcerers"),
            0: held(1, "elves"),
            3: held(1, "elves"),
            5: held(2, "orcs"),
            1: held(2, "orcs"),
        },
    )
    assert legal(state, "convert") == [0, 3, 5]
    play(state, "convert 0")
    assert legal(state, "convert") == [1, 5]
    play(state, "convert 5")
    assert legal(state, "convert") == []


@pytest.mark.rule("SW-RACE-SORCERERS")
def test_sorcery_works_again_in_the_next_turn() -> None:
    regions = {4: held(0, "sorcerers", 2), 0: held(1, "elves"), 3: held(1, "elves"), 8: held(1, "elves")}
    state = position(
        phase="choose",
        seats=[seat(active("sorcerers", "swamp")), seat(active("elves", "hill"))],
        regions=regions,
    )
    play(state, "convert 0", "finish", "deploy_rest 4")
    assert state.turn == 1
    play(state, "finish")
    assert (state.turn, legal(state, "convert")) == (0, [3])


@pytest.mark.rule("SW-RACE-SORCERERS")
@pytest.mark.parametrize(
    ("content", "other"),
    [
        (held(1, "orcs", 2), active("orcs", "hill")),
        (held(1, "orcs"), declined("orcs")),
        (held(1, "ghouls"), declined("ghouls")),
        (held(1, "wizards", 1, encampment=1), active("wizards", "bivouacking")),
        (held(1, "orcs", 1, hero=1), active("orcs", "heroic")),
        (held(1, "orcs", 1, dragon=1), active("orcs", "dragon_master")),
        (held(1, "halflings", 1, hole=1), active("halflings", "hill", holes_placed=1)),
        (TRIBE, active("orcs", "hill")),
        ({}, active("orcs", "hill")),
    ],
    ids=["two", "declined", "ghoul", "camp", "hero", "dragon", "hole", "tribe", "empty"],
)
def test_what_sorcery_cannot_touch(content: dict[str, Any], other: dict[str, Any]) -> None:
    state = sorcery({5: content}, other)
    assert legal(state, "convert") == []
    with pytest.raises(swenv.IllegalAction):
        state.apply("convert 5")


@pytest.mark.rule("SW-RACE-SORCERERS")
def test_sorcery_respects_peace() -> None:
    state = position(
        turn=1,
        phase="conquest",
        seats=[seat(active("orcs", "diplomat"), peace=1), seat(active("sorcerers", "swamp", hand=2))],
        regions={4: held(1, "sorcerers"), 0: held(0, "orcs")},
    )
    assert legal(state, "convert") == []


@pytest.mark.rule("SW-RACE-SORCERERS")
@pytest.mark.parametrize(
    ("power", "start", "targets"), [("swamp", 4, [0]), ("flying", 4, [0, 1, 2, 8]), ("underworld", 3, [2, 8])]
)
def test_sorcery_needs_reach_and_powers_widen_it(power: str, start: int, targets: list[int]) -> None:
    regions = {number: held(1, "elves") for number in (0, 1, 2, 8)}
    state = conquering("sorcerers", power, 2, {**regions, start: held(0, "sorcerers")}, active("elves", "hill"))
    assert legal(state, "convert") == targets


@pytest.mark.rule("SW-RACE-SORCERERS")
def test_mountain_lair_and_fortress_do_not_protect_from_sorcery() -> None:
    state = sorcery({3: held(1, "trolls", 1, lair=1, fortress=1)}, active("trolls", "fortified"))
    assert legal(state, "convert") == [3]
    play(state, "convert 3")
    assert (region(state, 3)["owner"], markers(state, 3)) == (0, {})


@pytest.mark.rule("SW-RACE-SORCERERS")
def test_sorcery_needs_a_sorcerer_in_hand_unless_the_option_says_otherwise() -> None:
    seats = [seat(active("sorcerers", "swamp")), seat(active("elves", "hill"))]
    regions = {4: held(0, "sorcerers", 3), 0: held(1, "elves")}
    state = position(phase="conquest", seats=seats, regions=regions)
    assert legal(state, "convert") == []
    lenient = position(phase="conquest", seats=seats, regions=regions, options={"substitution_needs_hand": False})
    assert legal(lenient, "convert") == [0]


@pytest.mark.rule("SW-RACE-SORCERERS")
@pytest.mark.parametrize(("in_play", "targets"), [(17, [0]), (18, [])])
def test_sorcery_needs_a_sorcerer_in_the_tray(in_play: int, targets: list[int]) -> None:
    # SW-EX-30: 18 Sorcerers are all there are.
    state = conquering(
        "sorcerers",
        "swamp",
        2,
        {4: held(0, "sorcerers", in_play - 2), 0: held(1, "elves")},
        active("elves", "hill"),
    )
    assert tray(state, "sorcerers") == 18 - in_play
    assert legal(state, "convert") == targets


@pytest.mark.rule("SW-RACE-SORCERERS")
def test_sorcerers_in_decline_convert_nothing() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "swamp", hand=3), declined("sorcerers")), seat(active("elves", "hill"))],
        regions={4: held(0, "sorcerers"), 8: held(0, "ratmen"), 0: held(1, "elves"), 5: held(1, "elves")},
    )
    assert legal(state, "convert") == []


# Tritons


@pytest.mark.rule("SW-RACE-TRITONS")
def test_tritons_pay_less_on_the_coast() -> None:
    # From 4: coastal 0 and 3 and 5; from 0: hill 1, which has no shore.
    state = conquering("tritons", "hill", 8, {4: held(0, "tritons"), 0: held(0, "tritons"), 5: TRIBE})
    assert [price(state, number) for number in (1, 3, 5)] == [2, 2, 2]
    play(state, "conquer 3")
    assert price(state, 2) == 1


@pytest.mark.rule("SW-RACE-TRITONS")
def test_tritons_pay_at_least_one() -> None:
    state = conquering("tritons", "mounted", 5, {4: held(0, "tritons")})
    assert price(state, 0) == 1


# Trolls


@pytest.mark.rule("SW-RACE-TROLLS")
def test_trolls_get_a_lair_in_every_region_at_once() -> None:
    state = conquering("trolls", "hill", 8, {4: held(0, "trolls", 1, lair=1), 5: TRIBE})
    play(state, "conquer 5")
    assert markers(state, 5) == {"lair": 1}
    play(state, "conquer 0")
    assert markers(state, 0) == markers(state, 4) == {"lair": 1}


@pytest.mark.rule("SW-RACE-TROLLS")
@pytest.mark.parametrize("slot", [active("trolls", "hill"), declined("trolls")])
def test_a_lair_defends_with_one_also_in_decline(slot: dict[str, Any]) -> None:
    state = conquering("ratmen", "swamp", 9, {4: held(0, "ratmen"), 0: held(1, "trolls", 1, lair=1)}, slot)
    assert price(state, 0) == 2 + 1 + 1


@pytest.mark.rule("SW-RACE-TROLLS")
def test_lairs_stay_at_the_decline_and_go_when_abandoned_or_conquered() -> None:
    regions = {0: held(0, "trolls", 1, lair=1), 4: held(0, "trolls", 3, lair=1), 8: held(1, "orcs", 9)}
    seats = [seat(active("trolls", "hill")), seat(active("orcs", "swamp"))]
    fallen = play(position(phase="choose", seats=seats, regions=regions), "decline")
    assert markers(fallen, 0) == markers(fallen, 4) == {"lair": 1}
    left = play(position(phase="choose", seats=seats, regions=regions), "abandon 0")
    assert (region(left, 0), markers(left, 4)) == ({}, {"lair": 1})
    play(fallen, "conquer 5", "conquer 4")
    assert (region(fallen, 4)["race"], tokens(fallen, 4), markers(fallen, 4)) == ("orcs", 4, {})
