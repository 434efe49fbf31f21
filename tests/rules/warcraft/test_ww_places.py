"""Legendary Places of Warcraft (WW-PLACE), one by one."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from chapters import coins, in_hand, lay_out, place_in, price, tray, turn_state, verbs
from ww_play import PLACES, declining, gain, hold, lying, orcs, raiding, trolls

import swenv
from support import MURLOC, active, declined, legal, play, race, region, rolled, seat, tokens, warcraft

TROLLS = active("trolls", "farmers")
RAIDERS = active("orcs", "marshdwellers")
ELVES = active("blood_elves", "marshdwellers")
OLD = declined("goblins")


def goblins(tokens: int = 1, **what: Any) -> dict[str, Any]:
    """A region of seat 0's Goblins in decline."""
    return hold(0, "goblins", tokens, **what)


def moves(before: swenv.State, after: swenv.State, owner: int, name: str) -> tuple[int, int]:
    """Tokens of a race that went to the tray, and to the hand of their owner."""
    return tray(after, name) - tray(before, name), in_hand(after, owner, name) - in_hand(before, owner, name)


# Names


@pytest.mark.rule("WW-PLACE-NAMES")
def test_seven_places_go_by_their_names() -> None:
    assert PLACES == ["battleground", "chapel", "dark_portal", "karazhan", "meeting_stone", "spirit_healer", "well"]
    with pytest.raises(ValueError, match="keep"):
        raiding(9, {6: orcs(place="keep")})


@pytest.mark.rule("WW-PLACE-NAMES")
@pytest.mark.parametrize("place", [name for name in PLACES if name != "well"])
def test_a_place_is_turned_up_where_it_lies(place: str) -> None:
    state = play(raiding(9, {6: orcs(), 5: lying(face_down=place)}), "conquer 5")
    assert (place_in(state, 5), "face_down" in region(state, 5)) == (place, False)


@pytest.mark.rule("WW-PLACE-NAMES")
@pytest.mark.parametrize("place", ["battleground", "dark_portal", "karazhan"])
def test_a_place_under_the_race_in_decline_or_of_an_opponent_pays_nothing(place: str) -> None:
    beaten = {"beaten": {"humans": 2}}
    regions = {6: hold(0, "blood_elves"), 1: hold(0, "blood_elves")}
    for there in (goblins(place=place), trolls(place=place), lying(place=place)):
        others = [seat(TROLLS)]
        regions_now = {**regions, 2: goblins(), 14: there}
        found = gain([ELVES, OLD], regions_now, turn_state=beaten, others=others)
        assert found == 3 + 1 + (1 if there == goblins(place=place) else 0)


# Meeting Stone


@pytest.mark.rule("WW-PLACE-MEETINGSTONE")
def test_the_holder_of_the_meeting_stone_pays_no_travel() -> None:
    state = raiding(9, {3: orcs(place="meeting_stone")})
    assert [price(state, number) for number in (0, 9, 12, 15)] == [2, 3, 2, 2]
    assert legal(state, "conquer") == [0, 2, 7, 9, 12, 15]
    assert price(raiding(9, {3: orcs(place="meeting_stone"), 12: MURLOC}), 12) == 3


@pytest.mark.rule("WW-PLACE-MEETINGSTONE")
def test_the_meeting_stone_is_no_discount_on_other_conquests() -> None:
    state = raiding(9, {1: orcs(place="meeting_stone")})
    assert [price(state, number) for number in (0, 2, 5)] == [2, 3, 2]


@pytest.mark.rule("WW-PLACE-MEETINGSTONE")
@pytest.mark.parametrize("there", ["own decline", "opponent", "nobody"])
def test_the_meeting_stone_serves_the_active_holder_alone(there: str) -> None:
    stone: dict[str, Any] = {"place": "meeting_stone"}
    content = {"own decline": goblins(**stone), "opponent": trolls(**stone), "nobody": lying(**stone)}[there]
    state = raiding(9, {3: orcs(), 14: content, 16: goblins(), 17: trolls()}, TROLLS, own=[OLD])
    assert price(state, 12) == 3


