"""Odd combinations: secret purses in mid-turn, own races and powers that combine fields, what a refusal names."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import in_hand, markers, refused
from ww_play import conquering, hold, lying, offered

import swenv
from support import active, declined, legal, play, region, seat, tokens, warcraft
from swenv.smallworld import Power, Race
from swenv.smallworld.content.warcraft import POWERS

SECRET = {"hide_coins": True}
HEROES = Race(name="heroes", tokens=5, champion=True)
HUNTERS = Race(name="hunters", tokens=5, beasts=("hill",))
SHIFTERS = Race(name="shifters", tokens=5, portals=True)
IDLE = seat(active("kobolds", "miners"))


def with_own(*races: Race, powers: tuple[Power, ...] = (), without: str = "", **fields: Any) -> swenv.State:
    """A position of a game with these races and powers of one's own, and without a power of the box."""
    names = tuple(power.name for power in (*POWERS, *powers) if power.name != without)
    return warcraft(options={"extra_races": races, "extra_powers": powers, "powers": names}, **fields)


def armed_doomhammer(purse: int = 2) -> swenv.State:
    """Seat 1 is about to use the Doomhammer, which costs 2 coins."""
    return warcraft(
        options=SECRET,
        phase="conquest",
        turn=1,
        seats=[seat(active("trolls", "miners"), coins=0), seat(active("orcs", "farmers", hand=3), coins=purse)],
        regions={0: hold(0, "trolls"), 1: hold(1, "orcs", artifacts=["doomhammer"])},
        turn_state={"armed_effects": ["doomhammer"]},
    )


def against_pandaren(
    name: str, power: str, phase: str, regions: dict[int, Any], purse: int, **state: Any
) -> swenv.State:
    """Seat 1, with a Harmony token, is in the middle of an attack on the Pandaren of seat 0, which costs 2 coins."""
    return warcraft(
        options=SECRET,
        phase=phase,
        turn=1,
        seats=[
            seat(active("pandaren", "miners"), coins=0),
            seat(active(name, power, hand=1), coins=purse, harmony=True),
        ],
        regions={1: hold(1, name), **regions},
        turn_state=state,
    )


def in_midturn(phase: str, purse: int) -> swenv.State:
    """Seat 1 has so many coins, which seat 0 does not see, and has begun something that will cost it 2."""
    if phase == "conquest":
        return armed_doomhammer(purse)
    if phase == "portal":
        return against_pandaren("orcs", "portal_mages", phase, {7: hold(0, "pandaren")}, purse, chosen=7)
    if phase == "reveal":
        return against_pandaren("goblins", "farmers", phase, {5: hold(0, "pandaren", bomb="live")}, purse)
    armed = {"chosen": 5, "pending_roll": 1, "armed_effects": ["air_strike"]}
    return against_pandaren("gnomes", "farmers", phase, {5: hold(0, "pandaren")}, purse, **armed)


@pytest.mark.rule("WW-SETUP-10", "WW-SCORE-4")
@pytest.mark.parametrize("phase", ["conquest", "portal", "reveal", "strike"])
def test_a_purse_is_never_drawn_below_what_the_decision_going_on_has_shown(phase: str) -> None:
    state = in_midturn(phase, 2)
    assert state.phase == phase
    for seed in range(60):
        drawn = state.sample_hidden(0, seed)
        assert len(drawn.legal_actions())
        assert drawn.coins[1] >= 2


@pytest.mark.rule("WW-SETUP-10")
@pytest.mark.parametrize("phase", ["conquest", "portal", "reveal", "strike"])
def test_what_is_drawn_does_not_depend_on_the_secret_purse(phase: str) -> None:
    poor, rich = in_midturn(phase, 2), in_midturn(phase, 6)
    for seed in range(20):
        assert poor.sample_hidden(0, seed) == rich.sample_hidden(0, seed)


@pytest.mark.rule("WW-CLAR-19")
def test_a_champion_about_to_be_gathered_makes_no_difference_to_a_swap() -> None:
    regions = {7: hold(0, "heroes", champion=1), **{number: hold(0, "heroes") for number in (8, 14, 17)}}
    state = with_own(
        HEROES,
        without="champions",
        phase="choose",
        seats=[seat(active("heroes", "portal_mages")), IDLE],
        regions=regions,
    )
    # With him in hand all magic regions are alike; to choose one of them would leave no second one.
    assert legal(state, "portal") == []


