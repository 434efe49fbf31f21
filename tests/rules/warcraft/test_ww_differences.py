"""What Warcraft does otherwise than the base game (WW-DIFF): the same situation in both, where there is one."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import coins, in_hand, lay_out, markers, place_in, price, races_of, tray, turn_state, verbs
from ww_play import (
    ALLIANCE,
    BADGE,
    HORDE,
    IDLE,
    NEUTRAL,
    TRAY,
    VALUE,
    artifacts_in,
    conquering,
    declining,
    gain,
    hold,
    holds_harmony,
    lying,
    start,
)

import swenv
from support import (
    MURLOC,
    TRIBE,
    active,
    declined,
    game,
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
    warcraft,
)


def base(race_name: str, power: str, hand: int, regions: dict[int, Any], *others: dict[str, Any]) -> swenv.State:
    """Seat 0 conquers in the base game."""
    return position(phase="conquest", seats=[seat(active(race_name, power, hand=hand)), seat(*others)], regions=regions)


# The boards


@pytest.mark.rule("WW-DIFF-1")
def test_one_fixed_map_there_and_a_new_table_of_islands_in_each_game_here() -> None:
    fixed = game(2, None)
    assert fixed.new_state(seed=1).game.board == fixed.new_state(seed=2).game.board == fixed.board
    tables = [start(2, seed) for seed in range(12)]
    assert len({state.game.board_of(state.record).faces for state in tables}) > 4  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="map"):
        swenv.load("warcraft", num_players=2, map="smallworld-2p")


@pytest.mark.rule("WW-DIFF-2")
def test_first_conquests_are_made_on_anchors_of_any_board_and_not_at_the_edge() -> None:
    state = conquering(9, {}, phase="ready")
    assert legal(state, "conquer") == [0, 9, 12, 15]
    edge = position(phase="ready", seats=[seat(active("ratmen", "hill", hand=9)), seat()])
    board = edge.game.board.regions  # type: ignore[attr-defined]
    assert {place.id for place in board if place.edge and place.is_land} <= set(legal(edge, "conquer"))


@pytest.mark.rule("WW-DIFF-3")
def test_later_conquests_are_adjacent_or_on_any_anchor() -> None:
    state = conquering(9, {5: hold(0, "ethereals")})
    assert legal(state, "conquer") == sorted({1, 4, 6, 9} | {0, 9, 12, 15})
    whole = conquering(5, {number: hold(0, "ethereals") for number in (1, 2, 3, 7)})
    assert legal(whole, "conquer") == sorted({0, 5, 6} | {9, 12, 15})


@pytest.mark.rule("WW-DIFF-4")
def test_an_anchor_that_is_not_adjacent_costs_one_more() -> None:
    state = conquering(9, {5: hold(0, "ethereals")})
    assert [price(state, number) for number in (0, 12, 15)] == [3, 3, 3]
    assert [price(state, number) for number in (1, 9)] == [2, 2 + 1]
    near = conquering(8, {1: hold(0, "ethereals"), 16: hold(0, "ethereals")})
    assert [price(near, number) for number in (0, 15, 12)] == [2, 2, 3]
    # Adjacency to the own race in decline, or to another player, saves nothing.
    regions = {5: hold(0, "ethereals"), 1: hold(0, "orcs"), 13: hold(1, "trolls")}
    far = conquering(9, regions, active("trolls", "miners"), own=[declined("orcs")])
    assert [price(far, number) for number in (0, 12)] == [3, 3]


@pytest.mark.rule("WW-DIFF-4")
def test_a_first_conquest_costs_three_at_least_before_discounts() -> None:
    state = conquering(9, {}, phase="ready")
    assert [price(state, number) for number in (0, 9, 12, 15)] == [3, 4, 3, 3]
    smiths = conquering(9, {}, phase="ready", power="blacksmiths")
    assert price(smiths, 0) == 3 - 1


@pytest.mark.rule("WW-DIFF-5")
def test_murlocs_instead_of_lost_tribes() -> None:
    state = conquering(9, {4: hold(0, "ethereals"), 8: MURLOC})
    assert price(state, 8) == 2 + 1
    assert play(state, "conquer 8").to_position()["regions"]["8"].get("murloc", 0) == 0
    with pytest.raises(ValueError):
        warcraft(seats=[seat(), seat()], regions={8: TRIBE})
    with pytest.raises(ValueError):
        position(seats=[seat(), seat()], regions={8: MURLOC})


@pytest.mark.rule("WW-DIFF-5")
def test_murlocs_are_a_race_in_decline_for_the_trolls_and_of_no_faction() -> None:
    state = conquering(9, {4: hold(0, "trolls"), 8: MURLOC}, name="trolls", coins=[0, 5])
    assert price(state, 8) == 2 + 1 - 1
    play(state, "conquer 8")
    assert turn_state(state, "beaten") == {}
    lay_out(state, 4)
    assert coins(state)[0] == 2


# Factions


@pytest.mark.rule("WW-DIFF-6", "WW-FACTION-1", "WW-FACTION-3")
@pytest.mark.parametrize("name", sorted(VALUE))
def test_six_alliance_six_horde_and_four_neutral_races(name: str) -> None:
    assert (len(ALLIANCE), len(HORDE), len(NEUTRAL)) == (6, 6, 4)
    bonus = []
    for faction in (ALLIANCE, HORDE, NEUTRAL):
        other = next(entry for entry in faction if entry != name)
        regions = {0: hold(0, name, 2), 1: hold(0, name, 2), 4: hold(0, name, 2), 12: hold(1, other, 2)}
        seats = [seat(active(name, "farmers"), coins=0), seat(active(other, "miners"))]
        state = warcraft(phase="conquest", seats=seats, regions=regions, turn_state={"beaten": {other: 1}})
        lay_out(state, 0)
        while state.turn == 0:
            verb = "finish" if legal(state, "finish") else "objective"
            play(state, "finish" if verb == "finish" else f"objective {legal(state, verb)[0]}")
        bonus.append(coins(state)[0] - 3 - 1)
    expected = {"alliance": [0, 1, 0], "horde": [1, 0, 0], "neutral": [0, 0, 0]}
    assert bonus == expected["alliance" if name in ALLIANCE else "horde" if name in HORDE else "neutral"]


# Defence


@pytest.mark.rule("WW-DIFF-7")
def test_mountain_fort_and_wisp_wall_defend_and_add_up() -> None:
    def elves(**pieces: int) -> swenv.State:
        regions = {1: hold(0, "ethereals"), 2: hold(1, "night_elves", 2, **pieces)}
        return conquering(9, regions, active("night_elves", "sentinels"))

    assert price(elves(), 2) == 2 + 2 + 1
    assert price(elves(fortress=1), 2) == 2 + 2 + 2
    assert price(elves(wall=1), 2) == 2 + 2 + 2
    assert price(elves(fortress=1, wall=1), 2) == 2 + 2 + 3
    # Fort and Wisp Wall fall with their region, the Mountain does not.
    assert markers(play(elves(fortress=1, wall=1), "conquer 2"), 2) == {}


@pytest.mark.rule("WW-DIFF-7")
def test_watch_tower_and_aegis_make_a_region_immune() -> None:
    regions = {1: hold(0, "ethereals"), 0: hold(1, "orcs", 1, tower=1), 2: hold(1, "orcs")}
    state = conquering(9, regions, active("orcs", "defenders"))
    assert (0 in legal(state, "conquer"), 2 in legal(state, "conquer")) == (False, True)
    shielded = {1: hold(0, "ethereals"), 2: hold(1, "orcs", 1, artifacts=["aegis"])}

    def purse(coins: int, aegis_up: bool) -> swenv.State:
        return conquering(9, shielded, active("orcs", "miners"), coins=[coins, 5], aegis_up=aegis_up)

    assert 2 not in legal(purse(1, True), "conquer")
    assert 2 in legal(purse(1, False), "conquer")
    assert 2 in legal(purse(2, True), "conquer")


@pytest.mark.rule("WW-DIFF-7")
@pytest.mark.parametrize("marker", ["lair", "encampment", "hole", "hero", "dragon"])
def test_the_pieces_of_the_base_game_are_not_in_the_box(marker: str) -> None:
    with pytest.raises(ValueError):
        warcraft(
            seats=[seat(active("trolls", "miners")), seat()],
            regions={0: hold(0, "trolls") | held(0, "trolls", 1, **{marker: 1})},
        )


@pytest.mark.rule("WW-DIFF-8")
@pytest.mark.parametrize("name", sorted(VALUE))
def test_water_is_for_naga_alone(name: str) -> None:
    # 10 is a lake beside 6 and 9, 11 a sea beside 7.
    regions = {number: hold(0, name, 2) for number in (6, 7, 9)}
    turn = {"form": "human"} if name == "worgen" else {}
    state = conquering(3, regions, name=name, power="sailors", turn_state=turn)
    assert {10, 11} & set(legal(state, "conquer")) == ({10, 11} if name == "naga" else set())


@pytest.mark.rule("WW-DIFF-8")
@pytest.mark.parametrize("power", sorted(BADGE))
def test_no_badge_opens_the_water(power: str) -> None:
    seafaring = base("ratmen", "seafaring", 9, {5: held(0, "ratmen"), 0: held(0, "ratmen")})
    assert {6, 7} & set(legal(seafaring, "conquer"))
    state = conquering(5, {number: hold(0, "orcs") for number in (6, 7, 9)}, name="orcs", power=power)
    assert not {10, 11} & {*legal(state, "conquer"), *legal(state, "champion")}


# Markers


@pytest.mark.rule("WW-DIFF-9")
def test_a_face_down_marker_is_turned_up_by_the_conquest_of_its_region() -> None:
    regions = {1: hold(0, "ethereals"), 5: lying(face_down="karazhan"), 13: lying(face_down="frostmourne")}
    state = conquering(9, regions)
    play(state, "conquer 5")
    assert (place_in(state, 5), "face_down" in region(state, 5)) == ("karazhan", False)
    assert region(state, 13)["face_down"] == "frostmourne"
    play(state, "conquer 12", "conquer 13")
    assert (artifacts_in(state, 13), "face_down" in region(state, 13)) == (["frostmourne"], False)
    # It serves at once.
    assert legal_words(state, "arm") == {"frostmourne"}


# Decline


@pytest.mark.rule("WW-DIFF-10")
def test_tauren_keep_two_tokens_in_decline_and_others_one() -> None:
    tauren = declining([active("tauren", "miners")], {0: hold(0, "tauren", 4), 1: hold(0, "tauren", 2)})
    assert [tokens(tauren, number) for number in (0, 1)] == [2, 2]
    orcs = declining([active("orcs", "miners")], {0: hold(0, "orcs", 4), 1: hold(0, "orcs", 2)})
    assert [tokens(orcs, number) for number in (0, 1)] == [1, 1]


@pytest.mark.rule("WW-DIFF-10")
def test_all_tokens_of_a_declined_region_fall_with_it() -> None:
    regions = {1: hold(0, "ethereals"), 0: hold(1, "tauren", 2), 5: hold(1, "tauren", 2)}
    state = conquering(9, regions, declined("tauren"))
    assert price(state, 0) == 2 + 2
    play(state, "conquer 0")
    assert (tray(state, "tauren"), in_hand(state, 1, "tauren")) == (TRAY["tauren"] - 2, 0)


@pytest.mark.rule("WW-DIFF-10")
def test_strongmen_pile_up_declined_tokens() -> None:
    regions = {1: hold(0, "ethereals"), 0: hold(1, "orcs"), 2: hold(1, "orcs"), 5: hold(1, "orcs"), 3: hold(1, "orcs")}
    state = conquering(9, regions, declined("orcs"), power="strongmen")
    play(state, "push 0", "push_to 5", "push 2", "push_to 5")
    assert (tokens(state, 5), region(state, 0), region(state, 2)) == (3, {}, {})
    assert price(state, 5) == 2 + 3
    play(state, "conquer 5")
    assert tray(state, "orcs") == TRAY["orcs"] - 1


# Payments between players


def paid(state: swenv.State, *actions: str) -> list[int]:
    """What the actions change in the purses."""
    before = coins(state)
    play(state, *actions)
    return [after - purse for after, purse in zip(coins(state), before, strict=True)]


@pytest.mark.rule("WW-DIFF-11", "WW-SCORE-3")
def test_harmony_two() -> None:
    regions = {1: hold(0, "ethereals"), 0: hold(1, "pandaren"), 2: hold(1, "pandaren"), 5: hold(1, "pandaren")}
    seats = [seat(active("ethereals", "miners", hand=9), harmony=True), seat(active("pandaren", "farmers"))]
    state = warcraft(phase="conquest", seats=seats, regions=regions)
    assert paid(state, "conquer 0") == [-2, 2]
    assert (holds_harmony(state, 0), paid(state, "conquer 5")) == (False, [0, 0])


@pytest.mark.rule("WW-DIFF-11", "WW-SCORE-3")
@pytest.mark.parametrize("status", ["active", "decline"])
def test_marsh_toll_one(status: str) -> None:
    regions = {0: hold(0, "ethereals"), 4: hold(1, "orcs"), 1: hold(1, "orcs")}
    dwellers = active("orcs", "marshdwellers") if status == "active" else declined("orcs", "marshdwellers")
    state = conquering(9, regions, dwellers)
    assert (paid(state.copy(), "conquer 4"), paid(state.copy(), "conquer 1")) == ([-1, 1], [0, 0])


@pytest.mark.rule("WW-DIFF-11", "WW-SCORE-3")
def test_aegis_two() -> None:
    regions = {1: hold(0, "ethereals"), 0: hold(1, "orcs", 1, artifacts=["aegis"]), 2: hold(1, "orcs")}
    state = conquering(9, regions, active("orcs", "miners"), aegis_up=True)
    assert paid(state, "conquer 2") == [0, 0]
    assert paid(state, "conquer 0") == [-2, 2]


@pytest.mark.rule("WW-DIFF-11", "WW-SCORE-3")
def test_doomhammer_two() -> None:
    regions = {1: hold(0, "orcs", 1, artifacts=["doomhammer"]), 0: hold(1, "trolls", 4), 12: hold(1, "trolls")}
    state = conquering(3, regions, active("trolls", "miners"), name="orcs")
    assert paid(state.copy(), "arm doomhammer", "conquer 0") == [-2, 2]
    assert paid(state.copy(), "arm doomhammer", "conquer 5") == [-2, 0]


@pytest.mark.rule("WW-DIFF-11", "WW-SCORE-3")
def test_ransom_one() -> None:
    regions = {1: hold(0, "ethereals"), 0: hold(1, "orcs", 2, champion=1), 2: hold(1, "orcs")}
    state = conquering(9, regions, active("orcs", "champions"))
    assert paid(state, "conquer 0") == [1, -1]


@pytest.mark.rule("WW-DIFF-11")
def test_heart_one() -> None:
    regions = {1: hold(0, "ethereals", 1, artifacts=["heart"]), 0: hold(1, "orcs", 2), 2: hold(1, "orcs")}
    state = conquering(0, regions, active("orcs", "miners"), power="farmers")
    assert paid(state, "finish", "heart 1") == [1 + 1, -1]


@pytest.mark.rule("WW-DIFF-11")
def test_nobody_pays_anybody_in_the_base_game() -> None:
    regions = {4: held(0, "ratmen"), 0: held(1, "orcs", 2), 5: held(1, "orcs")}
    state = base("ratmen", "forest", 9, regions, active("orcs", "swamp"))
    assert paid(state, "conquer 0") == [0, 0]


# Extra tokens


@pytest.mark.rule("WW-DIFF-12")
def test_forsaken_buy_tokens_for_coins() -> None:
    regions = {1: hold(0, "forsaken"), 0: hold(1, "orcs", 2), 2: hold(1, "orcs")}
    state = conquering(7, regions, active("orcs", "miners"), name="forsaken", coins=[1, 5])
    play(state, "conquer 0")
    assert turn_state(state, "inflicted") == 1
    play(state, "finish")
    supply = tray(state, "forsaken")
    assert (state.phase, paid(state, "buy"), tray(state, "forsaken")) == ("recruit", [-1, 0], supply - 1)
    poor = conquering(7, regions, active("orcs", "miners"), name="forsaken", coins=[0, 5])
    play(poor, "conquer 0", "finish")
    assert poor.phase == "deploy"


@pytest.mark.rule("WW-DIFF-12")
def test_the_spirit_healer_gives_one_token() -> None:
    for place, gained in (("spirit_healer", 1), ("karazhan", 0)):
        state = conquering(0, {1: hold(0, "orcs", 1, place=place)}, name="orcs", power="farmers")
        lay_out(state, 1)
        assert (state.turn, tokens(state, 1), coins(state)[0]) == (1, 1 + gained, 5 + 1)


@pytest.mark.rule("WW-DIFF-12")
@pytest.mark.parametrize("name", sorted(set(VALUE) - {"forsaken"}))
def test_no_other_race_gains_tokens_by_its_conquests(name: str) -> None:
    other = "orcs" if name != "orcs" else "trolls"
    regions = {1: hold(0, name, 2), 0: hold(1, other, 1), 2: hold(1, other, 1)}
    state = conquering(
        4,
        regions,
        active(other, "miners"),
        name=name,
        power="farmers",
        turn_state={"form": "human"} if name == "worgen" else {},
    )
    play(state, "conquer 0")
    supply = tray(state, name)
    lay_out(state, 1)
    assert (state.phase != "recruit", tray(state, name)) == (True, supply)


# In decline


@pytest.mark.rule("WW-DIFF-13")
@pytest.mark.parametrize("name", sorted(VALUE))
def test_no_race_scores_extra_in_decline(name: str) -> None:
    # A magic region, a Hill with a cavern and a Mountain; for Naga a lake too.
    numbers = [7, 6, 9] + [10] * (name == "naga")
    own = [active("ethereals" if name != "ethereals" else "orcs", "archaeologists"), declined(name)]
    regions = {0: hold(0, own[0]["race"]), **{number: hold(0, name) for number in numbers}}
    assert gain(own, regions) == 1 + len(numbers)


@pytest.mark.rule("WW-DIFF-13")
def test_dwarves_in_decline_scored_their_mines_in_the_base_game() -> None:
    def score(number: int) -> int:
        seats = [seat(active("ratmen", "commando"), declined("dwarves"), coins=0), seat()]
        state = position(phase="conquest", seats=seats, regions={4: held(0, "ratmen"), number: held(0, "dwarves")})
        return coins(play(state, "finish"))[0]

    board = game(2).board.regions  # type: ignore[attr-defined]
    mine = next(place.id for place in board if "mine" in place.symbols and place.id != 4)
    other = next(place.id for place in board if "mine" not in place.symbols and place.is_land and place.id != 4)
    assert (score(mine), score(other)) == (2 + 1, 2)


@pytest.mark.rule("WW-DIFF-13", "WW-DECL-4")
@pytest.mark.parametrize("power", sorted(BADGE))
def test_two_badges_stay_in_decline(power: str) -> None:
    state = declining([active("orcs", power)], {0: hold(0, "orcs", 3), 4: hold(0, "orcs")})
    kept = power in ("sentinels", "marshdwellers")
    assert race(state, 0, "orcs")["power"] == (power if kept else None)
    assert state.to_position()["discarded_powers"] == ([] if kept else [power])


@pytest.mark.rule("WW-DIFF-13")
def test_the_forts_of_sentinels_defend_in_decline() -> None:
    regions = {1: hold(0, "ethereals"), 0: hold(1, "orcs", 1, fortress=1)}
    assert price(conquering(9, regions, declined("orcs", "sentinels")), 0) == 2 + 1 + 1


@pytest.mark.rule("WW-DIFF-13")
def test_naga_stay_on_water_in_decline() -> None:
    state = declining([active("naga", "miners")], {10: hold(0, "naga", 3), 11: hold(0, "naga")})
    assert (coins(state)[0], tokens(state, 10), tokens(state, 11)) == (2, 1, 1)


@pytest.mark.rule("WW-DIFF-13")
def test_the_well_of_eternity_may_pay_for_a_race_in_decline() -> None:
    own = [active("ethereals", "farmers"), declined("orcs")]
    regions = {12: hold(0, "ethereals"), 6: hold(0, "orcs"), 9: hold(0, "orcs"), 10: lying(place="well")}
    assert gain(own, regions) == 1 + 1 + 2 + 2
    without = {number: entry for number, entry in regions.items() if number != 10}
    assert gain(own, without) == 1 + 1 + 2


@pytest.mark.rule("WW-DIFF-14", "WW-DECL-1")
@pytest.mark.parametrize("power", sorted(BADGE))
def test_nobody_declines_at_the_end_of_a_normal_turn(power: str) -> None:
    stout = base("ratmen", "stout", 0, {4: held(0, "ratmen")})
    assert (play(stout, "finish").phase, legal(stout, "decline")) == ("stout", [0])
    state = conquering(0, {5: hold(0, "orcs"), 1: hold(0, "orcs")}, name="orcs", power=power)
    while state.turn == 0:
        assert "decline" not in verbs(state)
        verb = "finish" if "finish" in verbs(state) else min(verbs(state))
        play(state, verb if verb == "finish" else f"{verb} {legal(state, verb)[0]}")


@pytest.mark.rule("WW-DIFF-14", "WW-DECL-2")
@pytest.mark.parametrize("power", [None, "sentinels", "marshdwellers"])
def test_at_most_one_race_is_in_decline(power: str | None) -> None:
    own = [active("ethereals", "farmers"), declined("orcs", power)]
    state = declining(own, {0: hold(0, "ethereals"), 4: hold(0, "orcs"), 5: hold(0, "orcs")})
    assert races_of(state) == ["ethereals"]
    with pytest.raises(ValueError):
        conquering(
            1, {0: hold(0, "ethereals"), 4: hold(0, "orcs"), 5: hold(0, "trolls")}, own=[own[1], declined("trolls")]
        )


# The box


@pytest.mark.rule("WW-DIFF-15")
def test_nothing_of_another_box_is_in_play() -> None:
    found = game(2, None, name="warcraft")
    names = {entry.name for entry in (*found.races, *found.powers)}  # type: ignore[attr-defined]
    assert len(names) == 36
    others = game(2, None, name="underground", boxes=("base", "underground"))
    # Four races have a name in common with one of the base game, and nothing else but the name.
    known = {entry.name for entry in (*others.races, *others.powers)} | set(others.left_out)  # type: ignore[attr-defined]
    assert names & known <= {"dwarves", "humans", "orcs", "trolls", "gnomes"}
    for boxes in (["base"], ["warcraft", "base"], ["underground"], ["warcraft", "underground"]):
        with pytest.raises(ValueError):
            swenv.load("warcraft", num_players=2, boxes=boxes)
    for other in ("smallworld", "underground"):
        with pytest.raises(ValueError):
            swenv.load(other, num_players=2, boxes=["warcraft"])


@pytest.mark.rule("WW-DIFF-15")
@pytest.mark.parametrize(
    ("name", "numbers"), [("humans", [0, 5]), ("dwarves", [6, 9]), ("trolls", [0, 1]), ("orcs", [0, 1])]
)
def test_races_of_the_same_name_have_nothing_of_the_base_game(name: str, numbers: list[int]) -> None:
    # No coin for Farmland, for a mine, for a conquest of a Murloc; no lair.
    regions = {number: hold(0, name) for number in numbers} | {8: MURLOC, 4: hold(0, name)}
    state = conquering(5, regions, name=name, power="explorers", coins=[0, 5])
    play(state, "conquer 8")
    lay_out(state, 4)
    while state.turn == 0:
        play(state, f"objective {legal(state, 'objective')[0]}")
    assert coins(state)[0] == len(numbers) + 2 + 1
    assert not any(markers(state, number) for number in range(18))


# Ready troops, moves on another's turn


@pytest.mark.rule("WW-DIFF-16")
def test_tokens_are_taken_up_all_but_one_and_the_champion_may_stay() -> None:
    state = conquering(
        0, {0: hold(0, "orcs", 4, champion=1), 1: hold(0, "orcs", 2)}, name="orcs", power="champions", phase="choose"
    )
    left = play(state.copy(), "leave_champion")
    assert (markers(left, 0), tokens(left, 0), in_hand(left, 0, "orcs")) == ({"champion": 1}, 0, 3 + 1 + 1)
    gathered = play(state, "conquer 5")
    assert (markers(gathered, 0), [tokens(gathered, number) for number in (0, 1)]) == ({}, [1, 1])
    assert in_hand(gathered, 0, "orcs") == 3 + 1 - 2
    home = position(phase="choose", seats=[seat(active("ratmen", "hill")), seat()], regions={4: held(0, "ratmen", 4)})
    assert tokens(play(home, "conquer 0"), 4) == 1


@pytest.mark.rule("WW-DIFF-17")
def test_strongmen_move_tokens_of_opponents_without_a_conquest() -> None:
    regions = {1: hold(0, "ethereals"), 0: hold(1, "orcs", 2), 12: hold(1, "orcs")}
    state = conquering(0, regions, active("orcs", "miners"), power="strongmen")
    play(state, "push 0", "push_to 12")
    assert (tokens(state, 0), tokens(state, 12), state.turn) == (1, 2, 0)


@pytest.mark.rule("WW-DIFF-17")
def test_portal_mages_move_tokens_of_opponents_without_a_conquest() -> None:
    # 7, 14 and 17 are magic.
    regions = {1: hold(0, "ethereals"), 7: hold(1, "orcs", 2), 14: hold(1, "orcs", 1)}
    state = conquering(0, regions, active("orcs", "miners"), power="portal_mages")
    play(state, "portal 7", "portal 17")
    assert (region(state, 7), tokens(state, 17), tray(state, "orcs")) == ({}, 2, TRAY["orcs"] - 3)


@pytest.mark.rule("WW-DIFF-17")
def test_bombs_remove_tokens_at_the_start_of_a_turn() -> None:
    seats = [seat(active("goblins", "farmers")), seat(active("trolls", "miners"))]
    regions = {0: hold(0, "goblins"), 1: hold(1, "trolls", 1, bomb="live"), 3: hold(1, "trolls")}
    state = warcraft(turn=1, phase="conquest", seats=seats, regions=regions)
    play(state, "finish")
    assert (state.turn, state.phase, region(state, 1), tray(state, "trolls")) == (0, "choose", {}, TRAY["trolls"] - 1)


# Dice, coins, teams


@pytest.mark.rule("WW-DIFF-19")
def test_an_air_strike_may_roll_before_the_conquest_and_again_as_the_last_one() -> None:
    # Region 3 is out of reach and holds three Orcs: need 5, hand 2.
    regions = {12: hold(0, "gnomes"), 3: hold(1, "orcs", 3), 1: hold(1, "orcs")}
    state = conquering(2, regions, active("orcs", "miners"), name="gnomes", power="farmers")
    assert (3 in legal(state, "conquer"), legal_words(state, "arm")) == (False, {"air_strike"})
    play(state, "arm air_strike")
    assert 3 in legal(state, "roll_for")
    at_once = rolled(state, "roll_for 3", 3)
    assert (region(at_once, 3)["race"], tokens(at_once, 3) + in_hand(at_once, 0, "gnomes")) == ("gnomes", 2)
    short = rolled(state, "roll_for 3", 1)
    assert (short.phase, verbs(short), legal(short, "conquer")) == ("strike", {"conquer", "finish"}, [3])
    again = rolled(short, "conquer 3", 2)
    assert (region(again, 3)["race"], tokens(again, 3) + in_hand(again, 0, "gnomes")) == ("gnomes", 2)
    failed = rolled(short, "conquer 3", 1)
    assert (region(failed, 3)["race"], failed.phase) == ("orcs", "deploy")


@pytest.mark.rule("WW-DIFF-19")
def test_nobody_else_rolls_before_a_conquest() -> None:
    state = conquering(2, {5: hold(0, "ethereals")})
    assert not {"roll", "roll_for"} & verbs(state)
    assert play(state, "conquer 1").last_roll is None
    assert rolled(conquering(1, {5: hold(0, "ethereals")}), "conquer 1", 1).last_roll == 1


@pytest.mark.rule("WW-DIFF-9", "WW-DIFF-2")
def test_a_game_starts_with_what_the_base_game_has_not() -> None:
    document = start(3).to_position()
    found = [entry for entry in document["regions"].values() if "face_down" in entry]
    assert len(found) == 3
    assert not any("tribe" in entry for entry in document["regions"].values())
    assert "face_down" not in str(game(3, None).new_state(seed=1).to_position()["regions"])


@pytest.mark.rule("WW-DIFF-14")
def test_a_decline_costs_the_turn() -> None:
    state = conquering(5, {1: hold(0, "orcs", 2)}, name="orcs", phase="choose", rest=[IDLE])
    play(state, "decline")
    assert (state.turn, tokens(state, 1), coins(state)[0]) == (1, 1, 5 + 1)