@pytest.mark.rule("WW-PLACE-MEETINGSTONE")
def test_the_meeting_stone_serves_as_long_as_its_region_is_held() -> None:
    state = raiding(5, {3: orcs(place="meeting_stone"), 7: orcs()}, phase="ready")
    assert price(state, 12) == 2
    play(state, "abandon 3")
    assert price(state, 12) == 3


@pytest.mark.rule("WW-PLACE-MEETINGSTONE")
def test_a_meeting_stone_found_saves_the_next_travel() -> None:
    state = raiding(9, {6: orcs(), 5: lying(face_down="meeting_stone")})
    assert price(state, 12) == 3
    assert price(play(state, "conquer 5"), 12) == 2


# Light's Hope Chapel


@pytest.mark.rule("WW-PLACE-CHAPEL")
def test_the_holder_of_the_chapel_loses_no_token_in_any_region() -> None:
    before = raiding(9, {6: orcs(), 5: trolls(3), 7: trolls(), 14: trolls(place="chapel")}, TROLLS)
    after = play(before.copy(), "conquer 5", "conquer 7")
    assert moves(before, after, 1, "trolls") == (0, 4)


@pytest.mark.rule("WW-PLACE-CHAPEL")
def test_the_chapel_saves_its_own_tokens_too_and_then_no_more() -> None:
    before = raiding(9, {6: orcs(), 5: trolls(place="chapel"), 7: trolls(2), 14: trolls()}, TROLLS)
    first = play(before.copy(), "conquer 5")
    assert moves(before, first, 1, "trolls") == (0, 1)
    second = play(first.copy(), "conquer 7")
    assert moves(first, second, 1, "trolls") == (1, 1)


@pytest.mark.rule("WW-PLACE-CHAPEL")
@pytest.mark.parametrize("chapel", [5, 1])
def test_the_chapel_saves_beasts(chapel: int) -> None:
    regions = {6: orcs(), 5: trolls(1, beasts=2), 1: trolls()}
    regions[chapel] = {**regions[chapel], "place": "chapel"}
    before = raiding(9, regions, active("trolls", "beastmasters"))
    after = play(before.copy(), "conquer 5")
    assert moves(before, after, 1, "trolls") == (0, 1)
    assert race(after, 1, "trolls")["beasts"] == 2


@pytest.mark.rule("WW-PLACE-CHAPEL")
def test_a_captured_champion_is_ransomed_all_the_same() -> None:
    before = raiding(9, {6: orcs(), 5: trolls(2, champion=1), 1: trolls(place="chapel")}, active("trolls", "champions"))
    after = play(before.copy(), "conquer 5")
    assert (coins(after), moves(before, after, 1, "trolls")) == ([6, 4], (0, 2))


@pytest.mark.rule("WW-PLACE-CHAPEL")
@pytest.mark.parametrize("place", ["chapel", None])
def test_the_chapel_saves_from_bombs(place: str | None) -> None:
    # Seat 1 ends its turn; the bomb of the Goblins explodes.
    there = trolls(place=place) if place else trolls()
    regions = {6: hold(0, "goblins"), 5: trolls(3, bomb="live"), 1: there}
    seats = [seat(active("goblins", "marshdwellers")), seat(TROLLS)]
    state = warcraft(phase="conquest", turn=1, seats=seats, regions=regions)
    before = tray(state, "trolls")
    play(state, "finish")
    lay_out(state, 5)
    assert (state.turn, tokens(state, 5)) == (0, 0)
    lost = 0 if place else 1
    total = tokens(state, 1) + in_hand(state, 1, "trolls")
    assert (tray(state, "trolls") - before, total) == (lost, 4 - lost)


