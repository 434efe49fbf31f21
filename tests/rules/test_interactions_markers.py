"""Holes, heroes, the dragon, Stout, coins and markers (SW-INT-76 to SW-INT-88, SW-INT-101 to SW-INT-119)."""

from __future__ import annotations

from typing import Any

import pytest
from interactions import marker, price, verbs

import swenv
from support import TRIBE, active, declined, held, legal, play, position, race, region, rolled, seat, tokens


def conquest(*races: dict[str, Any], other: dict[str, Any] | None = None, **fields: Any) -> swenv.State:
    """Seat 0 with these races in its conquests; seat 1 is `other`, or has nothing."""
    return position(phase="conquest", seats=[seat(*races, coins=0), other or seat()], **fields)


def choose(*races: dict[str, Any], regions: dict[int, Any], **fields: Any) -> swenv.State:
    """Seat 0 with these races opens its turn; seat 1 has Tritons of which no token is left."""
    seats = [seat(*races, coins=0), seat(active("tritons", "underworld"))]
    return position(phase="choose", seats=seats, regions=regions, **fields)


# Immunity: holes, heroes, dragon


def ghouls_against(name: str, power: str, **regions: Any) -> swenv.State:
    """Own Ghouls in region 0 with 3 in hand, beside the own active race in region 4."""
    board = {int(key[1:]): content for key, content in regions.items()}
    return position(
        phase="ghoul_conquest",
        seats=[seat(active(name, power), declined("ghouls", hand=3)), seat(active("tritons", "underworld"))],
        regions={0: held(0, "ghouls"), **board},
    )


@pytest.mark.rule("SW-INT-76")
def test_own_ghouls_fill_up_an_own_hole() -> None:
    state = ghouls_against("halflings", "hill", r4=held(0, "halflings", 1, hole=1), r8=held(0, "halflings"))
    assert 4 in legal(state, "conquer")
    play(state, "conquer 4")
    assert region(state, 4)["race"] == "ghouls"
    assert marker(state, 4, "hole") == 0


@pytest.mark.rule("SW-INT-76")
def test_own_ghouls_send_an_own_hero_home() -> None:
    state = ghouls_against(
        "humans",
        "heroic",
        r4=held(0, "humans", 1, hero=1),
        r5=held(0, "humans"),
        r8=held(0, "humans", 1, hero=1),
    )
    play(state, "conquer 4")
    assert region(state, 4)["race"] == "ghouls"
    assert marker(state, 4, "hero") == 0
    play(state, "finish", "deploy_rest 0", "finish")
    assert legal(state, "hero") == [5, 8]
    play(state, "hero 5", "hero 8")
    assert marker(state, 5, "hero") == marker(state, 8, "hero") == 1


@pytest.mark.rule("SW-INT-76")
def test_own_ghouls_send_the_own_dragon_home() -> None:
    state = ghouls_against("humans", "dragon_master", r4=held(0, "humans", 2, dragon=1), r8=held(0, "humans"))
    play(state, "conquer 4")
    assert region(state, 4)["race"] == "ghouls"
    assert marker(state, 4, "dragon") == 0
    # The surviving Human of region 4 takes it along.
    play(state, "finish", "deploy_rest 0", "dragon 5")
    assert marker(state, 5, "dragon") == 1


@pytest.mark.rule("SW-INT-77")
@pytest.mark.parametrize(
    ("defender", "marker_name", "power"),
    [
        (active("halflings", "hill", holes_placed=1), "hole", "dragon_master"),
        (active("humans", "heroic"), "hero", "dragon_master"),
        (active("humans", "dragon_master"), "dragon", "hill"),
    ],
    ids=["hole", "hero", "dragon"],
)
def test_an_immune_region_is_no_target_for_sorcery_dragon_or_die(
    defender: dict[str, Any], marker_name: str, power: str
) -> None:
    def beside(**markers: int) -> swenv.State:
        return conquest(
            active("sorcerers", power, hand=2),
            other=seat(defender),
            regions={4: held(0, "sorcerers"), 0: held(1, defender["race"], 1, **markers)},
        )

    # 2 in hand against a price of 3, so conquering region 0 would take the die.
    assert legal(beside(), "conquer") == [0, 3, 5]
    assert legal(beside(), "convert") == [0]
    state = beside(**{marker_name: 1})
    assert legal(state, "conquer") == [3, 5]
    assert legal(state, "convert") == []
    assert legal(state, "dragon") == ([3, 5] if power == "dragon_master" else [])


