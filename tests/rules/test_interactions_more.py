"""Further rulings and readings of gaps (SW-INT-128 to SW-INT-153)."""

from __future__ import annotations

from typing import Any

import pytest
from interactions import crowd, marker, price, verbs

import swenv
from support import TRIBE, active, declined, held, legal, play, position, race, region, rolled, seat, tokens

IDLE = seat(active("tritons", "underworld"))
"""A seat whose active race has no token left, so that `finish` is its whole turn."""


def at(phase: str, *races: dict[str, Any], other: dict[str, Any] | None = None, **fields: Any) -> swenv.State:
    """Seat 0 with these races in that phase; seat 1 is `other`, or idle."""
    return position(phase=phase, seats=[seat(*races, coins=0), other or IDLE], **fields)


# Further rulings


@pytest.mark.rule("SW-INT-128")
def test_sorcery_kills_a_lone_elf() -> None:
    state = at(
        "conquest",
        active("sorcerers", "hill", hand=1),
        other=seat(active("elves", "swamp")),
        regions={4: held(0, "sorcerers"), 0: held(1, "elves")},
    )
    play(state, "convert 0")
    assert region(state, 0)["race"] == "sorcerers"
    assert race(state, 1, "elves")["hand"] == 0
    assert state.to_position()["tray"]["elves"] == 11


@pytest.mark.rule("SW-INT-129")
@pytest.mark.parametrize(("hand", "bonus"), [(17, 2), (18, 1), (19, 0)])
def test_skeletons_get_no_more_than_the_tray_holds(hand: int, bonus: int) -> None:
    state = at(
        "conquest",
        active("skeletons", "hill", hand=hand),
        regions={0: held(0, "skeletons")},
        turn_state={"nonempty_conquered": 4},
    )
    play(state, "finish")
    assert race(state, 0, "skeletons")["hand"] == hand + bonus
    assert state.to_position()["tray"]["skeletons"] == 0


@pytest.mark.rule("SW-INT-129")
def test_skeletons_are_owed_nothing_when_the_tray_was_short() -> None:
    # 19 in play and two due: one comes, one does not.
    state = at(
        "conquest",
        active("skeletons", "hill", hand=17),
        other=seat(active("ratmen", "swamp")),
        regions={0: held(0, "skeletons"), 4: held(0, "skeletons"), 1: held(1, "ratmen", 5)},
        turn_state={"nonempty_conquered": 4},
    )
    play(state, "finish", "deploy_rest 4", "conquer 0", "finish", "deploy_rest 1")
    assert (state.turn, state.to_position()["tray"]["skeletons"]) == (0, 1)
    play(state, "finish", "deploy_rest 4")
    assert (state.turn, state.to_position()["tray"]["skeletons"]) == (1, 1)


@pytest.mark.rule("SW-INT-130")
@pytest.mark.parametrize("power", [None, "spirit"])
def test_dwarves_in_decline_go_on_mining(power: str | None) -> None:
    # Mines in regions 3 and 5.
    state = at(
        "choose",
        active("humans", "hill"),
        declined("dwarves", power),
        regions={3: held(0, "dwarves"), 5: held(0, "dwarves"), 0: held(0, "dwarves")},
    )
    play(state, "finish")
    assert state.coins[0] == 3 + 2
    play(state, "finish", "finish")
    assert state.coins[0] == 2 * (3 + 2)


@pytest.mark.rule("SW-INT-131")
@pytest.mark.parametrize(("paid", "coins"), [(False, 1 + 7), (True, 1)])
def test_wealthy_pays_a_race_once(paid: bool, coins: int) -> None:
    state = at("choose", active("ratmen", "wealthy", wealthy_paid=paid), regions={0: held(0, "ratmen")})
    play(state, "finish")
    assert state.coins[0] == coins
    assert race(state, 0, "ratmen")["wealthy_paid"] is True