@pytest.mark.rule("WW-PLACE-CHAPEL")
@pytest.mark.parametrize(("place", "expected"), [("chapel", (0, 1)), ("dark_portal", (1, 0))])
def test_the_chapel_saves_from_a_discard_by_strongmen(place: str, expected: tuple[int, int]) -> None:
    before = raiding(1, {6: orcs(), 5: trolls(place=place)}, TROLLS, power="strongmen")
    after = play(before.copy(), "push 5")
    assert (tokens(after, 5), moves(before, after, 1, "trolls")) == (0, expected)


@pytest.mark.rule("WW-PLACE-CHAPEL")
def test_the_chapel_saves_no_token_in_decline() -> None:
    regions = {6: orcs(), 5: hold(1, "tauren", 2), 7: hold(1, "tauren", 2), 1: trolls(place="chapel")}
    before = raiding(9, regions, TROLLS, declined("tauren"))
    after = play(before.copy(), "conquer 5")
    assert tray(after, "tauren") - tray(before, "tauren") == 2
    regions = {6: orcs(), 5: hold(1, "tauren", 2), 7: hold(1, "tauren", 2, place="chapel"), 1: trolls(2)}
    before = raiding(9, {**regions, 2: trolls(2)}, TROLLS, declined("tauren"))
    assert moves(before, play(before.copy(), "conquer 2"), 1, "trolls") == (1, 1)


@pytest.mark.rule("WW-PLACE-CHAPEL")
def test_the_chapel_saves_no_token_of_another_player() -> None:
    seats = [seat(active("orcs", "miners", hand=9)), seat(TROLLS), seat(active("kobolds", "trackers"))]
    regions = {6: orcs(), 5: trolls(2), 1: trolls(), 14: hold(2, "kobolds", 1, place="chapel")}
    before = warcraft(3, phase="conquest", seats=seats, regions=regions)
    assert moves(before, play(before.copy(), "conquer 5"), 1, "trolls") == (1, 1)


@pytest.mark.rule("WW-PLACE-CHAPEL")
def test_the_chapel_leaves_the_save_of_draenei_for_later() -> None:
    regions = {6: orcs(), 5: hold(1, "draenei", 1, place="chapel"), 7: hold(1, "draenei"), 2: hold(1, "draenei")}
    states = [raiding(10, {**regions, 14: hold(1, "draenei")}, active("draenei", "farmers"))]
    for number in (5, 7, 2):
        states.append(play(states[-1].copy(), f"conquer {number}"))
    found = [moves(before, after, 1, "draenei") for before, after in pairwise(states)]
    # Saved by the Chapel, by the Draenei, by nobody.
    assert found == [(0, 1), (0, 1), (1, 0)]


@pytest.mark.rule("WW-PLACE-CHAPEL")
@pytest.mark.parametrize(("place", "expected"), [("chapel", 0), ("dark_portal", 1)])
def test_what_the_chapel_saves_was_not_inflicted(place: str, expected: int) -> None:
    regions = {6: hold(0, "forsaken"), 5: trolls(2), 1: trolls(place=place)}
    state = raiding(9, regions, TROLLS, name="forsaken")
    assert turn_state(play(state, "conquer 5"), "inflicted") == expected


@pytest.mark.rule("WW-PLACE-CHAPEL")
def test_saved_tokens_are_placed_at_the_end_of_the_turn() -> None:
    state = raiding(9, {6: orcs(), 5: trolls(2), 1: trolls(place="chapel")}, TROLLS)
    play(state, "conquer 5", "finish", "deploy_rest 6")
    assert (state.phase, state.to_act, legal(state, "deploy")) == ("withdrawn", 1, [1])
    play(state, "deploy_rest 1")
    assert (tokens(state, 1), state.turn) == (3, 1)


# Karazhan


@pytest.mark.rule("WW-PLACE-KARAZHAN")
@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ([], 0),
        ([5], 1),
        ([5, 12], 2),
        ([5, 12, 17], 3),
        ([1, 4, 2, 3], 0),
    ],
)
def test_karazhan_pays_for_each_other_region_of_its_terrain(own: list[int], expected: int) -> None:
    regions = {0: orcs(place="karazhan"), **{number: orcs() for number in own}}
    assert gain([RAIDERS], regions) == len(regions) + expected


