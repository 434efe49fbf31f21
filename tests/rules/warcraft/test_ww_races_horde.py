"""The six Horde races of Warcraft (WW-RACE), claim by claim, on the boards WX2 and WX3."""

from __future__ import annotations

from typing import Any

import pytest
from chapters import coins, in_hand, markers, price, tray, turn_state, verbs
from ww_play import conquering, declining, gain, hold
from ww_races import end_turn, faction_bonuses, picked, starting, starts_with_value_and_badge

import swenv
from support import MURLOC, active, declined, legal, legal_words, play, race, region, rolled, seat, tokens, warcraft


@pytest.mark.parametrize(
    ("name", "value", "supply"),
    [
        pytest.param("blood_elves", 5, 10, marks=pytest.mark.rule("WW-RACE-BLOODELVES"), id="blood_elves"),
        pytest.param("forsaken", 6, 20, marks=pytest.mark.rule("WW-RACE-FORSAKEN"), id="forsaken"),
        pytest.param("goblins", 6, 11, marks=pytest.mark.rule("WW-RACE-GOBLINS"), id="goblins"),
        pytest.param("orcs", 6, 11, marks=pytest.mark.rule("WW-RACE-ORCS"), id="orcs"),
        pytest.param("tauren", 11, 16, marks=pytest.mark.rule("WW-RACE-TAUREN"), id="tauren"),
        pytest.param("trolls", 6, 11, marks=pytest.mark.rule("WW-RACE-TROLLS"), id="trolls"),
    ],
)
def test_a_horde_race_has_its_value_its_tray_and_its_faction(name: str, value: int, supply: int) -> None:
    assert starts_with_value_and_badge(name, value, supply)
    assert faction_bonuses(name) == ([1, 0, 0], [1, 0, 0])


# Blood Elves


@pytest.mark.rule("WW-RACE-BLOODELVES")
@pytest.mark.parametrize(
    ("held", "paid"),
    [([0], 1), ([7], 2), ([0, 8, 12], 4), ([7, 8, 14, 17], 8)],
    ids=["none", "one", "one of three", "all"],
)
def test_blood_elves_get_a_coin_for_each_magic_region(held: list[int], paid: int) -> None:
    assert gain([active("blood_elves", "sailors")], {number: hold(0, "blood_elves") for number in held}) == paid


@pytest.mark.rule("WW-RACE-BLOODELVES")
def test_blood_elves_get_nothing_for_magic_regions_of_others_or_their_own_race_in_decline() -> None:
    regions = {0: hold(0, "blood_elves"), 7: hold(0, "trolls"), 8: hold(1, "orcs"), 14: MURLOC}
    others = [seat(active("orcs", "miners"))]
    assert gain([active("blood_elves", "sailors"), declined("trolls")], regions, others=others) == 1 + 1


@pytest.mark.rule("WW-RACE-BLOODELVES")
def test_blood_elves_in_decline_get_one_coin_for_a_region() -> None:
    regions = {7: hold(0, "blood_elves"), 8: hold(0, "blood_elves")}
    assert coins(declining([active("blood_elves", "sailors")], regions))[0] == 2
    assert gain([active("trolls", "sailors"), declined("blood_elves")], {**regions, 0: hold(0, "trolls")}) == 3


# Forsaken


def recruiting(inflicted: int, purse: int, regions: dict[int, Any] | None = None, **more: Any) -> swenv.State:
    """Forsaken with three tokens in region 0 have ended their conquests, after that many losses of others."""
    state = conquering(
        0,
        regions or {0: hold(0, "forsaken", 3)},
        name="forsaken",
        power="sailors",
        coins=[purse, 5],
        turn_state={"inflicted": inflicted},
        **more,
    )
    return play(state, "finish")


def bought(state: swenv.State) -> int:
    """How many tokens can be bought when the conquests end here; the purse is full enough."""
    number = 0
    if state.phase == "conquest":
        play(state, "finish")
    while state.phase == "recruit":
        play(state, "buy")
        number += 1
    return number


@pytest.mark.rule("WW-RACE-FORSAKEN", "WW-ACT-15")
def test_forsaken_buy_tokens_at_a_coin_each() -> None:
    state = recruiting(3, 5)
    assert (state.phase, verbs(state), legal(state, "buy")) == ("recruit", {"buy", "finish"}, [0])
    before = (in_hand(state, 0, "forsaken"), tray(state, "forsaken"))
    play(state, "buy")
    assert (coins(state), state.phase) == ([4, 5], "recruit")
    assert (in_hand(state, 0, "forsaken"), tray(state, "forsaken")) == (before[0] + 1, before[1] - 1)


@pytest.mark.rule("WW-RACE-FORSAKEN")
@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_forsaken_buy_as_many_as_they_like_up_to_the_losses(number: int) -> None:
    state = play(recruiting(3, 5), *["buy"] * number, *["finish"] * (number < 3))
    assert (state.phase, tray(state, "forsaken"), coins(state)[0]) == ("deploy", 17 - number, 5 - number)


@pytest.mark.rule("WW-RACE-FORSAKEN", "WW-INT-79", "WW-EX-12")
@pytest.mark.parametrize(
    ("inflicted", "purse", "there", "number"),
    [(2, 9, 3, 2), (3, 2, 3, 2), (3, 0, 3, 0), (0, 9, 3, 0), (3, 9, 19, 1), (3, 9, 20, 0)],
    ids=["losses", "coins", "no coins", "no losses", "tray", "empty tray"],
)
def test_losses_coins_and_tray_limit_what_forsaken_buy(inflicted: int, purse: int, there: int, number: int) -> None:
    state = recruiting(inflicted, purse, {0: hold(0, "forsaken", there)})
    assert (bought(state), state.phase) == (number, "deploy")
    assert coins(state)[0] == purse - number


