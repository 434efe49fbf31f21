"""Reach, First Conquest, and the own races against each other (SW-INT-9 to SW-INT-29)."""

from __future__ import annotations

from typing import Any

import pytest
from interactions import marker, price

import swenv
from support import active, declined, held, legal, play, position, race, region, seat, tokens

LAND = [0, 1, 2, 3, 4, 5, 8]
ENTRIES = [0, 1, 4, 8]


def conquest(*races: dict[str, Any], other: dict[str, Any] | None = None, **fields: Any) -> swenv.State:
    """Seat 0 with these races in its conquests; seat 1 is `other`, or has nothing."""
    return position(phase="conquest", seats=[seat(*races, coins=0), other or seat()], **fields)


# Reach and First Conquest


@pytest.mark.rule("SW-INT-9")
def test_a_flying_race_enters_in_any_land_region() -> None:
    assert legal(conquest(active("ratmen", "flying", hand=9)), "conquer") == LAND


@pytest.mark.rule("SW-INT-10")
def test_a_flying_race_never_takes_water() -> None:
    # Region 2 lies on the Lake and region 0 on the Sea.
    regions = {0: held(0, "ratmen"), 2: held(0, "ratmen")}
    state = conquest(active("ratmen", "flying", hand=9), regions=regions)
    assert legal(state, "conquer") == [1, 3, 4, 5, 8]
    for water in (6, 7):
        with pytest.raises(swenv.IllegalAction):
            state.apply(f"conquer {water}")


@pytest.mark.rule("SW-INT-11")
def test_halflings_who_gave_up_everything_enter_anywhere_again_but_dig_no_third_hole() -> None:
    state = position(
        phase="ready",
        seats=[seat(active("halflings", "hill", hand=6, holes_placed=2)), seat()],
        regions={2: held(0, "halflings", 1, hole=1), 5: held(0, "halflings", 1, hole=1)},
    )
    play(state, "abandon 2", "abandon 5")
    assert legal(state, "conquer") == LAND
    play(state, "conquer 3")
    assert tokens(state, 3) == 3
    assert marker(state, 3, "hole") == 0


@pytest.mark.rule("SW-INT-12")
def test_a_seafaring_race_may_enter_on_a_sea() -> None:
    state = conquest(active("ratmen", "seafaring", hand=9))
    assert legal(state, "conquer") == [0, 1, 4, 7, 8]
    play(state, "conquer 7")
    assert tokens(state, 7) == 2


@pytest.mark.rule("SW-INT-13")
def test_only_seafaring_halflings_may_enter_on_the_lake() -> None:
    assert 6 not in legal(conquest(active("ratmen", "seafaring", hand=9)), "conquer")
    assert legal(conquest(active("halflings", "seafaring", hand=9)), "conquer") == [0, 1, 2, 3, 4, 5, 6, 7, 8]
    assert legal(conquest(active("halflings", "hill", hand=9)), "conquer") == LAND


@pytest.mark.rule("SW-INT-14")
def test_the_shore_of_an_occupied_sea_is_still_an_entry() -> None:
    # Region 8 is not at the edge: its only link is Sea 7.
    state = conquest(
        active("orcs", "hill", hand=9),
        other=seat(active("ratmen", "seafaring")),
        regions={7: held(1, "ratmen")},
    )
    assert legal(state, "conquer") == ENTRIES


@pytest.mark.rule("SW-INT-15")
def test_an_inland_cavern_is_no_entry_for_an_underworld_race() -> None:
    state = conquest(active("ratmen", "underworld", hand=9))
    assert legal(state, "conquer") == ENTRIES
    # With the cavern of region 8 in hand the one of region 3 is next to it.
    play(state, "conquer 8")
    assert legal(state, "conquer") == [3, 5]


@pytest.mark.rule("SW-INT-16")
def test_a_new_race_enters_far_from_the_own_race_in_decline() -> None:
    state = conquest(active("ratmen", "hill", hand=9), declined("giants"), regions={8: held(0, "giants")})
    assert legal(state, "conquer") == ENTRIES
    play(state, "conquer 1")
    assert region(state, 1)["race"] == "ratmen"


@pytest.mark.rule("SW-INT-17")
def test_after_all_regions_are_abandoned_the_race_enters_anew() -> None:
    state = position(
        phase="choose",
        seats=[seat(active("ratmen", "hill")), seat()],
        regions={1: held(0, "ratmen", 2), 2: held(0, "ratmen", 3)},
    )
    assert legal(state, "conquer") == [0, 3]
    play(state, "abandon 1")
    assert legal(state, "conquer") == [1, 3]
    play(state, "abandon 2")
    assert race(state, 0, "ratmen")["hand"] == 5
    assert legal(state, "conquer") == ENTRIES