@pytest.mark.rule("WW-PLACE-KARAZHAN")
@pytest.mark.parametrize(
    "terrain", [[1, 6, 14], [2, 9, 16], [3, 7, 13], [4, 8, 15]], ids=["hill", "mountain", "forest", "swamp"]
)
def test_karazhan_goes_by_the_terrain_of_its_region(terrain: list[int]) -> None:
    regions = {number: orcs() for number in terrain} | {5: orcs()}
    regions[terrain[1]] = orcs(place="karazhan")
    assert gain([RAIDERS], regions) == 4 + 2


@pytest.mark.rule("WW-PLACE-KARAZHAN")
def test_regions_in_decline_and_of_others_do_not_count_for_karazhan() -> None:
    regions = {0: orcs(place="karazhan"), 5: orcs(), 12: goblins(), 17: trolls()}
    assert gain([RAIDERS, OLD], regions, others=[seat(TROLLS)]) == 2 + 1 + 1


@pytest.mark.rule("WW-PLACE-KARAZHAN")
def test_karazhan_pays_nothing_in_decline() -> None:
    assert gain([RAIDERS, OLD], {0: goblins(place="karazhan"), 5: goblins(), 12: orcs(), 17: orcs()}) == 4
    state = declining([RAIDERS], {0: orcs(place="karazhan"), 5: orcs()})
    assert coins(state)[0] == 2


# Dark Portal


@pytest.mark.rule("WW-PLACE-DARKPORTAL")
def test_the_dark_portal_pays_two() -> None:
    assert gain([RAIDERS], {5: orcs(place="dark_portal"), 6: orcs()}) == 2 + 2


@pytest.mark.rule("WW-PLACE-DARKPORTAL")
def test_the_dark_portal_pays_nobody_but_its_active_holder() -> None:
    assert gain([RAIDERS, OLD], {5: goblins(place="dark_portal"), 6: orcs()}) == 2
    assert gain([RAIDERS], {5: lying(place="dark_portal"), 6: orcs()}) == 1
    assert gain([RAIDERS], {5: trolls(place="dark_portal"), 6: orcs()}, others=[seat(TROLLS)]) == 1
    assert coins(declining([RAIDERS], {5: orcs(place="dark_portal"), 6: orcs()}))[0] == 2


@pytest.mark.rule("WW-PLACE-DARKPORTAL")
def test_the_dark_portal_pays_in_the_turn_in_which_it_is_found() -> None:
    state = raiding(2, {6: orcs(), 5: lying(face_down="dark_portal")}, coins=[0, 0])
    assert coins(play(state, "conquer 5", "deploy_rest 6"))[0] == 2 + 2


# Battleground


BATTLE = {5: hold(0, "blood_elves", 1, place="battleground"), 6: hold(0, "blood_elves")}
NO_BATTLE = {5: hold(0, "blood_elves"), 6: hold(0, "blood_elves")}


@pytest.mark.rule("WW-PLACE-BATTLEGROUND")
@pytest.mark.parametrize(
    ("beaten", "with_it", "without"),
    [
        ({}, 0, 0),
        ({"humans": 1}, 1, 1),
        ({"humans": 2}, 2, 1),
        ({"humans": 2, "dwarves": 1}, 3, 2),
        ({"humans": 2, "dwarves": 2, "worgen": 2}, 6, 3),
        ({"trolls": 2, "kobolds": 2}, 0, 0),
    ],
)
def test_on_the_battleground_two_regions_of_a_race_count(beaten: dict[str, int], with_it: int, without: int) -> None:
    fields = {"turn_state": {"beaten": beaten}}
    assert gain([ELVES], BATTLE, **fields) == 2 + with_it
    assert gain([ELVES], NO_BATTLE, **fields) == 2 + without