@pytest.mark.rule("WW-RACE-FORSAKEN")
def test_bought_tokens_are_laid_out_with_the_others_and_conquer_from_the_next_turn_on() -> None:
    state = play(recruiting(2, 5), "buy", "buy")
    assert (state.phase, verbs(state), in_hand(state, 0, "forsaken")) == ("deploy", {"deploy", "deploy_rest"}, 4)
    play(state, "deploy_rest 0")
    assert (state.turn, tokens(state, 0)) == (1, 5)
    end_turn(state)
    play(state, "conquer 1")
    assert (tokens(state, 1), in_hand(state, 0, "forsaken")) == (2, 2)


@pytest.mark.rule("WW-RACE-FORSAKEN", "WW-INT-78")
def test_coins_of_the_scoring_come_too_late_to_buy() -> None:
    state = recruiting(2, 0, {0: hold(0, "forsaken", 3), 12: hold(0, "forsaken")})
    assert state.phase == "deploy"
    assert coins(play(state, "deploy_rest 0"))[0] == 2


@pytest.mark.rule("WW-RACE-FORSAKEN", "WW-SCORE-3")
def test_coins_of_the_conquests_can_buy() -> None:
    regions = {0: hold(0, "forsaken"), 1: MURLOC}
    state = conquering(5, regions, name="forsaken", power="battlemasters", coins=[0, 5])
    play(state, "conquer 1", "finish", "buy")
    assert (coins(state)[0], tray(state, "forsaken")) == (0, 20 - 6 - 1)


ORCS = [active("orcs", "farmers")]
NAGA = [declined("naga")]


@pytest.mark.rule("WW-RACE-FORSAKEN", "WW-EX-37")
@pytest.mark.parametrize(
    ("target", "others", "number"),
    [
        ({}, ORCS, 0),
        (MURLOC, ORCS, 1),
        (hold(1, "orcs"), ORCS, 1),
        (hold(1, "orcs", 3), ORCS, 1),
        (hold(1, "naga"), NAGA, 1),
        (hold(1, "naga", 3), NAGA, 3),
        (hold(1, "tauren", 2), [declined("tauren")], 2),
        (hold(1, "draenei", 2), [active("draenei", "farmers")], 0),
        (hold(1, "orcs", 2, place="chapel"), ORCS, 0),
        (hold(1, "orcs", 2, champion=1), [active("orcs", "champions")], 0),
        (hold(1, "orcs", 1, beasts=1), [active("orcs", "beastmasters")], 0),
    ],
    ids=[
        "empty", "murloc", "lone token", "active", "in decline", "three in decline", "two tauren in decline",
        "saved by draenei", "saved by the chapel", "champion", "beast",
    ],
)  # fmt: skip
def test_each_token_that_forsaken_destroy_counts(
    target: dict[str, Any], others: list[dict[str, Any]], number: int
) -> None:
    state = conquering(7, {0: hold(0, "forsaken"), 1: target}, *others, name="forsaken", power="sailors", coins=[9, 5])
    play(state, "conquer 1")
    assert turn_state(state, "inflicted") == number
    assert bought(state) == number


@pytest.mark.rule("WW-RACE-FORSAKEN", "WW-INT-17")
def test_tokens_of_the_own_race_in_decline_do_not_count() -> None:
    state = conquering(
        7, {0: hold(0, "forsaken"), 1: hold(0, "naga", 3)}, own=[declined("naga")], name="forsaken", power="sailors"
    )
    assert bought(play(state, "conquer 1")) == 0


@pytest.mark.rule("WW-RACE-FORSAKEN", "WW-EX-7")
def test_the_losses_of_all_conquests_of_a_turn_add_up() -> None:
    regions = {0: hold(0, "forsaken"), 1: hold(1, "orcs", 2), 4: MURLOC, 5: hold(1, "naga", 2)}
    state = conquering(14, regions, *ORCS, *NAGA, name="forsaken", power="sailors", coins=[9, 5])
    play(state, "conquer 1", "conquer 4", "conquer 5")
    assert bought(state) == 1 + 1 + 2


@pytest.mark.rule("WW-RACE-FORSAKEN")
def test_the_final_attempt_and_the_champion_destroy_tokens_too() -> None:
    regions = {0: hold(0, "forsaken", 3), 1: MURLOC}
    state = conquering(2, regions, name="forsaken", power="champions", coins=[9, 5])
    assert bought(rolled(state, "conquer 1", 1)) == 1
    assert bought(rolled(state, "conquer 1", 0)) == 0
    assert bought(play(state, "champion 1")) == 1


@pytest.mark.rule("WW-RACE-FORSAKEN", "WW-INT-57", "WW-INT-59")
@pytest.mark.parametrize(
    ("regions", "others", "actions", "number"),
    [
        ({1: MURLOC}, ORCS, ["push 1"], 1),
        ({1: hold(1, "orcs")}, ORCS, ["push 1"], 1),
        ({1: hold(1, "orcs", 2)}, ORCS, ["push 1", "push 1"], 2),
        ({1: hold(1, "orcs"), 12: hold(1, "orcs")}, ORCS, ["push 1", "push_to 12"], 0),
        ({1: hold(1, "orcs", 1, fortress=1)}, [active("orcs", "sentinels")], ["push 1"], 0),
        ({1: hold(1, "draenei")}, [active("draenei", "farmers")], ["push 1"], 0),
        ({1: hold(1, "tauren", 2)}, [active("tauren", "farmers")], ["push 1"], 1),
    ],
    ids=["murloc", "lone token", "both tokens", "moved", "fort", "saved", "tauren"],
)
def test_tokens_that_strongmen_discard_count(
    regions: dict[int, Any], others: list[dict[str, Any]], actions: list[str], number: int
) -> None:
    state = conquering(
        5, {0: hold(0, "forsaken"), **regions}, *others, name="forsaken", power="strongmen", coins=[9, 5]
    )
    assert bought(play(state, *actions)) == number


