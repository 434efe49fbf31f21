"""Coins (SW-SCORE), decline (SW-DECL) and the end of the game (SW-END)."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import declining, gain, markers, position, tray

import swenv
from support import TRIBE, active, declined, game, held, legal, play, race, region, seat, tokens


def races_of(state: swenv.State, number: int = 0) -> list[str]:
    return [entry["race"] for entry in state.to_position()["seats"][number]["races"]]


# SCORE


@pytest.mark.rule("SW-SCORE-1")
def test_every_region_of_every_own_race_pays_one() -> None:
    races = [active("ratmen", "hill"), declined("elves"), declined("orcs", "spirit")]
    regions = {
        0: held(0, "ratmen"),
        4: held(0, "elves"),
        5: held(0, "elves"),
        3: held(0, "orcs"),
        2: held(1, "humans"),
    }
    state = position(
        phase="conquest",
        seats=[seat(*races, coins=0), seat(active("humans", "mounted"), coins=0)],
        regions=regions,
    )
    play(state, "finish")
    assert state.coins.tolist() == [1 + 2 + 1, 0]


@pytest.mark.rule("SW-SCORE-1")
def test_water_pays_like_any_other_region() -> None:
    assert (
        gain(
            [active("ratmen", "seafaring")],
            {6: held(0, "ratmen"), 7: held(0, "ratmen"), 0: held(0, "ratmen")},
        )
        == 3
    )


@pytest.mark.rule("SW-SCORE-2")
def test_bonuses_count_the_position_after_the_layout() -> None:
    # Amazons on farmland, hill and forest hold only what their tokens cover after REDEPLOY: N = 6, so B = 2.
    state = position(
        phase="conquest",
        seats=[seat(active("amazons", "hill", hand=3), coins=0), seat()],
        regions={0: held(0, "amazons"), 1: held(0, "amazons"), 4: held(0, "amazons")},
    )
    kept = play(state.copy(), "finish", "abandon 4")
    assert kept.coins[0] == 2 + 1
    lost = play(state.copy(), "finish", "abandon 1")
    assert lost.coins[0] == 2


@pytest.mark.rule("SW-SCORE-2")
def test_a_fortress_pays_in_the_turn_in_which_it_is_built() -> None:
    races, regions = (
        [active("ratmen", "fortified")],
        {0: held(0, "ratmen"), 4: held(0, "ratmen", 1, fortress=1)},
    )
    assert gain(races, regions, 0, "fortify 0") == 2 + 2
    assert gain(races, regions, 0, "finish") == 2 + 1


@pytest.mark.rule("SW-SCORE-2")
def test_trait_and_badge_pay_both() -> None:
    # Farmland 0 and 2 for the Humans, hill 1 and 8 for the badge.
    regions = {number: held(0, "humans") for number in (0, 1, 2, 8)}
    assert gain([active("humans", "hill")], regions) == 4 + 2 + 2


@pytest.mark.rule("SW-SCORE-3")
@pytest.mark.parametrize("slot", [active("dwarves", "hill"), declined("dwarves"), declined("dwarves", "spirit")])
def test_mines_of_dwarves_pay_in_any_slot(slot: dict[str, Any]) -> None:
    races = [slot] if slot["status"] == "active" else [active("ratmen", "swamp"), slot]
    regions = {0: held(0, races[0]["race"]), 3: held(0, "dwarves"), 5: held(0, "dwarves")}
    assert gain(races, regions) == 3 + 2


@pytest.mark.rule("SW-SCORE-3")
@pytest.mark.parametrize(("name", "place"), [("humans", 0), ("wizards", 8), ("orcs", 4)])
def test_no_other_race_in_decline_pays_a_bonus(name: str, place: int) -> None:
    races = [active("ratmen", "swamp"), declined(name)]
    assert gain(races, {1: held(0, "ratmen"), place: held(0, name)}, nonempty=3) == 2


@pytest.mark.rule("SW-SCORE-4")
def test_the_declining_race_pays_one_a_region_and_the_older_one_is_gone() -> None:
    races = [active("humans", "merchant"), declined("elves")]
    state = declining(races, {0: held(0, "humans", 3), 2: held(0, "humans"), 4: held(0, "elves")})
    assert state.coins[0] == 2


@pytest.mark.rule("SW-SCORE-4")
def test_mines_still_pay_on_the_decline_turn() -> None:
    state = declining([active("dwarves", "merchant")], {3: held(0, "dwarves"), 4: held(0, "dwarves")})
    assert state.coins[0] == 2 + 1


@pytest.mark.rule("SW-SCORE-4")
def test_a_spirit_race_still_scores_on_a_decline_turn() -> None:
    races = [active("humans", "hill"), declined("elves"), declined("orcs", "spirit")]
    state = declining(races, {1: held(0, "humans"), 4: held(0, "elves"), 5: held(0, "orcs"), 8: held(0, "orcs")})
    assert state.coins[0] == 1 + 2


@pytest.mark.rule("SW-SCORE-4")
def test_the_older_race_scores_when_the_declining_race_has_spirit() -> None:
    # SW-EX-42
    races = [active("humans", "spirit"), declined("elves")]
    regions = {
        0: held(0, "humans"),
        1: held(0, "humans"),
        2: held(0, "humans"),
        4: held(0, "elves"),
        5: held(0, "elves"),
    }
    assert declining(races, regions).coins[0] == 5


@pytest.mark.rule("SW-SCORE-5")
def test_a_turn_without_anything_scores_nothing_and_takes_nothing() -> None:
    assert gain([active("ratmen", "merchant")], {}) == 0


@pytest.mark.rule("SW-SCORE-5")
def test_there_is_no_cap_on_a_turn() -> None:
    # Ten regions of the two-player board, doubled by Merchant, and nine non-empty conquests.
    places = [number for number in range(1, 22) if number != 7][:10]
    state = position(
        map=None,
        phase="conquest",
        seats=[seat(active("orcs", "merchant"), coins=0), seat()],
        regions={number: held(0, "orcs") for number in places},
        turn_state={"nonempty_conquered": 9},
    )
    assert play(state, "finish").coins[0] == 10 + 10 + 9


@pytest.mark.rule("SW-SCORE-5")
def test_scoring_comes_before_peace_and_withdrawal() -> None:
    state = position(
        phase="conquest",
        seats=[
            seat(active("ratmen", "diplomat", hand=5), coins=0),
            seat(active("orcs", "hill")),
            seat(active("elves", "swamp")),
        ],
        regions={1: held(0, "ratmen"), 0: held(1, "orcs", 3), 3: held(1, "orcs"), 8: held(2, "elves")},
        num_players=3,
    )
    play(state, "conquer 0", "deploy_rest 1")
    assert (state.phase, state.coins[0]) == ("peace", 2)
    play(state, "peace 2")
    assert (state.phase, state.coins[0]) == ("withdrawn", 2)


@pytest.mark.rule("SW-SCORE-6")
def test_coins_are_public_unless_asked_otherwise() -> None:
    def seen(coins: int, **options: Any) -> list[int]:
        state = position(options=options, phase="pick", seats=[seat(), seat(coins=coins)])
        return [int(number) for number in state.observation(0)]

    assert seen(5) != seen(9)
    assert seen(5, hide_coins=True) == seen(9, hide_coins=True)


@pytest.mark.rule("SW-SCORE-7")
@pytest.mark.parametrize(
    ("name", "power", "places", "nonempty", "coins"),
    [
        ("ratmen", "merchant", [0, 1, 2], 0, 3 + 3),
        ("ratmen", "forest", [0, 4], 0, 2 + 1),
        ("ratmen", "hill", [0, 1, 8], 0, 3 + 2),
        ("ratmen", "swamp", [0, 5], 0, 2 + 1),
        ("humans", "swamp", [0, 2, 4], 0, 3 + 2),
        ("wizards", "swamp", [2, 8, 0], 0, 3 + 2),
        ("dwarves", "hill", [3, 5, 0], 0, 3 + 2),
        ("orcs", "swamp", [0, 1], 3, 2 + 3),
        ("ratmen", "pillaging", [0, 1], 3, 2 + 3),
        ("orcs", "pillaging", [0, 1, 2, 4], 3, 4 + 3 + 3),
        ("ratmen", "alchemist", [0, 1, 2], 0, 3 + 2),
        ("wizards", "hill", [2, 8], 0, 2 + 2 + 1),
        ("skeletons", "swamp", [0, 1], 1, 2),
    ],
)
def test_the_score_of_a_turn(name: str, power: str, places: list[int], nonempty: int, coins: int) -> None:
    assert gain([active(name, power)], {number: held(0, name) for number in places}, nonempty) == coins


@pytest.mark.rule("SW-SCORE-7")
def test_all_slots_add_up() -> None:
    # SW-EX-10: Tritons 4 regions, one of them a hill; former Merchants in decline in 3.
    regions = {
        **{number: held(0, "tritons") for number in (0, 1, 2, 4)},
        **{number: held(0, "skeletons") for number in (3, 5, 8)},
    }
    assert gain([active("tritons", "hill"), declined("skeletons")], regions) == 4 + 1 + 3


# DECLINE


@pytest.mark.rule("SW-DECL-1")
def test_a_decline_takes_the_whole_turn() -> None:
    state = position(
        phase="choose",
        seats=[seat(active("orcs", "hill")), seat(active("elves", "swamp"))],
        regions={0: held(0, "orcs", 5), 8: held(1, "elves"), 1: TRIBE},
    )
    assert legal(state, "decline") == [0]
    play(state, "decline")
    assert (state.turn, state.to_act) == (1, 1)


@pytest.mark.rule("SW-DECL-1")
@pytest.mark.parametrize("phase", ["ready", "conquest"])
def test_a_decline_is_refused_once_the_turn_has_begun(phase: str) -> None:
    state = position(phase=phase, seats=[seat(active("orcs", "hill", hand=3)), seat()], regions={0: held(0, "orcs")})
    assert legal(state, "decline") == []
    with pytest.raises(swenv.IllegalAction):
        state.apply("decline")


@pytest.mark.rule("SW-DECL-1")
def test_a_race_without_a_token_can_decline() -> None:
    state = position(phase="choose", seats=[seat(active("orcs", "hill")), seat()])
    assert legal(state, "decline") == [0]
    assert races_of(play(state, "decline")) == []


@pytest.mark.rule("SW-DECL-2")
def test_the_older_race_in_decline_goes_with_lairs_and_fortresses() -> None:
    races = [active("orcs", "hill"), declined("trolls")]
    regions = {
        0: held(0, "orcs"),
        4: held(0, "trolls", 1, lair=1, fortress=1),
        3: held(0, "trolls", 1, lair=1),
    }
    state = declining(races, regions)
    assert region(state, 4) == region(state, 3) == {}
    assert (races_of(state), tray(state, "trolls")) == (["orcs"], 10)
    assert state.to_position()["race_stack"][-1] == "trolls"


@pytest.mark.rule("SW-DECL-2")
def test_the_hand_of_older_ghouls_goes_too() -> None:
    state = declining([active("orcs", "hill"), declined("ghouls", hand=4)], {0: held(0, "orcs")})
    assert (races_of(state), tray(state, "ghouls")) == (["orcs"], 10)


@pytest.mark.rule("SW-DECL-2")
def test_the_older_race_stays_when_the_declining_one_has_spirit() -> None:
    races = [active("orcs", "spirit"), declined("elves")]
    state = declining(races, {0: held(0, "orcs", 3), 4: held(0, "elves")})
    assert sorted(races_of(state)) == ["elves", "orcs"]
    assert region(state, 4)["race"] == "elves"


@pytest.mark.rule("SW-DECL-2")
def test_a_race_in_the_spirit_slot_is_never_touched() -> None:
    races = [active("orcs", "hill"), declined("elves"), declined("humans", "spirit")]
    state = declining(races, {0: held(0, "orcs"), 4: held(0, "elves"), 8: held(0, "humans")})
    assert sorted(races_of(state)) == ["humans", "orcs"]
    assert (region(state, 8)["race"], region(state, 4)) == ("humans", {})


@pytest.mark.rule("SW-DECL-3")
def test_one_token_stays_in_each_region_and_the_rest_go_to_the_tray() -> None:
    # SW-EX-11
    counts = {0: 3, 1: 2, 2: 4, 4: 1}
    races = [active("tritons", "hill"), declined("skeletons")]
    regions = {number: held(0, "tritons", count) for number, count in counts.items()}
    regions |= {number: held(0, "skeletons") for number in (3, 5, 8)}
    state = declining(races, regions)
    assert [tokens(state, number) for number in counts] == [1, 1, 1, 1]
    assert (tray(state, "tritons"), tray(state, "skeletons")) == (11 - 4, 20)
    assert state.coins[0] == 4
    assert state.to_position()["race_stack"][-1] == "skeletons"
    assert "hill" in state.to_position()["discarded_powers"]


@pytest.mark.rule("SW-DECL-3")
def test_hand_and_amazon_reserve_go_to_the_tray() -> None:
    races = [active("amazons", "hill", hand=4, reserve=4)]
    state = declining(races, {0: held(0, "amazons", 3), 4: held(0, "amazons", 2)})
    assert (tray(state, "amazons"), tokens(state, 0), tokens(state, 4)) == (15 - 2, 1, 1)
    entry = race(state, 0, "amazons")
    assert (entry.get("hand", 0), entry.get("reserve", 0)) == (0, 0)


@pytest.mark.rule("SW-DECL-3")
def test_all_ghouls_on_the_map_stay() -> None:
    # SW-EX-43
    counts = {0: 4, 4: 3, 1: 2}
    state = declining([active("ghouls", "alchemist")], {k: held(0, "ghouls", count) for k, count in counts.items()})
    assert {number: tokens(state, number) for number in counts} == counts
    assert (state.coins[0], tray(state, "ghouls")) == (3, 1)


@pytest.mark.rule("SW-DECL-4", "SW-DECL-14")
@pytest.mark.parametrize(
    ("name", "power", "marker", "stays"),
    [
        ("ratmen", "bivouacking", "encampment", False),
        ("ratmen", "heroic", "hero", False),
        ("ratmen", "dragon_master", "dragon", False),
        ("halflings", "hill", "hole", False),
        ("trolls", "hill", "lair", True),
        ("ratmen", "fortified", "fortress", True),
    ],
)
def test_lairs_and_fortresses_survive_decline_and_other_markers_do_not(
    name: str, power: str, marker: str, stays: bool
) -> None:
    fields = {"holes_placed": 1} if marker == "hole" else {}
    state = position(
        phase="choose",
        seats=[seat(active(name, power, **fields)), seat(active("orcs", "underworld"))],
        regions={0: held(0, name, 2, **{marker: 1}), 1: held(1, "orcs", 8)},
    )
    play(state, "decline")
    assert markers(state, 0) == ({marker: 1} if stays else {})
    play(state, "conquer 0")
    assert tokens(state, 0) == 2 + 1 + stays


@pytest.mark.rule("SW-DECL-4", "SW-DECL-9", "SW-DECL-14")
def test_water_stays_occupied() -> None:
    regions = {6: held(0, "ratmen", 2), 7: held(0, "ratmen"), 2: held(0, "ratmen")}
    state = declining([active("ratmen", "seafaring")], regions)
    assert [tokens(state, number) for number in (6, 7, 2)] == [1, 1, 1]
    assert state.coins[0] == 3


@pytest.mark.rule("SW-DECL-5")
@pytest.mark.parametrize("power", ["hill", "spirit"])
def test_the_badge_is_discarded_but_spirit_stays(power: str) -> None:
    state = declining([active("orcs", power)], {0: held(0, "orcs")}, discarded_powers=[])
    kept = power == "spirit"
    assert race(state, 0, "orcs")["power"] == ("spirit" if kept else None)
    assert state.to_position()["discarded_powers"] == ([] if kept else ["hill"])


@pytest.mark.rule("SW-DECL-6")
def test_the_race_moves_to_the_decline_slot() -> None:
    state = declining([active("orcs", "hill")], {0: held(0, "orcs")})
    assert race(state, 0, "orcs")["status"] == "decline"


@pytest.mark.rule("SW-DECL-7")
def test_a_decline_scores_and_the_next_turn_is_a_pick() -> None:
    state = position(
        phase="choose",
        seats=[seat(active("orcs", "hill"), coins=0), seat(active("elves", "swamp"))],
        regions={0: held(0, "orcs", 3), 1: held(0, "orcs"), 8: held(1, "elves")},
    )
    play(state, "decline")
    assert state.coins[0] == 2
    play(state, "decline")
    assert (state.turn, state.phase, legal(state, "decline")) == (0, "pick", [])


@pytest.mark.rule("SW-DECL-8")
def test_a_race_in_decline_vanishes_with_its_last_token() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "swamp", hand=9)), seat(active("elves", "hill"), declined("orcs"))],
        regions={4: held(0, "ratmen"), 0: held(1, "orcs"), 3: held(1, "orcs"), 8: held(1, "elves")},
    )
    play(state, "conquer 0")
    assert sorted(races_of(state, 1)) == ["elves", "orcs"]
    play(state, "conquer 3")
    assert races_of(state, 1) == ["elves"]
    assert state.to_position()["race_stack"][-1] == "orcs"
    assert tray(state, "orcs") == 10


@pytest.mark.rule("SW-DECL-8", "SW-DECL-12")
def test_an_active_race_that_lost_everything_does_not_vanish() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "swamp", hand=3)), seat(active("orcs", "hill"))],
        regions={4: held(0, "ratmen"), 0: held(1, "orcs")},
    )
    play(state, "conquer 0", "deploy_rest 4")
    assert (state.turn, state.phase, races_of(state, 1)) == (1, "choose", ["orcs"])
    assert {str(state.game.action(index)) for index in state.legal_actions()} == {"decline", "finish"}
    assert "orcs" not in state.to_position()["race_stack"]


@pytest.mark.rule("SW-DECL-8")
def test_a_vanished_spirit_race_discards_its_badge() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "swamp", hand=9)), seat(declined("orcs", "spirit"))],
        regions={4: held(0, "ratmen"), 0: held(1, "orcs")},
        discarded_powers=[],
    )
    play(state, "conquer 0")
    assert races_of(state, 1) == []
    assert state.to_position()["discarded_powers"] == ["spirit"]


@pytest.mark.rule("SW-DECL-8")
def test_ghouls_with_tokens_in_hand_do_not_vanish() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "swamp", hand=5)), seat(declined("ghouls"))],
        regions={4: held(0, "ratmen"), 0: held(1, "ghouls", 2)},
    )
    play(state, "conquer 0")
    assert race(state, 1, "ghouls")["hand"] == 1


@pytest.mark.rule("SW-DECL-9", "SW-DECL-14")
def test_discounts_and_reach_are_gone_but_for_what_survives() -> None:
    # Ghouls still conquer, at full price and without the wings and links of their former badge.
    state = position(
        phase="choose",
        seats=[seat(active("ghouls", "flying")), seat(active("orcs", "hill"))],
        regions={0: held(0, "ghouls", 6), 8: held(1, "orcs")},
    )
    assert legal(state, "conquer") == [1, 2, 3, 4, 5, 8]
    play(state, "decline", "decline", "pick 0")
    assert (state.phase, legal(state, "conquer")) == ("ghoul_ready", [1, 4])


@pytest.mark.rule("SW-DECL-9", "SW-DECL-14")
@pytest.mark.parametrize(
    ("name", "power", "places"),
    [
        ("humans", "hill", [0, 1]),
        ("wizards", "merchant", [2, 8]),
        ("orcs", "alchemist", [0, 1]),
        ("ratmen", "forest", [4, 0]),
        ("ratmen", "swamp", [5, 4]),
        ("ratmen", "wealthy", [5, 4]),
        ("ratmen", "pillaging", [5, 4]),
    ],
)
def test_bonuses_stop_at_the_decline(name: str, power: str, places: list[int]) -> None:
    fields = {"wealthy_paid": True} if power == "wealthy" else {}
    state = declining([active(name, power, **fields)], {number: held(0, name) for number in places})
    assert state.coins[0] == 2


@pytest.mark.rule("SW-DECL-9", "SW-DECL-14")
def test_elves_in_decline_lose_their_token() -> None:
    state = position(
        phase="conquest",
        seats=[seat(active("ratmen", "swamp", hand=9)), seat(declined("elves"))],
        regions={4: held(0, "ratmen"), 0: held(1, "elves"), 8: held(1, "elves")},
    )
    play(state, "conquer 0")
    assert (tray(state, "elves"), race(state, 1, "elves").get("hand", 0)) == (10, 0)


@pytest.mark.rule("SW-DECL-10")
def test_a_race_in_decline_is_neither_readied_nor_abandoned_nor_redeployed() -> None:
    state = position(
        phase="choose",
        seats=[seat(active("orcs", "hill"), declined("elves"), declined("humans", "spirit")), seat()],
        regions={0: held(0, "orcs", 3), 3: held(0, "elves"), 8: held(0, "humans")},
    )
    assert legal(state, "abandon") == [0]
    assert legal(state, "conquer") == [1, 4]  # nothing from 3 or 8
    play(state, "finish")
    assert legal(state, "deploy") == [0]


@pytest.mark.rule("SW-DECL-11")
def test_a_declining_player_cannot_abandon_regions_first() -> None:
    state = position(
        phase="choose",
        seats=[seat(active("orcs", "hill")), seat()],
        regions={0: held(0, "orcs"), 1: held(0, "orcs")},
    )
    play(state, "abandon 1")
    assert legal(state, "decline") == []


NOTHING_LEFT = {4: held(0, "elves"), 0: held(0, "elves"), 8: held(0, "elves")}


@pytest.mark.rule("SW-DECL-12")
@pytest.mark.parametrize(("choice", "coins", "left"), [("finish", 3, ["elves", "orcs"]), ("decline", 0, [])])
def test_an_active_race_with_nothing_left_expands_or_declines(choice: str, coins: int, left: list[str]) -> None:
    # SW-EX-52
    state = position(
        phase="choose",
        seats=[seat(active("orcs", "hill"), declined("elves"), coins=0), seat()],
        regions=NOTHING_LEFT,
    )
    assert {str(state.game.action(index)) for index in state.legal_actions()} == {"decline", "finish"}
    play(state, choice)
    assert (state.turn, state.coins[0], sorted(races_of(state))) == (1, coins, left)


@pytest.mark.rule("SW-DECL-12")
def test_ghouls_act_beside_an_active_race_with_nothing_left() -> None:
    state = position(
        phase="choose",
        seats=[seat(active("orcs", "hill"), declined("ghouls"), coins=0), seat()],
        regions={4: held(0, "ghouls", 3)},
    )
    play(state, "conquer 0")
    while state.turn == 0:
        play(state, "finish" if legal(state, "finish") else "deploy_rest 4")
    assert (state.coins[0], race(state, 0, "orcs")["status"]) == (2, "active")


@pytest.mark.rule("SW-DECL-13")
def test_a_race_with_tokens_but_no_region_vanishes_at_its_decline() -> None:
    state = declining([active("orcs", "hill", hand=4)], {})
    assert (races_of(state), tray(state, "orcs"), state.coins[0]) == ([], 10, 0)
    assert state.to_position()["race_stack"][-1] == "orcs"


@pytest.mark.rule("SW-DECL-13")
def test_a_race_with_tokens_but_no_region_expands_by_first_conquest() -> None:
    state = position(phase="choose", seats=[seat(active("orcs", "swamp", hand=4)), seat()])
    assert legal(state, "conquer") == [0, 1, 4, 8]


@pytest.mark.rule("SW-DECL-14")
def test_mines_ghouls_and_the_spirit_badge_survive_decline() -> None:
    state = position(
        phase="choose",
        seats=[seat(active("dwarves", "spirit"), coins=0), seat(active("ghouls", "hill"))],
        regions={3: held(0, "dwarves", 2), 5: held(0, "dwarves"), 0: held(1, "ghouls", 4)},
    )
    play(state, "decline")
    assert (state.coins[0], race(state, 0, "dwarves")["power"]) == (2 + 2, "spirit")
    play(state, "decline", "pick 0")
    assert (tokens(state, 3), tokens(state, 0)) == (1, 4)
    while state.turn == 0:
        play(state, "finish")
    play(state, "pick 0")
    assert (state.phase, legal(state, "conquer")) == ("ghoul_ready", [1, 4])


# The end


def last_turn(coins: list[int], regions: dict[int, Any], *seats: list[dict[str, Any]], **fields: Any) -> swenv.State:
    """The last player's conquests in the last round of FX9."""
    return position(
        len(seats),
        round=10,
        turn=len(seats) - 1,
        phase="conquest",
        seats=[seat(*races, coins=amount) for races, amount in zip(seats, coins, strict=True)],
        regions=regions,
        **fields,
    )