@pytest.mark.rule("WW-POWER-BEASTMASTERS", "WW-CONQ-3")
def test_a_champion_holds_the_region_whose_beasts_are_discarded() -> None:
    regions = {0: hold(0, "hunters", 0, champion=1, beasts=1), 1: hold(0, "hunters")}
    seats = [seat(active("hunters", "champions")), IDLE]
    state = with_own(HUNTERS, without="beastmasters", turn=1, phase="conquest", seats=seats, regions=regions)
    play(state, "finish")
    assert (state.turn, state.phase) == (0, "choose")
    assert markers(state, 0) == {"champion": 1}


@pytest.mark.rule("WW-CLAR-9")
def test_a_token_and_the_champion_are_a_pair_when_beasts_are_discarded() -> None:
    herds = Race(name="herds", tokens=6, pairs=True, beasts=("hill",))
    regions = {0: hold(0, "herds", 1, champion=1, beasts=1), 1: hold(0, "herds", 2)}
    seats = [seat(active("herds", "champions")), IDLE]
    state = with_own(herds, without="beastmasters", turn=1, phase="conquest", seats=seats, regions=regions)
    play(state, "finish")
    assert (state.turn, tokens(state, 0), in_hand(state, 0, "herds")) == (0, 1, 0)
    assert markers(state, 0) == {"champion": 1}


@pytest.mark.rule("WW-POWER-DEFENDERS", "WW-POWER-PORTALMAGES")
@pytest.mark.parametrize("there", [hold(1, "orcs"), {}])
def test_no_watch_tower_is_left_behind_by_a_swap(there: dict[str, Any]) -> None:
    state = with_own(
        SHIFTERS,
        phase="conquest",
        seats=[seat(active("shifters", "defenders", hand=1)), seat(active("orcs", "farmers"))],
        regions={17: hold(0, "shifters", tower=1), 7: there, 0: hold(1, "orcs")},
    )
    play(state, "portal 7", "portal 17")
    assert region(state, 7)["race"] == "shifters"
    assert "tower" not in markers(state, 17)
    towers = state.game.observation_layout["regions"].column("tower")
    assert not state.game.observation_layout["regions"].of(state.observation(1))[:, towers].any()


@pytest.mark.rule("WW-COMP-4")
@pytest.mark.parametrize(
    ("field", "entry"),
    [("beasts", {"beasts": ["hill"]}), ("champion", {"champion": True}), ("harmony", {"harmony": True})],
)
def test_a_second_owner_of_pieces_that_the_box_has_once_is_refused(field: str, entry: dict[str, Any]) -> None:
    own = {"name": "own_ones", "tokens": 4, **entry}
    for option in ("extra_races", "extra_powers"):
        with pytest.raises(ValueError, match=f"'{field}'.*once.*own_ones"):
            swenv.load("warcraft", num_players=2, **{option: [own]})


@pytest.mark.rule("WW-DIFF-15")
@pytest.mark.parametrize(
    "field",
    ["acts_in_decline", "tomb", "lairs", "spirit", "berserk", "flies", "loses_none", "reserve", "coins_first_turn"],
)
def test_what_only_the_other_boxes_do_is_refused_by_name(field: str) -> None:
    own = {"name": "own_ones", "tokens": 4, field: 3 if field in ("reserve", "coins_first_turn") else True}
    for option in ("extra_races", "extra_powers"):
        with pytest.raises(ValueError, match=f"'own_ones': field '{field}'"):
            swenv.load("warcraft", num_players=2, **{option: [own]})


@pytest.mark.rule("WW-CONQ-14", "WW-RACE-NAGA")
def test_a_race_in_decline_that_a_discarded_badge_took_to_water_can_be_written_down() -> None:
    divers = Power(name="divers", tokens=4, seafaring=True)
    seats = [seat(active("orcs", "divers")), IDLE]
    state = with_own(powers=(divers,), seats=seats, regions={10: hold(0, "orcs"), 6: hold(0, "orcs")})
    play(state, "decline")
    assert tokens(state, 10) == 1
    assert state.game.from_position(state.to_position()) == state