@pytest.mark.rule("SW-INT-18")
def test_an_abandoned_region_can_be_taken_again_as_an_empty_one() -> None:
    state = position(
        phase="ready",
        seats=[seat(active("orcs", "swamp", hand=3)), seat()],
        regions={0: held(0, "orcs"), 4: held(0, "orcs")},
    )
    play(state, "abandon 4", "conquer 4")
    assert tokens(state, 4) == 2
    assert race(state, 0, "orcs")["hand"] == 3 + 1 - 2
    assert state.to_position()["turn_state"]["nonempty_conquered"] == 0


@pytest.mark.rule("SW-INT-19")
def test_a_race_that_lost_all_its_regions_enters_anew_on_its_turn() -> None:
    state = conquest(
        active("ratmen", "hill", hand=6),
        other=seat(active("humans", "merchant")),
        regions={3: held(0, "ratmen"), 4: held(1, "humans", 3)},
    )
    # 3 Humans cost 5. One is lost, two wait for their turn.
    play(state, "conquer 4", "finish", "deploy_rest 3")
    assert (state.turn, state.phase) == (1, "choose")
    assert race(state, 1, "humans")["hand"] == 2
    assert legal(state, "conquer") == ENTRIES


@pytest.mark.rule("SW-INT-20")
def test_the_own_race_in_decline_gives_no_adjacency() -> None:
    state = conquest(
        active("ratmen", "hill", hand=9),
        declined("giants"),
        regions={1: held(0, "ratmen"), 4: held(0, "giants")},
    )
    assert legal(state, "conquer") == [0, 2]


@pytest.mark.rule("SW-INT-21")
@pytest.mark.parametrize(("power", "next_to_it"), [("hill", [0, 2]), ("flying", [0, 2, 3, 4, 5, 8])])
def test_only_a_flying_race_starts_in_two_places(power: str, next_to_it: list[int]) -> None:
    state = play(conquest(active("ratmen", power, hand=9)), "conquer 1")
    assert legal(state, "conquer") == next_to_it


# The own races against each other


@pytest.mark.rule("SW-INT-22")
def test_the_active_race_takes_a_region_of_the_own_race_in_decline() -> None:
    state = conquest(
        active("ratmen", "hill", hand=9),
        declined("giants"),
        regions={0: held(0, "ratmen"), 4: held(0, "giants"), 8: held(0, "giants")},
    )
    assert 4 in legal(state, "conquer")
    play(state, "conquer 4")
    assert region(state, 4)["race"] == "ratmen"
    assert state.to_position()["tray"]["giants"] == 10
    assert race(state, 0, "giants")["hand"] == 0
    assert region(state, 8)["race"] == "giants"


@pytest.mark.rule("SW-INT-22")
def test_the_own_race_in_decline_vanishes_with_its_last_token() -> None:
    state = conquest(
        active("ratmen", "hill", hand=9),
        declined("giants"),
        regions={0: held(0, "ratmen"), 4: held(0, "giants")},
    )
    play(state, "conquer 4")
    document = state.to_position()
    assert [entry["race"] for entry in document["seats"][0]["races"]] == ["ratmen"]
    assert document["race_stack"][-1] == "giants"
    assert document["tray"]["giants"] == 11


@pytest.mark.rule("SW-INT-23")
def test_own_ghouls_beaten_by_the_own_active_race_are_placed_before_those_of_others() -> None:
    state = conquest(
        active("ratmen", "hill", hand=7),
        declined("ghouls"),
        other=seat(active("humans", "merchant")),
        regions={
            0: held(0, "ratmen"),
            4: held(0, "ghouls", 3),
            5: held(0, "ghouls"),
            8: held(0, "ghouls"),
            1: held(1, "humans", 2),
            2: held(1, "humans"),
        },
    )
    play(state, "conquer 4", "conquer 1")
    assert state.to_position()["tray"]["ghouls"] == 10 - 4
    play(state, "finish", "deploy_rest 0")
    assert (state.phase, state.turn, state.to_act) == ("withdrawn", 0, 0)
    assert legal(state, "deploy") == [5, 8]
    play(state, "deploy_rest 8")
    assert tokens(state, 8) == 3
    assert (state.phase, state.turn, state.to_act) == ("withdrawn", 0, 1)
    assert legal(state, "deploy") == [2]


@pytest.mark.rule("SW-INT-24")
def test_own_tokens_of_another_race_do_not_defend_but_their_region_is_not_empty() -> None:
    state = conquest(
        active("ratmen", "hill", hand=9),
        declined("ghouls"),
        regions={0: held(0, "ratmen"), 4: held(0, "ghouls", 3)},
    )
    assert price(state, 4) == 2
    play(state, "conquer 4")
    assert state.to_position()["turn_state"]["nonempty_conquered"] == 1


@pytest.mark.rule("SW-INT-24")
def test_markers_defend_against_the_own_active_race() -> None:
    state = conquest(
        active("ratmen", "hill", hand=9),
        declined("trolls"),
        regions={4: held(0, "ratmen"), 3: held(0, "trolls", 1, lair=1, fortress=1)},
    )
    # 2, mountain, lair and fortress.
    assert price(state, 3) == 5


