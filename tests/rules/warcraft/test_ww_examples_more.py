"""The worked examples of Warcraft (its rules, section 7) 27 to 51: one test a row or more, all its numbers.

Where the row names no race or badge, the test takes one that cannot touch the numbers.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from chapters import coins, in_hand, lay_out, markers, price, races_of, tray, turn_state
from ww_play import IDLE, artifacts_in, attacking, declining, hold, lying, offered, start
from ww_races import end_turn

import swenv
from support import (
    MURLOC,
    WX3,
    active,
    declined,
    held,
    legal,
    legal_words,
    play,
    race,
    region,
    rolled,
    seat,
    tokens,
    warcraft,
)

# Powers that act


@pytest.mark.rule("WW-EX-27")
def test_example_27_strongmen_empty_a_fort_in_three_uses() -> None:
    regions = {0: held(0, "orcs"), 1: held(1, "humans", 2, fortress=1), 17: held(1, "humans")}
    state = attacking("orcs", "strongmen", 7, regions, active("humans", "sentinels"))
    assert price(state, 1) == 5
    play(state, "push 1")
    assert (state.phase, tokens(state, 1), markers(state, 1)) == ("conquest", 2, {})
    for left in (1, 0):
        play(state, "push 1")
        assert offered(state) == {"push_to": [17]}
        play(state, "push_to 17")
        assert tokens(state, 1) == left
    assert (region(state, 1), tokens(state, 17), legal(state, "push")) == ({}, 3, [])
    assert price(state, 1) == 2
    lay_out(play(state, "conquer 1"), 0)
    # Two regions: neither the faction bonus nor that of the Orcs.
    assert coins(state)[0] == 2


@pytest.mark.rule("WW-EX-28")
def test_example_28_the_last_token_in_decline_is_pushed_off_the_map() -> None:
    regions = {0: held(0, "kobolds"), 1: held(1, "gnomes")}
    state = attacking("kobolds", "strongmen", 2, regions, active("orcs", "miners"), declined("gnomes"))
    play(state, "push 1")
    assert (state.phase, region(state, 1)) == ("conquest", {})
    assert (tray(state, "gnomes"), races_of(state, 1)) == (10, ["orcs"])
    assert state.to_position()["race_stack"][-1] == "gnomes"


@pytest.mark.rule("WW-EX-29")
def test_example_29_portal_mages_change_places_with_orcs() -> None:
    regions = {
        17: held(0, "draenei"),
        14: held(0, "draenei"),
        8: hold(1, "orcs", 3, artifacts=["frostmourne"]),
    }
    state = attacking("draenei", "portal_mages", 7, regions, active("orcs", "miners"), rest=[seat()])
    play(state, "portal 17", "portal 8")
    assert (region(state, 17)["owner"], region(state, 17)["race"], tokens(state, 17)) == (1, "orcs", 3)
    assert (region(state, 8)["owner"], region(state, 8)["race"], tokens(state, 8)) == (0, "draenei", 1)
    assert (artifacts_in(state, 17), artifacts_in(state, 8)) == (["frostmourne"], [])
    assert coins(state)[:2] == [0, 5]
    # The Mountain has stayed in region 17.
    assert price(state, 17) == 2 + 1 + 3


def air_strike(face: int) -> swenv.State:
    """Two Gnomes in hand have rolled for three Kobolds in the hills 1, on another board than theirs."""
    regions = {12: held(0, "gnomes"), 1: held(1, "kobolds", 3)}
    state = attacking("gnomes", "miners", 2, regions, active("kobolds", "farmers"))
    assert 1 not in legal(state, "conquer")
    return rolled(play(state, "arm air_strike"), "roll_for 1", face)


@pytest.mark.rule("WW-EX-30")
@pytest.mark.parametrize("face", [0, 1, 2, 3])
def test_example_30_after_a_two_the_final_die_needs_a_one(face: int) -> None:
    short = air_strike(2)
    assert (short.phase, offered(short)) == ("strike", {"conquer": [1], "finish": []})
    assert in_hand(short, 0, "gnomes") == 2
    state = rolled(short, "conquer 1", face)
    assert region(state, 1)["race"] == ("gnomes" if face else "kobolds")
    assert legal(state, "conquer") == []


@pytest.mark.rule("WW-EX-30")
def test_example_30_after_a_two_the_strike_may_be_given_up() -> None:
    state = play(air_strike(2), "finish")
    assert (state.phase, region(state, 1)["race"], in_hand(state, 0, "gnomes")) == ("conquest", "kobolds", 2)
    assert legal_words(state, "arm") == set()
    play(state, "conquer 13")
    assert region(state, 13)["race"] == "gnomes"


@pytest.mark.rule("WW-EX-30")
def test_example_30_after_a_three_the_region_is_conquered_at_once() -> None:
    state = air_strike(3)
    assert (region(state, 1)["race"], in_hand(state, 1, "kobolds")) == ("gnomes", 2)


# Races


@pytest.mark.rule("WW-EX-31")
def test_example_31_night_elves_wall_a_forest() -> None:
    state = attacking("night_elves", "miners", 4, {2: held(0, "night_elves")})
    assert price(state, 3) == 1
    play(state, "conquer 3")
    assert markers(state, 3) == {"wall": 1}


@pytest.mark.rule("WW-EX-31")
@pytest.mark.parametrize("entry", [active("night_elves", "miners"), declined("night_elves")])
def test_example_31_the_wall_defends_until_the_forest_is_conquered(entry: dict[str, Any]) -> None:
    regions = {2: held(0, "draenei"), 3: held(1, "night_elves", 1, wall=1)}
    state = attacking("draenei", "farmers", 6, regions, entry)
    assert price(state, 3) == 4
    assert markers(play(state, "conquer 3"), 3) == {}


@pytest.mark.rule("WW-EX-32")
def test_example_32_naga_come_by_the_lake() -> None:
    state = attacking("naga", "farmers", 6, {}, rest=[seat()])
    assert price(state, 15) == 2
    play(state, "conquer 15")
    assert price(state, 12) == 2


@pytest.mark.rule("WW-EX-32")
def test_example_32_naga_in_decline_keep_their_lake() -> None:
    state = declining([active("naga", "farmers")], {10: held(0, "naga", 2)})
    assert (tokens(state, 10), coins(state)[0]) == (1, 1)


@pytest.mark.rule("WW-EX-32")
def test_example_32_sailors_do_not_conquer_the_lake() -> None:
    regions = {6: held(0, "draenei"), 10: held(1, "naga"), 7: held(1, "naga")}
    state = attacking("draenei", "sailors", 8, regions, declined("naga"))
    assert (10 in legal(state, "conquer"), 7 in legal(state, "conquer")) == (False, True)


@pytest.mark.rule("WW-EX-33")
def test_example_33_kobolds_come_out_of_caverns() -> None:
    state = attacking("kobolds", "farmers", 8, {6: MURLOC})
    assert price(state, 6) == 3
    play(state, "conquer 6")
    assert price(state, 15) == 2


@pytest.mark.rule("WW-EX-34")
def test_example_34_the_champion_takes_any_region_alone() -> None:
    regions = {1: held(0, "dwarves"), 2: held(1, "orcs", 5, fortress=1), 17: held(1, "orcs")}
    state = attacking("dwarves", "champions", 2, regions, active("orcs", "sentinels"))
    play(state, "champion 2")
    assert (in_hand(state, 0, "dwarves"), tokens(state, 2)) == (2, 0)
    assert (region(state, 2)["race"], markers(state, 2)) == ("dwarves", {"champion": 1})
    assert (tray(state, "orcs"), in_hand(state, 1, "orcs")) == (11 - 6 + 1, 4)
    end_turn(state)
    # Two regions, and one coin of the faction.
    assert coins(state)[0] == 2 + 1


@pytest.mark.rule("WW-EX-34")
def test_example_34_a_captured_champion_is_ransomed() -> None:
    regions = {1: held(0, "orcs"), 2: held(1, "dwarves", 2, champion=1), 17: held(1, "dwarves")}
    state = attacking("orcs", "miners", 7, regions, active("dwarves", "champions"))
    play(state, "conquer 2")
    assert (tokens(state, 2), coins(state)) == (2 + 1 + 3, [1, 4])
    assert (in_hand(state, 1, "dwarves"), tray(state, "dwarves")) == (2, 10 - 3)
    lay_out(state, 1)
    assert (state.phase, state.to_act, legal(state, "post"), legal(state, "deploy")) == ("withdrawn", 1, [17], [17])


@pytest.mark.rule("WW-EX-35")
def test_example_35_beasts_are_taken_anew_for_the_hills() -> None:
    state = warcraft(
        turn=1,
        seats=[seat(active("kobolds", "beastmasters")), seat(active("orcs", "miners"))],
        regions={1: held(0, "kobolds", 1, beasts=2), 6: held(0, "kobolds"), 14: held(0, "kobolds")},
    )
    play(state, "finish")
    assert (state.turn, state.phase) == (0, "choose")
    assert race(state, 0, "kobolds")["beasts"] == 3
    assert [markers(state, number) for number in (1, 6, 14)] == [{}, {}, {}]


@pytest.mark.rule("WW-EX-35")
def test_example_35_an_attack_costs_one_beast() -> None:
    regions = {0: held(0, "draenei"), 1: held(1, "kobolds", 1, beasts=2), 17: held(1, "kobolds")}
    state = attacking("draenei", "miners", 6, regions, active("kobolds", "beastmasters"))
    assert price(state, 1) == 5
    play(state, "conquer 1")
    assert (in_hand(state, 1, "kobolds"), race(state, 1, "kobolds")["beasts"], tray(state, "kobolds")) == (1, 1, 9)


@pytest.mark.rule("WW-EX-36")
@pytest.mark.parametrize(
    ("number", "content", "paid"),
    [
        (1, held(1, "kobolds", 3), 3),
        (9, held(1, "kobolds", 1, fortress=1), 0),
        (4, held(1, "tauren", 2), 2),
    ],
)
def test_example_36_conquerors_are_paid_for_two_tokens_and_more(
    number: int, content: dict[str, Any], paid: int
) -> None:
    regions = {0: held(0, "draenei"), 5: held(0, "draenei"), number: content}
    state = attacking("draenei", "conquerors", 8, regions, active("kobolds", "sentinels"), declined("tauren"))
    assert coins(play(state, f"conquer {number}"))[0] == paid


@pytest.mark.rule("WW-EX-37")
def test_example_37_tauren_in_decline_stay_two_by_two() -> None:
    regions = {0: held(0, "tauren", 4), 1: held(0, "tauren", 2), 5: held(0, "tauren", 2)}
    state = declining([active("tauren", "miners")], regions)
    assert [tokens(state, number) for number in (0, 1, 5)] == [2, 2, 2]
    assert (tray(state, "tauren"), coins(state)[0]) == (16 - 8 + 2, 3)


@pytest.mark.rule("WW-EX-37")
def test_example_37_both_tauren_in_decline_are_destroyed() -> None:
    regions = {0: held(0, "forsaken"), 1: held(1, "tauren", 2), 5: held(1, "tauren", 2)}
    state = attacking("forsaken", "miners", 6, regions, active("kobolds", "farmers"), declined("tauren"))
    assert price(state, 1) == 4
    play(state, "conquer 1")
    assert (tray(state, "tauren"), turn_state(state, "inflicted")) == (14, 2)
    assert race(state, 1, "tauren").get("hand", 0) == 0


@pytest.mark.rule("WW-EX-38")
@pytest.mark.parametrize(
    ("own", "others", "tower"),
    [([1, 4], {6: MURLOC}, True), ([1, 4], {6: held(1, "orcs"), 9: held(1, "orcs")}, False), ([1], {}, True)],
)
def test_example_38_a_watch_tower_needs_more_neighbours_than_anybody(
    own: list[int], others: dict[int, Any], tower: bool
) -> None:
    regions = {5: held(0, "kobolds"), **{number: held(0, "kobolds") for number in own}, **others}
    state = play(attacking("kobolds", "defenders", 0, regions, active("orcs", "miners")), "finish")
    assert (state.turn, markers(state, 5)) == (1, {"tower": 1} if tower else {})


@pytest.mark.rule("WW-EX-39")
@pytest.mark.parametrize(("purse", "forms"), [(0, {"human"}), (1, {"human", "worgen"})])
def test_example_39_worgen_form_costs_a_coin(purse: int, forms: set[str]) -> None:
    regions = {0: held(0, "worgen", 6), 4: MURLOC}
    state = attacking("worgen", "miners", 0, regions, phase="choose", coins=purse)
    assert legal_words(state, "form") == forms
    human = play(state.copy(), "form human")
    assert (coins(human)[0], price(human, 4), price(human, 1)) == (purse + 2, 3, 2)
    if purse:
        play(state, "form worgen")
        assert (coins(state)[0], price(state, 4), price(state, 1)) == (0, 2, 1)


# Artifacts, tolls and Places


@pytest.mark.rule("WW-EX-40")
@pytest.mark.parametrize(("there", "received"), [(held(1, "trolls", 4, fortress=1), 2), ({}, 0)])
def test_example_40_the_doomhammer_needs_two_coins_and_one_token(there: dict[str, Any], received: int) -> None:
    regions = {1: hold(0, "kobolds", artifacts=["doomhammer"]), 2: there, 17: held(1, "trolls")}
    state = attacking("kobolds", "miners", 3, regions, active("trolls", "sentinels"), coins=2)
    play(state, "arm doomhammer", "conquer 2")
    assert (region(state, 2)["race"], tokens(state, 2)) == ("kobolds", 1)
    assert (coins(state), artifacts_in(state, 2)) == ([0, 5 + received], ["doomhammer"])


@pytest.mark.rule("WW-EX-40")
def test_example_40_one_coin_does_not_pay_the_doomhammer() -> None:
    regions = {1: hold(0, "kobolds", artifacts=["doomhammer"]), 2: held(1, "trolls", 4, fortress=1)}
    state = attacking("kobolds", "miners", 3, regions, active("trolls", "sentinels"), coins=1)
    assert legal_words(state, "arm") == set()


@pytest.mark.rule("WW-EX-41")
def test_example_41_a_marsh_in_decline_takes_its_toll() -> None:
    regions = {0: held(0, "kobolds"), 4: held(1, "orcs")}
    theirs = (active("naga", "miners"), declined("orcs", "marshdwellers"))
    state = attacking("kobolds", "farmers", 4, regions, *theirs, coins=1)
    play(state, "conquer 4")
    assert (tokens(state, 4), coins(state)) == (3, [0, 6])
    poor = attacking("kobolds", "farmers", 4, regions, *theirs, coins=0)
    assert (4 in legal(poor, "conquer"), 1 in legal(poor, "conquer")) == (False, True)


@pytest.mark.rule("WW-EX-42")
def test_example_42_the_chapel_saves_its_last_token() -> None:
    regions = {0: held(0, "kobolds"), 1: hold(1, "orcs", place="chapel"), 4: held(1, "orcs"), 17: held(1, "orcs")}
    state = attacking("kobolds", "farmers", 8, regions, active("orcs", "miners"))
    play(state, "conquer 1")
    assert (in_hand(state, 1, "orcs"), tray(state, "orcs")) == (1, 11 - 3)
    play(state, "conquer 4")
    assert (in_hand(state, 1, "orcs"), tray(state, "orcs")) == (1, 11 - 3 + 1)


@lru_cache
def round_lake() -> swenv.Game:
    """A table for three where the lake 10 has seven neighbours."""
    borders = {10: [2, 3, 5, 6, 7, 9, 11], 2: [1, 3, 6, 10], 3: [2, 7, 10], 5: [1, 4, 6, 9, 10], 7: [3, 6, 10, 11]}
    face = json.loads(Path(WX3[0]).read_text())
    for number, neighbors in borders.items():
        face["regions"][number]["neighbors"] = neighbors
    return swenv.load("warcraft", num_players=3, boards=[{**face, "name": "wx-l-lake"}, *WX3[1:]])


@pytest.mark.rule("WW-EX-43")
@pytest.mark.parametrize(("last", "paid"), [([3, 7], 0), ([3], 2)])
def test_example_43_the_well_pays_the_race_with_most_regions_around(last: list[int], paid: int) -> None:
    regions = {
        10: lying(place="well"),
        6: held(0, "draenei"),
        **{number: held(0, "trolls") for number in (5, 9)},
        2: held(1, "orcs"),
        **{number: held(2, "gnomes") for number in last},
    }
    state = round_lake().from_position(
        {
            "format": "swenv-position/1",
            "game": "warcraft",
            "phase": "conquest",
            "seats": [
                seat(active("draenei", "farmers"), declined("trolls"), coins=0),
                seat(active("orcs", "sailors")),
                seat(active("gnomes", "explorers")),
            ],
            "regions": {str(number): content for number, content in regions.items()},
        }
    )
    play(state, "finish")
    assert (state.turn, coins(state)[0]) == (1, 3 + paid)


@pytest.mark.rule("WW-EX-44")
def test_example_44_karazhan_pays_the_other_active_hills() -> None:
    regions = {
        6: hold(0, "draenei", place="karazhan"),
        1: held(0, "draenei"),
        12: held(0, "draenei"),
        20: held(0, "trolls"),
    }
    state = attacking("draenei", "farmers", 0, regions, own=[declined("trolls")], rest=[seat()])
    assert coins(play(state, "finish"))[0] == 4 + 2


@pytest.mark.rule("WW-EX-45")
def test_example_45_a_tie_goes_to_the_race_tokens_on_the_map() -> None:
    # Seat 1 is the A of the example.
    state = warcraft(
        round=10,
        turn=1,
        phase="conquest",
        seats=[
            seat(active("kobolds", "beastmasters"), declined("gnomes"), coins=78),
            seat(active("orcs", "archaeologists"), declined("trolls"), coins=78 - 10),
        ],
        regions={
            **{number: held(1, "orcs") for number in (0, 1, 2, 3, 4, 5)},
            **{number: held(1, "trolls") for number in (6, 7, 8, 9)},
            12: held(0, "kobolds", 5, beasts=2),
            13: held(0, "kobolds", 3, beasts=1),
            14: held(0, "gnomes"),
        },
    )
    play(state, "finish")
    assert state.is_over
    assert (coins(state), state.returns().tolist()) == ([78, 78], [-1, 1])


def wiped_out() -> swenv.State:
    """Active Orcs without a token, Trolls in decline in four regions."""
    return warcraft(
        seats=[seat(active("orcs", "farmers"), declined("trolls"), coins=0), IDLE],
        regions={number: held(0, "trolls") for number in (0, 1, 2, 6)},
    )


@pytest.mark.rule("WW-EX-46")
def test_example_46_a_wiped_out_race_that_expands_scores_its_decline() -> None:
    state = play(wiped_out(), "finish")
    assert (state.turn, coins(state)[0], tokens(state, 6)) == (1, 4, 1)


@pytest.mark.rule("WW-EX-46")
def test_example_46_a_wiped_out_race_that_declines_scores_nothing() -> None:
    state = play(wiped_out(), "decline")
    assert (state.turn, coins(state)[0], tray(state, "trolls")) == (1, 0, 11)
    play(state, "finish")
    assert (state.turn, state.phase) == (0, "pick")


@pytest.mark.rule("WW-EX-47")
def test_example_47_the_spirit_healer_brings_a_lost_token_back() -> None:
    regions = {
        4: held(1, "draenei", 6),
        0: hold(0, "orcs", 5, place="spirit_healer", fortress=1),
        1: held(0, "orcs", 3, fortress=1),
        5: held(0, "orcs", 1, fortress=1),
    }
    state = warcraft(
        turn=1, seats=[seat(active("orcs", "sentinels")), seat(active("draenei", "miners"))], regions=regions
    )
    assert tray(state, "orcs") == 2
    end_turn(play(state, "conquer 5"))
    assert (state.turn, tray(state, "orcs")) == (0, 3)
    lay_out(state, 1)
    assert (tray(state, "orcs"), tokens(state, 0) + tokens(state, 1)) == (2, 9)


@pytest.mark.rule("WW-EX-47")
def test_example_47_the_spirit_healer_finds_an_empty_tray() -> None:
    regions = {0: hold(0, "orcs", 5, place="spirit_healer"), 1: held(0, "orcs", 6)}
    state = lay_out(attacking("orcs", "sentinels", 0, regions, active("naga", "miners")), 1)
    assert (tray(state, "orcs"), tokens(state, 0) + tokens(state, 1)) == (0, 11)


@pytest.mark.rule("WW-EX-48")
@pytest.mark.parametrize(
    ("power", "numbers", "extra"),
    [("explorers", [0, 1, 13, 14, 19], 3), ("fishers", [0, 1, 5, 6, 9], 2)],
)
def test_example_48_explorers_count_boards_and_fishers_shores(power: str, numbers: list[int], extra: int) -> None:
    regions = {number: held(0, "draenei") for number in numbers}
    state = attacking("draenei", power, 0, regions, rest=[seat()])
    assert coins(play(state, "finish"))[0] == 5 + extra


# Set-up, factions, all tolls at once


@pytest.mark.rule("WW-EX-49")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_example_49_three_players_start_on_three_boards(seed: int) -> None:
    state = start(3, seed)
    document = state.to_position()
    board = state.game.board_of(state.record)  # type: ignore[attr-defined]
    assert [face[0] for face in board.faces] == ["L", "M", "S"]
    hidden = [place.id for place in board.regions if "face_down" in region(state, place.id)]
    assert hidden == [place.id for place in board.regions if place.marker]
    assert [board.regions[number].board for number in hidden] == [0, 1, 2]
    assert document["rounds"] == 10
    assert coins(state) == [5, 5, 5]
    assert len(document["column"]) == 6
    assert all(region(state, place.id).get("murloc", 0) == int(place.murloc) for place in board.regions)
    assert any(place.murloc for place in board.regions)


@pytest.mark.rule("WW-EX-49")
def test_example_49_murlocs_and_mountains_stand_on_their_symbols() -> None:
    state = start(3)
    document = state.to_position()
    conquering = state.game.from_position(
        {
            **{key: document[key] for key in ("format", "game", "boards", "regions")},
            "phase": "conquest",
            "seats": [seat(active("gnomes", "miners", hand=8)), seat(), seat()],
        }
    )
    # The air strike pays no travel: 2, and what stands there.
    play(conquering, "arm air_strike")
    board = state.game.board_of(state.record)  # type: ignore[attr-defined]
    land = [place for place in board.regions if place.terrain not in ("sea", "lake")]
    prices = [tokens(play(conquering.copy(), f"conquer {place.id}"), place.id) for place in land]
    assert prices == [2 + int(place.murloc) + (place.terrain == "mountain") for place in land]
    assert {2, 3} <= set(prices)


@pytest.mark.rule("WW-EX-49")
def test_example_49_the_sides_are_drawn_anew() -> None:
    tables = {start(3, seed).to_position()["boards"][0] for seed in range(20)}
    assert tables == {"L1a", "L1b", "L2a", "L2b"}


@pytest.mark.rule("WW-EX-50")
@pytest.mark.parametrize(
    ("name", "theirs"),
    [
        ("naga", (active("orcs", "miners"), declined("humans"))),
        ("orcs", (active("naga", "miners"), declined("kobolds"))),
    ],
)
def test_example_50_neutral_races_neither_get_nor_give_the_bonus(name: str, theirs: tuple[dict[str, Any], ...]) -> None:
    regions = {5: held(0, name), 1: held(1, theirs[0]["race"]), 4: held(1, theirs[1]["race"])}
    if name == "orcs":
        regions[4] = held(1, "naga")
        regions[17] = held(1, "kobolds")
    state = play(attacking(name, "trackers", 7, regions, *theirs), "conquer 1", "conquer 4")
    lay_out(state, 5)
    assert coins(state)[0] == 3


def all_tolls(purse: int) -> swenv.State:
    """Attacking a swamp of active Marshdweller Pandaren, Aegis up, with their Harmony token."""
    regions = {0: held(0, "draenei"), 4: hold(1, "pandaren", 1, artifacts=["aegis"])}
    theirs = active("pandaren", "marshdwellers")
    return attacking("draenei", "miners", 4, regions, theirs, coins=purse, harmony=True, aegis_up=True)


@pytest.mark.rule("WW-EX-51")
def test_example_51_all_three_tolls_are_due() -> None:
    state = play(all_tolls(5), "conquer 4")
    assert (coins(state), tokens(state, 4)) == ([0, 10], 3)


@pytest.mark.rule("WW-EX-51")
def test_example_51_four_coins_are_not_enough() -> None:
    assert legal(all_tolls(4), "conquer") == [1, 9, 12, 15]
