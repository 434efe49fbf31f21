"""The clarifications of Underground (its rules, section 10): the ruling of each, in play.

Races and powers that a test does not name in its title cannot touch it: Shadow Mimes once picked, and Tomb, Reborn or
Wise while the race is active.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from chapters import markers, price, tray, verbs
from ug_play import IDLE, POWERS, RACES, coins, column, lay_out, turn_state, ux18
from underground_chapters import avenged, hold, in_hand, lying, place_in, races_of, relics_in, where

import swenv
from support import (
    MONSTERS,
    active,
    declined,
    held,
    legal,
    legal_words,
    play,
    position,
    race,
    region,
    rolled,
    seat,
    tokens,
    underground,
)

CHASMS = (10, 14)
IDLE_TOMB = seat(active("spiderines", "tomb"))
"""As IDLE, where its badge is needed elsewhere."""
IDLE_BASE = seat(active("ratmen", "alchemist"))
"""As IDLE, on a board of the base game, where Spiderines mean nothing."""
BOXES = {"boxes": ("base", "underground"), "places": True}

LAKES: dict[str, Any] = {
    "name": "lakes",
    "game": "smallworld",
    "players": 2,
    "rounds": 10,
    "regions": [
        {"id": 0, "terrain": "farmland", "symbols": [], "edge": True, "neighbors": [1, 4]},
        {"id": 1, "terrain": "sea", "symbols": [], "edge": True, "neighbors": [0, 2, 4]},
        {"id": 2, "terrain": "sea", "symbols": [], "edge": True, "neighbors": [1, 5]},
        {"id": 3, "terrain": "lake", "symbols": [], "edge": False, "neighbors": [4, 6]},
        {"id": 4, "terrain": "farmland", "symbols": ["magic"], "edge": True, "tribe": True, "neighbors": [0, 1, 3, 6]},
        {"id": 5, "terrain": "farmland", "symbols": [], "edge": True, "neighbors": [2, 6, 7]},
        {"id": 6, "terrain": "hill", "symbols": ["cavern"], "edge": False, "neighbors": [3, 4, 5, 7, 8]},
        {"id": 7, "terrain": "swamp", "symbols": ["mine"], "edge": True, "tribe": True, "neighbors": [5, 6, 8]},
        {"id": 8, "terrain": "forest", "symbols": [], "edge": True, "neighbors": [6, 7, 9]},
        {"id": 9, "terrain": "mountain", "symbols": ["mine"], "edge": True, "tribe": True, "neighbors": [8, 10]},
        {"id": 10, "terrain": "hill", "symbols": ["magic"], "edge": True, "neighbors": [9]},
    ],
}
"""A board of the base game: two joined seas at the edge, a lake inside, farmland and hill with Magic symbols."""


def on_lakes(**fields: Any) -> swenv.State:
    """A position on LAKES with both boxes and with Places and Relics."""
    return position(map=LAKES, options=BOXES, **fields)  # type: ignore[arg-type]


@pytest.mark.rule("UG-CLAR-1")
@pytest.mark.parametrize(("name", "sites"), [("gnomes", [7, 11, 13, 16]), ("shadow_mimes", [7, 8, 11, 13, 16])])
def test_the_balrog_does_not_enter_own_active_gnomes(name: str, sites: list[int]) -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active(name, "tomb", hand=6)), IDLE],
        regions={8: held(0, name), 12: MONSTERS},
        places_stack=["pentacle"],
    )
    play(state, "conquer 12")
    assert (state.phase, legal(state, "balrog")) == ("balrog", sites)


@pytest.mark.rule("UG-CLAR-1")
@pytest.mark.parametrize(("name", "sites"), [("gnomes", []), ("shadow_mimes", [9])])
def test_own_active_gnomes_can_leave_the_balrog_nowhere_to_go(name: str, sites: list[int]) -> None:
    # Region 15 borders region 9 and a Chasm.
    state = underground(
        map=ux18(monsters=[15]),
        phase="conquest",
        seats=[seat(active(name, "tomb", hand=5)), IDLE],
        regions={9: held(0, name), 15: MONSTERS},
        places_stack=["pentacle"],
    )
    play(state, "conquer 15")
    assert place_in(state, 15) == "pentacle"
    assert (state.phase, legal(state, "balrog")) == ("balrog" if sites else "conquest", sites)


def at_the_gnomes(
    power: str, *held_relics: str, name: str = "shadow_mimes", in_hand: int = 6, far: str = "ring"
) -> swenv.State:
    """Seat 0 in region 8 beside one Gnome in 16 and one Ogre in 4, both active and in Crystals; a Relic far off."""
    return underground(
        3,
        phase="conquest",
        seats=[
            seat(active(name, power, hand=in_hand)),
            seat(active("gnomes", "tomb")),
            seat(active("ogres", "wise")),
        ],
        regions={
            8: hold(0, name, relics=held_relics),
            16: held(1, "gnomes"),
            4: held(2, "ogres"),
            1: lying(relics=[far]),
        },
    )


@pytest.mark.rule("UG-CLAR-2")
@pytest.mark.parametrize(
    ("power", "action", "verb"),
    [
        ("quarreling", "use sword", "conquer"),
        ("quarreling", "use socks", "conquer"),
        ("quarreling", "use doormat", "conquer"),
        ("quarreling", "use orb", "conquer"),
        ("magic", "bag sword", "conquer"),
        ("magic", "bag socks", "conquer"),
        ("magic", "bag doormat", "conquer"),
        ("magic", "bag orb", "conquer"),
        ("vampire", "", "vampire"),
    ],
)
def test_nothing_special_may_be_used_against_active_gnomes(power: str, action: str, verb: str) -> None:
    by, _, relic = action.partition(" ")
    state = at_the_gnomes(power, *([relic] if by == "use" else []), far=relic if by == "bag" else "ring")
    assert price(state, 16) == 3
    play(state, *([action] if action else []))
    assert 4 in legal(state, verb)
    assert 16 not in legal(state, verb)


@pytest.mark.rule("UG-CLAR-2")
def test_wisps_may_not_roll_early_against_active_gnomes() -> None:
    state = at_the_gnomes("quarreling", name="will_o_wisps", in_hand=2)
    assert legal(state, "roll_for") == [4]
    # The ordinary last attempt is open to all.
    assert {4, 16} <= set(legal(state, "conquer"))


@pytest.mark.rule("UG-CLAR-3")
def test_the_great_ancient_is_not_placed_at_the_start_of_the_turn_of_the_pick() -> None:
    state = underground(
        phase="pick",
        seats=[seat(declined("drow", "reborn")), IDLE],
        regions={0: held(0, "drow"), 1: held(0, "drow")},
        column=[{"race": "cultists", "power": "stone"}],
    )
    play(state, "pick 0", "reborn 0", "reborn 1")
    assert (state.phase, legal(state, "ancient"), where(state, "ancient")) == ("ready", [], [])
    play(state, "conquer 5")
    assert where(state, "ancient") == [5]


@pytest.mark.rule("UG-CLAR-3")
@pytest.mark.parametrize(
    ("placed", "at", "sites"), [(False, None, []), (True, None, [0, 1, 5]), (True, 0, [1, 5]), (True, 5, [0, 1])]
)
def test_the_great_ancient_moves_only_after_a_conquest_has_placed_it(
    placed: bool, at: int | None, sites: list[int]
) -> None:
    state = underground(
        seats=[seat(active("cultists", "stone", ancient_placed=placed)), IDLE],
        regions={number: held(0, "cultists", 1, **({"ancient": 1} if number == at else {})) for number in (0, 1, 5)},
    )
    assert legal(state, "ancient") == sites


@pytest.mark.rule("UG-CLAR-3")
def test_the_great_ancient_may_go_to_a_region_that_reborn_just_gave() -> None:
    state = underground(
        seats=[seat(active("cultists", "stone", ancient_placed=True), declined("drow", "reborn")), IDLE],
        regions={0: held(0, "cultists", ancient=1), 6: held(0, "drow")},
    )
    play(state, "reborn 6")
    assert (state.phase, legal(state, "ancient")) == ("ancient", [6])
    play(state, "ancient 6")
    assert where(state, "ancient") == [6]


@pytest.mark.rule("UG-CLAR-4")
def test_the_balrog_in_a_crypt_recalls_the_ghost() -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "tomb", hand=3)), seat(active("ogres", "wise"))],
        regions={
            8: hold(0, "shadow_mimes", place="pentacle"),
            12: lying(balrog=1),
            16: hold(1, "ogres", 2, place="crypt"),
            3: held(1, "ogres", ghost=1),
        },
    )
    assert 3 not in legal(state, "conquer")
    play(state, "balrog 16")
    assert (where(state, "balrog"), where(state, "ghost")) == ([16], [])
    assert 3 in legal(state, "conquer")
    assert place_in(state, 16) == "crypt"
    assert state.to_position()["crypt_master"] == 1


@pytest.mark.rule("UG-CLAR-4")
def test_the_own_balrog_in_the_own_crypt_leaves_the_ghost_where_it_is() -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "tomb", hand=3)), seat(active("ogres", "wise"))],
        regions={
            8: hold(0, "shadow_mimes", place="pentacle"),
            12: lying(balrog=1),
            16: hold(0, "shadow_mimes", place="crypt"),
            3: held(0, "shadow_mimes", ghost=1),
        },
    )
    play(state, "balrog 16")
    assert (where(state, "balrog"), where(state, "ghost")) == ([16], [3])
    assert state.to_position()["crypt_master"] == 0


def magic_at_the_mountain() -> swenv.State:
    """Magic Mimes with one token in hand, two short of Monsters on a mountain with the Sword that lies far off."""
    return underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "magic", hand=1)), IDLE],
        regions={8: held(0, "shadow_mimes"), 12: MONSTERS, 0: lying(relics=["sword", "scepter"])},
        places_stack=["keep"],
    )


@pytest.mark.rule("UG-CLAR-5")
def test_the_bag_of_a_failed_attempt_is_used_up() -> None:
    state = play(magic_at_the_mountain(), "bag sword")
    assert 12 in legal(state, "conquer")
    state = rolled(state, "conquer 12", 0)
    assert (turn_state(state, "bag"), where(state, "bag")) == ("sword", [])
    play(state, "deploy_rest 8")
    assert state.turn == 1


@pytest.mark.rule("UG-CLAR-5")
def test_a_bag_that_was_not_used_may_be_the_scepter() -> None:
    state = lay_out(magic_at_the_mountain(), 8)
    assert (state.phase, legal_words(state, "bag")) == ("markers", {"scepter"})


@pytest.mark.rule("UG-CLAR-6")
@pytest.mark.parametrize(("before", "after"), [(0, 2), (2, 4), (5, 7), (6, 7), (7, 7)])
def test_hammers_add_up_to_seven(before: int, after: int) -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("iron_dwarves", "tomb", hammers=before)), IDLE],
        regions={3: held(0, "iron_dwarves"), 8: held(0, "iron_dwarves")},
    )
    play(state, "finish")
    assert race(state, 0, "iron_dwarves")["hammers"] == after


@pytest.mark.rule("UG-CLAR-7")
@pytest.mark.parametrize(("neighbour", "gain"), [(True, 4 + 2 + 1), (False, 4 + 3)])
def test_an_own_declined_race_next_to_drow_pays_for_itself(neighbour: bool, gain: int) -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("drow", "tomb"), *([declined("ogres")] if neighbour else []), coins=0), IDLE],
        regions={
            **{number: held(0, "drow") for number in (12, 1, 15, 3)},
            11: MONSTERS,
            **({0: held(0, "ogres")} if neighbour else {}),
        },
        places_stack=["keep"],
    )
    play(state, "finish")
    assert coins(state)[0] == gain


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


@pytest.mark.rule("UG-CLAR-9")
def test_the_ghost_may_go_to_the_queen_and_the_great_ancient_of_others() -> None:
    state = underground(
        3,
        phase="conquest",
        seats=[
            seat(active("shadow_mimes", "tomb")),
            seat(active("ogres", "royal")),
            seat(active("cultists", "wise", ancient_placed=True)),
        ],
        regions={
            8: hold(0, "shadow_mimes", place="crypt"),
            4: held(1, "ogres", queen=1),
            0: held(2, "cultists", ancient=1),
            12: lying(balrog=1),
        },
    )
    play(state, "finish")
    assert legal(state, "ghost") == [number for number in range(18) if number not in (8, 12, *CHASMS)]
    after = play(state.copy(), "ghost 4")
    assert markers(after, 4) == {"queen": 1, "ghost": 1}
    assert markers(play(state, "ghost 0"), 0) == {"ancient": 1, "ghost": 1}


@pytest.mark.rule("UG-CLAR-10")
@pytest.mark.parametrize(
    "there",
    [
        pytest.param(hold(1, "ogres", 1, None, ["sword"], queen=1), id="queen"),
        pytest.param(hold(1, "ogres", 1, None, ["sword"], ghost=1), id="ghost"),
        pytest.param(lying(relics=["sword"], balrog=1), id="balrog"),
    ],
)
def test_the_bag_may_copy_a_relic_in_an_immune_region(there: dict[str, Any]) -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "magic", hand=5)), seat(active("ogres", "royal"))],
        regions={8: held(0, "shadow_mimes"), 5: there},
    )
    assert legal_words(state, "bag") == {"sword"}
    play(state, "bag sword", "conquer 12")
    assert (tokens(state, 12), markers(state, 12)) == (1, {"bag": 1})
    assert relics_in(state, 5) == ["sword"]


@pytest.mark.rule("UG-CLAR-11")
def test_a_balrog_that_is_late_comes_in_next_to_the_pentacle() -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "tomb", hand=3)), IDLE],
        regions={8: hold(0, "shadow_mimes", place="pentacle"), 0: held(0, "shadow_mimes")},
    )
    assert legal(state, "balrog") == [2, 3, 4, 7, 12, 16]
    play(state, "balrog 12")
    assert (where(state, "balrog"), legal(state, "balrog")) == ([12], [])


@pytest.mark.rule("UG-CLAR-12")
def test_own_declined_tokens_driven_out_with_socks_move_to_their_other_region() -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "tomb", hand=4), declined("drow")), IDLE],
        regions={8: hold(0, "shadow_mimes", relics=["socks"]), 4: held(0, "drow"), 0: held(0, "drow")},
    )
    play(state, "use socks", "conquer 4")
    assert (tokens(state, 4), in_hand(state, 0, "drow"), tray(state, "drow")) == (2, 1, 9 - 2)
    lay_out(state, 8)
    assert (state.phase, state.to_act, legal(state, "deploy")) == ("withdrawn", 0, [0])
    play(state, "deploy_rest 0")
    assert (tokens(state, 0), state.turn) == (2, 1)


@pytest.mark.rule("UG-CLAR-13")
def test_all_new_armors_must_be_placed() -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "shield")), IDLE],
        regions={number: held(0, "shadow_mimes") for number in (1, 5, 0)},
    )
    play(state, "finish")
    assert (verbs(state), legal(state, "armor")) == ({"armor"}, [0, 1, 5])
    play(state, "armor 0")
    assert (verbs(state), state.turn) == ({"armor"}, 0)
    play(state, "armor 0")
    assert (markers(state, 0)["armor"], state.turn) == (2, 1)


def declined_stack(*others: int, turn: int = 1, **fields: Any) -> swenv.State:
    """Two Drow in region 5, in decline without Tomb, and one in each of `others`; seat 1 stands beside them."""
    return underground(
        turn=turn,
        seats=[
            seat(active("spiderines", "flocking"), declined("drow"), coins=0),
            seat(active("shadow_mimes", "tomb", hand=5)),
        ],
        regions={
            5: hold(0, "drow", 2, place="altar"),
            1: held(1, "shadow_mimes"),
            **{number: held(0, "drow") for number in others},
        },
        **fields,
    )


@pytest.mark.rule("UG-CLAR-14")
def test_of_a_declined_stack_without_tomb_one_is_lost_and_the_rest_moves() -> None:
    state = declined_stack(4, phase="conquest")
    assert tray(state, "drow") == 9 - 3
    play(state, "conquer 5")
    assert (tray(state, "drow"), in_hand(state, 0, "drow")) == (9 - 2, 1)
    lay_out(state, 1)
    assert (state.phase, state.to_act, legal(state, "deploy")) == ("withdrawn", 0, [4])
    play(state, "deploy_rest 4")
    assert (tokens(state, 4), state.turn) == (2, 0)


@pytest.mark.rule("UG-CLAR-14")
def test_the_rest_of_a_declined_stack_without_another_region_is_lost() -> None:
    state = lay_out(play(declined_stack(phase="conquest"), "conquer 5"), 1)
    assert (state.turn, state.phase) == (0, "choose")
    assert (tray(state, "drow"), races_of(state, 0)) == (9, ["spiderines"])


@pytest.mark.rule("UG-CLAR-14")
def test_the_altar_takes_one_token_of_a_declined_stack() -> None:
    state = play(declined_stack(turn=0), "finish")
    assert (state.phase, legal(state, "altar")) == ("altar", [5])
    play(state, "altar 5")
    assert (tokens(state, 5), tray(state, "drow"), coins(state)[0]) == (1, 9 - 1, 1 + 3)


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


@pytest.mark.rule("UG-CLAR-17")
def test_reborn_regions_are_not_abandoned_on_the_turn_of_the_pick() -> None:
    state = underground(
        phase="pick",
        seats=[seat(declined("drow", "reborn")), IDLE],
        regions={0: held(0, "drow")},
        column=[{"race": "shadow_mimes", "power": "tomb"}],
    )
    play(state, "pick 0", "finish", "reborn 0")
    assert (state.phase, legal(state, "abandon"), legal(state, "conquer")) == ("ready", [], [1, 5])
    lay_out(state, 0)
    play(state, "finish")
    assert (state.turn, state.phase, legal(state, "abandon")) == (0, "choose", [0])


@pytest.mark.rule("UG-CLAR-18")
@pytest.mark.parametrize(("action", "gain"), [("finish", 2), ("scepter 5", 3), ("scepter 1", 3)])
def test_the_scepter_works_only_when_used_this_turn(action: str, gain: int) -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "tomb"), coins=0), IDLE],
        regions={5: hold(0, "shadow_mimes", relics=["scepter"]), 1: held(0, "shadow_mimes")},
    )
    play(state, "finish")
    assert state.phase == "markers"
    play(state, action)
    assert (state.turn, coins(state)[0]) == (1, gain)


@pytest.mark.rule("UG-CLAR-18")
@pytest.mark.parametrize(("action", "purses"), [("finish", [2, 5]), ("ring 5", [3, 4]), ("ring 15", [2, 5])])
def test_the_ring_works_only_when_used_this_turn(action: str, purses: list[int]) -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "tomb"), coins=0), seat(active("ogres", "wise"), coins=5)],
        regions={5: hold(0, "shadow_mimes", relics=["ring"]), 15: held(0, "shadow_mimes"), 0: held(1, "ogres")},
    )
    play(state, "finish")
    assert state.phase == "markers"
    play(state, action)
    assert (state.turn, coins(state)) == (1, purses)


@pytest.mark.rule("UG-CLAR-19")
def test_a_balrog_that_could_go_nowhere_may_be_sent_later_in_the_turn() -> None:
    # The Pentacle in 17 borders own Gnomes in 16, the Ghost in 11 and a Chasm. The Crypt in 4 frees region 11.
    state = underground(
        map=ux18(monsters=[17]),
        phase="conquest",
        seats=[seat(active("gnomes", "tomb", hand=8)), seat(active("ogres", "wise"))],
        regions={
            16: held(0, "gnomes"),
            17: MONSTERS,
            11: lying(ghost=1),
            4: hold(1, "ogres", place="crypt"),
        },
        places_stack=["pentacle"],
    )
    play(state, "conquer 17")
    assert (place_in(state, 17), state.phase, legal(state, "balrog")) == ("pentacle", "conquest", [])
    play(state, "conquer 4")
    assert (where(state, "ghost"), legal(state, "balrog")) == ([], [11])
    play(state, "balrog 11")
    assert where(state, "balrog") == [11]


def substitute(power: str, *held_relics: str) -> swenv.State:
    """Seat 0 in region 8 beside one Ogre in 4; another is in 0, far away, where a Doormat lies that nobody holds."""
    return underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", power, hand=4)), seat(active("ogres", "wise"))],
        regions={
            8: hold(0, "shadow_mimes", relics=held_relics),
            4: held(1, "ogres"),
            0: held(1, "ogres"),
            15: lying(relics=["doormat"] if "doormat" not in held_relics else []),
        },
    )


@pytest.mark.rule("UG-CLAR-20")
@pytest.mark.parametrize("relic", ["sword", "socks"])
def test_sword_and_socks_do_not_go_with_a_substitution(relic: str) -> None:
    state = substitute("vampire", relic, "orb", "doormat")
    assert legal(state, "vampire") == [4] and "orb" in legal_words(state, "use")
    play(state, f"use {relic}")
    assert legal(state, "vampire") == [] and legal_words(state, "use") == {"doormat"}
    assert price(state, 4) == (1 if relic == "sword" else 2)


@pytest.mark.rule("UG-CLAR-20")
def test_of_the_other_relics_only_the_doormat_goes_with_the_orb() -> None:
    state = substitute("vampire", "sword", "socks", "orb", "doormat")
    play(state, "use orb")
    assert (legal_words(state, "use"), legal(state, "vampire"), legal(state, "conquer")) == ({"doormat"}, [], [4])
    play(state, "use doormat")
    assert (legal_words(state, "use"), legal(state, "conquer")) == (set(), [0, 4])
    play(state, "conquer 0")
    assert (tokens(state, 0), in_hand(state, 0, "shadow_mimes"), tray(state, "shadow_mimes")) == (1, 4, 12 - 6)
    assert sorted(relics_in(state, 0)) == ["doormat", "orb"] and sorted(relics_in(state, 8)) == ["socks", "sword"]


@pytest.mark.rule("UG-CLAR-20")
def test_the_doormat_goes_with_the_vampire() -> None:
    state = play(substitute("vampire", "doormat"), "use doormat")
    assert legal(state, "vampire") == [0, 4]
    play(state, "vampire 0")
    assert (tokens(state, 0), in_hand(state, 0, "shadow_mimes"), relics_in(state, 0)) == (1, 4, ["doormat"])


@pytest.mark.rule("UG-CLAR-20")
@pytest.mark.parametrize("arming", [("bag doormat", "use orb"), ("use orb", "bag doormat")])
def test_the_bag_may_be_the_doormat_beside_the_real_orb(arming: tuple[str, str]) -> None:
    state = play(substitute("magic", "orb"), *arming)
    assert legal(state, "conquer") == [0, 4]
    play(state, "conquer 0")
    assert (tokens(state, 0), in_hand(state, 0, "shadow_mimes")) == (1, 4)
    assert (relics_in(state, 0), markers(state, 0), relics_in(state, 15)) == (["orb"], {"bag": 1}, ["doormat"])


@pytest.mark.rule("UG-CLAR-21")
@pytest.mark.parametrize(("regions", "gain"), [((), 0), ((5,), 1 + 2)])
def test_a_flocking_race_without_a_region_is_paid_nothing(regions: tuple[int, ...], gain: int) -> None:
    state = underground(
        phase="choose",
        seats=[seat(active("shadow_mimes", "flocking"), coins=0), IDLE_TOMB],
        regions={number: held(0, "shadow_mimes") for number in regions},
    )
    play(state, "finish")
    assert (state.turn, coins(state)[0]) == (1, gain)


def dwarves(in_hand: int, hammers: int, gnomes: int = 0) -> swenv.State:
    """Iron Dwarves in region 8 beside Monsters on a mountain (cost 5) and, if asked, Gnomes in 16."""
    return underground(
        phase="conquest",
        seats=[seat(active("iron_dwarves", "tomb", hand=in_hand, hammers=hammers)), seat(active("gnomes", "wise"))],
        regions={
            8: held(0, "iron_dwarves"),
            12: MONSTERS,
            **({16: held(1, "gnomes", gnomes)} if gnomes else {}),
        },
        places_stack=["keep"],
    )


@pytest.mark.rule("UG-CLAR-22")
@pytest.mark.parametrize(("hammers", "open_"), [(0, False), (1, True), (3, True)])
def test_hammers_count_for_the_last_attempt(hammers: int, open_: bool) -> None:
    assert (12 in legal(dwarves(1, hammers), "conquer")) is open_


@pytest.mark.rule("UG-CLAR-22")
@pytest.mark.parametrize("face", [0, 1, 2, 3])
def test_dwarves_hammers_and_die_add_up(face: int) -> None:
    # 2 dwarves and 1 Hammer are 2 short.
    state = rolled(dwarves(2, 1), "conquer 12", face)
    assert ("owner" in region(state, 12)) is (face >= 2)
    # Both dwarves went there: one of them can be laid out anew, or both after a failure.
    assert in_hand(state, 0, "iron_dwarves") == (1 if face >= 2 else 2)


@pytest.mark.rule("UG-CLAR-22")
def test_hammers_do_not_count_for_the_last_attempt_against_gnomes() -> None:
    # Three Gnomes cost 5, two cost 4.
    assert 16 not in legal(dwarves(1, 2, gnomes=3), "conquer")
    assert 16 in legal(dwarves(1, 2, gnomes=2), "conquer")
    state = rolled(dwarves(1, 2, gnomes=2), "conquer 16", 2)
    assert region(state, 16)["race"] == "gnomes"


@pytest.mark.rule("UG-CLAR-23")
@pytest.mark.parametrize(
    ("relic", "number", "paid"),
    [("doormat", 3, 2), ("sword", 7, 1), ("socks", 12, 3)],
)
def test_a_relic_without_benefit_is_spent_and_moves(relic: str, number: int, paid: int) -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "tomb", hand=6)), IDLE],
        regions={8: hold(0, "shadow_mimes", relics=[relic])},
    )
    play(state, f"use {relic}", f"conquer {number}")
    assert (tokens(state, number), relics_in(state, number), relics_in(state, 8)) == (paid, [relic], [])
    assert (state.phase, legal_words(state, "use")) == ("conquest", set())


def wisps(relic: str, power: str = "tomb") -> swenv.State:
    """Will-o'-Wisps in region 6 with one token in hand; the Crystals 9 with Monsters, the Crystals 4 far away."""
    real = power != "magic"
    return underground(
        phase="conquest",
        seats=[seat(active("will_o_wisps", power, hand=1)), IDLE],
        regions={
            6: hold(0, "will_o_wisps", relics=[relic] if real else []),
            1: lying(relics=[] if real else [relic]),
            9: MONSTERS,
        },
        places_stack=["keep"],
    )