@pytest.mark.rule("WW-PLACE-BATTLEGROUND")
@pytest.mark.parametrize("targets", [[5, 1], [5, 1, 4]])
def test_more_than_two_regions_of_a_race_do_not_count(targets: list[int]) -> None:
    regions = {6: hold(0, "blood_elves", 1, place="battleground"), 14: hold(1, "humans")}
    regions |= {target: hold(1, "humans") for target in targets}
    state = raiding(9, regions, active("humans", "farmers"), name="blood_elves", coins=[0, 0])
    play(state, *(f"conquer {target}" for target in targets))
    assert coins(lay_out(state, 6))[0] == 1 + len(targets) + 2


@pytest.mark.rule("WW-PLACE-BATTLEGROUND")
def test_conquests_before_the_battleground_was_taken_count() -> None:
    regions = {
        6: hold(0, "blood_elves"),
        5: hold(1, "humans"),
        1: hold(1, "humans"),
        4: lying(face_down="battleground"),
    }
    state = raiding(
        9, {**regions, 14: hold(1, "humans")}, active("humans", "farmers"), name="blood_elves", coins=[0, 0]
    )
    play(state, "conquer 5", "conquer 1", "conquer 4")
    lay_out(state, 6)
    assert coins(state)[0] == 4 + 2


@pytest.mark.rule("WW-PLACE-BATTLEGROUND")
@pytest.mark.parametrize(
    ("beaten", "expected"),
    [
        ({"orcs": 2, "trolls": 1, "humans": 1}, 3),
        ({"orcs": 1, "humans": 2, "gnomes": 1}, 3),
        ({"orcs": 1, "humans": 1}, 1),
        ({"naga": 2, "pandaren": 1}, 0),
        ({}, 0),
    ],
)
def test_a_neutral_holder_has_the_better_side(beaten: dict[str, int], expected: int) -> None:
    races, fields = [active("kobolds", "marshdwellers")], {"turn_state": {"beaten": beaten}}
    assert gain(races, {5: hold(0, "kobolds", 1, place="battleground")}, **fields) == 1 + expected
    assert gain(races, {5: hold(0, "kobolds")}, **fields) == 1


@pytest.mark.rule("WW-PLACE-BATTLEGROUND")
def test_a_horde_holder_gets_nothing_for_horde() -> None:
    fields = {"turn_state": {"beaten": {"orcs": 2, "trolls": 2, "humans": 1}}}
    assert gain([ELVES], BATTLE, **fields) == 2 + 1


@pytest.mark.rule("WW-PLACE-BATTLEGROUND")
def test_a_neutral_holder_stays_neutral_for_objectives() -> None:
    # As Horde he would not be paid, and the Humans would keep their Objective.
    regions = {6: hold(0, "kobolds", 1, place="battleground"), 5: lying(objective=1), 1: hold(1, "humans")}
    state = raiding(
        9, regions, active("humans", "farmers"), name="kobolds", coins=[0, 0], turn_state={"beaten": {"humans": 2}}
    )  # fmt: skip
    play(state, "conquer 5")
    assert (coins(state), "objective" in region(state, 5)) == ([2, 2], False)


# Well of Eternity


@pytest.mark.rule("WW-PLACE-WELL")
@pytest.mark.parametrize("number", [10, 11])
def test_the_well_moves_to_a_water_region_of_its_board(number: int) -> None:
    state = play(raiding(9, {6: orcs(), 5: lying(face_down="well")}), "conquer 5")
    assert (state.phase, legal(state, "well"), verbs(state)) == ("well", [10, 11], {"well"})
    play(state, f"well {number}")
    assert (state.phase, place_in(state, 5), place_in(state, number)) == ("conquest", None, "well")
    assert "face_down" not in region(state, 5)


@pytest.mark.rule("WW-PLACE-WELL")
def test_the_well_stays_on_its_own_board() -> None:
    seats = [seat(active("orcs", "miners", hand=9)), seat(), seat()]
    state = warcraft(3, phase="conquest", seats=seats, regions={12: orcs(), 13: lying(face_down="well")})
    play(state, "conquer 13")
    assert legal(state, "well") == [15, 16]
    play(state, "well 16")
    assert place_in(state, 16) == "well"