@pytest.mark.rule("SW-INT-78")
def test_the_region_the_dragon_leaves_keeps_its_tokens_and_loses_its_immunity() -> None:
    state = conquest(
        active("ratmen", "dragon_master", hand=3),
        other=seat(active("humans", "merchant")),
        regions={3: held(0, "ratmen", 2, dragon=1), 4: held(1, "humans", 6)},
    )
    play(state, "dragon 5")
    assert (tokens(state, 3), marker(state, 3, "dragon")) == (2, 0)
    assert (tokens(state, 5), marker(state, 5, "dragon")) == (1, 1)
    play(state, "finish", "deploy_rest 5")
    assert (state.turn, state.phase) == (1, "choose")
    assert legal(state, "conquer") == [0, 3]


@pytest.mark.rule("SW-INT-79")
def test_an_unused_dragon_stays_and_goes_on_protecting() -> None:
    state = conquest(
        active("ratmen", "dragon_master", hand=3),
        other=seat(active("humans", "merchant")),
        regions={3: held(0, "ratmen", 1, dragon=1), 4: held(1, "humans", 7)},
    )
    play(state, "finish", "deploy_rest 3")
    assert marker(state, 3, "dragon") == 1
    assert (state.turn, legal(state, "conquer")) == (1, [0, 5])


@pytest.mark.rule("SW-INT-80")
def test_the_dragon_of_an_abandoned_region_may_be_used_again_or_protects_nothing() -> None:
    state = position(
        phase="ready",
        seats=[seat(active("ratmen", "dragon_master", hand=3)), seat(active("humans", "hill"))],
        regions={3: held(0, "ratmen", 1, dragon=1), 4: held(0, "ratmen"), 2: held(1, "humans", 9)},
    )
    play(state, "abandon 3")
    assert region(state, 3) == {}
    assert legal(state, "dragon") == [0, 3, 5]
    used = play(state.copy(), "dragon 3")
    assert (tokens(used, 3), marker(used, 3, "dragon")) == (1, 1)
    play(state, "finish", "deploy_rest 4")
    assert marker(state, 3, "dragon") == marker(state, 4, "dragon") == 0
    assert (state.turn, legal(state, "conquer")) == (1, [1, 3])


@pytest.mark.rule("SW-INT-81")
def test_the_dragon_takes_mountain_lair_fortress_and_tokens_for_one_token() -> None:
    state = conquest(
        active("ratmen", "dragon_master", hand=3),
        other=seat(active("trolls", "fortified")),
        regions={4: held(0, "ratmen"), 3: held(1, "trolls", 2, lair=1, fortress=1)},
    )
    # 7 by the formula.
    assert legal(state, "conquer") == [0, 5]
    play(state, "dragon 3")
    assert race(state, 0, "ratmen")["hand"] == 2
    assert (region(state, 3)["owner"], tokens(state, 3)) == (0, 1)
    assert [marker(state, 3, name) for name in ("lair", "fortress", "dragon")] == [0, 0, 1]
    assert race(state, 1, "trolls")["hand"] == 1
    assert state.to_position()["tray"]["trolls"] == 10 - 1


@pytest.mark.rule("SW-INT-81")
def test_encampments_beaten_by_the_dragon_return_to_their_owner() -> None:
    state = conquest(
        active("ratmen", "dragon_master", hand=3),
        other=seat(active("wizards", "bivouacking")),
        regions={
            4: held(0, "ratmen"),
            0: held(1, "wizards", 2, encampment=3),
            1: held(1, "wizards", 1, encampment=2),
        },
    )
    play(state, "dragon 0")
    assert race(state, 0, "ratmen")["hand"] == 2
    assert marker(state, 0, "encampment") == 0
    play(state, "finish", "deploy_rest 4")
    while state.phase == "withdrawn":
        state.apply(state.legal_actions()[0])
    assert (tokens(state, 1), marker(state, 1, "encampment")) == (2, 5)