@pytest.mark.rule("UG-CLAR-24")
@pytest.mark.parametrize(("relic", "number"), [("sword", 9), ("socks", 9), ("doormat", 4)])
@pytest.mark.parametrize("face", [0, 1])
def test_an_early_roll_goes_with_a_relic(relic: str, number: int, face: int) -> None:
    # With it each costs 2.
    before = play(wisps(relic), f"use {relic}")
    assert number in legal(before, "roll_for")
    state = rolled(before, f"roll_for {number}", face)
    if face == 1:
        assert region(state, number)["race"] == "will_o_wisps"
        assert (relics_in(state, number), relics_in(state, 6)) == ([relic], [])
    else:
        assert "race" not in region(state, number)
        assert (relics_in(state, number), relics_in(state, 6), state.phase) == ([], [relic], "deploy")


@pytest.mark.rule("UG-CLAR-24")
@pytest.mark.parametrize(("relic", "number"), [("sword", 9), ("socks", 9), ("doormat", 4)])
@pytest.mark.parametrize("face", [0, 1])
def test_an_early_roll_goes_with_the_bag(relic: str, number: int, face: int) -> None:
    before = play(wisps(relic, "magic"), f"bag {relic}")
    assert number in legal(before, "roll_for")
    state = rolled(before, f"roll_for {number}", face)
    assert where(state, "bag") == ([number] if face == 1 else [])
    assert relics_in(state, 1) == [relic]


