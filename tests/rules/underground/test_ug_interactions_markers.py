"""Armors, Queen and Ghost (UG-INT-56 to UG-INT-63)."""

from __future__ import annotations

import pytest
from chapters import verbs
from ug_interactions import conquest, holder, marker, opening
from underground_chapters import where

import swenv
from support import MONSTERS, active, declined, held, legal, play, region, seat, tokens


def armors(state: swenv.State) -> int:
    """Armors on the whole map."""
    return sum(marker(state, number, "armor") for number in where(state, "armor"))


# Mushroom Armors


@pytest.mark.rule("UG-INT-56")
def test_a_forest_abandoned_at_the_start_gives_no_armor() -> None:
    regions = {1: held(0, "ogres"), 5: held(0, "ogres"), 0: held(0, "ogres")}
    state = opening("ready", active("ogres", "shield"), regions=regions)
    kept = play(state.copy(), "finish", "armor 0", "armor 0")
    assert (kept.turn, armors(kept)) == (1, 2)
    play(state, "abandon 5", "finish", "deploy_rest 0", "armor 0")
    assert (state.turn, armors(state)) == (1, 1)


@pytest.mark.rule("UG-INT-56")
def test_a_forest_conquered_this_turn_gives_an_armor() -> None:
    state = conquest(active("ogres", "shield", hand=2), regions={0: held(0, "ogres")})
    play(state, "conquer 1", "finish", "deploy_rest 0")
    assert (state.phase, legal(state, "armor")) == ("markers", [0, 1])
    play(state, "armor 1")
    assert (state.turn, armors(state)) == (1, 1)


@pytest.mark.rule("UG-INT-57")
def test_armors_stand_on_regions_of_the_shield_race_alone() -> None:
    state = conquest(
        active("ogres", "shield"),
        declined("kraken"),
        other=seat(active("liches", "tomb")),
        regions={1: held(0, "ogres"), 17: held(0, "ogres"), 3: held(0, "kraken"), 16: held(1, "liches")},
    )
    play(state, "finish")
    assert legal(state, "armor") == [1, 17]


@pytest.mark.rule("UG-INT-57")
@pytest.mark.parametrize(("on_map", "gained"), [(5, 2), (6, 2), (7, 1), (8, 0)])
def test_no_more_armors_are_gained_than_the_supply_has(on_map: int, gained: int) -> None:
    state = conquest(active("ogres", "shield"), regions={1: held(0, "ogres", 1, armor=on_map), 5: held(0, "ogres")})
    play(state, "finish")
    for _ in range(gained):
        assert state.phase == "markers"
        assert verbs(state) == {"armor"}
        play(state, "armor 5")
    assert state.turn == 1
    assert armors(state) == on_map + gained


SHIELDED = {5: held(0, "shrooms", 1, armor=2), 1: held(0, "shrooms", 1, armor=1)}
"""Shrooms in decline, with the Shield badge."""


@pytest.mark.rule("UG-INT-58")
def test_armors_of_a_declined_race_leave_at_the_next_decline() -> None:
    state = opening(
        "choose", active("ogres", "royal"), declined("shrooms", "shield"), regions={**SHIELDED, 17: held(0, "ogres")}
    )
    assert armors(state) == 3
    play(state, "decline")
    assert armors(state) == 0


@pytest.mark.rule("UG-INT-58")
def test_armors_leave_with_the_token_that_the_altar_takes() -> None:
    state = conquest(
        active("ogres", "wise"),
        declined("shrooms", "shield"),
        regions={**SHIELDED, 17: held(0, "ogres") | {"place": "altar"}},
    )
    play(state, "finish", "altar 5")
    assert tokens(state, 5) == 0
    assert (marker(state, 5, "armor"), marker(state, 1, "armor")) == (0, 1)


@pytest.mark.rule("UG-INT-58")
def test_armors_leave_with_the_token_that_reborn_replaces() -> None:
    state = opening(
        "choose",
        active("ogres", "wise", hand=1),
        declined("shrooms", "shield"),
        regions={**SHIELDED, 17: held(0, "ogres") | {"place": "stonehedge"}},
        stonehedge="reborn",
    )
    play(state, "reborn 5")
    assert holder(state, 5) == (0, "ogres")
    assert (marker(state, 5, "armor"), marker(state, 1, "armor")) == (0, 1)


@pytest.mark.rule("UG-INT-58")
def test_armors_of_a_declined_race_leave_when_its_region_is_conquered() -> None:
    state = conquest(
        active("kraken", "wise", hand=9),
        declined("shrooms", "shield"),
        regions={**SHIELDED, 0: held(0, "kraken")},
    )
    play(state, "conquer 5")
    assert holder(state, 5) == (0, "kraken")
    assert (marker(state, 5, "armor"), marker(state, 1, "armor")) == (0, 1)


# The Queen


@pytest.mark.rule("UG-INT-59")
def test_the_queen_leaves_with_the_last_token_of_her_region() -> None:
    state = conquest(
        active("ogres", "wise"),
        declined("kraken", "royal"),
        regions={0: held(0, "kraken", 1, queen=1), 1: held(0, "kraken"), 17: held(0, "ogres") | {"place": "altar"}},
    )
    play(state, "finish")
    other = play(state.copy(), "altar 1")
    assert where(other, "queen") == [0]
    play(state, "altar 0")
    assert holder(state, 0) is None
    assert where(state, "queen") == []


@pytest.mark.rule("UG-INT-59")
def test_the_queen_leaves_when_her_declined_race_is_removed() -> None:
    state = opening(
        "choose",
        active("ogres", "tomb"),
        declined("kraken", "royal"),
        regions={0: held(0, "kraken", 1, queen=1), 17: held(0, "ogres")},
    )
    play(state, "decline")
    assert where(state, "queen") == []