@pytest.mark.rule("SW-INT-81")
def test_the_dragon_takes_a_lost_tribe_for_one_token() -> None:
    state = conquest(active("ratmen", "dragon_master", hand=3), regions={4: held(0, "ratmen"), 5: TRIBE})
    play(state, "dragon 5")
    assert race(state, 0, "ratmen")["hand"] == 2
    assert region(state, 5).get("tribe", 0) == 0
    assert state.to_position()["turn_state"]["nonempty_conquered"] == 1


@pytest.mark.rule("SW-INT-82")
def test_the_dragon_may_lead_a_first_conquest_where_one_is_legal() -> None:
    state = conquest(active("ratmen", "dragon_master", hand=3))
    assert legal(state, "dragon") == [0, 1, 4, 8]
    play(state, "dragon 8")
    assert (tokens(state, 8), marker(state, 8, "dragon")) == (1, 1)


@pytest.mark.rule("SW-INT-83")
def test_the_dragon_takes_an_empty_region_once_a_turn() -> None:
    state = conquest(active("ratmen", "dragon_master", hand=5), regions={4: held(0, "ratmen")})
    assert legal(state, "dragon") == [0, 3, 5]
    play(state, "dragon 3")
    assert race(state, 0, "ratmen")["hand"] == 4
    assert legal(state, "dragon") == []
    assert legal(state, "conquer") == [0, 2, 5]


@pytest.mark.rule("SW-INT-84")
def test_a_dragon_conquest_of_halflings_digs_a_hole() -> None:
    state = play(conquest(active("halflings", "dragon_master", hand=9)), "dragon 5")
    assert (marker(state, 5, "hole"), marker(state, 5, "dragon")) == (1, 1)
    play(state, "conquer 8", "conquer 4")
    assert [marker(state, number, "hole") for number in (5, 8, 4)] == [1, 1, 0]


@pytest.mark.rule("SW-INT-84")
def test_a_conquest_of_halflings_by_die_digs_a_hole() -> None:
    state = rolled(conquest(active("halflings", "hill", hand=1)), "conquer 5", 1)
    assert (tokens(state, 5), marker(state, 5, "hole")) == (1, 1)


@pytest.mark.rule("SW-INT-85")
def test_a_region_whose_hole_was_abandoned_gets_no_new_one() -> None:
    state = position(
        phase="ready",
        seats=[seat(active("halflings", "hill", hand=5, holes_placed=2)), seat()],
        regions={
            3: held(0, "halflings", 1, hole=1),
            5: held(0, "halflings", 1, hole=1),
            4: held(0, "halflings"),
        },
    )
    play(state, "abandon 5", "conquer 5")
    assert tokens(state, 5) == 2
    assert (marker(state, 5, "hole"), marker(state, 3, "hole")) == (0, 1)


@pytest.mark.rule("SW-INT-86")
def test_the_second_hero_waits_while_there_is_one_region() -> None:
    state = position(
        phase="markers",
        seats=[seat(active("humans", "heroic")), seat(active("tritons", "underworld"))],
        regions={1: held(0, "humans", 4)},
    )
    assert legal(state, "hero") == [1]
    play(state, "hero 1")
    assert (state.turn, marker(state, 1, "hero")) == (1, 1)
    # With a second region both stand.
    play(state, "finish", "conquer 0", "finish", "deploy_rest 0")
    assert legal(state, "hero") == [0, 1]
    play(state, "hero 0", "hero 1")
    assert marker(state, 0, "hero") == marker(state, 1, "hero") == 1


@pytest.mark.rule("SW-INT-86")
def test_both_heroes_wait_while_there_is_no_region() -> None:
    state = play(conquest(active("humans", "heroic", hand=3), other=seat(active("tritons", "underworld"))), "finish")
    assert (state.turn, state.phase) == (1, "choose")
    assert state.to_position()["regions"] == {}