@pytest.mark.rule("WW-RACE-FORSAKEN")
def test_losses_do_not_carry_over_to_the_next_turn() -> None:
    state = end_turn(end_turn(recruiting(3, 9)))
    assert (state.turn, turn_state(state, "inflicted")) == (0, 0)
    play(state, "finish")
    assert (state.phase, tray(state, "forsaken")) == ("deploy", 17)


@pytest.mark.rule("WW-RACE-FORSAKEN")
def test_forsaken_in_decline_recruit_nobody() -> None:
    regions = {0: hold(0, "orcs"), 1: MURLOC, 12: hold(0, "forsaken")}
    state = conquering(7, regions, own=[declined("forsaken")], name="orcs", power="sailors", coins=[9, 5])
    play(state, "conquer 1", "finish")
    assert (state.phase, "buy" in verbs(state)) == ("deploy", False)


# Goblins


def planting(regions: dict[int, Any], *others: dict[str, Any], **more: Any) -> swenv.State:
    """Goblins, who hold regions 0 and 9 with one token each, have ended their conquests."""
    named = {0: hold(0, "goblins"), 9: hold(0, "goblins"), **regions}
    state = conquering(0, named, *others, name="goblins", power=more.pop("power", "sailors"), **more)
    return play(state, "finish")


def stack(state: swenv.State) -> list[str]:
    """The bombs that are not planted, top first."""
    return list(state.to_position()["bomb_stack"])


def bombs(state: swenv.State) -> dict[int, str]:
    """The planted bombs."""
    regions = state.to_position()["regions"].items()
    return {int(number): found["bomb"] for number, found in regions if "bomb" in found}


@pytest.mark.rule("WW-RACE-GOBLINS")
def test_goblins_start_with_twelve_shuffled_bombs() -> None:
    stacks = [stack(picked("goblins", "farmers", seed=seed)) for seed in range(4)]
    assert all((found.count("live"), found.count("dud"), len(found)) == (6, 6, 12) for found in stacks)
    assert len({tuple(found) for found in stacks}) > 1


@pytest.mark.rule("WW-RACE-GOBLINS")
def test_bombs_go_to_regions_of_active_opponents_beside_the_goblins() -> None:
    # Beside the Goblins in 0 and 9: Orcs in 1, a declined race in 4, Orcs with a bomb in 5, a Murloc in 8, the Lake.
    # Elsewhere: Orcs in 2 and in the anchor region 12.
    orcs = {number: hold(1, "orcs") for number in (1, 2, 12)}
    regions = {**orcs, 4: hold(1, "trolls"), 5: hold(1, "orcs", bomb="dud"), 8: MURLOC}
    state = planting(regions, active("orcs", "miners"), declined("trolls"))
    assert (state.phase, verbs(state), legal(state, "bomb")) == ("bombs", {"bomb", "finish"}, [1])
    water = planting({10: hold(1, "naga"), 4: hold(0, "trolls")}, active("naga", "miners"), own=[declined("trolls")])
    assert legal(water, "bomb") == [10]


@pytest.mark.rule("WW-RACE-GOBLINS", "WW-INT-31")
def test_no_bomb_goes_to_an_immune_region() -> None:
    regions = {1: hold(1, "orcs"), 5: hold(1, "orcs", 1, tower=1)}
    assert legal(planting(regions, active("orcs", "defenders")), "bomb") == [1]
    regions = {1: hold(1, "orcs"), 5: hold(1, "orcs", artifacts=["aegis"])}
    assert legal(planting(regions, active("orcs", "miners"), aegis_up=True), "bomb") == [1]
    assert legal(planting(regions, active("orcs", "miners"), aegis_up=False), "bomb") == [1, 5]


@pytest.mark.rule("WW-RACE-GOBLINS", "WW-ACT-21")
def test_any_number_of_bombs_is_planted_from_the_top_of_the_stack() -> None:
    regions = {number: hold(1, "orcs") for number in (1, 4, 5)}
    state = planting(regions, active("orcs", "miners"), bomb_stack=["live", "dud", "dud", "live"])
    assert legal(state, "bomb") == [1, 4, 5]
    none = play(state.copy(), "finish")
    assert (none.turn, bombs(none), len(stack(none))) == (1, {}, 4)
    play(state, "bomb 4")
    assert (state.phase, legal(state, "bomb"), bombs(state)) == ("bombs", [1, 5], {4: "live"})
    one = play(state.copy(), "finish")
    assert (one.turn, bombs(one), stack(one)) == (1, {4: "live"}, ["dud", "dud", "live"])
    play(state, "bomb 1", "bomb 5")
    assert (state.turn, bombs(state), stack(state)) == (1, {1: "dud", 4: "live", 5: "dud"}, ["live"])


@pytest.mark.rule("WW-RACE-GOBLINS")
def test_with_an_empty_stack_there_are_no_more_bombs() -> None:
    regions = {1: hold(1, "orcs"), 4: hold(1, "orcs")}
    state = planting(regions, active("orcs", "miners"), bomb_stack=["dud"])
    play(state, "bomb 1")
    assert (state.turn, bombs(state), stack(state)) == (1, {1: "dud"}, [])
    assert planting(regions, active("orcs", "miners"), bomb_stack=[]).turn == 1