@pytest.mark.rule("WW-PLACE-WELL")
def test_the_last_conquest_may_uncover_the_well() -> None:
    state = play(raiding(2, {6: orcs(), 5: lying(face_down="well")}), "conquer 5")
    assert state.phase == "well"
    assert play(state, "well 11").phase == "deploy"


@pytest.mark.rule("WW-PLACE-WELL")
def test_champion_and_final_strike_may_uncover_the_well() -> None:
    state = play(raiding(0, {6: orcs(), 5: lying(face_down="well")}, power="champions"), "champion 5")
    assert state.phase == "well"
    assert play(state, "well 10").phase == "deploy"
    regions = {6: hold(0, "gnomes"), 5: hold(1, "trolls", 2, face_down="well")}
    state = raiding(1, regions, declined("trolls"), name="gnomes")
    state = rolled(play(state, "arm air_strike"), "roll_for 5", 0)
    assert (state.phase, region(state, 5)["face_down"]) == ("strike", "well")
    state = rolled(state, "conquer 5", 3)
    assert (state.phase, legal(state, "well")) == ("well", [10, 11])
    # The final conquest ended the conquests, and nothing is in hand.
    assert play(state, "well 11").turn == 1


@pytest.mark.rule("WW-PLACE-WELL")
def test_the_well_goes_to_water_that_is_held() -> None:
    regions = {6: orcs(), 5: lying(face_down="well"), 10: hold(1, "naga", 2)}
    state = play(raiding(9, regions, active("naga", "farmers")), "conquer 5", "well 10")
    assert (place_in(state, 10), tokens(state, 10), region(state, 10)["owner"]) == ("well", 2, 1)


@pytest.mark.rule("WW-PLACE-WELL")
def test_on_a_board_without_water_another_place_comes_for_the_well() -> None:
    # Karazhan and the Chapel lie on the map already.
    found = set()
    for seed in range(30):
        regions = {12: orcs(), 13: lying(face_down="well"), 5: lying(place="karazhan"), 4: lying(place="chapel")}
        state = play(raiding(9, regions, seed=seed), "conquer 13")
        assert (state.phase, "face_down" in region(state, 13)) == ("conquest", False)
        assert "well" in state.to_position()["gone"]
        found.add(place_in(state, 13))
    assert found == {"battleground", "dark_portal", "meeting_stone", "spirit_healer"}


@pytest.mark.rule("WW-PLACE-WELL")
def test_the_place_that_comes_for_the_well_serves_at_once() -> None:
    found = ("battleground", "chapel", "dark_portal", "karazhan", "spirit_healer")
    open_ones = {number: lying(place=name) for number, name in enumerate(found)}
    state = raiding(9, {**open_ones, 13: orcs(), 12: orcs()})
    assert price(state, 9) == 4
    state = raiding(9, {**open_ones, 12: orcs(), 13: lying(face_down="well")})
    play(state, "conquer 13")
    assert (place_in(state, 13), price(state, 9)) == ("meeting_stone", 3)


WELL = {16: lying(place="well")}
"""On the table for three: a sea of the middle board; 13, 15 (a lake) and 17 border it."""
NAGA = seat(active("naga", "trackers"), coins=0)
TAUREN = seat(declined("tauren"), coins=0)


def well(*races: dict[str, Any], regions: dict[int, Any], others: list[dict[str, Any]] | None = None) -> int:
    """Coins of seat 0 of three for a turn without conquests, besides one a region."""
    named = {**WELL, **regions}
    found = gain(list(races), named, others=[*(others or []), seat(), seat()][:2])
    return found - sum(1 for content in named.values() if content.get("owner") == 0)


@pytest.mark.rule("WW-PLACE-WELL")
def test_most_regions_beside_the_well_bring_two_coins() -> None:
    assert well(RAIDERS, regions={13: orcs()}) == 2
    assert well(RAIDERS, regions={13: orcs(), 17: orcs()}) == 2
    assert well(RAIDERS, regions={13: orcs(), 17: orcs(), 15: hold(1, "naga")}, others=[NAGA]) == 2
    assert well(RAIDERS, regions={12: orcs(), 14: orcs()}) == 0