@pytest.mark.rule("SW-INT-87")
def test_the_hero_of_an_abandoned_region_is_placed_again() -> None:
    state = position(
        phase="ready",
        seats=[seat(active("humans", "heroic", hand=3)), seat(active("tritons", "underworld"))],
        regions={0: held(0, "humans", 1, hero=1), 4: held(0, "humans", 1, hero=1), 5: held(0, "humans")},
    )
    play(state, "abandon 0")
    assert region(state, 0) == {}
    play(state, "finish", "deploy_rest 4")
    assert state.phase == "markers"
    assert legal(state, "hero") == [4, 5]
    play(state, "hero 4")
    assert legal(state, "hero") == [5]
    play(state, "hero 5")
    assert marker(state, 4, "hero") == marker(state, 5, "hero") == 1


@pytest.mark.rule("SW-INT-88")
@pytest.mark.parametrize(
    ("defender", "markers"),
    [
        (active("halflings", "hill", holes_placed=2), ({"hole": 1}, {"hole": 1})),
        (active("humans", "heroic"), ({"hero": 1}, {"hero": 1})),
        (active("halflings", "dragon_master", holes_placed=1), ({"hole": 1}, {"dragon": 1})),
    ],
)
def test_all_regions_of_a_player_may_be_immune(
    defender: dict[str, Any], markers: tuple[dict[str, int], dict[str, int]]
) -> None:
    name = defender["race"]
    state = conquest(
        active("ratmen", "flying", hand=9),
        other=seat(defender),
        regions={4: held(0, "ratmen"), 0: held(1, name, 1, **markers[0]), 1: held(1, name, 1, **markers[1])},
    )
    assert legal(state, "conquer") == [2, 3, 5, 8]


# Stout, scoring, markers


@pytest.mark.rule("SW-INT-101")
def test_a_stout_turn_is_scored_once_before_the_decline() -> None:
    state = conquest(
        active("humans", "stout", hand=0),
        declined("giants"),
        regions={0: held(0, "humans"), 4: held(0, "humans"), 3: held(0, "giants"), 5: held(0, "giants")},
    )
    play(state, "finish")
    # 2 active regions, 1 for farmland, 2 in decline.
    assert (state.phase, state.coins[0]) == ("stout", 5)
    assert legal(state, "decline") == [0]
    assert legal(state, "finish") == [0]
    play(state, "decline")
    assert (state.turn, state.coins[0]) == (1, 5)
    assert race(state, 0, "humans")["status"] == "decline"


@pytest.mark.rule("SW-INT-102")
def test_a_stout_decline_removes_the_older_race_and_leaves_the_spirit_race() -> None:
    state = position(
        phase="stout",
        seats=[seat(active("humans", "stout"), declined("giants"), declined("elves", "spirit")), seat()],
        regions={0: held(0, "humans", 3), 4: held(0, "giants"), 8: held(0, "elves")},
    )
    play(state, "decline")
    document = state.to_position()
    assert {entry["race"] for entry in document["seats"][0]["races"]} == {"humans", "elves"}
    assert document["race_stack"][-1] == "giants"
    assert region(state, 4) == {}
    assert (tokens(state, 0), tokens(state, 8)) == (1, 1)


@pytest.mark.rule("SW-INT-103")
def test_a_stout_race_may_decline_in_the_turn_of_its_pick() -> None:
    state = position(
        phase="pick", seats=[seat(coins=0), seat()], column=[{"race": "ratmen", "power": "stout", "coins": 0}]
    )
    play(state, "pick 0", "conquer 0", "finish", "deploy_rest 0")
    assert (state.phase, state.coins[0]) == ("stout", 1)
    play(state, "decline")
    assert (state.turn, state.coins[0]) == (1, 1)
    assert race(state, 0, "ratmen")["status"] == "decline"
    assert tokens(state, 0) == 1