@pytest.mark.rule("WW-POWER-CHAMPIONS", "WW-POWER-BEASTMASTERS")
@pytest.mark.parametrize(("power", "more"), [("champions", {"champion_lost": True}), ("beastmasters", {"beasts": 2})])
def test_pieces_that_others_have_in_hand_or_have_lost_are_seen(power: str, more: dict[str, Any]) -> None:
    plain, other = (
        warcraft(
            phase="conquest",
            seats=[seat(active("orcs", "miners")), seat(active("trolls", power, **fields))],
            regions={0: hold(0, "orcs"), 1: hold(1, "trolls")},
        )
        for fields in ({}, more)
    )
    assert (plain.observation(0) != other.observation(0)).any()


@pytest.mark.rule("WW-RACE-ETHEREALS", "WW-ACT-10")
def test_the_armed_discount_is_what_forbids_an_adjacent_region_without_a_place() -> None:
    state = conquering(4, {0: hold(0, "ethereals"), 1: lying(place="karazhan")})
    assert 4 in legal(state, "conquer")  # within reach: it borders region 0
    play(state, "arm discount")
    assert refused(state, "conquer 4") == "WW-RACE-ETHEREALS"


@pytest.mark.rule("WW-RACE-GNOMES")
def test_a_roll_that_two_dice_cannot_mend_is_refused_by_the_gnomes() -> None:
    regions = {0: hold(0, "gnomes"), 5: hold(1, "trolls", 9)}
    state = conquering(1, regions, active("trolls", "miners"), name="gnomes", power="farmers")
    play(state, "arm air_strike")
    assert refused(state, "roll_for 5") == "WW-RACE-GNOMES"


@pytest.mark.rule("WW-POWER-CHAMPIONS")
def test_an_anchor_far_away_is_in_reach_but_not_of_the_champion() -> None:
    state = conquering(1, {0: hold(0, "orcs")}, name="orcs", power="champions")
    assert 9 in legal(state, "conquer")
    assert refused(state, "champion 9") == "WW-POWER-CHAMPIONS"


@pytest.mark.rule("WW-RACE-TAUREN", "WW-CONQ-9")
def test_one_tauren_in_hand_is_a_token_but_too_few_for_tauren() -> None:
    state = conquering(1, {0: hold(0, "tauren", 2)}, name="tauren", power="farmers", phase="ready")
    assert refused(state, "conquer 1") == "WW-RACE-TAUREN"


@pytest.mark.rule("WW-CONQ-11", "WW-CLAR-2", "WW-INT-45")
@pytest.mark.parametrize(
    ("name", "power", "action"), [("ethereals", "farmers", "take heart"), ("orcs", "strongmen", "push 1")]
)
def test_who_cannot_pay_the_aegis_is_told_so(name: str, power: str, action: str) -> None:
    regions = {0: hold(0, name), 1: hold(1, "trolls", 1, artifacts=["aegis", "heart"]), 17: hold(1, "trolls")}
    state = conquering(3, regions, active("trolls", "miners"), name=name, power=power, coins=[1, 5], aegis_up=True)
    assert refused(state, action) == "WW-CONQ-11"
    assert state.coins.tolist() == [1, 5]


@pytest.mark.rule("WW-CONQ-11", "WW-CLAR-2")
def test_who_cannot_pay_harmony_for_a_swap_is_told_so() -> None:
    regions = {1: hold(0, "orcs"), 7: hold(1, "pandaren"), 14: hold(0, "orcs")}
    seats = [seat(active("orcs", "portal_mages"), coins=1, harmony=True), seat(active("pandaren", "miners"))]
    state = warcraft(phase="conquest", seats=seats, regions=regions)
    assert refused(state, "portal 7") == "WW-CONQ-11"


@pytest.mark.rule("WW-TURN-3")
def test_nobody_declines_without_an_active_race() -> None:
    assert refused(warcraft(phase="pick"), "decline") == "WW-TURN-3"


@pytest.mark.rule("WW-RACE-WORGEN")
def test_worgen_that_were_just_picked_choose_their_form_first() -> None:
    seats = [seat(active("worgen", "farmers", hand=8), coins=5), IDLE]
    assert refused(warcraft(phase="form", seats=seats), "conquer 0") == "WW-RACE-WORGEN"


