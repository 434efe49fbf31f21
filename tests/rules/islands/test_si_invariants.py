"""What holds in every position of Small Islands, what every action changes and pays, and what every mask offers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Any

import numpy as np
import pytest

import swenv
from checkedplay import check_the_walk, is_refused, play_and_check, play_many_and_check, public_part
from invariants import Broken, check, check_step
from invariants_islands import START, check_the_end
from maskcheck import hold_the_mask_to_its_word
from randomplay import Walk, busy_walk, one_of_each_phase, onward, sample, walk
from reference_archipelago import BOX, CARDS, RESOURCES, Archipelago, Island, less, meets, points
from reference_islands import num_actions
from scenes_islands import scenes
from support import many
from swenv.islands import islands

LAYOUT = [
    {"tile": "ST1A", "r": 8, "c": 8, "rot": 0},
    {"tile": "ST2A", "r": 7, "c": 8, "rot": 1},
    {"tile": "ST3A", "r": 8, "c": 9, "rot": 3},
    {"tile": "ST4A", "r": 7, "c": 9, "rot": 1},
]
"""A start layout: a ring of four tiles."""
SETTINGS: dict[str, dict[str, Any]] = {
    "2": {"num_players": 2},
    "3": {"num_players": 3},
    "4": {"num_players": 4},
    "advanced-2": {"num_players": 2, "mode": "advanced"},
    "advanced-3": {"num_players": 3, "mode": "advanced", "window": 15},
    "advanced-4": {"num_players": 4, "mode": "advanced", "start_layout": "random"},
    "solo-1": {"num_players": 1},
    "solo-3": {"num_players": 1, "mode": "solo", "level": 3, "start_layout": "random"},
    "solo-6": {"num_players": 1, "mode": "standard", "level": 6, "window": 21},
    "solo-advanced-4": {"num_players": 1, "mode": "advanced", "level": 4},
    "solo-window-5": {"num_players": 1, "level": 5, "window": 5},
    "window-3": {"num_players": 2, "window": 3},
    "window-5": {"num_players": 4, "window": 5},
    "window-7": {"num_players": 3, "mode": "advanced", "window": 7},
    "window-15": {"num_players": 3, "window": 15, "start_layout": "fixed"},
    "window-21": {"num_players": 2, "window": 21, "start_layout": "random"},
    "layout": {"num_players": 2, "start_layout": LAYOUT},
    "shortcuts": {"num_players": 3, "mode": "advanced", "best_resource": True, "best_token": True},
    "best-resource": {"num_players": 2, "mode": "advanced", "best_resource": True, "window": 9},
    "solo-shortcuts": {"num_players": 1, "mode": "advanced", "level": 2, "best_resource": True, "best_token": True},
}
"""Games of all modes, numbers of players, windows, start layouts and shortcuts."""
QUICK = ("advanced-3",)
SOME = [key if key in QUICK else pytest.param(key, marks=pytest.mark.slow) for key in SETTINGS]
"""All settings; but for one of them the tests are slow ones."""
LONGEST = 600
"""No game takes more steps (SI-ACT-6)."""
SLOW_GAMES = many(50)
"""Games of each setting; `support.MANY` says how to play more."""
PHASES = {
    "start_pick", "start_place", "prep_pick", "prep_reward", "turn", "hand", "blocked", "place", "marker",
    "mark_target", "house", "score", "alexis_place", "alexis_house", "over",
}  # fmt: skip
VERBS = {
    "pass", "card_pair", "reward_pair", "take", "hand", "start_face", "marker_mode", "resource", "discovery", "place",
    "dock_own", "dock_grey", "mark_slot", "mark_piece", "house",
}  # fmt: skip
BY: dict[str, Walk] = {"walk": walk, "busy": busy_walk}
"""How random games are played: docking as soon as may be, or exploring for long, with markers and houses."""


@lru_cache(maxsize=32)
def setting(key: str) -> swenv.Game:
    """A game of `SETTINGS`, kept between tests."""
    return swenv.load("islands", **SETTINGS[key])


# Positions, steps and masks


@pytest.mark.rule("SI-INV-1", "SI-INV-2", "SI-INV-3", "SI-INV-4", "SI-INV-5", "SI-INV-6", "SI-INV-7", "SI-STATE-1")
@pytest.mark.parametrize("by", BY)
@pytest.mark.parametrize("key", SOME)
def test_invariants_hold_at_every_step_of_random_games(key: str, by: str) -> None:
    assert 20 < play_and_check(setting(key), seed=1, by=BY[by]) <= LONGEST


@pytest.mark.rule("SI-ACT-2", "SI-ACT-3", "SI-ACT-12", "SI-TILE-5", "SI-TILE-6")
@pytest.mark.parametrize("key", SOME)
def test_the_mask_is_what_a_second_reading_of_the_rules_allows(key: str) -> None:
    loaded = setting(key)
    assert loaded.num_actions == num_actions(loaded.options["window"])
    check_the_walk(busy_walk(loaded, seed=2))


@pytest.mark.slow
@pytest.mark.rule("SI-ACT-2", "SI-ACT-3", "SI-ACT-12", "SI-TILE-5", "SI-TILE-6")
@pytest.mark.parametrize("key", SETTINGS)
def test_the_second_reading_agrees_on_many_games(key: str) -> None:
    for seed in range(many(2)):
        check_the_walk((busy_walk if seed % 2 else walk)(setting(key), seed + 500))


@pytest.mark.slow
@pytest.mark.rule("SI-INV-1", "SI-INV-2", "SI-INV-3", "SI-INV-4", "SI-INV-5", "SI-INV-6", "SI-INV-7", "SI-ACT-6")
@pytest.mark.parametrize("key", SETTINGS)
def test_many_random_games_break_no_invariant_and_come_to_an_end(key: str) -> None:
    """In batches; a batch shows the same as single games."""
    seed = list(SETTINGS).index(key)
    checked = sum(1 for _ in play_many_and_check(setting(key), SLOW_GAMES, seed=seed, longest=LONGEST))
    assert checked > SLOW_GAMES


@pytest.mark.parametrize("key", SOME)
def test_every_decision_of_a_game_is_written_and_read_back_bit_for_bit(key: str) -> None:
    loaded = setting(key)
    for state, _ in busy_walk(loaded, seed=3):
        document = state.to_position()
        assert loaded.from_position(json.loads(json.dumps(document))) == state, f"{document}"


def test_no_mask_is_empty_before_the_end_and_every_mask_is_after_it() -> None:
    for key in SETTINGS:
        for state, action in walk(setting(key), seed=97):
            assert state.mask().any() == (action >= 0) == (not state.is_over)


def test_every_action_in_the_mask_applies_and_every_other_is_refused_by_a_rule() -> None:
    loaded = setting("window-5")
    states = sample(loaded, games=2, per_game=3, seed=21, by=busy_walk)
    for state in [*one_of_each_phase(loaded, games=1, by=busy_walk).values(), *states]:
        hold_the_mask_to_its_word(state)


@pytest.mark.slow
@pytest.mark.parametrize("key", SETTINGS)
def test_the_mask_keeps_its_word_on_many_states(key: str) -> None:
    loaded = setting(key)
    for state in [*one_of_each_phase(loaded, games=1, by=busy_walk).values(), *sample(loaded, many(1), 2, seed=22)]:
        hold_the_mask_to_its_word(state)


# Scenes: what random games seldom come to


@pytest.mark.rule("SI-END-2", "SI-EXPL-9", "SI-TIE-1", "SI-INT-28", "SI-SOLO-10", "SI-SOLO-11", "SI-SOLO-12")
@pytest.mark.parametrize("key", SOME)
def test_rare_things_happen_by_the_rules(key: str) -> None:
    for seed, state in enumerate(scenes(setting(key), range(8))):
        check_the_walk(onward(state, seed, LONGEST))


@pytest.mark.slow
@pytest.mark.rule("SI-END-2", "SI-EXPL-9", "SI-TIE-1", "SI-INT-28", "SI-SOLO-10", "SI-SOLO-11", "SI-SOLO-12")
@pytest.mark.parametrize("key", SETTINGS)
def test_rare_things_happen_by_the_rules_many_times(key: str) -> None:
    for seed, state in enumerate(scenes(setting(key), range(100, 100 + many(5)))):
        check_the_walk(onward(state, seed, LONGEST))


@pytest.mark.parametrize("key", SOME)
def test_every_decision_of_a_scene_is_written_and_read_back_bit_for_bit(key: str) -> None:
    loaded = setting(key)
    for seed, scene in enumerate(scenes(loaded, range(4))):
        for state, _ in onward(scene, seed, LONGEST):
            document = state.to_position()
            assert loaded.from_position(document) == state, f"{document}"


@pytest.mark.slow
def test_scenes_come_to_rare_things() -> None:
    met: Counter[str] = Counter()
    for key in SETTINGS:
        for seed, state in enumerate(scenes(setting(key), range(20))):
            phase = ""
            for now, _ in onward(state, seed, LONGEST):
                if now.phase == phase:
                    continue
                phase, document = now.phase, now.to_position()
                turn, built = document["turn_state"], [entry["seat"] for entry in document["houses"]]
                met[now.phase] += 1
                met["stuck"] += turn["stuck"]
                met["alexis docks"] += turn["docker"] == "alexis"
                met["three tokens drawn"] += len(document["drawn"]) >= 3
                met["eight houses"] += max(Counter(built).values(), default=0) == 8
                if now.is_over:
                    owners = [entry["owner"] for entry in document["ships"]]
                    met["the human's ship taken"] += owners.count("grey") == 4
                    level = Counter(entry["prestige"] for entry in document["seats"])
                    met["tie"] += level[max(level)] > 1
    missing = {*PHASES - START, "stuck", "alexis docks", "three tokens drawn", "eight houses", "tie"} - set(+met)
    assert not missing and met["the human's ship taken"]


# What programs are told


@pytest.mark.rule("SI-ISLE-1", "SI-ISLE-2", "SI-ISLE-3", "SI-ISLE-4", "SI-ISLE-5", "SI-ISLE-6")
@pytest.mark.parametrize("key", SOME)
def test_the_islands_of_a_state_are_what_a_flood_fill_finds(key: str) -> None:
    for state in scenes(setting(key), range(6)):
        board = Archipelago(state.to_position())
        found = islands(state)
        assert [set(island.pieces) for island in found] == [island.nodes for island in board.islands]
        for told, island in zip(found, board.islands, strict=True):
            facts = (told.size, told.sites, told.free_sites, told.name)
            assert facts == (island.size, len(island.sites), len(island.free), island.free[0] if island.free else None)
            assert told.symbols == {name: island.symbols[name] for name in BOX["meta"]["symbols"]}
            assert told.houses == Counter(island.houses)
            assert (told.open_land_edges, told.complete) == (len(beaches := board.beaches(island)), not beaches)


@pytest.mark.rule("SI-INFO-1", "SI-INFO-2")
@pytest.mark.parametrize("key", SOME)
def test_what_is_drawn_anew_for_a_seat_breaks_no_invariant(key: str) -> None:
    loaded = setting(key)
    for state in [*sample(loaded, games=2, per_game=6, seed=51, by=busy_walk), *scenes(loaded, range(6))]:
        for owner in range(loaded.num_players):
            drawn = state.sample_hidden(owner, 7)
            assert public_part(check(drawn)) == public_part(state.to_position())
            assert np.array_equal(drawn.observation(owner), state.observation(owner))


def test_random_games_meet_every_phase_verb_and_card() -> None:
    """The property tests are only as good as the positions that random play comes through."""
    phases, verbs, cards = set(), set(), set()
    for seed in range(3):
        for key in SETTINGS:
            for state, action in busy_walk(setting(key), seed):
                phases.add(state.phase)
                if action < 0:
                    continue
                verbs.add(state.game.action(action).verb)
                if state.phase == "house":
                    own = state.to_position()["seats"][state.turn]
                    cards |= {own[kind]["current"] for kind in ("missions", "goals", "rewards") if kind in own}
    assert phases == PHASES
    assert verbs == VERBS
    assert cards == {card for card in CARDS if card[0] in "MGR"}


# The second reading itself: a reading that agreed with the engine in a mistake would be worth nothing


def examples(kind: str) -> list[dict[str, Any]]:
    """The worked examples of a kind."""
    return [example for example in BOX["examples"] if example["kind"] == kind]


def laid_out(example: dict[str, Any]) -> Archipelago:
    """The board of an example."""
    houses = [{**house, "seat": house["player"]} for house in example.get("houses", [])]
    ships = [{**ship, "owner": number} for number, ship in enumerate(example.get("ships", []))]
    fields = {"tiles": example["tiles"], "markers": example.get("markers", []), "houses": houses, "ships": ships}
    return Archipelago({"window": example.get("window", 17), "num_players": 4, **fields})


def test_the_second_reading_meets_the_goals_of_the_examples() -> None:
    for example in examples("goal"):
        goal = CARDS[example["goal_card"]]["goal"]
        assert meets(goal, Counter(example["symbols"])) == example["expect"], example["id"]


def test_the_second_reading_pays_the_rewards_of_the_examples() -> None:
    for example in examples("reward"):
        reward = CARDS[example["reward_card"]]["reward"]
        for entry in example["islands"]:
            symbols = Counter(entry.get("symbols", {}))
            island = Island({(0, c, 0) for c in range(entry.get("size", 2))}, symbols, [], [], [])
            most = max(RESOURCES, key=symbols.__getitem__)
            assert points(reward, island, most) == entry["pp"], example["id"]


def test_the_second_reading_finds_the_islands_and_ports_of_the_examples() -> None:
    for example in examples("board"):
        board = laid_out(example)
        for entry in example.get("expect_islands", []):
            (island,) = (island for island in board.islands if tuple(entry["at"]) in island.nodes)
            assert {name: island.symbols[name] for name in entry["symbols"]} == entry["symbols"], example["id"]
            found = (island.size, len(island.sites), len(island.free))
            assert found == (entry["size"], entry["sites"], entry["free_sites"]), example["id"]
        ports = [board.ports_around(cell) for cell in board.ships]
        assert ports == example.get("expect_ship_ports", []), example["id"]


def test_the_second_reading_finds_the_only_place_of_the_example() -> None:
    (example,) = examples("blocked")
    board = laid_out(example)
    assert not any(board.places(tile) for tile in example["hand"])
    found = [[*cell, rot] for cell, rot in board.places(example["drawn"])]
    assert found == example["expect_placements_of_drawn"]


# The checkers check


def before_the_houses() -> swenv.State:
    """Seat 0 of three has docked in round 2; a ring of start tiles, two land tiles with it, houses and markers."""
    lying = [("CA1", 7, 10, 3), ("CA2", 8, 10, 1), ("SB1", 6, 8, 1)]
    return setting("3").from_position(
        {
            "format": "swenv-position/1",
            "game": "islands",
            "num_players": 3,
            "phase": "house",
            "round": 2,
            "turn": 0,
            "tiles": [*LAYOUT, *({"tile": tile, "r": r, "c": c, "rot": rot} for tile, r, c, rot in lying)],
            "ships": [{"r": 9, "c": 8, "owner": 0}, {"r": 9, "c": 9, "owner": "grey"}],
            "houses": [{"seat": 1, "r": 7, "c": 8}],
            "markers": [
                {"seat": 0, "marker": "lotus", "as": "lotus", "r": 8, "c": 9, "slot": 0},
                {"seat": 1, "marker": "any", "as": "port", "r": 8, "c": 10, "piece": 0},
            ],
            "seats": [
                {"missions": {"held": ["M02"], "current": "M12", "returned": "M03"}, "tokens": [5], "revealed": True},
                {},
                {},
            ],
            "turn_state": {"docker": 0},
        }
    )


def but(rows: list[Any], place: int, **changes: Any) -> list[Any]:
    """A list with fields of one of its rows replaced."""
    return [{**row, **changes} if number == place else row for number, row in enumerate(rows)]


@pytest.mark.rule("SI-INV-1", "SI-INV-2", "SI-INV-3", "SI-INV-4", "SI-INV-5", "SI-INV-6", "SI-INV-7")
def test_the_checker_sees_what_is_broken() -> None:
    """A checker that never fails proves nothing: each of its chapters must refuse a spoilt position."""
    state = before_the_houses()
    document = check(state)
    tiles, ships, houses, markers, seats, reserve, turn = (
        document[name] for name in ("tiles", "ships", "houses", "markers", "seats", "reserve", "turn_state")
    )
    refused = partial(is_refused, state)
    place = {entry["tile"]: number for number, entry in enumerate(tiles)}

    def marked(rule: str, **fields: Any) -> None:
        refused(rule, markers=[{"seat": 2, "marker": "laurel", "as": "laurel", **fields}])

    # the board
    refused("SI-TILE-6", ships=but(ships, 0, r=8))
    refused("SI-EXPL-8", tiles=but(tiles, place["CA2"], c=17))
    refused("SI-INV-6", tiles=but(tiles, place["CA1"], rot=0))
    refused("SI-INV-6", tiles=but(tiles, place["CA2"], c=12))
    refused("SI-INV-6", tiles=tiles[::-1])
    refused("SI-INV-1", removed=reserve[:1])
    refused("SI-INV-1", reserve=reserve[1:])
    refused("SI-SETUP-3", tiles=but(tiles, place["SB1"], tile="ST4B", rot=0), removed=["SB1"])
    refused("SI-SETUP-5", ships=but(ships, 0, owner="grey"))
    refused("SI-SETUP-5", ships=but(ships, 1, owner=0))
    refused("SI-SETUP-5", ships=but(ships, 1, owner=3))
    refused("SI-INV-2", round=3)
    refused("SI-INV-2", ships=ships[:1])
    # houses
    refused("SI-HOUSE-3", houses=[*houses, {"seat": 0, "r": 6, "c": 8}])
    refused("SI-HOUSE-3", houses=houses * 2)
    refused("SI-HOUSE-2", houses=[*houses, {"seat": 0, "r": 8, "c": 10}])
    refused("SI-INV-3", houses=[*houses, {"seat": 0, "r": 8, "c": 8}])
    refused("SI-INV-3", houses=but(houses, 0, seat="alexis"))
    refused("SI-INV-3", seats=but(seats, 2, pool=5, reserve=3))
    refused("SI-REW-5", seats=but(seats, 2, pool=3, reserve=5))
    # markers
    marked("SI-MARK-5", **{"as": "lotus", "r": 8, "c": 9, "slot": 0})
    marked("SI-MARK-1", r=1, c=1, slot=0)
    marked("SI-MARK-2", r=8, c=8, slot=1)
    marked("SI-INT-17", r=8, c=9, slot=0)
    marked("SI-MARK-3", **{"as": "port", "r": 8, "c": 9, "piece": 1})
    marked("SI-INV-4", **{"as": "port", "r": 6, "c": 8, "piece": 0})
    refused("SI-INV-4", markers=[*markers, {**markers[1], "r": 7, "c": 8, "piece": 0}])
    refused("SI-INV-4", markers=but(markers, 0, seat=3))
    # tokens and cards
    refused("SI-INV-5", discoveries=document["discoveries"][1:])
    refused("SI-INV-5", seats=but(seats, 1, tokens=[5]))
    refused("SI-CARD-R2", drawn=[2], discoveries=less(document["discoveries"], [2]))
    refused("SI-ACT-2", drawn=[3, 2], discoveries=less(document["discoveries"], [2, 3]))
    refused("SI-INFO-2", seats=but(seats, 1, tokens_in_pool=[8, 8]))
    refused("SI-INV-5", seats=but(seats, 0, missions={**seats[0]["missions"], "current": "M03"}))
    deck = {"missions": [*document["decks"]["missions"], "M03"]}
    refused("SI-PREP-2", seats=but(seats, 0, missions={**seats[0]["missions"], "returned": None}), decks=deck)
    # hands, market, stacks
    first, *others = seats[1]["hand"]
    refused("SI-EXPL-2", seats=but(seats, 1, hand=others), removed=[first])
    refused("SI-INFO-2", seats=but(seats, 1, known=[seats[0]["hand"][0]]))
    refused("SI-EXPL-3", turn_state={**turn, "chosen": reserve[0]}, reserve=reserve[1:])
    refused("SI-EXPL-5", market=[None, *document["market"][1:]], removed=document["market"][:1])
    refused("SI-PREP-1", navigation=reserve[:7], reserve=reserve[7:])
    # whose turn it is
    refused("SI-STATE-1", turn=3)
    refused("SI-ACT-1", to_act=1)
    refused("SI-REW-1", turn_state={**turn, "docker": None})
    refused("SI-MARK-1", turn_state={**turn, "marker": "lotus"})
    refused("SI-REW-3", turn_state={**turn, "built": [[8, 8]]})
    refused("SI-REW-4", turn_state={**turn, "scored": 1})
    refused("SI-REW-2", seats=but(seats, 1, revealed=True))
    refused("SI-INV-7", seats=but(seats, 1, prestige=-1))
    refused("SI-END-1", phase="over")


def spoilt(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return value[:-1] if value else [0]
    if isinstance(value, dict):
        name = sorted(value)[0]
        return {**value, name: spoilt(value[name])}
    return 0 if value is None else value + "?"


def spoilt_outcomes(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """A position with one field after the other spoilt, and the name of the field."""
    for name in document.keys() - {"seats", "seed", "random"}:
        yield name, {**document, name: spoilt(document[name])}
    for number, seat in enumerate(document["seats"]):
        for name, value in seat.items():
            yield (
                f"{name} of seat {number}",
                {**document, "seats": but(document["seats"], number, **{name: spoilt(value)})},
            )


@pytest.mark.parametrize("key", ["advanced-3", "solo-6"])
def test_the_checker_of_steps_lets_no_field_go_wrong(key: str) -> None:
    """Of every kind of step in a game, whatever field of the outcome is spoilt, the checker refuses it."""
    loaded, seen = setting(key), set()
    before = done = None
    for state, action in busy_walk(loaded, seed=5):
        after = state.to_position()
        if before is not None and done is not None and not state.is_over:
            kind = (before["phase"], after["phase"], done.split()[0])
            if kind not in seen:
                seen.add(kind)
                for name, wrong in spoilt_outcomes(after):
                    with pytest.raises(Broken):
                        check_step(before, done, wrong, None, loaded.options)
                        pytest.fail(f"{name} after {done}: {before}")
        before, done = after, str(loaded.action(action)) if action >= 0 else None
    assert len(seen) > 12


@pytest.mark.rule("SI-SCORE-1", "SI-TIE-1", "SI-SOLO-14")
def test_the_checker_of_the_end_knows_who_wins() -> None:
    state = before_the_houses()
    document = state.to_position()
    points = [40, 40, 40]

    def ending(**changes: Any) -> dict[str, Any]:
        seats = [{**seat, "prestige": won} for seat, won in zip(document["seats"], points, strict=True)]
        return {**document, "seats": seats, **changes}

    def wins(document: dict[str, Any], winner: int) -> None:
        for seat in range(3):
            returns = [1.0 if number == seat else -0.5 for number in range(3)]
            if seat == winner:
                check_the_end(document, returns)
            else:
                with pytest.raises(Broken, match=r"^SI-TIE-1: "):
                    check_the_end(document, returns)

    wins(ending(), 1)  # the only house
    wins(ending(houses=[]), 0)  # the only ship of a seat
    laid = but(ending()["seats"], 2, last_placement=9)
    wins(ending(houses=[], ships=[], seats=laid), 2)
    points[0] = 41
    wins(ending(), 0)