@pytest.mark.rule("SW-INT-24")
def test_the_option_own_decline_defends_counts_the_own_token() -> None:
    state = conquest(
        active("ratmen", "hill", hand=9),
        declined("giants"),
        regions={0: held(0, "ratmen"), 4: held(0, "giants")},
        options={"own_decline_defends": True},
    )
    assert price(state, 4) == 3


@pytest.mark.rule("SW-INT-25")
@pytest.mark.parametrize(("name", "power"), [("orcs", "hill"), ("ratmen", "pillaging")])
def test_the_own_race_in_decline_counts_for_orcs_and_pillaging(name: str, power: str) -> None:
    state = conquest(
        active(name, power, hand=2),
        declined("giants"),
        regions={0: held(0, name), 4: held(0, "giants"), 8: held(0, "giants")},
    )
    play(state, "conquer 4", "deploy_rest 0")
    # Two active regions, one in decline, one coin for the conquest.
    assert state.coins[0] == 2 + 1 + 1


@pytest.mark.rule("SW-INT-25")
def test_the_own_race_in_decline_counts_for_skeletons() -> None:
    state = conquest(
        active("skeletons", "hill", hand=5),
        declined("giants"),
        regions={0: held(0, "skeletons"), 4: held(0, "giants"), 3: held(0, "giants")},
    )
    # 2 tokens for the forest, 3 for the mountain.
    play(state, "conquer 4", "conquer 3")
    assert state.phase == "deploy"
    assert state.to_position()["tray"]["skeletons"] == 20 - 6 - 1


@pytest.mark.rule("SW-INT-26")
@pytest.mark.parametrize(("name", "lost"), [("humans", 1), ("elves", 0)])
def test_own_ghouls_may_attack_the_own_active_race(name: str, lost: int) -> None:
    state = position(
        phase="ghoul_conquest",
        seats=[seat(active(name, "hill"), declined("ghouls", hand=4)), seat()],
        regions={0: held(0, "ghouls"), 4: held(0, name, 2)},
    )
    tray = state.to_position()["tray"][name]
    assert 4 in legal(state, "conquer")
    play(state, "conquer 4")
    assert region(state, 4)["race"] == "ghouls"
    assert tokens(state, 4) == 2
    assert state.to_position()["tray"][name] == tray + lost
    assert race(state, 0, name)["hand"] == 2 - lost


@pytest.mark.rule("SW-INT-27")
def test_active_tokens_beaten_by_own_ghouls_fight_on_in_the_same_turn() -> None:
    state = position(
        phase="ghoul_conquest",
        seats=[seat(active("humans", "hill"), declined("ghouls", hand=2)), seat()],
        regions={0: held(0, "ghouls"), 4: held(0, "humans", 3), 8: held(0, "humans")},
    )
    play(state, "conquer 4", "deploy_rest 0")
    assert state.phase == "ready"
    assert race(state, 0, "humans")["hand"] == 2
    play(state, "conquer 5")
    assert state.last_roll is None
    assert region(state, 5)["race"] == "humans"


@pytest.mark.rule("SW-INT-28")
def test_tokens_in_decline_are_no_part_of_the_new_layout() -> None:
    state = position(
        phase="deploy",
        seats=[seat(active("ratmen", "hill", hand=2), declined("giants")), seat()],
        regions={0: held(0, "ratmen"), 1: held(0, "ratmen"), 4: held(0, "giants")},
    )
    assert legal(state, "deploy") == [0, 1]
    assert legal(state, "deploy_rest") == [0, 1]
    for action in ("deploy 4", "deploy_rest 4", "abandon 4"):
        with pytest.raises(swenv.IllegalAction):
            state.apply(action)
    play(state, "deploy 0", "deploy 1")
    assert [tokens(state, number) for number in (0, 1, 4)] == [2, 2, 1]


@pytest.mark.rule("SW-INT-29")
def test_a_region_in_decline_cannot_be_abandoned() -> None:
    state = position(
        phase="ready",
        seats=[
            seat(active("ratmen", "hill", hand=2), declined("giants"), declined("elves", "spirit")),
            seat(),
        ],
        regions={0: held(0, "ratmen"), 4: held(0, "giants"), 8: held(0, "elves")},
    )
    assert legal(state, "abandon") == [0]


@pytest.mark.rule("SW-INT-29")
def test_ghouls_in_decline_may_abandon_their_own_regions() -> None:
    state = position(
        phase="ghoul_ready",
        seats=[seat(active("ratmen", "hill"), declined("ghouls", hand=2)), seat()],
        regions={0: held(0, "ratmen", 3), 4: held(0, "ghouls"), 5: held(0, "ghouls")},
    )
    assert legal(state, "abandon") == [4, 5]
    play(state, "abandon 4")
    assert race(state, 0, "ghouls")["hand"] == 3
    assert region(state, 4) == {}
