"""The state machine of a turn (SW-TURN)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import position, refused, verbs

import swenv
from support import TRIBE, active, declined, game, held, legal, play, race, region, rolled, seat, tokens


def seat_field(state: swenv.State, number: int, field: str) -> Any:
    return state.to_position()["seats"][number][field]


@pytest.mark.rule("SW-TURN-1")
def test_a_turn_starts_with_fresh_counters() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("sorcerers", "dragon_master")), seat(active("orcs", "hill"))],
        regions={0: held(0, "sorcerers", 1, dragon=1), 4: held(1, "orcs")},
        turn_state={"nonempty_conquered": 3, "attacked": [1], "converted": [1], "dragon_used": True},
    )
    before = state.to_position()["turn_state"]
    assert (before["nonempty_conquered"], before["attacked"], before["converted"]) == (3, [1], [1])
    after = play(state, "finish").to_position()["turn_state"]
    assert (state.turn, state.phase) == (1, "choose")
    assert (after["nonempty_conquered"], after["attacked"], after["converted"]) == (0, [], [])
    assert not after["dragon_used"]
    assert not after["fortress_placed"]
    assert after["pending_roll"] is None


@pytest.mark.rule("SW-TURN-1")
def test_peace_ends_when_the_next_turn_of_the_diplomat_starts() -> None:
    state = position(
        turn=1,
        phase="conquest",
        seats=[seat(active("ratmen", "diplomat"), peace=1), seat(active("orcs", "hill"))],
        regions={0: held(0, "ratmen"), 4: held(1, "orcs")},
    )
    assert seat_field(state, 0, "peace") == 1
    play(state, "finish")
    assert (state.turn, state.phase) == (0, "choose")
    assert seat_field(state, 0, "peace") is None


@pytest.mark.rule("SW-TURN-1", "SW-TURN-13")
def test_the_round_counter_goes_up_when_the_first_player_starts() -> None:
    seats = [seat(active("ratmen", "swamp")), seat(active("orcs", "hill")), seat(active("elves", "flying"))]
    regions = {0: held(0, "ratmen"), 4: held(1, "orcs"), 8: held(2, "elves")}
    seen = []
    for turn in (0, 1, 2):
        state = position(3, round=4, turn=turn, phase="conquest", seats=seats, regions=regions)
        play(state, "finish")
        seen.append((state.turn, state.to_act, state.round))
    assert seen == [(1, 1, 4), (2, 2, 4), (0, 0, 5)]


@pytest.mark.rule("SW-TURN-1")
@pytest.mark.parametrize(
    ("other", "phase"),
    [(seat(active("orcs", "hill")), "choose"), (seat(declined("orcs")), "pick"), (seat(), "pick")],
)
def test_a_turn_opens_with_the_choice_or_with_a_pick(other: dict[str, Any], phase: str) -> None:
    regions = {0: held(0, "ratmen"), **({4: held(1, "orcs")} if other["races"] else {})}
    state = position(phase="conquest", seats=[seat(active("ratmen", "swamp")), other], regions=regions)
    play(state, "finish")
    assert (state.to_act, state.phase) == (1, phase)


@pytest.mark.rule("SW-TURN-2")
def test_expand_or_decline_is_chosen_before_any_conquest() -> None:
    state = position(phase="choose", seats=[seat(active("orcs", "hill")), seat()], regions={0: held(0, "orcs", 5)})
    assert {"decline", "abandon", "conquer", "finish"} == verbs(state)
    play(state, "conquer 4")
    assert legal(state, "decline") == []


@pytest.mark.rule("SW-TURN-2")
def test_the_choice_comes_before_the_conquests_of_ghouls_too() -> None:
    state = position(
        phase="choose",
        seats=[seat(active("orcs", "hill"), declined("ghouls")), seat()],
        regions={0: held(0, "orcs", 5), 4: held(0, "ghouls", 4)},
    )
    assert legal(state, "decline") == [0]
    play(state, "conquer 3")
    assert region(state, 3)["race"] == "ghouls"
    assert legal(state, "decline") == []


@pytest.mark.rule("SW-TURN-3")
def test_a_pick_is_mandatory_and_leaves_no_choice_to_decline() -> None:
    state = position(phase="pick", seats=[seat(declined("elves")), seat()], regions={4: held(0, "elves")})
    assert verbs(state) == {"pick"}
    play(state, "pick 0")
    assert state.phase == "ready"
    assert legal(state, "decline") == legal(state, "pick") == []


@pytest.mark.rule("SW-TURN-3")
def test_a_pick_gives_all_the_tokens_the_race_will_ever_get() -> None:
    column = [{"race": "dwarves", "power": "wealthy", "coins": 0}]
    state = position(
        phase="pick",
        column=column,
        seats=[seat(), seat(active("orcs", "hill"))],
        regions={3: held(1, "orcs")},
    )
    play(state, "pick 0")
    assert race(state, 0, "dwarves")["hand"] == 3 + 4
    play(state, "conquer 4", "finish", "deploy_rest 4", "decline")
    assert (state.turn, tokens(state, 4)) == (0, 7)
    play(state, "conquer 0")
    assert race(state, 0, "dwarves")["hand"] == 7 - 1 - 2
    assert state.to_position()["tray"]["dwarves"] == 8 - 7


@pytest.mark.rule("SW-TURN-3")
def test_the_markers_of_a_picked_badge_wait_for_the_first_markers_phase() -> None:
    column = [{"race": "ratmen", "power": "heroic", "coins": 0}]
    state = play(position(phase="pick", column=column, seats=[seat(), seat()]), "pick 0")
    play(state, "conquer 0", "conquer 4", "finish", "deploy_rest 0")
    assert state.phase == "markers"
    assert legal(state, "hero") == [0, 4]


@pytest.mark.rule("SW-TURN-4")
@pytest.mark.parametrize(
    ("ghouls", "regions", "phase"),
    [
        (declined("ghouls"), {4: held(0, "ghouls", 3)}, "ghoul_ready"),
        (declined("ghouls", "spirit"), {4: held(0, "ghouls", 3)}, "ghoul_ready"),
        (declined("ghouls", hand=2), {}, "ghoul_ready"),
        (declined("elves"), {4: held(0, "elves")}, "ready"),
    ],
    ids=["decline", "spirit", "in hand", "not ghouls"],
)
def test_ghouls_with_a_token_act_between_pick_and_ready(
    ghouls: dict[str, Any], regions: dict[int, Any], phase: str
) -> None:
    state = position(phase="pick", seats=[seat(ghouls), seat()], regions=regions)
    assert play(state, "pick 0").phase == phase


@pytest.mark.rule("SW-TURN-4")
def test_ghouls_make_ready_conquer_and_redeploy_before_the_active_race_is_ready() -> None:
    state = position(
        phase="choose",
        seats=[seat(active("orcs", "hill"), declined("ghouls")), seat()],
        regions={0: held(0, "orcs", 4), 4: held(0, "ghouls", 4)},
    )
    assert legal(state, "abandon") == [4]
    play(state, "conquer 3")
    assert (race(state, 0, "ghouls")["hand"], tokens(state, 0)) == (2, 4)
    assert state.phase == "ghoul_deploy"
    assert legal(state, "deploy") == [3, 4]
    play(state, "deploy_rest 4")
    assert (state.phase, tokens(state, 4)) == ("ready", 3)
    assert race(state, 0, "orcs")["hand"] == 3
    assert legal(state, "abandon") == [0]


FIVE = {0: held(0, "orcs", 4), 4: held(0, "orcs", 3)}


@pytest.mark.rule("SW-TURN-5")
def test_every_region_keeps_one_token_and_the_others_come_to_hand() -> None:
    state = position(phase="choose", seats=[seat(active("orcs", "hill")), seat()], regions=FIVE)
    play(state, "conquer 1")
    assert (tokens(state, 0), tokens(state, 4), tokens(state, 1)) == (1, 1, 2)
    assert race(state, 0, "orcs")["hand"] == 3 + 2 - 2


@pytest.mark.rule("SW-TURN-5")
def test_the_last_token_of_an_abandoned_region_comes_to_hand() -> None:
    state = position(phase="choose", seats=[seat(active("orcs", "hill")), seat()], regions=FIVE)
    play(state, "abandon 4")
    assert (state.phase, region(state, 4)) == ("ready", {})
    assert race(state, 0, "orcs")["hand"] == 3 + 3
    assert legal(state, "abandon") == [0]
    play(state, "abandon 0")
    assert race(state, 0, "orcs")["hand"] == 7
    assert legal(state, "abandon") == []


@pytest.mark.rule("SW-TURN-5")
def test_abandoning_removes_lair_and_fortress() -> None:
    state = position(
        phase="choose",
        seats=[seat(active("trolls", "fortified")), seat()],
        regions={0: held(0, "trolls", 1, lair=1), 4: held(0, "trolls", 1, lair=1, fortress=1)},
    )
    play(state, "abandon 4")
    assert region(state, 4) == {}
    assert region(state, 0)["markers"]["lair"] == 1


@pytest.mark.rule("SW-TURN-5")
def test_abandoning_removes_a_hole() -> None:
    state = position(
        phase="choose",
        seats=[seat(active("halflings", "hill", holes_placed=2)), seat()],
        regions={0: held(0, "halflings"), 4: held(0, "halflings", 1, hole=1)},
    )
    assert region(play(state, "abandon 4"), 4) == {}


@pytest.mark.rule("SW-TURN-5")
@pytest.mark.parametrize(("power", "marker", "back"), [("bivouacking", "encampment", 5), ("heroic", "hero", 2)])
def test_abandoning_gives_encampments_and_heroes_back(power: str, marker: str, back: int) -> None:
    count = 5 if marker == "encampment" else 1
    state = position(
        phase="choose",
        seats=[seat(active("orcs", power)), seat()],
        regions={0: held(0, "orcs"), 3: held(0, "orcs"), 4: held(0, "orcs", 1, **{marker: count})},
    )
    play(state, "abandon 4")
    assert region(state, 4) == {}
    play(state, "finish", "deploy_rest 0")
    assert state.phase == "markers"
    verb = {"encampment": "encamp", "hero": "hero"}[marker]
    for _ in range(back):
        play(state, f"{verb} {legal(state, verb)[-1]}")
    assert legal(state, verb) == []
    assert region(state, 3)["markers"][marker] == (5 if marker == "encampment" else 1)
    assert state.to_act == 1


@pytest.mark.rule("SW-TURN-5")
def test_the_dragon_of_an_abandoned_region_can_be_used_again() -> None:
    state = position(
        phase="choose",
        seats=[seat(active("orcs", "dragon_master")), seat()],
        regions={0: held(0, "orcs"), 4: held(0, "orcs", 1, dragon=1)},
    )
    play(state, "abandon 4")
    assert region(state, 4) == {}
    play(state, "dragon 1")
    assert region(state, 1)["markers"]["dragon"] == 1


@pytest.mark.rule("SW-TURN-5")
def test_no_region_is_abandoned_after_the_first_conquest() -> None:
    state = position(phase="choose", seats=[seat(active("orcs", "hill")), seat()], regions=FIVE)
    play(state, "conquer 1")
    assert legal(state, "abandon") == []
    assert refused(state, "abandon 4") == "SW-TURN-5"


@pytest.mark.rule("SW-TURN-5")
def test_ending_the_conquests_ends_abandoning() -> None:
    state = position(phase="choose", seats=[seat(active("orcs", "hill")), seat()], regions=FIVE)
    play(state, "finish")
    assert state.phase == "deploy"
    assert legal(state, "abandon") == legal(state, "conquer") == []


@pytest.mark.rule("SW-TURN-6")
def test_conquests_go_on_until_the_player_ends_them() -> None:
    state = position(phase="choose", seats=[seat(active("orcs", "hill")), seat()], regions={0: held(0, "orcs", 10)})
    play(state, "conquer 1", "conquer 4", "conquer 2")
    assert (state.phase, race(state, 0, "orcs")["hand"]) == ("conquest", 3)
    play(state, "finish")
    assert (state.phase, legal(state, "conquer")) == ("deploy", [])


@pytest.mark.rule("SW-TURN-6")
def test_no_conquest_is_compulsory() -> None:
    state = position(
        phase="choose",
        seats=[seat(active("orcs", "swamp"), coins=0), seat()],
        regions={0: held(0, "orcs", 5)},
    )
    play(state, "finish", "deploy_rest 0")
    assert (state.to_act, state.coins[0], tokens(state, 0)) == (1, 1, 5)


@pytest.mark.rule("SW-TURN-6")
@pytest.mark.parametrize("face", [0, 3])
def test_the_final_attempt_ends_the_conquests_either_way(face: int) -> None:
    # Mountain 3 costs 3 and the hand is short by 1. Two tokens to spare in region 0 make REDEPLOY a choice.
    state = position(
        phase="conquest",
        seats=[seat(active("orcs", "hill", hand=2)), seat()],
        regions={0: held(0, "orcs", 3), 4: held(0, "orcs")},
    )
    after = rolled(state, "conquer 3", face)
    assert after.phase == "deploy"
    assert tokens(after, 3) == (1 if face else 0)


@pytest.mark.rule("SW-TURN-6")
def test_a_failed_berserk_attempt_ends_the_conquests() -> None:
    # Hand 1: after a blank face every region still needs 2 or more.
    state = position(
        phase="conquest",
        seats=[seat(active("orcs", "berserk", hand=1)), seat()],
        regions={4: held(0, "orcs")},
    )
    assert rolled(state, "roll", 0).phase == "deploy"


@pytest.mark.rule("SW-TURN-7")
def test_skeletons_grow_before_the_new_layout() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("skeletons", "swamp")), seat()],
        regions={0: held(0, "skeletons", 2), 1: held(0, "skeletons", 3)},
        turn_state={"nonempty_conquered": 2},
    )
    play(state, "finish")
    assert state.phase == "deploy"
    assert race(state, 0, "skeletons")["hand"] == 1 + 2 + 1
    play(state, "deploy 1", "deploy_rest 0")
    assert (tokens(state, 0), tokens(state, 1)) == (4, 2)


@pytest.mark.rule("SW-TURN-8")
def test_markers_are_placed_after_the_layout_and_a_fortress_may_be_passed() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "fortified")), seat()],
        regions={0: held(0, "ratmen", 2), 4: held(0, "ratmen")},
    )
    play(state, "finish", "deploy_rest 0")
    assert (state.phase, verbs(state)) == ("markers", {"fortify", "finish"})
    passed = play(state.copy(), "finish")
    assert (passed.to_act, region(passed, 0).get("markers", {}).get("fortress", 0)) == (1, 0)
    placed = play(state.copy(), "fortify 4")
    assert (placed.to_act, region(placed, 4)["markers"]["fortress"]) == (1, 1)


@pytest.mark.rule("SW-TURN-8")
@pytest.mark.parametrize(("power", "verb", "times"), [("bivouacking", "encamp", 5), ("heroic", "hero", 2)])
def test_encampments_and_heroes_must_be_placed(power: str, verb: str, times: int) -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", power)), seat()],
        regions={0: held(0, "ratmen"), 4: held(0, "ratmen"), 3: held(0, "ratmen")},
    )
    play(state, "finish")
    for count in range(times):
        assert (state.to_act, state.phase, verbs(state)) == (0, "markers", {verb})
        play(state, f"{verb} {(0, 4, 0, 3, 4)[count]}")
    assert state.to_act == 1


@pytest.mark.rule("SW-TURN-9")
def test_scoring_comes_after_the_markers_and_before_stout() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "stout"), coins=0), seat()],
        regions={0: held(0, "ratmen", 2), 4: held(0, "ratmen")},
    )
    play(state, "finish")
    assert (state.phase, state.coins[0]) == ("deploy", 0)
    play(state, "deploy 0")
    assert (state.phase, state.coins[0]) == ("stout", 2)


@pytest.mark.rule("SW-TURN-9")
def test_a_stout_race_that_spent_its_turn_on_decline_is_not_asked_again() -> None:
    state = position(phase="choose", seats=[seat(active("ratmen", "stout")), seat()], regions={0: held(0, "ratmen")})
    assert play(state, "decline").to_act == 1


@pytest.mark.rule("SW-TURN-10")
@pytest.mark.parametrize(("power", "asked"), [("diplomat", True), ("hill", False)])
def test_only_an_active_diplomat_is_asked_for_peace(power: str, asked: bool) -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", power)), seat(active("orcs", "swamp"))],
        regions={0: held(0, "ratmen"), 4: held(1, "orcs")},
    )
    play(state, "finish")
    if asked:
        assert (state.phase, verbs(state), legal(state, "peace")) == ("peace", {"peace", "finish"}, [1])
        play(state, "finish")
    assert (state.to_act, state.phase, seat_field(state, 0, "peace")) == (1, "choose", None)


@pytest.mark.rule("SW-TURN-11")
def test_withdrawn_tokens_are_placed_before_the_next_turn_starts() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "swamp", hand=5), coins=0), seat(active("orcs", "hill"))],
        regions={1: held(0, "ratmen"), 0: held(1, "orcs", 3), 3: held(1, "orcs")},
    )
    play(state, "conquer 0", "deploy_rest 1")
    assert (state.phase, state.turn, state.to_act) == ("withdrawn", 0, 1)
    assert verbs(state) == {"deploy", "deploy_rest"}
    assert state.coins[0] == 2
    play(state, "deploy_rest 3")
    assert (state.phase, state.turn, tokens(state, 3)) == ("choose", 1, 3)


@pytest.mark.rule("SW-TURN-12")
@pytest.mark.parametrize("declines", [True, False])
def test_stout_is_asked_after_scoring_and_scores_nothing_more(declines: bool) -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "stout"), coins=0), seat()],
        regions={0: held(0, "ratmen", 2), 4: held(0, "ratmen")},
    )
    play(state, "finish", "deploy 0")
    assert (state.phase, verbs(state)) == ("stout", {"decline", "finish"})
    play(state, "decline" if declines else "finish")
    assert (state.to_act, state.coins[0]) == (1, 2)
    assert race(state, 0, "ratmen")["status"] == ("decline" if declines else "active")
    assert tokens(state, 0) == (1 if declines else 2)


@pytest.mark.rule("SW-TURN-12", "SW-TURN-11")
def test_withdrawn_tokens_are_placed_after_a_stout_decline() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "stout", hand=5)), seat(active("orcs", "hill"))],
        regions={1: held(0, "ratmen"), 0: held(1, "orcs", 3), 3: held(1, "orcs")},
    )
    play(state, "conquer 0", "deploy_rest 1", "decline")
    assert (state.phase, state.to_act, race(state, 0, "ratmen")["status"]) == ("withdrawn", 1, "decline")


@pytest.mark.rule("SW-TURN-13")
def test_after_the_last_player_of_the_last_round_the_game_ends() -> None:
    seats = [seat(active("ratmen", "swamp")), seat(active("orcs", "hill"))]
    regions = {0: held(0, "ratmen"), 4: held(1, "orcs")}
    first = play(position(round=10, turn=0, phase="conquest", seats=seats, regions=regions), "finish")
    assert (first.is_over, first.turn, first.round) == (False, 1, 10)
    last = play(position(round=10, turn=1, phase="conquest", seats=seats, regions=regions), "finish")
    assert (last.is_over, last.phase) == (True, "over")


@pytest.mark.rule("SW-TURN-14")
def test_the_first_turn_is_like_any_turn_without_an_active_race() -> None:
    state = game(2, None).new_state(seed=4)
    assert (state.phase, verbs(state), legal(state, "pick")) == ("pick", {"pick"}, [0, 1, 2, 3, 4, 5])
    play(state, "pick 5")
    assert (state.phase, state.coins[0]) == ("ready", 0)
    assert {"conquer", "finish"} <= verbs(state)


@pytest.mark.rule("SW-TURN-15")
def test_a_decline_turn_scores_and_ends_without_peace_or_conquest() -> None:
    state = position(
        phase="choose",
        seats=[seat(active("ratmen", "diplomat"), coins=0), seat(active("orcs", "hill"))],
        regions={0: held(0, "ratmen", 6), 4: held(1, "orcs"), 1: TRIBE},
    )
    play(state, "decline")
    assert (state.to_act, state.turn, state.phase, state.coins[0]) == (1, 1, "choose", 1)