@pytest.mark.rule("WW-RACE-GOBLINS")
def test_nobody_knows_whether_a_planted_bomb_will_explode() -> None:
    state = play(planting({1: hold(1, "orcs")}, active("orcs", "miners"), bomb_stack=["live", "dud"]), "bomb 1")
    for viewer in (0, 1):
        assert {bombs(state.sample_hidden(viewer, seed))[1] for seed in range(12)} == {"live", "dud"}


def exploding(regions: dict[int, Any], *others: dict[str, Any], **more: Any) -> swenv.State:
    """The turn of the Goblins of seat 0, in region 0, has just started at a table of 3."""
    power = more.pop("power", "miners")
    return starting({0: hold(0, "goblins", 5), **regions}, [active("goblins", power)], *others, **more)


@pytest.mark.rule("WW-RACE-GOBLINS", "WW-EX-21")
def test_an_explosion_costs_a_token_and_drives_out_the_others() -> None:
    regions = {3: hold(1, "night_elves", 4, wall=1, bomb="live"), 2: hold(0, "goblins"), 18: hold(1, "night_elves")}
    state = exploding(regions, active("night_elves", "farmers"), bomb_stack=["dud"] * 6 + ["live"] * 5)
    assert (state.phase, region(state, 3), bombs(state), len(stack(state))) == ("choose", {}, {}, 11)
    assert (in_hand(state, 1, "night_elves"), tray(state, "night_elves"), coins(state)[0]) == (3, 5, 0)
    # Empty and without a Wisp Wall.
    assert price(state, 3) == 2
    play(state, "finish", "deploy_rest 0")
    assert (state.phase, state.to_act, legal(state, "deploy"), coins(state)[0]) == ("withdrawn", 1, [18], 2)
    assert tokens(play(state, "deploy_rest 18"), 18) == 4


@pytest.mark.rule("WW-RACE-GOBLINS")
def test_a_dud_does_nothing_and_leaves_the_game() -> None:
    regions = {1: hold(1, "orcs", 3, fortress=1, bomb="dud")}
    state = exploding(regions, active("orcs", "sentinels"))
    assert (tokens(state, 1), markers(state, 1), bombs(state)) == (3, {"fortress": 1}, {})
    assert (stack(state).count("dud"), stack(state).count("live"), in_hand(state, 1, "orcs")) == (5, 6, 0)


@pytest.mark.rule("WW-RACE-GOBLINS", "WW-INT-27")
@pytest.mark.parametrize(
    ("power", "pieces", "hand", "lost", "purses"),
    [
        ("farmers", {}, 1, 1, [0, 5]),
        ("sentinels", {"fortress": 1}, 1, 1, [0, 5]),
        ("farmers", {"place": "chapel"}, 2, 0, [0, 5]),
        ("beastmasters", {"beasts": 1}, 2, 0, [0, 5]),
        ("champions", {"champion": 1}, 2, 0, [1, 4]),
    ],
    ids=["tokens", "fort", "chapel", "beast", "champion"],
)
def test_the_losses_of_an_explosion_are_those_of_a_conquest(
    power: str, pieces: dict[str, Any], hand: int, lost: int, purses: list[int]
) -> None:
    state = exploding({1: hold(1, "orcs", 2, bomb="live", **pieces)}, active("orcs", power))
    assert (in_hand(state, 1, "orcs"), tray(state, "orcs"), coins(state)[:2]) == (hand, 9 + lost, purses)
    assert ("owner" in region(state, 1), markers(state, 1), bombs(state)) == (False, {}, {})


@pytest.mark.rule("WW-RACE-GOBLINS", "WW-INT-23")
def test_an_explosion_destroys_all_tokens_of_a_race_that_declined_meanwhile() -> None:
    regions = {1: hold(1, "tauren", 2, bomb="live"), 18: hold(1, "tauren", 2)}
    state = exploding(regions, declined("tauren"))
    assert (region(state, 1), tray(state, "tauren"), tokens(state, 18)) == ({}, 14, 2)


@pytest.mark.rule("WW-RACE-GOBLINS", "WW-INT-24")
def test_a_bomb_hits_whoever_holds_the_region_when_it_is_revealed() -> None:
    state = warcraft(
        3,
        turn=2,
        phase="conquest",
        seats=[
            seat(active("goblins", "miners"), coins=0),
            seat(active("orcs", "farmers")),
            seat(active("trolls", "sailors", hand=5)),
        ],
        regions={0: hold(0, "goblins"), 1: hold(1, "orcs", 1, bomb="live"), 2: hold(2, "trolls")},
    )
    play(state, "conquer 1")
    assert (bombs(state), tray(state, "trolls")) == ({1: "live"}, 5)
    end_turn(state)
    assert (state.turn, region(state, 1), bombs(state), tray(state, "trolls")) == (0, {}, {}, 6)


@pytest.mark.rule("WW-RACE-GOBLINS", "WW-INT-26")
def test_bombs_are_revealed_before_the_goblins_decline() -> None:
    state = exploding({1: hold(1, "orcs", 2, bomb="live"), 2: hold(1, "orcs")}, active("orcs", "farmers"))
    assert (region(state, 1), "decline" in verbs(state)) == ({}, True)
    play(state, "decline")
    assert (state.phase, state.to_act, coins(state)[0]) == ("withdrawn", 1, 1)