@pytest.mark.rule("SW-INT-104")
def test_stout_ghouls_keep_all_tokens_and_attack_beside_the_next_race() -> None:
    state = position(
        phase="stout",
        seats=[seat(active("ghouls", "stout"), coins=0), seat(active("orcs", "hill"))],
        regions={4: held(0, "ghouls", 3), 0: held(0, "ghouls", 2)},
        column=[{"race": "ratmen", "power": "flying", "coins": 0}],
    )
    play(state, "decline")
    assert (tokens(state, 4), tokens(state, 0)) == (3, 2)
    play(state, "finish", "pick 0")
    assert (state.turn, state.phase) == (0, "ghoul_ready")
    play(state, "conquer 5", "finish", "deploy_rest 4")
    assert (region(state, 5)["race"], tokens(state, 4)) == ("ghouls", 3)
    assert (state.phase, race(state, 0, "ratmen")["hand"]) == ("ready", 8 + 5)
    play(state, "conquer 8")
    assert region(state, 8)["race"] == "ratmen"


@pytest.mark.rule("SW-INT-105")
def test_a_stout_race_may_decline_at_the_cost_of_its_turn() -> None:
    state = choose(active("humans", "stout"), regions={0: held(0, "humans", 2), 4: held(0, "humans", 2)})
    assert legal(state, "decline") == [0]
    play(state, "decline")
    # Nothing for farmland, and no second decline is asked for.
    assert (state.turn, state.phase, state.coins[0]) == (1, "choose", 2)
    assert race(state, 0, "humans")["status"] == "decline"


def six_fortresses() -> dict[int, Any]:
    """Fortified Humans of seat 1 in regions 0 to 5, a fortress in each; 5 tokens in region 4."""
    return {number: held(1, "humans", 5 if number == 4 else 1, fortress=1) for number in range(6)}


@pytest.mark.rule("SW-INT-106")
def test_a_conquered_fortress_can_be_built_again() -> None:
    state = conquest(
        active("ratmen", "hill", hand=5),
        other=seat(active("humans", "fortified")),
        regions={**six_fortresses(), 8: held(0, "ratmen")},
    )
    # 2, one Human, fortress; the Humans then take it back for 3.
    play(state, "conquer 5")
    assert marker(state, 5, "fortress") == 0
    play(state, "deploy_rest 8")
    assert (state.turn, state.phase) == (1, "choose")
    play(state, "conquer 5", "deploy_rest 4")
    assert (state.turn, state.phase) == (1, "markers")
    assert legal(state, "fortify") == [5]
    play(state, "fortify 5")
    assert marker(state, 5, "fortress") == 1


@pytest.mark.rule("SW-INT-107")
def test_a_region_takes_one_fortress() -> None:
    state = position(
        phase="markers",
        seats=[seat(active("humans", "fortified")), seat()],
        regions={0: held(0, "humans", 2, fortress=1), 1: held(0, "humans")},
    )
    assert legal(state, "fortify") == [1]


@pytest.mark.rule("SW-INT-107")
@pytest.mark.parametrize(("others", "places"), [((3, 4, 5), []), ((3, 4), [8])])
def test_a_seventh_fortress_is_not_built_those_of_a_race_in_decline_included(
    others: tuple[int, ...], places: list[int]
) -> None:
    state = position(
        phase="markers",
        seats=[seat(active("humans", "fortified")), seat(declined("giants"))],
        regions={
            **{number: held(0, "humans", 1, fortress=1) for number in (0, 1, 2)},
            **{number: held(1, "giants", 1, fortress=1) for number in others},
            8: held(0, "humans"),
        },
    )
    assert legal(state, "fortify") == places


@pytest.mark.rule("SW-INT-108")
def test_a_fortress_pays_nothing_after_decline_but_defends() -> None:
    state = position(
        phase="choose",
        seats=[seat(active("ratmen", "fortified"), coins=0), seat(active("humans", "hill"))],
        regions={
            0: held(0, "ratmen", 2, fortress=1),
            4: held(0, "ratmen", 2, fortress=1),
            3: held(1, "humans", 8),
        },
        column=[{"race": "giants", "power": "mounted", "coins": 0}],
    )
    play(state, "decline")
    assert (state.turn, state.coins[0]) == (1, 2)
    assert marker(state, 4, "fortress") == 1
    # 2, one token, fortress, out of a surplus of 7.
    play(state, "conquer 4")
    assert race(state, 1, "humans")["hand"] == 7 - 4
    play(state, "finish", "deploy_rest 3")
    # Seat 0 has region 0 left.
    play(state, "pick 0", "finish")
    assert state.coins[0] == 2 + 1


