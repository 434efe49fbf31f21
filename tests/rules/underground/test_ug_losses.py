"""Losses and what becomes of the tokens driven out (UG-LOSS); redeployment and placements (UG-REDEP)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import markers, tray, verbs
from underground_chapters import conquering, hold, in_hand, lying, races_of, relics_in

import swenv
from support import MONSTERS, active, declined, legal, legal_words, play, race, region, seat, tokens, underground

MIMES = "shadow_mimes"
SUPPLY = {"drow": 9, "ogres": 10, "mudmen": 12, "kraken": 10, "gnomes": 11}


def moves(before: swenv.State, after: swenv.State, owner: int, name: str) -> tuple[int, int]:
    """Tokens of a race that went to the tray, and to its owner's hand to wait."""
    lost = tray(after, name) - tray(before, name)
    return lost, in_hand(after, owner, name) - in_hand(before, owner, name)


# UG-LOSS-1 to -3


@pytest.mark.rule("UG-LOSS-1")
@pytest.mark.parametrize("defender", [active("drow", "wise"), declined("drow")])
@pytest.mark.parametrize(("number", "expected"), [(1, (1, 0)), (2, (1, 1)), (4, (1, 3))])
def test_one_token_is_lost_and_the_others_wait(
    defender: dict[str, Any], number: int, expected: tuple[int, int]
) -> None:
    before = conquering(9, {5: hold(0, MIMES), 0: hold(1, "drow", number), 3: hold(1, "drow")}, defender)
    after = play(before.copy(), "conquer 0")
    assert moves(before, after, 1, "drow") == expected
    assert tokens(after, 3) == 1


@pytest.mark.rule("UG-LOSS-1")
def test_each_region_that_falls_costs_its_own_token() -> None:
    regions = {5: hold(0, MIMES), 0: hold(1, "drow", 2), 1: hold(1, "drow", 2), 3: hold(1, "drow")}
    before = conquering(9, regions, active("drow", "wise"))
    after = play(before.copy(), "conquer 0", "conquer 1")
    assert moves(before, after, 1, "drow") == (2, 2)


@pytest.mark.rule("UG-LOSS-2")
def test_waiting_tokens_come_back_as_the_last_step_of_the_turn() -> None:
    regions = {5: hold(0, MIMES), 0: hold(1, "drow", 3), 15: hold(1, "drow"), 4: hold(1, "drow")}
    state = conquering(9, regions, active("drow", "wise"))
    play(state, "conquer 0", "finish", "deploy_rest 5")
    # Scored already; neither region borders the lost one.
    assert (state.phase, state.turn, state.to_act, state.coins[0]) == ("withdrawn", 0, 1, 5 + 2)
    assert (verbs(state), legal(state, "deploy")) == ({"deploy", "deploy_rest"}, [4, 15])
    play(state, "deploy 15", "deploy 4")
    assert (tokens(state, 4), tokens(state, 15), in_hand(state, 1, "drow")) == (2, 2, 0)
    assert (state.turn, state.phase) == (1, "choose")


@pytest.mark.rule("UG-LOSS-2")
def test_waiting_tokens_take_no_part_in_the_rest_of_the_turn() -> None:
    regions = {5: hold(0, MIMES), 0: hold(1, "drow", 3), 1: hold(1, "drow")}
    state = play(conquering(9, regions, active("drow", "wise")), "conquer 0", "conquer 1")
    assert tokens(state, 1) == 3


@pytest.mark.rule("UG-LOSS-2")
def test_waiting_tokens_join_their_own_race_alone() -> None:
    regions = {5: hold(0, MIMES), 0: hold(1, "drow", 3), 3: hold(1, "drow"), 4: hold(1, "ogres")}
    state = conquering(9, regions, active("drow", "wise"), declined("ogres"))
    play(state, "conquer 0", "finish", "deploy_rest 5")
    assert legal(state, "deploy") == [3]
    regions = {5: hold(0, MIMES), 0: hold(1, "ogres", 3), 3: hold(1, "drow"), 4: hold(1, "ogres")}
    state = conquering(9, regions, active("drow", "wise"), declined("ogres", "tomb"))
    play(state, "conquer 0", "finish", "deploy_rest 5")
    assert legal(state, "deploy") == [4]


