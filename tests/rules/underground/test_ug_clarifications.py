"""The clarifications of Underground (its rules, section 10): the ruling of each, in play.

Races and powers that a test does not name in its title cannot touch it: Shadow Mimes once picked, and Tomb, Reborn or
Wise while the race is active.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from chapters import markers, tray, verbs
from ug_play import IDLE, POWERS, RACES, coins, column, lay_out
from underground_chapters import hold, in_hand, races_of

import swenv
from support import (
    active,
    declined,
    held,
    legal,
    play,
    seat,
    tokens,
    underground,
)


@pytest.mark.rule("UG-CLAR-8")
@pytest.mark.parametrize("own", [(), (4, 16)])
def test_the_active_regions_are_paid_beside_the_altar(own: tuple[int, ...]) -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "tomb"), declined("drow"), coins=0), IDLE],
        regions={
            0: hold(0, "drow", place="altar"),
            **{number: held(0, "drow") for number in (1, 5, 6)},
            **{number: held(0, "shadow_mimes") for number in own},
        },
    )
    play(state, "finish")
    assert (state.phase, coins(state)[0]) == ("altar", 4 + len(own))
    play(state, "altar 0", "finish", "finish")
    # The token under the Altar went, so nothing is asked any more.
    assert (state.turn, coins(state)[0]) == (1, 4 + 3 + 3 + 2 * len(own))


def five_seats(**fields: Any) -> swenv.State:
    """Nine races in play, seat 0 has one of them, in decline; the Mimes are on top of the column."""
    names = [name for name in RACES if name != "shadow_mimes"]
    seats = [seat(declined(names[0]))] + [
        seat(active(names[number], POWERS[number], hand=3), declined(names[4 + number])) for number in range(1, 5)
    ]
    regions = {number: held(number, names[4 + number]) for number in range(1, 5)}
    return underground(
        5,
        phase="pick",
        seats=seats,
        regions={**regions, 5: held(0, names[0])},
        column=[{"race": "shadow_mimes", "power": "tomb"}],
        **fields,
    )


@pytest.mark.rule("UG-CLAR-15")
def test_with_nine_races_in_play_six_rows_are_offered_and_the_mimes_see_five() -> None:
    state = five_seats()
    assert (len(column(state)), state.to_position()["race_stack"]) == (6, [])
    assert legal(state, "pick") == [0, 1, 2, 3, 4, 5]
    play(state, "pick 0")
    assert (state.phase, len(column(state)), legal(state, "swap")) == ("swap", 5, [0, 1, 2, 3, 4])
    play(state, "finish")
    # Ten races are in play now.
    assert len(column(state)) == 5


@pytest.mark.rule("UG-CLAR-15")
def test_random_games_of_five_always_offer_six_rows_at_a_pick() -> None:
    loaded = swenv.load("underground", num_players=5)
    fewest = 6
    for seed in range(2):
        dice = random.Random(seed)
        state = loaded.new_state(seed=seed)
        phase = ""
        while not state.is_over:
            if state.phase != phase:
                phase, rows = state.phase, len(state.to_position()["column"])
                fewest = min(fewest, rows)
                assert rows == 6 or phase != "pick"
                assert phase != "swap" or (rows == 5 and legal(state, "swap") == [0, 1, 2, 3, 4])
            state.apply(int(dice.choice(state.legal_actions().tolist())))
    assert fewest == 5


@pytest.mark.rule("UG-CLAR-16")
def test_stonehedge_gives_an_immortal_race_armors() -> None:
    state = underground(
        phase="conquest",
        stonehedge="shield",
        seats=[seat(active("lizardmen", "immortal")), IDLE],
        regions={16: hold(0, "lizardmen", place="stonehedge"), 5: held(0, "lizardmen"), 6: held(0, "lizardmen")},
    )
    play(state, "finish")
    assert (verbs(state), legal(state, "armor")) == ({"armor"}, [5, 6, 16])
    play(state, "armor 6")
    assert (markers(state, 6), state.turn) == ({"armor": 1}, 1)


# Losing Stonehedge


@pytest.mark.rule("UG-CLAR-33")
def test_pending_tokens_go_with_the_last_token_that_the_altar_takes() -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "thieving", hand=5), declined("drow", "tomb"), coins=0), IDLE],
        regions={8: hold(0, "shadow_mimes", place="altar"), 4: held(0, "drow", 2), 17: held(0, "drow")},
    )
    lay_out(play(state, "conquer 4"), 8)
    assert (state.phase, legal(state, "altar"), in_hand(state, 0, "drow")) == ("altar", [17], 1)
    play(state, "altar 17")
    assert (state.turn, coins(state)[0]) == (1, 3 + 3)
    assert (tray(state, "drow"), races_of(state, 0)) == (9, ["shadow_mimes"])
    assert state.to_position()["race_stack"][-1] == "drow"


@pytest.mark.rule("UG-CLAR-34")
def test_discarded_armors_can_be_gained_in_the_same_turn() -> None:
    # All 8 lie on Stonehedge (Shield). Its conqueror then holds it, and three Mushroom Forests.
    state = underground(
        phase="conquest",
        stonehedge="shield",
        seats=[seat(active("shadow_mimes", "tomb", hand=5)), seat(active("ogres", "wise"))],
        regions={
            8: hold(0, "shadow_mimes", relics=["socks"]),
            **{number: held(0, "shadow_mimes") for number in (1, 5, 15)},
            16: hold(1, "ogres", place="stonehedge", armor=8),
        },
    )
    play(state, "use socks", "conquer 16")
    assert markers(state, 16) == {}
    lay_out(state, 8)
    assert (state.phase, verbs(state)) == ("markers", {"armor"})
    play(state, "armor 16", "armor 16", "armor 1")
    assert (markers(state, 16), markers(state, 1), state.turn) == ({"armor": 2}, {"armor": 1}, 1)


@pytest.mark.rule("UG-CLAR-40")
def test_a_banner_comes_back_before_the_badge_that_its_race_frees() -> None:
    names = [name for name in RACES if name not in ("shadow_mimes", "drow")]
    badges = [name for name in POWERS if name != "muddy"]
    seats = [
        seat(active("shadow_mimes", badges[0], hand=5), declined(names[0])),
        seat(active(names[1], badges[1], hand=3), declined("drow", "muddy")),
        *(
            seat(active(names[2 * number], badges[number], hand=3), declined(names[2 * number + 1]))
            for number in (2, 3, 4)
        ),
    ]
    used = {entry["race"] for owner in seats for entry in owner["races"]}
    rows = [
        {"race": name, "power": power, "coins": 0}
        for name, power in zip([name for name in RACES if name not in used], badges[5:10], strict=True)
    ]
    discards = badges[10:]
    state = underground(
        5,
        phase="conquest",
        seats=seats,
        regions={
            8: held(0, "shadow_mimes"),
            0: held(0, names[0]),
            4: held(1, "drow"),
            1: held(2, names[5]),
            17: held(3, names[7]),
            15: held(4, names[9]),
        },
        column=rows,
        race_stack=[],
        power_stack=[],
        discarded_powers=discards,
    )
    assert len(column(state)) == 5 and len(discards) == 10
    play(state, "conquer 4")
    document = state.to_position()
    assert document["column"][:5] == rows
    assert document["column"][5]["race"] == "drow"
    assert sorted([document["column"][5]["power"], *document["power_stack"]]) == sorted(discards)
    assert document["discarded_powers"] == ["muddy"]


def last_turn(victim: dict[str, Any], *others: int) -> swenv.State:
    """Seat 1 has just taken three Drow in region 4, in the last turn: 50 coins each, and 6 Mimes on the map."""
    state = underground(
        round=10,
        turn=1,
        phase="conquest",
        seats=[
            seat(*([] if victim["status"] == "active" else [active("ogres", "wise")]), victim, coins=50),
            seat(active("shadow_mimes", "thieving", hand=5), coins=48),
        ],
        regions={
            4: held(0, "drow", 3),
            8: held(1, "shadow_mimes"),
            **{number: held(0, "drow" if victim["status"] == "active" else "ogres", 5) for number in others},
        },
    )
    play(state, "conquer 4", "deploy_rest 8")
    assert coins(state) == [50, 50]
    return state


@pytest.mark.rule("UG-CLAR-42")
def test_the_victims_of_the_last_turn_redeploy_before_the_tie_break() -> None:
    state = last_turn(active("drow", "stone"), 0)
    assert (state.is_over, state.phase, state.to_act) == (False, "withdrawn", 0)
    play(state, "deploy_rest 0")
    # 5 + 2 against 6
    assert (state.is_over, tokens(state, 0)) == (True, 7)
    assert state.returns().tolist() == [1, -1]


@pytest.mark.rule("UG-CLAR-42")
def test_pending_tokens_of_a_declined_race_that_leaves_do_not_count() -> None:
    state = last_turn(declined("drow", "tomb"), 0)
    # 5 against 6
    assert state.is_over and tray(state, "drow") == 9
    assert state.returns().tolist() == [-1, 1]
