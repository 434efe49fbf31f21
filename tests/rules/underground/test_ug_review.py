"""Odd combinations: entries of one's own beside those of the box, what Stonehedge lent, what a refusal names."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import refused

import swenv
from support import FX9, UX18, active, held, legal, play, position, race, region, seat, underground

BOTH = {"boxes": ["base", "underground"]}


def own(regions: dict[int, Any], *powers: dict[str, Any], n: int = 2, **fields: Any) -> swenv.State:
    game = swenv.load("underground", num_players=n, map=UX18, extra_powers=list(powers))
    named = {str(number): entry for number, entry in regions.items()}
    return game.from_position({"format": "swenv-position/1", "game": "underground", "regions": named, **fields})


@pytest.mark.rule("SW-COL-9")
def test_a_box_that_can_run_out_of_banners_is_refused() -> None:
    five = ["orcs", "humans", "wizards", "dwarves", "giants"]
    ghostly = {"name": "ghostly", "tokens": 5, "spirit": True}
    with pytest.raises(ValueError, match="option 'races'"):
        swenv.load("smallworld", num_players=2, extra_powers=[ghostly], races=five)


@pytest.mark.rule("UG-SETUP-10")
@pytest.mark.parametrize("field", ["great_ancient", "royal", "volcano", "vengeful", "bag"])
def test_pieces_of_underground_belong_to_one_entry_in_play(field: str) -> None:
    with pytest.raises(ValueError, match=f"field '{field}'"):
        swenv.load("underground", num_players=2, extra_powers=[{"name": "second", "tokens": 4, field: True}])


@pytest.mark.rule("SW-TERM-6")
def test_a_race_in_the_spirit_slot_by_its_banner_comes_back_from_its_document() -> None:
    souls = {"name": "souls", "tokens": 5, "spirit": True}
    game = swenv.load("smallworld", num_players=2, map=FX9, extra_races=[souls])
    document = {
        "format": "swenv-position/1",
        "game": "smallworld",
        "regions": {"0": held(0, "souls", 2)},
        "seats": [seat(active("souls", "hill")), seat()],
    }
    state = game.from_position(document)
    play(state, "decline")
    assert game.from_position(state.to_position()) == state


@pytest.mark.rule("UG-PLACE-STONEHEDGE")
def test_a_great_ancient_that_stonehedge_lent_leaves_with_it() -> None:
    others = [race.name for race in swenv.load("underground", num_players=2).races if race.name != "cultists"]
    sect = {"name": "sect", "tokens": 4, "great_ancient": True}
    seats = [seat(active("drow", "stone", ancient_placed=True)), seat(active("ogres", "muddy", hand=4))]
    game = swenv.load(
        "underground",
        num_players=2,
        map=UX18,
        extra_powers=[sect],
        races=others,
    )
    regions = {
        "0": {**held(0, "drow"), "place": "stonehedge"},
        "5": held(0, "drow", 1, ancient=1),
        "1": held(1, "ogres", 2),
    }
    state = game.from_position(
        {
            "format": "swenv-position/1",
            "game": "underground",
            "stonehedge": "sect",
            "phase": "conquest",
            "turn": 1,
            "seats": seats,
            "regions": regions,
        }
    )
    play(state, "conquer 0")
    assert region(state, 5).get("markers", {}) == {}


@pytest.mark.rule("UG-PLACE-STONEHEDGE")
def test_hammers_that_stonehedge_lent_leave_with_it() -> None:
    smith = {"name": "smith", "tokens": 4, "hammers": ["mine"]}
    seats = [seat(active("drow", "stone", hammers=3)), seat(active("ogres", "muddy", hand=4))]
    regions = {0: {**held(0, "drow"), "place": "stonehedge"}, 3: held(0, "drow"), 1: held(1, "ogres", 2)}
    state = own(regions, smith, stonehedge="smith", phase="conquest", turn=1, seats=seats)
    play(state, "conquer 0")
    assert race(state, 0, "drow")["hammers"] == 0


@pytest.mark.rule("UG-PLACE-STONEHEDGE")
def test_holes_come_with_stonehedge() -> None:
    burrow = {"name": "burrow", "tokens": 4, "holes": 2}
    regions = {0: {**held(0, "drow", 2), "place": "stonehedge"}}
    seats = [seat(active("drow", "stone", hand=5)), seat()]
    state = own(regions, burrow, stonehedge="burrow", phase="conquest", seats=seats)
    play(state, "conquer 1")
    assert region(state, 1)["markers"] == {"hole": 1}


def test_a_field_that_the_base_game_does_not_play_is_refused() -> None:
    with pytest.raises(ValueError, match="field 'surcharge' is not played in smallworld"):
        swenv.load("smallworld", num_players=2, extra_powers=[{"name": "heavy", "tokens": 4, "surcharge": 1}])


@pytest.mark.rule("UG-MIX-10")
def test_an_own_entry_that_makes_no_sense_here_is_left_out() -> None:
    farmers = {"name": "farmers", "tokens": 4, "coins": ["farmland"]}
    game = swenv.load("underground", num_players=2, boxes=["base", "underground"], extra_powers=[farmers])
    assert "farmers" not in [power.name for power in game.powers]
    assert "farmers" in game.left_out  # type: ignore[attr-defined]
    assert "farmers" in [power.name for power in swenv.load("smallworld", num_players=2, extra_powers=[farmers]).powers]


def test_large_numbers_of_own_entries_pay_the_same_compiled_or_not() -> None:  # fails with NUMBA_DISABLE_JIT=1
    rich = {"name": "rich", "tokens": 4, "coins_per_conquest": 40}
    game = swenv.load("smallworld", num_players=2, map=FX9, extra_powers=[rich])
    state = game.from_position(
        {
            "format": "swenv-position/1",
            "game": "smallworld",
            "phase": "conquest",
            "regions": {"0": held(0, "ratmen", 2)},
            "seats": [seat(active("ratmen", "rich"), coins=0), seat()],
            "turn_state": {"nonempty_conquered": 4},
        }
    )
    play(state, "finish", "deploy_rest 0")
    assert state.coins[0] == 161


@pytest.mark.rule("UG-SETUP-11")
def test_new_armors_are_among_the_eight() -> None:
    with pytest.raises(ValueError, match="new_armors"):
        underground(
            phase="markers",
            turn_state={"new_armors": 8},
            seats=[seat(active("ogres", "shield")), seat()],
            regions={0: held(0, "ogres", 1, armor=5)},
        )


@pytest.mark.rule("UG-RACE-GNOMES")
def test_gnomes_out_of_plain_reach_are_refused_for_being_gnomes() -> None:
    seats = [seat(active("spiderines", "stone", hand=8)), seat(active("gnomes", "muddy"))]
    state = underground(phase="conquest", seats=seats, regions={0: held(0, "spiderines", 2), 16: held(1, "gnomes", 1)})
    assert refused(state, "conquer 16") == "UG-RACE-GNOMES"  # SW-DIE-1 today: hand 8, price 3


@pytest.mark.rule("UG-TURN-3")
def test_a_held_region_is_not_given_up_while_a_choice_of_the_start_is_due() -> None:
    seats = [seat(active("cultists", "stone", hand=2, ancient_placed=True)), seat()]
    state = underground(seats=seats, regions={0: held(0, "cultists", 2, ancient=1), 1: held(0, "cultists", 2)})
    assert refused(state, "abandon 0") == "UG-TURN-3"  # SW-TERM-7 today: "does not hold that region"


@pytest.mark.rule("UG-CLAR-20")
def test_what_is_armed_is_what_forbids_substitution_and_dragon() -> None:
    lone = {0: {**held(0, "ogres", 2), "relics": ["sword"]}, 1: held(1, "drow", 1)}
    others = seat(active("drow", "muddy"))
    state = underground(phase="conquest", seats=[seat(active("ogres", "vampire", hand=3)), others], regions=lone)
    assert "no relic but the Doormat" in said(play(state, "use sword"), "vampire 1")
    seats = [seat(active("ogres", "dragon_master", hand=3)), others]
    state = underground(options=BOTH, phase="conquest", seats=seats, regions=lone)
    assert refused(play(state, "use sword"), "dragon 1") == "UG-CLAR-20"  # SW-DIE-1 today
    lone[0] = {**held(0, "sorcerers", 2), "relics": ["sword"]}
    seats = [seat(active("sorcerers", "fisher", hand=3)), others]
    state = underground(options=BOTH, phase="conquest", seats=seats, regions=lone)
    assert refused(play(state, "use sword"), "convert 1") == "UG-CLAR-20"  # SW-INT-71 today


@pytest.mark.rule("UG-RELIC-ORB")
def test_with_the_orb_armed_two_tokens_are_refused_for_being_two() -> None:
    regions = {0: {**held(0, "ogres", 2), "relics": ["orb"]}, 1: held(1, "drow", 1), 5: held(1, "drow", 2)}
    seats = [seat(active("ogres", "stone", hand=6)), seat(active("drow", "muddy"))]
    state = underground(phase="conquest", seats=seats, regions=regions)
    assert refused(play(state, "use orb"), "conquer 5") != "SW-DIE-1"


@pytest.mark.rule("UG-POWER-ROYAL")
def test_finish_in_markers_names_what_must_be_placed() -> None:
    regions = {0: held(0, "ogres", 2), 1: {**held(0, "ogres", 2), "relics": ["scepter"]}}
    state = underground(phase="markers", seats=[seat(active("ogres", "royal")), seat()], regions=regions)
    assert "encampments and heroes" not in said(state, "finish")
    state = underground(phase="markers", seats=[seat(active("ogres", "magic")), seat()], regions=regions)
    play(state, "bag scepter")
    assert "for a conquest" not in said(state, "finish")


@pytest.mark.rule("UG-PLACE-PENTACLE")
def test_the_balrog_is_not_said_to_be_barred_from_where_it_may_go() -> None:
    regions = {0: {**held(0, "ogres", 2), "place": "pentacle", "relics": ["sword"]}, 5: held(0, "ogres")}
    state = underground(phase="conquest", seats=[seat(active("ogres", "vampire", hand=2)), seat()], regions=regions)
    assert 1 in legal(state, "balrog")
    assert "may not go there" not in said(play(state.copy(), "use sword"), "balrog 1")
    assert "may not go there" not in said(play(state.copy(), "finish"), "balrog 1")
    assert "no legal conquest could follow" not in said(play(state.copy(), "finish"), "use sword")


@pytest.mark.rule("SW-REDEP-5")
def test_amazons_that_must_give_up_are_not_told_that_none_may_be() -> None:
    regions = {r: held(0, "amazons") for r in (0, 1, 2, 4)}
    state = position(phase="conquest", seats=[seat(active("amazons", "hill")), seat()], regions=regions)
    play(state, "finish")
    assert legal(state, "abandon") == [0, 1, 2, 4]
    assert refused(state, "abandon 8") == "SW-TERM-7"  # SW-REDEP-3 today: "no region may be given up"


@pytest.mark.rule("UG-ED-2")
def test_vampires_with_a_use_for_each_opponent_are_not_told_once_a_turn() -> None:
    seats = [seat(active("ogres", "vampire", hand=8)), seat(active("drow", "muddy")), seat(active("kraken", "stone"))]
    state = underground(
        3,
        options={"vampire_limit": "opponent"},
        phase="conquest",
        seats=seats,
        turn_state={"vampired": [1]},
        regions={0: held(0, "ogres", 2), 1: held(1, "drow"), 5: held(2, "kraken", 2)},
    )
    assert "once a turn" not in said(state, "vampire 5")


@pytest.mark.rule("SW-POWER-BERSERK")
def test_who_has_rolled_is_not_told_to_roll() -> None:
    seats = [seat(active("ratmen", "berserk", hand=1)), seat(active("orcs", "swamp"))]
    state = position(
        phase="conquest",
        seats=seats,
        turn_state={"pending_roll": 2},
        regions={0: held(0, "ratmen"), 1: held(1, "orcs", 5), 4: held(1, "orcs")},
    )
    assert "roll, then pay" not in said(state, "conquer 1")


def said(state: swenv.State, action: str) -> str:
    with pytest.raises(swenv.IllegalAction) as caught:
        state.apply(action)
    return str(caught.value)


@pytest.mark.rule("UG-LOSS-2")
def test_withdrawn_tokens_go_into_a_river_only_with_a_leave_to_stay_there() -> None:
    seats = [seat(active("drow", "stone")), seat(active("ogres", "fisher", hand=6))]
    regions = {
        0: {**held(0, "drow", 3), "place": "stonehedge"},
        7: held(0, "drow"),
        6: held(0, "drow"),
        1: held(1, "ogres"),
    }
    state = underground(options=BOTH, phase="conquest", turn=1, stonehedge="seafaring", seats=seats, regions=regions)
    play(state, "conquer 0", "finish", "deploy_rest 0")  # the Drow have lost Seafaring with Stonehedge
    assert (state.phase, state.to_act) == ("withdrawn", 0)
    assert legal(state, "deploy") == [6]  # 6 and the River 7 today