@pytest.mark.rule("UG-LOSS-2")
@pytest.mark.parametrize("defender", [active("kraken", "wise"), declined("kraken", "tomb")])
def test_kraken_may_go_to_their_river_regions(defender: dict[str, Any]) -> None:
    regions = {5: hold(0, MIMES), 0: hold(1, "kraken", 3), 7: hold(1, "kraken"), 3: hold(1, "kraken")}
    state = conquering(9, regions, defender)
    play(state, "conquer 0", "finish", "deploy_rest 5")
    assert (state.phase, legal(state, "deploy")) == ("withdrawn", [3, 7])
    play(state, "deploy_rest 7")
    assert tokens(state, 7) == 3


@pytest.mark.rule("UG-LOSS-2")
def test_own_tokens_driven_out_do_not_go_to_a_river_that_is_emptied() -> None:
    # The Balrog of seat 0 drives its own tokens out of region 8; region 7 is River and is emptied first.
    regions = {
        5: hold(0, MIMES, 1, "pentacle"), 7: hold(0, MIMES, 2), 8: hold(0, MIMES, 4), 12: lying(balrog=1),
    }  # fmt: skip
    state = play(conquering(0, regions), "balrog 8")
    assert (tray(state, MIMES), tokens(state, 8)) == (12 - 7 + 2, 0)
    play(state, *["finish"] * (state.phase == "conquest"))
    assert (state.phase, legal(state, "deploy"), in_hand(state, 0, MIMES)) == ("deploy", [5], 2 + 2)
    play(state, "deploy_rest 5")
    assert tokens(state, 5) == 5


@pytest.mark.rule("UG-LOSS-3")
def test_an_active_race_without_a_region_keeps_its_tokens_and_enters_anew() -> None:
    state = conquering(9, {5: hold(0, MIMES), 6: hold(1, "drow", 3)}, active("drow", "wise"))
    play(state, "conquer 6", "finish", "deploy_rest 5")
    assert (state.turn, state.phase, in_hand(state, 1, "drow")) == (1, "choose", 2)
    assert legal(state, "conquer") == [0, 1, 2, 3, 4, 11, 13, 15, 17]


@pytest.mark.rule("UG-LOSS-3")
@pytest.mark.parametrize("power", ["tomb", None])
def test_a_declined_race_without_a_region_loses_them_to_the_tray(power: str | None) -> None:
    state = conquering(9, {5: hold(0, MIMES), 6: hold(1, "drow", 3)}, declined("drow", power))
    play(state, "conquer 6", "finish", "deploy_rest 5")
    assert (state.turn, state.phase) == (1, "pick")
    assert (tray(state, "drow"), races_of(state, 1)) == (SUPPLY["drow"], [])


@pytest.mark.rule("UG-LOSS-3", "UG-LOSS-6")
@pytest.mark.parametrize(("defender", "waiting"), [(active("drow", "wise"), 2), (declined("drow", "tomb"), 0)])
def test_tokens_wait_in_vain_when_the_last_region_falls_later_in_the_turn(
    defender: dict[str, Any], waiting: int
) -> None:
    state = conquering(9, {5: hold(0, MIMES), 0: hold(1, "drow", 3), 1: hold(1, "drow")}, defender)
    play(state, "conquer 0")
    assert (in_hand(state, 1, "drow"), tray(state, "drow")) == (2, SUPPLY["drow"] - 3)
    play(state, "conquer 1", "finish", "deploy_rest 5")
    assert state.turn == 1
    assert tray(state, "drow") == SUPPLY["drow"] - waiting
    assert races_of(state, 1) == (["drow"] if waiting else [])
    assert state.to_position()["discarded_powers"] == ([] if waiting else ["tomb"])