@pytest.mark.rule("UG-CLAR-24")
def test_wisps_may_make_an_ordinary_last_attempt_where_they_could_roll_early() -> None:
    state = wisps("ring")
    assert 9 in legal(state, "roll_for") and 9 in legal(state, "conquer")
    state = rolled(state, "conquer 9", 3)
    assert region(state, 9)["race"] == "will_o_wisps" and legal(state, "conquer") == []


@pytest.mark.rule("UG-CLAR-25")
@pytest.mark.parametrize(("power", "expected"), [("vengeful", True), ("wise", False)])
def test_a_failed_early_roll_is_an_attack(power: str, expected: bool) -> None:
    before = underground(
        phase="conquest",
        seats=[seat(active("will_o_wisps", "tomb", hand=2)), seat(active("ogres", power))],
        regions={6: held(0, "will_o_wisps"), 9: held(1, "ogres", 2)},
    )
    state = rolled(before, "roll_for 9", 0)
    assert region(state, 9)["race"] == "ogres"
    assert avenged(state, 0) is expected


def reborn_drow(in_hand: int, on_map: int, place: str | None = None) -> swenv.State:
    """Active Drow, `on_map` of them in region 5; Ogres in decline with Reborn in regions 0 and 1."""
    there = {5: hold(0, "drow", on_map, place=place)} if on_map else {}
    return underground(
        seats=[seat(active("drow", "tomb", hand=in_hand), declined("ogres", "reborn")), IDLE],
        regions={**there, 0: held(0, "ogres"), 1: held(0, "ogres")},
    )


