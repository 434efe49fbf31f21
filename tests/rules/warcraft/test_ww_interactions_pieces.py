"""Champion, Beasts, Chapel, walls, towers and withdrawal (WW-INT-50 to -56, -66 to -71, -80, -81, -83)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import coins, in_hand, lay_out, markers, price, tray, turn_state
from ww_interactions import attack, holder, on_faces
from ww_play import hold

import swenv
from support import MURLOC, active, declined, held, legal, play, race, region, seat, tokens, warcraft

KOBOLDS = active("kobolds", "miners")


@pytest.mark.rule("WW-INT-50")
def test_a_captured_champion_is_ransomed_and_saves_every_token() -> None:
    regions = {1: held(0, "blood_elves"), 0: held(1, "kobolds", 3, champion=1), 17: held(1, "kobolds")}
    state = attack("blood_elves", "archaeologists", 9, regions, active("kobolds", "champions"))
    assert price(state, 0) == 2 + 4
    play(state, "conquer 0")
    assert coins(state) == [1, 4]
    assert (in_hand(state, 1, "kobolds"), tray(state, "kobolds")) == (3, 11 - 4)
    # The Champion is placed with them.
    lay_out(state, 0)
    assert (state.phase, state.to_act, legal(state, "post")) == ("withdrawn", 1, [17])
    play(state, "post 17", "deploy_rest 17")
    assert region(state, 17) == held(1, "kobolds", 4, champion=1)


@pytest.mark.rule("WW-INT-51")
def test_the_champion_may_conquer_last_with_an_empty_hand() -> None:
    regions = {1: held(0, "blood_elves"), 5: held(1, "kobolds", 3), 17: held(1, "kobolds")}
    state = attack("blood_elves", "champions", 2, regions, KOBOLDS)
    play(state, "conquer 0")
    assert in_hand(state, 0, "blood_elves") == 0
    assert (state.phase, legal(state, "champion")) == ("conquest", [2, 4, 5])
    play(state, "champion 5")
    assert holder(state, 5) == (0, "blood_elves")
    assert in_hand(state, 1, "kobolds") == 2


@pytest.mark.rule("WW-INT-52")
def test_a_region_held_by_the_champion_alone_is_lost_by_a_decline() -> None:
    regions = {1: held(0, "blood_elves", 2), 0: held(0, "blood_elves", 0, champion=1), 5: held(0, "blood_elves")}
    state = attack("blood_elves", "champions", 0, regions, KOBOLDS, phase="choose")
    play(state, "decline")
    assert (region(state, 0), tokens(state, 1), tokens(state, 5)) == ({}, 1, 1)
    assert coins(state)[0] == 2


@pytest.mark.rule("WW-INT-53")
def test_a_region_held_by_beasts_alone_scores_and_is_lost_before_hills_are_counted() -> None:
    # Hills 1 and 6, and one token for both.
    regions = {1: held(0, "kobolds"), 6: held(0, "kobolds", 0, beasts=1), 17: held(1, "trolls")}
    state = attack("kobolds", "beastmasters", 0, regions, active("trolls", "miners"))
    play(state, "finish", "deploy 1", "beast 6")
    assert (state.turn, coins(state)[0]) == (1, 2)
    assert region(state, 6) == held(0, "kobolds", 0, beasts=1)
    play(state, "finish")
    assert (state.turn, region(state, 6)) == (0, {})
    assert race(state, 0, "kobolds")["beasts"] == 1


@pytest.mark.rule("WW-INT-54")
@pytest.mark.parametrize(("hills", "beasts"), [(4, 4), (5, 5), (7, 5)])
def test_beastmasters_have_five_beasts_at_most(hills: int, beasts: int) -> None:
    changes = {"l": {number: {"terrain": "hill"} for number in (0, 3, 4, 5, 7)}}
    held_hills = [0, 1, 3, 4, 5, 6, 7][:hills]
    state = on_faces(
        changes,
        turn=1,
        phase="choose",
        seats=[seat(active("kobolds", "beastmasters")), seat(active("trolls", "miners"))],
        regions={number: held(0, "kobolds") for number in (*held_hills, 2)},
    )
    play(state, "finish")
    assert state.turn == 0
    assert race(state, 0, "kobolds")["beasts"] == beasts


def sheltered(regions: dict[int, Any], *others: dict[str, Any], **fields: Any) -> swenv.State:
    """Trolls in 1 against the races of seat 1."""
    return attack("trolls", "archaeologists", 10, {1: held(0, "trolls"), **regions}, *others, **fields)


@pytest.mark.rule("WW-INT-55")
@pytest.mark.parametrize(("place", "left"), [("chapel", 2), ("dark_portal", 1)])
def test_the_chapel_saves_a_beast(place: str, left: int) -> None:
    regions = {0: held(1, "kobolds", 1, beasts=2), 17: hold(1, "kobolds", place=place)}
    state = play(sheltered(regions, active("kobolds", "beastmasters")), "conquer 0")
    assert (in_hand(state, 1, "kobolds"), race(state, 1, "kobolds")["beasts"]) == (1, left)


@pytest.mark.rule("WW-INT-55")
def test_the_chapel_saves_no_race_in_decline() -> None:
    regions = {0: held(1, "tauren", 2), 5: held(1, "tauren", 2), 17: hold(1, "kobolds", place="chapel")}
    state = play(sheltered(regions, KOBOLDS, declined("tauren")), "conquer 0")
    assert tray(state, "tauren") == 16 - 2
    # Nor does it in a region of that race.
    regions = {0: held(1, "tauren", 2), 5: hold(1, "tauren", 2, place="chapel"), 17: held(1, "kobolds")}
    state = play(sheltered(regions, KOBOLDS, declined("tauren")), "conquer 5", "conquer 0")
    assert tray(state, "tauren") == 16


@pytest.mark.rule("WW-INT-56")
def test_the_chapel_leaves_the_save_of_the_draenei_for_later() -> None:
    regions = {number: held(1, "draenei") for number in (0, 2, 17)}
    regions[5] = hold(1, "draenei", place="chapel")
    state = sheltered(regions, active("draenei", "miners"))
    play(state, "conquer 0")
    assert (in_hand(state, 1, "draenei"), turn_state(state, "saved")) == (1, False)
    # The Chapel falls and saves its own token.
    play(state, "conquer 5")
    assert (in_hand(state, 1, "draenei"), turn_state(state, "saved")) == (2, False)
    play(state, "conquer 2")
    assert (in_hand(state, 1, "draenei"), turn_state(state, "saved")) == (3, True)
    assert tray(state, "draenei") == 12 - 4


@pytest.mark.rule("WW-INT-66")
def test_night_elves_that_come_back_to_a_forest_build_a_new_wall() -> None:
    regions = {2: held(0, "night_elves", 4), 3: held(0, "night_elves", 1, wall=1)}
    state = attack("night_elves", "archaeologists", 0, regions, phase="choose")
    play(state, "abandon 3")
    assert region(state, 3) == {}
    assert price(state, 3) == 1
    play(state, "conquer 3")
    assert markers(state, 3) == {"wall": 1}


@pytest.mark.rule("WW-INT-67")
@pytest.mark.parametrize(("name", "power", "piece"), [("night_elves", None, "wall"), ("orcs", "sentinels", "fortress")])
def test_walls_and_forts_leave_with_the_race_that_a_third_one_drives_out(
    name: str, power: str | None, piece: str
) -> None:
    regions = {3: held(0, name, 1, **{piece: 1}), 7: held(0, name, 1, **{piece: 1}), 0: held(0, "blood_elves", 2)}
    own = [declined(name, power)]
    state = attack("blood_elves", "archaeologists", 0, regions, KOBOLDS, phase="choose", declined=own)
    play(state, "decline")
    assert (region(state, 3), region(state, 7)) == ({}, {})
    assert coins(state)[0] == 1


def garrison(**fields: Any) -> swenv.State:
    """Sentinel Forsaken in 0 to 9 with all ten Forts, and in 12 without one."""
    regions = {number: held(0, "forsaken", 1, fortress=1) for number in range(10)} | {12: held(0, "forsaken")}
    return attack("forsaken", "sentinels", 8, regions, KOBOLDS, **fields)


@pytest.mark.rule("WW-INT-68")
def test_without_a_fort_left_a_conquest_of_sentinels_gets_none() -> None:
    state = play(garrison(), "conquer 13")
    assert holder(state, 13) == (0, "forsaken")
    assert markers(state, 13) == {}


@pytest.mark.rule("WW-INT-68")
def test_a_fort_that_comes_free_goes_to_the_next_conquest_only() -> None:
    state = play(garrison(phase="choose"), "abandon 0")
    assert markers(state, 12) == {}
    play(state, "conquer 13", "conquer 14")
    assert (markers(state, 12), markers(state, 13), markers(state, 14)) == ({}, {"fortress": 1}, {})
    lay_out(state, 12)
    assert markers(state, 12) == {}


def towers(regions: dict[int, Any], *others: dict[str, Any], **fields: Any) -> swenv.State:
    """After a turn without conquests of Defender Trolls of seat 0; the other races are of seat 1."""
    state = attack("trolls", "defenders", 0, regions, *others, **fields)
    play(state, "finish")
    assert state.turn == 1
    return state


NAGA_LAKE = {
    "nobody on the lake": ({}, 1),
    "naga on the lake": ({5: held(1, "naga")}, 0),
    "naga elsewhere": ({3: held(1, "naga")}, 1),
}


@pytest.mark.rule("WW-INT-69")
@pytest.mark.parametrize(("naga", "tower"), NAGA_LAKE.values(), ids=NAGA_LAKE)
def test_naga_on_water_count_for_the_watch_tower_and_empty_regions_do_not(naga: dict[int, Any], tower: int) -> None:
    # Farmland 10 of the board L1a borders swamp 4, lake 5, forests 6 and 9 and hill 11.
    regions = {10: held(0, "trolls"), 4: held(0, "trolls"), **naga}
    state = towers(regions, active("naga", "miners"), boards=["L1a", "S1a"])
    assert markers(state, 10).get("tower", 0) == tower


def siege() -> swenv.State:
    """Orcs of seat 1 in 2 are about to take 1 away from the Defenders, whose tower stands in 0."""
    seats = [seat(active("trolls", "defenders"), coins=0), seat(active("orcs", "archaeologists"))]
    regions = {0: held(0, "trolls", 1, tower=1), 1: held(0, "trolls"), 2: held(1, "orcs", 7)}
    return warcraft(turn=1, phase="choose", seats=seats, regions=regions)


@pytest.mark.rule("WW-INT-70")
def test_a_watch_tower_stands_until_the_end_of_its_owners_next_turn() -> None:
    state = play(siege(), "conquer 1")
    assert markers(state, 0) == {"tower": 1}
    assert 0 not in legal(state, "conquer")
    lay_out(state, 2)
    assert (state.turn, markers(state, 0)) == (0, {"tower": 1})
    play(state, "finish")
    assert (state.turn, markers(state, 0)) == (1, {})
    assert 0 in legal(state, "conquer")


@pytest.mark.rule("WW-INT-71")
def test_defenders_that_decline_lose_their_towers() -> None:
    seats = [seat(active("trolls", "defenders"), coins=0), seat(active("orcs", "archaeologists"))]
    regions = {0: held(0, "trolls", 1, tower=1), 1: held(0, "trolls"), 4: held(1, "orcs", 7)}
    state = play(warcraft(phase="choose", seats=seats, regions=regions), "decline")
    assert (state.turn, tokens(state, 0), markers(state, 0)) == (1, 1, {})
    assert price(state, 0) == 3


def withdrawing() -> swenv.State:
    """Seat 1 has just ended a turn in which both others lost a region of two tokens."""
    seats = [
        seat(active("kobolds", "miners"), declined("trolls")),
        seat(active("blood_elves", "archaeologists", hand=9), coins=0),
        seat(active("naga", "herbalists")),
    ]
    regions = {
        1: held(1, "blood_elves"),
        0: held(0, "kobolds", 2),
        5: held(2, "naga", 2),
        7: held(0, "kobolds"),
        14: held(0, "kobolds"),
        6: held(0, "trolls"),
        17: held(2, "naga"),
        3: held(2, "naga"),
    }
    state = warcraft(3, turn=1, phase="conquest", seats=seats, regions=regions)
    play(state, "conquer 0", "conquer 5")
    return lay_out(state, 1)


@pytest.mark.rule("WW-INT-80")
def test_withdrawn_tokens_are_placed_clockwise_from_the_active_player() -> None:
    state = withdrawing()
    assert (state.phase, state.to_act) == ("withdrawn", 2)
    play(state, "deploy 17")
    assert (state.phase, state.to_act) == ("withdrawn", 0)
    play(state, "deploy 14")
    assert (state.phase, state.turn) == ("choose", 2)


@pytest.mark.rule("WW-INT-81")
def test_withdrawn_tokens_go_to_any_region_of_their_race() -> None:
    state = withdrawing()
    assert legal(state, "deploy") == [3, 17]
    play(state, "deploy 3")
    # 6, beside the lost region, is the race in decline.
    assert legal(state, "deploy") == [7, 14]
    play(state, "deploy 14")
    assert (tokens(state, 3), tokens(state, 14), tokens(state, 7), tokens(state, 6)) == (2, 2, 1, 1)


@pytest.mark.rule("WW-INT-83")
@pytest.mark.parametrize(("murlocs", "tower"), [((4,), 1), ((4, 6), 0)])
def test_murlocs_count_as_one_race_for_the_watch_tower(murlocs: tuple[int, ...], tower: int) -> None:
    # Farmland 5 borders 1, 4, 6 and 9; two Defenders stand against one race of Murlocs.
    regions = {5: held(0, "trolls"), 1: held(0, "trolls"), 9: held(0, "trolls"), 17: held(1, "kobolds")}
    regions |= dict.fromkeys(murlocs, MURLOC)
    assert markers(towers(regions, KOBOLDS), 5).get("tower", 0) == tower


@pytest.mark.rule("WW-INT-83")
@pytest.mark.parametrize("name", ["trolls", "dwarves"])
def test_murlocs_are_of_no_faction(name: str) -> None:
    regions = {5: held(0, name), 4: MURLOC, 17: held(1, "kobolds")}
    state = attack(name, "archaeologists", 6, regions, KOBOLDS)
    play(state, "conquer 4", "finish", "deploy_rest 5")
    assert coins(state)[0] == 2


@pytest.mark.rule("WW-INT-83")
def test_murlocs_are_of_no_player_for_the_well() -> None:
    # Hill 6 and mountain 9 border lake 10.
    regions = {6: held(0, "trolls"), 9: MURLOC, 10: {"place": "well"}, 17: held(1, "kobolds")}
    state = attack("trolls", "archaeologists", 0, regions, KOBOLDS)
    play(state, "finish")
    assert coins(state)[0] == 1 + 2