@pytest.mark.rule("SW-INT-109")
def test_pillaging_orcs_gain_two_coins_for_each_region_that_was_not_empty() -> None:
    state = conquest(active("orcs", "pillaging", hand=3), regions={4: held(0, "orcs"), 5: TRIBE})
    play(state, "conquer 5", "deploy_rest 4")
    assert state.coins[0] == 2 + 2


@pytest.mark.rule("SW-INT-110")
def test_the_credit_for_a_conquest_stays_when_amazons_give_the_region_up() -> None:
    state = conquest(
        active("amazons", "pillaging", hand=4),
        other=seat(active("tritons", "underworld")),
        regions={4: held(0, "amazons"), 5: TRIBE},
    )
    # 5 Amazons, 4 of them set aside: one region of two is given up.
    play(state, "conquer 5", "finish")
    assert legal(state, "abandon") == [4, 5]
    play(state, "abandon 5")
    assert (state.turn, state.coins[0]) == (1, 1 + 1)


@pytest.mark.rule("SW-INT-111")
def test_bivouacking_amazons_camp_in_the_regions_they_keep() -> None:
    state = conquest(
        active("amazons", "bivouacking", hand=4),
        other=seat(active("tritons", "underworld")),
        regions={0: held(0, "amazons"), 4: held(0, "amazons")},
    )
    # 6 Amazons, 4 set aside: two of the three regions are kept.
    play(state, "conquer 5", "finish")
    assert verbs(state) == {"abandon"}
    play(state, "abandon 4")
    assert state.phase == "markers"
    assert (tokens(state, 0), tokens(state, 5)) == (1, 1)
    assert legal(state, "encamp") == [0, 5]
    play(state, "encamp 0", "encamp 0", "encamp 5", "encamp 5")
    assert legal(state, "finish") == []
    play(state, "encamp 5")
    assert (marker(state, 0, "encampment"), marker(state, 5, "encampment")) == (2, 3)
    assert state.turn == 1


@pytest.mark.rule("SW-INT-112")
def test_encampments_of_a_race_driven_out_wait_for_its_next_markers() -> None:
    state = conquest(
        active("ratmen", "hill", hand=11),
        other=seat(active("wizards", "bivouacking")),
        regions={4: held(0, "ratmen"), 0: held(1, "wizards", 3, encampment=5)},
    )
    # 2, three Wizards, five encampments.
    play(state, "conquer 0")
    assert race(state, 0, "ratmen")["hand"] == 1
    play(state, "finish", "deploy_rest 4")
    assert (state.turn, state.phase) == (1, "choose")
    play(state, "conquer 1", "deploy_rest 1")
    assert (state.turn, state.phase) == (1, "markers")
    play(state, *["encamp 1"] * 5)
    assert marker(state, 1, "encampment") == 5
    assert state.turn == 0


@pytest.mark.rule("SW-INT-113")
def test_a_wealthy_race_that_conquered_nothing_gains_its_seven_coins_once() -> None:
    state = position(
        phase="pick",
        seats=[seat(coins=0), seat(active("tritons", "underworld"))],
        column=[{"race": "ratmen", "power": "wealthy", "coins": 0}],
    )
    play(state, "pick 0", "finish")
    assert (state.turn, state.coins[0]) == (1, 7)
    play(state, "finish", "finish")
    assert (state.turn, state.coins[0]) == (1, 7)


@pytest.mark.rule("SW-INT-114")
@pytest.mark.parametrize("hand", [0, 3])
def test_alchemists_without_a_region_gain_two_coins(hand: int) -> None:
    state = play(choose(active("humans", "alchemist", hand=hand), regions={}), "finish")
    assert (state.turn, state.coins[0]) == (1, 2)