# UG-LOSS-4


@pytest.mark.rule("UG-LOSS-4")
@pytest.mark.parametrize("number", [1, 3])
def test_immortal_tokens_all_wait(number: int) -> None:
    regions = {5: hold(0, MIMES), 0: hold(1, "drow", number), 3: hold(1, "drow")}
    before = conquering(9, regions, active("drow", "immortal"))
    after = play(before.copy(), "conquer 0")
    assert moves(before, after, 1, "drow") == (0, number)


@pytest.mark.rule("UG-LOSS-4")
@pytest.mark.parametrize("defender", [active("drow", "wise"), declined("drow"), declined("drow", "tomb")])
@pytest.mark.parametrize("number", [1, 3])
def test_the_socks_let_all_tokens_wait(defender: dict[str, Any], number: int) -> None:
    regions = {5: hold(0, MIMES, 1, None, ["socks"]), 0: hold(1, "drow", number), 3: hold(1, "drow")}
    before = conquering(9, regions, defender)
    after = play(before.copy(), "use socks", "conquer 0")
    assert moves(before, after, 1, "drow") == (0, number)
    play(after, "finish", "deploy_rest 5", "deploy_rest 3")
    assert tokens(after, 3) == 1 + number


@pytest.mark.rule("UG-LOSS-4")
@pytest.mark.parametrize(("number", "expected"), [(1, (1, 0)), (2, (2, 0)), (3, (2, 1)), (5, (2, 3))])
def test_the_balrog_takes_up_to_two(number: int, expected: tuple[int, int]) -> None:
    regions = {
        8: hold(0, MIMES, 1, "pentacle"),
        16: lying(balrog=1),
        4: hold(1, "drow", number),
        0: hold(1, "drow"),
    }
    before = conquering(3, regions, active("drow", "wise"))
    after = play(before.copy(), "balrog 4")
    assert moves(before, after, 1, "drow") == expected
    assert (tokens(after, 4), markers(after, 4), markers(after, 16)) == (0, {"balrog": 1}, {})


@pytest.mark.rule("UG-LOSS-4")
@pytest.mark.parametrize("power", ["wise", "immortal"])
@pytest.mark.parametrize("actions", [["vampire 0"], ["use orb", "conquer 0"]])
def test_a_substituted_token_is_lost_even_if_immortal(power: str, actions: list[str]) -> None:
    regions = {5: hold(0, "mudmen", 1, None, ["orb"]), 0: hold(1, "drow"), 3: hold(1, "drow")}
    before = conquering(1, regions, active("drow", power), name="mudmen", power="vampire")
    after = play(before.copy(), *actions)
    assert moves(before, after, 1, "drow") == (1, 0)


# UG-LOSS-5 to -8


@pytest.mark.rule("UG-LOSS-5")
def test_lost_tokens_can_be_drawn_again() -> None:
    # All 12 Mudmen are on the map. One is lost; at their next redeployment the Mudpool gives it back.
    regions = {6: hold(0, "gnomes"), 5: hold(1, "mudmen", 4), 0: hold(1, "mudmen", 8)}
    state = conquering(7, regions, active("mudmen", "wise"), name="gnomes")
    assert tray(state, "mudmen") == 0
    play(state, "conquer 5", "finish", "deploy_rest 6", "deploy_rest 0")
    assert (state.turn, tray(state, "mudmen"), tokens(state, 0)) == (1, 1, 11)
    play(state, "finish", "deploy_rest 0")
    assert (tray(state, "mudmen"), tokens(state, 0)) == (0, 12)


