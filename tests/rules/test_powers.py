"""The twenty special powers (SW-POWER), claim by claim."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import declining, markers, position, price, verbs
from chapters import gain as turn_gain

import swenv
from support import TRIBE, active, declined, held, legal, play, race, region, rolled, seat, tokens


def conquering(power: str, hand: int, regions: dict[int, Any], *others: dict[str, Any], **fields: Any) -> swenv.State:
    """Seat 0, with an empty purse, conquers with Ratmen of that power; `others` are the races of seat 1."""
    return position(
        phase="conquest",
        seats=[seat(active("ratmen", power, hand=hand), coins=0), seat(*others)],
        regions=regions,
        **fields,
    )


def gain(races: list[dict[str, Any]], places: dict[int, str], nonempty: int = 0) -> int:
    """Coins for a turn of seat 0 that ends its conquests with one token of a race in each of the places."""
    return turn_gain(races, {number: held(0, name) for number, name in places.items()}, nonempty)


def ratmen(power: str, places: list[int], nonempty: int = 0) -> int:
    return gain([active("ratmen", power)], dict.fromkeys(places, "ratmen"), nonempty)


def later(power: str, places: list[int]) -> int:
    """Coins of the turn after the decline, in which the next race is picked and conquers nothing."""
    state = position(
        phase="choose",
        column=[{"race": "elves", "power": "spirit", "coins": 0}],
        seats=[seat(active("ratmen", power)), seat(active("orcs", "mounted"))],
        regions={number: held(0, "ratmen") for number in places},
    )
    play(state, "decline", "decline", "pick 0")
    purse = int(state.coins[0])
    return int(play(state, "finish").coins[0]) - purse


def decline_gain(power: str, places: list[int]) -> int:
    state = declining([active("ratmen", power)], {number: held(0, "ratmen", 2) for number in places})
    return int(state.coins[0])


def picked(power: str) -> swenv.State:
    """Ratmen of that power just picked; Orcs of seat 1 in region 8 decline at once when their turn comes."""
    column = [{"race": "ratmen", "power": power, "coins": 0}]
    seats = [seat(coins=0), seat(active("orcs", "swamp" if power != "swamp" else "hill"))]
    return play(position(phase="pick", column=column, seats=seats, regions={8: held(1, "orcs")}), "pick 0")


# Coins


@pytest.mark.rule("SW-POWER-ALCHEMIST")
def test_alchemist_pays_two_at_the_end_of_every_turn() -> None:
    # SW-EX-40
    assert ratmen("alchemist", [0, 1, 2]) == 3 + 2
    state = play(picked("alchemist"), "conquer 4", "finish", "deploy_rest 4")
    assert state.coins[0] == 1 + 2
    play(state, "decline", "finish", "deploy_rest 4")
    assert (state.turn, state.coins[0]) == (1, 2 * (1 + 2))


@pytest.mark.rule("SW-POWER-ALCHEMIST")
def test_alchemist_pays_nothing_on_the_decline_turn_and_later() -> None:
    assert decline_gain("alchemist", [0, 1, 2]) == 3
    assert later("alchemist", [0, 1, 2]) == 3


@pytest.mark.parametrize(
    ("power", "places", "bonus"),
    [
        pytest.param("forest", [4, 0, 2], 1, marks=pytest.mark.rule("SW-POWER-FOREST"), id="forest"),
        pytest.param("hill", [1, 8, 0], 2, marks=pytest.mark.rule("SW-POWER-HILL"), id="hill"),
        pytest.param("swamp", [5, 4, 0], 1, marks=pytest.mark.rule("SW-POWER-SWAMP"), id="swamp"),
    ],
)
def test_a_terrain_power_pays_for_each_region_of_its_terrain_while_active(
    power: str, places: list[int], bonus: int
) -> None:
    assert ratmen(power, places) == 3 + bonus
    assert ratmen(power, [3, 2]) == 2
    assert decline_gain(power, places) == 3
    assert later(power, places) == 3


@pytest.mark.rule("SW-POWER-FOREST", "SW-POWER-HILL", "SW-POWER-SWAMP")
@pytest.mark.parametrize(("power", "place"), [("forest", 4), ("hill", 8), ("swamp", 5)])
def test_a_terrain_power_does_not_pay_for_the_owners_other_races(power: str, place: int) -> None:
    assert gain([active("ratmen", power), declined("elves")], {0: "ratmen", place: "elves"}) == 2


@pytest.mark.rule("SW-POWER-MERCHANT")
def test_merchant_doubles_every_region_of_the_active_race_alone() -> None:
    assert ratmen("merchant", [0, 1, 2]) == 6
    assert gain([active("ratmen", "merchant"), declined("elves")], {0: "ratmen", 3: "ratmen", 4: "elves"}) == 5
    assert decline_gain("merchant", [0, 1, 2]) == 3
    assert later("merchant", [0, 1, 2]) == 3


@pytest.mark.rule("SW-POWER-PILLAGING")
def test_pillaging_pays_for_each_non_empty_region_conquered_this_turn() -> None:
    # SW-EX-55: an empty mountain and a tribe, three tokens each.
    state = conquering("pillaging", 6, {4: held(0, "ratmen"), 5: TRIBE})
    play(state, "conquer 3", "conquer 5", "deploy_rest 4")
    assert state.coins[0] == 3 + 1
    assert ratmen("pillaging", [0, 1], 0) == 2
    assert ratmen("pillaging", [0, 1], 4) == 2 + 4
    assert decline_gain("pillaging", [0, 1]) == 2


@pytest.mark.rule("SW-POWER-PILLAGING")
def test_pillaging_orcs_are_paid_twice() -> None:
    # SW-EX-36
    assert gain([active("orcs", "pillaging")], dict.fromkeys((0, 1, 2, 4), "orcs"), 3) == 4 + 3 + 3


@pytest.mark.rule("SW-POWER-WEALTHY")
def test_wealthy_pays_seven_once_at_the_end_of_the_turn_of_the_pick() -> None:
    # SW-EX-39
    state = picked("wealthy")
    play(state, "conquer 0", "conquer 4", "finish", "deploy_rest 4")
    assert (state.turn, state.coins[0], race(state, 0, "ratmen")["wealthy_paid"]) == (1, 2 + 7, True)
    play(state, "decline", "finish", "deploy_rest 4")
    assert (state.turn, state.coins[0]) == (1, 2 + 7 + 2)


@pytest.mark.rule("SW-POWER-WEALTHY")
def test_a_new_race_with_the_badge_gets_its_own_seven() -> None:
    column = [{"race": "elves", "power": "wealthy", "coins": 0}]
    state = position(
        phase="pick",
        column=column,
        seats=[seat(declined("ratmen"), coins=0), seat()],
        regions={1: held(0, "ratmen")},
    )
    play(state, "pick 0", "conquer 4", "finish", "deploy_rest 4")
    assert state.coins[0] == 2 + 7


@pytest.mark.rule("SW-POWER-WEALTHY")
def test_the_seven_are_not_spent_by_the_race_before() -> None:
    # The Ratmen are scored as an active race and decline; then the same seat picks Wealthy.
    state = position(
        phase="conquest",
        column=[{"race": "elves", "power": "wealthy", "coins": 0}],
        seats=[seat(active("ratmen", "hill"), coins=0), seat(active("orcs", "swamp"))],
        regions={0: held(0, "ratmen"), 8: held(1, "orcs")},
    )
    play(state, "finish", "finish", "decline", "finish")
    assert state.coins[0] == 1 + 1
    play(state, "pick 0", "conquer 4", "finish", "deploy_rest 4")
    assert state.coins[0] == 2 + (2 + 7)


# Prices


@pytest.mark.rule("SW-POWER-COMMANDO")
def test_commando_pays_one_less_everywhere_and_at_least_one() -> None:
    state = conquering("commando", 9, {4: held(0, "ratmen"), 5: TRIBE})
    assert [price(state, number) for number in (0, 3, 5)] == [1, 2, 2]
    tritons = position(phase="ready", seats=[seat(active("tritons", "commando", hand=9)), seat()])
    assert [price(tritons, number) for number in (0, 1, 4, 8)] == [1, 1, 1, 1]  # SW-EX-20


@pytest.mark.rule("SW-POWER-MOUNTED")
def test_mounted_pays_one_less_on_hills_and_farmland() -> None:
    # SW-EX-21
    state = conquering("mounted", 9, {0: held(0, "ratmen"), 5: held(0, "ratmen"), 1: TRIBE})
    assert [price(state, number) for number in (1, 8, 3, 4)] == [2, 1, 3, 2]
    plain = position(phase="ready", seats=[seat(active("ratmen", "mounted", hand=9)), seat()])
    assert [price(plain, number) for number in (0, 1, 4, 8)] == [1, 1, 2, 1]
    swamp = conquering("mounted", 9, {4: held(0, "ratmen")})
    assert price(swamp, 5) == 2


@pytest.mark.rule("SW-POWER-MOUNTED", "SW-POWER-UNDERWORLD")
@pytest.mark.parametrize(("power", "start", "target"), [("mounted", 4, 0), ("underworld", 3, 8)])
def test_the_discount_never_goes_below_one_token(power: str, start: int, target: int) -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("tritons", power, hand=5)), seat()],
        regions={start: held(0, "tritons")},
    )
    assert price(state, target) == 1


@pytest.mark.rule("SW-POWER-UNDERWORLD")
def test_underworld_pays_one_less_for_caverns() -> None:
    state = conquering("underworld", 9, {4: held(0, "ratmen"), 5: TRIBE})
    assert [price(state, number) for number in (0, 3, 5)] == [2, 3 - 1, 3]


@pytest.mark.rule("SW-POWER-UNDERWORLD")
def test_all_caverns_border_each_other_for_underworld() -> None:
    assert legal(conquering("underworld", 9, {3: held(0, "ratmen")}), "conquer") == [2, 4, 5, 8]
    assert legal(conquering("underworld", 9, {8: held(0, "ratmen")}), "conquer") == [3, 5]
    assert legal(conquering("hill", 9, {8: held(0, "ratmen")}), "conquer") == [5]
    # SW-EX-23: Giants on mountain 3 take both discounts in region 8.
    state = position(
        phase="conquest",
        seats=[seat(active("giants", "underworld", hand=5)), seat(active("orcs", "hill"))],
        regions={3: held(0, "giants"), 8: held(1, "orcs", 2)},
    )
    assert price(state, 8) == 2


# Berserk


@pytest.mark.rule("SW-POWER-BERSERK")
def test_berserk_may_roll_before_each_conquest_and_pays_less() -> None:
    # SW-EX-17
    state = conquering("berserk", 4, {4: held(0, "ratmen"), 5: TRIBE})
    assert legal(state, "roll") == [0]
    after = rolled(state, "roll", 2)
    assert after.to_position()["turn_state"]["pending_roll"] == 2
    play(after, "conquer 5")
    assert (tokens(after, 5), race(after, 0, "ratmen")["hand"]) == (1, 3)
    assert after.to_position()["turn_state"]["pending_roll"] is None
    assert legal(after, "roll") == [0]


@pytest.mark.rule("SW-POWER-BERSERK")
@pytest.mark.parametrize(("face", "cost"), [(0, 3), (1, 2), (2, 1), (3, 1)])
def test_the_roll_lowers_the_price_to_one_at_least(face: int, cost: int) -> None:
    # SW-EX-18
    after = play(rolled(conquering("berserk", 4, {4: held(0, "ratmen"), 5: TRIBE}), "roll", face), "conquer 5")
    assert (tokens(after, 5), race(after, 0, "ratmen")["hand"]) == (cost, 4 - cost)


@pytest.mark.rule("SW-POWER-BERSERK")
def test_only_what_the_roll_makes_affordable_can_be_named() -> None:
    # Prices 2, 5 and 3: with hand 2 and a 1 these are 1, 4 and 2.
    state = conquering("berserk", 2, {4: held(0, "ratmen"), 3: held(1, "orcs", 2), 5: TRIBE}, active("orcs", "hill"))
    after = rolled(state, "roll", 1)
    assert (verbs(after), legal(after, "conquer")) == ({"conquer", "finish"}, [0, 5])


@pytest.mark.rule("SW-POWER-BERSERK")
def test_a_roll_after_which_nothing_is_affordable_ends_the_conquests() -> None:
    # SW-EX-19: 2, 3 and 2 tokens needed with one in hand.
    regions = {4: held(0, "ratmen"), 0: held(1, "orcs", 2), 5: TRIBE}
    after = rolled(conquering("berserk", 1, regions, active("orcs", "hill")), "roll", 1)
    assert (after.phase, race(after, 0, "ratmen")["hand"]) == ("deploy", 1)
    play(after, "deploy 4")
    assert (after.turn, tokens(after, 4)) == (1, 2)


@pytest.mark.rule("SW-POWER-BERSERK")
def test_stopping_with_a_pending_roll_ends_the_conquests() -> None:
    state = conquering("berserk", 3, {4: held(0, "ratmen")}, turn_state={"pending_roll": 2})
    play(state, "finish")
    assert (state.phase, race(state, 0, "ratmen")["hand"]) == ("deploy", 3)
    assert state.to_position()["turn_state"]["pending_roll"] is None


@pytest.mark.rule("SW-POWER-BERSERK")
def test_there_is_no_second_roll_before_the_first_is_used() -> None:
    state = conquering("berserk", 4, {4: held(0, "ratmen")}, turn_state={"pending_roll": 0})
    assert legal(state, "roll") == []
    with pytest.raises(swenv.IllegalAction):
        state.apply("roll")


@pytest.mark.rule("SW-POWER-BERSERK")
def test_berserk_has_no_ordinary_final_attempt_and_needs_a_token_to_roll() -> None:
    state = conquering("berserk", 2, {4: held(0, "ratmen"), 5: TRIBE})
    assert legal(state, "conquer") == [0]
    with pytest.raises(swenv.IllegalAction):
        state.apply("conquer 5")
    assert legal(conquering("berserk", 0, {4: held(0, "ratmen", 5)}), "roll") == []


@pytest.mark.rule("SW-POWER-BERSERK")
def test_berserk_may_conquer_without_rolling() -> None:
    state = play(conquering("berserk", 4, {4: held(0, "ratmen"), 5: TRIBE}), "conquer 5")
    assert (tokens(state, 5), state.last_roll, race(state, 0, "ratmen")["hand"]) == (3, None, 1)


# Bivouacking


@pytest.mark.rule("SW-POWER-BIVOUACKING")
def test_five_encampments_are_laid_out_any_number_in_a_region() -> None:
    state = conquering("bivouacking", 0, {0: held(0, "ratmen"), 4: held(0, "ratmen")})
    play(state, "finish")
    for action in ("encamp 0", "encamp 4", "encamp 4", "encamp 4", "encamp 4"):
        assert verbs(state) == {"encamp"}
        play(state, action)
    assert [markers(state, number) for number in (0, 4)] == [{"encampment": 1}, {"encampment": 4}]
    assert state.turn == 1


@pytest.mark.rule("SW-POWER-BIVOUACKING")
def test_encampments_may_all_move_every_turn() -> None:
    state = conquering("bivouacking", 0, {0: held(0, "ratmen", 1, encampment=3), 4: held(0, "ratmen", 1, encampment=2)})
    play(state, "finish", *["encamp 4"] * 5)
    assert [markers(state, number) for number in (0, 4)] == [{}, {"encampment": 5}]


@pytest.mark.rule("SW-POWER-BIVOUACKING")
def test_an_encampment_defends_and_keeps_a_lone_token_from_sorcery() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("sorcerers", "hill", hand=9)), seat(active("ratmen", "bivouacking"))],
        regions={
            4: held(0, "sorcerers"),
            0: held(1, "ratmen", 1, encampment=3),
            5: held(1, "ratmen"),
        },
    )
    assert [price(state, number) for number in (0, 5)] == [6, 3]
    assert legal(state, "convert") == [5]


@pytest.mark.rule("SW-POWER-BIVOUACKING")
def test_conquered_encampments_come_back_at_the_end_of_the_attackers_turn() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("orcs", "hill", hand=5)), seat(active("ratmen", "bivouacking"))],
        regions={
            4: held(0, "orcs"),
            0: held(1, "ratmen", 1, encampment=2),
            8: held(1, "ratmen", 1, encampment=3),
        },
    )
    play(state, "conquer 0")
    assert markers(state, 0) == {}
    play(state, "deploy_rest 4", "encamp 8", "encamp 8")
    assert (state.turn, markers(state, 8)) == (1, {"encampment": 5})


@pytest.mark.rule("SW-POWER-BIVOUACKING", "SW-POWER-HEROIC", "SW-POWER-DRAGON-MASTER")
@pytest.mark.parametrize(
    ("power", "marker"), [("bivouacking", "encampment"), ("heroic", "hero"), ("dragon_master", "dragon")]
)
def test_markers_of_the_power_disappear_at_the_decline(power: str, marker: str) -> None:
    state = position(
        phase="choose",
        seats=[seat(active("ratmen", power)), seat(active("sorcerers", "hill"))],
        regions={0: held(0, "ratmen", 3, **{marker: 1}), 8: held(0, "ratmen"), 4: held(1, "sorcerers", 5)},
    )
    play(state, "decline")
    assert (tokens(state, 0), markers(state, 0)) == (1, {})
    assert price(state, 0) == 3


# Diplomat


def diplomacy(attacked: list[int], **fields: Any) -> swenv.State:
    return position(
        3,
        phase="conquest",
        seats=[
            seat(active("ratmen", "diplomat")),
            seat(active("orcs", "hill")),
            seat(active("elves", "swamp")),
        ],
        regions={0: held(0, "ratmen"), 4: held(1, "orcs", 5), 8: held(2, "elves")},
        turn_state={"attacked": attacked},
        **fields,
    )


@pytest.mark.rule("SW-POWER-DIPLOMAT")
@pytest.mark.parametrize(("attacked", "eligible"), [([], [1, 2]), ([1], [2]), ([2], [1])])
def test_a_diplomat_may_choose_an_opponent_he_did_not_attack(attacked: list[int], eligible: list[int]) -> None:
    state = play(diplomacy(attacked), "finish")
    assert (state.phase, verbs(state), legal(state, "peace")) == ("peace", {"peace", "finish"}, eligible)
    play(state, f"peace {eligible[0]}")
    assert (state.turn, state.to_position()["seats"][0]["peace"]) == (1, eligible[0])


@pytest.mark.rule("SW-POWER-DIPLOMAT")
def test_a_diplomat_who_attacked_everybody_is_not_asked() -> None:
    state = play(diplomacy([1, 2]), "finish")
    assert (state.turn, state.to_position()["seats"][0]["peace"]) == (1, None)


@pytest.mark.rule("SW-POWER-DIPLOMAT")
def test_an_attack_on_a_race_in_decline_or_a_tribe_spoils_no_peace() -> None:
    # SW-EX-45, for the eligible ones: B's active race was attacked, of C a race in decline.
    state = position(
        3,
        phase="conquest",
        seats=[
            seat(active("ratmen", "diplomat", hand=9)),
            seat(active("orcs", "hill")),
            seat(active("elves", "swamp"), declined("humans")),
        ],
        regions={
            4: held(0, "ratmen"),
            0: held(1, "orcs"),
            3: held(2, "humans"),
            5: TRIBE,
            8: held(2, "elves"),
        },
    )
    play(state, "conquer 5", "conquer 0")
    after = play(state.copy(), "finish", "deploy_rest 4")
    assert legal(after, "peace") == [2]
    other = position(
        3,
        phase="conquest",
        seats=[
            seat(active("ratmen", "diplomat", hand=4)),
            seat(active("orcs", "hill")),
            seat(active("elves", "swamp"), declined("humans")),
        ],
        regions={4: held(0, "ratmen"), 3: held(2, "humans"), 8: held(2, "elves"), 1: held(1, "orcs")},
    )
    play(other, "conquer 3", "deploy_rest 4")
    assert legal(other, "peace") == [1, 2]


@pytest.mark.rule("SW-POWER-DIPLOMAT")
def test_peace_holds_until_the_diplomats_next_turn_and_must_be_renewed() -> None:
    state = play(diplomacy([]), "finish", "peace 1")
    assert state.turn == 1
    assert legal(state, "conquer") == [3, 5]
    play(state, "finish", "deploy_rest 4", "decline")
    assert (state.turn, state.to_position()["seats"][0]["peace"]) == (0, None)
    play(state, "finish")
    assert legal(state, "peace") == [1, 2]
    play(state, "peace 2")
    assert (state.turn, state.to_position()["seats"][0]["peace"]) == (1, 2)
    omitted = play(diplomacy([], round=2), "finish", "finish")
    assert omitted.to_position()["seats"][0]["peace"] is None


@pytest.mark.rule("SW-POWER-DIPLOMAT")
def test_peace_covers_no_tokens_in_decline_on_either_side() -> None:
    # The ally's Ghouls in decline may take the active region 0; his active race only region 3, in decline.
    seats = [
        seat(active("ratmen", "diplomat"), declined("elves"), peace=1),
        seat(active("orcs", "hill", hand=5), declined("ghouls")),
    ]
    regions = {0: held(0, "ratmen"), 3: held(0, "elves"), 4: held(1, "orcs"), 1: held(1, "ghouls", 5)}
    orcs = position(turn=1, phase="conquest", seats=seats, regions=regions)
    assert legal(orcs, "conquer") == [3, 5]
    seats[1] = seat(active("orcs", "hill"), declined("ghouls", hand=4))
    ghouls = position(turn=1, phase="ghoul_conquest", seats=seats, regions={**regions, 1: held(1, "ghouls")})
    assert legal(ghouls, "conquer") == [0, 2]


# Dragon Master


@pytest.mark.rule("SW-POWER-DRAGON-MASTER")
def test_the_dragon_conquers_with_one_token_whatever_defends() -> None:
    # SW-EX-26
    state = conquering(
        "dragon_master",
        1,
        {4: held(0, "ratmen"), 3: held(1, "trolls", 2, lair=1, fortress=1), 8: held(1, "trolls", 1, lair=1)},
        active("trolls", "fortified"),
    )
    assert legal(state, "dragon") == [0, 3, 5]
    play(state, "dragon 3")
    assert (region(state, 3)["owner"], tokens(state, 3), markers(state, 3)) == (0, 1, {"dragon": 1})
    assert race(state, 1, "trolls")["hand"] == 1
    assert (state.phase, state.to_act) == ("withdrawn", 1)


@pytest.mark.rule("SW-POWER-DRAGON-MASTER")
def test_the_dragon_needs_reach() -> None:
    state = conquering("dragon_master", 9, {4: held(0, "ratmen")})
    assert legal(state, "dragon") == [0, 3, 5]
    first = position(phase="ready", seats=[seat(active("ratmen", "dragon_master", hand=9)), seat()])
    assert legal(first, "dragon") == [0, 1, 4, 8]


@pytest.mark.rule("SW-POWER-DRAGON-MASTER")
def test_the_dragon_flies_once_a_turn() -> None:
    state = play(conquering("dragon_master", 9, {4: held(0, "ratmen")}), "dragon 3")
    assert (state.phase, race(state, 0, "ratmen")["hand"], legal(state, "dragon")) == ("conquest", 8, [])
    assert state.to_position()["turn_state"]["dragon_used"]


@pytest.mark.rule("SW-POWER-DRAGON-MASTER")
def test_the_dragon_leaves_its_old_region_without_protection() -> None:
    # SW-EX-27
    regions = {4: held(0, "ratmen"), 3: held(0, "ratmen", 1, dragon=1), 2: held(1, "orcs", 9)}
    state = conquering("dragon_master", 1, regions, active("orcs", "hill"))
    moved = play(state.copy(), "dragon 5")
    assert (markers(moved, 3), markers(moved, 5), tokens(moved, 3)) == ({}, {"dragon": 1}, 1)
    assert (moved.turn, legal(moved, "conquer")) == (1, [1, 3])


@pytest.mark.rule("SW-POWER-DRAGON-MASTER")
def test_an_unused_dragon_stays_and_protects() -> None:
    regions = {4: held(0, "ratmen"), 3: held(0, "ratmen", 1, dragon=1), 2: held(1, "orcs", 9)}
    state = play(conquering("dragon_master", 0, regions, active("orcs", "hill")), "finish")
    assert (state.turn, markers(state, 3), legal(state, "conquer")) == (1, {"dragon": 1}, [1])


# Flying, Seafaring


@pytest.mark.rule("SW-POWER-FLYING")
def test_flying_reaches_every_land_region_and_no_water() -> None:
    # SW-EX-47
    first = position(phase="ready", seats=[seat(active("ratmen", "flying", hand=9)), seat()])
    assert legal(first, "conquer") == [0, 1, 2, 3, 4, 5, 8]
    assert legal(conquering("flying", 9, {1: held(0, "ratmen")}), "conquer") == [0, 2, 3, 4, 5, 8]


@pytest.mark.rule("SW-POWER-SEAFARING")
def test_seafaring_conquers_seas_and_lake_for_two() -> None:
    # SW-EX-46
    state = conquering("seafaring", 9, {2: held(0, "ratmen"), 0: held(0, "ratmen")})
    assert legal(state, "conquer") == [1, 3, 4, 6, 7]
    assert [price(state, number) for number in (6, 7)] == [2, 2]
    exact = play(conquering("seafaring", 2, {2: held(0, "ratmen")}), "conquer 6", "deploy_rest 6")
    assert (tokens(exact, 6), exact.coins[0]) == (2, 2)


@pytest.mark.rule("SW-POWER-SEAFARING")
def test_water_borders_count_for_seafaring() -> None:
    # From Sea 7 to hill 8, from Lake 6 to its whole shore.
    assert legal(conquering("seafaring", 9, {7: held(0, "ratmen")}), "conquer") == [0, 8]
    assert legal(conquering("seafaring", 9, {6: held(0, "ratmen")}), "conquer") == [2, 3, 5]


@pytest.mark.rule("SW-POWER-SEAFARING")
def test_water_is_kept_in_decline_and_scores_and_nobody_else_can_take_it() -> None:
    state = position(
        phase="choose",
        seats=[seat(active("ratmen", "seafaring"), coins=0), seat(active("orcs", "flying"))],
        regions={6: held(0, "ratmen", 2), 2: held(0, "ratmen"), 3: held(1, "orcs", 9)},
    )
    play(state, "decline")
    assert (tokens(state, 6), state.coins[0]) == (1, 2)
    assert legal(state, "conquer") == [0, 1, 2, 4, 5, 8]
    assert later("seafaring", [6, 7, 0]) == 3


# Fortified


@pytest.mark.rule("SW-POWER-FORTIFIED")
def test_one_fortress_a_turn_in_a_region_without_one() -> None:
    state = conquering(
        "fortified", 0, {0: held(0, "ratmen", 1, fortress=1), 4: held(0, "ratmen"), 3: held(0, "ratmen")}
    )
    play(state, "finish")
    assert (verbs(state), legal(state, "fortify")) == ({"fortify", "finish"}, [3, 4])
    play(state, "fortify 4")
    assert (state.turn, markers(state, 4), markers(state, 0)) == (1, {"fortress": 1}, {"fortress": 1})
    assert state.coins[0] == 3 + 2


@pytest.mark.rule("SW-POWER-FORTIFIED")
def test_another_fortress_may_be_built_in_the_next_turn() -> None:
    regions = {0: held(0, "ratmen"), 3: held(0, "ratmen"), 8: held(1, "orcs")}
    state = play(conquering("fortified", 0, regions, active("orcs", "hill")), "finish", "fortify 0")
    assert state.turn == 1
    play(state, "finish", "finish")
    assert (state.turn, legal(state, "fortify")) == (0, [3])


@pytest.mark.rule("SW-POWER-FORTIFIED")
def test_fortresses_pay_while_active_and_only_defend_in_decline() -> None:
    # SW-EX-38: five regions, the fourth fortress built now: 9. On the decline turn 5.
    regions = {number: held(0, "ratmen", 1, fortress=1) for number in (0, 1, 2)}
    regions |= {number: held(0, "ratmen") for number in (3, 4)}
    state = play(conquering("fortified", 0, regions), "finish", "fortify 4")
    assert state.coins[0] == 9
    declining = position(
        phase="choose",
        seats=[seat(active("ratmen", "fortified"), coins=0), seat(active("orcs", "hill"))],
        regions={**regions, 8: held(1, "orcs", 8)},
    )
    play(declining, "decline")
    assert (declining.coins[0], markers(declining, 0)) == (5, {"fortress": 1})
    mixed = position(
        phase="conquest",
        seats=[seat(active("elves", "hill"), declined("ratmen"), coins=0), seat()],
        regions={0: held(0, "ratmen", 1, fortress=1), 4: held(0, "elves")},
    )
    play(mixed, "finish")
    assert (mixed.turn, mixed.coins[0]) == (1, 2)


@pytest.mark.rule("SW-POWER-FORTIFIED")
@pytest.mark.parametrize("slot", [active("ratmen", "fortified"), declined("ratmen")])
def test_a_fortress_defends_with_one_and_goes_when_conquered(slot: dict[str, Any]) -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("orcs", "hill", hand=9)), seat(slot)],
        regions={4: held(0, "orcs"), 0: held(1, "ratmen", 1, fortress=1), 8: held(1, "ratmen")},
    )
    play(state, "conquer 0")
    assert (tokens(state, 0), markers(state, 0)) == (2 + 1 + 1, {})


@pytest.mark.rule("SW-POWER-FORTIFIED")
def test_an_abandoned_fortress_is_removed() -> None:
    state = position(
        phase="choose",
        seats=[seat(active("ratmen", "fortified")), seat()],
        regions={0: held(0, "ratmen", 1, fortress=1), 4: held(0, "ratmen")},
    )
    assert region(play(state, "abandon 0"), 0) == {}


@pytest.mark.rule("SW-POWER-FORTIFIED")
def test_there_are_six_fortresses() -> None:
    def with_fortresses(count: int) -> swenv.State:
        regions = {
            number: held(0, "ratmen", 1, **({"fortress": 1} if k < count else {}))
            for k, number in enumerate((0, 1, 2, 3, 4, 5, 8))
        }
        return play(conquering("fortified", 0, regions), "finish")

    assert legal(with_fortresses(5), "fortify") == [5, 8]
    full = with_fortresses(6)
    assert (full.turn, full.coins[0]) == (1, 7 + 6)


# Heroic


@pytest.mark.rule("SW-POWER-HEROIC")
def test_two_heroes_stand_in_two_different_regions() -> None:
    state = conquering("heroic", 0, {0: held(0, "ratmen"), 4: held(0, "ratmen"), 3: held(0, "ratmen", 1, hero=1)})
    play(state, "finish")
    assert (verbs(state), legal(state, "hero")) == ({"hero"}, [0, 3, 4])
    play(state, "hero 4")
    assert legal(state, "hero") == [0, 3]
    play(state, "hero 0")
    assert (state.turn, [markers(state, number) for number in (0, 3, 4)]) == (
        1,
        [{"hero": 1}, {}, {"hero": 1}],
    )


@pytest.mark.rule("SW-POWER-HEROIC")
def test_with_one_region_one_hero_waits_in_hand() -> None:
    # SW-EX-50
    state = conquering("heroic", 0, {1: held(0, "ratmen")})
    play(state, "finish", "hero 1")
    assert (state.turn, markers(state, 1)) == (1, {"hero": 1})


@pytest.mark.rule("SW-POWER-HEROIC")
def test_regions_of_heroes_are_immune() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("sorcerers", "dragon_master", hand=9)), seat(active("ratmen", "heroic"))],
        regions={4: held(0, "sorcerers"), 0: held(1, "ratmen", 1, hero=1), 5: held(1, "ratmen")},
    )
    assert legal(state, "conquer") == legal(state, "dragon") == [3, 5]
    assert legal(state, "convert") == [5]


@pytest.mark.rule("SW-POWER-HEROIC")
def test_a_region_that_the_hero_leaves_can_be_attacked() -> None:
    regions = {0: held(0, "ratmen", 1, hero=1), 3: held(0, "ratmen", 1, hero=1), 5: held(0, "ratmen")}
    state = conquering("heroic", 0, {**regions, 4: held(1, "orcs", 9)}, active("orcs", "hill"))
    play(state, "finish", "hero 3", "hero 5")
    assert (state.turn, legal(state, "conquer")) == (1, [0])


# Spirit, Stout


@pytest.mark.rule("SW-POWER-SPIRIT")
def test_a_spirit_race_declines_beside_the_older_one_and_outlives_the_next() -> None:
    # SW-EX-42
    state = position(
        phase="choose",
        seats=[seat(active("ratmen", "spirit"), declined("elves"), coins=0), seat()],
        regions={
            0: held(0, "ratmen", 2),
            1: held(0, "ratmen"),
            2: held(0, "ratmen"),
            4: held(0, "elves"),
            5: held(0, "elves"),
        },
    )
    play(state, "decline")
    assert state.coins[0] == 2 + 3
    assert (race(state, 0, "ratmen")["status"], race(state, 0, "ratmen")["power"]) == ("decline", "spirit")
    assert race(state, 0, "elves")["status"] == "decline"
    assert "spirit" not in state.to_position()["discarded_powers"]
    third = position(
        phase="choose",
        seats=[
            seat(active("orcs", "hill"), declined("elves"), declined("ratmen", "spirit"), coins=0),
            seat(),
        ],
        regions={
            **{number: held(0, "ratmen") for number in (0, 1, 2)},
            **{number: held(0, "orcs") for number in (3, 8)},
            4: held(0, "elves"),
            5: held(0, "elves"),
        },
    )
    play(third, "decline")
    assert third.coins[0] == 3 + 2
    assert [entry["race"] for entry in third.to_position()["seats"][0]["races"] if entry["race"] == "elves"] == []
    assert race(third, 0, "ratmen")["power"] == "spirit"


@pytest.mark.rule("SW-POWER-SPIRIT")
def test_a_spirit_race_is_lost_to_conquest_alone() -> None:
    state = position(
        phase="conquest",
        seats=[
            seat(active("ratmen", "swamp", hand=9)),
            seat(active("elves", "hill"), declined("orcs", "spirit")),
        ],
        regions={4: held(0, "ratmen"), 0: held(1, "orcs"), 8: held(1, "elves")},
        discarded_powers=[],
    )
    play(state, "conquer 0")
    assert [entry["race"] for entry in state.to_position()["seats"][1]["races"]] == ["elves"]
    assert state.to_position()["discarded_powers"] == ["spirit"]


@pytest.mark.rule("SW-POWER-STOUT")
def test_a_stout_race_may_decline_after_scoring_and_the_next_turn_is_a_pick() -> None:
    # SW-EX-41
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "stout"), declined("elves"), coins=0), seat(active("orcs", "hill"))],
        regions={
            **{number: held(0, "ratmen", 2) for number in (0, 1, 2, 3)},
            4: held(0, "elves"),
            5: held(0, "elves"),
            8: held(1, "orcs"),
        },
    )
    play(state, "finish", "deploy_rest 0")
    assert (state.phase, verbs(state), state.coins[0]) == ("stout", {"decline", "finish"}, 6)
    play(state, "decline")
    assert (state.turn, state.coins[0], race(state, 0, "ratmen")["status"]) == (1, 6, "decline")
    assert [tokens(state, number) for number in (0, 1, 2, 3, 4, 5)] == [1, 1, 1, 1, 0, 0]
    assert state.to_position()["race_stack"][-1] == "elves"
    play(state, "decline")
    assert (state.turn, state.phase) == (0, "pick")


@pytest.mark.rule("SW-POWER-STOUT")
def test_a_stout_race_may_go_on() -> None:
    state = conquering("stout", 0, {0: held(0, "ratmen", 2)})
    play(state, "finish", "deploy 0", "finish")
    assert (state.turn, race(state, 0, "ratmen")["status"], tokens(state, 0)) == (1, "active", 2)
