"""Decline (WW-DECL) in Warcraft."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import coins, column, in_hand, lay_out, markers, place_in, price, races_of, refused, tray, verbs, where
from ww_play import BADGE, IDLE, TRAY, artifacts_in, conquering, declining, gain, hold, holds_harmony, lying

import swenv
from support import active, declined, legal, legal_words, play, race, region, seat, tokens, warcraft


def lands(name: str, *numbers: int, tokens: int = 1, **there: Any) -> dict[int, Any]:
    """Regions of seat 0."""
    return {number: hold(0, name, tokens, **there) for number in numbers}


# WW-DECL-1


@pytest.mark.rule("WW-DECL-1")
def test_a_decline_takes_the_whole_turn() -> None:
    others = [seat(active("trolls", "farmers"))]
    state = declining([active("orcs", "miners", hand=5)], lands("orcs", 0, 5, tokens=2), others=others)
    assert (state.turn, state.phase, race(state, 0, "orcs")["status"]) == (1, "choose", "decline")
    assert region(state, 1) == {}


@pytest.mark.rule("WW-DECL-1")
@pytest.mark.parametrize("first", ["conquer 1", "abandon 5", "arm frostmourne", "finish"])
def test_a_turn_that_has_begun_to_expand_cannot_decline(first: str) -> None:
    regions = {**lands("orcs", 0, 5, tokens=3), 4: hold(0, "orcs", 1, artifacts=["frostmourne"])}
    state = conquering(0, regions, name="orcs", power="miners", phase="choose")
    assert legal(state, "decline") == [0]
    play(state, first)
    assert refused(state, "decline")


@pytest.mark.rule("WW-DECL-1")
def test_the_form_of_the_worgen_is_no_choice_of_a_decline() -> None:
    state = conquering(0, lands("worgen", 0, tokens=3), name="worgen", power="miners", phase="choose", coins=[0, 5])
    assert refused(play(state.copy(), "form human"), "decline")
    play(state, "decline")
    assert (state.turn, coins(state)[0]) == (1, 1)


@pytest.mark.rule("WW-DECL-1")
@pytest.mark.parametrize("phase", ["ready", "conquest", "deploy"])
def test_a_decline_is_chosen_at_the_start_of_the_turn_alone(phase: str) -> None:
    state = conquering(3, lands("orcs", 0, 5), name="orcs", power="miners", phase=phase)
    assert legal(state, "decline") == []


@pytest.mark.rule("WW-DECL-1")
def test_a_decline_needs_an_active_race() -> None:
    state = warcraft(phase="pick", seats=[seat(declined("orcs")), seat()], regions=lands("orcs", 0))
    assert verbs(state) == {"pick"}


# WW-DECL-2


@pytest.mark.rule("WW-DECL-2", "WW-DECL-6")
@pytest.mark.parametrize("power", [None, "sentinels", "marshdwellers"])
def test_the_previous_race_in_decline_leaves_the_map(power: str | None) -> None:
    own = [active("orcs", "miners"), declined("kobolds", power)]
    state = declining(own, {**lands("orcs", 0), **lands("kobolds", 3, 4)})
    assert (coins(state)[0], races_of(state), tray(state, "kobolds")) == (1, ["orcs"], TRAY["kobolds"])
    assert (region(state, 3), region(state, 4)) == ({}, {})
    document = state.to_position()
    assert document["race_stack"][-1] == "kobolds"
    assert sorted(document["discarded_powers"]) == sorted(["miners", *([power] if power else [])])


@pytest.mark.rule("WW-DECL-2")
def test_all_tokens_of_the_previous_race_go_to_the_tray() -> None:
    own = [active("orcs", "miners"), declined("tauren")]
    state = declining(own, {**lands("orcs", 0), **lands("tauren", 3, 4, tokens=2)})
    assert tray(state, "tauren") == TRAY["tauren"]


@pytest.mark.rule("WW-DECL-2")
def test_pieces_of_the_previous_race_go_and_markers_stay() -> None:
    own = [active("orcs", "miners"), declined("night_elves", "sentinels")]
    there = {"place": "karazhan", "artifacts": ["heart"], "fortress": 1, "wall": 1}
    state = declining(own, {**lands("orcs", 0), **lands("night_elves", 3, **there)})
    assert ("owner" in region(state, 3), markers(state, 3)) == (False, {})
    assert (place_in(state, 3), artifacts_in(state, 3)) == ("karazhan", ["heart"])


@pytest.mark.rule("WW-DECL-2")
def test_bombs_under_the_previous_race_go_back_on_the_stack() -> None:
    own = [active("orcs", "miners"), declined("kobolds")]
    regions = {**lands("orcs", 0, bomb="dud"), **lands("kobolds", 3, bomb="live"), 12: hold(1, "goblins")}
    others = [seat(active("goblins", "farmers"))]
    seats = [seat(*own, coins=0), *others]
    state = warcraft(phase="choose", round=2, seats=seats, regions=regions, bomb_stack=["dud", "dud"])
    play(state, "decline")
    # The bomb under the Orcs, now in decline, is resolved at once by the Goblins, whose turn it is: a dud.
    assert (region(state, 3), tokens(state, 0), region(state, 0).get("bomb")) == ({}, 1, None)
    assert state.to_position()["bomb_stack"] == ["live", "dud", "dud"]


@pytest.mark.rule("WW-DECL-2")
def test_without_a_stack_the_banner_takes_the_lowest_free_place_of_the_column() -> None:
    names = ["ethereals", "gnomes", "kobolds", "orcs", "trolls"]
    seats = [seat(active("orcs", "miners"), declined("kobolds")), seat(active("trolls", "farmers"), declined("gnomes"))]
    state = warcraft(
        options={"races": names},
        phase="choose",
        column=[{"race": "ethereals", "power": "fishers", "coins": 2}],
        power_stack=["trackers", "sailors"],
        seats=seats,
        regions={**lands("orcs", 0), **lands("kobolds", 3), 1: hold(1, "trolls"), 2: hold(1, "gnomes")},
    )
    play(state, "decline")
    assert column(state) == [("ethereals", "fishers", 2), ("kobolds", "trackers", 0)]
    document = state.to_position()
    assert (document["race_stack"], document["power_stack"]) == ([], ["sailors"])


# WW-DECL-3


@pytest.mark.rule("WW-DECL-3")
def test_one_token_a_region_stays_and_the_others_go_to_the_tray() -> None:
    regions = {**lands("orcs", 0, tokens=4), **lands("orcs", 5)}
    state = declining([active("orcs", "miners", hand=2)], regions)
    assert (tokens(state, 0), tokens(state, 5), in_hand(state, 0, "orcs")) == (1, 1, 0)
    assert (race(state, 0, "orcs")["status"], tray(state, "orcs")) == ("decline", TRAY["orcs"] - 2)


@pytest.mark.rule("WW-DECL-3")
def test_two_tauren_stay_in_each_region() -> None:
    regions = {**lands("tauren", 0, tokens=4), **lands("tauren", 5, 12, tokens=2)}
    state = declining([active("tauren", "miners", hand=1)], regions)
    assert [tokens(state, number) for number in (0, 5, 12)] == [2, 2, 2]
    assert (coins(state)[0], tray(state, "tauren")) == (3, TRAY["tauren"] - 6)


@pytest.mark.rule("WW-DECL-3", "WW-DECL-4")
def test_one_tauren_stays_where_the_second_piece_was_a_beast() -> None:
    regions = {0: hold(0, "tauren", 1, beasts=1), 5: hold(0, "tauren", 3)}
    state = declining([active("tauren", "beastmasters")], regions)
    assert ([tokens(state, number) for number in (0, 5)], where(state, "beasts")) == ([1, 2], [])
    assert coins(state)[0] == 2


# WW-DECL-4


@pytest.mark.rule("WW-DECL-4")
@pytest.mark.parametrize("power", sorted(BADGE))
def test_badges_that_do_not_work_in_decline_are_discarded(power: str) -> None:
    state = declining([active("kobolds", power)], lands("kobolds", 0, 5))
    kept = power in ("sentinels", "marshdwellers")
    assert race(state, 0, "kobolds")["power"] == (power if kept else None)
    assert state.to_position()["discarded_powers"] == ([] if kept else [power])


@pytest.mark.rule("WW-DECL-4")
@pytest.mark.parametrize(("power", "piece"), [("beastmasters", "beasts"), ("champions", "champion")])
def test_beasts_and_champion_leave_and_what_they_held_alone_is_empty(power: str, piece: str) -> None:
    def alone(*numbers: int) -> swenv.State:
        regions = {0: hold(0, "orcs", 2), 5: hold(0, "orcs", 1)}
        for number in numbers:
            regions[number] = hold(0, "orcs", 0 if number == 4 else 1, **{piece: 1})
        return declining([active("orcs", power)], regions)

    state = alone(4)
    assert (region(state, 4), where(state, piece), coins(state)[0]) == ({}, [], 2)
    beside = alone(5)
    assert (tokens(beside, 5), where(beside, piece), coins(beside)[0]) == (1, [], 2)


@pytest.mark.rule("WW-DECL-4")
def test_beasts_in_hand_leave() -> None:
    state = declining([active("orcs", "beastmasters", beasts=3)], lands("orcs", 0, 1))
    assert race(state, 0, "orcs").get("beasts", 0) == 0


@pytest.mark.rule("WW-DECL-4")
def test_the_toll_of_marshdwellers_goes_on() -> None:
    others = [seat(active("kobolds", "miners"), coins=3)]
    regions = {**lands("orcs", 4, 0, tokens=2), 8: hold(1, "kobolds", 9)}
    state = declining([active("orcs", "marshdwellers")], regions, others=others)
    play(state, "conquer 4")
    assert coins(state) == [2 + 1, 3 - 1]


# WW-DECL-5


@pytest.mark.rule("WW-DECL-5")
def test_wisp_walls_and_forts_stay_and_defend_until_the_region_is_lost() -> None:
    others = [seat(active("ethereals", "miners"))]
    regions = {3: hold(0, "night_elves", 2, wall=1, fortress=1), 0: hold(0, "night_elves"), 7: hold(1, "ethereals", 9)}
    state = declining([active("night_elves", "sentinels")], regions, others=others)
    assert (tokens(state, 3), markers(state, 3)) == (1, {"wall": 1, "fortress": 1})
    assert price(state, 3) == 2 + 1 + 2
    assert markers(play(state, "conquer 3"), 3) == {}


@pytest.mark.rule("WW-DECL-5")
def test_wisp_walls_stay_whatever_the_badge() -> None:
    state = declining([active("night_elves", "miners")], {3: hold(0, "night_elves", 2, wall=1)})
    assert (markers(state, 3), race(state, 0, "night_elves")["power"]) == ({"wall": 1}, None)


@pytest.mark.rule("WW-DECL-5")
def test_watch_towers_go_back_and_their_regions_can_be_conquered() -> None:
    others = [seat(active("ethereals", "miners"))]
    regions = {0: hold(0, "orcs", 2, tower=1), 4: hold(0, "orcs"), 1: hold(1, "ethereals", 9)}
    state = declining([active("orcs", "defenders")], regions, others=others)
    assert (where(state, "tower"), 0 in legal(state, "conquer"), price(state, 0)) == ([], True, 2 + 1)


@pytest.mark.rule("WW-DECL-5")
def test_objectives_go_back_to_the_box() -> None:
    others = [seat(active("ethereals", "farmers"), coins=0)]
    regions = {0: hold(0, "humans", 2), 4: lying(objective=1), 2: lying(objective=1), 1: hold(1, "ethereals", 9)}
    state = declining([active("humans", "miners")], regions, others=others)
    assert (region(state, 4), region(state, 2)) == ({}, {})
    assert coins(play(state, "conquer 2")) == [1, 0]


@pytest.mark.rule("WW-DECL-5")
def test_harmony_tokens_go_back_and_no_toll_is_due() -> None:
    others = [seat(active("kobolds", "miners"), coins=3, harmony=True)]
    regions = {0: hold(0, "pandaren", 2), 1: hold(1, "kobolds", 9)}
    state = declining([active("pandaren", "farmers")], regions, others=others)
    assert not holds_harmony(state, 1)
    assert coins(play(state, "conquer 0")) == [1, 3]


@pytest.mark.rule("WW-DECL-5")
def test_the_bombs_of_declining_goblins_were_resolved_and_no_more_are_planted() -> None:
    seats = [seat(active("goblins", "farmers"), coins=0), seat(active("trolls", "miners"))]
    regions = {0: hold(0, "goblins"), 1: hold(1, "trolls", 1, bomb="live"), 4: hold(1, "trolls", 1, bomb="dud")}
    state = warcraft(turn=1, phase="conquest", seats=seats, regions=regions)
    play(state, "finish")
    assert (state.turn, region(state, 1), region(state, 4).get("bomb")) == (0, {}, None)
    play(state, "decline")
    assert (state.turn, state.to_position()["bomb_stack"]) == (1, [])


@pytest.mark.rule("WW-DECL-5")
def test_artifacts_and_places_stay_and_do_not_work() -> None:
    own = [active("orcs", "marshdwellers")]
    there = {"place": "dark_portal", "artifacts": ["aegis", "heart"]}
    others = [seat(active("ethereals", "miners"), coins=0)]
    regions = {0: hold(0, "orcs", 2, **there), 1: hold(1, "ethereals", 9)}
    state = declining(own, regions, others=others, aegis_up=True)
    assert (place_in(state, 0), artifacts_in(state, 0), coins(state)) == ("dark_portal", ["aegis", "heart"], [1, 0])
    # The protection of the Aegis has ended: nothing is paid for the conquest.
    assert 0 in legal(state, "conquer")
    assert coins(play(state, "conquer 0")) == [1, 0]
    assert (place_in(state, 0), artifacts_in(state, 0)) == ("dark_portal", ["aegis", "heart"])


@pytest.mark.rule("WW-DECL-5")
def test_an_artifact_of_the_own_race_in_decline_serves_nobody() -> None:
    own = [active("kobolds", "miners", hand=4), declined("orcs")]
    regions = {1: hold(0, "kobolds"), 0: hold(0, "orcs", 1, artifacts=["frostmourne", "ashes", "doomhammer"])}
    state = warcraft(phase="conquest", seats=[seat(*own), seat()], regions=regions)
    assert legal_words(state, "arm") == set()
    assert legal_words(play(state, "conquer 0"), "arm") == {"frostmourne", "ashes", "doomhammer"}


# WW-DECL-6


@pytest.mark.rule("WW-DECL-6")
@pytest.mark.parametrize(
    ("name", "power", "numbers"),
    [
        ("blood_elves", "farmers", [0, 5, 7]),
        ("orcs", "herbalists", [1, 6, 14]),
        ("naga", "fishers", [10, 11, 6]),
        ("kobolds", "explorers", [0, 12]),
        ("orcs", "marshdwellers", [4, 15]),
        ("orcs", "sentinels", [0, 5]),
        ("tauren", "miners", [6, 15]),
    ],
)
def test_a_decline_scores_one_coin_a_region_and_nothing_else(name: str, power: str, numbers: list[int]) -> None:
    state = declining([active(name, power)], lands(name, *numbers, tokens=2))
    assert coins(state)[0] == len(numbers)


@pytest.mark.rule("WW-DECL-6")
@pytest.mark.parametrize("place", ["karazhan", "dark_portal", "battleground"])
def test_places_pay_nothing_in_the_turn_of_a_decline(place: str) -> None:
    regions = {**lands("orcs", 0, place=place), **lands("orcs", 5, 12)}
    assert coins(declining([active("orcs", "archaeologists")], regions))[0] == 3


@pytest.mark.rule("WW-DECL-6")
def test_the_well_of_eternity_pays_in_the_turn_of_a_decline() -> None:
    regions = {**lands("orcs", 6, 9), 10: lying(place="well")}
    assert coins(declining([active("orcs", "miners")], regions))[0] == 2 + 2


# WW-DECL-7


@pytest.mark.rule("WW-DECL-7")
def test_a_race_in_decline_neither_conquers_nor_gathers_nor_redeploys() -> None:
    own = [active("ethereals", "miners", hand=2), declined("tauren")]
    regions = {12: hold(0, "ethereals"), 0: hold(0, "tauren", 2), 5: hold(0, "tauren", 2)}
    state = warcraft(phase="choose", seats=[seat(*own), seat()], regions=regions)
    # 1 and 4 border Tauren alone.
    assert legal(state, "abandon") == [12]
    assert legal(state, "conquer") == [0, 9, 13, 15]
    play(state, "finish")
    assert legal(state, "deploy") == [12]
    lay_out(state, 12)
    assert (state.turn, [tokens(state, number) for number in (0, 5, 12)]) == (1, [2, 2, 3])


@pytest.mark.rule("WW-DECL-7")
def test_a_race_in_decline_gains_no_tokens() -> None:
    own = [active("ethereals", "miners"), declined("forsaken")]
    regions = {12: hold(0, "ethereals"), 0: hold(0, "forsaken", 1, place="spirit_healer")}
    state = warcraft(
        phase="conquest", seats=[seat(*own), seat()], regions=regions, turn_state={"inflicted": 3}
    )  # fmt: skip
    play(state, "finish")
    assert (state.turn, tray(state, "forsaken"), tray(state, "ethereals")) == (1, 20 - 1, 10 - 1)


@pytest.mark.rule("WW-DECL-7")
@pytest.mark.parametrize("power", [None, "sentinels", "marshdwellers"])
def test_with_the_last_region_the_banner_goes_under_the_stack_at_once(power: str | None) -> None:
    regions = {1: hold(0, "ethereals"), 0: hold(1, "kobolds"), 2: hold(1, "kobolds")}
    state = conquering(9, regions, declined("kobolds", power), power="farmers")
    before = state.to_position()
    play(state, "conquer 0")
    assert (races_of(state, 1), state.to_position()["race_stack"]) == (["kobolds"], before["race_stack"])
    play(state, "conquer 2")
    after = state.to_position()
    assert state.turn == 0
    assert (races_of(state, 1), after["race_stack"]) == ([], [*before["race_stack"], "kobolds"])
    assert after["discarded_powers"] == [*before["discarded_powers"], *([power] if power else [])]


@pytest.mark.rule("WW-DECL-7")
def test_the_own_race_in_decline_leaves_with_its_last_region() -> None:
    state = conquering(5, {1: hold(0, "ethereals"), 0: hold(0, "orcs")}, own=[declined("orcs")])
    before = state.to_position()["race_stack"]
    play(state, "conquer 0")
    assert (races_of(state), state.to_position()["race_stack"]) == (["ethereals"], [*before, "orcs"])
    assert tray(state, "orcs") == TRAY["orcs"]


@pytest.mark.rule("WW-DECL-7")
def test_after_the_decline_the_next_turn_picks_and_enters_by_a_first_conquest() -> None:
    table = [{"race": "ethereals", "power": "farmers"}]
    state = declining([active("orcs", "sailors")], lands("orcs", 1, 2), others=[IDLE], column=table)
    play(state, "finish", "pick 0")
    assert (state.phase, legal(state, "conquer")) == ("ready", [0, 9, 12, 15])
    assert price(state, 0) == 3


@pytest.mark.rule("WW-DECL-7")
def test_a_race_in_decline_scores_on_in_the_turns_of_its_successor() -> None:
    own = [active("ethereals", "miners"), declined("orcs")]
    assert gain(own, {12: hold(0, "ethereals"), **lands("orcs", 0, 5, 8)}) == 1 + 3