@pytest.mark.rule("UG-CLAR-26")
def test_tokens_on_the_map_are_not_in_hand_for_reborn() -> None:
    state = reborn_drow(0, 9)
    assert (tray(state, "drow"), legal(state, "reborn")) == (0, [])
    assert legal(reborn_drow(0, 8), "reborn") == [0, 1]


@pytest.mark.rule("UG-CLAR-26")
def test_tokens_of_a_race_driven_out_are_in_hand_for_reborn() -> None:
    state = reborn_drow(9, 0)
    assert (tray(state, "drow"), legal(state, "reborn")) == (0, [0, 1])
    play(state, "reborn 0", "reborn 1")
    assert [region(state, number)["race"] for number in (0, 1)] == ["drow", "drow"]
    assert in_hand(state, 0, "drow") == 7


@pytest.mark.rule("UG-CLAR-26")
@pytest.mark.parametrize(("on_map", "times"), [(9, 0), (8, 1), (7, 2)])
def test_the_token_of_the_fountain_is_in_hand_for_reborn(on_map: int, times: int) -> None:
    state = reborn_drow(0, on_map, "fountain")
    for number in range(times):
        assert number in legal(state, "reborn")
        play(state, f"reborn {number}")
    assert legal(state, "reborn") == []
    assert (tray(state, "drow"), [region(state, number)["race"] for number in (0, 1)].count("drow")) == (0, times)