@pytest.mark.rule("WW-INT-29", "WW-CLAR-5")
@pytest.mark.parametrize(("power", "there"), [("champions", {"champion": 1}), ("beastmasters", {"beasts": 1})])
def test_no_harmony_is_due_for_a_bomb_where_no_race_token_can_leave(power: str, there: dict[str, Any]) -> None:
    # An explosion is no conquest (WW-FACTION-5): it attacks those from whom it takes race tokens (0.2).
    seats = [
        seat(active("goblins", "farmers"), coins=0, harmony=True),
        seat(active("pandaren", power), coins=5),
        seat(active("kobolds", "miners"), coins=0),
    ]
    regions = {0: hold(0, "goblins"), 1: hold(1, "pandaren", 0, bomb="live", **there), 6: hold(1, "pandaren")}
    state = play(warcraft(3, turn=2, phase="choose", seats=seats, regions=regions), "finish")
    assert state.turn == 0
    assert region(state, 1) == {}
    assert state.to_position()["bombs_lost"] == []
    assert state.to_position()["turn_state"]["attacked"] == []


@pytest.mark.rule("WW-ART-DOOMHAMMER")
def test_the_observed_price_is_that_of_the_armed_doomhammer() -> None:
    regions = {0: hold(0, "orcs", artifacts=["doomhammer"]), 1: hold(1, "trolls", 4)}
    state = conquering(3, regions, active("trolls", "miners"), name="orcs", power="farmers")
    lines = state.game.observation_layout["regions"]
    price, far = lines.column("price"), lines.column("far")
    travelled = lines.of(state.observation(0))[:, far].any()
    play(state, "arm doomhammer")
    seen = lines.of(state.observation(0))
    assert seen[1, price].tolist() == [1]
    assert travelled
    assert not seen[:, far].any()


@pytest.mark.rule("WW-SETUP-10")
def test_a_purse_drawn_while_something_free_is_armed_may_be_small() -> None:
    state = warcraft(
        options=SECRET,
        phase="conquest",
        turn=1,
        seats=[seat(active("trolls", "miners"), coins=0), seat(active("orcs", "farmers", hand=5), coins=0)],
        regions={1: hold(1, "orcs", artifacts=["frostmourne"]), 7: hold(0, "trolls")},
        turn_state={"armed_effects": ["frostmourne"]},
    )
    drawn = {int(state.sample_hidden(0, seed).coins[1]) for seed in range(200)}
    assert min(drawn) == 0  # nothing is due: SW-SCORE-6 says 0 to twice the own purse plus 10
    assert max(drawn) == 10


@pytest.mark.rule("WW-SETUP-10", "WW-ACT-15")
@pytest.mark.parametrize("power", ["farmers", "strongmen"])
def test_a_purse_is_never_drawn_so_that_nothing_is_left_to_decide(power: str) -> None:
    if power == "farmers":
        races, regions = active("forsaken", power, hand=1), {0: hold(0, "pandaren"), 1: hold(1, "forsaken")}
        more = {"phase": "recruit", "turn_state": {"inflicted": 2}}
    else:
        races = active("orcs", power)
        regions, more = {0: hold(0, "pandaren", 2), 3: hold(0, "pandaren"), 1: hold(1, "orcs")}, {"phase": "conquest"}
    seats = [seat(active("pandaren", "miners"), coins=0), seat(races, coins=2, harmony=True)]
    state = warcraft(options=SECRET, turn=1, seats=seats, regions=regions, **more)
    assert len(state.legal_actions()) > 1
    for seed in range(60):
        assert set(offered(state.sample_hidden(0, seed))) != {"finish"}


@pytest.mark.rule("WW-POWER-MARSHDWELLERS", "WW-CONQ-11")
def test_a_banner_of_ones_own_takes_no_toll_in_decline() -> None:
    boggy = Race(name="boggy", tokens=5, tolls=("swamp",))
    state = warcraft(
        options={"extra_races": (boggy,)},
        phase="conquest",
        seats=[seat(active("orcs", "miners", hand=9), coins=0), seat(active("trolls", "farmers"), declined("boggy"))],
        regions={0: hold(0, "orcs"), 4: hold(1, "boggy")},
    )
    assert 4 in legal(state, "conquer")