@pytest.mark.rule("WW-PLACE-WELL")
def test_a_tie_beside_the_well_brings_nothing() -> None:
    assert well(RAIDERS, regions={13: orcs(), 15: hold(1, "naga")}, others=[NAGA]) == 0
    rivals = [seat(TROLLS), NAGA]
    assert well(RAIDERS, regions={13: orcs(), 17: trolls(), 15: hold(2, "naga")}, others=rivals) == 0
    assert well(RAIDERS, regions={13: orcs(), 17: hold(1, "tauren", 2)}, others=[TAUREN]) == 0


@pytest.mark.rule("WW-PLACE-WELL")
def test_fewer_regions_beside_the_well_bring_nothing() -> None:
    regions = {15: hold(0, "naga"), 13: trolls(), 17: trolls()}
    assert well(active("naga", "marshdwellers"), regions=regions, others=[seat(TROLLS)]) == 0


@pytest.mark.rule("WW-PLACE-WELL")
def test_murlocs_do_not_count_beside_the_well() -> None:
    assert well(RAIDERS, regions={13: orcs(), 17: MURLOC}) == 2


@pytest.mark.rule("WW-PLACE-WELL")
def test_the_race_in_decline_counts_beside_the_well_but_not_together_with_the_active_one() -> None:
    assert well(RAIDERS, OLD, regions={0: orcs(), 13: goblins(), 17: goblins()}) == 2
    rival = {15: hold(1, "naga")}
    assert well(RAIDERS, OLD, regions={0: orcs(), 13: goblins(), 17: goblins(), **rival}, others=[NAGA]) == 2
    assert well(RAIDERS, OLD, regions={17: orcs(), 13: goblins(), **rival}, others=[NAGA]) == 0
    assert well(RAIDERS, OLD, regions={17: orcs(), 13: goblins()}) == 2


@pytest.mark.rule("WW-PLACE-WELL")
def test_the_region_of_the_well_is_not_beside_itself() -> None:
    naga = active("naga", "marshdwellers")
    assert well(naga, regions={16: hold(0, "naga", 1, place="well")}) == 0
    assert well(naga, regions={15: hold(0, "naga")}) == 2


@pytest.mark.rule("WW-PLACE-WELL")
def test_the_well_needs_no_holder() -> None:
    there = {16: hold(1, "naga", 1, place="well"), 13: orcs()}
    assert well(RAIDERS, regions=there, others=[NAGA]) == 2


@pytest.mark.rule("WW-PLACE-WELL")
def test_the_well_pays_in_a_turn_of_decline() -> None:
    others = [seat(), seat()]
    state = declining([RAIDERS], {**WELL, 13: orcs(), 12: orcs()}, others=others)
    assert coins(state)[0] == 2 + 2
    # The race that leaves the map does not count any more.
    state = declining([RAIDERS, OLD], {**WELL, 13: goblins(), 12: orcs()}, others=others)
    assert coins(state)[0] == 1


@pytest.mark.rule("WW-PLACE-WELL")
def test_the_well_pays_each_player_in_his_own_turn() -> None:
    state = raiding(0, {10: lying(place="well"), 6: trolls(), 0: orcs()}, TROLLS, coins=[0, 0])
    play(state, "finish")
    assert (state.turn, coins(state)) == (1, [1, 0])
    play(state, "finish")
    assert coins(state) == [1, 1 + 2]


@pytest.mark.rule("WW-PLACE-WELL")
def test_a_well_that_was_found_pays_in_the_same_turn() -> None:
    state = raiding(2, {6: orcs(), 5: lying(face_down="well")}, coins=[0, 0])
    play(state, "conquer 5", "well 10", "deploy_rest 6")
    assert coins(state)[0] == 2 + 2