@pytest.mark.rule("SW-INT-131")
def test_a_recycled_wealthy_badge_pays_its_new_race() -> None:
    # The box has the badge of the Ratmen and six more, all of them in the column.
    column = [
        {"race": "giants", "power": "hill"},
        {"race": "humans", "power": "mounted"},
        {"race": "elves", "power": "forest"},
        {"race": "trolls", "power": "swamp"},
        {"race": "orcs", "power": "flying"},
        {"race": "wizards", "power": "heroic"},
    ]
    state = position(
        phase="choose",
        options={"powers": ["wealthy", "hill", "mounted", "forest", "swamp", "flying", "heroic"]},
        seats=[seat(active("ratmen", "wealthy", wealthy_paid=True), coins=4), seat()],
        regions={0: held(0, "ratmen")},
        column=column,
    )
    play(state, "decline")
    assert state.to_position()["discarded_powers"] == ["wealthy"]
    play(state, "pick 0", "finish")
    assert state.to_position()["column"][5]["power"] == "wealthy"
    # 4 + 1 coins pay for row 5; 1 for the Ratmen in decline, 7 for the badge.
    play(state, "pick 5", "finish")
    assert (state.turn, state.coins[0]) == (1, 1 + 7)


@pytest.mark.rule("SW-INT-132")
@pytest.mark.parametrize(("name", "power"), [("orcs", "hill"), ("ratmen", "pillaging")])
def test_a_conquest_by_die_pays_orcs_and_pillaging(name: str, power: str) -> None:
    state = at("conquest", active(name, power, hand=2), regions={4: held(0, name), 5: TRIBE})
    state = play(rolled(state, "conquer 5", 1), "deploy_rest 4")
    assert (state.turn, state.coins[0]) == (1, 2 + 1)


@pytest.mark.rule("SW-INT-132")
def test_a_conquest_by_dragon_pays_orcs() -> None:
    state = at("conquest", active("orcs", "dragon_master", hand=1), regions={4: held(0, "orcs"), 5: TRIBE})
    play(state, "dragon 5")
    assert (state.turn, state.coins[0]) == (1, 2 + 1)


@pytest.mark.rule("SW-INT-132")
def test_a_conquest_by_berserk_roll_pays_orcs() -> None:
    state = at(
        "conquest",
        active("orcs", "berserk", hand=1),
        regions={4: held(0, "orcs"), 5: TRIBE},
        turn_state={"pending_roll": 2},
    )
    play(state, "conquer 5")
    assert (state.turn, state.coins[0]) == (1, 2 + 1)


@pytest.mark.rule("SW-INT-132")
def test_a_conquest_by_die_raises_skeletons() -> None:
    state = at(
        "conquest",
        active("skeletons", "hill", hand=2),
        regions={4: held(0, "skeletons"), 5: TRIBE},
        turn_state={"nonempty_conquered": 1},
    )
    state = rolled(state, "conquer 5", 1)
    assert state.to_position()["tray"]["skeletons"] == 20 - 3 - 1


@pytest.mark.rule("SW-INT-133")
def test_from_the_lake_a_seafaring_race_attacks_every_shore() -> None:
    state = at("conquest", active("ratmen", "seafaring", hand=6), regions={6: held(0, "ratmen")})
    assert legal(state, "conquer") == [2, 3, 5]


@pytest.mark.rule("SW-INT-134")
def test_lair_and_fortress_of_own_trolls_in_decline_defend_and_fall() -> None:
    state = at(
        "conquest",
        active("ratmen", "hill", hand=9),
        declined("trolls"),
        regions={
            0: held(0, "ratmen"),
            1: held(0, "trolls", 1, lair=1),
            4: held(0, "trolls", 1, lair=1, fortress=1),
        },
    )
    assert (price(state, 1), price(state, 4)) == (3, 4)
    play(state, "conquer 4", "conquer 1")
    assert region(state, 4)["race"] == region(state, 1)["race"] == "ratmen"
    assert marker(state, 1, "lair") == marker(state, 4, "lair") == marker(state, 4, "fortress") == 0


