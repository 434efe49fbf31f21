"""What holds in every position of Warcraft, what every turn pays, and what every mask offers."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import cycle
from typing import Any

import numpy as np
import pytest

import swenv
from boxes import (
    ALLIANCE,
    ARTIFACTS,
    BOMBS,
    HORDE,
    LEGENDARY,
    ROUNDS,
    SIZES,
    WARCRAFT_BADGE,
    WARCRAFT_BANNER,
    WARCRAFT_TRAY,
)
from checkedplay import check_the_walk, doctored, is_refused, play_and_check, play_many_and_check, public_part
from invariants import Broken, check, check_step
from invariants_warcraft import check_the_end
from maskcheck import hold_the_mask_to_its_word, hold_the_mask_to_the_reference
from randomplay import BOARDS, SOME_BOARDS, board_game, busy_walk, one_of_each_phase, onward, sample, some_game, walk
from scenes_warcraft import Scene
from support import MANY, MURLOC, active, declined, held, many, play, seat, warcraft

SLOW_GAMES = many(50)
"""Games of each number of players; `support.MANY` says how to play more."""
FIXED = ("warcraft-dry-2", "warcraft-wet-3")
"""Tables of fixed boards: one with a board without water, one with all the water there is."""
PAIRS = list(zip(cycle(sorted(WARCRAFT_TRAY)), sorted(WARCRAFT_BADGE)))
"""Each power with a race, and each race with a power."""
PHASES = {
    "reveal", "pick", "choose", "form", "ready", "conquest", "portal", "push", "put", "strike", "well", "recruit",
    "deploy", "aegis", "heart", "objectives", "bombs", "withdrawn", "over",
}  # fmt: skip
VERBS = {
    "pick", "decline", "abandon", "conquer", "finish", "deploy", "deploy_rest", "form", "arm", "roll_for", "champion",
    "leave_champion", "push", "push_to", "portal", "take", "put", "well", "buy", "beast", "post", "aegis", "heart",
    "objective", "bomb", "pay",
}  # fmt: skip


def warcraft_game(num_players: int) -> swenv.Game:
    return board_game(num_players, "warcraft")


def before_the_reveal() -> swenv.State:
    """After `finish` the Goblins are asked for Harmony: bombs lie under the Pandaren."""
    bombed = {8: {**held(2, "pandaren", 2), "bomb": "live"}, 4: {**held(2, "pandaren", 2), "bomb": "dud"}}
    goblins = seat(active("goblins", "miners"), harmony=True)
    return warcraft(
        3,
        seats=[seat(active("trolls", "farmers")), goblins, seat(active("pandaren", "champions"))],
        regions={0: held(0, "trolls"), 5: held(1, "goblins", 3), 12: held(2, "pandaren", 1, champion=1), **bombed},
    )


def before_the_well() -> swenv.State:
    """After `conquer 5` the Well waits for a water."""
    regions = {4: held(0, "orcs"), 5: {"face_down": "well"}}
    seats = [seat(active("orcs", "miners", hand=4)), seat(active("trolls", "farmers"))]
    return warcraft(phase="conquest", seats=seats, regions=regions)


# Positions and steps


@pytest.mark.rule("WW-COMP-2", "WW-COMP-3", "WW-COMP-4", "WW-TURN-2", "WW-SCORE-1", "WW-SCORE-2", "WW-CONQ-7")
@pytest.mark.parametrize("num_players", SOME_BOARDS)
def test_invariants_hold_at_every_step_of_random_games(num_players: int) -> None:
    loaded = warcraft_game(num_players)
    for seed, by in ((0, walk), (1, busy_walk)):
        assert play_and_check(loaded, seed, by) > ROUNDS[num_players] * num_players


@pytest.mark.rule("WW-PLACE-WELL", "WW-CONQ-14")
@pytest.mark.parametrize("key", FIXED)
def test_invariants_hold_on_boards_without_and_with_water(key: str) -> None:
    loaded = some_game(key)
    assert play_and_check(loaded, 2, busy_walk) > ROUNDS[loaded.num_players] * loaded.num_players


@pytest.mark.rule("WW-CONQ-8", "WW-CONQ-11", "WW-CONQ-13", "WW-ART-2", "WW-ART-3", "WW-SCORE-3")
@pytest.mark.parametrize("num_players", BOARDS)
def test_invariants_and_masks_hold_where_much_happens_at_once(num_players: int) -> None:
    """A scene for each power with a race, played on; a quarter of them on each number of boards."""
    loaded = warcraft_game(num_players)
    for seed, (race, power) in list(enumerate(PAIRS))[num_players - 2 :: 4]:
        check_the_walk(onward(Scene(loaded, seed, race, power).state(), seed, actions=40))


@pytest.mark.rule("WW-INT-29", "WW-CLAR-17", "WW-ACT-22")
def test_invariants_and_masks_hold_when_bombs_are_revealed_under_pandaren() -> None:
    for seed in range(5):
        check_the_walk(onward(before_the_reveal(), seed, actions=20))


@pytest.mark.rule("WW-POWER-BEASTMASTERS", "WW-POWER-CHAMPIONS", "WW-DECL-4")
def test_the_decline_of_one_race_leaves_the_pieces_of_another_alone() -> None:
    def seats(first: str, second: str, **fields: Any) -> list[dict[str, Any]]:
        return [
            seat(active("pandaren", first)),
            seat(active("dwarves", "miners")),
            seat(active("orcs", second, **fields)),
        ]

    regions = {0: held(0, "pandaren", 2), 9: held(1, "dwarves", 1), 5: held(2, "orcs", 1, beasts=2)}
    state = play(warcraft(3, seats=seats("champions", "beastmasters"), regions=regions), "decline")
    check(state)
    assert state.to_position()["regions"]["5"]["markers"] == {"beasts": 2}

    regions[5] = held(2, "orcs", 1)
    seated = seats("beastmasters", "champions", champion_lost=True)
    state = play(warcraft(3, seats=seated, regions=regions), "decline")
    assert state.to_position()["seats"][2]["races"][0]["champion_lost"]


@pytest.mark.slow
@pytest.mark.rule("WW-CONQ-8", "WW-CONQ-11", "WW-CONQ-13", "WW-ART-2", "WW-ART-3", "WW-SCORE-3")
@pytest.mark.parametrize("num_players", BOARDS)
def test_invariants_and_masks_hold_for_every_race_with_every_power(num_players: int) -> None:
    loaded = warcraft_game(num_players)
    pairs = [(race, power) for race in sorted(WARCRAFT_TRAY) for power in sorted(WARCRAFT_BADGE)]
    # each pair on one of the boards and for a few turns, or on all of them and for many
    for seed, (race, power) in list(enumerate(pairs))[num_players % 4 :: 4] if MANY <= 1 else enumerate(pairs):
        check_the_walk(onward(Scene(loaded, 1000 + seed, race, power).state(), seed, actions=min(80, many(25))))


@pytest.mark.slow
@pytest.mark.rule("WW-COMP-2", "WW-COMP-3", "WW-COMP-4", "WW-TURN-2", "WW-SCORE-1", "WW-SCORE-2", "WW-CONQ-7")
@pytest.mark.parametrize("num_players", BOARDS)
def test_many_random_games_break_no_invariant(num_players: int) -> None:
    """On all tables, in batches."""
    met, tables = set(), set()
    for state, action in play_many_and_check(warcraft_game(num_players), SLOW_GAMES, seed=10 + num_players):
        met |= {state.phase, action.split()[0]}
        tables.add(state.game.board_of(state.record).faces)
    if SLOW_GAMES >= 500:  # fewer need not come to all of them
        rare = "form arm champion portal push well buy post aegis heart objective bomb"
        assert set(rare.split()) <= met
        assert len(tables) == (16 if num_players == 2 else 64)


def test_random_games_meet_every_phase_verb_race_power_and_marker() -> None:
    """The property tests are only as good as the positions that random play comes through."""
    phases, verbs, races, powers, finds = set(), set(), set(), set(), set()

    def look(state: swenv.State, action: int) -> None:
        phases.add(state.phase)
        if action >= 0:
            verbs.add(state.game.action(action).verb)
        if state.phase != "choose":
            return
        document = state.to_position()
        for owner in document["seats"]:
            races.update(entry["race"] for entry in owner["races"])
            powers.update(entry["power"] for entry in owner["races"])
        for place in document["regions"].values():
            finds.update(place.get("artifacts") or (), [place.get("place")])

    for seed in range(8):
        for state, action in busy_walk(warcraft_game(BOARDS[seed % 4]), seed):
            look(state, action)
    scenes = [Scene(warcraft_game(BOARDS[seed % 4]), seed).state() for seed in range(40)]
    scenes += [*(before_the_reveal() for _ in range(4)), before_the_well()]
    for seed, scene in enumerate(scenes):
        for state, action in onward(scene, seed, actions=60):
            look(state, action)
    assert phases == PHASES
    assert verbs == VERBS
    assert races == set(WARCRAFT_TRAY) and powers - {None} == set(WARCRAFT_BADGE)
    assert finds - {None} == ARTIFACTS | LEGENDARY


@pytest.mark.rule("WW-SETUP-1", "WW-SETUP-3", "WW-SETUP-5", "WW-SETUP-7", "WW-SETUP-8", "WW-DIFF-1")
@pytest.mark.parametrize("num_players", SOME_BOARDS)
def test_every_game_starts_on_a_table_of_its_own_with_a_marker_on_each_board(num_players: int) -> None:
    loaded, tables = warcraft_game(num_players), set()
    for seed in range(40):
        state = loaded.new_state(seed=seed)
        board, document = loaded.board_of(state.record), check(state)
        tables.add(board.faces)
        assert "".join(face[0] for face in board.faces) == SIZES[num_players]
        hidden = {int(key): place["face_down"] for key, place in document["regions"].items() if "face_down" in place}
        assert set(hidden) == {region.id for region in board.regions if region.marker}
        assert len(set(hidden.values())) == num_players and set(hidden.values()) <= ARTIFACTS | LEGENDARY
        murlocs = {int(key) for key, place in document["regions"].items() if place.get("murloc")}
        assert murlocs == {region.id for region in board.regions if region.murloc}
        assert [owner["coins"] for owner in document["seats"]] == [5] * num_players
        assert document["rounds"] == ROUNDS[num_players]
    assert len(tables) >= (12 if num_players == 2 else 20)


def test_every_position_on_the_way_can_be_written_and_read_back() -> None:
    for num_players in BOARDS:
        loaded = warcraft_game(num_players)
        scenes = [state.copy() for seed in range(3) for state, _ in onward(Scene(loaded, seed).state(), seed, 8)]
        for state in sample(loaded, games=2, per_game=15, seed=24, by=busy_walk) + scenes:
            assert loaded.from_position(state.to_position()) == state


@pytest.mark.rule("WW-SETUP-7", "WW-RACE-GOBLINS")
@pytest.mark.parametrize("num_players", SOME_BOARDS)
def test_sample_hidden_keeps_what_a_seat_sees_and_draws_the_rest_anew(num_players: int) -> None:
    loaded = warcraft_game(num_players)
    states = sample(loaded, games=2, per_game=6, seed=51, by=busy_walk)
    states += [Scene(loaded, seed, "goblins" if seed % 2 else None).state() for seed in range(6)]
    changed = set()
    for state in states:
        document = check(state)
        for owner in range(num_players):
            drawn = state.sample_hidden(owner, 7)
            other = check(drawn)
            assert public_part(other) == public_part(document)
            assert np.array_equal(drawn.mask(), state.mask())
            assert np.array_equal(drawn.observation(owner), state.observation(owner))
            for name in ("race_stack", "power_stack", "bomb_stack", "regions"):
                changed |= {name} if other[name] != document[name] else set()
            bombs = [all_bombs(told) for told in (document, other)]
            assert bombs[0] == bombs[1], "the kinds are drawn anew, not made"
    assert changed == {"race_stack", "power_stack", "bomb_stack", "regions"}


def all_bombs(document: dict[str, Any]) -> Counter[str]:
    """How many bombs of each kind are unrevealed."""
    planted = [place["bomb"] for place in document["regions"].values() if place.get("bomb")]
    return Counter([*document["bomb_stack"], *document["bombs_lost"], *planted])


# The checkers check


def spoilable() -> swenv.State:
    """A position with something of everything that a checker looks at."""
    return warcraft(
        3,
        seats=[
            seat(active("night_elves", "defenders"), declined("naga", "sentinels")),
            seat(active("goblins", "beastmasters"), harmony=True),
            seat(active("pandaren", "champions")),
        ],
        regions={
            0: {**held(0, "night_elves", 2, tower=1), "artifacts": ["aegis"]},
            3: held(0, "night_elves", 1, wall=1),
            10: held(0, "naga", 1, fortress=1),
            4: {**held(2, "pandaren", 2, champion=1), "bomb": "live"},
            1: held(1, "goblins", 1, beasts=2),
            8: MURLOC,
            13: {"face_down": "karazhan"},
            16: {"place": "well"},
        },
        aegis_up=True,
    )


@pytest.mark.rule("WW-COMP-2", "WW-COMP-3", "WW-COMP-4", "WW-CONQ-3", "WW-CONQ-13", "WW-SETUP-7", "WW-RACE-GOBLINS")
def test_the_checker_sees_what_is_broken() -> None:
    """A checker that never fails proves nothing: each of its chapters must refuse a spoilt position."""
    state = spoilable()
    document = check(state)
    regions, seats, tray, turn = (document[name] for name in ("regions", "seats", "tray", "turn_state"))

    refused = partial(is_refused, state)

    def without(number: str) -> dict[str, Any]:
        return {key: place for key, place in regions.items() if key != number}

    def marked(number: str, **markers: int) -> None:
        refused("WW-CONQ-13", number, **{**regions[number], "markers": markers})

    def of_race(owner: int, place: int, **changes: Any) -> list[dict[str, Any]]:
        races = list(seats[owner]["races"])
        races[place] = {**races[place], **changes}
        return [{**entry, "races": races} if number == owner else entry for number, entry in enumerate(seats)]

    def turned(rule: str, **changes: Any) -> None:
        refused(rule, turn_state={**turn, **changes})

    def less(name: str, count: int = 1) -> dict[str, int]:
        return {**tray, name: tray[name] - count}

    # tokens, banners, badges
    refused("WW-COMP-3", tray=less("draenei", -1))
    refused("WW-DIFF-15", tray={**tray, "elves": 11})
    picked = document["column"][0]["race"]
    refused("WW-TURN-3", phase="pick", tray=less(picked), regions={**regions, "2": held(0, picked)})
    refused("WW-COMP-2", race_stack=document["race_stack"][1:])
    refused("WW-COMP-2", power_stack=document["power_stack"][1:])
    refused("WW-COMP-2", discarded_powers=["defenders"])
    refused("WW-DECL-4", seats=of_race(0, 1, power="miners"))
    refused("WW-DIFF-14", seats=of_race(0, 1, status="active"))
    row, *rows = document["column"]
    stacks = {"race_stack": [*document["race_stack"], row["race"]]}
    refused("WW-TURN-4", column=rows, power_stack=[*document["power_stack"], row["power"]], **stacks)
    # who holds what
    refused("WW-CONQ-3", "1", **{**regions["1"], "murloc": 1})
    refused("WW-CONQ-3", "3", **{**regions["3"], "owner": 1})
    refused("WW-CONQ-3", "8", murloc=1, markers={"beasts": 1})
    refused("WW-RACE-TAUREN", regions={**regions, "3": {**regions["3"], "tokens": 0}}, tray=less("night_elves", -1))
    refused("WW-CONQ-14", regions={**without("3"), "11": regions["3"]})
    refused("WW-CLAR-10", regions={**without("8"), "15": {"murloc": 1}})
    refused("WW-SETUP-5", "5", murloc=1)
    refused("WW-SETUP-5", "8", murloc=2)
    refused("WW-DECL-3", seats=of_race(0, 1, hand=1), tray=less("naga"))
    gone = {key: place for key, place in regions.items() if key != "10"}
    refused("WW-DECL-7", regions=gone, tray=less("naga", -1))
    # pieces
    marked("3", fortress=1)
    marked("1", wall=1)
    marked("3", tower=1)
    marked("1", tower=1)
    marked("3", beasts=1)
    marked("1", champion=1)
    marked("10", fortress=2)
    refused("WW-CONQ-13", "5", markers={"fortress": 1})
    refused("WW-COMP-4", seats=of_race(1, 0, beasts=4))
    refused("WW-POWER-BEASTMASTERS", seats=of_race(2, 0, beasts=1))
    refused("WW-POWER-CHAMPIONS", seats=of_race(2, 0, champion_lost=True))
    refused("WW-POWER-CHAMPIONS", seats=of_race(1, 0, champion_lost=True))
    # markers
    refused("WW-SETUP-7", "13", face_down="aegis")
    refused("WW-SETUP-7", "13", face_down="doormat")
    refused("WW-SETUP-7", "19", face_down="ashes")
    refused("WW-SETUP-7", "12", artifacts=["ashes"])
    refused("WW-SETUP-7", regions={**without("13"), "12": regions["13"]})
    refused("WW-CONQ-12", regions={**without("3"), "13": {**regions["3"], "markers": {}, "face_down": "karazhan"}})
    refused("WW-ART-1", regions={**without("13"), "12": {"artifacts": ["karazhan"]}})
    refused("WW-ART-3", regions={**without("13"), "12": {"place": "karazhan"}})
    refused("WW-PLACE-WELL", regions={**without("16"), "12": {"place": "well"}})
    refused("WW-PLACE-WELL", gone=["heart"])
    refused("WW-ART-AEGIS", regions={**regions, "0": {**regions["0"], "artifacts": []}, "9": {"artifacts": ["aegis"]}})
    # bombs, Harmony, Objectives
    refused("WW-RACE-GOBLINS", "5", bomb="live")
    refused("WW-RACE-GOBLINS", "1", **{**regions["1"], "bomb": "dud"})
    refused("WW-COMP-4", bomb_stack=["live"] * 6)
    refused("WW-TURN-2", turn=1)
    refused("WW-RACE-PANDAREN", seats=[*seats[:2], {**seats[2], "harmony": True}])
    refused("WW-TURN-2", turn=2)
    refused("WW-DECL-5", "5", objective=1)
    # the turn
    fresh = {"picked": True, "form": "human", "armed_effects": ["ashes"], "effects_used": ["heart"], "swaps": 1}
    fresh |= {"pushes": 1, "champion_used": True, "inflicted": 1, "beaten": {"orcs": 1}, "rivals": 1}
    for name, value in fresh.items():
        turned("WW-TURN-2", **{name: value})
    turned("WW-RACE-PANDAREN", attacked=[0])

    def amid(rule: str, **changes: Any) -> None:
        refused(rule, phase="conquest", turn_state={**turn, **changes})

    amid("WW-RACE-GNOMES", armed_effects=["air_strike"])
    amid("WW-RACE-ETHEREALS", effects_used=["discount"])
    amid("WW-POWER-PORTALMAGES", swaps=1)
    amid("WW-POWER-STRONGMEN", pushes=1)
    amid("WW-POWER-CHAMPIONS", champion_used=True)
    amid("WW-RACE-WORGEN", form="human")
    amid("WW-FACTION-1", beaten={"orcs": 3})
    amid("WW-ART-6", effects_used=["ashes", "ashes"])
    refused("WW-ACT-25", phase="deploy", turn_state={**turn, "armed_effects": ["ashes"]})
    # hands and purses
    refused("WW-TURN-9", seats=of_race(0, 0, hand=1), tray=less("night_elves"))
    refused("WW-SCORE-4", seats=[{**seats[0], "coins": -1}, *seats[1:]])
    refused("WW-TURN-3", column=[{**document["column"][0], "coins": -1}, *document["column"][1:]])


Positions = tuple[dict[str, Any], dict[str, Any]]


class Spoiler:
    """Plays a step, which the checker must accept, and offers it spoilt outcomes, which it must refuse."""

    def __init__(self, state: swenv.State) -> None:
        self.state, self.board = state, state.game.board_of(state.record)

    def step(self, action: str, *earlier: str) -> Positions:
        """The positions before and after an action that comes after earlier ones."""
        now = play(self.state.copy(), *earlier)
        before = now.to_position()
        after = play(now, action).to_position()
        check_step(before, action, after, self.board)
        self.before, self.action, self.after = before, action, after
        return before, after

    def refused(self, rule: str, **changes: Any) -> None:
        """The last step with fields of its outcome replaced."""
        with pytest.raises(Broken, match=f"^{rule}: "):
            check_step(self.before, self.action, {**self.after, **changes}, self.board)

    def region(self, number: int, **fields: Any) -> dict[str, Any]:
        """The regions after the step, with fields of one replaced."""
        regions = self.after["regions"]
        return {**regions, str(number): {**regions.get(str(number), {}), **fields}}

    def turn(self, **fields: Any) -> dict[str, Any]:
        """The state of the turn after the step, with fields replaced."""
        return {**self.after["turn_state"], **fields}

    def richer(self, owner: int, coins: int = 1) -> list[dict[str, Any]]:
        """The seats after the step, one of them with more coins."""
        return [
            {**entry, "coins": entry["coins"] + coins} if number == owner else entry
            for number, entry in enumerate(self.after["seats"])
        ]

    def race(self, owner: int, **fields: Any) -> list[dict[str, Any]]:
        """The seats after the step, with fields of the first race of one of them replaced."""
        entry = self.after["seats"][owner]
        first = {**entry["races"][0], **fields}
        changed = {**entry, "races": [first, *entry["races"][1:]]}
        return [changed if number == owner else old for number, old in enumerate(self.after["seats"])]


@pytest.mark.rule("WW-CONQ-6", "WW-CONQ-7", "WW-CONQ-11", "WW-CONQ-12", "WW-CONQ-13", "WW-ART-2", "WW-SCORE-3")
def test_the_checker_sees_what_went_wrong_in_a_conquest() -> None:
    spoiler = Spoiler(
        warcraft(
            3,
            phase="conquest",
            seats=[
                seat(active("forsaken", "sentinels", hand=12), coins=5, harmony=True),
                seat(active("pandaren", "marshdwellers"), declined("humans")),
                seat(active("orcs", "beastmasters")),
            ],
            regions={
                0: {**held(0, "forsaken", 1, fortress=1), "artifacts": ["frostmourne"]},
                4: {**held(1, "pandaren", 3), "artifacts": ["aegis"]},
                1: held(2, "orcs", 1, beasts=1),
                2: held(2, "orcs", 1),
                8: MURLOC,
                9: held(1, "humans", 2),
                5: {"face_down": "karazhan"},
            },
            aegis_up=True,
        )
    )
    _, after = spoiler.step("conquer 4", "arm frostmourne")
    assert [owner["coins"] for owner in after["seats"]] == [0, 10, 5], "the Aegis, Harmony and the marsh"
    spoiler.refused("WW-SCORE-1", seats=spoiler.richer(0))
    spoiler.refused("WW-SCORE-1", seats=spoiler.richer(2, -1))
    spoiler.refused("WW-CONQ-11", aegis_up=True)
    spoiler.refused("WW-CONQ-11", seats=[{**after["seats"][0], "harmony": True}, *after["seats"][1:]])
    left_behind = {**spoiler.region(4, artifacts=["aegis"])}
    left_behind["0"] = {**left_behind["0"], "artifacts": ["frostmourne"]}
    spoiler.refused("WW-ART-2", regions=left_behind)
    spoiler.refused("WW-CONQ-13", regions=spoiler.region(4, markers={}))
    spoiler.refused("WW-CONQ-7", tray={**after["tray"], "pandaren": after["tray"]["pandaren"] - 1})
    spoiler.refused("WW-CONQ-6", seats=spoiler.race(0, hand=after["seats"][0]["races"][0]["hand"] - 1))
    spoiler.refused("WW-CONQ-6", regions=spoiler.region(4, tokens=after["regions"]["4"]["tokens"] + 1))
    spoiler.refused("WW-RACE-FORSAKEN", turn_state=spoiler.turn(inflicted=0))
    spoiler.refused("WW-CLAR-4", turn_state=spoiler.turn(attacked=[]))
    spoiler.refused("WW-RACE-PANDAREN", turn_state=spoiler.turn(attacked=[1, 2]))
    spoiler.refused("WW-ART-6", turn_state=spoiler.turn(effects_used=[]))
    spoiler.refused("WW-ACT-25", turn_state=spoiler.turn(armed_effects=["ashes"]))
    spoiler.refused("WW-TURN-5", tray={**after["tray"], "forsaken": after["tray"]["forsaken"] - 1})
    spoiler.refused("WW-FACTION-5", regions=spoiler.region(2, tokens=2))
    spoiler.refused("WW-TURN-6", regions={key: place for key, place in after["regions"].items() if key != "0"})
    spoiler.refused("WW-TURN-2", turn_state=spoiler.turn(pushes=1))
    spoiler.refused("WW-TURN-2", phase="ready")

    _, after = spoiler.step("conquer 1")
    spoiler.refused("WW-CONQ-7", seats=spoiler.race(2, beasts=1))
    spoiler.refused("WW-RACE-FORSAKEN", turn_state=spoiler.turn(inflicted=1))

    _, after = spoiler.step("conquer 9")
    assert after["turn_state"]["inflicted"] == 2
    spoiler.refused("WW-FACTION-1", turn_state=spoiler.turn(beaten={}))
    spoiler.refused("WW-RACE-FORSAKEN", turn_state=spoiler.turn(inflicted=1))

    spoiler.step("conquer 5", "conquer 1")
    spoiler.refused("WW-ART-1", regions=spoiler.region(5, place=None))
    spoiler.refused("WW-CONQ-12", regions=spoiler.region(5, place=None, face_down="karazhan"))
    spoiler.refused("WW-SETUP-7", regions=spoiler.region(7, artifacts=["ashes"]))


@pytest.mark.rule("WW-POWER-SENTINELS", "WW-INT-68")
def test_the_checker_sees_a_fort_that_is_missing_after_a_redeployment() -> None:
    regions = {0: {**held(0, "kobolds", 2), "artifacts": ["aegis"]}, 1: held(0, "kobolds")}
    seats = [seat(active("kobolds", "sentinels")), seat(active("orcs", "farmers"))]
    spoiler = Spoiler(warcraft(phase="conquest", seats=seats, regions=regions))
    _, after = spoiler.step("deploy_rest 0", "finish")
    assert after["phase"] == "aegis"
    spoiler.refused("WW-INT-68", regions=spoiler.region(1, markers={}))


@pytest.mark.rule("WW-SCORE-1", "WW-DECL-3", "WW-TURN-5", "WW-POWER-DEFENDERS", "WW-RACE-PANDAREN", "WW-ART-HEART")
def test_the_checker_sees_what_went_wrong_at_the_end_of_a_turn() -> None:
    spoiler = Spoiler(
        warcraft(
            3,
            phase="choose",
            seats=[
                seat(active("pandaren", "defenders"), declined("humans")),
                seat(active("trolls", "miners")),
                seat(active("orcs", "farmers")),
            ],
            regions={
                0: {**held(0, "pandaren", 3), "artifacts": ["heart"]},
                5: {**held(0, "pandaren", 1), "place": "spirit_healer"},
                4: held(0, "pandaren", 1),
                9: held(0, "humans", 1),
                6: held(1, "trolls", 1),
            },
        )
    )
    _, after = spoiler.step("finish")
    assert after["phase"] == "deploy" and after["tray"]["pandaren"] == 10 - 6
    spoiler.refused("WW-TURN-5", tray={**after["tray"], "pandaren": after["tray"]["pandaren"] + 1})

    _, after = spoiler.step("deploy_rest 0", "finish")
    assert after["phase"] == "heart"
    assert [number for number, place in after["regions"].items() if "tower" in place.get("markers", {})] == ["0"]
    bare = {**after["regions"], "0": {**after["regions"]["0"], "markers": {}}}
    spoiler.refused("WW-POWER-DEFENDERS", regions=bare)

    _, after = spoiler.step("heart 5", "finish", "deploy_rest 0")
    assert [owner["coins"] for owner in after["seats"]] == [5 + 1 + 4, 4, 5]
    assert [owner["harmony"] for owner in after["seats"]] == [False, True, True]
    spoiler.refused("WW-SCORE-1", seats=spoiler.richer(0))
    spoiler.refused("WW-SCORE-1", seats=spoiler.richer(1))
    spoiler.refused("WW-RACE-PANDAREN", seats=[*after["seats"][:2], {**after["seats"][2], "harmony": False}])
    stays = {**spoiler.region(5, artifacts=[]), "0": {**after["regions"]["0"], "artifacts": ["heart"]}}
    spoiler.refused("WW-ART-2", regions=stays)
    spoiler.refused("WW-TURN-1", turn=2)
    spoiler.refused("WW-TURN-1", round=2)
    spoiler.refused("WW-TURN-1", phase="conquest")

    _, after = spoiler.step("decline")
    spoiler.refused("WW-DECL-3", regions=spoiler.region(0, tokens=2))
    spoiler.refused("WW-SCORE-1", seats=spoiler.richer(0))
    kept = spoiler.race(0, power="defenders")
    spoiler.refused("WW-DECL-4", seats=kept)


@pytest.mark.rule("WW-ART-AEGIS", "WW-RACE-HUMANS", "WW-POWER-BEASTMASTERS", "WW-INT-80", "WW-END-2")
def test_the_checker_sees_what_was_left_undone() -> None:
    spoiler = Spoiler(
        warcraft(
            phase="conquest",
            seats=[seat(active("humans", "miners", hand=5)), seat(active("orcs", "beastmasters"))],
            regions={0: {**held(0, "humans"), "artifacts": ["aegis"]}, 1: held(1, "orcs", 2), 2: held(1, "orcs")},
        )
    )
    _, after = spoiler.step("objective 9", "finish", "deploy_rest 0", "aegis 0", "objective 8")
    assert (after["turn"], after["phase"], after["seats"][1]["races"][0]["beasts"]) == (1, "choose", 1)
    spoiler.refused("WW-ART-AEGIS", aegis_up=False)
    spoiler.refused("WW-RACE-HUMANS", regions=spoiler.region(9, objective=0))
    spoiler.refused("WW-POWER-BEASTMASTERS", seats=spoiler.race(1, beasts=0))

    state = play(spoiler.state.copy(), "conquer 1", "finish", "deploy_rest 0", "aegis 0", "objective 8", "objective 9")
    assert (state.phase, state.to_act) == ("withdrawn", 1)
    document = check(state)
    with pytest.raises(Broken, match=r"^WW-INT-80: "):
        check(doctored(state, to_act=0))
    (orcs,) = document["seats"][1]["races"]
    idle = [document["seats"][0], {**document["seats"][1], "races": [{**orcs, "hand": 0}]}]
    tray = {**document["tray"], "orcs": document["tray"]["orcs"] + orcs["hand"]}
    with pytest.raises(Broken, match=r"^WW-INT-80: "):
        check(doctored(state, seats=idle, tray=tray))

    tied = [{**entry, "coins": 40} for entry in document["seats"]]
    check_the_end({**document, "seats": tied}, [1, -1])  # more Race tokens on the boards
    for returns in ([-1, 1], [0, 0]):
        with pytest.raises(Broken, match=r"^WW-END-2: "):
            check_the_end({**document, "seats": tied}, returns)


@pytest.mark.rule("WW-POWER-PORTALMAGES", "WW-POWER-STRONGMEN", "WW-RACE-GOBLINS", "WW-TURN-3")
def test_the_checker_sees_what_went_wrong_in_other_steps() -> None:
    places = {7: held(0, "kobolds", 2), 8: held(1, "trolls", 3), 9: held(1, "trolls", 1)}
    spoiler = Spoiler(
        warcraft(
            phase="conquest",
            seats=[seat(active("kobolds", "portal_mages")), seat(active("trolls", "miners"))],
            regions=places,
        )
    )
    _, after = spoiler.step("portal 8", "portal 7")
    assert (after["regions"]["7"]["tokens"], after["regions"]["8"]["tokens"]) == (3, 2)
    spoiler.refused("WW-POWER-PORTALMAGES", regions=spoiler.region(8, tokens=1))
    spoiler.refused("WW-TURN-2", turn_state=spoiler.turn(swaps=0))

    places = {5: held(0, "kobolds", 2), 4: held(1, "trolls", 3), 8: held(1, "trolls", 1)}
    spoiler = Spoiler(
        warcraft(
            phase="conquest",
            seats=[seat(active("kobolds", "strongmen")), seat(active("trolls", "miners"))],
            regions=places,
        )
    )
    _, after = spoiler.step("push_to 8", "push 4")
    assert (after["regions"]["4"]["tokens"], after["regions"]["8"]["tokens"]) == (2, 2)
    spoiler.refused("WW-POWER-STRONGMEN", regions=spoiler.region(8, tokens=1))
    spoiler.refused("WW-INT-57", regions=spoiler.region(4, tokens=3))
    spoiler.refused("WW-TURN-2", turn_state=spoiler.turn(pushes=0))

    bombed = {**held(1, "trolls", 2), "bomb": "live"}
    spoiler = Spoiler(
        warcraft(
            3,
            phase="choose",
            turn=2,
            seats=[
                seat(active("goblins", "sailors")),
                seat(active("trolls", "farmers")),
                seat(active("orcs", "miners")),
            ],
            regions={0: held(2, "orcs"), 4: bombed, 8: held(1, "trolls"), 5: held(0, "goblins", 1)},
            bomb_stack=["dud"],
        )
    )
    _, after = spoiler.step("finish")
    assert "4" not in after["regions"] and after["bomb_stack"] == ["dud"]
    spoiler.refused("WW-RACE-GOBLINS", regions=spoiler.region(4, **held(1, "trolls", 2)))
    spoiler.refused("WW-RACE-GOBLINS", bomb_stack=["live", "dud"])

    row = [{"race": "trolls", "power": "sailors", "coins": 2}, {"race": "naga", "power": "miners", "coins": 1}]
    spoiler = Spoiler(warcraft(phase="pick", column=row))
    _, after = spoiler.step("pick 1")
    assert after["seats"][0]["coins"] == 5 and after["column"][0]["coins"] == 3
    spoiler.refused("WW-TURN-3", seats=spoiler.richer(0))
    spoiler.refused("WW-TURN-3", seats=spoiler.race(0, hand=1))
    spoiler.refused("WW-TURN-4", column=after["column"][::-1])


# Masks


@pytest.mark.parametrize("num_players", SOME_BOARDS)
def test_every_action_in_the_mask_applies_and_every_other_is_refused_by_a_rule(num_players: int) -> None:
    loaded = warcraft_game(num_players)
    for state in sample(loaded, games=2, per_game=3, seed=21, by=busy_walk):
        hold_the_mask_to_its_word(state)
    for seed in range(3):
        hold_the_mask_to_its_word(Scene(loaded, seed).state())


def test_the_mask_keeps_its_word_in_every_phase() -> None:
    loaded = warcraft_game(3)
    met = one_of_each_phase(loaded, games=2, by=busy_walk)
    met |= {"reveal": play(before_the_reveal(), "finish"), "well": play(before_the_well(), "conquer 5")}
    for seed in range(60):
        if met.keys() >= PHASES - {"over"}:
            break
        for state, action in onward(Scene(loaded, seed).state(), seed, actions=60):
            if action >= 0:
                met.setdefault(state.phase, state.copy())
    assert met.keys() == PHASES - {"over"}
    for phase, state in met.items():
        assert state.phase == phase
        hold_the_mask_to_its_word(state)


@pytest.mark.slow
@pytest.mark.parametrize("num_players", BOARDS)
def test_the_mask_keeps_its_word_on_many_states(num_players: int) -> None:
    loaded = warcraft_game(num_players)
    for state in sample(loaded, games=many(3), per_game=8, seed=23, by=busy_walk):
        hold_the_mask_to_its_word(state)
    for seed in range(many(10)):
        hold_the_mask_to_its_word(Scene(loaded, seed).state())


@pytest.mark.rule("WW-CONQ-1", "WW-CONQ-2", "WW-CONQ-4", "WW-CONQ-9", "WW-CONQ-10", "WW-CONQ-11", "WW-ACT-25")
@pytest.mark.parametrize("num_players", SOME_BOARDS)
def test_the_mask_is_what_a_second_reading_of_the_rules_allows(num_players: int) -> None:
    for state, action in busy_walk(warcraft_game(num_players), seed=70):
        if action >= 0:
            hold_the_mask_to_the_reference(state)


@pytest.mark.rule("WW-CONQ-4", "WW-CONQ-15")
def test_the_second_reading_agrees_where_the_own_decline_defends() -> None:
    loaded = swenv.load("warcraft", num_players=2, own_decline_defends=True)
    for seed in range(3):
        check_the_walk(onward(Scene(loaded, seed).state(), seed, actions=50))


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"own_decline_defends": True}], ids=["defaults", "own_decline_defends"])
@pytest.mark.parametrize("num_players", BOARDS)
def test_the_second_reading_agrees_on_many_games(num_players: int, options: dict[str, bool]) -> None:
    loaded = swenv.load("warcraft", num_players=num_players, **options)
    for seed in range(many(4)):
        for state, action in (busy_walk if seed % 2 else walk)(loaded, seed + 500):
            if action >= 0:
                hold_the_mask_to_the_reference(state)


# The numbers of the box


@pytest.mark.rule("WW-COMP-1", "WW-COMP-2", "WW-COMP-3", "WW-COMP-4")
def test_the_numbers_of_the_box_add_up() -> None:
    assert sum(WARCRAFT_TRAY.values()) == 182 and len(WARCRAFT_TRAY) == 16
    assert sum(WARCRAFT_BANNER.values()) == 93 and sum(WARCRAFT_BADGE.values()) == 87 and len(WARCRAFT_BADGE) == 20
    assert WARCRAFT_BANNER.keys() == WARCRAFT_TRAY.keys()
    assert len(ALLIANCE) == len(HORDE) == 6 and not ALLIANCE & HORDE and WARCRAFT_TRAY.keys() >= ALLIANCE | HORDE
    assert len(ARTIFACTS) == 5 and len(LEGENDARY) == 7 and sum(BOMBS.values()) == 12
    most = max(WARCRAFT_BADGE.values())
    assert all(WARCRAFT_BANNER[name] + most <= tray for name, tray in WARCRAFT_TRAY.items()), "every pairing fits"


@pytest.mark.rule("WW-COMP-3", "WW-COMP-4")
def test_a_new_game_has_the_numbers_of_the_box() -> None:
    state = warcraft_game(2).new_state(seed=0)
    document = state.to_position()
    assert document["tray"] == WARCRAFT_TRAY
    picked = warcraft(phase="pick", column=[{"race": "goblins", "power": "miners"}])
    assert Counter(play(picked, "pick 0").to_position()["bomb_stack"]) == BOMBS