@pytest.mark.rule("WW-PLACE-WELL")
def test_a_failed_attempt_leaves_the_well_covered() -> None:
    after = rolled(raiding(1, {6: orcs(), 5: lying(face_down="well")}), "conquer 5", 0)
    assert (after.phase, region(after, 5)) == ("deploy", {"face_down": "well"})


# Spirit Healer


@pytest.mark.rule("WW-PLACE-SPIRITHEALER")
def test_the_spirit_healer_gives_a_token_before_the_redeployment() -> None:
    before = raiding(0, {5: orcs(place="spirit_healer"), 6: orcs()})
    after = play(before.copy(), "finish")
    assert (after.phase, moves(before, after, 0, "orcs")) == ("deploy", (-1, 1))
    play(after, "deploy 6")
    assert (tokens(after, 6), after.turn) == (2, 1)


@pytest.mark.rule("WW-PLACE-SPIRITHEALER")
@pytest.mark.parametrize(("there", "expected"), [(9, 1), (10, 0)])
def test_the_spirit_healer_gives_what_the_tray_has(there: int, expected: int) -> None:
    # Eleven Orcs are in the box.
    before = raiding(0, {5: orcs(place="spirit_healer"), 6: orcs(there)})
    after = play(before.copy(), "finish")
    assert (after.phase, in_hand(after, 0, "orcs"), tray(after, "orcs")) == ("deploy", there - 1 + expected, 0)


@pytest.mark.rule("WW-PLACE-SPIRITHEALER")
@pytest.mark.parametrize("there", ["own decline", "opponent", "nobody"])
def test_the_spirit_healer_serves_the_active_holder_alone(there: str) -> None:
    healer: dict[str, Any] = {"place": "spirit_healer"}
    content = {"own decline": goblins(**healer), "opponent": trolls(**healer), "nobody": lying(**healer)}[there]
    before = raiding(0, {6: orcs(), 5: content, 17: trolls(), 16: goblins()}, TROLLS, own=[OLD])
    after = play(before.copy(), "finish")
    assert (after.turn, [tray(after, name) - tray(before, name) for name in ("orcs", "trolls", "goblins")]) == (
        1, [0, 0, 0],
    )  # fmt: skip


@pytest.mark.rule("WW-PLACE-SPIRITHEALER")
def test_the_spirit_healer_gives_nothing_in_a_turn_of_decline() -> None:
    state = declining([RAIDERS], {5: orcs(place="spirit_healer"), 6: orcs()})
    assert [tokens(state, number) for number in (5, 6)] == [1, 1]
    assert (in_hand(state, 0, "orcs"), tray(state, "orcs")) == (0, 9)


@pytest.mark.rule("WW-PLACE-SPIRITHEALER")
def test_a_spirit_healer_found_in_the_turn_gives_at_its_end() -> None:
    before = raiding(2, {6: orcs(), 5: lying(face_down="spirit_healer")})
    after = play(before.copy(), "conquer 5")
    assert (after.phase, in_hand(after, 0, "orcs"), tray(after, "orcs")) == ("deploy", 1 + 1, 11 - 3 - 1)


@pytest.mark.rule("WW-PLACE-SPIRITHEALER")
def test_forsaken_buy_first_and_the_spirit_healer_gives_after_that() -> None:
    # Twenty Forsaken are in the box, one is left.
    regions = {6: hold(0, "forsaken", 18, place="spirit_healer"), 5: hold(0, "forsaken")}
    state = raiding(0, regions, name="forsaken", turn_state={"inflicted": 2})
    play(state, "finish")
    assert (state.phase, tray(state, "forsaken")) == ("recruit", 1)
    bought = play(state.copy(), "buy")
    assert (coins(bought)[0], tray(bought, "forsaken"), in_hand(bought, 0, "forsaken")) == (4, 0, 17 + 1)
    given = play(state.copy(), "finish")
    assert (coins(given)[0], tray(given, "forsaken"), in_hand(given, 0, "forsaken")) == (5, 0, 17 + 1)