@pytest.mark.rule("SW-INT-135")
def test_an_active_race_that_lost_its_last_token_to_sorcery_stays_with_its_owner() -> None:
    state = at(
        "conquest",
        active("sorcerers", "hill", hand=1),
        other=seat(active("humans", "swamp")),
        regions={4: held(0, "sorcerers"), 0: held(1, "humans")},
    )
    play(state, "convert 0")
    document = state.to_position()
    assert race(state, 1, "humans")["status"] == "active"
    assert "humans" not in [*document["race_stack"], *(entry["race"] for entry in document["column"])]
    play(state, "finish", "deploy_rest 4")
    assert (state.turn, state.phase, verbs(state)) == (1, "choose", {"decline", "finish"})


@pytest.mark.rule("SW-INT-136")
def test_a_race_in_decline_vanishes_in_the_middle_of_the_turn_that_takes_its_last_token() -> None:
    state = at(
        "conquest",
        active("ratmen", "hill", hand=5),
        other=seat(declined("giants")),
        regions={4: held(0, "ratmen"), 0: held(1, "giants")},
    )
    play(state, "conquer 0")
    assert (state.turn, state.phase) == (0, "conquest")
    assert state.to_position()["race_stack"][-1] == "giants"
    assert state.to_position()["seats"][1]["races"] == []
    play(state, "finish", "deploy_rest 0")
    assert (state.turn, state.phase) == (1, "pick")


@pytest.mark.rule("SW-INT-137")
def test_the_fortress_of_an_abandoned_region_may_be_the_one_placed() -> None:
    # All six are on the map.
    state = at(
        "ready",
        active("humans", "fortified", hand=1),
        regions={**{number: held(0, "humans", 1, fortress=1) for number in range(6)}, 8: held(0, "humans")},
    )
    play(state, "abandon 0")
    assert region(state, 0) == {}
    play(state, "finish", "deploy_rest 8")
    assert (state.phase, legal(state, "fortify")) == ("markers", [8])
    play(state, "fortify 8")
    assert marker(state, 8, "fortress") == 1
    # 6 regions, 6 fortresses, farmland 2.
    assert state.coins[0] == 6 + 6 + 1


@pytest.mark.rule("SW-INT-138")
def test_the_final_attempt_of_amazons_counts_their_reserve() -> None:
    # 5 Orcs cost 7, 3 more than the reserve of 4.
    state = at(
        "choose",
        active("amazons", "hill", hand=4, reserve=4),
        other=seat(active("orcs", "swamp")),
        regions={4: held(0, "amazons"), 0: held(1, "orcs", 5)},
    )
    assert legal(state, "conquer") == [0, 3, 5]
    state = rolled(state, "conquer 0", 3)
    assert region(state, 0)["owner"] == 0
    # 5 Amazons, 4 set aside: one region of two is given up.
    assert (state.phase, legal(state, "abandon")) == ("deploy", [0, 4])


@pytest.mark.rule("SW-INT-139")
def test_a_player_may_stop_before_his_first_conquest() -> None:
    state = at("ready", active("ratmen", "hill", hand=4), regions={4: held(0, "ratmen"), 1: held(0, "ratmen")})
    assert legal(state, "finish") == [0]
    play(state, "finish", "deploy 4", "deploy_rest 1")
    assert (tokens(state, 4), tokens(state, 1)) == (2, 4)
    # 2 regions, one of them a hill.
    assert (state.turn, state.coins[0]) == (1, 3)


@pytest.mark.rule("SW-INT-140")
def test_of_two_beaten_opponents_the_one_driven_out_keeps_his_tokens_in_hand() -> None:
    state = position(
        num_players=3,
        phase="conquest",
        seats=[
            seat(active("ratmen", "hill", hand=9)),
            seat(active("humans", "swamp")),
            seat(active("orcs", "forest")),
        ],
        regions={4: held(0, "ratmen"), 0: held(1, "humans", 2), 5: held(2, "orcs", 2), 8: held(2, "orcs")},
    )
    play(state, "conquer 0", "conquer 5", "finish", "deploy_rest 4")
    assert (state.phase, state.to_act) == ("withdrawn", 2)
    play(state, "deploy_rest 8")
    assert tokens(state, 8) == 2
    assert (state.turn, state.phase) == (1, "choose")
    assert race(state, 1, "humans")["hand"] == 1


