"""The turn of Warcraft and its combo column (WW-TURN)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import coins, column, in_hand, lay_out, markers, place_in, price, races_of, refused, tray, verbs, where
from ww_play import BADGE, IDLE, TRAY, VALUE, artifacts_in, conquering, declining, hold, holds_harmony, lying

import swenv
from support import MURLOC, active, declined, legal, legal_words, play, race, region, rolled, seat, tokens, warcraft

ANCHORS = [0, 9, 12, 15]
RACES = sorted(VALUE)
POWERS = sorted(BADGE)


def choosing(regions: dict[int, Any], *races: dict[str, Any], **fields: Any) -> swenv.State:
    """Seat 0, with an empty purse, starts its turn with these races; seat 1 has none."""
    others = fields.pop("others", [seat()])
    return warcraft(1 + len(others), phase="choose", seats=[seat(*races, coins=0), *others], regions=regions, **fields)


def next_turn(regions: dict[int, Any], *races: dict[str, Any], **fields: Any) -> swenv.State:
    """Seat 0 with these races, where its turn comes after one of seat 1 in which nothing happened."""
    state = warcraft(
        turn=1, phase="conquest", seats=[seat(*races, coins=fields.pop("coins", 0)), IDLE], regions=regions, **fields
    )
    return play(state, "finish")


# Rounds


@pytest.mark.rule("WW-TURN-1")
def test_a_round_is_one_turn_each_and_the_first_player_advances_the_marker() -> None:
    seats = [seat(active("orcs", "miners")), seat(active("ethereals", "farmers")), seat(active("gnomes", "fishers"))]
    regions = {0: hold(0, "orcs"), 3: hold(1, "ethereals"), 12: hold(2, "gnomes")}
    seen = []
    for turn in (0, 1, 2):
        state = warcraft(3, round=4, turn=turn, phase="conquest", seats=seats, regions=regions)
        play(state, "finish")
        seen.append((state.turn, state.to_act, state.round))
    assert seen == [(1, 1, 4), (2, 2, 4), (0, 0, 5)]


# The phases of a turn: P0


@pytest.mark.rule("WW-TURN-2")
def test_what_works_once_a_turn_works_again_in_the_next_one() -> None:
    regions = {5: hold(0, "ethereals", 1, artifacts=["frostmourne"])}
    seats = [seat(active("ethereals", "farmers", hand=4)), IDLE]
    state = warcraft(phase="conquest", seats=seats, regions=regions)
    play(state, "arm frostmourne", "conquer 1")
    assert legal_words(state, "arm") == set()
    lay_out(state, 5)
    play(state, "finish")
    assert (state.turn, state.phase, legal_words(state, "arm")) == (0, "choose", {"frostmourne"})


@pytest.mark.rule("WW-TURN-2")
def test_the_draenei_save_is_new_in_every_turn_of_an_opponent() -> None:
    seats = [
        seat(active("orcs", "miners", hand=3)),
        seat(active("trolls", "farmers")),
        seat(active("draenei", "fishers")),
    ]
    regions = {0: hold(0, "orcs"), 3: hold(1, "trolls", 7), 1: hold(2, "draenei", 1), 2: hold(2, "draenei", 1)}
    state = warcraft(3, phase="conquest", seats=seats, regions=regions)
    play(state, "conquer 1")
    assert tray(state, "draenei") == TRAY["draenei"] - 2
    while state.phase != "choose":
        target = 2 if state.to_act == 2 else 0
        play(state, "finish" if legal(state, "finish") else f"deploy_rest {target}")
    assert state.turn == 1
    play(state, "conquer 2")
    assert tray(state, "draenei") == TRAY["draenei"] - 2


@pytest.mark.rule("WW-TURN-2")
def test_harmony_tokens_come_back_at_the_start_of_the_turn() -> None:
    seats = [seat(active("pandaren", "farmers")), seat(active("kobolds", "miners"), harmony=True)]
    state = warcraft(turn=1, phase="conquest", seats=seats, regions={0: hold(0, "pandaren")})
    assert holds_harmony(state, 1)
    play(state, "finish")
    assert (state.turn, state.phase, holds_harmony(state, 1)) == (0, "choose", False)


@pytest.mark.rule("WW-TURN-2")
def test_bombs_are_resolved_before_the_mode_is_chosen() -> None:
    seats = [seat(active("goblins", "farmers")), seat(active("trolls", "miners"))]
    regions = {0: hold(0, "goblins", 4), 1: hold(1, "trolls", 1, bomb="live"), 3: hold(1, "trolls", 1, bomb="dud")}
    state = warcraft(turn=1, phase="conquest", seats=seats, regions=regions)
    play(state, "finish")
    assert (state.turn, state.phase, verbs(state) >= {"decline", "conquer"}) == (0, "choose", True)
    assert region(state, 1) == {}
    assert (tokens(state, 3), region(state, 3).get("bomb")) == (1, None)
    assert price(state, 1) == 2


@pytest.mark.rule("WW-TURN-2")
def test_beasts_are_discarded_and_taken_anew_before_the_mode_is_chosen() -> None:
    regions = {
        1: hold(0, "orcs", 1, beasts=2), 6: hold(0, "orcs", 1), 4: hold(0, "orcs", 0, beasts=1),
    }  # fmt: skip
    state = next_turn(regions, active("orcs", "beastmasters"))
    assert (state.turn, state.phase) == (0, "choose")
    assert (race(state, 0, "orcs")["beasts"], where(state, "beasts")) == (2, [])
    assert "owner" not in region(state, 4)


# P1, P2, P3


@pytest.mark.rule("WW-TURN-2")
def test_a_player_without_an_active_race_must_pick_and_then_conquers() -> None:
    seats = [seat(declined("orcs")), seat()]
    regions = {1: hold(0, "orcs")}
    table = [{"race": "kobolds", "power": "miners"}]
    state = warcraft(phase="pick", column=table, seats=seats, regions=regions)
    assert verbs(state) == {"pick"}
    play(state, "pick 0")
    assert (state.phase, verbs(state)) == ("ready", {"conquer", "finish"})
    play(state, "conquer 0")
    assert (region(state, 0)["race"], tokens(state, 0)) == ("kobolds", 3)


@pytest.mark.rule("WW-TURN-2", "WW-DECL-1")
def test_a_player_with_an_active_race_chooses_between_expansion_and_decline() -> None:
    state = choosing({5: hold(0, "kobolds", 5)}, active("kobolds", "farmers"))
    assert verbs(state) == {"decline", "abandon", "conquer", "finish"}
    play(state, "conquer 1")
    assert legal(state, "decline") == legal(state, "abandon") == []


@pytest.mark.rule("WW-TURN-2")
def test_worgen_choose_their_form_before_anything_else_of_an_expansion() -> None:
    state = choosing({5: hold(0, "worgen", 5)}, active("worgen", "farmers"))
    assert verbs(state) == {"decline", "form"}
    play(state, "form human")
    assert (state.phase, coins(state)[0]) == ("ready", 2)
    assert verbs(state) == {"abandon", "conquer", "finish"}
    table = [{"race": "worgen", "power": "farmers"}]
    state = warcraft(phase="pick", column=table, seats=[seat(), seat()], regions={})
    play(state, "pick 0")
    assert (state.phase, verbs(state)) == ("form", {"form"})
    play(state, "form worgen")
    assert (state.phase, price(state, 0)) == ("ready", 2)


@pytest.mark.rule("WW-TURN-2", "WW-TURN-6")
@pytest.mark.parametrize("first", ["conquer 1", "arm frostmourne", "arm ashes", "push 1"])
def test_regions_are_abandoned_before_the_first_action_of_the_conquests(first: str) -> None:
    regions = {
        0: hold(0, "orcs", 5), 4: hold(0, "orcs", 1, artifacts=["frostmourne", "ashes"]), 1: hold(1, "trolls", 2),
    }  # fmt: skip
    state = choosing(regions, active("orcs", "strongmen"), others=[seat(active("trolls", "miners"))])
    assert legal(state, "abandon") == [0, 4]
    play(state, first)
    assert legal(state, "abandon") == legal(state, "decline") == []


# P4 to P9


@pytest.mark.rule("WW-TURN-2")
def test_conquests_recruiting_redeployment_end_effects_score_and_withdrawal_in_this_order() -> None:
    regions = {
        0: hold(0, "forsaken", 1, artifacts=["aegis", "heart"]),
        4: hold(0, "forsaken", 1),
        1: hold(1, "trolls", 3),
        2: hold(1, "trolls", 1),
    }
    state = conquering(6, regions, active("trolls", "miners"), name="forsaken", power="farmers", coins=[3, 5])
    play(state, "conquer 1", "finish")
    # P5: one token for one coin, into the hand.
    assert (state.phase, verbs(state)) == ("recruit", {"buy", "finish"})
    play(state, "buy")
    assert (state.phase, coins(state), in_hand(state, 0, "forsaken")) == ("deploy", [2, 5], 1 + 1 + 4)
    play(state, "deploy_rest 1")
    # P7: Aegis, then Heart; the one adjacent opponent pays.
    assert (state.phase, verbs(state), legal(state, "aegis")) == ("aegis", {"aegis"}, [0, 1, 4])
    play(state, "aegis 4")
    assert (state.phase, verbs(state), legal(state, "heart")) == ("heart", {"heart"}, [0, 1, 4])
    assert coins(state) == [2, 5]
    play(state, "heart 1")
    # P8 is done when P9 begins: three regions, one Farmland and the coin of the Heart.
    assert (state.phase, state.turn, state.to_act) == ("withdrawn", 0, 1)
    assert coins(state) == [2 + 1 + 3 + 1, 5 - 1]
    play(state, "deploy_rest 2")
    assert (state.phase, state.turn, tokens(state, 2)) == ("choose", 1, 3)


@pytest.mark.rule("WW-TURN-2")
def test_objectives_come_after_aegis_and_heart() -> None:
    regions = {0: hold(0, "humans", 2, artifacts=["aegis", "heart"])}
    state = conquering(0, regions, name="humans", power="miners")
    seen = []
    lay_out(state, 0)
    while state.turn == 0:
        verb = next(iter(verbs(state)))
        seen.append(verb)
        play(state, f"{verb} {legal(state, verb)[0]}")
    assert seen == ["aegis", "heart", "objective", "objective"]


@pytest.mark.rule("WW-TURN-2")
def test_bombs_come_after_aegis_and_heart_and_before_harmony_and_score() -> None:
    regions = {0: hold(0, "goblins", 2, artifacts=["aegis", "heart"]), 1: hold(1, "trolls", 1)}
    state = conquering(0, regions, active("trolls", "miners"), name="goblins", power="fishers", coins=[0, 5])
    lay_out(state, 0)
    assert state.phase == "aegis"
    play(state, "aegis 0", "heart 0")
    assert (state.phase, verbs(state), legal(state, "bomb"), coins(state)) == ("bombs", {"bomb", "finish"}, [1], [1, 4])
    play(state, "bomb 1")
    assert (state.turn, coins(state)) == (1, [1 + 1, 4])


@pytest.mark.rule("WW-TURN-2")
def test_watch_towers_are_checked_after_the_redeployment_and_before_the_aegis_moves() -> None:
    regions = {0: hold(0, "orcs", 2, artifacts=["aegis"]), 1: hold(0, "orcs")}
    state = conquering(2, regions, name="orcs", power="defenders")
    play(state, "finish")
    assert (state.phase, where(state, "tower")) == ("deploy", [])
    play(state, "deploy_rest 1")
    assert (state.phase, where(state, "tower")) == ("aegis", [0])


@pytest.mark.rule("WW-TURN-2")
def test_harmony_tokens_are_given_in_turns_that_expand() -> None:
    state = conquering(0, {0: hold(0, "pandaren")}, name="pandaren", power="miners")
    assert holds_harmony(play(state, "finish"), 1)
    state = choosing({0: hold(0, "pandaren")}, active("pandaren", "miners"))
    assert not holds_harmony(play(state, "decline"), 1)


@pytest.mark.rule("WW-TURN-2", "WW-DECL-1")
def test_a_decline_goes_straight_to_the_score() -> None:
    regions = {0: hold(0, "goblins", 2, artifacts=["aegis", "heart"], place="spirit_healer"), 1: hold(1, "trolls", 1)}
    state = choosing(regions, active("goblins", "farmers"), others=[seat(active("trolls", "miners"))])
    play(state, "decline")
    assert (state.turn, state.phase, coins(state)) == (1, "choose", [1, 5])


@pytest.mark.rule("WW-TURN-2")
def test_withdrawn_tokens_are_placed_after_a_decline_too() -> None:
    seats = [seat(active("goblins", "farmers"), coins=0), seat(active("trolls", "miners"))]
    regions = {0: hold(0, "goblins"), 1: hold(1, "trolls", 3, bomb="live"), 3: hold(1, "trolls", 1)}
    state = warcraft(turn=1, phase="conquest", seats=seats, regions=regions)
    lay_out(state, 1)
    assert (state.turn, state.phase, in_hand(state, 1, "trolls")) == (0, "choose", 2)
    play(state, "decline")
    assert (state.turn, state.phase, state.to_act, coins(state)[0]) == (0, "withdrawn", 1, 1)
    play(state, "deploy_rest 3")
    assert (state.turn, state.phase, tokens(state, 3)) == (1, "choose", 3)


@pytest.mark.rule("WW-TURN-2")
def test_opponents_put_back_withdrawn_tokens_clockwise() -> None:
    seats = [
        seat(active("orcs", "miners")),
        seat(active("ethereals", "farmers")),
        seat(active("trolls", "fishers", hand=9)),
    ]
    regions = {
        0: hold(0, "orcs", 3), 12: hold(0, "orcs"), 2: hold(1, "ethereals", 3), 18: hold(1, "ethereals"),
        1: hold(2, "trolls"),
    }  # fmt: skip
    state = warcraft(3, turn=2, phase="conquest", seats=seats, regions=regions)
    play(state, "conquer 0", "conquer 2")
    lay_out(state, 1)
    assert (state.phase, state.turn, state.to_act) == ("withdrawn", 2, 0)
    play(state, "deploy_rest 12")
    assert (state.phase, state.turn, state.to_act) == ("withdrawn", 2, 1)
    play(state, "deploy_rest 18")
    assert (state.turn, tokens(state, 12), tokens(state, 18)) == (0, 1 + 2, 1 + 2)


# The column


def rows(row_coins: tuple[int, ...] = (0,) * 6) -> list[dict[str, Any]]:
    """Races and powers from the lists above, with these coins from the top."""
    return [{"race": RACES[k], "power": POWERS[k], "coins": amount} for k, amount in enumerate(row_coins)]


def to_pick(row_coins: tuple[int, ...] = (0,) * 6, purse: int = 5, **fields: Any) -> swenv.State:
    """Seat 0 picks from a full column; the stacks go on in the order of the lists."""
    table = {"column": rows(row_coins), "race_stack": RACES[6:], "power_stack": POWERS[6:], "discarded_powers": []}
    return warcraft(phase="pick", seats=[seat(coins=purse), seat()], regions={}, **{**table, **fields})


@pytest.mark.rule("WW-TURN-3")
@pytest.mark.parametrize("row", range(6))
def test_a_row_costs_one_coin_on_each_row_above(row: int) -> None:
    state = play(to_pick(), f"pick {row}")
    assert coins(state)[0] == 5 - row
    assert [amount for _, _, amount in column(state)] == [1] * row + [0] * (6 - row)
    assert race(state, 0, RACES[row])["power"] == POWERS[row]
    assert in_hand(state, 0, RACES[row]) == VALUE[RACES[row]] + BADGE[POWERS[row]]


@pytest.mark.rule("WW-TURN-3", "WW-SCORE-3")
def test_the_picker_pays_first_and_then_pockets_the_coins_of_the_combo() -> None:
    state = to_pick((0, 0, 3, 0, 0, 0), purse=1)
    assert legal(state, "pick") == [0, 1]
    assert refused(state, "pick 2")
    state = to_pick((0, 0, 3, 0, 0, 0), purse=2)
    play(state, "pick 2")
    assert coins(state)[0] == 2 - 2 + 3
    assert [amount for _, _, amount in column(state)] == [1, 1, 0, 0, 0, 0]


@pytest.mark.rule("WW-TURN-3", "WW-TURN-5")
def test_a_pick_brings_no_more_tokens_than_the_tray_has() -> None:
    state = play(to_pick(tray={"draenei": 8}), "pick 1")
    assert (in_hand(state, 0, "draenei"), tray(state, "draenei")) == (8, 0)


@pytest.mark.rule("WW-TURN-4")
def test_lower_combos_move_up_with_their_coins_and_the_stack_tops_come_last() -> None:
    state = play(to_pick((1, 1, 0, 0, 3, 0)), "pick 2")
    assert column(state) == [
        ("blood_elves", "archaeologists", 2),
        ("draenei", "battlemasters", 2),
        ("ethereals", "blacksmiths", 0),
        ("forsaken", "champions", 3),
        ("gnomes", "conquerors", 0),
        ("goblins", "defenders", 0),
    ]
    document = state.to_position()
    assert document["race_stack"] == RACES[7:]
    assert document["power_stack"] == POWERS[7:]


@pytest.mark.rule("WW-TURN-4")
def test_the_discarded_badges_become_the_new_stack() -> None:
    orders = set()
    for seed in range(8):
        state = to_pick(power_stack=[], discarded_powers=POWERS[6:], seed=seed)
        document = play(state, "pick 0").to_position()
        drawn = [document["column"][-1]["power"], *document["power_stack"]]
        assert document["column"][-1]["race"] == "goblins"
        assert sorted(drawn) == POWERS[6:]
        assert document["discarded_powers"] == []
        orders.add(tuple(drawn))
    assert len(orders) > 4  # shuffled


@pytest.mark.rule("WW-TURN-4")
def test_the_discarded_badges_wait_while_the_stack_lasts() -> None:
    document = play(to_pick(power_stack=["defenders"], discarded_powers=POWERS[7:]), "pick 0").to_position()
    assert document["column"][-1]["power"] == "defenders"
    assert document["power_stack"] == []
    assert sorted(document["discarded_powers"]) == POWERS[7:]


@pytest.mark.rule("WW-TURN-4")
def test_six_combos_are_left_with_ten_banners_in_front_of_five_players() -> None:
    table = warcraft(5, seats=[seat()] * 5)
    land = [place.id for place in table.game.board_of(table.record).regions if place.is_land]  # type: ignore[attr-defined]
    seats = [seat(declined(RACES[0]))]
    regions = {land[0]: hold(0, RACES[0])}
    for k in range(1, 5):
        seats.append(seat(active(RACES[k], POWERS[k]), declined(RACES[k + 4])))
        regions |= {land[2 * k]: hold(k, RACES[k]), land[2 * k + 1]: hold(k, RACES[k + 4])}
    state = warcraft(5, phase="pick", seats=seats, regions=regions)
    assert (len(column(state)), len(state.to_position()["race_stack"])) == (6, 1)
    play(state, "pick 0")
    assert (len(column(state)), state.to_position()["race_stack"]) == (6, [])


# Tokens


@pytest.mark.rule("WW-TURN-5")
def test_a_race_gets_no_tokens_after_its_pick() -> None:
    state = choosing({5: hold(0, "orcs", 2), 0: hold(0, "orcs")}, active("orcs", "farmers"))
    assert tray(state, "orcs") == 11 - 3
    play(state, "finish", "deploy_rest 5")
    assert (state.turn, tray(state, "orcs")) == (1, 11 - 3)


@pytest.mark.rule("WW-TURN-5")
@pytest.mark.parametrize(("left", "gained"), [(8, 1), (1, 1), (0, 0)])
def test_the_spirit_healer_gives_a_token_while_the_tray_has_one(left: int, gained: int) -> None:
    regions = {5: hold(0, "orcs", 1, place="spirit_healer"), 0: hold(0, "orcs")}
    state = conquering(0, regions, name="orcs", power="miners", tray={"orcs": left})
    lay_out(state, 5)
    assert (state.turn, tokens(state, 5), tray(state, "orcs")) == (1, 1 + gained, left - gained)


@pytest.mark.rule("WW-TURN-5")
@pytest.mark.parametrize(("left", "bought"), [(9, 3), (2, 2), (0, 0)])
def test_forsaken_buy_no_more_tokens_than_the_tray_has(left: int, bought: int) -> None:
    state = conquering(
        0,
        {5: hold(0, "forsaken")},
        name="forsaken",
        power="miners",
        turn_state={"inflicted": 3},
        tray={"forsaken": left},
    )
    play(state, "finish")
    number = 0
    while state.phase == "recruit":
        play(state, "buy")
        number += 1
    lay_out(state, 5)
    assert (number, state.turn, tokens(state, 5), tray(state, "forsaken")) == (bought, 1, 1 + bought, left - bought)


# Ready troops


@pytest.mark.rule("WW-TURN-6", "WW-DIFF-16")
def test_every_region_keeps_one_token_and_the_others_come_to_hand() -> None:
    regions = {0: hold(0, "kobolds", 4), 5: hold(0, "kobolds", 3), 15: hold(0, "orcs", 1)}
    state = choosing(regions, active("kobolds", "farmers"), declined("orcs"))
    play(state, "conquer 1")
    assert [tokens(state, number) for number in (0, 5, 1, 15)] == [1, 1, 2, 1]
    assert in_hand(state, 0, "kobolds") == 3 + 2 - 2


@pytest.mark.rule("WW-TURN-6")
def test_tauren_leave_two_tokens() -> None:
    regions = {0: hold(0, "tauren", 4), 5: hold(0, "tauren", 2)}
    state = choosing(regions, active("tauren", "miners"))
    play(state, "conquer 1")
    assert [tokens(state, number) for number in (0, 5, 1)] == [2, 2, 2]
    assert in_hand(state, 0, "tauren") == 0


@pytest.mark.rule("WW-TURN-6")
def test_tauren_abandon_a_region_with_both_tokens() -> None:
    state = choosing({0: hold(0, "tauren", 2), 5: hold(0, "tauren", 2)}, active("tauren", "miners"))
    play(state, "abandon 5")
    assert (region(state, 5), in_hand(state, 0, "tauren"), tokens(state, 0)) == ({}, 2, 2)


@pytest.mark.rule("WW-TURN-6")
def test_any_number_of_regions_may_be_abandoned_and_they_are_empty_at_once() -> None:
    regions = {0: hold(0, "kobolds", 2), 5: hold(0, "kobolds", 3), 6: hold(0, "kobolds")}
    state = choosing(regions, active("kobolds", "fishers"))
    assert legal(state, "abandon") == [0, 5, 6]
    play(state, "abandon 5", "abandon 6")
    assert (region(state, 5), region(state, 6)) == ({}, {})
    assert in_hand(state, 0, "kobolds") == 1 + 3 + 1
    assert legal(state, "abandon") == [0]
    lay_out(state, 0)
    # Only the region that was kept is scored.
    assert (state.turn, coins(state)[0]) == (1, 1)


@pytest.mark.rule("WW-TURN-6")
@pytest.mark.parametrize(
    ("name", "power", "marker", "number"),
    [("orcs", "sentinels", "fortress", 1), ("night_elves", "miners", "wall", 3), ("orcs", "defenders", "tower", 5)],
)
def test_fort_wisp_wall_and_watch_tower_leave_an_abandoned_region(
    name: str, power: str, marker: str, number: int
) -> None:
    regions = {number: hold(0, name, 1, **{marker: 1}), 0: hold(0, name, 5, **{marker: 1})}
    state = choosing(regions, active(name, power))
    play(state, f"abandon {number}")
    assert (region(state, number), where(state, marker)) == ({}, [0])


@pytest.mark.rule("WW-TURN-6")
def test_the_bomb_of_an_abandoned_region_goes_on_top_of_the_stack() -> None:
    seats = [seat(active("goblins", "miners")), seat(active("orcs", "farmers"))]
    regions = {12: hold(0, "goblins"), 5: hold(1, "orcs", 2, bomb="live"), 1: hold(1, "orcs", 1, bomb="dud")}
    state = warcraft(turn=1, phase="choose", seats=seats, regions=regions, bomb_stack=["dud", "dud"])
    play(state, "abandon 5")
    assert region(state, 5) == {}
    assert state.to_position()["bomb_stack"] == ["live", "dud", "dud"]
    play(state, "abandon 1")
    assert state.to_position()["bomb_stack"] == ["dud", "live", "dud", "dud"]


@pytest.mark.rule("WW-TURN-6")
def test_mountain_markers_and_objectives_stay_in_an_abandoned_region() -> None:
    there = {"place": "karazhan", "artifacts": ["frostmourne"], "objective": 1}
    regions = {1: hold(0, "orcs", 5), 2: hold(0, "orcs", 1, **there)}
    state = choosing(regions, active("orcs", "farmers"), others=[seat(active("humans", "miners"))])
    play(state, "abandon 2")
    found = region(state, 2)
    assert ("owner" in found, found["objective"]) == (False, 1)
    assert (place_in(state, 2), artifacts_in(state, 2)) == ("karazhan", ["frostmourne"])
    assert legal_words(state, "arm") == set()
    assert price(state, 2) == 2 + 1


@pytest.mark.rule("WW-TURN-6")
def test_after_all_regions_are_abandoned_the_next_conquest_is_a_first_one() -> None:
    state = choosing({1: hold(0, "kobolds", 5), 5: hold(0, "kobolds", 2)}, active("kobolds", "farmers"))
    play(state, "abandon 1")
    assert legal(state, "conquer") == [0, 1, 4, 6, 9, 12, 15]
    play(state, "abandon 5")
    assert legal(state, "conquer") == [0, 6, 9, 12, 15]
    assert price(state, 0) == 2 + 1


@pytest.mark.rule("WW-TURN-6", "WW-TURN-9")
def test_a_race_that_abandoned_everything_and_conquered_nothing_keeps_its_tokens_in_hand() -> None:
    state = choosing({1: hold(0, "ethereals", 5)}, active("ethereals", "farmers"))
    play(state, "abandon 1", "finish")
    assert (state.turn, coins(state)[0], in_hand(state, 0, "ethereals")) == (1, 0, 5)


# Stopping


@pytest.mark.rule("WW-TURN-7")
def test_a_player_may_stop_with_tokens_in_hand() -> None:
    state = conquering(9, {5: hold(0, "ethereals")})
    play(state, "conquer 1")
    assert legal(state, "finish") == [0]
    play(state, "finish")
    assert (state.phase, legal(state, "conquer")) == ("deploy", [])


@pytest.mark.rule("WW-TURN-7")
def test_a_pick_may_conquer_nothing() -> None:
    state = to_pick()
    play(state, "pick 3")
    assert "finish" in verbs(state)
    play(state, "finish")
    assert (state.turn, coins(state)[0]) == (1, 5 - 3)
    assert in_hand(state, 0, "ethereals") == 5 + BADGE["blacksmiths"]
    play(state, "pick 0", "finish")
    assert (state.turn, state.phase, legal(state, "conquer")) == (0, "choose", ANCHORS)


@pytest.mark.rule("WW-TURN-7")
def test_an_expansion_may_conquer_nothing() -> None:
    state = choosing({5: hold(0, "kobolds", 3)}, active("kobolds", "miners"))
    lay_out(state, 5)
    assert (state.turn, coins(state)[0], tokens(state, 5)) == (1, 1, 3)


# An active race without tokens

IDLE_GNOMES = seat(active("gnomes", "farmers"))
"""As `IDLE`, where seat 0 has Kobolds."""


@pytest.mark.rule("WW-TURN-8")
def test_a_wiped_out_race_may_expand_with_nothing() -> None:
    regions = {0: hold(0, "orcs"), 1: hold(0, "orcs")}
    state = choosing(regions, active("kobolds", "miners"), declined("orcs"))
    assert verbs(state) == {"decline", "finish"}
    play(state, "finish")
    assert (state.turn, coins(state)[0], races_of(state)) == (1, 2, ["kobolds", "orcs"])


@pytest.mark.rule("WW-TURN-8")
def test_a_wiped_out_race_may_decline_for_nothing_and_the_older_race_leaves() -> None:
    state = choosing({0: hold(0, "orcs")}, active("kobolds", "miners"), declined("orcs"), others=[IDLE_GNOMES])
    play(state, "decline")
    assert (state.turn, coins(state)[0], races_of(state), region(state, 0)) == (1, 0, [], {})
    assert legal(state, "pick") == []
    play(state, "finish")
    assert (state.turn, verbs(state)) == (0, {"pick"})


@pytest.mark.rule("WW-TURN-8")
def test_a_race_with_tokens_in_hand_alone_enters_by_a_first_conquest() -> None:
    state = choosing({1: hold(0, "orcs")}, active("ethereals", "miners", hand=5), declined("orcs"))
    assert legal(state, "conquer") == ANCHORS
    assert price(state, 0) == 2 + 1
    play(state, "conquer 12")
    assert (tokens(state, 12), in_hand(state, 0, "ethereals")) == (3, 2)


# Redeployment


@pytest.mark.rule("WW-TURN-9")
def test_tokens_go_to_any_own_region_near_or_far() -> None:
    regions = {0: hold(0, "ethereals", 4), 12: hold(0, "ethereals", 1), 7: hold(0, "orcs")}
    state = conquering(2, regions, own=[declined("orcs")])
    play(state, "conquer 1")
    # All but one token of each region can go; no region of the other race, none that is empty.
    assert (state.phase, in_hand(state, 0, "ethereals")) == ("deploy", 3 + 1)
    assert [tokens(state, number) for number in (0, 1, 12)] == [1, 1, 1]
    assert legal(state, "deploy") == legal(state, "deploy_rest") == [0, 1, 12]
    play(state, "deploy 12", "deploy 1", "deploy_rest 12")
    assert (state.turn, [tokens(state, number) for number in (0, 1, 12, 7)]) == (1, [1, 2, 4, 1])


@pytest.mark.rule("WW-TURN-9")
def test_all_tokens_in_hand_must_be_placed() -> None:
    state = conquering(2, {0: hold(0, "ethereals"), 12: hold(0, "ethereals")})
    play(state, "finish")
    assert verbs(state) == {"deploy", "deploy_rest"}
    play(state, "deploy 0")
    assert verbs(state) == {"deploy", "deploy_rest"}
    play(state, "deploy 0")
    assert (state.turn, tokens(state, 0)) == (1, 3)


@pytest.mark.rule("WW-TURN-9")
def test_tauren_keep_two_tokens_in_every_region() -> None:
    state = conquering(0, {0: hold(0, "tauren", 5), 12: hold(0, "tauren", 2)}, name="tauren", power="miners")
    play(state, "finish")
    assert (in_hand(state, 0, "tauren"), tokens(state, 0), tokens(state, 12)) == (3, 2, 2)
    play(state, "deploy_rest 12")
    assert (state.turn, tokens(state, 0), tokens(state, 12)) == (1, 2, 5)


@pytest.mark.rule("WW-TURN-9")
def test_no_region_is_given_up_where_beasts_can_hold_it() -> None:
    regions = {0: hold(0, "orcs", 1), 12: hold(0, "orcs", 1), 4: hold(0, "orcs", 1)}
    state = conquering(0, regions, name="orcs", power="beastmasters", fields={"beasts": 1}, coins=[0, 5])
    play(state, "finish")
    # Three tokens and a Beast for three regions: what would leave one empty is illegal.
    play(state, "beast 0", "deploy 12")
    assert legal(state, "deploy") == [0, 4, 12]
    play(state, "deploy 0")
    assert legal(state, "deploy") == [4]
    play(state, "deploy 4")
    assert (state.turn, coins(state)[0], markers(state, 0)) == (1, 3, {"beasts": 1})


@pytest.mark.rule("WW-TURN-9")
@pytest.mark.parametrize(
    ("power", "piece", "verb"), [("beastmasters", "beasts", "beast"), ("champions", "champion", "post")]
)
def test_beasts_and_champion_move_too_and_must_be_placed(power: str, piece: str, verb: str) -> None:
    regions = {0: hold(0, "orcs", 1, **{piece: 1}), 12: hold(0, "orcs", 1)}
    state = conquering(0, regions, name="orcs", power=power, coins=[0, 5])
    play(state, "finish", "deploy 0", "deploy 12")
    assert (state.phase, verbs(state), legal(state, verb)) == ("deploy", {verb}, [0, 12])
    play(state, f"{verb} 12")
    assert (state.turn, where(state, piece), coins(state)[0]) == (1, [12], 2)


@pytest.mark.rule("WW-TURN-9")
def test_tokens_of_a_race_without_regions_stay_in_hand() -> None:
    state = conquering(4, {1: hold(0, "orcs")}, own=[declined("orcs")])
    play(state, "finish")
    assert (state.turn, in_hand(state, 0, "ethereals"), tokens(state, 1)) == (1, 4, 1)


@pytest.mark.rule("WW-TURN-9")
@pytest.mark.parametrize(("marker", "power"), [("fortress", "sentinels"), ("wall", "miners")])
def test_forts_wisp_walls_and_markers_do_not_move(marker: str, power: str) -> None:
    there = {"place": "karazhan", "artifacts": ["doomhammer"]}
    regions = {3: hold(0, "night_elves", 4, **{marker: 1}, **there), 12: hold(0, "night_elves")}
    state = conquering(0, regions, name="night_elves", power=power)
    play(state, "finish")
    assert (state.phase, legal(state, "deploy")) == ("deploy", [3, 12])
    play(state, "deploy_rest 12")
    assert (state.turn, tokens(state, 3), tokens(state, 12)) == (1, 1, 4)
    assert (markers(state, 3), place_in(state, 3), artifacts_in(state, 3)) == ({marker: 1}, "karazhan", ["doomhammer"])


@pytest.mark.rule("WW-TURN-9")
def test_no_region_is_gained() -> None:
    state = conquering(3, {0: hold(0, "ethereals"), 8: MURLOC, 4: lying(place="karazhan")})
    play(state, "finish")
    assert legal(state, "deploy") == [0]
    for verb in ("deploy 1", "deploy 4", "deploy 8", "deploy_rest 1"):
        assert refused(state, verb)


@pytest.mark.rule("WW-TURN-9", "WW-TURN-2")
def test_after_a_failed_final_roll_the_tokens_go_to_the_own_regions() -> None:
    state = rolled(conquering(1, {0: hold(0, "ethereals")}), "conquer 1", 0)
    assert (state.phase, legal(state, "deploy")) == ("deploy", [0])
    play(state, "deploy 0")
    assert (state.turn, tokens(state, 0)) == (1, 2)


@pytest.mark.rule("WW-TURN-2")
def test_after_a_decline_the_next_turn_is_a_pick() -> None:
    state = declining([active("orcs", "farmers")], {5: hold(0, "orcs")}, others=[IDLE])
    play(state, "finish")
    assert (state.turn, state.phase, state.round) == (0, "pick", 2)