@pytest.mark.rule("SW-INT-115")
@pytest.mark.parametrize(
    ("name", "power", "regions", "bonus"),
    [
        ("humans", "merchant", (0, 1), 1 + 2),
        ("humans", "hill", (0, 1), 1 + 1),
        ("wizards", "swamp", (2, 5), 1 + 1),
        ("ratmen", "forest", (0, 4), 1),
    ],
)
def test_bonuses_of_race_and_power_end_with_the_decline_turn(
    name: str, power: str, regions: tuple[int, int], bonus: int
) -> None:
    def start() -> swenv.State:
        return choose(
            active(name, power),
            regions={number: held(0, name) for number in regions},
            column=[{"race": "giants", "power": "mounted", "coins": 0}],
        )

    assert play(start(), "finish").coins[0] == 2 + bonus
    state = play(start(), "decline")
    assert state.coins[0] == 2
    play(state, "finish", "pick 0", "finish")
    assert (state.turn, state.coins[0]) == (1, 2 + 2)


@pytest.mark.rule("SW-INT-116")
def test_water_held_in_decline_pays_every_turn() -> None:
    state = choose(active("humans", "hill"), declined("ratmen"), regions={6: held(0, "ratmen"), 7: held(0, "ratmen")})
    play(state, "finish", "finish", "finish")
    assert (state.turn, state.coins[0]) == (1, 2 + 2)


@pytest.mark.rule("SW-INT-116")
@pytest.mark.parametrize(("power", "targets"), [("seafaring", [1, 3, 4, 6, 7]), ("hill", [1, 3, 4])])
def test_water_held_in_decline_falls_to_a_seafaring_race_alone(power: str, targets: list[int]) -> None:
    state = conquest(
        active("orcs", power, hand=8),
        other=seat(declined("ratmen")),
        regions={0: held(0, "orcs"), 2: held(0, "orcs"), 6: held(1, "ratmen"), 7: held(1, "ratmen")},
    )
    assert legal(state, "conquer") == targets


@pytest.mark.rule("SW-INT-117")
@pytest.mark.parametrize(("conquests", "bonus"), [(1, 0), (2, 1), (3, 1), (4, 2)])
def test_skeletons_gain_a_token_for_every_two_conquests(conquests: int, bonus: int) -> None:
    state = conquest(
        active("skeletons", "hill", hand=3),
        regions={4: held(0, "skeletons")},
        turn_state={"nonempty_conquered": conquests},
    )
    play(state, "finish")
    assert (state.phase, race(state, 0, "skeletons")["hand"]) == ("deploy", 3 + bonus)
    assert state.to_position()["tray"]["skeletons"] == 16 - bonus


@pytest.mark.rule("SW-INT-118")
@pytest.mark.parametrize(
    ("number", "credit"),
    [(5, 1), (0, 1), (8, 1), (2, 1), (3, 0), (1, 0)],
    ids=["Lost Tribe", "active", "declined", "own declined", "mountain", "abandoned"],
)
def test_tribes_and_tokens_make_a_region_non_empty_and_markers_do_not(number: int, credit: int) -> None:
    state = position(
        phase="ready",
        seats=[
            seat(active("ratmen", "flying", hand=5), declined("giants")),
            seat(active("humans", "hill"), declined("elves")),
        ],
        regions={
            4: held(0, "ratmen"),
            1: held(0, "ratmen"),
            5: TRIBE,
            0: held(1, "humans"),
            8: held(1, "elves"),
            2: held(0, "giants"),
        },
    )
    play(state, "abandon 1", f"conquer {number}")
    assert state.to_position()["turn_state"]["nonempty_conquered"] == credit


@pytest.mark.rule("SW-INT-119")
def test_the_lair_of_trolls_in_decline_goes_with_their_token() -> None:
    state = position(
        phase="choose",
        seats=[seat(active("humans", "hill"), declined("trolls")), seat(active("ratmen", "swamp"))],
        regions={0: held(0, "humans"), 3: held(0, "trolls", 1, lair=1), 2: held(1, "ratmen", 7)},
    )
    play(state, "decline")
    assert region(state, 3) == {}
    # The empty mountain costs 3 again.
    assert state.turn == 1
    assert price(state, 3) == 3
