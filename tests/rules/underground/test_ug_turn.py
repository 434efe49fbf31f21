"""The turn of Underground (UG-TURN) and its combo column (UG-COL)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import markers, refused, tray, verbs
from underground_chapters import (
    conquering,
    declining,
    hold,
    in_hand,
    lying,
    place_in,
    races_of,
    relics_in,
)

import swenv
from support import active, declined, legal, legal_words, play, race, region, rolled, seat, tokens, underground

MIMES = "shadow_mimes"


def choosing(regions: dict[int, Any], *races: dict[str, Any], **fields: Any) -> swenv.State:
    """Seat 0, with an empty purse, starts its turn with these races; seat 1 has none."""
    others = fields.pop("others", [seat()])
    return underground(
        1 + len(others), phase="choose", seats=[seat(*races, coins=0), *others], regions=regions, **fields
    )


# Rounds


@pytest.mark.rule("UG-TURN-1")
def test_a_round_is_one_turn_each_and_the_first_player_advances_the_marker() -> None:
    seats = [seat(active(MIMES, "martyr")), seat(active("ogres", "wise")), seat(active("gnomes", "mining"))]
    regions = {0: hold(0, MIMES), 3: hold(1, "ogres"), 8: hold(2, "gnomes")}
    seen = []
    for turn in (0, 1, 2):
        state = underground(3, round=4, turn=turn, phase="conquest", seats=seats, regions=regions)
        play(state, "finish")
        seen.append((state.turn, state.to_act, state.round))
    assert seen == [(1, 1, 4), (2, 2, 4), (0, 0, 5)]


@pytest.mark.rule("UG-TURN-1")
@pytest.mark.parametrize(("turn", "over"), [(0, False), (1, True)])
def test_the_game_ends_after_the_round_on_the_last_space(turn: int, over: bool) -> None:
    seats = [seat(active(MIMES, "martyr")), seat(active("ogres", "wise"))]
    regions = {0: hold(0, MIMES), 3: hold(1, "ogres")}
    state = underground(round=10, turn=turn, phase="conquest", seats=seats, regions=regions)
    assert not state.is_over
    assert play(state, "finish").is_over == over
    assert (state.phase == "over") == over


# The course of a turn


@pytest.mark.rule("UG-TURN-2")
def test_a_player_without_an_active_race_must_pick_and_then_conquers() -> None:
    column = [{"race": "gnomes", "power": "wise"}]
    seats = [seat(declined("ogres")), seat()]
    state = underground(phase="pick", column=column, seats=seats, regions={5: hold(0, "ogres")})
    assert verbs(state) == {"pick"}
    play(state, "pick 0")
    assert state.phase == "ready"
    assert verbs(state) == {"conquer", "finish"}
    play(state, "conquer 0")
    assert (region(state, 0)["race"], tokens(state, 0)) == ("gnomes", 2)


@pytest.mark.rule("UG-TURN-2")
def test_a_player_with_an_active_race_chooses_between_expansion_and_decline() -> None:
    state = choosing({5: hold(0, MIMES, 5)}, active(MIMES, "martyr"))
    assert verbs(state) == {"decline", "abandon", "conquer", "finish"}
    play(state, "conquer 0")
    assert legal(state, "decline") == legal(state, "abandon") == []


@pytest.mark.rule("UG-TURN-2")
def test_the_tail_of_a_turn_runs_in_its_order() -> None:
    # Shield gain before the layout, markers before the score, the Altar after it, the victim last of all.
    state = underground(
        phase="conquest",
        seats=[
            seat(active("gnomes", "shield", hand=6), declined("ogres"), coins=0),
            seat(active("drow", "wise"), coins=0),
        ],
        regions={
            1: hold(0, "gnomes"),
            5: hold(0, "gnomes"),
            15: hold(0, "ogres", 1, "altar"),
            0: hold(1, "drow", 3),
            3: hold(1, "drow"),
        },
    )
    play(state, "conquer 0", "finish")
    assert (state.phase, state.coins.tolist()) == ("deploy", [0, 0])
    play(state, "deploy_rest 0")
    assert (state.phase, verbs(state), legal(state, "armor")) == ("markers", {"armor"}, [0, 1, 5])
    assert state.coins[0] == 0
    play(state, "armor 0", "armor 0")
    assert (state.phase, state.coins.tolist(), legal(state, "altar")) == ("altar", [3 + 1, 0], [15])
    play(state, "altar 15")
    assert (state.phase, state.turn, state.to_act) == ("withdrawn", 0, 1)
    assert (state.coins.tolist(), region(state, 15).get("owner")) == ([4 + 3, 0], None)
    play(state, "deploy_rest 3")
    assert (state.phase, state.turn, tokens(state, 3)) == ("choose", 1, 3)


@pytest.mark.rule("UG-TURN-2")
def test_a_decline_takes_the_whole_turn_and_is_scored_before_the_altar() -> None:
    state = declining([active(MIMES, "martyr")], {5: hold(0, MIMES, 4), 0: hold(0, MIMES, 1, "altar")})
    assert (state.phase, state.coins[0]) == ("altar", 2)
    assert verbs(state) == {"altar", "finish"}
    play(state, "finish")
    assert (state.turn, state.phase) == (1, "pick")


@pytest.mark.rule("UG-TURN-2")
def test_after_a_decline_the_next_turn_is_a_pick() -> None:
    state = declining([active(MIMES, "martyr")], {5: hold(0, MIMES)}, others=[seat(active("ogres", "wise", hand=1))])
    play(state, "finish")
    assert (state.turn, state.phase) == (0, "pick")


# START


@pytest.mark.rule("UG-TURN-3")
def test_the_fountain_gives_its_token_when_the_turn_expands() -> None:
    state = choosing({0: hold(0, MIMES, 1, "fountain")}, active(MIMES, "martyr"))
    assert "conquer" in verbs(state)
    after = rolled(state, "conquer 5", 1)  # the one token of the Fountain, and the die
    assert tokens(after, 5) == 1
    assert tray(after, MIMES) == 12 - 2
    play(state, "finish", "deploy_rest 0")
    assert (state.turn, tokens(state, 0)) == (1, 2)


@pytest.mark.rule("UG-TURN-3", "UG-TURN-2")
def test_the_fountain_gives_its_token_before_its_region_can_be_abandoned() -> None:
    state = choosing({0: hold(0, MIMES, 2, "fountain"), 5: hold(0, MIMES)}, active(MIMES, "martyr"))
    play(state, "abandon 0")
    assert (in_hand(state, 0, MIMES), tray(state, MIMES)) == (2 + 1, 12 - 4)


@pytest.mark.rule("UG-TURN-3")
def test_the_fountain_gives_nothing_on_the_turn_of_a_pick() -> None:
    column = [{"race": "gnomes", "power": "wise"}]
    seats = [seat(declined("ogres")), seat()]
    state = underground(phase="pick", column=column, seats=seats, regions={0: hold(0, "ogres", 1, "fountain")})
    play(state, "pick 0")
    assert (in_hand(state, 0, "gnomes"), tray(state, "gnomes"), tray(state, "ogres")) == (6 + 4, 1, 9)


@pytest.mark.rule("UG-TURN-3")
def test_reborn_works_on_the_turn_of_a_pick() -> None:
    column = [{"race": "gnomes", "power": "wise"}]
    seats = [seat(declined("ogres", "reborn")), seat()]
    state = underground(phase="pick", column=column, seats=seats, regions={6: hold(0, "ogres"), 12: hold(0, "ogres")})
    play(state, "pick 0")
    assert (state.phase, verbs(state), legal(state, "reborn")) == ("reborn", {"reborn", "finish"}, [6, 12])
    play(state, "finish")
    assert state.phase == "ready"


CULT = [active("cultists", "wise", ancient_placed=True), declined("ogres", "reborn")]


@pytest.mark.rule("UG-TURN-3")
def test_the_great_ancient_moves_after_reborn_has_been_decided() -> None:
    regions = {0: hold(0, "cultists", 2, ancient=1), 1: hold(0, "cultists"), 5: hold(0, "ogres")}
    state = choosing(regions, *CULT)
    assert verbs(state) == {"decline", "reborn", "finish"}
    play(state, "reborn 5")
    assert (state.phase, verbs(state)) == ("ancient", {"ancient", "finish"})
    assert legal(state, "ancient") == [1, 5]
    play(state, "ancient 5")
    assert (state.phase, markers(state, 5), markers(state, 0)) == ("ready", {"ancient": 1}, {})


@pytest.mark.rule("UG-TURN-3")
def test_the_fountain_comes_before_reborn() -> None:
    # Only after Reborn does the active race hold the Fountain: too late for this turn, in time for the next one.
    regions = {0: hold(0, "ogres", 1, "fountain"), 5: hold(0, MIMES)}
    state = choosing(
        regions, active(MIMES, "martyr"), declined("ogres", "reborn"), others=[seat(active("drow", "wise", hand=1))]
    )
    play(state, "reborn 0")
    assert (in_hand(state, 0, MIMES), tray(state, MIMES)) == (0, 12 - 2)
    play(state, "finish")
    while state.turn == 1:
        play(state, "finish")
    play(state, "finish")
    assert tray(state, MIMES) == 12 - 3


@pytest.mark.rule("UG-TURN-3")
def test_a_decline_replaces_the_start_effects_and_comes_before_them() -> None:
    regions = {0: hold(0, "cultists", 2, ancient=1), 1: hold(0, "cultists"), 5: hold(0, "ogres"), 6: hold(0, "ogres")}
    state = choosing(regions, *CULT)
    later = play(state.copy(), "reborn 5")
    assert legal(later, "decline") == []
    play(state, "decline")
    assert (state.turn, state.phase, races_of(state)) == (1, "pick", ["cultists"])


# An active race without tokens


@pytest.mark.rule("UG-TURN-4")
def test_a_race_without_a_token_may_expand_with_nothing() -> None:
    state = choosing({0: hold(0, "ogres")}, active(MIMES, "martyr"), declined("ogres"))
    assert verbs(state) == {"decline", "finish"}
    assert legal(state, "pick") == []
    play(state, "finish")
    assert (state.turn, state.coins[0]) == (1, 1)
    assert races_of(state) == [MIMES, "ogres"]


@pytest.mark.rule("UG-TURN-4")
def test_a_race_without_a_token_may_decline_for_nothing() -> None:
    state = choosing({0: hold(0, "ogres")}, active(MIMES, "martyr"), declined("ogres"))
    play(state, "decline")
    assert (state.turn, state.coins[0], races_of(state)) == (1, 0, [])


# Ready troops


@pytest.mark.rule("UG-TURN-5")
def test_every_region_keeps_one_token_and_the_others_come_to_hand() -> None:
    regions = {0: hold(0, MIMES, 4), 5: hold(0, MIMES, 3), 15: hold(0, "ogres", 1)}
    state = choosing(regions, active(MIMES, "martyr"), declined("ogres"))
    play(state, "conquer 1")
    assert [tokens(state, number) for number in (0, 5, 1, 15)] == [1, 1, 2, 1]
    assert in_hand(state, 0, MIMES) == 3 + 2 - 2


@pytest.mark.rule("UG-TURN-6")
def test_any_number_of_regions_may_be_emptied() -> None:
    regions = {0: hold(0, MIMES, 2), 5: hold(0, MIMES, 3), 6: hold(0, MIMES)}
    state = choosing(regions, active(MIMES, "martyr"))
    assert legal(state, "abandon") == [0, 5, 6]
    play(state, "abandon 5", "abandon 6")
    assert (region(state, 5).get("owner"), region(state, 6).get("owner")) == (None, None)
    assert in_hand(state, 0, MIMES) == 1 + 3 + 1
    assert legal(state, "abandon") == [0]
    play(state, "conquer 1")
    assert legal(state, "abandon") == []


@pytest.mark.rule("UG-TURN-6")
def test_places_and_relics_of_an_abandoned_region_stay_there() -> None:
    regions = {0: hold(0, MIMES, 3), 5: hold(0, MIMES, 3, "keep", ["sword", "orb"])}
    state = choosing(regions, active(MIMES, "martyr"))
    assert legal_words(state, "use") >= {"sword"}
    play(state, "abandon 5")
    assert (place_in(state, 5), sorted(relics_in(state, 5)), tokens(state, 5)) == ("keep", ["orb", "sword"], 0)
    assert legal_words(state, "use") == set()
    # They go to whoever conquers the region, at the price of the Keep.
    play(state, "conquer 5")
    assert tokens(state, 5) == 2 + 1
    assert legal_words(state, "use") >= {"sword"}


@pytest.mark.rule("UG-TURN-7")
def test_after_all_regions_are_abandoned_the_next_conquest_is_a_first_one() -> None:
    regions = {5: hold(0, MIMES, 5), 6: hold(0, MIMES, 2)}
    state = choosing(regions, active(MIMES, "martyr"))
    play(state, "abandon 5")
    assert legal(state, "conquer") == [5, 7, 9]
    play(state, "abandon 6")
    assert legal(state, "conquer") == [0, 1, 2, 3, 4, 11, 13, 15, 17]


@pytest.mark.rule("UG-TURN-8")
@pytest.mark.parametrize(("abandons", "gained"), [([], 0), ([6], 2)])
def test_armors_of_an_abandoned_region_go_back_to_the_supply(abandons: list[int], gained: int) -> None:
    regions = {
        1: hold(0, "gnomes", 2, armor=3), 5: hold(0, "gnomes", 1, armor=3), 6: hold(0, "gnomes", 1, armor=2),
    }  # fmt: skip
    state = choosing(regions, active("gnomes", "shield"))
    play(state, *(f"abandon {number}" for number in abandons))
    assert [markers(state, number).get("armor", 0) for number in (1, 5, 6)] == [3, 3, 0 if abandons else 2]
    play(state, "finish", "deploy_rest 1")
    assert state.phase == ("markers" if gained else "pick")
    for _ in range(gained):
        play(state, "armor 5")
    assert (state.turn, markers(state, 5)["armor"]) == (1, 3 + gained)


@pytest.mark.rule("UG-TURN-8")
def test_the_bag_of_an_abandoned_region_comes_back() -> None:
    regions = {0: hold(0, "gnomes", 5), 5: hold(0, "gnomes", 1, bag=1), 17: lying(relics=["sword"])}
    state = choosing(regions, active("gnomes", "magic"))
    play(state, "abandon 5")
    assert markers(state, 5) == {}
    # It serves from hand as it does from the map.
    assert legal_words(state, "bag") == {"sword"}
    play(state, "bag sword", "conquer 1")
    assert markers(state, 1) == {"bag": 1}


@pytest.mark.rule("UG-TURN-8")
def test_the_queen_of_an_abandoned_region_is_placed_again_at_the_end_of_the_turn() -> None:
    state = choosing(
        {0: hold(0, "gnomes"), 1: hold(0, "gnomes"), 5: hold(0, "gnomes", 1, queen=1)}, active("gnomes", "royal")
    )
    play(state, "abandon 5")
    assert markers(state, 5) == {}
    play(state, "finish", "deploy_rest 0")
    assert (state.phase, legal(state, "queen"), legal(state, "finish")) == ("markers", [0, 1], [])
    play(state, "queen 1")
    assert (state.turn, markers(state, 1)) == (1, {"queen": 1})


@pytest.mark.rule("UG-TURN-8")
def test_the_great_ancient_of_an_abandoned_region_is_placed_at_the_next_start() -> None:
    regions = {0: hold(0, "cultists", 2, ancient=1), 1: hold(0, "cultists", 4)}
    cult = active("cultists", "wise", ancient_placed=True)
    state = choosing(regions, cult, others=[seat(active("ogres", "martyr", hand=1))])
    play(state, "finish", "abandon 0")
    assert markers(state, 0) == {}
    play(state, "conquer 5", "finish", "deploy_rest 5")
    assert state.turn == 1
    assert [markers(state, number) for number in (0, 1, 5)] == [{}, {}, {}]
    play(state, "finish")
    assert (state.turn, state.phase, legal(state, "ancient")) == (0, "choose", [1, 5])
    assert markers(play(state, "ancient 1"), 1) == {"ancient": 1}


# The column

RACES = [
    "cultists", "drow", "gnomes", "iron_dwarves", "kraken", "liches", "lizardmen", "mudmen", "mummies", "ogres",
    "shrooms", "spiderines", "will_o_wisps", "flames", "shadow_mimes",
]  # fmt: skip
POWERS = [
    "adventurous", "fisher", "flocking", "frightened", "immortal", "magic", "martyr", "mining", "muddy", "mystic",
    "quarreling", "reborn", "royal", "shield", "stone", "thieving", "tomb", "vampire", "vanishing", "vengeful", "wise",
]  # fmt: skip


def rows(coins: tuple[int, ...] = (0,) * 6, first: int = 0) -> list[dict[str, Any]]:
    """Races and powers from the lists above, from `first` on, with these coins from the top."""
    return [{"race": RACES[k], "power": POWERS[k], "coins": amount} for k, amount in enumerate(coins, start=first)]


def to_pick(coins: tuple[int, ...] = (0,) * 6, purse: int = 5, **fields: Any) -> swenv.State:
    """Seat 0 picks from a full column; the stacks go on in the order of the lists."""
    table = {"column": rows(coins), "race_stack": RACES[6:], "power_stack": POWERS[6:], "discarded_powers": []}
    return underground(phase="pick", seats=[seat(coins=purse), seat()], regions={}, **{**table, **fields})


def column(state: swenv.State) -> list[tuple[str, str, int]]:
    return [(row["race"], row["power"], row["coins"]) for row in state.to_position()["column"]]


@pytest.mark.rule("UG-COL-1")
@pytest.mark.parametrize("row", range(6))
def test_a_row_costs_one_coin_on_each_row_above(row: int) -> None:
    state = play(to_pick(), f"pick {row}")
    assert state.coins[0] == 5 - row
    assert [coins for _, _, coins in column(state)] == [1] * row + [0] * (6 - row)
    assert race(state, 0, RACES[row])["power"] == POWERS[row]


@pytest.mark.rule("UG-COL-1")
def test_the_picker_pays_first_and_then_pockets_the_coins_of_the_combo() -> None:
    state = to_pick((0, 0, 3, 0, 0, 0), purse=1)
    assert legal(state, "pick") == [0, 1]
    assert refused(state, "pick 2").startswith(("SW-COL", "UG-COL"))
    state = to_pick((0, 0, 3, 0, 0, 0), purse=2)
    play(state, "pick 2")
    assert state.coins[0] == 2 - 2 + 3
    assert [coins for _, _, coins in column(state)] == [1, 1, 0, 0, 0, 0]


@pytest.mark.rule("UG-COL-2")
def test_a_pick_brings_the_tokens_of_banner_and_badge() -> None:
    state = play(to_pick(), "pick 2")
    assert (in_hand(state, 0, "gnomes"), tray(state, "gnomes")) == (6 + 5, 0)
    state = play(to_pick(), "pick 3")
    assert (in_hand(state, 0, "iron_dwarves"), tray(state, "iron_dwarves")) == (7 + 4, 1)


@pytest.mark.rule("UG-COL-2")
def test_a_pick_brings_no_more_tokens_than_the_tray_has() -> None:
    state = play(to_pick(tray={"gnomes": 8}), "pick 2")
    assert (in_hand(state, 0, "gnomes"), tray(state, "gnomes")) == (8, 0)


@pytest.mark.rule("UG-COL-3")
def test_lower_combos_move_up_with_their_coins_and_the_stack_tops_come_last() -> None:
    state = play(to_pick((1, 1, 0, 0, 3, 0)), "pick 2")
    assert column(state) == [
        ("cultists", "adventurous", 2),
        ("drow", "fisher", 2),
        ("iron_dwarves", "frightened", 0),
        ("kraken", "immortal", 3),
        ("liches", "magic", 0),
        ("lizardmen", "martyr", 0),
    ]
    document = state.to_position()
    assert document["race_stack"] == RACES[7:]
    assert document["power_stack"] == POWERS[7:]


@pytest.mark.rule("UG-COL-3")
@pytest.mark.parametrize("swap", [None, 0, 4])
def test_the_column_is_refilled_after_a_swap_of_the_shadow_mimes(swap: int | None) -> None:
    top = [*rows((1, 0)), {"race": MIMES, "power": "wise", "coins": 0}, *rows((0, 2, 0), first=2)]
    state = underground(
        phase="pick",
        column=top,
        seats=[seat(coins=5), seat()],
        regions={},
        race_stack=["ogres", "shrooms"],
        power_stack=["stone", "tomb"],
        discarded_powers=[],
    )
    play(state, "pick 2")
    assert (state.phase, len(column(state)), legal(state, "swap")) == ("swap", 5, [0, 1, 2, 3, 4])
    names = [name for name, _, _ in column(state)]
    badges = [power for _, power, _ in column(state)]
    assert names == ["cultists", "drow", "gnomes", "iron_dwarves", "kraken"]
    assert state.game.from_position(state.to_position()) == state
    play(state, "finish" if swap is None else f"swap {swap}")
    own = "wise"
    if swap is not None:
        own, badges[swap] = badges[swap], own
    assert column(state) == [
        *zip(names, badges, [2, 1, 0, 2, 0], strict=True),
        ("ogres", "stone", 0),
    ]
    assert race(state, 0, MIMES)["power"] == own
    assert in_hand(state, 0, MIMES) == 7 + {"wise": 4, "adventurous": 5, "immortal": 4}[own]


@pytest.mark.rule("UG-COL-4")
def test_the_discarded_badges_become_the_new_stack() -> None:
    orders = set()
    for seed in range(8):
        state = to_pick(power_stack=[], discarded_powers=POWERS[6:], seed=seed)
        document = play(state, "pick 0").to_position()
        drawn = [document["column"][-1]["power"], *document["power_stack"]]
        assert document["column"][-1]["race"] == "lizardmen"
        assert sorted(drawn) == POWERS[6:]
        assert document["discarded_powers"] == []
        orders.add(tuple(drawn))
    assert len(orders) > 4  # shuffled


@pytest.mark.rule("UG-COL-4")
def test_the_discarded_badges_wait_while_the_stack_lasts() -> None:
    document = play(to_pick(power_stack=["martyr"], discarded_powers=POWERS[7:]), "pick 0").to_position()
    assert document["column"][-1]["power"] == "martyr"
    assert document["power_stack"] == []
    assert sorted(document["discarded_powers"]) == POWERS[7:]


@pytest.mark.rule("UG-COL-5")
def test_the_banner_of_the_older_race_goes_under_the_stack_and_its_kept_badge_to_the_discards() -> None:
    state = choosing({0: hold(0, MIMES), 5: hold(0, "ogres")}, active(MIMES, "martyr"), declined("ogres", "wise"))
    before = state.to_position()
    after = play(state, "decline").to_position()
    assert after["race_stack"] == [*before["race_stack"], "ogres"]
    assert after["column"] == before["column"]
    assert sorted(after["discarded_powers"]) == ["martyr", "wise"]


@pytest.mark.rule("UG-COL-5")
def test_the_banner_of_a_race_driven_out_in_decline_goes_under_the_stack() -> None:
    state = conquering(5, {5: hold(0, MIMES), 0: hold(1, "ogres")}, declined("ogres", "muddy"))
    before = state.to_position()["race_stack"]
    play(state, "conquer 0")
    after = state.to_position()
    assert after["race_stack"] == [*before, "ogres"]
    assert after["discarded_powers"] == ["muddy"]
    assert races_of(state, 1) == []


FIVE = [
    (active(MIMES, "martyr", hand=5), 1, declined("lizardmen"), 13),
    (active("mudmen", "mining"), 4, declined("mummies", "wise"), 2),
    (active("ogres", "mystic"), 5, declined("shrooms"), 6),
    (active("spiderines", "stone"), 14, declined("will_o_wisps"), 15),
    (active("flames", "thieving"), 22, declined("liches"), 24),
]
"""Five players who use ten banners: each with the regions of his two races on the board of five players."""
FIVE_BADGES = ["martyr", "mining", "wise", "mystic", "stone", "thieving"]


def five(**fields: Any) -> swenv.State:
    """Ten banners in use, five rows in the column, no banner stack."""
    seats = [seat(first, second, coins=5) for first, _, second, _ in FIVE]
    regions = {a: hold(k, first["race"]) for k, (first, a, _, _) in enumerate(FIVE)}
    regions |= {b: hold(k, second["race"]) for k, (_, _, second, b) in enumerate(FIVE)}
    left = [power for power in POWERS[5:] if power not in FIVE_BADGES]
    table = {
        "column": rows((0, 0, 1, 0, 0)), "race_stack": [], "power_stack": left, "discarded_powers": [],
    }  # fmt: skip
    return underground(5, None, seats=seats, regions=regions, **{"phase": "conquest", **table, **fields})


@pytest.mark.rule("UG-COL-5", "UG-COL-6")
def test_without_a_stack_the_banner_fills_the_free_row_with_the_next_badge() -> None:
    state = five()
    assert len(column(state)) == 5
    left = state.to_position()["power_stack"]
    play(state, "conquer 2")
    assert state.phase == "conquest"
    assert column(state)[3:] == [
        ("iron_dwarves", "frightened", 0),
        ("kraken", "immortal", 0),
        ("mummies", left[0], 0),
    ]
    document = state.to_position()
    assert (document["race_stack"], document["power_stack"]) == ([], left[1:])
    assert document["discarded_powers"] == ["wise"]


@pytest.mark.rule("UG-COL-5", "UG-COL-4")
def test_the_badge_of_the_free_row_is_drawn_before_the_kept_badge_is_discarded() -> None:
    for seed in range(6):
        left = [power for power in POWERS[5:] if power not in FIVE_BADGES]
        state = play(five(power_stack=[], discarded_powers=left, seed=seed), "conquer 2")
        document = state.to_position()
        assert document["column"][5]["race"] == "mummies"
        assert sorted([document["column"][5]["power"], *document["power_stack"]]) == left
        assert document["discarded_powers"] == ["wise"]


@pytest.mark.rule("UG-COL-6")
def test_ten_banners_in_use_leave_five_combos_and_a_pick_has_six() -> None:
    state = five(phase="choose")
    assert len(column(state)) == 5
    play(state, "decline")
    assert [name for name, _, _ in column(state)] == [
        "cultists",
        "drow",
        "gnomes",
        "iron_dwarves",
        "kraken",
        "lizardmen",
    ]
    while state.turn != 0:
        play(state, "finish")
    assert (state.phase, legal(state, "pick")) == ("pick", [0, 1, 2, 3, 4, 5])
    play(state, "pick 1")
    assert len(column(state)) == 5


@pytest.mark.rule("UG-COL-6")
def test_a_game_of_five_goes_on_with_five_combos() -> None:
    state = five(power_stack=[], discarded_powers=[power for power in POWERS[5:] if power not in FIVE_BADGES])
    play(state, "finish")
    while state.phase != "choose":
        play(state, f"deploy_rest {legal(state, 'deploy_rest')[0]}")
    assert (state.turn, len(column(state))) == (1, 5)