@pytest.mark.rule("WW-RACE-GOBLINS")
def test_goblins_that_decline_plant_no_bomb() -> None:
    regions = {0: hold(0, "goblins", 2), 1: hold(1, "orcs")}
    state = declining([active("goblins", "miners")], regions, others=[seat(active("orcs", "farmers"))])
    assert (state.turn, bombs(state)) == (1, {})
    later = conquering(
        2, {0: hold(0, "goblins"), 2: hold(0, "trolls"), 1: hold(1, "orcs")}, active("orcs", "farmers"),
        own=[declined("goblins")], name="trolls", power="miners",
    )  # fmt: skip
    play(later, "finish", "deploy_rest 2")
    assert (later.turn, bombs(later)) == (1, {})


@pytest.mark.rule("WW-RACE-GOBLINS", "WW-INT-25", "WW-EX-22")
def test_the_bomb_of_an_abandoned_region_returns_to_the_top_of_the_stack() -> None:
    state = warcraft(
        turn=1,
        phase="choose",
        seats=[seat(active("goblins", "miners")), seat(active("orcs", "farmers"))],
        regions={0: hold(0, "goblins"), 1: hold(1, "orcs", 4, bomb="live"), 2: hold(1, "orcs", 4)},
        bomb_stack=["dud", "dud"],
    )
    play(state, "abandon 1")
    assert (bombs(state), stack(state)) == ({}, ["live", "dud", "dud"])
    play(state, "conquer 1")
    assert bombs(state) == {}


@pytest.mark.rule("WW-RACE-GOBLINS")
def test_the_bomb_of_a_region_that_is_emptied_returns_to_the_top_of_the_stack() -> None:
    bomb = hold(1, "naga", 1, bomb="live")
    left = warcraft(
        turn=1,
        phase="choose",
        seats=[seat(active("goblins", "miners")), seat(active("orcs", "farmers"), declined("naga"))],
        regions={0: hold(0, "goblins"), 1: bomb, 2: hold(1, "orcs", 4)},
        bomb_stack=["dud"],
    )
    play(left, "decline")
    assert (region(left, 1), stack(left)) == ({}, ["live", "dud"])
    pushed = warcraft(
        3,
        turn=2,
        phase="conquest",
        seats=[
            seat(active("goblins", "miners")),
            seat(active("naga", "farmers")),
            seat(active("orcs", "strongmen", hand=3)),
        ],
        regions={0: hold(0, "goblins"), 1: bomb, 2: hold(2, "orcs")},
        bomb_stack=["dud"],
    )
    play(pushed, "push 1")
    assert (region(pushed, 1), stack(pushed)) == ({}, ["live", "dud"])


@pytest.mark.rule("WW-RACE-GOBLINS", "WW-DECL-4", "WW-INT-53")
@pytest.mark.parametrize(
    ("power", "pieces", "turn", "action"),
    [
        ("champions", {"champion": 1}, 1, "decline"),
        ("champions", {"champion": 1}, 1, "abandon 1"),
        ("beastmasters", {"beasts": 1}, 0, "finish"),
    ],
    ids=["champion at the decline", "champion gathered", "beasts discarded"],
)
def test_the_bomb_of_a_region_that_loses_its_last_piece_returns_too(
    power: str, pieces: dict[str, int], turn: int, action: str
) -> None:
    state = warcraft(
        turn=turn,
        phase="choose" if turn == 1 else "conquest",
        seats=[seat(active("goblins", "miners")), seat(active("orcs", power))],
        regions={0: hold(0, "goblins"), 1: hold(1, "orcs", 0, bomb="live", **pieces), 2: hold(1, "orcs", 2)},
        bomb_stack=["dud"],
    )
    play(state, action)
    assert (region(state, 1), stack(state)) == ({}, ["live", "dud"])


@pytest.mark.rule("WW-RACE-GOBLINS", "WW-INT-31", "WW-CLAR-17")
@pytest.mark.parametrize(
    ("power", "there", "fields"),
    [
        ("defenders", hold(1, "orcs", 2, tower=1, bomb="live"), {}),
        ("farmers", hold(1, "orcs", 2, artifacts=["aegis"], bomb="live"), {"aegis_up": True}),
    ],
    ids=["watch tower", "aegis"],
)
def test_a_bomb_in_a_region_that_became_immune_is_removed_without_effect(
    power: str, there: dict[str, Any], fields: dict[str, Any]
) -> None:
    state = exploding({5: there}, active("orcs", power), bomb_stack=["dud"], **fields)
    assert (tokens(state, 5), bombs(state), stack(state)) == (2, {}, ["dud"])


@pytest.mark.rule("WW-RACE-GOBLINS", "WW-INT-29", "WW-ACT-22")
@pytest.mark.parametrize(("answer", "purses", "there"), [("pay", [0, 7], 0), ("finish", [2, 5], 2)])
def test_a_bomb_under_pandaren_explodes_only_after_harmony_is_paid(answer: str, purses: list[int], there: int) -> None:
    state = warcraft(
        3,
        turn=2,
        phase="choose",
        seats=[
            seat(active("goblins", "miners"), coins=2, harmony=True),
            seat(active("pandaren", "farmers")),
            seat(active("kobolds", "herbalists")),
        ],
        regions={0: hold(0, "goblins"), 1: hold(1, "pandaren", 2, bomb="live")},
        bomb_stack=["dud"],
    )
    play(state, "finish")
    assert (state.turn, state.phase, verbs(state)) == (0, "reveal", {"pay", "finish"})
    play(state, answer)
    assert (state.phase, coins(state)[:2], tokens(state, 1)) == ("choose", purses, there)
    assert (bombs(state), stack(state)) == ({}, ["dud"])