@pytest.mark.rule("SW-INT-141")
def test_sorcerers_convert_nobody_on_water() -> None:
    state = at(
        "conquest",
        active("sorcerers", "flying", hand=2),
        other=seat(active("humans", "seafaring")),
        regions={0: held(0, "sorcerers"), 6: held(1, "humans"), 7: held(1, "humans"), 8: held(1, "humans")},
    )
    assert legal(state, "convert") == [8]


# Readings of gaps


@pytest.mark.rule("SW-INT-142")
def test_a_banner_takes_the_empty_row_next_to_the_filled_ones() -> None:
    state = crowd(["mounted"], ten=True)
    before = state.to_position()["column"]
    assert len(before) == 4
    play(state, "conquer 4")
    document = state.to_position()
    assert document["column"] == [*before, {"race": "trolls", "power": "mounted", "coins": 0}]


@pytest.mark.rule("SW-INT-143")
def test_a_banner_comes_back_before_the_badge_that_its_race_frees() -> None:
    state = crowd([], trolls="spirit")
    discarded = set(state.to_position()["discarded_powers"])
    assert len(discarded) == 9
    play(state, "conquer 4")
    document = state.to_position()
    assert document["column"][5]["race"] == "trolls"
    assert {document["column"][5]["power"], *document["power_stack"]} == discarded
    assert document["discarded_powers"] == ["spirit"]


@pytest.mark.rule("SW-INT-144")
def test_the_discard_pile_is_not_shuffled_before_a_badge_is_needed() -> None:
    state = crowd(["mounted"])
    discarded = state.to_position()["discarded_powers"]
    assert len(discarded) == 9
    play(state, "conquer 4")
    document = state.to_position()
    assert document["column"][5]["power"] == "mounted"
    assert document["power_stack"] == []
    assert document["discarded_powers"] == discarded


@pytest.mark.rule("SW-INT-145")
def test_a_berserk_roll_ends_the_time_to_abandon() -> None:
    state = at("ready", active("ratmen", "berserk", hand=5), regions={0: held(0, "ratmen"), 4: held(0, "ratmen")})
    assert legal(state, "abandon") == [0, 4]
    play(state, "roll")
    assert state.phase == "conquest"
    assert legal(state, "abandon") == []


@pytest.mark.rule("SW-INT-146")
def test_a_pending_berserk_roll_may_be_given_up() -> None:
    state = at(
        "conquest",
        active("ratmen", "berserk", hand=2),
        regions={4: held(0, "ratmen")},
        turn_state={"pending_roll": 1},
    )
    assert legal(state, "conquer") == [0, 3, 5]
    assert legal(state, "finish") == [0]
    play(state, "finish")
    assert (state.phase, race(state, 0, "ratmen")["hand"]) == ("deploy", 2)
    play(state, "deploy_rest 4", "finish")
    # Next turn: 2 in hand again, and no roll makes anything cheaper.
    play(state, "conquer 5")
    assert (state.turn, state.phase, race(state, 0, "ratmen")["hand"]) == (0, "deploy", 1)


@pytest.mark.rule("SW-INT-147")
def test_encampments_taken_by_own_ghouls_are_pitched_again_in_the_same_turn() -> None:
    state = at(
        "ghoul_conquest",
        active("humans", "bivouacking"),
        declined("ghouls", hand=4),
        regions={
            0: held(0, "ghouls"),
            4: held(0, "humans", 1, encampment=2),
            8: held(0, "humans", 1, encampment=3),
        },
    )
    # 2 and two encampments.
    play(state, "conquer 4", "deploy_rest 0", "finish")
    assert marker(state, 4, "encampment") == 0
    assert (state.phase, legal(state, "encamp")) == ("markers", [8])
    play(state, *["encamp 8"] * 5)
    assert marker(state, 8, "encampment") == 5
    assert state.turn == 1