@pytest.mark.rule("UG-LOSS-5")
def test_lost_tokens_serve_a_fountain() -> None:
    regions = {6: hold(0, "gnomes"), 5: hold(1, "ogres"), 3: hold(1, "ogres", 9, "fountain")}
    state = conquering(7, regions, active("ogres", "wise"), name="gnomes")
    assert tray(state, "ogres") == 0
    play(state, "conquer 5", "finish", "deploy_rest 6")
    assert tray(state, "ogres") == 1
    play(state, "finish", "deploy_rest 3")
    assert tray(state, "ogres") == 0


@pytest.mark.rule("UG-LOSS-6")
@pytest.mark.parametrize("others", [{}, {3: hold(1, "drow")}])
def test_a_declined_race_leaves_with_its_last_token(others: dict[int, Any]) -> None:
    state = conquering(9, {5: hold(0, MIMES), 0: hold(1, "drow"), **others}, declined("drow"))
    before = state.to_position()["race_stack"]
    play(state, "conquer 0")
    assert races_of(state, 1) == (["drow"] if others else [])
    assert state.to_position()["race_stack"] == (before if others else [*before, "drow"])


@pytest.mark.rule("UG-LOSS-6")
def test_an_active_race_keeps_its_banner_without_a_token() -> None:
    state = conquering(9, {5: hold(0, MIMES), 0: hold(1, "drow")}, active("drow", "wise"))
    play(state, "conquer 0")
    assert races_of(state, 1) == ["drow"]
    assert "drow" not in state.to_position()["race_stack"]


def four(turn: int) -> swenv.State:
    """Flames at the Volcano, of the seat whose turn it is, beside two tokens of each of three others."""
    races = ["drow", "ogres", "kraken"]
    powers = ["wise", "martyr", "mining"]
    where = {"drow": (0, 3), "ogres": (1, 4), "kraken": (6, 17)}
    others = [number for number in range(4) if number != turn]
    seats = {number: seat(active(name, power)) for number, name, power in zip(others, races, powers, strict=True)}
    seats[turn] = seat(active("flames", "mystic", hand=8))
    regions = {5: hold(turn, "flames"), 10: lying(volcano=1)}
    for number, name in zip(others, races, strict=True):
        near, far = where[name]
        regions |= {near: hold(number, name, 2), far: hold(number, name)}
    return underground(4, phase="conquest", turn=turn, seats=[seats[number] for number in range(4)], regions=regions)


@pytest.mark.rule("UG-LOSS-7")
@pytest.mark.parametrize(("turn", "order"), [(0, [1, 2, 3]), (1, [2, 3, 0]), (2, [3, 0, 1])])
def test_victims_redeploy_clockwise_from_the_active_player(turn: int, order: list[int]) -> None:
    state = play(four(turn), "conquer 0", "conquer 1", "conquer 6", "finish", "deploy_rest 5")
    seen = []
    while state.phase == "withdrawn":
        seen.append(state.to_act)
        play(state, f"deploy_rest {legal(state, 'deploy_rest')[0]}")
    assert seen == order


@pytest.mark.rule("UG-LOSS-7")
def test_own_declined_tokens_come_back_before_those_of_the_victims() -> None:
    regions = {
        5: hold(0, MIMES), 0: hold(0, "ogres", 2), 3: hold(0, "ogres"), 1: hold(1, "drow", 2), 8: hold(1, "drow"),
    }  # fmt: skip
    state = conquering(9, regions, active("drow", "wise"), own=[declined("ogres", "tomb")])
    play(state, "conquer 0", "conquer 1", "finish", "deploy_rest 5")
    assert (state.phase, state.to_act, legal(state, "deploy")) == ("withdrawn", 0, [3])
    play(state, "deploy 3")
    assert (state.phase, state.to_act, legal(state, "deploy")) == ("withdrawn", 1, [8])


