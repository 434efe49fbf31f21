"""Where the editions of Underground differ (UG-ED): the default, and the switch where there is one."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import markers, price, tray, verbs
from underground_chapters import conquering, gain, hold, in_hand, lying, relics_in

import swenv
from support import UX18, active, declined, legal, legal_words, play, region, seat, tokens, underground

MIMES = "shadow_mimes"
SWITCHES = {
    "flames_entry": ("edge", "volcano"),
    "vampire_limit": ("turn", "opponent"),
    "scepter_void": ("mine_terrain_and_place", "place"),
    "diamond_scope": ("player", "race"),
    "stonehedge_decline_powers": ("any_holder", "declined_holder"),
}


@pytest.mark.rule("UG-ED-1", "UG-ED-2", "UG-ED-3", "UG-ED-4", "UG-ED-5")
@pytest.mark.parametrize("option", sorted(SWITCHES))
def test_the_default_of_a_switch_is_the_first_value_and_no_third_is_known(option: str) -> None:
    default, other = SWITCHES[option]
    assert swenv.load("underground", map=UX18).options[option] == default
    assert swenv.load("underground", map=UX18, **{option: other}).options[option] == other
    with pytest.raises(ValueError, match=option):
        swenv.load("underground", map=UX18, **{option: "neither"})


@pytest.mark.rule("UG-ED-1")
@pytest.mark.parametrize(
    ("options", "targets"),
    [({}, [0, 1, 2, 3, 4, 11, 13, 15, 17]), ({"flames_entry": "volcano"}, [0, 5, 6, 9, 15])],
)
def test_where_flames_enter(options: dict[str, Any], targets: list[int]) -> None:
    column = [{"race": "flames", "power": "wise"}]
    state = underground(options=options, phase="pick", column=column, seats=[seat(), seat()], regions={})
    play(state, "pick 0", "volcano 10")
    assert legal(state, "conquer") == targets


@pytest.mark.rule("UG-ED-1")
def test_the_switch_of_the_flames_changes_no_other_entry_and_no_later_reach() -> None:
    options = {"flames_entry": "volcano"}
    volcano = {10: lying(volcano=1)}
    others = conquering(9, volcano, name="gnomes", phase="ready", options=options)
    assert legal(others, "conquer") == [0, 1, 2, 3, 4, 11, 13, 15, 17]
    inside = conquering(8, {8: hold(0, "flames"), **volcano}, name="flames", options=options)
    assert legal(inside, "conquer") == [2, 3, 4, 7, 12, 16]


@pytest.mark.rule("UG-ED-2")
@pytest.mark.parametrize(
    ("options", "after_one", "after_two"),
    [({}, [], []), ({"vampire_limit": "opponent"}, [1], [])],
)
def test_how_often_a_vampire_substitutes(options: dict[str, Any], after_one: list[int], after_two: list[int]) -> None:
    state = underground(
        3,
        options=options,
        phase="conquest",
        seats=[
            seat(active("mudmen", "vampire", hand=4)),
            seat(active("drow", "wise")),
            seat(active("ogres", "martyr")),
        ],
        regions={5: hold(0, "mudmen"), 0: hold(1, "drow"), 6: hold(1, "drow"), 1: hold(2, "ogres")},
    )
    assert legal(state, "vampire") == [0, 1, 6]
    play(state, "vampire 0")
    assert legal(state, "vampire") == after_one
    for number in after_one:
        play(state, f"vampire {number}")
    assert legal(state, "vampire") == after_two


@pytest.mark.rule("UG-ED-2")
def test_the_limit_of_the_vampire_is_per_turn() -> None:
    regions = {5: hold(0, "mudmen", 3), 0: hold(1, "drow"), 6: hold(1, "drow")}
    fresh = conquering(0, regions, active("drow", "wise"), name="mudmen", power="vampire", phase="choose")
    assert legal(fresh, "vampire") == [0, 6]
    play(fresh, "vampire 0", "finish")
    play(fresh, f"deploy_rest {legal(fresh, 'deploy_rest')[0]}", "finish")
    assert (fresh.turn, legal(fresh, "vampire")) == (0, [6])


@pytest.mark.rule("UG-ED-3")
@pytest.mark.parametrize(("options", "coins"), [({}, 2), ({"scepter_void": "place"}, 4)])
def test_what_the_scepter_does_in_a_mine(options: dict[str, Any], coins: int) -> None:
    regions = {3: hold(0, MIMES, 1, None, ["scepter"])}
    assert gain([active(MIMES, "mining")], regions, "scepter 3", options=options) == coins


@pytest.mark.rule("UG-ED-3")
@pytest.mark.parametrize("options", [{}, {"scepter_void": "place"}])
@pytest.mark.parametrize(("place", "coins"), [("mine", 1 + 2), ("keep", 2 * (1 + 1))])
def test_the_scepter_does_nothing_with_the_mine_of_the_lost_dwarf(
    options: dict[str, Any], place: str, coins: int
) -> None:
    regions = {0: hold(0, MIMES, 1, place, ["scepter"])}
    assert gain([active(MIMES, "martyr")], regions, "scepter 0", options=options) == coins


@pytest.mark.rule("UG-ED-4")
@pytest.mark.parametrize(("options", "fields"), [({}, 1 + 1 + 1), ({"diamond_scope": "race"}, 1 + 1)])
@pytest.mark.parametrize("status", ["active", "decline"])
def test_whose_regions_the_diamond_fields_count(options: dict[str, Any], fields: int, status: str) -> None:
    # Crystals 4 and 9 of one race, 16 of the other.
    names = (MIMES, "ogres") if status == "active" else ("ogres", MIMES)
    regions = {4: hold(0, names[0], 1, "diamond"), 9: hold(0, names[0]), 16: hold(0, names[1]), 0: hold(0, MIMES)}
    assert gain([active(MIMES, "martyr"), declined("ogres")], regions, options=options) == 4 + fields


@pytest.mark.rule("UG-ED-5")
@pytest.mark.parametrize(
    ("options", "holder", "wise"),
    [
        ({}, MIMES, 2),
        ({}, "ogres", 2),
        ({}, None, 0),
        ({"stonehedge_decline_powers": "declined_holder"}, MIMES, 0),
        ({"stonehedge_decline_powers": "declined_holder"}, "ogres", 2),
    ],
)
def test_whom_stonehedge_makes_wise(options: dict[str, Any], holder: str | None, wise: int) -> None:
    stones = hold(0, holder, 1, "stonehedge") if holder else lying("stonehedge")
    regions = {0: hold(0, MIMES), 3: hold(0, "ogres"), 5: stones}
    own = [active(MIMES, "martyr"), declined("ogres")]
    expected = (3 if holder else 2) + wise
    assert gain(own, regions, stonehedge="wise", options=options) == expected


@pytest.mark.rule("UG-ED-5")
@pytest.mark.parametrize(
    ("options", "holder", "targets"),
    [
        ({}, MIMES, [3]),
        ({}, "ogres", [3, 5]),
        ({"stonehedge_decline_powers": "declined_holder"}, MIMES, []),
        ({"stonehedge_decline_powers": "declined_holder"}, "ogres", [3, 5]),
    ],
)
def test_whom_stonehedge_lets_be_reborn(options: dict[str, Any], holder: str, targets: list[int]) -> None:
    state = underground(
        options=options,
        phase="choose",
        seats=[seat(active(MIMES, "martyr"), declined("ogres")), seat()],
        regions={0: hold(0, MIMES), 3: hold(0, "ogres"), 5: hold(0, holder, 1, "stonehedge")},
        stonehedge="reborn",
    )
    assert legal(state, "reborn") == targets


@pytest.mark.rule("UG-ED-6")
def test_the_altar_takes_its_token_after_the_score() -> None:
    own = [active(MIMES, "martyr"), declined("ogres")]
    regions = {0: hold(0, MIMES, 1, "altar"), 3: hold(0, "ogres")}
    assert gain(own, regions, "altar 3") == 2 + 3


@pytest.mark.rule("UG-ED-7")
def test_the_bag_does_not_double_a_relic_where_it_works() -> None:
    regions = {5: hold(0, "gnomes", 1, None, ["sword", "scepter"]), 0: hold(0, "gnomes")}
    state = conquering(9, regions, name="gnomes", power="magic")
    assert legal_words(state, "bag") == {"sword"}
    armed = play(state.copy(), "use sword")
    assert "sword" not in legal_words(armed, "bag")
    copied = play(state.copy(), "bag sword")
    assert "sword" not in legal_words(copied, "use")
    # Two targets are another matter: each is two cheaper, and the Bag lies where it was used.
    play(state, "use sword", "conquer 6", "bag sword", "conquer 1")
    assert (tokens(state, 6), tokens(state, 1)) == (3 - 2, 1)
    assert (relics_in(state, 6), markers(state, 1)) == (["sword"], {"bag": 1})


@pytest.mark.rule("UG-ED-7")
def test_the_bag_as_scepter_lies_elsewhere_than_the_scepter() -> None:
    regions = {5: hold(0, "gnomes", 1, None, ["scepter"]), 0: hold(0, "gnomes")}
    state = conquering(0, regions, name="gnomes", power="magic")
    play(state, "finish", "scepter 5", "bag scepter")
    assert legal(state, "scepter") == [0]
    play(state, "scepter 0")
    assert (state.turn, state.coins[0]) == (1, 5 + 2 + 2)


@pytest.mark.rule("UG-ED-8")
@pytest.mark.parametrize("defender", [active("gnomes", "wise"), declined("gnomes"), active("drow", "wise")])
def test_mummies_always_pay_one_more(defender: dict[str, Any]) -> None:
    regions = {5: hold(0, "mummies"), 0: hold(1, defender["race"])}
    assert price(conquering(9, regions, defender, name="mummies"), 0) == 2 + 1 + 1


@pytest.mark.rule("UG-ED-9")
def test_the_balrog_moves_once_in_the_conquest_phase() -> None:
    regions = {8: hold(0, MIMES, 6, "pentacle"), 16: lying(balrog=1)}
    start = conquering(0, regions, phase="choose")
    assert legal(start, "balrog") == [4, 8, 11, 12, 17]
    later = play(start.copy(), "conquer 3")
    assert legal(later, "balrog") == [4, 8, 11, 12, 17]
    play(later, "balrog 11")
    assert (later.phase, legal(later, "balrog"), markers(later, 11)) == ("conquest", [], {"balrog": 1})
    play(start, "finish")
    assert (start.phase, legal(start, "balrog")) == ("deploy", [])


@pytest.mark.rule("UG-ED-10")
def test_the_orb_takes_a_single_active_token_alone() -> None:
    regions = {
        5: hold(0, MIMES, 1, None, ["orb"]), 0: hold(1, "drow"), 1: hold(1, "ogres"), 6: hold(1, "drow", 2),
    }  # fmt: skip
    state = conquering(5, regions, active("drow", "wise"), declined("ogres"))
    play(state, "use orb")
    assert (verbs(state), legal(state, "conquer")) == ({"conquer"}, [0])
    regions[0] = {}
    assert "orb" not in legal_words(conquering(5, regions, active("drow", "wise"), declined("ogres")), "use")


@pytest.mark.rule("UG-ED-11")
def test_reborn_puts_one_token_in_each_of_up_to_two_regions_every_turn() -> None:
    regions = {
        0: hold(0, MIMES),
        3: hold(0, "ogres"),
        5: hold(0, "ogres", 1, "keep"),
        6: hold(0, "ogres"),
        15: hold(0, "ogres"),
    }
    state = conquering(
        0, regions, active("drow", "wise", hand=1), own=[declined("ogres", "reborn")], phase="choose", coins=[0, 0]
    )
    play(state, "reborn 3", "reborn 5")
    assert [(region(state, number)["race"], tokens(state, number)) for number in (3, 5)] == [(MIMES, 1)] * 2
    assert (tray(state, MIMES), tray(state, "ogres"), legal(state, "reborn")) == (12 - 3, 10 - 2, [])
    play(state, "finish")
    assert (state.turn, state.coins[0]) == (1, 5 + 1)
    play(state, "finish")
    assert (state.turn, legal(state, "reborn")) == (0, [6, 15])


@pytest.mark.rule("UG-ED-12")
def test_lost_tokens_go_to_the_tray_of_their_race() -> None:
    regions = {5: hold(0, MIMES), 0: hold(1, "drow", 2), 3: hold(1, "drow"), 1: hold(1, "ogres")}
    state = conquering(9, regions, active("drow", "wise"), declined("ogres"))
    before = (tray(state, "drow"), tray(state, "ogres"))
    play(state, "conquer 0", "conquer 1")
    assert (tray(state, "drow"), tray(state, "ogres")) == (before[0] + 1, before[1] + 1)
    assert in_hand(state, 1, "drow") == 1