@pytest.mark.rule("UG-CLAR-27")
def test_a_race_without_a_token_may_come_back_by_reborn() -> None:
    state = reborn_drow(0, 0)
    assert (tray(state, "drow"), legal(state, "reborn")) == (9, [0, 1])
    play(state, "reborn 1")
    assert (region(state, 1)["race"], tokens(state, 1), tray(state, "drow")) == ("drow", 1, 8)
    assert race(state, 0, "drow")["status"] == "active"


# Losing Stonehedge


@pytest.mark.rule("UG-CLAR-28")
def test_the_queen_leaves_when_stonehedge_is_abandoned() -> None:
    state = underground(
        phase="ready",
        stonehedge="royal",
        seats=[seat(active("shadow_mimes", "tomb", hand=2)), IDLE],
        regions={17: hold(0, "shadow_mimes", place="stonehedge"), 4: held(0, "shadow_mimes", queen=1)},
    )
    play(state, "abandon 17")
    assert where(state, "queen") == []
    lay_out(state, 4)
    assert state.turn == 1


@pytest.mark.rule("UG-CLAR-28")
def test_the_queen_leaves_when_the_balrog_takes_stonehedge() -> None:
    state = underground(
        phase="conquest",
        stonehedge="royal",
        seats=[seat(active("shadow_mimes", "tomb", hand=3)), seat(active("ogres", "wise"))],
        regions={
            8: hold(0, "shadow_mimes", place="pentacle"),
            12: lying(balrog=1),
            16: hold(1, "ogres", place="stonehedge"),
            3: held(1, "ogres", queen=1),
        },
    )
    assert 3 not in legal(state, "conquer")
    play(state, "balrog 16")
    assert where(state, "queen") == [] and 3 in legal(state, "conquer")