@pytest.mark.rule("WW-RACE-GOBLINS", "WW-INT-22")
@pytest.mark.parametrize("power", ["battlemasters", "conquerors"])
def test_an_explosion_brings_no_conquest_coins(power: str) -> None:
    # Humans are Alliance, Goblins are Horde.
    regions = {1: hold(1, "humans", 2, bomb="live", objective=1)}
    state = exploding(regions, active("humans", "farmers"), power=power)
    assert (coins(state)[:2], region(state, 1)) == ([0, 5], {"objective": 1})
    end_turn(state)
    assert coins(state)[:2] == [1, 5]


# Orcs


def raging(hand: int, regions: dict[int, Any], *others: dict[str, Any], **more: Any) -> swenv.State:
    """Seat 0, with an empty purse, conquers with Orcs who hold region 0."""
    power = more.pop("power", "sailors")
    return conquering(
        hand, {0: hold(0, "orcs"), **regions}, *others, name="orcs", power=power, coins=[0, 5], **more
    )  # fmt: skip


@pytest.mark.rule("WW-RACE-ORCS", "WW-EX-17")
def test_orcs_get_a_coin_for_each_alliance_region_besides_the_faction_bonus() -> None:
    regions = {1: hold(1, "humans"), 4: hold(1, "humans"), 5: hold(1, "dwarves")}
    state = raging(10, regions, active("humans", "farmers"), declined("dwarves"))
    end_turn(play(state, "conquer 1", "conquer 4", "conquer 5"))
    assert coins(state)[0] == 4 + 2 + 3


@pytest.mark.rule("WW-RACE-ORCS")
@pytest.mark.parametrize(
    ("target", "others"),
    [
        ({}, []),
        (MURLOC, []),
        (hold(1, "trolls"), [active("trolls", "farmers")]),
        (hold(1, "naga"), [active("naga", "farmers")]),
        (hold(1, "naga"), [active("humans", "farmers"), declined("naga")]),
    ],
    ids=["empty", "murloc", "horde", "neutral", "neutral race in decline"],
)
def test_orcs_get_nothing_for_other_regions(target: dict[str, Any], others: list[dict[str, Any]]) -> None:
    state = end_turn(play(raging(9, {1: target}, *others), "conquer 1"))
    assert coins(state)[0] == 2


@pytest.mark.rule("WW-RACE-ORCS", "WW-CLAR-22", "WW-FACTION-4")
def test_orcs_are_paid_for_their_own_alliance_race_in_decline() -> None:
    state = raging(9, {1: hold(0, "gnomes")}, own=[declined("gnomes")])
    assert coins(end_turn(play(state, "conquer 1")))[0] == 2 + 1 + 1


@pytest.mark.rule("WW-RACE-ORCS")
def test_the_coins_of_the_orcs_are_for_this_turn_alone() -> None:
    regions = {1: hold(1, "humans"), 4: hold(1, "humans"), 12: hold(1, "humans")}
    state = end_turn(play(raging(8, regions, active("humans", "farmers")), "conquer 1", "conquer 4"))
    assert coins(state)[0] == 3 + 1 + 2
    end_turn(end_turn(state))
    assert coins(state)[0] == 6 + 3


@pytest.mark.rule("WW-RACE-ORCS")
def test_the_coins_of_the_orcs_come_at_the_scoring() -> None:
    state = play(raging(8, {1: hold(1, "humans")}, active("humans", "farmers")), "conquer 1")
    assert coins(state)[0] == 0


@pytest.mark.rule("WW-RACE-ORCS")
def test_orcs_in_decline_get_no_coins() -> None:
    regions = {0: hold(0, "blood_elves"), 12: hold(0, "orcs"), 1: hold(1, "humans"), 4: hold(1, "humans")}
    state = conquering(
        8, regions, active("humans", "farmers"), own=[declined("orcs")], name="blood_elves", power="sailors",
        coins=[0, 5],
    )  # fmt: skip
    end_turn(play(state, "conquer 1", "conquer 4"))
    assert coins(state)[0] == 4 + 1


# Tauren


def charging(hand: int, regions: dict[int, Any], *others: dict[str, Any], **more: Any) -> swenv.State:
    """Seat 0 conquers with Tauren, two of whom hold region 0."""
    power = more.pop("power", "sailors")
    return conquering(hand, {0: hold(0, "tauren", 2), **regions}, *others, name="tauren", power=power, **more)


@pytest.mark.rule("WW-RACE-TAUREN", "WW-EX-16", "WW-INT-9")
def test_tauren_conquer_with_two_tokens_at_least() -> None:
    regions = {1: hold(1, "orcs"), 5: hold(0, "tauren", 2)}
    state = charging(8, regions, active("orcs", "farmers"), power="blacksmiths")
    # Empty 4 and Mountain 9, an Orc in 1.
    assert [price(state, number) for number in (4, 9, 1)] == [2, 2, 2]
    regions[1] = hold(1, "orcs", 2)
    assert price(charging(8, regions, active("orcs", "farmers"), power="blacksmiths"), 1) == 3


@pytest.mark.rule("WW-RACE-TAUREN")
def test_the_doomhammer_takes_two_tauren() -> None:
    regions = {0: hold(0, "tauren", 2, artifacts=["doomhammer"]), 1: hold(1, "orcs", 6)}
    assert price(charging(8, regions, active("orcs", "farmers")), 1, "arm doomhammer") == 2


@pytest.mark.rule("WW-RACE-TAUREN", "WW-CONQ-9")
def test_a_single_tauren_in_hand_conquers_nothing_and_makes_no_final_attempt() -> None:
    assert legal(charging(1, {}), "conquer") == []
    state = charging(2, {1: hold(1, "orcs")}, active("orcs", "farmers"))
    assert 1 in legal(state, "conquer")
    won = rolled(state, "conquer 1", 1)
    assert (region(won, 1)["race"], tokens(won, 1)) == ("tauren", 2)


