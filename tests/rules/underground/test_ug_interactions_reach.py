"""Own races in decline, and what can be reached (UG-INT-1 to -3, -14 to -20, -95 to -97)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import price, tray
from ug_interactions import EDGES, conquest, gain, holder, marker
from underground_chapters import avenged

from support import MONSTERS, active, declined, held, legal, play, race, region, seat, tokens

# The own race in decline


@pytest.mark.rule("UG-INT-1")
@pytest.mark.parametrize("stack", [1, 3])
def test_own_declined_tokens_add_nothing_to_the_price(stack: int) -> None:
    state = conquest(
        active("liches", "wise", hand=9),
        declined("kraken", "tomb"),
        regions={5: held(0, "liches"), 0: held(0, "kraken", stack)},
    )
    assert price(state, 0) == 2


@pytest.mark.rule("UG-INT-1")
def test_armors_keep_and_mountain_count_on_the_own_declined_region() -> None:
    state = conquest(
        active("liches", "wise", hand=9),
        declined("kraken", "shield"),
        regions={5: held(0, "liches"), 6: held(0, "kraken", 1, armor=2) | {"place": "keep"}},
    )
    # 2, mountain, Keep, two Armors; the Kraken themselves do not count.
    assert price(state, 6) == 2 + 1 + 1 + 2


@pytest.mark.rule("UG-INT-2")
def test_taking_the_own_declined_region_costs_its_token() -> None:
    state = conquest(
        active("liches", "wise", hand=9),
        declined("kraken"),
        regions={5: held(0, "liches"), 0: held(0, "kraken"), 1: held(0, "kraken")},
    )
    play(state, "conquer 0")
    assert holder(state, 0) == (0, "liches")
    assert tray(state, "kraken") == 10 - 1
    assert race(state, 0, "kraken").get("hand", 0) == 0


@pytest.mark.rule("UG-INT-2", "UG-CLAR-12")
def test_the_rest_of_an_own_declined_stack_is_redeployed_at_the_end_of_the_turn() -> None:
    state = conquest(
        active("liches", "wise", hand=2),
        declined("kraken", "tomb"),
        regions={5: held(0, "liches"), 0: held(0, "kraken", 3), 1: held(0, "kraken")},
    )
    play(state, "conquer 0", "deploy_rest 5")
    assert (state.phase, state.to_act) == ("withdrawn", 0)
    assert legal(state, "deploy_rest") == [1]
    play(state, "deploy_rest 1")
    assert tokens(state, 1) == 1 + 2
    assert tray(state, "kraken") == 10 - 3


@pytest.mark.rule("UG-INT-2")
def test_own_declined_liches_are_taken_without_a_payment() -> None:
    state = conquest(
        active("kraken", "wise", hand=9),
        declined("liches"),
        coins=3,
        regions={5: held(0, "kraken"), 0: held(0, "liches"), 1: held(0, "liches")},
    )
    play(state, "conquer 0")
    assert list(state.coins) == [3, 0]


@pytest.mark.rule("UG-INT-2")
def test_taking_the_own_declined_region_pays_no_martyr_coin() -> None:
    state = conquest(
        active("kraken", "martyr", hand=9),
        declined("ogres"),
        regions={5: held(0, "kraken"), 0: held(0, "ogres"), 1: held(0, "ogres")},
    )
    play(state, "conquer 0")
    assert list(state.coins) == [0, 0]


@pytest.mark.rule("UG-INT-2")
def test_taking_the_own_declined_region_gives_no_vengeance_marker() -> None:
    state = conquest(
        active("kraken", "vengeful", hand=9),
        declined("ogres"),
        regions={5: held(0, "kraken"), 0: held(0, "ogres"), 1: held(0, "ogres")},
    )
    play(state, "conquer 0")
    assert not avenged(state, 0)


@pytest.mark.rule("UG-INT-3")
def test_a_new_race_enters_far_from_the_own_race_in_decline() -> None:
    state = conquest(active("liches", "wise", hand=9), declined("kraken"), regions={17: held(0, "kraken")})
    assert legal(state, "conquer") == EDGES
    play(state, "conquer 0")
    assert holder(state, 0) == (0, "liches")


# Lizardmen and the River


@pytest.mark.rule("UG-INT-14")
def test_lizardmen_pass_through_a_river_that_kraken_hold() -> None:
    state = conquest(
        active("lizardmen", "wise", hand=9),
        other=seat(active("kraken", "tomb")),
        regions={5: held(0, "lizardmen"), 7: held(1, "kraken", 2)},
    )
    # 9, 11, 12 and 13 are reached through the Kraken of region 7 alone.
    assert legal(state, "conquer") == [0, 1, 2, 3, 6, 7, 8, 9, 11, 12, 13]
    assert price(state, 11) == 2
    play(state, "conquer 11")
    assert holder(state, 7) == (1, "kraken")
    assert tokens(state, 7) == 2


@pytest.mark.rule("UG-INT-15")
def test_lizardmen_pass_along_the_whole_river_in_one_move() -> None:
    # Region 1 touches river 2 alone; 7 and 13 follow it.
    state = conquest(active("lizardmen", "wise", hand=9), regions={1: held(0, "lizardmen")})
    assert legal(state, "conquer") == [0, 2, 3, 5, 6, 7, 8, 9, 11, 12, 13]
    play(state, "conquer 11")
    assert holder(state, 11) == (0, "lizardmen")
    assert [holder(state, river) for river in (2, 7, 13)] == [None, None, None]


@pytest.mark.rule("UG-INT-15")
def test_others_than_lizardmen_cross_the_river_step_by_step() -> None:
    state = conquest(active("liches", "wise", hand=9), regions={1: held(0, "liches")})
    assert legal(state, "conquer") == [0, 2, 5]


@pytest.mark.rule("UG-INT-16")
@pytest.mark.parametrize(
    ("sealed", "fields"),
    [
        ({"markers": {"balrog": 1}}, {}),
        ({"markers": {"ghost": 1}}, {"crypt_master": 1}),
        (held(1, "kraken", 1, queen=1), {}),
    ],
    ids=["balrog", "ghost", "queen"],
)
def test_lizardmen_cannot_pass_an_immune_river(sealed: dict[str, Any], fields: dict[str, Any]) -> None:
    state = conquest(
        active("lizardmen", "wise", hand=9),
        other=seat(active("kraken", "royal")),
        regions={5: held(0, "lizardmen"), 7: sealed, 16: {"place": "crypt"}},
        **fields,
    )
    # River 2 can be passed, which gives 3 and 8.
    assert legal(state, "conquer") == [0, 1, 2, 3, 6, 8]


@pytest.mark.rule("UG-INT-16")
def test_lizardmen_may_pass_a_river_under_their_own_ghost() -> None:
    state = conquest(
        active("lizardmen", "wise", hand=9),
        other=seat(active("kraken", "royal")),
        regions={5: held(0, "lizardmen"), 7: {"markers": {"ghost": 1}}, 16: {"place": "crypt"}},
        crypt_master=0,
    )
    assert legal(state, "conquer") == [0, 1, 2, 3, 6, 7, 8, 9, 11, 12, 13]


@pytest.mark.rule("UG-INT-17")
def test_lizardmen_enter_at_the_edge_alone() -> None:
    assert legal(conquest(active("lizardmen", "wise", hand=9), regions={}), "conquer") == EDGES


# Spiderines and the Pipe


@pytest.mark.rule("UG-INT-18")
def test_spiderines_reach_the_chasms_from_a_region_without_one() -> None:
    state = conquest(active("spiderines", "wise", hand=9), regions={3: held(0, "spiderines")})
    # 2, 4 and 8 border region 3; the others border a chasm.
    assert legal(state, "conquer") == [0, 2, 4, 5, 6, 8, 9, 15, 16, 17]


@pytest.mark.rule("UG-INT-19")
@pytest.mark.parametrize(("name", "there"), [("spiderines", {}), ("liches", {"place": "pipe"})])
def test_chasms_and_pipe_merge_no_groups_of_a_quarreling_race(name: str, there: dict[str, Any]) -> None:
    # Two mudpools far apart, each at a chasm.
    coins = gain([active(name, "quarreling")], {0: held(0, name) | there, 17: held(0, name)})
    assert coins == 2 + 2


@pytest.mark.rule("UG-INT-20")
@pytest.mark.parametrize(
    ("name", "lands", "there", "bonus"),
    [
        ("spiderines", (0, 17), {}, 2),
        ("spiderines", (0, 3), {}, 0),
        ("liches", (0, 17), {"place": "pipe"}, 2),
        ("liches", (0, 17), {}, 0),
        ("liches", (0, 15), {"place": "pipe"}, 0),
        ("lizardmen", (1, 3), {}, 0),
    ],
    ids=["chasms", "one at no chasm", "pipe", "no pipe", "pipe, other terrain", "river passage"],
)
def test_chasms_and_pipe_hold_a_flock_together_and_the_river_does_not(
    name: str, lands: tuple[int, int], there: dict[str, Any], bonus: int
) -> None:
    coins = gain([active(name, "flocking")], {lands[0]: held(0, name) | there, lands[1]: held(0, name)})
    assert coins == 2 + bonus


# In and out of the River


@pytest.mark.rule("UG-INT-95")
def test_a_river_taken_and_left_pays_nothing_and_joins_no_groups() -> None:
    state = conquest(active("liches", "quarreling", hand=2), regions={1: held(0, "liches"), 3: held(0, "liches")})
    play(state, "conquer 2", "finish", "deploy_rest 1")
    assert holder(state, 2) is None
    assert state.turn == 1
    # Two regions in two groups.
    assert state.coins[0] == 2 + 2


@pytest.mark.rule("UG-INT-95")
def test_a_river_taken_and_left_does_not_hold_a_flock_together() -> None:
    state = conquest(active("liches", "flocking", hand=2), regions={1: held(0, "liches"), 3: held(0, "liches")})
    play(state, "conquer 2", "finish", "deploy_rest 1")
    assert state.coins[0] == 2


@pytest.mark.rule("UG-INT-95")
@pytest.mark.parametrize(("target", "bonus"), [(1, 1), (None, 0)])
def test_tokens_from_the_river_frighten_where_they_end_up(target: int | None, bonus: int) -> None:
    state = conquest(active("liches", "frightened", hand=2), regions={1: held(0, "liches"), 3: held(0, "liches")})
    play(state, "conquer 2", "finish")
    play(state, *([f"deploy_rest {target}"] if target else ["deploy 1", "deploy 3"]))
    assert state.turn == 1
    assert state.coins[0] == 2 + bonus


@pytest.mark.rule("UG-INT-96")
def test_gnomes_may_be_attacked_out_of_a_river_taken_this_turn() -> None:
    state = conquest(
        active("liches", "wise", hand=9),
        other=seat(active("gnomes", "tomb")),
        regions={1: held(0, "liches"), 8: held(1, "gnomes", 2)},
    )
    assert 8 not in legal(state, "conquer")
    play(state, "conquer 2")
    assert 8 in legal(state, "conquer")
    assert price(state, 8) == 2 + 2


@pytest.mark.rule("UG-INT-97")
@pytest.mark.parametrize("status", ["active", "decline", "own"])
def test_a_fallen_region_holds_the_conqueror_alone(status: str) -> None:
    own = [declined("kraken")] if status == "own" else []
    others = {"active": [active("ogres", "tomb")], "decline": [declined("ogres")], "own": []}
    there = held(0, "kraken") if own else held(1, "ogres", 3 if status == "active" else 1)
    state = conquest(
        active("liches", "wise", hand=9),
        *own,
        other=seat(*others[status]),
        regions={5: held(0, "liches"), 0: there},
    )
    cost = price(state, 0)
    play(state, "conquer 0")
    assert (holder(state, 0), tokens(state, 0)) == ((0, "liches"), cost)


@pytest.mark.rule("UG-INT-97")
def test_monsters_leave_the_region_that_falls() -> None:
    state = conquest(
        active("liches", "wise", hand=9), regions={8: held(0, "liches"), 12: MONSTERS}, places_stack=["keep"]
    )
    play(state, "conquer 12")
    assert (holder(state, 12), tokens(state, 12)) == ((0, "liches"), 5)
    assert region(state, 12).get("monsters", 0) == 0
    assert marker(state, 12, "monsters") == 0