def frozen_queen(power: str | None = None, **fields: Any) -> swenv.State:
    """Drow in decline on Stonehedge (Royal, in 17), and in 3, their Queen frozen in 4; active Mimes are in 16."""
    return underground(
        stonehedge="royal",
        seats=[seat(active("shadow_mimes", "tomb", hand=4), declined("drow", power), coins=0), IDLE],
        regions={
            17: hold(0, "drow", place="stonehedge"),
            4: held(0, "drow", queen=1),
            3: held(0, "drow"),
            16: hold(0, "shadow_mimes", place="altar"),
        },
        **fields,
    )


@pytest.mark.rule("UG-CLAR-28")
@pytest.mark.parametrize(("number", "queens"), [(17, []), (3, [4])])
def test_the_frozen_queen_leaves_when_the_altar_takes_the_token_on_stonehedge(number: int, queens: list[int]) -> None:
    state = lay_out(frozen_queen(phase="conquest"), 16)
    assert (state.phase, where(state, "queen")) == ("altar", [4])
    play(state, f"altar {number}")
    assert where(state, "queen") == queens


@pytest.mark.rule("UG-CLAR-28")
def test_the_frozen_queen_leaves_with_the_next_decline() -> None:
    state = play(frozen_queen(), "decline")
    assert where(state, "queen") == []
    assert place_in(state, 17) == "stonehedge" and "race" not in region(state, 17)


@pytest.mark.rule("UG-CLAR-28")
def test_the_queen_is_placed_anew_when_reborn_takes_stonehedge() -> None:
    state = frozen_queen("reborn")
    play(state, "reborn 17", "finish")
    lay_out(state, 16)
    assert (state.phase, legal(state, "queen"), legal(state, "finish")) == ("markers", [16, 17], [])
    play(state, "queen 16")
    assert where(state, "queen") == [16]


@pytest.mark.rule("UG-CLAR-28")
def test_the_queen_is_placed_anew_when_the_own_active_race_takes_stonehedge() -> None:
    state = frozen_queen(phase="conquest")
    play(state, "conquer 17")
    lay_out(state, 16)
    assert (state.phase, legal(state, "queen"), legal(state, "finish")) == ("markers", [16, 17], [])
    play(state, "queen 17")
    assert where(state, "queen") == [17]


@pytest.mark.rule("UG-CLAR-28")
def test_the_bag_goes_back_when_stonehedge_is_lost() -> None:
    state = underground(
        phase="ready",
        stonehedge="magic",
        seats=[seat(active("shadow_mimes", "tomb", hand=4)), IDLE],
        regions={
            17: hold(0, "shadow_mimes", place="stonehedge"),
            4: held(0, "shadow_mimes", bag=1),
            0: lying(relics=["sword"]),
        },
    )
    assert legal_words(state, "bag") == {"sword"}
    play(state, "abandon 17")
    assert (where(state, "bag"), legal_words(state, "bag")) == ([], set())


@pytest.mark.rule("UG-CLAR-28")
def test_vengeance_markers_go_back_when_stonehedge_is_lost() -> None:
    state = underground(
        turn=1,
        phase="ready",
        stonehedge="vengeful",
        seats=[
            seat(active("shadow_mimes", "tomb"), vengeance=True),
            seat(active("ogres", "wise", hand=4)),
        ],
        regions={8: held(0, "shadow_mimes"), 16: hold(1, "ogres", place="stonehedge"), 4: held(1, "ogres")},
    )
    play(state, "abandon 16")
    assert not avenged(state, 0)
    # 2 and the token, less 1 for the Ogres alone
    assert price(state, 8) == 2


@pytest.mark.rule("UG-CLAR-29")
def test_martyr_by_stonehedge_pays_for_the_fall_of_stonehedge() -> None:
    state = underground(
        phase="conquest",
        stonehedge="martyr",
        seats=[seat(active("shadow_mimes", "tomb", hand=8), coins=5), seat(active("ogres", "wise"), coins=5)],
        regions={8: held(0, "shadow_mimes"), 16: hold(1, "ogres", place="stonehedge"), 4: held(1, "ogres")},
    )
    play(state, "conquer 16")
    assert coins(state) == [5, 6]
    # The power is gone with the region.
    play(state, "conquer 4")
    assert coins(state) == [5, 6]


@pytest.mark.rule("UG-CLAR-29")
@pytest.mark.parametrize(("first", "after"), [(4, True), (16, False)])
def test_the_marker_for_the_fall_of_a_vengeful_stonehedge_goes_back_at_once(first: int, after: bool) -> None:
    state = underground(
        phase="conquest",
        stonehedge="vengeful",
        seats=[seat(active("shadow_mimes", "tomb", hand=8)), seat(active("ogres", "wise"))],
        regions={8: held(0, "shadow_mimes"), 16: hold(1, "ogres", place="stonehedge"), 4: held(1, "ogres")},
    )
    play(state, f"conquer {first}")
    assert avenged(state, 0) is after
    play(state, f"conquer {20 - first}")
    assert not avenged(state, 0)


SIX_ROWS = [
    {"race": name, "power": power}
    for name, power in zip(
        ("drow", "flames", "gnomes", "kraken", "liches", "mummies"),
        ("adventurous", "fisher", "frightened", "immortal", "magic", "martyr"),
        strict=True,
    )
]


def discovery(power_stack: list[str], discarded: list[str], seed: int = 0, **fields: Any) -> swenv.State:
    """Stonehedge has just been found by Mining Mimes."""
    state = underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "mining", hand=6)), seat()],
        regions={8: held(0, "shadow_mimes"), 12: MONSTERS},
        places_stack=["stonehedge"],
        column=SIX_ROWS,
        power_stack=power_stack,
        discarded_powers=discarded,
        seed=seed,
        **fields,
    )
    return play(state, "conquer 12")


OTHER_POWERS = [name for name in POWERS if name != "mining" and name not in {row["power"] for row in SIX_ROWS}]


