"""What holds in every position of Underground and of mixed boxes, what every turn pays, and what every mask offers."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

import swenv
from boxes import BADGE, PLACES, RELICS, TRAY, UNDERGROUND_BADGE, UNDERGROUND_TRAY
from checkedplay import is_refused, play_and_check, play_many_and_check
from invariants import Broken, check, check_step
from maskcheck import hold_the_mask_to_its_word, hold_the_mask_to_the_reference
from randomplay import (
    BOARDS,
    BOTH,
    SOME_BOARDS,
    board_game,
    busy_walk,
    haunted_game,
    mixed_game,
    one_of_each_phase,
    sample,
    walk,
)
from reference import Position
from support import MONSTERS, active, declined, held, many, play, seat, underground

MIXED = [
    ("smallworld", True),
    ("underground", False),
    pytest.param("smallworld", False, marks=pytest.mark.slow),
    pytest.param("underground", True, marks=pytest.mark.slow),
]
"""Both boxes on boards of either, without and with Places and Relics."""
SWITCHES: dict[str, Any] = {
    "own_decline_defends": True,
    "substitution_needs_hand": False,
    "flames_entry": "volcano",
    "vampire_limit": "opponent",
    "scepter_void": "place",
    "diamond_scope": "race",
    "stonehedge_decline_powers": "declined_holder",
}
"""Every option that is not the default."""
SLOW_GAMES = many(100)
"""Games on each of the four boards; `support.MANY` says how to play more."""
SLOW_MIXED_GAMES = many(50)
"""Games on each board of Underground, and on that of the base game for 3 players."""


# Positions and steps


@pytest.mark.rule(
    "UG-SETUP-4",
    "UG-SETUP-6",
    "UG-SETUP-7",
    "UG-SETUP-8",
    "UG-SETUP-10",
    "UG-SETUP-11",
    "UG-SETUP-12",
    "UG-SETUP-13",
    "UG-SCORE-1",
    "UG-SCORE-2",
    "UG-SCORE-3",
    "UG-SCORE-5",
    "UG-LOSS-4",
    "UG-LOSS-8",
    "UG-RIVER-3",
    "UG-RIVER-6",
    "UG-INT-97",
)
@pytest.mark.parametrize("num_players", SOME_BOARDS)
def test_invariants_hold_at_every_step_of_random_games(num_players: int) -> None:
    loaded = board_game(num_players, "underground")
    for seed in range(2):
        assert play_and_check(loaded, seed) > loaded.board.rounds * num_players


@pytest.mark.rule("UG-PLACE-0", "UG-RELIC-0", "UG-IMM-9", "UG-CONQ-10", "UG-POWER-VENGEFUL")
@pytest.mark.parametrize("num_players", SOME_BOARDS)
def test_invariants_hold_where_half_of_the_places_and_relics_come_up(num_players: int) -> None:
    loaded = haunted_game(num_players)
    for seed in range(2):
        assert play_and_check(loaded, seed, by=busy_walk) > loaded.board.rounds * num_players


@pytest.mark.rule("UG-MIX-9", "UG-MIX-10", "UG-MIX-11", "UG-MIX-13", "UG-MIX-14")
@pytest.mark.parametrize("num_players", [4])
@pytest.mark.parametrize(("name", "places"), MIXED)
def test_invariants_hold_in_mixed_games(name: str, places: bool, num_players: int) -> None:
    loaded = mixed_game(name, num_players, places)
    for seed in range(2):
        by = busy_walk if seed % 2 else walk
        assert play_and_check(loaded, seed, by) > loaded.board.rounds * num_players


@pytest.mark.rule("UG-ED-2", "UG-ED-3", "UG-ED-4", "UG-ED-5")
def test_invariants_and_payments_hold_with_every_switch_turned() -> None:
    loaded = swenv.load("underground", num_players=3, **SWITCHES)
    for seed in range(2):
        assert play_and_check(loaded, seed, by=busy_walk) > loaded.board.rounds * 3


@pytest.mark.slow
@pytest.mark.rule("UG-SCORE-1", "UG-LOSS-1", "UG-LOSS-4", "UG-RIVER-3", "UG-PLACE-0", "UG-RELIC-0", "UG-IMM-9")
@pytest.mark.parametrize("num_players", BOARDS)
def test_many_random_games_break_no_invariant(num_players: int) -> None:
    met = set()
    for state, action in play_many_and_check(board_game(num_players, "underground"), SLOW_GAMES, seed=num_players):
        met |= {state.phase, action.split()[0]}
    if SLOW_GAMES >= 1000:  # fewer need not come to all of them
        assert {"swap", "volcano", "reborn", "balrog", "altar", "vampire", "roll_for", "use", "bag"} <= met


@pytest.mark.slow
@pytest.mark.rule("UG-MIX-9", "UG-MIX-13", "UG-MIX-14", "UG-SCORE-1")
@pytest.mark.parametrize(("name", "num_players"), [("smallworld", 3), *(("underground", n) for n in BOARDS)])
def test_many_mixed_games_break_no_invariant(name: str, num_players: int) -> None:
    loaded = mixed_game(name, num_players, places=True)
    assert sum(1 for _ in play_many_and_check(loaded, SLOW_MIXED_GAMES, seed=num_players)) > SLOW_MIXED_GAMES


def test_random_games_meet_every_phase_race_power_place_and_relic() -> None:
    """The property tests are only as good as the positions that random play comes through."""
    phases, races, powers, finds, verbs = set(), set(), set(), set(), set()
    for seed in range(24):
        for state, action in busy_walk(haunted_game(BOARDS[seed % 4]), seed):
            phases.add(state.phase)
            if action < 0:
                continue
            verbs.add(state.game.action(action).verb)
            if state.phase in {"choose", "altar"}:
                document = state.to_position()
                for owner in document["seats"]:
                    races |= {entry["race"] for entry in owner["races"]}
                    powers |= {entry["power"] for entry in owner["races"]}
                for place in document["regions"].values():
                    finds |= {place.get("place"), *place.get("relics", ())}
    assert phases - {"ancient"} == {  # Cultists come to it only by Reborn, at other times in `choose`
        "pick",
        "choose",
        "ready",
        "conquest",
        "deploy",
        "markers",
        "withdrawn",
        "over",
        "swap",
        "volcano",
        "reborn",
        "balrog",
        "tomb",
        "altar",
    }
    assert races == set(UNDERGROUND_TRAY) and powers - {None} == set(UNDERGROUND_BADGE)
    assert finds - {None} == PLACES | RELICS
    assert verbs >= {"ancient", "use", "bag", "scepter", "ring", "ghost", "queen", "armor", "roll_for"}


# The checker itself


def spoilable() -> swenv.State:
    """A position with a bit of everything, at the start of a turn."""
    return underground(
        seats=[
            seat(active("cultists", "martyr", ancient_placed=True), declined("kraken", "royal")),
            seat(active("iron_dwarves", "magic", hammers=2)),
        ],
        regions={
            0: {**held(0, "cultists", 2, ancient=1), "place": "pentacle"},
            1: held(0, "cultists", 1),
            2: held(0, "kraken", 1, queen=1),
            8: {**held(1, "iron_dwarves", 3, bag=1), "relics": ["sword"]},
            9: {"markers": {"balrog": 1}},
            10: {"markers": {"volcano": 1}},
            11: MONSTERS,
        },
        places_stack=["keep"],
    )


@pytest.mark.rule("UG-SETUP-24", "UG-RIVER-6", "UG-IMM-9", "UG-PLACE-CRYPT", "UG-INT-97", "UG-SETUP-23")
def test_the_checker_sees_what_is_broken() -> None:
    """A checker that never fails proves nothing: each of its chapters must refuse a spoilt position."""
    state = spoilable()
    document = check(state)
    regions, seats, tray, turn = (document[name] for name in ("regions", "seats", "tray", "turn_state"))

    refused = partial(is_refused, state)

    def without(number: str) -> dict[str, Any]:
        return {key: place for key, place in regions.items() if key != number}

    def marked(number: str, **markers: int) -> None:
        refused("SW-INV-5", number, **{**regions[number], "markers": markers})

    def turned(rule: str, **changes: Any) -> None:
        refused(rule, turn_state={**turn, **changes})

    refused("UG-MIX-10", tray={**tray, "orcs": 10})
    refused("SW-INV-1", tray={**tray, "drow": tray["drow"] + 1})
    refused("SW-INV-2", stonehedge=document["power_stack"][0])
    refused("SW-INV-2", power_stack=document["power_stack"][1:])
    one_kraken = {**seats[0]["races"][1], "power": None}
    one_more = [*document["discarded_powers"], "royal"]
    refused(
        "SW-INV-5",
        seats=[{**seats[0], "races": [seats[0]["races"][0], one_kraken]}, seats[1]],
        discarded_powers=one_more,
    )
    refused("SW-INV-2", seats=[{**seats[0], "races": [{**seats[0]["races"][1], "power": "vanishing"}]}, seats[1]])
    two = {**regions, "2": {**regions["2"], "tokens": 2}}
    refused("SW-INV-4", regions=two, tray={**tray, "kraken": tray["kraken"] - 1})
    for markers in ({"armor": 1}, {"queen": 1}, {"bag": 1}, {"balrog": 1}, {"volcano": 1}, {"ancient": 2}):
        marked("1", **markers)
    marked("8", ancient=1)
    refused("SW-INV-5", "11", monsters=2, markers={"armor": 1})
    refused("UG-RIVER-6", "10", relics=["orb"])
    refused("UG-INT-97", "1", **{**regions["1"], "monsters": 2})
    refused("UG-RIVER-3", regions={**without("1"), "13": regions["1"]})
    refused("UG-IMM-9", "9", markers={"balrog": 1, "ghost": 1})
    refused("UG-PLACE-PENTACLE", "9", markers={"balrog": 1}, monsters=2)
    refused("UG-PLACE-PENTACLE", "0", **{**regions["0"], "place": "keep"}, places_stack=["pipe"])
    refused("UG-PLACE-CRYPT", "5", markers={"ghost": 1})
    refused("UG-RACE-FLAMES", regions={**without("10"), "5": regions["10"]})
    refused("UG-SETUP-24", places_stack=[])
    refused("UG-SETUP-24", places_stack=["keeper"])
    refused("UG-PLACE-0", places_stack=["sword"])
    refused("UG-SETUP-23", "11", monsters=1)
    refused("UG-SETUP-23", regions={**without("11"), "5": regions["11"]})
    refused("UG-PLACE-STONEHEDGE", stonehedge=document["power_stack"][0], power_stack=document["power_stack"][1:])
    refused("UG-POWER-VENGEFUL", seats=[{**seats[0], "vengeance": True}, seats[1]])
    many = {**seats[1]["races"][0], "hammers": 8}
    refused("UG-SETUP-13", seats=[seats[0], {**seats[1], "races": [many]}])
    lent = {**seats[0]["races"][0], "hammers": 1}
    refused("UG-SETUP-13", seats=[{**seats[0], "races": [lent, seats[0]["races"][1]]}, seats[1]])
    turned("UG-RACE-DWARVES", hammers_left=1)
    turned("UG-RELIC-00", armed=["sword"])
    turned("UG-RELIC-BAG", bag_armed=True)
    for name, value in (("used", ["sword"]), ("bag", "orb"), ("reborn", 1), ("balrog_moved", True), ("picked", True)):
        turned("UG-TURN-2", **{name: value})


@pytest.mark.rule("UG-CONQ-10", "UG-INT-89", "UG-PLACE-0", "UG-RELIC-0", "UG-LOSS-8", "UG-SCORE-1", "UG-RELIC-00")
def test_the_checker_sees_what_went_wrong_in_a_step() -> None:
    """Each chapter of the check over a step must refuse a spoilt outcome."""
    state = underground(
        3,
        phase="conquest",
        seats=[
            seat(active("mummies", "martyr", hand=14)),
            seat(active("drow", "vengeful"), declined("liches")),
            seat(active("iron_dwarves", "magic")),
        ],
        regions={
            5: {**held(0, "mummies"), "relics": ["sword"]},
            6: held(1, "drow", 2),
            0: {**held(1, "liches"), "markers": {}},
            9: {**MONSTERS},
            11: {"place": "pentacle"},
            12: {"markers": {"balrog": 1}},
            4: {"place": "crypt"},
            3: {"markers": {"ghost": 1}},
        },
        crypt_master=1,
        places_stack=["keep"],
    )
    board, options = state.game.board, state.game.options

    def step(action: str, *earlier: str) -> tuple[dict[str, Any], dict[str, Any]]:
        now = play(state.copy(), *earlier)
        before = now.to_position()
        after = play(now, action).to_position()
        check_step(before, action, after, board, options)
        return before, after

    def refused(rule: str, action: str, before: dict[str, Any], after: dict[str, Any], **changes: Any) -> None:
        with pytest.raises(Broken, match=f"^{rule}: "):
            check_step(before, action, {**after, **changes}, board, options)

    def with_region(after: dict[str, Any], number: str, **fields: Any) -> dict[str, Any]:
        return {**after["regions"], number: {**after["regions"].get(number, {}), **fields}}

    before, after = step("conquer 6")
    refused("UG-LOSS-8", "conquer 6", before, after, regions=with_region(after, "2", monsters=2))
    refused("UG-INT-89", "conquer 6", before, after, places_stack=[])
    refused("UG-PLACE-0", "conquer 6", before, after, regions=with_region(after, "4", place=None))
    moved = {**with_region(after, "5", relics=[]), "6": {**after["regions"]["6"], "relics": ["sword"]}}
    refused("UG-RELIC-0", "conquer 6", before, after, regions=moved)
    refused("UG-REDEP-3", "conquer 6", before, after, regions=with_region(after, "6", markers={"volcano": 1}))
    refused("UG-IMM-1", "conquer 6", before, after, regions=with_region(after, "12", markers={}))
    refused("UG-IMM-4", "conquer 6", before, after, regions=with_region(after, "3", markers={}))
    refused("UG-POWER-SHIELD", "conquer 6", before, after, regions=with_region(after, "6", markers={"armor": 1}))
    spared = {**after["tray"], "drow": before["tray"]["drow"]}
    refused("UG-LOSS-4", "conquer 6", before, after, tray=spared)
    grown = {**after["seats"][0]["races"][0], "hand": after["seats"][0]["races"][0]["hand"] + 1}
    more = [{**after["seats"][0], "races": [grown]}, *after["seats"][1:]]
    refused("UG-PLACE-00", "conquer 6", before, after, seats=more)
    refused("UG-IMM-6", "conquer 6", before, after, crypt_master=0)
    refused("UG-INT-88", "conquer 6", before, after, stonehedge="mining")
    unmarked = [{**entry, "vengeance": False} for entry in after["seats"]]
    refused("UG-POWER-VENGEFUL", "conquer 6", before, after, seats=unmarked)
    refused("SW-TURN-13", "conquer 6", before, after, phase="ready")
    refused("SW-TURN-13", "conquer 6", before, after, turn=2, phase="choose")

    before, after = step("conquer 0")
    assert [now["coins"] for now in after["seats"]] == [4, 6, 5], "the Liches are paid"
    unpaid = [{**now, "coins": old["coins"]} for now, old in zip(after["seats"], before["seats"], strict=True)]
    refused("SW-SCORE-7", "conquer 0", before, after, seats=unpaid)

    before, after = step("conquer 9", "conquer 6")
    refused("UG-CONQ-10", "conquer 9", before, after, places_stack=["keep"])
    refused("UG-CONQ-10", "conquer 9", before, after, regions=with_region(after, "9", place=None))

    before, after = step("conquer 6", "use sword")
    stays = {**with_region(after, "6", relics=[]), "5": {**after["regions"]["5"], "relics": ["sword"]}}
    refused("UG-RELIC-0", "conquer 6", before, after, regions=stays)

    before, after = step("deploy_rest 5", "finish")
    richer = [{**after["seats"][0], "coins": after["seats"][0]["coins"] + 1}, *after["seats"][1:]]
    refused("SW-SCORE-7", "deploy_rest 5", before, after, seats=richer)

    state = underground(
        phase="choose",
        tray={"ogres": 0},
        seats=[seat(active("ogres", "stone"), declined("shrooms", "reborn")), seat()],
        regions={0: held(0, "ogres", 3), 1: held(0, "ogres", 2), 5: held(0, "shrooms"), 6: held(0, "shrooms")},
    )
    board, options = state.game.board, state.game.options
    before, after = step("reborn 5")
    elsewhere = {**with_region(after, "1", tokens=1), "0": {**after["regions"]["0"], "tokens": 3}}
    refused("UG-CLAR-26", "reborn 5", before, after, regions=elsewhere)


@pytest.mark.parametrize(("name", "places"), MIXED)
def test_every_position_on_the_way_can_be_written_and_read_back(name: str, places: bool) -> None:
    loaded = mixed_game(name, 4, places)
    for state in sample(loaded, games=3, per_game=40, seed=24, by=busy_walk):
        assert loaded.from_position(state.to_position()) == state


# Masks


@pytest.mark.parametrize("num_players", SOME_BOARDS)
def test_every_action_in_the_mask_applies_and_every_other_is_refused_by_a_rule(num_players: int) -> None:
    for state in sample(haunted_game(num_players), games=2, per_game=3, seed=21, by=busy_walk):
        hold_the_mask_to_its_word(state)


@pytest.mark.parametrize(("name", "places"), MIXED)
def test_the_mask_keeps_its_word_in_mixed_games(name: str, places: bool) -> None:
    for state in sample(mixed_game(name, 3, places), games=4, per_game=3, seed=22, by=busy_walk):
        hold_the_mask_to_its_word(state)


def test_the_mask_keeps_its_word_in_every_phase() -> None:
    met = one_of_each_phase(haunted_game(3), games=12, by=busy_walk)
    assert {"swap", "volcano", "reborn", "balrog", "altar", "tomb", "markers", "withdrawn"} <= met.keys()
    for state in met.values():
        hold_the_mask_to_its_word(state)


@pytest.mark.slow
@pytest.mark.parametrize("num_players", BOARDS)
def test_the_mask_keeps_its_word_on_many_states(num_players: int) -> None:
    for seed, loaded in enumerate((haunted_game(num_players), mixed_game("underground", num_players, True))):
        for state in sample(loaded, games=many(4), per_game=8, seed=23 + seed, by=busy_walk):
            hold_the_mask_to_its_word(state)


@pytest.mark.rule("UG-CONQ-2", "UG-CONQ-3", "UG-CONQ-4", "UG-CONQ-5", "UG-CONQ-9", "UG-IMM-6", "UG-ACT-16")
@pytest.mark.parametrize("num_players", (2, 5))
def test_the_mask_is_what_a_second_reading_of_the_rules_allows(num_players: int) -> None:
    for seed in range(2):
        loaded, by = (
            (haunted_game(num_players), busy_walk) if seed % 2 else (board_game(num_players, "underground"), walk)
        )
        for state, action in by(loaded, seed + 70):
            if action >= 0:
                hold_the_mask_to_the_reference(state)


@pytest.mark.rule("UG-MIX-6", "UG-MIX-12", "UG-MIX-14")
@pytest.mark.parametrize("num_players", [5])
@pytest.mark.parametrize(("name", "places"), MIXED)
def test_the_second_reading_agrees_on_mixed_games(name: str, places: bool, num_players: int) -> None:
    for seed in range(2):
        for state, action in busy_walk(mixed_game(name, num_players, places), seed + 80):
            if action >= 0:
                hold_the_mask_to_the_reference(state)


@pytest.mark.rule("UG-ED-1", "UG-ED-2", "UG-ED-5")
def test_the_second_reading_agrees_with_every_switch_turned() -> None:
    for num_players in (2, 3):
        loaded = swenv.load("underground", num_players=num_players, **SWITCHES)
        for seed in range(2):
            for state, action in busy_walk(loaded, seed + 90):
                if action >= 0:
                    hold_the_mask_to_the_reference(state)


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, SWITCHES], ids=["defaults", "switches"])
@pytest.mark.parametrize("num_players", BOARDS)
def test_the_second_reading_agrees_on_many_games(num_players: int, options: dict[str, Any]) -> None:
    no_flames = {name: value for name, value in options.items() if name != "flames_entry"}  # no volcano, no Flames
    games = [
        (swenv.load("underground", num_players=num_players, **options), walk, 2),
        (swenv.load("underground", num_players=num_players, boxes=BOTH, **options), busy_walk, 2),
        (swenv.load("smallworld", num_players=num_players, boxes=BOTH, places=True, **no_flames), busy_walk, 2),
    ]
    if not options:
        games += [(haunted_game(num_players), busy_walk, 3), (haunted_game(num_players, BOTH), busy_walk, 3)]
    for loaded, by, count in games:
        for seed in range(many(count)):
            for state, action in by(loaded, seed + 500):
                if action >= 0:
                    hold_the_mask_to_the_reference(state)


@pytest.mark.rule("UG-CONQ-5", "UG-CONQ-6", "UG-CONQ-7", "UG-CONQ-8", "UG-ACT-12", "UG-INT-84")
@pytest.mark.parametrize("num_players", (3, pytest.param(5, marks=pytest.mark.slow)))
def test_a_conquest_costs_what_a_second_reading_says(num_players: int) -> None:
    """While the conquests go on: the tokens and the Hammers used, and the hand left."""
    seen = dict.fromkeys(("conquer", "vampire", "roll_for"), 0)
    for seed in range(8):
        loaded = haunted_game(num_players)
        before, verb, target = None, "", -1
        for state, action in busy_walk(loaded, seed=seed + 95):
            if before is not None and state.phase == "conquest":
                seen[verb] += 1
                hold_the_price(before, verb, target, state)
            before = None
            if action >= 0 and loaded.action(action).verb in seen:
                verb, target = loaded.action(action).verb, int(loaded.action(action).args[0])
                before = Position(state.to_position(), loaded.board)
    assert all(count >= 3 for count in seen.values()), seen


def hold_the_price(before: Position, verb: str, target: int, state: swenv.State) -> None:
    """A successful conquest has put down the tokens of its price, and the hand is that much smaller."""
    after = Position(state.to_position(), state.game.board)
    entry = before.acting()
    hand, effects = before.in_hand(entry), before.armed()
    cost = max(1, before.formula(entry, target, effects) - ((state.last_roll or 0) if verb == "roll_for" else 0))
    if verb == "vampire" or "orb" in effects:
        laid, paid = 1, 0 if before.document["tray"][entry["race"]] else 1
    else:
        tools = before.turn["hammers_left"] * (entry["race"] == "iron_dwarves" and not before.guarded(target))
        laid = paid = max(1, cost - tools)
        assert after.turn["hammers_left"] == before.turn["hammers_left"] - (cost - laid)
    (now,) = (new for new in after.entries(after.seat) if new["race"] == entry["race"])
    assert after.places[target]["tokens"] == laid
    assert now["hand"] - now["reserve"] == hand - paid


def test_the_numbers_of_the_boxes_add_up() -> None:
    assert sum(UNDERGROUND_TRAY.values()) == 165 and len(UNDERGROUND_TRAY) == 15
    assert len(UNDERGROUND_BADGE) == 21 and len(PLACES) == 9 and len(RELICS) == 6
    assert len(TRAY) == 29 and len(BADGE) == 41