@pytest.mark.rule("UG-INT-60")
def test_the_own_declined_region_under_the_own_queen_may_be_conquered() -> None:
    state = conquest(
        active("ogres", "wise", hand=4),
        declined("kraken", "royal"),
        regions={0: held(0, "kraken", 1, queen=1), 1: held(0, "kraken"), 5: held(0, "ogres")},
    )
    assert 0 in legal(state, "conquer")
    play(state, "conquer 0")
    assert holder(state, 0) == (0, "ogres")
    assert where(state, "queen") == []


@pytest.mark.rule("UG-INT-60")
def test_another_player_may_not_conquer_under_that_queen() -> None:
    state = conquest(
        active("ogres", "wise", hand=4),
        other=seat(declined("kraken", "royal")),
        regions={0: held(1, "kraken", 1, queen=1), 1: held(1, "kraken"), 5: held(0, "ogres")},
    )
    assert 0 not in legal(state, "conquer")
    assert 1 in legal(state, "conquer")


# The Ghost


GHOST = {"markers": {"ghost": 1}}
CRYPT = {"place": "crypt"}


@pytest.mark.rule("UG-INT-61")
def test_the_ghost_may_be_put_into_the_river() -> None:
    state = conquest(active("ogres", "wise"), regions={5: held(0, "ogres") | CRYPT})
    play(state, "finish")
    assert {2, 7, 13} <= set(legal(state, "ghost"))
    play(state, "ghost 7")
    assert where(state, "ghost") == [7]


@pytest.mark.rule("UG-INT-61")
@pytest.mark.parametrize(("master", "may_enter"), [(0, True), (1, False), (None, False)])
def test_a_sealed_river_that_nobody_holds_is_open_to_the_master_of_the_crypt(
    master: int | None, may_enter: bool
) -> None:
    state = conquest(
        active("ogres", "wise", hand=4),
        regions={5: held(0, "ogres"), 7: GHOST, 16: CRYPT},
        crypt_master=master,
    )
    assert 2 in legal(state, "conquer")
    assert (7 in legal(state, "conquer")) == may_enter


@pytest.mark.rule("UG-INT-61")
@pytest.mark.parametrize(("holder_seat", "may_enter"), [(0, True), (1, False)])
def test_a_sealed_river_that_kraken_hold_is_open_to_their_player(holder_seat: int, may_enter: bool) -> None:
    # The master of the Crypt is the other one of the two.
    mine, theirs = ([declined("kraken")], []) if holder_seat == 0 else ([], [declined("kraken")])
    state = conquest(
        active("ogres", "wise", hand=4),
        *mine,
        other=seat(*theirs),
        regions={5: held(0, "ogres"), 7: held(holder_seat, "kraken", 1, ghost=1), 16: CRYPT},
        crypt_master=1 - holder_seat,
    )
    assert (7 in legal(state, "conquer")) == may_enter


@pytest.mark.rule("UG-INT-61", "UG-IMM-6")
@pytest.mark.parametrize(("master", "may_enter"), [(0, True), (1, False)])
def test_monsters_under_the_ghost_are_open_to_the_master_of_the_crypt(master: int, may_enter: bool) -> None:
    state = conquest(
        active("ogres", "wise", hand=9),
        regions={8: held(0, "ogres"), 12: MONSTERS | GHOST, 17: CRYPT},
        crypt_master=master,
    )
    assert (12 in legal(state, "conquer")) == may_enter


@pytest.mark.rule("UG-INT-62")
def test_a_crypt_taken_back_from_the_own_declined_race_does_not_recall_the_ghost() -> None:
    state = conquest(
        active("ogres", "wise", hand=2),
        declined("kraken"),
        regions={5: held(0, "ogres"), 0: held(0, "kraken") | CRYPT, 17: GHOST},
        crypt_master=0,
    )
    play(state, "conquer 0")
    assert where(state, "ghost") == [17]
    play(state, "finish", "deploy_rest 5")
    assert state.phase == "markers"
    assert {3, 17} <= set(legal(state, "ghost"))
    play(state, "ghost 3")
    assert where(state, "ghost") == [3]


@pytest.mark.rule("UG-INT-63")
def test_a_region_freed_by_the_fall_of_the_crypt_may_be_attacked_in_the_same_turn() -> None:
    state = conquest(
        active("ogres", "wise", hand=6),
        other=seat(active("kraken", "tomb")),
        regions={5: held(0, "ogres"), 0: held(1, "kraken") | CRYPT, 1: held(1, "kraken", 1, ghost=1)},
    )
    assert legal(state, "conquer") == [0, 2, 6, 7]
    play(state, "conquer 0")
    assert where(state, "ghost") == []
    assert legal(state, "conquer") == [1, 2, 6, 7]
    play(state, "conquer 1")
    assert holder(state, 1) == (0, "ogres")


@pytest.mark.rule("UG-INT-63", "UG-PLACE-CRYPT")
def test_the_new_holder_of_the_crypt_places_the_ghost_that_came_back() -> None:
    state = conquest(
        active("ogres", "wise", hand=3),
        other=seat(active("kraken", "tomb")),
        regions={5: held(0, "ogres"), 0: held(1, "kraken") | CRYPT, 1: held(1, "kraken", 1, ghost=1)},
    )
    play(state, "conquer 0", "finish", "deploy_rest 5")
    everywhere = [number for number in range(18) if number not in (0, 10, 14)]
    assert legal(state, "ghost") == everywhere
    play(state, "ghost 5")
    assert where(state, "ghost") == [5]
    assert region(state, 0)["place"] == "crypt"