RATMEN, ORCS = [active("ratmen", "swamp")], [active("orcs", "hill")]


@pytest.mark.rule("SW-END-1")
@pytest.mark.parametrize(("players", "rounds"), [(2, 10), (3, 10), (4, 9), (5, 8)])
def test_everybody_plays_every_round_once(players: int, rounds: int) -> None:
    state = game(players, None).new_state(seed=1)
    turns = {number: 0 for number in range(players)}
    before = None
    while not state.is_over:
        if (state.round, state.turn) != before:
            before = (state.round, state.turn)
            turns[state.turn] += 1
        play(state, "pick 0" if legal(state, "pick") else "finish")
    assert turns == {number: rounds for number in range(players)}
    assert list(state.legal_actions()) == []


@pytest.mark.rule("SW-END-2")
@pytest.mark.parametrize(("coins", "returns"), [([50, 40], [1, -1]), ([40, 50], [-1, 1])])
def test_most_coins_win(coins: list[int], returns: list[int]) -> None:
    # The loser of the first case has more tokens.
    state = last_turn(coins, {0: held(0, "ratmen"), 4: held(1, "orcs"), 1: held(1, "orcs", 1)}, RATMEN, ORCS)
    assert state.returns().tolist() == [0, 0]
    play(state, "finish")
    assert state.is_over
    assert state.returns().tolist() == returns