@pytest.mark.rule("SW-INT-147")
def test_a_fortress_taken_by_own_ghouls_can_be_built_again_in_the_same_turn() -> None:
    # All six are on the map, one of them with the Ghouls.
    fort = {number: held(0, "humans", 1, fortress=1) for number in (1, 2, 3, 4, 5)}
    state = at(
        "ghoul_conquest",
        active("humans", "fortified"),
        declined("ghouls", hand=3),
        regions={0: held(0, "ghouls", 1, fortress=1), **fort, 8: held(0, "humans")},
    )
    play(state, "conquer 4", "deploy_rest 0", "finish")
    assert marker(state, 4, "fortress") == 0
    assert (state.phase, legal(state, "fortify")) == ("markers", [8])


@pytest.mark.rule("SW-INT-148")
@pytest.mark.parametrize("regions", [(1,), (0, 1), (0, 1, 4)])
def test_as_many_heroes_stand_as_there_are_regions_but_two_at_most(regions: tuple[int, ...]) -> None:
    state = at("markers", active("humans", "heroic"), regions={number: held(0, "humans") for number in regions})
    for number in regions[:2]:
        assert state.phase == "markers"
        assert legal(state, "finish") == []
        play(state, f"hero {number}")
    assert state.turn == 1
    assert [marker(state, number, "hero") for number in regions] == [1, 1, 0][: len(regions)]


def giving_up_region_0(power: str, **fields: Any) -> swenv.State:
    """Five Amazons, four to set aside, in regions 0 and 4, of which region 0 is given up in REDEPLOY."""
    state = at("conquest", active("amazons", power, hand=3), **fields)
    play(state, "finish")
    assert (state.phase, legal(state, "abandon")) == ("deploy", [0, 4])
    return play(state, "abandon 0")


@pytest.mark.rule("SW-INT-149")
def test_encampments_of_a_region_that_amazons_give_up_are_pitched_elsewhere() -> None:
    regions = {0: held(0, "amazons", 1, encampment=4), 4: held(0, "amazons", 1, encampment=1)}
    state = giving_up_region_0("bivouacking", regions=regions)
    assert region(state, 0) == {}
    assert (state.phase, legal(state, "encamp")) == ("markers", [4])
    play(state, *["encamp 4"] * 5)
    assert marker(state, 4, "encampment") == 5


@pytest.mark.rule("SW-INT-149")
def test_the_fortress_of_a_region_that_amazons_give_up_can_be_built_again() -> None:
    # All six are on the map.
    forts = {number: held(0, "giants", 1, fortress=1) for number in (1, 2, 3, 5, 8)}
    state = at(
        "conquest",
        active("amazons", "fortified", hand=3),
        declined("giants"),
        regions={0: held(0, "amazons", 1, fortress=1), 4: held(0, "amazons"), **forts},
    )
    play(state, "finish", "abandon 0")
    assert region(state, 0) == {}
    assert (state.phase, legal(state, "fortify")) == ("markers", [4])


@pytest.mark.rule("SW-INT-149")
def test_the_hero_of_a_region_that_amazons_give_up_leaves_it() -> None:
    regions = {0: held(0, "amazons", 1, hero=1), 4: held(0, "amazons", 1, hero=1)}
    state = giving_up_region_0("heroic", regions=regions)
    assert region(state, 0) == {}
    assert (state.phase, legal(state, "hero")) == ("markers", [4])


@pytest.mark.rule("SW-INT-149")
def test_the_dragon_of_a_region_that_amazons_give_up_leaves_it() -> None:
    regions = {0: held(0, "amazons", 1, dragon=1), 4: held(0, "amazons")}
    state = giving_up_region_0("dragon_master", regions=regions)
    assert (state.turn, region(state, 0), marker(state, 4, "dragon")) == (1, {}, 0)
    play(state, "finish")
    assert legal(state, "dragon") == [0, 3, 5]