@pytest.mark.rule("WW-RACE-TAUREN")
def test_two_tauren_stay_in_each_region_when_they_are_gathered() -> None:
    state = warcraft(
        phase="choose",
        seats=[seat(active("tauren", "farmers")), seat()],
        regions={0: hold(0, "tauren", 5), 12: hold(0, "tauren", 2)},
    )
    play(state, "conquer 4")
    assert [tokens(state, number) for number in (0, 4, 12)] == [2, 2, 2]
    assert in_hand(state, 0, "tauren") == 1


@pytest.mark.rule("WW-RACE-TAUREN")
def test_an_abandoned_region_gives_both_tauren_back() -> None:
    state = warcraft(
        phase="choose",
        seats=[seat(active("tauren", "farmers")), seat()],
        regions={0: hold(0, "tauren", 2), 12: hold(0, "tauren", 2)},
    )
    play(state, "abandon 12")
    assert (region(state, 12), in_hand(state, 0, "tauren"), legal(state, "conquer")) == ({}, 2, [1, 4, 9, 12, 15])


@pytest.mark.rule("WW-RACE-TAUREN")
def test_two_tauren_stay_in_each_region_when_they_are_laid_out() -> None:
    state = play(charging(1, {0: hold(0, "tauren", 4), 1: hold(0, "tauren", 2)}), "finish")
    assert (state.phase, in_hand(state, 0, "tauren")) == ("deploy", 3)
    play(state, "deploy 1", "deploy_rest 1")
    assert (state.turn, tokens(state, 0), tokens(state, 1)) == (1, 2, 5)


@pytest.mark.rule("WW-RACE-TAUREN")
def test_a_conquest_of_tauren_costs_them_one_token() -> None:
    regions = {0: hold(0, "orcs"), 1: hold(1, "tauren", 2), 12: hold(1, "tauren", 2)}
    state = conquering(9, regions, active("tauren", "farmers"), name="orcs", power="sailors")
    assert price(state, 1) == 2 + 2
    play(state, "conquer 1")
    assert (in_hand(state, 1, "tauren"), tray(state, "tauren")) == (1, 13)
    # A single token may be added to a region.
    play(state, "finish", "deploy_rest 0", "deploy_rest 12")
    assert (state.turn, tokens(state, 12)) == (1, 3)


def pushing(regions: dict[int, Any], *others: dict[str, Any]) -> swenv.State:
    """Seat 0 conquers with Strongmen in region 0."""
    return conquering(5, {0: hold(0, "orcs"), **regions}, *others, name="orcs", power="strongmen")


@pytest.mark.rule("WW-RACE-TAUREN", "WW-INT-57")
def test_a_tauren_that_is_left_alone_goes_to_hand_at_once() -> None:
    regions = {1: hold(1, "tauren", 2), 12: hold(1, "tauren", 2)}
    state = play(pushing(regions, active("tauren", "farmers")), "push 1", "push_to 12")
    assert (region(state, 1), tokens(state, 12), in_hand(state, 1, "tauren")) == ({}, 3, 1)
    assert (tray(state, "tauren"), price(state, 1)) == (12, 2)
    play(state, "finish", "deploy_rest 0")
    assert (state.phase, state.to_act, legal(state, "deploy")) == ("withdrawn", 1, [12])
    play(state, "deploy 12")
    assert (state.turn, tokens(state, 12)) == (1, 4)


@pytest.mark.rule("WW-RACE-TAUREN")
def test_a_region_with_two_tauren_left_is_kept() -> None:
    regions = {1: hold(1, "tauren", 3), 12: hold(1, "tauren", 2)}
    state = play(pushing(regions, active("tauren", "farmers")), "push 1", "push_to 12")
    assert (tokens(state, 1), tokens(state, 12), in_hand(state, 1, "tauren")) == (2, 3, 0)


@pytest.mark.rule("WW-RACE-TAUREN")
def test_the_last_two_tauren_of_a_race_lose_one_and_keep_one_in_hand() -> None:
    state = play(pushing({1: hold(1, "tauren", 2)}, active("tauren", "farmers")), "push 1")
    assert (region(state, 1), in_hand(state, 1, "tauren"), tray(state, "tauren")) == ({}, 1, 15)


@pytest.mark.rule("WW-RACE-TAUREN", "WW-CLAR-9")
def test_a_lone_tauren_in_decline_stays() -> None:
    regions = {1: hold(1, "tauren", 2), 12: hold(1, "tauren", 2)}
    state = play(pushing(regions, declined("tauren")), "push 1", "push_to 12")
    assert (tokens(state, 1), tokens(state, 12)) == (1, 3)
    play(state, "push 1", "push_to 12")
    assert (region(state, 1), tokens(state, 12)) == ({}, 4)


@pytest.mark.rule("WW-RACE-TAUREN", "WW-EX-37", "WW-ACT-28", "WW-DECL-3")
def test_two_tauren_stay_in_each_region_at_the_decline() -> None:
    regions = {0: hold(0, "tauren", 4), 1: hold(0, "tauren", 2), 12: hold(0, "tauren", 2)}
    state = declining([active("tauren", "farmers", hand=3)], regions)
    assert [tokens(state, number) for number in (0, 1, 12)] == [2, 2, 2]
    assert (tray(state, "tauren"), coins(state)[0]) == (10, 3)