@pytest.mark.rule("SW-END-2")
def test_the_losers_share_the_loss() -> None:
    seats = RATMEN, [active("elves", "flying")], ORCS
    state = last_turn([50, 30, 20], {0: held(0, "ratmen"), 3: held(1, "elves"), 4: held(2, "orcs")}, *seats)
    assert play(state, "finish").returns().tolist() == [1, -0.5, -0.5]


@pytest.mark.rule("SW-END-3")
def test_a_tie_goes_to_the_most_tokens_on_the_map() -> None:
    # SW-EX-53: 80 coins each; 9 tokens against 7, four Amazons and five encampments besides.
    state = last_turn(
        [80, 77],
        {
            0: held(0, "ratmen", 9),
            1: held(1, "amazons", 3),
            2: held(1, "amazons", 2),
            4: held(1, "amazons", 2),
        },
        RATMEN,
        [active("amazons", "bivouacking", hand=4)],
    )
    play(state, "finish", "deploy_rest 1", *["encamp 1"] * 5)
    assert (state.coins.tolist(), state.returns().tolist()) == ([80, 80], [1, -1])


@pytest.mark.rule("SW-END-3")
def test_tokens_of_all_slots_count_in_a_tie() -> None:
    # The last turn pays 3. The Ratmen have 3 tokens on the map, the other seat 1 + 1 + 2.
    races = [active("orcs", "hill"), declined("elves"), declined("ghouls", "spirit")]
    state = last_turn(
        [50, 47],
        {0: held(0, "ratmen", 3), 4: held(1, "orcs"), 3: held(1, "elves"), 5: held(1, "ghouls", 2)},
        RATMEN,
        races,
    )
    play(state, "finish")
    assert (state.coins.tolist(), state.returns().tolist()) == ([50, 50], [-1, 1])