@pytest.mark.rule("UG-LOSS-8")
def test_monsters_are_gone_for_good() -> None:
    state = conquering(9, {6: hold(0, MIMES), 9: MONSTERS, 12: MONSTERS}, places_stack=["keep", "ring"])
    play(state, "conquer 9", "finish", "deploy_rest 6")
    assert (state.turn, region(state, 9).get("monsters", 0), region(state, 12)["monsters"]) == (1, 0, 2)
    assert sum(entry.get("monsters", 0) for entry in state.to_position()["regions"].values()) == 2


# UG-REDEP


@pytest.mark.rule("UG-REDEP-1")
def test_the_river_is_emptied_before_tokens_are_gained_and_moved() -> None:
    regions = {0: hold(0, "mudmen", 2), 17: hold(0, "mudmen"), 2: hold(0, "mudmen", 3)}
    state = conquering(1, regions, name="mudmen")
    play(state, "finish")
    assert (state.phase, legal(state, "deploy"), region(state, 2)) == ("deploy", [0, 17], {})
    # 1 in hand, 1 from region 0, 3 from the River and one for each of two Mudpools.
    assert (in_hand(state, 0, "mudmen"), tray(state, "mudmen")) == (1 + 1 + 3 + 2, 12 - 7 - 2)


@pytest.mark.rule("UG-REDEP-1")
def test_all_tokens_are_laid_out_with_one_at_least_in_each_region() -> None:
    state = conquering(2, {0: hold(0, MIMES, 3), 3: hold(0, MIMES, 2), 15: hold(0, MIMES)})
    play(state, "finish")
    assert [tokens(state, number) for number in (0, 3, 15)] == [1, 1, 1]
    assert (verbs(state), legal(state, "deploy"), in_hand(state, 0, MIMES)) == (
        {"deploy", "deploy_rest"},
        [0, 3, 15],
        5,
    )
    play(state, "deploy 15", "deploy 15", "deploy 0")
    assert (state.phase, legal(state, "finish")) == ("deploy", [])
    play(state, "deploy_rest 3")
    assert [tokens(state, number) for number in (0, 3, 15)] == [2, 3, 3]
    assert state.turn == 1


@pytest.mark.rule("UG-REDEP-1")
def test_armors_are_taken_at_the_end_of_conquest_and_put_after_the_tokens() -> None:
    state = conquering(5, {5: hold(0, "gnomes"), 0: hold(0, "gnomes")}, name="gnomes", power="shield")
    play(state, "conquer 1", "finish")
    assert (state.phase, legal(state, "armor")) == ("deploy", [])
    play(state, "deploy_rest 0")
    assert (state.phase, verbs(state)) == ("markers", {"armor"})
    play(state, "armor 0", "armor 0")
    assert (markers(state, 0), state.turn) == ({"armor": 2}, 1)


@pytest.mark.rule("UG-REDEP-1")
def test_hammers_are_gained_in_redeployment_and_taken_off_at_its_end() -> None:
    state = conquering(3, {8: hold(0, "iron_dwarves")}, name="iron_dwarves", fields={"hammers": 1})
    play(state, "conquer 3")
    assert (tokens(state, 3), in_hand(state, 0, "iron_dwarves")) == (1, 2)
    play(state, "finish", "deploy_rest 8")
    # The one that paid is back, and there is one for each Mine.
    assert (race(state, 0, "iron_dwarves")["hammers"], tokens(state, 3), tokens(state, 8)) == (1 + 2, 1, 3)


@pytest.mark.rule("UG-REDEP-2")
def test_no_region_is_abandoned_in_redeployment() -> None:
    state = conquering(2, {0: hold(0, MIMES, 3), 3: hold(0, MIMES, 2)})
    play(state, "finish")
    assert (state.phase, legal(state, "abandon")) == ("deploy", [])
    play(state, "deploy_rest 0")
    assert (tokens(state, 0), tokens(state, 3), state.coins[0]) == (6, 1, 5 + 2)