@pytest.mark.rule("UG-CLAR-30")
def test_stonehedge_draws_one_of_the_badges_below_the_column() -> None:
    drawn = set()
    for seed in range(20):
        rest = [name for name in OTHER_POWERS if name not in ("stone", "wise")]
        found = discovery(["stone", "wise"], rest, seed).to_position()
        drawn.add(found["stonehedge"])
        assert sorted([*found["power_stack"], found["stonehedge"]]) == ["stone", "wise"]
        assert [row["power"] for row in found["column"]] == [row["power"] for row in SIX_ROWS]
        assert len(found["discarded_powers"]) == len(OTHER_POWERS) - 2
    assert drawn == {"stone", "wise"}


@pytest.mark.rule("UG-CLAR-30")
def test_without_a_hidden_badge_the_discards_become_the_stack_and_one_is_drawn() -> None:
    drawn = set()
    for seed in range(10):
        found = discovery([], OTHER_POWERS, seed).to_position()
        drawn.add(found["stonehedge"])
        assert sorted([*found["power_stack"], found["stonehedge"]]) == sorted(OTHER_POWERS)
        assert found["discarded_powers"] == []
    assert len(drawn) > 1


@pytest.mark.rule("UG-CLAR-30")
def test_without_any_badge_stonehedge_has_no_power() -> None:
    powers = ["mining", *(row["power"] for row in SIX_ROWS)]
    found = discovery([], [], options={"powers": powers}).to_position()
    assert found["regions"]["12"]["place"] == "stonehedge"
    assert found["stonehedge"] is None


@pytest.mark.rule("UG-CLAR-30")
@pytest.mark.parametrize(("power", "asked"), [("vanishing", False), ("wise", True)])
def test_a_vanishing_race_is_not_asked_about_the_tomb_of_stonehedge(power: str, asked: bool) -> None:
    state = underground(
        stonehedge="tomb",
        seats=[seat(active("shadow_mimes", power), coins=0), IDLE],
        regions={17: hold(0, "shadow_mimes", 3, place="stonehedge"), 16: held(0, "shadow_mimes", 2)},
    )
    assert legal(state, "decline") == [0]
    assert legal(state, "decline_by_stonehedge") == ([0] if asked else [])
    play(state, "decline")
    assert (state.turn, coins(state)[0]) == (1, 4)
    assert [tokens(state, 17), tokens(state, 16)] == ([1, 1] if asked else [0, 0])


@pytest.mark.rule("UG-CLAR-31")
@pytest.mark.parametrize(("master", "ghosts"), [(1, []), (0, [0])])
def test_an_unheld_crypt_recalls_the_ghost_unless_its_last_master_takes_it(master: int, ghosts: list[int]) -> None:
    state = underground(
        phase="conquest",
        crypt_master=master,
        seats=[seat(active("shadow_mimes", "tomb", hand=5)), seat(active("ogres", "wise"))],
        regions={8: held(0, "shadow_mimes"), 16: lying("crypt"), 0: lying(ghost=1)},
    )
    play(state, "conquer 16")
    assert where(state, "ghost") == ghosts
    assert state.to_position()["crypt_master"] == 0


@pytest.mark.rule("UG-CLAR-32")
def test_own_declined_tokens_are_laid_out_before_those_of_others() -> None:
    state = underground(
        phase="conquest",
        seats=[
            seat(active("shadow_mimes", "thieving", hand=9), declined("drow", "tomb")),
            seat(active("ogres", "stone")),
        ],
        regions={
            8: held(0, "shadow_mimes"),
            4: held(0, "drow", 2),
            17: held(0, "drow"),
            3: held(1, "ogres", 2),
            0: held(1, "ogres"),
        },
    )
    lay_out(play(state, "conquer 3", "conquer 4"), 8)
    assert (state.phase, state.to_act, legal(state, "deploy")) == ("withdrawn", 0, [17])
    play(state, "deploy_rest 17")
    assert (state.phase, state.to_act, legal(state, "deploy")) == ("withdrawn", 1, [0])
    play(state, "deploy_rest 0")
    assert (tokens(state, 17), tokens(state, 0), state.turn) == (2, 2, 1)


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


@pytest.mark.rule("UG-CLAR-35")
def test_the_pipe_makes_no_link_to_the_volcano() -> None:
    # 0 borders the Volcano in 10; the Pipe joins it to the other Mudpools, 11 and 17.
    state = underground(
        phase="conquest",
        seats=[seat(active("flames", "tomb", hand=7)), seat(active("ogres", "wise"))],
        regions={
            0: hold(0, "flames", place="pipe"),
            11: held(0, "flames"),
            10: lying(volcano=1),
            5: held(1, "ogres", 2),
            12: held(1, "ogres", 2),
            17: held(1, "ogres", 2),
        },
    )
    assert (price(state, 5), price(state, 12), price(state, 17)) == (2, 5, 4)


@pytest.mark.rule("UG-CLAR-35")
def test_the_pipe_makes_no_border_to_the_crystals_of_wisps() -> None:
    # The Wisps in the Crystals 16 may roll for its neighbours; the Mudpool 0 is in reach by the Pipe in 17.
    state = underground(
        phase="conquest",
        seats=[seat(active("will_o_wisps", "tomb", hand=3)), IDLE],
        regions={16: held(0, "will_o_wisps"), 17: hold(0, "will_o_wisps", place="pipe")},
    )
    assert legal(state, "conquer") == [0, 4, 8, 11, 12]
    assert legal(state, "roll_for") == [4, 8, 11, 12]


@pytest.mark.rule("UG-CLAR-36")
@pytest.mark.parametrize("site", CHASMS)
def test_flames_picked_again_choose_the_volcano_anew(site: int) -> None:
    state = underground(
        phase="pick",
        seats=[seat(), IDLE],
        regions={10: lying(volcano=1)},
        column=[{"race": "flames", "power": "stone"}],
    )
    play(state, "pick 0")
    assert (state.phase, verbs(state), legal(state, "volcano")) == ("volcano", {"volcano"}, list(CHASMS))
    play(state, f"volcano {site}")
    assert where(state, "volcano") == [site]


def balrog_on_the_last_region(tokens_there: int, in_hand: int) -> swenv.State:
    """The Mimes have sent the Balrog onto their own last region, that of the Pentacle."""
    state = underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "thieving", hand=in_hand)), IDLE],
        regions={8: hold(0, "shadow_mimes", tokens_there, place="pentacle"), 12: lying(balrog=1)},
    )
    return play(state, "balrog 8")