@pytest.mark.rule("SW-END-3")
def test_tokens_in_hand_do_not_count_in_a_tie() -> None:
    state = last_turn([50, 49], {0: held(0, "ratmen", 2), 4: held(1, "orcs")}, [active("ratmen", "swamp")], ORCS)
    driven_out = last_turn([50, 49], {4: held(1, "orcs")}, [active("ratmen", "swamp", hand=9)], ORCS)
    assert play(state, "finish").returns().tolist() == [1, -1]
    assert play(driven_out, "finish").returns().tolist() == [-1, 1]


@pytest.mark.rule("SW-END-4")
def test_a_full_tie_of_all_is_shared() -> None:
    state = last_turn([50, 49], {0: held(0, "ratmen"), 4: held(1, "orcs")}, RATMEN, ORCS)
    play(state, "finish")
    assert (state.is_over, state.returns().tolist()) == (True, [0, 0])


@pytest.mark.rule("SW-END-4")
def test_tied_winners_share_the_victory() -> None:
    state = last_turn(
        [50, 30, 49],
        {0: held(0, "ratmen"), 3: held(1, "elves", 5), 4: held(2, "orcs")},
        RATMEN,
        [active("elves", "flying")],
        ORCS,
    )
    play(state, "finish")
    assert state.returns().tolist() == [0.5, -1, 0.5]


@pytest.mark.rule("SW-END-5")
def test_withdrawn_tokens_are_placed_in_the_last_turn_too() -> None:
    # The dragon takes region 0 from three Humans. The two that withdraw make it 4 tokens against 3.
    state = last_turn(
        [50, 48],
        {0: held(0, "humans", 3), 4: held(0, "humans", 2), 1: held(1, "ratmen", 2)},
        [active("humans", "hill")],
        [active("ratmen", "dragon_master", hand=1)],
    )
    play(state, "dragon 0", "deploy_rest 1")
    assert (state.is_over, state.phase, state.to_act) == (False, "withdrawn", 0)
    play(state, "deploy_rest 4")
    assert (state.is_over, state.coins.tolist(), tokens(state, 4)) == (True, [50, 50], 4)
    assert state.returns().tolist() == [1, -1]
