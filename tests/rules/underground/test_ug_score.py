"""Coins (UG-SCORE) and decline (UG-DECL) in Underground."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import markers, refused, tray, verbs
from underground_chapters import conquering, declining, gain, hold, in_hand, lying, place_in, races_of, relics_in

import swenv
from support import active, declined, legal, play, race, region, seat, tokens, underground

MIMES = "shadow_mimes"
SUPPLY = {"drow": 9, "ogres": 10, "shrooms": 10, "shadow_mimes": 12, "iron_dwarves": 12, "gnomes": 11}


def lands(name: str, *numbers: int, tokens: int = 1) -> dict[int, Any]:
    """Regions of seat 0."""
    return {number: hold(0, name, tokens) for number in numbers}


# UG-SCORE


@pytest.mark.rule("UG-SCORE-1")
def test_every_region_of_both_own_races_pays_one() -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active(MIMES, "martyr"), declined("ogres"), coins=0), seat(active("drow", "wise"), coins=0)],
        regions={**lands(MIMES, 0, 5), **lands("ogres", 3, 8, 16), 11: hold(1, "drow")},
    )
    play(state, "finish")
    assert state.coins.tolist() == [2 + 3, 0]


@pytest.mark.rule("UG-SCORE-1")
@pytest.mark.parametrize(
    ("name", "power", "numbers", "coins"),
    [
        ("shrooms", "martyr", [1, 5, 0], 3 + 2),
        ("drow", "martyr", [0, 5, 15], 3 + 3),
        (MIMES, "fisher", [1, 5, 6, 4], 4 + 1),
        (MIMES, "flocking", [0, 1, 5], 3 + 2),
        (MIMES, "flocking", [0, 1, 4], 3),
        (MIMES, "mining", [3, 8, 0], 3 + 2),
        (MIMES, "muddy", [0, 11, 5], 3 + 2),
        (MIMES, "mystic", [4, 9, 0], 3 + 2),
        (MIMES, "quarreling", [0, 1, 4], 3 + 2),
        (MIMES, "stone", [6, 12, 0], 3 + 2),
        (MIMES, "martyr", [0, 1, 5, 6, 3, 4, 8, 12], 8),
        ("shrooms", "mining", [1, 5, 3], 3 + 2 + 1),
    ],
)
def test_race_and_badge_of_the_active_race_pay(name: str, power: str, numbers: list[int], coins: int) -> None:
    assert gain([active(name, power)], lands(name, *numbers)) == coins


@pytest.mark.rule("UG-SCORE-1")
def test_adventurous_pays_for_places_and_frightened_for_three_tokens() -> None:
    places = {0: hold(0, MIMES, 1, "altar"), 5: hold(0, MIMES, 1, "pipe"), 6: hold(0, MIMES, 1, None, ["orb"])}
    assert gain([active(MIMES, "adventurous")], places) == 3 + 2
    # All tokens are taken up; three go to one region, two to another.
    state = conquering(0, lands(MIMES, 0, 5, tokens=2), power="frightened", coins=[0, 5])
    crowded = play(state.copy(), "finish", "deploy 0", "deploy 0")
    spread = play(state.copy(), "finish", "deploy 0", "deploy 5")
    assert (crowded.coins[0], spread.coins[0]) == (2 + 1, 2)


@pytest.mark.rule("UG-SCORE-1")
@pytest.mark.parametrize(
    ("power", "number", "coins"), [("muddy", 0, 2 + 1), ("wise", 4, 2 + 2), ("royal", 0, 2), ("tomb", 0, 2)]
)
def test_muddy_and_wise_pay_in_decline(power: str, number: int, coins: int) -> None:
    own = [active(MIMES, "martyr"), declined("ogres", power)]
    assert gain(own, {5: hold(0, MIMES), number: hold(0, "ogres")}) == coins


@pytest.mark.rule("UG-SCORE-1")
@pytest.mark.parametrize("status", ["active", "decline"])
@pytest.mark.parametrize(("place", "coins"), [("keep", 1), ("mine", 2), ("diamond", 2), ("fountain", 0)])
def test_keep_mine_and_diamond_fields_pay_in_both_lives(place: str, coins: int, status: str) -> None:
    # Two Mudpools of the active race, two Mushroom Forests of the declined one: the Fields count both of a kind.
    own = {**lands(MIMES, 0, 11), **lands("ogres", 1, 15)}
    here = 0 if status == "active" else 1
    own[here] = {**own[here], "place": place}
    assert gain([active(MIMES, "martyr"), declined("ogres")], own) == 4 + coins


@pytest.mark.rule("UG-SCORE-1")
def test_the_scepter_doubles_what_one_region_earns() -> None:
    regions = {**lands("shrooms", 0, 5), 1: hold(0, "shrooms", 1, "keep", ["scepter"])}
    own = [active("shrooms", "martyr")]
    assert gain(own, regions, "scepter 1") == 1 + 2 + 2 * (1 + 1 + 1)
    assert gain(own, regions, "scepter 5") == 1 + 2 * 2 + 3
    assert gain(own, regions, "finish") == 1 + 2 + 3


@pytest.mark.rule("UG-SCORE-1")
def test_thieving_and_the_ring_take_a_coin_from_each_opponent_who_has_one() -> None:
    def after(power: str, relics: list[str], *more: str) -> list[int]:
        state = underground(
            4,
            phase="conquest",
            seats=[
                seat(active(MIMES, power), coins=0),
                seat(active("drow", "wise"), coins=6),
                seat(active("ogres", "stone"), coins=0),
                seat(declined("kraken"), coins=9),
            ],
            regions={
                5: hold(0, MIMES, 1, None, relics), 0: hold(1, "drow"), 1: hold(1, "drow"), 6: hold(2, "ogres"),
                7: hold(3, "kraken"),
            },
        )  # fmt: skip
        return [int(purse) for purse in play(state, "finish", *more).coins]

    assert after("martyr", []) == [1, 6, 0, 9]
    assert after("thieving", []) == [1 + 1, 5, 0, 9]
    assert after("martyr", ["ring"], "ring 5") == [1 + 1, 5, 0, 9]
    assert after("thieving", ["ring"], "ring 5") == [1 + 2, 4, 0, 9]


@pytest.mark.rule("UG-SCORE-1")
def test_nobody_is_taken_more_than_he_has() -> None:
    state = underground(
        phase="conquest",
        seats=[seat(active(MIMES, "thieving"), coins=0), seat(active("drow", "wise"), coins=1)],
        regions={5: hold(0, MIMES, 1, None, ["ring"]), 0: hold(1, "drow")},
    )
    assert play(state, "finish", "ring 5").coins.tolist() == [1 + 1, 0]


@pytest.mark.rule("UG-SCORE-2")
def test_the_power_of_stonehedge_pays_like_a_badge() -> None:
    regions = {**lands(MIMES, 3, 8, 4), 0: hold(0, MIMES, 1, "stonehedge")}
    own = [active(MIMES, "mystic")]
    assert gain(own, regions) == 4 + 1
    assert gain(own, regions, stonehedge="mining") == 4 + 1 + 2
    away = {**lands(MIMES, 3, 8, 4, 5), 0: lying("stonehedge")}
    assert gain(own, away, stonehedge="mining") == 4 + 1


@pytest.mark.rule("UG-SCORE-3")
def test_the_region_of_the_balrog_pays_nobody() -> None:
    # His own Balrog takes one of his two regions.
    state = conquering(0, {**lands(MIMES, 5), 8: hold(0, MIMES, 1, "pentacle"), 7: lying(balrog=1)})
    play(state, "balrog 5")
    play(state, *["finish"] * (state.phase == "conquest"))
    assert (state.turn, state.coins[0], tokens(state, 5)) == (1, 5 + 1, 0)


@pytest.mark.rule("UG-SCORE-3")
def test_a_place_under_the_balrog_pays_nobody() -> None:
    regions = {**lands(MIMES, 0, 5), 6: lying("keep", balrog=1)}
    assert gain([active(MIMES, "martyr")], regions) == 2


@pytest.mark.rule("UG-SCORE-4")
def test_the_altar_comes_after_scoring() -> None:
    own = [active(MIMES, "martyr"), declined("ogres")]
    state = underground(
        phase="conquest",
        seats=[seat(*own, coins=0), seat()],
        regions={**lands("ogres", 3, 8), 0: hold(0, MIMES, 1, "altar")},
    )
    play(state, "finish")
    assert (state.phase, state.coins[0], legal(state, "altar")) == ("altar", 3, [3, 8])
    play(state, "altar 3")
    assert (state.turn, state.coins[0], tokens(state, 3), tray(state, "ogres")) == (1, 3 + 3, 0, 9)


@pytest.mark.rule("UG-SCORE-5")
def test_liches_and_martyr_are_paid_for_the_conquest_and_not_again_at_scoring() -> None:
    regions = {5: hold(0, MIMES), 0: hold(1, "liches"), 1: hold(1, "drow")}
    state = conquering(9, regions, active("drow", "martyr"), declined("liches"), power="wise", coins=[5, 0])
    play(state, "conquer 0")
    assert state.coins.tolist() == [4, 1]
    play(state, "conquer 1")
    assert state.coins.tolist() == [4, 2]
    play(state, "finish", "deploy_rest 5")
    assert (state.turn, state.coins.tolist()) == (1, [4 + 3, 2])


@pytest.mark.rule("UG-SCORE-5")
def test_coins_of_a_conquest_can_be_used_in_the_same_turn() -> None:
    # His only coin goes to the Liches; the next Lich is out of bounds then.
    regions = {5: hold(0, MIMES), 0: hold(1, "liches"), 1: hold(1, "liches")}
    state = conquering(9, regions, declined("liches"), coins=[1, 0])
    play(state, "conquer 0")
    assert (state.coins.tolist(), legal(state, "conquer")) == ([0, 1], [2, 6, 7])


def last_turn(coins: list[int], regions: dict[int, Any], *more: str) -> swenv.State:
    """After the last turn of the game, in which seat 1 with its Drow does nothing."""
    own = [declined("ogres")] if any(entry["race"] == "ogres" for entry in regions.values()) else []
    state = underground(
        phase="conquest",
        round=10,
        turn=1,
        seats=[
            seat(active("iron_dwarves", "shield", hammers=2), *own, coins=coins[0]),
            seat(active("drow", "martyr"), coins=coins[1]),
        ],
        regions=regions,
    )
    play(state, "finish", *more)
    assert state.is_over
    return state


@pytest.mark.rule("UG-SCORE-6")
@pytest.mark.parametrize(("coins", "returns"), [([11, 8], [1, -1]), ([10, 9], [-1, 1]), ([4, 30], [-1, 1])])
def test_most_coins_win(coins: list[int], returns: list[float]) -> None:
    # Seat 1 scores one for region 4 and one because nobody is near it; seat 0 has more tokens.
    regions = {0: hold(0, "iron_dwarves", 9), 4: hold(1, "drow")}
    assert last_turn(coins, regions).returns().tolist() == returns


@pytest.mark.rule("UG-SCORE-6")
@pytest.mark.parametrize(
    ("mine", "other", "returns"), [(3, 2, [1, -1]), (2, 3, [-1, 1]), (3, 3, [0, 0])], ids=["more", "fewer", "shared"]
)
def test_a_tie_goes_to_the_most_race_tokens_of_both_races(mine: int, other: int, returns: list[float]) -> None:
    # Armors and Hammers of seat 0 do not count; its declined token does.
    regions = {0: hold(0, "iron_dwarves", mine - 1, armor=4), 5: hold(0, "ogres"), 4: hold(1, "drow", other)}
    laid = ["deploy_rest 4"] if other > 1 else []
    assert last_turn([10, 8], regions, *laid).returns().tolist() == returns


@pytest.mark.rule("UG-SCORE-6")
def test_tokens_in_hand_do_not_break_a_tie() -> None:
    state = underground(
        phase="conquest",
        round=10,
        turn=1,
        seats=[seat(active(MIMES, "stone", hand=9), coins=10), seat(active("drow", "martyr"), coins=8)],
        regions={4: hold(1, "drow")},
    )
    play(state, "finish")
    assert (state.coins.tolist(), state.returns().tolist()) == ([10, 10], [-1, 1])


# UG-DECL


@pytest.mark.rule("UG-DECL-1")
def test_a_decline_is_declared_instead_of_expanding() -> None:
    state = conquering(0, lands(MIMES, 0, 5, tokens=3), phase="choose")
    later = play(state.copy(), "conquer 1")
    assert legal(later, "decline") == []
    assert refused(later, "decline")
    play(state, "decline")
    assert (state.turn, race(state, 0, MIMES)["status"]) == (1, "decline")


@pytest.mark.rule("UG-DECL-1")
def test_a_decline_needs_an_active_race() -> None:
    state = underground(phase="pick", seats=[seat(declined("ogres")), seat()], regions=lands("ogres", 0))
    assert verbs(state) == {"pick"}


@pytest.mark.rule("UG-DECL-2")
def test_the_earlier_declined_race_goes_first() -> None:
    own = [active(MIMES, "martyr"), declined("ogres", "muddy")]
    state = declining(own, {**lands(MIMES, 0), **lands("ogres", 3, 11)})
    assert (state.coins[0], races_of(state), tray(state, "ogres")) == (1, [MIMES], SUPPLY["ogres"])
    assert [region(state, number).get("owner") for number in (3, 11)] == [None, None]
    document = state.to_position()
    assert document["race_stack"][-1] == "ogres"
    assert sorted(document["discarded_powers"]) == ["martyr", "muddy"]


@pytest.mark.rule("UG-DECL-2")
@pytest.mark.parametrize(("power", "marker"), [("royal", "queen"), ("shield", "armor")])
def test_the_markers_of_the_earlier_race_go_with_it_and_places_stay(power: str, marker: str) -> None:
    own = [active(MIMES, "martyr"), declined("ogres", power)]
    regions = {**lands(MIMES, 0), 3: hold(0, "ogres", 1, "keep", ["orb"], **{marker: 1})}
    state = declining(own, regions)
    assert (markers(state, 3), place_in(state, 3), relics_in(state, 3)) == ({}, "keep", ["orb"])
    assert (region(state, 3).get("owner"), state.coins[0]) == (None, 1)


@pytest.mark.rule("UG-DECL-3")
@pytest.mark.parametrize("power", ["fisher", "muddy", "royal", "mining", "shield"])
def test_banner_and_badge_are_turned_and_blank_badges_discarded(power: str) -> None:
    state = declining([active(MIMES, power)], lands(MIMES, 0, 5))
    kept = power in ("muddy", "royal", "shield")
    assert (race(state, 0, MIMES)["status"], race(state, 0, MIMES)["power"]) == ("decline", power if kept else None)
    assert state.to_position()["discarded_powers"] == ([] if kept else [power])


@pytest.mark.rule("UG-DECL-4")
def test_one_token_a_region_stays_and_the_others_go_to_the_tray() -> None:
    state = declining([active(MIMES, "martyr", hand=2)], {**lands(MIMES, 0, tokens=4), **lands(MIMES, 5, tokens=1)})
    assert (tokens(state, 0), tokens(state, 5), in_hand(state, 0, MIMES)) == (1, 1, 0)
    assert tray(state, MIMES) == SUPPLY[MIMES] - 2


@pytest.mark.rule("UG-DECL-4")
def test_tomb_keeps_all_tokens_on_the_map() -> None:
    state = declining([active(MIMES, "tomb", hand=2)], {**lands(MIMES, 0, tokens=4), **lands(MIMES, 5, tokens=2)})
    assert (state.phase, legal(state, "deploy"), state.coins[0]) == ("tomb", [0, 5], 0)
    play(state, "deploy_rest 5")
    assert (tokens(state, 0), tokens(state, 5), in_hand(state, 0, MIMES)) == (1, 5, 0)
    # Those in hand were not on the map.
    assert (tray(state, MIMES), state.coins[0], state.turn) == (SUPPLY[MIMES] - 6, 2, 1)


@pytest.mark.rule("UG-DECL-4")
def test_vanishing_removes_all_tokens() -> None:
    state = declining([active(MIMES, "vanishing", hand=2)], {**lands(MIMES, 0, tokens=4), **lands(MIMES, 5, tokens=2)})
    assert (tray(state, MIMES), races_of(state), state.coins[0]) == (SUPPLY[MIMES], [], 4)
    assert (region(state, 0), region(state, 5)) == ({}, {})
    assert state.to_position()["race_stack"][-1] == MIMES


@pytest.mark.rule("UG-DECL-5")
def test_the_great_ancient_leaves_the_map() -> None:
    cult = active("cultists", "martyr", ancient_placed=True)
    state = declining([cult], {0: hold(0, "cultists", 2, ancient=1), 5: hold(0, "cultists")})
    assert [markers(state, number) for number in (0, 5)] == [{}, {}]


@pytest.mark.rule("UG-DECL-5")
def test_hammers_go_back_to_the_supply() -> None:
    state = declining([active("iron_dwarves", "martyr", hammers=5)], lands("iron_dwarves", 3, 8))
    assert race(state, 0, "iron_dwarves").get("hammers", 0) == 0


@pytest.mark.rule("UG-DECL-5")
def test_the_bag_goes_to_the_box() -> None:
    regions = {0: hold(0, "gnomes", 1, None, ["sword"], bag=1), 5: hold(0, "gnomes")}
    state = declining([active("gnomes", "magic")], regions)
    assert (markers(state, 0), relics_in(state, 0)) == ({}, ["sword"])
    assert state.to_position()["discarded_powers"] == ["magic"]


@pytest.mark.rule("UG-DECL-5")
def test_vengeance_markers_go_back() -> None:
    others = [seat(active("drow", "wise"), vengeance=True)]
    state = declining([active("gnomes", "vengeful")], {0: hold(0, "gnomes"), 3: hold(1, "drow")}, others=others)
    assert not state.to_position()["seats"][1].get("vengeance")


@pytest.mark.rule("UG-DECL-5")
def test_the_queen_stays_frozen() -> None:
    others = [seat(active("ogres", "martyr"))]
    regions = {0: hold(0, "gnomes", 1, queen=1), 1: hold(0, "gnomes"), 5: hold(1, "ogres", 5)}
    state = declining([active("gnomes", "royal")], regions, others=others)
    assert (state.turn, state.phase, markers(state, 0)) == (1, "choose", {"queen": 1})
    assert legal(state, "conquer") == [1, 2, 6, 7]


@pytest.mark.rule("UG-DECL-5")
def test_armors_stay_and_defend() -> None:
    others = [seat(active("drow", "martyr"))]
    regions = {0: hold(0, "gnomes", 3, armor=2), 1: hold(0, "gnomes"), 5: hold(1, "drow", 8)}
    state = declining([active("gnomes", "shield")], regions, others=others)
    assert (tokens(state, 0), markers(state, 0)) == (1, {"armor": 2})
    play(state, "conquer 0")
    assert (tokens(state, 0), markers(state, 0)) == (2 + 1 + 2, {})


@pytest.mark.rule("UG-DECL-5")
def test_the_ghost_stays_frozen() -> None:
    others = [seat(active("drow", "martyr"))]
    regions = {17: hold(0, "gnomes", 1, "crypt"), 0: hold(0, "gnomes", 1, ghost=1), 5: hold(1, "drow", 5)}
    state = declining([active("gnomes", "mining")], regions, others=others)
    assert (state.turn, markers(state, 0)) == (1, {"ghost": 1})
    assert legal(state, "conquer") == [1, 2, 6, 7]
    play(state, "finish", "deploy_rest 5")
    # The next race of seat 0 does not hold the Crypt and cannot move the Ghost.
    play(state, "pick 0")
    while state.turn == 0:
        assert legal(state, "ghost") == []
        verb = next(verb for verb in ("finish", "volcano", "deploy_rest", "queen", "armor") if legal(state, verb))
        play(state, "finish" if verb == "finish" else f"{verb} {legal(state, verb)[0]}")
    assert markers(state, 0) == {"ghost": 1}


@pytest.mark.rule("UG-DECL-5")
def test_the_volcano_stays_without_effect() -> None:
    others = [seat(active("drow", "martyr"))]
    regions = {0: hold(0, "flames", 2), 10: lying(volcano=1), 5: hold(1, "drow", 8)}
    state = declining([active("flames", "wise")], regions, others=others)
    assert markers(state, 10) == {"volcano": 1}
    play(state, "conquer 0")
    assert tokens(state, 0) == 2 + 1


@pytest.mark.rule("UG-DECL-6")
@pytest.mark.parametrize(
    ("name", "power", "regions", "coins"),
    [
        ("gnomes", "martyr", [0, 5, 6], 3),
        ("shrooms", "mining", [1, 5, 3], 3),
        ("gnomes", "muddy", [0, 11, 5], 3 + 2),
        ("gnomes", "wise", [0, 5], 2 + 2),
        ("gnomes", "vanishing", [0, 5, 6], 6),
        ("kraken", "martyr", [2, 7, 5], 3),
        ("gnomes", "reborn", [0, 5], 2),
        ("gnomes", "tomb", [0, 5], 2),
    ],
)
def test_the_score_of_a_declaration(name: str, power: str, regions: list[int], coins: int) -> None:
    assert declining([active(name, power)], lands(name, *regions)).coins[0] == coins


@pytest.mark.rule("UG-DECL-6")
@pytest.mark.parametrize(
    ("place", "coins"),
    [("keep", 2 + 1), ("mine", 2 + 2), ("diamond", 2 + 2), ("pipe", 2), ("fountain", 2), ("pentacle", 2)],
)
def test_places_that_pay_in_decline_pay_on_the_declaration(place: str, coins: int) -> None:
    state = declining([active("gnomes", "martyr")], {0: hold(0, "gnomes", 1, place), 11: hold(0, "gnomes")})
    assert (state.coins[0], place_in(state, 0)) == (coins, place)


@pytest.mark.rule("UG-DECL-6")
def test_vanishing_pays_two_a_region_and_nothing_for_places() -> None:
    state = declining(
        [active("gnomes", "vanishing")], {0: hold(0, "gnomes", 1, "keep"), 11: hold(0, "gnomes", 1, "diamond")}
    )
    assert state.coins[0] == 4


@pytest.mark.rule("UG-DECL-7")
def test_the_next_turn_picks_and_enters_by_first_conquest() -> None:
    others = [seat(active("drow", "martyr", hand=1))]
    column = [{"race": "mummies", "power": "wise"}]
    state = declining([active("gnomes", "mining")], lands("gnomes", 8, 16), others=others, column=column)
    play(state, "finish")
    assert (state.turn, verbs(state)) == (0, {"pick"})
    play(state, "pick 0")
    assert (state.phase, legal(state, "conquer")) == ("ready", [0, 1, 2, 3, 4, 11, 13, 15, 17])


@pytest.mark.rule("UG-DECL-7")
def test_reborn_changes_where_the_next_race_starts() -> None:
    others = [seat(active("drow", "martyr", hand=1))]
    column = [{"race": "mummies", "power": "wise"}]
    state = declining([active("gnomes", "reborn")], lands("gnomes", 8, 6), others=others, column=column)
    play(state, "finish", "pick 0", "reborn 8", "finish")
    assert (state.phase, legal(state, "conquer")) == ("ready", [2, 3, 4, 7, 12, 16])