@pytest.mark.rule("UG-CLAR-37")
def test_after_the_own_balrog_took_the_last_region_a_first_conquest_follows() -> None:
    state = balrog_on_the_last_region(1, 5)
    assert where(state, "balrog") == [8] and tokens(state, 8) == 0
    assert legal(state, "conquer") == [0, 1, 2, 3, 4, 11, 13, 15, 17]
    assert legal(state, "balrog") == []


@pytest.mark.rule("UG-CLAR-38")
def test_pending_tokens_come_to_hand_when_no_region_is_left() -> None:
    state = balrog_on_the_last_region(4, 1)
    assert (tray(state, "shadow_mimes"), in_hand(state, 0, "shadow_mimes")) == (12 - 5 + 2, 3)
    # The two that wait cannot conquer: region 0 costs 2.
    assert race(state, 0, "shadow_mimes")["reserve"] == 2
    assert region(rolled(state, "conquer 0", 0), 0) == {}
    play(state, "finish")
    assert state.turn == 1
    play(state, "finish")
    assert (state.phase, in_hand(state, 0, "shadow_mimes")) == ("choose", 3)
    assert race(state, 0, "shadow_mimes").get("reserve", 0) == 0
    assert price(state, 0) == 2


@pytest.mark.rule("UG-CLAR-39")
def test_the_balrog_may_go_onto_the_pentacle_and_stays_there() -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "tomb", hand=3)), seat(active("ogres", "wise"))],
        regions={
            8: hold(0, "shadow_mimes", place="pentacle"),
            4: held(0, "shadow_mimes"),
            12: lying(balrog=1),
            0: held(1, "ogres", 3),
        },
    )
    assert 8 in legal(state, "balrog")
    play(state, "balrog 8")
    assert where(state, "balrog") == [8]
    lay_out(state, 4)
    assert (state.turn, legal(state, "balrog")) == (1, [])
    play(state, "conquer 5")
    assert legal(state, "balrog") == []
    lay_out(state, 0)
    assert (state.turn, legal(state, "balrog")) == (0, [])
    play(state, "conquer 3")
    assert legal(state, "balrog") == [] and 8 not in legal(state, "conquer")


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


@pytest.mark.rule("UG-CLAR-41")
def test_the_ghost_may_be_put_where_it_is_but_not_back_into_the_crypt() -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "tomb")), IDLE],
        regions={8: hold(0, "shadow_mimes", place="crypt"), 4: lying(ghost=1)},
    )
    play(state, "finish")
    assert state.phase == "markers"
    assert legal(state, "ghost") == [number for number in range(18) if number not in (8, *CHASMS)]
    play(state, "ghost 4")
    assert (where(state, "ghost"), state.turn) == ([4], 1)


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


@pytest.mark.rule("UG-CLAR-43")
def test_the_river_of_declined_kraken_is_emptied_after_reborn() -> None:
    state = underground(
        seats=[seat(active("ogres", "wise"), declined("kraken", "reborn"), coins=0), IDLE],
        regions={1: held(0, "ogres"), 2: held(0, "kraken")},
    )
    play(state, "reborn 2")
    assert (region(state, 2)["race"], tray(state, "kraken"), tray(state, "ogres")) == ("ogres", 10, 8)
    lay_out(state, 1)
    assert (region(state, 2), tokens(state, 1)) == ({}, 2)
    assert (state.turn, coins(state)[0]) == (1, 1)


@pytest.mark.rule("UG-CLAR-43")
@pytest.mark.parametrize(("shore", "water"), [(0, 1), (4, 3)])
def test_sea_and_lake_of_declined_kraken_are_emptied_after_reborn(shore: int, water: int) -> None:
    state = on_lakes(
        seats=[seat(active("ogres", "wise"), declined("kraken", "reborn"), coins=0), IDLE_BASE],
        regions={shore: held(0, "ogres"), water: held(0, "kraken")},
    )
    play(state, f"reborn {water}")
    assert region(state, water)["race"] == "ogres"
    lay_out(state, shore)
    assert (region(state, water), tokens(state, shore)) == ({}, 2)
    assert (state.turn, coins(state)[0]) == (1, 1)


@pytest.mark.rule("UG-CLAR-44")
def test_kraken_enter_a_base_board_by_an_edge_sea() -> None:
    state = on_lakes(phase="ready", seats=[seat(active("kraken", "tomb", hand=5)), IDLE_BASE], regions={})
    assert legal(state, "conquer") == [0, 1, 2, 4, 5, 7, 8, 9, 10]
    assert price(state, 1) == 1


@pytest.mark.rule("UG-CLAR-44")
def test_the_balrog_and_the_ghost_may_stand_on_water() -> None:
    state = on_lakes(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "tomb", hand=3)), IDLE_BASE],
        regions={4: hold(0, "shadow_mimes", place="pentacle"), 0: hold(0, "shadow_mimes", place="crypt")},
    )
    assert legal(state, "balrog") == [0, 1, 3, 6]
    play(state, "balrog 3")
    assert where(state, "balrog") == [3]
    lay_out(state, 4)
    assert legal(state, "ghost") == [1, 2, 4, 5, 6, 7, 8, 9, 10]
    play(state, "ghost 1")
    assert where(state, "ghost") == [1]


@pytest.mark.rule("UG-CLAR-44")
@pytest.mark.parametrize(("name", "reach"), [("lizardmen", [4, 5]), ("shadow_mimes", [4])])
def test_lizardmen_pass_two_joined_seas(name: str, reach: list[int]) -> None:
    state = on_lakes(
        phase="conquest", seats=[seat(active(name, "tomb", hand=5)), IDLE_BASE], regions={0: held(0, name)}
    )
    assert legal(state, "conquer") == reach


@pytest.mark.rule("UG-CLAR-44")
def test_the_pipe_joins_printed_terrain_and_not_symbols() -> None:
    # 4 is a farmland with a Magic symbol: the farmland 5 is in reach, the hill 10 with that symbol is not.
    state = on_lakes(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "tomb", hand=5)), IDLE_BASE],
        regions={4: hold(0, "shadow_mimes", place="pipe")},
    )
    assert legal(state, "conquer") == [0, 5, 6]


@pytest.mark.rule("UG-CLAR-44")
def test_the_diamond_fields_count_printed_terrain_and_not_symbols() -> None:
    state = on_lakes(
        phase="conquest",
        seats=[seat(active("shadow_mimes", "tomb"), coins=0), IDLE_BASE],
        regions={4: hold(0, "shadow_mimes", place="diamond"), **{n: held(0, "shadow_mimes") for n in (0, 10)}},
    )
    play(state, "finish")
    # Three regions, the Fields' own and farmland 0
    assert coins(state)[0] == 3 + 1 + 1