@pytest.mark.rule("UG-REDEP-3")
def test_placements_come_in_any_order_and_the_queen_alone_is_a_duty() -> None:
    regions = {
        0: hold(0, "gnomes", 1, "crypt"), 4: hold(0, "gnomes", 1, None, ["scepter", "ring"]), 5: hold(0, "gnomes"),
        3: hold(1, "ogres"),
    }  # fmt: skip
    start = conquering(0, regions, active("ogres", "wise"), name="gnomes", power="royal")
    play(start, "finish")
    assert (start.phase, verbs(start)) == ("markers", {"queen", "ghost", "scepter", "ring"})
    assert legal(start, "queen") == legal(start, "scepter") == legal(start, "ring") == [0, 4, 5]
    for order in (["scepter 0", "ghost 16", "ring 4", "queen 5"], ["queen 5", "ring 4", "ghost 16", "scepter 0"]):
        state = play(start.copy(), *order)
        assert (state.turn, state.coins.tolist()) == (1, [5 + 2 + 2 + 1, 4])
        assert (markers(state, 5), markers(state, 16)) == ({"queen": 1}, {"ghost": 1})
        assert (relics_in(state, 0), relics_in(state, 4)) == (["scepter"], ["ring"])
    alone = play(start.copy(), "queen 5")
    assert legal(alone, "finish") == [0]
    play(alone, "finish")
    assert (alone.turn, alone.coins.tolist()) == (1, [5 + 3, 5])


@pytest.mark.rule("UG-REDEP-3")
def test_the_bag_may_serve_as_scepter_or_ring() -> None:
    regions = {
        4: hold(0, "gnomes"),
        5: hold(0, "gnomes"),
        3: hold(1, "ogres", 1, None, ["ring"]),
        17: lying(relics=["scepter"]),
    }
    start = conquering(0, regions, active("ogres", "wise"), name="gnomes", power="magic")
    play(start, "finish")
    assert (start.phase, verbs(start), legal_words(start, "bag")) == ("markers", {"bag", "finish"}, {"scepter", "ring"})
    doubled = play(start.copy(), "bag scepter")
    assert (verbs(doubled), legal(doubled, "scepter")) == ({"scepter"}, [4, 5])
    play(doubled, "scepter 5")
    assert (doubled.turn, doubled.coins.tolist(), markers(doubled, 5)) == (1, [5 + 2 + 1, 5], {"bag": 1})
    taken = play(start.copy(), "bag ring", "ring 4")
    assert (taken.turn, taken.coins.tolist(), markers(taken, 4)) == (1, [5 + 2 + 1, 4], {"bag": 1})
    assert play(start.copy(), "finish").coins.tolist() == [5 + 2, 5]


@pytest.mark.rule("UG-REDEP-4")
def test_a_vengeance_marker_comes_back_at_the_end_of_the_avengers_turn() -> None:
    def marked(state: swenv.State) -> bool:
        return bool(state.to_position()["seats"][1].get("vengeance"))

    state = underground(
        turn=1,
        phase="conquest",
        seats=[seat(active(MIMES, "vengeful")), seat(active("gnomes", "wise", hand=6))],
        regions={5: hold(0, MIMES), 6: hold(0, MIMES, 2), 3: hold(0, MIMES), 0: hold(1, "gnomes")},
    )
    play(state, "conquer 5")
    assert marked(state)
    play(state, "finish", "deploy_rest 0")
    assert (state.turn, marked(state)) == (0, True)
    play(state, "finish", "deploy_rest 6")
    assert (state.turn, marked(state)) == (1, False)


@pytest.mark.rule("UG-REDEP-4")
def test_a_decline_of_the_avenger_gives_them_back_too() -> None:
    state = underground(
        phase="choose",
        seats=[seat(active(MIMES, "vengeful")), seat(active("gnomes", "wise"), vengeance=True)],
        regions={5: hold(0, MIMES), 0: hold(1, "gnomes")},
    )
    play(state, "decline")
    assert not state.to_position()["seats"][1].get("vengeance")