@pytest.mark.rule("WW-RACE-TAUREN")
@pytest.mark.parametrize(("power", "piece"), [("champions", "champion"), ("beastmasters", "beasts")])
def test_one_tauren_stays_at_the_decline_where_only_one_is(power: str, piece: str) -> None:
    regions = {0: hold(0, "tauren", 3), 1: hold(0, "tauren", 1, **{piece: 1})}
    state = declining([active("tauren", power)], regions)
    assert (tokens(state, 0), tokens(state, 1), markers(state, 1), coins(state)[0]) == (2, 1, {}, 2)


@pytest.mark.rule("WW-RACE-TAUREN", "WW-CONQ-15")
def test_both_tauren_in_decline_defend_and_are_lost() -> None:
    regions = {0: hold(0, "orcs"), 1: hold(1, "tauren", 2), 12: hold(1, "tauren", 2)}
    state = conquering(9, regions, declined("tauren"), name="orcs", power="sailors")
    assert price(state, 1) == 2 + 2
    assert tray(play(state, "conquer 1"), "tauren") == 14


@pytest.mark.rule("WW-RACE-TAUREN", "WW-CLAR-9")
def test_a_beast_counts_as_one_of_the_two_for_a_conquest() -> None:
    fields = {"beasts": 1}
    state = charging(1, {}, power="beastmasters", fields=fields)
    assert {1, 4} <= set(legal(state, "conquer"))
    won = play(charging(2, {}, power="beastmasters", fields={"beasts": 2}), "conquer 4")
    assert (won.phase, tokens(won, 4), markers(won, 4)) == ("conquest", 2, {})


@pytest.mark.rule("WW-RACE-TAUREN", "WW-POWER-CHAMPIONS")
@pytest.mark.parametrize(("hand", "targets"), [(0, []), (1, [1, 4])])
def test_a_tauren_from_hand_goes_with_the_champion(hand: int, targets: list[int]) -> None:
    state = charging(hand, {1: hold(1, "orcs", 4)}, active("orcs", "farmers"), power="champions")
    assert legal(state, "champion") == targets
    if targets:
        more = play(charging(4, {1: hold(1, "orcs", 4)}, active("orcs", "farmers"), power="champions"), "champion 1")
        assert (tokens(more, 1), markers(more, 1), in_hand(more, 0, "tauren")) == (1, {"champion": 1}, 3)


@pytest.mark.rule("WW-RACE-TAUREN", "WW-CLAR-9")
def test_a_tauren_whose_beasts_are_discarded_goes_to_hand_at_the_start_of_the_turn() -> None:
    regions = {0: hold(0, "tauren", 2), 5: hold(0, "tauren", 1, beasts=1), 4: hold(0, "tauren", 2, beasts=1)}
    state = starting(regions, [active("tauren", "beastmasters")])
    assert (region(state, 5), in_hand(state, 0, "tauren"), tokens(state, 4), markers(state, 4)) == ({}, 1, 2, {})
    end_turn(state)
    assert (state.turn, sorted([tokens(state, 0), tokens(state, 4)])) == (1, [2, 3])


# Trolls


@pytest.mark.rule("WW-RACE-TROLLS", "WW-INT-11")
def test_occupied_regions_cost_trolls_one_less() -> None:
    regions = {
        0: hold(0, "trolls"),
        1: MURLOC,
        4: hold(1, "orcs", 2),
        5: hold(0, "trolls"),
        6: hold(1, "naga", 2),
        12: hold(1, "orcs"),
    }
    state = conquering(9, regions, active("orcs", "farmers"), declined("naga"), name="trolls", power="miners")
    # A Murloc, an active race, a race in decline, an anchor of another board; then the empty Mountain 9.
    assert [price(state, number) for number in (1, 4, 6, 12)] == [2 + 1 - 1, 2 + 2 - 1, 2 + 2 - 1, 2 + 1 + 1 - 1]
    assert price(state, 9) == 2 + 1


@pytest.mark.rule("WW-RACE-TROLLS", "WW-CLAR-1")
def test_a_region_of_the_own_race_in_decline_is_occupied() -> None:
    regions = {0: hold(0, "trolls"), 1: hold(0, "naga")}
    state = conquering(9, regions, own=[declined("naga")], name="trolls", power="miners")
    assert price(state, 1) == 1


@pytest.mark.rule("WW-RACE-TROLLS", "WW-INT-11", "WW-CLAR-15")
@pytest.mark.parametrize(
    ("power", "pieces", "paid"), [("champions", {"champion": 1}, 2), ("beastmasters", {"beasts": 2}, 3)]
)
def test_a_region_that_the_champion_or_beasts_hold_alone_is_occupied(
    power: str, pieces: dict[str, int], paid: int
) -> None:
    regions = {0: hold(0, "trolls"), 1: hold(1, "orcs", 0, **pieces), 12: hold(1, "orcs")}
    state = conquering(9, regions, active("orcs", power), name="trolls", power="miners")
    assert price(state, 1) == paid


@pytest.mark.rule("WW-RACE-TROLLS", "WW-EX-15")
def test_trolls_pay_one_token_at_least() -> None:
    regions = {0: hold(0, "trolls", artifacts=["frostmourne"]), 1: MURLOC}
    state = conquering(9, regions, name="trolls", power="blacksmiths")
    assert (price(state, 1), price(state, 1, "arm frostmourne"), legal_words(state, "arm")) == (1, 1, {"frostmourne"})


@pytest.mark.rule("WW-RACE-TROLLS")
def test_trolls_in_decline_make_nothing_cheaper() -> None:
    regions = {0: hold(0, "orcs"), 1: MURLOC, 4: hold(0, "trolls")}
    state = conquering(9, regions, own=[declined("trolls")], name="orcs", power="miners")
    assert price(state, 1) == 2 + 1
    assert race(state, 0, "trolls")["status"] == "decline"