@pytest.mark.rule("SW-INT-150")
def test_the_order_in_which_a_seat_places_what_it_withdrew_does_not_matter() -> None:
    state = at(
        "conquest",
        active("ratmen", "hill", hand=10),
        other=seat(active("humans", "bivouacking"), declined("ghouls")),
        regions={
            4: held(0, "ratmen"),
            0: held(1, "humans", 2, encampment=2),
            1: held(1, "humans", 1, encampment=3),
            5: held(1, "ghouls", 2),
            8: held(1, "ghouls"),
        },
    )
    # 2, two Humans and two encampments; 2 and two Ghouls.
    play(state, "conquer 0", "conquer 5", "deploy_rest 4")
    assert (state.phase, state.to_act) == ("withdrawn", 1)
    first, last = state.copy(), state.copy()
    while first.phase == "withdrawn":
        first.apply(first.legal_actions()[0])
    while last.phase == "withdrawn":
        last.apply(last.legal_actions()[-1])
    for end in (first, last):
        assert (tokens(end, 1), marker(end, 1, "encampment"), tokens(end, 8)) == (2, 5, 2)
    assert first.to_position()["regions"] == last.to_position()["regions"]


@pytest.mark.rule("SW-INT-151")
def test_own_ghouls_beaten_in_the_turn_of_a_stout_decline_leave_with_map_and_hand() -> None:
    state = at(
        "conquest",
        active("ratmen", "stout", hand=3),
        declined("ghouls"),
        regions={0: held(0, "ratmen"), 4: held(0, "ghouls", 3), 5: held(0, "ghouls")},
    )
    play(state, "conquer 4", "finish", "deploy_rest 0")
    assert (state.phase, race(state, 0, "ghouls")["hand"]) == ("stout", 2)
    play(state, "decline")
    assert (state.turn, state.phase) == (1, "choose")
    assert region(state, 5) == {}
    assert state.to_position()["tray"]["ghouls"] == 10


@pytest.mark.rule("SW-INT-151")
def test_own_spirit_ghouls_beaten_in_the_turn_of_a_stout_decline_are_placed_after_it() -> None:
    state = at(
        "conquest",
        active("ratmen", "stout", hand=3),
        declined("ghouls", "spirit"),
        regions={0: held(0, "ratmen"), 4: held(0, "ghouls", 3), 5: held(0, "ghouls")},
    )
    play(state, "conquer 4", "finish", "deploy_rest 0", "decline")
    assert race(state, 0, "ratmen")["status"] == "decline"
    assert (state.phase, state.to_act, legal(state, "deploy")) == ("withdrawn", 0, [5])
    play(state, "deploy_rest 5")
    assert (state.turn, tokens(state, 5)) == (1, 3)


@pytest.mark.rule("SW-INT-152")
@pytest.mark.parametrize(("defends", "against_ghouls", "against_ratmen"), [(True, 4, 5), (False, 2, 2)])
def test_own_decline_defends_counts_all_tokens_of_the_own_other_races(
    defends: bool, against_ghouls: int, against_ratmen: int
) -> None:
    options = {"own_decline_defends": defends}
    ghouls = at(
        "ghoul_conquest",
        active("ratmen", "hill"),
        declined("ghouls", hand=6),
        regions={0: held(0, "ghouls"), 4: held(0, "ratmen", 2)},
        options=options,
    )
    assert price(ghouls, 4) == against_ghouls
    ratmen = at(
        "conquest",
        active("ratmen", "hill", hand=8),
        declined("ghouls"),
        regions={0: held(0, "ratmen"), 4: held(0, "ghouls", 3)},
        options=options,
    )
    assert price(ratmen, 4) == against_ratmen


@pytest.mark.rule("SW-INT-153")
@pytest.mark.parametrize("own", [0, 1])
def test_sorcerers_with_nothing_left_at_all_cannot_convert(own: int) -> None:
    state = at(
        "choose",
        active("sorcerers", "flying"),
        other=seat(active("humans", "merchant")),
        regions={0: held(1, "humans"), **({4: held(0, "sorcerers")} if own else {})},
        options={"substitution_needs_hand": False},
    )
    assert legal(state, "convert") == ([0] if own else [])
    assert ("convert" in verbs(state)) == bool(own)
